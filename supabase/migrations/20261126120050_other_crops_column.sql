ALTER TABLE "public"."farmers" ADD COLUMN "other_crops" text;

CREATE OR REPLACE FUNCTION private.erase_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3));
  update public.training_enrolments as t set contact_name = 'Erased',
    contact_email = null,
    phone = '00000000',
    city = 'Erased',
    state = 'Erased',
    motivation = 'Erased at the request of the person',
    training_goals = 'Erased at the request of the person',
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2));
  delete from public.staff_invitations as t where lower(email) = $3;
  delete from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2));
  delete from public.registration_drafts as t where user_id = $1;
  delete from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.phone_calls as t where record_id in (select private.registrations_of($1, $2));
  delete from public.partnership_applications as t where user_id = $1 or lower(email) = $3;
  delete from public.newsletter_subscriptions as t where lower(email) = $3;
  delete from public.job_applications as t where user_id = $1 or lower(email) = $3;
  update public.investors as t set company_name = case when company_name is not null then 'Erased' end,
    contact_name = null,
    contact_email = null,
    contact_phone = null,
    city = null,
    state = null,
    country = null,
    investment_goals = null,
    wallet_address = null
  where id in (select private.registrations_of($1, $2));
  delete from public.investor_private as t where investor_id in (select private.registrations_of($1, $2));
  update public.farmers as t set contact_name = null,
    contact_email = null,
    phone = null,
    farm_name = 'Erased',
    location = 'Erased',
    city = null,
    state = null,
    other_crops = null,
    challenges = null,
    goals = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2));
  delete from public.correction_requests as t where record_id in (select private.registrations_of($1, $2));
  delete from public.contact_messages as t where lower(email) = $3;
  update public.buyers as t set user_id = null,
    company_name = case when company_name is not null then 'Erased' end,
    registration_number = case when registration_number is not null then 'Erased' end,
    address = 'Erased at the request of the person',
    city = 'Erased',
    state = 'Erased',
    contact_first_name = null,
    contact_last_name = null,
    contact_title = null,
    contact_email = null,
    contact_phone = null,
    alternative_phone = null,
    website = null,
    products_of_interest = null,
    target_markets = null,
    quality_certifications = null,
    additional_info = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  update private.submission_keys as t set fingerprint = null
  where user_id = $1 or record_id in (select private.registrations_of($1, $2));
  delete from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1));
  delete from private.export_progress as t where user_id = $1;
  delete from private.change_codes as t where record_id in (select private.registrations_of($1, $2));
  delete from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2));
  delete from app_vault.matches as t where record_id in (select private.registrations_of($1, $2));
$function$;

CREATE OR REPLACE FUNCTION private.farmer_columns(answers jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'record', jsonb_build_object(
      'contact_name', private.answer(answers, 'fullName'),
      'contact_email', private.answer(answers, 'email'),
      'phone', private.answer(answers, 'phoneNumber'),
      'farm_name', coalesce(private.answer(answers, 'farmName'), private.answer(answers, 'fullName') || '''s farm'),
      'farm_size_code', private.answer(answers, 'farmSize'),
      'farm_size_acres',
        '{"under-1": 0.5, "1-5": 1, "6-10": 6, "11-50": 11, "51-100": 51, "100plus": 100}'::jsonb -> (answers ->> 'farmSize'),
      'location', concat_ws(', ', private.answer(answers, 'city'), private.answer(answers, 'state')),
      'city', private.answer(answers, 'city'),
      'state', private.answer(answers, 'state'),
      'farming_experience_code', private.answer(answers, 'farmingExperience'),
      'farming_experience_years',
        '{"0-1": 0, "2-5": 2, "6-10": 6, "11-20": 11, "20plus": 20}'::jsonb -> (answers ->> 'farmingExperience'),
      'crops_grown', answers -> 'cropTypes',
      'other_crops', private.answer(answers, 'otherCrops'),
      'farming_methods', private.answer(answers, 'farmingMethods'),
      'challenges', private.answer(answers, 'challenges'),
      'goals', private.answer(answers, 'goals')
    ),
    'private', jsonb_build_object(
      'gender', private.answer(answers, 'gender'),
      'address', private.answer(answers, 'address')
    )
  )
$function$;

ALTER TABLE "public"."farmers" ADD CONSTRAINT "farmers_other_crops_length" CHECK ((char_length(other_crops) <= 200));
