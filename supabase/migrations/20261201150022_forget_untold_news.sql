CREATE OR REPLACE FUNCTION private.forget_untold_news()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  forgotten integer;
begin
  delete from private.untold_news where since <= now() - interval '30 days';
  get diagnostics forgotten = row_count;
  return forgotten;
end $function$;

REVOKE ALL ON FUNCTION "private"."forget_untold_news"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_untold_news"() TO "service_role";
