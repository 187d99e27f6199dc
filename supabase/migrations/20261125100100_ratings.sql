-- Ratings need confirmed money (decision 94): an order completed on credit terms is rated once it is paid.

create or replace function public.rate_product(order_id uuid, product_id uuid, stars integer, comment text default null,
  context jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
begin
  if own.status <> 'completed' or not exists (
    select from public.order_items as item where item.order_id = own.id and item.product_id = rate_product.product_id
  ) then
    raise exception 'A product can be rated once its order is completed' using errcode = '23514', hint = 'stars';
  end if;
  if own.payment_status in ('unpaid', 'claimed', 'underpaid') then
    raise exception 'A product can be rated once its payment is confirmed' using errcode = '23514', hint = 'stars';
  end if;
  insert into public.product_ratings (order_id, product_id, stars, comment)
  values (own.id, rate_product.product_id, rate_product.stars, nullif(private.clean_text(rate_product.comment), ''))
  on conflict on constraint product_ratings_pkey do update set stars = excluded.stars, comment = excluded.comment;
end $$;
