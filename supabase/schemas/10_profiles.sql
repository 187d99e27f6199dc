-- What an account says about itself; made by a trigger when someone signs up.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  full_name text,
  phone text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_email_length check (char_length(email) between 3 and 254),
  constraint profiles_full_name_length check (char_length(full_name) between 2 and 100),
  constraint profiles_full_name_plain check (full_name = private.clean_line(full_name)),
  constraint profiles_phone_digits check (phone ~ '^\+?[0-9]{8,15}$')
);
comment on table public.profiles is 'What an account says about itself. Grants nothing: rights are in user_roles.';
create index profiles_created_at_idx on public.profiles (created_at desc);
create index profiles_email_idx on public.profiles (lower(email));

-- Names are cleaned and numbers normalised on the way in, so that the checks above meet what is stored.
create function private.clean_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.full_name := nullif(private.clean_line(new.full_name), '');
  if char_length(new.full_name) < 2 then
    raise exception 'Full name must be at least 2 characters long' using errcode = '23514', hint = 'full_name';
  elsif char_length(new.full_name) > 100 then
    raise exception 'Full name must be less than 100 characters' using errcode = '23514', hint = 'full_name';
  end if;
  if tg_op = 'INSERT' or new.phone is distinct from old.phone then
    new.phone := nullif(private.clean_line(new.phone), '');
    if private.phone_problem(new.phone) is not null then
      raise exception '%', private.phone_problem(new.phone) using errcode = '23514', hint = 'phone';
    end if;
    new.phone := private.normalise_phone(new.phone);
  end if;
  new.updated_at := now();
  return new;
end $$;

-- Runs inside the account's own transaction. Nothing here may stop a sign-up: what cannot be stored is left out,
-- and any other failure leaves the profile to the client's first sign-in. Metadata never grants anything.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  input_name text := private.clean_line(new.raw_user_meta_data ->> 'full_name');
  input_phone text := private.clean_line(new.raw_user_meta_data ->> 'phone');
begin
  if new.email is not null then
    insert into public.profiles (id, email, full_name, phone)
    values (
      new.id,
      new.email,
      case when char_length(input_name) between 2 and 100 then input_name end,
      case when private.phone_problem(input_phone) is null then input_phone end
    )
    on conflict (id) do nothing;
  end if;
  return new;
exception when others then
  raise log 'profile of a new account was not made: %', sqlstate;
  return new;
end $$;

-- A confirmed change of address shows in the profile too.
create function private.copy_email_to_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id and new.email is not null;
  return new;
exception when others then
  raise log 'profile did not take the new address: %', sqlstate;
  return new;
end $$;

create function private.copy_confirmed_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  input_name text := private.clean_line(new.raw_user_meta_data ->> 'full_name');
begin
  update public.profiles
  set full_name = case when char_length(input_name) between 2 and 100 then input_name end
  where id = new.id;
  return new;
exception when others then
  -- As when the profile is made: nothing here may stop a sign-up.
  raise log 'profile did not take the confirmed name: %', sqlstate;
  return new;
end $$;
comment on function private.copy_confirmed_name() is 'security definer: the auth service that confirms an address has no rights on profiles.';

-- Only a number that its owner has proved says whose the messages are that went there.
create function private.proved_number(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select '+' || ltrim(phone, '+') from auth.users where id = $1 and phone_confirmed_at is not null
$$;

-- Only an address that its owner has proved says whose the letters and forms are that came without an account.
create function private.proved_address(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select lower(email) from auth.users where id = $1 and email_confirmed_at is not null
$$;

create trigger copy_confirmed_name after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.copy_confirmed_name();

create trigger copy_email_to_profile after update of email on auth.users
  for each row when (new.email is distinct from old.email)
  execute function private.copy_email_to_profile();

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create trigger clean_profile before insert or update on public.profiles
  for each row execute function private.clean_profile();

-- A colleague as colleagues read of them: by name, else by address. People outside read neither address nor a guess (server/mail).
create function private.name_staff(person_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(nullif(full_name, ''), email) from public.profiles where id = $1
$$;

-- Writes the new name to what lists name by its account: registrations, and orders that have neither a request nor a contact.
create function private.rename_records_of_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders as own set sort_name = private.find_buyer_name(own.id, own.user_id)
  where own.user_id = new.id and own.sort_name is distinct from private.find_buyer_name(own.id, own.user_id);
  -- Their own triggers write the name.
  update public.farmers set sort_contact = null where user_id = new.id;
  update public.buyers set sort_contact = null where user_id = new.id;
  update public.investors set sort_contact = null where user_id = new.id;
  return null;
end $$;

create trigger rename_records after update of full_name on public.profiles
  for each row when (new.full_name is distinct from old.full_name) execute function private.rename_records_of_account();

revoke all on function private.name_staff(uuid), private.rename_records_of_account() from public, anon, authenticated, service_role;

alter table public.profiles enable row level security;
revoke all on table public.profiles from public, anon, authenticated;
grant select on table public.profiles to authenticated;
grant insert (id, email, full_name, phone) on table public.profiles to authenticated;
grant update (full_name, phone) on table public.profiles to authenticated;
create policy "People add their own profile under their own address" on public.profiles
  for insert to authenticated
  with check (id = (select auth.uid()) and lower(email) = lower((select auth.jwt()) ->> 'email'));
create policy "People change their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));
create policy "People read their own profile, and staff who may, everybody's" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or (select private.has_permission('profiles.read')));

revoke all on function
  private.clean_profile(), private.copy_confirmed_name(), private.copy_email_to_profile(), private.create_profile(),
  private.proved_address(uuid), private.proved_number(uuid)
  from public, anon, authenticated, service_role;

alter publication supabase_realtime add table public.profiles;
