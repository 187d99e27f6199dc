-- The three axes of an order: status (its machine stands in status_transitions), payment and fulfilment. One table says
-- which step may follow which, another what an event does to all three; both equal to domain/order-axes.ts.

insert into private.axis_transitions (axis, from_value, to_value)
select 'payment', split_part(step, ' ', 1), unnest(string_to_array(split_part(step, ' ', 2), ','))
from unnest(array[
  'unpaid claimed,confirmed,underpaid,overpaid,refund_due',
  'claimed unpaid,confirmed,underpaid,overpaid,refund_due',
  'confirmed overpaid,refund_due',
  'underpaid claimed,confirmed,overpaid,refund_due',
  'overpaid confirmed,refund_due',
  'refund_due refunded',
  'refunded refund_due'
]) as step;

insert into private.axis_transitions (axis, from_value, to_value)
values
  ('fulfilment', 'none', 'preparing'),
  ('fulfilment', 'preparing', 'dispatched'),
  ('fulfilment', 'dispatched', 'delivered'),
  ('fulfilment', 'delivered', 'disputed'),
  ('fulfilment', 'disputed', 'delivered'),
  ('fulfilment', 'disputed', 'preparing');

create table private.order_couplings (
  event text not null,
  axis text not null,
  from_value text not null,
  to_value text not null,
  primary key (event, axis, from_value),
  constraint order_couplings_axis_known check (axis in ('status', 'payment', 'fulfilment'))
);
comment on table private.order_couplings is 'What an event makes of each axis. An order in a state that an event does not name here refuses that event.';
alter table private.order_couplings enable row level security;
revoke all on table private.order_couplings from public, anon, authenticated;

-- "a=b" becomes b, a alone stays as it is.
insert into private.order_couplings (event, axis, from_value, to_value)
select event, axis, split_part(step, '=', 1), coalesce(nullif(split_part(step, '=', 2), ''), split_part(step, '=', 1))
from (values
  ('expire', 'status', 'pending=declined'),
  ('expire', 'payment', 'unpaid'),
  ('expire', 'fulfilment', 'none'),
  ('decline', 'status', 'pending=declined'),
  ('decline', 'payment', 'unpaid claimed underpaid=refund_due confirmed=refund_due overpaid=refund_due'),
  ('decline', 'fulfilment', 'none'),
  ('claim', 'status', 'pending approved'),
  ('claim', 'payment', 'unpaid=claimed underpaid=claimed'),
  ('claim', 'fulfilment', 'none preparing dispatched delivered'),
  ('reject_claim', 'status', 'pending approved declined completed'),
  ('reject_claim', 'payment', 'claimed=unpaid'),
  ('reject_claim', 'fulfilment', 'none preparing dispatched delivered disputed'),
  ('reject_further_claim', 'status', 'pending approved declined completed'),
  ('reject_further_claim', 'payment', 'claimed=underpaid'),
  ('reject_further_claim', 'fulfilment', 'none preparing dispatched delivered disputed'),
  ('pay_short', 'status', 'pending approved completed'),
  ('pay_short', 'payment', 'unpaid=underpaid claimed=underpaid underpaid'),
  ('pay_short', 'fulfilment', 'none preparing dispatched delivered disputed'),
  ('pay_exactly', 'status', 'pending approved completed'),
  ('pay_exactly', 'payment', 'unpaid=confirmed claimed=confirmed underpaid=confirmed'),
  ('pay_exactly', 'fulfilment', 'none preparing dispatched delivered disputed'),
  ('pay_over', 'status', 'pending approved completed'),
  ('pay_over', 'payment', 'unpaid=overpaid claimed=overpaid underpaid=overpaid confirmed=overpaid overpaid'),
  ('pay_over', 'fulfilment', 'none preparing dispatched delivered disputed'),
  ('pay_after_decline', 'status', 'declined'),
  ('pay_after_decline', 'payment', 'unpaid=refund_due claimed=refund_due refund_due refunded=refund_due'),
  ('pay_after_decline', 'fulfilment', 'none'),
  ('return_surplus', 'status', 'pending approved completed'),
  ('return_surplus', 'payment', 'overpaid=confirmed'),
  ('return_surplus', 'fulfilment', 'none preparing dispatched delivered disputed'),
  ('refund', 'status', 'approved declined completed'),
  ('refund', 'payment', 'refund_due=refunded'),
  ('refund', 'fulfilment', 'none preparing dispatched delivered disputed'),
  ('dispute', 'status', 'approved completed'),
  ('dispute', 'payment', 'unpaid claimed confirmed underpaid overpaid'),
  ('dispute', 'fulfilment', 'delivered=disputed'),
  ('reject_dispute', 'status', 'approved completed'),
  ('reject_dispute', 'payment', 'unpaid claimed confirmed underpaid overpaid refund_due refunded'),
  ('reject_dispute', 'fulfilment', 'disputed=delivered'),
  ('replace_disputed', 'status', 'approved completed'),
  ('replace_disputed', 'payment', 'unpaid claimed confirmed underpaid overpaid'),
  ('replace_disputed', 'fulfilment', 'disputed=preparing'),
  ('refund_disputed', 'status', 'approved completed'),
  ('refund_disputed', 'payment', 'confirmed=refund_due underpaid=refund_due overpaid=refund_due'),
  ('refund_disputed', 'fulfilment', 'disputed=delivered')
) as coupling (event, axis, steps), unnest(string_to_array(steps, ' ')) as step;

alter table public.orders
  add column expires_at timestamptz,
  add column reminded_at timestamptz,
  add column price_locked_until timestamptz,
  add column delivered_at timestamptz,
  add column refund_due_kobo bigint not null default 0,
  add constraint orders_refund_due_kobo_not_negative check (refund_due_kobo >= 0);
comment on column public.orders.expires_at is 'Until when an unpaid marketplace order keeps its stock.';
comment on column public.orders.refund_due_kobo is 'What the company still has to send back, in minor units.';

create index orders_expires_at_idx on public.orders (expires_at)
  where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid';

-- What happened to an order, axis by axis, for its buyer and for staff. Append-only.
create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  axis text not null,
  from_value text,
  to_value text not null,
  actor_id uuid,
  created_at timestamptz not null default now(),
  constraint order_events_axis_known check (axis in ('status', 'payment', 'fulfilment'))
);
create index order_events_order_id_idx on public.order_events (order_id, id);

-- Whether goods may leave: the money is there, or the order goes on credit terms with a reason.
create function private.is_paid_enough(candidate public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (candidate).payment_status in ('confirmed', 'overpaid') or (candidate).credit_terms_reason is not null
$$;

-- Every step of every axis passes here, whoever takes it. A decline takes the payment along as the couplings say.
create function private.couple_order_axes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  next_payment text;
begin
  if new.status = 'declined' and old.status <> 'declined' then
    select to_value into next_payment from private.order_couplings
    where event = 'decline' and axis = 'payment' and from_value = old.payment_status;
    if next_payment is null or old.fulfilment_status <> 'none' then
      raise exception 'An order whose goods are on their way cannot be declined' using errcode = '23514', hint = 'status';
    end if;
    new.payment_status := next_payment;
    new.fulfilment_status := old.fulfilment_status;
  end if;
  perform private.require_axis_step('payment', old.payment_status, new.payment_status);
  perform private.require_axis_step('fulfilment', old.fulfilment_status, new.fulfilment_status);
  if new.fulfilment_status is distinct from old.fulfilment_status
    and new.fulfilment_status in ('preparing', 'dispatched')
    and (new.status not in ('approved', 'completed') or private.is_paid_enough(new) is not true)
  then
    raise exception 'Goods leave when the order is approved and its payment is confirmed'
      using errcode = '23514', hint = 'fulfilment_status';
  end if;
  if new.status = 'completed' and old.status <> 'completed' and new.kind = 'marketplace'
    and new.fulfilment_status <> 'delivered'
  then
    raise exception 'The goods of this order are not delivered yet' using errcode = '23514', hint = 'fulfilment_status';
  end if;
  if new.fulfilment_status = 'delivered' and old.fulfilment_status = 'dispatched' then
    new.delivered_at := now();
  end if;
  return new;
end $$;

create trigger c_couple_order_axes before update on public.orders
  for each row execute function private.couple_order_axes();

create function private.record_order_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.order_events (order_id, axis, from_value, to_value, actor_id)
  select new.id, step.axis, step.from_value, step.to_value, (select auth.uid())
  from (values
    ('status', case when tg_op = 'UPDATE' then old.status end, new.status),
    ('payment', case when tg_op = 'UPDATE' then old.payment_status end, new.payment_status),
    ('fulfilment', case when tg_op = 'UPDATE' then old.fulfilment_status end, new.fulfilment_status)
  ) as step (axis, from_value, to_value)
  where step.from_value is distinct from step.to_value and (tg_op = 'UPDATE' or step.axis = 'status');
  return null;
end $$;

create trigger record_order_events after insert or update of status, payment_status, fulfilment_status on public.orders
  for each row execute function private.record_order_events();

-- One event on one order, all three axes at once, or a refusal that says why not.
create function private.apply_order_event(order_id uuid, event text, decline_reason text default null)
returns public.orders
language plpgsql security definer set search_path = ''
as $$
declare
  changed public.orders;
  next jsonb;
begin
  select * into strict changed from public.orders where id = order_id for update;
  select jsonb_object_agg(coupling.axis, coupling.to_value) into next
  from private.order_couplings as coupling
  where coupling.event = apply_order_event.event and (coupling.axis, coupling.from_value) in (
    ('status', changed.status), ('payment', changed.payment_status), ('fulfilment', changed.fulfilment_status));
  if next is null or (select count(*) from jsonb_object_keys(next)) < 3 then
    raise exception 'This is not possible any more: the order is %, its payment %, its delivery %',
      changed.status, changed.payment_status, changed.fulfilment_status using errcode = '23514', hint = event;
  end if;
  update public.orders set
    status = next ->> 'status',
    payment_status = next ->> 'payment',
    fulfilment_status = next ->> 'fulfilment',
    decline_reason = coalesce(apply_order_event.decline_reason, orders.decline_reason)
  where id = order_id
  returning * into changed;
  return changed;
end $$;

-- Security definer, because staff write no fulfilment status by hand: the step is checked and told.
create function public.move_order(order_id uuid, expected text, fulfilment text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  moved text;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to move orders' using errcode = '42501';
  elsif fulfilment not in ('preparing', 'dispatched', 'delivered') or expected = 'disputed' then
    raise exception 'Fulfilment cannot change from % to %', expected, fulfilment using errcode = '23514', hint = 'fulfilment_status';
  end if;
  update public.orders set fulfilment_status = fulfilment
  where id = order_id and fulfilment_status = expected
  returning fulfilment_status into moved;
  if moved is null then
    raise exception 'Somebody else has changed this order. Please look again.' using errcode = '40001';
  end if;
  return moved;
end $$;

revoke all on function private.is_paid_enough(public.orders), private.couple_order_axes(), private.record_order_events(),
  private.apply_order_event(uuid, text, text) from public;
revoke all on function public.move_order(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.move_order(uuid, text, text) to authenticated;

alter table public.order_events enable row level security;
revoke all on table public.order_events from public, anon, authenticated, service_role;
revoke all on sequence public.order_events_id_seq from public, anon, authenticated, service_role;
grant select (id, order_id, axis, from_value, to_value, created_at) on table public.order_events to authenticated;
grant select on table public.order_events to service_role;

create policy "Whoever may read an order reads what happened to it" on public.order_events
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );
