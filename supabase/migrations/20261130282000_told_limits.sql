DROP TRIGGER "limit_cart" ON "public"."cart_items";

DROP VIEW "private"."disputes_list";

DROP VIEW "private"."money_of_day";

DROP VIEW "private"."payments_list";

DROP VIEW "private"."quotes_list";

DROP VIEW "private"."orders_list";

DROP VIEW "private"."letters_with_us";

ALTER TABLE "public"."cart_items" DROP CONSTRAINT "cart_items_quantity_range";

CREATE OR REPLACE FUNCTION private.check_merge(record_type text, record_id uuid, other_id uuid, reason text, seen text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid;
  why text := coalesce(private.clean_line(reason), '');
  pair private.registrations[];
  obstacle text;
begin
  if record_type is null or record_type <> all (private.registration_types()) then
    raise exception 'There is no such kind of registration' using errcode = '22023';
  end if;
  caller_id := private.require_record_work(record_type);
  perform private.require_strong_right(record_type || '.decide');
  if private.is_frozen(caller_id) then
    raise exception 'You told us that somebody else was in your account: nothing is erased from it for now'
      using errcode = '42501', hint = 'frozen';
  end if;
  perform private.require_reason(why);
  perform private.refuse_secrets('reason', null, why);
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('merge ' || caller_id, 0));
  if (select count(*) >= 30 from private.registration_merges
      where actor_id = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.lock_registration(record_type, least(record_id, other_id));
  perform private.lock_registration(record_type, greatest(record_id, other_id));
  pair := private.find_pair(record_type, record_id, other_id);
  if coalesce(cardinality(pair), 0) <> 2 then
    raise exception 'There are no two such registrations' using errcode = 'P0002';
  elsif private.is_own_record(record_type, record_id) or private.is_own_record(record_type, other_id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  end if;
  obstacle := private.find_merge_obstacle(pair[1], pair[2]);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = 'PT409', hint = 'merge';
  elsif seen is distinct from private.mark_pair(pair[1], pair[2]) then
    raise exception 'One of the two was changed meanwhile. Please compare them again.' using errcode = 'PT409', hint = 'seen';
  end if;
  return pair[2].id;
end $function$;

CREATE OR REPLACE FUNCTION private.claim_mails(batch integer, lease_seconds integer)
 RETURNS SETOF private.mail_outbox
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.mail_outbox set status = 'failed', last_error = 'suppressed', lease_until = null,
    data = case when private.is_secret_mail(template, data) then '{}' else data end
  where status = 'waiting' and next_attempt_at <= now() and channel = 'email' and private.is_suppressed(recipient, template);
  -- Switched off since it was written, or since an attempt to send it.
  delete from private.mail_outbox
  where (status = 'waiting' and next_attempt_at <= now() or status = 'sending' and lease_until <= now())
    and channel = 'email' and not private.is_mail_wanted(template, recipient);
  with due as (
    select id from private.mail_outbox
    where (status = 'waiting' and next_attempt_at <= now()) or (status = 'sending' and lease_until <= now())
    order by next_attempt_at, created_at
    limit batch
    for update skip locked
  ), claimed as (
    update private.mail_outbox set
      status = 'sending',
      attempts = attempts + 1,
      lease_until = now() + make_interval(secs => lease_seconds)
    from due where mail_outbox.id = due.id
    returning mail_outbox.*
  )
  select * from claimed order by next_attempt_at, created_at
$function$;

CREATE OR REPLACE FUNCTION private.find_limit_obstacle(name text, value integer)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when $2 is null or $2 < 1 then 'Enter a whole number of 1 or more'
    when $1 like '%\_percent' and $2 > 100 then 'A share is at most 100 percent'
    when $1 like '%\_hours' and $2 > 2160 then 'At most 2,160 hours, which are 90 days'
    when $1 !~ '_(percent|hours|kobo|cents)$' and $2 > 1000000 then 'At most 1,000,000'
    when $1 = 'member_reminder_hours' and $2 >= private.market_limit('member_expiry_hours')
      or $1 = 'guest_reminder_hours' and $2 >= private.market_limit('guest_expiry_hours')
      then 'The reminder goes out before the order ends: enter fewer hours than an unpaid order has'
    when $1 = 'member_expiry_hours' and $2 <= private.market_limit('member_reminder_hours')
      or $1 = 'guest_expiry_hours' and $2 <= private.market_limit('guest_reminder_hours')
      then 'The reminder goes out before the order ends: enter more hours than it waits'
  end
$function$;

CREATE OR REPLACE FUNCTION private.find_too_much(buyer_id uuid, phone text, device_hash text, items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  free_packs integer := private.market_limit(case when buyer_id is null then 'guest_hold_packs' else 'member_hold_packs' end);
  share integer := private.market_limit(case when buyer_id is null then 'guest_hold_percent' else 'member_hold_percent' end);
  sum_max bigint := private.market_limit(case when buyer_id is null then 'guest_hold_sum_kobo' else 'member_hold_sum_kobo' end);
  own_orders uuid[];
  wanted bigint;
  held bigint;
  lines jsonb;
begin
  if buyer_id is not null then
    own_orders := array(
      select id from public.orders
      where user_id = buyer_id and kind = 'marketplace' and status = 'pending'
        and payment_status = any (private.owed_statuses()));
  else
    own_orders := array(select order_id from private.open_guest_orders($2, $3));
  end if;
  select coalesce(sum(total_kobo), 0) into held from public.order_items
  where order_id = any (own_orders) and (has_reserved_stock or is_released);
  select sum(line.quantity * line.price_kobo), jsonb_agg(jsonb_build_object('productId', line.product_id,
      'name', product.name, 'quantity', line.quantity, 'allowed', greatest(0, cap.packs - own.packs)) order by line.place)
      filter (where line.quantity + own.packs > cap.packs)
  into wanted, lines
  from private.read_market_lines(items) as line
  join public.products as product on product.id = line.product_id and product.stock is not null
  cross join lateral (
    select coalesce(sum(item.quantity), 0)::integer as packs,
      coalesce(sum(item.quantity) filter (where item.has_reserved_stock), 0)::integer as reserved
    from public.order_items as item
    where item.order_id = any (own_orders) and item.product_id = line.product_id
      and (item.has_reserved_stock or item.is_released)
  ) as own
  cross join lateral (
    select greatest(free_packs, (product.stock + own.reserved)::bigint * share / 100)::integer as packs
  ) as cap;
  if lines is null and coalesce(wanted, 0) + held <= sum_max then
    return null;
  end if;
  return jsonb_build_object('lines', coalesce(lines, '[]'), 'sumKobo', sum_max,
    'leftKobo', case when coalesce(wanted, 0) + held > sum_max then greatest(0, sum_max - held) end);
end $function$;

CREATE OR REPLACE FUNCTION private.guard_credit_terms(old public.orders, new public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select auth.uid()) is null then
    return;
  end if;
  perform private.require_strong_right('orders.credit');
  if private.is_own_order(new) then
    raise exception 'Somebody else must give credit terms to your own order' using errcode = '42501';
  elsif old.credit_terms_reason is not null and coalesce(current_setting('app.sets_credit_terms', true), '') = '' then
    raise exception 'Somebody else has given this order credit terms. Please look again.'
      using errcode = 'PT409', hint = 'credit_terms_reason';
  elsif old.awaits_delivery or old.status not in ('pending', 'approved') or new.total_amount_kobo is null
    or new.payment_status <> all (private.owed_statuses())
  then
    raise exception 'Credit terms are for an order that has a price and is not paid' using errcode = '23514', hint = 'credit_terms_reason';
  elsif new.credit_terms_reason is null
    and (new.fulfilment_status not in ('none', 'preparing') or (new.kind = 'marketplace' and new.status = 'approved'))
  then
    raise exception 'The order went on by these terms: they cannot be taken back' using errcode = '23514', hint = 'credit_terms_reason';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_cart()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  limits jsonb := private.order_limits();
begin
  if (tg_op = 'INSERT' or new.quantity > old.quantity) and new.quantity > (limits ->> 'quantityMax')::integer then
    raise exception 'At most % of one product in a cart', to_char((limits ->> 'quantityMax')::integer, 'FM999,999,999')
      using errcode = '23514', hint = 'items';
  elsif tg_op = 'UPDATE' then
    return new;
  end if;
  -- One after the other, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || new.user_id, 0));
  if (select count(*) >= (limits ->> 'linesMax')::integer and not coalesce(bool_or(product_id = new.product_id), false)
      from public.cart_items where user_id = new.user_id) then
    raise exception 'At most % different products in one cart', limits ->> 'linesMax' using errcode = '23514', hint = 'items';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_buyer(order_id uuid, template text, more jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  policy private.mail_templates;
  own_mailbox text;
  recipient text;
  token text;
begin
  select * into strict current_order from public.orders where id = order_id;
  if current_order.is_demo then
    return null;
  end if;
  select * into strict policy from private.mail_templates where mail_templates.template = notify_buyer.template;
  select * into request from public.order_requests where order_requests.order_id = current_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = current_order.id;
  select email into own_mailbox from public.profiles where id = current_order.user_id;
  recipient := coalesce(request.email, contact.email, own_mailbox);
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
  if recipient is null then
    return null;
  end if;
  if current_order.kind = 'marketplace' and current_order.user_id is null then
    token := private.make_token();
    insert into private.order_guest_links (token_hash, order_id, expires_at)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), current_order.id,
      now() + case when template = 'order_link_again' then private.link_again_period() else private.guest_link_period() end);
  end if;
  return private.enqueue_mail(template, recipient, jsonb_strip_nulls(more || jsonb_build_object(
    'order_id', current_order.id,
    'code', current_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', current_order.crop_type, 'quantity', current_order.quantity_text, 'unit', current_order.unit,
    'reason', case when template = 'order_reopened' then (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = current_order.id order by event.id desc limit 1)
      else current_order.decline_reason end,
    'decline_code', current_order.decline_code, 'total_kobo', current_order.total_amount_kobo,
    -- The day is left out of a delivery that comes later than agreed: staff name another one.
    'delivery', (select case when said ->> 'kind' <> 'collect' and private.end_of_day((said ->> 'day')::date) <= now() then said - 'day' else said end
      from private.describe_delivery(current_order.id) as said),
    'vat', current_order.vat_lines,
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
    'dispute', case when template = 'order_dispute_answered' then (
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
      order by resolved_at desc limit 1) end,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || current_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, current_order.id, extract(epoch from current_order.reopened_at))
  end);
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_first_account(account public.settlement_accounts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders;
  kept_until timestamptz;
begin
  if (account).kind <> 'bank_account' or exists (select from public.settlement_accounts as earlier
    where earlier.kind = 'bank_account' and earlier.currency = (account).currency and earlier.id <> (account).id
      and earlier.effective_at <= (account).effective_at and earlier.withdrawn_at is null)
  then
    return;
  end if;
  for own in
    select * from public.orders
    where currency = (account).currency and created_at < (account).effective_at and status <> 'declined' and not is_demo
      and payment_status = any (private.payable_statuses()) and fulfilment_status <> 'disputed'
      and private.due_now_kobo(orders) > 0 and not private.has_letter_of_credit(id)
    order by created_at
  loop
    kept_until := case when own.kind = 'marketplace' and own.status = 'pending' and own.payment_status = 'unpaid'
      and own.stock_released_at is null then own.expires_at end;
    if private.notify_buyer(own.id, 'order_account_ready', jsonb_build_object('kept_until', kept_until)) is null then
      perform private.enqueue_sms('order_account_ready', reached.phone,
        jsonb_strip_nulls(jsonb_build_object('code', own.code, 'kept_until', kept_until)), 'sms:' || own.id || ':account_ready')
      from (select phone from public.order_contacts where order_id = own.id
        union all select phone from public.order_requests where order_id = own.id) as reached;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.open_money_condition(part text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case part
    when 'claimed' then $sql$own.payment_status = 'claimed' and own.total_amount_kobo is not null$sql$
    when 'outstanding' then $sql$own.status in ('approved', 'completed') and own.payment_status = any (private.owed_statuses())
      and own.total_amount_kobo is not null$sql$
    when 'to_refund' then 'own.refund_due_kobo > 0' end
$function$;

CREATE OR REPLACE FUNCTION private.order_limits()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('linesMax', private.market_limit('order_lines_max'), 'quantityMax', private.market_limit('line_quantity_max'),
    'priceLockHours', private.market_limit('price_lock_hours'), 'quoteWaitHours', private.market_limit('quote_wait_hours'))
$function$;

CREATE OR REPLACE FUNCTION private.owed_statuses()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['unpaid', 'claimed', 'underpaid']
$function$;

CREATE OR REPLACE FUNCTION private.payable_statuses()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['unpaid', 'underpaid']
$function$;

CREATE OR REPLACE FUNCTION private.payment_block(own public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('bank_name', account.bank_name, 'account_name', account.account_name,
    'account_number', account.account_number, 'bank_address', account.bank_address, 'swift_bic', account.swift_bic,
    'correspondent', account.correspondent, 'changed_at', account.effective_at,
    'due_kobo', due.kobo,
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = (own).id),
      (select phone from public.order_requests as bulk_request where bulk_request.order_id = (own).id)))
  from private.current_settlement_account('bank_account', (own).currency) as account
  cross join (select private.due_now_kobo(own) as kobo offset 0) as due
  where (own).status in ('pending', 'approved', 'completed') and (own).payment_status = any (private.payable_statuses())
    and due.kobo > 0 and not private.has_letter_of_credit((own).id)
    and ((own).payment_status <> 'unpaid' or private.find_changed_prices(own) is null)
$function$;

CREATE OR REPLACE FUNCTION private.require_reason(why text, refusal text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(char_length(why), 0) < 10 then
    raise exception '%', coalesce(refusal, 'Please give a reason of at least 10 characters') using errcode = '23514', hint = 'reason';
  elsif char_length(why) > 500 then
    raise exception '%', coalesce(refusal, 'The reason must be at most 500 characters') using errcode = '23514', hint = 'reason';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.reset_second_factor(user_id uuid, reason text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  why text := coalesce(private.clean_text(reason), '');
  person record;
  is_staff boolean;
  waiting private.factor_resets;
  names jsonb;
begin
  perform private.require_reason(why, 'Please say in 10 to 500 characters how you know that it is this person');
  select id, email, raw_user_meta_data ->> 'full_name' as full_name into person
  from auth.users where id = reset_second_factor.user_id for update;
  if person.id is null then
    raise exception 'There is no such account' using errcode = 'P0002';
  elsif not exists (select from auth.mfa_factors as factor where factor.user_id = person.id and factor.status = 'verified') then
    raise exception 'This account has no second step' using errcode = 'P0002';
  end if;
  is_staff := exists (select from public.user_roles as held where held.user_id = person.id);

  select * into waiting from private.factor_resets as request where request.user_id = person.id
    and request.due_at > now() - interval '14 days'
    and not exists (select from auth.audit_log_entries as entry
      where entry.created_at > request.requested_at and entry.payload ->> 'action' = 'verification_attempted'
        and entry.payload ->> 'actor_id' = person.id::text);
  if not is_staff and waiting.user_id is null then
    insert into private.factor_resets as request (user_id, reason, due_at)
    values (person.id, why, now() + interval '72 hours')
    on conflict on constraint factor_resets_pkey do update
      set reason = excluded.reason, requested_at = now(), due_at = excluded.due_at
    returning * into waiting;
    perform private.record_audit('request_factor_reset', 'account', person.id::text, null,
      jsonb_build_object('reason', why, 'due_at', waiting.due_at));
    perform private.notify_owner('account_factor_reset_requested', person.id, jsonb_build_object('due_at', waiting.due_at));
    return waiting.due_at;
  elsif not is_staff and waiting.due_at > now() then
    return waiting.due_at;
  end if;

  select jsonb_agg(factor.factor_type order by factor.created_at) into names
  from auth.mfa_factors as factor where factor.user_id = person.id and factor.status = 'verified';
  delete from private.factor_resets as request where request.user_id = person.id;
  delete from auth.mfa_factors as factor where factor.user_id = person.id;
  delete from auth.sessions as session where session.user_id = person.id;
  perform private.record_audit('reset_second_factor', 'account', person.id::text,
    jsonb_build_object('factors', names), jsonb_build_object('reason', why));
  perform private.notify_owner('account_factor_reset', person.id);
  perform private.enqueue_mail('staff_factor_reset', admin.email,
    jsonb_build_object('email', person.email, 'is_staff', is_staff))
  from public.user_roles as held join auth.users as admin on admin.id = held.user_id
  where held.role = 'admin' and admin.email is not null and admin.id <> person.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.thaw_account(user_id uuid, reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  why text := coalesce(private.clean_text(reason), '');
begin
  perform private.require_reason(why, 'Please say in 10 to 500 characters how you know that it is this person');
  delete from private.account_freezes as frozen where frozen.user_id = thaw_account.user_id
    and (frozen.thaws_at is null or frozen.thaws_at > now());
  if not found then
    return false;
  end if;
  perform private.record_audit('thaw', 'account', user_id::text, null, jsonb_build_object('reason', why));
  perform private.notify_owner('account_thawed', user_id);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.time_to_pay(buyer_id uuid)
 RETURNS interval
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select make_interval(hours => private.market_limit(case when buyer_id is null then 'guest_expiry_hours' else 'member_expiry_hours' end))
$function$;

CREATE OR REPLACE FUNCTION private.waits_for_buyer(own public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (own).status <> 'declined' and (
    exists (select from public.quotes as quote
      where quote.order_id = (own).id and quote.status = 'open' and quote.expires_at > now()
        and not exists (select from public.counter_offers as offer where offer.quote_id = quote.id))
    or ((own).awaits_delivery and (own).status = 'pending' and exists (select from public.order_deliveries as delivery
      where delivery.order_id = (own).id and delivery.quoted_at is not null and delivery.accepted_at is null)
      and coalesce((own).expires_at > now(), true))
    or (not (own).awaits_delivery and (own).total_amount_kobo is not null and (own).payment_status = any (private.payable_statuses())
      and not ((own).status = 'pending' and coalesce((own).expires_at <= now(), false))
      and case when private.has_letter_of_credit((own).id) then (own).status in ('pending', 'approved')
          and (own).credit_terms_reason is null and (own).fulfilment_status in ('none', 'preparing')
          and not exists (select from public.letters_of_credit as letter where letter.order_id = (own).id and letter.status not in ('awaited', 'draft_accepted'))
        else private.due_now_kobo(own) > 0 and private.has_account(own) end))
$function$;

CREATE OR REPLACE FUNCTION public.admin_notices()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  notices jsonb := '[]';
begin
  if not exists (select from public.user_roles where user_id = person_id) or not private.is_signed_in_as_staff() then
    return notices;
  end if;
  notices := notices || coalesce((
    select jsonb_agg(private.describe_settlement(account) || jsonb_build_object('kind', 'settlement', 'id', account.id,
      'of', account.kind, 'step', case when account.approved_at is null then 'proposed' else 'approved' end)
      order by account.proposed_at)
    from public.settlement_accounts as account
    where account.withdrawn_at is null and not account.is_demo
      and (account.effective_at is null or account.effective_at > now())), '[]');
  if private.has_permission('settings.settlement') and private.settlement_alarm_email() is null
    and exists (select from private.app_settings where name = 'staff_second_factor' and value = 'demanded')
  then
    notices := notices || '[{"kind": "no_alarm_address"}]'::jsonb;
  end if;
  if private.has_permission('payments.confirm') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'money_waits', 'id', entry.order_id, 'code', orders.code, 'of', entry.kind,
        'isOwn', entry.recorded_by = person_id) order by entry.recorded_at)
      from (select * from private.money_entries where decided_at is null order by recorded_at limit 20) as entry
      join public.orders on orders.id = entry.order_id), '[]');
  end if;
  if private.has_permission('orders.decide') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'quote_waits', 'id', orders.id, 'code', orders.code,
        'isOwn', quote.created_by = person_id) order by quote.created_at)
      from (select * from public.quotes where status = 'waiting' and expires_at > now() order by created_at limit 20) as quote
      join public.orders on orders.id = quote.order_id), '[]');
  end if;
  if private.has_permission('orders.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'holds_much', 'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at from public.orders
        where holds_much and status = 'pending' and payment_status = any (private.owed_statuses())
          and stock_released_at is null and not is_demo
        order by created_at desc limit 20
      ) as held), '[]') || coalesce((
      select jsonb_agg(jsonb_build_object('kind', case when payment_status = 'claimed' then 'claim_ran_out' else 'stock_missing' end,
        'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at, payment_status from public.orders
        where stock_released_at is not null and status = 'pending' and payment_status <> 'unpaid' and not is_demo order by created_at desc limit 20
      ) as released), '[]');
  end if;
  if private.has_permission('audit_events.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'vault_alarm', 'id', alarm.id, 'of', alarm.kind, 'count', alarm.count,
        'at', alarm.created_at, 'isOwn', alarm.actor_id = person_id,
        'name', (select coalesce(full_name, email) from public.profiles where id = alarm.actor_id)) order by alarm.created_at)
      from (select * from private.vault_alarms where seen_at is null order by created_at desc limit 20) as alarm), '[]');
  end if;
  return notices;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_sitting(queue text, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := private.require_strong_right('vault.reveal');
  why text := coalesce(private.clean_line(reason), '');
  sitting private.photo_sittings;
begin
  if coalesce(queue, '') <> all (private.registration_types()) then
    raise exception 'There is no such queue with photos' using errcode = '22023';
  elsif not private.has_permission(queue || '.read') then
    raise exception 'permission denied to read %', queue using errcode = '42501';
  end if;
  perform private.require_reason(why);
  if why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave numbers of people out of the reason' using errcode = '23514', hint = 'reason';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reveal ' || person_id, 0));
  sitting := private.open_sitting(person_id);
  if sitting.id is not null then
    raise exception 'Your sitting is still open. End it first.' using errcode = 'PT409', hint = 'sitting';
  end if;
  insert into private.photo_sittings (person_id, queue, reason) values (person_id, begin_sitting.queue, why)
  returning * into sitting;
  if private.mail_other_admins(person_id, 'staff_sitting_begun', jsonb_build_object(
      'name', (select coalesce(full_name, email) from public.profiles where id = person_id),
      'queue', sitting.queue, 'reason', sitting.reason, 'ends_at', sitting.ends_at)) = 0
  then
    raise exception 'Nobody else would hear of it: a sitting needs another admin, or SETTLEMENT_ALARM_EMAIL.'
      using errcode = '23514', hint = 'settlement_alarm_email';
  end if;
  return private.describe_sitting(sitting);
end $function$;

CREATE OR REPLACE FUNCTION public.change_market_limit(name text, value integer, seen integer, reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := private.require_strong_right('settings.write');
  why text := coalesce(private.clean_line(reason), '');
  current_value integer;
  obstacle text := private.find_limit_obstacle(change_market_limit.name, change_market_limit.value);
  waits boolean;
begin
  select market_limit.value into current_value from private.market_limits as market_limit
  where market_limit.name = change_market_limit.name for update;
  if current_value is null then
    raise exception 'There is no such limit' using errcode = 'P0002';
  elsif obstacle is not null then
    raise exception '%', obstacle using errcode = '23514', hint = 'value';
  end if;
  perform private.require_reason(why);
  if seen is distinct from current_value then
    raise exception 'Somebody else changed this limit in the meantime. Please look again.' using errcode = 'PT409', hint = 'seen';
  elsif value = current_value then
    raise exception 'It is this already' using errcode = '23514', hint = 'value';
  elsif exists (select from private.market_limit_changes as earlier
      where earlier.name = change_market_limit.name and earlier.outcome is null) then
    raise exception 'A change of this limit waits for a second person already' using errcode = 'PT409', hint = 'waiting';
  end if;
  perform private.refuse_secrets('reason', null, why);
  waits := private.needs_second_for_limit(name, current_value, value);
  insert into private.market_limit_changes (name, value_before, value, reason, proposed_by, decided_by, decided_at, outcome)
  values (change_market_limit.name, current_value, change_market_limit.value, why, person_id,
    case when not waits then person_id end, case when not waits then now() end, case when not waits then 'alone' end);
  if waits then
    perform private.record_audit('propose', 'market_limits', name, jsonb_build_object('value', current_value),
      jsonb_build_object('value', value, 'reason', why));
  else
    perform private.put_limit_in_force(name, current_value, value, why);
  end if;
  return not waits;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_payment(order_id uuid, claim jsonb, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  proof text := nullif(claim ->> 'proofPath', '');
  said text := nullif(claim ->> 'amountKobo', '');
  is_first boolean;
  is_new boolean;
  claimed_kobo bigint;
  claim_id bigint;
begin
  select * into own from public.orders where id = own.id for update;
  if own.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'claim';
  elsif private.has_letter_of_credit(own.id) then
    raise exception 'A bank pays this order by the letter of credit: there is nothing to transfer. If you have transferred already, write to us on the page of the order.'
      using errcode = '23514', hint = 'letter_of_credit';
  elsif said !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter how much you sent' using errcode = '23514', hint = 'amountKobo';
  end if;
  perform private.require_order_uploads(own.id, 'proof', array_remove(array[proof], null));
  is_first := own.claimed_at is null;
  if own.payment_status = 'claimed' then
    if proof is null or exists (
      select from public.payment_claims as reported where reported.order_id = own.id and reported.proof_path = proof
    ) then
      return private.describe_market_order(own, false);
    end if;
  else
    if own.payment_status = 'unpaid' and private.find_changed_prices(own) is not null then
      return public.payment_details(own.id, context);
    end if;
    if own.status not in ('pending', 'approved', 'completed') or own.payment_status <> all (private.payable_statuses())
      or own.fulfilment_status = 'disputed' or own.awaits_delivery
    then
      raise exception '% If you have transferred already, do not transfer again: tell us, and we look for it on our statement.',
        case when own.decline_code = 'payment_expired'
          then 'This order ran out on ' || to_char(own.expires_at at time zone 'Africa/Lagos', 'DD/MM/YYYY, HH24:MI') || ' (Lagos).'
          else 'There is nothing to pay on this order now.'
        end
        using errcode = '23514', hint = 'not_payable';
    end if;
    own := private.apply_order_event(own.id, 'claim');
    is_new := true;
  end if;
  insert into public.payment_claims (order_id, words, note, proof_path, amount_kobo)
  values (
    own.id, coalesce(nullif(private.clean_line(claim ->> 'words'), ''), 'Mark as Payment Successful'),
    nullif(private.clean_text(claim ->> 'note'), ''), proof, said::bigint
  ) returning id into claim_id;
  if own.kind = 'marketplace' and own.status = 'pending' and own.stock_released_at is null then
    own.claimed_at := coalesce(own.claimed_at, now());
    -- A day that was given before, with a delivery that was agreed late, stays.
    update public.orders set claimed_at = own.claimed_at,
      claim_holds_until = greatest(own.claim_holds_until, private.claim_hold(own, is_first))
    where id = own.id returning * into own;
  end if;
  -- A proof that comes later says nothing of the amount. Who pays before anything is due pays all that is left.
  if said is not null or (private.open_claim(own.id)).id is null then
    claimed_kobo := coalesce(said::bigint, nullif(private.due_now_kobo(own), 0), private.balance_kobo(own.id));
    perform private.post_claim(own, claimed_kobo, greatest(own.claim_holds_until, clock_timestamp() + interval '14 days'), claim_id);
  end if;
  if is_new then
    perform private.notify_buyer(own.id, 'order_payment_claimed', jsonb_build_object('claimed_kobo', claimed_kobo,
      'rest_kobo', nullif(greatest(0, private.due_now_kobo(own) - claimed_kobo), 0), 'keeps_goods', nullif(exists (select from public.order_items as item where item.order_id = own.id and item.has_reserved_stock), false)));
  end if;
  return private.describe_market_order(own, false);
end $function$;

CREATE OR REPLACE FUNCTION public.delivery_options(items jsonb, state text, lga text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  grams bigint;
begin
  if jsonb_typeof(items) is distinct from 'array'
    or jsonb_array_length(items) not between 1 and greatest(100, 2 * private.market_limit('order_lines_max'))
    or char_length(coalesce(state, '')) > 0 and char_length(state) not between 2 and 100 or char_length(lga) > 100
    or exists (
      select from jsonb_array_elements(items) as item
      where not private.is_uuid(item ->> 'productId')
        or coalesce(item ->> 'quantity', '') !~ '^[1-9][0-9]{0,6}$'
        or coalesce(item ->> 'priceKobo', '0') !~ '^[0-9]{1,15}$')
  then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  grams := private.basket_grams(items);
  return private.add_vat_to_options(private.price_delivery(grams, coalesce(state, ''), lga), items)
    || jsonb_build_object('limits', private.order_limits())
    || case when coalesce(state, '') = '' then jsonb_build_object('fromKobo', private.cheapest_delivery(grams)) else '{}' end;
end $function$;

CREATE OR REPLACE FUNCTION public.find_tracked_status(reference text, phone text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'registration', 'form', record.form, 'reference', record.reference,
    'status', record.status, 'at', record.created_at, 'nextStep', record.next_step,
    'consentWithdrawnAt', record.consent_withdrawn_at, 'mergedInto', private.merged_into(record.id),
    'hasPhoto', record.has_photo)
  from private.registrations as record
  where record.reference = find_tracked_status.reference and exists (
      select from private.registration_phones as reachable
      where reachable.id = record.id and reachable.record_type = record.record_type and reachable.phone = find_tracked_status.phone
    )
    -- What stands in place of an erased number is nobody's.
    and find_tracked_status.phone ~ '[1-9]'
  union all
  select jsonb_build_object('kind', 'order', 'form', null, 'reference', orders.code, 'status', orders.status,
    'at', orders.created_at, 'declineCode', orders.decline_code, 'orderKind', orders.kind,
    'totalKobo', orders.total_amount_kobo, 'nextStep', case
      when orders.status = 'declined' and orders.payment_status = 'refund_due' then 'Closed. We are sending your money back.'
      when orders.decline_code = 'withdrawn_by_buyer' then 'You withdrew it. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' and orders.awaits_delivery and delivery.quoted_at is null
        then 'Closed. We could not price the delivery in time, and we are sorry. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' and orders.awaits_delivery
        then 'The time to answer our price for the delivery ran out. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' then 'The time to pay ran out. You are welcome to order again.'
      when orders.status = 'declined' then 'Closed. You are welcome to order again.'
      -- What has become of the goods comes first: on credit terms they are on their way before anything is paid.
      when orders.fulfilment_status = 'preparing' then 'We are preparing your goods.'
      when orders.fulfilment_status = 'dispatched' and delivery.kind = 'collect' then 'Your goods are ready to collect.'
      when orders.fulfilment_status = 'dispatched' then 'Your goods are on their way.'
      when orders.fulfilment_status = 'delivered' and delivery.kind = 'collect' then 'You have collected your goods.'
      when orders.fulfilment_status = 'delivered' then 'Your goods were delivered.'
      when orders.fulfilment_status = 'disputed' then 'We are looking into what you reported.'
      when orders.payment_status = 'claimed' then 'We are looking for your transfer.'
      when orders.awaits_delivery and delivery.quoted_at is null
        then 'We are pricing the delivery, and tell you. You do not pay anything yet.'
      when orders.awaits_delivery then 'We have priced the delivery. ' || case when orders.user_id is null
        then 'Your link' else 'Your account' end || ' shows price and day: you pay only after you have said yes.'
      when orders.payment_status = any (private.payable_statuses()) and orders.kind = 'marketplace' and orders.credit_terms_reason is null
        then 'We are waiting for your transfer. ' || case when orders.user_id is null
          then 'Your link' else 'Your account' end || ' shows where to pay.'
      else 'We are working on it. We will contact you.'
    end)
  from public.orders
  left join public.order_contacts as contact on contact.order_id = orders.id
  left join public.order_requests as request on request.order_id = orders.id
  left join public.order_deliveries as delivery on delivery.order_id = orders.id
  where orders.code = find_tracked_status.reference
    and find_tracked_status.phone in (contact.phone, request.phone) and find_tracked_status.phone ~ '[1-9]'
  limit 1
$function$;

CREATE OR REPLACE FUNCTION public.merge_cart(items jsonb)
 RETURNS SETOF public.cart_items
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  limits jsonb := private.order_limits();
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > greatest(100, 2 * (limits ->> 'linesMax')::integer) then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  -- Before the lines are counted, as everybody who adds to a cart.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || (select auth.uid()), 0));
  insert into public.cart_items (user_id, product_id, quantity, seen_price_kobo)
  select (select auth.uid()), brought.id, least(greatest(brought.quantity, 1), (limits ->> 'quantityMax')::integer), brought.price_kobo
  from (
    select product.id, max(line."quantity") as quantity, max(coalesce(line."priceKobo", product.price_kobo)) as price_kobo, held.is_held,
      row_number() over (partition by held.is_held order by min(line."place")) as place
    from rows from (jsonb_to_recordset(items) as ("productId" uuid, "quantity" integer, "priceKobo" bigint)) with ordinality
      as line ("productId", "quantity", "priceKobo", "place")
    join public.products as product on product.id = line."productId" and product.status = 'published'
    cross join lateral (select exists (
      select from public.cart_items as own where own.user_id = (select auth.uid()) and own.product_id = product.id) as is_held) as held
    group by product.id, held.is_held
  ) as brought
  where brought.is_held or brought.place <= (limits ->> 'linesMax')::integer
    - (select count(*) from public.cart_items as own where own.user_id = (select auth.uid()))
  on conflict (user_id, product_id) do update
    set quantity = greatest(cart_items.quantity, excluded.quantity), seen_price_kobo = excluded.seen_price_kobo;
  return query select * from public.cart_items where user_id = (select auth.uid()) order by created_at, product_id;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_details(order_id uuid, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  account public.settlement_accounts;
  changed_lines jsonb := private.find_changed_prices(own);
begin
  if own.status not in ('pending', 'approved', 'completed') or own.payment_status <> all (private.owed_statuses())
    or own.total_amount_kobo is null or own.awaits_delivery
  then
    return jsonb_build_object('ok', false, 'code', 'not_payable');
  elsif private.has_letter_of_credit(own.id) then
    return jsonb_build_object('ok', false, 'code', 'letter_of_credit');
  end if;
  select * into account from private.current_settlement_account('bank_account', own.currency);
  if account.id is null then
    return jsonb_build_object('ok', false, 'code', 'account_not_set', 'currency', own.currency);
  elsif changed_lines is not null and own.payment_status = 'unpaid' then
    return jsonb_build_object('ok', false, 'code', 'price_changed', 'lines', changed_lines, 'totalKobo', (
      select sums.goods_kobo + own.delivery_kobo + sums.vat_kobo from private.repriced_sums(own) as sums));
  end if;
  return jsonb_strip_nulls(jsonb_build_object('bankAddress', account.bank_address, 'swiftBic', account.swift_bic,
    'correspondent', account.correspondent)) || jsonb_build_object('ok', true, 'bankName', account.bank_name, 'accountName', account.account_name,
    'accountNumber', account.account_number, 'changedAt', account.effective_at, 'code', own.code,
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = own.id),
      (select phone from public.order_requests as bulk_request where bulk_request.order_id = own.id)),
    'currency', own.currency, 'totalKobo', own.total_amount_kobo,
    'dueKobo', own.total_amount_kobo - private.credited_kobo(own.id), 'expiresAt', case
      when own.kind = 'marketplace' and own.status = 'pending' and own.payment_status = 'unpaid' and own.credit_terms_reason is null
        then own.expires_at end);
end $function$;

CREATE OR REPLACE FUNCTION public.rate_order(order_id uuid, stars integer, comment text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, '{}');
begin
  if own.kind <> 'bulk' or own.status <> 'completed' then
    raise exception 'A bulk order can be rated once it is completed' using errcode = '23514', hint = 'stars';
  elsif own.payment_status = any (private.owed_statuses()) then
    raise exception 'An order can be rated once its payment is confirmed' using errcode = '23514', hint = 'stars';
  end if;
  insert into public.order_ratings (order_id, stars, comment)
  values (own.id, rate_order.stars, nullif(private.clean_text(rate_order.comment), ''))
  on conflict on constraint order_ratings_pkey do update set stars = excluded.stars, comment = excluded.comment;
end $function$;

CREATE OR REPLACE FUNCTION public.rate_product(order_id uuid, product_id uuid, stars integer, comment text DEFAULT NULL::text, context jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
begin
  if own.status <> 'completed' or not exists (
    select from public.order_items as item where item.order_id = own.id and item.product_id = rate_product.product_id
  ) then
    raise exception 'A product can be rated once its order is completed' using errcode = '23514', hint = 'stars';
  end if;
  if own.payment_status = any (private.owed_statuses()) then
    raise exception 'A product can be rated once its payment is confirmed' using errcode = '23514', hint = 'stars';
  end if;
  insert into public.product_ratings (order_id, product_id, stars, comment)
  values (own.id, rate_product.product_id, rate_product.stars, nullif(private.clean_text(rate_product.comment), ''))
  on conflict on constraint product_ratings_pkey do update set stars = excluded.stars, comment = excluded.comment;
end $function$;

CREATE OR REPLACE FUNCTION public.reissue_guest_link(record_type text, record_id uuid, reason text, token_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  why text := coalesce(private.clean_line(reason), '');
  current_record private.registrations;
  can_mail boolean;
begin
  if caller_id is null or not private.has_permission('registrations.relink')
    or not private.has_permission(coalesce(record_type, '') || '.read')
  then
    raise exception 'permission denied to give out a link' using errcode = '42501';
  elsif not private.has_strong_permission('registrations.relink') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  end if;
  perform private.require_reason(why);
  if why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave numbers of the person out of the reason' using errcode = '23514', hint = 'reason';
  elsif token_hash is null or token_hash !~ '^[0-9a-f]{64}$' then
    raise exception 'This is no hash of a link' using errcode = '22023';
  end if;
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('relink ' || caller_id, 0));
  if (select count(*) >= 30 from private.link_reissues
      where actor_id = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.lock_registration(reissue_guest_link.record_type, reissue_guest_link.record_id);
  select * into current_record from private.registrations as record
  where record.record_type = reissue_guest_link.record_type and record.id = reissue_guest_link.record_id;
  if current_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif current_record.user_id is not null then
    raise exception 'This registration belongs to an account, where its owner sees it. It needs no link.' using errcode = 'PT409';
  elsif current_record.contact_email is null and coalesce(current_record.contact_phone, '') !~ '[1-9]' then
    raise exception 'This registration was erased: there is nobody to give a link to.' using errcode = 'PT409';
  end if;
  -- No mail about demo rows.
  can_mail := current_record.contact_email is not null and not current_record.is_demo;
  delete from private.registration_guest_links as link where link.record_id = current_record.id;
  if can_mail then
    perform private.notify_registrant(current_record.id, 'registration_link');
  else
    insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed, is_seen_by_staff)
    values (reissue_guest_link.token_hash, current_record.record_type, current_record.id, true, true);
  end if;
  insert into private.link_reissues (record_type, record_id, actor_id, reason, is_mailed)
  values (current_record.record_type, current_record.id, caller_id, why, can_mail);
  return jsonb_build_object('reference', current_record.reference, 'isMailed', can_mail);
end $function$;

CREATE OR REPLACE FUNCTION public.reveal_secret(record_type text, record_id uuid, field text, reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  why text := coalesce(private.clean_line(reason), '');
  sitting private.photo_sittings;
  looked_at uuid;
  reveal_id uuid;
begin
  if caller_id is null or not private.has_permission('vault.reveal')
    or not private.has_permission(coalesce(record_type, '') || '.read')
  then
    raise exception 'permission denied to reveal this' using errcode = '42501';
  elsif not private.has_strong_permission('vault.reveal') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  elsif private.is_frozen(caller_id) then
    raise exception 'You told us that somebody else was in your account: nothing leaves it for now' using errcode = '42501', hint = 'frozen';
  end if;
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('reveal ' || caller_id, 0));
  if field = 'selfie' then
    sitting := private.open_sitting(caller_id);
    if sitting.queue is distinct from record_type then
      sitting := null;
    elsif why = '' then
      why := sitting.reason;
    end if;
  end if;
  perform private.require_reason(why);
  if why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave the number itself out of the reason' using errcode = '23514', hint = 'reason';
  elsif sitting.id is null and (select count(*) >= 60 from public.vault_reveals
      where actor_id = caller_id and sitting_id is null and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  select secrets.person_id into looked_at from app_vault.secrets
  where secrets.record_type = reveal_secret.record_type and secrets.record_id = reveal_secret.record_id
    and secrets.field = reveal_secret.field;
  if looked_at is null then
    raise exception 'There is nothing to reveal here' using errcode = 'P0002';
  elsif private.is_own_record(record_type, record_id) then
    raise exception 'What is your own is under Privacy, where your download has it' using errcode = '42501', hint = 'own_record';
  end if;
  insert into public.vault_reveals
    (person_id, record_type, record_id, field, reason, actor_id, actor_name, actor_role)
  values (
    looked_at, reveal_secret.record_type, reveal_secret.record_id, reveal_secret.field, why, caller_id,
    (select full_name from public.profiles where id = caller_id),
    (select role from public.user_roles where user_id = caller_id)
  )
  returning id into reveal_id;
  return reveal_id;
end $function$;

CREATE OR REPLACE FUNCTION public.save_cart(items jsonb)
 RETURNS SETOF public.cart_items
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  limits jsonb := private.order_limits();
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > greatest(100, 2 * (limits ->> 'linesMax')::integer) then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  -- Before the rows that it deletes, as everybody who adds to a cart: nobody waits in a circle.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || (select auth.uid()), 0));
  delete from public.cart_items
  using jsonb_to_recordset(items) as line ("productId" uuid, "quantity" integer)
  where user_id = (select auth.uid()) and product_id = line."productId" and coalesce(line."quantity", 0) < 1;
  insert into public.cart_items (user_id, product_id, quantity, seen_price_kobo)
  select (select auth.uid()), product.id, least(max(line."quantity"), (limits ->> 'quantityMax')::integer), max(coalesce(line."priceKobo", product.price_kobo))
  from jsonb_to_recordset(items) as line ("productId" uuid, "quantity" integer, "priceKobo" bigint)
  join public.products as product on product.id = line."productId" and product.status = 'published'
  where line."quantity" > 0
  group by product.id
  on conflict (user_id, product_id) do update
    set quantity = excluded.quantity, seen_price_kobo = excluded.seen_price_kobo;
  return query select * from public.cart_items where user_id = (select auth.uid()) order by created_at, product_id;
end $function$;

ALTER TABLE "public"."cart_items" ADD CONSTRAINT "cart_items_quantity_positive" CHECK ((quantity > 0));

CREATE VIEW "private"."letters_with_us" WITH (security_invoker=true) AS  SELECT letter.order_id
   FROM (public.letters_of_credit letter
     JOIN public.orders own ON ((own.id = letter.order_id)))
  WHERE ((own.status = ANY (ARRAY['pending'::text, 'approved'::text])) AND (own.payment_status = ANY (private.payable_statuses())) AND (own.credit_terms_reason IS NULL) AND (((letter.status = 'draft_received'::text) AND (own.fulfilment_status = ANY (ARRAY['none'::text, 'preparing'::text, 'delivered'::text]))) OR ((letter.status = 'issued'::text) AND (own.fulfilment_status = ANY (ARRAY['dispatched'::text, 'delivered'::text])))) AND private.has_letter_of_credit(own.id));

revoke all on table private.letters_with_us from public, anon, authenticated;

CREATE VIEW "private"."money_of_day" WITH (security_invoker=true) AS  WITH today AS (
         SELECT (date_trunc('day'::text, (now() AT TIME ZONE 'Africa/Lagos'::text)) AT TIME ZONE 'Africa/Lagos'::text) AS began_at
        ), entries AS (
         SELECT came.currency,
            'received'::text AS part,
            private.came_kobo(came.id) AS amount_kobo
           FROM public.payments came,
            today
          WHERE ((came.kind = 'receipt'::text) AND (came.created_at >= today.began_at) AND (private.came_kobo(came.id) > 0))
        UNION ALL
         SELECT t.currency,
            'claimed'::text AS part,
            COALESCE(( SELECT pending.amount_minor
                   FROM private.ledger_transfers pending
                  WHERE ((pending.order_id = t.id) AND (pending.phase = 'pending'::text))
                  ORDER BY pending.id DESC
                 LIMIT 1), private.balance_kobo(t.id)) AS amount_kobo
           FROM public.orders t
          WHERE ((t.payment_status = 'claimed'::text) AND (t.total_amount_kobo IS NOT NULL))
        UNION ALL
         SELECT t.currency,
            'outstanding'::text AS part,
            private.balance_kobo(t.id) AS amount_kobo
           FROM public.orders t
          WHERE ((t.payment_status = ANY (private.owed_statuses())) AND (t.status = ANY (ARRAY['approved'::text, 'completed'::text])) AND (t.total_amount_kobo IS NOT NULL))
        UNION ALL
         SELECT t.currency,
            'to_refund'::text AS part,
            private.ledger_balance('refundable'::text, t.id) AS amount_kobo
           FROM public.orders t
          WHERE (t.refund_due_kobo > 0)
        )
 SELECT currency,
    part,
    count(*) AS entries,
    (sum(amount_kobo))::bigint AS amount_kobo
   FROM entries
  GROUP BY currency, part;

revoke all on table private.money_of_day from public, anon, authenticated;

CREATE VIEW "private"."orders_list" WITH (security_invoker=true) AS  SELECT t.id,
    t.created_at,
    t.status AS list_status,
    true AS is_default,
    ((t.status = 'pending'::text) AND (t.kind = 'bulk'::text) AND (NOT (EXISTS ( SELECT
           FROM private.quotes_with_buyer offered
          WHERE (offered.order_id = t.id))))) AS is_promised,
    (t.created_at + LEAST(( SELECT private.promised_time('orders'::text, 'decision'::text) AS promised_time),
        CASE
            WHEN (NOT (EXISTS ( SELECT
               FROM public.record_work contact
              WHERE ((contact.record_id = t.id) AND (contact.record_type = 'orders'::text) AND (contact.contacted_at IS NOT NULL))))) THEN ( SELECT private.promised_time('orders'::text, 'first_contact'::text) AS promised_time)
            ELSE NULL::interval
        END)) AS due_at,
    t.kind,
    t.payment_status,
    t.fulfilment_status,
    t.total_amount_kobo,
    t.crop_type,
    t.awaits_delivery,
    t.delivers_from,
    t.delivers_until,
    t.credit_terms_reason,
    t.delivery_state,
    t.sort_name AS buyer_name,
    t.code,
    t.delivered_at,
    (step.is_theirs AND (NOT money.is_sent_nowhere)) AS waits_for_buyer,
    (step.is_theirs AND money.is_sent_nowhere) AS needs_account
   FROM ((public.orders t
     CROSS JOIN LATERAL ( SELECT ((t.total_amount_kobo IS NOT NULL) AND (NOT t.awaits_delivery) AND (NOT (EXISTS ( SELECT
                   FROM private.current_settlement_account('bank_account'::text, t.currency) current_settlement_account(id, kind, bank_name, account_name, account_number, wallet_address, proposed_by, proposed_at, approved_by, approved_at, effective_at, withdrawn_by, withdrawn_at, is_demo, holders, confirmed_outside, in_force_mailed_at, currency, bank_address, swift_bic, correspondent)))) AND (NOT private.has_letter_of_credit(t.id))) AS is_sent_nowhere) money)
     CROSS JOIN LATERAL ( SELECT ((t.status = ANY (ARRAY['pending'::text, 'approved'::text, 'completed'::text])) AND (t.payment_status = ANY (private.payable_statuses())) AND (t.fulfilment_status <> 'disputed'::text) AND (NOT (t.id IN ( SELECT with_us.order_id
                   FROM private.letters_with_us with_us))) AND
                CASE
                    WHEN (t.status = 'completed'::text) THEN ((t.total_amount_kobo IS NOT NULL) AND (t.credit_terms_reason IS NULL))
                    WHEN (t.total_amount_kobo IS NULL) THEN (t.id IN ( SELECT offered.order_id
                       FROM private.quotes_with_buyer offered))
                    WHEN t.awaits_delivery THEN COALESCE(( SELECT ((chosen.quoted_at IS NOT NULL) AND COALESCE((own.expires_at > now()), true))
                       FROM (public.order_deliveries chosen
                         JOIN public.orders own ON ((own.id = chosen.order_id)))
                      WHERE (chosen.order_id = t.id)), false)
                    WHEN (t.status = 'pending'::text) THEN ((t.kind = 'marketplace'::text) AND (t.credit_terms_reason IS NULL))
                    WHEN (t.fulfilment_status = 'delivered'::text) THEN (t.credit_terms_reason IS NULL)
                    ELSE ((t.fulfilment_status = ANY (ARRAY['none'::text, 'preparing'::text])) AND ( SELECT (private.is_paid_enough(own.*) IS NOT TRUE)
                       FROM public.orders own
                      WHERE (own.id = t.id)))
                END) AS is_theirs) step);

revoke all on table private.orders_list from public, anon, authenticated;

CREATE VIEW "private"."disputes_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    list_status,
    is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo,
    crop_type,
    awaits_delivery,
    delivers_from,
    delivers_until,
    credit_terms_reason,
    delivery_state,
    buyer_name,
    code,
    delivered_at,
    waits_for_buyer,
    needs_account
   FROM private.orders_list
  WHERE (fulfilment_status = 'disputed'::text);

revoke all on table private.disputes_list from public, anon, authenticated;

CREATE VIEW "private"."payments_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    payment_status AS list_status,
    ((payment_status = ANY (ARRAY['claimed'::text, 'underpaid'::text, 'overpaid'::text, 'refund_due'::text])) AND ((payment_status <> 'underpaid'::text) OR ((credit_terms_reason IS NULL) AND (NOT awaits_delivery) AND ((NOT (EXISTS ( SELECT
           FROM public.order_instalments part
          WHERE (part.order_id = orders_list.id)))) OR ( SELECT private.is_underpaid(own.*) AS is_underpaid
           FROM public.orders own
          WHERE (own.id = orders_list.id)))))) AS is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo,
    crop_type,
    awaits_delivery,
    delivers_from,
    delivers_until,
    credit_terms_reason,
    delivery_state,
    buyer_name,
    code,
    delivered_at,
    waits_for_buyer,
    needs_account
   FROM private.orders_list
  WHERE (total_amount_kobo IS NOT NULL);

revoke all on table private.payments_list from public, anon, authenticated;

CREATE VIEW "private"."quotes_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    list_status,
        CASE
            WHEN awaits_delivery THEN ( SELECT ((chosen.quoted_at IS NULL) OR COALESCE((own.expires_at <= now()), false))
               FROM (public.order_deliveries chosen
                 JOIN public.orders own ON ((own.id = chosen.order_id)))
              WHERE (chosen.order_id = orders_list.id))
            ELSE (NOT (id IN ( SELECT offered.order_id
               FROM private.quotes_with_others offered)))
        END AS is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo,
    crop_type,
    awaits_delivery,
    delivers_from,
    delivers_until,
    credit_terms_reason,
    delivery_state,
    buyer_name,
    code,
    delivered_at,
    waits_for_buyer,
    needs_account
   FROM private.orders_list
  WHERE (((kind = 'bulk'::text) AND (total_amount_kobo IS NULL) AND (list_status = ANY (ARRAY['pending'::text, 'approved'::text]))) OR (awaits_delivery AND (list_status = 'pending'::text)));

revoke all on table private.quotes_list from public, anon, authenticated;

CREATE TRIGGER limit_cart BEFORE INSERT OR UPDATE OF quantity ON public.cart_items FOR EACH ROW EXECUTE FUNCTION private.limit_cart();

REVOKE ALL ON FUNCTION "private"."order_limits"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."order_limits"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."order_limits"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."owed_statuses"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."owed_statuses"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."owed_statuses"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."payable_statuses"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payable_statuses"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."payable_statuses"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_reason"(text, text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION private.describe_due(own public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Each is computed once, however often it is named.
  with account as materialized (
    select private.due_now_kobo(own) as now_kobo, (own).total_amount_kobo - private.credited_kobo((own).id) as left_kobo
  )
  select jsonb_build_object('now_kobo', now_kobo, 'later_kobo', left_kobo - now_kobo, 'later', case
      when left_kobo = now_kobo then null
      when (own).credit_terms_reason is not null then 'on_credit'
      -- The goods are there, and what is due on delivery waits for our answer.
      when (own).fulfilment_status = 'disputed' then 'complaint'
      else (select due from public.order_instalments
        where order_id = (own).id and not private.is_part_due(due, (own).status, (own).fulfilment_status) order by position limit 1)
    end, 'has_account', private.has_account(own))
  from account
  where (own).status <> 'declined' and (own).payment_status = any (private.payable_statuses()) and left_kobo > 0
    and not (own).awaits_delivery
$function$;

CREATE OR REPLACE FUNCTION private.is_paid_enough(candidate public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_fully_paid(candidate) or (candidate).credit_terms_reason is not null
    or ((candidate).payment_status = any (private.owed_statuses()) and exists (
      select from public.order_instalments as part where part.order_id = (candidate).id
      having private.credited_kobo((candidate).id) >= sum(case due when 'in_advance' then amount_kobo else 0 end)
    ) and private.letter_is_issued((candidate).id))
$function$;

CREATE OR REPLACE FUNCTION private.open_guest_orders(phone text, device_hash text)
 RETURNS TABLE(order_id uuid, phone text, device_hash text, payment_status text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
  select orders.id, contact.phone, contact.device_hash, orders.payment_status
  from (
    select * from public.order_contacts as by_phone where by_phone.phone = $1
    union select * from public.order_contacts as by_device where by_device.device_hash = $2
  ) as contact
  join public.orders on orders.id = contact.order_id
  where orders.user_id is null and orders.status = 'pending' and orders.payment_status = any (private.owed_statuses())
$function$;
