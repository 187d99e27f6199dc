CREATE OR REPLACE FUNCTION private.list_reached_states()
 RETURNS TABLE(state text, kinds text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with reached as (
    select farmer.state, 'farmers' as kind from public.farmers as farmer
    where farmer.status = 'approved' and not farmer.is_demo
    group by farmer.state having count(distinct coalesce(farmer.phone, farmer.id::text)) >= 5
    union
    select enrolment.state, 'trainees' as kind from public.training_enrolments as enrolment
    where enrolment.status = 'approved' and not enrolment.is_demo
    group by enrolment.state having count(distinct enrolment.phone) >= 5
    union
    select contact.state, 'deliveries' as kind from public.orders
    join public.order_contacts as contact on contact.order_id = orders.id
    where orders.status = 'completed' and not orders.is_demo
    group by contact.state having count(distinct contact.phone) >= 5
  )
  select reached.state, array_agg(reached.kind order by reached.kind) from reached
  where reached.state is not null
  group by reached.state order by reached.state
$function$;

CREATE OR REPLACE FUNCTION private.say_refusal(state text, of_table text, rule text, of_column text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  named text := private.describe_rule(of_table, rule);
  condition text := (select pg_get_constraintdef(oid) from pg_catalog.pg_constraint
    where conname = rule and conrelid = to_regclass('public.' || quote_ident(of_table)));
  -- "at least", "at most"
  least bigint := substring(condition from '>= ''?(\d+)');
  most bigint := substring(condition from '<= ''?(\d+)');
  range text := concat_ws(' to ', to_char(coalesce(least, 0), 'FM999,999,999,999'), to_char(most, 'FM999,999,999,999'));
  sentence text;
begin
  if state = '23502' then
    sentence := replace(regexp_replace(of_column, '_id$', ''), '_', ' ') || ' must not be empty.';
  elsif state = '23503' then
    sentence := format('the %s that it names is not there, or is needed by something else.', named);
  elsif state = '23505' then
    sentence := format('there is one with the same %s already.', named);
  elsif state <> '23514' then
    sentence := 'a value is too long, or not of its kind.';
  else
    sentence := case
      when rule ~ '_email_form$' then 'Write an email address, such as info@example.com.'
      when rule ~ '_phone_form$' then 'Write a phone number, such as 0803 123 4567.'
      when rule ~ '_page_address_form$' then 'Write the whole address of the page, with https:// at its beginning.'
      when rule ~ '_target_form$' then 'Write where it leads to on this site, such as /contact.'
      when rule ~ '_id_form$' then 'Write small letters, numbers and hyphens alone, such as farm-manager.'
      when rule = 'courses_ends_on_after' then 'The last day is the first one or comes after it, within a year.'
      when rule = 'courses_price_kobo_range' then 'The price is at most 1,000,000,000 naira.'
      when rule = 'stories_figures_form' then
        'Figures are at most four lines, each of three parts with | between them: 32 | bags of 50 kg from a hectare | farm book of the group.'
      when rule ~ '_plain$' then named || ' has no spaces too many, and a line of words has no line breaks.'
      when rule ~ '_known$' then named || ' is one of the list.'
      when rule = 'company_facts_number_short' then format('The number has at most %s characters.', most)
      when rule ~ '_length$' and most is not null then format('%s has %s characters.', named, range)
      when rule ~ '_(range|month)$' and most is not null then format('%s is a number from %s.', named, range)
      else named || ' is not as it should be.'
    end;
  end if;
  return upper(left(sentence, 1)) || substr(sentence, 2);
end $function$;
