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
      'arrived_kobo', case when template = 'order_payment_over' then nullif(private.paid_in_kobo($1), arrived_kobo) end,
      'sent_kobo', case when template = 'order_payment_over' then nullif(private.paid_in_kobo($1) - private.received_kobo($1), 0) end,
      'claimed_kobo', case when arrived_kobo is null then (
        select claim.amount_kobo from public.payment_claims as claim
        where claim.order_id = $1 and claim.amount_kobo is not null and claim.created_at >= (
          select max(step.created_at) from public.order_events as step
          where step.order_id = $1 and step.axis = 'payment' and step.to_value = 'claimed')
        order by claim.id desc limit 1) end,
      'pay_until', case when template = 'order_payment_not_found' then (
        select own.expires_at from public.orders as own where own.id = $1 and own.status = 'pending' and own.expires_at > now()) end,
      'kept_until', (select private.kept_until(own) from public.orders as own where own.id = $1),
      'net_kobo', (select nullif(private.net_kobo(paid), paid.total_amount_kobo) from public.orders as paid where paid.id = $1)));
  end if;
end $function$;
