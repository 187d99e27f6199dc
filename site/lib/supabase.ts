/** The one client of the services, loaded only when something needs it: public pages never pay for it. */
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#domain/database.generated.ts'
import { readPublishableKey } from '#site/lib/page-data.ts'
import { sessionStorageKey } from '#site/lib/session-key.ts'
import { canStore, sessionStorageAdapter } from '#site/lib/session-storage.ts'

export type HouseClient = SupabaseClient<Database>

/** Longest wait for one answer: slow networks get their time, a dead one gets a message. */
const requestTimeoutMs = 30_000

let client: Promise<HouseClient> | undefined

/** The client, made at the first call. A failed download is forgotten, so that the next call tries again. */
export function getSupabase(): Promise<HouseClient> {
  client ??= createHouseClient().catch((error: unknown) => {
    client = undefined
    throw error
  })
  return client
}

async function createHouseClient(): Promise<HouseClient> {
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
  })
}
