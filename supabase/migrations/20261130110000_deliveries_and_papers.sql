CREATE OR REPLACE FUNCTION private.describe_lines(order_id uuid, quote_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select jsonb_agg(jsonb_build_object('name', product_name, 'detail', farmer_name, 'quantity', quantity::text,
        'unit', trim_scale(pack_amount) || ' ' || pack_unit, 'priceKobo', price_kobo, 'totalKobo', total_kobo, 'vatRateBp', vat_rate_bp, 'vatClass', vat_class) order by position)
      || coalesce((select jsonb_build_array(jsonb_build_object('name', 'Delivery',
          'detail', (select 'to ' || contact.lga || ', ' || contact.state from public.order_contacts as contact where contact.order_id = $1), 'quantity', '1', 'unit', '',
          'priceKobo', delivery.price_kobo, 'totalKobo', delivery.price_kobo, 'kind', 'delivery'))
        from public.order_deliveries as delivery
        where delivery.order_id = $1 and (delivery.kind = 'deliver' or delivery.accepted_at is not null)), '[]')
      from public.order_items as item where item.order_id = $1),
    (select jsonb_agg(private.describe_quote_line(line) order by line.position)
      from public.quote_lines as line join public.quotes as quote on quote.id = line.quote_id
      where quote.order_id = $1 and case when $2 is null then quote.status = 'accepted' else quote.id = $2 end),
    (select jsonb_agg(jsonb_build_object('name', product, 'detail', null, 'quantity', quantity_text, 'unit', unit,
        'priceKobo', null, 'totalKobo', null) order by position)
      from (
        select 1 as position, crop_type as product, quantity_text, unit from public.orders where id = $1
        union all
        select line.position, line.product, line.quantity_text, line.unit
        from public.order_request_lines as line where line.order_id = $1
      ) as requested))
$function$;

CREATE OR REPLACE FUNCTION private.describe_parties(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'company', (select jsonb_build_object('name', facts ->> 'company_name', 'headOffice', facts ->> 'head_office',
        'branchOffice', facts ->> 'branch_office', 'phone', facts ->> 'phone_primary', 'email', facts ->> 'email',
        'logo', facts ->> 'logo', 'registrationNumber', facts ->> 'registration_number', 'taxNumber', facts ->> 'tax_number',
        'legalName', facts ->> 'legal_name', 'street', facts ->> 'head_office_street')
      from (select jsonb_object_agg(key, value) as facts from public.company_facts) as known),
    'order', jsonb_build_object('code', orders.code, 'kind', orders.kind, 'placedAt', private.utc_text(orders.created_at),
      -- What is paid to an account that is none is no real order, on each of its papers and not on those alone that show the account.
      'currency', orders.currency, 'isDemo', orders.is_demo or coalesce(
        (select account.is_demo from private.current_settlement_account('bank_account', orders.currency) as account), false)),
    'incoterms', coalesce(agreed.incoterms, bulk_request.incoterms),
    'purchaseOrderNumber', bulk_request.purchase_order_number,
    'terms', case when agreed.id is not null then private.describe_contract_terms(to_jsonb(agreed)) end)
    || private.describe_buyer(orders.id, to_jsonb(agreed))
    || coalesce((select jsonb_build_object('delivery', said) from private.describe_delivery(orders.id) as said where said is not null), '{}')
  from public.orders
  left join public.quotes as agreed on agreed.order_id = orders.id and agreed.status = 'accepted'
  left join public.order_requests as bulk_request on bulk_request.order_id = orders.id
  where orders.id = $1
$function$;

CREATE OR REPLACE FUNCTION private.is_known_area(state text, lga text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(private.clean_line(lga), '') = '' or exists (
    select from unnest(private.local_governments(case lower(btrim(state)) when 'fct' then 'FCT' else initcap(btrim(state)) end)) as known
    where private.place_letters(known) = private.place_letters(lga))
$function$;

CREATE OR REPLACE FUNCTION private.price_delivery(grams bigint, state text, lga text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  whole_state text := lower(private.clean_line(state));
  -- What is no area of its state is not brought at the price of the whole state: the area that is meant may have a dearer one.
  priced_state text := case when private.is_known_area(state, lga) then whole_state end;
  area text := lower(private.clean_line(state)) || ': ' || lower(coalesce(private.clean_line(lga), ''));
  collecting jsonb;
  delivering jsonb;
begin
  select jsonb_agg(near.option order by near.distance, near.name, near.id) into collecting
  from (
    select depot.id, depot.name, private.distance_of(depot, whole_state, area) as distance,
      jsonb_build_object('kind', 'collect', 'depotId', depot.id, 'name', depot.name, 'address', depot.address,
        'state', depot.state, 'lga', depot.lga, 'hours', depot.hours, 'priceKobo', 0, 'days', private.depot_days(depot)) as option
    from public.depots as depot where depot.is_active
    order by distance, depot.name, depot.id limit 5
  ) as near;
  select jsonb_agg(offer.option order by offer.price_kobo, offer.name, offer.id) into delivering
  from (
    select zone.id, zone.name, price.kobo as price_kobo, jsonb_build_object('kind', 'deliver', 'zoneId', zone.id,
      'name', zone.name, 'priceKobo', price.kobo, 'days', private.zone_days(zone, grams)) as option
    from public.delivery_zones as zone
    cross join lateral (
      select zone.step_kobo[place] as kobo from generate_subscripts(zone.step_grams, 1) as place
      where zone.step_grams[place] >= grams order by place limit 1
    ) as price
    where zone.is_active and private.exactness_of(zone, priced_state, area) = (
      select max(private.exactness_of(other, priced_state, area)) from public.delivery_zones as other where other.is_active)
  ) as offer
  where offer.option -> 'days' <> '[]';
  return jsonb_build_object('weightGrams', grams, 'options',
    case when private.keeps_delivery() then coalesce(collecting, '[]')
      else '[{"kind": "collect", "depotId": null, "priceKobo": 0, "days": []}]' end
    || coalesce(delivering, '[{"kind": "quote"}]'));
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_own_refund(order_id uuid, person_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.payments
    where payments.order_id = $1 and payments.kind <> 'refund' and payments.recorded_by = $2
  ) then
    raise exception 'You recorded the payment of this order. Somebody else must record what goes back or comes off it.'
      using errcode = '42501', hint = 'own_receipt';
  end if;
end $function$;

REVOKE ALL ON FUNCTION "private"."is_known_area"(text, text) FROM PUBLIC;
