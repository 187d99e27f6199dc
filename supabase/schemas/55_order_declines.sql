-- Which orders may be declined, and what becomes of their payment.

-- Why an order cannot be declined; null where it can. One that was approved is declined where nothing of it is here or out, neither
-- money nor goods: what had been recorded was corrected to nothing, or nothing was paid on credit terms (ADR 0098).
create function private.find_decline_obstacle(own public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when (own).status = 'approved' and (own).kind <> 'marketplace' then 'Status cannot change from approved to declined'
    when (own).fulfilment_status <> 'none' then 'An order whose goods are on their way cannot be declined'
    when (own).status = 'approved' and private.received_kobo((own).id) > 0
      then 'Money of this order is here: once approved, it can be declined only when there is none'
    when (own).status = 'approved' and private.has_money_waiting((own).id)
      then 'An entry of its money waits for a second person. It has to be confirmed or dropped first.'
    when not exists (
      select from private.order_couplings as coupling
      where coupling.event = private.decline_event(own) and coupling.axis = 'payment' and coupling.from_value = (own).payment_status
    ) then 'This order cannot be declined while its payment is ' || replace((own).payment_status, '_', ' ')
  end
$$;

create function private.decline_event(own public.orders) returns text
language sql immutable set search_path = ''
as $$
  select case (own).status when 'approved' then 'decline_unpaid' else 'decline' end
$$;

-- What the payment of an order becomes that is declined; a refusal where it cannot be.
create function private.payment_once_declined(own public.orders) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  obstacle text := private.find_decline_obstacle(own);
begin
  if obstacle is not null then
    raise exception '%', obstacle using errcode = '23514', hint = 'status';
  end if;
  return (
    select coupling.to_value from private.order_couplings as coupling
    where coupling.event = private.decline_event(own) and coupling.axis = 'payment' and coupling.from_value = (own).payment_status);
end $$;

-- The same for those who read orders, as a field of each row.
create function public.decline_obstacle(public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select private.find_decline_obstacle($1) where (select private.has_permission('orders.read'))
$$;

revoke all on function
  private.decline_event(public.orders), private.find_decline_obstacle(public.orders), private.payment_once_declined(public.orders),
  public.decline_obstacle(public.orders)
  from public, anon, authenticated, service_role;
grant execute on function public.decline_obstacle(public.orders) to authenticated;
