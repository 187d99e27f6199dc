-- The limit of 60 orders in an hour holds for orders sent at the same moment too; otherwise submit_order as before.
-- Security definer, because nobody holds a right to insert into orders or order_requests: an order without its
-- request, with a forged status, price or owner cannot be made by any other door.
-- The same idempotency_key again, also at the same moment, answers the same order.
create or replace function public.submit_order(request jsonb, idempotency_key uuid) returns jsonb
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
  -- One order of a person after the other: what is counted below stays true until this order is stored.
  perform pg_advisory_xact_lock(hashtextextended('submit_order ' || buyer_id, 0));
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
