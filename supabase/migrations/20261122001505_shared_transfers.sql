-- One transfer may pay several orders. Each order takes its part of the line, and the parts are never more than the line:
-- whoever records a second part says how much stands on the statement in all.

alter table public.payments
  add column transfer_kobo bigint,
  add constraint payments_transfer_kobo_more check (transfer_kobo > amount_kobo),
  drop constraint payments_bank_reference_unique,
  add constraint payments_bank_reference_unique unique (kind, bank_reference, order_id);
comment on column public.payments.transfer_kobo is 'The whole line of the statement, where several orders share it. Null: the line is this amount, as far as was said.';
comment on table public.payments is 'What stands on the bank statement, as staff with the right recorded it. A line of the statement counts once, or in parts that are no more than the line.';
grant select (transfer_kobo) on table public.payments to authenticated;

create function private.share_transfer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  others record;
begin
  -- One after the other for each line, or two parts at once would both count as the first.
  perform pg_advisory_xact_lock(hashtextextended(new.kind || ' line ' || new.bank_reference, 0));
  select string_agg(orders.code, ', ' order by orders.code) as codes, sum(part.amount_kobo) as kobo,
    max(part.transfer_kobo) as whole, bool_or(part.order_id = new.order_id) as is_same_order,
    bool_and(part.currency = new.currency and part.value_date = new.value_date) as is_same_line
  into others
  from public.payments as part join public.orders on orders.id = part.order_id
  where part.kind = new.kind and part.bank_reference = new.bank_reference;
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
end $$;
create trigger share_transfer before insert on public.payments
  for each row execute function private.share_transfer();

-- As before (20261121003030), and: transferKobo, the whole of a transfer that pays several orders.
create or replace function private.add_payment(found_order public.orders, kind text, details jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(details ->> 'amountKobo', '') !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter the amount' using errcode = '23514', hint = 'amountKobo';
  elsif coalesce(details ->> 'transferKobo', '1') !~ '^[1-9][0-9]{0,14}$'
    or (details ->> 'transferKobo')::bigint < (details ->> 'amountKobo')::bigint
  then
    raise exception 'The whole transfer cannot be less than the part of this order' using errcode = '23514', hint = 'transferKobo';
  elsif coalesce(details ->> 'valueDate', '') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
    or (details ->> 'valueDate')::date not between ((found_order).created_at at time zone 'Africa/Lagos')::date - 1
      and (now() at time zone 'Africa/Lagos')::date
  then
    raise exception 'Enter the day that stands on the statement, between the order and today'
      using errcode = '23514', hint = 'valueDate';
  elsif char_length(coalesce(private.clean_line(details ->> 'bankReference'), '')) not between 3 and 100 then
    raise exception 'Enter the reference that stands on the statement' using errcode = '23514', hint = 'bankReference';
  end if;
  insert into public.payments (order_id, kind, amount_kobo, transfer_kobo, currency, value_date, bank_reference, recorded_by)
  values ((found_order).id, add_payment.kind, (details ->> 'amountKobo')::bigint,
    nullif((details ->> 'transferKobo')::bigint, (details ->> 'amountKobo')::bigint), (found_order).currency,
    (details ->> 'valueDate')::date, upper(private.clean_line(details ->> 'bankReference')), (select auth.uid()));
end $$;

-- As before (20261121003120), with credited_kobo, and: of which transfer it is a part.
create or replace function private.issue_receipt() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.issue_document(new.order_id, 'receipt', (
    select jsonb_build_object('totalKobo', orders.total_amount_kobo, 'payment', jsonb_strip_nulls(jsonb_build_object(
      'amountKobo', new.amount_kobo, 'transferKobo', new.transfer_kobo, 'valueDate', new.value_date,
      'bankReference', new.bank_reference, 'receivedKobo', private.credited_kobo(orders.id))))
    from public.orders where orders.id = new.order_id), new.id);
  return null;
end $$;

revoke all on function private.share_transfer() from public;
