-- Every list of the desk is a file too: corrections, people to phone, mails and the audit trail, which are no lists of
-- find_records. Views are read as they are; the other two by functions that ask for the right.

-- As before (20261122001100), and of those four.
create or replace function public.start_export(list text, format text, filters jsonb default '{}', unmasked boolean default false)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_strong_right('exports.make');
  if list in ('correction_requests', 'people_to_phone') then
    if private.registrations_with('read') = '{}' then
      raise exception 'permission denied to read %', list using errcode = '42501';
    end if;
  elsif list = 'mails' then
    perform private.require_strong_right('mails.read');
  elsif list = 'audit_trail' then
    perform private.require_strong_right('audit_events.read');
  else
    perform private.open_list(list);
  end if;
  if unmasked then
    perform private.require_strong_right('exports.unmasked');
  end if;
  perform private.record_audit('export', list, null, null,
    jsonb_build_object('format', left(format, 10), 'filters', filters, 'unmasked', coalesce(unmasked, false)));
  return coalesce(unmasked, false);
end $$;

-- The thousand mails that come after one of them, as list_mails finds them.
create function public.next_mails(
  only_state text default null, search text default null, after_time text default null, after_id uuid default null
) returns table (id uuid, list_time text, channel text, template text, recipient text, state text, attempts integer,
  last_error text, created_at timestamptz, sent_at timestamptz, record_type text)
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
    select mail.id, mail.created_at::text, mail.channel, mail.template, mail.recipient, mail.status, mail.attempts,
      mail.last_error, mail.created_at, mail.sent_at, mail.record_type
    from private.mail_outbox as mail
    where private.mail_subject(mail.template, mail.record_type) = any (subjects)
      and (next_mails.only_state is null or mail.status = next_mails.only_state)
      and (words is null or mail.recipient ilike any (patterns) or mail.template ilike any (patterns)
        or mail.recipient in (select private.addresses_named(patterns)))
      and (last_time is null or (mail.created_at <= last_time and (mail.created_at < last_time or mail.id > after_id)))
    order by mail.created_at desc, mail.id
    limit 1000;
end $$;

-- How many search_audit finds; with words it reads all of them, as it would.
create function public.count_audit(search text default null, since timestamptz default null, until timestamptz default null)
returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_count bigint := 0;
  last_id bigint;
  page bigint[];
begin
  if nullif(btrim(search), '') is null and private.has_permission('audit_events.read') then
    return (select count(*) from public.audit_trail as entry
      where (count_audit.since is null or entry.created_at >= count_audit.since)
        and (count_audit.until is null or entry.created_at < count_audit.until));
  end if;
  loop
    page := array(select entry.id from public.search_audit(count_audit.search, null, null, null, count_audit.since,
      count_audit.until, last_id, 1000) as entry);
    found_count := found_count + cardinality(page);
    exit when cardinality(page) < 1000;
    last_id := page[1000];
  end loop;
  return found_count;
end $$;

revoke all on function public.next_mails(text, text, text, uuid), public.count_audit(text, timestamptz, timestamptz)
  from public, anon, authenticated, service_role;
grant execute on function public.next_mails(text, text, text, uuid), public.count_audit(text, timestamptz, timestamptz)
  to authenticated;
-- The file of a view finds what its list finds.
grant execute on function private.search_patterns(text) to authenticated;
