-- Stock that orders hold: reserving, releasing, expiry and reminders.

-- Locks the products that orders have reserved, in the one order in which everybody locks them.
create function private.lock_reserved_products(order_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  select from public.products
  where id in (select product_id from public.order_items where order_id = any (order_ids) and has_reserved_stock)
  order by id for no key update
$$;

-- What declined and expired orders had reserved is for sale again, in the same transaction. Once for each statement, so
-- that many orders declined at once lock their products in one order too.
create function private.release_stock() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  order_ids uuid[] := array(
    select changed.id from changed join unchanged using (id)
    where changed.kind = 'marketplace' and changed.status = 'declined' and unchanged.status <> 'declined');
begin
  if cardinality(order_ids) > 0 then
    perform private.lock_reserved_products(order_ids);
    perform private.put_back_stock(order_ids, false);
  end if;
  return null;
end $$;

-- The time to pay an order does not run while nobody can be shown an account in its currency: it begins when the first one is in
-- force, with a day at least. What awaits its delivery is answered, and not paid. Its buyer is told by
-- private.notify_of_first_account, which is the reminder of what would be due within that day. Answers how many orders were given time.
create function private.start_clocks() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  started integer;
begin
  update public.orders as own set expires_at = greatest(first.began_at, now()) + interval '24 hours',
    reminded_at = case when private.market_limit(case when user_id is null then 'guest_reminder_hours' else 'member_reminder_hours' end) >= 24 then now() end,
    price_locked_until = greatest(price_locked_until, first.began_at + interval '24 hours', now() + interval '24 hours')
  from (
    select currency, min(effective_at) as began_at from public.settlement_accounts
    where kind = 'bank_account' and effective_at <= now() and withdrawn_at is null group by currency
  ) as first
  where first.currency = own.currency and own.created_at < first.began_at and own.expires_at < first.began_at + interval '24 hours'
    and own.kind = 'marketplace' and own.status = 'pending' and own.payment_status = 'unpaid' and own.stock_released_at is null
    and not own.awaits_delivery;
  get diagnostics started = row_count;
  return started;
end $$;

-- Tells each buyer who was asked to wait for our account in its currency that it is there now; by text where there is no address.
create function private.notify_of_first_account(account public.settlement_accounts) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders;
  kept_until timestamptz;
begin
  if (account).kind <> 'bank_account' or exists (select from public.settlement_accounts as earlier
    where earlier.kind = 'bank_account' and earlier.currency = (account).currency and earlier.id <> (account).id
      and earlier.effective_at <= (account).effective_at and earlier.withdrawn_at is null)
  then
    return;
  end if;
  for own in
    select * from public.orders
    where currency = (account).currency and created_at < (account).effective_at and status <> 'declined' and not is_demo
      and payment_status = any (private.payable_statuses()) and fulfilment_status <> 'disputed'
      and private.due_now_kobo(orders) > 0 and not private.has_letter_of_credit(id)
    order by created_at
  loop
    kept_until := private.goods_kept_until(own);
    perform private.notify_buyer(own.id, 'order_account_ready', jsonb_build_object('kept_until', kept_until));
    if private.number_to_text(own) is not null then
      perform private.enqueue_sms('order_account_ready', private.number_to_text(own),
        jsonb_strip_nulls(jsonb_build_object('code', own.code, 'kept_until', kept_until)), 'sms:' || own.id || ':account_ready');
    end if;
  end loop;
end $$;

-- Ends unpaid orders whose time is over, guests' first, and those whose delivery nobody has priced in time; not what is to be paid
-- on credit terms or has no account that it could be paid to, and what awaits its delivery not within a day of a correction of its
-- money. Answers how many. Safe in several processes at once.
create function private.expire_market_orders(batch integer default 200) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and credit_terms_reason is null
      and (expires_at <= now() or awaits_delivery and expires_at is null
        and created_at <= now() - make_interval(hours => private.market_limit('quote_wait_hours')))
      and not (awaits_delivery and coalesce(private.part_paid_hold(id) > now(), false)) and not private.has_money_waiting(id)
      and (awaits_delivery or private.has_account(orders))
    order by user_id is not null, expires_at
    limit batch for update skip locked);
  due_id uuid;
begin
  perform private.lock_reserved_products(due_ids);
  foreach due_id in array due_ids loop
    perform private.apply_order_event(due_id, 'expire', (
      select case when not awaits_delivery then 'No payment arrived in time'
        when (select chosen.quoted_at is null from public.order_deliveries as chosen where chosen.order_id = due_id)
          then 'We could not tell you in time what its delivery costs, and we are sorry'
        else 'Our price for the delivery was not answered in time' end
      from public.orders where id = due_id) || ', so the goods are for sale again. You are welcome to order again.', 'payment_expired');
  end loop;
  return cardinality(due_ids);
end $$;

-- One reminder for each order before its time is over, to pay or to answer the price of its delivery; answers how many.
create function private.remind_unpaid_orders(batch integer default 200) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due public.orders;
  reminded integer := 0;
begin
  for due in
    select * from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and credit_terms_reason is null and reminded_at is null
      and (not awaits_delivery or private.news_go_by(orders) = 'email' and exists (select from public.order_deliveries as offer
        where offer.order_id = orders.id and offer.quoted_at is not null))
      and (awaits_delivery or private.has_account(orders)) and expires_at > now() and expires_at <= now() + make_interval(
        hours => private.market_limit(case when user_id is null then 'guest_reminder_hours' else 'member_reminder_hours' end))
    order by expires_at
    limit batch for update skip locked
  loop
    update public.orders set reminded_at = now() where id = due.id;
    if private.number_to_text(due) is null then
      if private.notify_buyer(due.id, case when due.awaits_delivery then 'order_delivery_unanswered' else 'order_unpaid' end) is not null then
        reminded := reminded + 1;
      end if;
    elsif not due.is_demo and private.enqueue_sms('order_unpaid', private.number_to_text(due),
        jsonb_build_object('code', due.code, 'expires_at', due.expires_at), 'sms:' || due.id || ':unpaid') is not null then
      reminded := reminded + 1;
    end if;
  end loop;
  return reminded;
end $$;

-- Ends, reminds, and notifies who waits for stock; null when another server is at it. Called each minute by every one of them.
create function private.run_market_jobs() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  in_force integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('market jobs', 0)) then
    return null;
  end if;
  -- Before the reminders: that the account is there comes first.
  perform private.start_clocks();
  in_force := private.notify_settlements_in_force();
  return jsonb_build_object('expired', private.expire_market_orders(), 'reminded', private.remind_unpaid_orders(),
    'released', private.release_claimed_stock(), 'backInStock', private.send_stock_alerts(), 'accountsInForce', in_force);
end $$;

-- ---- What someone holds without having paid ----
-- What is requested beyond what someone may hold: [{productId, name, quantity, allowed}] and the sum that is
-- left to them. Null: nothing is too much. Its caller holds the locks of the buyer and of the products.
create function private.find_too_much(buyer_id uuid, phone text, device_hash text, items jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  free_packs integer;
  share integer;
  sum_max bigint;
  own_orders uuid[];
  wanted bigint;
  held bigint;
  lines jsonb;
begin
  select max(value) filter (where name = case when buyer_id is null then 'guest_hold_packs' else 'member_hold_packs' end),
    max(value) filter (where name = case when buyer_id is null then 'guest_hold_percent' else 'member_hold_percent' end),
    max(value) filter (where name = case when buyer_id is null then 'guest_hold_sum_kobo' else 'member_hold_sum_kobo' end)
  into free_packs, share, sum_max from private.market_limits;
  if buyer_id is not null then
    own_orders := array(
      -- Or the planner may read all that is pending.
      select id from (select * from public.orders where user_id = buyer_id offset 0) as own
      where kind = 'marketplace' and status = 'pending' and payment_status = any (private.owed_statuses()));
  else
    own_orders := array(select order_id from private.open_guest_orders($2, $3));
  end if;
  -- What the own orders hold is read once, by their ids: a product may be in as many lines of others as it was sold.
  with own as materialized (
    select item.product_id, sum(item.total_kobo) as kobo, sum(item.quantity)::integer as packs,
      coalesce(sum(item.quantity) filter (where item.has_reserved_stock), 0)::integer as reserved
    from unnest(own_orders) as own_order (id)
    join public.order_items as item on item.order_id = own_order.id
    where item.has_reserved_stock or item.is_released
    group by item.product_id
  )
  select coalesce((select sum(kobo) from own), 0), sum(line.quantity * line.price_kobo),
    jsonb_agg(jsonb_build_object('productId', line.product_id,
      'name', product.name, 'quantity', line.quantity, 'allowed', greatest(0, cap.packs - coalesce(own.packs, 0))) order by line.place)
      filter (where line.quantity + coalesce(own.packs, 0) > cap.packs)
  into held, wanted, lines
  from private.read_market_lines(items) as line
  join public.products as product on product.id = line.product_id and product.stock is not null
  left join own on own.product_id = line.product_id
  cross join lateral (
    select greatest(free_packs, (product.stock + coalesce(own.reserved, 0))::bigint * share / 100)::integer as packs
  ) as cap;
  if lines is null and coalesce(wanted, 0) + held <= sum_max then
    return null;
  end if;
  return jsonb_build_object('lines', coalesce(lines, '[]'), 'sumKobo', sum_max,
    'leftKobo', case when coalesce(wanted, 0) + held > sum_max then greatest(0, sum_max - held) end);
end $$;

-- ---- A claim stops the clock, for the limit claim_hold_hours at most ----
-- Until when a claim reserves the goods: that long from the first one, whatever is claimed later; of a guest who showed no
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

-- Puts the goods of claims that nobody could confirm in time back on sale; the orders stay open for finance. Not where
-- money came, or waits for a second person. Answers how many.
create function private.release_claimed_stock(batch integer default 200) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status in ('claimed', 'underpaid') and not awaits_delivery
      and stock_released_at is null and credit_terms_reason is null and not private.has_money_waiting(id)
      and case when private.credited_kobo(id) = 0 then payment_status = 'claimed' and claim_holds_until <= now()
        else greatest(private.part_paid_hold(id), claim_holds_until) <= now() end
    order by created_at
    limit batch for update skip locked);
  due_id uuid;
begin
  perform private.lock_reserved_products(due_ids);
  perform private.put_back_stock(due_ids, true);
  update public.orders set stock_released_at = now() where id = any (due_ids);
  foreach due_id in array due_ids loop
    perform private.notify_buyer(due_id,
      case when private.credited_kobo(due_id) = 0 then 'order_payment_not_seen' else 'order_payment_rest_not_seen' end);
  end loop;
  return cardinality(due_ids);
end $$;

-- Reserves again what was released of an order, all of it or nothing, and nothing `with_day` where its day of delivery is full; answers
-- whether the order has its goods.
create function private.reserve_again(order_id uuid, with_day boolean default false) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.products
  where id in (select product_id from public.order_items as item where item.order_id = $1 and item.is_released)
  order by id for no key update;
  if exists (
    select from public.order_items as item left join public.products as product on product.id = item.product_id
    where item.order_id = $1 and item.is_released and (product.id is null or product.stock < item.quantity)
  ) or with_day and private.lost_its_day($1) then
    return false;
  end if;
  perform private.record_stock_here(true);
  update public.products set stock = stock - item.quantity
  from public.order_items as item
  where item.order_id = $1 and item.is_released and products.id = item.product_id and products.stock is not null;
  perform private.record_stock_here(false);
  with again as (
    update public.order_items as item set is_released = false, has_reserved_stock = product.stock is not null
    from public.products as product
    where item.order_id = $1 and item.is_released and product.id = item.product_id
    returning item.product_id, item.quantity, item.has_reserved_stock
  )
  insert into public.stock_movements (product_id, reason, available_change, reserved_change, order_id)
  select product_id, 'reserved', - quantity, quantity, $1 from again where has_reserved_stock;
  return true;
end $$;

-- When an order whose goods went on sale again, and whose money is here, can be approved, after "once"; null: nothing is in its way. As
-- private.require_money_for_approval refuses it, without a lock.
create function private.find_goods_obstacle(own public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when own.stock_released_at is null or own.status <> 'pending'
      or own.payment_status not in ('confirmed', 'overpaid') and own.credit_terms_reason is null then null
    when exists (
      select from public.order_items as item left join public.products as product on product.id = item.product_id
      where item.order_id = own.id and item.is_released and (product.id is null or product.stock < item.quantity)
    ) then 'there is stock again, since its goods were sold to others; or decline it'
    when exists (
      select from public.order_deliveries as chosen join public.delivery_zones as zone on zone.id = chosen.zone_id
      where chosen.order_id = own.id and chosen.day is not null and coalesce(zone.capacity_kg, zone.capacity_orders) is not null
        and not private.has_room(zone, chosen.day, chosen.weight_grams)
    ) then 'another day is named, since its day of delivery was given to others'
  end
$$;

create function public.goods_obstacle(public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select private.find_goods_obstacle($1) where (select private.has_permission('orders.read'))
$$;

-- Until when the first part of the money reserves the goods, and for a day at least after its amount was corrected; null: none has come.
create function private.part_paid_hold(order_id uuid) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select greatest(
    min(created_at) filter (where kind = 'receipt' and private.came_kobo(id) > 0)
      + make_interval(hours => private.market_limit('part_paid_hold_hours')),
    max(created_at) filter (where kind = 'correction') + interval '24 hours')
  from public.payments where payments.order_id = $1
$$;

-- Until when the goods wait for the rest of their money, as private.release_claimed_stock has it; null where they are not kept for it, or
-- for longer than is known: money waits for a second person.
create function private.kept_until(own public.orders) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select case
    when (own).kind = 'marketplace' and (own).status = 'pending' and (own).payment_status = 'underpaid' and not (own).awaits_delivery
      and (own).stock_released_at is null and (own).credit_terms_reason is null and private.credited_kobo((own).id) <> 0
      and not private.has_money_waiting((own).id)
    then (select held.until from (values (greatest(private.part_paid_hold((own).id), (own).claim_holds_until))) as held (until)
      where held.until > now()) end
$$;

-- The same whatever of its money is here, for the mails that name it: what is unpaid keeps its goods until its time is over, and what
-- its buyer says is paid as private.release_claimed_stock has it.
create function private.goods_kept_until(own public.orders) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select case
    when (own).kind <> 'marketplace' or (own).status <> 'pending' or (own).stock_released_at is not null
      or (own).credit_terms_reason is not null then null
    when (own).payment_status = 'unpaid' then (own).expires_at
    when (own).payment_status = 'claimed' then
      greatest(case when private.credited_kobo((own).id) <> 0 then private.part_paid_hold((own).id) end, (own).claim_holds_until)
    else private.kept_until(own)
  end
$$;

revoke all on function
  private.claim_hold(public.orders, boolean), private.expire_market_orders(integer),
  private.find_too_much(uuid, text, text, jsonb), private.lock_reserved_products(uuid[]), private.notify_of_first_account(public.settlement_accounts),
  private.find_goods_obstacle(public.orders), public.goods_obstacle(public.orders),
  private.goods_kept_until(public.orders), private.kept_until(public.orders), private.part_paid_hold(uuid),
  private.release_claimed_stock(integer), private.release_stock(), private.remind_unpaid_orders(integer),
  private.reserve_again(uuid, boolean), private.run_market_jobs(), private.start_clocks()
  from public, anon, authenticated, service_role;
grant execute on function public.goods_obstacle(public.orders) to authenticated;
grant execute on function
  private.expire_market_orders(integer), private.remind_unpaid_orders(integer), private.run_market_jobs()
  to service_role;
