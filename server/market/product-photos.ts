// Photos of products: brought by farmers and staff, shown to everybody once the product is published, scaled down.
import type { Hono } from 'hono'
import { marketMessages, type UploadSlot } from '#domain/market/market-orders.ts'
import { productPhotoBucket, productPhotoWidths } from '#domain/market/product-photos.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { cleanPicture } from '#server/files/clean-files.ts'
import type { PhotoStore } from '#server/files/photo-store.ts'
import { RefusedError } from '#server/http/answers.ts'
import type { Session } from '#server/http/session.ts'

export interface ProductPhotos {
  /** A place for one photo, for a farmer's products; without one, for staff. */
  open(session: Pick<Session, 'userId' | 'caller'>, farmerId: string | null): Promise<UploadSlot>
  /** Makes what arrived fit to be shown; from now on a product may name it. */
  finish(userId: string, path: string): Promise<{ ok: true; path: string }>
  /** A photo of a published product, or of one that can be ordered in bulk. */
  show(path: string, width: string | undefined, accept: string): Promise<Response>
  /** Removes photos that no product shows (any more); answers how many. */
  purge(): Promise<number>
}

const batch = 200
const visitor = { role: 'anon' as const, claims: '{"role":"anon"}' }
/** A path is never another photo; what changes is only whether it is public. */
const cachedSeconds = 3600

export function createProductPhotos(options: {
  database: Database
  store: PhotoStore
  services: Pick<Hono, 'request'>
  secretKey: string
}): ProductPhotos {
  const { database, store, services, secretKey } = options
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` }

  return {
    async open({ userId, caller }, farmerId) {
      // As themselves: `open_product_photo` knows what the account may do, not whether this token may do it now.
      const requested = await runAs(
        database,
        caller,
        {
          text: `select private.has_permission('products.write')
            or exists (select from public.farmers where id = $1 and user_id = auth.uid()) as may`,
          values: [farmerId],
        },
        { readOnly: true },
      )
      if (!(requested.rows[0] as { may: boolean }).may) throw new RefusedError('forbidden')
      const { rows } = await queryAsServiceRole<{ path: string }>(
        database,
        'select private.open_product_photo($1, $2) as path',
        [userId, farmerId],
      )
      const path = rows[0]?.path ?? ''
      return { ok: true, bucket: productPhotoBucket, path, token: await store.signUpload(path) }
    },

    async finish(userId, path) {
      const { rows } = await queryAsServiceRole<{ ready: boolean }>(
        database,
        'select private.find_product_photo($1, $2) as ready',
        [path, userId],
      )
      if (rows[0]?.ready) return { ok: true, path }
      const bytes = await store.read(path)
      if (!bytes) throw new RefusedError('conflict', { message: marketMessages.fileMissing })
      const clean = await cleanPicture(bytes)
      if (!clean) {
        await store.remove([path])
        throw new RefusedError('invalid', {
          errors: [{ field: 'photo_path', message: marketMessages.photoUnreadable }],
        })
      }
      await store.replace(path, clean.bytes, clean.type)
      await queryAsServiceRole(database, 'select private.mark_product_photo_ready($1)', [path])
      return { ok: true, path }
    },

    async show(path, width, accept) {
      const wanted = productPhotoWidths.find((known) => String(known) === width)
      const { rowCount } = await runAs(
        database,
        visitor,
        {
          text: `select from public.products
              where (photo_path = $1 or (more_photo_paths <> '{}' and more_photo_paths @> array[$1])) and status = 'published'
            union all select from public.order_products where photo_path = $1 and is_active`,
          values: [path],
        },
        { readOnly: true },
      )
      if (!wanted || !rowCount) throw new RefusedError('not_found')
      const response = await services.request(
        `/storage/v1/render/image/authenticated/${productPhotoBucket}/${path}?width=${wanted}&quality=70`,
        { headers: { ...headers, accept } },
      )
      if (response.status === 404 || response.status === 400) throw new RefusedError('not_found')
      if (!response.ok) throw new Error(`storage answered ${response.status} when a photo was to be shown`)
      return new Response(response.body, {
        headers: {
          'content-type': response.headers.get('content-type') ?? 'image/jpeg',
          'cache-control': `public, max-age=${cachedSeconds}`,
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
          vary: 'accept',
        },
      })
    },

    async purge() {
      let removed = 0
      let after = ''
      for (;;) {
        const { rows } = await queryAsServiceRole<{ path: string }>(
          database,
          'select path from private.find_orphan_product_photos($1, $2) as path',
          [after, batch],
        )
        const paths = rows.map(({ path }) => path)
        if (paths.length === 0) return removed
        after = paths.at(-1) ?? ''
        // The bytes first: what is not removed now is found again tomorrow.
        await store.remove(paths)
        await queryAsServiceRole(database, 'select private.forget_product_photos($1)', [paths])
        removed += paths.length
      }
    },
  }
}
