-- The side bar and the home of the admin area: what waits in each place, what is one's own, what has changed, and the money of
-- today.

-- When each member of staff was last in the admin area: what others did since is news to them.
create table private.staff_visits (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  previous_at timestamptz,
  begun_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
comment on table private.staff_visits is 'A visit ends with half an hour in which the home page was not read.';

-- One row for each place of the side bar that counts what waits: how many, how many of them late, and since when the oldest
-- is due; of a list by private.waiting_condition, as the list itself filters. Where several rights open a place, the first that the caller
-- has. Each arm checks its right first, so that PostgreSQL does not read the tables of places that are closed to the caller.
create function private.count_places()
returns table (place text, permission text, waiting bigint, late bigint, oldest_due_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select list.place, list.permission, counted.waiting, counted.late, counted.oldest_due_at
  from (values
    ('orders', 'orders', 'orders.read', true),
    ('quotes', 'quotes', 'orders.decide', true),
    ('payments', 'payments', 'orders.read', false),
    ('disputes', 'disputes', 'orders.decide', false),
    ('listings', 'products', 'products.read', false),
    ('farmers', 'farmers', 'farmers.read', true),
    ('training', 'training_enrolments', 'training_enrolments.read', true),
    ('buyers', 'buyers', 'buyers.read', true),
    ('investors', 'investors', 'investors.read', true)
  ) as list (place, list, permission, has_due)
  cross join lateral private.count_waiting(list.list, list.has_due) as counted
  where private.has_permission(list.permission)
  union all
  select form.place, form.record_type || '.read' as permission, counted.waiting, counted.late, counted.oldest_due_at
  from private.form_places() as form
  cross join lateral private.count_waiting(form.record_type, true) as counted
  where form.record_type = any ((select private.admin_types_with('read'))::text[])
  union all
  select 'letters' as place, 'orders.decide' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.letters_with_us as t where (select private.has_permission('orders.decide'))
  union all
  select 'accounts' as place, 'orders.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.orders_list as t where (select private.has_permission('orders.read')) and t.needs_account
  union all
  select 'corrections' as place, ((select private.registrations_with('decide'))::text[])[1] || '.decide' as permission,
    count(*) as waiting, 0 as late, null as oldest_due_at
  from public.correction_states as t
  where t.record_type = any ((select private.registrations_with('decide'))::text[]) and t.status = 'answered'
  union all
  select 'people-to-phone' as place, ((select private.registrations_with('read'))::text[])[1] || '.read' as permission,
    count(*) as waiting, 0 as late, null as oldest_due_at
  from public.people_to_phone as t where (select private.registrations_with('read'))::text[] <> '{}'
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
$$;

-- {orders: {waiting, late, oldestDueAt}, ...}: of the places that the caller may enter.
create function public.admin_places() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(counted.place, jsonb_build_object(
    'waiting', counted.waiting, 'late', counted.late, 'oldestDueAt', counted.oldest_due_at)), '{}')
  from private.count_places() as counted
  where private.has_permission(counted.permission)
$$;

-- What today brought and what is open, by currency. Received: recorded today in Lagos, as it is known now. Claimed: said by buyers, not found on
-- the statement. Outstanding: approved or completed, and not paid in full. To refund: what the company has to send back.
create view private.money_of_day with (security_invoker = true) as
  with today as (select date_trunc('day', now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos' as began_at),
  entries as (
    select came.currency, 'received' as part, private.came_kobo(came.id) as amount_kobo
    from public.payments as came, today
    where came.kind = 'receipt' and came.created_at >= today.began_at and private.came_kobo(came.id) > 0
    union all
    select t.currency, 'claimed' as part, coalesce((
      select pending.amount_minor from private.ledger_transfers as pending
      where pending.order_id = t.id and pending.phase = 'pending' order by pending.id desc limit 1),
      private.balance_kobo(t.id)) as amount_kobo
    from public.orders as t where t.payment_status = 'claimed' and t.total_amount_kobo is not null
    union all
    select t.currency, 'outstanding' as part, private.balance_kobo(t.id) as amount_kobo
    from public.orders as t
    where t.payment_status = any (private.owed_statuses()) and t.status in ('approved', 'completed')
      and t.total_amount_kobo is not null
    union all
    select t.currency, 'to_refund' as part, private.ledger_balance('refundable', t.id) as amount_kobo
    from public.orders as t where t.refund_due_kobo > 0
  )
  select currency, part, count(*) as entries, sum(amount_kobo)::bigint as amount_kobo
  from entries group by currency, part;
revoke all on table private.money_of_day from public, anon, authenticated, service_role;

-- What is assigned to a member of staff and not done yet, of these kinds: no registration that its person stopped.
create function private.open_work_of(person_id uuid, readable text[])
returns table (record_type text, record_id uuid, name text, due_at timestamptz, created_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  with own as (
    select work.record_type, work.record_id from public.record_work as work
    where work.assignee_id = $1 and work.record_type = any ($2)
  )
  select own.record_type, own.record_id, coalesce(record.contact_name, record.reference) as name, t.due_at, t.created_at
  from own join private.registrations as record on record.record_type = own.record_type and record.id = own.record_id
  cross join lateral (
    select list.due_at, list.created_at from private.farmers_list as list
    where own.record_type = 'farmers' and list.id = own.record_id and list.is_promised
    union all
    select list.due_at, list.created_at from private.training_enrolments_list as list
    where own.record_type = 'training_enrolments' and list.id = own.record_id and list.is_promised
    union all
    select list.due_at, list.created_at from private.buyers_list as list
    where own.record_type = 'buyers' and list.id = own.record_id and list.is_promised
    union all
    select list.due_at, list.created_at from private.investors_list as list
    where own.record_type = 'investors' and list.id = own.record_id and list.is_promised
  ) as t
  union all
  select own.record_type, own.record_id, orders.code as name, case when t.is_promised then t.due_at end as due_at, t.created_at
  from own join private.orders_list as t on t.id = own.record_id join public.orders as orders on orders.id = t.id
  where own.record_type = 'orders' and t.list_status in ('pending', 'approved')
  union all
  select own.record_type, own.record_id, t.name, t.due_at, t.created_at
  from own join private.form_records as t on t.record_type = own.record_type and t.id = own.record_id
  where t.list_status = 'pending'
$$;

-- What is the caller's own and not done yet, the latest first; at most twelve.
create function private.find_own_work() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('count', count(*), 'first', coalesce(jsonb_agg(
    jsonb_build_object('recordType', record_type, 'recordId', record_id, 'name', name, 'dueAt', due_at)
    order by due_at, created_at) filter (where place <= 12), '[]'))
  from (
    select open.*, row_number() over (order by open.due_at, open.created_at) as place
    from private.open_work_of((select auth.uid()), private.admin_types_with('read')) as open
  ) as numbered
$$;

-- Since then: what came in, by kind, what colleagues decided, and how many orders others moved: their money or their goods.
create function private.find_news(since timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
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
$$;

-- What a company still lacks before its first customer; for those who can mend it.
create function private.find_missing_setup() returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(missing.step order by missing.position), '{}')
  from (values
    (1, 'bank_account', 'settings.settlement',
      not exists (select from private.current_settlement_account('bank_account') as account where not account.is_demo)),
    (2, 'second_admin', 'roles.manage', (select count(*) < 2 from public.user_roles where role = 'admin')),
    (3, 'products', 'products.write', not exists (select from public.products where status = 'published' and not is_demo)),
    (4, 'terms', 'settings.write', not exists (select from public.legal_texts where kind = 'terms' and published_at is not null)),
    (5, 'privacy', 'settings.write', not exists (select from public.legal_texts where kind = 'privacy' and published_at is not null)),
    (6, 'company_facts', 'settings.write', exists (
      select from public.company_facts
      where key in ('phone_primary', 'email', 'registration_number', 'legal_name', 'data_protection_contact')
        and (value is null or is_demo)))
  ) as missing (position, step, permission, is_missing)
  where missing.is_missing and private.has_permission(missing.permission)
$$;

-- The home of a member of staff: {mine, tasks, news, money, missing}; each part by their rights, and on a first visit no news.
-- Reading it continues their visit.
create function public.admin_home() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  visit private.staff_visits;
begin
  if not private.is_in_admin() then
    raise exception 'permission denied to read the home of staff' using errcode = '42501';
  end if;
  insert into private.staff_visits as known (user_id) values ((select auth.uid()))
  on conflict (user_id) do update set
    previous_at = case when known.seen_at < now() - interval '30 minutes' then known.seen_at else known.previous_at end,
    begun_at = case when known.seen_at < now() - interval '30 minutes' then now() else known.begun_at end,
    seen_at = now()
  returning * into visit;
  return jsonb_build_object(
    'mine', private.find_own_work(),
    'tasks', case when private.has_permission('records.work') then private.find_own_tasks() end,
    'news', case when visit.previous_at is not null then private.find_news(visit.previous_at) end,
    'money', case when private.has_permission('payments.confirm') then (
      select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'part', part, 'entries', entries, 'amountKobo', amount_kobo)
        order by currency, part), '[]') from private.money_of_day) end,
    'missing', to_jsonb(private.find_missing_setup()));
end $$;

alter table private.staff_visits enable row level security;
revoke all on table private.staff_visits from public, anon, authenticated, service_role;

revoke all on function
  private.count_places(), private.find_missing_setup(), private.find_news(timestamptz), private.find_own_work(),
  private.open_work_of(uuid, text[]), public.admin_home(), public.admin_places()
  from public, anon, authenticated, service_role;
grant execute on function public.admin_home(), public.admin_places() to authenticated;
