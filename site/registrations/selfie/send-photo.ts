/** Sends the photo of a registration to the place that was given for it, and makes it part of the registration. */
import {
  type AttachPhotoRequest,
  type PhotoSlot,
  registrationPaths,
  selfieBucket,
  trackedRecordHeader,
} from '#domain/registrations/intake.ts'
import { pausesMs, uploadFile } from '#site/lib/upload-file.ts'

const patienceMs = 120_000

export type PhotoSent = { ok: true } | { ok: false; message: string }

const failedMessage = 'Your photo did not arrive. Check your connection, then send it again.'

/** By an access token; by the open link, with the record that the page shows; or by the link's secret in the request. */
export type PhotoSender = string | { trackedRecord: string } | null

/** The uploaded photo is made part of its registration. */
export async function attachPhoto(request: AttachPhotoRequest, as: PhotoSender): Promise<PhotoSent> {
  for (const pauseMs of [...pausesMs, null]) {
    const response = await fetch(registrationPaths.attachPhoto, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(typeof as === 'string' && { authorization: `Bearer ${as}` }),
        ...(as !== null && typeof as === 'object' && { [trackedRecordHeader]: as.trackedRecord }),
      },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(patienceMs),
    }).catch(() => null)
    if (response?.ok) return { ok: true }
    if (response && response.status < 500 && response.status !== 429) {
      const answer: { message?: unknown } | null = await response.json().catch(() => null)
      return { ok: false, message: typeof answer?.message === 'string' ? answer.message : failedMessage }
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
  as: PhotoSender,
  onProgress: (share: number) => void,
): Promise<PhotoSent> {
  if (!(await uploadFile(selfieBucket, slot, photo, onProgress))) return { ok: false, message: failedMessage }
  return attachPhoto({ receipt: slot.receipt, ...record }, as)
}
