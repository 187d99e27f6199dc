DROP FUNCTION "private"."read_contract_terms"(jsonb, jsonb);

CREATE OR REPLACE FUNCTION private.read_contract_terms(terms jsonb, first_days date[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.read_terms_for_order(order_id uuid, terms jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select read.columns || coalesce((select jsonb_object_agg(party.key, null) from jsonb_each(private.parties_of($1)) as party
    where read.columns -> party.key = party.value), '{}')
  from private.read_contract_terms(terms, array(
    select (private.last_contract_terms($1) ->> 'window_from')::date
    union select offer.window_from from public.counter_offers as offer where offer.order_id = $1)) as read (columns)
$function$;

REVOKE ALL ON FUNCTION "private"."read_contract_terms"(jsonb, date[]) FROM PUBLIC;
