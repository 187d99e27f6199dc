-- The code of an order: six characters that people read out, with a check character.

create function private.order_code_check(payload text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  weighed integer := case when payload <> '' then 0 end;
begin
  for place in 1 .. coalesce(length(payload), 0) loop
    weighed := weighed + (place + 1) * (strpos('23456789ABCDEFGHJKMNPQRSTUVWXYZ', substr(payload, place, 1)) - 1);
  end loop;
  return substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + weighed % 31, 1);
end $$;

create function private.format_order_code(payload text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select 'AG' || substr(payload, 1, 3) || '-' || substr(payload, 4) || private.order_code_check(payload)
$$;

-- Six characters from the strong random bytes of a uuid (those that its version does not fix).
create function private.make_order_code() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  bytes constant bytea := uuid_send(gen_random_uuid());
  payload text := '';
begin
  for place in 0 .. 5 loop
    payload := payload || substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + get_byte(bytes, place) % 31, 1);
  end loop;
  return private.format_order_code(payload);
end $$;

-- The code of a new order; another draw in the rare case that it is taken.
create function private.give_order_code(code text) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  while code is null or exists (select from public.orders where orders.code = give_order_code.code) loop
    code := private.make_order_code();
  end loop;
  return code;
end $$;

revoke all on function
  private.format_order_code(text), private.give_order_code(text), private.make_order_code(), private.order_code_check(text)
  from public, anon, authenticated, service_role;
