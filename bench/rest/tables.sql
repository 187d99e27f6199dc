-- What both servers serve: tables under row level security, filled the same way at every run.

create table public.bench_products (
  id bigint generated always as identity primary key,
  name text not null,
  category text not null,
  price_kobo bigint not null,
  unit text not null,
  location text not null,
  is_published boolean not null,
  created_at timestamptz not null
);
create index bench_products_created_at_idx on public.bench_products (created_at desc);
alter table public.bench_products enable row level security;
grant select on public.bench_products to anon, authenticated;
create policy "Everybody sees published products" on public.bench_products
  for select to anon, authenticated using (is_published);

-- One in ten is hidden, the newest of all among them: anyone who answers it has passed the policy by.
insert into public.bench_products (name, category, price_kobo, unit, location, is_published, created_at)
select
  (array['Rice', 'Maize', 'Yam', 'Tomatoes', 'Palm oil'])[1 + n % 5] || ' lot ' || n,
  (array['Grains', 'Grains', 'Tubers', 'Vegetables', 'Oil'])[1 + n % 5],
  100000 + n * 100,
  'Bags (50kg)',
  (array['Kano', 'Kaduna', 'Benue', 'Lagos'])[1 + n % 4],
  n % 10 <> 0,
  timestamptz '2026-01-01 08:00:00+00' + n * interval '1 minute'
from generate_series(1, 20000) as n;

create table public.bench_profiles (
  id uuid primary key,
  email text not null,
  full_name text not null,
  created_at timestamptz not null
);
create table public.bench_user_roles (
  user_id uuid primary key references public.bench_profiles (id),
  role text not null
);
create table public.bench_orders (
  id uuid primary key,
  code text not null,
  user_id uuid not null references public.bench_profiles (id),
  crop_type text not null,
  quantity numeric not null,
  unit text not null,
  total_amount numeric,
  delivery_address text not null,
  special_requirements text,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index bench_orders_created_at_idx on public.bench_orders (created_at desc);
create index bench_orders_user_id_idx on public.bench_orders (user_id);

-- The role is read in the database at every request, as the application does it.
create function public.bench_is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.bench_user_roles where user_id = (select auth.uid()) and role = 'admin'
  )
$$;
grant execute on function public.bench_is_admin() to authenticated;

alter table public.bench_profiles enable row level security;
alter table public.bench_user_roles enable row level security;
alter table public.bench_orders enable row level security;
grant select on public.bench_profiles, public.bench_orders to authenticated;
create policy "People see their own profile, admins see all" on public.bench_profiles
  for select to authenticated using (id = (select auth.uid()) or (select public.bench_is_admin()));
create policy "Buyers see their own orders, admins see all" on public.bench_orders
  for select to authenticated using (user_id = (select auth.uid()) or (select public.bench_is_admin()));

insert into public.bench_profiles (id, email, full_name, created_at)
select
  ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
  'buyer' || n || '@example.com',
  'Buyer Number ' || n,
  timestamptz '2026-01-01 08:00:00+00'
from generate_series(1, 300) as n;

-- Signed in: the session that the token of scenarios.ts names.
insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
values ('00000000-0000-4000-8000-000000000001', 'authenticated', 'authenticated', 'bench.admin@example.com', now(), '{}', '{}', now(), now());
insert into auth.sessions (id, user_id, aal, created_at, updated_at)
values ('00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-000000000001', 'aal1', now(), now());

insert into public.bench_user_roles values ('00000000-0000-4000-8000-000000000001', 'admin');

insert into public.bench_orders
select
  ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid,
  'AG' || lpad(n::text, 6, '0'),
  ('00000000-0000-4000-8000-' || lpad((1 + n % 300)::text, 12, '0'))::uuid,
  (array['Rice', 'Maize', 'Yam', 'Palm oil'])[1 + n % 4],
  10 + n % 90,
  'Tons',
  case when n % 3 = 0 then 1000000 + n end,
  'Warehouse ' || n || ', Apapa, Lagos',
  case when n % 4 = 0 then 'Moisture below 12 percent, please call before delivery' end,
  (array['pending', 'approved', 'declined', 'completed'])[1 + n % 4],
  timestamptz '2026-01-01 08:00:00+00' + n * interval '1 minute',
  timestamptz '2026-01-01 08:00:00+00' + n * interval '1 minute'
from generate_series(1, 1000) as n;

create table public.bench_inquiries (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.bench_profiles (id),
  subject text not null,
  message text not null,
  created_at timestamptz not null default now(),
  constraint bench_inquiries_subject_length check (char_length(subject) between 2 and 200)
);
alter table public.bench_inquiries enable row level security;
grant select, insert on public.bench_inquiries to authenticated;
create policy "People write in their own name" on public.bench_inquiries
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "People read what they wrote" on public.bench_inquiries
  for select to authenticated using (user_id = (select auth.uid()));

create function public.bench_quote(product bigint, bags integer)
returns table (name text, bags_quoted integer, total_kobo bigint)
language sql stable set search_path = '' as $$
  select p.name, bags, p.price_kobo * bags from public.bench_products as p where p.id = product
$$;
grant execute on function public.bench_quote(bigint, integer) to anon, authenticated;
