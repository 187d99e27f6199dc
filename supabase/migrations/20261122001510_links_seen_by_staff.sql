-- Whoever reads a link out has seen it, and could keep it: such a link opens a registration and claims none. It goes to the
-- account that has proved the registration's own address or number.

alter table private.tracking_links add column is_seen_by_staff boolean not null default false;
comment on column private.tracking_links.is_seen_by_staff is 'It stood on the screen of a member of staff: nobody claims by it alone.';

update private.tracking_links as link set is_seen_by_staff = true
where exists (
  select from private.link_reissues as given
  where given.record_id = link.record_id and not given.is_mailed and given.created_at = link.created_at
) or not is_mailed and exists (
  select from public.registration_submissions as sent
  where sent.record_id = link.record_id and sent.version = 1 and sent.channel <> 'web'
);

-- As before (20261121002255), and: of a form that staff entered, the link stood on their screen.
create or replace function private.keep_tracking_link(record_type text, record_id uuid, token_hash text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.tracking_links (token_hash, record_type, record_id, is_seen_by_staff)
  select $3, $1, $2, exists (
    select from public.registration_submissions as sent
    where sent.record_id = $2 and sent.version = 1 and sent.channel <> 'web'
  )
  where $3 is not null
  on conflict (token_hash) do nothing
$$;

-- As before (20261121003161), with that mark.
create or replace function private.proves_sender(record_id uuid, hashes text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.tracking_links as link
    where link.record_id = $1 and link.token_hash = any ($2) and link.expires_at > now()
      and not link.is_mailed and not link.is_seen_by_staff
  )
$$;

-- Whether the caller has proved the address or number of a registration.
create function private.has_proved_contact(contact_email text, contact_phone text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.users as person
    where person.id = (select auth.uid())
      and (person.email_confirmed_at is not null and lower(person.email) = lower($1)
        or person.phone_confirmed_at is not null and '+' || ltrim(person.phone, '+') = $2)
  )
$$;

-- As before (20261121003323), and: what staff have seen claims nothing by itself.
create or replace function public.claim_tracked_registration(token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := (select auth.uid());
  hash text := encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex');
  found_record private.registrations;
  is_seen boolean;
begin
  if account_id is null then
    raise exception 'Please sign in first' using errcode = '42501';
  end if;
  insert into public.profiles (id, email)
  select id, email from auth.users where id = account_id and email is not null
  on conflict (id) do nothing;
  -- The record before its link, as everybody else locks them; read afterwards, when the waiting is over.
  perform private.lock_registration(link.record_type, link.record_id)
  from private.tracking_links as link where link.token_hash = hash;
  select record.* into found_record
  from private.tracking_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = hash and link.expires_at > now() and record.user_id is null and not record.is_demo;
  select is_seen_by_staff into is_seen from private.tracking_links where token_hash = hash;
  if found_record.id is null then
    raise exception 'This link does not lead to a registration.' using errcode = 'P0002';
  elsif is_seen and not private.has_proved_contact(found_record.contact_email, found_record.contact_phone) then
    raise exception 'This link was given out by our staff, so it needs more than the link: confirm the email address or phone number of this registration in your account, and it comes into it.'
      using errcode = '42501', hint = 'contact';
  elsif private.has_handed_over(found_record.id, account_id) then
    raise exception 'You gave out this link for somebody else: they bring it into their own account.' using errcode = '42501';
  elsif not private.claim_record(found_record, account_id, array[hash]) then
    raise exception 'Your account has such a registration already.' using errcode = 'PT409';
  end if;
  return jsonb_build_object('recordType', found_record.record_type, 'id', found_record.id,
    'reference', found_record.reference);
end $$;

-- As before (20261121003162), with that mark.
create or replace function public.reissue_tracking_link(record_type text, record_id uuid, reason text, token_hash text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  why text := coalesce(private.clean_line(reason), '');
  found_record private.registrations;
  can_mail boolean;
begin
  if caller_id is null or not private.has_permission('registrations.relink')
    or not private.has_permission(coalesce(record_type, '') || '.read')
  then
    raise exception 'permission denied to give out a link' using errcode = '42501';
  elsif not private.has_strong_permission('registrations.relink') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  elsif char_length(why) < 10 then
    raise exception 'Please give a reason of at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif char_length(why) > 500 then
    raise exception 'The reason must be at most 500 characters' using errcode = '23514', hint = 'reason';
  elsif why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave numbers of the person out of the reason' using errcode = '23514', hint = 'reason';
  elsif token_hash is null or token_hash !~ '^[0-9a-f]{64}$' then
    raise exception 'This is no hash of a link' using errcode = '22023';
  end if;
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('relink ' || caller_id, 0));
  if (select count(*) >= 30 from private.link_reissues
      where actor_id = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.lock_registration(reissue_tracking_link.record_type, reissue_tracking_link.record_id);
  select * into found_record from private.registrations as record
  where record.record_type = reissue_tracking_link.record_type and record.id = reissue_tracking_link.record_id;
  if found_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif found_record.user_id is not null then
    raise exception 'This registration belongs to an account, where its owner sees it. It needs no link.' using errcode = 'PT409';
  elsif found_record.contact_email is null and coalesce(found_record.contact_phone, '') !~ '[1-9]' then
    raise exception 'This registration was erased: there is nobody to give a link to.' using errcode = 'PT409';
  end if;
  -- Mail about what is made up goes to nobody.
  can_mail := found_record.contact_email is not null and not found_record.is_demo;
  delete from private.tracking_links as link where link.record_id = found_record.id;
  if can_mail then
    perform private.tell_registrant(found_record.id, 'registration_link');
  else
    insert into private.tracking_links (token_hash, record_type, record_id, is_mailed, is_seen_by_staff)
    values (reissue_tracking_link.token_hash, found_record.record_type, found_record.id, true, true);
  end if;
  insert into private.link_reissues (record_type, record_id, actor_id, reason, is_mailed)
  values (found_record.record_type, found_record.id, caller_id, why, can_mail);
  return jsonb_build_object('reference', found_record.reference, 'isMailed', can_mail);
end $$;

revoke all on function private.has_proved_contact(text, text) from public;
