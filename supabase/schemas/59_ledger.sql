-- The ledger: what each money event of an order moved from one account to another (ADR 0086). Written by the functions that
-- cause the events, changed by nobody.

-- The chart of accounts: on which side each one grows; null for what is none. domain/market/ledger.ts has their words.
--   bank                      what stands in the company's bank accounts, by currency
--   receivable                what buyers owe for orders
--   unearned_…                what was sold and is not delivered yet: goods, delivery, VAT
--   sales, delivery_income, vat_payable     the same, delivered
--   refundable                money of buyers that goes back to them
--   allowances                what complaints took off
--   bank_fees, write_offs     what banks deducted from a transfer, and what nobody pays any more
create function private.ledger_side(account text) returns text
language sql immutable
return case
    when account in ('bank', 'receivable', 'allowances', 'bank_fees', 'write_offs') then 'debit'
    when account in ('unearned_goods', 'unearned_delivery', 'unearned_vat', 'sales', 'delivery_income', 'vat_payable', 'refundable')
      then 'credit'
  end;

-- One row moves one amount, so that debits and credits of a currency are always equal. Two-phase: a pending row counts in no
-- balance until a row of phase 'post' takes it (at most its amount, the rest lapses) or one of phase 'void' ends it.
create table private.ledger_transfers (
  id bigint generated always as identity primary key,
  event text not null,
  order_id uuid not null,
  debit_account text not null,
  credit_account text not null,
  currency text not null,
  amount_minor bigint not null,
  phase text not null default 'posted',
  pending_id bigint references private.ledger_transfers (id),
  expires_at timestamptz,
  source_table text not null default 'orders',
  source_id text,
  recorded_at timestamptz not null default clock_timestamp(),
  constraint ledger_transfers_event_known check (event in ('order_priced', 'order_ended', 'goods_delivered', 'payment_claimed',
    'claim_rejected', 'payment_received', 'receipt_corrected', 'surplus_received', 'surplus_used', 'complaint_credited', 'refund_paid', 'fee_kept', 'rest_written_off')),
  constraint ledger_transfers_debit_account_known check (private.ledger_side(debit_account) is not null),
  constraint ledger_transfers_credit_account_known check (private.ledger_side(credit_account) is not null),
  constraint ledger_transfers_two_accounts check (debit_account <> credit_account),
  constraint ledger_transfers_currency_form check (currency ~ '^[A-Z]{3}$'),
  constraint ledger_transfers_amount_minor_positive check (amount_minor > 0),
  constraint ledger_transfers_phase_known check (phase in ('posted', 'pending', 'post', 'void')),
  constraint ledger_transfers_expires_at_belongs check ((phase = 'pending') = (expires_at is not null)),
  constraint ledger_transfers_pending_id_belongs check ((phase in ('post', 'void')) = (pending_id is not null)),
  constraint ledger_transfers_source_table_known check (
    source_table in ('orders', 'quotes', 'payment_claims', 'payments', 'order_credits', 'order_disputes')),
  constraint ledger_transfers_source_id_belongs check ((source_table = 'orders') = (source_id is null))
);
comment on column private.ledger_transfers.order_id is 'No foreign key: what was booked outlives an order that is erased, and names nobody.';
comment on column private.ledger_transfers.amount_minor is 'Kobo or cents. For a void: what the pending row had.';
comment on column private.ledger_transfers.source_table is 'Where the row is that caused it: one event is all transfers of one source and event. For orders: the change of the order itself.';
comment on column private.ledger_transfers.source_id is 'The id of that row. Null of orders: it is order_id.';
create index ledger_transfers_order_id_idx on private.ledger_transfers (order_id, id);
create unique index ledger_transfers_one_end on private.ledger_transfers (pending_id);
create index ledger_transfers_recorded_at_idx on private.ledger_transfers (recorded_at);

-- Each transfer that counts, as its two postings: a debit above nothing, a credit below.
create view private.ledger_postings with (security_invoker = true) as
  select transfer.id as transfer_id, transfer.event, transfer.order_id, side.account, transfer.currency,
    side.amount_minor, transfer.source_table, transfer.source_id, transfer.recorded_at
  from private.ledger_transfers as transfer, lateral (values
    (transfer.debit_account, transfer.amount_minor), (transfer.credit_account, - transfer.amount_minor)) as side (account, amount_minor)
  where transfer.phase in ('posted', 'post');
revoke all on table private.ledger_postings from public, anon, authenticated, service_role;

-- An account's balance on its own side: of one order, or of everything in a currency. Two questions, so that that of an order is
-- answered by its index. ledger_balance_as_of answers it for an instant.
create function private.ledger_balance(account text, order_id uuid default null, currency text default null,
  as_of timestamptz default 'infinity') returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  debited numeric;
begin
  if private.ledger_side(account) is null or (order_id is null and currency is null) then
    raise exception 'Name an account of the chart, and an order or a currency' using errcode = '22023';
  elsif order_id is not null then
    select sum(case when transfer.debit_account = $1 then transfer.amount_minor else - transfer.amount_minor end) into debited
    from private.ledger_transfers as transfer
    where transfer.order_id = $2 and $1 in (transfer.debit_account, transfer.credit_account)
      and transfer.phase in ('posted', 'post') and transfer.recorded_at <= $4 and ($3 is null or transfer.currency = $3);
  else
    select sum(case when transfer.debit_account = $1 then transfer.amount_minor else - transfer.amount_minor end) into debited
    from private.ledger_transfers as transfer
    where transfer.currency = $3 and $1 in (transfer.debit_account, transfer.credit_account)
      and transfer.phase in ('posted', 'post') and transfer.recorded_at <= $4;
  end if;
  return case private.ledger_side(account) when 'debit' then 1 else -1 end * coalesce(debited, 0);
end $$;

-- A transfer has its time before it is committed: the lock waits for everybody who is writing one, five seconds at most, and who begins
-- afterwards has a later time. It is given back at once, so that nobody who sells waits until the asking transaction ends.
create function private.await_ledger_writers(as_of timestamptz) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '5s'
as $$
begin
  if as_of is null or as_of > clock_timestamp() then
    raise exception 'Nobody knows the balance of an instant that is to come' using errcode = '22023';
  end if;
  begin
    lock table private.ledger_transfers in share mode;
    raise exception 'Everybody has written';
  exception when raise_exception then null; -- what was locked since the inner begin is free again
  end;
end $$;

-- The balance as of an instant, which no later transaction changes.
create function private.ledger_balance_as_of(account text, as_of timestamptz, order_id uuid default null, currency text default null)
returns bigint
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.await_ledger_writers(as_of);
  return private.ledger_balance(account, order_id, currency, as_of);
end $$;

-- Every account in each currency as of the end of a day in Lagos, of today as of now: debits less credits, which add up to nothing.
create function public.list_ledger_balances(day date) returns table (account text, currency text, debit_minor bigint)
language plpgsql security definer set search_path = ''
as $$
declare
  as_of timestamptz := (day + 1)::timestamp at time zone 'Africa/Lagos' - interval '1 microsecond';
begin
  if not private.has_permission('payments.confirm') then
    raise exception 'permission denied to read balances' using errcode = '42501';
  elsif day = (now() at time zone 'Africa/Lagos')::date then
    as_of := clock_timestamp();
  end if;
  perform private.await_ledger_writers(as_of);
  return query
    select posting.account, posting.currency, sum(posting.amount_minor)::bigint
    from private.ledger_postings as posting where posting.recorded_at <= as_of
    group by posting.account, posting.currency having sum(posting.amount_minor) <> 0
    order by posting.currency, posting.account;
end $$;

-- What is still owed of an order.
create function private.balance_kobo(order_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(case when transfer.debit_account = 'receivable' then transfer.amount_minor else - transfer.amount_minor end), 0)::bigint
  from private.ledger_transfers as transfer
  where transfer.order_id = $1 and 'receivable' in (transfer.debit_account, transfer.credit_account)
    and transfer.phase in ('posted', 'post')
$$;

-- Nothing is moved by an amount of nothing; an amount below it moves the other way.
create function private.post_transfer(event text, of_order public.orders, debit_account text, credit_account text,
  amount_minor bigint, source_table text default 'orders', source_id text default null) returns void
language sql security definer set search_path = ''
as $$
  insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor, source_table, source_id)
  select $1, ($2).id, case when $5 > 0 then $3 else $4 end, case when $5 > 0 then $4 else $3 end, ($2).currency, abs($5), $6, $7
  where $5 <> 0
$$;

-- What an order is worth, by the account that it is owed for until it is delivered. They add up to its total.
create function private.order_amounts(of_order public.orders) returns table (account text, amount_minor bigint)
language sql immutable set search_path = ''
as $$
  select part.account, part.amount_minor
  from (values
    ('unearned_goods', (of_order).total_amount_kobo - (of_order).delivery_kobo - (of_order).vat_kobo),
    ('unearned_delivery', (of_order).delivery_kobo), ('unearned_vat', (of_order).vat_kobo)) as part (account, amount_minor)
  where (of_order).total_amount_kobo is not null and (part.account = 'unearned_goods' or part.amount_minor > 0)
$$;

-- The account that an unearned one becomes when the goods are delivered.
create function private.earned_account(unearned text) returns text
language sql immutable set search_path = ''
as $$
  select case unearned when 'unearned_goods' then 'sales' when 'unearned_delivery' then 'delivery_income'
    when 'unearned_vat' then 'vat_payable' end
$$;

-- What an order still has on each unearned account.
create function private.unearned_of(order_id uuid) returns table (account text, amount_minor bigint)
language sql stable security definer set search_path = ''
as $$
  select posting.account, - sum(posting.amount_minor)::bigint
  from private.ledger_postings as posting
  where posting.order_id = $1 and private.earned_account(posting.account) is not null
  group by posting.account having sum(posting.amount_minor) <> 0
$$;

-- The steps of the ledger when an order is written: it has a price or another one, it ended, its goods are delivered.
create function private.post_order_change(old public.orders, new public.orders) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  accepted_id text;
begin
  if old.id is null then
    insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor)
    select 'order_priced', new.id, 'receivable', part.account, new.currency, part.amount_minor
    from private.order_amounts(new) as part where part.amount_minor > 0 and new.status <> 'declined';
    return;
  end if;
  if new.status <> 'declined' and (new.total_amount_kobo, new.delivery_kobo, new.vat_kobo)
    is distinct from (old.total_amount_kobo, old.delivery_kobo, old.vat_kobo)
  then
    select quote.id into accepted_id from public.quotes as quote where quote.order_id = new.id and quote.status = 'accepted';
    perform private.post_transfer('order_priced', new, 'receivable', coalesce(part.account, posted.account),
      coalesce(part.amount_minor, 0) - coalesce(posted.amount_minor, 0),
      case when accepted_id is null then 'orders' else 'quotes' end, accepted_id)
    from private.order_amounts(new) as part full join private.unearned_of(new.id) as posted on posted.account = part.account;
    -- Money above the total of before pays what was added to it.
    perform private.post_transfer('surplus_used', new, 'refundable', 'receivable',
      greatest(0, least(private.ledger_balance('refundable', new.id), private.balance_kobo(new.id))));
  end if;
  if new.status = 'declined' and old.status <> 'declined' then
    perform private.post_order_end(new);
  end if;
  -- By completion, where nobody recorded the way of the goods.
  if (new.fulfilment_status = 'delivered' and old.fulfilment_status = 'dispatched')
    or (new.status = 'completed' and old.status <> 'completed')
  then
    perform private.post_transfer('goods_delivered', new, part.account, private.earned_account(part.account), part.amount_minor)
    from private.unearned_of(new.id) as part;
  end if;
end $$;

-- An order that ends is owed no more, and what was paid of it goes back: money alone, not what was settled without any.
create function private.post_order_end(ended public.orders) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.void_claim(ended);
  perform private.post_transfer('order_ended', ended, part.account, 'receivable', part.amount_minor)
  from private.unearned_of(ended.id) as part;
  perform private.post_transfer('order_ended', ended, 'receivable', settled.account, private.ledger_balance(settled.account, ended.id))
  from unnest(array['bank_fees', 'write_offs']) as settled (account);
  perform private.post_transfer('order_ended', ended, 'receivable', 'refundable', - private.balance_kobo(ended.id));
end $$;

-- The claim that waits for the statement: pending, not ended and not lapsed.
create function private.open_claim(order_id uuid) returns private.ledger_transfers
language sql stable security definer set search_path = ''
as $$
  select pending.* from private.ledger_transfers as pending
  where pending.order_id = $1 and pending.phase = 'pending' and pending.expires_at > clock_timestamp()
    and not exists (select from private.ledger_transfers as ending where ending.pending_id = pending.id)
  order by pending.id desc limit 1
$$;

-- A buyer says that an amount is on its way, by a row of payment_claims; null where there is none, as in a demo.
create function private.post_claim(of_order public.orders, amount_minor bigint, expires_at timestamptz, claim_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  source_table text := case when claim_id is null then 'orders' else 'payment_claims' end;
begin
  perform private.void_claim(of_order, source_table, claim_id::text);
  insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor, phase, expires_at,
    source_table, source_id)
  select 'payment_claimed', (of_order).id, 'bank', 'receivable', (of_order).currency, $2, 'pending', $3,
    source_table, $4::text
  where $2 > 0;
end $$;

create function private.void_claim(of_order public.orders, source_table text default 'orders', source_id text default null) returns void
language sql security definer set search_path = ''
as $$
  insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor, phase, pending_id,
    source_table, source_id)
  select 'claim_rejected', pending.order_id, pending.debit_account, pending.credit_account, pending.currency,
    pending.amount_minor, 'void', pending.id, $2, $3
  from private.open_claim(($1).id) as pending where pending.id is not null
$$;

-- Money that came: the claim is posted as far as it goes, then what is owed is paid, and what is above it goes back. Answers
-- what is above.
create function private.post_receipt(of_order public.orders, amount_minor bigint, payment_id uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  owed bigint := greatest(0, private.balance_kobo((of_order).id));
  pending private.ledger_transfers := private.open_claim((of_order).id);
  claimed bigint := case when pending.id is null then 0 else least(amount_minor, owed, pending.amount_minor) end;
  more bigint;
begin
  if claimed > 0 then
    insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor, phase,
      pending_id, source_table, source_id)
    values ('payment_received', (of_order).id, 'bank', 'receivable', (of_order).currency, claimed, 'post', pending.id,
      'payments', payment_id::text);
  else
    perform private.void_claim(of_order, 'payments', payment_id::text);
  end if;
  more := least(amount_minor, owed) - claimed;
  perform private.post_transfer('payment_received', of_order, 'bank', 'receivable', more, 'payments', payment_id::text);
  perform private.post_transfer('surplus_received', of_order, 'bank', 'refundable', amount_minor - claimed - more,
    'payments', payment_id::text);
  return amount_minor - claimed - more;
end $$;

-- A row that ends a pending one says the same of it: order, accounts, currency, and no more than was claimed; a lapsed one is
-- not posted any more.
create function private.before_ledger_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  pending private.ledger_transfers;
begin
  if tg_op <> 'INSERT' then
    perform private.refuse_change('ledger_transfers');
  elsif new.pending_id is not null then
    select * into pending from private.ledger_transfers where id = new.pending_id;
    if pending.phase is distinct from 'pending'
      or (new.order_id, new.debit_account, new.credit_account, new.currency)
        is distinct from (pending.order_id, pending.debit_account, pending.credit_account, pending.currency)
      or new.amount_minor > pending.amount_minor
      or new.phase = 'post' and pending.expires_at <= new.recorded_at
    then
      raise exception 'This is not what was pending' using errcode = '23514', hint = 'pending_id';
    end if;
  end if;
  return new;
end $$;

create trigger before_ledger_change before insert or update or delete on private.ledger_transfers
  for each row execute function private.before_ledger_change();

create trigger refuse_truncate before truncate on private.ledger_transfers
  for each statement execute function private.refuse_change();

-- The ledger of one order, for those who see to its money: each step with the balance that it left.
create function public.list_order_ledger(order_id uuid) returns table (id bigint, event text, phase text, debit_account text,
  credit_account text, currency text, amount_minor bigint, balance_minor bigint, expires_at timestamptz, recorded_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('orders.read') then
    raise exception 'permission denied to read orders' using errcode = '42501';
  end if;
  return query
    select transfer.id, transfer.event, transfer.phase, transfer.debit_account, transfer.credit_account, transfer.currency,
      transfer.amount_minor,
      sum(case when transfer.phase in ('pending', 'void') then 0 when transfer.debit_account = 'receivable' then transfer.amount_minor
        when transfer.credit_account = 'receivable' then - transfer.amount_minor else 0 end) over (order by transfer.id)::bigint,
      transfer.expires_at, transfer.recorded_at
    from private.ledger_transfers as transfer where transfer.order_id = $1 order by transfer.id;
end $$;

alter table private.ledger_transfers enable row level security;
revoke all on table private.ledger_transfers from public, anon, authenticated, service_role;

revoke all on function
  private.await_ledger_writers(timestamptz), private.balance_kobo(uuid), private.before_ledger_change(), private.earned_account(text),
  private.ledger_balance(text, uuid, text, timestamptz), private.ledger_balance_as_of(text, timestamptz, uuid, text),
  private.ledger_side(text), private.open_claim(uuid),
  private.order_amounts(public.orders),
  private.post_claim(public.orders, bigint, timestamptz, bigint), private.post_order_change(public.orders, public.orders),
  private.post_order_end(public.orders), private.post_receipt(public.orders, bigint, uuid),
  private.post_transfer(text, public.orders, text, text, bigint, text, text), private.unearned_of(uuid),
  private.void_claim(public.orders, text, text), public.list_ledger_balances(date), public.list_order_ledger(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.list_ledger_balances(date), public.list_order_ledger(uuid) to authenticated;
