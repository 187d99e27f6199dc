-- Value added tax: what each class bears from which day on, and the sums of baskets and orders that follow (ADR 0088).

create table public.vat_rates (
  vat_class text not null,
  valid_from date not null,
  rate_bp integer,
  reason text not null,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (vat_class, valid_from),
  constraint vat_rates_vat_class_known check (vat_class = any (private.vat_classes() || array['delivery'])),
  constraint vat_rates_rate_bp_range check (rate_bp between 0 and 10000),
  constraint vat_rates_rate_bp_belongs check (rate_bp is not null or vat_class = 'delivery'),
  constraint vat_rates_exempt_bears_none check (vat_class <> 'exempt' or rate_bp = 0),
  constraint vat_rates_reason_length check (char_length(reason) between 3 and 160),
  constraint vat_rates_reason_plain check (reason = private.clean_line(reason))
);
comment on table public.vat_rates is 'A row holds from its day until the next one of its class. What has begun to hold is never changed or removed.';
comment on column public.vat_rates.rate_bp is 'In hundredths of a percent: 750 is 7.5 %. Null for delivery: it bears what the goods bear that it brings.';
comment on column public.vat_rates.reason is 'As documents print it beside the rate.';

-- What holds is neither changed nor removed, by nobody. What anybody adds begins tomorrow or later; the first rates came with the table.
create function private.guard_vat_rate() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  today date := (now() at time zone 'Africa/Lagos')::date;
begin
  if tg_op = 'UPDATE' then
    perform private.refuse_change('vat_rates');
  elsif tg_op = 'DELETE' then
    if old.valid_from <= today then
      raise exception 'This rate holds already, and stays: add a new one with a later day' using errcode = '42501', hint = 'valid_from';
    end if;
    return old;
  elsif new.valid_from <= today and (select auth.role()) is not null then
    raise exception 'A rate begins tomorrow at the earliest: orders of today have theirs' using errcode = '23514', hint = 'valid_from';
  elsif new.valid_from > today + 1830 then
    raise exception 'A rate begins within five years' using errcode = '23514', hint = 'valid_from';
  end if;
  return new;
end $$;

create trigger guard_vat_rate before insert or update or delete on public.vat_rates
  for each row execute function private.guard_vat_rate();
create trigger refuse_truncate before truncate on public.vat_rates
  for each statement execute function private.refuse_change();
create trigger demand_second_factor before insert or delete on public.vat_rates
  for each statement execute function private.demand_second_factor('settings.write');
create trigger audit_change after insert or delete on public.vat_rates for each row
  execute function private.audit_change('staff', 'vat_class,valid_from', 'vat_class,valid_from,rate_bp,reason');

-- What each class bears on a day.
create function private.vat_on(day date default (now() at time zone 'Africa/Lagos')::date)
returns table (vat_class text, rate_bp integer, reason text)
language sql stable security definer rows 5 set search_path = ''
as $$
  select distinct on (rate.vat_class) rate.vat_class, rate.rate_bp, rate.reason
  from public.vat_rates as rate where rate.valid_from <= $1 order by rate.vat_class, rate.valid_from desc
$$;

-- Half a kobo is rounded up, and of what is below nothing, down.
create function private.vat_of(amount_kobo bigint, rate_bp integer) returns bigint
language sql immutable
return round(amount_kobo::numeric * rate_bp * 0.0001)::bigint;

-- Delivery bears a rate of its own where it has one, else the rates of the goods in their proportion.
create function private.vat_of_delivery(price_kobo bigint, goods_kobo bigint, goods_vat_kobo bigint, day date) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.vat_of(price_kobo, (select rate.rate_bp from private.vat_on(day) as rate where rate.vat_class = 'delivery')),
    case when goods_kobo > 0 then
      div(2::numeric * price_kobo * goods_vat_kobo + goods_kobo, 2::numeric * goods_kobo)::bigint end, 0)
$$;

-- The lines of VAT as pages and documents print them: goods by rate and reason, and delivery. Delivery that follows goods of one
-- rate stands in their line. goods = [{amountKobo, vatKobo, rateBp, reason}]; null where nobody says what the goods bear.
create function private.describe_vat_lines(goods jsonb, price_kobo bigint, delivery_vat_kobo bigint, day date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with lines as (
    select (line ->> 'rateBp')::integer as rate_bp, line ->> 'reason' as reason, sum((line ->> 'amountKobo')::bigint) as base_kobo,
      sum((line ->> 'vatKobo')::bigint) as vat_kobo, count(*) over () as kinds
    from jsonb_array_elements(goods) as line where line ->> 'reason' is not null
    group by line ->> 'rateBp', line ->> 'reason'
  ), delivery as (
    select rate.rate_bp, rate.reason from private.vat_on(day) as rate where rate.vat_class = 'delivery'
  )
  select jsonb_agg(said.line order by said.place, said.rate_bp, said.reason)
  from (
    select 1 as place, lines.rate_bp, lines.reason, jsonb_build_object('rateBp', lines.rate_bp, 'reason', lines.reason,
      'baseKobo', lines.base_kobo + case when follows.with_goods then price_kobo else 0 end,
      'vatKobo', lines.vat_kobo + case when follows.with_goods then delivery_vat_kobo else 0 end) as line
    from lines, lateral (select lines.kinds = 1 and (select delivery.rate_bp from delivery) is null as with_goods) as follows
    union all
    select 2 as place, delivery.rate_bp, delivery.reason, jsonb_build_object('rateBp', delivery.rate_bp, 'reason', delivery.reason,
      'baseKobo', price_kobo, 'vatKobo', delivery_vat_kobo, 'isDelivery', true) as line
    from delivery
    where price_kobo > 0 and exists (select from lines where lines.kinds > 1 or delivery.rate_bp is not null)
  ) as said
$$;

-- What goods that nobody has ordered yet bear today, by their products. Without what is not for sale.
create function private.vat_of_basket(items jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('productId', line.product_id, 'vatClass', line.vat_class, 'amountKobo', line.amount_kobo,
    'rateBp', rate.rate_bp, 'reason', rate.reason, 'vatKobo', private.vat_of(line.amount_kobo, rate.rate_bp)) order by line.place), '[]')
  from (
    select wanted.place, wanted.product_id, product.vat_class, product.price_kobo * wanted.quantity as amount_kobo
    from private.read_market_lines(items) as wanted
    join public.products as product on product.id = wanted.product_id and product.status = 'published'
  ) as line
  join private.vat_on() as rate on rate.vat_class = line.vat_class
$$;

create function private.sum_of(goods jsonb, field text) returns bigint
language sql immutable set search_path = ''
as $$
  select coalesce(sum((line ->> field)::bigint), 0)::bigint from jsonb_array_elements(goods) as line
$$;

-- The ways of delivery with the VAT of the whole basket for each; beside them that of the goods alone and, where its lines are of
-- different classes, what each line bears.
create function private.add_vat_to_options(options jsonb, items jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
end $$;

-- The day whose rates an order has.
create function private.vat_day(of_order public.orders) returns date
language sql immutable set search_path = ''
as $$
  select ((of_order).created_at at time zone 'Africa/Lagos')::date
$$;

-- The lines of VAT of an order of the marketplace, from its own lines. Null where they say nothing of it, as those of before.
create function private.count_vat_lines(own public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.describe_vat_lines(goods.lines, (own).delivery_kobo, (own).vat_kobo - private.sum_of(goods.lines, 'vatKobo'),
    private.vat_day(own))
  from (
    select jsonb_agg(jsonb_build_object('amountKobo', item.total_kobo, 'vatKobo', item.vat_kobo, 'rateBp', item.vat_rate_bp,
      'reason', item.vat_reason)) as lines
    from public.order_items as item where item.order_id = (own).id
  ) as goods
$$;

-- As buyers write it: 'Nigeria', 'Lagos, Nigeria', 'Federal Republic of Nigeria', 'NG'. Same as isNigeria.
create function private.is_nigeria(country text) returns boolean
language sql immutable set search_path = ''
as $$
  select private.clean_line(country) ~* '(^|[^[:alpha:]])nigeria([^[:alpha:]]|$)|^(ng|nga)$'
$$;

-- What goods of a quote bear where nobody says it: abroad what is exported; at home the class of the product of the catalogue that
-- their words name, or else, of goods that are the only ones, of the one that the order is about.
create function private.default_vat_class(own public.orders, country text, description text, are_alone boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case when not private.is_nigeria(country) then 'export' else (
    select product.vat_class
    from public.order_products as product,
      -- By whole words: licorice is no rice.
      lateral (select position(' ' || regexp_replace(lower(product.label), '[^[:alnum:]]+', ' ', 'g') || ' '
        in ' ' || regexp_replace(lower(description), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0 as is_named) as said
    where said.is_named or are_alone and lower(product.label) = lower((own).crop_type)
    order by said.is_named desc, char_length(product.label) desc, product.is_active desc limit 1) end
$$;

-- The lines of VAT of a quote: what the goods of each class bear. Delivery and discounts follow the goods, in the proportion in which
-- these differ: the bases add up to base_kobo, which is all but the tax. goods = [{vatClass, amountKobo}], rates = [{vatClass, rateBp,
-- reason}]. Same as splitByClass.
create function private.vat_by_class(goods jsonb, base_kobo bigint, rates jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
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
$$;

-- What each class bears that a quote names, as private.vat_by_class takes it; null where it names none.
create function private.quote_vat_rates(offer public.quotes) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce((offer).vat_lines, case when (offer).vat_reason is not null then jsonb_build_array(jsonb_build_object(
    'vatClass', (offer).vat_class, 'rateBp', (offer).vat_rate_bp, 'reason', (offer).vat_reason)) end)
$$;

-- The lines of VAT of a quote as pages and documents print them, of one from before with what its lines of tax come to; null where it
-- says nothing of it.
create function private.quote_vat_lines(offer public.quotes, tax_kobo bigint) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when (offer).vat_lines is not null then (
      select jsonb_agg(line - 'vatClass' order by place) from jsonb_array_elements((offer).vat_lines) with ordinality as input (line, place))
    when (offer).vat_reason is not null then jsonb_build_array(jsonb_build_object('rateBp', (offer).vat_rate_bp,
      'reason', (offer).vat_reason, 'baseKobo', (offer).total_kobo - tax_kobo, 'vatKobo', tax_kobo)) end
$$;

-- What a complaint took off an order so far, with its VAT, and how much of that is VAT.
create function private.granted_of(order_id uuid) returns table (kobo bigint, vat_kobo bigint)
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(posting.amount_minor), 0)::bigint,
    coalesce(sum(posting.amount_minor) filter (where posting.account in ('vat_payable', 'unearned_vat')), 0)::bigint
  from private.ledger_postings as posting
  where posting.order_id = $1 and posting.event = 'complaint_credited' and posting.amount_minor > 0
$$;

-- What the parts of an order cost, and the VAT in that: each line of goods by its position, and delivery. Delivery and discounts of a
-- quote are in its goods, as its lines of VAT have them. An order whose lines do not say what it bears is one part.
create function private.list_vat_parts(of_order public.orders)
returns table ("position" integer, gross_kobo numeric, vat_kobo numeric)
language sql stable security definer set search_path = ''
as $$
  with bought as (
    select item.position, (item.total_kobo + item.vat_kobo)::numeric as gross_kobo, item.vat_kobo::numeric as vat_kobo
    from public.order_items as item where item.order_id = (of_order).id
  ), agreed as (
    select line.position, line.vat_class, quote.vat_lines,
      case when sum(line.total_kobo) over (partition by line.vat_class) = 0 then 1::numeric(50, 30) / count(*) over (partition by line.vat_class)
        else line.total_kobo::numeric(50, 30) / sum(line.total_kobo) over (partition by line.vat_class) end as share
    from public.quotes as quote join public.quote_lines as line on line.quote_id = quote.id and line.kind = 'goods'
    where quote.order_id = (of_order).id and quote.status = 'accepted'
  ), parts as (
    select bought.position, bought.gross_kobo, bought.vat_kobo from bought
    union all
    select null::integer as position, (of_order).delivery_kobo + rest.vat_kobo as gross_kobo, rest.vat_kobo as vat_kobo
    from (select (of_order).vat_kobo - sum(bought.vat_kobo) as vat_kobo from bought) as rest where exists (select from bought)
    union all
    select agreed.position, ((said.line ->> 'baseKobo')::numeric + (said.line ->> 'vatKobo')::numeric) * agreed.share as gross_kobo,
      (said.line ->> 'vatKobo')::numeric * agreed.share as vat_kobo
    from agreed, lateral (select line from jsonb_array_elements(agreed.vat_lines) as line where line ->> 'vatClass' = agreed.vat_class) as said
  ), sums as (
    select coalesce(round(sum(parts.gross_kobo), 6) = (of_order).total_amount_kobo and round(sum(parts.vat_kobo), 6) = (of_order).vat_kobo
      and min(parts.gross_kobo - parts.vat_kobo) >= 0 and min(parts.vat_kobo) >= 0, false) as are_whole
    from parts
  )
  select parts.position, parts.gross_kobo, parts.vat_kobo from parts, sums where sums.are_whole
  union all
  select null::integer as position, (of_order).total_amount_kobo::numeric as gross_kobo, (of_order).vat_kobo::numeric as vat_kobo
  from sums where not sums.are_whole
$$;

-- The VAT in all that complaints took off an order, with so much more about one of its lines, or about none (ADR 0106). A complaint about
-- a line takes from that line first, at its rate; what is above what the line still holds, and a complaint about none, takes from all that
-- is left in proportion. So the whole of an order is exactly the VAT of the whole, in whatever order it is granted.
create function private.vat_of_complaints(of_order public.orders, amount_kobo bigint, line_position integer) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  places integer[];
  left_kobo numeric[];
  rates numeric[];
  step record;
  place integer;
  taken_kobo numeric;
  rest_kobo numeric;
  all_left_kobo numeric;
begin
  select array_agg(part.position), array_agg(part.gross_kobo), array_agg(coalesce(part.vat_kobo::numeric(50, 30) / nullif(part.gross_kobo, 0), 0))
  into places, left_kobo, rates
  from private.list_vat_parts(of_order) as part;
  for step in
    select granted.kobo, granted.line_position
    from (
      select min(transfer.id) as id, sum(transfer.amount_minor) as kobo, coalesce(credit.line_position, dispute.line_position) as line_position
      from private.ledger_transfers as transfer
      left join public.order_credits as credit on credit.order_id = transfer.order_id
        and transfer.source_table = 'order_credits' and credit.id::text = transfer.source_id
      left join public.order_disputes as dispute on dispute.order_id = transfer.order_id
        and transfer.source_table = 'order_disputes' and dispute.id::text = transfer.source_id
      where transfer.order_id = (of_order).id and transfer.event = 'complaint_credited' and transfer.phase in ('posted', 'post')
      group by transfer.source_table, transfer.source_id, credit.line_position, dispute.line_position
      union all
      select null::bigint as id, vat_of_complaints.amount_kobo as kobo, vat_of_complaints.line_position
    ) as granted
    order by granted.id nulls last
  loop
    rest_kobo := step.kobo;
    place := case when step.line_position is not null then array_position(places, step.line_position) end;
    if place is not null then
      taken_kobo := least(rest_kobo, left_kobo[place]);
      left_kobo[place] := left_kobo[place] - taken_kobo;
      rest_kobo := rest_kobo - taken_kobo;
    end if;
    all_left_kobo := (select sum(one.kobo) from unnest(left_kobo) as one (kobo));
    if rest_kobo > 0 and all_left_kobo > 0 then
      left_kobo := array(
        select round(one.kobo * greatest(0, all_left_kobo - rest_kobo)::numeric(50, 30) / all_left_kobo, 30)
        from unnest(left_kobo) with ordinality as one (kobo, place) order by one.place);
    end if;
  end loop;
  -- Half a kobo is rounded up, also where a third of one stands in between.
  return round(round((of_order).vat_kobo - (
    select sum(one.kobo * one.rate) from unnest(left_kobo, rates) as one (kobo, rate)), 12))::bigint;
end $$;

-- Takes an allowance off an order with the VAT that is in it, which the company does not owe any more. Never more VAT than the amount, and
-- none that was taken off before: complaints of before lines counted took the share of the whole order.
create function private.post_allowance(of_order public.orders, credit_account text, amount_kobo bigint, line_position integer,
  source_table text, source_id text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  vat_part bigint := 0;
begin
  if (of_order).vat_kobo > 0 then
    select greatest(0, least(amount_kobo, private.vat_of_complaints(of_order, amount_kobo, line_position) - granted.vat_kobo)) into vat_part
    from private.granted_of((of_order).id) as granted;
  end if;
  perform private.post_transfer('complaint_credited', of_order, 'allowances', credit_account, amount_kobo - vat_part, source_table, source_id);
  perform private.post_transfer('complaint_credited', of_order,
    case when private.ledger_balance('unearned_vat', (of_order).id) > 0 then 'unearned_vat' else 'vat_payable' end,
    credit_account, vat_part, source_table, source_id);
end $$;

-- Each class with its rates, the next first, for staff who may see settings.
create function public.list_vat_rates()
returns table (vat_class text, valid_from date, rate_bp integer, reason text, set_by text, set_at timestamptz, holds text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := (now() at time zone 'Africa/Lagos')::date;
begin
  if not private.has_permission('settings.read') then
    raise exception 'permission denied: settings.read' using errcode = '42501';
  end if;
  return query
    select rate.vat_class, rate.valid_from, rate.rate_bp, rate.reason, private.name_staff(rate.created_by), rate.created_at,
      case when rate.valid_from > today then 'later'
        when rate.valid_from = max(rate.valid_from) filter (where rate.valid_from <= today) over (partition by rate.vat_class) then 'now'
        else 'before' end
    from public.vat_rates as rate order by rate.vat_class, rate.valid_from desc;
end $$;

alter table public.vat_rates enable row level security;
revoke all on table public.vat_rates from public, anon, authenticated, service_role;
grant select (vat_class, valid_from, rate_bp, reason) on table public.vat_rates to authenticated;
grant insert (vat_class, valid_from, rate_bp, reason), delete on table public.vat_rates to authenticated;
create policy "Staff who may see settings read the rates" on public.vat_rates
  for select to authenticated
  using ((select private.has_permission('settings.read')));
create policy "Staff who may change settings add rates, with a second factor" on public.vat_rates
  for insert to authenticated
  with check ((select private.has_strong_permission('settings.write')));
create policy "Staff who may change settings delete rates before their first day" on public.vat_rates
  for delete to authenticated
  using ((select private.has_strong_permission('settings.write')));

revoke all on function
  private.add_vat_to_options(jsonb, jsonb), private.count_vat_lines(public.orders),
  private.default_vat_class(public.orders, text, text, boolean), private.describe_vat_lines(jsonb, bigint, bigint, date),
  private.granted_of(uuid), private.guard_vat_rate(), private.is_nigeria(text),
  private.list_vat_parts(public.orders), private.post_allowance(public.orders, text, bigint, integer, text, text),
  private.quote_vat_lines(public.quotes, bigint),
  private.quote_vat_rates(public.quotes), private.sum_of(jsonb, text), private.vat_day(public.orders),
  private.vat_of(bigint, integer), private.vat_by_class(jsonb, bigint, jsonb), private.vat_of_basket(jsonb), private.vat_of_complaints(public.orders, bigint, integer),
  private.vat_of_delivery(bigint, bigint, bigint, date),
  private.vat_on(date), public.list_vat_rates()
  from public, anon, authenticated, service_role;
-- The checks of the tables run with the rights of the caller who writes a row.
grant execute on function public.list_vat_rates() to authenticated;
