-- Generated from domain/account/personal-data.ts by npm run generate. $1: the account, $2: who they are in the vault,
-- $3: the account's confirmed address.

create function private.export_rows(account_id uuid, person_ids uuid[], confirmed_address text) returns jsonb
language sql stable security definer set search_path = ''
as $$
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
    union all select 'public.record_work' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['assignee_id', 'assignee_name', 'assigned_by', 'contacted_by', 'untold_since']), '[]')
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
$$;

-- Tables of our own services, which Supabase does not have.
create function private.export_platform_rows(account_id uuid, person_ids uuid[], confirmed_address text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  exported jsonb := '{}';
begin
  if to_regclass('auth.mfa_recovery_codes') is not null then
    exported := exported || jsonb_build_object('auth.mfa_recovery_codes', (select coalesce(jsonb_agg(to_jsonb(t) - array['code_hash']), '[]')
      from auth.mfa_recovery_codes as t where factor_id in (select id from auth.mfa_factors where user_id = $1)));
  end if;
  if to_regclass('auth.oauth_states') is not null then
    exported := exported || jsonb_build_object('auth.oauth_states', (select coalesce(jsonb_agg(to_jsonb(t) - array['state_hash']), '[]')
      from auth.oauth_states as t where linking_user_id = $1));
  end if;
  return exported;
end $$;

-- Backwards, so that files go before the applications that say whose they are.
create function private.erase_rows(account_id uuid, person_ids uuid[], confirmed_address text) returns void
language sql security definer set search_path = ''
as $$
  delete from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3)) or (bucket_id = 'message-files' and name in (select path from public.message_files where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3 or m.email is null and m.about_id is null and m.phone = (select private.proved_number($1)) or m.about_id in (select private.registrations_of($1, $2))) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3)));
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
  delete from public.tasks as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1) or record_id in (select id from public.newsletter_subscriptions where email = $3);
  delete from public.stock_alerts as t where user_id = $1 or lower(email) = $3;
  delete from public.staff_notices as t where user_id = $1;
  delete from public.staff_invitations as t where lower(email) = $3;
  delete from public.saved_views as t where owner_id = $1;
  delete from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2));
  delete from public.registration_drafts as t where user_id = $1;
  delete from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.record_messages as t where is_proved and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3 or m.email is null and m.about_id is null and m.phone = (select private.proved_number($1)) or m.about_id in (select private.registrations_of($1, $2)))) or not is_from_staff and lower(from_address) = $3;
  delete from public.product_wishes as t where user_id = $1;
  update public.phone_calls as t set note = null
  where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.partnership_applications as t where user_id = $1 or lower(email) = $3;
  delete from public.order_templates as t where user_id = $1;
  delete from public.newsletter_subscriptions as t where lower(email) = $3;
  delete from public.message_files as t where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3 or m.email is null and m.about_id is null and m.phone = (select private.proved_number($1)) or m.about_id in (select private.registrations_of($1, $2))) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3);
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
  delete from public.contact_messages as t where lower(email) = $3 or email is null and about_id is null and phone = (select private.proved_number($1)) or about_id in (select private.registrations_of($1, $2));
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
  delete from private.registration_merges as t where younger_id in (select private.registrations_of($1, $2)) or older_id in (select private.registrations_of($1, $2));
  delete from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1)) or (record_id in (select private.registrations_of($1, $2)) or record_id in (select m.id from public.contact_messages as m where m.about_id in (select private.registrations_of($1, $2)))) and recipient not like 'erased:%' and template not in (select s.template from private.mail_templates as s where s.purpose = 'staff');
  delete from private.export_progress as t where user_id = $1;
  delete from private.change_refusals as t where record_id in (select private.registrations_of($1, $2));
  delete from private.change_codes as t where record_id in (select private.registrations_of($1, $2));
  delete from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2));
  delete from app_vault.matches as t where record_id in (select private.registrations_of($1, $2));
$$;

revoke all on function
  private.export_rows(uuid, uuid[], text),
  private.export_platform_rows(uuid, uuid[], text),
  private.erase_rows(uuid, uuid[], text)
  from public, anon, authenticated, service_role;
