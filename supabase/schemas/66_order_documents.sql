-- Documents of orders: numbered, frozen in the transaction of what they prove, drawn afterwards.

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
  quote_id uuid references public.quotes (id),
  credit_id uuid references public.order_credits (id),
  cancels_id uuid references public.order_documents (id),
  constraint order_documents_number_unique unique (number),
  constraint order_documents_verification_code_unique unique (verification_code),
  constraint order_documents_verification_code_form check (verification_code ~ '^([2-9A-HJKMNP-Z]{4}-){2}[2-9A-HJKMNP-Z]{4}$'),
  constraint order_documents_content_sha256_form check (content_sha256 ~ '^[0-9a-f]{64}$'),
  constraint order_documents_kind_known     check (kind in
    ('pro_forma', 'invoice', 'receipt', 'delivery_note', 'credit_note', 'quote', 'contract')),
  constraint order_documents_quote_id_belongs check ((kind in ('quote', 'contract')) = (quote_id is not null)),
  constraint order_documents_payment_id_belongs check ((kind in ('receipt', 'credit_note')) = (num_nonnulls(payment_id, credit_id, cancels_id) = 1)),
  constraint order_documents_credit_id_belongs check (num_nonnulls(credit_id, cancels_id) = 0 or kind = 'credit_note' and payment_id is null)
);
comment on table public.order_documents is 'Documents as they were issued. What one says is never changed; a quote, a pro-forma and a delivery note go with the account, the law keeps the rest.';
comment on column public.order_documents.verification_code is 'What /verify takes: 11 strong random characters and one that checks them.';
comment on column public.order_documents.cancels_id is 'For a credit note: the invoice that it takes back whole, since the order is not carried out.';
comment on column public.order_documents.content_sha256 is 'The hash of content as PostgreSQL writes it.';
create unique index order_documents_one_invoice on public.order_documents (order_id) where kind = 'invoice';
-- For a correction: a receipt, and a credit note where it turned what was to go back into a deduction.
create unique index order_documents_one_paper_of_a_payment on public.order_documents (payment_id, kind);
create unique index order_documents_one_cancellation on public.order_documents (cancels_id);
create unique index order_documents_one_paper_of_a_credit on public.order_documents (credit_id);
create unique index order_documents_one_paper_of_a_quote on public.order_documents (quote_id, kind);
create index order_documents_order_id_idx on public.order_documents (order_id, issued_at);

create table private.document_counters (
  kind text not null,
  year integer not null,
  last_number integer not null,
  primary key (kind, year)
);
comment on table private.document_counters is 'The last number of each kind and year. It moves in the transaction that issues: who rolls back takes no number.';

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
  ) as payloads
$$;

-- Who buys and where it goes, as the columns of a quote have it or else as the order has it. Number and address are of the person
-- who ordered, and of no other one.
create function private.describe_buyer(order_id uuid, columns jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('deliveryAddress', said ->> 'deliver_to',
    'buyer', jsonb_build_object('name', coalesce(contact.name, said ->> 'buyer_contact'), 'company', said ->> 'buyer_company',
      'phone', case when columns ->> 'buyer_contact' is null then coalesce(contact.phone, bulk_request.phone) end,
      'email', case when columns ->> 'buyer_contact' is null then coalesce(contact.email, bulk_request.email) end,
      'address', nullif(concat_ws(', ', said ->> 'buyer_address', said ->> 'buyer_country'), '')))
  from private.parties_of($1, columns) as said
  left join public.order_contacts as contact on contact.order_id = $1
  left join public.order_requests as bulk_request on bulk_request.order_id = $1
$$;

-- What every document says, whatever its kind: the company, the order, the buyer. Of a quote that is not accepted the currency is its own.
create function private.describe_parties(order_id uuid, currency text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'company', (select jsonb_build_object('name', facts ->> 'company_name', 'headOffice', facts ->> 'head_office',
        'branchOffice', facts ->> 'branch_office', 'phone', facts ->> 'phone_primary', 'email', facts ->> 'email',
        'logo', facts ->> 'logo', 'registrationNumber', facts ->> 'registration_number', 'taxNumber', facts ->> 'tax_number',
        'legalName', facts ->> 'legal_name', 'street', facts ->> 'head_office_street')
      from (select jsonb_object_agg(key, value) as facts from public.company_facts) as known),
    'order', jsonb_build_object('code', orders.code, 'kind', orders.kind, 'placedAt', private.utc_text(orders.created_at),
      -- What is paid to an account that is none is no real order, on each of its documents and not on those alone that show the account.
      -- Where its currency has no account, that in naira says whether this is a demonstration.
      'currency', coalesce($2, orders.currency), 'isDemo', orders.is_demo or coalesce(
        (select account.is_demo from private.current_settlement_account('bank_account', coalesce($2, orders.currency)) as account),
        (select account.is_demo from private.current_settlement_account('bank_account') as account), false)),
    'incoterms', coalesce(agreed.incoterms, bulk_request.incoterms),
    'purchaseOrderNumber', bulk_request.purchase_order_number,
    'terms', case when agreed.id is not null then private.describe_contract_terms(to_jsonb(agreed)) end)
    || private.describe_buyer(orders.id, to_jsonb(agreed))
    || coalesce((select jsonb_build_object('delivery', said) from private.describe_delivery_done(orders.id) as said where said is not null), '{}')
  from public.orders
  left join public.quotes as agreed on agreed.order_id = orders.id and agreed.status = 'accepted'
  left join public.order_requests as bulk_request on bulk_request.order_id = orders.id
  where orders.id = $1
$$;

-- A line of a quote; goods are the usual kind, and named only where it is another one. Goods say what VAT they bear, where the quote says it.
create function private.describe_quote_line(line public.quote_lines, offer public.quotes) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('name', (line).description, 'detail', null, 'quantity', trim_scale((line).quantity)::text,
      'unit', (line).unit, 'priceKobo', (line).price_kobo, 'totalKobo', (line).total_kobo)
    || case when (line).kind = 'goods' then private.describe_line_terms(to_jsonb(line)) else jsonb_build_object('kind', (line).kind) end
    || coalesce((select jsonb_build_object('vatClass', (line).vat_class, 'vatRateBp', rate -> 'rateBp')
      from jsonb_array_elements(private.quote_vat_rates(offer)) as rate where rate ->> 'vatClass' = (line).vat_class), '{}')
$$;

-- The lines: of the marketplace order, of the quote (the accepted one unless one is named), or what was requested, without a price.
create function private.describe_lines(order_id uuid, quote_id uuid default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select jsonb_agg(jsonb_build_object('name', product_name, 'detail', farmer_name, 'quantity', quantity::text,
        'unit', trim_scale(pack_amount) || ' ' || pack_unit, 'priceKobo', price_kobo, 'totalKobo', total_kobo, 'vatRateBp', vat_rate_bp, 'vatClass', vat_class) order by position)
      || coalesce((select jsonb_build_array(jsonb_build_object('name', 'Delivery',
          'detail', (select 'to ' || contact.lga || ', ' || contact.state from public.order_contacts as contact where contact.order_id = $1), 'quantity', '1', 'unit', '',
          'priceKobo', delivery.price_kobo, 'totalKobo', delivery.price_kobo, 'kind', 'delivery'))
        from public.order_deliveries as delivery
        where delivery.order_id = $1 and (delivery.kind = 'deliver' or delivery.accepted_at is not null)), '[]')
      from public.order_items as item where item.order_id = $1),
    (select jsonb_agg(private.describe_quote_line(line, quote) order by line.position)
      from public.quote_lines as line join public.quotes as quote on quote.id = line.quote_id
      where quote.order_id = $1 and case when $2 is null then quote.status = 'accepted' else quote.id = $2 end),
    (select jsonb_agg(jsonb_build_object('name', product, 'detail', null, 'quantity', quantity_text, 'unit', unit,
        'priceKobo', null, 'totalKobo', null) order by position)
      from (
        select 1 as position, crop_type as product, quantity_text, unit from public.orders where id = $1
        union all
        select line.position, line.product, line.quantity_text, line.unit
        from public.order_request_lines as line where line.order_id = $1
      ) as requested))
$$;

-- What a document says of VAT; nothing where nobody said anything of it.
create function private.vat_on_document(vat_lines jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when vat_lines is null then '{}' else jsonb_build_object('vat', vat_lines) end
$$;

-- Where to pay an order, with its last change; null while no account in its currency is set, and where a bank pays against documents.
create function private.describe_account(of_order public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('bankName', bank_name, 'accountName', account_name, 'accountNumber', account_number,
    'changedAt', private.utc_text(effective_at), 'isDemo', is_demo)
    || jsonb_strip_nulls(jsonb_build_object('bankAddress', bank_address, 'swiftBic', swift_bic, 'correspondent', correspondent))
  from private.current_settlement_account('bank_account', (of_order).currency)
  where not private.has_letter_of_credit((of_order).id)
$$;

-- Writes one document with its number. Invoices, receipts and delivery notes of a year are numbered 1, 2, 3, ... in the
-- order of their issue: anyone who issues one holds the counter until the end of the transaction, and a transaction that
-- fails, or a process that is killed, leaves it as it was.
create function private.issue_document(order_id uuid, kind text, details jsonb, payment_id uuid default null, quote_id uuid default null,
  credit_id uuid default null, cancels_id uuid default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  document_id uuid := gen_random_uuid();
  code text;
  issued_at timestamptz;
  its_year integer;
  nr integer;
  its_number text;
  content jsonb;
begin
  if kind = 'pro_forma' then
    issued_at := clock_timestamp();
    select 'PF-' || orders.code || case when count(document.id) > 0 then '-' || count(document.id) + 1 else '' end into its_number
    from public.orders left join public.order_documents as document
      on document.order_id = orders.id and document.kind = 'pro_forma'
    where orders.id = $1 group by orders.code;
  else
    -- Read inside the lock, so that a later number is never of an earlier day.
    perform pg_advisory_xact_lock(hashtextextended('document numbers ' || issue_document.kind, 0));
    issued_at := clock_timestamp();
    its_year := extract(year from issued_at at time zone 'Africa/Lagos');
    insert into private.document_counters as counter (kind, year, last_number)
    values (issue_document.kind, its_year, 1)
    on conflict on constraint document_counters_pkey do update set last_number = counter.last_number + 1
    returning last_number into nr;
    its_number := case issue_document.kind when 'invoice' then 'INV' when 'receipt' then 'RCT' when 'credit_note' then 'CN'
        when 'quote' then 'QT' when 'contract' then 'CT' else 'DN' end
      || '-' || its_year || '-' || lpad(nr::text, greatest(5, length(nr::text)), '0');
  end if;
  loop
    code := private.make_verification_code();
    exit when not exists (select from public.order_documents where verification_code = code);
  end loop;
  content := jsonb_build_object('kind', issue_document.kind, 'number', its_number, 'verificationCode', code,
    'issuedAt', private.utc_text(issued_at)) || private.describe_parties(issue_document.order_id) || details;
  insert into public.order_documents
    (id, order_id, payment_id, quote_id, credit_id, cancels_id, kind, number, verification_code, content, content_sha256, issued_at)
  values (document_id, issue_document.order_id, issue_document.payment_id, issue_document.quote_id, issue_document.credit_id,
    issue_document.cancels_id, issue_document.kind, its_number, code, content, encode(sha256(convert_to(content::text, 'UTF8')), 'hex'), issued_at);
  return document_id;
end $$;

-- What went back of what had come above the total: receivedKobo is what came less this. Left out where nothing did.
create function private.describe_sent_back(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object('sentBackKobo', nullif(private.paid_in_kobo($1) - private.paid_kobo($1), 0)))
$$;

-- A receipt for each transfer as it is recorded, whatever becomes of the order; and another one in its place where its amount is corrected.
create function private.issue_receipt(new public.payments) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.issue_document(new.order_id, 'receipt', (
    select jsonb_build_object('totalKobo', orders.total_amount_kobo, 'payment', jsonb_strip_nulls(jsonb_build_object(
      'amountKobo', private.came_kobo(first.id), 'transferKobo', nullif(private.line_whole_kobo(private.reference_key(first.bank_reference), 'receipt'), private.came_kobo(first.id)),
      'valueDate', new.value_date, 'bankReference', new.bank_reference, 'receivedKobo', private.paid_kobo(orders.id))))
      || coalesce((
        select jsonb_build_object('replaces', jsonb_build_object('number', before.number, 'issuedAt', before.content -> 'issuedAt'))
        from public.payments as part join public.order_documents as before on before.payment_id = part.id and before.kind = 'receipt'
        where part.order_id = new.order_id and first.id in (part.id, part.corrects_id) order by before.issued_at desc limit 1), '{}')
      || private.describe_sent_back(orders.id) || private.describe_order_credits(orders.id) || private.vat_on_document(orders.vat_lines)
    from public.orders join public.payments as first on first.id = coalesce(new.corrects_id, new.id)
    where orders.id = new.order_id), new.id);
end $$;

-- For an approved order whose money is confirmed or whose goods have left: the invoice, once, and a delivery note each time
-- that goods leave.
create function private.issue_order_documents(old public.orders, new public.orders) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  received bigint;
begin
  if new.total_amount_kobo > 0
    and not exists (select from public.order_documents where order_id = new.id and kind = 'invoice')
  then
    received := private.paid_kobo(new.id);
    perform private.issue_document(new.id, 'invoice', jsonb_build_object(
      'lines', private.describe_lines(new.id),
      'totalKobo', new.total_amount_kobo,
      'receivedKobo', received,
      'schedule', private.describe_schedule(new.id),
      'account', case when private.balance_kobo(new.id) > 0 then private.describe_account(new) end)
      || private.describe_sent_back(new.id) || private.describe_order_credits(new.id) || private.vat_on_document(new.vat_lines));
  end if;
  if new.fulfilment_status = 'dispatched' and old.fulfilment_status <> 'dispatched' then
    perform private.issue_document(new.id, 'delivery_note', jsonb_build_object('lines', (
      select jsonb_agg(line - 'priceKobo' - 'totalKobo' - 'vatRateBp' - 'vatClass' order by place)
      from jsonb_array_elements(private.describe_lines(new.id)) with ordinality as input (line, place)
      where not line ? 'kind'))
      -- A delivery note names no price.
      || coalesce((select jsonb_build_object('delivery', said - 'priceKobo' - 'vatKobo') from private.describe_delivery(new.id) as said where said is not null), '{}')
      -- The quote names a contact without a number: the goods reach their buyer by that of who ordered.
      || coalesce((select jsonb_build_object('orderedBy', jsonb_build_object('name', request.contact_person, 'phone', request.phone))
        from public.order_requests as request join public.quotes as agreed on agreed.order_id = request.order_id
        where request.order_id = new.id and agreed.status = 'accepted' and agreed.buyer_contact is not null), '{}'));
  end if;
end $$;

-- The document of a quote as it is sent to the buyer, or of the contract as it is accepted: once for each.
create function private.issue_document_of_quote(quote_id uuid, kind text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  offer public.quotes;
  document_id uuid;
begin
  select * into strict offer from public.quotes where quotes.id = issue_document_of_quote.quote_id;
  select document.id into document_id from public.order_documents as document
  where document.quote_id = offer.id and document.kind = issue_document_of_quote.kind;
  return coalesce(document_id, private.issue_document(offer.order_id, issue_document_of_quote.kind,
    private.describe_offer(offer, private.describe_lines(offer.order_id, offer.id)), null, offer.id));
end $$;

-- Whether a document that offers something, or says what was agreed, is out of date: its order is declined, or has ended by itself;
-- or its quote has ended, or gave way to another one; or of a pro-forma, whether it asks for what was taken off since, or for a price that is another one now; or of an invoice, whether it was taken back. What was accepted or paid meanwhile is not: other documents speak of that.
create function private.is_lapsed(document public.order_documents) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when (document).kind in ('quote', 'contract') then exists (
    select from public.orders join public.quotes as quote on quote.order_id = orders.id
    where quote.id = (document).quote_id and (orders.status = 'declined'
      or not (quote.status = 'accepted' or (quote.status = 'open' and quote.expires_at > now())))
  ) when (document).kind = 'invoice' then exists (
    select from public.order_documents as note where note.cancels_id = (document).id
  ) else (document).kind = 'pro_forma' and exists (
    select from public.orders where orders.id = (document).order_id and (
      orders.status = 'declined'
      or (document).content -> 'creditedKobo' is distinct from private.describe_order_credits(orders.id) -> 'creditedKobo'
      or case when jsonb_typeof((document).content -> 'account') = 'object'
        then (document).content -> 'account' is distinct from private.describe_account(orders)
          or ((document).content ->> 'totalKobo')::bigint is distinct from orders.total_amount_kobo
          or (orders.payment_status = 'unpaid' and orders.kind = 'marketplace' and orders.status = 'pending' and orders.expires_at <= now()
            and orders.credit_terms_reason is null)
          -- As public.payment_details: its buyer is asked for another total first. It says until when its price holds.
          or orders.payment_status = 'unpaid' and (private.find_changed_prices(orders) is not null
            or ((document).content ->> 'goodUntil')::timestamptz <= now())
        else not exists (
          select from public.quotes as quote
          where quote.order_id = orders.id and quote.total_kobo = ((document).content ->> 'totalKobo')::bigint
            -- Without a day it is that of a letter of credit, which was agreed.
            and case when (document).content ->> 'goodUntil' is null then quote.status = 'accepted'
              else private.utc_text(quote.expires_at) = (document).content ->> 'goodUntil'
                and (quote.status = 'accepted' or (quote.status = 'open' and quote.expires_at > now())) end)
      end)) end
$$;

-- Whether a later document of its kind counts in its place; of a receipt, whether its amount was corrected, and be it to nothing.
create function private.is_replaced(document public.order_documents) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when (document).kind = 'receipt' then exists (
    select from public.payments as own join public.payments as later on later.corrects_id = coalesce(own.corrects_id, own.id)
    where own.id = (document).payment_id and later.amount_kobo <> 0 and (own.corrects_id is null or later.created_at > own.created_at))
  else (document).kind in ('pro_forma', 'quote') and exists (
    select from public.order_documents as later
    where later.order_id = (document).order_id and later.kind = (document).kind and later.issued_at > (document).issued_at) end
$$;

-- How a document stands, for who may read it: current, replaced by a later one (of a receipt: corrected), or lapsed. Read by its id,
-- so that a made-up row learns nothing of an order.
create function public.standing(document public.order_documents) returns text
language sql stable set search_path = ''
as $$
  select case when private.is_replaced(stored) then 'replaced' when private.is_lapsed(stored) then 'lapsed' else 'current' end
  from public.order_documents as stored where stored.id = (document).id
$$;

-- What a document says of a quote: without the account, which nobody sees before accepting.
create function private.describe_offer(offer public.quotes, lines jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.describe_parties((offer).order_id, (offer).currency)
    || private.describe_buyer((offer).order_id, to_jsonb(offer))
    || jsonb_build_object('incoterms', (offer).incoterms, 'terms', private.describe_contract_terms(to_jsonb(offer)),
      'lines', lines, 'totalKobo', (offer).total_kobo, 'account', null,
      'paymentTerms', (offer).payment_terms, 'goodUntil', private.utc_text((offer).expires_at), 'note', (offer).note,
      'schedule', private.describe_offered_schedule(offer))
    || private.vat_on_document(private.quote_vat_lines(offer, (
      select coalesce(sum((line ->> 'totalKobo')::bigint), 0)::bigint from jsonb_array_elements(lines) as line where line ->> 'kind' = 'tax')))
$$;

-- Until when an order can be paid at its price, which is another one once its hours are over and nobody has paid: from then on no day is
-- promised. Null: no day ends it.
create function private.price_holds_until(own public.orders) returns timestamptz
language sql stable set search_path = ''
as $$
  select case
    when own.credit_terms_reason is not null then null
    -- As its page says it.
    when own.payment_status = 'underpaid' and own.kind = 'marketplace' and own.status = 'pending' then private.kept_until(own)
    when own.payment_status <> 'unpaid' or own.status <> 'pending' or own.price_locked_until is null then own.expires_at
    when own.price_locked_until > now() then least(own.expires_at, own.price_locked_until)
  end
$$;

-- The pro-forma of the caller's own order, while it can be paid, with the account as payment_details shows it; without it of an
-- open quote, which has none before it is accepted, and for a letter of credit, which the buyer's bank opens by this document. The
-- same again is the same document; when price, account, time or what was taken off have changed it is a new one, and the last one counts. Otherwise
-- what payment_details answers.
create function public.issue_pro_forma(order_id uuid, context jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  offer public.quotes;
  payable jsonb;
  details jsonb;
begin
  select * into own from public.orders where id = own.id for update;
  offer := private.find_open_offer(own);
  if offer.id is not null then
    details := private.describe_offer(offer, private.describe_lines(own.id, offer.id));
  else
    payable := public.payment_details(own.id, context);
    if not (payable ->> 'ok')::boolean and payable ->> 'code' <> 'letter_of_credit' then
      return payable;
    end if;
    details := private.describe_parties(own.id) || jsonb_build_object(
      'lines', private.describe_lines(own.id), 'totalKobo', own.total_amount_kobo, 'account', private.describe_account(own),
      'goodUntil', private.utc_text(private.price_holds_until(own)), 'schedule', private.describe_schedule(own.id))
      || private.describe_order_credits(own.id) || private.vat_on_document(own.vat_lines)
      || coalesce((select jsonb_build_object('note', quote.note) from public.quotes as quote
        where quote.order_id = own.id and quote.status = 'accepted' and quote.note is not null), '{}');
  end if;
  return private.issue_pro_forma_once(own.id, details);
end $$;

-- The document of the quote that the buyer may accept now, for staff who quote: it is there since the quote was sent, but for those
-- of before.
create function public.issue_quote_document(order_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  quoted public.orders;
  offer public.quotes;
  document_id uuid;
begin
  perform private.require_record_work('orders');
  perform private.require_admin_right('orders', 'decide');
  select * into quoted from public.orders where id = issue_quote_document.order_id for update;
  offer := private.find_open_offer(quoted);
  if offer.id is null then
    raise exception 'No quote of this order is open' using errcode = 'PT409';
  end if;
  document_id := private.issue_document_of_quote(offer.id, 'quote');
  return jsonb_build_object('ok', true, 'id', document_id,
    'number', (select number from public.order_documents where id = document_id));
end $$;

-- The quote that its buyer may accept now.
create function private.find_open_offer(own public.orders) returns public.quotes
language sql stable security definer set search_path = ''
as $$
  select quote.* from public.quotes as quote
  where quote.order_id = ($1).id and quote.status = 'open' and quote.expires_at > now()
    and ($1).status in ('pending', 'approved') and ($1).total_amount_kobo is null
$$;

create function private.issue_pro_forma_once(order_id uuid, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  latest public.order_documents;
  document_id uuid;
begin
  select * into latest from public.order_documents as document
  where document.order_id = issue_pro_forma_once.order_id and document.kind = 'pro_forma' order by document.issued_at desc limit 1;
  if latest.id is not null and latest.content - '{kind,number,verificationCode,issuedAt}'::text[] = details then
    document_id := latest.id;
  else
    document_id := private.issue_document(order_id, 'pro_forma', details);
  end if;
  return jsonb_build_object('ok', true, 'id', document_id,
    'number', (select number from public.order_documents where id = document_id));
end $$;

-- What anybody who holds a document may learn from its code: that we issued it, and what it is about. No name, no address.
-- For the server alone, which has a page for it.
create function public.verify_document(code text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', document.kind, 'number', document.number, 'issuedAt', document.content -> 'issuedAt',
    'orderCode', document.content -> 'order' -> 'code', 'currency', document.content -> 'order' -> 'currency',
    'amountKobo', coalesce(document.content -> 'payment' -> 'amountKobo', document.content -> 'takenOffKobo', document.content -> 'totalKobo'),
    'isTakenOff', document.content ? 'takenOffKobo',
    'isDemo', coalesce((document.content -> 'order' ->> 'isDemo')::boolean, false),
    'isLapsed', private.is_lapsed(document),
    'isReplaced', private.is_replaced(document))
  from public.order_documents as document where document.verification_code = $1
$$;

-- Mails the buyer once more that a document is there, for staff who write to buyers or see to money; five times an hour for an order.
create function public.send_order_document(document_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.order_documents;
begin
  perform private.require_record_work('orders');
  if not (private.has_permission('orders.decide') or private.has_permission('payments.confirm')) then
    raise exception 'permission denied to send documents' using errcode = '42501';
  end if;
  select * into document from public.order_documents where id = document_id;
  if document.id is null then
    raise exception 'There is no such document' using errcode = 'P0002';
  elsif private.is_lapsed(document) then
    raise exception 'This document is out of date, and nobody may pay by it' using errcode = 'PT409';
  elsif document.kind = 'receipt' and private.is_replaced(document) then
    raise exception 'The amount of this receipt was corrected, and it counts no more' using errcode = 'PT409';
  elsif not exists (
    select from public.orders left join public.order_contacts as contact on contact.order_id = orders.id
      left join public.order_requests as request on request.order_id = orders.id
      left join public.profiles as person on person.id = orders.user_id
    where orders.id = document.order_id and not orders.is_demo and coalesce(request.email, contact.email, person.email) is not null
  ) then
    raise exception 'There is no email address to send it to' using errcode = 'PT409';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('send document ' || document.order_id, 0));
  if (select count(*) >= 5 from public.audit_trail
      where subject_id = document.order_id::text and action = 'send_document' and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.notify_buyer(document.order_id, 'order_document',
    jsonb_build_object('document', jsonb_build_object('kind', document.kind, 'number', document.number)));
  perform private.record_audit('send_document', 'orders', document.order_id::text, null,
    jsonb_build_object('kind', document.kind, 'number', document.number));
end $$;

-- With an account go its documents that no law requires us to retain.
create function private.drop_unowned_documents(order_id uuid) returns void
language sql security definer set search_path = ''
as $$
  delete from public.order_documents
  where order_documents.order_id = $1 and kind in ('pro_forma', 'delivery_note', 'quote')
$$;

create function private.follow_document() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.document_files (document_id) values (new.id);
  else
    update private.document_files set dropped_at = now(), leased_until = null where document_id = old.id;
  end if;
  perform pg_notify('order_documents', '');
  return null;
end $$;

create trigger follow_document after insert or delete on public.order_documents
  for each row execute function private.follow_document();

create trigger refuse_change before update on public.order_documents
  for each row execute function private.refuse_change();

create trigger refuse_removal before delete on public.order_documents
  for each row when (old.kind in ('invoice', 'receipt', 'credit_note', 'contract'))
  execute function private.refuse_change();

create trigger refuse_truncate before truncate on public.order_documents
  for each statement execute function private.refuse_change();

alter table public.order_documents enable row level security;
revoke all on table public.order_documents from public, anon, authenticated, service_role;
grant select on table public.order_documents to authenticated, service_role;
create policy "Readers of an order read its documents" on public.order_documents
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

alter table private.document_counters enable row level security;
revoke all on table private.document_counters from public, anon, authenticated, service_role;

revoke all on function
  private.describe_account(public.orders), private.describe_lines(uuid, uuid),
  private.describe_buyer(uuid, jsonb), private.describe_offer(public.quotes, jsonb), private.describe_parties(uuid, text), private.describe_quote_line(public.quote_lines, public.quotes),
  private.drop_unowned_documents(uuid), private.follow_document(),
  private.is_lapsed(public.order_documents), private.issue_document(uuid, text, jsonb, uuid, uuid, uuid, uuid), private.issue_document_of_quote(uuid, text),
  private.is_replaced(public.order_documents), private.issue_order_documents(public.orders, public.orders), private.issue_receipt(public.payments),
  private.describe_sent_back(uuid), private.make_verification_code(), private.vat_on_document(jsonb),
  private.find_open_offer(public.orders), private.price_holds_until(public.orders), private.issue_pro_forma_once(uuid, jsonb),
  public.issue_pro_forma(uuid, jsonb), public.issue_quote_document(uuid), public.send_order_document(uuid),
  public.standing(public.order_documents), public.verify_document(text)
  from public, anon, authenticated, service_role;
grant execute on function public.verify_document(text) to service_role;
grant execute on function
  private.is_lapsed(public.order_documents), private.is_replaced(public.order_documents), public.issue_pro_forma(uuid, jsonb),
  public.standing(public.order_documents)
  to authenticated, service_role;
grant execute on function public.issue_quote_document(uuid), public.send_order_document(uuid) to authenticated;
