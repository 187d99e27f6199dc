-- Generated from domain/admin/searched-texts.ts by npm run generate.

create view private.buyers_texts with (security_invoker = true) as
  select t.id, coalesce(t.company_name, '') || chr(31) || coalesce(t.business_type, '') || chr(31) || coalesce(t.contact_first_name, '') || chr(31) || coalesce(t.contact_last_name, '') || chr(31) || coalesce(t.contact_email, '') || chr(31) || coalesce(t.contact_phone, '') || chr(31) || coalesce(t.reference, '') as words from public.buyers as t
  union all select t.id, coalesce(s.full_name, '') || chr(31) || coalesce(s.email, '') || chr(31) || coalesce(s.phone, '') from public.profiles as s join public.buyers as t on t.user_id = s.id where (select private.has_permission('profiles.read'));

create view private.contact_messages_texts with (security_invoker = true) as
  select t.id, coalesce(t.name, '') || chr(31) || coalesce(t.email, '') || chr(31) || coalesce(t.phone, '') || chr(31) || coalesce(t.message, '') as words from public.contact_messages as t;

create view private.farmers_texts with (security_invoker = true) as
  select t.id, coalesce(t.farm_name, '') || chr(31) || coalesce(t.location, '') || chr(31) || coalesce(t.contact_name, '') || chr(31) || coalesce(t.phone, '') || chr(31) || coalesce(t.contact_email, '') || chr(31) || coalesce(t.reference, '') as words from public.farmers as t
  union all select t.id, coalesce(s.full_name, '') || chr(31) || coalesce(s.email, '') || chr(31) || coalesce(s.phone, '') from public.profiles as s join public.farmers as t on t.user_id = s.id where (select private.has_permission('profiles.read'));

create view private.investors_texts with (security_invoker = true) as
  select t.id, coalesce(t.company_name, '') || chr(31) || coalesce(t.investor_type, '') || chr(31) || coalesce(t.contact_name, '') || chr(31) || coalesce(t.contact_email, '') || chr(31) || coalesce(t.contact_phone, '') || chr(31) || coalesce(t.reference, '') as words from public.investors as t
  union all select t.id, coalesce(s.full_name, '') || chr(31) || coalesce(s.email, '') || chr(31) || coalesce(s.phone, '') from public.profiles as s join public.investors as t on t.user_id = s.id where (select private.has_permission('profiles.read'));

create view private.job_applications_texts with (security_invoker = true) as
  select t.id, coalesce(t.full_name, '') || chr(31) || coalesce(t.email, '') || chr(31) || coalesce(t.phone, '') || chr(31) || coalesce(t.position_title, '') as words from public.job_applications as t;

create view private.newsletter_subscriptions_texts with (security_invoker = true) as
  select t.id, coalesce(t.email, '') as words from public.newsletter_subscriptions as t;

create view private.orders_texts with (security_invoker = true) as
  select t.id, coalesce(t.code, '') || chr(31) || coalesce(t.crop_type, '') || chr(31) || coalesce(t.delivery_address, '') as words from public.orders as t
  union all select s.order_id, coalesce(s.company_name, '') || chr(31) || coalesce(s.contact_person, '') || chr(31) || coalesce(s.email, '') || chr(31) || coalesce(s.phone, '') from public.order_requests as s
  union all select s.order_id, coalesce(s.name, '') || chr(31) || coalesce(s.phone, '') || chr(31) || coalesce(s.email, '') from public.order_contacts as s
  union all select t.id, coalesce(s.full_name, '') || chr(31) || coalesce(s.email, '') || chr(31) || coalesce(s.phone, '') from public.profiles as s join public.orders as t on t.user_id = s.id where (select private.has_permission('profiles.read'))
  union all select s.order_id, coalesce(s.bank_reference, '') from public.payments as s;

create view private.partnership_applications_texts with (security_invoker = true) as
  select t.id, coalesce(t.company_name, '') || chr(31) || coalesce(t.contact_person, '') || chr(31) || coalesce(t.email, '') || chr(31) || coalesce(t.phone, '') || chr(31) || coalesce(t.country, '') as words from public.partnership_applications as t;

create view private.products_texts with (security_invoker = true) as
  select t.id, coalesce(t.name, '') || chr(31) || coalesce(t.farmer_name, '') || chr(31) || coalesce(t.location, '') || chr(31) || coalesce(t.category, '') as words from public.products as t
  union all select t.id, coalesce(s.farm_name, '') || chr(31) || coalesce(s.location, '') || chr(31) || coalesce(s.contact_name, '') || chr(31) || coalesce(s.phone, '') || chr(31) || coalesce(s.contact_email, '') || chr(31) || coalesce(s.reference, '') from public.farmers as s join public.products as t on t.farmer_id = s.id where (select private.has_permission('farmers.read') or private.has_permission('products.write'));

create view private.training_enrolments_texts with (security_invoker = true) as
  select t.id, coalesce(t.contact_name, '') || chr(31) || coalesce(t.contact_email, '') || chr(31) || coalesce(t.phone, '') || chr(31) || coalesce(t.city, '') || chr(31) || coalesce(t.reference, '') as words from public.training_enrolments as t
  union all select t.id, coalesce(s.full_name, '') || chr(31) || coalesce(s.email, '') || chr(31) || coalesce(s.phone, '') from public.profiles as s join public.training_enrolments as t on t.user_id = s.id where (select private.has_permission('profiles.read'));

-- Where somebody is written to, by all that they are searched by and by what names them, to those who may read that.
create view private.addressees with (security_invoker = true) as
  select array[contact_email, contact_phone]::text[] as addresses, coalesce(company_name, '') || chr(31) || coalesce(business_type, '') || chr(31) || coalesce(contact_first_name, '') || chr(31) || coalesce(contact_last_name, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(contact_phone, '') || chr(31) || coalesce(reference, '') as words,
    coalesce(company_name, '') || chr(31) || coalesce(contact_first_name, '') || chr(31) || coalesce(contact_last_name, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(contact_phone, '') || chr(31) || coalesce(reference, '') as names from public.buyers where (select private.has_permission('buyers.read'))
  union all select array[email, phone]::text[] as addresses, coalesce(name, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(message, '') as words,
    coalesce(name, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') as names from public.contact_messages where (select private.has_permission('contact_messages.read'))
  union all select array[phone, contact_email]::text[] as addresses, coalesce(farm_name, '') || chr(31) || coalesce(location, '') || chr(31) || coalesce(contact_name, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(reference, '') as words,
    coalesce(farm_name, '') || chr(31) || coalesce(contact_name, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(reference, '') as names from public.farmers where (select private.has_permission('farmers.read'))
  union all select array[contact_email, contact_phone]::text[] as addresses, coalesce(company_name, '') || chr(31) || coalesce(investor_type, '') || chr(31) || coalesce(contact_name, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(contact_phone, '') || chr(31) || coalesce(reference, '') as words,
    coalesce(company_name, '') || chr(31) || coalesce(contact_name, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(contact_phone, '') || chr(31) || coalesce(reference, '') as names from public.investors where (select private.has_permission('investors.read'))
  union all select array[email, phone]::text[] as addresses, coalesce(full_name, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(position_title, '') as words,
    coalesce(full_name, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') as names from public.job_applications where (select private.has_permission('job_applications.read'))
  union all select array[phone, email]::text[] as addresses, coalesce(name, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(email, '') as words,
    coalesce(name, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(email, '') as names from public.order_contacts where (select private.has_permission('orders.read'))
  union all select array[email, phone]::text[] as addresses, coalesce(company_name, '') || chr(31) || coalesce(contact_person, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') as words,
    coalesce(company_name, '') || chr(31) || coalesce(contact_person, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') as names from public.order_requests where (select private.has_permission('orders.read'))
  union all select array[email, phone]::text[] as addresses, coalesce(company_name, '') || chr(31) || coalesce(contact_person, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(country, '') as words,
    coalesce(company_name, '') || chr(31) || coalesce(contact_person, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') as names from public.partnership_applications where (select private.has_permission('partnership_applications.read'))
  union all select array[email, phone]::text[] as addresses, coalesce(full_name, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') as words,
    coalesce(full_name, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') as names from public.profiles where (select private.has_permission('profiles.read'))
  union all select array[contact_email, phone]::text[] as addresses, coalesce(contact_name, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(city, '') || chr(31) || coalesce(reference, '') as words,
    coalesce(contact_name, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(reference, '') as names from public.training_enrolments where (select private.has_permission('training_enrolments.read'));

-- Each table's own texts, for the search over everything; what stands beside a record has the record's id.
create view private.searched_texts with (security_invoker = true) as
  select 'buyers' as source, t.id as id, coalesce(t.company_name, '') || chr(31) || coalesce(t.business_type, '') || chr(31) || coalesce(t.contact_first_name, '') || chr(31) || coalesce(t.contact_last_name, '') || chr(31) || coalesce(t.contact_email, '') || chr(31) || coalesce(t.contact_phone, '') || chr(31) || coalesce(t.reference, '') as words from public.buyers as t
  union all select 'contact_messages' as source, t.id as id, coalesce(t.name, '') || chr(31) || coalesce(t.email, '') || chr(31) || coalesce(t.phone, '') || chr(31) || coalesce(t.message, '') as words from public.contact_messages as t
  union all select 'farmers' as source, t.id as id, coalesce(t.farm_name, '') || chr(31) || coalesce(t.location, '') || chr(31) || coalesce(t.contact_name, '') || chr(31) || coalesce(t.phone, '') || chr(31) || coalesce(t.contact_email, '') || chr(31) || coalesce(t.reference, '') as words from public.farmers as t
  union all select 'investors' as source, t.id as id, coalesce(t.company_name, '') || chr(31) || coalesce(t.investor_type, '') || chr(31) || coalesce(t.contact_name, '') || chr(31) || coalesce(t.contact_email, '') || chr(31) || coalesce(t.contact_phone, '') || chr(31) || coalesce(t.reference, '') as words from public.investors as t
  union all select 'job_applications' as source, t.id as id, coalesce(t.full_name, '') || chr(31) || coalesce(t.email, '') || chr(31) || coalesce(t.phone, '') || chr(31) || coalesce(t.position_title, '') as words from public.job_applications as t
  union all select 'order_contacts' as source, t.order_id as id, coalesce(t.name, '') || chr(31) || coalesce(t.phone, '') || chr(31) || coalesce(t.email, '') as words from public.order_contacts as t
  union all select 'order_credits' as source, t.id as id, coalesce(t.reason, '') as words from public.order_credits as t
  union all select 'order_requests' as source, t.order_id as id, coalesce(t.company_name, '') || chr(31) || coalesce(t.contact_person, '') || chr(31) || coalesce(t.email, '') || chr(31) || coalesce(t.phone, '') as words from public.order_requests as t
  union all select 'orders' as source, t.id as id, coalesce(t.code, '') || chr(31) || coalesce(t.crop_type, '') || chr(31) || coalesce(t.delivery_address, '') as words from public.orders as t
  union all select 'partnership_applications' as source, t.id as id, coalesce(t.company_name, '') || chr(31) || coalesce(t.contact_person, '') || chr(31) || coalesce(t.email, '') || chr(31) || coalesce(t.phone, '') || chr(31) || coalesce(t.country, '') as words from public.partnership_applications as t
  union all select 'payments' as source, t.order_id as id, coalesce(t.bank_reference, '') as words from public.payments as t
  union all select 'products' as source, t.id as id, coalesce(t.name, '') || chr(31) || coalesce(t.farmer_name, '') || chr(31) || coalesce(t.location, '') || chr(31) || coalesce(t.category, '') as words from public.products as t
  union all select 'profiles' as source, t.id as id, coalesce(t.full_name, '') || chr(31) || coalesce(t.email, '') || chr(31) || coalesce(t.phone, '') as words from public.profiles as t
  union all select 'training_enrolments' as source, t.id as id, coalesce(t.contact_name, '') || chr(31) || coalesce(t.contact_email, '') || chr(31) || coalesce(t.phone, '') || chr(31) || coalesce(t.city, '') || chr(31) || coalesce(t.reference, '') as words from public.training_enrolments as t;

revoke all on table private.buyers_texts from public, anon, authenticated, service_role;
revoke all on table private.contact_messages_texts from public, anon, authenticated, service_role;
revoke all on table private.farmers_texts from public, anon, authenticated, service_role;
revoke all on table private.investors_texts from public, anon, authenticated, service_role;
revoke all on table private.job_applications_texts from public, anon, authenticated, service_role;
revoke all on table private.newsletter_subscriptions_texts from public, anon, authenticated, service_role;
revoke all on table private.orders_texts from public, anon, authenticated, service_role;
revoke all on table private.partnership_applications_texts from public, anon, authenticated, service_role;
revoke all on table private.products_texts from public, anon, authenticated, service_role;
revoke all on table private.training_enrolments_texts from public, anon, authenticated, service_role;
revoke all on table private.addressees from public, anon, authenticated, service_role;
revoke all on table private.searched_texts from public, anon, authenticated, service_role;

-- Where pg_trgm is not installed, a search reads every row.
do $$
declare
  search_path_before text := current_setting('search_path');
begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    return;
  end if;
  perform set_config('search_path', extnamespace::regnamespace::text, true) from pg_extension where extname = 'pg_trgm';
  create index buyers_searched_idx on public.buyers
    using gin ((coalesce(company_name, '') || chr(31) || coalesce(business_type, '') || chr(31) || coalesce(contact_first_name, '') || chr(31) || coalesce(contact_last_name, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(contact_phone, '') || chr(31) || coalesce(reference, '')) gin_trgm_ops);
  create index contact_messages_searched_idx on public.contact_messages
    using gin ((coalesce(name, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(message, '')) gin_trgm_ops);
  create index farmers_searched_idx on public.farmers
    using gin ((coalesce(farm_name, '') || chr(31) || coalesce(location, '') || chr(31) || coalesce(contact_name, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(reference, '')) gin_trgm_ops);
  create index investors_searched_idx on public.investors
    using gin ((coalesce(company_name, '') || chr(31) || coalesce(investor_type, '') || chr(31) || coalesce(contact_name, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(contact_phone, '') || chr(31) || coalesce(reference, '')) gin_trgm_ops);
  create index job_applications_searched_idx on public.job_applications
    using gin ((coalesce(full_name, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(position_title, '')) gin_trgm_ops);
  create index order_contacts_searched_idx on public.order_contacts
    using gin ((coalesce(name, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(email, '')) gin_trgm_ops);
  create index order_credits_searched_idx on public.order_credits
    using gin ((coalesce(reason, '')) gin_trgm_ops);
  create index order_requests_searched_idx on public.order_requests
    using gin ((coalesce(company_name, '') || chr(31) || coalesce(contact_person, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '')) gin_trgm_ops);
  create index orders_searched_idx on public.orders
    using gin ((coalesce(code, '') || chr(31) || coalesce(crop_type, '') || chr(31) || coalesce(delivery_address, '')) gin_trgm_ops);
  create index partnership_applications_searched_idx on public.partnership_applications
    using gin ((coalesce(company_name, '') || chr(31) || coalesce(contact_person, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(country, '')) gin_trgm_ops);
  create index payments_searched_idx on public.payments
    using gin ((coalesce(bank_reference, '')) gin_trgm_ops);
  create index products_searched_idx on public.products
    using gin ((coalesce(name, '') || chr(31) || coalesce(farmer_name, '') || chr(31) || coalesce(location, '') || chr(31) || coalesce(category, '')) gin_trgm_ops);
  create index profiles_searched_idx on public.profiles
    using gin ((coalesce(full_name, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '')) gin_trgm_ops);
  create index training_enrolments_searched_idx on public.training_enrolments
    using gin ((coalesce(contact_name, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(city, '') || chr(31) || coalesce(reference, '')) gin_trgm_ops);
  perform set_config('search_path', search_path_before, true);
end $$;
