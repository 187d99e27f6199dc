CREATE OR REPLACE FUNCTION public.find_records(list text, only_status text DEFAULT NULL::text, search text DEFAULT NULL::text, only_overdue boolean DEFAULT false, page_index integer DEFAULT 0, page_size integer DEFAULT 10, assignee text DEFAULT NULL::text, filters jsonb DEFAULT NULL::jsonb, sort text DEFAULT NULL::text)
 RETURNS public.record_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text := private.open_list(list);
  words text := nullif(btrim(search), '');
  condition text := concat_ws(' and ', private.list_condition(source, only_status, only_overdue, assignee, words),
    private.filter_condition(source, filters));
  row_order text := private.list_order(list, source, sort, only_overdue);
  promised_before timestamptz := private.promised_before(source);
  assignee_id uuid := private.read_assignee(assignee);
  answer public.record_page;
  -- Where and how many: a page far behind the end is an empty one.
  max_rows integer := least(greatest(page_size, 1), 500);
  skipped bigint := greatest(page_index, 0)::bigint * max_rows;
begin
  -- What is searched for, or one person's, is found once for both; else each is answered by an index of its own.
  if words is null and (assignee is null or assignee = 'nobody') then
    answer.count := private.count_records(list, condition, only_status, promised_before, source, assignee_id);
    -- By an index alone, however far behind the page is.
    execute format('select array(select t.id from private.%I as t where %s
        order by %s limit $6 offset $7)', list || '_list', condition, row_order)
      into answer.ids using null, only_status, promised_before, source, assignee_id, max_rows, skipped;
  else
    execute format('with hits as materialized (select t.* from private.%I as t where %s)
        select (select count(*) from hits), array(select t.id from hits as t order by %s limit $6 offset $7)',
        list || '_list', condition, row_order)
      into answer.count, answer.ids
      using private.search_patterns(words), only_status, promised_before, source, assignee_id, max_rows, skipped;
  end if;
  return answer;
end $function$;
