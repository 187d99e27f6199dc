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
    kept_until := private.goods_kept_until(own);
    perform private.notify_buyer(own.id, 'order_account_ready', jsonb_build_object('kept_until', kept_until));
    if private.number_to_text(own) is not null then
      perform private.enqueue_sms('order_account_ready', private.number_to_text(own),
        jsonb_strip_nulls(jsonb_build_object('code', own.code, 'kept_until', kept_until)), 'sms:' || own.id || ':account_ready');
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.remind_unpaid_orders(batch integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due public.orders;
  reminded integer := 0;
begin
  for due in
    select * from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and credit_terms_reason is null and reminded_at is null
      and (not awaits_delivery or exists (select from public.order_deliveries as offer join public.order_contacts as reached using (order_id)
        where offer.order_id = orders.id and offer.quoted_at is not null and (orders.user_id is not null or reached.email is not null)))
      and (awaits_delivery or private.has_account(orders)) and expires_at > now() and expires_at <= now() + make_interval(
        hours => private.market_limit(case when user_id is null then 'guest_reminder_hours' else 'member_reminder_hours' end))
    order by expires_at
    limit batch for update skip locked
  loop
    update public.orders set reminded_at = now() where id = due.id;
    if private.number_to_text(due) is null then
      if private.notify_buyer(due.id, case when due.awaits_delivery then 'order_delivery_unanswered' else 'order_unpaid' end) is not null then
        reminded := reminded + 1;
      end if;
    elsif not due.is_demo and private.enqueue_sms('order_unpaid', private.number_to_text(due),
        jsonb_build_object('code', due.code, 'expires_at', due.expires_at), 'sms:' || due.id || ':unpaid') is not null then
      reminded := reminded + 1;
    end if;
  end loop;
  return reminded;
end $function$;

CREATE OR REPLACE FUNCTION private.text_buyer_of_decision(new public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.number_to_text(new) is not null then
    perform private.enqueue_sms('decision', private.number_to_text(new),
      jsonb_build_object('code', new.code, 'status', new.status), 'sms:' || new.id || ':' || new.status);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.find_record_flags(record_type text, record_ids uuid[])
 RETURNS TABLE(record_id uuid, flags text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.registrations_with('read');
  decidable text[] := private.registrations_with('decide');
  texts constant boolean := private.sends_sms();
  twins uuid[];
  stopped constant text[] := array(select address from private.stopped_addresses());
begin
  perform private.require_admin_right(record_type, 'read');
  if find_record_flags.record_type = 'orders' then
    return query
      select own.id, array_remove(array[
        case when own.fulfilment_status = 'disputed' then 'disputed' end,
        case when own.kind = 'bulk' and own.total_amount_kobo is null and own.status in ('pending', 'approved') then 'unquoted' end,
        case when private.is_underpaid(own) then 'underpaid' end,
        case when coalesce(
          (select request.email from public.order_requests as request where request.order_id = own.id),
          (select contact.email from public.order_contacts as contact where contact.order_id = own.id),
          (select buyer.email from public.profiles as buyer where buyer.id = own.user_id)) is null then
          case when texts and private.number_to_text(own) is not null then 'by_text' else 'untold' end end
      ], null)
      from public.orders as own where own.id = any (record_ids[1:500]);
    return;
  end if;
  if find_record_flags.record_type = any (readable) then
    twins := array(select twin.record_id from private.open_twins as twin where twin.record_type = find_record_flags.record_type
      and twin.other_type = any (readable) and twin.record_id = any (record_ids[1:500]));
  end if;
  return query
    select own.id, array_remove(array[
      case when own.id = any (twins) then 'twin' end,
      case when find_record_flags.record_type = 'training_enrolments' and exists (
        select from public.training_enrolments as enrolment where enrolment.id = own.id and enrolment.is_minor) then 'minor' end,
      case when find_record_flags.record_type = any (private.photo_types()) and exists (
        select from private.registrations as record
        where record.record_type = find_record_flags.record_type and record.id = own.id and not record.has_photo)
        and private.merged_into(own.id) is null then 'photo' end,
      case when find_record_flags.record_type = any (decidable) and private.awaits_correction(find_record_flags.record_type, own.id)
        then 'correction'
        when private.merged_into(own.id) is null then (
          select case when record.contact_phone !~ '[1-9]' or record.contact_phone is null then 'untold'
            when texts then 'by_text' else 'by_phone' end
          from private.registrations as record
          where record.record_type = find_record_flags.record_type and record.id = own.id
            and record.user_id is null and (record.contact_email is null or lower(record.contact_email) = any (stopped))) end
    ], null)
    from unnest(record_ids[1:500]) as own (id);
end $function$;

CREATE OR REPLACE FUNCTION public.set_credit_terms(order_id uuid, reason text, expected text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := nullif(private.clean_text(reason), '');
  current_terms text;
  another_day timestamptz := now() + interval '24 hours';
  ended public.orders;
begin
  perform private.require_strong_right('orders.credit');
  select credit_terms_reason into current_terms from public.orders where id = order_id for update;
  if not found then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif current_terms is distinct from nullif(expected, '') then
    raise exception 'Somebody else has changed the credit terms of this order' using errcode = 'PT409', hint = 'credit_terms_reason';
  elsif char_length(words) not between 3 and 500 then
    raise exception 'Say why in 3 to 500 characters' using errcode = '23514', hint = 'credit_terms_reason';
  end if;
  perform set_config('app.sets_credit_terms', 'yes', true);
  update public.orders set credit_terms_reason = words where id = order_id;
  perform set_config('app.sets_credit_terms', '', true);
  if words is null and current_terms is not null then
    -- The mail itself is the reminder of what ends within a day.
    update public.orders set expires_at = greatest(expires_at, another_day), price_locked_until = greatest(price_locked_until, another_day),
      claim_holds_until = greatest(claim_holds_until, another_day), reminded_at = case when expires_at > another_day then reminded_at else now() end
    where id = order_id and kind = 'marketplace' and status = 'pending';
    select * into ended from public.orders where id = order_id;
    perform private.notify_buyer(order_id, 'order_credit_ended', jsonb_build_object('kept_until', private.goods_kept_until(ended)));
    if ended.kind = 'marketplace' and ended.payment_status = 'unpaid' and private.number_to_text(ended) is not null and not ended.is_demo then
      perform private.enqueue_sms('order_unpaid', private.number_to_text(ended), jsonb_build_object('code', ended.code, 'expires_at', ended.expires_at),
        'sms:' || ended.id || ':unpaid:' || extract(epoch from ended.expires_at));
    end if;
  end if;
end $function$;
