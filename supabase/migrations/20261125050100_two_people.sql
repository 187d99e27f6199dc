-- Two people are two people (ADR 0047): whoever approves where money goes was not brought in by the proposer, by anybody
-- whom the proposer brought in, nor by the same person; and has worked here with a second factor. Until a company has
-- such a person, an address outside confirms by a mailed code, and the change waits a week.

-- ---- How strong the session was that an entry of the audit trail was made in ----

create function private.claimed_aal() returns text
language sql stable set search_path = ''
as $$
  select nullif(left((select auth.jwt()) ->> 'aal', 10), '')
$$;
alter table public.audit_trail add column aal text;
alter table public.audit_trail alter column aal set default private.claimed_aal();
comment on column public.audit_trail.aal is 'The assurance level of the session that did it: aal2 after a second factor. Null: no session, or an entry of before release 0.2.0.';
create index audit_trail_strong_idx on public.audit_trail (actor_id, created_at) where aal = 'aal2';

-- As before (20261121003182), with the level where there is one: entries of before keep the text they were sealed with.
create or replace function private.audit_text(entry public.audit_trail) returns text
language sql immutable set search_path = ''
as $$
  select (jsonb_build_array((entry).id, extract(epoch from (entry).created_at)::text, (entry).actor_id, (entry).actor_role,
    (entry).address, (entry).action, (entry).subject_type, (entry).subject_id, (entry).before, (entry).after)
    || case when (entry).aal is null then '[]'::jsonb else jsonb_build_array((entry).aal) end)::text
$$;

-- ---- Who brought in whom, for ever ----

create table private.staff_grants (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  granted_by uuid,
  role text not null,
  granted_at timestamptz not null default now()
);
comment on table private.staff_grants is 'Every role that was ever given, and by whom. Append-only: a role that is given once more does not hide who gave it first. Names no account by key, since it outlives them.';
create index staff_grants_user_id_idx on private.staff_grants (user_id);
create index staff_grants_granted_by_idx on private.staff_grants (granted_by);
alter table private.staff_grants enable row level security;
revoke all on table private.staff_grants from public, anon, authenticated;
create trigger refuse_change before update or delete on private.staff_grants
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on private.staff_grants
  for each statement execute function private.refuse_change();
insert into private.personal_data (table_name, belongs, hidden, acts, erasure, note)
values ('private.staff_grants', 'user_id = $1', '{}', '{granted_by}', 'keep',
  'Who gave whom a role: tells whether two people are two people. Kept, or an account that goes would hide whom it brought in.');

-- What is known of before: the trail, accepted invitations, and the roles as they are. The oldest first, since the first
-- admin of all is told from it.
insert into private.staff_grants (user_id, granted_by, role, granted_at)
select user_id, nullif(granted_by, user_id), role, granted_at
from (
  select subject_id::uuid as user_id, actor_id as granted_by, coalesce(after ->> 'role', '?') as role, created_at as granted_at
  from public.audit_trail
  where subject_type = 'user_roles' and action in ('insert', 'update')
    and subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  union all
  select account.id, invitation.invited_by, invitation.role, invitation.accepted_at
  from public.staff_invitations as invitation join auth.users as account on lower(account.email) = lower(invitation.email)
  where invitation.accepted_at is not null
  union all
  select user_id, granted_by, role, least(created_at, granted_at) from public.user_roles
) as known
order by granted_at;

create function private.note_grant() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.staff_grants (user_id, granted_by, role)
  values (new.user_id, nullif(new.granted_by, new.user_id), new.role);
  return null;
end $$;
create trigger note_grant after insert or update of role, granted_by on public.user_roles
  for each row execute function private.note_grant();

-- The first admin of all has invited everybody in a small company: what hangs together through them alone does not count.
create function private.first_account() returns uuid
language sql stable security definer set search_path = ''
as $$
  select user_id from private.staff_grants where role = 'admin' order by id limit 1
$$;

-- Everybody whom grants tie to a person, in any number of steps up and down: ancestors, descendants, cousins; and the
-- person. A grant by the first account ties nobody, and nobody is tied through the first account.
create function private.related_staff(person_id uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with recursive ties (one, other) as (
    select granted_by, user_id from private.staff_grants
    where granted_by is not null and granted_by is distinct from (select private.first_account())
    union
    select user_id, granted_by from private.staff_grants
    where granted_by is not null and granted_by is distinct from (select private.first_account())
  ),
  reached (user_id) as (
    select $1
    union
    select ties.other from reached join ties on ties.one = reached.user_id
    where reached.user_id = $1 or reached.user_id is distinct from (select private.first_account())
  )
  select array_agg(user_id) from reached
$$;

-- Whether somebody works here: entries with a second factor on three dates of Lagos within thirty days.
create function private.is_at_work(person_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(distinct (created_at at time zone 'Africa/Lagos')::date) >= 3
  from public.audit_trail
  where actor_id = $1 and aal = 'aal2' and created_at > now() - interval '30 days'
$$;

-- ---- The address outside ----

alter table private.house_settings
  drop constraint house_settings_name_known,
  drop constraint house_settings_value_known,
  add constraint house_settings_name_known check (name in ('staff_second_factor', 'sms', 'sessions_checked', 'settlement_alarm_email')),
  add constraint house_settings_value_known check (case name
    when 'settlement_alarm_email' then value = '' or private.is_email(value)
    else value in ('offered', 'demanded', 'off', 'on') end);
insert into private.house_settings (name, value) values ('settlement_alarm_email', '');

-- Null: none is set. Whoever works at the desk is not outside.
create function private.settlement_alarm_email() returns text
language sql stable security definer set search_path = ''
as $$
  select value from private.house_settings
  where name = 'settlement_alarm_email' and value <> '' and not exists (
    select from public.user_roles join auth.users as account on account.id = user_id where lower(account.email) = lower(value))
$$;

-- ---- Proposals ----

alter table public.settlement_accounts
  add column confirmed_outside boolean not null default false,
  add column in_force_mailed_at timestamptz,
  drop constraint settlement_accounts_approval_whole,
  add constraint settlement_accounts_approval_whole
    check (is_demo or confirmed_outside or (approved_by is null) = (approved_at is null)),
  add constraint settlement_accounts_outside_alone check (not confirmed_outside or approved_by is null);
comment on column public.settlement_accounts.confirmed_outside is 'Nobody else here could approve it: the address outside confirmed by a mailed code.';
alter table public.settlement_accounts disable trigger user;
update public.settlement_accounts set in_force_mailed_at = effective_at where effective_at <= now();
alter table public.settlement_accounts enable trigger user;

create table private.settlement_codes (
  proposal_id uuid primary key,
  code_hash text not null,
  sent_at timestamptz not null default now(),
  tries integer not null default 0
);
comment on table private.settlement_codes is 'The code that was mailed to the address outside for a proposal, as a hash: good for 24 hours and five tries.';
alter table private.settlement_codes enable row level security;
revoke all on table private.settlement_codes from public, anon, authenticated;

-- The first account of a kind takes nothing from anybody.
create function private.is_first_settlement(candidate public.settlement_accounts) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from public.settlement_accounts as used
    where used.kind = (candidate).kind and used.id <> (candidate).id and not used.is_demo
      and used.approved_at is not null and used.withdrawn_at is null
  )
$$;

-- Who may approve a proposal; nobody: the address outside is asked.
create function private.settlement_seconds(proposal public.settlement_accounts) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(holder), '{}')
  from unnest((proposal).holders) as holder
  where holder <> all (private.related_staff((proposal).proposed_by))
    and private.person_has_permission(holder, 'settings.settlement')
    and private.is_at_work(holder)
    and exists (select from auth.users as account where account.id = holder
      and account.deleted_at is null and (account.banned_until is null or account.banned_until <= now()))
$$;

-- As before (20261124000100), and: a week where the address outside confirmed, but for the first account.
create or replace function private.guard_settlement_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (new.id, new.kind, new.bank_name, new.account_name, new.account_number, new.wallet_address, new.proposed_by,
      new.proposed_at, new.is_demo, new.holders)
    is distinct from
    (old.id, old.kind, old.bank_name, old.account_name, old.account_number, old.wallet_address, old.proposed_by,
      old.proposed_at, old.is_demo, old.holders)
    or (old.approved_at is not null
      and (new.approved_by, new.approved_at, new.effective_at, new.confirmed_outside)
        is distinct from (old.approved_by, old.approved_at, old.effective_at, old.confirmed_outside))
    or old.withdrawn_at is not null
  then
    raise exception 'settlement_accounts keeps what was written' using errcode = '42501';
  elsif old.approved_at is null and not new.is_demo and new.effective_at < new.approved_at + interval '24 hours' then
    raise exception 'A change counts 24 hours after its approval at the earliest' using errcode = '23514';
  elsif old.approved_at is null and new.confirmed_outside and new.effective_at < new.approved_at + interval '7 days'
    and not private.is_first_settlement(new)
  then
    raise exception 'A change that nobody else here could approve counts after 7 days at the earliest' using errcode = '23514';
  end if;
  return new;
end $$;

create or replace function public.approve_settlement_account(proposal_id uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_settlement_right();
  proposal public.settlement_accounts;
begin
  select * into proposal from public.settlement_accounts where id = proposal_id for update;
  if proposal.id is null or proposal.approved_at is not null or proposal.withdrawn_at is not null then
    raise exception 'There is no such proposal to approve' using errcode = 'P0002';
  elsif proposal.proposed_by = person_id then
    raise exception 'Somebody else must approve your proposal' using errcode = '42501';
  elsif person_id <> all (proposal.holders) then
    raise exception 'Somebody who held this right before the proposal was made must approve it. You got it later.'
      using errcode = '42501', hint = 'later_right';
  elsif person_id = any (private.related_staff(proposal.proposed_by)) then
    raise exception 'You and whoever proposed this were brought in by one another, or by the same person. Somebody else must approve it.'
      using errcode = '42501', hint = 'own_making';
  elsif not private.is_at_work(person_id) then
    raise exception 'Whoever approves this has worked at the desk with a second step on three different days of the last 30. You have not yet.'
      using errcode = '42501', hint = 'not_at_work';
  end if;
  update public.settlement_accounts set
    approved_by = person_id,
    approved_at = now(),
    effective_at = now() + interval '24 hours'
  where id = proposal_id
  returning effective_at into proposal.effective_at;
  return proposal.effective_at;
end $$;

-- Mails a code to the address outside, another one each time; refused while somebody here can approve.
create function private.mail_settlement_code(proposal public.settlement_accounts) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- 40 random bits: five tries at it within a day.
  code text := upper(left(private.make_token(), 10));
begin
  insert into private.settlement_codes (proposal_id, code_hash)
  values ((proposal).id, encode(sha256(convert_to((proposal).id || code, 'UTF8')), 'hex'))
  on conflict on constraint settlement_codes_pkey
    do update set code_hash = excluded.code_hash, sent_at = now(), tries = 0;
  perform private.enqueue_mail('staff_settlement_code', private.settlement_alarm_email(),
    private.describe_settlement(proposal) || jsonb_build_object('code', left(code, 5) || '-' || right(code, 5),
      'is_first', private.is_first_settlement(proposal)));
end $$;

create function private.describe_settlement(account public.settlement_accounts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'kind', (account).kind,
    'name', (select coalesce(full_name, email) from public.profiles
      where id = coalesce((account).approved_by, (account).proposed_by)),
    'bank_name', (account).bank_name,
    'ending', right(coalesce((account).account_number, (account).wallet_address), 4),
    'effective_at', (account).effective_at,
    'is_outside', case when (account).confirmed_outside then true end))
$$;

-- As before (20261124000100): every admin, whoever holds or held the right, and the address outside.
create or replace function private.tell_staff_of_settlement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.mail_about_settlement(new, case when new.approved_at is null then 'proposed' else 'approved' end);
  if new.approved_at is null and private.settlement_alarm_email() is not null
    and cardinality(private.settlement_seconds(new)) = 0
  then
    perform private.mail_settlement_code(new);
  end if;
  return null;
end $$;

create function private.mail_about_settlement(account public.settlement_accounts, step text) returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue_mail('staff_settlement_' || $2, recipient, private.describe_settlement($1))
  from (
    select person.email as recipient from public.profiles as person
    where person.email is not null and (person.id = any (private.settlement_holders() || ($1).holders)
      or person.id in (select user_id from public.user_roles where role = 'admin'))
    union
    select private.settlement_alarm_email() where private.settlement_alarm_email() is not null
  ) as everybody
$$;

-- The proposal, locked, that the address outside may confirm; or a refusal that says what is missing.
create function private.settlement_for_code(proposal_id uuid) returns public.settlement_accounts
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.settlement_accounts;
begin
  perform private.require_settlement_right();
  select * into proposal from public.settlement_accounts where id = proposal_id for update;
  if proposal.id is null or proposal.approved_at is not null or proposal.withdrawn_at is not null then
    raise exception 'There is no such proposal to confirm' using errcode = 'P0002';
  elsif cardinality(private.settlement_seconds(proposal)) > 0 then
    raise exception 'Somebody here can approve this: the code is for a company that has nobody else.'
      using errcode = '42501', hint = 'second_person';
  elsif private.settlement_alarm_email() is null then
    raise exception 'Nobody here can approve this yet, and no address outside is set. Whoever runs the server sets SETTLEMENT_ALARM_EMAIL, to a mailbox of nobody who works at this desk.'
      using errcode = '23514', hint = 'settlement_alarm_email';
  end if;
  return proposal;
end $$;

create function public.send_settlement_code(proposal_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.settlement_accounts := private.settlement_for_code(proposal_id);
begin
  if exists (select from private.settlement_codes as sent
    where sent.proposal_id = proposal.id and sent.sent_at > now() - interval '10 minutes')
  then
    raise exception 'A code was mailed less than 10 minutes ago. Please wait for it.' using errcode = 'PT429';
  end if;
  perform private.mail_settlement_code(proposal);
end $$;

-- Answers {ok: true, effectiveAt}, or {ok: false, code: 'wrong_code' | 'code_expired', triesLeft}: a refusal would undo
-- the count of tries.
create function public.confirm_settlement_code(proposal_id uuid, code text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.settlement_accounts := private.settlement_for_code(proposal_id);
  given text := regexp_replace(upper(coalesce(code, '')), '[^0-9A-F]', '', 'g');
  sent private.settlement_codes;
begin
  select * into sent from private.settlement_codes as one where one.proposal_id = proposal.id for update;
  if sent.proposal_id is null or sent.sent_at <= now() - interval '24 hours' or sent.tries >= 5 then
    return jsonb_build_object('ok', false, 'code', 'code_expired', 'triesLeft', 0);
  elsif sent.code_hash <> encode(sha256(convert_to(proposal.id || given, 'UTF8')), 'hex') then
    update private.settlement_codes as one set tries = tries + 1 where one.proposal_id = proposal.id;
    return jsonb_build_object('ok', false, 'code', 'wrong_code', 'triesLeft', 4 - sent.tries);
  end if;
  delete from private.settlement_codes as one where one.proposal_id = proposal.id;
  update public.settlement_accounts set
    confirmed_outside = true,
    approved_at = now(),
    effective_at = now() + case when private.is_first_settlement(proposal) then interval '24 hours' else interval '7 days' end
  where id = proposal.id
  returning * into proposal;
  return jsonb_build_object('ok', true, 'effectiveAt', proposal.effective_at);
end $$;

-- For the settings: how each open proposal can go on. way: 'person', 'outside' or 'nobody'.
create function public.settlement_ways() returns table (proposal_id uuid, way text, can_approve boolean, waits_days integer,
  code_sent_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('settings.read') then
    raise exception 'permission denied to read the settings' using errcode = '42501';
  end if;
  return query
    select open_one.id,
      case when cardinality(seconds) > 0 then 'person'
        when private.settlement_alarm_email() is not null then 'outside' else 'nobody' end,
      (select auth.uid()) = any (seconds),
      case when cardinality(seconds) > 0 or private.is_first_settlement(open_one.whole) then 1 else 7 end,
      (select sent_at from private.settlement_codes as sent where sent.proposal_id = open_one.id
        and sent_at > now() - interval '24 hours' and tries < 5)
    from (
      select account.id, account as whole, private.settlement_seconds(account) as seconds
      from public.settlement_accounts as account
      where account.approved_at is null and account.withdrawn_at is null
    ) as open_one;
end $$;

-- Mails everybody that an account is in force now; answers how many accounts.
create function private.tell_settlements_in_force() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account public.settlement_accounts;
  mailed integer := 0;
begin
  for account in
    select * from public.settlement_accounts
    where effective_at <= now() and withdrawn_at is null and not is_demo and in_force_mailed_at is null
    for update skip locked
  loop
    update public.settlement_accounts set in_force_mailed_at = now() where id = account.id;
    perform private.mail_about_settlement(account, 'in_force');
    mailed := mailed + 1;
  end loop;
  return mailed;
end $$;

revoke all on function private.claimed_aal(), private.note_grant(), private.first_account(), private.related_staff(uuid),
  private.is_at_work(uuid), private.settlement_alarm_email(), private.is_first_settlement(public.settlement_accounts),
  private.settlement_seconds(public.settlement_accounts), private.mail_settlement_code(public.settlement_accounts),
  private.describe_settlement(public.settlement_accounts), private.mail_about_settlement(public.settlement_accounts, text),
  private.settlement_for_code(uuid), private.tell_settlements_in_force() from public;
revoke all on function public.send_settlement_code(uuid), public.confirm_settlement_code(uuid, text),
  public.settlement_ways() from public, anon, authenticated, service_role;
grant execute on function public.send_settlement_code(uuid), public.confirm_settlement_code(uuid, text),
  public.settlement_ways() to authenticated;
