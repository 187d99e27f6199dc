-- Credit notes: what each takes back of an invoice, why, and what of it is VAT.

-- A credit note for each transfer back as it is recorded: what of the invoice it takes back, and why. Where a part of it had come above
-- the total, that stood on no invoice: grantedKobo is the rest, which a complaint granted. creditedKobo is what was taken off the price before.
create function private.issue_credit_note(new public.payments) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.issue_document(new.order_id, 'credit_note', (
    select jsonb_build_object(
      'totalKobo', orders.total_amount_kobo,
      'payment', jsonb_build_object('amountKobo', new.amount_kobo, 'valueDate', new.value_date,
        'bankReference', new.bank_reference, 'receivedKobo', private.received_kobo(orders.id)),
      'reason', case when orders.status = 'declined' then 'declined' when money.last_kobo = 0 then 'surplus' else 'complaint' end)
      || private.describe_invoice(orders.id)
      || jsonb_strip_nulls(jsonb_build_object(
        'grantedKobo', case when orders.status <> 'declined' and money.last_kobo between 1 and new.amount_kobo - 1 then money.last_kobo end,
        'creditedKobo', case when orders.status <> 'declined' then nullif(money.sent_kobo - money.last_kobo
          + coalesce((private.describe_order_credits(orders.id) ->> 'creditedKobo')::bigint, 0), 0) end,
        'vatKobo', nullif(private.vat_of_note(orders.id, money.last_kobo, private.turned_kobo(orders.id)), 0)))
    from public.orders, private.follow_granted_money(orders.id) as money where orders.id = new.order_id), new.id);
end $$;

-- And one for what a complaint takes off the balance, with its share of the VAT, as it is booked: no transfer will show it.
create function private.issue_credit_note(new public.order_credits) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.issue_document(new.order_id, 'credit_note', (
    select jsonb_build_object('totalKobo', orders.total_amount_kobo, 'takenOffKobo', new.amount_kobo,
      'receivedKobo', private.paid_kobo(orders.id), 'reason', 'complaint')
      || private.describe_sent_back(orders.id) || private.describe_invoice(orders.id) || private.describe_order_credits(orders.id)
      || jsonb_strip_nulls(jsonb_build_object('vatKobo', (
        select sum(transfer.amount_minor) from private.ledger_transfers as transfer
        where transfer.order_id = orders.id and transfer.source_table = 'order_credits' and transfer.source_id = new.id::text
          and transfer.debit_account in ('vat_payable', 'unearned_vat'))))
    from public.orders where orders.id = new.order_id), credit_id => new.id);
end $$;

-- The invoice that a credit note takes back from, null where there is none; nothing where it was taken back whole before.
create function private.describe_invoice(order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select case when private.is_lapsed(invoice) then '{}'
      else jsonb_build_object('credited', jsonb_build_object('number', invoice.number, 'issuedAt', invoice.content -> 'issuedAt')) end
    from public.order_documents as invoice where invoice.order_id = $1 and invoice.kind = 'invoice'), '{"credited": null}')
$$;

-- And one for what a complaint was to send back, and a correction turned into a deduction: less had come, so no transfer will show it.
create function private.issue_credit_note_of_correction(new public.payments) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  noted bigint := private.turned_kobo(new.order_id);
  taken_off bigint := (select money.taken_kobo from private.follow_granted_money(new.order_id) as money) - noted;
begin
  if taken_off <= 0 then
    return;
  end if;
  perform private.issue_document(new.order_id, 'credit_note', (
    select jsonb_build_object('totalKobo', orders.total_amount_kobo, 'takenOffKobo', taken_off,
      'receivedKobo', private.paid_kobo(orders.id), 'reason', 'complaint',
      'creditedKobo', taken_off + coalesce((private.describe_order_credits(orders.id) ->> 'creditedKobo')::bigint, 0))
      || private.describe_sent_back(orders.id) || private.describe_invoice(orders.id)
      || jsonb_strip_nulls(jsonb_build_object('vatKobo', nullif(private.vat_of_note(orders.id, taken_off, noted + taken_off), 0)))
    from public.orders where orders.id = new.order_id), new.id);
end $$;

-- What of the money that complaints were to send back was taken by corrections, as documents say it: it stays so, though more came later.
create function private.turned_kobo(order_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum((note.content ->> 'takenOffKobo')::bigint), 0)::bigint from public.order_documents as note
  where note.order_id = $1 and note.kind = 'credit_note' and note.payment_id is not null
$$;

-- What complaints granted as money back, with the VAT in it; what of it was sent back so far, and what corrections took; and what the last
-- of these steps had of it. Step by step, as the ledger has them: what came above the total goes before what a complaint granted, but
-- only what is still there.
create function private.follow_granted_money(order_id uuid, out granted_kobo bigint, out vat_kobo bigint, out sent_kobo bigint,
  out taken_kobo bigint, out last_kobo bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  step record;
  above_kobo bigint := 0;
begin
  granted_kobo := 0;
  vat_kobo := 0;
  sent_kobo := 0;
  taken_kobo := 0;
  last_kobo := 0;
  for step in
    select transfer.event, transfer.amount_minor as kobo, transfer.credit_account = 'refundable' as comes,
      transfer.debit_account in ('vat_payable', 'unearned_vat') as is_vat
    from private.ledger_transfers as transfer
    where transfer.order_id = $1 and 'refundable' in (transfer.debit_account, transfer.credit_account) and transfer.phase in ('posted', 'post')
    order by transfer.id
  loop
    if step.event = 'complaint_credited' then
      granted_kobo := granted_kobo + step.kobo;
      if step.is_vat then vat_kobo := vat_kobo + step.kobo; end if;
    elsif step.comes then
      above_kobo := above_kobo + step.kobo;
    else
      last_kobo := greatest(0, step.kobo - above_kobo);
      above_kobo := above_kobo - (step.kobo - last_kobo);
      if step.event = 'refund_paid' then sent_kobo := sent_kobo + last_kobo;
      elsif step.event = 'receipt_corrected' then taken_kobo := taken_kobo + last_kobo;
      end if;
    end if;
  end loop;
end $$;

-- What of a note is VAT, `conceded_kobo` of which a complaint granted: of all that was conceded so far the share, exact over all notes of
-- an order. `turned_kobo` is what notes of corrections say, with this one.
create function private.vat_of_note(of_order uuid, conceded_kobo bigint, turned_kobo bigint) returns bigint
language sql stable security definer set search_path = ''
as $$
  select greatest(0, least($2, coalesce(round(money.vat_kobo::numeric * least(money.granted_kobo, $3 + money.sent_kobo)
      / nullif(money.granted_kobo, 0)), 0) - noted.vat_kobo))::bigint
  from private.follow_granted_money($1) as money, (
    select coalesce(sum((note.content ->> 'vatKobo')::bigint), 0) as vat_kobo from public.order_documents as note
    where note.order_id = $1 and note.kind = 'credit_note' and note.payment_id is not null
  ) as noted
$$;

-- An order that was approved is not carried out: the whole of its invoice is taken back, once.
create function private.cancel_invoice(declined public.orders) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  invoice public.order_documents;
begin
  select document.* into invoice from public.order_documents as document
  where document.order_id = declined.id and document.kind = 'invoice' and not private.is_lapsed(document);
  if invoice.id is null then
    return;
  end if;
  perform private.issue_document(declined.id, 'credit_note', jsonb_build_object('totalKobo', declined.total_amount_kobo,
    'takenOffKobo', declined.total_amount_kobo, 'creditedKobo', declined.total_amount_kobo, 'receivedKobo', 0, 'reason', 'declined')
    || private.describe_invoice(declined.id)
    || jsonb_strip_nulls(jsonb_build_object('vatKobo', nullif(declined.vat_kobo, 0))), cancels_id => invoice.id);
end $$;

revoke all on function
  private.cancel_invoice(public.orders), private.describe_invoice(uuid), private.follow_granted_money(uuid),
  private.issue_credit_note(public.payments), private.issue_credit_note(public.order_credits),
  private.issue_credit_note_of_correction(public.payments), private.turned_kobo(uuid), private.vat_of_note(uuid, bigint, bigint)
  from public, anon, authenticated, service_role;
