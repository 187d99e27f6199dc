// Opens a long form again without a line. One registration for each form's address, which is its scope: no other page is
// touched. What it caches is the page as it is for everybody and the files of its build, and nothing of any person (ADR 0069).
const prefix = 'long-forms '
const timeoutMs = 8000
const own = new URL(registration.scope).pathname

addEventListener('install', (event) => {
  skipWaiting()
  // Without cookies: what is stored is nobody's.
  event.waitUntil(fetch(own, { credentials: 'omit' }).then(storePage))
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && pathname === own) event.respondWith(openPage(event))
  else if (pathname.startsWith('/assets/'))
    event.respondWith(caches.match(pathname).then((stored) => stored ?? fetch(request)))
})

// The page names the files that it has loaded: also those that come when a step needs them.
addEventListener('message', (event) => {
  event.waitUntil(storeFiles(event.data))
})

/** The line's page first; the stored one when there is no line, none that answers in time, or a fault behind it. */
async function openPage(event) {
  const stored = await caches.match(own)
  const fresh = fetch(event.request)
  event.waitUntil(fresh.then((page) => storePage(page.clone())).catch(() => {}))
  if (!stored) return fresh
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs))
  const page = await Promise.race([fresh, timeout]).catch(() => {})
  return page && page.status < 500 ? page : stored
}

/** By build: the first page of a new one ends what was stored of the one before. */
async function storePage(page) {
  if (page.status !== 200 || page.redirected || page.headers.get('cache-control') !== 'no-cache') return
  const [, build] = /\/assets\/manifest-([\w-]+)\.js/.exec(await page.clone().text()) ?? []
  if (!build) return
  const name = prefix + build
  await (await caches.open(name)).put(own, page)
  for (const other of await caches.keys())
    if (other.startsWith(prefix) && other !== name) await caches.delete(other)
}

async function storeFiles(paths) {
  const name = (await caches.keys()).find((known) => known.startsWith(prefix))
  if (!name) return
  const cache = await caches.open(name)
  for (const path of paths)
    if (/^\/assets\/[\w.-]+$/.test(path) && !(await cache.match(path))) await cache.add(path).catch(() => {})
}
