-- A claim that was not found costs no higher price; and one function less that says the same as another.

-- As before (20261121003030), and: the day more is at the price that the buyer has paid, as they believe.
create or replace function public.reject_payment_claim(order_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
  another_day timestamptz := now() + interval '24 hours';
begin
  found_order := private.apply_order_event(found_order.id,
    case
      when private.received_kobo(found_order.id) = 0 then 'reject_claim'
      when found_order.status = 'declined' then 'pay_after_decline'
      else 'reject_further_claim'
    end);
  update public.orders set expires_at = greatest(expires_at, another_day),
    price_locked_until = greatest(price_locked_until, another_day)
  where id = found_order.id and status = 'pending' and kind = 'marketplace';
  select * into found_order from public.orders where id = found_order.id;
  perform private.tell_buyer_of_payment(found_order.id);
  return private.describe_market_order(found_order, false);
end $$;

-- The same as tracked_order_id (20261121003100).
drop function private.order_of_link(text);
