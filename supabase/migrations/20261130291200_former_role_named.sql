CREATE OR REPLACE FUNCTION private.name_values(details jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(named.id, named.name), '{}')
  from (
    select value as id, case when key in ('role', 'former_role') then (select roles.title from public.roles where roles.name = value)
      when key = 'farmer_id' then private.name_record('farmers', value::uuid)
      else private.name_account(value::uuid) end as name
    from jsonb_each_text($1)
    where key in ('role', 'former_role') or key in ('assignee_id', 'farmer_id') and value ~ '^[0-9a-f-]{36}$'
  ) as named
  where named.name is not null
$function$;
