/**
 * What a link brought in the address: read once, before any route can act, then wiped from the bar. Nothing of it signs
 * anybody in by itself: a link may be a stranger's, so the sign-in page names the account and waits for a press.
 */
import { parseNextPath } from '#site/lib/next-path.ts'

/** What a mail's link is for, by the names that the service verifies. */
const linkTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const
export type LinkType = (typeof linkTypes)[number]

export type AuthCallback =
  | { kind: 'none' }
  /** A mail's link, to be verified by a press. */
  | { kind: 'link'; purpose: LinkType; tokenHash: string }
  /** Tokens in the hash (implicit flow), to be taken by a press. `purpose` is the link's type: signup, recovery… */
  | { kind: 'tokens'; purpose: string; accessToken: string; refreshToken: string }
  /** A code in the query (PKCE flow), to be exchanged with the verifier that this browser stored when it set out. */
  | { kind: 'code'; code: string }
  | { kind: 'error'; code: string; description: string }
  /** Half of a two-sided confirmation is done; the service says what comes next. */
  | { kind: 'message'; text: string }

const callbackPath = '/auth'

export function parseAuthCallback(hash: string, search: string): AuthCallback {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const query = new URLSearchParams(search)
  const read = (name: string) => fragment.get(name) ?? query.get(name)

  const code = read('error_code') ?? read('error')
  if (code) return { kind: 'error', code, description: read('error_description') ?? '' }
  const tokenHash = query.get('token_hash')
  const purpose = linkTypes.find((type) => type === query.get('type'))
  if (tokenHash && purpose) return { kind: 'link', purpose, tokenHash }
  const accessToken = fragment.get('access_token')
  const refreshToken = fragment.get('refresh_token')
  if (accessToken && refreshToken) {
    return { kind: 'tokens', purpose: fragment.get('type') ?? '', accessToken, refreshToken }
  }
  const exchangeCode = query.get('code')
  if (exchangeCode) return { kind: 'code', code: exchangeCode }
  const message = fragment.get('message')
  return message ? { kind: 'message', text: message } : { kind: 'none' }
}

/** The query without what a link brought; where the link leads further on this site, that page is the next one. */
export function cleanQuery(search: string, origin: string): string {
  const query = new URLSearchParams(search)
  const further = query.get('redirect_to') ?? ''
  for (const name of [
    'code',
    'error',
    'error_code',
    'error_description',
    'sb',
    'token_hash',
    'type',
    'redirect_to',
  ])
    query.delete(name)
  if (URL.canParse(further)) {
    const url = new URL(further)
    // A sign-up begins on the sign-in page, which knows where its person was going.
    const wanted = url.pathname === callbackPath ? url.searchParams.get('next') : url.pathname + url.search
    const next = url.origin === origin ? parseNextPath(wanted) : null
    if (next) query.set('next', next)
  }
  return query.toString()
}

/**
 * Taken while this module loads, so that no redirect runs first. The address is cleaned with replaceState: tokens must
 * not stay in the history of a shared phone.
 */
export const authCallback: AuthCallback = takeAuthCallback()

function takeAuthCallback(): AuthCallback {
  if (typeof window === 'undefined') return { kind: 'none' }
  const { hash, search, pathname, origin } = window.location
  // Only the sign-in page gives the query this meaning, and it alone takes tokens.
  const isCallback = pathname === callbackPath
  const callback = parseAuthCallback(hash, isCallback ? search : '')
  if (callback.kind === 'none') return callback
  if (!isCallback) {
    // The first script of the page has wiped tokens already, where it ran.
    if (callback.kind === 'tokens') window.history.replaceState(window.history.state, '', pathname + search)
    // A link whose landing page was refused falls back to the site's root: what it says is shown in one place.
    else window.location.replace(callbackPath + hash)
    return { kind: 'none' }
  }
  const rest = cleanQuery(search, origin)
  window.history.replaceState(window.history.state, '', callbackPath + (rest ? `?${rest}` : ''))
  return callback
}
