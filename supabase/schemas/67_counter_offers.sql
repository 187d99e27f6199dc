-- What a buyer answers to a quote beside yes: other prices, quantities and terms, or no with its reason.

create table public.counter_offers (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  quote_id uuid not null references public.quotes (id) on delete cascade,
  prices_kobo bigint[] not null,
  quantities numeric[] not null,
  currency text not null,
  total_kobo bigint not null,
  payment_terms text not null,
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
  note text,
  created_at timestamptz not null default now(),
  buyer_company text constraint counter_offers_buyer_company_length check (char_length(buyer_company) between 2 and 200),
  buyer_contact text constraint counter_offers_buyer_contact_length check (char_length(buyer_contact) between 2 and 200),
  buyer_address text constraint counter_offers_buyer_address_length check (char_length(buyer_address) between 10 and 500),
  buyer_country text constraint counter_offers_buyer_country_length check (char_length(buyer_country) between 2 and 100),
  deliver_to text constraint counter_offers_deliver_to_length check (char_length(deliver_to) between 5 and 500),
  constraint counter_offers_prices_kobo_some check (cardinality(prices_kobo) between 1 and 100),
  constraint counter_offers_prices_kobo_range check (-100000000000 <= all (prices_kobo) and 100000000000 >= all (prices_kobo)),
  constraint counter_offers_quantities_each check (cardinality(quantities) = cardinality(prices_kobo)),
  constraint counter_offers_currency_known check (currency = any (private.currencies())),
  constraint counter_offers_total_kobo_positive check (total_kobo > 0),
  constraint counter_offers_note_length check (char_length(note) between 1 and 2000)
);
comment on table public.counter_offers is 'What a buyer would agree to instead of a quote. It binds nobody until a quote says it and is accepted.';
comment on column public.counter_offers.prices_kobo is 'The price of one unit for each line of the quote, in their order, in minor units of the offer''s currency; what is no goods has the price of the quote, or in another currency none yet; a single line of tax by the rates of the quote follows the goods.';
comment on column public.counter_offers.quantities is 'For each line of the quote, in their order; what is no goods has the quantity of the quote.';
comment on column public.counter_offers.deliver_to is 'This and buyer_*: null where they are as in the order and its request.';
comment on column public.counter_offers.note is 'Beside the terms: it changes nothing of what the other columns say.';
create index counter_offers_order_id_idx on public.counter_offers (order_id, created_at);
create index counter_offers_quote_id_idx on public.counter_offers (quote_id, created_at);

-- offer = {prices: [minor units of one unit, for each line of the quote], quantities?: [of each line], currency?, paymentTerms, terms,
-- note?}; quantities and currency left out are those of the quote, terms are those of private.read_contract_terms. The quote stays open meanwhile: it can be accepted until another one takes its place.
create function public.make_counter_offer(quote_id uuid, offer jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  chosen public.quotes := private.lock_own_quote(quote_id);
  created public.counter_offers;
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
  elsif coalesce(offer ->> 'currency', chosen.currency) <> all (private.currencies()) then
    raise exception 'An offer is in %', private.currency_words() using errcode = '23514', hint = 'currency';
  elsif not exists (select from private.payment_schedules as schedule where schedule.terms = offer ->> 'paymentTerms') then
    raise exception 'Please select payment terms' using errcode = '23514', hint = 'paymentTerms';
  end if;
  created := jsonb_populate_record(created, private.read_terms_for_order(chosen.order_id, offer -> 'terms'));
  created.id := gen_random_uuid();
  created.order_id := chosen.order_id;
  created.quote_id := chosen.id;
  created.currency := coalesce(offer ->> 'currency', chosen.currency);
  created.payment_terms := offer ->> 'paymentTerms';
  created.note := nullif(private.clean_text(offer ->> 'note'), '');
  created.created_at := clock_timestamp();
  if char_length(created.note) > 2000 then
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
        and created.currency = chosen.currency as is_by_rate,
      case when line.kind = 'goods' and offer ? 'quantities' then (offer -> 'quantities' ->> (line.place - 1)::integer)::numeric
        else line.quantity end as quantity,
      case when line.kind = 'goods' then (offer -> 'prices' ->> (line.place - 1)::integer)::bigint
        when created.currency = chosen.currency then line.price_kobo else 0 end as price
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
  into created.prices_kobo, created.quantities, total
  from (
    select offered.position, offered.quantity, case when offered.is_by_rate then tax.kobo else offered.price end as price
    from offered, tax
  ) as priced;
  if total not between 1 and 9000000000000000 then
    raise exception 'The total must be more than nothing, and at most 90,000,000,000,000' using errcode = '23514', hint = 'prices';
  end if;
  -- What a line of a quote may say: no quote of ours could take the offer otherwise.
  if 100000000000 < any (created.prices_kobo) then
    raise exception 'The VAT on these prices is more than 1,000,000,000, the most that one quote can say. Offer a smaller quantity, or write to us.'
      using errcode = '23514', hint = 'prices';
  end if;
  created.total_kobo := total;
  if created.total_kobo = chosen.total_kobo and created.currency = chosen.currency and created.payment_terms = chosen.payment_terms
    and (created.prices_kobo, created.quantities) = (select array_agg(price_kobo order by position), array_agg(quantity order by position)
      from public.quote_lines as line where line.quote_id = chosen.id)
    and jsonb_strip_nulls(private.contract_terms_of(to_jsonb(created))) = jsonb_strip_nulls(private.contract_terms_of(to_jsonb(chosen)))
  then
    raise exception 'This is what our quote says already. Change a price or a term first.' using errcode = '23514', hint = 'prices';
  end if;
  insert into public.counter_offers select created.*;
  -- As hasOpenLines: in another currency it leaves open what is no goods.
  perform private.notify_staff_of_answer(created.order_id, 'offered', created.total_kobo, created.currency,
    nullif(created.currency <> chosen.currency and exists (
      select from public.quote_lines as line where line.quote_id = chosen.id and line.kind <> 'goods'), false));
  return created.id;
end $$;

-- Whether a quote says what the buyer offered last: the same goods, prices and terms.
create function private.takes_offer(quote_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
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
$$;

-- The mail with a quote that the buyer may answer now.
create function private.mail_quote(quote_id uuid) returns void
language sql security definer set search_path = ''
as $$
  select private.notify_buyer(quote.order_id, 'order_quoted', jsonb_build_object('takes_offer', private.takes_offer(quote.id)))
  from public.quotes as quote where quote.id = $1
$$;

-- The buyer says no to a quote. The order stays: we may quote it again.
create function public.decline_quote(quote_id uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  chosen public.quotes := private.lock_own_quote(quote_id);
  words text := coalesce(private.clean_text(reason), '');
begin
  perform private.require_answerable(chosen);
  if char_length(words) not between 3 and 500 then
    raise exception 'Say why in 3 to 500 characters' using errcode = '23514', hint = 'reason';
  end if;
  update public.quotes set status = 'declined', declined_at = now(), decline_reason = words where quotes.id = chosen.id;
  perform private.notify_staff_of_answer(chosen.order_id, 'declined', chosen.total_kobo, chosen.currency);
end $$;

-- Its words go with the account, and who buys and where it goes.
create trigger refuse_change before update on public.counter_offers
  for each row when (
    num_nonnulls(new.note, new.buyer_company, new.buyer_contact, new.buyer_address, new.buyer_country, new.deliver_to) > 0
    or to_jsonb(new) - '{note,buyer_company,buyer_contact,buyer_address,buyer_country,deliver_to}'::text[]
      <> to_jsonb(old) - '{note,buyer_company,buyer_contact,buyer_address,buyer_country,deliver_to}'::text[])
  execute function private.refuse_change();

alter table public.counter_offers enable row level security;
revoke all on table public.counter_offers from public, anon, authenticated, service_role;
grant select on table public.counter_offers to authenticated, service_role;
create policy "People who may read an order read its counter-offers" on public.counter_offers
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.mail_quote(uuid), private.takes_offer(uuid), public.decline_quote(uuid, text), public.make_counter_offer(uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.decline_quote(uuid, text), public.make_counter_offer(uuid, jsonb) to authenticated;
