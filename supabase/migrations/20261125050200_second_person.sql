-- Money needs two people where one could make and take it on paper: whoever recorded a payment does not record its refund,
-- a line of the statement is one line however it is written, and large amounts wait for a second person (ADR 0047).

insert into private.market_limits (name, value) values
  ('confirm_alone_max_kobo', 500000000),
  ('refund_alone_max_kobo', 50000000),
  ('confirm_alone_max_cents', 300000),
  ('refund_alone_max_cents', 30000);

-- ---- References compare by their letters and digits ----

create function private.reference_key(reference text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select nullif(regexp_replace(upper($1), '[^A-Z0-9]', '', 'g'), '')
$$;

alter table public.payments
  add column reference_key text,
  add column second_by uuid;
comment on column public.payments.reference_key is 'The reference by its letters and digits. Null: the same line was recorded twice for this order before that was refused.';
comment on column public.payments.second_by is 'Who confirmed it after the one who recorded it, where the amount asks for two people.';
update private.personal_data set acts = acts || '{second_by}' where table_name = 'public.payments';
alter table public.payments disable trigger user;
-- What stands there twice stays as it was recorded: the first keeps the key.
update public.payments set reference_key = private.reference_key(bank_reference)
where id in (
  select distinct on (kind, order_id, private.reference_key(bank_reference)) id from public.payments
  order by kind, order_id, private.reference_key(bank_reference), created_at, id
);
alter table public.payments enable trigger user;
create unique index payments_reference_key_unique on public.payments (kind, reference_key, order_id);
create index payments_reference_idx on public.payments (kind, private.reference_key(bank_reference));

-- As before (20261122001505), by letters and digits; and whoever recorded a payment does not record its refund.
create or replace function private.share_transfer() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
  select string_agg(orders.code, ', ' order by orders.code) as codes, sum(part.amount_kobo) as kobo,
    max(part.transfer_kobo) as whole, bool_or(part.order_id = new.order_id) as is_same_order,
    bool_and(part.currency = new.currency and part.value_date = new.value_date) as is_same_line
  into others
  from public.payments as part join public.orders on orders.id = part.order_id
  where part.kind = new.kind and private.reference_key(part.bank_reference) = new.reference_key;
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

create function private.refuse_own_refund(order_id uuid, person_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from public.payments
    where payments.order_id = $1 and payments.kind = 'receipt' and payments.recorded_by = $2
  ) then
    raise exception 'You recorded the payment of this order. Somebody else must record what goes back.'
      using errcode = '42501', hint = 'own_receipt';
  end if;
end $$;

-- ---- Entries that wait for a second person ----

create table private.money_entries (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  kind text not null,
  amount_kobo bigint not null,
  currency text not null,
  reference_key text not null,
  details jsonb not null,
  recorded_by uuid not null,
  recorded_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  outcome text,
  constraint money_entries_kind_known check (kind in ('receipt', 'refund')),
  constraint money_entries_outcome_known check (outcome in ('approved', 'dropped')),
  constraint money_entries_decision_whole check ((decided_at is null) = (outcome is null) and (decided_at is null) = (decided_by is null)),
  constraint money_entries_two_people check (outcome <> 'approved' or decided_by <> recorded_by)
);
comment on table private.money_entries is 'Payments and refunds above what one person records alone: they count when a second person has confirmed them.';
create index money_entries_order_id_idx on private.money_entries (order_id);
create unique index money_entries_one_open on private.money_entries (order_id, kind, reference_key) where decided_at is null;
create index money_entries_open_idx on private.money_entries (recorded_at) where decided_at is null;
alter table private.money_entries enable row level security;
revoke all on table private.money_entries from public, anon, authenticated;
create trigger audit_change after insert or update on private.money_entries for each row
  execute function private.audit_change('all', 'order_id', 'kind,amount_kobo,currency,outcome');
insert into private.personal_data (table_name, belongs, hidden, acts, erasure, note)
values ('private.money_entries', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{recorded_by}',
  '{recorded_by,decided_by}', 'keep', 'Lines of the bank statement that waited for a second person: tax law asks for them to be kept.');

create function private.has_money_waiting(order_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.money_entries as entry where entry.order_id = $1 and entry.decided_at is null)
$$;

-- Whether a line needs two people: with what one person recorded of this order before, so that parts are no way around.
create function private.needs_second_person(found_order public.orders, kind text, amount_kobo bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select $3 + coalesce((
      select sum(payments.amount_kobo) from public.payments
      where payments.order_id = (found_order).id and payments.kind = $2 and payments.second_by is null
    ), 0) > private.market_limit(
      case $2 when 'receipt' then 'confirm' else 'refund' end || '_alone_max_' ||
      case (found_order).currency when 'NGN' then 'kobo' else 'cents' end)
$$;

create function private.check_statement_line(found_order public.orders, details jsonb) returns void
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
  end if;
end $$;

-- As before (20261122001505), recorded by whom the caller says: an entry that waited was the first person's.
drop function private.add_payment(public.orders, text, jsonb);
create function private.add_payment(found_order public.orders, kind text, details jsonb, recorded_by uuid, second_by uuid)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_statement_line(found_order, details);
  insert into public.payments (order_id, kind, amount_kobo, transfer_kobo, currency, value_date, bank_reference,
    recorded_by, second_by)
  values ((found_order).id, add_payment.kind, (details ->> 'amountKobo')::bigint,
    nullif((details ->> 'transferKobo')::bigint, (details ->> 'amountKobo')::bigint), (found_order).currency,
    (details ->> 'valueDate')::date, upper(private.clean_line(details ->> 'bankReference')),
    add_payment.recorded_by, add_payment.second_by);
end $$;

-- The entry of the first person: nothing of the order changes by it.
create function private.hold_money(found_order public.orders, kind text, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  key text := private.reference_key(private.clean_line(details ->> 'bankReference'));
  made uuid;
begin
  if exists (
    select from public.payments
    where payments.order_id = (found_order).id and payments.kind = hold_money.kind
      and private.reference_key(payments.bank_reference) = key
  ) or exists (
    select from private.money_entries as entry
    where entry.order_id = (found_order).id and entry.kind = hold_money.kind and entry.reference_key = key
      and entry.decided_at is null
  ) then
    raise exception 'This line of the statement has been recorded already' using errcode = '23505', hint = 'bankReference';
  end if;
  insert into private.money_entries (order_id, kind, amount_kobo, currency, reference_key, details, recorded_by)
  values ((found_order).id, hold_money.kind, (details ->> 'amountKobo')::bigint, (found_order).currency, key,
    jsonb_strip_nulls(jsonb_build_object('amountKobo', (details ->> 'amountKobo')::bigint, 'transferKobo', (details ->> 'transferKobo')::bigint,
      'valueDate', details ->> 'valueDate', 'bankReference', private.clean_line(details ->> 'bankReference'))),
    (select auth.uid()))
  returning id into made;
  return private.describe_market_order(found_order, false)
    || jsonb_build_object('waitsForSecondPerson', true, 'entryId', made);
end $$;

create function private.book_receipt(found_order public.orders, details jsonb, recorded_by uuid, second_by uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  received bigint;
  surplus bigint;
begin
  perform private.add_payment(found_order, 'receipt', details, recorded_by, second_by);
  received := private.received_kobo(found_order.id);
  surplus := private.credited_kobo(found_order.id) - found_order.total_amount_kobo;
  found_order := private.apply_order_event(found_order.id, case
    when found_order.status = 'declined' then 'pay_after_decline'
    when found_order.payment_status in ('refund_due', 'refunded') then 'pay_after_refund'
    when surplus < 0 then 'pay_short'
    when surplus = 0 then 'pay_exactly'
    else 'pay_over'
  end);
  update public.orders set refund_due_kobo = case
    when status = 'declined' then received
    -- Of what is above the total, what has come with this.
    else refund_due_kobo + greatest(0, least(surplus, (details ->> 'amountKobo')::bigint))
  end
  where id = found_order.id;
  perform private.tell_buyer_of_payment(found_order.id);
  return private.describe_market_order(found_order, false) || jsonb_build_object('receivedKobo', received);
end $$;

-- details = {amountKobo, valueDate, bankReference, transferKobo?}. Several transfers add up; a declined order's money is
-- to go back. Above what one person confirms alone the answer has waitsForSecondPerson.
create or replace function public.confirm_payment(order_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
begin
  if found_order.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'total_amount';
  end if;
  perform private.check_statement_line(found_order, details);
  if private.needs_second_person(found_order, 'receipt', (details ->> 'amountKobo')::bigint) then
    return private.hold_money(found_order, 'receipt', details);
  end if;
  return private.book_receipt(found_order, details, (select auth.uid()), null);
end $$;

-- What may go back of an order, by its state and its sum.
create function private.check_refund(found_order public.orders, details jsonb, person_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (found_order).payment_status not in ('refund_due', 'overpaid') then
    raise exception 'Nothing of this order is to go back' using errcode = '23514', hint = 'refund';
  end if;
  perform private.check_statement_line(found_order, details);
  if (details ->> 'amountKobo')::bigint > (found_order).refund_due_kobo then
    raise exception 'At most % kobo are to go back', (found_order).refund_due_kobo using errcode = '23514', hint = 'amountKobo';
  end if;
  perform private.refuse_own_refund((found_order).id, person_id);
end $$;

create function private.book_refund(found_order public.orders, details jsonb, recorded_by uuid, second_by uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  rest bigint := found_order.refund_due_kobo - (details ->> 'amountKobo')::bigint;
begin
  perform private.check_refund(found_order, details, recorded_by);
  perform private.add_payment(found_order, 'refund', details, recorded_by, second_by);
  update public.orders set refund_due_kobo = rest where id = found_order.id;
  if rest = 0 and found_order.payment_status = 'refund_due' and found_order.status <> 'declined'
    and private.credited_kobo(found_order.id) < found_order.total_amount_kobo
  then
    found_order := private.apply_order_event(found_order.id, 'refund_before_rest');
    perform private.tell_buyer(found_order.id, 'order_payment_refunded');
  elsif rest = 0 then
    found_order := private.apply_order_event(found_order.id,
      case found_order.payment_status when 'overpaid' then 'return_surplus' else 'refund' end);
    perform private.tell_buyer_of_payment(found_order.id);
  end if;
  return private.describe_market_order(found_order, false) || jsonb_build_object('refundDueKobo', rest);
end $$;

create or replace function public.record_refund(order_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
begin
  perform private.check_refund(found_order, details, (select auth.uid()));
  if private.needs_second_person(found_order, 'refund', (details ->> 'amountKobo')::bigint) then
    return private.hold_money(found_order, 'refund', details);
  end if;
  return private.book_refund(found_order, details, (select auth.uid()), null);
end $$;

-- The second person's word on an entry: it counts from now, or it is dropped; the first person may drop their own.
create function public.decide_money_entry(entry_id uuid, is_approved boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
  found_order public.orders;
  entry private.money_entries;
begin
  -- The order first, as everybody locks it.
  found_order := private.order_for_finance((select one.order_id from private.money_entries as one where one.id = entry_id));
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
    return private.describe_market_order(found_order, false);
  elsif entry.kind = 'receipt' then
    return private.book_receipt(found_order, entry.details, entry.recorded_by, person_id);
  end if;
  return private.book_refund(found_order, entry.details, entry.recorded_by, person_id);
end $$;

-- The entries of an order that wait, for its sheet at the desk.
create function public.list_money_entries(order_id uuid) returns table (id uuid, kind text, amount_kobo bigint,
  currency text, value_date date, bank_reference text, recorded_at timestamptz, recorded_by_name text, is_own boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('orders.read') then
    raise exception 'permission denied to read orders' using errcode = '42501';
  end if;
  return query
    select entry.id, entry.kind, entry.amount_kobo, entry.currency, (entry.details ->> 'valueDate')::date,
      entry.details ->> 'bankReference', entry.recorded_at, coalesce(person.full_name, person.email),
      entry.recorded_by = (select auth.uid())
    from private.money_entries as entry left join public.profiles as person on person.id = entry.recorded_by
    where entry.order_id = list_money_entries.order_id and entry.decided_at is null
    order by entry.recorded_at;
end $$;

revoke all on function private.reference_key(text), private.refuse_own_refund(uuid, uuid), private.has_money_waiting(uuid),
  private.needs_second_person(public.orders, text, bigint), private.check_statement_line(public.orders, jsonb),
  private.add_payment(public.orders, text, jsonb, uuid, uuid), private.hold_money(public.orders, text, jsonb),
  private.book_receipt(public.orders, jsonb, uuid, uuid), private.check_refund(public.orders, jsonb, uuid),
  private.book_refund(public.orders, jsonb, uuid, uuid) from public;
revoke all on function public.decide_money_entry(uuid, boolean), public.list_money_entries(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.decide_money_entry(uuid, boolean), public.list_money_entries(uuid) to authenticated;
