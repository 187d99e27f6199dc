-- The search among products of the marketplace, by words, category and order.

create function public.search_products(query text default '', category text default 'All', sort text default 'name', page_size integer default 24, page_offset integer default 0) returns setof public.products
 LANGUAGE plpgsql stable security definer set search_path = ''
 SET enable_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  typed text := btrim(coalesce(query, ''));
  pattern text := '%' || replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  lowered constant text := lower(pattern);
  folded text := lowered;
  -- A name that contains a query of ASCII letters alone has it in search_text as well: then this stays null.
  accented text;
  only_category text := nullif(coalesce(category, 'All'), 'All');
  ordering text := case when sort in ('price_low', 'price_high', 'newest', 'rating') then sort else 'name' end;
  wanted integer := least(greatest(coalesce(page_size, 24), 1), 100);
  skipped bigint := greatest(coalesce(page_offset, 0), 0);
  sampled constant integer := 200;
  matching_samples integer;
  named_samples integer;
  named_ids uuid[];
  -- Null is all of them.
  max_read bigint;
  hit_ids uuid[] := '{}';
begin
  if char_length(typed) > 100 then
    return;
  end if;
  if octet_length(typed) > char_length(typed) then
    accented := lowered;
    folded := translate(regexp_replace(normalize(lowered, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky');
  end if;
  if typed = '' and only_category is not null then
    case ordering
      when 'name' then
        hit_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by sort_name, id limit wanted offset skipped);
      when 'price_low' then
        hit_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by price_kobo, id limit wanted offset skipped);
      when 'price_high' then
        hit_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by price_kobo desc, id desc limit wanted offset skipped);
      when 'newest' then
        hit_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by created_at desc, id desc limit wanted offset skipped);
      when 'rating' then
        hit_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by coalesce(rating_average, 0) desc, rating_count desc, id desc limit wanted offset skipped);
    end case;
  else
    if typed <> '' then
      -- Products without a rating stand in the order of their ids, which are random.
      select count(*), count(*) filter (where (lower(product.name) like folded or lower(product.name) like lowered or octet_length(lower(product.name)) > char_length(lower(product.name))
        and translate(regexp_replace(normalize(lower(product.name), nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded))
      into matching_samples, named_samples
      from (
        select category, name, search_text from public.products where status = 'published'
        order by coalesce(rating_average, 0), rating_count, id limit sampled
      ) as product
      where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented);
      -- No further than what the letters would cost instead: the more match, the more it is, and the sooner is a page full.
      max_read := matching_samples * 2000;
      if matching_samples * max_read < (skipped + wanted) * sampled then
        max_read := 0;
      end if;
    end if;
    if max_read is distinct from 0 then
      -- What comes out is in the order in which it was read.
      case ordering
      when 'name' then
        if typed = '' then
          hit_ids := array(
            select id from public.products where status = 'published' order by sort_name, id limit wanted offset skipped);
        else
          -- What is called so comes first, then what a farm or a place is called after.
          max_read := named_samples * 2000;
          if named_samples * max_read >= (skipped + wanted) * sampled then
            hit_ids := array(
              select product.id
              from (
                select id, category, sort_name as name, search_text from public.products where status = 'published'
                order by sort_name, id limit max_read
              ) as product
              where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
                and (product.name like folded or product.name like lowered or octet_length(product.name) > char_length(product.name)
             and translate(regexp_replace(normalize(product.name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded)
              limit wanted offset skipped);
          end if;
          max_read := (matching_samples - named_samples) * 2000;
          if cardinality(hit_ids) < wanted and (matching_samples - named_samples) * max_read >= (skipped + wanted) * sampled then
            named_ids := array(
              select product.id
              from (
                select id, sort_name from public.products as product
                where status = 'published' and (only_category is null or product.category = only_category)
                  and (translate(regexp_replace(normalize(sort_name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded
                    or product.name ilike accented)
                -- Or the planner reads the order after all.
                offset 0
              ) as product
              order by sort_name, id);
            hit_ids := named_ids[least(skipped, cardinality(named_ids)) + 1 : least(skipped + wanted, cardinality(named_ids))];
            hit_ids := hit_ids || array(
              select product.id
              from (
                select id, category, sort_name as name, search_text from public.products where status = 'published'
                order by sort_name, id limit max_read
              ) as product
              where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
                and not (product.name like folded or product.name like lowered or octet_length(product.name) > char_length(product.name)
             and translate(regexp_replace(normalize(product.name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded)
              limit wanted - cardinality(hit_ids) offset greatest(skipped - cardinality(named_ids), 0));
          end if;
        end if;
      when 'price_low' then
        hit_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by price_kobo, id limit max_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      when 'price_high' then
        hit_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by price_kobo desc, id desc limit max_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      when 'newest' then
        hit_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by created_at desc, id desc limit max_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      when 'rating' then
        hit_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by coalesce(rating_average, 0) desc, rating_count desc, id desc limit max_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      end case;
    end if;
    if typed <> '' and cardinality(hit_ids) < wanted then
      case only_category
      when 'Grains' then
        hit_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Grains' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'name' then (sort_name like folded or sort_name like lowered or octet_length(sort_name) > char_length(sort_name)
             and translate(regexp_replace(normalize(sort_name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded) end desc,
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      when 'Vegetables' then
        hit_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Vegetables' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'name' then (sort_name like folded or sort_name like lowered or octet_length(sort_name) > char_length(sort_name)
             and translate(regexp_replace(normalize(sort_name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded) end desc,
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      when 'Tubers' then
        hit_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Tubers' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'name' then (sort_name like folded or sort_name like lowered or octet_length(sort_name) > char_length(sort_name)
             and translate(regexp_replace(normalize(sort_name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded) end desc,
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      when 'Oil' then
        hit_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Oil' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'name' then (sort_name like folded or sort_name like lowered or octet_length(sort_name) > char_length(sort_name)
             and translate(regexp_replace(normalize(sort_name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded) end desc,
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      when 'Spices' then
        hit_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Spices' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'name' then (sort_name like folded or sort_name like lowered or octet_length(sort_name) > char_length(sort_name)
             and translate(regexp_replace(normalize(sort_name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded) end desc,
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      else
        hit_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'name' then (sort_name like folded or sort_name like lowered or octet_length(sort_name) > char_length(sort_name)
             and translate(regexp_replace(normalize(sort_name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded) end desc,
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      end case;
    end if;
  end if;
  return query
    select product.* from unnest(hit_ids) with ordinality as hit (id, place)
    join public.products as product on product.id = hit.id order by hit.place;
end $$;

revoke all on function public.search_products(text, text, text, integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.search_products(text, text, text, integer, integer) to anon, authenticated, service_role;

-- Where pg_trgm is not installed, a search reads every product of its category.
do $$
declare
  trigram_schema name := (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm');
  category text;
begin
  if trigram_schema is not null then
    execute format('create index products_name_trigram_idx on public.products using gin (name %1$I.gin_trgm_ops)
      where status = ''published''', trigram_schema);
    execute format('create index products_folded_name_trigram_idx on public.products using gin (
      translate(regexp_replace(normalize(sort_name, nfd), ''[\u0300-\u036f]'', '''', ''g''), ''ɓɗƙƴ'', ''bdky'') %1$I.gin_trgm_ops)
      where status = ''published''', trigram_schema);
    execute format('create index products_search_text_trigram_idx on public.products
      using gin (search_text %1$I.gin_trgm_ops) where status = ''published''', trigram_schema);
    foreach category in array array['Grains', 'Vegetables', 'Tubers', 'Oil', 'Spices'] loop
      execute format('create index products_%s_trigram_idx on public.products using gin (search_text %I.gin_trgm_ops)
        where status = ''published'' and category = %L', lower(category), trigram_schema, category);
    end loop;
  end if;
end $$;
