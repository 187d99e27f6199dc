-- Every queue of the desk is a list of find_records: searched by the same words, told apart by who has a record, and
-- late by the one rule that its badge shows too.

-- Parts of a table that are lists of their own; a kind of record is a list without standing here.
create table private.desk_queues (
  queue text primary key,
  source text not null,
  narrowed text not null default 'true',
  state text not null default 't.status',
  unchosen text not null default 'true',
  permission text
);
comment on table private.desk_queues is 'Conditions on a row t of source. state is what its status filter asks for, unchosen the condition without a choice; permission where source is no kind of record.';
insert into private.desk_queues (queue, source, narrowed, state, unchosen, permission)
values
  ('payments', 'orders', 't.total_amount_kobo is not null', 't.payment_status',
    't.payment_status in (''claimed'', ''underpaid'', ''overpaid'', ''refund_due'')', null),
  ('quotes', 'orders', 't.kind = ''bulk'' and t.total_amount_kobo is null and t.status in (''pending'', ''approved'')',
    default, default, null),
  ('disputes', 'orders', 't.fulfilment_status = ''disputed''', default, default, null),
  ('newsletter_subscriptions', 'newsletter_subscriptions', default,
    'case when t.unsubscribed_at is not null then ''left'' when t.confirmed_at is not null then ''confirmed'' else ''waiting'' end',
    default, 'newsletter_subscriptions.read');
alter table private.desk_queues enable row level security;
revoke all on table private.desk_queues from public, anon, authenticated, service_role;

-- What the queues look at: few of many orders.
create index orders_payment_waits_idx on public.orders (created_at desc, id)
  where payment_status in ('claimed', 'underpaid', 'overpaid', 'refund_due');
create index orders_disputed_idx on public.orders (created_at desc, id) where fulfilment_status = 'disputed';

comment on table private.searched_texts is 'link is the column of source that names the list''s row; or user_id, farmer_id: the list''s column that names the row of source.';
insert into private.searched_texts (list, position, source, link, columns)
values
  ('orders', 5, 'payments', 'order_id', '{bank_reference}'),
  ('products', 2, 'farmers', 'farmer_id', '{farm_name,location,contact_name,phone,contact_email,reference}'),
  ('newsletter_subscriptions', 1, 'newsletter_subscriptions', 'id', '{email}');
do $$
declare
  trigram_schema name := (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm');
begin
  if trigram_schema is not null then
    execute format('create index payments_searched_idx on public.payments using gin ((%s) %I.gin_trgm_ops)',
      private.search_expression('{bank_reference}'), trigram_schema);
  end if;
end $$;

-- What is looked for: the words as they are; and a phone number in whatever writing by its digits without the country.
-- Equal to findPhoneDigits of the site, for the lists that are views.
create function private.search_patterns(words text) returns text[]
language sql immutable set search_path = ''
as $$
  select array['%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%']
    || case when words ~ '^[0-9+()./ -]+$' and char_length(digits) >= 6 then array['%' || digits || '%'] else '{}' end
  from (select regexp_replace(regexp_replace(words, '[^0-9]', '', 'g'), '^(00)?(234)?0*', '') as digits) as phone
$$;

-- The rule of the clocks, in three texts on a row t that only differ in what they need of it.
-- Whether anything was promised of it and is still to be done.
create function private.promised_condition(list text) returns text
language sql immutable set search_path = ''
as $$
  select 't.status = ''pending''' || case when list = 'orders' then ' and t.kind = ''bulk''' else '' end
$$;

-- By when, if so: the first of the clocks that still run. Null for a kind without clocks.
create function private.due_moment(list text) returns text
language sql stable security definer set search_path = ''
as $$
  select 't.created_at + least(' || string_agg(case clock
    when 'decision' then format('interval ''%s hours''', hours)
    else format('case when not exists (select from public.record_work as contact where contact.record_id = t.id
      and contact.record_type = %L and contact.contacted_at is not null) then interval ''%s hours'' end', record_type, hours)
  end, ', ' order by clock) || ')'
  from private.due_clocks where record_type = list
$$;

-- Whether it is late. No clock is shorter than the shortest: this much an index says.
create or replace function private.overdue_condition(list text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.promised_condition(list)
    || format(' and t.created_at < now() - interval ''%s hours'' and ', min(hours))
    || private.due_moment(list) || ' < now()', 'false')
  from private.due_clocks where record_type = list
$$;

-- The list of that name, for those who may read it; everybody else is refused.
create function private.open_list(list text) returns private.desk_queues
language plpgsql stable security definer set search_path = ''
as $$
declare
  opened private.desk_queues;
begin
  select * into opened from private.desk_queues where queue = list;
  if opened.queue is null then
    opened := row (list, list, 'true', 't.status', 'true', null);
  end if;
  if opened.permission is null then
    perform private.require_desk_right(opened.source, 'read');
  elsif (select auth.uid()) is null or not private.has_permission(opened.permission) then
    raise exception 'permission denied to read %', list using errcode = '42501';
  end if;
  return opened;
end $$;

-- The condition on t that the filters make: $2 is the status, $3 who has it.
create function private.list_condition(opened private.desk_queues, only_status text, only_overdue boolean, assignee text)
returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(' and ', opened.narrowed,
    case when only_status is null then opened.unchosen else opened.state || ' = $2' end,
    case when only_overdue then private.overdue_condition(opened.source) end,
    case when assignee is not null then format('%s exists (select from public.record_work as work
      where work.record_id = t.id and work.record_type = %L and work.assignee_id %s)',
      case when assignee = 'nobody' then 'not' else '' end, opened.source,
      case when assignee = 'nobody' then 'is not null' else '= $3' end) end)
$$;

create function private.read_assignee(assignee text) returns uuid
language sql stable set search_path = ''
as $$
  select case assignee when 'mine' then (select auth.uid()) when 'nobody' then null else assignee::uuid end
$$;

-- All that hold the words ($1): each source by its own index; a match that only arises where two columns meet is none.
create function private.list_hits(opened private.desk_queues, condition text) returns text
language sql stable security definer set search_path = ''
as $$
  select string_agg(format('select t.id, %s as status, t.created_at from public.%I as t where %s and t.%I in (
      select s.%I from public.%I as s where (%s) ilike any ($1) and (%s))',
    opened.state, opened.source, condition,
    case when link in ('user_id', 'farmer_id') then link else 'id' end,
    case when link in ('user_id', 'farmer_id') then 'id' else link end, texts.source,
    regexp_replace(private.search_expression(columns), 'coalesce\((\w+),', 'coalesce(s.\1,', 'g'),
    (select string_agg(format('s.%I ilike any ($1)', name), ' or ') from unnest(columns) as name)
  ), ' union ' order by position)
  from private.searched_texts as texts where texts.list = opened.source
$$;

drop function private.count_records(text, text, text);
-- A whole table is counted by an index alone, which is a tenth of it, and by one process: left to itself the planner
-- reads the table, and starts two more.
create function private.count_records(list text, condition text, only_status text, assignee uuid default null) returns bigint
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set max_parallel_workers_per_gather = 0
as $$
declare
  found_count bigint;
begin
  execute format('select count(*) from public.%I as t where %s', list, condition)
    into found_count using '', only_status, assignee;
  return found_count;
end $$;

drop function public.find_records(text, text, text, boolean, integer, integer);
-- {count, records: [{id, status}]}: newest first, each by its id; list is a kind of record or a queue, assignee 'mine',
-- 'nobody' or somebody's id. page_size up to 500, so that "all that match" come in few calls.
create function public.find_records(
  list text, only_status text default null, search text default null, only_overdue boolean default false,
  page_index integer default 0, page_size integer default 10, assignee text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  opened private.desk_queues := private.open_list(list);
  condition text := private.list_condition(opened, only_status, only_overdue, assignee);
  assignee_id uuid := private.read_assignee(assignee);
  words text := nullif(btrim(search), '');
  found_count bigint;
  page jsonb;
  -- Where and how many: a page far behind the end is an empty one.
  most integer := least(greatest(page_size, 1), 500);
  skipped bigint := greatest(page_index, 0)::bigint * most;
begin
  if words is null then
    found_count := private.count_records(opened.source, condition, only_status, assignee_id);
    -- Which rows, by an index alone however far behind the page is; then the rows themselves.
    execute format('with page as materialized (select t.id, t.created_at from public.%1$I as t where %2$s
        order by t.created_at desc, t.id limit $4 offset $5)
      select coalesce(jsonb_agg(jsonb_build_object(''id'', t.id, ''status'', %3$s) order by page.created_at desc, page.id), ''[]'')
      from page join public.%1$I as t on t.id = page.id', opened.source, condition, opened.state)
      into page using null, only_status, assignee_id, most, skipped;
  else
    execute format('with hits as materialized (%s)
      select (select count(*) from hits), (select coalesce(jsonb_agg(jsonb_build_object(''id'', id, ''status'', status)
        order by created_at desc, id), ''[]'') from (select * from hits order by created_at desc, id limit $4 offset $5) as shown)',
      private.list_hits(opened, condition))
      into found_count, page using private.search_patterns(words), only_status, assignee_id, most, skipped;
  end if;
  return jsonb_build_object('count', found_count, 'records', page);
end $$;

-- The thousand that come after one of them in the order of a list, for an export: whatever comes in meanwhile does not move
-- them. The time is text, to the microsecond.
create function public.next_records(
  list text, only_status text default null, search text default null, only_overdue boolean default false,
  assignee text default null, after_time text default null, after_id uuid default null
) returns table (id uuid, list_time text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  opened private.desk_queues := private.open_list(list);
  condition text := private.list_condition(opened, only_status, only_overdue, assignee)
    || case when after_id is not null then ' and t.created_at <= $4 and (t.created_at < $4 or t.id > $5)' else '' end;
  words text := nullif(btrim(search), '');
begin
  return query execute format('select found.id, found.created_at::text from (%s) as found
      order by found.created_at desc, found.id limit 1000',
    case when words is null then format('select t.id, t.created_at from public.%I as t where %s', opened.source, condition)
      else private.list_hits(opened, condition) end)
    using private.search_patterns(words), only_status, private.read_assignee(assignee), after_time::timestamptz, after_id;
end $$;

-- As before, and of every list that its caller may read.
create or replace function public.start_export(list text, format text, filters jsonb default '{}', unmasked boolean default false)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_strong_right('exports.make');
  perform private.open_list(list);
  if unmasked then
    perform private.require_strong_right('exports.unmasked');
  end if;
  perform private.record_audit('export', list, null, null,
    jsonb_build_object('format', left(format, 10), 'filters', filters, 'unmasked', coalesce(unmasked, false)));
  return coalesce(unmasked, false);
end $$;

-- For these records of one kind: who has each, when its person first heard from us, and by when it is due (null: nothing
-- was promised, or it is done). A record that nobody took up has its row as well.
create function public.find_record_work(record_type text, record_ids uuid[])
returns table (record_id uuid, assignee_id uuid, assignee_name text, assigned_at timestamptz, contacted_at timestamptz, due_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_desk_right(record_type, 'read');
  return query execute format('select t.id, work.assignee_id, work.assignee_name, work.assigned_at, work.contacted_at,
      case when %s then %s end
    from public.%I as t left join public.record_work as work on work.record_id = t.id and work.record_type = $2
    where t.id = any ($1)',
    private.promised_condition(record_type), coalesce(private.due_moment(record_type), 'null::timestamptz'), record_type)
    using record_ids[1:500], record_type;
end $$;

-- Nothing reads it any more: the lists say what is overdue, each by its own filter.
drop view public.overdue_records;

revoke all on function private.search_patterns(text), private.promised_condition(text), private.due_moment(text),
  private.open_list(text), private.list_condition(private.desk_queues, text, boolean, text), private.read_assignee(text),
  private.list_hits(private.desk_queues, text), private.count_records(text, text, text, uuid) from public;
revoke all on function public.find_records(text, text, text, boolean, integer, integer, text),
  public.next_records(text, text, text, boolean, text, text, uuid), public.find_record_work(text, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.find_records(text, text, text, boolean, integer, integer, text),
  public.next_records(text, text, text, boolean, text, text, uuid), public.find_record_work(text, uuid[]) to authenticated;
