-- Where money goes is changed by two people indeed: not by one and somebody whom they made staff for it. An invitation
-- ends with the right of whoever sent it. And the last admin is the last one who can still sign in.

-- Null: nobody of the desk did, but the command line.
alter table public.user_roles
  add column granted_by uuid default auth.uid(),
  add column granted_at timestamptz not null default now();
comment on column public.user_roles.granted_by is 'Who gave this role: whoever invited them or changed it last.';
update private.personal_data set acts = acts || '{granted_by}' where table_name = 'public.user_roles';

create function private.note_who_granted() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.granted_by := (select auth.uid());
  new.granted_at := now();
  return new;
end $$;
create trigger note_who_granted before update of role on public.user_roles
  for each row execute function private.note_who_granted();

create function private.settlement_holders() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(user_id), '{}') from public.user_roles join public.role_permissions using (role)
  where permission = 'settings.settlement'
$$;

-- A list and no times: what becomes of roles and rights later cannot change who held the right. What was proposed before
-- this migration counts those who hold it now.
alter table public.settlement_accounts add column holders uuid[] not null default private.settlement_holders();
comment on column public.settlement_accounts.holders is 'Who held settings.settlement when this was proposed: one of them approves it.';
update private.personal_data set acts = acts || '{holders}' where table_name = 'public.settlement_accounts';

-- As before (20261123003050), with holders.
create or replace function private.guard_settlement_account() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.id, new.kind, new.bank_name, new.account_name, new.account_number, new.wallet_address, new.proposed_by,
      new.proposed_at, new.is_demo, new.holders)
    is distinct from
    (old.id, old.kind, old.bank_name, old.account_name, old.account_number, old.wallet_address, old.proposed_by,
      old.proposed_at, old.is_demo, old.holders)
    or (old.approved_at is not null
      and (new.approved_by, new.approved_at, new.effective_at)
        is distinct from (old.approved_by, old.approved_at, old.effective_at))
    or old.withdrawn_at is not null
  then
    raise exception 'settlement_accounts keeps what was written' using errcode = '42501';
  elsif old.approved_at is null and not new.is_demo and new.effective_at < new.approved_at + interval '24 hours' then
    raise exception 'A change counts 24 hours after its approval at the earliest' using errcode = '23514';
  end if;
  return new;
end $$;

-- As before (20261123003050), and neither of the two made the other staff for it: a second mailbox could propose as well as
-- approve. For a week: in a small company one admin has invited everybody, and by then the others have heard of it. The
-- first account of all takes nothing from anybody.
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
  elsif exists (
    select from public.user_roles
    where (user_id, granted_by) in ((person_id, proposal.proposed_by), (proposal.proposed_by, person_id))
      and granted_at > now() - interval '7 days'
  ) and exists (
    select from public.settlement_accounts as used where used.kind = proposal.kind and used.approved_at is not null
  ) then
    raise exception 'One of you two gave the other their role less than a week ago. Somebody else who held this right before the proposal must approve it.'
      using errcode = '42501', hint = 'own_making';
  end if;
  update public.settlement_accounts set
    approved_by = person_id,
    approved_at = now(),
    effective_at = now() + interval '24 hours'
  where id = proposal_id
  returning effective_at into proposal.effective_at;
  return proposal.effective_at;
end $$;

-- As before (20261123003050), and to those who held the right at the proposal, whatever became of their role.
create or replace function private.tell_staff_of_settlement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_mail(
    case when new.approved_at is null then 'staff_settlement_proposed' else 'staff_settlement_approved' end,
    person.email,
    jsonb_strip_nulls(jsonb_build_object(
      'kind', new.kind,
      'name', (select full_name from public.profiles where id = coalesce(new.approved_by, new.proposed_by)),
      'bank_name', new.bank_name,
      'ending', right(coalesce(new.account_number, new.wallet_address), 4),
      'effective_at', new.effective_at)))
  from public.profiles as person
  where person.id = any (private.settlement_holders() || new.holders) and person.email is not null;
  return null;
end $$;

-- Whoever changes where money goes does not, meanwhile, decide who could stop them.
create function private.refuse_beside_own_proposal() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.settlement_accounts
    where (select auth.uid()) in (proposed_by, approved_by) and withdrawn_at is null
      and (effective_at is null or effective_at > now())
  ) then
    raise exception 'Your change of where money is sent to is still open. Stop it in the settings first: until then you cannot change who may stop it.'
      using errcode = '23514', hint = 'open_proposal';
  end if;
end $$;

create function private.keep_settlement_holder() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.role_permissions where role = old.role and permission = 'settings.settlement')
    and not exists (select from public.role_permissions where role = new.role and permission = 'settings.settlement')
  then
    perform private.refuse_beside_own_proposal();
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger keep_settlement_holder before update of role or delete on public.user_roles
  for each row execute function private.keep_settlement_holder();

create function private.keep_settlement_right() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if 'settings.settlement' in (old.permission, new.permission) then
    perform private.refuse_beside_own_proposal();
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger keep_settlement_right before insert or update or delete on public.role_permissions
  for each row execute function private.keep_settlement_right();

-- Whoever may no longer invite has no invitation open.
create function private.end_invitations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.role_permissions where role = new.role and permission = 'roles.manage') then
    update public.staff_invitations set withdrawn_at = now()
    where invited_by = old.user_id and accepted_at is null and withdrawn_at is null;
  end if;
  return null;
end $$;
create trigger end_invitations after update of role or delete on public.user_roles
  for each row execute function private.end_invitations();

-- As before (20261121003190), from somebody who still may, and whoever invited gave the role.
create or replace function public.accept_invitation() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  address text := private.proved_address((select auth.uid()));
  taken public.staff_invitations;
begin
  update public.staff_invitations set accepted_at = now()
  where lower(email) = address and accepted_at is null and withdrawn_at is null and expires_at > now()
    and private.person_has_permission(invited_by, 'roles.manage')
    and not exists (select from public.user_roles where user_id = caller_id)
  returning * into taken;
  if taken.id is null then
    return null;
  end if;
  insert into public.profiles (id, email) select id, email from auth.users where id = caller_id on conflict (id) do nothing;
  delete from public.staff_departures where user_id = caller_id;
  insert into public.user_roles (user_id, role, granted_by) values (caller_id, taken.role, taken.invited_by);
  return taken.role;
end $$;

-- Whether there is another admin who can sign in; of null: any.
create function private.has_admin_besides(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles as staff join auth.users as account on account.id = staff.user_id
    where staff.role = 'admin' and staff.user_id is distinct from $1
      and account.deleted_at is null and (account.banned_until is null or account.banned_until <= now())
  )
$$;

-- As before (20261121003190), for the auth service too, which asks under no role of the API: only the command line of
-- the owner, to whom this function belongs, is not asked.
create or replace function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.role = 'admin' and (tg_op = 'DELETE' or new.role <> 'admin') and session_user <> current_user then
    -- Two admins who unmake each other do so one after the other.
    perform pg_advisory_xact_lock(hashtextextended('keep an admin', 0));
    if not private.has_admin_besides(old.user_id) then
      raise exception 'There must always be an admin. Please make somebody else an admin first.'
        using errcode = '23514', hint = 'last_admin';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace function private.find_deletion_obstacle(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select 'You are the only admin. Make somebody else an admin first.'
  where exists (select from public.user_roles r where r.user_id = $1 and r.role = 'admin')
    and not private.has_admin_besides($1)
$$;

-- The shell that is kept of a deleted account is nobody's colleague.
create function private.end_role_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.user_roles where user_id = new.id;
  return null;
end $$;
create trigger end_role_of_deleted after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null) execute function private.end_role_of_deleted();
delete from public.user_roles where user_id in (select id from auth.users where deleted_at is not null);

revoke all on function private.note_who_granted(), private.settlement_holders(), private.refuse_beside_own_proposal(),
  private.keep_settlement_holder(), private.keep_settlement_right(), private.end_invitations(),
  private.has_admin_besides(uuid), private.end_role_of_deleted() from public;
grant execute on function private.has_admin_besides(uuid) to service_role;
