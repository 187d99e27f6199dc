-- Who wants to hear when a sold-out product is back: a member, or an address that its owner has confirmed. One mail, once.

create table public.stock_alerts (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete cascade,
  email text,
  confirm_token_hash text,
  confirm_sent_at timestamptz,
  confirmed_at timestamptz,
  end_token text not null,
  notified_at timestamptz,
  created_at timestamptz not null default now(),
  constraint stock_alerts_account_unique unique (product_id, user_id),
  constraint stock_alerts_email_unique unique (product_id, email),
  constraint stock_alerts_end_token_unique unique (end_token),
  constraint stock_alerts_end_token_length check (char_length(end_token) = 64),
  constraint stock_alerts_email_form check (private.is_email(email) and email = lower(email)),
  constraint stock_alerts_one_recipient check ((user_id is null) <> (email is null)),
  constraint stock_alerts_confirm_token_hash_form check (confirm_token_hash ~ '^[0-9a-f]{64}$')
);
comment on table public.stock_alerts is 'Waits: confirmed_at is set and notified_at is not.';
comment on column public.stock_alerts.email is 'The address of a visitor. A member is written to at the address that the account has then.';
comment on column public.stock_alerts.end_token is 'In every mail (RFC 8058): opens nothing but the way out. Not readable by people.';
create unique index stock_alerts_confirm_token_hash_idx on public.stock_alerts (confirm_token_hash);
create index stock_alerts_email_idx on public.stock_alerts (email);
create index stock_alerts_user_id_idx on public.stock_alerts (user_id);
create index stock_alerts_waiting_idx on public.stock_alerts (confirmed_at)
  where confirmed_at is not null and notified_at is null;

create function private.require_sold_out(product_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from public.products where id = product_id and status = 'published') then
    raise exception 'This product is not in the marketplace any more' using errcode = '23514', hint = 'productId', detail = 'productId';
  elsif not exists (select from public.products where id = product_id and stock = 0) then
    raise exception 'It is for sale now: put it into your cart' using errcode = '23514', hint = 'productId', detail = 'productId';
  end if;
end $$;

-- Called by the server, which has judged the address. The same answer whatever is known of it: the link goes to an address
-- that does not wait for this product yet.
create function public.request_stock_alert(request jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  token text := private.make_token();
  product public.products;
  wanted public.stock_alerts;
begin
  perform private.require_sold_out((request ->> 'productId')::uuid);
  select * into strict product from public.products where id = (request ->> 'productId')::uuid;
  perform pg_advisory_xact_lock(hashtextextended('stock alerts ' || (request ->> 'email'), 0));
  if (select count(*) >= 50 from public.stock_alerts where email = request ->> 'email' and notified_at is null) then
    return;
  end if;
  insert into public.stock_alerts (product_id, email, end_token)
  values (product.id, request ->> 'email', private.make_token())
  on conflict on constraint stock_alerts_email_unique do nothing;
  select * into strict wanted from public.stock_alerts
  where product_id = product.id and email = request ->> 'email' for update;
  if wanted.confirmed_at is not null and wanted.notified_at is null then
    return;
  end if;
  if private.may_write_form_mail(wanted.email) then
    update public.stock_alerts set confirmed_at = null, notified_at = null, confirm_sent_at = now(),
      confirm_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    where id = wanted.id;
    perform private.confirm_form('stock_alert_confirm', wanted.email, jsonb_build_object(
      'token', token, 'unsubscribe_token', wanted.end_token, 'product', product.name));
  end if;
end $$;

-- True for a link that is valid: it works again for anyone who clicks twice, until its days are over or it is followed by another.
create function public.confirm_stock_alert(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.stock_alerts set confirmed_at = coalesce(confirmed_at, now())
  where confirm_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and confirm_sent_at > now() - private.stock_alert_confirm_period();
  return found;
end $$;

-- No more mails about any product to this address or account. True for a link that is ours; once used it is gone with them.
create function public.end_stock_alerts(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.stock_alerts as alert using public.stock_alerts as named
  where named.end_token = token and (alert.email = named.email or alert.user_id = named.user_id);
  return found;
end $$;

-- The caller waits for this product, or does not any more; answers whether they wait.
create function public.watch_stock(product_id uuid, wanted boolean default true) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
begin
  if caller_id is null then
    raise exception 'Please sign in first' using errcode = '42501';
  elsif not wanted then
    delete from public.stock_alerts as alert where alert.user_id = caller_id and alert.product_id = watch_stock.product_id;
    return false;
  end if;
  perform private.require_sold_out(watch_stock.product_id);
  if not exists (select from auth.users where id = caller_id and email is not null and email_confirmed_at is not null) then
    raise exception 'Please confirm your email address first' using errcode = '42501';
  end if;
  -- One after the other for each account, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('stock alerts ' || caller_id, 0));
  if (select count(*) >= 50 from public.stock_alerts as alert
      where alert.user_id = caller_id and alert.product_id <> watch_stock.product_id and alert.notified_at is null) then
    raise exception 'You wait for 50 products already' using errcode = '23514', hint = 'productId';
  end if;
  insert into public.stock_alerts (product_id, user_id, confirmed_at, end_token)
  values (watch_stock.product_id, caller_id, now(), private.make_token())
  on conflict on constraint stock_alerts_account_unique do update set confirmed_at = now(), notified_at = null;
  return true;
end $$;

-- One mail to each who waits for a product that can be bought now; answers how many. Called each minute, so that packs
-- which come back and are gone within seconds call nobody. Safe in several processes at once.
create function private.send_stock_alerts(batch integer default 200) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
  sent integer := 0;
begin
  for due in
    select alert.id, alert.end_token, product.id as product_id, product.name, product.farmer_name,
      coalesce(alert.email, (select lower(account.email) from auth.users as account
        where account.id = alert.user_id and account.email_confirmed_at is not null)) as recipient
    from public.stock_alerts as alert
    join public.products as product on product.id = alert.product_id
    where alert.confirmed_at is not null and alert.notified_at is null
      and product.status = 'published' and (product.stock is null or product.stock > 0)
    order by alert.confirmed_at
    limit batch for update of alert skip locked
  loop
    update public.stock_alerts set notified_at = now(), confirm_token_hash = null where id = due.id;
    if due.recipient is not null then
      perform private.enqueue_mail('stock_back', due.recipient, jsonb_build_object('product', due.name,
        'farmer', due.farmer_name, 'product_id', due.product_id, 'unsubscribe_token', due.end_token));
      sent := sent + 1;
    end if;
  end loop;
  return sent;
end $$;

alter table public.stock_alerts enable row level security;
revoke all on table public.stock_alerts from public, anon, authenticated;
grant select (id, product_id, user_id, confirmed_at, notified_at, created_at) on table public.stock_alerts to authenticated;
create policy "People read their own stock alerts" on public.stock_alerts
  for select to authenticated
  using (user_id = (select auth.uid()));

revoke all on function
  private.require_sold_out(uuid), private.send_stock_alerts(integer), public.confirm_stock_alert(text),
  public.end_stock_alerts(text), public.request_stock_alert(jsonb), public.watch_stock(uuid, boolean)
  from public, anon, authenticated, service_role;
grant execute on function
  private.send_stock_alerts(integer), public.confirm_stock_alert(text), public.end_stock_alerts(text),
  public.request_stock_alert(jsonb)
  to service_role;
grant execute on function public.watch_stock(uuid, boolean) to authenticated;
