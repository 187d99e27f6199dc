CREATE OR REPLACE FUNCTION private.find_goods_obstacle(own public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when own.stock_released_at is null or own.status <> 'pending'
      or own.payment_status not in ('confirmed', 'overpaid') and own.credit_terms_reason is null then null
    when exists (
      select from public.order_items as item left join public.products as product on product.id = item.product_id
      where item.order_id = own.id and item.is_released and (product.id is null or product.stock < item.quantity)
    ) then 'there is stock again, since its goods were sold to others; or decline it'
    when exists (
      select from public.order_deliveries as chosen join public.delivery_zones as zone on zone.id = chosen.zone_id
      where chosen.order_id = own.id and chosen.day is not null and coalesce(zone.capacity_kg, zone.capacity_orders) is not null
        and not private.has_room(zone, chosen.day, chosen.weight_grams)
    ) then 'another day is named, since its day of delivery was given to others'
  end
$function$;

CREATE OR REPLACE FUNCTION private.step_condition(step text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case step
    when 'to_decide' then private.waiting_condition('orders')
    when 'to_quote' then $sql$(t.kind = 'bulk' and t.total_amount_kobo is null and t.list_status in ('pending', 'approved')
        and t.id not in (select offered.order_id from private.quotes_with_others as offered)
      or t.awaits_delivery and t.list_status = 'pending'
        and (select chosen.quoted_at is null or coalesce(own.expires_at <= now(), false) from public.order_deliveries as chosen
          join public.orders as own on own.id = chosen.order_id where chosen.order_id = t.id))$sql$
    when 'paid_to_approve' then $sql$t.list_status = 'pending' and t.total_amount_kobo is not null and not t.awaits_delivery
      and t.payment_status not in ('claimed', 'refund_due')
      and (t.kind = 'bulk' or t.payment_status in ('confirmed', 'overpaid') or t.credit_terms_reason is not null)
      and t.id not in (select with_us.order_id from private.letters_with_us as with_us)
      and t.id not in (select own.id from public.orders as own where own.stock_released_at is not null and own.status = 'pending'
        and private.find_goods_obstacle(own) is not null)
      and $sql$ || goods.are_receipts_sure
    when 'to_prepare' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'none' and $sql$ || goods.may_leave || ' and ' || goods.are_receipts_sure
    when 'to_dispatch' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'preparing' and $sql$ || goods.may_leave
      || ' and ' || goods.are_receipts_sure
    when 'to_complete' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'delivered'
      and (t.payment_status in ('confirmed', 'overpaid', 'refunded')
        or t.credit_terms_reason is not null and t.payment_status not in ('claimed', 'refund_due'))
      and $sql$ || goods.are_receipts_sure
    when 'letter_with_us' then 't.id in (select with_us.order_id from private.letters_with_us as with_us)'
    when 'to_ring' then 't.id in (select rung.id from private.orders_to_ring as rung)'
    when 'waits_for_buyer' then 't.waits_for_buyer'
    when 'needs_account' then 't.needs_account'
  end
  -- What private.couple_order_axes refuses otherwise: credit terms can be taken back while the goods are prepared.
  from (values ($sql$t.total_amount_kobo is not null
      and (t.payment_status in ('confirmed', 'overpaid') or t.payment_status in ('unpaid', 'claimed', 'underpaid', 'refund_due', 'refunded')
        and (t.credit_terms_reason is not null
          or (select private.is_paid_enough(own) from public.orders as own where own.id = t.id)))$sql$,
      -- As private.has_shortfall_waiting: read once, and few.
      $sql$t.id not in (select entry.order_id from private.money_entries as entry
        where entry.decided_at is null and entry.kind = 'correction' and entry.amount_kobo < (entry.details ->> 'wasKobo')::bigint)$sql$))
    as goods (may_leave, are_receipts_sure)
$function$;

CREATE OR REPLACE FUNCTION public.goods_obstacle(public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.find_goods_obstacle($1) where (select private.has_permission('orders.read'))
$function$;

REVOKE ALL ON FUNCTION "public"."goods_obstacle"(public.orders) FROM "service_role";

CREATE OR REPLACE FUNCTION public.to_ring(public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (
    select case
      when count(*) = 0 then null
      when ($1).awaits_delivery and bool_or(rung.about = 'order_delivery_quoted') then 'the price of the delivery'
      when bool_and(rung.about is null) then 'the goods that come'
      else coalesce('this news: ' || nullif(string_agg(private.name_mail(rung.about), ', ' order by rung.about), ''), 'the last news of the order')
    end
    from private.orders_to_ring as rung where rung.id = ($1).id)
  where (select private.has_permission('orders.read'))
$function$;

REVOKE ALL ON FUNCTION "private"."find_goods_obstacle"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."goods_obstacle"(public.orders) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."goods_obstacle"(public.orders) TO "authenticated";
