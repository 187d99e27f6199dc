CREATE OR REPLACE FUNCTION public.to_ring(public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when ($1).awaits_delivery then exists (select from private.orders_to_ring as rung where rung.id = ($1).id) else false end
  where (select private.has_permission('orders.read'))
$function$;

REVOKE ALL ON FUNCTION "public"."to_ring"(public.orders) FROM "service_role";

CREATE OR REPLACE FUNCTION public.told_by(public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when exists (select from public.order_requests as request where request.order_id = ($1).id and request.email is not null)
      or exists (select from public.order_contacts as contact where contact.order_id = ($1).id and contact.email is not null)
      or exists (select from public.profiles as own where own.id = ($1).user_id and own.email is not null) then 'email'
    when ($1).user_id is null and private.sends_sms()
      and exists (select from public.order_contacts as contact where contact.order_id = ($1).id and contact.phone ~ '[1-9]') then 'sms'
  end
  where (select private.has_permission('orders.read'))
$function$;

REVOKE ALL ON FUNCTION "public"."told_by"(public.orders) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."to_ring"(public.orders) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."to_ring"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."told_by"(public.orders) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."told_by"(public.orders) TO "authenticated";
