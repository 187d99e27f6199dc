-- The account's cart is told what changed on a device, all at once: a line of none is taken away. What the account holds
-- comes back. By hand two statements for each line, since nobody may change which product a line is about.
create function public.save_cart(items jsonb) returns setof public.cart_items
language plpgsql set search_path = ''
as $$
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 100 then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
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

revoke all on function public.save_cart(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_cart(jsonb) to authenticated;
