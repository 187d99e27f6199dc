// Puts CVs into the private bucket through our own storage service, as the service itself: no visitor can.
import type { Hono } from 'hono'
import { type CvKind, cvTypes } from '#domain/job-applications.ts'

export interface CvStore {
  /** The same path again is the same object. */
  put(path: string, bytes: Buffer, kind: CvKind): Promise<void>
  remove(path: string): Promise<void>
}

const bucket = 'cvs'

export function createCvStore(services: Pick<Hono, 'request'>, secretKey: string): CvStore {
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` }
  async function call(path: string, init: RequestInit): Promise<void> {
    const response = await services.request(`/storage/v1/object/${bucket}/${path}`, init)
    // The body may repeat the name; the status tells enough.
    if (!response.ok) throw new Error(`storage answered ${response.status} to ${init.method} of a CV`)
  }
  return {
    put: (path, bytes, kind) =>
      call(path, {
        method: 'POST',
        headers: { ...headers, 'content-type': cvTypes[kind], 'x-upsert': 'true' },
        body: bytes as Uint8Array<ArrayBuffer>,
      }),
    remove: (path) => call(path, { method: 'DELETE', headers }),
  }
}
