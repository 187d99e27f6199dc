-- How one order reaches its buyer: what was chosen at the checkout, and delivery that is quoted before anybody pays.

create table public.order_deliveries (
  order_id uuid primary key references public.orders (id) on delete cascade,
  kind text not null,
  zone_id uuid references public.delivery_zones (id),
  depot_id uuid references public.depots (id),
  name text,
  address text,
  hours text,
  day date,
  weight_grams bigint,
  price_kobo bigint,
  quoted_at timestamptz,
  quoted_by uuid,
  accepted_at timestamptz,
  vat_kobo bigint,
  earlier_price_kobo bigint,
  earlier_vat_kobo bigint,
  earlier_day date,
  day_before date,
  day_changed_at timestamptz,
  constraint order_deliveries_kind_known check (kind in ('collect', 'deliver', 'quote')),
  constraint order_deliveries_zone_id_belongs check ((zone_id is not null) = (kind = 'deliver')),
  constraint order_deliveries_depot_id_belongs check (depot_id is null or kind = 'collect'),
  constraint order_deliveries_deliver_whole check (kind <> 'deliver' or num_nulls(name, day, price_kobo) = 0),
  constraint order_deliveries_collect_free check (kind <> 'collect' or price_kobo = 0),
  constraint order_deliveries_quote_whole check (kind <> 'quote' or num_nulls(day, price_kobo, quoted_at) in (0, 3)),
  constraint order_deliveries_accepted_belongs check (accepted_at is null or quoted_at is not null),
  constraint order_deliveries_weight_grams_positive check (weight_grams > 0),
  constraint order_deliveries_vat_kobo_belongs check (vat_kobo is null or vat_kobo >= 0 and price_kobo is not null),
  constraint order_deliveries_price_kobo_range check (price_kobo between 0 and 100000000000),
  constraint order_deliveries_earlier_belongs check (case when earlier_day is null then num_nonnulls(earlier_price_kobo, earlier_vat_kobo) = 0
    else earlier_price_kobo is not null and quoted_at is not null end),
  constraint order_deliveries_day_before_belongs check (num_nulls(day_before, day_changed_at) in (0, 2) and (day_before is null or day is not null))
);
comment on table public.order_deliveries is 'As it was agreed: a later change of the zone or the depot changes nothing here. Where a day of a zone is full is counted from it.';
comment on column public.order_deliveries.name is 'The name of the zone or the depot; null: collected where both agree, or quoted.';
comment on column public.order_deliveries.weight_grams is 'The weight of the goods; null: not known.';
comment on column public.order_deliveries.vat_kobo is 'On top of price_kobo; null as that is, and in orders from before.';
comment on column public.order_deliveries.price_kobo is 'Null until staff have quoted it.';
comment on column public.order_deliveries.earlier_price_kobo is 'What was offered before, with earlier_vat_kobo and earlier_day; null where the offer of now is the first one, or the same.';
comment on column public.order_deliveries.day_before is 'The day before its last change, at day_changed_at; null where the agreed day was never changed.';
create index order_deliveries_day_idx on public.order_deliveries (day) where day is not null;
create index order_deliveries_depot_id_idx on public.order_deliveries (depot_id);
create index order_deliveries_zone_day_idx on public.order_deliveries (zone_id, day);

-- What the buyer chose, as a row without its order, or {ok: false, code: 'delivery_changed'} with the options of now when
-- price or day are others. choice = {kind, zoneId | depotId, date, priceKobo}. A day that takes only so much is locked
-- until the order is there, so that its last place goes to one of two.
create function private.choose_delivery(choice jsonb, items jsonb, state text, lga text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
end $$;

-- What a page has to confirm with the buyer.
create function private.answer_delivery_changed(items jsonb, state text, lga text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('ok', false, 'code', 'delivery_changed', 'delivery',
    private.add_vat_to_options(private.price_delivery(private.basket_grams(items), state, lga), items))
$$;

create function private.store_delivery(order_id uuid, chosen jsonb, vat_kobo bigint) returns void
language sql security definer set search_path = ''
as $$
  insert into public.order_deliveries (order_id, kind, zone_id, depot_id, name, address, hours, day, weight_grams, price_kobo, vat_kobo)
  values ($1, chosen ->> 'kind', (chosen ->> 'zoneId')::uuid, (chosen ->> 'depotId')::uuid, chosen ->> 'name',
    chosen ->> 'address', chosen ->> 'hours', (chosen ->> 'date')::date, (chosen ->> 'weightGrams')::bigint,
    (chosen ->> 'priceKobo')::bigint, case when chosen ->> 'priceKobo' is not null then vat_kobo end)
$$;

-- What documents, mails and answers say of it; null for an order without a choice.
create function private.describe_delivery(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', kind, 'name', name, 'address', address, 'hours', hours, 'day', day,
    'weightGrams', weight_grams, 'priceKobo', price_kobo, 'vatKobo', vat_kobo, 'isAgreed', kind <> 'quote' or accepted_at is not null)
  from public.order_deliveries as delivery where delivery.order_id = $1
$$;

-- As mails and documents say it: of goods that were brought, the day on which they came; that of collected ones, too, is cameOn.
create function private.describe_delivery_done(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  said jsonb := private.describe_delivery(order_id);
  came_on date := (
    select (max(event.created_at) at time zone 'Africa/Lagos')::date
    from public.orders as own join public.order_events as event on event.order_id = own.id
    where own.id = describe_delivery_done.order_id and own.fulfilment_status in ('delivered', 'disputed')
      and event.axis = 'fulfilment' and event.to_value = 'delivered');
begin
  if came_on is null then
    return said;
  end if;
  return said || jsonb_build_object('cameOn', came_on)
    || case when said ->> 'kind' = 'collect' then '{}' else jsonb_build_object('day', came_on) end;
end $$;

-- Staff enter price and day of a delivery that is quoted first; the buyer hears of it, and has as long to answer as an order
-- has to be paid, and not beyond that day. Again, until the buyer has accepted. details = {priceKobo, day}.
-- Security definer, because nobody writes deliveries by hand.
create function public.quote_delivery(order_id uuid, details jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  quoted public.orders;
  earlier public.order_deliveries;
  offered public.order_deliveries;
  before jsonb;
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
  -- Who gave no address gets a short message, where those are sent, and is rung (private.orders_to_ring).
  if private.number_to_text(quoted) is not null and not quoted.is_demo then
    perform private.enqueue_sms('order_delivery_quoted', private.number_to_text(quoted), jsonb_build_object('code', quoted.code,
      'price_kobo', offered.price_kobo + coalesce(offered.vat_kobo, 0), 'day', details -> 'day', 'expires_at', quoted.expires_at,
      'earlier_kobo', offered.earlier_price_kobo + coalesce(offered.earlier_vat_kobo, 0), 'earlier_day', offered.earlier_day));
  end if;
end $$;

-- A price and a day of a delivery are agreed as they were offered: from here the hours to pay run (decision 95).
-- Otherwise {ok: false, code: 'delivery_changed'} with what is offered now.
create function private.agree_on_delivery(order_id uuid, price_kobo bigint, day date) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders;
  offered public.order_deliveries;
begin
  select * into own from public.orders where id = agree_on_delivery.order_id for update;
  select * into offered from public.order_deliveries as delivery where delivery.order_id = own.id;
  if offered.accepted_at is not null and offered.price_kobo = agree_on_delivery.price_kobo and offered.day = agree_on_delivery.day then
    return private.describe_market_order(own, false);
  elsif not own.awaits_delivery or own.status <> 'pending' or offered.quoted_at is null or own.expires_at <= now()
    or private.end_of_day(offered.day) <= now()
  then
    raise exception 'This offer of a delivery is not open any more' using errcode = '23514', hint = 'delivery';
  elsif offered.price_kobo is distinct from agree_on_delivery.price_kobo or offered.day is distinct from agree_on_delivery.day then
    return jsonb_build_object('ok', false, 'code', 'delivery_changed', 'offer', private.describe_delivery(own.id));
  end if;
  update public.order_deliveries as delivery set accepted_at = now() where delivery.order_id = own.id;
  update public.orders set awaits_delivery = false, reminded_at = null, delivery_kobo = offered.price_kobo,
    vat_kobo = vat_kobo + coalesce(offered.vat_kobo, 0),
    total_amount_kobo = total_amount_kobo + offered.price_kobo + coalesce(offered.vat_kobo, 0), expires_at = now() + private.time_to_pay(user_id),
    price_locked_until = now() + make_interval(hours => private.market_limit('price_lock_hours')),
    -- A part that came early keeps the goods for the rest, however long ago it came.
    claim_holds_until = case when payment_status = 'underpaid' then greatest(claim_holds_until, now() + private.time_to_pay(user_id))
      else claim_holds_until end
  where id = own.id returning * into own;
  update public.orders set vat_lines = private.count_vat_lines(own) where id = own.id returning * into own;
  update public.orders set refund_due_kobo = private.ledger_balance('refundable', id) where id = own.id returning * into own;
  -- Money that came before anybody had asked for it.
  if own.payment_status = 'underpaid' and private.balance_kobo(own.id) <= 0 then
    own := private.apply_order_event(own.id,
      case when private.ledger_balance('refundable', own.id) = 0 then 'pay_exactly' else 'pay_over' end);
  end if;
  perform private.notify_buyer(own.id, 'order_delivery_accepted', jsonb_build_object('kept_until', private.goods_kept_until(own)));
  return private.describe_market_order(own, false);
end $$;

-- The buyer agrees to the price and the day that they were shown.
create function public.accept_delivery(order_id uuid, price_kobo bigint, day date, context jsonb default '{}') returns jsonb
language sql security definer set search_path = ''
as $$
  select private.agree_on_delivery((private.find_own_order(order_id, context)).id, price_kobo, day)
$$;

-- A buyer who was rung has agreed: a call that reached them since the offer stands with the order. Staff alone.
create function public.accept_delivery_by_phone(order_id uuid, price_kobo bigint, day date) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to agree on a delivery' using errcode = '42501';
  elsif private.is_own_record('orders', accept_delivery_by_phone.order_id) then
    raise exception 'Somebody else must see to your own order' using errcode = '42501', hint = 'own_record';
  elsif not exists (
    select from public.phone_calls as call
    join public.order_deliveries as offer on offer.order_id = call.record_id and call.created_at > offer.quoted_at
    where call.record_type = 'orders' and call.record_id = accept_delivery_by_phone.order_id and call.outcome = 'reached')
  then
    raise exception 'Log the call that reached the buyer first' using errcode = '23514', hint = 'call';
  end if;
  answer := private.agree_on_delivery(order_id, price_kobo, day);
  if answer ->> 'code' = 'delivery_changed' then
    raise exception 'Somebody else has changed this order. Please look again.' using errcode = 'PT409';
  end if;
  perform private.record_audit('accept_delivery_by_phone', 'orders', order_id::text, null,
    jsonb_build_object('price_kobo', price_kobo, 'day', day));
end $$;

-- When a day in Lagos is over.
create function private.end_of_day(day date) returns timestamptz
language sql immutable parallel safe set search_path = ''
as $$
  select (day + 1)::timestamp at time zone 'Africa/Lagos'
$$;

-- Nobody is promised a day that has passed: staff name another one first. What is collected waits from its day on.
create function private.require_day_to_come(order_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from public.order_deliveries as delivery
    where delivery.order_id = $1 and delivery.kind <> 'collect' and delivery.day < (now() at time zone 'Africa/Lagos')::date)
  then
    raise exception 'The day of its delivery has passed. Name another one first.' using errcode = '23514', hint = 'delivery_day';
  end if;
end $$;

-- Whether the day of an order whose goods were for sale again is full meanwhile. Locks the day as the checkout does, after the goods.
create function private.lost_its_day(order_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  chosen public.order_deliveries;
  zone public.delivery_zones;
begin
  select * into chosen from public.order_deliveries as delivery where delivery.order_id = $1;
  select * into zone from public.delivery_zones where id = chosen.zone_id;
  if chosen.day is null or coalesce(zone.capacity_kg, zone.capacity_orders) is null then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(concat('delivery day ', zone.id, ' ', chosen.day), 0));
  return not private.has_room(zone, chosen.day, chosen.weight_grams);
end $$;

-- Staff name another day, as long as the goods have not come; expected is the day that they read. A day of a zone that takes only
-- so much is locked and counted as at the checkout. The buyer hears of it by mail, or by text where they gave no address.
-- Security definer, because nobody writes deliveries by hand.
create function public.change_delivery_day(order_id uuid, expected date, day date) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  today date := (now() at time zone 'Africa/Lagos')::date;
  own public.orders;
  chosen public.order_deliveries;
  zone public.delivery_zones;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to change the day of a delivery' using errcode = '42501';
  elsif private.is_own_record('orders', change_delivery_day.order_id) then
    raise exception 'Somebody else must change the day of your own order' using errcode = '42501', hint = 'own_record';
  end if;
  select * into own from public.orders where id = change_delivery_day.order_id for update;
  select * into chosen from public.order_deliveries as delivery where delivery.order_id = own.id;
  if own.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif chosen.day is null or own.awaits_delivery or own.status not in ('pending', 'approved') or own.fulfilment_status not in ('none', 'preparing', 'dispatched')
  then
    raise exception 'The day of this delivery is not open any more' using errcode = '23514', hint = 'day';
  elsif change_delivery_day.day = chosen.day then
    -- Sent once more by a retry.
    return;
  elsif chosen.day is distinct from expected then
    raise exception 'Somebody else has changed this order. Please look again.' using errcode = 'PT409';
  elsif coalesce(change_delivery_day.day not between today and today + 180, true) then
    raise exception 'Say on which day it is delivered, from today on and within 180 days' using errcode = '23514', hint = 'day';
  end if;
  select * into zone from public.delivery_zones where id = chosen.zone_id;
  if zone.capacity_kg is not null or zone.capacity_orders is not null then
    perform pg_advisory_xact_lock(hashtextextended(concat('delivery day ', zone.id, ' ', change_delivery_day.day), 0));
    if not private.has_room(zone, change_delivery_day.day, chosen.weight_grams) then
      raise exception 'That day is full. Choose another one, or raise what the zone takes in a day.' using errcode = '23514', hint = 'day';
    end if;
  end if;
  update public.order_deliveries as delivery set day = change_delivery_day.day, day_before = chosen.day, day_changed_at = now()
  where delivery.order_id = own.id;
  update public.orders set delivers_from = change_delivery_day.day, delivers_until = change_delivery_day.day,
    -- What is paid for has its goods already (private.follow_receipt), and its day now.
    stock_released_at = case when payment_status not in ('confirmed', 'overpaid') or exists (
      select from public.order_items as item where item.order_id = own.id and item.is_released) then stock_released_at end
  where id = own.id;
  perform private.record_audit('change_delivery_day', 'orders', own.id::text, jsonb_build_object('day', chosen.day),
    jsonb_build_object('day', change_delivery_day.day));
  perform private.notify_buyer(own.id, 'order_delivery_day', jsonb_build_object('day_before', chosen.day));
  if private.number_to_text(own) is not null and not own.is_demo then
    perform private.enqueue_sms('order_delivery_day', private.number_to_text(own), jsonb_build_object('code', own.code, 'day', change_delivery_day.day));
  end if;
end $$;

create function private.time_to_pay(buyer_id uuid) returns interval
language sql stable security definer set search_path = ''
as $$
  select make_interval(hours => private.market_limit(case when buyer_id is null then 'guest_expiry_hours' else 'member_expiry_hours' end))
$$;

alter table public.order_deliveries enable row level security;
revoke all on table public.order_deliveries from public, anon, authenticated;
grant select (order_id, kind, zone_id, depot_id, name, address, hours, day, weight_grams, price_kobo, quoted_at, accepted_at, vat_kobo,
    earlier_price_kobo, earlier_vat_kobo, earlier_day, day_before, day_changed_at)
  on table public.order_deliveries to authenticated;
create policy "People who may read an order read how it is delivered" on public.order_deliveries
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.choose_delivery(jsonb, jsonb, text, text), private.describe_delivery(uuid), private.describe_delivery_done(uuid), private.store_delivery(uuid, jsonb, bigint), private.answer_delivery_changed(jsonb, text, text),
  private.lost_its_day(uuid), private.require_day_to_come(uuid), private.end_of_day(date), private.agree_on_delivery(uuid, bigint, date), private.time_to_pay(uuid),
  public.accept_delivery(uuid, bigint, date, jsonb), public.accept_delivery_by_phone(uuid, bigint, date),
  public.change_delivery_day(uuid, date, date), public.quote_delivery(uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.accept_delivery(uuid, bigint, date, jsonb) to authenticated, service_role;
grant execute on function public.accept_delivery_by_phone(uuid, bigint, date), public.change_delivery_day(uuid, date, date),
  public.quote_delivery(uuid, jsonb) to authenticated;
