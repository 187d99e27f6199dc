DROP INDEX "public"."order_documents_one_paper_of_a_payment";

ALTER TABLE "public"."order_documents" DROP CONSTRAINT "order_documents_credit_id_belongs";

ALTER TABLE "public"."order_documents" DROP CONSTRAINT "order_documents_payment_id_belongs";

ALTER TABLE "public"."payments" DROP CONSTRAINT "payments_amount_kobo_positive";

ALTER TABLE "public"."payments" DROP CONSTRAINT "payments_transfer_kobo_more";

DROP FUNCTION "private"."find_repeated_correction"(public.orders, uuid, jsonb);

DROP FUNCTION "private"."find_repeated_remainder"(public.orders, jsonb);

DROP FUNCTION "private"."follow_receipt"(public.orders);

DROP FUNCTION "private"."issue_document"(uuid, text, jsonb, uuid, uuid, uuid);

DROP FUNCTION "private"."needs_untied_second"(uuid, uuid);

DROP FUNCTION "private"."vat_of_refund"(public.payments);

DROP FUNCTION "public"."list_mails"(text, text, integer, integer);

DROP FUNCTION "public"."list_money_entries"(uuid);

ALTER TABLE "public"."order_documents" ADD COLUMN "cancels_id" uuid;

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

CREATE OR REPLACE FUNCTION private.book_correction(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.book_receipt(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.add_payment(current_order, 'receipt', details, recorded_by, second_by);
  current_order := private.follow_receipt(current_order);
  perform private.notify_buyer_of_payment(current_order.id, (details ->> 'amountKobo')::bigint);
  return private.describe_market_order(current_order, false) || jsonb_build_object('receivedKobo', private.received_kobo(current_order.id))
    || private.describe_missing_stock(current_order);
end $function$;

CREATE OR REPLACE FUNCTION private.cancel_invoice(declined public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invoice public.order_documents;
begin
  select document.* into invoice from public.order_documents as document
  where document.order_id = declined.id and document.kind = 'invoice' and not private.is_lapsed(document);
  if invoice.id is null then
    return;
  end if;
  perform private.issue_document(declined.id, 'credit_note', jsonb_build_object('totalKobo', declined.total_amount_kobo,
    'takenOffKobo', declined.total_amount_kobo, 'creditedKobo', declined.total_amount_kobo, 'receivedKobo', 0, 'reason', 'declined')
    || private.describe_invoice(declined.id)
    || jsonb_strip_nulls(jsonb_build_object('vatKobo', nullif(declined.vat_kobo, 0))), cancels_id => invoice.id);
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

CREATE OR REPLACE FUNCTION private.check_market_lines(items jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) = 0 then
    raise exception 'Your cart is empty' using errcode = '23514', hint = 'items', detail = 'items';
  elsif jsonb_array_length(items) > private.market_limit('order_lines_max') then
    raise exception 'At most % different products in one order', private.market_limit('order_lines_max')
      using errcode = '23514', hint = 'items', detail = 'items';
  elsif exists (
    select from jsonb_array_elements(items) as item
    where not private.is_uuid(item ->> 'productId')
      or coalesce(item ->> 'quantity', '') !~ '^[1-9][0-9]{0,8}$' or coalesce(item ->> 'priceKobo', '') !~ '^[0-9]{1,15}$'
  ) or (select count(*) <> count(distinct lower(item ->> 'productId')) from jsonb_array_elements(items) as item) then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  elsif exists (
    select from jsonb_array_elements(items) as item
    where (item ->> 'quantity')::integer > private.market_limit('line_quantity_max')
  ) then
    raise exception 'At most % of one product in an order', to_char(private.market_limit('line_quantity_max'), 'FM999,999,999')
      using errcode = '23514', hint = 'items', detail = 'items';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_refund(current_order public.orders, details jsonb, person_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (current_order).payment_status not in ('refund_due', 'overpaid') then
    raise exception 'Nothing of this order is to go back' using errcode = '23514', hint = 'refund';
  end if;
  perform private.refuse_while_less_may_have_come((current_order).id);
  perform private.check_statement_line(current_order, details);
  if (details ->> 'amountKobo')::bigint > (current_order).refund_due_kobo then
    raise exception 'At most % kobo are to go back', (current_order).refund_due_kobo using errcode = '23514', hint = 'amountKobo';
  end if;
  perform private.refuse_own_refund((current_order).id, person_id);
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

CREATE OR REPLACE FUNCTION private.couple_order_axes(old public.orders, new public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'declined' and old.status <> 'declined' then
    new.payment_status := private.payment_once_declined(old);
    new.fulfilment_status := old.fulfilment_status;
  end if;
  -- What counts on the money that is recorded: approving, completing, and each step in which goods leave.
  if old.status = 'pending' and new.status = 'approved' or old.status = 'approved' and new.status = 'completed'
    or new.fulfilment_status is distinct from old.fulfilment_status and new.fulfilment_status in ('preparing', 'dispatched')
  then
    perform private.refuse_while_less_may_have_come(new.id);
  end if;
  perform private.require_axis_step('payment', old.payment_status, new.payment_status);
  perform private.require_axis_step('fulfilment', old.fulfilment_status, new.fulfilment_status);
  if new.fulfilment_status is distinct from old.fulfilment_status
    and new.fulfilment_status in ('preparing', 'dispatched')
    and (new.status not in ('approved', 'completed') or private.is_paid_enough(new) is not true)
  then
    raise exception 'Goods leave when the order is approved and its payment is confirmed'
      using errcode = '23514', hint = 'fulfilment_status';
  end if;
  if new.status = 'completed' and old.status <> 'completed' and new.kind = 'marketplace'
    and new.fulfilment_status <> 'delivered'
  then
    raise exception 'The goods of this order are not delivered yet' using errcode = '23514', hint = 'fulfilment_status';
  end if;
  if new.fulfilment_status = 'delivered' and old.fulfilment_status = 'dispatched' then
    new.delivered_at := now();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.decline_event(own public.orders)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case (own).status when 'approved' then 'decline_unpaid' else 'decline' end
$function$;

CREATE OR REPLACE FUNCTION private.describe_invoice(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select case when private.is_lapsed(invoice) then '{}'
      else jsonb_build_object('credited', jsonb_build_object('number', invoice.number, 'issuedAt', invoice.content -> 'issuedAt')) end
    from public.order_documents as invoice where invoice.order_id = $1 and invoice.kind = 'invoice'), '{"credited": null}')
$function$;

CREATE OR REPLACE FUNCTION private.describe_missing_stock(of_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when (of_order).stock_released_at is null then '{}'::jsonb else '{"stockMissing": true}' end
$function$;

CREATE OR REPLACE FUNCTION private.describe_review(record_type text, sent_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  promised interval := private.promised_time(record_type, 'decision');
  hours numeric := extract(epoch from promised) / 3600;
  within text := case when hours = 24 then '1 day' when hours = 1 then '1 hour'
    when hours % 24 = 0 then trunc(hours / 24) || ' days' else trunc(hours) || ' hours' end;
begin
  if sent_at + promised < now() then
    return 'We are reviewing it. It takes longer than the ' || within || ' that we promised: please call us, and we tell you why.';
  end if;
  return 'We are reviewing it. '
    || case record_type when 'buyers' then 'Our team contacts you within ' else 'A person reads it within ' end || within || ': by '
    || to_char((sent_at + promised) at time zone 'Africa/Lagos', U&'FMDD\00A0FMMonth YYYY') || '.';
end $function$;

CREATE OR REPLACE FUNCTION private.erase_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3)) or (bucket_id = 'message-files' and name in (select path from public.message_files where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3)));
  update public.training_enrolments as t set contact_name = 'Erased',
    contact_email = null,
    phone = '00000000',
    city = 'Erased',
    state = 'Erased',
    motivation = 'Erased at the request of the person',
    training_goals = 'Erased at the request of the person',
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2));
  delete from public.tasks as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1) or record_id in (select id from public.newsletter_subscriptions where email = $3);
  delete from public.stock_alerts as t where user_id = $1 or lower(email) = $3;
  delete from public.staff_notices as t where user_id = $1;
  delete from public.staff_invitations as t where lower(email) = $3;
  delete from public.saved_views as t where owner_id = $1;
  delete from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2));
  delete from public.registration_drafts as t where user_id = $1;
  delete from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.record_messages as t where is_proved and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3)) or not is_from_staff and lower(from_address) = $3;
  delete from public.product_wishes as t where user_id = $1;
  update public.phone_calls as t set note = null
  where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.partnership_applications as t where user_id = $1 or lower(email) = $3;
  delete from public.order_templates as t where user_id = $1;
  delete from public.newsletter_subscriptions as t where lower(email) = $3;
  delete from public.message_files as t where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3);
  delete from public.job_applications as t where user_id = $1 or lower(email) = $3;
  update public.investors as t set company_name = case when company_name is not null then 'Erased' end,
    contact_name = null,
    contact_email = null,
    contact_phone = null,
    city = null,
    state = null,
    country = null,
    investment_goals = null,
    wallet_address = null
  where id in (select private.registrations_of($1, $2));
  delete from public.investor_private as t where investor_id in (select private.registrations_of($1, $2));
  update public.farmers as t set contact_name = null,
    contact_email = null,
    phone = null,
    farm_name = 'Erased',
    location = 'Erased',
    city = null,
    state = null,
    other_crops = null,
    challenges = null,
    goals = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2));
  delete from public.correction_requests as t where record_id in (select private.registrations_of($1, $2));
  delete from public.contact_messages as t where lower(email) = $3;
  update public.buyers as t set user_id = null,
    company_name = case when company_name is not null then 'Erased' end,
    registration_number = case when registration_number is not null then 'Erased' end,
    address = 'Erased at the request of the person',
    city = 'Erased',
    state = 'Erased',
    contact_first_name = null,
    contact_last_name = null,
    contact_title = null,
    contact_email = null,
    contact_phone = null,
    alternative_phone = null,
    website = null,
    products_of_interest = null,
    target_markets = null,
    quality_certifications = null,
    additional_info = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from private.twins as t where record_id in (select private.registrations_of($1, $2)) or other_id in (select private.registrations_of($1, $2));
  update private.submission_keys as t set fingerprint = null
  where user_id = $1 or record_id in (select private.registrations_of($1, $2));
  delete from private.staff_visits as t where user_id = $1;
  delete from private.registration_merges as t where younger_id in (select private.registrations_of($1, $2)) or older_id in (select private.registrations_of($1, $2));
  delete from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1));
  delete from private.export_progress as t where user_id = $1;
  delete from private.change_refusals as t where record_id in (select private.registrations_of($1, $2));
  delete from private.change_codes as t where record_id in (select private.registrations_of($1, $2));
  delete from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2));
  delete from app_vault.matches as t where record_id in (select private.registrations_of($1, $2));
$function$;

CREATE OR REPLACE FUNCTION private.exceeds_limit_of(person_id uuid, entry private.money_entries)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (entry).kind not in ('receipt', 'correction') and private.exceeds_refund_limit($1, (entry).currency,
    (entry).amount_kobo + private.gone_back_kobo((entry).order_id, (entry).kind))
$function$;

CREATE OR REPLACE FUNCTION private.export_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(part.name, part.records) from (
    select 'app_vault.matches' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['match_hash']), '[]')
      from app_vault.matches as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'app_vault.people' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['wrapped_key', 'master_key_id', 'seal', 'sealed_for']), '[]')
      from app_vault.people as t where user_id = $1 or id = any ($2)) as records
    union all select 'app_vault.records' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['seal', 'sender_link_hash']), '[]')
      from app_vault.records as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'app_vault.secrets' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['ciphertext', 'match_hash', 'person_id']), '[]')
      from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'auth.audit_log_entries' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.audit_log_entries as t where payload ->> 'actor_id' = $1::text) as records
    union all select 'auth.flow_state' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['auth_code', 'code_challenge', 'provider_access_token', 'provider_refresh_token']), '[]')
      from auth.flow_state as t where user_id = $1) as records
    union all select 'auth.identities' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.identities as t where user_id = $1) as records
    union all select 'auth.mfa_amr_claims' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.mfa_amr_claims as t where session_id in (select id from auth.sessions where user_id = $1)) as records
    union all select 'auth.mfa_challenges' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['otp_code', 'web_authn_session_data']), '[]')
      from auth.mfa_challenges as t where factor_id in (select id from auth.mfa_factors where user_id = $1)) as records
    union all select 'auth.mfa_factors' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['secret', 'web_authn_credential', 'last_webauthn_challenge_data']), '[]')
      from auth.mfa_factors as t where user_id = $1) as records
    union all select 'auth.one_time_tokens' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash', 'code_hash', 'sign_up']), '[]')
      from auth.one_time_tokens as t where user_id = $1) as records
    union all select 'auth.refresh_tokens' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token', 'parent']), '[]')
      from auth.refresh_tokens as t where user_id = $1::text) as records
    union all select 'auth.sessions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.sessions as t where user_id = $1) as records
    union all select 'auth.users' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['encrypted_password', 'confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token', 'reauthentication_token']), '[]')
      from auth.users as t where id = $1) as records
    union all select 'private.account_freezes' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.account_freezes as t where user_id = $1) as records
    union all select 'private.alarm_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.alarm_links as t where user_id = $1) as records
    union all select 'private.change_codes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['link_hash', 'code_hash']), '[]')
      from private.change_codes as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.change_refusals' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.change_refusals as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.export_progress' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.export_progress as t where user_id = $1) as records
    union all select 'private.factor_resets' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.factor_resets as t where user_id = $1) as records
    union all select 'private.link_reissues' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from private.link_reissues as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.mail_outbox' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['data', 'dedupe_key', 'last_error']), '[]')
      from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1))) as records
    union all select 'private.money_entries' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['details', 'recorded_by', 'decided_by']), '[]')
      from private.money_entries as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.order_guest_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.order_guest_links as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.order_uploads' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.order_uploads as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.own_exports' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.own_exports as t where user_id = $1) as records
    union all select 'private.own_secret_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.own_secret_requests as t where user_id = $1) as records
    union all select 'private.photo_sittings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.photo_sittings as t where person_id = $1) as records
    union all select 'private.photo_uploads' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['receipt_hash']), '[]')
      from private.photo_uploads as t where user_id = $1) as records
    union all select 'private.product_photos' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.product_photos as t where user_id = $1) as records
    union all select 'private.registration_guest_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.registration_guest_links as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.registration_merges' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id', 'actor_name']), '[]')
      from private.registration_merges as t where younger_id in (select private.registrations_of($1, $2)) or older_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.staff_grants' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.staff_grants as t where user_id = $1) as records
    union all select 'private.staff_invitation_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.staff_invitation_links as t where invitation_id in (select i.id from public.staff_invitations as i where lower(i.email) = $3)) as records
    union all select 'private.staff_visits' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.staff_visits as t where user_id = $1) as records
    union all select 'private.submission_keys' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key', 'fingerprint']), '[]')
      from private.submission_keys as t where user_id = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.twins' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['record_id', 'other_id']), '[]')
      from private.twins as t where record_id in (select private.registrations_of($1, $2)) or other_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.vault_alarms' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.vault_alarms as t where actor_id = $1) as records
    union all select 'private.vault_openings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.vault_openings as t where person_id = any ($2)) as records
    union all select 'public.audit_events' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.audit_events as t where user_id = $1 or attempt_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.board_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.board_contacts as t where lower(email) = $3) as records
    union all select 'public.buyers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.buyers as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.cart_items' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.cart_items as t where user_id = $1) as records
    union all select 'public.consents' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.consents as t where user_id = $1 or record_id in (select private.registrations_of($1, $2)) or record_id in (select id from public.newsletter_subscriptions where email = $3)) as records
    union all select 'public.contact_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.contact_messages as t where lower(email) = $3) as records
    union all select 'public.correction_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.correction_requests as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.counter_offers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.counter_offers as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.decision_events' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.decision_events as t where record_owner = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.farmer_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.farmers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.farmers as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.investor_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.investor_private as t where investor_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.investors' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.investors as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.job_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.job_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.letters_of_credit' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.letters_of_credit as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.mail_suppressions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.mail_suppressions as t where email = $3) as records
    union all select 'public.message_files' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['added_by']), '[]')
      from public.message_files as t where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3)) as records
    union all select 'public.newsletter_subscriptions' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['confirm_token_hash', 'unsubscribe_token']), '[]')
      from public.newsletter_subscriptions as t where lower(email) = $3) as records
    union all select 'public.notification_choices' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.notification_choices as t where user_id = $1) as records
    union all select 'public.order_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['device_hash']), '[]')
      from public.order_contacts as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_credits' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by', 'reason', 'idempotency_key']), '[]')
      from public.order_credits as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_deliveries' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['quoted_by']), '[]')
      from public.order_deliveries as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_disputes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['resolved_by']), '[]')
      from public.order_disputes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_documents' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_documents as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_events' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.order_events as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_instalments' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_instalments as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_items' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_items as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'attempt', 'mail_id', 'mail_message_id']), '[]')
      from public.order_messages as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_request_lines' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_request_lines as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_requests as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_templates' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_templates as t where user_id = $1) as records
    union all select 'public.orders' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key', 'sort_name']), '[]')
      from public.orders as t where user_id = $1) as records
    union all select 'public.partnership_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.partnership_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.payment_claims' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.payment_claims as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.payments' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by']), '[]')
      from public.payments as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.phone_calls' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['called_by']), '[]')
      from public.phone_calls as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.product_prices' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.product_prices as t where product_id in (select p.id from public.products as p join public.farmers as f on f.id = p.farmer_id where f.user_id = $1)) as records
    union all select 'public.product_ratings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.product_ratings as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.product_wishes' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.product_wishes as t where user_id = $1) as records
    union all select 'public.products' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['search_text']), '[]')
      from public.products as t where farmer_id in (select id from public.farmers as f where f.user_id = $1)) as records
    union all select 'public.profiles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.profiles as t where id = $1) as records
    union all select 'public.quote_lines' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.quote_lines as t where quote_id in (select q.id from public.quotes as q join public.orders as o on o.id = q.order_id where o.user_id = $1)) as records
    union all select 'public.quotes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['created_by']), '[]')
      from public.quotes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'author_name', 'attempt', 'mail_id', 'mail_message_id']), '[]')
      from public.record_messages as t where is_proved and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3)) or not is_from_staff and lower(from_address) = $3) as records
    union all select 'public.record_notes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'author_name']), '[]')
      from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_work' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['assignee_id', 'assignee_name', 'assigned_by', 'contacted_by']), '[]')
      from public.record_work as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.registration_drafts' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.registration_drafts as t where user_id = $1) as records
    union all select 'public.registration_submissions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.saved_views' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.saved_views as t where owner_id = $1) as records
    union all select 'public.staff_departures' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.staff_departures as t where user_id = $1) as records
    union all select 'public.staff_invitations' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.staff_invitations as t where lower(email) = $3) as records
    union all select 'public.staff_notices' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id', 'actor_name']), '[]')
      from public.staff_notices as t where user_id = $1) as records
    union all select 'public.stock_alerts' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['confirm_token_hash', 'end_token']), '[]')
      from public.stock_alerts as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.stock_movements' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id', 'idempotency_key', 'order_id']), '[]')
      from public.stock_movements as t where product_id in (select p.id from public.products as p join public.farmers as f on f.id = p.farmer_id where f.user_id = $1)) as records
    union all select 'public.tasks' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['assignee_id', 'assignee_name', 'created_by', 'done_by']), '[]')
      from public.tasks as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1) or record_id in (select id from public.newsletter_subscriptions where email = $3)) as records
    union all select 'public.training_enrolment_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.training_enrolments' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolments as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.user_roles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.user_roles as t where user_id = $1) as records
    union all select 'public.vault_reveals' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.vault_reveals as t where person_id = any ($2)) as records
    union all select 'storage.objects' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3)) or (bucket_id = 'message-files' and name in (select path from public.message_files where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3)))) as records
  ) as part
$function$;

CREATE OR REPLACE FUNCTION private.find_decline_obstacle(own public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.find_repeated_entry(current_order public.orders, kind text, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  attempt uuid;
  before record;
begin
  if not private.is_uuid(details ->> 'idempotencyKey') then
    raise exception 'idempotencyKey is required' using errcode = '23502', hint = 'idempotencyKey';
  end if;
  attempt := (details ->> 'idempotencyKey')::uuid;
  -- The same attempt on two orders at the same time: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('money entry ' || attempt, 0));
  select earlier.* into before
  from (
    select null::uuid as entry_id, credit.order_id, credit.recorded_by, credit.kind, credit.amount_kobo, credit.reason,
      null::text as payment_id, null::text as was_kobo, null::text as transfer_kobo, 'approved' as outcome
    from public.order_credits as credit where credit.idempotency_key = attempt
    union all
    select entry.id, entry.order_id, entry.recorded_by, entry.kind, entry.amount_kobo, entry.details ->> 'reason',
      entry.details ->> 'paymentId', entry.details ->> 'wasKobo', entry.details ->> 'transferKobo', entry.outcome
    from private.money_entries as entry where (entry.details ->> 'idempotencyKey')::uuid = attempt
  ) as earlier
  limit 1;
  if not found then
    return null;
  elsif (before.order_id, before.recorded_by, before.kind, before.amount_kobo::text, before.reason, before.payment_id, before.was_kobo,
      before.transfer_kobo)
    is distinct from ((current_order).id, (select auth.uid()), find_repeated_entry.kind, details ->> 'amountKobo',
      private.clean_text(details ->> 'reason'), details ->> 'paymentId', details ->> 'wasKobo', details ->> 'transferKobo')
  then
    raise exception 'This was sent before with other contents. Nothing was changed. Please send it once more.' using errcode = 'PT409';
  elsif before.outcome = 'dropped' then
    raise exception 'This was dropped, and nothing was changed. Is it right all the same? Please send it once more.' using errcode = 'PT409';
  end if;
  return private.describe_market_order(current_order, false) || case when before.outcome = 'approved' then '{}'
    else jsonb_build_object('waitsForSecondPerson', true, 'entryId', before.entry_id) end;
end $function$;

CREATE OR REPLACE FUNCTION private.find_repeated_money(current_order public.orders, kind text, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  reference text := private.clean_line(details ->> 'bankReference');
  since timestamptz := now() - interval '10 minutes';
  entry_id uuid;
begin
  perform private.check_statement_line(current_order, details);
  select entry.id into entry_id from private.money_entries as entry
  where entry.order_id = (current_order).id and entry.kind = $2 and entry.recorded_by = person_id
    and entry.recorded_at > since and entry.decided_at is null
    and entry.details = jsonb_strip_nulls(jsonb_build_object('amountKobo', ($3 ->> 'amountKobo')::bigint,
      'transferKobo', ($3 ->> 'transferKobo')::bigint, 'valueDate', $3 ->> 'valueDate',
      'bankReference', reference));
  if entry_id is not null then
    return private.describe_market_order(current_order, false)
      || jsonb_build_object('waitsForSecondPerson', true, 'entryId', entry_id);
  elsif not exists (
    select from public.payments
    where payments.order_id = (current_order).id and payments.kind = $2 and payments.recorded_by = person_id
      and payments.second_by is null and payments.created_at > since
      and payments.amount_kobo = (details ->> 'amountKobo')::bigint
      and (payments.kind = 'refund' or private.came_kobo(payments.id) = payments.amount_kobo)
      and payments.transfer_kobo is not distinct from
        nullif((details ->> 'transferKobo')::bigint, (details ->> 'amountKobo')::bigint)
      and payments.value_date = (details ->> 'valueDate')::date and payments.bank_reference = upper(reference)
  ) then
    return null;
  elsif $2 = 'refund' then
    return private.describe_market_order(current_order, false)
      || jsonb_build_object('refundDueKobo', (current_order).refund_due_kobo);
  end if;
  return private.describe_market_order(current_order, false)
    || jsonb_build_object('receivedKobo', private.received_kobo((current_order).id))
    || private.describe_missing_stock(current_order);
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

CREATE OR REPLACE FUNCTION private.follow_receipt(current_order public.orders, is_correction boolean DEFAULT false)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  had_to_go_back bigint := current_order.refund_due_kobo;
  owed bigint := private.balance_kobo(current_order.id);
  goes_back bigint := private.ledger_balance('refundable', current_order.id);
begin
  current_order := private.apply_order_event(current_order.id, case
    when current_order.status = 'declined' then 'pay_after_decline'
    when current_order.payment_status in ('refund_due', 'refunded') then 'pay_after_refund'
    when owed > 0 and is_correction and current_order.payment_status = 'claimed' then 'correct_to_short'
    -- Of an order whose delivery has no price yet, any sum is a part.
    when owed > 0 or current_order.awaits_delivery then 'pay_short'
    when goes_back = had_to_go_back then 'pay_exactly'
    else 'pay_over'
  end);
  update public.orders set
    refund_due_kobo = goes_back,
    stock_released_at = case
      when stock_released_at is null or status <> 'pending' then null
      when owed > 0 and private.part_paid_hold(id) <= now() then stock_released_at
      when private.reserve_again(id) then null
      else stock_released_at
    end
  where id = current_order.id
  returning * into current_order;
  return current_order;
end $function$;

CREATE OR REPLACE FUNCTION private.has_shortfall_waiting(order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.money_entries as entry
    where entry.order_id = $1 and entry.decided_at is null and entry.kind = 'correction' and entry.amount_kobo < (entry.details ->> 'wasKobo')::bigint)
$function$;

CREATE OR REPLACE FUNCTION private.is_lapsed(document public.order_documents)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when (document).kind in ('quote', 'contract') then exists (
    select from public.orders join public.quotes as quote on quote.order_id = orders.id
    where quote.id = (document).quote_id and (orders.status = 'declined'
      or not (quote.status = 'accepted' or (quote.status = 'open' and quote.expires_at > now())))
  ) when (document).kind = 'invoice' then exists (
    select from public.order_documents as note where note.cancels_id = (document).id
  ) else (document).kind = 'pro_forma' and exists (
    select from public.orders where orders.id = (document).order_id and (
      orders.status = 'declined'
      or case when jsonb_typeof((document).content -> 'account') = 'object'
        then (document).content -> 'account' is distinct from private.describe_account(orders)
          or ((document).content ->> 'totalKobo')::bigint is distinct from orders.total_amount_kobo
          or (orders.payment_status = 'unpaid' and orders.kind = 'marketplace' and orders.status = 'pending' and orders.expires_at <= now())
        else not exists (
          select from public.quotes as quote
          where quote.order_id = orders.id and quote.total_kobo = ((document).content ->> 'totalKobo')::bigint
            -- Without a day it is that of a letter of credit, which was agreed.
            and case when (document).content ->> 'goodUntil' is null then quote.status = 'accepted'
              else private.utc_text(quote.expires_at) = (document).content ->> 'goodUntil'
                and (quote.status = 'accepted' or (quote.status = 'open' and quote.expires_at > now())) end)
      end)) end
$function$;

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

CREATE OR REPLACE FUNCTION private.is_uuid(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(value ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', false)
$function$;

CREATE OR REPLACE FUNCTION private.issue_credit_note(new public.order_credits)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.issue_document(new.order_id, 'credit_note', (
    select jsonb_build_object('totalKobo', orders.total_amount_kobo, 'takenOffKobo', new.amount_kobo,
      'receivedKobo', private.paid_kobo(orders.id), 'reason', 'complaint')
      || private.describe_invoice(orders.id) || private.describe_order_credits(orders.id)
      || jsonb_strip_nulls(jsonb_build_object('vatKobo', (
        select sum(transfer.amount_minor) from private.ledger_transfers as transfer
        where transfer.order_id = orders.id and transfer.source_table = 'order_credits' and transfer.source_id = new.id::text
          and transfer.debit_account in ('vat_payable', 'unearned_vat'))))
    from public.orders where orders.id = new.order_id), credit_id => new.id);
end $function$;

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

CREATE OR REPLACE FUNCTION private.issue_document(order_id uuid, kind text, details jsonb, payment_id uuid DEFAULT NULL::uuid, quote_id uuid DEFAULT NULL::uuid, credit_id uuid DEFAULT NULL::uuid, cancels_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document_id uuid := gen_random_uuid();
  code text;
  issued_at timestamptz;
  its_year integer;
  nr integer;
  its_number text;
  content jsonb;
begin
  if kind = 'pro_forma' then
    issued_at := clock_timestamp();
    select 'PF-' || orders.code || case when count(document.id) > 0 then '-' || count(document.id) + 1 else '' end into its_number
    from public.orders left join public.order_documents as document
      on document.order_id = orders.id and document.kind = 'pro_forma'
    where orders.id = $1 group by orders.code;
  else
    -- Read inside the lock, so that a later number is never of an earlier day.
    perform pg_advisory_xact_lock(hashtextextended('document numbers ' || issue_document.kind, 0));
    issued_at := clock_timestamp();
    its_year := extract(year from issued_at at time zone 'Africa/Lagos');
    insert into private.document_counters as counter (kind, year, last_number)
    values (issue_document.kind, its_year, 1)
    on conflict on constraint document_counters_pkey do update set last_number = counter.last_number + 1
    returning last_number into nr;
    its_number := case issue_document.kind when 'invoice' then 'INV' when 'receipt' then 'RCT' when 'credit_note' then 'CN'
        when 'quote' then 'QT' when 'contract' then 'CT' else 'DN' end
      || '-' || its_year || '-' || lpad(nr::text, greatest(5, length(nr::text)), '0');
  end if;
  loop
    code := private.make_verification_code();
    exit when not exists (select from public.order_documents where verification_code = code);
  end loop;
  content := jsonb_build_object('kind', issue_document.kind, 'number', its_number, 'verificationCode', code,
    'issuedAt', private.utc_text(issued_at)) || private.describe_parties(issue_document.order_id) || details;
  insert into public.order_documents
    (id, order_id, payment_id, quote_id, credit_id, cancels_id, kind, number, verification_code, content, content_sha256, issued_at)
  values (document_id, issue_document.order_id, issue_document.payment_id, issue_document.quote_id, issue_document.credit_id,
    issue_document.cancels_id, issue_document.kind, its_number, code, content, encode(sha256(convert_to(content::text, 'UTF8')), 'hex'), issued_at);
  return document_id;
end $function$;

CREATE OR REPLACE FUNCTION private.issue_receipt(new public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.issue_document(new.order_id, 'receipt', (
    select jsonb_build_object('totalKobo', orders.total_amount_kobo, 'payment', jsonb_strip_nulls(jsonb_build_object(
      'amountKobo', private.came_kobo(first.id), 'transferKobo', nullif(private.line_whole_kobo(private.reference_key(first.bank_reference), 'receipt'), private.came_kobo(first.id)),
      'valueDate', new.value_date, 'bankReference', new.bank_reference, 'receivedKobo', private.paid_kobo(orders.id))))
      || coalesce((
        select jsonb_build_object('replaces', jsonb_build_object('number', before.number, 'issuedAt', before.content -> 'issuedAt'))
        from public.payments as part join public.order_documents as before on before.payment_id = part.id and before.kind = 'receipt'
        where part.order_id = new.order_id and first.id in (part.id, part.corrects_id) order by before.issued_at desc limit 1), '{}')
      || private.describe_order_credits(orders.id) || private.vat_on_document(orders.vat_lines)
    from public.orders join public.payments as first on first.id = coalesce(new.corrects_id, new.id)
    where orders.id = new.order_id), new.id);
end $function$;

CREATE OR REPLACE FUNCTION private.label_record(record_type text, record_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case $1
    when 'orders' then (select t.code from public.orders as t where t.id = $2)
    when 'farmers' then (select t.reference from public.farmers as t where t.id = $2)
    when 'training_enrolments' then (select t.reference from public.training_enrolments as t where t.id = $2)
    when 'buyers' then (select t.reference from public.buyers as t where t.id = $2)
    when 'investors' then (select t.reference from public.investors as t where t.id = $2)
    when 'partnership_applications' then (select t.company_name from public.partnership_applications as t where t.id = $2)
    when 'job_applications' then (select t.full_name from public.job_applications as t where t.id = $2)
    when 'contact_messages' then (select t.name from public.contact_messages as t where t.id = $2)
    when 'products' then (select t.name from public.products as t where t.id = $2)
    when 'breaches' then (select t.title from public.breaches as t where t.id = $2)
    when 'newsletter_subscriptions' then (select t.email from public.newsletter_subscriptions as t where t.id = $2)
  end
$function$;

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

CREATE OR REPLACE FUNCTION private.needs_untied_second(entry private.money_entries, decides uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select $2 = any (tied.people) and exists (
    select from public.user_roles as holder
    join auth.users as account on account.id = holder.user_id
    where holder.user_id <> all (tied.people) and private.person_has_permission(holder.user_id, 'payments.confirm')
      and account.deleted_at is null and (account.banned_until is null or account.banned_until <= now())
      -- Confirming takes a second factor, also where the desk does not.
      and exists (select from auth.mfa_factors as factor where factor.user_id = holder.user_id and factor.status = 'verified')
      and not exists (select from public.orders where orders.id = (entry).order_id and orders.user_id = holder.user_id)
      and not private.exceeds_limit_of(holder.user_id, entry))
  from private.related_staff((entry).recorded_by) as tied (people)
$function$;

CREATE OR REPLACE FUNCTION private.paid_kobo(order_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.received_kobo($1) + money.sent_kobo from private.follow_granted_money($1) as money
$function$;

CREATE OR REPLACE FUNCTION private.payment_once_declined(own public.orders)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  obstacle text := private.find_decline_obstacle(own);
begin
  if obstacle is not null then
    raise exception '%', obstacle using errcode = '23514', hint = 'status';
  end if;
  return (
    select coupling.to_value from private.order_couplings as coupling
    where coupling.event = private.decline_event(own) and coupling.axis = 'payment' and coupling.from_value = (own).payment_status);
end $function$;

CREATE OR REPLACE FUNCTION private.post_correction(of_order public.orders, correction public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_while_less_may_have_come(order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.has_shortfall_waiting(order_id) then
    raise exception 'A correction says that less money came for this order, and waits for a second person. It has to be confirmed or dropped first.'
      using errcode = '23514', hint = 'correction_waits';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.say_when_sent(record_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_char(sent_at, case when sent_at::date = (now() at time zone 'Africa/Lagos')::date then 'HH24:MI'
    else U&'HH24:MI "on" FMDD\00A0FMMonth' end)
  from (
    select created_at at time zone 'Africa/Lagos' as sent_at from public.registration_submissions as sent
    where sent.record_id = $1 order by sent.version desc limit 1
  ) as newest
$function$;

CREATE OR REPLACE FUNCTION private.share_transfer(new public.payments)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  others record;
begin
  new.reference_key := private.reference_key(new.bank_reference);
  if new.reference_key is null or char_length(new.reference_key) < 3 then
    raise exception 'Enter the reference that stands on the statement' using errcode = '23514', hint = 'bankReference';
  elsif new.kind = 'refund' then
    perform private.refuse_own_refund(new.order_id, new.recorded_by);
  end if;
  -- One after the other for each line, or two parts at once would both count as the first.
  perform pg_advisory_xact_lock(hashtextextended(new.kind || ' line ' || new.reference_key, 0));
  -- By what really came: of a receipt that was corrected to nothing the line is free for another order.
  select string_agg(orders.code, ', ' order by orders.code) as codes, sum(private.came_kobo(part.id)) as kobo,
    private.line_whole_kobo(new.reference_key, new.kind) as whole, bool_or(part.order_id = new.order_id) as is_same_order,
    bool_and(part.currency = new.currency and part.value_date = new.value_date) as is_same_line
  into others
  from public.payments as part join public.orders on orders.id = part.order_id
  where part.kind = new.kind and private.reference_key(part.bank_reference) = new.reference_key
    and (part.order_id = new.order_id or private.came_kobo(part.id) > 0);
  if others.codes is null then
    return new;
  elsif others.is_same_order then
    raise exception 'This line of the statement has been recorded already' using errcode = '23505', hint = 'bankReference';
  elsif new.transfer_kobo is null then
    raise exception 'This line of the statement has been recorded already, for order %. If the transfer pays this order too, say how much it was in all.', others.codes
      using errcode = '23505', hint = 'transferKobo';
  elsif not others.is_same_line then
    raise exception 'The other part of this transfer, for order %, has another day or currency', others.codes
      using errcode = '23514', hint = 'valueDate';
  elsif others.whole <> new.transfer_kobo then
    raise exception 'For order % the whole of this transfer was recorded as another amount', others.codes
      using errcode = '23514', hint = 'transferKobo';
  elsif others.kobo + new.amount_kobo > new.transfer_kobo then
    raise exception 'The parts of this transfer, with order %, are more than the whole', others.codes
      using errcode = '23514', hint = 'transferKobo';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.step_condition(step text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case step
    when 'to_quote' then $sql$(t.kind = 'bulk' and t.total_amount_kobo is null and t.list_status in ('pending', 'approved')
        and t.id not in (select offered.order_id from private.quotes_with_buyer as offered
          union all select judged.order_id from public.quotes as judged where judged.status = 'waiting')
      or t.awaits_delivery and t.list_status = 'pending'
        and (select chosen.quoted_at is null from public.order_deliveries as chosen where chosen.order_id = t.id))$sql$
    when 'paid_to_approve' then $sql$t.list_status = 'pending' and t.total_amount_kobo is not null and not t.awaits_delivery
      and t.payment_status not in ('claimed', 'refund_due')
      and (t.kind = 'bulk' or t.payment_status in ('confirmed', 'overpaid') or t.credit_terms_reason is not null)
      and $sql$ || goods.are_receipts_sure
    when 'to_prepare' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'none' and $sql$ || goods.may_leave || ' and ' || goods.are_receipts_sure
    when 'to_dispatch' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'preparing' and $sql$ || goods.may_leave
      || ' and ' || goods.are_receipts_sure
    when 'to_complete' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'delivered'
      and (t.payment_status in ('confirmed', 'overpaid', 'refunded')
        or t.credit_terms_reason is not null and t.payment_status not in ('claimed', 'refund_due'))
      and $sql$ || goods.are_receipts_sure
    when 'to_ring' then private.to_ring_condition()
    when 'waits_for_buyer' then $sql$t.list_status in ('pending', 'approved') and t.payment_status in ('unpaid', 'underpaid')
      and t.fulfilment_status <> 'disputed' and case
        when t.total_amount_kobo is null then t.id in (select offered.order_id from private.quotes_with_buyer as offered)
        when t.awaits_delivery then (select chosen.quoted_at is not null from public.order_deliveries as chosen where chosen.order_id = t.id)
        when t.list_status = 'pending' then t.kind = 'marketplace' and t.credit_terms_reason is null
        when t.fulfilment_status = 'delivered' then t.credit_terms_reason is null
        else t.fulfilment_status in ('none', 'preparing')
          and (select private.is_paid_enough(own) is not true from public.orders as own where own.id = t.id)
      end$sql$
  end
  -- What private.couple_order_axes refuses otherwise: credit terms can be taken back while the goods are prepared.
  from (values ($sql$t.total_amount_kobo is not null
      and (t.payment_status in ('confirmed', 'overpaid') or t.payment_status in ('unpaid', 'claimed', 'underpaid')
        and (t.credit_terms_reason is not null
          or (select private.is_paid_enough(own) from public.orders as own where own.id = t.id)))$sql$,
      -- As private.has_shortfall_waiting: read once, and few.
      $sql$t.id not in (select entry.order_id from private.money_entries as entry
        where entry.decided_at is null and entry.kind = 'correction' and entry.amount_kobo < (entry.details ->> 'wasKobo')::bigint)$sql$))
    as goods (may_leave, are_receipts_sure)
$function$;

CREATE OR REPLACE FUNCTION private.task_types()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['orders', 'farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications', 'contact_messages', 'products', 'breaches', 'newsletter_subscriptions']
$function$;

CREATE OR REPLACE FUNCTION private.to_ring_condition()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- From the few orders that may be meant, not from all that have a delivery.
  select $sql$t.id in (
    select meant.id
    from (
      select own.id, chosen.quoted_at as since
      from public.orders as own
      join public.order_deliveries as chosen on chosen.order_id = own.id and chosen.kind <> 'collect' and chosen.quoted_at is not null
      join public.order_contacts as contact on contact.order_id = own.id and contact.phone ~ '[1-9]' and contact.email is null
      where own.awaits_delivery and own.status = 'pending' and own.user_id is null
      union all
      select own.id, max(correction.created_at)
      from public.payments as correction
      join public.orders as own on own.id = correction.order_id
      join public.order_contacts as contact on contact.order_id = own.id and contact.phone ~ '[1-9]' and contact.email is null
      -- The receipts that were corrected are few, and have an index.
      where correction.corrects_id is not null and correction.amount_kobo <> 0 and correction.created_at > now() - interval '30 days' and own.user_id is null and not own.is_demo
      group by own.id
      union all
      select own.id, (chosen.day - 2)::timestamp at time zone 'Africa/Lagos'
      from public.orders as own
      join public.order_deliveries as chosen on chosen.order_id = own.id and chosen.kind <> 'collect'
      join public.order_contacts as contact on contact.order_id = own.id and contact.phone ~ '[1-9]'
      where not own.awaits_delivery and own.status = 'approved' and own.fulfilment_status in ('preparing', 'dispatched')
        and own.delivers_until between (now() at time zone 'Africa/Lagos')::date - 7 and (now() at time zone 'Africa/Lagos')::date + 1
    ) as meant
    where not exists (
      select from public.phone_calls as made
      where made.record_id = meant.id and made.record_type = 'orders'
        and made.outcome in ('reached', 'chat_sent', 'wrong_number', 'refused') and made.created_at >= meant.since))$sql$
$function$;

CREATE OR REPLACE FUNCTION private.turned_kobo(order_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum((note.content ->> 'takenOffKobo')::bigint), 0)::bigint from public.order_documents as note
  where note.order_id = $1 and note.kind = 'credit_note' and note.payment_id is not null
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

CREATE OR REPLACE FUNCTION public.choose_newsletter(wanted boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  address text := (
    select lower(email) from auth.users where id = caller_id and email_confirmed_at is not null
  );
begin
  if address is null then
    raise exception 'Please confirm your email address first' using errcode = '42501';
  end if;
  if wanted then
    -- One after the other for each account, or many at once would all count the same few.
    perform pg_advisory_xact_lock(hashtextextended('newsletter ' || caller_id, 0));
    if (select count(*) >= 20 from public.consents
        where user_id = caller_id and purpose = 'newsletter' and created_at > now() - interval '1 day') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
    insert into public.newsletter_subscriptions (email, confirmed_at, unsubscribe_token)
    values (address, now(), private.make_token())
    on conflict on constraint newsletter_subscriptions_email_unique do update
      set confirmed_at = now(), unsubscribed_at = null, confirm_token_hash = null;
  else
    update public.newsletter_subscriptions set unsubscribed_at = now(), confirm_token_hash = null
    where email = address and unsubscribed_at is null;
  end if;
  return public.has_newsletter();
end $function$;

CREATE OR REPLACE FUNCTION public.correct_payment(payment_id uuid, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.correction_waits(public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.has_shortfall_waiting(($1).id) where (select private.has_permission('orders.read'))
$function$;

REVOKE ALL ON FUNCTION "public"."correction_waits"(public.orders) FROM "service_role";

CREATE OR REPLACE FUNCTION public.decide_money_entry(entry_id uuid, is_approved boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  current_order public.orders;
  entry private.money_entries;
begin
  -- The order first, as everybody locks it.
  current_order := private.order_for_finance((select one.order_id from private.money_entries as one where one.id = entry_id));
  select * into entry from private.money_entries where id = entry_id for update;
  if entry.decided_at is not null then
    raise exception 'Somebody else has decided on this entry. Please look again.' using errcode = 'P0002';
  elsif is_approved is null then
    raise exception 'Say yes or no' using errcode = '22004', hint = 'is_approved';
  elsif is_approved and entry.recorded_by = person_id then
    raise exception 'You entered this. Somebody else must confirm it.' using errcode = '42501', hint = 'own_entry';
  elsif is_approved and private.needs_untied_second(entry, person_id) then
    raise exception 'You and the person who entered this were brought in by one another, or by the same person. Somebody else must confirm it.'
      using errcode = '42501', hint = 'own_making';
  elsif is_approved and private.exceeds_limit_of(person_id, entry) then
    raise exception 'This is more than your role may pay back. Somebody with a higher limit must confirm it.'
      using errcode = '42501', hint = 'role_limit';
  end if;
  update private.money_entries set decided_by = person_id, decided_at = now(),
    outcome = case when is_approved then 'approved' else 'dropped' end
  where id = entry.id;
  if not is_approved then
    return private.describe_market_order(current_order, false);
  elsif entry.kind = 'receipt' then
    return private.book_receipt(current_order, entry.details, entry.recorded_by, person_id);
  elsif entry.kind = 'correction' then
    return private.book_correction(current_order, entry.details, entry.recorded_by, person_id);
  elsif entry.kind in ('fee', 'write_off') then
    return private.book_remainder(current_order, entry.details, entry.recorded_by, person_id);
  elsif entry.kind = 'complaint' then
    return private.book_grant(current_order, entry.details, entry.recorded_by, person_id);
  end if;
  return private.book_refund(current_order, entry.details, entry.recorded_by, person_id);
end $function$;

CREATE OR REPLACE FUNCTION public.decline_obstacle(public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.find_decline_obstacle($1) where (select private.has_permission('orders.read'))
$function$;

REVOKE ALL ON FUNCTION "public"."decline_obstacle"(public.orders) FROM "service_role";

CREATE OR REPLACE FUNCTION public.delivery_options(items jsonb, state text, lga text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  grams bigint;
begin
  if jsonb_typeof(items) is distinct from 'array'
    or jsonb_array_length(items) not between 1 and private.market_limit('order_lines_max')
    or char_length(coalesce(state, '')) > 0 and char_length(state) not between 2 and 100 or char_length(lga) > 100
    or exists (
      select from jsonb_array_elements(items) as item
      where not private.is_uuid(item ->> 'productId')
        or coalesce(item ->> 'quantity', '') !~ '^[1-9][0-9]{0,5}$'
        or coalesce(item ->> 'priceKobo', '0') !~ '^[0-9]{1,15}$')
  then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  grams := private.basket_grams(items);
  return private.add_vat_to_options(private.price_delivery(grams, coalesce(state, ''), lga), items)
    || case when coalesce(state, '') = '' then jsonb_build_object('fromKobo', private.cheapest_delivery(grams)) else '{}' end;
end $function$;

CREATE OR REPLACE FUNCTION public.list_mails(only_state text DEFAULT NULL::text, search text DEFAULT NULL::text, page_index integer DEFAULT 0, page_size integer DEFAULT 10, oldest_first boolean DEFAULT false)
 RETURNS TABLE(id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text, created_at timestamp with time zone, next_attempt_at timestamp with time zone, sent_at timestamp with time zone, can_resend boolean, total bigint, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := nullif(btrim(list_mails.search), '');
  patterns text[] := private.search_patterns(words);
  subjects text[] := private.own_mail_subjects();
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.channel, mail.template, mail.recipient, mail.state, mail.attempts, mail.last_error,
      mail.created_at, mail.next_attempt_at, mail.sent_at, mail.can_resend, count(*) over (),
      private.name_mail(mail.template)
    from private.mails as mail
    where mail.subject = any (subjects)
      and (list_mails.only_state is null or mail.state = list_mails.only_state)
      and (words is null or mail.address ilike any (patterns) or mail.template in
          (select known.template from private.mail_templates as known where known.name ilike any (patterns))
        or mail.address in (select private.addresses_named(patterns)))
    order by case when oldest_first then mail.created_at end, mail.created_at desc, mail.id
    limit least(greatest(page_size, 1), 100) offset greatest(page_index, 0)::bigint * least(greatest(page_size, 1), 100);
end $function$;

REVOKE ALL ON FUNCTION "public"."list_mails"(text, text, integer, integer, boolean) FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_money_entries(order_id uuid)
 RETURNS TABLE(id uuid, kind text, amount_kobo bigint, was_kobo bigint, transfer_kobo bigint, currency text, value_date date, bank_reference text, reason text, recorded_at timestamp with time zone, recorded_by_name text, is_own boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('orders.read') then
    raise exception 'permission denied to read orders' using errcode = '42501';
  end if;
  return query
    select entry.id, entry.kind, entry.amount_kobo, (entry.details ->> 'wasKobo')::bigint,
      (entry.details ->> 'transferKobo')::bigint, entry.currency, (entry.details ->> 'valueDate')::date,
      entry.details ->> 'bankReference', entry.details ->> 'reason', entry.recorded_at, coalesce(person.full_name, person.email),
      entry.recorded_by = (select auth.uid())
    from private.money_entries as entry left join public.profiles as person on person.id = entry.recorded_by
    where entry.order_id = list_money_entries.order_id and entry.decided_at is null
    order by entry.recorded_at;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_money_entries"(uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.open_order_dispute(order_id uuid, dispute jsonb, context jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  photos text[] := array(select jsonb_array_elements_text(coalesce(dispute -> 'photoPaths', '[]')));
  said text := private.clean_text(dispute ->> 'reason');
  line_given text := nullif(dispute ->> 'line', '');
  amount_given text := nullif(dispute ->> 'amount', '');
  goods record;
  dispute_id uuid;
begin
  select * into own from public.orders where id = own.id for update;
  if own.delivered_at is null or own.delivered_at < now() - interval '48 hours' then
    raise exception 'The quality can be disputed within 48 hours of the delivery' using errcode = '23514', hint = 'dispute';
  elsif char_length(coalesce(said, '')) not between 10 and 2000 then
    raise exception 'Please describe what is wrong, in at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif cardinality(photos) > 6 then
    raise exception 'At most 6 photos' using errcode = '23514', hint = 'photoPaths';
  end if;
  if line_given !~ '^[0-9]{1,6}$' or amount_given !~ '^[0-9]{1,9}(\.[0-9]{1,3})?$' or amount_given is not null and line_given is null
    or nullif(dispute ->> 'wish', '') not in ('replace', 'refund', 'credit')
  then
    raise exception 'This is no complaint about a line of the order' using errcode = '22023', hint = 'line';
  end if;
  select * into goods from private.goods_lines(own.id) as line where line.position = line_given::integer;
  if line_given is not null and goods.position is null then
    raise exception 'Please choose which goods it is about' using errcode = '23514', hint = 'line';
  elsif amount_given::numeric = 0 then
    raise exception 'Enter a quantity greater than 0' using errcode = '23514', hint = 'amount';
  elsif amount_given::numeric > goods.quantity then
    raise exception 'At most % were ordered', trim_scale(goods.quantity) using errcode = '23514', hint = 'amount';
  elsif exists (select from public.order_disputes as earlier
      where earlier.order_id = own.id and earlier.resolved_at is not null and earlier.reason = said
        and earlier.line_position = line_given::integer) then
    raise exception 'We have answered this complaint. Say what else is wrong, or write to us below.'
      using errcode = '23514', hint = 'reason';
  end if;
  perform private.require_order_uploads(own.id, 'dispute', photos);
  perform private.apply_order_event(own.id, 'dispute');
  insert into public.order_disputes (order_id, reason, photo_paths, line_position, line_name, amount, amount_unit, wish)
  values (own.id, said, photos, line_given::integer, left(goods.name, 300), amount_given::numeric,
    case when amount_given is not null then goods.unit end, nullif(dispute ->> 'wish', ''))
  returning id into dispute_id;
  perform private.notify_buyer(own.id, 'order_dispute_received');
  return dispute_id;
end $function$;

CREATE OR REPLACE FUNCTION public.settle_remainder(order_id uuid, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders := private.order_for_finance(order_id);
  repeated jsonb;
begin
  repeated := private.find_repeated_entry(current_order, details ->> 'kind', details);
  if repeated is not null then
    return repeated;
  end if;
  perform private.check_remainder(current_order, details);
  perform private.refuse_own_refund(current_order.id, (select auth.uid()));
  if private.needs_second_person(current_order, details ->> 'kind', (details ->> 'amountKobo')::bigint) then
    return private.hold_money(current_order, details ->> 'kind', details);
  end if;
  return private.book_remainder(current_order, details, (select auth.uid()), null);
end $function$;

CREATE OR REPLACE FUNCTION public.watch_stock(product_id uuid, wanted boolean DEFAULT true)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
begin
  if caller_id is null then
    raise exception 'Please sign in first' using errcode = '42501';
  elsif not wanted then
    delete from public.stock_alerts as alert where alert.user_id = caller_id and alert.product_id = watch_stock.product_id;
    return false;
  end if;
  perform private.require_sold_out(watch_stock.product_id);
  if not exists (select from auth.users where id = caller_id and email is not null and email_confirmed_at is not null) then
    raise exception 'Please confirm your email address first' using errcode = '42501';
  end if;
  -- One after the other for each account, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('stock alerts ' || caller_id, 0));
  if (select count(*) >= 50 from public.stock_alerts as alert
      where alert.user_id = caller_id and alert.product_id <> watch_stock.product_id) then
    raise exception 'You wait for 50 products already' using errcode = '23514', hint = 'productId';
  end if;
  insert into public.stock_alerts (product_id, user_id, confirmed_at, end_token)
  values (watch_stock.product_id, caller_id, now(), private.make_token())
  on conflict on constraint stock_alerts_account_unique do update set confirmed_at = now(), notified_at = null;
  return true;
end $function$;

ALTER TABLE "public"."order_documents" ADD CONSTRAINT "order_documents_cancels_id_fkey" FOREIGN KEY (cancels_id) REFERENCES public.order_documents(id);

ALTER TABLE "public"."order_documents" ADD CONSTRAINT "order_documents_credit_id_belongs" CHECK (((num_nonnulls(credit_id, cancels_id) = 0) OR ((kind = 'credit_note'::text) AND (payment_id IS NULL))));

ALTER TABLE "public"."order_documents" ADD CONSTRAINT "order_documents_payment_id_belongs" CHECK (((kind = ANY (ARRAY['receipt'::text, 'credit_note'::text])) = (num_nonnulls(payment_id, credit_id, cancels_id) = 1)));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_amount_kobo_positive" CHECK (((amount_kobo > 0) OR ((kind = 'correction'::text) AND ((amount_kobo <> 0) OR (transfer_kobo IS NOT NULL)))));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_transfer_kobo_more" CHECK (((transfer_kobo > amount_kobo) OR ((kind = 'correction'::text) AND (transfer_kobo = amount_kobo))));

CREATE UNIQUE INDEX order_documents_one_cancellation ON public.order_documents USING btree (cancels_id);

CREATE UNIQUE INDEX order_documents_one_paper_of_a_payment ON public.order_documents USING btree (payment_id, kind);

CREATE TRIGGER forget_record_work AFTER DELETE ON public.newsletter_subscriptions FOR EACH ROW EXECUTE FUNCTION private.forget_record_work();

COMMENT ON COLUMN "public"."order_documents"."cancels_id" IS 'Of a credit note: the invoice that it takes back whole, since the order is not carried out.';

COMMENT ON COLUMN "public"."payments"."corrects_id" IS 'Of a correction: the receipt that was recorded with a wrong amount. Its own amount is the difference: below nothing where less came, nothing where the whole of a shared transfer alone was wrong.';

COMMENT ON COLUMN "public"."payments"."transfer_kobo" IS 'The whole line of the statement, where several orders share it; of a correction, what it really was. Null: the line is this amount, as far as was said.';

REVOKE ALL ON FUNCTION "private"."cancel_invoice"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decline_event"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_missing_stock"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exceeds_limit_of"(uuid, private.money_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_decline_obstacle"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_repeated_entry"(public.orders, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_granted_money"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_receipt"(public.orders, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_shortfall_waiting"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_uuid"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_credit_note_of_correction"(public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_document"(uuid, text, jsonb, uuid, uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."line_whole_kobo"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_untied_second"(private.money_entries, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_once_declined"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_while_less_may_have_come"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."turned_kobo"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_of_note"(uuid, bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."correction_waits"(public.orders) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."correction_waits"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decline_obstacle"(public.orders) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."decline_obstacle"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_mails"(text, text, integer, integer, boolean) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_mails"(text, text, integer, integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_money_entries"(uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_money_entries"(uuid) TO "authenticated";

CREATE OR REPLACE FUNCTION private.describe_order_credits(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when off.kobo > 0 then jsonb_build_object('creditedKobo', off.kobo) else '{}' end
  from (
    select coalesce(sum(credit.amount_kobo), 0) + private.turned_kobo($1) as kobo from public.order_credits as credit where credit.order_id = $1
  ) as off
$function$;

update private.mail_templates set name = 'Confirm a new email address' where template = 'auth_email_change';

update private.mail_templates set name = 'Confirm the email address' where template = 'auth_signup';

update private.mail_templates set name = 'Email address was changed' where template = 'auth_email_changed';

insert into private.order_couplings (event, axis, from_value, to_value) values ('decline_unpaid', 'fulfilment', 'none', 'none');

insert into private.order_couplings (event, axis, from_value, to_value) values ('decline_unpaid', 'payment', 'claimed', 'claimed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('decline_unpaid', 'payment', 'confirmed', 'unpaid');

insert into private.order_couplings (event, axis, from_value, to_value) values ('decline_unpaid', 'payment', 'underpaid', 'unpaid');

insert into private.order_couplings (event, axis, from_value, to_value) values ('decline_unpaid', 'payment', 'unpaid', 'unpaid');

insert into private.order_couplings (event, axis, from_value, to_value) values ('decline_unpaid', 'status', 'approved', 'declined');

insert into private.status_transitions (record_type, from_status, to_status) values ('orders', 'approved', 'declined');
