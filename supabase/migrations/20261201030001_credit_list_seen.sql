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
  documents_seen text := nullif(private.clean_text(details ->> 'seenDocuments'), '');
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
  elsif details ? 'documents' and documents_named is distinct from letter.documents and documents_seen is distinct from letter.documents then
    raise exception 'Somebody else changed the documents required meanwhile. What stands there now: %', coalesce(letter.documents, 'none')
      using errcode = 'PT409', hint = 'seen';
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
  elsif steps > 0 and next_status = 'issued' and current_order.status = 'pending' then
    raise exception 'Approve the order first: a letter of credit is issued for an order that is approved' using errcode = '23514', hint = 'status';
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
