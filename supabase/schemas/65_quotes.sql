-- Quotes for bulk orders, and the instalments that follow from their terms.

create table private.payment_schedules (
  terms text not null,
  position integer not null, percent integer not null,
  due text not null,
  primary key (terms, position),
  constraint payment_schedules_percent_range check (percent between 1 and 100),
  constraint payment_schedules_due_known check (due in ('in_advance', 'on_delivery', 'against_documents'))
);
comment on table private.payment_schedules is 'What the payment terms of the order form mean.';

create table public.quotes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  currency text not null,
  payment_terms text not null,
  total_kobo bigint not null,
  note text,
  expires_at timestamptz not null,
  status text not null default 'open',
  created_by uuid,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  incoterms text,
  named_place text,
  window_from date,
  window_to date,
  tolerance_percent numeric,
  grade text,
  moisture_max_percent numeric,
  packing text,
  hs_code text,
  origin text,
  declined_at timestamptz,
  decline_reason text,
  agreed_rate text constraint quotes_agreed_rate_length check (char_length(agreed_rate) between 2 and 60),
  vat_class text constraint quotes_vat_class_known check (vat_class = any (private.vat_classes())),
  vat_rate_bp integer,
  vat_reason text,
  buyer_company text constraint quotes_buyer_company_length check (char_length(buyer_company) between 2 and 200),
  buyer_contact text constraint quotes_buyer_contact_length check (char_length(buyer_contact) between 2 and 200),
  buyer_address text constraint quotes_buyer_address_length check (char_length(buyer_address) between 10 and 500),
  buyer_country text constraint quotes_buyer_country_length check (char_length(buyer_country) between 2 and 100),
  deliver_to text constraint quotes_deliver_to_length check (char_length(deliver_to) between 5 and 500),
  vat_lines jsonb constraint quotes_vat_lines_list check (jsonb_typeof(vat_lines) = 'array'),
  replaced_by integer constraint quotes_replaced_by_belongs check (
    replaced_by is null or replaced_by > 1 and status in ('replaced', 'refused')),
  constraint quotes_vat_lines_once check (vat_lines is null or vat_class is null),
  constraint quotes_currency_known check (currency = any (private.currencies())),
  constraint quotes_total_kobo_positive check (total_kobo > 0),
  constraint quotes_note_length check (char_length(note) between 1 and 2000),
  constraint quotes_status_known check (status in ('waiting', 'open', 'replaced', 'refused', 'accepted', 'declined')),
  constraint quotes_accepted_at_belongs check ((status = 'accepted') = (accepted_at is not null)),
  constraint quotes_incoterms_known check (incoterms in ('FOB', 'CIF', 'CFR', 'EXW', 'DDP')),
  constraint quotes_named_place_length check (char_length(named_place) <= 120),
  constraint quotes_window_to_after check (window_from <= window_to),
  constraint quotes_tolerance_percent_range check (tolerance_percent between 0 and 100),
  constraint quotes_grade_length check (char_length(grade) <= 200),
  constraint quotes_moisture_max_percent_range check (moisture_max_percent between 0 and 100),
  constraint quotes_packing_length check (char_length(packing) <= 200),
  constraint quotes_hs_code_form check (hs_code ~ '^[0-9]{4}([.]?[0-9]{2}){0,3}(, ?[0-9]{4}([.]?[0-9]{2}){0,3})*$'),
  constraint quotes_origin_length check (char_length(origin) <= 120),
  constraint quotes_declined_at_belongs check ((status = 'declined') = (declined_at is not null)),
  constraint quotes_decline_reason_length check (char_length(decline_reason) between 3 and 500),
  constraint quotes_agreed_rate_belongs check (agreed_rate is null or currency <> 'NGN'),
  constraint quotes_vat_whole check (num_nulls(vat_class, vat_rate_bp, vat_reason) in (0, 3)),
  constraint quotes_decline_reason_belongs check (decline_reason is null or status = 'declined')
);
comment on column public.quotes.total_kobo is 'Minor units of currency; the lines add up to it.';
comment on column public.quotes.vat_class is 'For a quote from before its goods had classes of their own: the one of all of it. Null: then it says nothing of VAT but its lines.';
comment on column public.quotes.vat_lines is 'What the goods of each class bear, as private.vat_by_class has it, with rate and reason of the day of the quote.';
comment on column public.quotes.agreed_rate is 'The rate that both sides took, as they write it; nothing is converted by it.';
comment on column public.quotes.note is 'Beside the terms: it changes nothing of what the other columns and the lines say.';
comment on column public.quotes.deliver_to is 'This and buyer_*: null where they are as in the order and its request.';
comment on column public.quotes.replaced_by is 'Which of the quotes of the order, counted from the first, took its place; null: none did, or it was before this was noted.';
comment on column public.quotes.named_place is 'The port or place that belongs to the Incoterm. Null in quotes of before there was a place for it.';
create unique index quotes_one_accepted on public.quotes (order_id) where status = 'accepted';
create unique index quotes_one_open on public.quotes (order_id) where status = 'open';
create unique index quotes_one_waiting on public.quotes (order_id) where status = 'waiting';
create index quotes_order_id_idx on public.quotes (order_id, created_at);
create index quotes_open_total_kobo_idx on public.quotes (total_kobo) where status = 'open';

create table public.quote_lines (
  quote_id uuid not null references public.quotes (id) on delete cascade,
  position integer not null,
  description text not null,
  quantity numeric not null,
  unit text not null,
  price_kobo bigint not null,
  total_kobo bigint not null generated always as (round(quantity * price_kobo)::bigint) stored,
  kind text not null default 'goods',
  vat_class text constraint quote_lines_vat_class_known check (vat_class = any (private.vat_classes())),
  grade text constraint quote_lines_grade_length check (char_length(grade) <= 200),
  moisture_max_percent numeric constraint quote_lines_moisture_max_percent_range check (moisture_max_percent between 0 and 100),
  packing text constraint quote_lines_packing_length check (char_length(packing) <= 200),
  hs_code text constraint quote_lines_hs_code_form check (hs_code ~ '^[0-9]{4}([.]?[0-9]{2}){0,3}(, ?[0-9]{4}([.]?[0-9]{2}){0,3})*$'),
  origin text constraint quote_lines_origin_length check (char_length(origin) <= 120),
  primary key (quote_id, position),
  constraint quote_lines_vat_class_belongs check (vat_class is null or kind = 'goods'),
  constraint quote_lines_terms_belong check (kind = 'goods' or num_nonnulls(grade, moisture_max_percent, packing, hs_code, origin) = 0),
  constraint quote_lines_description_length check (char_length(description) between 2 and 200),
  constraint quote_lines_quantity_positive check (quantity > 0 and quantity <= 1000000000),
  constraint quote_lines_unit_length check (char_length(unit) between 1 and 40),
  constraint quote_lines_price_kobo_range check (
    case when kind = 'discount' then price_kobo between -100000000000 and -1 else price_kobo between 0 and 100000000000 end),
  constraint quote_lines_kind_known check (kind in ('goods', 'delivery', 'discount', 'tax'))
);
comment on column public.quote_lines.grade is 'This, moisture_max_percent, packing, hs_code and origin: of these goods alone, where they are others than those of the whole quote.';
comment on column public.quote_lines.vat_class is 'For goods; delivery and discounts follow them. Null: an older quote says it of the whole, or nobody knows it.';
comment on column public.quote_lines.kind is 'A discount has a price below nothing: the lines add up to the total as they stand.';

create table public.order_instalments (
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null,
  percent integer not null,
  due text not null,
  amount_kobo bigint not null,
  primary key (order_id, position),
  constraint order_instalments_amount_kobo_not_negative check (amount_kobo >= 0)
);
comment on table public.order_instalments is 'How the total of an accepted quote is paid; they add up to it exactly.';

-- Each part rounded down, and the last one takes what is left: nothing is lost and nothing is made. As splitAmount.
create function private.split_amount(total bigint, percents integer[]) returns bigint[]
language sql immutable set search_path = ''
as $$
  select array_agg(case
    when place < cardinality(percents) then total * percents[place] / 100
    else total - coalesce((select sum(total * percent / 100) from unnest(percents[1:cardinality(percents) - 1]) as percent), 0)
  end order by place)
  from generate_series(1, cardinality(percents)) as place
$$;

-- What may be quoted, to a caller who may quote it; `is_locked` where something is written.
create function private.require_quotable(order_id uuid, is_locked boolean) returns public.orders
language plpgsql security definer set search_path = ''
as $$
declare
  current_order public.orders;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  if is_locked then
    select * into current_order from public.orders where id = order_id for update;
  else
    select * into current_order from public.orders where id = order_id;
  end if;
  if current_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(current_order) then
    raise exception 'Somebody else must quote your own order' using errcode = '42501';
  elsif current_order.kind <> 'bulk' or current_order.status not in ('pending', 'approved') or current_order.total_amount_kobo is not null then
    raise exception 'This order cannot be quoted any more' using errcode = '23514', hint = 'quote';
  end if;
  return current_order;
end $$;

-- What was typed as the row that it would become, or why not; its lines are read by private.read_quote_lines.
create function private.read_quote(current_order public.orders, quote jsonb) returns public.quotes
language plpgsql stable security definer set search_path = ''
as $$
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
  select place, private.quote_line_problem(line) as field, coalesce(line ->> 'kind', 'goods') as kind into wrong
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
      else case wrong.kind when 'goods' then 'the price of one unit must be an amount of' else 'the amount must be' end || ' at most 1,000,000,000'
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
end $$;

-- A single line of goods, of which what is said of the order, and of its tax, is said.
create function private.has_one_kind_of_goods(quote jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select count(*) = 1 from jsonb_array_elements(quote -> 'lines') as line where coalesce(line ->> 'kind', 'goods') = 'goods'
$$;

-- For goods: what their line says, else the whole, else what such goods bear.
create function private.line_vat_class(offer public.quotes, quote jsonb, line jsonb) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(nullif(line ->> 'vatClass', ''), nullif(quote ->> 'vatClass', ''), (
    select private.default_vat_class(orders, coalesce((offer).buyer_country, request.country), line ->> 'description',
      private.has_one_kind_of_goods(quote))
    from public.orders left join public.order_requests as request on request.order_id = orders.id where orders.id = (offer).order_id))
  where coalesce(line ->> 'kind', 'goods') = 'goods'
$$;

-- Why the quote bears the VAT that its lines of tax name: by the classes of its goods, which they have to agree with to the kobo. With
-- none chosen it is the standard rate of a single line of goods where the line of tax is just that.
create function private.read_quote_vat(result public.quotes, quote jsonb) returns public.quotes
language plpgsql stable security definer set search_path = ''
as $$
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
    where nullif(said ->> 'vatClass', '') <> all (private.vat_classes()))
  then
    raise exception 'Choose what VAT the quote bears' using errcode = '23514', hint = 'vatClass';
  elsif not is_said and tax > 0 and private.has_one_kind_of_goods(quote) and tax = (select private.vat_of((result).total_kobo - tax, rate.rate_bp)
    from private.vat_on() as rate where rate.vat_class = 'standard')
  then
    quote := quote || '{"vatClass": "standard"}';
  end if;
  select jsonb_agg(jsonb_build_object('vatClass', private.line_vat_class(result, quote, line),
    'amountKobo', round((line ->> 'quantity')::numeric * private.quote_line_price(line)))) into goods
  from jsonb_array_elements(quote -> 'lines') as line where coalesce(line ->> 'kind', 'goods') = 'goods';
  if exists (select from jsonb_array_elements(goods) as line where line ->> 'vatClass' is null) then
    if is_said or tax > 0 or exists (select from jsonb_array_elements(goods) as line
      join private.vat_on() as rate on rate.vat_class = line ->> 'vatClass' where rate.rate_bp > 0)
    then
      raise exception 'Choose what VAT each line of goods bears' using errcode = '23514', hint = 'vatClass';
    end if;
    return result;
  end if;
  result.vat_lines := private.vat_by_class(goods, (result).total_kobo - tax, rates);
  owed := private.sum_of(result.vat_lines, 'vatKobo');
  if owed = 0 and tax > 0 then
    raise exception 'These goods bear no VAT: remove the line of tax, or choose the standard rate' using errcode = '23514', hint = 'vatClass';
  elsif owed > 0 and tax = 0 then
    raise exception 'These goods bear VAT of %: add a line of tax for it', private.money_text(owed, (result).currency) using errcode = '23514', hint = 'vatClass';
  elsif owed <> tax then
    raise exception 'VAT is % (%), and the line of tax says %', private.money_text(owed, (result).currency), (
        select string_agg(trim_scale((line ->> 'rateBp')::integer * 0.01) || ' percent of '
          || private.money_text((line ->> 'baseKobo')::bigint, (result).currency), ', ' order by place)
        from jsonb_array_elements(result.vat_lines) with ordinality as input (line, place) where (line ->> 'vatKobo')::bigint <> 0),
      private.money_text(tax, (result).currency) using errcode = '23514', hint = 'vatClass';
  end if;
  return result;
end $$;

-- The price of one unit. What is typed of a discount is what it takes off.
create function private.quote_line_price(line jsonb) returns bigint
language sql immutable set search_path = ''
as $$
  select case line ->> 'kind' when 'discount' then - (line ->> 'priceKobo')::bigint else (line ->> 'priceKobo')::bigint end
$$;

-- The lines as they are stored. Where all goods are of one class, it is that: the line of tax may have said it.
create function private.read_quote_lines(offer public.quotes, quote jsonb) returns setof public.quote_lines
language sql stable set search_path = ''
as $$
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
$$;

-- The newest quote that stands, where the offer says nothing else: a second tap, or its answer was lost. Its end is counted from
-- when it is sent, so minutes are no difference. After a counter-offer, or by a colleague who needs no second person, it is new.
create function private.find_same_quote(offer public.quotes, quote jsonb, is_waiting boolean) returns uuid
language sql stable security definer set search_path = ''
as $$
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
$$;

-- quote = {lines: [{description, quantity, unit, priceKobo, kind?, vatClass?, terms?}], currency, expiresAt, paymentTerms?, terms?, note?, agreedRate?, vatClass?}; kind is
-- 'goods', 'delivery', 'discount' or 'tax'; terms are those of private.read_contract_terms, and left out those said last; vatClass is that of the goods whose line says none; terms of a line of goods are those of private.read_line_terms. A new quote takes the place of the open one; after an acceptance there is none.
-- The same quote again makes no new version: the answer is the id of the one that stands.
create function public.quote_order(order_id uuid, quote jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
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
  update public.quotes set status = case status when 'open' then 'replaced' else 'refused' end,
    replaced_by = (select count(*) + 1 from public.quotes as version where version.order_id = current_order.id)
  where quotes.order_id = current_order.id and status = any (case when is_waiting then '{waiting}' else '{waiting,open}' end::text[]);
  offer.status := case when is_waiting then 'waiting' else 'open' end;
  insert into public.quotes select offer.*;
  insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo, kind, vat_class,
    grade, moisture_max_percent, packing, hs_code, origin)
  select line.quote_id, line.position, line.description, line.quantity, line.unit, line.price_kobo, line.kind, line.vat_class,
    line.grade, line.moisture_max_percent, line.packing, line.hs_code, line.origin
  from private.read_quote_lines(offer, quote) as line;
  if is_waiting then
    insert into private.quote_comparisons values (offer.id, private.say_why_it_waits(current_order, offer, quote -> 'lines'));
  else
    perform private.issue_document_of_quote(offer.id, 'quote');
    perform private.mail_quote(offer.id);
  end if;
  return offer.id;
end $$;

-- The content of the document that the buyer would get of this quote, which is not stored.
create function public.preview_quote(order_id uuid, quote jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  current_order public.orders := private.require_quotable(order_id, is_locked => false);
  offer public.quotes := private.read_quote(current_order, quote);
begin
  return jsonb_build_object('kind', 'quote', 'number', current_order.code, 'isPreview', true,
      'verificationCode', '', 'issuedAt', private.utc_text(now()))
    || private.describe_offer(offer, (
      select jsonb_agg(private.describe_quote_line(line, offer) order by line.position)
      from private.read_quote_lines(offer, quote) as line));
end $$;

-- A quote of the caller's own order, locked after the order, as everybody locks it.
create function private.lock_own_quote(quote_id uuid) returns public.quotes
language plpgsql security definer set search_path = ''
as $$
declare
  chosen public.quotes;
  own public.orders;
begin
  select * into chosen from public.quotes where id = quote_id;
  if chosen.id is null or (select auth.uid()) is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  end if;
  own := private.find_own_order(chosen.order_id, '{}');
  perform from public.orders where id = own.id for update;
  select * into chosen from public.quotes where id = quote_id for update;
  return chosen;
end $$;

-- Whether its buyer may still answer it: yes, no, or with other terms.
create function private.require_answerable(chosen public.quotes) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if chosen.status = 'replaced' then
    raise exception 'We have replaced this quote by a newer one. Please look at it first.' using errcode = '23514', hint = 'quote';
  elsif chosen.status <> 'open' or chosen.expires_at <= now() or not exists (
    select from public.orders
    where orders.id = chosen.order_id and orders.status in ('pending', 'approved') and orders.total_amount_kobo is null
  ) then
    raise exception 'This quote is not open any more' using errcode = '23514', hint = 'quote';
  end if;
end $$;

-- The buyer accepts the total that they saw; from now on it is the order's, and its payments are laid out.
create function public.accept_quote(quote_id uuid, total_kobo bigint) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  chosen public.quotes;
  own public.orders;
  parts bigint[];
  sums record;
begin
  chosen := private.lock_own_quote(quote_id);
  select * into own from public.orders where id = chosen.order_id;
  if chosen.status = 'accepted' and chosen.total_kobo = accept_quote.total_kobo then
    return private.describe_market_order(own, false);
  end if;
  perform private.require_answerable(chosen);
  -- Quotes end with their window since December 2026; some of before do not.
  if private.end_of_day(chosen.window_to) <= now() then
    raise exception 'The delivery window of this quote is over. Please offer us another one, or write to us.'
      using errcode = '23514', hint = 'quote';
  elsif chosen.total_kobo is distinct from accept_quote.total_kobo then
    raise exception 'The total of this quote is another one' using errcode = '23514', hint = 'total_kobo';
  end if;
  update public.quotes set status = 'accepted', accepted_at = now() where id = chosen.id;
  -- Less a discount, goods are what is left of the total; where that is more than the goods, delivery is what is left.
  select least(coalesce(sum(line.total_kobo) filter (where line.kind = 'tax'), 0), chosen.total_kobo)::bigint as vat_kobo,
    coalesce(sum(line.total_kobo) filter (where line.kind = 'delivery'), 0)::bigint as delivery_kobo
  into strict sums from public.quote_lines as line where line.quote_id = chosen.id;
  -- Where the request asked for it stays with the request: the same request again is judged by it.
  update public.order_requests as request set delivery_location = own.delivery_address
  where request.order_id = own.id and chosen.deliver_to <> own.delivery_address;
  update public.orders set total_amount_kobo = chosen.total_kobo, currency = chosen.currency, vat_kobo = sums.vat_kobo,
    delivery_kobo = least(sums.delivery_kobo, chosen.total_kobo - sums.vat_kobo),
    vat_lines = private.quote_vat_lines(chosen, sums.vat_kobo),
    delivery_address = coalesce(chosen.deliver_to, delivery_address),
    delivers_from = coalesce(chosen.window_from, chosen.window_to), delivers_until = coalesce(chosen.window_to, chosen.window_from)
  where id = own.id returning * into own;
  parts := private.split_amount(chosen.total_kobo, array(
    select percent from private.payment_schedules where terms = chosen.payment_terms order by position));
  insert into public.order_instalments (order_id, position, percent, due, amount_kobo)
  select own.id, position, percent, due, parts[position]
  from private.payment_schedules where terms = chosen.payment_terms;
  perform private.issue_document_of_quote(chosen.id, 'contract');
  perform private.notify_staff_of_answer(own.id, 'accepted', chosen.total_kobo, chosen.currency);
  perform private.notify_buyer(own.id, 'order_quote_accepted');
  return private.describe_market_order(own, false);
end $$;

create function private.quote_line_problem(line jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when coalesce(line ->> 'kind', 'goods') not in ('goods', 'delivery', 'discount', 'tax') then 'kind'
    when char_length(coalesce(private.clean_line(line ->> 'description'), '')) not between 2 and 200 then 'description'
    when coalesce(line ->> 'quantity', '') !~ '^[0-9]{1,10}([.][0-9]{1,30})?$' then 'quantity'
    when (line ->> 'quantity')::numeric not between 0.000000001 and 1000000000 then 'quantity'
    when char_length(coalesce(private.clean_line(line ->> 'unit'), '')) not between 1 and 40 then 'unit'
    when coalesce(line ->> 'priceKobo', '') !~ '^[0-9]{1,12}$' then 'priceKobo'
    when (line ->> 'priceKobo')::bigint > 100000000000 then 'priceKobo'
    when line ->> 'kind' = 'discount' and (line ->> 'priceKobo')::bigint = 0 then 'discount'
    when coalesce(line ->> 'kind', 'goods') = 'goods' and private.is_whole_unit(line ->> 'unit')
      and (line ->> 'quantity')::numeric <> trunc((line ->> 'quantity')::numeric) then 'whole'
  end
$$;

-- Every part of a completed order is due, however far its goods were moved here, unless a complaint holds it.
create function private.is_part_due(due text, status text, fulfilment_status text) returns boolean
language sql immutable
return due = 'in_advance' or fulfilment_status = 'delivered' or status = 'completed' and fulfilment_status <> 'disputed'
    or due = 'against_documents' and fulfilment_status in ('dispatched', 'disputed');

create function private.describe_schedule(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('percent', percent, 'due', due, 'amountKobo', amount_kobo) order by position)
  from public.order_instalments as part where part.order_id = $1
$$;

-- What was offered stays as it was offered: what the buyer accepts is what they read. Holds for every caller. Another time to
-- answer is none of the terms until it is accepted. Who buys and where it goes can be forgotten, and never be another.
create function private.guard_quote() returns trigger
language plpgsql set search_path = ''
as $$
declare
  parties constant text[] := '{buyer_company,buyer_contact,buyer_address,buyer_country,deliver_to}';
  before constant jsonb := to_jsonb(old) - parties;
  after constant jsonb := to_jsonb(new) - parties;
begin
  if after - '{status,accepted_at,declined_at,decline_reason,created_by,expires_at,replaced_by}'::text[]
    <> before - '{status,accepted_at,declined_at,decline_reason,created_by,expires_at,replaced_by}'::text[]
    or old.status = 'accepted' and after - 'created_by' <> before - 'created_by'
    or exists (select from unnest(parties) as party
      where to_jsonb(new) ->> party is not null and to_jsonb(new) ->> party is distinct from to_jsonb(old) ->> party)
  then
    raise exception 'What a quote says is never changed: a new quote takes its place' using errcode = '42501';
  end if;
  return new;
end $$;

create trigger guard_quote before update on public.quotes
  for each row execute function private.guard_quote();

create trigger refuse_change before update on public.quote_lines
  for each row execute function private.refuse_change();

-- A quote that goes to the buyer is a contact by itself.
create function private.after_quote_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit_change('quotes', 'staff', 'order_id',
    'total_kobo,currency,payment_terms,incoterms,named_place,expires_at,status,replaced_by', old, new);
  if tg_op = 'INSERT' and new.status <> 'waiting' then
    perform private.note_contact('orders', new.order_id, (select auth.uid()));
  end if;
  return null;
end $$;

create trigger after_quote_change after insert or update on public.quotes
  for each row execute function private.after_quote_change();

alter table private.payment_schedules enable row level security;
revoke all on table private.payment_schedules from public, anon, authenticated, service_role;

alter table public.quotes enable row level security;
revoke all on table public.quotes from public, anon, authenticated, service_role;
grant select on table public.quotes to service_role;
grant select (
  id, order_id, currency, payment_terms, total_kobo, note, expires_at, status, accepted_at, created_at, incoterms, named_place,
  window_from, window_to, tolerance_percent, grade, moisture_max_percent, packing, hs_code, origin, declined_at, decline_reason,
  agreed_rate, vat_class, vat_rate_bp, vat_reason, vat_lines, buyer_company, buyer_contact, buyer_address, buyer_country, deliver_to
  ) on table public.quotes to authenticated;
create policy "Readers of an order read its quotes" on public.quotes
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or status not in ('waiting', 'refused')
      and exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

alter table public.quote_lines enable row level security;
revoke all on table public.quote_lines from public, anon, authenticated, service_role;
grant select on table public.quote_lines to authenticated, service_role;
create policy "Readers of a quote read its lines" on public.quote_lines
  for select to authenticated
  using (exists (select from public.quotes where quotes.id = quote_id));

alter table public.order_instalments enable row level security;
revoke all on table public.order_instalments from public, anon, authenticated, service_role;
grant select on table public.order_instalments to authenticated, service_role;
create policy "Readers of an order read its instalments" on public.order_instalments
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.after_quote_change(), private.describe_schedule(uuid), private.find_same_quote(public.quotes, jsonb, boolean), private.guard_quote(), private.is_part_due(text, text, text),
  private.has_one_kind_of_goods(jsonb), private.line_vat_class(public.quotes, jsonb, jsonb),
  private.lock_own_quote(uuid), private.require_answerable(public.quotes),
  private.quote_line_price(jsonb), private.quote_line_problem(jsonb), private.read_quote(public.orders, jsonb), private.read_quote_lines(public.quotes, jsonb),
  private.read_quote_vat(public.quotes, jsonb),
  private.require_quotable(uuid, boolean), private.split_amount(bigint, integer[]), public.accept_quote(uuid, bigint),
  public.preview_quote(uuid, jsonb), public.quote_order(uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.accept_quote(uuid, bigint), public.preview_quote(uuid, jsonb), public.quote_order(uuid, jsonb) to authenticated;
