DROP VIEW "private"."disputes_list";

DROP VIEW "private"."payments_list";

DROP VIEW "private"."quotes_list";

DROP VIEW "private"."orders_list";

DROP VIEW "private"."letters_with_us";

CREATE OR REPLACE FUNCTION private.after_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved boolean;
  decided boolean;
begin
  if tg_op = 'INSERT' then
    perform private.record_order_events(null, new);
    perform private.post_order_change(null, new);
    return null;
  elsif tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
    if old.status <> 'declined' then perform private.post_order_end(old); end if;
    return null;
  end if;
  moved := (new.status, new.payment_status, new.fulfilment_status)
    is distinct from (old.status, old.payment_status, old.fulfilment_status);
  decided := new.status <> old.status and not new.is_demo;
  -- What staff decide. A record's own words about a person are no part of it.
  perform private.audit_change('orders', 'staff', 'id', 'status,decline_reason,credit_terms_reason,payment_status,'
    || 'fulfilment_status,total_amount_kobo,refund_due_kobo,delivery_date', old, new);
  if moved or (new.total_amount_kobo, new.delivery_kobo, new.vat_kobo)
    is distinct from (old.total_amount_kobo, old.delivery_kobo, old.vat_kobo)
  then
    perform private.post_order_change(old, new);
  end if;
  if old.user_id is not null and new.user_id is null then perform private.drop_unowned_documents(new.id); end if;
  if moved and new.status in ('approved', 'completed')
    and (new.payment_status in ('confirmed', 'overpaid') or new.fulfilment_status in ('dispatched', 'delivered'))
  then
    perform private.issue_order_documents(old, new);
  end if;
  if old.status = 'approved' and new.status = 'declined' then
    -- First the products, which release_stock changes, then the numbers of credit notes: as where many are declined at once.
    perform private.lock_reserved_products(array[new.id]);
    perform private.cancel_invoice(new);
  end if;
  if moved then perform private.record_order_events(old, new); end if;
  -- Reopening sends its own mail: public.reopen_order.
  if decided and new.reopened_at is not distinct from old.reopened_at then
    perform private.notify_buyer(new.id, case
      when new.kind <> 'marketplace' then case new.status
        when 'approved' then 'order_approved'
        when 'declined' then 'order_declined'
        when 'completed' then 'order_completed' end
      when new.decline_code = 'payment_expired' then 'order_expired'
      else case new.status
        when 'approved' then 'order_market_approved'
        when 'declined' then 'order_market_declined'
        when 'completed' then 'order_market_completed' end
    end, jsonb_build_object('was_approved', nullif(old.status = 'approved' and new.status = 'declined', false),
      'credit', case when new.status = 'approved' then (
        select jsonb_build_object('status', letter.status, 'hasDraft', nullif(letter.draft_at is not null, false))
        from public.letters_of_credit as letter where letter.order_id = new.id) end,
      'credit_note', (select note.number from public.order_documents as note where note.order_id = new.id and note.cancels_id is not null)));
  end if;
  if old.fulfilment_status = 'preparing' and new.fulfilment_status = 'dispatched' then
    perform private.sell_reserved_stock(new.id);
    perform private.notify_buyer(new.id, 'order_dispatched');
  end if;
  if old.fulfilment_status = 'dispatched' and new.fulfilment_status = 'delivered' then
    perform private.notify_buyer(new.id, 'order_delivered');
  end if;
  if decided then perform private.text_buyer_of_decision(new); end if;
  return null;
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

CREATE OR REPLACE FUNCTION public.send_credit_draft(order_id uuid, path text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, '{}');
begin
  select * into own from public.orders where id = own.id for update;
  if own.status not in ('pending', 'approved') or not private.has_letter_of_credit(own.id)
    or exists (select from public.letters_of_credit as letter
      where letter.order_id = own.id and letter.status not in ('awaited', 'draft_received', 'draft_accepted'))
  then
    raise exception 'No draft is needed now' using errcode = '23514', hint = 'path';
  end if;
  -- Sent once more by a retry: staff have it.
  if exists (select from public.letters_of_credit as letter where letter.order_id = own.id and letter.draft_path = path) then
    return;
  elsif (select count(*) >= 20 from public.audit_trail as entry
      where entry.subject_id = own.id::text and entry.subject_type = 'letters_of_credit' and entry.actor_id = (select auth.uid())
        and entry.created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.require_order_uploads(own.id, 'proof', array[path]);
  insert into public.letters_of_credit as letter (order_id, status, draft_path, draft_at)
  values (own.id, 'draft_received', path, now())
  on conflict on constraint letters_of_credit_pkey do update
    set status = 'draft_received', draft_path = excluded.draft_path, draft_at = excluded.draft_at,
      step_back_reason = case when letter.status = 'draft_received' then letter.step_back_reason end;
  perform private.notify_staff_of_answer(own.id, 'draft_sent');
end $function$;

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

CREATE VIEW "private"."letters_with_us" WITH (security_invoker=true) AS  SELECT letter.order_id
   FROM (public.letters_of_credit letter
     JOIN public.orders own ON ((own.id = letter.order_id)))
  WHERE ((own.status = ANY (ARRAY['pending'::text, 'approved'::text])) AND (own.payment_status = ANY (ARRAY['unpaid'::text, 'underpaid'::text])) AND (own.credit_terms_reason IS NULL) AND (((letter.status = 'draft_received'::text) AND (own.fulfilment_status = ANY (ARRAY['none'::text, 'preparing'::text, 'delivered'::text]))) OR ((letter.status = 'issued'::text) AND (own.fulfilment_status = ANY (ARRAY['dispatched'::text, 'delivered'::text])))) AND private.has_letter_of_credit(own.id));

revoke all on table private.letters_with_us from public, anon, authenticated;

CREATE VIEW "private"."orders_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    ((status = 'pending'::text) AND (kind = 'bulk'::text) AND (NOT (EXISTS ( SELECT
           FROM private.quotes_with_buyer offered
          WHERE (offered.order_id = t.id))))) AS is_promised,
    (created_at + LEAST(( SELECT private.promised_time('orders'::text, 'decision'::text) AS promised_time),
        CASE
            WHEN (NOT (EXISTS ( SELECT
               FROM public.record_work contact
              WHERE ((contact.record_id = t.id) AND (contact.record_type = 'orders'::text) AND (contact.contacted_at IS NOT NULL))))) THEN ( SELECT private.promised_time('orders'::text, 'first_contact'::text) AS promised_time)
            ELSE NULL::interval
        END)) AS due_at,
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
    sort_name AS buyer_name,
    code,
    delivered_at,
    ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'completed'::text])) AND (payment_status = ANY (ARRAY['unpaid'::text, 'underpaid'::text])) AND (fulfilment_status <> 'disputed'::text) AND (NOT (id IN ( SELECT with_us.order_id
           FROM private.letters_with_us with_us))) AND
        CASE
            WHEN (status = 'completed'::text) THEN ((total_amount_kobo IS NOT NULL) AND (credit_terms_reason IS NULL))
            WHEN (total_amount_kobo IS NULL) THEN (id IN ( SELECT offered.order_id
               FROM private.quotes_with_buyer offered))
            WHEN awaits_delivery THEN COALESCE(( SELECT ((chosen.quoted_at IS NOT NULL) AND COALESCE((own.expires_at > now()), true))
               FROM (public.order_deliveries chosen
                 JOIN public.orders own ON ((own.id = chosen.order_id)))
              WHERE (chosen.order_id = t.id)), false)
            WHEN (status = 'pending'::text) THEN ((kind = 'marketplace'::text) AND (credit_terms_reason IS NULL))
            WHEN (fulfilment_status = 'delivered'::text) THEN (credit_terms_reason IS NULL)
            ELSE ((fulfilment_status = ANY (ARRAY['none'::text, 'preparing'::text])) AND ( SELECT (private.is_paid_enough(own.*) IS NOT TRUE)
               FROM public.orders own
              WHERE (own.id = t.id)))
        END) AS waits_for_buyer
   FROM public.orders t;

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
    waits_for_buyer
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
    waits_for_buyer
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
    waits_for_buyer
   FROM private.orders_list
  WHERE (((kind = 'bulk'::text) AND (total_amount_kobo IS NULL) AND (list_status = ANY (ARRAY['pending'::text, 'approved'::text]))) OR (awaits_delivery AND (list_status = 'pending'::text)));

revoke all on table private.quotes_list from public, anon, authenticated;

COMMENT ON COLUMN "public"."letters_of_credit"."step_back_reason" IS 'Why its status went back to where it stands: of a draft that was not taken its buyer reads it, of anything else colleagues alone.';
