/** A guest link is open in a browser by a cookie that no script sees: the server closes it. */
import { trackPaths } from '#domain/guest-links.ts'
import { fetchJson } from '#site/lib/call-server.ts'
import { clearMemory, openLinkKey } from '#site/lib/draft.ts'

/** No link is open in this browser any more; the link itself is as good as before. */
export async function closeLink(): Promise<void> {
  // Numbers that were typed into a change on its page.
  clearMemory('correction:')
  await fetchJson('POST', trackPaths.page, { token: null }, { as: 'nobody' })
  try {
    window.localStorage.removeItem(openLinkKey)
  } catch {
    // nothing was stored
  }
}
