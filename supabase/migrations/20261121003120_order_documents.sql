-- The papers of an order: pro-forma, invoice, receipt, delivery note. What one says is written once, with its number, in
-- the transaction of the event that it proves; its PDF is drawn from that later (20261121003125).

create table public.order_documents (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  payment_id uuid references public.payments (id),
  kind text not null,
  number text not null,
  verification_code text not null,
  content jsonb not null,
  content_sha256 text not null,
  issued_at timestamptz not null,
  constraint order_documents_kind_known check (kind in ('pro_forma', 'invoice', 'receipt', 'delivery_note')),
  constraint order_documents_number_unique unique (number),
  constraint order_documents_verification_code_unique unique (verification_code),
  constraint order_documents_verification_code_form check (verification_code ~ '^([2-9A-HJKMNP-Z]{4}-){2}[2-9A-HJKMNP-Z]{4}$'),
  constraint order_documents_content_sha256_form check (content_sha256 ~ '^[0-9a-f]{64}$'),
  constraint order_documents_payment_id_belongs check ((kind = 'receipt') = (payment_id is not null))
);
comment on table public.order_documents is 'Papers as they were issued. What one says is never changed; a pro-forma and a delivery note go with the account, tax law keeps the rest.';
comment on column public.order_documents.verification_code is 'What /verify asks for: 11 strong random characters and one that checks them.';
comment on column public.order_documents.content_sha256 is 'Of content as PostgreSQL writes it.';
create index order_documents_order_id_idx on public.order_documents (order_id, issued_at);
create unique index order_documents_one_invoice on public.order_documents (order_id) where kind = 'invoice';
create unique index order_documents_one_receipt on public.order_documents (payment_id);

create trigger refuse_change before update on public.order_documents
  for each row execute function private.refuse_change();
create trigger refuse_removal before delete on public.order_documents
  for each row when (old.kind in ('invoice', 'receipt'))
  execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.order_documents
  for each statement execute function private.refuse_change();

create table private.document_counters (
  kind text not null,
  year integer not null,
  last_number integer not null,
  primary key (kind, year)
);
comment on table private.document_counters is 'The last number of each kind and year. It moves in the transaction that issues: who rolls back takes no number.';
alter table private.document_counters enable row level security;
revoke all on table private.document_counters from public, anon, authenticated, service_role;

-- Codes like 7K4M-2X9Q-HJ3T: eleven strong random characters and the check character of order codes.
create function private.make_verification_code() returns text
language sql volatile set search_path = ''
as $$
  select substr(code, 1, 4) || '-' || substr(code, 5, 4) || '-' || substr(code, 9, 4)
  from (
    select payload || private.order_code_check(payload) as code
    from (
      select string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + get_byte(bytes, place) % 31, 1), '' order by place) as payload
      from uuid_send(gen_random_uuid()) as bytes, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13]) as place
    ) as drawn
  ) as made
$$;

create function private.utc_text(moment timestamptz) returns text
language sql immutable set search_path = ''
as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
$$;

-- What every paper says, whatever its kind: the company, the order, the buyer.
create function private.describe_parties(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'company', (select jsonb_build_object('name', facts ->> 'company_name', 'headOffice', facts ->> 'head_office',
        'branchOffice', facts ->> 'branch_office', 'phone', facts ->> 'phone_primary', 'email', facts ->> 'email',
        'logo', facts ->> 'logo', 'registrationNumber', facts ->> 'registration_number', 'taxNumber', facts ->> 'tax_number')
      from (select jsonb_object_agg(key, value) as facts from public.company_facts) as known),
    'order', jsonb_build_object('code', orders.code, 'kind', orders.kind, 'placedAt', private.utc_text(orders.created_at),
      'currency', orders.currency, 'isDemo', orders.is_demo),
    'buyer', jsonb_build_object('name', coalesce(contact.name, asked.contact_person), 'company', asked.company_name,
      'phone', coalesce(contact.phone, asked.phone), 'email', coalesce(contact.email, asked.email),
      'address', case when asked.order_id is not null then concat_ws(', ', asked.address, asked.country) end),
    'deliveryAddress', orders.delivery_address,
    'incoterms', asked.incoterms)
  from public.orders
  left join public.order_contacts as contact on contact.order_id = orders.id
  left join public.order_requests as asked on asked.order_id = orders.id
  where orders.id = $1
$$;

-- The lines: of the marketplace order, of the quote (the accepted one unless told), or what was asked for, without a price.
create function private.describe_lines(order_id uuid, quote_id uuid default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select jsonb_agg(jsonb_build_object('name', product_name, 'detail', farmer_name, 'quantity', quantity::text,
        'unit', trim_scale(pack_amount) || ' ' || pack_unit, 'priceKobo', price_kobo, 'totalKobo', total_kobo) order by position)
      from public.order_items as item where item.order_id = $1),
    (select jsonb_agg(jsonb_build_object('name', line.description, 'detail', null, 'quantity', trim_scale(line.quantity)::text,
        'unit', line.unit, 'priceKobo', line.price_kobo, 'totalKobo', line.total_kobo) order by line.position)
      from public.quote_lines as line join public.quotes as quote on quote.id = line.quote_id
      where quote.order_id = $1 and case when $2 is null then quote.status = 'accepted' else quote.id = $2 end),
    (select jsonb_build_array(jsonb_build_object('name', crop_type, 'detail', null, 'quantity', quantity_text, 'unit', unit,
        'priceKobo', null, 'totalKobo', null))
      from public.orders where id = $1))
$$;

-- Where to pay, with its last change; null while no account is set.
create function private.describe_account() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('bankName', bank_name, 'accountName', account_name, 'accountNumber', account_number,
    'changedAt', private.utc_text(effective_at), 'isDemo', is_demo)
  from private.current_settlement_account('bank_account')
$$;

-- Writes one paper with its number. Invoices, receipts and delivery notes of a year are numbered 1, 2, 3, ... in the
-- order of their issue: whoever issues one holds the counter until the end of the transaction, and a transaction that
-- fails, or a process that is killed, leaves it as it was.
create function private.issue_document(order_id uuid, kind text, details jsonb, payment_id uuid default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  document_id uuid := gen_random_uuid();
  code text;
  moment timestamptz;
  its_year integer;
  nr integer;
  its_number text;
  content jsonb;
begin
  if kind = 'pro_forma' then
    moment := clock_timestamp();
    select 'PF-' || orders.code || case when count(document.id) > 0 then '-' || count(document.id) + 1 else '' end into its_number
    from public.orders left join public.order_documents as document
      on document.order_id = orders.id and document.kind = 'pro_forma'
    where orders.id = $1 group by orders.code;
  else
    -- The moment is taken inside the lock, so that a later number is never of an earlier day.
    perform pg_advisory_xact_lock(hashtextextended('document numbers ' || issue_document.kind, 0));
    moment := clock_timestamp();
    its_year := extract(year from moment at time zone 'Africa/Lagos');
    insert into private.document_counters as counter (kind, year, last_number)
    values (issue_document.kind, its_year, 1)
    on conflict on constraint document_counters_pkey do update set last_number = counter.last_number + 1
    returning last_number into nr;
    its_number := case issue_document.kind when 'invoice' then 'INV' when 'receipt' then 'RCT' else 'DN' end
      || '-' || its_year || '-' || lpad(nr::text, greatest(5, length(nr::text)), '0');
  end if;
  loop
    code := private.make_verification_code();
    exit when not exists (select from public.order_documents where verification_code = code);
  end loop;
  content := jsonb_build_object('kind', issue_document.kind, 'number', its_number, 'verificationCode', code,
    'issuedAt', private.utc_text(moment)) || private.describe_parties(issue_document.order_id) || details;
  insert into public.order_documents (id, order_id, payment_id, kind, number, verification_code, content, content_sha256, issued_at)
  values (document_id, issue_document.order_id, issue_document.payment_id, issue_document.kind, its_number, code, content,
    encode(sha256(convert_to(content::text, 'UTF8')), 'hex'), moment);
  return document_id;
end $$;

-- A receipt for each transfer as it is recorded, whatever becomes of the order.
create function private.issue_receipt() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.issue_document(new.order_id, 'receipt', (
    select jsonb_build_object('totalKobo', orders.total_amount_kobo, 'payment', jsonb_build_object(
      'amountKobo', new.amount_kobo, 'valueDate', new.value_date, 'bankReference', new.bank_reference,
      'receivedKobo', private.received_kobo(orders.id)))
    from public.orders where orders.id = new.order_id), new.id);
  return null;
end $$;
create trigger issue_receipt after insert on public.payments
  for each row when (new.kind = 'receipt') execute function private.issue_receipt();

-- The invoice, once: when the order is approved and either its money is confirmed or its goods have left. A delivery
-- note each time that goods leave. The couplings let neither happen to a declined order.
create function private.issue_order_papers() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  received bigint;
begin
  if new.total_amount_kobo > 0 and new.status in ('approved', 'completed')
    and (new.payment_status in ('confirmed', 'overpaid') or new.fulfilment_status in ('dispatched', 'delivered'))
    and not exists (select from public.order_documents where order_id = new.id and kind = 'invoice')
  then
    received := private.received_kobo(new.id);
    perform private.issue_document(new.id, 'invoice', jsonb_build_object(
      'lines', private.describe_lines(new.id),
      'totalKobo', new.total_amount_kobo,
      'receivedKobo', received,
      'schedule', private.describe_schedule(new.id),
      'account', case when received < new.total_amount_kobo then private.describe_account() end));
  end if;
  if new.fulfilment_status = 'dispatched' and old.fulfilment_status <> 'dispatched' then
    perform private.issue_document(new.id, 'delivery_note', jsonb_build_object('lines', (
      select jsonb_agg(line - 'priceKobo' - 'totalKobo' order by place)
      from jsonb_array_elements(private.describe_lines(new.id)) with ordinality as given (line, place))));
  end if;
  return null;
end $$;
create trigger issue_order_papers after update of status, payment_status, fulfilment_status on public.orders
  for each row when (new.status in ('approved', 'completed')
    and (new.payment_status in ('confirmed', 'overpaid') or new.fulfilment_status in ('dispatched', 'delivered')))
  execute function private.issue_order_papers();

create function private.describe_schedule(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('percent', percent, 'due', due, 'amountKobo', amount_kobo) order by position)
  from public.order_instalments as part where part.order_id = $1
$$;

-- The pro-forma of the caller's own order, while it can be paid, with the account as payment_details shows it; of an
-- open quote without the account, which nobody sees before accepting. The same again is the same paper; when price,
-- account or time have changed it is a new one, and the last one counts. Otherwise what payment_details answers.
create function public.issue_pro_forma(order_id uuid, context jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  offer public.quotes;
  payable jsonb;
  details jsonb;
  latest public.order_documents;
  document_id uuid;
begin
  select * into own from public.orders where id = own.id for update;
  select * into offer from public.quotes
  where quotes.order_id = own.id and status = 'open' and expires_at > now() and own.status in ('pending', 'approved')
    and own.total_amount_kobo is null;
  if offer.id is not null then
    details := jsonb_build_object(
      'lines', private.describe_lines(own.id, offer.id), 'totalKobo', offer.total_kobo, 'account', null,
      'paymentTerms', offer.payment_terms, 'goodUntil', private.utc_text(offer.expires_at), 'note', offer.note,
      'schedule', (
        select jsonb_agg(jsonb_build_object('percent', percent, 'due', due, 'amountKobo', parts[position]) order by position)
        from private.payment_schedules as schedule, private.split_amount(offer.total_kobo, array(
          select percent from private.payment_schedules where terms = offer.payment_terms order by position)) as parts
        where schedule.terms = offer.payment_terms));
  else
    payable := public.payment_details(own.id, context);
    if not (payable ->> 'ok')::boolean then
      return payable;
    end if;
    details := jsonb_build_object(
      'lines', private.describe_lines(own.id), 'totalKobo', own.total_amount_kobo, 'account', private.describe_account(),
      'goodUntil', private.utc_text(own.expires_at), 'schedule', private.describe_schedule(own.id));
  end if;
  details := private.describe_parties(own.id) || details;
  details := jsonb_set(details, '{order,currency}', to_jsonb(coalesce(offer.currency, own.currency)));
  select * into latest from public.order_documents as document
  where document.order_id = own.id and document.kind = 'pro_forma' order by document.issued_at desc limit 1;
  if latest.id is not null and latest.content - '{kind,number,verificationCode,issuedAt}'::text[] = details then
    document_id := latest.id;
  else
    document_id := private.issue_document(own.id, 'pro_forma', details);
  end if;
  return jsonb_build_object('ok', true, 'id', document_id,
    'number', (select number from public.order_documents where id = document_id));
end $$;

-- What anybody who holds a paper may learn from its code: that we issued it, and what it is about. No name, no address.
-- For the server alone, which has a page for it.
create function public.verify_document(code text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', document.kind, 'number', document.number, 'issuedAt', document.content -> 'issuedAt',
    'orderCode', document.content -> 'order' -> 'code', 'currency', document.content -> 'order' -> 'currency',
    'amountKobo', coalesce(document.content -> 'payment' -> 'amountKobo', document.content -> 'totalKobo'),
    'isDemo', coalesce((document.content -> 'order' ->> 'isDemo')::boolean, false),
    'isReplaced', document.kind = 'pro_forma' and exists (
      select from public.order_documents as later
      where later.order_id = document.order_id and later.kind = 'pro_forma' and later.issued_at > document.issued_at))
  from public.order_documents as document where document.verification_code = $1
$$;

-- Whose account goes takes along what no law asks us to keep.
create function private.drop_papers_of_nobody() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.order_documents where order_id = new.id and kind in ('pro_forma', 'delivery_note');
  return null;
end $$;
create trigger drop_papers_of_nobody after update of user_id on public.orders
  for each row when (old.user_id is not null and new.user_id is null)
  execute function private.drop_papers_of_nobody();

-- The order behind a guest's link, for the server.
create function private.order_of_link(token_hash text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select orders.id from private.order_links as link join public.orders on orders.id = link.order_id
  where link.token_hash = $1 and link.expires_at > now() and orders.user_id is null
$$;

revoke all on function private.make_verification_code(), private.describe_parties(uuid), private.utc_text(timestamptz),
  private.describe_lines(uuid, uuid), private.describe_account(), private.issue_document(uuid, text, jsonb, uuid),
  private.issue_receipt(), private.issue_order_papers(), private.describe_schedule(uuid),
  private.drop_papers_of_nobody(), private.order_of_link(text) from public;
grant execute on function private.order_of_link(text) to service_role;
revoke all on function public.issue_pro_forma(uuid, jsonb), public.verify_document(text)
  from public, anon, authenticated, service_role;
grant execute on function public.issue_pro_forma(uuid, jsonb) to authenticated, service_role;
grant execute on function public.verify_document(text) to service_role;

alter table public.order_documents enable row level security;
revoke all on table public.order_documents from public, anon, authenticated, service_role;
grant select on table public.order_documents to authenticated, service_role;
create policy "Whoever may read an order reads its papers" on public.order_documents
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

insert into private.personal_data (table_name, belongs, hidden, acts, erasure, scrub, note)
values
  ('public.order_documents', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{}', '{}', 'keep', null,
    'Papers of an order. Pro-formas and delivery notes go with the account; invoices and receipts are kept as tax law asks.');
