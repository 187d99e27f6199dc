/** The selfie of a buyer's start page: stored before the form opens; from then on only an opaque receipt travels. */
import { type PhotoSlot, registrationPaths, selfieBucket } from '#domain/registrations/intake.ts'
import { draftPrefix } from '#site/lib/draft.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { uploadFile } from '#site/lib/upload-file.ts'

const storageKey = `${draftPrefix}buyer-photo`
const patienceMs = 30_000

interface KeptReceipt {
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
    const client = await getSupabase()
    const { data } = await client.auth.getSession()
    if (!data.session) return { kind: 'sessionLost' }
    const response = await fetch(registrationPaths.photos, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${data.session.access_token}`,
        'content-type': 'application/json',
      },
      body: '{}',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (response.status === 401) return { kind: 'sessionLost' }
    if (!response.ok) return { kind: 'failed' }
    const slot: PhotoSlot = await response.json()
    return (await uploadFile(selfieBucket, slot, photo, onProgress))
      ? { kind: 'stored', receipt: slot.receipt }
      : { kind: 'failed' }
  } catch {
    return { kind: 'failed' }
  }
}

/** For a reload of the form: a browser's history state does not outlive every way of coming back. */
export function keepReceipt(kept: KeptReceipt): void {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // the navigation carries it too
  }
}

export function readReceipt(userId: string): string | null {
  try {
    const kept: Partial<KeptReceipt> = JSON.parse(window.sessionStorage.getItem(storageKey) ?? '{}')
    return kept.userId === userId && typeof kept.receipt === 'string' ? kept.receipt : null
  } catch {
    return null
  }
}

/** It belongs to a registration now. */
export function dropReceipt(): void {
  try {
    window.sessionStorage.removeItem(storageKey)
  } catch {
    // nothing was kept
  }
}
