-- A part of the price that goes back after a complaint does not end an order that is paid in parts: the rest stays due,
-- as the buyer owed it before, and is taken like any other money.

insert into private.axis_transitions (axis, from_value, to_value) values ('payment', 'refund_due', 'underpaid');
insert into private.order_couplings (event, axis, from_value, to_value)
values
  ('refund_before_rest', 'status', 'approved', 'approved'),
  ('refund_before_rest', 'status', 'completed', 'completed'),
  ('refund_before_rest', 'payment', 'refund_due', 'underpaid'),
  ('refund_before_rest', 'fulfilment', 'none', 'none'),
  ('refund_before_rest', 'fulfilment', 'preparing', 'preparing'),
  ('refund_before_rest', 'fulfilment', 'dispatched', 'dispatched'),
  ('refund_before_rest', 'fulfilment', 'delivered', 'delivered'),
  ('refund_before_rest', 'fulfilment', 'disputed', 'disputed');

-- What the buyer has paid towards the total: what came, less what went back of a surplus. What went back after a complaint
-- was paid all the same. As countPaid on the order's page.
create function private.credited_kobo(order_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select (coalesce(sum(amount_kobo) filter (where kind = 'receipt'), 0) - greatest(0,
    coalesce(sum(amount_kobo) filter (where kind = 'refund'), 0) - (
      select coalesce(sum(refund_kobo), 0) from public.order_disputes as dispute where dispute.order_id = $1)))::bigint
  from public.payments where payments.order_id = $1
$$;

-- As before (20261121003318), with credited_kobo: what is above the total goes back, and the rest that is missing after
-- something went back is missing still.
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
  surplus := private.credited_kobo(found_order.id) - found_order.total_amount_kobo;
  found_order := private.apply_order_event(found_order.id, case
    when found_order.status = 'declined' then 'pay_after_decline'
    when found_order.payment_status in ('refund_due', 'refunded') then 'pay_after_refund'
    when surplus < 0 then 'pay_short'
    when surplus = 0 then 'pay_exactly'
    else 'pay_over'
  end);
  update public.orders set refund_due_kobo = case
    when status = 'declined' then received
    -- Of what is above the total, what has come with this.
    else refund_due_kobo + greatest(0, least(surplus, (details ->> 'amountKobo')::bigint))
  end
  where id = found_order.id;
  perform private.tell_buyer_of_payment(found_order.id);
  return private.describe_market_order(found_order, false) || jsonb_build_object('receivedKobo', received);
end $$;

-- As before (20261121003030), and: of an order whose rest is still due, the rest is what comes next.
create or replace function public.record_refund(order_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
  rest bigint;
begin
  if found_order.payment_status not in ('refund_due', 'overpaid') then
    raise exception 'Nothing of this order is to go back' using errcode = '23514', hint = 'refund';
  end if;
  perform private.add_payment(found_order, 'refund', details);
  rest := found_order.refund_due_kobo - (details ->> 'amountKobo')::bigint;
  if rest < 0 then
    raise exception 'At most % kobo are to go back', found_order.refund_due_kobo using errcode = '23514', hint = 'amountKobo';
  end if;
  update public.orders set refund_due_kobo = rest where id = found_order.id;
  if rest = 0 and found_order.payment_status = 'refund_due' and found_order.status <> 'declined'
    and private.credited_kobo(found_order.id) < found_order.total_amount_kobo
  then
    found_order := private.apply_order_event(found_order.id, 'refund_before_rest');
    perform private.tell_buyer(found_order.id, 'order_payment_refunded');
  elsif rest = 0 then
    found_order := private.apply_order_event(found_order.id,
      case found_order.payment_status when 'overpaid' then 'return_surplus' else 'refund' end);
    perform private.tell_buyer_of_payment(found_order.id);
  end if;
  return private.describe_market_order(found_order, false) || jsonb_build_object('refundDueKobo', rest);
end $$;

-- As before (20261121003310), with credited_kobo.
create or replace function public.reject_payment_claim(order_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
  another_day timestamptz := now() + interval '24 hours';
begin
  found_order := private.apply_order_event(found_order.id,
    case
      when private.credited_kobo(found_order.id) = 0 then 'reject_claim'
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

-- As before (20261121003305), with credited_kobo.
create or replace function private.due_now_kobo(own public.orders) returns bigint
language sql stable security definer set search_path = ''
as $$
  select case when advance > paid then advance - paid else (own).total_amount_kobo - paid end
  from (
    select private.credited_kobo((own).id) as paid, coalesce(sum(amount_kobo), 0)::bigint as advance
    from public.order_instalments where order_id = (own).id and due = 'in_advance'
  ) as account
$$;

-- As before (20261121003030), with credited_kobo.
create or replace function public.payment_details(order_id uuid, context jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  account public.settlement_accounts;
  changed_lines jsonb := private.find_changed_prices(own);
begin
  if own.status not in ('pending', 'approved') or own.payment_status not in ('unpaid', 'claimed', 'underpaid')
    or own.total_amount_kobo is null
    or (own.payment_status = 'unpaid' and own.kind = 'marketplace' and own.status = 'pending' and own.expires_at <= now())
  then
    return jsonb_build_object('ok', false, 'code', 'not_payable');
  elsif changed_lines is not null and own.payment_status = 'unpaid' then
    return jsonb_build_object('ok', false, 'code', 'price_changed', 'lines', changed_lines, 'totalKobo', (
      select sum(item.quantity * coalesce(product.price_kobo, item.price_kobo))
      from public.order_items as item left join public.products as product on product.id = item.product_id
      where item.order_id = own.id
    ));
  end if;
  select * into account from private.current_settlement_account('bank_account');
  if account.id is null then
    return jsonb_build_object('ok', false, 'code', 'account_not_set');
  end if;
  return jsonb_build_object('ok', true, 'bankName', account.bank_name, 'accountName', account.account_name,
    'accountNumber', account.account_number, 'changedAt', account.effective_at, 'code', own.code,
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = own.id),
      (select phone from public.order_requests as asked where asked.order_id = own.id)),
    'currency', own.currency, 'totalKobo', own.total_amount_kobo,
    'dueKobo', own.total_amount_kobo - private.credited_kobo(own.id), 'expiresAt', own.expires_at);
end $$;

-- As before (20261121003050), with credited_kobo.
create or replace function private.is_paid_enough(candidate public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (candidate).payment_status in ('confirmed', 'overpaid') or (candidate).credit_terms_reason is not null
    or ((candidate).payment_status in ('unpaid', 'claimed', 'underpaid') and exists (
      select from public.order_instalments as part where part.order_id = (candidate).id
      having private.credited_kobo((candidate).id) >= sum(case due when 'in_advance' then amount_kobo else 0 end)
    ))
$$;

-- As before (20261121003318), with credited_kobo.
create or replace function private.require_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.total_amount_kobo is not null and new.payment_status not in ('confirmed', 'overpaid')
    and new.credit_terms_reason is null
    and not (new.payment_status in ('refund_due', 'refunded') and private.credited_kobo(new.id) >= new.total_amount_kobo)
  then
    raise exception 'The payment of this order is not confirmed yet' using errcode = '23514', hint = 'payment_status';
  end if;
  return new;
end $$;

-- As before (20261121003120), with credited_kobo.
create or replace function private.issue_order_papers() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  received bigint;
begin
  if new.total_amount_kobo > 0 and new.status in ('approved', 'completed')
    and (new.payment_status in ('confirmed', 'overpaid') or new.fulfilment_status in ('dispatched', 'delivered'))
    and not exists (select from public.order_documents where order_id = new.id and kind = 'invoice')
  then
    received := private.credited_kobo(new.id);
    perform private.issue_document(new.id, 'invoice', jsonb_build_object(
      'lines', private.describe_lines(new.id),
      'totalKobo', new.total_amount_kobo,
      'receivedKobo', received,
      'schedule', private.describe_schedule(new.id),
      'account', case when received < new.total_amount_kobo then private.describe_account() end));
  end if;
  if new.fulfilment_status = 'dispatched' and old.fulfilment_status <> 'dispatched' then
    perform private.issue_document(new.id, 'delivery_note', jsonb_build_object('lines', (
      select jsonb_agg(line - 'priceKobo' - 'totalKobo' order by place)
      from jsonb_array_elements(private.describe_lines(new.id)) with ordinality as given (line, place))));
  end if;
  return null;
end $$;

-- Orders that were stuck so far: something of the advance had gone back, and nothing more could be paid.
insert into private.axis_transitions (axis, from_value, to_value) values ('payment', 'refunded', 'underpaid');
update public.orders set payment_status = 'underpaid'
where payment_status = 'refunded' and status in ('approved', 'completed')
  and private.credited_kobo(id) < total_amount_kobo;
delete from private.axis_transitions where (axis, from_value, to_value) = ('payment', 'refunded', 'underpaid');

revoke all on function private.credited_kobo(uuid) from public;
