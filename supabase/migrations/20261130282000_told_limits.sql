DROP TRIGGER "limit_cart" ON "public"."cart_items";

ALTER TABLE "public"."cart_items" DROP CONSTRAINT "cart_items_quantity_range";

CREATE OR REPLACE FUNCTION private.find_limit_obstacle(name text, value integer)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when $2 is null or $2 < 1 then 'Enter a whole number of 1 or more'
    when $1 like '%\_percent' and $2 > 100 then 'A share is at most 100 percent'
    when $1 like '%\_hours' and $2 > 2160 then 'At most 2,160 hours, which are 90 days'
    when $1 !~ '_(percent|hours|kobo|cents)$' and $2 > 1000000 then 'At most 1,000,000'
    when $1 = 'member_reminder_hours' and $2 >= private.market_limit('member_expiry_hours')
      or $1 = 'guest_reminder_hours' and $2 >= private.market_limit('guest_expiry_hours')
      then 'The reminder goes out before the order ends: enter fewer hours than an unpaid order has'
    when $1 = 'member_expiry_hours' and $2 <= private.market_limit('member_reminder_hours')
      or $1 = 'guest_expiry_hours' and $2 <= private.market_limit('guest_reminder_hours')
      then 'The reminder goes out before the order ends: enter more hours than it waits'
  end
$function$;

CREATE OR REPLACE FUNCTION private.find_too_much(buyer_id uuid, phone text, device_hash text, items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  free_packs integer := private.market_limit(case when buyer_id is null then 'guest_hold_packs' else 'member_hold_packs' end);
  share integer := private.market_limit(case when buyer_id is null then 'guest_hold_percent' else 'member_hold_percent' end);
  sum_max bigint := private.market_limit(case when buyer_id is null then 'guest_hold_sum_kobo' else 'member_hold_sum_kobo' end);
  own_orders uuid[];
  wanted bigint;
  held bigint;
  lines jsonb;
begin
  if buyer_id is not null then
    own_orders := array(
      select id from public.orders
      where user_id = buyer_id and kind = 'marketplace' and status = 'pending'
        and payment_status in ('unpaid', 'claimed', 'underpaid'));
  else
    own_orders := array(select order_id from private.open_guest_orders($2, $3));
  end if;
  select coalesce(sum(total_kobo), 0) into held from public.order_items
  where order_id = any (own_orders) and (has_reserved_stock or is_released);
  select sum(line.quantity * line.price_kobo), jsonb_agg(jsonb_build_object('productId', line.product_id,
      'name', product.name, 'quantity', line.quantity, 'allowed', greatest(0, cap.packs - own.packs)) order by line.place)
      filter (where line.quantity + own.packs > cap.packs)
  into wanted, lines
  from private.read_market_lines(items) as line
  join public.products as product on product.id = line.product_id and product.stock is not null
  cross join lateral (
    select coalesce(sum(item.quantity), 0)::integer as packs,
      coalesce(sum(item.quantity) filter (where item.has_reserved_stock), 0)::integer as reserved
    from public.order_items as item
    where item.order_id = any (own_orders) and item.product_id = line.product_id
      and (item.has_reserved_stock or item.is_released)
  ) as own
  cross join lateral (
    select greatest(free_packs, (product.stock + own.reserved)::bigint * share / 100)::integer as packs
  ) as cap;
  if lines is null and coalesce(wanted, 0) + held <= sum_max then
    return null;
  end if;
  return jsonb_build_object('lines', coalesce(lines, '[]'), 'sumKobo', sum_max,
    'leftKobo', case when coalesce(wanted, 0) + held > sum_max then greatest(0, sum_max - held) end);
end $function$;

CREATE OR REPLACE FUNCTION private.limit_cart()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  limits jsonb := private.order_limits();
begin
  if (tg_op = 'INSERT' or new.quantity > old.quantity) and new.quantity > (limits ->> 'quantityMax')::integer then
    raise exception 'At most % of one product in a cart', to_char((limits ->> 'quantityMax')::integer, 'FM999,999,999')
      using errcode = '23514', hint = 'items';
  elsif tg_op = 'UPDATE' then
    return new;
  end if;
  -- One after the other, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || new.user_id, 0));
  if (select count(*) >= (limits ->> 'linesMax')::integer and not coalesce(bool_or(product_id = new.product_id), false)
      from public.cart_items where user_id = new.user_id) then
    raise exception 'At most % different products in one cart', limits ->> 'linesMax' using errcode = '23514', hint = 'items';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_buyer(order_id uuid, template text, more jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  policy private.mail_templates;
  own_mailbox text;
  recipient text;
  token text;
begin
  select * into strict current_order from public.orders where id = order_id;
  if current_order.is_demo then
    return null;
  end if;
  select * into strict policy from private.mail_templates where mail_templates.template = notify_buyer.template;
  select * into request from public.order_requests where order_requests.order_id = current_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = current_order.id;
  select email into own_mailbox from public.profiles where id = current_order.user_id;
  recipient := coalesce(request.email, contact.email, own_mailbox);
  if policy.limited = 'form' and not private.may_write_form_mail(recipient) then
    return null;
  end if;
  -- The form takes any address, a stranger's too: of what a buyer's own doing sends, a mailbox that nobody proved gets
  -- five in an hour from everybody together, and the account's own gets what is beyond.
  if recipient is distinct from own_mailbox
    and (policy.limited in ('new_order', 'order') or current_order.decline_code = 'withdrawn_by_buyer') then
    if policy.limited = 'new_order' then
      -- One after the other for each address, or many at once would all count the same few. Not for the others, which
      -- come from orders that are there: a withdrawal locks its products after this, a new order before.
      perform pg_advisory_xact_lock(hashtextextended('order mail ' || private.mailbox_of(recipient), 0));
    end if;
    if (select count(*) >= 5 from private.mail_outbox
        where private.mailbox_of(mail_outbox.recipient) in (private.mailbox_of(coalesce(request.email, contact.email)),
            private.erased_recipient(coalesce(request.email, contact.email)))
          and created_at > now() - interval '1 hour') then
      recipient := own_mailbox;
    end if;
  end if;
  if recipient is null then
    return null;
  end if;
  if current_order.kind = 'marketplace' and current_order.user_id is null then
    token := private.make_token();
    insert into private.order_guest_links (token_hash, order_id, expires_at)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), current_order.id,
      now() + case when template = 'order_link_again' then private.link_again_period() else private.guest_link_period() end);
  end if;
  return private.enqueue_mail(template, recipient, jsonb_strip_nulls(more || jsonb_build_object(
    'order_id', current_order.id,
    'code', current_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', current_order.crop_type, 'quantity', current_order.quantity_text, 'unit', current_order.unit,
    'reason', case when template = 'order_reopened' then (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = current_order.id order by event.id desc limit 1)
      else current_order.decline_reason end,
    'decline_code', current_order.decline_code, 'total_kobo', current_order.total_amount_kobo,
    -- The day is left out of a delivery that comes later than agreed: staff name another one.
    'delivery', (select case when said ->> 'kind' <> 'collect' and private.end_of_day((said ->> 'day')::date) <= now() then said - 'day' else said end
      from private.describe_delivery(current_order.id) as said),
    'vat', current_order.vat_lines,
    'currency', case when current_order.total_amount_kobo is not null then current_order.currency end,
    'expires_at', current_order.expires_at, 'price_locked_until', current_order.price_locked_until,
    'payment_status', case when current_order.kind = 'marketplace' then current_order.payment_status end,
    'goods_released', nullif(current_order.stock_released_at is not null and current_order.status = 'pending', false),
    'refund_due_kobo', nullif(current_order.refund_due_kobo, 0), 'fulfilment_status', nullif(current_order.fulfilment_status, 'none'),
    'contract', case when current_order.kind = 'bulk' then private.contract_in_mail(current_order, recipient is not distinct from own_mailbox) end,
    'due', private.describe_due(current_order),
    'payment', case when policy.has_payment_account then private.payment_block(current_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo,
        'taken_off_kobo', nullif(refund_kobo - coalesce((
          select sum(transfer.amount_minor) from private.ledger_transfers as transfer
          where transfer.order_id = dispute.order_id and transfer.source_table = 'order_disputes' and transfer.source_id = dispute.id::text
            and transfer.credit_account = 'refundable'), 0)::bigint, 0),
        -- The time of the transaction that answered it.
        'credit_note', (select document.number from public.order_documents as document
          join public.order_credits as credit on credit.id = document.credit_id
          where credit.order_id = dispute.order_id and credit.kind = 'complaint' and credit.created_at = dispute.resolved_at
          order by document.issued_at desc limit 1),
        'received_kobo', private.paid_kobo(current_order.id), 'net_kobo', private.net_kobo(current_order))
      from public.order_disputes as dispute where dispute.order_id = current_order.id and resolved_at is not null
      order by resolved_at desc limit 1) end,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || current_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, current_order.id, extract(epoch from current_order.reopened_at))
  end);
end $function$;

CREATE OR REPLACE FUNCTION private.order_limits()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('linesMax', private.market_limit('order_lines_max'), 'quantityMax', private.market_limit('line_quantity_max'),
    'priceLockHours', private.market_limit('price_lock_hours'), 'quoteWaitHours', private.market_limit('quote_wait_hours'))
$function$;

CREATE OR REPLACE FUNCTION private.time_to_pay(buyer_id uuid)
 RETURNS interval
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select make_interval(hours => private.market_limit(case when buyer_id is null then 'guest_expiry_hours' else 'member_expiry_hours' end))
$function$;

CREATE OR REPLACE FUNCTION public.delivery_options(items jsonb, state text, lga text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  grams bigint;
begin
  if jsonb_typeof(items) is distinct from 'array'
    or jsonb_array_length(items) not between 1 and private.market_limit('order_lines_max')
    or char_length(coalesce(state, '')) > 0 and char_length(state) not between 2 and 100 or char_length(lga) > 100
    or exists (
      select from jsonb_array_elements(items) as item
      where not private.is_uuid(item ->> 'productId')
        or coalesce(item ->> 'quantity', '') !~ '^[1-9][0-9]{0,6}$'
        or coalesce(item ->> 'priceKobo', '0') !~ '^[0-9]{1,15}$')
  then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  grams := private.basket_grams(items);
  return private.add_vat_to_options(private.price_delivery(grams, coalesce(state, ''), lga), items)
    || jsonb_build_object('limits', private.order_limits())
    || case when coalesce(state, '') = '' then jsonb_build_object('fromKobo', private.cheapest_delivery(grams)) else '{}' end;
end $function$;

CREATE OR REPLACE FUNCTION public.merge_cart(items jsonb)
 RETURNS SETOF public.cart_items
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  limits jsonb := private.order_limits();
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > greatest(100, 2 * (limits ->> 'linesMax')::integer) then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  -- Before the lines are counted, as everybody who adds to a cart.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || (select auth.uid()), 0));
  insert into public.cart_items (user_id, product_id, quantity, seen_price_kobo)
  select (select auth.uid()), brought.id, least(greatest(brought.quantity, 1), (limits ->> 'quantityMax')::integer), brought.price_kobo
  from (
    select product.id, max(line."quantity") as quantity, max(coalesce(line."priceKobo", product.price_kobo)) as price_kobo, held.is_held,
      row_number() over (partition by held.is_held order by min(line."place")) as place
    from rows from (jsonb_to_recordset(items) as ("productId" uuid, "quantity" integer, "priceKobo" bigint)) with ordinality
      as line ("productId", "quantity", "priceKobo", "place")
    join public.products as product on product.id = line."productId" and product.status = 'published'
    cross join lateral (select exists (
      select from public.cart_items as own where own.user_id = (select auth.uid()) and own.product_id = product.id) as is_held) as held
    group by product.id, held.is_held
  ) as brought
  where brought.is_held or brought.place <= (limits ->> 'linesMax')::integer
    - (select count(*) from public.cart_items as own where own.user_id = (select auth.uid()))
  on conflict (user_id, product_id) do update
    set quantity = greatest(cart_items.quantity, excluded.quantity), seen_price_kobo = excluded.seen_price_kobo;
  return query select * from public.cart_items where user_id = (select auth.uid()) order by created_at, product_id;
end $function$;

CREATE OR REPLACE FUNCTION public.save_cart(items jsonb)
 RETURNS SETOF public.cart_items
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  limits jsonb := private.order_limits();
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > greatest(100, 2 * (limits ->> 'linesMax')::integer) then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  -- Before the rows that it deletes, as everybody who adds to a cart: nobody waits in a circle.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || (select auth.uid()), 0));
  delete from public.cart_items
  using jsonb_to_recordset(items) as line ("productId" uuid, "quantity" integer)
  where user_id = (select auth.uid()) and product_id = line."productId" and coalesce(line."quantity", 0) < 1;
  insert into public.cart_items (user_id, product_id, quantity, seen_price_kobo)
  select (select auth.uid()), product.id, least(max(line."quantity"), (limits ->> 'quantityMax')::integer), max(coalesce(line."priceKobo", product.price_kobo))
  from jsonb_to_recordset(items) as line ("productId" uuid, "quantity" integer, "priceKobo" bigint)
  join public.products as product on product.id = line."productId" and product.status = 'published'
  where line."quantity" > 0
  group by product.id
  on conflict (user_id, product_id) do update
    set quantity = excluded.quantity, seen_price_kobo = excluded.seen_price_kobo;
  return query select * from public.cart_items where user_id = (select auth.uid()) order by created_at, product_id;
end $function$;

ALTER TABLE "public"."cart_items" ADD CONSTRAINT "cart_items_quantity_positive" CHECK ((quantity > 0));

CREATE TRIGGER limit_cart BEFORE INSERT OR UPDATE OF quantity ON public.cart_items FOR EACH ROW EXECUTE FUNCTION private.limit_cart();

REVOKE ALL ON FUNCTION "private"."order_limits"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."order_limits"() TO "authenticated";
