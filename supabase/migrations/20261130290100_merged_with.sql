DROP FUNCTION "public"."find_record_work"(text, uuid[]);

CREATE OR REPLACE FUNCTION private.merged_with(record_type text, record_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', older_id, 'reference', older_reference) from private.registration_merges
  where younger_id = $2 and registration_merges.record_type = $1 and (select private.has_permission($1 || '.read'))
$function$;

CREATE OR REPLACE FUNCTION public.find_record_work(record_type text, record_ids uuid[])
 RETURNS TABLE(record_id uuid, assignee_id uuid, assignee_name text, assigned_at timestamp with time zone, contacted_at timestamp with time zone, due_at timestamp with time zone, stopped_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_right(record_type, 'read');
  return query execute format('select t.id, work.assignee_id, work.assignee_name, work.assigned_at, work.contacted_at,
      case when t.is_promised then t.due_at end,
      case when t.list_status = ''pending'' then private.consent_withdrawn_at($2, t.id) end
    from private.%I as t left join public.record_work as work on work.record_id = t.id and work.record_type = $2
    where t.id = any ($1)', record_type || '_list')
    using record_ids[1:500], record_type;
end $function$;

REVOKE ALL ON FUNCTION "public"."find_record_work"(text, uuid[]) FROM "service_role";

CREATE OR REPLACE FUNCTION public.merged_with(public.buyers)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select private.merged_with('buyers', $1.id)$function$;

REVOKE ALL ON FUNCTION "public"."merged_with"(public.buyers) FROM "service_role";

CREATE OR REPLACE FUNCTION public.merged_with(public.farmers)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select private.merged_with('farmers', $1.id)$function$;

REVOKE ALL ON FUNCTION "public"."merged_with"(public.farmers) FROM "service_role";

CREATE OR REPLACE FUNCTION public.merged_with(public.investors)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select private.merged_with('investors', $1.id)$function$;

REVOKE ALL ON FUNCTION "public"."merged_with"(public.investors) FROM "service_role";

CREATE OR REPLACE FUNCTION public.merged_with(public.training_enrolments)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select private.merged_with('training_enrolments', $1.id)$function$;

REVOKE ALL ON FUNCTION "public"."merged_with"(public.training_enrolments) FROM "service_role";

REVOKE ALL ON FUNCTION "private"."merged_with"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."merged_with"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_record_work"(text, uuid[]) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."find_record_work"(text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."merged_with"(public.buyers) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."merged_with"(public.buyers) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."merged_with"(public.farmers) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."merged_with"(public.farmers) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."merged_with"(public.investors) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."merged_with"(public.investors) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."merged_with"(public.training_enrolments) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."merged_with"(public.training_enrolments) TO "authenticated";
