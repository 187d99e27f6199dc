-- A catalogue of 50,000 published products: some crops are a sixth of it, most are rare; half of the names begin with the
-- crop, so that in the order of names one word's products stand together, as they do in a real market.
-- The same at every run, but for the ids. Triggers are off: what they would write stands here, and 50,000 rows take seconds.
set session_replication_role = replica;
select setseed(0.25);

create temp table crops as
select place, split_part(crop, '|', 1) as crop, split_part(crop, '|', 2) as category,
  case when split_part(crop, '|', 2) = 'Oil' then 'L' else 'kg' end as unit,
  -- The first is a sixth of the catalogue, and each next one is rarer.
  sum(1.0 / place) over (order by place) - 1.0 / place as share_from, sum(1.0 / place) over (order by place) as share_to,
  300 + place * 7919 % 2600 as naira_for_one
from unnest(array[
  'rice|Grains', 'yam|Tubers', 'palm oil|Oil', 'pepper|Spices', 'tomatoes|Vegetables', 'maize|Grains', 'beans|Grains',
  'cassava|Tubers', 'garri|Tubers', 'onions|Vegetables', 'groundnut oil|Oil', 'ginger|Spices', 'millet|Grains',
  'sorghum|Grains', 'sweet potato|Tubers', 'okra|Vegetables', 'turmeric|Spices', 'soya beans|Grains', 'cocoyam|Tubers',
  'shea butter|Oil', 'garlic|Spices', 'spinach|Vegetables', 'cabbage|Vegetables', 'carrots|Vegetables', 'Irish potato|Tubers',
  'sesame oil|Oil', 'locust beans|Spices', 'egusi|Spices', 'ogbono|Spices', 'fonio|Grains', 'wheat|Grains', 'cowpea|Grains',
  'bambara nuts|Grains', 'cucumber|Vegetables', 'garden egg|Vegetables', 'pumpkin leaves|Vegetables', 'bitter leaf|Vegetables',
  'water leaf|Vegetables', 'jute leaves|Vegetables', 'plantain flour|Tubers', 'yam flour|Tubers', 'cassava flour|Tubers',
  'tiger nuts|Grains', 'coconut oil|Oil', 'soya oil|Oil', 'moringa|Spices', 'hibiscus|Spices', 'cloves|Spices',
  'nutmeg|Spices', 'uziza|Spices', 'lettuce|Vegetables', 'green beans|Vegetables', 'sweet corn|Vegetables', 'beetroot|Vegetables',
  'water yam|Tubers', 'trifoliate yam|Tubers', 'acha flour|Grains', 'neem oil|Oil', 'castor oil|Oil', 'black cumin|Spices'
]) with ordinality as option (crop, place);

create temp table kinds as
select kind, place from unnest(array['Fresh', 'Dried', 'Premium', 'Local', 'Washed', 'Sorted', 'Milled', 'Stone-free', 'Organic',
  'Early', 'Late', 'Small', 'Large', 'Red', 'White', 'Yellow', 'Brown', 'Green', 'Smoked', 'Sun-dried', 'Hand-picked', 'Cold-pressed',
  'First grade', 'Second grade', 'Whole', 'Split', 'Ground', 'New season', 'Old season', 'Farm gate']) with ordinality as option (kind, place);

create temp table states as
select value as state, place from private.field_rules, unnest(options) with ordinality as option (value, place)
where form = 'market_order' and field = 'state';

create temp table drawn as
select place, random() as crop_at, random() as kind_at, random() as farm_at, random() as pack_at, random() as price_at,
  random() as age_at, random() as rating_at, random() as stock_at
from generate_series(1, 50000) as place;

insert into public.products (name, category, description, farmer_name, location, pack_amount, pack_unit, price_kobo,
  stock, season, state, status, rating_average, rating_count, created_at)
select
  case when place % 2 = 0 then kind || ' ' || crop else initcap(left(crop, 1)) || substr(crop, 2) || ', ' || lower(kind) end,
  category,
  'Grown, sorted and packed on the farm, and ready to be fetched or sent within three days after the order is confirmed.',
  'Farm ' || 1 + (farm_at * 2500)::integer,
  'District ' || 1 + (farm_at * 2500)::integer % 20 || ', ' || state,
  pack, unit, (naira_for_one * pack * (0.7 + 0.6 * price_at))::bigint * 100,
  -- The first 500 are those that are bought: none of them may run out while it is measured.
  case when place <= 500 then 1000000 when stock_at < 0.3 then null else (stock_at * 900)::integer end,
  'All year', 'Ready for sale', 'published',
  case when rating_at < 0.3 then round((3 + rating_at * 6)::numeric, 1) end,
  case when rating_at < 0.3 then 1 + (rating_at * 100)::integer else 0 end,
  timestamptz '2026-11-01' - make_interval(secs => age_at * 365 * 86400)
from (
  select drawn.place, crop_at, farm_at, price_at, age_at, rating_at, stock_at, crop, category, unit, naira_for_one, kind, state,
    (array[1, 5, 10, 25, 50, 100])[1 + floor(pack_at * 6)::integer] as pack
  from drawn
  join crops on crop_at * (select max(share_to) from crops) >= share_from and crop_at * (select max(share_to) from crops) < share_to
  join kinds on kinds.place = 1 + floor(kind_at * 30)::integer
  join states on states.place = 1 + (farm_at * 2500)::integer % (select count(*) from states)
) as drawn;

drop table crops, kinds, states, drawn;
set session_replication_role = origin;
