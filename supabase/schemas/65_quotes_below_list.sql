-- Quotes further below the list price than a role may quote: a second person decides before the buyer hears of them.

-- Kilograms of one unit of the order form or of a quote, or litres; null for what has no weight of its own, such as a container.
create function private.unit_amount(unit text, list_unit text) returns numeric
language sql immutable set search_path = ''
as $$
  select case
    when list_unit = 'kg' then case
      when words in ('kg', 'kgs', 'kilogram', 'kilograms', 'kilo', 'kilos') then 1
      when words in ('t', 'ton', 'tons', 'tonne', 'tonnes', 'mt') then 1000
      when words = 'bags (50kg)' then 50
      when words = 'bags (100kg)' then 100
    end
    when list_unit = 'L' and words in ('l', 'litre', 'litres', 'liter', 'liters') then 1
  end
  from (select lower(private.clean_line(unit)) as words) as said
$$;

-- The weight of the order form's container of a product, as staff have set it; null: not known.
create function private.container_kilograms(words text, unit text) returns numeric
language sql stable security definer set search_path = ''
as $$
  select case lower(private.clean_line(unit)) when 'containers (20ft)' then product.container_20ft_kg
    when 'containers (40ft)' then product.container_40ft_kg end
  from public.order_products as product where lower(product.label) = lower(private.clean_line(words))
  order by product.is_active desc limit 1
$$;

-- What these words cost by our lists, for each kilogram or litre or other unit: the published products of that name; else, by its whole
-- words, what the catalogue says that it costs about. Null: nobody can weigh it.
create function private.list_prices_of(words text) returns table (currency text, price_kobo numeric, list_unit text)
language sql stable security definer set search_path = ''
as $$
  with listed as (
    select products.unit_price_kobo, products.pack_unit from public.products
    where products.status = 'published' and (
      position(lower(products.name) in lower(private.clean_line(words))) > 0
      or char_length(private.clean_line(words)) > 2 and position(lower(private.clean_line(words)) in lower(products.name)) > 0)
  )
  select 'NGN' as currency, listed.unit_price_kobo::numeric as price_kobo, listed.pack_unit as list_unit from listed
  union all
  select product.price_currency as currency, product.price_kobo / coalesce(private.unit_amount(product.price_unit, 'kg'),
    private.container_kilograms(product.label, product.price_unit)) as price_kobo, 'kg' as list_unit
  from public.order_products as product
  where not exists (select from listed) and product.price_kobo is not null
    and private.has_words(private.clean_line(words), product.label)
$$;

-- Whether the text has these words, whole ones and in this order: licorice is no rice.
create function private.has_words(text text, words text) returns boolean
language sql immutable set search_path = ''
as $$
  select position(' ' || regexp_replace(lower(words), '[^[:alnum:]]+', ' ', 'g') || ' '
    in ' ' || regexp_replace(lower(text), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
$$;

-- Whether a price is further below the lowest list price of what it is for than `percent`. What is on a list and cannot be
-- compared, by its unit or its currency, is below; what is on none never.
create function private.is_below_list(words text, unit text, price_kobo numeric, currency text, percent integer) returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(*) > 0 and (bool_or(listed.currency <> is_below_list.currency or listed.price_kobo * amount is null)
    or is_below_list.price_kobo < min(listed.price_kobo * amount) * (100 - percent) / 100)
  from private.list_prices_of(words) as listed, lateral (
    select coalesce(private.unit_amount(is_below_list.unit, listed.list_unit),
      case when listed.list_unit = 'kg' then private.container_kilograms(is_below_list.words, is_below_list.unit) end) as amount
  ) as converted
$$;

-- The lowest list price of one unit, in this currency; null: none that can be compared.
create function private.lowest_list_price(words text, unit text, currency text) returns numeric
language sql stable security definer set search_path = ''
as $$
  select min(listed.price_kobo * coalesce(private.unit_amount($2, listed.list_unit),
    case when listed.list_unit = 'kg' then private.container_kilograms($1, $2) end))
  from private.list_prices_of($1) as listed where listed.currency = $3
$$;

-- Kilograms of one unit of what the order is about; null: nobody can weigh it.
create function private.order_kilograms(current_order public.orders, unit text) returns numeric
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.unit_amount(unit, 'kg'), private.container_kilograms((current_order).crop_type, unit))
$$;

-- The lines of goods of what the order is about: of no further product of the request.
create function private.lines_of_order(current_order public.orders, lines jsonb) returns table (quantity numeric, unit text)
language sql stable security definer set search_path = ''
as $$
  select (line ->> 'quantity')::numeric, line ->> 'unit'
  from jsonb_array_elements(lines) as line
  where coalesce(line ->> 'kind', 'goods') = 'goods' and not exists (
    select from public.order_request_lines as further
    where further.order_id = (current_order).id
      and position(lower(further.product) in lower(private.clean_line(line ->> 'description'))) > 0)
$$;

-- How much of what the order is about a quote brings, in the unit of the order: as much as was ordered at least, and more where its lines
-- of goods weigh more.
create function private.quoted_quantity(current_order public.orders, lines jsonb) returns numeric
language sql stable security definer set search_path = ''
as $$
  select greatest((current_order).quantity, sum(line.quantity * private.order_kilograms(current_order, line.unit))
    / private.order_kilograms(current_order, (current_order).unit))
  from private.lines_of_order(current_order, lines) as line
$$;

-- The whole of a request of several products says nothing of one of them: each must be named by a line, without a discount.
-- What has no price on a list is compared with nothing: whatever it is quoted at, a colleague without a limit decides.
-- By each line of goods, and by the whole for what the order is about, less discounts and without delivery and tax: a line of
-- another name, kind or weight is no way around. A line that cannot be weighed cannot be compared, whatever its price.
create function private.needs_second_quoter(current_order public.orders, currency text, lines jsonb, person_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (private.role_of(person_id)).quote_below_list_percent is not null and (exists (
    select from (
      select (current_order).crop_type as product
      union all
      select further.product from public.order_request_lines as further where further.order_id = (current_order).id
    ) as ordered
    where not exists (select from private.list_prices_of(ordered.product))
  ) or exists (
    select from public.order_request_lines as further where further.order_id = (current_order).id and (
      exists (select from jsonb_array_elements(lines) as line where line ->> 'kind' = 'discount')
      or exists (
        select from unnest(array[further.product, (current_order).crop_type]) as product
        where not exists (
          select from jsonb_array_elements(lines) as line
          where coalesce(line ->> 'kind', 'goods') = 'goods'
            and position(lower(product) in lower(private.clean_line(line ->> 'description'))) > 0)))
  ) or exists (
    select from (
      select line ->> 'description' as words, line ->> 'unit' as unit, (line ->> 'priceKobo')::numeric as price_kobo
      from jsonb_array_elements(lines) as line where coalesce(line ->> 'kind', 'goods') = 'goods'
      union all
      select (current_order).crop_type as words, (current_order).unit as unit,
        sum(round((line ->> 'quantity')::numeric * private.quote_line_price(line)))
          / coalesce(private.quoted_quantity(current_order, lines), (current_order).quantity) as price_kobo
      from jsonb_array_elements(lines) as line where coalesce(line ->> 'kind', 'goods') in ('goods', 'discount')
      union all
      select (current_order).crop_type as words, line.unit as unit, 'Infinity'::numeric as price_kobo
      from private.lines_of_order(current_order, lines) as line where private.order_kilograms(current_order, line.unit) is null
    ) as offered
    where private.is_below_list(offered.words, offered.unit, offered.price_kobo, needs_second_quoter.currency,
      (private.role_of(person_id)).quote_below_list_percent)))
$$;

-- How far a quote is below our list prices, in sentences: each line of goods that is, and what the order is about as a whole, less
-- discounts, as private.needs_second_quoter counts it; of a request of several products, what its lines cost by the lists.
create function private.list_comparison(current_order public.orders, currency text, lines jsonb)
returns table (sentence text, offered_kobo numeric, list_kobo numeric)
language sql stable security definer set search_path = ''
as $$
  with goods as (
    select place, line ->> 'description' as words, line ->> 'unit' as unit, (line ->> 'quantity')::numeric as quantity,
      (line ->> 'priceKobo')::numeric as offered_kobo,
      private.lowest_list_price(line ->> 'description', line ->> 'unit', list_comparison.currency) as list_kobo
    from jsonb_array_elements(lines) with ordinality as input (line, place) where coalesce(line ->> 'kind', 'goods') = 'goods'
  ), whole as (
    select null::bigint as place, sum(round((line ->> 'quantity')::numeric * private.quote_line_price(line))) as offered_kobo,
      case when exists (select from public.order_request_lines as further where further.order_id = (current_order).id)
        then (select case when count(*) = count(goods.list_kobo) then sum(goods.quantity * goods.list_kobo) end from goods)
        else private.lowest_list_price((current_order).crop_type, (current_order).unit, list_comparison.currency)
          * coalesce(private.quoted_quantity(current_order, lines), (current_order).quantity)
      end as list_kobo, bool_or(line ->> 'kind' = 'discount') as has_discount
    from jsonb_array_elements(lines) as line where coalesce(line ->> 'kind', 'goods') in ('goods', 'discount')
  ), compared as (
    select place, words || ': ' || private.money_text(offered_kobo::bigint, list_comparison.currency) || ' (' || unit || ')' as beginning,
      ' of ' || private.money_text(round(list_kobo)::bigint, list_comparison.currency) as ending, offered_kobo, list_kobo from goods
    union all
    select place, case when has_discount then 'With the discount it' else 'As a whole it' end as beginning,
      's (' || private.money_text(offered_kobo::bigint, list_comparison.currency) || ' in place of '
        || private.money_text(round(list_kobo)::bigint, list_comparison.currency) || ')' as ending, offered_kobo, list_kobo from whole
    -- Without a discount it says no more than the lines, unless it is further below.
    where has_discount or round(offered_kobo / nullif(list_kobo, 0), 3)
      < coalesce((select min(round(goods.offered_kobo / nullif(goods.list_kobo, 0), 3)) from goods), 1)
  )
  select beginning || ' is ' || case when offered_kobo <= 0 then 100
      else trim_scale(least(99.9, greatest(0.1, round((1 - offered_kobo / list_kobo) * 100, 1)))) end
    || '% below our list price' || ending || '.' as sentence, offered_kobo, list_kobo
  from compared where offered_kobo < list_kobo order by place nulls last
$$;

-- The same to who writes a quote, before it is sent.
create function public.compare_with_list(order_id uuid, lines jsonb, currency text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  return array(select compared.sentence from public.orders cross join lateral
    private.list_comparison(orders, compare_with_list.currency, lines) as compared where orders.id = compare_with_list.order_id);
end $$;

-- Why a quote waits for a second person, as it was when it was sent: list prices change.
create table private.quote_comparisons (
  quote_id uuid primary key references public.quotes (id) on delete cascade,
  sentences text[] not null
);
alter table private.quote_comparisons enable row level security;
revoke all on table private.quote_comparisons from public, anon, authenticated, service_role;

-- Where nothing that can be compared is further below than its author may quote, it is the rest that waits.
create function private.say_why_it_waits(current_order public.orders, offer public.quotes, lines jsonb) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(compared.sentence), '{}') || case when bool_or(compared.offered_kobo
      < compared.list_kobo * (100 - (private.role_of((offer).created_by)).quote_below_list_percent) / 100) then '{}'::text[]
    else '{"Some of it has no list price, or cannot be compared with one line by line."}' end
  from private.list_comparison(current_order, (offer).currency, lines) as compared
$$;

create function private.stored_quote_lines(quote_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('description', description, 'unit', unit, 'quantity', quantity, 'kind', kind,
    'priceKobo', abs(price_kobo)) order by position)
  from public.quote_lines as line where line.quote_id = stored_quote_lines.quote_id
$$;

-- To who decides on it; of a quote of before this was stored, as the list is now.
create function public.why_quote_waits(quote_id uuid) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  return (select coalesce((select sentences from private.quote_comparisons as stored where stored.quote_id = quote.id),
      private.say_why_it_waits(orders, quote, private.stored_quote_lines(quote.id)))
    from public.quotes as quote join public.orders on orders.id = quote.order_id where quote.id = why_quote_waits.quote_id);
end $$;

-- Why the caller, whose id is `person_id`, may not approve a quote that waits; no row: they may, as far as their right goes. The
-- decision, the notice and the record ask this one.
create function private.quote_obstacle(quote public.quotes, person_id uuid) returns table (hint text, sentence text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  current_order public.orders;
begin
  select orders.* into current_order from public.orders where orders.id = quote.order_id;
  if quote.created_by = person_id then
    return query select 'own_entry', 'You wrote this quote. Somebody else must approve it.';
  elsif private.is_own_order(current_order) then
    return query select 'own_record', 'Somebody else must quote your own order';
  elsif private.needs_second_quoter(current_order, quote.currency, private.stored_quote_lines(quote.id), person_id) then
    return query select 'role_limit',
      'This has no list price, or is further below it than your role may quote. Somebody whose role may quote it must approve it.';
  elsif quote.expires_at <= now() then
    return query select 'quote', 'The day of this quote has passed. Quote the order again.';
  elsif current_order.status not in ('pending', 'approved') or current_order.total_amount_kobo is not null then
    return query select 'quote', 'This order cannot be quoted any more';
  end if;
end $$;

-- The same for the page of the order; null: the caller may approve it, or it does not wait any more.
create function public.waiting_quote_obstacle(quote_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  return (select why.sentence from public.quotes as quote cross join lateral private.quote_obstacle(quote, (select auth.uid())) as why
    where quote.id = waiting_quote_obstacle.quote_id and quote.status = 'waiting');
end $$;

-- The second person's word on a quote that waits: the buyer hears of it now, or never. Its author may take it back.
create function public.decide_waiting_quote(quote_id uuid, is_approved boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
  current_order public.orders;
  chosen public.quotes;
  obstacle record;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  -- The order first, as everybody locks it.
  select orders.* into current_order from public.orders
  where orders.id = (select one.order_id from public.quotes as one where one.id = quote_id) for update;
  select * into chosen from public.quotes where quotes.id = quote_id for update;
  if chosen.id is null or chosen.status <> 'waiting' then
    raise exception 'Somebody else has decided on this quote. Please look again.' using errcode = 'P0002';
  elsif is_approved is not true then
    update public.quotes set status = 'refused' where quotes.id = chosen.id;
    return;
  end if;
  select * into obstacle from private.quote_obstacle(chosen, person_id);
  if found then
    raise exception '%', obstacle.sentence
      using errcode = case obstacle.hint when 'quote' then '23514' else '42501' end, hint = obstacle.hint;
  end if;
  update public.quotes set status = 'replaced', replaced_by = (
    select count(*) from public.quotes as version where version.order_id = current_order.id and version.created_at <= chosen.created_at)
  where quotes.order_id = current_order.id and status = 'open';
  update public.quotes set status = 'open' where quotes.id = chosen.id;
  perform private.issue_document_of_quote(chosen.id, 'quote');
  perform private.note_contact('orders', current_order.id, person_id);
  perform private.mail_quote(chosen.id);
end $$;

revoke all on function
  private.has_words(text, text), private.is_below_list(text, text, numeric, text, integer), private.list_comparison(public.orders, text, jsonb), private.list_prices_of(text),
  private.lowest_list_price(text, text, text), private.needs_second_quoter(public.orders, text, jsonb, uuid), private.quote_obstacle(public.quotes, uuid), private.quoted_quantity(public.orders, jsonb),
  private.lines_of_order(public.orders, jsonb), private.order_kilograms(public.orders, text), private.unit_amount(text, text),
  private.say_why_it_waits(public.orders, public.quotes, jsonb), private.stored_quote_lines(uuid),
  public.compare_with_list(uuid, jsonb, text), public.decide_waiting_quote(uuid, boolean), public.waiting_quote_obstacle(uuid), public.why_quote_waits(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.compare_with_list(uuid, jsonb, text), public.decide_waiting_quote(uuid, boolean), public.waiting_quote_obstacle(uuid), public.why_quote_waits(uuid)
  to authenticated;
