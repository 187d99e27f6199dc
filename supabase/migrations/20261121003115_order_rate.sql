-- Orders that are taken back at once are open no more, and still cost something: an account makes sixty in an hour, as
-- of bulk orders (20261121001410).

-- As before (20261121003020), and: more than sixty in an hour are refused, whatever became of them.
create or replace function private.has_too_many_open_orders(buyer_id uuid, phone text, device_hash text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if buyer_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('market buyer ' || buyer_id, 0));
    if (select count(*) >= 60 from public.orders
        where user_id = buyer_id and kind = 'marketplace' and created_at > now() - interval '1 hour') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
    return (
      select count(*) >= private.market_limit('member_open_orders_max') from public.orders
      where user_id = buyer_id and kind = 'marketplace' and status = 'pending' and payment_status in ('unpaid', 'claimed')
    );
  end if;
  perform pg_advisory_xact_lock(hashtextextended('market phone ' || phone, 0));
  if device_hash is not null then
    perform pg_advisory_xact_lock(hashtextextended('market device ' || device_hash, 0));
  end if;
  return exists (
    select from public.order_contacts as contact join public.orders on orders.id = contact.order_id
    where orders.user_id is null and orders.status = 'pending' and orders.payment_status in ('unpaid', 'claimed')
      and (contact.phone = $2 or contact.device_hash = $3)
    having count(*) filter (where contact.phone = $2) >= private.market_limit('guest_phone_open_orders_max')
      or count(*) filter (where contact.device_hash = $3) >= private.market_limit('guest_device_open_orders_max')
  );
end $$;
