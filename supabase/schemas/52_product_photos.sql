-- Photos of products, until they are attached.

create table private.product_photos (
  path text primary key,
  farmer_id uuid references public.farmers (id) on delete set null,
  user_id uuid references public.profiles (id) on delete set null,
  ready_at timestamptz,
  created_at timestamptz not null default now(),
  constraint product_photos_path_form check (path ~ '^[0-9a-z-]{5,36}/[0-9a-f-]{36}$')
);
comment on table private.product_photos is 'Places given out for photos of products; the photo lies in product-photos.';
comment on column private.product_photos.farmer_id is 'Whose products may show it; null: any, since staff brought it.';
comment on column private.product_photos.ready_at is 'The server has drawn it again. No product shows it before.';
create index product_photos_created_at_idx on private.product_photos (created_at);
create index product_photos_farmer_id_idx on private.product_photos (farmer_id);
create index product_photos_user_id_idx on private.product_photos (user_id, created_at);

-- A place for one photo: for a farmer's own products when they are approved, for any by staff who edit products (then
-- farmer_id may be null). Answers its path.
create function private.open_product_photo(user_id uuid, farmer_id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  new_path text := coalesce(farmer_id::text, 'staff') || '/' || gen_random_uuid();
begin
  if not private.person_has_permission(open_product_photo.user_id, 'products.write') and not exists (
    select from public.farmers
    where farmers.id = open_product_photo.farmer_id and farmers.user_id = open_product_photo.user_id and status = 'approved'
  ) then
    raise exception 'permission denied to add photos of products' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('product photo ' || open_product_photo.user_id, 0));
  if (select count(*) >= 60 from private.product_photos as photo
      where photo.user_id = open_product_photo.user_id and created_at > now() - interval '1 day') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  insert into private.product_photos (path, farmer_id, user_id)
  values (new_path, open_product_photo.farmer_id, open_product_photo.user_id);
  return new_path;
end $$;

-- Whether the photo that this person was given a place for is ready.
create function private.find_product_photo(path text, user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  photo private.product_photos;
begin
  select * into photo from private.product_photos as place
  where place.path = find_product_photo.path and place.user_id = find_product_photo.user_id;
  if photo.path is null then
    raise exception 'There is no such photo' using errcode = 'P0002';
  end if;
  return photo.ready_at is not null;
end $$;

create function private.mark_product_photo_ready(path text) returns void
language sql security definer set search_path = ''
as $$
  update private.product_photos set ready_at = now() where product_photos.path = $1 and ready_at is null
$$;

-- Photos that no product of the marketplace or the order form shows, of places older than a day and an hour: nothing may show them any more. A page of them.
create function private.find_orphan_product_photos(after text, max_rows integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select photo.path from private.product_photos as photo
  where photo.path > $1 and photo.created_at < now() - interval '25 hours'
    and not exists (select from public.products where photo_path = photo.path or photo.path = any (more_photo_paths))
    and not exists (select from public.order_products where photo_path = photo.path)
  order by photo.path limit $2
$$;

create function private.forget_product_photos(paths text[]) returns void
language sql security definer set search_path = ''
as $$
  delete from private.product_photos where path = any ($1)
$$;

-- A product shows a photo that was brought for its farmer, or by staff; within a day of its place, so that none is
-- shown while the sweep takes it away. Security definer, because nobody may read the places.
create function private.require_product_photos(new public.products, paths text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from unnest(paths) as named (path)
    where not exists (
      select from private.product_photos as photo
      where photo.path = named.path and photo.ready_at is not null and photo.created_at > now() - interval '1 day'
        and (photo.farmer_id = new.farmer_id or (photo.farmer_id is null and private.has_permission('products.write'))))
  ) then
    raise exception 'The photo has not arrived yet. Please send it again.' using errcode = '23514', hint = 'photo_path';
  end if;
end $$;

alter table private.product_photos enable row level security;
revoke all on table private.product_photos from public, anon, authenticated, service_role;

-- What a product shows is seen by the person who sees the product: the policies of products decide.
create policy "Readers of a product read its photo" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'product-photos' and exists (select from public.products where products.photo_path = objects.name
      or (products.more_photo_paths <> '{}' and products.more_photo_paths @> array[objects.name]))
  );

revoke all on function
  private.find_orphan_product_photos(text, integer), private.find_product_photo(text, uuid),
  private.forget_product_photos(text[]), private.mark_product_photo_ready(text), private.open_product_photo(uuid, uuid),
  private.require_product_photos(public.products, text[])
  from public, anon, authenticated, service_role;
grant execute on function
  private.find_orphan_product_photos(text, integer), private.find_product_photo(text, uuid),
  private.forget_product_photos(text[]), private.mark_product_photo_ready(text), private.open_product_photo(uuid, uuid)
  to service_role;
