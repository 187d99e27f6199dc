-- Payments, their corrections, refunds, remainders and grants that wait for a second person.

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
  constraint money_entries_kind_known check (kind in ('receipt', 'refund', 'correction', 'fee', 'write_off', 'complaint')),
  constraint money_entries_outcome_known check (outcome in ('approved', 'dropped')),
  constraint money_entries_decision_whole check ((decided_at is null) = (outcome is null) and (decided_at is null) = (decided_by is null)),
  constraint money_entries_two_people check (outcome <> 'approved' or decided_by <> recorded_by)
);
comment on table private.money_entries is 'Payments, refunds, remainders and what complaints are granted, above what one person records alone, and each correction of a payment: they count when a second person has confirmed them.';
create unique index money_entries_one_open on private.money_entries (order_id, kind, reference_key) where decided_at is null;
create index money_entries_open_idx on private.money_entries (recorded_at) where decided_at is null;
create index money_entries_order_id_idx on private.money_entries (order_id);

create function private.has_money_waiting(order_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.money_entries as entry where entry.order_id = $1 and entry.decided_at is null)
$$;

-- What is to be sent back and not entered yet, for those who read orders, as a field of each row: what is entered waits for a
-- second person.
create function public.refund_to_send_kobo(public.orders) returns bigint
language sql stable security definer set search_path = ''
as $$
  select case when ($1).refund_due_kobo > 0 then greatest(0, ($1).refund_due_kobo - coalesce((
    select sum(entry.amount_kobo) from private.money_entries as entry
    where entry.order_id = ($1).id and entry.decided_at is null and entry.kind = 'refund'), 0))::bigint else 0 end
  where (select private.has_permission('orders.read'))
$$;

-- What one person alone has recorded of an order: of money that came, or of what goes back together with what is not requested
-- any more.
create function private.alone_kobo(order_id uuid, kind text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(recorded.amount_kobo), 0)::bigint
  from (
    select payments.amount_kobo from public.payments
    where payments.order_id = $1 and payments.second_by is null
      and payments.kind = case $2 when 'receipt' then 'receipt' else 'refund' end
    union all
    select credit.amount_kobo from public.order_credits as credit
    where credit.order_id = $1 and credit.second_by is null and $2 <> 'receipt'
  ) as recorded
$$;

-- Whether a line needs two people: with what one person recorded of this order before, so that parts are no way around, and by
-- the limit of the caller's role with all that went back.
create function private.needs_second_person(current_order public.orders, kind text, amount_kobo bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select $3 + private.alone_kobo((current_order).id, $2) > private.market_limit(case
      when $2 = 'receipt' and (current_order).currency = 'NGN' then 'confirm_alone_max_kobo'
      when $2 = 'receipt' then 'confirm_alone_max_cents'
      when (current_order).currency = 'NGN' then 'refund_alone_max_kobo'
      else 'refund_alone_max_cents' end)
    or $2 <> 'receipt' and private.exceeds_refund_limit((select auth.uid()), (current_order).currency,
      $3 + private.gone_back_kobo((current_order).id, $2))
$$;

-- Whether a refund is above the limit of an account's role. The limit is in naira: of other money, all is above it.
create function private.exceeds_refund_limit(person_id uuid, currency text, amount_kobo bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce($2 <> 'NGN' or $3 > (private.role_of($1)).refund_up_to_kobo, false)
    and (private.role_of($1)).refund_up_to_kobo is not null
$$;

-- What has gone back of an order or is not requested any more, by all recorders together: the limit of a role is for the whole of it.
-- For a complaint, what earlier complaints were granted and is still to be sent back counts too.
create function private.gone_back_kobo(order_id uuid, kind text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select (refunded.kobo + settled.kobo + case $2 when 'complaint' then least(
      (select refund_due_kobo from public.orders where orders.id = $1),
      (select granted.kobo from private.granted_of($1) as granted) - settled.complaint_kobo) else 0 end)::bigint
  from (select coalesce(sum(payments.amount_kobo), 0) as kobo from public.payments
      where payments.order_id = $1 and payments.kind = 'refund') as refunded,
    (select coalesce(sum(credit.amount_kobo), 0) as kobo,
        coalesce(sum(credit.amount_kobo) filter (where credit.kind = 'complaint'), 0) as complaint_kobo
      from public.order_credits as credit where credit.order_id = $1) as settled
$$;

-- The entry of the first person: nothing of the order changes by it.
create function private.hold_money(current_order public.orders, kind text, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
end $$;

-- The answer to the same attempt of the same person before: it counts, or waits for a second person; one that was dropped is
-- refused. Null: there was none. There is one at most, of all orders: what waits counts under its own key.
create function private.find_repeated_entry(current_order public.orders, kind text, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  attempt uuid;
  before record;
begin
  if not private.is_uuid(details ->> 'idempotencyKey') then
    raise exception 'idempotencyKey is required' using errcode = '23502', hint = 'idempotencyKey';
  end if;
  attempt := (details ->> 'idempotencyKey')::uuid;
  -- The same attempt on two orders at the same time: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('money entry ' || attempt, 0));
  select earlier.* into before
  from (
    select null::uuid as entry_id, credit.order_id, credit.recorded_by, credit.kind, credit.amount_kobo, credit.reason,
      null::text as payment_id, null::text as was_kobo, null::text as transfer_kobo, 'approved' as outcome
    from public.order_credits as credit where credit.idempotency_key = attempt
    union all
    select entry.id, entry.order_id, entry.recorded_by, entry.kind, entry.amount_kobo, entry.details ->> 'reason',
      entry.details ->> 'paymentId', entry.details ->> 'wasKobo', entry.details ->> 'transferKobo', entry.outcome
    from private.money_entries as entry where (entry.details ->> 'idempotencyKey')::uuid = attempt
  ) as earlier
  limit 1;
  if not found then
    return null;
  elsif (before.order_id, before.recorded_by, before.kind, before.amount_kobo::text, before.reason, before.payment_id, before.was_kobo,
      before.transfer_kobo)
    is distinct from ((current_order).id, (select auth.uid()), find_repeated_entry.kind, details ->> 'amountKobo',
      private.clean_text(details ->> 'reason'), details ->> 'paymentId', details ->> 'wasKobo', details ->> 'transferKobo')
  then
    raise exception 'This was sent before with other contents. Nothing was changed. Please send it once more.' using errcode = 'PT409';
  elsif before.outcome = 'dropped' then
    raise exception 'This was dropped, and nothing was changed. Is it right all the same? Please send it once more.' using errcode = 'PT409';
  end if;
  return private.describe_market_order(current_order, false) || case when before.outcome = 'approved' then '{}'
    else jsonb_build_object('waitsForSecondPerson', true, 'entryId', before.entry_id) end;
end $$;

-- Whether an entry is more than the role of a person may pay back.
create function private.exceeds_limit_of(person_id uuid, entry private.money_entries) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (entry).kind not in ('receipt', 'correction') and private.exceeds_refund_limit($1, (entry).currency,
    (entry).amount_kobo + private.gone_back_kobo((entry).order_id, (entry).kind))
$$;

-- Why the caller, whose id is `person_id`, may not confirm an entry; no row: they may, as far as their right goes. The decision, the
-- notice and the record ask this one.
create function private.entry_obstacle(entry private.money_entries, person_id uuid) returns table (hint text, sentence text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if entry.recorded_by = person_id then
    return query select 'own_entry', 'You entered this. Somebody else must confirm it.';
  elsif exists (select from public.orders where orders.id = entry.order_id and private.is_own_order(orders)) then
    return query select 'own_record', 'Somebody else must confirm payments of your own order';
  elsif private.needs_untied_second(entry, person_id) then
    return query select 'own_making',
      'You and the person who entered this were brought in by one another, or by the same person. Somebody else must confirm it.';
  elsif private.exceeds_limit_of(person_id, entry) then
    return query select 'role_limit', 'This is more than your role may pay back. Somebody with a higher limit must confirm it.';
  end if;
end $$;

-- The second person's word on an entry: it counts from now, or it is dropped; the first person may drop their own.
create function public.decide_money_entry(entry_id uuid, is_approved boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
  current_order public.orders;
  entry private.money_entries;
  obstacle record;
begin
  -- The order first, as everybody locks it.
  current_order := private.order_for_finance((select one.order_id from private.money_entries as one where one.id = entry_id));
  select * into entry from private.money_entries where id = entry_id for update;
  if entry.decided_at is not null then
    raise exception 'Somebody else has decided on this entry. Please look again.' using errcode = 'P0002';
  elsif is_approved is null then
    raise exception 'Say yes or no' using errcode = '22004', hint = 'is_approved';
  end if;
  if is_approved then
    select * into obstacle from private.entry_obstacle(entry, person_id);
    if found then
      raise exception '%', obstacle.sentence using errcode = '42501', hint = obstacle.hint;
    end if;
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
end $$;

-- The entries of an order that wait, for its sheet in the admin area; `obstacle` is why the reader may not confirm one.
create function public.list_money_entries(order_id uuid) returns table (id uuid, kind text, amount_kobo bigint, was_kobo bigint,
  transfer_kobo bigint, currency text, value_date date, bank_reference text, reason text, recorded_at timestamptz, recorded_by_name text, is_own boolean,
  obstacle text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('orders.read') then
    raise exception 'permission denied to read orders' using errcode = '42501';
  end if;
  return query
    select entry.id, entry.kind, entry.amount_kobo, (entry.details ->> 'wasKobo')::bigint,
      (entry.details ->> 'transferKobo')::bigint, entry.currency, (entry.details ->> 'valueDate')::date,
      entry.details ->> 'bankReference', entry.details ->> 'reason', entry.recorded_at, coalesce(person.full_name, person.email),
      entry.recorded_by = (select auth.uid()), (select why.sentence from private.entry_obstacle(entry, (select auth.uid())) as why)
    from private.money_entries as entry left join public.profiles as person on person.id = entry.recorded_by
    where entry.order_id = list_money_entries.order_id and entry.decided_at is null
    order by entry.recorded_at;
end $$;

create function private.find_repeated_money(current_order public.orders, kind text, details jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
    || private.describe_missing_stock(current_order);
end $$;

-- With the outcome stands who had recorded it, so that the trail tells who decided from who took back their own.
create function private.after_money_entry_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.outcome is distinct from old.outcome then old.recorded_by := null; end if;
  perform private.audit_change('money_entries', 'all', 'order_id', 'kind,amount_kobo,currency,outcome,recorded_by', old, new);
  return null;
end $$;

create trigger after_money_entry_change after insert or update on private.money_entries
  for each row execute function private.after_money_entry_change();

-- Entered, confirmed or dropped: nobody at the desk reads the table itself.
create trigger notify_admin after insert or update of outcome on private.money_entries for each row
  execute function private.notify_admin('orders');

alter table private.money_entries enable row level security;
revoke all on table private.money_entries from public, anon, authenticated, service_role;

revoke all on function
  private.after_money_entry_change(), private.alone_kobo(uuid, text), private.entry_obstacle(private.money_entries, uuid), private.exceeds_limit_of(uuid, private.money_entries), private.exceeds_refund_limit(uuid, text, bigint),
  private.find_repeated_entry(public.orders, text, jsonb), private.find_repeated_money(public.orders, text, jsonb), private.gone_back_kobo(uuid, text), private.has_money_waiting(uuid),
  private.hold_money(public.orders, text, jsonb), private.needs_second_person(public.orders, text, bigint),
  public.decide_money_entry(uuid, boolean), public.list_money_entries(uuid), public.refund_to_send_kobo(public.orders)
  from public, anon, authenticated, service_role;
grant execute on function
  public.decide_money_entry(uuid, boolean), public.list_money_entries(uuid), public.refund_to_send_kobo(public.orders) to authenticated;
