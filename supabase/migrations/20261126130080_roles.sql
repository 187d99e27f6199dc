-- Roles become rows, so that there can be others than those of the application; the lists of their names in CHECKs go.

create table public.roles (
  name text primary key,
  title text not null,
  description text not null,
  is_built_in boolean not null default false,
  refund_up_to_kobo bigint,
  quote_below_list_percent integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint roles_name_form check (name ~ '^[a-z][a-z0-9_]{1,39}$'),
  constraint roles_title_length check (char_length(title) between 2 and 40),
  constraint roles_description_length check (char_length(description) between 2 and 200),
  constraint roles_refund_up_to_kobo_not_negative check (refund_up_to_kobo >= 0),
  constraint roles_quote_below_list_percent_range check (quote_below_list_percent between 0 and 100),
  constraint roles_admin_unlimited check (name <> 'admin' or (refund_up_to_kobo is null and quote_below_list_percent is null)),
  constraint roles_built_in_stays check (not is_built_in or ended_at is null)
);
comment on table public.roles is 'The roles of staff: those of the application, and those that an admin made.';
comment on column public.roles.refund_up_to_kobo is 'A refund above it waits for a second person; null is no limit of the role''s own.';
comment on column public.roles.quote_below_list_percent is 'A quote further below the list price waits for a second person; null is no limit.';
comment on column public.roles.ended_at is 'Deleted: the row stays, since invitations of former times name it.';
create unique index roles_one_title on public.roles (lower(title)) where ended_at is null;

revoke all on table public.roles from public, anon, authenticated, service_role;

insert into public.roles (name, title, description, is_built_in, refund_up_to_kobo, quote_below_list_percent)
values
  ('admin', 'Admin', 'Has every right, and gives rights to others.', true, null, null),
  ('reviewer', 'Reviewer', 'Reviews registrations and applications, and answers people.', true, null, null),
  ('finance', 'Finance', 'Confirms payments and sends money back.', true, null, null),
  ('content', 'Content', 'Edits what the site shows, and the products.', true, null, null),
  ('field_agent', 'Field agent', 'Enters forms for people who come in or call.', true, null, null),
  ('sales', 'Sales', 'Quotes and decides orders, answers disputes and messages.', true, null, 10),
  ('auditor', 'Auditor', 'Reads the records and the audit trail, and changes nothing.', true, null, null);

DROP POLICY "People read published products and their own, and staff who may" ON "public"."products";

DROP POLICY "Whoever may read an order reads its quotes" ON "public"."quotes";

DROP POLICY "People read who looked at their own secrets, and staff who may " ON "public"."vault_reveals";

DROP TRIGGER "audit_change" ON "public"."quotes";

DROP TRIGGER "note_contact" ON "public"."quotes";

ALTER TABLE "public"."quotes" DROP CONSTRAINT "quotes_status_known";

ALTER TABLE "public"."role_permissions" DROP CONSTRAINT "role_permissions_role_known";

ALTER TABLE "public"."staff_invitations" DROP CONSTRAINT "staff_invitations_role_known";

ALTER TABLE "public"."user_roles" DROP CONSTRAINT "user_roles_role_known";

CREATE TABLE "private"."staff_invitation_links" ("token_hash" text NOT NULL, "invitation_id" uuid NOT NULL, CONSTRAINT "staff_invitation_links_pkey" PRIMARY KEY (token_hash), CONSTRAINT "staff_invitation_links_token_hash_form" CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)));

revoke all on table private.staff_invitation_links from public, anon, authenticated;

ALTER TABLE "private"."staff_invitation_links" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."roles" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.admin_permission(record_type text, verb text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case
    when record_type <> all (private.admin_types()) then null
    when record_type = 'products' and verb = 'decide' then 'products.write'
    when record_type = 'contact_messages' and verb = 'decide' then 'contact_messages.answer'
    else record_type || '.' || verb
  end
$function$;

CREATE OR REPLACE FUNCTION private.check_role(details jsonb, own_name text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  role_title text := coalesce(private.clean_line(details ->> 'title'), '');
begin
  if char_length(role_title) not between 2 and 40 then
    raise exception 'Please name the role in 2 to 40 characters' using errcode = '23514', hint = 'title';
  elsif exists (select from public.roles where lower(title) = lower(role_title) and ended_at is null and name is distinct from own_name) then
    raise exception 'There is a role of this name already' using errcode = '23514', hint = 'title';
  elsif char_length(coalesce(private.clean_line(details ->> 'description'), '')) not between 2 and 200 then
    raise exception 'Please say in 2 to 200 characters what it is for' using errcode = '23514', hint = 'description';
  elsif jsonb_typeof(details -> 'permissions') is distinct from 'array' or jsonb_array_length(details -> 'permissions') = 0 then
    raise exception 'Please give the role one right at least' using errcode = '23514', hint = 'permissions';
  elsif exists (
    select from jsonb_array_elements_text(details -> 'permissions') as wanted
    where wanted = 'roles.manage' or not exists (
      select from public.role_permissions as known where known.role = 'admin' and known.permission = wanted))
  then
    raise exception 'There is no such right, or admins alone have it' using errcode = '23514', hint = 'permissions';
  elsif coalesce(details ->> 'refundUpToKobo', '0') !~ '^[0-9]{1,15}$' then
    raise exception 'Please enter an amount, or nothing for no limit' using errcode = '23514', hint = 'refundUpToKobo';
  elsif coalesce(details ->> 'quoteBelowListPercent', '0') !~ '^([0-9]{1,2}|100)$' then
    raise exception 'Please enter a number from 0 to 100, or nothing for no limit' using errcode = '23514', hint = 'quoteBelowListPercent';
  end if;
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
    union all select 'private.staff_invitation_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.staff_invitation_links as t where invitation_id in (select i.id from public.staff_invitations as i where lower(i.email) = $3)) as records
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

CREATE OR REPLACE FUNCTION private.find_invitation(token_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'email', invitation.email, 'title', roles.title, 'description', roles.description,
    'invitedBy', (select full_name from public.profiles where id = invitation.invited_by),
    'state', case
      when invitation.accepted_at is not null then 'accepted'
      when invitation.withdrawn_at is not null then 'withdrawn'
      when invitation.expires_at <= now() then 'expired'
      when not private.person_has_permission(invitation.invited_by, 'roles.manage') then 'withdrawn'
      else 'open' end,
    'hasAccount', exists (select from auth.users as account
      where lower(account.email) = lower(invitation.email) and account.email_confirmed_at is not null and account.deleted_at is null))
  from private.staff_invitation_links as link
  join public.staff_invitations as invitation on invitation.id = link.invitation_id
  join public.roles on roles.name = invitation.role
  where link.token_hash = $1
$function$;

CREATE OR REPLACE FUNCTION private.is_role(name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.roles where roles.name = $1 and roles.ended_at is null)
$function$;

CREATE OR REPLACE FUNCTION private.require_record_work(record_type text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_admin_right(record_type, 'read');
begin
  if not private.has_permission('records.work') then
    raise exception 'permission denied to work on %', record_type using errcode = '42501';
  end if;
  return caller_id;
end $function$;

CREATE OR REPLACE FUNCTION private.role_of(person_id uuid)
 RETURNS public.roles
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select roles.* from public.user_roles as held join public.roles on roles.name = held.role where held.user_id = $1
$function$;

CREATE OR REPLACE FUNCTION private.store_role_rights(role_name text, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text[] := array(select jsonb_array_elements_text(details -> 'permissions'));
begin
  update public.roles set refund_up_to_kobo = (details ->> 'refundUpToKobo')::bigint,
    quote_below_list_percent = (details ->> 'quoteBelowListPercent')::integer
  where name = role_name;
  delete from public.role_permissions where role = role_name and permission <> all (wanted);
  insert into public.role_permissions (role, permission) select distinct role_name, unnest(wanted) on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION private.unit_amount(unit text, list_unit text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when list_unit = 'kg' then case
      when words in ('kg', 'kgs', 'kilogram', 'kilograms', 'kilo', 'kilos') then 1
      when words in ('t', 'ton', 'tons', 'tonne', 'tonnes', 'mt') then 1000
      when words = 'bags (50kg)' then 50
      when words = 'bags (100kg)' then 100
    end
    when list_unit = 'L' and words in ('l', 'litre', 'litres', 'liter', 'liters') then 1
  end
  from (select lower(private.clean_line(unit)) as words) as said
$function$;

CREATE OR REPLACE FUNCTION public.add_record_note(record_type text, record_id uuid, body text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  author uuid := private.require_record_work(record_type);
  words text := coalesce(private.clean_text(body), '');
  created_id bigint;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif char_length(words) not between 1 and 2000 then
    raise exception 'Please write a note of at most 2000 characters' using errcode = '23514', hint = 'body';
  end if;
  insert into public.record_notes (record_type, record_id, author_id, author_name, body)
  values (add_record_note.record_type, add_record_note.record_id, author,
    (select full_name from public.profiles where id = author), words)
  returning id into created_id;
  perform private.record_audit('note', add_record_note.record_type, add_record_note.record_id::text);
  return created_id;
end $function$;

CREATE OR REPLACE FUNCTION public.admin_notices()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  notices jsonb := '[]';
begin
  if not exists (select from public.user_roles where user_id = person_id) or not private.is_signed_in_as_staff() then
    return notices;
  end if;
  notices := notices || coalesce((
    select jsonb_agg(private.describe_settlement(account) || jsonb_build_object('kind', 'settlement', 'id', account.id,
      'of', account.kind, 'step', case when account.approved_at is null then 'proposed' else 'approved' end)
      order by account.proposed_at)
    from public.settlement_accounts as account
    where account.withdrawn_at is null and not account.is_demo
      and (account.effective_at is null or account.effective_at > now())), '[]');
  if private.has_permission('settings.settlement') and private.settlement_alarm_email() is null
    and exists (select from private.app_settings where name = 'staff_second_factor' and value = 'demanded')
  then
    notices := notices || '[{"kind": "no_alarm_address"}]'::jsonb;
  end if;
  if private.has_permission('payments.confirm') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'money_waits', 'id', entry.order_id, 'code', orders.code, 'of', entry.kind,
        'isOwn', entry.recorded_by = person_id) order by entry.recorded_at)
      from (select * from private.money_entries where decided_at is null order by recorded_at limit 20) as entry
      join public.orders on orders.id = entry.order_id), '[]');
  end if;
  if private.has_permission('orders.decide') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'quote_waits', 'id', orders.id, 'code', orders.code,
        'isOwn', quote.created_by = person_id) order by quote.created_at)
      from (select * from public.quotes where status = 'waiting' order by created_at limit 20) as quote
      join public.orders on orders.id = quote.order_id), '[]');
  end if;
  if private.has_permission('orders.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'holds_much', 'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at from public.orders
        where holds_much and status = 'pending' and payment_status in ('unpaid', 'claimed', 'underpaid')
          and stock_released_at is null and not is_demo
        order by created_at desc limit 20
      ) as held), '[]') || coalesce((
      select jsonb_agg(jsonb_build_object('kind', case when payment_status = 'claimed' then 'claim_ran_out' else 'stock_missing' end,
        'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at, payment_status from public.orders
        where stock_released_at is not null and status = 'pending' and not is_demo order by created_at desc limit 20
      ) as released), '[]');
  end if;
  if private.has_permission('audit_events.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'vault_alarm', 'id', alarm.id, 'of', alarm.kind, 'count', alarm.count,
        'at', alarm.created_at, 'isOwn', alarm.actor_id = person_id,
        'name', (select coalesce(full_name, email) from public.profiles where id = alarm.actor_id)) order by alarm.created_at)
      from (select * from private.vault_alarms where seen_at is null order by created_at desc limit 20) as alarm), '[]');
  end if;
  return notices;
end $function$;

CREATE OR REPLACE FUNCTION public.assign_record(record_type text, record_id uuid, assignee_id uuid, expected_assignee_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_record_work(record_type);
  now_assigned uuid;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif assign_record.assignee_id is not null and not (
    private.person_has_permission(assign_record.assignee_id, private.admin_permission(assign_record.record_type, 'read'))
    and private.person_has_permission(assign_record.assignee_id, 'records.work'))
  then
    raise exception 'This person may not work on it' using errcode = '23514', hint = 'assignee_id';
  end if;
  insert into public.record_work (record_type, record_id)
  values (assign_record.record_type, assign_record.record_id) on conflict on constraint record_work_pkey do nothing;
  select work.assignee_id into now_assigned from public.record_work as work
  where work.record_id = assign_record.record_id and work.record_type = assign_record.record_type for update;
  if now_assigned is distinct from expected_assignee_id then
    raise exception 'Somebody else has taken it by now. Please look at it again.'
      using errcode = 'PT409', hint = coalesce(now_assigned::text, '');
  end if;
  update public.record_work as work set
    assignee_id = assign_record.assignee_id,
    assignee_name = (select full_name from public.profiles where id = assign_record.assignee_id),
    assigned_by = case when assign_record.assignee_id is not null then caller_id end,
    assigned_at = case when assign_record.assignee_id is not null then now() end
  where work.record_id = assign_record.record_id and work.record_type = assign_record.record_type;
  perform private.record_audit('assign', assign_record.record_type, assign_record.record_id::text,
    jsonb_build_object('assignee_id', now_assigned), jsonb_build_object('assignee_id', assign_record.assignee_id));
end $function$;

CREATE OR REPLACE FUNCTION public.change_role(name text, details jsonb, expected_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_role public.roles;
begin
  perform private.require_strong_right('roles.manage');
  select roles.* into found_role from public.roles where roles.name = change_role.name and roles.ended_at is null for update;
  if found_role.name is null then
    raise exception 'There is no such role' using errcode = 'P0002';
  elsif found_role.name = 'admin' then
    raise exception 'Admins keep every right, and theirs alone is that of giving rights' using errcode = '23514', hint = 'role';
  elsif found_role.updated_at is distinct from expected_at then
    raise exception 'Somebody else has changed this role by now. Please look again.' using errcode = 'PT409';
  end if;
  perform private.check_role(details, found_role.name);
  update public.roles set updated_at = now(),
    title = case when is_built_in then roles.title else private.clean_line(details ->> 'title') end,
    description = case when is_built_in then roles.description else private.clean_line(details ->> 'description') end
  where roles.name = found_role.name;
  perform private.store_role_rights(found_role.name, details);
end $function$;

REVOKE ALL ON FUNCTION "public"."change_role"(text, jsonb, timestamp with time zone) FROM "service_role";

CREATE OR REPLACE FUNCTION public.change_staff_role(user_id uuid, new_role text, expected_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_role text;
begin
  perform private.require_strong_right('roles.manage');
  select role into found_role from public.user_roles where user_roles.user_id = change_staff_role.user_id for update;
  if found_role is null then
    raise exception 'This person has no role' using errcode = 'P0002';
  elsif found_role is distinct from expected_role then
    raise exception 'Their role is % by now. Please look again.', found_role using errcode = 'PT409', hint = found_role;
  elsif not private.is_role(new_role) then
    raise exception 'Please choose a role' using errcode = '23514', hint = 'role';
  end if;
  update public.user_roles set role = new_role where user_roles.user_id = change_staff_role.user_id;
end $function$;

CREATE OR REPLACE FUNCTION public.close_vault_alarm(alarm_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := private.require_strong_right('vault_alarms.close');
begin
  if exists (select from private.vault_alarms where id = alarm_id and actor_id = person_id) then
    raise exception 'This alarm is about you. Somebody else must look into it.' using errcode = '42501', hint = 'own_record';
  end if;
  update private.vault_alarms set seen_by = person_id, seen_at = now() where id = alarm_id and seen_at is null;
  if not found then
    raise exception 'Somebody else has looked into it already' using errcode = 'P0002';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.create_role(details jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  base text;
  made_name text;
  place integer := 1;
begin
  perform private.require_strong_right('roles.manage');
  perform private.check_role(details, null);
  -- Trails and reports name a role by it, also when it is gone: of its title, and never one that there was before.
  base := 'own_' || coalesce(
    nullif(btrim(left(regexp_replace(lower(private.clean_line(details ->> 'title')), '[^a-z0-9]+', '_', 'g'), 28), '_'), ''), 'role');
  made_name := base;
  while exists (select from public.roles where name = made_name) loop
    place := place + 1;
    made_name := base || '_' || place;
  end loop;
  insert into public.roles (name, title, description)
  values (made_name, private.clean_line(details ->> 'title'), private.clean_line(details ->> 'description'));
  perform private.store_role_rights(made_name, details);
  return made_name;
end $function$;

REVOKE ALL ON FUNCTION "public"."create_role"(jsonb) FROM "service_role";

CREATE OR REPLACE FUNCTION public.decide_money_entry(entry_id uuid, is_approved boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  current_order public.orders;
  entry private.money_entries;
begin
  -- The order first, as everybody locks it.
  current_order := private.order_for_finance((select one.order_id from private.money_entries as one where one.id = entry_id));
  select * into entry from private.money_entries where id = entry_id for update;
  if entry.decided_at is not null then
    raise exception 'Somebody else has decided on this entry. Please look again.' using errcode = 'P0002';
  elsif is_approved and entry.recorded_by = person_id then
    raise exception 'You entered this. Somebody else must confirm it.' using errcode = '42501', hint = 'own_entry';
  elsif is_approved and entry.kind = 'refund' and private.exceeds_refund_limit(person_id, entry.currency, entry.amount_kobo) then
    raise exception 'This is more than your role may pay back. Somebody with a higher limit must confirm it.'
      using errcode = '42501', hint = 'role_limit';
  end if;
  update private.money_entries set decided_by = person_id, decided_at = now(),
    outcome = case when is_approved then 'approved' else 'dropped' end
  where id = entry.id;
  if not is_approved then
    return private.describe_market_order(current_order, false);
  elsif entry.kind = 'receipt' then
    return private.book_receipt(current_order, entry.details, entry.recorded_by, person_id);
  end if;
  return private.book_refund(current_order, entry.details, entry.recorded_by, person_id);
end $function$;

CREATE OR REPLACE FUNCTION public.decide_waiting_quote(quote_id uuid, is_approved boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  current_order public.orders;
  chosen public.quotes;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  -- The order first, as everybody locks it.
  select orders.* into current_order from public.orders
  where orders.id = (select one.order_id from public.quotes as one where one.id = quote_id) for update;
  select * into chosen from public.quotes where quotes.id = quote_id for update;
  if chosen.id is null or chosen.status <> 'waiting' then
    raise exception 'Somebody else has decided on this quote. Please look again.' using errcode = 'P0002';
  elsif not is_approved then
    update public.quotes set status = 'refused' where quotes.id = chosen.id;
    return;
  elsif chosen.created_by = person_id then
    raise exception 'You wrote this quote. Somebody else must approve it.' using errcode = '42501', hint = 'own_entry';
  elsif private.is_own_order(current_order) then
    raise exception 'Somebody else must quote your own order' using errcode = '42501', hint = 'own_record';
  elsif private.needs_second_quoter(current_order, chosen.currency, (
    select jsonb_agg(jsonb_build_object('description', description, 'unit', unit, 'quantity', quantity, 'priceKobo', price_kobo))
    from public.quote_lines as line where line.quote_id = chosen.id), person_id)
  then
    raise exception 'This is further below the list price than your role may quote. Somebody with a higher limit must approve it.'
      using errcode = '42501', hint = 'role_limit';
  elsif current_order.status not in ('pending', 'approved') or current_order.total_amount_kobo is not null or chosen.expires_at <= now() then
    raise exception 'This order cannot be quoted any more' using errcode = '23514', hint = 'quote';
  end if;
  update public.quotes set status = 'replaced' where quotes.order_id = current_order.id and status = 'open';
  update public.quotes set status = 'open' where quotes.id = chosen.id;
  perform private.note_contact('orders', current_order.id, person_id);
  perform private.notify_buyer(current_order.id, 'order_quoted');
end $function$;

REVOKE ALL ON FUNCTION "public"."decide_waiting_quote"(uuid, boolean) FROM "service_role";

CREATE OR REPLACE FUNCTION public.delete_role(name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_role public.roles;
begin
  perform private.require_strong_right('roles.manage');
  select roles.* into found_role from public.roles where roles.name = delete_role.name and roles.ended_at is null for update;
  if found_role.name is null then
    raise exception 'There is no such role' using errcode = 'P0002';
  elsif found_role.is_built_in then
    raise exception 'This role is a part of the application, and stays' using errcode = '23514', hint = 'role';
  elsif exists (select from public.user_roles where role = found_role.name) then
    raise exception 'Somebody has this role. Please give them another one first.' using errcode = '23514', hint = 'role';
  elsif exists (select from public.staff_invitations
    where role = found_role.name and accepted_at is null and withdrawn_at is null and expires_at > now())
  then
    raise exception 'Somebody is invited to this role. Please withdraw the invitation first.' using errcode = '23514', hint = 'role';
  end if;
  delete from public.role_permissions where role = found_role.name;
  update public.roles set ended_at = now(), updated_at = now() where roles.name = found_role.name;
end $function$;

REVOKE ALL ON FUNCTION "public"."delete_role"(text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.invite_staff(email text, role text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_strong_right('roles.manage');
  address text := lower(private.clean_line(email));
  created_id uuid;
  token text := private.make_token();
begin
  if private.is_email(address) is not true then
    raise exception 'Invalid email address' using errcode = '23514', hint = 'email';
  elsif not private.is_role(invite_staff.role) then
    raise exception 'Please choose a role' using errcode = '23514', hint = 'role';
  elsif exists (select from public.user_roles join public.profiles on id = user_id where lower(profiles.email) = address) then
    raise exception 'This person has a role already' using errcode = '23514', hint = 'email';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invite ' || caller_id, 0));
  if (select count(*) >= 30 from public.staff_invitations
      where invited_by = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invited ' || address, 0));
  update public.staff_invitations set withdrawn_at = now()
  where lower(staff_invitations.email) = address and accepted_at is null and withdrawn_at is null;
  insert into public.staff_invitations (email, role, invited_by) values (address, invite_staff.role, caller_id)
  returning id into created_id;
  insert into private.staff_invitation_links (token_hash, invitation_id)
  values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), created_id);
  perform private.enqueue_mail('staff_invitation', address, jsonb_build_object(
    'title', (select title from public.roles where name = invite_staff.role),
    'description', (select description from public.roles where name = invite_staff.role),
    'invited_by', (select full_name from public.profiles where id = caller_id),
    'token', token));
  return created_id;
end $function$;

CREATE OR REPLACE FUNCTION public.list_assignees(record_type text)
 RETURNS TABLE(user_id uuid, full_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_right(record_type, 'read');
  return query
    select person.id, coalesce(person.full_name, person.email)
    from public.user_roles as roles
    join public.profiles as person on person.id = roles.user_id
    where private.person_has_permission(roles.user_id, private.admin_permission(list_assignees.record_type, 'read'))
      and private.person_has_permission(roles.user_id, 'records.work')
    order by 2, 1;
end $function$;

CREATE OR REPLACE FUNCTION public.list_last_actions()
 RETURNS TABLE(user_id uuid, action text, subject_type text, at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (private.has_permission('roles.read') and private.has_permission('audit_events.read')) then
    raise exception 'permission denied to read what colleagues did' using errcode = '42501';
  end if;
  return query
    select held.user_id, entry.action, entry.subject_type, entry.created_at
    from public.user_roles as held
    cross join lateral (
      select trail.id, trail.action, trail.subject_type, trail.created_at from public.audit_trail as trail
      where trail.actor_id = held.user_id order by trail.id desc limit 3
    ) as entry
    order by entry.id desc;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_last_actions"() FROM "service_role";

CREATE OR REPLACE FUNCTION public.log_call(record_type text, record_id uuid, outcome text, note text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select auth.uid()) is null or log_call.record_type is null
    or log_call.record_type <> all (private.registrations_with('read')) or not private.has_permission('records.work')
  then
    raise exception 'permission denied to log a call about %', log_call.record_type using errcode = '42501';
  end if;
  if not exists (
    select from private.registrations as record
    where record.record_type = log_call.record_type and record.id = log_call.record_id
  ) then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  insert into public.phone_calls (record_type, record_id, called_by, outcome, note)
  values (log_call.record_type, log_call.record_id, (select auth.uid()), log_call.outcome,
    nullif(private.clean_text(log_call.note), ''));
end $function$;

CREATE OR REPLACE FUNCTION public.log_first_contact(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_record_work(record_type);
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  perform private.note_contact(record_type, record_id, caller_id);
  perform private.record_audit('contact', record_type, record_id::text);
end $function$;

CREATE OR REPLACE FUNCTION public.my_permissions()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'role', mine.role,
    'title', (select title from public.roles where name = mine.role),
    'permissions', case when private.is_signed_in_as_staff()
      then (select coalesce(jsonb_agg(permission order by permission), '[]') from public.role_permissions where role = mine.role)
      else '[]' end,
    'isStrong', coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2',
    'hasSecondFactor', exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'),
    'mustAddSecondFactor', mine.role is not null and not private.is_let_in((select auth.uid())),
    'mustShowSecondFactor', mine.role is not null and private.is_let_in((select auth.uid()))
      and coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2'
      and exists (select from private.app_settings where name = 'staff_second_factor' and value = 'demanded')
  )
  from (select (select role from public.user_roles where user_id = (select auth.uid())) as role) as mine
$function$;

CREATE OR REPLACE FUNCTION public.quote_order(order_id uuid, quote jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders;
  wanted_terms text;
  wanted_currency text := coalesce(quote ->> 'currency', 'NGN');
  note text := nullif(private.clean_text(quote ->> 'note'), '');
  ends_at timestamptz;
  wrong record;
  total numeric;
  quote_id uuid := gen_random_uuid();
  is_waiting boolean;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  select * into current_order from public.orders where id = order_id for update;
  wanted_terms := coalesce(quote ->> 'paymentTerms', (select payment_terms from public.order_requests as bulk_request where bulk_request.order_id = current_order.id));
  begin
    ends_at := (quote ->> 'expiresAt')::timestamptz;
  exception when data_exception then
    ends_at := null;
  end;
  if current_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(current_order) then
    raise exception 'Somebody else must quote your own order' using errcode = '42501';
  elsif current_order.kind <> 'bulk' or current_order.status not in ('pending', 'approved') or current_order.total_amount_kobo is not null then
    raise exception 'This order cannot be quoted any more' using errcode = '23514', hint = 'quote';
  elsif coalesce(ends_at, now()) not between now() + interval '1 hour' and now() + interval '1 year' then
    raise exception 'A quote is good for an hour at least and a year at most' using errcode = '23514', hint = 'expiresAt';
  elsif not exists (select from private.payment_schedules as schedule where schedule.terms = wanted_terms) then
    raise exception 'Please select payment terms' using errcode = '23514', hint = 'paymentTerms';
  elsif wanted_currency not in ('NGN', 'USD') then
    raise exception 'A quote is in naira (NGN) or US dollars (USD)' using errcode = '23514', hint = 'currency';
  elsif char_length(note) > 2000 then
    raise exception 'A note has at most 2,000 characters' using errcode = '23514', hint = 'note';
  elsif jsonb_typeof(quote -> 'lines') is distinct from 'array' or jsonb_array_length(quote -> 'lines') not between 1 and 100 then
    raise exception 'A quote has 1 to 100 lines' using errcode = '23514', hint = 'lines';
  end if;
  select place, private.quote_line_problem(line) as field into wrong
  from jsonb_array_elements(quote -> 'lines') with ordinality as input (line, place)
  where private.quote_line_problem(line) is not null order by place limit 1;
  if found then
    raise exception 'Line %: %', wrong.place, case wrong.field
      when 'description' then 'say what it is, in 2 to 200 characters'
      when 'quantity' then 'the quantity must be greater than 0, and at most 1,000,000,000'
      when 'unit' then 'the unit must have 1 to 40 characters'
      else 'the price of one unit must be an amount of at most 1,000,000,000'
    end using errcode = '23514', hint = wrong.field;
  end if;
  select sum(round((line ->> 'quantity')::numeric * (line ->> 'priceKobo')::bigint)) into total
  from jsonb_array_elements(quote -> 'lines') as line;
  if total not between 1 and 9000000000000000 then
    raise exception 'The total must be more than nothing, and at most 90,000,000,000,000' using errcode = '23514', hint = 'priceKobo';
  end if;
  is_waiting := private.needs_second_quoter(current_order, wanted_currency, quote -> 'lines', (select auth.uid()));
  -- One that waited was never shown to the buyer.
  update public.quotes set status = case status when 'open' then 'replaced' else 'refused' end
  where quotes.order_id = current_order.id and status = any (case when is_waiting then '{waiting}' else '{waiting,open}' end::text[]);
  insert into public.quotes (id, order_id, currency, payment_terms, total_kobo, note, expires_at, created_by, status)
  values (quote_id, current_order.id, wanted_currency, wanted_terms, total::bigint, note, ends_at, (select auth.uid()),
    case when is_waiting then 'waiting' else 'open' end);
  insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo)
  select quote_id, place, private.clean_line(line ->> 'description'), (line ->> 'quantity')::numeric,
    private.clean_line(line ->> 'unit'), (line ->> 'priceKobo')::bigint
  from jsonb_array_elements(quote -> 'lines') with ordinality as input (line, place);
  if not is_waiting then
    perform private.notify_buyer(current_order.id, 'order_quoted');
  end if;
  return quote_id;
end $function$;

ALTER TABLE "private"."staff_invitation_links" ADD CONSTRAINT "staff_invitation_links_invitation_id_fkey" FOREIGN KEY (invitation_id) REFERENCES public.staff_invitations(id) ON DELETE CASCADE;

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_status_known" CHECK ((status = ANY (ARRAY['waiting'::text, 'open'::text, 'replaced'::text, 'refused'::text, 'accepted'::text])));

ALTER TABLE "public"."role_permissions" ADD CONSTRAINT "role_permissions_role_fkey" FOREIGN KEY (role) REFERENCES public.roles(name);

ALTER TABLE "public"."staff_invitations" ADD CONSTRAINT "staff_invitations_role_fkey" FOREIGN KEY (role) REFERENCES public.roles(name);

ALTER TABLE "public"."user_roles" ADD CONSTRAINT "user_roles_role_fkey" FOREIGN KEY (role) REFERENCES public.roles(name);

CREATE INDEX staff_invitation_links_invitation_id_idx ON private.staff_invitation_links USING btree (invitation_id);

CREATE UNIQUE INDEX quotes_one_waiting ON public.quotes USING btree (order_id) WHERE (status = 'waiting'::text);

CREATE INDEX staff_invitations_role_idx ON public.staff_invitations USING btree (role);

CREATE INDEX user_roles_role_idx ON public.user_roles USING btree (role);

CREATE TRIGGER audit_change AFTER INSERT OR UPDATE ON public.quotes FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'order_id', 'total_kobo,currency,payment_terms,expires_at,status');

CREATE TRIGGER note_contact AFTER INSERT ON public.quotes FOR EACH ROW WHEN ((new.status <> 'waiting'::text)) EXECUTE FUNCTION private.note_contact_of_row();

CREATE TRIGGER audit_change AFTER INSERT OR DELETE OR UPDATE ON public.roles FOR EACH ROW EXECUTE FUNCTION private.audit_change('all', 'name', 'title,description,refund_up_to_kobo,quote_below_list_percent,ended_at');

CREATE POLICY "People read published products and their own, and staff who may" ON "public"."products" FOR SELECT TO "authenticated" USING (((status = 'published'::text) OR ( SELECT private.has_permission('products.read'::text) AS has_permission) OR (farmer_id IN ( SELECT farmers.id
   FROM public.farmers
  WHERE (farmers.user_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "Whoever may read an order reads its quotes" ON "public"."quotes" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR ((status <> ALL (ARRAY['waiting'::text, 'refused'::text])) AND (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = quotes.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid))))))));

CREATE POLICY "Staff read their own role, and who may, all" ON "public"."roles" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('roles.read'::text) AS has_permission) OR (name = ( SELECT user_roles.role
   FROM public.user_roles
  WHERE (user_roles.user_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "People read who looked at their own secrets, and staff who may " ON "public"."vault_reveals" FOR SELECT TO "authenticated" USING (((person_id = ANY (( SELECT private.own_vault_person_ids() AS own_vault_person_ids)::uuid[])) OR ( SELECT private.has_permission('vault.reveal'::text) AS has_permission) OR ( SELECT private.has_permission('audit_events.read'::text) AS has_permission)));

COMMENT ON TABLE "private"."staff_invitation_links" IS 'The secret links of invitations, as hashes of their tokens: good as long as the invitation.';

REVOKE ALL ON FUNCTION "private"."check_role"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_invitation"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_invitation"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_role"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_record_work"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."role_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_role_rights"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unit_amount"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_role"(text, jsonb, timestamp with time zone) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."change_role"(text, jsonb, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_role"(jsonb) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."create_role"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_waiting_quote"(uuid, boolean) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."decide_waiting_quote"(uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."delete_role"(text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."delete_role"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_last_actions"() FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_last_actions"() TO "authenticated";

REVOKE ALL ON TABLE "public"."roles" FROM "authenticated";

GRANT SELECT ON TABLE "public"."roles" TO "authenticated";

REVOKE ALL ON TABLE "public"."roles" FROM "service_role";

GRANT SELECT ON TABLE "public"."roles" TO "service_role";

CREATE OR REPLACE FUNCTION private.exceeds_refund_limit(person_id uuid, currency text, amount_kobo bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce($2 <> 'NGN' or $3 > (private.role_of($1)).refund_up_to_kobo, false)
    and (private.role_of($1)).refund_up_to_kobo is not null
$function$;

CREATE OR REPLACE FUNCTION private.is_below_list(words text, unit text, price_kobo numeric, currency text, percent integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) > 0 and (is_below_list.currency <> 'NGN' or bool_or(amount is null)
    or is_below_list.price_kobo < min(products.unit_price_kobo * amount) * (100 - percent) / 100)
  from public.products, lateral (select private.unit_amount(is_below_list.unit, products.pack_unit) as amount) as converted
  where products.status = 'published' and (
    position(lower(products.name) in lower(private.clean_line(words))) > 0
    or char_length(private.clean_line(words)) > 2 and position(lower(private.clean_line(words)) in lower(products.name)) > 0)
$function$;

CREATE OR REPLACE FUNCTION private.needs_second_person(current_order public.orders, kind text, amount_kobo bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select $3 + coalesce((
      select sum(payments.amount_kobo) from public.payments
      where payments.order_id = (current_order).id and payments.kind = $2 and payments.second_by is null
    ), 0) > private.market_limit(case
      when $2 = 'receipt' and (current_order).currency = 'NGN' then 'confirm_alone_max_kobo'
      when $2 = 'receipt' then 'confirm_alone_max_cents'
      when (current_order).currency = 'NGN' then 'refund_alone_max_kobo'
      else 'refund_alone_max_cents' end)
    or $2 = 'refund' and private.exceeds_refund_limit((select auth.uid()), (current_order).currency, $3 + coalesce((
      select sum(payments.amount_kobo) from public.payments
      where payments.order_id = (current_order).id and payments.kind = 'refund' and payments.second_by is null
    ), 0)::bigint)
$function$;

CREATE OR REPLACE FUNCTION private.needs_second_quoter(current_order public.orders, currency text, lines jsonb, person_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (private.role_of(person_id)).quote_below_list_percent is not null and exists (
    select from (
      select line ->> 'description' as words, line ->> 'unit' as unit, (line ->> 'priceKobo')::numeric as price_kobo
      from jsonb_array_elements(lines) as line
      union all
      select (current_order).crop_type as words, (current_order).unit as unit,
        sum(round((line ->> 'quantity')::numeric * (line ->> 'priceKobo')::bigint)) / (current_order).quantity as price_kobo
      from jsonb_array_elements(lines) as line
    ) as offered
    where private.is_below_list(offered.words, offered.unit, offered.price_kobo, needs_second_quoter.currency,
      (private.role_of(person_id)).quote_below_list_percent))
$function$;

REVOKE ALL ON FUNCTION "private"."exceeds_refund_limit"(uuid, text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_below_list"(text, text, numeric, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_second_quoter"(public.orders, text, jsonb, uuid) FROM PUBLIC;

-- Roles that could change products could read them; those that could read a kind of record could work on it; those that read the audit
-- trail could close the alarms in it. Rights that an admin has given or taken since stay as they are.
insert into public.role_permissions (role, permission)
select role, 'products.read' from public.role_permissions where permission = 'products.write'
on conflict do nothing;

insert into public.role_permissions (role, permission)
select distinct role, 'records.work' from public.role_permissions
where permission in ('orders.read', 'farmers.read', 'training_enrolments.read', 'buyers.read', 'investors.read',
  'partnership_applications.read', 'job_applications.read', 'contact_messages.read', 'products.write')
on conflict do nothing;

insert into public.role_permissions (role, permission)
select role, 'vault_alarms.close' from public.role_permissions where permission = 'audit_events.read'
on conflict do nothing;

insert into public.role_permissions (role, permission)
values
  ('auditor', 'audit_events.read'),
  ('auditor', 'breaches.read'),
  ('auditor', 'buyers.read'),
  ('auditor', 'contact_messages.read'),
  ('auditor', 'farmers.read'),
  ('auditor', 'figures.read'),
  ('auditor', 'investors.read'),
  ('auditor', 'job_applications.read'),
  ('auditor', 'mails.read'),
  ('auditor', 'newsletter_subscriptions.read'),
  ('auditor', 'orders.read'),
  ('auditor', 'partnership_applications.read'),
  ('auditor', 'products.read'),
  ('auditor', 'profiles.read'),
  ('auditor', 'roles.read'),
  ('auditor', 'settings.read'),
  ('auditor', 'training_enrolments.read'),
  ('sales', 'contact_messages.answer'),
  ('sales', 'contact_messages.read'),
  ('sales', 'figures.read'),
  ('sales', 'orders.decide'),
  ('sales', 'orders.read'),
  ('sales', 'products.read'),
  ('sales', 'records.work');
