-- Investors: individual, corporate and crypto. What is secret about them is not kept in this table.

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
  constraint investors_investor_type_known check (investor_type in ('individual', 'corporate', 'crypto')),
  constraint investors_company_name_length check (char_length(company_name) between 2 and 200),
  constraint investors_company_named check ((investor_type = 'corporate') = (company_name is not null)),
  constraint investors_contact_name_length check (char_length(contact_name) between 2 and 200),
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
  constraint investors_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null))
);
comment on column public.investors.investment_amount is 'The code of the range that was chosen; min and max are the range in currency (max null: no upper bound).';
comment on column public.investors.wallet_address is 'The masked form only.';

create index investors_created_at_idx on public.investors (created_at desc, id);
create index investors_status_idx on public.investors (status, created_at desc);
create index investors_user_id_idx on public.investors (user_id, created_at desc);

create trigger decide before update on public.investors
  for each row execute function private.decide();

alter table public.investors enable row level security;
revoke all on table public.investors from public, anon, authenticated;
grant select on table public.investors to authenticated;
grant update (status, updated_at, decline_reason) on table public.investors to authenticated;
grant select, insert, update, delete on table public.investors to service_role;

create policy "People read their own investor records, and staff who may, all" on public.investors
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('investors.read')));

create policy "Staff who may decide change an investor's status" on public.investors
  for update to authenticated
  using ((select private.has_permission('investors.decide')))
  with check ((select private.has_permission('investors.decide')));

alter publication supabase_realtime add table public.investors;
