DROP FUNCTION "private"."conceded_otherwise_kobo"(uuid);

DROP FUNCTION "private"."granted_money_of"(uuid);

DROP FUNCTION "private"."vat_of_note"(uuid, bigint, bigint);

CREATE OR REPLACE FUNCTION private.after_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved boolean;
  decided boolean;
begin
  if tg_op = 'INSERT' then
    perform private.record_order_events(null, new);
    perform private.post_order_change(null, new);
    return null;
  elsif tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
    if old.status <> 'declined' then perform private.post_order_end(old); end if;
    return null;
  end if;
  moved := (new.status, new.payment_status, new.fulfilment_status)
    is distinct from (old.status, old.payment_status, old.fulfilment_status);
  decided := new.status <> old.status and not new.is_demo;
  -- What staff decide. A record's own words about a person are no part of it.
  perform private.audit_change('orders', 'staff', 'id', 'status,decline_reason,credit_terms_reason,payment_status,'
    || 'fulfilment_status,total_amount_kobo,refund_due_kobo,delivery_date', old, new);
  if moved or (new.total_amount_kobo, new.delivery_kobo, new.vat_kobo)
    is distinct from (old.total_amount_kobo, old.delivery_kobo, old.vat_kobo)
  then
    perform private.post_order_change(old, new);
  end if;
  if old.user_id is not null and new.user_id is null then perform private.drop_unowned_documents(new.id); end if;
  if moved and new.status in ('approved', 'completed')
    and (new.payment_status in ('confirmed', 'overpaid') or new.fulfilment_status in ('dispatched', 'delivered'))
  then
    perform private.issue_order_documents(old, new);
  end if;
  if old.status = 'approved' and new.status = 'declined' then
    -- First the products, which release_stock changes, then the numbers of credit notes: as where many are declined at once.
    perform private.lock_reserved_products(array[new.id]);
    perform private.cancel_invoice(new);
  end if;
  if moved then perform private.record_order_events(old, new); end if;
  -- Reopening sends its own mail: public.reopen_order.
  if decided and new.reopened_at is not distinct from old.reopened_at then
    perform private.notify_buyer(new.id, case
      when new.kind <> 'marketplace' then case new.status
        when 'approved' then 'order_approved'
        when 'declined' then 'order_declined'
        when 'completed' then 'order_completed' end
      when new.decline_code = 'payment_expired' then 'order_expired'
      else case new.status
        when 'approved' then 'order_market_approved'
        when 'declined' then 'order_market_declined'
        when 'completed' then 'order_market_completed' end
    end, jsonb_build_object('was_approved', nullif(old.status = 'approved' and new.status = 'declined', false),
      'credit_note', (select note.number from public.order_documents as note where note.order_id = new.id and note.cancels_id is not null)));
  end if;
  if old.fulfilment_status = 'preparing' and new.fulfilment_status = 'dispatched' then
    perform private.sell_reserved_stock(new.id);
    perform private.notify_buyer(new.id, 'order_dispatched');
  end if;
  if old.fulfilment_status = 'dispatched' and new.fulfilment_status = 'delivered' then
    perform private.notify_buyer(new.id, 'order_delivered');
  end if;
  if decided then perform private.text_buyer_of_decision(new); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.after_payment_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid_order public.orders;
begin
  perform private.audit_change('payments', 'staff', 'order_id', 'kind,amount_kobo,currency,value_date,corrects_id', old, new);
  select * into strict paid_order from public.orders where id = new.order_id;
  if new.kind = 'refund' then
    perform private.post_transfer('refund_paid', paid_order, 'refundable', 'bank', new.amount_kobo, 'payments', new.id::text);
    perform private.issue_credit_note(new);
  elsif new.kind = 'correction' then
    -- Of the whole of a shared transfer alone nothing of this order follows: its receipt stays, with the amount that it has.
    if new.amount_kobo <> 0 then
      perform private.post_correction(paid_order, new);
      perform private.issue_credit_note_of_correction(new);
      if private.came_kobo(new.corrects_id) > 0 then perform private.issue_receipt(new); end if;
    end if;
  else
    perform private.post_receipt(paid_order, new.amount_kobo, new.id);
    perform private.issue_receipt(new);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.check_correction(current_order public.orders, payment_id uuid, details jsonb)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- Of which nothing came is no part of the line, and what it said of the whole was of another one.
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
    raise exception 'At least % % of it came: money of this order has been sent back already', corrected.currency,
      to_char((came - there) / 100.0, 'FM999,999,999,999,990.00')
      using errcode = '23514', hint = 'amountKobo';
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
      raise exception 'The parts of this transfer are more than the whole, % %', corrected.currency,
        to_char(shared.whole / 100.0, 'FM999,999,999,999,990.00') using errcode = '23514', hint = 'amountKobo';
    end if;
  end if;
  return corrected;
end $function$;

CREATE OR REPLACE FUNCTION private.check_remainder(current_order public.orders, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(details ->> 'kind', '') not in ('fee', 'write_off') then
    raise exception 'Say whether a bank kept it or it is written off' using errcode = '23514', hint = 'kind';
  elsif coalesce(details ->> 'amountKobo', '') !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter the amount' using errcode = '23514', hint = 'amountKobo';
  elsif char_length(coalesce(private.clean_text(details ->> 'reason'), '')) not between 3 and 500 then
    raise exception 'Say why in 3 to 500 characters' using errcode = '23514', hint = 'reason';
  elsif (current_order).awaits_delivery then
    raise exception 'The delivery of this order has no price yet: nobody knows the rest' using errcode = '23514', hint = 'delivery';
  elsif (current_order).status = 'declined' or (details ->> 'amountKobo')::bigint > private.balance_kobo((current_order).id) then
    raise exception 'This is more than is still to be paid' using errcode = '23514', hint = 'amountKobo';
  elsif private.received_kobo((current_order).id) = 0 and ((current_order).status = 'pending'
    or (current_order).status = 'approved' and (current_order).kind = 'marketplace' and (current_order).fulfilment_status = 'none')
  then
    raise exception 'Nothing has come of this order yet: it can be declined' using errcode = '23514', hint = 'payment_status';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_granted_money(order_id uuid, OUT granted_kobo bigint, OUT vat_kobo bigint, OUT sent_kobo bigint, OUT taken_kobo bigint, OUT last_kobo bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  step record;
  above_kobo bigint := 0;
begin
  granted_kobo := 0;
  vat_kobo := 0;
  sent_kobo := 0;
  taken_kobo := 0;
  last_kobo := 0;
  for step in
    select transfer.event, transfer.amount_minor as kobo, transfer.credit_account = 'refundable' as comes,
      transfer.debit_account in ('vat_payable', 'unearned_vat') as is_vat
    from private.ledger_transfers as transfer
    where transfer.order_id = $1 and 'refundable' in (transfer.debit_account, transfer.credit_account) and transfer.phase in ('posted', 'post')
    order by transfer.id
  loop
    if step.event = 'complaint_credited' then
      granted_kobo := granted_kobo + step.kobo;
      if step.is_vat then vat_kobo := vat_kobo + step.kobo; end if;
    elsif step.comes then
      above_kobo := above_kobo + step.kobo;
    else
      last_kobo := greatest(0, step.kobo - above_kobo);
      above_kobo := above_kobo - (step.kobo - last_kobo);
      if step.event = 'refund_paid' then sent_kobo := sent_kobo + last_kobo;
      elsif step.event = 'receipt_corrected' then taken_kobo := taken_kobo + last_kobo;
      end if;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.is_replaced(document public.order_documents)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when (document).kind = 'receipt' then exists (
    select from public.payments as own join public.payments as later on later.corrects_id = coalesce(own.corrects_id, own.id)
    where own.id = (document).payment_id and later.amount_kobo <> 0 and (own.corrects_id is null or later.created_at > own.created_at))
  else (document).kind in ('pro_forma', 'quote') and exists (
    select from public.order_documents as later
    where later.order_id = (document).order_id and later.kind = (document).kind and later.issued_at > (document).issued_at) end
$function$;

CREATE OR REPLACE FUNCTION private.issue_credit_note(new public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.issue_document(new.order_id, 'credit_note', (
    select jsonb_build_object(
      'totalKobo', orders.total_amount_kobo,
      'payment', jsonb_build_object('amountKobo', new.amount_kobo, 'valueDate', new.value_date,
        'bankReference', new.bank_reference, 'receivedKobo', private.received_kobo(orders.id)),
      'reason', case when orders.status = 'declined' then 'declined' when money.last_kobo = 0 then 'surplus' else 'complaint' end)
      || private.describe_invoice(orders.id)
      || jsonb_strip_nulls(jsonb_build_object('vatKobo', nullif(private.vat_of_note(orders.id, money.last_kobo, private.turned_kobo(orders.id)), 0)))
    from public.orders, private.follow_granted_money(orders.id) as money where orders.id = new.order_id), new.id);
end $function$;

CREATE OR REPLACE FUNCTION private.issue_credit_note_of_correction(new public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  noted bigint := private.turned_kobo(new.order_id);
  taken_off bigint := (select money.taken_kobo from private.follow_granted_money(new.order_id) as money) - noted;
begin
  if taken_off <= 0 then
    return;
  end if;
  perform private.issue_document(new.order_id, 'credit_note', (
    select jsonb_build_object('totalKobo', orders.total_amount_kobo, 'takenOffKobo', taken_off,
      'receivedKobo', private.paid_kobo(orders.id), 'reason', 'complaint',
      'creditedKobo', taken_off + coalesce((private.describe_order_credits(orders.id) ->> 'creditedKobo')::bigint, 0))
      || private.describe_invoice(orders.id)
      || jsonb_strip_nulls(jsonb_build_object('vatKobo', nullif(private.vat_of_note(orders.id, taken_off, noted + taken_off), 0)))
    from public.orders where orders.id = new.order_id), new.id);
end $function$;

CREATE OR REPLACE FUNCTION private.line_whole_kobo(reference_key text, kind text, part_id uuid DEFAULT NULL::uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select said.transfer_kobo from public.payments as said
  where said.kind = any (case $2 when 'receipt' then array['receipt', 'correction'] else array[$2] end)
    and private.reference_key(said.bank_reference) = $1 and said.transfer_kobo is not null
    and ($3 in (said.id, said.corrects_id) or said.kind = 'refund' or private.came_kobo(coalesce(said.corrects_id, said.id)) > 0
      or said.kind = 'correction' and exists (
        select from public.payments as part
        where part.kind = 'receipt' and private.reference_key(part.bank_reference) = $1 and part.created_at <= said.created_at
          and private.came_kobo(part.id) > 0))
  order by said.created_at desc, said.corrects_id is null limit 1
$function$;

CREATE OR REPLACE FUNCTION private.paid_kobo(order_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.received_kobo($1) + money.sent_kobo from private.follow_granted_money($1) as money
$function$;

CREATE OR REPLACE FUNCTION private.vat_of_note(of_order uuid, conceded_kobo bigint, turned_kobo bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(0, least($2, coalesce(round(money.vat_kobo::numeric * least(money.granted_kobo, $3 + money.sent_kobo)
      / nullif(money.granted_kobo, 0)), 0) - noted.vat_kobo))::bigint
  from private.follow_granted_money($1) as money, (
    select coalesce(sum((note.content ->> 'vatKobo')::bigint), 0) as vat_kobo from public.order_documents as note
    where note.order_id = $1 and note.kind = 'credit_note' and note.payment_id is not null
  ) as noted
$function$;

REVOKE ALL ON FUNCTION "private"."follow_granted_money"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_of_note"(uuid, bigint, bigint) FROM PUBLIC;

insert into private.order_couplings (event, axis, from_value, to_value) values ('decline_unpaid', 'payment', 'confirmed', 'unpaid');
