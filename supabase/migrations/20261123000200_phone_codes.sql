-- A code that proves a phone number goes out as a short message, in the transaction of the account that asks for it; and
-- what went to a number that an account has proved is that person's, as what went to their address is.

-- Like enqueue_mail. As those of the auth service's mails, its template begins with auth_: what it said is gone from the row
-- once it is sent or given up (mark_mail_sent, mark_mail_failed), and nobody sends it a second time.
grant execute on function private.enqueue_sms(text, text, jsonb, text) to supabase_auth_admin;

-- Only a number that its owner has proved says whose the messages are that went there.
create function private.proved_number(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select '+' || ltrim(phone, '+') from auth.users where id = $1 and phone_confirmed_at is not null
$$;
revoke all on function private.proved_number(uuid) from public;

update private.personal_data set
  belongs = 'lower(recipient) = $3 or recipient = (select private.proved_number($1))',
  note = 'Mails and short messages that were sent, or wait; 90 days. What they said is not kept.'
where table_name = 'private.mail_outbox';

-- Whether the house sends short messages, and so whether a number can be proved.
create function private.sends_sms() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.house_settings where name = 'sms' and value = 'on')
$$;
revoke all on function private.sends_sms() from public;

-- As before (20261122001510), but it asks for a number only where that can be proved.
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
    raise exception 'This link was given out by our staff, so it needs more than the link: confirm the % of this registration in your account, and it comes into it.',
      case when private.sends_sms() then 'email address or phone number' else 'email address' end
      using errcode = '42501', hint = 'contact';
  elsif private.has_handed_over(found_record.id, account_id) then
    raise exception 'You gave out this link for somebody else: they bring it into their own account.' using errcode = '42501';
  elsif not private.claim_record(found_record, account_id, array[hash]) then
    raise exception 'Your account has such a registration already.' using errcode = 'PT409';
  end if;
  return jsonb_build_object('recordType', found_record.record_type, 'id', found_record.id,
    'reference', found_record.reference);
end $$;
