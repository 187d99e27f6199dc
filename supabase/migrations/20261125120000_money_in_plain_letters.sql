-- A line of the statement is one line however its letters look, and a transfer above the limit waits for a second person
-- although its parts are of several orders (ADR 0047).

-- By letters and digits, full-width ones and those with accents as what they are.
create or replace function private.reference_key(reference text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select nullif(regexp_replace(upper(normalize($1, NFKD)), '[^A-Z0-9]', '', 'g'), '')
$$;
reindex index public.payments_reference_idx;
alter table public.payments disable trigger user;
-- What stands there twice by now stays as it was recorded, without a key.
update public.payments set reference_key = null where reference_key <> private.reference_key(bank_reference);
update public.payments as line set reference_key = private.reference_key(line.bank_reference)
where line.reference_key is null and not exists (
  select from public.payments as other
  where other.order_id = line.order_id and other.kind = line.kind and other.id <> line.id
    and private.reference_key(other.bank_reference) = private.reference_key(line.bank_reference)
);
alter table public.payments enable trigger user;

-- Letters of other scripts look like ours and are not: a reference with one would be another line. Accents, dashes,
-- spaces and signs of currencies may stand there.
create function private.is_plain_reference(reference text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select normalize($1, NFKD) !~ '[^\u0001-\u007e\u00a0-\u00bf\u0300-\u036f\u2000-\u206f\u20a0-\u20cf]'
$$;

-- As in 20261125050200, and: in plain letters.
create or replace function private.check_statement_line(found_order public.orders, details jsonb) returns void
language plpgsql stable security definer set search_path = ''
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
  elsif char_length(coalesce(private.clean_line(details ->> 'bankReference'), '')) not between 3 and 100
    or char_length(coalesce(private.reference_key(private.clean_line(details ->> 'bankReference')), '')) < 3
  then
    raise exception 'Enter the reference that stands on the statement' using errcode = '23514', hint = 'bankReference';
  elsif not private.is_plain_reference(private.clean_line(details ->> 'bankReference')) then
    raise exception 'Write the reference in plain letters, A to Z: it holds a letter of another script'
      using errcode = '23514', hint = 'bankReference';
  end if;
end $$;

-- As before (20261125050200): also for whoever writes past the functions.
create function private.require_plain_reference() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not private.is_plain_reference(new.bank_reference) then
    raise exception 'Write the reference in plain letters, A to Z: it holds a letter of another script'
      using errcode = '23514', hint = 'bankReference';
  end if;
  return new;
end $$;
create trigger require_plain_reference before insert on public.payments
  for each row execute function private.require_plain_reference();

-- What a line counts against the limit: the whole transfer, where it pays several orders.
create function private.whole_transfer_kobo(details jsonb) returns bigint
language sql immutable set search_path = ''
as $$
  select greatest(($1 ->> 'amountKobo')::bigint, ($1 ->> 'transferKobo')::bigint)
$$;

-- As in 20261125100200, with the whole transfer.
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
  elsif private.needs_second_person(found_order, 'receipt', private.whole_transfer_kobo(details)) then
    return private.hold_money(found_order, 'receipt', details);
  end if;
  return private.book_receipt(found_order, details, (select auth.uid()), null);
end $$;

-- As in 20261125100200, with the whole transfer; and whoever confirmed the payment as its second person sends nothing back
-- alone, however little.
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
  if private.needs_second_person(found_order, 'refund', private.whole_transfer_kobo(details)) or exists (
    select from public.payments
    where payments.order_id = found_order.id and kind = 'receipt' and second_by = (select auth.uid())
  ) then
    return private.hold_money(found_order, 'refund', details);
  end if;
  return private.book_refund(found_order, details, (select auth.uid()), null);
end $$;

revoke all on function private.is_plain_reference(text), private.require_plain_reference(),
  private.whole_transfer_kobo(jsonb) from public;
