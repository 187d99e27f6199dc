-- Staff with years of work on it: `$orders` orders (half requested in bulk, half from the marketplace), and four times `$people`
-- accounts: as many farmers, buyers, investors, and people who only order. The same at every run, but for the ids. Names are made of syllables, so that
-- words share their letters as real ones do, and belong to nobody. Triggers are off, and the indexes that only find are created
-- afterwards: a million rows take a minute instead of an hour.
set session_replication_role = replica;
select setseed(0.25);

create temp table dropped_indexes as
select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
from pg_index where not indisunique and indrelid in ('public.orders'::regclass, 'public.order_requests'::regclass,
  'public.order_contacts'::regclass, 'public.order_deliveries'::regclass, 'public.record_work'::regclass, 'public.profiles'::regclass, 'public.farmers'::regclass, 'public.buyers'::regclass,
  'public.investors'::regclass);
do $$
declare
  name text;
begin
  for name in select dropped_indexes.name from dropped_indexes loop
    execute 'drop index ' || name;
  end loop;
end $$;

create function pg_temp.syllable(n bigint) returns text
language sql immutable
as $$
  select (array['ba', 'che', 'di', 'fo', 'ga', 'hu', 'ike', 'ja', 'ku', 'lo', 'ma', 'ne', 'obi', 'pe', 'ro', 'su', 'ta', 'uche', 'wa',
    'ya', 'zi', 'ade', 'bo', 'dan', 'eze', 'fun', 'go', 'han', 'in', 'kem', 'la', 'mu', 'no', 'olu', 'ra', 'sa', 'ti', 'umar', 'we',
    'yin', 'zan'])[1 + n % 41]
$$;
-- Seven of the 31 letters of a reference, no two alike: 7368787 and 31^7 have no common factor.
create function pg_temp.letter(n bigint) returns text
language sql immutable
as $$
  select substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + (n % 31)::integer, 1)
$$;
create function pg_temp.reference(prefix text, n bigint) returns text
language sql immutable
as $$
  select prefix || pg_temp.letter(x) || pg_temp.letter(x / 31) || pg_temp.letter(x / 961) || '-' || pg_temp.letter(x / 29791)
    || pg_temp.letter(x / 923521) || pg_temp.letter(x / 28629151) || pg_temp.letter(x / 887503681)
  from (select n * 7368787 % 27512614111 as x) as mixed
$$;
create temp table states as
select value as state, place - 1 as place, count(*) over () as how_many
from private.field_rules, unnest(options) with ordinality as option (value, place) where form = 'market_order' and field = 'state';

create temp table people as
select named.*, first_name || ' ' || last_name as full_name, lower(first_name || '.' || last_name) || n || '@example.com' as email
from (
  select n, gen_random_uuid() as id, state,
    initcap(pg_temp.syllable(n * 7919) || pg_temp.syllable(n * 7919 / 41)) as first_name,
    initcap(pg_temp.syllable(n * 104729) || pg_temp.syllable(n * 104729 / 41) || pg_temp.syllable(n * 104729 / 1681)) as last_name,
    initcap(pg_temp.syllable(n * 53) || pg_temp.syllable(n * 53 / 41) || pg_temp.syllable(n * 53 / 1681)) || ' Foods' as company,
    initcap(pg_temp.syllable(n * 31) || pg_temp.syllable(n * 31 / 41)) as town,
    '+23480' || lpad((n * 7654321 % 100000000)::text, 8, '0') as phone
  from generate_series(1, 4 * $people::bigint) as n join states on place = n * 17 % how_many
) as named;
create unique index on people (n);
analyze people;

insert into auth.users (id, aud, role, email, email_confirmed_at)
select id, 'authenticated', 'authenticated', email, now() from people;
insert into public.profiles (id, email, full_name, phone)
select id, email, full_name, phone from people;

create temp table drawn as
select *, case when status_at < 0.05 then 'pending' when status_at < 0.9 then 'approved' else 'declined' end as status,
  case when status_at >= 0.9 then 'Outside of what we can serve' end as decline_reason
from (select people.*, random() as status_at, now() - random() * interval '3 years' as created_at from people) as people;

-- One in fifty has the number of the farmer before: twins. One in ten came by phone, one in three sent no photo.
insert into public.farmers (user_id, reference, farm_name, location, city, state, contact_name, contact_email, phone, crops_grown,
  channel, has_photo, status, decline_reason, created_at, sort_contact)
select id, pg_temp.reference('FM', n), last_name || ' Farm', town || ', ' || state, town, state, full_name,
  email, case when n % 200 = 25 then '+23480' || lpad(((n - 4) * 7654321 % 100000000)::text, 8, '0') else phone end,
  case when n % 7 = 0 then '{Maize,Ginger}' else '{Maize,Rice}' end::text[], case when n % 40 = 5 then 'phone' else 'web' end, n % 3 > 0,
  status, decline_reason, created_at, lower(full_name)
from drawn where n % 4 = 1;
-- Of 18,000 birth dates.
insert into app_vault.people (id, wrapped_key, master_key_id)
select user_id, decode('02' || repeat('ff', 60), 'hex'), repeat('0', 16) from public.farmers;
insert into app_vault.records (record_type, record_id, person_id) select 'farmers', id, user_id from public.farmers;
insert into app_vault.secrets (person_id, record_type, record_id, field, ciphertext, match_hash)
select user_id, 'farmers', farmers.id, 'dateOfBirth', decode('02' || repeat('ff', 60), 'hex'), sha256((n / 4 * 7919 % 18000)::text::bytea)
from public.farmers join people on people.id = user_id;
insert into public.buyers (user_id, reference, buyer_type, business_type, company_name, registration_number, contact_first_name,
  contact_last_name, contact_email, contact_phone, address, city, state, country, status, decline_reason, created_at, sort_contact)
select id, pg_temp.reference('BY', n), 'corporate', 'exporter', company, 'RC' || 100000 + n, first_name,
  last_name, email, replace(phone, '+23480', '+23470'), 'Plot ' || n || ', ' || town || ' Road', town, state,
  'Nigeria', status, decline_reason, created_at, lower(full_name)
from drawn where n % 4 = 2;
insert into public.investors (user_id, reference, investor_type, contact_name, contact_email, contact_phone, city, state, country,
  investment_amount, currency, status, decline_reason, created_at, sort_contact)
select id, pg_temp.reference('IV', n), 'individual', full_name,
  email, replace(phone, '+23480', '+23490'), town, state, 'Nigeria', '1m-5m', 'NGN', status, decline_reason,
  created_at, lower(full_name)
from drawn where n % 4 = 3;

-- What is pending was requested in bulk: an order of the marketplace waits three days for its money, and then no longer.
create temp table drawn_orders as
select *, n % 2 = 0 or status_at < 0.05 as is_bulk,
  case when status_at < 0.05 then 'pending' when status_at < 0.5 then 'approved' when status_at < 0.9 then 'completed' else 'declined' end as status
from (
  select n, gen_random_uuid() as id, 1 + n * 48271 % (4 * $people) as person, random() as status_at,
    now() - random() * interval '3 years' as created_at
  from generate_series(1, $orders::bigint) as n
) as drawn;
insert into public.orders (id, user_id, code, kind, crop_type, quantity, quantity_text, unit, delivery_address, status, decline_reason,
  total_amount_kobo, payment_status, fulfilment_status, delivers_from, delivers_until, idempotency_key, created_at, sort_name)
select orders.id, people.id, pg_temp.reference('AG', orders.n), case when is_bulk then 'bulk' else 'marketplace' end,
  (array['Rice', 'Yam', 'Palm Oil', 'Maize', 'Cassava', 'Ginger', 'Sesame', 'Beans'])[1 + orders.n % 8], 10, '10',
  case when is_bulk then 'Tons' else 'kg' end, 'Plot ' || orders.n % 900 || ', ' || town || ' Road, ' || state,
  orders.status, case when status_at >= 0.9 then 'Not in season' end, case when orders.status <> 'pending' or orders.n % 4 > 0 then 1500000 end,
  case when orders.status = 'declined' then 'unpaid' when orders.status = 'pending' then case when orders.n % 5 = 1 then 'claimed' else 'unpaid' end
    when orders.n % 50 = 1 then 'underpaid' when orders.n % 20 = 1 then 'unpaid' else 'confirmed' end,
  case when orders.status in ('pending', 'declined') then 'none' when orders.n % 500 = 1 then 'disputed' when orders.status = 'completed' then 'delivered'
    when orders.n % 40 = 3 then 'preparing' when orders.n % 40 = 5 then 'dispatched' when orders.n % 40 = 7 then 'none' else 'delivered' end,
  case when not is_bulk or orders.n % 3 = 0 then orders.created_at::date + 4 end, case when not is_bulk then orders.created_at::date + 4 when orders.n % 3 = 0
    then orders.created_at::date + 14 end, gen_random_uuid(), orders.created_at, lower(case when is_bulk then company else full_name end)
from drawn_orders as orders join people on people.n = person;
insert into public.order_requests (order_id, company_name, contact_person, country, email, phone, address, incoterms, payment_terms)
select orders.id, company, full_name, 'Nigeria',
  email, phone, 'Plot 1, ' || town || ' Road', 'FOB', 'Letter of Credit'
from drawn_orders as orders join people on people.n = person where is_bulk;
insert into public.order_contacts (order_id, name, phone, email, state, lga)
select orders.id, full_name, phone, email, state, town
from drawn_orders as orders join people on people.n = person where not is_bulk;
insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays, cutoff_days)
values ('All states', '{Lagos}', '{200000}', '{250000}', '{1,2,3,4,5,6,7}', 0);
insert into public.order_deliveries (order_id, kind, zone_id, name, day, price_kobo)
select orders.id, 'deliver', zone.id, zone.name, orders.created_at::date + 4, 250000
from drawn_orders as orders, public.delivery_zones as zone where not is_bulk;
-- One in a hundred is a user's work.
insert into public.record_work (record_type, record_id, assignee_id, assignee_name, assigned_at)
select 'orders', id, '00000000-0000-4000-8000-000000000018'::uuid, 'Staff', created_at from drawn_orders where n % 100 = 0
union all
select 'farmers', id, '00000000-0000-4000-8000-000000000018'::uuid, 'Staff', created_at from public.farmers where has_photo and channel = 'phone';

set maintenance_work_mem = '512MB';
do $$
declare
  definition text;
begin
  for definition in select dropped_indexes.definition from dropped_indexes loop
    execute definition;
  end loop;
end $$;
analyze;
-- It is planned for a few at once (ADR 0105).
select private.find_twins(array_agg(id)) from (select id, row_number() over (order by id) / 500 as batch from public.farmers) as numbered
group by batch;
-- No server could open them: it refuses to start with keys that are not its own. The pairs stay.
truncate app_vault.secrets, app_vault.records, app_vault.people cascade;
reset session_replication_role;
