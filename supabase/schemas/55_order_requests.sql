-- What a bulk buyer requested, beside the order.

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
comment on table public.order_requests is 'What the bulk order form has beyond the stored order: who orders, and on which terms.';

-- A signed-in person's bulk order: two rows that exist together or not at all, a code, and a mail.
-- Security definer, because nobody holds a right to insert into orders or order_requests: an order without its
-- request, with a forged status, price or owner cannot be made by any other way.
-- The same idempotency_key again, also at the same time, answers the same order.
create function public.submit_order(request jsonb, idempotency_key uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  buyer_id uuid := (select auth.uid());
  answers jsonb;
  preferred_date date;
  created public.orders;
begin
  if buyer_id is null then
    raise exception 'Please sign in to submit your order' using errcode = '42501';
  end if;
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  -- One order of a person after the other: what is counted below stays true until this order is stored.
  perform pg_advisory_xact_lock(hashtextextended('submit_order ' || buyer_id, 0));
  select * into created from public.orders
  where user_id = buyer_id and orders.idempotency_key = submit_order.idempotency_key;
  if not found then
    answers := private.check_form('order', request);
    if answers ->> 'preferredDate' <> '' then
      preferred_date := private.read_day(answers ->> 'preferredDate');
      if preferred_date is null or preferred_date < (now() at time zone 'Africa/Lagos')::date then
        raise exception 'Please choose a day that is not in the past'
          using errcode = '23514', detail = 'preferredDate', hint = 'preferredDate';
      end if;
    end if;
    if (select count(*) >= 60 from public.orders
        where user_id = buyer_id and created_at > now() - interval '1 hour') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
    insert into public.orders
      (user_id, kind, crop_type, quantity, quantity_text, unit, delivery_address, special_requirements,
      delivery_date, idempotency_key)
    values (
      buyer_id, 'bulk', answers ->> 'product', replace(answers ->> 'quantity', ',', '')::numeric,
      answers ->> 'quantity', answers ->> 'unit', answers ->> 'deliveryLocation',
      nullif(answers ->> 'additionalRequirements', ''), preferred_date, submit_order.idempotency_key
    )
    returning * into created;
    insert into public.order_requests
      (order_id, company_name, contact_person, email, phone, address, country, payment_terms, incoterms)
    values (
      created.id, answers ->> 'companyName', answers ->> 'contactPerson', answers ->> 'email', answers ->> 'phone',
      answers ->> 'address', answers ->> 'country', answers ->> 'paymentTerms', answers ->> 'incoterms'
    );
    perform private.notify_buyer(created.id, 'order_received');
  end if;
  return jsonb_build_object('id', created.id, 'code', created.code, 'status', created.status, 'created_at', created.created_at);
end $$;

alter table public.order_requests enable row level security;
revoke all on table public.order_requests from public, anon, authenticated;
grant select on table public.order_requests to authenticated;
create policy "Whoever may read an order reads its request" on public.order_requests
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function public.submit_order(jsonb, uuid) from public, anon, authenticated, service_role;
grant execute on function public.submit_order(jsonb, uuid) to authenticated;
