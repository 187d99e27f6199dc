CREATE OR REPLACE FUNCTION private.describe_delivery_done(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select said || case when own.fulfilment_status in ('delivered', 'disputed') and said ->> 'kind' <> 'collect' then coalesce((
      select jsonb_build_object('day', (max(event.created_at) at time zone 'Africa/Lagos')::date) from public.order_events as event
      where event.order_id = own.id and event.axis = 'fulfilment' and event.to_value = 'delivered' having count(*) > 0), '{}') else '{}' end
  from public.orders as own, private.describe_delivery(own.id) as said where own.id = $1 and said is not null
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
      -- What is paid to an account that is none is no real order, on each of its documents and not on those alone that show the account.
      -- Where its currency has no account, that in naira says whether this is a demonstration.
      'currency', coalesce($2, orders.currency), 'isDemo', orders.is_demo or coalesce(
        (select account.is_demo from private.current_settlement_account('bank_account', coalesce($2, orders.currency)) as account),
        (select account.is_demo from private.current_settlement_account('bank_account') as account), false)),
    'incoterms', coalesce(agreed.incoterms, bulk_request.incoterms),
    'purchaseOrderNumber', bulk_request.purchase_order_number,
    'terms', case when agreed.id is not null then private.describe_contract_terms(to_jsonb(agreed)) end)
    || private.describe_buyer(orders.id, to_jsonb(agreed))
    || coalesce((select jsonb_build_object('delivery', said) from private.describe_delivery_done(orders.id) as said where said is not null), '{}')
  from public.orders
  left join public.quotes as agreed on agreed.order_id = orders.id and agreed.status = 'accepted'
  left join public.order_requests as bulk_request on bulk_request.order_id = orders.id
  where orders.id = $1
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
      'net_kobo', (select nullif(private.net_kobo(paid), paid.total_amount_kobo) from public.orders as paid where paid.id = $1)));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.read_quote_vat(result public.quotes, quote jsonb)
 RETURNS public.quotes
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_said boolean := nullif(quote ->> 'vatClass', '') is not null
    or exists (select from jsonb_array_elements(quote -> 'lines') as line where nullif(line ->> 'vatClass', '') is not null);
  rates jsonb := (select jsonb_agg(jsonb_build_object('vatClass', vat_class, 'rateBp', rate_bp, 'reason', reason)) from private.vat_on());
  goods jsonb;
  tax bigint;
  owed bigint;
begin
  select coalesce(sum(round((line ->> 'quantity')::numeric * private.quote_line_price(line))), 0) into tax
  from jsonb_array_elements(quote -> 'lines') as line where line ->> 'kind' = 'tax';
  if exists (select from jsonb_array_elements(jsonb_build_array(quote) || (quote -> 'lines')) as said
    where nullif(said ->> 'vatClass', '') <> all (private.vat_classes()))
  then
    raise exception 'Choose what VAT the quote bears' using errcode = '23514', hint = 'vatClass';
  elsif not is_said and tax > 0 and private.has_one_kind_of_goods(quote) and tax = (select private.vat_of((result).total_kobo - tax, rate.rate_bp)
    from private.vat_on() as rate where rate.vat_class = 'standard')
  then
    quote := quote || '{"vatClass": "standard"}';
  end if;
  select jsonb_agg(jsonb_build_object('vatClass', private.line_vat_class(result, quote, line),
    'amountKobo', round((line ->> 'quantity')::numeric * private.quote_line_price(line)))) into goods
  from jsonb_array_elements(quote -> 'lines') as line where coalesce(line ->> 'kind', 'goods') = 'goods';
  if exists (select from jsonb_array_elements(goods) as line where line ->> 'vatClass' is null) then
    if is_said or tax > 0 or exists (select from jsonb_array_elements(goods) as line
      join private.vat_on() as rate on rate.vat_class = line ->> 'vatClass' where rate.rate_bp > 0)
    then
      raise exception 'Choose what VAT each line of goods bears' using errcode = '23514', hint = 'vatClass';
    end if;
    return result;
  end if;
  result.vat_lines := private.vat_by_class(goods, (result).total_kobo - tax, rates);
  owed := private.sum_of(result.vat_lines, 'vatKobo');
  if owed = 0 and tax > 0 then
    raise exception 'These goods bear no VAT: remove the line of tax, or choose the standard rate' using errcode = '23514', hint = 'vatClass';
  elsif owed > 0 and tax = 0 then
    raise exception 'These goods bear VAT of % %: add a line of tax for it', (result).currency, to_char(owed * 0.01, 'FM999,999,999,999,990.00') using errcode = '23514', hint = 'vatClass';
  elsif owed <> tax then
    raise exception 'VAT is % % (%), and the line of tax says %', (result).currency, to_char(owed * 0.01, 'FM999,999,999,999,990.00'), (
        select string_agg(trim_scale((line ->> 'rateBp')::integer * 0.01) || ' percent of '
          || to_char((line ->> 'baseKobo')::bigint * 0.01, 'FM999,999,999,999,990.00'), ', ' order by place)
        from jsonb_array_elements(result.vat_lines) with ordinality as input (line, place) where (line ->> 'vatKobo')::bigint <> 0),
      to_char(tax * 0.01, 'FM999,999,999,999,990.00') using errcode = '23514', hint = 'vatClass';
  end if;
  return result;
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

REVOKE ALL ON FUNCTION "private"."describe_delivery_done"(uuid) FROM PUBLIC;
