// /service-worker.js: what opens the long forms without a line, or, where the operator has switched it off, what ends it
// on every device that still has it.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { serviceWorkerPath } from '#domain/service-worker.ts'
import type { Site } from './site.ts'

/** Takes the place of the one that a device has, deletes what that has stored, and takes itself out. */
const ending = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith('long-forms ')) await caches.delete(name)
    await registration.unregister()
  })())
})
`

const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  // Evaluated at each request of a browser: what is switched off is off at the next visit.
  'cache-control': 'no-cache',
  // A worker has a policy of its own: it fetches pages and files of ours.
  'content-security-policy': "default-src 'none'; connect-src 'self'",
}

export function createServiceWorker({
  isOn,
  site,
}: {
  isOn: boolean
  site: Pick<Site, 'has' | 'file'>
}): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get(serviceWorkerPath, async (c) => {
    if (!isOn) return new Response(ending, { headers })
    if (!site.has(serviceWorkerPath)) return c.notFound()
    const requested = {
      acceptEncoding: c.req.header('accept-encoding'),
      ifNoneMatch: c.req.header('if-none-match'),
    }
    const file = await site.file(serviceWorkerPath, requested)
    for (const [name, value] of Object.entries(headers)) file.headers.set(name, value)
    return file
  })
  return app
}
