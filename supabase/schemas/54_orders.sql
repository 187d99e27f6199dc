-- Orders, bulk and marketplace: states, decisions, and the mails to the buyer.
create table public.orders (
  id uuid primary key default gen_random_uuid(),
  code text not null,
  user_id uuid references public.profiles (id) on delete set null,
  kind text not null default 'bulk',
  crop_type text not null,
  quantity numeric not null,
  quantity_text text not null,
  unit text not null,
  currency text not null default 'NGN',
  total_amount_kobo bigint,
  total_amount numeric generated always as (total_amount_kobo / 100.0) stored,
  delivery_date date,
  delivery_address text not null,
  special_requirements text,
  status text not null default 'pending',
  decline_reason text,
  payment_status text not null default 'unpaid',
  credit_terms_reason text,
  fulfilment_status text not null default 'none',
  idempotency_key uuid,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reopened_at timestamptz,
  expires_at timestamptz,
  reminded_at timestamptz,
  price_locked_until timestamptz,
  delivered_at timestamptz,
  refund_due_kobo bigint not null default 0,
  claimed_at timestamptz,
  claim_holds_until timestamptz,
  stock_released_at timestamptz,
  holds_much boolean not null default false,
  decline_code text,
  delivery_kobo bigint not null default 0,
  vat_kobo bigint not null default 0,
  goods_kobo bigint generated always as (total_amount_kobo - delivery_kobo - vat_kobo) stored,
  awaits_delivery boolean not null default false,
  withdrawal_reason text,
  vat_lines jsonb,
  delivers_from date,
  delivers_until date,
  sort_name text collate "C",
  delivery_state text generated always as (private.stated_state(delivery_address)) stored,
  constraint orders_code_unique unique (code) include (id),
  constraint orders_code_form check (code ~ '^AG[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$'),
  constraint orders_idempotency_key_unique unique (user_id, idempotency_key),
  constraint orders_kind_known check (kind in ('bulk', 'marketplace')),
  constraint orders_crop_type_length check (char_length(crop_type) between 1 and 200),
  constraint orders_quantity_positive check (quantity > 0 and quantity <= 1000000000),
  constraint orders_quantity_text_length check (char_length(quantity_text) between 1 and 40),
  constraint orders_unit_known check (kind <> 'bulk' or unit in
    ('Tons', 'Kilograms', 'Bags (50kg)', 'Bags (100kg)', 'Containers (20ft)', 'Containers (40ft)')),
  constraint orders_currency_known check (currency = any (private.currencies())),
  constraint orders_total_amount_kobo_not_negative check (total_amount_kobo >= 0),
  constraint orders_delivery_address_length check (char_length(delivery_address) between 5 and 500),
  constraint orders_special_requirements_length check (char_length(special_requirements) <= 2000),
  constraint orders_status_known check (status in ('pending', 'approved', 'declined', 'completed')),
  constraint orders_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint orders_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null)),
  constraint orders_decline_code_known check (decline_code in ('withdrawn_by_buyer', 'payment_expired')),
  constraint orders_withdrawal_reason_length check (char_length(withdrawal_reason) between 3 and 500),
  constraint orders_decline_code_belongs check (decline_code is null or status = 'declined'),
  constraint orders_payment_status_known check (payment_status in
    ('unpaid', 'claimed', 'confirmed', 'underpaid', 'overpaid', 'refund_due', 'refunded')),
  constraint orders_credit_terms_reason_length check (char_length(credit_terms_reason) between 3 and 500),
  constraint orders_fulfilment_status_known check (fulfilment_status in
    ('none', 'preparing', 'dispatched', 'delivered', 'disputed')),
  constraint orders_refund_due_kobo_not_negative check (refund_due_kobo >= 0),
  constraint orders_amounts_not_negative check (delivery_kobo >= 0 and vat_kobo >= 0 and goods_kobo >= 0),
  constraint orders_delivers_whole check (num_nulls(delivers_from, delivers_until) in (0, 2) and delivers_from <= delivers_until),
  constraint orders_awaits_delivery_belongs check (not awaits_delivery or kind = 'marketplace')
);
comment on column public.orders.total_amount_kobo is 'The truth, in minor units of currency (kobo, cents); null until the order is quoted.';
comment on column public.orders.total_amount is 'The same in naira or dollars, for reading.';
comment on column public.orders.goods_kobo is 'What of the total is neither delivery nor VAT, so that the three are the total by definition.';
comment on column public.orders.vat_lines is 'How vat_kobo comes about, by rate and reason, as documents print it. Null: not priced yet, or from before VAT was named.';
comment on column public.orders.awaits_delivery is 'Its delivery is quoted first: until the buyer accepts price and day, nothing is asked. What nobody prices ends (quote_wait_hours).';
comment on column public.orders.status is 'Four values and no more; payment and fulfilment have columns of their own. A cancellation is declined with the code withdrawn_by_buyer.';
comment on column public.orders.delivers_until is 'The day of its delivery, or the last of the agreed window that began on delivers_from: lists are ordered by it. Null: none is named.';
comment on column public.orders.delivery_state is 'Where it goes, by the end of its address: the checkout writes its state there. Null: no state of Nigeria is named.';
comment on column public.orders.sort_name is 'Whose order it is, as lists name its buyer, in small letters (private.find_buyer_name): they are ordered by it.';
comment on column public.orders.decline_code is 'How it ended where nobody of the company declined it; its words stand in decline_reason.';
comment on column public.orders.withdrawal_reason is 'Why the buyer took back a contract that both sides had agreed on.';
comment on column public.orders.credit_terms_reason is 'Why an order may be completed before its payment is confirmed.';
comment on column public.orders.reopened_at is 'When the order was last reopened; who did it and why stands in decision_events.';
comment on column public.orders.expires_at is 'Until when an unpaid marketplace order reserves its stock, where there is an account to pay it to.';
comment on column public.orders.refund_due_kobo is 'What the company still has to send back, in minor units.';
comment on column public.orders.claimed_at is 'When its payment was claimed for the first time; further claims change nothing of it.';
comment on column public.orders.claim_holds_until is 'Until when the claim reserves its goods.';
comment on column public.orders.stock_released_at is 'Since when its goods are for sale again while it waits for its money. Null: it has what it reserved.';
comment on column public.orders.holds_much is 'It reserved more than a quarter of what there was of a product.';
-- The counts of all, and of each state of an order, its money and its goods, read this: its few words fold into a fifth of any other index.
create index orders_counted_idx on public.orders (status, payment_status, fulfilment_status, kind);
create index orders_created_at_idx on public.orders (created_at desc, id);
-- By what was ordered (private.crops_with).
create index orders_crop_type_idx on public.orders (crop_type, created_at desc, id);
create index orders_delivery_state_idx on public.orders (delivery_state, created_at desc, id) where delivery_state is not null;
-- What is delivered next first, and what has no day last.
create index orders_delivers_until_idx on public.orders (delivers_until, created_at, id) include (delivers_from);
create index orders_disputed_idx on public.orders (created_at desc, id) where fulfilment_status = 'disputed';
create index orders_expires_at_idx on public.orders (expires_at)
  where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid';
-- What waits for a price of its delivery.
create index orders_delivery_waits_idx on public.orders (created_at desc, id) where awaits_delivery and status = 'pending';
create unique index orders_guest_idempotency_key_idx on public.orders (idempotency_key)
  where user_id is null and kind = 'marketplace';
create index orders_hold_much_idx on public.orders (created_at desc) where holds_much and status = 'pending';
-- To approve, to complete and to prepare: so few that a walk through all orders would not meet ten (private.step_condition).
create index orders_to_approve_idx on public.orders (created_at desc, id) where status = 'pending' and total_amount_kobo is not null
  and not awaits_delivery and payment_status not in ('claimed', 'refund_due')
  and (kind = 'bulk' or payment_status in ('confirmed', 'overpaid') or credit_terms_reason is not null);
create index orders_to_complete_idx on public.orders (created_at desc, id) where status = 'approved' and fulfilment_status = 'delivered'
  and (payment_status in ('confirmed', 'overpaid', 'refunded')
    or credit_terms_reason is not null and payment_status not in ('claimed', 'refund_due'));
create index orders_to_prepare_idx on public.orders (delivers_until, created_at, id)
  include (payment_status, total_amount_kobo, credit_terms_reason) where status = 'approved' and fulfilment_status = 'none';
-- What may wait for its buyer, with what says whether it does.
create index orders_unpaid_idx on public.orders (created_at desc, id)
  include (status, kind, fulfilment_status, total_amount_kobo, awaits_delivery, credit_terms_reason, currency)
  where status in ('pending', 'approved', 'completed') and payment_status in ('unpaid', 'underpaid') and fulfilment_status <> 'disputed';
create index orders_part_paid_idx on public.orders (id)
  where kind = 'marketplace' and status = 'pending' and payment_status in ('claimed', 'underpaid') and stock_released_at is null;
-- What the queues look at: few of many orders.
create index orders_payment_waits_idx on public.orders (created_at desc, id)
  where payment_status in ('claimed', 'underpaid', 'overpaid', 'refund_due');
-- What is about to be brought.
create index orders_on_their_way_idx on public.orders (delivers_until)
  where status = 'approved' and fulfilment_status in ('preparing', 'dispatched');
-- The money of the day counts these, and its figures open them (private.open_money_condition).
create index orders_outstanding_idx on public.orders (created_at desc, id)
  where status in ('approved', 'completed') and payment_status in ('unpaid', 'claimed', 'underpaid') and total_amount_kobo is not null;
-- What waits for a price, beside orders_delivery_waits_idx.
create index orders_quote_waits_idx on public.orders (created_at desc, id)
  where kind = 'bulk' and total_amount_kobo is null and status in ('pending', 'approved');
create index orders_refund_due_idx on public.orders (created_at desc, id) where refund_due_kobo > 0;
create index orders_released_idx on public.orders (created_at desc) where stock_released_at is not null and status = 'pending';
create index orders_payment_status_idx on public.orders (payment_status, created_at desc, id);
create index orders_sort_name_idx on public.orders (sort_name, created_at desc, id);
create index orders_status_idx on public.orders (status, created_at desc, id);
-- The largest first; the search finds an amount by it.
create index orders_total_amount_kobo_idx on public.orders (total_amount_kobo desc nulls last, created_at desc, id);
create index orders_user_id_idx on public.orders (user_id, created_at desc);
-- What a due clock of orders waits for.
create index orders_waiting_idx on public.orders (created_at desc, id) where status = 'pending' and kind = 'bulk';

create function public.orders(public.record_page) returns setof public.orders
language sql stable set search_path = ''
as $$select t.* from public.orders as t where t.id = any ($1.ids) order by array_position($1.ids, t.id)$$;

-- All of it came or was taken off; what goes back after a complaint was paid all the same.
create function private.is_fully_paid(candidate public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (candidate).payment_status in ('confirmed', 'overpaid')
    or (candidate).payment_status in ('refund_due', 'refunded')
      and private.credited_kobo((candidate).id) >= (candidate).total_amount_kobo
$$;

-- A quoted order is not completed while its payment is open, unless it goes on credit terms with a reason (decision 84).
create function private.require_payment(new public.orders) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if new.total_amount_kobo is not null and not private.is_fully_paid(new) and new.credit_terms_reason is null then
    raise exception 'The payment of this order is not confirmed yet' using errcode = '23514', hint = 'payment_status';
  end if;
end $$;

-- An approved order is not withdrawn and does not expire any more, and is declined by hand alone: approved without money, it would keep
-- its stock. A bulk order is approved before it is paid, since its terms say when.
create function private.require_money_for_approval(new public.orders) returns public.orders
language plpgsql security definer set search_path = ''
as $$
begin
  if new.awaits_delivery then
    raise exception 'The delivery of this order is not agreed yet' using errcode = '23514', hint = 'delivery';
  elsif new.payment_status not in ('confirmed', 'overpaid') and new.credit_terms_reason is null then
    raise exception 'This order can be approved when its payment is confirmed' using errcode = '23514', hint = 'payment_status';
  elsif new.stock_released_at is not null then
    if not private.reserve_again(new.id) then
      raise exception 'The goods of this order were sold to others before its money was found. Wait until there is stock again, or decline it and send the money back.'
        using errcode = '23514', hint = 'stock';
    elsif private.lost_its_day(new.id) then
      raise exception 'The day of its delivery was given to others before its money was found. Name another one first.'
        using errcode = '23514', hint = 'delivery_day';
    end if;
    new.stock_released_at := null;
  end if;
  return new;
end $$;

-- Every step of every axis passes here, no matter who takes it. A decline takes the payment along as the couplings say.
create function private.couple_order_axes(old public.orders, new public.orders) returns public.orders
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'declined' and old.status <> 'declined' then
    new.payment_status := private.payment_once_declined(old);
    new.fulfilment_status := old.fulfilment_status;
  end if;
  -- What counts on the money that is recorded: approving, completing, and each step in which goods leave.
  if old.status = 'pending' and new.status = 'approved' or old.status = 'approved' and new.status = 'completed'
    or new.fulfilment_status is distinct from old.fulfilment_status and new.fulfilment_status in ('preparing', 'dispatched')
  then
    perform private.refuse_while_less_may_have_come(new.id);
  end if;
  perform private.require_axis_step('payment', old.payment_status, new.payment_status);
  perform private.require_axis_step('fulfilment', old.fulfilment_status, new.fulfilment_status);
  if new.fulfilment_status is distinct from old.fulfilment_status
    and new.fulfilment_status in ('preparing', 'dispatched')
    and (new.status not in ('approved', 'completed') or private.is_paid_enough(new) is not true)
  then
    raise exception '%', case when private.letter_is_issued(new.id) then 'Goods leave when the order is approved and its payment is confirmed'
      else 'Goods leave when the order is approved and its letter of credit is issued' end
      using errcode = '23514', hint = 'fulfilment_status';
  end if;
  if new.status = 'completed' and old.status <> 'completed' and new.kind = 'marketplace'
    and new.fulfilment_status <> 'delivered'
  then
    raise exception 'The goods of this order are not delivered yet' using errcode = '23514', hint = 'fulfilment_status';
  end if;
  if new.fulfilment_status = 'delivered' and old.fulfilment_status = 'dispatched' then
    new.delivered_at := now();
  end if;
  return new;
end $$;

-- Whether goods may leave: the money is there, the part that is due before the delivery is there and an agreed letter of credit is
-- issued, or the order goes on credit terms with a reason.
create function private.is_paid_enough(candidate public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_fully_paid(candidate) or (candidate).credit_terms_reason is not null
    or ((candidate).payment_status = any (private.owed_statuses()) and exists (
      select from public.order_instalments as part where part.order_id = (candidate).id
      having private.credited_kobo((candidate).id) >= sum(case due when 'in_advance' then amount_kobo else 0 end)
    ) and private.letter_is_issued((candidate).id))
$$;

-- The same for those who read orders, as a field of each row: what the lists and the record call the next step hangs on it.
create function public.goods_may_leave(public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_paid_enough($1) where (select private.has_permission('orders.read'))
$$;

-- Security definer, because staff write no fulfilment status by hand: the step is checked and recorded.
create function public.move_order(order_id uuid, expected text, fulfilment text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  moved text;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to move orders' using errcode = '42501';
  elsif fulfilment not in ('preparing', 'dispatched', 'delivered') or expected = 'disputed' then
    raise exception 'Fulfilment cannot change from % to %', expected, fulfilment using errcode = '23514', hint = 'fulfilment_status';
  elsif private.is_own_record('orders', order_id) then
    raise exception 'Somebody else must move the goods of your own order' using errcode = '42501', hint = 'own_record';
  end if;
  update public.orders set fulfilment_status = fulfilment
  where id = order_id and fulfilment_status = expected
  returning fulfilment_status into moved;
  if moved is null then
    raise exception 'Somebody else has changed this order. Please look again.' using errcode = 'PT409';
  end if;
  return moved;
end $$;

-- Mails the buyer in the transaction that changes the order; definer, because staff write no mail by themselves. Answers the mail's
-- id; null: nobody is written to. `more` is what this template needs besides.
create function private.notify_buyer(order_id uuid, template text, more jsonb default '{}') returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  current_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  policy private.mail_templates;
  own_mailbox text;
  recipient text;
  token text;
  delivery jsonb;
  reason text;
  answered jsonb;
  goods jsonb;
begin
  select * into strict current_order from public.orders where id = order_id;
  if current_order.is_demo then
    return null;
  end if;
  select * into strict policy from private.mail_templates where mail_templates.template = notify_buyer.template;
  select * into request from public.order_requests where order_requests.order_id = current_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = current_order.id;
  select email into own_mailbox from public.profiles where id = current_order.user_id;
  recipient := private.choose_mailbox(request.email, contact.email, own_mailbox, template);
  if policy.limited = 'form' and not private.may_write_form_mail(recipient) then
    return null;
  end if;
  -- The form takes any address, a stranger's too: of what a buyer's own doing sends, a mailbox that nobody proved gets
  -- five in an hour from everybody together, and the account's own gets what is beyond.
  if recipient is distinct from own_mailbox
    and (policy.limited in ('new_order', 'order') or current_order.decline_code = 'withdrawn_by_buyer') then
    if policy.limited = 'new_order' then
      -- One after the other for each address, or many at once would all count the same few. Not for the others, which
      -- come from orders that are there: a withdrawal locks its products after this, a new order before.
      perform pg_advisory_xact_lock(hashtextextended('order mail ' || private.mailbox_of(recipient), 0));
    end if;
    if (select count(*) >= 5 from private.mail_outbox
        where private.mailbox_of(mail_outbox.recipient) in (private.mailbox_of(coalesce(request.email, contact.email)),
            private.erased_recipient(coalesce(request.email, contact.email)))
          and created_at > now() - interval '1 hour') then
      recipient := own_mailbox;
    end if;
  end if;
  -- Who does something on the page of the order has read there what nobody told them.
  if template in ('order_payment_claimed', 'order_delivery_accepted', 'order_quote_accepted', 'order_dispute_received')
    or template ~ '_declined$' and current_order.decline_code = 'withdrawn_by_buyer'
  then
    delete from private.untold_news as untold where untold.order_id = current_order.id;
  end if;
  if recipient is null then
    -- What is told by text leaves what nobody told before; the price of a delivery is told by telephone in any case.
    if not (private.sends_sms() and private.number_to_text(current_order) is not null
      and ('sms' = any (policy.channels) and template <> 'order_delivery_quoted'
        or template ~ '^order_((market_)?(approved|declined|completed)|expired)$'))
    then
      perform private.note_untold(current_order, template);
    end if;
    return null;
  end if;
  if current_order.kind = 'marketplace' and current_order.user_id is null then
    token := private.make_token();
    insert into private.order_guest_links (token_hash, order_id, expires_at)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), current_order.id,
      now() + case when template = 'order_link_again' then private.link_again_period() else private.guest_link_period() end);
  end if;
  delivery := private.describe_delivery_done(current_order.id);
  -- The day is left out of a delivery that comes later than agreed: staff name another one.
  if delivery ->> 'kind' <> 'collect' and current_order.fulfilment_status not in ('delivered', 'disputed')
    and private.end_of_day((delivery ->> 'day')::date) <= now()
  then
    delivery := delivery - 'day';
  end if;
  reason := current_order.decline_reason;
  -- Line by line where goods bear different VAT, as they were ordered. Those that bear the same have one line of it, and perhaps delivery another.
  if jsonb_array_length(current_order.vat_lines) > 1 then
    goods := (
      select jsonb_agg(jsonb_build_object('name', item.product_name, 'quantity', item.quantity::text,
        'unit', 'packs of ' || trim_scale(item.pack_amount) || ' ' || item.pack_unit, 'priceKobo', item.price_kobo,
        'totalKobo', item.total_kobo, 'vatClass', item.vat_class, 'vatRateBp', item.vat_rate_bp) order by item.position)
      from public.order_items as item where item.order_id = current_order.id
      having count(distinct (item.vat_class, item.vat_rate_bp)) > 1);
  end if;
  -- Read apart from the rest: what a statement names is prepared for each mail, also where its template needs nothing of it.
  if template = 'order_reopened' then
    reason := (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = current_order.id order by event.id desc limit 1);
  elsif template = 'order_dispute_answered' then
    answered := (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo,
        'taken_off_kobo', nullif(refund_kobo - coalesce((
          select sum(transfer.amount_minor) from private.ledger_transfers as transfer
          where transfer.order_id = dispute.order_id and transfer.source_table = 'order_disputes' and transfer.source_id = dispute.id::text
            and transfer.credit_account = 'refundable'), 0)::bigint, 0),
        -- The time of the transaction that answered it.
        'credit_note', (select document.number from public.order_documents as document
          join public.order_credits as credit on credit.id = document.credit_id
          where credit.order_id = dispute.order_id and credit.kind = 'complaint' and credit.created_at = dispute.resolved_at
          order by document.issued_at desc limit 1),
        'received_kobo', private.paid_kobo(current_order.id), 'net_kobo', private.net_kobo(current_order))
      from public.order_disputes as dispute where dispute.order_id = current_order.id and resolved_at is not null
      order by resolved_at desc limit 1);
  end if;
  return private.enqueue_mail(template, recipient, jsonb_strip_nulls(more || jsonb_build_object(
    'order_id', current_order.id,
    'code', current_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', current_order.crop_type, 'quantity', current_order.quantity_text, 'unit', current_order.unit,
    'reason', reason,
    'decline_code', current_order.decline_code, 'total_kobo', current_order.total_amount_kobo,
    'delivery', delivery,
    'lines', goods, 'vat', current_order.vat_lines,
    'currency', case when current_order.total_amount_kobo is not null then current_order.currency end,
    'expires_at', current_order.expires_at, 'price_locked_until', current_order.price_locked_until,
    'payment_status', case when current_order.kind = 'marketplace' then current_order.payment_status end,
    'goods_released', nullif(current_order.stock_released_at is not null and current_order.status = 'pending', false),
    'refund_due_kobo', nullif(current_order.refund_due_kobo, 0), 'fulfilment_status', nullif(current_order.fulfilment_status, 'none'),
    'contract', case when current_order.kind = 'bulk' then private.contract_in_mail(current_order, recipient is not distinct from own_mailbox) end,
    'due', private.describe_due(current_order),
    'by_letter', nullif(current_order.credit_terms_reason is null and private.has_letter_of_credit(current_order.id)
      and private.letter_is_issued(current_order.id), false),
    'payment', case when policy.has_payment_account then private.payment_block(current_order) end,
    'dispute', answered,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || current_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, current_order.id, extract(epoch from current_order.reopened_at))
  end);
end $$;

-- By text where no mail goes.
create function private.text_buyer_of_decision(new public.orders) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.number_to_text(new) is not null then
    perform private.enqueue_sms('decision', private.number_to_text(new),
      jsonb_build_object('code', new.code, 'status', new.status), 'sms:' || new.id || ':' || new.status);
  end if;
end $$;

-- Who is buying: a member by their own token; whom the server names when the server calls; null is a guest.
create function private.buyer_in(context jsonb) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    return (select auth.uid());
  elsif coalesce((select auth.role()), 'service_role') <> 'service_role' then
    raise exception 'permission denied to order' using errcode = '42501';
  end if;
  return (context ->> 'userId')::uuid;
end $$;

create function private.has_handed_over(record_id uuid, account_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.consents where consents.record_id = $1 and recorded_by = $2)
    or exists (select from private.link_reissues where link_reissues.record_id = $1 and actor_id = $2)
$$;

-- The steps before an order is written, in order. Each step gets `new` as the steps above it left it.
create function private.before_order_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.code := private.give_order_code(new.code);
    new.sort_name := coalesce(new.sort_name, private.find_buyer_name(new.id, new.user_id));
    perform private.refuse_secrets('credit_terms_reason', null, new.credit_terms_reason);
    return new;
  end if;
  new.updated_at := now();
  if new.user_id is distinct from old.user_id then new.sort_name := private.find_buyer_name(new.id, new.user_id); end if;
  -- Most updates (reminders, claims, clocks) change none of these columns, and no step below applies to them.
  if (new.status, new.payment_status, new.fulfilment_status, new.decline_reason, new.credit_terms_reason, new.reopened_at)
    is not distinct from
    (old.status, old.payment_status, old.fulfilment_status, old.decline_reason, old.credit_terms_reason, old.reopened_at)
  then
    return new;
  end if;
  -- Who may decide, and which step: reopening goes back, which private.decide never allows.
  if new.reopened_at is distinct from old.reopened_at then new := private.reopen(old, new);
  else new := private.decide('orders', old, new);
  end if;
  -- Approve, of the marketplace only: its money has arrived and its goods are still reserved.
  if old.status = 'pending' and new.status = 'approved' and new.kind = 'marketplace' then
    new := private.require_money_for_approval(new);
    perform private.require_day_to_come(new.id);
  end if;
  -- Complete: it is paid, or on credit terms.
  if old.status <> 'completed' and new.status = 'completed' then perform private.require_payment(new); end if;
  -- Every change: payment and fulfilment follow the status.
  new := private.couple_order_axes(old, new);
  -- Decline: what was received goes back.
  if old.status <> 'declined' and new.status = 'declined' then new.refund_due_kobo := private.received_kobo(new.id); end if;
  -- Credit terms: who may give them, and when.
  if new.credit_terms_reason is distinct from old.credit_terms_reason then
    perform private.guard_credit_terms(old, new);
    perform private.refuse_secrets('credit_terms_reason', old.credit_terms_reason, new.credit_terms_reason);
  end if;
  return new;
end $$;

create trigger before_order_change before insert or update on public.orders
  for each row execute function private.before_order_change();

-- The steps after an order is written, in order: the ledger is one of them. On approve: audit entry, invoice or receipt if it is paid, event,
-- mail order_approved or order_market_approved, SMS to a guest without an address.
-- The stock of declined orders is released once a statement: release_stock.
create function private.after_order_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  moved boolean;
  decided boolean;
begin
  if tg_op = 'INSERT' then
    perform private.record_order_events(null, new);
    perform private.post_order_change(null, new);
    return null;
  elsif tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
    if old.status <> 'declined' then perform private.post_order_end(old); end if;
    return null;
  end if;
  moved := (new.status, new.payment_status, new.fulfilment_status)
    is distinct from (old.status, old.payment_status, old.fulfilment_status);
  decided := new.status <> old.status and not new.is_demo;
  -- What staff decide. A record's own words about a person are no part of it.
  perform private.audit_change('orders', 'staff', 'id', 'status,decline_reason,credit_terms_reason,payment_status,'
    || 'fulfilment_status,total_amount_kobo,refund_due_kobo,delivery_date', old, new);
  if moved or (new.total_amount_kobo, new.delivery_kobo, new.vat_kobo)
    is distinct from (old.total_amount_kobo, old.delivery_kobo, old.vat_kobo)
  then
    perform private.post_order_change(old, new);
  end if;
  if old.user_id is not null and new.user_id is null then perform private.drop_unowned_documents(new.id); end if;
  if moved and new.status in ('approved', 'completed')
    and (new.payment_status in ('confirmed', 'overpaid') or new.fulfilment_status in ('dispatched', 'delivered'))
  then
    perform private.issue_order_documents(old, new);
  end if;
  if old.status = 'approved' and new.status = 'declined' then
    -- First the products, which release_stock changes, then the numbers of credit notes: as where many are declined at once.
    perform private.lock_reserved_products(array[new.id]);
    perform private.cancel_invoice(new);
  end if;
  if moved then perform private.record_order_events(old, new); end if;
  -- Reopening sends its own mail: public.reopen_order.
  if decided and new.reopened_at is not distinct from old.reopened_at then
    perform private.notify_buyer(new.id, case
      when new.kind <> 'marketplace' then case new.status
        when 'approved' then 'order_approved'
        when 'declined' then 'order_declined'
        when 'completed' then 'order_completed' end
      when new.decline_code = 'payment_expired' then 'order_expired'
      else case new.status
        when 'approved' then 'order_market_approved'
        when 'declined' then 'order_market_declined'
        when 'completed' then 'order_market_completed' end
    end, jsonb_build_object('was_approved', nullif(old.status = 'approved' and new.status = 'declined', false),
      'credit', case when new.status = 'approved' then (
        select jsonb_build_object('status', letter.status, 'hasDraft', nullif(letter.draft_at is not null, false))
        from public.letters_of_credit as letter where letter.order_id = new.id) end,
      'credit_note', (select note.number from public.order_documents as note where note.order_id = new.id and note.cancels_id is not null)));
  end if;
  if old.fulfilment_status = 'preparing' and new.fulfilment_status = 'dispatched' then
    perform private.sell_reserved_stock(new.id);
    perform private.notify_buyer(new.id, 'order_dispatched');
  end if;
  if old.fulfilment_status = 'dispatched' and new.fulfilment_status = 'delivered' then
    perform private.notify_buyer(new.id, 'order_delivered');
  end if;
  if decided then perform private.text_buyer_of_decision(new); end if;
  return null;
end $$;

create trigger after_order_change after insert or update or delete on public.orders
  for each row execute function private.after_order_change();

create trigger release_stock after update on public.orders
  referencing old table as unchanged new table as changed
  for each statement execute function private.release_stock();

alter table public.orders enable row level security;
revoke all on table public.orders from public, anon, authenticated;
grant select on table public.orders to authenticated;
grant update (status, decline_reason, credit_terms_reason, updated_at) on table public.orders to authenticated;
create policy "People read their own orders, and staff who may, all" on public.orders
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('orders.read')));
create policy "Staff who may decide change an order's status" on public.orders
  for update to authenticated using ((select private.has_permission('orders.decide')))
  with check ((select private.has_permission('orders.decide')));

revoke all on function
  private.after_order_change(), private.before_order_change(), private.buyer_in(jsonb),
  private.couple_order_axes(public.orders, public.orders), private.has_handed_over(uuid, uuid), private.is_fully_paid(public.orders),
  private.is_paid_enough(public.orders), private.notify_buyer(uuid, text, jsonb),
  private.require_money_for_approval(public.orders), private.require_payment(public.orders), private.text_buyer_of_decision(public.orders),
  public.goods_may_leave(public.orders), public.move_order(uuid, text, text), public.orders(public.record_page)
  from public, anon, authenticated, service_role;
grant execute on function
  public.goods_may_leave(public.orders), public.move_order(uuid, text, text), public.orders(public.record_page)
  to authenticated;

alter publication supabase_realtime add table public.orders;
