/** The member's farms and the products that they offer; photos go to a place of their own first. */
import { queryOptions } from '@tanstack/react-query'
import { marketMessages, type UploadSlot } from '#domain/market/market-orders.ts'
import { productPhotoPaths } from '#domain/market/product-photos.ts'
import type { ProductDraft } from '#domain/market/product-proposals.ts'
import { findDatabaseRefusal } from '#domain/refusals.ts'
import { connectAuth } from '#site/lib/auth-state.ts'
import { fetchJson, ServerError } from '#site/lib/call-server.ts'
import { encodeFile } from '#site/lib/encode-photo.ts'
import { isNetworkError, networkHint } from '#site/lib/network.ts'
import { uploadFile } from '#site/lib/upload-file.ts'
import { signProductPhoto } from '#site/market/products/sign-product-photo.ts'
import {
  explainNotAllowed,
  findChanges,
  findEndOfSession,
  type ProductValues,
  updateProduct,
  type ValuesNow,
} from './update-product.ts'

/** The message for the person; the form stays as it is. */
export class ProductProblem extends Error {}

export function myFarmsQuery(userId: string) {
  return queryOptions({
    queryKey: ['my-products', 'farms', userId],
    queryFn: async () => {
      const { data, error } = await (await connectAuth())
        .from('farmers')
        .select('id, farm_name, location, status')
        .eq('user_id', userId)
        .order('created_at')
      if (error) throw error
      return data
    },
  })
}

const columns =
  'id, farmer_id, farmer_name, location, name, category, description, pack_amount, pack_unit, weight_grams, price_kobo, vat_class, stock, season, variety, grade, harvest, lot, state, photo_path, more_photo_paths, status, review_note'

export function myProductsQuery(farmIds: readonly string[]) {
  return queryOptions({
    queryKey: ['my-products', 'list', ...farmIds],
    queryFn: async () => {
      const { data, error } = await (await connectAuth())
        .from('products')
        .select(columns)
        .in('farmer_id', farmIds)
        .order('created_at', { ascending: false })
      if (error) throw error
      return data
    },
  })
}

const photoSeconds = 3600

/** The address of a photo that only its owner may see yet. */
export function ownPhotoQuery(path: string) {
  return queryOptions({
    queryKey: ['my-products', 'photo', path],
    staleTime: (photoSeconds / 2) * 1000,
    retry: false,
    queryFn: () => signProductPhoto(path, photoSeconds),
  })
}

/** For staff: any product. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['my-products', 'one', id],
    queryFn: async () => {
      const { data, error } = await (await connectAuth())
        .from('products')
        .select(columns)
        .eq('id', id)
        .maybeSingle()
      if (error) throw error
      return data
    },
  })
}

export type OwnProduct = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof productQuery>['queryFn']>>>
>

/** Whose product it is: a farm of the member, or a name and a place in the words of staff, who also say its VAT. */
export type ProductOwner =
  | (({ farmer_id: string } | { farmer_name: string; location: string }) & { vat_class?: string })
  | null

/** Packs were sold, or somebody changed the same field, since the form was opened. */
export class ChangedMeanwhile extends Error {
  readonly now: ValuesNow

  constructor(now: ValuesNow) {
    super('The product has changed meanwhile.')
    this.now = now
  }
}

/** `seen` is the product as it was when the form was opened; null: a new one. */
export async function saveProduct(
  seen: OwnProduct | null,
  draft: ProductDraft & { photo_path?: string | null; more_photo_paths?: string[] },
  owner: ProductOwner,
): Promise<void> {
  if (seen) {
    const changes = findChanges(seen, { ...draft, ...owner })
    if (Object.keys(changes).length > 0) await change(seen.id, seen, changes)
    return
  }
  const products = (await connectAuth()).from('products')
  const { error } = await products.insert({ farmer_name: '-', location: '-', ...draft, ...owner })
  if (error) throw new ProductProblem(await describeError(error, owner?.vat_class !== undefined))
}

/** Sent also where the count is the one that was seen: it says that this is how many there are. */
export const saveStock = (id: string, seen: number | null, stock: number | null) =>
  change(id, { stock: seen }, { stock })

async function change(id: string, seen: object, changes: Partial<ProductValues>): Promise<void> {
  const updated = await updateProduct(await connectAuth(), id, seen, changes).catch(async (error) => {
    throw new ProductProblem(await describeError(error, changes.vat_class !== undefined))
  })
  if (updated.outcome === 'changed_meanwhile') throw new ChangedMeanwhile(updated.now)
  if (updated.outcome === 'not_allowed')
    throw new ProductProblem(await explainNotAllowed(await connectAuth()))
}

async function describeError(
  error: { message: string; code?: string; hint?: string | null },
  isStaff: boolean,
): Promise<string> {
  if (isNetworkError(error)) return networkHint
  if (findDatabaseRefusal(error)?.code === 'forbidden') {
    // It says by itself what is missing, as the second step.
    if (error.hint) return error.message
    const ended = await findEndOfSession(await connectAuth())
    return (
      ended ?? (isStaff ? 'Your account may not save this.' : 'Only approved farmers can offer products.')
    )
  }
  return 'We could not save this. Please check what you wrote, then try again.'
}

/** Scaled down on the device, sent, and checked by the server; the answer is the value for photo_path. */
export async function sendProductPhoto(
  file: File,
  farmerId: string | null,
  onProgress: (share: number) => void,
): Promise<string> {
  const photo = await encodeFile(file).catch(() => {
    throw new ProductProblem(marketMessages.photoUnreadable)
  })
  try {
    const slot = await fetchJson<UploadSlot>('POST', productPhotoPaths.upload, farmerId ? { farmerId } : {})
    if (!(await uploadFile(slot.bucket, slot, photo, onProgress)))
      throw new ProductProblem(marketMessages.fileMissing)
    return (await fetchJson<{ path: string }>('POST', productPhotoPaths.finish, { path: slot.path })).path
  } catch (error) {
    if (error instanceof ServerError) throw new ProductProblem(error.problems[0]?.message ?? error.message)
    throw error
  }
}
