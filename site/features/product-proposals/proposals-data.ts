/** The member's farms and the products that they offer; photos go to a place of their own first. */
import { queryOptions } from '@tanstack/react-query'
import { marketMessages, type UploadSlot } from '#domain/market-orders.ts'
import { productPhotoBucket, productPhotoPaths } from '#domain/product-photos.ts'
import type { ProductDraft } from '#domain/product-proposals.ts'
import { connectAuth } from '#site/lib/auth-state.ts'
import { callServer, ServerRefusal } from '#site/lib/call-server.ts'
import { isNetworkError, networkHint } from '#site/lib/network.ts'
import { encodeFile } from '#site/lib/selfie/encode-photo.ts'
import { uploadPhoto } from '#site/lib/selfie/send-photo.ts'

/** What to tell the person; the form stays as it is. */
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
  'id, farmer_id, farmer_name, location, name, category, description, pack_amount, pack_unit, price_kobo, stock, season, state, photo_path, status, review_note'

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
    queryFn: async () => {
      const { storage } = await connectAuth()
      const { data, error } = await storage.from(productPhotoBucket).createSignedUrl(path, photoSeconds)
      if (error) throw error
      return data.signedUrl
    },
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

/** Whose product it is: a farm of the member, or a name and a place in the words of staff. */
export type ProductOwner = { farmer_id: string } | { farmer_name: string; location: string } | null

/** Inserts without an id. Every update proves that it touched a row. */
export async function saveProduct(
  id: string | null,
  draft: ProductDraft & { photo_path?: string | null },
  owner: ProductOwner,
): Promise<void> {
  const products = (await connectAuth()).from('products')
  const { data, error } = id
    ? await products
        .update({ ...draft, ...owner })
        .eq('id', id)
        .select('id')
    : await products.insert({ farmer_name: '-', location: '-', ...draft, ...owner }).select('id')
  if (error) throw new ProductProblem(describeError(error))
  if (data.length === 0) throw new ProductProblem('This product cannot be changed any more.')
}

export async function saveStock(id: string, stock: number | null): Promise<void> {
  const { data, error } = await (await connectAuth())
    .from('products')
    .update({ stock })
    .eq('id', id)
    .select('id')
  if (error) throw new ProductProblem(describeError(error))
  if (data.length === 0) throw new ProductProblem('This product cannot be changed any more.')
}

function describeError(error: { message: string; code?: string }): string {
  if (isNetworkError(error)) return networkHint
  if (error.code === '42501') return 'Only approved farmers can offer products.'
  return 'We could not save this. Please check what you wrote, then try again.'
}

/** Made small on the device, sent, and looked at by the server; the answer is the value for photo_path. */
export async function sendProductPhoto(
  file: File,
  farmerId: string | null,
  onProgress: (share: number) => void,
): Promise<string> {
  const photo = await encodeFile(file).catch(() => {
    throw new ProductProblem(marketMessages.photoUnreadable)
  })
  try {
    const opened = await callServer('POST', productPhotoPaths.upload, farmerId ? { farmerId } : {})
    const slot = (await opened.json()) as UploadSlot
    if (!(await uploadPhoto(slot, photo, onProgress, slot.bucket)))
      throw new ProductProblem(marketMessages.fileMissing)
    const finished = await callServer('POST', productPhotoPaths.finish, { path: slot.path })
    return ((await finished.json()) as { path: string }).path
  } catch (error) {
    if (error instanceof ServerRefusal) throw new ProductProblem(error.problems[0]?.message ?? error.message)
    throw error
  }
}
