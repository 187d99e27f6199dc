-- Guests follow their order by a secret link, take it into an account, and are erased with it.

-- All that a guest may see of the order behind their link; null when there is none. For the server alone.
create function public.track_market_order(token_hash text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.describe_market_order(orders, false) || jsonb_build_object(
    'declineReason', orders.decline_reason,
    'deliveryAddress', orders.delivery_address,
    'remarks', orders.special_requirements,
    'deliveredAt', orders.delivered_at,
    'refundDueKobo', orders.refund_due_kobo,
    'contact', (select jsonb_build_object('name', name, 'phone', phone, 'email', email, 'state', state, 'lga', lga)
      from public.order_contacts as contact where contact.order_id = orders.id),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('productId', product_id, 'name', product_name,
        'farmer', farmer_name, 'packAmount', pack_amount, 'packUnit', pack_unit, 'priceKobo', price_kobo,
        'quantity', quantity, 'totalKobo', total_kobo) order by position), '[]')
      from public.order_items as item where item.order_id = orders.id),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('axis', axis, 'from', from_value, 'to', to_value,
        'at', event.created_at) order by event.id), '[]')
      from public.order_events as event where event.order_id = orders.id),
    'claims', (select coalesce(jsonb_agg(jsonb_build_object('words', words, 'note', note, 'hasProof', proof_path is not null,
        'at', claim.created_at) order by claim.id), '[]')
      from public.payment_claims as claim where claim.order_id = orders.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('kind', payment.kind, 'amountKobo', amount_kobo,
        'valueDate', value_date) order by payment.created_at), '[]')
      from public.payments as payment where payment.order_id = orders.id),
    'messages', (select coalesce(jsonb_agg(jsonb_build_object('isFromStaff', is_from_staff, 'body', body,
        'at', message.created_at) order by message.id), '[]')
      from public.order_messages as message where message.order_id = orders.id),
    'disputes', (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'resolution', resolution,
        'note', resolution_note, 'refundKobo', refund_kobo, 'at', dispute.created_at) order by dispute.created_at), '[]')
      from public.order_disputes as dispute where dispute.order_id = orders.id),
    'ratings', (select coalesce(jsonb_agg(jsonb_build_object('productId', product_id, 'stars', stars)), '[]')
      from public.product_ratings as rating where rating.order_id = orders.id)
  )
  from private.order_links as link join public.orders on orders.id = link.order_id
  where link.token_hash = $1 and link.expires_at > now() and orders.user_id is null
$$;

-- Guests' orders become the account's that has proved the same address or number; their links end. Answers the codes.
create function public.claim_market_orders() returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  person record;
  claimed text[];
begin
  select id, case when email_confirmed_at is not null then lower(email) end as email,
    case when phone_confirmed_at is not null then '+' || ltrim(phone, '+') end as phone
  into person from auth.users where id = (select auth.uid());
  if person.id is null then
    raise exception 'Please sign in first' using errcode = '42501';
  end if;
  insert into public.profiles (id, email)
  select id, email from auth.users where id = person.id and email is not null
  on conflict (id) do nothing;
  with taken as (
    update public.orders set user_id = person.id
    from public.order_contacts as contact
    where contact.order_id = orders.id and orders.user_id is null and orders.kind = 'marketplace' and not orders.is_demo
      and (lower(contact.email) = person.email or contact.phone = person.phone)
    returning orders.id, orders.code
  ), ended as (
    delete from private.order_links where order_id in (select id from taken)
  )
  select coalesce(array_agg(code order by code), '{}') into claimed from taken;
  return claimed;
end $$;

-- As before (20261121002330), and: who ordered on the marketplace is erased from those orders too.
create or replace function private.delete_account(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  obstacle text;
  own_orders uuid[];
begin
  -- Two admins who leave at the same moment leave one after the other.
  perform pg_advisory_xact_lock(hashtextextended('delete account', 0));
  obstacle := private.find_deletion_obstacle(user_id);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = '55000';
  end if;
  perform private.erase_person(user_id, private.vault_person_ids(user_id));
  delete from public.audit_events where audit_events.user_id = delete_account.user_id;

  select coalesce(array_agg(id), '{}') into own_orders from public.orders where orders.user_id = delete_account.user_id;
  update public.orders set status = 'declined', decline_reason = 'withdrawn_by_buyer'
  where id = any (own_orders) and status = 'pending' and fulfilment_status = 'none';
  delete from private.mail_outbox
  where data ->> 'order_id' = any (own_orders::text[])
    or (status in ('sent', 'failed') and (
      recipient in (select email from public.order_requests where order_id = any (own_orders))
      or recipient in (select email from public.order_contacts where order_id = any (own_orders))
    ));
  update public.orders set delivery_address = 'Erased', special_requirements = null where id = any (own_orders);
  update public.order_requests set
    company_name = 'Erased', contact_person = 'Erased', email = 'erased@example.invalid', phone = '00000000',
    address = 'Erased at the request of the person'
  where order_id = any (own_orders);
  update public.order_contacts set name = 'Erased', email = null, phone = '00000000', device_hash = null
  where order_id = any (own_orders);
  update public.order_messages set body = 'Erased', author_id = null
  where order_id = any (own_orders) and not is_from_staff;
  update public.payment_claims set note = null, proof_path = null where order_id = any (own_orders);
  update public.order_disputes set photo_paths = '{}' where order_id = any (own_orders);
  update public.product_ratings set comment = null where order_id = any (own_orders);
  delete from private.order_links where order_id = any (own_orders);

  delete from auth.users where id = delete_account.user_id;
end $$;

revoke all on function public.track_market_order(text), public.claim_market_orders()
  from public, anon, authenticated, service_role;
grant execute on function public.track_market_order(text) to service_role;
grant execute on function public.claim_market_orders() to authenticated;
