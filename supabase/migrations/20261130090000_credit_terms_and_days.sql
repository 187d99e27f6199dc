DROP INDEX "public"."orders_unpaid_idx";

DROP VIEW "private"."disputes_list";

DROP VIEW "private"."payments_list";

DROP VIEW "private"."quotes_list";

DROP VIEW "private"."orders_list";

DROP FUNCTION "private"."reserve_again"(uuid);

CREATE OR REPLACE FUNCTION private.answer_dispute(current_order public.orders, resolution text, note text, granted_kobo bigint, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  dispute public.order_disputes := private.open_dispute(current_order.id);
  owed bigint := private.balance_kobo(current_order.id);
begin
  if granted_kobo > owed and current_order.payment_status = 'claimed' then
    raise exception 'The buyer says that the rest is paid. Decide on that first: what is granted is more than what is still open.'
      using errcode = '23514', hint = 'claim';
  end if;
  current_order := private.apply_order_event(current_order.id, case
    when answer_dispute.resolution = 'rejected' then 'reject_dispute'
    when answer_dispute.resolution = 'replaced' then 'replace_disputed'
    when granted_kobo > owed then 'refund_disputed'
    when granted_kobo = owed then 'credit_disputed_in_full'
    else 'credit_disputed' end);
  if granted_kobo is not null then
    perform private.grant_complaint(current_order, granted_kobo, dispute.id, recorded_by, second_by);
    select * into current_order from public.orders where id = current_order.id;
  end if;
  update public.order_disputes as answered set resolution = answer_dispute.resolution, resolution_note = note,
    refund_kobo = granted_kobo, resolved_by = recorded_by, resolved_at = now()
  where answered.id = dispute.id;
  return private.describe_market_order(current_order, false);
end $function$;

CREATE OR REPLACE FUNCTION private.describe_lines(order_id uuid, quote_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select jsonb_agg(jsonb_build_object('name', product_name, 'detail', farmer_name, 'quantity', quantity::text,
        'unit', trim_scale(pack_amount) || ' ' || pack_unit, 'priceKobo', price_kobo, 'totalKobo', total_kobo, 'vatRateBp', vat_rate_bp, 'vatClass', vat_class) order by position)
      || coalesce((select jsonb_build_array(jsonb_build_object('name', 'Delivery', 'detail', delivery.name, 'quantity', '1', 'unit', '',
          'priceKobo', delivery.price_kobo, 'totalKobo', delivery.price_kobo, 'kind', 'delivery'))
        from public.order_deliveries as delivery
        where delivery.order_id = $1 and (delivery.kind = 'deliver' or delivery.accepted_at is not null)), '[]')
      from public.order_items as item where item.order_id = $1),
    (select jsonb_agg(private.describe_quote_line(line) order by line.position)
      from public.quote_lines as line join public.quotes as quote on quote.id = line.quote_id
      where quote.order_id = $1 and case when $2 is null then quote.status = 'accepted' else quote.id = $2 end),
    (select jsonb_agg(jsonb_build_object('name', product, 'detail', null, 'quantity', quantity_text, 'unit', unit,
        'priceKobo', null, 'totalKobo', null) order by position)
      from (
        select 1 as position, crop_type as product, quantity_text, unit from public.orders where id = $1
        union all
        select line.position, line.product, line.quantity_text, line.unit
        from public.order_request_lines as line where line.order_id = $1
      ) as requested))
$function$;

CREATE OR REPLACE FUNCTION private.expire_market_orders(batch integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and credit_terms_reason is null
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
        when (select chosen.quoted_at is null from public.order_deliveries as chosen where chosen.order_id = due_id)
          then 'We could not tell you in time what its delivery costs, and we are sorry'
        else 'Our price for the delivery was not answered in time' end
      from public.orders where id = due_id) || ', so the goods are for sale again. You are welcome to order again.', 'payment_expired');
  end loop;
  return cardinality(due_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.find_changed_prices(own public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(jsonb_build_object('productId', product.id, 'name', item.product_name, 'quantity', item.quantity,
    'seenPriceKobo', item.price_kobo, 'priceKobo', product.price_kobo) order by item.position)
  from public.order_items as item join public.products as product on product.id = item.product_id
  where item.order_id = (own).id and (own).price_locked_until < now() and product.price_kobo <> item.price_kobo
    and (own).status = 'pending' and (own).credit_terms_reason is null
$function$;

CREATE OR REPLACE FUNCTION private.follow_receipt(current_order public.orders, is_correction boolean DEFAULT false)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  had_to_go_back bigint := current_order.refund_due_kobo;
  owed bigint := private.balance_kobo(current_order.id);
  goes_back bigint := private.ledger_balance('refundable', current_order.id);
begin
  current_order := private.apply_order_event(current_order.id, case
    when current_order.status = 'declined' then 'pay_after_decline'
    when current_order.payment_status in ('refund_due', 'refunded') then 'pay_after_refund'
    when owed > 0 and is_correction and current_order.payment_status = 'claimed' then 'correct_to_short'
    -- Of an order whose delivery has no price yet, any sum is a part.
    when owed > 0 or current_order.awaits_delivery then 'pay_short'
    when goes_back = had_to_go_back then 'pay_exactly'
    else 'pay_over'
  end);
  update public.orders set
    refund_due_kobo = goes_back,
    stock_released_at = case
      when stock_released_at is null or status <> 'pending' then null
      when owed > 0 and private.part_paid_hold(id) <= now() then stock_released_at
      when owed > 0 and private.reserve_again(id, true) then null
      -- What is paid for has its goods, also while another day is to be named.
      when owed <= 0 and private.reserve_again(id) and not private.lost_its_day(id) then null
      else stock_released_at
    end
  where id = current_order.id
  returning * into current_order;
  return current_order;
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
  where taken.zone_id = (zone).id and taken.day = has_room.day and orders.status <> 'declined' and orders.stock_released_at is null
$function$;

CREATE OR REPLACE FUNCTION private.is_fully_paid(candidate public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (candidate).payment_status in ('confirmed', 'overpaid')
    or (candidate).payment_status in ('refund_due', 'refunded')
      and private.credited_kobo((candidate).id) >= (candidate).total_amount_kobo
$function$;

CREATE OR REPLACE FUNCTION private.is_lapsed(document public.order_documents)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when (document).kind in ('quote', 'contract') then exists (
    select from public.orders join public.quotes as quote on quote.order_id = orders.id
    where quote.id = (document).quote_id and (orders.status = 'declined'
      or not (quote.status = 'accepted' or (quote.status = 'open' and quote.expires_at > now())))
  ) when (document).kind = 'invoice' then exists (
    select from public.order_documents as note where note.cancels_id = (document).id
  ) else (document).kind = 'pro_forma' and exists (
    select from public.orders where orders.id = (document).order_id and (
      orders.status = 'declined'
      or case when jsonb_typeof((document).content -> 'account') = 'object'
        then (document).content -> 'account' is distinct from private.describe_account(orders)
          or ((document).content ->> 'totalKobo')::bigint is distinct from orders.total_amount_kobo
          or (orders.payment_status = 'unpaid' and orders.kind = 'marketplace' and orders.status = 'pending' and orders.expires_at <= now()
            and orders.credit_terms_reason is null)
        else not exists (
          select from public.quotes as quote
          where quote.order_id = orders.id and quote.total_kobo = ((document).content ->> 'totalKobo')::bigint
            -- Without a day it is that of a letter of credit, which was agreed.
            and case when (document).content ->> 'goodUntil' is null then quote.status = 'accepted'
              else private.utc_text(quote.expires_at) = (document).content ->> 'goodUntil'
                and (quote.status = 'accepted' or (quote.status = 'open' and quote.expires_at > now())) end)
      end)) end
$function$;

CREATE OR REPLACE FUNCTION private.is_nigeria(country text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.clean_line(country) ~* '(^|[^[:alpha:]])nigeria([^[:alpha:]]|$)|^(ng|nga)$'
$function$;

CREATE OR REPLACE FUNCTION private.is_paid_enough(candidate public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_fully_paid(candidate) or (candidate).credit_terms_reason is not null
    or ((candidate).payment_status in ('unpaid', 'claimed', 'underpaid') and exists (
      select from public.order_instalments as part where part.order_id = (candidate).id
      having private.credited_kobo((candidate).id) >= sum(case due when 'in_advance' then amount_kobo else 0 end)
    ) and private.letter_is_issued((candidate).id))
$function$;

CREATE OR REPLACE FUNCTION private.issue_order_documents(old public.orders, new public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  received bigint;
begin
  if new.total_amount_kobo > 0
    and not exists (select from public.order_documents where order_id = new.id and kind = 'invoice')
  then
    received := private.paid_kobo(new.id);
    perform private.issue_document(new.id, 'invoice', jsonb_build_object(
      'lines', private.describe_lines(new.id),
      'totalKobo', new.total_amount_kobo,
      'receivedKobo', received,
      'schedule', private.describe_schedule(new.id),
      'account', case when private.balance_kobo(new.id) > 0 then private.describe_account(new) end)
      || private.describe_order_credits(new.id) || private.vat_on_document(new.vat_lines));
  end if;
  if new.fulfilment_status = 'dispatched' and old.fulfilment_status <> 'dispatched' then
    perform private.issue_document(new.id, 'delivery_note', jsonb_build_object('lines', (
      select jsonb_agg(line - 'priceKobo' - 'totalKobo' - 'vatRateBp' - 'vatClass' order by place)
      from jsonb_array_elements(private.describe_lines(new.id)) with ordinality as input (line, place)
      where not line ? 'kind'))
      -- A delivery note names no price.
      || coalesce((select jsonb_build_object('delivery', said - 'priceKobo' - 'vatKobo') from private.describe_delivery(new.id) as said where said is not null), '{}')
      -- The quote names a contact without a number: the goods reach their buyer by that of who ordered.
      || coalesce((select jsonb_build_object('orderedBy', jsonb_build_object('name', request.contact_person, 'phone', request.phone))
        from public.order_requests as request join public.quotes as agreed on agreed.order_id = request.order_id
        where request.order_id = new.id and agreed.status = 'accepted' and agreed.buyer_contact is not null), '{}'));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_for_decisions(record_type text, ids uuid[], new_status text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if record_type = 'orders' then
    perform from public.orders where id = any (ids) order by id for no key update;
    if new_status = 'declined' then
      perform private.lock_reserved_products(ids);
    elsif new_status = 'approved' then
      perform from public.products
      where id in (select product_id from public.order_items where order_id = any (ids) and is_released) order by id for no key update;
    end if;
  elsif record_type = 'farmers' then
    perform from public.farmers where id = any (ids) order by id for no key update;
    perform from public.products where farmer_id = any (ids) order by id for no key update;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.lost_its_day(order_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.order_deliveries;
  zone public.delivery_zones;
begin
  select * into chosen from public.order_deliveries as delivery where delivery.order_id = $1;
  select * into zone from public.delivery_zones where id = chosen.zone_id;
  if chosen.day is null or coalesce(zone.capacity_kg, zone.capacity_orders) is null then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(concat('delivery day ', zone.id, ' ', chosen.day), 0));
  return not private.has_room(zone, chosen.day, chosen.weight_grams);
end $function$;

CREATE OR REPLACE FUNCTION private.payment_block(own public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('bank_name', account.bank_name, 'account_name', account.account_name,
    'account_number', account.account_number, 'bank_address', account.bank_address, 'swift_bic', account.swift_bic,
    'correspondent', account.correspondent, 'changed_at', account.effective_at,
    'due_kobo', due.kobo,
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = (own).id),
      (select phone from public.order_requests as bulk_request where bulk_request.order_id = (own).id)))
  from private.current_settlement_account('bank_account', (own).currency) as account
  cross join (select private.due_now_kobo(own) as kobo offset 0) as due
  where (own).status in ('pending', 'approved', 'completed') and (own).payment_status in ('unpaid', 'underpaid')
    and due.kobo > 0 and not private.has_letter_of_credit((own).id)
    and ((own).payment_status <> 'unpaid' or private.find_changed_prices(own) is null)
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
      and stock_released_at is null and credit_terms_reason is null and not private.has_money_waiting(id)
      and case when private.credited_kobo(id) = 0 then payment_status = 'claimed' and claim_holds_until <= now()
        else greatest(private.part_paid_hold(id), claim_holds_until) <= now() end
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

CREATE OR REPLACE FUNCTION private.remind_unpaid_orders(batch integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due public.orders;
  contact public.order_contacts;
  reminded integer := 0;
begin
  for due in
    select * from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and credit_terms_reason is null and reminded_at is null
      and (not awaits_delivery or exists (select from public.order_deliveries as offer join public.order_contacts as reached using (order_id)
        where offer.order_id = orders.id and offer.quoted_at is not null and (orders.user_id is not null or reached.email is not null)))
      and expires_at > now() and expires_at <= now() + make_interval(
        hours => private.market_limit(case when user_id is null then 'guest_reminder_hours' else 'member_reminder_hours' end))
    order by expires_at
    limit batch for update skip locked
  loop
    update public.orders set reminded_at = now() where id = due.id;
    select * into contact from public.order_contacts where order_id = due.id;
    if due.user_id is not null or contact.email is not null then
      perform private.notify_buyer(due.id, case when due.awaits_delivery then 'order_delivery_unanswered' else 'order_unpaid' end);
      reminded := reminded + 1;
    elsif not due.is_demo and private.enqueue_sms('order_unpaid', contact.phone,
        jsonb_build_object('code', due.code, 'expires_at', due.expires_at), 'sms:' || due.id || ':unpaid') is not null then
      reminded := reminded + 1;
    end if;
  end loop;
  return reminded;
end $function$;

CREATE OR REPLACE FUNCTION private.require_money_for_approval(new public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.awaits_delivery then
    raise exception 'The delivery of this order is not agreed yet' using errcode = '23514', hint = 'delivery';
  elsif new.payment_status not in ('confirmed', 'overpaid') and new.credit_terms_reason is null then
    raise exception 'This order can be approved when its payment is confirmed' using errcode = '23514', hint = 'payment_status';
  elsif new.stock_released_at is not null then
    if not private.reserve_again(new.id) then
      raise exception 'The goods of this order were sold to others before its money was found. Wait until there is stock again, or decline it and send the money back.'
        using errcode = '23514', hint = 'stock';
    elsif private.lost_its_day(new.id) then
      raise exception 'The day of its delivery was given to others before its money was found. Name another one first.'
        using errcode = '23514', hint = 'delivery_day';
    end if;
    new.stock_released_at := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.require_payment(new public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.total_amount_kobo is not null and not private.is_fully_paid(new) and new.credit_terms_reason is null then
    raise exception 'The payment of this order is not confirmed yet' using errcode = '23514', hint = 'payment_status';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.reserve_again(order_id uuid, with_day boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.products
  where id in (select product_id from public.order_items as item where item.order_id = $1 and item.is_released)
  order by id for no key update;
  if exists (
    select from public.order_items as item left join public.products as product on product.id = item.product_id
    where item.order_id = $1 and item.is_released and (product.id is null or product.stock < item.quantity)
  ) or with_day and private.lost_its_day($1) then
    return false;
  end if;
  perform private.record_stock_here(true);
  update public.products set stock = stock - item.quantity
  from public.order_items as item
  where item.order_id = $1 and item.is_released and products.id = item.product_id and products.stock is not null;
  perform private.record_stock_here(false);
  with again as (
    update public.order_items as item set is_released = false, has_reserved_stock = product.stock is not null
    from public.products as product
    where item.order_id = $1 and item.is_released and product.id = item.product_id
    returning item.product_id, item.quantity, item.has_reserved_stock
  )
  insert into public.stock_movements (product_id, reason, available_change, reserved_change, order_id)
  select product_id, 'reserved', - quantity, quantity, $1 from again where has_reserved_stock;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.step_condition(step text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case step
    when 'to_quote' then $sql$(t.kind = 'bulk' and t.total_amount_kobo is null and t.list_status in ('pending', 'approved')
        and t.id not in (select offered.order_id from private.quotes_with_others as offered)
      or t.awaits_delivery and t.list_status = 'pending'
        and (select chosen.quoted_at is null or coalesce(own.expires_at <= now(), false) from public.order_deliveries as chosen
          join public.orders as own on own.id = chosen.order_id where chosen.order_id = t.id))$sql$
    when 'paid_to_approve' then $sql$t.list_status = 'pending' and t.total_amount_kobo is not null and not t.awaits_delivery
      and t.payment_status not in ('claimed', 'refund_due')
      and (t.kind = 'bulk' or t.payment_status in ('confirmed', 'overpaid') or t.credit_terms_reason is not null)
      and $sql$ || goods.are_receipts_sure
    when 'to_prepare' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'none' and $sql$ || goods.may_leave || ' and ' || goods.are_receipts_sure
    when 'to_dispatch' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'preparing' and $sql$ || goods.may_leave
      || ' and ' || goods.are_receipts_sure
    when 'to_complete' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'delivered'
      and (t.payment_status in ('confirmed', 'overpaid', 'refunded')
        or t.credit_terms_reason is not null and t.payment_status not in ('claimed', 'refund_due'))
      and $sql$ || goods.are_receipts_sure
    when 'to_ring' then private.to_ring_condition()
    when 'waits_for_buyer' then 't.waits_for_buyer'
  end
  -- What private.couple_order_axes refuses otherwise: credit terms can be taken back while the goods are prepared.
  from (values ($sql$t.total_amount_kobo is not null
      and (t.payment_status in ('confirmed', 'overpaid') or t.payment_status in ('unpaid', 'claimed', 'underpaid', 'refund_due', 'refunded')
        and (t.credit_terms_reason is not null
          or (select private.is_paid_enough(own) from public.orders as own where own.id = t.id)))$sql$,
      -- As private.has_shortfall_waiting: read once, and few.
      $sql$t.id not in (select entry.order_id from private.money_entries as entry
        where entry.decided_at is null and entry.kind = 'correction' and entry.amount_kobo < (entry.details ->> 'wasKobo')::bigint)$sql$))
    as goods (may_leave, are_receipts_sure)
$function$;

CREATE OR REPLACE FUNCTION public.admin_notices()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  notices jsonb := '[]';
begin
  if not exists (select from public.user_roles where user_id = person_id) or not private.is_signed_in_as_staff() then
    return notices;
  end if;
  notices := notices || coalesce((
    select jsonb_agg(private.describe_settlement(account) || jsonb_build_object('kind', 'settlement', 'id', account.id,
      'of', account.kind, 'step', case when account.approved_at is null then 'proposed' else 'approved' end)
      order by account.proposed_at)
    from public.settlement_accounts as account
    where account.withdrawn_at is null and not account.is_demo
      and (account.effective_at is null or account.effective_at > now())), '[]');
  if private.has_permission('settings.settlement') and private.settlement_alarm_email() is null
    and exists (select from private.app_settings where name = 'staff_second_factor' and value = 'demanded')
  then
    notices := notices || '[{"kind": "no_alarm_address"}]'::jsonb;
  end if;
  if private.has_permission('payments.confirm') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'money_waits', 'id', entry.order_id, 'code', orders.code, 'of', entry.kind,
        'isOwn', entry.recorded_by = person_id) order by entry.recorded_at)
      from (select * from private.money_entries where decided_at is null order by recorded_at limit 20) as entry
      join public.orders on orders.id = entry.order_id), '[]');
  end if;
  if private.has_permission('orders.decide') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'quote_waits', 'id', orders.id, 'code', orders.code,
        'isOwn', quote.created_by = person_id) order by quote.created_at)
      from (select * from public.quotes where status = 'waiting' and expires_at > now() order by created_at limit 20) as quote
      join public.orders on orders.id = quote.order_id), '[]');
  end if;
  if private.has_permission('orders.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'holds_much', 'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at from public.orders
        where holds_much and status = 'pending' and payment_status in ('unpaid', 'claimed', 'underpaid')
          and stock_released_at is null and not is_demo
        order by created_at desc limit 20
      ) as held), '[]') || coalesce((
      select jsonb_agg(jsonb_build_object('kind', case when payment_status = 'claimed' then 'claim_ran_out' else 'stock_missing' end,
        'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at, payment_status from public.orders
        where stock_released_at is not null and status = 'pending' and payment_status <> 'unpaid' and not is_demo order by created_at desc limit 20
      ) as released), '[]');
  end if;
  if private.has_permission('audit_events.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'vault_alarm', 'id', alarm.id, 'of', alarm.kind, 'count', alarm.count,
        'at', alarm.created_at, 'isOwn', alarm.actor_id = person_id,
        'name', (select coalesce(full_name, email) from public.profiles where id = alarm.actor_id)) order by alarm.created_at)
      from (select * from private.vault_alarms where seen_at is null order by created_at desc limit 20) as alarm), '[]');
  end if;
  return notices;
end $function$;

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
  elsif change_delivery_day.day = chosen.day then
    -- Sent once more by a retry.
    return;
  elsif chosen.day is distinct from expected then
    raise exception 'Somebody else has changed this order. Please look again.' using errcode = 'PT409';
  elsif coalesce(change_delivery_day.day not between today and today + 180, true) then
    raise exception 'Say on which day it is delivered, from today on' using errcode = '23514', hint = 'day';
  end if;
  select * into zone from public.delivery_zones where id = chosen.zone_id;
  if zone.capacity_kg is not null or zone.capacity_orders is not null then
    perform pg_advisory_xact_lock(hashtextextended(concat('delivery day ', zone.id, ' ', change_delivery_day.day), 0));
    if not private.has_room(zone, change_delivery_day.day, chosen.weight_grams) then
      raise exception 'That day is full. Choose another one, or raise what the zone takes in a day.' using errcode = '23514', hint = 'day';
    end if;
  end if;
  update public.order_deliveries as delivery set day = change_delivery_day.day where delivery.order_id = own.id;
  update public.orders set delivers_from = change_delivery_day.day, delivers_until = change_delivery_day.day,
    -- What is paid for has its goods already (private.follow_receipt), and its day now.
    stock_released_at = case when payment_status not in ('confirmed', 'overpaid') or exists (
      select from public.order_items as item where item.order_id = own.id and item.is_released) then stock_released_at end
  where id = own.id;
  perform private.record_audit('change_delivery_day', 'orders', own.id::text, jsonb_build_object('day', chosen.day),
    jsonb_build_object('day', change_delivery_day.day));
  perform private.notify_buyer(own.id, 'order_delivery_day', jsonb_build_object('day_before', chosen.day));
  select * into contact from public.order_contacts where order_contacts.order_id = own.id;
  if own.user_id is null and contact.email is null and not own.is_demo then
    perform private.enqueue_sms('order_delivery_day', contact.phone, jsonb_build_object('code', own.code, 'day', change_delivery_day.day));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_payment(order_id uuid, claim jsonb, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  proof text := nullif(claim ->> 'proofPath', '');
  said text := nullif(claim ->> 'amountKobo', '');
  is_first boolean;
  claim_id bigint;
begin
  select * into own from public.orders where id = own.id for update;
  if own.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'claim';
  elsif private.has_letter_of_credit(own.id) then
    raise exception 'A bank pays this order by the letter of credit: there is nothing to transfer. If you have transferred already, write to us on the page of the order.'
      using errcode = '23514', hint = 'letter_of_credit';
  elsif said !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter how much you sent' using errcode = '23514', hint = 'amountKobo';
  end if;
  perform private.require_order_uploads(own.id, 'proof', array_remove(array[proof], null));
  is_first := own.claimed_at is null;
  if own.payment_status = 'claimed' then
    if proof is null or exists (
      select from public.payment_claims as reported where reported.order_id = own.id and reported.proof_path = proof
    ) then
      return private.describe_market_order(own, false);
    end if;
  else
    if own.payment_status = 'unpaid' and private.find_changed_prices(own) is not null then
      return public.payment_details(own.id, context);
    end if;
    if own.status not in ('pending', 'approved', 'completed') or own.payment_status not in ('unpaid', 'underpaid')
      or own.fulfilment_status = 'disputed' or own.awaits_delivery
    then
      raise exception '% If you have transferred already, do not transfer again: tell us, and we look for it on our statement.',
        case when own.decline_code = 'payment_expired'
          then 'This order ran out on ' || to_char(own.expires_at at time zone 'Africa/Lagos', 'DD/MM/YYYY, HH24:MI') || ' (Lagos).'
          else 'There is nothing to pay on this order now.'
        end
        using errcode = '23514', hint = 'not_payable';
    end if;
    own := private.apply_order_event(own.id, 'claim');
    perform private.notify_buyer(own.id, 'order_payment_claimed');
  end if;
  insert into public.payment_claims (order_id, words, note, proof_path, amount_kobo)
  values (
    own.id, coalesce(nullif(private.clean_line(claim ->> 'words'), ''), 'Mark as Payment Successful'),
    nullif(private.clean_text(claim ->> 'note'), ''), proof, said::bigint
  ) returning id into claim_id;
  if own.kind = 'marketplace' and own.status = 'pending' and own.stock_released_at is null then
    own.claimed_at := coalesce(own.claimed_at, now());
    update public.orders set claimed_at = own.claimed_at, claim_holds_until = private.claim_hold(own, is_first)
    where id = own.id returning * into own;
  end if;
  -- A proof that comes later says nothing of the amount.
  if said is not null or (private.open_claim(own.id)).id is null then
    perform private.post_claim(own, coalesce(said::bigint, private.due_now_kobo(own)),
      greatest(own.claim_holds_until, clock_timestamp() + interval '14 days'), claim_id);
  end if;
  return private.describe_market_order(own, false);
end $function$;

CREATE OR REPLACE FUNCTION public.issue_pro_forma(order_id uuid, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  offer public.quotes;
  payable jsonb;
  details jsonb;
begin
  select * into own from public.orders where id = own.id for update;
  offer := private.find_open_offer(own);
  if offer.id is not null then
    details := private.describe_offer(offer, private.describe_lines(own.id, offer.id));
  else
    payable := public.payment_details(own.id, context);
    if not (payable ->> 'ok')::boolean and payable ->> 'code' <> 'letter_of_credit' then
      return payable;
    end if;
    details := jsonb_build_object(
      'lines', private.describe_lines(own.id), 'totalKobo', own.total_amount_kobo, 'account', private.describe_account(own),
      'goodUntil', case when own.credit_terms_reason is null then private.utc_text(own.expires_at) end, 'schedule', private.describe_schedule(own.id))
      || private.vat_on_document(own.vat_lines);
    details := jsonb_set(private.describe_parties(own.id) || details, '{order,currency}', to_jsonb(own.currency));
  end if;
  return private.issue_pro_forma_once(own.id, details);
end $function$;

CREATE OR REPLACE FUNCTION public.open_order_dispute(order_id uuid, dispute jsonb, context jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  photos text[] := array(select jsonb_array_elements_text(coalesce(dispute -> 'photoPaths', '[]')));
  said text := private.clean_text(dispute ->> 'reason');
  line_given text := nullif(dispute ->> 'line', '');
  amount_given text := nullif(dispute ->> 'amount', '');
  goods record;
  dispute_id uuid;
begin
  select * into own from public.orders where id = own.id for update;
  if own.delivered_at is null or own.delivered_at < now() - interval '48 hours' then
    raise exception 'The quality can be disputed within 48 hours of the delivery' using errcode = '23514', hint = 'dispute';
  elsif char_length(coalesce(said, '')) not between 10 and 2000 then
    raise exception 'Please describe what is wrong, in at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif cardinality(photos) > 6 then
    raise exception 'At most 6 photos' using errcode = '23514', hint = 'photoPaths';
  end if;
  if line_given !~ '^[0-9]{1,6}$' or amount_given !~ '^[0-9]{1,9}(\.[0-9]{1,3})?$' or amount_given is not null and line_given is null
    or nullif(dispute ->> 'wish', '') not in ('replace', 'refund', 'credit')
  then
    raise exception 'This is no complaint about a line of the order' using errcode = '22023', hint = 'line';
  end if;
  select * into goods from private.goods_lines(own.id) as line where line.position = line_given::integer;
  if line_given is not null and goods.position is null then
    raise exception 'Please choose which goods it is about' using errcode = '23514', hint = 'line';
  elsif amount_given::numeric = 0 then
    raise exception 'Enter a quantity greater than 0' using errcode = '23514', hint = 'amount';
  elsif amount_given::numeric > goods.quantity then
    raise exception 'At most % were ordered', trim_scale(goods.quantity) using errcode = '23514', hint = 'amount';
  elsif exists (select from public.order_disputes as earlier
      where earlier.order_id = own.id and earlier.resolved_at is not null and earlier.reason = said
        and earlier.line_position is not distinct from line_given::integer) then
    raise exception 'We have answered this complaint. Say what else is wrong, or write to us below.'
      using errcode = '23514', hint = 'reason';
  end if;
  perform private.require_order_uploads(own.id, 'dispute', photos);
  perform private.apply_order_event(own.id, 'dispute');
  insert into public.order_disputes (order_id, reason, photo_paths, line_position, line_name, amount, amount_unit, wish)
  values (own.id, said, photos, line_given::integer, left(goods.name, 300), amount_given::numeric,
    case when amount_given is not null then goods.unit end, nullif(dispute ->> 'wish', ''))
  returning id into dispute_id;
  perform private.notify_buyer(own.id, 'order_dispute_received');
  return dispute_id;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_details(order_id uuid, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  account public.settlement_accounts;
  changed_lines jsonb := private.find_changed_prices(own);
begin
  if own.status not in ('pending', 'approved', 'completed') or own.payment_status not in ('unpaid', 'claimed', 'underpaid')
    or own.total_amount_kobo is null or own.awaits_delivery
  then
    return jsonb_build_object('ok', false, 'code', 'not_payable');
  elsif changed_lines is not null and own.payment_status = 'unpaid' then
    return jsonb_build_object('ok', false, 'code', 'price_changed', 'lines', changed_lines, 'totalKobo', (
      select sums.goods_kobo + own.delivery_kobo + sums.vat_kobo from private.repriced_sums(own) as sums));
  elsif private.has_letter_of_credit(own.id) then
    return jsonb_build_object('ok', false, 'code', 'letter_of_credit');
  end if;
  select * into account from private.current_settlement_account('bank_account', own.currency);
  if account.id is null then
    return jsonb_build_object('ok', false, 'code', 'account_not_set', 'currency', own.currency);
  end if;
  return jsonb_strip_nulls(jsonb_build_object('bankAddress', account.bank_address, 'swiftBic', account.swift_bic,
    'correspondent', account.correspondent)) || jsonb_build_object('ok', true, 'bankName', account.bank_name, 'accountName', account.account_name,
    'accountNumber', account.account_number, 'changedAt', account.effective_at, 'code', own.code,
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = own.id),
      (select phone from public.order_requests as bulk_request where bulk_request.order_id = own.id)),
    'currency', own.currency, 'totalKobo', own.total_amount_kobo,
    'dueKobo', own.total_amount_kobo - private.credited_kobo(own.id), 'expiresAt', case
      when own.kind = 'marketplace' and own.status = 'pending' and own.payment_status = 'unpaid' and own.credit_terms_reason is null
        then own.expires_at end);
end $function$;

CREATE OR REPLACE FUNCTION public.reject_payment_claim(order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders := private.order_for_finance(order_id);
  another_day timestamptz := now() + interval '24 hours';
begin
  if current_order.payment_status <> 'claimed' then
    raise exception 'Nobody says that this order is paid' using errcode = '23514', hint = 'reject_claim';
  end if;
  current_order := private.apply_order_event(current_order.id,
    case
      -- What came was corrected to nothing, and the goods were seen to: money is missing.
      when case when current_order.status in ('approved', 'completed') then private.credited_kobo(current_order.id) = 0
          and not exists (select from public.payments where payments.order_id = current_order.id)
        else private.received_kobo(current_order.id) = 0 end then 'reject_claim'
      when current_order.status = 'declined' then 'pay_after_decline'
      else 'reject_further_claim'
    end);
  perform private.void_claim(current_order);
  if current_order.stock_released_at is not null and current_order.status = 'pending' and current_order.payment_status = 'unpaid'
    and current_order.credit_terms_reason is null
  then
    -- Its time is over: the next run of the jobs ends it, and that is what its buyer hears.
    update public.orders set expires_at = least(expires_at, now()) where id = current_order.id returning * into current_order;
    return private.describe_market_order(current_order, false);
  end if;
  update public.orders set expires_at = greatest(expires_at, another_day),
    price_locked_until = greatest(price_locked_until, another_day)
  where id = current_order.id and status = 'pending' and kind = 'marketplace' and (
    select count(*) <= 1 from public.order_events as step
    where step.order_id = current_order.id and step.axis = 'payment' and step.from_value = 'claimed'
  );
  select * into current_order from public.orders where id = current_order.id;
  perform private.notify_buyer_of_payment(current_order.id);
  return private.describe_market_order(current_order, false);
end $function$;

CREATE OR REPLACE FUNCTION public.set_credit_terms(order_id uuid, reason text, expected text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := nullif(private.clean_text(reason), '');
  current_terms text;
  another_day timestamptz := now() + interval '24 hours';
begin
  perform private.require_strong_right('orders.credit');
  select credit_terms_reason into current_terms from public.orders where id = order_id for update;
  if not found then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif current_terms is distinct from nullif(expected, '') then
    raise exception 'Somebody else has changed the credit terms of this order' using errcode = 'PT409', hint = 'credit_terms_reason';
  elsif char_length(words) not between 3 and 500 then
    raise exception 'Say why in 3 to 500 characters' using errcode = '23514', hint = 'credit_terms_reason';
  end if;
  update public.orders set credit_terms_reason = words where id = order_id;
  if words is null then
    update public.orders set expires_at = greatest(expires_at, another_day), price_locked_until = greatest(price_locked_until, another_day),
      claim_holds_until = greatest(claim_holds_until, another_day)
    where id = order_id and kind = 'marketplace' and status = 'pending';
  end if;
end $function$;

CREATE VIEW "private"."orders_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    ((status = 'pending'::text) AND (kind = 'bulk'::text) AND (NOT (EXISTS ( SELECT
           FROM private.quotes_with_buyer offered
          WHERE (offered.order_id = t.id))))) AS is_promised,
    (created_at + LEAST(( SELECT private.promised_time('orders'::text, 'decision'::text) AS promised_time),
        CASE
            WHEN (NOT (EXISTS ( SELECT
               FROM public.record_work contact
              WHERE ((contact.record_id = t.id) AND (contact.record_type = 'orders'::text) AND (contact.contacted_at IS NOT NULL))))) THEN ( SELECT private.promised_time('orders'::text, 'first_contact'::text) AS promised_time)
            ELSE NULL::interval
        END)) AS due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo,
    crop_type,
    awaits_delivery,
    delivers_from,
    delivers_until,
    credit_terms_reason,
    delivery_state,
    sort_name AS buyer_name,
    code,
    delivered_at,
    ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'completed'::text])) AND (payment_status = ANY (ARRAY['unpaid'::text, 'underpaid'::text])) AND (fulfilment_status <> 'disputed'::text) AND
        CASE
            WHEN (status = 'completed'::text) THEN ((total_amount_kobo IS NOT NULL) AND (credit_terms_reason IS NULL))
            WHEN (total_amount_kobo IS NULL) THEN (id IN ( SELECT offered.order_id
               FROM private.quotes_with_buyer offered))
            WHEN awaits_delivery THEN COALESCE(( SELECT ((chosen.quoted_at IS NOT NULL) AND COALESCE((own.expires_at > now()), true))
               FROM (public.order_deliveries chosen
                 JOIN public.orders own ON ((own.id = chosen.order_id)))
              WHERE (chosen.order_id = t.id)), false)
            WHEN (status = 'pending'::text) THEN ((kind = 'marketplace'::text) AND (credit_terms_reason IS NULL))
            WHEN (fulfilment_status = 'delivered'::text) THEN (credit_terms_reason IS NULL)
            ELSE ((fulfilment_status = ANY (ARRAY['none'::text, 'preparing'::text])) AND ( SELECT (private.is_paid_enough(own.*) IS NOT TRUE)
               FROM public.orders own
              WHERE (own.id = t.id)))
        END) AS waits_for_buyer
   FROM public.orders t;

revoke all on table private.orders_list from public, anon, authenticated;

CREATE VIEW "private"."disputes_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    list_status,
    is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo,
    crop_type,
    awaits_delivery,
    delivers_from,
    delivers_until,
    credit_terms_reason,
    delivery_state,
    buyer_name,
    code,
    delivered_at,
    waits_for_buyer
   FROM private.orders_list
  WHERE (fulfilment_status = 'disputed'::text);

revoke all on table private.disputes_list from public, anon, authenticated;

CREATE VIEW "private"."payments_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    payment_status AS list_status,
    ((payment_status = ANY (ARRAY['claimed'::text, 'underpaid'::text, 'overpaid'::text, 'refund_due'::text])) AND ((payment_status <> 'underpaid'::text) OR ((credit_terms_reason IS NULL) AND (NOT awaits_delivery) AND ((NOT (EXISTS ( SELECT
           FROM public.order_instalments part
          WHERE (part.order_id = orders_list.id)))) OR ( SELECT private.is_underpaid(own.*) AS is_underpaid
           FROM public.orders own
          WHERE (own.id = orders_list.id)))))) AS is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo,
    crop_type,
    awaits_delivery,
    delivers_from,
    delivers_until,
    credit_terms_reason,
    delivery_state,
    buyer_name,
    code,
    delivered_at,
    waits_for_buyer
   FROM private.orders_list
  WHERE (total_amount_kobo IS NOT NULL);

revoke all on table private.payments_list from public, anon, authenticated;

CREATE VIEW "private"."quotes_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    list_status,
        CASE
            WHEN awaits_delivery THEN ( SELECT ((chosen.quoted_at IS NULL) OR COALESCE((own.expires_at <= now()), false))
               FROM (public.order_deliveries chosen
                 JOIN public.orders own ON ((own.id = chosen.order_id)))
              WHERE (chosen.order_id = orders_list.id))
            ELSE (NOT (id IN ( SELECT offered.order_id
               FROM private.quotes_with_others offered)))
        END AS is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo,
    crop_type,
    awaits_delivery,
    delivers_from,
    delivers_until,
    credit_terms_reason,
    delivery_state,
    buyer_name,
    code,
    delivered_at,
    waits_for_buyer
   FROM private.orders_list
  WHERE (((kind = 'bulk'::text) AND (total_amount_kobo IS NULL) AND (list_status = ANY (ARRAY['pending'::text, 'approved'::text]))) OR (awaits_delivery AND (list_status = 'pending'::text)));

revoke all on table private.quotes_list from public, anon, authenticated;

CREATE INDEX orders_unpaid_idx ON public.orders USING btree (created_at DESC, id) INCLUDE (status, kind, fulfilment_status, total_amount_kobo, awaits_delivery, credit_terms_reason) WHERE ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'completed'::text])) AND (payment_status = ANY (ARRAY['unpaid'::text, 'underpaid'::text])) AND (fulfilment_status <> 'disputed'::text));

REVOKE ALL ON FUNCTION "private"."is_fully_paid"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_nigeria"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lost_its_day"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reserve_again"(uuid, boolean) FROM PUBLIC;

CREATE OR REPLACE FUNCTION private.default_vat_class(own public.orders, country text, description text, are_alone boolean)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when not private.is_nigeria(country) then 'export' else (
    select product.vat_class
    from public.order_products as product,
      -- By whole words: licorice is no rice.
      lateral (select position(' ' || regexp_replace(lower(product.label), '[^[:alnum:]]+', ' ', 'g') || ' '
        in ' ' || regexp_replace(lower(description), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0 as is_named) as said
    where said.is_named or are_alone and lower(product.label) = lower((own).crop_type)
    order by said.is_named desc, char_length(product.label) desc, product.is_active desc limit 1) end
$function$;

insert into private.order_couplings (event, axis, from_value, to_value) values ('claim', 'status', 'completed', 'completed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('credit_disputed', 'payment', 'refund_due', 'refund_due');

insert into private.order_couplings (event, axis, from_value, to_value) values ('credit_disputed_in_full', 'payment', 'refund_due', 'refund_due');

insert into private.order_couplings (event, axis, from_value, to_value) values ('dispute', 'payment', 'refund_due', 'refund_due');

insert into private.order_couplings (event, axis, from_value, to_value) values ('dispute', 'payment', 'refunded', 'refunded');

insert into private.order_couplings (event, axis, from_value, to_value) values ('refund_disputed', 'payment', 'refund_due', 'refund_due');

insert into private.order_couplings (event, axis, from_value, to_value) values ('refund_disputed', 'payment', 'refunded', 'refund_due');

insert into private.order_couplings (event, axis, from_value, to_value) values ('replace_disputed', 'payment', 'refund_due', 'refund_due');

insert into private.order_couplings (event, axis, from_value, to_value) values ('replace_disputed', 'payment', 'refunded', 'refunded');
