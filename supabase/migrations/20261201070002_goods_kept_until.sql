CREATE OR REPLACE FUNCTION private.agree_on_delivery(order_id uuid, price_kobo bigint, day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders;
  offered public.order_deliveries;
begin
  select * into own from public.orders where id = agree_on_delivery.order_id for update;
  select * into offered from public.order_deliveries as delivery where delivery.order_id = own.id;
  if offered.accepted_at is not null and offered.price_kobo = agree_on_delivery.price_kobo and offered.day = agree_on_delivery.day then
    return private.describe_market_order(own, false);
  elsif not own.awaits_delivery or own.status <> 'pending' or offered.quoted_at is null or own.expires_at <= now()
    or private.end_of_day(offered.day) <= now()
  then
    raise exception 'This offer of a delivery is not open any more' using errcode = '23514', hint = 'delivery';
  elsif offered.price_kobo is distinct from agree_on_delivery.price_kobo or offered.day is distinct from agree_on_delivery.day then
    return jsonb_build_object('ok', false, 'code', 'delivery_changed', 'offer', private.describe_delivery(own.id));
  end if;
  update public.order_deliveries as delivery set accepted_at = now() where delivery.order_id = own.id;
  update public.orders set awaits_delivery = false, reminded_at = null, delivery_kobo = offered.price_kobo,
    vat_kobo = vat_kobo + coalesce(offered.vat_kobo, 0),
    total_amount_kobo = total_amount_kobo + offered.price_kobo + coalesce(offered.vat_kobo, 0), expires_at = now() + private.time_to_pay(user_id),
    price_locked_until = now() + make_interval(hours => private.market_limit('price_lock_hours')),
    -- A part that came early keeps the goods for the rest, however long ago it came.
    claim_holds_until = case when payment_status = 'underpaid' then greatest(claim_holds_until, now() + private.time_to_pay(user_id))
      else claim_holds_until end
  where id = own.id returning * into own;
  update public.orders set vat_lines = private.count_vat_lines(own) where id = own.id returning * into own;
  update public.orders set refund_due_kobo = private.ledger_balance('refundable', id) where id = own.id returning * into own;
  -- Money that came before anybody had asked for it.
  if own.payment_status = 'underpaid' and private.balance_kobo(own.id) <= 0 then
    own := private.apply_order_event(own.id,
      case when private.ledger_balance('refundable', own.id) = 0 then 'pay_exactly' else 'pay_over' end);
  end if;
  perform private.notify_buyer(own.id, 'order_delivery_accepted', jsonb_build_object('kept_until', private.goods_kept_until(own)));
  return private.describe_market_order(own, false);
end $function$;

CREATE OR REPLACE FUNCTION private.goods_kept_until(own public.orders)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when (own).kind <> 'marketplace' or (own).status <> 'pending' or (own).stock_released_at is not null
      or (own).credit_terms_reason is not null then null
    when (own).payment_status = 'unpaid' then (own).expires_at
    when (own).payment_status = 'claimed' then
      greatest(case when private.credited_kobo((own).id) <> 0 then private.part_paid_hold((own).id) end, (own).claim_holds_until)
    else private.kept_until(own)
  end
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_first_account(account public.settlement_accounts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders;
  kept_until timestamptz;
begin
  if (account).kind <> 'bank_account' or exists (select from public.settlement_accounts as earlier
    where earlier.kind = 'bank_account' and earlier.currency = (account).currency and earlier.id <> (account).id
      and earlier.effective_at <= (account).effective_at and earlier.withdrawn_at is null)
  then
    return;
  end if;
  for own in
    select * from public.orders
    where currency = (account).currency and created_at < (account).effective_at and status <> 'declined' and not is_demo
      and payment_status = any (private.payable_statuses()) and fulfilment_status <> 'disputed'
      and private.due_now_kobo(orders) > 0 and not private.has_letter_of_credit(id)
    order by created_at
  loop
    kept_until := private.goods_kept_until(own);
    if private.notify_buyer(own.id, 'order_account_ready', jsonb_build_object('kept_until', kept_until)) is null then
      perform private.enqueue_sms('order_account_ready', reached.phone,
        jsonb_strip_nulls(jsonb_build_object('code', own.code, 'kept_until', kept_until)), 'sms:' || own.id || ':account_ready')
      from (select phone from public.order_contacts where order_id = own.id
        union all select phone from public.order_requests where order_id = own.id) as reached;
    end if;
  end loop;
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
  ended public.orders;
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
  perform set_config('app.sets_credit_terms', 'yes', true);
  update public.orders set credit_terms_reason = words where id = order_id;
  perform set_config('app.sets_credit_terms', '', true);
  if words is null and current_terms is not null then
    -- The mail itself is the reminder of what ends within a day.
    update public.orders set expires_at = greatest(expires_at, another_day), price_locked_until = greatest(price_locked_until, another_day),
      claim_holds_until = greatest(claim_holds_until, another_day), reminded_at = case when expires_at > another_day then reminded_at else now() end
    where id = order_id and kind = 'marketplace' and status = 'pending';
    select * into ended from public.orders where id = order_id;
    perform private.notify_buyer(order_id, 'order_credit_ended', jsonb_build_object('kept_until', private.goods_kept_until(ended)));
    if ended.kind = 'marketplace' and ended.payment_status = 'unpaid' and ended.user_id is null and not ended.is_demo then
      perform private.enqueue_sms('order_unpaid', contact.phone, jsonb_build_object('code', ended.code, 'expires_at', ended.expires_at),
        'sms:' || ended.id || ':unpaid:' || extract(epoch from ended.expires_at))
      from public.order_contacts as contact where contact.order_id = ended.id and contact.email is null;
    end if;
  end if;
end $function$;

REVOKE ALL ON FUNCTION "private"."goods_kept_until"(public.orders) FROM PUBLIC;
