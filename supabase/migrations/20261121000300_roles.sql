-- Staff roles, at most one for each account, and what each role may do. Rights are rows here and nowhere else.

create table public.role_permissions (
  role text not null,
  permission text not null,
  primary key (role, permission),
  constraint role_permissions_role_known check (role in ('admin', 'reviewer', 'finance', 'content', 'field_agent')),
  constraint role_permissions_permission_form check (permission ~ '^[a-z_]+\.[a-z_]+$')
);
comment on table public.role_permissions is 'What each role may do; equal to domain/roles.ts.';

create table public.user_roles (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  constraint user_roles_role_known check (role in ('admin', 'reviewer', 'finance', 'content', 'field_agent'))
);
comment on table public.user_roles is 'The value admin marks an admin. No row means no rights.';

insert into public.role_permissions (role, permission)
values
  ('admin', 'orders.read'),
  ('admin', 'orders.decide'),
  ('admin', 'farmers.read'),
  ('admin', 'farmers.decide'),
  ('admin', 'buyers.read'),
  ('admin', 'buyers.decide'),
  ('admin', 'investors.read'),
  ('admin', 'investors.decide'),
  ('admin', 'profiles.read'),
  ('admin', 'roles.read'),
  ('reviewer', 'farmers.read'),
  ('reviewer', 'farmers.decide'),
  ('reviewer', 'buyers.read'),
  ('reviewer', 'buyers.decide'),
  ('reviewer', 'investors.read'),
  ('reviewer', 'investors.decide'),
  ('finance', 'orders.read');

-- Security definer, because it must see the caller's role wherever it is asked, without a circle of policies.
create function private.has_permission(permission text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles
    join public.role_permissions using (role)
    where user_roles.user_id = (select auth.uid()) and role_permissions.permission = $1
  )
$$;
revoke all on function private.has_permission(text) from public;
grant execute on function private.has_permission(text) to authenticated, service_role;

alter table public.role_permissions enable row level security;
revoke all on table public.role_permissions from public, anon, authenticated, service_role;
grant select on table public.role_permissions to authenticated;
grant select on table public.role_permissions to service_role;

alter table public.user_roles enable row level security;
revoke all on table public.user_roles from public, anon, authenticated;
grant select on table public.user_roles to authenticated;
grant select, insert, update, delete on table public.user_roles to service_role;

create policy "Staff read the rights of their own role, and who may, of all" on public.role_permissions
  for select to authenticated
  using (
    (select private.has_permission('roles.read'))
    or role = (select user_roles.role from public.user_roles where user_roles.user_id = (select auth.uid()))
  );

create policy "People read their own role, and staff who may, everybody's" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('roles.read')));

create policy "People read their own profile, and staff who may, everybody's" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or (select private.has_permission('profiles.read')));
