DROP TRIGGER "audit_change" ON "public"."letters_of_credit";

ALTER TABLE "public"."letters_of_credit" ADD COLUMN "step_back_reason" text;

CREATE OR REPLACE FUNCTION private.before_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    new.code := private.give_order_code(new.code);
    new.sort_name := coalesce(new.sort_name, private.find_buyer_name(new.id, new.user_id));
    perform private.refuse_secrets('credit_terms_reason', null, new.credit_terms_reason);
    return new;
  end if;
  new.updated_at := now();
  if new.user_id is distinct from old.user_id then new.sort_name := private.find_buyer_name(new.id, new.user_id); end if;
  -- Most updates (reminders, claims, clocks) change none of these columns, and no step below applies to them.
  if (new.status, new.payment_status, new.fulfilment_status, new.decline_reason, new.credit_terms_reason, new.reopened_at)
    is not distinct from
    (old.status, old.payment_status, old.fulfilment_status, old.decline_reason, old.credit_terms_reason, old.reopened_at)
  then
    return new;
  end if;
  -- Who may decide, and which step: reopening goes back, which private.decide never allows.
  if new.reopened_at is distinct from old.reopened_at then new := private.reopen(old, new);
  else new := private.decide('orders', old, new);
  end if;
  -- Approve, of the marketplace only: its money has arrived and its goods are still reserved.
  if old.status = 'pending' and new.status = 'approved' and new.kind = 'marketplace' then
    new := private.require_money_for_approval(new);
    perform private.require_day_to_come(new.id);
  end if;
  -- Complete: it is paid, or on credit terms.
  if old.status <> 'completed' and new.status = 'completed' then perform private.require_payment(new); end if;
  -- Every change: payment and fulfilment follow the status.
  new := private.couple_order_axes(old, new);
  -- Decline: what was received goes back.
  if old.status <> 'declined' and new.status = 'declined' then new.refund_due_kobo := private.received_kobo(new.id); end if;
  -- Credit terms: who may give them, and when.
  if new.credit_terms_reason is distinct from old.credit_terms_reason then
    perform private.guard_credit_terms(old, new);
    perform private.refuse_secrets('credit_terms_reason', old.credit_terms_reason, new.credit_terms_reason);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.couple_order_axes(old public.orders, new public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'declined' and old.status <> 'declined' then
    new.payment_status := private.payment_once_declined(old);
    new.fulfilment_status := old.fulfilment_status;
  end if;
  -- What counts on the money that is recorded: approving, completing, and each step in which goods leave.
  if old.status = 'pending' and new.status = 'approved' or old.status = 'approved' and new.status = 'completed'
    or new.fulfilment_status is distinct from old.fulfilment_status and new.fulfilment_status in ('preparing', 'dispatched')
  then
    perform private.refuse_while_less_may_have_come(new.id);
  end if;
  perform private.require_axis_step('payment', old.payment_status, new.payment_status);
  perform private.require_axis_step('fulfilment', old.fulfilment_status, new.fulfilment_status);
  if new.fulfilment_status is distinct from old.fulfilment_status
    and new.fulfilment_status in ('preparing', 'dispatched')
    and (new.status not in ('approved', 'completed') or private.is_paid_enough(new) is not true)
  then
    raise exception '%', case when private.letter_is_issued(new.id) then 'Goods leave when the order is approved and its payment is confirmed'
      else 'Goods leave when the order is approved and its letter of credit is issued' end
      using errcode = '23514', hint = 'fulfilment_status';
  end if;
  if new.status = 'completed' and old.status <> 'completed' and new.kind = 'marketplace'
    and new.fulfilment_status <> 'delivered'
  then
    raise exception 'The goods of this order are not delivered yet' using errcode = '23514', hint = 'fulfilment_status';
  end if;
  if new.fulfilment_status = 'delivered' and old.fulfilment_status = 'dispatched' then
    new.delivered_at := now();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.expire_market_orders(batch integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid'
      and (expires_at <= now() or awaits_delivery and expires_at is null
        and created_at <= now() - make_interval(hours => private.market_limit('quote_wait_hours')))
      and not private.has_money_waiting(id)
    order by user_id is not null, expires_at
    limit batch for update skip locked);
  due_id uuid;
begin
  perform private.lock_reserved_products(due_ids);
  foreach due_id in array due_ids loop
    perform private.apply_order_event(due_id, 'expire', (
      select case when not awaits_delivery then 'No payment arrived in time'
        when expires_at is null then 'We could not tell you in time what its delivery costs, and we are sorry'
        else 'Our price for the delivery was not answered in time' end
      from public.orders where id = due_id) || ', so the goods are for sale again. You are welcome to order again.', 'payment_expired');
  end loop;
  return cardinality(due_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.has_room(zone public.delivery_zones, day date, grams bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select ((zone).capacity_kg is null or coalesce(sum(taken.weight_grams), 0) + has_room.grams <= (zone).capacity_kg::bigint * 1000)
    and ((zone).capacity_orders is null or count(*) < (zone).capacity_orders)
  from public.order_deliveries as taken join public.orders on orders.id = taken.order_id
  where taken.zone_id = (zone).id and taken.day = has_room.day and orders.status <> 'declined'
$function$;

CREATE OR REPLACE FUNCTION private.letter_is_issued(order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not private.has_letter_of_credit($1) or exists (select from public.letters_of_credit as letter
    where letter.order_id = $1 and letter.status in ('issued', 'documents_presented', 'paid'))
$function$;

CREATE OR REPLACE FUNCTION private.release_claimed_stock(batch integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status in ('claimed', 'underpaid') and not awaits_delivery
      and stock_released_at is null and not private.has_money_waiting(id)
      and case when private.credited_kobo(id) = 0 then payment_status = 'claimed' and claim_holds_until <= now()
        else credit_terms_reason is null and private.part_paid_hold(id) <= now() end
    order by created_at
    limit batch for update skip locked);
  due_id uuid;
begin
  perform private.lock_reserved_products(due_ids);
  perform private.put_back_stock(due_ids, true);
  update public.orders set stock_released_at = now() where id = any (due_ids);
  foreach due_id in array due_ids loop
    perform private.notify_buyer(due_id,
      case when private.credited_kobo(due_id) = 0 then 'order_payment_not_seen' else 'order_payment_rest_not_seen' end);
  end loop;
  return cardinality(due_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.require_day_to_come(order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.order_deliveries as delivery
    where delivery.order_id = $1 and delivery.kind <> 'collect' and delivery.day < (now() at time zone 'Africa/Lagos')::date)
  then
    raise exception 'The day of its delivery has passed. Name another one first.' using errcode = '23514', hint = 'delivery_day';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.zone_days(zone public.delivery_zones, grams bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(open.day order by open.day), '[]')
  from (
    select calendar.day::date as day
    from (select (now() at time zone 'Africa/Lagos')::date + (zone).cutoff_days as first) as begins,
      generate_series(begins.first, begins.first + 27, interval '1 day') as calendar (day)
    where extract(isodow from calendar.day)::smallint = any ((zone).weekdays)
      and ((zone).capacity_kg is null and (zone).capacity_orders is null or private.has_room(zone, calendar.day::date, zone_days.grams))
    order by calendar.day
    limit 6
  ) as open
$function$;

CREATE OR REPLACE FUNCTION public.change_delivery_day(order_id uuid, expected date, day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'Africa/Lagos')::date;
  own public.orders;
  chosen public.order_deliveries;
  zone public.delivery_zones;
  contact public.order_contacts;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to change the day of a delivery' using errcode = '42501';
  elsif private.is_own_record('orders', change_delivery_day.order_id) then
    raise exception 'Somebody else must change the day of your own order' using errcode = '42501', hint = 'own_record';
  end if;
  select * into own from public.orders where id = change_delivery_day.order_id for update;
  select * into chosen from public.order_deliveries as delivery where delivery.order_id = own.id;
  if own.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif chosen.day is null or own.awaits_delivery or own.status not in ('pending', 'approved') or own.fulfilment_status not in ('none', 'preparing', 'dispatched')
  then
    raise exception 'The day of this delivery is not open any more' using errcode = '23514', hint = 'day';
  elsif chosen.day is distinct from expected then
    raise exception 'Somebody else has changed this order. Please look again.' using errcode = 'PT409';
  elsif coalesce(change_delivery_day.day not between today and today + 180, true) then
    raise exception 'Say on which day it is delivered, from today on' using errcode = '23514', hint = 'day';
  elsif change_delivery_day.day = chosen.day then
    return;
  end if;
  select * into zone from public.delivery_zones where id = chosen.zone_id;
  if zone.capacity_kg is not null or zone.capacity_orders is not null then
    perform pg_advisory_xact_lock(hashtextextended(concat('delivery day ', zone.id, ' ', change_delivery_day.day), 0));
    if not private.has_room(zone, change_delivery_day.day, chosen.weight_grams) then
      raise exception 'That day is full. Choose another one, or raise what the zone takes in a day.' using errcode = '23514', hint = 'day';
    end if;
  end if;
  update public.order_deliveries as delivery set day = change_delivery_day.day where delivery.order_id = own.id;
  update public.orders set delivers_from = change_delivery_day.day, delivers_until = change_delivery_day.day where id = own.id;
  perform private.record_audit('change_delivery_day', 'orders', own.id::text, jsonb_build_object('day', chosen.day),
    jsonb_build_object('day', change_delivery_day.day));
  perform private.notify_buyer(own.id, 'order_delivery_day', jsonb_build_object('day_before', chosen.day));
  select * into contact from public.order_contacts where order_contacts.order_id = own.id;
  if own.user_id is null and contact.email is null and not own.is_demo then
    perform private.enqueue_sms('order_delivery_day', contact.phone, jsonb_build_object('code', own.code, 'day', change_delivery_day.day));
  end if;
end $function$;

REVOKE ALL ON FUNCTION "public"."change_delivery_day"(uuid, date, date) FROM "service_role";

CREATE OR REPLACE FUNCTION public.place_market_order(request jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer_id uuid := private.buyer_in(context);
  attempt uuid := (context ->> 'idempotencyKey')::uuid;
  link_hash text := case when buyer_id is null then context ->> 'trackingTokenHash' end;
  answers jsonb;
  changed_lines jsonb;
  too_much jsonb;
  delivery jsonb;
  goods jsonb;
  goods_kobo bigint;
  goods_vat_kobo bigint;
  delivery_vat_kobo bigint;
  created public.orders;
begin
  if attempt is null then
    raise exception 'idempotencyKey is required' using errcode = '23502';
  elsif buyer_id is null and coalesce(link_hash, '') !~ '^[0-9a-f]{64}$' then
    raise exception 'trackingTokenHash is required' using errcode = '23502';
  end if;
  -- The same attempt at the same time: one after the other, and the second one gets the first one's answer.
  perform pg_advisory_xact_lock(hashtextextended('market order ' || attempt, 0));
  -- Each of the two is found by an index that has to be there; `is not distinct from` is found by none.
  select * into created from public.orders
  where idempotency_key = attempt and kind = 'marketplace'
    and (user_id = buyer_id or (user_id is null and buyer_id is null));
  if found then
    if buyer_id is null and not exists (
      select from private.order_guest_links where token_hash = link_hash and order_id = created.id
    ) then
      raise exception 'This attempt was another one' using errcode = '23505';
    elsif not private.is_same_order(created, request) then
      raise exception 'This order was sent before with other contents, as %. Nothing was changed. Please send it once more.', created.code
        using errcode = 'PT409';
    end if;
    return private.describe_market_order(created, false);
  end if;

  answers := private.check_form('market_order', request -> 'contact');
  perform private.check_market_lines(request -> 'items');
  if private.has_too_many_open_orders(buyer_id, answers ->> 'phone', context ->> 'deviceHash') then
    return jsonb_build_object('ok', false, 'code', 'too_many_open_orders');
  end if;

  -- Locked in one order, so that two carts with the same products wait for each other instead of for ever; looked at
  -- afterwards, in a statement that sees what the waiting let happen.
  perform from public.products
  where id in (select product_id from private.read_market_lines(request -> 'items')) and stock is not null
  order by id for no key update;
  -- Class of VAT and price are read in more than one statement below, and are the same in each.
  perform from public.products
  where id in (select product_id from private.read_market_lines(request -> 'items')) and stock is null
  order by id for share;
  -- Summed before stock and price are read: what changes from here on is either seen by that read, or not charged.
  goods := private.vat_of_basket(request -> 'items');
  select jsonb_agg(jsonb_build_object('productId', line.product_id, 'name', product.name,
    'isAvailable', coalesce(product.status = 'published', false), 'priceKobo', product.price_kobo,
    'seenPriceKobo', line.price_kobo, 'stock', product.stock, 'quantity', line.quantity) order by line.place)
  into changed_lines
  from private.read_market_lines(request -> 'items') as line
  left join public.products as product on product.id = line.product_id and product.status = 'published'
  where product.id is null or product.price_kobo <> line.price_kobo or product.stock < line.quantity;
  if changed_lines is not null then
    return jsonb_build_object('ok', false, 'code', 'lines_changed', 'lines', changed_lines);
  end if;
  too_much := private.find_too_much(buyer_id, answers ->> 'phone', context ->> 'deviceHash', request -> 'items');
  if too_much is not null then
    return jsonb_build_object('ok', false, 'code', 'too_much_unpaid') || too_much;
  end if;
  -- Priced here once more, whatever the page said.
  delivery := private.choose_delivery(request -> 'delivery', request -> 'items', answers ->> 'state', answers ->> 'lga');
  if delivery ? 'code' then
    return delivery;
  end if;
  goods_kobo := private.sum_of(goods, 'amountKobo');
  goods_vat_kobo := private.sum_of(goods, 'vatKobo');
  delivery_vat_kobo := private.vat_of_delivery(coalesce((delivery ->> 'priceKobo')::bigint, 0), goods_kobo, goods_vat_kobo,
    (now() at time zone 'Africa/Lagos')::date);
  if coalesce(request ->> 'vatKobo', '0') !~ '^[0-9]{1,15}$' then
    raise exception 'This is no amount of VAT' using errcode = '22023', hint = 'vatKobo';
  elsif (request ->> 'vatKobo')::bigint <> goods_vat_kobo + delivery_vat_kobo then
    return private.answer_delivery_changed(request -> 'items', answers ->> 'state', answers ->> 'lga');
  end if;

  if buyer_id is not null then
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
  end if;
  insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, total_amount_kobo,
    delivery_kobo, vat_kobo, vat_lines, awaits_delivery, delivery_address, special_requirements, idempotency_key, expires_at, price_locked_until,
    delivers_from, delivers_until, holds_much, sort_name)
  select buyer_id, 'marketplace', left(string_agg(product.name, ', ' order by line.place), 200), sum(line.quantity),
    sum(line.quantity)::text, 'Packs',
    goods_kobo + coalesce((delivery ->> 'priceKobo')::bigint, 0) + goods_vat_kobo + delivery_vat_kobo,
    coalesce((delivery ->> 'priceKobo')::bigint, 0), goods_vat_kobo + delivery_vat_kobo,
    private.describe_vat_lines(goods, coalesce((delivery ->> 'priceKobo')::bigint, 0), delivery_vat_kobo,
      (now() at time zone 'Africa/Lagos')::date),
    delivery ->> 'kind' = 'quote',
    concat_ws(', ', answers ->> 'address', answers ->> 'lga', answers ->> 'state'), nullif(answers ->> 'remarks', ''),
    attempt,
    -- Where delivery is quoted first, the hours begin with the accepted quote.
    case when delivery ->> 'kind' <> 'quote' then now() + private.time_to_pay(buyer_id) end,
    case when delivery ->> 'kind' <> 'quote' then now() + make_interval(hours => private.market_limit('price_lock_hours')) end,
    (delivery ->> 'date')::date, (delivery ->> 'date')::date,
    coalesce(bool_or(line.quantity::bigint * 4 > product.stock), false), lower(answers ->> 'name')
  from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id
  returning * into created;
  with item as (
    insert into public.order_items (order_id, position, product_id, product_name, farmer_name, pack_amount, pack_unit,
      price_kobo, quantity, has_reserved_stock, vat_class, vat_rate_bp, vat_reason)
    select created.id, line.place, product.id, product.name, product.farmer_name, product.pack_amount, product.pack_unit,
      line.price_kobo, line.quantity, product.stock is not null, product.vat_class, rate.rate_bp, rate.reason
    from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id
    left join private.vat_on() as rate on rate.vat_class = product.vat_class
    returning product_id, quantity, has_reserved_stock
  )
  insert into public.stock_movements (product_id, reason, available_change, reserved_change, order_id)
  select product_id, 'reserved', - quantity, quantity, created.id from item where has_reserved_stock;
  perform private.record_stock_here(true);
  update public.products set stock = stock - item.quantity
  from public.order_items as item
  where item.order_id = created.id and products.id = item.product_id and item.has_reserved_stock;
  perform private.record_stock_here(false);
  insert into public.order_contacts (order_id, name, phone, email, state, lga, device_hash)
  values (created.id, answers ->> 'name', answers ->> 'phone', nullif(answers ->> 'email', ''), answers ->> 'state',
    answers ->> 'lga', case when buyer_id is null then context ->> 'deviceHash' end);
  perform private.store_delivery(created.id, delivery, delivery_vat_kobo);
  if buyer_id is null then
    insert into private.order_guest_links (token_hash, order_id) values (link_hash, created.id);
  end if;
  perform private.notify_buyer(created.id, 'order_placed');
  return private.describe_market_order(created, true);
end $function$;

CREATE OR REPLACE FUNCTION public.set_letter_of_credit(order_id uuid, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant text[] := '{awaited,draft_received,issued,documents_presented,paid}';
  current_order public.orders;
  letter public.letters_of_credit;
  written public.letters_of_credit;
  next_status text := details ->> 'status';
  bank text := nullif(private.clean_line(details ->> 'advisingBank'), '');
  documents_named text := nullif(private.clean_text(details ->> 'documents'), '');
  why text := nullif(private.clean_line(details ->> 'reason'), '');
  steps integer;
begin
  perform private.require_record_work('orders');
  perform private.require_admin_right('orders', 'decide');
  select * into current_order from public.orders where id = set_letter_of_credit.order_id for update;
  if current_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(current_order) then
    raise exception 'Somebody else must see to your own order' using errcode = '42501';
  elsif not private.has_letter_of_credit(current_order.id) then
    raise exception 'No letter of credit was agreed on for this order' using errcode = '23514', hint = 'status';
  elsif current_order.status = 'declined' then
    raise exception 'This order has ended' using errcode = '23514', hint = 'status';
  elsif char_length(documents_named) not between 2 and 2000 then
    raise exception 'Name the documents in 2 to 2,000 characters' using errcode = '23514', hint = 'documents';
  end if;
  insert into public.letters_of_credit (order_id) values (current_order.id) on conflict on constraint letters_of_credit_pkey do nothing;
  select * into letter from public.letters_of_credit as one where one.order_id = current_order.id for update;
  next_status := coalesce(next_status, letter.status);
  steps := array_position(known, next_status) - array_position(known, letter.status);
  if bank is not null and bank is distinct from letter.advising_bank then
    raise exception 'The advising bank is that of our account in this currency, which two people change together'
      using errcode = '42501', hint = 'advisingBank';
  elsif steps is null or steps < 0 and next_status is distinct from (case letter.status when 'draft_received' then 'awaited'
    when 'issued' then case when letter.draft_path is null then 'awaited' else 'draft_received' end when 'documents_presented' then 'issued' end)
  then
    raise exception 'It goes forward, or one step back' using errcode = '23514', hint = 'status';
  elsif steps < 0 and coalesce(char_length(why), 0) not between 5 and 300 then
    raise exception 'Say in 5 to 300 characters why it goes back' using errcode = '23514', hint = 'reason';
  elsif next_status = 'paid' and letter.status <> 'paid' then
    perform private.require_strong_right('payments.confirm');
    -- What a complaint took off or sent back since changes nothing about it.
    if current_order.status = 'declined' or private.paid_kobo(current_order.id) <= 0 or private.balance_kobo(current_order.id) > 0 then
      raise exception 'The money is not confirmed yet: it is found on the statement first' using errcode = '23514', hint = 'status';
    end if;
  end if;
  update public.letters_of_credit as one set status = next_status,
    advising_bank = case when details ? 'advisingBank' then bank else one.advising_bank end,
    documents = case when details ? 'documents' then documents_named else one.documents end,
    step_back_reason = case when steps < 0 then why else one.step_back_reason end
  where one.order_id = current_order.id returning * into written;
  if (written.status, written.advising_bank, written.documents) is distinct from (letter.status, letter.advising_bank, letter.documents) then
    perform private.notify_buyer(current_order.id, 'order_credit_letter', jsonb_build_object('credit', jsonb_build_object(
      'status', written.status, 'documents', written.documents,
      'bank', coalesce(written.advising_bank, private.bank_in_words(current_order.currency)))));
  end if;
end $function$;

ALTER TABLE "public"."letters_of_credit" ADD CONSTRAINT "letters_of_credit_step_back_reason_length" CHECK (((char_length(step_back_reason) >= 5) AND (char_length(step_back_reason) <= 300)));

CREATE TRIGGER audit_change AFTER INSERT OR UPDATE ON public.letters_of_credit FOR EACH ROW EXECUTE FUNCTION private.audit_change('all', 'order_id', 'status,advising_bank,documents,draft_path,step_back_reason');

COMMENT ON COLUMN "public"."letters_of_credit"."advising_bank" IS 'Null: the bank of our account in the currency of the order. Named for one order by staff until 30 November 2026; nobody names another one since.';

COMMENT ON COLUMN "public"."letters_of_credit"."step_back_reason" IS 'Why its status went back last.';

REVOKE ALL ON FUNCTION "private"."has_room"(public.delivery_zones, date, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."letter_is_issued"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_day_to_come"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_delivery_day"(uuid, date, date) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."change_delivery_day"(uuid, date, date) TO "authenticated";

CREATE OR REPLACE FUNCTION private.is_paid_enough(candidate public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (candidate).payment_status in ('confirmed', 'overpaid') or (candidate).credit_terms_reason is not null
    or ((candidate).payment_status in ('unpaid', 'claimed', 'underpaid') and exists (
      select from public.order_instalments as part where part.order_id = (candidate).id
      having private.credited_kobo((candidate).id) >= sum(case due when 'in_advance' then amount_kobo else 0 end)
    ) and private.letter_is_issued((candidate).id))
$function$;

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo, name) values ('order_delivery_day', '{email,sms}', 'orders', 'notice', null, 'always', 'false', null, 'false', 'Another day of delivery');

insert into private.market_limits (name, value) values ('quote_wait_hours', '168');
