CREATE OR REPLACE FUNCTION private.add_vat_to_options(options jsonb, items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'Africa/Lagos')::date;
  goods jsonb := private.vat_of_basket(items);
  goods_kobo bigint := private.sum_of(goods, 'amountKobo');
  goods_vat_kobo bigint := private.sum_of(goods, 'vatKobo');
begin
  return options || jsonb_build_object(
    'vat', coalesce(private.describe_vat_lines(goods, 0, 0, today), '[]'),
    'options', (
      select jsonb_agg(case when option ->> 'kind' = 'deliver' then option || jsonb_build_object('vat',
          coalesce(private.describe_vat_lines(goods, (option ->> 'priceKobo')::bigint,
            private.vat_of_delivery((option ->> 'priceKobo')::bigint, goods_kobo, goods_vat_kobo, today), today), '[]'))
        else option end order by place)
      from jsonb_array_elements(options -> 'options') with ordinality as input (option, place)))
    || coalesce((
      select jsonb_build_object('lines', jsonb_agg(line - '{amountKobo,vatKobo,reason}'::text[] order by place))
      from jsonb_array_elements(goods) with ordinality as input (line, place) having count(distinct line ->> 'vatClass') > 1), '{}');
end $function$;

CREATE OR REPLACE FUNCTION private.demand_named_place(terms jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if terms ->> 'incoterms' is not null and coalesce(terms ->> 'named_place', '') = '' then
    raise exception 'Name the port or place that belongs to the Incoterm' using errcode = '23514', detail = 'namedPlace', hint = 'namedPlace';
  end if;
  return terms;
end $function$;

CREATE OR REPLACE FUNCTION private.read_quote(current_order public.orders, quote jsonb)
 RETURNS public.quotes
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  result public.quotes;
  wrong record;
  total numeric;
  largest numeric;
begin
  result := jsonb_populate_record(result, private.demand_named_place(case when quote ? 'terms'
    then private.read_terms_for_order((current_order).id, quote -> 'terms') else private.last_contract_terms((current_order).id) end));
  result.id := gen_random_uuid();
  result.order_id := (current_order).id;
  result.currency := coalesce(quote ->> 'currency', 'NGN');
  result.agreed_rate := case when result.currency <> 'NGN' then nullif(private.clean_line(quote ->> 'agreedRate'), '') end;
  result.note := nullif(private.clean_text(quote ->> 'note'), '');
  result.created_by := (select auth.uid());
  result.created_at := clock_timestamp();
  result.payment_terms := coalesce(quote ->> 'paymentTerms',
    (select payment_terms from public.order_requests as bulk_request where bulk_request.order_id = (current_order).id));
  begin
    result.expires_at := (quote ->> 'expiresAt')::timestamptz;
  exception when data_exception then
    result.expires_at := null;
  end;
  if coalesce(result.expires_at, now()) not between now() + interval '1 hour' and now() + interval '1 year' then
    raise exception 'A quote is good for an hour at least and a year at most' using errcode = '23514', hint = 'expiresAt';
  elsif not exists (select from private.payment_schedules as schedule where schedule.terms = result.payment_terms) then
    raise exception 'Please select payment terms' using errcode = '23514', hint = 'paymentTerms';
  elsif result.currency <> all (private.currencies()) then
    raise exception 'A quote is in %', private.currency_words() using errcode = '23514', hint = 'currency';
  elsif char_length(result.agreed_rate) not between 2 and 60 then
    raise exception 'The rate has 2 to 60 characters' using errcode = '23514', hint = 'agreedRate';
  elsif char_length(result.note) > 2000 then
    raise exception 'A note has at most 2,000 characters' using errcode = '23514', hint = 'note';
  elsif jsonb_typeof(quote -> 'lines') is distinct from 'array' or jsonb_array_length(quote -> 'lines') not between 1 and 100 then
    raise exception 'A quote has 1 to 100 lines' using errcode = '23514', hint = 'lines';
  end if;
  select place, private.quote_line_problem(line) as field into wrong
  from jsonb_array_elements(quote -> 'lines') with ordinality as input (line, place)
  where private.quote_line_problem(line) is not null order by place limit 1;
  if found then
    raise exception 'Line %: %', wrong.place, case wrong.field
      when 'kind' then 'say whether it is goods, delivery, a discount or tax'
      when 'description' then 'say what it is, in 2 to 200 characters'
      when 'quantity' then 'the quantity must be greater than 0, and at most 1,000,000,000'
      when 'unit' then 'the unit must have 1 to 40 characters'
      when 'discount' then 'a discount must be more than nothing'
      when 'whole' then 'bags, containers and other packs are counted whole'
      else 'the price of one unit must be an amount of at most 1,000,000,000'
    end using errcode = '23514', hint = case wrong.field when 'discount' then 'priceKobo' when 'whole' then 'quantity' else wrong.field end;
  end if;
  perform private.read_line_terms(line, place) from jsonb_array_elements(quote -> 'lines') with ordinality as input (line, place);
  if not exists (
    select from jsonb_array_elements(quote -> 'lines') as line where coalesce(line ->> 'kind', 'goods') = 'goods'
  ) then
    raise exception 'A quote has at least one line of goods' using errcode = '23514', hint = 'lines';
  end if;
  select sum(amount), max(abs(amount)) into total, largest
  from (
    select round((line ->> 'quantity')::numeric * private.quote_line_price(line)) as amount
    from jsonb_array_elements(quote -> 'lines') as line
  ) as amounts;
  if total not between 1 and 9000000000000000 or largest > 9000000000000000 then
    raise exception 'The total must be more than nothing, and at most 90,000,000,000,000' using errcode = '23514', hint = 'priceKobo';
  end if;
  result.total_kobo := total;
  -- Nobody accepts what could not be delivered any more.
  result.expires_at := least(result.expires_at, private.end_of_day(result.window_to));
  if result.expires_at < now() + interval '1 hour' then
    raise exception 'The delivery window ends in less than an hour, and the quote with it' using errcode = '23514', hint = 'windowTo';
  end if;
  return private.read_quote_vat(result, quote);
end $function$;

CREATE OR REPLACE FUNCTION private.vat_of_basket(items jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('productId', line.product_id, 'vatClass', line.vat_class, 'amountKobo', line.amount_kobo,
    'rateBp', rate.rate_bp, 'reason', rate.reason, 'vatKobo', private.vat_of(line.amount_kobo, rate.rate_bp)) order by line.place), '[]')
  from (
    select wanted.place, wanted.product_id, product.vat_class, product.price_kobo * wanted.quantity as amount_kobo
    from private.read_market_lines(items) as wanted
    join public.products as product on product.id = wanted.product_id and product.status = 'published'
  ) as line
  join private.vat_on() as rate on rate.vat_class = line.vat_class
$function$;

CREATE OR REPLACE FUNCTION public.track_market_order(token_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', orders.id, 'code', orders.code, 'kind', orders.kind, 'status', orders.status,
    'payment_status', orders.payment_status, 'fulfilment_status', orders.fulfilment_status,
    'total_amount_kobo', orders.total_amount_kobo, 'delivery_kobo', orders.delivery_kobo, 'vat_kobo', orders.vat_kobo, 'vat_lines', orders.vat_lines,
    'awaits_delivery', orders.awaits_delivery, 'currency', orders.currency, 'created_at', orders.created_at,
    'expires_at', orders.expires_at, 'decline_reason', orders.decline_reason, 'decline_code', orders.decline_code,
    'delivery_address', orders.delivery_address, 'special_requirements', orders.special_requirements,
    'delivered_at', orders.delivered_at, 'refund_due_kobo', orders.refund_due_kobo, 'paid_kobo', private.paid_kobo(orders.id),
    'has_credit_terms', orders.credit_terms_reason is not null, 'goods_released', orders.stock_released_at is not null, 'crop_type', orders.crop_type,
    'quantity_text', orders.quantity_text, 'unit', orders.unit,
    'order_contacts', (select jsonb_build_object('name', name, 'phone', phone, 'email', email, 'state', state, 'lga', lga)
      from public.order_contacts as contact where contact.order_id = orders.id),
    'order_deliveries', (select jsonb_build_object('kind', kind, 'name', name, 'address', address, 'hours', hours, 'day', day,
        'weight_grams', weight_grams, 'price_kobo', price_kobo, 'quoted_at', quoted_at, 'accepted_at', accepted_at, 'vat_kobo', vat_kobo,
        'earlier_price_kobo', earlier_price_kobo, 'earlier_vat_kobo', earlier_vat_kobo, 'earlier_day', earlier_day)
      from public.order_deliveries as delivery where delivery.order_id = orders.id),
    'order_requests', null, 'quotes', jsonb_build_array(), 'order_instalments', jsonb_build_array(),
    'order_items', (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'product_name', product_name,
        'farmer_name', farmer_name, 'pack_amount', pack_amount, 'pack_unit', pack_unit, 'price_kobo', price_kobo,
        'quantity', quantity, 'total_kobo', total_kobo, 'has_reserved_stock', has_reserved_stock,
        'vat_class', vat_class, 'vat_rate_bp', vat_rate_bp) order by position), '[]')
      from public.order_items as item where item.order_id = orders.id),
    'order_events', (select coalesce(jsonb_agg(jsonb_build_object('axis', axis, 'from_value', from_value,
        'to_value', to_value, 'created_at', event.created_at) order by event.id), '[]')
      from public.order_events as event where event.order_id = orders.id),
    'payment_claims', (select coalesce(jsonb_agg(jsonb_build_object('words', words, 'note', note,
        'amount_kobo', claim.amount_kobo, 'has_proof', proof_path is not null, 'created_at', claim.created_at) order by claim.id), '[]')
      from public.payment_claims as claim where claim.order_id = orders.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('kind', payment.kind, 'amount_kobo', amount_kobo,
        'value_date', value_date, 'created_at', payment.created_at) order by payment.created_at), '[]')
      from public.payments as payment where payment.order_id = orders.id),
    'order_credits', (select coalesce(jsonb_agg(jsonb_build_object('kind', credit.kind, 'amount_kobo', credit.amount_kobo)
        order by credit.created_at), '[]')
      from public.order_credits as credit where credit.order_id = orders.id),
    'order_messages', (select coalesce(jsonb_agg(jsonb_build_object('is_from_staff', is_from_staff, 'body', body,
        'created_at', message.created_at) order by message.id), '[]')
      from public.order_messages as message where message.order_id = orders.id),
    'order_disputes', (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'photo_paths', photo_paths, 'resolution', resolution,
        'resolution_note', resolution_note, 'refund_kobo', refund_kobo, 'created_at', dispute.created_at,
        'line_position', line_position, 'line_name', line_name, 'amount', amount, 'amount_unit', amount_unit, 'wish', wish)
        order by dispute.created_at), '[]')
      from public.order_disputes as dispute where dispute.order_id = orders.id),
    'product_ratings', (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'stars', stars)), '[]')
      from public.product_ratings as rating where rating.order_id = orders.id)
  )
  from private.order_guest_links as link join public.orders on orders.id = link.order_id
  where link.token_hash = $1 and link.expires_at > now() and orders.user_id is null
$function$;

REVOKE ALL ON FUNCTION "private"."demand_named_place"(jsonb) FROM PUBLIC;
