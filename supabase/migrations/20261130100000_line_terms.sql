ALTER TABLE "public"."quote_lines" ADD COLUMN "grade" text;

ALTER TABLE "public"."quote_lines" ADD COLUMN "moisture_max_percent" numeric;

ALTER TABLE "public"."quote_lines" ADD COLUMN "packing" text;

ALTER TABLE "public"."quote_lines" ADD COLUMN "hs_code" text;

ALTER TABLE "public"."quote_lines" ADD COLUMN "origin" text;

CREATE OR REPLACE FUNCTION private.describe_line_terms(columns jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when said = '{}' then '{}' else jsonb_build_object('terms', said) end
  from (select jsonb_strip_nulls(jsonb_build_object('grade', columns ->> 'grade',
    'moistureMaxPercent', trim_scale((columns ->> 'moisture_max_percent')::numeric)::text, 'packing', columns ->> 'packing',
    'hsCode', columns ->> 'hs_code', 'origin', columns ->> 'origin')) as said) as stripped
$function$;

CREATE OR REPLACE FUNCTION private.describe_quote_line(line public.quote_lines)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('name', (line).description, 'detail', null, 'quantity', trim_scale((line).quantity)::text,
      'unit', (line).unit, 'priceKobo', (line).price_kobo, 'totalKobo', (line).total_kobo)
    || case when (line).kind = 'goods' then private.describe_line_terms(to_jsonb(line)) else jsonb_build_object('kind', (line).kind) end
$function$;

CREATE OR REPLACE FUNCTION private.goods_term_problem(answers jsonb)
 RETURNS TABLE(field text, problem text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 'moistureMaxPercent', 'Enter a percentage from 0 to 100, such as 2 or 7.5'
  where not private.is_percent(private.answer(answers, 'moistureMaxPercent'))
  union all
  select 'hsCode', 'An HS code has 4 to 10 digits: 1801.00, 0910.11'
  where private.answer(answers, 'hsCode') !~ '^[0-9]{4}([.]?[0-9]{2}){0,3}(, ?[0-9]{4}([.]?[0-9]{2}){0,3})*$'
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.read_contract_terms(terms jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answers jsonb := private.check_form('contract_terms', case jsonb_typeof(terms) when 'object' then terms else '{}' end);
  wrong text;
  problem text;
begin
  select field into wrong from unnest('{windowFrom,windowTo}'::text[]) as field
  where private.answer(answers, field) is not null and private.read_day(private.answer(answers, field)) is null limit 1;
  if wrong is not null then
    problem := 'Choose a day that exists';
  elsif private.answer(answers, 'windowTo') < private.answer(answers, 'windowFrom') then
    wrong := 'windowTo';
    problem := 'The last day must not be before the first one';
  elsif private.read_day(private.answer(answers, 'windowTo')) < (now() at time zone 'Africa/Lagos')::date then
    wrong := 'windowTo';
    problem := 'The delivery window must not be over already';
  elsif not private.is_percent(private.answer(answers, 'tolerancePercent')) then
    wrong := 'tolerancePercent';
    problem := 'Enter a percentage from 0 to 100, such as 2 or 7.5';
  else
    select said.field, said.problem into wrong, problem from private.goods_term_problem(answers) as said;
    if wrong is null then
      -- As short as an order takes them.
      select field into wrong
      from (values ('buyerCompany', 2), ('buyerContact', 2), ('buyerAddress', 10), ('buyerCountry', 2), ('deliverTo', 5)) as party (field, min)
      where char_length(private.answer(answers, field)) < min limit 1;
      problem := 'Write it in full, or leave it empty';
    end if;
  end if;
  if wrong is not null then
    raise exception '%', problem using errcode = '23514', detail = wrong, hint = wrong;
  end if;
  return private.answer_columns(answers);
end $function$;

CREATE OR REPLACE FUNCTION private.read_line_terms(line jsonb, place bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answers jsonb;
  wrong text;
begin
  if coalesce(line ->> 'kind', 'goods') <> 'goods' or jsonb_typeof(line -> 'terms') is distinct from 'object' then
    return '{}';
  end if;
  answers := private.check_form('quote_line_terms', line -> 'terms');
  select said.problem into wrong from private.goods_term_problem(answers) as said;
  if wrong is not null then
    raise exception '%', wrong using errcode = '23514';
  end if;
  return private.answer_columns(answers);
exception when check_violation then
  raise exception 'Line %: %', place, sqlerrm using errcode = '23514', hint = 'lines';
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

CREATE OR REPLACE FUNCTION private.read_quote_lines(offer public.quotes, quote jsonb)
 RETURNS SETOF public.quote_lines
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select read.quote_id, read.position, read.description, read.quantity, read.unit, read.price_kobo,
    round(read.quantity * read.price_kobo)::bigint, read.kind, case when read.kind = 'goods' then read.vat_class end,
    read.terms ->> 'grade', (read.terms ->> 'moisture_max_percent')::numeric, read.terms ->> 'packing', read.terms ->> 'hs_code', read.terms ->> 'origin'
  from (
    select (offer).id as quote_id, place::integer as position, private.clean_line(line ->> 'description') as description,
      (line ->> 'quantity')::numeric as quantity, private.clean_line(line ->> 'unit') as unit,
      private.quote_line_price(line) as price_kobo,
      coalesce(line ->> 'kind', 'goods') as kind, private.read_line_terms(line, place) as terms,
      case jsonb_array_length((offer).vat_lines) when 1 then (offer).vat_lines -> 0 ->> 'vatClass'
        else case when (offer).vat_lines is not null then private.line_vat_class(offer, quote, line) end end as vat_class
    from jsonb_array_elements(quote -> 'lines') with ordinality as input (line, place)
  ) as read
$function$;

CREATE OR REPLACE FUNCTION private.takes_offer(quote_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select offer.payment_terms = chosen.payment_terms and offer.currency = chosen.currency
      and (offer.prices_kobo, offer.quantities) = (
        select array_agg(line.price_kobo order by line.position), array_agg(line.quantity order by line.position)
        from public.quote_lines as line where line.quote_id = chosen.id)
      and (select array_agg((line.kind, line.description, line.unit, private.describe_line_terms(to_jsonb(line)))::text order by line.position)
          from public.quote_lines as line where line.quote_id = offer.quote_id)
        = (select array_agg((line.kind, line.description, line.unit, private.describe_line_terms(to_jsonb(line)))::text order by line.position)
          from public.quote_lines as line where line.quote_id = chosen.id)
      and jsonb_strip_nulls(private.contract_terms_of(to_jsonb(offer))) = jsonb_strip_nulls(private.contract_terms_of(to_jsonb(chosen)))
      -- The rate that was agreed is of its currency: in another one none was.
      and chosen.agreed_rate is not distinct from case when offer.currency = answered.currency then answered.agreed_rate end
    from public.quotes as chosen
    join public.counter_offers as offer on offer.order_id = chosen.order_id
    join public.quotes as answered on answered.id = offer.quote_id
    where chosen.id = $1 order by offer.created_at desc limit 1), false)
$function$;

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
  insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo, kind, vat_class,
    grade, moisture_max_percent, packing, hs_code, origin)
  select line.quote_id, line.position, line.description, line.quantity, line.unit, line.price_kobo, line.kind, line.vat_class,
    line.grade, line.moisture_max_percent, line.packing, line.hs_code, line.origin
  from private.read_quote_lines(offer, quote) as line;
  if not is_waiting then
    perform private.issue_document_of_quote(offer.id, 'quote');
    perform private.mail_quote(offer.id);
  end if;
  return offer.id;
end $function$;

ALTER TABLE "public"."quote_lines" ADD CONSTRAINT "quote_lines_grade_length" CHECK ((char_length(grade) <= 200));

ALTER TABLE "public"."quote_lines" ADD CONSTRAINT "quote_lines_hs_code_form" CHECK ((hs_code ~ '^[0-9]{4}([.]?[0-9]{2}){0,3}(, ?[0-9]{4}([.]?[0-9]{2}){0,3})*$'::text));

ALTER TABLE "public"."quote_lines" ADD CONSTRAINT "quote_lines_moisture_max_percent_range" CHECK (((moisture_max_percent >= (0)::numeric) AND (moisture_max_percent <= (100)::numeric)));

ALTER TABLE "public"."quote_lines" ADD CONSTRAINT "quote_lines_origin_length" CHECK ((char_length(origin) <= 120));

ALTER TABLE "public"."quote_lines" ADD CONSTRAINT "quote_lines_packing_length" CHECK ((char_length(packing) <= 200));

ALTER TABLE "public"."quote_lines" ADD CONSTRAINT "quote_lines_terms_belong" CHECK (((kind = 'goods'::text) OR (num_nonnulls(grade, moisture_max_percent, packing, hs_code, origin) = 0)));

COMMENT ON COLUMN "public"."quote_lines"."grade" IS 'This, moisture_max_percent, packing, hs_code and origin: of these goods alone, where they are others than those of the whole quote.';

REVOKE ALL ON FUNCTION "private"."describe_line_terms"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."goods_term_problem"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_line_terms"(jsonb, bigint) FROM PUBLIC;

CREATE OR REPLACE FUNCTION private.contract_in_mail(own public.orders, is_own_mailbox boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select private.describe_quote_in_mail(quote) || jsonb_build_object(
        'isAgreed', quote.status = 'accepted',
        'before', case when quote.status = 'open' then (select private.describe_quote_in_mail(earlier) from public.quotes as earlier
          where earlier.order_id = quote.order_id and earlier.status in ('replaced', 'declined') and earlier.created_at < quote.created_at
          order by earlier.created_at desc limit 1) end,
        'requested', case when quote.status = 'open' then private.describe_request_in_mail(quote.order_id) end,
        'expiresAt', case when quote.status = 'open' then private.utc_text(quote.expires_at) end,
        'seller', private.seller_in_mail(),
        'goods', (select jsonb_agg(jsonb_build_object('name', description, 'quantity', trim_scale(quantity)::text, 'unit', unit)
            || private.describe_line_terms(to_jsonb(line)) order by position)
          from public.quote_lines as line where line.quote_id = quote.id and line.kind = 'goods'))
      from public.quotes as quote where quote.order_id = ($1).id and quote.status in ('open', 'accepted')
      order by quote.status limit 1),
    -- Where several products are requested, each of them: their names are of the list of the order form.
    (select case when $2 then private.describe_request_in_mail(($1).id) - 'products' || jsonb_build_object(
          'seller', private.seller_in_mail(), 'wishedDay', ($1).delivery_date,
          'purchaseOrderNumber', request.purchase_order_number)
        else jsonb_build_object('paymentTerms', payment_terms, 'incoterms', incoterms) end
      || jsonb_build_object('goods', (
        select jsonb_agg(jsonb_build_object('name', product, 'quantity', trim_scale(quantity)::text, 'unit', unit) order by position)
        from (
          select 1 as position, ($1).crop_type as product, ($1).quantity, ($1).unit
          union all
          select line.position, line.product, line.quantity, line.unit
          from public.order_request_lines as line where line.order_id = ($1).id
        ) as goods having count(*) > 1))
      from public.order_requests as request where request.order_id = ($1).id))
$function$;

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('quote_line_terms', '1', 'grade', 'line', '0', '200', null, 'Grade must be text', 'Grade must be at most 200 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('quote_line_terms', '2', 'moistureMaxPercent', 'line', '0', '6', null, 'Enter a percentage from 0 to 100, such as 2 or 7.5', 'Moisture, at most % must be at most 6 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('quote_line_terms', '3', 'packing', 'line', '0', '200', null, 'Packing must be text', 'Packing must be at most 200 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('quote_line_terms', '4', 'hsCode', 'line', '0', '100', null, 'HS code must be text', 'HS code must be at most 100 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('quote_line_terms', '5', 'origin', 'line', '0', '120', null, 'Origin must be text', 'Origin must be at most 120 characters', null);
