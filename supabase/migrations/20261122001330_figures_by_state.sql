-- Figures of orders by state: of the marketplace as its form asks for it, of a bulk order as its delivery address names it.

-- The state that a part of an address between commas is, the last one first; nothing is guessed from cities or streets.
-- Equal to nigerianStates in domain/nigeria.
create function private.stated_state(address text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select state
  from regexp_split_to_table(address, '[,;\n]') with ordinality as part (words, place)
  join unnest(array['Abia', 'Adamawa', 'Akwa Ibom', 'Anambra', 'Bauchi', 'Bayelsa', 'Benue', 'Borno', 'Cross River', 'Delta',
    'Ebonyi', 'Edo', 'Ekiti', 'Enugu', 'FCT', 'Gombe', 'Imo', 'Jigawa', 'Kaduna', 'Kano', 'Katsina', 'Kebbi', 'Kogi', 'Kwara',
    'Lagos', 'Nasarawa', 'Niger', 'Ogun', 'Ondo', 'Osun', 'Oyo', 'Plateau', 'Rivers', 'Sokoto', 'Taraba', 'Yobe', 'Zamfara']) as state
    on lower(regexp_replace(btrim(words, E' \t\r.'), '\s+state$', '', 'i')) = lower(state)
  order by place desc limit 1
$$;

-- As before (20261121003195), and bulk orders have their state.
create or replace function public.figures_by(subject text, dimension text, since date, until date)
returns table (value text, count bigint)
language plpgsql stable set search_path = ''
as $$
declare
  span tstzrange := private.figure_span(since, until);
  source text := case subject || ' ' || dimension
    when 'orders state' then 'left join public.order_contacts as place on place.order_id = record.id'
    when 'orders crop' then 'left join public.order_items as item on item.order_id = record.id'
    when 'farmers crop' then 'cross join lateral unnest(record.crops_grown) as crop'
    else ''
  end;
  expression text := case subject || ' ' || dimension
    when 'orders state' then 'coalesce(place.state, private.stated_state(record.delivery_address))'
    when 'orders crop' then 'coalesce(item.product_name, record.crop_type)'
    when 'farmers crop' then 'crop'
    else case dimension when 'status' then 'record.status' when 'state' then 'record.state' end
  end;
begin
  perform private.require_figures_right(subject);
  if expression is null then
    raise exception 'There is no such division of %', subject using errcode = '23514', hint = 'dimension';
  end if;
  return query execute format($query$
    select coalesce(%1$s, '') as value, count(distinct record.id)
    from public.%2$I as record %3$s
    where record.created_at >= lower($1) and record.created_at < upper($1) and not record.is_demo
    group by 1 order by 2 desc, 1 $query$, expression, subject, source) using span;
end $$;

revoke all on function private.stated_state(text) from public;
grant execute on function private.stated_state(text) to authenticated;
