-- Which record a mail is about, so that staff see with the record whether its person has been told, and with a mail what
-- it was about.

alter table private.mail_outbox
  add column record_type text,
  add column record_id uuid,
  add constraint mail_outbox_record_type_known check (record_type = any (private.desk_types())),
  add constraint mail_outbox_record_whole check ((record_type is null) = (record_id is null));
create index mail_outbox_record_id_idx on private.mail_outbox (record_id, created_at desc) where record_id is not null;

-- Whoever writes a mail names its record already: outright, an order by its id, a registration or order by its code; what
-- confirms a form is written in the transaction that stores it, and now() is that transaction's.
create function private.name_mail_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.data ->> 'record_id' is not null then
    new.record_type := new.data ->> 'record_type';
    new.record_id := (new.data ->> 'record_id')::uuid;
  elsif new.data ->> 'order_id' is not null then
    new.record_type := 'orders';
    new.record_id := (new.data ->> 'order_id')::uuid;
  elsif new.template ~ '^registration_' or new.channel = 'sms' then
    select record_type, id into new.record_type, new.record_id
    from private.registrations where reference = new.data ->> 'code';
    if new.record_id is null then
      select 'orders', id into new.record_type, new.record_id from public.orders where code = new.data ->> 'code';
    end if;
  elsif new.template = 'partnership_received' then
    select 'partnership_applications', id into new.record_type, new.record_id
    from public.partnership_applications where created_at = now() and email = new.recipient;
  elsif new.template = 'application_received' then
    select 'job_applications', id into new.record_type, new.record_id
    from public.job_applications where created_at = now() and email = new.recipient;
  elsif new.template = 'contact_received' then
    select 'contact_messages', id into new.record_type, new.record_id
    from public.contact_messages where created_at = now() and email = new.recipient;
  end if;
  return new;
end $$;
create trigger name_mail_record before insert on private.mail_outbox
  for each row execute function private.name_mail_record();

-- Of the mails of before: those whose key or whose words still name an order.
update private.mail_outbox as mail set record_type = 'orders', record_id = orders.id
from public.orders
where orders.id::text = coalesce(mail.data ->> 'order_id', substring(mail.dedupe_key from '^order_[a-z_]+:([0-9a-f-]{36})'));

-- One mail with the record that it is about, as list_mails shows many.
create function public.find_mail(mail_id uuid) returns table (id uuid, channel text, template text, recipient text, state text,
  attempts integer, last_error text, created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz, can_resend boolean,
  record_type text, record_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.channel, mail.template, mail.recipient, mail.status, mail.attempts, mail.last_error,
      mail.created_at, case when mail.status = 'waiting' then mail.next_attempt_at end, mail.sent_at,
      mail.status = 'failed' and mail.data <> '{}' or mail.status = 'waiting', mail.record_type, mail.record_id
    from private.mail_outbox as mail where mail.id = find_mail.mail_id;
end $$;

-- What went out about one record, for whoever may read the record: that it waits, was sent or failed, and when. The
-- address and what the other side said belong to the right to read mails.
create function public.list_record_mails(record_type text, record_id uuid)
returns table (id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text,
  created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz, can_resend boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  may_read boolean;
begin
  perform private.require_desk_right(list_record_mails.record_type, 'read');
  may_read := private.has_permission('mails.read');
  return query
    select mail.id, mail.channel, mail.template, case when may_read then mail.recipient end, mail.status, mail.attempts,
      case when may_read then mail.last_error end, mail.created_at,
      case when mail.status = 'waiting' then mail.next_attempt_at end, mail.sent_at,
      mail.status = 'failed' and mail.data <> '{}' or mail.status = 'waiting'
    from private.mail_outbox as mail
    where mail.record_id = list_record_mails.record_id and mail.record_type = list_record_mails.record_type
    order by mail.created_at desc, mail.id
    limit 50;
end $$;

revoke all on function private.name_mail_record() from public;
revoke all on function public.find_mail(uuid), public.list_record_mails(text, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.find_mail(uuid), public.list_record_mails(text, uuid)
  to authenticated;
