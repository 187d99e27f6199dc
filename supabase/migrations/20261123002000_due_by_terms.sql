-- What is due now: not all that is missing, but the parts whose time has come by the terms that were agreed. Mails and the
-- page of the order say it by this one rule.

-- Whether the time of a part has come, by how far the goods are. In advance: at once. Against documents: once the goods
-- have left, since invoice and delivery note are issued then (decision 0021). On delivery: once they are there, not while
-- they travel; a complaint holds it until it is answered, and a replacement until it is delivered. As isPartDue.
create function private.is_part_due(due text, fulfilment_status text) returns boolean
language sql immutable set search_path = ''
as $$
  select case due
    when 'in_advance' then true
    when 'against_documents' then fulfilment_status in ('dispatched', 'delivered', 'disputed')
    when 'on_delivery' then fulfilment_status = 'delivered'
  end
$$;

-- What is to be paid now of an order with a price; without parts that is all of it, and on credit terms nothing, since
-- whoever gave them agreed on the time with the buyer. As countDue.
create or replace function private.due_now_kobo(own public.orders) returns bigint
language sql stable security definer set search_path = ''
as $$
  select case when (own).credit_terms_reason is not null then 0 else greatest(0, coalesce(
      (select sum(case when private.is_part_due(due, (own).fulfilment_status) then amount_kobo else 0 end)
        from public.order_instalments where order_id = (own).id),
      (own).total_amount_kobo) - private.credited_kobo((own).id))
    end::bigint
$$;

-- What is due now and what later, and when that is; null when nothing is open, or the buyer says that it is paid.
create function private.describe_due(own public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('now_kobo', now_kobo, 'later_kobo', left_kobo - now_kobo, 'later', case
      when left_kobo = now_kobo then null
      when (own).credit_terms_reason is not null then 'on_credit'
      else (select due from public.order_instalments
        where order_id = (own).id and not private.is_part_due(due, (own).fulfilment_status) order by position limit 1)
    end)
  from (select private.due_now_kobo(own) as now_kobo,
    (own).total_amount_kobo - private.credited_kobo((own).id) as left_kobo) as account
  where (own).status <> 'declined' and (own).payment_status in ('unpaid', 'underpaid') and left_kobo > 0
$$;

-- As before (20261121003305), and: no account where nothing is due yet.
create or replace function private.payment_block(own public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('bank_name', account.bank_name, 'account_name', account.account_name,
    'account_number', account.account_number, 'changed_at', account.effective_at,
    'due_kobo', private.due_now_kobo(own),
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = (own).id),
      (select phone from public.order_requests as asked where asked.order_id = (own).id)))
  from private.current_settlement_account('bank_account') as account
  where (own).status in ('pending', 'approved') and (own).payment_status in ('unpaid', 'underpaid')
    and private.due_now_kobo(own) > 0
    and ((own).payment_status <> 'unpaid' or private.find_changed_prices(own) is null)
$$;

-- As before (20261121003305), and: how far the goods are, what is due and when; with the account also in the mails that
-- tell a time that has come. The total of a quote stands in the mails once it is accepted.
create or replace function private.tell_buyer(order_id uuid, template text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  own_mailbox text;
  recipient text;
  token text;
begin
  select * into strict found_order from public.orders where id = order_id;
  if found_order.is_demo then
    return;
  end if;
  select * into request from public.order_requests where order_requests.order_id = found_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = found_order.id;
  select email into own_mailbox from public.profiles where id = found_order.user_id;
  recipient := coalesce(request.email, contact.email, own_mailbox);
  -- The form takes any address, a stranger's too: of what a buyer's own doing sends, a mailbox that nobody proved gets
  -- five in an hour from everybody together, and the account's own gets what is beyond.
  if recipient is distinct from own_mailbox and (
    template in ('order_received', 'order_placed', 'order_payment_claimed', 'order_unpaid', 'order_expired')
    or found_order.decline_reason = 'withdrawn_by_buyer'
  ) then
    if template in ('order_received', 'order_placed') then
      -- One after the other for each address, or many at once would all count the same few. Not for the others, which
      -- come from orders that are there: a withdrawal locks its products after this, a new order before.
      perform pg_advisory_xact_lock(hashtextextended('order mail ' || recipient, 0));
    end if;
    if (select count(*) >= 5 from private.mail_outbox
        where mail_outbox.recipient = coalesce(request.email, contact.email) and created_at > now() - interval '1 hour') then
      recipient := own_mailbox;
    end if;
  end if;
  if recipient is null then
    return;
  end if;
  if found_order.kind = 'marketplace' and found_order.user_id is null then
    token := private.make_token();
    insert into private.order_links (token_hash, order_id)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), found_order.id);
  end if;
  perform private.enqueue_mail(template, recipient, jsonb_strip_nulls(jsonb_build_object(
    'order_id', found_order.id,
    'code', found_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', found_order.crop_type,
    'quantity', found_order.quantity_text,
    'unit', found_order.unit,
    'reason', found_order.decline_reason,
    'total_kobo', found_order.total_amount_kobo,
    'currency', case when found_order.total_amount_kobo is not null then found_order.currency end,
    'expires_at', found_order.expires_at,
    'payment_status', case when found_order.kind = 'marketplace' then found_order.payment_status end,
    'refund_due_kobo', nullif(found_order.refund_due_kobo, 0),
    'fulfilment_status', nullif(found_order.fulfilment_status, 'none'),
    'due', private.describe_due(found_order),
    'payment', case when template in ('order_placed', 'order_unpaid', 'order_payment_short', 'order_payment_not_found',
        'order_approved', 'order_dispatched', 'order_delivered', 'order_dispute_answered', 'order_payment_refunded')
      then private.payment_block(found_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo)
      from public.order_disputes as dispute where dispute.order_id = found_order.id and resolved_at is not null
      order by resolved_at desc limit 1) end,
    'token', token
  )), case
    when template ~ '^order_(payment|dispute|quoted|dispatched|delivered)' then null
    -- A conversation rings once an hour.
    when template = 'order_message' then template || ':' || found_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    else template || ':' || found_order.id
  end);
end $$;

-- As before (20261121003060), and: whether the order is on credit terms, and which lines hold goods back for it.
create or replace function public.track_market_order(token_hash text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.describe_market_order(orders, false) || jsonb_build_object(
    'declineReason', orders.decline_reason,
    'deliveryAddress', orders.delivery_address,
    'remarks', orders.special_requirements,
    'deliveredAt', orders.delivered_at,
    'refundDueKobo', orders.refund_due_kobo,
    'isOnCredit', orders.credit_terms_reason is not null,
    'contact', (select jsonb_build_object('name', name, 'phone', phone, 'email', email, 'state', state, 'lga', lga)
      from public.order_contacts as contact where contact.order_id = orders.id),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('productId', product_id, 'name', product_name,
        'farmer', farmer_name, 'packAmount', pack_amount, 'packUnit', pack_unit, 'priceKobo', price_kobo,
        'quantity', quantity, 'totalKobo', total_kobo, 'hasReservedStock', has_reserved_stock) order by position), '[]')
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

revoke all on function private.is_part_due(text, text), private.describe_due(public.orders) from public;
