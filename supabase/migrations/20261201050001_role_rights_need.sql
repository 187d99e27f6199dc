CREATE OR REPLACE FUNCTION private.check_needed_rights(held text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  needed text := (select private.needed_right(permission) from unnest(held) as permission
    where private.needed_right(permission) <> all (held) order by permission limit 1);
begin
  if needed = 'exports.make' then
    raise exception 'A role that downloads lists in clear needs the right to download them' using errcode = '23514', hint = 'permissions';
  elsif needed is not null then
    raise exception 'A role that acts on % needs the right to see them', replace(split_part(needed, '.', 1), '_', ' ')
      using errcode = '23514', hint = 'permissions';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_role(details jsonb, own_name text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  role_title text := coalesce(private.clean_line(details ->> 'title'), '');
begin
  if char_length(role_title) not between 2 and 40 then
    raise exception 'Please name the role in 2 to 40 characters' using errcode = '23514', hint = 'title';
  elsif exists (select from public.roles where lower(title) = lower(role_title) and ended_at is null and name is distinct from own_name) then
    raise exception 'There is a role of this name already' using errcode = '23514', hint = 'title';
  elsif char_length(coalesce(private.clean_line(details ->> 'description'), '')) not between 2 and 200 then
    raise exception 'Please say in 2 to 200 characters what it is for' using errcode = '23514', hint = 'description';
  elsif jsonb_typeof(details -> 'permissions') is distinct from 'array' or jsonb_array_length(details -> 'permissions') = 0 then
    raise exception 'Please give the role one right at least' using errcode = '23514', hint = 'permissions';
  elsif exists (
    select from jsonb_array_elements_text(details -> 'permissions') as wanted
    where wanted = 'roles.manage' or not exists (
      select from public.role_permissions as known where known.role = 'admin' and known.permission = wanted))
  then
    raise exception 'There is no such right, or admins alone have it' using errcode = '23514', hint = 'permissions';
  end if;
  perform private.check_needed_rights(array(select jsonb_array_elements_text(details -> 'permissions')));
  if coalesce(details ->> 'refundUpToKobo', '0') !~ '^[0-9]{1,15}$' then
    raise exception 'Please enter an amount, or nothing for no limit' using errcode = '23514', hint = 'refundUpToKobo';
  elsif coalesce(details ->> 'quoteBelowListPercent', '0') !~ '^([0-9]{1,2}|100)$' then
    raise exception 'Please enter a number from 0 to 100, or nothing for no limit' using errcode = '23514', hint = 'quoteBelowListPercent';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.needed_right(permission text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case needed_right.permission when 'payments.confirm' then 'orders.read' when 'exports.unmasked' then 'exports.make' else (
    select known.permission from public.role_permissions as known
    where known.role = 'admin' and known.permission = split_part(needed_right.permission, '.', 1) || '.read'
      and known.permission <> needed_right.permission) end
$function$;

CREATE OR REPLACE FUNCTION public.set_role_permission(role text, permission text, is_granted boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_strong_right('roles.manage');
  if set_role_permission.role = 'admin' or set_role_permission.permission = 'roles.manage' then
    raise exception 'Admins keep every right, and theirs alone is that of giving rights' using errcode = '23514', hint = 'role';
  elsif not private.is_role(set_role_permission.role) then
    raise exception 'There is no such role' using errcode = 'P0002';
  elsif not exists (select from public.role_permissions as known
    where known.role = 'admin' and known.permission = set_role_permission.permission)
  then
    raise exception 'There is no such right' using errcode = '23514', hint = 'permission';
  end if;
  if is_granted then
    insert into public.role_permissions (role, permission)
    values (set_role_permission.role, set_role_permission.permission) on conflict do nothing;
  else
    delete from public.role_permissions as granted
    where granted.role = set_role_permission.role and granted.permission = set_role_permission.permission;
    perform private.free_work_of_role(set_role_permission.role);
  end if;
  perform private.check_needed_rights(array(
    select held.permission from public.role_permissions as held where held.role = set_role_permission.role));
end $function$;

REVOKE ALL ON FUNCTION "private"."check_needed_rights"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needed_right"(text) FROM PUBLIC;
