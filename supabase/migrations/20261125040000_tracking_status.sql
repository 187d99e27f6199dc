-- Where an application or an order stands, for a reference and the phone number that was given with it: the status
-- alone. For whoever has no script or no link; the server limits how often, and one answer says "wrong" and "not there".

create function public.find_tracked_status(reference text, phone text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', 'registration', 'form', record.form, 'reference', record.reference,
    'status', record.status, 'at', record.created_at, 'nextStep', record.next_step)
  from private.registrations as record
  where record.reference = find_tracked_status.reference and record.contact_phone = find_tracked_status.phone
  union all
  select jsonb_build_object('kind', 'order', 'form', null, 'reference', orders.code, 'status', orders.status,
    'at', orders.created_at, 'nextStep', case
      when orders.status = 'declined' and orders.payment_status = 'refund_due' then 'Closed. We are sending your money back.'
      when orders.status = 'declined' then 'Closed. You are welcome to order again.'
      when orders.payment_status in ('unpaid', 'underpaid') and orders.kind = 'marketplace'
        then 'We are waiting for your transfer. Your link shows where to pay.'
      when orders.payment_status = 'claimed' then 'We are looking for your transfer.'
      when orders.fulfilment_status = 'preparing' then 'We are preparing your goods.'
      when orders.fulfilment_status = 'dispatched' then 'Your goods are on their way.'
      when orders.fulfilment_status = 'delivered' then 'Your goods were delivered.'
      when orders.fulfilment_status = 'disputed' then 'We are looking into what you reported.'
      else 'We are working on it. We will contact you.'
    end)
  from public.orders
  left join public.order_contacts as contact on contact.order_id = orders.id
  left join public.order_requests as request on request.order_id = orders.id
  where orders.code = find_tracked_status.reference
    and find_tracked_status.phone in (contact.phone, request.phone)
  limit 1
$$;
comment on function public.find_tracked_status(text, text) is
  'Status, date and next step for a reference and its phone number; null when the two do not belong together.';

revoke all on function public.find_tracked_status(text, text) from public, anon, authenticated, service_role;
grant execute on function public.find_tracked_status(text, text) to service_role;
