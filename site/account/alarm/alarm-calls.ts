/** The link "this was not me": what it is about, and saying so. Without a session: the link's secret is all it takes. */
import { type Alarm, ownSecretsPaths } from '#domain/account/own-secrets.ts'
import { fetchJson } from '#site/lib/call-server.ts'

export const readAlarm = (token: string): Promise<Alarm> => call(ownSecretsPaths.alarm, token)

/** Signs every device out, ends the password and stops exports of the account's data. */
export const raiseAlarm = (token: string): Promise<Alarm> => call(ownSecretsPaths.raiseAlarm, token)

const call = (path: string, token: string) => fetchJson<Alarm>('POST', path, { token }, { as: 'nobody' })
