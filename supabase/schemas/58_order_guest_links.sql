-- Links that show one order to a guest.

create table private.order_guest_links (
  token_hash text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + private.guest_link_period(),
  constraint order_guest_links_token_hash_form check (token_hash ~ '^[0-9a-f]{64}$')
);
comment on table private.order_guest_links is 'The secret links of guests, as hashes of their tokens.';
create index order_guest_links_order_id_idx on private.order_guest_links (order_id);

-- Where the link of an order goes once more for someone who names this number of it, as private.registration_link_channel.
create function private.order_link_channel(of_order public.orders, phone text) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when of_order.user_id is not null then 'account'
    when of_order.is_demo then 'phone'
    when exists (
      select from public.order_contacts as contact
      where contact.order_id = of_order.id and contact.email is not null and not private.is_suppressed(contact.email, 'order_link_again')
    ) then 'mail'
    when private.can_text_number(phone) then 'text'
    else 'phone'
  end
$$;

-- Under the names of the columns, as a member reads the same order from the tables (domain/market/order.ts).
create function public.track_market_order(token_hash text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', orders.id, 'code', orders.code, 'kind', orders.kind, 'status', orders.status,
    'payment_status', orders.payment_status, 'fulfilment_status', orders.fulfilment_status,
    'total_amount_kobo', orders.total_amount_kobo, 'delivery_kobo', orders.delivery_kobo, 'vat_kobo', orders.vat_kobo, 'vat_lines', orders.vat_lines,
    'awaits_delivery', orders.awaits_delivery, 'currency', orders.currency, 'created_at', orders.created_at,
    'expires_at', orders.expires_at, 'decline_reason', orders.decline_reason, 'decline_code', orders.decline_code,
    'delivery_address', orders.delivery_address, 'special_requirements', orders.special_requirements,
    'delivered_at', orders.delivered_at, 'refund_due_kobo', orders.refund_due_kobo, 'paid_kobo', private.paid_kobo(orders.id),
    'has_credit_terms', orders.credit_terms_reason is not null, 'goods_released', orders.stock_released_at is not null,
    'order_hold', private.order_hold(orders), 'crop_type', orders.crop_type,
    'quantity_text', orders.quantity_text, 'unit', orders.unit,
    'link_ends_at', case when link.expires_at <= now() + private.link_again_period() then link.expires_at end,
    'link_channel', private.order_link_channel(orders,
      (select phone from public.order_contacts as contact where contact.order_id = orders.id)),
    'order_contacts', (select jsonb_build_object('name', name, 'phone', phone, 'email', email, 'state', state, 'lga', lga)
      from public.order_contacts as contact where contact.order_id = orders.id),
    'order_deliveries', (select jsonb_build_object('kind', kind, 'name', name, 'address', address, 'hours', hours, 'day', day,
        'weight_grams', weight_grams, 'price_kobo', price_kobo, 'quoted_at', quoted_at, 'accepted_at', accepted_at, 'vat_kobo', vat_kobo,
        'earlier_price_kobo', earlier_price_kobo, 'earlier_vat_kobo', earlier_vat_kobo, 'earlier_day', earlier_day,
        'day_before', day_before, 'day_changed_at', day_changed_at)
      from public.order_deliveries as delivery where delivery.order_id = orders.id),
    'order_requests', null, 'quotes', jsonb_build_array(), 'order_instalments', jsonb_build_array(),
    'order_items', (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'product_name', product_name,
        'farmer_name', farmer_name, 'pack_amount', pack_amount, 'pack_unit', pack_unit, 'price_kobo', price_kobo,
        'quantity', quantity, 'total_kobo', total_kobo, 'has_reserved_stock', has_reserved_stock,
        'vat_class', vat_class, 'vat_rate_bp', vat_rate_bp) order by position), '[]')
      from public.order_items as item where item.order_id = orders.id),
    'order_events', (select coalesce(jsonb_agg(jsonb_build_object('axis', axis, 'from_value', from_value,
        'to_value', to_value, 'created_at', event.created_at) order by event.id), '[]')
      from public.order_events as event where event.order_id = orders.id),
    'payment_claims', (select coalesce(jsonb_agg(jsonb_build_object('words', words, 'note', note,
        'amount_kobo', claim.amount_kobo, 'has_proof', proof_path is not null, 'created_at', claim.created_at) order by claim.id), '[]')
      from public.payment_claims as claim where claim.order_id = orders.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('kind', payment.kind, 'amount_kobo', amount_kobo,
        'value_date', value_date, 'created_at', payment.created_at) order by payment.created_at), '[]')
      from public.payments as payment where payment.order_id = orders.id),
    'order_credits', (select coalesce(jsonb_agg(jsonb_build_object('kind', credit.kind, 'amount_kobo', credit.amount_kobo,
        'created_at', credit.created_at) order by credit.created_at), '[]')
      from public.order_credits as credit where credit.order_id = orders.id),
    'order_messages', (select coalesce(jsonb_agg(jsonb_build_object('is_from_staff', is_from_staff, 'body', body,
        'created_at', message.created_at) order by message.id), '[]')
      from public.order_messages as message where message.order_id = orders.id),
    'order_disputes', (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'photo_paths', photo_paths, 'resolution', resolution,
        'resolution_note', resolution_note, 'refund_kobo', refund_kobo, 'created_at', dispute.created_at,
        'line_position', line_position, 'line_name', line_name, 'amount', amount, 'amount_unit', amount_unit, 'wish', wish)
        order by dispute.created_at), '[]')
      from public.order_disputes as dispute where dispute.order_id = orders.id),
    'product_ratings', (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'stars', stars)), '[]')
      from public.product_ratings as rating where rating.order_id = orders.id)
  )
  from private.order_guest_links as link join public.orders on orders.id = link.order_id
  where link.token_hash = $1 and link.expires_at > now() and orders.user_id is null
$$;

-- Guests' orders become the account's that has proved the same address or number; their links end. Answers the codes.
create function public.claim_market_orders() returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  person record;
  claimed text[];
begin
  select id, case when email_confirmed_at is not null then lower(email) end as email,
    case when phone_confirmed_at is not null then '+' || ltrim(phone, '+') end as phone
  into person from auth.users where id = (select auth.uid());
  if person.id is null then
    raise exception 'Please sign in first' using errcode = '42501';
  end if;
  insert into public.profiles (id, email)
  select id, email from auth.users where id = person.id and email is not null
  on conflict (id) do nothing;
  with taken as (
    update public.orders set user_id = person.id
    from public.order_contacts as contact
    where contact.order_id = orders.id and orders.user_id is null and orders.kind = 'marketplace' and not orders.is_demo
      and (lower(contact.email) = person.email or contact.phone = person.phone)
    returning orders.id, orders.code
  ), ended as (
    delete from private.order_guest_links where order_id in (select id from taken)
  ), read as (
    delete from private.untold_news where order_id in (select id from taken)
  )
  select coalesce(array_agg(code order by code), '{}') into claimed from taken;
  return claimed;
end $$;

-- Which order a guest's link leads to; null for any other secret.
create function private.tracked_order_id(token_hash text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select orders.id
  from private.order_guest_links as link join public.orders on orders.id = link.order_id
  where link.token_hash = $1 and link.expires_at > now() and orders.user_id is null
$$;

-- Links of guests are good for a year.
create function private.forget_order_guest_links() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from private.order_guest_links where expires_at <= now();
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

alter table private.order_guest_links enable row level security;
revoke all on table private.order_guest_links from public, anon, authenticated, service_role;

revoke all on function
  private.forget_order_guest_links(), private.order_link_channel(public.orders, text), private.tracked_order_id(text),
  public.claim_market_orders(), public.track_market_order(text)
  from public, anon, authenticated, service_role;
grant execute on function
  private.forget_order_guest_links(), private.tracked_order_id(text), public.track_market_order(text)
  to service_role;
grant execute on function public.claim_market_orders() to authenticated;
