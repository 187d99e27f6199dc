// A second factor for somebody in a test, as an authenticator app would have it.
import { TOTP } from 'otpauth'
import { mustWork, type Person } from '#tests/harness/house.ts'

/** Their session has a second factor from now on; answers the app that shows its codes. */
export async function addSecondFactor({ client }: Pick<Person, 'client'>): Promise<TOTP> {
  const factor = mustWork(await client.auth.mfa.enroll({ factorType: 'totp' }))
  if (factor.type !== 'totp') throw new Error('another factor than was asked for')
  const app = new TOTP({ secret: factor.totp.secret })
  mustWork(await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: app.generate() }))
  return app
}
