-- The products of the bulk order form and what the export catalogue says of them, as staff maintain them; seeded from
-- domain/order-products.ts.

create table public.order_products (
  id uuid primary key default gen_random_uuid(),
  label text not null,
  position integer not null,
  is_active boolean not null default true,
  updated_at timestamptz not null default now(),
  container_20ft_kg numeric(8, 2) constraint order_products_container_20ft_kg_range check (container_20ft_kg between 100 and 40000),
  container_40ft_kg numeric(8, 2) constraint order_products_container_40ft_kg_range check (container_40ft_kg between 100 and 40000),
  grade text constraint order_products_grade_length check (char_length(grade) between 2 and 200),
  season text constraint order_products_season_length check (char_length(season) between 2 and 100),
  origin_states text constraint order_products_origin_states_length check (char_length(origin_states) between 2 and 300),
  minimum_lot numeric(12, 3) constraint order_products_minimum_lot_positive check (minimum_lot > 0),
  minimum_lot_unit text constraint order_products_minimum_lot_unit_known check (minimum_lot_unit in ('Tons', 'Kilograms', 'Bags (50kg)', 'Bags (100kg)',
    'Containers (20ft)', 'Containers (40ft)')),
  packing text constraint order_products_packing_length check (char_length(packing) between 2 and 200),
  hs_code text constraint order_products_hs_code_form check (hs_code ~ '^[0-9]{4}([.][0-9]{2}([.][0-9]{2}){0,2})?$'),
  price_kobo bigint constraint order_products_price_kobo_range check (price_kobo between 1 and 100000000000),
  price_currency text constraint order_products_price_currency_known check (price_currency = any (private.currencies())),
  price_unit text constraint order_products_price_unit_known check (price_unit in ('Tons', 'Kilograms', 'Bags (50kg)', 'Bags (100kg)',
    'Containers (20ft)', 'Containers (40ft)')),
  price_basis text constraint order_products_price_basis_length check (char_length(price_basis) between 2 and 60),
  price_on date,
  photo_path text constraint order_products_photo_path_form check (photo_path ~ '^staff/[0-9a-f-]{36}$'),
  is_demo boolean,
  vat_class text not null default 'basic_food' constraint order_products_vat_class_known check (vat_class = any (private.vat_classes())),
  constraint order_products_minimum_lot_whole check ((minimum_lot is null) = (minimum_lot_unit is null)),
  constraint order_products_price_whole check (num_nulls(price_kobo, price_currency, price_unit, price_on) in (0, 4)
    and (price_basis is null or price_kobo is not null)),
  constraint order_products_label_unique unique (label),
  constraint order_products_label_length check (char_length(label) between 2 and 100),
  constraint order_products_label_plain check (label = private.clean_line(label)),
  constraint order_products_position_range check (position between 1 and 1000)
);
comment on table public.order_products is 'What can be ordered in bulk. An order holds the label as it was chosen, so a later change of it changes no order.';
comment on column public.order_products.container_20ft_kg is 'What such a container of it weighs (decision 85); null: not known, and nothing is converted.';

comment on column public.order_products.price_kobo is 'For one price_unit, in the minor unit of price_currency: what it cost about on price_on, and no offer.';
comment on column public.order_products.is_demo is 'What the catalogue says of it is demo; null: it is not.';
comment on column public.order_products.vat_class is 'What a quote says of it to a buyer at home, where staff say nothing else: exported it is exported goods.';
comment on column public.order_products.photo_path is 'Brought by staff, as the photos of products; shown while the row can be ordered.';

-- Cleans what was typed: what is empty is not known, and then the catalogue does not say it. What staff save is no demo.
create function private.before_order_product_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  no_state text;
begin
  new.grade := nullif(private.clean_line(new.grade), '');
  new.season := nullif(private.clean_line(new.season), '');
  new.origin_states := nullif(private.clean_line(new.origin_states), '');
  new.packing := nullif(private.clean_line(new.packing), '');
  new.hs_code := nullif(private.clean_line(new.hs_code), '');
  new.price_basis := nullif(private.clean_line(new.price_basis), '');
  select btrim(said) into no_state from regexp_split_to_table(new.origin_states, ',') as said
  where private.local_governments(btrim(said)) is null limit 1;
  if no_state is not null and (tg_op = 'INSERT' or new.origin_states is distinct from old.origin_states) then
    raise exception 'Name states of Nigeria, with commas; “%” is none', no_state using errcode = '23514', hint = 'origin_states';
  end if;
  if new.price_on > (now() at time zone 'Africa/Lagos')::date then
    raise exception 'The day of a price is not in the future' using errcode = '23514', hint = 'price_on';
  end if;
  -- As every price that the site shows (private.guard_price).
  if coalesce((select auth.role()), '') = 'authenticated' and not private.has_strong_permission('products.write')
    and (new.price_kobo, new.price_currency, new.price_unit, new.price_basis, new.price_on, new.vat_class)
      is distinct from (old.price_kobo, old.price_currency, old.price_unit, old.price_basis, old.price_on, coalesce(old.vat_class, 'basic_food'))
  then
    raise exception 'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.'
      using errcode = '42501', hint = 'aal2';
  end if;
  if new.photo_path is not null and (tg_op = 'INSERT' or new.photo_path is distinct from old.photo_path)
    and not exists (
      select from private.product_photos as photo
      where photo.path = new.photo_path and photo.farmer_id is null and photo.ready_at is not null
        and photo.created_at > now() - interval '1 day')
  then
    raise exception 'The photo has not arrived yet. Please send it again.' using errcode = '23514', hint = 'photo_path';
  end if;
  if coalesce((select auth.role()), '') = 'authenticated'
    and (tg_op = 'INSERT' or to_jsonb(new) - '{position,is_active}'::text[] is distinct from to_jsonb(old) - '{position,is_active}'::text[])
  then
    new.is_demo := null;
  end if;
  return new;
end $$;

create trigger before_order_product_change before insert or update on public.order_products
  for each row execute function private.before_order_product_change();

create trigger notify_content_changed after insert or update on public.order_products
  for each statement execute function private.notify_content_changed();

create trigger audit_change after insert or update on public.order_products for each row
  execute function private.audit_change('staff', 'id', 'label,position,is_active,container_20ft_kg,container_40ft_kg,grade,season,origin_states,minimum_lot,minimum_lot_unit,packing,hs_code,price_kobo,price_currency,price_unit,price_basis,price_on,photo_path,vat_class');

create trigger touch_updated_at before update on public.order_products
  for each row execute function private.touch_updated_at();

alter table public.order_products enable row level security;
revoke all on table public.order_products from public, anon, authenticated, service_role;
grant select on table public.order_products to anon, authenticated;
grant insert (
  label, position, is_active, container_20ft_kg, container_40ft_kg, grade, season, origin_states, minimum_lot,
  minimum_lot_unit, packing, hs_code, price_kobo, price_currency, price_unit, price_basis, price_on, photo_path, vat_class
  ) on table public.order_products to authenticated;
grant update (
  label, position, is_active, container_20ft_kg, container_40ft_kg, grade, season, origin_states, minimum_lot,
  minimum_lot_unit, packing, hs_code, price_kobo, price_currency, price_unit, price_basis, price_on, photo_path, vat_class
  ) on table public.order_products to authenticated;
create policy "Members read what can be ordered, and staff who may, all" on public.order_products
  for select to authenticated
  using (is_active or (select private.has_permission('products.read')));
create policy "Staff who may add products of the order form" on public.order_products
  for insert to authenticated
  with check ((select private.has_permission('products.write')));
create policy "Staff who may change products of the order form" on public.order_products
  for update to authenticated
  using ((select private.has_permission('products.write')))
  with check ((select private.has_permission('products.write')));
create policy "Visitors read what can be ordered" on public.order_products
  for select to anon
  using (is_active);

create policy "People who see a product of the order form see its photo" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'product-photos' and exists (select from public.order_products where order_products.photo_path = objects.name)
  );

-- The second goes before the first, which it stood behind: they change places; sent again, it stands there already. As the
-- caller: its policies judge, by what can be locked for a change.
create function public.swap_order_products(first_id uuid, second_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  first_at integer;
  second_at integer;
  updated_count integer;
begin
  perform from public.order_products where id in (first_id, second_id) order by id for update;
  get diagnostics updated_count = row_count;
  if updated_count <> 2 then
    raise exception 'permission denied to move products' using errcode = '42501';
  end if;
  select position into first_at from public.order_products where id = first_id;
  select position into second_at from public.order_products where id = second_id;
  if second_at < first_at then
    return;
  end if;
  update public.order_products as product
    set position = case product.id when first_id then greatest(second_at, first_at + 1) else first_at end
    where product.id in (first_id, second_id);
end $$;

revoke all on function private.before_order_product_change(), public.swap_order_products(uuid, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.swap_order_products(uuid, uuid) to authenticated;
