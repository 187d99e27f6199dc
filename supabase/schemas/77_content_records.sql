-- What public pages say from records: states in which the company works, and prices of the week. For the server alone.

-- A state and what is done there, each kind only from five people on, and no number: nobody is found by it. Published
-- courses are public anyway. Demo rows do not count.
create function private.list_reached_states() returns table (state text, kinds text[])
language sql stable security definer set search_path = ''
as $$
  with reached as (
    select farmer.state, 'farmers' as kind from public.farmers as farmer
    where farmer.status = 'approved' and not farmer.is_demo
    group by farmer.state having count(distinct coalesce(farmer.phone, farmer.id::text)) >= 5
    union
    select enrolment.state, 'trainees' as kind from public.training_enrolments as enrolment
    where enrolment.status = 'approved' and not enrolment.is_demo
    group by enrolment.state having count(distinct enrolment.phone) >= 5
    union
    select contact.state, 'deliveries' as kind from public.orders
    join public.order_contacts as contact on contact.order_id = orders.id
    where orders.status = 'completed' and not orders.is_demo
    group by contact.state having count(distinct contact.phone) >= 5
  )
  select reached.state, array_agg(reached.kind order by reached.kind) from reached
  where reached.state is not null
  group by reached.state order by reached.state
$$;

-- The middle price of a unit of each product that was paid for in the last seven days: only of five sales and of three buyers
-- on. A sale is one order, with the mean of what it paid for a unit; a buyer is one by account and by phone. A product that
-- farmers sell at several prices has one middle price. Bulk orders have prices of their own, which are agreed with one buyer: they are left out.
create function private.list_week_prices() returns table (product text, unit text, price_kobo bigint)
language sql stable security definer set search_path = ''
as $$
  with sales as (
    select item.product_name as product, item.pack_unit as unit,
      sum(item.price_kobo * item.quantity) / sum(item.pack_amount * item.quantity) as price, orders.user_id, contact.phone
    from public.orders
    join public.order_contacts as contact on contact.order_id = orders.id
    join public.order_items as item on item.order_id = orders.id
    join public.products as product on product.id = item.product_id and not product.is_demo
    where orders.kind = 'marketplace' and orders.currency = 'NGN' and not orders.is_demo
      and orders.status <> 'declined' and orders.payment_status in ('confirmed', 'overpaid')
      -- Nobody pays so late: it spares reading the orders of years.
      and orders.created_at > now() - interval '60 days'
      and exists (select from public.order_events as event where event.order_id = orders.id and event.axis = 'payment'
        and event.to_value in ('confirmed', 'overpaid') and event.created_at > now() - interval '7 days')
    group by orders.id, contact.phone, item.product_name, item.pack_unit
  )
  select sales.product, sales.unit, round(percentile_cont(0.5) within group (order by sales.price))::bigint
  from sales
  group by sales.product, sales.unit
  having count(*) >= 5 and least(count(distinct sales.phone), count(distinct coalesce(sales.user_id::text, sales.phone))) >= 3
  order by sales.product, sales.unit
$$;

revoke all on function private.list_reached_states(), private.list_week_prices()
  from public, anon, authenticated, service_role;
grant execute on function private.list_reached_states(), private.list_week_prices() to service_role;
