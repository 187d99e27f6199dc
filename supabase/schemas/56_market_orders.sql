-- Orders of the marketplace: placing and withdrawing, their lines and contacts.

create table public.order_items (
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null,
  product_id uuid references public.products (id) on delete set null,
  product_name text not null,
  farmer_name text not null,
  pack_amount numeric(10, 3) not null,
  pack_unit text not null,
  price_kobo bigint not null,
  quantity integer not null,
  total_kobo bigint not null generated always as (price_kobo * quantity) stored,
  has_reserved_stock boolean not null default false,
  is_released boolean not null default false,
  has_left boolean not null default false,
  vat_class text not null default 'basic_food',
  vat_rate_bp integer not null default 0,
  vat_reason text,
  vat_kobo bigint not null generated always as (round(price_kobo::numeric * quantity * vat_rate_bp * 0.0001)::bigint) stored,
  primary key (order_id, position),
  constraint order_items_price_kobo_positive check (price_kobo > 0),
  constraint order_items_quantity_positive check (quantity > 0),
  constraint order_items_vat_class_known check (vat_class = any (private.vat_classes())),
  constraint order_items_vat_rate_bp_range check (vat_rate_bp between 0 and 10000)
);
comment on table public.order_items is 'The lines of a marketplace order as they were confirmed; a later change of the product changes nothing here.';
comment on column public.order_items.vat_reason is 'Rate and reason are those of the day of the order. Null: an order from before VAT stood with its lines.';
comment on column public.order_items.is_released is 'Its packs were reserved and are for sale again, while the order is still open.';
comment on column public.order_items.has_left is 'Its reserved packs have left the store, and are reserved no more.';
create index order_items_product_id_idx on public.order_items (product_id);

create table public.order_contacts (
  order_id uuid primary key references public.orders (id) on delete cascade,
  name text not null,
  phone text not null,
  email text,
  state text not null,
  lga text not null,
  device_hash text,
  constraint order_contacts_name_length check (char_length(name) between 2 and 100),
  constraint order_contacts_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint order_contacts_email_form check (private.is_email(email)),
  constraint order_contacts_state_length check (char_length(state) between 2 and 100),
  constraint order_contacts_lga_length check (char_length(lga) between 2 and 100),
  constraint order_contacts_device_hash_form check (device_hash ~ '^[0-9a-f]{64}$')
);
comment on column public.order_contacts.device_hash is 'A keyed hash of the device that a guest ordered from, or of the network address of one that shows none: caps open orders, and is read by nobody.';
create index order_contacts_device_hash_idx on public.order_contacts (device_hash);
create index order_contacts_email_idx on public.order_contacts (lower(email));
create index order_contacts_phone_idx on public.order_contacts (phone);

-- As the lists of the admin area name a buyer: by the request, else by the contact, else by the account; in small letters.
create function private.find_buyer_name(order_id uuid, user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select lower(coalesce(
    (select request.company_name from public.order_requests as request where request.order_id = $1),
    (select contact.name from public.order_contacts as contact where contact.order_id = $1),
    (select account.full_name from public.profiles as account where account.id = $2)))
$$;

create trigger rename_order after insert or update of name on public.order_contacts
  for each row execute function private.rename_order();

revoke all on function private.find_buyer_name(uuid, uuid) from public, anon, authenticated, service_role;

-- The caller's own order: by the account, or by a guest's link that the server passes. A stranger's is not found.
create function private.find_own_order(order_id uuid, context jsonb) returns public.orders
language plpgsql stable security definer set search_path = ''
as $$
declare
  buyer_id uuid := private.buyer_in(context);
  own public.orders;
begin
  select * into own from public.orders
  where orders.id = find_own_order.order_id and (
    orders.user_id = buyer_id
    or ((select auth.uid()) is null and orders.user_id is null and exists (
      select from private.order_guest_links as link
      where link.order_id = orders.id and link.token_hash = context ->> 'trackingTokenHash' and link.expires_at > now()
    ))
  );
  if own.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  end if;
  return own;
end $$;

-- Raises what no page of ours sends as the lines of an order.
create function private.check_market_lines(items jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  lines_max integer;
  quantity_max integer;
  are_lines boolean;
  largest bigint;
begin
  select max(value) filter (where name = 'order_lines_max'), max(value) filter (where name = 'line_quantity_max')
  into lines_max, quantity_max from private.market_limits;
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) = 0 then
    raise exception 'Your cart is empty' using errcode = '23514', hint = 'items', detail = 'items';
  elsif jsonb_array_length(items) > lines_max then
    raise exception 'At most % different products in one order', lines_max
      using errcode = '23514', hint = 'items', detail = 'items';
  end if;
  select bool_and(private.is_uuid(item ->> 'productId') and coalesce(item ->> 'quantity', '') ~ '^[1-9][0-9]{0,8}$'
      and coalesce(item ->> 'priceKobo', '') ~ '^[0-9]{1,15}$') and count(*) = count(distinct lower(item ->> 'productId')),
    max(case when item ->> 'quantity' ~ '^[1-9][0-9]{0,8}$' then (item ->> 'quantity')::integer end)
  into are_lines, largest from jsonb_array_elements(items) as item;
  if not are_lines then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  elsif largest > quantity_max then
    raise exception 'At most % of one product in an order', to_char(quantity_max, 'FM999,999,999')
      using errcode = '23514', hint = 'items', detail = 'items';
  end if;
end $$;

-- The lines as the buyer saw them, which `check_market_lines` has seen. With a true guess of how many they are, so that
-- the planner reads the products by their key, not all of them.
create function private.read_market_lines(items jsonb)
returns table (product_id uuid, quantity integer, price_kobo bigint, place integer)
language plpgsql immutable rows 5 set search_path = ''
as $$
begin
  return query
    select (item ->> 'productId')::uuid, (item ->> 'quantity')::integer, (item ->> 'priceKobo')::bigint, nr::integer
    from jsonb_array_elements(items) with ordinality as input (item, nr);
end $$;

-- The orders of a phone or a device without an account that nobody has seen all the money of.
-- Two look-ups by index, where `or` would read every open order.
create function private.open_guest_orders(phone text, device_hash text)
returns table (order_id uuid, phone text, device_hash text, payment_status text)
language sql stable security definer rows 5 set search_path = ''
as $$
  select orders.id, contact.phone, contact.device_hash, orders.payment_status
  from (
    select * from public.order_contacts as by_phone where by_phone.phone = $1
    union select * from public.order_contacts as by_device where by_device.device_hash = $2
  ) as contact
  join public.orders on orders.id = contact.order_id
  where orders.user_id is null and orders.status = 'pending' and orders.payment_status = any (private.owed_statuses())
$$;

-- Whether someone holds as many orders as they may that nobody has seen money of; a claim is none. One after the other for each person, phone and device,
-- always in this order, or many at once would all count the same few.
create function private.has_too_many_open_orders(buyer_id uuid, phone text, device_hash text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  of_last_hour bigint;
  open_ones bigint;
begin
  if buyer_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('market buyer ' || buyer_id, 0));
    select count(*) filter (where created_at > now() - interval '1 hour'),
      count(*) filter (where status = 'pending' and payment_status in ('unpaid', 'claimed'))
    into of_last_hour, open_ones
    -- Or the planner may read all that is pending.
    from (select * from public.orders where user_id = buyer_id offset 0) as own where kind = 'marketplace';
    if of_last_hour >= 60 then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
    return open_ones >= private.market_limit('member_open_orders_max');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('market phone ' || phone, 0));
  if device_hash is not null then
    perform pg_advisory_xact_lock(hashtextextended('market device ' || device_hash, 0));
  end if;
  return exists (
    select from private.open_guest_orders($2, $3) as own
    where own.payment_status in ('unpaid', 'claimed')
    having count(*) filter (where own.phone = $2) >= private.market_limit('guest_phone_open_orders_max')
      or count(*) filter (where own.device_hash = $3) >= private.market_limit('guest_device_open_orders_max')
  );
end $$;

-- expiresAt is null while the clock does not run, because there is no account to pay to.
create function private.describe_market_order(order_row public.orders, is_new boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('ok', true, 'id', order_row.id, 'code', order_row.code, 'status', order_row.status,
    'paymentStatus', order_row.payment_status, 'fulfilmentStatus', order_row.fulfilment_status,
    'totalKobo', order_row.total_amount_kobo, 'deliveryKobo', order_row.delivery_kobo,
    'vatKobo', order_row.vat_kobo, 'vat', order_row.vat_lines,
    'awaitsDelivery', order_row.awaits_delivery, 'delivery', private.describe_delivery(order_row.id),
    'currency', order_row.currency, 'createdAt', order_row.created_at,
    'expiresAt', case when order_row.awaits_delivery or private.has_account(order_row) then order_row.expires_at end,
    'priceLockedUntil', order_row.price_locked_until, 'isNew', is_new);
end $$;

-- Makes an order: request = {items: [{productId, quantity, priceKobo}], contact: {name, phone, email?, address, state,
-- lga, remarks?}, delivery: {kind, zoneId | depotId, date, priceKobo}, vatKobo?}, context = {idempotencyKey, and from the server alone: userId?, trackingTokenHash?, deviceHash?}.
-- Answers the order, or {ok: false, code, …} with what the page has to confirm again: 'lines_changed' (each line with its
-- price and stock of now), 'delivery_changed' (with the options of now, where price, day or VAT are others), 'too_many_open_orders'. Nothing is stored then.
-- Security definer, because nobody holds a right to insert into orders or to change stock: an order with a forged
-- price, status or owner, or without its reservation, cannot be made by any other way.
-- Its statements, and those of all that it calls, look rows up by their keys: a plan for each order's own values would be the
-- same plan, and costs a tenth of the whole checkout. By their keys also where a plan is made while a table is still small.
create function public.place_market_order(request jsonb, context jsonb) returns jsonb
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  buyer_id uuid := private.buyer_in(context);
  attempt uuid := (context ->> 'idempotencyKey')::uuid;
  link_hash text := case when buyer_id is null then context ->> 'trackingTokenHash' end;
  answers jsonb;
  product_ids uuid[];
  locked integer;
  changed_lines jsonb;
  too_much jsonb;
  delivery jsonb;
  goods jsonb;
  goods_kobo bigint;
  goods_vat_kobo bigint;
  delivery_vat_kobo bigint;
  created public.orders;
begin
  if attempt is null then
    raise exception 'idempotencyKey is required' using errcode = '23502';
  elsif buyer_id is null and coalesce(link_hash, '') !~ '^[0-9a-f]{64}$' then
    raise exception 'trackingTokenHash is required' using errcode = '23502';
  end if;
  -- The same attempt at the same time: one after the other, and the second one gets the first one's answer.
  perform pg_advisory_xact_lock(hashtextextended('market order ' || attempt, 0));
  -- Each of the two is found by an index that has to be there; both in one condition may be found by another one.
  if buyer_id is null then
    select * into created from public.orders where idempotency_key = attempt and kind = 'marketplace' and user_id is null;
  else
    select * into created from public.orders where idempotency_key = attempt and kind = 'marketplace' and user_id = buyer_id;
  end if;
  if found then
    if buyer_id is null and not exists (
      select from private.order_guest_links where token_hash = link_hash and order_id = created.id
    ) then
      raise exception 'This attempt was another one' using errcode = '23505';
    elsif not private.is_same_order(created, request) then
      raise exception 'This order was sent before with other contents, as %. Nothing was changed. Please send it once more.', created.code
        using errcode = 'PT409';
    end if;
    return private.describe_market_order(created, false);
  end if;

  answers := private.check_form('market_order', request -> 'contact');
  perform private.check_market_lines(request -> 'items');
  if private.has_too_many_open_orders(buyer_id, answers ->> 'phone', context ->> 'deviceHash') then
    return jsonb_build_object('ok', false, 'code', 'too_many_open_orders');
  end if;

  -- Locked in one order, so that two carts with the same products wait for each other instead of for ever; looked at
  -- afterwards, in a statement that sees what the waiting let happen.
  product_ids := array(select product_id from private.read_market_lines(request -> 'items'));
  perform from public.products where id = any (product_ids) and stock is not null order by id for no key update;
  get diagnostics locked = row_count;
  if locked < cardinality(product_ids) then
    -- Class of VAT and price are read in more than one statement below, and are the same in each.
    perform from public.products where id = any (product_ids) and stock is null order by id for share;
  end if;
  -- Summed before stock and price are read: what changes from here on is either seen by that read, or not charged.
  goods := private.vat_of_basket(request -> 'items');
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
  too_much := private.find_too_much(buyer_id, answers ->> 'phone', context ->> 'deviceHash', request -> 'items');
  if too_much is not null then
    return jsonb_build_object('ok', false, 'code', 'too_much_unpaid') || too_much;
  end if;
  -- Priced here once more, whatever the page said.
  delivery := private.choose_delivery(request -> 'delivery', request -> 'items', answers ->> 'state', answers ->> 'lga');
  if delivery ? 'code' then
    return delivery;
  end if;
  goods_kobo := private.sum_of(goods, 'amountKobo');
  goods_vat_kobo := private.sum_of(goods, 'vatKobo');
  delivery_vat_kobo := private.vat_of_delivery(coalesce((delivery ->> 'priceKobo')::bigint, 0), goods_kobo, goods_vat_kobo,
    (now() at time zone 'Africa/Lagos')::date);
  if coalesce(request ->> 'vatKobo', '0') !~ '^[0-9]{1,15}$' then
    raise exception 'This is no amount of VAT' using errcode = '22023', hint = 'vatKobo';
  elsif (request ->> 'vatKobo')::bigint <> goods_vat_kobo + delivery_vat_kobo then
    return private.answer_delivery_changed(request -> 'items', answers ->> 'state', answers ->> 'lga');
  end if;

  if buyer_id is not null and not exists (select from public.profiles where id = buyer_id) then
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
  end if;
  insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, total_amount_kobo,
    delivery_kobo, vat_kobo, vat_lines, awaits_delivery, delivery_address, special_requirements, idempotency_key, expires_at, price_locked_until,
    delivers_from, delivers_until, holds_much, sort_name)
  select buyer_id, 'marketplace', left(string_agg(product.name, ', ' order by line.place), 200), sum(line.quantity),
    sum(line.quantity)::text, 'Packs',
    goods_kobo + coalesce((delivery ->> 'priceKobo')::bigint, 0) + goods_vat_kobo + delivery_vat_kobo,
    coalesce((delivery ->> 'priceKobo')::bigint, 0), goods_vat_kobo + delivery_vat_kobo,
    private.describe_vat_lines(goods, coalesce((delivery ->> 'priceKobo')::bigint, 0), delivery_vat_kobo,
      (now() at time zone 'Africa/Lagos')::date),
    delivery ->> 'kind' = 'quote',
    concat_ws(', ', answers ->> 'address', answers ->> 'lga', answers ->> 'state'), nullif(answers ->> 'remarks', ''),
    attempt,
    -- Where delivery is quoted first, the hours begin with the accepted quote.
    case when delivery ->> 'kind' <> 'quote' then now() + private.time_to_pay(buyer_id) end,
    case when delivery ->> 'kind' <> 'quote' then now() + make_interval(hours => private.market_limit('price_lock_hours')) end,
    (delivery ->> 'date')::date, (delivery ->> 'date')::date,
    coalesce(bool_or(line.quantity::bigint * 4 > product.stock), false), lower(answers ->> 'name')
  from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id
  returning * into created;
  with item as (
    insert into public.order_items (order_id, position, product_id, product_name, farmer_name, pack_amount, pack_unit,
      price_kobo, quantity, has_reserved_stock, vat_class, vat_rate_bp, vat_reason)
    select created.id, line.place, product.id, product.name, product.farmer_name, product.pack_amount, product.pack_unit,
      line.price_kobo, line.quantity, product.stock is not null, product.vat_class, rate.rate_bp, rate.reason
    from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id
    left join private.vat_on() as rate on rate.vat_class = product.vat_class
    returning product_id, quantity, has_reserved_stock
  )
  insert into public.stock_movements (product_id, reason, available_change, reserved_change, order_id)
  select product_id, 'reserved', - quantity, quantity, created.id from item where has_reserved_stock;
  perform private.record_stock_here(true);
  update public.products set stock = stock - item.quantity
  from public.order_items as item
  where item.order_id = created.id and products.id = item.product_id and item.has_reserved_stock;
  perform private.record_stock_here(false);
  insert into public.order_contacts (order_id, name, phone, email, state, lga, device_hash)
  values (created.id, answers ->> 'name', answers ->> 'phone', nullif(answers ->> 'email', ''), answers ->> 'state',
    answers ->> 'lga', case when buyer_id is null then context ->> 'deviceHash' end);
  perform private.store_delivery(created.id, delivery, delivery_vat_kobo);
  if buyer_id is null then
    insert into private.order_guest_links (token_hash, order_id) values (link_hash, created.id);
  end if;
  perform private.notify_buyer(created.id, 'order_placed');
  return private.describe_market_order(created, true);
end $$;

-- A buyer takes an order back: a decline with that reason (decision 83). The server calls it, for members too. Who takes back
-- what both sides had agreed on says why: context.reason.
create function public.withdraw_market_order(order_id uuid, context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  words text := coalesce(private.clean_text(context ->> 'reason'), '');
begin
  select * into own from public.orders where id = own.id for update;
  if own.kind = 'bulk' and own.total_amount_kobo is not null then
    if char_length(words) not between 3 and 500 then
      raise exception 'Say why you withdraw, in 3 to 500 characters' using errcode = '23514', hint = 'reason';
    end if;
    update public.orders set withdrawal_reason = words where id = own.id;
  end if;
  own := private.apply_order_event(own.id, 'decline', 'withdrawn_by_buyer', 'withdrawn_by_buyer');
  return private.describe_market_order(own, false);
end $$;

create function private.is_same_order(order_row public.orders, request jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  answers jsonb := private.check_form('market_order', request -> 'contact');
begin
  perform private.check_market_lines(request -> 'items');
  return exists (
    select from public.order_contacts as contact
    where contact.order_id = (order_row).id and contact.name = answers ->> 'name' and contact.phone = answers ->> 'phone'
      and coalesce(contact.email, '') = coalesce(answers ->> 'email', '')
  ) and (order_row).delivery_address = concat_ws(', ', answers ->> 'address', answers ->> 'lga', answers ->> 'state')
    and coalesce((order_row).special_requirements, '') = coalesce(answers ->> 'remarks', '')
    and (select count(*) from public.order_items as item where item.order_id = (order_row).id) = jsonb_array_length(request -> 'items')
    and not exists (
      select from private.read_market_lines(request -> 'items') as line
      join public.order_items as item on item.order_id = (order_row).id and item.position = line.place
      where item.quantity <> line.quantity or item.product_id <> line.product_id
    )
    and exists (
      select from public.order_deliveries as delivery
      where delivery.order_id = (order_row).id and delivery.kind = coalesce(request #>> '{delivery,kind}', 'collect')
        and delivery.zone_id is not distinct from (request #>> '{delivery,zoneId}')::uuid
        and delivery.depot_id is not distinct from (request #>> '{delivery,depotId}')::uuid
        and (delivery.kind = 'quote' or delivery.day is not distinct from (request #>> '{delivery,date}')::date)
    );
end $$;

-- All that a decision on many records will touch, before the first one: one by one, each would lock its products in an
-- order of its own, and checkouts and decisions would wait in a circle.
-- Security definer, because anyone who decides on orders or farmers changes no products.
create function private.lock_for_decisions(record_type text, ids uuid[], new_status text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if record_type = 'orders' then
    perform from public.orders where id = any (ids) order by id for no key update;
    if new_status = 'declined' then
      perform private.lock_reserved_products(ids);
    elsif new_status = 'approved' then
      perform from public.products
      where id in (select product_id from public.order_items where order_id = any (ids) and is_released) order by id for no key update;
    end if;
  elsif record_type = 'farmers' then
    perform from public.farmers where id = any (ids) order by id for no key update;
    perform from public.products where farmer_id = any (ids) order by id for no key update;
  end if;
end $$;

alter table public.order_items enable row level security;
revoke all on table public.order_items from public, anon, authenticated;
grant select on table public.order_items to authenticated;
create policy "Readers of an order read its lines" on public.order_items
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

alter table public.order_contacts enable row level security;
revoke all on table public.order_contacts from public, anon, authenticated;
grant select (order_id, name, phone, email, state, lga) on table public.order_contacts to authenticated;
create policy "Readers of an order read its contact" on public.order_contacts
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.check_market_lines(jsonb), private.describe_market_order(public.orders, boolean), private.find_own_order(uuid, jsonb),
  private.has_too_many_open_orders(uuid, text, text), private.is_same_order(public.orders, jsonb),
  private.lock_for_decisions(text, uuid[], text), private.open_guest_orders(text, text),
  private.read_market_lines(jsonb),
  public.place_market_order(jsonb, jsonb), public.withdraw_market_order(uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function private.lock_for_decisions(text, uuid[], text) to authenticated;
grant execute on function public.place_market_order(jsonb, jsonb) to authenticated, service_role;
grant execute on function public.withdraw_market_order(uuid, jsonb) to service_role;
