-- Money that goes back to buyers.

-- details as in confirm_payment; never more than is due back.
create function public.record_refund(order_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  current_order public.orders := private.order_for_finance(order_id);
  repeated jsonb := private.find_repeated_money(current_order, 'refund', details);
begin
  if repeated is not null then
    return repeated;
  end if;
  perform private.check_refund(current_order, details, (select auth.uid()));
  if private.needs_second_person(current_order, 'refund', private.whole_transfer_kobo(details)) or exists (
    select from public.payments
    where payments.order_id = current_order.id and kind <> 'refund' and second_by = (select auth.uid())
  ) then
    return private.hold_money(current_order, 'refund', details);
  end if;
  return private.book_refund(current_order, details, (select auth.uid()), null);
end $$;

create function private.refuse_own_refund(order_id uuid, person_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from public.payments
    where payments.order_id = $1 and payments.kind <> 'refund' and payments.recorded_by = $2
  ) then
    raise exception 'You recorded the payment of this order. Somebody else must record what goes back or comes off it.'
      using errcode = '42501', hint = 'own_receipt';
  end if;
end $$;

-- What may go back of an order, by its state and its sum.
create function private.check_refund(current_order public.orders, details jsonb, person_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- What waits for a second person has left the account too: the same money does not go back twice.
  free_kobo bigint := (current_order).refund_due_kobo - (
    select coalesce(sum(entry.amount_kobo), 0) from private.money_entries as entry
    where entry.order_id = (current_order).id and entry.kind = 'refund' and entry.decided_at is null);
begin
  if (current_order).payment_status not in ('refund_due', 'overpaid') then
    raise exception 'Nothing of this order is to go back' using errcode = '23514', hint = 'refund';
  end if;
  perform private.refuse_while_less_may_have_come((current_order).id);
  perform private.check_statement_line(current_order, details);
  perform private.refuse_own_refund((current_order).id, person_id);
  if (details ->> 'amountKobo')::bigint > free_kobo then
    raise exception 'At most % is to go back, beside what waits for a second person',
      private.money_text(greatest(free_kobo, 0), (current_order).currency) using errcode = '23514', hint = 'amountKobo';
  end if;
end $$;

create function private.book_refund(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  rest bigint;
  moved bigint := (details ->> 'amountKobo')::bigint;
  sent bigint;
begin
  perform private.check_refund(current_order, details, recorded_by);
  perform private.add_payment(current_order, 'refund', details, recorded_by, second_by);
  rest := private.ledger_balance('refundable', current_order.id);
  update public.orders set refund_due_kobo = rest where id = current_order.id;
  if rest = 0 then
    current_order := private.apply_order_event(current_order.id, case
      when current_order.payment_status = 'overpaid' then 'return_surplus'
      when current_order.payment_status = 'refund_due' and current_order.status <> 'declined'
        and private.balance_kobo(current_order.id) > 0 then 'refund_before_rest'
      else 'refund' end);
    select nullif(sum(payments.amount_kobo), moved) into sent
    from public.payments where payments.order_id = current_order.id and payments.kind = 'refund';
  end if;
  -- Of each transfer the buyer hears, and of the last one how much went back in all.
  perform private.notify_buyer(current_order.id, 'order_payment_refunded', jsonb_build_object('moved_kobo', moved, 'sent_kobo', sent));
  if private.number_to_text(current_order) is not null and not current_order.is_demo then
    perform private.enqueue_sms('order_payment_refunded', private.number_to_text(current_order), jsonb_strip_nulls(jsonb_build_object('code', current_order.code,
      'currency', current_order.currency, 'moved_kobo', moved, 'sent_kobo', sent, 'rest_kobo', nullif(rest, 0))));
  end if;
  return private.describe_market_order(current_order, false) || jsonb_build_object('refundDueKobo', rest);
end $$;

revoke all on function
  private.book_refund(public.orders, jsonb, uuid, uuid), private.check_refund(public.orders, jsonb, uuid),
  private.refuse_own_refund(uuid, uuid), public.record_refund(uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.record_refund(uuid, jsonb) to authenticated;
