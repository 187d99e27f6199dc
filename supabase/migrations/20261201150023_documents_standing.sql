CREATE OR REPLACE FUNCTION public.standing(document public.order_documents)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when private.is_replaced(stored) then 'replaced' when private.is_lapsed(stored) then 'lapsed' else 'current' end
  from public.order_documents as stored where stored.id = (document).id
$function$;

REVOKE ALL ON FUNCTION "public"."standing"(public.order_documents) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."standing"(public.order_documents) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."standing"(public.order_documents) TO "service_role";
