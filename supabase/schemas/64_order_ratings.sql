-- What buyers say of completed bulk orders.

create table public.order_ratings (
  order_id uuid primary key references public.orders (id) on delete cascade,
  stars integer not null,
  comment text,
  created_at timestamptz not null default now(),
  constraint order_ratings_stars_range check (stars between 1 and 5),
  constraint order_ratings_comment_length check (char_length(comment) between 1 and 1000)
);
comment on table public.order_ratings is 'What the buyer of a completed bulk order says of it, to staff: its goods are no products of the marketplace.';

-- As rate_product, of a bulk order as a whole.
create function public.rate_order(order_id uuid, stars integer, comment text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, '{}');
begin
  if own.kind <> 'bulk' or own.status <> 'completed' then
    raise exception 'A bulk order can be rated once it is completed' using errcode = '23514', hint = 'stars';
  elsif own.payment_status = any (private.owed_statuses()) then
    raise exception 'An order can be rated once its payment is confirmed' using errcode = '23514', hint = 'stars';
  end if;
  insert into public.order_ratings (order_id, stars, comment)
  values (own.id, rate_order.stars, nullif(private.clean_text(rate_order.comment), ''))
  on conflict on constraint order_ratings_pkey do update set stars = excluded.stars, comment = excluded.comment;
end $$;

alter table public.order_ratings enable row level security;
revoke all on table public.order_ratings from public, anon, authenticated, service_role;
grant select on table public.order_ratings to authenticated, service_role;
create policy "Readers of an order read what its buyer says of it" on public.order_ratings
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  public.rate_order(uuid, integer, text)
  from public, anon, authenticated, service_role;
grant execute on function public.rate_order(uuid, integer, text) to authenticated;
