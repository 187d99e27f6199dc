-- A member's cart keeps what was ordered until its payment is told, as a guest's does: 'Mark as Payment Successful' is
-- what empties it. Emptied by the order itself, it lost at that moment what was put into it for the next one.
-- As before (20261121003300), but for the cart.
create or replace function public.place_market_order(request jsonb, context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  buyer_id uuid := private.buyer_in(context);
  attempt uuid := (context ->> 'idempotencyKey')::uuid;
  link_hash text := case when buyer_id is null then context ->> 'trackingTokenHash' end;
  answers jsonb;
  changed_lines jsonb;
  made public.orders;
begin
  if attempt is null then
    raise exception 'idempotencyKey is required' using errcode = '23502';
  elsif buyer_id is null and coalesce(link_hash, '') !~ '^[0-9a-f]{64}$' then
    raise exception 'trackingTokenHash is required' using errcode = '23502';
  end if;
  -- The same attempt at the same moment: one after the other, and the second one gets the first one's answer.
  perform pg_advisory_xact_lock(hashtextextended('market order ' || attempt, 0));
  select * into made from public.orders
  where idempotency_key = attempt and kind = 'marketplace' and user_id is not distinct from buyer_id;
  if found then
    if buyer_id is null and not exists (
      select from private.order_links where token_hash = link_hash and order_id = made.id
    ) then
      raise exception 'This attempt was another one' using errcode = '23505';
    elsif not private.is_same_order(made, request) then
      raise exception 'This order was sent before with other contents, as %. Nothing was changed. Please send it once more.', made.code
        using errcode = 'PT409';
    end if;
    return private.describe_market_order(made, false);
  end if;

  answers := private.check_form('market_order', request -> 'contact');
  perform from private.read_market_lines(request -> 'items');
  if private.has_too_many_open_orders(buyer_id, answers ->> 'phone', context ->> 'deviceHash') then
    return jsonb_build_object('ok', false, 'code', 'too_many_open_orders');
  end if;

  -- Locked in one order, so that two carts with the same products wait for each other instead of for ever; looked at
  -- afterwards, in a statement that sees what the waiting let happen.
  perform from public.products
  where id in (select product_id from private.read_market_lines(request -> 'items')) and stock is not null
  order by id for no key update;
  select jsonb_agg(jsonb_build_object('productId', line.product_id, 'name', product.name,
    'isAvailable', coalesce(product.status = 'published', false), 'priceKobo', product.price_kobo,
    'seenPriceKobo', line.price_kobo, 'stock', product.stock, 'quantity', line.quantity) order by line.place)
  into changed_lines
  from private.read_market_lines(request -> 'items') as line
  left join public.products as product on product.id = line.product_id and product.status = 'published'
  where product.id is null or product.price_kobo <> line.price_kobo or product.stock < line.quantity;
  if changed_lines is not null then
    return jsonb_build_object('ok', false, 'code', 'lines_changed', 'lines', changed_lines);
  end if;

  if buyer_id is not null then
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
  end if;
  insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, total_amount_kobo,
    delivery_address, special_requirements, idempotency_key, expires_at, price_locked_until)
  select buyer_id, 'marketplace', left(string_agg(product.name, ', ' order by line.place), 200), sum(line.quantity),
    sum(line.quantity)::text, 'Packs', sum(line.quantity * line.price_kobo),
    concat_ws(', ', answers ->> 'address', answers ->> 'lga', answers ->> 'state'), nullif(answers ->> 'remarks', ''),
    attempt,
    now() + make_interval(hours => private.market_limit(case when buyer_id is null then 'guest' else 'member' end || '_expiry_hours')),
    now() + make_interval(hours => private.market_limit('price_lock_hours'))
  from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id
  returning * into made;
  insert into public.order_items (order_id, position, product_id, product_name, farmer_name, pack_amount, pack_unit,
    price_kobo, quantity, has_reserved_stock)
  select made.id, line.place, product.id, product.name, product.farmer_name, product.pack_amount, product.pack_unit,
    line.price_kobo, line.quantity, product.stock is not null
  from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id;
  update public.products set stock = stock - item.quantity
  from public.order_items as item
  where item.order_id = made.id and products.id = item.product_id and item.has_reserved_stock;
  insert into public.order_contacts (order_id, name, phone, email, state, lga, device_hash)
  values (made.id, answers ->> 'name', answers ->> 'phone', nullif(answers ->> 'email', ''), answers ->> 'state',
    answers ->> 'lga', case when buyer_id is null then context ->> 'deviceHash' end);
  if buyer_id is null then
    insert into private.order_links (token_hash, order_id) values (link_hash, made.id);
  end if;
  perform private.tell_buyer(made.id, 'order_placed');
  return private.describe_market_order(made, true);
end $$;
