-- Carts of members.

create table public.cart_items (
  user_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  quantity integer not null default 1,
  seen_price_kobo bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, product_id),
  constraint cart_items_quantity_range check (quantity between 1 and 10000),
  constraint cart_items_seen_price_kobo_positive check (seen_price_kobo > 0)
);
comment on column public.cart_items.seen_price_kobo is 'The price when it was last shown: the page says when it is another one now. Nobody pays it.';
create index cart_items_product_id_idx on public.cart_items (product_id);

create function private.limit_cart() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- One after the other, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || new.user_id, 0));
  if (select count(*) >= 50 from public.cart_items where user_id = new.user_id and product_id <> new.product_id) then
    raise exception 'At most 50 different products in one cart' using errcode = '23514', hint = 'items';
  end if;
  return new;
end $$;

-- Brings the device's cart into the account's: each product with the greater of its two quantities, so that signing in
-- twice doubles nothing. What is not for sale is left out.
create function public.merge_cart(items jsonb) returns setof public.cart_items
language plpgsql set search_path = ''
as $$
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 50 then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  insert into public.cart_items (user_id, product_id, quantity, seen_price_kobo)
  select (select auth.uid()), product.id, least(greatest(max(line."quantity"), 1), 10000), max(coalesce(line."priceKobo", product.price_kobo))
  from jsonb_to_recordset(items) as line ("productId" uuid, "quantity" integer, "priceKobo" bigint)
  join public.products as product on product.id = line."productId" and product.status = 'published'
  group by product.id
  on conflict (user_id, product_id) do update
    set quantity = greatest(cart_items.quantity, excluded.quantity), seen_price_kobo = excluded.seen_price_kobo;
  return query select * from public.cart_items where user_id = (select auth.uid()) order by created_at, product_id;
end $$;

create function public.save_cart(items jsonb) returns setof public.cart_items
language plpgsql set search_path = ''
as $$
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 100 then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  -- Before the rows that it deletes, as everybody who adds to a cart: nobody waits in a circle.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || (select auth.uid()), 0));
  delete from public.cart_items
  using jsonb_to_recordset(items) as line ("productId" uuid, "quantity" integer)
  where user_id = (select auth.uid()) and product_id = line."productId" and coalesce(line."quantity", 0) < 1;
  insert into public.cart_items (user_id, product_id, quantity, seen_price_kobo)
  select (select auth.uid()), product.id, least(max(line."quantity"), 10000), max(coalesce(line."priceKobo", product.price_kobo))
  from jsonb_to_recordset(items) as line ("productId" uuid, "quantity" integer, "priceKobo" bigint)
  join public.products as product on product.id = line."productId" and product.status = 'published'
  where line."quantity" > 0
  group by product.id
  on conflict (user_id, product_id) do update
    set quantity = excluded.quantity, seen_price_kobo = excluded.seen_price_kobo;
  return query select * from public.cart_items where user_id = (select auth.uid()) order by created_at, product_id;
end $$;

create trigger limit_cart before insert on public.cart_items
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
