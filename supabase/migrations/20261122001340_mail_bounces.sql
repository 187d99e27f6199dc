-- Mails that come back later: what the bounce says (RFC 3464, RFC 3463) stands beside the mail.

-- Answers 'unknown' when no such mail was sent, else 'failed', or 'suppressed' where the mailbox is not there: 5.1.1, 5.1.2,
-- 5.1.3, 5.1.6, 5.1.10 and 5.2.1. A full mailbox, a refused content or a host that was away says nothing about the address.
-- The id of a mail is in its Message-ID alone: whoever knows it has the mail.
create function private.record_bounce(mail_id uuid, status text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
begin
  if record_bounce.status !~ '^[45]\.[0-9]{1,3}\.[0-9]{1,3}$' then
    raise exception 'This is no status of RFC 3463' using errcode = '22023';
  end if;
  update private.mail_outbox as mail set status = 'failed', last_error = 'bounced ' || record_bounce.status
  where mail.id = record_bounce.mail_id and mail.channel = 'email'
    and (mail.status = 'sent' or (mail.status = 'failed' and mail.sent_at is not null))
  returning lower(mail.recipient) into address;
  if address is null then
    return 'unknown';
  elsif record_bounce.status !~ '^5\.(1\.(1|2|3|6|10)|2\.1)$' then
    return 'failed';
  end if;
  insert into public.mail_suppressions (email, reason, expires_at) values (address, 'bounced', now() + interval '30 days')
  on conflict (email) do update set expires_at = excluded.expires_at where mail_suppressions.reason = 'bounced';
  return 'suppressed';
end $$;

revoke all on function private.record_bounce(uuid, text) from public;
grant execute on function private.record_bounce(uuid, text) to service_role;
