/** Reads the stored session without loading the client library, for pages that may not need it at all. */
import { sessionStorageKey } from '#site/lib/session-key.ts'
import { sessionStorageAdapter } from '#site/lib/session-storage.ts'

export interface StoredSession {
  userId: string
  email: string | undefined
  fullName: string | undefined
}

export function readStoredSession(): StoredSession | null {
  try {
    return parseStoredSession(sessionStorageAdapter.getItem(sessionStorageKey))
  } catch {
    return null // storage is switched off: nobody can be signed in here
  }
}

export function parseStoredSession(text: string | null): StoredSession | null {
  if (!text) return null
  try {
    const session = JSON.parse(text)
    const user = session?.user
    if (typeof session?.refresh_token !== 'string' || typeof user?.id !== 'string') return null
    return { userId: user.id, email: asText(user.email), fullName: asText(user.user_metadata?.full_name) }
  } catch {
    return null
  }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
