CREATE OR REPLACE FUNCTION private.list_person_entries(sections text[], types text[], ids uuid[], vias text[], phones text[], emails text[], mail_subjects text[], consent_types text[], has_profiles boolean)
 RETURNS TABLE(section text, at timestamp with time zone, record_type text, record_id uuid, code text, words text, state text, amount_kobo bigint, currency text, by_name text, due_on date, via text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  with own as materialized (select * from unnest(types, ids, vias) as listed (record_type, id, via)),
  entries as (
    select 'registrations' as section, t.created_at as at, t.record_type, t.id as record_id, t.reference as code,
      concat_ws(', ', t.name, t.organisation) as words, t.status as state, null::bigint as amount_kobo, null::text as currency,
      null::text as by_name, null::date as due_on, own.via
    from own join private.person_records as t on t.record_type = own.record_type and t.id = own.id
    where own.record_type = any (array['farmers', 'training_enrolments', 'buyers', 'investors']) and t.id = any (ids)
    union all
    select 'orders' as section, t.created_at as at, 'orders' as record_type, t.id as record_id, t.code,
      case t.kind when 'bulk' then concat_ws(' ', t.crop_type || ',', t.quantity_text, t.unit, (
        select format('and %s more', count(*)) from public.order_request_lines as line where line.order_id = t.id having count(*) > 0))
        else 'Marketplace' end as words,
      t.status as state, t.total_amount_kobo as amount_kobo, t.currency, null as by_name, null as due_on, own.via
    from own join public.orders as t on t.id = own.id where own.record_type = 'orders' and t.id = any (ids)
    union all
    select 'quotes' as section, t.created_at as at, 'orders' as record_type, t.order_id as record_id, orders.code, null as words,
      t.status as state, t.total_kobo as amount_kobo, t.currency, null as by_name,
      (t.expires_at at time zone 'Africa/Lagos')::date as due_on, own.via
    from own join public.quotes as t on t.order_id = own.id join public.orders as orders on orders.id = t.order_id
    where own.record_type = 'orders' and t.order_id = any (ids) and orders.id = any (ids)
    union all
    select 'documents' as section, t.issued_at as at, 'orders' as record_type, t.order_id as record_id, t.number as code,
      orders.code as words, t.kind as state, null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.order_documents as t on t.order_id = own.id join public.orders as orders on orders.id = t.order_id
    where own.record_type = 'orders' and t.order_id = any (ids) and orders.id = any (ids)
    union all
    select 'messages' as section, t.created_at as at, 'contact_messages' as record_type, t.id as record_id, null as code,
      left(t.message, 160) as words, t.status as state, null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.contact_messages as t on t.id = own.id where own.record_type = 'contact_messages' and t.id = any (ids)
    union all
    select 'messages' as section, t.created_at as at, 'orders' as record_type, t.order_id as record_id, orders.code,
      left(t.body, 160) as words, case when t.is_from_staff then 'from_staff' else 'from_buyer' end as state, null as amount_kobo,
      null as currency, null as by_name, null as due_on, own.via
    from own join public.order_messages as t on t.order_id = own.id join public.orders as orders on orders.id = t.order_id
    where own.record_type = 'orders' and t.order_id = any (ids) and orders.id = any (ids)
    union all
    select 'messages' as section, t.created_at as at, t.record_type, t.record_id, null as code, left(t.body, 160) as words,
      case when t.is_from_staff then 'from_staff' when t.is_proved then 'from_person' else 'unproved' end as state,
      null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.record_messages as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'applications' as section, t.created_at as at, 'partnership_applications' as record_type, t.id as record_id, null as code,
      t.company_name as words, t.status as state, null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.partnership_applications as t on t.id = own.id where own.record_type = 'partnership_applications' and t.id = any (ids)
    union all
    select 'applications' as section, t.created_at as at, 'job_applications' as record_type, t.id as record_id, null as code,
      coalesce(t.position_title, 'General application') as words, t.status as state, null as amount_kobo, null as currency,
      null as by_name, null as due_on, own.via
    from own join public.job_applications as t on t.id = own.id where own.record_type = 'job_applications' and t.id = any (ids)
    union all
    select 'calls' as section, t.created_at as at, t.record_type, t.record_id, null as code, t.note as words, t.outcome as state,
      null as amount_kobo, null as currency,
      case when has_profiles then private.name_staff(t.called_by) end as by_name,
      null as due_on, own.via
    from own join public.phone_calls as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'mails' as section, t.created_at as at, 'mails' as record_type, t.id as record_id, null as code, private.name_mail(t.template) as words,
      t.state, null as amount_kobo, null as currency, null as by_name, null as due_on,
      case when t.record_id = any (ids) then 'record' when t.channel = 'sms' then 'phone' else 'email' end as via
    from private.mails as t
    where (t.record_id = any (ids) or lower(t.address) = any (emails)
        or t.address = any (phones))
      and t.subject = any (mail_subjects)
    union all
    select 'notes' as section, t.created_at as at, t.record_type, t.record_id, null as code, left(t.body, 300) as words,
      null as state, null as amount_kobo, null as currency, t.author_name as by_name, null as due_on, own.via
    from own join public.record_notes as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'tasks' as section, coalesce(t.done_at, t.created_at) as at, t.record_type, t.record_id, null as code, t.title as words,
      case when t.done_at is not null then 'done' when t.due_on < (now() at time zone 'Africa/Lagos')::date then 'late'
        else 'open' end as state,
      null as amount_kobo, null as currency, t.assignee_name as by_name, t.due_on, own.via
    from own join public.tasks as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'consents' as section, t.created_at as at, t.record_type, t.record_id, null as code, t.purpose as words,
      case when t.is_given then 'given' else 'withdrawn' end as state, null as amount_kobo, null as currency, null as by_name,
      null as due_on, own.via
    from own join public.consents as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids) and t.record_type = any (consent_types)
  )
  select * from entries where entries.section = any (sections);
end $function$;

CREATE OR REPLACE FUNCTION private.merge_registrations(record_type text, record_id uuid, other_id uuid, reason text, seen text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  pair private.registrations[];
begin
  perform private.check_merge(record_type, record_id, other_id, reason, seen);
  pair := private.find_pair(record_type, record_id, other_id);
  insert into private.registration_merges
    (record_type, older_id, older_reference, younger_id, younger_reference, reason, actor_id, actor_name)
  values (merge_registrations.record_type, pair[1].id, pair[1].reference, pair[2].id, pair[2].reference,
    private.clean_line(merge_registrations.reason), caller_id, private.name_staff(caller_id));
  perform private.erase_sealed(merge_registrations.record_type, pair[2].id);
  delete from private.change_codes where change_codes.record_id = pair[2].id;
  if pair[2].status = 'pending' then
    execute format('update public.%I set status = ''declined'', decline_reason = $1 where id = $2', merge_registrations.record_type)
      using format('We received this twice. It is one with %s, which stays with us.', pair[1].reference), pair[2].id;
    perform private.notify_registrant(pair[2].id, 'registration_merged', jsonb_build_object('kept', pair[1].reference));
  end if;
  perform private.record_audit('merge', merge_registrations.record_type, pair[1].id::text, null,
    jsonb_build_object('younger_id', pair[2].id, 'younger', pair[2].reference, 'secrets', 'kept'));
  perform private.record_audit('merge', merge_registrations.record_type, pair[2].id::text, null,
    jsonb_build_object('older_id', pair[1].id, 'older', pair[1].reference, 'secrets', 'erased'));
  return jsonb_build_object('older', pair[1].reference, 'younger', pair[2].reference);
end $function$;

CREATE OR REPLACE FUNCTION private.notify_staff(user_id uuid, kind text, record_type text, record_id uuid, task_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.staff_notices (user_id, kind, record_type, record_id, task_id, actor_id, actor_name)
  select $1, $2, $3, $4, $5, colleague.user_id, private.name_staff(colleague.user_id)
  from (select) as once
  left join lateral (
    select held.user_id from public.user_roles as held
    where held.user_id = (select auth.uid()) and $2 not in ('answer', 'unproved')
  ) as colleague on true
  where $1 is distinct from (select auth.uid())
    and private.person_has_permission($1, private.task_permission($3))
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.store_task(record_type text, record_id uuid, title text, due_on date, due_time time without time zone, assignee_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created_id uuid;
begin
  perform private.check_task(null, record_type, title, due_on, assignee_id);
  insert into public.tasks (record_type, record_id, title, due_on, due_time, assignee_id, assignee_name, created_by)
  values ($1, $2, $3, $4, $5, $6, private.name_staff($6), (select auth.uid()))
  returning id into created_id;
  perform private.record_audit('task', record_type, record_id::text, null,
    jsonb_build_object('due_on', due_on, 'assignee_id', assignee_id));
  if assignee_id is not null then
    perform private.notify_staff(assignee_id, 'task_assigned', record_type, record_id, created_id);
  end if;
  return created_id;
end $function$;

CREATE OR REPLACE FUNCTION public.add_record_note(record_type text, record_id uuid, body text, mentions uuid[] DEFAULT '{}'::uuid[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  author uuid := private.require_record_work(record_type);
  words text := coalesce(private.clean_text(body), '');
  created_id bigint;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif char_length(words) not between 1 and 2000 then
    raise exception 'Please write a note of at most 2000 characters' using errcode = '23514', hint = 'body';
  elsif exists (
    select from unnest(mentions) as mentioned
    where not private.may_work_on(mentioned, add_record_note.record_type)
  ) then
    raise exception 'Somebody whom the note mentions may not read this record' using errcode = '23514', hint = 'body';
  elsif cardinality(mentions) > 20 then
    raise exception 'A note may mention at most 20 colleagues' using errcode = '23514', hint = 'body';
  end if;
  insert into public.record_notes (record_type, record_id, author_id, author_name, body)
  values (add_record_note.record_type, add_record_note.record_id, author,
    private.name_staff(author), words)
  returning id into created_id;
  perform private.record_audit('note', add_record_note.record_type, add_record_note.record_id::text);
  perform private.notify_staff(mentioned, 'mention', add_record_note.record_type, add_record_note.record_id)
  from (select distinct unnest(mentions) as mentioned) as colleagues;
  return created_id;
end $function$;

CREATE OR REPLACE FUNCTION public.assign_record(record_type text, record_id uuid, assignee_id uuid, expected_assignee_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_record_work(record_type);
  now_assigned uuid;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif assign_record.assignee_id is not null and not private.may_work_on(assign_record.assignee_id, assign_record.record_type) then
    raise exception 'This person may not work on it' using errcode = '23514', hint = 'assignee_id';
  end if;
  insert into public.record_work (record_type, record_id)
  values (assign_record.record_type, assign_record.record_id) on conflict on constraint record_work_pkey do nothing;
  select work.assignee_id into now_assigned from public.record_work as work
  where work.record_id = assign_record.record_id and work.record_type = assign_record.record_type for update;
  if now_assigned is distinct from expected_assignee_id then
    raise exception 'Somebody else has taken it by now. Please look at it again.'
      using errcode = 'PT409', hint = coalesce(now_assigned::text, '');
  end if;
  update public.record_work as work set
    assignee_id = assign_record.assignee_id,
    assignee_name = private.name_staff(assign_record.assignee_id),
    assigned_by = case when assign_record.assignee_id is not null then caller_id end,
    assigned_at = case when assign_record.assignee_id is not null then now() end
  where work.record_id = assign_record.record_id and work.record_type = assign_record.record_type;
  perform private.record_audit('assign', assign_record.record_type, assign_record.record_id::text,
    jsonb_build_object('assignee_id', now_assigned), jsonb_build_object('assignee_id', assign_record.assignee_id));
  if assign_record.assignee_id is distinct from now_assigned and assign_record.assignee_id is not null then
    perform private.notify_staff(assign_record.assignee_id, 'assigned', assign_record.record_type, assign_record.record_id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.change_task(task_id uuid, title text, due_on date, due_time time without time zone, assignee_id uuid, expected_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  task public.tasks := private.take_task(task_id);
  words text := nullif(private.clean_line(title), '');
begin
  if task.done_at is not null then
    raise exception 'This task is done. Please open it again first.' using errcode = '55000';
  elsif task.updated_at is distinct from expected_at then
    raise exception 'Somebody else has changed this task by now. Please look at it again.' using errcode = 'PT409';
  end if;
  perform private.check_task(task, task.record_type, words, due_on, assignee_id);
  update public.tasks as known set title = words, due_on = change_task.due_on, due_time = change_task.due_time,
    assignee_id = change_task.assignee_id,
    assignee_name = private.name_staff(change_task.assignee_id),
    updated_at = clock_timestamp()
  where known.id = change_task.task_id;
  -- It is due on another day, or assigned to another: who was reminded of it is reminded again, when it is time.
  if due_on is distinct from task.due_on or assignee_id is distinct from task.assignee_id then
    delete from public.staff_notices as notice where notice.task_id = change_task.task_id and notice.kind = 'task_due';
  end if;
  perform private.record_audit('task', task.record_type, task.record_id::text,
    jsonb_build_object('due_on', task.due_on, 'assignee_id', task.assignee_id),
    jsonb_build_object('due_on', due_on, 'assignee_id', assignee_id));
  if assignee_id is not null and assignee_id is distinct from task.assignee_id then
    perform private.notify_staff(assignee_id, 'task_assigned', task.record_type, task.record_id, task.id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.product_history(product_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sees_names boolean := private.has_permission('profiles.read');
begin
  if (select auth.uid()) is null or not private.has_permission('products.read') then
    raise exception 'permission denied to read the history of products' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'movements', (
      select coalesce(jsonb_agg(jsonb_build_object('id', move.id, 'at', move.created_at, 'reason', move.reason,
        'onHandChange', move.available_change + move.reserved_change, 'reservedChange', move.reserved_change,
        'counted', move.counted, 'note', move.note, 'orderId', orders.id, 'orderCode', orders.code,
        'by', case when sees_names then private.name_staff(move.actor_id) end) order by move.id desc), '[]')
      from (
        select * from public.stock_movements as m where m.product_id = product_history.product_id order by m.id desc limit 100
      ) as move
      left join public.orders on orders.id = move.order_id),
    'prices', (
      select coalesce(jsonb_agg(jsonb_build_object('id', price.id, 'at', price.created_at, 'priceKobo', price.price_kobo,
        'by', case when sees_names then private.name_staff(price.actor_id) end) order by price.id desc), '[]')
      from (
        select * from public.product_prices as p where p.product_id = product_history.product_id order by p.id desc limit 100
      ) as price));
end $function$;

CREATE OR REPLACE FUNCTION public.record_history(record_type text, record_id uuid)
 RETURNS TABLE(axis text, from_value text, to_value text, reason text, actor_role text, actor_name text, own_record boolean, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sees_names boolean;
begin
  perform private.require_admin_right(record_history.record_type, 'read');
  sees_names := private.has_permission('profiles.read');
  return query
    with decided as (
      select 'status' as axis, event.from_status as from_value, event.to_status as to_value, event.reason, event.actor_id,
        event.actor_role, event.own_record, event.created_at, event.id
      from public.decision_events as event
      where event.record_type = record_history.record_type and event.record_id = record_history.record_id
      union all
      select event.axis, event.from_value, event.to_value, null, event.actor_id, null, false, event.created_at, event.id
      from public.order_events as event
      where record_history.record_type = 'orders' and event.order_id = record_history.record_id and event.axis <> 'status'
      union all
      select 'correction', null, 'requested', request.message, author.requested_by, null, false, request.created_at, request.id
      from public.correction_requests as request
      left join private.correction_authors as author on author.correction_request_id = request.id
      where request.record_type = record_history.record_type and request.record_id = record_history.record_id
      union all
      select 'change' as axis, null as from_value, sent.requested_by as to_value, (
          select string_agg(coalesce(form_field.label, change ->> 'field'), ', ' order by form_field.label)
          from jsonb_array_elements(sent.changes) as change
          left join private.registration_fields as form_field
            on form_field.form = sent.form and form_field.field = change ->> 'field'
        ) as reason, null as actor_id, case sent.channel when 'web' then 'applicant' else 'staff' end as actor_role,
        false as own_record, sent.created_at, sent.id
      from public.registration_submissions as sent
      where sent.record_type = record_history.record_type and sent.record_id = record_history.record_id
        and sent.requested_by is not null
      union all
      select 'call' as axis, null as from_value, made.outcome as to_value, made.note as reason, made.called_by as actor_id,
        null as actor_role, false as own_record, made.created_at, made.id
      from public.phone_calls as made
      where made.record_type = record_history.record_type and made.record_id = record_history.record_id
    )
    select decided.axis, decided.from_value, decided.to_value, decided.reason,
      coalesce(decided.actor_role, role.role, case when decided.actor_id is null then 'system' else 'member' end),
      case when sees_names then private.name_staff(decided.actor_id) end, decided.own_record, decided.created_at
    from decided
    left join public.user_roles as role on role.user_id = decided.actor_id
    order by decided.created_at desc, decided.id desc
    limit 100;
end $function$;

CREATE OR REPLACE FUNCTION public.send_record_message(record_type text, record_id uuid, body text, attempt uuid, files text[] DEFAULT '{}'::text[], mark_answered boolean DEFAULT false)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_conversation(record_type, record_id);
  said text := coalesce(private.clean_text(body), '');
  addresses text[] := private.conversation_addresses(record_type, record_id);
  recipient text := addresses[1];
  is_order boolean := record_type = 'orders';
  max_length integer := case when record_type = 'orders' then 2000 else 5000 end;
  chosen text[] := array(select distinct unnest(files));
  known_id bigint;
  sent_id bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('conversation ' || record_id, 0));
  select message.id into known_id from public.record_messages as message
  where message.attempt = send_record_message.attempt and message.author_id = caller_id;
  if known_id is null then
    select message.id into known_id from public.order_messages as message
    where message.attempt = send_record_message.attempt and message.author_id = caller_id;
  end if;
  if known_id is not null then
    return known_id;
  elsif attempt is null then
    raise exception 'A message names its attempt' using errcode = '22023', hint = 'attempt';
  elsif said = '' then
    raise exception 'Write your message first.' using errcode = '23514', hint = 'body';
  elsif char_length(said) > max_length then
    raise exception 'Write a message of at most % characters', max_length using errcode = '23514', hint = 'body';
  elsif addresses is null then
    raise exception 'Its person is erased, so nobody can be written to' using errcode = '23514', hint = 'body';
  elsif recipient is null and (not is_order or cardinality(chosen) > 0) then
    raise exception 'There is no email address to write to' using errcode = '23514', hint = 'body';
  elsif cardinality(chosen) > 5 then
    raise exception 'At most 5 files' using errcode = '23514', hint = 'files';
  elsif (
    select count(*) from public.record_messages as message
    where message.record_id = send_record_message.record_id and message.is_from_staff
      and message.created_at > now() - interval '1 hour'
  ) + (
    select count(*) from public.order_messages as message
    where message.order_id = send_record_message.record_id and message.is_from_staff
      and message.created_at > now() - interval '1 hour'
  ) >= 30 then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;

  if is_order then
    insert into public.order_messages (order_id, is_from_staff, author_id, body, attempt)
    values (send_record_message.record_id, true, caller_id, said, send_record_message.attempt) returning id into sent_id;
  else
    perform private.refuse_secrets('body', null, said);
    insert into public.record_messages (record_type, record_id, is_from_staff, author_id, author_name, body, attempt)
    values (send_record_message.record_type, send_record_message.record_id, true, caller_id,
      private.name_staff(caller_id), said, send_record_message.attempt)
    returning id into sent_id;
  end if;
  update public.message_files as file set
    message_id = case when not is_order then sent_id end, order_message_id = case when is_order then sent_id end
  where file.path = any (chosen) and file.added_by = caller_id and file.record_type = send_record_message.record_type
    and file.record_id = send_record_message.record_id and file.message_id is null and file.order_message_id is null;
  if (select count(*) from public.message_files as file where file.path = any (chosen)
      and sent_id = case when is_order then file.order_message_id else file.message_id end) < cardinality(chosen) then
    raise exception 'A file has not arrived, or is too old by now. Please choose it again.' using errcode = '23514', hint = 'files';
  end if;
  if is_order then
    perform private.mail_order_message(sent_id);
  else
    perform private.mail_record_message(sent_id, recipient);
    perform private.note_contact(record_type, record_id, caller_id);
    perform private.record_audit('message', record_type, record_id::text);
  end if;
  if mark_answered and record_type = 'contact_messages' then
    update public.contact_messages set status = 'completed'
    where contact_messages.id = send_record_message.record_id and status = 'pending';
  end if;
  return sent_id;
end $function$;
