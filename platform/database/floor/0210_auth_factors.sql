-- Second factors, recovery codes and sign-in with outside providers: what /auth/v1 needs beyond accounts and sessions.

set local role supabase_auth_admin;
set local search_path = auth;

alter type factor_type add value if not exists 'recovery_code';

-- Two people may be asked in the same instant.
alter table mfa_factors drop constraint mfa_factors_last_challenged_at_key;
-- Ours: the time step of the last code that was accepted; no code of it or before is accepted again.
alter table mfa_factors add column last_totp_step bigint;

create table mfa_recovery_codes (
  id uuid not null default gen_random_uuid() primary key,
  factor_id uuid not null references mfa_factors (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint mfa_recovery_codes_factor_id_code_hash_unique unique (factor_id, code_hash)
);
comment on table mfa_recovery_codes is 'Codes on paper that stand in for a lost second factor, once each; keyed hashes only.';

create table oauth_states (
  state_hash text not null primary key,
  provider text not null,
  redirect_to text not null,
  flow_state_id uuid references flow_state (id) on delete cascade,
  linking_user_id uuid references users (id) on delete cascade,
  created_at timestamptz not null
);
comment on table oauth_states is 'Visitors on their way to an outside provider and back; the state itself is kept as a hash.';
create index oauth_states_created_at_idx on oauth_states (created_at);
create index oauth_states_flow_state_id_idx on oauth_states (flow_state_id);
create index oauth_states_linking_user_id_idx on oauth_states (linking_user_id);

-- What the retention job looks for.
create index sessions_refreshed_at_idx on sessions (coalesce(refreshed_at, created_at));
create index mfa_challenges_created_at_idx on mfa_challenges (created_at);
create index one_time_tokens_created_at_idx on one_time_tokens (created_at);
create index users_created_at_idx on users (created_at desc, id);

grant all on all tables in schema auth to session_user;

reset role;
reset search_path;
