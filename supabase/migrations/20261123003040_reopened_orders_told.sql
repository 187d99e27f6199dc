-- Whoever was told that their order is complete is told when it is open again, and why.

insert into private.chosen_mails (template, choice) values ('order_reopened', 'order_mails');

-- As before (20261121003305), with the reason of a reopening, which stands in the ledger alone.
-- In its mails: how far the goods are, what is due and when; the account also where a time has come; the total of a quote
-- once it is accepted (20261123002000).
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
    template in ('order_received', 'order_placed', 'order_payment_claimed', 'order_unpaid', 'order_expired')
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
    'reason', case when template = 'order_reopened' then (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = found_order.id order by event.id desc limit 1)
      else found_order.decline_reason end,
    'total_kobo', found_order.total_amount_kobo,
    'currency', case when found_order.total_amount_kobo is not null then found_order.currency end,
    'expires_at', found_order.expires_at,
    'payment_status', case when found_order.kind = 'marketplace' then found_order.payment_status end,
    'refund_due_kobo', nullif(found_order.refund_due_kobo, 0),
    'fulfilment_status', nullif(found_order.fulfilment_status, 'none'),
    'due', private.describe_due(found_order),
    'payment', case when template in ('order_placed', 'order_unpaid', 'order_payment_short', 'order_payment_not_found',
        'order_approved', 'order_dispatched', 'order_delivered', 'order_dispute_answered', 'order_payment_refunded')
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
    -- Of an order that was reopened each is told anew.
    else concat_ws(':', template, found_order.id, extract(epoch from found_order.reopened_at))
  end);
end $$;

-- As before (20261121001420), and: it tells the buyer; without the second factor it asks for that.
create or replace function public.reopen_order(order_id uuid, reason text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  given text := coalesce(private.clean_text(reason), '');
  reopened text;
begin
  perform private.require_strong_right('orders.reopen');
  if char_length(given) not between 3 and 500 then
    raise exception 'Please say in 3 to 500 characters why the order is reopened' using errcode = '23514', hint = 'reason';
  end if;
  update public.orders set status = 'approved', reopened_at = clock_timestamp(), decline_reason = given
  where id = order_id and status = 'completed'
  returning status into reopened;
  if reopened is null then
    raise exception 'Only a completed order can be reopened' using errcode = '23514', hint = 'status';
  end if;
  perform private.tell_buyer(order_id, 'order_reopened');
  return reopened;
end $$;
