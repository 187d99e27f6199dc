CREATE OR REPLACE FUNCTION private.price_delivery(grams bigint, state text, lga text, choice jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  whole_state text := lower(private.clean_line(state));
  area text := lower(private.clean_line(state)) || ': ' || lower(coalesce(private.clean_line(lga), ''));
  area_letters text := private.place_letters(area);
  -- What is no area of its state is not brought at the price of the whole state: the area that is meant may have a dearer one.
  state_letters text := case when private.is_known_area(state, lga) then private.place_letters(whole_state) end;
  kind text := choice ->> 'kind';
  collecting jsonb;
  delivering jsonb;
begin
  if coalesce(kind, 'collect') = 'collect' then
    select jsonb_agg(near.option order by near.distance, near.name, near.id) into collecting
    from (
      select depot.id, depot.name, private.distance_of(depot, whole_state, area) as distance,
        jsonb_build_object('kind', 'collect', 'depotId', depot.id, 'name', depot.name, 'address', depot.address,
          'state', depot.state, 'lga', depot.lga, 'hours', depot.hours, 'priceKobo', 0, 'days', private.depot_days(depot)) as option
      from public.depots as depot
      where depot.is_active and (kind is null or depot.id::text = choice ->> 'depotId')
      order by distance, depot.name, depot.id limit 5
    ) as near;
  end if;
  if coalesce(kind, 'deliver') = 'deliver' then
    select jsonb_agg(offer.option order by offer.price_kobo, offer.name, offer.id) into delivering
    from (
      select (near.zone).id, (near.zone).name, price.kobo as price_kobo, jsonb_build_object('kind', 'deliver', 'zoneId', (near.zone).id,
        'name', (near.zone).name, 'priceKobo', price.kobo, 'days', open.days) as option
      from (
        select zone, named.exactness, max(named.exactness) over () as most
        from public.delivery_zones as zone
        cross join lateral (
          select max(case private.place_letters(place) when area_letters then 2 when state_letters then 1 end) as exactness
          from unnest(zone.areas) as place
        ) as named
        where zone.is_active and named.exactness is not null
      ) as near
      cross join lateral (
        select (near.zone).step_kobo[place] as kobo from generate_subscripts((near.zone).step_grams, 1) as place
        where (near.zone).step_grams[place] >= grams order by place limit 1
      ) as price
      -- Counted once for each zone, though it is both shown and compared.
      cross join lateral (select private.zone_days(near.zone, grams, private.read_day(choice ->> 'date')) as days offset 0) as open
      where near.exactness = near.most and (kind is null or (near.zone).id::text = choice ->> 'zoneId') and open.days <> '[]'
    ) as offer;
  end if;
  return jsonb_build_object('weightGrams', grams, 'options',
    case when private.keeps_delivery() then coalesce(collecting, '[]')
      else '[{"kind": "collect", "depotId": null, "priceKobo": 0, "days": []}]' end
    || coalesce(delivering, '[{"kind": "quote"}]'));
end $function$;

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
  -- Twice within minutes is one offer: a second tap, or its answer was lost. Later it is sent once more, and may give more time.
  if earlier.quoted_at > now() - interval '10 minutes' and quoted.expires_at > now()
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
  update public.orders set reminded_at = null,
    expires_at = least(now() + private.time_to_pay(quoted.user_id), private.end_of_day((details ->> 'day')::date)),
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
