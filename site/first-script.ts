/**
 * The one inline script of a page, as fixed text: the server writes it behind the hero of each page, and allows it by
 * its hash (`server/pages/finish-page.ts`). The parser pauses at a script, and what stands before it is drawn then:
 * in the head that would be nothing, behind the header a frame that delays the hero. It takes itself out, so
 * that React finds what it has written.
 */
import { askingPath } from '#domain/guest-links.ts'
import { serviceWorkerPath } from '#domain/service-worker.ts'
import { sentHereKey } from '#site/lib/draft.ts'
import { sentHereRetainedMs } from '#site/lib/sent-here.ts'
import { sessionStorageKey } from '#site/lib/session-key.ts'

/** Marks the document by whether a session is stored, and writes the name into the menu, as text. */
const markSession = `
  try {
    var k = ${JSON.stringify(sessionStorageKey)}, s = JSON.parse(sessionStorage.getItem(k) || localStorage.getItem(k))
    if (s && s.refresh_token && s.user) {
      page.session = 'in'
      d.querySelectorAll('[data-user-name]').forEach(function (e) { e.textContent = (s.user.email || '').split('@')[0] || 'User' })
    }
  } catch (e) {}
  page.session = page.session || 'out'`

/** The home page's line about what was last sent from this device, and the way to it; again when the visitor comes there within the open site. */
const showSent = `
  w.showSent = function () {
    var line = d.querySelector('[data-sent]'), sent
    if (!line) return
    try {
      sent = JSON.parse(localStorage.getItem(${JSON.stringify(sentHereKey)}))[0]
    } catch (e) {}
    line.hidden = !sent || sent.sentAt < Date.now() - ${sentHereRetainedMs}
    if (line.hidden) return
    line.children[1].href = /^\\/account\\//.test(sent.path) ? sent.path : ${JSON.stringify(askingPath(''))} + sent.reference
    line.firstChild.textContent = 'You sent ' + sent.reference + ' on ' +
      new Date(sent.sentAt).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'Africa/Lagos' }).replace(' ', '\\u00a0') + '.'
  }
  w.showSent()`

/**
 * Starts the page's module script, which the server has turned into inert text, once the page stands: after
 * load and idle, on the first touch, key or focus, and on slow or metered links only then; but not when a link is
 * touched, which opens another document: this one's scripts would only hold that up. Pages that are
 * nothing without scripts (data-hydrate="soon") start right after load on every link, pages
 * with a form (data-hydrate="form") where the link allows, and never before the whole page has been drawn.
 *
 * The modules that the server has listed are fetched at once instead of one behind the other, and run one by one, so
 * that no task is long; the entry, which draws, comes last. Where one of them cannot be had, the page says so
 * (data-lost), and the next touch tries again; browsers that remember a failed module stay so until the page is loaded
 * again. A tap on a button that only scripts can answer is stored for them: before React sees it, which lets no event
 * pass that it cannot answer yet; where it could hydrate at once and has answered, the tap is done.
 *
 * The browser restores where a document was scrolled to, also one that the router had scrolled before. Its entry of the
 * history gets a key, by which the router distinguishes it from other documents. Going back to another page before the router
 * is there loads that page.
 */
const startLate = `
  var wakes = ['pointerdown', 'keydown', 'focusin'], net = navigator.connection || {}
  var at = location.pathname + location.search
  function wake() {
    wakes.forEach(function (e) { w.addEventListener(e, touched, true) })
  }
  function touched(e) {
    if (e.type == 'keydown' || !e.target.closest || !e.target.closest('a[href]')) start()
  }
  function start() {
    var late = d.querySelector('body>script[type="text/late"]')
    if (!late) return
    wakes.forEach(function (e) { w.removeEventListener(e, touched, true) })
    if (!(history.state || {}).key)
      history.replaceState(Object.assign({}, history.state, { key: Math.random().toString(36).slice(2) }), '')
    late.type = 'text/started'
    var modules = late.dataset.modules.split(' ').filter(Boolean)
    modules.forEach(function (href) {
      var link = d.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      d.head.append(link)
    })
    modules.reduce(function (before, href) {
      return before.then(function () { return /entry.client/.test(href) ? fetch(href) : import(href) })
    }, Promise.resolve()).then(function () {
      delete page.lost
      var script = d.createElement('script')
      script.type = 'module'
      script.textContent = code = late.textContent
      d.head.append(script)
    }, function () {
      late.type = 'text/late'
      page.lost = ''
      wake()
    })
  }
  function rest() {
    if (page.hydrate || !w.requestIdleCallback) setTimeout(start)
    else requestIdleCallback(start, { timeout: 3000 })
  }
  function tap(e) {
    w.tapped = w.answers ? null : e.target.closest('button[type=button]')
  }
  w.addEventListener('click', tap, true)
  w.addEventListener('click', tap)
  w.addEventListener('popstate', function () {
    if (!page.live && at != location.pathname + location.search) location.reload()
  })
  history.scrollRestoration = 'auto'
  wake()
  if (page.hydrate == 'soon' || !(net.saveData || /2g|3g/.test(net.effectiveType))) w.addEventListener('load', function () {
    requestAnimationFrame(function () { requestAnimationFrame(rest) })
  })`

/**
 * The browser writes no text as markup or as script (`require-trusted-types-for`), but for these: React's empty elements,
 * what the page came with in its head (styles, facts for search engines), and the one late script, which the policy knows by its hash besides. A worker is started
 * from one address.
 */
const trustOurTexts = `
  var code, texts = ['', ' ', '<script><\\/script>']
  d.querySelectorAll('head style,head script').forEach(function (e) { texts.push(e.textContent) })
  try {
    trustedTypes.createPolicy('default', {
      createHTML: function (t) { return texts.includes(t) ? t : null },
      createScript: function (t) { return t == code ? t : null },
      createScriptURL: function (t) { return t == '${serviceWorkerPath}' ? t : null }
    })
  } catch (e) {}`

/** A session in the fragment is taken by the sign-in page alone, after a question: elsewhere it is a stranger's trap. */
const wipeTokens = `
  if (location.pathname != '/auth' && /[#&][a-z_]+_token=/.test(location.hash))
    history.replaceState(history.state, '', location.pathname + location.search)`

export const firstScript = `(function (d, w) {
  var page = d.documentElement.dataset
  d.currentScript.remove()${trustOurTexts}${wipeTokens}${markSession}${showSent}${startLate}
})(document, window)`
