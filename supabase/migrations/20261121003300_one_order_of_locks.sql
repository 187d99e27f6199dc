-- One order of locks for everybody who touches products, and no price that changes between the question and the answer.
-- Locks are taken in this order: an attempt, person, phone, device; orders by id; products by id; numbers of papers.

-- As before (20261121003116), but the total is that of the lines that the buyer confirmed: products without a stock count
-- are not locked, so that their price may change while the order is being written.
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
  else
    delete from public.cart_items
    where user_id = buyer_id and product_id in (select product_id from public.order_items where order_id = made.id);
  end if;
  perform private.tell_buyer(made.id, 'order_placed');
  return private.describe_market_order(made, true);
end $$;

-- As before (20261121003030), but the products wait until the answer stands: the price that was asked about is the one
-- that is written.
create or replace function public.confirm_order_prices(order_id uuid, total_kobo bigint, context jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  question jsonb;
begin
  select * into own from public.orders where id = own.id for update;
  perform from public.products
  where id in (select product_id from public.order_items as item where item.order_id = own.id) order by id for share;
  question := public.payment_details(own.id, context);
  if question ->> 'code' is distinct from 'price_changed' or (question ->> 'totalKobo')::bigint <> total_kobo then
    return question;
  end if;
  update public.order_items as item set price_kobo = product.price_kobo
  from public.products as product
  where item.order_id = own.id and product.id = item.product_id;
  update public.orders set
    total_amount_kobo = (select sum(item.total_kobo) from public.order_items as item where item.order_id = own.id),
    price_locked_until = now() + make_interval(hours => private.market_limit('price_lock_hours'))
  where id = own.id;
  return public.payment_details(own.id, context);
end $$;

-- As before (20261121003000), but in the order in which carts and orders lock products.
create or replace function private.carry_farmer_to_products() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.products where farmer_id = new.id order by id for no key update;
  update public.products set is_verified = (new.status = 'approved') where farmer_id = new.id;
  return null;
end $$;

-- All that a decision on many records will touch, before the first one: one by one, each would lock its products in an
-- order of its own, and checkouts and decisions would wait in a circle.
-- Security definer, because whoever decides on orders or farmers changes no products.
create function private.lock_for_decisions(record_type text, ids uuid[], new_status text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if record_type = 'orders' then
    perform from public.orders where id = any (ids) order by id for no key update;
    if new_status = 'declined' then
      perform private.lock_reserved_products(ids);
    end if;
  elsif record_type = 'farmers' then
    perform from public.farmers where id = any (ids) order by id for no key update;
    perform from public.products where farmer_id = any (ids) order by id for no key update;
  end if;
end $$;

-- As before (20261121003185), and: what it will touch is locked first.
create or replace function public.decide_records(record_type text, rows jsonb, new_status text, reason text default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  reason_column text := case
    when new_status = 'declined' and record_type <> 'contact_messages' then 'decline_reason'
    when new_status = 'completed' and record_type = 'orders' and reason is not null then 'credit_terms_reason'
    when new_status = 'hidden' and record_type = 'products' then 'review_note'
  end;
  given record;
  touched boolean;
  found_status text;
  words text;
  changed uuid[] := '{}';
  skipped jsonb := '[]';
begin
  perform private.require_desk_right(record_type, 'decide');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 records' using errcode = '23514', hint = 'rows';
  end if;
  perform private.lock_for_decisions(record_type, array(
    select id from jsonb_to_recordset(rows) as asked (id uuid) where id is not null), new_status);
  for given in
    select id, max(expected) as expected from jsonb_to_recordset(rows) as asked (id uuid, expected text)
    where id is not null group by id order by id
  loop
    words := null;
    touched := null;
    begin
      execute format('update public.%I set status = $1 %s where id = $2 and status = $3 and status <> $1 returning true',
        record_type, case when reason_column is not null then format(', %I = $4', reason_column) else '' end)
        into touched using new_status, given.id, given.expected, reason;
    exception when check_violation or insufficient_privilege then
      get stacked diagnostics words = message_text;
    end;
    if touched then
      changed := changed || given.id;
    else
      execute format('select status from public.%I where id = $1', record_type) into found_status using given.id;
      skipped := skipped || jsonb_build_object('id', given.id, 'status', found_status,
        'why', case when words is null then 'changed_meanwhile' else 'refused' end, 'message', words);
    end if;
  end loop;
  return jsonb_build_object('changed', to_jsonb(changed), 'skipped', skipped);
end $$;

revoke all on function private.lock_for_decisions(text, uuid[], text) from public;
grant execute on function private.lock_for_decisions(text, uuid[], text) to authenticated;
