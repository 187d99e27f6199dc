/** The one client of the services, loaded only when something needs it: public pages never pay for it. */
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#domain/database.generated.ts'
import { readPublishableKey } from '#site/lib/page-data.ts'
import { sessionStorageKey } from '#site/lib/session-key.ts'
import { canStore, sessionStorageAdapter } from '#site/lib/session-storage.ts'

export type AppClient = SupabaseClient<Database>

/** Longest wait for one answer: slow networks get their time, a dead one gets a message. */
const requestTimeoutMs = 30_000

let client: Promise<AppClient> | undefined

/** The client, created at the first call. A failed download is forgotten, so that the next call tries again. */
export function getSupabase(): Promise<AppClient> {
  client ??= createAppClient().catch((error: unknown) => {
    client = undefined
    throw error
  })
  return client
}

let renewing: Promise<string | null> | undefined

/**
 * After a token was refused: the one that the session has by now, or null when the session is over, which is then
 * forgotten here and said to every page. Another tab, or a change of the second step, may have moved it on.
 */
export function renewToken(refused: string): Promise<string | null> {
  renewing ??= renew(refused).finally(() => {
    renewing = undefined
  })
  return renewing
}

async function renew(refused: string): Promise<string | null> {
  const { auth } = await getSupabase()
  const { session } = (await auth.getSession()).data
  if (!session) return null
  if (session.access_token !== refused) return session.access_token
  const { data, error } = await auth.refreshSession()
  if (data.session) return data.session.access_token
  const stored = (await auth.getSession()).data.session?.access_token ?? null
  if (stored !== refused) return stored
  // The library holds on to a session whose token has not run out. This one was refused, so it is over all the same.
  if (error && overCodes.has(error.code ?? '')) await auth.signOut({ scope: 'local' })
  return null
}

const overCodes = new Set([
  'refresh_token_not_found',
  'session_not_found',
  'session_expired',
  'user_not_found',
])

/** The service knows the session no more; the library has a name of its own for one of its codes. */
export const isSessionOver = ({ name, code }: { name?: string; code?: string }): boolean =>
  name === 'AuthSessionMissingError' || overCodes.has(code ?? '')

/** As fetch. A request that was refused for its token has done nothing: it goes out again by the new one, if there is one. */
async function fetchByLivingSession(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  if (response.status !== 401 || !new URL(String(input)).pathname.startsWith('/rest/v1/')) return response
  const headers = new Headers(init?.headers)
  const refused = headers.get('authorization')?.replace(/^Bearer /, '')
  const token = refused && (await renewToken(refused))
  if (!token) return response
  headers.set('authorization', `Bearer ${token}`)
  return fetch(input, { ...init, headers })
}

async function createAppClient(): Promise<AppClient> {
  const { createClient } = await import('@supabase/supabase-js')
  return createClient<Database>(window.location.origin, readPublishableKey(), {
    auth: {
      storageKey: sessionStorageKey,
      storage: canStore() ? sessionStorageAdapter : undefined,
      persistSession: true,
      autoRefreshToken: true,
      // Links from mails are taken off the address by auth-callback.ts (both flows), before any route can act
      // on them and without leaving tokens in the history.
      detectSessionInUrl: false,
      flowType: 'implicit',
      experimental: { recoveryCodes: true },
    },
    // Retries are one layer's work: reads are retried by the query client, writes never by themselves.
    db: { timeout: requestTimeoutMs, retry: false },
    global: { fetch: fetchByLivingSession },
  })
}
