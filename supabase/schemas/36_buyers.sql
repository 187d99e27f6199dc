-- Buyers, individual and corporate.

create table public.buyers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  buyer_type text not null,
  company_name text,
  registration_number text,
  business_type text not null,
  address text not null,
  city text not null,
  state text not null,
  country text not null,
  annual_revenue numeric,
  contact_first_name text,
  contact_last_name text,
  contact_title text,
  contact_email text,
  contact_phone text,
  alternative_phone text,
  website text,
  products_of_interest text,
  average_order_quantity text,
  annual_purchase_volume text,
  years_in_business text,
  target_markets text,
  quality_certifications text,
  payment_terms_preference text,
  hear_about_us text,
  additional_info text,
  has_photo boolean not null default false,
  terms_version text,
  terms_accepted_at timestamptz,
  locale text,
  channel text,
  supersedes_id uuid references public.buyers (id) on delete set null,
  status text not null default 'pending',
  decline_reason text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reference text not null default '',
  entered_by uuid,
  annual_purchase_volume_min_tonnes numeric generated always as (case annual_purchase_volume
    when '10-50tons' then 10 when '51-100tons' then 51 when '101-500tons' then 101 when '501-1000tons' then 501
    when '1000plus-tons' then 1000 end) stored,
  annual_purchase_volume_max_tonnes numeric generated always as (case annual_purchase_volume
    when '10-50tons' then 50 when '51-100tons' then 100 when '101-500tons' then 500 when '501-1000tons' then 1000
    end) stored,
  answers_version integer not null default 1 constraint buyers_answers_version_positive check (answers_version > 0),
  sent_again_at timestamptz,
  sort_contact text collate "C" constraint buyers_sort_contact_length check (char_length(sort_contact) <= 400),
  constraint buyers_buyer_type_known check (buyer_type in ('individual', 'corporate')),
  constraint buyers_business_type_known check (case buyer_type
    when 'individual' then business_type in ('individual', 'retailer', 'restaurant', 'processor', 'distributor', 'other')
    else business_type in ('exporter', 'processor', 'distributor', 'manufacturer', 'retailer', 'trading-company', 'food-service', 'other')
  end),
  constraint buyers_company_name_length check (
    char_length(company_name) between case buyer_type when 'individual' then 1 else 2 end and 200
  ),
  constraint buyers_registration_number_length check (char_length(registration_number) between 5 and 200),
  constraint buyers_company_named check (buyer_type = 'individual' or (company_name is not null and registration_number is not null)),
  constraint buyers_address_length check (char_length(address) between 10 and 500),
  constraint buyers_city_length check (char_length(city) between 2 and 100),
  constraint buyers_state_length check (char_length(state) between 2 and 100),
  constraint buyers_country_length check (char_length(country) between 2 and 100),
  constraint buyers_annual_revenue_not_negative check (annual_revenue >= 0),
  constraint buyers_contact_first_name_length check (char_length(contact_first_name) between 2 and 100),
  constraint buyers_contact_last_name_length check (char_length(contact_last_name) between 2 and 100),
  constraint buyers_contact_title_length check (char_length(contact_title) between 2 and 200),
  constraint buyers_contact_email_form check (private.is_email(contact_email)),
  constraint buyers_contact_phone_digits check (contact_phone ~ '^\+?[0-9]{8,15}$'),
  constraint buyers_alternative_phone_digits check (alternative_phone ~ '^\+?[0-9]{8,15}$'),
  constraint buyers_website_https check (website ~ '^https://' and char_length(website) <= 500),
  constraint buyers_products_of_interest_length check (char_length(products_of_interest) <= 2000),
  constraint buyers_average_order_quantity_known check (average_order_quantity in
    ('1-50kg', '51-100kg', '101-500kg', '501-1000kg', '1-5tons', '5plus-tons')),
  constraint buyers_annual_purchase_volume_known check (annual_purchase_volume in
    ('10-50tons', '51-100tons', '101-500tons', '501-1000tons', '1000plus-tons')),
  constraint buyers_years_in_business_known check (years_in_business in ('0-2', '3-5', '6-10', '11-20', '20plus')),
  constraint buyers_target_markets_length check (char_length(target_markets) between 5 and 2000),
  constraint buyers_quality_certifications_length check (char_length(quality_certifications) <= 2000),
  constraint buyers_payment_terms_preference_known check (payment_terms_preference in
    ('advance-payment', 'letter-of-credit', '30-days', '60-days', 'negotiable')),
  constraint buyers_hear_about_us_known check (case buyer_type
    when 'individual' then hear_about_us in ('social-media', 'website', 'referral', 'trade-show', 'advertisement', 'other')
    else hear_about_us in ('trade-show', 'business-referral', 'website', 'industry-publication', 'social-media', 'partner-recommendation', 'other')
  end),
  constraint buyers_additional_info_length check (char_length(additional_info) <= 2000),
  constraint buyers_status_known check (status in ('pending', 'approved', 'declined')),
  constraint buyers_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint buyers_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null)),
  constraint buyers_reference_unique unique (reference),
  constraint buyers_reference_form check (reference ~ '^BY[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$'),
  constraint buyers_terms_version_length check (char_length(terms_version) between 1 and 40),
  constraint buyers_locale_length check (char_length(locale) between 2 and 35),
  constraint buyers_channel_known check (channel = any (private.registration_channels()))
);
comment on column public.buyers.answers_version is 'The version of the newest submission, 1 where none is stored. Who decides names the one that they have read; another one is refused.';
comment on column public.buyers.sent_again_at is 'When other answers were last sent, by its person or by staff for them, or when it was agreed to again: what was promised counts from then.';
comment on column public.buyers.annual_revenue is 'Despite its name tonnes, not money: the lower bound of annual_purchase_volume. Show it as "Annual purchase volume (tonnes, from)".';
comment on column public.buyers.has_photo is 'Whether a photo was received; where it lies is not stored in this table.';
comment on column public.buyers.annual_purchase_volume_max_tonnes is 'Null: no upper bound.';
comment on column public.buyers.sort_contact is 'Whose registration it is, as its list says it, in small letters (private.name_contact): it is ordered by it.';
create index buyers_alternative_phone_idx on public.buyers (alternative_phone, id);
create index buyers_contact_email_idx on public.buyers (lower(contact_email), id);
create index buyers_contact_phone_idx on public.buyers (contact_phone, id);
create index buyers_created_at_idx on public.buyers (created_at desc, id);
-- One open or approved record for each person and type; someone declined may apply again.
create unique index buyers_one_open_per_person on public.buyers (user_id, buyer_type)
  where status in ('pending', 'approved');
create index buyers_list_name_idx on public.buyers ((lower(coalesce(company_name, contact_first_name || coalesce(' ' || contact_last_name, ''))) collate "C"), id);
-- Whose photo has not come is counted by it (private.filter_condition).
create index buyers_photo_missing_idx on public.buyers (id) where not has_photo;
create index buyers_sort_contact_idx on public.buyers (sort_contact, created_at desc, id);
create index buyers_status_idx on public.buyers (status, created_at desc);
create index buyers_supersedes_id_idx on public.buyers (supersedes_id);
create index buyers_user_id_idx on public.buyers (user_id, created_at desc);

create function public.buyers(public.record_page) returns setof public.buyers
language sql stable set search_path = ''
as $$select t.* from public.buyers as t where t.id = any ($1.ids) order by array_position($1.ids, t.id)$$;

-- Text is cleaned on the way in, the tonnes follow their code, and a new application names the declined one before it.
create function private.prepare_buyer(new public.buyers) returns public.buyers
language plpgsql security definer set search_path = ''
as $$
begin
  new.company_name := nullif(private.clean_line(new.company_name), '');
  new.registration_number := nullif(private.clean_line(new.registration_number), '');
  new.address := private.clean_text(new.address);
  new.city := private.clean_line(new.city);
  new.state := private.clean_line(new.state);
  new.country := private.clean_line(new.country);
  if new.annual_purchase_volume is not null then
    new.annual_revenue := case new.annual_purchase_volume
      when '10-50tons' then 10
      when '51-100tons' then 51
      when '101-500tons' then 101
      when '501-1000tons' then 501
      when '1000plus-tons' then 1000
    end;
  end if;
  if new.user_id is not null then
    new.supersedes_id := (
      select id from public.buyers
      where user_id = new.user_id and buyer_type = new.buyer_type and status = 'declined'
      order by created_at desc limit 1
    );
  end if;
  return new;
end $$;

-- A buyer has all on the record itself. One field of the corporate form holds first and last name; a name that does
-- not come apart into two of a usual length stays in the first.
create function private.buyer_columns(buyer_type text, answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  with named as (
    select private.answer(answers, 'contactPersonName') as whole,
      split_part(answers ->> 'contactPersonName', ' ', 1) as first,
      nullif(substr(answers ->> 'contactPersonName', strpos(answers ->> 'contactPersonName', ' ') + 1),
        answers ->> 'contactPersonName') as last
  )
  select jsonb_build_object('record', case $1
    when 'individual' then jsonb_build_object(
      'company_name', private.answer(answers, 'businessName'),
      'address', private.answer(answers, 'address'),
      'contact_first_name', private.answer(answers, 'firstName'),
      'contact_last_name', private.answer(answers, 'lastName'),
      'average_order_quantity', private.answer(answers, 'averageOrderQuantity')
    )
    else jsonb_build_object(
      'company_name', private.answer(answers, 'companyName'),
      'registration_number', private.answer(answers, 'registrationNumber'),
      'address', private.answer(answers, 'companyAddress'),
      'contact_first_name', case when char_length(first) > 1 and char_length(last) > 1 then first else left(whole, 100) end,
      'contact_last_name', case when char_length(first) > 1 and char_length(last) > 1 then last end,
      'contact_title', private.answer(answers, 'contactPersonTitle'),
      'alternative_phone', private.answer(answers, 'alternativePhone'),
      'website', private.answer(answers, 'website'),
      'annual_purchase_volume', private.answer(answers, 'annualPurchaseVolume'),
      -- Tonnes, despite the column's name (decision 46).
      'annual_revenue', '{"10-50tons": 10, "51-100tons": 51, "101-500tons": 101, "501-1000tons": 501,
        "1000plus-tons": 1000}'::jsonb -> (answers ->> 'annualPurchaseVolume'),
      'years_in_business', private.answer(answers, 'yearsInBusiness'),
      'target_markets', private.answer(answers, 'targetMarkets'),
      'quality_certifications', private.answer(answers, 'qualityCertifications'),
      'payment_terms_preference', private.answer(answers, 'paymentTermsPreference')
    )
  end || jsonb_build_object(
    'buyer_type', $1,
    'business_type', private.answer(answers, 'businessType'),
    'city', private.answer(answers, 'city'),
    'state', private.answer(answers, 'state'),
    'country', private.answer(answers, 'country'),
    'contact_email', private.answer(answers, 'email'),
    'contact_phone', private.answer(answers, 'phone'),
    'products_of_interest', private.joined_answer(answers, 'productsOfInterest'),
    'hear_about_us', private.answer(answers, 'hearAboutUs'),
    'additional_info', private.answer(answers, 'additionalInfo')
  ))
  from named
$$;

-- The same list of states as in the rules of an order of the marketplace.
create function private.check_state_of_buyer(new public.buyers) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if lower(private.clean_line(new.country) collate "C") = 'nigeria' and not exists (
    select from private.field_rules
    where form = 'market_order' and field = 'state' and private.clean_line(new.state) = any (options)
  ) then
    raise exception 'Please select state' using errcode = '23514', detail = 'state', hint = 'state';
  end if;
end $$;

create trigger before_registration_change before insert or update on public.buyers
  for each row execute function private.before_registration_change('BY');

create trigger after_registration_change after insert or update or delete on public.buyers
  for each row execute function private.after_registration_change();

create constraint trigger note_twins
  after insert or delete or update of contact_phone, alternative_phone, contact_first_name, contact_last_name, company_name, contact_email,
    user_id
  on public.buyers
  deferrable initially deferred for each row execute function private.note_twins('id');

create view private.buyers_list with (security_invoker = true) as
  select t.id, t.created_at, t.status as list_status, true as is_default,
    t.status = 'pending' and t.id not in (select private.stopped_registrations('buyers')) as is_promised,
    coalesce(t.sent_again_at, t.created_at) + (select private.promised_time('buyers', 'decision')) as due_at,
    lower(coalesce(t.company_name, t.contact_first_name || coalesce(' ' || t.contact_last_name, ''))) collate "C" as list_name,
    t.business_type, t.city, t.sort_contact
  from public.buyers as t;
revoke all on table private.buyers_list from public, anon, authenticated, service_role;

alter table public.buyers enable row level security;
revoke all on table public.buyers from public, anon, authenticated;
grant select on table public.buyers to authenticated;
grant insert (
  user_id, buyer_type, company_name, registration_number, business_type, address, city, state, country, annual_revenue,
  status
  ) on table public.buyers to authenticated;
grant update (status, decline_reason, updated_at, answers_version) on table public.buyers to authenticated;
create policy "People read their own buyer records, and staff who may, all" on public.buyers
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('buyers.read')));
create policy "People register themselves as buyers, and wait for the decision" on public.buyers
  for insert to authenticated
  with check (user_id = (select auth.uid()) and status = 'pending');
create policy "Staff who may decide change a buyer's status" on public.buyers
  for update to authenticated
  using ((select private.has_permission('buyers.decide')))
  with check ((select private.has_permission('buyers.decide')));

revoke all on function
  private.buyer_columns(text, jsonb), private.check_state_of_buyer(public.buyers), private.prepare_buyer(public.buyers),
  public.buyers(public.record_page)
  from public, anon, authenticated, service_role;
grant execute on function public.buyers(public.record_page) to authenticated;

alter publication supabase_realtime add table public.buyers;
