-- As before (20261121003190), and: two who invite the same address at once do so one after the other, so that the later
-- invitation replaces the earlier one and nobody reads of a broken index.
create or replace function public.invite_staff(email text, role text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_strong_right('roles.manage');
  address text := lower(private.clean_line(email));
  made uuid;
begin
  if private.is_email(address) is not true then
    raise exception 'Invalid email address' using errcode = '23514', hint = 'email';
  elsif not exists (select from public.role_permissions where role_permissions.role = invite_staff.role) then
    raise exception 'Please choose a role' using errcode = '23514', hint = 'role';
  elsif exists (select from public.user_roles join public.profiles on id = user_id where lower(profiles.email) = address) then
    raise exception 'This person has a role already' using errcode = '23514', hint = 'email';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invite ' || caller_id, 0));
  if (select count(*) >= 30 from public.staff_invitations
      where invited_by = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invited ' || address, 0));
  update public.staff_invitations set withdrawn_at = now()
  where lower(staff_invitations.email) = address and accepted_at is null and withdrawn_at is null;
  insert into public.staff_invitations (email, role, invited_by) values (address, invite_staff.role, caller_id)
  returning id into made;
  perform private.enqueue_mail('staff_invitation', address, jsonb_build_object(
    'role', invite_staff.role,
    'invited_by', (select full_name from public.profiles where id = caller_id)));
  return made;
end $$;
