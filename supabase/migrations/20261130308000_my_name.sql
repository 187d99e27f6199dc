CREATE OR REPLACE FUNCTION public.my_permissions()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'name', (select full_name from public.profiles where id = (select auth.uid())),
    'role', mine.role,
    'title', (select title from public.roles where name = mine.role),
    'permissions', case when private.is_signed_in_as_staff()
      then (select coalesce(jsonb_agg(permission order by permission), '[]') from public.role_permissions where role = mine.role)
      else '[]' end,
    'isStrong', coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2',
    'hasSecondFactor', exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'),
    'mustAddSecondFactor', mine.role is not null and not private.is_let_in((select auth.uid())),
    'mustShowSecondFactor', mine.role is not null and private.is_let_in((select auth.uid()))
      and coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2'
      and exists (select from private.app_settings where name = 'staff_second_factor' and value = 'demanded')
  )
  from (select (select role from public.user_roles where user_id = (select auth.uid())) as role) as mine
$function$;
