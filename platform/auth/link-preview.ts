// POST /verify/preview: whose account a mailed link opens, without using the link up; where links lead to a page.
import { z } from 'zod'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'
import { findByToken } from './one-time-tokens.ts'
import { optionalText, parseBody } from './request.ts'
import { keepsPassword } from './sign-up-browser.ts'
import { inTransaction } from './transaction.ts'
import { findUserById } from './users.ts'
import { expiredLink, readTypes } from './verify.ts'

const previewBody = z.object({ type: optionalText, token_hash: optionalText })

export interface LinkPreview {
  /** The account's address, masked; of a change the present one. */
  email: string
  /** The signed-in user already compares it: many addresses are alike once they are masked. */
  user_id: string
  /** For a change: the address that it becomes, masked. */
  new_email?: string
  /** The account has no password afterwards: the page lets its owner choose one. */
  password_needed: boolean
}

/** POST, so that the token stands in no log; a link that is used up or too old is refused as its use would be. */
export async function previewLink(auth: AuthContext, request: AuthRequest): Promise<Response> {
  if (!auth.settings.confirmationPage) throw new AuthError(404, 'not_found', 'Not found')
  const { type, token_hash } = parseBody(previewBody, request)
  const types = readTypes(type)
  if (!token_hash) throw badRequest('A token hash is needed')
  const preview = await inTransaction(auth, async (client): Promise<LinkPreview> => {
    const result = await findByToken(auth, client, token_hash, types, request.now)
    const user = result && (await findUserById(client, result.user_id))
    if (!user) throw expiredLink()
    const isSignUp = result.token_type === 'confirmation_token' && user.email_confirmed_at === null
    const isChange = result.token_type.startsWith('email_change')
    return {
      email: maskEmail(user.email ?? ''),
      user_id: user.id,
      ...(isChange && { new_email: maskEmail(user.email_change) }),
      password_needed: isSignUp && !keepsPassword(auth, request, result.sign_up),
    }
  })
  return Response.json(preview)
}

/** As much as its owner needs to know it again: m•••@example.com. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at < 1 ? '' : `${first}•••${email.slice(at)}`
}
