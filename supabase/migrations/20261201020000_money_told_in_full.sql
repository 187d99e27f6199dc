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

REVOKE ALL ON FUNCTION "private"."describe_sent_back"(uuid) FROM PUBLIC;
