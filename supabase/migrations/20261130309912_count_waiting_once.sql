CREATE OR REPLACE FUNCTION private.count_waiting(list text, has_due boolean)
 RETURNS TABLE(waiting bigint, late bigint, oldest_due_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Materialized, so that each row's day is found once.
  return query execute format('with counted as materialized (select case when %2$s then t.due_at end as due_at from private.%1$I as t where %3$s)
      select count(*), count(*) filter (where counted.due_at < now()), min(counted.due_at) from counted',
    list || '_list', case when has_due then 't.is_promised' else 'false' end, private.waiting_condition(list));
end $function$;
