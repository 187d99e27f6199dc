-- The letter of credit of an order whose agreed terms demand one: through whom, which documents, the draft, and how far it is.

create table public.letters_of_credit (
  order_id uuid primary key references public.orders (id) on delete cascade,
  status text not null default 'awaited',
  advising_bank text,
  documents text,
  draft_path text,
  draft_at timestamptz,
  updated_at timestamptz not null default now(),
  step_back_reason text,
  constraint letters_of_credit_step_back_reason_length check (char_length(step_back_reason) between 5 and 300),
  constraint letters_of_credit_status_known check (status in ('awaited', 'draft_received', 'draft_accepted', 'issued', 'documents_presented', 'paid')),
  constraint letters_of_credit_advising_bank_length check (char_length(advising_bank) between 5 and 300),
  constraint letters_of_credit_documents_length check (char_length(documents) between 2 and 2000),
  constraint letters_of_credit_draft_path_form check (draft_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}$'),
  constraint letters_of_credit_draft_whole check ((draft_path is null) = (draft_at is null))
);
comment on table public.letters_of_credit is 'One for an order, from the first that was said about it.';
comment on column public.letters_of_credit.advising_bank is 'Null: the bank of our account in the currency of the order. Some orders of before December 2026 have one of their own; nobody names another one now.';
comment on column public.letters_of_credit.step_back_reason is 'Why its status went back to where it stands: of a draft that was not taken its buyer reads it, of anything else colleagues alone.';
comment on column public.letters_of_credit.draft_path is 'A picture or PDF, checked and stored as proofs of payment are.';
comment on column public.letters_of_credit.documents is 'What the bank is to ask for, one a line, as staff wrote it.';

-- The orders of which both sides agreed on a letter of credit.
create view private.letter_contracts with (security_invoker = true) as
  select quote.order_id from public.quotes as quote where quote.status = 'accepted' and quote.payment_terms = 'Letter of Credit';
revoke all on table private.letter_contracts from public, anon, authenticated, service_role;

create function private.has_letter_of_credit(order_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.letter_contracts as agreed where agreed.order_id = $1)
$$;

-- Whether goods may leave on it: none was agreed, or it has been issued.
create function private.letter_is_issued(order_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not private.has_letter_of_credit($1) or exists (select from public.letters_of_credit as letter
    where letter.order_id = $1 and letter.status in ('issued', 'documents_presented', 'paid'))
$$;

-- For its buyer and for staff who read orders: {status, advisingBank, documents, draftAt, currency, draftProblem?, stepBackReason?}; null
-- where none was agreed. draftProblem: why the last draft was not taken, which the buyer reads.
-- Without a bank of its own it is the one of our account in that currency; null where there is none either.
create function public.letter_of_credit(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  own public.orders;
  letter public.letters_of_credit;
begin
  select * into own from public.orders where id = letter_of_credit.order_id
    and (user_id = (select auth.uid()) or (select private.has_permission('orders.read')));
  if own.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif not private.has_letter_of_credit(own.id) then
    return null;
  end if;
  select * into letter from public.letters_of_credit as one where one.order_id = own.id;
  return jsonb_build_object('status', coalesce(letter.status, 'awaited'), 'documents', letter.documents,
    'draftAt', letter.draft_at, 'draftPath', letter.draft_path, 'currency', own.currency, 'ownBank', letter.advising_bank,
    'draftProblem', case when letter.status = 'awaited' and letter.draft_path is not null then letter.step_back_reason end,
    -- For staff alone.
    'stepBackReason', case when (select private.has_permission('orders.read')) then letter.step_back_reason end,
    'advisingBank', coalesce(letter.advising_bank, private.bank_in_words(own.currency)));
end $$;

-- The bank of our account in a currency: at home without a SWIFT code.
create function private.bank_in_words(currency text) returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(', ', bank_name, bank_address, swift_bic)
  from private.current_settlement_account('bank_account', $1)
$$;

-- The buyer sends the draft of their bank, again as often as it changes, until it is issued.
create function public.send_credit_draft(order_id uuid, path text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, '{}');
begin
  select * into own from public.orders where id = own.id for update;
  if own.status not in ('pending', 'approved') or not private.has_letter_of_credit(own.id)
    or exists (select from public.letters_of_credit as letter
      where letter.order_id = own.id and letter.status not in ('awaited', 'draft_received', 'draft_accepted'))
  then
    raise exception 'No draft is needed now' using errcode = '23514', hint = 'path';
  end if;
  -- Sent once more by a retry: staff have it.
  if exists (select from public.letters_of_credit as letter where letter.order_id = own.id and letter.draft_path = path) then
    return;
  elsif (select count(*) >= 20 from public.audit_trail as entry
      where entry.subject_id = own.id::text and entry.subject_type = 'letters_of_credit' and entry.actor_id = (select auth.uid())
        and entry.created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.require_order_uploads(own.id, 'proof', array[path]);
  insert into public.letters_of_credit as letter (order_id, status, draft_path, draft_at)
  values (own.id, 'draft_received', path, now())
  on conflict on constraint letters_of_credit_pkey do update
    set status = 'draft_received', draft_path = excluded.draft_path, draft_at = excluded.draft_at,
      step_back_reason = case when letter.status = 'draft_received' then letter.step_back_reason end;
  perform private.notify_staff_of_answer(own.id, 'draft_sent');
end $$;

-- details = {advisingBank?, documents?, status?, draftPath?, seenDocuments?, reason?}: what is named is written, but for draftPath and
-- seenDocuments: they are the draft that the person has seen, which is taken or sent back, and the list, which is changed; no other one. A status goes one step forward, or one back with a
-- reason: a draft is taken, and the letter issued, once there is a bank that it comes through and a list of documents, which then stays
-- a list; it is issued once the order is approved, and presented once the goods have left.
-- That the bank has paid is said by someone who confirms payments, and need not decide orders for that alone, once the money stands
-- on the statement; a correction that takes it away takes that back. The advising bank is that of our account, which two people change: here it can only be
-- left as it is, or become that bank. The buyer hears of what is another one now: they check bank and documents before their
-- bank issues the letter.
create function public.set_letter_of_credit(order_id uuid, details jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  known constant text[] := '{awaited,draft_received,draft_accepted,issued,documents_presented,paid}';
  current_order public.orders;
  letter public.letters_of_credit;
  written public.letters_of_credit;
  next_status text := details ->> 'status';
  bank text := nullif(private.clean_line(details ->> 'advisingBank'), '');
  documents_named text := nullif(private.clean_text(details ->> 'documents'), '');
  documents_seen text := nullif(private.clean_text(details ->> 'seenDocuments'), '');
  why text := nullif(private.clean_line(details ->> 'reason'), '');
  steps integer;
begin
  perform private.require_record_work('orders');
  if details - '{status,draftPath}'::text[] <> '{}' or next_status is distinct from 'paid' then
    perform private.require_admin_right('orders', 'decide');
  else
    perform private.require_strong_right('payments.confirm');
  end if;
  select * into current_order from public.orders where id = set_letter_of_credit.order_id for update;
  if current_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(current_order) then
    raise exception 'Somebody else must see to your own order' using errcode = '42501';
  elsif not private.has_letter_of_credit(current_order.id) then
    raise exception 'No letter of credit was agreed on for this order' using errcode = '23514', hint = 'status';
  elsif current_order.status = 'declined' then
    raise exception 'This order has ended' using errcode = '23514', hint = 'status';
  elsif char_length(documents_named) not between 2 and 2000 then
    raise exception 'Name the documents in 2 to 2,000 characters' using errcode = '23514', hint = 'documents';
  end if;
  insert into public.letters_of_credit (order_id) values (current_order.id) on conflict on constraint letters_of_credit_pkey do nothing;
  select * into letter from public.letters_of_credit as one where one.order_id = current_order.id for update;
  next_status := coalesce(next_status, letter.status);
  steps := array_position(known, next_status) - array_position(known, letter.status);
  if bank is not null and bank is distinct from letter.advising_bank then
    raise exception 'The advising bank is that of our account in this currency, which two people change together'
      using errcode = '42501', hint = 'advisingBank';
  elsif details ? 'documents' and documents_named is distinct from letter.documents and documents_seen is distinct from letter.documents then
    raise exception 'Somebody else changed the documents required meanwhile. What stands there now: %', coalesce(letter.documents, 'none')
      using errcode = 'PT409', hint = 'seen';
  elsif steps is null or steps < 0 and next_status is distinct from (case
    when letter.status = 'draft_received' or letter.draft_path is null and letter.status in ('draft_accepted', 'issued') then 'awaited'
    when letter.status = 'draft_accepted' then 'draft_received' when letter.status = 'issued' then 'draft_accepted'
    when letter.status = 'documents_presented' then 'issued' end)
  then
    raise exception 'It goes forward, or one step back' using errcode = '23514', hint = 'status';
  elsif steps > 1 then
    raise exception 'It goes one step at a time: a draft, then accepted, then issued, then the documents, then paid' using errcode = '23514', hint = 'status';
  elsif steps <> 0 and letter.status = 'draft_received' and letter.draft_path is distinct from nullif(details ->> 'draftPath', '') then
    raise exception 'Another draft has come meanwhile: please read that one' using errcode = 'PT409', hint = 'status';
  elsif steps > 0 and next_status in ('draft_accepted', 'issued')
    and coalesce(case when details ? 'advisingBank' then bank else letter.advising_bank end, private.bank_in_words(current_order.currency)) is null
  then
    raise exception 'We have no account in %, so there is no bank that the letter could come through: add the account in the settings first', current_order.currency
      using errcode = '23514', hint = 'status';
  elsif coalesce(case when details ? 'documents' then documents_named else letter.documents end, '') = '' and (
    steps > 0 and next_status in ('draft_accepted', 'issued')
    or letter.documents is not null and next_status not in ('awaited', 'draft_received'))
  then
    raise exception 'Name the documents required first: the bank pays against them' using errcode = '23514', hint = 'documents';
  elsif steps > 0 and next_status = 'issued' and current_order.status = 'pending' then
    raise exception 'Approve the order first: a letter of credit is issued for an order that is approved' using errcode = '23514', hint = 'status';
  elsif steps > 0 and next_status = 'documents_presented' and current_order.fulfilment_status not in ('dispatched', 'delivered', 'disputed') then
    raise exception 'The goods have not left yet: there are no documents to present' using errcode = '23514', hint = 'status';
  elsif steps < 0 and next_status in ('awaited', 'draft_received', 'draft_accepted') and current_order.fulfilment_status in ('dispatched', 'delivered', 'disputed') then
    raise exception 'The goods have left on this letter: it stays issued' using errcode = '23514', hint = 'status';
  elsif steps < 0 and coalesce(char_length(why), 0) not between 5 and 300 then
    raise exception 'Say in 5 to 300 characters why it goes back' using errcode = '23514', hint = 'reason';
  elsif next_status = 'paid' and letter.status <> 'paid' then
    perform private.require_strong_right('payments.confirm');
    -- What a complaint took off or sent back since changes nothing about it.
    if current_order.status = 'declined' or private.paid_kobo(current_order.id) <= 0 or private.balance_kobo(current_order.id) > 0 then
      raise exception 'The money is not confirmed yet: it is found on the statement first' using errcode = '23514', hint = 'status';
    end if;
  end if;
  update public.letters_of_credit as one set status = next_status,
    advising_bank = case when details ? 'advisingBank' then bank else one.advising_bank end,
    documents = case when details ? 'documents' then documents_named else one.documents end,
    step_back_reason = case when steps < 0 then why when steps = 0 then one.step_back_reason end
  where one.order_id = current_order.id returning * into written;
  if (written.status, written.advising_bank, written.documents) is distinct from (letter.status, letter.advising_bank, letter.documents) then
    perform private.notify_buyer(current_order.id, 'order_credit_letter', jsonb_build_object('credit', jsonb_build_object(
      'status', written.status, 'isBack', nullif(steps < 0, false), 'isSame', nullif(steps = 0, false),
      'isFirstList', nullif(steps = 0 and letter.documents is null and written.documents is not null, false), 'documents', written.documents,
      'draftProblem', case when steps < 0 and letter.status = 'draft_received' then why end,
      'bank', coalesce(written.advising_bank, private.bank_in_words(current_order.currency)))));
  end if;
end $$;

-- Each step, and each draft that comes (from nothing), stands in the history of its order.
create function private.record_credit_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (coalesce(old.status, 'awaited'), old.draft_path) is distinct from (new.status, new.draft_path) then
    insert into public.order_events (order_id, axis, from_value, to_value, actor_id)
    values (new.order_id, 'credit', case when new.draft_path is not distinct from old.draft_path then coalesce(old.status, 'awaited') end,
      new.status, (select auth.uid()));
  end if;
  return null;
end $$;

create trigger record_credit_event after insert or update on public.letters_of_credit
  for each row execute function private.record_credit_event();

create trigger audit_change after insert or update on public.letters_of_credit for each row
  execute function private.audit_change('all', 'order_id', 'status,advising_bank,documents,draft_path,step_back_reason');

create trigger notify_admin after insert or update of status on public.letters_of_credit
  for each row execute function private.notify_admin('orders');

create trigger touch_updated_at before update on public.letters_of_credit
  for each row execute function private.touch_updated_at();

alter table public.letters_of_credit enable row level security;
revoke all on table public.letters_of_credit from public, anon, authenticated, service_role;
-- Not why a step was taken back, which colleagues write for each other.
grant select (order_id, status, advising_bank, documents, draft_path, draft_at, updated_at) on table public.letters_of_credit to authenticated;
grant select on table public.letters_of_credit to service_role;
create policy "People who may read an order read its letter of credit" on public.letters_of_credit
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.bank_in_words(text), private.has_letter_of_credit(uuid), private.letter_is_issued(uuid), private.record_credit_event(), public.letter_of_credit(uuid), public.send_credit_draft(uuid, text),
  public.set_letter_of_credit(uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function
  public.letter_of_credit(uuid), public.send_credit_draft(uuid, text), public.set_letter_of_credit(uuid, jsonb)
  to authenticated;
