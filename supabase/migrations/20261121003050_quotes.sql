-- Quotes for bulk orders: lines, price, currency and an end; accepting one freezes the price and lays the payments out
-- as the chosen terms say, to the kobo.

create table private.payment_schedules (
  terms text not null,
  position integer not null,
  percent integer not null,
  due text not null,
  primary key (terms, position),
  constraint payment_schedules_percent_range check (percent between 1 and 100),
  constraint payment_schedules_due_known check (due in ('in_advance', 'on_delivery', 'against_documents'))
);
comment on table private.payment_schedules is 'What the payment terms of the order form mean; equal to paymentSchedules in domain/quotes.ts.';
alter table private.payment_schedules enable row level security;
revoke all on table private.payment_schedules from public, anon, authenticated;

insert into private.payment_schedules (terms, position, percent, due)
values
  ('30% Advance 70% on Delivery', 1, 30, 'in_advance'),
  ('30% Advance 70% on Delivery', 2, 70, 'on_delivery'),
  ('50% Advance 50% on Delivery', 1, 50, 'in_advance'),
  ('50% Advance 50% on Delivery', 2, 50, 'on_delivery'),
  ('Letter of Credit', 1, 100, 'against_documents'),
  ('Cash on Delivery', 1, 100, 'on_delivery'),
  ('Bank Transfer', 1, 100, 'in_advance');

create table public.quotes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  currency text not null,
  payment_terms text not null,
  total_kobo bigint not null,
  note text,
  expires_at timestamptz not null,
  status text not null default 'open',
  created_by uuid,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  constraint quotes_currency_known check (currency in ('NGN', 'USD')),
  constraint quotes_total_kobo_positive check (total_kobo > 0),
  constraint quotes_note_length check (char_length(note) between 1 and 2000),
  constraint quotes_status_known check (status in ('open', 'replaced', 'accepted')),
  constraint quotes_accepted_at_belongs check ((status = 'accepted') = (accepted_at is not null))
);
comment on column public.quotes.total_kobo is 'Minor units of currency; the lines add up to it.';
create index quotes_order_id_idx on public.quotes (order_id, created_at);
create unique index quotes_one_open on public.quotes (order_id) where status = 'open';
create unique index quotes_one_accepted on public.quotes (order_id) where status = 'accepted';

create table public.quote_lines (
  quote_id uuid not null references public.quotes (id) on delete cascade,
  position integer not null,
  description text not null,
  quantity numeric not null,
  unit text not null,
  price_kobo bigint not null,
  total_kobo bigint not null generated always as (round(quantity * price_kobo)::bigint) stored,
  primary key (quote_id, position),
  constraint quote_lines_description_length check (char_length(description) between 2 and 200),
  constraint quote_lines_quantity_positive check (quantity > 0 and quantity <= 1000000000),
  constraint quote_lines_unit_length check (char_length(unit) between 1 and 40),
  constraint quote_lines_price_kobo_range check (price_kobo between 0 and 100000000000)
);

create table public.order_instalments (
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null,
  percent integer not null,
  due text not null,
  amount_kobo bigint not null,
  primary key (order_id, position),
  constraint order_instalments_amount_kobo_not_negative check (amount_kobo >= 0)
);
comment on table public.order_instalments is 'How the total of an accepted quote is paid; they add up to it exactly.';

-- Each part rounded down, and the last one takes what is left: nothing is lost and nothing is made. As splitAmount.
create function private.split_amount(total bigint, percents integer[]) returns bigint[]
language sql immutable set search_path = ''
as $$
  select array_agg(case
    when place < cardinality(percents) then total * percents[place] / 100
    else total - coalesce((select sum(total * percent / 100) from unnest(percents[1:cardinality(percents) - 1]) as percent), 0)
  end order by place)
  from generate_series(1, cardinality(percents)) as place
$$;

-- quote = {lines: [{description, quantity, unit, priceKobo}], currency, expiresAt, paymentTerms?, note?}. A new quote
-- takes the place of the open one; after an acceptance there is none.
create function public.quote_order(order_id uuid, quote jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders;
  wanted_terms text;
  quote_id uuid := gen_random_uuid();
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  select * into found_order from public.orders where id = order_id for update;
  wanted_terms := coalesce(quote ->> 'paymentTerms', (select payment_terms from public.order_requests as asked where asked.order_id = found_order.id));
  if found_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif found_order.user_id = (select auth.uid()) then
    raise exception 'Somebody else must quote your own order' using errcode = '42501';
  elsif found_order.kind <> 'bulk' or found_order.status not in ('pending', 'approved') or found_order.total_amount_kobo is not null then
    raise exception 'This order cannot be quoted any more' using errcode = '23514', hint = 'quote';
  elsif coalesce((quote ->> 'expiresAt')::timestamptz, now()) not between now() + interval '1 hour' and now() + interval '1 year' then
    raise exception 'A quote is good for an hour at least and a year at most' using errcode = '23514', hint = 'expiresAt';
  elsif not exists (select from private.payment_schedules as schedule where schedule.terms = wanted_terms) then
    raise exception 'Please select payment terms' using errcode = '23514', hint = 'paymentTerms';
  elsif jsonb_typeof(quote -> 'lines') is distinct from 'array' or jsonb_array_length(quote -> 'lines') not between 1 and 100 then
    raise exception 'A quote has 1 to 100 lines' using errcode = '23514', hint = 'lines';
  end if;
  update public.quotes set status = 'replaced' where quotes.order_id = found_order.id and status = 'open';
  insert into public.quotes (id, order_id, currency, payment_terms, total_kobo, note, expires_at, created_by)
  select quote_id, found_order.id, coalesce(quote ->> 'currency', 'NGN'), wanted_terms,
    sum(round((line ->> 'quantity')::numeric * (line ->> 'priceKobo')::bigint))::bigint,
    nullif(private.clean_text(quote ->> 'note'), ''), (quote ->> 'expiresAt')::timestamptz, (select auth.uid())
  from jsonb_array_elements(quote -> 'lines') as line;
  insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo)
  select quote_id, place, private.clean_line(line ->> 'description'), (line ->> 'quantity')::numeric,
    private.clean_line(line ->> 'unit'), (line ->> 'priceKobo')::bigint
  from jsonb_array_elements(quote -> 'lines') with ordinality as given (line, place);
  perform private.tell_buyer(found_order.id, 'order_quoted');
  return quote_id;
end $$;

-- The buyer accepts the total that they saw; from now on it is the order's, and its payments are laid out.
create function public.accept_quote(quote_id uuid, total_kobo bigint) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  chosen public.quotes;
  own public.orders;
  parts bigint[];
begin
  select * into chosen from public.quotes where id = quote_id;
  if chosen.id is null or (select auth.uid()) is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  end if;
  own := private.find_own_order(chosen.order_id, '{}');
  select * into own from public.orders where id = own.id for update;
  select * into chosen from public.quotes where id = quote_id for update;
  if chosen.status = 'accepted' and chosen.total_kobo = accept_quote.total_kobo then
    return private.describe_market_order(own, false);
  elsif chosen.status <> 'open' or chosen.expires_at <= now() or own.status not in ('pending', 'approved')
    or own.total_amount_kobo is not null
  then
    raise exception 'This quote is not open any more' using errcode = '23514', hint = 'quote';
  elsif chosen.total_kobo <> accept_quote.total_kobo then
    raise exception 'The total of this quote is another one' using errcode = '23514', hint = 'total_kobo';
  end if;
  update public.quotes set status = 'accepted', accepted_at = now() where id = chosen.id;
  update public.orders set total_amount_kobo = chosen.total_kobo, currency = chosen.currency
  where id = own.id returning * into own;
  parts := private.split_amount(chosen.total_kobo, array(
    select percent from private.payment_schedules where terms = chosen.payment_terms order by position));
  insert into public.order_instalments (order_id, position, percent, due, amount_kobo)
  select own.id, position, percent, due, parts[position]
  from private.payment_schedules where terms = chosen.payment_terms;
  return private.describe_market_order(own, false);
end $$;

-- Whether goods may leave: the money is there, the part that is due before the delivery is there, or the order goes on
-- credit terms with a reason.
create or replace function private.is_paid_enough(candidate public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (candidate).payment_status in ('confirmed', 'overpaid') or (candidate).credit_terms_reason is not null
    or ((candidate).payment_status in ('unpaid', 'claimed', 'underpaid') and exists (
      select from public.order_instalments as part where part.order_id = (candidate).id
      having private.received_kobo((candidate).id) >= sum(case due when 'in_advance' then amount_kobo else 0 end)
    ))
$$;

revoke all on function private.split_amount(bigint, integer[]) from public;
revoke all on function public.quote_order(uuid, jsonb), public.accept_quote(uuid, bigint)
  from public, anon, authenticated, service_role;
grant execute on function public.quote_order(uuid, jsonb), public.accept_quote(uuid, bigint) to authenticated;

alter table public.quotes enable row level security;
revoke all on table public.quotes from public, anon, authenticated, service_role;
grant select (id, order_id, currency, payment_terms, total_kobo, note, expires_at, status, accepted_at, created_at)
  on table public.quotes to authenticated;
grant select on table public.quotes to service_role;
create policy "Whoever may read an order reads its quotes" on public.quotes
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

alter table public.quote_lines enable row level security;
revoke all on table public.quote_lines from public, anon, authenticated, service_role;
grant select on table public.quote_lines to authenticated, service_role;
create policy "Whoever may read a quote reads its lines" on public.quote_lines
  for select to authenticated
  using (exists (select from public.quotes where quotes.id = quote_id));

alter table public.order_instalments enable row level security;
revoke all on table public.order_instalments from public, anon, authenticated, service_role;
grant select on table public.order_instalments to authenticated, service_role;
create policy "Whoever may read an order reads how it is paid" on public.order_instalments
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );
