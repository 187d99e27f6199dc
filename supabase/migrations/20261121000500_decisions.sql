-- Decisions on records: which status may follow which, who may decide, and a ledger of who decided what and why.
-- One trigger serves orders, farmers, buyers and investors.

create table private.status_transitions (
  record_type text not null,
  from_status text not null,
  to_status text not null,
  primary key (record_type, from_status, to_status)
);
comment on table private.status_transitions is 'The status machines; equal to orderMachine and registrationMachine in domain/.';

alter table private.status_transitions enable row level security;
revoke all on table private.status_transitions from public, anon, authenticated;

insert into private.status_transitions (record_type, from_status, to_status)
values
  ('orders', 'pending', 'approved'),
  ('orders', 'pending', 'declined'),
  ('orders', 'approved', 'completed'),
  ('farmers', 'pending', 'approved'),
  ('farmers', 'pending', 'declined'),
  ('buyers', 'pending', 'approved'),
  ('buyers', 'pending', 'declined'),
  ('investors', 'pending', 'approved'),
  ('investors', 'pending', 'declined');

create table public.decision_events (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  record_owner uuid,
  actor_id uuid,
  actor_role text not null,
  from_status text not null,
  to_status text not null,
  reason text,
  own_record boolean not null generated always as (actor_id is not null and actor_id is not distinct from record_owner) stored,
  created_at timestamptz not null default now(),
  constraint decision_events_record_type_known check (record_type in ('orders', 'farmers', 'buyers', 'investors'))
);
comment on table public.decision_events is 'Who changed which status, when and why. Append-only; outlives the records, so it references none.';
comment on column public.decision_events.own_record is 'Somebody decided on what is their own: allowed for orders, farmers and buyers, and flagged here.';

create index decision_events_record_idx on public.decision_events (record_type, record_id, created_at desc);
create index decision_events_created_at_idx on public.decision_events (created_at desc);

create trigger refuse_change before update or delete on public.decision_events
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.decision_events
  for each statement execute function private.refuse_change();

alter table public.decision_events enable row level security;
revoke all on table public.decision_events from public, anon, authenticated, service_role;
revoke all on sequence public.decision_events_id_seq from public, anon, authenticated, service_role;
grant select on table public.decision_events to authenticated, service_role;

create policy "Staff read the decisions on what they may read" on public.decision_events
  for select to authenticated
  using (
    (record_type = 'orders' and (select private.has_permission('orders.read')))
    or (record_type = 'farmers' and (select private.has_permission('farmers.read')))
    or (record_type = 'buyers' and (select private.has_permission('buyers.read')))
    or (record_type = 'investors' and (select private.has_permission('investors.read')))
  );

-- Before an update: the status machine, the right to decide, the reason and the time of the change.
-- Security definer, because it reads the machine and writes the ledger, which no caller may touch.
create function private.decide() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller_role text := coalesce((select auth.role()), '');
  caller_id uuid := (select auth.uid());
begin
  new.updated_at := now();
  if new.status = old.status then
    if new.decline_reason is distinct from old.decline_reason then
      raise exception 'A reason is given together with the decision' using errcode = '23514', hint = 'decline_reason';
    end if;
    return new;
  end if;
  -- The service's own work (no caller in the claims, or the service role) is trusted; people need the right.
  if caller_role in ('anon', 'authenticated') and not private.has_permission(tg_table_name || '.decide') then
    raise exception 'permission denied to decide on %', tg_table_name using errcode = '42501';
  end if;
  if tg_table_name = 'investors' and caller_id is not null and caller_id = old.user_id then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501';
  end if;
  if not exists (
    select from private.status_transitions
    where record_type = tg_table_name and from_status = old.status and to_status = new.status
  ) then
    raise exception 'Status cannot change from % to %', old.status, new.status using errcode = '23514', hint = 'status';
  end if;
  if new.status = 'declined' then
    new.decline_reason := coalesce(
      nullif(private.clean_text(new.decline_reason), ''),
      'We are unable to take this further at the moment. Please contact us if you would like to know more.'
    );
    if char_length(new.decline_reason) > 500 then
      raise exception 'The reason must be at most 500 characters' using errcode = '23514', hint = 'decline_reason';
    end if;
  else
    new.decline_reason := null;
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    tg_table_name, old.id, old.user_id, caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), nullif(caller_role, ''), 'system'),
    old.status, new.status, new.decline_reason
  );
  return new;
end $$;
revoke all on function private.decide() from public;
