-- Passkeys as second factors: upstream's columns, and what it leaves open.

set local role supabase_auth_admin;
set local search_path = auth;

alter table mfa_factors add column web_authn_credential jsonb;
alter table mfa_factors add column web_authn_aaguid uuid;
alter table mfa_factors add column last_webauthn_challenge_data jsonb;
alter table mfa_challenges add column web_authn_session_data jsonb;
-- Ours: a key answers for one factor of one account.
create unique index mfa_factors_web_authn_credential_id_unique on mfa_factors ((web_authn_credential ->> 'id'))
  where web_authn_credential is not null;

reset role;
reset search_path;
