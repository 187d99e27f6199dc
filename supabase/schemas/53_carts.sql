-- Carts of members.

create table public.cart_items (
  user_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  quantity integer not null default 1,
  seen_price_kobo bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, product_id),
  constraint cart_items_quantity_positive check (quantity > 0),
  constraint cart_items_seen_price_kobo_positive check (seen_price_kobo > 0)
);
comment on column public.cart_items.seen_price_kobo is 'The price when it was last shown: the page says when it is another one now. Nobody pays it.';
create index cart_items_product_id_idx on public.cart_items (product_id);

-- A cart holds what an order may. A line from before a limit was lowered stays, and gets no more.
create function private.limit_cart() returns trigger
language plpgsql set search_path = ''
as $$
declare
  limits jsonb := private.order_limits();
begin
  if (tg_op = 'INSERT' or new.quantity > old.quantity) and new.quantity > (limits ->> 'quantityMax')::integer then
    raise exception 'At most % of one product in a cart', to_char((limits ->> 'quantityMax')::integer, 'FM999,999,999')
      using errcode = '23514', hint = 'items';
  elsif tg_op = 'UPDATE' then
    return new;
  end if;
  -- One after the other, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || new.user_id, 0));
  if (select count(*) >= (limits ->> 'linesMax')::integer and not coalesce(bool_or(product_id = new.product_id), false)
      from public.cart_items where user_id = new.user_id) then
    raise exception 'At most % different products in one cart', limits ->> 'linesMax' using errcode = '23514', hint = 'items';
  end if;
  return new;
end $$;

-- Brings the device's cart into the account's: each product with the greater of its two quantities, so that signing in
-- twice doubles nothing. What is not for sale is left out, and where both together are more than an order can hold, the account's
-- lines stay and of the device's what fits beside them.
create function public.merge_cart(items jsonb) returns setof public.cart_items
language plpgsql set search_path = ''
as $$
declare
  limits jsonb := private.order_limits();
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > greatest(100, 2 * (limits ->> 'linesMax')::integer) then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  -- Before the lines are counted, as everybody who adds to a cart.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || (select auth.uid()), 0));
  insert into public.cart_items (user_id, product_id, quantity, seen_price_kobo)
  select (select auth.uid()), brought.id, least(greatest(brought.quantity, 1), (limits ->> 'quantityMax')::integer), brought.price_kobo
  from (
    select product.id, max(line."quantity") as quantity, max(coalesce(line."priceKobo", product.price_kobo)) as price_kobo, held.is_held,
      row_number() over (partition by held.is_held order by min(line."place")) as place
    from rows from (jsonb_to_recordset(items) as ("productId" uuid, "quantity" integer, "priceKobo" bigint)) with ordinality
      as line ("productId", "quantity", "priceKobo", "place")
    join public.products as product on product.id = line."productId" and product.status = 'published'
    cross join lateral (select exists (
      select from public.cart_items as own where own.user_id = (select auth.uid()) and own.product_id = product.id) as is_held) as held
    group by product.id, held.is_held
  ) as brought
  where brought.is_held or brought.place <= (limits ->> 'linesMax')::integer
    - (select count(*) from public.cart_items as own where own.user_id = (select auth.uid()))
  on conflict (user_id, product_id) do update
    set quantity = greatest(cart_items.quantity, excluded.quantity), seen_price_kobo = excluded.seen_price_kobo;
  return query select * from public.cart_items where user_id = (select auth.uid()) order by created_at, product_id;
end $$;

create function public.save_cart(items jsonb) returns setof public.cart_items
language plpgsql set search_path = ''
as $$
declare
  limits jsonb := private.order_limits();
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > greatest(100, 2 * (limits ->> 'linesMax')::integer) then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  -- Before the rows that it deletes, as everybody who adds to a cart: nobody waits in a circle.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || (select auth.uid()), 0));
  delete from public.cart_items
  using jsonb_to_recordset(items) as line ("productId" uuid, "quantity" integer)
  where user_id = (select auth.uid()) and product_id = line."productId" and coalesce(line."quantity", 0) < 1;
  insert into public.cart_items (user_id, product_id, quantity, seen_price_kobo)
  select (select auth.uid()), product.id, least(max(line."quantity"), (limits ->> 'quantityMax')::integer), max(coalesce(line."priceKobo", product.price_kobo))
  from jsonb_to_recordset(items) as line ("productId" uuid, "quantity" integer, "priceKobo" bigint)
  join public.products as product on product.id = line."productId" and product.status = 'published'
  where line."quantity" > 0
  group by product.id
  on conflict (user_id, product_id) do update
    set quantity = excluded.quantity, seen_price_kobo = excluded.seen_price_kobo;
  return query select * from public.cart_items where user_id = (select auth.uid()) order by created_at, product_id;
end $$;

create trigger limit_cart before insert or update of quantity on public.cart_items
  for each row execute function private.limit_cart();

create trigger touch_updated_at before update on public.cart_items
  for each row execute function private.touch_updated_at();

alter table public.cart_items enable row level security;
revoke all on table public.cart_items from public, anon, authenticated;
grant select, delete on table public.cart_items to authenticated;
grant insert (user_id, product_id, quantity, seen_price_kobo) on table public.cart_items to authenticated;
grant update (quantity, seen_price_kobo) on table public.cart_items to authenticated;
create policy "People change their own cart" on public.cart_items
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "People empty their own cart" on public.cart_items
  for delete to authenticated
  using (user_id = (select auth.uid()));
create policy "People fill their own cart" on public.cart_items
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "People read their own cart" on public.cart_items
  for select to authenticated
  using (user_id = (select auth.uid()));

revoke all on function
  private.limit_cart(), public.merge_cart(jsonb), public.save_cart(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.merge_cart(jsonb), public.save_cart(jsonb) to authenticated;
