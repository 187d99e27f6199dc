-- Everything that was decided on a record, whichever ledger holds it: its status, an order's money and goods, and
-- corrections that were asked for; newest first, for whoever may read the record.

-- Security definer: who did it stands in columns that buyers and members may not read. A colleague's name is for whoever
-- may read profiles, as everywhere; the others read the role.
create function public.record_history(record_type text, record_id uuid)
returns table (axis text, from_value text, to_value text, reason text, actor_role text, actor_name text, own_record boolean,
  created_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
declare
  sees_names boolean;
begin
  perform private.require_desk_right(record_history.record_type, 'read');
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
    )
    select decided.axis, decided.from_value, decided.to_value, decided.reason,
      coalesce(decided.actor_role, role.role, case when decided.actor_id is null then 'system' else 'member' end),
      case when sees_names then person.full_name end, decided.own_record, decided.created_at
    from decided
    left join public.user_roles as role on role.user_id = decided.actor_id
    left join public.profiles as person on person.id = decided.actor_id
    order by decided.created_at desc, decided.id desc
    limit 100;
end $$;
revoke all on function public.record_history(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.record_history(text, uuid) to authenticated;
