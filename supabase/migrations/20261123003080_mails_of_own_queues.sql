-- Whoever reads mails reads those about what they may read; the newsletter's belong to the newsletter, and those about
-- accounts and staff to whoever manages them (decision 34).

-- What a mail is about: a kind of record, the newsletter, or an account.
create function private.mail_subject(template text, record_type text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(record_type, case when template ~ '^newsletter_' then 'newsletter_subscriptions' else 'accounts' end)
$$;

-- Those that the caller reads mails about; asked once for each call.
create function private.own_mail_subjects() returns text[]
language sql stable set search_path = ''
as $$
  select case when private.has_permission('mails.read') then private.desk_types_with('read')
    || case when private.has_permission('newsletter_subscriptions.read') then array['newsletter_subscriptions'] else '{}' end
    || case when private.has_permission('roles.manage') then array['accounts'] else '{}' end
  else '{}' end
$$;

-- As before (20261122001120), of the caller's own queues.
create or replace function public.list_mails(
  only_state text default null, search text default null, page_index integer default 0, page_size integer default 10
) returns table (id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text,
  created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz, can_resend boolean, total bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  words text := nullif(btrim(list_mails.search), '');
  patterns text[] := private.search_patterns(words);
  subjects text[] := private.own_mail_subjects();
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.channel, mail.template, mail.recipient, mail.status, mail.attempts, mail.last_error,
      mail.created_at, case when mail.status = 'waiting' then mail.next_attempt_at end, mail.sent_at,
      mail.status = 'failed' and mail.data <> '{}' or mail.status = 'waiting', count(*) over ()
    from private.mail_outbox as mail
    where private.mail_subject(mail.template, mail.record_type) = any (subjects)
      and (list_mails.only_state is null or mail.status = list_mails.only_state)
      and (words is null or mail.recipient ilike any (patterns) or mail.template ilike any (patterns)
        or mail.recipient in (select private.addresses_named(patterns)))
    order by mail.created_at desc, mail.id
    limit least(greatest(page_size, 1), 100) offset greatest(page_index, 0)::bigint * least(greatest(page_size, 1), 100);
end $$;

-- As before (20261122001205), of the caller's own queues.
create or replace function public.find_mail(mail_id uuid) returns table (id uuid, channel text, template text, recipient text,
  state text, attempts integer, last_error text, created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz,
  can_resend boolean, record_type text, record_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  subjects text[] := private.own_mail_subjects();
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.channel, mail.template, mail.recipient, mail.status, mail.attempts, mail.last_error,
      mail.created_at, case when mail.status = 'waiting' then mail.next_attempt_at end, mail.sent_at,
      mail.status = 'failed' and mail.data <> '{}' or mail.status = 'waiting', mail.record_type, mail.record_id
    from private.mail_outbox as mail
    where mail.id = find_mail.mail_id and private.mail_subject(mail.template, mail.record_type) = any (subjects);
end $$;

-- As before (20261121003200), of the caller's own queues.
create or replace function public.resend_mail(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  subjects text[] := private.own_mail_subjects();
begin
  if (select auth.uid()) is null or not private.has_permission('mails.resend') then
    raise exception 'permission denied to send mails again' using errcode = '42501';
  end if;
  update private.mail_outbox as mail set status = 'waiting', next_attempt_at = now(), last_error = null,
    attempts = case when mail.status = 'failed' then 0 else mail.attempts end
  where mail.id = resend_mail.id and (mail.status = 'waiting' or (mail.status = 'failed' and mail.data <> '{}'))
    and private.mail_subject(mail.template, mail.record_type) = any (subjects);
  if not found then
    raise exception 'This mail cannot be sent again' using errcode = 'P0002';
  end if;
  perform private.record_audit('resend', 'mails', resend_mail.id::text);
  perform pg_notify('mail_outbox', '');
end $$;

revoke all on function private.mail_subject(text, text), private.own_mail_subjects() from public;
