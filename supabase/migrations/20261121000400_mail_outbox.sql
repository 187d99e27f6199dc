-- Mail waits here, written in the same transaction as what it tells; a worker sends it, once, with retries.

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
  constraint mail_outbox_template_form check (template ~ '^[a-z_]{1,60}$'),
  constraint mail_outbox_recipient_length check (char_length(recipient) between 3 and 320),
  constraint mail_outbox_status_known check (status in ('waiting', 'sending', 'sent', 'failed')),
  constraint mail_outbox_dedupe_key_unique unique (dedupe_key)
);
comment on column private.mail_outbox.data is 'What the template needs: links, names. Emptied once sent or given up.';

create index mail_outbox_due_idx on private.mail_outbox (next_attempt_at) where status in ('waiting', 'sending');

alter table private.mail_outbox enable row level security;
revoke all on table private.mail_outbox from public, anon, authenticated;
grant select on table private.mail_outbox to service_role;

-- Security definer: callers may add a mail, and neither read nor change the outbox.
-- The same dedupe_key again answers the mail that is there and adds none.
create function private.enqueue_mail(template text, recipient text, data jsonb, dedupe_key text default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  mail_id uuid;
begin
  insert into private.mail_outbox (template, recipient, data, dedupe_key)
  values (enqueue_mail.template, enqueue_mail.recipient, coalesce(enqueue_mail.data, '{}'), enqueue_mail.dedupe_key)
  on conflict on constraint mail_outbox_dedupe_key_unique do nothing
  returning id into mail_id;
  if mail_id is null then
    select id into mail_id from private.mail_outbox where mail_outbox.dedupe_key = enqueue_mail.dedupe_key;
  else
    perform pg_notify('mail_outbox', '');
  end if;
  return mail_id;
end $$;

-- Up to `batch` mails that are due, for this worker alone until the lease ends. A mail whose worker died is due
-- again then. Oldest first.
create function private.claim_mails(batch integer, lease_seconds integer) returns setof private.mail_outbox
language sql security definer set search_path = ''
as $$
  with due as (
    select id from private.mail_outbox
    where (status = 'waiting' and next_attempt_at <= now()) or (status = 'sending' and lease_until <= now())
    order by next_attempt_at, created_at
    limit batch
    for update skip locked
  ), claimed as (
    update private.mail_outbox set
      status = 'sending',
      attempts = attempts + 1,
      lease_until = now() + make_interval(secs => lease_seconds)
    from due where mail_outbox.id = due.id
    returning mail_outbox.*
  )
  select * from claimed order by next_attempt_at, created_at
$$;

create function private.mark_mail_sent(mail_id uuid, message_id text) returns void
language sql security definer set search_path = ''
as $$
  update private.mail_outbox set
    status = 'sent', message_id = $2, sent_at = now(), data = '{}', lease_until = null, last_error = null
  where id = $1 and status = 'sending'
$$;

-- Without retry_at the mail is given up.
create function private.mark_mail_failed(mail_id uuid, error text, retry_at timestamptz) returns void
language sql security definer set search_path = ''
as $$
  update private.mail_outbox set
    status = case when $3 is null then 'failed' else 'waiting' end,
    next_attempt_at = coalesce($3, next_attempt_at),
    data = case when $3 is null then '{}' else data end,
    last_error = left($2, 500),
    lease_until = null
  where id = $1 and status = 'sending'
$$;

-- An address is personal data: a mail that was sent or given up is forgotten when nobody asks about it any more.
create function private.forget_mails(before timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from private.mail_outbox where status in ('sent', 'failed') and created_at < before;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

revoke all on function private.forget_mails(timestamptz) from public;
grant execute on function private.forget_mails(timestamptz) to service_role;

revoke all on function private.enqueue_mail(text, text, jsonb, text), private.claim_mails(integer, integer),
  private.mark_mail_sent(uuid, text), private.mark_mail_failed(uuid, text, timestamptz) from public;
grant execute on function private.enqueue_mail(text, text, jsonb, text) to service_role, supabase_auth_admin;
grant execute on function private.claim_mails(integer, integer), private.mark_mail_sent(uuid, text),
  private.mark_mail_failed(uuid, text, timestamptz) to service_role;
