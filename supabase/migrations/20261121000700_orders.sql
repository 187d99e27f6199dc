-- Orders: what is stored of an order, and beside it (order_requests) what a bulk buyer asked for.

-- Codes like AG7K4-2X9Q: 31 unambiguous characters, the last one checks the others; same as domain/order-codes.ts.
create function private.order_code_check(payload text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + (
    sum((place + 1) * (strpos('23456789ABCDEFGHJKMNPQRSTUVWXYZ', substr(payload, place, 1)) - 1)) % 31
  )::integer, 1)
  from generate_series(1, length(payload)) as place
$$;

create function private.format_order_code(payload text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select 'AG' || substr(payload, 1, 3) || '-' || substr(payload, 4) || private.order_code_check(payload)
$$;

-- Six characters from the strong random bytes of a uuid (those that its version does not fix).
create function private.make_order_code() returns text
language sql volatile set search_path = ''
as $$
  select private.format_order_code(string_agg(
    substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + get_byte(bytes, place) % 31, 1), '' order by place))
  from uuid_send(gen_random_uuid()) as bytes, generate_series(0, 5) as place
$$;

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  code text not null,
  user_id uuid references public.profiles (id) on delete set null,
  kind text not null default 'bulk',
  crop_type text not null,
  quantity numeric not null,
  quantity_text text not null,
  unit text not null,
  currency text not null default 'NGN',
  total_amount_kobo bigint,
  total_amount numeric generated always as (total_amount_kobo / 100.0) stored,
  delivery_date date,
  delivery_address text not null,
  special_requirements text,
  status text not null default 'pending',
  decline_reason text,
  payment_status text not null default 'unpaid',
  credit_terms_reason text,
  fulfilment_status text not null default 'none',
  idempotency_key uuid,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint orders_code_unique unique (code),
  constraint orders_code_form check (code ~ '^AG[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$'),
  constraint orders_idempotency_key_unique unique (user_id, idempotency_key),
  constraint orders_kind_known check (kind in ('bulk', 'marketplace')),
  constraint orders_crop_type_length check (char_length(crop_type) between 1 and 200),
  constraint orders_quantity_positive check (quantity > 0 and quantity <= 1000000000),
  constraint orders_quantity_text_length check (char_length(quantity_text) between 1 and 40),
  constraint orders_unit_known check (kind <> 'bulk' or unit in
    ('Tons', 'Kilograms', 'Bags (50kg)', 'Bags (100kg)', 'Containers (20ft)', 'Containers (40ft)')),
  constraint orders_currency_known check (currency in ('NGN', 'USD')),
  constraint orders_total_amount_kobo_not_negative check (total_amount_kobo >= 0),
  constraint orders_delivery_address_length check (char_length(delivery_address) between 5 and 500),
  constraint orders_special_requirements_length check (char_length(special_requirements) <= 2000),
  constraint orders_status_known check (status in ('pending', 'approved', 'declined', 'completed')),
  constraint orders_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint orders_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null)),
  constraint orders_payment_status_known check (payment_status in
    ('unpaid', 'claimed', 'confirmed', 'underpaid', 'overpaid', 'refund_due', 'refunded')),
  constraint orders_credit_terms_reason_length check (char_length(credit_terms_reason) between 3 and 500),
  constraint orders_fulfilment_status_known check (fulfilment_status in
    ('none', 'preparing', 'dispatched', 'delivered', 'disputed'))
);
comment on column public.orders.total_amount_kobo is 'The truth, in minor units of currency (kobo, cents); null until the order is quoted.';
comment on column public.orders.total_amount is 'The same in naira or dollars, for reading.';
comment on column public.orders.status is 'Four values and no more; payment and fulfilment have columns of their own. A cancellation is declined with the reason withdrawn_by_buyer.';
comment on column public.orders.credit_terms_reason is 'Why an order may be completed before its payment is confirmed.';

create index orders_created_at_idx on public.orders (created_at desc, id);
create index orders_status_idx on public.orders (status, created_at desc);
create index orders_user_id_idx on public.orders (user_id, created_at desc);

create table public.order_requests (
  order_id uuid primary key references public.orders (id) on delete cascade,
  company_name text not null,
  contact_person text not null,
  email text not null,
  phone text not null,
  address text not null,
  country text not null,
  payment_terms text not null,
  incoterms text not null,
  constraint order_requests_company_name_length check (char_length(company_name) between 2 and 200),
  constraint order_requests_contact_person_length check (char_length(contact_person) between 2 and 200),
  constraint order_requests_email_form check (private.is_email(email)),
  constraint order_requests_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint order_requests_address_length check (char_length(address) between 10 and 500),
  constraint order_requests_country_length check (char_length(country) between 2 and 100),
  constraint order_requests_payment_terms_known check (payment_terms in
    ('30% Advance 70% on Delivery', '50% Advance 50% on Delivery', 'Letter of Credit', 'Cash on Delivery', 'Bank Transfer')),
  constraint order_requests_incoterms_known check (incoterms in ('FOB', 'CIF', 'CFR', 'EXW', 'DDP'))
);
comment on table public.order_requests is 'What the bulk order form asked beyond the stored order: who asks, and on which terms.';

-- Gives a new order its code; another draw in the rare case that the code is taken.
create function private.give_order_code() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  while new.code is null or exists (select from public.orders where code = new.code) loop
    new.code := private.make_order_code();
  end loop;
  return new;
end $$;

create trigger give_order_code before insert on public.orders
  for each row execute function private.give_order_code();

create trigger a_decide before update on public.orders
  for each row execute function private.decide();

-- A quoted order is not completed while its payment is open, unless it goes on credit terms with a reason (decision 84).
create function private.require_payment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.total_amount_kobo is not null and new.payment_status <> 'confirmed' and new.credit_terms_reason is null then
    raise exception 'The payment of this order is not confirmed yet' using errcode = '23514', hint = 'payment_status';
  end if;
  return new;
end $$;

create trigger b_require_payment before update of status on public.orders
  for each row when (new.status = 'completed' and old.status <> 'completed')
  execute function private.require_payment();

-- The buyer hears of their order in the same transaction that changes it.
-- Security definer, because staff may not write mail by themselves.
create function private.tell_buyer(order_id uuid, template text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders;
  request public.order_requests;
  own_mailbox text;
  recipient text;
begin
  select * into strict found_order from public.orders where id = order_id;
  select * into request from public.order_requests where order_requests.order_id = found_order.id;
  select email into own_mailbox from public.profiles where id = found_order.user_id;
  recipient := coalesce(request.email, own_mailbox);
  -- The form takes any address, a stranger's too: a mailbox that nobody proved gets five of these in an hour from
  -- everybody together, and the account's own gets what is beyond.
  if template = 'order_received' and recipient <> own_mailbox then
    -- One after the other for each address, or many at once would all count the same few.
    perform pg_advisory_xact_lock(hashtextextended('order mail ' || recipient, 0));
    if (select count(*) >= 5 from private.mail_outbox
        where mail_outbox.recipient = request.email and created_at > now() - interval '1 hour') then
      recipient := own_mailbox;
    end if;
  end if;
  if recipient is null then
    return;
  end if;
  perform private.enqueue_mail(template, recipient, jsonb_strip_nulls(jsonb_build_object(
    'order_id', found_order.id,
    'code', found_order.code,
    'contact_person', request.contact_person,
    'product', found_order.crop_type,
    'quantity', found_order.quantity_text,
    'unit', found_order.unit,
    'reason', found_order.decline_reason
  )), template || ':' || found_order.id);
end $$;

create function private.tell_buyer_of_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_buyer(new.id, 'order_' || new.status);
  return null;
end $$;

create trigger tell_buyer_of_decision after update of status on public.orders
  for each row when (new.status is distinct from old.status and not new.is_demo)
  execute function private.tell_buyer_of_decision();

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long)
values
  ('order', 1, 'companyName', 'line', 2, 200, null,
    'Company name must be at least 2 characters', 'Company name must be at most 200 characters'),
  ('order', 2, 'contactPerson', 'line', 2, 200, null,
    'Contact person name is required', 'Contact person name must be at most 200 characters'),
  ('order', 3, 'email', 'email', 1, 254, null,
    'Invalid email address', 'Email address must be at most 254 characters'),
  ('order', 4, 'phone', 'phone', 1, 40, null,
    'Phone number must be at least 10 digits', 'Phone number must be at most 40 characters'),
  ('order', 5, 'address', 'text', 10, 500, null,
    'Address must be at least 10 characters', 'Address must be at most 500 characters'),
  ('order', 6, 'country', 'line', 2, 100, null,
    'Country is required', 'Country must be at most 100 characters'),
  ('order', 7, 'product', 'option', 1, 200,
    array['Ginger', 'Sesame Seeds', 'Groundnut', 'Hibiscus Flowers', 'Garlic', 'Raw Cashew Nuts', 'Soya Beans',
      'Gum Arabic', 'Moringa Seeds', 'Rice', 'Palm Oil', 'Cocoa Beans', 'Yam', 'Cassava', 'Plantain'],
    'Please select a product', 'Product must be at most 200 characters'),
  ('order', 8, 'quantity', 'quantity', 1, 40, null,
    'Quantity is required', 'Quantity must be at most 40 characters'),
  ('order', 9, 'unit', 'option', 1, 200,
    array['Tons', 'Kilograms', 'Bags (50kg)', 'Bags (100kg)', 'Containers (20ft)', 'Containers (40ft)'],
    'Please select a unit', 'Unit must be at most 200 characters'),
  ('order', 10, 'deliveryLocation', 'text', 5, 500, null,
    'Delivery location is required', 'Delivery location must be at most 500 characters'),
  ('order', 11, 'paymentTerms', 'option', 1, 200,
    array['30% Advance 70% on Delivery', '50% Advance 50% on Delivery', 'Letter of Credit', 'Cash on Delivery',
      'Bank Transfer'],
    'Please select payment terms', 'Payment terms must be at most 200 characters'),
  ('order', 12, 'incoterms', 'option', 1, 200, array['FOB', 'CIF', 'CFR', 'EXW', 'DDP'],
    'Please select incoterms', 'Incoterms must be at most 200 characters'),
  ('order', 13, 'additionalRequirements', 'text', 0, 2000, null,
    'Additional requirements must be text', 'Additional requirements must be at most 2000 characters');

-- A signed-in person's bulk order: two rows that exist together or not at all, a code, and a mail.
-- Security definer, because nobody holds a right to insert into orders or order_requests: an order without its
-- request, with a forged status, price or owner cannot be made by any other door.
-- The same idempotency_key again, also at the same moment, answers the same order.
create function public.submit_order(request jsonb, idempotency_key uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  buyer_id uuid := (select auth.uid());
  answers jsonb;
  made public.orders;
begin
  if buyer_id is null then
    raise exception 'Please sign in to submit your order' using errcode = '42501';
  end if;
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  select * into made from public.orders
  where user_id = buyer_id and orders.idempotency_key = submit_order.idempotency_key;
  if not found then
    answers := private.check_form('order', request);
    if (select count(*) >= 60 from public.orders
        where user_id = buyer_id and created_at > now() - interval '1 hour') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
    insert into public.orders
      (user_id, kind, crop_type, quantity, quantity_text, unit, delivery_address, special_requirements, idempotency_key)
    values (
      buyer_id, 'bulk', answers ->> 'product', replace(answers ->> 'quantity', ',', '')::numeric,
      answers ->> 'quantity', answers ->> 'unit', answers ->> 'deliveryLocation',
      nullif(answers ->> 'additionalRequirements', ''), submit_order.idempotency_key
    )
    on conflict on constraint orders_idempotency_key_unique do nothing
    returning * into made;
    if found then
      insert into public.order_requests
        (order_id, company_name, contact_person, email, phone, address, country, payment_terms, incoterms)
      values (
        made.id, answers ->> 'companyName', answers ->> 'contactPerson', answers ->> 'email', answers ->> 'phone',
        answers ->> 'address', answers ->> 'country', answers ->> 'paymentTerms', answers ->> 'incoterms'
      );
      perform private.tell_buyer(made.id, 'order_received');
    else
      -- The same tap came twice and the other one was first.
      select * into strict made from public.orders
      where user_id = buyer_id and orders.idempotency_key = submit_order.idempotency_key;
    end if;
  end if;
  return jsonb_build_object('id', made.id, 'code', made.code, 'status', made.status, 'created_at', made.created_at);
end $$;

revoke all on function private.order_code_check(text), private.format_order_code(text), private.make_order_code(),
  private.give_order_code(), private.require_payment(), private.tell_buyer(uuid, text),
  private.tell_buyer_of_decision() from public;
revoke all on function public.submit_order(jsonb, uuid) from public, anon, authenticated, service_role;
grant execute on function public.submit_order(jsonb, uuid) to authenticated;

alter table public.orders enable row level security;
revoke all on table public.orders from public, anon, authenticated;
grant select on table public.orders to authenticated;
grant update (status, updated_at, decline_reason, credit_terms_reason) on table public.orders to authenticated;
grant select, insert, update, delete on table public.orders to service_role;

create policy "People read their own orders, and staff who may, all" on public.orders
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('orders.read')));

create policy "Staff who may decide change an order's status" on public.orders
  for update to authenticated
  using ((select private.has_permission('orders.decide')))
  with check ((select private.has_permission('orders.decide')));

alter table public.order_requests enable row level security;
revoke all on table public.order_requests from public, anon, authenticated;
grant select on table public.order_requests to authenticated;
grant select, insert, update, delete on table public.order_requests to service_role;

create policy "Whoever may read an order reads its request" on public.order_requests
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

alter publication supabase_realtime add table public.orders;
