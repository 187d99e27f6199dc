-- The desk's lists on tables of any size: which records match, how many, and the ids of one page. Row security would
-- keep an index of words from being used (it may not look at a row's text before it knows whose the row is), and would
-- read every row to count them; here the right to the whole list is asked once, and then the indexes answer.

-- Where a list is searched: its own text, and the texts of rows beside it with the column that leads to them.
create table private.searched_texts (
  list text not null,
  position integer not null,
  source text not null,
  link text not null,
  columns text[] not null,
  primary key (list, position)
);
comment on table private.searched_texts is 'source.link is the list''s own id, or the account (user_id) that profiles.id names.';
insert into private.searched_texts (list, position, source, link, columns)
values
  ('orders', 1, 'orders', 'id', '{code,crop_type,delivery_address}'),
  ('orders', 2, 'order_requests', 'order_id', '{company_name,contact_person,email,phone}'),
  ('orders', 3, 'order_contacts', 'order_id', '{name,phone,email}'),
  ('orders', 4, 'profiles', 'user_id', '{full_name,email,phone}'),
  ('farmers', 1, 'farmers', 'id', '{farm_name,location,contact_name,phone,contact_email,reference}'),
  ('farmers', 2, 'profiles', 'user_id', '{full_name,email,phone}'),
  ('training_enrolments', 1, 'training_enrolments', 'id', '{contact_name,contact_email,phone,city,reference}'),
  ('training_enrolments', 2, 'profiles', 'user_id', '{full_name,email,phone}'),
  ('buyers', 1, 'buyers', 'id', '{company_name,business_type,contact_first_name,contact_last_name,contact_email,contact_phone,reference}'),
  ('buyers', 2, 'profiles', 'user_id', '{full_name,email,phone}'),
  ('investors', 1, 'investors', 'id', '{company_name,investor_type,contact_name,contact_email,contact_phone,reference}'),
  ('investors', 2, 'profiles', 'user_id', '{full_name,email,phone}'),
  ('partnership_applications', 1, 'partnership_applications', 'id', '{company_name,contact_person,email,phone,country}'),
  ('job_applications', 1, 'job_applications', 'id', '{full_name,email,phone,position_title}'),
  ('contact_messages', 1, 'contact_messages', 'id', '{name,email,phone,message}'),
  ('products', 1, 'products', 'id', '{name,farmer_name,location,category}');
alter table private.searched_texts enable row level security;
revoke all on table private.searched_texts from public, anon, authenticated, service_role;

-- The expression of an index and of the search that uses it: letter for letter the same.
create function private.search_expression(columns text[]) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(format('coalesce(%I, '''')', name), ' || '' '' || ' order by place)
  from unnest(columns) with ordinality as named (name, place)
$$;

-- Where pg_trgm is not switched on (a Supabase project does that in its settings), searching is slower and the same.
do $$
declare
  trigram_schema name := (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm');
  searched record;
begin
  if trigram_schema is not null then
    for searched in select distinct on (source) source, columns from private.searched_texts order by source loop
      execute format('create index %I on public.%I using gin ((%s) %I.gin_trgm_ops)',
        searched.source || '_searched_idx', searched.source, private.search_expression(searched.columns), trigram_schema);
    end loop;
  end if;
end $$;

-- The condition on t that says what is overdue, from the clocks; false where a kind has none.
create function private.overdue_condition(list text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce('t.status = ''pending'' and (' || string_agg(
    format('t.created_at < now() - interval ''%s hours''', hours) || case clock
      when 'decision' then ''
      else format(' and not exists (select from public.record_work as work
        where work.record_id = t.id and work.record_type = %L and work.contacted_at is not null)', record_type)
    end, ' or ') || ')' || case when list = 'orders' then ' and t.kind = ''bulk''' else '' end, 'false')
  from private.due_clocks where record_type = list
$$;

-- A whole table is counted by an index alone, which is a tenth of it: left to itself the planner reads the table.
create function private.count_records(list text, condition text, only_status text) returns bigint
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
declare
  found_count bigint;
begin
  execute format('select count(*) from public.%I as t where %s', list, condition) into found_count using '', only_status;
  return found_count;
end $$;

-- {count, records: [{id, status}]}: newest first, each by its id. page_size up to 500, so that "all that match" come in
-- few calls. Security definer, for the reason above: whoever has not the right to read the list is refused.
create function public.find_records(
  list text, only_status text default null, search text default null, only_overdue boolean default false,
  page_index integer default 0, page_size integer default 10
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  words text := nullif(btrim(search), '');
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  condition text := 'true';
  hits text;
  found_count bigint;
  page jsonb;
  -- Where and how many: a page far behind the end is an empty one.
  most integer := least(greatest(page_size, 1), 500);
  skipped bigint := greatest(page_index, 0)::bigint * most;
begin
  perform private.require_desk_right(list, 'read');
  if only_status is not null then
    condition := condition || ' and t.status = $2';
  end if;
  if only_overdue then
    condition := condition || ' and ' || private.overdue_condition(list);
  end if;
  if words is null then
    found_count := private.count_records(list, condition, only_status);
    execute format('select coalesce(jsonb_agg(jsonb_build_object(''id'', id, ''status'', status) order by created_at desc, id), ''[]'')
      from (select t.id, t.status, t.created_at from public.%I as t where %s
        order by t.created_at desc, t.id limit $3 offset $4) as shown', list, condition)
      into page using pattern, only_status, most, skipped;
  else
    -- Each source by its own index; a match that only arises where two columns meet is none.
    select string_agg(format('select t.id, t.status, t.created_at from public.%1$I as t where %2$s and %3$s in (
        select s.%4$I from public.%5$I as s where (%6$s) ilike $1 and (%7$s))',
      find_records.list, condition,
      case when link = 'user_id' then 't.user_id' else 't.id' end,
      case when link = 'user_id' then 'id' else link end,
      source, regexp_replace(private.search_expression(columns), 'coalesce\((\w+),', 'coalesce(s.\1,', 'g'),
      (select string_agg(format('s.%I ilike $1', name), ' or ') from unnest(columns) as name)
    ), ' union ' order by position) into hits from private.searched_texts as texts where texts.list = find_records.list;
    execute format('with hits as materialized (%s)
      select (select count(*) from hits), (select coalesce(jsonb_agg(jsonb_build_object(''id'', id, ''status'', status)
        order by created_at desc, id), ''[]'') from (select * from hits order by created_at desc, id limit $3 offset $4) as shown)', hits)
      into found_count, page using pattern, only_status, most, skipped;
  end if;
  return jsonb_build_object('count', found_count, 'records', page);
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

revoke all on function private.search_expression(text[]), private.overdue_condition(text),
  private.count_records(text, text, text) from public;
revoke all on function public.find_records(text, text, text, boolean, integer, integer), public.desk_counts()
  from public, anon, authenticated, service_role;
grant execute on function public.find_records(text, text, text, boolean, integer, integer), public.desk_counts()
  to authenticated;
