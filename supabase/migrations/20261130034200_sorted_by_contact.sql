DROP TRIGGER "rename_orders" ON "public"."profiles";

DROP VIEW "private"."buyers_list";

DROP VIEW "private"."farmers_list";

DROP VIEW "private"."investors_list";

DROP FUNCTION "private"."rename_orders_of_account"();

ALTER TABLE "public"."buyers" ADD COLUMN "sort_contact" text COLLATE pg_catalog."C";

ALTER TABLE "public"."buyers" ADD CONSTRAINT "buyers_sort_contact_length" CHECK ((char_length(sort_contact) <= 400));

ALTER TABLE "public"."farmers" ADD COLUMN "sort_contact" text COLLATE pg_catalog."C";

ALTER TABLE "public"."farmers" ADD CONSTRAINT "farmers_sort_contact_length" CHECK ((char_length(sort_contact) <= 400));

ALTER TABLE "public"."investors" ADD COLUMN "sort_contact" text COLLATE pg_catalog."C";

ALTER TABLE "public"."investors" ADD CONSTRAINT "investors_sort_contact_length" CHECK ((char_length(sort_contact) <= 400));

CREATE OR REPLACE FUNCTION private.before_registration_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case tg_table_name
    when 'farmers', 'investors' then new.sort_contact := private.name_contact(new.user_id, new.contact_name);
    when 'buyers' then
      new.sort_contact := private.name_contact(new.user_id, concat_ws(' ', new.contact_first_name, new.contact_last_name));
    else null;
  end case;
  if tg_op = 'INSERT' then
    if tg_table_name = 'buyers' then perform private.check_state_of_buyer(new); end if;
    new.reference := private.give_reference(tg_argv[0], tg_table_name, new.reference);
    if tg_table_name = 'buyers' then new := private.prepare_buyer(new); end if;
    perform private.refuse_secrets('reason', null, new.decline_reason);
    return new;
  end if;
  -- That the account has another name changes nothing of the registration: neither how long it is kept nor whether it can be undone.
  if to_jsonb(new) -> 'sort_contact' <> to_jsonb(old) -> 'sort_contact' and to_jsonb(new) - 'sort_contact' = to_jsonb(old) - 'sort_contact' then
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
    if old.status = 'declined' and private.merged_into(old.id) is not null then
      raise exception 'It is one with % and stays so: what was secret in it is erased.', private.merged_into(old.id)
        using errcode = 'PT409', hint = old.status;
    end if;
    new := private.decide(tg_table_name, old, new);
    perform private.refuse_secrets('reason', old.decline_reason, new.decline_reason);
    if old.status <> 'approved' and new.status = 'approved' then
      perform private.refuse_without_consent(tg_table_name, new.id);
    end if;
  end if;
  return new;
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
    union all select 'public.letters_of_credit' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
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

CREATE OR REPLACE FUNCTION private.name_contact(user_id uuid, named text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select lower(coalesce((select account.full_name from public.profiles as account where account.id = $1), $2))
$function$;

CREATE OR REPLACE FUNCTION private.rename_records_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.orders as own set sort_name = private.find_buyer_name(own.id, own.user_id)
  where own.user_id = new.id and own.sort_name is distinct from private.find_buyer_name(own.id, own.user_id);
  -- Their own triggers write the name.
  update public.farmers set sort_contact = null where user_id = new.id;
  update public.buyers set sort_contact = null where user_id = new.id;
  update public.investors set sort_contact = null where user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.sorted_column(list text, source text, name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when known.expression like '%own.%' then
      format('(select %s from public.%I as own where own.id = t.id)', known.expression, known.source)
    else known.expression end
  from (values
    ('orders', 'product', 't.crop_type'),
    ('orders', 'buyer', 't.buyer_name'),
    ('orders', 'money', 't.payment_status'),
    ('disputes', 'delivered', 't.delivered_at'),
    -- As it stands in the list: of an account its name.
    ('farmers', 'contact', 't.sort_contact'),
    ('farmers', 'place', 'lower(t.location) collate "C"'),
    ('buyers', 'contact', 't.sort_contact'),
    ('buyers', 'type', 't.business_type'),
    ('buyers', 'place', 'lower(t.city) collate "C"'),
    ('investors', 'contact', 't.sort_contact'),
    ('investors', 'type', 't.investor_type'),
    -- Each currency by itself, from the least that the range begins with.
    ('investors', 'investment', '(t.currency, t.investment_amount_min)'),
    ('training_enrolments', 'place', 'lower(t.city) collate "C"'),
    -- As the form offers them: from the least to the most.
    ('training_enrolments', 'education', $sql$array_position((select rule.options from private.field_rules as rule
      where rule.form = 'training' and rule.field = 'educationLevel'), t.education_level)$sql$),
    ('training_enrolments', 'experience', $sql$array_position((select rule.options from private.field_rules as rule
      where rule.form = 'training' and rule.field = 'experience'), t.experience)$sql$),
    ('products', 'farmer', 'lower(own.farmer_name)'),
    ('products', 'price', 'own.price_kobo'),
    -- On hand: what can be ordered, and what is reserved.
    ('products', 'stock', 'own.stock + coalesce((select level.reserved from public.product_stock as level where level.product_id = own.id), 0)'),
    ('products', 'reserved', 'coalesce((select level.reserved from public.product_stock as level where level.product_id = own.id), 0)'),
    ('products', 'available', 'own.stock'),
    ('contact_messages', 'topic', 'own.topic'),
    ('job_applications', 'position', 'lower(coalesce(own.position_title, ''''))'),
    ('partnership_applications', 'contact', 'lower(own.contact_person)'),
    ('partnership_applications', 'type', 'own.partnership_type'),
    ('partnership_applications', 'country', 'lower(own.country)')
  ) as known (source, name, expression)
  where known.source in (sorted_column.list, sorted_column.source) and known.name = sorted_column.name
$function$;

CREATE VIEW "private"."buyers_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (COALESCE(sent_again_at, created_at) + ( SELECT private.promised_time('buyers'::text, 'decision'::text) AS promised_time)) AS due_at,
    (lower(COALESCE(company_name, (contact_first_name || COALESCE((' '::text || contact_last_name), ''::text)))) COLLATE "C") AS list_name,
    business_type,
    city,
    sort_contact
   FROM public.buyers t;

revoke all on table private.buyers_list from public, anon, authenticated;

CREATE VIEW "private"."farmers_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (COALESCE(sent_again_at, created_at) + ( SELECT private.promised_time('farmers'::text, 'decision'::text) AS promised_time)) AS due_at,
    (lower(farm_name) COLLATE "C") AS list_name,
    location,
    sort_contact
   FROM public.farmers t;

revoke all on table private.farmers_list from public, anon, authenticated;

CREATE VIEW "private"."investors_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (COALESCE(sent_again_at, created_at) + ( SELECT private.promised_time('investors'::text, 'decision'::text) AS promised_time)) AS due_at,
    (lower(COALESCE(company_name, contact_name)) COLLATE "C") AS list_name,
    investor_type,
    currency,
    investment_amount_min,
    sort_contact
   FROM public.investors t;

revoke all on table private.investors_list from public, anon, authenticated;

CREATE INDEX buyers_sort_contact_idx ON public.buyers USING btree (sort_contact, created_at DESC, id);

CREATE INDEX farmers_sort_contact_idx ON public.farmers USING btree (sort_contact, created_at DESC, id);

CREATE INDEX investors_sort_contact_idx ON public.investors USING btree (sort_contact, created_at DESC, id);

CREATE TRIGGER rename_records AFTER UPDATE OF full_name ON public.profiles FOR EACH ROW WHEN ((new.full_name IS DISTINCT FROM old.full_name)) EXECUTE FUNCTION private.rename_records_of_account();

COMMENT ON COLUMN "public"."buyers"."sort_contact" IS 'Whose registration it is, as its list says it, in small letters (private.name_contact): it is ordered by it.';

COMMENT ON COLUMN "public"."farmers"."sort_contact" IS 'Whose registration it is, as its list says it, in small letters (private.name_contact): it is ordered by it.';

COMMENT ON COLUMN "public"."investors"."sort_contact" IS 'Whose registration it is, as its list says it, in small letters (private.name_contact): it is ordered by it.';

REVOKE ALL ON FUNCTION "private"."name_contact"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rename_records_of_account"() FROM PUBLIC;

-- Of the registrations that are there, without the steps of a change.
do $$
declare
  kind text;
begin
  foreach kind in array array['farmers', 'buyers', 'investors'] loop
    execute format('alter table public.%I disable trigger user', kind);
    execute format('update public.%I set sort_contact = private.name_contact(user_id, %s)', kind,
      case kind when 'buyers' then 'concat_ws('' '', contact_first_name, contact_last_name)' else 'contact_name' end);
    execute format('alter table public.%I enable trigger user', kind);
  end loop;
end $$;
