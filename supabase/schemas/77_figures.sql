-- Figures for the admin area.

create function private.require_figures_right(subject text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if subject is null or subject <> all (private.registration_types() || array['orders']) then
    raise exception 'There are no such figures' using errcode = '22023';
  elsif not private.has_permission('figures.read') then
    raise exception 'permission denied to read figures' using errcode = '42501';
  end if;
  perform private.require_admin_right(subject, 'read');
end $$;

-- The times between which days in Lagos lie, the last day included; at most ten years.
create function private.figure_span(since date, until date) returns tstzrange
language plpgsql stable set search_path = ''
as $$
begin
  if since is null or until is null or until < since or until - since > 3660 then
    raise exception 'Please choose a first and a last day, at most ten years apart' using errcode = '23514', hint = 'since';
  end if;
  return tstzrange(since::timestamp at time zone 'Africa/Lagos', (until + 1)::timestamp at time zone 'Africa/Lagos');
end $$;

-- How many came in, for each step and each of their statuses as they are now; a step without any says 0.
create function public.figures_over_time(subject text, since date, until date, step text default 'day')
returns table (period date, status text, count bigint)
language plpgsql stable set search_path = ''
as $$
declare
  span tstzrange := private.figure_span(since, until);
begin
  perform private.require_figures_right(subject);
  if step is null or step not in ('day', 'week', 'month') then
    raise exception 'Please choose days, weeks or months' using errcode = '23514', hint = 'step';
  end if;
  return query execute format($query$
    with counted as (
      select date_trunc($1, record.created_at at time zone 'Africa/Lagos')::date as period, record.status, count(*) as record_count
      from public.%I as record
      where record.created_at >= lower($2) and record.created_at < upper($2) and not record.is_demo
      group by 1, 2
    ), steps as (
      select generate_series(date_trunc($1, $3::timestamp), date_trunc($1, $4::timestamp), ('1 ' || $1)::interval)::date as period
    )
    select steps.period, known.status, coalesce(counted.record_count, 0)
    from steps cross join (select distinct counted.status from counted union select 'pending') as known
    left join counted on counted.period = steps.period and counted.status = known.status
    order by 1, 2 $query$, subject) using step, span, since, until;
end $$;

-- How many came in, by what they are or where they come from; a record with two crops counts for both.
create function public.figures_by(subject text, dimension text, since date, until date)
returns table (value text, count bigint)
language plpgsql stable set search_path = ''
as $$
declare
  span tstzrange := private.figure_span(since, until);
  source text := case subject || ' ' || dimension
    when 'orders crop' then 'left join public.order_items as item on item.order_id = record.id'
    when 'farmers crop' then 'cross join lateral unnest(record.crops_grown) as crop'
    else ''
  end;
  expression text := case subject || ' ' || dimension
    when 'orders state' then 'record.delivery_state'
    when 'orders crop' then 'coalesce(item.product_name, record.crop_type)'
    when 'farmers crop' then 'crop'
    else case dimension when 'status' then 'record.status' when 'state' then 'record.state' end
  end;
begin
  perform private.require_figures_right(subject);
  if expression is null then
    raise exception 'There is no such division of %', subject using errcode = '23514', hint = 'dimension';
  end if;
  return query execute format($query$
    select coalesce(%1$s, '') as value, count(distinct record.id)
    from public.%2$I as record %3$s
    where record.created_at >= lower($1) and record.created_at < upper($1) and not record.is_demo
    group by 1 order by 2 desc, 1 $query$, expression, subject, source) using span;
end $$;

-- For what came in then: how often the promised time was met, was not, or still runs. Only kinds that the caller may read.
-- Security definer, because some of them are not read by the person who reads figures in every column; the rights are checked here.
create function public.figures_promise_kept(since date, until date)
returns table (record_type text, clock text, kept bigint, broken bigint, open bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  span tstzrange := private.figure_span(since, until);
  due private.due_clocks;
begin
  if not private.has_permission('figures.read') then
    raise exception 'permission denied to read figures' using errcode = '42501';
  end if;
  for due in
    select * from private.due_clocks as known where known.record_type = any (private.admin_types_with('read'))
    order by known.record_type, known.clock
  loop
    return query execute format($query$
      select $1, $2,
        count(*) filter (where met_at <= due_at),
        count(*) filter (where met_at > due_at or (met_at is null and due_at < now())),
        count(*) filter (where met_at is null and due_at >= now())
      from (
        select coalesce(%5$s, record.created_at) + make_interval(hours => $3) as due_at, least(%1$s, %2$s) as met_at
        from public.%3$I as record
        where record.created_at >= lower($4) and record.created_at < upper($4) and not record.is_demo %4$s
      ) as clocks $query$,
      case when due.record_type = 'contact_messages' then
          -- The first answer: a message is open again when its person writes again.
          'coalesce((select min(event.created_at) from private.standing_decisions as event
            where event.record_type = $1 and event.record_id = record.id and event.to_status = ''completed''), record.answered_at)'
        else '(select min(event.created_at) from private.standing_decisions as event
          where event.record_type = $1 and event.record_id = record.id)' end,
      case when due.clock = 'first_contact' then '(select work.contacted_at from public.record_work as work
          where work.record_id = record.id and work.record_type = $1)' else 'null' end,
      due.record_type,
      case when due.record_type = 'orders' then 'and record.kind = ''bulk'''
        -- A stopped one waits for its person.
        when due.record_type = any (private.registration_types()) then
          'and not (record.status = ''pending'' and record.id in (select private.stopped_registrations($1)))'
        else '' end,
      -- What was sent or agreed to again counts from then, unless the promise was broken before it: a correction that was asked
      -- for in time, and a consent that was taken back in time, stopped the clock.
      case when due.record_type = any (private.registration_types()) then
          '(select record.sent_again_at where record.sent_again_at <= record.created_at + make_interval(hours => $3) or exists (
            select from public.correction_requests as request where request.record_type = $1 and request.record_id = record.id
              and request.created_at <= record.created_at + make_interval(hours => $3)) or exists (
            select from private.needed_consents as taken where taken.record_type = $1 and taken.record_id = record.id
              and not taken.is_given and taken.created_at <= record.created_at + make_interval(hours => $3)))'
        else 'null::timestamptz' end)
    using due.record_type, due.clock, due.hours, span;
  end loop;
end $$;

revoke all on function
  private.figure_span(date, date), private.require_figures_right(text),
  public.figures_by(text, text, date, date), public.figures_over_time(text, date, date, text),
  public.figures_promise_kept(date, date)
  from public, anon, authenticated, service_role;
grant execute on function
  private.figure_span(date, date), private.require_figures_right(text),
  public.figures_by(text, text, date, date), public.figures_over_time(text, date, date, text),
  public.figures_promise_kept(date, date)
  to authenticated;
