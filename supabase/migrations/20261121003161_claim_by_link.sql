-- Whoever holds the link to a registration brings it into their account, also where the account has another address.

comment on column private.tracking_links.is_mailed is 'It left by another way than the screen of whoever sent the form: by mail, or handed over by staff. Such a link proves less: what is secret stays masked for the account that claims by it.';

-- Whether this is a link that stood on the screen of the person themselves, after sending.
create function private.proves_sender(record_id uuid, hashes text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.tracking_links as link
    where link.record_id = $1 and link.token_hash = any ($2) and not link.is_mailed and link.expires_at > now()
  ) and not exists (
    -- Of a form that staff entered, the link stood on their screen.
    select from public.registration_submissions as sent
    where sent.record_id = $1 and sent.version = 1 and sent.channel <> 'web'
  )
$$;

-- Makes a guest's registration the account's; false when the account has one of its kind already, or it is somebody's.
create function private.claim_record(claimed private.registrations, account_id uuid, hashes text[]) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  touched integer;
begin
  execute format('update public.%I set user_id = $1 where id = $2 and user_id is null', claimed.record_type)
    using account_id, claimed.id;
  get diagnostics touched = row_count;
  if touched = 0 then
    return false;
  end if;
  perform private.claim_vault_person(private.vault_person_of(claimed.record_type, claimed.id), account_id,
    private.proves_sender(claimed.id, hashes));
  delete from private.tracking_links where record_id = claimed.id;
  return true;
exception when unique_violation then
  return false;
end $$;

-- As before (20261121002265): those of the proved address or number; the tokens only unmask.
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

-- The one behind this link, whatever address it was sent with: the page asks the person first, since a phone or a tab may
-- be shared. Security definer, because a member may write no registration.
create function public.claim_tracked_registration(token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := (select auth.uid());
  hash text := encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex');
  found_record private.registrations;
begin
  if account_id is null then
    raise exception 'Please sign in first' using errcode = '42501';
  end if;
  insert into public.profiles (id, email)
  select id, email from auth.users where id = account_id and email is not null
  on conflict (id) do nothing;
  select record.* into found_record
  from private.tracking_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = hash and link.expires_at > now() and record.user_id is null and not record.is_demo;
  if found_record.id is null then
    raise exception 'This link does not lead to a registration.' using errcode = 'P0002';
  elsif not private.claim_record(found_record, account_id, array[hash]) then
    raise exception 'Your account has such a registration already.' using errcode = 'PT409';
  end if;
  return jsonb_build_object('recordType', found_record.record_type, 'id', found_record.id,
    'reference', found_record.reference);
end $$;

revoke all on function private.proves_sender(uuid, text[]),
  private.claim_record(private.registrations, uuid, text[]) from public;
revoke all on function public.claim_tracked_registration(text) from public, anon, authenticated, service_role;
grant execute on function public.claim_tracked_registration(text) to authenticated;
