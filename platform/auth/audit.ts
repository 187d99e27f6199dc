// The audit log: which account did what and from where; never a secret, a token or a mailbox.
import type pg from 'pg'
import type { AuthRequest } from './context.ts'

export type AuditAction =
  | 'challenge_created'
  | 'factor_deleted'
  | 'factor_in_progress'
  | 'factor_unenrolled'
  | 'generate_recovery_codes'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'invite_accepted'
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'recovery_codes_deleted'
  | 'session_replaced'
  | 'token_refreshed'
  | 'token_revoked'
  | 'user_confirmation_requested'
  | 'user_deleted'
  | 'user_invited'
  | 'user_modified'
  | 'user_reauthenticate_requested'
  | 'user_recovery_requested'
  | 'user_repeated_signup'
  | 'user_signedup'
  | 'user_updated_password'
  | 'verification_attempted'
  | 'verification_failed'

type LogType = 'account' | 'factor' | 'recovery_codes' | 'team' | 'token' | 'user'

const logTypes: Record<AuditAction, LogType> = {
  challenge_created: 'factor',
  factor_deleted: 'factor',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  generate_recovery_codes: 'recovery_codes',
  identity_linked: 'user',
  identity_unlinked: 'user',
  invite_accepted: 'account',
  login: 'account',
  login_failed: 'account',
  logout: 'account',
  recovery_codes_deleted: 'recovery_codes',
  session_replaced: 'token',
  token_refreshed: 'token',
  token_revoked: 'token',
  user_confirmation_requested: 'user',
  user_deleted: 'team',
  user_invited: 'team',
  user_modified: 'user',
  user_reauthenticate_requested: 'user',
  user_recovery_requested: 'user',
  user_repeated_signup: 'user',
  user_signedup: 'team',
  user_updated_password: 'user',
  verification_attempted: 'factor',
  verification_failed: 'factor',
}

/** The actor of what is done with the secret key: nobody's account. */
export const administrator = '00000000-0000-0000-0000-000000000000'

/** The actor of a failed sign-in with an address that has no account: what was typed is stored nowhere. */
export const noAccount = ''

export async function writeAudit(
  client: pg.ClientBase,
  request: Pick<AuthRequest, 'address' | 'now'>,
  actorId: string,
  action: AuditAction,
  traits: Record<string, string> = {},
): Promise<void> {
  const payload = { action, actor_id: actorId, actor_via_sso: false, log_type: logTypes[action], traits }
  await client.query(
    'insert into auth.audit_log_entries (payload, created_at, ip_address) values ($1, $2, $3)',
    [payload, request.now, request.address.slice(0, 64)],
  )
}
