DROP FUNCTION "public"."list_conversation"(text, uuid);

CREATE OR REPLACE FUNCTION private.known_contacts(record_id uuid)
 RETURNS TABLE(kind text, contact text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    with records as (
      select record.* from private.registrations as record
      where record.id in (known_contacts.record_id, private.whole_of(known_contacts.record_id))
    )
    select found.kind, case found.kind when 'email' then lower(found.contact) else private.normalise_phone(found.contact) end
    from (
      select 'email' as kind, record.contact_email as contact from records as record
      union all
      select 'phone' as kind, record.contact_phone as contact from records as record
      union all
      select 'email' as kind, private.proved_address(record.user_id) as contact from records as record
      union all
      select 'phone' as kind, private.proved_number(record.user_id) as contact from records as record
      union all
      select form_field.guard as kind, newest.answers ->> form_field.field as contact
      from records as record
      join private.registration_fields as form_field
        on form_field.form = record.form and form_field.guard in ('email', 'phone') and not form_field.is_secret
      join lateral (
        select sent.answers from public.registration_submissions as sent
        where sent.record_id = record.id order by sent.version desc limit 1
      ) as newest on true
    ) as found
    where found.contact <> '';
end $function$;

CREATE OR REPLACE FUNCTION private.mail_record_message(message_id bigint, recipient text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent public.record_messages;
  asked record;
begin
  select * into strict sent from public.record_messages where id = message_id;
  select first.about_reference, record.user_id is not null as has_account, left(coalesce((
      select came.body from public.record_messages as came
      where came.record_id = first.id and not came.is_from_staff and came.is_proved order by came.id desc limit 1
    ), first.message), 2000) as question
  into asked
  from public.contact_messages as first
  join private.registrations as record on record.id = first.about_id and record.record_type = first.about_type
  where sent.record_type = 'contact_messages' and first.id = sent.record_id;
  update public.record_messages as message set mail_id = private.enqueue_mail('record_message', recipient, jsonb_strip_nulls(
    jsonb_build_object(
      'record_type', sent.record_type,
      'record_id', sent.record_id,
      'position_title', (select application.position_title from public.job_applications as application
        where application.id = sent.record_id),
      'message', sent.body,
      -- Of a message about a registration: which one, and the words that this answers.
      'about_reference', asked.about_reference,
      'has_account', asked.has_account,
      'question', asked.question,
      'files', private.files_to_send(sent.id, null),
      'in_reply_to', (select came.mail_message_id from public.record_messages as came
        where came.record_id = sent.record_id and came.is_proved and came.mail_message_id is not null
        order by came.id desc limit 1))), sent.attempt::text)
  where message.id = sent.id;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_other_contacts(subject private.registrations, other_contacts jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  recipient text;
  phone text;
  details jsonb := jsonb_build_object('code', subject.reference, 'form', subject.form, 'at', now(), 'kinds', other_contacts -> 'kinds');
begin
  if other_contacts is null or subject.is_demo or (
    select count(distinct earlier.created_at) >= 5 from private.mail_outbox as earlier
    where earlier.record_id = subject.id and earlier.template = 'registration_message'
      and earlier.created_at > now() - interval '1 day'
  ) then
    return;
  end if;
  for recipient in
    select lower(record.contact_email) from private.registrations as record
    where record.id in (subject.id, private.whole_of(subject.id)) and record.contact_email <> ''
    union
    select private.proved_address(subject.user_id) where private.proved_address(subject.user_id) is not null
  loop
    if subject.user_id is not null then
      perform private.enqueue_alarm_mail('registration_message', subject.user_id, recipient, details);
    else
      perform private.enqueue_mail('registration_message', recipient, details);
    end if;
  end loop;
  for phone in
    select distinct record.contact_phone from private.registrations as record
    where record.id in (subject.id, private.whole_of(subject.id)) and record.contact_phone ~ '^\+[1-9]'
  loop
    perform private.enqueue_sms('registration_message', phone, jsonb_build_object('code', subject.reference));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.registration_events(record_type text, record_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select jsonb_agg(jsonb_build_object('kind', event.kind, 'at', event.at) order by event.at, event.kind)
    from (
      select 'correction_requested' as kind, request.created_at as at from public.correction_requests as request
      where request.record_type = $1 and request.record_id = $2
      union all
      select case sent.requested_by when 'applicant' then 'changed' else 'sent_again' end as kind, sent.created_at as at
      from public.registration_submissions as sent
      where sent.record_id = $2 and sent.version > 1
      union all
      select decision.to_status as kind, decision.created_at as at from private.standing_decisions as decision
      where decision.record_type = $1 and decision.record_id = $2
        and not exists (select from private.registration_merges as merge
          where merge.younger_id = $2 and merge.created_at = decision.created_at)
      union all
      select changed.kind, changed.at from private.consent_changes($1, $2) as changed
      union all
      select 'merged' as kind, merge.created_at as at from private.registration_merges as merge
      where merge.younger_id = $2
      union all
      select 'message_sent' as kind, written.created_at as at from public.contact_messages as written
      where written.about_type = $1 and written.about_id = $2
      union all
      -- By mail, each time; what was answered by a call alone is marked.
      select 'message_answered' as kind, answer.created_at as at
      from public.contact_messages as written
      join public.record_messages as answer on answer.record_type = 'contact_messages' and answer.record_id = written.id
      where written.about_type = $1 and written.about_id = $2 and answer.is_from_staff
      union all
      select 'message_answered' as kind, written.answered_at as at from public.contact_messages as written
      where written.about_type = $1 and written.about_id = $2 and written.answered_at is not null
        and not exists (select from public.record_messages as answer
          where answer.record_type = 'contact_messages' and answer.record_id = written.id and answer.is_from_staff)
    ) as event
  ), '[]')
$function$;

CREATE OR REPLACE FUNCTION public.list_conversation(record_type text, record_id uuid)
 RETURNS TABLE(id text, is_from_staff boolean, author_name text, from_address text, is_proved boolean, body text, whole_body text, files_left_out integer, files jsonb, mail_id uuid, created_at timestamp with time zone, other_contacts jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_right(list_conversation.record_type, 'read');
  return query
    with thread as (
      select 'first' as id, false as is_from_staff, first.name as author_name, first.email as from_address, other.contacts is null as is_proved,
        first.message as body, null::text as whole_body, 0 as files_left_out, null::jsonb as files, null::uuid as mail_id,
        first.created_at,
        -- What is on record is for who may read the registration.
        case when private.has_permission((other.contacts ->> 'type') || '.read') then other.contacts
          else other.contacts - array['email', 'phone'] end as other_contacts
      from public.contact_messages as first
      cross join lateral (select private.find_other_contacts(first.id) as contacts) as other
      where list_conversation.record_type = 'contact_messages' and first.id = list_conversation.record_id
      union all
      select 'record ' || message.id as id, message.is_from_staff, message.author_name, message.from_address, message.is_proved,
        message.body, message.whole_body, message.files_left_out, private.describe_message_files(message.id, null) as files,
        message.mail_id, message.created_at, null::jsonb as other_contacts
      from public.record_messages as message
      where message.record_type = list_conversation.record_type and message.record_id = list_conversation.record_id
      union all
      select 'order ' || message.id as id, message.is_from_staff,
        case when message.is_from_staff then coalesce(nullif(person.full_name, ''), person.email) end as author_name, null as from_address, true as is_proved,
        message.body, message.whole_body, message.files_left_out, private.describe_message_files(null, message.id) as files,
        message.mail_id, message.created_at, null::jsonb as other_contacts
      from public.order_messages as message left join public.profiles as person on person.id = message.author_id
      where list_conversation.record_type = 'orders' and message.order_id = list_conversation.record_id
    ), newest as (
      select thread.* from thread order by thread.created_at desc, thread.id desc limit 200
    )
    select newest.* from newest order by newest.created_at, newest.id;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_conversation"(text, uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.submit_contact_message(request jsonb, idempotency_key uuid, about jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subject private.registrations := private.find_message_subject(about);
  created record := private.insert_once('contact_messages', private.answer_columns(request - 'inMail') || jsonb_build_object(
    'about_type', subject.record_type, 'about_id', subject.id, 'about_reference', subject.reference), idempotency_key);
begin
  if created.is_new and request ->> 'email' <> '' then
    perform private.confirm_form('contact_received', request ->> 'email', jsonb_strip_nulls(jsonb_build_object(
      'name', request ->> 'name',
      'answers', request -> 'inMail',
      'about_reference', subject.reference,
      'has_account', case when subject.id is not null then subject.user_id is not null end
    )));
  end if;
  if created.is_new and subject.id is not null then
    perform private.notify_of_other_contacts(subject, private.find_other_contacts(created.id));
  end if;
  return jsonb_build_object('id', created.id);
end $function$;

REVOKE ALL ON FUNCTION "private"."known_contacts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_of_other_contacts"(private.registrations, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."list_conversation"(text, uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_conversation"(text, uuid) TO "authenticated";

CREATE OR REPLACE FUNCTION private.find_other_contacts(message_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kinds', other.kinds, 'reference', written.about_reference, 'type', written.about_type,
    'email', record.contact_email, 'phone', record.contact_phone)
  from public.contact_messages as written
  left join private.registrations as record on record.record_type = written.about_type
    and record.id = private.whole_of(written.about_id)
  cross join lateral (
    select jsonb_agg(given.kind order by given.kind) as kinds
    from (values ('email', lower(written.email)), ('phone', private.normalise_phone(written.phone))) as given (kind, contact)
    where given.contact <> ''
      and not exists (select from private.known_contacts(written.about_id) as known
        where known.kind = given.kind and known.contact = given.contact)
  ) as other
  where written.id = $1 and written.about_id is not null and other.kinds is not null
$function$;

REVOKE ALL ON FUNCTION "private"."find_other_contacts"(uuid) FROM PUBLIC;

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo, name) values ('registration_message', '{email,sms}', 'registrations', 'sign_in', null, 'always', 'false', null, 'false', 'Message about the registration, with another contact');
