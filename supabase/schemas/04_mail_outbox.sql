-- Mails and short messages to send: written in the transaction that caused them, sent by a worker with a lease.

-- What is sent, and its policy; the rows are generated from server/mail/, where each is written.
create table private.mail_templates (
  template text primary key,
  channels text[] not null,
  about text not null,
  purpose text not null default 'notice',
  limited text,
  repeats text not null default 'always',
  has_payment_account boolean not null default false,
  choice text,
  waits_for_undo boolean not null default false,
  name text not null default '',
  constraint mail_templates_template_form check (template ~ '^[a-z_]{1,60}$'),
  constraint mail_templates_channels_known check (channels <> '{}' and channels <@ array['email', 'sms']),
  constraint mail_templates_about_known check (
    about = any (private.admin_types()) or about in ('registrations', 'newsletter_subscriptions', 'accounts')),
  constraint mail_templates_purpose_known check (purpose in ('notice', 'sign_in', 'staff')),
  constraint mail_templates_limited_known check (limited in ('form', 'new_order', 'order')),
  constraint mail_templates_repeats_known check (repeats in ('always', 'hourly', 'once')),
  constraint mail_templates_choice_known check (choice in ('order_mails', 'registration_mails', 'morning_mails'))
);
comment on column private.mail_templates.purpose is 'sign_in: prompted by the account itself, and secret; staff: for colleagues. Both go to anyone who wants no notices.';
comment on column private.mail_templates.limited is 'Five an hour to one address: of public forms and of what anyone who knows a reference can ask for (ten a day of these two), of new orders, or of what else a buyer does.';
comment on column private.mail_templates.repeats is 'How often the buyer of one order is notified: each time, once an hour, or once until it is reopened.';
comment on column private.mail_templates.choice is 'The column of notification_choices that switches it off; null: it is always sent.';
comment on column private.mail_templates.waits_for_undo is 'Sent after private.undo_period where someone decided, who may undo it until then.';
comment on column private.mail_templates.name is 'What staff call it, and find it by (domain/mail-names.ts).';

create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null,
  recipient text not null,
  data jsonb not null default '{}',
  status text not null default 'waiting',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_until timestamptz,
  last_error text,
  message_id text,
  dedupe_key text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  channel text not null default 'email',
  record_type text,
  record_id uuid,
  constraint mail_outbox_template_fkey foreign key (template) references private.mail_templates (template),
  constraint mail_outbox_recipient_length check (char_length(recipient) between 3 and 320),
  constraint mail_outbox_status_known check (status in ('waiting', 'sending', 'sent', 'failed')),
  constraint mail_outbox_dedupe_key_unique unique (dedupe_key),
  constraint mail_outbox_channel_known check (channel in ('email', 'sms')),
  constraint mail_outbox_record_type_known check (record_type = any (private.admin_types())),
  constraint mail_outbox_record_whole check ((record_type is null) = (record_id is null))
);
comment on column private.mail_outbox.data is 'What the template needs: links, names. Emptied once sent or given up.';
create index mail_outbox_created_at_idx on private.mail_outbox (created_at desc, id);
create index mail_outbox_due_idx on private.mail_outbox (next_attempt_at, created_at) where status in ('waiting', 'sending');
create index mail_outbox_lower_recipient_idx on private.mail_outbox (lower(recipient), created_at desc);
create index mail_outbox_mailbox_idx on private.mail_outbox (private.mailbox_of(recipient), created_at desc);
create index mail_outbox_recipient_idx on private.mail_outbox (recipient, created_at desc);
create index mail_outbox_record_id_idx on private.mail_outbox (record_id, created_at desc) where record_id is not null;
-- What staff send again. Those that wait are found by when they are due, and nearly all others are sent: an index of every status
-- would be written three times for each mail.
create index mail_outbox_failed_idx on private.mail_outbox (created_at desc, id) where status = 'failed';
create index mail_outbox_template_idx on private.mail_outbox (template);

-- Security definer: callers may add a mail, and neither read nor change the outbox.
-- The same dedupe_key again answers the mail that is there and adds none.
create function private.enqueue_mail(template text, recipient text, data jsonb, dedupe_key text default null)
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

-- Up to `batch` mails that are due, for this worker alone until the lease ends. A mail whose worker died is due
-- again then. Oldest first. None only where none is due: a batch of which nothing is to be sent is followed by the next one.
-- In the order of the index of those that are due, also where the plan was made while the table was small: behind a thousand
-- mails of a busy hour, each batch would read and sort all of them.
create function private.claim_mails(batch integer, lease_seconds integer) returns setof private.mail_outbox
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_sort = off
as $$
declare
  due uuid[];
begin
  loop
    due := array(
      select id from private.mail_outbox
      where (status = 'waiting' and next_attempt_at <= now()) or (status = 'sending' and lease_until <= now())
      order by next_attempt_at, created_at
      limit batch
      for update skip locked);
    exit when due = '{}';
    update private.mail_outbox set status = 'failed', last_error = 'suppressed', lease_until = null,
      data = case when private.is_secret_mail(template, data) then '{}' else data end
    where id = any (due) and status = 'waiting' and channel = 'email' and private.is_suppressed(recipient, template);
    -- Switched off since it was written, or since an attempt to send it.
    delete from private.mail_outbox
    where id = any (due) and status <> 'failed' and channel = 'email' and not private.is_mail_wanted(template, recipient);
    return query
      with claimed as (
        update private.mail_outbox set
          status = 'sending',
          attempts = attempts + 1,
          lease_until = now() + make_interval(secs => lease_seconds)
        where id = any (due) and status <> 'failed'
        returning mail_outbox.*
      )
      select * from claimed order by next_attempt_at, created_at;
    exit when found;
  end loop;
end $$;

-- Until the first one that waits is due, in milliseconds; null where none waits.
create function private.ms_until_next_mail() returns integer
language sql volatile security definer set search_path = '' set enable_seqscan = off
as $$
  select least(greatest(ceil(extract(epoch from next_attempt_at - clock_timestamp()) * 1000), 0), 86400000)::integer
  from private.mail_outbox where status = 'waiting' order by next_attempt_at limit 1
$$;

-- Whether it holds what opens something: not stored once it is given up.
create function private.is_secret_mail(template text, data jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select $2 ?| array['token', 'url', 'code_hash', 'digits']
    or exists (select from private.mail_templates where mail_templates.template = $1 and purpose = 'sign_in')
$$;

-- Each with the id of its message, at the same place. Locked in one order, as several at once may wait for each other.
create function private.mark_mails_sent(mail_ids uuid[], message_ids text[]) returns void
language sql security definer set search_path = ''
as $$
  update private.mail_outbox as mail set
    status = 'sent', message_id = sent.message_id, sent_at = now(), data = '{}', lease_until = null, last_error = null
  from (
    select listed.id, listed.message_id from unnest($1, $2) as listed (id, message_id)
    join private.mail_outbox as sending on sending.id = listed.id and sending.status = 'sending'
    order by listed.id for update of sending
  ) as sent
  where mail.id = sent.id
$$;

-- A recipient that the other side refuses for good (RCPT TO, 550, 551 or 553) bounces.
create function private.mark_mail_failed(mail_id uuid, error text, retry_at timestamptz) returns void
language sql security definer set search_path = ''
as $$
  with failed as (
    update private.mail_outbox set
      status = case when $3 is null then 'failed' else 'waiting' end,
      next_attempt_at = coalesce($3, next_attempt_at),
      data = case when $3 is null and private.is_secret_mail(template, data) then '{}' else data end,
      last_error = left($2, 500),
      lease_until = null
    where id = $1 and status = 'sending'
    returning recipient, channel
  )
  insert into public.mail_suppressions (email, reason, expires_at)
  select lower(recipient), 'bounced', now() + interval '30 days' from failed
  where $3 is null and channel = 'email' and $2 ~ 'EENVELOPE (550|551|553)$'
  on conflict (email) do update set expires_at = excluded.expires_at where mail_suppressions.reason = 'bounced'
$$;

-- What stands in place of an erased address, for a day: mails go on counting for its mailbox, and no list shows it. A
-- pseudonym and no more: the database holds no secret that a copy of it would not hold too, so who has the rows and a
-- list of addresses can try them.
create function private.erased_recipient(recipient text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select 'erased:' || left(encode(sha256(convert_to(private.mailbox_of($1), 'UTF8')), 'hex'), 16)
$$;

-- Mails about these records, to any recipient: those that wait are not sent any more, and one that a worker has in hand is
-- given up (also when its worker reports that it waits, between the two statements), so that nothing brings the address back.
-- Those of the last day stay without their address: anyone can type any address, and erasing must not reset its limit.
create function private.forget_recipients(record_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  delete from private.mail_outbox
  where record_id = any ($1)
    and (status = 'waiting' or status in ('sent', 'failed') and created_at <= now() - interval '1 day');
  update private.mail_outbox set recipient = private.erased_recipient(recipient), data = '{}', last_error = null,
    status = case when status in ('sending', 'waiting') then 'failed' else status end, lease_until = null
  where record_id = any ($1) and recipient not like 'erased:%';
$$;

-- An address is personal data: a mail that was sent or given up is deleted after its retention period.
create function private.forget_mails(before timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from private.mail_outbox where status in ('sent', 'failed') and (
    created_at < before or recipient like 'erased:%' and created_at <= now() - interval '1 day'
  );
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

-- Whether an address or a number may get one more of what strangers can have sent to it: five an hour and ten a day, of all
-- templates limited to 'form' together, whatever record they are about. All addresses of one mailbox are one (name+shop@).
create function private.may_write_form_mail(recipient text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  -- One after the other for each address, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('form mail ' || private.mailbox_of(recipient), 0));
  return (
    select count(*) filter (where written.created_at > now() - interval '1 hour') < 5 and count(*) < 10
    from private.mail_outbox as written
    where private.mailbox_of(written.recipient) in (private.mailbox_of(may_write_form_mail.recipient),
        private.erased_recipient(may_write_form_mail.recipient))
      and written.created_at > now() - interval '1 day'
      and written.template in (select form.template from private.mail_templates as form where form.limited = 'form')
  );
end $$;

-- Codes by text cost money, and numbers are guessed easily: five an hour and ten a day to one number, 200 an hour to all.
create function private.may_text_code(phone text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('texted codes', 0));
  return private.may_write_form_mail(phone) and (
    select count(*) < 200 from private.mail_outbox as written
    where written.channel = 'sms' and written.created_at > now() - interval '1 hour'
      and written.template in (select form.template from private.mail_templates as form where form.limited = 'form')
  );
end $$;

-- Confirms to anyone who sent a form, in the same transaction; an address that had enough for now gets no more, and
-- the form is taken all the same: nobody's mailbox is flooded through us, and nobody's application is lost. A template
-- that is not limited is sent.
create function private.confirm_form(template text, recipient text, data jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from private.mail_templates as form
    where form.template = confirm_form.template and form.limited = 'form') then
    perform private.enqueue_mail(template, recipient, data);
    return;
  end if;
  if private.may_write_form_mail(recipient) then
    perform private.enqueue_mail(template, recipient, data);
  end if;
end $$;

-- A short message; null, and nothing is written, while nobody has switched them on.
create function private.enqueue_sms(template text, phone text, data jsonb, dedupe_key text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  mail_id uuid;
begin
  if exists (select from private.app_settings where name = 'sms' and value = 'on') then
    insert into private.mail_outbox (channel, template, recipient, data, dedupe_key)
    values ('sms', enqueue_sms.template, enqueue_sms.phone, coalesce(enqueue_sms.data, '{}'), enqueue_sms.dedupe_key)
    on conflict on constraint mail_outbox_dedupe_key_unique do nothing
    returning mail_outbox.id into mail_id;
    if mail_id is not null then
      perform pg_notify('mail_outbox', '');
    end if;
  end if;
  return mail_id;
end $$;

-- Whether the application sends short messages, and so whether a number can be proved.
create function private.sends_sms() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.app_settings where name = 'sms' and value = 'on')
$$;

-- Anyone who writes a mail names its record already: outright, an order by its id, a registration or order by its code; what
-- confirms a form is written in the transaction that stores it, and now() is that transaction's.
create function private.name_mail_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  policy private.mail_templates;
begin
  select * into policy from private.mail_templates where template = new.template;
  if new.data ->> 'record_id' is not null then
    new.record_type := new.data ->> 'record_type';
    new.record_id := (new.data ->> 'record_id')::uuid;
  elsif new.data ->> 'order_id' is not null then
    new.record_type := 'orders';
    new.record_id := (new.data ->> 'order_id')::uuid;
  elsif policy.about = 'registrations' or new.channel = 'sms' then
    select record_type, id into new.record_type, new.record_id
    from private.registrations where reference = coalesce(new.data ->> 'code', new.data ->> 'reference');
    if new.record_id is null then
      select 'orders', id into new.record_type, new.record_id from public.orders where code = new.data ->> 'code';
    end if;
  elsif policy.limited = 'form' and policy.about = any (private.admin_types()) then
    execute format('select id from public.%I where created_at = now() and email = $1', policy.about)
      into new.record_id using new.recipient;
    new.record_type := case when new.record_id is not null then policy.about end;
  end if;
  if policy.waits_for_undo and new.record_type = any (private.undoable_types()) and (select auth.uid()) is not null then
    new.next_attempt_at := new.created_at + private.undo_period();
  end if;
  return new;
end $$;

-- As staff see it: what it is about, where no record is named as well.
create view private.mails with (security_invoker = true) as
  select mail.id, mail.channel, mail.template,
    case when mail.recipient like 'erased:%' then 'Erased' else mail.recipient end as recipient,
    mail.status as state, mail.attempts, mail.last_error,
    mail.created_at, case when mail.status = 'waiting' then mail.next_attempt_at end as next_attempt_at, mail.sent_at,
    mail.status = 'failed' and mail.data <> '{}' or mail.status = 'waiting' and mail.attempts > 0 as can_resend, mail.record_type, mail.record_id,
    -- Not joined: a page is read in the order of an index.
    coalesce(mail.record_type, case
      when mail.template in (select template from private.mail_templates where about = 'newsletter_subscriptions')
        then 'newsletter_subscriptions'
      else 'accounts'
    end) as subject,
    -- As the indexes know it: to search by, and never shown.
    mail.recipient as address
  from private.mail_outbox as mail;

create function private.after_mail_outcome() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.template = any (private.registration_news()) then
    perform private.note_untold_registration(new);
  end if;
  if new.status = 'failed' then
    perform private.note_unreached_mail(new);
  elsif new.record_type = 'orders' then
    -- Sent again, or the same news later: its buyer has it now.
    delete from private.untold_news as untold
    where untold.order_id = new.record_id and untold.template = new.template and untold.since <= new.created_at;
  end if;
  return null;
end $$;

-- What staff call this kind of mail; of one that is gone since, the words of its code.
create function private.name_mail(template text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select nullif(known.name, '') from private.mail_templates as known where known.template = $1),
    upper(left($1, 1)) || replace(substr($1, 2), '_', ' '))
$$;

create trigger name_mail_record before insert on private.mail_outbox
  for each row execute function private.name_mail_record();

-- It failed, or news of a registration or an order went out.
create trigger after_mail_outcome after update of status on private.mail_outbox
  for each row when (new.status <> old.status and (new.status = 'failed'
    or new.status = 'sent' and (new.record_type = 'orders' or new.template = any (private.registration_news()))))
  execute function private.after_mail_outcome();

-- What became of it: that it was written, and that a worker has taken it up, is over shortly.
create trigger notify_admin after update of status on private.mail_outbox
  for each row when (new.status is distinct from old.status and new.status <> 'sending')
  execute function private.notify_admin('mails', 'record_id');

alter table private.mail_templates enable row level security;
revoke all on table private.mail_templates from public, anon, authenticated, service_role;

revoke all on table private.mails from public, anon, authenticated, service_role;

alter table private.mail_outbox enable row level security;
revoke all on table private.mail_outbox from public, anon, authenticated, service_role;
grant select on table private.mail_outbox to service_role;

revoke all on function
  private.after_mail_outcome(), private.claim_mails(integer, integer), private.confirm_form(text, text, jsonb),
  private.enqueue_mail(text, text, jsonb, text), private.enqueue_sms(text, text, jsonb, text),
  private.erased_recipient(text), private.forget_mails(timestamp with time zone), private.forget_recipients(uuid[]),
  private.is_secret_mail(text, jsonb),
  private.mark_mail_failed(uuid, text, timestamp with time zone), private.mark_mails_sent(uuid[], text[]),
  private.may_text_code(text), private.may_write_form_mail(text), private.ms_until_next_mail(), private.name_mail(text),
  private.name_mail_record(), private.sends_sms()
  from public, anon, authenticated, service_role;
grant execute on function
  private.claim_mails(integer, integer), private.forget_mails(timestamp with time zone),
  private.mark_mail_failed(uuid, text, timestamp with time zone), private.mark_mails_sent(uuid[], text[]),
  private.ms_until_next_mail()
  to service_role;
grant execute on function private.enqueue_mail(text, text, jsonb, text) to service_role, supabase_auth_admin;
grant execute on function private.enqueue_sms(text, text, jsonb, text) to supabase_auth_admin;
