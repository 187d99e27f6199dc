-- by hand: records that were sent again have that version, without counting as changed now; codes of before have no key.
alter table public.buyers add column answers_version integer not null default 1;
alter table public.farmers add column answers_version integer not null default 1;
alter table public.investors add column answers_version integer not null default 1;
alter table public.training_enrolments add column answers_version integer not null default 1;
do $$
declare
  kind text;
begin
  foreach kind in array array['buyers', 'farmers', 'investors', 'training_enrolments'] loop
    execute format('alter table public.%I disable trigger user', kind);
    execute format('update public.%I as record set answers_version = sent.version
      from (select record_id, max(version) as version from public.registration_submissions where version > 1 group by record_id) as sent
      where sent.record_id = record.id', kind);
    execute format('alter table public.%I enable trigger user', kind);
  end loop;
end $$;
delete from private.change_codes;

-- generated
DROP VIEW "public"."correction_states";

DROP VIEW "public"."my_consents";

DROP VIEW "public"."my_registrations";

DROP VIEW "public"."people_to_phone";

DROP VIEW "public"."withdrawn_consents";

DROP FUNCTION "private"."change_code_channels"(private.registrations);

DROP FUNCTION "private"."claim_record"(private.registrations, uuid, text[], jsonb);

DROP FUNCTION "private"."find_changes"(private.registrations, jsonb, jsonb, jsonb);

DROP FUNCTION "private"."has_unrequested_guard"(private.registrations, jsonb);

DROP FUNCTION "private"."hash_change_code"(uuid, text, text);

DROP FUNCTION "private"."notify_of_change"(private.registrations, jsonb);

DROP FUNCTION "private"."notify_of_claim"(private.registrations, uuid);

DROP FUNCTION "private"."prove_change_code"(text, text);

DROP FUNCTION "private"."refuse_closed"(private.registrations);

DROP FUNCTION "private"."request_change_code"(text, text);

DROP FUNCTION "private"."store_changed"(private.registrations, jsonb, jsonb, jsonb, jsonb);

DROP FUNCTION "private"."use_change_proof"(private.registrations, jsonb);

DROP VIEW "private"."registrations";

CREATE TABLE "private"."change_refusals" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "record_type" text NOT NULL, "record_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "change_refusals_pkey" PRIMARY KEY (id), CONSTRAINT "change_refusals_record_type_known" CHECK ((record_type = ANY (ARRAY['farmers'::text, 'training_enrolments'::text, 'buyers'::text, 'investors'::text]))));

revoke all on table private.change_refusals from public, anon, authenticated;

ALTER TABLE "private"."change_refusals" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."change_codes" ADD COLUMN "proved_for" uuid;

ALTER TABLE "public"."registration_submissions" ADD COLUMN "phone_to_call" text;

CREATE OR REPLACE FUNCTION private.before_registration_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    if tg_table_name = 'buyers' then perform private.check_state_of_buyer(new); end if;
    new.reference := private.give_reference(tg_argv[0], tg_table_name, new.reference);
    if tg_table_name = 'buyers' then new := private.prepare_buyer(new); end if;
    perform private.refuse_secrets('reason', null, new.decline_reason);
    return new;
  end if;
  new.updated_at := now();
  -- Who decides names the answers that they have read; the applicant's own change waits for nobody.
  if new.answers_version is distinct from old.answers_version and coalesce((select auth.role()), '') in ('anon', 'authenticated') then
    raise exception 'The applicant changed their answers at %; read them first', private.say_when_sent(old.id)
      using errcode = 'PT409', hint = 'answers_version';
  end if;
  -- Decide: the right, the transition and the reason. Approve: the person still consents.
  if (new.status, new.decline_reason) is distinct from (old.status, old.decline_reason) then
    new := private.decide(tg_table_name, old, new);
    perform private.refuse_secrets('reason', old.decline_reason, new.decline_reason);
    if old.status <> 'approved' and new.status = 'approved' then
      perform private.refuse_without_consent(tg_table_name, new.id);
    end if;
  end if;
  return new;
end $function$;

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
  delete from private.change_refusals as t where record_id in (select private.registrations_of($1, $2));
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
    union all select 'private.change_refusals' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.change_refusals as t where record_id in (select private.registrations_of($1, $2))) as records
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
  delete from private.change_refusals where change_refusals.created_at < before - interval '1 day';
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
  delete from private.change_refusals where change_refusals.record_id = $1;
  delete from private.registration_guest_links where registration_guest_links.record_id = $1;
  delete from private.link_reissues where link_reissues.record_id = $1;
$function$;

CREATE OR REPLACE FUNCTION private.list_reached_states()
 RETURNS TABLE(state text, kinds text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with reached as (
    select farmer.state, 'farmers' as kind from public.farmers as farmer
    where farmer.status = 'approved' and not farmer.is_demo
    group by farmer.state having count(distinct coalesce(farmer.phone, farmer.id::text)) >= 5
    union
    select enrolment.state, 'trainees' as kind from public.training_enrolments as enrolment
    where enrolment.status = 'approved' and not enrolment.is_demo
    group by enrolment.state having count(distinct enrolment.phone) >= 5
    union
    select contact.state, 'deliveries' as kind from public.orders
    join public.order_contacts as contact on contact.order_id = orders.id
    where orders.status = 'completed' and not orders.is_demo
    group by contact.state having count(distinct contact.phone) >= 5
    union
    select course.state, 'courses' as kind from public.courses as course
    where course.is_published and not course.is_demo
  )
  select reached.state, array_agg(reached.kind order by reached.kind) from reached
  where reached.state is not null
  group by reached.state order by reached.state
$function$;

CREATE OR REPLACE FUNCTION private.may_write_form_mail(recipient text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One after the other for each address, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('form mail ' || private.mailbox_of(recipient), 0));
  return (
    select count(*) filter (where written.created_at > now() - interval '1 hour') < 5 and count(*) < 10
    from private.mail_outbox as written
    where private.mailbox_of(written.recipient) = private.mailbox_of(may_write_form_mail.recipient)
      and written.created_at > now() - interval '1 day'
      and written.template in (select form.template from private.mail_templates as form where form.limited = 'form')
  );
end $function$;

CREATE OR REPLACE FUNCTION private.notify_buyer(order_id uuid, template text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  policy private.mail_templates;
  own_mailbox text;
  recipient text;
  token text;
begin
  select * into strict current_order from public.orders where id = order_id;
  if current_order.is_demo then
    return;
  end if;
  select * into strict policy from private.mail_templates where mail_templates.template = notify_buyer.template;
  select * into request from public.order_requests where order_requests.order_id = current_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = current_order.id;
  select email into own_mailbox from public.profiles where id = current_order.user_id;
  recipient := coalesce(request.email, contact.email, own_mailbox);
  if policy.limited = 'form' and not private.may_write_form_mail(recipient) then
    return;
  end if;
  -- The form takes any address, a stranger's too: of what a buyer's own doing sends, a mailbox that nobody proved gets
  -- five in an hour from everybody together, and the account's own gets what is beyond.
  if recipient is distinct from own_mailbox
    and (policy.limited in ('new_order', 'order') or current_order.decline_code = 'withdrawn_by_buyer') then
    if policy.limited = 'new_order' then
      -- One after the other for each address, or many at once would all count the same few. Not for the others, which
      -- come from orders that are there: a withdrawal locks its products after this, a new order before.
      perform pg_advisory_xact_lock(hashtextextended('order mail ' || private.mailbox_of(recipient), 0));
    end if;
    if (select count(*) >= 5 from private.mail_outbox
        where private.mailbox_of(mail_outbox.recipient) = private.mailbox_of(coalesce(request.email, contact.email))
          and created_at > now() - interval '1 hour') then
      recipient := own_mailbox;
    end if;
  end if;
  if recipient is null then
    return;
  end if;
  if current_order.kind = 'marketplace' and current_order.user_id is null then
    token := private.make_token();
    insert into private.order_guest_links (token_hash, order_id, expires_at)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), current_order.id,
      now() + case when template = 'order_link_again' then interval '7 days' else interval '400 days' end);
  end if;
  perform private.enqueue_mail(template, recipient, jsonb_strip_nulls(jsonb_build_object(
    'order_id', current_order.id,
    'code', current_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', current_order.crop_type,
    'quantity', current_order.quantity_text,
    'unit', current_order.unit,
    'reason', case when template = 'order_reopened' then (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = current_order.id order by event.id desc limit 1)
      else current_order.decline_reason end,
    'decline_code', current_order.decline_code,
    'total_kobo', current_order.total_amount_kobo,
    'currency', case when current_order.total_amount_kobo is not null then current_order.currency end,
    'expires_at', current_order.expires_at,
    'payment_status', case when current_order.kind = 'marketplace' then current_order.payment_status end,
    'refund_due_kobo', nullif(current_order.refund_due_kobo, 0),
    'fulfilment_status', nullif(current_order.fulfilment_status, 'none'),
    'due', private.describe_due(current_order),
    'payment', case when policy.has_payment_account then private.payment_block(current_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo)
      from public.order_disputes as dispute where dispute.order_id = current_order.id and resolved_at is not null
      order by resolved_at desc limit 1) end,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || current_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, current_order.id, extract(epoch from current_order.reopened_at))
  end);
end $function$;

CREATE OR REPLACE FUNCTION private.prove_change_code(link_hash text, code_hash text, attempt uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent private.change_codes;
  is_right boolean;
begin
  select stored.* into sent from private.change_codes as stored
  where stored.link_hash = prove_change_code.link_hash order by stored.id desc limit 1 for update;
  if sent.id is null or sent.used_at is not null or sent.expires_at <= now() or sent.attempts >= 5 then
    return false;
  end if;
  is_right := sent.code_hash = prove_change_code.code_hash;
  update private.change_codes as stored set attempts = stored.attempts + 1,
    proved_at = case when is_right then now() end, proved_for = case when is_right then attempt end
  where stored.id = sent.id;
  return is_right;
end $function$;

CREATE OR REPLACE FUNCTION private.say_when_sent(record_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_char(sent_at, case when sent_at::date = (now() at time zone 'Africa/Lagos')::date then 'HH24:MI'
    else 'HH24:MI "on" FMDD FMMonth' end)
  from (
    select created_at at time zone 'Africa/Lagos' as sent_at from public.registration_submissions as sent
    where sent.record_id = $1 order by sent.version desc limit 1
  ) as newest
$function$;

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
    (record_type, record_id, version, form, answers, secret_fields, channel, locale, terms_version, requested_by, changes,
      phone_to_call)
  values (
    store_submission.record_type, store_submission.record_id, store_submission.version, store_submission.form,
    store_submission.answers, secrets, context ->> 'channel', private.answer(context, 'locale'),
    private.answer(context, 'termsVersion'), context ->> 'requestedBy', coalesce(context -> 'changes', '[]'),
    context ->> 'phoneToCall'
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

CREATE OR REPLACE FUNCTION public.decide_records(record_type text, rows jsonb, new_status text, reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reason_column text := case
    when new_status = 'declined' and record_type <> 'contact_messages' then 'decline_reason'
    when new_status = 'completed' and record_type = 'orders' and reason is not null then 'credit_terms_reason'
    when new_status = 'hidden' and record_type = 'products' then 'review_note'
  end;
  requested record;
  touched boolean;
  current_status text;
  words text;
  changed uuid[] := '{}';
  skipped jsonb := '[]';
begin
  perform private.require_admin_right(record_type, 'decide');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 records' using errcode = '23514', hint = 'rows';
  end if;
  perform private.lock_for_decisions(record_type, array(
    select id from jsonb_to_recordset(rows) as input (id uuid) where id is not null), new_status);
  for requested in
    select id, max(expected) as expected, max(version) as version
    from jsonb_to_recordset(rows) as input (id uuid, expected text, version integer)
    where id is not null group by id order by id
  loop
    words := null;
    touched := null;
    begin
      execute format('update public.%I set status = $1 %s %s where id = $2 and status = $3 and status <> $1 returning true',
        record_type, case when reason_column is not null then format(', %I = $4', reason_column) else '' end,
        case when requested.version is not null and record_type in ('farmers', 'training_enrolments', 'buyers', 'investors')
          then ', answers_version = $5' else '' end)
        into touched using new_status, requested.id, requested.expected, reason, requested.version;
    exception when check_violation or insufficient_privilege or sqlstate 'PT409' then
      get stacked diagnostics words = message_text;
    end;
    if touched then
      changed := changed || requested.id;
    else
      execute format('select status from public.%I where id = $1', record_type) into current_status using requested.id;
      skipped := skipped || jsonb_build_object('id', requested.id, 'status', current_status,
        'why', case when words is null then 'changed_meanwhile' else 'refused' end, 'message', words);
    end if;
  end loop;
  return jsonb_build_object('changed', to_jsonb(changed), 'skipped', skipped);
end $function$;

ALTER TABLE "private"."change_codes" ADD CONSTRAINT "change_codes_proved_for_whole" CHECK (((proved_at IS NULL) = (proved_for IS NULL)));

ALTER TABLE "public"."buyers" ADD CONSTRAINT "buyers_answers_version_positive" CHECK ((answers_version > 0));

ALTER TABLE "public"."farmers" ADD CONSTRAINT "farmers_answers_version_positive" CHECK ((answers_version > 0));

ALTER TABLE "public"."investors" ADD CONSTRAINT "investors_answers_version_positive" CHECK ((answers_version > 0));

ALTER TABLE "public"."registration_submissions" ADD CONSTRAINT "registration_submissions_phone_to_call_digits" CHECK ((phone_to_call ~ '^\+?[0-9]{8,15}$'::text));

ALTER TABLE "public"."training_enrolments" ADD CONSTRAINT "training_enrolments_answers_version_positive" CHECK ((answers_version > 0));

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
    open_request.correction AS open_correction,
        CASE
            WHEN (record.status = 'declined'::text) THEN 'Closed. You are welcome to register again when things have changed.'::text
            WHEN (record.consent_withdrawn_at IS NOT NULL) THEN 'You took back your consent. It goes no further unless you agree again.'::text
            WHEN (record.status = 'approved'::text) THEN 'Approved. Our team will contact you about what comes next.'::text
            WHEN (open_request.correction IS NOT NULL) THEN 'Please correct what we marked and send it again.'::text
            WHEN (record.record_type = 'buyers'::text) THEN 'We are reviewing it. Our team will contact you within 48 hours.'::text
            ELSE 'We are reviewing it. We will contact you soon.'::text
        END AS next_step,
    record.consent_withdrawn_at,
    record.answers_version
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
            one.answers_version,
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
                    farmers.updated_at,
                    farmers.answers_version
                   FROM public.farmers
                UNION ALL
                 SELECT 'training_enrolments'::text AS record_type,
                    training_enrolments.id,
                    'training'::text AS form,
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
                    training_enrolments.updated_at,
                    training_enrolments.answers_version
                   FROM public.training_enrolments
                UNION ALL
                 SELECT 'buyers'::text AS record_type,
                    buyers.id,
                        CASE buyers.buyer_type
                            WHEN 'individual'::text THEN 'buyer_individual'::text
                            WHEN 'corporate'::text THEN 'buyer_corporate'::text
                            ELSE NULL::text
                        END AS form,
                    buyers.reference,
                    buyers.user_id,
                    COALESCE(NULLIF(concat_ws(' '::text, buyers.contact_first_name, buyers.contact_last_name), ''::text), buyers.company_name) AS contact_name,
                    buyers.contact_email,
                    buyers.contact_phone,
                    buyers.status,
                    buyers.decline_reason,
                    buyers.has_photo,
                    buyers.is_demo,
                    buyers.created_at,
                    buyers.updated_at,
                    buyers.answers_version
                   FROM public.buyers
                UNION ALL
                 SELECT 'investors'::text AS record_type,
                    investors.id,
                        CASE investors.investor_type
                            WHEN 'individual'::text THEN 'investor_individual'::text
                            WHEN 'corporate'::text THEN 'investor_corporate'::text
                            WHEN 'crypto'::text THEN 'investor_crypto'::text
                            ELSE NULL::text
                        END AS form,
                    investors.reference,
                    investors.user_id,
                    COALESCE(investors.contact_name, investors.company_name) AS contact_name,
                    investors.contact_email,
                    investors.contact_phone,
                    investors.status,
                    investors.decline_reason,
                    false AS has_photo,
                    investors.is_demo,
                    investors.created_at,
                    investors.updated_at,
                    investors.answers_version
                   FROM public.investors) one) record
     LEFT JOIN LATERAL ( SELECT jsonb_build_object('id', request.id, 'message', request.message, 'notes', request.notes, 'createdAt', request.created_at) AS correction
           FROM public.correction_requests request
          WHERE ((request.record_id = record.id) AND (record.status = 'pending'::text) AND (NOT (EXISTS ( SELECT
                   FROM public.registration_submissions sent
                  WHERE ((sent.record_id = request.record_id) AND (sent.version > request.submission_version))))))
          ORDER BY request.id DESC
         LIMIT 1) open_request ON (true));

revoke all on table private.registrations from public, anon, authenticated;

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
    where ($1).contact_phone ~ '^\+234[1-9]' and private.sends_sms()
  ) as ways
  where ($1).user_id is null and not ($1).is_demo
$function$;

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

CREATE OR REPLACE FUNCTION private.find_changes(current_record private.registrations, answers jsonb, sealed jsonb, context jsonb)
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
  select coalesce(jsonb_agg(jsonb_build_object('field', field, 'label', label,
    'guard', case when answer_after is not null or not coalesce($4 -> 'notAsked' ? field, false) then guard end,
    'before', case when not is_secret then answer_before when had_secret then to_jsonb('••••••' || coalesce(last_four, '')) end,
    'after', case when is_secret then to_jsonb('••••••' || coalesce(item ->> 'lastFour', '')) else answer_after end
  ) order by label, field), '[]')
  from known
  where case when is_secret
    then item is not null and (not had_secret or match_hash is distinct from decode(item ->> 'matchHash', 'hex')
      or coalesce($4 -> 'sentSecrets' ? field, true))
    else answer_before is distinct from answer_after end
$function$;

CREATE OR REPLACE FUNCTION private.has_unrequested_guard(current_record private.registrations, changes jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from jsonb_array_elements($2) as change
    where change ->> 'guard' is not null and not exists (
      select from jsonb_array_elements(($1).open_correction -> 'notes') as note
      where note ->> 'field' = change ->> 'field'
        -- One document has a kind and a number, one account a bank and a number, who has no e-mail gives none, and who turns
        -- out to be under 18 has a guardian.
        or array[note ->> 'field', change ->> 'field'] <@ array['bankName', 'accountNumber']
        or array[note ->> 'field', change ->> 'field'] <@ array['validIdType', 'idNumber']
        or array[note ->> 'field', change ->> 'field'] <@ array['email', 'noEmail']
        or array[note ->> 'field', change ->> 'field'] <@ array['dateOfBirth', 'guardianPhone']
    )
  )
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_change(record_before private.registrations, changes jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  guarded jsonb := jsonb_path_query_array(changes, '$[*] ? (@.guard != null).label');
  recipient text;
  is_notified boolean := false;
  details jsonb := jsonb_build_object('code', record_before.reference, 'form', record_before.form, 'at', now(), 'labels', guarded);
begin
  if jsonb_array_length(guarded) = 0 or record_before.is_demo then
    return null;
  end if;
  for recipient in
    select lower(record_before.contact_email) where record_before.contact_email <> ''
    union
    select private.proved_address(record_before.user_id) where private.proved_address(record_before.user_id) is not null
  loop
    is_notified := true;
    if record_before.user_id is not null then
      perform private.enqueue_alarm_mail('registration_changed', record_before.user_id, recipient, details);
    else
      perform private.enqueue_mail('registration_changed', recipient, details);
    end if;
  end loop;
  if record_before.contact_phone ~ '^\+[1-9]' and private.sends_sms() then
    perform private.enqueue_sms('registration_changed', record_before.contact_phone,
      jsonb_build_object('code', record_before.reference));
    is_notified := true;
  end if;
  return case when not is_notified and record_before.contact_phone ~ '[1-9]' then record_before.contact_phone end;
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

CREATE OR REPLACE FUNCTION private.store_changed(current_record private.registrations, answers jsonb, sealed jsonb, context jsonb, changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  columns jsonb := private.registration_columns(current_record.form, answers);
  next_version integer := current_record.answers_version + 1;
begin
  perform private.update_row(current_record.record_type, 'id', current_record.id, columns -> 'record' ||
    jsonb_build_object('answers_version', next_version) ||
    case current_record.record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  if columns ? 'private' then
    perform private.update_row(name, key, current_record.id, columns -> 'private')
    from private.private_table(current_record.record_type);
  end if;
  perform private.store_submission(current_record.record_type, current_record.id, next_version, current_record.form, answers,
    sealed, context || jsonb_build_object('phoneToCall', private.notify_of_change(current_record, changes), 'changes', (
      select coalesce(jsonb_agg(change - 'guard' - 'label' order by change ->> 'label'), '[]')
      from jsonb_array_elements(changes) as change)));
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
  if (
    select count(*) >= 20 from private.change_refusals as refused
    where refused.record_id = current_record.id and refused.created_at > now() - interval '1 day'
  ) then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
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
      and sent.proved_for = (context ->> 'idempotencyKey')::uuid
      and sent.proved_at > now() - interval '15 minutes' and sent.used_at is null;
    is_proved := found;
  end if;
  if not is_proved then
    raise exception 'Please type the code that we send to you' using errcode = '23514', detail = 'code', hint = 'code';
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
    COALESCE(latest.phone, record.contact_phone) AS contact_phone,
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
            happened.happened_at AS since,
            happened.phone
           FROM ( SELECT 'received'::text AS topic,
                    record.created_at AS happened_at,
                    NULL::text AS phone
                  WHERE (record.contact_email IS NULL)
                UNION ALL
                 SELECT event.to_status AS topic,
                    event.created_at AS happened_at,
                    NULL::text AS phone
                   FROM public.decision_events event
                  WHERE ((record.contact_email IS NULL) AND (event.record_type = record.record_type) AND (event.record_id = record.id))
                UNION ALL
                 SELECT 'correction'::text AS topic,
                    request.created_at AS happened_at,
                    NULL::text AS phone
                   FROM public.correction_requests request
                  WHERE ((record.contact_email IS NULL) AND (request.record_id = record.id) AND (record.open_correction IS NOT NULL))
                UNION ALL
                 SELECT 'changed'::text AS topic,
                    sent.created_at AS happened_at,
                    sent.phone_to_call AS phone
                   FROM public.registration_submissions sent
                  WHERE ((sent.record_id = record.id) AND (sent.phone_to_call IS NOT NULL))) happened
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

CREATE INDEX change_codes_link_hash_idx ON private.change_codes USING btree (link_hash, id DESC);

CREATE INDEX change_refusals_record_id_idx ON private.change_refusals USING btree (record_id, created_at);

CREATE INDEX registration_submissions_phone_to_call_idx ON public.registration_submissions USING btree (record_id) WHERE (phone_to_call IS NOT NULL);

CREATE TRIGGER notify_admin_of_call AFTER INSERT ON public.registration_submissions FOR EACH ROW WHEN ((new.phone_to_call IS NOT NULL)) EXECUTE FUNCTION private.notify_admin('people_to_phone');

COMMENT ON COLUMN "private"."change_codes"."code_hash" IS 'HMAC by the server over the link and the digits.';

COMMENT ON COLUMN "private"."change_codes"."proved_for" IS 'The attempt that the digits were typed for: they pass no other one.';

COMMENT ON COLUMN "public"."buyers"."answers_version" IS 'Of the newest submission, 1 where none is stored. Who decides names the one that they have read; another one is refused.';

COMMENT ON COLUMN "public"."farmers"."answers_version" IS 'Of the newest submission, 1 where none is stored. Who decides names the one that they have read; another one is refused.';

COMMENT ON COLUMN "public"."investors"."answers_version" IS 'Of the newest submission, 1 where none is stored. Who decides names the one that they have read; another one is refused.';

COMMENT ON COLUMN "public"."registration_submissions"."phone_to_call" IS 'The number of before, where contacts or numbers changed and neither mail nor text could say so: staff ring it.';

COMMENT ON COLUMN "public"."training_enrolments"."answers_version" IS 'Of the newest submission, 1 where none is stored. Who decides names the one that they have read; another one is refused.';

COMMENT ON TABLE "private"."change_refusals" IS 'That a change of contacts or numbers was refused for want of a code; a day.';

COMMENT ON VIEW "public"."correction_states" IS 'status: pending while no later version was sent, completed since. Anyone who may read requests and submissions reads it.';

COMMENT ON VIEW "public"."my_consents" IS 'The latest entry for each purpose and record.';

COMMENT ON VIEW "public"."my_registrations" IS 'What a member has registered as, how it stands and what comes next.';

COMMENT ON VIEW "public"."people_to_phone" IS 'topic says what the call is about: received, correction, changed, approved or declined.';

REVOKE ALL ON FUNCTION "private"."change_code_channels"(private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_record"(private.registrations, uuid, text[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_changes"(private.registrations, jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_unrequested_guard"(private.registrations, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_of_change"(private.registrations, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_of_claim"(private.registrations, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."prove_change_code"(text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prove_change_code"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_closed"(private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."say_when_sent"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_changed"(private.registrations, jsonb, jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."use_change_proof"(private.registrations, jsonb) FROM PUBLIC;

REVOKE ALL ("answers_version") ON TABLE "public"."buyers" FROM "authenticated";

GRANT UPDATE ("answers_version") ON TABLE "public"."buyers" TO "authenticated";

REVOKE ALL ("answers_version") ON TABLE "public"."farmers" FROM "authenticated";

GRANT UPDATE ("answers_version") ON TABLE "public"."farmers" TO "authenticated";

REVOKE ALL ("answers_version") ON TABLE "public"."investors" FROM "authenticated";

GRANT UPDATE ("answers_version") ON TABLE "public"."investors" TO "authenticated";

REVOKE ALL ("answers_version") ON TABLE "public"."training_enrolments" FROM "authenticated";

GRANT UPDATE ("answers_version") ON TABLE "public"."training_enrolments" TO "authenticated";

GRANT SELECT ON TABLE "private"."registrations" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."correction_states" TO "authenticated";

GRANT SELECT ON TABLE "public"."my_consents" TO "authenticated";

GRANT SELECT ON TABLE "public"."my_registrations" TO "authenticated";

GRANT SELECT ON TABLE "public"."people_to_phone" TO "authenticated";

GRANT SELECT ON TABLE "public"."withdrawn_consents" TO "authenticated";

CREATE INDEX mail_outbox_mailbox_idx ON private.mail_outbox USING btree (private.mailbox_of(recipient), created_at DESC);

revoke all on sequence private.change_refusals_id_seq from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.count_change_refusal(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.change_refusals (record_type, record_id)
  select record.record_type, record.id from private.registrations as record
  where record.record_type = $1 and record.id = $2
$function$;

CREATE OR REPLACE FUNCTION private.request_change_code(link_hash text, channel text, digits text, code_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_record private.registrations;
  way jsonb;
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
  ) or not (
    case request_change_code.channel
      when 'email' then private.may_write_form_mail(current_record.contact_email)
      else private.may_text_code(current_record.contact_phone)
    end
  ) then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  insert into private.change_codes (record_type, record_id, link_hash, channel, code_hash)
  values (current_record.record_type, current_record.id, request_change_code.link_hash, request_change_code.channel,
    request_change_code.code_hash);
  if request_change_code.channel = 'email' then
    perform private.enqueue_mail('registration_change_code', current_record.contact_email, jsonb_build_object(
      'code', current_record.reference, 'form', current_record.form, 'digits', digits, 'minutes', 15));
  else
    perform private.enqueue_sms('registration_change_code', current_record.contact_phone, jsonb_build_object(
      'code', current_record.reference, 'digits', digits, 'minutes', 15));
  end if;
  return way;
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
  elsif (context ->> 'version')::integer is distinct from current_record.answers_version then
    raise exception 'Your answers were changed at %, perhaps in another window. Look at them once more, then send it again.',
      private.say_when_sent(current_record.id) using errcode = 'PT409', hint = 'version';
  elsif (
    select count(*) >= 10 from public.registration_submissions as sent
    where sent.record_id = current_record.id and sent.requested_by = 'applicant'
      and sent.created_at > now() - interval '1 day'
  ) then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.refuse_clear_secrets(answers);
  found_changes := private.find_changes(current_record, answers, sealed, context);
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
  changes := private.find_changes(current_record, answers, sealed, context);
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
    'version', record.answers_version, 'consentWithdrawnAt', record.consent_withdrawn_at, 'codeChannels', private.change_code_channels(record),
    'erasedAt', (select erased_at from app_vault.people where id = private.vault_person_of(record.record_type, record.id)),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object('kind', event.kind, 'at', event.at) order by event.at, event.kind)
      from (
        select 'correction_requested' as kind, request.created_at as at from public.correction_requests as request
        where request.record_type = record.record_type and request.record_id = record.id
        union all
        select case sent.requested_by when 'applicant' then 'changed' else 'sent_again' end as kind, sent.created_at as at
        from public.registration_submissions as sent
        where sent.record_id = record.id and sent.version > 1
        union all
        select decision.to_status as kind, decision.created_at as at from public.decision_events as decision
        where decision.record_type = record.record_type and decision.record_id = record.id
      ) as event
    ), '[]'),
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

REVOKE ALL ON FUNCTION "private"."count_change_refusal"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_change_refusal"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."request_change_code"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_change_code"(text, text, text, text) TO "service_role";
