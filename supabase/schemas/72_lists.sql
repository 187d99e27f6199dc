-- Admin lists: search, filters, counts, and signals that they have changed.

-- Each list is a view private.<list>_list with these columns:
--   id, created_at      its order: newest first
--   list_status         what its filter of states compares
--   is_default          listed without a choice of a state
--   is_promised         whether anything was promised of it and is still to be done
--   list_name           what it is known by, in small letters, where it can be ordered by name (not orders, which have codes)
--   due_at              by when, if so (private.due_clocks); of the time alone, so that an index of it says what is late
-- and is searched in private.<record type>_texts. A kind of record is a list; these are the others.
create table private.admin_queues (
  queue text primary key,
  source text not null,
  permission text
);
comment on table private.admin_queues is 'source is the kind of record that it is a part of; permission is requested where it is no kind of record.';

-- For a list: how long the site promises that it takes; null: it promises nothing.
create function private.promised_time(record_type text, clock text) returns interval
language sql stable security definer set search_path = ''
as $$
  select hours * interval '1 hour' from private.due_clocks where record_type = $1 and clock = $2
$$;

-- A whole table is counted by an index alone, which is a tenth of it, and by one process: left to itself the planner
-- reads the table, and starts two more.
create function private.count_records(
  list text, condition text, only_status text, promised_before timestamptz default null, source text default null,
  assignee_id uuid default null
) returns bigint
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set max_parallel_workers_per_gather = 0
as $$
declare
  hit_count bigint;
begin
  execute format('select count(*) from private.%I as t where %s', list || '_list', condition)
    into hit_count using '', only_status, promised_before, source, assignee_id;
  return hit_count;
end $$;

-- How many there are, and the ids of a page; list is a kind of record or a queue, assignee 'mine', 'nobody' or someone's id.
-- page_size up to 500, so that "all that match" come in few calls. filters: private.filter_condition; sort: private.list_order.
create function public.find_records(
  list text, only_status text default null, search text default null, only_overdue boolean default false,
  page_index integer default 0, page_size integer default 10, assignee text default null, filters jsonb default null,
  sort text default null
) returns public.record_page
language plpgsql stable security definer set search_path = ''
as $$
declare
  source text := private.open_list(list);
  words text := nullif(btrim(search), '');
  further text := private.filter_condition(source, filters);
  condition text := concat_ws(' and ', private.list_condition(source, only_status, only_overdue, assignee, words), further);
  row_order text := private.list_order(list, source, sort, only_overdue);
  promised_before timestamptz := private.promised_before(source);
  assignee_id uuid := private.read_assignee(assignee);
  answer public.record_page;
  -- Where and how many: a page far behind the end is an empty one.
  max_rows integer := least(greatest(page_size, 1), 500);
  skipped bigint := greatest(page_index, 0)::bigint * max_rows;
begin
  -- What is searched for is found once for both; else each is answered by an index of its own. A window counts what is found: a
  -- materialized table would work out every column of every row of it.
  if words is null then
    -- Few of many are somebody's: nobody's are all but those, which is half the work of comparing each.
    answer.count := case when assignee = 'nobody' then
        private.count_records(list, concat_ws(' and ', private.list_condition(source, only_status, only_overdue, null, null), further),
          only_status, promised_before, source)
        - private.count_records(list, concat_ws(' and ', private.list_condition(source, only_status, only_overdue, 'anybody', null), further),
          only_status, promised_before, source)
      else private.count_records(list, condition, only_status, promised_before, source, assignee_id) end;
    answer.ids := '{}';
    -- By an index alone, however far behind the page is; where there is none, it would be walked through to its end.
    if answer.count > skipped then
      execute format('select array(select t.id from private.%I as t where %s
          order by %s limit $6 offset $7)', list || '_list', condition, row_order)
        into answer.ids using null, only_status, promised_before, source, assignee_id, max_rows, skipped;
    end if;
  else
    execute format('select max(page.total), coalesce(array_agg(page.id order by page.place), ''{}'') from (
        select t.id, count(*) over () as total, row_number() over (order by %2$s) as place from private.%1$I as t where %3$s
        order by %2$s limit $6 offset $7) as page', list || '_list', row_order, condition)
      into answer.count, answer.ids
      using private.search_patterns(words), only_status, promised_before, source, assignee_id, max_rows, skipped;
    -- A page behind the end has no row to say it.
    if answer.ids = '{}' then
      execute format('select count(*) from private.%I as t where %s', list || '_list', condition) into answer.count
        using private.search_patterns(words), only_status, promised_before, source, assignee_id;
    end if;
  end if;
  return answer;
end $$;

-- {orders: {total, pending}, ...}: of the kinds that the caller may read.
create function public.admin_counts() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  kind text;
  counts jsonb := '{}';
begin
  foreach kind in array private.admin_types_with('read') loop
    counts := counts || jsonb_build_object(kind, jsonb_build_object(
      'total', private.count_records(kind, 'true', null),
      'pending', private.count_records(kind, private.list_condition(kind, 'pending', false, null, null), 'pending')));
  end loop;
  return counts;
end $$;

-- What is looked for: the words as they are; and a phone number in whatever writing by its digits without the country.
-- findPhoneDigits of the site, for the lists that are views.
create function private.search_patterns(words text) returns text[]
language sql immutable set search_path = ''
as $$
  select array['%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%']
    || case when words ~ '^[0-9+()./ -]+$' and char_length(digits) >= 6 then array['%' || digits || '%'] else '{}' end
  from (select regexp_replace(regexp_replace(words, '[^0-9]', '', 'g'), '^(00)?(234)?0*', '') as digits) as phone
$$;

-- What came in after this is not late: no clock is shorter than the shortest. This much an index says.
create function private.promised_before(record_type text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select now() - min(hours) * interval '1 hour' from private.due_clocks where due_clocks.record_type = $1
$$;

-- The kind of record of a list, for those who may read it; everybody else is refused.
create function private.open_list(list text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  queue private.admin_queues;
begin
  select * into queue from private.admin_queues where admin_queues.queue = list;
  if queue.permission is null then
    perform private.require_admin_right(coalesce(queue.source, list), 'read');
  elsif (select auth.uid()) is null or not private.has_permission(queue.permission) then
    raise exception 'permission denied to read %', list using errcode = '42501';
  end if;
  return coalesce(queue.source, list);
end $$;

-- What waits for us in a list, as a condition on its row t: the one that the side bar and the home count, and that the list filters by.
-- A registration that its person stopped waits for that person, an order with an offer for its buyer.
create function private.waiting_condition(list text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when list = 'orders' then $sql$t.list_status = 'pending' and not t.waits_for_buyer and not t.needs_account$sql$
    when list in ('quotes', 'payments', 'disputes') then 't.is_default'
    when list = any (private.registration_types()) then $sql$t.list_status = 'pending' and t.is_promised$sql$
    else $sql$t.list_status = 'pending'$sql$ end
$$;

-- How many wait in a list, how many of them late, and since when the oldest is due; where its page says nothing of days, none is late.
create function private.count_waiting(list text, has_due boolean)
returns table (waiting bigint, late bigint, oldest_due_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Materialized, so that each row's day is found once.
  return query execute format('with counted as materialized (select case when %2$s then t.due_at end as due_at from private.%1$I as t where %3$s)
      select count(*), count(*) filter (where counted.due_at < now()), min(counted.due_at) from counted',
    list || '_list', case when has_due then 't.is_promised' else 'false' end, private.waiting_condition(list));
end $$;

-- The condition on a row t of a list that the filters make. $1 is the patterns, $2 the status, $3 the shortest promise,
-- $4 the kind of record, $5 who has it.
create function private.list_condition(source text, only_status text, only_overdue boolean, assignee text, words text)
returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ',
    case when only_status is null then 't.is_default'
      when source <> all (private.registration_types()) or only_status not in ('pending', 'stopped') then 't.list_status = $2'
      when only_status = 'pending' then private.waiting_condition(source)
      else $sql$t.list_status = 'pending' and not t.is_promised$sql$ end,
    case when only_overdue then 't.is_promised and t.created_at < $3 and t.due_at < now()' end,
    case when assignee is not null then case assignee when 'nobody' then 'not ' else '' end
      || 'exists (select from public.record_work as work where work.record_id = t.id and work.record_type = $4 and work.assignee_id '
      || case when assignee in ('nobody', 'anybody') then 'is not null)' else '= $5)' end end,
    case when words is not null then
      format('t.id in (select texts.id from private.%I as texts where texts.words ilike any ($1))', source || '_texts') end)
$$;

-- The condition that further filters make, of those that the kind has: {name: value}. A day is a day in Lagos. It is text, like
-- the orders below: the planner takes an index only for a condition or an order that stands in the statement.
create function private.filter_condition(source text, filters jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  name text;
  value text;
  conditions text[] := '{}';
  condition text;
begin
  for name, value in select key, chosen.value from jsonb_each_text(filters) as chosen (key, value) loop
    condition := case
      when name = 'ids' then format('t.id = any (string_to_array(%L, '','')::uuid[])', value)
      when name = 'since' then format($sql$t.created_at >= %L::date::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when name = 'until' then format($sql$t.created_at < (%L::date + 1)::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when source = 'orders' and name = 'payment' then format('t.payment_status = %L', value)
      when source = 'orders' and name = 'delivery' then format('t.fulfilment_status = %L', value)
      when source = 'orders' and name = 'day' then
        format('t.delivers_until >= %1$L::date and t.delivers_from <= %1$L::date', value)
      when source = 'orders' and name = 'kind' then format('t.kind = %L', value)
      when source = 'orders' and name = 'crop' then format('t.crop_type = any ((select private.crops_with(%L))::text[])', value)
      when source = 'orders' and name = 'money' and private.open_money_condition(value) is not null then
        format('t.id in (select own.id from public.orders as own where %s)', private.open_money_condition(value))
      when source = 'orders' and name = 'received' then format(
        $sql$t.id in (select payment.order_id from public.payments as payment where payment.kind = 'receipt' and private.came_kobo(payment.id) > 0
          and payment.created_at >= %1$L::date::timestamp at time zone 'Africa/Lagos'
          and payment.created_at < (%1$L::date + 1)::timestamp at time zone 'Africa/Lagos')$sql$, value)
      when source = 'orders' and name = 'step' then private.step_condition(value)
      when source = 'orders' and name = 'state' then format('t.delivery_state = %L', value)
      when source = any (private.conversation_types()) and source <> 'orders' and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.record_messages as came where came.record_id = t.id and came.is_proved and not came.is_from_staff
          and not exists (select from public.record_messages as later
            where later.record_id = t.id and later.is_from_staff and later.id > came.id))$sql$
      -- From an unknown address, and since then nobody wrote to the record's person, or a note about it.
      when source = any (private.conversation_types()) and name = 'reply' and value = 'unproved' then
        $sql$t.id in (select came.record_id from public.record_messages as came where not came.is_proved
          and not exists (select from public.record_messages as later
            where later.record_id = came.record_id and later.is_from_staff and later.id > came.id)
          and not exists (select from public.order_messages as later
            where later.order_id = came.record_id and later.is_from_staff and later.created_at > came.created_at)
          and not exists (select from public.record_notes as note
            where note.record_id = came.record_id and note.created_at > came.created_at))$sql$
      -- What was written from the page of a registration is about that, and not general.
      when source = 'contact_messages' and name = 'topic' then
        format('exists (select from public.contact_messages as own where own.id = t.id and coalesce(own.about_type, own.topic) = %L)', value)
      when source = 'products' and name in ('category', 'state')
        or source = 'partnership_applications' and name = 'partnership_type'
      then format('exists (select from public.%I as own where own.id = t.id and own.%I = %L)', source, name, value)
      when source = 'job_applications' and name = 'position' then case value
        when 'general' then 'exists (select from public.job_applications as own where own.id = t.id and own.position_title is null)'
        else format('exists (select from public.job_applications as own where own.id = t.id and own.position_id::text = %L)', value) end
      when source = 'products' and name = 'photo' and value = 'missing' then
        'exists (select from public.products as own where own.id = t.id and own.photo_path is null)'
      when source = 'orders' and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.order_messages as came where came.order_id = t.id and not came.is_from_staff
          and not exists (select from public.order_messages as later
            where later.order_id = t.id and later.is_from_staff and later.id > came.id))$sql$
      when source = 'farmers' and name = 'crop' then
        format('exists (select from public.farmers as own where own.id = t.id and %L = any (own.crops_grown))', value)
      when source = any (private.registration_types()) and name in ('state', 'channel') then
        format('exists (select from public.%I as own where own.id = t.id and own.%I = %L)', source, name, value)
      when source = 'training_enrolments' and name = 'minor' and value = 'yes' then
        'exists (select from public.training_enrolments as own where own.id = t.id and own.is_minor)'
      when source = any (private.photo_types()) and name = 'photo' and value = 'missing' then
        format('exists (select from public.%I as own where own.id = t.id and not own.has_photo
          and not exists (select from private.registration_merges as merge where merge.younger_id = own.id))', source)
      when source = any (private.registration_types()) and name = 'twin' and value = 'possible' then
        format('t.id in (select twin.record_id from private.open_twins as twin where twin.record_type = %L
          and twin.other_type = any ((select private.registrations_with(''read''))::text[]))', source)
    end;
    if condition is null then
      raise exception 'This list has no such filter' using errcode = '22023', hint = name;
    end if;
    conditions := conditions || condition;
  end loop;
  return nullif(array_to_string(conditions, ' and '), '');
end $$;

-- What an order waits for, as findStep of the site says of one (tests/database/admin/next-steps.test.ts): whose offer, money or
-- goods come next.
create function private.step_condition(step text) returns text
language sql immutable set search_path = ''
as $$
  select case step
    when 'to_decide' then private.waiting_condition('orders')
    when 'to_quote' then $sql$(t.kind = 'bulk' and t.total_amount_kobo is null and t.list_status in ('pending', 'approved')
        and t.id not in (select offered.order_id from private.quotes_with_others as offered)
      or t.awaits_delivery and t.list_status = 'pending'
        and (select chosen.quoted_at is null or coalesce(own.expires_at <= now(), false) from public.order_deliveries as chosen
          join public.orders as own on own.id = chosen.order_id where chosen.order_id = t.id))$sql$
    when 'paid_to_approve' then $sql$t.list_status = 'pending' and t.total_amount_kobo is not null and not t.awaits_delivery
      and t.payment_status not in ('claimed', 'refund_due')
      and (t.kind = 'bulk' or t.payment_status in ('confirmed', 'overpaid') or t.credit_terms_reason is not null)
      and t.id not in (select with_us.order_id from private.letters_with_us as with_us)
      and t.id not in (select own.id from public.orders as own where own.stock_released_at is not null and own.status = 'pending'
        and private.find_goods_obstacle(own) is not null)
      and $sql$ || goods.are_receipts_sure
    when 'to_prepare' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'none' and $sql$ || goods.may_leave || ' and ' || goods.are_receipts_sure
    when 'to_dispatch' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'preparing' and $sql$ || goods.may_leave
      || ' and ' || goods.are_receipts_sure
    when 'to_complete' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'delivered'
      and (t.payment_status in ('confirmed', 'overpaid', 'refunded')
        or t.credit_terms_reason is not null and t.payment_status not in ('claimed', 'refund_due'))
      and $sql$ || goods.are_receipts_sure
    when 'letter_with_us' then 't.id in (select with_us.order_id from private.letters_with_us as with_us)'
    when 'to_ring' then 't.id in (select rung.id from private.orders_to_ring as rung)'
    when 'waits_for_buyer' then 't.waits_for_buyer'
    when 'needs_account' then 't.needs_account'
  end
  -- What private.couple_order_axes refuses otherwise: credit terms can be taken back while the goods are prepared.
  from (values ($sql$t.total_amount_kobo is not null
      and (t.payment_status in ('confirmed', 'overpaid') or t.payment_status in ('unpaid', 'claimed', 'underpaid', 'refund_due', 'refunded')
        and (t.credit_terms_reason is not null
          or (select private.is_paid_enough(own) from public.orders as own where own.id = t.id)))$sql$,
      -- As private.has_shortfall_waiting: read once, and few.
      $sql$t.id not in (select entry.order_id from private.money_entries as entry
        where entry.decided_at is null and entry.kind = 'correction' and entry.amount_kobo < (entry.details ->> 'wasKobo')::bigint)$sql$))
    as goods (may_leave, are_receipts_sure)
$$;

-- What the money of the day (private.money_of_day) counts of the open orders, for the lists that its figures open.
create function private.open_money_condition(part text) returns text
language sql immutable set search_path = ''
as $$
  select case part
    when 'claimed' then $sql$own.payment_status = 'claimed' and own.total_amount_kobo is not null$sql$
    when 'outstanding' then $sql$own.status in ('approved', 'completed') and own.payment_status = any (private.owed_statuses())
      and own.total_amount_kobo is not null$sql$
    when 'to_refund' then 'own.refund_due_kobo > 0' end
$$;

-- What else a list is ordered by, by the name of a column in it: an expression on its row t. What has a million rows is ordered by
-- what an index knows; registrations, a tenth of that, by what one walk through their table finds.
-- A column of a queue is that of its few rows alone.
create function private.sorted_column(list text, source text, name text) returns text
language sql immutable set search_path = ''
as $$
  select case when known.expression like '%own.%' then
      format('(select %s from public.%I as own where own.id = t.id)', known.expression, known.source)
    else known.expression end
  from (values
    ('orders', 'product', 't.crop_type'),
    ('orders', 'buyer', 't.buyer_name'),
    ('orders', 'money', 't.payment_status'),
    ('disputes', 'delivered', 't.delivered_at'),
    -- As it stands in the list: of an account its name.
    ('farmers', 'contact', 't.sort_contact'),
    ('farmers', 'place', 'lower(t.location) collate "C"'),
    ('buyers', 'contact', 't.sort_contact'),
    ('buyers', 'type', 't.business_type'),
    ('buyers', 'place', 'lower(t.city) collate "C"'),
    ('investors', 'contact', 't.sort_contact'),
    ('investors', 'type', 't.investor_type'),
    -- Each currency by itself, from the least that the range begins with.
    ('investors', 'investment', '(t.currency, t.investment_amount_min)'),
    ('training_enrolments', 'place', 'lower(t.city) collate "C"'),
    -- As the form offers them: from the least to the most.
    ('training_enrolments', 'education', $sql$array_position((select rule.options from private.field_rules as rule
      where rule.form = 'training' and rule.field = 'educationLevel'), t.education_level)$sql$),
    ('training_enrolments', 'experience', $sql$array_position((select rule.options from private.field_rules as rule
      where rule.form = 'training' and rule.field = 'experience'), t.experience)$sql$),
    ('products', 'farmer', 'lower(own.farmer_name)'),
    ('products', 'price', 'own.price_kobo'),
    -- On hand: what can be ordered, and what is reserved.
    ('products', 'stock', 'own.stock + coalesce((select level.reserved from public.product_stock as level where level.product_id = own.id), 0)'),
    ('products', 'reserved', 'coalesce((select level.reserved from public.product_stock as level where level.product_id = own.id), 0)'),
    ('products', 'available', 'own.stock'),
    ('contact_messages', 'topic', 'coalesce(own.about_type, own.topic)'),
    ('job_applications', 'position', 'lower(coalesce(own.position_title, ''''))'),
    ('partnership_applications', 'contact', 'lower(own.contact_person)'),
    ('partnership_applications', 'type', 'own.partnership_type'),
    ('partnership_applications', 'country', 'lower(own.country)')
  ) as known (source, name, expression)
  where known.source in (sorted_column.list, sorted_column.source) and known.name = sorted_column.name
$$;

-- By what a list is ordered: newest or oldest first, by state, name or a column in both directions, the largest sum, or the day of
-- delivery (of a contract the last day of its window). What is late begins with what was due first, since it is the latest.
create function private.list_order(list text, source text, sort text, only_overdue boolean) returns text
language plpgsql stable set search_path = ''
as $$
declare
  chosen text := coalesce(sort, case when only_overdue then 'due' else 'newest' end);
  expression text := private.sorted_column(list, source, regexp_replace(chosen, '_last$', ''));
  has_name boolean := exists (select from pg_catalog.pg_attribute
    where attrelid = to_regclass(format('private.%I', list || '_list')) and attname = 'list_name');
  row_order text := case chosen
    when 'due' then 't.due_at, t.created_at, t.id desc'
    when 'status' then 't.list_status, t.created_at desc, t.id'
    when 'status_last' then 't.list_status desc, t.created_at, t.id desc'
    when 'newest' then 't.created_at desc, t.id'
    when 'oldest' then 't.created_at, t.id desc'
    when 'name' then case when has_name then 't.list_name, t.id' end
    when 'name_last' then case when has_name then 't.list_name desc, t.id desc' end
    -- No two have the same.
    when 'code' then case when source = 'orders' then 't.code' end
    when 'code_last' then case when source = 'orders' then 't.code desc' end
    when 'total' then case when source = 'orders' then 't.total_amount_kobo desc nulls last, t.created_at desc, t.id' end
    -- By the same index: what has no price is the least.
    when 'least' then case when source = 'orders' then 't.total_amount_kobo nulls first, t.created_at, t.id desc' end
    when 'delivery' then case when source = 'orders' then 't.delivers_until, t.created_at, t.id' end
    -- The same index backwards: what has no day comes first.
    when 'delivery_last' then case when source = 'orders' then 't.delivers_until desc, t.created_at desc, t.id desc' end
    else expression || case when chosen like '%\_last' then ' desc, t.created_at, t.id desc' else ', t.created_at desc, t.id' end
  end;
begin
  if row_order is null then
    raise exception 'This list cannot be sorted so' using errcode = '22023', hint = 'sort';
  end if;
  return row_order;
end $$;

create function private.read_assignee(assignee text) returns uuid
language sql stable set search_path = ''
as $$
  select case assignee when 'mine' then (select auth.uid()) when 'nobody' then null else assignee::uuid end
$$;

-- The thousand that come after one of them in the order of a list, for an export: whatever comes in meanwhile does not move
-- them. The time is text, to the microsecond.
create function public.next_records(
  list text, only_status text default null, search text default null, only_overdue boolean default false,
  assignee text default null, after_time text default null, after_id uuid default null, filters jsonb default null
) returns table (id uuid, list_time text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  source text := private.open_list(list);
  words text := nullif(btrim(search), '');
begin
  return query execute format('select t.id, t.created_at::text from private.%I as t where %s%s
      order by t.created_at desc, t.id limit 1000', list || '_list',
    concat_ws(' and ', private.list_condition(source, only_status, only_overdue, assignee, words),
      private.filter_condition(source, filters)),
    case when after_id is not null then ' and t.created_at <= $6 and (t.created_at < $6 or t.id > $7)' else '' end)
    using private.search_patterns(words), only_status, private.promised_before(source), source,
      private.read_assignee(assignee), after_time::timestamptz, after_id;
end $$;

-- For these records of one kind: who has each, when its person first heard from us, by when it is due (null: nothing was
-- promised, or it is done), and since when an undecided one is stopped, since its person took back a consent that it needs. A record that nobody took up has its row as well.
create function public.find_record_work(record_type text, record_ids uuid[])
returns table (
  record_id uuid, assignee_id uuid, assignee_name text, assigned_at timestamptz, contacted_at timestamptz, due_at timestamptz,
  stopped_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin_right(record_type, 'read');
  return query execute format('select t.id, work.assignee_id, work.assignee_name, work.assigned_at, work.contacted_at,
      case when t.is_promised then t.due_at end,
      case when t.list_status = ''pending'' then private.consent_withdrawn_at($2, t.id) end
    from private.%I as t left join public.record_work as work on work.record_id = t.id and work.record_type = $2
    where t.id = any ($1)', record_type || '_list')
    using record_ids[1:500], record_type;
end $$;

-- What a row warns of. Of an order and a registration, how its person hears of a decision where it is not by mail: 'by_text' (a text
-- message, where these are switched on), 'by_phone' (a registration alone: they stand in people_to_phone), 'untold' (not at all). A
-- registration that waits for a correction is not decided, and has none of them. Of a registration: 'twin' (private.open_twins),
-- 'minor' (under 18 when they enrolled: the other forms are for adults), 'photo' (none has come, and it is no part of another one).
-- Of an order: 'disputed', 'unquoted' (bulk, open and without a price) and 'underpaid' (private.is_underpaid).
create function public.find_record_flags(record_type text, record_ids uuid[])
returns table (record_id uuid, flags text[])
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable text[] := private.registrations_with('read');
  decidable text[] := private.registrations_with('decide');
  texts constant boolean := private.sends_sms();
  twins uuid[];
  stopped constant text[] := array(select address from private.stopped_addresses());
begin
  perform private.require_admin_right(record_type, 'read');
  if find_record_flags.record_type = 'orders' then
    return query
      select own.id, array_remove(array[
        case when own.fulfilment_status = 'disputed' then 'disputed' end,
        case when own.kind = 'bulk' and own.total_amount_kobo is null and own.status in ('pending', 'approved') then 'unquoted' end,
        case when private.is_underpaid(own) then 'underpaid' end,
        case private.news_go_by(own) when 'email' then null when 'sms' then 'by_text' else 'untold' end
      ], null)
      from public.orders as own where own.id = any (record_ids[1:500]);
    return;
  end if;
  if find_record_flags.record_type = any (readable) then
    twins := array(select twin.record_id from private.open_twins as twin where twin.record_type = find_record_flags.record_type
      and twin.other_type = any (readable) and twin.record_id = any (record_ids[1:500]));
  end if;
  return query
    select own.id, array_remove(array[
      case when own.id = any (twins) then 'twin' end,
      case when find_record_flags.record_type = 'training_enrolments' and exists (
        select from public.training_enrolments as enrolment where enrolment.id = own.id and enrolment.is_minor) then 'minor' end,
      case when find_record_flags.record_type = any (private.photo_types()) and exists (
        select from private.registrations as record
        where record.record_type = find_record_flags.record_type and record.id = own.id and not record.has_photo)
        and private.merged_into(own.id) is null then 'photo' end,
      case when find_record_flags.record_type = any (decidable) and private.awaits_correction(find_record_flags.record_type, own.id)
        then 'correction'
        when private.merged_into(own.id) is null then (
          select case when record.contact_phone !~ '[1-9]' or record.contact_phone is null then 'untold'
            when texts then 'by_text' else 'by_phone' end
          from private.registrations as record
          where record.record_type = find_record_flags.record_type and record.id = own.id
            and record.user_id is null and (record.contact_email is null or lower(record.contact_email) = any (stopped))) end
    ], null)
    from unnest(record_ids[1:500]) as own (id);
end $$;

-- By the name of a list, and where a second argument names a column, the record that it is about: only what shows that one is
-- read again.
create function private.notify_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  list text := tg_argv[0];
  setting text := 'admin.notified_' || list;
  record_id text := case when tg_nargs > 1 then to_jsonb(new) ->> tg_argv[1] end;
  signal text := concat_ws(' ', pg_current_xact_id(), record_id);
begin
  if current_setting(setting, true) is distinct from signal then
    perform set_config(setting, signal, true);
    perform realtime.send(jsonb_strip_nulls(jsonb_build_object('list', list, 'record', record_id)),
      'changed', 'desk', true);
  end if;
  return null;
end $$;

-- A page of an admin list by one question: find_records answers which records match, and the rows of the page hang on its
-- answer as computed relationships, which are read with the caller's own rights.
-- What find_records answers, in the order of the list. A view, since relationships hang on tables and views, not on bare
-- types; nothing is read from it.
create view public.record_page with (security_invoker = true) as
  select null::bigint as count, null::uuid[] as ids where false;
comment on view public.record_page is 'The shape of what find_records answers; it holds nothing itself.';

alter table private.admin_queues enable row level security;
revoke all on table private.admin_queues from public, anon, authenticated, service_role;

revoke all on table public.record_page from public, anon, authenticated, service_role;

-- The channel of the admin area: received by the person who has any right at it, sent to by the database alone.
create policy "Staff hear that a list of the desk has changed" on realtime.messages
  for select to authenticated
  using (
    (select realtime.topic()) = 'desk' and extension in ('broadcast', 'presence')
    and (select private.is_in_admin())
  );

-- Who reads a record at this time, announced by the browsers of those who do: a topic for each record, desk:<record type>:<id>.
create function private.may_read_topic(topic text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select topic ~ '^desk:[a-z_]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and split_part(topic, ':', 2) = any (private.admin_types_with('read'))
$$;

create policy "Staff who may read a kind of record see who else reads one of it" on realtime.messages
  for select to authenticated
  using (extension = 'presence' and (select private.may_read_topic((select realtime.topic()))));
create policy "Staff who may read a kind of record say which one they read" on realtime.messages
  for insert to authenticated
  with check (extension = 'presence' and (select private.may_read_topic((select realtime.topic()))));

revoke all on function
  private.count_records(text, text, text, timestamptz, text, uuid), private.count_waiting(text, boolean), private.filter_condition(text, jsonb),
  private.list_order(text, text, text, boolean), private.may_read_topic(text), private.sorted_column(text, text, text),
  private.step_condition(text),
  private.open_money_condition(text),
  private.list_condition(text, text, boolean, text, text), private.open_list(text), private.promised_before(text),
  private.promised_time(text, text), private.read_assignee(text), private.search_patterns(text), private.notify_admin(),
  private.waiting_condition(text), public.admin_counts(), public.find_record_flags(text, uuid[]), public.find_record_work(text, uuid[]),
  public.find_records(text, text, text, boolean, integer, integer, text, jsonb, text),
  public.next_records(text, text, text, boolean, text, text, uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function
  private.may_read_topic(text), private.search_patterns(text), public.admin_counts(), public.find_record_flags(text, uuid[]), public.find_record_work(text, uuid[]),
  public.find_records(text, text, text, boolean, integer, integer, text, jsonb, text),
  public.next_records(text, text, text, boolean, text, text, uuid, jsonb)
  to authenticated;
