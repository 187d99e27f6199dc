// Where links may lead: the site itself, and what the allow list names; anything else becomes the site.
import type { PlatformSettings } from '../settings.ts'
import type { AuthRequest } from './context.ts'
import type { AuthError } from './errors.ts'

type RedirectSettings = Pick<PlatformSettings, 'siteUrl' | 'redirectAllowList'>

const longestRedirect = 2048
const scriptSchemes = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:'])

/** From the `redirect_to` of the query or the header, without its fragment. */
export function readRedirect(settings: RedirectSettings, { query, headers }: AuthRequest): string {
  return allowedRedirect(settings, query.get('redirect_to') ?? headers.get('redirect_to') ?? '')
}

export function allowedRedirect(settings: RedirectSettings, wanted: string): string {
  if (wanted === '' || wanted.length > longestRedirect || !URL.canParse(wanted)) return settings.siteUrl
  const url = new URL(wanted)
  url.hash = ''
  // A name before @ makes another host look like ours.
  if (scriptSchemes.has(url.protocol) || url.username || url.password) return settings.siteUrl
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (isWeb && url.origin === new URL(settings.siteUrl).origin) return url.href
  const forms = [url.href, url.href.replace(/\/$/, '')]
  const allowed = settings.redirectAllowList.some((pattern) => {
    const expression = readPattern(pattern)
    return forms.some((form) => expression.test(form))
  })
  return allowed ? url.href : settings.siteUrl
}

// As upstream: `*` and `?` stop at the separators `.` and `/`, `**` does not; [a-z] and [!a-z] are one character.
function readPattern(pattern: string): RegExp {
  const parts = pattern.match(/\*\*|\*|\?|\[!?[^\]]+\]|[\s\S]/g) ?? []
  const source = parts.map((part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    if (part.length > 1) return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\')
    return part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  })
  return new RegExp(`^${source.join('')}$`)
}

/** The values in the fragment, which no server on the way sees; in the query too for those who read it there. */
export function redirectWith(to: string, values: Record<string, string>, inQueryToo = false): Response {
  const url = new URL(to)
  if (inQueryToo) for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  url.hash = new URLSearchParams(values).toString()
  return seeOther(url)
}

export function redirectWithQuery(to: string, values: Record<string, string>): Response {
  const url = new URL(to)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return seeOther(url)
}

/**
 * The site's own page that verifies a link by a press; undefined where links lead to GET /verify, as upstream's own
 * templates have it. It stands on the site's origin, or on another that the allow list names with this very page.
 */
export function confirmationUrl(
  settings: RedirectSettings & Pick<PlatformSettings, 'confirmationPage'>,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
): URL | undefined {
  const { siteUrl, confirmationPage } = settings
  if (!confirmationPage) return undefined
  const wanted = new URL(redirectTo)
  const beside = `${wanted.origin}${confirmationPage}`
  const isAllowed = allowedRedirect(settings, beside) === beside
  const page = new URL(confirmationPage, isAllowed ? wanted.origin : siteUrl)
  page.search = new URLSearchParams({ token_hash: token, type }).toString()
  if (![confirmationPage, '/'].includes(wanted.pathname) || wanted.search)
    page.searchParams.set('redirect_to', wanted.href)
  return page
}

/** 303: whatever the method was, the browser goes on with GET. */
export function seeOther(url: URL): Response {
  return new Response(null, {
    status: 303,
    headers: { location: url.href, 'referrer-policy': 'no-referrer' },
  })
}

/** A refusal for a person who follows links: as OAuth names it (RFC 6749, 4.1.2.1), with our own code beside it. */
export function describeRefusal({ status, code, message }: AuthError): Record<string, string> {
  return {
    error: oauthErrors[status] ?? 'server_error',
    error_code: code,
    error_description: message,
  }
}

const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  422: 'access_denied',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
}
