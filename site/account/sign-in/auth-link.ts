/** Whose account a link opens, queried from the service before the link is used; nothing in the link itself is believed. */
import { authCallback } from '#site/lib/auth-callback.ts'
import { fetchJson, ServerError } from '#site/lib/call-server.ts'
import { readPublishableKey } from '#site/lib/page-data.ts'

type Answer = Record<string, unknown>

export interface LinkAccount {
  /** Masked: m•••@example.com. */
  email: string
  /** The signed-in user already compares it: many addresses are alike once they are masked. */
  userId: string
  /** For a change: what the address becomes, masked. */
  newEmail?: string
  /** The sign-up was not begun in this browser: its password does not count. */
  isPasswordNeeded: boolean
}

export async function readLinkAccount(): Promise<LinkAccount> {
  if (authCallback.kind === 'link') {
    const { tokenHash, purpose } = authCallback
    const link = { token_hash: tokenHash, type: purpose }
    const result = await fetchJson<Answer>('POST', '/auth/v1/verify/preview', link, {
      as: 'nobody',
      serviceKey: readPublishableKey(),
      fallback: '',
    })
    return {
      email: String(result.email ?? ''),
      userId: String(result.user_id ?? ''),
      ...(typeof result.new_email === 'string' && { newEmail: result.new_email }),
      isPasswordNeeded: result.password_needed === true,
    }
  }
  if (authCallback.kind !== 'tokens') throw new ServerError(400, '')
  const { accessToken } = authCallback
  const { id, email } = await fetchJson<Answer>('GET', '/auth/v1/user', undefined, {
    as: { accessToken },
    serviceKey: readPublishableKey(),
  }).catch((error) => {
    // The token stands in the link: what the service says of it is no word for its holder.
    throw error instanceof ServerError && !error.mayTryAgain
      ? new ServerError(error.status, '', [], error.code)
      : error
  })
  return { email: maskEmail(String(email ?? '')), userId: String(id ?? ''), isPasswordNeeded: false }
}

/** As the service masks: m•••@example.com. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at < 1 ? '' : `${first}•••${email.slice(at)}`
}
