-- What a form asked that no list shows: one row beside each record, for the person and for whoever decides.

create table public.farmer_private (
  farmer_id uuid primary key references public.farmers (id) on delete cascade,
  gender text,
  address text,
  updated_at timestamptz not null default now(),
  constraint farmer_private_gender_known check (gender in ('male', 'female', 'other')),
  constraint farmer_private_address_length check (char_length(address) between 5 and 500)
);
comment on table public.farmer_private is 'Birth date and photo are not here: they lie in the vault.';

create table public.training_enrolment_private (
  training_enrolment_id uuid primary key references public.training_enrolments (id) on delete cascade,
  gender text,
  address text,
  guardian_name text,
  guardian_phone text,
  guardian_consent boolean,
  updated_at timestamptz not null default now(),
  constraint training_enrolment_private_gender_known check (gender in ('male', 'female', 'other')),
  constraint training_enrolment_private_address_length check (char_length(address) between 5 and 500),
  constraint training_enrolment_private_guardian_name_length check (char_length(guardian_name) between 2 and 100),
  constraint training_enrolment_private_guardian_phone_digits check (guardian_phone ~ '^\+?[0-9]{8,15}$'),
  constraint training_enrolment_private_guardian_whole check (
    (guardian_name is null) = (guardian_phone is null) and (guardian_name is null) = (guardian_consent is not true))
);
comment on column public.training_enrolment_private.guardian_consent is 'A parent or guardian agreed to the enrolment of somebody under 18 (NDPA, section 31).';

create table public.investor_private (
  investor_id uuid primary key references public.investors (id) on delete cascade,
  address text,
  nationality text,
  occupation text,
  employer_name text,
  annual_income text,
  linkedin_profile text,
  bank_name text,
  valid_id_type text,
  previous_crypto_investments text,
  company_email text,
  company_phone text,
  website text,
  registration_number text,
  tax_id text,
  business_type text,
  industry text,
  established_year integer,
  employee_count text,
  annual_revenue text,
  contact_person_title text,
  partnership_type text,
  previous_partnerships text,
  additional_info text,
  updated_at timestamptz not null default now(),
  constraint investor_private_address_length check (char_length(address) <= 500),
  constraint investor_private_annual_income_known check (annual_income in
    ('under-2m', '2m-5m', '5m-10m', '10m-20m', 'above-20m')),
  constraint investor_private_linkedin_profile_https check (linkedin_profile ~ '^https://' and char_length(linkedin_profile) <= 500),
  constraint investor_private_valid_id_type_known check (valid_id_type in
    ('nin', 'passport', 'drivers-license', 'voters-card')),
  constraint investor_private_company_email_form check (private.is_email(company_email)),
  constraint investor_private_company_phone_digits check (company_phone ~ '^\+?[0-9]{8,15}$'),
  constraint investor_private_website_https check (website ~ '^https://' and char_length(website) <= 500),
  constraint investor_private_business_type_known check (business_type in
    ('private-limited', 'public-limited', 'partnership', 'llc', 'sole-proprietorship', 'cooperative', 'ngo')),
  constraint investor_private_industry_known check (industry in
    ('agriculture', 'food-processing', 'technology', 'finance', 'manufacturing', 'retail', 'consulting', 'other')),
  constraint investor_private_established_year_range check (established_year between 1900 and 2200),
  constraint investor_private_employee_count_known check (employee_count in
    ('1-10', '11-50', '51-200', '201-500', '500+')),
  constraint investor_private_annual_revenue_known check (annual_revenue in
    ('under-10m', '10m-50m', '50m-100m', '100m-500m', 'above-500m')),
  constraint investor_private_partnership_type_known check (partnership_type in
    ('equity', 'joint-venture', 'strategic-alliance', 'supplier', 'distribution', 'technology')),
  constraint investor_private_additional_info_length check (char_length(additional_info) <= 2000)
);
comment on table public.investor_private is 'BVN, identity number, account number, wallet and birth date are not here: they lie in the vault.';

create trigger touch_updated_at before update on public.farmer_private
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.training_enrolment_private
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.investor_private
  for each row execute function private.touch_updated_at();

alter table public.farmer_private enable row level security;
revoke all on table public.farmer_private from public, anon, authenticated;
grant select on table public.farmer_private to authenticated;
grant select, insert, update, delete on table public.farmer_private to service_role;
alter table public.training_enrolment_private enable row level security;
revoke all on table public.training_enrolment_private from public, anon, authenticated;
grant select on table public.training_enrolment_private to authenticated;
grant select, insert, update, delete on table public.training_enrolment_private to service_role;
alter table public.investor_private enable row level security;
revoke all on table public.investor_private from public, anon, authenticated;
grant select on table public.investor_private to authenticated;
grant select, insert, update, delete on table public.investor_private to service_role;

create policy "People read what they told, and staff who may decide" on public.farmer_private
  for select to authenticated
  using (
    (select private.has_permission('farmers.decide'))
    or farmer_id in (select id from public.farmers where user_id = (select auth.uid()))
  );
create policy "People read what they told, and staff who may decide" on public.training_enrolment_private
  for select to authenticated
  using (
    (select private.has_permission('training_enrolments.decide'))
    or training_enrolment_id in (select id from public.training_enrolments where user_id = (select auth.uid()))
  );
create policy "People read what they told, and staff who may decide" on public.investor_private
  for select to authenticated
  using (
    (select private.has_permission('investors.decide'))
    or investor_id in (select id from public.investors where user_id = (select auth.uid()))
  );
