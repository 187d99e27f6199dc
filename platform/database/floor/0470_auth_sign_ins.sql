-- Who signed in, and who tried to: read by time, and by account.

set local role supabase_auth_admin;

create index audit_log_entries_sign_ins_idx on auth.audit_log_entries (created_at desc, id desc)
  where payload ->> 'action' in ('login', 'login_failed', 'logout', 'verification_attempted', 'verification_failed', 'invite_accepted');
create index audit_log_entries_actor_idx on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc, id desc);

reset role;
