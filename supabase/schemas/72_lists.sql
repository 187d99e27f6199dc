-- Admin lists: search, filters, counts, and signals that they have changed.

-- Each list is a view private.<list>_list with these columns:
--   id, created_at      its order: newest first
--   list_status         what its filter of states compares
--   is_default          listed without a choice of a state
--   is_promised         whether anything was promised of it and is still to be done
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
  found_count bigint;
begin
  execute format('select count(*) from private.%I as t where %s', list || '_list', condition)
    into found_count using '', only_status, promised_before, source, assignee_id;
  return found_count;
end $$;

-- How many there are, and the ids of a page, newest first; list is a kind of record or a queue, assignee 'mine', 'nobody' or
-- someone's id. page_size up to 500, so that "all that match" come in few calls.
create function public.find_records(
  list text, only_status text default null, search text default null, only_overdue boolean default false,
  page_index integer default 0, page_size integer default 10, assignee text default null
) returns public.record_page
language plpgsql stable security definer set search_path = ''
as $$
declare
  source text := private.open_list(list);
  words text := nullif(btrim(search), '');
  condition text := private.list_condition(source, only_status, only_overdue, assignee, words);
  promised_before timestamptz := private.promised_before(source);
  assignee_id uuid := private.read_assignee(assignee);
  answer public.record_page;
  -- Where and how many: a page far behind the end is an empty one.
  max_rows integer := least(greatest(page_size, 1), 500);
  skipped bigint := greatest(page_index, 0)::bigint * max_rows;
begin
  if words is null then
    answer.count := private.count_records(list, condition, only_status, promised_before, source, assignee_id);
    -- By an index alone, however far behind the page is.
    execute format('select array(select t.id from private.%I as t where %s
        order by t.created_at desc, t.id limit $6 offset $7)', list || '_list', condition)
      into answer.ids using null, only_status, promised_before, source, assignee_id, max_rows, skipped;
  else
    execute format('with hits as materialized (select t.id, t.created_at from private.%I as t where %s)
        select (select count(*) from hits), array(select id from hits order by created_at desc, id limit $6 offset $7)',
        list || '_list', condition)
      into answer.count, answer.ids
      using private.search_patterns(words), only_status, promised_before, source, assignee_id, max_rows, skipped;
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
      'pending', private.count_records(kind, 't.list_status = $2', 'pending')));
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

-- The condition on a row t of a list that the filters make. $1 is the patterns, $2 the status, $3 the shortest promise,
-- $4 the kind of record, $5 who has it.
create function private.list_condition(source text, only_status text, only_overdue boolean, assignee text, words text)
returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ',
    case when only_status is null then 't.is_default' else 't.list_status = $2' end,
    case when only_overdue then 't.is_promised and t.created_at < $3 and t.due_at < now()' end,
    case when assignee = 'nobody' then 'not exists (select from public.record_work as work
        where work.record_id = t.id and work.record_type = $4 and work.assignee_id is not null)'
      when assignee is not null then 'exists (select from public.record_work as work
        where work.record_id = t.id and work.record_type = $4 and work.assignee_id = $5)' end,
    case when words is not null then
      format('t.id in (select texts.id from private.%I as texts where texts.words ilike any ($1))', source || '_texts') end)
$$;

create function private.read_assignee(assignee text) returns uuid
language sql stable set search_path = ''
as $$
  select case assignee when 'mine' then (select auth.uid()) when 'nobody' then null else assignee::uuid end
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
  source text := private.open_list(list);
  words text := nullif(btrim(search), '');
begin
  return query execute format('select t.id, t.created_at::text from private.%I as t where %s%s
      order by t.created_at desc, t.id limit 1000', list || '_list',
    private.list_condition(source, only_status, only_overdue, assignee, words),
    case when after_id is not null then ' and t.created_at <= $6 and (t.created_at < $6 or t.id > $7)' else '' end)
    using private.search_patterns(words), only_status, private.promised_before(source), source,
      private.read_assignee(assignee), after_time::timestamptz, after_id;
end $$;

-- For these records of one kind: who has each, when its person first heard from us, and by when it is due (null: nothing
-- was promised, or it is done). A record that nobody took up has its row as well.
create function public.find_record_work(record_type text, record_ids uuid[])
returns table (record_id uuid, assignee_id uuid, assignee_name text, assigned_at timestamptz, contacted_at timestamptz, due_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin_right(record_type, 'read');
  return query execute format('select t.id, work.assignee_id, work.assignee_name, work.assigned_at, work.contacted_at,
      case when t.is_promised then t.due_at end
    from private.%I as t left join public.record_work as work on work.record_id = t.id and work.record_type = $2
    where t.id = any ($1)', record_type || '_list')
    using record_ids[1:500], record_type;
end $$;

create function private.notify_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  list text := tg_argv[0];
  setting text := 'admin.notified_' || list;
begin
  if current_setting(setting, true) is distinct from pg_current_xact_id()::text then
    perform set_config(setting, pg_current_xact_id()::text, true);
    perform realtime.send(jsonb_build_object('list', list), 'changed', 'desk', true);
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

revoke all on function
  private.count_records(text, text, text, timestamptz, text, uuid),
  private.list_condition(text, text, boolean, text, text), private.open_list(text), private.promised_before(text),
  private.promised_time(text, text), private.read_assignee(text), private.search_patterns(text), private.notify_admin(),
  public.admin_counts(), public.find_record_work(text, uuid[]),
  public.find_records(text, text, text, boolean, integer, integer, text),
  public.next_records(text, text, text, boolean, text, text, uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  private.search_patterns(text), public.admin_counts(), public.find_record_work(text, uuid[]),
  public.find_records(text, text, text, boolean, integer, integer, text),
  public.next_records(text, text, text, boolean, text, text, uuid)
  to authenticated;
