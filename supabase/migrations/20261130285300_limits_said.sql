CREATE OR REPLACE FUNCTION private.before_order_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  no_state text;
begin
  new.grade := nullif(private.clean_line(new.grade), '');
  new.season := nullif(private.clean_line(new.season), '');
  new.origin_states := nullif(private.clean_line(new.origin_states), '');
  new.packing := nullif(private.clean_line(new.packing), '');
  new.hs_code := nullif(private.clean_line(new.hs_code), '');
  new.price_basis := nullif(private.clean_line(new.price_basis), '');
  select btrim(said) into no_state from regexp_split_to_table(new.origin_states, ',') as said
  where private.local_governments(btrim(said)) is null limit 1;
  if no_state is not null and (tg_op = 'INSERT' or new.origin_states is distinct from old.origin_states) then
    raise exception 'Name states of Nigeria, with commas; “%” is none', no_state using errcode = '23514', hint = 'origin_states';
  end if;
  if new.price_on > (now() at time zone 'Africa/Lagos')::date then
    raise exception 'The day of a price is not in the future' using errcode = '23514', hint = 'price_on';
  end if;
  -- As every price that the site shows (private.guard_price).
  if coalesce((select auth.role()), '') = 'authenticated' and not private.has_strong_permission('products.write')
    and (new.price_kobo, new.price_currency, new.price_unit, new.price_basis, new.price_on, new.vat_class)
      is distinct from (old.price_kobo, old.price_currency, old.price_unit, old.price_basis, old.price_on, coalesce(old.vat_class, 'basic_food'))
  then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  end if;
  if new.photo_path is not null and (tg_op = 'INSERT' or new.photo_path is distinct from old.photo_path)
    and not exists (
      select from private.product_photos as photo
      where photo.path = new.photo_path and photo.farmer_id is null and photo.ready_at is not null
        and photo.created_at > now() - interval '1 day')
  then
    raise exception 'The photo has not arrived yet. Please send it again.' using errcode = '23514', hint = 'photo_path';
  end if;
  if coalesce((select auth.role()), '') = 'authenticated'
    and (tg_op = 'INSERT' or to_jsonb(new) - '{position,is_active}'::text[] is distinct from to_jsonb(old) - '{position,is_active}'::text[])
  then
    new.is_demo := null;
  end if;
  return new;
end $function$;

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
  contact public.order_contacts;
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
  update public.order_deliveries as delivery set day = change_delivery_day.day where delivery.order_id = own.id;
  update public.orders set delivers_from = change_delivery_day.day, delivers_until = change_delivery_day.day,
    -- What is paid for has its goods already (private.follow_receipt), and its day now.
    stock_released_at = case when payment_status not in ('confirmed', 'overpaid') or exists (
      select from public.order_items as item where item.order_id = own.id and item.is_released) then stock_released_at end
  where id = own.id;
  perform private.record_audit('change_delivery_day', 'orders', own.id::text, jsonb_build_object('day', chosen.day),
    jsonb_build_object('day', change_delivery_day.day));
  perform private.notify_buyer(own.id, 'order_delivery_day', jsonb_build_object('day_before', chosen.day));
  select * into contact from public.order_contacts where order_contacts.order_id = own.id;
  if own.user_id is null and contact.email is null and not own.is_demo then
    perform private.enqueue_sms('order_delivery_day', contact.phone, jsonb_build_object('code', own.code, 'day', change_delivery_day.day));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.quote_delivery(order_id uuid, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- With its VAT.
  asked_kobo bigint;
  quoted public.orders;
  contact public.order_contacts;
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
  update public.order_deliveries as delivery set price_kobo = (details ->> 'priceKobo')::bigint,
    vat_kobo = private.vat_of_delivery((details ->> 'priceKobo')::bigint, quoted.goods_kobo, quoted.vat_kobo, private.vat_day(quoted)),
    day = (details ->> 'day')::date, quoted_at = now(), quoted_by = (select auth.uid())
  where delivery.order_id = quoted.id
  returning delivery.price_kobo + coalesce(delivery.vat_kobo, 0) into asked_kobo;
  update public.orders set reminded_at = null,
    expires_at = least(now() + private.time_to_pay(quoted.user_id), private.end_of_day((details ->> 'day')::date)),
    delivers_from = (details ->> 'day')::date, delivers_until = (details ->> 'day')::date
  where id = quoted.id
  returning * into quoted;
  perform private.record_audit('quote_delivery', 'orders', quoted.id::text, null,
    jsonb_build_object('price_kobo', details -> 'priceKobo', 'day', details -> 'day'));
  perform private.notify_buyer(quoted.id, 'order_delivery_quoted');
  -- Who gave no address gets a short message, where those are sent, and is rung (private.to_ring_condition).
  select * into contact from public.order_contacts where order_contacts.order_id = quoted.id;
  if quoted.user_id is null and contact.email is null and not quoted.is_demo then
    perform private.enqueue_sms('order_delivery_quoted', contact.phone, jsonb_build_object('code', quoted.code,
      'price_kobo', asked_kobo, 'day', details -> 'day', 'expires_at', quoted.expires_at));
  end if;
end $function$;

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
begin
  select * into strict current_order from public.orders where id = order_id;
  if current_order.is_demo then
    return null;
  end if;
  select * into strict policy from private.mail_templates where mail_templates.template = notify_buyer.template;
  select * into request from public.order_requests where order_requests.order_id = current_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = current_order.id;
  select email into own_mailbox from public.profiles where id = current_order.user_id;
  recipient := coalesce(request.email, contact.email, own_mailbox);
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
  return private.enqueue_mail(template, recipient, jsonb_strip_nulls(more || jsonb_build_object(
    'order_id', current_order.id,
    'code', current_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', current_order.crop_type, 'quantity', current_order.quantity_text, 'unit', current_order.unit,
    'reason', case when template = 'order_reopened' then (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = current_order.id order by event.id desc limit 1)
      else current_order.decline_reason end,
    'decline_code', current_order.decline_code, 'total_kobo', current_order.total_amount_kobo,
    -- The day is left out of a delivery that comes later than agreed: staff name another one.
    'delivery', (select case when said ->> 'kind' <> 'collect' and current_order.fulfilment_status not in ('delivered', 'disputed')
        and private.end_of_day((said ->> 'day')::date) <= now() then said - 'day' else said end
      from private.describe_delivery_done(current_order.id) as said),
    'vat', current_order.vat_lines,
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
    'dispute', case when template = 'order_dispute_answered' then (
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
      order by resolved_at desc limit 1) end,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || current_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, current_order.id, extract(epoch from current_order.reopened_at))
  end);
end $function$;
