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
  perform private.notify_buyer(own.id, 'order_delivery_accepted');
  return private.describe_market_order(own, false);
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
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and credit_terms_reason is null
      and (expires_at <= now() or awaits_delivery and expires_at is null
        and created_at <= now() - make_interval(hours => private.market_limit('quote_wait_hours')))
      and not (awaits_delivery and coalesce(private.part_paid_hold(id) > now(), false)) and not private.has_money_waiting(id)
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

CREATE OR REPLACE FUNCTION private.follow_shortfall(current_order public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owed bigint := private.balance_kobo(current_order.id);
  goes_back bigint := private.ledger_balance('refundable', current_order.id);
  is_ended boolean := current_order.status = 'declined';
  another_day timestamptz := case when current_order.status = 'pending' then now() + interval '24 hours' end;
  event text := case
    when goes_back > 0 then null -- less of it, and the state is as it was
    when is_ended and (private.paid_in_kobo(current_order.id) = 0 or current_order.payment_status = 'claimed')
      -- Also where a rest of it was settled without money: nothing would go back of it, if it were declined.
      or current_order.status = 'pending' and private.received_kobo(current_order.id) = 0 then 'correct_to_nothing'
    when is_ended or owed = 0 and current_order.payment_status = 'refund_due' and private.paid_in_kobo(current_order.id) > private.received_kobo(current_order.id)
      then 'refund'
    when owed = 0 and not current_order.awaits_delivery then 'correct_to_exact'
    else 'correct_to_short' end;
begin
  if event is not null then
    current_order := private.apply_order_event(current_order.id, event);
  end if;
  update public.orders set refund_due_kobo = goes_back,
    -- The next claim is the first one of the money that it waits for now.
    claimed_at = case when event = 'correct_to_nothing' and payment_status = 'unpaid' then null else claimed_at end,
    -- Of one that awaits its delivery it is until when a price was offered, and the day is kept by private.expire_market_orders.
    expires_at = case when expires_at < another_day and not awaits_delivery then another_day else expires_at end,
    price_locked_until = case when price_locked_until < another_day then another_day else price_locked_until end,
    claim_holds_until = case when claim_holds_until < another_day then another_day else claim_holds_until end
  where id = current_order.id returning * into current_order;
  -- A bank that is said to have paid has not.
  update public.letters_of_credit set status = 'documents_presented'
  where order_id = current_order.id and status = 'paid' and owed > 0;
  return current_order;
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
  -- A proof that comes later says nothing of the amount. Who pays before anything is due pays all that is left.
  if said is not null or (private.open_claim(own.id)).id is null then
    perform private.post_claim(own, coalesce(said::bigint, nullif(private.due_now_kobo(own), 0), private.balance_kobo(own.id)),
      greatest(own.claim_holds_until, clock_timestamp() + interval '14 days'), claim_id);
  end if;
  return private.describe_market_order(own, false);
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
      when case when current_order.status in ('approved', 'completed')
          then not exists (select from public.payments where payments.order_id = current_order.id)
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

update private.mail_templates set name = 'Delivery is agreed' where template = 'order_delivery_accepted';
