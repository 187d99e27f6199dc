DROP FUNCTION "private"."exactness_of"(public.delivery_zones, text, text);

DROP FUNCTION "private"."price_delivery"(bigint, text, text);

DROP FUNCTION "private"."zone_days"(public.delivery_zones, bigint);

CREATE OR REPLACE FUNCTION private.choose_delivery(choice jsonb, items jsonb, state text, lga text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  options jsonb;
  chosen jsonb;
begin
  if coalesce(jsonb_typeof(choice), 'null') = 'null' then
    if private.keeps_delivery() then
      raise exception 'Please choose how you get your goods: collect them, or have them delivered'
        using errcode = '23514', hint = 'delivery';
    end if;
    choice := '{"kind": "collect"}';
  elsif coalesce(choice ->> 'kind', '') not in ('collect', 'deliver', 'quote')
    or coalesce(choice ->> 'date', '2026-01-01') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
    or coalesce(choice ->> 'priceKobo', '0') !~ '^[0-9]{1,12}$'
  then
    raise exception 'This is no way of delivery' using errcode = '22023', hint = 'delivery';
  end if;
  if choice ->> 'kind' = 'deliver' and exists (
    select from public.delivery_zones as zone
    where zone.id::text = choice ->> 'zoneId' and (zone.capacity_kg is not null or zone.capacity_orders is not null)
  ) then
    perform pg_advisory_xact_lock(hashtextextended(concat('delivery day ', choice ->> 'zoneId', ' ', choice ->> 'date'), 0));
  end if;
  -- Whether anything brings it at a price of its own is seen with every zone.
  options := private.price_delivery(private.basket_grams(items), state, lga, case when choice ->> 'kind' <> 'quote' then choice end);
  select option into chosen
  from jsonb_array_elements(options -> 'options') as option
  where option ->> 'kind' = choice ->> 'kind'
    and case choice ->> 'kind'
      when 'deliver' then option ->> 'zoneId' = choice ->> 'zoneId' and option -> 'days' ? (choice ->> 'date')
        and (option ->> 'priceKobo')::bigint = (choice ->> 'priceKobo')::bigint
      when 'collect' then option ->> 'depotId' is not distinct from choice ->> 'depotId'
        and (option ->> 'depotId' is null or option -> 'days' ? (choice ->> 'date'))
      else true
    end;
  if chosen is null then
    return private.answer_delivery_changed(items, state, lga);
  end if;
  return jsonb_strip_nulls(chosen - 'days' || jsonb_build_object('weightGrams', options -> 'weightGrams',
    'date', case when chosen ->> 'zoneId' is not null or chosen ->> 'depotId' is not null then choice -> 'date' end));
end $function$;

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
        'name', (near.zone).name, 'priceKobo', price.kobo, 'days', private.zone_days(near.zone, grams, private.read_day(choice ->> 'date'))) as option
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
      where near.exactness = near.most and (kind is null or (near.zone).id::text = choice ->> 'zoneId')
    ) as offer
    where offer.option -> 'days' <> '[]';
  end if;
  return jsonb_build_object('weightGrams', grams, 'options',
    case when private.keeps_delivery() then coalesce(collecting, '[]')
      else '[{"kind": "collect", "depotId": null, "priceKobo": 0, "days": []}]' end
    || coalesce(delivering, '[{"kind": "quote"}]'));
end $function$;

CREATE OR REPLACE FUNCTION private.zone_days(zone public.delivery_zones, grams bigint, only_day date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(open.day order by open.day), '[]')
  from (
    select calendar.day::date as day
    from (select (now() at time zone 'Africa/Lagos')::date + (zone).cutoff_days as first) as begins,
      generate_series(begins.first, begins.first + 27, interval '1 day') as calendar (day)
    where (only_day is null or calendar.day = only_day) and extract(isodow from calendar.day)::smallint = any ((zone).weekdays)
      and ((zone).capacity_kg is null and (zone).capacity_orders is null or private.has_room(zone, calendar.day::date, zone_days.grams))
    order by calendar.day
    limit 6
  ) as open
$function$;

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

REVOKE ALL ON FUNCTION "private"."price_delivery"(bigint, text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."zone_days"(public.delivery_zones, bigint, date) FROM PUBLIC;
