-- Stock cannot be taken hostage: a claim of payment stops the clock for 48 hours at most, nobody holds more than a share
-- of a product or a sum of goods without having paid, and the desk hears of orders that hold much (ADR 0047).

insert into private.market_limits (name, value) values
  ('claim_hold_hours', 48),
  -- So many packs of a product anybody may hold, however few there are.
  ('guest_hold_packs', 5),
  ('member_hold_packs', 50),
  ('guest_hold_percent', 25),
  ('member_hold_percent', 50),
  ('guest_hold_sum_kobo', 200000000),
  ('member_hold_sum_kobo', 2000000000);

alter table public.orders
  add column claimed_at timestamptz,
  add column claim_holds_until timestamptz,
  add column stock_released_at timestamptz,
  add column holds_much boolean not null default false;
comment on column public.orders.claimed_at is 'When its payment was claimed for the first time; further claims change nothing of it.';
comment on column public.orders.claim_holds_until is 'Until when the claim keeps its goods from other buyers.';
comment on column public.orders.stock_released_at is 'Since when its goods are for sale again while it waits for its money. Null: it has what it reserved.';
comment on column public.orders.holds_much is 'It reserved more than a quarter of what there was of a product.';
alter table public.order_items add column is_released boolean not null default false;
comment on column public.order_items.is_released is 'Its packs were reserved and are for sale again, while the order is still open.';

create index orders_claim_holds_idx on public.orders (claim_holds_until)
  where kind = 'marketplace' and status = 'pending' and payment_status = 'claimed' and stock_released_at is null;
create index orders_hold_much_idx on public.orders (created_at desc) where holds_much and status = 'pending';
create index orders_released_idx on public.orders (created_at desc) where stock_released_at is not null and status = 'pending';

-- What is claimed today has 48 hours from now: nobody knew of an end before.
update public.orders set
  claimed_at = coalesce((select min(claim.created_at) from public.payment_claims as claim where claim.order_id = orders.id), now()),
  claim_holds_until = now() + interval '48 hours'
where kind = 'marketplace' and status = 'pending' and payment_status = 'claimed';

-- ---- What somebody holds without having paid ----

-- Of what is asked for, what is more than somebody may hold: [{productId, name, quantity, allowed}] and the sum that is
-- left to them. Null: nothing is too much. Its caller holds the locks of the buyer and of the products.
create function private.find_too_much(buyer_id uuid, phone text, device_hash text, items jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  who text := case when buyer_id is null then 'guest' else 'member' end;
  free_packs integer := private.market_limit(who || '_hold_packs');
  share integer := private.market_limit(who || '_hold_percent');
  sum_max bigint := private.market_limit(who || '_hold_sum_kobo');
  own_orders uuid[];
  wanted bigint;
  held bigint;
  lines jsonb;
begin
  if buyer_id is not null then
    own_orders := array(
      select id from public.orders
      where user_id = buyer_id and kind = 'marketplace' and status = 'pending' and payment_status in ('unpaid', 'claimed')
        and stock_released_at is null);
  else
    own_orders := array(
      select orders.id from public.order_contacts as contact join public.orders on orders.id = contact.order_id
      where (contact.phone = $2 or contact.device_hash = $3) and orders.user_id is null and orders.status = 'pending'
        and orders.payment_status in ('unpaid', 'claimed') and orders.stock_released_at is null);
  end if;
  select coalesce(sum(total_kobo), 0) into held from public.order_items
  where order_id = any (own_orders) and has_reserved_stock;
  select sum(line.quantity * line.price_kobo), jsonb_agg(jsonb_build_object('productId', line.product_id,
      'name', product.name, 'quantity', line.quantity, 'allowed', greatest(0, cap.packs - own.packs)) order by line.place)
      filter (where line.quantity + own.packs > cap.packs)
  into wanted, lines
  from private.read_market_lines(items) as line
  join public.products as product on product.id = line.product_id and product.stock is not null
  cross join lateral (
    select coalesce(sum(item.quantity), 0)::integer as packs from public.order_items as item
    where item.order_id = any (own_orders) and item.product_id = line.product_id and item.has_reserved_stock
  ) as own
  cross join lateral (
    select greatest(free_packs, (product.stock + own.packs)::bigint * share / 100)::integer as packs
  ) as cap;
  if lines is null and coalesce(wanted, 0) + held <= sum_max then
    return null;
  end if;
  return jsonb_build_object('lines', coalesce(lines, '[]'), 'sumKobo', sum_max,
    'leftKobo', case when coalesce(wanted, 0) + held > sum_max then greatest(0, sum_max - held) end);
end $$;

-- As before (20261124000050), and: {ok: false, code: 'too_much_unpaid', lines, sumKobo, leftKobo}; an order that takes more
-- than a quarter of a product is marked for the desk.
create or replace function public.place_market_order(request jsonb, context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  buyer_id uuid := private.buyer_in(context);
  attempt uuid := (context ->> 'idempotencyKey')::uuid;
  link_hash text := case when buyer_id is null then context ->> 'trackingTokenHash' end;
  answers jsonb;
  changed_lines jsonb;
  too_much jsonb;
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
  too_much := private.find_too_much(buyer_id, answers ->> 'phone', context ->> 'deviceHash', request -> 'items');
  if too_much is not null then
    return jsonb_build_object('ok', false, 'code', 'too_much_unpaid') || too_much;
  end if;

  if buyer_id is not null then
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
  end if;
  insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, total_amount_kobo,
    delivery_address, special_requirements, idempotency_key, expires_at, price_locked_until, holds_much)
  select buyer_id, 'marketplace', left(string_agg(product.name, ', ' order by line.place), 200), sum(line.quantity),
    sum(line.quantity)::text, 'Packs', sum(line.quantity * line.price_kobo),
    concat_ws(', ', answers ->> 'address', answers ->> 'lga', answers ->> 'state'), nullif(answers ->> 'remarks', ''),
    attempt,
    now() + make_interval(hours => private.market_limit(case when buyer_id is null then 'guest' else 'member' end || '_expiry_hours')),
    now() + make_interval(hours => private.market_limit('price_lock_hours')),
    coalesce(bool_or(line.quantity::bigint * 4 > product.stock), false)
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

-- ---- A claim stops the clock, for 48 hours at most ----

-- Until when a claim keeps the goods: 48 hours from the first one, whatever is claimed later; of a guest who showed no
-- proof no longer than unpaid. Time that finance gave after it had not found the money is time to pay, and counts.
create function private.claim_hold(own public.orders, is_first boolean) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select case
    when (own).user_id is null and not exists (
      select from public.payment_claims as claim where claim.order_id = (own).id and claim.proof_path is not null
    ) then least(hold.ends_at, (own).expires_at)
    when is_first then hold.ends_at
    else greatest(hold.ends_at, (own).expires_at)
  end
  from (select (own).claimed_at + make_interval(hours => private.market_limit('claim_hold_hours')) as ends_at) as hold
$$;

-- As before (20261124002200), and: the goods are kept as private.claim_hold says.
create or replace function public.claim_payment(order_id uuid, claim jsonb, context jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  proof text := nullif(claim ->> 'proofPath', '');
  is_first boolean;
begin
  select * into own from public.orders where id = own.id for update;
  if own.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'claim';
  end if;
  perform private.require_order_uploads(own.id, 'proof', array_remove(array[proof], null));
  is_first := own.claimed_at is null;
  if own.payment_status = 'claimed' then
    if proof is null or exists (
      select from public.payment_claims as told where told.order_id = own.id and told.proof_path = proof
    ) then
      return private.describe_market_order(own, false);
    end if;
  else
    if own.payment_status = 'unpaid' and private.find_changed_prices(own) is not null then
      return public.payment_details(own.id, context);
    end if;
    if own.status not in ('pending', 'approved') or own.payment_status not in ('unpaid', 'underpaid')
      or own.fulfilment_status = 'disputed'
    then
      raise exception '% If you have transferred already, do not transfer again: tell us, and we look for it on our statement.',
        case when own.decline_reason like 'No payment arrived in time%'
          then 'This order ran out on ' || to_char(own.expires_at at time zone 'Africa/Lagos', 'DD/MM/YYYY, HH24:MI') || ' (Lagos).'
          else 'There is nothing to pay on this order now.'
        end
        using errcode = '23514', hint = 'not_payable';
    end if;
    own := private.apply_order_event(own.id, 'claim');
    perform private.tell_buyer(own.id, 'order_payment_claimed');
  end if;
  insert into public.payment_claims (order_id, words, note, proof_path)
  values (
    own.id, coalesce(nullif(private.clean_line(claim ->> 'words'), ''), 'Mark as Payment Successful'),
    nullif(private.clean_text(claim ->> 'note'), ''), proof
  );
  if own.kind = 'marketplace' and own.status = 'pending' and own.stock_released_at is null then
    own.claimed_at := coalesce(own.claimed_at, now());
    update public.orders set claimed_at = own.claimed_at, claim_holds_until = private.claim_hold(own, is_first)
    where id = own.id returning * into own;
  end if;
  return private.describe_market_order(own, false);
end $$;

-- Puts the goods of claims that nobody could confirm in time back on sale; the orders stay open for finance. Not where
-- money came, or waits for a second person. Answers how many.
create function private.release_claimed_stock(batch integer default 200) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'claimed' and stock_released_at is null
      and claim_holds_until <= now() and not private.has_money_waiting(id) and private.credited_kobo(id) = 0
    order by claim_holds_until
    limit batch for update skip locked);
  due_id uuid;
begin
  perform private.lock_reserved_products(due_ids);
  update public.products set stock = least(stock + free.quantity, 1000000)
  from (
    select product_id, sum(quantity) as quantity from public.order_items
    where order_id = any (due_ids) and has_reserved_stock group by product_id
  ) as free
  where products.id = free.product_id and products.stock is not null;
  update public.order_items set has_reserved_stock = false, is_released = true
  where order_id = any (due_ids) and has_reserved_stock;
  update public.orders set stock_released_at = now() where id = any (due_ids);
  foreach due_id in array due_ids loop
    perform private.tell_buyer(due_id, 'order_payment_not_seen');
  end loop;
  return cardinality(due_ids);
end $$;

-- Reserves again what was released of an order, all of it or nothing; answers whether the order has its goods.
create function private.reserve_again(order_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.products
  where id in (select product_id from public.order_items as item where item.order_id = $1 and item.is_released)
  order by id for no key update;
  if exists (
    select from public.order_items as item left join public.products as product on product.id = item.product_id
    where item.order_id = $1 and item.is_released and (product.id is null or product.stock < item.quantity)
  ) then
    return false;
  end if;
  update public.products set stock = stock - item.quantity
  from public.order_items as item
  where item.order_id = $1 and item.is_released and products.id = item.product_id and products.stock is not null;
  update public.order_items as item set is_released = false, has_reserved_stock = product.stock is not null
  from public.products as product
  where item.order_id = $1 and item.is_released and product.id = item.product_id;
  return true;
end $$;

-- As in 20261125050200, and: money that comes after the goods went back on sale reserves them again, if they are there.
-- stockMissing in the answer: they are not, and the order waits for stock or is declined and refunded.
create or replace function private.book_receipt(found_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  received bigint;
  surplus bigint;
begin
  perform private.add_payment(found_order, 'receipt', details, recorded_by, second_by);
  received := private.received_kobo(found_order.id);
  surplus := private.credited_kobo(found_order.id) - found_order.total_amount_kobo;
  found_order := private.apply_order_event(found_order.id, case
    when found_order.status = 'declined' then 'pay_after_decline'
    when found_order.payment_status in ('refund_due', 'refunded') then 'pay_after_refund'
    when surplus < 0 then 'pay_short'
    when surplus = 0 then 'pay_exactly'
    else 'pay_over'
  end);
  update public.orders set
    refund_due_kobo = case
      when status = 'declined' then received
      -- Of what is above the total, what has come with this.
      else refund_due_kobo + greatest(0, least(surplus, (details ->> 'amountKobo')::bigint))
    end,
    stock_released_at = case
      when stock_released_at is null or status <> 'pending' or private.reserve_again(id) then null
      else stock_released_at
    end
  where id = found_order.id
  returning * into found_order;
  perform private.tell_buyer_of_payment(found_order.id);
  return private.describe_market_order(found_order, false) || jsonb_build_object('receivedKobo', received)
    || case when found_order.stock_released_at is null then '{}'::jsonb else '{"stockMissing": true}' end;
end $$;

-- As before (20261121003305), and: with its goods.
create or replace function private.require_money_for_approval() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.payment_status not in ('confirmed', 'overpaid') and new.credit_terms_reason is null then
    raise exception 'This order can be approved when its payment is confirmed' using errcode = '23514', hint = 'payment_status';
  elsif new.stock_released_at is not null then
    if not private.reserve_again(new.id) then
      raise exception 'The goods of this order were sold to others before its money was found. Wait until there is stock again, or decline it and send the money back.'
        using errcode = '23514', hint = 'stock';
    end if;
    new.stock_released_at := null;
  end if;
  return new;
end $$;

-- As before, and: the day more to pay is given once, and not for goods that are for sale again.
create or replace function public.reject_payment_claim(order_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
  another_day timestamptz := now() + interval '24 hours';
begin
  found_order := private.apply_order_event(found_order.id,
    case
      when private.credited_kobo(found_order.id) = 0 then 'reject_claim'
      when found_order.status = 'declined' then 'pay_after_decline'
      else 'reject_further_claim'
    end);
  if found_order.stock_released_at is not null and found_order.status = 'pending' and found_order.payment_status = 'unpaid' then
    -- Its time is over: the next run of the jobs ends it, and that is what its buyer hears.
    update public.orders set expires_at = least(expires_at, now()) where id = found_order.id returning * into found_order;
    return private.describe_market_order(found_order, false);
  end if;
  update public.orders set expires_at = greatest(expires_at, another_day),
    price_locked_until = greatest(price_locked_until, another_day)
  where id = found_order.id and status = 'pending' and kind = 'marketplace' and (
    select count(*) <= 1 from public.order_events as step
    where step.order_id = found_order.id and step.axis = 'payment' and step.from_value = 'claimed'
  );
  select * into found_order from public.orders where id = found_order.id;
  perform private.tell_buyer_of_payment(found_order.id);
  return private.describe_market_order(found_order, false);
end $$;

-- As before (20261121003020), and not while money waits for a second person.
create or replace function private.expire_market_orders(batch integer default 200) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and expires_at <= now()
      and not private.has_money_waiting(id)
    order by user_id is not null, expires_at
    limit batch for update skip locked);
  due_id uuid;
begin
  perform private.lock_reserved_products(due_ids);
  foreach due_id in array due_ids loop
    perform private.apply_order_event(due_id, 'expire',
      'No payment arrived in time, so the goods are for sale again. You are welcome to order anew.');
  end loop;
  return cardinality(due_ids);
end $$;

create or replace function private.run_market_jobs() returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('market jobs', 0)) then
    return null;
  end if;
  return jsonb_build_object('expired', private.expire_market_orders(), 'reminded', private.remind_unpaid_orders(),
    'released', private.release_claimed_stock(), 'accountsInForce', private.tell_settlements_in_force());
end $$;

revoke all on function private.find_too_much(uuid, text, text, jsonb), private.claim_hold(public.orders, boolean),
  private.release_claimed_stock(integer), private.reserve_again(uuid) from public;
