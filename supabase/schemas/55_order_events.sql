-- What happened to an order, axis by axis, for its buyer and for staff. Append-only.

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  axis text not null,
  from_value text,
  to_value text not null,
  actor_id uuid,
  created_at timestamptz not null default now(),
  constraint order_events_axis_known check (axis in ('status', 'payment', 'fulfilment', 'credit'))
);
create index order_events_created_at_idx on public.order_events (created_at);
create index order_events_order_id_idx on public.order_events (order_id, id);

-- `old` is null for a new order.
create function private.record_order_events(old public.orders, new public.orders) returns void
language sql security definer set search_path = ''
as $$
  insert into public.order_events (order_id, axis, from_value, to_value, actor_id)
  select (new).id, step.axis, step.from_value, step.to_value, (select auth.uid())
  from (values
    ('status', (old).status, (new).status),
    ('payment', (old).payment_status, (new).payment_status),
    ('fulfilment', (old).fulfilment_status, (new).fulfilment_status)
  ) as step (axis, from_value, to_value)
  where step.from_value is distinct from step.to_value and ((old).id is not null or step.axis = 'status')
$$;

-- One event on one order, all three axes at once, or a refusal that says why not.
create function private.apply_order_event(
  order_id uuid, event text, decline_reason text default null, decline_code text default null
) returns public.orders
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
    decline_reason = coalesce(apply_order_event.decline_reason, orders.decline_reason),
    decline_code = coalesce(apply_order_event.decline_code, orders.decline_code)
  where id = order_id
  returning * into changed;
  return changed;
end $$;

alter table public.order_events enable row level security;
revoke all on table public.order_events from public, anon, authenticated, service_role;
revoke all on sequence public.order_events_id_seq from public, anon, authenticated, service_role;
grant select on table public.order_events to service_role;
grant select (id, order_id, axis, from_value, to_value, created_at) on table public.order_events to authenticated;
create policy "Readers of an order read its events" on public.order_events
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function private.apply_order_event(uuid, text, text, text), private.record_order_events(public.orders, public.orders)
  from public, anon, authenticated, service_role;
