DROP VIEW "private"."disputes_list";

DROP VIEW "private"."payments_list";

DROP VIEW "private"."quotes_list";

DROP FUNCTION "public"."find_records"(text, text, text, boolean, integer, integer, text);

DROP FUNCTION "public"."next_records"(text, text, text, boolean, text, text, uuid);

CREATE TABLE "public"."saved_views" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "list" text NOT NULL, "title" text NOT NULL, "query" text NOT NULL, "is_shared" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "saved_views_list_length" CHECK ((list ~ '^[a-z_-]{2,40}$'::text)), CONSTRAINT "saved_views_pkey" PRIMARY KEY (id), CONSTRAINT "saved_views_query_form" CHECK (((query ~ '^[a-z_]+=[A-Za-z0-9%+._-]+(&[a-z_]+=[A-Za-z0-9%+._-]+)*$'::text) AND (char_length(query) <= 500) AND (query !~ '(^|&)(q|record|page)='::text))), CONSTRAINT "saved_views_title_length" CHECK (((char_length(title) >= 2) AND (char_length(title) <= 40))), "owner_id" uuid NOT NULL DEFAULT auth.uid(), CONSTRAINT "saved_views_title_plain" CHECK ((title = private.clean_line(title))));

revoke all on table public.saved_views from public, anon, authenticated;

ALTER TABLE "public"."saved_views" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."saved_views" FROM "service_role";

CREATE OR REPLACE FUNCTION private.audited_filters(filters jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
      'status', substring(filters ->> 'status' from '^[a-z_.]{1,64}$'),
      'searched', coalesce(filters -> 'searched' = 'true', false),
      'overdue', coalesce(filters -> 'overdue' = 'true', false),
      'assignee', substring(filters ->> 'assignee' from
        '^(?:mine|nobody|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$')
    ) || coalesce(jsonb_object_agg(name, day_text) filter (where day_text is not null), '{}')
    || coalesce((
      select jsonb_build_object('filters', jsonb_object_agg(key, value)) from jsonb_each_text(filters -> 'filters') as chosen (key, value)
      where key ~ '^[a-z_]{1,20}$' and value ~ '^[A-Za-z0-9 /_-]{1,60}$' having count(*) > 0
    ), '{}')
  from (
    select name, substring(filters ->> name from
      '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})$') as day_text
    from unnest(array['since', 'until']) as name
  ) as days
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
  delete from public.saved_views as t where owner_id = $1;
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
    union all select 'public.saved_views' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.saved_views as t where owner_id = $1) as records
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

CREATE OR REPLACE FUNCTION private.filter_condition(source text, filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  name text;
  value text;
  conditions text[] := '{}';
  condition text;
begin
  for name, value in select key, chosen.value from jsonb_each_text(filters) as chosen (key, value) loop
    condition := case
      when name = 'since' then format($sql$t.created_at >= %L::date::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when name = 'until' then format($sql$t.created_at < (%L::date + 1)::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when source = 'orders' and name = 'payment' then format('t.payment_status = %L', value)
      when source = 'orders' and name = 'delivery' then format('t.fulfilment_status = %L', value)
      when source = 'orders' and name = 'kind' then format('t.kind = %L', value)
      when source = 'orders' and name = 'step' then case value
        when 'to_quote' then $sql$t.kind = 'bulk' and t.total_amount_kobo is null and t.list_status in ('pending', 'approved')$sql$
        when 'paid_to_approve' then $sql$t.list_status = 'pending' and t.payment_status in ('confirmed', 'overpaid')$sql$
        when 'to_prepare' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'none'
          and t.payment_status in ('confirmed', 'overpaid')$sql$
        when 'to_dispatch' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'preparing'$sql$
        when 'to_complete' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'delivered'$sql$
        when 'waits_for_buyer' then $sql$t.list_status in ('pending', 'approved') and t.total_amount_kobo is not null
          and t.payment_status = 'unpaid'$sql$
      end
      when source = 'farmers' and name = 'crop' then
        format('exists (select from public.farmers as own where own.id = t.id and %L = any (own.crops_grown))', value)
      when source in ('farmers', 'training_enrolments', 'buyers') and name in ('state', 'channel') then
        format('exists (select from public.%I as own where own.id = t.id and own.%I = %L)', source, name, value)
      when source = 'investors' and name = 'channel' then
        format('exists (select from public.investors as own where own.id = t.id and own.channel = %L)', value)
      when source in ('farmers', 'training_enrolments', 'buyers') and name = 'photo' and value = 'missing' then
        format('exists (select from public.%I as own where own.id = t.id and not own.has_photo)', source)
      when source in ('farmers', 'training_enrolments', 'buyers', 'investors') and name = 'twin' and value = 'possible' then
        $sql$exists (select from private.registration_phones as mine join private.registration_phones as other
          on other.phone = mine.phone and other.id <> mine.id where mine.id = t.id and mine.phone ~ '[1-9]')$sql$
    end;
    if condition is null then
      raise exception 'This list has no such filter' using errcode = '22023', hint = name;
    end if;
    conditions := conditions || condition;
  end loop;
  return nullif(array_to_string(conditions, ' and '), '');
end $function$;

CREATE OR REPLACE FUNCTION private.list_order(source text, sort text, only_overdue boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  row_order text := case coalesce(sort, case when only_overdue then 'oldest' else 'newest' end)
    when 'newest' then 't.created_at desc, t.id'
    when 'oldest' then 't.created_at, t.id desc'
    when 'total' then case when source = 'orders' then 't.total_amount_kobo desc nulls last, t.created_at desc, t.id' end
  end;
begin
  if row_order is null then
    raise exception 'This list cannot be sorted so' using errcode = '22023', hint = 'sort';
  end if;
  return row_order;
end $function$;

CREATE OR REPLACE FUNCTION public.find_record_flags(record_type text, record_ids uuid[])
 RETURNS TABLE(record_id uuid, flags text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_right(record_type, 'read');
  return query
    select own.id, array_remove(array[
      case when find_record_flags.record_type = any (private.registrations_with('read')) and exists (
        select from private.registration_phones as mine
        join private.registration_phones as other on other.phone = mine.phone and other.id <> mine.id
        where mine.id = own.id and mine.phone ~ '[1-9]') then 'twin' end,
      case when find_record_flags.record_type = 'training_enrolments' and exists (
        select from public.training_enrolment_private as kept
        where kept.training_enrolment_id = own.id and kept.guardian_phone is not null) then 'minor' end,
      case when find_record_flags.record_type in ('farmers', 'training_enrolments', 'buyers') and exists (
        select from private.registrations as record
        where record.record_type = find_record_flags.record_type and record.id = own.id and not record.has_photo) then 'photo' end
    ], null)
    from unnest(record_ids[1:500]) as own (id);
end $function$;

REVOKE ALL ON FUNCTION "public"."find_record_flags"(text, uuid[]) FROM "service_role";

CREATE OR REPLACE FUNCTION public.find_records(list text, only_status text DEFAULT NULL::text, search text DEFAULT NULL::text, only_overdue boolean DEFAULT false, page_index integer DEFAULT 0, page_size integer DEFAULT 10, assignee text DEFAULT NULL::text, filters jsonb DEFAULT NULL::jsonb, sort text DEFAULT NULL::text)
 RETURNS public.record_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text := private.open_list(list);
  words text := nullif(btrim(search), '');
  condition text := concat_ws(' and ', private.list_condition(source, only_status, only_overdue, assignee, words),
    private.filter_condition(source, filters));
  row_order text := private.list_order(source, sort, only_overdue);
  promised_before timestamptz := private.promised_before(source);
  assignee_id uuid := private.read_assignee(assignee);
  answer public.record_page;
  -- Where and how many: a page far behind the end is an empty one.
  max_rows integer := least(greatest(page_size, 1), 500);
  skipped bigint := greatest(page_index, 0)::bigint * max_rows;
begin
  if words is null then
    answer.count := private.count_records(list, condition, only_status, promised_before, source, assignee_id);
    -- By an index alone, however far behind the page is.
    execute format('select array(select t.id from private.%I as t where %s
        order by %s limit $6 offset $7)', list || '_list', condition, row_order)
      into answer.ids using null, only_status, promised_before, source, assignee_id, max_rows, skipped;
  else
    execute format('with hits as materialized (select t.* from private.%I as t where %s)
        select (select count(*) from hits), array(select t.id from hits as t order by %s limit $6 offset $7)',
        list || '_list', condition, row_order)
      into answer.count, answer.ids
      using private.search_patterns(words), only_status, promised_before, source, assignee_id, max_rows, skipped;
  end if;
  return answer;
end $function$;

REVOKE ALL ON FUNCTION "public"."find_records"(text, text, text, boolean, integer, integer, text, jsonb, text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.next_records(list text, only_status text DEFAULT NULL::text, search text DEFAULT NULL::text, only_overdue boolean DEFAULT false, assignee text DEFAULT NULL::text, after_time text DEFAULT NULL::text, after_id uuid DEFAULT NULL::uuid, filters jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(id uuid, list_time text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text := private.open_list(list);
  words text := nullif(btrim(search), '');
begin
  return query execute format('select t.id, t.created_at::text from private.%I as t where %s%s
      order by t.created_at desc, t.id limit 1000', list || '_list',
    concat_ws(' and ', private.list_condition(source, only_status, only_overdue, assignee, words),
      private.filter_condition(source, filters)),
    case when after_id is not null then ' and t.created_at <= $6 and (t.created_at < $6 or t.id > $7)' else '' end)
    using private.search_patterns(words), only_status, private.promised_before(source), source,
      private.read_assignee(assignee), after_time::timestamptz, after_id;
end $function$;

REVOKE ALL ON FUNCTION "public"."next_records"(text, text, text, boolean, text, text, uuid, jsonb) FROM "service_role";

CREATE VIEW "private"."disputes_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    list_status,
    is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo
   FROM private.orders_list
  WHERE (fulfilment_status = 'disputed'::text);

revoke all on table private.disputes_list from public, anon, authenticated;

CREATE VIEW "private"."payments_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    payment_status AS list_status,
    (payment_status = ANY (ARRAY['claimed'::text, 'underpaid'::text, 'overpaid'::text, 'refund_due'::text])) AS is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo
   FROM private.orders_list
  WHERE (total_amount_kobo IS NOT NULL);

revoke all on table private.payments_list from public, anon, authenticated;

CREATE VIEW "private"."quotes_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    list_status,
    is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo
   FROM private.orders_list
  WHERE ((kind = 'bulk'::text) AND (total_amount_kobo IS NULL) AND (list_status = ANY (ARRAY['pending'::text, 'approved'::text])));

revoke all on table private.quotes_list from public, anon, authenticated;

CREATE INDEX saved_views_list_idx ON public.saved_views USING btree (list, title);

CREATE TRIGGER audit_change AFTER INSERT OR DELETE OR UPDATE ON public.saved_views FOR EACH ROW EXECUTE FUNCTION private.audit_change('all', 'id', 'list,title,query,is_shared');

COMMENT ON TABLE "public"."saved_views" IS 'query is the filters and the order of the list as they stand in its address; never a search, since words may name a person.';

REVOKE ALL ON FUNCTION "private"."filter_condition"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_order"(text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_record_flags"(text, uuid[]) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."find_record_flags"(text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_records"(text, text, text, boolean, integer, integer, text, jsonb, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."find_records"(text, text, text, boolean, integer, integer, text, jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."next_records"(text, text, text, boolean, text, text, uuid, jsonb) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."next_records"(text, text, text, boolean, text, text, uuid, jsonb) TO "authenticated";

GRANT INSERT ("is_shared") ON TABLE "public"."saved_views" TO "authenticated";

GRANT INSERT ("list") ON TABLE "public"."saved_views" TO "authenticated";

GRANT INSERT ("query") ON TABLE "public"."saved_views" TO "authenticated";

GRANT INSERT ("title") ON TABLE "public"."saved_views" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."saved_views" TO "authenticated";

ALTER TABLE "public"."saved_views" ADD CONSTRAINT "saved_views_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX saved_views_owner_id_idx ON public.saved_views USING btree (owner_id);

CREATE POLICY "Staff read their own views, and those that colleagues share" ON "public"."saved_views" FOR SELECT TO "authenticated" USING ((( SELECT private.is_in_admin() AS is_in_admin) AND (is_shared OR (owner_id = ( SELECT auth.uid() AS uid)))));

CREATE POLICY "Staff remove their own views" ON "public"."saved_views" FOR DELETE TO "authenticated" USING ((( SELECT private.is_in_admin() AS is_in_admin) AND (owner_id = ( SELECT auth.uid() AS uid))));

CREATE POLICY "Staff save views of their own" ON "public"."saved_views" FOR INSERT TO "authenticated" WITH CHECK ((( SELECT private.is_in_admin() AS is_in_admin) AND (owner_id = ( SELECT auth.uid() AS uid))));
