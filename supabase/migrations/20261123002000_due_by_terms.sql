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
