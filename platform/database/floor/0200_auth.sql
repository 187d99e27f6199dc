-- Schema auth: the accounts, sessions and one-time tokens of /auth/v1, under Supabase's own table and column names.
-- Two habits differ from upstream: tokens and codes are stored as hashes only, and each confirmation token lives in
-- one_time_tokens alone (the token columns of auth.users stay empty; seeds that name them keep working).

set local role supabase_auth_admin;
set local search_path = auth;

create type aal_level as enum ('aal1', 'aal2', 'aal3');
create type code_challenge_method as enum ('s256', 'plain');
create type factor_type as enum ('totp', 'webauthn', 'phone');
create type factor_status as enum ('unverified', 'verified');
create type one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);

create table users (
  instance_id uuid,
  id uuid not null primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255) not null default '',
  confirmation_sent_at timestamptz,
  recovery_token varchar(255) not null default '',
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255) not null default '',
  email_change varchar(255) not null default '',
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  phone text unique,
  phone_confirmed_at timestamptz,
  phone_change text not null default '',
  phone_change_token varchar(255) not null default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) not null default '',
  email_change_confirm_status smallint not null default 0
    constraint users_email_change_confirm_status_check check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) not null default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
comment on table users is 'Accounts: who may sign in, and how.';
create unique index users_email_partial_key on users (email) where is_sso_user = false;
create index users_instance_id_email_idx on users (instance_id, lower(email));
create index users_email_change_idx on users (email_change) where email_change <> '';

create table identities (
  provider_id text not null,
  user_id uuid not null references users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid not null default gen_random_uuid() primary key,
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
comment on table identities is 'The ways in which an account proves itself: email, or an outside provider.';
create index identities_user_id_idx on identities (user_id);
create index identities_email_idx on identities (email text_pattern_ops);

create table mfa_factors (
  id uuid not null primary key,
  user_id uuid not null references users (id) on delete cascade,
  friendly_name text,
  factor_type factor_type not null,
  status factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz unique
);
comment on table mfa_factors is 'Second factors of an account.';
create index mfa_factors_user_id_idx on mfa_factors (user_id);
create unique index mfa_factors_user_friendly_name_unique on mfa_factors (friendly_name, user_id)
  where trim(friendly_name) <> '';

create table mfa_challenges (
  id uuid not null primary key,
  factor_id uuid not null references mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text
);
comment on table mfa_challenges is 'Open questions to a second factor.';
create index mfa_challenges_factor_id_idx on mfa_challenges (factor_id);

create table sessions (
  id uuid not null primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  factor_id uuid,
  aal aal_level,
  not_after timestamptz,
  refreshed_at timestamptz,
  user_agent text,
  ip inet,
  tag text
);
comment on table sessions is 'One sign-in on one device; ending it deletes the row, and its refresh tokens with it.';
create index sessions_user_id_idx on sessions (user_id, created_at);

create table refresh_tokens (
  instance_id uuid,
  id bigint generated by default as identity primary key,
  token varchar(255),
  user_id varchar(255),
  revoked boolean,
  created_at timestamptz,
  updated_at timestamptz,
  parent varchar(255),
  session_id uuid references sessions (id) on delete cascade
);
comment on table refresh_tokens is 'The chain of each session; token and parent hold SHA-256 hashes.';
create unique index refresh_tokens_token_unique on refresh_tokens (token);
create index refresh_tokens_parent_idx on refresh_tokens (parent);
create index refresh_tokens_session_id_revoked_idx on refresh_tokens (session_id, revoked);

create table mfa_amr_claims (
  session_id uuid not null references sessions (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  id uuid not null default gen_random_uuid() primary key,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
comment on table mfa_amr_claims is 'How a session was authenticated: the amr claim of its tokens.';

create table flow_state (
  id uuid not null primary key,
  user_id uuid references users (id) on delete cascade,
  auth_code text,
  code_challenge_method code_challenge_method not null,
  code_challenge text not null,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz,
  updated_at timestamptz,
  authentication_method text not null,
  auth_code_issued_at timestamptz
);
comment on table flow_state is 'PKCE: what the starting client sent, and the hash of the code that it may exchange.';
create unique index flow_state_auth_code_idx on flow_state (auth_code);
create index flow_state_user_id_idx on flow_state (user_id);
create index flow_state_created_at_idx on flow_state (created_at desc);

create table one_time_tokens (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_type one_time_token_type not null,
  token_hash text not null,
  relates_to text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- ours:
  code_hash text not null,
  wrong_codes smallint not null default 0,
  flow_state_id uuid references flow_state (id) on delete set null,
  constraint one_time_tokens_token_hash_check check (length(token_hash) > 0)
);
comment on table one_time_tokens is
  'Open links and codes: one per account and purpose. relates_to is the mailbox that it was sent to.';
create unique index one_time_tokens_user_id_token_type_key on one_time_tokens (user_id, token_type);
create unique index one_time_tokens_token_hash_idx on one_time_tokens (token_hash);
create index one_time_tokens_relates_to_idx on one_time_tokens (relates_to);
create index one_time_tokens_flow_state_id_idx on one_time_tokens (flow_state_id);

create table audit_log_entries (
  instance_id uuid,
  id uuid not null default gen_random_uuid() primary key,
  payload json,
  created_at timestamptz,
  ip_address varchar(64) not null default ''
);
comment on table audit_log_entries is 'What happened to which account; never a secret, never a token.';
create index audit_log_entries_created_at_idx on audit_log_entries (created_at);

-- Ours: the limits that every server process must agree on (mails per mailbox, sign-in attempts per account).
create table limits (
  key text not null primary key,
  hits timestamptz[] not null,
  expires_at timestamptz not null
);
comment on table limits is 'Recent uses of what is limited; key is a keyed hash of an address, never the address.';
create index limits_expires_at_idx on limits (expires_at);

create function uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create function role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )::text
$$;

create function email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )::text
$$;

create function jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

comment on function uid() is 'The id of the signed-in user, null for anybody else.';
comment on function role() is 'The role claim of the caller.';
comment on function email() is 'The email claim of the caller.';
comment on function jwt() is 'All claims of the caller.';
revoke all on function uid(), role(), email(), jwt() from public;
grant execute on function uid(), role(), email(), jwt() to anon, authenticated, service_role;

-- The owner of the database writes triggers and foreign keys on these tables in the project's migrations.
grant all on all tables in schema auth to session_user;
grant all on all sequences in schema auth to session_user;
grant execute on all functions in schema auth to session_user;
grant usage, create on schema auth to session_user;

reset role;
reset search_path;
