DROP FUNCTION "public"."compare_with_list"(jsonb, text);

CREATE TABLE "private"."quote_comparisons" ("quote_id" uuid NOT NULL, "sentences" text[] NOT NULL, CONSTRAINT "quote_comparisons_pkey" PRIMARY KEY (quote_id));

revoke all on table private.quote_comparisons from public, anon, authenticated;

ALTER TABLE "private"."quote_comparisons" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.list_comparison(current_order public.orders, currency text, lines jsonb)
 RETURNS TABLE(sentence text, offered_kobo numeric, list_kobo numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.quote_obstacle(quote public.quotes, person_id uuid)
 RETURNS TABLE(hint text, sentence text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.say_why_it_waits(current_order public.orders, offer public.quotes, lines jsonb)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(compared.sentence), '{}') || case when bool_or(compared.offered_kobo
      < compared.list_kobo * (100 - (private.role_of((offer).created_by)).quote_below_list_percent) / 100) then '{}'::text[]
    else '{"Some of it has no list price, or cannot be compared with one line by line."}' end
  from private.list_comparison(current_order, (offer).currency, lines) as compared
$function$;

CREATE OR REPLACE FUNCTION private.stored_quote_lines(quote_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(jsonb_build_object('description', description, 'unit', unit, 'quantity', quantity, 'kind', kind,
    'priceKobo', abs(price_kobo)) order by position)
  from public.quote_lines as line where line.quote_id = stored_quote_lines.quote_id
$function$;

CREATE OR REPLACE FUNCTION public.compare_with_list(order_id uuid, lines jsonb, currency text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  return array(select compared.sentence from public.orders cross join lateral
    private.list_comparison(orders, compare_with_list.currency, lines) as compared where orders.id = compare_with_list.order_id);
end $function$;

REVOKE ALL ON FUNCTION "public"."compare_with_list"(uuid, jsonb, text) FROM "service_role";

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
end $function$;

CREATE OR REPLACE FUNCTION public.why_quote_waits(quote_id uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  return (select coalesce((select sentences from private.quote_comparisons as stored where stored.quote_id = quote.id),
      private.say_why_it_waits(orders, quote, private.stored_quote_lines(quote.id)))
    from public.quotes as quote join public.orders on orders.id = quote.order_id where quote.id = why_quote_waits.quote_id);
end $function$;

REVOKE ALL ON FUNCTION "public"."why_quote_waits"(uuid) FROM "service_role";

ALTER TABLE "private"."quote_comparisons" ADD CONSTRAINT "quote_comparisons_quote_id_fkey" FOREIGN KEY (quote_id) REFERENCES public.quotes(id) ON DELETE CASCADE;

REVOKE ALL ON FUNCTION "private"."list_comparison"(public.orders, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."say_why_it_waits"(public.orders, public.quotes, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stored_quote_lines"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."compare_with_list"(uuid, jsonb, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."compare_with_list"(uuid, jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."why_quote_waits"(uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."why_quote_waits"(uuid) TO "authenticated";
