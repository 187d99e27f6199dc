-- Which steps payment, delivery and listings may take, and what each event makes of an order's three states.

create table private.axis_transitions (
  axis text not null,
  from_value text not null,
  to_value text not null,
  primary key (axis, from_value, to_value)
);
comment on table private.axis_transitions is 'Machines beside the status of records: listings, payment and fulfilment.';

create table private.order_couplings (
  event text not null,
  axis text not null,
  from_value text not null,
  to_value text not null,
  primary key (event, axis, from_value),
  constraint order_couplings_axis_known check (axis in ('status', 'payment', 'fulfilment'))
);
comment on table private.order_couplings is 'What an event makes of each axis. An order in a state that an event does not name here refuses that event.';

create function private.require_axis_step(axis text, from_value text, to_value text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if from_value is distinct from to_value and not exists (
    select from private.axis_transitions as step
    where step.axis = $1 and step.from_value = $2 and step.to_value = $3
  ) then
    raise exception '% cannot change from % to %', initcap(axis), from_value, to_value
      using errcode = '23514', hint = axis || '_status';
  end if;
end $$;

alter table private.axis_transitions enable row level security;
revoke all on table private.axis_transitions from public, anon, authenticated, service_role;

alter table private.order_couplings enable row level security;
revoke all on table private.order_couplings from public, anon, authenticated, service_role;

revoke all on function private.require_axis_step(text, text, text) from public, anon, authenticated, service_role;
