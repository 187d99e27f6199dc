-- The register of personal data breaches.

create table public.breaches (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  facts text not null,
  detection text not null,
  aware_at timestamptz not null,
  data_categories text[] not null,
  people_categories text[] not null,
  people_count integer,
  records_count integer,
  consequences text not null,
  measures text not null,
  risk text,
  commission_notified_at timestamptz,
  commission_reference text,
  people_notified_at timestamptz,
  closed_at timestamptz,
  closed_by uuid,
  reminded_hours integer not null default 0,
  opened_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint breaches_title_length check (char_length(title) between 3 and 120),
  constraint breaches_facts_length check (char_length(facts) between 10 and 4000),
  constraint breaches_detection_length check (char_length(detection) between 3 and 1000),
  constraint breaches_consequences_length check (char_length(consequences) between 3 and 2000),
  constraint breaches_measures_length check (char_length(measures) between 3 and 2000),
  constraint breaches_data_categories_known check (
    cardinality(data_categories) > 0
    and data_categories <@ array['contact', 'identity', 'bank', 'orders', 'photos', 'documents', 'sign_in', 'staff']),
  constraint breaches_people_categories_known check (
    cardinality(people_categories) > 0
    and people_categories <@ array['members', 'farmers', 'trainees', 'buyers', 'investors', 'applicants', 'subscribers', 'staff']),
  constraint breaches_people_count_range check (people_count between 0 and 100000000),
  constraint breaches_records_count_range check (records_count between 0 and 1000000000),
  constraint breaches_risk_known check (risk in ('unlikely', 'likely', 'high')),
  constraint breaches_commission_reference_form check (commission_reference ~ '^[A-Za-z0-9][A-Za-z0-9/. -]{0,59}$'),
  constraint breaches_commission_notified_at_order check (commission_notified_at >= aware_at),
  constraint breaches_people_notified_at_order check (people_notified_at >= aware_at),
  constraint breaches_closed_at_decides check ((closed_at is null) = (closed_by is null)),
  constraint breaches_closed_at_allowed check (
    closed_at is null
    or risk is not null and (risk = 'unlikely' or commission_notified_at is not null)
      and (risk <> 'high' or people_notified_at is not null))
);
comment on table public.breaches is 'Names nobody concerned: kinds and numbers of people and records alone.';
comment on column public.breaches.aware_at is 'When the company became aware: the 72 hours count from here.';
comment on column public.breaches.risk is 'To the rights and freedoms of people; null: not judged yet, and counted as likely.';
comment on column public.breaches.reminded_hours is 'The last of the reminders to the admins that went out.';

create table public.breach_events (
  id bigint generated always as identity primary key,
  breach_id uuid not null references public.breaches (id) on delete cascade,
  kind text not null,
  happened_at timestamptz not null,
  body text not null,
  changes jsonb not null default '{}',
  author_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint breach_events_kind_known check (
    kind in ('opened', 'note', 'measure', 'assessed', 'commission_notified', 'people_notified', 'closed', 'reopened')),
  constraint breach_events_body_length check (char_length(body) between 3 and 4000)
);
comment on column public.breach_events.changes is 'What of the breach itself the event set: risk, numbers, the Commission''s reference.';
create index breach_events_breach_id_idx on public.breach_events (breach_id, id);

-- The account of what happened stays as it was written: later knowledge is an event.
create function private.guard_breach(old public.breaches, new public.breaches) returns void
language plpgsql set search_path = ''
as $$
declare
  changing text[] := array['people_count', 'records_count', 'risk', 'commission_notified_at', 'commission_reference',
    'people_notified_at', 'closed_at', 'closed_by', 'reminded_hours', 'updated_at'];
begin
  if to_jsonb(new) - changing is distinct from to_jsonb(old) - changing then
    perform private.refuse_change('breaches');
  end if;
end $$;

create function private.refuse_early_breach_delete(old public.breaches) returns void
language plpgsql set search_path = ''
as $$
begin
  if old.closed_at is null or old.closed_at >= private.retained_since('breaches') then
    perform private.refuse_change('breaches');
  end if;
end $$;

-- The breach goes first, and its events with it.
create function private.refuse_event_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.breaches where id = old.breach_id) then
    raise exception 'breach_events keeps what was written' using errcode = '42501';
  end if;
  return old;
end $$;

-- When the Commission has to have been notified; null: it was, or need not be.
create function private.breach_due_at(breach public.breaches) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when (breach).commission_notified_at is null and (breach).closed_at is null and (breach).risk is distinct from 'unlikely'
    then (breach).aware_at + interval '72 hours'
  end
$$;

create function private.mail_admins_of_breach(breach public.breaches, hours integer) returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue_mail(case when hours = 0 then 'breach_opened' else 'breach_reminder' end, person.email,
    jsonb_build_object('id', (breach).id, 'aware_at', (breach).aware_at,
      'due_at', (breach).aware_at + interval '72 hours', 'hours', hours))
  from public.user_roles as role join public.profiles as person on person.id = role.user_id
  where role.role = 'admin' and person.email is not null
$$;

create function public.open_breach(breach jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_strong_right('breaches.write');
  created public.breaches;
begin
  if (breach ->> 'aware_at')::timestamptz > now() + interval '5 minutes'
    or (breach ->> 'aware_at')::timestamptz < now() - interval '10 years'
  then
    raise exception 'The company became aware at a time that has passed' using errcode = '23514', hint = 'aware_at';
  end if;
  insert into public.breaches (title, facts, detection, aware_at, data_categories, people_categories, people_count,
    records_count, consequences, measures, risk, opened_by)
  values (btrim(breach ->> 'title'), btrim(breach ->> 'facts'), btrim(breach ->> 'detection'),
    (breach ->> 'aware_at')::timestamptz,
    array(select jsonb_array_elements_text(breach -> 'data_categories')),
    array(select jsonb_array_elements_text(breach -> 'people_categories')),
    (breach ->> 'people_count')::integer, (breach ->> 'records_count')::integer,
    btrim(breach ->> 'consequences'), btrim(breach ->> 'measures'), nullif(breach ->> 'risk', ''), caller_id)
  returning * into created;
  insert into public.breach_events (breach_id, kind, happened_at, body, changes, author_id)
  values (created.id, 'opened', created.created_at, created.title,
    jsonb_strip_nulls(jsonb_build_object('risk', created.risk, 'people_count', created.people_count, 'records_count', created.records_count)),
    caller_id);
  perform private.mail_admins_of_breach(created, 0);
  return created.id;
end $$;

-- What happened since. `changes`: risk, people_count and records_count of 'assessed', reference of 'commission_notified'.
create function public.add_breach_event(breach_id uuid, kind text, happened_at timestamptz, body text, changes jsonb default '{}')
returns bigint
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller_id uuid := private.require_strong_right('breaches.write');
  breach public.breaches;
  known jsonb := '{}';
  created_id bigint;
begin
  select * into breach from public.breaches where id = $1 for update;
  if not found then
    raise exception 'There is no such breach' using errcode = 'P0002';
  elsif $2 not in ('note', 'measure', 'assessed', 'commission_notified', 'people_notified', 'closed', 'reopened') then
    raise exception 'There is no such event' using errcode = '22023';
  elsif breach.closed_at is not null and $2 <> 'reopened' then
    raise exception 'This breach is closed: open it again first' using errcode = '23514';
  elsif breach.closed_at is null and $2 = 'reopened' then
    raise exception 'This breach is open' using errcode = '23514';
  elsif $3 > now() + interval '5 minutes' or $3 < breach.aware_at - interval '10 years' then
    raise exception 'An event has happened already' using errcode = '23514', hint = 'happened_at';
  elsif $2 in ('commission_notified', 'people_notified') and $3 < breach.aware_at then
    raise exception 'Nobody was notified before the company was aware' using errcode = '23514', hint = 'happened_at';
  end if;
  case $2
    when 'assessed' then
      known := jsonb_strip_nulls(jsonb_build_object('risk', $5 ->> 'risk', 'people_count', ($5 ->> 'people_count')::integer,
        'records_count', ($5 ->> 'records_count')::integer));
      if known = '{}' then
        raise exception 'Please say what is known now: the risk or the numbers' using errcode = '23514', hint = 'risk';
      end if;
      update public.breaches set risk = coalesce(known ->> 'risk', risk),
        people_count = coalesce((known ->> 'people_count')::integer, people_count),
        records_count = coalesce((known ->> 'records_count')::integer, records_count) where id = $1;
    when 'commission_notified' then
      known := jsonb_strip_nulls(jsonb_build_object('reference', nullif(btrim($5 ->> 'reference'), '')));
      -- The first counts; a later report to the Commission only adds its reference.
      update public.breaches set commission_notified_at = coalesce(commission_notified_at, $3),
        commission_reference = coalesce(known ->> 'reference', commission_reference) where id = $1;
    when 'people_notified' then
      update public.breaches set people_notified_at = coalesce(people_notified_at, $3) where id = $1;
    when 'closed' then
      if breach.risk is null then
        raise exception 'Please judge the risk before you close it' using errcode = '23514';
      elsif breach.risk <> 'unlikely' and breach.commission_notified_at is null then
        raise exception 'The Commission has to be notified before it is closed' using errcode = '23514';
      elsif breach.risk = 'high' and breach.people_notified_at is null then
        raise exception 'The people concerned have to be told before it is closed' using errcode = '23514';
      end if;
      update public.breaches set closed_at = now(), closed_by = caller_id where id = $1;
    when 'reopened' then
      update public.breaches set closed_at = null, closed_by = null where id = $1;
    else null;
  end case;
  insert into public.breach_events (breach_id, kind, happened_at, body, changes, author_id)
  values ($1, $2, $3, btrim($4), known, caller_id) returning id into created_id;
  perform private.record_audit('event', 'breaches', $1::text, null, jsonb_build_object('kind', $2));
  return created_id;
end $$;

-- The events of one, oldest first, with who wrote each.
create function public.list_breach_events(breach_id uuid)
returns table (id bigint, kind text, happened_at timestamptz, body text, changes jsonb, author_name text, created_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('breaches.read') then
    raise exception 'permission denied: breaches.read' using errcode = '42501';
  end if;
  return query
    select event.id, event.kind, event.happened_at, event.body, event.changes, coalesce(person.full_name, person.email),
      event.created_at
    from public.breach_events as event left join public.profiles as person on person.id = event.author_id
    where event.breach_id = $1 order by event.id;
end $$;

-- A mail to every admin 24 and 60 hours after the company was aware, while the Commission has not been notified.
create function private.remind_of_breaches(at timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  breach public.breaches;
  hours integer;
  reminded integer := 0;
begin
  for breach in
    select * from public.breaches as open
    where private.breach_due_at(open) is not null and open.reminded_hours < 60
    for update skip locked
  loop
    hours := case when $1 >= breach.aware_at + interval '60 hours' then 60
      when $1 >= breach.aware_at + interval '24 hours' then 24 else 0 end;
    continue when hours <= breach.reminded_hours;
    update public.breaches set reminded_hours = hours where id = breach.id;
    perform private.mail_admins_of_breach(breach, hours);
    reminded := reminded + 1;
  end loop;
  return reminded;
end $$;

-- Closed ones whose period is over.
create function private.forget_breaches() returns bigint
language sql security definer set search_path = ''
as $$
  with gone as (delete from public.breaches where closed_at < private.retained_since('breaches') returning id)
  select count(*) from gone
$$;

create view public.breach_register with (security_invoker = true) as
  select breach.*, private.breach_due_at(breach) as due_at,
    case
      when breach.closed_at is not null then 'closed'
      when private.breach_due_at(breach) is not null then 'to_notify'
      when breach.commission_notified_at is not null then 'notified'
      else 'not_required'
    end as status,
    -- Late ones first, then those whose time is shortest.
    coalesce(private.breach_due_at(breach), 'infinity') as sort_at
  from public.breaches as breach;

create trigger refuse_change before update on public.breach_events
  for each row execute function private.refuse_change();

create trigger refuse_event_delete before delete on public.breach_events
  for each row execute function private.refuse_event_delete();

create trigger refuse_secrets before insert on public.breach_events
  for each row execute function private.refuse_secrets('body', 'body');

create trigger refuse_truncate before truncate on public.breach_events
  for each statement execute function private.refuse_change();

create trigger audit_change after insert or update or delete on public.breaches for each row
  execute function private.audit_change('all', 'id', 'aware_at,people_count,records_count,risk,commission_notified_at,commission_reference,people_notified_at,closed_at');

create function private.before_breach_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then
      perform private.refuse_secrets('facts', null, new.title);
      perform private.refuse_secrets('facts', null, new.facts);
      perform private.refuse_secrets('facts', null, new.detection);
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
end $$;

create trigger before_breach_change before insert or update or delete on public.breaches
  for each row execute function private.before_breach_change();

create trigger refuse_truncate before truncate on public.breaches
  for each statement execute function private.refuse_change();

alter table public.breaches enable row level security;
revoke all on table public.breaches from public, anon, authenticated, service_role;
grant select on table public.breaches to authenticated;
create policy "Staff who may read the register of breaches" on public.breaches
  for select to authenticated using ((select private.has_permission('breaches.read')));

alter table public.breach_events enable row level security;
revoke all on table public.breach_events from public, anon, authenticated, service_role;
revoke all on sequence public.breach_events_id_seq from public, anon, authenticated, service_role;
grant select on table public.breach_events to authenticated;
create policy "Staff who may read the register of breaches" on public.breach_events
  for select to authenticated using ((select private.has_permission('breaches.read')));

revoke all on table public.breach_register from public, anon, authenticated, service_role;
grant select on table public.breach_register to authenticated;

revoke all on function
  private.before_breach_change(), private.breach_due_at(public.breaches), private.forget_breaches(), private.guard_breach(public.breaches, public.breaches),
  private.mail_admins_of_breach(public.breaches, integer), private.refuse_early_breach_delete(public.breaches),
  private.refuse_event_delete(), private.remind_of_breaches(timestamp with time zone),
  public.add_breach_event(uuid, text, timestamp with time zone, text, jsonb), public.list_breach_events(uuid),
  public.open_breach(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function
  private.breach_due_at(public.breaches), public.add_breach_event(uuid, text, timestamp with time zone, text, jsonb),
  public.list_breach_events(uuid), public.open_breach(jsonb)
  to authenticated;
grant execute on function private.forget_breaches(), private.remind_of_breaches(timestamp with time zone) to service_role;
