// Writes a mail with a one-time link and code, in the transaction of what it is about.
import type pg from 'pg'
import type { AuthContext } from './context.ts'
import { type Challenge, startFlow } from './flow-state.ts'
import { type CreatedToken, makeToken, type SignUpChoice, type TokenType } from './one-time-tokens.ts'
import { confirmationUrl } from './redirect.ts'
import type { AuthenticationMethod } from './sessions.ts'
import { fullNameOf, type UserRow } from './users.ts'

export type LinkKind = 'signup' | 'recovery' | 'magiclink' | 'invite' | 'email_change'

const purposes: Record<LinkKind, { tokenType: TokenType; sentAt: string; method: AuthenticationMethod }> = {
  signup: { tokenType: 'confirmation_token', sentAt: 'confirmation_sent_at', method: 'email/signup' },
  recovery: { tokenType: 'recovery_token', sentAt: 'recovery_sent_at', method: 'recovery' },
  magiclink: { tokenType: 'recovery_token', sentAt: 'recovery_sent_at', method: 'magiclink' },
  invite: { tokenType: 'confirmation_token', sentAt: 'confirmation_sent_at', method: 'invite' },
  email_change: {
    tokenType: 'email_change_token_new',
    sentAt: 'email_change_sent_at',
    method: 'email_change',
  },
}

export interface Link {
  user: UserRow
  kind: LinkKind
  mailbox: string
  /** When it is not the kind's usual one. */
  tokenType?: TokenType
  redirectTo: string
  challenge: Challenge | undefined
  signUp?: SignUpChoice | undefined
}

/** Whether the mailbox may have another mail is checked by the caller, before anything is looked up. */
export async function sendLink(
  auth: AuthContext,
  client: pg.ClientBase,
  link: Link,
  now: Date,
): Promise<void> {
  const { url, code, token } = await makeLink(auth, client, link, now)
  const page = confirmationUrl(auth.settings, { token, type: link.kind, redirectTo: link.redirectTo })
  const fullName = fullNameOf(link.user)
  await auth.sendMail(client, {
    kind: link.kind,
    to: link.mailbox,
    url: (page ?? url).href,
    code,
    expirySeconds: auth.settings.otpExpirySeconds,
    ...(fullName && { fullName }),
  })
}

export interface CreatedLink extends CreatedToken {
  url: URL
}

/** The link without the mail, for anyone who delivers it otherwise. */
export async function makeLink(
  auth: AuthContext,
  client: pg.ClientBase,
  link: Link,
  now: Date,
): Promise<CreatedLink> {
  const { user, kind, mailbox, redirectTo, challenge, signUp } = link
  const { tokenType, sentAt, method } = purposes[kind]
  const flowStateId = challenge && (await startFlow(client, { userId: user.id, challenge, method }, now))
  const { token, code } = await makeToken(
    auth,
    client,
    { userId: user.id, type: link.tokenType ?? tokenType, mailbox, flowStateId, signUp },
    now,
  )
  await client.query(`update auth.users set ${sentAt} = $2, updated_at = $2 where id = $1`, [user.id, now])
  const url = new URL(`${auth.settings.apiUrl}/auth/v1/verify`)
  url.search = new URLSearchParams({ token, type: kind, redirect_to: redirectTo }).toString()
  return { token, code, url }
}
