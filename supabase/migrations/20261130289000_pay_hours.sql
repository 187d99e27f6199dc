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
    'quoteWaitHours', private.market_limit('quote_wait_hours'))
$function$;
