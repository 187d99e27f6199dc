-- Invitations, roles and departures of staff.

create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  role text not null,
  invited_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  constraint staff_invitations_email_form check (private.is_email(email)),
  constraint staff_invitations_role_fkey foreign key (role) references public.roles (name),
  constraint staff_invitations_one_end check (accepted_at is null or withdrawn_at is null)
);
create unique index staff_invitations_one_open on public.staff_invitations (lower(email))
  where accepted_at is null and withdrawn_at is null;
create index staff_invitations_role_idx on public.staff_invitations (role);

create table private.staff_invitation_links (
  token_hash text primary key,
  invitation_id uuid not null references public.staff_invitations (id) on delete cascade,
  constraint staff_invitation_links_token_hash_form check (token_hash ~ '^[0-9a-f]{64}$')
);
comment on table private.staff_invitation_links is 'The secret links of invitations, as hashes of their tokens: good as long as the invitation.';
create index staff_invitation_links_invitation_id_idx on private.staff_invitation_links (invitation_id);

create table public.staff_departures (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  former_role text not null,
  reason text not null,
  deactivated_by uuid,
  deactivated_at timestamptz not null default now(),
  constraint staff_departures_reason_length check (char_length(reason) between 3 and 500)
);

-- There is always an admin, for every caller but the database's own owner, who stands outside of all roles.
create function private.keep_an_admin(user_id uuid, previous_role text, new_role text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if previous_role = 'admin' and new_role is distinct from 'admin' and session_user <> current_user then
    -- Two admins who unmake each other do so one after the other.
    perform pg_advisory_xact_lock(hashtextextended('keep an admin', 0));
    if not private.has_admin_besides(user_id) then
      raise exception 'There must always be an admin. Please make somebody else an admin first.'
        using errcode = '23514', hint = 'last_admin';
    end if;
  end if;
end $$;

-- About the caller: name, role, rights, whether this session is strong enough, and what it lacks.
create function public.my_permissions() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'name', (select full_name from public.profiles where id = (select auth.uid())),
    'role', mine.role,
    'title', (select title from public.roles where name = mine.role),
    'permissions', case when private.is_signed_in_as_staff()
      then (select coalesce(jsonb_agg(permission order by permission), '[]') from public.role_permissions where role = mine.role)
      else '[]' end,
    'isStrong', coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2',
    'hasSecondFactor', exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'),
    'mustAddSecondFactor', mine.role is not null and not private.is_let_in((select auth.uid())),
    'mustShowSecondFactor', mine.role is not null and private.is_let_in((select auth.uid()))
      and coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2'
      and exists (select from private.app_settings where name = 'staff_second_factor' and value = 'demanded')
  )
  from (select (select role from public.user_roles where user_id = (select auth.uid())) as role) as mine
$$;

-- Answers the invitation's id. An address that was invited before gets the new role, another week, and another mail.
create function public.invite_staff(email text, role text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_strong_right('roles.manage');
  address text := lower(private.clean_line(email));
  created_id uuid;
  token text := private.make_token();
begin
  if private.is_email(address) is not true then
    raise exception 'Invalid email address' using errcode = '23514', hint = 'email';
  elsif not private.is_role(invite_staff.role) then
    raise exception 'Please choose a role' using errcode = '23514', hint = 'role';
  elsif exists (select from public.user_roles join public.profiles on id = user_id where lower(profiles.email) = address) then
    raise exception 'This person has a role already' using errcode = '23514', hint = 'email';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invite ' || caller_id, 0));
  if (select count(*) >= 30 from public.staff_invitations
      where invited_by = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invited ' || address, 0));
  update public.staff_invitations set withdrawn_at = now()
  where lower(staff_invitations.email) = address and accepted_at is null and withdrawn_at is null;
  insert into public.staff_invitations (email, role, invited_by) values (address, invite_staff.role, caller_id)
  returning id into created_id;
  insert into private.staff_invitation_links (token_hash, invitation_id)
  values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), created_id);
  perform private.enqueue_mail('staff_invitation', address, jsonb_build_object(
    'title', (select title from public.roles where name = invite_staff.role),
    'description', (select description from public.roles where name = invite_staff.role),
    'invited_by', (select full_name from public.profiles where id = caller_id),
    'token', token));
  return created_id;
end $$;

-- What the link of an invitation says when it is opened, for the server alone; null for a link that there never was.
create function private.find_invitation(token_hash text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'email', invitation.email, 'title', roles.title, 'description', roles.description,
    'invitedBy', (select full_name from public.profiles where id = invitation.invited_by),
    'state', case
      when invitation.accepted_at is not null then 'accepted'
      when invitation.withdrawn_at is not null then 'withdrawn'
      when invitation.expires_at <= now() then 'expired'
      when not private.person_has_permission(invitation.invited_by, 'roles.manage') then 'withdrawn'
      else 'open' end,
    'hasAccount', exists (select from auth.users as account
      where lower(account.email) = lower(invitation.email) and account.email_confirmed_at is not null and account.deleted_at is null),
    'hasPassword', exists (select from auth.users as account
      where lower(account.email) = lower(invitation.email) and account.encrypted_password <> '' and account.deleted_at is null))
  from private.staff_invitation_links as link
  join public.staff_invitations as invitation on invitation.id = link.invitation_id
  join public.roles on roles.name = invitation.role
  where link.token_hash = $1
$$;

create function public.withdraw_invitation(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_strong_right('roles.manage');
  update public.staff_invitations set withdrawn_at = now()
  where staff_invitations.id = withdraw_invitation.id and accepted_at is null and withdrawn_at is null;
  if not found then
    raise exception 'There is no such invitation' using errcode = 'P0002';
  end if;
end $$;

-- For anyone who signed in under an address that they have proved to be theirs: the role that waits for it, or null.
-- Nobody's role changes by it who has one already.
create function public.accept_invitation() returns text
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

create function public.change_staff_role(user_id uuid, new_role text, expected_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored_role text;
begin
  perform private.require_strong_right('roles.manage');
  select role into stored_role from public.user_roles where user_roles.user_id = change_staff_role.user_id for update;
  if stored_role is null then
    raise exception 'This person has no role' using errcode = 'P0002';
  elsif stored_role is distinct from expected_role then
    raise exception 'Their role is % by now. Please look again.', stored_role using errcode = 'PT409', hint = stored_role;
  elsif not private.is_role(new_role) then
    raise exception 'Please choose a role' using errcode = '23514', hint = 'role';
  end if;
  update public.user_roles set role = new_role where user_roles.user_id = change_staff_role.user_id;
  perform private.free_work(array[change_staff_role.user_id]);
end $$;

-- What is assigned to one of these people whose role does not open it any more is assigned to nobody. By the rights of the role alone:
-- who has lost their second step gets it back.
create function private.free_work(people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.record_work as work set assignee_id = null, assignee_name = null, assigned_by = null, assigned_at = null
  where work.assignee_id = any (people)
    and exists (select from unnest(array[private.task_permission(work.record_type), 'records.work']) as needed
      where not exists (select from public.user_roles as held join public.role_permissions as granted using (role)
        where held.user_id = work.assignee_id and granted.permission = needed));
  update public.tasks as task set assignee_id = null, assignee_name = null
  where task.assignee_id = any (people) and task.done_at is null
    and exists (select from unnest(array[private.task_permission(task.record_type), 'records.work']) as needed
      where not exists (select from public.user_roles as held join public.role_permissions as granted using (role)
        where held.user_id = task.assignee_id and granted.permission = needed));
end $$;

create function private.free_work_of_role(role text) returns void
language sql security definer set search_path = ''
as $$select private.free_work(array(select held.user_id from public.user_roles as held where held.role = $1))$$;

-- They are a member again, and signed out everywhere; what they were is stored. Invited again, they may come back.
create function public.deactivate_staff(user_id uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_strong_right('roles.manage');
  stored_role text;
  why text := coalesce(private.clean_text(reason), '');
begin
  if char_length(why) not between 3 and 500 then
    raise exception 'Please say in 3 to 500 characters why' using errcode = '23514', hint = 'reason';
  end if;
  delete from public.user_roles where user_roles.user_id = deactivate_staff.user_id returning role into stored_role;
  if stored_role is null then
    raise exception 'This person has no role' using errcode = 'P0002';
  end if;
  insert into public.staff_departures (user_id, former_role, reason, deactivated_by)
  values (deactivate_staff.user_id, stored_role, why, caller_id)
  on conflict on constraint staff_departures_pkey do update set former_role = excluded.former_role,
    reason = excluded.reason, deactivated_by = excluded.deactivated_by, deactivated_at = now();
  perform private.free_work(array[deactivate_staff.user_id]);
  delete from public.staff_notices where staff_notices.user_id = deactivate_staff.user_id;
  delete from auth.sessions where sessions.user_id = deactivate_staff.user_id;
end $$;

-- A right that an admin has may be given to, or taken from, another role. Admins keep all, so that nobody locks the
-- application from inside.
create function public.set_role_permission(role text, permission text, is_granted boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_strong_right('roles.manage');
  if set_role_permission.role = 'admin' or set_role_permission.permission = 'roles.manage' then
    raise exception 'Admins keep every right, and theirs alone is that of giving rights' using errcode = '23514', hint = 'role';
  elsif not private.is_role(set_role_permission.role) then
    raise exception 'There is no such role' using errcode = 'P0002';
  elsif not exists (select from public.role_permissions as known
    where known.role = 'admin' and known.permission = set_role_permission.permission)
  then
    raise exception 'There is no such right' using errcode = '23514', hint = 'permission';
  end if;
  if is_granted then
    insert into public.role_permissions (role, permission)
    values (set_role_permission.role, set_role_permission.permission) on conflict do nothing;
  else
    delete from public.role_permissions as granted
    where granted.role = set_role_permission.role and granted.permission = set_role_permission.permission;
    perform private.free_work_of_role(set_role_permission.role);
  end if;
  perform private.check_needed_rights(array(
    select held.permission from public.role_permissions as held where held.role = set_role_permission.role), permission);
end $$;

create function public.list_staff() returns table (user_id uuid, email text, full_name text, role text, former_role text,
  deactivated_at timestamptz, has_second_factor boolean, last_sign_in_at timestamptz, since timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('roles.read') then
    raise exception 'permission denied to read the staff' using errcode = '42501';
  end if;
  return query
    select person.id, person.email, person.full_name, roles.role, left_us.former_role, left_us.deactivated_at,
      exists (select from auth.mfa_factors as factor where factor.user_id = person.id and factor.status = 'verified'),
      account.last_sign_in_at::timestamptz, coalesce(roles.created_at, left_us.deactivated_at)
    from public.profiles as person
    join auth.users as account on account.id = person.id
    left join public.user_roles as roles on roles.user_id = person.id
    left join public.staff_departures as left_us on left_us.user_id = person.id and roles.user_id is null
    where roles.user_id is not null or left_us.user_id is not null
    order by roles.user_id is null, coalesce(person.full_name, person.email), person.id;
end $$;

-- Whom a record of a kind may be given to.
create function public.list_assignees(record_type text) returns table (user_id uuid, full_name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.task_permission(record_type) is null then
    raise exception 'There is no such kind of record' using errcode = '22023';
  elsif not private.has_permission(private.task_permission(record_type)) then
    raise exception 'permission denied to read %', record_type using errcode = '42501';
  end if;
  return query
    select person.id, coalesce(person.full_name, person.email)
    from public.user_roles as roles
    join public.profiles as person on person.id = roles.user_id
    where private.may_work_on(roles.user_id, list_assignees.record_type)
    order by 2, 1;
end $$;

-- Anyone who may no longer invite has no invitation open.
create function private.end_invitations(inviter uuid, role text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.role_permissions as held where held.role = $2 and held.permission = 'roles.manage') then
    update public.staff_invitations set withdrawn_at = now()
    where invited_by = inviter and accepted_at is null and withdrawn_at is null;
  end if;
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

-- The shell that is stored of a deleted account is nobody's colleague.
create function private.end_role_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.user_roles where user_id = new.id;
  perform private.free_work(array[new.id]);
  return null;
end $$;

create trigger end_role_of_deleted after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null) execute function private.end_role_of_deleted();

create trigger audit_change after insert or delete on public.staff_departures for each row
  execute function private.audit_change('all', 'user_id', 'former_role,reason');

create trigger refuse_secrets before insert or update of reason on public.staff_departures
  for each row execute function private.refuse_secrets('reason', 'reason');

create trigger audit_change after insert or update or delete on public.staff_invitations for each row
  execute function private.audit_change('all', 'id', 'role,expires_at,accepted_at,withdrawn_at');

alter table public.staff_invitations enable row level security;
revoke all on table public.staff_invitations from public, anon, authenticated, service_role;
grant select on table public.staff_invitations to authenticated, service_role;
create policy "Staff who may read roles read who was invited" on public.staff_invitations
  for select to authenticated
  using ((select private.has_permission('roles.read')));

alter table private.staff_invitation_links enable row level security;
revoke all on table private.staff_invitation_links from public, anon, authenticated, service_role;

alter table public.staff_departures enable row level security;
revoke all on table public.staff_departures from public, anon, authenticated, service_role;
grant select on table public.staff_departures to authenticated, service_role;
create policy "Staff who may read roles read who left" on public.staff_departures
  for select to authenticated
  using ((select private.has_permission('roles.read')));

revoke all on function
  private.end_invitations(uuid, text), private.end_role_of_deleted(), private.find_invitation(text), private.free_work(uuid[]),
  private.free_work_of_role(text), private.has_admin_besides(uuid), private.keep_an_admin(uuid, text, text),
  public.accept_invitation(), public.change_staff_role(uuid, text, text), public.deactivate_staff(uuid, text),
  public.invite_staff(text, text), public.list_assignees(text), public.list_staff(), public.my_permissions(),
  public.set_role_permission(text, text, boolean), public.withdraw_invitation(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.find_invitation(text), private.has_admin_besides(uuid) to service_role;
grant execute on function
  public.accept_invitation(), public.change_staff_role(uuid, text, text), public.deactivate_staff(uuid, text),
  public.invite_staff(text, text), public.list_assignees(text), public.list_staff(), public.my_permissions(),
  public.set_role_permission(text, text, boolean), public.withdraw_invitation(uuid)
  to authenticated;
