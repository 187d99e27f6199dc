-- Receipts that were recorded with a wrong amount (ADR 0096): a correction is a row of payments with the difference, always by two
-- people. Nothing is edited.

-- What really came by a receipt, as far as is known now.
create function private.came_kobo(payment_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(amount_kobo), 0)::bigint from public.payments where id = $1 or corrects_id = $1
$$;

-- details = {amountKobo, wasKobo, reason, idempotencyKey, transferKobo?}: what really came, 0 where nothing of it is this order's, and what
-- is recorded of it now; transferKobo where the whole of a transfer that pays several orders was recorded wrongly. It waits for a second
-- person. The same idempotencyKey again is entered once and answered the same.
create function public.correct_payment(payment_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  current_order public.orders := private.order_for_finance((select one.order_id from public.payments as one where one.id = $1));
  corrected public.payments;
  repeated jsonb;
begin
  repeated := private.find_repeated_entry(current_order, 'correction', details || jsonb_build_object('paymentId', payment_id));
  if repeated is not null then
    return repeated;
  end if;
  corrected := private.check_correction(current_order, payment_id, details);
  if exists (
    select from private.money_entries as entry
    where entry.order_id = current_order.id and entry.kind = 'correction' and entry.reference_key = corrected.id::text
      and entry.decided_at is null
  ) then
    raise exception 'A correction of this payment waits for a second person already' using errcode = '23505', hint = 'amountKobo';
  end if;
  return private.hold_money(current_order, 'correction', jsonb_build_object('paymentId', corrected.id,
    'amountKobo', details -> 'amountKobo', 'wasKobo', details -> 'wasKobo', 'transferKobo', details -> 'transferKobo', 'valueDate', corrected.value_date,
    'bankReference', corrected.bank_reference, 'reason', details ->> 'reason', 'idempotencyKey', details ->> 'idempotencyKey'));
end $$;

-- The receipt that may be corrected so. Nothing is taken away that went back already, and the parts of a shared transfer are no more
-- than the whole.
create function private.check_correction(current_order public.orders, payment_id uuid, details jsonb) returns public.payments
language plpgsql security definer set search_path = ''
as $$
declare
  corrected public.payments;
  came bigint := private.came_kobo(payment_id);
  there bigint := private.received_kobo((current_order).id);
  comes text := coalesce(details ->> 'amountKobo', '');
  whole_said text := details ->> 'transferKobo';
  key text;
  recorded_whole bigint;
  shared record;
begin
  select * into corrected from public.payments as one where one.id = payment_id and one.order_id = (current_order).id and one.kind = 'receipt';
  key := private.reference_key(corrected.bank_reference);
  -- An order of which nothing came is no part of the line, and what it said of the whole was of another one.
  recorded_whole := private.line_whole_kobo(key, 'receipt', case when came > 0 then corrected.id end);
  if corrected.id is null then
    raise exception 'Only money that came can be corrected, at the line by which it was recorded' using errcode = '23514', hint = 'kind';
  elsif comes !~ '^(0|[1-9][0-9]{0,14})$' then
    raise exception 'Enter what really came, 0 where nothing did' using errcode = '23514', hint = 'amountKobo';
  elsif whole_said !~ '^[1-9][0-9]{0,14}$' or whole_said::bigint < comes::bigint then
    raise exception 'The whole transfer cannot be less than the part of this order' using errcode = '23514', hint = 'transferKobo';
  elsif char_length(coalesce(private.clean_text(details ->> 'reason'), '')) not between 3 and 500 then
    raise exception 'Say why in 3 to 500 characters' using errcode = '23514', hint = 'reason';
  elsif details ->> 'wasKobo' is distinct from came::text then
    raise exception 'Something else is recorded of this payment meanwhile. Please look again.' using errcode = 'PT409';
  elsif whole_said is not null and comes = '0' then
    raise exception 'Where nothing of it is for this order, leave the whole transfer empty' using errcode = '23514', hint = 'transferKobo';
  elsif comes::bigint = came and (whole_said is null or whole_said::bigint = coalesce(recorded_whole, came)) then
    raise exception 'This is what is recorded already' using errcode = '23514', hint = 'amountKobo';
  elsif came - comes::bigint > there then
    raise exception 'At least % of it came: money of this order has been sent back already',
      private.money_text(came - there, (current_order).currency) using errcode = '23514', hint = 'amountKobo';
  elsif comes::bigint > came or whole_said is not null then
    perform pg_advisory_xact_lock(hashtextextended('receipt line ' || key, 0));
    -- Where nobody entered the whole, the line is what it was recorded as for another order.
    select sum(line.kobo) as others_kobo, coalesce(whole_said::bigint, recorded_whole, max(greatest(line.amount_kobo, line.kobo))) as whole
    into shared
    from (
      select part.amount_kobo, private.came_kobo(part.id) as kobo
      from public.payments as part
      where part.kind = 'receipt' and private.reference_key(part.bank_reference) = key and part.id <> corrected.id
    ) as line where line.kobo > 0;
    if coalesce(shared.others_kobo, 0) + comes::bigint > shared.whole then
      raise exception 'The parts of this transfer are more than the whole, %',
        private.money_text(shared.whole::bigint, (current_order).currency) using errcode = '23514', hint = 'amountKobo';
    end if;
  end if;
  return corrected;
end $$;

-- Whether a colleague has entered that less came, and nobody has confirmed or dropped it yet.
create function private.has_shortfall_waiting(order_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.money_entries as entry
    where entry.order_id = $1 and entry.decided_at is null and entry.kind = 'correction' and entry.amount_kobo < (entry.details ->> 'wasKobo')::bigint)
$$;

-- The same for those who read orders, as a field of each row.
create function public.correction_waits(public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.has_shortfall_waiting(($1).id) where (select private.has_permission('orders.read'))
$$;

-- Nothing begins that counts on money of which a colleague says that it never came.
create function private.refuse_while_less_may_have_come(order_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.has_shortfall_waiting(order_id) then
    raise exception 'A correction says that less money came for this order, and waits for a second person. It has to be confirmed or dropped first.'
      using errcode = '23514', hint = 'correction_waits';
  end if;
end $$;

-- A correction counts, once a second person has confirmed it.
create function private.book_correction(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  corrected public.payments := private.check_correction(current_order, (details ->> 'paymentId')::uuid, details);
  difference bigint := (details ->> 'amountKobo')::bigint - (details ->> 'wasKobo')::bigint;
  correction_id uuid;
begin
  insert into public.payments (order_id, kind, corrects_id, amount_kobo, transfer_kobo, currency, value_date, bank_reference, recorded_by,
    second_by)
  values (current_order.id, 'correction', corrected.id, difference, (details ->> 'transferKobo')::bigint, corrected.currency, corrected.value_date, corrected.bank_reference,
    book_correction.recorded_by, book_correction.second_by)
  returning id into correction_id;
  if difference = 0 then
    -- The whole of a shared transfer alone is another one: nothing of the order changes by it.
    return private.describe_market_order(current_order, false) || jsonb_build_object('receivedKobo', private.received_kobo(current_order.id));
  end if;
  current_order := case when difference > 0 then private.follow_receipt(current_order, true) else private.follow_shortfall(current_order) end;
  perform private.notify_buyer(current_order.id, 'order_payment_corrected', jsonb_build_object(
    'was_kobo', (details ->> 'wasKobo')::bigint, 'moved_kobo', (details ->> 'amountKobo')::bigint,
    'credit_note', (select document.number from public.order_documents as document
      where document.payment_id = correction_id and document.kind = 'credit_note')));
  return private.describe_market_order(current_order, false) || jsonb_build_object('receivedKobo', private.received_kobo(current_order.id))
    || private.describe_missing_stock(current_order);
end $$;

-- Less came than was recorded: it is taken from what was to go back, and what is left of it the buyer owes again. More: as a receipt, but
-- it is no other transfer, so what the buyer says of one stays open while something is owed.
create function private.post_correction(of_order public.orders, correction public.payments) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  less bigint := - (correction).amount_kobo;
  from_refundable bigint := least(less, private.ledger_balance('refundable', (of_order).id));
  pays bigint := least(- less, greatest(0, private.balance_kobo((of_order).id)));
begin
  if less < 0 then
    perform private.post_transfer('payment_received', of_order, 'bank', 'receivable', pays, 'payments', (correction).id::text);
    perform private.post_transfer('surplus_received', of_order, 'bank', 'refundable', - less - pays, 'payments', (correction).id::text);
    if private.balance_kobo((of_order).id) <= 0 then
      perform private.void_claim(of_order, 'payments', (correction).id::text);
    end if;
    return;
  end if;
  perform private.post_transfer('receipt_corrected', of_order, 'refundable', 'bank', from_refundable, 'payments', (correction).id::text);
  perform private.post_transfer('receipt_corrected', of_order, 'receivable', 'bank', less - from_refundable, 'payments', (correction).id::text);
end $$;

-- What an order becomes when less came than was recorded. Its goods stay where they are, and its buyer has a day at least.
create function private.follow_shortfall(current_order public.orders) returns public.orders
language plpgsql security definer set search_path = ''
as $$
declare
  owed bigint := private.balance_kobo(current_order.id);
  goes_back bigint := private.ledger_balance('refundable', current_order.id);
  is_ended boolean := current_order.status = 'declined';
  another_day timestamptz := case when current_order.status = 'pending' then now() + interval '24 hours' end;
  event text := case
    when goes_back > 0 then null -- less of it, and the state is as it was
    when is_ended and (private.paid_in_kobo(current_order.id) = 0 or current_order.payment_status = 'claimed')
      -- Also where a rest of it was settled without money: nothing would go back of it, if it were declined.
      or current_order.status = 'pending' and private.received_kobo(current_order.id) = 0 then 'correct_to_nothing'
    when is_ended or owed = 0 and current_order.payment_status = 'refund_due' and private.paid_in_kobo(current_order.id) > private.received_kobo(current_order.id)
      then 'refund'
    when owed = 0 and not current_order.awaits_delivery then 'correct_to_exact'
    else 'correct_to_short' end;
begin
  if event is not null then
    current_order := private.apply_order_event(current_order.id, event);
  end if;
  update public.orders set refund_due_kobo = goes_back,
    -- The next claim is the first one of the money that it waits for now.
    claimed_at = case when event = 'correct_to_nothing' and payment_status = 'unpaid' then null else claimed_at end,
    -- While an order awaits its delivery this is until when a price was offered; private.expire_market_orders watches the day.
    expires_at = case when expires_at < another_day and not awaits_delivery then another_day else expires_at end,
    price_locked_until = case when price_locked_until < another_day then another_day else price_locked_until end,
    claim_holds_until = case when claim_holds_until < another_day then another_day else claim_holds_until end
  where id = current_order.id returning * into current_order;
  -- A bank that is said to have paid has not.
  update public.letters_of_credit set status = 'documents_presented'
  where order_id = current_order.id and status = 'paid' and owed > 0;
  return current_order;
end $$;

revoke all on function
  private.book_correction(public.orders, jsonb, uuid, uuid), private.came_kobo(uuid), private.check_correction(public.orders, uuid, jsonb),
  private.follow_shortfall(public.orders), private.has_shortfall_waiting(uuid), private.post_correction(public.orders, public.payments),
  private.refuse_while_less_may_have_come(uuid), public.correct_payment(uuid, jsonb), public.correction_waits(public.orders)
  from public, anon, authenticated, service_role;
grant execute on function public.correct_payment(uuid, jsonb), public.correction_waits(public.orders) to authenticated;
