-- Sorting by name in one order, here and in a page that sorts by itself: capitals do not count. Before, "acha grain" stood
-- behind "Yam", since capitals come before small letters.

-- A column and not an expression: what is read from an index alone has to be a column, and name beside lower(name) would be
-- more than a row of the index holds.
alter table public.products add column sort_name text collate "C" not null generated always as (lower(name)) stored;
comment on column public.products.sort_name is 'The name in small letters: the order of the catalogue by name, letter by letter on every server.';

drop index public.products_by_name_idx, public.products_by_category_idx;
create index products_by_name_idx on public.products (sort_name, id) include (category, search_text)
  where status = 'published';
create index products_by_category_idx on public.products (category, sort_name, id) where status = 'published';

-- As before (20261122001000), and: the order by name.
do $migration$
declare
  matching constant text := '(product.search_text like folded or product.name ilike accented)';
  in_order constant text := $$
      when %L then
        found_ids := array(
          select product.id
          from (
            select id, category, %s, search_text from public.products where status = 'published'
            order by %s limit most_read
          ) as product
          where (only_category is null or product.category = only_category) and %s
          limit wanted offset skipped);$$;
  of_category constant text := $$
      when %L then
        found_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by %s limit wanted offset skipped);$$;
  by_letters constant text := $$
      %s
        found_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and %s
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);$$;
  orders text;
  categories text;
  letters text := '';
  category text;
begin
  -- What the index of names has in place of the name is as good: patterns with accents are in small letters.
  select string_agg(format(in_order, sort, case sort when 'name' then 'sort_name as name' else 'name' end, columns, matching), ''),
    string_agg(format(of_category, sort, columns), '')
  into orders, categories
  from (
    values ('name', 'sort_name, id'), ('price_low', 'price_kobo, id'), ('price_high', 'price_kobo desc, id desc'),
      ('newest', 'created_at desc, id desc'), ('rating', 'coalesce(rating_average, 0) desc, rating_count desc, id desc')
  ) as given (sort, columns);
  foreach category in array array['Grains', 'Vegetables', 'Tubers', 'Oil', 'Spices'] loop
    letters := letters || format(by_letters, format('when %L then', category),
      format('product.category = %L and %s', category, matching));
  end loop;
  letters := letters || format(by_letters, 'else', '(only_category is null or product.category = only_category) and ' || matching);

  -- As before (20261121003000): the published products whose name contains the query, in any capitals; a match without
  -- accents, of the farmer or of the place comes in addition. Sorts: name, price_low, price_high, newest, rating.
  -- What many products match is found by reading them in their order until a page is full; what few match, by the trigram
  -- index and sorted then. Which of both, some products tell, as good as drawn at random: the planner's estimates for
  -- patterns are wrong by a hundred times.
  -- Sorting is off, so that an order is read from its index; what has none is sorted all the same.
  -- Security definer, because under row level security PostgreSQL may not ask the trigram index; it answers published
  -- products and nothing else.
  execute replace(replace(replace(replace($create$
create or replace function public.search_products(query text default '', category text default 'All', sort text default 'name',
  page_size integer default 24, page_offset integer default 0) returns setof public.products
language plpgsql stable security definer
set search_path = '' set enable_sort = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  typed text := btrim(coalesce(query, ''));
  pattern text := '%' || replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  folded text := lower(pattern);
  -- A name that contains a query of ASCII letters alone has it in search_text as well: then this stays null.
  accented text;
  only_category text := nullif(coalesce(category, 'All'), 'All');
  ordering text := case when sort in ('price_low', 'price_high', 'newest', 'rating') then sort else 'name' end;
  wanted integer := least(greatest(coalesce(page_size, 24), 1), 100);
  skipped bigint := greatest(coalesce(page_offset, 0), 0);
  sampled constant integer := 200;
  matching_samples integer;
  -- Null is all of them.
  most_read bigint;
  found_ids uuid[] := '{}';
begin
  if char_length(typed) > 100 then
    return;
  end if;
  if octet_length(typed) > char_length(typed) then
    accented := folded;
    folded := translate(regexp_replace(normalize(accented, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky');
  end if;
  if typed = '' and only_category is not null then
    case ordering{categories}
    end case;
  else
    if typed <> '' then
      -- Products without a rating stand in the order of their ids, which are random.
      select count(*) into matching_samples
      from (
        select category, name, search_text from public.products where status = 'published'
        order by coalesce(rating_average, 0), rating_count, id limit sampled
      ) as product
      where (only_category is null or product.category = only_category) and {matching};
      -- No further than what the letters would cost instead: the more match, the more it is, and the sooner is a page full.
      most_read := matching_samples * 2000;
      if matching_samples * most_read < (skipped + wanted) * sampled then
        most_read := 0;
      end if;
    end if;
    if most_read is distinct from 0 then
      -- What comes out is in the order in which it was read.
      case ordering{orders}
      end case;
    end if;
    if typed <> '' and cardinality(found_ids) < wanted then
      case only_category{letters}
      end case;
    end if;
  end if;
  return query
    select product.* from unnest(found_ids) with ordinality as found (id, place)
    join public.products as product on product.id = found.id order by found.place;
end $$
$create$, '{categories}', categories), '{orders}', orders), '{letters}', letters), '{matching}', matching);
end $migration$;
