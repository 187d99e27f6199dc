CREATE OR REPLACE FUNCTION private.order_limits()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('linesMax', private.market_limit('order_lines_max'), 'quantityMax', private.market_limit('line_quantity_max'),
    'priceLockHours', private.market_limit('price_lock_hours'),
    -- So long the order of anybody lives at its prices.
    'payHours', least(private.market_limit('price_lock_hours'), private.market_limit('guest_expiry_hours'),
      private.market_limit('member_expiry_hours')),
    'quoteWaitHours', private.market_limit('quote_wait_hours'), 'claimHoldHours', private.market_limit('claim_hold_hours'))
$function$;

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
  if own.status not in ('pending', 'approved', 'completed') or own.payment_status <> all (private.owed_statuses())
    or own.total_amount_kobo is null or own.awaits_delivery
  then
    return jsonb_build_object('ok', false, 'code', 'not_payable');
  elsif private.has_letter_of_credit(own.id) then
    return jsonb_build_object('ok', false, 'code', 'letter_of_credit');
  end if;
  select * into account from private.current_settlement_account('bank_account', own.currency);
  if account.id is null then
    return jsonb_build_object('ok', false, 'code', 'account_not_set', 'currency', own.currency);
  elsif changed_lines is not null and own.payment_status = 'unpaid' then
    return jsonb_build_object('ok', false, 'code', 'price_changed', 'lines', changed_lines, 'totalKobo', (
      select sums.goods_kobo + own.delivery_kobo + sums.vat_kobo from private.repriced_sums(own) as sums));
  end if;
  return jsonb_strip_nulls(jsonb_build_object('bankAddress', account.bank_address, 'swiftBic', account.swift_bic,
    'correspondent', account.correspondent)) || jsonb_build_object('ok', true, 'bankName', account.bank_name, 'accountName', account.account_name,
    'accountNumber', account.account_number, 'changedAt', account.effective_at, 'code', own.code,
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = own.id),
      (select phone from public.order_requests as bulk_request where bulk_request.order_id = own.id)),
    'currency', own.currency, 'totalKobo', own.total_amount_kobo,
    'dueKobo', own.total_amount_kobo - private.credited_kobo(own.id), 'expiresAt', case
      when own.kind = 'marketplace' and own.status = 'pending' and own.payment_status = 'unpaid' and own.credit_terms_reason is null
        then own.expires_at end, 'limits', private.order_limits());
end $function$;
