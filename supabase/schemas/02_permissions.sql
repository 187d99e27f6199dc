-- Who may do what: roles and their permissions, settings of the application, and the functions that policies call.

create table public.roles (
  name text primary key,
  title text not null,
  description text not null,
  is_built_in boolean not null default false,
  refund_up_to_kobo bigint,
  quote_below_list_percent integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint roles_name_form check (name ~ '^[a-z][a-z0-9_]{1,39}$'),
  constraint roles_title_length check (char_length(title) between 2 and 40),
  constraint roles_description_length check (char_length(description) between 2 and 200),
  constraint roles_refund_up_to_kobo_not_negative check (refund_up_to_kobo >= 0),
  constraint roles_quote_below_list_percent_range check (quote_below_list_percent between 0 and 100),
  constraint roles_admin_unlimited check (name <> 'admin' or (refund_up_to_kobo is null and quote_below_list_percent is null)),
  constraint roles_built_in_stays check (not is_built_in or ended_at is null)
);
comment on table public.roles is 'The roles of staff: those of the application, and those that an admin made.';
comment on column public.roles.refund_up_to_kobo is 'A refund above it waits for a second person; null is no limit of the role''s own.';
comment on column public.roles.quote_below_list_percent is 'A quote further below the list price waits for a second person; null is no limit.';
comment on column public.roles.ended_at is 'Deleted: the row stays, since invitations of former times name it.';
create unique index roles_one_title on public.roles (lower(title)) where ended_at is null;

create table public.role_permissions (
  role text not null,
  permission text not null,
  primary key (role, permission),
  constraint role_permissions_role_fkey foreign key (role) references public.roles (name),
  constraint role_permissions_permission_form check (permission ~ '^[a-z_]+\.[a-z_]+$')
);
comment on table public.role_permissions is 'What each role may do.';

create table public.user_roles (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  granted_by uuid default auth.uid(),
  granted_at timestamptz not null default now(),
  constraint user_roles_role_fkey foreign key (role) references public.roles (name)
);
create index user_roles_role_idx on public.user_roles (role);
comment on table public.user_roles is 'The value admin marks an admin. No row means no rights.';
comment on column public.user_roles.granted_by is 'Who gave this role: anyone who invited them or changed it last.';

create table private.app_settings (
  name text primary key,
  value text not null,
  constraint app_settings_name_known check (name in ('staff_second_factor', 'sms', 'sessions_checked', 'settlement_alarm_email')),
  constraint app_settings_value_known check (case name
    when 'settlement_alarm_email' then value = '' or private.is_email(value)
    else value in ('offered', 'demanded', 'off', 'on') end)
);

-- ---- Who brought in whom, for ever ----
create table private.staff_grants (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  granted_by uuid,
  role text not null,
  granted_at timestamptz not null default now()
);
comment on table private.staff_grants is 'Every role that was ever given, and by whom. Append-only: a role that is given once more does not hide who gave it first. Names no account by key, since it outlives them.';
create index staff_grants_granted_by_idx on private.staff_grants (granted_by);
create index staff_grants_user_id_idx on private.staff_grants (user_id);

create function private.set_app_setting(name text, value text) returns void
language sql security definer set search_path = ''
as $$
  update private.app_settings set value = $2 where app_settings.name = $1 and app_settings.value <> $2
$$;

-- Security definer, because it must see the caller's role wherever it is called, without a circle of policies.
create function private.has_permission(permission text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles
    join public.role_permissions using (role)
    where user_roles.user_id = (select auth.uid()) and role_permissions.permission = $1
  ) and private.is_signed_in_as_staff()
$$;

-- For what a stolen password alone must not reach: the right, and a session with a second factor.
create function private.has_strong_permission(permission text) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2' and private.has_permission($1)
$$;

-- The same for an account that is not the caller: the server calls it for the account that it has identified.
create function private.person_has_permission(person_id uuid, permission text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles
    join public.role_permissions using (role)
    where user_roles.user_id = person_has_permission.person_id and role_permissions.permission = person_has_permission.permission
  ) and private.is_let_in(person_has_permission.person_id)
$$;

-- Says so to anyone who has the right: under the policies alone a removal would touch no row, in silence.
create function private.demand_second_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.has_permission(tg_argv[0]) then
    perform private.require_strong_right(tg_argv[0]);
  end if;
  return null;
end $$;

-- For functions whose right takes a second factor: the caller's id, or a refusal.
create function private.require_strong_right(permission text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  if (select auth.uid()) is null or not private.has_permission($1) then
    raise exception 'permission denied: %', $1 using errcode = '42501';
  elsif not private.has_strong_permission($1) then
    raise exception 'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.'
      using errcode = '42501', hint = 'aal2';
  end if;
  return (select auth.uid());
end $$;

-- Whether the session that the caller's token names stands, at the token's own level: one lookup by primary key.
create function private.has_living_session() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions
    where id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
      and user_id = (select auth.uid())
      and coalesce(aal::text, 'aal1') >= coalesce((select auth.jwt()) ->> 'aal', 'aal1')
      and (not_after is null or not_after > now())
  )
$$;

-- Whether the caller, if they are staff, is let in as such by this very token. `is_let_in` is about an account.
create function private.is_signed_in_as_staff() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(bool_and(case name
    when 'staff_second_factor' then value <> 'demanded'
      or coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2' and private.is_let_in((select auth.uid()))
    when 'sessions_checked' then value <> 'on' or private.has_living_session()
    else true end), false)
  from private.app_settings
$$;

-- The channel of the admin area: received by staff who are let in, sent to by the database alone.
create function private.is_in_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = (select auth.uid()))
    and private.is_signed_in_as_staff()
$$;

create function private.claimed_aal() returns text
language sql stable set search_path = ''
as $$
  select nullif(left((select auth.jwt()) ->> 'aal', 10), '')
$$;

-- Whether someone is let in as staff: with a second factor that is set up, where that is demanded.
create function private.is_let_in(person_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from private.app_settings where name = 'staff_second_factor' and value = 'demanded')
    or exists (select from auth.mfa_factors where user_id = $1 and status = 'verified')
$$;

create function private.has_shown_factors() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
$$;

-- Whether someone works here: entries with a second factor on three dates of Lagos within thirty days.
create function private.is_at_work(person_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(distinct (created_at at time zone 'Africa/Lagos')::date) >= 3
  from public.audit_trail
  where actor_id = $1 and aal = 'aal2' and created_at > now() - interval '30 days'
$$;

-- The kinds whose records the caller may read, or decide on; called once for each statement.
create function private.admin_types_with(verb text) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(record_type), '{}') from unnest(private.admin_types()) as record_type
  where private.has_permission(private.admin_permission(record_type, admin_types_with.verb))
$$;

-- The right to read what takes a task; null for what takes none.
create function private.task_permission(record_type text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when record_type = any (private.task_types()) then record_type || '.read' end
$$;

-- The kinds on which the caller may read tasks.
create function private.readable_task_types() returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(record_type), '{}') from unnest(private.task_types()) as record_type
  where private.has_permission(private.task_permission(record_type))
$$;

-- For functions: the caller's id, or a refusal.
create function private.require_admin_right(record_type text, verb text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  permission text := private.admin_permission(record_type, verb);
begin
  if permission is null then
    raise exception 'There is no such kind of record' using errcode = '22023';
  elsif (select auth.uid()) is null or not private.has_permission(permission) then
    raise exception 'permission denied to % %', verb, record_type using errcode = '42501';
  end if;
  return (select auth.uid());
end $$;

-- The same for notes, assignments and contacts: reading alone is not enough.
create function private.require_record_work(record_type text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  caller_id uuid := private.require_admin_right(record_type, 'read');
begin
  if not private.has_permission('records.work') then
    raise exception 'permission denied to work on %', record_type using errcode = '42501';
  end if;
  return caller_id;
end $$;

-- The limits of an account's role; without a role, no row.
create function private.role_of(person_id uuid) returns public.roles
language sql stable security definer set search_path = ''
as $$
  select roles.* from public.user_roles as held join public.roles on roles.name = held.role where held.user_id = $1
$$;

-- Whether there is such a role that may be given. It stays until the caller's transaction ends: delete_role waits for it.
create function private.is_role(name text) returns boolean
language sql security definer set search_path = ''
as $$
  select exists (select from public.roles where roles.name = $1 and roles.ended_at is null for key share)
$$;

-- Whether there is such a record, for any caller: its callers have checked the right before.
create function private.has_record(record_type text, record_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_there boolean;
begin
  if record_type = any (private.task_types()) then
    execute format('select exists (select from public.%I where id = $1)', record_type) into is_there using record_id;
  end if;
  return coalesce(is_there, false);
end $$;

create function private.note_grant(new public.user_roles) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.staff_grants (user_id, granted_by, role)
  values (new.user_id, nullif(new.granted_by, new.user_id), new.role);
  insert into private.staff_grants (user_id, granted_by, role)
  select distinct new.user_id, invitation.invited_by, new.role
  from public.staff_invitations as invitation join auth.users as account on lower(account.email) = lower(invitation.email)
  where account.id = new.user_id and invitation.invited_by <> new.user_id
    and not exists (select from private.staff_grants as known
      where known.user_id = new.user_id and known.granted_by = invitation.invited_by);
end $$;

create trigger end_settlement_codes after update of value on private.app_settings
  for each row when (new.name = 'settlement_alarm_email' and lower(new.value) <> lower(old.value))
  execute function private.end_settlement_codes();

create trigger refuse_change before update or delete on private.staff_grants
  for each row execute function private.refuse_change();

create trigger refuse_truncate before truncate on private.staff_grants
  for each statement execute function private.refuse_change();

create trigger audit_change after insert or update or delete on public.roles for each row
  execute function private.audit_change('all', 'name', 'title,description,refund_up_to_kobo,quote_below_list_percent,ended_at');

alter table public.roles enable row level security;
revoke all on table public.roles from public, anon, authenticated, service_role;
grant select on table public.roles to authenticated, service_role;
create policy "Staff read their own role, and who may, all" on public.roles
  for select to authenticated
  using (
    (select private.has_permission('roles.read'))
    or name = (select user_roles.role from public.user_roles where user_roles.user_id = (select auth.uid()))
  );

create trigger audit_change after insert or update or delete on public.role_permissions for each row
  execute function private.audit_change('all', 'role,permission', 'role,permission');

create trigger keep_settlement_right before insert or update or delete on public.role_permissions
  for each row execute function private.keep_settlement_right();

alter table public.role_permissions enable row level security;
revoke all on table public.role_permissions from public, anon, authenticated, service_role;
grant select on table public.role_permissions to authenticated, service_role;
create policy "Staff read the rights of their own role, and who may, of all" on public.role_permissions
  for select to authenticated
  using (
    (select private.has_permission('roles.read'))
    or role = (select user_roles.role from public.user_roles where user_roles.user_id = (select auth.uid()))
  );

create function private.before_role_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.keep_an_admin(old.user_id, old.role, new.role);
  perform private.keep_settlement_holder(old.role, new.role);
  if tg_op = 'DELETE' then return old; end if;
  new.granted_by := (select auth.uid());
  new.granted_at := now();
  return new;
end $$;

create trigger before_role_change before update of role or delete on public.user_roles
  for each row execute function private.before_role_change();

create function private.after_role_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Who gave a role that is new: of an invitation it is not who accepts it.
  if tg_op = 'INSERT' then
    perform private.audit_change('user_roles', 'all', 'user_id', 'role,granted_by', old, new);
  else
    perform private.audit_change('user_roles', 'all', 'user_id', 'role', old, new);
  end if;
  if tg_op <> 'INSERT' then perform private.end_invitations(old.user_id, new.role); end if;
  if tg_op <> 'DELETE' then perform private.note_grant(new); end if;
  return null;
end $$;

create trigger after_role_change after insert or update of role, granted_by or delete on public.user_roles
  for each row execute function private.after_role_change();

alter table public.user_roles enable row level security;
revoke all on table public.user_roles from public, anon, authenticated;
grant select on table public.user_roles to authenticated;
create policy "People read their own role, and staff who may, everybody's" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('roles.read')));

alter table private.app_settings enable row level security;
revoke all on table private.app_settings from public, anon, authenticated, service_role;

alter table private.staff_grants enable row level security;
revoke all on table private.staff_grants from public, anon, authenticated, service_role;

revoke all on function
  private.after_role_change(), private.demand_second_factor(), private.before_role_change(),
  private.claimed_aal(), private.admin_types_with(text), private.has_living_session(), private.has_permission(text), private.has_record(text, uuid),
  private.has_shown_factors(), private.has_strong_permission(text), private.is_in_admin(), private.is_at_work(uuid),
  private.is_role(text), private.readable_task_types(), private.require_record_work(text), private.role_of(uuid), private.is_let_in(uuid), private.is_signed_in_as_staff(), private.note_grant(public.user_roles),
  private.person_has_permission(uuid, text), private.require_admin_right(text, text), private.require_strong_right(text),
  private.set_app_setting(text, text), private.task_permission(text)
  from public, anon, authenticated, service_role;
grant execute on function
  private.admin_types_with(text), private.has_permission(text),
  private.has_strong_permission(text), private.is_in_admin(), private.readable_task_types(), private.require_admin_right(text, text),
  private.require_strong_right(text), private.task_permission(text)
  to authenticated, service_role;
grant execute on function private.person_has_permission(uuid, text), private.set_app_setting(text, text) to service_role;
