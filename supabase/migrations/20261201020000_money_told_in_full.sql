CREATE OR REPLACE FUNCTION private.describe_sent_back(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object('sentBackKobo', nullif(private.paid_in_kobo($1) - private.paid_kobo($1), 0)))
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
      || private.describe_sent_back(orders.id) || private.describe_invoice(orders.id) || private.describe_order_credits(orders.id)
      || jsonb_strip_nulls(jsonb_build_object('vatKobo', (
        select sum(transfer.amount_minor) from private.ledger_transfers as transfer
        where transfer.order_id = orders.id and transfer.source_table = 'order_credits' and transfer.source_id = new.id::text
          and transfer.debit_account in ('vat_payable', 'unearned_vat'))))
    from public.orders where orders.id = new.order_id), credit_id => new.id);
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
      || private.describe_sent_back(orders.id) || private.describe_invoice(orders.id)
      || jsonb_strip_nulls(jsonb_build_object('vatKobo', nullif(private.vat_of_note(orders.id, taken_off, noted + taken_off), 0)))
    from public.orders where orders.id = new.order_id), new.id);
end $function$;

CREATE OR REPLACE FUNCTION private.issue_order_documents(old public.orders, new public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  received bigint;
begin
  if new.total_amount_kobo > 0
    and not exists (select from public.order_documents where order_id = new.id and kind = 'invoice')
  then
    received := private.paid_kobo(new.id);
    perform private.issue_document(new.id, 'invoice', jsonb_build_object(
      'lines', private.describe_lines(new.id),
      'totalKobo', new.total_amount_kobo,
      'receivedKobo', received,
      'schedule', private.describe_schedule(new.id),
      'account', case when private.balance_kobo(new.id) > 0 then private.describe_account(new) end)
      || private.describe_sent_back(new.id) || private.describe_order_credits(new.id) || private.vat_on_document(new.vat_lines));
  end if;
  if new.fulfilment_status = 'dispatched' and old.fulfilment_status <> 'dispatched' then
    perform private.issue_document(new.id, 'delivery_note', jsonb_build_object('lines', (
      select jsonb_agg(line - 'priceKobo' - 'totalKobo' - 'vatRateBp' - 'vatClass' order by place)
      from jsonb_array_elements(private.describe_lines(new.id)) with ordinality as input (line, place)
      where not line ? 'kind'))
      -- A delivery note names no price.
      || coalesce((select jsonb_build_object('delivery', said - 'priceKobo' - 'vatKobo') from private.describe_delivery(new.id) as said where said is not null), '{}')
      -- The quote names a contact without a number: the goods reach their buyer by that of who ordered.
      || coalesce((select jsonb_build_object('orderedBy', jsonb_build_object('name', request.contact_person, 'phone', request.phone))
        from public.order_requests as request join public.quotes as agreed on agreed.order_id = request.order_id
        where request.order_id = new.id and agreed.status = 'accepted' and agreed.buyer_contact is not null), '{}'));
  end if;
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
      || private.describe_sent_back(orders.id) || private.describe_order_credits(orders.id) || private.vat_on_document(orders.vat_lines)
    from public.orders join public.payments as first on first.id = coalesce(new.corrects_id, new.id)
    where orders.id = new.order_id), new.id);
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
    then greatest(private.part_paid_hold((own).id), (own).claim_holds_until) end
$function$;

CREATE OR REPLACE FUNCTION private.notify_buyer_of_payment(order_id uuid, arrived_kobo bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  template text := (
    select case payment_status
      when 'confirmed' then 'order_payment_confirmed' when 'underpaid' then 'order_payment_short' when 'overpaid' then 'order_payment_over'
      when 'unpaid' then 'order_payment_not_found'
    end
    from public.orders where id = $1 and not is_demo
  );
begin
  if template is not null then
    perform private.notify_buyer($1, template, jsonb_build_object('moved_kobo', arrived_kobo,
      'claimed_kobo', case when arrived_kobo is null then (
        select claim.amount_kobo from public.payment_claims as claim
        where claim.order_id = $1 and claim.amount_kobo is not null and claim.created_at >= (
          select max(step.created_at) from public.order_events as step
          where step.order_id = $1 and step.axis = 'payment' and step.to_value = 'claimed')
        order by claim.id desc limit 1) end,
      'pay_until', case when template = 'order_payment_not_found' then (
        select own.expires_at from public.orders as own where own.id = $1 and own.status = 'pending' and own.expires_at > now()) end,
      'kept_until', (select private.kept_until(own) from public.orders as own where own.id = $1),
      'net_kobo', (select nullif(private.net_kobo(paid), paid.total_amount_kobo) from public.orders as paid where paid.id = $1)));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.order_hold(own public.orders)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_open boolean := own.kind = 'marketplace' and own.status = 'pending';
begin
  return jsonb_build_object('keptUntil', case when is_open then private.kept_until(own) end,
    'pricesChanged', is_open and own.payment_status = 'unpaid' and private.find_changed_prices(own) is not null);
end $function$;

CREATE OR REPLACE FUNCTION public.order_hold(public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.order_hold(own) from public.orders as own
  where own.id = ($1).id and (own.user_id = (select auth.uid()) or (select private.has_permission('orders.read')))
$function$;

REVOKE ALL ON FUNCTION "public"."order_hold"(public.orders) FROM "service_role";

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

REVOKE ALL ON FUNCTION "private"."describe_sent_back"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_until"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_hold"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."order_hold"(public.orders) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."order_hold"(public.orders) TO "authenticated";
