-- What one member of staff hears at the bell and in the morning: mentioned, given work, due, answered.

create table public.staff_notices (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null,
  record_type text not null,
  record_id uuid not null,
  task_id uuid references public.tasks (id) on delete cascade,
  actor_id uuid,
  actor_name text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint staff_notices_kind_known check (kind in ('mention', 'assigned', 'task_assigned', 'task_due', 'answer', 'unproved')),
  constraint staff_notices_record_type_known check (record_type = any (private.task_types())),
  constraint staff_notices_task_belongs check ((kind in ('task_assigned', 'task_due')) = (task_id is not null))
);
comment on column public.staff_notices.actor_name is 'The name of a colleague; what people outside did names nobody.';
create index staff_notices_record_id_idx on public.staff_notices (record_id);
create unique index staff_notices_one_due on public.staff_notices (task_id, user_id) where kind = 'task_due';
create index staff_notices_task_id_idx on public.staff_notices (task_id);
create index staff_notices_user_id_idx on public.staff_notices (user_id, id desc);

-- Nobody hears of what they did themselves, or of what they may not read.
create function private.notify_staff(user_id uuid, kind text, record_type text, record_id uuid, task_id uuid default null)
returns void
language sql security definer set search_path = ''
as $$
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
$$;

-- Who has the record or a task on it, requested a correction, wrote the newest quote of an order, or wrote to its person last.
create function private.followers_of(record_type text, record_id uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select work.assignee_id from public.record_work as work
  where work.record_type = $1 and work.record_id = $2 and work.assignee_id is not null
  union
  select task.assignee_id from public.tasks as task
  where task.record_type = $1 and task.record_id = $2 and task.done_at is null and task.assignee_id is not null
  union
  select author.requested_by from private.correction_authors as author
  join public.correction_requests as request on request.id = author.correction_request_id
  where request.record_type = $1 and request.record_id = $2
  union
  (select quote.created_by from public.quotes as quote
    where $1 = 'orders' and quote.order_id = $2 and quote.created_by is not null order by quote.created_at desc limit 1)
  union
  (select message.author_id from public.record_messages as message
    where message.record_type = $1 and message.record_id = $2 and message.author_id is not null order by message.id desc limit 1)
  union
  (select message.author_id from public.order_messages as message
    where $1 = 'orders' and message.order_id = $2 and message.is_from_staff and message.author_id is not null order by message.id desc limit 1)
$$;

-- What came from outside is heard by these, as far as they may read the record; if that is nobody, by those who may answer. Once, until
-- they have read it.
create function private.notify_of_incoming(kind text, record_type text, record_id uuid, people uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with first_asked as (
    select person from unnest($4) as person where private.person_has_permission(person, private.task_permission($2))
  )
  select private.notify_staff(reader.person, $1, $2, $3)
  from (
    select first_asked.person from first_asked
    union all
    select held.user_id from public.user_roles as held
    where not exists (select from first_asked) and private.person_has_permission(held.user_id, private.admin_permission($2, 'decide'))
      and private.person_has_permission(held.user_id, 'records.work')
  ) as reader
  where not exists (
    select from public.staff_notices as earlier
    where earlier.user_id = reader.person and earlier.record_id = $3 and earlier.kind = $1 and earlier.read_at is null
  )
$$;

-- Its person answered.
create function private.notify_followers(record_type text, record_id uuid) returns void
language sql security definer set search_path = ''
as $$
  select private.notify_of_incoming('answer', $1, $2, array(select private.followers_of($1, $2)))
$$;

-- The same of an order by mail too, since a quote or a letter of credit has its day. No word of the buyer: a code and sums.
create function private.notify_staff_of_answer(order_id uuid, answer text, total_kobo bigint default null, currency text default null,
  is_of_goods boolean default null)
returns void
language sql security definer set search_path = ''
as $$
  -- Who answers on the page of the order has read there what nobody told them.
  delete from private.untold_news as untold where untold.order_id = $1;
  select private.notify_followers('orders', $1);
  select private.enqueue_mail(case $2 when 'draft_sent' then 'staff_credit_draft' else 'staff_order_answered' end, colleague.email,
    jsonb_strip_nulls(jsonb_build_object('full_name', colleague.full_name, 'order_id', orders.id, 'code', orders.code, 'answer', $2,
      'total_kobo', $3, 'currency', $4, 'is_of_goods', $5)))
  from public.orders join private.followers_of('orders', $1) as follower on true join public.profiles as colleague on colleague.id = follower
  where orders.id = $1 and not orders.is_demo and private.person_has_permission(follower, 'orders.read')
$$;

-- A mail came whose sender nobody knows to be its person: who has the record hears that. It is no answer of the person.
create function private.notify_of_unproved(record_type text, record_id uuid) returns void
language sql security definer set search_path = ''
as $$
  select private.notify_of_incoming('unproved', $1, $2, array(select work.assignee_id from public.record_work as work
    where work.record_type = $1 and work.record_id = $2 and work.assignee_id is not null))
$$;

create function private.notify_followers_of_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_proved then
    perform private.notify_followers(new.record_type, new.record_id);
  else
    perform private.notify_of_unproved(new.record_type, new.record_id);
  end if;
  return null;
end $$;

-- {unread, notices}: the caller's own, the newest 30, of what they may still read.
create function public.admin_bell() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
end $$;

-- The caller's own of these ids; null: all.
create function public.mark_notices_read(ids bigint[] default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_in_admin() then
    raise exception 'permission denied to mark notices of staff' using errcode = '42501';
  end if;
  update public.staff_notices as notice set read_at = now()
  where notice.user_id = (select auth.uid()) and notice.read_at is null
    and (mark_notices_read.ids is null or notice.id = any (mark_notices_read.ids));
end $$;

-- How many of each kind are late and nobody's: what "Overdue" and "Nobody" of its list show together.
create function private.count_late_of_nobody() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(clock.record_type, private.count_records(clock.record_type,
    private.list_condition(clock.record_type, null, true, 'nobody', null), null, private.promised_before(clock.record_type),
    clock.record_type)), '{}')
  from (select distinct record_type from private.due_clocks) as clock
$$;

-- Each morning, for the server alone: a mail to each member of staff with what is late and due, theirs or nobody's that they may
-- decide on, unless there is nothing; a notice of each task that is due. The same day again sends nothing more. No name and no word of anybody: codes and counts.
create function private.send_morning_mails(at timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  today date := (at at time zone 'Africa/Lagos')::date;
  colleague record;
  readable text[];
  work record;
  late_of_nobody constant jsonb := private.count_late_of_nobody();
  untaken bigint;
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
    select coalesce(sum(late.count::bigint), 0) into untaken from jsonb_each_text(late_of_nobody) as late (record_type, count)
    where private.person_has_permission(colleague.id, private.admin_permission(late.record_type, 'decide'));
    continue when work.late_tasks + work.tasks_today + work.late_records + untaken = 0;
    if private.enqueue_mail('staff_morning', colleague.email, jsonb_build_object('full_name', colleague.full_name,
        'late_tasks', work.late_tasks, 'tasks_today', work.tasks_today, 'late_records', work.late_records, 'late_of_nobody', untaken, 'codes', work.codes),
        'staff_morning ' || colleague.id || ' ' || today) is not null
    then
      sent := sent + 1;
    end if;
  end loop;
  return sent;
end $$;

-- What is named by a code, and not by who wrote.
create function private.has_code(record_type text) returns boolean
language sql immutable set search_path = ''
as $$select $1 = any (private.registration_types() || array['orders'])$$;

alter table public.staff_notices enable row level security;
revoke all on table public.staff_notices from public, anon, authenticated, service_role;
revoke all on sequence public.staff_notices_id_seq from public, anon, authenticated, service_role;
grant select on table public.staff_notices to authenticated;
create policy "Staff read their own notices of what they may read" on public.staff_notices
  for select to authenticated
  using (user_id = (select auth.uid()) and record_type = any ((select private.readable_task_types())::text[]));

revoke all on function
  private.count_late_of_nobody(), private.followers_of(text, uuid), private.has_code(text), private.notify_followers(text, uuid),
  private.notify_followers_of_reply(), private.notify_of_incoming(text, text, uuid, uuid[]), private.notify_of_unproved(text, uuid),
  private.notify_staff(uuid, text, text, uuid, uuid), private.notify_staff_of_answer(uuid, text, bigint, text, boolean), private.send_morning_mails(timestamptz), public.admin_bell(),
  public.mark_notices_read(bigint[])
  from public, anon, authenticated, service_role;
grant execute on function private.send_morning_mails(timestamptz) to service_role;
grant execute on function public.admin_bell(), public.mark_notices_read(bigint[]) to authenticated;

alter publication supabase_realtime add table public.staff_notices;
