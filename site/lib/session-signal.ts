/** Whether this page has to do with a session at all; until then a public page loads nothing of it. */
import { createStore } from '#site/lib/external-store.ts'
import { sessionStorageKey } from '#site/lib/session-key.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'

export const sessionWanted = createStore(false)

export function wantSession(): void {
  sessionWanted.set(true)
}

/** A session is stored on this device, a link has brought a message, or another tab signs in. */
export function watchForSession(): () => void {
  if (readStoredSession() || /[#&](error|error_code|message)=/.test(window.location.hash)) {
    wantSession()
  }
  const wantStored = (event: StorageEvent) => {
    if (event.key === sessionStorageKey && readStoredSession()) wantSession()
  }
  window.addEventListener('storage', wantStored)
  return () => window.removeEventListener('storage', wantStored)
}
