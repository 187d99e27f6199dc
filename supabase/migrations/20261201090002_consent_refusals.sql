CREATE OR REPLACE FUNCTION private.require_changed_consents(changed integer, is_given boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if coalesce(changed, 0) = 0 then
    raise exception '%', case when is_given then 'You have agreed to it already, or your application is closed.'
      else 'You have taken it back already, or it ended when your data was erased.' end using errcode = 'P0002';
  end if;
  return changed;
end $function$;
