// Anyone who types the code of GET /reauthenticate reads the account's mailbox.
import { accountDeletionMessages } from '#domain/account/account-deletion.ts'
import { ownSecretsMessages } from '#domain/account/own-secrets.ts'
import { vaultMessages } from '#domain/vault.ts'
import { type AppContext, RefusedError } from '#server/http/answers.ts'
import type { Session, SessionOptions } from '#server/http/session.ts'

/** The code is spent by this, and wrong ones are counted, as at every sign-in by code. */
export async function proveMailbox(
  { services, publishableKey }: Pick<SessionOptions, 'services' | 'publishableKey'>,
  c: AppContext,
  { email, code }: { email: string; code: string },
): Promise<void> {
  const token = code.replace(/[\s-]/g, '')
  // With the request's own bindings: limits count by where it comes from.
  const response = await services.request(
    '/auth/v1/verify',
    {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'reauthentication', email, token }),
    },
    c.env,
  )
  if (response.ok) return endSession(services, publishableKey, c, await response.json())
  if (response.status === 429) throw new RefusedError('too_many')
  if (response.status >= 500) throw new RefusedError('unavailable')
  const message = accountDeletionMessages.wrongCode
  throw new RefusedError('invalid', { errors: [{ field: 'code', message }] })
}

/** A right code signs in as well: nobody uses that session, and its owner would read of a device that is not theirs. */
async function endSession(
  services: SessionOptions['services'],
  apikey: string,
  c: AppContext,
  signedIn: unknown,
): Promise<void> {
  const authorization = `Bearer ${(signedIn as { access_token: string }).access_token}`
  const path = '/auth/v1/logout?scope=local'
  await services.request(path, { method: 'POST', headers: { apikey, authorization } }, c.env)
}

/** A session as strong as its account allows, and a code from its mailbox; answers the mailbox. */
export async function proveOwner(
  options: Pick<SessionOptions, 'services' | 'publishableKey'>,
  c: AppContext,
  { caller, account }: Session,
  code: string,
): Promise<string> {
  const { aal } = JSON.parse(caller.claims) as { aal?: unknown }
  if (aal !== 'aal2' && account.factors?.some(({ status }) => status === 'verified'))
    throw new RefusedError('forbidden', { message: vaultMessages.secondFactor })
  if (!/^\d{6}$/.test(code.replace(/[\s-]/g, '')))
    throw new RefusedError('invalid', { errors: [{ field: 'code', message: ownSecretsMessages.typeCode }] })
  await proveMailbox(options, c, { email: account.email, code })
  return account.email
}
