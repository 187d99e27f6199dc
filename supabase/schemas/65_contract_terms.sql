-- The terms of a contract beside its price, as quotes and counter-offers name them. domain/market/contract-terms.ts.

-- What is counted whole: nobody delivers half a bag, and "Tons in jute bags" are weighed. Same as isWholeUnit.
create function private.is_whole_unit(unit text) returns boolean
language sql immutable set search_path = ''
as $$
  select written ~ '(^|[^a-z])(bag|bale|box|carton|container|crate|drum|pallet|sack)(s|es)?([^a-z]|$)'
    and written !~ '^(metric )?(t|mt|tons?|tonnes?|kgs?|kilos?|kilograms?|litres?|liters?)( in | per |,| ?[(/])'
  from (select lower(private.clean_line(unit)) as written) as typed
$$;

create function private.is_percent(typed text) returns boolean
language sql immutable set search_path = ''
as $$
  select typed ~ '^(100|[0-9]{1,2}([.][0-9]{1,2})?)$'
$$;

-- Which answer about goods is wrong, and why; no row where none is.
create function private.goods_term_problem(answers jsonb) returns table (field text, problem text)
language sql immutable set search_path = ''
as $$
  select 'moistureMaxPercent', 'Enter a percentage from 0 to 100, such as 2 or 7.5'
  where not private.is_percent(private.answer(answers, 'moistureMaxPercent'))
  union all
  select 'hsCode', 'An HS code has 4 to 10 digits: 1801.00, 0910.11'
  where private.answer(answers, 'hsCode') !~ '^[0-9]{4}([.]?[0-9]{2}){0,3}(, ?[0-9]{4}([.]?[0-9]{2}){0,3})*$'
  limit 1
$$;

-- {grade?, moistureMaxPercent?, packing?, hsCode?, origin?} of the goods of one line of a quote, as its columns. Raises 23514.
create function private.read_line_terms(line jsonb, place bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
end $$;

-- For documents and mails: {terms: {grade?, moistureMaxPercent?, …}} of the columns of a line of a quote; nothing where it says none.
create function private.describe_line_terms(columns jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when said = '{}' then '{}' else jsonb_build_object('terms', said) end
  from (select jsonb_strip_nulls(jsonb_build_object('grade', columns ->> 'grade',
    'moistureMaxPercent', trim_scale((columns ->> 'moisture_max_percent')::numeric)::text, 'packing', columns ->> 'packing',
    'hsCode', columns ->> 'hs_code', 'origin', columns ->> 'origin')) as said) as stripped
$$;

-- What was typed, as the columns of quotes and counter-offers. Raises 23514 with the field's name as detail and hint. Same as readContractTerms.
-- `first_days` were said before: one that has begun since stays.
create function private.read_contract_terms(terms jsonb, first_days date[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
  elsif private.read_day(private.answer(answers, 'windowFrom')) < (now() at time zone 'Africa/Lagos')::date
    and (private.read_day(private.answer(answers, 'windowFrom')) = any (first_days)) is not true
  then
    wrong := 'windowFrom';
    problem := 'The delivery window must not begin before today';
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
end $$;

-- The buyer of a bulk order, and where it is delivered, under the names of a quote's columns: as the request has them, or as those columns say otherwise.
create function private.parties_of(order_id uuid, columns jsonb default '{}') returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('buyer_company', request.company_name, 'buyer_contact', request.contact_person,
      'buyer_address', request.address, 'buyer_country', request.country,
      'deliver_to', coalesce(request.delivery_location, orders.delivery_address))
    || coalesce((select jsonb_object_agg(said.key, said.value) from jsonb_each(columns) as said
      where said.value <> 'null' and said.key = any ('{buyer_company,buyer_contact,buyer_address,buyer_country,deliver_to}'::text[])), '{}')
  from public.orders left join public.order_requests as request on request.order_id = orders.id
  where orders.id = $1
$$;

-- What was typed for an order, as private.read_contract_terms has it: a party that is typed as the order has it is none of its own.
create function private.read_terms_for_order(order_id uuid, terms jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select read.columns || coalesce((select jsonb_object_agg(party.key, null) from jsonb_each(private.parties_of($1)) as party
    where read.columns -> party.key = party.value), '{}')
  from private.read_contract_terms(terms, array(
    select (private.last_contract_terms($1) ->> 'window_from')::date
    union select offer.window_from from public.counter_offers as offer where offer.order_id = $1)) as read (columns)
$$;

-- What was said last: in the newest quote that was sent, or else in the request.
create function private.last_contract_terms(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select private.contract_terms_of(to_jsonb(quote)) from public.quotes as quote
      where quote.order_id = $1 and quote.status <> 'refused' order by quote.created_at desc limit 1),
    (select private.contract_terms_of(to_jsonb(request)) from public.order_requests as request where request.order_id = $1),
    '{}')
$$;

-- The terms that a quote would have, unless they are an Incoterm without its place, which names no risk and no freight: of a request it may lack.
create function private.demand_named_place(terms jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  if terms ->> 'incoterms' is not null and coalesce(terms ->> 'named_place', '') = '' then
    raise exception 'Name the port or place that belongs to the Incoterm' using errcode = '23514', detail = 'namedPlace', hint = 'namedPlace';
  end if;
  return terms;
end $$;

-- The columns that are terms, of a quote, a counter-offer or a request.
create function private.contract_terms_of(columns jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(columns)
  where key = any ('{incoterms,named_place,window_from,window_to,tolerance_percent,grade,moisture_max_percent,packing,hs_code,origin,buyer_company,buyer_contact,buyer_address,buyer_country,deliver_to}'::text[])
$$;

-- For documents and mails: {incoterms, namedPlace, …, paymentTerms}, of a row's columns.
create function private.describe_contract_terms(columns jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('paymentTerms', columns ->> 'payment_terms',
    'incoterms', columns ->> 'incoterms', 'namedPlace', columns ->> 'named_place',
    'windowFrom', columns ->> 'window_from', 'windowTo', columns ->> 'window_to',
    'tolerancePercent', columns -> 'tolerance_percent', 'grade', columns ->> 'grade',
    'moistureMaxPercent', columns -> 'moisture_max_percent', 'packing', columns ->> 'packing',
    'hsCode', columns ->> 'hs_code', 'origin', columns ->> 'origin')
    || jsonb_strip_nulls(jsonb_build_object('agreedRate', columns ->> 'agreed_rate'))
$$;

-- In which parts a quote is to be paid, and when each is due.
create function private.describe_offered_schedule(offer public.quotes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('percent', percent, 'due', due, 'amountKobo', parts[position]) order by position)
  from private.payment_schedules as schedule, private.split_amount((offer).total_kobo, array(
    select percent from private.payment_schedules where terms = (offer).payment_terms order by position)) as parts
  where schedule.terms = (offer).payment_terms
$$;

create function private.describe_quote_in_mail(quote public.quotes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.describe_contract_terms(to_jsonb(quote)) || jsonb_build_object(
    'totalKobo', (quote).total_kobo, 'currency', (quote).currency,
    'vat', private.quote_vat_lines(quote, (select coalesce(sum(line.total_kobo), 0)::bigint from public.quote_lines as line
      where line.quote_id = (quote).id and line.kind = 'tax')),
    'buyer', concat_ws(', ', said ->> 'buyer_company', said ->> 'buyer_contact', said ->> 'buyer_address', said ->> 'buyer_country'),
    'deliverTo', said ->> 'deliver_to',
    -- Each of its lines, freight, discount and tax too.
    'goods', (select jsonb_agg(private.describe_quote_line(line, quote) order by line.position)
      from public.quote_lines as line where line.quote_id = (quote).id))
  from private.parties_of((quote).order_id, to_jsonb(quote)) as said
$$;

-- What a first quote is compared with in its mail: the request, with each product as it was typed.
create function private.describe_request_in_mail(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.describe_contract_terms(to_jsonb(request)) || jsonb_build_object(
    'buyer', concat_ws(', ', request.company_name, request.contact_person, request.address, request.country),
    'deliverTo', coalesce(request.delivery_location, orders.delivery_address),
    'products', jsonb_build_array(jsonb_build_object('product', orders.crop_type, 'quantity', orders.quantity_text, 'unit', orders.unit))
      || coalesce((select jsonb_agg(jsonb_build_object('product', line.product, 'quantity', line.quantity_text, 'unit', line.unit)
          order by line.position)
        from public.order_request_lines as line where line.order_id = orders.id), '[]'))
  from public.order_requests as request join public.orders on orders.id = request.order_id
  where request.order_id = $1
$$;

-- The seller, as a contract names it: its company number, where it is known, and its first office.
create function private.seller_in_mail() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(facts ->> 'legal_name', facts ->> 'company_name')
    || coalesce(', ' || (facts ->> 'registration_number'), '') || coalesce(', ' || (facts ->> 'head_office'), '')
  from (select jsonb_object_agg(key, value) as facts from public.company_facts) as known
$$;

-- What a mail about a bulk order says of its contract: of the accepted quote or the open one. Before there is one, all of the request
-- where the mailbox is that of the buyer's account; to any other, only what was chosen from a list, since the form takes any address.
create function private.contract_in_mail(own public.orders, is_own_mailbox boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select private.describe_quote_in_mail(quote) || jsonb_build_object(
        'isAgreed', quote.status = 'accepted',
        'before', case when quote.status = 'open' then (select private.describe_quote_in_mail(earlier) from public.quotes as earlier
          where earlier.order_id = quote.order_id and earlier.status in ('replaced', 'declined') and earlier.created_at < quote.created_at
          order by earlier.created_at desc limit 1) end,
        'requested', case when quote.status = 'open' then private.describe_request_in_mail(quote.order_id) end,
        'expiresAt', case when quote.status = 'open' then private.utc_text(quote.expires_at) end,
        'seller', private.seller_in_mail(), 'note', quote.note, 'schedule', private.describe_offered_schedule(quote),
        'purchaseOrderNumber', (select request.purchase_order_number from public.order_requests as request where request.order_id = quote.order_id))
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
$$;

revoke all on function
  private.contract_in_mail(public.orders, boolean), private.contract_terms_of(jsonb), private.demand_named_place(jsonb), private.describe_contract_terms(jsonb),
  private.describe_line_terms(jsonb), private.describe_offered_schedule(public.quotes), private.describe_quote_in_mail(public.quotes), private.describe_request_in_mail(uuid),
  private.goods_term_problem(jsonb), private.read_line_terms(jsonb, bigint),
  private.is_percent(text), private.is_whole_unit(text), private.last_contract_terms(uuid), private.parties_of(uuid, jsonb), private.read_contract_terms(jsonb, date[]),
  private.read_terms_for_order(uuid, jsonb), private.seller_in_mail()
  from public, anon, authenticated, service_role;
