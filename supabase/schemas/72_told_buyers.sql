-- How news of an order reach its buyer, and whose number is to be rung for want of it: for those who read orders, as fields of each row.

-- By mail, else by text where those are sent and the news has one; null is by neither. As private.notify_buyer.
create function public.told_by(public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when exists (select from public.order_requests as request where request.order_id = ($1).id and request.email is not null)
      or exists (select from public.order_contacts as contact where contact.order_id = ($1).id and contact.email is not null)
      or exists (select from public.profiles as own where own.id = ($1).user_id and own.email is not null) then 'email'
    when ($1).user_id is null and private.sends_sms()
      and exists (select from public.order_contacts as contact where contact.order_id = ($1).id and contact.phone ~ '[1-9]') then 'sms'
  end
  where (select private.has_permission('orders.read'))
$$;

-- Nobody has said yet what its delivery costs (private.orders_to_ring).
create function public.to_ring(public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when ($1).awaits_delivery then exists (select from private.orders_to_ring as rung where rung.id = ($1).id) else false end
  where (select private.has_permission('orders.read'))
$$;

revoke all on function public.told_by(public.orders), public.to_ring(public.orders) from public, anon, authenticated, service_role;
grant execute on function public.told_by(public.orders), public.to_ring(public.orders) to authenticated;
