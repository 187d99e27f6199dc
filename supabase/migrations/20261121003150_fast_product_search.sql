-- The search at 50,000 products and more: how long it takes depends no more on what the planner believes of a word.

-- A category in each of the other orders: its list begins where the category begins.
create index products_by_category_price_idx on public.products (category, price_kobo, id) where status = 'published';
create index products_by_category_age_idx on public.products (category, created_at, id) where status = 'published';
create index products_by_category_rating_idx
  on public.products (category, coalesce(rating_average, 0), rating_count, id) where status = 'published';

-- The letters of each category apart: what a word finds elsewhere is then never looked at. As in 20261121003000, where
-- pg_trgm is not switched on, searching is slower and the same.
do $$
declare
  trigram_schema name := (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm');
  category text;
begin
  if trigram_schema is not null then
    foreach category in array array['Grains', 'Vegetables', 'Tubers', 'Oil', 'Spices'] loop
      execute format('create index products_%s_trigram_idx on public.products using gin (search_text %I.gin_trgm_ops)
        where status = ''published'' and category = %L', lower(category), trigram_schema, category);
    end loop;
  end if;
end $$;

-- As before (20261121003000): the published products whose name contains the query, in any capitals; a match without
-- accents, of the farmer or of the place comes in addition. Sorts: name, price_low, price_high, newest, rating.
-- What many products match is found by reading them in their order until a page is full; what few match, by the trigram
-- index and sorted then. Which of both, some products tell, as good as drawn at random: the planner's estimates for
-- patterns are wrong by a hundred times, and it would read the whole order for a rare word, or sort a sixth of the
-- catalogue for a frequent one.
-- Sorting is off, so that an order is read from its index; what has none is sorted all the same.
-- Security definer, because under row level security PostgreSQL may not ask the trigram index; it answers published
-- products and nothing else.
create or replace function public.search_products(query text default '', category text default 'All', sort text default 'name',
  page_size integer default 24, page_offset integer default 0) returns setof public.products
language plpgsql stable security definer set search_path = '' set enable_sort = off
as $$
declare
  typed text := btrim(coalesce(query, ''));
  pattern text := '%' || regexp_replace(typed, '([\\%_])', '\\\1', 'g') || '%';
  folded text := translate(regexp_replace(normalize(lower(pattern), nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky');
  only_category text := nullif(coalesce(category, 'All'), 'All');
  wanted integer := least(greatest(coalesce(page_size, 24), 1), 100);
  skipped bigint := greatest(coalesce(page_offset, 0), 0);
  published text := 'from public.products where status = ''published'''
    || case when only_category is not null then ' and category = $3' else '' end;
  -- A name that contains a query of ASCII letters alone has it in search_text as well, so that one condition does.
  matching text := case when octet_length(folded) = char_length(folded) then 'search_text like $2'
    else '(name ilike $1 or search_text like $2)' end;
  paging text := ' order by ' || case sort
    when 'price_low' then 'price_kobo, id'
    when 'price_high' then 'price_kobo desc, id desc'
    when 'newest' then 'created_at desc, id desc'
    when 'rating' then 'coalesce(rating_average, 0) desc, rating_count desc, id desc'
    else 'name, id'
  end || ' limit $4';
  sampled constant integer := 100;
  matching_samples integer;
  found_ids uuid[] := '{}';
begin
  if char_length(typed) > 100 then
    return;
  elsif typed = '' then
    return query execute 'select * ' || published || paging || ' offset $5'
    using pattern, folded, only_category, wanted, skipped;
    return;
  end if;
  select count(*) into matching_samples
  from (
    select product.status, product.category, product.search_text from public.products as product order by id limit sampled
  ) as sample
  where sample.status = 'published' and sample.search_text like folded
    and (only_category is null or sample.category = only_category);
  -- From one in fifty on reading mostly costs less than the index. No further than where a page should have been full
  -- long ago: the matches of one word may stand together.
  if matching_samples >= 2 then
    -- What comes out is in the order in which it was read.
    execute 'select array(select id from (select * ' || published || paging || ') as first_ones where ' || matching
      || ' limit $6 offset $5)'
    into found_ids using pattern, folded, only_category, matching_samples * 1000 + skipped, skipped, wanted;
  end if;
  if cardinality(found_ids) < wanted then
    -- Behind "offset 0", or the planner reads the order after all.
    execute 'select array(select id from (select id, name, price_kobo, created_at, rating_average, rating_count '
      || published || ' and ' || matching || ' offset 0) as matches' || paging || ' offset $5)'
    into found_ids using pattern, folded, only_category, wanted, skipped;
  end if;
  return query
    select product.* from unnest(found_ids) with ordinality as found (id, place)
    join public.products as product on product.id = found.id order by found.place;
end $$;
