-- Quotes for bulk orders, and the instalments that follow from their terms.

create table private.payment_schedules (
  terms text not null,
  position integer not null,
  percent integer not null,
  due text not null,
  primary key (terms, position),
  constraint payment_schedules_percent_range check (percent between 1 and 100),
  constraint payment_schedules_due_known check (due in ('in_advance', 'on_delivery', 'against_documents'))
);
comment on table private.payment_schedules is 'What the payment terms of the order form mean.';

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
create unique index quotes_one_accepted on public.quotes (order_id) where status = 'accepted';
create unique index quotes_one_open on public.quotes (order_id) where status = 'open';
create index quotes_order_id_idx on public.quotes (order_id, created_at);

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
  current_order public.orders;
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
  select * into current_order from public.orders where id = order_id for update;
  wanted_terms := coalesce(quote ->> 'paymentTerms', (select payment_terms from public.order_requests as bulk_request where bulk_request.order_id = current_order.id));
  begin
    ends_at := (quote ->> 'expiresAt')::timestamptz;
  exception when data_exception then
    ends_at := null;
  end;
  if current_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(current_order) then
    raise exception 'Somebody else must quote your own order' using errcode = '42501';
  elsif current_order.kind <> 'bulk' or current_order.status not in ('pending', 'approved') or current_order.total_amount_kobo is not null then
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
  from jsonb_array_elements(quote -> 'lines') with ordinality as input (line, place)
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
  update public.quotes set status = 'replaced' where quotes.order_id = current_order.id and status = 'open';
  insert into public.quotes (id, order_id, currency, payment_terms, total_kobo, note, expires_at, created_by)
  values (quote_id, current_order.id, wanted_currency, wanted_terms, total::bigint, note, ends_at, (select auth.uid()));
  insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo)
  select quote_id, place, private.clean_line(line ->> 'description'), (line ->> 'quantity')::numeric,
    private.clean_line(line ->> 'unit'), (line ->> 'priceKobo')::bigint
  from jsonb_array_elements(quote -> 'lines') with ordinality as input (line, place);
  perform private.notify_buyer(current_order.id, 'order_quoted');
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

create function private.is_part_due(due text, fulfilment_status text) returns boolean
language sql immutable set search_path = ''
as $$
  select case due
    when 'in_advance' then true
    when 'against_documents' then fulfilment_status in ('dispatched', 'delivered', 'disputed')
    when 'on_delivery' then fulfilment_status = 'delivered'
  end
$$;

-- What is due now and what later, and when that is; null when nothing is open, or the buyer says that it is paid.
create function private.describe_due(own public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('now_kobo', now_kobo, 'later_kobo', left_kobo - now_kobo, 'later', case
      when left_kobo = now_kobo then null
      when (own).credit_terms_reason is not null then 'on_credit'
      else (select due from public.order_instalments
        where order_id = (own).id and not private.is_part_due(due, (own).fulfilment_status) order by position limit 1)
    end)
  from (select private.due_now_kobo(own) as now_kobo,
    (own).total_amount_kobo - private.credited_kobo((own).id) as left_kobo) as account
  where (own).status <> 'declined' and (own).payment_status in ('unpaid', 'underpaid') and left_kobo > 0
$$;

create function private.describe_schedule(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('percent', percent, 'due', due, 'amountKobo', amount_kobo) order by position)
  from public.order_instalments as part where part.order_id = $1
$$;

create trigger audit_change after insert or update on public.quotes for each row
  execute function private.audit_change('staff', 'order_id', 'total_kobo,currency,payment_terms,expires_at');

create trigger note_contact after insert on public.quotes
  for each row execute function private.note_contact_of_row();

alter table private.payment_schedules enable row level security;
revoke all on table private.payment_schedules from public, anon, authenticated, service_role;

alter table public.quotes enable row level security;
revoke all on table public.quotes from public, anon, authenticated, service_role;
grant select on table public.quotes to service_role;
grant select (
  id, order_id, currency, payment_terms, total_kobo, note, expires_at, status, accepted_at, created_at
  ) on table public.quotes to authenticated;
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

revoke all on function
  private.describe_due(public.orders), private.describe_schedule(uuid), private.is_part_due(text, text),
  private.quote_line_problem(jsonb), private.split_amount(bigint, integer[]), public.accept_quote(uuid, bigint),
  public.quote_order(uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.accept_quote(uuid, bigint), public.quote_order(uuid, jsonb) to authenticated;
