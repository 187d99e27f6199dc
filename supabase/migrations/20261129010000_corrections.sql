DROP POLICY "Staff read their own notices of what they may read" ON "public"."staff_notices";

DROP POLICY "Staff read the tasks on what they may read" ON "public"."tasks";

DROP TRIGGER "refuse_secrets" ON "public"."tasks";

DROP VIEW "private"."money_of_day";

ALTER TABLE "private"."ledger_transfers" DROP CONSTRAINT "ledger_transfers_event_known";

ALTER TABLE "private"."money_entries" DROP CONSTRAINT "money_entries_kind_known";

ALTER TABLE "public"."payments" DROP CONSTRAINT "payments_amount_kobo_positive";

ALTER TABLE "public"."payments" DROP CONSTRAINT "payments_bank_reference_unique";

ALTER TABLE "public"."payments" DROP CONSTRAINT "payments_kind_known";

ALTER TABLE "public"."staff_notices" DROP CONSTRAINT "staff_notices_record_type_known";

ALTER TABLE "public"."tasks" DROP CONSTRAINT "tasks_record_type_known";

DROP FUNCTION "public"."list_money_entries"(uuid);

ALTER TABLE "public"."payments" ADD COLUMN "corrects_id" uuid;

CREATE OR REPLACE FUNCTION private.after_payment_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid_order public.orders;
begin
  perform private.audit_change('payments', 'staff', 'order_id', 'kind,amount_kobo,currency,value_date,corrects_id', old, new);
  select * into strict paid_order from public.orders where id = new.order_id;
  if new.kind = 'refund' then
    perform private.post_transfer('refund_paid', paid_order, 'refundable', 'bank', new.amount_kobo, 'payments', new.id::text);
    perform private.issue_credit_note(new);
  elsif new.kind = 'correction' then
    perform private.post_correction(paid_order, new);
    if private.came_kobo(new.corrects_id) > 0 then perform private.issue_receipt(new); end if;
  else
    perform private.post_receipt(paid_order, new.amount_kobo, new.id);
    perform private.issue_receipt(new);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.before_breach_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case tg_op
    when 'INSERT' then
      perform private.refuse_secrets('facts', null, new.title);
      perform private.refuse_secrets('facts', null, new.facts);
      perform private.refuse_secrets('facts', null, new.found_how);
      perform private.refuse_secrets('facts', null, new.consequences);
      perform private.refuse_secrets('facts', null, new.measures);
    when 'UPDATE' then
      perform private.guard_breach(old, new);
      new.updated_at := now();
    when 'DELETE' then
      perform private.refuse_early_breach_delete(old);
      perform private.forget_record_work(old.id);
      return old;
  end case;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.before_payment_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform private.refuse_change('payments');
  end if;
  perform private.require_plain_reference(new.bank_reference);
  if new.kind <> 'correction' then new := private.share_transfer(new); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.book_correction(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  corrected public.payments := private.check_correction(current_order, (details ->> 'paymentId')::uuid, details);
  difference bigint := (details ->> 'amountKobo')::bigint - (details ->> 'wasKobo')::bigint;
begin
  insert into public.payments (order_id, kind, corrects_id, amount_kobo, currency, value_date, bank_reference, recorded_by, second_by)
  values (current_order.id, 'correction', corrected.id, difference, corrected.currency, corrected.value_date, corrected.bank_reference,
    book_correction.recorded_by, book_correction.second_by);
  current_order := case when difference > 0 then private.follow_receipt(current_order) else private.follow_shortfall(current_order) end;
  perform private.notify_buyer(current_order.id, 'order_payment_corrected', jsonb_build_object(
    'was_kobo', (details ->> 'wasKobo')::bigint, 'moved_kobo', (details ->> 'amountKobo')::bigint));
  return private.describe_market_order(current_order, false) || jsonb_build_object('receivedKobo', private.received_kobo(current_order.id));
end $function$;

CREATE OR REPLACE FUNCTION private.book_receipt(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.add_payment(current_order, 'receipt', details, recorded_by, second_by);
  current_order := private.follow_receipt(current_order);
  perform private.notify_buyer_of_payment(current_order.id, (details ->> 'amountKobo')::bigint);
  return private.describe_market_order(current_order, false) || jsonb_build_object('receivedKobo', private.received_kobo(current_order.id))
    || case when current_order.stock_released_at is null then '{}'::jsonb else '{"stockMissing": true}' end;
end $function$;

CREATE OR REPLACE FUNCTION private.came_kobo(payment_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(amount_kobo), 0)::bigint from public.payments where id = $1 or corrects_id = $1
$function$;

CREATE OR REPLACE FUNCTION private.check_correction(current_order public.orders, payment_id uuid, details jsonb)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  corrected public.payments;
  came bigint := private.came_kobo(payment_id);
  there bigint := private.received_kobo((current_order).id);
  key text;
  shared record;
begin
  select * into corrected from public.payments as one where one.id = payment_id and one.order_id = (current_order).id and one.kind = 'receipt';
  if corrected.id is null then
    raise exception 'Only money that came can be corrected, at the line by which it was recorded' using errcode = '23514', hint = 'kind';
  elsif coalesce(details ->> 'amountKobo', '') !~ '^(0|[1-9][0-9]{0,14})$' then
    raise exception 'Enter what really came, 0 where nothing did' using errcode = '23514', hint = 'amountKobo';
  elsif char_length(coalesce(private.clean_text(details ->> 'reason'), '')) not between 3 and 500 then
    raise exception 'Say why in 3 to 500 characters' using errcode = '23514', hint = 'reason';
  elsif details ->> 'wasKobo' is distinct from came::text then
    raise exception 'Something else is recorded of this payment meanwhile. Please look again.' using errcode = 'PT409';
  elsif (details ->> 'amountKobo')::bigint = came then
    raise exception 'This is what is recorded already' using errcode = '23514', hint = 'amountKobo';
  elsif came - (details ->> 'amountKobo')::bigint > there then
    raise exception 'At least % % of it came: money of this order has been sent back already', corrected.currency,
      to_char((came - there) / 100.0, 'FM999,999,999,999,990.00')
      using errcode = '23514', hint = 'amountKobo';
  elsif (details ->> 'amountKobo')::bigint > came then
    key := private.reference_key(corrected.bank_reference);
    perform pg_advisory_xact_lock(hashtextextended('receipt line ' || key, 0));
    -- Where nobody entered the whole, the line is what it was recorded as for another order.
    select sum(line.kobo) filter (where line.id <> corrected.id) as others_kobo, coalesce(max(line.transfer_kobo),
      max(greatest(line.amount_kobo, line.kobo)) filter (where line.id <> corrected.id)) as whole into shared
    from (
      select part.id, part.amount_kobo, part.transfer_kobo, private.came_kobo(part.id) as kobo
      from public.payments as part where part.kind = 'receipt' and private.reference_key(part.bank_reference) = key
    ) as line where line.kobo > 0 or line.id = corrected.id;
    if coalesce(shared.others_kobo, 0) + (details ->> 'amountKobo')::bigint > shared.whole then
      raise exception 'The parts of this transfer are more than the whole, % %', corrected.currency,
        to_char(shared.whole / 100.0, 'FM999,999,999,999,990.00') using errcode = '23514', hint = 'amountKobo';
    end if;
  end if;
  return corrected;
end $function$;

CREATE OR REPLACE FUNCTION private.filter_condition(source text, filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  name text;
  value text;
  conditions text[] := '{}';
  condition text;
begin
  for name, value in select key, chosen.value from jsonb_each_text(filters) as chosen (key, value) loop
    condition := case
      when name = 'ids' then format('t.id = any (string_to_array(%L, '','')::uuid[])', value)
      when name = 'since' then format($sql$t.created_at >= %L::date::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when name = 'until' then format($sql$t.created_at < (%L::date + 1)::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when source = 'orders' and name = 'payment' then format('t.payment_status = %L', value)
      when source = 'orders' and name = 'delivery' then format('t.fulfilment_status = %L', value)
      when source = 'orders' and name = 'day' then
        format('t.delivers_until >= %1$L::date and t.delivers_from <= %1$L::date', value)
      when source = 'orders' and name = 'kind' then format('t.kind = %L', value)
      when source = 'orders' and name = 'crop' then format('t.crop_type = any ((select private.crops_with(%L))::text[])', value)
      when source = 'orders' and name = 'money' and private.open_money_condition(value) is not null then
        format('t.id in (select own.id from public.orders as own where %s)', private.open_money_condition(value))
      when source = 'orders' and name = 'received' then format(
        $sql$t.id in (select payment.order_id from public.payments as payment where payment.kind = 'receipt' and private.came_kobo(payment.id) > 0
          and payment.created_at >= %1$L::date::timestamp at time zone 'Africa/Lagos'
          and payment.created_at < (%1$L::date + 1)::timestamp at time zone 'Africa/Lagos')$sql$, value)
      when source = 'orders' and name = 'step' then private.step_condition(value)
      when source = 'orders' and name = 'state' then format('t.delivery_state = %L', value)
      when source in ('contact_messages', 'job_applications', 'partnership_applications') and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.record_messages as came where came.record_id = t.id and came.is_proved and not came.is_from_staff
          and not exists (select from public.record_messages as later
            where later.record_id = t.id and later.is_from_staff and later.id > came.id))$sql$
      when source = 'contact_messages' and name = 'topic' or source = 'products' and name in ('category', 'state')
        or source = 'partnership_applications' and name = 'partnership_type'
      then format('exists (select from public.%I as own where own.id = t.id and own.%I = %L)', source, name, value)
      when source = 'job_applications' and name = 'position' then case value
        when 'general' then 'exists (select from public.job_applications as own where own.id = t.id and own.position_title is null)'
        else format('exists (select from public.job_applications as own where own.id = t.id and own.position_id::text = %L)', value) end
      when source = 'products' and name = 'photo' and value = 'missing' then
        'exists (select from public.products as own where own.id = t.id and own.photo_path is null)'
      when source = 'orders' and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.order_messages as came where came.order_id = t.id and not came.is_from_staff
          and not exists (select from public.order_messages as later
            where later.order_id = t.id and later.is_from_staff and later.id > came.id))$sql$
      when source = 'farmers' and name = 'crop' then
        format('exists (select from public.farmers as own where own.id = t.id and %L = any (own.crops_grown))', value)
      when source in ('farmers', 'training_enrolments', 'buyers', 'investors') and name in ('state', 'channel') then
        format('exists (select from public.%I as own where own.id = t.id and own.%I = %L)', source, name, value)
      when source = 'training_enrolments' and name = 'minor' and value = 'yes' then
        'exists (select from public.training_enrolments as own where own.id = t.id and own.is_minor)'
      when source in ('farmers', 'training_enrolments', 'buyers') and name = 'photo' and value = 'missing' then
        format('exists (select from public.%I as own where own.id = t.id and not own.has_photo)', source)
      when source in ('farmers', 'training_enrolments', 'buyers', 'investors') and name = 'twin' and value = 'possible' then
        format('t.id in (select twin.record_id from private.open_twins as twin where twin.record_type = %L
          and twin.other_type = any ((select private.registrations_with(''read''))::text[]))', source)
    end;
    if condition is null then
      raise exception 'This list has no such filter' using errcode = '22023', hint = name;
    end if;
    conditions := conditions || condition;
  end loop;
  return nullif(array_to_string(conditions, ' and '), '');
end $function$;

CREATE OR REPLACE FUNCTION private.find_repeated_correction(current_order public.orders, payment_id uuid, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  attempt uuid := (details ->> 'idempotencyKey')::uuid;
  before private.money_entries;
begin
  select entry.* into before from private.money_entries as entry
  where entry.kind = 'correction' and (entry.details ->> 'idempotencyKey')::uuid = attempt limit 1;
  if before.id is null then
    return null;
  elsif (before.order_id, before.recorded_by, before.reference_key, before.amount_kobo::text, before.details ->> 'wasKobo',
      before.details ->> 'reason')
    is distinct from ((current_order).id, (select auth.uid()), payment_id::text, details ->> 'amountKobo', details ->> 'wasKobo',
      private.clean_text(details ->> 'reason'))
  then
    raise exception 'This was sent before with other contents. Nothing was changed. Please send it once more.' using errcode = 'PT409';
  elsif before.outcome = 'dropped' then
    raise exception 'This was dropped, and nothing was corrected. Is it right all the same? Please send it once more.' using errcode = 'PT409';
  end if;
  return private.describe_market_order(current_order, false) || case when before.outcome = 'approved' then '{}'
    else jsonb_build_object('waitsForSecondPerson', true, 'entryId', before.id) end;
end $function$;

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
      and (payments.kind = 'refund' or private.came_kobo(payments.id) = payments.amount_kobo)
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

CREATE OR REPLACE FUNCTION private.follow_receipt(current_order public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  had_to_go_back bigint := current_order.refund_due_kobo;
  owed bigint := private.balance_kobo(current_order.id);
  goes_back bigint := private.ledger_balance('refundable', current_order.id);
begin
  current_order := private.apply_order_event(current_order.id, case
    when current_order.status = 'declined' then 'pay_after_decline'
    when current_order.payment_status in ('refund_due', 'refunded') then 'pay_after_refund'
    -- Of an order whose delivery has no price yet, any sum is a part.
    when owed > 0 or current_order.awaits_delivery then 'pay_short'
    when goes_back = had_to_go_back then 'pay_exactly'
    else 'pay_over'
  end);
  update public.orders set
    refund_due_kobo = goes_back,
    stock_released_at = case
      when stock_released_at is null or status <> 'pending' then null
      when owed > 0 and private.part_paid_hold(id) <= now() then stock_released_at
      when private.reserve_again(id) then null
      else stock_released_at
    end
  where id = current_order.id
  returning * into current_order;
  return current_order;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_shortfall(current_order public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owed bigint := private.balance_kobo(current_order.id);
  goes_back bigint := private.ledger_balance('refundable', current_order.id);
  is_ended boolean := current_order.status = 'declined';
  another_day timestamptz := case when current_order.status = 'pending' then now() + interval '24 hours' end;
  event text := case
    when goes_back > 0 then null -- less of it, and the state is as it was
    when is_ended and (private.paid_in_kobo(current_order.id) = 0 or current_order.payment_status = 'claimed')
      -- Also where a rest of it was settled without money: nothing would go back of it, if it were declined.
      or current_order.status = 'pending' and private.received_kobo(current_order.id) = 0 then 'correct_to_nothing'
    when is_ended or owed = 0 and current_order.payment_status = 'refund_due' and private.paid_in_kobo(current_order.id) > private.received_kobo(current_order.id)
      then 'refund'
    when owed = 0 and not current_order.awaits_delivery then 'correct_to_exact'
    else 'correct_to_short' end;
begin
  if event is not null then
    current_order := private.apply_order_event(current_order.id, event);
  end if;
  update public.orders set refund_due_kobo = goes_back,
    -- The next claim is the first one of the money that it waits for now.
    claimed_at = case when event = 'correct_to_nothing' and payment_status = 'unpaid' then null else claimed_at end,
    expires_at = case when expires_at < another_day then another_day else expires_at end,
    price_locked_until = case when price_locked_until < another_day then another_day else price_locked_until end,
    claim_holds_until = case when claim_holds_until < another_day then another_day else claim_holds_until end
  where id = current_order.id returning * into current_order;
  return current_order;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_depot_area()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_unknown_area(new.state, new.lga, 'state', 'lga');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_zone_areas()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_unknown_area(split_part(area, ': ', 1), nullif(split_part(area, ': ', 2), ''), 'areas', 'areas')
  from unnest(new.areas) as area;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.has_record(record_type text, record_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_there boolean;
begin
  if record_type = any (private.task_types()) then
    execute format('select exists (select from public.%I where id = $1)', record_type) into is_there using record_id;
  end if;
  return coalesce(is_there, false);
end $function$;

CREATE OR REPLACE FUNCTION private.hold_money(current_order public.orders, kind text, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A correction is of its payment. What is settled or granted without money has no line of a statement: one of its kind waits at a time.
  key text := coalesce(details ->> 'paymentId', private.reference_key(private.clean_line(details ->> 'bankReference')), upper(kind));
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
      'valueDate', details ->> 'valueDate', 'bankReference', private.clean_line(details ->> 'bankReference'),
      'kind', details ->> 'kind', 'reason', private.clean_text(details ->> 'reason'), 'disputeId', details ->> 'disputeId',
      'paymentId', details ->> 'paymentId', 'wasKobo', (details ->> 'wasKobo')::bigint,
      'idempotencyKey', (details ->> 'idempotencyKey')::uuid)),
    (select auth.uid()))
  returning id into created_id;
  return private.describe_market_order(current_order, false)
    || jsonb_build_object('waitsForSecondPerson', true, 'entryId', created_id);
end $function$;

CREATE OR REPLACE FUNCTION private.is_plain_list(list anyarray)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array_ndims(list) = 1 and array_lower(list, 1) = 1
$function$;

CREATE OR REPLACE FUNCTION private.is_price_ladder(step_grams integer[], step_kobo bigint[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select cardinality(step_grams) between 1 and 20 and cardinality(step_kobo) = cardinality(step_grams)
    and private.is_plain_list(step_kobo)
    and array_position(step_grams, null) is null and array_position(step_kobo, null) is null
    and 0 < all (step_grams) and 0 <= all (step_kobo) and 100000000000 >= all (step_kobo)
    and step_grams = array(select distinct grams from unnest(step_grams) as grams order by grams)
$function$;

CREATE OR REPLACE FUNCTION private.is_replaced(document public.order_documents)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when (document).kind = 'receipt' then exists (
    select from public.payments as own join public.payments as later on later.corrects_id = coalesce(own.corrects_id, own.id)
    where own.id = (document).payment_id and (own.corrects_id is null or later.created_at > own.created_at))
  else (document).kind in ('pro_forma', 'quote') and exists (
    select from public.order_documents as later
    where later.order_id = (document).order_id and later.kind = (document).kind and later.issued_at > (document).issued_at) end
$function$;

CREATE OR REPLACE FUNCTION private.issue_receipt(new public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.issue_document(new.order_id, 'receipt', (
    select jsonb_build_object('totalKobo', orders.total_amount_kobo, 'payment', jsonb_strip_nulls(jsonb_build_object(
      'amountKobo', private.came_kobo(first.id), 'transferKobo', nullif(first.transfer_kobo, private.came_kobo(first.id)),
      'valueDate', new.value_date, 'bankReference', new.bank_reference, 'receivedKobo', private.paid_kobo(orders.id))))
      || coalesce((
        select jsonb_build_object('replaces', jsonb_build_object('number', before.number, 'issuedAt', before.content -> 'issuedAt'))
        from public.payments as part join public.order_documents as before on before.payment_id = part.id
        where part.order_id = new.order_id and first.id in (part.id, part.corrects_id) order by before.issued_at desc limit 1), '{}')
      || private.describe_order_credits(orders.id) || private.vat_on_document(orders.vat_lines)
    from public.orders join public.payments as first on first.id = coalesce(new.corrects_id, new.id)
    where orders.id = new.order_id), new.id);
end $function$;

CREATE OR REPLACE FUNCTION private.label_record(record_type text, record_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case $1
    when 'orders' then (select t.code from public.orders as t where t.id = $2)
    when 'farmers' then (select t.reference from public.farmers as t where t.id = $2)
    when 'training_enrolments' then (select t.reference from public.training_enrolments as t where t.id = $2)
    when 'buyers' then (select t.reference from public.buyers as t where t.id = $2)
    when 'investors' then (select t.reference from public.investors as t where t.id = $2)
    when 'partnership_applications' then (select t.company_name from public.partnership_applications as t where t.id = $2)
    when 'job_applications' then (select t.full_name from public.job_applications as t where t.id = $2)
    when 'contact_messages' then (select t.name from public.contact_messages as t where t.id = $2)
    when 'products' then (select t.name from public.products as t where t.id = $2)
    when 'breaches' then (select t.title from public.breaches as t where t.id = $2)
  end
$function$;

CREATE OR REPLACE FUNCTION private.list_order(list text, source text, sort text, only_overdue boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  chosen text := coalesce(sort, case when only_overdue then 'due' else 'newest' end);
  expression text := private.sorted_column(list, source, regexp_replace(chosen, '_last$', ''));
  row_order text := case chosen
    when 'due' then 't.due_at, t.created_at, t.id desc'
    when 'status' then 't.list_status, t.created_at desc, t.id'
    when 'status_last' then 't.list_status desc, t.created_at, t.id desc'
    when 'newest' then 't.created_at desc, t.id'
    when 'oldest' then 't.created_at, t.id desc'
    when 'name' then case when source in ('farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications',
      'job_applications', 'contact_messages', 'products') then 't.list_name, t.id' end
    when 'name_last' then case when source in ('farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications',
      'job_applications', 'contact_messages', 'products') then 't.list_name desc, t.id desc' end
    -- No two have the same.
    when 'code' then case when source = 'orders' then 't.code' end
    when 'code_last' then case when source = 'orders' then 't.code desc' end
    when 'total' then case when source = 'orders' then 't.total_amount_kobo desc nulls last, t.created_at desc, t.id' end
    -- By the same index: what has no price is the least.
    when 'least' then case when source = 'orders' then 't.total_amount_kobo nulls first, t.created_at, t.id desc' end
    when 'delivery' then case when source = 'orders' then 't.delivers_until, t.created_at, t.id' end
    -- The same index backwards: what has no day comes first.
    when 'delivery_last' then case when source = 'orders' then 't.delivers_until desc, t.created_at desc, t.id desc' end
    else expression || case when chosen like '%\_last' then ' desc, t.created_at, t.id desc' else ', t.created_at desc, t.id' end
  end;
begin
  if row_order is null then
    raise exception 'This list cannot be sorted so' using errcode = '22023', hint = 'sort';
  end if;
  return row_order;
end $function$;

CREATE OR REPLACE FUNCTION private.local_governments(state text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select string_to_array(case state
    when 'Abia' then 'Aba North|Aba South|Arochukwu|Bende|Ikwuano|Isiala Ngwa North|Isiala Ngwa South|Isuikwuato|Obi Ngwa|Ohafia|Osisioma|Ugwunagbo|Ukwa East|Ukwa West|Umu Nneochi|Umuahia North|Umuahia South'
    when 'Adamawa' then 'Demsa|Fufure|Ganye|Girei|Gombi|Guyuk|Hong|Jada|Lamurde|Madagali|Maiha|Mayo Belwa|Michika|Mubi North|Mubi South|Numan|Shelleng|Song|Toungo|Yola North|Yola South'
    when 'Akwa Ibom' then 'Abak|Eastern Obolo|Eket|Esit Eket|Essien Udim|Etim Ekpo|Etinan|Ibeno|Ibesikpo Asutan|Ibiono-Ibom|Ika|Ikono|Ikot Abasi|Ikot Ekpene|Ini|Itu|Mbo|Mkpat-Enin|Nsit-Atai|Nsit-Ibom|Nsit-Ubium|Obot Akara|Okobo|Onna|Oron|Oruk Anam|Udung-Uko|Ukanafun|Uruan|Urue-Offong/Oruko|Uyo'
    when 'Anambra' then 'Aguata|Anambra East|Anambra West|Anaocha|Awka North|Awka South|Ayamelum|Dunukofia|Ekwusigo|Idemili North|Idemili South|Ihiala|Njikoka|Nnewi North|Nnewi South|Ogbaru|Onitsha North|Onitsha South|Orumba North|Orumba South|Oyi'
    when 'Bauchi' then 'Alkaleri|Bauchi|Bogoro|Damban|Darazo|Dass|Gamawa|Ganjuwa|Giade|Itas/Gadau|Jama''are|Katagum|Kirfi|Misau|Ningi|Shira|Tafawa Balewa|Toro|Warji|Zaki'
    when 'Bayelsa' then 'Brass|Ekeremor|Kolokuma/Opokuma|Nembe|Ogbia|Sagbama|Southern Ijaw|Yenagoa'
    when 'Benue' then 'Ado|Agatu|Apa|Buruku|Gboko|Guma|Gwer East|Gwer West|Katsina-Ala|Konshisha|Kwande|Logo|Makurdi|Obi|Ogbadibo|Ohimini|Oju|Okpokwu|Otukpo|Tarka|Ukum|Ushongo|Vandeikya'
    when 'Borno' then 'Abadam|Askira/Uba|Bama|Bayo|Biu|Chibok|Damboa|Dikwa|Gubio|Guzamala|Gwoza|Hawul|Jere|Kaga|Kala/Balge|Konduga|Kukawa|Kwaya Kusar|Mafa|Magumeri|Maiduguri|Marte|Mobbar|Monguno|Ngala|Nganzai|Shani'
    when 'Cross River' then 'Abi|Akamkpa|Akpabuyo|Bakassi|Bekwarra|Biase|Boki|Calabar Municipal|Calabar South|Etung|Ikom|Obanliku|Obubra|Obudu|Odukpani|Ogoja|Yakurr|Yala'
    when 'Delta' then 'Aniocha North|Aniocha South|Bomadi|Burutu|Ethiope East|Ethiope West|Ika North East|Ika South|Isoko North|Isoko South|Ndokwa East|Ndokwa West|Okpe|Oshimili North|Oshimili South|Patani|Sapele|Udu|Ughelli North|Ughelli South|Ukwuani|Uvwie|Warri North|Warri South|Warri South West'
    when 'Ebonyi' then 'Abakaliki|Afikpo North|Afikpo South|Ebonyi|Ezza North|Ezza South|Ikwo|Ishielu|Ivo|Izzi|Ohaozara|Ohaukwu|Onicha'
    when 'Edo' then 'Akoko-Edo|Egor|Esan Central|Esan North-East|Esan South-East|Esan West|Etsako Central|Etsako East|Etsako West|Igueben|Ikpoba Okha|Oredo|Orhionmwon|Ovia North-East|Ovia South-West|Owan East|Owan West|Uhunmwonde'
    when 'Ekiti' then 'Ado-Ekiti|Efon|Ekiti East|Ekiti South-West|Ekiti West|Emure|Gbonyin|Ido/Osi|Ijero|Ikere|Ikole|Ilejemeje|Irepodun/Ifelodun|Ise/Orun|Moba|Oye'
    when 'Enugu' then 'Aninri|Awgu|Enugu East|Enugu North|Enugu South|Ezeagu|Igbo Etiti|Igbo Eze North|Igbo Eze South|Isi Uzo|Nkanu East|Nkanu West|Nsukka|Oji River|Udenu|Udi|Uzo-Uwani'
    when 'Gombe' then 'Akko|Balanga|Billiri|Dukku|Funakaye|Gombe|Kaltungo|Kwami|Nafada|Shongom|Yamaltu/Deba'
    when 'Imo' then 'Aboh Mbaise|Ahiazu Mbaise|Ehime Mbano|Ezinihitte|Ideato North|Ideato South|Ihitte/Uboma|Ikeduru|Isiala Mbano|Isu|Mbaitoli|Ngor Okpala|Njaba|Nkwerre|Nwangele|Obowo|Oguta|Ohaji/Egbema|Okigwe|Orlu|Orsu|Oru East|Oru West|Owerri Municipal|Owerri North|Owerri West|Unuimo'
    when 'Jigawa' then 'Auyo|Babura|Biriniwa|Birnin Kudu|Buji|Dutse|Gagarawa|Garki|Gumel|Guri|Gwaram|Gwiwa|Hadejia|Jahun|Kafin Hausa|Kaugama|Kazaure|Kiri Kasama|Kiyawa|Maigatari|Malam Madori|Miga|Ringim|Roni|Sule Tankarkar|Taura|Yankwashi'
    when 'Kaduna' then 'Birnin Gwari|Chikun|Giwa|Igabi|Ikara|Jaba|Jema''a|Kachia|Kaduna North|Kaduna South|Kagarko|Kajuru|Kaura|Kauru|Kubau|Kudan|Lere|Makarfi|Sabon Gari|Sanga|Soba|Zangon Kataf|Zaria'
    when 'Kano' then 'Ajingi|Albasu|Bagwai|Bebeji|Bichi|Bunkure|Dala|Dambatta|Dawakin Kudu|Dawakin Tofa|Doguwa|Fagge|Gabasawa|Garko|Garun Mallam|Gaya|Gezawa|Gwale|Gwarzo|Kabo|Kano Municipal|Karaye|Kibiya|Kiru|Kumbotso|Kunchi|Kura|Madobi|Makoda|Minjibir|Nasarawa|Rano|Rimin Gado|Rogo|Shanono|Sumaila|Takai|Tarauni|Tofa|Tsanyawa|Tudun Wada|Ungogo|Warawa|Wudil'
    when 'Katsina' then 'Bakori|Batagarawa|Batsari|Baure|Bindawa|Charanchi|Dan Musa|Dandume|Danja|Daura|Dutsi|Dutsin Ma|Faskari|Funtua|Ingawa|Jibia|Kafur|Kaita|Kankara|Kankia|Katsina|Kurfi|Kusada|Mai''Adua|Malumfashi|Mani|Mashi|Matazu|Musawa|Rimi|Sabuwa|Safana|Sandamu|Zango'
    when 'Kebbi' then 'Aleiro|Arewa|Argungu|Augie|Bagudo|Birnin Kebbi|Bunza|Dandi|Danko/Wasagu|Fakai|Gwandu|Jega|Kalgo|Koko/Besse|Maiyama|Ngaski|Sakaba|Shanga|Suru|Yauri|Zuru'
    when 'Kogi' then 'Adavi|Ajaokuta|Ankpa|Bassa|Dekina|Ibaji|Idah|Igalamela Odolu|Ijumu|Kabba/Bunu|Kogi|Lokoja|Mopa Muro|Ofu|Ogori/Magongo|Okehi|Okene|Olamaboro|Omala|Yagba East|Yagba West'
    when 'Kwara' then 'Asa|Baruten|Edu|Ekiti|Ifelodun|Ilorin East|Ilorin South|Ilorin West|Irepodun|Isin|Kaiama|Moro|Offa|Oke Ero|Oyun|Pategi'
    when 'Lagos' then 'Agege|Ajeromi-Ifelodun|Alimosho|Amuwo-Odofin|Apapa|Badagry|Epe|Eti Osa|Ibeju-Lekki|Ifako-Ijaiye|Ikeja|Ikorodu|Kosofe|Lagos Island|Lagos Mainland|Mushin|Ojo|Oshodi-Isolo|Shomolu|Surulere'
    when 'Nasarawa' then 'Akwanga|Awe|Doma|Karu|Keana|Keffi|Kokona|Lafia|Nasarawa|Nasarawa Egon|Obi|Toto|Wamba'
    when 'Niger' then 'Agaie|Agwara|Bida|Borgu|Bosso|Chanchaga|Edati|Gbako|Gurara|Katcha|Kontagora|Lapai|Lavun|Magama|Mariga|Mashegu|Mokwa|Muya|Paikoro|Rafi|Rijau|Shiroro|Suleja|Tafa|Wushishi'
    when 'Ogun' then 'Abeokuta North|Abeokuta South|Ado-Odo/Ota|Ewekoro|Ifo|Ijebu East|Ijebu North|Ijebu North East|Ijebu Ode|Ikenne|Imeko Afon|Ipokia|Obafemi Owode|Odeda|Odogbolu|Ogun Waterside|Remo North|Sagamu|Yewa North|Yewa South'
    when 'Ondo' then 'Akoko North-East|Akoko North-West|Akoko South-East|Akoko South-West|Akure North|Akure South|Ese Odo|Idanre|Ifedore|Ilaje|Ile Oluji/Okeigbo|Irele|Odigbo|Okitipupa|Ondo East|Ondo West|Ose|Owo'
    when 'Osun' then 'Aiyedaade|Aiyedire|Atakunmosa East|Atakunmosa West|Boluwaduro|Boripe|Ede North|Ede South|Egbedore|Ejigbo|Ife Central|Ife East|Ife North|Ife South|Ifedayo|Ifelodun|Ila|Ilesa East|Ilesa West|Irepodun|Irewole|Isokan|Iwo|Obokun|Odo Otin|Ola Oluwa|Olorunda|Oriade|Orolu|Osogbo'
    when 'Oyo' then 'Afijio|Akinyele|Atiba|Atisbo|Egbeda|Ibadan North|Ibadan North-East|Ibadan North-West|Ibadan South-East|Ibadan South-West|Ibarapa Central|Ibarapa East|Ibarapa North|Ido|Irepo|Iseyin|Itesiwaju|Iwajowa|Kajola|Lagelu|Ogbomosho North|Ogbomosho South|Ogo Oluwa|Olorunsogo|Oluyole|Ona Ara|Orelope|Ori Ire|Oyo East|Oyo West|Saki East|Saki West|Surulere'
    when 'Plateau' then 'Barkin Ladi|Bassa|Bokkos|Jos East|Jos North|Jos South|Kanam|Kanke|Langtang North|Langtang South|Mangu|Mikang|Pankshin|Qua''an Pan|Riyom|Shendam|Wase'
    when 'Rivers' then 'Abua/Odual|Ahoada East|Ahoada West|Akuku-Toru|Andoni|Asari-Toru|Bonny|Degema|Eleme|Emuoha|Etche|Gokana|Ikwerre|Khana|Obio/Akpor|Ogba/Egbema/Ndoni|Ogu/Bolo|Okrika|Omuma|Opobo/Nkoro|Oyigbo|Port Harcourt|Tai'
    when 'Sokoto' then 'Binji|Bodinga|Dange Shuni|Gada|Goronyo|Gudu|Gwadabawa|Illela|Isa|Kebbe|Kware|Rabah|Sabon Birni|Shagari|Silame|Sokoto North|Sokoto South|Tambuwal|Tangaza|Tureta|Wamako|Wurno|Yabo'
    when 'Taraba' then 'Ardo Kola|Bali|Donga|Gashaka|Gassol|Ibi|Jalingo|Karim Lamido|Kurmi|Lau|Sardauna|Takum|Ussa|Wukari|Yorro|Zing'
    when 'Yobe' then 'Bade|Bursari|Damaturu|Fika|Fune|Geidam|Gujba|Gulani|Jakusko|Karasuwa|Machina|Nangere|Nguru|Potiskum|Tarmuwa|Yunusari|Yusufari'
    when 'Zamfara' then 'Anka|Bakura|Birnin Magaji/Kiyaw|Bukkuyum|Bungudu|Gummi|Gusau|Kaura Namoda|Maradun|Maru|Shinkafi|Talata Mafara|Tsafe|Zurmi'
    when 'FCT' then 'Abaji|Abuja Municipal|Bwari|Gwagwalada|Kuje|Kwali'
  end, '|')
$function$;

CREATE OR REPLACE FUNCTION private.needs_untied_second(recorded_by uuid, decides uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select $2 = any (tied.people) and exists (
    select from public.user_roles as holder
    join auth.users as account on account.id = holder.user_id
    where holder.user_id <> all (tied.people) and private.person_has_permission(holder.user_id, 'payments.confirm')
      and account.deleted_at is null and (account.banned_until is null or account.banned_until <= now()))
  from private.related_staff($1) as tied (people)
$function$;

CREATE OR REPLACE FUNCTION private.paid_in_kobo(order_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(posting.amount_minor), 0)::bigint from private.ledger_postings as posting
  where posting.order_id = $1 and posting.account = 'bank' and posting.event <> 'refund_paid'
$function$;

CREATE OR REPLACE FUNCTION private.paid_kobo(order_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (private.paid_in_kobo($1) - greatest(0, - coalesce(sum(posting.amount_minor) filter (
      where posting.account = 'bank' and posting.event = 'refund_paid'), 0)
    + coalesce(sum(posting.amount_minor) filter (where posting.account = 'refundable' and posting.event = 'complaint_credited'), 0)))::bigint
  from private.ledger_postings as posting where posting.order_id = $1
$function$;

CREATE OR REPLACE FUNCTION private.part_paid_hold(order_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(
    min(created_at) filter (where kind = 'receipt' and private.came_kobo(id) > 0)
      + make_interval(hours => private.market_limit('part_paid_hold_hours')),
    max(created_at) filter (where kind = 'correction') + interval '24 hours')
  from public.payments where payments.order_id = $1
$function$;

CREATE OR REPLACE FUNCTION private.post_correction(of_order public.orders, correction public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  less bigint := - (correction).amount_kobo;
  from_refundable bigint := least(less, private.ledger_balance('refundable', (of_order).id));
begin
  if less < 0 then
    perform private.post_receipt(of_order, - less, (correction).id);
    return;
  end if;
  perform private.post_transfer('receipt_corrected', of_order, 'refundable', 'bank', from_refundable, 'payments', (correction).id::text);
  perform private.post_transfer('receipt_corrected', of_order, 'receivable', 'bank', less - from_refundable, 'payments', (correction).id::text);
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_own_refund(order_id uuid, person_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.payments
    where payments.order_id = $1 and payments.kind <> 'refund' and payments.recorded_by = $2
  ) then
    raise exception 'You recorded the payment of this order. Somebody else must record what goes back.'
      using errcode = '42501', hint = 'own_receipt';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_unknown_area(state text, lga text, state_field text, lga_field text)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if private.local_governments(state) is null then
    raise exception '% is no state. Write its name as in the list of states.', coalesce(state, 'Nothing')
      using errcode = '23514', hint = state_field;
  elsif lga <> all (private.local_governments(state)) then
    raise exception '% is no local government area of %.', lga, state using errcode = '23514', hint = lga_field;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.require_task_right(record_type text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.task_permission($1) is null then
    raise exception 'There is no such kind of record' using errcode = '22023';
  elsif not (private.has_permission(private.task_permission($1)) and private.has_permission('records.work')) then
    raise exception 'permission denied to work on %', $1 using errcode = '42501';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.send_morning_mails(at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (at at time zone 'Africa/Lagos')::date;
  colleague record;
  readable text[];
  work record;
  sent integer := 0;
begin
  delete from public.staff_notices where created_at < at - interval '90 days';
  for colleague in
    select person.id, person.email, person.full_name
    from public.user_roles as held join public.profiles as person on person.id = held.user_id
    where private.is_let_in(person.id) order by person.id
  loop
    readable := array(select record_type from unnest(private.task_types()) as record_type
      where private.person_has_permission(colleague.id, private.task_permission(record_type)));
    insert into public.staff_notices (user_id, kind, record_type, record_id, task_id)
    select colleague.id, 'task_due', task.record_type, task.record_id, task.id from private.open_tasks as task
    where task.assignee_id = colleague.id and task.due_on <= today and task.record_type = any (readable)
    on conflict do nothing;
    select count(*) filter (where waits.kind = 'task' and waits.due_on < today) as late_tasks,
      count(*) filter (where waits.kind = 'task' and waits.due_on = today) as tasks_today,
      count(*) filter (where waits.kind = 'record') as late_records,
      coalesce((array_agg(distinct waits.code) filter (where waits.code is not null))[1:10], '{}') as codes
    into work
    from (
      select 'task' as kind, task.due_on, case when private.has_code(task.record_type)
        then private.label_record(task.record_type, task.record_id) end as code
      from private.open_tasks as task
      where task.assignee_id = colleague.id and task.due_on <= today and task.record_type = any (readable)
      union all
      select 'record' as kind, null as due_on, case when private.has_code(open.record_type)
        then private.label_record(open.record_type, open.record_id) end as code
      from private.open_work_of(colleague.id, readable) as open where open.due_at < at
    ) as waits;
    continue when work.late_tasks + work.tasks_today + work.late_records = 0;
    if private.enqueue_mail('staff_morning', colleague.email, jsonb_build_object('full_name', colleague.full_name,
        'late_tasks', work.late_tasks, 'tasks_today', work.tasks_today, 'late_records', work.late_records, 'codes', work.codes),
        'staff_morning ' || colleague.id || ' ' || today) is not null
    then
      sent := sent + 1;
    end if;
  end loop;
  return sent;
end $function$;

CREATE OR REPLACE FUNCTION private.share_transfer(new public.payments)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  others record;
begin
  new.reference_key := private.reference_key(new.bank_reference);
  if new.reference_key is null or char_length(new.reference_key) < 3 then
    raise exception 'Enter the reference that stands on the statement' using errcode = '23514', hint = 'bankReference';
  elsif new.kind = 'refund' then
    perform private.refuse_own_refund(new.order_id, new.recorded_by);
  end if;
  -- One after the other for each line, or two parts at once would both count as the first.
  perform pg_advisory_xact_lock(hashtextextended(new.kind || ' line ' || new.reference_key, 0));
  -- By what really came: of a receipt that was corrected to nothing the line is free for another order.
  select string_agg(orders.code, ', ' order by orders.code) as codes, sum(private.came_kobo(part.id)) as kobo,
    max(part.transfer_kobo) as whole, bool_or(part.order_id = new.order_id) as is_same_order,
    bool_and(part.currency = new.currency and part.value_date = new.value_date) as is_same_line
  into others
  from public.payments as part join public.orders on orders.id = part.order_id
  where part.kind = new.kind and private.reference_key(part.bank_reference) = new.reference_key
    and (part.order_id = new.order_id or private.came_kobo(part.id) > 0);
  if others.codes is null then
    return new;
  elsif others.is_same_order then
    raise exception 'This line of the statement has been recorded already' using errcode = '23505', hint = 'bankReference';
  elsif new.transfer_kobo is null then
    raise exception 'This line of the statement has been recorded already, for order %. If the transfer pays this order too, say how much it was in all.', others.codes
      using errcode = '23505', hint = 'transferKobo';
  elsif not others.is_same_line then
    raise exception 'The other part of this transfer, for order %, has another day or currency', others.codes
      using errcode = '23514', hint = 'valueDate';
  elsif others.whole <> new.transfer_kobo then
    raise exception 'For order % the whole of this transfer was recorded as another amount', others.codes
      using errcode = '23514', hint = 'transferKobo';
  elsif others.kobo + new.amount_kobo > new.transfer_kobo then
    raise exception 'The parts of this transfer, with order %, are more than the whole', others.codes
      using errcode = '23514', hint = 'transferKobo';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.take_task(task_id uuid)
 RETURNS public.tasks
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  task public.tasks;
begin
  select * into task from public.tasks where id = task_id for update;
  if task.id is null then
    raise exception 'This task is not there any more' using errcode = 'P0002';
  end if;
  perform private.require_task_right(task.record_type);
  return task;
end $function$;

CREATE OR REPLACE FUNCTION private.task_types()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['orders', 'farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications', 'contact_messages', 'products', 'breaches']
$function$;

CREATE OR REPLACE FUNCTION private.vat_of_refund(new public.payments)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (round(granted.vat_kobo * greatest(0, least(sent.kobo, granted.kobo)) / granted.kobo)
    - round(granted.vat_kobo * greatest(0, least(sent.kobo - new.amount_kobo, granted.kobo)) / granted.kobo))::bigint
  from (
    select nullif(sum(transfer.amount_minor), 0) as kobo,
      coalesce(sum(transfer.amount_minor) filter (where transfer.debit_account in ('vat_payable', 'unearned_vat')), 0) as vat_kobo
    from private.ledger_transfers as transfer
    where transfer.order_id = new.order_id and transfer.event = 'complaint_credited' and transfer.credit_account = 'refundable'
  ) as granted, (
    -- What came above the total goes back before what a complaint granted.
    select sum(payment.amount_kobo) - (
      select greatest(0, coalesce(sum(case transfer.event when 'surplus_received' then transfer.amount_minor else -transfer.amount_minor end), 0))
      from private.ledger_transfers as transfer
      where transfer.order_id = new.order_id and (transfer.event in ('surplus_received', 'surplus_used')
        or transfer.event = 'receipt_corrected' and transfer.debit_account = 'refundable')) as kobo
    from public.payments as payment
    where payment.order_id = new.order_id and payment.kind = 'refund'
  ) as sent
$function$;

CREATE OR REPLACE FUNCTION public.add_task(record_type text, record_id uuid, title text, due_on date, due_time time without time zone DEFAULT NULL::time without time zone, assignee_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_task_right(record_type);
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  return private.store_task($1, $2, nullif(private.clean_line($3), ''), $4, $5, $6);
end $function$;

CREATE OR REPLACE FUNCTION public.admin_bell()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.readable_task_types();
begin
  if not private.is_in_admin() then
    raise exception 'permission denied to read notices of staff' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'unread', (select count(*) from public.staff_notices as notice
      where notice.user_id = (select auth.uid()) and notice.read_at is null and notice.record_type = any (readable)),
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object('id', newest.id, 'kind', newest.kind, 'recordType', newest.record_type,
          'recordId', newest.record_id, 'label', private.label_record(newest.record_type, newest.record_id),
          'taskTitle', (select task.title from public.tasks as task where task.id = newest.task_id),
          'actorName', newest.actor_name, 'createdAt', newest.created_at, 'isRead', newest.read_at is not null)
        order by newest.id desc), '[]')
      from (
        select notice.* from public.staff_notices as notice
        where notice.user_id = (select auth.uid()) and notice.record_type = any (readable)
        order by notice.id desc limit 30
      ) as newest));
end $function$;

CREATE OR REPLACE FUNCTION public.correct_payment(payment_id uuid, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders := private.order_for_finance((select one.order_id from public.payments as one where one.id = $1));
  corrected public.payments;
  repeated jsonb;
begin
  if coalesce(details ->> 'idempotencyKey', '') !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then
    raise exception 'idempotencyKey is required' using errcode = '23502', hint = 'idempotencyKey';
  end if;
  -- The same attempt on two orders at the same time: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('correct_payment ' || lower(details ->> 'idempotencyKey'), 0));
  repeated := private.find_repeated_correction(current_order, payment_id, details);
  if repeated is not null then
    return repeated;
  end if;
  corrected := private.check_correction(current_order, payment_id, details);
  if exists (
    select from private.money_entries as entry
    where entry.order_id = current_order.id and entry.kind = 'correction' and entry.reference_key = corrected.id::text
      and entry.decided_at is null
  ) then
    raise exception 'A correction of this payment waits for a second person already' using errcode = '23505', hint = 'amountKobo';
  end if;
  return private.hold_money(current_order, 'correction', jsonb_build_object('paymentId', corrected.id,
    'amountKobo', details -> 'amountKobo', 'wasKobo', details -> 'wasKobo', 'valueDate', corrected.value_date,
    'bankReference', corrected.bank_reference, 'reason', details ->> 'reason', 'idempotencyKey', details ->> 'idempotencyKey'));
end $function$;

REVOKE ALL ON FUNCTION "public"."correct_payment"(uuid, jsonb) FROM "service_role";

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
  elsif is_approved is null then
    raise exception 'Say yes or no' using errcode = '22004', hint = 'is_approved';
  elsif is_approved and entry.recorded_by = person_id then
    raise exception 'You entered this. Somebody else must confirm it.' using errcode = '42501', hint = 'own_entry';
  elsif is_approved and private.needs_untied_second(entry.recorded_by, person_id) then
    raise exception 'You and the person who entered this were brought in by one another, or by the same person. Somebody else must confirm it.'
      using errcode = '42501', hint = 'own_making';
  elsif is_approved and entry.kind not in ('receipt', 'correction') and private.exceeds_refund_limit(person_id, entry.currency,
    entry.amount_kobo + private.gone_back_kobo(entry.order_id, entry.kind))
  then
    raise exception 'This is more than your role may pay back. Somebody with a higher limit must confirm it.'
      using errcode = '42501', hint = 'role_limit';
  end if;
  update private.money_entries set decided_by = person_id, decided_at = now(),
    outcome = case when is_approved then 'approved' else 'dropped' end
  where id = entry.id;
  if not is_approved then
    return private.describe_market_order(current_order, false);
  elsif entry.kind = 'receipt' then
    return private.book_receipt(current_order, entry.details, entry.recorded_by, person_id);
  elsif entry.kind = 'correction' then
    return private.book_correction(current_order, entry.details, entry.recorded_by, person_id);
  elsif entry.kind in ('fee', 'write_off') then
    return private.book_remainder(current_order, entry.details, entry.recorded_by, person_id);
  elsif entry.kind = 'complaint' then
    return private.book_grant(current_order, entry.details, entry.recorded_by, person_id);
  end if;
  return private.book_refund(current_order, entry.details, entry.recorded_by, person_id);
end $function$;

CREATE OR REPLACE FUNCTION public.list_assignees(record_type text)
 RETURNS TABLE(user_id uuid, full_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.task_permission(record_type) is null then
    raise exception 'There is no such kind of record' using errcode = '22023';
  elsif not private.has_permission(private.task_permission(record_type)) then
    raise exception 'permission denied to read %', record_type using errcode = '42501';
  end if;
  return query
    select person.id, coalesce(person.full_name, person.email)
    from public.user_roles as roles
    join public.profiles as person on person.id = roles.user_id
    where private.may_work_on(roles.user_id, list_assignees.record_type)
    order by 2, 1;
end $function$;

CREATE OR REPLACE FUNCTION public.list_money_entries(order_id uuid)
 RETURNS TABLE(id uuid, kind text, amount_kobo bigint, was_kobo bigint, currency text, value_date date, bank_reference text, reason text, recorded_at timestamp with time zone, recorded_by_name text, is_own boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('orders.read') then
    raise exception 'permission denied to read orders' using errcode = '42501';
  end if;
  return query
    select entry.id, entry.kind, entry.amount_kobo, (entry.details ->> 'wasKobo')::bigint, entry.currency, (entry.details ->> 'valueDate')::date,
      entry.details ->> 'bankReference', entry.details ->> 'reason', entry.recorded_at, coalesce(person.full_name, person.email),
      entry.recorded_by = (select auth.uid())
    from private.money_entries as entry left join public.profiles as person on person.id = entry.recorded_by
    where entry.order_id = list_money_entries.order_id and entry.decided_at is null
    order by entry.recorded_at;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_money_entries"(uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_tasks(which text DEFAULT 'mine'::text, page_index integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.readable_task_types();
  caller_id uuid := (select auth.uid());
  answer jsonb;
begin
  if not private.has_permission('records.work') then
    raise exception 'permission denied to read tasks' using errcode = '42501';
  elsif which is null or which not in ('mine', 'open', 'nobody', 'done') then
    raise exception 'There is no such list of tasks' using errcode = '22023';
  end if;
  select jsonb_build_object(
    'count', count(*),
    'late', count(*) filter (where task.done_at is null and
      (task.due_on + coalesce(task.due_time, time '23:59:59')) at time zone 'Africa/Lagos' < now())) into answer
  from public.tasks as task
  where task.record_type = any (readable) and (task.done_at is not null) = (which = 'done')
    and (which <> 'mine' or task.assignee_id = caller_id) and (which <> 'nobody' or task.assignee_id is null);
  return answer || jsonb_build_object('tasks', (
    select coalesce(jsonb_agg(private.describe_task(page) order by page.done_at desc, page.due_on, page.due_time nulls last, page.id), '[]')
    from (
      select task.* from public.tasks as task
      where task.record_type = any (readable) and (task.done_at is not null) = (which = 'done')
        and (which <> 'mine' or task.assignee_id = caller_id) and (which <> 'nobody' or task.assignee_id is null)
      order by task.done_at desc, task.due_on, task.due_time nulls last, task.id
      limit 50 offset 50 * greatest(page_index, 0)::bigint
    ) as page));
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
    where payments.order_id = current_order.id and kind <> 'refund' and second_by = (select auth.uid())
  ) then
    return private.hold_money(current_order, 'refund', details);
  end if;
  return private.book_refund(current_order, details, (select auth.uid()), null);
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
  if current_order.payment_status <> 'claimed' then
    raise exception 'Nobody says that this order is paid' using errcode = '23514', hint = 'reject_claim';
  end if;
  current_order := private.apply_order_event(current_order.id,
    case
      -- What came was corrected to nothing, and the goods were seen to: money is missing.
      when case when current_order.status in ('approved', 'completed') then private.credited_kobo(current_order.id) = 0
          and not exists (select from public.payments where payments.order_id = current_order.id)
        else private.received_kobo(current_order.id) = 0 end then 'reject_claim'
      when current_order.status = 'declined' then 'pay_after_decline'
      else 'reject_further_claim'
    end);
  perform private.void_claim(current_order);
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

CREATE OR REPLACE FUNCTION public.send_order_document(document_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.order_documents;
begin
  perform private.require_record_work('orders');
  if not (private.has_permission('orders.decide') or private.has_permission('payments.confirm')) then
    raise exception 'permission denied to send documents' using errcode = '42501';
  end if;
  select * into document from public.order_documents where id = document_id;
  if document.id is null then
    raise exception 'There is no such document' using errcode = 'P0002';
  elsif private.is_lapsed(document) then
    raise exception 'This document is out of date, and nobody may pay by it' using errcode = 'PT409';
  elsif document.kind = 'receipt' and private.is_replaced(document) then
    raise exception 'The amount of this receipt was corrected, and it counts no more' using errcode = 'PT409';
  elsif not exists (
    select from public.orders left join public.order_contacts as contact on contact.order_id = orders.id
      left join public.order_requests as request on request.order_id = orders.id
      left join public.profiles as person on person.id = orders.user_id
    where orders.id = document.order_id and not orders.is_demo and coalesce(request.email, contact.email, person.email) is not null
  ) then
    raise exception 'There is no e-mail address to send it to' using errcode = 'PT409';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('send document ' || document.order_id, 0));
  if (select count(*) >= 5 from public.audit_trail
      where subject_id = document.order_id::text and action = 'send_document' and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.notify_buyer(document.order_id, 'order_document',
    jsonb_build_object('document', jsonb_build_object('kind', document.kind, 'number', document.number)));
  perform private.record_audit('send_document', 'orders', document.order_id::text, null,
    jsonb_build_object('kind', document.kind, 'number', document.number));
end $function$;

ALTER TABLE "private"."ledger_transfers" ADD CONSTRAINT "ledger_transfers_event_known" CHECK ((event = ANY (ARRAY['order_priced'::text, 'order_ended'::text, 'goods_delivered'::text, 'payment_claimed'::text, 'claim_rejected'::text, 'payment_received'::text, 'receipt_corrected'::text, 'surplus_received'::text, 'surplus_used'::text, 'complaint_credited'::text, 'refund_paid'::text, 'fee_kept'::text, 'rest_written_off'::text])));

ALTER TABLE "private"."money_entries" ADD CONSTRAINT "money_entries_kind_known" CHECK ((kind = ANY (ARRAY['receipt'::text, 'refund'::text, 'correction'::text, 'fee'::text, 'write_off'::text, 'complaint'::text])));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_amount_kobo_positive" CHECK (((amount_kobo > 0) OR ((kind = 'correction'::text) AND (amount_kobo <> 0))));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_correction_two_people" CHECK (((kind <> 'correction'::text) OR ((second_by IS NOT NULL) AND (second_by <> recorded_by))));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_corrects_id_belongs" CHECK (((kind = 'correction'::text) = (corrects_id IS NOT NULL)));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_corrects_id_fkey" FOREIGN KEY (corrects_id) REFERENCES public.payments(id);

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_kind_known" CHECK ((kind = ANY (ARRAY['receipt'::text, 'refund'::text, 'correction'::text])));

CREATE VIEW "private"."money_of_day" WITH (security_invoker=true) AS  WITH today AS (
         SELECT (date_trunc('day'::text, (now() AT TIME ZONE 'Africa/Lagos'::text)) AT TIME ZONE 'Africa/Lagos'::text) AS began_at
        ), entries AS (
         SELECT came.currency,
            'received'::text AS part,
            private.came_kobo(came.id) AS amount_kobo
           FROM public.payments came,
            today
          WHERE ((came.kind = 'receipt'::text) AND (came.created_at >= today.began_at) AND (private.came_kobo(came.id) > 0))
        UNION ALL
         SELECT t.currency,
            'claimed'::text AS part,
            COALESCE(( SELECT pending.amount_minor
                   FROM private.ledger_transfers pending
                  WHERE ((pending.order_id = t.id) AND (pending.phase = 'pending'::text))
                  ORDER BY pending.id DESC
                 LIMIT 1), private.balance_kobo(t.id)) AS amount_kobo
           FROM public.orders t
          WHERE ((t.payment_status = 'claimed'::text) AND (t.total_amount_kobo IS NOT NULL))
        UNION ALL
         SELECT t.currency,
            'outstanding'::text AS part,
            private.balance_kobo(t.id) AS amount_kobo
           FROM public.orders t
          WHERE ((t.payment_status = ANY (ARRAY['unpaid'::text, 'claimed'::text, 'underpaid'::text])) AND (t.status = ANY (ARRAY['approved'::text, 'completed'::text])) AND (t.total_amount_kobo IS NOT NULL))
        UNION ALL
         SELECT t.currency,
            'to_refund'::text AS part,
            private.ledger_balance('refundable'::text, t.id) AS amount_kobo
           FROM public.orders t
          WHERE (t.refund_due_kobo > 0)
        )
 SELECT currency,
    part,
    count(*) AS entries,
    (sum(amount_kobo))::bigint AS amount_kobo
   FROM entries
  GROUP BY currency, part;

revoke all on table private.money_of_day from public, anon, authenticated;

CREATE UNIQUE INDEX payments_bank_reference_unique ON public.payments USING btree (kind, bank_reference, order_id) WHERE (kind <> 'correction'::text);

CREATE INDEX payments_corrects_id_idx ON public.payments USING btree (corrects_id);

CREATE TRIGGER guard_zone_areas BEFORE INSERT OR UPDATE OF areas ON public.delivery_zones FOR EACH ROW EXECUTE FUNCTION private.guard_zone_areas();

CREATE TRIGGER guard_depot_area BEFORE INSERT OR UPDATE OF state, lga ON public.depots FOR EACH ROW EXECUTE FUNCTION private.guard_depot_area();

CREATE TRIGGER refuse_secrets BEFORE INSERT OR UPDATE OF title ON public.tasks FOR EACH ROW WHEN ((new.record_type = ANY (ARRAY['farmers'::text, 'training_enrolments'::text, 'buyers'::text, 'investors'::text, 'breaches'::text]))) EXECUTE FUNCTION private.refuse_secrets('title', 'title');

COMMENT ON COLUMN "public"."payments"."corrects_id" IS 'Of a correction: the receipt that was recorded with a wrong amount. Its own amount is the difference, below nothing where less came.';

COMMENT ON COLUMN "public"."payments"."reference_key" IS 'The reference by its letters and digits. Null: a correction; or the same line was recorded twice for this order before that was refused.';

COMMENT ON TABLE "private"."money_entries" IS 'Payments, refunds, remainders and what complaints are granted, above what one person records alone, and each correction of a payment: they count when a second person has confirmed them.';

REVOKE ALL ON FUNCTION "private"."book_correction"(public.orders, jsonb, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."came_kobo"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_correction"(public.orders, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_repeated_correction"(public.orders, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_receipt"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_shortfall"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_depot_area"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_zone_areas"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_plain_list"(anyarray) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_plain_list"(anyarray) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."local_governments"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_untied_second"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."post_correction"(public.orders, public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_unknown_area"(text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_task_right"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."task_types"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."task_types"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."task_types"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."correct_payment"(uuid, jsonb) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."correct_payment"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_money_entries"(uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_money_entries"(uuid) TO "authenticated";

REVOKE ALL ("corrects_id") ON TABLE "public"."payments" FROM "authenticated";

GRANT SELECT ("corrects_id") ON TABLE "public"."payments" TO "authenticated";

ALTER TABLE "public"."staff_notices" ADD CONSTRAINT "staff_notices_record_type_known" CHECK ((record_type = ANY (private.task_types())));

ALTER TABLE "public"."tasks" ADD CONSTRAINT "tasks_record_type_known" CHECK ((record_type = ANY (private.task_types())));

CREATE OR REPLACE FUNCTION private.are_areas(areas text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select cardinality(areas) between 1 and 800 and private.is_plain_list(areas)
    and not exists (select from unnest(areas) as area where area is null or area !~ '^[^:]{2,60}(: [^:]{2,60})?$')
$function$;

CREATE OR REPLACE FUNCTION private.task_permission(record_type text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when record_type = any (private.task_types()) then record_type || '.read' end
$function$;

REVOKE ALL ON FUNCTION "private"."task_permission"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."task_permission"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."task_permission"(text) TO "service_role";

CREATE OR REPLACE FUNCTION private.may_work_on(person_id uuid, record_type text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.person_has_permission($1, private.task_permission($2)) and private.person_has_permission($1, 'records.work')
$function$;

CREATE OR REPLACE FUNCTION private.notify_staff(user_id uuid, kind text, record_type text, record_id uuid, task_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.staff_notices (user_id, kind, record_type, record_id, task_id, actor_id, actor_name)
  select $1, $2, $3, $4, $5, colleague.id, colleague.full_name
  from (select) as once
  left join lateral (
    select person.id, person.full_name from public.user_roles as held join public.profiles as person on person.id = held.user_id
    where held.user_id = (select auth.uid()) and $2 <> 'answer'
  ) as colleague on true
  where $1 is distinct from (select auth.uid())
    and private.person_has_permission($1, private.task_permission($3))
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.readable_task_types()
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(record_type), '{}') from unnest(private.task_types()) as record_type
  where private.has_permission(private.task_permission(record_type))
$function$;

CREATE POLICY "Staff read their own notices of what they may read" ON "public"."staff_notices" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND (record_type = ANY (( SELECT private.readable_task_types() AS readable_task_types)::text[]))));

CREATE POLICY "Staff read the tasks on what they may read" ON "public"."tasks" FOR SELECT TO "authenticated" USING ((record_type = ANY (( SELECT private.readable_task_types() AS readable_task_types)::text[])));

REVOKE ALL ON FUNCTION "private"."readable_task_types"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."readable_task_types"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."readable_task_types"() TO "service_role";

CREATE OR REPLACE FUNCTION private.count_places()
 RETURNS TABLE(place text, permission text, waiting bigint, late bigint, oldest_due_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'orders' as place, 'orders.read' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.orders_list as t where (select private.has_permission('orders.read')) and t.list_status = 'pending'
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
  select 'corrections' as place, 'farmers.decide' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from public.correction_requests as t
  where (select private.has_permission('farmers.decide'))
    and t.record_type = any ((select private.registrations_with('decide'))::text[])
    and exists (
      select from public.registration_submissions as sent
      where sent.record_id = t.record_id and sent.version > t.submission_version
    )
    and exists (
      select from private.registrations as record
      where record.record_type = t.record_type and record.id = t.record_id and record.status = 'pending'
    )
  union all
  select 'people-to-phone' as place, 'farmers.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from public.people_to_phone as t where (select private.has_permission('farmers.read'))
  union all
  select 'messages' as place, 'contact_messages.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.contact_messages_list as t
  where (select private.has_permission('contact_messages.read')) and t.list_status = 'pending'
  union all
  select 'partnership' as place, 'partnership_applications.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.partnership_applications_list as t
  where (select private.has_permission('partnership_applications.read')) and t.list_status = 'pending'
  union all
  select 'job-applications' as place, 'job_applications.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.job_applications_list as t
  where (select private.has_permission('job_applications.read')) and t.list_status = 'pending'
  union all
  select 'breaches' as place, 'breaches.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from public.breach_register as t where (select private.has_permission('breaches.read')) and t.closed_at is null
  union all
  select 'mails' as place, 'mails.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.mail_outbox as t
  where (select private.has_permission('mails.read')) and t.status = 'failed' and t.created_at > now() - interval '7 days'
  union all
  select 'tasks' as place, 'records.work' as permission, count(*) as waiting, count(*) filter (where t.due_at < now()) as late,
    min(t.due_at) as oldest_due_at
  from private.open_tasks as t
  where (select private.has_permission('records.work')) and t.assignee_id = (select auth.uid())
    and t.record_type = any ((select private.readable_task_types())::text[])
$function$;

CREATE OR REPLACE FUNCTION private.find_own_tasks()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('count', count(*), 'late', count(*) filter (where own.due_at < now()),
    'first', coalesce(jsonb_agg(private.describe_task(task) order by own.due_at, own.id) filter (where own.place <= 8), '[]'))
  from (
    select open.id, open.due_at, row_number() over (order by open.due_at, open.id) as place from private.open_tasks as open
    where open.assignee_id = (select auth.uid()) and open.record_type = any (private.readable_task_types())
  ) as own
  join public.tasks as task on task.id = own.id
$function$;

insert into private.axis_transitions (axis, from_value, to_value) values ('payment', 'confirmed', 'underpaid');

insert into private.axis_transitions (axis, from_value, to_value) values ('payment', 'confirmed', 'unpaid');

insert into private.axis_transitions (axis, from_value, to_value) values ('payment', 'overpaid', 'underpaid');

insert into private.axis_transitions (axis, from_value, to_value) values ('payment', 'overpaid', 'unpaid');

insert into private.axis_transitions (axis, from_value, to_value) values ('payment', 'refund_due', 'confirmed');

insert into private.axis_transitions (axis, from_value, to_value) values ('payment', 'refund_due', 'unpaid');

insert into private.axis_transitions (axis, from_value, to_value) values ('payment', 'refunded', 'underpaid');

insert into private.axis_transitions (axis, from_value, to_value) values ('payment', 'underpaid', 'unpaid');

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo, name) values ('order_payment_corrected', '{email}', 'orders', 'notice', null, 'always', 'true', null, 'false', 'Amount received was corrected');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_exact', 'fulfilment', 'delivered', 'delivered');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_exact', 'fulfilment', 'dispatched', 'dispatched');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_exact', 'fulfilment', 'disputed', 'disputed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_exact', 'fulfilment', 'none', 'none');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_exact', 'fulfilment', 'preparing', 'preparing');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_exact', 'payment', 'overpaid', 'confirmed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_exact', 'payment', 'refund_due', 'confirmed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_exact', 'status', 'approved', 'approved');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_exact', 'status', 'completed', 'completed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_exact', 'status', 'pending', 'pending');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_nothing', 'fulfilment', 'delivered', 'delivered');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_nothing', 'fulfilment', 'dispatched', 'dispatched');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_nothing', 'fulfilment', 'disputed', 'disputed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_nothing', 'fulfilment', 'none', 'none');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_nothing', 'fulfilment', 'preparing', 'preparing');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_nothing', 'payment', 'claimed', 'claimed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_nothing', 'payment', 'confirmed', 'unpaid');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_nothing', 'payment', 'overpaid', 'unpaid');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_nothing', 'payment', 'refund_due', 'unpaid');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_nothing', 'payment', 'underpaid', 'unpaid');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_nothing', 'status', 'declined', 'declined');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_nothing', 'status', 'pending', 'pending');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_short', 'fulfilment', 'delivered', 'delivered');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_short', 'fulfilment', 'dispatched', 'dispatched');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_short', 'fulfilment', 'disputed', 'disputed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_short', 'fulfilment', 'none', 'none');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_short', 'fulfilment', 'preparing', 'preparing');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_short', 'payment', 'claimed', 'claimed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_short', 'payment', 'confirmed', 'underpaid');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_short', 'payment', 'overpaid', 'underpaid');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_short', 'payment', 'refund_due', 'underpaid');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_short', 'payment', 'refunded', 'underpaid');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_short', 'payment', 'underpaid', 'underpaid');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_short', 'status', 'approved', 'approved');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_short', 'status', 'completed', 'completed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('correct_to_short', 'status', 'pending', 'pending');
