CREATE OR REPLACE FUNCTION private.notify_buyer_of_payment(order_id uuid, arrived_kobo bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  template text := (
    select case payment_status
      when 'confirmed' then 'order_payment_confirmed' when 'underpaid' then 'order_payment_short' when 'overpaid' then 'order_payment_over'
      when 'unpaid' then 'order_payment_not_found'
    end
    from public.orders where id = $1 and not is_demo
  );
begin
  if template is not null then
    perform private.notify_buyer($1, template, jsonb_build_object('moved_kobo', arrived_kobo,
      'claimed_kobo', case when arrived_kobo is null then (
        select claim.amount_kobo from public.payment_claims as claim
        where claim.order_id = $1 and claim.amount_kobo is not null and claim.created_at >= (
          select max(step.created_at) from public.order_events as step
          where step.order_id = $1 and step.axis = 'payment' and step.to_value = 'claimed')
        order by claim.id desc limit 1) end,
      'net_kobo', (select nullif(private.net_kobo(paid), paid.total_amount_kobo) from public.orders as paid where paid.id = $1)));
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
  is_new boolean;
  claimed_kobo bigint;
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
    is_new := true;
  end if;
  insert into public.payment_claims (order_id, words, note, proof_path, amount_kobo)
  values (
    own.id, coalesce(nullif(private.clean_line(claim ->> 'words'), ''), 'Mark as Payment Successful'),
    nullif(private.clean_text(claim ->> 'note'), ''), proof, said::bigint
  ) returning id into claim_id;
  if own.kind = 'marketplace' and own.status = 'pending' and own.stock_released_at is null then
    own.claimed_at := coalesce(own.claimed_at, now());
    -- A day that was given before, with a delivery that was agreed late, stays.
    update public.orders set claimed_at = own.claimed_at,
      claim_holds_until = greatest(own.claim_holds_until, private.claim_hold(own, is_first))
    where id = own.id returning * into own;
  end if;
  -- A proof that comes later says nothing of the amount. Who pays before anything is due pays all that is left.
  if said is not null or (private.open_claim(own.id)).id is null then
    claimed_kobo := coalesce(said::bigint, nullif(private.due_now_kobo(own), 0), private.balance_kobo(own.id));
    perform private.post_claim(own, claimed_kobo, greatest(own.claim_holds_until, clock_timestamp() + interval '14 days'), claim_id);
  end if;
  if is_new then
    perform private.notify_buyer(own.id, 'order_payment_claimed', jsonb_build_object('claimed_kobo', claimed_kobo,
      'rest_kobo', nullif(greatest(0, private.due_now_kobo(own) - claimed_kobo), 0), 'keeps_goods', nullif(exists (select from public.order_items as item where item.order_id = own.id and item.has_reserved_stock), false)));
  end if;
  return private.describe_market_order(own, false);
end $function$;
