// Opens a long form again without a line. One registration for each form's address, which is its scope, and one for the rest of
// the site, which says that there is no line where there is none. What it caches is the page as it is for everybody and the files
// of its build, and nothing of any person (ADR 0069).
const prefix = 'long-forms '
const timeoutMs = 8000
const own = new URL(registration.scope).pathname
const isForm = own !== '/'

addEventListener('install', (event) => {
  skipWaiting()
  // Without cookies: what is stored is nobody's.
  if (isForm) event.waitUntil(fetch(own, { credentials: 'omit' }).then(storePage))
})

addEventListener('activate', (event) => {
  // The page is requested while the worker starts: with a line nobody waits for it.
  if (!isForm) event.waitUntil(registration.navigationPreload?.enable())
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && !isForm) event.respondWith(openAnyPage(event))
  else if (request.mode === 'navigate' && pathname === own) event.respondWith(openPage(event))
  else if (isForm && pathname.startsWith('/assets/'))
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

async function openAnyPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return sayNoLine()
  }
}

/** The pages of the forms that are stored, with the titles that they have; as markup, as they stand there. */
async function listForms() {
  const forms = []
  for (const name of await caches.keys()) {
    if (!name.startsWith(prefix)) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/assets/')) continue
      const [, title = pathname] =
        /<title>(.*?)<\/title>/.exec(await (await cache.match(request)).text()) ?? []
      forms.push({ pathname, title: title.split(' | ')[0], company: title.split(' | ')[1] ?? '' })
    }
  }
  return forms
}

/** Tried again by a reload: a link to the same page would lose what stands behind #, which is all that a guest link is. */
async function sayNoLine() {
  const forms = await listForms()
  const nonce = crypto.randomUUID()
  const links = forms.map(({ pathname, title }) => `<li><a href="${pathname}">${title}</a>`).join('')
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>There is no line</title><style nonce="${nonce}">
body{margin:0;background:#fbf8f1;color:#16241c;font:1.0625rem/1.6 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header{background:#123a26;color:#fbf8f1;font-weight:600}
header,main{padding:1rem max(1rem,50vw - 32rem)}
h1{font:600 2rem/1.2 ui-serif,"Iowan Old Style","Noto Serif",Georgia,serif}
p,ul{max-width:65ch}ul{padding:0;list-style:none}
a{color:#1e5b3a;display:inline-block;min-height:2.5rem;line-height:2.5rem}
button{background:#1e5b3a;border:0;border-radius:4px;color:#fbf8f1;font:inherit;font-weight:600;line-height:2.5rem;padding:.15rem 1.2rem}
:focus-visible{outline:3px solid #27386b;outline-offset:2px}
</style><header>${forms[0]?.company ?? ''}</header><main><h1>There is no line</h1>
<p>This page is not kept on this device. It opens when the line is back.
<p><button type="button">Try again</button>
${links && `<p>Without a line you can go on with a form that you began here. What you type is kept, and you send it when the line is back.<ul>${links}</ul>`}
</main><script nonce="${nonce}">document.querySelector('button').onclick = () => location.reload()</script></html>`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}
