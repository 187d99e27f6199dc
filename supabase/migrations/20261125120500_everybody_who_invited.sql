-- Whoever ever invited a mailbox is tied to whoever takes a role with it: an invitation that a colleague sent once more, or
-- that ran out, does not hide who wanted them here first.

-- As before (20261125050100), with every invitation to the account's mailbox.
create or replace function private.note_grant() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.staff_grants (user_id, granted_by, role)
  values (new.user_id, nullif(new.granted_by, new.user_id), new.role);
  insert into private.staff_grants (user_id, granted_by, role)
  select distinct new.user_id, invitation.invited_by, new.role
  from public.staff_invitations as invitation join auth.users as account on lower(account.email) = lower(invitation.email)
  where account.id = new.user_id and invitation.invited_by <> new.user_id
    and not exists (select from private.staff_grants as known
      where known.user_id = new.user_id and known.granted_by = invitation.invited_by);
  return null;
end $$;

insert into private.staff_grants (user_id, granted_by, role)
select distinct account.id, invitation.invited_by, staff.role
from public.staff_invitations as invitation
join auth.users as account on lower(account.email) = lower(invitation.email)
join public.user_roles as staff on staff.user_id = account.id
where invitation.invited_by <> account.id
  and not exists (select from private.staff_grants as known
    where known.user_id = account.id and known.granted_by = invitation.invited_by);
