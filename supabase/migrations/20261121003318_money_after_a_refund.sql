-- Money that comes after something of a paid order went back stands on the statement all the same: it is recorded, and
-- goes back as well.

insert into private.order_couplings (event, axis, from_value, to_value)
values
  ('pay_after_refund', 'status', 'pending', 'pending'),
  ('pay_after_refund', 'status', 'approved', 'approved'),
  ('pay_after_refund', 'status', 'completed', 'completed'),
  ('pay_after_refund', 'payment', 'refund_due', 'refund_due'),
  ('pay_after_refund', 'payment', 'refunded', 'refund_due'),
  ('pay_after_refund', 'fulfilment', 'none', 'none'),
  ('pay_after_refund', 'fulfilment', 'preparing', 'preparing'),
  ('pay_after_refund', 'fulfilment', 'dispatched', 'dispatched'),
  ('pay_after_refund', 'fulfilment', 'delivered', 'delivered'),
  ('pay_after_refund', 'fulfilment', 'disputed', 'disputed');

-- What came of an order, whatever went back.
create function private.paid_in_kobo(order_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(amount_kobo), 0)::bigint from public.payments where payments.order_id = $1 and kind = 'receipt'
$$;

-- As before (20261121003030), and: what comes above the total after a refund is due back.
create or replace function public.confirm_payment(order_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
  received bigint;
  surplus bigint;
begin
  if found_order.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'total_amount';
  end if;
  perform private.add_payment(found_order, 'receipt', details);
  received := private.received_kobo(found_order.id);
  surplus := least(private.paid_in_kobo(found_order.id) - found_order.total_amount_kobo, (details ->> 'amountKobo')::bigint);
  found_order := private.apply_order_event(found_order.id, case
    when found_order.status = 'declined' then 'pay_after_decline'
    when found_order.payment_status in ('refund_due', 'refunded') and surplus > 0 then 'pay_after_refund'
    when received < found_order.total_amount_kobo then 'pay_short'
    when received = found_order.total_amount_kobo then 'pay_exactly'
    else 'pay_over'
  end);
  update public.orders set refund_due_kobo = case
    when status = 'declined' then received
    when payment_status = 'overpaid' then received - total_amount_kobo
    when payment_status = 'refund_due' then refund_due_kobo + surplus
    else refund_due_kobo
  end
  where id = found_order.id;
  perform private.tell_buyer_of_payment(found_order.id);
  return private.describe_market_order(found_order, false) || jsonb_build_object('receivedKobo', received);
end $$;

-- As before (20261121003315), with paid_in_kobo.
create or replace function private.require_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.total_amount_kobo is not null and new.payment_status not in ('confirmed', 'overpaid')
    and new.credit_terms_reason is null
    and not (new.payment_status in ('refund_due', 'refunded') and private.paid_in_kobo(new.id) >= new.total_amount_kobo)
  then
    raise exception 'The payment of this order is not confirmed yet' using errcode = '23514', hint = 'payment_status';
  end if;
  return new;
end $$;

revoke all on function private.paid_in_kobo(uuid) from public;
