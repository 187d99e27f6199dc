DROP VIEW "private"."disputes_list";

DROP VIEW "private"."payments_list";

DROP VIEW "private"."quotes_list";

DROP VIEW "private"."orders_list";

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
      now() + case when template = 'order_link_again' then private.link_again_period() else private.guest_link_period() end);
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
    -- The day is left out of a delivery that comes later than agreed: staff name another one.
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
    'by_letter', nullif(current_order.credit_terms_reason is null and private.has_letter_of_credit(current_order.id)
      and private.letter_is_issued(current_order.id), false),
    'payment', case when policy.has_payment_account then private.payment_block(current_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
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
      order by resolved_at desc limit 1) end,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || current_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, current_order.id, extract(epoch from current_order.reopened_at))
  end);
end $function$;

CREATE OR REPLACE FUNCTION private.step_condition(step text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case step
    when 'to_quote' then $sql$(t.kind = 'bulk' and t.total_amount_kobo is null and t.list_status in ('pending', 'approved')
        and t.id not in (select offered.order_id from private.quotes_with_others as offered)
      or t.awaits_delivery and t.list_status = 'pending'
        and (select chosen.quoted_at is null or coalesce(own.expires_at <= now(), false) from public.order_deliveries as chosen
          join public.orders as own on own.id = chosen.order_id where chosen.order_id = t.id))$sql$
    when 'paid_to_approve' then $sql$t.list_status = 'pending' and t.total_amount_kobo is not null and not t.awaits_delivery
      and t.payment_status not in ('claimed', 'refund_due')
      and (t.kind = 'bulk' or t.payment_status in ('confirmed', 'overpaid') or t.credit_terms_reason is not null)
      and t.id not in (select with_us.order_id from private.letters_with_us as with_us)
      and $sql$ || goods.are_receipts_sure
    when 'to_prepare' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'none' and $sql$ || goods.may_leave || ' and ' || goods.are_receipts_sure
    when 'to_dispatch' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'preparing' and $sql$ || goods.may_leave
      || ' and ' || goods.are_receipts_sure
    when 'to_complete' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'delivered'
      and (t.payment_status in ('confirmed', 'overpaid', 'refunded')
        or t.credit_terms_reason is not null and t.payment_status not in ('claimed', 'refund_due'))
      and $sql$ || goods.are_receipts_sure
    when 'letter_with_us' then 't.id in (select with_us.order_id from private.letters_with_us as with_us)'
    when 'to_ring' then 't.id in (select rung.id from private.orders_to_ring as rung)'
    when 'waits_for_buyer' then 't.waits_for_buyer'
    when 'needs_account' then 't.needs_account'
  end
  -- What private.couple_order_axes refuses otherwise: credit terms can be taken back while the goods are prepared.
  from (values ($sql$t.total_amount_kobo is not null
      and (t.payment_status in ('confirmed', 'overpaid') or t.payment_status in ('unpaid', 'claimed', 'underpaid', 'refund_due', 'refunded')
        and (t.credit_terms_reason is not null
          or (select private.is_paid_enough(own) from public.orders as own where own.id = t.id)))$sql$,
      -- As private.has_shortfall_waiting: read once, and few.
      $sql$t.id not in (select entry.order_id from private.money_entries as entry
        where entry.decided_at is null and entry.kind = 'correction' and entry.amount_kobo < (entry.details ->> 'wasKobo')::bigint)$sql$))
    as goods (may_leave, are_receipts_sure)
$function$;

CREATE OR REPLACE FUNCTION public.set_letter_of_credit(order_id uuid, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant text[] := '{awaited,draft_received,draft_accepted,issued,documents_presented,paid}';
  current_order public.orders;
  letter public.letters_of_credit;
  written public.letters_of_credit;
  next_status text := details ->> 'status';
  bank text := nullif(private.clean_line(details ->> 'advisingBank'), '');
  documents_named text := nullif(private.clean_text(details ->> 'documents'), '');
  why text := nullif(private.clean_line(details ->> 'reason'), '');
  steps integer;
begin
  perform private.require_record_work('orders');
  if details - '{status,draftPath}'::text[] <> '{}' or next_status is distinct from 'paid' then
    perform private.require_admin_right('orders', 'decide');
  else
    perform private.require_strong_right('payments.confirm');
  end if;
  select * into current_order from public.orders where id = set_letter_of_credit.order_id for update;
  if current_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(current_order) then
    raise exception 'Somebody else must see to your own order' using errcode = '42501';
  elsif not private.has_letter_of_credit(current_order.id) then
    raise exception 'No letter of credit was agreed on for this order' using errcode = '23514', hint = 'status';
  elsif current_order.status = 'declined' then
    raise exception 'This order has ended' using errcode = '23514', hint = 'status';
  elsif char_length(documents_named) not between 2 and 2000 then
    raise exception 'Name the documents in 2 to 2,000 characters' using errcode = '23514', hint = 'documents';
  end if;
  insert into public.letters_of_credit (order_id) values (current_order.id) on conflict on constraint letters_of_credit_pkey do nothing;
  select * into letter from public.letters_of_credit as one where one.order_id = current_order.id for update;
  next_status := coalesce(next_status, letter.status);
  steps := array_position(known, next_status) - array_position(known, letter.status);
  if bank is not null and bank is distinct from letter.advising_bank then
    raise exception 'The advising bank is that of our account in this currency, which two people change together'
      using errcode = '42501', hint = 'advisingBank';
  elsif steps is null or steps < 0 and next_status is distinct from (case
    when letter.status = 'draft_received' or letter.draft_path is null and letter.status in ('draft_accepted', 'issued') then 'awaited'
    when letter.status = 'draft_accepted' then 'draft_received' when letter.status = 'issued' then 'draft_accepted'
    when letter.status = 'documents_presented' then 'issued' end)
  then
    raise exception 'It goes forward, or one step back' using errcode = '23514', hint = 'status';
  elsif steps > 1 then
    raise exception 'It goes one step at a time: a draft, then accepted, then issued, then the documents, then paid' using errcode = '23514', hint = 'status';
  elsif steps <> 0 and letter.status = 'draft_received' and letter.draft_path is distinct from nullif(details ->> 'draftPath', '') then
    raise exception 'Another draft has come meanwhile: please read that one' using errcode = 'PT409', hint = 'status';
  elsif steps > 0 and next_status in ('draft_accepted', 'issued')
    and coalesce(case when details ? 'advisingBank' then bank else letter.advising_bank end, private.bank_in_words(current_order.currency)) is null
  then
    raise exception 'We have no account in %, so there is no bank that the letter could come through: add the account in the settings first', current_order.currency
      using errcode = '23514', hint = 'status';
  elsif coalesce(case when details ? 'documents' then documents_named else letter.documents end, '') = '' and (
    steps > 0 and next_status in ('draft_accepted', 'issued')
    or letter.documents is not null and next_status not in ('awaited', 'draft_received'))
  then
    raise exception 'Name the documents required first: the bank pays against them' using errcode = '23514', hint = 'documents';
  elsif steps > 0 and next_status = 'documents_presented' and current_order.fulfilment_status not in ('dispatched', 'delivered', 'disputed') then
    raise exception 'The goods have not left yet: there are no documents to present' using errcode = '23514', hint = 'status';
  elsif steps < 0 and next_status in ('awaited', 'draft_received', 'draft_accepted') and current_order.fulfilment_status in ('dispatched', 'delivered', 'disputed') then
    raise exception 'The goods have left on this letter: it stays issued' using errcode = '23514', hint = 'status';
  elsif steps < 0 and coalesce(char_length(why), 0) not between 5 and 300 then
    raise exception 'Say in 5 to 300 characters why it goes back' using errcode = '23514', hint = 'reason';
  elsif next_status = 'paid' and letter.status <> 'paid' then
    perform private.require_strong_right('payments.confirm');
    -- What a complaint took off or sent back since changes nothing about it.
    if current_order.status = 'declined' or private.paid_kobo(current_order.id) <= 0 or private.balance_kobo(current_order.id) > 0 then
      raise exception 'The money is not confirmed yet: it is found on the statement first' using errcode = '23514', hint = 'status';
    end if;
  end if;
  update public.letters_of_credit as one set status = next_status,
    advising_bank = case when details ? 'advisingBank' then bank else one.advising_bank end,
    documents = case when details ? 'documents' then documents_named else one.documents end,
    step_back_reason = case when steps < 0 then why when steps = 0 then one.step_back_reason end
  where one.order_id = current_order.id returning * into written;
  if (written.status, written.advising_bank, written.documents) is distinct from (letter.status, letter.advising_bank, letter.documents) then
    perform private.notify_buyer(current_order.id, 'order_credit_letter', jsonb_build_object('credit', jsonb_build_object(
      'status', written.status, 'isBack', nullif(steps < 0, false), 'isSame', nullif(steps = 0, false),
      'isFirstList', nullif(steps = 0 and letter.documents is null and written.documents is not null, false), 'documents', written.documents,
      'draftProblem', case when steps < 0 and letter.status = 'draft_received' then why end,
      'bank', coalesce(written.advising_bank, private.bank_in_words(current_order.currency)))));
  end if;
end $function$;

CREATE VIEW "private"."orders_list" WITH (security_invoker=true) AS  SELECT t.id,
    t.created_at,
    t.status AS list_status,
    true AS is_default,
    ((t.status = 'pending'::text) AND (t.kind = 'bulk'::text) AND (NOT (EXISTS ( SELECT
           FROM private.quotes_with_buyer offered
          WHERE (offered.order_id = t.id))))) AS is_promised,
    (t.created_at + LEAST(( SELECT private.promised_time('orders'::text, 'decision'::text) AS promised_time),
        CASE
            WHEN (NOT (EXISTS ( SELECT
               FROM public.record_work contact
              WHERE ((contact.record_id = t.id) AND (contact.record_type = 'orders'::text) AND (contact.contacted_at IS NOT NULL))))) THEN ( SELECT private.promised_time('orders'::text, 'first_contact'::text) AS promised_time)
            ELSE NULL::interval
        END)) AS due_at,
    t.kind,
    t.payment_status,
    t.fulfilment_status,
    t.total_amount_kobo,
    t.crop_type,
    t.awaits_delivery,
    t.delivers_from,
    t.delivers_until,
    t.credit_terms_reason,
    t.delivery_state,
    t.sort_name AS buyer_name,
    t.code,
    t.delivered_at,
    (step.is_theirs AND (NOT money.is_sent_nowhere)) AS waits_for_buyer,
    (step.is_theirs AND money.is_sent_nowhere) AS needs_account
   FROM ((public.orders t
     CROSS JOIN LATERAL ( SELECT ((t.total_amount_kobo IS NOT NULL) AND (NOT t.awaits_delivery) AND (NOT (EXISTS ( SELECT
                   FROM private.current_settlement_account('bank_account'::text, t.currency) current_settlement_account(id, kind, bank_name, account_name, account_number, wallet_address, proposed_by, proposed_at, approved_by, approved_at, effective_at, withdrawn_by, withdrawn_at, is_demo, holders, confirmed_outside, in_force_mailed_at, currency, bank_address, swift_bic, correspondent)))) AND (NOT private.has_letter_of_credit(t.id))) AS is_sent_nowhere) money)
     CROSS JOIN LATERAL ( SELECT ((t.status = ANY (ARRAY['pending'::text, 'approved'::text, 'completed'::text])) AND (t.payment_status = ANY (ARRAY['unpaid'::text, 'underpaid'::text])) AND (t.fulfilment_status <> 'disputed'::text) AND (NOT (t.id IN ( SELECT with_us.order_id
                   FROM private.letters_with_us with_us))) AND
                CASE
                    WHEN (t.status = 'completed'::text) THEN ((t.total_amount_kobo IS NOT NULL) AND (t.credit_terms_reason IS NULL))
                    WHEN (t.total_amount_kobo IS NULL) THEN (t.id IN ( SELECT offered.order_id
                       FROM private.quotes_with_buyer offered))
                    WHEN t.awaits_delivery THEN COALESCE(( SELECT ((chosen.quoted_at IS NOT NULL) AND COALESCE((own.expires_at > now()), true))
                       FROM (public.order_deliveries chosen
                         JOIN public.orders own ON ((own.id = chosen.order_id)))
                      WHERE (chosen.order_id = t.id)), false)
                    WHEN (t.status = 'pending'::text) THEN ((t.kind = 'marketplace'::text) AND (t.credit_terms_reason IS NULL))
                    WHEN (t.fulfilment_status = 'delivered'::text) THEN (t.credit_terms_reason IS NULL)
                    ELSE ((t.fulfilment_status = ANY (ARRAY['none'::text, 'preparing'::text])) AND ( SELECT (private.is_paid_enough(own.*) IS NOT TRUE)
                       FROM public.orders own
                      WHERE (own.id = t.id)))
                END) AS is_theirs) step);

revoke all on table private.orders_list from public, anon, authenticated;

CREATE VIEW "private"."disputes_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    list_status,
    is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo,
    crop_type,
    awaits_delivery,
    delivers_from,
    delivers_until,
    credit_terms_reason,
    delivery_state,
    buyer_name,
    code,
    delivered_at,
    waits_for_buyer,
    needs_account
   FROM private.orders_list
  WHERE (fulfilment_status = 'disputed'::text);

revoke all on table private.disputes_list from public, anon, authenticated;

CREATE VIEW "private"."payments_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    payment_status AS list_status,
    ((payment_status = ANY (ARRAY['claimed'::text, 'underpaid'::text, 'overpaid'::text, 'refund_due'::text])) AND ((payment_status <> 'underpaid'::text) OR ((credit_terms_reason IS NULL) AND (NOT awaits_delivery) AND ((NOT (EXISTS ( SELECT
           FROM public.order_instalments part
          WHERE (part.order_id = orders_list.id)))) OR ( SELECT private.is_underpaid(own.*) AS is_underpaid
           FROM public.orders own
          WHERE (own.id = orders_list.id)))))) AS is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo,
    crop_type,
    awaits_delivery,
    delivers_from,
    delivers_until,
    credit_terms_reason,
    delivery_state,
    buyer_name,
    code,
    delivered_at,
    waits_for_buyer,
    needs_account
   FROM private.orders_list
  WHERE (total_amount_kobo IS NOT NULL);

revoke all on table private.payments_list from public, anon, authenticated;

CREATE VIEW "private"."quotes_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    list_status,
        CASE
            WHEN awaits_delivery THEN ( SELECT ((chosen.quoted_at IS NULL) OR COALESCE((own.expires_at <= now()), false))
               FROM (public.order_deliveries chosen
                 JOIN public.orders own ON ((own.id = chosen.order_id)))
              WHERE (chosen.order_id = orders_list.id))
            ELSE (NOT (id IN ( SELECT offered.order_id
               FROM private.quotes_with_others offered)))
        END AS is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo,
    crop_type,
    awaits_delivery,
    delivers_from,
    delivers_until,
    credit_terms_reason,
    delivery_state,
    buyer_name,
    code,
    delivered_at,
    waits_for_buyer,
    needs_account
   FROM private.orders_list
  WHERE (((kind = 'bulk'::text) AND (total_amount_kobo IS NULL) AND (list_status = ANY (ARRAY['pending'::text, 'approved'::text]))) OR (awaits_delivery AND (list_status = 'pending'::text)));

revoke all on table private.quotes_list from public, anon, authenticated;

CREATE OR REPLACE FUNCTION private.count_places()
 RETURNS TABLE(place text, permission text, waiting bigint, late bigint, oldest_due_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'orders' as place, 'orders.read' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.orders_list as t where (select private.has_permission('orders.read')) and t.list_status = 'pending'
    and not t.waits_for_buyer and not t.needs_account
  union all
  select 'quotes' as place, 'orders.decide' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.quotes_list as t where (select private.has_permission('orders.decide')) and t.is_default
  union all
  select 'payments' as place, 'orders.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.payments_list as t where (select private.has_permission('orders.read')) and t.is_default
  union all
  select 'disputes' as place, 'orders.decide' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.disputes_list as t where (select private.has_permission('orders.decide'))
  union all
  select 'letters' as place, 'orders.decide' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.letters_with_us as t where (select private.has_permission('orders.decide'))
  union all
  select 'accounts' as place, 'orders.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.orders_list as t where (select private.has_permission('orders.read')) and t.needs_account
  union all
  select 'listings' as place, 'products.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.products_list as t where (select private.has_permission('products.read')) and t.list_status = 'pending'
  union all
  select 'farmers' as place, 'farmers.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.farmers_list as t where (select private.has_permission('farmers.read')) and t.list_status = 'pending'
  union all
  select 'training' as place, 'training_enrolments.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.training_enrolments_list as t
  where (select private.has_permission('training_enrolments.read')) and t.list_status = 'pending'
  union all
  select 'buyers' as place, 'buyers.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.buyers_list as t where (select private.has_permission('buyers.read')) and t.list_status = 'pending'
  union all
  select 'investors' as place, 'investors.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.investors_list as t where (select private.has_permission('investors.read')) and t.list_status = 'pending'
  union all
  select 'corrections' as place, ((select private.registrations_with('decide'))::text[])[1] || '.decide' as permission,
    count(*) as waiting, 0 as late, null as oldest_due_at
  from public.correction_requests as t
  where t.record_type = any ((select private.registrations_with('decide'))::text[])
    and exists (
      select from public.registration_submissions as sent
      where sent.record_id = t.record_id and sent.version > t.submission_version
    )
    and exists (
      select from private.registrations as record
      where record.record_type = t.record_type and record.id = t.record_id and record.status = 'pending'
    )
  union all
  select 'people-to-phone' as place, ((select private.registrations_with('read'))::text[])[1] || '.read' as permission,
    count(*) as waiting, 0 as late, null as oldest_due_at
  from public.people_to_phone as t where (select private.registrations_with('read'))::text[] <> '{}'
  union all
  select form.place, form.record_type || '.read' as permission, counted.waiting, counted.late, counted.oldest_due_at
  from private.form_places() as form
  cross join lateral (
    select count(*) as waiting, count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
    from private.form_records as t where t.record_type = form.record_type and t.list_status = 'pending'
  ) as counted
  where form.record_type = any ((select private.admin_types_with('read'))::text[])
  union all
  select 'breaches' as place, 'breaches.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from public.breach_register as t where (select private.has_permission('breaches.read')) and t.closed_at is null
  union all
  select 'mails' as place, 'mails.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.mails as t
  where (select private.has_permission('mails.read')) and t.state = 'failed' and t.created_at > now() - interval '7 days'
    and t.subject = any ((select private.own_mail_subjects())::text[])
  union all
  select 'tasks' as place, 'records.work' as permission, count(*) as waiting, count(*) filter (where t.due_at < now()) as late,
    min(t.due_at) as oldest_due_at
  from private.open_tasks as t
  where (select private.has_permission('records.work')) and t.assignee_id = (select auth.uid())
    and t.record_type = any ((select private.readable_task_types())::text[])
$function$;
