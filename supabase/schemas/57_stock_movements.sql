-- Why the stock of a product changed: one row for each change, and what the prices were. products.stock is what can be
-- ordered; with what orders and staff have reserved it is what is on hand.

create table public.stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  reason text not null,
  available_change integer not null,
  reserved_change integer not null default 0,
  counted integer,
  note text,
  order_id uuid,
  actor_id uuid,
  idempotency_key uuid,
  constraint stock_movements_reason_known check (reason = any (private.stock_reasons())),
  constraint stock_movements_counted_range check (counted between 0 and 2000000),
  constraint stock_movements_counted_belongs check (counted is null or reason = 'counted'),
  constraint stock_movements_note_length check (char_length(note) between 1 and 300)
);
comment on table public.stock_movements is 'Append-only. available_change adds up to products.stock (0 where there is no limit), reserved_change to what is reserved; both together to what is on hand.';
comment on column public.stock_movements.counted is 'How many packs staff counted on hand.';
comment on column public.stock_movements.order_id is 'The order that reserved, released or took the packs. References nothing: a checkout does not pay for it.';
create unique index stock_movements_idempotency_key_idx on public.stock_movements (idempotency_key) where idempotency_key is not null;
create index stock_movements_product_id_idx on public.stock_movements (product_id, id desc) include (reserved_change);

create table public.product_prices (
  id bigint generated always as identity primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  price_kobo bigint not null,
  actor_id uuid,
  constraint product_prices_price_kobo_positive check (price_kobo > 0)
);
comment on table public.product_prices is 'Append-only: each price of a product from when it was set.';
create index product_prices_product_id_idx on public.product_prices (product_id, id desc);

-- What is reserved of each product that has movements; a product without any has no row.
create view public.product_stock with (security_invoker = true) as
  select product_id, sum(reserved_change)::integer as reserved from public.stock_movements group by product_id;
comment on view public.product_stock is 'Packs that orders and staff have reserved and that have not left the store.';

create function public.product_stock(public.products) returns setof public.product_stock
language sql stable rows 1 set search_path = ''
as $$select t.* from public.product_stock as t where t.product_id = $1.id$$;

-- Until `is_recorded` is false again, changes of products.stock write no movement of their own: their function writes them.
create function private.record_stock_here(is_recorded boolean) returns void
language sql set search_path = ''
as $$select set_config('app.stock_is_recorded', case when is_recorded then 'yes' else '' end, true)$$;

-- A stock or a price that was written into the row itself: by its farmer, in the form of staff, or in SQL. People write neither
-- without the one that they saw (change_product, record_stock), or two of them would overwrite each other without a word.
create function private.record_product_numbers(old public.products, new public.products) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if old.id is not null and coalesce((select auth.role()), '') = 'authenticated'
    and coalesce(current_setting('app.seen_product', true), '') <> new.id::text
    and (new.price_kobo is distinct from old.price_kobo or coalesce(current_setting('app.stock_is_recorded', true), '') = '')
  then
    raise exception 'Please load this page again: a price or a stock is changed together with the one that was seen.'
      using errcode = '23514', hint = 'seen';
  end if;
  if new.stock is distinct from old.stock and coalesce(current_setting('app.stock_is_recorded', true), '') = '' then
    insert into public.stock_movements (product_id, reason, available_change, actor_id)
    values (new.id, 'counted', coalesce(new.stock, 0) - coalesce(old.stock, 0), (select auth.uid()));
  end if;
  if new.price_kobo is distinct from old.price_kobo then
    insert into public.product_prices (product_id, price_kobo, actor_id) values (new.id, new.price_kobo, (select auth.uid()));
  end if;
end $$;

-- Who set this number of a product last, and when: {at, by}. The name is for those who may read profiles, as in product_history.
create function private.find_number_setter(product_id uuid, number text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('at', last.created_at,
    'by', case when private.has_permission('profiles.read') then private.name_staff(last.actor_id) end)
  from (
    (select price.created_at, price.actor_id from public.product_prices as price
    where number = 'price_kobo' and price.product_id = $1 order by price.id desc limit 1)
    union all
    (select move.created_at, move.actor_id from public.stock_movements as move
    where move.product_id = $1 and case number when 'stock' then available_change when 'on_hand' then available_change + reserved_change else 0 end <> 0
    order by move.id desc limit 1)
  ) as last
$$;

-- A change of what is not any more as it was seen: what each of these columns is now, since when and by whom, as the detail.
create function private.refuse_unseen_change(product public.products, changes jsonb, seen jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  present jsonb := to_jsonb(product);
  differing jsonb;
begin
  if exists (select from jsonb_object_keys(changes) as name where name in ('price_kobo', 'stock') and not coalesce(seen ? name, false)) then
    raise exception 'Please say which price and which stock you saw' using errcode = '23514', hint = 'seen';
  end if;
  select jsonb_object_agg(name, coalesce(private.find_number_setter((product).id, name), '{}') || jsonb_build_object('now', present -> name))
  into differing
  from jsonb_object_keys(changes) as name where seen ? name and seen -> name is distinct from present -> name;
  if differing is not null then
    raise exception 'Somebody else changed this product in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'seen', detail = differing;
  end if;
end $$;

-- changes = {column: value}; seen = {column: value} as they were read: of the price and the stock always, of others where it
-- matters. By the rights of who calls it: it writes what an update of the row may.
create function public.change_product(product_id uuid, changes jsonb, seen jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  product public.products;
  assignments text;
begin
  select * into product from public.products where id = change_product.product_id for no key update;
  if product.id is null then
    raise exception 'This product is not there any more, or your account may not change it.' using errcode = '42501', hint = 'not_yours';
  end if;
  perform private.refuse_unseen_change(product, changes, seen);
  select string_agg(format('%1$I = made.%1$I', name), ', ') into assignments from jsonb_object_keys(changes) as name;
  if assignments is null then
    return;
  end if;
  perform set_config('app.seen_product', product.id::text, true);
  execute format('update public.products as own set %s from jsonb_populate_record(null::public.products, $1) as made where own.id = $2',
    assignments) using changes, product.id;
  perform set_config('app.seen_product', '', true);
end $$;

-- Puts what these orders have reserved back on sale. Its caller holds the locks of the products.
create function private.put_back_stock(order_ids uuid[], stays_open boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_stock_here(true);
  with freed as (
    update public.order_items set has_reserved_stock = false, is_released = stays_open
    where order_id = any (order_ids) and has_reserved_stock
    returning order_id, product_id, quantity
  ),
  total as (select product_id, sum(quantity)::integer as quantity from freed group by product_id),
  put_back as (
    update public.products set stock = least(stock + total.quantity, 1000000)
    from total where products.id = total.product_id and products.stock is not null
  )
  insert into public.stock_movements (product_id, reason, available_change, reserved_change, order_id)
  select product.id, 'released', case when product.stock is null then 0 else freed.quantity end, - freed.quantity, freed.order_id
  from freed join public.products as product on product.id = freed.product_id
  union all
  -- What is above the maximum of a stock is not for sale again.
  select product.id, 'counted', 1000000 - product.stock - total.quantity, 0, null
  from total join public.products as product on product.id = total.product_id
  where product.stock + total.quantity > 1000000;
  perform private.record_stock_here(false);
end $$;

-- The goods of an order leave the store, once: what replaces them after a complaint was never reserved.
create function private.sell_reserved_stock(order_id uuid) returns void
language sql security definer set search_path = ''
as $$
  with sold as (
    update public.order_items as item set has_left = true
    where item.order_id = $1 and has_reserved_stock and not has_left and product_id is not null
    returning item.product_id, item.quantity
  )
  insert into public.stock_movements (product_id, reason, available_change, reserved_change, order_id, actor_id)
  select product_id, 'sold', 0, - quantity, $1, (select auth.uid()) from sold
$$;

-- movement = {reason, quantity, seen?, note?, idempotencyKey?}; quantity is how many packs came, left or are set aside, and for
-- 'counted' how many are on hand (null: no limit). These add up when others move some meanwhile; a count replaces what is there, so
-- it says what was read before as `seen`. Answers {available, reserved, onHand, isNew}.
create function public.record_stock(product_id uuid, movement jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  product public.products;
  reason text := movement ->> 'reason';
  quantity integer;
  note text := nullif(private.clean_line(movement ->> 'note'), '');
  attempt uuid;
  before public.stock_movements;
  reserved integer;
  set_aside integer;
  available integer;
  reserved_change integer := 0;
begin
  if (select auth.uid()) is null or not private.has_permission('products.write') then
    raise exception 'permission denied to change the stock' using errcode = '42501';
  elsif coalesce(reason, '') <> all (private.stock_reasons()) then
    raise exception 'Please say why the stock changes' using errcode = '23514', hint = 'reason';
  elsif char_length(note) > 300 then
    raise exception 'A note has at most 300 characters' using errcode = '23514', hint = 'note';
  elsif reason <> 'counted' and movement ->> 'quantity' ~ '^(0+|-[0-9]+)$' then
    raise exception 'Enter 1 or more' using errcode = '23514', hint = 'quantity';
  elsif not (reason = 'counted' and coalesce(movement -> 'quantity', 'null') = 'null')
    and (coalesce(movement ->> 'quantity', '') !~ '^[0-9]{1,7}$' or (movement ->> 'quantity')::integer > 1000000)
  then
    raise exception 'Enter a whole number of packs, at most 1,000,000' using errcode = '23514', hint = 'quantity';
  end if;
  begin
    attempt := (movement ->> 'idempotencyKey')::uuid;
  exception when data_exception then
    raise exception 'idempotencyKey is no key' using errcode = '23514', hint = 'idempotencyKey';
  end;
  quantity := (movement ->> 'quantity')::integer;
  select * into product from public.products where products.id = record_stock.product_id for no key update;
  if product.id is null then
    raise exception 'There is no such product' using errcode = 'P0002';
  end if;
  select coalesce(sum(move.reserved_change), 0) into reserved
  from public.stock_movements as move where move.product_id = product.id;
  available := product.stock;
  select * into before from public.stock_movements as move where move.idempotency_key = attempt;
  if found then
    if (before.product_id, before.reason, case before.reason when 'counted' then before.counted else abs(before.available_change) end, before.note)
      is distinct from (product.id, reason, quantity, note)
    then
      raise exception 'This was sent before with other contents. Nothing was changed. Please send it once more.' using errcode = 'PT409';
    end if;
    return jsonb_build_object('available', available, 'reserved', reserved, 'onHand', available + reserved, 'isNew', false);
  elsif reason = 'counted' and not movement ? 'seen' then
    raise exception 'Please load this page again: a count is saved together with the number that was seen.'
      using errcode = '23514', hint = 'seen';
  elsif reason = 'counted' and movement -> 'seen' is distinct from coalesce(to_jsonb(available + reserved), 'null') then
    raise exception 'The stock has changed in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'seen', detail = jsonb_build_object('on_hand',
        coalesce(private.find_number_setter(product.id, 'on_hand'), '{}') || jsonb_build_object('now', available + reserved));
  elsif product.stock is null and reason <> 'counted' then
    raise exception 'This product has no limit. Count it first: type how many packs are on hand.'
      using errcode = '23514', hint = 'quantity';
  end if;
  case reason
    when 'counted' then
      if quantity < reserved then
        raise exception '% are reserved, so there must be at least as many on hand. Release or decline what cannot be sent.',
          private.count_packs(reserved) using errcode = '23514', hint = 'quantity';
      end if;
      available := quantity - reserved;
    when 'received' then
      available := available + quantity;
    when 'released' then
      select coalesce(sum(move.reserved_change), 0) into set_aside
      from public.stock_movements as move
      where move.product_id = product.id and move.order_id is null and move.reserved_change <> 0;
      if quantity > set_aside then
        raise exception 'Only % are set aside by hand. What orders have reserved is released by their decline.',
          private.count_packs(set_aside) using errcode = '23514', hint = 'quantity';
      end if;
      available := available + quantity;
      reserved_change := - quantity;
    else
      if quantity > available then
        raise exception 'Only % are free; % are reserved.', private.count_packs(available), private.count_packs(reserved)
          using errcode = '23514', hint = 'quantity';
      end if;
      available := available - quantity;
      reserved_change := case reason when 'reserved' then quantity else 0 end;
  end case;
  if available > 1000000 then
    raise exception 'A stock is at most 1,000,000 packs' using errcode = '23514', hint = 'quantity';
  end if;
  perform private.record_stock_here(true);
  update public.products set stock = available where id = product.id;
  perform private.record_stock_here(false);
  insert into public.stock_movements
    (product_id, reason, available_change, reserved_change, counted, note, actor_id, idempotency_key)
  values (product.id, reason, coalesce(available, 0) - coalesce(product.stock, 0), reserved_change,
    case when reason = 'counted' then quantity end, note, (select auth.uid()), attempt);
  reserved := reserved + reserved_change;
  return jsonb_build_object('available', available, 'reserved', reserved, 'onHand', available + reserved, 'isNew', true);
end $$;

create function private.count_packs(packs integer) returns text
language sql immutable set search_path = ''
as $$select to_char(packs, 'FM9,999,999') || case packs when 1 then ' pack' else ' packs' end$$;

-- {movements: [{at, reason, onHandChange, reservedChange, counted, note, orderCode, orderId, by}], prices: [{at, priceKobo,
-- by}]}, the newest first. Names are for those who may read profiles, as in record_history.
create function public.product_history(product_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  sees_names boolean := private.has_permission('profiles.read');
begin
  if (select auth.uid()) is null or not private.has_permission('products.read') then
    raise exception 'permission denied to read the history of products' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'movements', (
      select coalesce(jsonb_agg(jsonb_build_object('id', move.id, 'at', move.created_at, 'reason', move.reason,
        'onHandChange', move.available_change + move.reserved_change, 'reservedChange', move.reserved_change,
        'counted', move.counted, 'note', move.note, 'orderId', orders.id, 'orderCode', orders.code,
        'by', case when sees_names then private.name_staff(move.actor_id) end) order by move.id desc), '[]')
      from (
        select * from public.stock_movements as m where m.product_id = product_history.product_id order by m.id desc limit 100
      ) as move
      left join public.orders on orders.id = move.order_id),
    'prices', (
      select coalesce(jsonb_agg(jsonb_build_object('id', price.id, 'at', price.created_at, 'priceKobo', price.price_kobo,
        'by', case when sees_names then private.name_staff(price.actor_id) end) order by price.id desc), '[]')
      from (
        select * from public.product_prices as p where p.product_id = product_history.product_id order by p.id desc limit 100
      ) as price));
end $$;

-- Rows go with their product and by no other way.
create function private.refuse_removal_before_product() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.products where id = old.product_id) then
    perform private.refuse_change(tg_table_name);
  end if;
  return old;
end $$;

-- What somebody counted, received or took out by hand; orders change the stock all day, and no list is read again for each.
create trigger notify_admin after insert on public.stock_movements
  for each row when (new.actor_id is not null and new.order_id is null) execute function private.notify_admin('products', 'product_id');

create trigger refuse_change before update on public.stock_movements
  for each row execute function private.refuse_change();

create trigger refuse_removal before delete on public.stock_movements
  for each row execute function private.refuse_removal_before_product();

create trigger refuse_truncate before truncate on public.stock_movements
  for each statement execute function private.refuse_change();

create trigger refuse_change before update on public.product_prices
  for each row execute function private.refuse_change();

create trigger refuse_removal before delete on public.product_prices
  for each row execute function private.refuse_removal_before_product();

create trigger refuse_truncate before truncate on public.product_prices
  for each statement execute function private.refuse_change();

alter table public.stock_movements enable row level security;
revoke all on table public.stock_movements from public, anon, authenticated, service_role;
revoke all on sequence public.stock_movements_id_seq from public, anon, authenticated, service_role;
grant select (
  id, product_id, created_at, reason, available_change, reserved_change, counted, note, order_id
  ) on table public.stock_movements to authenticated;
create policy "Staff who may read products read how their stock moved" on public.stock_movements
  for select to authenticated
  using ((select private.has_permission('products.read')));

alter table public.product_prices enable row level security;
revoke all on table public.product_prices from public, anon, authenticated, service_role;
revoke all on sequence public.product_prices_id_seq from public, anon, authenticated, service_role;
grant select (id, product_id, created_at, price_kobo) on table public.product_prices to authenticated;
create policy "Staff who may read products read what they cost before" on public.product_prices
  for select to authenticated
  using ((select private.has_permission('products.read')));

revoke all on table public.product_stock from public, anon, authenticated, service_role;
grant select on table public.product_stock to authenticated;

revoke all on function
  private.count_packs(integer), private.find_number_setter(uuid, text), private.put_back_stock(uuid[], boolean),
  private.record_product_numbers(public.products, public.products), private.record_stock_here(boolean),
  private.refuse_removal_before_product(), private.refuse_unseen_change(public.products, jsonb, jsonb),
  private.sell_reserved_stock(uuid), public.change_product(uuid, jsonb, jsonb), public.product_history(uuid),
  public.product_stock(public.products), public.record_stock(uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function
  private.refuse_unseen_change(public.products, jsonb, jsonb), public.change_product(uuid, jsonb, jsonb),
  public.product_history(uuid), public.product_stock(public.products), public.record_stock(uuid, jsonb)
  to authenticated;
