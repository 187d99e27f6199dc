DROP TRIGGER "notify_applicant" ON "public"."job_applications";

DROP TRIGGER "notify_applicant" ON "public"."partnership_applications";

DROP FUNCTION "private"."to_ring_condition"();

DROP FUNCTION "public"."decide_registration"(text, uuid, text, text, text);

CREATE OR REPLACE FUNCTION private.form_places()
 RETURNS TABLE(record_type text, place text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values ('partnership_applications', 'partnership'), ('job_applications', 'job-applications'), ('contact_messages', 'messages')
$function$;

CREATE OR REPLACE FUNCTION private.is_undoable(record_type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(record_type = any (private.admin_types()) and record_type not in ('orders', 'products'), false)
$function$;

CREATE OR REPLACE FUNCTION private.list_order(list text, source text, sort text, only_overdue boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  chosen text := coalesce(sort, case when only_overdue then 'due' else 'newest' end);
  expression text := private.sorted_column(list, source, regexp_replace(chosen, '_last$', ''));
  has_name boolean := exists (select from pg_catalog.pg_attribute
    where attrelid = to_regclass(format('private.%I', list || '_list')) and attname = 'list_name');
  row_order text := case chosen
    when 'due' then 't.due_at, t.created_at, t.id desc'
    when 'status' then 't.list_status, t.created_at desc, t.id'
    when 'status_last' then 't.list_status desc, t.created_at, t.id desc'
    when 'newest' then 't.created_at desc, t.id'
    when 'oldest' then 't.created_at, t.id desc'
    when 'name' then case when has_name then 't.list_name, t.id' end
    when 'name_last' then case when has_name then 't.list_name desc, t.id desc' end
    -- No two have the same.
    when 'code' then case when source = 'orders' then 't.code' end
    when 'code_last' then case when source = 'orders' then 't.code desc' end
    when 'total' then case when source = 'orders' then 't.total_amount_kobo desc nulls last, t.created_at desc, t.id' end
    -- By the same index: what has no price is the least.
    when 'least' then case when source = 'orders' then 't.total_amount_kobo nulls first, t.created_at, t.id desc' end
    when 'delivery' then case when source = 'orders' then 't.delivers_until, t.created_at, t.id' end
    -- The same index backwards: what has no day comes first.
    when 'delivery_last' then case when source = 'orders' then 't.delivers_until desc, t.created_at desc, t.id desc' end
    else expression || case when chosen like '%\_last' then ' desc, t.created_at, t.id desc' else ', t.created_at desc, t.id' end
  end;
begin
  if row_order is null then
    raise exception 'This list cannot be sorted so' using errcode = '22023', hint = 'sort';
  end if;
  return row_order;
end $function$;

CREATE OR REPLACE FUNCTION private.name_record(record_type text, record_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_readable boolean := private.has_permission(private.admin_permission($1, 'read'));
  named text;
begin
  if $1 = 'orders' then
    select orders.code into named from public.orders where orders.id = $2;
  elsif $1 in ('farmers', 'training_enrolments', 'buyers', 'investors') then
    select case when is_readable then coalesce(record.contact_name, record.reference) else record.reference end into named
    from private.registrations as record where record.record_type = $1 and record.id = $2;
  elsif not is_readable then
    return null;
  elsif $1 = 'products' then
    select product.name into named from public.products as product where product.id = $2;
  else
    select sent.name into named from private.form_records as sent where sent.record_type = $1 and sent.id = $2;
  end if;
  return named;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_applicant()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enqueue_mail(tg_argv[case new.status when 'approved' then 0 else 1 end], new.email, jsonb_strip_nulls(
    jsonb_build_object('record_type', tg_table_name, 'record_id', new.id, 'reason', new.decline_reason) || (
      select coalesce(jsonb_object_agg(named.name, to_jsonb(new) -> named.name), '{}') from unnest(tg_argv[2:]) as named (name))));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.step_condition(step text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case step
    when 'to_quote' then $sql$(t.kind = 'bulk' and t.total_amount_kobo is null and t.list_status in ('pending', 'approved')
        and t.id not in (select offered.order_id from private.quotes_with_others as offered)
      or t.awaits_delivery and t.list_status = 'pending'
        and (select chosen.quoted_at is null or coalesce(own.expires_at <= now(), false) from public.order_deliveries as chosen
          join public.orders as own on own.id = chosen.order_id where chosen.order_id = t.id))$sql$
    when 'paid_to_approve' then $sql$t.list_status = 'pending' and t.total_amount_kobo is not null and not t.awaits_delivery
      and t.payment_status not in ('claimed', 'refund_due')
      and (t.kind = 'bulk' or t.payment_status in ('confirmed', 'overpaid') or t.credit_terms_reason is not null)
      and $sql$ || goods.are_receipts_sure
    when 'to_prepare' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'none' and $sql$ || goods.may_leave || ' and ' || goods.are_receipts_sure
    when 'to_dispatch' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'preparing' and $sql$ || goods.may_leave
      || ' and ' || goods.are_receipts_sure
    when 'to_complete' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'delivered'
      and (t.payment_status in ('confirmed', 'overpaid', 'refunded')
        or t.credit_terms_reason is not null and t.payment_status not in ('claimed', 'refund_due'))
      and $sql$ || goods.are_receipts_sure
    when 'to_ring' then 't.id in (select rung.id from private.orders_to_ring as rung)'
    when 'waits_for_buyer' then 't.waits_for_buyer'
  end
  -- What private.couple_order_axes refuses otherwise: credit terms can be taken back while the goods are prepared.
  from (values ($sql$t.total_amount_kobo is not null
      and (t.payment_status in ('confirmed', 'overpaid') or t.payment_status in ('unpaid', 'claimed', 'underpaid', 'refund_due', 'refunded')
        and (t.credit_terms_reason is not null
          or (select private.is_paid_enough(own) from public.orders as own where own.id = t.id)))$sql$,
      -- As private.has_shortfall_waiting: read once, and few.
      $sql$t.id not in (select entry.order_id from private.money_entries as entry
        where entry.decided_at is null and entry.kind = 'correction' and entry.amount_kobo < (entry.details ->> 'wasKobo')::bigint)$sql$))
    as goods (may_leave, are_receipts_sure)
$function$;

CREATE OR REPLACE FUNCTION public.undo_decision(event_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  event public.decision_events;
  found_status text;
  changed_at timestamptz;
begin
  select * into event from public.decision_events as decided where decided.id = event_id;
  if caller_id is null or event.actor_id is distinct from caller_id then
    raise exception 'Only who decided can undo it' using errcode = '42501';
  end if;
  perform private.require_admin_right(event.record_type, 'decide');
  if not private.is_undoable(event.record_type) or event.undoes is not null or event.from_status <> 'pending' then
    raise exception 'This is not undone so: it has steps of its own' using errcode = '23514', hint = 'event_id';
  end if;
  execute format('select status, updated_at from public.%I where id = $1 for update', event.record_type)
    into found_status, changed_at using event.record_id;
  if found_status is null then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif exists (select from public.decision_events as undo where undo.undoes = event.id) then
    raise exception 'It was undone before' using errcode = 'PT409', hint = 'undone';
  elsif clock_timestamp() > event.created_at + private.undo_period() then
    raise exception 'It can be undone for ten seconds, which are over' using errcode = 'PT409', hint = 'late';
  elsif (found_status, changed_at) is distinct from (event.to_status, event.created_at) then
    raise exception 'It was changed since, so it cannot be undone' using errcode = 'PT409', hint = 'changed';
  elsif exists (
    select from public.phone_calls as made
    where made.record_id = event.record_id and made.record_type = event.record_type and made.created_at > event.created_at
  ) then
    raise exception 'Somebody has rung them up since, so it cannot be undone' using errcode = 'PT409', hint = 'called';
  elsif not private.take_back_mails(event.record_type, event.record_id, event.created_at) then
    raise exception 'Its mail has left, so it cannot be undone' using errcode = 'PT409', hint = 'mailed';
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason, undoes)
  values (
    event.record_type, event.record_id, event.record_owner, caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), 'system'),
    event.to_status, event.from_status, 'Undone', event.id
  );
  execute format('update public.%I set status = $1 %s where id = $2', event.record_type,
    case when event.to_status = 'declined' then ', decline_reason = null' else '' end)
    using event.from_status, event.record_id;
  perform private.record_audit('undo', event.record_type, event.record_id::text,
    jsonb_build_object('status', event.to_status), jsonb_build_object('status', event.from_status, 'decision', event.id));
end $function$;

CREATE VIEW "private"."form_records" WITH (security_invoker=true) AS  SELECT 'partnership_applications'::text AS record_type,
    'partnership'::text AS place,
    t.id,
    t.created_at,
    t.list_status,
    t.due_at,
    ( SELECT own.company_name
           FROM public.partnership_applications own
          WHERE (own.id = t.id)) AS name
   FROM private.partnership_applications_list t
UNION ALL
 SELECT 'job_applications'::text AS record_type,
    'job-applications'::text AS place,
    t.id,
    t.created_at,
    t.list_status,
    t.due_at,
    ( SELECT own.full_name
           FROM public.job_applications own
          WHERE (own.id = t.id)) AS name
   FROM private.job_applications_list t
UNION ALL
 SELECT 'contact_messages'::text AS record_type,
    'messages'::text AS place,
    t.id,
    t.created_at,
    t.list_status,
    t.due_at,
    ( SELECT own.name
           FROM public.contact_messages own
          WHERE (own.id = t.id)) AS name
   FROM private.contact_messages_list t;

revoke all on table private.form_records from public, anon, authenticated;

CREATE VIEW "private"."orders_to_ring" WITH (security_invoker=true) AS  SELECT id
   FROM ( SELECT own.id,
            chosen.quoted_at AS since
           FROM ((public.orders own
             JOIN public.order_deliveries chosen ON (((chosen.order_id = own.id) AND (chosen.kind <> 'collect'::text) AND (chosen.quoted_at IS NOT NULL))))
             JOIN public.order_contacts contact ON (((contact.order_id = own.id) AND (contact.phone ~ '[1-9]'::text) AND (contact.email IS NULL))))
          WHERE (own.awaits_delivery AND (own.status = 'pending'::text) AND (own.user_id IS NULL))
        UNION ALL
         SELECT own.id,
            max(correction.created_at) AS max
           FROM ((public.payments correction
             JOIN public.orders own ON ((own.id = correction.order_id)))
             JOIN public.order_contacts contact ON (((contact.order_id = own.id) AND (contact.phone ~ '[1-9]'::text) AND (contact.email IS NULL))))
          WHERE ((correction.corrects_id IS NOT NULL) AND (correction.amount_kobo <> 0) AND (correction.created_at > (now() - '30 days'::interval)) AND (own.user_id IS NULL) AND (NOT own.is_demo))
          GROUP BY own.id
        UNION ALL
         SELECT own.id,
            (((chosen.day - 2))::timestamp without time zone AT TIME ZONE 'Africa/Lagos'::text) AS timezone
           FROM ((public.orders own
             JOIN public.order_deliveries chosen ON (((chosen.order_id = own.id) AND (chosen.kind <> 'collect'::text))))
             JOIN public.order_contacts contact ON (((contact.order_id = own.id) AND (contact.phone ~ '[1-9]'::text))))
          WHERE ((NOT own.awaits_delivery) AND (own.status = 'approved'::text) AND (own.fulfilment_status = ANY (ARRAY['preparing'::text, 'dispatched'::text])) AND ((own.delivers_until >= (((now() AT TIME ZONE 'Africa/Lagos'::text))::date - 7)) AND (own.delivers_until <= (((now() AT TIME ZONE 'Africa/Lagos'::text))::date + 1))))) meant
  WHERE (NOT (EXISTS ( SELECT
           FROM public.phone_calls made
          WHERE ((made.record_id = meant.id) AND (made.record_type = 'orders'::text) AND (made.outcome = ANY (ARRAY['reached'::text, 'chat_sent'::text, 'wrong_number'::text, 'refused'::text])) AND (made.created_at >= meant.since)))));

revoke all on table private.orders_to_ring from public, anon, authenticated;

CREATE TRIGGER notify_applicant AFTER UPDATE OF status ON public.job_applications FOR EACH ROW WHEN (((new.status <> old.status) AND (new.status = ANY (ARRAY['approved'::text, 'declined'::text])))) EXECUTE FUNCTION private.notify_applicant('application_approved', 'application_declined', 'full_name', 'position_title');

CREATE TRIGGER notify_applicant AFTER UPDATE OF status ON public.partnership_applications FOR EACH ROW WHEN (((new.status <> old.status) AND (new.status = ANY (ARRAY['approved'::text, 'declined'::text])))) EXECUTE FUNCTION private.notify_applicant('partnership_approved', 'partnership_declined', 'contact_person', 'partnership_type');

REVOKE ALL ON FUNCTION "private"."form_places"() FROM PUBLIC;

CREATE OR REPLACE FUNCTION private.count_places()
 RETURNS TABLE(place text, permission text, waiting bigint, late bigint, oldest_due_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'orders' as place, 'orders.read' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.orders_list as t where (select private.has_permission('orders.read')) and t.list_status = 'pending'
    and not t.waits_for_buyer
  union all
  select 'quotes' as place, 'orders.decide' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.quotes_list as t where (select private.has_permission('orders.decide')) and t.is_default
  union all
  select 'payments' as place, 'orders.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.payments_list as t where (select private.has_permission('orders.read')) and t.is_default
  union all
  select 'disputes' as place, 'orders.decide' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.disputes_list as t where (select private.has_permission('orders.decide'))
  union all
  select 'listings' as place, 'products.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.products_list as t where (select private.has_permission('products.read')) and t.list_status = 'pending'
  union all
  select 'farmers' as place, 'farmers.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.farmers_list as t where (select private.has_permission('farmers.read')) and t.list_status = 'pending'
  union all
  select 'training' as place, 'training_enrolments.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.training_enrolments_list as t
  where (select private.has_permission('training_enrolments.read')) and t.list_status = 'pending'
  union all
  select 'buyers' as place, 'buyers.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.buyers_list as t where (select private.has_permission('buyers.read')) and t.list_status = 'pending'
  union all
  select 'investors' as place, 'investors.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.investors_list as t where (select private.has_permission('investors.read')) and t.list_status = 'pending'
  union all
  select 'corrections' as place, ((select private.registrations_with('decide'))::text[])[1] || '.decide' as permission,
    count(*) as waiting, 0 as late, null as oldest_due_at
  from public.correction_requests as t
  where t.record_type = any ((select private.registrations_with('decide'))::text[])
    and exists (
      select from public.registration_submissions as sent
      where sent.record_id = t.record_id and sent.version > t.submission_version
    )
    and exists (
      select from private.registrations as record
      where record.record_type = t.record_type and record.id = t.record_id and record.status = 'pending'
    )
  union all
  select 'people-to-phone' as place, ((select private.registrations_with('read'))::text[])[1] || '.read' as permission,
    count(*) as waiting, 0 as late, null as oldest_due_at
  from public.people_to_phone as t where (select private.registrations_with('read'))::text[] <> '{}'
  union all
  select form.place, form.record_type || '.read' as permission, counted.waiting, counted.late, counted.oldest_due_at
  from private.form_places() as form
  cross join lateral (
    select count(*) as waiting, count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
    from private.form_records as t where t.record_type = form.record_type and t.list_status = 'pending'
  ) as counted
  where form.record_type = any ((select private.admin_types_with('read'))::text[])
  union all
  select 'breaches' as place, 'breaches.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from public.breach_register as t where (select private.has_permission('breaches.read')) and t.closed_at is null
  union all
  select 'mails' as place, 'mails.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.mails as t
  where (select private.has_permission('mails.read')) and t.state = 'failed' and t.created_at > now() - interval '7 days'
    and t.subject = any ((select private.own_mail_subjects())::text[])
  union all
  select 'tasks' as place, 'records.work' as permission, count(*) as waiting, count(*) filter (where t.due_at < now()) as late,
    min(t.due_at) as oldest_due_at
  from private.open_tasks as t
  where (select private.has_permission('records.work')) and t.assignee_id = (select auth.uid())
    and t.record_type = any ((select private.readable_task_types())::text[])
$function$;

CREATE OR REPLACE FUNCTION private.find_news(since timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('since', $1,
    'arrived', coalesce((
      select jsonb_object_agg(arrived.record_type, arrived.count) from (
        select 'orders' as record_type, count(*) as count from public.orders where created_at > $1
        union all select 'farmers' as record_type, count(*) as count from public.farmers where created_at > $1
        union all select 'training_enrolments' as record_type, count(*) as count from public.training_enrolments where created_at > $1
        union all select 'buyers' as record_type, count(*) as count from public.buyers where created_at > $1
        union all select 'investors' as record_type, count(*) as count from public.investors where created_at > $1
        union all
        select form.record_type, count(*) as count from private.form_records as form where form.created_at > $1 group by form.record_type
        union all select 'products' as record_type, count(*) as count from public.products where created_at > $1
      ) as arrived
      where arrived.count > 0 and arrived.record_type = any (private.admin_types_with('read'))
    ), '{}'),
    'decided', coalesce((
      select jsonb_object_agg(decided.record_type, decided.count) from (
        select event.record_type, count(*) as count from private.standing_decisions as event
        where event.created_at > $1 and event.actor_id <> (select auth.uid()) and event.to_status <> 'pending'
          and event.from_status <> 'completed' and event.actor_id in (select user_id from public.user_roles)
          and event.record_type = any (private.admin_types_with('read'))
        group by event.record_type
      ) as decided
    ), '{}'),
    'moved', (
      select count(distinct event.order_id) from public.order_events as event
      where (select private.has_permission('orders.read')) and event.created_at > $1 and event.axis <> 'status'
        and event.actor_id is distinct from (select auth.uid())
    ))
$function$;

CREATE OR REPLACE FUNCTION private.label_record(record_type text, record_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case $1
    when 'orders' then (select t.code from public.orders as t where t.id = $2)
    when 'farmers' then (select t.reference from public.farmers as t where t.id = $2)
    when 'training_enrolments' then (select t.reference from public.training_enrolments as t where t.id = $2)
    when 'buyers' then (select t.reference from public.buyers as t where t.id = $2)
    when 'investors' then (select t.reference from public.investors as t where t.id = $2)
    when 'products' then (select t.name from public.products as t where t.id = $2)
    when 'breaches' then (select t.title from public.breaches as t where t.id = $2)
    when 'newsletter_subscriptions' then (select t.email from public.newsletter_subscriptions as t where t.id = $2)
    else (select t.name from private.form_records as t where t.record_type = $1 and t.id = $2)
  end
$function$;

CREATE OR REPLACE FUNCTION private.open_work_of(person_id uuid, readable text[])
 RETURNS TABLE(record_type text, record_id uuid, name text, due_at timestamp with time zone, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with own as (
    select work.record_type, work.record_id from public.record_work as work
    where work.assignee_id = $1 and work.record_type = any ($2)
  )
  select own.record_type, own.record_id, coalesce(record.contact_name, record.reference) as name, t.due_at, t.created_at
  from own join private.registrations as record on record.record_type = own.record_type and record.id = own.record_id
  cross join lateral (
    select list.due_at, list.created_at from private.farmers_list as list where own.record_type = 'farmers' and list.id = own.record_id
    union all
    select list.due_at, list.created_at from private.training_enrolments_list as list
    where own.record_type = 'training_enrolments' and list.id = own.record_id
    union all
    select list.due_at, list.created_at from private.buyers_list as list where own.record_type = 'buyers' and list.id = own.record_id
    union all
    select list.due_at, list.created_at from private.investors_list as list
    where own.record_type = 'investors' and list.id = own.record_id
  ) as t
  where record.status = 'pending'
  union all
  select own.record_type, own.record_id, orders.code as name, case when t.is_promised then t.due_at end as due_at, t.created_at
  from own join private.orders_list as t on t.id = own.record_id join public.orders as orders on orders.id = t.id
  where own.record_type = 'orders' and t.list_status in ('pending', 'approved')
  union all
  select own.record_type, own.record_id, t.name, t.due_at, t.created_at
  from own join private.form_records as t on t.record_type = own.record_type and t.id = own.record_id
  where t.list_status = 'pending'
$function$;
