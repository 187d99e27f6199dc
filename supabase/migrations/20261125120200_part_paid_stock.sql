-- A few naira are no way to hold the shop: what is paid in part counts to what somebody holds, and keeps its goods for a
-- week (ADR 0047). So do orders whose claim ran out, which are open still.

insert into private.market_limits (name, value) values ('part_paid_hold_hours', 168);

create index orders_part_paid_idx on public.orders (id)
  where kind = 'marketplace' and status = 'pending' and payment_status in ('claimed', 'underpaid') and stock_released_at is null;

-- As before (20261125050400), with orders that are paid in part and orders whose goods went back on sale.
create or replace function private.find_too_much(buyer_id uuid, phone text, device_hash text, items jsonb) returns jsonb
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
      where user_id = buyer_id and kind = 'marketplace' and status = 'pending'
        and payment_status in ('unpaid', 'claimed', 'underpaid'));
  else
    own_orders := array(
      select orders.id from public.order_contacts as contact join public.orders on orders.id = contact.order_id
      where (contact.phone = $2 or contact.device_hash = $3) and orders.user_id is null and orders.status = 'pending'
        and orders.payment_status in ('unpaid', 'claimed', 'underpaid'));
  end if;
  select coalesce(sum(total_kobo), 0) into held from public.order_items
  where order_id = any (own_orders) and (has_reserved_stock or is_released);
  select sum(line.quantity * line.price_kobo), jsonb_agg(jsonb_build_object('productId', line.product_id,
      'name', product.name, 'quantity', line.quantity, 'allowed', greatest(0, cap.packs - own.packs)) order by line.place)
      filter (where line.quantity + own.packs > cap.packs)
  into wanted, lines
  from private.read_market_lines(items) as line
  join public.products as product on product.id = line.product_id and product.stock is not null
  cross join lateral (
    select coalesce(sum(item.quantity), 0)::integer as packs,
      coalesce(sum(item.quantity) filter (where item.has_reserved_stock), 0)::integer as reserved
    from public.order_items as item
    where item.order_id = any (own_orders) and item.product_id = line.product_id
      and (item.has_reserved_stock or item.is_released)
  ) as own
  cross join lateral (
    select greatest(free_packs, (product.stock + own.reserved)::bigint * share / 100)::integer as packs
  ) as cap;
  if lines is null and coalesce(wanted, 0) + held <= sum_max then
    return null;
  end if;
  return jsonb_build_object('lines', coalesce(lines, '[]'), 'sumKobo', sum_max,
    'leftKobo', case when coalesce(wanted, 0) + held > sum_max then greatest(0, sum_max - held) end);
end $$;

-- Until when the first part of the money keeps the goods; null: none has come.
create function private.part_paid_hold(order_id uuid) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(created_at) + make_interval(hours => private.market_limit('part_paid_hold_hours'))
  from public.payments where payments.order_id = $1 and kind = 'receipt'
$$;

-- As before (20261125050400), and: of orders that are paid in part, a week after the first part.
create or replace function private.release_claimed_stock(batch integer default 200) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status in ('claimed', 'underpaid')
      and stock_released_at is null and not private.has_money_waiting(id)
      and case when private.credited_kobo(id) = 0 then payment_status = 'claimed' and claim_holds_until <= now()
        else credit_terms_reason is null and private.part_paid_hold(id) <= now() end
    order by created_at
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
    perform private.tell_buyer(due_id,
      case when private.credited_kobo(due_id) = 0 then 'order_payment_not_seen' else 'order_payment_rest_not_seen' end);
  end loop;
  return cardinality(due_ids);
end $$;

-- As before (20261125050400), and: a further part reserves nothing again once the week is over; all of the money does.
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
      when stock_released_at is null or status <> 'pending' then null
      when surplus < 0 and private.part_paid_hold(id) <= now() then stock_released_at
      when private.reserve_again(id) then null
      else stock_released_at
    end
  where id = found_order.id
  returning * into found_order;
  perform private.tell_buyer_of_payment(found_order.id);
  return private.describe_market_order(found_order, false) || jsonb_build_object('receivedKobo', received)
    || case when found_order.stock_released_at is null then '{}'::jsonb else '{"stockMissing": true}' end;
end $$;

revoke all on function private.part_paid_hold(uuid) from public;
