// The audit log: which account did what and from where; never a secret, a token or a mailbox.
import type pg from 'pg'
import type { AuthRequest } from './context.ts'

export type AuditAction =
  | 'login'
  | 'logout'
  | 'token_revoked'
  | 'user_confirmation_requested'
  | 'user_modified'
  | 'user_recovery_requested'
  | 'user_repeated_signup'
  | 'user_signedup'
  | 'user_updated_password'

const logTypes: Record<AuditAction, 'account' | 'team' | 'token' | 'user'> = {
  login: 'account',
  logout: 'account',
  token_revoked: 'token',
  user_confirmation_requested: 'user',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_repeated_signup: 'user',
  user_signedup: 'team',
  user_updated_password: 'user',
}

export async function writeAudit(
  client: pg.ClientBase,
  request: Pick<AuthRequest, 'address' | 'now'>,
  userId: string,
  action: AuditAction,
  traits: Record<string, string> = {},
): Promise<void> {
  const payload = { action, actor_id: userId, actor_via_sso: false, log_type: logTypes[action], traits }
  await client.query(
    'insert into auth.audit_log_entries (payload, created_at, ip_address) values ($1, $2, $3)',
    [payload, request.now, request.address.slice(0, 64)],
  )
}
