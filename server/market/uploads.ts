// Files on an order: a place for one, what arrived looked at and drawn again, and the end of what nothing refers to.
import {
  marketMessages,
  type OrderUploadKind,
  orderUploadBuckets,
  type ShownPhotos,
  type UploadSlot,
} from '#domain/market/market-orders.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { cleanPicture, cleanPictureOrPdf } from '#server/files/clean-files.ts'
import type { PhotoStore } from '#server/files/photo-store.ts'
import { RefusedError } from '#server/http/answers.ts'
import type { OwnOrder } from './orders.ts'

export interface OrderUploads {
  /** Where the buyer of this order may put one file. */
  open(order: OwnOrder, kind: OrderUploadKind): Promise<UploadSlot>
  /** Makes what arrived fit to be stored; from now on a claim or a dispute may name it. */
  finish(order: OwnOrder, path: string): Promise<{ ok: true; path: string }>
  /** Addresses, good for a minute, of photos that the buyer of this order sent with a complaint. */
  show(order: OwnOrder, paths: readonly string[]): Promise<ShownPhotos>
  /** Removes files that nothing refers to (any more); answers how many. */
  purge(): Promise<number>
}

const batch = 200

export function createOrderUploads(options: {
  database: Database
  openStore: (bucket: string) => PhotoStore
}): OrderUploads {
  const { database, openStore } = options
  const stores = {
    proof: openStore(orderUploadBuckets.proof),
    dispute: openStore(orderUploadBuckets.dispute),
  }

  /** Refuses with not_found for what is no file of their own order. */
  async function find({ orderId, context }: OwnOrder, path: string) {
    const { rows } = await queryAsServiceRole<{ result: { kind: OrderUploadKind; isReady: boolean } }>(
      database,
      'select private.find_order_upload($1, $2, $3) as result',
      [orderId, path, JSON.stringify(context)],
    )
    if (!rows[0]) throw new RefusedError('not_found')
    return rows[0].result
  }

  return {
    async open({ orderId, context }, kind) {
      const { rows } = await queryAsServiceRole<{ path: string }>(
        database,
        'select private.open_order_upload($1, $2, $3) as path',
        [orderId, kind, JSON.stringify(context)],
      )
      const path = rows[0]?.path ?? ''
      return { ok: true, bucket: orderUploadBuckets[kind], path, token: await stores[kind].signUpload(path) }
    },

    async finish(order, path) {
      const { kind, isReady } = await find(order, path)
      if (isReady) return { ok: true, path }
      const store = stores[kind]
      const bytes = await store.read(path)
      if (!bytes) throw new RefusedError('conflict', { message: marketMessages.fileMissing })
      const clean = await (kind === 'proof' ? cleanPictureOrPdf(bytes) : cleanPicture(bytes))
      if (!clean || clean === 'active') {
        await store.remove([path])
        const field = kind === 'proof' ? 'proofPath' : 'photoPaths'
        const message = clean
          ? marketMessages.proofActive
          : marketMessages[kind === 'proof' ? 'proofUnreadable' : 'photoUnreadable']
        throw new RefusedError('invalid', { errors: [{ field, message }] })
      }
      await store.replace(path, clean.bytes, clean.type)
      await queryAsServiceRole(database, 'select private.mark_order_upload_ready($1)', [path])
      return { ok: true, path }
    },

    async show(order, paths) {
      const urls: string[] = []
      for (const path of paths) {
        const { kind, isReady } = await find(order, path)
        const url = kind === 'dispute' && isReady ? await stores.dispute.signDownload(path) : null
        if (!url) throw new RefusedError('not_found')
        urls.push(url)
      }
      return { ok: true, urls }
    },

    async purge() {
      let removed = 0
      let after = ''
      for (;;) {
        const { rows } = await queryAsServiceRole<{ path: string; kind: OrderUploadKind }>(
          database,
          'select path, kind from private.find_orphan_order_uploads($1, $2)',
          [after, batch],
        )
        if (rows.length === 0) return removed
        after = rows.at(-1)?.path ?? ''
        // The bytes first: what is not removed now is found again tomorrow.
        for (const kind of ['proof', 'dispute'] as const)
          await stores[kind].remove(rows.filter((row) => row.kind === kind).map(({ path }) => path))
        await queryAsServiceRole(database, 'select private.forget_order_uploads($1)', [
          rows.map(({ path }) => path),
        ])
        removed += rows.length
      }
    },
  }
}
