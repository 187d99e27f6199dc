CREATE OR REPLACE FUNCTION private.can_text_number(phone text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(phone ~ '^\+234[1-9]', false) and private.sends_sms()
$function$;

CREATE OR REPLACE FUNCTION private.change_code_channels(current_record private.registrations)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'to', masked)), '[]')
  from (
    select 'email' as channel, private.mask_address(($1).contact_email) as masked
    where ($1).contact_email <> '' and not private.is_suppressed(($1).contact_email, 'registration_change_code')
    union all
    select 'sms' as channel, '•••• ' || right(($1).contact_phone, 4) as masked
    where private.can_text_number(($1).contact_phone)
  ) as ways
  where ($1).user_id is null and not ($1).is_demo
$function$;

CREATE OR REPLACE FUNCTION private.order_link_channel(of_order public.orders, phone text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when of_order.user_id is not null then 'account'
    when of_order.is_demo then 'phone'
    when exists (
      select from public.order_contacts as contact where contact.order_id = of_order.id and contact.email is not null
    ) then 'mail'
    when private.can_text_number(phone) then 'text'
    else 'phone'
  end
$function$;

CREATE OR REPLACE FUNCTION private.registration_link_channel(registration private.registrations, phone text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when registration.user_id is not null then 'account'
    when registration.is_demo then 'phone'
    when registration.contact_email is not null then 'mail'
    when registration.contact_phone = phone and private.can_text_number(phone) then 'text'
    else 'phone'
  end
$function$;

CREATE OR REPLACE FUNCTION public.find_tracked_status(reference text, phone text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'registration', 'form', record.form, 'reference', record.reference,
    'status', record.status, 'at', record.created_at, 'nextStep', record.next_step,
    'consentWithdrawnAt', record.consent_withdrawn_at, 'mergedInto', private.merged_into(record.id),
    'hasPhoto', record.has_photo,
    'linkChannel', private.registration_link_channel(record, find_tracked_status.phone))
  from private.registrations as record
  where record.reference = find_tracked_status.reference and exists (
      select from private.registration_phones as reachable
      where reachable.id = record.id and reachable.record_type = record.record_type and reachable.phone = find_tracked_status.phone
    )
    -- What stands in place of an erased number is nobody's.
    and find_tracked_status.phone ~ '[1-9]'
  union all
  select jsonb_build_object('kind', 'order', 'form', null, 'reference', orders.code, 'status', orders.status,
    'at', orders.created_at, 'declineCode', orders.decline_code, 'orderKind', orders.kind,
    'totalKobo', orders.total_amount_kobo, 'nextStep', case
      when orders.status = 'declined' and orders.payment_status = 'refund_due' then 'Closed. We are sending your money back.'
      when orders.decline_code = 'withdrawn_by_buyer' then 'You withdrew it. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' and orders.awaits_delivery and delivery.quoted_at is null
        then 'Closed. We could not price the delivery in time, and we are sorry. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' and orders.awaits_delivery
        then 'The time to answer our price for the delivery ran out. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' then 'The time to pay ran out. You are welcome to order again.'
      when orders.status = 'declined' then 'Closed. You are welcome to order again.'
      -- What has become of the goods comes first: on credit terms they are on their way before anything is paid.
      when orders.fulfilment_status = 'preparing' then 'We are preparing your goods.'
      when orders.fulfilment_status = 'dispatched' and delivery.kind = 'collect' then 'Your goods are ready to collect.'
      when orders.fulfilment_status = 'dispatched' then 'Your goods are on their way.'
      when orders.fulfilment_status = 'delivered' and delivery.kind = 'collect' then 'You have collected your goods.'
      when orders.fulfilment_status = 'delivered' then 'Your goods were delivered.'
      when orders.fulfilment_status = 'disputed' then 'We are looking into what you reported.'
      when orders.payment_status = 'claimed' then 'We are looking for your transfer.'
      when orders.awaits_delivery and delivery.quoted_at is null
        then 'We are pricing the delivery, and tell you. You do not pay anything yet.'
      when orders.awaits_delivery then 'We have priced the delivery. ' || case when orders.user_id is null
        then 'Your link' else 'Your account' end || ' shows price and day: you pay only after you have said yes.'
      when orders.payment_status = any (private.payable_statuses()) and orders.kind = 'marketplace' and orders.credit_terms_reason is null
        then 'We are waiting for your transfer. ' || case when orders.user_id is null
          then 'Your link' else 'Your account' end || ' shows where to pay.'
      else 'We are working on it. We will contact you.'
    end, 'linkChannel', private.order_link_channel(orders, find_tracked_status.phone))
  from public.orders
  left join public.order_contacts as contact on contact.order_id = orders.id
  left join public.order_requests as request on request.order_id = orders.id
  left join public.order_deliveries as delivery on delivery.order_id = orders.id
  where orders.code = find_tracked_status.reference
    and find_tracked_status.phone in (contact.phone, request.phone) and find_tracked_status.phone ~ '[1-9]'
  limit 1
$function$;

CREATE OR REPLACE FUNCTION public.send_tracked_link(reference text, phone text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tracked jsonb;
  channel text;
  registration private.registrations;
  guest_order public.orders;
  token text := private.make_token();
begin
  -- One after the other for each reference, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('send link ' || reference, 0));
  tracked := public.find_tracked_status(reference, phone);
  channel := tracked ->> 'linkChannel';
  if channel is null or channel not in ('mail', 'text') then
    return channel;
  elsif tracked ->> 'kind' = 'registration' then
    select * into registration from private.registrations as record
    where record.reference = send_tracked_link.reference;
    if (select count(*) >= 5 from private.registration_guest_links as link
        where link.record_id = registration.id and link.created_at > now() - interval '1 day') then
      return channel;
    elsif channel = 'mail' then
      perform private.notify_registrant(registration.id, 'registration_link_again');
    elsif private.text_link_again('registration_link_again', phone, registration.reference, token) then
      insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed, expires_at)
      values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), registration.record_type, registration.id, true,
        now() + interval '1 day');
    end if;
    return channel;
  end if;
  select * into guest_order from public.orders where orders.code = send_tracked_link.reference;
  if (select count(*) >= 5 from private.order_guest_links as link
      where link.order_id = guest_order.id and link.created_at > now() - interval '1 day') then
    return channel;
  elsif channel = 'mail' then
    perform private.notify_buyer(guest_order.id, 'order_link_again');
  elsif private.text_link_again('order_link_again', phone, guest_order.code, token) then
    insert into private.order_guest_links (token_hash, order_id, expires_at)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), guest_order.id, now() + interval '1 day');
  end if;
  return channel;
end $function$;

CREATE OR REPLACE FUNCTION public.track_market_order(token_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', orders.id, 'code', orders.code, 'kind', orders.kind, 'status', orders.status,
    'payment_status', orders.payment_status, 'fulfilment_status', orders.fulfilment_status,
    'total_amount_kobo', orders.total_amount_kobo, 'delivery_kobo', orders.delivery_kobo, 'vat_kobo', orders.vat_kobo, 'vat_lines', orders.vat_lines,
    'awaits_delivery', orders.awaits_delivery, 'currency', orders.currency, 'created_at', orders.created_at,
    'expires_at', orders.expires_at, 'decline_reason', orders.decline_reason, 'decline_code', orders.decline_code,
    'delivery_address', orders.delivery_address, 'special_requirements', orders.special_requirements,
    'delivered_at', orders.delivered_at, 'refund_due_kobo', orders.refund_due_kobo, 'paid_kobo', private.paid_kobo(orders.id),
    'has_credit_terms', orders.credit_terms_reason is not null, 'goods_released', orders.stock_released_at is not null,
    'order_hold', private.order_hold(orders), 'crop_type', orders.crop_type,
    'quantity_text', orders.quantity_text, 'unit', orders.unit,
    'link_ends_at', case when link.expires_at <= now() + private.link_again_period() then link.expires_at end,
    'link_channel', private.order_link_channel(orders,
      (select phone from public.order_contacts as contact where contact.order_id = orders.id)),
    'order_contacts', (select jsonb_build_object('name', name, 'phone', phone, 'email', email, 'state', state, 'lga', lga)
      from public.order_contacts as contact where contact.order_id = orders.id),
    'order_deliveries', (select jsonb_build_object('kind', kind, 'name', name, 'address', address, 'hours', hours, 'day', day,
        'weight_grams', weight_grams, 'price_kobo', price_kobo, 'quoted_at', quoted_at, 'accepted_at', accepted_at, 'vat_kobo', vat_kobo,
        'earlier_price_kobo', earlier_price_kobo, 'earlier_vat_kobo', earlier_vat_kobo, 'earlier_day', earlier_day,
        'day_before', day_before, 'day_changed_at', day_changed_at)
      from public.order_deliveries as delivery where delivery.order_id = orders.id),
    'order_requests', null, 'quotes', jsonb_build_array(), 'order_instalments', jsonb_build_array(),
    'order_items', (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'product_name', product_name,
        'farmer_name', farmer_name, 'pack_amount', pack_amount, 'pack_unit', pack_unit, 'price_kobo', price_kobo,
        'quantity', quantity, 'total_kobo', total_kobo, 'has_reserved_stock', has_reserved_stock,
        'vat_class', vat_class, 'vat_rate_bp', vat_rate_bp) order by position), '[]')
      from public.order_items as item where item.order_id = orders.id),
    'order_events', (select coalesce(jsonb_agg(jsonb_build_object('axis', axis, 'from_value', from_value,
        'to_value', to_value, 'created_at', event.created_at) order by event.id), '[]')
      from public.order_events as event where event.order_id = orders.id),
    'payment_claims', (select coalesce(jsonb_agg(jsonb_build_object('words', words, 'note', note,
        'amount_kobo', claim.amount_kobo, 'has_proof', proof_path is not null, 'created_at', claim.created_at) order by claim.id), '[]')
      from public.payment_claims as claim where claim.order_id = orders.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('kind', payment.kind, 'amount_kobo', amount_kobo,
        'value_date', value_date, 'created_at', payment.created_at) order by payment.created_at), '[]')
      from public.payments as payment where payment.order_id = orders.id),
    'order_credits', (select coalesce(jsonb_agg(jsonb_build_object('kind', credit.kind, 'amount_kobo', credit.amount_kobo)
        order by credit.created_at), '[]')
      from public.order_credits as credit where credit.order_id = orders.id),
    'order_messages', (select coalesce(jsonb_agg(jsonb_build_object('is_from_staff', is_from_staff, 'body', body,
        'created_at', message.created_at) order by message.id), '[]')
      from public.order_messages as message where message.order_id = orders.id),
    'order_disputes', (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'photo_paths', photo_paths, 'resolution', resolution,
        'resolution_note', resolution_note, 'refund_kobo', refund_kobo, 'created_at', dispute.created_at,
        'line_position', line_position, 'line_name', line_name, 'amount', amount, 'amount_unit', amount_unit, 'wish', wish)
        order by dispute.created_at), '[]')
      from public.order_disputes as dispute where dispute.order_id = orders.id),
    'product_ratings', (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'stars', stars)), '[]')
      from public.product_ratings as rating where rating.order_id = orders.id)
  )
  from private.order_guest_links as link join public.orders on orders.id = link.order_id
  where link.token_hash = $1 and link.expires_at > now() and orders.user_id is null
$function$;

CREATE OR REPLACE FUNCTION public.track_registration(token_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'recordType', record.record_type, 'id', record.id, 'form', record.form, 'reference', record.reference,
    'status', record.status, 'declineReason', record.decline_reason, 'nextStep', record.next_step,
    'correction', record.open_correction, 'hasPhoto', record.has_photo, 'createdAt', record.created_at,
    'version', record.answers_version, 'consentWithdrawnAt', record.consent_withdrawn_at, 'codeChannels', private.change_code_channels(record),
    'mergedInto', private.merged_into(record.id),
    'linkEndsAt', case when link.expires_at <= now() + private.link_again_period() then link.expires_at end,
    'linkChannel', private.registration_link_channel(record, record.contact_phone),
    'erasedAt', (select erased_at from app_vault.people where id = private.vault_person_of(record.record_type, record.id)
      and private.merged_into(record.id) is null),
    'events', private.registration_events(record.record_type, record.id),
    'answers', coalesce((
      select sent.answers from public.registration_submissions as sent
      where sent.record_id = record.id order by sent.version desc limit 1
    ), '{}'),
    'consents', coalesce((
      select jsonb_agg(jsonb_build_object('purpose', latest.purpose, 'textVersion', latest.text_version,
        'isGiven', latest.is_given, 'createdAt', latest.created_at,
        'isRenewable', not latest.is_given and private.is_open_registration(record.record_type, record.id)) order by latest.purpose)
      from (select distinct on (purpose) * from public.consents where consents.record_id = record.id
        order by purpose, id desc) as latest
    ), '[]'),
    'personId', private.vault_person_of(record.record_type, record.id)
  )
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = track_registration.token_hash and link.expires_at > now() and record.user_id is null
$function$;

COMMENT ON FUNCTION "public"."find_tracked_status"(text, text) IS 'Status, date, next step and where the link can be sent once more, for a reference and its phone number; null when the two do not belong together.';

REVOKE ALL ON FUNCTION "private"."can_text_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_link_channel"(public.orders, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."registration_link_channel"(private.registrations, text) FROM PUBLIC;
