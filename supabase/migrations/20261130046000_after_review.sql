REVOKE ALL ON TABLE "public"."letters_of_credit" FROM "authenticated";

DROP FUNCTION "private"."default_vat_class"(public.orders, text, text);

CREATE OR REPLACE FUNCTION private.default_vat_class(own public.orders, country text, description text, are_alone boolean)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when lower(private.clean_line(country)) <> 'nigeria' then 'export' else (
    select product.vat_class
    from public.order_products as product,
      -- By whole words: licorice is no rice.
      lateral (select position(' ' || regexp_replace(lower(product.label), '[^[:alnum:]]+', ' ', 'g') || ' '
        in ' ' || regexp_replace(lower(description), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0 as is_named) as said
    where said.is_named or are_alone and lower(product.label) = lower((own).crop_type)
    order by said.is_named desc, char_length(product.label) desc, product.is_active desc limit 1) end
$function$;

CREATE OR REPLACE FUNCTION private.expire_market_orders(batch integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid'
      and (expires_at <= now() or awaits_delivery and expires_at is null
        and created_at <= now() - make_interval(hours => private.market_limit('quote_wait_hours')))
      and not private.has_money_waiting(id)
    order by user_id is not null, expires_at
    limit batch for update skip locked);
  due_id uuid;
begin
  perform private.lock_reserved_products(due_ids);
  foreach due_id in array due_ids loop
    perform private.apply_order_event(due_id, 'expire', (
      select case when not awaits_delivery then 'No payment arrived in time'
        when (select chosen.quoted_at is null from public.order_deliveries as chosen where chosen.order_id = due_id)
          then 'We could not tell you in time what its delivery costs, and we are sorry'
        else 'Our price for the delivery was not answered in time' end
      from public.orders where id = due_id) || ', so the goods are for sale again. You are welcome to order again.', 'payment_expired');
  end loop;
  return cardinality(due_ids);
end $function$;

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
      from public.contact_messages as t where lower(email) = $3) as records
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
      from public.message_files as t where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3)) as records
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
    union all select 'public.quotes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['created_by']), '[]')
      from public.quotes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'author_name', 'attempt', 'mail_id', 'mail_message_id']), '[]')
      from public.record_messages as t where is_proved and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3)) or not is_from_staff and lower(from_address) = $3) as records
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
      from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3)) or (bucket_id = 'message-files' and name in (select path from public.message_files where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3)))) as records
  ) as part
$function$;

CREATE OR REPLACE FUNCTION private.has_one_kind_of_goods(quote jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select count(*) = 1 from jsonb_array_elements(quote -> 'lines') as line where coalesce(line ->> 'kind', 'goods') = 'goods'
$function$;

CREATE OR REPLACE FUNCTION private.line_vat_class(offer public.quotes, quote jsonb, line jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(nullif(line ->> 'vatClass', ''), nullif(quote ->> 'vatClass', ''), (
    select private.default_vat_class(orders, coalesce((offer).buyer_country, request.country), line ->> 'description',
      private.has_one_kind_of_goods(quote))
    from public.orders left join public.order_requests as request on request.order_id = orders.id where orders.id = (offer).order_id))
  where coalesce(line ->> 'kind', 'goods') = 'goods'
$function$;

CREATE OR REPLACE FUNCTION private.read_quote_vat(result public.quotes, quote jsonb)
 RETURNS public.quotes
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_said boolean := nullif(quote ->> 'vatClass', '') is not null
    or exists (select from jsonb_array_elements(quote -> 'lines') as line where nullif(line ->> 'vatClass', '') is not null);
  rates jsonb := (select jsonb_agg(jsonb_build_object('vatClass', vat_class, 'rateBp', rate_bp, 'reason', reason)) from private.vat_on());
  goods jsonb;
  tax bigint;
  owed bigint;
begin
  select coalesce(sum(round((line ->> 'quantity')::numeric * private.quote_line_price(line))), 0) into tax
  from jsonb_array_elements(quote -> 'lines') as line where line ->> 'kind' = 'tax';
  if exists (select from jsonb_array_elements(jsonb_build_array(quote) || (quote -> 'lines')) as said
    where not private.is_vat_class(nullif(said ->> 'vatClass', '')))
  then
    raise exception 'Choose what VAT the quote bears' using errcode = '23514', hint = 'vatClass';
  elsif not is_said and tax > 0 and private.has_one_kind_of_goods(quote) and tax = (select private.vat_of((result).total_kobo - tax, rate.rate_bp)
    from private.vat_on() as rate where rate.vat_class = 'standard')
  then
    quote := quote || '{"vatClass": "standard"}';
  end if;
  select jsonb_agg(jsonb_build_object('vatClass', private.line_vat_class(result, quote, line),
    'amountKobo', round((line ->> 'quantity')::numeric * private.quote_line_price(line)))) into goods
  from jsonb_array_elements(quote -> 'lines') as line where coalesce(line ->> 'kind', 'goods') = 'goods';
  if exists (select from jsonb_array_elements(goods) as line where line ->> 'vatClass' is null) then
    if is_said or tax > 0 or exists (select from jsonb_array_elements(goods) as line
      join private.vat_on() as rate on rate.vat_class = line ->> 'vatClass' where rate.rate_bp > 0)
    then
      raise exception 'Choose what VAT each line of goods bears' using errcode = '23514', hint = 'vatClass';
    end if;
    return result;
  end if;
  result.vat_lines := private.vat_by_class(goods, (result).total_kobo - tax, rates);
  owed := private.sum_of(result.vat_lines, 'vatKobo');
  if owed = 0 and tax > 0 then
    raise exception 'These goods bear no VAT: remove the line of tax, or choose the standard rate' using errcode = '23514', hint = 'vatClass';
  elsif owed > 0 and tax = 0 then
    raise exception 'These goods bear VAT of %: add a line of tax for it', to_char(owed * 0.01, 'FM999,999,999,999,990.00') using errcode = '23514', hint = 'vatClass';
  elsif owed <> tax then
    raise exception 'VAT is % (%), and the line of tax says %', to_char(owed * 0.01, 'FM999,999,999,999,990.00'), (
        select string_agg(trim_scale((line ->> 'rateBp')::integer * 0.01) || ' percent of '
          || to_char((line ->> 'baseKobo')::bigint * 0.01, 'FM999,999,999,999,990.00'), ', ' order by place)
        from jsonb_array_elements(result.vat_lines) with ordinality as input (line, place) where (line ->> 'vatKobo')::bigint <> 0),
      to_char(tax * 0.01, 'FM999,999,999,999,990.00') using errcode = '23514', hint = 'vatClass';
  end if;
  return result;
end $function$;

CREATE OR REPLACE FUNCTION private.step_condition(step text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case step
    when 'to_quote' then $sql$(t.kind = 'bulk' and t.total_amount_kobo is null and t.list_status in ('pending', 'approved')
        and t.id not in (select offered.order_id from private.quotes_with_buyer as offered
          union all select judged.order_id from public.quotes as judged where judged.status = 'waiting')
      or t.awaits_delivery and t.list_status = 'pending'
        and (select chosen.quoted_at is null or coalesce(own.expires_at <= now(), false) from public.order_deliveries as chosen
          join public.orders as own on own.id = chosen.order_id where chosen.order_id = t.id))$sql$
    when 'paid_to_approve' then $sql$t.list_status = 'pending' and t.total_amount_kobo is not null and not t.awaits_delivery
      and t.payment_status not in ('claimed', 'refund_due')
      and (t.kind = 'bulk' or t.payment_status in ('confirmed', 'overpaid') or t.credit_terms_reason is not null)
      and $sql$ || goods.are_receipts_sure
    when 'to_prepare' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'none' and $sql$ || goods.may_leave || ' and ' || goods.are_receipts_sure
    when 'to_dispatch' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'preparing' and $sql$ || goods.may_leave
      || ' and ' || goods.are_receipts_sure
    when 'to_complete' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'delivered'
      and (t.payment_status in ('confirmed', 'overpaid', 'refunded')
        or t.credit_terms_reason is not null and t.payment_status not in ('claimed', 'refund_due'))
      and $sql$ || goods.are_receipts_sure
    when 'to_ring' then private.to_ring_condition()
    when 'waits_for_buyer' then $sql$t.list_status in ('pending', 'approved') and t.payment_status in ('unpaid', 'underpaid')
      and t.fulfilment_status <> 'disputed' and case
        when t.total_amount_kobo is null then t.id in (select offered.order_id from private.quotes_with_buyer as offered)
        when t.awaits_delivery then (select chosen.quoted_at is not null and coalesce(own.expires_at > now(), true) from public.order_deliveries as chosen
          join public.orders as own on own.id = chosen.order_id where chosen.order_id = t.id)
        when t.list_status = 'pending' then t.kind = 'marketplace' and t.credit_terms_reason is null
        when t.fulfilment_status = 'delivered' then t.credit_terms_reason is null
        else t.fulfilment_status in ('none', 'preparing')
          and (select private.is_paid_enough(own) is not true from public.orders as own where own.id = t.id)
      end$sql$
  end
  -- What private.couple_order_axes refuses otherwise: credit terms can be taken back while the goods are prepared.
  from (values ($sql$t.total_amount_kobo is not null
      and (t.payment_status in ('confirmed', 'overpaid') or t.payment_status in ('unpaid', 'claimed', 'underpaid')
        and (t.credit_terms_reason is not null
          or (select private.is_paid_enough(own) from public.orders as own where own.id = t.id)))$sql$,
      -- As private.has_shortfall_waiting: read once, and few.
      $sql$t.id not in (select entry.order_id from private.money_entries as entry
        where entry.decided_at is null and entry.kind = 'correction' and entry.amount_kobo < (entry.details ->> 'wasKobo')::bigint)$sql$))
    as goods (may_leave, are_receipts_sure)
$function$;

CREATE OR REPLACE FUNCTION public.change_delivery_day(order_id uuid, expected date, day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'Africa/Lagos')::date;
  own public.orders;
  chosen public.order_deliveries;
  zone public.delivery_zones;
  contact public.order_contacts;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to change the day of a delivery' using errcode = '42501';
  elsif private.is_own_record('orders', change_delivery_day.order_id) then
    raise exception 'Somebody else must change the day of your own order' using errcode = '42501', hint = 'own_record';
  end if;
  select * into own from public.orders where id = change_delivery_day.order_id for update;
  select * into chosen from public.order_deliveries as delivery where delivery.order_id = own.id;
  if own.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif chosen.day is null or own.awaits_delivery or own.status not in ('pending', 'approved') or own.fulfilment_status not in ('none', 'preparing', 'dispatched')
  then
    raise exception 'The day of this delivery is not open any more' using errcode = '23514', hint = 'day';
  elsif change_delivery_day.day = chosen.day then
    -- Sent once more by a retry.
    return;
  elsif chosen.day is distinct from expected then
    raise exception 'Somebody else has changed this order. Please look again.' using errcode = 'PT409';
  elsif coalesce(change_delivery_day.day not between today and today + 180, true) then
    raise exception 'Say on which day it is delivered, from today on' using errcode = '23514', hint = 'day';
  end if;
  select * into zone from public.delivery_zones where id = chosen.zone_id;
  if zone.capacity_kg is not null or zone.capacity_orders is not null then
    perform pg_advisory_xact_lock(hashtextextended(concat('delivery day ', zone.id, ' ', change_delivery_day.day), 0));
    if not private.has_room(zone, change_delivery_day.day, chosen.weight_grams) then
      raise exception 'That day is full. Choose another one, or raise what the zone takes in a day.' using errcode = '23514', hint = 'day';
    end if;
  end if;
  update public.order_deliveries as delivery set day = change_delivery_day.day where delivery.order_id = own.id;
  update public.orders set delivers_from = change_delivery_day.day, delivers_until = change_delivery_day.day where id = own.id;
  perform private.record_audit('change_delivery_day', 'orders', own.id::text, jsonb_build_object('day', chosen.day),
    jsonb_build_object('day', change_delivery_day.day));
  perform private.notify_buyer(own.id, 'order_delivery_day', jsonb_build_object('day_before', chosen.day));
  select * into contact from public.order_contacts where order_contacts.order_id = own.id;
  if own.user_id is null and contact.email is null and not own.is_demo then
    perform private.enqueue_sms('order_delivery_day', contact.phone, jsonb_build_object('code', own.code, 'day', change_delivery_day.day));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.letter_of_credit(order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders;
  letter public.letters_of_credit;
begin
  select * into own from public.orders where id = letter_of_credit.order_id
    and (user_id = (select auth.uid()) or (select private.has_permission('orders.read')));
  if own.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif not private.has_letter_of_credit(own.id) then
    return null;
  end if;
  select * into letter from public.letters_of_credit as one where one.order_id = own.id;
  return jsonb_build_object('status', coalesce(letter.status, 'awaited'), 'documents', letter.documents,
    'draftAt', letter.draft_at, 'draftPath', letter.draft_path, 'currency', own.currency, 'ownBank', letter.advising_bank,
    -- For staff alone.
    'stepBackReason', case when (select private.has_permission('orders.read')) then letter.step_back_reason end,
    'advisingBank', coalesce(letter.advising_bank, private.bank_in_words(own.currency)));
end $function$;

CREATE OR REPLACE FUNCTION public.set_letter_of_credit(order_id uuid, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant text[] := '{awaited,draft_received,issued,documents_presented,paid}';
  current_order public.orders;
  letter public.letters_of_credit;
  written public.letters_of_credit;
  next_status text := details ->> 'status';
  bank text := nullif(private.clean_line(details ->> 'advisingBank'), '');
  documents_named text := nullif(private.clean_text(details ->> 'documents'), '');
  why text := nullif(private.clean_line(details ->> 'reason'), '');
  steps integer;
begin
  perform private.require_record_work('orders');
  perform private.require_admin_right('orders', 'decide');
  select * into current_order from public.orders where id = set_letter_of_credit.order_id for update;
  if current_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(current_order) then
    raise exception 'Somebody else must see to your own order' using errcode = '42501';
  elsif not private.has_letter_of_credit(current_order.id) then
    raise exception 'No letter of credit was agreed on for this order' using errcode = '23514', hint = 'status';
  elsif current_order.status = 'declined' then
    raise exception 'This order has ended' using errcode = '23514', hint = 'status';
  elsif char_length(documents_named) not between 2 and 2000 then
    raise exception 'Name the documents in 2 to 2,000 characters' using errcode = '23514', hint = 'documents';
  end if;
  insert into public.letters_of_credit (order_id) values (current_order.id) on conflict on constraint letters_of_credit_pkey do nothing;
  select * into letter from public.letters_of_credit as one where one.order_id = current_order.id for update;
  next_status := coalesce(next_status, letter.status);
  steps := array_position(known, next_status) - array_position(known, letter.status);
  if bank is not null and bank is distinct from letter.advising_bank then
    raise exception 'The advising bank is that of our account in this currency, which two people change together'
      using errcode = '42501', hint = 'advisingBank';
  elsif steps is null or steps < 0 and next_status is distinct from (case letter.status when 'draft_received' then 'awaited'
    when 'issued' then case when letter.draft_path is null then 'awaited' else 'draft_received' end when 'documents_presented' then 'issued' end)
  then
    raise exception 'It goes forward, or one step back' using errcode = '23514', hint = 'status';
  elsif steps < 0 and next_status in ('awaited', 'draft_received') and current_order.fulfilment_status in ('dispatched', 'delivered', 'disputed') then
    raise exception 'The goods have left on this letter: it stays issued' using errcode = '23514', hint = 'status';
  elsif steps < 0 and coalesce(char_length(why), 0) not between 5 and 300 then
    raise exception 'Say in 5 to 300 characters why it goes back' using errcode = '23514', hint = 'reason';
  elsif next_status = 'paid' and letter.status <> 'paid' then
    perform private.require_strong_right('payments.confirm');
    -- What a complaint took off or sent back since changes nothing about it.
    if current_order.status = 'declined' or private.paid_kobo(current_order.id) <= 0 or private.balance_kobo(current_order.id) > 0 then
      raise exception 'The money is not confirmed yet: it is found on the statement first' using errcode = '23514', hint = 'status';
    end if;
  end if;
  update public.letters_of_credit as one set status = next_status,
    advising_bank = case when details ? 'advisingBank' then bank else one.advising_bank end,
    documents = case when details ? 'documents' then documents_named else one.documents end,
    step_back_reason = case when steps < 0 then why else one.step_back_reason end
  where one.order_id = current_order.id returning * into written;
  if (written.status, written.advising_bank, written.documents) is distinct from (letter.status, letter.advising_bank, letter.documents) then
    perform private.notify_buyer(current_order.id, 'order_credit_letter', jsonb_build_object('credit', jsonb_build_object(
      'status', written.status, 'isBack', nullif(steps < 0, false), 'documents', written.documents,
      'bank', coalesce(written.advising_bank, private.bank_in_words(current_order.currency)))));
  end if;
end $function$;

COMMENT ON COLUMN "public"."letters_of_credit"."advising_bank" IS 'Null: the bank of our account in the currency of the order. Some orders of before December 2026 have one of their own; nobody names another one now.';

REVOKE ALL ON FUNCTION "private"."default_vat_class"(public.orders, text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_one_kind_of_goods"(jsonb) FROM PUBLIC;

REVOKE ALL ("advising_bank") ON TABLE "public"."letters_of_credit" FROM "authenticated";

GRANT SELECT ("advising_bank") ON TABLE "public"."letters_of_credit" TO "authenticated";

REVOKE ALL ("documents") ON TABLE "public"."letters_of_credit" FROM "authenticated";

GRANT SELECT ("documents") ON TABLE "public"."letters_of_credit" TO "authenticated";

REVOKE ALL ("draft_at") ON TABLE "public"."letters_of_credit" FROM "authenticated";

GRANT SELECT ("draft_at") ON TABLE "public"."letters_of_credit" TO "authenticated";

REVOKE ALL ("draft_path") ON TABLE "public"."letters_of_credit" FROM "authenticated";

GRANT SELECT ("draft_path") ON TABLE "public"."letters_of_credit" TO "authenticated";

REVOKE ALL ("order_id") ON TABLE "public"."letters_of_credit" FROM "authenticated";

GRANT SELECT ("order_id") ON TABLE "public"."letters_of_credit" TO "authenticated";

REVOKE ALL ("status") ON TABLE "public"."letters_of_credit" FROM "authenticated";

GRANT SELECT ("status") ON TABLE "public"."letters_of_credit" TO "authenticated";

REVOKE ALL ("updated_at") ON TABLE "public"."letters_of_credit" FROM "authenticated";

GRANT SELECT ("updated_at") ON TABLE "public"."letters_of_credit" TO "authenticated";

comment on column public.orders.awaits_delivery is 'Its delivery is quoted first: until the buyer accepts price and day, nothing is asked. What nobody prices ends (quote_wait_hours).';

-- Orders that wait for the price of their delivery were told of no end: theirs begins now.
update public.orders set expires_at = now() + interval '7 days'
where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and awaits_delivery and expires_at is null;
