DROP VIEW "public"."people_to_phone";

CREATE OR REPLACE FUNCTION private.stopped_addresses()
 RETURNS TABLE(address text, since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select stopped.email as address, stopped.created_at - interval '7 days' as since from public.mail_suppressions as stopped
  where (stopped.expires_at is null or stopped.expires_at > now()) and (select private.registrations_with('read')) <> '{}'
$function$;

CREATE OR REPLACE FUNCTION private.text_registrant_of_decision(record jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  phone text := coalesce(record ->> 'phone', record ->> 'contact_phone');
begin
  if (record ->> 'contact_email' is null or private.is_suppressed(record ->> 'contact_email', 'registration_' || (record ->> 'status')))
    and record ->> 'user_id' is null and phone ~ '[1-9]' then
    perform private.enqueue_sms('decision', phone,
      jsonb_build_object('code', record -> 'reference', 'status', record -> 'status'),
      'sms:' || (record ->> 'id') || ':' || (record ->> 'status'));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.find_record_flags(record_type text, record_ids uuid[])
 RETURNS TABLE(record_id uuid, flags text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.registrations_with('read');
  decidable text[] := private.registrations_with('decide');
  texts constant boolean := private.sends_sms();
  twins uuid[];
  stopped constant text[] := array(select address from private.stopped_addresses());
begin
  perform private.require_admin_right(record_type, 'read');
  if find_record_flags.record_type = 'orders' then
    return query
      select own.id, array_remove(array[
        case when own.fulfilment_status = 'disputed' then 'disputed' end,
        case when own.kind = 'bulk' and own.total_amount_kobo is null and own.status in ('pending', 'approved') then 'unquoted' end,
        case when private.is_underpaid(own) then 'underpaid' end,
        case when coalesce(
          (select request.email from public.order_requests as request where request.order_id = own.id),
          (select contact.email from public.order_contacts as contact where contact.order_id = own.id),
          (select buyer.email from public.profiles as buyer where buyer.id = own.user_id)) is null then
          -- As private.text_buyer_of_decision writes.
          case when texts and own.user_id is null and exists (
            select from public.order_contacts as contact where contact.order_id = own.id and contact.phone is not null)
            then 'by_text' else 'untold' end end
      ], null)
      from public.orders as own where own.id = any (record_ids[1:500]);
    return;
  end if;
  if find_record_flags.record_type = any (readable) then
    twins := array(select twin.record_id from private.open_twins as twin where twin.record_type = find_record_flags.record_type
      and twin.other_type = any (readable) and twin.record_id = any (record_ids[1:500]));
  end if;
  return query
    select own.id, array_remove(array[
      case when own.id = any (twins) then 'twin' end,
      case when find_record_flags.record_type = 'training_enrolments' and exists (
        select from public.training_enrolments as enrolment where enrolment.id = own.id and enrolment.is_minor) then 'minor' end,
      case when find_record_flags.record_type = any (private.photo_types()) and exists (
        select from private.registrations as record
        where record.record_type = find_record_flags.record_type and record.id = own.id and not record.has_photo)
        and private.merged_into(own.id) is null then 'photo' end,
      case when find_record_flags.record_type = any (decidable) and private.awaits_correction(find_record_flags.record_type, own.id)
        then 'correction'
        when private.merged_into(own.id) is null then (
          select case when record.contact_phone !~ '[1-9]' or record.contact_phone is null then 'untold'
            when texts then 'by_text' else 'by_phone' end
          from private.registrations as record
          where record.record_type = find_record_flags.record_type and record.id = own.id
            and record.user_id is null and (record.contact_email is null or lower(record.contact_email) = any (stopped))) end
    ], null)
    from unnest(record_ids[1:500]) as own (id);
end $function$;

CREATE VIEW "public"."people_to_phone" WITH (security_invoker=true) AS  SELECT record.record_type,
    record.id,
    record.form,
    record.reference,
    record.contact_name,
    COALESCE(latest.phone, record.contact_phone) AS contact_phone,
    record.status,
    record.decline_reason,
    record.open_correction,
    record.is_demo,
    latest.topic,
    latest.since,
    last_call.outcome AS last_outcome,
    last_call.created_at AS last_called_at,
    work.assignee_id,
    work.assignee_name
   FROM ((((private.registrations record
     LEFT JOIN public.record_work work ON (((work.record_id = record.id) AND (work.record_type = record.record_type))))
     LEFT JOIN private.stopped_addresses() stopped(address, since) ON ((stopped.address = lower(record.contact_email))))
     CROSS JOIN LATERAL ( SELECT happened.topic,
            happened.happened_at AS since,
            happened.phone
           FROM ( SELECT 'received'::text AS topic,
                    record.created_at AS happened_at,
                    NULL::text AS phone
                  WHERE ((record.contact_email IS NULL) OR (stopped.address IS NOT NULL))
                UNION ALL
                 SELECT event.to_status AS topic,
                    event.created_at AS happened_at,
                    NULL::text AS phone
                   FROM private.standing_decisions event
                  WHERE (((record.contact_email IS NULL) OR (stopped.address IS NOT NULL)) AND (event.record_type = record.record_type) AND (event.record_id = record.id))
                UNION ALL
                 SELECT 'correction'::text AS topic,
                    request.created_at AS happened_at,
                    NULL::text AS phone
                   FROM public.correction_requests request
                  WHERE (((record.contact_email IS NULL) OR (stopped.address IS NOT NULL)) AND (request.record_id = record.id) AND (record.open_correction IS NOT NULL))
                UNION ALL
                 SELECT 'changed'::text AS topic,
                    sent.created_at AS happened_at,
                    sent.phone_to_call AS phone
                   FROM public.registration_submissions sent
                  WHERE ((sent.record_id = record.id) AND (sent.phone_to_call IS NOT NULL))) happened
          WHERE ((happened.phone IS NOT NULL) OR (stopped.since IS NULL) OR (happened.happened_at >= stopped.since))
          ORDER BY happened.happened_at DESC
         LIMIT 1) latest)
     LEFT JOIN LATERAL ( SELECT phone_call.outcome,
            phone_call.created_at
           FROM public.phone_calls phone_call
          WHERE (phone_call.record_id = record.id)
          ORDER BY phone_call.id DESC
         LIMIT 1) last_call ON (true))
  WHERE ((record.user_id IS NULL) AND (record.contact_phone ~ '[1-9]'::text) AND (record.record_type = ANY (( SELECT private.registrations_with('read'::text) AS registrations_with)::text[])) AND (NOT COALESCE(((last_call.created_at >= latest.since) AND (last_call.outcome = ANY (ARRAY['reached'::text, 'chat_sent'::text, 'wrong_number'::text, 'refused'::text]))), false)));

revoke all on table public.people_to_phone from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."people_to_phone" FROM "service_role";

COMMENT ON VIEW "public"."people_to_phone" IS 'topic says what the call is about: received, correction, changed, approved or declined. Who has the record rings.';

REVOKE ALL ON FUNCTION "private"."stopped_addresses"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stopped_addresses"() TO "authenticated";

GRANT SELECT ON TABLE "public"."people_to_phone" TO "authenticated";
