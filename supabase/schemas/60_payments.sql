-- Claims of buyers, payments found on the statement, and what is due.

create table public.payment_claims (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  words text not null,
  note text,
  proof_path text,
  created_at timestamptz not null default now(),
  amount_kobo bigint,
  constraint payment_claims_words_length check (char_length(words) between 2 and 200),
  constraint payment_claims_note_length check (char_length(note) between 1 and 500),
  constraint payment_claims_amount_kobo_positive check (amount_kobo > 0),
  constraint payment_claims_proof_path_form check (proof_path ~ '^[A-Za-z0-9/_.-]{1,200}$')
);
comment on column public.payment_claims.amount_kobo is 'What the buyer says that they sent; null: they did not say.';
comment on table public.payment_claims is 'A buyer says that they have paid, in the words of the button that they used. It is not money yet.';
create index payment_claims_order_id_idx on public.payment_claims (order_id, id);

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  kind text not null,
  amount_kobo bigint not null,
  currency text not null,
  value_date date not null,
  bank_reference text not null,
  recorded_by uuid not null,
  created_at timestamptz not null default now(),
  transfer_kobo bigint,
  reference_key text,
  second_by uuid,
  corrects_id uuid references public.payments (id),
  constraint payments_kind_known check (kind in ('receipt', 'refund', 'correction')),
  constraint payments_amount_kobo_positive check (amount_kobo > 0 or kind = 'correction' and (amount_kobo <> 0 or transfer_kobo is not null)),
  constraint payments_corrects_id_belongs check ((kind = 'correction') = (corrects_id is not null)),
  constraint payments_correction_two_people check (kind <> 'correction' or second_by is not null and second_by <> recorded_by),
  constraint payments_currency_known check (currency = any (private.currencies())),
  constraint payments_bank_reference_length check (char_length(bank_reference) between 3 and 100),
  constraint payments_transfer_kobo_more check (transfer_kobo > amount_kobo or kind = 'correction' and transfer_kobo = amount_kobo)
);
comment on table public.payments is 'What stands on the bank statement, as staff with the right recorded it. A line of the statement counts once, or in parts that are no more than the line.';
comment on column public.payments.transfer_kobo is 'The whole line of the statement, where several orders share it; of a correction, what it really was. Null: the line is this amount, as far as was said.';
comment on column public.payments.reference_key is 'The reference by its letters and digits. Null: a correction; or the same line was recorded twice for this order before that was refused.';
comment on column public.payments.corrects_id is 'For a correction: the receipt that was recorded with a wrong amount. Its own amount is the difference: below nothing where less came, nothing where the whole of a shared transfer alone was wrong.';
comment on column public.payments.second_by is 'Who confirmed it after the one who recorded it, where the amount requires two people.';
-- What came in on a day.
create index payments_created_at_idx on public.payments (created_at) where kind = 'receipt';
create unique index payments_bank_reference_unique on public.payments (kind, bank_reference, order_id) where kind <> 'correction';
create index payments_corrects_id_idx on public.payments (corrects_id);
create index payments_order_id_idx on public.payments (order_id, created_at);
create index payments_amount_kobo_idx on public.payments (amount_kobo, created_at desc);
create index payments_transfer_kobo_idx on public.payments (transfer_kobo, created_at desc) where transfer_kobo is not null;
create index payments_reference_idx on public.payments (kind, private.reference_key(bank_reference));
create unique index payments_reference_key_unique on public.payments (kind, reference_key, order_id);

-- What the company has of an order's money: what came, less what went back.
create function private.received_kobo(order_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select private.ledger_balance('bank', $1)
$$;

-- The lines whose price is another one now, once the 24 hours of the price are over; null when there is nothing to confirm.
create function private.find_changed_prices(own public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('productId', product.id, 'name', item.product_name, 'quantity', item.quantity,
    'seenPriceKobo', item.price_kobo, 'priceKobo', product.price_kobo) order by item.position)
  from public.order_items as item join public.products as product on product.id = item.product_id
  where item.order_id = (own).id and (own).price_locked_until < now() and product.price_kobo <> item.price_kobo
    and (own).status = 'pending' and (own).credit_terms_reason is null
$$;

-- What an order comes to at the prices of now, and at its own rates of VAT. vat_kobo is all of it, delivery_vat_kobo in it.
create function private.repriced_sums(own public.orders) returns table (goods_kobo bigint, vat_kobo bigint, delivery_vat_kobo bigint)
language sql stable security definer set search_path = ''
as $$
  select goods.kobo, goods.vat_kobo + delivery.vat_kobo, delivery.vat_kobo
  from (
    select sum(item.quantity * price.kobo)::bigint as kobo,
      sum(private.vat_of(item.quantity * price.kobo, item.vat_rate_bp))::bigint as vat_kobo
    from public.order_items as item left join public.products as product on product.id = item.product_id
    cross join lateral (select coalesce(product.price_kobo, item.price_kobo) as kobo) as price
    where item.order_id = (own).id
  ) as goods
  cross join lateral (
    select private.vat_of_delivery((own).delivery_kobo, goods.kobo, goods.vat_kobo, private.vat_day(own)) as vat_kobo
  ) as delivery
$$;

-- Where to pay an order that exists: nobody sees the account before. Answers the account, its last change, the
-- references and the amount; or {ok: false, code}: 'not_payable', 'letter_of_credit' (a bank pays against documents, and nobody transfers),
-- 'account_not_set' (in the order's currency), 'price_changed' with lines and the new total, which the buyer confirms with
-- confirm_order_prices.
create function public.payment_details(order_id uuid, context jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  account public.settlement_accounts;
  changed_lines jsonb := private.find_changed_prices(own);
begin
  if own.status not in ('pending', 'approved', 'completed') or own.payment_status <> all (private.owed_statuses())
    or own.total_amount_kobo is null or own.awaits_delivery
  then
    return jsonb_build_object('ok', false, 'code', 'not_payable');
  elsif private.has_letter_of_credit(own.id) then
    return jsonb_build_object('ok', false, 'code', 'letter_of_credit');
  end if;
  select * into account from private.current_settlement_account('bank_account', own.currency);
  if account.id is null then
    return jsonb_build_object('ok', false, 'code', 'account_not_set', 'currency', own.currency);
  elsif changed_lines is not null and own.payment_status = 'unpaid' then
    return jsonb_build_object('ok', false, 'code', 'price_changed', 'lines', changed_lines, 'totalKobo', (
      select sums.goods_kobo + own.delivery_kobo + sums.vat_kobo from private.repriced_sums(own) as sums));
  end if;
  return jsonb_strip_nulls(jsonb_build_object('bankAddress', account.bank_address, 'swiftBic', account.swift_bic,
    'correspondent', account.correspondent)) || jsonb_build_object('ok', true, 'bankName', account.bank_name, 'accountName', account.account_name,
    'accountNumber', account.account_number, 'changedAt', account.effective_at, 'code', own.code,
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = own.id),
      (select phone from public.order_requests as bulk_request where bulk_request.order_id = own.id)),
    'currency', own.currency, 'totalKobo', own.total_amount_kobo,
    'dueKobo', own.total_amount_kobo - private.credited_kobo(own.id), 'expiresAt', case
      when own.kind = 'marketplace' and own.status = 'pending' and own.payment_status = 'unpaid' and own.credit_terms_reason is null
        then own.expires_at end, 'limits', private.order_limits());
end $$;

-- After the price lock is over: the buyer confirms the total that they were shown, for another 24 hours. When it has
-- changed once more, the answer is the next question.
create function public.confirm_order_prices(order_id uuid, total_kobo bigint, context jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  question jsonb;
  sums record;
begin
  select * into own from public.orders where id = own.id for update;
  perform from public.products
  where id in (select product_id from public.order_items as item where item.order_id = own.id) order by id for share;
  question := public.payment_details(own.id, context);
  if question ->> 'code' is distinct from 'price_changed' or (question ->> 'totalKobo')::bigint is distinct from total_kobo then
    return question;
  end if;
  update public.order_items as item set price_kobo = product.price_kobo
  from public.products as product
  where item.order_id = own.id and product.id = item.product_id;
  select * into strict sums from private.repriced_sums(own);
  update public.order_deliveries as delivery set vat_kobo = sums.delivery_vat_kobo
  where delivery.order_id = own.id and delivery.price_kobo is not null;
  update public.orders set vat_kobo = sums.vat_kobo,
    total_amount_kobo = sums.goods_kobo + own.delivery_kobo + sums.vat_kobo,
    price_locked_until = now() + make_interval(hours => private.market_limit('price_lock_hours'))
  where id = own.id returning * into own;
  update public.orders set vat_lines = private.count_vat_lines(own) where id = own.id;
  return public.payment_details(own.id, context);
end $$;

-- "Mark as Payment Successful": stores the words, and notifies staff to look at the statement. The same again changes nothing.
-- Refused where a bank pays against documents: nobody transfers then.
-- claim = {words?, note?, proofPath?, amountKobo?}.
create function public.claim_payment(order_id uuid, claim jsonb, context jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  proof text := nullif(claim ->> 'proofPath', '');
  said text := nullif(claim ->> 'amountKobo', '');
  is_first boolean;
  is_new boolean;
  claimed_kobo bigint;
  claim_id bigint;
begin
  select * into own from public.orders where id = own.id for update;
  if own.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'claim';
  elsif private.has_letter_of_credit(own.id) then
    raise exception 'A bank pays this order by the letter of credit: there is nothing to transfer. If you have transferred already, write to us on the page of the order.'
      using errcode = '23514', hint = 'letter_of_credit';
  elsif said !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter how much you sent' using errcode = '23514', hint = 'amountKobo';
  end if;
  perform private.require_order_uploads(own.id, 'proof', array_remove(array[proof], null));
  is_first := own.claimed_at is null;
  if own.payment_status = 'claimed' then
    if proof is null or exists (
      select from public.payment_claims as reported where reported.order_id = own.id and reported.proof_path = proof
    ) then
      return private.describe_market_order(own, false);
    end if;
  else
    if own.payment_status = 'unpaid' and private.find_changed_prices(own) is not null then
      return public.payment_details(own.id, context);
    end if;
    if own.status not in ('pending', 'approved', 'completed') or own.payment_status <> all (private.payable_statuses())
      or own.fulfilment_status = 'disputed' or own.awaits_delivery
    then
      raise exception '% If you have transferred already, do not transfer again: tell us, and we look for it on our statement.',
        case when own.decline_code = 'payment_expired'
          then 'This order ran out on ' || to_char(own.expires_at at time zone 'Africa/Lagos', 'DD/MM/YYYY, HH24:MI') || ' (Lagos).'
          else 'There is nothing to pay on this order now.'
        end
        using errcode = '23514', hint = 'not_payable';
    end if;
    own := private.apply_order_event(own.id, 'claim');
    is_new := true;
  end if;
  insert into public.payment_claims (order_id, words, note, proof_path, amount_kobo)
  values (
    own.id, coalesce(nullif(private.clean_line(claim ->> 'words'), ''), 'Mark as Payment Successful'),
    nullif(private.clean_text(claim ->> 'note'), ''), proof, said::bigint
  ) returning id into claim_id;
  if own.kind = 'marketplace' and own.status = 'pending' and own.stock_released_at is null then
    own.claimed_at := coalesce(own.claimed_at, now());
    -- A day that was given before, with a delivery that was agreed late, stays.
    update public.orders set claimed_at = own.claimed_at,
      claim_holds_until = greatest(own.claim_holds_until, private.claim_hold(own, is_first))
    where id = own.id returning * into own;
  end if;
  -- A proof that comes later says nothing of the amount. Who pays before anything is due pays all that is left.
  if said is not null or (private.open_claim(own.id)).id is null then
    claimed_kobo := coalesce(said::bigint, nullif(private.due_now_kobo(own), 0), private.balance_kobo(own.id));
    perform private.post_claim(own, claimed_kobo, greatest(own.claim_holds_until, clock_timestamp() + interval '14 days'), claim_id);
  end if;
  if is_new then
    perform private.notify_buyer(own.id, 'order_payment_claimed', jsonb_build_object('claimed_kobo', claimed_kobo,
      'rest_kobo', nullif(greatest(0, private.due_now_kobo(own) - claimed_kobo), 0), 'keeps_goods', nullif(exists (select from public.order_items as item where item.order_id = own.id and item.has_reserved_stock), false)));
  end if;
  return private.describe_market_order(own, false);
end $$;

-- The order for someone who handles money: with the right, a second factor, and never one's own. Locked.
create function private.order_for_finance(order_id uuid) returns public.orders
language plpgsql security definer set search_path = ''
as $$
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
end $$;

create function private.add_payment(current_order public.orders, kind text, details jsonb, recorded_by uuid, second_by uuid)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_statement_line(current_order, details);
  insert into public.payments (order_id, kind, amount_kobo, transfer_kobo, currency, value_date, bank_reference,
    recorded_by, second_by)
  values ((current_order).id, add_payment.kind, (details ->> 'amountKobo')::bigint,
    nullif((details ->> 'transferKobo')::bigint, (details ->> 'amountKobo')::bigint), (current_order).currency,
    (details ->> 'valueDate')::date, upper(private.clean_line(details ->> 'bankReference')),
    add_payment.recorded_by, add_payment.second_by);
end $$;

-- details = {amountKobo, valueDate, bankReference, transferKobo?}. Several transfers add up; a declined order's money is
-- to go back. Above what one person confirms alone the answer has waitsForSecondPerson.
create function public.confirm_payment(order_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
end $$;

-- The claim does not stand on the statement.
create function public.reject_payment_claim(order_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
      when case when current_order.status in ('approved', 'completed')
          then not exists (select from public.payments where payments.order_id = current_order.id)
        else private.received_kobo(current_order.id) = 0 end then 'reject_claim'
      when current_order.status = 'declined' then 'pay_after_decline'
      else 'reject_further_claim'
    end);
  perform private.void_claim(current_order);
  if current_order.stock_released_at is not null and current_order.status = 'pending' and current_order.payment_status = 'unpaid'
    and current_order.credit_terms_reason is null
  then
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
end $$;

-- One mail for each state of the payment that its buyer has to know; `arrived_kobo` is the money that brought it there, if any did.
-- Without, it names what the claim said that was not found, and until when it can be paid; of a part, until when its goods are kept. The net price is named where something was taken off.
create function private.notify_buyer_of_payment(order_id uuid, arrived_kobo bigint default null) returns void
language plpgsql security definer set search_path = ''
as $$
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
      'arrived_kobo', case when template = 'order_payment_over' then nullif(private.paid_in_kobo($1), arrived_kobo) end,
      'sent_kobo', case when template = 'order_payment_over' then nullif(private.paid_in_kobo($1) - private.received_kobo($1), 0) end,
      'claimed_kobo', case when arrived_kobo is null then (
        select claim.amount_kobo from public.payment_claims as claim
        where claim.order_id = $1 and claim.amount_kobo is not null and claim.created_at >= (
          select max(step.created_at) from public.order_events as step
          where step.order_id = $1 and step.axis = 'payment' and step.to_value = 'claimed')
        order by claim.id desc limit 1) end,
      'pay_until', case when template = 'order_payment_not_found' then (
        select own.expires_at from public.orders as own where own.id = $1 and own.status = 'pending' and own.expires_at > now()) end,
      'kept_until', (select private.kept_until(own) from public.orders as own where own.id = $1),
      'net_kobo', (select nullif(private.net_kobo(paid), paid.total_amount_kobo) from public.orders as paid where paid.id = $1)));
  end if;
end $$;

-- What counts towards the total, whatever became of the order: money, and what a complaint, a fee or a write-off took off.
create function private.credited_kobo(order_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(- sum(posting.amount_minor), 0)::bigint
  from private.ledger_postings as posting
  where posting.order_id = $1 and posting.account = 'receivable' and posting.event not in ('order_priced', 'order_ended')
$$;

-- What the buyer has paid: what came, less what went back of a surplus. What went back after a complaint was paid all the
-- same.
create function private.paid_kobo(order_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select private.received_kobo($1) + money.sent_kobo from private.follow_granted_money($1) as money
$$;

-- The same beside an order, for its buyer and for staff; of any other order it is null.
create function public.paid_kobo(public.orders) returns bigint
language sql stable security definer set search_path = ''
as $$
  select private.paid_kobo(own.id) from public.orders as own
  where own.id = ($1).id and (own.user_id = (select auth.uid()) or (select private.has_permission('orders.read')))
$$;

-- What came of an order, whatever went back.
create function private.paid_in_kobo(order_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(posting.amount_minor), 0)::bigint from private.ledger_postings as posting
  where posting.order_id = $1 and posting.account = 'bank' and posting.event <> 'refund_paid'
$$;

-- What is to be paid now of an order with a price; without parts that is all of it, and on credit terms nothing, since
-- anyone who gave them agreed on the time with the buyer. As countDue.
create function private.due_now_kobo(own public.orders) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  agreed_kobo bigint;
begin
  if own.credit_terms_reason is not null or own.awaits_delivery then
    return 0;
  end if;
  select sum(case when private.is_part_due(due, own.status, own.fulfilment_status) then amount_kobo else 0 end) into agreed_kobo
  from public.order_instalments where order_id = own.id;
  return greatest(0, coalesce(agreed_kobo, own.total_amount_kobo) - private.credited_kobo(own.id));
end $$;

-- Less than the total has come, and what is due is not there. Who keeps to the terms is not underpaid.
create function private.is_underpaid(own public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (own).payment_status = 'underpaid' and private.due_now_kobo(own) > 0
$$;

-- Whether the caller is the buyer: by the account, or by the address or number that a guest's order names.
create function private.is_own_order(candidate public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((candidate).user_id = (select auth.uid()), false)
    or exists (select from public.order_contacts as contact
      where contact.order_id = (candidate).id and private.is_own_contact(contact.email, contact.phone))
    or exists (select from public.order_requests as bulk_request
      where bulk_request.order_id = (candidate).id and private.is_own_contact(bulk_request.email, bulk_request.phone))
$$;

create function private.book_receipt(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_payment(current_order, 'receipt', details, recorded_by, second_by);
  current_order := private.follow_receipt(current_order);
  perform private.notify_buyer_of_payment(current_order.id, (details ->> 'amountKobo')::bigint);
  return private.describe_market_order(current_order, false) || jsonb_build_object('receivedKobo', private.received_kobo(current_order.id))
    || private.describe_missing_stock(current_order);
end $$;

-- For those who record money: its goods were sold to others before it came.
create function private.describe_missing_stock(of_order public.orders) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when (of_order).stock_released_at is null then '{}'::jsonb else '{"stockMissing": true}' end
$$;

-- What an order becomes when money came, which the ledger has; `current_order` is as it was before. Where an earlier receipt is
-- corrected, what its buyer says of another transfer stays said.
create function private.follow_receipt(current_order public.orders, is_correction boolean default false) returns public.orders
language plpgsql security definer set search_path = ''
as $$
declare
  had_to_go_back bigint := current_order.refund_due_kobo;
  owed bigint := private.balance_kobo(current_order.id);
  goes_back bigint := private.ledger_balance('refundable', current_order.id);
begin
  current_order := private.apply_order_event(current_order.id, case
    when current_order.status = 'declined' then 'pay_after_decline'
    when current_order.payment_status in ('refund_due', 'refunded') then 'pay_after_refund'
    when owed > 0 and is_correction and current_order.payment_status = 'claimed' then 'correct_to_short'
    -- Any sum is a part while the delivery of the order has no price.
    when owed > 0 or current_order.awaits_delivery then 'pay_short'
    when goes_back = had_to_go_back then 'pay_exactly'
    else 'pay_over'
  end);
  update public.orders set
    refund_due_kobo = goes_back,
    stock_released_at = case
      when stock_released_at is null or status <> 'pending' then null
      when owed > 0 and private.part_paid_hold(id) <= now() then stock_released_at
      when owed > 0 and private.reserve_again(id, true) then null
      -- What is paid for has its goods, also while another day is to be named.
      when owed <= 0 and private.reserve_again(id) and not private.lost_its_day(id) then null
      else stock_released_at
    end
  where id = current_order.id
  returning * into current_order;
  return current_order;
end $$;

create function private.before_payment_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform private.refuse_change('payments');
  end if;
  perform private.require_plain_reference(new.bank_reference);
  if new.kind <> 'correction' then new := private.share_transfer(new); end if;
  return new;
end $$;

create trigger before_payment_change before insert or update or delete on public.payments
  for each row execute function private.before_payment_change();

-- The steps after a line of the statement is stored: audit, ledger, document.
create function private.after_payment_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  paid_order public.orders;
begin
  perform private.audit_change('payments', 'staff', 'order_id', 'kind,amount_kobo,currency,value_date,corrects_id', old, new);
  select * into strict paid_order from public.orders where id = new.order_id;
  if new.kind = 'refund' then
    perform private.post_transfer('refund_paid', paid_order, 'refundable', 'bank', new.amount_kobo, 'payments', new.id::text);
    perform private.issue_credit_note(new);
  elsif new.kind = 'correction' then
    -- Nothing of this order follows where only the whole of a shared transfer is corrected: its receipt and amount stay.
    if new.amount_kobo <> 0 then
      perform private.post_correction(paid_order, new);
      perform private.issue_credit_note_of_correction(new);
      if private.came_kobo(new.corrects_id) > 0 then perform private.issue_receipt(new); end if;
    end if;
  else
    perform private.post_receipt(paid_order, new.amount_kobo, new.id);
    perform private.issue_receipt(new);
  end if;
  return null;
end $$;

create trigger after_payment_insert after insert on public.payments
  for each row execute function private.after_payment_insert();

create trigger refuse_truncate before truncate on public.payments
  for each statement execute function private.refuse_change();

alter table public.payment_claims enable row level security;
revoke all on table public.payment_claims from public, anon, authenticated, service_role;
revoke all on sequence public.payment_claims_id_seq from public, anon, authenticated, service_role;
grant select on table public.payment_claims to authenticated, service_role;
create policy "Readers of an order read its payment claims" on public.payment_claims
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

alter table public.payments enable row level security;
revoke all on table public.payments from public, anon, authenticated, service_role;
grant select on table public.payments to service_role;
grant select (
  id, order_id, kind, amount_kobo, currency, value_date, bank_reference, created_at, transfer_kobo, corrects_id
  ) on table public.payments to authenticated;
create policy "Readers of an order read its payments" on public.payments
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.after_payment_insert(), private.before_payment_change(),
  private.add_payment(public.orders, text, jsonb, uuid, uuid), private.book_receipt(public.orders, jsonb, uuid, uuid),
  private.credited_kobo(uuid), private.describe_missing_stock(public.orders), private.due_now_kobo(public.orders), private.find_changed_prices(public.orders),
  private.follow_receipt(public.orders, boolean), private.is_own_order(public.orders), private.is_underpaid(public.orders),
  private.order_for_finance(uuid), private.paid_in_kobo(uuid), private.paid_kobo(uuid), private.received_kobo(uuid),
  private.repriced_sums(public.orders), private.notify_buyer_of_payment(uuid, bigint), public.claim_payment(uuid, jsonb, jsonb),
  public.confirm_order_prices(uuid, bigint, jsonb), public.confirm_payment(uuid, jsonb),
  public.paid_kobo(public.orders), public.payment_details(uuid, jsonb), public.reject_payment_claim(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.claim_payment(uuid, jsonb, jsonb), public.confirm_order_prices(uuid, bigint, jsonb),
  public.payment_details(uuid, jsonb)
  to authenticated, service_role;
grant execute on function
  public.confirm_payment(uuid, jsonb), public.paid_kobo(public.orders), public.reject_payment_claim(uuid)
  to authenticated;
