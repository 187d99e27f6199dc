-- Money and rights of orders: nobody lends to themselves, no approved order is stuck without money, what is owed adds up,
-- and no mailbox, shelf or desk can be filled without end.

insert into private.market_limits (name, value) values ('farmer_products_max', 200);

-- Whether the caller is the buyer: by the account, or by the address or number that a guest's order names.
create function private.is_own_order(candidate public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((candidate).user_id = (select auth.uid()), false) or exists (
    select from public.profiles as person
    where person.id = (select auth.uid()) and (
      exists (select from public.order_contacts as contact
        where contact.order_id = (candidate).id and (lower(contact.email) = lower(person.email) or contact.phone = person.phone))
      or exists (select from public.order_requests as asked
        where asked.order_id = (candidate).id and (lower(asked.email) = lower(person.email) or asked.phone = person.phone))
    )
  )
$$;

-- As before (20261121003030), with is_own_order.
create or replace function private.order_for_finance(order_id uuid) returns public.orders
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders;
begin
  perform private.require_strong_right('payments.confirm');
  select * into found_order from public.orders where id = order_id for update;
  if found_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(found_order) then
    raise exception 'Somebody else must confirm payments of your own order' using errcode = '42501';
  end if;
  return found_order;
end $$;

-- Credit terms let goods leave without money: like a payment, never for one's own order.
create function private.refuse_own_credit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_own_order(new) then
    raise exception 'Somebody else must give credit terms to your own order' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger refuse_own_credit before update of credit_terms_reason on public.orders
  for each row when (new.credit_terms_reason is not null and new.credit_terms_reason is distinct from old.credit_terms_reason)
  execute function private.refuse_own_credit();

-- An approved order cannot be declined, withdrawn or expire any more: approved without money, it would keep its stock for
-- ever. A bulk order is approved before it is paid, since its terms say when.
create function private.require_money_for_approval() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.payment_status not in ('confirmed', 'overpaid') and new.credit_terms_reason is null then
    raise exception 'This order can be approved when its payment is confirmed' using errcode = '23514', hint = 'payment_status';
  end if;
  return new;
end $$;
create trigger b_require_money_for_approval before update of status on public.orders
  for each row when (new.kind = 'marketplace' and old.status = 'pending' and new.status = 'approved')
  execute function private.require_money_for_approval();

-- As before (20261121003040), and: what goes back comes on top of what was owed before (a surplus).
create or replace function public.resolve_order_dispute(order_id uuid, answer jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.orders;
  back bigint := case when answer ->> 'resolution' = 'refunded' then (answer ->> 'refundKobo')::bigint end;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to decide on disputes' using errcode = '42501';
  end if;
  select * into found_order from public.orders where id = order_id for update;
  if private.is_own_order(found_order) then
    raise exception 'Somebody else must decide on your own dispute' using errcode = '42501';
  elsif coalesce(answer ->> 'resolution', '') not in ('rejected', 'replaced', 'refunded')
    or char_length(coalesce(private.clean_text(answer ->> 'note'), '')) not between 3 and 2000
  then
    raise exception 'Choose a resolution and say why' using errcode = '23514', hint = 'note';
  elsif answer ->> 'resolution' = 'refunded'
    and coalesce(back, 0) not between 1 and private.received_kobo(order_id) - found_order.refund_due_kobo
  then
    raise exception 'The refund must be between 1 kobo and what was received' using errcode = '23514', hint = 'refundKobo';
  end if;
  found_order := private.apply_order_event(found_order.id, case answer ->> 'resolution'
    when 'rejected' then 'reject_dispute' when 'replaced' then 'replace_disputed' else 'refund_disputed' end);
  if back is not null then
    update public.orders set refund_due_kobo = refund_due_kobo + back where id = found_order.id;
  end if;
  update public.order_disputes as open_one set
    resolution = answer ->> 'resolution', resolution_note = private.clean_text(answer ->> 'note'), refund_kobo = back,
    resolved_by = (select auth.uid()), resolved_at = now()
  where open_one.order_id = found_order.id and resolved_at is null;
  return private.describe_market_order(found_order, false);
end $$;

-- What is to be paid next: the rest of the part in advance, then the rest of all. As findDueNow on the order's page.
create function private.due_now_kobo(own public.orders) returns bigint
language sql stable security definer set search_path = ''
as $$
  select case when advance > received then advance - received else (own).total_amount_kobo - received end
  from (
    select private.received_kobo((own).id) as received, coalesce(sum(amount_kobo), 0)::bigint as advance
    from public.order_instalments where order_id = (own).id and due = 'in_advance'
  ) as account
$$;

-- As before (20261121003105), with what is due now.
create or replace function private.payment_block(own public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('bank_name', account.bank_name, 'account_name', account.account_name,
    'account_number', account.account_number, 'changed_at', account.effective_at,
    'due_kobo', private.due_now_kobo(own),
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = (own).id),
      (select phone from public.order_requests as asked where asked.order_id = (own).id)))
  from private.current_settlement_account('bank_account') as account
  where (own).status in ('pending', 'approved') and (own).payment_status in ('unpaid', 'claimed', 'underpaid')
    and (own).total_amount_kobo is not null
    and ((own).payment_status <> 'unpaid' or private.find_changed_prices(own) is null)
$$;

-- As before (20261121003105), and: reminders and ends of orders that name a stranger's mailbox fill it no more than the
-- orders themselves.
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

-- A farm offers so many products; one after the other, or many at once would all count the same few.
create function private.limit_farmer_products() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce((select auth.role()), '') = 'authenticated' and not private.has_permission('products.write') then
    perform pg_advisory_xact_lock(hashtextextended('products of ' || new.farmer_id, 0));
    if (select count(*) >= private.market_limit('farmer_products_max') from public.products where farmer_id = new.farmer_id) then
      raise exception 'A farm can offer at most % products', private.market_limit('farmer_products_max')
        using errcode = '23514', hint = 'farmer_id';
    end if;
  end if;
  return new;
end $$;
create trigger limit_farmer_products before insert on public.products
  for each row when (new.farmer_id is not null) execute function private.limit_farmer_products();

revoke all on function private.is_own_order(public.orders), private.refuse_own_credit(), private.require_money_for_approval(),
  private.due_now_kobo(public.orders), private.limit_farmer_products() from public;
