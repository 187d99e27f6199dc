-- Products of the marketplace: prices in whole kobo for a pack, stock, and the farmer whose approval makes "verified".

insert into public.role_permissions (role, permission)
values
  ('admin', 'products.write'),
  ('admin', 'payments.confirm'),
  ('content', 'products.write'),
  ('finance', 'payments.confirm');

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
  constraint products_name_length check (char_length(name) between 2 and 100),
  constraint products_category_known check (category in ('Grains', 'Vegetables', 'Tubers', 'Oil', 'Spices')),
  constraint products_description_length check (char_length(description) between 1 and 2000),
  constraint products_farmer_name_length check (char_length(farmer_name) between 2 and 200),
  constraint products_location_length check (char_length(location) between 2 and 200),
  constraint products_pack_amount_positive check (pack_amount > 0 and pack_amount <= 1000000),
  constraint products_pack_unit_known check (pack_unit in ('kg', 'L')),
  constraint products_price_kobo_range check (price_kobo between 100 and 100000000000),
  constraint products_stock_range check (stock between 0 and 1000000),
  constraint products_season_length check (char_length(season) between 2 and 100),
  constraint products_state_length check (char_length(state) between 2 and 100),
  constraint products_photo_path_form check (photo_path ~ '^[A-Za-z0-9/_.-]{1,200}$'),
  constraint products_status_known check (status in ('pending', 'published', 'hidden')),
  constraint products_review_note_belongs check (review_note is null or status = 'hidden'),
  constraint products_review_note_length check (char_length(review_note) between 1 and 500),
  constraint products_verified_farmer check (farmer_id is not null or not is_verified),
  constraint products_rating_whole check ((rating_average is null) = (rating_count = 0) and rating_count >= 0),
  constraint products_rating_average_range check (rating_average between 1 and 5)
)
-- Room on each page, so that a sale changes the row beside itself and no index.
with (fillfactor = 70);
comment on column public.products.stock is 'Packs that can still be ordered; null is unlimited. Open orders have taken theirs already.';
comment on column public.products.is_verified is 'The farmer is approved. Kept by triggers, written by nobody.';
comment on column public.products.rating_average is 'From completed orders alone; null while nobody has rated.';
comment on column public.products.search_text is 'Name, farmer and place without accents and capitals: finds more, and never hides a match of the name.';

create index products_farmer_id_idx on public.products (farmer_id);
create index products_status_idx on public.products (status, created_at desc);
create index products_by_name_idx on public.products (name, id) where status = 'published';
create index products_by_price_idx on public.products (price_kobo, id) where status = 'published';
create index products_by_age_idx on public.products (created_at, id) where status = 'published';
create index products_by_rating_idx on public.products (coalesce(rating_average, 0), rating_count, id) where status = 'published';
create index products_by_category_idx on public.products (category, name, id) where status = 'published';

-- Where pg_trgm is not switched on (a Supabase project does that in its settings), searching is slower and the same.
do $$
declare
  trigram_schema name := (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm');
begin
  if trigram_schema is not null then
    execute format('create index products_name_trigram_idx on public.products using gin (name %1$I.gin_trgm_ops)
      where status = ''published''', trigram_schema);
    execute format('create index products_search_text_trigram_idx on public.products
      using gin (search_text %1$I.gin_trgm_ops) where status = ''published''', trigram_schema);
  end if;
end $$;

create table private.axis_transitions (
  axis text not null,
  from_value text not null,
  to_value text not null,
  primary key (axis, from_value, to_value)
);
comment on table private.axis_transitions is 'Machines beside the status of records: productMachine here, payment and fulfilment of orders; equal to domain/.';
alter table private.axis_transitions enable row level security;
revoke all on table private.axis_transitions from public, anon, authenticated;

insert into private.axis_transitions (axis, from_value, to_value)
values
  ('product', 'pending', 'published'),
  ('product', 'pending', 'hidden'),
  ('product', 'published', 'pending'),
  ('product', 'published', 'hidden'),
  ('product', 'hidden', 'pending'),
  ('product', 'hidden', 'published');

create function private.require_axis_step(axis text, from_value text, to_value text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if from_value is distinct from to_value and not exists (
    select from private.axis_transitions as step
    where step.axis = $1 and step.from_value = $2 and step.to_value = $3
  ) then
    raise exception '% cannot change from % to %', initcap(axis), from_value, to_value
      using errcode = '23514', hint = axis || '_status';
  end if;
end $$;

-- Cleans what was typed, takes name and place from the farmer's record, and sends a farmer's change back to review.
-- Not on changes of the stock alone: selling does not pass here, and a farmer counts sacks without asking anybody.
-- Security definer, because farmers' records are not for everybody who may edit products.
create function private.guard_product() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_farmers_own_change boolean := coalesce((select auth.role()), '') = 'authenticated'
    and not private.has_permission('products.write');
begin
  new.name := private.clean_line(new.name);
  new.description := nullif(private.clean_text(new.description), '');
  new.season := nullif(private.clean_line(new.season), '');
  new.state := nullif(private.clean_line(new.state), '');
  new.review_note := nullif(private.clean_text(new.review_note), '');
  if new.farmer_id is null and tg_op = 'UPDATE' and old.farmer_id is not null then
    -- Whose record was erased is not named here either.
    new.farmer_name := 'No longer listed';
    new.status := 'hidden';
  end if;
  if new.farmer_id is null then
    new.farmer_name := private.clean_line(new.farmer_name);
    new.location := private.clean_line(new.location);
    new.is_verified := false;
  else
    select farm_name, farmers.location, farmers.status = 'approved'
    into new.farmer_name, new.location, new.is_verified
    from public.farmers where id = new.farmer_id;
  end if;
  if tg_op = 'UPDATE' and new.farmer_id is not null and is_farmers_own_change then
    if new.status is distinct from old.status then
      raise exception 'permission denied to review products' using errcode = '42501';
    elsif (new.name, new.category, new.description, new.farmer_id, new.pack_amount, new.pack_unit, new.price_kobo,
        new.season, new.state, new.photo_path)
      is distinct from (old.name, old.category, old.description, old.farmer_id, old.pack_amount, old.pack_unit,
        old.price_kobo, old.season, old.state, old.photo_path)
    then
      new.status := 'pending';
    end if;
  end if;
  if tg_op = 'UPDATE' then
    perform private.require_axis_step('product', old.status, new.status);
  end if;
  if new.status <> 'hidden' then
    new.review_note := null;
  end if;
  return new;
end $$;

create trigger guard_product before insert or update of name, category, description, farmer_id, farmer_name, location,
  is_verified, pack_amount, pack_unit, price_kobo, season, state, photo_path, status, review_note on public.products
  for each row execute function private.guard_product();
create trigger touch_updated_at before update on public.products
  for each row execute function private.touch_updated_at();

-- "Verified" follows the farmer at once. Security definer, because a reviewer of farmers edits no products.
create function private.carry_farmer_to_products() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.products set is_verified = (new.status = 'approved') where farmer_id = new.id;
  return null;
end $$;

create trigger carry_farmer_to_products after update of status, farm_name, location on public.farmers
  for each row when ((new.status, new.farm_name, new.location) is distinct from (old.status, old.farm_name, old.location))
  execute function private.carry_farmer_to_products();

-- Pages are drawn again when what they show changes: not at every sale, only when the last pack goes or the first comes.
create trigger tell_content_changed after insert or delete on public.products
  for each statement execute function private.tell_content_changed();
create trigger tell_product_changed after update on public.products
  for each row when ((new.name, new.category, new.description, new.farmer_name, new.location, new.is_verified, new.pack_amount,
      new.pack_unit, new.price_kobo, new.season, new.state, new.photo_path, new.status, new.rating_count, new.stock = 0)
    is distinct from (old.name, old.category, old.description, old.farmer_name, old.location, old.is_verified, old.pack_amount,
      old.pack_unit, old.price_kobo, old.season, old.state, old.photo_path, old.status, old.rating_count, old.stock = 0))
  execute function private.tell_content_changed();

-- The published products whose name contains the query, in any capitals; a match without accents, of the farmer or of
-- the place comes in addition. Sorts: name, price_low, price_high, newest, rating.
-- Security definer, because under row level security PostgreSQL may not ask the trigram index; it answers published
-- products and nothing else, as the policies below.
create function public.search_products(query text default '', category text default 'All', sort text default 'name',
  page_size integer default 24, page_offset integer default 0) returns setof public.products
language plpgsql stable security definer set search_path = ''
as $$
declare
  typed text := btrim(coalesce(query, ''));
  pattern text := '%' || regexp_replace(typed, '([\\%_])', '\\\1', 'g') || '%';
  folded text := translate(regexp_replace(normalize(lower(pattern), nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky');
  ordering text := case sort
    when 'price_low' then 'price_kobo, id'
    when 'price_high' then 'price_kobo desc, id desc'
    when 'newest' then 'created_at desc, id desc'
    when 'rating' then 'coalesce(rating_average, 0) desc, rating_count desc, id desc'
    else 'name, id'
  end;
begin
  if char_length(typed) > 100 then
    return;
  end if;
  return query execute 'select * from public.products where status = ''published'''
    || case when typed <> '' then ' and (name ilike $1 or search_text like $2)' else '' end
    || case when coalesce(category, 'All') <> 'All' then ' and category = $3' else '' end
    || ' order by ' || ordering || ' limit $4 offset $5'
  using pattern, folded, category, least(greatest(coalesce(page_size, 24), 1), 100), greatest(coalesce(page_offset, 0), 0);
end $$;

revoke all on function private.require_axis_step(text, text, text), private.guard_product(),
  private.carry_farmer_to_products() from public;
revoke all on function public.search_products(text, text, text, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.search_products(text, text, text, integer, integer) to anon, authenticated, service_role;

alter table public.products enable row level security;
revoke all on table public.products from public, anon, authenticated;
grant select on table public.products to anon, authenticated;
grant insert (name, category, description, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo, stock,
  season, state, photo_path, status) on table public.products to authenticated;
grant update (name, category, description, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo, stock,
  season, state, photo_path, status, review_note) on table public.products to authenticated;
grant select, insert, update, delete on table public.products to service_role;

create policy "Visitors read published products" on public.products
  for select to anon
  using (status = 'published');

create policy "People read published products and their own, and staff who may, all" on public.products
  for select to authenticated
  using (
    status = 'published'
    or (select private.has_permission('products.write'))
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

-- Demo rows among the products count as well: a production server asks here and refuses to start beside them.
create or replace function private.has_demo_rows() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.orders where is_demo)
    or exists (select from public.products where is_demo)
    or exists (select from public.farmers where is_demo)
    or exists (select from public.training_enrolments where is_demo)
    or exists (select from public.buyers where is_demo)
    or exists (select from public.investors where is_demo)
    or exists (select from public.company_facts where is_demo)
    or exists (select from public.impact_figures where is_demo)
    or exists (select from public.board_members where is_demo)
    or exists (select from public.career_positions where is_demo)
    or exists (select from public.settlement_accounts where is_demo)
    or exists (select from public.partnership_applications where is_demo)
    or exists (select from public.contact_messages where is_demo)
    or exists (select from public.job_applications where is_demo)
$$;
