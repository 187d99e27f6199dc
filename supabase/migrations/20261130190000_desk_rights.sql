DROP POLICY "Staff read their own views, and those that colleagues share" ON "public"."saved_views";

DROP POLICY "Staff save views of their own" ON "public"."saved_views";

DROP VIEW "private"."addressees";

DROP VIEW "private"."products_texts";

CREATE OR REPLACE FUNCTION private.identify_person(record private.person_records, kinds text[], OUT accounts uuid[], OUT phones text[], OUT emails text[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  led_to uuid[];
  near uuid[];
begin
  accounts := array_remove(array[record.user_id], null);
  phones := case when record.phone ~ '[1-9]' then array[record.phone] else '{}' end;
  emails := array_remove(array[lower(record.email)], null);
  if accounts = '{}' and (phones <> '{}' or emails <> '{}') then
    near := array(select id from private.list_person_records(kinds, '{}', phones, case when phones = '{}' then emails else '{}' end));
    select coalesce(array_agg(distinct known.user_id), '{}') into led_to
    from private.person_records as known where known.id = any (near) and known.user_id is not null;
    if cardinality(led_to) = 1 then
      accounts := led_to;
    end if;
  end if;
  if accounts <> '{}' then
    near := array(select id from private.list_person_records(kinds, accounts, '{}', '{}'));
    select array(
        select phone from (
          select newest.phone, max(newest.created_at) as latest
          from (
            select known.phone, known.created_at from private.person_records as known where known.id = any (near)
            union all
            select account.phone, account.created_at from public.profiles as account
            where account.id = any (accounts) and private.has_permission('profiles.read')
          ) as newest
          where newest.phone ~ '[1-9]' and newest.phone <> all (phones)
          group by newest.phone order by latest desc limit 5
        ) as own) || phones,
      array(
        select email from (
          select newest.email, max(newest.created_at) as latest
          from (
            select lower(known.email) as email, known.created_at from private.person_records as known where known.id = any (near)
            union all
            select lower(account.email), account.created_at from public.profiles as account
            where account.id = any (accounts) and private.has_permission('profiles.read')
          ) as newest
          where newest.email is not null and newest.email <> all (emails)
          group by newest.email order by latest desc limit 5
        ) as own) || emails
      into phones, emails;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_incoming(kind text, record_type text, record_id uuid, people uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with first_asked as (
    select person from unnest($4) as person where private.person_has_permission(person, private.task_permission($2))
  )
  select private.notify_staff(reader.person, $1, $2, $3)
  from (
    select first_asked.person from first_asked
    union all
    select held.user_id from public.user_roles as held
    where not exists (select from first_asked) and private.person_has_permission(held.user_id, private.admin_permission($2, 'decide'))
      and private.person_has_permission(held.user_id, 'records.work')
  ) as reader
  where not exists (
    select from public.staff_notices as earlier
    where earlier.user_id = reader.person and earlier.record_id = $3 and earlier.kind = $1 and earlier.read_at is null
  )
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_unproved(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.notify_of_incoming('unproved', $1, $2, array(select work.assignee_id from public.record_work as work
    where work.record_type = $1 and work.record_id = $2 and work.assignee_id is not null))
$function$;

CREATE OR REPLACE FUNCTION private.readable_lists()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.admin_types_with('read')
    || array(select part.queue from private.admin_queues as part
      where private.has_permission(coalesce(part.permission, private.admin_permission(part.source, 'read'))))
    || case when private.registrations_with('read') <> '{}' then array['correction_requests', 'people_to_phone'] else '{}' end
    || case when private.has_permission('mails.read') then array['mails'] else '{}' end
    || case when private.has_permission('breaches.read') then array['breaches'] else '{}' end
$function$;

CREATE OR REPLACE FUNCTION public.send_order_message(order_id uuid, body text, context jsonb DEFAULT '{}'::jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  message_id bigint;
  own public.orders := private.find_own_order(order_id, context);
  said text := coalesce(private.clean_text(body), '');
begin
  perform pg_advisory_xact_lock(hashtextextended('order message ' || own.id, 0));
  if (select count(*) >= 30 from public.order_messages as message
      where message.order_id = own.id and not is_from_staff and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  elsif said = '' then
    raise exception 'Write your message first.' using errcode = '23514', hint = 'body';
  elsif char_length(said) > 2000 then
    raise exception 'Write a message of at most 2000 characters' using errcode = '23514', hint = 'body';
  end if;
  insert into public.order_messages (order_id, is_from_staff, author_id, body)
  values (own.id, false, (select auth.uid()), said)
  returning id into message_id;
  return message_id;
end $function$;

CREATE VIEW "private"."addressees" WITH (security_invoker=true) AS  SELECT ARRAY[buyers.contact_email, buyers.contact_phone] AS addresses,
    ((((((((((((COALESCE(buyers.company_name, ''::text) || chr(31)) || COALESCE(buyers.business_type, ''::text)) || chr(31)) || COALESCE(buyers.contact_first_name, ''::text)) || chr(31)) || COALESCE(buyers.contact_last_name, ''::text)) || chr(31)) || COALESCE(buyers.contact_email, ''::text)) || chr(31)) || COALESCE(buyers.contact_phone, ''::text)) || chr(31)) || COALESCE(buyers.reference, ''::text)) AS words,
    ((((((((((COALESCE(buyers.company_name, ''::text) || chr(31)) || COALESCE(buyers.contact_first_name, ''::text)) || chr(31)) || COALESCE(buyers.contact_last_name, ''::text)) || chr(31)) || COALESCE(buyers.contact_email, ''::text)) || chr(31)) || COALESCE(buyers.contact_phone, ''::text)) || chr(31)) || COALESCE(buyers.reference, ''::text)) AS names
   FROM public.buyers
  WHERE ( SELECT private.has_permission('buyers.read'::text) AS has_permission)
UNION ALL
 SELECT ARRAY[contact_messages.email, contact_messages.phone] AS addresses,
    ((((((COALESCE(contact_messages.name, ''::text) || chr(31)) || COALESCE(contact_messages.email, ''::text)) || chr(31)) || COALESCE(contact_messages.phone, ''::text)) || chr(31)) || COALESCE(contact_messages.message, ''::text)) AS words,
    ((((COALESCE(contact_messages.name, ''::text) || chr(31)) || COALESCE(contact_messages.email, ''::text)) || chr(31)) || COALESCE(contact_messages.phone, ''::text)) AS names
   FROM public.contact_messages
  WHERE ( SELECT private.has_permission('contact_messages.read'::text) AS has_permission)
UNION ALL
 SELECT ARRAY[farmers.phone, farmers.contact_email] AS addresses,
    ((((((((((COALESCE(farmers.farm_name, ''::text) || chr(31)) || COALESCE(farmers.location, ''::text)) || chr(31)) || COALESCE(farmers.contact_name, ''::text)) || chr(31)) || COALESCE(farmers.phone, ''::text)) || chr(31)) || COALESCE(farmers.contact_email, ''::text)) || chr(31)) || COALESCE(farmers.reference, ''::text)) AS words,
    ((((((((COALESCE(farmers.farm_name, ''::text) || chr(31)) || COALESCE(farmers.contact_name, ''::text)) || chr(31)) || COALESCE(farmers.phone, ''::text)) || chr(31)) || COALESCE(farmers.contact_email, ''::text)) || chr(31)) || COALESCE(farmers.reference, ''::text)) AS names
   FROM public.farmers
  WHERE ( SELECT private.has_permission('farmers.read'::text) AS has_permission)
UNION ALL
 SELECT ARRAY[investors.contact_email, investors.contact_phone] AS addresses,
    ((((((((((COALESCE(investors.company_name, ''::text) || chr(31)) || COALESCE(investors.investor_type, ''::text)) || chr(31)) || COALESCE(investors.contact_name, ''::text)) || chr(31)) || COALESCE(investors.contact_email, ''::text)) || chr(31)) || COALESCE(investors.contact_phone, ''::text)) || chr(31)) || COALESCE(investors.reference, ''::text)) AS words,
    ((((((((COALESCE(investors.company_name, ''::text) || chr(31)) || COALESCE(investors.contact_name, ''::text)) || chr(31)) || COALESCE(investors.contact_email, ''::text)) || chr(31)) || COALESCE(investors.contact_phone, ''::text)) || chr(31)) || COALESCE(investors.reference, ''::text)) AS names
   FROM public.investors
  WHERE ( SELECT private.has_permission('investors.read'::text) AS has_permission)
UNION ALL
 SELECT ARRAY[job_applications.email, job_applications.phone] AS addresses,
    ((((((COALESCE(job_applications.full_name, ''::text) || chr(31)) || COALESCE(job_applications.email, ''::text)) || chr(31)) || COALESCE(job_applications.phone, ''::text)) || chr(31)) || COALESCE(job_applications.position_title, ''::text)) AS words,
    ((((COALESCE(job_applications.full_name, ''::text) || chr(31)) || COALESCE(job_applications.email, ''::text)) || chr(31)) || COALESCE(job_applications.phone, ''::text)) AS names
   FROM public.job_applications
  WHERE ( SELECT private.has_permission('job_applications.read'::text) AS has_permission)
UNION ALL
 SELECT ARRAY[order_contacts.phone, order_contacts.email] AS addresses,
    ((((COALESCE(order_contacts.name, ''::text) || chr(31)) || COALESCE(order_contacts.phone, ''::text)) || chr(31)) || COALESCE(order_contacts.email, ''::text)) AS words,
    ((((COALESCE(order_contacts.name, ''::text) || chr(31)) || COALESCE(order_contacts.phone, ''::text)) || chr(31)) || COALESCE(order_contacts.email, ''::text)) AS names
   FROM public.order_contacts
  WHERE ( SELECT private.has_permission('orders.read'::text) AS has_permission)
UNION ALL
 SELECT ARRAY[order_requests.email, order_requests.phone] AS addresses,
    ((((((COALESCE(order_requests.company_name, ''::text) || chr(31)) || COALESCE(order_requests.contact_person, ''::text)) || chr(31)) || COALESCE(order_requests.email, ''::text)) || chr(31)) || COALESCE(order_requests.phone, ''::text)) AS words,
    ((((((COALESCE(order_requests.company_name, ''::text) || chr(31)) || COALESCE(order_requests.contact_person, ''::text)) || chr(31)) || COALESCE(order_requests.email, ''::text)) || chr(31)) || COALESCE(order_requests.phone, ''::text)) AS names
   FROM public.order_requests
  WHERE ( SELECT private.has_permission('orders.read'::text) AS has_permission)
UNION ALL
 SELECT ARRAY[partnership_applications.email, partnership_applications.phone] AS addresses,
    ((((((((COALESCE(partnership_applications.company_name, ''::text) || chr(31)) || COALESCE(partnership_applications.contact_person, ''::text)) || chr(31)) || COALESCE(partnership_applications.email, ''::text)) || chr(31)) || COALESCE(partnership_applications.phone, ''::text)) || chr(31)) || COALESCE(partnership_applications.country, ''::text)) AS words,
    ((((((COALESCE(partnership_applications.company_name, ''::text) || chr(31)) || COALESCE(partnership_applications.contact_person, ''::text)) || chr(31)) || COALESCE(partnership_applications.email, ''::text)) || chr(31)) || COALESCE(partnership_applications.phone, ''::text)) AS names
   FROM public.partnership_applications
  WHERE ( SELECT private.has_permission('partnership_applications.read'::text) AS has_permission)
UNION ALL
 SELECT ARRAY[profiles.email, profiles.phone] AS addresses,
    ((((COALESCE(profiles.full_name, ''::text) || chr(31)) || COALESCE(profiles.email, ''::text)) || chr(31)) || COALESCE(profiles.phone, ''::text)) AS words,
    ((((COALESCE(profiles.full_name, ''::text) || chr(31)) || COALESCE(profiles.email, ''::text)) || chr(31)) || COALESCE(profiles.phone, ''::text)) AS names
   FROM public.profiles
  WHERE ( SELECT private.has_permission('profiles.read'::text) AS has_permission)
UNION ALL
 SELECT ARRAY[training_enrolments.contact_email, training_enrolments.phone] AS addresses,
    ((((((((COALESCE(training_enrolments.contact_name, ''::text) || chr(31)) || COALESCE(training_enrolments.contact_email, ''::text)) || chr(31)) || COALESCE(training_enrolments.phone, ''::text)) || chr(31)) || COALESCE(training_enrolments.city, ''::text)) || chr(31)) || COALESCE(training_enrolments.reference, ''::text)) AS words,
    ((((((COALESCE(training_enrolments.contact_name, ''::text) || chr(31)) || COALESCE(training_enrolments.contact_email, ''::text)) || chr(31)) || COALESCE(training_enrolments.phone, ''::text)) || chr(31)) || COALESCE(training_enrolments.reference, ''::text)) AS names
   FROM public.training_enrolments
  WHERE ( SELECT private.has_permission('training_enrolments.read'::text) AS has_permission);

revoke all on table private.addressees from public, anon, authenticated;

CREATE VIEW "private"."products_texts" WITH (security_invoker=true) AS  SELECT t.id,
    ((((((COALESCE(t.name, ''::text) || chr(31)) || COALESCE(t.farmer_name, ''::text)) || chr(31)) || COALESCE(t.location, ''::text)) || chr(31)) || COALESCE(t.category, ''::text)) AS words
   FROM public.products t
UNION ALL
 SELECT t.id,
    ((((((((((COALESCE(s.farm_name, ''::text) || chr(31)) || COALESCE(s.location, ''::text)) || chr(31)) || COALESCE(s.contact_name, ''::text)) || chr(31)) || COALESCE(s.phone, ''::text)) || chr(31)) || COALESCE(s.contact_email, ''::text)) || chr(31)) || COALESCE(s.reference, ''::text)) AS words
   FROM (public.farmers s
     JOIN public.products t ON ((t.farmer_id = s.id)))
  WHERE ( SELECT (private.has_permission('farmers.read'::text) OR private.has_permission('products.write'::text)));

revoke all on table private.products_texts from public, anon, authenticated;

CREATE POLICY "Staff read own and shared views of lists that they may read" ON "public"."saved_views" FOR SELECT TO "authenticated" USING (((list = ANY (( SELECT private.readable_lists() AS readable_lists)::text[])) AND (is_shared OR (owner_id = ( SELECT auth.uid() AS uid)))));

CREATE POLICY "Staff save own views of lists that they may read" ON "public"."saved_views" FOR INSERT TO "authenticated" WITH CHECK (((list = ANY (( SELECT private.readable_lists() AS readable_lists)::text[])) AND (owner_id = ( SELECT auth.uid() AS uid)) AND ((NOT is_shared) OR ( SELECT private.has_permission('records.work'::text) AS has_permission))));

REVOKE ALL ON FUNCTION "private"."notify_of_incoming"(text, text, uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."readable_lists"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."readable_lists"() TO "authenticated";

CREATE OR REPLACE FUNCTION private.notify_followers(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.notify_of_incoming('answer', $1, $2, array(select private.followers_of($1, $2)))
$function$;
