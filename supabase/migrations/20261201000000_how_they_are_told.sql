CREATE OR REPLACE FUNCTION private.book_refund(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.check_refund(current_order public.orders, details jsonb, person_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.choose_mailbox(requested text, contacted text, own text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE(requested, contacted, own);

CREATE OR REPLACE FUNCTION private.notify_buyer(order_id uuid, template text, more jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  policy private.mail_templates;
  own_mailbox text;
  recipient text;
  token text;
  delivery jsonb;
  reason text;
  answered jsonb;
  goods jsonb;
begin
  select * into strict current_order from public.orders where id = order_id;
  if current_order.is_demo then
    return null;
  end if;
  select * into strict policy from private.mail_templates where mail_templates.template = notify_buyer.template;
  select * into request from public.order_requests where order_requests.order_id = current_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = current_order.id;
  select email into own_mailbox from public.profiles where id = current_order.user_id;
  recipient := private.choose_mailbox(request.email, contact.email, own_mailbox);
  if policy.limited = 'form' and not private.may_write_form_mail(recipient) then
    return null;
  end if;
  -- The form takes any address, a stranger's too: of what a buyer's own doing sends, a mailbox that nobody proved gets
  -- five in an hour from everybody together, and the account's own gets what is beyond.
  if recipient is distinct from own_mailbox
    and (policy.limited in ('new_order', 'order') or current_order.decline_code = 'withdrawn_by_buyer') then
    if policy.limited = 'new_order' then
      -- One after the other for each address, or many at once would all count the same few. Not for the others, which
      -- come from orders that are there: a withdrawal locks its products after this, a new order before.
      perform pg_advisory_xact_lock(hashtextextended('order mail ' || private.mailbox_of(recipient), 0));
    end if;
    if (select count(*) >= 5 from private.mail_outbox
        where private.mailbox_of(mail_outbox.recipient) in (private.mailbox_of(coalesce(request.email, contact.email)),
            private.erased_recipient(coalesce(request.email, contact.email)))
          and created_at > now() - interval '1 hour') then
      recipient := own_mailbox;
    end if;
  end if;
  if recipient is null then
    return null;
  end if;
  if current_order.kind = 'marketplace' and current_order.user_id is null then
    token := private.make_token();
    insert into private.order_guest_links (token_hash, order_id, expires_at)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), current_order.id,
      now() + case when template = 'order_link_again' then private.link_again_period() else private.guest_link_period() end);
  end if;
  delivery := private.describe_delivery_done(current_order.id);
  -- The day is left out of a delivery that comes later than agreed: staff name another one.
  if delivery ->> 'kind' <> 'collect' and current_order.fulfilment_status not in ('delivered', 'disputed')
    and private.end_of_day((delivery ->> 'day')::date) <= now()
  then
    delivery := delivery - 'day';
  end if;
  reason := current_order.decline_reason;
  -- Read apart from the rest: what a statement names is prepared for each mail, also where its template needs nothing of it.
  -- Line by line where goods bear different VAT, as they were ordered. Those that bear the same have one line of it, and perhaps delivery another.
  if jsonb_array_length(current_order.vat_lines) > 1 then
    goods := (
      select jsonb_agg(jsonb_build_object('name', item.product_name, 'quantity', item.quantity::text,
        'unit', 'packs of ' || trim_scale(item.pack_amount) || ' ' || item.pack_unit, 'priceKobo', item.price_kobo,
        'totalKobo', item.total_kobo, 'vatClass', item.vat_class, 'vatRateBp', item.vat_rate_bp) order by item.position)
      from public.order_items as item where item.order_id = current_order.id
      having count(distinct (item.vat_class, item.vat_rate_bp)) > 1);
  end if;
  if template = 'order_reopened' then
    reason := (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = current_order.id order by event.id desc limit 1);
  elsif template = 'order_dispute_answered' then
    answered := (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo,
        'taken_off_kobo', nullif(refund_kobo - coalesce((
          select sum(transfer.amount_minor) from private.ledger_transfers as transfer
          where transfer.order_id = dispute.order_id and transfer.source_table = 'order_disputes' and transfer.source_id = dispute.id::text
            and transfer.credit_account = 'refundable'), 0)::bigint, 0),
        -- The time of the transaction that answered it.
        'credit_note', (select document.number from public.order_documents as document
          join public.order_credits as credit on credit.id = document.credit_id
          where credit.order_id = dispute.order_id and credit.kind = 'complaint' and credit.created_at = dispute.resolved_at
          order by document.issued_at desc limit 1),
        'received_kobo', private.paid_kobo(current_order.id), 'net_kobo', private.net_kobo(current_order))
      from public.order_disputes as dispute where dispute.order_id = current_order.id and resolved_at is not null
      order by resolved_at desc limit 1);
  end if;
  return private.enqueue_mail(template, recipient, jsonb_strip_nulls(more || jsonb_build_object(
    'order_id', current_order.id,
    'code', current_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', current_order.crop_type, 'quantity', current_order.quantity_text, 'unit', current_order.unit,
    'reason', reason,
    'decline_code', current_order.decline_code, 'total_kobo', current_order.total_amount_kobo,
    'delivery', delivery,
    'lines', goods, 'vat', current_order.vat_lines,
    'currency', case when current_order.total_amount_kobo is not null then current_order.currency end,
    'expires_at', current_order.expires_at, 'price_locked_until', current_order.price_locked_until,
    'payment_status', case when current_order.kind = 'marketplace' then current_order.payment_status end,
    'goods_released', nullif(current_order.stock_released_at is not null and current_order.status = 'pending', false),
    'refund_due_kobo', nullif(current_order.refund_due_kobo, 0), 'fulfilment_status', nullif(current_order.fulfilment_status, 'none'),
    'contract', case when current_order.kind = 'bulk' then private.contract_in_mail(current_order, recipient is not distinct from own_mailbox) end,
    'due', private.describe_due(current_order),
    'by_letter', nullif(current_order.credit_terms_reason is null and private.has_letter_of_credit(current_order.id)
      and private.letter_is_issued(current_order.id), false),
    'payment', case when policy.has_payment_account then private.payment_block(current_order) end,
    'dispute', answered,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || current_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, current_order.id, extract(epoch from current_order.reopened_at))
  end);
end $function$;

CREATE OR REPLACE FUNCTION private.number_to_text(of_order public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select contact.phone from public.order_contacts as contact
  where contact.order_id = (of_order).id and (of_order).user_id is null and contact.email is null and contact.phone ~ '[1-9]'
$function$;

CREATE OR REPLACE FUNCTION public.change_delivery_day(order_id uuid, expected date, day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'Africa/Lagos')::date;
  own public.orders;
  chosen public.order_deliveries;
  zone public.delivery_zones;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to change the day of a delivery' using errcode = '42501';
  elsif private.is_own_record('orders', change_delivery_day.order_id) then
    raise exception 'Somebody else must change the day of your own order' using errcode = '42501', hint = 'own_record';
  end if;
  select * into own from public.orders where id = change_delivery_day.order_id for update;
  select * into chosen from public.order_deliveries as delivery where delivery.order_id = own.id;
  if own.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif chosen.day is null or own.awaits_delivery or own.status not in ('pending', 'approved') or own.fulfilment_status not in ('none', 'preparing', 'dispatched')
  then
    raise exception 'The day of this delivery is not open any more' using errcode = '23514', hint = 'day';
  elsif change_delivery_day.day = chosen.day then
    -- Sent once more by a retry.
    return;
  elsif chosen.day is distinct from expected then
    raise exception 'Somebody else has changed this order. Please look again.' using errcode = 'PT409';
  elsif coalesce(change_delivery_day.day not between today and today + 180, true) then
    raise exception 'Say on which day it is delivered, from today on and within 180 days' using errcode = '23514', hint = 'day';
  end if;
  select * into zone from public.delivery_zones where id = chosen.zone_id;
  if zone.capacity_kg is not null or zone.capacity_orders is not null then
    perform pg_advisory_xact_lock(hashtextextended(concat('delivery day ', zone.id, ' ', change_delivery_day.day), 0));
    if not private.has_room(zone, change_delivery_day.day, chosen.weight_grams) then
      raise exception 'That day is full. Choose another one, or raise what the zone takes in a day.' using errcode = '23514', hint = 'day';
    end if;
  end if;
  update public.order_deliveries as delivery set day = change_delivery_day.day, day_before = chosen.day, day_changed_at = now()
  where delivery.order_id = own.id;
  update public.orders set delivers_from = change_delivery_day.day, delivers_until = change_delivery_day.day,
    -- What is paid for has its goods already (private.follow_receipt), and its day now.
    stock_released_at = case when payment_status not in ('confirmed', 'overpaid') or exists (
      select from public.order_items as item where item.order_id = own.id and item.is_released) then stock_released_at end
  where id = own.id;
  perform private.record_audit('change_delivery_day', 'orders', own.id::text, jsonb_build_object('day', chosen.day),
    jsonb_build_object('day', change_delivery_day.day));
  perform private.notify_buyer(own.id, 'order_delivery_day', jsonb_build_object('day_before', chosen.day));
  if private.number_to_text(own) is not null and not own.is_demo then
    perform private.enqueue_sms('order_delivery_day', private.number_to_text(own), jsonb_build_object('code', own.code, 'day', change_delivery_day.day));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.quote_delivery(order_id uuid, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  quoted public.orders;
  earlier public.order_deliveries;
  offered public.order_deliveries;
  before jsonb;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  elsif private.is_own_record('orders', order_id) then
    raise exception 'Somebody else must quote your own order' using errcode = '42501', hint = 'own_record';
  end if;
  select * into quoted from public.orders where id = quote_delivery.order_id for update;
  if quoted.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif not quoted.awaits_delivery or quoted.status <> 'pending' then
    raise exception 'The delivery of this order is not open any more' using errcode = '23514', hint = 'delivery';
  elsif details ->> 'priceKobo' ~ '^[0-9]{12,}$' then
    raise exception 'A delivery costs less than ₦1,000,000,000' using errcode = '23514', hint = 'price';
  elsif coalesce(details ->> 'priceKobo', '') !~ '^[0-9]{1,11}$' then
    raise exception 'Say what the delivery costs, in naira; 0 is free' using errcode = '23514', hint = 'price';
  elsif coalesce(private.read_day(details ->> 'day')
    not between (now() at time zone 'Africa/Lagos')::date and (now() at time zone 'Africa/Lagos')::date + 180, true)
  then
    raise exception 'Say on which day it is delivered, from today on and within 180 days' using errcode = '23514', hint = 'day';
  end if;
  select * into earlier from public.order_deliveries as delivery where delivery.order_id = quoted.id;
  -- Twice within minutes is one offer: a second tap, or its answer was lost. Later it is sent once more, and may give more time.
  if earlier.quoted_at > now() - interval '10 minutes' and quoted.expires_at > now()
    and (earlier.price_kobo, earlier.day) = ((details ->> 'priceKobo')::bigint, (details ->> 'day')::date)
  then
    return;
  end if;
  -- What is another offer than before is said as one. The same again is none, and what it was before stays said.
  if earlier.quoted_at is not null
    and (earlier.price_kobo, earlier.day) is distinct from ((details ->> 'priceKobo')::bigint, (details ->> 'day')::date)
  then
    earlier.earlier_price_kobo := earlier.price_kobo;
    earlier.earlier_vat_kobo := earlier.vat_kobo;
    earlier.earlier_day := earlier.day;
  end if;
  update public.order_deliveries as delivery set price_kobo = (details ->> 'priceKobo')::bigint,
    earlier_price_kobo = earlier.earlier_price_kobo, earlier_vat_kobo = earlier.earlier_vat_kobo, earlier_day = earlier.earlier_day,
    vat_kobo = private.vat_of_delivery((details ->> 'priceKobo')::bigint, quoted.goods_kobo, quoted.vat_kobo, private.vat_day(quoted)),
    day = (details ->> 'day')::date, quoted_at = now(), quoted_by = (select auth.uid())
  where delivery.order_id = quoted.id
  returning delivery.* into offered;
  update public.orders set reminded_at = null,
    expires_at = least(now() + private.time_to_pay(quoted.user_id), private.end_of_day((details ->> 'day')::date)),
    delivers_from = (details ->> 'day')::date, delivers_until = (details ->> 'day')::date
  where id = quoted.id
  returning * into quoted;
  perform private.record_audit('quote_delivery', 'orders', quoted.id::text, null,
    jsonb_build_object('price_kobo', details -> 'priceKobo', 'day', details -> 'day'));
  if offered.earlier_day is not null then
    before := jsonb_build_object('priceKobo', offered.earlier_price_kobo, 'vatKobo', offered.earlier_vat_kobo, 'day', offered.earlier_day);
  end if;
  perform private.notify_buyer(quoted.id, 'order_delivery_quoted', jsonb_build_object('delivery_before', before));
  -- Who gave no address gets a short message, where those are sent, and is rung (private.to_ring_condition).
  if private.number_to_text(quoted) is not null and not quoted.is_demo then
    perform private.enqueue_sms('order_delivery_quoted', private.number_to_text(quoted), jsonb_build_object('code', quoted.code,
      'price_kobo', offered.price_kobo + coalesce(offered.vat_kobo, 0), 'day', details -> 'day', 'expires_at', quoted.expires_at,
      'earlier_kobo', offered.earlier_price_kobo + coalesce(offered.earlier_vat_kobo, 0), 'earlier_day', offered.earlier_day));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.told_by(public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.choose_mailbox((select email from public.order_requests where order_id = ($1).id),
      (select email from public.order_contacts where order_id = ($1).id),
      (select email from public.profiles where id = ($1).user_id)) is not null then 'email'
    when private.sends_sms() and private.number_to_text($1) is not null then 'sms'
  end
  where (select private.has_permission('orders.read'))
$function$;

REVOKE ALL ON FUNCTION "private"."choose_mailbox"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."number_to_text"(public.orders) FROM PUBLIC;
