CREATE OR REPLACE FUNCTION private.issue_credit_note(new public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.issue_document(new.order_id, 'credit_note', (
    select jsonb_build_object(
      'totalKobo', orders.total_amount_kobo,
      'payment', jsonb_build_object('amountKobo', new.amount_kobo, 'valueDate', new.value_date,
        'bankReference', new.bank_reference, 'receivedKobo', private.received_kobo(orders.id)),
      'reason', case when orders.status = 'declined' then 'declined' when money.last_kobo = 0 then 'surplus' else 'complaint' end)
      || private.describe_invoice(orders.id)
      || jsonb_strip_nulls(jsonb_build_object(
        'grantedKobo', case when orders.status <> 'declined' and money.last_kobo between 1 and new.amount_kobo - 1 then money.last_kobo end,
        'creditedKobo', case when orders.status <> 'declined' then nullif(money.sent_kobo - money.last_kobo
          + coalesce((private.describe_order_credits(orders.id) ->> 'creditedKobo')::bigint, 0), 0) end,
        'vatKobo', nullif(private.vat_of_note(orders.id, money.last_kobo, private.turned_kobo(orders.id)), 0)))
    from public.orders, private.follow_granted_money(orders.id) as money where orders.id = new.order_id), new.id);
end $function$;
