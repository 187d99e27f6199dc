CREATE OR REPLACE FUNCTION private.describe_market_order(order_row public.orders, is_new boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('ok', true, 'id', (order_row).id, 'code', (order_row).code, 'status', (order_row).status,
    'paymentStatus', (order_row).payment_status, 'fulfilmentStatus', (order_row).fulfilment_status,
    'totalKobo', (order_row).total_amount_kobo, 'deliveryKobo', (order_row).delivery_kobo,
    'vatKobo', (order_row).vat_kobo, 'vat', (order_row).vat_lines,
    'awaitsDelivery', (order_row).awaits_delivery, 'delivery', private.describe_delivery((order_row).id), 'currency', (order_row).currency, 'createdAt', (order_row).created_at,
    'expiresAt', case when (order_row).awaits_delivery or private.has_account(order_row) then (order_row).expires_at end,
    'priceLockedUntil', (order_row).price_locked_until, 'isNew', is_new)
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_first_account(account public.settlement_accounts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders;
  kept_until timestamptz;
begin
  if (account).kind <> 'bank_account' or exists (select from public.settlement_accounts as earlier
    where earlier.kind = 'bank_account' and earlier.currency = (account).currency and earlier.id <> (account).id
      and earlier.effective_at <= (account).effective_at and earlier.withdrawn_at is null)
  then
    return;
  end if;
  for own in
    select * from public.orders
    where currency = (account).currency and created_at < (account).effective_at and status <> 'declined' and not is_demo
      and payment_status in ('unpaid', 'underpaid') and fulfilment_status <> 'disputed'
      and private.due_now_kobo(orders) > 0 and not private.has_letter_of_credit(id)
    order by created_at
  loop
    kept_until := case when own.kind = 'marketplace' and own.status = 'pending' and own.payment_status = 'unpaid'
      and own.stock_released_at is null then own.expires_at end;
    if private.notify_buyer(own.id, 'order_account_ready', jsonb_build_object('kept_until', kept_until)) is null then
      perform private.enqueue_sms('order_account_ready', reached.phone,
        jsonb_strip_nulls(jsonb_build_object('code', own.code, 'kept_until', kept_until)), 'sms:' || own.id || ':account_ready')
      from (select phone from public.order_contacts where order_id = own.id
        union all select phone from public.order_requests where order_id = own.id) as reached;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_settlements_in_force()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.settlement_accounts;
  mailed integer := 0;
begin
  for account in
    select * from public.settlement_accounts
    where effective_at <= now() and withdrawn_at is null and not is_demo and in_force_mailed_at is null
    for update skip locked
  loop
    update public.settlement_accounts set in_force_mailed_at = now() where id = account.id;
    perform private.mail_about_settlement(account, 'staff_settlement_in_force');
    perform private.notify_of_first_account(account);
    mailed := mailed + 1;
  end loop;
  return mailed;
end $function$;

CREATE OR REPLACE FUNCTION private.run_market_jobs()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  in_force integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('market jobs', 0)) then
    return null;
  end if;
  -- Before the reminders: that the account is there comes first.
  perform private.start_clocks();
  in_force := private.notify_settlements_in_force();
  return jsonb_build_object('expired', private.expire_market_orders(), 'reminded', private.remind_unpaid_orders(),
    'released', private.release_claimed_stock(), 'backInStock', private.send_stock_alerts(), 'accountsInForce', in_force);
end $function$;

CREATE OR REPLACE FUNCTION private.start_clocks()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  started integer;
begin
  update public.orders as own set expires_at = greatest(first.began_at, now()) + interval '24 hours',
    reminded_at = case when private.market_limit(case when user_id is null then 'guest_reminder_hours' else 'member_reminder_hours' end) >= 24 then now() end,
    price_locked_until = greatest(price_locked_until, first.began_at + interval '24 hours', now() + interval '24 hours')
  from (
    select currency, min(effective_at) as began_at from public.settlement_accounts
    where kind = 'bank_account' and effective_at <= now() and withdrawn_at is null group by currency
  ) as first
  where first.currency = own.currency and own.created_at < first.began_at and own.expires_at < first.began_at + interval '24 hours'
    and own.kind = 'marketplace' and own.status = 'pending' and own.payment_status = 'unpaid' and own.stock_released_at is null
    and not own.awaits_delivery;
  get diagnostics started = row_count;
  return started;
end $function$;

CREATE OR REPLACE FUNCTION private.waits_for_buyer(own public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (own).status <> 'declined' and (
    exists (select from public.quotes as quote
      where quote.order_id = (own).id and quote.status = 'open' and quote.expires_at > now()
        and not exists (select from public.counter_offers as offer where offer.quote_id = quote.id))
    or ((own).awaits_delivery and (own).status = 'pending' and exists (select from public.order_deliveries as delivery
      where delivery.order_id = (own).id and delivery.quoted_at is not null and delivery.accepted_at is null)
      and coalesce((own).expires_at > now(), true))
    or (not (own).awaits_delivery and (own).total_amount_kobo is not null and (own).payment_status in ('unpaid', 'underpaid')
      and not ((own).status = 'pending' and coalesce((own).expires_at <= now(), false))
      and case when private.has_letter_of_credit((own).id) then (own).status in ('pending', 'approved')
          and (own).credit_terms_reason is null and (own).fulfilment_status in ('none', 'preparing')
          and not exists (select from public.letters_of_credit as letter where letter.order_id = (own).id and letter.status not in ('awaited', 'draft_accepted'))
        else private.due_now_kobo(own) > 0 and private.has_account(own) end))
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
  perform private.require_admin_right('orders', 'decide');
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
    step_back_reason = case when steps < 0 then why else one.step_back_reason end
  where one.order_id = current_order.id returning * into written;
  if (written.status, written.advising_bank, written.documents) is distinct from (letter.status, letter.advising_bank, letter.documents) then
    perform private.notify_buyer(current_order.id, 'order_credit_letter', jsonb_build_object('credit', jsonb_build_object(
      'status', written.status, 'isBack', nullif(steps < 0, false), 'isSame', nullif(steps = 0, false),
      'isFirstList', nullif(steps = 0 and letter.documents is null and written.documents is not null, false), 'documents', written.documents,
      'draftProblem', case when steps < 0 and letter.status = 'draft_received' then why end,
      'bank', coalesce(written.advising_bank, private.bank_in_words(current_order.currency)))));
  end if;
end $function$;

REVOKE ALL ON FUNCTION "private"."notify_of_first_account"(public.settlement_accounts) FROM PUBLIC;

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo, name) values ('order_account_ready', '{email,sms}', 'orders', 'notice', null, 'always', 'true', null, 'false', 'Our account is here');
