// Makes a confirmed account without a mail: for the operator's command line, never behind a public path.
import type { AuthContext } from './context.ts'
import { spendTokens } from './one-time-tokens.ts'
import { checkPasswordStrength } from './passwords.ts'
import { checkMetadataSize, readEmail } from './request.ts'
import { inTransaction } from './transaction.ts'
import { confirmEmail, insertUser, lockUserByEmail, type Metadata } from './users.ts'

export interface CreatedUser {
  id: string
  /** False when the address had a confirmed account: it and its password were left as they are. */
  created: boolean
}

export type CreateUser = (user: {
  email: string
  password: string
  metadata?: Metadata
}) => Promise<CreatedUser>

/** Safe to repeat. Throws an AuthError with a readable message for a bad address or a weak password. */
export function createUserMaker(auth: AuthContext): CreateUser {
  return async ({ email: input, password, metadata = {} }) => {
    const email = readEmail(input)
    await checkPasswordStrength(password, auth.settings.passwords)
    checkMetadataSize(auth, metadata)
    const passwordHash = await auth.hasher.hash(password)
    const now = auth.clock()
    return inTransaction(auth, async (client) => {
      const newOne = await insertUser(client, { email, passwordHash, metadata, confirmed: true }, now)
      if (newOne) return { id: newOne.id, created: true }
      const user = await lockUserByEmail(client, email)
      if (!user) throw new Error('the address belongs to a deleted account')
      if (user.email_confirmed_at) return { id: user.id, created: false }
      // Someone has signed up with this address and never proved it: neither password nor mails of theirs count.
      await spendTokens(client, user.id, ['confirmation_token', 'recovery_token'])
      await client.query('update auth.users set encrypted_password = $2 where id = $1', [
        user.id,
        passwordHash,
      ])
      await confirmEmail(client, user, now)
      return { id: user.id, created: true }
    })
  }
}
