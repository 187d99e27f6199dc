DROP POLICY "Staff read their own notices of what they may read" ON "public"."staff_notices";

DROP POLICY "Staff read the tasks on what they may read" ON "public"."tasks";

DROP TRIGGER "refuse_secrets" ON "public"."tasks";

ALTER TABLE "public"."staff_notices" DROP CONSTRAINT "staff_notices_record_type_known";

ALTER TABLE "public"."tasks" DROP CONSTRAINT "tasks_record_type_known";

CREATE OR REPLACE FUNCTION private.before_breach_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case tg_op
    when 'INSERT' then
      perform private.refuse_secrets('facts', null, new.title);
      perform private.refuse_secrets('facts', null, new.facts);
      perform private.refuse_secrets('facts', null, new.found_how);
      perform private.refuse_secrets('facts', null, new.consequences);
      perform private.refuse_secrets('facts', null, new.measures);
    when 'UPDATE' then
      perform private.guard_breach(old, new);
      new.updated_at := now();
    when 'DELETE' then
      perform private.refuse_early_breach_delete(old);
      perform private.forget_record_work(old.id);
      return old;
  end case;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.has_record(record_type text, record_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_there boolean;
begin
  if record_type = any (private.task_types()) then
    execute format('select exists (select from public.%I where id = $1)', record_type) into is_there using record_id;
  end if;
  return coalesce(is_there, false);
end $function$;

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
    when 'partnership_applications' then (select t.company_name from public.partnership_applications as t where t.id = $2)
    when 'job_applications' then (select t.full_name from public.job_applications as t where t.id = $2)
    when 'contact_messages' then (select t.name from public.contact_messages as t where t.id = $2)
    when 'products' then (select t.name from public.products as t where t.id = $2)
    when 'breaches' then (select t.title from public.breaches as t where t.id = $2)
  end
$function$;

CREATE OR REPLACE FUNCTION private.list_order(list text, source text, sort text, only_overdue boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  chosen text := coalesce(sort, case when only_overdue then 'due' else 'newest' end);
  expression text := private.sorted_column(list, source, regexp_replace(chosen, '_last$', ''));
  row_order text := case chosen
    when 'due' then 't.due_at, t.created_at, t.id desc'
    when 'status' then 't.list_status, t.created_at desc, t.id'
    when 'status_last' then 't.list_status desc, t.created_at, t.id desc'
    when 'newest' then 't.created_at desc, t.id'
    when 'oldest' then 't.created_at, t.id desc'
    when 'name' then case when source in ('farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications',
      'job_applications', 'contact_messages', 'products') then 't.list_name, t.id' end
    when 'name_last' then case when source in ('farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications',
      'job_applications', 'contact_messages', 'products') then 't.list_name desc, t.id desc' end
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

CREATE OR REPLACE FUNCTION private.require_task_right(record_type text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.task_permission($1) is null then
    raise exception 'There is no such kind of record' using errcode = '22023';
  elsif not (private.has_permission(private.task_permission($1)) and private.has_permission('records.work')) then
    raise exception 'permission denied to work on %', $1 using errcode = '42501';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.send_morning_mails(at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (at at time zone 'Africa/Lagos')::date;
  colleague record;
  readable text[];
  work record;
  sent integer := 0;
begin
  delete from public.staff_notices where created_at < at - interval '90 days';
  for colleague in
    select person.id, person.email, person.full_name
    from public.user_roles as held join public.profiles as person on person.id = held.user_id
    where private.is_let_in(person.id) order by person.id
  loop
    readable := array(select record_type from unnest(private.task_types()) as record_type
      where private.person_has_permission(colleague.id, private.task_permission(record_type)));
    insert into public.staff_notices (user_id, kind, record_type, record_id, task_id)
    select colleague.id, 'task_due', task.record_type, task.record_id, task.id from private.open_tasks as task
    where task.assignee_id = colleague.id and task.due_on <= today and task.record_type = any (readable)
    on conflict do nothing;
    select count(*) filter (where waits.kind = 'task' and waits.due_on < today) as late_tasks,
      count(*) filter (where waits.kind = 'task' and waits.due_on = today) as tasks_today,
      count(*) filter (where waits.kind = 'record') as late_records,
      coalesce((array_agg(distinct waits.code) filter (where waits.code is not null))[1:10], '{}') as codes
    into work
    from (
      select 'task' as kind, task.due_on, case when private.has_code(task.record_type)
        then private.label_record(task.record_type, task.record_id) end as code
      from private.open_tasks as task
      where task.assignee_id = colleague.id and task.due_on <= today and task.record_type = any (readable)
      union all
      select 'record' as kind, null as due_on, case when private.has_code(open.record_type)
        then private.label_record(open.record_type, open.record_id) end as code
      from private.open_work_of(colleague.id, readable) as open where open.due_at < at
    ) as waits;
    continue when work.late_tasks + work.tasks_today + work.late_records = 0;
    if private.enqueue_mail('staff_morning', colleague.email, jsonb_build_object('full_name', colleague.full_name,
        'late_tasks', work.late_tasks, 'tasks_today', work.tasks_today, 'late_records', work.late_records, 'codes', work.codes),
        'staff_morning ' || colleague.id || ' ' || today) is not null
    then
      sent := sent + 1;
    end if;
  end loop;
  return sent;
end $function$;

CREATE OR REPLACE FUNCTION private.take_task(task_id uuid)
 RETURNS public.tasks
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  task public.tasks;
begin
  select * into task from public.tasks where id = task_id for update;
  if task.id is null then
    raise exception 'This task is not there any more' using errcode = 'P0002';
  end if;
  perform private.require_task_right(task.record_type);
  return task;
end $function$;

CREATE OR REPLACE FUNCTION private.task_types()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['orders', 'farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications', 'contact_messages', 'products', 'breaches']
$function$;

CREATE OR REPLACE FUNCTION public.add_task(record_type text, record_id uuid, title text, due_on date, due_time time without time zone DEFAULT NULL::time without time zone, assignee_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_task_right(record_type);
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  return private.store_task($1, $2, nullif(private.clean_line($3), ''), $4, $5, $6);
end $function$;

CREATE OR REPLACE FUNCTION public.admin_bell()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.readable_task_types();
begin
  if not private.is_in_admin() then
    raise exception 'permission denied to read notices of staff' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'unread', (select count(*) from public.staff_notices as notice
      where notice.user_id = (select auth.uid()) and notice.read_at is null and notice.record_type = any (readable)),
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object('id', newest.id, 'kind', newest.kind, 'recordType', newest.record_type,
          'recordId', newest.record_id, 'label', private.label_record(newest.record_type, newest.record_id),
          'taskTitle', (select task.title from public.tasks as task where task.id = newest.task_id),
          'actorName', newest.actor_name, 'createdAt', newest.created_at, 'isRead', newest.read_at is not null)
        order by newest.id desc), '[]')
      from (
        select notice.* from public.staff_notices as notice
        where notice.user_id = (select auth.uid()) and notice.record_type = any (readable)
        order by notice.id desc limit 30
      ) as newest));
end $function$;

CREATE OR REPLACE FUNCTION public.list_assignees(record_type text)
 RETURNS TABLE(user_id uuid, full_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.task_permission(record_type) is null then
    raise exception 'There is no such kind of record' using errcode = '22023';
  elsif not private.has_permission(private.task_permission(record_type)) then
    raise exception 'permission denied to read %', record_type using errcode = '42501';
  end if;
  return query
    select person.id, coalesce(person.full_name, person.email)
    from public.user_roles as roles
    join public.profiles as person on person.id = roles.user_id
    where private.may_work_on(roles.user_id, list_assignees.record_type)
    order by 2, 1;
end $function$;

CREATE OR REPLACE FUNCTION public.list_tasks(which text DEFAULT 'mine'::text, page_index integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.readable_task_types();
  caller_id uuid := (select auth.uid());
  answer jsonb;
begin
  if not private.has_permission('records.work') then
    raise exception 'permission denied to read tasks' using errcode = '42501';
  elsif which is null or which not in ('mine', 'open', 'nobody', 'done') then
    raise exception 'There is no such list of tasks' using errcode = '22023';
  end if;
  select jsonb_build_object(
    'count', count(*),
    'late', count(*) filter (where task.done_at is null and
      (task.due_on + coalesce(task.due_time, time '23:59:59')) at time zone 'Africa/Lagos' < now())) into answer
  from public.tasks as task
  where task.record_type = any (readable) and (task.done_at is not null) = (which = 'done')
    and (which <> 'mine' or task.assignee_id = caller_id) and (which <> 'nobody' or task.assignee_id is null);
  return answer || jsonb_build_object('tasks', (
    select coalesce(jsonb_agg(private.describe_task(page) order by page.done_at desc, page.due_on, page.due_time nulls last, page.id), '[]')
    from (
      select task.* from public.tasks as task
      where task.record_type = any (readable) and (task.done_at is not null) = (which = 'done')
        and (which <> 'mine' or task.assignee_id = caller_id) and (which <> 'nobody' or task.assignee_id is null)
      order by task.done_at desc, task.due_on, task.due_time nulls last, task.id
      limit 50 offset 50 * greatest(page_index, 0)::bigint
    ) as page));
end $function$;

CREATE TRIGGER refuse_secrets BEFORE INSERT OR UPDATE OF title ON public.tasks FOR EACH ROW WHEN ((new.record_type = ANY (ARRAY['farmers'::text, 'training_enrolments'::text, 'buyers'::text, 'investors'::text, 'breaches'::text]))) EXECUTE FUNCTION private.refuse_secrets('title', 'title');

REVOKE ALL ON FUNCTION "private"."require_task_right"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."task_types"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."task_types"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."task_types"() TO "service_role";

ALTER TABLE "public"."staff_notices" ADD CONSTRAINT "staff_notices_record_type_known" CHECK ((record_type = ANY (private.task_types())));

ALTER TABLE "public"."tasks" ADD CONSTRAINT "tasks_record_type_known" CHECK ((record_type = ANY (private.task_types())));

CREATE OR REPLACE FUNCTION private.task_permission(record_type text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when record_type = any (private.task_types()) then record_type || '.read' end
$function$;

REVOKE ALL ON FUNCTION "private"."task_permission"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."task_permission"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."task_permission"(text) TO "service_role";

CREATE OR REPLACE FUNCTION private.may_work_on(person_id uuid, record_type text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.person_has_permission($1, private.task_permission($2)) and private.person_has_permission($1, 'records.work')
$function$;

CREATE OR REPLACE FUNCTION private.notify_staff(user_id uuid, kind text, record_type text, record_id uuid, task_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.staff_notices (user_id, kind, record_type, record_id, task_id, actor_id, actor_name)
  select $1, $2, $3, $4, $5, colleague.id, colleague.full_name
  from (select) as once
  left join lateral (
    select person.id, person.full_name from public.user_roles as held join public.profiles as person on person.id = held.user_id
    where held.user_id = (select auth.uid()) and $2 <> 'answer'
  ) as colleague on true
  where $1 is distinct from (select auth.uid())
    and private.person_has_permission($1, private.task_permission($3))
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.readable_task_types()
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(record_type), '{}') from unnest(private.task_types()) as record_type
  where private.has_permission(private.task_permission(record_type))
$function$;

CREATE POLICY "Staff read their own notices of what they may read" ON "public"."staff_notices" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND (record_type = ANY (( SELECT private.readable_task_types() AS readable_task_types)::text[]))));

CREATE POLICY "Staff read the tasks on what they may read" ON "public"."tasks" FOR SELECT TO "authenticated" USING ((record_type = ANY (( SELECT private.readable_task_types() AS readable_task_types)::text[])));

REVOKE ALL ON FUNCTION "private"."readable_task_types"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."readable_task_types"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."readable_task_types"() TO "service_role";

CREATE OR REPLACE FUNCTION private.count_places()
 RETURNS TABLE(place text, permission text, waiting bigint, late bigint, oldest_due_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'orders' as place, 'orders.read' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.orders_list as t where (select private.has_permission('orders.read')) and t.list_status = 'pending'
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
  select 'corrections' as place, 'farmers.decide' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from public.correction_requests as t
  where (select private.has_permission('farmers.decide'))
    and t.record_type = any ((select private.registrations_with('decide'))::text[])
    and exists (
      select from public.registration_submissions as sent
      where sent.record_id = t.record_id and sent.version > t.submission_version
    )
    and exists (
      select from private.registrations as record
      where record.record_type = t.record_type and record.id = t.record_id and record.status = 'pending'
    )
  union all
  select 'people-to-phone' as place, 'farmers.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from public.people_to_phone as t where (select private.has_permission('farmers.read'))
  union all
  select 'messages' as place, 'contact_messages.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.contact_messages_list as t
  where (select private.has_permission('contact_messages.read')) and t.list_status = 'pending'
  union all
  select 'partnership' as place, 'partnership_applications.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.partnership_applications_list as t
  where (select private.has_permission('partnership_applications.read')) and t.list_status = 'pending'
  union all
  select 'job-applications' as place, 'job_applications.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.job_applications_list as t
  where (select private.has_permission('job_applications.read')) and t.list_status = 'pending'
  union all
  select 'breaches' as place, 'breaches.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from public.breach_register as t where (select private.has_permission('breaches.read')) and t.closed_at is null
  union all
  select 'mails' as place, 'mails.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.mail_outbox as t
  where (select private.has_permission('mails.read')) and t.status = 'failed' and t.created_at > now() - interval '7 days'
  union all
  select 'tasks' as place, 'records.work' as permission, count(*) as waiting, count(*) filter (where t.due_at < now()) as late,
    min(t.due_at) as oldest_due_at
  from private.open_tasks as t
  where (select private.has_permission('records.work')) and t.assignee_id = (select auth.uid())
    and t.record_type = any ((select private.readable_task_types())::text[])
$function$;

CREATE OR REPLACE FUNCTION private.find_own_tasks()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('count', count(*), 'late', count(*) filter (where own.due_at < now()),
    'first', coalesce(jsonb_agg(private.describe_task(task) order by own.due_at, own.id) filter (where own.place <= 8), '[]'))
  from (
    select open.id, open.due_at, row_number() over (order by open.due_at, open.id) as place from private.open_tasks as open
    where open.assignee_id = (select auth.uid()) and open.record_type = any (private.readable_task_types())
  ) as own
  join public.tasks as task on task.id = own.id
$function$;
