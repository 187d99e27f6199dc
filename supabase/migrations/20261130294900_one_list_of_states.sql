ALTER TABLE "public"."courses" DROP CONSTRAINT "courses_state_known";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_state_known";

CREATE OR REPLACE FUNCTION private.check_market_lines(items jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lines_max integer;
  quantity_max integer;
  are_lines boolean;
  largest bigint;
begin
  select max(value) filter (where name = 'order_lines_max'), max(value) filter (where name = 'line_quantity_max')
  into lines_max, quantity_max from private.market_limits;
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) = 0 then
    raise exception 'Your cart is empty' using errcode = '23514', hint = 'items', detail = 'items';
  elsif jsonb_array_length(items) > lines_max then
    raise exception 'At most % different products in one order', lines_max
      using errcode = '23514', hint = 'items', detail = 'items';
  end if;
  select bool_and(private.is_uuid(item ->> 'productId') and coalesce(item ->> 'quantity', '') ~ '^[1-9][0-9]{0,8}$'
      and coalesce(item ->> 'priceKobo', '') ~ '^[0-9]{1,15}$') and count(*) = count(distinct lower(item ->> 'productId')),
    max(case when item ->> 'quantity' ~ '^[1-9][0-9]{0,8}$' then (item ->> 'quantity')::integer end)
  into are_lines, largest from jsonb_array_elements(items) as item;
  if not are_lines then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  elsif largest > quantity_max then
    raise exception 'At most % of one product in an order', to_char(quantity_max, 'FM999,999,999')
      using errcode = '23514', hint = 'items', detail = 'items';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.stated_state(address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  last_part constant text := btrim(substring(address from '[^,;/\n]*$'), E' \t\r.');
begin
  -- As the checkout writes it. Niger is the name of a country too, which the whole address decides on.
  if last_part <> 'Niger' and last_part = any (private.states()) then
    return last_part;
  end if;
  -- Once for each part and not for each name: every order is read by it as it comes in, and a million when an upgrade adds the column.
  return (with parts as materialized (
    select place, ' ' || lower(regexp_replace(btrim(words, E' \t\r.'), '(\s+state)?(\W+\d{6})?(\W+nigeria)?$', '', 'i')) as words
    from regexp_split_to_table(address, '[,;/\n]') with ordinality as part (words, place)
  )
  select coalesce(also.state, known.name)
  from parts
  join unnest(private.states() || array['Abuja', 'Federal Capital Territory']) as known (name)
    on right(parts.words, char_length(known.name) + 1) = ' ' || lower(known.name)
  left join (values ('Abuja', 'FCT'), ('Federal Capital Territory', 'FCT')) as also (name, state) on also.name = known.name
  where (known.name <> 'Niger' or address !~* ('\m(republic of|r[eé]publique du|(niamey|zinder|maradi|agadez|tahoua|dosso|diffa|tillab[eé]r[iy]'
      || '|arlit|birni.?n.{0,2}konni|gaya|tessaoua|dogondoutchi)(\W+\d+)?)\W+niger\M'))
  order by place desc limit 1);
end $function$;

CREATE OR REPLACE FUNCTION private.states()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['Abia'::text, 'Adamawa'::text, 'Akwa Ibom'::text, 'Anambra'::text, 'Bauchi'::text, 'Bayelsa'::text, 'Benue'::text, 'Borno'::text, 'Cross River'::text, 'Delta'::text, 'Ebonyi'::text, 'Edo'::text, 'Ekiti'::text, 'Enugu'::text, 'Gombe'::text, 'Imo'::text, 'Jigawa'::text, 'Kaduna'::text, 'Kano'::text, 'Katsina'::text, 'Kebbi'::text, 'Kogi'::text, 'Kwara'::text, 'Lagos'::text, 'Nasarawa'::text, 'Niger'::text, 'Ogun'::text, 'Ondo'::text, 'Osun'::text, 'Oyo'::text, 'Plateau'::text, 'Rivers'::text, 'Sokoto'::text, 'Taraba'::text, 'Yobe'::text, 'Zamfara'::text, 'FCT'::text];

REVOKE ALL ON FUNCTION "private"."states"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."states"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."states"() TO "service_role";

ALTER TABLE "public"."courses" ADD CONSTRAINT "courses_state_known" CHECK ((state = ANY (private.states())));

ALTER TABLE "public"."projects" ADD CONSTRAINT "projects_state_known" CHECK ((state = ANY (private.states())));
