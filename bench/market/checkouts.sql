-- Who buys, with the limits on open orders lifted, and how it is delivered; and the shop without rules that plain statements fill.
update private.market_limits set value = 1000000000 where name like '%open_orders_max';

-- What every product weighs is known, so that each basket has a price by its weight.
update public.products set weight_grams = round(pack_amount * 920) where stock = 1000000 and pack_unit <> 'kg';

-- Each area of Lagos is a zone whose days take so many orders, each other state one without such a limit; and three depots.
insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays, capacity_orders)
select coalesce(lga, state), array[concat_ws(': ', state, lga)], '{50000,100000,250000,500000,1000000,2000000}',
  '{250000,400000,750000,1200000,2000000,3500000}', '{1,2,3,4,5,6,7}', case when lga is not null then 1000 end
from unnest(private.states()) as state
left join unnest(private.local_governments(state)) as lga on state = 'Lagos';
insert into public.depots (name, address, state, lga, hours, weekdays)
select lga || ' depot', '1 Market Road', 'Lagos', lga, '8 to 16', '{1,2,3,4,5,6,7}'
from unnest('{Agege,Apapa,Epe}'::text[]) as lga;

insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  created_at, updated_at)
select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
  'buyer' || place || '@example.com', now(), '{}', '{}', now(), now()
from generate_series(1, 500) as place;

create schema plain;
create table plain.products as
select id, name, price_kobo, stock from public.products where stock = 1000000;
alter table plain.products add primary key (id), set (fillfactor = 70);
create table plain.orders (
  id uuid primary key default gen_random_uuid(),
  buyer_id uuid not null,
  total_kobo bigint not null,
  address text not null,
  created_at timestamptz not null default now()
);
create table plain.order_items (
  order_id uuid not null references plain.orders (id),
  position integer not null,
  product_id uuid not null references plain.products (id),
  quantity integer not null,
  price_kobo bigint not null,
  primary key (order_id, position)
);

-- For the peer, which passes arguments of type jsonb as strings.
create function public.bench_place_order(request text, context text) returns jsonb
language sql set search_path = ''
as $$
  select public.place_market_order(request::jsonb, context::jsonb)
$$;
grant execute on function public.bench_place_order(text, text) to authenticated;
