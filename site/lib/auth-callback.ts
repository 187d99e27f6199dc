/** What a link from a mail brought in the address: read once, before any route can act, then wiped from the bar. */

export type AuthCallback =
  | { kind: 'none' }
  /** Tokens in the hash (implicit flow). `purpose` is the link's type: signup, recovery, magiclink… */
  | { kind: 'tokens'; purpose: string; accessToken: string; refreshToken: string }
  /** A code in the query (PKCE flow), to be exchanged with the verifier this device kept. */
  | { kind: 'code'; code: string }
  | { kind: 'error'; code: string; description: string }
  /** Half of a two-sided confirmation is done; the service says what comes next. */
  | { kind: 'message'; text: string }

export function parseAuthCallback(hash: string, search: string): AuthCallback {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const query = new URLSearchParams(search)
  const read = (name: string) => fragment.get(name) ?? query.get(name)

  const code = read('error_code') ?? read('error')
  if (code) return { kind: 'error', code, description: read('error_description') ?? '' }
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

const callbackPath = '/auth'
const callbackNames = ['code', 'error', 'error_code', 'error_description', 'sb']

/**
 * Taken while this module loads, so that no redirect runs first. The address is cleaned with replaceState:
 * tokens must not stay in the history of a shared phone.
 */
export const authCallback: AuthCallback = takeAuthCallback()

function takeAuthCallback(): AuthCallback {
  if (typeof window === 'undefined') return { kind: 'none' }
  const { hash, search, pathname } = window.location
  // Only our own sign-in page gives `code` and `error` in the query this meaning.
  const callback = parseAuthCallback(hash, pathname === callbackPath ? search : '')
  if (callback.kind === 'none') return callback
  if (pathname !== callbackPath) {
    // A link whose landing page was refused falls back to the site's root: it is still handled in one place.
    window.location.replace(callbackPath + hash)
    return { kind: 'none' }
  }
  const query = new URLSearchParams(search)
  for (const name of callbackNames) query.delete(name)
  const rest = query.toString()
  window.history.replaceState(window.history.state, '', callbackPath + (rest ? `?${rest}` : ''))
  return callback
}
