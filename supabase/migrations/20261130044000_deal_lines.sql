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
  -- Tax by the rate that the quote names follows the other lines as they are offered.
  select array_agg(price order by position), array_agg(quantity order by position), sum(round(quantity * price))
  into made.prices_kobo, made.quantities, total
  from (
    select offered.position, offered.quantity, case when offered.is_by_rate
      then private.vat_of(least(sum(case when offered.is_by_rate then 0 else round(offered.quantity * offered.price) end) over (),
        9000000000000000)::bigint, chosen.vat_rate_bp)
      else offered.price end as price
    from (
      select line.position,
        line.kind = 'tax' and line.quantity = 1 and line.taxes = 1 and chosen.vat_rate_bp is not null
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
    ) as offered
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
