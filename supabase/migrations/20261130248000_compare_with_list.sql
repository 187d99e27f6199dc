CREATE OR REPLACE FUNCTION private.lowest_list_price(words text, unit text, currency text)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select min(listed.price_kobo * coalesce(private.unit_amount($2, listed.list_unit),
    case when listed.list_unit = 'kg' then private.container_kilograms($1, $2) end))
  from private.list_prices_of($1) as listed where listed.currency = $3
$function$;

CREATE OR REPLACE FUNCTION public.compare_with_list(lines jsonb, currency text)
 RETURNS TABLE(place integer, list_kobo bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  return query
    select offered.place::integer, round(listed.kobo)::bigint
    from jsonb_array_elements(lines) with ordinality as offered (line, place),
      lateral private.lowest_list_price(line ->> 'description', line ->> 'unit', compare_with_list.currency) as listed (kobo)
    where coalesce(line ->> 'kind', 'goods') = 'goods' and (line ->> 'priceKobo')::numeric < listed.kobo
    order by offered.place;
end $function$;

REVOKE ALL ON FUNCTION "public"."compare_with_list"(jsonb, text) FROM "service_role";

REVOKE ALL ON FUNCTION "private"."lowest_list_price"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."compare_with_list"(jsonb, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."compare_with_list"(jsonb, text) TO "authenticated";
