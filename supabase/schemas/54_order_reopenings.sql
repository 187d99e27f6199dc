-- A completed order that goes on after all.

-- Instead of the machine of decisions, which knows no way back. Security definer, because it writes the ledger, which no caller may touch.
create function private.reopen(old public.orders, new public.orders) returns public.orders
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

-- A completed order is approved again. Answers its new status. Security definer, because staff may not write reopened_at.
create function public.reopen_order(order_id uuid, reason text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  cleaned_reason text := coalesce(private.clean_text(reason), '');
  reopened text;
begin
  perform private.require_strong_right('orders.reopen');
  if char_length(cleaned_reason) not between 3 and 500 then
    raise exception 'Please say in 3 to 500 characters why the order is reopened' using errcode = '23514', hint = 'reason';
  end if;
  update public.orders set status = 'approved', reopened_at = clock_timestamp(), decline_reason = cleaned_reason
  where id = order_id and status = 'completed'
  returning status into reopened;
  if reopened is null then
    raise exception 'Only a completed order can be reopened' using errcode = '23514', hint = 'status';
  end if;
  perform private.notify_buyer(order_id, 'order_reopened');
  return reopened;
end $$;

revoke all on function private.reopen(public.orders, public.orders), public.reopen_order(uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function public.reopen_order(uuid, text) to authenticated;
