// Marks the browser in which a sign-up was begun, so that its password counts only where it was chosen.
import { createHash, randomBytes } from 'node:crypto'
import type { AuthContext, AuthRequest } from './context.ts'
import type { SignUpChoice } from './one-time-tokens.ts'

const cookieName = 'sign-up-browser'
const form = /^[A-Za-z0-9_-]{43}$/

export interface SignUpBrowser {
  /** Stored with what the sign-up chose. */
  hash: string
  /** For the answer of the sign-up. */
  cookie: string
}

/**
 * Several sign-ups of one browser share its mark. No page of another site can plant one: it is random, HttpOnly, and
 * SameSite=Strict cookies of answers to cross-site requests are dropped.
 */
export function markSignUpBrowser({ settings }: AuthContext, request: AuthRequest): SignUpBrowser {
  const mark = readMark(request) ?? randomBytes(32).toString('base64url')
  const secure = settings.apiUrl.startsWith('https:') ? '; Secure' : ''
  return {
    hash: hashMark(mark),
    cookie: `${cookieName}=${mark}; Path=/auth/v1; Max-Age=${settings.otpExpirySeconds}; HttpOnly; SameSite=Strict${secure}`,
  }
}

/**
 * Whether the password that waits with a sign-up may become the account's: someone who merely follows the mail of a
 * sign-up that a stranger began must not confirm the stranger's password.
 */
export function keepsPassword(
  { settings }: Pick<AuthContext, 'settings'>,
  request: AuthRequest,
  signUp: SignUpChoice | null,
): boolean {
  if (!settings.bindSignUps) return true
  const mark = readMark(request)
  return mark !== undefined && signUp?.browser !== undefined && signUp.browser === hashMark(mark)
}

function readMark({ headers }: AuthRequest): string | undefined {
  for (const pair of (headers.get('cookie') ?? '').split(/;\s*/)) {
    const [name, value = ''] = pair.split('=')
    if (name === cookieName && form.test(value)) return value
  }
  return undefined
}

const hashMark = (mark: string): string => createHash('sha256').update(mark).digest('hex')
