-- The end of an account: what is secret is destroyed, what names its owner goes, and the orders that the law keeps stay
-- without them. Called by the server, which has asked for a typed confirmation and a code from the mailbox.

-- Why this account may not go now; null when it may.
create function private.find_deletion_obstacle(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select 'You are the only admin. Make somebody else an admin first.'
  where exists (select from public.user_roles r where r.user_id = $1 and r.role = 'admin')
    and not exists (select from public.user_roles r where r.user_id <> $1 and r.role = 'admin')
$$;

create function private.delete_account(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  obstacle text;
  own_orders uuid[];
begin
  -- Two admins who leave at the same moment leave one after the other.
  perform pg_advisory_xact_lock(hashtextextended('delete account', 0));
  obstacle := private.find_deletion_obstacle(user_id);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = '55000';
  end if;
  perform private.erase_person(user_id, private.vault_person_ids(user_id));
  delete from public.audit_events where audit_events.user_id = delete_account.user_id;

  select coalesce(array_agg(id), '{}') into own_orders from public.orders where orders.user_id = delete_account.user_id;
  update public.orders set status = 'declined', decline_reason = 'withdrawn_by_buyer'
  where id = any (own_orders) and status = 'pending';
  delete from private.mail_outbox
  where data ->> 'order_id' = any (own_orders::text[])
    or (status in ('sent', 'failed')
      and recipient in (select email from public.order_requests where order_id = any (own_orders)));
  update public.orders set delivery_address = 'Erased', special_requirements = null where id = any (own_orders);
  update public.order_requests set
    company_name = 'Erased', contact_person = 'Erased', email = 'erased@example.invalid', phone = '00000000',
    address = 'Erased at the request of the person'
  where order_id = any (own_orders);

  delete from auth.users where id = delete_account.user_id;
end $$;
comment on function private.delete_account(uuid) is
  'security definer: nobody deletes accounts, and nobody changes what an order says.';

revoke all on function private.find_deletion_obstacle(uuid), private.delete_account(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.find_deletion_obstacle(uuid), private.delete_account(uuid) to service_role;
