-- What buyers say of the products of completed marketplace orders.

create table public.product_ratings (
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  stars integer not null,
  comment text,
  created_at timestamptz not null default now(),
  primary key (order_id, product_id),
  constraint product_ratings_stars_range check (stars between 1 and 5),
  constraint product_ratings_comment_length check (char_length(comment) between 1 and 1000)
);
comment on table public.product_ratings is 'One for each product of a completed order; products carry the average.';
create index product_ratings_product_id_idx on public.product_ratings (product_id);

create function public.rate_product(order_id uuid, product_id uuid, stars integer, comment text default null,
  context jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
begin
  if own.status <> 'completed' or not exists (
    select from public.order_items as item where item.order_id = own.id and item.product_id = rate_product.product_id
  ) then
    raise exception 'A product can be rated once its order is completed' using errcode = '23514', hint = 'stars';
  end if;
  if own.payment_status = any (private.owed_statuses()) then
    raise exception 'A product can be rated once its payment is confirmed' using errcode = '23514', hint = 'stars';
  end if;
  insert into public.product_ratings (order_id, product_id, stars, comment)
  values (own.id, rate_product.product_id, rate_product.stars, nullif(private.clean_text(rate_product.comment), ''))
  on conflict on constraint product_ratings_pkey do update set stars = excluded.stars, comment = excluded.comment;
end $$;

create function private.carry_ratings_to_product() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rated_id uuid := case when tg_op = 'DELETE' then old.product_id else new.product_id end;
begin
  perform from public.products where id = rated_id for no key update;
  update public.products set
    rating_average = (select round(avg(stars), 1) from public.product_ratings where product_id = rated_id),
    rating_count = (select count(*) from public.product_ratings where product_id = rated_id)
  where id = rated_id;
  return null;
end $$;

create trigger carry_ratings_to_product after insert or update or delete on public.product_ratings
  for each row execute function private.carry_ratings_to_product();

alter table public.product_ratings enable row level security;
revoke all on table public.product_ratings from public, anon, authenticated, service_role;
grant select on table public.product_ratings to authenticated, service_role;
create policy "Readers of an order read its ratings" on public.product_ratings
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.carry_ratings_to_product(), public.rate_product(uuid, uuid, integer, text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.rate_product(uuid, uuid, integer, text, jsonb) to authenticated, service_role;
