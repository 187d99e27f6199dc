-- The name that an order is listed under, by which lists are ordered: it follows what it is read from.

-- As the lists of the admin area name a buyer: by the request, else by the contact, else by the account; in small letters.
create function private.find_buyer_name(order_id uuid, user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select lower(coalesce(
    (select request.company_name from public.order_requests as request where request.order_id = $1),
    (select contact.name from public.order_contacts as contact where contact.order_id = $1),
    (select account.full_name from public.profiles as account where account.id = $2)))
$$;

-- What a checkout or a request wrote with its order is right already, and is not written twice.
create function private.rename_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  name text;
begin
  select private.find_buyer_name(own.id, own.user_id) into name from public.orders as own
  where own.id = new.order_id and own.sort_name is distinct from private.find_buyer_name(own.id, own.user_id);
  if found then
    update public.orders set sort_name = name where id = new.order_id;
  end if;
  return null;
end $$;

-- Of the orders that have neither a request nor a contact.
create function private.rename_orders_of_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.orders as own where own.user_id = new.id
    and own.sort_name is distinct from private.find_buyer_name(own.id, own.user_id))
  then
    update public.orders as own set sort_name = private.find_buyer_name(own.id, own.user_id)
    where own.user_id = new.id and own.sort_name is distinct from private.find_buyer_name(own.id, own.user_id);
  end if;
  return null;
end $$;

create trigger rename_order after insert or update of company_name on public.order_requests
  for each row execute function private.rename_order();

create trigger rename_order after insert or update of name on public.order_contacts
  for each row execute function private.rename_order();

create trigger rename_orders after update of full_name on public.profiles
  for each row when (new.full_name is distinct from old.full_name) execute function private.rename_orders_of_account();

revoke all on function
  private.find_buyer_name(uuid, uuid), private.rename_order(), private.rename_orders_of_account()
  from public, anon, authenticated, service_role;
