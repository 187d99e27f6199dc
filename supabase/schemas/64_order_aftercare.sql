-- Messages, disputes and ratings of orders.

create table public.order_messages (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  is_from_staff boolean not null,
  author_id uuid,
  body text not null,
  created_at timestamptz not null default now(),
  constraint order_messages_body_length check (char_length(body) between 1 and 2000)
);
create index order_messages_order_id_idx on public.order_messages (order_id, id);

create table public.order_disputes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  reason text not null,
  photo_paths text[] not null default '{}',
  resolution text,
  resolution_note text,
  refund_kobo bigint,
  resolved_by uuid,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  constraint order_disputes_reason_length check (char_length(reason) between 10 and 2000),
  constraint order_disputes_photo_paths_few check (cardinality(photo_paths) <= 6
    and array_to_string(photo_paths, '/') ~ '^[A-Za-z0-9/_.-]*$' and char_length(array_to_string(photo_paths, '/')) <= 1200),
  constraint order_disputes_resolution_known check (resolution in ('rejected', 'replaced', 'refunded')),
  constraint order_disputes_resolution_note_length check (char_length(resolution_note) between 3 and 2000),
  constraint order_disputes_resolution_whole check ((resolution is null) = (resolved_at is null)
    and (resolution is null) = (resolution_note is null) and (refund_kobo is not null) = (resolution is not distinct from 'refunded')),
  constraint order_disputes_refund_kobo_positive check (refund_kobo > 0)
);
create unique index order_disputes_one_open on public.order_disputes (order_id) where resolved_at is null;
create index order_disputes_order_id_idx on public.order_disputes (order_id, created_at);

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

-- What both sides write goes through one way in, so that nobody writes in the other's name.
create function public.send_order_message(order_id uuid, body text, context jsonb default '{}') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  message_id bigint;
  own public.orders;
  said text := coalesce(private.clean_text(body), '');
  is_staff boolean := private.has_permission('orders.decide') and exists (
    select from public.orders where id = order_id and user_id is distinct from (select auth.uid()));
begin
  if not is_staff then
    own := private.find_own_order(order_id, context);
    perform pg_advisory_xact_lock(hashtextextended('order message ' || own.id, 0));
    if (select count(*) >= 30 from public.order_messages as message
        where message.order_id = own.id and not is_from_staff and created_at > now() - interval '1 hour') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
  end if;
  if said = '' then
    raise exception 'Write your message first.' using errcode = '23514', hint = 'body';
  elsif char_length(said) > 2000 then
    raise exception 'Write a message of at most 2000 characters' using errcode = '23514', hint = 'body';
  end if;
  insert into public.order_messages (order_id, is_from_staff, author_id, body)
  values (send_order_message.order_id, is_staff, (select auth.uid()), said)
  returning id into message_id;
  return message_id;
end $$;

create function public.open_order_dispute(order_id uuid, dispute jsonb, context jsonb default '{}') returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  photos text[] := array(select jsonb_array_elements_text(coalesce(dispute -> 'photoPaths', '[]')));
  dispute_id uuid;
begin
  select * into own from public.orders where id = own.id for update;
  if own.delivered_at is null or own.delivered_at < now() - interval '48 hours' then
    raise exception 'The quality can be disputed within 48 hours of the delivery' using errcode = '23514', hint = 'dispute';
  elsif char_length(coalesce(private.clean_text(dispute ->> 'reason'), '')) not between 10 and 2000 then
    raise exception 'Please describe what is wrong, in at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif cardinality(photos) > 6 then
    raise exception 'At most 6 photos' using errcode = '23514', hint = 'photoPaths';
  end if;
  perform private.require_order_uploads(own.id, 'dispute', photos);
  perform private.apply_order_event(own.id, 'dispute');
  insert into public.order_disputes (order_id, reason, photo_paths)
  values (own.id, private.clean_text(dispute ->> 'reason'), photos)
  returning id into dispute_id;
  perform private.notify_buyer(own.id, 'order_dispute_received');
  return dispute_id;
end $$;

-- answer = {resolution: 'rejected' | 'replaced' | 'refunded', note, refundKobo?}; what goes back is at most what came.
create function public.resolve_order_dispute(order_id uuid, answer jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  current_order public.orders;
  back bigint := case when answer ->> 'resolution' = 'refunded' then (answer ->> 'refundKobo')::bigint end;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to decide on disputes' using errcode = '42501';
  end if;
  select * into current_order from public.orders where id = order_id for update;
  if private.is_own_order(current_order) then
    raise exception 'Somebody else must decide on your own dispute' using errcode = '42501';
  elsif coalesce(answer ->> 'resolution', '') not in ('rejected', 'replaced', 'refunded')
    or char_length(coalesce(private.clean_text(answer ->> 'note'), '')) not between 3 and 2000
  then
    raise exception 'Choose a resolution and say why' using errcode = '23514', hint = 'note';
  elsif answer ->> 'resolution' = 'refunded'
    and coalesce(back, 0) not between 1 and private.received_kobo(order_id) - current_order.refund_due_kobo
  then
    raise exception 'The refund must be between 1 kobo and what was received' using errcode = '23514', hint = 'refundKobo';
  end if;
  current_order := private.apply_order_event(current_order.id, case answer ->> 'resolution'
    when 'rejected' then 'reject_dispute' when 'replaced' then 'replace_disputed' else 'refund_disputed' end);
  if back is not null then
    update public.orders set refund_due_kobo = refund_due_kobo + back where id = current_order.id;
  end if;
  update public.order_disputes as open_one set
    resolution = answer ->> 'resolution', resolution_note = private.clean_text(answer ->> 'note'), refund_kobo = back,
    resolved_by = (select auth.uid()), resolved_at = now()
  where open_one.order_id = current_order.id and resolved_at is null;
  return private.describe_market_order(current_order, false);
end $$;

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
  if own.payment_status in ('unpaid', 'claimed', 'underpaid') then
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

create function private.notify_buyer_of_dispute() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify_buyer(new.order_id, 'order_dispute_answered');
  return null;
end $$;

create function private.notify_buyer_of_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify_buyer(new.order_id, 'order_message');
  return null;
end $$;

create trigger notify_buyer_of_dispute after update of resolved_at on public.order_disputes
  for each row when (old.resolved_at is null and new.resolved_at is not null)
  execute function private.notify_buyer_of_dispute();

create trigger audit_contact after insert on public.order_messages
  for each row when (new.is_from_staff) execute function private.audit_contact();

create trigger note_contact after insert on public.order_messages
  for each row execute function private.note_contact_of_row();

create trigger notify_buyer_of_message after insert on public.order_messages
  for each row when (new.is_from_staff)
  execute function private.notify_buyer_of_message();

create trigger carry_ratings_to_product after insert or update or delete on public.product_ratings
  for each row execute function private.carry_ratings_to_product();

alter table public.order_messages enable row level security;
revoke all on table public.order_messages from public, anon, authenticated, service_role;
revoke all on sequence public.order_messages_id_seq from public, anon, authenticated, service_role;
grant select on table public.order_messages to service_role;
grant select (id, order_id, is_from_staff, body, created_at) on table public.order_messages to authenticated;
create policy "Whoever may read an order reads its messages" on public.order_messages
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

alter table public.order_disputes enable row level security;
revoke all on table public.order_disputes from public, anon, authenticated, service_role;
grant select on table public.order_disputes to service_role;
grant select (
  id, order_id, reason, photo_paths, resolution, resolution_note, refund_kobo, resolved_at, created_at
  ) on table public.order_disputes to authenticated;
create policy "Whoever may read an order reads its disputes" on public.order_disputes
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

alter table public.product_ratings enable row level security;
revoke all on table public.product_ratings from public, anon, authenticated, service_role;
grant select on table public.product_ratings to authenticated, service_role;
create policy "Whoever may read an order reads its ratings" on public.product_ratings
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.carry_ratings_to_product(), private.notify_buyer_of_dispute(), private.notify_buyer_of_message(),
  public.open_order_dispute(uuid, jsonb, jsonb), public.rate_product(uuid, uuid, integer, text, jsonb),
  public.resolve_order_dispute(uuid, jsonb), public.send_order_message(uuid, text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function
  public.open_order_dispute(uuid, jsonb, jsonb), public.rate_product(uuid, uuid, integer, text, jsonb),
  public.send_order_message(uuid, text, jsonb)
  to authenticated, service_role;
grant execute on function public.resolve_order_dispute(uuid, jsonb) to authenticated;
