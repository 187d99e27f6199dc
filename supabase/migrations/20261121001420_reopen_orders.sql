-- Reopening a completed order: an action of its own, for admins with a second factor, always with a reason (decision 84).

insert into public.role_permissions (role, permission) values ('admin', 'orders.reopen');

-- Nobody is given the right to write this column: only reopen_order says that an order was reopened.
alter table public.orders add column reopened_at timestamptz;
comment on column public.orders.reopened_at is 'When the order was last reopened; who did it and why stands in decision_events.';

-- Instead of the machine of decisions, which knows no way back.
-- Security definer, because it writes the ledger, which no caller may touch.
create function private.reopen() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
begin
  if old.status <> 'completed' or new.status <> 'approved' then
    raise exception 'Only a completed order can be reopened' using errcode = '23514', hint = 'status';
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    'orders', old.id, old.user_id, caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), 'system'),
    old.status, new.status, new.decline_reason
  );
  new.updated_at := now();
  new.decline_reason := null;
  return new;
end $$;
revoke all on function private.reopen() from public;

create or replace trigger a_decide before update on public.orders
  for each row when (new.reopened_at is not distinct from old.reopened_at)
  execute function private.decide();

create trigger a_reopen before update on public.orders
  for each row when (new.reopened_at is distinct from old.reopened_at)
  execute function private.reopen();

-- The buyer hears of decisions, not of a completion that was taken back.
create or replace trigger tell_buyer_of_decision after update of status on public.orders
  for each row when (
    new.status is distinct from old.status and not new.is_demo and new.reopened_at is not distinct from old.reopened_at
  )
  execute function private.tell_buyer_of_decision();

-- A completed order is approved again. Answers its new status.
-- Security definer, because staff may not write reopened_at.
create function public.reopen_order(order_id uuid, reason text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  given text := coalesce(private.clean_text(reason), '');
  reopened text;
begin
  if not private.has_strong_permission('orders.reopen') then
    raise exception 'permission denied to reopen orders' using errcode = '42501';
  elsif char_length(given) not between 3 and 500 then
    raise exception 'Please say in 3 to 500 characters why the order is reopened' using errcode = '23514', hint = 'reason';
  end if;
  update public.orders set status = 'approved', reopened_at = clock_timestamp(), decline_reason = given
  where id = order_id and status = 'completed'
  returning status into reopened;
  if reopened is null then
    raise exception 'Only a completed order can be reopened' using errcode = '23514', hint = 'status';
  end if;
  return reopened;
end $$;
revoke all on function public.reopen_order(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.reopen_order(uuid, text) to authenticated;
