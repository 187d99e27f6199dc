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
