-- Orders wait for the disk together again: PostgreSQL lets transactions that notify commit one after the other only, each
-- with a flush of its own, and each order writes a mail.

-- As before (20261121002310), but whoever sends the mails is not told while a mail that is due waits already: it has been
-- told of that one, and looks again after each one until none is left.
create or replace function private.enqueue_mail(template text, recipient text, data jsonb, dedupe_key text default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  mail_id uuid;
begin
  if not private.is_mail_wanted(enqueue_mail.template, enqueue_mail.recipient) then
    return null;
  end if;
  insert into private.mail_outbox (template, recipient, data, dedupe_key)
  values (enqueue_mail.template, enqueue_mail.recipient, coalesce(enqueue_mail.data, '{}'), enqueue_mail.dedupe_key)
  on conflict on constraint mail_outbox_dedupe_key_unique do nothing
  returning id into mail_id;
  if mail_id is null then
    select id into mail_id from private.mail_outbox where mail_outbox.dedupe_key = enqueue_mail.dedupe_key;
  elsif not exists (
    select from private.mail_outbox as earlier
    where earlier.status = 'waiting' and earlier.next_attempt_at <= now() and earlier.id <> mail_id
  ) then
    perform pg_notify('mail_outbox', '');
  end if;
  return mail_id;
end $$;
