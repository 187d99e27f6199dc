/**
 * The line by which changes come to a page: two fifths of the client's library, and no page needs it to be shown. So it has a
 * client of its own, loaded when the first answers are here (`scripts/unused-library-parts.ts` leaves it out of the other one).
 */
import type { RealtimeClient } from '@supabase/supabase-js'
import { readPublishableKey } from '#site/lib/page-data.ts'
import { queryClient } from '#site/lib/query-client.ts'
import { getSupabase } from '#site/lib/supabase.ts'

let line: Promise<RealtimeClient> | undefined

/** It knows whose it is already: a private channel can be joined. A failed download is forgotten, so that the next call tries again. */
export async function openLiveLine(): Promise<RealtimeClient> {
  line ??= createLiveLine().catch((error: unknown) => {
    line = undefined
    throw error
  })
  const opened = await line
  await opened.setAuth()
  return opened
}

async function createLiveLine(): Promise<RealtimeClient> {
  await waitForAnswers()
  const [{ auth }, { default: Client }] = await Promise.all([
    getSupabase(),
    import('@supabase/realtime-js/dist/module/RealtimeClient.js'),
  ])
  const key = readPublishableKey()
  const address = new URL('/realtime/v1', window.location.origin)
  address.protocol = address.protocol.replace('http', 'ws')
  const created = new Client(address.href, {
    params: { apikey: key },
    accessToken: async () => (await auth.getSession()).data.session?.access_token ?? key,
  })
  // Another token, also that of a second step, whose older tokens have ended. Not at once: the session is being changed still.
  auth.onAuthStateChange(() => {
    setTimeout(() => void created.setAuth())
  })
  return created
}

/** Until no query is under way: what a page shows comes first. */
async function waitForAnswers(): Promise<void> {
  if (queryClient.isFetching() === 0) return
  await new Promise<void>((resolve) => {
    const leave = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() > 0) return
      leave()
      resolve()
    })
  })
}
