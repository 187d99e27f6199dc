-- A payment or refund whose answer was lost on the way is answered again, instead of refused as a second line: the same
-- person, order, amount, day and reference, letter by letter, within ten minutes.

create function private.find_repeated_money(found_order public.orders, kind text, details jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
  reference text := private.clean_line(details ->> 'bankReference');
  since timestamptz := now() - interval '10 minutes';
  entry_id uuid;
begin
  perform private.check_statement_line(found_order, details);
  select entry.id into entry_id from private.money_entries as entry
  where entry.order_id = (found_order).id and entry.kind = $2 and entry.recorded_by = person_id
    and entry.recorded_at > since and entry.decided_at is null
    and entry.details = jsonb_strip_nulls(jsonb_build_object('amountKobo', ($3 ->> 'amountKobo')::bigint,
      'transferKobo', ($3 ->> 'transferKobo')::bigint, 'valueDate', $3 ->> 'valueDate',
      'bankReference', reference));
  if entry_id is not null then
    return private.describe_market_order(found_order, false)
      || jsonb_build_object('waitsForSecondPerson', true, 'entryId', entry_id);
  elsif not exists (
    select from public.payments
    where payments.order_id = (found_order).id and payments.kind = $2 and payments.recorded_by = person_id
      and payments.second_by is null and payments.created_at > since
      and payments.amount_kobo = (details ->> 'amountKobo')::bigint
      and payments.transfer_kobo is not distinct from
        nullif((details ->> 'transferKobo')::bigint, (details ->> 'amountKobo')::bigint)
      and payments.value_date = (details ->> 'valueDate')::date and payments.bank_reference = upper(reference)
  ) then
    return null;
  elsif $2 = 'refund' then
    return private.describe_market_order(found_order, false)
      || jsonb_build_object('refundDueKobo', (found_order).refund_due_kobo);
  end if;
  return private.describe_market_order(found_order, false)
    || jsonb_build_object('receivedKobo', private.received_kobo((found_order).id))
    || case when (found_order).stock_released_at is null then '{}'::jsonb else '{"stockMissing": true}' end;
end $$;

-- As in 20261125050200, and: the same line again is answered again.
create or replace function public.confirm_payment(order_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
  repeated jsonb;
begin
  if found_order.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'total_amount';
  end if;
  repeated := private.find_repeated_money(found_order, 'receipt', details);
  if repeated is not null then
    return repeated;
  elsif private.needs_second_person(found_order, 'receipt', (details ->> 'amountKobo')::bigint) then
    return private.hold_money(found_order, 'receipt', details);
  end if;
  return private.book_receipt(found_order, details, (select auth.uid()), null);
end $$;

-- As in 20261125050200, and: the same line again is answered again.
create or replace function public.record_refund(order_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
  repeated jsonb := private.find_repeated_money(found_order, 'refund', details);
begin
  if repeated is not null then
    return repeated;
  end if;
  perform private.check_refund(found_order, details, (select auth.uid()));
  if private.needs_second_person(found_order, 'refund', (details ->> 'amountKobo')::bigint) then
    return private.hold_money(found_order, 'refund', details);
  end if;
  return private.book_refund(found_order, details, (select auth.uid()), null);
end $$;

revoke all on function private.find_repeated_money(public.orders, text, jsonb) from public;
