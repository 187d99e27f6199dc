CREATE OR REPLACE FUNCTION private.consent_changes(record_type text, record_id uuid)
 RETURNS TABLE(id bigint, kind text, at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select entry.id, case when entry.is_given then case when before.missing = 0 then 'renewed' else 'agreed_to_one' end
    when before.missing = 0 then 'stopped' else 'taken_back' end, entry.created_at
  from private.needed_consents as entry
  cross join lateral (
    select count(*) filter (where latest.purpose = entry.purpose and not latest.is_given) as taken_back,
      count(*) filter (where latest.purpose <> entry.purpose and not latest.is_given) as missing
    from (
      select distinct on (earlier.purpose) earlier.purpose, earlier.is_given from private.needed_consents as earlier
      where earlier.record_type = $1 and earlier.record_id = $2 and earlier.id < entry.id
      order by earlier.purpose, earlier.id desc
    ) as latest
  ) as before
  where entry.record_type = $1 and entry.record_id = $2
    and (not entry.is_given or before.taken_back > 0)
$function$;
