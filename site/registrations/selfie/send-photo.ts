/** Sends the photo of a registration to its signed address, and makes it part of the registration. */
import {
  type AttachPhotoRequest,
  type PhotoSlot,
  registrationPaths,
  selfieBucket,
} from '#domain/registrations/intake.ts'
import { selfieWords } from '#domain/registrations/selfie-words.ts'
import { type Caller, callServer, ServerError } from '#site/lib/call-server.ts'
import { pausesMs, uploadFile } from '#site/lib/upload-file.ts'

const timeoutMs = 120_000

export type PhotoSent = { ok: true } | { ok: false; message: string }

const failedMessage = selfieWords.notArrived

/** The uploaded photo becomes part of its registration. */
async function attachPhoto(request: AttachPhotoRequest, as: Caller): Promise<PhotoSent> {
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
  if (!(await uploadFile(selfieBucket, slot, photo, onProgress))) return { ok: false, message: failedMessage }
  return attachPhoto({ receipt: slot.receipt, ...record }, as)
}
