-- Quotes: whose order it is is asked as payments do, and what is wrong with a quote is said in a sentence with its field.

-- The field of a quote's line that is not as it must be; null when all are.
create function private.quote_line_problem(line jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when char_length(coalesce(private.clean_line(line ->> 'description'), '')) not between 2 and 200 then 'description'
    when coalesce(line ->> 'quantity', '') !~ '^[0-9]{1,10}([.][0-9]{1,30})?$' then 'quantity'
    when (line ->> 'quantity')::numeric not between 0.000000001 and 1000000000 then 'quantity'
    when char_length(coalesce(private.clean_line(line ->> 'unit'), '')) not between 1 and 40 then 'unit'
    when coalesce(line ->> 'priceKobo', '') !~ '^[0-9]{1,12}$' then 'priceKobo'
    when (line ->> 'priceKobo')::bigint > 100000000000 then 'priceKobo'
  end
$$;

-- As before (20261121003050), with is_own_order, and a sentence for whatever a constraint would refuse.
create or replace function public.quote_order(order_id uuid, quote jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders;
  wanted_terms text;
  wanted_currency text := coalesce(quote ->> 'currency', 'NGN');
  note text := nullif(private.clean_text(quote ->> 'note'), '');
  ends_at timestamptz;
  wrong record;
  total numeric;
  quote_id uuid := gen_random_uuid();
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  select * into found_order from public.orders where id = order_id for update;
  wanted_terms := coalesce(quote ->> 'paymentTerms', (select payment_terms from public.order_requests as asked where asked.order_id = found_order.id));
  begin
    ends_at := (quote ->> 'expiresAt')::timestamptz;
  exception when data_exception then
    ends_at := null;
  end;
  if found_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(found_order) then
    raise exception 'Somebody else must quote your own order' using errcode = '42501';
  elsif found_order.kind <> 'bulk' or found_order.status not in ('pending', 'approved') or found_order.total_amount_kobo is not null then
    raise exception 'This order cannot be quoted any more' using errcode = '23514', hint = 'quote';
  elsif coalesce(ends_at, now()) not between now() + interval '1 hour' and now() + interval '1 year' then
    raise exception 'A quote is good for an hour at least and a year at most' using errcode = '23514', hint = 'expiresAt';
  elsif not exists (select from private.payment_schedules as schedule where schedule.terms = wanted_terms) then
    raise exception 'Please select payment terms' using errcode = '23514', hint = 'paymentTerms';
  elsif wanted_currency not in ('NGN', 'USD') then
    raise exception 'A quote is in naira (NGN) or US dollars (USD)' using errcode = '23514', hint = 'currency';
  elsif char_length(note) > 2000 then
    raise exception 'A note has at most 2,000 characters' using errcode = '23514', hint = 'note';
  elsif jsonb_typeof(quote -> 'lines') is distinct from 'array' or jsonb_array_length(quote -> 'lines') not between 1 and 100 then
    raise exception 'A quote has 1 to 100 lines' using errcode = '23514', hint = 'lines';
  end if;
  select place, private.quote_line_problem(line) as field into wrong
  from jsonb_array_elements(quote -> 'lines') with ordinality as given (line, place)
  where private.quote_line_problem(line) is not null order by place limit 1;
  if found then
    raise exception 'Line %: %', wrong.place, case wrong.field
      when 'description' then 'say what it is, in 2 to 200 characters'
      when 'quantity' then 'the quantity must be greater than 0, and at most 1,000,000,000'
      when 'unit' then 'the unit must have 1 to 40 characters'
      else 'the price of one unit must be an amount of at most 1,000,000,000'
    end using errcode = '23514', hint = wrong.field;
  end if;
  select sum(round((line ->> 'quantity')::numeric * (line ->> 'priceKobo')::bigint)) into total
  from jsonb_array_elements(quote -> 'lines') as line;
  if total not between 1 and 9000000000000000 then
    raise exception 'The total must be more than nothing, and at most 90,000,000,000,000' using errcode = '23514', hint = 'priceKobo';
  end if;
  update public.quotes set status = 'replaced' where quotes.order_id = found_order.id and status = 'open';
  insert into public.quotes (id, order_id, currency, payment_terms, total_kobo, note, expires_at, created_by)
  values (quote_id, found_order.id, wanted_currency, wanted_terms, total::bigint, note, ends_at, (select auth.uid()));
  insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo)
  select quote_id, place, private.clean_line(line ->> 'description'), (line ->> 'quantity')::numeric,
    private.clean_line(line ->> 'unit'), (line ->> 'priceKobo')::bigint
  from jsonb_array_elements(quote -> 'lines') with ordinality as given (line, place);
  perform private.tell_buyer(found_order.id, 'order_quoted');
  return quote_id;
end $$;

revoke all on function private.quote_line_problem(jsonb) from public;
