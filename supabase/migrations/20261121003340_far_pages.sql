-- The desk's lists with a million orders in them (npm run bench:admin): a page far behind came after ten seconds, since every
-- row before it was fetched, and the overdue ones after a third of a second, since every pending order was.

-- As the lists are ordered, to the last column: so a page of one status is found without its rows.
drop index public.orders_status_idx;
create index orders_status_idx on public.orders (status, created_at desc, id);
-- What a due clock of orders asks for.
create index orders_waiting_idx on public.orders (created_at desc, id) where status = 'pending' and kind = 'bulk';

create or replace function public.find_records(
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
    -- Which rows, by an index alone however far behind the page is; then the rows themselves.
    execute format('with page as materialized (select t.id, t.created_at from public.%1$I as t where %2$s
        order by t.created_at desc, t.id limit $3 offset $4)
      select coalesce(jsonb_agg(jsonb_build_object(''id'', t.id, ''status'', t.status) order by page.created_at desc, page.id), ''[]'')
      from page join public.%1$I as t on t.id = page.id', list, condition)
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
