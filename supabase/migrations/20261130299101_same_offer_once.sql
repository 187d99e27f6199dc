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
  expiry timestamptz;
  before jsonb;
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
  expiry := least(now() + private.time_to_pay(quoted.user_id), private.end_of_day((details ->> 'day')::date));
  -- Twice within minutes is one offer: a second tap, or its answer was lost. Later it gives the buyer more time, and is sent.
  if earlier.quoted_at is not null and expiry - quoted.expires_at < interval '10 minutes'
    and (earlier.price_kobo, earlier.day) = ((details ->> 'priceKobo')::bigint, (details ->> 'day')::date)
  then
    return;
  end if;
  -- What is another offer than before is said as one. The same again is none, and what it was before stays said.
  if earlier.quoted_at is not null
    and (earlier.price_kobo, earlier.day) is distinct from ((details ->> 'priceKobo')::bigint, (details ->> 'day')::date)
  then
    earlier.earlier_price_kobo := earlier.price_kobo;
    earlier.earlier_vat_kobo := earlier.vat_kobo;
    earlier.earlier_day := earlier.day;
  end if;
  update public.order_deliveries as delivery set price_kobo = (details ->> 'priceKobo')::bigint,
    earlier_price_kobo = earlier.earlier_price_kobo, earlier_vat_kobo = earlier.earlier_vat_kobo, earlier_day = earlier.earlier_day,
    vat_kobo = private.vat_of_delivery((details ->> 'priceKobo')::bigint, quoted.goods_kobo, quoted.vat_kobo, private.vat_day(quoted)),
    day = (details ->> 'day')::date, quoted_at = now(), quoted_by = (select auth.uid())
  where delivery.order_id = quoted.id
  returning delivery.* into offered;
  update public.orders set reminded_at = null, expires_at = expiry,
    delivers_from = (details ->> 'day')::date, delivers_until = (details ->> 'day')::date
  where id = quoted.id
  returning * into quoted;
  perform private.record_audit('quote_delivery', 'orders', quoted.id::text, null,
    jsonb_build_object('price_kobo', details -> 'priceKobo', 'day', details -> 'day'));
  if offered.earlier_day is not null then
    before := jsonb_build_object('priceKobo', offered.earlier_price_kobo, 'vatKobo', offered.earlier_vat_kobo, 'day', offered.earlier_day);
  end if;
  perform private.notify_buyer(quoted.id, 'order_delivery_quoted', jsonb_build_object('delivery_before', before));
  -- Who gave no address gets a short message, where those are sent, and is rung (private.to_ring_condition).
  select * into contact from public.order_contacts where order_contacts.order_id = quoted.id;
  if quoted.user_id is null and contact.email is null and not quoted.is_demo then
    perform private.enqueue_sms('order_delivery_quoted', contact.phone, jsonb_build_object('code', quoted.code,
      'price_kobo', offered.price_kobo + coalesce(offered.vat_kobo, 0), 'day', details -> 'day', 'expires_at', quoted.expires_at,
      'earlier_kobo', offered.earlier_price_kobo + coalesce(offered.earlier_vat_kobo, 0), 'earlier_day', offered.earlier_day));
  end if;
end $function$;
