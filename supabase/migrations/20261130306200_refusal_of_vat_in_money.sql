CREATE OR REPLACE FUNCTION private.money_text(minor_units bigint, currency text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case currency when 'NGN' then '₦' when 'USD' then 'US$' when 'EUR' then '€' when 'GBP' then '£' else currency || ' ' end
    || regexp_replace(to_char(minor_units * 0.01, 'FM999,999,999,999,990.00'), '[.]00$', '')
$function$;

CREATE OR REPLACE FUNCTION private.read_quote_vat(result public.quotes, quote jsonb)
 RETURNS public.quotes
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "private"."money_text"(bigint, text) FROM PUBLIC;
