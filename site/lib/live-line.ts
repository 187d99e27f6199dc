/** The line by which changes come to a page. No page needs it to be shown, so it is opened when the first answers are here. */
import { createLiveSocket, type LiveChannel, type LiveSocket } from '#site/lib/live-socket.ts'
import { readPublishableKey } from '#site/lib/page-data.ts'
import { queryClient } from '#site/lib/query-client.ts'
import { getSupabase } from '#site/lib/supabase.ts'

let line: Promise<LiveSocket> | undefined

/** A failed download of the client is forgotten, so that the next call tries again. */
function openLine(): Promise<LiveSocket> {
  line ??= createLine().catch((error: unknown) => {
    line = undefined
    throw error
  })
  return line
}

async function createLine(): Promise<LiveSocket> {
  await waitForAnswers()
  const { auth } = await getSupabase()
  const key = readPublishableKey()
  const address = new URL(`/realtime/v1/websocket?vsn=2.0.0&apikey=${key}`, window.location.origin)
  address.protocol = address.protocol.replace('http', 'ws')
  const created = createLiveSocket({
    open: () => new WebSocket(address),
    async readToken() {
      const { data, error } = await auth.getSession()
      // It may be there still, and could not be renewed: not a visitor's.
      if (error) throw error
      return data.session?.access_token ?? key
    },
    isSeen: () => !document.hidden,
  })
  // Another token, also that of a second step, whose older tokens have ended. Not at once: the session is being changed still.
  auth.onAuthStateChange(() => {
    setTimeout(() => created.renewToken().catch(() => {}))
  })
  // A page that is put aside with an open socket could not be shown again as it was.
  addEventListener('pagehide', created.close)
  addEventListener('pageshow', created.wake)
  addEventListener('visibilitychange', () => document.hidden || created.wake())
  return created
}

/** Answers what leaves it again. Without a line there is nothing live; the page itself says what is wrong. */
export function joinLiveLine(channel: LiveChannel): () => void {
  let isLeft = false
  let leave = () => {}
  openLine().then(
    (opened) => {
      if (!isLeft) leave = opened.join(channel)
    },
    () => {},
  )
  return () => {
    isLeft = true
    leave()
  }
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
