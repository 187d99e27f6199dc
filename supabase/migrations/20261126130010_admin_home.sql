CREATE TABLE "private"."staff_visits" ("user_id" uuid NOT NULL, "previous_at" timestamp with time zone, "begun_at" timestamp with time zone NOT NULL DEFAULT now(), "seen_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "staff_visits_pkey" PRIMARY KEY (user_id));

revoke all on table private.staff_visits from public, anon, authenticated;

ALTER TABLE "private"."staff_visits" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.count_places()
 RETURNS TABLE(place text, permission text, waiting bigint, late bigint, oldest_due_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'orders' as place, 'orders.read' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.orders_list as t where (select private.has_permission('orders.read')) and t.list_status = 'pending'
  union all
  select 'quotes' as place, 'orders.decide' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.quotes_list as t where (select private.has_permission('orders.decide'))
  union all
  select 'payments' as place, 'orders.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.payments_list as t where (select private.has_permission('orders.read')) and t.is_default
  union all
  select 'disputes' as place, 'orders.decide' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.disputes_list as t where (select private.has_permission('orders.decide'))
  union all
  select 'listings' as place, 'products.write' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.products_list as t where (select private.has_permission('products.write')) and t.list_status = 'pending'
  union all
  select 'farmers' as place, 'farmers.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.farmers_list as t where (select private.has_permission('farmers.read')) and t.list_status = 'pending'
  union all
  select 'training' as place, 'training_enrolments.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.training_enrolments_list as t
  where (select private.has_permission('training_enrolments.read')) and t.list_status = 'pending'
  union all
  select 'buyers' as place, 'buyers.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.buyers_list as t where (select private.has_permission('buyers.read')) and t.list_status = 'pending'
  union all
  select 'investors' as place, 'investors.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.investors_list as t where (select private.has_permission('investors.read')) and t.list_status = 'pending'
  union all
  select 'corrections' as place, 'farmers.decide' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from public.correction_requests as t
  where (select private.has_permission('farmers.decide'))
    and t.record_type = any ((select private.registrations_with('decide'))::text[])
    and exists (
      select from public.registration_submissions as sent
      where sent.record_id = t.record_id and sent.version > t.submission_version
    )
    and exists (
      select from private.registrations as record
      where record.record_type = t.record_type and record.id = t.record_id and record.status = 'pending'
    )
  union all
  select 'people-to-phone' as place, 'farmers.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from public.people_to_phone as t where (select private.has_permission('farmers.read'))
  union all
  select 'messages' as place, 'contact_messages.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.contact_messages_list as t
  where (select private.has_permission('contact_messages.read')) and t.list_status = 'pending'
  union all
  select 'partnership' as place, 'partnership_applications.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.partnership_applications_list as t
  where (select private.has_permission('partnership_applications.read')) and t.list_status = 'pending'
  union all
  select 'job-applications' as place, 'job_applications.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.job_applications_list as t
  where (select private.has_permission('job_applications.read')) and t.list_status = 'pending'
  union all
  select 'breaches' as place, 'breaches.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from public.breach_register as t where (select private.has_permission('breaches.read')) and t.closed_at is null
  union all
  select 'mails' as place, 'mails.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.mail_outbox as t
  where (select private.has_permission('mails.read')) and t.status = 'failed' and t.created_at > now() - interval '7 days'
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
  delete from private.staff_visits as t where user_id = $1;
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
    union all select 'private.staff_visits' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.staff_visits as t where user_id = $1) as records
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

CREATE OR REPLACE FUNCTION private.find_missing_setup()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(missing.step order by missing.position), '{}')
  from (values
    (1, 'bank_account', 'settings.settlement',
      not exists (select from private.current_settlement_account('bank_account') as account where not account.is_demo)),
    (2, 'second_admin', 'roles.manage', (select count(*) < 2 from public.user_roles where role = 'admin')),
    (3, 'products', 'products.write', not exists (select from public.products where status = 'published' and not is_demo)),
    (4, 'terms', 'content.write', not exists (select from public.legal_texts where kind = 'terms' and published_at is not null)),
    (5, 'privacy', 'content.write', not exists (select from public.legal_texts where kind = 'privacy' and published_at is not null)),
    (6, 'company_facts', 'settings.write', exists (
      select from public.company_facts
      where key in ('phone_primary', 'email', 'registration_number', 'legal_name', 'data_protection_contact')
        and (value is null or is_demo)))
  ) as missing (position, step, permission, is_missing)
  where missing.is_missing and private.has_permission(missing.permission)
$function$;

CREATE OR REPLACE FUNCTION private.find_news(since timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('since', $1,
    'arrived', coalesce((
      select jsonb_object_agg(arrived.record_type, arrived.count) from (
        select 'orders' as record_type, count(*) as count from public.orders where created_at > $1
        union all select 'farmers' as record_type, count(*) as count from public.farmers where created_at > $1
        union all select 'training_enrolments' as record_type, count(*) as count from public.training_enrolments where created_at > $1
        union all select 'buyers' as record_type, count(*) as count from public.buyers where created_at > $1
        union all select 'investors' as record_type, count(*) as count from public.investors where created_at > $1
        union all select 'contact_messages' as record_type, count(*) as count from public.contact_messages where created_at > $1
        union all select 'job_applications' as record_type, count(*) as count from public.job_applications where created_at > $1
        union all
        select 'partnership_applications' as record_type, count(*) as count from public.partnership_applications where created_at > $1
      ) as arrived
      where arrived.count > 0 and arrived.record_type = any (private.admin_types_with('read'))
    ), '{}'),
    'decided', coalesce((
      select jsonb_object_agg(decided.record_type, decided.count) from (
        select event.record_type, count(*) as count from public.decision_events as event
        where event.created_at > $1 and event.actor_id is distinct from (select auth.uid())
          and event.record_type = any (private.admin_types_with('read'))
        group by event.record_type
      ) as decided
    ), '{}'))
$function$;

CREATE OR REPLACE FUNCTION private.find_own_work()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with own as (
    select work.record_type, work.record_id from public.record_work as work
    where work.assignee_id = (select auth.uid()) and work.record_type = any (private.admin_types_with('read'))
  ),
  open as (
    select own.record_type, own.record_id, coalesce(record.contact_name, record.reference) as name, t.due_at, t.created_at
    from own join private.registrations as record on record.record_type = own.record_type and record.id = own.record_id
    cross join lateral (
      select list.due_at, list.created_at from private.farmers_list as list where own.record_type = 'farmers' and list.id = own.record_id
      union all
      select list.due_at, list.created_at from private.training_enrolments_list as list
      where own.record_type = 'training_enrolments' and list.id = own.record_id
      union all
      select list.due_at, list.created_at from private.buyers_list as list where own.record_type = 'buyers' and list.id = own.record_id
      union all
      select list.due_at, list.created_at from private.investors_list as list
      where own.record_type = 'investors' and list.id = own.record_id
    ) as t
    where record.status = 'pending'
    union all
    select own.record_type, own.record_id, orders.code as name, case when t.is_promised then t.due_at end as due_at, t.created_at
    from own join private.orders_list as t on t.id = own.record_id join public.orders as orders on orders.id = t.id
    where own.record_type = 'orders' and t.list_status in ('pending', 'approved')
    union all
    select own.record_type, own.record_id, sent.name, t.due_at, t.created_at
    from own join private.contact_messages_list as t on t.id = own.record_id
    join public.contact_messages as sent on sent.id = t.id
    where own.record_type = 'contact_messages' and t.list_status = 'pending'
    union all
    select own.record_type, own.record_id, sent.full_name as name, t.due_at, t.created_at
    from own join private.job_applications_list as t on t.id = own.record_id
    join public.job_applications as sent on sent.id = t.id
    where own.record_type = 'job_applications' and t.list_status = 'pending'
    union all
    select own.record_type, own.record_id, sent.company_name as name, t.due_at, t.created_at
    from own join private.partnership_applications_list as t on t.id = own.record_id
    join public.partnership_applications as sent on sent.id = t.id
    where own.record_type = 'partnership_applications' and t.list_status = 'pending'
  )
  select jsonb_build_object('count', count(*), 'first', coalesce(jsonb_agg(
    jsonb_build_object('recordType', record_type, 'recordId', record_id, 'name', name, 'dueAt', due_at)
    order by due_at, created_at) filter (where place <= 12), '[]'))
  from (select open.*, row_number() over (order by open.due_at, open.created_at) as place from open) as numbered
$function$;

CREATE OR REPLACE FUNCTION public.admin_home()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  visit private.staff_visits;
begin
  if not private.is_in_admin() then
    raise exception 'permission denied to read the home of staff' using errcode = '42501';
  end if;
  insert into private.staff_visits as known (user_id) values ((select auth.uid()))
  on conflict (user_id) do update set
    previous_at = case when known.seen_at < now() - interval '30 minutes' then known.seen_at else known.previous_at end,
    begun_at = case when known.seen_at < now() - interval '30 minutes' then now() else known.begun_at end,
    seen_at = now()
  returning * into visit;
  return jsonb_build_object(
    'mine', private.find_own_work(),
    'news', private.find_news(coalesce(visit.previous_at, now() - interval '1 day')),
    'money', case when private.has_permission('payments.confirm') then (
      select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'part', part, 'entries', entries, 'amountKobo', amount_kobo)
        order by currency, part), '[]') from private.money_of_day) end,
    'missing', to_jsonb(private.find_missing_setup()));
end $function$;

REVOKE ALL ON FUNCTION "public"."admin_home"() FROM "service_role";

CREATE OR REPLACE FUNCTION public.admin_places()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(counted.place, jsonb_build_object(
    'waiting', counted.waiting, 'late', counted.late, 'oldestDueAt', counted.oldest_due_at)), '{}')
  from private.count_places() as counted
  where private.has_permission(counted.permission)
$function$;

REVOKE ALL ON FUNCTION "public"."admin_places"() FROM "service_role";

ALTER TABLE "private"."staff_visits" ADD CONSTRAINT "staff_visits_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE VIEW "private"."money_of_day" WITH (security_invoker=true) AS  WITH today AS (
         SELECT (date_trunc('day'::text, (now() AT TIME ZONE 'Africa/Lagos'::text)) AT TIME ZONE 'Africa/Lagos'::text) AS began_at
        ), entries AS (
         SELECT payment.currency,
            'received'::text AS part,
            payment.amount_kobo
           FROM public.payments payment,
            today
          WHERE ((payment.kind = 'receipt'::text) AND (payment.created_at >= today.began_at))
        UNION ALL
         SELECT t.currency,
            'claimed'::text AS part,
            t.total_amount_kobo AS amount_kobo
           FROM public.orders t
          WHERE ((t.payment_status = 'claimed'::text) AND (t.total_amount_kobo IS NOT NULL))
        UNION ALL
         SELECT t.currency,
            'outstanding'::text AS part,
            (t.total_amount_kobo - private.received_kobo(t.id)) AS amount_kobo
           FROM public.orders t
          WHERE ((t.payment_status = ANY (ARRAY['unpaid'::text, 'claimed'::text, 'underpaid'::text])) AND (t.status = ANY (ARRAY['approved'::text, 'completed'::text])) AND (t.total_amount_kobo IS NOT NULL))
        UNION ALL
         SELECT t.currency,
            'to_refund'::text AS part,
            t.refund_due_kobo AS amount_kobo
           FROM public.orders t
          WHERE (t.refund_due_kobo > 0)
        )
 SELECT currency,
    part,
    count(*) AS entries,
    (sum(amount_kobo))::bigint AS amount_kobo
   FROM entries
  GROUP BY currency, part;

revoke all on table private.money_of_day from public, anon, authenticated;

COMMENT ON TABLE "private"."staff_visits" IS 'A visit ends with half an hour in which the home page was not read.';

REVOKE ALL ON FUNCTION "private"."count_places"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_missing_setup"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_news"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_own_work"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."admin_home"() FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."admin_home"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."admin_places"() FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."admin_places"() TO "authenticated";
