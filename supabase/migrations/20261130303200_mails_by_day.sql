DROP FUNCTION "public"."list_mails"(text, text, integer, integer, boolean);

DROP FUNCTION "public"."next_mails"(text, text, text, uuid);

CREATE OR REPLACE FUNCTION public.list_mails(only_state text DEFAULT NULL::text, search text DEFAULT NULL::text, page_index integer DEFAULT 0, page_size integer DEFAULT 10, oldest_first boolean DEFAULT false, since date DEFAULT NULL::date, until date DEFAULT NULL::date)
 RETURNS TABLE(id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text, created_at timestamp with time zone, next_attempt_at timestamp with time zone, sent_at timestamp with time zone, can_resend boolean, total bigint, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "public"."list_mails"(text, text, integer, integer, boolean, date, date) FROM "service_role";

CREATE OR REPLACE FUNCTION public.next_mails(only_state text DEFAULT NULL::text, search text DEFAULT NULL::text, after_time text DEFAULT NULL::text, after_id uuid DEFAULT NULL::uuid, since date DEFAULT NULL::date, until date DEFAULT NULL::date)
 RETURNS TABLE(id uuid, list_time text, channel text, template text, recipient text, state text, attempts integer, last_error text, created_at timestamp with time zone, sent_at timestamp with time zone, record_type text, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "public"."next_mails"(text, text, text, uuid, date, date) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."list_mails"(text, text, integer, integer, boolean, date, date) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_mails"(text, text, integer, integer, boolean, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."next_mails"(text, text, text, uuid, date, date) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."next_mails"(text, text, text, uuid, date, date) TO "authenticated";
