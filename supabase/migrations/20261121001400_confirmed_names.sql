-- The name in a profile is the one of the sign-up whose link was followed: somebody else may have typed the address first.

create function private.copy_confirmed_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  given_name text := private.clean_line(new.raw_user_meta_data ->> 'full_name');
begin
  update public.profiles
  set full_name = case when char_length(given_name) between 2 and 100 then given_name end
  where id = new.id;
  return new;
exception when others then
  -- As when the profile is made: nothing here may stop a sign-up.
  raise log 'profile did not take the confirmed name: %', sqlstate;
  return new;
end $$;
comment on function private.copy_confirmed_name() is
  'security definer: the auth service that confirms an address has no rights on profiles.';

create trigger copy_confirmed_name after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.copy_confirmed_name();

revoke all on function private.copy_confirmed_name() from public, anon, authenticated;
