DROP INDEX "public"."order_contacts_untold_since_idx";

DROP VIEW "private"."orders_to_ring";

DROP FUNCTION "private"."choose_mailbox"(text, text, text);

DROP FUNCTION "public"."to_ring"(public.orders);

CREATE TABLE "private"."untold_news" ("order_id" uuid NOT NULL, "template" text NOT NULL, "since" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "untold_news_pkey" PRIMARY KEY (order_id, template));

revoke all on table private.untold_news from public, anon, authenticated;

-- What nobody told before. Which news it was was not kept, but of what still waits for its price.
INSERT INTO "private"."untold_news" ("order_id", "template", "since")
  SELECT contact.order_id, CASE WHEN own.awaits_delivery THEN 'order_delivery_quoted' ELSE '' END, contact.untold_since
  FROM public.order_contacts AS contact JOIN public.orders AS own ON own.id = contact.order_id
  WHERE contact.untold_since IS NOT NULL AND contact.email IS NULL AND own.user_id IS NULL;

ALTER TABLE "public"."order_contacts" DROP COLUMN "untold_since";

ALTER TABLE "private"."untold_news" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.choose_mailbox(requested text, contacted text, own text, template text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when requested is not null and not private.is_suppressed(requested, $4) then requested
    when contacted is not null and not private.is_suppressed(contacted, $4) then contacted
    when own is not null and not private.is_suppressed(own, $4) then own
  end
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
      from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1)) or (record_id in (select private.registrations_of($1, $2)) or record_id in (select m.id from public.contact_messages as m where m.about_id in (select private.registrations_of($1, $2)))) and recipient not like 'erased:%' and template not in (select s.template from private.mail_templates as s where s.purpose = 'staff')) as records
    union all select 'private.money_entries' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['details', 'recorded_by', 'decided_by']), '[]')
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
    union all select 'private.registration_merges' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id', 'actor_name']), '[]')
      from private.registration_merges as t where younger_id in (select private.registrations_of($1, $2)) or older_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.staff_grants' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.staff_grants as t where user_id = $1) as records
    union all select 'private.staff_invitation_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.staff_invitation_links as t where invitation_id in (select i.id from public.staff_invitations as i where lower(i.email) = $3)) as records
    union all select 'private.staff_visits' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.staff_visits as t where user_id = $1) as records
    union all select 'private.submission_keys' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key', 'fingerprint']), '[]')
      from private.submission_keys as t where user_id = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.twins' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['record_id', 'other_id']), '[]')
      from private.twins as t where record_id in (select private.registrations_of($1, $2)) or other_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.vault_alarms' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.vault_alarms as t where actor_id = $1) as records
    union all select 'private.vault_openings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.vault_openings as t where person_id = any ($2)) as records
    union all select 'public.audit_events' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.audit_events as t where user_id = $1 or attempt_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.board_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.board_contacts as t where lower(email) = $3) as records
    union all select 'public.buyers' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['sort_contact']), '[]')
      from public.buyers as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.cart_items' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.cart_items as t where user_id = $1) as records
    union all select 'public.consents' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.consents as t where user_id = $1 or record_id in (select private.registrations_of($1, $2)) or record_id in (select id from public.newsletter_subscriptions where email = $3)) as records
    union all select 'public.contact_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.contact_messages as t where lower(email) = $3 or email is null and about_id is null and phone = (select private.proved_number($1)) or about_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.correction_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.correction_requests as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.counter_offers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.counter_offers as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.decision_events' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.decision_events as t where record_owner = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.farmer_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.farmers' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['sort_contact']), '[]')
      from public.farmers as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.investor_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.investor_private as t where investor_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.investors' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['sort_contact']), '[]')
      from public.investors as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.job_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.job_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.letters_of_credit' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['step_back_reason']), '[]')
      from public.letters_of_credit as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.mail_suppressions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.mail_suppressions as t where email = $3) as records
    union all select 'public.message_files' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['added_by']), '[]')
      from public.message_files as t where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3 or m.email is null and m.about_id is null and m.phone = (select private.proved_number($1)) or m.about_id in (select private.registrations_of($1, $2))) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3)) as records
    union all select 'public.newsletter_subscriptions' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['confirm_token_hash', 'unsubscribe_token']), '[]')
      from public.newsletter_subscriptions as t where lower(email) = $3) as records
    union all select 'public.notification_choices' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.notification_choices as t where user_id = $1) as records
    union all select 'public.order_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['device_hash']), '[]')
      from public.order_contacts as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_credits' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by', 'reason', 'idempotency_key']), '[]')
      from public.order_credits as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_deliveries' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['quoted_by']), '[]')
      from public.order_deliveries as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
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
    union all select 'public.order_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'attempt', 'mail_id', 'mail_message_id']), '[]')
      from public.order_messages as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_ratings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_ratings as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_request_lines' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_request_lines as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_requests as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_templates' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_templates as t where user_id = $1) as records
    union all select 'public.orders' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key', 'sort_name']), '[]')
      from public.orders as t where user_id = $1) as records
    union all select 'public.partnership_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.partnership_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.payment_claims' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.payment_claims as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.payments' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by']), '[]')
      from public.payments as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.phone_calls' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['called_by']), '[]')
      from public.phone_calls as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.product_prices' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.product_prices as t where product_id in (select p.id from public.products as p join public.farmers as f on f.id = p.farmer_id where f.user_id = $1)) as records
    union all select 'public.product_ratings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.product_ratings as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.product_wishes' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.product_wishes as t where user_id = $1) as records
    union all select 'public.products' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['search_text']), '[]')
      from public.products as t where farmer_id in (select id from public.farmers as f where f.user_id = $1)) as records
    union all select 'public.profiles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.profiles as t where id = $1) as records
    union all select 'public.quote_lines' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.quote_lines as t where quote_id in (select q.id from public.quotes as q join public.orders as o on o.id = q.order_id where o.user_id = $1)) as records
    union all select 'public.quotes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['created_by', 'replaced_by']), '[]')
      from public.quotes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'author_name', 'attempt', 'mail_id', 'mail_message_id']), '[]')
      from public.record_messages as t where is_proved and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3 or m.email is null and m.about_id is null and m.phone = (select private.proved_number($1)) or m.about_id in (select private.registrations_of($1, $2)))) or not is_from_staff and lower(from_address) = $3) as records
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
    union all select 'public.staff_notices' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id', 'actor_name']), '[]')
      from public.staff_notices as t where user_id = $1) as records
    union all select 'public.stock_alerts' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['confirm_token_hash', 'end_token']), '[]')
      from public.stock_alerts as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.stock_movements' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id', 'idempotency_key', 'order_id']), '[]')
      from public.stock_movements as t where product_id in (select p.id from public.products as p join public.farmers as f on f.id = p.farmer_id where f.user_id = $1)) as records
    union all select 'public.tasks' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['assignee_id', 'assignee_name', 'created_by', 'done_by']), '[]')
      from public.tasks as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1) or record_id in (select id from public.newsletter_subscriptions where email = $3)) as records
    union all select 'public.training_enrolment_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.training_enrolments' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolments as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.user_roles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.user_roles as t where user_id = $1) as records
    union all select 'public.vault_reveals' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.vault_reveals as t where person_id = any ($2)) as records
    union all select 'storage.objects' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3)) or (bucket_id = 'message-files' and name in (select path from public.message_files where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3 or m.email is null and m.about_id is null and m.phone = (select private.proved_number($1)) or m.about_id in (select private.registrations_of($1, $2))) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3)))) as records
  ) as part
$function$;

CREATE OR REPLACE FUNCTION private.mailbox_for_news(of_order public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.choose_mailbox((select email from public.order_requests where order_id = (of_order).id),
    (select email from public.order_contacts where order_id = (of_order).id),
    (select email from public.profiles where id = (of_order).user_id), 'order_message')
$function$;

CREATE OR REPLACE FUNCTION private.news_go_by(of_order public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.mailbox_for_news(of_order) is not null then 'email'
    when private.sends_sms() and private.number_to_text(of_order) is not null then 'sms'
  end
$function$;

CREATE OR REPLACE FUNCTION private.note_unreached_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- What did not arrive told its buyer nothing. Those of an erased record were given up with it.
  if new.record_type = 'orders' and new.recipient not like 'erased:%' then
    perform private.note_untold(own, new.template, new.created_at) from public.orders as own where own.id = new.record_id;
  end if;
  if not exists (select from private.mail_templates where template = new.template and purpose = 'staff') then
    return null;
  elsif new.template = 'audit_head' then
    perform private.notify_of_unreached_outside('witness', new.recipient);
  elsif lower(new.recipient) = lower(private.settlement_alarm_email()) then
    perform private.notify_of_unreached_outside('alarm', new.recipient);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_untold(of_order public.orders, template text, since timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if of_order.is_demo
    or template in ('order_placed', 'order_received', 'order_document', 'order_link_again', 'order_unpaid', 'order_delivery_unanswered',
      'order_payment_claimed', 'order_delivery_accepted', 'order_quote_accepted', 'order_dispute_received')
    or template ~ '(_declined|^decision)$' and of_order.decline_code = 'withdrawn_by_buyer'
    or template in ('order_expired', 'decision') and of_order.decline_code = 'payment_expired' and not of_order.awaits_delivery
      and not exists (select from public.payment_claims as claim where claim.order_id = of_order.id)
    or not exists (select from private.mail_templates as known where known.template = note_untold.template and known.purpose = 'notice')
  then
    return;
  end if;
  insert into private.untold_news as untold (order_id, template, since) values (of_order.id, note_untold.template, note_untold.since)
  on conflict on constraint untold_news_pkey do update set since = greatest(untold.since, excluded.since);
end $function$;

CREATE OR REPLACE FUNCTION private.notify_buyer(order_id uuid, template text, more jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
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
  delivery jsonb;
  reason text;
  answered jsonb;
  goods jsonb;
begin
  select * into strict current_order from public.orders where id = order_id;
  if current_order.is_demo then
    return null;
  end if;
  select * into strict policy from private.mail_templates where mail_templates.template = notify_buyer.template;
  select * into request from public.order_requests where order_requests.order_id = current_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = current_order.id;
  select email into own_mailbox from public.profiles where id = current_order.user_id;
  recipient := private.choose_mailbox(request.email, contact.email, own_mailbox, template);
  if policy.limited = 'form' and not private.may_write_form_mail(recipient) then
    return null;
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
        where private.mailbox_of(mail_outbox.recipient) in (private.mailbox_of(coalesce(request.email, contact.email)),
            private.erased_recipient(coalesce(request.email, contact.email)))
          and created_at > now() - interval '1 hour') then
      recipient := own_mailbox;
    end if;
  end if;
  -- Who does something on the page of the order has read there what nobody told them.
  if template in ('order_payment_claimed', 'order_delivery_accepted', 'order_quote_accepted', 'order_dispute_received')
    or template ~ '_declined$' and current_order.decline_code = 'withdrawn_by_buyer'
  then
    delete from private.untold_news as untold where untold.order_id = current_order.id;
  end if;
  if recipient is null then
    -- What is told by text leaves what nobody told before; the price of a delivery is told by telephone in any case.
    if not (private.sends_sms() and private.number_to_text(current_order) is not null
      and ('sms' = any (policy.channels) and template <> 'order_delivery_quoted'
        or template ~ '^order_((market_)?(approved|declined|completed)|expired)$'))
    then
      perform private.note_untold(current_order, template);
    end if;
    return null;
  end if;
  if current_order.kind = 'marketplace' and current_order.user_id is null then
    token := private.make_token();
    insert into private.order_guest_links (token_hash, order_id, expires_at)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), current_order.id,
      now() + case when template = 'order_link_again' then private.link_again_period() else private.guest_link_period() end);
  end if;
  delivery := private.describe_delivery_done(current_order.id);
  -- The day is left out of a delivery that comes later than agreed: staff name another one.
  if delivery ->> 'kind' <> 'collect' and current_order.fulfilment_status not in ('delivered', 'disputed')
    and private.end_of_day((delivery ->> 'day')::date) <= now()
  then
    delivery := delivery - 'day';
  end if;
  reason := current_order.decline_reason;
  -- Line by line where goods bear different VAT, as they were ordered. Those that bear the same have one line of it, and perhaps delivery another.
  if jsonb_array_length(current_order.vat_lines) > 1 then
    goods := (
      select jsonb_agg(jsonb_build_object('name', item.product_name, 'quantity', item.quantity::text,
        'unit', 'packs of ' || trim_scale(item.pack_amount) || ' ' || item.pack_unit, 'priceKobo', item.price_kobo,
        'totalKobo', item.total_kobo, 'vatClass', item.vat_class, 'vatRateBp', item.vat_rate_bp) order by item.position)
      from public.order_items as item where item.order_id = current_order.id
      having count(distinct (item.vat_class, item.vat_rate_bp)) > 1);
  end if;
  -- Read apart from the rest: what a statement names is prepared for each mail, also where its template needs nothing of it.
  if template = 'order_reopened' then
    reason := (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = current_order.id order by event.id desc limit 1);
  elsif template = 'order_dispute_answered' then
    answered := (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo,
        'taken_off_kobo', nullif(refund_kobo - coalesce((
          select sum(transfer.amount_minor) from private.ledger_transfers as transfer
          where transfer.order_id = dispute.order_id and transfer.source_table = 'order_disputes' and transfer.source_id = dispute.id::text
            and transfer.credit_account = 'refundable'), 0)::bigint, 0),
        -- The time of the transaction that answered it.
        'credit_note', (select document.number from public.order_documents as document
          join public.order_credits as credit on credit.id = document.credit_id
          where credit.order_id = dispute.order_id and credit.kind = 'complaint' and credit.created_at = dispute.resolved_at
          order by document.issued_at desc limit 1),
        'received_kobo', private.paid_kobo(current_order.id), 'net_kobo', private.net_kobo(current_order))
      from public.order_disputes as dispute where dispute.order_id = current_order.id and resolved_at is not null
      order by resolved_at desc limit 1);
  end if;
  return private.enqueue_mail(template, recipient, jsonb_strip_nulls(more || jsonb_build_object(
    'order_id', current_order.id,
    'code', current_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', current_order.crop_type, 'quantity', current_order.quantity_text, 'unit', current_order.unit,
    'reason', reason,
    'decline_code', current_order.decline_code, 'total_kobo', current_order.total_amount_kobo,
    'delivery', delivery,
    'lines', goods, 'vat', current_order.vat_lines,
    'currency', case when current_order.total_amount_kobo is not null then current_order.currency end,
    'expires_at', current_order.expires_at, 'price_locked_until', current_order.price_locked_until,
    'payment_status', case when current_order.kind = 'marketplace' then current_order.payment_status end,
    'goods_released', nullif(current_order.stock_released_at is not null and current_order.status = 'pending', false),
    'refund_due_kobo', nullif(current_order.refund_due_kobo, 0), 'fulfilment_status', nullif(current_order.fulfilment_status, 'none'),
    'contract', case when current_order.kind = 'bulk' then private.contract_in_mail(current_order, recipient is not distinct from own_mailbox) end,
    'due', private.describe_due(current_order),
    'by_letter', nullif(current_order.credit_terms_reason is null and private.has_letter_of_credit(current_order.id)
      and private.letter_is_issued(current_order.id), false),
    'payment', case when policy.has_payment_account then private.payment_block(current_order) end,
    'dispute', answered,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || current_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, current_order.id, extract(epoch from current_order.reopened_at))
  end);
end $function$;

CREATE OR REPLACE FUNCTION private.number_to_ring(order_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select named.phone from (
    select contact.phone from public.order_contacts as contact where contact.order_id = $1
    union all
    select request.phone from public.order_requests as request where request.order_id = $1) as named
  where named.phone ~ '[1-9]' limit 1
$function$;

CREATE OR REPLACE FUNCTION private.number_to_text(of_order public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when private.mailbox_for_news(of_order) is null then private.number_to_ring((of_order).id) end
$function$;

CREATE OR REPLACE FUNCTION private.remind_unpaid_orders(batch integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due public.orders;
  reminded integer := 0;
begin
  for due in
    select * from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and credit_terms_reason is null and reminded_at is null
      and (not awaits_delivery or private.news_go_by(orders) = 'email' and exists (select from public.order_deliveries as offer
        where offer.order_id = orders.id and offer.quoted_at is not null))
      and (awaits_delivery or private.has_account(orders)) and expires_at > now() and expires_at <= now() + make_interval(
        hours => private.market_limit(case when user_id is null then 'guest_reminder_hours' else 'member_reminder_hours' end))
    order by expires_at
    limit batch for update skip locked
  loop
    update public.orders set reminded_at = now() where id = due.id;
    if private.number_to_text(due) is null then
      if private.notify_buyer(due.id, case when due.awaits_delivery then 'order_delivery_unanswered' else 'order_unpaid' end) is not null then
        reminded := reminded + 1;
      end if;
    elsif not due.is_demo and private.enqueue_sms('order_unpaid', private.number_to_text(due),
        jsonb_build_object('code', due.code, 'expires_at', due.expires_at), 'sms:' || due.id || ':unpaid') is not null then
      reminded := reminded + 1;
    end if;
  end loop;
  return reminded;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_market_orders()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person record;
  claimed text[];
begin
  select id, case when email_confirmed_at is not null then lower(email) end as email,
    case when phone_confirmed_at is not null then '+' || ltrim(phone, '+') end as phone
  into person from auth.users where id = (select auth.uid());
  if person.id is null then
    raise exception 'Please sign in first' using errcode = '42501';
  end if;
  insert into public.profiles (id, email)
  select id, email from auth.users where id = person.id and email is not null
  on conflict (id) do nothing;
  with taken as (
    update public.orders set user_id = person.id
    from public.order_contacts as contact
    where contact.order_id = orders.id and orders.user_id is null and orders.kind = 'marketplace' and not orders.is_demo
      and (lower(contact.email) = person.email or contact.phone = person.phone)
    returning orders.id, orders.code
  ), ended as (
    delete from private.order_guest_links where order_id in (select id from taken)
  ), read as (
    delete from private.untold_news where order_id in (select id from taken)
  )
  select coalesce(array_agg(code order by code), '{}') into claimed from taken;
  return claimed;
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
        case private.news_go_by(own) when 'email' then null when 'sms' then 'by_text' else 'untold' end
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

CREATE OR REPLACE FUNCTION public.told_by(public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.news_go_by($1) where (select private.has_permission('orders.read'))
$function$;

ALTER TABLE "private"."untold_news" ADD CONSTRAINT "untold_news_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE;

CREATE VIEW "private"."orders_to_ring" WITH (security_invoker=true) AS  SELECT id,
    about
   FROM ( SELECT untold.order_id AS id,
            untold.since,
            untold.template AS about
           FROM private.untold_news untold
          WHERE ((untold.since > (now() - '30 days'::interval)) AND (private.number_to_ring(untold.order_id) IS NOT NULL))
        UNION ALL
         SELECT own.id,
            (((chosen.day - 2))::timestamp without time zone AT TIME ZONE 'Africa/Lagos'::text) AS since,
            NULL::text AS about
           FROM ((public.orders own
             JOIN public.order_deliveries chosen ON (((chosen.order_id = own.id) AND (chosen.kind <> 'collect'::text))))
             JOIN public.order_contacts contact ON (((contact.order_id = own.id) AND (contact.phone ~ '[1-9]'::text))))
          WHERE ((NOT own.awaits_delivery) AND (own.status = 'approved'::text) AND (own.fulfilment_status = ANY (ARRAY['preparing'::text, 'dispatched'::text])) AND ((own.delivers_until >= (((now() AT TIME ZONE 'Africa/Lagos'::text))::date - 7)) AND (own.delivers_until <= (((now() AT TIME ZONE 'Africa/Lagos'::text))::date + 1))))) meant
  WHERE (NOT (EXISTS ( SELECT
           FROM public.phone_calls phone_call
          WHERE ((phone_call.record_id = meant.id) AND (phone_call.record_type = 'orders'::text) AND (phone_call.outcome = ANY (ARRAY['reached'::text, 'chat_sent'::text, 'wrong_number'::text, 'refused'::text])) AND (phone_call.created_at >= meant.since)))));

revoke all on table private.orders_to_ring from public, anon, authenticated;

CREATE INDEX untold_news_since_idx ON private.untold_news USING btree (since);

COMMENT ON TABLE "private"."untold_news" IS 'News of an order that neither a mail nor a text told its buyer, by the name of the mail; empty where it was not kept.';

REVOKE ALL ON FUNCTION "private"."choose_mailbox"(text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mailbox_for_news"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."news_go_by"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_untold"(public.orders, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."number_to_ring"(uuid) FROM PUBLIC;

CREATE OR REPLACE FUNCTION public.to_ring(public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when ($1).awaits_delivery then (
    select case
      when count(*) = 0 then null
      when bool_or(rung.about = 'order_delivery_quoted') then 'the price of the delivery'
      else coalesce('this news: ' || nullif(string_agg(private.name_mail(rung.about), ', ' order by rung.about), ''), 'the last news of the order')
    end
    from private.orders_to_ring as rung where rung.id = ($1).id) end
  where (select private.has_permission('orders.read'))
$function$;

REVOKE ALL ON FUNCTION "public"."to_ring"(public.orders) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."to_ring"(public.orders) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."to_ring"(public.orders) TO "authenticated";
