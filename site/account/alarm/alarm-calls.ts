/** The link "this was not me": what it is about, and saying so. Without a session: the link's secret is all it takes. */

import { type Alarm, ownSecretsPaths } from '#domain/account/own-secrets.ts'
import { formMessages } from '#domain/forms.ts'
import { networkHint } from '#site/lib/network.ts'

const patienceMs = 30_000

/** The service said no, or nothing: in words for people. */
export class AlarmError extends Error {
  /** There is no such link, or it is too old: trying again does not help. */
  readonly isUnknownLink: boolean

  constructor(message: string, isUnknownLink = false) {
    super(message)
    this.name = 'AlarmError'
    this.isUnknownLink = isUnknownLink
  }
}

export const readAlarm = (token: string): Promise<Alarm> => call(ownSecretsPaths.alarm, token)

/** Signs every device out, ends the password and keeps the account's data in. */
export const raiseAlarm = (token: string): Promise<Alarm> => call(ownSecretsPaths.raiseAlarm, token)

async function call(path: string, token: string): Promise<Alarm> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    cache: 'no-store',
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => {
    throw new AlarmError(networkHint)
  })
  const answer = await response.json().catch(() => null)
  if (response.ok && answer) return answer
  throw new AlarmError(
    typeof answer?.message === 'string' ? answer.message : formMessages.unavailable,
    response.status === 404,
  )
}
