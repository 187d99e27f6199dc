-- As before (20261121003190), and only whom assign_record takes: staff who have yet to set up their second factor, where
-- that is demanded, can do nothing with a record.
create or replace function public.list_assignees(record_type text) returns table (user_id uuid, full_name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_desk_right(record_type, 'read');
  return query
    select person.id, coalesce(person.full_name, person.email)
    from public.user_roles as roles
    join public.profiles as person on person.id = roles.user_id
    where private.person_has_permission(roles.user_id, private.desk_permission(list_assignees.record_type, 'read'))
    order by 2, 1;
end $$;
