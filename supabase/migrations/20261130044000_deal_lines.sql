DROP TRIGGER "audit_change" ON "public"."order_products";

DROP FUNCTION "private"."read_quote_lines"(uuid, jsonb);

ALTER TABLE "public"."order_products" ADD COLUMN "vat_class" text NOT NULL DEFAULT 'basic_food'::text;

ALTER TABLE "public"."quote_lines" ADD COLUMN "vat_class" text;

ALTER TABLE "public"."quotes" ADD COLUMN "vat_lines" jsonb;

CREATE OR REPLACE FUNCTION private.before_order_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.grade := nullif(private.clean_line(new.grade), '');
  new.season := nullif(private.clean_line(new.season), '');
  new.origin_states := nullif(private.clean_line(new.origin_states), '');
  new.packing := nullif(private.clean_line(new.packing), '');
  new.hs_code := nullif(private.clean_line(new.hs_code), '');
  new.price_basis := nullif(private.clean_line(new.price_basis), '');
  if new.price_on > (now() at time zone 'Africa/Lagos')::date then
    raise exception 'The day of a price is not in the future' using errcode = '23514', hint = 'price_on';
  end if;
  -- As every price that the site shows (private.guard_price).
  if coalesce((select auth.role()), '') = 'authenticated' and not private.has_strong_permission('products.write')
    and (new.price_kobo, new.price_currency, new.price_unit, new.price_basis, new.price_on, new.vat_class)
      is distinct from (old.price_kobo, old.price_currency, old.price_unit, old.price_basis, old.price_on, coalesce(old.vat_class, 'basic_food'))
  then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  end if;
  if new.photo_path is not null and (tg_op = 'INSERT' or new.photo_path is distinct from old.photo_path)
    and not exists (
      select from private.product_photos as photo
      where photo.path = new.photo_path and photo.farmer_id is null and photo.ready_at is not null
        and photo.created_at > now() - interval '1 day')
  then
    raise exception 'The photo has not arrived yet. Please send it again.' using errcode = '23514', hint = 'photo_path';
  end if;
  if coalesce((select auth.role()), '') = 'authenticated'
    and (tg_op = 'INSERT' or to_jsonb(new) - '{position,is_active}'::text[] is distinct from to_jsonb(old) - '{position,is_active}'::text[])
  then
    new.is_demo := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.default_vat_class(own public.orders, country text, description text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when lower(private.clean_line(country)) <> 'nigeria' then 'export' else (
    select product.vat_class
    from public.order_products as product,
      lateral (select position(lower(product.label) in lower(private.clean_line(description))) > 0 as is_named) as said
    where said.is_named or lower(product.label) = lower((own).crop_type)
    order by said.is_named desc, char_length(product.label) desc, product.is_active desc limit 1) end
$function$;

CREATE OR REPLACE FUNCTION private.describe_quote_in_mail(quote public.quotes)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.describe_contract_terms(to_jsonb(quote)) || jsonb_build_object(
    'totalKobo', (quote).total_kobo, 'currency', (quote).currency,
    'vat', private.quote_vat_lines(quote, (select coalesce(sum(line.total_kobo), 0)::bigint from public.quote_lines as line
      where line.quote_id = (quote).id and line.kind = 'tax')),
    'buyer', concat_ws(', ', said ->> 'buyer_company', said ->> 'buyer_contact', said ->> 'buyer_address', said ->> 'buyer_country'),
    'deliverTo', said ->> 'deliver_to')
  from private.parties_of((quote).order_id, to_jsonb(quote)) as said
$function$;

CREATE OR REPLACE FUNCTION private.is_whole_unit(unit text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select written ~ '(^|[^a-z])(bag|bale|box|carton|container|crate|drum|pallet|sack)(s|es)?([^a-z]|$)'
    and written !~ '^(metric )?(t|mt|tons?|tonnes?|kgs?|kilos?|kilograms?|litres?|liters?)( in | per |,| ?[(/])'
  from (select lower(private.clean_line(unit)) as written) as typed
$function$;

CREATE OR REPLACE FUNCTION private.line_vat_class(offer public.quotes, quote jsonb, line jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(nullif(line ->> 'vatClass', ''), nullif(quote ->> 'vatClass', ''), (
    select private.default_vat_class(orders, coalesce((offer).buyer_country, request.country), line ->> 'description')
    from public.orders left join public.order_requests as request on request.order_id = orders.id where orders.id = (offer).order_id))
  where coalesce(line ->> 'kind', 'goods') = 'goods'
$function$;

CREATE OR REPLACE FUNCTION private.quote_vat_lines(offer public.quotes, tax_kobo bigint)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when (offer).vat_lines is not null then (
      select jsonb_agg(line - 'vatClass' order by place) from jsonb_array_elements((offer).vat_lines) with ordinality as input (line, place))
    when (offer).vat_reason is not null then jsonb_build_array(jsonb_build_object('rateBp', (offer).vat_rate_bp,
      'reason', (offer).vat_reason, 'baseKobo', (offer).total_kobo - tax_kobo, 'vatKobo', tax_kobo)) end
$function$;

CREATE OR REPLACE FUNCTION private.quote_vat_rates(offer public.quotes)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce((offer).vat_lines, case when (offer).vat_reason is not null then jsonb_build_array(jsonb_build_object(
    'vatClass', (offer).vat_class, 'rateBp', (offer).vat_rate_bp, 'reason', (offer).vat_reason)) end)
$function$;

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
  result := jsonb_populate_record(result, case when quote ? 'terms' then private.read_terms_for_order((current_order).id, quote -> 'terms')
    else private.last_contract_terms((current_order).id) end);
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
  elsif result.currency not in ('NGN', 'USD', 'EUR', 'GBP') then
    raise exception 'A quote is in naira (NGN), US dollars (USD), euros (EUR) or pounds (GBP)' using errcode = '23514', hint = 'currency';
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
  return private.read_quote_vat(result, quote);
end $function$;

CREATE OR REPLACE FUNCTION private.read_quote_lines(offer public.quotes, quote jsonb)
 RETURNS SETOF public.quote_lines
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select read.quote_id, read.position, read.description, read.quantity, read.unit, read.price_kobo,
    round(read.quantity * read.price_kobo)::bigint, read.kind, case when read.kind = 'goods' then read.vat_class end
  from (
    select (offer).id as quote_id, place::integer as position, private.clean_line(line ->> 'description') as description,
      (line ->> 'quantity')::numeric as quantity, private.clean_line(line ->> 'unit') as unit,
      private.quote_line_price(line) as price_kobo,
      coalesce(line ->> 'kind', 'goods') as kind,
      case jsonb_array_length((offer).vat_lines) when 1 then (offer).vat_lines -> 0 ->> 'vatClass'
        else case when (offer).vat_lines is not null then private.line_vat_class(offer, quote, line) end end as vat_class
    from jsonb_array_elements(quote -> 'lines') with ordinality as input (line, place)
  ) as read
$function$;

CREATE OR REPLACE FUNCTION private.read_quote_vat(result public.quotes, quote jsonb)
 RETURNS public.quotes
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_said boolean := nullif(quote ->> 'vatClass', '') is not null
    or exists (select from jsonb_array_elements(quote -> 'lines') as line where nullif(line ->> 'vatClass', '') is not null);
  rates jsonb := (select jsonb_agg(jsonb_build_object('vatClass', vat_class, 'rateBp', rate_bp, 'reason', reason)) from private.vat_on());
  goods jsonb;
  tax bigint;
  owed bigint;
begin
  select coalesce(sum(round((line ->> 'quantity')::numeric * private.quote_line_price(line))), 0) into tax
  from jsonb_array_elements(quote -> 'lines') as line where line ->> 'kind' = 'tax';
  if exists (select from jsonb_array_elements(jsonb_build_array(quote) || (quote -> 'lines')) as said
    where not private.is_vat_class(nullif(said ->> 'vatClass', '')))
  then
    raise exception 'Choose what VAT the quote bears' using errcode = '23514', hint = 'vatClass';
  elsif not is_said and tax > 0 and tax = (select private.vat_of((result).total_kobo - tax, rate.rate_bp)
    from private.vat_on() as rate where rate.vat_class = 'standard')
  then
    quote := quote || '{"vatClass": "standard"}';
  end if;
  select jsonb_agg(jsonb_build_object('vatClass', private.line_vat_class(result, quote, line),
    'amountKobo', round((line ->> 'quantity')::numeric * private.quote_line_price(line)))) into goods
  from jsonb_array_elements(quote -> 'lines') as line where coalesce(line ->> 'kind', 'goods') = 'goods';
  if exists (select from jsonb_array_elements(goods) as line where line ->> 'vatClass' is null) then
    if is_said or tax > 0 then
      raise exception 'Choose what VAT each line of goods bears' using errcode = '23514', hint = 'vatClass';
    end if;
    return result;
  end if;
  result.vat_lines := private.vat_by_class(goods, (result).total_kobo - tax, rates);
  owed := private.sum_of(result.vat_lines, 'vatKobo');
  if owed = 0 and tax > 0 then
    raise exception 'These goods bear no VAT: remove the line of tax, or choose the standard rate' using errcode = '23514', hint = 'vatClass';
  elsif owed <> tax then
    raise exception 'VAT is % (%), and the line of tax says %', to_char(owed * 0.01, 'FM999,999,999,999,990.00'), (
        select string_agg(trim_scale((line ->> 'rateBp')::integer * 0.01) || ' percent of '
          || to_char((line ->> 'baseKobo')::bigint * 0.01, 'FM999,999,999,999,990.00'), ', ' order by place)
        from jsonb_array_elements(result.vat_lines) with ordinality as input (line, place) where (line ->> 'vatKobo')::bigint <> 0),
      to_char(tax * 0.01, 'FM999,999,999,999,990.00') using errcode = '23514', hint = 'vatClass';
  end if;
  return result;
end $function$;

CREATE OR REPLACE FUNCTION private.request_line_problem(line jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rule private.field_rules;
  typed text;
  problem text;
begin
  for rule in select * from private.field_rules
    where form = 'order' and field in ('product', 'quantity', 'unit') order by position
  loop
    typed := case when jsonb_typeof(line -> rule.field) = 'string' then private.clean_answer(rule.kind, line ->> rule.field) end;
    problem := case when typed is null then rule.message else private.answer_problem(rule, typed) end;
    if problem is null and rule.field = 'product'
      and not exists (select from public.order_products where label = typed and is_active)
    then
      problem := rule.message;
    end if;
    if problem is not null then
      return jsonb_build_object('field', rule.field, 'message', problem);
    end if;
  end loop;
  if private.is_whole_unit(line ->> 'unit') and private.typed_quantity(line) <> trunc(private.typed_quantity(line)) then
    return jsonb_build_object('field', 'quantity',
      'message', 'Bags, containers and other packs are counted whole: enter a number without decimals');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.vat_by_class(goods jsonb, base_kobo bigint, rates jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with classes as (
    select line ->> 'vatClass' as vat_class, sum((line ->> 'amountKobo')::numeric) as amount
    from jsonb_array_elements(goods) as line group by line ->> 'vatClass'
  ), shares as (
    -- Goods that cost nothing share alike.
    select vat_class, sum(weight) over (order by vat_class collate "C") as up_to, weight, sum(weight) over () as whole
    from (select vat_class, case when sum(amount) over () = 0 then 1 else amount end as weight from classes) as weighed
  ), bases as (
    select vat_class, (div(2 * base_kobo * up_to + whole, 2 * whole)
      - div(2 * base_kobo * (up_to - weight) + whole, 2 * whole))::bigint as kobo
    from shares
  )
  select jsonb_agg(jsonb_build_object('vatClass', bases.vat_class, 'rateBp', rate.rate_bp, 'reason', rate.reason,
    'baseKobo', bases.kobo, 'vatKobo', private.vat_of(bases.kobo, rate.rate_bp)) order by rate.rate_bp, bases.vat_class)
  from bases join (
    select line ->> 'vatClass' as vat_class, (line ->> 'rateBp')::integer as rate_bp, line ->> 'reason' as reason
    from jsonb_array_elements(rates) as line
  ) as rate on rate.vat_class = bases.vat_class
$function$;

CREATE OR REPLACE FUNCTION public.make_counter_offer(quote_id uuid, offer jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.quotes := private.lock_own_quote(quote_id);
  made public.counter_offers;
  total numeric;
  wrong text;
begin
  perform private.require_answerable(chosen);
  if (select count(*) >= 20 from public.counter_offers as earlier
      where earlier.order_id = chosen.order_id and earlier.created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  elsif jsonb_typeof(offer -> 'prices') is distinct from 'array'
    or jsonb_array_length(offer -> 'prices') <> (select count(*) from public.quote_lines as line where line.quote_id = chosen.id)
    or exists (select from jsonb_array_elements_text(offer -> 'prices') as price
      where coalesce(price, '') !~ '^[0-9]{1,12}$' or price::bigint > 100000000000)
  then
    raise exception 'Enter a price for one unit of each line' using errcode = '23514', hint = 'prices';
  elsif offer ? 'quantities' and (jsonb_typeof(offer -> 'quantities') is distinct from 'array'
    or jsonb_array_length(offer -> 'quantities') <> jsonb_array_length(offer -> 'prices')) then
    raise exception 'Enter a quantity for each line' using errcode = '23514', hint = 'quantities';
  elsif coalesce(offer ->> 'currency', chosen.currency) not in ('NGN', 'USD', 'EUR', 'GBP') then
    raise exception 'An offer is in naira (NGN), US dollars (USD), euros (EUR) or pounds (GBP)' using errcode = '23514', hint = 'currency';
  elsif not exists (select from private.payment_schedules as schedule where schedule.terms = offer ->> 'paymentTerms') then
    raise exception 'Please select payment terms' using errcode = '23514', hint = 'paymentTerms';
  end if;
  made := jsonb_populate_record(made, private.read_terms_for_order(chosen.order_id, offer -> 'terms'));
  made.id := gen_random_uuid();
  made.order_id := chosen.order_id;
  made.quote_id := chosen.id;
  made.currency := coalesce(offer ->> 'currency', chosen.currency);
  made.payment_terms := offer ->> 'paymentTerms';
  made.note := nullif(private.clean_text(offer ->> 'note'), '');
  made.created_at := clock_timestamp();
  if char_length(made.note) > 2000 then
    raise exception 'A note has at most 2,000 characters' using errcode = '23514', hint = 'note';
  end if;
  -- As private.read_quote judges the lines that staff write; what a quote of before says of half a sack may be offered again.
  select judged.problem into wrong
  from (
    select line.place, line.quantity as quoted, typed.quantity as offered,
      private.quote_line_problem(jsonb_build_object('description', line.description, 'quantity', typed.quantity, 'unit', line.unit,
        'priceKobo', 0)) as problem
    from (select *, row_number() over (order by quote_lines.position) as place from public.quote_lines
      where quote_lines.quote_id = chosen.id) as line
    join jsonb_array_elements_text(offer -> 'quantities') with ordinality as typed (quantity, place) on typed.place = line.place
    where line.kind = 'goods'
  ) as judged
  where case judged.problem when 'whole' then judged.offered::numeric <> judged.quoted else judged.problem is not null end
  order by judged.place limit 1;
  if wrong is not null then
    raise exception '%', case wrong when 'whole' then 'Bags, containers and other packs are counted whole: enter a number without decimals'
      else 'Enter a quantity greater than 0, and at most 1,000,000,000' end using errcode = '23514', hint = 'quantities';
  end if;
  -- A single line of tax by the rates that the quote names follows the other lines as they are offered.
  with offered as (
    select line.position, line.kind, coalesce(line.vat_class, chosen.vat_class) as vat_class,
      line.kind = 'tax' and line.quantity = 1 and line.taxes = 1 and private.quote_vat_rates(chosen) is not null
        and made.currency = chosen.currency as is_by_rate,
      case when line.kind = 'goods' and offer ? 'quantities' then (offer -> 'quantities' ->> (line.place - 1)::integer)::numeric
        else line.quantity end as quantity,
      case when line.kind = 'goods' then (offer -> 'prices' ->> (line.place - 1)::integer)::bigint
        when made.currency = chosen.currency then line.price_kobo else 0 end as price
    from (
      select *, row_number() over (order by quote_lines.position) as place,
        count(*) filter (where quote_lines.kind = 'tax') over () as taxes
      from public.quote_lines where quote_lines.quote_id = chosen.id
    ) as line
  ), tax as (
    select private.sum_of(private.vat_by_class(
      jsonb_agg(jsonb_build_object('vatClass', offered.vat_class, 'amountKobo', round(offered.quantity * offered.price)))
        filter (where offered.kind = 'goods'),
      least(sum(case when offered.is_by_rate then 0 else round(offered.quantity * offered.price) end), 9000000000000000)::bigint,
      private.quote_vat_rates(chosen)), 'vatKobo') as kobo
    from offered
  )
  select array_agg(priced.price order by priced.position), array_agg(priced.quantity order by priced.position),
    sum(round(priced.quantity * priced.price))
  into made.prices_kobo, made.quantities, total
  from (
    select offered.position, offered.quantity, case when offered.is_by_rate then tax.kobo else offered.price end as price
    from offered, tax
  ) as priced;
  if total not between 1 and 9000000000000000 then
    raise exception 'The total must be more than nothing, and at most 90,000,000,000,000' using errcode = '23514', hint = 'prices';
  end if;
  -- What a line of a quote may say: no quote of ours could take the offer otherwise.
  if 100000000000 < any (made.prices_kobo) then
    raise exception 'The VAT on these prices is more than 1,000,000,000, the most that one quote can say. Offer a smaller quantity, or write to us.'
      using errcode = '23514', hint = 'prices';
  end if;
  made.total_kobo := total;
  if made.total_kobo = chosen.total_kobo and made.currency = chosen.currency and made.payment_terms = chosen.payment_terms
    and (made.prices_kobo, made.quantities) = (select array_agg(price_kobo order by position), array_agg(quantity order by position)
      from public.quote_lines as line where line.quote_id = chosen.id)
    and jsonb_strip_nulls(private.contract_terms_of(to_jsonb(made))) = jsonb_strip_nulls(private.contract_terms_of(to_jsonb(chosen)))
  then
    raise exception 'This is what our quote says already. Change a price or a term first.' using errcode = '23514', hint = 'prices';
  end if;
  insert into public.counter_offers select made.*;
  perform private.notify_staff_of_answer(made.order_id, 'offered', made.total_kobo, made.currency);
  return made.id;
end $function$;

CREATE OR REPLACE FUNCTION public.preview_quote(order_id uuid, quote jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders := private.require_quotable(order_id, is_locked => false);
  offer public.quotes := private.read_quote(current_order, quote);
begin
  return jsonb_build_object('kind', 'quote', 'number', current_order.code, 'isPreview', true,
      'verificationCode', '', 'issuedAt', private.utc_text(now()))
    || private.describe_offer(offer, (
      select jsonb_agg(private.describe_quote_line(line) order by line.position)
      from private.read_quote_lines(offer, quote) as line));
end $function$;

CREATE OR REPLACE FUNCTION public.quote_order(order_id uuid, quote jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders := private.require_quotable(order_id, is_locked => true);
  offer public.quotes := private.read_quote(current_order, quote);
  is_waiting boolean;
  standing_id uuid;
begin
  is_waiting := private.needs_second_quoter(current_order, offer.currency, quote -> 'lines', offer.created_by);
  standing_id := private.find_same_quote(offer, quote, is_waiting);
  if standing_id is not null then
    return standing_id;
  end if;
  -- One that waited was never shown to the buyer.
  update public.quotes set status = case status when 'open' then 'replaced' else 'refused' end
  where quotes.order_id = current_order.id and status = any (case when is_waiting then '{waiting}' else '{waiting,open}' end::text[]);
  offer.status := case when is_waiting then 'waiting' else 'open' end;
  insert into public.quotes select offer.*;
  insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo, kind, vat_class)
  select line.quote_id, line.position, line.description, line.quantity, line.unit, line.price_kobo, line.kind, line.vat_class
  from private.read_quote_lines(offer, quote) as line;
  if not is_waiting then
    perform private.issue_document_of_quote(offer.id, 'quote');
    perform private.mail_quote(offer.id);
  end if;
  return offer.id;
end $function$;

ALTER TABLE "public"."quote_lines" ADD CONSTRAINT "quote_lines_vat_class_belongs" CHECK (((vat_class IS NULL) OR (kind = 'goods'::text)));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_vat_lines_list" CHECK ((jsonb_typeof(vat_lines) = 'array'::text));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_vat_lines_once" CHECK (((vat_lines IS NULL) OR (vat_class IS NULL)));

CREATE TRIGGER audit_change AFTER INSERT OR UPDATE ON public.order_products FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'id', 'label,position,is_active,container_20ft_kg,container_40ft_kg,grade,season,origin_states,minimum_lot,minimum_lot_unit,packing,hs_code,price_kobo,price_currency,price_unit,price_basis,price_on,photo_path,vat_class');

COMMENT ON COLUMN "public"."counter_offers"."prices_kobo" IS 'Of one unit of each line of the quote, in their order, in minor units of the offer''s currency; what is no goods has the price of the quote, or in another currency none yet; a single line of tax by the rates of the quote follows the goods.';

COMMENT ON COLUMN "public"."order_products"."vat_class" IS 'What a quote says of it to a buyer at home, where staff say nothing else: exported it is exported goods.';

COMMENT ON COLUMN "public"."quote_lines"."vat_class" IS 'Of goods; delivery and discounts follow them. Null: a quote from before says it of the whole, or nobody knows it.';

COMMENT ON COLUMN "public"."quotes"."vat_class" IS 'Of a quote from before its goods had classes of their own: the one of all of it. Null: then it says nothing of VAT but its lines.';

COMMENT ON COLUMN "public"."quotes"."vat_lines" IS 'What the goods of each class bear, as private.vat_by_class has it, with rate and reason of the day of the quote.';

REVOKE ALL ON FUNCTION "private"."default_vat_class"(public.orders, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."line_vat_class"(public.quotes, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quote_vat_rates"(public.quotes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_quote_lines"(public.quotes, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_by_class"(jsonb, bigint, jsonb) FROM PUBLIC;

REVOKE ALL ("vat_class") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("vat_class"), UPDATE ("vat_class") ON TABLE "public"."order_products" TO "authenticated";

REVOKE ALL ("vat_lines") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("vat_lines") ON TABLE "public"."quotes" TO "authenticated";

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_vat_class_known" CHECK (private.is_vat_class(vat_class));

ALTER TABLE "public"."quote_lines" ADD CONSTRAINT "quote_lines_vat_class_known" CHECK (private.is_vat_class(vat_class));

CREATE OR REPLACE FUNCTION private.find_same_quote(offer public.quotes, quote jsonb, is_waiting boolean)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select standing.id
  from (
    select * from public.quotes as one
    where one.order_id = (offer).order_id and one.status in ('waiting', 'open')
    order by one.created_at desc limit 1
  ) as standing, (select '{id,status,expires_at,created_by,created_at}'::text[] as columns) as own
  where (standing.status = 'open' or is_waiting)
    and (offer).expires_at - standing.expires_at between interval '-10 minutes' and interval '10 minutes'
    and to_jsonb(offer) - own.columns = to_jsonb(standing) - own.columns
    and (select array_agg(to_jsonb(line) - 'quote_id' order by line.position) from public.quote_lines as line where line.quote_id = standing.id)
      = (select array_agg(to_jsonb(line) - 'quote_id' order by line.position) from private.read_quote_lines(offer, quote) as line)
    and not exists (select from public.counter_offers as answer where answer.quote_id = standing.id)
$function$;

-- Products of the order form keep what staff wrote of them; gum arabic is no food.
update public.order_products set vat_class = 'standard' where label = 'Gum Arabic';
