// Files in one of our private buckets, through our own storage service as the service itself: selfies by default.
import type { Hono } from 'hono'
import { z } from 'zod'
import { selfieBucket } from '#domain/registrations/intake.ts'

export interface PhotoStore {
  /** A token that puts one object there, once, within two hours. */
  signUpload(path: string): Promise<string>
  /** An address that shows it for a minute; null: it is not there. */
  signDownload(path: string): Promise<string | null>
  /** Null: nothing has arrived. */
  read(path: string): Promise<Buffer | null>
  replace(path: string, bytes: Buffer, type?: string): Promise<void>
  /** No error for what is not there. */
  remove(paths: readonly string[]): Promise<void>
}

const signed = z.object({ token: z.string() })
const signedUrl = z.object({ signedURL: z.string() })
const shownSeconds = 60

export function createPhotoStore(
  services: Pick<Hono, 'request'>,
  secretKey: string,
  bucket = selfieBucket,
): PhotoStore {
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` }
  const asJson = { ...headers, 'content-type': 'application/json' }
  const call = async (path: string, init: RequestInit) => services.request(`/storage/v1/object/${path}`, init)
  // The name is in the path; the status says enough.
  const refuse = (response: Response, what: string) =>
    new Error(`storage answered ${response.status} when a photo was to be ${what}`)

  return {
    async signUpload(path) {
      const response = await call(`upload/sign/${bucket}/${path}`, { method: 'POST', headers })
      if (!response.ok) throw refuse(response, 'announced')
      return signed.parse(await response.json()).token
    },
    async signDownload(path) {
      const response = await call(`sign/${bucket}/${path}`, {
        method: 'POST',
        headers: asJson,
        body: JSON.stringify({ expiresIn: shownSeconds }),
      })
      if (response.status === 404 || response.status === 400) return null
      if (!response.ok) throw refuse(response, 'shown')
      return `/storage/v1${signedUrl.parse(await response.json()).signedURL}`
    },
    async read(path) {
      const response = await call(`authenticated/${bucket}/${path}`, { headers })
      if (response.ok) return Buffer.from(await response.arrayBuffer())
      if (response.status === 404 || response.status === 400) return null
      throw refuse(response, 'read')
    },
    async replace(path, bytes, type = 'image/jpeg') {
      const response = await call(`${bucket}/${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type, 'x-upsert': 'true' },
        body: bytes as Uint8Array<ArrayBuffer>,
      })
      if (!response.ok) throw refuse(response, 'stored')
    },
    async remove(paths) {
      if (paths.length === 0) return
      const response = await call(bucket, {
        method: 'DELETE',
        headers: asJson,
        body: JSON.stringify({ prefixes: paths }),
      })
      if (!response.ok) throw refuse(response, 'removed')
    },
  }
}
