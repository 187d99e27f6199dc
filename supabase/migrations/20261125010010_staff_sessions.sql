-- Staff rights hold in a session that stands, and where a second factor is demanded, in one that has shown it: asked of
-- the claims and of the session's row, at every question for a right. That the account has a factor is not enough.

alter table private.house_settings drop constraint house_settings_name_known;
alter table private.house_settings add constraint house_settings_name_known
  check (name in ('staff_second_factor', 'sms', 'sessions_checked'));
-- The application turns it on at its start; claims that are set by hand in the database name no session.
insert into private.house_settings (name, value) values ('sessions_checked', 'off') on conflict (name) do nothing;

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

-- Whether the caller, if they are staff, is let in as such by this very token. `is_let_in` asks about an account.
create function private.is_signed_in_as_staff() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(bool_and(case name
    when 'staff_second_factor' then value <> 'demanded'
      or coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2' and private.is_let_in((select auth.uid()))
    when 'sessions_checked' then value <> 'on' or private.has_living_session()
    else true end), false)
  from private.house_settings
$$;

create or replace function private.has_permission(permission text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles
    join public.role_permissions using (role)
    where user_roles.user_id = (select auth.uid()) and role_permissions.permission = $1
  ) and private.is_signed_in_as_staff()
$$;

-- About the caller: role, rights, whether this session is strong enough, and what it lacks.
create or replace function public.my_desk() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'role', mine.role,
    'permissions', case when private.is_signed_in_as_staff()
      then (select coalesce(jsonb_agg(permission order by permission), '[]') from public.role_permissions where role = mine.role)
      else '[]' end,
    'isStrong', coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2',
    'hasSecondFactor', exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'),
    'mustAddSecondFactor', mine.role is not null and not private.is_let_in((select auth.uid())),
    'mustShowSecondFactor', mine.role is not null and private.is_let_in((select auth.uid()))
      and coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2'
      and exists (select from private.house_settings where name = 'staff_second_factor' and value = 'demanded')
  )
  from (select (select role from public.user_roles where user_id = (select auth.uid())) as role) as mine
$$;

-- The channel of the desk: received by staff who are let in, sent to by the database alone.
create function private.is_at_the_desk() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = (select auth.uid()))
    and private.is_signed_in_as_staff()
$$;
alter policy "Staff hear that a list of the desk has changed" on realtime.messages
  using (
    (select realtime.topic()) = 'desk' and extension in ('broadcast', 'presence')
    and (select private.is_at_the_desk())
  );

revoke all on function private.has_living_session(), private.is_signed_in_as_staff(), private.is_at_the_desk() from public;
grant execute on function private.is_at_the_desk() to authenticated, service_role;
