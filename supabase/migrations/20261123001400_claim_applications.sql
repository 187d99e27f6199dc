-- Applications for a partnership or a position become the account's that has proved the address they were sent with.

-- Whoever signs in asks by address.
create index partnership_applications_email_idx on public.partnership_applications (lower(email)) where user_id is null;
create index job_applications_email_idx on public.job_applications (lower(email)) where user_id is null;

-- As before (20261121003161), and: applications that were sent with the proved address. They have no reference and no
-- link, so the answer does not name them.
create or replace function public.claim_registrations(tokens text[] default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person record;
  found_record private.registrations;
  hashes text[] := array(
    select encode(sha256(convert_to(token, 'UTF8')), 'hex') from unnest(claim_registrations.tokens[1:50]) as token
  );
  claimed jsonb := '[]';
begin
  select id, case when email_confirmed_at is not null then lower(email) end as email,
    case when phone_confirmed_at is not null then '+' || ltrim(phone, '+') end as phone
  into person from auth.users where id = (select auth.uid());
  if person.id is null then
    raise exception 'Please sign in first' using errcode = '42501';
  end if;
  insert into public.profiles (id, email)
  select id, email from auth.users where id = person.id and email is not null
  on conflict (id) do nothing;
  update public.partnership_applications set user_id = person.id
  where user_id is null and not is_demo and lower(email) = person.email;
  update public.job_applications set user_id = person.id
  where user_id is null and not is_demo and lower(email) = person.email;
  for found_record in
    select * from private.registrations
    where user_id is null and not is_demo and (lower(contact_email) = person.email or contact_phone = person.phone)
    order by created_at
  loop
    if private.claim_record(found_record, person.id, hashes) then
      claimed := claimed || jsonb_build_object('recordType', found_record.record_type, 'id', found_record.id,
        'reference', found_record.reference);
    end if;
  end loop;
  return claimed;
end $$;
