-- Mails are found by whom they went to, not by address alone: the name, the phone or the reference leads to it.

-- The addresses and numbers of everybody whom the words name, wherever the house has them.
create function private.addresses_named(patterns text[]) returns setof text
language plpgsql stable security definer set search_path = ''
as $$
declare
  question text;
begin
  select string_agg(format('select unnest(array[%s]) from public.%I as s where (%s) ilike any ($1) and (%s)',
      (select string_agg(format('s.%I', name), ', ') from unnest(columns) as name where name ~ '(email|phone)$'), source,
      regexp_replace(private.search_expression(columns), 'coalesce\((\w+),', 'coalesce(s.\1,', 'g'),
      (select string_agg(format('s.%I ilike any ($1)', name), ' or ') from unnest(columns) as name
        where name ~ '(name|person|email|phone|reference)$')), ' union ')
    into question
  from (select distinct on (source) source, columns from private.searched_texts where 'email' = any (columns)
    or 'contact_email' = any (columns) order by source) as known
  where source <> 'newsletter_subscriptions';
  return query execute question using patterns;
end $$;

-- As before (20261121003200), and by whom the words name.
create or replace function public.list_mails(
  only_state text default null, search text default null, page_index integer default 0, page_size integer default 10
) returns table (id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text,
  created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz, can_resend boolean, total bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  words text := nullif(btrim(list_mails.search), '');
  patterns text[] := private.search_patterns(words);
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
      and (words is null or mail.recipient ilike any (patterns) or mail.template ilike any (patterns)
        or mail.recipient in (select private.addresses_named(patterns)))
    order by mail.created_at desc, mail.id
    limit least(greatest(page_size, 1), 100) offset greatest(page_index, 0)::bigint * least(greatest(page_size, 1), 100);
end $$;

revoke all on function private.addresses_named(text[]) from public;
