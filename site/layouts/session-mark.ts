/**
 * Two small inline scripts that make the header right before our own scripts load, and the one that decides
 * when those load. All three are fixed text: the server writes them into the page and allows them by their hash.
 */
import { sessionStorageKey } from '#site/lib/session-key.ts'

/** In the head: marks the document when a session is kept, and remembers the name to show. */
export const markSession = !import.meta.env.SSR
  ? ''
  : `try {
  var k = ${JSON.stringify(sessionStorageKey)}, s = JSON.parse(sessionStorage.getItem(k) || localStorage.getItem(k)), r = document.documentElement.dataset
  if (s && s.refresh_token && s.user) {
    r.session = 'in'
    r.user = (s.user.email || '').split('@')[0] || 'User'
  }
} catch (e) {}`

/** Right after the header: writes that name into the menu, as text. */
export const nameUser = !import.meta.env.SSR
  ? ''
  : `(function (name) {
  if (name) document.querySelectorAll('[data-user-name]').forEach(function (e) { e.textContent = name })
})(document.documentElement.dataset.user)`

/**
 * Starts the page's module script, which the server has turned into inert text, once the page stands: after
 * load and idle, on the first touch, key or focus, and on slow or metered links only then. Pages that are
 * nothing without scripts (data-hydrate="soon") start right after load on every link, pages with a form
 * (data-hydrate="form") where the link allows. The modules that the server has listed are then fetched at once
 * instead of one behind the other. A tap on a button that only scripts can answer is kept for them.
 */
export const startLate = !import.meta.env.SSR
  ? ''
  : `(function (d, w) {
  var wakes = ['pointerdown', 'keydown', 'focusin']
  function start() {
    var late = d.querySelector('script[type="text/late"]')
    if (!late) return
    wakes.forEach(function (e) { w.removeEventListener(e, start, true) })
    late.type = 'text/started'
    late.dataset.modules.split(' ').filter(Boolean).forEach(function (href) {
      var link = d.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      d.head.append(link)
    })
    var script = d.createElement('script')
    script.type = 'module'
    script.textContent = late.textContent
    d.head.append(script)
  }
  var net = navigator.connection || {}, page = d.documentElement.dataset, soon = page.hydrate == 'soon'
  w.addEventListener('click', function (e) {
    if (!page.live) w.earlyTap = e.target.closest('button[type=button]')
  })
  wakes.forEach(function (e) { w.addEventListener(e, start, true) })
  if (soon || !(net.saveData || /2g|3g/.test(net.effectiveType))) w.addEventListener('load', function () {
    if (page.hydrate || !w.requestIdleCallback) setTimeout(start)
    else requestIdleCallback(start, { timeout: 3000 })
  })
})(document, window)`

/** Once the page answers: does what the last tap on a button asked for before. */
export function repeatEarlyTap(): void {
  const { earlyTap } = window as { earlyTap?: HTMLElement | null }
  if (earlyTap?.isConnected) earlyTap.click()
}

/** Keeps the mark on <html> in step with the known state of the session. */
export function markDocument(isSignedIn: boolean): void {
  if (isSignedIn) document.documentElement.dataset.session = 'in'
  else delete document.documentElement.dataset.session
}
