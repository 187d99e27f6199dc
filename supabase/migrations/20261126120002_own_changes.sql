CREATE TABLE "private"."change_codes" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "record_type" text NOT NULL, "record_id" uuid NOT NULL, "link_hash" text NOT NULL, "channel" text NOT NULL, "code_hash" text NOT NULL, "attempts" integer NOT NULL DEFAULT 0, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "expires_at" timestamp with time zone NOT NULL DEFAULT (now() + '00:15:00'::interval), "proved_at" timestamp with time zone, "used_at" timestamp with time zone, CONSTRAINT "change_codes_attempts_few" CHECK (((attempts >= 0) AND (attempts <= 5))), CONSTRAINT "change_codes_channel_known" CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))), CONSTRAINT "change_codes_code_hash_form" CHECK ((code_hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "change_codes_link_hash_form" CHECK ((link_hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "change_codes_pkey" PRIMARY KEY (id), CONSTRAINT "change_codes_record_type_known" CHECK ((record_type = ANY (ARRAY['farmers'::text, 'training_enrolments'::text, 'buyers'::text, 'investors'::text]))));

revoke all on table private.change_codes from public, anon, authenticated;

ALTER TABLE "private"."change_codes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."registration_fields" ADD COLUMN "label" text NOT NULL DEFAULT ''::text;

ALTER TABLE "private"."registration_fields" ADD COLUMN "guard" text;

ALTER TABLE "public"."registration_submissions" ADD COLUMN "requested_by" text;

ALTER TABLE "public"."registration_submissions" ADD COLUMN "changes" jsonb NOT NULL DEFAULT '[]'::jsonb;

CREATE OR REPLACE FUNCTION private.change_code_channels(current_record private.registrations)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'to', masked)), '[]')
  from (
    select 'email' as channel, private.mask_address(($1).contact_email) as masked
    where ($1).contact_email <> '' and not private.is_suppressed(($1).contact_email, 'registration_change_code')
    union all
    select 'sms' as channel, '•••• ' || right(($1).contact_phone, 4) as masked
    where ($1).contact_phone ~ '^\+[1-9]' and private.sends_sms()
  ) as ways
  where ($1).user_id is null and not ($1).is_demo
$function$;

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

CREATE OR REPLACE FUNCTION private.export_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(part.name, part.records) from (
    select 'app_vault.matches' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['match_hash']), '[]')
      from app_vault.matches as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'app_vault.people' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['wrapped_key', 'master_key_id', 'seal', 'sealed_for']), '[]')
      from app_vault.people as t where user_id = $1 or id = any ($2)) as records
    union all select 'app_vault.records' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['seal', 'sender_link_hash']), '[]')
      from app_vault.records as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'app_vault.secrets' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['ciphertext', 'match_hash', 'person_id']), '[]')
      from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'auth.audit_log_entries' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.audit_log_entries as t where payload ->> 'actor_id' = $1::text) as records
    union all select 'auth.flow_state' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['auth_code', 'code_challenge', 'provider_access_token', 'provider_refresh_token']), '[]')
      from auth.flow_state as t where user_id = $1) as records
    union all select 'auth.identities' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.identities as t where user_id = $1) as records
    union all select 'auth.mfa_amr_claims' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.mfa_amr_claims as t where session_id in (select id from auth.sessions where user_id = $1)) as records
    union all select 'auth.mfa_challenges' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['otp_code', 'web_authn_session_data']), '[]')
      from auth.mfa_challenges as t where factor_id in (select id from auth.mfa_factors where user_id = $1)) as records
    union all select 'auth.mfa_factors' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['secret', 'web_authn_credential', 'last_webauthn_challenge_data']), '[]')
      from auth.mfa_factors as t where user_id = $1) as records
    union all select 'auth.one_time_tokens' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash', 'code_hash', 'sign_up']), '[]')
      from auth.one_time_tokens as t where user_id = $1) as records
    union all select 'auth.refresh_tokens' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token', 'parent']), '[]')
      from auth.refresh_tokens as t where user_id = $1::text) as records
    union all select 'auth.sessions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.sessions as t where user_id = $1) as records
    union all select 'auth.users' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['encrypted_password', 'confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token', 'reauthentication_token']), '[]')
      from auth.users as t where id = $1) as records
    union all select 'private.account_freezes' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.account_freezes as t where user_id = $1) as records
    union all select 'private.alarm_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.alarm_links as t where user_id = $1) as records
    union all select 'private.change_codes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['link_hash', 'code_hash']), '[]')
      from private.change_codes as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.export_progress' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.export_progress as t where user_id = $1) as records
    union all select 'private.factor_resets' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.factor_resets as t where user_id = $1) as records
    union all select 'private.link_reissues' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from private.link_reissues as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.mail_outbox' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['data', 'dedupe_key', 'last_error']), '[]')
      from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1))) as records
    union all select 'private.money_entries' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by']), '[]')
      from private.money_entries as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.order_guest_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.order_guest_links as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.order_uploads' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.order_uploads as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.own_exports' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.own_exports as t where user_id = $1) as records
    union all select 'private.own_secret_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.own_secret_requests as t where user_id = $1) as records
    union all select 'private.photo_sittings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.photo_sittings as t where person_id = $1) as records
    union all select 'private.photo_uploads' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['receipt_hash']), '[]')
      from private.photo_uploads as t where user_id = $1) as records
    union all select 'private.product_photos' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.product_photos as t where user_id = $1) as records
    union all select 'private.registration_guest_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.registration_guest_links as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.staff_grants' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.staff_grants as t where user_id = $1) as records
    union all select 'private.submission_keys' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key', 'fingerprint']), '[]')
      from private.submission_keys as t where user_id = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.vault_alarms' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.vault_alarms as t where actor_id = $1) as records
    union all select 'private.vault_openings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.vault_openings as t where person_id = any ($2)) as records
    union all select 'public.audit_events' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.audit_events as t where user_id = $1 or attempt_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.board_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.board_contacts as t where lower(email) = $3) as records
    union all select 'public.buyers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.buyers as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.cart_items' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.cart_items as t where user_id = $1) as records
    union all select 'public.consents' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.consents as t where user_id = $1 or record_id in (select private.registrations_of($1, $2)) or record_id in (select id from public.newsletter_subscriptions where email = $3)) as records
    union all select 'public.contact_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.contact_messages as t where lower(email) = $3) as records
    union all select 'public.correction_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.correction_requests as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.decision_events' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.decision_events as t where record_owner = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.farmer_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.farmers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.farmers as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.investor_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.investor_private as t where investor_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.investors' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.investors as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.job_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.job_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.mail_suppressions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.mail_suppressions as t where email = $3) as records
    union all select 'public.newsletter_subscriptions' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['confirm_token_hash', 'unsubscribe_token']), '[]')
      from public.newsletter_subscriptions as t where lower(email) = $3) as records
    union all select 'public.notification_choices' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.notification_choices as t where user_id = $1) as records
    union all select 'public.order_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['device_hash']), '[]')
      from public.order_contacts as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_disputes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['resolved_by']), '[]')
      from public.order_disputes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_documents' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_documents as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_events' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.order_events as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_instalments' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_instalments as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_items' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_items as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id']), '[]')
      from public.order_messages as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_requests as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.orders' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.orders as t where user_id = $1) as records
    union all select 'public.partnership_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.partnership_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.payment_claims' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.payment_claims as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.payments' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by']), '[]')
      from public.payments as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.phone_calls' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['called_by']), '[]')
      from public.phone_calls as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.product_ratings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.product_ratings as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.products' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['search_text']), '[]')
      from public.products as t where farmer_id in (select id from public.farmers as f where f.user_id = $1)) as records
    union all select 'public.profiles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.profiles as t where id = $1) as records
    union all select 'public.quote_lines' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.quote_lines as t where quote_id in (select q.id from public.quotes as q join public.orders as o on o.id = q.order_id where o.user_id = $1)) as records
    union all select 'public.quotes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['created_by']), '[]')
      from public.quotes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_notes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'author_name']), '[]')
      from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_work' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['assignee_id', 'assignee_name', 'assigned_by', 'contacted_by']), '[]')
      from public.record_work as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.registration_drafts' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.registration_drafts as t where user_id = $1) as records
    union all select 'public.registration_submissions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.staff_departures' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.staff_departures as t where user_id = $1) as records
    union all select 'public.staff_invitations' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.staff_invitations as t where lower(email) = $3) as records
    union all select 'public.training_enrolment_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.training_enrolments' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolments as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.user_roles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.user_roles as t where user_id = $1) as records
    union all select 'public.vault_reveals' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.vault_reveals as t where person_id = any ($2)) as records
    union all select 'storage.objects' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3))) as records
  ) as part
$function$;

CREATE OR REPLACE FUNCTION private.forget_proofs(before timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  forgotten integer;
begin
  delete from private.used_proofs where used_proofs.expires_at < before;
  get diagnostics forgotten = row_count;
  delete from private.change_codes where change_codes.created_at < before - interval '1 day';
  return forgotten;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_submissions(record_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.registration_submissions where registration_submissions.record_id = $1;
  delete from public.correction_requests where correction_requests.record_id = $1;
  delete from public.phone_calls where phone_calls.record_id = $1;
  delete from private.submission_keys where submission_keys.record_id = $1;
  delete from private.change_codes where change_codes.record_id = $1;
  delete from private.registration_guest_links where registration_guest_links.record_id = $1;
  delete from private.link_reissues where link_reissues.record_id = $1;
$function$;

CREATE OR REPLACE FUNCTION private.given_answer(answer jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when $1 not in ('null', '""', '[]', 'false') then $1 end
$function$;

CREATE OR REPLACE FUNCTION private.has_unrequested_guard(current_record private.registrations, changes jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from jsonb_array_elements($2) as change
    where change ->> 'guard' is not null and change ->> 'before' is not null and change ->> 'guard' not in (
      select form_field.guard from jsonb_array_elements(($1).open_correction -> 'notes') as note
      join private.registration_fields as form_field
        on form_field.form = ($1).form and form_field.field = note ->> 'field'
      where form_field.guard is not null
    )
  )
$function$;

CREATE OR REPLACE FUNCTION private.hash_change_code(record_id uuid, link_hash text, digits text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select encode(sha256(convert_to($1::text || ' ' || $2 || ' ' || $3, 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_change(record_before private.registrations, changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  guarded jsonb := jsonb_path_query_array(changes, '$[*] ? (@.guard != null).label');
  recipient text;
  details jsonb := jsonb_build_object('code', record_before.reference, 'form', record_before.form, 'at', now(), 'labels', guarded);
begin
  if jsonb_array_length(guarded) = 0 or record_before.is_demo then
    return;
  end if;
  for recipient in
    select lower(record_before.contact_email) where record_before.contact_email <> ''
    union
    select private.proved_address(record_before.user_id) where private.proved_address(record_before.user_id) is not null
  loop
    if record_before.user_id is not null then
      perform private.enqueue_alarm_mail('registration_changed', record_before.user_id, recipient, details);
    else
      perform private.enqueue_mail('registration_changed', recipient, details);
    end if;
  end loop;
  if record_before.contact_phone ~ '^\+[1-9]' and private.sends_sms() then
    perform private.enqueue_sms('registration_changed', record_before.contact_phone,
      jsonb_build_object('code', record_before.reference));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.prove_change_code(link_hash text, digits text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent private.change_codes;
begin
  select stored.* into sent from private.change_codes as stored
  where stored.link_hash = prove_change_code.link_hash order by stored.id desc limit 1 for update;
  if sent.id is null or sent.used_at is not null or sent.expires_at <= now() or sent.attempts >= 5 then
    return false;
  end if;
  update private.change_codes as stored set attempts = stored.attempts + 1,
    proved_at = case when stored.code_hash = private.hash_change_code(sent.record_id, sent.link_hash, digits) then now() end
  where stored.id = sent.id
  returning stored.* into sent;
  return sent.proved_at is not null;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_closed(current_record private.registrations)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from app_vault.people
    where id = private.vault_person_of(current_record.record_type, current_record.id) and erased_at is not null
  ) then
    raise exception 'Your data is erased: there is nothing to change any more.' using errcode = 'PT409';
  elsif current_record.status <> 'pending' then
    raise exception 'It is % by now, so it cannot be changed here any more. Please call us or write to us.', current_record.status
      using errcode = 'PT409', hint = current_record.status;
  elsif current_record.consent_withdrawn_at is not null then
    raise exception 'You took back your consent, so nothing is changed. Agree again first.' using errcode = 'PT409';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.request_change_code(link_hash text, channel text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_record private.registrations;
  way jsonb;
  digits text;
begin
  perform private.lock_registration(link.record_type, link.record_id)
  from private.registration_guest_links as link where link.token_hash = request_change_code.link_hash;
  select record.* into current_record
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = request_change_code.link_hash and link.expires_at > now() and record.user_id is null;
  if current_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  perform private.refuse_closed(current_record);
  way := jsonb_path_query_first(private.change_code_channels(current_record), '$[*] ? (@.channel == $channel)',
    jsonb_build_object('channel', request_change_code.channel));
  if way is null then
    raise exception 'We have nowhere to send a code to. Please call us or write to us.' using errcode = 'PT409';
  elsif (
    select count(*) filter (where sent.created_at > now() - interval '1 hour') >= 3 or count(*) >= 8
    from private.change_codes as sent
    where sent.record_id = current_record.id and sent.created_at > now() - interval '1 day'
  ) then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  -- The first twelve digits of a random UUID are random.
  digits := lpad((('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint % 1000000)::text, 6, '0');
  insert into private.change_codes (record_type, record_id, link_hash, channel, code_hash)
  values (current_record.record_type, current_record.id, request_change_code.link_hash, request_change_code.channel,
    private.hash_change_code(current_record.id, request_change_code.link_hash, digits));
  if request_change_code.channel = 'email' then
    perform private.enqueue_mail('registration_change_code', current_record.contact_email, jsonb_build_object(
      'code', current_record.reference, 'form', current_record.form, 'digits', digits, 'minutes', 15));
  else
    perform private.enqueue_sms('registration_change_code', current_record.contact_phone, jsonb_build_object(
      'code', current_record.reference, 'digits', digits, 'minutes', 15));
  end if;
  return way;
end $function$;

CREATE OR REPLACE FUNCTION private.store_changed(current_record private.registrations, answers jsonb, sealed jsonb, context jsonb, changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  columns jsonb := private.registration_columns(current_record.form, answers);
  next_version integer;
begin
  perform private.update_row(current_record.record_type, 'id', current_record.id, columns -> 'record' ||
    case current_record.record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  if columns ? 'private' then
    perform private.update_row(name, key, current_record.id, columns -> 'private')
    from private.private_table(current_record.record_type);
  end if;
  select coalesce(max(version), 0) + 1 into next_version from public.registration_submissions
  where registration_submissions.record_id = current_record.id;
  perform private.store_submission(current_record.record_type, current_record.id, next_version, current_record.form, answers,
    sealed, context || jsonb_build_object('changes', (
      select coalesce(jsonb_agg(change - 'guard' - 'label' order by change ->> 'label'), '[]')
      from jsonb_array_elements(changes) as change)));
  perform private.notify_of_change(current_record, changes);
end $function$;

CREATE OR REPLACE FUNCTION private.store_submission(record_type text, record_id uuid, version integer, form text, answers jsonb, sealed jsonb, context jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (context ->> 'userId')::uuid;
  secrets text[] := private.check_sealed(form, sealed);
  wallet jsonb := jsonb_path_query_first(sealed, '$.secrets[*] ? (@.field == "sidraWalletAddress")');
begin
  insert into public.registration_submissions
    (record_type, record_id, version, form, answers, secret_fields, channel, locale, terms_version, requested_by, changes)
  values (
    store_submission.record_type, store_submission.record_id, store_submission.version, store_submission.form,
    store_submission.answers, secrets, context ->> 'channel', private.answer(context, 'locale'),
    private.answer(context, 'termsVersion'), context ->> 'requestedBy', coalesce(context -> 'changes', '[]')
  );
  insert into private.submission_keys (idempotency_key, form, record_type, record_id, version, user_id, fingerprint)
  values (
    (context ->> 'idempotencyKey')::uuid, store_submission.form, store_submission.record_type, store_submission.record_id,
    store_submission.version, person_id, context ->> 'fingerprint'
  );
  insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel, recorded_by)
  select person_id, store_submission.record_type, store_submission.record_id, consent ->> 'purpose',
    consent ->> 'textVersion', true, context ->> 'channel', (context ->> 'enteredBy')::uuid
  from jsonb_array_elements(coalesce(context -> 'consents', '[]')) as consent;
  if jsonb_typeof(sealed) = 'object' then
    perform private.store_sealed(sealed, store_submission.record_type, store_submission.record_id);
  end if;
  if wallet is not null then
    update public.investors set wallet_address = '…' || coalesce(wallet ->> 'lastFour', '')
    where id = store_submission.record_id;
  end if;
  if context ->> 'photoReceiptHash' is not null and record_type <> 'investors'
    and private.use_photo_upload(context ->> 'photoReceiptHash', store_submission.record_type, person_id)
  then
    execute format('update public.%I set has_photo = true where id = $1', record_type) using record_id;
  end if;
  if context ->> 'enteredBy' is not null then
    perform private.record_audit_of((context ->> 'enteredBy')::uuid, context ->> 'enteredFrom', 'enter',
      store_submission.record_type, store_submission.record_id::text, null,
      jsonb_build_object('channel', context ->> 'channel', 'version', store_submission.version));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.use_change_proof(current_record private.registrations, context jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_proved boolean := false;
begin
  if current_record.user_id is not null then
    if private.is_frozen(current_record.user_id) then
      raise exception 'You told us that somebody else was in your account: contacts and numbers stay as they are for now'
        using errcode = 'PT409', hint = 'frozen';
    end if;
    is_proved := coalesce(lower(context ->> 'provedMailbox') = private.proved_address(current_record.user_id), false);
  else
    update private.change_codes as sent set used_at = now()
    where sent.id = (
        select newest.id from private.change_codes as newest
        where newest.record_id = current_record.id and newest.link_hash = context ->> 'trackingTokenHash'
        order by newest.id desc limit 1
      )
      and sent.proved_at > now() - interval '15 minutes' and sent.used_at is null;
    is_proved := found;
  end if;
  if not is_proved then
    raise exception 'Please type the code that we send to you' using errcode = '23514', detail = 'code', hint = 'code';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.change_registration(record_type text, record_id uuid, answers jsonb, sealed jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_record private.registrations;
  known jsonb;
  found_changes jsonb;
begin
  perform private.check_context(context);
  if context ->> 'enteredBy' is not null then
    raise exception 'Staff request a correction; they do not change answers by themselves' using errcode = '42501';
  end if;
  perform private.lock_registration(change_registration.record_type, change_registration.record_id);
  select * into current_record from private.registrations as record
  where record.record_type = change_registration.record_type and record.id = change_registration.record_id;
  if current_record.id is null
    or not private.may_change_registration(current_record.id, current_record.user_id, context)
  then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  known := private.find_attempt(current_record.form, context);
  if known is not null then
    return known || jsonb_build_object('changes', (
      select sent.changes from private.submission_keys as attempt
      join public.registration_submissions as sent on sent.record_id = attempt.record_id and sent.version = attempt.version
      where attempt.idempotency_key = (context ->> 'idempotencyKey')::uuid));
  end if;
  perform private.refuse_closed(current_record);
  if current_record.open_correction is not null then
    raise exception 'We asked you to correct something. Please answer that first.' using errcode = 'PT409';
  elsif not exists (select from public.registration_submissions as sent where sent.record_id = current_record.id) then
    raise exception 'The form is not stored any more. Please call us or write to us.' using errcode = 'PT409';
  elsif (
    select count(*) >= 10 from public.registration_submissions as sent
    where sent.record_id = current_record.id and sent.requested_by = 'applicant'
      and sent.created_at > now() - interval '1 day'
  ) then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.refuse_clear_secrets(answers);
  found_changes := private.find_changes(current_record, answers, sealed);
  if jsonb_array_length(found_changes) = 0 then
    raise exception 'Nothing is different from what we have.' using errcode = 'PT409', hint = 'same';
  elsif jsonb_path_exists(found_changes, '$[*] ? (@.guard != null)') then
    perform private.use_change_proof(current_record, context);
  end if;
  perform private.store_changed(current_record, answers, sealed, context || '{"requestedBy": "applicant"}', found_changes);
  perform private.record_audit_of(current_record.user_id, null, 'change', current_record.record_type, current_record.id::text,
    null, jsonb_build_object('fields', jsonb_path_query_array(found_changes, '$[*].field')));
  return private.describe_registration(current_record.id, true) || jsonb_build_object('changes', (
    select sent.changes from public.registration_submissions as sent
    where sent.record_id = current_record.id order by sent.version desc limit 1));
end $function$;

CREATE OR REPLACE FUNCTION public.record_history(record_type text, record_id uuid)
 RETURNS TABLE(axis text, from_value text, to_value text, reason text, actor_role text, actor_name text, own_record boolean, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sees_names boolean;
begin
  perform private.require_admin_right(record_history.record_type, 'read');
  sees_names := private.has_permission('profiles.read');
  return query
    with decided as (
      select 'status' as axis, event.from_status as from_value, event.to_status as to_value, event.reason, event.actor_id,
        event.actor_role, event.own_record, event.created_at, event.id
      from public.decision_events as event
      where event.record_type = record_history.record_type and event.record_id = record_history.record_id
      union all
      select event.axis, event.from_value, event.to_value, null, event.actor_id, null, false, event.created_at, event.id
      from public.order_events as event
      where record_history.record_type = 'orders' and event.order_id = record_history.record_id and event.axis <> 'status'
      union all
      select 'correction', null, 'requested', request.message, author.requested_by, null, false, request.created_at, request.id
      from public.correction_requests as request
      left join private.correction_authors as author on author.correction_request_id = request.id
      where request.record_type = record_history.record_type and request.record_id = record_history.record_id
      union all
      select 'change' as axis, null as from_value, sent.requested_by as to_value, (
          select string_agg(coalesce(form_field.label, change ->> 'field'), ', ' order by form_field.label)
          from jsonb_array_elements(sent.changes) as change
          left join private.registration_fields as form_field
            on form_field.form = sent.form and form_field.field = change ->> 'field'
        ) as reason, null as actor_id, case sent.channel when 'web' then 'applicant' else 'staff' end as actor_role,
        false as own_record, sent.created_at, sent.id
      from public.registration_submissions as sent
      where sent.record_type = record_history.record_type and sent.record_id = record_history.record_id
        and sent.requested_by is not null
    )
    select decided.axis, decided.from_value, decided.to_value, decided.reason,
      coalesce(decided.actor_role, role.role, case when decided.actor_id is null then 'system' else 'member' end),
      case when sees_names then person.full_name end, decided.own_record, decided.created_at
    from decided
    left join public.user_roles as role on role.user_id = decided.actor_id
    left join public.profiles as person on person.id = decided.actor_id
    order by decided.created_at desc, decided.id desc
    limit 100;
end $function$;

CREATE OR REPLACE FUNCTION public.resubmit_registration(record_type text, record_id uuid, answers jsonb, sealed jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_record private.registrations;
  known jsonb;
  changes jsonb;
begin
  perform private.check_context(context);
  perform private.lock_registration(resubmit_registration.record_type, resubmit_registration.record_id);
  select * into current_record from private.registrations as record
  where record.record_type = resubmit_registration.record_type and record.id = resubmit_registration.record_id;
  if current_record.id is null or not (
    context ->> 'enteredBy' is not null and current_record.user_id is null
    or private.may_change_registration(current_record.id, current_record.user_id, context)
  ) then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  known := private.find_attempt(current_record.form, context);
  if known is not null then
    return known;
  elsif current_record.open_correction is null then
    raise exception 'There is nothing to correct' using errcode = 'PT409';
  end if;
  perform private.refuse_clear_secrets(answers);
  changes := private.find_changes(current_record, answers, sealed);
  -- Staff have marked what they doubt; whatever else says where money or mail goes takes a code, as without them.
  if context ->> 'enteredBy' is null and private.has_unrequested_guard(current_record, changes) then
    perform private.use_change_proof(current_record, context);
  end if;
  perform private.store_changed(current_record, answers, sealed, context || '{"requestedBy": "staff"}', changes);
  return private.describe_registration(current_record.id, true);
end $function$;

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
    'consentWithdrawnAt', record.consent_withdrawn_at, 'codeChannels', private.change_code_channels(record),
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

ALTER TABLE "private"."registration_fields" ADD CONSTRAINT "registration_fields_guard_known" CHECK ((guard = ANY (ARRAY['email'::text, 'phone'::text, 'bank'::text, 'bvn'::text, 'identity'::text, 'wallet'::text])));

ALTER TABLE "public"."registration_submissions" ADD CONSTRAINT "registration_submissions_changes_array" CHECK ((jsonb_typeof(changes) = 'array'::text));

ALTER TABLE "public"."registration_submissions" ADD CONSTRAINT "registration_submissions_requested_by_known" CHECK ((requested_by = ANY (ARRAY['applicant'::text, 'staff'::text])));

CREATE INDEX change_codes_record_id_idx ON private.change_codes USING btree (record_id, id DESC);

COMMENT ON COLUMN "private"."registration_fields"."guard" IS 'By it a person is reached, paid or recognised: changed with a code to the contact on record, or when staff ask for it.';

COMMENT ON COLUMN "public"."registration_submissions"."changes" IS 'What a later version changed: [{field, before, after}], a secret by its end alone.';

COMMENT ON COLUMN "public"."registration_submissions"."requested_by" IS 'Of a later version: staff requested a correction, or the applicant changed it unasked. Null: the first, and those of before.';

COMMENT ON TABLE "private"."change_codes" IS 'Six digits, mailed or texted: whoever types them reads what goes to the contact on record.';

REVOKE ALL ON FUNCTION "private"."change_code_channels"(private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."given_answer"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_unrequested_guard"(private.registrations, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hash_change_code"(uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_of_change"(private.registrations, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."prove_change_code"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prove_change_code"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_closed"(private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_change_code"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_change_code"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_changed"(private.registrations, jsonb, jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."use_change_proof"(private.registrations, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_registration"(text, uuid, jsonb, jsonb, jsonb) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."change_registration"(text, uuid, jsonb, jsonb, jsonb) TO "service_role";

revoke all on sequence private.change_codes_id_seq from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.find_changes(current_record private.registrations, answers jsonb, sealed jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with known as (
    select form_field.*,
      private.given_answer((
        select sent.answers from public.registration_submissions as sent
        where sent.record_id = ($1).id order by sent.version desc limit 1
      ) -> form_field.field) as answer_before,
      private.given_answer($2 -> form_field.field) as answer_after,
      secret.id is not null as had_secret, secret.last_four, secret.match_hash,
      jsonb_path_query_first($3, '$.secrets[*] ? (@.field == $name)', jsonb_build_object('name', form_field.field)) as item
    from private.registration_fields as form_field
    left join app_vault.secrets as secret on form_field.is_secret and secret.field = form_field.field
      and secret.record_type = ($1).record_type and secret.record_id = ($1).id
    where form_field.form = ($1).form
  )
  select coalesce(jsonb_agg(jsonb_build_object('field', field, 'label', label, 'guard', guard,
    'before', case when not is_secret then answer_before when had_secret then to_jsonb('••••••' || coalesce(last_four, '')) end,
    'after', case when is_secret then to_jsonb('••••••' || coalesce(item ->> 'lastFour', '')) else answer_after end
  ) order by label, field), '[]')
  from known
  where case when is_secret
    then item is not null and (not had_secret or match_hash is distinct from decode(item ->> 'matchHash', 'hex'))
    else answer_before is distinct from answer_after end
$function$;

REVOKE ALL ON FUNCTION "private"."find_changes"(private.registrations, jsonb, jsonb) FROM PUBLIC;

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice) values ('registration_change_code', '{email,sms}', 'registrations', 'sign_in', null, 'always', 'false', null);

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice) values ('registration_changed', '{email,sms}', 'registrations', 'sign_in', null, 'always', 'false', null);

update private.registration_fields set label = 'Account number', guard = 'bank' where form = 'investor_corporate' and field = 'accountNumber';

update private.registration_fields set label = 'Account number', guard = 'bank' where form = 'investor_individual' and field = 'accountNumber';

update private.registration_fields set label = 'Additional information' where form = 'buyer_corporate' and field = 'additionalInfo';

update private.registration_fields set label = 'Additional information' where form = 'buyer_individual' and field = 'additionalInfo';

update private.registration_fields set label = 'Additional information' where form = 'investor_corporate' and field = 'additionalInfo';

update private.registration_fields set label = 'Additional information' where form = 'investor_crypto' and field = 'additionalInfo';

update private.registration_fields set label = 'Additional information' where form = 'investor_individual' and field = 'additionalInfo';

update private.registration_fields set label = 'Address' where form = 'buyer_individual' and field = 'address';

update private.registration_fields set label = 'Address' where form = 'farmer' and field = 'address';

update private.registration_fields set label = 'Address' where form = 'investor_crypto' and field = 'address';

update private.registration_fields set label = 'Address' where form = 'investor_individual' and field = 'address';

update private.registration_fields set label = 'Address' where form = 'training' and field = 'address';

update private.registration_fields set label = 'Alternative phone number', guard = 'phone' where form = 'buyer_corporate' and field = 'alternativePhone';

update private.registration_fields set label = 'Annual income' where form = 'investor_individual' and field = 'annualIncome';

update private.registration_fields set label = 'Annual purchase volume' where form = 'buyer_corporate' and field = 'annualPurchaseVolume';

update private.registration_fields set label = 'Annual revenue' where form = 'investor_corporate' and field = 'annualRevenue';

update private.registration_fields set label = 'Average order quantity' where form = 'buyer_individual' and field = 'averageOrderQuantity';

update private.registration_fields set label = 'BVN', guard = 'bvn' where form = 'investor_individual' and field = 'bvn';

update private.registration_fields set label = 'Bank name', guard = 'bank' where form = 'investor_corporate' and field = 'bankName';

update private.registration_fields set label = 'Bank name', guard = 'bank' where form = 'investor_individual' and field = 'bankName';

update private.registration_fields set label = 'Business goals' where form = 'investor_corporate' and field = 'businessGoals';

update private.registration_fields set label = 'Business name' where form = 'buyer_individual' and field = 'businessName';

update private.registration_fields set label = 'Business type' where form = 'buyer_corporate' and field = 'businessType';

update private.registration_fields set label = 'Business type' where form = 'buyer_individual' and field = 'businessType';

update private.registration_fields set label = 'Business type' where form = 'investor_corporate' and field = 'businessType';

update private.registration_fields set label = 'Challenges' where form = 'farmer' and field = 'challenges';

update private.registration_fields set label = 'City' where form = 'buyer_corporate' and field = 'city';

update private.registration_fields set label = 'City' where form = 'buyer_individual' and field = 'city';

update private.registration_fields set label = 'City' where form = 'farmer' and field = 'city';

update private.registration_fields set label = 'City' where form = 'investor_corporate' and field = 'city';

update private.registration_fields set label = 'City' where form = 'investor_crypto' and field = 'city';

update private.registration_fields set label = 'City' where form = 'investor_individual' and field = 'city';

update private.registration_fields set label = 'City' where form = 'training' and field = 'city';

update private.registration_fields set label = 'Company address' where form = 'buyer_corporate' and field = 'companyAddress';

update private.registration_fields set label = 'Company address' where form = 'investor_corporate' and field = 'companyAddress';

update private.registration_fields set label = 'Company email', guard = 'email' where form = 'investor_corporate' and field = 'companyEmail';

update private.registration_fields set label = 'Company name' where form = 'buyer_corporate' and field = 'companyName';

update private.registration_fields set label = 'Company name' where form = 'investor_corporate' and field = 'companyName';

update private.registration_fields set label = 'Company phone number', guard = 'phone' where form = 'investor_corporate' and field = 'companyPhone';

update private.registration_fields set label = 'Contact person email', guard = 'email' where form = 'investor_corporate' and field = 'contactPersonEmail';

update private.registration_fields set label = 'Contact person name' where form = 'buyer_corporate' and field = 'contactPersonName';

update private.registration_fields set label = 'Contact person name' where form = 'investor_corporate' and field = 'contactPersonName';

update private.registration_fields set label = 'Contact person phone number', guard = 'phone' where form = 'investor_corporate' and field = 'contactPersonPhone';

update private.registration_fields set label = 'Contact person title' where form = 'buyer_corporate' and field = 'contactPersonTitle';

update private.registration_fields set label = 'Contact person title' where form = 'investor_corporate' and field = 'contactPersonTitle';

update private.registration_fields set label = 'Country' where form = 'buyer_corporate' and field = 'country';

update private.registration_fields set label = 'Country' where form = 'buyer_individual' and field = 'country';

update private.registration_fields set label = 'Country' where form = 'investor_corporate' and field = 'country';

update private.registration_fields set label = 'Country' where form = 'investor_crypto' and field = 'country';

update private.registration_fields set label = 'Country' where form = 'investor_individual' and field = 'country';

update private.registration_fields set label = 'Crop types' where form = 'farmer' and field = 'cropTypes';

update private.registration_fields set label = 'Crypto experience' where form = 'investor_crypto' and field = 'cryptoExperience';

update private.registration_fields set label = 'Custom amount' where form = 'investor_crypto' and field = 'customInvestmentAmount';

update private.registration_fields set label = 'Date of birth' where form = 'farmer' and field = 'dateOfBirth';

update private.registration_fields set label = 'Date of birth' where form = 'investor_crypto' and field = 'dateOfBirth';

update private.registration_fields set label = 'Date of birth' where form = 'investor_individual' and field = 'dateOfBirth';

update private.registration_fields set label = 'Date of birth' where form = 'training' and field = 'dateOfBirth';

update private.registration_fields set label = 'Education level' where form = 'training' and field = 'educationLevel';

update private.registration_fields set label = 'Email address', guard = 'email' where form = 'buyer_corporate' and field = 'email';

update private.registration_fields set label = 'Email address', guard = 'email' where form = 'buyer_individual' and field = 'email';

update private.registration_fields set label = 'Email address', guard = 'email' where form = 'farmer' and field = 'email';

update private.registration_fields set label = 'Email address', guard = 'email' where form = 'investor_crypto' and field = 'email';

update private.registration_fields set label = 'Email address', guard = 'email' where form = 'investor_individual' and field = 'email';

update private.registration_fields set label = 'Email address', guard = 'email' where form = 'training' and field = 'email';

update private.registration_fields set label = 'Employer name' where form = 'investor_individual' and field = 'employerName';

update private.registration_fields set label = 'Experience level' where form = 'training' and field = 'experience';

update private.registration_fields set label = 'Farm name' where form = 'farmer' and field = 'farmName';

update private.registration_fields set label = 'Farm size' where form = 'farmer' and field = 'farmSize';

update private.registration_fields set label = 'Farming experience' where form = 'farmer' and field = 'farmingExperience';

update private.registration_fields set label = 'Farming methods' where form = 'farmer' and field = 'farmingMethods';

update private.registration_fields set label = 'First name' where form = 'buyer_individual' and field = 'firstName';

update private.registration_fields set label = 'Full name' where form = 'farmer' and field = 'fullName';

update private.registration_fields set label = 'Full name' where form = 'investor_crypto' and field = 'fullName';

update private.registration_fields set label = 'Full name' where form = 'investor_individual' and field = 'fullName';

update private.registration_fields set label = 'Full name' where form = 'training' and field = 'fullName';

update private.registration_fields set label = 'Gender' where form = 'farmer' and field = 'gender';

update private.registration_fields set label = 'Gender' where form = 'training' and field = 'gender';

update private.registration_fields set label = 'Goals' where form = 'farmer' and field = 'goals';

update private.registration_fields set label = 'Guardian consent' where form = 'training' and field = 'guardianConsent';

update private.registration_fields set label = 'Guardian name' where form = 'training' and field = 'guardianName';

update private.registration_fields set label = 'Guardian phone number', guard = 'phone' where form = 'training' and field = 'guardianPhone';

update private.registration_fields set label = 'How you heard about us' where form = 'buyer_corporate' and field = 'hearAboutUs';

update private.registration_fields set label = 'How you heard about us' where form = 'buyer_individual' and field = 'hearAboutUs';

update private.registration_fields set label = 'I have no e-mail', guard = 'email' where form = 'farmer' and field = 'noEmail';

update private.registration_fields set label = 'I have no e-mail', guard = 'email' where form = 'training' and field = 'noEmail';

update private.registration_fields set label = 'ID number', guard = 'identity' where form = 'investor_crypto' and field = 'idNumber';

update private.registration_fields set label = 'ID number', guard = 'identity' where form = 'investor_individual' and field = 'idNumber';

update private.registration_fields set label = 'ID type', guard = 'identity' where form = 'investor_crypto' and field = 'validIdType';

update private.registration_fields set label = 'ID type', guard = 'identity' where form = 'investor_individual' and field = 'validIdType';

update private.registration_fields set label = 'Industry' where form = 'investor_corporate' and field = 'industry';

update private.registration_fields set label = 'Investment amount' where form = 'investor_corporate' and field = 'investmentAmount';

update private.registration_fields set label = 'Investment amount' where form = 'investor_crypto' and field = 'investmentAmount';

update private.registration_fields set label = 'Investment amount' where form = 'investor_individual' and field = 'investmentAmount';

update private.registration_fields set label = 'Investment experience' where form = 'investor_individual' and field = 'investmentExperience';

update private.registration_fields set label = 'Investment interest' where form = 'investor_crypto' and field = 'investmentInterest';

update private.registration_fields set label = 'Investment interest' where form = 'investor_individual' and field = 'investmentInterest';

update private.registration_fields set label = 'Last name' where form = 'buyer_individual' and field = 'lastName';

update private.registration_fields set label = 'LinkedIn profile' where form = 'investor_corporate' and field = 'linkedinProfile';

update private.registration_fields set label = 'LinkedIn profile' where form = 'investor_crypto' and field = 'linkedinProfile';

update private.registration_fields set label = 'LinkedIn profile' where form = 'investor_individual' and field = 'linkedinProfile';

update private.registration_fields set label = 'Motivation' where form = 'investor_crypto' and field = 'motivation';

update private.registration_fields set label = 'Motivation' where form = 'investor_individual' and field = 'motivation';

update private.registration_fields set label = 'Motivation' where form = 'training' and field = 'motivation';

update private.registration_fields set label = 'Nationality' where form = 'investor_crypto' and field = 'nationality';

update private.registration_fields set label = 'Nationality' where form = 'investor_individual' and field = 'nationality';

update private.registration_fields set label = 'Number of employees' where form = 'investor_corporate' and field = 'employeeCount';

update private.registration_fields set label = 'Occupation' where form = 'investor_individual' and field = 'occupation';

update private.registration_fields set label = 'Partnership interest' where form = 'investor_corporate' and field = 'partnershipInterest';

update private.registration_fields set label = 'Partnership type' where form = 'investor_corporate' and field = 'partnershipType';

update private.registration_fields set label = 'Payment terms preference' where form = 'buyer_corporate' and field = 'paymentTermsPreference';

update private.registration_fields set label = 'Phone number', guard = 'phone' where form = 'buyer_corporate' and field = 'phone';

update private.registration_fields set label = 'Phone number', guard = 'phone' where form = 'buyer_individual' and field = 'phone';

update private.registration_fields set label = 'Phone number', guard = 'phone' where form = 'farmer' and field = 'phoneNumber';

update private.registration_fields set label = 'Phone number', guard = 'phone' where form = 'investor_crypto' and field = 'phone';

update private.registration_fields set label = 'Phone number', guard = 'phone' where form = 'investor_individual' and field = 'phone';

update private.registration_fields set label = 'Phone number', guard = 'phone' where form = 'training' and field = 'phoneNumber';

update private.registration_fields set label = 'Previous crypto investments' where form = 'investor_crypto' and field = 'previousCryptoInvestments';

update private.registration_fields set label = 'Previous partnerships' where form = 'investor_corporate' and field = 'previousPartnerships';

update private.registration_fields set label = 'Products of interest' where form = 'buyer_corporate' and field = 'productsOfInterest';

update private.registration_fields set label = 'Products of interest' where form = 'buyer_individual' and field = 'productsOfInterest';

update private.registration_fields set label = 'Quality certifications' where form = 'buyer_corporate' and field = 'qualityCertifications';

update private.registration_fields set label = 'Registration number' where form = 'buyer_corporate' and field = 'registrationNumber';

update private.registration_fields set label = 'Registration number' where form = 'investor_corporate' and field = 'registrationNumber';

update private.registration_fields set label = 'Risk tolerance' where form = 'investor_crypto' and field = 'riskTolerance';

update private.registration_fields set label = 'Risk tolerance' where form = 'investor_individual' and field = 'riskTolerance';

update private.registration_fields set label = 'SIDRA wallet address', guard = 'wallet' where form = 'investor_crypto' and field = 'sidraWalletAddress';

update private.registration_fields set label = 'State' where form = 'buyer_corporate' and field = 'state';

update private.registration_fields set label = 'State' where form = 'buyer_individual' and field = 'state';

update private.registration_fields set label = 'State' where form = 'farmer' and field = 'state';

update private.registration_fields set label = 'State' where form = 'investor_corporate' and field = 'state';

update private.registration_fields set label = 'State' where form = 'investor_crypto' and field = 'state';

update private.registration_fields set label = 'State' where form = 'investor_individual' and field = 'state';

update private.registration_fields set label = 'State' where form = 'training' and field = 'state';

update private.registration_fields set label = 'Target markets' where form = 'buyer_corporate' and field = 'targetMarkets';

update private.registration_fields set label = 'Tax ID' where form = 'investor_corporate' and field = 'taxId';

update private.registration_fields set label = 'Terms and conditions' where form = 'buyer_corporate' and field = 'acceptTerms';

update private.registration_fields set label = 'Terms and conditions' where form = 'buyer_individual' and field = 'acceptTerms';

update private.registration_fields set label = 'Terms and conditions' where form = 'farmer' and field = 'acceptTerms';

update private.registration_fields set label = 'Terms and conditions' where form = 'investor_corporate' and field = 'acceptTerms';

update private.registration_fields set label = 'Terms and conditions' where form = 'investor_crypto' and field = 'acceptTerms';

update private.registration_fields set label = 'Terms and conditions' where form = 'investor_individual' and field = 'acceptTerms';

update private.registration_fields set label = 'Terms and conditions' where form = 'training' and field = 'acceptTerms';

update private.registration_fields set label = 'Training goals' where form = 'training' and field = 'trainingGoals';

update private.registration_fields set label = 'Website' where form = 'buyer_corporate' and field = 'website';

update private.registration_fields set label = 'Website' where form = 'investor_corporate' and field = 'website';

update private.registration_fields set label = 'Year established' where form = 'investor_corporate' and field = 'establishedYear';

update private.registration_fields set label = 'Years in business' where form = 'buyer_corporate' and field = 'yearsInBusiness';
