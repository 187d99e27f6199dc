/** The selfie of a buyer's start page: stored before the form opens; from then on only an opaque receipt travels. */
import { type PhotoSlot, registrationPaths, selfieBucket } from '#domain/registrations/intake.ts'
import { fetchJson, ServerError } from '#site/lib/call-server.ts'
import { draftPrefix } from '#site/lib/draft.ts'
import { uploadFile } from '#site/lib/upload-file.ts'

const storageKey = `${draftPrefix}buyer-photo`

interface StoredReceipt {
  /** On a shared phone the next member's registration must not get this photo. */
  userId: string
  receipt: string
}

export type StoredPhoto = { kind: 'stored'; receipt: string } | { kind: 'sessionLost' } | { kind: 'failed' }

export async function storeStartPhoto(
  photo: Blob,
  onProgress: (share: number) => void,
): Promise<StoredPhoto> {
  try {
    const slot = await fetchJson<PhotoSlot>('POST', registrationPaths.photos)
    return (await uploadFile(selfieBucket, slot, photo, onProgress))
      ? { kind: 'stored', receipt: slot.receipt }
      : { kind: 'failed' }
  } catch (error) {
    return { kind: error instanceof ServerError && error.status === 401 ? 'sessionLost' : 'failed' }
  }
}

/** For a reload of the form: a browser's history state does not outlive every way of coming back. */
export function saveReceipt(stored: StoredReceipt): void {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(stored))
  } catch {
    // the navigation carries it too
  }
}

export function readReceipt(userId: string): string | null {
  try {
    const stored: Partial<StoredReceipt> = JSON.parse(window.sessionStorage.getItem(storageKey) ?? '{}')
    return stored.userId === userId && typeof stored.receipt === 'string' ? stored.receipt : null
  } catch {
    return null
  }
}

/** It belongs to a registration now. */
export function dropReceipt(): void {
  try {
    window.sessionStorage.removeItem(storageKey)
  } catch {
    // nothing was stored
  }
}
