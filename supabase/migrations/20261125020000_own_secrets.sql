-- A member's own secrets in clear need more than a sign-in: a second factor that has stood for 72 hours, or a mailed code
-- and 72 hours. Whoever reads the member's mail is told of every step, and stops it by a link: all sessions end, and what
-- leads out of the vault is shut until the mailbox and time, or staff, open it again (ADR 0052).

-- ---- What is kept ----

-- The links "this was not me" of the mails that notify an account's owner.
create table private.alarm_links (
  token_hash text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  template text not null,
  mailbox text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint alarm_links_token_hash_form check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint alarm_links_template_form check (template ~ '^[a-z_]{1,60}$')
);
comment on table private.alarm_links is 'Secrets of links in mails, as hashes; good for 30 days.';
comment on column private.alarm_links.mailbox is 'Where the mail went: after a change of address it went to the old one too.';
create index alarm_links_user_id_idx on private.alarm_links (user_id, created_at);

-- One for each account: asked for with a mailed code, open after 72 hours, for 7 days.
create table private.own_secret_requests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  mailbox text not null,
  session_id uuid not null,
  requested_at timestamptz not null default now(),
  opens_at timestamptz not null default now() + interval '72 hours',
  closes_at timestamptz not null default now() + interval '10 days',
  constraint own_secret_requests_opens_at_wait check (opens_at >= requested_at + interval '72 hours'),
  constraint own_secret_requests_closes_at_bound check (closes_at > opens_at and closes_at <= opens_at + interval '7 days')
);
comment on column private.own_secret_requests.mailbox is 'The one that has shown the code: the request ends with it.';
comment on column private.own_secret_requests.session_id is 'The sign-in that has shown the code last: it opens for no other, or a password alone would do once it is open.';

create table private.account_freezes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  mailbox text not null,
  frozen_at timestamptz not null default now(),
  asked_at timestamptz,
  thaws_at timestamptz,
  constraint account_freezes_asked_whole check ((asked_at is null) = (thaws_at is null)),
  constraint account_freezes_thaws_at_wait check (thaws_at >= asked_at + interval '72 hours')
);
comment on table private.account_freezes is 'Accounts whose owner said "this was not me": nothing leaves the vault for them until thaws_at.';
comment on column private.account_freezes.mailbox is 'Whose owner said so: no other mailbox ends it. Empty: two said so, and staff alone end it.';

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
comment on table private.own_exports is 'Who took along what is kept about them, masked or in clear. Append-only.';
create index own_exports_user_id_idx on private.own_exports (user_id, created_at desc);
create trigger refuse_change before update on private.own_exports
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on private.own_exports
  for each statement execute function private.refuse_change();

alter table private.alarm_links enable row level security;
alter table private.own_secret_requests enable row level security;
alter table private.account_freezes enable row level security;
alter table private.own_exports enable row level security;
revoke all on table private.alarm_links from public, anon, authenticated, service_role;
revoke all on table private.own_secret_requests from public, anon, authenticated, service_role;
revoke all on table private.account_freezes from public, anon, authenticated, service_role;
revoke all on table private.own_exports from public, anon, authenticated, service_role;

insert into public.retention_periods (subject, keep, at_least, description)
values ('own_exports', '7 years', '1 year', 'That somebody took their own data along, from then');

-- A ledger's entry is nobody's to take away before its period is over.
create trigger refuse_early_delete before delete on private.own_exports
  for each row execute function private.refuse_early_delete();

insert into private.personal_data (table_name, belongs, hidden, acts, erasure, note)
values
  ('private.alarm_links', 'user_id = $1', '{token_hash}', '{}', 'keep', 'Links "this was not me" of mails; 30 days.'),
  ('private.own_secret_requests', 'user_id = $1', '{}', '{}', 'keep', 'That the account asked for its secrets in clear; 10 days.'),
  ('private.account_freezes', 'user_id = $1', '{}', '{}', 'keep', 'That the owner said "this was not me"; until it is over.'),
  ('private.own_exports', 'user_id = $1', '{}', '{}', 'keep', 'When the account took its data along: kept, since it shows who took over an account.');

-- ---- Mails with a link ----

-- To be called wherever an account's owner is notified: the link's secret stands in the mail alone.
create function private.enqueue_alarm_mail(template text, user_id uuid, recipient text, data jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  -- Two random UUIDs: 244 bits of the server's own randomness.
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into private.alarm_links (token_hash, user_id, template, mailbox)
  values (encode(sha256(token::bytea), 'hex'), enqueue_alarm_mail.user_id, enqueue_alarm_mail.template,
    lower(enqueue_alarm_mail.recipient));
  return private.enqueue_mail(enqueue_alarm_mail.template, enqueue_alarm_mail.recipient,
    coalesce(enqueue_alarm_mail.data, '{}') || jsonb_build_object('token', token));
end $$;

-- To the account's present mailbox, where it has one.
create function private.notify_owner(template text, user_id uuid, data jsonb default '{}') returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue_alarm_mail($1, id, email,
    jsonb_build_object('full_name', raw_user_meta_data ->> 'full_name', 'at', now()) || $3)
  from auth.users where id = $2 and email <> ''
$$;

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

-- Frozen: from "this was not me" until its end.
create function private.is_frozen(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.account_freezes as frozen
    where frozen.user_id = $1 and (frozen.thaws_at is null or frozen.thaws_at > now()))
$$;

-- Whether an app, a passkey or recovery codes of this account have stood for 72 hours.
create function private.has_old_factor(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.mfa_factors as factor where factor.user_id = $1 and factor.status = 'verified'
    and greatest(factor.created_at, factor.updated_at) <= now() - interval '72 hours')
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
    return jsonb_build_object('state', 'frozen', 'frozenAt', frozen.frozen_at, 'askedAt', frozen.asked_at,
      'opensAt', frozen.thaws_at, 'obstacle', private.thaw_obstacle(caller_id));
  end if;
  select count(*) > 0, min(greatest(created_at, updated_at)) + interval '72 hours' into has_factor, young_until
  from auth.mfa_factors where user_id = caller_id and status = 'verified';
  if has_factor and private.shown_factor_since() is null then
    return '{"state": "second_factor"}';
  elsif private.shown_factor_since() <= now() - interval '72 hours' then
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

-- What keeps the owner from asking for the end of a freeze; null: nothing.
create function private.thaw_obstacle(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when private.proved_address($1) is distinct from frozen.mailbox then 'mailbox'
    when coalesce(account.encrypted_password, '') = ''
      and not exists (select from auth.identities as identity where identity.user_id = $1 and identity.provider not in ('email', 'phone'))
      then 'password'
    end
  from private.account_freezes as frozen join auth.users as account on account.id = frozen.user_id
  where frozen.user_id = $1
$$;

-- For the pages of the caller: the state, and their exports, the newest first.
create function public.my_own_secrets() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.own_secrets_state() || jsonb_build_object('exports', coalesce((
    select jsonb_agg(jsonb_build_object('id', id, 'at', created_at, 'inClear', in_clear, 'userAgent', user_agent) order by created_at desc)
    from (select * from private.own_exports where user_id = (select auth.uid())
      and (select private.has_shown_factors()) order by created_at desc limit 50) as mine), '[]'))
$$;

-- ---- The doors ----

-- {id, inClear}: the entry is written and mailed before anything is read. Called by the server, as the account.
create function private.begin_own_export() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  state jsonb := private.own_secrets_state();
  made private.own_exports;
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
  returning * into made;
  perform private.record_audit('export', 'own_data', caller_id::text, null,
    jsonb_build_object('in_clear', made.in_clear, 'basis', made.basis));
  perform private.notify_owner('account_data_exported', caller_id, jsonb_build_object('in_clear', made.in_clear));
  return jsonb_build_object('id', made.id, 'inClear', made.in_clear);
end $$;

-- What an entry in clear of this minute was written for, and of nobody else.
create function private.read_own_sealed(export_id uuid)
returns table (person_id uuid, wrapped_key bytea, master_key_id text, record_type text, record_id uuid, field text,
  ciphertext bytea, last_four text, is_shown boolean)
language sql stable security definer set search_path = ''
as $$
  select sealed.* from private.own_exports as made,
    lateral private.read_sealed(private.vault_person_ids(made.user_id)) as sealed
  where made.id = $1 and made.in_clear and made.created_at > now() - interval '1 minute'
    and not private.is_frozen(made.user_id)
$$;

-- What these people have in the vault, by its end alone.
create function private.read_masked(person_ids uuid[])
returns table (record_type text, record_id uuid, field text, last_four text)
language sql stable security definer set search_path = ''
as $$
  select secrets.record_type, secrets.record_id, secrets.field, secrets.last_four
  from strongroom.secrets where secrets.person_id = any ($1)
  order by secrets.record_type, secrets.record_id, secrets.field
$$;

-- The server has seen a code from the account's mailbox in this request, sent by this session. Answers when the secrets open.
create function private.request_own_secrets(user_id uuid, session_id uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  address text := private.proved_address(user_id);
  made private.own_secret_requests;
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
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  end if;
  -- Again moves it to this sign-in while the first still counts, and neither hastens nor delays it.
  update private.own_secret_requests as request set session_id = request_own_secrets.session_id
  where request.user_id = request_own_secrets.user_id and request.closes_at > now() and request.mailbox = address;
  insert into private.own_secret_requests as request (user_id, mailbox, session_id)
  values (request_own_secrets.user_id, address, request_own_secrets.session_id)
  on conflict on constraint own_secret_requests_pkey do update set mailbox = excluded.mailbox, session_id = excluded.session_id,
    requested_at = excluded.requested_at, opens_at = excluded.opens_at, closes_at = excluded.closes_at
    where request.closes_at <= now() or request.mailbox <> excluded.mailbox
  returning * into made;
  if made.user_id is null then
    return (select opens_at from private.own_secret_requests as request where request.user_id = request_own_secrets.user_id);
  end if;
  perform private.record_audit('request', 'own_secrets', user_id::text, null, jsonb_build_object('opens_at', made.opens_at));
  perform private.notify_owner('account_secrets_requested', user_id,
    jsonb_build_object('opens_at', made.opens_at, 'closes_at', made.closes_at));
  return made.opens_at;
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

-- ---- "This was not me" ----

create function private.mask_address(address text) returns text
language sql immutable set search_path = ''
as $$
  select left($1, 1) || '•••' || substring($1 from position('@' in $1))
$$;

-- Of a link that is good: {email, template, at, isUsed}, nothing else of the account. Null: no such link, or too old.
create function private.read_alarm_link(token_hash text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('email', private.mask_address(mailbox), 'template', template, 'at', created_at, 'isUsed', used_at is not null)
  from private.alarm_links as link
  where link.token_hash = $1 and link.created_at > now() - interval '30 days'
$$;

-- Ends every session, the password, open codes and an unfinished change of address, takes away a second step that stands
-- for less than 72 hours (a thief's own would lock the owner out; staff are reset by staff), and freezes. Answers what
-- read_alarm_link answers; null: no such link. A link is good for one such answer.
create function private.use_alarm_link(token_hash text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  link private.alarm_links;
  person auth.users;
  is_reset boolean;
begin
  select found.* into link from private.alarm_links as found
  where found.token_hash = use_alarm_link.token_hash and found.created_at > now() - interval '30 days';
  if link.user_id is null then
    return null;
  end if;
  select * into person from auth.users where id = link.user_id for update;
  update private.alarm_links as own set used_at = now()
  where own.token_hash = link.token_hash and own.used_at is null;
  if not found then
    return private.read_alarm_link(link.token_hash);
  end if;
  delete from auth.sessions where user_id = person.id;
  delete from auth.one_time_tokens where user_id = person.id;
  delete from auth.flow_state where user_id = person.id;
  update auth.users set encrypted_password = null, email_change = '', updated_at = now() where id = person.id;
  is_reset := not private.has_old_factor(person.id)
    and not exists (select from public.user_roles where user_id = person.id);
  if is_reset then
    delete from auth.mfa_factors where user_id = person.id;
    is_reset := found;
  end if;
  delete from private.own_secret_requests where user_id = person.id;
  insert into private.account_freezes as frozen (user_id, mailbox) values (person.id, link.mailbox)
  on conflict on constraint account_freezes_pkey do update set
    -- Two mailboxes that say so of each other: neither ends it, staff do.
    mailbox = case when frozen.thaws_at <= now() or frozen.mailbox = excluded.mailbox then excluded.mailbox else '' end,
    frozen_at = now(), asked_at = null, thaws_at = null;
  perform private.record_audit('freeze', 'account', person.id::text, null,
    jsonb_build_object('template', link.template, 'second_step_removed', is_reset));
  perform private.enqueue_mail('account_frozen', recipient, jsonb_build_object(
    'full_name', person.raw_user_meta_data ->> 'full_name', 'at', now(), 'second_step_removed', is_reset))
  from (select link.mailbox as recipient union select lower(person.email) where person.email <> '') as both_addresses;
  return private.read_alarm_link(link.token_hash);
end $$;

-- The server has seen a code from the account's mailbox in this request. Answers when the freeze ends.
create function private.ask_thaw(user_id uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  obstacle text;
  ends_at timestamptz;
begin
  perform from auth.users where id = ask_thaw.user_id for update;
  if not private.is_frozen(user_id) then
    raise exception 'This account is not frozen' using errcode = 'P0002';
  end if;
  obstacle := private.thaw_obstacle(user_id);
  if obstacle is not null then
    raise exception '%', case obstacle when 'mailbox' then 'The address of this account has changed since: only our staff can open it again'
      else 'Please choose a new password first' end using errcode = '42501', hint = obstacle;
  end if;
  update private.account_freezes as frozen set asked_at = now(), thaws_at = now() + interval '72 hours'
  where frozen.user_id = ask_thaw.user_id and frozen.asked_at is null
  returning thaws_at into ends_at;
  if ends_at is null then
    return (select thaws_at from private.account_freezes as frozen where frozen.user_id = ask_thaw.user_id);
  end if;
  perform private.record_audit('ask_thaw', 'account', user_id::text, null, jsonb_build_object('thaws_at', ends_at));
  perform private.notify_owner('account_thaw_asked', user_id, jsonb_build_object('opens_at', ends_at));
  return ends_at;
end $$;

-- By the command line alone: whoever runs it knows by other means who asks. Answers whether it was frozen.
create function private.thaw_account(user_id uuid, reason text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  why text := coalesce(private.clean_text(reason), '');
begin
  if char_length(why) not between 10 and 500 then
    raise exception 'Please say in 10 to 500 characters how you know that it is this person' using errcode = '23514', hint = 'reason';
  end if;
  delete from private.account_freezes as frozen where frozen.user_id = thaw_account.user_id
    and (frozen.thaws_at is null or frozen.thaws_at > now());
  if not found then
    return false;
  end if;
  perform private.record_audit('thaw', 'account', user_id::text, null, jsonb_build_object('reason', why));
  perform private.notify_owner('account_thawed', user_id);
  return true;
end $$;

-- Called once a day; answers how many entries of exports were old enough.
create function private.forget_account_safety() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint;
begin
  delete from private.alarm_links where created_at < now() - interval '30 days';
  delete from private.own_secret_requests where closes_at < now();
  delete from private.account_freezes where thaws_at < now();
  delete from private.own_exports where created_at < private.kept_since('own_exports');
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke all on function private.enqueue_alarm_mail(text, uuid, text, jsonb), private.notify_owner(text, uuid, jsonb),
  private.shown_factor_since(), private.is_frozen(uuid), private.has_old_factor(uuid), private.own_secrets_state(),
  private.thaw_obstacle(uuid), private.begin_own_export(), private.read_own_sealed(uuid), private.read_masked(uuid[]),
  private.request_own_secrets(uuid, uuid), private.cancel_own_secrets(), private.mask_address(text),
  private.read_alarm_link(text), private.use_alarm_link(text), private.ask_thaw(uuid), private.thaw_account(uuid, text),
  private.forget_account_safety() from public;
revoke all on function public.my_own_secrets() from public, anon, authenticated, service_role;
grant execute on function public.my_own_secrets(), private.begin_own_export(), private.cancel_own_secrets() to authenticated;
grant execute on function private.enqueue_alarm_mail(text, uuid, text, jsonb) to supabase_auth_admin;
grant execute on function private.read_own_sealed(uuid), private.read_masked(uuid[]), private.request_own_secrets(uuid, uuid),
  private.read_alarm_link(text), private.use_alarm_link(text), private.ask_thaw(uuid), private.thaw_account(uuid, text),
  private.forget_account_safety() to service_role;
