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
  named_place text,
  grade text,
  packing text,
  tolerance_percent numeric,
  target_price text,
  purchase_order_number text,
  delivery_location text,
  constraint order_requests_company_name_length check (char_length(company_name) between 2 and 200),
  constraint order_requests_contact_person_length check (char_length(contact_person) between 2 and 200),
  constraint order_requests_email_form check (private.is_email(email)),
  constraint order_requests_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint order_requests_address_length check (char_length(address) between 10 and 500),
  constraint order_requests_country_length check (char_length(country) between 2 and 100),
  constraint order_requests_payment_terms_known check (payment_terms in
    ('30% Advance 70% on Delivery', '50% Advance 50% on Delivery', 'Letter of Credit', 'Cash on Delivery', 'Bank Transfer')),
  constraint order_requests_incoterms_known check (incoterms in ('FOB', 'CIF', 'CFR', 'EXW', 'DDP')),
  constraint order_requests_named_place_length check (char_length(named_place) <= 120),
  constraint order_requests_grade_length check (char_length(grade) <= 200),
  constraint order_requests_packing_length check (char_length(packing) <= 200),
  constraint order_requests_tolerance_percent_range check (tolerance_percent between 0 and 100),
  constraint order_requests_target_price_length check (char_length(target_price) <= 100),
  constraint order_requests_purchase_order_number_length check (char_length(purchase_order_number) <= 60),
  constraint order_requests_delivery_location_length check (char_length(delivery_location) between 5 and 500)
);
comment on table public.order_requests is 'What the bulk order form has beyond the stored order: who orders, and on which terms.';
comment on column public.order_requests.delivery_location is 'Where it was asked for, once the order goes where its accepted quote says. Null: as the order has it.';

create index order_requests_phone_idx on public.order_requests (phone);
create index order_requests_email_idx on public.order_requests (lower(email));

-- The first product of a request is the order's own; these are the others.
create table public.order_request_lines (
  order_id uuid not null references public.order_requests (order_id) on delete cascade,
  position integer not null,
  product text not null,
  quantity numeric not null,
  quantity_text text not null,
  unit text not null,
  primary key (order_id, position),
  constraint order_request_lines_position_range check (position between 2 and 20),
  constraint order_request_lines_product_length check (char_length(product) between 1 and 200),
  constraint order_request_lines_quantity_positive check (quantity > 0 and quantity <= 1000000000),
  constraint order_request_lines_quantity_text_length check (char_length(quantity_text) between 1 and 40),
  constraint order_request_lines_unit_known check (unit in
    ('Tons', 'Kilograms', 'Bags (50kg)', 'Bags (100kg)', 'Containers (20ft)', 'Containers (40ft)'))
);
comment on table public.order_request_lines is 'Further products of one bulk order request.';

-- What is wrong with one product of a request, as {field, message}; null: nothing. What can be ordered is a table.
create function private.request_line_problem(line jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  rule private.field_rules;
  typed text;
  problem text;
begin
  for rule in select * from private.field_rules
    where form = 'order' and field in ('product', 'quantity', 'unit') order by position
  loop
    typed := case when jsonb_typeof(line -> rule.field) = 'string' then private.clean_answer(rule.kind, line ->> rule.field) end;
    problem := case when typed is null then rule.message else private.answer_problem(rule, typed) end;
    if problem is null and rule.field = 'product'
      and not exists (select from public.order_products where label = typed and is_active)
    then
      problem := rule.message;
    end if;
    if problem is not null then
      return jsonb_build_object('field', rule.field, 'message', problem);
    end if;
  end loop;
  if private.is_whole_unit(line ->> 'unit') and private.typed_quantity(line) <> trunc(private.typed_quantity(line)) then
    return jsonb_build_object('field', 'quantity',
      'message', 'Bags, containers and other packs are counted whole: enter a number without decimals');
  end if;
  return null;
end $$;

create function private.typed_quantity(line jsonb) returns numeric
language sql immutable set search_path = ''
as $$
  select replace(private.clean_line(line ->> 'quantity'), ',', '')::numeric
$$;

-- The answers of the form. readOrderRequest of the site; the fields of a further product carry its number: quantity2.
create function private.check_order_request(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  answers jsonb := private.check_form('order', request);
  wrong record;
begin
  select place, private.request_line_problem(line) as problem into wrong
  from (
    select 1 as place, answers as line
    union all
    select 1 + input.place as place, input.line
    from jsonb_array_elements(case jsonb_typeof(request -> 'lines') when 'array' then request -> 'lines' else '[]' end)
      with ordinality as input (line, place)
  ) as lines
  where private.request_line_problem(line) is not null order by place limit 1;
  if found then
    wrong.problem := jsonb_set(wrong.problem, '{field}',
      to_jsonb(wrong.problem ->> 'field' || case when wrong.place > 1 then wrong.place::text else '' end));
    raise exception '%', wrong.problem ->> 'message'
      using errcode = '23514', detail = wrong.problem ->> 'field', hint = wrong.problem ->> 'field';
  elsif jsonb_typeof(request -> 'lines') = 'array' and jsonb_array_length(request -> 'lines') > 19 then
    raise exception 'At most 20 products in one request' using errcode = '23514', detail = 'product', hint = 'product';
  elsif not private.is_percent(private.answer(answers, 'tolerancePercent')) then
    raise exception 'Enter a percentage from 0 to 100, such as 2 or 7.5'
      using errcode = '23514', detail = 'tolerancePercent', hint = 'tolerancePercent';
  end if;
  return answers;
end $$;

-- Whether the form says again what the order was made of.
create function private.is_same_request(existing public.orders, request jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  answers jsonb := private.check_form('order', request);
begin
  return ((existing).crop_type, (existing).quantity_text, (existing).unit, (existing).special_requirements, (existing).delivery_date)
    is not distinct from (answers ->> 'product', answers ->> 'quantity', answers ->> 'unit',
      private.answer(answers, 'additionalRequirements'), private.read_day(private.answer(answers, 'preferredDate')))
  and exists (
    select from public.order_requests as stored where stored.order_id = (existing).id
      and (stored.company_name, stored.contact_person, stored.email, stored.phone, stored.address, stored.country, stored.payment_terms,
        stored.incoterms, stored.named_place, stored.grade, stored.packing, stored.target_price, stored.purchase_order_number,
        coalesce(stored.delivery_location, (existing).delivery_address))
      is not distinct from (answers ->> 'companyName', answers ->> 'contactPerson', answers ->> 'email', answers ->> 'phone',
        answers ->> 'address', answers ->> 'country', answers ->> 'paymentTerms', answers ->> 'incoterms',
        private.answer(answers, 'namedPlace'), private.answer(answers, 'grade'), private.answer(answers, 'packing'),
        private.answer(answers, 'targetPrice'), private.answer(answers, 'purchaseOrderNumber'), answers ->> 'deliveryLocation')
      and stored.tolerance_percent is not distinct from case when private.is_percent(private.answer(answers, 'tolerancePercent'))
        then private.answer(answers, 'tolerancePercent')::numeric end
  ) and (
    select coalesce(jsonb_agg(jsonb_build_array(line.product, line.quantity_text, line.unit) order by line.position), '[]')
    from public.order_request_lines as line where line.order_id = (existing).id
  ) = (
    select coalesce(jsonb_agg(jsonb_build_array(private.clean_line(line ->> 'product'), private.clean_line(line ->> 'quantity'),
      line ->> 'unit') order by place), '[]')
    from jsonb_array_elements(case jsonb_typeof(request -> 'lines') when 'array' then request -> 'lines' else '[]' end)
      with ordinality as input (line, place)
  );
end $$;

-- A signed-in person's bulk order: two rows that exist together or not at all, a code, and a mail.
-- Security definer, because nobody holds a right to insert into orders or order_requests: an order without its
-- request, with a forged status, price or owner cannot be made by any other way.
-- The same idempotency_key again, also at the same time, answers the same order; with other contents it is refused.
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
    answers := private.check_order_request(request);
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
      delivery_date, idempotency_key, sort_name)
    values (
      buyer_id, 'bulk', answers ->> 'product', replace(answers ->> 'quantity', ',', '')::numeric,
      answers ->> 'quantity', answers ->> 'unit', answers ->> 'deliveryLocation',
      nullif(answers ->> 'additionalRequirements', ''), preferred_date, submit_order.idempotency_key,
      lower(answers ->> 'companyName')
    )
    returning * into created;
    insert into public.order_requests
      (order_id, company_name, contact_person, email, phone, address, country, payment_terms, incoterms, named_place, grade,
      packing, tolerance_percent, target_price, purchase_order_number)
    values (
      created.id, answers ->> 'companyName', answers ->> 'contactPerson', answers ->> 'email', answers ->> 'phone',
      answers ->> 'address', answers ->> 'country', answers ->> 'paymentTerms', answers ->> 'incoterms',
      private.answer(answers, 'namedPlace'), private.answer(answers, 'grade'), private.answer(answers, 'packing'),
      private.answer(answers, 'tolerancePercent')::numeric, private.answer(answers, 'targetPrice'),
      private.answer(answers, 'purchaseOrderNumber')
    );
    insert into public.order_request_lines (order_id, position, product, quantity, quantity_text, unit)
    select created.id, place + 1, private.clean_line(line ->> 'product'), private.typed_quantity(line),
      private.clean_line(line ->> 'quantity'), line ->> 'unit'
    from jsonb_array_elements(case jsonb_typeof(request -> 'lines') when 'array' then request -> 'lines' else '[]' end)
      with ordinality as input (line, place);
    perform private.notify_buyer(created.id, 'order_received');
  elsif created.kind <> 'bulk' or not private.is_same_request(created, request) then
    raise exception 'This order was sent before with other contents, as %. Nothing was changed. Please send it once more.', created.code
      using errcode = 'PT409';
  end if;
  return jsonb_build_object('id', created.id, 'code', created.code, 'status', created.status, 'created_at', created.created_at);
end $$;

-- What a checkout or a request wrote with its order is right already, and is not written twice.
create function private.rename_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  name text;
begin
  select private.find_buyer_name(own.id, own.user_id) into name from public.orders as own
  where own.id = new.order_id and own.sort_name is distinct from private.find_buyer_name(own.id, own.user_id);
  if found then
    update public.orders set sort_name = name where id = new.order_id;
  end if;
  return null;
end $$;

create trigger rename_order after insert or update of company_name on public.order_requests
  for each row execute function private.rename_order();

revoke all on function private.rename_order() from public, anon, authenticated, service_role;

alter table public.order_requests enable row level security;
revoke all on table public.order_requests from public, anon, authenticated;
grant select on table public.order_requests to authenticated;
create policy "Readers of an order read its request" on public.order_requests
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

alter table public.order_request_lines enable row level security;
revoke all on table public.order_request_lines from public, anon, authenticated, service_role;
grant select on table public.order_request_lines to authenticated, service_role;
create policy "People who may read a request read its further products" on public.order_request_lines
  for select to authenticated
  using (exists (select from public.order_requests where order_requests.order_id = order_request_lines.order_id));

revoke all on function
  private.check_order_request(jsonb), private.is_same_request(public.orders, jsonb), private.request_line_problem(jsonb),
  private.typed_quantity(jsonb), public.submit_order(jsonb, uuid) from public, anon, authenticated, service_role;
grant execute on function public.submit_order(jsonb, uuid) to authenticated;
