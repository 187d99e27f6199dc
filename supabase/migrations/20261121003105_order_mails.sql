-- One mail for everything that a buyer has to hear of an order; where there is something to pay, with the account.

-- Where to pay what is left, for a mail: as payment_details answers it, under the names of mails. Null when there is
-- nothing to pay, no account, or another price to be agreed to first.
create function private.payment_block(own public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('bank_name', account.bank_name, 'account_name', account.account_name,
    'account_number', account.account_number, 'changed_at', account.effective_at,
    'due_kobo', (own).total_amount_kobo - private.received_kobo((own).id),
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = (own).id),
      (select phone from public.order_requests as asked where asked.order_id = (own).id)))
  from private.current_settlement_account('bank_account') as account
  where (own).status in ('pending', 'approved') and (own).payment_status in ('unpaid', 'claimed', 'underpaid')
    and (own).total_amount_kobo is not null
    and ((own).payment_status <> 'unpaid' or private.find_changed_prices(own) is null)
$$;

-- As before (20261121003020), and: what can happen twice is told twice; mails about open payments bring the account;
-- a dispute's answer comes along; demo orders tell nobody; taking orders back fills no stranger's mailbox either.
create or replace function private.tell_buyer(order_id uuid, template text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  own_mailbox text;
  recipient text;
  token text;
begin
  select * into strict found_order from public.orders where id = order_id;
  if found_order.is_demo then
    return;
  end if;
  select * into request from public.order_requests where order_requests.order_id = found_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = found_order.id;
  select email into own_mailbox from public.profiles where id = found_order.user_id;
  recipient := coalesce(request.email, contact.email, own_mailbox);
  -- The form takes any address, a stranger's too: of what a buyer's own doing sends, a mailbox that nobody proved gets
  -- five in an hour from everybody together, and the account's own gets what is beyond.
  if recipient is distinct from own_mailbox and (
    template in ('order_received', 'order_placed', 'order_payment_claimed')
    or found_order.decline_reason = 'withdrawn_by_buyer'
  ) then
    if template in ('order_received', 'order_placed') then
      -- One after the other for each address, or many at once would all count the same few. Not for the others, which
      -- come from orders that are there: a withdrawal locks its products after this, a new order before.
      perform pg_advisory_xact_lock(hashtextextended('order mail ' || recipient, 0));
    end if;
    if (select count(*) >= 5 from private.mail_outbox
        where mail_outbox.recipient = coalesce(request.email, contact.email) and created_at > now() - interval '1 hour') then
      recipient := own_mailbox;
    end if;
  end if;
  if recipient is null then
    return;
  end if;
  if found_order.kind = 'marketplace' and found_order.user_id is null then
    token := private.make_token();
    insert into private.order_links (token_hash, order_id)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), found_order.id);
  end if;
  perform private.enqueue_mail(template, recipient, jsonb_strip_nulls(jsonb_build_object(
    'order_id', found_order.id,
    'code', found_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', found_order.crop_type,
    'quantity', found_order.quantity_text,
    'unit', found_order.unit,
    'reason', found_order.decline_reason,
    'total_kobo', case when found_order.kind = 'marketplace' then found_order.total_amount_kobo end,
    'currency', case when found_order.total_amount_kobo is not null then found_order.currency end,
    'expires_at', found_order.expires_at,
    'payment_status', case when found_order.kind = 'marketplace' then found_order.payment_status end,
    'refund_due_kobo', nullif(found_order.refund_due_kobo, 0),
    'payment', case when template in ('order_placed', 'order_unpaid', 'order_payment_short', 'order_payment_not_found')
      then private.payment_block(found_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo)
      from public.order_disputes as dispute where dispute.order_id = found_order.id and resolved_at is not null
      order by resolved_at desc limit 1) end,
    'token', token
  )), case
    when template ~ '^order_(payment|dispute|quoted|dispatched|delivered)' then null
    -- A conversation rings once an hour.
    when template = 'order_message' then template || ':' || found_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    else template || ':' || found_order.id
  end);
end $$;

-- A decision on an order of the marketplace is told in words of its own, and so is that its time was over.
create or replace function private.tell_buyer_of_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_buyer(new.id, case
    when new.kind <> 'marketplace' then 'order_' || new.status
    when new.status = 'declined' and (select auth.uid()) is null and new.expires_at <= now()
      and new.decline_reason <> 'withdrawn_by_buyer' then 'order_expired'
    else 'order_market_' || new.status
  end);
  return null;
end $$;

create function private.tell_buyer_of_fulfilment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_buyer(new.id, 'order_' || new.fulfilment_status);
  return null;
end $$;
create trigger tell_buyer_of_fulfilment after update of fulfilment_status on public.orders
  for each row when (
    (old.fulfilment_status = 'preparing' and new.fulfilment_status = 'dispatched')
    or (old.fulfilment_status = 'dispatched' and new.fulfilment_status = 'delivered')
  )
  execute function private.tell_buyer_of_fulfilment();

create function private.tell_buyer_of_dispute() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_buyer(new.order_id, 'order_dispute_answered');
  return null;
end $$;
create trigger tell_buyer_of_dispute after update of resolved_at on public.order_disputes
  for each row when (old.resolved_at is null and new.resolved_at is not null)
  execute function private.tell_buyer_of_dispute();

create function private.tell_buyer_of_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_buyer(new.order_id, 'order_message');
  return null;
end $$;
create trigger tell_buyer_of_message after insert on public.order_messages
  for each row when (new.is_from_staff)
  execute function private.tell_buyer_of_message();

-- Ends and reminds; null when another server is at it. Called each minute by every one of them.
create function private.run_market_jobs() returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('market jobs', 0)) then
    return null;
  end if;
  return jsonb_build_object('expired', private.expire_market_orders(), 'reminded', private.remind_unpaid_orders());
end $$;

-- As before (20261121000700), and: who has paid too much has paid (orderCouplings lets such an order go all its way).
create or replace function private.require_payment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.total_amount_kobo is not null and new.payment_status not in ('confirmed', 'overpaid')
    and new.credit_terms_reason is null
  then
    raise exception 'The payment of this order is not confirmed yet' using errcode = '23514', hint = 'payment_status';
  end if;
  return new;
end $$;

revoke all on function private.payment_block(public.orders), private.tell_buyer_of_fulfilment(),
  private.tell_buyer_of_dispute(), private.tell_buyer_of_message(), private.run_market_jobs() from public;
grant execute on function private.run_market_jobs() to service_role;
