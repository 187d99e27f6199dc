-- Products that members like: the heart. Those of visitors are stored on their device until they sign in.

create table public.product_wishes (
  user_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, product_id)
);
create index product_wishes_product_id_idx on public.product_wishes (product_id);

create function private.limit_wishes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- One after the other, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('wishes ' || new.user_id, 0));
  if (select count(*) >= 200 from public.product_wishes where user_id = new.user_id and product_id <> new.product_id) then
    raise exception 'At most 200 wishes' using errcode = '23514', hint = 'items';
  end if;
  return new;
end $$;

-- Brings the device's wishes into the account's; all of them, the newest first. What is not for sale is left out.
create function public.merge_wishes(product_ids uuid[]) returns setof uuid
language plpgsql set search_path = ''
as $$
begin
  if cardinality(product_ids) > 200 then
    raise exception 'These are too many wishes' using errcode = '22023', hint = 'items';
  end if;
  insert into public.product_wishes (user_id, product_id)
  select (select auth.uid()), id from public.products where id = any (product_ids) and status = 'published'
  on conflict do nothing;
  return query
    select product_id from public.product_wishes where user_id = (select auth.uid()) order by created_at desc, product_id;
end $$;

create trigger limit_wishes before insert on public.product_wishes
  for each row execute function private.limit_wishes();

alter table public.product_wishes enable row level security;
revoke all on table public.product_wishes from public, anon, authenticated;
grant select, delete on table public.product_wishes to authenticated;
grant insert (user_id, product_id) on table public.product_wishes to authenticated;
create policy "People add to their own wishes" on public.product_wishes
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "People read their own wishes" on public.product_wishes
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "People take back their own wishes" on public.product_wishes
  for delete to authenticated
  using (user_id = (select auth.uid()));

revoke all on function private.limit_wishes(), public.merge_wishes(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.merge_wishes(uuid[]) to authenticated;
