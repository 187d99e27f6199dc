-- A member's own secrets in clear: who may see them, since when, and the exports of one's own data.

-- One for each account: requested with a mailed code, open after own_secrets_wait() for own_secrets_open_period().
create table private.own_secret_requests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  mailbox text not null,
  session_id uuid not null,
  requested_at timestamptz not null default now(),
  opens_at timestamptz not null default now() + private.own_secrets_wait(),
  closes_at timestamptz not null default now() + private.own_secrets_wait() + private.own_secrets_open_period(),
  constraint own_secret_requests_opens_at_wait check (opens_at >= requested_at + private.own_secrets_wait()),
  constraint own_secret_requests_closes_at_bound check (closes_at > opens_at and closes_at <= opens_at + private.own_secrets_open_period())
);
comment on column private.own_secret_requests.mailbox is 'The one that has shown the code: the request ends with it.';
comment on column private.own_secret_requests.session_id is 'The sign-in that has shown the code last: it opens for no other, or a password alone would do once it is open.';

-- Every export of an account, for its owner to read. References no account, since it outlives all of them.
create table private.own_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  in_clear boolean not null,
  basis text,
  user_agent text,
  created_at timestamptz not null default now(),
  constraint own_exports_basis_known check (basis in ('factor', 'waited')),
  constraint own_exports_basis_whole check (in_clear = (basis is not null)),
  constraint own_exports_user_agent_length check (char_length(user_agent) <= 500)
);
comment on table private.own_exports is 'Who took along what is stored about them, masked or in clear. Append-only.';
create index own_exports_user_id_idx on private.own_exports (user_id, created_at desc);

-- ---- May the caller see their own secrets? ----
-- Since when the factor that this session has shown is verified; null: none was shown, or the session is over.
create function private.shown_factor_since() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select greatest(factor.created_at, factor.updated_at)
  from auth.sessions as session join auth.mfa_factors as factor on factor.id = session.factor_id
  where session.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and session.user_id = (select auth.uid())
    and session.aal = 'aal2' and (select auth.jwt()) ->> 'aal' = 'aal2'
    and (session.not_after is null or session.not_after > now())
    and factor.user_id = session.user_id and factor.status = 'verified'
$$;

-- Whether an app, a passkey or recovery codes of this account have stood for own_secrets_wait().
create function private.has_old_factor(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.mfa_factors as factor where factor.user_id = $1 and factor.status = 'verified'
    and greatest(factor.created_at, factor.updated_at) <= now() - private.own_secrets_wait())
$$;

-- {state, basis, opensAt, closesAt, ...} for the caller's session. Open alone lets anything out in clear:
-- frozen, second_factor (shown none here), other_factor (shown one that is too young), waiting, closed, other_session (the
-- wait is over, and the code was typed in another sign-in).
create function private.own_secrets_state() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  frozen private.account_freezes;
  request private.own_secret_requests;
  has_factor boolean;
  young_until timestamptz;
begin
  if caller_id is null then
    return '{"state": "closed"}';
  end if;
  if private.is_frozen(caller_id) then
    select * into frozen from private.account_freezes where user_id = caller_id;
    return jsonb_build_object('state', 'frozen', 'frozenAt', frozen.frozen_at, 'requestedAt', frozen.requested_at,
      'opensAt', frozen.thaws_at, 'obstacle', private.thaw_obstacle(caller_id));
  end if;
  select count(*) > 0, min(greatest(created_at, updated_at)) + private.own_secrets_wait() into has_factor, young_until
  from auth.mfa_factors where user_id = caller_id and status = 'verified';
  if has_factor and private.shown_factor_since() is null then
    return '{"state": "second_factor"}';
  elsif private.shown_factor_since() <= now() - private.own_secrets_wait() then
    return '{"state": "open", "basis": "factor"}';
  elsif private.has_old_factor(caller_id) then
    return '{"state": "other_factor"}';
  end if;
  select * into request from private.own_secret_requests where user_id = caller_id and closes_at > now()
    and mailbox = private.proved_address(caller_id);
  if request.user_id is null then
    return jsonb_build_object('state', 'closed', 'factorOpensAt', young_until);
  end if;
  return jsonb_build_object('state', case when request.opens_at > now() then 'waiting'
      when request.session_id::text is distinct from (select auth.jwt()) ->> 'session_id' then 'other_session'
      else 'open' end,
    'basis', 'waited', 'opensAt', request.opens_at, 'closesAt', request.closes_at, 'factorOpensAt', young_until);
end $$;

-- For the pages of the caller: the state, and their exports, the newest first.
create function public.my_own_secrets() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.own_secrets_state() || jsonb_build_object('exports', coalesce((
    select jsonb_agg(jsonb_build_object('id', id, 'at', created_at, 'inClear', in_clear, 'userAgent', user_agent) order by created_at desc)
    from (select * from private.own_exports where user_id = (select auth.uid())
      and (select private.has_shown_factors()) order by created_at desc limit 50) as mine), '[]'))
$$;

-- ---- What the server and the member call ----
-- {id, inClear}: the entry is written and mailed before anything is read. Called by the server, as the account.
create function private.begin_own_export() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  state jsonb := private.own_secrets_state();
  created private.own_exports;
begin
  if caller_id is null then
    raise exception 'Please sign in' using errcode = '42501';
  elsif state ->> 'state' = 'frozen' then
    raise exception 'You told us that somebody else was in your account: nothing leaves it for now' using errcode = '42501', hint = 'frozen';
  end if;
  insert into private.own_exports (user_id, in_clear, basis, user_agent)
  values (caller_id, state ->> 'state' = 'open', case when state ->> 'state' = 'open' then state ->> 'basis' end,
    (select left(session.user_agent, 500) from auth.sessions as session
     where session.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and session.user_id = caller_id))
  returning * into created;
  perform private.record_audit('export', 'own_data', caller_id::text, null,
    jsonb_build_object('in_clear', created.in_clear, 'basis', created.basis));
  perform private.notify_owner('account_data_exported', caller_id, jsonb_build_object('in_clear', created.in_clear));
  return jsonb_build_object('id', created.id, 'inClear', created.in_clear);
end $$;

-- The server has seen a code from the account's mailbox in this request, sent by this session. Answers when the secrets open.
create function private.request_own_secrets(user_id uuid, session_id uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  address text := private.proved_address(user_id);
  created private.own_secret_requests;
begin
  perform from auth.users where id = request_own_secrets.user_id for update;
  if not exists (select from auth.sessions as session
    where session.id = request_own_secrets.session_id and session.user_id = request_own_secrets.user_id) then
    raise exception 'Please sign in' using errcode = '42501';
  elsif address is null then
    raise exception 'This account has no confirmed mailbox' using errcode = '42501';
  elsif private.is_frozen(user_id) then
    raise exception 'You told us that somebody else was in your account: nothing leaves it for now' using errcode = '42501', hint = 'frozen';
  elsif private.has_old_factor(user_id) then
    raise exception 'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.'
      using errcode = '42501', hint = 'aal2';
  end if;
  -- Again moves it to this sign-in while the first still counts, and neither hastens nor delays it.
  update private.own_secret_requests as request set session_id = request_own_secrets.session_id
  where request.user_id = request_own_secrets.user_id and request.closes_at > now() and request.mailbox = address;
  insert into private.own_secret_requests as request (user_id, mailbox, session_id)
  values (request_own_secrets.user_id, address, request_own_secrets.session_id)
  on conflict on constraint own_secret_requests_pkey do update set mailbox = excluded.mailbox, session_id = excluded.session_id,
    requested_at = excluded.requested_at, opens_at = excluded.opens_at, closes_at = excluded.closes_at
    where request.closes_at <= now() or request.mailbox <> excluded.mailbox
  returning * into created;
  if created.user_id is null then
    return (select opens_at from private.own_secret_requests as request where request.user_id = request_own_secrets.user_id);
  end if;
  perform private.record_audit('request', 'own_secrets', user_id::text, null, jsonb_build_object('opens_at', created.opens_at));
  perform private.notify_owner('account_secrets_requested', user_id,
    jsonb_build_object('opens_at', created.opens_at, 'closes_at', created.closes_at));
  return created.opens_at;
end $$;

-- As the account. Answers whether there was one.
create function private.cancel_own_secrets() returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.own_secret_requests where user_id = (select auth.uid());
  if not found then
    return false;
  end if;
  perform private.record_audit('cancel', 'own_secrets', (select auth.uid())::text);
  return true;
end $$;

-- What an entry in clear of this minute was written for, and of nobody else.
create function private.read_own_sealed(export_id uuid) returns setof private.sealed_secret
language sql stable security definer set search_path = ''
as $$
  select sealed.* from private.own_exports as export,
    lateral private.sealed_of(private.vault_person_ids(export.user_id)) as sealed
  where export.id = $1 and export.in_clear and export.created_at > now() - interval '1 minute'
    and not private.is_frozen(export.user_id)
$$;

-- What these people have in the vault, by its end alone.
create function private.read_masked(person_ids uuid[])
returns table (record_type text, record_id uuid, field text, last_four text)
language sql stable security definer set search_path = ''
as $$
  select secrets.record_type, secrets.record_id, secrets.field, secrets.last_four
  from app_vault.secrets where secrets.person_id = any ($1)
  order by secrets.record_type, secrets.record_id, secrets.field
$$;

create trigger refuse_change before update on private.own_exports
  for each row execute function private.refuse_change();

-- A ledger's entry is nobody's to take away before its period is over.
create trigger refuse_early_delete before delete on private.own_exports
  for each row execute function private.refuse_early_delete();

create trigger refuse_truncate before truncate on private.own_exports
  for each statement execute function private.refuse_change();

alter table private.own_secret_requests enable row level security;
revoke all on table private.own_secret_requests from public, anon, authenticated, service_role;

alter table private.own_exports enable row level security;
revoke all on table private.own_exports from public, anon, authenticated, service_role;

revoke all on function
  private.begin_own_export(), private.cancel_own_secrets(), private.has_old_factor(uuid), private.own_secrets_state(),
  private.read_masked(uuid[]), private.read_own_sealed(uuid), private.request_own_secrets(uuid, uuid),
  private.shown_factor_since(), public.my_own_secrets()
  from public, anon, authenticated, service_role;
grant execute on function private.begin_own_export(), private.cancel_own_secrets(), public.my_own_secrets() to authenticated;
grant execute on function
  private.read_masked(uuid[]), private.read_own_sealed(uuid), private.request_own_secrets(uuid, uuid)
  to service_role;
