-- The day on which a buyer would like an order to arrive, asked for by the order form as its last question.
insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long)
values
  ('order', 14, 'preferredDate', 'line', 0, 10, null,
    'Please choose a day that is not in the past', 'Preferred delivery date must be at most 10 characters');

-- The day that YYYY-MM-DD names; null when there is no such day.
create function private.read_day(answer text) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  if answer !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    return null;
  end if;
  return make_date(substr(answer, 1, 4)::integer, substr(answer, 6, 2)::integer, substr(answer, 9, 2)::integer);
exception when datetime_field_overflow then
  return null;
end $$;

revoke all on function private.read_day(text) from public;

-- submit_order as before, and the preferred day is kept as the order's delivery date.
-- Security definer, because nobody holds a right to insert into orders or order_requests: an order without its
-- request, with a forged status, price or owner cannot be made by any other door.
-- The same idempotency_key again, also at the same moment, answers the same order.
create or replace function public.submit_order(request jsonb, idempotency_key uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  buyer_id uuid := (select auth.uid());
  answers jsonb;
  preferred_date date;
  made public.orders;
begin
  if buyer_id is null then
    raise exception 'Please sign in to submit your order' using errcode = '42501';
  end if;
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  -- One order of a person after the other: what is counted below stays true until this order is stored.
  perform pg_advisory_xact_lock(hashtextextended('submit_order ' || buyer_id, 0));
  select * into made from public.orders
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
    returning * into made;
    insert into public.order_requests
      (order_id, company_name, contact_person, email, phone, address, country, payment_terms, incoterms)
    values (
      made.id, answers ->> 'companyName', answers ->> 'contactPerson', answers ->> 'email', answers ->> 'phone',
      answers ->> 'address', answers ->> 'country', answers ->> 'paymentTerms', answers ->> 'incoterms'
    );
    perform private.tell_buyer(made.id, 'order_received');
  end if;
  return jsonb_build_object('id', made.id, 'code', made.code, 'status', made.status, 'created_at', made.created_at);
end $$;
