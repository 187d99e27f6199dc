-- How goods reach their buyer: zones with prices by weight and days, depots to collect at, and what a basket may choose from.

-- The state of Nigeria that an address ends with, or a part of it: of "12 Kano Road, Lagos" it is Lagos, and so it is of "Ikeja Lagos
-- 100001 Nigeria". Null: it names none. The Niger of "Niamey, Niger" is the country, named after one of its towns.
create function private.stated_state(address text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  last_part constant text := btrim(substring(address from '[^,;/\n]*$'), E' \t\r.');
begin
  -- As the checkout writes it. Niger is the name of a country too, which the whole address decides on.
  if last_part <> 'Niger' and last_part = any (private.states()) then
    return last_part;
  end if;
  -- Once for each part and not for each name: every order is read by it as it comes in, and a million when an upgrade adds the column.
  return (with parts as materialized (
    select place, ' ' || lower(regexp_replace(btrim(words, E' \t\r.'), '(\s+state)?(\W+\d{6})?(\W+nigeria)?$', '', 'i')) as words
    from regexp_split_to_table(address, '[,;/\n]') with ordinality as part (words, place)
  )
  select coalesce(also.state, known.name)
  from parts
  join unnest(private.states() || array['Abuja', 'Federal Capital Territory']) as known (name)
    on right(parts.words, char_length(known.name) + 1) = ' ' || lower(known.name)
  left join (values ('Abuja', 'FCT'), ('Federal Capital Territory', 'FCT')) as also (name, state) on also.name = known.name
  where (known.name <> 'Niger' or address !~* ('\m(republic of|r[eé]publique du|(niamey|zinder|maradi|agadez|tahoua|dosso|diffa|tillab[eé]r[iy]'
      || '|arlit|birni.?n.{0,2}konni|gaya|tessaoua|dogondoutchi)(\W+\d+)?)\W+niger\M'))
  order by place desc limit 1);
end $$;

-- One after the other, counted from 1: a client may write an array by its literal, with other dimensions and bounds, where no
-- place of it is found.
create function private.is_plain_list(list anyarray) returns boolean
language sql immutable set search_path = ''
as $$
  select array_ndims(list) = 1 and array_lower(list, 1) = 1
$$;

-- As many prices as steps, from the lightest to the heaviest.
create function private.is_price_ladder(step_grams integer[], step_kobo bigint[]) returns boolean
language sql immutable set search_path = ''
as $$
  select cardinality(step_grams) between 1 and 20 and cardinality(step_kobo) = cardinality(step_grams)
    and private.is_plain_list(step_kobo)
    and array_position(step_grams, null) is null and array_position(step_kobo, null) is null
    and 0 < all (step_grams) and 0 <= all (step_kobo) and 100000000000 >= all (step_kobo)
    and step_grams = array(select distinct grams from unnest(step_grams) as grams order by grams)
$$;

-- Days of the week, 1 is Monday.
create function private.are_weekdays(weekdays smallint[]) returns boolean
language sql immutable set search_path = ''
as $$
  select cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]
    and weekdays = array(select distinct day from unnest(weekdays) as day order by day)
$$;

-- 'Lagos' is the whole state, 'Lagos: Surulere' one local government area of it.
create function private.are_areas(areas text[]) returns boolean
language sql immutable set search_path = ''
as $$
  select cardinality(areas) between 1 and 800 and private.is_plain_list(areas)
    and not exists (select from unnest(areas) as area where area is null or area !~ '^[^:]{2,60}(: [^:]{2,60})?$')
$$;

create table public.delivery_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  areas text[] not null,
  step_grams integer[] not null,
  step_kobo bigint[] not null,
  weekdays smallint[] not null,
  cutoff_days integer not null default 1,
  capacity_kg integer,
  capacity_orders integer,
  is_active boolean not null default true,
  is_demo boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint delivery_zones_name_unique unique (name),
  constraint delivery_zones_name_length check (char_length(name) between 2 and 100),
  constraint delivery_zones_name_plain check (name = private.clean_line(name)),
  constraint delivery_zones_areas_form check (private.are_areas(areas)),
  constraint delivery_zones_steps_rise check (private.is_price_ladder(step_grams, step_kobo)),
  constraint delivery_zones_weekdays_known check (private.are_weekdays(weekdays)),
  constraint delivery_zones_cutoff_days_range check (cutoff_days between 0 and 30),
  constraint delivery_zones_capacity_kg_positive check (capacity_kg between 1 and 1000000),
  constraint delivery_zones_capacity_orders_positive check (capacity_orders between 1 and 100000)
);
comment on table public.delivery_zones is 'Where the company delivers at a price that stands before anybody pays. Managed by staff; what an order agreed on is stored with the order.';
comment on column public.delivery_zones.areas is 'States, or single local government areas of one. The most exact one that is named counts.';
comment on column public.delivery_zones.step_grams is 'Up to so many grams the price of the same place in step_kobo holds; above the last one delivery is quoted.';
comment on column public.delivery_zones.weekdays is 'On which days of the week goods are brought; 1 is Monday.';
comment on column public.delivery_zones.cutoff_days is 'So many days ahead of a delivery the last order for it is taken.';
comment on column public.delivery_zones.capacity_kg is 'What one day takes; null: as much as comes.';

create table public.depots (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  address text not null,
  state text not null,
  lga text not null,
  hours text not null,
  weekdays smallint[] not null,
  lead_days integer not null default 1,
  is_active boolean not null default true,
  is_demo boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint depots_name_unique unique (name),
  constraint depots_name_length check (char_length(name) between 2 and 100),
  constraint depots_name_plain check (name = private.clean_line(name)),
  constraint depots_address_length check (char_length(address) between 5 and 300),
  constraint depots_address_plain check (address = private.clean_line(address)),
  constraint depots_state_length check (char_length(state) between 2 and 100),
  constraint depots_lga_length check (char_length(lga) between 2 and 100),
  constraint depots_hours_length check (char_length(hours) between 3 and 200),
  constraint depots_hours_plain check (hours = private.clean_line(hours)),
  constraint depots_weekdays_known check (private.are_weekdays(weekdays)),
  constraint depots_lead_days_range check (lead_days between 0 and 30)
);
comment on table public.depots is 'Where buyers collect their goods for nothing.';
comment on column public.depots.lead_days is 'So many days after the order the goods lie ready.';

-- Refuses what is no state, or no local government area of it; names the box of each.
create function private.refuse_unknown_area(state text, lga text, state_field text, lga_field text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if private.local_governments(state) is null then
    raise exception '% is no state. Write its name as in the list of states.', coalesce(state, 'Nothing')
      using errcode = '23514', hint = state_field;
  elsif lga <> all (private.local_governments(state)) then
    raise exception '% is no local government area of %.', lga, state using errcode = '23514', hint = lga_field;
  end if;
end $$;

-- When what staff type was last changed: switching a row off and on does not count, for those who edit it.
create function private.row_changed_at(before jsonb, after jsonb) returns timestamptz
language sql stable set search_path = ''
as $$
  select case when before - '{is_active,updated_at}'::text[] = after - '{is_active,updated_at}'::text[]
    then (before ->> 'updated_at')::timestamptz else now() end
$$;

-- No CHECK: older zones and depots stay as they were written, until a member of staff writes their places again.
create function private.before_zone_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.updated_at := private.row_changed_at(to_jsonb(old), to_jsonb(new));
  -- An area of before stays what it is until it is changed.
  if tg_op = 'INSERT' or new.areas is distinct from old.areas then
    perform private.refuse_unknown_area(split_part(area, ': ', 1), nullif(split_part(area, ': ', 2), ''), 'areas', 'areas')
    from unnest(new.areas) as area;
  end if;
  return new;
end $$;

create function private.before_depot_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.updated_at := private.row_changed_at(to_jsonb(old), to_jsonb(new));
  if tg_op = 'INSERT' or (new.state, new.lga) is distinct from (old.state, old.lga) then
    perform private.refuse_unknown_area(new.state, new.lga, 'state', 'lga');
  end if;
  return new;
end $$;

-- What one pack weighs; null: a pack of litres whose weight nobody has entered.
create function private.pack_grams(product public.products) returns bigint
language sql immutable
return coalesce((product).weight_grams::bigint,
    case when (product).pack_unit = 'kg' then round((product).pack_amount * 1000)::bigint end);

-- Null where the weight of a line is not known.
create function private.basket_grams(items jsonb) returns bigint
language sql stable security definer set search_path = ''
as $$
  select case when count(*) = count(private.pack_grams(product)) then
    sum(private.pack_grams(product) * line.quantity)::bigint end
  from private.read_market_lines(items) as line
  left join public.products as product on product.id = line.product_id and product.status = 'published'
$$;

-- Whether this zone still takes so much on this day. An order whose goods are for sale again has no place in it.
create function private.has_room(zone public.delivery_zones, day date, grams bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select ((zone).capacity_kg is null or coalesce(sum(taken.weight_grams), 0) + has_room.grams <= (zone).capacity_kg::bigint * 1000)
    and ((zone).capacity_orders is null or count(*) < (zone).capacity_orders)
  from public.order_deliveries as taken join public.orders on orders.id = taken.order_id
  where taken.zone_id = (zone).id and taken.day = has_room.day and orders.status <> 'declined' and orders.stock_released_at is null
$$;

-- The next six days on which this zone still takes so much, today being the day in Lagos; or only_day, where it still takes it within
-- four weeks.
create function private.zone_days(zone public.delivery_zones, grams bigint, only_day date default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
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
$$;

create function private.depot_days(depot public.depots) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(open.day order by open.day), '[]')
  from (
    select calendar.day::date as day
    from (select (now() at time zone 'Africa/Lagos')::date + (depot).lead_days as first) as begins,
      generate_series(begins.first, begins.first + 13, interval '1 day') as calendar (day)
    where extract(isodow from calendar.day)::smallint = any ((depot).weekdays)
    order by calendar.day
    limit 6
  ) as open
$$;

create function private.keeps_delivery() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.delivery_zones where is_active) or exists (select from public.depots where is_active)
$$;

-- What so much may choose from: collecting at a depot for nothing, delivery by the zone that names its place most exactly,
-- and, where no zone brings it at a price of its own or the area is not known, delivery that is quoted first. Where staff have entered nothing, goods are
-- collected where both agree, or quoted first (decision 97). No zone has a price for a weight that is not known.
-- With a choice, the depot that is chosen is answered alone, be it among the five nearest or not, or the chosen zone with its chosen day:
-- a checkout looks at no other.
create function private.price_delivery(grams bigint, state text, lga text, choice jsonb default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
end $$;

-- A place as it is compared: "Ifako Ijaiye" is Ifako-Ijaiye, and "Quaan Pan" is Qua'an Pan. The colon parts a state from its area.
create function private.place_letters(words text) returns text
language sql immutable
return translate(lower(words), ' -‐‑–''’‘`/.,()', '');

-- Whether the state has this area, in whatever writing; no area at all is the whole state.
create function private.is_known_area(state text, lga text) returns boolean
language sql immutable
return coalesce(private.clean_line(lga), '') = '' or coalesce(private.place_letters(lga) = any (string_to_array(
  -- Reduced to their letters all at once: every checkout passes here.
  private.place_letters(array_to_string(
    private.local_governments(case lower(btrim(state)) when 'fct' then 'FCT' else initcap(btrim(state)) end), '|')), '|')), false);

-- 0: in the same area, 1: in the same state, 2: elsewhere.
create function private.distance_of(depot public.depots, whole_state text, area text) returns integer
language sql immutable set search_path = ''
as $$
  select case when private.place_letters((depot).state || ': ' || (depot).lga) = private.place_letters(area) then 0
    when private.place_letters((depot).state) = private.place_letters(whole_state) then 1 else 2 end
$$;

-- The least that a zone takes for so much; null: none brings it at a price of its own.
create function private.cheapest_delivery(grams bigint) returns bigint
language sql stable security definer set search_path = ''
as $$
  select min(price.kobo)
  from public.delivery_zones as zone
  cross join lateral (
    select zone.step_kobo[place] as kobo from generate_subscripts(zone.step_grams, 1) as place
    where zone.step_grams[place] >= $1 order by place limit 1
  ) as price
  where zone.is_active
$$;

-- The same for anybody who shops, with the VAT of goods and delivery: items = [{productId, quantity}]. Before a state is chosen, from
-- which price on a zone brings it. Nothing about a person comes in or goes out.
-- With what an order may hold and how long we promise its price, so that no page asks for that alone.
-- Security definer, because visitors read neither zones nor what is taken of their days, nor the limits.
create function public.delivery_options(items jsonb, state text, lga text default '') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  grams bigint;
begin
  if jsonb_typeof(items) is distinct from 'array'
    or jsonb_array_length(items) not between 1 and greatest(100, 2 * private.market_limit('order_lines_max'))
    or char_length(coalesce(state, '')) > 0 and char_length(state) not between 2 and 100 or char_length(lga) > 100
    or exists (
      select from jsonb_array_elements(items) as item
      where not private.is_uuid(item ->> 'productId')
        or coalesce(item ->> 'quantity', '') !~ '^[1-9][0-9]{0,6}$'
        or coalesce(item ->> 'priceKobo', '0') !~ '^[0-9]{1,15}$')
  then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  grams := private.basket_grams(items);
  return private.add_vat_to_options(private.price_delivery(grams, coalesce(state, ''), lga), items)
    || jsonb_build_object('limits', private.order_limits())
    || case when coalesce(state, '') = '' then jsonb_build_object('fromKobo', private.cheapest_delivery(grams)) else '{}' end;
end $$;

-- What staff see before buyers do: the options for a place and a weight, without a cart.
create function public.preview_delivery(weight_kg numeric, state text, lga text default '') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.has_permission('delivery.write') or private.has_permission('settings.read')) then
    raise exception 'permission denied to preview delivery' using errcode = '42501';
  elsif coalesce(weight_kg not between 0.001 and 1000000, true) then
    raise exception 'Say what it weighs, in kilograms' using errcode = '23514', hint = 'weight';
  elsif char_length(coalesce(state, '')) not between 2 and 100 then
    raise exception 'Choose a state' using errcode = '23514', hint = 'state';
  end if;
  return private.price_delivery((weight_kg * 1000)::bigint, state, lga);
end $$;

create trigger before_zone_change before insert or update on public.delivery_zones
  for each row execute function private.before_zone_change();
create trigger demand_second_factor before insert or update on public.delivery_zones
  for each statement execute function private.demand_second_factor('delivery.write');
create trigger audit_change after insert or update on public.delivery_zones for each row
  execute function private.audit_change('staff', 'id',
    'name,areas,step_grams,step_kobo,weekdays,cutoff_days,capacity_kg,capacity_orders,is_active');

create trigger notify_content_changed after insert or update or delete on public.delivery_zones
  for each statement execute function private.notify_content_changed();

create trigger before_depot_change before insert or update on public.depots
  for each row execute function private.before_depot_change();
create trigger demand_second_factor before insert or update on public.depots
  for each statement execute function private.demand_second_factor('delivery.write');
create trigger audit_change after insert or update on public.depots for each row
  execute function private.audit_change('staff', 'id', 'name,address,state,lga,hours,weekdays,lead_days,is_active');

create trigger notify_content_changed after insert or update or delete on public.depots
  for each statement execute function private.notify_content_changed();

alter table public.delivery_zones enable row level security;
revoke all on table public.delivery_zones from public, anon, authenticated, service_role;
grant select on table public.delivery_zones to authenticated;
grant insert (name, areas, step_grams, step_kobo, weekdays, cutoff_days, capacity_kg, capacity_orders, is_active),
  update (name, areas, step_grams, step_kobo, weekdays, cutoff_days, capacity_kg, capacity_orders, is_active)
  on table public.delivery_zones to authenticated;
create policy "Staff who may see settings or manage zones read them" on public.delivery_zones
  for select to authenticated
  using ((select private.has_permission('settings.read')) or (select private.has_permission('delivery.write')));
create policy "Staff who may add zones, with a second factor" on public.delivery_zones
  for insert to authenticated
  with check ((select private.has_strong_permission('delivery.write')));
create policy "Staff who may change zones, with a second factor" on public.delivery_zones
  for update to authenticated
  using ((select private.has_strong_permission('delivery.write')))
  with check ((select private.has_strong_permission('delivery.write')));

alter table public.depots enable row level security;
revoke all on table public.depots from public, anon, authenticated, service_role;
grant select on table public.depots to authenticated;
grant insert (name, address, state, lga, hours, weekdays, lead_days, is_active),
  update (name, address, state, lga, hours, weekdays, lead_days, is_active)
  on table public.depots to authenticated;
create policy "Staff who may see settings or manage depots read them" on public.depots
  for select to authenticated
  using ((select private.has_permission('settings.read')) or (select private.has_permission('delivery.write')));
create policy "Staff who may add depots, with a second factor" on public.depots
  for insert to authenticated
  with check ((select private.has_strong_permission('delivery.write')));
create policy "Staff who may change depots, with a second factor" on public.depots
  for update to authenticated
  using ((select private.has_strong_permission('delivery.write')))
  with check ((select private.has_strong_permission('delivery.write')));

revoke all on function
  private.are_areas(text[]), private.are_weekdays(smallint[]), private.basket_grams(jsonb), private.cheapest_delivery(bigint),
  private.depot_days(public.depots), private.distance_of(public.depots, text, text),
  private.before_depot_change(), private.before_zone_change(),
  private.is_known_area(text, text), private.is_plain_list(anyarray), private.is_price_ladder(integer[], bigint[]), private.place_letters(text), private.refuse_unknown_area(text, text, text, text),
  private.keeps_delivery(), private.pack_grams(public.products), private.price_delivery(bigint, text, text, jsonb),
  private.has_room(public.delivery_zones, date, bigint), private.stated_state(text), private.zone_days(public.delivery_zones, bigint, date), public.delivery_options(jsonb, text, text),
  public.preview_delivery(numeric, text, text)
  from public, anon, authenticated, service_role;
-- The checks of the tables run with the rights of the caller who writes a row.
grant execute on function
  private.are_areas(text[]), private.are_weekdays(smallint[]), private.is_plain_list(anyarray),
  private.is_price_ladder(integer[], bigint[])
  to authenticated;
-- A change of an order writes the column of its state.
grant execute on function private.stated_state(text) to authenticated, service_role;
grant execute on function public.delivery_options(jsonb, text, text) to anon, authenticated, service_role;
grant execute on function public.preview_delivery(numeric, text, text) to authenticated;
