ALTER TABLE "public"."order_deliveries" ADD COLUMN "earlier_price_kobo" bigint;

ALTER TABLE "public"."order_deliveries" ADD COLUMN "earlier_vat_kobo" bigint;

ALTER TABLE "public"."order_deliveries" ADD COLUMN "earlier_day" date;

CREATE OR REPLACE FUNCTION public.quote_delivery(order_id uuid, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  quoted public.orders;
  earlier public.order_deliveries;
  offered public.order_deliveries;
  -- What is another offer than before is said as one; the same again is none.
  was_changed boolean;
  contact public.order_contacts;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  elsif private.is_own_record('orders', order_id) then
    raise exception 'Somebody else must quote your own order' using errcode = '42501', hint = 'own_record';
  end if;
  select * into quoted from public.orders where id = quote_delivery.order_id for update;
  if quoted.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif not quoted.awaits_delivery or quoted.status <> 'pending' then
    raise exception 'The delivery of this order is not open any more' using errcode = '23514', hint = 'delivery';
  elsif details ->> 'priceKobo' ~ '^[0-9]{12,}$' then
    raise exception 'A delivery costs less than ₦1,000,000,000' using errcode = '23514', hint = 'price';
  elsif coalesce(details ->> 'priceKobo', '') !~ '^[0-9]{1,11}$' then
    raise exception 'Say what the delivery costs, in naira; 0 is free' using errcode = '23514', hint = 'price';
  elsif coalesce(private.read_day(details ->> 'day')
    not between (now() at time zone 'Africa/Lagos')::date and (now() at time zone 'Africa/Lagos')::date + 180, true)
  then
    raise exception 'Say on which day it is delivered, from today on and within 180 days' using errcode = '23514', hint = 'day';
  end if;
  select * into earlier from public.order_deliveries as delivery where delivery.order_id = quoted.id;
  was_changed := earlier.quoted_at is not null
    and (earlier.price_kobo, earlier.day) is distinct from ((details ->> 'priceKobo')::bigint, (details ->> 'day')::date);
  update public.order_deliveries as delivery set price_kobo = (details ->> 'priceKobo')::bigint,
    earlier_price_kobo = case when was_changed then earlier.price_kobo end, earlier_vat_kobo = case when was_changed then earlier.vat_kobo end,
    earlier_day = case when was_changed then earlier.day end,
    vat_kobo = private.vat_of_delivery((details ->> 'priceKobo')::bigint, quoted.goods_kobo, quoted.vat_kobo, private.vat_day(quoted)),
    day = (details ->> 'day')::date, quoted_at = now(), quoted_by = (select auth.uid())
  where delivery.order_id = quoted.id
  returning delivery.* into offered;
  update public.orders set reminded_at = null,
    expires_at = least(now() + private.time_to_pay(quoted.user_id), private.end_of_day((details ->> 'day')::date)),
    delivers_from = (details ->> 'day')::date, delivers_until = (details ->> 'day')::date
  where id = quoted.id
  returning * into quoted;
  perform private.record_audit('quote_delivery', 'orders', quoted.id::text, null,
    jsonb_build_object('price_kobo', details -> 'priceKobo', 'day', details -> 'day'));
  perform private.notify_buyer(quoted.id, 'order_delivery_quoted', jsonb_build_object('delivery_before', case when was_changed then
    jsonb_build_object('priceKobo', earlier.price_kobo, 'vatKobo', earlier.vat_kobo, 'day', earlier.day) end));
  -- Who gave no address gets a short message, where those are sent, and is rung (private.to_ring_condition).
  select * into contact from public.order_contacts where order_contacts.order_id = quoted.id;
  if quoted.user_id is null and contact.email is null and not quoted.is_demo then
    perform private.enqueue_sms('order_delivery_quoted', contact.phone, jsonb_build_object('code', quoted.code,
      'price_kobo', offered.price_kobo + coalesce(offered.vat_kobo, 0), 'day', details -> 'day', 'expires_at', quoted.expires_at,
      'earlier_kobo', case when was_changed then earlier.price_kobo + coalesce(earlier.vat_kobo, 0) end, 'earlier_day', case when was_changed then earlier.day end));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.track_market_order(token_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', orders.id, 'code', orders.code, 'kind', orders.kind, 'status', orders.status,
    'payment_status', orders.payment_status, 'fulfilment_status', orders.fulfilment_status,
    'total_amount_kobo', orders.total_amount_kobo, 'delivery_kobo', orders.delivery_kobo, 'vat_kobo', orders.vat_kobo, 'vat_lines', orders.vat_lines,
    'awaits_delivery', orders.awaits_delivery, 'currency', orders.currency, 'created_at', orders.created_at,
    'expires_at', orders.expires_at, 'decline_reason', orders.decline_reason, 'decline_code', orders.decline_code,
    'delivery_address', orders.delivery_address, 'special_requirements', orders.special_requirements,
    'delivered_at', orders.delivered_at, 'refund_due_kobo', orders.refund_due_kobo, 'paid_kobo', private.paid_kobo(orders.id),
    'has_credit_terms', orders.credit_terms_reason is not null, 'goods_released', orders.stock_released_at is not null, 'crop_type', orders.crop_type,
    'quantity_text', orders.quantity_text, 'unit', orders.unit,
    'order_contacts', (select jsonb_build_object('name', name, 'phone', phone, 'email', email, 'state', state, 'lga', lga)
      from public.order_contacts as contact where contact.order_id = orders.id),
    'order_deliveries', (select jsonb_build_object('kind', kind, 'name', name, 'address', address, 'hours', hours, 'day', day,
        'weight_grams', weight_grams, 'price_kobo', price_kobo, 'quoted_at', quoted_at, 'accepted_at', accepted_at, 'vat_kobo', vat_kobo,
        'earlier_price_kobo', earlier_price_kobo, 'earlier_vat_kobo', earlier_vat_kobo, 'earlier_day', earlier_day)
      from public.order_deliveries as delivery where delivery.order_id = orders.id),
    'order_requests', null, 'quotes', jsonb_build_array(), 'order_instalments', jsonb_build_array(),
    'order_items', (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'product_name', product_name,
        'farmer_name', farmer_name, 'pack_amount', pack_amount, 'pack_unit', pack_unit, 'price_kobo', price_kobo,
        'quantity', quantity, 'total_kobo', total_kobo, 'has_reserved_stock', has_reserved_stock) order by position), '[]')
      from public.order_items as item where item.order_id = orders.id),
    'order_events', (select coalesce(jsonb_agg(jsonb_build_object('axis', axis, 'from_value', from_value,
        'to_value', to_value, 'created_at', event.created_at) order by event.id), '[]')
      from public.order_events as event where event.order_id = orders.id),
    'payment_claims', (select coalesce(jsonb_agg(jsonb_build_object('words', words, 'note', note,
        'amount_kobo', claim.amount_kobo, 'has_proof', proof_path is not null, 'created_at', claim.created_at) order by claim.id), '[]')
      from public.payment_claims as claim where claim.order_id = orders.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('kind', payment.kind, 'amount_kobo', amount_kobo,
        'value_date', value_date, 'created_at', payment.created_at) order by payment.created_at), '[]')
      from public.payments as payment where payment.order_id = orders.id),
    'order_credits', (select coalesce(jsonb_agg(jsonb_build_object('kind', credit.kind, 'amount_kobo', credit.amount_kobo)
        order by credit.created_at), '[]')
      from public.order_credits as credit where credit.order_id = orders.id),
    'order_messages', (select coalesce(jsonb_agg(jsonb_build_object('is_from_staff', is_from_staff, 'body', body,
        'created_at', message.created_at) order by message.id), '[]')
      from public.order_messages as message where message.order_id = orders.id),
    'order_disputes', (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'photo_paths', photo_paths, 'resolution', resolution,
        'resolution_note', resolution_note, 'refund_kobo', refund_kobo, 'created_at', dispute.created_at,
        'line_position', line_position, 'line_name', line_name, 'amount', amount, 'amount_unit', amount_unit, 'wish', wish)
        order by dispute.created_at), '[]')
      from public.order_disputes as dispute where dispute.order_id = orders.id),
    'product_ratings', (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'stars', stars)), '[]')
      from public.product_ratings as rating where rating.order_id = orders.id)
  )
  from private.order_guest_links as link join public.orders on orders.id = link.order_id
  where link.token_hash = $1 and link.expires_at > now() and orders.user_id is null
$function$;

ALTER TABLE "public"."order_deliveries" ADD CONSTRAINT "order_deliveries_earlier_belongs" CHECK (
CASE
    WHEN (earlier_day IS NULL) THEN (num_nonnulls(earlier_price_kobo, earlier_vat_kobo) = 0)
    ELSE ((earlier_price_kobo IS NOT NULL) AND (quoted_at IS NOT NULL))
END);

COMMENT ON COLUMN "public"."order_deliveries"."earlier_price_kobo" IS 'What was offered before, with earlier_vat_kobo and earlier_day; null where the offer of now is the first one, or the same.';

REVOKE ALL ("earlier_day") ON TABLE "public"."order_deliveries" FROM "authenticated";

GRANT SELECT ("earlier_day") ON TABLE "public"."order_deliveries" TO "authenticated";

REVOKE ALL ("earlier_price_kobo") ON TABLE "public"."order_deliveries" FROM "authenticated";

GRANT SELECT ("earlier_price_kobo") ON TABLE "public"."order_deliveries" TO "authenticated";

REVOKE ALL ("earlier_vat_kobo") ON TABLE "public"."order_deliveries" FROM "authenticated";

GRANT SELECT ("earlier_vat_kobo") ON TABLE "public"."order_deliveries" TO "authenticated";
