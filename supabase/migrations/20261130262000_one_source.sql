ALTER TABLE "private"."account_freezes" DROP CONSTRAINT "account_freezes_thaws_at_wait";

ALTER TABLE "private"."own_secret_requests" DROP CONSTRAINT "own_secret_requests_closes_at_bound";

ALTER TABLE "private"."own_secret_requests" DROP CONSTRAINT "own_secret_requests_opens_at_wait";

ALTER TABLE "public"."buyers" DROP CONSTRAINT "buyers_channel_known";

ALTER TABLE "public"."consents" DROP CONSTRAINT "consents_channel_known";

ALTER TABLE "public"."farmers" DROP CONSTRAINT "farmers_channel_known";

ALTER TABLE "public"."investors" DROP CONSTRAINT "investors_channel_known";

ALTER TABLE "public"."message_files" DROP CONSTRAINT "message_files_record_type_known";

ALTER TABLE "public"."record_messages" DROP CONSTRAINT "record_messages_record_type_known";

ALTER TABLE "public"."registration_submissions" DROP CONSTRAINT "registration_submissions_channel_known";

ALTER TABLE "public"."reply_templates" DROP CONSTRAINT "reply_templates_record_type_known";

ALTER TABLE "public"."training_enrolments" DROP CONSTRAINT "training_enrolments_channel_known";

CREATE OR REPLACE FUNCTION private.check_context(context jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  staff_id uuid := (context ->> 'enteredBy')::uuid;
begin
  if (context ->> 'idempotencyKey')::uuid is null then
    raise exception 'idempotencyKey is required' using errcode = '23502';
  elsif coalesce(context ->> 'channel', '') <> all (private.registration_channels())
    or jsonb_typeof(coalesce(context -> 'consents', '[]')) <> 'array'
  then
    raise exception 'This is no context of a registration' using errcode = '22023';
  elsif context ->> 'channel' = 'web' and staff_id is not null
    or context ->> 'channel' <> 'web' and (staff_id is null or context ->> 'userId' is not null
      or not private.person_has_permission(staff_id, 'registrations.enter'))
  then
    raise exception 'permission denied to enter a registration for somebody' using errcode = '42501';
  elsif context ->> 'channel' <> 'web' and jsonb_array_length(coalesce(context -> 'consents', '[]')) = 0 then
    raise exception 'Please record that the person agreed.' using errcode = '23514', hint = 'consents', detail = 'consents';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.conversation_addresses(record_type text, record_id uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  addresses text[];
begin
  if record_type = 'orders' then
    select array_remove(array[request.email, contact.email, person.email], null) into addresses
    from public.orders as t
    left join public.order_requests as request on request.order_id = t.id
    left join public.order_contacts as contact on contact.order_id = t.id
    left join public.profiles as person on person.id = t.user_id
    where t.id = conversation_addresses.record_id;
  elsif record_type = any (private.conversation_types()) then
    execute format('select array_remove(array[t.email], null) from public.%I as t where t.id = $1', record_type)
      into addresses using record_id;
  end if;
  -- Nobody writes as, or to, an erased person.
  return case when 'erased@example.invalid' = any (addresses) then null else addresses end;
end $function$;

CREATE OR REPLACE FUNCTION private.conversation_types()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['contact_messages', 'job_applications', 'partnership_applications', 'orders']
$function$;

CREATE OR REPLACE FUNCTION private.dispute_period()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select interval '48 hours'
$function$;

CREATE OR REPLACE FUNCTION private.filter_condition(source text, filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  name text;
  value text;
  conditions text[] := '{}';
  condition text;
begin
  for name, value in select key, chosen.value from jsonb_each_text(filters) as chosen (key, value) loop
    condition := case
      when name = 'ids' then format('t.id = any (string_to_array(%L, '','')::uuid[])', value)
      when name = 'since' then format($sql$t.created_at >= %L::date::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when name = 'until' then format($sql$t.created_at < (%L::date + 1)::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when source = 'orders' and name = 'payment' then format('t.payment_status = %L', value)
      when source = 'orders' and name = 'delivery' then format('t.fulfilment_status = %L', value)
      when source = 'orders' and name = 'day' then
        format('t.delivers_until >= %1$L::date and t.delivers_from <= %1$L::date', value)
      when source = 'orders' and name = 'kind' then format('t.kind = %L', value)
      when source = 'orders' and name = 'crop' then format('t.crop_type = any ((select private.crops_with(%L))::text[])', value)
      when source = 'orders' and name = 'money' and private.open_money_condition(value) is not null then
        format('t.id in (select own.id from public.orders as own where %s)', private.open_money_condition(value))
      when source = 'orders' and name = 'received' then format(
        $sql$t.id in (select payment.order_id from public.payments as payment where payment.kind = 'receipt' and private.came_kobo(payment.id) > 0
          and payment.created_at >= %1$L::date::timestamp at time zone 'Africa/Lagos'
          and payment.created_at < (%1$L::date + 1)::timestamp at time zone 'Africa/Lagos')$sql$, value)
      when source = 'orders' and name = 'step' then private.step_condition(value)
      when source = 'orders' and name = 'state' then format('t.delivery_state = %L', value)
      when source = any (private.conversation_types()) and source <> 'orders' and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.record_messages as came where came.record_id = t.id and came.is_proved and not came.is_from_staff
          and not exists (select from public.record_messages as later
            where later.record_id = t.id and later.is_from_staff and later.id > came.id))$sql$
      -- From an unknown address, and since then nobody wrote to the record's person, or a note about it.
      when source = any (private.conversation_types()) and name = 'reply' and value = 'unproved' then
        $sql$t.id in (select came.record_id from public.record_messages as came where not came.is_proved
          and not exists (select from public.record_messages as later
            where later.record_id = came.record_id and later.is_from_staff and later.id > came.id)
          and not exists (select from public.order_messages as later
            where later.order_id = came.record_id and later.is_from_staff and later.created_at > came.created_at)
          and not exists (select from public.record_notes as note
            where note.record_id = came.record_id and note.created_at > came.created_at))$sql$
      when source = 'contact_messages' and name = 'topic' or source = 'products' and name in ('category', 'state')
        or source = 'partnership_applications' and name = 'partnership_type'
      then format('exists (select from public.%I as own where own.id = t.id and own.%I = %L)', source, name, value)
      when source = 'job_applications' and name = 'position' then case value
        when 'general' then 'exists (select from public.job_applications as own where own.id = t.id and own.position_title is null)'
        else format('exists (select from public.job_applications as own where own.id = t.id and own.position_id::text = %L)', value) end
      when source = 'products' and name = 'photo' and value = 'missing' then
        'exists (select from public.products as own where own.id = t.id and own.photo_path is null)'
      when source = 'orders' and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.order_messages as came where came.order_id = t.id and not came.is_from_staff
          and not exists (select from public.order_messages as later
            where later.order_id = t.id and later.is_from_staff and later.id > came.id))$sql$
      when source = 'farmers' and name = 'crop' then
        format('exists (select from public.farmers as own where own.id = t.id and %L = any (own.crops_grown))', value)
      when source = any (private.registration_types()) and name in ('state', 'channel') then
        format('exists (select from public.%I as own where own.id = t.id and own.%I = %L)', source, name, value)
      when source = 'training_enrolments' and name = 'minor' and value = 'yes' then
        'exists (select from public.training_enrolments as own where own.id = t.id and own.is_minor)'
      when source = any (private.photo_types()) and name = 'photo' and value = 'missing' then
        format('exists (select from public.%I as own where own.id = t.id and not own.has_photo)', source)
      when source = any (private.registration_types()) and name = 'twin' and value = 'possible' then
        format('t.id in (select twin.record_id from private.open_twins as twin where twin.record_type = %L
          and twin.other_type = any ((select private.registrations_with(''read''))::text[]))', source)
    end;
    if condition is null then
      raise exception 'This list has no such filter' using errcode = '22023', hint = name;
    end if;
    conditions := conditions || condition;
  end loop;
  return nullif(array_to_string(conditions, ' and '), '');
end $function$;

CREATE OR REPLACE FUNCTION private.guest_link_period()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select interval '400 days'
$function$;

CREATE OR REPLACE FUNCTION private.link_again_period()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select interval '7 days'
$function$;

CREATE OR REPLACE FUNCTION private.newsletter_confirm_period()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select interval '7 days'
$function$;

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
    'expires_at', current_order.expires_at,
    'payment_status', case when current_order.kind = 'marketplace' then current_order.payment_status end,
    'goods_released', nullif(current_order.stock_released_at is not null and current_order.status = 'pending', false),
    'refund_due_kobo', nullif(current_order.refund_due_kobo, 0), 'fulfilment_status', nullif(current_order.fulfilment_status, 'none'),
    'contract', case when current_order.kind = 'bulk' then private.contract_in_mail(current_order, recipient is not distinct from own_mailbox) end,
    'due', private.describe_due(current_order),
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

CREATE OR REPLACE FUNCTION private.notify_registrant(record_id uuid, template text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reported private.registrations;
  recipient text;
  token text;
begin
  select * into strict reported from private.registrations where id = notify_registrant.record_id;
  recipient := coalesce(reported.contact_email, (select email from public.profiles where id = reported.user_id));
  -- Nobody to write to: they stand in people_to_phone.
  if recipient is null or reported.is_demo then
    return;
  end if;
  if reported.user_id is null then
    token := private.make_token();
    insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed, expires_at)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), reported.record_type, reported.id, true,
      now() + case when template = 'registration_link_again' then private.link_again_period() else private.guest_link_period() end);
  end if;
  details := jsonb_strip_nulls(details || jsonb_build_object(
    'name', reported.contact_name,
    'code', reported.reference,
    'form', reported.form,
    'token', token,
    'reason', reported.decline_reason
  ));
  perform private.confirm_form(template, recipient, details);
end $function$;

CREATE OR REPLACE FUNCTION private.own_secrets_open_period()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select interval '7 days'
$function$;

CREATE OR REPLACE FUNCTION private.own_secrets_state()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  frozen private.account_freezes;
  request private.own_secret_requests;
  has_factor boolean;
  young_until timestamptz;
begin
  if caller_id is null then
    return '{"state": "closed"}';
  end if;
  if private.is_frozen(caller_id) then
    select * into frozen from private.account_freezes where user_id = caller_id;
    return jsonb_build_object('state', 'frozen', 'frozenAt', frozen.frozen_at, 'askedAt', frozen.asked_at,
      'opensAt', frozen.thaws_at, 'obstacle', private.thaw_obstacle(caller_id));
  end if;
  select count(*) > 0, min(greatest(created_at, updated_at)) + private.own_secrets_wait() into has_factor, young_until
  from auth.mfa_factors where user_id = caller_id and status = 'verified';
  if has_factor and private.shown_factor_since() is null then
    return '{"state": "second_factor"}';
  elsif private.shown_factor_since() <= now() - private.own_secrets_wait() then
    return '{"state": "open", "basis": "factor"}';
  elsif private.has_old_factor(caller_id) then
    return '{"state": "other_factor"}';
  end if;
  select * into request from private.own_secret_requests where user_id = caller_id and closes_at > now()
    and mailbox = private.proved_address(caller_id);
  if request.user_id is null then
    return jsonb_build_object('state', 'closed', 'factorOpensAt', young_until);
  end if;
  return jsonb_build_object('state', case when request.opens_at > now() then 'waiting'
      when request.session_id::text is distinct from (select auth.jwt()) ->> 'session_id' then 'other_session'
      else 'open' end,
    'basis', 'waited', 'opensAt', request.opens_at, 'closesAt', request.closes_at, 'factorOpensAt', young_until);
end $function$;

CREATE OR REPLACE FUNCTION private.own_secrets_wait()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select interval '72 hours'
$function$;

CREATE OR REPLACE FUNCTION private.registration_channels()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['web', 'walk_in', 'phone']
$function$;

CREATE OR REPLACE FUNCTION private.request_thaw(user_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  obstacle text;
  ends_at timestamptz;
begin
  perform from auth.users where id = request_thaw.user_id for update;
  if not private.is_frozen(user_id) then
    raise exception 'This account is not frozen' using errcode = 'P0002';
  end if;
  obstacle := private.thaw_obstacle(user_id);
  if obstacle is not null then
    raise exception '%', case obstacle when 'mailbox' then 'The address of this account has changed since: only our staff can open it again'
      else 'Please choose a new password first' end using errcode = '42501', hint = obstacle;
  end if;
  update private.account_freezes as frozen set asked_at = now(), thaws_at = now() + private.own_secrets_wait()
  where frozen.user_id = request_thaw.user_id and frozen.asked_at is null
  returning thaws_at into ends_at;
  if ends_at is null then
    return (select thaws_at from private.account_freezes as frozen where frozen.user_id = request_thaw.user_id);
  end if;
  perform private.record_audit('ask_thaw', 'account', user_id::text, null, jsonb_build_object('thaws_at', ends_at));
  perform private.notify_owner('account_thaw_asked', user_id, jsonb_build_object('opens_at', ends_at));
  return ends_at;
end $function$;

CREATE OR REPLACE FUNCTION private.require_conversation(record_type text, record_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_record_work(record_type);
begin
  perform private.require_admin_right(record_type, 'decide');
  if record_type <> all (private.conversation_types()) then
    raise exception 'This kind of record has no messages' using errcode = '22023';
  elsif not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif private.is_own_record(record_type, record_id) then
    raise exception 'Somebody else must answer your own record' using errcode = '42501', hint = 'own_record';
  end if;
  return caller_id;
end $function$;

CREATE OR REPLACE FUNCTION private.stock_alert_confirm_period()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select interval '7 days'
$function$;

CREATE OR REPLACE FUNCTION public.confirm_newsletter(token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.newsletter_subscriptions set
    confirmed_at = case when unsubscribed_at is null then coalesce(confirmed_at, now()) else now() end,
    unsubscribed_at = null
  where confirm_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and confirm_sent_at > now() - private.newsletter_confirm_period();
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.confirm_stock_alert(token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.stock_alerts set confirmed_at = coalesce(confirmed_at, now())
  where confirm_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and confirm_sent_at > now() - private.stock_alert_confirm_period();
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.find_person(record_type text, record_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  max_entries constant integer := 20;
  registration_kinds constant text[] := private.registration_types();
  person_kinds constant text[] := private.person_types();
  readable text[];
  decidable text[];
  mail_subjects text[];
  opened private.person_records;
  person record;
  -- What was made one with it, and by what that is reached.
  parts uuid[];
  phones text[];
  emails text[];
  has_profiles boolean := private.has_permission('profiles.read');
  allowed text[];
  -- Every record of theirs: its kind, its id and by what it is theirs.
  types text[];
  ids uuid[];
  vias text[];
begin
  perform private.require_admin_right(find_person.record_type, 'read');
  if find_person.record_type <> all (person_kinds) then
    raise exception 'This kind of record is about nobody' using errcode = '22023';
  end if;
  readable := array(select unnest(person_kinds) intersect select unnest(private.admin_types_with('read')));
  decidable := array(select unnest(registration_kinds) intersect select unnest(private.admin_types_with('decide')));
  mail_subjects := private.own_mail_subjects();
  -- What is a part of another registration is read under that one.
  select known.* into opened from private.person_records as known
  where known.record_type = find_person.record_type and known.id = private.whole_of(find_person.record_id);
  if opened.id is null then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  select * into person from private.identify_person(opened, readable);
  parts := array(select private.parts_of(opened.id));
  phones := array(select unnest(person.phones)
    union select known.phone from private.person_records as known where known.id = any (parts) and known.phone ~ '[1-9]');
  emails := array(select unnest(person.emails)
    union select lower(known.email) from private.person_records as known where known.id = any (parts) and known.email is not null);
  select array_agg(near.record_type), array_agg(near.id), array_agg(near.via) into types, ids, vias
  from (
    select known.record_type, known.id, known.via
    from private.list_person_records(readable, person.accounts, phones, emails) as known
    where known.id <> opened.id and known.id <> all (parts)
    union all
    select opened.record_type, known.id, 'record' as via from unnest(opened.id || parts) as known (id)
  ) as near;
  allowed := array(select section from (values
      ('registrations', readable && registration_kinds),
      ('orders', 'orders' = any (readable)), ('quotes', 'orders' = any (readable)), ('documents', 'orders' = any (readable)),
      ('messages', readable && private.conversation_types()),
      ('applications', readable && array['partnership_applications', 'job_applications']),
      ('calls', readable && (registration_kinds || array['orders'])), ('mails', mail_subjects <> '{}'), ('notes', readable <> '{}'),
      ('tasks', readable <> '{}'), ('consents', decidable <> '{}')
    ) as known (section, is_open) where is_open);
  return (
    with placed as (
      select entries.*, row_number() over (partition by entries.section order by entries.at desc, entries.record_id) as place,
        count(*) over (partition by entries.section) as how_many
      from private.list_person_entries(
        allowed, types, ids, vias, phones, emails, mail_subjects, decidable, has_profiles
      ) as entries
    ),
    sections as (
      select placed.section, jsonb_build_object('count', max(placed.how_many), 'entries',
        jsonb_agg(jsonb_build_object('at', placed.at, 'recordType', placed.record_type, 'recordId', placed.record_id,
          'code', placed.code, 'words', placed.words, 'state', placed.state, 'amountKobo', placed.amount_kobo,
          'currency', placed.currency, 'byName', placed.by_name, 'dueOn', placed.due_on, 'via', placed.via)
          order by placed.place)) as content
      from placed where placed.place <= max_entries group by placed.section
    )
    select jsonb_build_object(
      'who', jsonb_build_object(
        'recordType', opened.record_type, 'recordId', opened.id, 'label', private.label_record(opened.record_type, opened.id),
        'name', coalesce(opened.name, opened.organisation), 'organisation', opened.organisation, 'place', opened.place,
        'phone', case when opened.phone ~ '[1-9]' then opened.phone end, 'email', opened.email,
        'accounts', cardinality(person.accounts),
        -- What an account says of itself is for those who may read accounts.
        'account', case when has_profiles then (
          select jsonb_build_object('name', account.full_name, 'email', account.email, 'phone', account.phone, 'since', account.created_at)
          from public.profiles as account where account.id = person.accounts[1]) end),
      'sections', (
        select coalesce(jsonb_object_agg(known.section, coalesce(sections.content, '{"count": 0, "entries": []}')), '{}')
        from unnest(allowed) as known (section) left join sections on sections.section = known.section))
  );
end $function$;

CREATE OR REPLACE FUNCTION public.open_order_dispute(order_id uuid, dispute jsonb, context jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  photos text[] := array(select jsonb_array_elements_text(coalesce(dispute -> 'photoPaths', '[]')));
  said text := private.clean_text(dispute ->> 'reason');
  line_given text := nullif(dispute ->> 'line', '');
  amount_given text := nullif(dispute ->> 'amount', '');
  goods record;
  dispute_id uuid;
begin
  select * into own from public.orders where id = own.id for update;
  if own.delivered_at is null or own.delivered_at < now() - private.dispute_period() then
    raise exception 'The quality can be disputed within % hours of the delivery', extract(epoch from private.dispute_period())::integer / 3600
      using errcode = '23514', hint = 'dispute';
  elsif char_length(coalesce(said, '')) not between 10 and 2000 then
    raise exception 'Please describe what is wrong, in at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif cardinality(photos) > 6 then
    raise exception 'At most 6 photos' using errcode = '23514', hint = 'photoPaths';
  end if;
  if line_given !~ '^[0-9]{1,6}$' or amount_given !~ '^[0-9]{1,9}(\.[0-9]{1,3})?$' or amount_given is not null and line_given is null
    or nullif(dispute ->> 'wish', '') not in ('replace', 'refund', 'credit')
  then
    raise exception 'This is no complaint about a line of the order' using errcode = '22023', hint = 'line';
  end if;
  select * into goods from private.goods_lines(own.id) as line where line.position = line_given::integer;
  if line_given is not null and goods.position is null then
    raise exception 'Please choose which goods it is about' using errcode = '23514', hint = 'line';
  elsif amount_given::numeric = 0 then
    raise exception 'Enter a quantity greater than 0' using errcode = '23514', hint = 'amount';
  elsif amount_given::numeric > goods.quantity then
    raise exception 'At most % were ordered', trim_scale(goods.quantity) using errcode = '23514', hint = 'amount';
  elsif exists (select from public.order_disputes as earlier
      where earlier.order_id = own.id and earlier.resolved_at is not null and earlier.reason = said
        and earlier.line_position is not distinct from line_given::integer) then
    raise exception 'We have answered this complaint. Say what else is wrong, or write to us below.'
      using errcode = '23514', hint = 'reason';
  end if;
  perform private.require_order_uploads(own.id, 'dispute', photos);
  perform private.apply_order_event(own.id, 'dispute');
  insert into public.order_disputes (order_id, reason, photo_paths, line_position, line_name, amount, amount_unit, wish)
  values (own.id, said, photos, line_given::integer, left(goods.name, 300), amount_given::numeric,
    case when amount_given is not null then goods.unit end, nullif(dispute ->> 'wish', ''))
  returning id into dispute_id;
  perform private.notify_buyer(own.id, 'order_dispute_received');
  return dispute_id;
end $function$;

REVOKE ALL ON FUNCTION "private"."conversation_types"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."conversation_types"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."conversation_types"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."dispute_period"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."dispute_period"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."dispute_period"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."guest_link_period"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guest_link_period"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."guest_link_period"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."link_again_period"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."link_again_period"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."link_again_period"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."newsletter_confirm_period"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."newsletter_confirm_period"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."newsletter_confirm_period"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."own_secrets_open_period"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_secrets_open_period"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."own_secrets_open_period"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."own_secrets_wait"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_secrets_wait"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."own_secrets_wait"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."registration_channels"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."registration_channels"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."registration_channels"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."stock_alert_confirm_period"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stock_alert_confirm_period"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."stock_alert_confirm_period"() TO "service_role";

ALTER TABLE "private"."order_guest_links" ALTER COLUMN "expires_at" SET DEFAULT (now() + private.guest_link_period());

ALTER TABLE "private"."own_secret_requests" ALTER COLUMN "closes_at" SET DEFAULT ((now() + private.own_secrets_wait()) + private.own_secrets_open_period());

ALTER TABLE "private"."own_secret_requests" ALTER COLUMN "opens_at" SET DEFAULT (now() + private.own_secrets_wait());

ALTER TABLE "private"."registration_guest_links" ALTER COLUMN "expires_at" SET DEFAULT (now() + private.guest_link_period());

ALTER TABLE "private"."account_freezes" ADD CONSTRAINT "account_freezes_thaws_at_wait" CHECK ((thaws_at >= (asked_at + private.own_secrets_wait())));

ALTER TABLE "private"."own_secret_requests" ADD CONSTRAINT "own_secret_requests_closes_at_bound" CHECK (((closes_at > opens_at) AND (closes_at <= (opens_at + private.own_secrets_open_period()))));

ALTER TABLE "private"."own_secret_requests" ADD CONSTRAINT "own_secret_requests_opens_at_wait" CHECK ((opens_at >= (requested_at + private.own_secrets_wait())));

ALTER TABLE "public"."buyers" ADD CONSTRAINT "buyers_channel_known" CHECK ((channel = ANY (private.registration_channels())));

ALTER TABLE "public"."consents" ADD CONSTRAINT "consents_channel_known" CHECK ((channel = ANY (private.registration_channels())));

ALTER TABLE "public"."farmers" ADD CONSTRAINT "farmers_channel_known" CHECK ((channel = ANY (private.registration_channels())));

ALTER TABLE "public"."investors" ADD CONSTRAINT "investors_channel_known" CHECK ((channel = ANY (private.registration_channels())));

ALTER TABLE "public"."message_files" ADD CONSTRAINT "message_files_record_type_known" CHECK ((record_type = ANY (private.conversation_types())));

ALTER TABLE "public"."record_messages" ADD CONSTRAINT "record_messages_record_type_known" CHECK ((record_type = ANY (private.conversation_types())));

ALTER TABLE "public"."registration_submissions" ADD CONSTRAINT "registration_submissions_channel_known" CHECK ((channel = ANY (private.registration_channels())));

ALTER TABLE "public"."reply_templates" ADD CONSTRAINT "reply_templates_record_type_known" CHECK ((record_type = ANY (private.conversation_types())));

ALTER TABLE "public"."training_enrolments" ADD CONSTRAINT "training_enrolments_channel_known" CHECK ((channel = ANY (private.registration_channels())));

CREATE OR REPLACE FUNCTION private.has_old_factor(user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from auth.mfa_factors as factor where factor.user_id = $1 and factor.status = 'verified'
    and greatest(factor.created_at, factor.updated_at) <= now() - private.own_secrets_wait())
$function$;
