/**
 * Playwright has the browser report each request of each page, in five messages with all its headers: a tenth of the processor time
 * of these tests. Most look at no request, so the reports begin with the first call that is about requests. Until then `goto` and
 * `reload` answer null, as they do where nothing was loaded.
 */
import type { BrowserContext, Page } from 'playwright-core'

/** What Playwright's own session with a page is, inside: it has no option for this. */
interface Internals {
  _connection: {
    toImpl(page: Page): {
      delegate: { _mainFrameSession: { _client: { send(method: string): Promise<unknown> } } }
    }
  }
}

const events = /^(request|requestfailed|requestfinished|response|websocket|networkidle)$/
/** Of a page and of its context: those that are always about requests, and those that are so by what they are given. */
const calls = [
  'route',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setOffline',
  'waitForRequest',
  'waitForResponse',
]
const callsWithEvent = ['on', 'once', 'waitForEvent', 'waitForLoadState']

function beforeRequestsMatter(owner: Page | BrowserContext, report: () => void): void {
  const methods = owner as unknown as Record<string, (...args: unknown[]) => unknown>
  for (const name of [...calls, ...callsWithEvent]) {
    const call = methods[name]
    if (!call) continue
    methods[name] = (...args) => {
      if (calls.includes(name) || events.test(String(args[0]))) report()
      return call.apply(owner, args)
    }
  }
}

/** A context outlives its pages (device.ts): what ends the silence of each page when its context is asked for requests. */
const silentPages = new WeakMap<BrowserContext, Set<() => void>>()

function silentPagesOf(context: BrowserContext): Set<() => void> {
  const known = silentPages.get(context)
  if (known) return known
  const silent = new Set<() => void>()
  silentPages.set(context, silent)
  beforeRequestsMatter(context, () => {
    for (const report of silent) report()
  })
  return silent
}

export async function reportRequestsOnDemand(page: Page): Promise<void> {
  const { _client: session } = (page as unknown as Internals)._connection.toImpl(page).delegate
    ._mainFrameSession
  await session.send('Network.disable')
  const silent = silentPagesOf(page.context())
  function report() {
    // Before whatever is sent next, since messages keep their order; a page that is closed has nothing to report.
    if (silent.delete(report)) session.send('Network.enable').catch(() => {})
  }
  silent.add(report)
  page.once('close', () => silent.delete(report))
  beforeRequestsMatter(page, report)
}
