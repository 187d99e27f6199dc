// A second factor for someone in a test, as an authenticator app would have it.
import { TOTP } from 'otpauth'
import type { Person } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'

/**
 * Their session has a second factor from now on, after the password was shown; answers the app that shows its codes.
 * It is new: what demands one that is days old needs `ageFactors` besides.
 */
export async function addSecondFactor({
  client,
  password,
}: Pick<Person, 'client' | 'password'>): Promise<TOTP> {
  mustWork(await client.auth.updateUser({ current_password: password }))
  const factor = mustWork(await client.auth.mfa.enroll({ factorType: 'totp' }))
  if (factor.type !== 'totp') throw new Error('another factor than was requested')
  const app = new TOTP({ secret: factor.totp.secret })
  mustWork(await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: app.generate() }))
  return app
}

/** As if the factors of this account had been there for longer: 72 hours and a minute by default. */
export async function ageFactors(
  databaseUrl: string,
  userId: string,
  by = '72 hours 1 minute',
): Promise<void> {
  await asOwner(databaseUrl, (client) =>
    client.query(
      `update auth.mfa_factors set created_at = created_at - $2::interval, updated_at = updated_at - $2::interval
       where user_id = $1`,
      [userId, by],
    ),
  )
}
