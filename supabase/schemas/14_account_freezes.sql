-- "This was not me": links in mails about changes of an account, and what a frozen account gives out.

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
comment on table private.alarm_links is 'Secrets of links in mails, as hashes; good for private.alarm_link_period().';
comment on column private.alarm_links.mailbox is 'Where the mail went: after a change of address it went to the old one too.';
create index alarm_links_user_id_idx on private.alarm_links (user_id, created_at);

create table private.account_freezes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  mailbox text not null,
  frozen_at timestamptz not null default now(),
  requested_at timestamptz,
  thaws_at timestamptz,
  constraint account_freezes_requested_whole check ((requested_at is null) = (thaws_at is null)),
  constraint account_freezes_thaws_at_wait check (thaws_at >= requested_at + private.own_secrets_wait())
);
comment on table private.account_freezes is 'Accounts whose owner said "this was not me": nothing leaves the vault for them until thaws_at.';
comment on column private.account_freezes.mailbox is 'Whose owner said so: no other mailbox ends it. Empty: two said so, and staff alone end it.';

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

-- Frozen: from "this was not me" until its end.
create function private.is_frozen(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.account_freezes as frozen
    where frozen.user_id = $1 and (frozen.thaws_at is null or frozen.thaws_at > now()))
$$;

-- Why the owner may not request the end of a freeze; null: they may.
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

-- {email, template, at, isUsed} of a link that is good, nothing else of the account. Null: no such link, or too old.
create function private.read_alarm_link(token_hash text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('email', private.mask_address(mailbox), 'template', template, 'at', created_at, 'isUsed', used_at is not null)
  from private.alarm_links as link
  where link.token_hash = $1 and link.created_at > now() - private.alarm_link_period()
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
  select stored.* into link from private.alarm_links as stored
  where stored.token_hash = use_alarm_link.token_hash and stored.created_at > now() - private.alarm_link_period();
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
    frozen_at = now(), requested_at = null, thaws_at = null;
  perform private.record_audit('freeze', 'account', person.id::text, null,
    jsonb_build_object('template', link.template, 'second_step_removed', is_reset));
  perform private.enqueue_mail('account_frozen', recipient, jsonb_build_object(
    'full_name', person.raw_user_meta_data ->> 'full_name', 'at', now(), 'second_step_removed', is_reset))
  from (select link.mailbox as recipient union select lower(person.email) where person.email <> '') as both_addresses;
  return private.read_alarm_link(link.token_hash);
end $$;

-- The server has seen a code from the account's mailbox in this request. Answers when the freeze ends.
create function private.request_thaw(user_id uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  obstacle text;
  ends_at timestamptz;
begin
  perform from auth.users where id = request_thaw.user_id for update;
  if not private.is_frozen(user_id) then
    raise exception 'This account is not frozen' using errcode = 'P0002';
  end if;
  obstacle := private.thaw_obstacle(user_id);
  if obstacle is not null then
    raise exception '%', case obstacle when 'mailbox' then 'The address of this account has changed since: only our staff can open it again'
      else 'Please choose a new password first' end using errcode = '42501', hint = obstacle;
  end if;
  update private.account_freezes as frozen set requested_at = now(), thaws_at = now() + private.own_secrets_wait()
  where frozen.user_id = request_thaw.user_id and frozen.requested_at is null
  returning thaws_at into ends_at;
  if ends_at is null then
    return (select thaws_at from private.account_freezes as frozen where frozen.user_id = request_thaw.user_id);
  end if;
  perform private.record_audit('ask_thaw', 'account', user_id::text, null, jsonb_build_object('thaws_at', ends_at));
  perform private.notify_owner('account_thaw_asked', user_id, jsonb_build_object('opens_at', ends_at));
  return ends_at;
end $$;

-- By the command line alone: the operator has identified the owner by other means. Answers whether it was frozen.
create function private.thaw_account(user_id uuid, reason text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  why text := coalesce(private.clean_text(reason), '');
begin
  perform private.require_reason(why, 'Please say in 10 to 500 characters how you know that it is this person');
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
  delete from private.alarm_links where created_at < now() - private.alarm_link_period();
  delete from private.own_secret_requests where closes_at < now();
  delete from private.account_freezes where thaws_at < now();
  delete from private.vault_openings where created_at < private.retained_since('vault_openings');
  delete from private.own_exports where created_at < private.retained_since('own_exports');
  get diagnostics gone = row_count;
  return gone;
end $$;

alter table private.alarm_links enable row level security;
revoke all on table private.alarm_links from public, anon, authenticated, service_role;

alter table private.account_freezes enable row level security;
revoke all on table private.account_freezes from public, anon, authenticated, service_role;

revoke all on function
  private.request_thaw(uuid), private.enqueue_alarm_mail(text, uuid, text, jsonb), private.forget_account_safety(),
  private.is_frozen(uuid), private.notify_owner(text, uuid, jsonb), private.read_alarm_link(text),
  private.thaw_account(uuid, text), private.thaw_obstacle(uuid), private.use_alarm_link(text)
  from public, anon, authenticated, service_role;
grant execute on function
  private.request_thaw(uuid), private.forget_account_safety(), private.read_alarm_link(text), private.thaw_account(uuid, text),
  private.use_alarm_link(text)
  to service_role;
grant execute on function private.enqueue_alarm_mail(text, uuid, text, jsonb) to supabase_auth_admin;
