/** From the link of an invitation to an account with a password. */
import * as z from 'zod/mini'
import { accountMessages, joinSchema } from '#domain/account/accounts.ts'
import { adminPaths } from '#domain/admin/admin.ts'
import { type AuthFailure, attempt, hintFor, readable } from '#site/account/auth-form/auth-failure.ts'
import { connectAuth } from '#site/lib/auth-state.ts'
import { fetchJson, ServerError } from '#site/lib/call-server.ts'

const usedUp = 'This link does not work any more. Load the page again to see why.'

/** The invitation's own link of the sign-in service, verified at once: the account is proved and signed in. */
export function openInvitedAccount(token: string): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    try {
      const { tokenHash } = await fetchJson<{ tokenHash: string }>(
        'POST',
        adminPaths.invitationLink,
        { token },
        { as: 'nobody' },
      )
      const client = await connectAuth()
      const { error } = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'invite' })
      return error && { message: readable(error).message || accountMessages.unexpected, hint: hintFor(error) }
    } catch (error) {
      if (error instanceof ServerError) return { message: error.status === 404 ? usedUp : error.message }
      throw error
    }
  })
}

/** The name goes where colleagues read it. The password is shown once more, so that a second step may be set up now. */
export function chooseFirstPassword(values: Record<string, string>): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const { fullName, password } = z.parse(joinSchema, values)
    const client = await connectAuth()
    const { data, error } = await client.auth.updateUser({ password, data: { full_name: fullName } })
    // A press that was not answered may have set it already.
    if (error && error.code !== 'same_password')
      return { message: readable(error).message || accountMessages.unexpected, hint: hintFor(error) }
    await client.auth.updateUser({ current_password: password })
    const userId = data.user?.id
    if (userId) await client.from('profiles').update({ full_name: fullName }).eq('id', userId)
    return null
  })
}
