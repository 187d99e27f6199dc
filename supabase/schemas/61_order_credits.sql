-- What is taken off an order's balance without money: granted after a complaint, deducted by a bank, written off.

create table public.order_credits (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  kind text not null,
  amount_kobo bigint not null,
  reason text not null,
  recorded_by uuid,
  second_by uuid,
  created_at timestamptz not null default now(),
  idempotency_key uuid,
  line_position integer constraint order_credits_line_position_belongs check (line_position is null or kind = 'complaint'),
  constraint order_credits_idempotency_key_unique unique (idempotency_key),
  constraint order_credits_two_people check (second_by <> recorded_by),
  constraint order_credits_kind_known check (kind in ('complaint', 'fee', 'write_off')),
  constraint order_credits_amount_kobo_positive check (amount_kobo > 0),
  constraint order_credits_reason_length check (char_length(reason) between 3 and 2000)
);
comment on column public.order_credits.second_by is 'Who confirmed it after the one who recorded it, where the amount requires two people.';
comment on column public.order_credits.line_position is 'The line that the complaint is about, whose VAT is in it. Null: the whole order.';
create index order_credits_order_id_idx on public.order_credits (order_id, created_at);

create function private.after_credit_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  credited public.orders;
begin
  select * into strict credited from public.orders where id = new.order_id;
  perform private.audit_change('order_credits', 'staff', 'order_id', 'kind,amount_kobo,reason', old, new);
  case new.kind
    when 'complaint' then
      perform private.post_allowance(credited, 'receivable', new.amount_kobo, new.line_position, 'order_credits', new.id::text);
      perform private.issue_credit_note(new);
    when 'fee' then perform private.post_transfer('fee_kept', credited, 'bank_fees', 'receivable', new.amount_kobo, 'order_credits', new.id::text);
    when 'write_off' then perform private.post_transfer('rest_written_off', credited, 'write_offs', 'receivable', new.amount_kobo, 'order_credits', new.id::text);
  end case;
  return null;
end $$;

create trigger after_credit_insert after insert on public.order_credits
  for each row execute function private.after_credit_insert();

create trigger refuse_change before update or delete on public.order_credits
  for each row execute function private.refuse_change();

create trigger refuse_truncate before truncate on public.order_credits
  for each statement execute function private.refuse_change();

-- What of a grant comes off the balance: as much of it as is still owed.
create function private.off_balance_kobo(order_id uuid, amount_kobo bigint) returns bigint
language sql stable security definer set search_path = ''
as $$
  select least($2, greatest(0, private.balance_kobo($1)))
$$;

-- What a complaint is granted: off the balance first; what is beyond it goes back.
create function private.grant_complaint(of_order public.orders, amount_kobo bigint, dispute_id uuid, recorded_by uuid, second_by uuid)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  off_balance bigint := private.off_balance_kobo((of_order).id, amount_kobo);
  line integer := (select dispute.line_position from public.order_disputes as dispute where dispute.id = dispute_id);
begin
  if off_balance > 0 then
    insert into public.order_credits (order_id, kind, amount_kobo, reason, recorded_by, second_by, line_position)
    values ((of_order).id, 'complaint', off_balance, 'Granted after a complaint', grant_complaint.recorded_by, grant_complaint.second_by, line);
  end if;
  perform private.post_allowance(of_order, 'refundable', amount_kobo - off_balance, line, 'order_disputes', dispute_id::text);
  update public.orders set refund_due_kobo = private.ledger_balance('refundable', id) where id = (of_order).id;
  if private.balance_kobo((of_order).id) = 0 then
    perform private.void_claim(of_order, 'order_disputes', dispute_id::text);
  end if;
end $$;

-- What is left of the price, less all that was granted or is not asked for any more.
create function private.net_kobo(of_order public.orders) returns bigint
language sql stable security definer set search_path = ''
as $$
  select ((of_order).total_amount_kobo - (select granted.kobo from private.granted_of((of_order).id) as granted)
    - private.ledger_balance('bank_fees', (of_order).id) - private.ledger_balance('write_offs', (of_order).id))::bigint
$$;

-- What stands on documents beside what was received, with what a correction turned into a deduction; nothing where nothing was taken off.
create function private.describe_order_credits(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when off.kobo > 0 then jsonb_build_object('creditedKobo', off.kobo) else '{}' end
  from (
    select coalesce(sum(credit.amount_kobo), 0) + private.turned_kobo($1) as kobo from public.order_credits as credit where credit.order_id = $1
  ) as off
$$;

-- What finance settles of a rest without money. details = {kind: 'fee' | 'write_off', amountKobo, reason, idempotencyKey}. Above
-- what one person pays back alone it waits for a second one, as a refund does. The same idempotencyKey again, since its answer
-- was lost or by a second tap, is settled once and answered the same.
create function public.settle_remainder(order_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  current_order public.orders := private.order_for_finance(order_id);
  repeated jsonb;
begin
  repeated := private.find_repeated_entry(current_order, details ->> 'kind', details);
  if repeated is not null then
    return repeated;
  end if;
  perform private.check_remainder(current_order, details);
  perform private.refuse_own_refund(current_order.id, (select auth.uid()));
  if private.needs_second_person(current_order, details ->> 'kind', (details ->> 'amountKobo')::bigint) then
    return private.hold_money(current_order, details ->> 'kind', details);
  end if;
  return private.book_remainder(current_order, details, (select auth.uid()), null);
end $$;

-- What the admin area offers is the same (maySettleRemainder).
create function private.check_remainder(current_order public.orders, details jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(details ->> 'kind', '') not in ('fee', 'write_off') then
    raise exception 'Say whether a bank kept it or it is written off' using errcode = '23514', hint = 'kind';
  elsif coalesce(details ->> 'amountKobo', '') !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter the amount' using errcode = '23514', hint = 'amountKobo';
  elsif char_length(coalesce(private.clean_text(details ->> 'reason'), '')) not between 3 and 500 then
    raise exception 'Say why in 3 to 500 characters' using errcode = '23514', hint = 'reason';
  elsif (current_order).awaits_delivery then
    raise exception 'The delivery of this order has no price yet: nobody knows the rest' using errcode = '23514', hint = 'delivery';
  elsif (current_order).status = 'declined' or (details ->> 'amountKobo')::bigint > private.balance_kobo((current_order).id) then
    raise exception 'This is more than is still to be paid' using errcode = '23514', hint = 'amountKobo';
  elsif private.received_kobo((current_order).id) = 0 and ((current_order).status = 'pending'
    or (current_order).status = 'approved' and (current_order).kind = 'marketplace' and (current_order).fulfilment_status = 'none')
  then
    raise exception 'Nothing has come of this order yet: it can be declined' using errcode = '23514', hint = 'payment_status';
  end if;
end $$;

create function private.book_remainder(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  credit_id uuid;
begin
  perform private.check_remainder(current_order, details);
  insert into public.order_credits (order_id, kind, amount_kobo, reason, recorded_by, second_by, idempotency_key)
  values ((current_order).id, details ->> 'kind', (details ->> 'amountKobo')::bigint, private.clean_text(details ->> 'reason'),
    book_remainder.recorded_by, book_remainder.second_by, (details ->> 'idempotencyKey')::uuid)
  returning id into credit_id;
  if private.balance_kobo(current_order.id) = 0 then
    current_order := private.apply_order_event(current_order.id, 'pay_exactly');
    perform private.void_claim(current_order, 'order_credits', credit_id::text);
    perform private.notify_buyer_of_payment(current_order.id);
  end if;
  return private.describe_market_order(current_order, false);
end $$;

alter table public.order_credits enable row level security;
revoke all on table public.order_credits from public, anon, authenticated, service_role;
grant select on table public.order_credits to service_role;
grant select (id, order_id, kind, amount_kobo, created_at) on table public.order_credits to authenticated;
create policy "People who may read an order read its credits" on public.order_credits
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.after_credit_insert(), private.book_remainder(public.orders, jsonb, uuid, uuid), private.check_remainder(public.orders, jsonb),
  private.describe_order_credits(uuid), private.grant_complaint(public.orders, bigint, uuid, uuid, uuid), private.net_kobo(public.orders), private.off_balance_kobo(uuid, bigint),
  public.settle_remainder(uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.settle_remainder(uuid, jsonb) to authenticated;
