-- A credit note for each refund, as a receipt is for each transfer; and pro-formas that nobody may pay by any more say so.

alter table public.order_documents
  drop constraint order_documents_kind_known,
  add constraint order_documents_kind_known
    check (kind in ('pro_forma', 'invoice', 'receipt', 'delivery_note', 'credit_note')),
  drop constraint order_documents_payment_id_belongs,
  add constraint order_documents_payment_id_belongs check ((kind in ('receipt', 'credit_note')) = (payment_id is not null));
alter index public.order_documents_one_receipt rename to order_documents_one_paper_of_a_payment;

drop trigger refuse_removal on public.order_documents;
create trigger refuse_removal before delete on public.order_documents
  for each row when (old.kind in ('invoice', 'receipt', 'credit_note'))
  execute function private.refuse_change();

update private.personal_data
set note = 'Papers of an order. Pro-formas and delivery notes go with the account; invoices, receipts and credit notes are kept as tax law asks.'
where table_name = 'public.order_documents';

-- As before (20261121003120), with the series of credit notes.
create or replace function private.issue_document(order_id uuid, kind text, details jsonb, payment_id uuid default null) returns uuid
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
    its_number := case issue_document.kind when 'invoice' then 'INV' when 'receipt' then 'RCT' when 'credit_note' then 'CN' else 'DN' end
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

-- A credit note for each transfer back as it is recorded: what of the invoice it takes back, and why.
create function private.issue_credit_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.issue_document(new.order_id, 'credit_note', (
    select jsonb_build_object(
      'totalKobo', orders.total_amount_kobo,
      'payment', jsonb_build_object('amountKobo', new.amount_kobo, 'valueDate', new.value_date,
        'bankReference', new.bank_reference, 'receivedKobo', private.received_kobo(orders.id)),
      'credited', (select jsonb_build_object('number', invoice.number, 'issuedAt', invoice.content -> 'issuedAt')
        from public.order_documents as invoice where invoice.order_id = orders.id and invoice.kind = 'invoice'),
      'reason', case when orders.status = 'declined' then 'declined'
        when private.paid_in_kobo(orders.id) > orders.total_amount_kobo
          and not exists (select from public.order_disputes as dispute where dispute.order_id = orders.id and dispute.resolution = 'refunded')
          then 'surplus'
        else 'complaint' end)
    from public.orders where orders.id = new.order_id), new.id);
  return null;
end $$;
create trigger issue_credit_note after insert on public.payments
  for each row when (new.kind = 'refund') execute function private.issue_credit_note();

-- Whether a pro-forma is out of date: its order is declined, or has ended by itself; or its quote has ended, or gave way to
-- another one. What was accepted or paid meanwhile is not: other papers speak of that.
create function private.is_lapsed(document public.order_documents) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (document).kind = 'pro_forma' and exists (
    select from public.orders where orders.id = (document).order_id and (
      orders.status = 'declined'
      or case when jsonb_typeof((document).content -> 'account') = 'object'
        then orders.payment_status = 'unpaid' and orders.kind = 'marketplace' and orders.status = 'pending' and orders.expires_at <= now()
        else not exists (
          select from public.quotes as quote
          where quote.order_id = orders.id and quote.total_kobo = ((document).content ->> 'totalKobo')::bigint
            and private.utc_text(quote.expires_at) = (document).content ->> 'goodUntil'
            and (quote.status = 'accepted' or (quote.status = 'open' and quote.expires_at > now())))
      end))
$$;

-- As before (20261121003120), and whether it has lapsed.
create or replace function public.verify_document(code text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', document.kind, 'number', document.number, 'issuedAt', document.content -> 'issuedAt',
    'orderCode', document.content -> 'order' -> 'code', 'currency', document.content -> 'order' -> 'currency',
    'amountKobo', coalesce(document.content -> 'payment' -> 'amountKobo', document.content -> 'totalKobo'),
    'isDemo', coalesce((document.content -> 'order' ->> 'isDemo')::boolean, false),
    'isLapsed', private.is_lapsed(document),
    'isReplaced', document.kind = 'pro_forma' and exists (
      select from public.order_documents as later
      where later.order_id = document.order_id and later.kind = 'pro_forma' and later.issued_at > document.issued_at))
  from public.order_documents as document where document.verification_code = $1
$$;

revoke all on function private.issue_credit_note(), private.is_lapsed(public.order_documents) from public;
grant execute on function private.is_lapsed(public.order_documents) to authenticated, service_role;
