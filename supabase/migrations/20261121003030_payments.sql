-- Money of an order: what buyers claim, what staff saw on the statement, what went back. Append-only, in minor units.

create table public.payment_claims (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  words text not null,
  note text,
  proof_path text,
  created_at timestamptz not null default now(),
  constraint payment_claims_words_length check (char_length(words) between 2 and 200),
  constraint payment_claims_note_length check (char_length(note) between 1 and 500),
  constraint payment_claims_proof_path_form check (proof_path ~ '^[A-Za-z0-9/_.-]{1,200}$')
);
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
  constraint payments_kind_known check (kind in ('receipt', 'refund')),
  constraint payments_amount_kobo_positive check (amount_kobo > 0),
  constraint payments_currency_known check (currency in ('NGN', 'USD')),
  constraint payments_bank_reference_length check (char_length(bank_reference) between 3 and 100),
  constraint payments_bank_reference_unique unique (kind, bank_reference)
);
comment on table public.payments is 'What stands on the bank statement, as staff with the right recorded it. One line of the statement counts once.';
create index payments_order_id_idx on public.payments (order_id, created_at);

create trigger refuse_change before update or delete on public.payments
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.payments
  for each statement execute function private.refuse_change();

create function private.received_kobo(order_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(case kind when 'receipt' then amount_kobo else -amount_kobo end), 0)::bigint
  from public.payments where payments.order_id = $1
$$;

-- The lines whose price is another one now, once the 24 hours of the price are over; null when there is nothing to ask.
create function private.find_changed_prices(own public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('productId', product.id, 'name', item.product_name, 'quantity', item.quantity,
    'seenPriceKobo', item.price_kobo, 'priceKobo', product.price_kobo) order by item.position)
  from public.order_items as item join public.products as product on product.id = item.product_id
  where item.order_id = (own).id and (own).price_locked_until < now() and product.price_kobo <> item.price_kobo
$$;

-- Where to pay an order that exists: nobody sees the account before. Answers the account, its last change, the
-- references and the amount; or {ok: false, code}: 'not_payable', 'account_not_set', 'price_changed' with lines and
-- the new total, which the buyer confirms with confirm_order_prices.
create function public.payment_details(order_id uuid, context jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  account public.settlement_accounts;
  changed_lines jsonb := private.find_changed_prices(own);
begin
  if own.status not in ('pending', 'approved') or own.payment_status not in ('unpaid', 'claimed', 'underpaid')
    or own.total_amount_kobo is null
    or (own.payment_status = 'unpaid' and own.kind = 'marketplace' and own.status = 'pending' and own.expires_at <= now())
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
      (select phone from public.order_requests as asked where asked.order_id = own.id)),
    'currency', own.currency, 'totalKobo', own.total_amount_kobo,
    'dueKobo', own.total_amount_kobo - private.received_kobo(own.id), 'expiresAt', own.expires_at);
end $$;

-- After the price lock is over: the buyer confirms the total that they were shown, for another 24 hours. When it has
-- changed once more, the answer is the next question.
create function public.confirm_order_prices(order_id uuid, total_kobo bigint, context jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  question jsonb;
begin
  select * into own from public.orders where id = own.id for update;
  question := public.payment_details(own.id, context);
  if question ->> 'code' is distinct from 'price_changed' or (question ->> 'totalKobo')::bigint <> total_kobo then
    return question;
  end if;
  update public.order_items as item set price_kobo = product.price_kobo
  from public.products as product
  where item.order_id = own.id and product.id = item.product_id;
  update public.orders set
    total_amount_kobo = (select sum(item.total_kobo) from public.order_items as item where item.order_id = own.id),
    price_locked_until = now() + make_interval(hours => private.market_limit('price_lock_hours'))
  where id = own.id;
  return public.payment_details(own.id, context);
end $$;

-- "Mark as Payment Successful": keeps the words, and tells staff to look at the statement. The same tap again changes nothing.
create function public.claim_payment(order_id uuid, claim jsonb, context jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
begin
  select * into own from public.orders where id = own.id for update;
  if own.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'claim';
  elsif own.payment_status <> 'claimed' then
    if own.payment_status = 'unpaid' and private.find_changed_prices(own) is not null then
      return public.payment_details(own.id, context);
    end if;
    own := private.apply_order_event(own.id, 'claim');
    insert into public.payment_claims (order_id, words, note, proof_path)
    values (
      own.id, coalesce(nullif(private.clean_line(claim ->> 'words'), ''), 'Mark as Payment Successful'),
      nullif(private.clean_text(claim ->> 'note'), ''), claim ->> 'proofPath'
    );
  end if;
  return private.describe_market_order(own, false);
end $$;

-- The order for somebody who handles money: with the right, a second factor, and never one's own. Locked.
create function private.order_for_finance(order_id uuid) returns public.orders
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders;
begin
  if not private.has_permission('payments.confirm') then
    raise exception 'permission denied to confirm payments' using errcode = '42501';
  elsif not private.has_strong_permission('payments.confirm') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  end if;
  select * into found_order from public.orders where id = order_id for update;
  if found_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif found_order.user_id = (select auth.uid()) or exists (
    select from public.profiles as person
    where person.id = (select auth.uid()) and (
      exists (select from public.order_contacts as contact
        where contact.order_id = found_order.id and (lower(contact.email) = lower(person.email) or contact.phone = person.phone))
      or exists (select from public.order_requests as asked
        where asked.order_id = found_order.id and (lower(asked.email) = lower(person.email) or asked.phone = person.phone))
    )
  ) then
    raise exception 'Somebody else must confirm payments of your own order' using errcode = '42501';
  end if;
  return found_order;
end $$;

create function private.add_payment(found_order public.orders, kind text, details jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(details ->> 'amountKobo', '') !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter the amount' using errcode = '23514', hint = 'amountKobo';
  elsif coalesce(details ->> 'valueDate', '') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
    or (details ->> 'valueDate')::date not between ((found_order).created_at at time zone 'Africa/Lagos')::date - 1
      and (now() at time zone 'Africa/Lagos')::date
  then
    raise exception 'Enter the day that stands on the statement, between the order and today'
      using errcode = '23514', hint = 'valueDate';
  elsif char_length(coalesce(private.clean_line(details ->> 'bankReference'), '')) not between 3 and 100 then
    raise exception 'Enter the reference that stands on the statement' using errcode = '23514', hint = 'bankReference';
  end if;
  insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
  values ((found_order).id, add_payment.kind, (details ->> 'amountKobo')::bigint, (found_order).currency,
    (details ->> 'valueDate')::date, upper(private.clean_line(details ->> 'bankReference')), (select auth.uid()));
exception when unique_violation then
  raise exception 'This line of the statement has been recorded already' using errcode = '23505', hint = 'bankReference';
end $$;

-- details = {amountKobo, valueDate, bankReference}. Several transfers add up; a declined order's money is to go back.
create function public.confirm_payment(order_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
  received bigint;
begin
  if found_order.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'total_amount';
  end if;
  perform private.add_payment(found_order, 'receipt', details);
  received := private.received_kobo(found_order.id);
  found_order := private.apply_order_event(found_order.id, case
    when found_order.status = 'declined' then 'pay_after_decline'
    when received < found_order.total_amount_kobo then 'pay_short'
    when received = found_order.total_amount_kobo then 'pay_exactly'
    else 'pay_over'
  end);
  update public.orders set refund_due_kobo = case
    when status = 'declined' then received
    when payment_status = 'overpaid' then received - total_amount_kobo
    else refund_due_kobo
  end
  where id = found_order.id;
  perform private.tell_buyer_of_payment(found_order.id);
  return private.describe_market_order(found_order, false) || jsonb_build_object('receivedKobo', received);
end $$;

-- The claim does not stand on the statement.
create function public.reject_payment_claim(order_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
begin
  found_order := private.apply_order_event(found_order.id,
    case
      when private.received_kobo(found_order.id) = 0 then 'reject_claim'
      when found_order.status = 'declined' then 'pay_after_decline'
      else 'reject_further_claim'
    end);
  -- A day more to pay: the buyer believed that it was done.
  update public.orders set expires_at = greatest(expires_at, now() + interval '24 hours')
  where id = found_order.id and status = 'pending' and kind = 'marketplace';
  perform private.tell_buyer_of_payment(found_order.id);
  return private.describe_market_order(found_order, false);
end $$;

-- details as in confirm_payment; never more than is due back.
create function public.record_refund(order_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders := private.order_for_finance(order_id);
  rest bigint;
begin
  if found_order.payment_status not in ('refund_due', 'overpaid') then
    raise exception 'Nothing of this order is to go back' using errcode = '23514', hint = 'refund';
  end if;
  perform private.add_payment(found_order, 'refund', details);
  rest := found_order.refund_due_kobo - (details ->> 'amountKobo')::bigint;
  if rest < 0 then
    raise exception 'At most % kobo are to go back', found_order.refund_due_kobo using errcode = '23514', hint = 'amountKobo';
  end if;
  update public.orders set refund_due_kobo = rest where id = found_order.id;
  if rest = 0 then
    found_order := private.apply_order_event(found_order.id,
      case found_order.payment_status when 'overpaid' then 'return_surplus' else 'refund' end);
    perform private.tell_buyer_of_payment(found_order.id);
  end if;
  return private.describe_market_order(found_order, false) || jsonb_build_object('refundDueKobo', rest);
end $$;

-- One mail for each state of the payment that its buyer has to know.
create function private.tell_buyer_of_payment(order_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  template text := (
    select case payment_status
      when 'confirmed' then 'order_payment_confirmed' when 'underpaid' then 'order_payment_short' when 'overpaid' then 'order_payment_over'
      when 'refunded' then 'order_payment_refunded' when 'unpaid' then 'order_payment_not_found'
    end
    from public.orders where id = $1 and not is_demo
  );
begin
  if template is not null then
    perform private.tell_buyer($1, template);
  end if;
end $$;

-- What was received of an order goes back when it is declined.
create function private.set_refund_due() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.refund_due_kobo := private.received_kobo(new.id);
  return new;
end $$;
create trigger d_set_refund_due before update of status on public.orders
  for each row when (new.status = 'declined' and old.status <> 'declined')
  execute function private.set_refund_due();

revoke all on function private.received_kobo(uuid), private.find_changed_prices(public.orders), private.order_for_finance(uuid),
  private.add_payment(public.orders, text, jsonb), private.tell_buyer_of_payment(uuid), private.set_refund_due() from public;
revoke all on function public.payment_details(uuid, jsonb), public.confirm_order_prices(uuid, bigint, jsonb),
  public.claim_payment(uuid, jsonb, jsonb), public.confirm_payment(uuid, jsonb), public.reject_payment_claim(uuid),
  public.record_refund(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.payment_details(uuid, jsonb), public.confirm_order_prices(uuid, bigint, jsonb),
  public.claim_payment(uuid, jsonb, jsonb) to authenticated, service_role;
grant execute on function public.confirm_payment(uuid, jsonb), public.reject_payment_claim(uuid),
  public.record_refund(uuid, jsonb) to authenticated;

alter table public.payment_claims enable row level security;
revoke all on table public.payment_claims from public, anon, authenticated, service_role;
revoke all on sequence public.payment_claims_id_seq from public, anon, authenticated, service_role;
grant select on table public.payment_claims to authenticated, service_role;
create policy "Whoever may read an order reads what was claimed" on public.payment_claims
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

alter table public.payments enable row level security;
revoke all on table public.payments from public, anon, authenticated, service_role;
grant select (id, order_id, kind, amount_kobo, currency, value_date, bank_reference, created_at) on table public.payments to authenticated;
grant select on table public.payments to service_role;
create policy "Whoever may read an order reads its payments" on public.payments
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );
