/** The address of a product's photo that is not public yet: for its owner and for staff. */
import { productPhotoBucket } from '#domain/market/product-photos.ts'
import { fetchJson } from '#site/lib/call-server.ts'
import { readPublishableKey } from '#site/lib/page-data.ts'

/** Good for so many seconds. Rejects with a ServerError where the account may not see it. */
export async function signProductPhoto(path: string, expiresIn: number): Promise<string> {
  const { signedURL } = await fetchJson<{ signedURL: string }>(
    'POST',
    `/storage/v1/object/sign/${productPhotoBucket}/${path}`,
    { expiresIn },
    { serviceKey: readPublishableKey() },
  )
  return `/storage/v1${signedURL}`
}
