-- Lists of the desk: search, filters, counts, and signals that they have changed.

create table private.searched_texts (
  list text not null,
  position integer not null,
  source text not null,
  link text not null,
  columns text[] not null,
  primary key (list, position)
);
comment on table private.searched_texts is 'link is the column of source that names the list''s row; or user_id, farmer_id: the list''s column that names the row of source.';

create table private.desk_queues (
  queue text primary key,
  source text not null,
  narrowed text not null default 'true',
  state text not null default 't.status',
  unchosen text not null default 'true',
  permission text
);
comment on table private.desk_queues is 'Conditions on a row t of source. state is what its status filter asks for, unchosen the condition without a choice; permission where source is no kind of record.';

-- The expression of an index and of the search that uses it: letter for letter the same.
create function private.search_expression(columns text[]) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(format('coalesce(%I, '''')', name), ' || '' '' || ' order by place)
  from unnest(columns) with ordinality as named (name, place)
$$;

-- Whether it is late. No clock is shorter than the shortest: this much an index says.
create function private.overdue_condition(list text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.promised_condition(list)
    || format(' and t.created_at < now() - interval ''%s hours'' and ', min(hours))
    || private.due_moment(list) || ' < now()', 'false')
  from private.due_clocks where record_type = list
$$;

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

-- How many there are, and the ids of a page, newest first; list is a kind of record or a queue, assignee 'mine', 'nobody' or
-- somebody's id. page_size up to 500, so that "all that match" come in few calls.
create function public.find_records(
  list text, only_status text default null, search text default null, only_overdue boolean default false,
  page_index integer default 0, page_size integer default 10, assignee text default null
) returns public.found_records
language plpgsql stable security definer set search_path = ''
as $$
declare
  opened private.desk_queues := private.open_list(list);
  condition text := private.list_condition(opened, only_status, only_overdue, assignee);
  assignee_id uuid := private.read_assignee(assignee);
  words text := nullif(btrim(search), '');
  answer public.found_records;
  -- Where and how many: a page far behind the end is an empty one.
  most integer := least(greatest(page_size, 1), 500);
  skipped bigint := greatest(page_index, 0)::bigint * most;
begin
  if words is null then
    answer.count := private.count_records(opened.source, condition, only_status, assignee_id);
    -- By an index alone, however far behind the page is.
    execute format('select array(select t.id from public.%I as t where %s
        order by t.created_at desc, t.id limit $4 offset $5)', opened.source, condition)
      into answer.ids using null, only_status, assignee_id, most, skipped;
  else
    execute format('with hits as materialized (%s) select (select count(*) from hits),
        array(select id from hits order by created_at desc, id limit $4 offset $5)', private.list_hits(opened, condition))
      into answer.count, answer.ids using private.search_patterns(words), only_status, assignee_id, most, skipped;
  end if;
  return answer;
end $$;

-- {orders: {total, pending}, ...}: of the kinds that the caller may read.
create function public.desk_counts() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  kind text;
  counts jsonb := '{}';
begin
  foreach kind in array private.desk_types_with('read') loop
    counts := counts || jsonb_build_object(kind, jsonb_build_object(
      'total', private.count_records(kind, 'true', null),
      'pending', private.count_records(kind, 't.status = ''pending''', null)));
  end loop;
  return counts;
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
  select string_agg(format('select t.id, t.created_at from public.%I as t where %s and t.%I in (
      select s.%I from public.%I as s where (%s) ilike any ($1) and (%s))',
    opened.source, condition,
    case when link in ('user_id', 'farmer_id') then link else 'id' end,
    case when link in ('user_id', 'farmer_id') then 'id' else link end, texts.source,
    regexp_replace(private.search_expression(columns), 'coalesce\((\w+),', 'coalesce(s.\1,', 'g'),
    (select string_agg(format('s.%I ilike any ($1)', name), ' or ') from unnest(columns) as name)
  ), ' union ' order by position)
  from private.searched_texts as texts where texts.list = opened.source
$$;

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

create function private.tell_desk() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  list text := tg_argv[0];
  setting text := 'desk.told_' || list;
begin
  if current_setting(setting, true) is distinct from pg_current_xact_id()::text then
    perform set_config(setting, pg_current_xact_id()::text, true);
    perform realtime.send(jsonb_build_object('list', list), 'changed', 'desk', true);
  end if;
  return null;
end $$;

-- A page of a desk list by one question: find_records answers which records match, and the rows of the page hang on its
-- answer as computed relationships, which are read with the caller's own rights.
-- What find_records answers, in the order of the list. A view, since relationships hang on tables and views, not on bare
-- types; nothing is read from it.
create view public.found_records with (security_invoker = true) as
  select null::bigint as count, null::uuid[] as ids where false;
comment on view public.found_records is 'The shape of what find_records answers; it holds nothing itself.';

alter table private.searched_texts enable row level security;
revoke all on table private.searched_texts from public, anon, authenticated, service_role;

alter table private.desk_queues enable row level security;
revoke all on table private.desk_queues from public, anon, authenticated, service_role;

revoke all on table public.found_records from public, anon, authenticated, service_role;

-- The channel of the desk: received by whoever has any right at it, sent to by the database alone.
create policy "Staff hear that a list of the desk has changed" on realtime.messages
  for select to authenticated
  using (
    (select realtime.topic()) = 'desk' and extension in ('broadcast', 'presence')
    and (select private.is_at_the_desk())
  );

revoke all on function
  private.count_records(text, text, text, uuid), private.due_moment(text),
  private.list_condition(private.desk_queues, text, boolean, text), private.list_hits(private.desk_queues, text),
  private.open_list(text), private.overdue_condition(text), private.promised_condition(text), private.read_assignee(text),
  private.search_expression(text[]), private.search_patterns(text), private.tell_desk(), public.desk_counts(),
  public.find_record_work(text, uuid[]), public.find_records(text, text, text, boolean, integer, integer, text),
  public.next_records(text, text, text, boolean, text, text, uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  private.search_patterns(text), public.desk_counts(), public.find_record_work(text, uuid[]),
  public.find_records(text, text, text, boolean, integer, integer, text),
  public.next_records(text, text, text, boolean, text, text, uuid)
  to authenticated;

-- What a list is searched in has an index of its letters; where pg_trgm is not installed, a search reads every row.
do $$
declare
  trigram_schema name := (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm');
  searched record;
begin
  if trigram_schema is not null then
    for searched in
      select distinct on (source) source, columns from private.searched_texts
      where source <> 'newsletter_subscriptions' order by source
    loop
      execute format('create index %I on public.%I using gin ((%s) %I.gin_trgm_ops)',
        searched.source || '_searched_idx', searched.source, private.search_expression(searched.columns), trigram_schema);
    end loop;
  end if;
end $$;
