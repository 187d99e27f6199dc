DROP FUNCTION "private"."notify_staff_of_answer"(uuid, text, bigint, text);

CREATE OR REPLACE FUNCTION private.notify_staff_of_answer(order_id uuid, answer text, total_kobo bigint DEFAULT NULL::bigint, currency text DEFAULT NULL::text, is_of_goods boolean DEFAULT NULL::boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.notify_followers('orders', $1);
  select private.enqueue_mail(case $2 when 'draft_sent' then 'staff_credit_draft' else 'staff_order_answered' end, colleague.email,
    jsonb_strip_nulls(jsonb_build_object('full_name', colleague.full_name, 'order_id', orders.id, 'code', orders.code, 'answer', $2,
      'total_kobo', $3, 'currency', $4, 'is_of_goods', $5)))
  from public.orders join private.followers_of('orders', $1) as follower on true join public.profiles as colleague on colleague.id = follower
  where orders.id = $1 and not orders.is_demo and private.person_has_permission(follower, 'orders.read')
$function$;

CREATE OR REPLACE FUNCTION public.make_counter_offer(quote_id uuid, offer jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "private"."notify_staff_of_answer"(uuid, text, bigint, text, boolean) FROM PUBLIC;
