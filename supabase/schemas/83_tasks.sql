-- Tasks of staff: a day and a person on any record, on a breach, and on a subscription.

create table public.tasks (
  id uuid primary key default gen_random_uuid(),
  record_type text not null,
  record_id uuid not null,
  title text not null,
  due_on date not null,
  due_time time(0),
  assignee_id uuid,
  assignee_name text,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  done_at timestamptz,
  done_by uuid,
  constraint tasks_record_type_known check (record_type = any (private.task_types())),
  constraint tasks_title_length check (char_length(title) between 2 and 200),
  constraint tasks_title_plain check (title = private.clean_line(title)),
  constraint tasks_assignee_whole check (assignee_id is not null or assignee_name is null),
  constraint tasks_done_whole check ((done_at is null) = (done_by is null))
);
comment on column public.tasks.due_time is 'In Lagos; null: at any time of that day.';
create index tasks_assignee_id_idx on public.tasks (assignee_id, due_on) where done_at is null;
create index tasks_done_at_idx on public.tasks (done_at desc) where done_at is not null;
create index tasks_due_on_idx on public.tasks (due_on) where done_at is null;
create index tasks_record_id_idx on public.tasks (record_id, due_on);

create view private.open_tasks with (security_invoker = true) as
  select t.id, t.record_type, t.record_id, t.title, t.due_on, t.due_time, t.assignee_id, t.assignee_name, t.created_at,
    (t.due_on + coalesce(t.due_time, time '23:59:59')) at time zone 'Africa/Lagos' as due_at
  from public.tasks as t where t.done_at is null;
revoke all on table private.open_tasks from public, anon, authenticated, service_role;

-- Whom a record, a task on it, or a mention of it may be given to.
create function private.may_work_on(person_id uuid, record_type text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.person_has_permission($1, private.task_permission($2)) and private.person_has_permission($1, 'records.work')
$$;

-- What a record is called by people who may read it: a code, or the name of who wrote; null where it is gone.
create function private.label_record(record_type text, record_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
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
$$;

-- What every task has to be; `previous` is null for a new one.
create function private.check_task(previous public.tasks, record_type text, title text, due_on date, assignee_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if char_length(coalesce(title, '')) not between 2 and 200 then
    raise exception 'Please say in 2 to 200 characters what is to be done' using errcode = '23514', hint = 'title';
  elsif due_on is null then
    raise exception 'Please choose a day' using errcode = '23514', hint = 'due_on';
  elsif due_on is distinct from previous.due_on and due_on < (now() at time zone 'Africa/Lagos')::date then
    raise exception 'That day has passed. Please choose today or a later day.' using errcode = '23514', hint = 'due_on';
  elsif due_on > (now() at time zone 'Africa/Lagos')::date + 1830 then
    raise exception 'Please choose a day within five years' using errcode = '23514', hint = 'due_on';
  elsif assignee_id is distinct from previous.assignee_id and assignee_id is not null
    and not private.may_work_on(assignee_id, record_type)
  then
    raise exception 'This person may not work on it' using errcode = '23514', hint = 'assignee_id';
  end if;
end $$;

create function private.store_task(
  record_type text, record_id uuid, title text, due_on date, due_time time, assignee_id uuid
) returns uuid
language plpgsql security definer set search_path = ''
as $$
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
end $$;

create function private.require_task_right(record_type text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.task_permission($1) is null then
    raise exception 'There is no such kind of record' using errcode = '22023';
  elsif not (private.has_permission(private.task_permission($1)) and private.has_permission('records.work')) then
    raise exception 'permission denied to work on %', $1 using errcode = '42501';
  end if;
end $$;

-- Answers the task's id. Security definer, as are the two below: these functions alone write the table.
create function public.add_task(
  record_type text, record_id uuid, title text, due_on date, due_time time default null, assignee_id uuid default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_task_right(record_type);
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  return private.store_task($1, $2, nullif(private.clean_line($3), ''), $4, $5, $6);
end $$;

-- The task, locked, for a caller who may work on its record.
create function private.take_task(task_id uuid) returns public.tasks
language plpgsql security definer set search_path = ''
as $$
declare
  task public.tasks;
begin
  select * into task from public.tasks where id = task_id for update;
  if task.id is null then
    raise exception 'This task is not there any more' using errcode = 'P0002';
  end if;
  perform private.require_task_right(task.record_type);
  return task;
end $$;

-- All of it again. Refused (409) when another colleague has changed it by now.
create function public.change_task(
  task_id uuid, title text, due_on date, due_time time, assignee_id uuid, expected_at timestamptz
) returns void
language plpgsql security definer set search_path = ''
as $$
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
end $$;

-- Done, or open again; the same again changes nothing.
create function public.finish_task(task_id uuid, is_done boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  task public.tasks := private.take_task(task_id);
begin
  if (task.done_at is not null) = is_done then
    return;
  end if;
  update public.tasks as known set done_at = case when is_done then now() end, done_by = case when is_done then (select auth.uid()) end,
    updated_at = clock_timestamp()
  where known.id = finish_task.task_id;
  -- What is done is no news any more.
  update public.staff_notices as notice set read_at = now()
  where notice.task_id = finish_task.task_id and notice.read_at is null and is_done;
  perform private.record_audit('task', task.record_type, task.record_id::text,
    jsonb_build_object('is_done', task.done_at is not null), jsonb_build_object('is_done', is_done));
end $$;

create function private.describe_task(task public.tasks) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', $1.id, 'recordType', $1.record_type, 'recordId', $1.record_id,
    'label', private.label_record($1.record_type, $1.record_id), 'title', $1.title, 'dueOn', $1.due_on, 'dueTime', $1.due_time,
    'dueAt', ($1.due_on + coalesce($1.due_time, time '23:59:59')) at time zone 'Africa/Lagos',
    'assigneeId', $1.assignee_id, 'assigneeName', $1.assignee_name, 'doneAt', $1.done_at)
$$;

-- {count, late, tasks}: which are 'mine', 'late' (one's own), 'open', of 'nobody', or 'done'; the latest first, of the done ones the
-- newest; 50 a page.
create function public.list_tasks(which text default 'mine', page_index integer default 0) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable text[] := private.readable_task_types();
  caller_id uuid := (select auth.uid());
  answer jsonb;
begin
  if not private.has_permission('records.work') then
    raise exception 'permission denied to read tasks' using errcode = '42501';
  elsif which is null or which not in ('mine', 'late', 'open', 'nobody', 'done') then
    raise exception 'There is no such list of tasks' using errcode = '22023';
  end if;
  select jsonb_build_object(
    'count', count(*),
    'late', count(*) filter (where task.done_at is null and
      (task.due_on + coalesce(task.due_time, time '23:59:59')) at time zone 'Africa/Lagos' < now())) into answer
  from public.tasks as task
  where task.record_type = any (readable) and (task.done_at is not null) = (which = 'done')
    and (which not in ('mine', 'late') or task.assignee_id = caller_id) and (which <> 'nobody' or task.assignee_id is null)
    and (which <> 'late' or task.id in (select open.id from private.open_tasks as open where open.due_at < now()));
  return answer || jsonb_build_object('tasks', (
    select coalesce(jsonb_agg(private.describe_task(page) order by page.done_at desc, page.due_on, page.due_time nulls last, page.id), '[]')
    from (
      select task.* from public.tasks as task
      where task.record_type = any (readable) and (task.done_at is not null) = (which = 'done')
        and (which not in ('mine', 'late') or task.assignee_id = caller_id) and (which <> 'nobody' or task.assignee_id is null)
        and (which <> 'late' or task.id in (select open.id from private.open_tasks as open where open.due_at < now()))
      order by task.done_at desc, task.due_on, task.due_time nulls last, task.id
      limit 50 offset 50 * greatest(page_index, 0)::bigint
    ) as page));
end $$;

-- What the home shows of one's own: {count, late, first}, the latest first, at most eight.
create function private.find_own_tasks() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('count', count(*), 'late', count(*) filter (where own.due_at < now()),
    'first', coalesce(jsonb_agg(private.describe_task(task) order by own.due_at, own.id) filter (where own.place <= 8), '[]'))
  from (
    select open.id, open.due_at, row_number() over (order by open.due_at, open.id) as place from private.open_tasks as open
    where open.assignee_id = (select auth.uid()) and open.record_type = any (private.readable_task_types())
  ) as own
  join public.tasks as task on task.id = own.id
$$;

create trigger refuse_secrets before insert or update of title on public.tasks
  for each row when (new.record_type = any (private.registration_types() || array['breaches']))
  execute function private.refuse_secrets('title', 'title');

alter table public.tasks enable row level security;
revoke all on table public.tasks from public, anon, authenticated, service_role;
grant select on table public.tasks to authenticated, service_role;
create policy "Staff read the tasks on what they may read" on public.tasks
  for select to authenticated
  using (record_type = any ((select private.readable_task_types())::text[]));

revoke all on function
  private.check_task(public.tasks, text, text, date, uuid), private.describe_task(public.tasks), private.find_own_tasks(),
  private.label_record(text, uuid), private.may_work_on(uuid, text), private.require_task_right(text), private.store_task(text, uuid, text, date, time, uuid),
  private.take_task(uuid), public.add_task(text, uuid, text, date, time, uuid),
  public.change_task(uuid, text, date, time, uuid, timestamptz), public.finish_task(uuid, boolean), public.list_tasks(text, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.add_task(text, uuid, text, date, time, uuid), public.change_task(uuid, text, date, time, uuid, timestamptz),
  public.finish_task(uuid, boolean), public.list_tasks(text, integer)
  to authenticated;

alter publication supabase_realtime add table public.tasks;
