CREATE OR REPLACE FUNCTION public.record_history(record_type text, record_id uuid)
 RETURNS TABLE(axis text, from_value text, to_value text, reason text, actor_role text, actor_name text, own_record boolean, created_at timestamp with time zone, message_id uuid)
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
        event.actor_role, event.own_record, event.created_at, event.id, null::uuid as message_id
      from public.decision_events as event
      where event.record_type = record_history.record_type and event.record_id = record_history.record_id
      union all
      -- Underpaid is said of what is due now, as beside the order; before, a part was paid.
      select event.axis, event.from_value, case when event.to_value = 'underpaid' and own.payment_status = 'underpaid'
          and private.is_underpaid(own) and event.id = (select max(latest.id) from public.order_events as latest
            where latest.order_id = own.id and latest.axis = 'payment')
        then 'less_than_due' else event.to_value end, null, event.actor_id, null, false, event.created_at, event.id, null
      from public.order_events as event join public.orders as own on own.id = event.order_id
      where record_history.record_type = 'orders' and event.order_id = record_history.record_id and event.axis <> 'status'
      union all
      -- A quote of ours: sent, held for a second person, and what that person said. The trail notes what staff do.
      select 'quote', case when entry.action = 'update' then 'held_for_a_second_person' end, case entry.after ->> 'status' when 'open' then 'sent'
          when 'waiting' then 'held_for_a_second_person' else 'not_sent' end, null, entry.actor_id, entry.actor_role, false, entry.created_at, entry.id, null
      from public.audit_trail as entry
      where record_history.record_type = 'orders' and entry.subject_id = record_history.record_id::text and entry.subject_type = 'quotes'
        and (entry.action = 'insert' or entry.action = 'update' and entry.before ->> 'status' = 'waiting')
        and entry.after ->> 'status' in ('open', 'waiting', 'refused') and not entry.after ? 'replaced_by'
      union all
      select 'quote', 'sent', answered.status, answered.decline_reason, null, 'buyer', false,
        coalesce(answered.accepted_at, answered.declined_at), 0, null
      from public.quotes as answered
      where record_history.record_type = 'orders' and answered.order_id = record_history.record_id
        and answered.status in ('accepted', 'declined')
      union all
      -- Money above what one person records alone: entered, and the second person's word.
      select 'money', null, entry.kind || ' ' || step.name, null, step.person_id, null, false, step.at, 0, null
      from private.money_entries as entry, lateral (values ('entered', entry.recorded_by, entry.recorded_at),
        (entry.outcome, entry.decided_by, entry.decided_at)) as step (name, person_id, at)
      where record_history.record_type = 'orders' and entry.order_id = record_history.record_id and step.at is not null
      union all
      select 'correction', null, 'requested', request.message, author.requested_by, null, false, request.created_at, request.id,
        null
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
        false as own_record, sent.created_at, sent.id, null as message_id
      from public.registration_submissions as sent
      where sent.record_type = record_history.record_type and sent.record_id = record_history.record_id
        and sent.requested_by is not null
      union all
      select 'call' as axis, null as from_value, call.outcome as to_value, call.note as reason, call.called_by as actor_id,
        null as actor_role, false as own_record, call.created_at, call.id, null as message_id
      from public.phone_calls as call
      where call.record_type = record_history.record_type and call.record_id = record_history.record_id
      union all
      -- What it needs was taken back, or given again.
      select 'consent' as axis, null as from_value, changed.kind as to_value, null as reason, null as actor_id, 'applicant' as actor_role,
        false as own_record, changed.at, changed.id, null as message_id
      from private.consent_changes(record_history.record_type, record_history.record_id) as changed
      union all
      select 'message' as axis, null as from_value, written.status as to_value, left(written.message, 300) as reason, null as actor_id,
        'applicant' as actor_role, false as own_record, written.created_at, 0 as id, written.id as message_id
      from public.contact_messages as written
      where written.about_type = record_history.record_type and written.about_id = record_history.record_id
        and private.has_permission('contact_messages.read')
    )
    select decided.axis, decided.from_value, decided.to_value, decided.reason,
      coalesce(decided.actor_role, role.role, case when decided.actor_id is null then 'system' else 'member' end),
      case when sees_names then private.name_staff(decided.actor_id) end, decided.own_record, decided.created_at,
      decided.message_id
    from decided
    left join public.user_roles as role on role.user_id = decided.actor_id
    order by decided.created_at desc, decided.id desc
    limit 100;
end $function$;
