CREATE OR REPLACE FUNCTION private.book_refund(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rest bigint;
  moved bigint := (details ->> 'amountKobo')::bigint;
  sent bigint;
  contact public.order_contacts;
begin
  perform private.check_refund(current_order, details, recorded_by);
  perform private.add_payment(current_order, 'refund', details, recorded_by, second_by);
  rest := private.ledger_balance('refundable', current_order.id);
  update public.orders set refund_due_kobo = rest where id = current_order.id;
  if rest = 0 then
    current_order := private.apply_order_event(current_order.id, case
      when current_order.payment_status = 'overpaid' then 'return_surplus'
      when current_order.payment_status = 'refund_due' and current_order.status <> 'declined'
        and private.balance_kobo(current_order.id) > 0 then 'refund_before_rest'
      else 'refund' end);
    select nullif(sum(payments.amount_kobo), moved) into sent
    from public.payments where payments.order_id = current_order.id and payments.kind = 'refund';
  end if;
  -- Of each transfer the buyer hears, and of the last one how much went back in all.
  perform private.notify_buyer(current_order.id, 'order_payment_refunded', jsonb_build_object('moved_kobo', moved, 'sent_kobo', sent));
  select * into contact from public.order_contacts where order_contacts.order_id = current_order.id;
  if current_order.user_id is null and contact.phone is not null and contact.email is null and not current_order.is_demo then
    perform private.enqueue_sms('order_payment_refunded', contact.phone, jsonb_strip_nulls(jsonb_build_object('code', current_order.code,
      'currency', current_order.currency, 'moved_kobo', moved, 'sent_kobo', sent, 'rest_kobo', nullif(rest, 0))));
  end if;
  return private.describe_market_order(current_order, false) || jsonb_build_object('refundDueKobo', rest);
end $function$;

update private.mail_templates set channels = '{email,sms}' where template = 'order_payment_refunded';
