DROP FUNCTION "public"."list_last_actions"();

CREATE OR REPLACE FUNCTION public.list_last_actions()
 RETURNS TABLE(user_id uuid, action text, subject_type text, at timestamp with time zone, given_role text, given_by text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (private.has_permission('roles.read') and private.has_permission('audit_events.read')) then
    raise exception 'permission denied to read what colleagues did' using errcode = '42501';
  end if;
  return query
    select held.user_id, entry.action, entry.subject_type, entry.created_at,
      (select given.title from public.roles as given where given.name = entry.own_role),
      case when entry.own_role is not null then private.name_account(entry.granted_by::uuid) end
    from (
      select known.user_id from public.user_roles as known
      union
      select left_us.user_id from public.staff_departures as left_us
    ) as held
    cross join lateral (
      select trail.id, trail.action, trail.subject_type, trail.created_at, trail.after ->> 'granted_by' as granted_by,
        case when trail.action = 'insert' and trail.subject_type = 'user_roles' and trail.subject_id = trail.actor_id::text
          then trail.after ->> 'role' end as own_role
      from public.audit_trail as trail
      where trail.actor_id = held.user_id order by trail.created_at desc, trail.id desc limit 3
    ) as entry
    order by entry.created_at desc, entry.id desc;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_last_actions"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."list_last_actions"() FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_last_actions"() TO "authenticated";
