-- What became of each mail, for staff who may see it; sent again where what it said is still there. Short messages to
-- phones wait in the same outbox and go out by the same worker; nobody is told so until that is switched on.

alter table private.mail_outbox
  add column channel text not null default 'email',
  add constraint mail_outbox_channel_known check (channel in ('email', 'sms'));

create index mail_outbox_created_at_idx on private.mail_outbox (created_at desc, id);
create index mail_outbox_status_idx on private.mail_outbox (status, created_at desc);

-- Mails that open something (links, codes) are emptied when they are given up; the rest keeps what it said, so that
-- staff may send it once more.
create or replace function private.mark_mail_failed(mail_id uuid, error text, retry_at timestamptz) returns void
language sql security definer set search_path = ''
as $$
  update private.mail_outbox set
    status = case when $3 is null then 'failed' else 'waiting' end,
    next_attempt_at = coalesce($3, next_attempt_at),
    data = case when $3 is null and (template like 'auth\_%' or data ?| array['token', 'url', 'code_hash']) then '{}' else data end,
    last_error = left($2, 500),
    lease_until = null
  where id = $1 and status = 'sending'
$$;

create function public.list_mails(
  only_state text default null, search text default null, page_index integer default 0, page_size integer default 10
) returns table (id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text,
  created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz, can_resend boolean, total bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  words text := nullif(btrim(list_mails.search), '');
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.channel, mail.template, mail.recipient, mail.status, mail.attempts, mail.last_error,
      mail.created_at, case when mail.status = 'waiting' then mail.next_attempt_at end, mail.sent_at,
      mail.status = 'failed' and mail.data <> '{}' or mail.status = 'waiting', count(*) over ()
    from private.mail_outbox as mail
    where (list_mails.only_state is null or mail.status = list_mails.only_state)
      and (words is null or mail.recipient ilike pattern or mail.template ilike pattern)
    order by mail.created_at desc, mail.id
    limit least(greatest(page_size, 1), 100) offset greatest(page_index, 0)::bigint * least(greatest(page_size, 1), 100);
end $$;

-- A mail that failed starts anew; one that waits goes at once.
create function public.resend_mail(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null or not private.has_permission('mails.resend') then
    raise exception 'permission denied to send mails again' using errcode = '42501';
  end if;
  update private.mail_outbox as mail set status = 'waiting', next_attempt_at = now(), last_error = null,
    attempts = case when mail.status = 'failed' then 0 else mail.attempts end
  where mail.id = resend_mail.id and (mail.status = 'waiting' or (mail.status = 'failed' and mail.data <> '{}'));
  if not found then
    raise exception 'This mail cannot be sent again' using errcode = 'P0002';
  end if;
  perform private.record_audit('resend', 'mails', resend_mail.id::text);
  perform pg_notify('mail_outbox', '');
end $$;

-- A short message; null, and nothing is written, while nobody has switched them on.
create function private.enqueue_sms(template text, phone text, data jsonb, dedupe_key text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  made uuid;
begin
  if exists (select from private.house_settings where name = 'sms' and value = 'on') then
    insert into private.mail_outbox (channel, template, recipient, data, dedupe_key)
    values ('sms', enqueue_sms.template, enqueue_sms.phone, coalesce(enqueue_sms.data, '{}'), enqueue_sms.dedupe_key)
    on conflict on constraint mail_outbox_dedupe_key_unique do nothing
    returning mail_outbox.id into made;
    if made is not null then
      perform pg_notify('mail_outbox', '');
    end if;
  end if;
  return made;
end $$;

-- Whoever has a phone and no address hears of a decision there.
create function private.text_registrant_of_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  told jsonb := to_jsonb(new);
  phone text := coalesce(told ->> 'phone', told ->> 'contact_phone');
begin
  if told ->> 'contact_email' is null and told ->> 'user_id' is null and phone ~ '[1-9]' then
    perform private.enqueue_sms('decision', phone,
      jsonb_build_object('code', new.reference, 'status', new.status), 'sms:' || new.id || ':' || new.status);
  end if;
  return null;
end $$;
do $$
declare
  kind text;
begin
  foreach kind in array array['farmers', 'training_enrolments', 'buyers', 'investors'] loop
    execute format('create trigger text_registrant_of_decision after update of status on public.%I
      for each row when (new.status is distinct from old.status and not new.is_demo)
      execute function private.text_registrant_of_decision()', kind);
  end loop;
end $$;

-- A buyer of the marketplace who gave no address hears there too.
create function private.text_buyer_of_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  contact public.order_contacts;
begin
  select * into contact from public.order_contacts where order_id = new.id;
  if contact.phone is not null and contact.email is null and new.user_id is null then
    perform private.enqueue_sms('decision', contact.phone,
      jsonb_build_object('code', new.code, 'status', new.status), 'sms:' || new.id || ':' || new.status);
  end if;
  return null;
end $$;
create trigger text_buyer_of_decision after update of status on public.orders
  for each row when (new.status is distinct from old.status and not new.is_demo)
  execute function private.text_buyer_of_decision();

revoke all on function private.enqueue_sms(text, text, jsonb, text), private.text_registrant_of_decision(),
  private.text_buyer_of_decision() from public;
revoke all on function public.list_mails(text, text, integer, integer), public.resend_mail(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.list_mails(text, text, integer, integer), public.resend_mail(uuid) to authenticated;
