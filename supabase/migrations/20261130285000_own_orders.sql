CREATE OR REPLACE FUNCTION private.wait_ends(own public.orders)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(least(
    case when (own).status = 'pending' then (own).expires_at end,
    (select min(quote.expires_at) from public.quotes as quote where quote.order_id = (own).id and quote.status = 'open')
  ), 'infinity')
$function$;

CREATE OR REPLACE FUNCTION public.list_own_orders(only_state text DEFAULT 'all'::text, words text DEFAULT ''::text, before_time timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 25)
 RETURNS SETOF public.orders
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select own.* from public.orders as own
  where own.user_id = (select auth.uid())
    and case only_state
      when 'waiting' then private.waits_for_buyer(own)
      when 'open' then own.status in ('pending', 'approved')
      when 'done' then own.status in ('declined', 'completed')
      else true end
    and (btrim(words) = '' or position(lower(btrim(words)) in lower(own.code || ' ' || own.crop_type)) > 0
      or exists (select from public.order_request_lines as line
        where line.order_id = own.id and position(lower(btrim(words)) in lower(line.product)) > 0)
      or exists (select from public.order_items as item
        where item.order_id = own.id and position(lower(btrim(words)) in lower(item.product_name)) > 0)
      or exists (select from public.quotes as quote join public.quote_lines as line on line.quote_id = quote.id
        where quote.order_id = own.id and quote.status = 'accepted' and line.kind = 'goods'
          and position(lower(btrim(words)) in lower(line.description)) > 0))
    and (before_time is null
      or (only_state <> 'waiting' or private.wait_ends(own) = (select private.wait_ends(last) from public.orders as last where last.id = before_id))
        and own.created_at <= before_time and (own.created_at < before_time or own.id > before_id)
      or only_state = 'waiting' and private.wait_ends(own) > (select private.wait_ends(last) from public.orders as last where last.id = before_id))
  order by case when only_state = 'waiting' then private.wait_ends(own) end, own.created_at desc, own.id
  limit least(greatest(page_size, 1), 100)
$function$;

REVOKE ALL ON FUNCTION "private"."wait_ends"(public.orders) FROM PUBLIC;
