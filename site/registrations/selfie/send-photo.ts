/** Sends a photo to the place that was given for it, with progress and retries, and without the client library. */
import {
  type AttachPhotoRequest,
  type PhotoSlot,
  registrationPaths,
  selfieBucket,
} from '#domain/registrations/intake.ts'
import { type Caller, callServer, ServerError } from '#site/lib/call-server.ts'
import { readPublishableKey } from '#site/lib/page-data.ts'

const timeoutMs = 120_000
const pausesMs = [1_000, 3_000, 8_000]

export type PhotoSent = { ok: true } | { ok: false; message: string }

const failedMessage = 'Your photo did not arrive. Check your connection, then send it again.'

/** Uploads; true when it is there, also when an earlier try has brought it. `onProgress` is told 0 to 1. */
export async function uploadPhoto(
  { path, token }: Pick<PhotoSlot, 'path' | 'token'>,
  photo: Blob,
  onProgress: (share: number) => void,
  bucket = selfieBucket,
): Promise<boolean> {
  let wasCutOff = false
  for (const pauseMs of [...pausesMs, null]) {
    const status = await put(`${bucket}/${path}`, token, photo, onProgress)
    if (status >= 200 && status < 300) return true
    // The place takes one photo. Refused after a try whose answer was lost: it may be there, the attachment will tell.
    if (wasCutOff && status >= 400 && status < 500) return true
    wasCutOff ||= status === 0
    const isWorthAnother = status === 0 || status === 429 || status >= 500
    if (!isWorthAnother || pauseMs === null) return false
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return false
}

/** The uploaded photo is made part of its registration. */
export async function attachPhoto(request: AttachPhotoRequest, as: Caller): Promise<PhotoSent> {
  for (const pauseMs of [...pausesMs, null]) {
    try {
      await callServer('POST', registrationPaths.attachPhoto, request, {
        as,
        timeoutMs,
        fallback: failedMessage,
      })
      return { ok: true }
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      if (!error.mayTryAgain) return { ok: false, message: error.message }
    }
    if (pauseMs === null) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return { ok: false, message: failedMessage }
}

export async function sendPhoto(
  slot: PhotoSlot,
  photo: Blob,
  record: Omit<AttachPhotoRequest, 'receipt'>,
  as: Caller,
  onProgress: (share: number) => void,
): Promise<PhotoSent> {
  if (!(await uploadPhoto(slot, photo, onProgress))) return { ok: false, message: failedMessage }
  return attachPhoto({ receipt: slot.receipt, ...record }, as)
}

/** The upload of the storage protocol; fetch cannot tell how far it has come. 0 when there was no answer. */
function put(
  object: string,
  token: string,
  photo: Blob,
  onProgress: (share: number) => void,
): Promise<number> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const address = `/storage/v1/object/upload/sign/${object}?token=${encodeURIComponent(token)}`
    request.open('PUT', address)
    request.timeout = timeoutMs
    request.setRequestHeader('apikey', readPublishableKey())
    request.setRequestHeader('content-type', photo.type)
    request.setRequestHeader('x-upsert', 'false')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(request.status)
    request.onerror = () => resolve(0)
    request.ontimeout = () => resolve(0)
    request.send(photo)
  })
}
