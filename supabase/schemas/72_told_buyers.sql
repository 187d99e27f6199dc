-- How news of an order reach its buyer, and whose number is to be rung for want of it: for those who read orders, as fields of each row.

-- Whose number is to be rung: a buyer whom neither a mail nor a text told news of their order, of the last thirty days, and, as the
-- checkout promises, everybody to whom goods are brought tomorrow or today, or were to be brought within the last seven days. Until a
-- call since then has settled it. `about` is the name of the mail that did not arrive; null: the goods that come.
-- From the few orders that may be meant, not from all that have a delivery.
create view private.orders_to_ring with (security_invoker = true) as
  select meant.id, meant.about
  from (
    select untold.order_id as id, untold.since as since, untold.template as about
    from private.untold_news as untold
    where untold.since > now() - interval '30 days' and private.number_to_ring(untold.order_id) is not null
    union all
    select own.id as id, (chosen.day - 2)::timestamp at time zone 'Africa/Lagos' as since, null as about
    from public.orders as own
    join public.order_deliveries as chosen on chosen.order_id = own.id and chosen.kind <> 'collect'
    join public.order_contacts as contact on contact.order_id = own.id and contact.phone ~ '[1-9]'
    where not own.awaits_delivery and own.status = 'approved' and own.fulfilment_status in ('preparing', 'dispatched')
      and own.delivers_until between (now() at time zone 'Africa/Lagos')::date - 7 and (now() at time zone 'Africa/Lagos')::date + 1
  ) as meant
  where not exists (
    select from public.phone_calls as phone_call
    where phone_call.record_id = meant.id and phone_call.record_type = 'orders'
      and phone_call.outcome in ('reached', 'chat_sent', 'wrong_number', 'refused') and phone_call.created_at >= meant.since);
revoke all on table private.orders_to_ring from public, anon, authenticated, service_role;

-- By mail, else by text where those are sent and the news has one; null is by neither. By the functions that private.notify_buyer and the
-- texts choose by. No news of which it is asked can be switched off in an account.
create function public.told_by(public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select private.news_go_by($1) where (select private.has_permission('orders.read'))
$$;

-- What its buyer is to be rung about, after "ring the buyer about" (private.orders_to_ring). Null: about nothing.
create function public.to_ring(public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select (
    select nullif(concat_ws(', and ',
      case when bool_or(rung.about is null) then 'the goods that come' end,
      case when bool_or(rung.about = priced and priced <> '') then 'the price of the delivery' end,
      case when bool_or(rung.about = '') then 'the last news of the order' end,
      'this news: ' || string_agg(private.name_mail(rung.about), ', ' order by rung.about) filter (where rung.about not in ('', priced))), '')
    from private.orders_to_ring as rung, coalesce(case when ($1).awaits_delivery then 'order_delivery_quoted' end, '') as priced
    where rung.id = ($1).id)
  where (select private.has_permission('orders.read'))
$$;

revoke all on function public.told_by(public.orders), public.to_ring(public.orders) from public, anon, authenticated, service_role;
grant execute on function public.told_by(public.orders), public.to_ring(public.orders) to authenticated;
