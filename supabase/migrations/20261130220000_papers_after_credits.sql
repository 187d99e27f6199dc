DROP FUNCTION "private"."describe_parties"(uuid);

DROP FUNCTION "private"."describe_quote_line"(public.quote_lines);

CREATE OR REPLACE FUNCTION private.check_grant(current_order public.orders, typed text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(typed, '') !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter the amount' using errcode = '23514', hint = 'refundKobo';
  elsif typed::bigint > private.net_kobo(current_order) then
    raise exception 'The amount must be between 1 kobo and what the order is worth' using errcode = '23514', hint = 'refundKobo';
  end if;
  return typed::bigint;
end $function$;

CREATE OR REPLACE FUNCTION private.describe_offered_schedule(offer public.quotes)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(jsonb_build_object('percent', percent, 'due', due, 'amountKobo', parts[position]) order by position)
  from private.payment_schedules as schedule, private.split_amount((offer).total_kobo, array(
    select percent from private.payment_schedules where terms = (offer).payment_terms order by position)) as parts
  where schedule.terms = (offer).payment_terms
$function$;

CREATE OR REPLACE FUNCTION private.describe_parties(order_id uuid, currency text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'company', (select jsonb_build_object('name', facts ->> 'company_name', 'headOffice', facts ->> 'head_office',
        'branchOffice', facts ->> 'branch_office', 'phone', facts ->> 'phone_primary', 'email', facts ->> 'email',
        'logo', facts ->> 'logo', 'registrationNumber', facts ->> 'registration_number', 'taxNumber', facts ->> 'tax_number',
        'legalName', facts ->> 'legal_name', 'street', facts ->> 'head_office_street')
      from (select jsonb_object_agg(key, value) as facts from public.company_facts) as known),
    'order', jsonb_build_object('code', orders.code, 'kind', orders.kind, 'placedAt', private.utc_text(orders.created_at),
      -- What is paid to an account that is none is no real order, on each of its papers and not on those alone that show the account.
      -- Where its currency has no account, that in naira says whether this is a demonstration.
      'currency', coalesce($2, orders.currency), 'isDemo', orders.is_demo or coalesce(
        (select account.is_demo from private.current_settlement_account('bank_account', coalesce($2, orders.currency)) as account),
        (select account.is_demo from private.current_settlement_account('bank_account') as account), false)),
    'incoterms', coalesce(agreed.incoterms, bulk_request.incoterms),
    'purchaseOrderNumber', bulk_request.purchase_order_number,
    'terms', case when agreed.id is not null then private.describe_contract_terms(to_jsonb(agreed)) end)
    || private.describe_buyer(orders.id, to_jsonb(agreed))
    || coalesce((select jsonb_build_object('delivery', said) from private.describe_delivery(orders.id) as said where said is not null), '{}')
  from public.orders
  left join public.quotes as agreed on agreed.order_id = orders.id and agreed.status = 'accepted'
  left join public.order_requests as bulk_request on bulk_request.order_id = orders.id
  where orders.id = $1
$function$;

CREATE OR REPLACE FUNCTION private.describe_quote_line(line public.quote_lines, offer public.quotes)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('name', (line).description, 'detail', null, 'quantity', trim_scale((line).quantity)::text,
      'unit', (line).unit, 'priceKobo', (line).price_kobo, 'totalKobo', (line).total_kobo)
    || case when (line).kind = 'goods' then private.describe_line_terms(to_jsonb(line)) else jsonb_build_object('kind', (line).kind) end
    || coalesce((select jsonb_build_object('vatClass', (line).vat_class, 'vatRateBp', rate -> 'rateBp')
      from jsonb_array_elements(private.quote_vat_rates(offer)) as rate where rate ->> 'vatClass' = (line).vat_class), '{}')
$function$;

CREATE OR REPLACE FUNCTION private.is_lapsed(document public.order_documents)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when (document).kind in ('quote', 'contract') then exists (
    select from public.orders join public.quotes as quote on quote.order_id = orders.id
    where quote.id = (document).quote_id and (orders.status = 'declined'
      or not (quote.status = 'accepted' or (quote.status = 'open' and quote.expires_at > now())))
  ) when (document).kind = 'invoice' then exists (
    select from public.order_documents as note where note.cancels_id = (document).id
  ) else (document).kind = 'pro_forma' and exists (
    select from public.orders where orders.id = (document).order_id and (
      orders.status = 'declined'
      or (document).content -> 'creditedKobo' is distinct from private.describe_order_credits(orders.id) -> 'creditedKobo'
      or case when jsonb_typeof((document).content -> 'account') = 'object'
        then (document).content -> 'account' is distinct from private.describe_account(orders)
          or ((document).content ->> 'totalKobo')::bigint is distinct from orders.total_amount_kobo
          or (orders.payment_status = 'unpaid' and orders.kind = 'marketplace' and orders.status = 'pending' and orders.expires_at <= now()
            and orders.credit_terms_reason is null)
        else not exists (
          select from public.quotes as quote
          where quote.order_id = orders.id and quote.total_kobo = ((document).content ->> 'totalKobo')::bigint
            -- Without a day it is that of a letter of credit, which was agreed.
            and case when (document).content ->> 'goodUntil' is null then quote.status = 'accepted'
              else private.utc_text(quote.expires_at) = (document).content ->> 'goodUntil'
                and (quote.status = 'accepted' or (quote.status = 'open' and quote.expires_at > now())) end)
      end)) end
$function$;

CREATE OR REPLACE FUNCTION private.net_kobo(of_order public.orders)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select ((of_order).total_amount_kobo - (select granted.kobo from private.granted_of((of_order).id) as granted)
    - private.ledger_balance('bank_fees', (of_order).id) - private.ledger_balance('write_offs', (of_order).id))::bigint
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
      now() + case when template = 'order_link_again' then interval '7 days' else interval '400 days' end);
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
    -- Of a delivery that comes later than agreed the day is left out: staff name another one.
    'delivery', (select case when said ->> 'kind' <> 'collect' and private.end_of_day((said ->> 'day')::date) <= now() then said - 'day' else said end
      from private.describe_delivery(current_order.id) as said),
    'vat', current_order.vat_lines,
    'currency', case when current_order.total_amount_kobo is not null then current_order.currency end,
    'expires_at', current_order.expires_at,
    'payment_status', case when current_order.kind = 'marketplace' then current_order.payment_status end,
    'goods_released', nullif(current_order.stock_released_at is not null and current_order.status = 'pending', false),
    'refund_due_kobo', nullif(current_order.refund_due_kobo, 0), 'fulfilment_status', nullif(current_order.fulfilment_status, 'none'),
    'contract', case when current_order.kind = 'bulk' then private.contract_in_mail(current_order, recipient is not distinct from own_mailbox) end,
    'due', private.describe_due(current_order),
    'payment', case when policy.has_payment_account then private.payment_block(current_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo,
        'taken_off_kobo', nullif(refund_kobo - coalesce((
          select sum(transfer.amount_minor) from private.ledger_transfers as transfer
          where transfer.order_id = dispute.order_id and transfer.source_table = 'order_disputes' and transfer.source_id = dispute.id::text
            and transfer.credit_account = 'refundable'), 0)::bigint, 0),
        -- Of the transaction that answered it.
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

CREATE OR REPLACE FUNCTION public.issue_pro_forma(order_id uuid, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  offer public.quotes;
  payable jsonb;
  details jsonb;
begin
  select * into own from public.orders where id = own.id for update;
  offer := private.find_open_offer(own);
  if offer.id is not null then
    details := private.describe_offer(offer, private.describe_lines(own.id, offer.id));
  else
    payable := public.payment_details(own.id, context);
    if not (payable ->> 'ok')::boolean and payable ->> 'code' <> 'letter_of_credit' then
      return payable;
    end if;
    details := private.describe_parties(own.id) || jsonb_build_object(
      'lines', private.describe_lines(own.id), 'totalKobo', own.total_amount_kobo, 'account', private.describe_account(own),
      'goodUntil', case when own.credit_terms_reason is null then private.utc_text(own.expires_at) end, 'schedule', private.describe_schedule(own.id))
      || private.describe_order_credits(own.id) || private.vat_on_document(own.vat_lines)
      || coalesce((select jsonb_build_object('note', quote.note) from public.quotes as quote
        where quote.order_id = own.id and quote.status = 'accepted' and quote.note is not null), '{}');
  end if;
  return private.issue_pro_forma_once(own.id, details);
end $function$;

CREATE OR REPLACE FUNCTION public.preview_quote(order_id uuid, quote jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders := private.require_quotable(order_id, is_locked => false);
  offer public.quotes := private.read_quote(current_order, quote);
begin
  return jsonb_build_object('kind', 'quote', 'number', current_order.code, 'isPreview', true,
      'verificationCode', '', 'issuedAt', private.utc_text(now()))
    || private.describe_offer(offer, (
      select jsonb_agg(private.describe_quote_line(line, offer) order by line.position)
      from private.read_quote_lines(offer, quote) as line));
end $function$;

REVOKE ALL ON FUNCTION "private"."describe_offered_schedule"(public.quotes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_parties"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_quote_line"(public.quote_lines, public.quotes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."net_kobo"(public.orders) FROM PUBLIC;

CREATE OR REPLACE FUNCTION private.contract_in_mail(own public.orders, is_own_mailbox boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select private.describe_quote_in_mail(quote) || jsonb_build_object(
        'isAgreed', quote.status = 'accepted',
        'before', case when quote.status = 'open' then (select private.describe_quote_in_mail(earlier) from public.quotes as earlier
          where earlier.order_id = quote.order_id and earlier.status in ('replaced', 'declined') and earlier.created_at < quote.created_at
          order by earlier.created_at desc limit 1) end,
        'requested', case when quote.status = 'open' then private.describe_request_in_mail(quote.order_id) end,
        'expiresAt', case when quote.status = 'open' then private.utc_text(quote.expires_at) end,
        'seller', private.seller_in_mail(), 'note', quote.note, 'schedule', private.describe_offered_schedule(quote),
        'purchaseOrderNumber', (select request.purchase_order_number from public.order_requests as request where request.order_id = quote.order_id))
      from public.quotes as quote where quote.order_id = ($1).id and quote.status in ('open', 'accepted')
      order by quote.status limit 1),
    -- Where several products are requested, each of them: their names are of the list of the order form.
    (select case when $2 then private.describe_request_in_mail(($1).id) - 'products' || jsonb_build_object(
          'seller', private.seller_in_mail(), 'wishedDay', ($1).delivery_date,
          'purchaseOrderNumber', request.purchase_order_number)
        else jsonb_build_object('paymentTerms', payment_terms, 'incoterms', incoterms) end
      || jsonb_build_object('goods', (
        select jsonb_agg(jsonb_build_object('name', product, 'quantity', trim_scale(quantity)::text, 'unit', unit) order by position)
        from (
          select 1 as position, ($1).crop_type as product, ($1).quantity, ($1).unit
          union all
          select line.position, line.product, line.quantity, line.unit
          from public.order_request_lines as line where line.order_id = ($1).id
        ) as goods having count(*) > 1))
      from public.order_requests as request where request.order_id = ($1).id))
$function$;

CREATE OR REPLACE FUNCTION private.describe_lines(order_id uuid, quote_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select jsonb_agg(jsonb_build_object('name', product_name, 'detail', farmer_name, 'quantity', quantity::text,
        'unit', trim_scale(pack_amount) || ' ' || pack_unit, 'priceKobo', price_kobo, 'totalKobo', total_kobo, 'vatRateBp', vat_rate_bp, 'vatClass', vat_class) order by position)
      || coalesce((select jsonb_build_array(jsonb_build_object('name', 'Delivery',
          'detail', (select 'to ' || contact.lga || ', ' || contact.state from public.order_contacts as contact where contact.order_id = $1), 'quantity', '1', 'unit', '',
          'priceKobo', delivery.price_kobo, 'totalKobo', delivery.price_kobo, 'kind', 'delivery'))
        from public.order_deliveries as delivery
        where delivery.order_id = $1 and (delivery.kind = 'deliver' or delivery.accepted_at is not null)), '[]')
      from public.order_items as item where item.order_id = $1),
    (select jsonb_agg(private.describe_quote_line(line, quote) order by line.position)
      from public.quote_lines as line join public.quotes as quote on quote.id = line.quote_id
      where quote.order_id = $1 and case when $2 is null then quote.status = 'accepted' else quote.id = $2 end),
    (select jsonb_agg(jsonb_build_object('name', product, 'detail', null, 'quantity', quantity_text, 'unit', unit,
        'priceKobo', null, 'totalKobo', null) order by position)
      from (
        select 1 as position, crop_type as product, quantity_text, unit from public.orders where id = $1
        union all
        select line.position, line.product, line.quantity_text, line.unit
        from public.order_request_lines as line where line.order_id = $1
      ) as requested))
$function$;

CREATE OR REPLACE FUNCTION private.describe_offer(offer public.quotes, lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.describe_parties((offer).order_id, (offer).currency)
    || private.describe_buyer((offer).order_id, to_jsonb(offer))
    || jsonb_build_object('incoterms', (offer).incoterms, 'terms', private.describe_contract_terms(to_jsonb(offer)),
      'lines', lines, 'totalKobo', (offer).total_kobo, 'account', null,
      'paymentTerms', (offer).payment_terms, 'goodUntil', private.utc_text((offer).expires_at), 'note', (offer).note,
      'schedule', private.describe_offered_schedule(offer))
    || private.vat_on_document(private.quote_vat_lines(offer, (
      select coalesce(sum((line ->> 'totalKobo')::bigint), 0)::bigint from jsonb_array_elements(lines) as line where line ->> 'kind' = 'tax')))
$function$;

CREATE OR REPLACE FUNCTION private.describe_quote_in_mail(quote public.quotes)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.describe_contract_terms(to_jsonb(quote)) || jsonb_build_object(
    'totalKobo', (quote).total_kobo, 'currency', (quote).currency,
    'vat', private.quote_vat_lines(quote, (select coalesce(sum(line.total_kobo), 0)::bigint from public.quote_lines as line
      where line.quote_id = (quote).id and line.kind = 'tax')),
    'buyer', concat_ws(', ', said ->> 'buyer_company', said ->> 'buyer_contact', said ->> 'buyer_address', said ->> 'buyer_country'),
    'deliverTo', said ->> 'deliver_to',
    -- Each of its lines, freight, discount and tax too.
    'goods', (select jsonb_agg(private.describe_quote_line(line, quote) order by line.position)
      from public.quote_lines as line where line.quote_id = (quote).id))
  from private.parties_of((quote).order_id, to_jsonb(quote)) as said
$function$;
