-- generated
DROP FUNCTION "private"."add_payment"(public.orders, text, jsonb, uuid, uuid);

DROP FUNCTION "private"."book_receipt"(public.orders, jsonb, uuid, uuid);

DROP FUNCTION "private"."book_refund"(public.orders, jsonb, uuid, uuid);

DROP FUNCTION "private"."check_refund"(public.orders, jsonb, uuid);

DROP FUNCTION "private"."check_statement_line"(public.orders, jsonb);

DROP FUNCTION "private"."find_repeated_money"(public.orders, text, jsonb);

DROP FUNCTION "private"."hold_money"(public.orders, text, jsonb);

DROP FUNCTION "private"."needs_second_person"(public.orders, text, bigint);

CREATE OR REPLACE FUNCTION private.add_payment(current_order public.orders, kind text, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_statement_line(current_order, details);
  insert into public.payments (order_id, kind, amount_kobo, transfer_kobo, currency, value_date, bank_reference,
    recorded_by, second_by)
  values ((current_order).id, add_payment.kind, (details ->> 'amountKobo')::bigint,
    nullif((details ->> 'transferKobo')::bigint, (details ->> 'amountKobo')::bigint), (current_order).currency,
    (details ->> 'valueDate')::date, upper(private.clean_line(details ->> 'bankReference')),
    add_payment.recorded_by, add_payment.second_by);
end $function$;

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
    return null;
  elsif tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
    return null;
  end if;
  moved := (new.status, new.payment_status, new.fulfilment_status)
    is distinct from (old.status, old.payment_status, old.fulfilment_status);
  decided := new.status <> old.status and not new.is_demo;
  -- What staff decide. A record's own words about a person are no part of it.
  perform private.audit_change('orders', 'staff', 'id', 'status,decline_reason,credit_terms_reason,payment_status,'
    || 'fulfilment_status,total_amount_kobo,refund_due_kobo,delivery_date', old, new);
  if old.user_id is not null and new.user_id is null then perform private.drop_unowned_documents(new.id); end if;
  if moved and new.status in ('approved', 'completed')
    and (new.payment_status in ('confirmed', 'overpaid') or new.fulfilment_status in ('dispatched', 'delivered'))
  then
    perform private.issue_order_documents(old, new);
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
    end);
  end if;
  if old.fulfilment_status = 'preparing' and new.fulfilment_status = 'dispatched' then
    perform private.notify_buyer(new.id, 'order_dispatched');
  end if;
  if old.fulfilment_status = 'dispatched' and new.fulfilment_status = 'delivered' then
    perform private.notify_buyer(new.id, 'order_delivered');
  end if;
  if decided then perform private.text_buyer_of_decision(new); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.apply_rows(changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  change jsonb;
  verb text;
  target text;
  new_values jsonb;
  contact jsonb;
  columns text;
  condition text;
  changed_row jsonb;
  touched bigint;
begin
  for change in select * from jsonb_array_elements(changes) loop
    target := change ->> 'table';
    verb := coalesce(change ->> 'verb', '');
    if target is null or target not in ('company_facts', 'impact_figures', 'board_members', 'career_categories',
      'career_positions', 'page_actions')
    then
      raise exception 'Drafts do not change %', coalesce(target, 'this') using errcode = '23514', hint = 'changes';
    elsif target = 'company_facts' then
      perform private.require_strong_right('settings.write');
    end if;
    new_values := coalesce(change -> 'values', '{}');
    contact := null;
    if target = 'board_members' then
      select jsonb_object_agg(key, value) into contact
      from jsonb_each(new_values) where key in ('email', 'phone', 'public_contact');
      new_values := new_values - array['email', 'phone', 'public_contact'];
    end if;
    select string_agg(quote_ident(key), ', ' order by key) into columns from jsonb_object_keys(new_values) as key;
    select string_agg(format('t.%1$I = (jsonb_populate_record(null::public.%2$I, $2)).%1$I', key, target), ' and ') into condition
    from jsonb_object_keys(coalesce(change -> 'key', '{}')) as key;
    if verb not in ('insert', 'update', 'delete') or (verb <> 'insert' and condition is null)
      or (verb = 'insert' and columns is null) or (verb = 'update' and columns is null and contact is null)
    then
      raise exception 'A change names its row and its values' using errcode = '23514', hint = 'changes';
    end if;
    execute format(case
      when verb = 'insert' then
        'insert into public.%1$I as t (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) where $2 is null or true'
      when verb = 'delete' then 'delete from public.%1$I as t where %3$s and ($1 is null or true)'
      -- Only how to reach them: the row is touched, so that it is there and the caller's to change.
      when columns is null then 'update public.%1$I as t set name = t.name where %3$s and ($1 is null or true)'
      else 'update public.%1$I as t set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where %3$s'
    end || ' returning to_jsonb(t)', target, columns, condition) into changed_row using new_values, change -> 'key';
    get diagnostics touched = row_count;
    if touched <> 1 then
      raise exception 'What the draft changes in % is not there any more, or not yours to change', target
        using errcode = 'PT409', hint = target;
    elsif contact is not null and verb <> 'delete' then
      perform private.keep_board_contact((changed_row ->> 'id')::integer, contact);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.before_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    new.code := private.give_order_code(new.code);
    perform private.refuse_secrets('credit_terms_reason', null, new.credit_terms_reason);
    return new;
  end if;
  new.updated_at := now();
  -- Most updates (reminders, claims, clocks) change none of these columns, and no step below applies to them.
  if (new.status, new.payment_status, new.fulfilment_status, new.decline_reason, new.credit_terms_reason, new.reopened_at)
    is not distinct from
    (old.status, old.payment_status, old.fulfilment_status, old.decline_reason, old.credit_terms_reason, old.reopened_at)
  then
    return new;
  end if;
  -- Who may decide, and which step: reopening goes back, which private.decide never allows.
  if new.reopened_at is distinct from old.reopened_at then new := private.reopen(old, new);
  else new := private.decide('orders', old, new);
  end if;
  -- Approve, of the marketplace only: its money has arrived and its goods are still reserved.
  if old.status = 'pending' and new.status = 'approved' and new.kind = 'marketplace' then
    new := private.require_money_for_approval(new);
  end if;
  -- Complete: it is paid, or on credit terms.
  if old.status <> 'completed' and new.status = 'completed' then perform private.require_payment(new); end if;
  -- Every change: payment and fulfilment follow the status.
  new := private.couple_order_axes(old, new);
  -- Decline: what was received goes back.
  if old.status <> 'declined' and new.status = 'declined' then new.refund_due_kobo := private.received_kobo(new.id); end if;
  -- Credit terms: who may give them, and when.
  if new.credit_terms_reason is distinct from old.credit_terms_reason then
    perform private.guard_credit_terms(old, new);
    perform private.refuse_secrets('credit_terms_reason', old.credit_terms_reason, new.credit_terms_reason);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.before_registration_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    if tg_table_name = 'buyers' then perform private.check_state_of_buyer(new); end if;
    new.reference := private.give_reference(tg_argv[0], tg_table_name, new.reference);
    if tg_table_name = 'buyers' then new := private.prepare_buyer(new); end if;
    perform private.refuse_secrets('reason', null, new.decline_reason);
    return new;
  end if;
  new.updated_at := now();
  -- Decide: the right, the transition and the reason. Approve: the person still consents.
  if (new.status, new.decline_reason) is distinct from (old.status, old.decline_reason) then
    new := private.decide(tg_table_name, old, new);
    perform private.refuse_secrets('reason', old.decline_reason, new.decline_reason);
    if old.status <> 'approved' and new.status = 'approved' then
      perform private.refuse_without_consent(tg_table_name, new.id);
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.begin_own_export()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  state jsonb := private.own_secrets_state();
  created private.own_exports;
begin
  if caller_id is null then
    raise exception 'Please sign in' using errcode = '42501';
  elsif state ->> 'state' = 'frozen' then
    raise exception 'You told us that somebody else was in your account: nothing leaves it for now' using errcode = '42501', hint = 'frozen';
  end if;
  insert into private.own_exports (user_id, in_clear, basis, user_agent)
  values (caller_id, state ->> 'state' = 'open', case when state ->> 'state' = 'open' then state ->> 'basis' end,
    (select left(session.user_agent, 500) from auth.sessions as session
     where session.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and session.user_id = caller_id))
  returning * into created;
  perform private.record_audit('export', 'own_data', caller_id::text, null,
    jsonb_build_object('in_clear', created.in_clear, 'basis', created.basis));
  perform private.notify_owner('account_data_exported', caller_id, jsonb_build_object('in_clear', created.in_clear));
  return jsonb_build_object('id', created.id, 'inClear', created.in_clear);
end $function$;

CREATE OR REPLACE FUNCTION private.book_receipt(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  received bigint;
  surplus bigint;
begin
  perform private.add_payment(current_order, 'receipt', details, recorded_by, second_by);
  received := private.received_kobo(current_order.id);
  surplus := private.credited_kobo(current_order.id) - current_order.total_amount_kobo;
  current_order := private.apply_order_event(current_order.id, case
    when current_order.status = 'declined' then 'pay_after_decline'
    when current_order.payment_status in ('refund_due', 'refunded') then 'pay_after_refund'
    when surplus < 0 then 'pay_short'
    when surplus = 0 then 'pay_exactly'
    else 'pay_over'
  end);
  update public.orders set
    refund_due_kobo = case
      when status = 'declined' then received
      -- Of what is above the total, what has come with this.
      else refund_due_kobo + greatest(0, least(surplus, (details ->> 'amountKobo')::bigint))
    end,
    stock_released_at = case
      when stock_released_at is null or status <> 'pending' then null
      when surplus < 0 and private.part_paid_hold(id) <= now() then stock_released_at
      when private.reserve_again(id) then null
      else stock_released_at
    end
  where id = current_order.id
  returning * into current_order;
  perform private.notify_buyer_of_payment(current_order.id);
  return private.describe_market_order(current_order, false) || jsonb_build_object('receivedKobo', received)
    || case when current_order.stock_released_at is null then '{}'::jsonb else '{"stockMissing": true}' end;
end $function$;

CREATE OR REPLACE FUNCTION private.book_refund(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rest bigint := current_order.refund_due_kobo - (details ->> 'amountKobo')::bigint;
begin
  perform private.check_refund(current_order, details, recorded_by);
  perform private.add_payment(current_order, 'refund', details, recorded_by, second_by);
  update public.orders set refund_due_kobo = rest where id = current_order.id;
  if rest = 0 and current_order.payment_status = 'refund_due' and current_order.status <> 'declined'
    and private.credited_kobo(current_order.id) < current_order.total_amount_kobo
  then
    current_order := private.apply_order_event(current_order.id, 'refund_before_rest');
    perform private.notify_buyer(current_order.id, 'order_payment_refunded');
  elsif rest = 0 then
    current_order := private.apply_order_event(current_order.id,
      case current_order.payment_status when 'overpaid' then 'return_surplus' else 'refund' end);
    perform private.notify_buyer_of_payment(current_order.id);
  end if;
  return private.describe_market_order(current_order, false) || jsonb_build_object('refundDueKobo', rest);
end $function$;

CREATE OR REPLACE FUNCTION private.check_refund(current_order public.orders, details jsonb, person_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (current_order).payment_status not in ('refund_due', 'overpaid') then
    raise exception 'Nothing of this order is to go back' using errcode = '23514', hint = 'refund';
  end if;
  perform private.check_statement_line(current_order, details);
  if (details ->> 'amountKobo')::bigint > (current_order).refund_due_kobo then
    raise exception 'At most % kobo are to go back', (current_order).refund_due_kobo using errcode = '23514', hint = 'amountKobo';
  end if;
  perform private.refuse_own_refund((current_order).id, person_id);
end $function$;

CREATE OR REPLACE FUNCTION private.check_sealed(form text, sealed jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  secret_names text[] := (
    select coalesce(array_agg(item ->> 'field' order by item ->> 'field'), '{}')
    from jsonb_array_elements(coalesce(sealed -> 'secrets', '[]')) as item
  );
begin
  if exists (
    select from unnest(secret_names) as name
    where name <> 'selfie' and not exists (
      select from private.registration_fields as form_field
      where form_field.form = check_sealed.form and form_field.field = name and form_field.is_secret
    )
  ) then
    raise exception 'The form does not ask for this secret' using errcode = '22023';
  end if;
  return secret_names;
end $function$;

CREATE OR REPLACE FUNCTION private.check_statement_line(current_order public.orders, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(details ->> 'amountKobo', '') !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter the amount' using errcode = '23514', hint = 'amountKobo';
  elsif coalesce(details ->> 'transferKobo', '1') !~ '^[1-9][0-9]{0,14}$'
    or (details ->> 'transferKobo')::bigint < (details ->> 'amountKobo')::bigint
  then
    raise exception 'The whole transfer cannot be less than the part of this order' using errcode = '23514', hint = 'transferKobo';
  elsif coalesce(details ->> 'valueDate', '') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
    or (details ->> 'valueDate')::date not between ((current_order).created_at at time zone 'Africa/Lagos')::date - 1
      and (now() at time zone 'Africa/Lagos')::date
  then
    raise exception 'Enter the day that stands on the statement, between the order and today'
      using errcode = '23514', hint = 'valueDate';
  elsif char_length(coalesce(private.clean_line(details ->> 'bankReference'), '')) not between 3 and 100
    or char_length(coalesce(private.reference_key(private.clean_line(details ->> 'bankReference')), '')) < 3
  then
    raise exception 'Enter the reference that stands on the statement' using errcode = '23514', hint = 'bankReference';
  elsif not private.is_plain_reference(private.clean_line(details ->> 'bankReference')) then
    raise exception 'Write the reference in plain letters, A to Z: it holds a letter of another script'
      using errcode = '23514', hint = 'bankReference';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.claim_registrations(user_id uuid, hashes text[], seals jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account_id uuid := user_id;
  proved_email text := private.proved_address(user_id);
  proved_phone text := private.proved_number(user_id);
  current_record private.registrations;
  claimed jsonb := '[]';
begin
  insert into public.profiles (id, email)
  select account.id, account.email from auth.users as account where account.id = account_id and account.email is not null
  on conflict (id) do nothing;
  update public.partnership_applications as sent set user_id = account_id
  where sent.user_id is null and not is_demo and lower(email) = proved_email;
  update public.job_applications as sent set user_id = account_id
  where sent.user_id is null and not is_demo and lower(email) = proved_email;
  for current_record in
    select * from private.registrations as record
    where record.user_id is null and not is_demo and (lower(contact_email) = proved_email or contact_phone = proved_phone)
    order by created_at
  loop
    if private.claim_record(current_record, account_id, hashes, seals) then
      claimed := claimed || jsonb_build_object('recordType', current_record.record_type, 'id', current_record.id,
        'reference', current_record.reference);
    end if;
  end loop;
  return claimed;
end $function$;

CREATE OR REPLACE FUNCTION private.claim_tracked_registration(user_id uuid, token_hash text, seals jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account_id uuid := user_id;
  current_record private.registrations;
begin
  insert into public.profiles (id, email)
  select account.id, account.email from auth.users as account where account.id = account_id and account.email is not null
  on conflict (id) do nothing;
  -- The record before its link, as everybody else locks them; read afterwards, when the waiting is over.
  perform private.lock_registration(link.record_type, link.record_id)
  from private.registration_guest_links as link where link.token_hash = claim_tracked_registration.token_hash;
  select record.* into current_record
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = claim_tracked_registration.token_hash and link.expires_at > now() and record.user_id is null
    and not record.is_demo;
  if current_record.id is null then
    raise exception 'This link does not lead to a registration.' using errcode = 'P0002';
  elsif not private.has_proved_contact(account_id, current_record.contact_email, current_record.contact_phone) then
    raise exception 'It takes more than the link: confirm the % of this registration in your account, and it comes into it.',
      case when private.sends_sms() then 'email address or phone number' else 'email address' end
      using errcode = '42501', hint = 'contact';
  elsif private.has_handed_over(current_record.id, account_id) then
    raise exception 'You gave out this link for somebody else: they bring it into their own account.' using errcode = '42501';
  elsif not private.claim_record(current_record, account_id, array[claim_tracked_registration.token_hash], seals) then
    raise exception 'Your account has such a registration already.' using errcode = 'PT409';
  end if;
  return jsonb_build_object('recordType', current_record.record_type, 'id', current_record.id,
    'reference', current_record.reference);
end $function$;

CREATE OR REPLACE FUNCTION private.describe_parties(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'company', (select jsonb_build_object('name', facts ->> 'company_name', 'headOffice', facts ->> 'head_office',
        'branchOffice', facts ->> 'branch_office', 'phone', facts ->> 'phone_primary', 'email', facts ->> 'email',
        'logo', facts ->> 'logo', 'registrationNumber', facts ->> 'registration_number', 'taxNumber', facts ->> 'tax_number')
      from (select jsonb_object_agg(key, value) as facts from public.company_facts) as known),
    'order', jsonb_build_object('code', orders.code, 'kind', orders.kind, 'placedAt', private.utc_text(orders.created_at),
      'currency', orders.currency, 'isDemo', orders.is_demo),
    'buyer', jsonb_build_object('name', coalesce(contact.name, bulk_request.contact_person), 'company', bulk_request.company_name,
      'phone', coalesce(contact.phone, bulk_request.phone), 'email', coalesce(contact.email, bulk_request.email),
      'address', case when bulk_request.order_id is not null then concat_ws(', ', bulk_request.address, bulk_request.country) end),
    'deliveryAddress', orders.delivery_address,
    'incoterms', bulk_request.incoterms)
  from public.orders
  left join public.order_contacts as contact on contact.order_id = orders.id
  left join public.order_requests as bulk_request on bulk_request.order_id = orders.id
  where orders.id = $1
$function$;

CREATE OR REPLACE FUNCTION private.enqueue_sms(template text, phone text, data jsonb, dedupe_key text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail_id uuid;
begin
  if exists (select from private.app_settings where name = 'sms' and value = 'on') then
    insert into private.mail_outbox (channel, template, recipient, data, dedupe_key)
    values ('sms', enqueue_sms.template, enqueue_sms.phone, coalesce(enqueue_sms.data, '{}'), enqueue_sms.dedupe_key)
    on conflict on constraint mail_outbox_dedupe_key_unique do nothing
    returning mail_outbox.id into mail_id;
    if mail_id is not null then
      perform pg_notify('mail_outbox', '');
    end if;
  end if;
  return mail_id;
end $function$;

CREATE OR REPLACE FUNCTION private.erase_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3));
  update public.training_enrolments as t set contact_name = 'Erased',
    contact_email = null,
    phone = '00000000',
    city = 'Erased',
    state = 'Erased',
    motivation = 'Erased at the request of the person',
    training_goals = 'Erased at the request of the person',
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2));
  delete from public.staff_invitations as t where lower(email) = $3;
  delete from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2));
  delete from public.registration_drafts as t where user_id = $1;
  delete from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.phone_calls as t where record_id in (select private.registrations_of($1, $2));
  delete from public.partnership_applications as t where user_id = $1 or lower(email) = $3;
  delete from public.newsletter_subscriptions as t where lower(email) = $3;
  delete from public.job_applications as t where user_id = $1 or lower(email) = $3;
  update public.investors as t set company_name = case when company_name is not null then 'Erased' end,
    contact_name = null,
    contact_email = null,
    contact_phone = null,
    city = null,
    state = null,
    country = null,
    investment_goals = null,
    wallet_address = null
  where id in (select private.registrations_of($1, $2));
  delete from public.investor_private as t where investor_id in (select private.registrations_of($1, $2));
  update public.farmers as t set contact_name = null,
    contact_email = null,
    phone = null,
    farm_name = 'Erased',
    location = 'Erased',
    city = null,
    state = null,
    challenges = null,
    goals = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2));
  delete from public.correction_requests as t where record_id in (select private.registrations_of($1, $2));
  delete from public.contact_messages as t where lower(email) = $3;
  update public.buyers as t set user_id = null,
    company_name = case when company_name is not null then 'Erased' end,
    registration_number = case when registration_number is not null then 'Erased' end,
    address = 'Erased at the request of the person',
    city = 'Erased',
    state = 'Erased',
    contact_first_name = null,
    contact_last_name = null,
    contact_title = null,
    contact_email = null,
    contact_phone = null,
    alternative_phone = null,
    website = null,
    products_of_interest = null,
    target_markets = null,
    quality_certifications = null,
    additional_info = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  update private.submission_keys as t set fingerprint = null
  where user_id = $1 or record_id in (select private.registrations_of($1, $2));
  delete from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1));
  delete from private.export_progress as t where user_id = $1;
  delete from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2));
  delete from app_vault.matches as t where record_id in (select private.registrations_of($1, $2));
$function$;

CREATE OR REPLACE FUNCTION private.find_orphan_photos(paths text[], hashes text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select candidate.path from unnest($1, $2) as candidate (path, hash)
  where not exists (
    select from app_vault.secrets
    where secrets.field = 'selfie' and secrets.match_hash = decode(candidate.hash, 'hex')
  )
$function$;

CREATE OR REPLACE FUNCTION private.find_repeated_money(current_order public.orders, kind text, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  reference text := private.clean_line(details ->> 'bankReference');
  since timestamptz := now() - interval '10 minutes';
  entry_id uuid;
begin
  perform private.check_statement_line(current_order, details);
  select entry.id into entry_id from private.money_entries as entry
  where entry.order_id = (current_order).id and entry.kind = $2 and entry.recorded_by = person_id
    and entry.recorded_at > since and entry.decided_at is null
    and entry.details = jsonb_strip_nulls(jsonb_build_object('amountKobo', ($3 ->> 'amountKobo')::bigint,
      'transferKobo', ($3 ->> 'transferKobo')::bigint, 'valueDate', $3 ->> 'valueDate',
      'bankReference', reference));
  if entry_id is not null then
    return private.describe_market_order(current_order, false)
      || jsonb_build_object('waitsForSecondPerson', true, 'entryId', entry_id);
  elsif not exists (
    select from public.payments
    where payments.order_id = (current_order).id and payments.kind = $2 and payments.recorded_by = person_id
      and payments.second_by is null and payments.created_at > since
      and payments.amount_kobo = (details ->> 'amountKobo')::bigint
      and payments.transfer_kobo is not distinct from
        nullif((details ->> 'transferKobo')::bigint, (details ->> 'amountKobo')::bigint)
      and payments.value_date = (details ->> 'valueDate')::date and payments.bank_reference = upper(reference)
  ) then
    return null;
  elsif $2 = 'refund' then
    return private.describe_market_order(current_order, false)
      || jsonb_build_object('refundDueKobo', (current_order).refund_due_kobo);
  end if;
  return private.describe_market_order(current_order, false)
    || jsonb_build_object('receivedKobo', private.received_kobo((current_order).id))
    || case when (current_order).stock_released_at is null then '{}'::jsonb else '{"stockMissing": true}' end;
end $function$;

CREATE OR REPLACE FUNCTION private.hold_money(current_order public.orders, kind text, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key text := private.reference_key(private.clean_line(details ->> 'bankReference'));
  created_id uuid;
begin
  if exists (
    select from public.payments
    where payments.order_id = (current_order).id and payments.kind = hold_money.kind
      and private.reference_key(payments.bank_reference) = key
  ) or exists (
    select from private.money_entries as entry
    where entry.order_id = (current_order).id and entry.kind = hold_money.kind and entry.reference_key = key
      and entry.decided_at is null
  ) then
    raise exception 'This line of the statement has been recorded already' using errcode = '23505', hint = 'bankReference';
  end if;
  insert into private.money_entries (order_id, kind, amount_kobo, currency, reference_key, details, recorded_by)
  values ((current_order).id, hold_money.kind, (details ->> 'amountKobo')::bigint, (current_order).currency, key,
    jsonb_strip_nulls(jsonb_build_object('amountKobo', (details ->> 'amountKobo')::bigint, 'transferKobo', (details ->> 'transferKobo')::bigint,
      'valueDate', details ->> 'valueDate', 'bankReference', private.clean_line(details ->> 'bankReference'))),
    (select auth.uid()))
  returning id into created_id;
  return private.describe_market_order(current_order, false)
    || jsonb_build_object('waitsForSecondPerson', true, 'entryId', created_id);
end $function$;

CREATE OR REPLACE FUNCTION private.is_own_order(candidate public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((candidate).user_id = (select auth.uid()), false)
    or exists (select from public.order_contacts as contact
      where contact.order_id = (candidate).id and private.is_own_contact(contact.email, contact.phone))
    or exists (select from public.order_requests as bulk_request
      where bulk_request.order_id = (candidate).id and private.is_own_contact(bulk_request.email, bulk_request.phone))
$function$;

CREATE OR REPLACE FUNCTION private.is_own_record(record_type text, record_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id text := (select auth.uid());
  current_record jsonb;
begin
  if caller_id is null then
    return false;
  elsif record_type = 'orders' then
    return exists (select from public.orders where id = record_id and private.is_own_order(orders));
  elsif record_type = 'products' then
    select to_jsonb(farmer) into current_record
    from public.products join public.farmers as farmer on farmer.id = products.farmer_id where products.id = record_id;
  else
    execute format('select to_jsonb(t) from public.%I as t where id = $1', record_type) into current_record using record_id;
  end if;
  return coalesce(current_record ->> 'user_id' = caller_id, false)
    or coalesce(record_type = 'investors' and current_record ->> 'entered_by' = caller_id, false)
    or private.is_own_contact(
      coalesce(current_record ->> 'contact_email', current_record ->> 'email'),
      coalesce(current_record ->> 'contact_phone', current_record ->> 'phone'))
    or private.is_own_contact(null, current_record ->> 'alternative_phone')
    or (record_type = 'investors' and exists (select from public.investor_private as behind
      where behind.investor_id = record_id and private.is_own_contact(behind.company_email, behind.company_phone)));
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
    received := private.credited_kobo(new.id);
    perform private.issue_document(new.id, 'invoice', jsonb_build_object(
      'lines', private.describe_lines(new.id),
      'totalKobo', new.total_amount_kobo,
      'receivedKobo', received,
      'schedule', private.describe_schedule(new.id),
      'account', case when received < new.total_amount_kobo then private.describe_account() end));
  end if;
  if new.fulfilment_status = 'dispatched' and old.fulfilment_status <> 'dispatched' then
    perform private.issue_document(new.id, 'delivery_note', jsonb_build_object('lines', (
      select jsonb_agg(line - 'priceKobo' - 'totalKobo' order by place)
      from jsonb_array_elements(private.describe_lines(new.id)) with ordinality as input (line, place))));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.needs_second_person(current_order public.orders, kind text, amount_kobo bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select $3 + coalesce((
      select sum(payments.amount_kobo) from public.payments
      where payments.order_id = (current_order).id and payments.kind = $2 and payments.second_by is null
    ), 0) > private.market_limit(case
      when $2 = 'receipt' and (current_order).currency = 'NGN' then 'confirm_alone_max_kobo'
      when $2 = 'receipt' then 'confirm_alone_max_cents'
      when (current_order).currency = 'NGN' then 'refund_alone_max_kobo'
      else 'refund_alone_max_cents' end)
$function$;

CREATE OR REPLACE FUNCTION private.notify_buyer(order_id uuid, template text)
 RETURNS void
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
    return;
  end if;
  select * into strict policy from private.mail_templates where mail_templates.template = notify_buyer.template;
  select * into request from public.order_requests where order_requests.order_id = current_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = current_order.id;
  select email into own_mailbox from public.profiles where id = current_order.user_id;
  recipient := coalesce(request.email, contact.email, own_mailbox);
  -- The form takes any address, a stranger's too: of what a buyer's own doing sends, a mailbox that nobody proved gets
  -- five in an hour from everybody together, and the account's own gets what is beyond.
  if recipient is distinct from own_mailbox
    and (policy.limited is not null or current_order.decline_code = 'withdrawn_by_buyer') then
    if policy.limited = 'new_order' then
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
  if current_order.kind = 'marketplace' and current_order.user_id is null then
    token := private.make_token();
    insert into private.order_guest_links (token_hash, order_id)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), current_order.id);
  end if;
  perform private.enqueue_mail(template, recipient, jsonb_strip_nulls(jsonb_build_object(
    'order_id', current_order.id,
    'code', current_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', current_order.crop_type,
    'quantity', current_order.quantity_text,
    'unit', current_order.unit,
    'reason', case when template = 'order_reopened' then (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = current_order.id order by event.id desc limit 1)
      else current_order.decline_reason end,
    'decline_code', current_order.decline_code,
    'total_kobo', current_order.total_amount_kobo,
    'currency', case when current_order.total_amount_kobo is not null then current_order.currency end,
    'expires_at', current_order.expires_at,
    'payment_status', case when current_order.kind = 'marketplace' then current_order.payment_status end,
    'refund_due_kobo', nullif(current_order.refund_due_kobo, 0),
    'fulfilment_status', nullif(current_order.fulfilment_status, 'none'),
    'due', private.describe_due(current_order),
    'payment', case when policy.has_payment_account then private.payment_block(current_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo)
      from public.order_disputes as dispute where dispute.order_id = current_order.id and resolved_at is not null
      order by resolved_at desc limit 1) end,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || current_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, current_order.id, extract(epoch from current_order.reopened_at))
  end);
end $function$;

CREATE OR REPLACE FUNCTION private.open_order_upload(order_id uuid, kind text, context jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  new_path text := own.id || '/' || gen_random_uuid();
begin
  perform pg_advisory_xact_lock(hashtextextended('order upload ' || own.id, 0));
  if (select count(*) >= 30 from private.order_uploads as upload
      where upload.order_id = own.id and created_at > now() - interval '1 day') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  insert into private.order_uploads (path, order_id, kind) values (new_path, own.id, open_order_upload.kind);
  return new_path;
end $function$;

CREATE OR REPLACE FUNCTION private.open_product_photo(user_id uuid, farmer_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  new_path text := coalesce(farmer_id::text, 'staff') || '/' || gen_random_uuid();
begin
  if not private.person_has_permission(open_product_photo.user_id, 'products.write') and not exists (
    select from public.farmers
    where farmers.id = open_product_photo.farmer_id and farmers.user_id = open_product_photo.user_id and status = 'approved'
  ) then
    raise exception 'permission denied to add photos of products' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('product photo ' || open_product_photo.user_id, 0));
  if (select count(*) >= 60 from private.product_photos as photo
      where photo.user_id = open_product_photo.user_id and created_at > now() - interval '1 day') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  insert into private.product_photos (path, farmer_id, user_id)
  values (new_path, open_product_photo.farmer_id, open_product_photo.user_id);
  return new_path;
end $function$;

CREATE OR REPLACE FUNCTION private.order_for_finance(order_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders;
begin
  perform private.require_strong_right('payments.confirm');
  select * into current_order from public.orders where id = order_id for update;
  if current_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(current_order) then
    raise exception 'Somebody else must confirm payments of your own order' using errcode = '42501';
  end if;
  return current_order;
end $function$;

CREATE OR REPLACE FUNCTION private.payment_block(own public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('bank_name', account.bank_name, 'account_name', account.account_name,
    'account_number', account.account_number, 'changed_at', account.effective_at,
    'due_kobo', private.due_now_kobo(own),
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = (own).id),
      (select phone from public.order_requests as bulk_request where bulk_request.order_id = (own).id)))
  from private.current_settlement_account('bank_account') as account
  where (own).status in ('pending', 'approved') and (own).payment_status in ('unpaid', 'underpaid')
    and private.due_now_kobo(own) > 0
    and ((own).payment_status <> 'unpaid' or private.find_changed_prices(own) is null)
$function$;

CREATE OR REPLACE FUNCTION private.read_market_lines(items jsonb)
 RETURNS TABLE(product_id uuid, quantity integer, price_kobo bigint, place integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) = 0 then
    raise exception 'Your cart is empty' using errcode = '23514', hint = 'items', detail = 'items';
  elsif jsonb_array_length(items) > private.market_limit('order_lines_max') then
    raise exception 'At most % different products in one order', private.market_limit('order_lines_max')
      using errcode = '23514', hint = 'items', detail = 'items';
  elsif exists (
    select from jsonb_array_elements(items) as item
    where coalesce(item ->> 'productId', '') !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
      or coalesce(item ->> 'quantity', '') !~ '^[1-9][0-9]{0,8}$' or coalesce(item ->> 'priceKobo', '') !~ '^[0-9]{1,15}$'
  ) or (select count(*) <> count(distinct lower(item ->> 'productId')) from jsonb_array_elements(items) as item) then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  elsif exists (
    select from jsonb_array_elements(items) as item
    where (item ->> 'quantity')::integer > private.market_limit('line_quantity_max')
  ) then
    raise exception 'At most % of one product in an order', to_char(private.market_limit('line_quantity_max'), 'FM999,999,999')
      using errcode = '23514', hint = 'items', detail = 'items';
  end if;
  return query
    select (item ->> 'productId')::uuid, (item ->> 'quantity')::integer, (item ->> 'priceKobo')::bigint, nr::integer
    from jsonb_array_elements(items) with ordinality as input (item, nr);
end $function$;

CREATE OR REPLACE FUNCTION private.record_audit_of(actor uuid, address text, action text, subject_type text, subject_id text, before jsonb, after jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created_id bigint;
begin
  insert into public.audit_trail (actor_id, actor_role, address, action, subject_type, subject_id, before, after)
  values (
    $1,
    coalesce((select role from public.user_roles where user_id = $1), case when $1 is not null then 'member' else 'system' end),
    left($2, 60), $3, $4, $5, $6, $7
  )
  returning id into created_id;
  return created_id;
end $function$;

CREATE OR REPLACE FUNCTION private.request_own_secrets(user_id uuid, session_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text := private.proved_address(user_id);
  created private.own_secret_requests;
begin
  perform from auth.users where id = request_own_secrets.user_id for update;
  if not exists (select from auth.sessions as session
    where session.id = request_own_secrets.session_id and session.user_id = request_own_secrets.user_id) then
    raise exception 'Please sign in' using errcode = '42501';
  elsif address is null then
    raise exception 'This account has no confirmed mailbox' using errcode = '42501';
  elsif private.is_frozen(user_id) then
    raise exception 'You told us that somebody else was in your account: nothing leaves it for now' using errcode = '42501', hint = 'frozen';
  elsif private.has_old_factor(user_id) then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  end if;
  -- Again moves it to this sign-in while the first still counts, and neither hastens nor delays it.
  update private.own_secret_requests as request set session_id = request_own_secrets.session_id
  where request.user_id = request_own_secrets.user_id and request.closes_at > now() and request.mailbox = address;
  insert into private.own_secret_requests as request (user_id, mailbox, session_id)
  values (request_own_secrets.user_id, address, request_own_secrets.session_id)
  on conflict on constraint own_secret_requests_pkey do update set mailbox = excluded.mailbox, session_id = excluded.session_id,
    requested_at = excluded.requested_at, opens_at = excluded.opens_at, closes_at = excluded.closes_at
    where request.closes_at <= now() or request.mailbox <> excluded.mailbox
  returning * into created;
  if created.user_id is null then
    return (select opens_at from private.own_secret_requests as request where request.user_id = request_own_secrets.user_id);
  end if;
  perform private.record_audit('request', 'own_secrets', user_id::text, null, jsonb_build_object('opens_at', created.opens_at));
  perform private.notify_owner('account_secrets_requested', user_id,
    jsonb_build_object('opens_at', created.opens_at, 'closes_at', created.closes_at));
  return created.opens_at;
end $function$;

CREATE OR REPLACE FUNCTION private.require_order_uploads(order_id uuid, kind text, paths text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from unnest(paths) as input (path)
    where not exists (
      select from private.order_uploads as upload
      where upload.path = input.path and upload.order_id = require_order_uploads.order_id
        and upload.kind = require_order_uploads.kind and upload.ready_at is not null
        and upload.created_at > now() - interval '1 day')
  ) then
    raise exception 'The file has not arrived yet. Please send it again.'
      using errcode = '23514', hint = case kind when 'proof' then 'proofPath' else 'photoPaths' end;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.store_sealed(sealed jsonb, record_type text, record_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_input jsonb := sealed -> 'person';
  given_user uuid := (sealed -> 'person' ->> 'userId')::uuid;
  person app_vault.people;
  owner_of_record app_vault.people;
  sealed_record bytea;
  ciphertext bytea;
  item jsonb;
begin
  if jsonb_typeof(person_input) is distinct from 'object' or jsonb_typeof(sealed -> 'secrets') is distinct from 'array'
    or jsonb_typeof(coalesce(sealed -> 'matches', '[]')) <> 'array' or store_sealed.record_id is null
    or sealed -> 'record' ->> 'type' is distinct from store_sealed.record_type
    or sealed -> 'record' ->> 'id' is distinct from store_sealed.record_id::text
    or sealed -> 'record' ->> 'seal' is null
  then
    raise exception 'The vault takes what is encrypted, and nothing else' using errcode = '22023';
  end if;

  if person_input ? 'wrappedKey' then
    insert into app_vault.people (id, user_id, wrapped_key, master_key_id, seal, sealed_for)
    values (
      (person_input ->> 'id')::uuid, given_user, private.read_encrypted(person_input ->> 'wrappedKey'), person_input ->> 'masterKeyId',
      decode(person_input ->> 'seal', 'base64'), given_user
    )
    returning * into person;
  else
    select * into person from app_vault.people where id = (person_input ->> 'id')::uuid for share;
    if person.id is null or person.erased_at is not null then
      raise exception 'This key was destroyed' using errcode = '55000', hint = 'seal_again';
    elsif given_user is not null and given_user is distinct from person.user_id then
      raise exception 'This key is somebody else''s' using errcode = '42501';
    end if;
  end if;
  if person.seal is null then
    raise exception 'This person is not sealed yet' using errcode = '55000', hint = 'seal_again';
  end if;

  insert into app_vault.records (record_type, record_id, person_id, sender_link_hash, seal)
  values (store_sealed.record_type, store_sealed.record_id, person.id, sealed -> 'record' ->> 'linkHash',
    decode(sealed -> 'record' ->> 'seal', 'base64'))
  on conflict on constraint records_pkey do nothing;
  select people.* into strict owner_of_record
  from app_vault.records join app_vault.people on people.id = records.person_id
  where records.record_type = store_sealed.record_type and records.record_id = store_sealed.record_id;
  select records.seal into strict sealed_record from app_vault.records
  where records.record_type = store_sealed.record_type and records.record_id = store_sealed.record_id;
  if owner_of_record.id <> person.id
    and (owner_of_record.user_id is null or owner_of_record.user_id is distinct from person.user_id)
  then
    raise exception 'This record is somebody else''s' using errcode = '42501';
  elsif sealed_record is null then
    raise exception 'This record is not sealed yet' using errcode = '55000', hint = 'seal_again';
  end if;

  for item in select value from jsonb_array_elements(sealed -> 'secrets') loop
    ciphertext := private.read_encrypted(item ->> 'ciphertext');
    if get_byte(ciphertext, 0) <> 2 then
      raise exception 'The vault takes what is encrypted, and nothing else' using errcode = '22023';
    end if;
    insert into app_vault.secrets
      (person_id, record_type, record_id, field, ciphertext, last_four, match_hash)
    values (
      person.id, store_sealed.record_type, store_sealed.record_id, item ->> 'field',
      ciphertext, item ->> 'lastFour', decode(item ->> 'matchHash', 'hex')
    )
    on conflict on constraint secrets_record_field_unique do update set
      person_id = excluded.person_id, ciphertext = excluded.ciphertext, last_four = excluded.last_four,
      match_hash = excluded.match_hash, updated_at = now();
  end loop;
  for item in select value from jsonb_array_elements(coalesce(sealed -> 'matches', '[]')) loop
    insert into app_vault.matches (record_type, record_id, kind, match_hash)
    values (store_sealed.record_type, store_sealed.record_id, item ->> 'kind', decode(item ->> 'hash', 'hex'))
    on conflict on constraint matches_pkey do update set match_hash = excluded.match_hash;
  end loop;
  return person.id;
end $function$;

CREATE OR REPLACE FUNCTION private.store_submission(record_type text, record_id uuid, version integer, form text, answers jsonb, sealed jsonb, context jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (context ->> 'userId')::uuid;
  secrets text[] := private.check_sealed(form, sealed);
  wallet jsonb := jsonb_path_query_first(sealed, '$.secrets[*] ? (@.field == "sidraWalletAddress")');
begin
  insert into public.registration_submissions
    (record_type, record_id, version, form, answers, secret_fields, channel, locale, terms_version)
  values (
    store_submission.record_type, store_submission.record_id, store_submission.version, store_submission.form,
    store_submission.answers, secrets, context ->> 'channel', private.answer(context, 'locale'),
    private.answer(context, 'termsVersion')
  );
  insert into private.submission_keys (idempotency_key, form, record_type, record_id, version, user_id, fingerprint)
  values (
    (context ->> 'idempotencyKey')::uuid, store_submission.form, store_submission.record_type, store_submission.record_id,
    store_submission.version, person_id, context ->> 'fingerprint'
  );
  insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel, recorded_by)
  select person_id, store_submission.record_type, store_submission.record_id, consent ->> 'purpose',
    consent ->> 'textVersion', true, context ->> 'channel', (context ->> 'enteredBy')::uuid
  from jsonb_array_elements(coalesce(context -> 'consents', '[]')) as consent;
  if jsonb_typeof(sealed) = 'object' then
    perform private.store_sealed(sealed, store_submission.record_type, store_submission.record_id);
  end if;
  if wallet is not null then
    update public.investors set wallet_address = '…' || coalesce(wallet ->> 'lastFour', '')
    where id = store_submission.record_id;
  end if;
  if context ->> 'photoReceiptHash' is not null and record_type <> 'investors'
    and private.use_photo_upload(context ->> 'photoReceiptHash', store_submission.record_type, person_id)
  then
    execute format('update public.%I set has_photo = true where id = $1', record_type) using record_id;
  end if;
  if context ->> 'enteredBy' is not null then
    perform private.record_audit_of((context ->> 'enteredBy')::uuid, context ->> 'enteredFrom', 'enter',
      store_submission.record_type, store_submission.record_id::text, null,
      jsonb_build_object('channel', context ->> 'channel', 'version', store_submission.version));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.add_breach_event(breach_id uuid, kind text, happened_at timestamp with time zone, body text, changes jsonb DEFAULT '{}'::jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_id uuid := private.require_strong_right('breaches.write');
  breach public.breaches;
  known jsonb := '{}';
  created_id bigint;
begin
  select * into breach from public.breaches where id = $1 for update;
  if not found then
    raise exception 'There is no such breach' using errcode = 'P0002';
  elsif $2 not in ('note', 'measure', 'assessed', 'commission_notified', 'people_notified', 'closed', 'reopened') then
    raise exception 'There is no such event' using errcode = '22023';
  elsif breach.closed_at is not null and $2 <> 'reopened' then
    raise exception 'This breach is closed: open it again first' using errcode = '23514';
  elsif breach.closed_at is null and $2 = 'reopened' then
    raise exception 'This breach is open' using errcode = '23514';
  elsif $3 > now() + interval '5 minutes' or $3 < breach.aware_at - interval '10 years' then
    raise exception 'An event has happened already' using errcode = '23514', hint = 'happened_at';
  elsif $2 in ('commission_notified', 'people_notified') and $3 < breach.aware_at then
    raise exception 'Nobody was notified before the company was aware' using errcode = '23514', hint = 'happened_at';
  end if;
  case $2
    when 'assessed' then
      known := jsonb_strip_nulls(jsonb_build_object('risk', $5 ->> 'risk', 'people_count', ($5 ->> 'people_count')::integer,
        'records_count', ($5 ->> 'records_count')::integer));
      if known = '{}' then
        raise exception 'Please say what is known now: the risk or the numbers' using errcode = '23514', hint = 'risk';
      end if;
      update public.breaches set risk = coalesce(known ->> 'risk', risk),
        people_count = coalesce((known ->> 'people_count')::integer, people_count),
        records_count = coalesce((known ->> 'records_count')::integer, records_count) where id = $1;
    when 'commission_notified' then
      known := jsonb_strip_nulls(jsonb_build_object('reference', nullif(btrim($5 ->> 'reference'), '')));
      -- The first counts; a later report to the Commission only adds its reference.
      update public.breaches set commission_notified_at = coalesce(commission_notified_at, $3),
        commission_reference = coalesce(known ->> 'reference', commission_reference) where id = $1;
    when 'people_notified' then
      update public.breaches set people_notified_at = coalesce(people_notified_at, $3) where id = $1;
    when 'closed' then
      if breach.risk is null then
        raise exception 'Please judge the risk before you close it' using errcode = '23514';
      elsif breach.risk <> 'unlikely' and breach.commission_notified_at is null then
        raise exception 'The Commission has to be notified before it is closed' using errcode = '23514';
      elsif breach.risk = 'high' and breach.people_notified_at is null then
        raise exception 'The people concerned have to be told before it is closed' using errcode = '23514';
      end if;
      update public.breaches set closed_at = now(), closed_by = caller_id where id = $1;
    when 'reopened' then
      update public.breaches set closed_at = null, closed_by = null where id = $1;
    else null;
  end case;
  insert into public.breach_events (breach_id, kind, happened_at, body, changes, author_id)
  values ($1, $2, $3, btrim($4), known, caller_id) returning id into created_id;
  perform private.record_audit('event', 'breaches', $1::text, null, jsonb_build_object('kind', $2));
  return created_id;
end $function$;

CREATE OR REPLACE FUNCTION public.add_record_note(record_type text, record_id uuid, body text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  author uuid := private.require_admin_right(record_type, 'read');
  words text := coalesce(private.clean_text(body), '');
  created_id bigint;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif char_length(words) not between 1 and 2000 then
    raise exception 'Please write a note of at most 2000 characters' using errcode = '23514', hint = 'body';
  end if;
  insert into public.record_notes (record_type, record_id, author_id, author_name, body)
  values (add_record_note.record_type, add_record_note.record_id, author,
    (select full_name from public.profiles where id = author), words)
  returning id into created_id;
  perform private.record_audit('note', add_record_note.record_type, add_record_note.record_id::text);
  return created_id;
end $function$;

CREATE OR REPLACE FUNCTION public.attach_photo(record_type text, record_id uuid, sealed jsonb, context jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_record private.registrations;
begin
  perform private.lock_registration(attach_photo.record_type, attach_photo.record_id);
  select * into current_record from private.registrations as record
  where record.record_type = attach_photo.record_type and record.id = attach_photo.record_id;
  if current_record.id is null or current_record.record_type = 'investors'
    or not private.may_change_registration(current_record.id, current_record.user_id, context)
  then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  -- Anyone who decided on it saw that photo.
  if current_record.has_photo and current_record.status <> 'pending' then
    return false;
  end if;
  if not private.use_photo_upload(context ->> 'photoReceiptHash', current_record.record_type, (context ->> 'userId')::uuid) then
    return false;
  end if;
  perform private.store_sealed(sealed, current_record.record_type, current_record.id);
  execute format('update public.%I set has_photo = true where id = $1', current_record.record_type) using current_record.id;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_sitting(queue text, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := private.require_strong_right('vault.reveal');
  why text := coalesce(private.clean_line(reason), '');
  sitting private.photo_sittings;
begin
  if coalesce(queue, '') not in ('farmers', 'training_enrolments', 'buyers', 'investors') then
    raise exception 'There is no such queue with photos' using errcode = '22023';
  elsif not private.has_permission(queue || '.read') then
    raise exception 'permission denied to read %', queue using errcode = '42501';
  elsif char_length(why) not between 10 and 500 then
    raise exception 'Please give a reason of 10 to 500 characters' using errcode = '23514', hint = 'reason';
  elsif why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave numbers of people out of the reason' using errcode = '23514', hint = 'reason';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reveal ' || person_id, 0));
  sitting := private.open_sitting(person_id);
  if sitting.id is not null then
    raise exception 'Your sitting is still open. End it first.' using errcode = 'PT409', hint = 'sitting';
  end if;
  insert into private.photo_sittings (person_id, queue, reason) values (person_id, begin_sitting.queue, why)
  returning * into sitting;
  if private.mail_other_admins(person_id, 'staff_sitting_begun', jsonb_build_object(
      'name', (select coalesce(full_name, email) from public.profiles where id = person_id),
      'queue', sitting.queue, 'reason', sitting.reason, 'ends_at', sitting.ends_at)) = 0
  then
    raise exception 'Nobody else would hear of it: a sitting needs another admin, or SETTLEMENT_ALARM_EMAIL.'
      using errcode = '23514', hint = 'settlement_alarm_email';
  end if;
  return private.describe_sitting(sitting);
end $function$;

CREATE OR REPLACE FUNCTION public.confirm_payment(order_id uuid, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders := private.order_for_finance(order_id);
  repeated jsonb;
begin
  if current_order.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'total_amount';
  end if;
  repeated := private.find_repeated_money(current_order, 'receipt', details);
  if repeated is not null then
    return repeated;
  elsif private.needs_second_person(current_order, 'receipt', private.whole_transfer_kobo(details)) then
    return private.hold_money(current_order, 'receipt', details);
  end if;
  return private.book_receipt(current_order, details, (select auth.uid()), null);
end $function$;

CREATE OR REPLACE FUNCTION public.confirm_settlement_code(proposal_id uuid, code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal public.settlement_accounts := private.settlement_for_code(proposal_id);
  cleaned_code text := regexp_replace(upper(coalesce(code, '')), '[^0-9A-F]', '', 'g');
  sent private.settlement_codes;
begin
  select * into sent from private.settlement_codes as one where one.proposal_id = proposal.id for update;
  if sent.proposal_id is null or sent.sent_at <= now() - interval '24 hours' or sent.tries >= 5 then
    return jsonb_build_object('ok', false, 'code', 'code_expired', 'triesLeft', 0);
  elsif sent.code_hash <> encode(sha256(convert_to(proposal.id || cleaned_code, 'UTF8')), 'hex') then
    update private.settlement_codes as one set tries = tries + 1 where one.proposal_id = proposal.id;
    return jsonb_build_object('ok', false, 'code', 'wrong_code', 'triesLeft', 4 - sent.tries);
  end if;
  delete from private.settlement_codes as one where one.proposal_id = proposal.id;
  update public.settlement_accounts set
    confirmed_outside = true,
    approved_at = now(),
    effective_at = now() + case when private.is_first_settlement(proposal) then interval '24 hours' else interval '7 days' end
  where id = proposal.id
  returning * into proposal;
  return jsonb_build_object('ok', true, 'effectiveAt', proposal.effective_at);
end $function$;

CREATE OR REPLACE FUNCTION public.decide_money_entry(entry_id uuid, is_approved boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  current_order public.orders;
  entry private.money_entries;
begin
  -- The order first, as everybody locks it.
  current_order := private.order_for_finance((select one.order_id from private.money_entries as one where one.id = entry_id));
  select * into entry from private.money_entries where id = entry_id for update;
  if entry.decided_at is not null then
    raise exception 'Somebody else has decided on this entry. Please look again.' using errcode = 'P0002';
  elsif is_approved and entry.recorded_by = person_id then
    raise exception 'You entered this. Somebody else must confirm it.' using errcode = '42501', hint = 'own_entry';
  end if;
  update private.money_entries set decided_by = person_id, decided_at = now(),
    outcome = case when is_approved then 'approved' else 'dropped' end
  where id = entry.id;
  if not is_approved then
    return private.describe_market_order(current_order, false);
  elsif entry.kind = 'receipt' then
    return private.book_receipt(current_order, entry.details, entry.recorded_by, person_id);
  end if;
  return private.book_refund(current_order, entry.details, entry.recorded_by, person_id);
end $function$;

CREATE OR REPLACE FUNCTION public.decide_records(record_type text, rows jsonb, new_status text, reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reason_column text := case
    when new_status = 'declined' and record_type <> 'contact_messages' then 'decline_reason'
    when new_status = 'completed' and record_type = 'orders' and reason is not null then 'credit_terms_reason'
    when new_status = 'hidden' and record_type = 'products' then 'review_note'
  end;
  requested record;
  touched boolean;
  current_status text;
  words text;
  changed uuid[] := '{}';
  skipped jsonb := '[]';
begin
  perform private.require_admin_right(record_type, 'decide');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 records' using errcode = '23514', hint = 'rows';
  end if;
  perform private.lock_for_decisions(record_type, array(
    select id from jsonb_to_recordset(rows) as input (id uuid) where id is not null), new_status);
  for requested in
    select id, max(expected) as expected from jsonb_to_recordset(rows) as input (id uuid, expected text)
    where id is not null group by id order by id
  loop
    words := null;
    touched := null;
    begin
      execute format('update public.%I set status = $1 %s where id = $2 and status = $3 and status <> $1 returning true',
        record_type, case when reason_column is not null then format(', %I = $4', reason_column) else '' end)
        into touched using new_status, requested.id, requested.expected, reason;
    exception when check_violation or insufficient_privilege then
      get stacked diagnostics words = message_text;
    end;
    if touched then
      changed := changed || requested.id;
    else
      execute format('select status from public.%I where id = $1', record_type) into current_status using requested.id;
      skipped := skipped || jsonb_build_object('id', requested.id, 'status', current_status,
        'why', case when words is null then 'changed_meanwhile' else 'refused' end, 'message', words);
    end if;
  end loop;
  return jsonb_build_object('changed', to_jsonb(changed), 'skipped', skipped);
end $function$;

CREATE OR REPLACE FUNCTION public.invite_staff(email text, role text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_strong_right('roles.manage');
  address text := lower(private.clean_line(email));
  created_id uuid;
begin
  if private.is_email(address) is not true then
    raise exception 'Invalid email address' using errcode = '23514', hint = 'email';
  elsif not exists (select from public.role_permissions where role_permissions.role = invite_staff.role) then
    raise exception 'Please choose a role' using errcode = '23514', hint = 'role';
  elsif exists (select from public.user_roles join public.profiles on id = user_id where lower(profiles.email) = address) then
    raise exception 'This person has a role already' using errcode = '23514', hint = 'email';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invite ' || caller_id, 0));
  if (select count(*) >= 30 from public.staff_invitations
      where invited_by = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invited ' || address, 0));
  update public.staff_invitations set withdrawn_at = now()
  where lower(staff_invitations.email) = address and accepted_at is null and withdrawn_at is null;
  insert into public.staff_invitations (email, role, invited_by) values (address, invite_staff.role, caller_id)
  returning id into created_id;
  perform private.enqueue_mail('staff_invitation', address, jsonb_build_object(
    'role', invite_staff.role,
    'invited_by', (select full_name from public.profiles where id = caller_id)));
  return created_id;
end $function$;

CREATE OR REPLACE FUNCTION public.open_breach(breach jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_strong_right('breaches.write');
  created public.breaches;
begin
  if (breach ->> 'aware_at')::timestamptz > now() + interval '5 minutes'
    or (breach ->> 'aware_at')::timestamptz < now() - interval '10 years'
  then
    raise exception 'The company became aware at a time that has passed' using errcode = '23514', hint = 'aware_at';
  end if;
  insert into public.breaches (title, facts, found_how, aware_at, data_categories, people_categories, people_count,
    records_count, consequences, measures, risk, opened_by)
  values (btrim(breach ->> 'title'), btrim(breach ->> 'facts'), btrim(breach ->> 'found_how'),
    (breach ->> 'aware_at')::timestamptz,
    array(select jsonb_array_elements_text(breach -> 'data_categories')),
    array(select jsonb_array_elements_text(breach -> 'people_categories')),
    (breach ->> 'people_count')::integer, (breach ->> 'records_count')::integer,
    btrim(breach ->> 'consequences'), btrim(breach ->> 'measures'), nullif(breach ->> 'risk', ''), caller_id)
  returning * into created;
  insert into public.breach_events (breach_id, kind, happened_at, body, changes, author_id)
  values (created.id, 'opened', created.created_at, created.title,
    jsonb_strip_nulls(jsonb_build_object('risk', created.risk, 'people_count', created.people_count, 'records_count', created.records_count)),
    caller_id);
  perform private.mail_admins_of_breach(created, 0);
  return created.id;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_details(order_id uuid, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  account public.settlement_accounts;
  changed_lines jsonb := private.find_changed_prices(own);
begin
  if own.status not in ('pending', 'approved') or own.payment_status not in ('unpaid', 'claimed', 'underpaid')
    or own.total_amount_kobo is null
  then
    return jsonb_build_object('ok', false, 'code', 'not_payable');
  elsif changed_lines is not null and own.payment_status = 'unpaid' then
    return jsonb_build_object('ok', false, 'code', 'price_changed', 'lines', changed_lines, 'totalKobo', (
      select sum(item.quantity * coalesce(product.price_kobo, item.price_kobo))
      from public.order_items as item left join public.products as product on product.id = item.product_id
      where item.order_id = own.id
    ));
  end if;
  select * into account from private.current_settlement_account('bank_account');
  if account.id is null then
    return jsonb_build_object('ok', false, 'code', 'account_not_set');
  end if;
  return jsonb_build_object('ok', true, 'bankName', account.bank_name, 'accountName', account.account_name,
    'accountNumber', account.account_number, 'changedAt', account.effective_at, 'code', own.code,
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = own.id),
      (select phone from public.order_requests as bulk_request where bulk_request.order_id = own.id)),
    'currency', own.currency, 'totalKobo', own.total_amount_kobo,
    'dueKobo', own.total_amount_kobo - private.credited_kobo(own.id), 'expiresAt', case
      when own.kind = 'marketplace' and own.status = 'pending' and own.payment_status = 'unpaid' then own.expires_at end);
end $function$;

CREATE OR REPLACE FUNCTION public.place_market_order(request jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer_id uuid := private.buyer_in(context);
  attempt uuid := (context ->> 'idempotencyKey')::uuid;
  link_hash text := case when buyer_id is null then context ->> 'trackingTokenHash' end;
  answers jsonb;
  changed_lines jsonb;
  too_much jsonb;
  created public.orders;
begin
  if attempt is null then
    raise exception 'idempotencyKey is required' using errcode = '23502';
  elsif buyer_id is null and coalesce(link_hash, '') !~ '^[0-9a-f]{64}$' then
    raise exception 'trackingTokenHash is required' using errcode = '23502';
  end if;
  -- The same attempt at the same time: one after the other, and the second one gets the first one's answer.
  perform pg_advisory_xact_lock(hashtextextended('market order ' || attempt, 0));
  select * into created from public.orders
  where idempotency_key = attempt and kind = 'marketplace' and user_id is not distinct from buyer_id;
  if found then
    if buyer_id is null and not exists (
      select from private.order_guest_links where token_hash = link_hash and order_id = created.id
    ) then
      raise exception 'This attempt was another one' using errcode = '23505';
    elsif not private.is_same_order(created, request) then
      raise exception 'This order was sent before with other contents, as %. Nothing was changed. Please send it once more.', created.code
        using errcode = 'PT409';
    end if;
    return private.describe_market_order(created, false);
  end if;

  answers := private.check_form('market_order', request -> 'contact');
  perform from private.read_market_lines(request -> 'items');
  if private.has_too_many_open_orders(buyer_id, answers ->> 'phone', context ->> 'deviceHash') then
    return jsonb_build_object('ok', false, 'code', 'too_many_open_orders');
  end if;

  -- Locked in one order, so that two carts with the same products wait for each other instead of for ever; looked at
  -- afterwards, in a statement that sees what the waiting let happen.
  perform from public.products
  where id in (select product_id from private.read_market_lines(request -> 'items')) and stock is not null
  order by id for no key update;
  select jsonb_agg(jsonb_build_object('productId', line.product_id, 'name', product.name,
    'isAvailable', coalesce(product.status = 'published', false), 'priceKobo', product.price_kobo,
    'seenPriceKobo', line.price_kobo, 'stock', product.stock, 'quantity', line.quantity) order by line.place)
  into changed_lines
  from private.read_market_lines(request -> 'items') as line
  left join public.products as product on product.id = line.product_id and product.status = 'published'
  where product.id is null or product.price_kobo <> line.price_kobo or product.stock < line.quantity;
  if changed_lines is not null then
    return jsonb_build_object('ok', false, 'code', 'lines_changed', 'lines', changed_lines);
  end if;
  too_much := private.find_too_much(buyer_id, answers ->> 'phone', context ->> 'deviceHash', request -> 'items');
  if too_much is not null then
    return jsonb_build_object('ok', false, 'code', 'too_much_unpaid') || too_much;
  end if;

  if buyer_id is not null then
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
  end if;
  insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, total_amount_kobo,
    delivery_address, special_requirements, idempotency_key, expires_at, price_locked_until, holds_much)
  select buyer_id, 'marketplace', left(string_agg(product.name, ', ' order by line.place), 200), sum(line.quantity),
    sum(line.quantity)::text, 'Packs', sum(line.quantity * line.price_kobo),
    concat_ws(', ', answers ->> 'address', answers ->> 'lga', answers ->> 'state'), nullif(answers ->> 'remarks', ''),
    attempt,
    now() + make_interval(hours => private.market_limit(case when buyer_id is null then 'guest' else 'member' end || '_expiry_hours')),
    now() + make_interval(hours => private.market_limit('price_lock_hours')),
    coalesce(bool_or(line.quantity::bigint * 4 > product.stock), false)
  from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id
  returning * into created;
  insert into public.order_items (order_id, position, product_id, product_name, farmer_name, pack_amount, pack_unit,
    price_kobo, quantity, has_reserved_stock)
  select created.id, line.place, product.id, product.name, product.farmer_name, product.pack_amount, product.pack_unit,
    line.price_kobo, line.quantity, product.stock is not null
  from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id;
  update public.products set stock = stock - item.quantity
  from public.order_items as item
  where item.order_id = created.id and products.id = item.product_id and item.has_reserved_stock;
  insert into public.order_contacts (order_id, name, phone, email, state, lga, device_hash)
  values (created.id, answers ->> 'name', answers ->> 'phone', nullif(answers ->> 'email', ''), answers ->> 'state',
    answers ->> 'lga', case when buyer_id is null then context ->> 'deviceHash' end);
  if buyer_id is null then
    insert into private.order_guest_links (token_hash, order_id) values (link_hash, created.id);
  end if;
  perform private.notify_buyer(created.id, 'order_placed');
  return private.describe_market_order(created, true);
end $function$;

CREATE OR REPLACE FUNCTION public.publish_legal_text(id uuid, expected_updated_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_strong_right('settings.write');
  today text := to_char(now() at time zone 'Africa/Lagos', 'YYYY-MM-DD');
  of_kind text;
  changed_at timestamptz;
  before bigint;
  new_version text;
begin
  select kind, updated_at into of_kind, changed_at from public.legal_texts as text
  where text.id = publish_legal_text.id and published_at is null for update;
  if of_kind is null then
    raise exception 'There is no such draft' using errcode = 'P0002';
  elsif changed_at <> expected_updated_at then
    raise exception 'Somebody else changed this text in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'draft';
  end if;
  select count(*) into before from public.legal_texts where kind = of_kind and version like today || '%';
  if before >= 9 then
    raise exception 'Nine versions in a day are enough. Please publish the next one tomorrow.' using errcode = '23514', hint = 'version';
  end if;
  new_version := today || case when before > 0 then '-' || (before + 1) else '' end;
  update public.legal_texts as text set version = new_version, published_at = clock_timestamp(), published_by = caller_id
  where text.id = publish_legal_text.id;
  return new_version;
end $function$;

CREATE OR REPLACE FUNCTION public.quote_order(order_id uuid, quote jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders;
  wanted_terms text;
  wanted_currency text := coalesce(quote ->> 'currency', 'NGN');
  note text := nullif(private.clean_text(quote ->> 'note'), '');
  ends_at timestamptz;
  wrong record;
  total numeric;
  quote_id uuid := gen_random_uuid();
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  select * into current_order from public.orders where id = order_id for update;
  wanted_terms := coalesce(quote ->> 'paymentTerms', (select payment_terms from public.order_requests as bulk_request where bulk_request.order_id = current_order.id));
  begin
    ends_at := (quote ->> 'expiresAt')::timestamptz;
  exception when data_exception then
    ends_at := null;
  end;
  if current_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(current_order) then
    raise exception 'Somebody else must quote your own order' using errcode = '42501';
  elsif current_order.kind <> 'bulk' or current_order.status not in ('pending', 'approved') or current_order.total_amount_kobo is not null then
    raise exception 'This order cannot be quoted any more' using errcode = '23514', hint = 'quote';
  elsif coalesce(ends_at, now()) not between now() + interval '1 hour' and now() + interval '1 year' then
    raise exception 'A quote is good for an hour at least and a year at most' using errcode = '23514', hint = 'expiresAt';
  elsif not exists (select from private.payment_schedules as schedule where schedule.terms = wanted_terms) then
    raise exception 'Please select payment terms' using errcode = '23514', hint = 'paymentTerms';
  elsif wanted_currency not in ('NGN', 'USD') then
    raise exception 'A quote is in naira (NGN) or US dollars (USD)' using errcode = '23514', hint = 'currency';
  elsif char_length(note) > 2000 then
    raise exception 'A note has at most 2,000 characters' using errcode = '23514', hint = 'note';
  elsif jsonb_typeof(quote -> 'lines') is distinct from 'array' or jsonb_array_length(quote -> 'lines') not between 1 and 100 then
    raise exception 'A quote has 1 to 100 lines' using errcode = '23514', hint = 'lines';
  end if;
  select place, private.quote_line_problem(line) as field into wrong
  from jsonb_array_elements(quote -> 'lines') with ordinality as input (line, place)
  where private.quote_line_problem(line) is not null order by place limit 1;
  if found then
    raise exception 'Line %: %', wrong.place, case wrong.field
      when 'description' then 'say what it is, in 2 to 200 characters'
      when 'quantity' then 'the quantity must be greater than 0, and at most 1,000,000,000'
      when 'unit' then 'the unit must have 1 to 40 characters'
      else 'the price of one unit must be an amount of at most 1,000,000,000'
    end using errcode = '23514', hint = wrong.field;
  end if;
  select sum(round((line ->> 'quantity')::numeric * (line ->> 'priceKobo')::bigint)) into total
  from jsonb_array_elements(quote -> 'lines') as line;
  if total not between 1 and 9000000000000000 then
    raise exception 'The total must be more than nothing, and at most 90,000,000,000,000' using errcode = '23514', hint = 'priceKobo';
  end if;
  update public.quotes set status = 'replaced' where quotes.order_id = current_order.id and status = 'open';
  insert into public.quotes (id, order_id, currency, payment_terms, total_kobo, note, expires_at, created_by)
  values (quote_id, current_order.id, wanted_currency, wanted_terms, total::bigint, note, ends_at, (select auth.uid()));
  insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo)
  select quote_id, place, private.clean_line(line ->> 'description'), (line ->> 'quantity')::numeric,
    private.clean_line(line ->> 'unit'), (line ->> 'priceKobo')::bigint
  from jsonb_array_elements(quote -> 'lines') with ordinality as input (line, place);
  perform private.notify_buyer(current_order.id, 'order_quoted');
  return quote_id;
end $function$;

CREATE OR REPLACE FUNCTION public.record_refund(order_id uuid, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders := private.order_for_finance(order_id);
  repeated jsonb := private.find_repeated_money(current_order, 'refund', details);
begin
  if repeated is not null then
    return repeated;
  end if;
  perform private.check_refund(current_order, details, (select auth.uid()));
  if private.needs_second_person(current_order, 'refund', private.whole_transfer_kobo(details)) or exists (
    select from public.payments
    where payments.order_id = current_order.id and kind = 'receipt' and second_by = (select auth.uid())
  ) then
    return private.hold_money(current_order, 'refund', details);
  end if;
  return private.book_refund(current_order, details, (select auth.uid()), null);
end $function$;

CREATE OR REPLACE FUNCTION public.reissue_guest_link(record_type text, record_id uuid, reason text, token_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  why text := coalesce(private.clean_line(reason), '');
  current_record private.registrations;
  can_mail boolean;
begin
  if caller_id is null or not private.has_permission('registrations.relink')
    or not private.has_permission(coalesce(record_type, '') || '.read')
  then
    raise exception 'permission denied to give out a link' using errcode = '42501';
  elsif not private.has_strong_permission('registrations.relink') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  elsif char_length(why) < 10 then
    raise exception 'Please give a reason of at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif char_length(why) > 500 then
    raise exception 'The reason must be at most 500 characters' using errcode = '23514', hint = 'reason';
  elsif why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave numbers of the person out of the reason' using errcode = '23514', hint = 'reason';
  elsif token_hash is null or token_hash !~ '^[0-9a-f]{64}$' then
    raise exception 'This is no hash of a link' using errcode = '22023';
  end if;
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('relink ' || caller_id, 0));
  if (select count(*) >= 30 from private.link_reissues
      where actor_id = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.lock_registration(reissue_guest_link.record_type, reissue_guest_link.record_id);
  select * into current_record from private.registrations as record
  where record.record_type = reissue_guest_link.record_type and record.id = reissue_guest_link.record_id;
  if current_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif current_record.user_id is not null then
    raise exception 'This registration belongs to an account, where its owner sees it. It needs no link.' using errcode = 'PT409';
  elsif current_record.contact_email is null and coalesce(current_record.contact_phone, '') !~ '[1-9]' then
    raise exception 'This registration was erased: there is nobody to give a link to.' using errcode = 'PT409';
  end if;
  -- Mail about what is made up goes to nobody.
  can_mail := current_record.contact_email is not null and not current_record.is_demo;
  delete from private.registration_guest_links as link where link.record_id = current_record.id;
  if can_mail then
    perform private.notify_registrant(current_record.id, 'registration_link');
  else
    insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed, is_seen_by_staff)
    values (reissue_guest_link.token_hash, current_record.record_type, current_record.id, true, true);
  end if;
  insert into private.link_reissues (record_type, record_id, actor_id, reason, is_mailed)
  values (current_record.record_type, current_record.id, caller_id, why, can_mail);
  return jsonb_build_object('reference', current_record.reference, 'isMailed', can_mail);
end $function$;

CREATE OR REPLACE FUNCTION public.reject_payment_claim(order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders := private.order_for_finance(order_id);
  another_day timestamptz := now() + interval '24 hours';
begin
  current_order := private.apply_order_event(current_order.id,
    case
      when private.credited_kobo(current_order.id) = 0 then 'reject_claim'
      when current_order.status = 'declined' then 'pay_after_decline'
      else 'reject_further_claim'
    end);
  if current_order.stock_released_at is not null and current_order.status = 'pending' and current_order.payment_status = 'unpaid' then
    -- Its time is over: the next run of the jobs ends it, and that is what its buyer hears.
    update public.orders set expires_at = least(expires_at, now()) where id = current_order.id returning * into current_order;
    return private.describe_market_order(current_order, false);
  end if;
  update public.orders set expires_at = greatest(expires_at, another_day),
    price_locked_until = greatest(price_locked_until, another_day)
  where id = current_order.id and status = 'pending' and kind = 'marketplace' and (
    select count(*) <= 1 from public.order_events as step
    where step.order_id = current_order.id and step.axis = 'payment' and step.from_value = 'claimed'
  );
  select * into current_order from public.orders where id = current_order.id;
  perform private.notify_buyer_of_payment(current_order.id);
  return private.describe_market_order(current_order, false);
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_order(order_id uuid, reason text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  cleaned_reason text := coalesce(private.clean_text(reason), '');
  reopened text;
begin
  perform private.require_strong_right('orders.reopen');
  if char_length(cleaned_reason) not between 3 and 500 then
    raise exception 'Please say in 3 to 500 characters why the order is reopened' using errcode = '23514', hint = 'reason';
  end if;
  update public.orders set status = 'approved', reopened_at = clock_timestamp(), decline_reason = cleaned_reason
  where id = order_id and status = 'completed'
  returning status into reopened;
  if reopened is null then
    raise exception 'Only a completed order can be reopened' using errcode = '23514', hint = 'status';
  end if;
  perform private.notify_buyer(order_id, 'order_reopened');
  return reopened;
end $function$;

CREATE OR REPLACE FUNCTION public.request_correction(record_type text, record_id uuid, notes jsonb, message text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  current_record private.registrations;
  cleaned jsonb;
  request_id bigint;
begin
  if record_type is null or record_type not in ('farmers', 'training_enrolments', 'buyers', 'investors') then
    raise exception 'There is no such kind of registration' using errcode = '22023';
  elsif person_id is null or not private.has_permission(record_type || '.decide') then
    raise exception 'permission denied to decide on %', record_type using errcode = '42501';
  end if;
  perform private.lock_registration(record_type, record_id);
  select * into current_record from private.registrations as record
  where record.record_type = request_correction.record_type and record.id = request_correction.record_id;
  if current_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif current_record.status <> 'pending' then
    raise exception 'It is % by now. Please look at it again.', current_record.status
      using errcode = 'PT409', hint = current_record.status;
  elsif private.is_own_record(current_record.record_type, current_record.id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  elsif jsonb_typeof(notes) is distinct from 'array' or jsonb_array_length(notes) not between 1 and 40 then
    raise exception 'Please mark at least one field' using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
  select jsonb_agg(jsonb_build_object('field', note ->> 'field', 'note', private.clean_text(note ->> 'note')))
    into cleaned from jsonb_array_elements(notes) as note;
  if exists (
    select from jsonb_array_elements(cleaned) as note
    where coalesce(char_length(note ->> 'note'), 0) not between 1 and 500
      or not exists (
        select from private.registration_fields where form = current_record.form and field = note ->> 'field'
        union all
        select where note ->> 'field' = 'selfieImage' and current_record.record_type <> 'investors'
      )
  ) then
    raise exception 'Each note names a field of the form and says in at most 500 characters what to correct'
      using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
  insert into public.correction_requests (record_type, record_id, submission_version, notes, message)
  values (
    current_record.record_type, current_record.id,
    (select coalesce(max(version), 0) from public.registration_submissions as sent where sent.record_id = current_record.id),
    cleaned, nullif(private.clean_text(request_correction.message), '')
  )
  returning id into request_id;
  insert into private.correction_authors (correction_request_id, requested_by) values (request_id, person_id);
  perform private.notify_registrant(current_record.id, 'registration_correction', jsonb_build_object(
    'notes', cleaned, 'message', nullif(private.clean_text(request_correction.message), '')));
  return request_id;
end $function$;

CREATE OR REPLACE FUNCTION public.resolve_order_dispute(order_id uuid, answer jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders;
  back bigint := case when answer ->> 'resolution' = 'refunded' then (answer ->> 'refundKobo')::bigint end;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to decide on disputes' using errcode = '42501';
  end if;
  select * into current_order from public.orders where id = order_id for update;
  if private.is_own_order(current_order) then
    raise exception 'Somebody else must decide on your own dispute' using errcode = '42501';
  elsif coalesce(answer ->> 'resolution', '') not in ('rejected', 'replaced', 'refunded')
    or char_length(coalesce(private.clean_text(answer ->> 'note'), '')) not between 3 and 2000
  then
    raise exception 'Choose a resolution and say why' using errcode = '23514', hint = 'note';
  elsif answer ->> 'resolution' = 'refunded'
    and coalesce(back, 0) not between 1 and private.received_kobo(order_id) - current_order.refund_due_kobo
  then
    raise exception 'The refund must be between 1 kobo and what was received' using errcode = '23514', hint = 'refundKobo';
  end if;
  current_order := private.apply_order_event(current_order.id, case answer ->> 'resolution'
    when 'rejected' then 'reject_dispute' when 'replaced' then 'replace_disputed' else 'refund_disputed' end);
  if back is not null then
    update public.orders set refund_due_kobo = refund_due_kobo + back where id = current_order.id;
  end if;
  update public.order_disputes as open_one set
    resolution = answer ->> 'resolution', resolution_note = private.clean_text(answer ->> 'note'), refund_kobo = back,
    resolved_by = (select auth.uid()), resolved_at = now()
  where open_one.order_id = current_order.id and resolved_at is null;
  return private.describe_market_order(current_order, false);
end $function$;

CREATE OR REPLACE FUNCTION public.resubmit_registration(record_type text, record_id uuid, answers jsonb, sealed jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_record private.registrations;
  columns jsonb;
  known jsonb;
  next_version integer;
begin
  perform private.check_context(context);
  perform private.lock_registration(resubmit_registration.record_type, resubmit_registration.record_id);
  select * into current_record from private.registrations as record
  where record.record_type = resubmit_registration.record_type and record.id = resubmit_registration.record_id;
  if current_record.id is null or not (
    context ->> 'enteredBy' is not null and current_record.user_id is null
    or private.may_change_registration(current_record.id, current_record.user_id, context)
  ) then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  known := private.find_attempt(current_record.form, context);
  if known is not null then
    return known;
  elsif current_record.open_correction is null then
    raise exception 'There is nothing to correct' using errcode = 'PT409';
  end if;
  perform private.refuse_clear_secrets(answers);
  columns := private.registration_columns(current_record.form, answers);
  perform private.update_row(current_record.record_type, 'id', current_record.id, columns -> 'record' ||
    case current_record.record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  if columns ? 'private' then
    perform private.update_row(name, key, current_record.id, columns -> 'private')
    from private.private_table(current_record.record_type);
  end if;
  select coalesce(max(version), 0) + 1 into next_version from public.registration_submissions
  where registration_submissions.record_id = current_record.id;
  perform private.store_submission(current_record.record_type, current_record.id, next_version, current_record.form, answers,
    sealed, context);
  return private.describe_registration(current_record.id, true);
end $function$;

CREATE OR REPLACE FUNCTION public.save_draft(id uuid, title text, changes jsonb, expected_updated_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  created_id uuid;
begin
  if save_draft.id is not null then
    -- Never whatever it holds by now.
    perform private.hold_draft(save_draft.id, coalesce(expected_updated_at, '-infinity'));
    update public.content_drafts as draft set title = private.clean_line(save_draft.title), changes = save_draft.changes,
      author_id = caller_id, updated_at = clock_timestamp()
    where draft.id = save_draft.id;
    return save_draft.id;
  elsif caller_id is null or not (private.has_permission('content.write') or private.has_permission('settings.write')) then
    raise exception 'permission denied to write content' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('content_drafts', 0));
  if exists (select from public.content_drafts where published_at is null) then
    raise exception 'Somebody else began a draft in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'draft';
  end if;
  insert into public.content_drafts (title, changes, author_id)
  values (private.clean_line(save_draft.title), save_draft.changes, caller_id) returning content_drafts.id into created_id;
  return created_id;
end $function$;

CREATE OR REPLACE FUNCTION public.save_legal_text(kind text, sections jsonb, expected_updated_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_id uuid := private.require_strong_right('settings.write');
  cleaned jsonb;
  found_at timestamptz;
  created_id uuid;
begin
  if jsonb_typeof(save_legal_text.sections) is distinct from 'array' then
    raise exception 'The text is a list of sections' using errcode = '23514', hint = 'sections';
  end if;
  select jsonb_agg(jsonb_build_object('title', private.clean_line(section ->> 'title'), 'paragraphs', (
    select coalesce(jsonb_agg(private.clean_text(paragraph) order by place), '[]')
    from jsonb_array_elements_text(case when jsonb_typeof(section -> 'paragraphs') = 'array' then section -> 'paragraphs' else '[]' end)
      with ordinality as written (paragraph, place) where private.clean_text(paragraph) <> '')) order by nth)
    into cleaned from jsonb_array_elements(save_legal_text.sections) with ordinality as given (section, nth);
  if exists (
    select from jsonb_array_elements(cleaned) as section
    where char_length(coalesce(section ->> 'title', '')) not between 2 and 120
      or jsonb_array_length(section -> 'paragraphs') not between 1 and 60
      or exists (select from jsonb_array_elements_text(section -> 'paragraphs') as paragraph where char_length(paragraph) > 4000)
  ) then
    raise exception 'Each section has a title and paragraphs of at most 4000 characters' using errcode = '23514', hint = 'sections';
  end if;
  select updated_at into found_at from public.legal_texts as text where text.kind = save_legal_text.kind
  order by published_at desc nulls first limit 1 for update;
  if found_at is not distinct from expected_updated_at then
    insert into public.legal_texts (kind, sections, author_id, updated_at)
    values (save_legal_text.kind, cleaned, caller_id, clock_timestamp())
    on conflict (kind) where published_at is null
      do update set sections = excluded.sections, author_id = excluded.author_id, updated_at = excluded.updated_at
      -- Not over one that was begun in this very moment.
      where legal_texts.updated_at = expected_updated_at
    returning id into created_id;
  end if;
  if created_id is null then
    raise exception 'Somebody else changed this text in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'draft';
  end if;
  return created_id;
end $function$;

CREATE OR REPLACE FUNCTION public.set_credit_terms(order_id uuid, reason text, expected text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := nullif(private.clean_text(reason), '');
  current_terms text;
begin
  perform private.require_strong_right('orders.credit');
  select credit_terms_reason into current_terms from public.orders where id = order_id for update;
  if not found then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif current_terms is distinct from nullif(expected, '') then
    raise exception 'Somebody else has changed the credit terms of this order' using errcode = 'PT409', hint = 'credit_terms_reason';
  elsif char_length(words) not between 3 and 500 then
    raise exception 'Say why in 3 to 500 characters' using errcode = '23514', hint = 'credit_terms_reason';
  end if;
  update public.orders set credit_terms_reason = words where id = order_id;
end $function$;

CREATE OR REPLACE FUNCTION public.submit_contact_message(request jsonb, idempotency_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created record := private.insert_once('contact_messages', private.answer_columns(request), idempotency_key);
begin
  if created.is_new and request ->> 'email' <> '' then
    perform private.confirm_form('contact_received', request ->> 'email', jsonb_build_object(
      'name', request ->> 'name',
      'topic', request ->> 'topic'
    ));
  end if;
  return jsonb_build_object('id', created.id);
end $function$;

CREATE OR REPLACE FUNCTION public.submit_job_application(request jsonb, cv jsonb, idempotency_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  columns jsonb := private.answer_columns(request) || jsonb_build_object(
    'cv_path', cv -> 'path', 'cv_name', cv -> 'name', 'cv_type', cv -> 'type', 'cv_bytes', cv -> 'bytes');
  found_title text;
  created record;
begin
  if columns ->> 'position_id' is not null and not exists (
    select from public.job_applications
    where job_applications.idempotency_key = submit_job_application.idempotency_key
  ) then
    select title into found_title from public.career_positions
    where career_positions.id = columns ->> 'position_id' and is_published;
    if found_title is null then
      raise exception 'This position is not open any more. You can send a general application instead.'
        using errcode = '23514', detail = 'positionId', hint = 'positionId';
    end if;
  end if;
  created := private.insert_once('job_applications', columns || jsonb_build_object('position_title', found_title), idempotency_key);
  if created.is_new then
    perform private.confirm_form('application_received', request ->> 'email', jsonb_strip_nulls(jsonb_build_object(
      'full_name', request ->> 'fullName',
      'position_title', found_title
    )));
  end if;
  return jsonb_build_object('id', created.id, 'cvPath', (select cv_path from public.job_applications where id = created.id));
end $function$;

CREATE OR REPLACE FUNCTION public.submit_order(request jsonb, idempotency_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer_id uuid := (select auth.uid());
  answers jsonb;
  preferred_date date;
  created public.orders;
begin
  if buyer_id is null then
    raise exception 'Please sign in to submit your order' using errcode = '42501';
  end if;
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  -- One order of a person after the other: what is counted below stays true until this order is stored.
  perform pg_advisory_xact_lock(hashtextextended('submit_order ' || buyer_id, 0));
  select * into created from public.orders
  where user_id = buyer_id and orders.idempotency_key = submit_order.idempotency_key;
  if not found then
    answers := private.check_form('order', request);
    if answers ->> 'preferredDate' <> '' then
      preferred_date := private.read_day(answers ->> 'preferredDate');
      if preferred_date is null or preferred_date < (now() at time zone 'Africa/Lagos')::date then
        raise exception 'Please choose a day that is not in the past'
          using errcode = '23514', detail = 'preferredDate', hint = 'preferredDate';
      end if;
    end if;
    if (select count(*) >= 60 from public.orders
        where user_id = buyer_id and created_at > now() - interval '1 hour') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
    insert into public.orders
      (user_id, kind, crop_type, quantity, quantity_text, unit, delivery_address, special_requirements,
      delivery_date, idempotency_key)
    values (
      buyer_id, 'bulk', answers ->> 'product', replace(answers ->> 'quantity', ',', '')::numeric,
      answers ->> 'quantity', answers ->> 'unit', answers ->> 'deliveryLocation',
      nullif(answers ->> 'additionalRequirements', ''), preferred_date, submit_order.idempotency_key
    )
    returning * into created;
    insert into public.order_requests
      (order_id, company_name, contact_person, email, phone, address, country, payment_terms, incoterms)
    values (
      created.id, answers ->> 'companyName', answers ->> 'contactPerson', answers ->> 'email', answers ->> 'phone',
      answers ->> 'address', answers ->> 'country', answers ->> 'paymentTerms', answers ->> 'incoterms'
    );
    perform private.notify_buyer(created.id, 'order_received');
  end if;
  return jsonb_build_object('id', created.id, 'code', created.code, 'status', created.status, 'created_at', created.created_at);
end $function$;

CREATE OR REPLACE FUNCTION public.submit_partnership(request jsonb, idempotency_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created record := private.insert_once('partnership_applications', private.answer_columns(request - 'termsAccepted'),
    idempotency_key);
begin
  if created.is_new then
    perform private.confirm_form('partnership_received', request ->> 'email', jsonb_build_object(
      'contact_person', request ->> 'contactPerson',
      'partnership_type', request ->> 'partnershipType'
    ));
  end if;
  return jsonb_build_object('id', created.id);
end $function$;

REVOKE ALL ON FUNCTION "private"."add_payment"(public.orders, text, jsonb, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_receipt"(public.orders, jsonb, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_refund"(public.orders, jsonb, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_refund"(public.orders, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_statement_line"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_repeated_money"(public.orders, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_money"(public.orders, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_second_person"(public.orders, text, bigint) FROM PUBLIC;
CREATE OR REPLACE FUNCTION private.admin_types()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['orders', 'farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications', 'contact_messages', 'products']
$function$;
