DROP VIEW "private"."orders_to_ring";

DROP FUNCTION "private"."given_answer"(jsonb);

DROP FUNCTION "private"."is_same_request"(public.orders, jsonb);

CREATE OR REPLACE FUNCTION private.apply_changes(changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  change jsonb;
  place bigint;
  reported text;
  of_column text;
  of_table text;
  rule text;
begin
  for change, place in select * from jsonb_array_elements(changes) with ordinality loop
    begin
      if change ->> 'table' = 'company_facts' then
        if not private.has_permission('settings.write') then
          raise exception 'This draft changes facts of the company. Somebody who may change the settings publishes it.'
            using errcode = '42501';
        end if;
        perform private.require_strong_right('settings.write');
      end if;
      perform private.apply_change(change);
    exception
      when check_violation then
        get stacked diagnostics reported = message_text, of_column = pg_exception_hint;
        raise exception 'This draft does not fit. %: %', private.name_change(change), reported
          using errcode = '23514', hint = format('changes.%s.%s', place, of_column);
    end;
  end loop;
  begin
    -- What is judged at the commit only is judged now.
    set constraints all immediate;
  exception
    when integrity_constraint_violation then
      get stacked diagnostics rule = constraint_name, of_table = table_name;
      -- The database does not say which row it is: the last one that was given such values.
      select known.change, known.place, known.name into change, place, of_column from (
        select input.change, input.place, attname as name
        from jsonb_array_elements(changes) with ordinality as input (change, place)
        join pg_catalog.pg_constraint on conname = rule and conrelid = to_regclass('public.' || quote_ident(of_table))
        join pg_catalog.pg_attribute on attrelid = conrelid and attnum = any (conkey)
        where input.change ->> 'table' = of_table and input.change -> 'values' ? attname::text
        order by input.place desc, attname desc limit 1
      ) as known;
      raise exception 'This draft does not fit. %: %', private.name_change(change), private.say_refusal(sqlstate, of_table, rule, null)
        using errcode = '23514', hint = format('changes.%s.%s', place, of_column);
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.copy_confirmed_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  input_name text := private.clean_line(new.raw_user_meta_data ->> 'full_name');
begin
  update public.profiles
  set full_name = case when char_length(input_name) between 2 and 100 then input_name end
  where id = new.id;
  return new;
exception when others then
  -- As when the profile is made: nothing here may stop a sign-up.
  raise log 'profile did not take the confirmed name: %', sqlstate;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.count_records(list text, condition text, only_status text, promised_before timestamp with time zone DEFAULT NULL::timestamp with time zone, source text DEFAULT NULL::text, assignee_id uuid DEFAULT NULL::uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  hit_count bigint;
begin
  execute format('select count(*) from private.%I as t where %s', list || '_list', condition)
    into hit_count using '', only_status, promised_before, source, assignee_id;
  return hit_count;
end $function$;

CREATE OR REPLACE FUNCTION private.create_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  input_name text := private.clean_line(new.raw_user_meta_data ->> 'full_name');
  input_phone text := private.clean_line(new.raw_user_meta_data ->> 'phone');
begin
  if new.email is not null then
    insert into public.profiles (id, email, full_name, phone)
    values (
      new.id,
      new.email,
      case when char_length(input_name) between 2 and 100 then input_name end,
      case when private.phone_problem(input_phone) is null then input_phone end
    )
    on conflict (id) do nothing;
  end if;
  return new;
exception when others then
  raise log 'profile of a new account was not made: %', sqlstate;
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
      from public.contact_messages as t where lower(email) = $3 or email is null and phone = (select private.proved_number($1)) or about_id in (select private.registrations_of($1, $2))) as records
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
      from public.message_files as t where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3 or m.email is null and m.phone = (select private.proved_number($1)) or m.about_id in (select private.registrations_of($1, $2))) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3)) as records
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
      from public.record_messages as t where is_proved and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3 or m.email is null and m.phone = (select private.proved_number($1)) or m.about_id in (select private.registrations_of($1, $2)))) or not is_from_staff and lower(from_address) = $3) as records
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
      from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3)) or (bucket_id = 'message-files' and name in (select path from public.message_files where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3 or m.email is null and m.phone = (select private.proved_number($1)) or m.about_id in (select private.registrations_of($1, $2))) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3)))) as records
  ) as part
$function$;

CREATE OR REPLACE FUNCTION private.find_attempt(form text, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  attempt private.submission_keys;
  created_reference text;
begin
  -- The same key at the same time: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('registration ' || (context ->> 'idempotencyKey'), 0));
  select * into attempt from private.submission_keys where idempotency_key = (context ->> 'idempotencyKey')::uuid;
  if not found then
    return null;
  elsif attempt.form is distinct from find_attempt.form or attempt.user_id is distinct from (context ->> 'userId')::uuid then
    raise exception 'This was sent before, as something else. Please fill in the form again.' using errcode = 'PT409';
  elsif attempt.fingerprint <> context ->> 'fingerprint' then
    select reference into created_reference from private.registrations where id = attempt.record_id;
    raise exception 'This arrived before with other answers, as %. Nothing was changed: to correct it, follow its link or contact us. Sending it again makes another registration.',
      created_reference using errcode = 'PT409';
  end if;
  if attempt.user_id is null and attempt.created_at > now() - interval '1 day' and exists (
    select from private.registrations where id = attempt.record_id and user_id is null
  ) and not exists (
    select from private.link_reissues where record_id = attempt.record_id and created_at > attempt.created_at
  ) then
    perform private.store_guest_link(attempt.record_type, attempt.record_id, context ->> 'trackingTokenHash');
  end if;
  return private.describe_registration(attempt.record_id, false) || jsonb_build_object('hasLink', exists (
    select from private.registration_guest_links as link
    where link.token_hash = context ->> 'trackingTokenHash' and link.record_id = attempt.record_id and link.expires_at > now()
  ));
end $function$;

CREATE OR REPLACE FUNCTION private.find_order_upload(order_id uuid, path text, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  stored_upload private.order_uploads;
begin
  select * into stored_upload from private.order_uploads as upload
  where upload.path = find_order_upload.path and upload.order_id = own.id;
  if stored_upload.path is null then
    raise exception 'There is no such file' using errcode = 'P0002';
  end if;
  return jsonb_build_object('kind', stored_upload.kind, 'isReady', stored_upload.ready_at is not null);
end $function$;

CREATE OR REPLACE FUNCTION private.is_same_request(existing public.orders, request jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answers jsonb := private.check_form('order', request);
begin
  return ((existing).crop_type, (existing).quantity_text, (existing).unit, (existing).special_requirements, (existing).delivery_date)
    is not distinct from (answers ->> 'product', answers ->> 'quantity', answers ->> 'unit',
      private.answer(answers, 'additionalRequirements'), private.read_day(private.answer(answers, 'preferredDate')))
  and exists (
    select from public.order_requests as stored where stored.order_id = (existing).id
      and (stored.company_name, stored.contact_person, stored.email, stored.phone, stored.address, stored.country, stored.payment_terms,
        stored.incoterms, stored.named_place, stored.grade, stored.packing, stored.target_price, stored.purchase_order_number,
        coalesce(stored.delivery_location, (existing).delivery_address))
      is not distinct from (answers ->> 'companyName', answers ->> 'contactPerson', answers ->> 'email', answers ->> 'phone',
        answers ->> 'address', answers ->> 'country', answers ->> 'paymentTerms', answers ->> 'incoterms',
        private.answer(answers, 'namedPlace'), private.answer(answers, 'grade'), private.answer(answers, 'packing'),
        private.answer(answers, 'targetPrice'), private.answer(answers, 'purchaseOrderNumber'), answers ->> 'deliveryLocation')
      and stored.tolerance_percent is not distinct from case when private.is_percent(private.answer(answers, 'tolerancePercent'))
        then private.answer(answers, 'tolerancePercent')::numeric end
  ) and (
    select coalesce(jsonb_agg(jsonb_build_array(line.product, line.quantity_text, line.unit) order by line.position), '[]')
    from public.order_request_lines as line where line.order_id = (existing).id
  ) = (
    select coalesce(jsonb_agg(jsonb_build_array(private.clean_line(line ->> 'product'), private.clean_line(line ->> 'quantity'),
      line ->> 'unit') order by place), '[]')
    from jsonb_array_elements(case jsonb_typeof(request -> 'lines') when 'array' then request -> 'lines' else '[]' end)
      with ordinality as input (line, place)
  );
end $function$;

CREATE OR REPLACE FUNCTION private.list_condition(source text, only_status text, only_overdue boolean, assignee text, words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ',
    case when only_status is null then 't.is_default'
      when source <> all (private.registration_types()) or only_status not in ('pending', 'stopped') then 't.list_status = $2'
      when only_status = 'pending' then private.waiting_condition(source)
      else $sql$t.list_status = 'pending' and not t.is_promised$sql$ end,
    case when only_overdue then 't.is_promised and t.created_at < $3 and t.due_at < now()' end,
    case when assignee is not null then case assignee when 'nobody' then 'not ' else '' end
      || 'exists (select from public.record_work as work where work.record_id = t.id and work.record_type = $4 and work.assignee_id '
      || case when assignee in ('nobody', 'anybody') then 'is not null)' else '= $5)' end end,
    case when words is not null then
      format('t.id in (select texts.id from private.%I as texts where texts.words ilike any ($1))', source || '_texts') end)
$function$;

CREATE OR REPLACE FUNCTION private.mark_draft_published(id uuid, expected_updated_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  draft_changes jsonb;
begin
  perform private.hold_draft(id, expected_updated_at);
  update public.content_drafts as draft set published_at = now(), published_by = (select auth.uid())
  where draft.id = mark_draft_published.id
  returning draft.changes into draft_changes;
  return draft_changes;
end $function$;

CREATE OR REPLACE FUNCTION private.non_empty_answer(answer jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when $1 not in ('null', '""', '[]', 'false') then $1 end
$function$;

CREATE OR REPLACE FUNCTION public.change_registration(record_type text, record_id uuid, answers jsonb, sealed jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_record private.registrations;
  known jsonb;
  field_changes jsonb;
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
  field_changes := private.find_changes(current_record, answers, sealed, context);
  if jsonb_array_length(field_changes) = 0 then
    raise exception 'Nothing is different from what we have.' using errcode = 'PT409', hint = 'same';
  elsif jsonb_path_exists(field_changes, '$[*] ? (@.guard != null)') then
    perform private.use_change_proof(current_record, context);
  end if;
  perform private.store_changed(current_record, answers, sealed, context || '{"requestedBy": "applicant"}', field_changes);
  perform private.record_audit_of(current_record.user_id, null, 'change', current_record.record_type, current_record.id::text,
    null, jsonb_build_object('fields', jsonb_path_query_array(field_changes, '$[*].field')));
  return private.describe_registration(current_record.id, true) || jsonb_build_object('changes', (
    select sent.changes from public.registration_submissions as sent
    where sent.record_id = current_record.id order by sent.version desc limit 1));
end $function$;

CREATE OR REPLACE FUNCTION public.change_role(name text, details jsonb, expected_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stored_role public.roles;
begin
  perform private.require_strong_right('roles.manage');
  select roles.* into stored_role from public.roles where roles.name = change_role.name and roles.ended_at is null for update;
  if stored_role.name is null then
    raise exception 'There is no such role' using errcode = 'P0002';
  elsif stored_role.name = 'admin' then
    raise exception 'Admins keep every right, and theirs alone is that of giving rights' using errcode = '23514', hint = 'role';
  elsif stored_role.updated_at is distinct from expected_at then
    raise exception 'Somebody else has changed this role by now. Please look again.' using errcode = 'PT409';
  end if;
  perform private.check_role(details, stored_role.name);
  update public.roles set updated_at = now(),
    title = case when is_built_in then roles.title else private.clean_line(details ->> 'title') end,
    description = case when is_built_in then roles.description else private.clean_line(details ->> 'description') end
  where roles.name = stored_role.name;
  perform private.store_role_rights(stored_role.name, details);
end $function$;

CREATE OR REPLACE FUNCTION public.change_staff_role(user_id uuid, new_role text, expected_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stored_role text;
begin
  perform private.require_strong_right('roles.manage');
  select role into stored_role from public.user_roles where user_roles.user_id = change_staff_role.user_id for update;
  if stored_role is null then
    raise exception 'This person has no role' using errcode = 'P0002';
  elsif stored_role is distinct from expected_role then
    raise exception 'Their role is % by now. Please look again.', stored_role using errcode = 'PT409', hint = stored_role;
  elsif not private.is_role(new_role) then
    raise exception 'Please choose a role' using errcode = '23514', hint = 'role';
  end if;
  update public.user_roles set role = new_role where user_roles.user_id = change_staff_role.user_id;
  perform private.free_work(array[change_staff_role.user_id]);
end $function$;

CREATE OR REPLACE FUNCTION public.count_audit(search text DEFAULT NULL::text, actor uuid DEFAULT NULL::uuid, kind text DEFAULT NULL::text, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, only_access boolean DEFAULT false)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hit_count bigint := 0;
  last_id bigint;
  page bigint[];
begin
  if not private.has_permission('audit_events.read') then
    raise exception 'permission denied to read the audit trail' using errcode = '42501';
  elsif nullif(btrim(search), '') is null and actor is null and kind is null and not only_access then
    return (select count(*) from public.audit_trail as entry
      where (count_audit.since is null or entry.created_at >= count_audit.since)
        and (count_audit.until is null or entry.created_at < count_audit.until));
  end if;
  loop
    page := private.find_audit_entries(search, actor, kind, null, only_access, since, until, last_id, 1000);
    hit_count := hit_count + cardinality(page);
    exit when cardinality(page) < 1000;
    last_id := page[1000];
  end loop;
  return hit_count;
end $function$;

CREATE OR REPLACE FUNCTION public.create_role(details jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  base text;
  created_name text;
  place integer := 1;
begin
  perform private.require_strong_right('roles.manage');
  perform private.check_role(details, null);
  -- Trails and reports name a role by it, also when it is gone: of its title, and never one that there was before.
  base := 'own_' || coalesce(
    nullif(btrim(left(regexp_replace(lower(private.clean_line(details ->> 'title')), '[^a-z0-9]+', '_', 'g'), 28), '_'), ''), 'role');
  created_name := base;
  while exists (select from public.roles where name = created_name) loop
    place := place + 1;
    created_name := base || '_' || place;
  end loop;
  insert into public.roles (name, title, description)
  values (created_name, private.clean_line(details ->> 'title'), private.clean_line(details ->> 'description'));
  perform private.store_role_rights(created_name, details);
  return created_name;
end $function$;

CREATE OR REPLACE FUNCTION public.deactivate_staff(user_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_strong_right('roles.manage');
  stored_role text;
  why text := coalesce(private.clean_text(reason), '');
begin
  if char_length(why) not between 3 and 500 then
    raise exception 'Please say in 3 to 500 characters why' using errcode = '23514', hint = 'reason';
  end if;
  delete from public.user_roles where user_roles.user_id = deactivate_staff.user_id returning role into stored_role;
  if stored_role is null then
    raise exception 'This person has no role' using errcode = 'P0002';
  end if;
  insert into public.staff_departures (user_id, former_role, reason, deactivated_by)
  values (deactivate_staff.user_id, stored_role, why, caller_id)
  on conflict on constraint staff_departures_pkey do update set former_role = excluded.former_role,
    reason = excluded.reason, deactivated_by = excluded.deactivated_by, deactivated_at = now();
  perform private.free_work(array[deactivate_staff.user_id]);
  delete from public.staff_notices where staff_notices.user_id = deactivate_staff.user_id;
  delete from auth.sessions where sessions.user_id = deactivate_staff.user_id;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_role(name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stored_role public.roles;
begin
  perform private.require_strong_right('roles.manage');
  select roles.* into stored_role from public.roles where roles.name = delete_role.name and roles.ended_at is null for update;
  if stored_role.name is null then
    raise exception 'There is no such role' using errcode = 'P0002';
  elsif stored_role.is_built_in then
    raise exception 'This role is a part of the application, and stays' using errcode = '23514', hint = 'role';
  elsif exists (select from public.user_roles where role = stored_role.name) then
    raise exception 'Somebody has this role. Please give them another one first.' using errcode = '23514', hint = 'role';
  elsif exists (select from public.staff_invitations
    where role = stored_role.name and accepted_at is null and withdrawn_at is null and expires_at > now())
  then
    raise exception 'Somebody is invited to this role. Please withdraw the invitation first.' using errcode = '23514', hint = 'role';
  end if;
  delete from public.role_permissions where role = stored_role.name;
  update public.roles set ended_at = now(), updated_at = now() where roles.name = stored_role.name;
end $function$;

CREATE OR REPLACE FUNCTION public.make_counter_offer(quote_id uuid, offer jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.quotes := private.lock_own_quote(quote_id);
  created public.counter_offers;
  total numeric;
  wrong text;
begin
  perform private.require_answerable(chosen);
  if (select count(*) >= 20 from public.counter_offers as earlier
      where earlier.order_id = chosen.order_id and earlier.created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  elsif jsonb_typeof(offer -> 'prices') is distinct from 'array'
    or jsonb_array_length(offer -> 'prices') <> (select count(*) from public.quote_lines as line where line.quote_id = chosen.id)
    or exists (select from jsonb_array_elements_text(offer -> 'prices') as price
      where coalesce(price, '') !~ '^[0-9]{1,12}$' or price::bigint > 100000000000)
  then
    raise exception 'Enter a price for one unit of each line' using errcode = '23514', hint = 'prices';
  elsif offer ? 'quantities' and (jsonb_typeof(offer -> 'quantities') is distinct from 'array'
    or jsonb_array_length(offer -> 'quantities') <> jsonb_array_length(offer -> 'prices')) then
    raise exception 'Enter a quantity for each line' using errcode = '23514', hint = 'quantities';
  elsif coalesce(offer ->> 'currency', chosen.currency) <> all (private.currencies()) then
    raise exception 'An offer is in %', private.currency_words() using errcode = '23514', hint = 'currency';
  elsif not exists (select from private.payment_schedules as schedule where schedule.terms = offer ->> 'paymentTerms') then
    raise exception 'Please select payment terms' using errcode = '23514', hint = 'paymentTerms';
  end if;
  created := jsonb_populate_record(created, private.read_terms_for_order(chosen.order_id, offer -> 'terms'));
  created.id := gen_random_uuid();
  created.order_id := chosen.order_id;
  created.quote_id := chosen.id;
  created.currency := coalesce(offer ->> 'currency', chosen.currency);
  created.payment_terms := offer ->> 'paymentTerms';
  created.note := nullif(private.clean_text(offer ->> 'note'), '');
  created.created_at := clock_timestamp();
  if char_length(created.note) > 2000 then
    raise exception 'A note has at most 2,000 characters' using errcode = '23514', hint = 'note';
  end if;
  -- As private.read_quote judges the lines that staff write; what a quote of before says of half a sack may be offered again.
  select judged.problem into wrong
  from (
    select line.place, line.quantity as quoted, typed.quantity as offered,
      private.quote_line_problem(jsonb_build_object('description', line.description, 'quantity', typed.quantity, 'unit', line.unit,
        'priceKobo', 0)) as problem
    from (select *, row_number() over (order by quote_lines.position) as place from public.quote_lines
      where quote_lines.quote_id = chosen.id) as line
    join jsonb_array_elements_text(offer -> 'quantities') with ordinality as typed (quantity, place) on typed.place = line.place
    where line.kind = 'goods'
  ) as judged
  where case judged.problem when 'whole' then judged.offered::numeric <> judged.quoted else judged.problem is not null end
  order by judged.place limit 1;
  if wrong is not null then
    raise exception '%', case wrong when 'whole' then 'Bags, containers and other packs are counted whole: enter a number without decimals'
      else 'Enter a quantity greater than 0, and at most 1,000,000,000' end using errcode = '23514', hint = 'quantities';
  end if;
  -- A single line of tax by the rates that the quote names follows the other lines as they are offered.
  with offered as (
    select line.position, line.kind, coalesce(line.vat_class, chosen.vat_class) as vat_class,
      line.kind = 'tax' and line.quantity = 1 and line.taxes = 1 and private.quote_vat_rates(chosen) is not null
        and created.currency = chosen.currency as is_by_rate,
      case when line.kind = 'goods' and offer ? 'quantities' then (offer -> 'quantities' ->> (line.place - 1)::integer)::numeric
        else line.quantity end as quantity,
      case when line.kind = 'goods' then (offer -> 'prices' ->> (line.place - 1)::integer)::bigint
        when created.currency = chosen.currency then line.price_kobo else 0 end as price
    from (
      select *, row_number() over (order by quote_lines.position) as place,
        count(*) filter (where quote_lines.kind = 'tax') over () as taxes
      from public.quote_lines where quote_lines.quote_id = chosen.id
    ) as line
  ), tax as (
    select private.sum_of(private.vat_by_class(
      jsonb_agg(jsonb_build_object('vatClass', offered.vat_class, 'amountKobo', round(offered.quantity * offered.price)))
        filter (where offered.kind = 'goods'),
      least(sum(case when offered.is_by_rate then 0 else round(offered.quantity * offered.price) end), 9000000000000000)::bigint,
      private.quote_vat_rates(chosen)), 'vatKobo') as kobo
    from offered
  )
  select array_agg(priced.price order by priced.position), array_agg(priced.quantity order by priced.position),
    sum(round(priced.quantity * priced.price))
  into created.prices_kobo, created.quantities, total
  from (
    select offered.position, offered.quantity, case when offered.is_by_rate then tax.kobo else offered.price end as price
    from offered, tax
  ) as priced;
  if total not between 1 and 9000000000000000 then
    raise exception 'The total must be more than nothing, and at most 90,000,000,000,000' using errcode = '23514', hint = 'prices';
  end if;
  -- What a line of a quote may say: no quote of ours could take the offer otherwise.
  if 100000000000 < any (created.prices_kobo) then
    raise exception 'The VAT on these prices is more than 1,000,000,000, the most that one quote can say. Offer a smaller quantity, or write to us.'
      using errcode = '23514', hint = 'prices';
  end if;
  created.total_kobo := total;
  if created.total_kobo = chosen.total_kobo and created.currency = chosen.currency and created.payment_terms = chosen.payment_terms
    and (created.prices_kobo, created.quantities) = (select array_agg(price_kobo order by position), array_agg(quantity order by position)
      from public.quote_lines as line where line.quote_id = chosen.id)
    and jsonb_strip_nulls(private.contract_terms_of(to_jsonb(created))) = jsonb_strip_nulls(private.contract_terms_of(to_jsonb(chosen)))
  then
    raise exception 'This is what our quote says already. Change a price or a term first.' using errcode = '23514', hint = 'prices';
  end if;
  insert into public.counter_offers select created.*;
  perform private.notify_staff_of_answer(created.order_id, 'offered', created.total_kobo, created.currency);
  return created.id;
end $function$;

CREATE OR REPLACE FUNCTION public.save_legal_text(kind text, sections jsonb, expected_updated_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_id uuid := private.require_strong_right('settings.write');
  cleaned jsonb;
  stored_at timestamptz;
  created_id uuid;
begin
  if jsonb_typeof(save_legal_text.sections) is distinct from 'array' then
    raise exception 'The text is a list of sections' using errcode = '23514', hint = 'sections';
  end if;
  select jsonb_agg(jsonb_build_object('title', private.clean_line(section ->> 'title'), 'paragraphs', (
    select coalesce(jsonb_agg(private.clean_text(paragraph) order by place), '[]')
    from jsonb_array_elements_text(case when jsonb_typeof(section -> 'paragraphs') = 'array' then section -> 'paragraphs' else '[]' end)
      with ordinality as written (paragraph, place) where private.clean_text(paragraph) <> '')) order by nth)
    into cleaned from jsonb_array_elements(save_legal_text.sections) with ordinality as input (section, nth);
  if exists (
    select from jsonb_array_elements(cleaned) as section
    where char_length(coalesce(section ->> 'title', '')) not between 2 and 120
      or jsonb_array_length(section -> 'paragraphs') not between 1 and 60
      or exists (select from jsonb_array_elements_text(section -> 'paragraphs') as paragraph where char_length(paragraph) > 4000)
  ) then
    raise exception 'Each section has a title and paragraphs of at most 4000 characters' using errcode = '23514', hint = 'sections';
  end if;
  select updated_at into stored_at from public.legal_texts as text where text.kind = save_legal_text.kind
  order by published_at desc nulls first limit 1 for update;
  if stored_at is not distinct from expected_updated_at then
    insert into public.legal_texts (kind, sections, author_id, updated_at)
    values (save_legal_text.kind, cleaned, caller_id, clock_timestamp())
    on conflict (kind) where published_at is null
      do update set sections = excluded.sections, author_id = excluded.author_id, updated_at = excluded.updated_at
      -- Not over one that was begun at the same time.
      where legal_texts.updated_at = expected_updated_at
    returning id into created_id;
  end if;
  if created_id is null then
    raise exception 'Somebody else changed this text in the meantime. Look at it as it is now, then try again.'
      using errcode = 'PT409', hint = 'draft';
  end if;
  return created_id;
end $function$;

CREATE OR REPLACE FUNCTION public.search_products(query text DEFAULT ''::text, category text DEFAULT 'All'::text, sort text DEFAULT 'name'::text, page_size integer DEFAULT 24, page_offset integer DEFAULT 0)
 RETURNS SETOF public.products
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  typed text := btrim(coalesce(query, ''));
  pattern text := '%' || replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  lowered constant text := lower(pattern);
  folded text := lowered;
  -- A name that contains a query of ASCII letters alone has it in search_text as well: then this stays null.
  accented text;
  only_category text := nullif(coalesce(category, 'All'), 'All');
  ordering text := case when sort in ('price_low', 'price_high', 'newest', 'rating') then sort else 'name' end;
  wanted integer := least(greatest(coalesce(page_size, 24), 1), 100);
  skipped bigint := greatest(coalesce(page_offset, 0), 0);
  sampled constant integer := 200;
  matching_samples integer;
  named_samples integer;
  named_ids uuid[];
  -- Null is all of them.
  max_read bigint;
  hit_ids uuid[] := '{}';
begin
  if char_length(typed) > 100 then
    return;
  end if;
  if octet_length(typed) > char_length(typed) then
    accented := lowered;
    folded := translate(regexp_replace(normalize(lowered, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky');
  end if;
  if typed = '' and only_category is not null then
    case ordering
      when 'name' then
        hit_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by sort_name, id limit wanted offset skipped);
      when 'price_low' then
        hit_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by price_kobo, id limit wanted offset skipped);
      when 'price_high' then
        hit_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by price_kobo desc, id desc limit wanted offset skipped);
      when 'newest' then
        hit_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by created_at desc, id desc limit wanted offset skipped);
      when 'rating' then
        hit_ids := array(
          select id from public.products where status = 'published' and category = only_category
          order by coalesce(rating_average, 0) desc, rating_count desc, id desc limit wanted offset skipped);
    end case;
  else
    if typed <> '' then
      -- Products without a rating stand in the order of their ids, which are random.
      select count(*), count(*) filter (where (lower(product.name) like folded or lower(product.name) like lowered or octet_length(lower(product.name)) > char_length(lower(product.name))
        and translate(regexp_replace(normalize(lower(product.name), nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded))
      into matching_samples, named_samples
      from (
        select category, name, search_text from public.products where status = 'published'
        order by coalesce(rating_average, 0), rating_count, id limit sampled
      ) as product
      where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented);
      -- No further than what the letters would cost instead: the more match, the more it is, and the sooner is a page full.
      max_read := matching_samples * 2000;
      if matching_samples * max_read < (skipped + wanted) * sampled then
        max_read := 0;
      end if;
    end if;
    if max_read is distinct from 0 then
      -- What comes out is in the order in which it was read.
      case ordering
      when 'name' then
        if typed = '' then
          hit_ids := array(
            select id from public.products where status = 'published' order by sort_name, id limit wanted offset skipped);
        else
          -- What is called so comes first, then what a farm or a place is called after.
          max_read := named_samples * 2000;
          if named_samples * max_read >= (skipped + wanted) * sampled then
            hit_ids := array(
              select product.id
              from (
                select id, category, sort_name as name, search_text from public.products where status = 'published'
                order by sort_name, id limit max_read
              ) as product
              where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
                and (product.name like folded or product.name like lowered or octet_length(product.name) > char_length(product.name)
             and translate(regexp_replace(normalize(product.name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded)
              limit wanted offset skipped);
          end if;
          max_read := (matching_samples - named_samples) * 2000;
          if cardinality(hit_ids) < wanted and (matching_samples - named_samples) * max_read >= (skipped + wanted) * sampled then
            named_ids := array(
              select product.id
              from (
                select id, sort_name from public.products as product
                where status = 'published' and (only_category is null or product.category = only_category)
                  and (translate(regexp_replace(normalize(sort_name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded
                    or product.name ilike accented)
                -- Or the planner reads the order after all.
                offset 0
              ) as product
              order by sort_name, id);
            hit_ids := named_ids[least(skipped, cardinality(named_ids)) + 1 : least(skipped + wanted, cardinality(named_ids))];
            hit_ids := hit_ids || array(
              select product.id
              from (
                select id, category, sort_name as name, search_text from public.products where status = 'published'
                order by sort_name, id limit max_read
              ) as product
              where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
                and not (product.name like folded or product.name like lowered or octet_length(product.name) > char_length(product.name)
             and translate(regexp_replace(normalize(product.name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded)
              limit wanted - cardinality(hit_ids) offset greatest(skipped - cardinality(named_ids), 0));
          end if;
        end if;
      when 'price_low' then
        hit_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by price_kobo, id limit max_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      when 'price_high' then
        hit_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by price_kobo desc, id desc limit max_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      when 'newest' then
        hit_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by created_at desc, id desc limit max_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      when 'rating' then
        hit_ids := array(
          select product.id
          from (
            select id, category, name, search_text from public.products where status = 'published'
            order by coalesce(rating_average, 0) desc, rating_count desc, id desc limit max_read
          ) as product
          where (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
          limit wanted offset skipped);
      end case;
    end if;
    if typed <> '' and cardinality(hit_ids) < wanted then
      case only_category
      when 'Grains' then
        hit_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Grains' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'name' then (sort_name like folded or sort_name like lowered or octet_length(sort_name) > char_length(sort_name)
             and translate(regexp_replace(normalize(sort_name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded) end desc,
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      when 'Vegetables' then
        hit_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Vegetables' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'name' then (sort_name like folded or sort_name like lowered or octet_length(sort_name) > char_length(sort_name)
             and translate(regexp_replace(normalize(sort_name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded) end desc,
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      when 'Tubers' then
        hit_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Tubers' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'name' then (sort_name like folded or sort_name like lowered or octet_length(sort_name) > char_length(sort_name)
             and translate(regexp_replace(normalize(sort_name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded) end desc,
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      when 'Oil' then
        hit_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Oil' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'name' then (sort_name like folded or sort_name like lowered or octet_length(sort_name) > char_length(sort_name)
             and translate(regexp_replace(normalize(sort_name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded) end desc,
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      when 'Spices' then
        hit_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and product.category = 'Spices' and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'name' then (sort_name like folded or sort_name like lowered or octet_length(sort_name) > char_length(sort_name)
             and translate(regexp_replace(normalize(sort_name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded) end desc,
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      else
        hit_ids := array(
          select product.id
          from (
            select id, name, sort_name, price_kobo, created_at, rating_average, rating_count from public.products as product
            where status = 'published' and (only_category is null or product.category = only_category) and (product.search_text like folded or product.name ilike accented)
            -- Or the planner reads the order after all.
            offset 0
          ) as product
          order by
            case ordering when 'name' then (sort_name like folded or sort_name like lowered or octet_length(sort_name) > char_length(sort_name)
             and translate(regexp_replace(normalize(sort_name, nfd), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky') like folded) end desc,
            case ordering when 'price_low' then price_kobo when 'price_high' then - price_kobo end,
            case ordering when 'newest' then created_at end desc,
            case ordering when 'rating' then coalesce(rating_average, 0) end desc,
            case ordering when 'rating' then rating_count end desc,
            case ordering when 'name' then sort_name end,
            case when ordering in ('name', 'price_low') then id end,
            id desc
          limit wanted offset skipped);
      end case;
    end if;
  end if;
  return query
    select product.* from unnest(hit_ids) with ordinality as hit (id, place)
    join public.products as product on product.id = hit.id order by hit.place;
end $function$;

CREATE OR REPLACE FUNCTION public.submit_job_application(request jsonb, cv jsonb, idempotency_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  columns jsonb := private.answer_columns(request - 'inMail') || jsonb_build_object(
    'cv_path', cv -> 'path', 'cv_name', cv -> 'name', 'cv_type', cv -> 'type', 'cv_bytes', cv -> 'bytes');
  stored_title text;
  created record;
begin
  if columns ->> 'position_id' is not null and not exists (
    select from public.job_applications
    where job_applications.idempotency_key = submit_job_application.idempotency_key
  ) then
    select title into stored_title from public.career_positions
    where career_positions.id = columns ->> 'position_id' and is_published;
    if stored_title is null then
      raise exception 'This position is not open any more. You can send a general application instead.'
        using errcode = '23514', detail = 'positionId', hint = 'positionId';
    end if;
  end if;
  created := private.insert_once('job_applications', columns || jsonb_build_object('position_title', stored_title), idempotency_key);
  if created.is_new then
    perform private.confirm_form('application_received', request ->> 'email', jsonb_strip_nulls(jsonb_build_object(
      'full_name', request ->> 'fullName',
      'position_title', stored_title,
      'answers', request -> 'inMail'
    )));
  end if;
  return jsonb_build_object('id', created.id, 'cvPath', (select cv_path from public.job_applications where id = created.id));
end $function$;

CREATE OR REPLACE FUNCTION public.submit_registration(form text, answers jsonb, sealed jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  record_type text := private.registration_table(form);
  person_id uuid := (context ->> 'userId')::uuid;
  columns jsonb;
  known jsonb;
  created_id uuid := coalesce((sealed -> 'record' ->> 'id')::uuid, gen_random_uuid());
  broken text;
begin
  if record_type is null then
    raise exception 'There is no such form' using errcode = '22023';
  end if;
  perform private.check_context(context);
  known := private.find_attempt(form, context);
  if known is not null then
    return known;
  end if;
  if record_type = 'buyers' and person_id is null and context ->> 'enteredBy' is null then
    raise exception 'Please sign in to submit your registration.' using errcode = '42501';
  end if;
  perform private.refuse_clear_secrets(answers);
  columns := private.registration_columns(form, answers);
  -- An account whose profile could not be made at sign-up gets it now.
  insert into public.profiles (id, email)
  select id, email from auth.users where id = person_id and email is not null
  on conflict (id) do nothing;
  if record_type = 'buyers' then
    perform private.record_audit_event('BUYER_REGISTRATION_ATTEMPT', person_id,
      jsonb_build_object('email', answers ->> 'email', 'businessType', answers ->> 'businessType'),
      (context ->> 'idempotencyKey')::uuid);
  end if;
  begin
    perform private.insert_row(record_type, columns -> 'record' || jsonb_build_object(
      'id', created_id,
      'user_id', person_id,
      'entered_by', context ->> 'enteredBy',
      'channel', context ->> 'channel',
      'locale', private.answer(context, 'locale'),
      'terms_version', private.answer(context, 'termsVersion'),
      'terms_accepted_at', now(),
      'status', 'pending',
      'is_demo', false,
      'created_at', now(),
      'updated_at', now()
    ) || case record_type
      when 'investors' then '{}'
      else '{"has_photo": false}'
    end::jsonb || case record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  exception when unique_violation then
    get stacked diagnostics broken = constraint_name;
    if broken <> 'buyers_one_open_per_person' then
      raise;
    end if;
    select id into strict created_id from public.buyers
    where user_id = person_id and buyer_type = split_part(form, '_', 2) and status in ('pending', 'approved');
    -- What was sent now is not taken, and admins see that it was tried.
    perform private.record_audit_event('BUYER_REGISTRATION_ERROR', person_id,
      jsonb_build_object('email', answers ->> 'email', 'businessType', answers ->> 'businessType',
        'error', 'Registered already as ' || reference || '.'),
      (context ->> 'idempotencyKey')::uuid)
    from public.buyers where id = created_id;
    return private.describe_registration(created_id, false) || '{"isOther": true}';
  end;
  if columns ? 'private' then
    perform private.insert_row(name, columns -> 'private' || jsonb_build_object(key, created_id, 'updated_at', now()))
    from private.private_table(record_type);
  end if;
  perform private.store_submission(record_type, created_id, 1, form, answers, sealed, context);
  if person_id is null then
    perform private.store_guest_link(record_type, created_id, context ->> 'trackingTokenHash');
  else
    delete from public.registration_drafts where user_id = person_id and registration_drafts.form = submit_registration.form;
  end if;
  perform private.notify_registrant(created_id, 'registration_received');
  return private.describe_registration(created_id, true);
end $function$;

CREATE OR REPLACE FUNCTION public.swap_order_products(first_id uuid, second_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  first_at integer;
  second_at integer;
  updated_count integer;
begin
  perform from public.order_products where id in (first_id, second_id) order by id for update;
  get diagnostics updated_count = row_count;
  if updated_count <> 2 then
    raise exception 'permission denied to move products' using errcode = '42501';
  end if;
  select position into first_at from public.order_products where id = first_id;
  select position into second_at from public.order_products where id = second_id;
  if second_at < first_at then
    return;
  end if;
  update public.order_products as product
    set position = case product.id when first_id then greatest(second_at, first_at + 1) else first_at end
    where product.id in (first_id, second_id);
end $function$;

CREATE OR REPLACE FUNCTION public.undo_decision(event_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  event public.decision_events;
  stored_status text;
  changed_at timestamptz;
begin
  select * into event from public.decision_events as decided where decided.id = event_id;
  if caller_id is null or event.actor_id is distinct from caller_id then
    raise exception 'Only who decided can undo it' using errcode = '42501';
  end if;
  perform private.require_admin_right(event.record_type, 'decide');
  if event.record_type <> all (private.undoable_types()) or event.undoes is not null or event.from_status <> 'pending' then
    raise exception 'This is not undone so: it has steps of its own' using errcode = '23514', hint = 'event_id';
  end if;
  execute format('select status, updated_at from public.%I where id = $1 for update', event.record_type)
    into stored_status, changed_at using event.record_id;
  if stored_status is null then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif exists (select from public.decision_events as undo where undo.undoes = event.id) then
    raise exception 'It was undone before' using errcode = 'PT409', hint = 'undone';
  elsif clock_timestamp() > event.created_at + private.undo_period() then
    raise exception 'It can be undone for ten seconds, which are over' using errcode = 'PT409', hint = 'late';
  elsif (stored_status, changed_at) is distinct from (event.to_status, event.created_at) then
    raise exception 'It was changed since, so it cannot be undone' using errcode = 'PT409', hint = 'changed';
  elsif exists (
    select from public.phone_calls as call
    where call.record_id = event.record_id and call.record_type = event.record_type and call.created_at > event.created_at
  ) then
    raise exception 'Somebody has rung them up since, so it cannot be undone' using errcode = 'PT409', hint = 'called';
  elsif not private.take_back_mails(event.record_type, event.record_id, event.created_at) then
    raise exception 'Its mail has left, so it cannot be undone' using errcode = 'PT409', hint = 'mailed';
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason, undoes)
  values (
    event.record_type, event.record_id, event.record_owner, caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), 'system'),
    event.to_status, event.from_status, 'Undone', event.id
  );
  execute format('update public.%I set status = $1 %s where id = $2', event.record_type,
    case when event.to_status = 'declined' then ', decline_reason = null' else '' end)
    using event.from_status, event.record_id;
  perform private.record_audit('undo', event.record_type, event.record_id::text,
    jsonb_build_object('status', event.to_status), jsonb_build_object('status', event.from_status, 'decision', event.id));
end $function$;

CREATE VIEW "private"."orders_to_ring" WITH (security_invoker=true) AS  SELECT id
   FROM ( SELECT own.id,
            chosen.quoted_at AS since
           FROM ((public.orders own
             JOIN public.order_deliveries chosen ON (((chosen.order_id = own.id) AND (chosen.kind <> 'collect'::text) AND (chosen.quoted_at IS NOT NULL))))
             JOIN public.order_contacts contact ON (((contact.order_id = own.id) AND (contact.phone ~ '[1-9]'::text) AND (contact.email IS NULL))))
          WHERE (own.awaits_delivery AND (own.status = 'pending'::text) AND (own.user_id IS NULL))
        UNION ALL
         SELECT own.id,
            max(correction.created_at) AS max
           FROM ((public.payments correction
             JOIN public.orders own ON ((own.id = correction.order_id)))
             JOIN public.order_contacts contact ON (((contact.order_id = own.id) AND (contact.phone ~ '[1-9]'::text) AND (contact.email IS NULL))))
          WHERE ((correction.corrects_id IS NOT NULL) AND (correction.amount_kobo <> 0) AND (correction.created_at > (now() - '30 days'::interval)) AND (own.user_id IS NULL) AND (NOT own.is_demo))
          GROUP BY own.id
        UNION ALL
         SELECT own.id,
            (((chosen.day - 2))::timestamp without time zone AT TIME ZONE 'Africa/Lagos'::text) AS timezone
           FROM ((public.orders own
             JOIN public.order_deliveries chosen ON (((chosen.order_id = own.id) AND (chosen.kind <> 'collect'::text))))
             JOIN public.order_contacts contact ON (((contact.order_id = own.id) AND (contact.phone ~ '[1-9]'::text))))
          WHERE ((NOT own.awaits_delivery) AND (own.status = 'approved'::text) AND (own.fulfilment_status = ANY (ARRAY['preparing'::text, 'dispatched'::text])) AND ((own.delivers_until >= (((now() AT TIME ZONE 'Africa/Lagos'::text))::date - 7)) AND (own.delivers_until <= (((now() AT TIME ZONE 'Africa/Lagos'::text))::date + 1))))) meant
  WHERE (NOT (EXISTS ( SELECT
           FROM public.phone_calls phone_call
          WHERE ((phone_call.record_id = meant.id) AND (phone_call.record_type = 'orders'::text) AND (phone_call.outcome = ANY (ARRAY['reached'::text, 'chat_sent'::text, 'wrong_number'::text, 'refused'::text])) AND (phone_call.created_at >= meant.since)))));

revoke all on table private.orders_to_ring from public, anon, authenticated;

REVOKE ALL ON FUNCTION "private"."is_same_request"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."non_empty_answer"(jsonb) FROM PUBLIC;

CREATE OR REPLACE FUNCTION private.find_changes(current_record private.registrations, answers jsonb, sealed jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with known as (
    select form_field.*,
      private.non_empty_answer((
        select sent.answers from public.registration_submissions as sent
        where sent.record_id = ($1).id order by sent.version desc limit 1
      ) -> form_field.field) as answer_before,
      private.non_empty_answer($2 -> form_field.field) as answer_after,
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
