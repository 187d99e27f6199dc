-- An order that was paid in full, and of which a part went back after a complaint, is complete like any other.

-- As before (20261121003105), and: what was paid in full before something of it went back, was paid. Security definer,
-- because whoever completes an order need not be one who may read the statement.
create or replace function private.require_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.total_amount_kobo is not null and new.payment_status not in ('confirmed', 'overpaid')
    and new.credit_terms_reason is null
    and not (new.payment_status in ('refund_due', 'refunded') and (
      select coalesce(sum(amount_kobo), 0) from public.payments
      where payments.order_id = new.id and payments.kind = 'receipt'
    ) >= new.total_amount_kobo)
  then
    raise exception 'The payment of this order is not confirmed yet' using errcode = '23514', hint = 'payment_status';
  end if;
  return new;
end $$;
