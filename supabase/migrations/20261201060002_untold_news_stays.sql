DROP FUNCTION "private"."check_needed_rights"(text[]);

CREATE OR REPLACE FUNCTION private.check_needed_rights(held text[], changed text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  needed text := (select private.needed_right(permission) from unnest(held) as permission
    where private.needed_right(permission) <> all (held)
      and (changed is null or changed in (permission, private.needed_right(permission))) order by permission limit 1);
begin
  if needed = 'exports.make' then
    raise exception 'A role that downloads lists in clear needs the right to download them' using errcode = '23514', hint = 'permissions';
  elsif needed is not null then
    raise exception 'A role that acts on % needs the right to see them', replace(split_part(needed, '.', 1), '_', ' ')
      using errcode = '23514', hint = 'permissions';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.kept_until(own public.orders)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when (own).kind = 'marketplace' and (own).status = 'pending' and (own).payment_status = 'underpaid' and not (own).awaits_delivery
      and (own).stock_released_at is null and (own).credit_terms_reason is null and private.credited_kobo((own).id) <> 0
      and not private.has_money_waiting((own).id)
    then (select held.until from (values (greatest(private.part_paid_hold((own).id), (own).claim_holds_until))) as held (until)
      where held.until > now()) end
$function$;

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
    -- They are rung (private.orders_to_ring). What a buyer does is done on the page of the order, where all news of it stands. An order
    -- that ended unpaid is no news, unless they said that they have paid or waited for the price of a delivery, which they hear by
    -- telephone in any case. What is told by text, or is no news, leaves what nobody told before.
    if template not in ('order_placed', 'order_link_again', 'order_unpaid', 'order_delivery_unanswered') then
      update public.order_contacts as told set untold_since = case
        when template in ('order_payment_claimed', 'order_delivery_accepted', 'order_dispute_received')
          or template = 'order_market_declined' and current_order.decline_code = 'withdrawn_by_buyer' then null
        when template = 'order_expired' and not current_order.awaits_delivery
            and not exists (select from public.payment_claims as claim where claim.order_id = current_order.id)
          or private.sends_sms() and ('sms' = any (policy.channels) and template <> 'order_delivery_quoted'
            or template ~ '^order_(market_(approved|declined|completed)|expired)$') then told.untold_since
        else now() end
      where told.order_id = current_order.id and told.email is null and current_order.user_id is null;
    end if;
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
  -- Line by line where goods bear different VAT, as they were ordered. Those that bear the same have one line of it, and perhaps delivery another.
  if jsonb_array_length(current_order.vat_lines) > 1 then
    goods := (
      select jsonb_agg(jsonb_build_object('name', item.product_name, 'quantity', item.quantity::text,
        'unit', 'packs of ' || trim_scale(item.pack_amount) || ' ' || item.pack_unit, 'priceKobo', item.price_kobo,
        'totalKobo', item.total_kobo, 'vatClass', item.vat_class, 'vatRateBp', item.vat_rate_bp) order by item.position)
      from public.order_items as item where item.order_id = current_order.id
      having count(distinct (item.vat_class, item.vat_rate_bp)) > 1);
  end if;
  -- Read apart from the rest: what a statement names is prepared for each mail, also where its template needs nothing of it.
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

CREATE OR REPLACE FUNCTION private.notify_of_change(record_before private.registrations, changes jsonb, channel text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  guarded jsonb := jsonb_path_query_array(changes, '$[*] ? (@.guard != null).label');
  recipient text;
  is_notified boolean := false;
  details jsonb := jsonb_build_object('code', record_before.reference, 'form', record_before.form, 'at', now(), 'labels', guarded)
    || case when channel = 'web' then '{}' else jsonb_build_object('channel', channel) end;
begin
  if jsonb_array_length(guarded) = 0 or record_before.is_demo then
    return null;
  end if;
  for recipient in
    select lower(record_before.contact_email) where record_before.contact_email <> ''
    union
    select private.proved_address(record_before.user_id) where private.proved_address(record_before.user_id) is not null
  loop
    is_notified := is_notified or not private.is_suppressed(recipient, 'registration_changed');
    if record_before.user_id is not null then
      perform private.enqueue_alarm_mail('registration_changed', record_before.user_id, recipient, details);
    else
      perform private.enqueue_mail('registration_changed', recipient, details);
    end if;
  end loop;
  if record_before.contact_phone ~ '^\+[1-9]' and private.sends_sms() then
    perform private.enqueue_sms('registration_changed', record_before.contact_phone,
      jsonb_build_object('code', record_before.reference));
    is_notified := true;
  end if;
  return case when not is_notified and record_before.contact_phone ~ '[1-9]' then record_before.contact_phone end;
end $function$;

CREATE OR REPLACE FUNCTION private.stopped_addresses()
 RETURNS TABLE(address text, since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select stopped.email as address, stopped.created_at - case when stopped.reason = 'bounced' then interval '7 days' else interval '0' end as since from public.mail_suppressions as stopped
  where (stopped.expires_at is null or stopped.expires_at > now()) and (select private.registrations_with('read')) <> '{}'
$function$;

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
  -- Who gave no address gets a short message, where those are sent, and is rung (private.orders_to_ring).
  if private.number_to_text(quoted) is not null and not quoted.is_demo then
    perform private.enqueue_sms('order_delivery_quoted', private.number_to_text(quoted), jsonb_build_object('code', quoted.code,
      'price_kobo', offered.price_kobo + coalesce(offered.vat_kobo, 0), 'day', details -> 'day', 'expires_at', quoted.expires_at,
      'earlier_kobo', offered.earlier_price_kobo + coalesce(offered.earlier_vat_kobo, 0), 'earlier_day', offered.earlier_day));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.set_role_permission(role text, permission text, is_granted boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_strong_right('roles.manage');
  if set_role_permission.role = 'admin' or set_role_permission.permission = 'roles.manage' then
    raise exception 'Admins keep every right, and theirs alone is that of giving rights' using errcode = '23514', hint = 'role';
  elsif not private.is_role(set_role_permission.role) then
    raise exception 'There is no such role' using errcode = 'P0002';
  elsif not exists (select from public.role_permissions as known
    where known.role = 'admin' and known.permission = set_role_permission.permission)
  then
    raise exception 'There is no such right' using errcode = '23514', hint = 'permission';
  end if;
  if is_granted then
    insert into public.role_permissions (role, permission)
    values (set_role_permission.role, set_role_permission.permission) on conflict do nothing;
  else
    delete from public.role_permissions as granted
    where granted.role = set_role_permission.role and granted.permission = set_role_permission.permission;
    perform private.free_work_of_role(set_role_permission.role);
  end if;
  perform private.check_needed_rights(array(
    select held.permission from public.role_permissions as held where held.role = set_role_permission.role), permission);
end $function$;

REVOKE ALL ON FUNCTION "private"."check_needed_rights"(text[], text) FROM PUBLIC;

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the description of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "description"))) && !(exists($.after.keyvalue() ? (@.key != "description")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the farmer name of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "farmer_name"))) && !(exists($.after.keyvalue() ? (@.key != "farmer_name")))');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('changed the location of', 'update', 'products', '{}', '!(exists($.before.keyvalue() ? (@.key != "location"))) && !(exists($.after.keyvalue() ? (@.key != "location")))');
