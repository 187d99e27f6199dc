-- Products of the marketplace.

create table public.products (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  category text not null,
  description text,
  farmer_id uuid references public.farmers (id) on delete set null,
  farmer_name text not null,
  location text not null,
  is_verified boolean not null default false,
  pack_amount numeric(10, 3) not null,
  pack_unit text not null,
  price_kobo bigint not null,
  unit_price_kobo bigint not null generated always as (coalesce(round(price_kobo / nullif(pack_amount, 0)), 0)::bigint) stored,
  stock integer,
  season text,
  state text,
  photo_path text,
  status text not null default 'pending',
  review_note text,
  rating_average numeric(2, 1),
  rating_count integer not null default 0,
  is_demo boolean not null default false,
  search_text text not null generated always as (
    translate(regexp_replace(normalize(lower(name || ' ' || farmer_name || ' ' || location), nfd), '[\u0300-\u036f]', '', 'g'),
      'ɓɗƙƴ', 'bdky')
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (lower(name)) stored,
  low_stock_at integer not null default 10,
  more_photo_paths text[] not null default '{}',
  weight_grams integer,
  vat_class text not null default 'basic_food',
  variety text,
  grade text,
  harvest text,
  lot text,
  constraint products_name_length check (char_length(name) between 2 and 100),
  constraint products_category_known check (category in ('Grains', 'Vegetables', 'Tubers', 'Oil', 'Spices')),
  constraint products_description_length check (char_length(description) between 1 and 2000),
  constraint products_farmer_name_length check (char_length(farmer_name) between 2 and 200),
  constraint products_location_length check (char_length(location) between 2 and 200),
  constraint products_pack_amount_positive check (pack_amount > 0 and pack_amount <= 1000000),
  constraint products_pack_unit_known check (pack_unit in ('kg', 'L')),
  constraint products_price_kobo_range check (price_kobo between 100 and 100000000000),
  constraint products_stock_range check (stock between 0 and 1000000),
  constraint products_low_stock_at_range check (low_stock_at between 0 and 1000000),
  constraint products_weight_grams_range check (weight_grams between 1 and 1000000000),
  constraint products_vat_class_known check (vat_class = any (private.vat_classes())),
  constraint products_season_length check (char_length(season) between 2 and 100),
  constraint products_variety_length check (char_length(variety) between 2 and 100),
  constraint products_grade_length check (char_length(grade) between 2 and 100),
  constraint products_harvest_length check (char_length(harvest) between 2 and 100),
  constraint products_lot_length check (char_length(lot) between 2 and 100),
  constraint products_state_length check (char_length(state) between 2 and 100),
  constraint products_photo_path_form check (photo_path ~ '^[A-Za-z0-9/_.-]{1,200}$'),
  constraint products_more_photo_paths_few check (cardinality(more_photo_paths) <= 5
    and (photo_path is not null or cardinality(more_photo_paths) = 0)
    and array_to_string(more_photo_paths, '/', '*') ~ '^[A-Za-z0-9/_.-]*$' and char_length(array_to_string(more_photo_paths, '/')) <= 500),
  constraint products_status_known check (status in ('pending', 'published', 'hidden')),
  constraint products_review_note_belongs check (review_note is null or status = 'hidden'),
  constraint products_review_note_length check (char_length(review_note) between 1 and 500),
  constraint products_verified_farmer check (farmer_id is not null or not is_verified),
  constraint products_rating_whole check ((rating_average is null) = (rating_count = 0) and rating_count >= 0),
  constraint products_rating_average_range check (rating_average between 1 and 5),
  constraint products_search_text_size check (octet_length(search_text) <= 2100)
)
-- Room on each page, so that a sale changes the row beside itself and no index.
with (fillfactor = 70);
comment on column public.products.is_verified is 'The farmer is approved, and not erased. Written by triggers alone.';
comment on column public.products.stock is 'Packs that can still be ordered; null is unlimited. Open orders have taken theirs already.';
comment on column public.products.low_stock_at is 'With so many packs left or fewer, staff are notified that it runs low.';
comment on column public.products.more_photo_paths is 'Shown on its own page after photo_path, in this order.';
comment on column public.products.weight_grams is 'What one pack weighs, where its unit is no weight; null: not known, and its delivery is quoted.';
comment on column public.products.vat_class is 'What it bears on top of its price stands in vat_rates. Written by staff alone.';
comment on column public.products.harvest is 'When it was brought in, in words: October 2026.';
comment on column public.products.lot is 'The mark that stands on its bags.';
comment on column public.products.rating_average is 'From completed orders alone; null while nobody has rated.';
comment on column public.products.search_text is 'Name, farmer and place without accents and capitals: finds more, and never hides a match of the name.';
comment on column public.products.sort_name is 'The name in small letters: the order of the catalogue by name, letter by letter on every server.';
create index products_by_age_idx on public.products (created_at, id) include (category, name, search_text)
  where status = 'published';
create index products_by_category_age_idx on public.products (category, created_at, id) where status = 'published';
create index products_by_category_idx on public.products (category, sort_name, id) where status = 'published';
create index products_by_category_price_idx on public.products (category, price_kobo, id) where status = 'published';
create index products_by_category_rating_idx
  on public.products (category, coalesce(rating_average, 0), rating_count, id) where status = 'published';
create index products_by_name_idx on public.products (sort_name, id) include (category, search_text)
  where status = 'published';
create index products_by_price_idx on public.products (price_kobo, id) include (category, name, search_text)
  where status = 'published';
create index products_by_rating_idx on public.products (coalesce(rating_average, 0), rating_count, id)
  include (rating_average, category, name, search_text) where status = 'published';
create index products_farmer_id_idx on public.products (farmer_id);
create index products_more_photo_paths_idx on public.products using gin (more_photo_paths) where more_photo_paths <> '{}';
create index products_photo_path_idx on public.products (photo_path) where photo_path is not null;
create index products_status_idx on public.products (status, created_at desc);

create function public.products(public.record_page) returns setof public.products
language sql stable set search_path = ''
as $$select t.* from public.products as t where t.id = any ($1.ids) order by array_position($1.ids, t.id)$$;

-- Cleans what was typed, takes name and place from the farmer's record, and sends a farmer's change back to review.
-- Security definer, because farmers' records are not for everybody who may edit products.
create function private.guard_product(old public.products, new public.products) returns public.products
language plpgsql security definer set search_path = ''
as $$
declare
  is_farmers_own_change boolean := coalesce((select auth.role()), '') = 'authenticated'
    and not private.has_permission('products.write');
begin
  if is_farmers_own_change and new.vat_class is distinct from coalesce(old.vat_class, 'basic_food') then
    raise exception 'permission denied to set the VAT of products' using errcode = '42501', hint = 'vat_class';
  end if;
  new.name := private.clean_line(new.name);
  new.description := nullif(private.clean_text(new.description), '');
  new.season := nullif(private.clean_line(new.season), '');
  new.variety := nullif(private.clean_line(new.variety), '');
  new.grade := nullif(private.clean_line(new.grade), '');
  new.harvest := nullif(private.clean_line(new.harvest), '');
  new.lot := nullif(private.clean_line(new.lot), '');
  new.state := nullif(private.clean_line(new.state), '');
  new.review_note := nullif(private.clean_text(new.review_note), '');
  if new.farmer_id is null and old.id is not null and old.farmer_id is not null then
    -- Whose record was erased is not named here either.
    new.farmer_name := 'No longer listed';
    new.status := 'hidden';
  end if;
  if new.farmer_id is null then
    new.farmer_name := private.clean_line(new.farmer_name);
    new.location := private.clean_line(new.location);
    new.is_verified := false;
  else
    select farm_name, farmers.location, farmers.status = 'approved' and not private.is_erased_registration('farmers', farmers.id)
    into new.farmer_name, new.location, new.is_verified
    from public.farmers where id = new.farmer_id;
  end if;
  if old.id is not null and new.farmer_id is not null and is_farmers_own_change then
    new.review_note := old.review_note;
    if new.status is distinct from old.status then
      raise exception 'permission denied to review products' using errcode = '42501';
    elsif (new.name, new.category, new.description, new.farmer_id, new.pack_amount, new.pack_unit, new.weight_grams, new.price_kobo,
        new.season, new.variety, new.grade, new.harvest, new.lot, new.state, new.photo_path, new.more_photo_paths)
      is distinct from (old.name, old.category, old.description, old.farmer_id, old.pack_amount, old.pack_unit,
        old.weight_grams, old.price_kobo, old.season, old.variety, old.grade, old.harvest, old.lot, old.state, old.photo_path, old.more_photo_paths)
    then
      new.status := 'pending';
    end if;
  end if;
  if old.id is not null then
    perform private.require_axis_step('product', old.status, new.status);
  end if;
  if new.status <> 'hidden' then
    new.review_note := null;
  end if;
  return new;
end $$;

-- Staff who may change products: a price, and the VAT on top of it, is set with the second factor, and never published for one's own farm.
create function private.guard_price(old public.products, new public.products) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sets_price boolean := old.id is null;
  publishes boolean := new.status = 'published';
  farmer jsonb;
begin
  if old.id is not null then
    sets_price := (new.price_kobo, new.vat_class) is distinct from (old.price_kobo, old.vat_class);
    publishes := publishes and (sets_price or old.status <> 'published');
  end if;
  if not (sets_price or publishes) or coalesce((select auth.role()), '') <> 'authenticated'
    or not private.has_permission('products.write')
  then
    return;
  elsif sets_price and not private.has_strong_permission('products.write') then
    raise exception 'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.'
      using errcode = '42501', hint = 'aal2';
  elsif publishes and new.farmer_id is not null then
    select to_jsonb(owner) into farmer from public.farmers as owner where owner.id = new.farmer_id;
    if farmer ->> 'user_id' = (select auth.uid())::text
      or private.is_own_contact(coalesce(farmer ->> 'contact_email', farmer ->> 'email'),
        coalesce(farmer ->> 'contact_phone', farmer ->> 'phone'))
    then
      raise exception 'Somebody else must publish the products of your own farm' using errcode = '42501', hint = 'own_record';
    end if;
  end if;
end $$;

-- A farm offers so many products; one after the other, or many at once would all count the same few.
create function private.limit_farmer_products(farmer_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce((select auth.role()), '') = 'authenticated' and not private.has_permission('products.write') then
    perform pg_advisory_xact_lock(hashtextextended('products of ' || farmer_id, 0));
    if (select count(*) >= private.market_limit('farmer_products_max') from public.products where products.farmer_id = $1) then
      raise exception 'A farm can offer at most % products', private.market_limit('farmer_products_max')
        using errcode = '23514', hint = 'farmer_id';
    end if;
  end if;
end $$;

-- Approved farms by name, phone, place or reference, for staff who choose whose product it is. It answers what buyers read
-- of a farm, and its reference.
create function public.find_approved_farmers(search text)
returns table (id uuid, farm_name text, location text, reference text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  typed text := btrim(coalesce(search, ''));
begin
  if (select auth.uid()) is null or not private.has_permission('products.write') then
    raise exception 'permission denied to choose a farmer' using errcode = '42501';
  elsif char_length(typed) < 3 then
    return;
  end if;
  return query
    select farmer.id, farmer.farm_name, farmer.location, farmer.reference
    from public.farmers as farmer
    where farmer.status = 'approved' and not private.is_erased_registration('farmers', farmer.id) and farmer.id in (
      select texts.id from private.farmers_texts as texts where texts.words ilike any (private.search_patterns(typed)))
    order by farmer.farm_name, farmer.id
    limit 8;
end $$;

-- The steps before a product is written, in order. Each step gets `new` as the steps above it left it.
create function private.before_product_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then new.updated_at := now(); end if;
  -- Sales, ratings and a stock that the farmer counts need no review.
  if (new.stock, new.rating_average, new.rating_count) is distinct from (old.stock, old.rating_average, old.rating_count)
    and (new.name, new.category, new.description, new.farmer_id, new.farmer_name, new.location, new.is_verified,
      new.pack_amount, new.pack_unit, new.weight_grams, new.vat_class, new.price_kobo, new.season, new.variety, new.grade, new.harvest, new.lot, new.state, new.photo_path, new.more_photo_paths, new.status, new.review_note)
    is not distinct from (old.name, old.category, old.description, old.farmer_id, old.farmer_name, old.location, old.is_verified,
      old.pack_amount, old.pack_unit, old.weight_grams, old.vat_class, old.price_kobo, old.season, old.variety, old.grade, old.harvest, old.lot, old.state, old.photo_path, old.more_photo_paths, old.status, old.review_note)
  then
    return new;
  end if;
  perform private.guard_price(old, new);
  new := private.guard_product(old, new);
  if tg_op = 'INSERT' and new.farmer_id is not null then perform private.limit_farmer_products(new.farmer_id); end if;
  perform private.refuse_secrets('review_note', old.review_note, new.review_note);
  if new.status <> 'hidden' and new.farmer_id is not null
    and (tg_op = 'INSERT' or (new.status, new.farmer_id) is distinct from (old.status, old.farmer_id))
  then
    perform private.refuse_to_offer(new.farmer_id, new.status, is_new => tg_op = 'INSERT');
  end if;
  if (new.photo_path, new.more_photo_paths) is distinct from (old.photo_path, old.more_photo_paths) then
    perform private.require_product_photos(new, array(
      select path from unnest(array_append(new.more_photo_paths, new.photo_path)) as named (path)
      where path is not null and path <> all (array_append(coalesce(old.more_photo_paths, '{}'), coalesce(old.photo_path, '')))));
  end if;
  return new;
end $$;

create trigger before_product_change before insert or update on public.products
  for each row execute function private.before_product_change();

create function private.after_product_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Asked here as well, since each row of a sale passes here and is nothing that staff did.
  if exists (select from public.user_roles where user_id = (select auth.uid())) then
    -- Name and place of a registered farmer stand in the farmer's record; the trail has the others, which staff write here.
    perform private.audit_change('products', 'staff', 'id',
      'name,category,description,farmer_id,pack_amount,pack_unit,weight_grams,vat_class,price_kobo,stock,low_stock_at,season,variety,grade,harvest,lot,state,photo_path,more_photo_paths,status,review_note'
        || case when old.farmer_id is null and new.farmer_id is null then ',farmer_name,location' else '' end, old, new);
  end if;
  if tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
  elsif (new.stock, new.price_kobo) is distinct from (old.stock, old.price_kobo) then
    perform private.record_product_numbers(old, new);
  end if;
  -- Pages are drawn again when what they show changes: not at every sale, only when the last pack goes or the first comes.
  -- 10 is fewPacks of domain/market/products.ts; unlimited is plenty.
  if (new.name, new.category, new.description, new.farmer_name, new.location, new.is_verified, new.pack_amount,
      new.pack_unit, new.weight_grams, new.price_kobo, new.season, new.variety, new.grade, new.harvest, new.lot, new.state, new.photo_path, new.more_photo_paths, new.status, new.rating_count, least(new.stock, 10 + 1))
    is distinct from (old.name, old.category, old.description, old.farmer_name, old.location, old.is_verified, old.pack_amount,
      old.pack_unit, old.weight_grams, old.price_kobo, old.season, old.variety, old.grade, old.harvest, old.lot, old.state, old.photo_path, old.more_photo_paths, old.status, old.rating_count, least(old.stock, 10 + 1))
  then
    perform pg_notify('content_changed', 'products');
  end if;
  return null;
end $$;

create trigger after_product_change after insert or update or delete on public.products
  for each row execute function private.after_product_change();

-- A decision is what someone writes as the status; a change that goes back to review by itself is none.
create function private.after_product_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_decision('products', old, new);
  if new.status in ('published', 'hidden') and not new.is_demo then
    perform private.notify_farmer_of_listing(new, case new.status
      when 'published' then 'listing_published'
      when 'hidden' then 'listing_hidden' end);
  end if;
  return null;
end $$;

create trigger after_product_decision after update of status on public.products
  for each row when (new.status is distinct from old.status) execute function private.after_product_decision();

-- What the admin area decides on; of its stock what staff move (57_stock_movements.sql).
create trigger notify_admin after insert or delete or update of status, name, price_kobo, photo_path, more_photo_paths, farmer_id on public.products
  for each row execute function private.notify_admin('products', 'id');

create view private.products_list with (security_invoker = true) as
  select id, created_at, status as list_status, true as is_default, false as is_promised,
    null::timestamptz as due_at, sort_name as list_name
  from public.products;

-- What runs low and is offered, or soon will be.
create view private.low_stock_list with (security_invoker = true) as
  select id, created_at, status as list_status, true as is_default, false as is_promised,
    null::timestamptz as due_at, sort_name as list_name
  from public.products where stock <= low_stock_at and status <> 'hidden';
revoke all on table private.products_list from public, anon, authenticated, service_role;
revoke all on table private.low_stock_list from public, anon, authenticated, service_role;

alter table public.products enable row level security;
revoke all on table public.products from public, anon, authenticated;
grant select on table public.products to anon, authenticated;
grant insert (
  name, category, description, farmer_id, farmer_name, location, pack_amount, pack_unit, weight_grams, vat_class, price_kobo, stock, low_stock_at, season,
  variety, grade, harvest, lot, state, photo_path, more_photo_paths, status
  ) on table public.products to authenticated;
grant update (
  name, category, description, farmer_id, farmer_name, location, pack_amount, pack_unit, weight_grams, vat_class, price_kobo, stock, low_stock_at, season,
  variety, grade, harvest, lot, state, photo_path, more_photo_paths, status, review_note
  ) on table public.products to authenticated;
create policy "People read published products and their own, and staff who may, all" on public.products
  for select to authenticated
  using (
    status = 'published'
    or (select private.has_permission('products.read'))
    or farmer_id in (select id from public.farmers where farmers.user_id = (select auth.uid()))
  );
create policy "Staff who may add products, and approved farmers propose their own" on public.products
  for insert to authenticated
  with check (
    (select private.has_permission('products.write'))
    or (status = 'pending' and farmer_id in (
      select id from public.farmers where farmers.user_id = (select auth.uid()) and farmers.status = 'approved'
    ))
  );
create policy "Staff who may change products, and approved farmers their own" on public.products
  for update to authenticated
  using (
    (select private.has_permission('products.write'))
    or farmer_id in (
      select id from public.farmers where farmers.user_id = (select auth.uid()) and farmers.status = 'approved'
    )
  )
  with check (
    (select private.has_permission('products.write'))
    or farmer_id in (
      select id from public.farmers where farmers.user_id = (select auth.uid()) and farmers.status = 'approved'
    )
  );
create policy "Visitors read published products" on public.products
  for select to anon
  using (status = 'published');

revoke all on function
  private.after_product_change(), private.after_product_decision(), private.before_product_change(),
  private.guard_price(public.products, public.products), private.guard_product(public.products, public.products),
  private.limit_farmer_products(uuid), public.find_approved_farmers(text), public.products(public.record_page)
  from public, anon, authenticated, service_role;
grant execute on function public.find_approved_farmers(text), public.products(public.record_page) to authenticated;
