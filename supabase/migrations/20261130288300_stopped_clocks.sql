CREATE OR REPLACE FUNCTION private.after_consent_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not new.is_given and new.record_type = 'farmers' and new.purpose = 'terms' then
    perform private.hide_listings(new.record_id, 'The farmer has taken back the consent to be shown here.');
  elsif new.is_given and new.record_type = any (private.registration_types())
    and private.consent_withdrawn_at(new.record_type, new.record_id) is null
  then
    -- Agreed to again, what was promised counts from now, unless the promise was broken before it was stopped.
    execute format($sql$
      update public.%I as record set sent_again_at = now()
      where record.id = $1 and record.status = 'pending' and coalesce(record.sent_again_at, record.created_at) + $3 >= (
        select max(taken.created_at) from private.needed_consents as taken
        where taken.record_type = $2 and taken.record_id = $1 and not taken.is_given)
      $sql$, new.record_type)
    using new.record_id, new.record_type, private.promised_time(new.record_type, 'decision');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.figures_promise_kept(since date, until date)
 RETURNS TABLE(record_type text, clock text, kept bigint, broken bigint, open bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE VIEW "private"."needed_consents" WITH (security_invoker=true) AS  SELECT id,
    record_type,
    record_id,
    purpose,
    is_given,
    created_at
   FROM public.consents entry
  WHERE ((purpose = 'terms'::text) OR ((purpose = 'guardian'::text) AND (EXISTS ( SELECT
           FROM public.training_enrolments enrolment
          WHERE ((enrolment.id = entry.record_id) AND enrolment.is_minor)))));

revoke all on table private.needed_consents from public, anon, authenticated;

COMMENT ON COLUMN "public"."buyers"."sent_again_at" IS 'When other answers were last sent, by its person or by staff for them, or when it was agreed to again: what was promised counts from then.';

COMMENT ON COLUMN "public"."farmers"."sent_again_at" IS 'When other answers were last sent, by its person or by staff for them, or when it was agreed to again: what was promised counts from then.';

COMMENT ON COLUMN "public"."investors"."sent_again_at" IS 'When other answers were last sent, by its person or by staff for them, or when it was agreed to again: what was promised counts from then.';

COMMENT ON COLUMN "public"."training_enrolments"."sent_again_at" IS 'When other answers were last sent, by its person or by staff for them, or when it was agreed to again: what was promised counts from then.';

CREATE OR REPLACE FUNCTION private.consent_changes(record_type text, record_id uuid)
 RETURNS TABLE(id bigint, kind text, at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select entry.id, case when entry.is_given then 'renewed' else 'stopped' end, entry.created_at
  from private.needed_consents as entry
  cross join lateral (
    select count(*) filter (where latest.purpose = entry.purpose and not latest.is_given) as taken_back,
      count(*) filter (where latest.purpose <> entry.purpose and not latest.is_given) as missing
    from (
      select distinct on (earlier.purpose) earlier.purpose, earlier.is_given from private.needed_consents as earlier
      where earlier.record_type = $1 and earlier.record_id = $2 and earlier.id < entry.id
      order by earlier.purpose, earlier.id desc
    ) as latest
  ) as before
  where entry.record_type = $1 and entry.record_id = $2
    and (not entry.is_given or before.taken_back > 0 and before.missing = 0)
$function$;

CREATE OR REPLACE FUNCTION private.consent_withdrawn_at(record_type text, record_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select max(latest.created_at) filter (where not latest.is_given)
  from (
    select distinct on (needed.purpose) needed.is_given, needed.created_at from private.needed_consents as needed
    where needed.record_type = $1 and needed.record_id = $2
    order by needed.purpose, needed.id desc
  ) as latest
$function$;
