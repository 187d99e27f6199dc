-- Farmers: people who farm and want to work with the company; with or without an account.

create table public.farmers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  contact_name text,
  contact_email text,
  phone text,
  farm_name text not null,
  farm_size_code text,
  farm_size_acres numeric,
  location text not null,
  city text,
  state text,
  farming_experience_code text,
  farming_experience_years integer,
  crops_grown text[] not null,
  farming_methods text,
  challenges text,
  goals text,
  status text not null default 'pending',
  decline_reason text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint farmers_contact_name_length check (char_length(contact_name) between 2 and 100),
  constraint farmers_contact_email_form check (private.is_email(contact_email)),
  constraint farmers_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint farmers_farm_name_length check (char_length(farm_name) between 2 and 200),
  constraint farmers_farm_size_acres_positive check (farm_size_acres > 0),
  constraint farmers_farm_size_code_known check (farm_size_code in ('under-1', '1-5', '6-10', '11-50', '51-100', '100plus')),
  constraint farmers_location_length check (char_length(location) between 2 and 200),
  constraint farmers_city_length check (char_length(city) between 2 and 100),
  constraint farmers_state_length check (char_length(state) between 2 and 100),
  constraint farmers_farming_experience_code_known check (farming_experience_code in ('0-1', '2-5', '6-10', '11-20', '20plus')),
  constraint farmers_farming_experience_years_range check (farming_experience_years between 0 and 100),
  constraint farmers_crops_grown_some check (cardinality(crops_grown) between 1 and 30),
  constraint farmers_farming_methods_known check (farming_methods in ('organic', 'conventional', 'mixed', 'sustainable')),
  constraint farmers_challenges_length check (char_length(challenges) <= 2000),
  constraint farmers_goals_length check (char_length(goals) between 10 and 2000),
  constraint farmers_status_known check (status in ('pending', 'approved', 'declined')),
  constraint farmers_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint farmers_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null))
);
comment on column public.farmers.farm_size_acres is 'The lower bound of farm_size_code (0.5 for under-1).';
comment on column public.farmers.farming_experience_years is 'The lower bound of farming_experience_code.';

create index farmers_created_at_idx on public.farmers (created_at desc, id);
create index farmers_status_idx on public.farmers (status, created_at desc);
create index farmers_user_id_idx on public.farmers (user_id, created_at desc);

create trigger decide before update on public.farmers
  for each row execute function private.decide();

alter table public.farmers enable row level security;
revoke all on table public.farmers from public, anon, authenticated;
grant select on table public.farmers to authenticated;
grant update (status, updated_at, decline_reason) on table public.farmers to authenticated;
grant select, insert, update, delete on table public.farmers to service_role;

create policy "People read their own farmer records, and staff who may, all" on public.farmers
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('farmers.read')));

create policy "Staff who may decide change a farmer's status" on public.farmers
  for update to authenticated
  using ((select private.has_permission('farmers.decide')))
  with check ((select private.has_permission('farmers.decide')));

alter publication supabase_realtime add table public.farmers;
