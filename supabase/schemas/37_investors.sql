-- Investors: individual, corporate and crypto.

create table public.investors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  investor_type text not null,
  company_name text,
  contact_name text,
  contact_email text,
  contact_phone text,
  investment_amount text not null,
  investment_amount_min numeric(38, 8),
  investment_amount_max numeric(38, 8),
  currency text not null default 'NGN',
  risk_tolerance text,
  experience_level text,
  city text,
  state text,
  country text,
  crypto_experience text,
  preferred_sectors text[],
  investment_goals text,
  wallet_address text,
  status text not null default 'pending',
  decline_reason text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reference text not null default '',
  terms_version text,
  terms_accepted_at timestamptz,
  locale text,
  channel text,
  entered_by uuid,
  answers_version integer not null default 1 constraint investors_answers_version_positive check (answers_version > 0),
  sent_again_at timestamptz,
  sort_contact text collate "C" constraint investors_sort_contact_length check (char_length(sort_contact) <= 400),
  constraint investors_investor_type_known check (investor_type in ('individual', 'corporate', 'crypto')),
  constraint investors_company_name_length check (char_length(company_name) between 2 and 200),
  constraint investors_company_named check ((investor_type = 'corporate') = (company_name is not null)),
  constraint investors_contact_name_length check (char_length(contact_name) between 2 and
    case investor_type when 'corporate' then 200 else 100 end),
  constraint investors_contact_email_form check (private.is_email(contact_email)),
  constraint investors_contact_phone_digits check (contact_phone ~ '^\+?[0-9]{8,15}$'),
  constraint investors_investment_amount_known check (case investor_type
    when 'individual' then investment_amount in ('under-500k', '500k-1m', '1m-5m', '5m-10m', 'above-10m')
    when 'corporate' then investment_amount in ('under-5m', '5m-20m', '20m-50m', '50m-100m', 'above-100m')
    else investment_amount in
      ('20-100', '100-500', '500-1000', '1000-5000', '5000-10000', '10000-50000', 'above-50000', 'custom')
  end),
  constraint investors_investment_amount_order check (investment_amount_min <= investment_amount_max),
  constraint investors_crypto_minimum check (investor_type <> 'crypto' or coalesce(investment_amount_min >= 20, false)),
  constraint investors_currency_known check (currency = case investor_type when 'crypto' then 'SIDRA' else 'NGN' end),
  constraint investors_risk_tolerance_known check (risk_tolerance in ('conservative', 'moderate', 'aggressive')),
  constraint investors_experience_level_known check (experience_level in
    ('none', 'beginner', 'intermediate', 'experienced', 'expert')),
  constraint investors_city_length check (char_length(city) between 2 and 100),
  constraint investors_state_length check (char_length(state) between 2 and 100),
  constraint investors_country_length check (char_length(country) between 2 and 100),
  constraint investors_crypto_experience_known check (crypto_experience in
    ('beginner', 'intermediate', 'experienced', 'expert')),
  constraint investors_preferred_sectors_some check (cardinality(preferred_sectors) between 1 and 20),
  constraint investors_investment_goals_length check (char_length(investment_goals) <= 2000),
  -- Four first, dots, four last at most: never a whole address.
  constraint investors_wallet_address_masked check (wallet_address ~ '^.{0,6}(…|\.\.\.|\*{3,}).{0,4}$'),
  constraint investors_status_known check (status in ('pending', 'approved', 'declined')),
  constraint investors_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint investors_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null)),
  constraint investors_reference_unique unique (reference),
  constraint investors_reference_form check (reference ~ '^IV[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$'),
  constraint investors_terms_version_length check (char_length(terms_version) between 1 and 40),
  constraint investors_locale_length check (char_length(locale) between 2 and 35),
  constraint investors_channel_known check (channel = any (private.registration_channels()))
);
comment on column public.investors.answers_version is 'The version of the newest submission, 1 where none is stored. Who decides names the one that they have read; another one is refused.';
comment on column public.investors.sent_again_at is 'When other answers were last sent, by its person or by staff for them, or when it was agreed to again: what was promised counts from then.';
comment on column public.investors.investment_amount is 'The code of the range that was chosen; min and max are the range in currency (max null: no upper bound).';
comment on column public.investors.wallet_address is 'The masked form only.';
comment on column public.investors.sort_contact is 'Whose registration it is, as its list says it, in small letters (private.name_contact): it is ordered by it.';
create index investors_contact_email_idx on public.investors (lower(contact_email), id);
create index investors_contact_phone_idx on public.investors (contact_phone, id);
create index investors_created_at_idx on public.investors (created_at desc, id);
create index investors_list_name_idx on public.investors ((lower(coalesce(company_name, contact_name)) collate "C"), id);
create index investors_sort_contact_idx on public.investors (sort_contact, created_at desc, id);
create index investors_status_idx on public.investors (status, created_at desc);
create index investors_user_id_idx on public.investors (user_id, created_at desc);

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
  constraint investor_private_nationality_length check (char_length(nationality) between 1 and 100),
  constraint investor_private_occupation_length check (char_length(occupation) between 1 and 200),
  constraint investor_private_employer_name_length check (char_length(employer_name) between 1 and 200),
  constraint investor_private_bank_name_length check (char_length(bank_name) between 2 and 100),
  constraint investor_private_previous_crypto_investments_length check (char_length(previous_crypto_investments) between 1 and 2000),
  constraint investor_private_registration_number_length check (char_length(registration_number) between 1 and 200),
  constraint investor_private_tax_id_length check (char_length(tax_id) between 1 and 200),
  constraint investor_private_contact_person_title_length check (char_length(contact_person_title) between 1 and 200),
  constraint investor_private_previous_partnerships_length check (char_length(previous_partnerships) between 1 and 2000),
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
create index investor_private_company_phone_idx on public.investor_private (company_phone, investor_id);

create function public.investors(public.record_page) returns setof public.investors
language sql stable set search_path = ''
as $$select t.* from public.investors as t where t.id = any ($1.ids) order by array_position($1.ids, t.id)$$;

-- The range of an investment's code, [min, max]; without a max there is no upper bound (decisions 65, 71).
create function private.investment_range(investor_type text, answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when $1 = 'crypto' and answers ->> 'investmentAmount' = 'custom' then jsonb_build_array(
      private.answer(answers, 'customInvestmentAmount')::numeric,
      private.answer(answers, 'customInvestmentAmount')::numeric)
    else '{
      "individual": {"under-500k": [0, 500000], "500k-1m": [500000, 1000000], "1m-5m": [1000000, 5000000],
        "5m-10m": [5000000, 10000000], "above-10m": [10000000]},
      "corporate": {"under-5m": [0, 5000000], "5m-20m": [5000000, 20000000], "20m-50m": [20000000, 50000000],
        "50m-100m": [50000000, 100000000], "above-100m": [100000000]},
      "crypto": {"20-100": [20, 100], "100-500": [100, 500], "500-1000": [500, 1000], "1000-5000": [1000, 5000],
        "5000-10000": [5000, 10000], "10000-50000": [10000, 50000], "above-50000": [50000]}
    }'::jsonb #> array[$1, answers ->> 'investmentAmount']
  end
$$;

create function private.investor_columns(investor_type text, answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'record', jsonb_build_object(
      'investor_type', $1,
      'company_name', case $1 when 'corporate' then private.answer(answers, 'companyName') end,
      'contact_name', private.answer(answers, case $1 when 'corporate' then 'contactPersonName' else 'fullName' end),
      'contact_email', private.answer(answers, case $1 when 'corporate' then 'contactPersonEmail' else 'email' end),
      'contact_phone', private.answer(answers, case $1 when 'corporate' then 'contactPersonPhone' else 'phone' end),
      'investment_amount', private.answer(answers, 'investmentAmount'),
      'investment_amount_min', private.investment_range($1, answers) -> 0,
      'investment_amount_max', private.investment_range($1, answers) -> 1,
      'currency', case $1 when 'crypto' then 'SIDRA' else 'NGN' end,
      'risk_tolerance', case when $1 <> 'corporate' then private.answer(answers, 'riskTolerance') end,
      'experience_level', private.answer(answers, case $1 when 'crypto' then 'cryptoExperience' else 'investmentExperience' end),
      'crypto_experience', private.answer(answers, 'cryptoExperience'),
      'preferred_sectors', (
        select to_jsonb(array[sector])
        from private.answer(answers, case $1 when 'corporate' then 'partnershipInterest' else 'investmentInterest' end) as sector
        where sector is not null
      ),
      'investment_goals', private.answer(answers, case $1 when 'corporate' then 'businessGoals' else 'motivation' end),
      'city', private.answer(answers, 'city'),
      'state', private.answer(answers, 'state'),
      'country', private.answer(answers, 'country')
    ),
    'private', jsonb_build_object(
      'address', private.answer(answers, case $1 when 'corporate' then 'companyAddress' else 'address' end),
      'nationality', private.answer(answers, 'nationality'),
      'occupation', private.answer(answers, 'occupation'),
      'employer_name', private.answer(answers, 'employerName'),
      'annual_income', private.answer(answers, 'annualIncome'),
      'linkedin_profile', private.answer(answers, 'linkedinProfile'),
      'bank_name', private.answer(answers, 'bankName'),
      'valid_id_type', private.answer(answers, 'validIdType'),
      'previous_crypto_investments', private.answer(answers, 'previousCryptoInvestments'),
      'company_email', private.answer(answers, 'companyEmail'),
      'company_phone', private.answer(answers, 'companyPhone'),
      'website', private.answer(answers, 'website'),
      'registration_number', private.answer(answers, 'registrationNumber'),
      'tax_id', private.answer(answers, 'taxId'),
      'business_type', private.answer(answers, 'businessType'),
      'industry', private.answer(answers, 'industry'),
      'established_year', private.answer(answers, 'establishedYear'),
      'employee_count', private.answer(answers, 'employeeCount'),
      'annual_revenue', private.answer(answers, 'annualRevenue'),
      'contact_person_title', private.answer(answers, 'contactPersonTitle'),
      'partnership_type', private.answer(answers, 'partnershipType'),
      'previous_partnerships', private.answer(answers, 'previousPartnerships'),
      'additional_info', private.answer(answers, 'additionalInfo')
    )
  )
$$;

create trigger touch_updated_at before update on public.investor_private
  for each row execute function private.touch_updated_at();

create constraint trigger note_twins after insert or update of company_phone on public.investor_private
  deferrable initially deferred for each row execute function private.note_twins('investor_id');

create trigger before_registration_change before insert or update on public.investors
  for each row execute function private.before_registration_change('IV');

create trigger after_registration_change after insert or update or delete on public.investors
  for each row execute function private.after_registration_change();

create constraint trigger note_twins after insert or delete or update of contact_phone, contact_name, company_name, contact_email, user_id
  on public.investors
  deferrable initially deferred for each row execute function private.note_twins('id');

create view private.investors_list with (security_invoker = true) as
  select t.id, t.created_at, t.status as list_status, true as is_default,
    t.status = 'pending' and t.id not in (select private.stopped_registrations('investors')) as is_promised,
    coalesce(t.sent_again_at, t.created_at) + (select private.promised_time('investors', 'decision')) as due_at,
    lower(coalesce(t.company_name, t.contact_name)) collate "C" as list_name,
    t.investor_type, t.currency, t.investment_amount_min, t.sort_contact
  from public.investors as t;
revoke all on table private.investors_list from public, anon, authenticated, service_role;

alter table public.investors enable row level security;
revoke all on table public.investors from public, anon, authenticated;
grant select on table public.investors to authenticated;
grant update (status, decline_reason, updated_at, answers_version) on table public.investors to authenticated;
create policy "People read their own investor records, and staff who may, all" on public.investors
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('investors.read')));
create policy "Staff who may decide change an investor's status" on public.investors
  for update to authenticated
  using ((select private.has_permission('investors.decide')))
  with check ((select private.has_permission('investors.decide')));

alter table public.investor_private enable row level security;
revoke all on table public.investor_private from public, anon, authenticated;
grant select on table public.investor_private to authenticated;
create policy "People read their own answers, and staff who may decide" on public.investor_private
  for select to authenticated
  using (
    (select private.has_permission('investors.decide'))
    or investor_id in (select id from public.investors where user_id = (select auth.uid()))
  );

revoke all on function
  private.investment_range(text, jsonb), private.investor_columns(text, jsonb), public.investors(public.record_page)
  from public, anon, authenticated, service_role;
grant execute on function public.investors(public.record_page) to authenticated;

alter publication supabase_realtime add table public.investors;
