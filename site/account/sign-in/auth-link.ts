/** Whose account a link opens, asked of the service before the link is used; nothing in the link itself is believed. */

import { authCallback } from '#site/lib/auth-callback.ts'
import { networkHint } from '#site/lib/network.ts'
import { readPublishableKey } from '#site/lib/page-data.ts'

export interface LinkAccount {
  /** Masked: m•••@example.com. */
  email: string
  /** Whoever is signed in already compares it: many addresses are alike once they are masked. */
  userId: string
  /** Of a change: what the address becomes, masked. */
  newEmail?: string
  /** The sign-up was not begun in this browser: its password does not count. */
  isPasswordNeeded: boolean
}

export class LinkError extends Error {
  readonly code: string
  /** The link may be good: the service did not answer, or has to be spared for a moment. */
  readonly mayTryAgain: boolean

  constructor(message: string, code = '', mayTryAgain = false) {
    super(message)
    this.name = 'LinkError'
    this.code = code
    this.mayTryAgain = mayTryAgain
  }
}

const timeoutMs = 30_000

export async function readLinkAccount(): Promise<LinkAccount> {
  if (authCallback.kind === 'link') {
    const { tokenHash, purpose } = authCallback
    const found = await call('POST', '/auth/v1/verify/preview', {
      body: JSON.stringify({ token_hash: tokenHash, type: purpose }),
    })
    return {
      email: String(found.email ?? ''),
      userId: String(found.user_id ?? ''),
      ...(typeof found.new_email === 'string' && { newEmail: found.new_email }),
      isPasswordNeeded: found.password_needed === true,
    }
  }
  if (authCallback.kind !== 'tokens') throw new LinkError('')
  const { accessToken } = authCallback
  const { id, email } = await call('GET', '/auth/v1/user', { authorization: `Bearer ${accessToken}` })
  return { email: maskEmail(String(email ?? '')), userId: String(id ?? ''), isPasswordNeeded: false }
}

async function call(
  method: 'GET' | 'POST',
  path: string,
  { body, authorization }: { body?: string; authorization?: string },
): Promise<Record<string, unknown>> {
  const response = await fetch(path, {
    method,
    headers: {
      apikey: readPublishableKey(),
      'x-supabase-api-version': '2024-01-01',
      ...(body && { 'content-type': 'application/json' }),
      ...(authorization && { authorization }),
    },
    body,
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new LinkError(networkHint, '', true)
  })
  const answer = await response.json().catch(() => null)
  if (response.ok && answer) return answer
  throw new LinkError(
    authCallback.kind === 'tokens' ? '' : String(answer?.message ?? answer?.msg ?? ''),
    String(answer?.code ?? ''),
    response.status === 429 || response.status >= 500,
  )
}

/** As the service masks: m•••@example.com. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at < 1 ? '' : `${first}•••${email.slice(at)}`
}
