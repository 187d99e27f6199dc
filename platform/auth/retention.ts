// What nobody needs any more is deleted, by a job: abandoned sessions, spent or stale tokens, flows and limits.
import type { Database } from '../database/database.ts'

export interface Purged {
  sessions: number
  oneTimeTokens: number
  flowStates: number
  oauthStates: number
  challenges: number
  unverifiedFactors: number
  limits: number
  failedSignIns: number
}

/** Longer than any link, code or flow may live. */
const staleSeconds = 2 * 86_400
/** A sign-up whose link has expired can be mailed another one so long. */
const openSignUpSeconds = 30 * 86_400
const abandonedSessionSeconds = 90 * 86_400
const failedSignInSeconds = 180 * 86_400
/** So many rows at a time that no sign-in waits for the job. */
const batch = 1000

/** Safe to run at any time, by several processes at once. Only failed sign-ins leave the audit log. */
export async function purgeExpired(
  database: Pick<Database, 'auth'>,
  clock: () => Date = () => new Date(),
): Promise<Purged> {
  const ago = (seconds: number): Date => new Date(clock().getTime() - seconds * 1000)
  const purge = async (table: string, key: string, condition: string, before: Date): Promise<number> => {
    for (let purged = 0; ; ) {
      const { rowCount } = await database.auth.query(
        `delete from auth.${table} where ${key} in (
           select ${key} from auth.${table} where ${condition} limit ${batch} for update skip locked)`,
        [before],
      )
      purged += rowCount ?? 0
      if ((rowCount ?? 0) < batch) return purged
    }
  }
  return {
    sessions:
      (await purge(
        'sessions',
        'id',
        'coalesce(refreshed_at, created_at) < $1',
        ago(abandonedSessionSeconds),
      )) + (await purge('sessions', 'id', 'not_after < $1', clock())),
    oneTimeTokens:
      (await purge('one_time_tokens', 'id', 'created_at < $1 and sign_up is null', ago(staleSeconds))) +
      (await purge('one_time_tokens', 'id', 'created_at < $1', ago(openSignUpSeconds))),
    flowStates: await purge('flow_state', 'id', 'created_at < $1', ago(staleSeconds)),
    oauthStates: await purge('oauth_states', 'state_hash', 'created_at < $1', ago(staleSeconds)),
    challenges: await purge('mfa_challenges', 'id', 'created_at < $1', ago(staleSeconds)),
    unverifiedFactors: await purge(
      'mfa_factors',
      'id',
      `status = 'unverified' and created_at < $1`,
      ago(staleSeconds),
    ),
    limits: await purge('limits', 'key', 'expires_at < $1', clock()),
    failedSignIns: await purge(
      'audit_log_entries',
      'id',
      `payload ->> 'action' = 'login_failed' and created_at < $1`,
      ago(failedSignInSeconds),
    ),
  }
}
