-- How news of an order reach its buyer, and whose number is to be rung for want of it: for those who read orders, as fields of each row.

-- Whose number is to be rung: a guest without email whom neither a mail nor a text told the last news of their order, of the last thirty
-- days, and, as the checkout promises, everybody to whom goods are brought tomorrow or today, or were to be brought within the last
-- seven days. Until a call since then has settled it.
-- From the few orders that may be meant, not from all that have a delivery.
create view private.orders_to_ring with (security_invoker = true) as
  select meant.id
  from (
    select own.id, contact.untold_since as since
    from public.order_contacts as contact
    join public.orders as own on own.id = contact.order_id and own.user_id is null
    where contact.untold_since > now() - interval '30 days' and contact.email is null and contact.phone ~ '[1-9]'
    union all
    select own.id, (chosen.day - 2)::timestamp at time zone 'Africa/Lagos'
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
  select case
    when private.choose_mailbox((select email from public.order_requests where order_id = ($1).id),
      (select email from public.order_contacts where order_id = ($1).id),
      (select email from public.profiles where id = ($1).user_id)) is not null then 'email'
    when private.sends_sms() and private.number_to_text($1) is not null then 'sms'
  end
  where (select private.has_permission('orders.read'))
$$;

-- Nobody has said yet what its delivery costs (private.orders_to_ring): asked of the few orders that wait for it alone.
create function public.to_ring(public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when ($1).awaits_delivery then exists (select from private.orders_to_ring as rung where rung.id = ($1).id) else false end
  where (select private.has_permission('orders.read'))
$$;

revoke all on function public.told_by(public.orders), public.to_ring(public.orders) from public, anon, authenticated, service_role;
grant execute on function public.told_by(public.orders), public.to_ring(public.orders) to authenticated;
