CREATE OR REPLACE FUNCTION public.find_tracked_status(reference text, phone text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'registration', 'form', record.form, 'reference', record.reference,
    'status', record.status, 'at', record.created_at, 'nextStep', record.next_step,
    'consentWithdrawnAt', record.consent_withdrawn_at, 'mergedInto', private.merged_into(record.id),
    'hasPhoto', record.has_photo)
  from private.registrations as record
  where record.reference = find_tracked_status.reference and exists (
      select from private.registration_phones as given
      where given.id = record.id and given.record_type = record.record_type and given.phone = find_tracked_status.phone
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
      when orders.payment_status in ('unpaid', 'underpaid') and orders.kind = 'marketplace' and orders.credit_terms_reason is null
        then 'We are waiting for your transfer. ' || case when orders.user_id is null
          then 'Your link' else 'Your account' end || ' shows where to pay.'
      else 'We are working on it. We will contact you.'
    end)
  from public.orders
  left join public.order_contacts as contact on contact.order_id = orders.id
  left join public.order_requests as request on request.order_id = orders.id
  left join public.order_deliveries as delivery on delivery.order_id = orders.id
  where orders.code = find_tracked_status.reference
    and find_tracked_status.phone in (contact.phone, request.phone) and find_tracked_status.phone ~ '[1-9]'
  limit 1
$function$;
