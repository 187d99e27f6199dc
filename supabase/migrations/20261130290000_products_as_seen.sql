CREATE OR REPLACE FUNCTION private.find_number_setter(product_id uuid, number text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.record_product_numbers(old public.products, new public.products)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_unseen_change(product public.products, changes jsonb, seen jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.change_product(product_id uuid, changes jsonb, seen jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "public"."change_product"(uuid, jsonb, jsonb) FROM "service_role";

CREATE OR REPLACE FUNCTION public.record_stock(product_id uuid, movement jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "private"."find_number_setter"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_unseen_change"(public.products, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_unseen_change"(public.products, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_product"(uuid, jsonb, jsonb) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."change_product"(uuid, jsonb, jsonb) TO "authenticated";
