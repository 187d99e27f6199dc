-- Mails as staff see them: lists, what went wrong, sending again.

-- since and until are days in Lagos, both of them in it.
create function public.list_mails(
  only_state text default null, search text default null, page_index integer default 0, page_size integer default 10,
  oldest_first boolean default false, since date default null, until date default null
) returns table (id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text,
  created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz, can_resend boolean, total bigint,
  name text)
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
    select mail.id, mail.channel, mail.template, mail.recipient, mail.state, mail.attempts, mail.last_error,
      mail.created_at, mail.next_attempt_at, mail.sent_at, mail.can_resend, count(*) over (),
      private.name_mail(mail.template)
    from private.mails as mail
    where mail.subject = any (subjects)
      and (list_mails.only_state is null or mail.state = list_mails.only_state)
      and (list_mails.since is null or mail.created_at >= list_mails.since::timestamp at time zone 'Africa/Lagos')
      and (list_mails.until is null or mail.created_at < (list_mails.until + 1)::timestamp at time zone 'Africa/Lagos')
      and (words is null or mail.address ilike any (patterns) or mail.template in
          (select known.template from private.mail_templates as known where known.name ilike any (patterns))
        or mail.address in (select private.addresses_named(patterns)))
    order by case when oldest_first then mail.created_at end, mail.created_at desc, mail.id
    limit least(greatest(page_size, 1), 100) offset greatest(page_index, 0)::bigint * least(greatest(page_size, 1), 100);
end $$;

-- A mail that failed starts again; one that waits goes at once.
create function public.resend_mail(id uuid) returns void
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
  where mail.id = (select sent.id from private.mails as sent
      where sent.id = resend_mail.id and sent.subject = any (subjects) and sent.can_resend)
    -- Asked of the row that is locked too: a worker may have sent it since it was read.
    and (mail.status = 'waiting' and mail.attempts > 0 or mail.status = 'failed' and mail.data <> '{}');
  if not found then
    raise exception 'This mail cannot be sent again' using errcode = 'P0002';
  end if;
  perform private.record_audit('resend', 'mails', resend_mail.id::text);
  perform pg_notify('mail_outbox', '');
end $$;

-- One mail with the record that it is about, as list_mails shows many.
create function public.find_mail(mail_id uuid) returns table (id uuid, channel text, template text, recipient text,
  state text, attempts integer, last_error text, created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz,
  can_resend boolean, record_type text, record_id uuid, name text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  subjects text[] := private.own_mail_subjects();
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.channel, mail.template, mail.recipient, mail.state, mail.attempts, mail.last_error,
      mail.created_at, mail.next_attempt_at, mail.sent_at, mail.can_resend, mail.record_type, mail.record_id,
      private.name_mail(mail.template)
    from private.mails as mail where mail.id = find_mail.mail_id and mail.subject = any (subjects);
end $$;

-- What went out about one record, for anyone who may read the record: that it waits, was sent or failed, and when. The
-- address and what the other side said belong to the right to read mails.
create function public.list_record_mails(record_type text, record_id uuid)
returns table (id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text,
  created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz, can_resend boolean,
  name text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  may_read boolean;
begin
  perform private.require_admin_right(list_record_mails.record_type, 'read');
  may_read := private.has_permission('mails.read');
  return query
    select mail.id, mail.channel, mail.template, case when may_read then mail.recipient end, mail.state, mail.attempts,
      case when may_read then mail.last_error end, mail.created_at, mail.next_attempt_at, mail.sent_at, mail.can_resend,
      private.name_mail(mail.template)
    from private.mails as mail
    where mail.record_id = list_record_mails.record_id and mail.record_type = list_record_mails.record_type
    order by mail.created_at desc, mail.id
    limit 50;
end $$;

-- The thousand mails that come after one of them, as list_mails finds them.
create function public.next_mails(
  only_state text default null, search text default null, after_time text default null, after_id uuid default null,
  since date default null, until date default null
) returns table (id uuid, list_time text, channel text, template text, recipient text, state text, attempts integer,
  last_error text, created_at timestamptz, sent_at timestamptz, record_type text, name text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  words text := nullif(btrim(next_mails.search), '');
  patterns text[] := private.search_patterns(words);
  subjects text[] := private.own_mail_subjects();
  last_time timestamptz := after_time;
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.created_at::text, mail.channel, mail.template, mail.recipient, mail.state, mail.attempts,
      mail.last_error, mail.created_at, mail.sent_at, mail.record_type, private.name_mail(mail.template)
    from private.mails as mail
    where mail.subject = any (subjects)
      and (next_mails.only_state is null or mail.state = next_mails.only_state)
      and (next_mails.since is null or mail.created_at >= next_mails.since::timestamp at time zone 'Africa/Lagos')
      and (next_mails.until is null or mail.created_at < (next_mails.until + 1)::timestamp at time zone 'Africa/Lagos')
      and (words is null or mail.address ilike any (patterns) or mail.template in
          (select known.template from private.mail_templates as known where known.name ilike any (patterns))
        or mail.address in (select private.addresses_named(patterns)))
      and (last_time is null or (mail.created_at <= last_time and (mail.created_at < last_time or mail.id > after_id)))
    order by mail.created_at desc, mail.id
    limit 1000;
end $$;

create function private.addresses_named(patterns text[]) returns setof text
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  return query select unnest(known.addresses) from private.addressees as known
    where known.words ilike any (patterns) and known.names ilike any (patterns);
end $$;

-- Those that the caller reads mails about; called once for each call.
create function private.own_mail_subjects() returns text[]
language sql stable set search_path = ''
as $$
  select case when private.has_permission('mails.read') then private.admin_types_with('read')
    || case when private.has_permission('newsletter_subscriptions.read') then array['newsletter_subscriptions'] else '{}' end
    || case when private.has_permission('roles.manage') then array['accounts'] else '{}' end
  else '{}' end
$$;

revoke all on function
  private.addresses_named(text[]), private.own_mail_subjects(), public.find_mail(uuid),
  public.list_mails(text, text, integer, integer, boolean, date, date), public.list_record_mails(text, uuid),
  public.next_mails(text, text, text, uuid, date, date), public.resend_mail(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.find_mail(uuid), public.list_mails(text, text, integer, integer, boolean, date, date), public.list_record_mails(text, uuid),
  public.next_mails(text, text, text, uuid, date, date), public.resend_mail(uuid)
  to authenticated;
