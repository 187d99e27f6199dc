DROP VIEW "public"."correction_states";

DROP VIEW "public"."my_consents";

DROP VIEW "public"."my_registrations";

DROP VIEW "public"."people_to_phone";

DROP VIEW "public"."withdrawn_consents";

DROP FUNCTION "private"."claim_record"(private.registrations, uuid, text[], jsonb);

DROP FUNCTION "private"."is_consent_withdrawn"(text, uuid);

DROP FUNCTION "private"."notify_of_claim"(private.registrations, uuid);

DROP VIEW "private"."registrations";

DROP FUNCTION "private"."take_consents_back"(uuid, uuid[], text);

CREATE OR REPLACE FUNCTION private.change_consents(user_id uuid, record_ids uuid[], purpose text, is_given boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  about record;
  changed integer;
begin
  for about in
    select distinct consents.record_type, consents.record_id from public.consents
    where consents.purpose = change_consents.purpose and consents.record_id is not null
      and (consents.user_id = change_consents.user_id or consents.record_id = any (record_ids))
    order by consents.record_id
  loop
    perform private.lock_registration(about.record_type, about.record_id);
  end loop;
  insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel)
  select latest.user_id, latest.record_type, latest.record_id, latest.purpose, latest.text_version, change_consents.is_given, 'web'
  from (
    select distinct on (consents.record_id) consents.* from public.consents
    where consents.purpose = change_consents.purpose
      and (consents.user_id = change_consents.user_id or consents.record_id = any (record_ids))
    order by consents.record_id, consents.id desc
  ) as latest
  where latest.is_given <> change_consents.is_given and (
    not change_consents.is_given
    or latest.record_id = any (record_ids) and private.is_open_registration(latest.record_type, latest.record_id)
  );
  get diagnostics changed = row_count;
  return changed;
end $function$;

CREATE OR REPLACE FUNCTION private.consent_withdrawn_at(record_type text, record_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select max(latest.created_at) filter (where not latest.is_given)
  from (
    select distinct on (consents.purpose) consents.is_given, consents.created_at from public.consents
    where consents.record_type = $1 and consents.record_id = $2 and (
      consents.purpose = 'terms' or consents.purpose = 'guardian' and exists (
        select from public.training_enrolments as enrolment where enrolment.id = $2 and enrolment.is_minor
      )
    )
    order by consents.purpose, consents.id desc
  ) as latest
$function$;

CREATE OR REPLACE FUNCTION private.refuse_to_publish_without_consent(farmer_id uuid, is_new boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if is_new then
    perform from public.farmers where id = farmer_id for key share;
  end if;
  if private.consent_withdrawn_at('farmers', farmer_id) is not null then
    raise exception 'The farmer has taken back the consent to be shown here.' using errcode = '23514', hint = 'status';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_without_consent(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.consent_withdrawn_at(record_type, record_id) is not null then
    raise exception 'The person has taken back their consent: it can be declined, and not approved.'
      using errcode = '23514', hint = 'status';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.renew_consent(purpose text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  renewed integer := 0;
begin
  if (select auth.uid()) is not null then
    renewed := private.change_consents((select auth.uid()),
      (select coalesce(array_agg(own), '{}') from private.own_registration_ids() as own), purpose, is_given => true);
  end if;
  if renewed = 0 then
    raise exception 'There is no such consent to give again' using errcode = 'P0002';
  end if;
  return renewed;
end $function$;

REVOKE ALL ON FUNCTION "public"."renew_consent"(text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.renew_tracked_consent(token_hash text, purpose text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  renewed integer := 0;
begin
  select private.change_consents(null, array[link.record_id], renew_tracked_consent.purpose, is_given => true) into renewed
  from private.registration_guest_links as link
  where link.token_hash = renew_tracked_consent.token_hash and link.expires_at > now();
  if coalesce(renewed, 0) = 0 then
    raise exception 'There is no such consent to give again' using errcode = 'P0002';
  end if;
  return renewed;
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_consent(purpose text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken integer := 0;
begin
  if (select auth.uid()) is null then
    null;
  elsif withdraw_consent.purpose = 'newsletter' then
    update public.newsletter_subscriptions set unsubscribed_at = now(), confirm_token_hash = null
    where id in (select private.own_newsletter_ids()) and confirmed_at is not null and unsubscribed_at is null;
    get diagnostics taken = row_count;
  else
    taken := private.change_consents((select auth.uid()),
      (select coalesce(array_agg(own), '{}') from private.own_registration_ids() as own), purpose, is_given => false);
  end if;
  if taken = 0 then
    raise exception 'There is no such consent to take back' using errcode = 'P0002';
  end if;
  return taken;
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_tracked_consent(token_hash text, purpose text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken integer := 0;
begin
  select private.change_consents(null, array[link.record_id], withdraw_tracked_consent.purpose, is_given => false) into taken
  from private.registration_guest_links as link
  where link.token_hash = withdraw_tracked_consent.token_hash and link.expires_at > now();
  if coalesce(taken, 0) = 0 then
    raise exception 'There is no such consent to take back' using errcode = 'P0002';
  end if;
  return taken;
end $function$;

CREATE VIEW "private"."registrations" WITH (security_invoker=true) AS  SELECT record.record_type,
    record.id,
    record.form,
    record.reference,
    record.user_id,
    record.contact_name,
    record.contact_email,
    record.contact_phone,
    record.status,
    record.decline_reason,
    record.has_photo,
    record.is_demo,
    record.created_at,
    record.updated_at,
    asked.correction AS open_correction,
        CASE
            WHEN (record.status = 'declined'::text) THEN 'Closed. You are welcome to register again when things have changed.'::text
            WHEN (record.consent_withdrawn_at IS NOT NULL) THEN 'Stopped by you. It goes no further unless you agree again.'::text
            WHEN (record.status = 'approved'::text) THEN 'Approved. Our team will contact you about what comes next.'::text
            WHEN (asked.correction IS NOT NULL) THEN 'Please correct what we marked and send it again.'::text
            WHEN (record.record_type = 'buyers'::text) THEN 'We are reviewing it. Our team will contact you within 48 hours.'::text
            ELSE 'We are reviewing it. We will contact you soon.'::text
        END AS next_step,
    record.consent_withdrawn_at
   FROM (( SELECT one.record_type,
            one.id,
            one.form,
            one.reference,
            one.user_id,
            one.contact_name,
            one.contact_email,
            one.contact_phone,
            one.status,
            one.decline_reason,
            one.has_photo,
            one.is_demo,
            one.created_at,
            one.updated_at,
                CASE
                    WHEN (one.status <> 'declined'::text) THEN private.consent_withdrawn_at(one.record_type, one.id)
                    ELSE NULL::timestamp with time zone
                END AS consent_withdrawn_at
           FROM ( SELECT 'farmers'::text AS record_type,
                    farmers.id,
                    'farmer'::text AS form,
                    farmers.reference,
                    farmers.user_id,
                    farmers.contact_name,
                    farmers.contact_email,
                    farmers.phone AS contact_phone,
                    farmers.status,
                    farmers.decline_reason,
                    farmers.has_photo,
                    farmers.is_demo,
                    farmers.created_at,
                    farmers.updated_at
                   FROM public.farmers
                UNION ALL
                 SELECT 'training_enrolments'::text,
                    training_enrolments.id,
                    'training'::text,
                    training_enrolments.reference,
                    training_enrolments.user_id,
                    training_enrolments.contact_name,
                    training_enrolments.contact_email,
                    training_enrolments.phone,
                    training_enrolments.status,
                    training_enrolments.decline_reason,
                    training_enrolments.has_photo,
                    training_enrolments.is_demo,
                    training_enrolments.created_at,
                    training_enrolments.updated_at
                   FROM public.training_enrolments
                UNION ALL
                 SELECT 'buyers'::text,
                    buyers.id,
                    ('buyer_'::text || buyers.buyer_type),
                    buyers.reference,
                    buyers.user_id,
                    COALESCE(NULLIF(concat_ws(' '::text, buyers.contact_first_name, buyers.contact_last_name), ''::text), buyers.company_name) AS "coalesce",
                    buyers.contact_email,
                    buyers.contact_phone,
                    buyers.status,
                    buyers.decline_reason,
                    buyers.has_photo,
                    buyers.is_demo,
                    buyers.created_at,
                    buyers.updated_at
                   FROM public.buyers
                UNION ALL
                 SELECT 'investors'::text,
                    investors.id,
                    ('investor_'::text || investors.investor_type),
                    investors.reference,
                    investors.user_id,
                    COALESCE(investors.contact_name, investors.company_name) AS "coalesce",
                    investors.contact_email,
                    investors.contact_phone,
                    investors.status,
                    investors.decline_reason,
                    false,
                    investors.is_demo,
                    investors.created_at,
                    investors.updated_at
                   FROM public.investors) one) record
     LEFT JOIN LATERAL ( SELECT jsonb_build_object('id', request.id, 'message', request.message, 'notes', request.notes, 'createdAt', request.created_at) AS correction
           FROM public.correction_requests request
          WHERE ((request.record_id = record.id) AND (record.status = 'pending'::text) AND (NOT (EXISTS ( SELECT
                   FROM public.registration_submissions sent
                  WHERE ((sent.record_id = request.record_id) AND (sent.version > request.submission_version))))))
          ORDER BY request.id DESC
         LIMIT 1) asked ON (true));

revoke all on table private.registrations from public, anon, authenticated;

CREATE OR REPLACE FUNCTION private.claim_record(claimed private.registrations, account_id uuid, hashes text[], seals jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  touched integer;
  vault_person uuid := private.vault_person_of(claimed.record_type, claimed.id);
begin
  execute format('update public.%I set user_id = $1 where id = $2 and user_id is null', claimed.record_type)
    using account_id, claimed.id;
  get diagnostics touched = row_count;
  if touched = 0 then
    return false;
  elsif not private.claim_vault_person(vault_person, account_id, private.proves_sender(claimed.id, hashes),
    seals -> vault_person::text)
  then
    raise exception 'The vault does not vouch for this person' using errcode = 'PT409';
  end if;
  delete from private.registration_guest_links where record_id = claimed.id;
  perform private.notify_of_claim(claimed, account_id);
  return true;
exception when unique_violation or sqlstate 'PT409' then
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_claim(claimed private.registrations, account_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if claimed.contact_email <> '' then
    perform private.enqueue_alarm_mail('registration_claimed', account_id, claimed.contact_email,
      jsonb_build_object('at', now(), 'reference', claimed.reference));
  end if;
  if claimed.contact_phone ~ '^\+[1-9]' and private.sends_sms() then
    perform private.enqueue_sms('registration_claimed', claimed.contact_phone, jsonb_build_object('reference', claimed.reference));
  end if;
end $function$;

CREATE VIEW "public"."correction_states" WITH (security_invoker=true) AS  SELECT request.id,
    request.record_type,
    request.record_id,
    request.submission_version,
    request.notes,
    request.message,
    request.created_at,
        CASE
            WHEN (EXISTS ( SELECT
               FROM public.registration_submissions sent
              WHERE ((sent.record_id = request.record_id) AND (sent.version > request.submission_version)))) THEN 'completed'::text
            ELSE 'pending'::text
        END AS status,
    record.reference,
    record.contact_name,
    record.contact_email,
    record.contact_phone
   FROM (public.correction_requests request
     LEFT JOIN private.registrations record ON (((record.record_type = request.record_type) AND (record.id = request.record_id))));

revoke all on table public.correction_states from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."correction_states" FROM "service_role";

CREATE VIEW "public"."my_registrations" WITH (security_invoker=true) AS  SELECT record_type,
    id,
    form,
    reference,
    status,
    decline_reason,
    next_step,
    open_correction,
    has_photo,
    created_at,
    updated_at,
    consent_withdrawn_at
   FROM private.registrations
  WHERE (user_id = ( SELECT auth.uid() AS uid));

revoke all on table public.my_registrations from public, anon, authenticated;

CREATE VIEW "public"."my_consents" WITH (security_invoker=true) AS  SELECT DISTINCT ON (purpose, record_id) id,
    purpose,
    record_type,
    record_id,
    text_version,
    is_given,
    channel,
    created_at,
    ((NOT is_given) AND (record_id IN ( SELECT mine.id
           FROM public.my_registrations mine
          WHERE (mine.status = ANY (ARRAY['pending'::text, 'approved'::text]))))) AS is_renewable
   FROM public.consents
  WHERE ((user_id = ( SELECT auth.uid() AS uid)) OR (record_id IN ( SELECT private.own_registration_ids() AS own_registration_ids)) OR (record_id IN ( SELECT private.own_newsletter_ids() AS own_newsletter_ids)))
  ORDER BY purpose, record_id, id DESC;

revoke all on table public.my_consents from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."my_consents" FROM "service_role";

REVOKE ALL ON TABLE "public"."my_registrations" FROM "service_role";

CREATE VIEW "public"."people_to_phone" WITH (security_invoker=true) AS  SELECT record.record_type,
    record.id,
    record.form,
    record.reference,
    record.contact_name,
    record.contact_phone,
    record.status,
    record.decline_reason,
    record.open_correction,
    record.is_demo,
    latest.topic,
    latest.since,
    last_call.outcome AS last_outcome,
    last_call.created_at AS last_called_at
   FROM ((private.registrations record
     CROSS JOIN LATERAL ( SELECT happened.topic,
            happened.happened_at AS since
           FROM ( SELECT 'received'::text AS topic,
                    record.created_at AS happened_at
                UNION ALL
                 SELECT event.to_status,
                    event.created_at
                   FROM public.decision_events event
                  WHERE ((event.record_type = record.record_type) AND (event.record_id = record.id))
                UNION ALL
                 SELECT 'correction'::text,
                    asked.created_at
                   FROM public.correction_requests asked
                  WHERE ((asked.record_id = record.id) AND (record.open_correction IS NOT NULL))) happened
          ORDER BY happened.happened_at DESC
         LIMIT 1) latest)
     LEFT JOIN LATERAL ( SELECT phone_call.outcome,
            phone_call.created_at
           FROM public.phone_calls phone_call
          WHERE (phone_call.record_id = record.id)
          ORDER BY phone_call.id DESC
         LIMIT 1) last_call ON (true))
  WHERE ((record.contact_email IS NULL) AND (record.user_id IS NULL) AND (record.contact_phone ~ '[1-9]'::text) AND (record.record_type = ANY (( SELECT private.registrations_with('read'::text) AS registrations_with)::text[])) AND (NOT COALESCE(((last_call.created_at >= latest.since) AND (last_call.outcome = ANY (ARRAY['reached'::text, 'chat_sent'::text, 'wrong_number'::text, 'refused'::text]))), false)));

revoke all on table public.people_to_phone from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."people_to_phone" FROM "service_role";

CREATE VIEW "public"."withdrawn_consents" WITH (security_invoker=true) AS  SELECT record.record_type,
    record.id,
    record.form,
    record.reference,
    record.contact_name,
    record.status,
    record.is_demo,
    latest.purpose,
    latest.text_version,
    latest.created_at AS withdrawn_at
   FROM (( SELECT DISTINCT ON (consents.record_id, consents.purpose) consents.record_type,
            consents.record_id,
            consents.purpose,
            consents.text_version,
            consents.is_given,
            consents.created_at
           FROM public.consents
          WHERE (consents.record_type = ANY (( SELECT private.registrations_with('decide'::text) AS registrations_with)::text[]))
          ORDER BY consents.record_id, consents.purpose, consents.id DESC) latest
     JOIN private.registrations record ON (((record.record_type = latest.record_type) AND (record.id = latest.record_id))))
  WHERE (NOT latest.is_given);

revoke all on table public.withdrawn_consents from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."withdrawn_consents" FROM "service_role";

COMMENT ON VIEW "public"."correction_states" IS 'status: pending while no later version was sent, completed since. Anyone who may read requests and submissions reads it.';

COMMENT ON VIEW "public"."my_consents" IS 'The latest entry for each purpose and record.';

COMMENT ON VIEW "public"."my_registrations" IS 'What a member has registered as, how it stands and what comes next.';

COMMENT ON VIEW "public"."people_to_phone" IS 'topic says what to tell them: received, correction, approved or declined.';

REVOKE ALL ON FUNCTION "private"."change_consents"(uuid, uuid[], text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_record"(private.registrations, uuid, text[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."consent_withdrawn_at"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."consent_withdrawn_at"(text, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."consent_withdrawn_at"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."notify_of_claim"(private.registrations, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."renew_consent"(text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."renew_consent"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."renew_tracked_consent"(text, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."renew_tracked_consent"(text, text) TO "service_role";

GRANT SELECT ON TABLE "private"."registrations" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."correction_states" TO "authenticated";

GRANT SELECT ON TABLE "public"."my_consents" TO "authenticated";

GRANT SELECT ON TABLE "public"."my_registrations" TO "authenticated";

GRANT SELECT ON TABLE "public"."people_to_phone" TO "authenticated";

GRANT SELECT ON TABLE "public"."withdrawn_consents" TO "authenticated";

CREATE OR REPLACE FUNCTION private.is_open_registration(record_type text, record_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.registrations as record
    where record.record_type = $1 and record.id = $2 and record.status in ('pending', 'approved')
  )
$function$;

CREATE OR REPLACE FUNCTION public.track_registration(token_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'recordType', record.record_type, 'id', record.id, 'form', record.form, 'reference', record.reference,
    'status', record.status, 'declineReason', record.decline_reason, 'nextStep', record.next_step,
    'correction', record.open_correction, 'hasPhoto', record.has_photo, 'createdAt', record.created_at,
    'consentWithdrawnAt', record.consent_withdrawn_at,
    'erasedAt', (select erased_at from app_vault.people where id = private.vault_person_of(record.record_type, record.id)),
    'answers', coalesce((
      select sent.answers from public.registration_submissions as sent
      where sent.record_id = record.id order by sent.version desc limit 1
    ), '{}'),
    'consents', coalesce((
      select jsonb_agg(jsonb_build_object('purpose', latest.purpose, 'textVersion', latest.text_version,
        'isGiven', latest.is_given, 'createdAt', latest.created_at,
        'isRenewable', not latest.is_given and record.status in ('pending', 'approved')) order by latest.purpose)
      from (select distinct on (purpose) * from public.consents where consents.record_id = record.id
        order by purpose, id desc) as latest
    ), '[]'),
    'personId', private.vault_person_of(record.record_type, record.id)
  )
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = track_registration.token_hash and link.expires_at > now() and record.user_id is null
$function$;

REVOKE ALL ON FUNCTION "private"."is_open_registration"(text, uuid) FROM PUBLIC;
