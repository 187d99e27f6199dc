-- Who buys, with the limits on open orders lifted; and the shop without rules that plain statements fill.
update private.market_limits set value = 1000000000 where name like '%open_orders_max';

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
