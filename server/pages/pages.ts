// Serves the site's documents: drawn by the bundle on first need, finished, cached; a hit costs what a file costs.
import { randomBytes } from 'node:crypto'
import type { Content } from '#domain/company/content.ts'
import type { PageContext } from '#domain/page-context.ts'
import { type PlainFormPage, plainFormPaths } from '#domain/registrations/plain-forms.ts'
import type { Log } from '#platform/log.ts'
import { isTemporary } from '#platform/rest/database-errors.ts'
import { encodeBody } from '#server/http/encoding.ts'
import type { SecurityHeaders } from '#server/http/security-headers.ts'
import { type BestEncoding, createBestEncoding } from './best-encoding.ts'
import type { PageMatch, SiteBundle } from './bundle.ts'
import { failurePage, retryAfter } from './failure-page.ts'
import { finishPage, hashText } from './finish-page.ts'
import { createPageStore } from './page-store.ts'
import { type CachedBody, type RequestHeaders, respondWith, tagOf } from './respond.ts'

export interface PagesOptions {
  /** Called once, at the first need. */
  load: () => Promise<SiteBundle>
  page: Omit<PageContext, 'requestPath'>
  security: SecurityHeaders
  log: Log
  onUnknownPage?: () => void
  best?: BestEncoding
}

export interface Pages {
  /** Answers GET and HEAD of a document, or of its data (`….data`, which client navigation requests). */
  answer(url: URL, requested: RequestHeaders): Promise<Response>
  /** Content has changed, or the day has: everything cached is drawn again on its next need. */
  drop(): void
  /** A public page with other content than what is published: for anyone who edits it, cached nowhere, without scripts. */
  preview(url: URL, content: Content): Promise<Response>
  /** A registration's page without scripts: drawn for one person, cached nowhere. */
  plainForm(form: PlainFormPage, status?: number): Promise<Response>
}

const maxPages = 500

export function createPages(options: PagesOptions): Pages {
  const { security, log } = options
  const best = options.best ?? createBestEncoding()
  // The best encoding takes a tenth of a second of a processor: worth it for what is requested again.
  const store = createPageStore(maxPages, best.improve)
  let bundle: Promise<SiteBundle> | undefined

  /** A loader hears of an outage as the answer 503, which the site knows how to draw; any other fault is its own 500. */
  const liveReads: Pick<PageContext, 'findProduct' | 'listExportProducts' | 'verifyDocument'> = {
    findProduct: (id) => options.page.findProduct(id).catch(refuseForNow),
    listExportProducts: () => options.page.listExportProducts().catch(refuseForNow),
    verifyDocument: (code) => options.page.verifyDocument(code).catch(refuseForNow),
  }

  function loadOnce(): Promise<SiteBundle> {
    bundle ??= options.load().catch((error: unknown) => {
      bundle = undefined
      throw error
    })
    return bundle
  }

  async function draw(
    site: SiteBundle,
    address: string,
    { kind, isMembers, isLive, isSecretive }: PageMatch,
  ): Promise<CachedBody> {
    const url = new URL(address, options.page.siteUrl)
    const mark = createMark()
    const page = { ...options.page, ...liveReads, requestPath: pagePathOf(url.pathname) }
    const rendered = await site.render(new Request(url), page, mark)
    const status = kind === 'unknown' && rendered.status === 200 ? 404 : rendered.status
    const headers: Record<string, string> = {}
    for (const name of ['content-type', 'location', 'x-remix-response', 'x-remix-redirect'])
      if (rendered.headers.has(name)) headers[name] = rendered.headers.get(name) ?? ''
    if (status === 503) headers['retry-after'] = retryAfter
    headers['cache-control'] = kind === 'guarded' || isLive || status >= 500 ? 'no-store' : 'no-cache'
    // Not on the public pages, which hold nothing: a browser changes its process for it, and paints 20 ms later.
    if (isMembers) headers['cross-origin-opener-policy'] = 'same-origin'
    if (isSecretive) headers['referrer-policy'] = 'no-referrer'
    let content = Buffer.from(await rendered.arrayBuffer())
    if (headers['content-type']?.startsWith('text/html')) {
      const { html, hashes } = finishPage(content.toString(), { ...site, mark })
      content = Buffer.from(html)
      headers['content-security-policy'] = security.pagePolicy(hashes)
    } else if (status >= 500 && status !== 503) throw new Error('the site could not draw the page')
    return { status, headers, etag: tagOf(content), body: await encodeBody(content, 'quick') }
  }

  return {
    async answer(url, requested) {
      try {
        const site = await loadOnce()
        const isData = url.pathname.endsWith('.data')
        const match = site.match(pagePathOf(url.pathname))
        const { kind, path, drawnAt, isLive } = match
        if (kind === 'unknown') options.onUnknownPage?.()
        else if (!isData && url.pathname !== '/' && url.pathname.endsWith('/'))
          return redirect(`${path}${url.search}`)
        const address = addressOf(drawnAt, isData)
        if (isLive) return respondWith(await draw(site, address, match), requested)
        // A page never depends on its query here, so one rendering serves all of them.
        const page = await store.get(address, () => draw(site, address, match))
        if (page.status === 200 || page.status === 404 || page.status === 503)
          return respondWith(page, requested)
        // A redirect may want the query; an error is worth another try. Neither is stored.
        return respondWith(await draw(site, `${address}${url.search}`, match), {
          ...requested,
          ifNoneMatch: undefined,
        })
      } catch (error) {
        if (isTemporary(error)) return failurePage(503)
        log.error({ error, path: url.pathname.slice(0, 200) }, 'a page failed')
        return failurePage(500)
      }
    },
    async preview(url, content) {
      const site = await loadOnce()
      const mark = createMark()
      // No draft changes what records say.
      const { records } = options.page.content
      const page = { ...options.page, content: { ...content, records }, requestPath: url.pathname }
      const rendered = await site.render(new Request(new URL(url.pathname, options.page.siteUrl)), page, mark)
      const { html, hashes } = finishPage(await rendered.text(), { ...site, mark })
      return new Response(html, {
        status: rendered.status,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex',
          // A script would read the address and draw another page.
          'content-security-policy': security
            .pagePolicy(hashes)
            .replace(/script-src [^;]*/, "script-src 'none'"),
        },
      })
    },
    async plainForm(form, status = 200) {
      const site = await loadOnce()
      const page = { ...options.page, ...liveReads, requestPath: plainFormPaths[form.form] }
      return answerPlainForm(await site.renderPlainForm(page, form), status, security)
    },
    drop: store.clear,
  }
}

/**
 * Without a script, and for one person alone. A form that was not taken is shown once more by the browser that sent it: a person
 * who goes back to it has what they typed, and no page of the browser's own. Secrets are never in it.
 */
export function answerPlainForm(
  { html, styles }: { html: string; styles: readonly string[] },
  status: number,
  security: SecurityHeaders,
): Response {
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': status === 422 ? 'private, no-cache' : 'private, no-store',
      'content-security-policy': security.pagePolicy({ scripts: [], styles: styles.map(hashText) }),
    },
  })
}

function refuseForNow(error: unknown): never {
  throw isTemporary(error) ? new Response(null, { status: 503 }) : error
}

/** Nothing that is drawn into a page can hold it. */
function createMark(): string {
  return randomBytes(18).toString('base64url')
}

/** React Router requests a page's data at `<page>.data`, and at `/_.data` below a trailing slash. */
function pagePathOf(pathname: string): string {
  return pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.replace(/\.data$/, '')
}

function addressOf(path: string, isData: boolean): string {
  if (!isData) return path
  return path === '/' ? '/_.data' : `${path}.data`
}

function redirect(location: string): Response {
  return new Response(null, { status: 308, headers: { location, 'cache-control': 'no-cache' } })
}
