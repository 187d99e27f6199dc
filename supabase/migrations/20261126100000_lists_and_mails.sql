-- by hand
-- Each mail that an installation holds names a template: those of today with their policy, and what an earlier release sent.
create table private.mail_templates (
  template text primary key,
  channels text[] not null,
  about text not null,
  purpose text not null default 'notice',
  limited text,
  repeats text not null default 'always',
  has_payment_account boolean not null default false,
  choice text,
  constraint mail_templates_template_form check (template ~ '^[a-z_]{1,60}$'),
  constraint mail_templates_channels_known check (channels <> '{}' and channels <@ array['email', 'sms']),
  constraint mail_templates_about_known check (
    about = any (private.desk_types()) or about in ('registrations', 'newsletter_subscriptions', 'accounts')),
  constraint mail_templates_purpose_known check (purpose in ('notice', 'sign_in', 'staff')),
  constraint mail_templates_limited_known check (limited in ('form', 'new_order', 'order')),
  constraint mail_templates_repeats_known check (repeats in ('always', 'hourly', 'once')),
  constraint mail_templates_choice_known check (choice in ('order_mails', 'registration_mails'))
);
alter table private.mail_templates enable row level security;
revoke all on table private.mail_templates from public, anon, authenticated, service_role;

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice)
values
  ('account_data_exported', '{email}', 'accounts', 'notice', null, 'always', false, null),
  ('account_factor_reset', '{email}', 'accounts', 'notice', null, 'always', false, null),
  ('account_factor_reset_requested', '{email}', 'accounts', 'notice', null, 'always', false, null),
  ('account_frozen', '{email}', 'accounts', 'notice', null, 'always', false, null),
  ('account_secrets_requested', '{email}', 'accounts', 'notice', null, 'always', false, null),
  ('account_thaw_asked', '{email}', 'accounts', 'notice', null, 'always', false, null),
  ('account_thawed', '{email}', 'accounts', 'notice', null, 'always', false, null),
  ('application_approved', '{email}', 'job_applications', 'notice', null, 'always', false, null),
  ('application_declined', '{email}', 'job_applications', 'notice', null, 'always', false, null),
  ('application_received', '{email}', 'job_applications', 'notice', 'form', 'always', false, null),
  ('audit_damaged', '{email}', 'accounts', 'staff', null, 'always', false, null),
  ('audit_head', '{email}', 'accounts', 'staff', null, 'always', false, null),
  ('auth_already_registered', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_email_change', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_email_changed', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_factor_added', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_factor_removed', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_identity_linked', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_identity_unlinked', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_invite', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_magiclink', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_password_changed', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_phone_change', '{sms}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_phone_changed', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_reauthentication', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_recovery', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_recovery_code_used', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_recovery_codes_made', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_recovery_codes_removed', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('auth_signup', '{email}', 'accounts', 'sign_in', null, 'always', false, null),
  ('breach_opened', '{email}', 'accounts', 'staff', null, 'always', false, null),
  ('breach_reminder', '{email}', 'accounts', 'staff', null, 'always', false, null),
  ('contact_received', '{email}', 'contact_messages', 'notice', 'form', 'always', false, null),
  ('decision', '{sms}', 'registrations', 'notice', null, 'always', false, null),
  ('listing_hidden', '{email}', 'products', 'notice', null, 'always', false, null),
  ('listing_published', '{email}', 'products', 'notice', null, 'always', false, null),
  ('newsletter_confirm', '{email}', 'newsletter_subscriptions', 'notice', 'form', 'always', false, null),
  ('order_approved', '{email}', 'orders', 'notice', null, 'once', true, 'order_mails'),
  ('order_completed', '{email}', 'orders', 'notice', null, 'once', false, 'order_mails'),
  ('order_declined', '{email}', 'orders', 'notice', null, 'once', false, 'order_mails'),
  ('order_delivered', '{email}', 'orders', 'notice', null, 'always', true, null),
  ('order_dispatched', '{email}', 'orders', 'notice', null, 'always', true, null),
  ('order_dispute_answered', '{email}', 'orders', 'notice', null, 'always', true, null),
  ('order_dispute_received', '{email}', 'orders', 'notice', null, 'always', false, null),
  ('order_expired', '{email}', 'orders', 'notice', 'order', 'once', false, null),
  ('order_market_approved', '{email}', 'orders', 'notice', null, 'once', false, null),
  ('order_market_completed', '{email}', 'orders', 'notice', null, 'once', false, null),
  ('order_market_declined', '{email}', 'orders', 'notice', null, 'once', false, null),
  ('order_message', '{email}', 'orders', 'notice', null, 'hourly', false, null),
  ('order_payment_claimed', '{email}', 'orders', 'notice', 'order', 'always', false, null),
  ('order_payment_confirmed', '{email}', 'orders', 'notice', null, 'always', false, null),
  ('order_payment_not_found', '{email}', 'orders', 'notice', null, 'always', true, null),
  ('order_payment_not_seen', '{email}', 'orders', 'notice', null, 'always', false, null),
  ('order_payment_over', '{email}', 'orders', 'notice', null, 'always', false, null),
  ('order_payment_refunded', '{email}', 'orders', 'notice', null, 'always', true, null),
  ('order_payment_rest_not_seen', '{email}', 'orders', 'notice', null, 'always', false, null),
  ('order_payment_short', '{email}', 'orders', 'notice', null, 'always', true, null),
  ('order_placed', '{email}', 'orders', 'notice', 'new_order', 'once', true, null),
  ('order_quoted', '{email}', 'orders', 'notice', null, 'always', false, null),
  ('order_received', '{email}', 'orders', 'notice', 'new_order', 'once', false, null),
  ('order_reopened', '{email}', 'orders', 'notice', null, 'once', false, 'order_mails'),
  ('order_unpaid', '{email,sms}', 'orders', 'notice', 'order', 'once', true, null),
  ('partnership_approved', '{email}', 'partnership_applications', 'notice', null, 'always', false, null),
  ('partnership_declined', '{email}', 'partnership_applications', 'notice', null, 'always', false, null),
  ('partnership_received', '{email}', 'partnership_applications', 'notice', 'form', 'always', false, null),
  ('registration_approved', '{email}', 'registrations', 'notice', null, 'always', false, 'registration_mails'),
  ('registration_claimed', '{email,sms}', 'registrations', 'notice', null, 'always', false, null),
  ('registration_correction', '{email}', 'registrations', 'notice', null, 'always', false, 'registration_mails'),
  ('registration_declined', '{email}', 'registrations', 'notice', null, 'always', false, 'registration_mails'),
  ('registration_link', '{email}', 'registrations', 'notice', null, 'always', false, null),
  ('registration_received', '{email}', 'registrations', 'notice', 'form', 'always', false, null),
  ('staff_factor_reset', '{email}', 'accounts', 'staff', null, 'always', false, null),
  ('staff_invitation', '{email}', 'accounts', 'staff', null, 'always', false, null),
  ('staff_outside_unreached', '{email}', 'accounts', 'staff', null, 'always', false, null),
  ('staff_settlement_approved', '{email}', 'accounts', 'staff', null, 'always', false, null),
  ('staff_settlement_code', '{email}', 'accounts', 'staff', null, 'always', false, null),
  ('staff_settlement_in_force', '{email}', 'accounts', 'staff', null, 'always', false, null),
  ('staff_settlement_proposed', '{email}', 'accounts', 'staff', null, 'always', false, null),
  ('staff_sitting_begun', '{email}', 'accounts', 'staff', null, 'always', false, null),
  ('staff_vault_alarm', '{email}', 'accounts', 'staff', null, 'always', false, null);
insert into private.mail_templates (template, channels, about, purpose)
select template, array_agg(distinct channel), case when template ~ '^newsletter_' then 'newsletter_subscriptions' else 'accounts' end,
  case when template ~ '^auth_' then 'sign_in' when template ~ '^(staff|audit|breach)_' then 'staff' else 'notice' end
from private.mail_outbox group by template
on conflict (template) do nothing;

-- What lists are searched in is joined by what nobody types: their indexes are made again, where there is pg_trgm.
drop index if exists public.buyers_searched_idx;
drop index if exists public.contact_messages_searched_idx;
drop index if exists public.farmers_searched_idx;
drop index if exists public.investors_searched_idx;
drop index if exists public.job_applications_searched_idx;
drop index if exists public.order_contacts_searched_idx;
drop index if exists public.order_requests_searched_idx;
drop index if exists public.orders_searched_idx;
drop index if exists public.partnership_applications_searched_idx;
drop index if exists public.payments_searched_idx;
drop index if exists public.products_searched_idx;
drop index if exists public.profiles_searched_idx;
drop index if exists public.training_enrolments_searched_idx;
do $$
declare
  search_path_before text := current_setting('search_path');
begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    return;
  end if;
  perform set_config('search_path', extnamespace::regnamespace::text, true) from pg_extension where extname = 'pg_trgm';
  create index buyers_searched_idx on public.buyers
    using gin ((coalesce(company_name, '') || chr(31) || coalesce(business_type, '') || chr(31) || coalesce(contact_first_name, '') || chr(31) || coalesce(contact_last_name, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(contact_phone, '') || chr(31) || coalesce(reference, '')) gin_trgm_ops);
  create index contact_messages_searched_idx on public.contact_messages
    using gin ((coalesce(name, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(message, '')) gin_trgm_ops);
  create index farmers_searched_idx on public.farmers
    using gin ((coalesce(farm_name, '') || chr(31) || coalesce(location, '') || chr(31) || coalesce(contact_name, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(reference, '')) gin_trgm_ops);
  create index investors_searched_idx on public.investors
    using gin ((coalesce(company_name, '') || chr(31) || coalesce(investor_type, '') || chr(31) || coalesce(contact_name, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(contact_phone, '') || chr(31) || coalesce(reference, '')) gin_trgm_ops);
  create index job_applications_searched_idx on public.job_applications
    using gin ((coalesce(full_name, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(position_title, '')) gin_trgm_ops);
  create index order_contacts_searched_idx on public.order_contacts
    using gin ((coalesce(name, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(email, '')) gin_trgm_ops);
  create index order_requests_searched_idx on public.order_requests
    using gin ((coalesce(company_name, '') || chr(31) || coalesce(contact_person, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '')) gin_trgm_ops);
  create index orders_searched_idx on public.orders
    using gin ((coalesce(code, '') || chr(31) || coalesce(crop_type, '') || chr(31) || coalesce(delivery_address, '')) gin_trgm_ops);
  create index partnership_applications_searched_idx on public.partnership_applications
    using gin ((coalesce(company_name, '') || chr(31) || coalesce(contact_person, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(country, '')) gin_trgm_ops);
  create index payments_searched_idx on public.payments
    using gin ((coalesce(bank_reference, '')) gin_trgm_ops);
  create index products_searched_idx on public.products
    using gin ((coalesce(name, '') || chr(31) || coalesce(farmer_name, '') || chr(31) || coalesce(location, '') || chr(31) || coalesce(category, '')) gin_trgm_ops);
  create index profiles_searched_idx on public.profiles
    using gin ((coalesce(full_name, '') || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone, '')) gin_trgm_ops);
  create index training_enrolments_searched_idx on public.training_enrolments
    using gin ((coalesce(contact_name, '') || chr(31) || coalesce(contact_email, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(city, '') || chr(31) || coalesce(reference, '')) gin_trgm_ops);
  perform set_config('search_path', search_path_before, true);
end $$;

-- generated
DROP TRIGGER "note_unreached_mail" ON "private"."mail_outbox";

ALTER TABLE "private"."mail_outbox" DROP CONSTRAINT "mail_outbox_template_form";

DROP FUNCTION "private"."count_records"(text, text, text, uuid);

DROP FUNCTION "private"."due_moment"(text);

DROP FUNCTION "private"."export_person"(uuid, uuid[]);

DROP FUNCTION "private"."list_condition"(private.desk_queues, text, boolean, text);

DROP FUNCTION "private"."list_hits"(private.desk_queues, text);

DROP FUNCTION "private"."mail_subject"(text, text);

DROP FUNCTION "private"."open_list"(text);

DROP FUNCTION "private"."overdue_condition"(text);

DROP FUNCTION "private"."promised_condition"(text);

DROP FUNCTION "private"."search_expression"(text[]);

ALTER TABLE "private"."desk_queues" DROP COLUMN "narrowed";

ALTER TABLE "private"."desk_queues" DROP COLUMN "state";

ALTER TABLE "private"."desk_queues" DROP COLUMN "unchosen";

DROP TABLE "private"."chosen_mails";

DROP TABLE "private"."personal_data";

DROP TABLE "private"."searched_texts";

CREATE OR REPLACE FUNCTION private.addresses_named(patterns text[])
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return query select unnest(known.addresses) from private.addressees as known
    where known.words ilike any (patterns) and known.names ilike any (patterns);
end $function$;

CREATE OR REPLACE FUNCTION private.choice_of_mail(template text, recipient text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select chosen.choice from private.mail_templates as chosen
  where chosen.template = choice_of_mail.template
    and exists (select from public.profiles as person where lower(person.email) = lower(choice_of_mail.recipient))
$function$;

CREATE OR REPLACE FUNCTION private.confirm_form(template text, recipient text, data jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from private.mail_templates as form
    where form.template = confirm_form.template and form.limited = 'form') then
    perform private.enqueue_mail(template, recipient, data);
    return;
  end if;
  -- One after the other for each address, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('form mail ' || recipient, 0));
  if private.count_form_mails(recipient) < 5 then
    perform private.enqueue_mail(template, recipient, data);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.count_form_mails(recipient text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) from private.mail_outbox
  where mail_outbox.recipient = $1 and created_at > now() - interval '1 hour'
    and template in (select form.template from private.mail_templates as form where form.limited = 'form')
$function$;

CREATE OR REPLACE FUNCTION private.count_records(list text, condition text, only_status text, promised_before timestamp with time zone DEFAULT NULL::timestamp with time zone, source text DEFAULT NULL::text, assignee_id uuid DEFAULT NULL::uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  found_count bigint;
begin
  execute format('select count(*) from private.%I as t where %s', list || '_list', condition)
    into found_count using '', only_status, promised_before, source, assignee_id;
  return found_count;
end $function$;

CREATE OR REPLACE FUNCTION private.erase_person(user_id uuid, person_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text := private.proved_address(user_id);
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  their_records uuid[];
  their_addresses text[];
  everybody uuid[];
  closed_type text;
begin
  -- Whoever else the vault knows as the owner of one of their registrations is them, claimed or not.
  select coalesce(array_agg(id), '{}') into everybody from (
    select unnest(person_ids) as id
    union
    select records.person_id from strongroom.records
    where records.record_id in (select private.registrations_of(user_id, person_ids))
  ) as known;
  perform from strongroom.people where id = any (everybody) order by id for update;
  select coalesce(array_agg(id), '{}') into their_records from private.registrations_of(user_id, everybody) as id;
  update strongroom.people set wrapped_key = null, erased_at = now()
  where id = any (everybody) and erased_at is null;

  -- The house does what follows, and not the person: nobody decides on their own record.
  perform set_config('request.jwt.claims', '', true);
  foreach closed_type in array array['farmers', 'training_enrolments', 'buyers', 'investors'] loop
    execute format($sql$
      update public.%I set status = 'declined', decline_reason = 'Withdrawn: erased at the request of the person.'
      where id = any ($1) and status = 'pending'
    $sql$, closed_type) using their_records;
  end loop;
  -- Mails about them that still wait have names in them, and nobody wants to read "declined" after "erase". Of those
  -- that were sent only the address is left: every one that they gave, also before it was corrected.
  select coalesce(array_agg(lower(given.email)), '{}') into their_addresses from (
    select contact_email as email from private.registrations where id = any (their_records)
    union select answers ->> 'email' from public.registration_submissions where record_id = any (their_records)
  ) as given where given.email <> '';
  delete from private.mail_outbox
  where status = 'waiting' and data ->> 'code' in (
      select reference from private.registrations where id = any (their_records)
    )
    or status in ('sent', 'failed') and lower(recipient) = any (their_addresses);
  -- What staff entered for them was noted under no account, by which it could be found later.
  delete from public.audit_events
  where audit_events.user_id is null and (
    lower(audit_events.email) = any (their_addresses) or attempt_id = any (their_records) or attempt_id in (
      select idempotency_key from private.submission_keys where record_id = any (their_records)
    )
  );
  -- Without this, storage refuses; the bytes of a file whose row is gone are swept away within a day.
  perform set_config('storage.can_delete', 'true', true), set_config('storage.allow_delete_query', 'true', true);
  perform private.erase_rows(user_id, everybody, address);
  perform set_config('storage.can_delete', '', true), set_config('storage.allow_delete_query', '', true);
  perform set_config('request.jwt.claims', claims, true);
end $function$;

CREATE OR REPLACE FUNCTION private.erase_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from strongroom.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2));
  delete from strongroom.matches as t where record_id in (select private.registrations_of($1, $2));
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
$function$;

CREATE OR REPLACE FUNCTION private.export_platform_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.export_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(part.name, part.records) from (
    select 'auth.audit_log_entries' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
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
    union all select 'private.order_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.order_links as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
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
    union all select 'private.staff_grants' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.staff_grants as t where user_id = $1) as records
    union all select 'private.submission_keys' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key', 'fingerprint']), '[]')
      from private.submission_keys as t where user_id = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.tracking_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.tracking_links as t where record_id in (select private.registrations_of($1, $2))) as records
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
    union all select 'strongroom.matches' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['match_hash']), '[]')
      from strongroom.matches as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'strongroom.people' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['wrapped_key', 'master_key_id', 'seal', 'sealed_for']), '[]')
      from strongroom.people as t where user_id = $1 or id = any ($2)) as records
    union all select 'strongroom.records' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['seal', 'sender_link_hash']), '[]')
      from strongroom.records as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'strongroom.secrets' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['ciphertext', 'match_hash', 'person_id']), '[]')
      from strongroom.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2))) as records
  ) as part
$function$;

CREATE OR REPLACE FUNCTION private.is_mail_wanted(template text, recipient text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (
    select from private.mail_templates m
    join public.profiles p on lower(p.email) = lower(is_mail_wanted.recipient)
    join public.notification_choices c on c.user_id = p.id
    where m.template = is_mail_wanted.template and m.choice is not null
      and not case m.choice when 'order_mails' then c.order_mails else c.registration_mails end
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_secret_mail(template text, data jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select $2 ?| array['token', 'url', 'code_hash']
    or exists (select from private.mail_templates where mail_templates.template = $1 and purpose = 'sign_in')
$function$;

CREATE OR REPLACE FUNCTION private.is_suppressed(recipient text, template text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.mail_suppressions
    where email = lower($1) and (expires_at is null or expires_at > now())
      and (reason = 'bounced'
        or exists (select from private.mail_templates where mail_templates.template = $2 and purpose = 'notice')))
$function$;

CREATE OR REPLACE FUNCTION private.list_condition(source text, only_status text, only_overdue boolean, assignee text, words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ',
    case when only_status is null then 't.is_default' else 't.list_status = $2' end,
    case when only_overdue then 't.is_promised and t.created_at < $3 and t.due_at < now()' end,
    case when assignee = 'nobody' then 'not exists (select from public.record_work as work
        where work.record_id = t.id and work.record_type = $4 and work.assignee_id is not null)'
      when assignee is not null then 'exists (select from public.record_work as work
        where work.record_id = t.id and work.record_type = $4 and work.assignee_id = $5)' end,
    case when words is not null then
      format('t.id in (select texts.id from private.%I as texts where texts.words ilike any ($1))', source || '_texts') end)
$function$;

CREATE OR REPLACE FUNCTION private.mark_mail_failed(mail_id uuid, error text, retry_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with failed as (
    update private.mail_outbox set
      status = case when $3 is null then 'failed' else 'waiting' end,
      next_attempt_at = coalesce($3, next_attempt_at),
      data = case when $3 is null and private.is_secret_mail(template, data) then '{}' else data end,
      last_error = left($2, 500),
      lease_until = null
    where id = $1 and status = 'sending'
    returning recipient, channel
  )
  insert into public.mail_suppressions (email, reason, expires_at)
  select lower(recipient), 'bounced', now() + interval '30 days' from failed
  where $3 is null and channel = 'email' and $2 ~ 'EENVELOPE (550|551|553)$'
  on conflict (email) do update set expires_at = excluded.expires_at where mail_suppressions.reason = 'bounced'
$function$;

CREATE OR REPLACE FUNCTION private.name_mail_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  policy private.mail_templates;
begin
  select * into policy from private.mail_templates where template = new.template;
  if new.data ->> 'record_id' is not null then
    new.record_type := new.data ->> 'record_type';
    new.record_id := (new.data ->> 'record_id')::uuid;
  elsif new.data ->> 'order_id' is not null then
    new.record_type := 'orders';
    new.record_id := (new.data ->> 'order_id')::uuid;
  elsif policy.about = 'registrations' or new.channel = 'sms' then
    select record_type, id into new.record_type, new.record_id
    from private.registrations where reference = new.data ->> 'code';
    if new.record_id is null then
      select 'orders', id into new.record_type, new.record_id from public.orders where code = new.data ->> 'code';
    end if;
  elsif policy.limited = 'form' and policy.about = any (private.desk_types()) then
    execute format('select id from public.%I where created_at = now() and email = $1', policy.about)
      into new.record_id using new.recipient;
    new.record_type := case when new.record_id is not null then policy.about end;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.note_unreached_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from private.mail_templates where template = new.template and purpose = 'staff') then
    return null;
  elsif new.template = 'audit_head' then
    perform private.tell_of_unreached_outside('witness', new.recipient);
  elsif lower(new.recipient) = lower(private.settlement_alarm_email()) then
    perform private.tell_of_unreached_outside('alarm', new.recipient);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.open_list(list text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  queue private.desk_queues;
begin
  select * into queue from private.desk_queues where desk_queues.queue = list;
  if queue.permission is null then
    perform private.require_desk_right(coalesce(queue.source, list), 'read');
  elsif (select auth.uid()) is null or not private.has_permission(queue.permission) then
    raise exception 'permission denied to read %', list using errcode = '42501';
  end if;
  return coalesce(queue.source, list);
end $function$;

CREATE OR REPLACE FUNCTION private.promised_before(record_type text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select now() - min(hours) * interval '1 hour' from private.due_clocks where due_clocks.record_type = $1
$function$;

CREATE OR REPLACE FUNCTION private.promised_time(record_type text, clock text)
 RETURNS interval
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select hours * interval '1 hour' from private.due_clocks where record_type = $1 and clock = $2
$function$;

CREATE OR REPLACE FUNCTION private.tell_buyer(order_id uuid, template text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  policy private.mail_templates;
  own_mailbox text;
  recipient text;
  token text;
begin
  select * into strict found_order from public.orders where id = order_id;
  if found_order.is_demo then
    return;
  end if;
  select * into strict policy from private.mail_templates where mail_templates.template = tell_buyer.template;
  select * into request from public.order_requests where order_requests.order_id = found_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = found_order.id;
  select email into own_mailbox from public.profiles where id = found_order.user_id;
  recipient := coalesce(request.email, contact.email, own_mailbox);
  -- The form takes any address, a stranger's too: of what a buyer's own doing sends, a mailbox that nobody proved gets
  -- five in an hour from everybody together, and the account's own gets what is beyond.
  if recipient is distinct from own_mailbox
    and (policy.limited is not null or found_order.decline_reason = 'withdrawn_by_buyer') then
    if policy.limited = 'new_order' then
      -- One after the other for each address, or many at once would all count the same few. Not for the others, which
      -- come from orders that are there: a withdrawal locks its products after this, a new order before.
      perform pg_advisory_xact_lock(hashtextextended('order mail ' || recipient, 0));
    end if;
    if (select count(*) >= 5 from private.mail_outbox
        where mail_outbox.recipient = coalesce(request.email, contact.email) and created_at > now() - interval '1 hour') then
      recipient := own_mailbox;
    end if;
  end if;
  if recipient is null then
    return;
  end if;
  if found_order.kind = 'marketplace' and found_order.user_id is null then
    token := private.make_token();
    insert into private.order_links (token_hash, order_id)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), found_order.id);
  end if;
  perform private.enqueue_mail(template, recipient, jsonb_strip_nulls(jsonb_build_object(
    'order_id', found_order.id,
    'code', found_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', found_order.crop_type,
    'quantity', found_order.quantity_text,
    'unit', found_order.unit,
    'reason', case when template = 'order_reopened' then (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = found_order.id order by event.id desc limit 1)
      else found_order.decline_reason end,
    'total_kobo', found_order.total_amount_kobo,
    'currency', case when found_order.total_amount_kobo is not null then found_order.currency end,
    'expires_at', found_order.expires_at,
    'payment_status', case when found_order.kind = 'marketplace' then found_order.payment_status end,
    'refund_due_kobo', nullif(found_order.refund_due_kobo, 0),
    'fulfilment_status', nullif(found_order.fulfilment_status, 'none'),
    'due', private.describe_due(found_order),
    'payment', case when policy.has_payment_account then private.payment_block(found_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo)
      from public.order_disputes as dispute where dispute.order_id = found_order.id and resolved_at is not null
      order by resolved_at desc limit 1) end,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || found_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, found_order.id, extract(epoch from found_order.reopened_at))
  end);
end $function$;

CREATE OR REPLACE FUNCTION private.tell_registrant(record_id uuid, template text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  told private.registrations;
  recipient text;
  token text;
begin
  select * into strict told from private.registrations where id = tell_registrant.record_id;
  recipient := coalesce(told.contact_email, (select email from public.profiles where id = told.user_id));
  -- Nobody to write to: they stand in people_to_phone.
  if recipient is null or told.is_demo then
    return;
  end if;
  if told.user_id is null then
    token := private.make_token();
    insert into private.tracking_links (token_hash, record_type, record_id, is_mailed)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), told.record_type, told.id, true);
  end if;
  details := jsonb_strip_nulls(details || jsonb_build_object(
    'name', told.contact_name,
    'code', told.reference,
    'form', told.form,
    'token', token,
    'reason', told.decline_reason
  ));
  perform private.confirm_form(template, recipient, details);
end $function$;

CREATE OR REPLACE FUNCTION public.desk_counts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind text;
  counts jsonb := '{}';
begin
  foreach kind in array private.desk_types_with('read') loop
    counts := counts || jsonb_build_object(kind, jsonb_build_object(
      'total', private.count_records(kind, 'true', null),
      'pending', private.count_records(kind, 't.list_status = $2', 'pending')));
  end loop;
  return counts;
end $function$;

CREATE OR REPLACE FUNCTION public.find_mail(mail_id uuid)
 RETURNS TABLE(id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text, created_at timestamp with time zone, next_attempt_at timestamp with time zone, sent_at timestamp with time zone, can_resend boolean, record_type text, record_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subjects text[] := private.own_mail_subjects();
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.channel, mail.template, mail.recipient, mail.state, mail.attempts, mail.last_error,
      mail.created_at, mail.next_attempt_at, mail.sent_at, mail.can_resend, mail.record_type, mail.record_id
    from private.mails as mail where mail.id = find_mail.mail_id and mail.subject = any (subjects);
end $function$;

CREATE OR REPLACE FUNCTION public.find_record_work(record_type text, record_ids uuid[])
 RETURNS TABLE(record_id uuid, assignee_id uuid, assignee_name text, assigned_at timestamp with time zone, contacted_at timestamp with time zone, due_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_desk_right(record_type, 'read');
  return query execute format('select t.id, work.assignee_id, work.assignee_name, work.assigned_at, work.contacted_at,
      case when t.is_promised then t.due_at end
    from private.%I as t left join public.record_work as work on work.record_id = t.id and work.record_type = $2
    where t.id = any ($1)', record_type || '_list')
    using record_ids[1:500], record_type;
end $function$;

CREATE OR REPLACE FUNCTION public.find_records(list text, only_status text DEFAULT NULL::text, search text DEFAULT NULL::text, only_overdue boolean DEFAULT false, page_index integer DEFAULT 0, page_size integer DEFAULT 10, assignee text DEFAULT NULL::text)
 RETURNS public.found_records
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text := private.open_list(list);
  words text := nullif(btrim(search), '');
  condition text := private.list_condition(source, only_status, only_overdue, assignee, words);
  promised_before timestamptz := private.promised_before(source);
  assignee_id uuid := private.read_assignee(assignee);
  answer public.found_records;
  -- Where and how many: a page far behind the end is an empty one.
  most integer := least(greatest(page_size, 1), 500);
  skipped bigint := greatest(page_index, 0)::bigint * most;
begin
  if words is null then
    answer.count := private.count_records(list, condition, only_status, promised_before, source, assignee_id);
    -- By an index alone, however far behind the page is.
    execute format('select array(select t.id from private.%I as t where %s
        order by t.created_at desc, t.id limit $6 offset $7)', list || '_list', condition)
      into answer.ids using null, only_status, promised_before, source, assignee_id, most, skipped;
  else
    execute format('with hits as materialized (select t.id, t.created_at from private.%I as t where %s)
        select (select count(*) from hits), array(select id from hits order by created_at desc, id limit $6 offset $7)',
        list || '_list', condition)
      into answer.count, answer.ids
      using private.search_patterns(words), only_status, promised_before, source, assignee_id, most, skipped;
  end if;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.list_mails(only_state text DEFAULT NULL::text, search text DEFAULT NULL::text, page_index integer DEFAULT 0, page_size integer DEFAULT 10)
 RETURNS TABLE(id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text, created_at timestamp with time zone, next_attempt_at timestamp with time zone, sent_at timestamp with time zone, can_resend boolean, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := nullif(btrim(list_mails.search), '');
  patterns text[] := private.search_patterns(words);
  subjects text[] := private.own_mail_subjects();
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.channel, mail.template, mail.recipient, mail.state, mail.attempts, mail.last_error,
      mail.created_at, mail.next_attempt_at, mail.sent_at, mail.can_resend, count(*) over ()
    from private.mails as mail
    where mail.subject = any (subjects)
      and (list_mails.only_state is null or mail.state = list_mails.only_state)
      and (words is null or mail.recipient ilike any (patterns) or mail.template ilike any (patterns)
        or mail.recipient in (select private.addresses_named(patterns)))
    order by mail.created_at desc, mail.id
    limit least(greatest(page_size, 1), 100) offset greatest(page_index, 0)::bigint * least(greatest(page_size, 1), 100);
end $function$;

CREATE OR REPLACE FUNCTION public.list_record_mails(record_type text, record_id uuid)
 RETURNS TABLE(id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text, created_at timestamp with time zone, next_attempt_at timestamp with time zone, sent_at timestamp with time zone, can_resend boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  may_read boolean;
begin
  perform private.require_desk_right(list_record_mails.record_type, 'read');
  may_read := private.has_permission('mails.read');
  return query
    select mail.id, mail.channel, mail.template, case when may_read then mail.recipient end, mail.state, mail.attempts,
      case when may_read then mail.last_error end, mail.created_at, mail.next_attempt_at, mail.sent_at, mail.can_resend
    from private.mails as mail
    where mail.record_id = list_record_mails.record_id and mail.record_type = list_record_mails.record_type
    order by mail.created_at desc, mail.id
    limit 50;
end $function$;

CREATE OR REPLACE FUNCTION public.next_mails(only_state text DEFAULT NULL::text, search text DEFAULT NULL::text, after_time text DEFAULT NULL::text, after_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, list_time text, channel text, template text, recipient text, state text, attempts integer, last_error text, created_at timestamp with time zone, sent_at timestamp with time zone, record_type text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := nullif(btrim(next_mails.search), '');
  patterns text[] := private.search_patterns(words);
  subjects text[] := private.own_mail_subjects();
  last_time timestamptz := after_time;
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.created_at::text, mail.channel, mail.template, mail.recipient, mail.state, mail.attempts,
      mail.last_error, mail.created_at, mail.sent_at, mail.record_type
    from private.mails as mail
    where mail.subject = any (subjects)
      and (next_mails.only_state is null or mail.state = next_mails.only_state)
      and (words is null or mail.recipient ilike any (patterns) or mail.template ilike any (patterns)
        or mail.recipient in (select private.addresses_named(patterns)))
      and (last_time is null or (mail.created_at <= last_time and (mail.created_at < last_time or mail.id > after_id)))
    order by mail.created_at desc, mail.id
    limit 1000;
end $function$;

CREATE OR REPLACE FUNCTION public.next_records(list text, only_status text DEFAULT NULL::text, search text DEFAULT NULL::text, only_overdue boolean DEFAULT false, assignee text DEFAULT NULL::text, after_time text DEFAULT NULL::text, after_id uuid DEFAULT NULL::uuid)
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
    private.list_condition(source, only_status, only_overdue, assignee, words),
    case when after_id is not null then ' and t.created_at <= $6 and (t.created_at < $6 or t.id > $7)' else '' end)
    using private.search_patterns(words), only_status, private.promised_before(source), source,
      private.read_assignee(assignee), after_time::timestamptz, after_id;
end $function$;

CREATE OR REPLACE FUNCTION public.resend_mail(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subjects text[] := private.own_mail_subjects();
begin
  if (select auth.uid()) is null or not private.has_permission('mails.resend') then
    raise exception 'permission denied to send mails again' using errcode = '42501';
  end if;
  update private.mail_outbox as mail set status = 'waiting', next_attempt_at = now(), last_error = null,
    attempts = case when mail.status = 'failed' then 0 else mail.attempts end
  where mail.id = (select sent.id from private.mails as sent
      where sent.id = resend_mail.id and sent.subject = any (subjects))
    and (mail.status = 'waiting' or (mail.status = 'failed' and mail.data <> '{}'));
  if not found then
    raise exception 'This mail cannot be sent again' using errcode = 'P0002';
  end if;
  perform private.record_audit('resend', 'mails', resend_mail.id::text);
  perform pg_notify('mail_outbox', '');
end $function$;

ALTER TABLE "private"."mail_outbox" ADD CONSTRAINT "mail_outbox_template_fkey" FOREIGN KEY (template) REFERENCES private.mail_templates(template);

CREATE VIEW "private"."addressees" WITH (security_invoker=true) AS  SELECT ARRAY[buyers.contact_email, buyers.contact_phone] AS addresses,
    ((((((((((((COALESCE(buyers.company_name, ''::text) || chr(31)) || COALESCE(buyers.business_type, ''::text)) || chr(31)) || COALESCE(buyers.contact_first_name, ''::text)) || chr(31)) || COALESCE(buyers.contact_last_name, ''::text)) || chr(31)) || COALESCE(buyers.contact_email, ''::text)) || chr(31)) || COALESCE(buyers.contact_phone, ''::text)) || chr(31)) || COALESCE(buyers.reference, ''::text)) AS words,
    ((((((((((COALESCE(buyers.company_name, ''::text) || chr(31)) || COALESCE(buyers.contact_first_name, ''::text)) || chr(31)) || COALESCE(buyers.contact_last_name, ''::text)) || chr(31)) || COALESCE(buyers.contact_email, ''::text)) || chr(31)) || COALESCE(buyers.contact_phone, ''::text)) || chr(31)) || COALESCE(buyers.reference, ''::text)) AS names
   FROM public.buyers
UNION ALL
 SELECT ARRAY[contact_messages.email, contact_messages.phone] AS addresses,
    ((((((COALESCE(contact_messages.name, ''::text) || chr(31)) || COALESCE(contact_messages.email, ''::text)) || chr(31)) || COALESCE(contact_messages.phone, ''::text)) || chr(31)) || COALESCE(contact_messages.message, ''::text)) AS words,
    ((((COALESCE(contact_messages.name, ''::text) || chr(31)) || COALESCE(contact_messages.email, ''::text)) || chr(31)) || COALESCE(contact_messages.phone, ''::text)) AS names
   FROM public.contact_messages
UNION ALL
 SELECT ARRAY[farmers.phone, farmers.contact_email] AS addresses,
    ((((((((((COALESCE(farmers.farm_name, ''::text) || chr(31)) || COALESCE(farmers.location, ''::text)) || chr(31)) || COALESCE(farmers.contact_name, ''::text)) || chr(31)) || COALESCE(farmers.phone, ''::text)) || chr(31)) || COALESCE(farmers.contact_email, ''::text)) || chr(31)) || COALESCE(farmers.reference, ''::text)) AS words,
    ((((((((COALESCE(farmers.farm_name, ''::text) || chr(31)) || COALESCE(farmers.contact_name, ''::text)) || chr(31)) || COALESCE(farmers.phone, ''::text)) || chr(31)) || COALESCE(farmers.contact_email, ''::text)) || chr(31)) || COALESCE(farmers.reference, ''::text)) AS names
   FROM public.farmers
UNION ALL
 SELECT ARRAY[investors.contact_email, investors.contact_phone] AS addresses,
    ((((((((((COALESCE(investors.company_name, ''::text) || chr(31)) || COALESCE(investors.investor_type, ''::text)) || chr(31)) || COALESCE(investors.contact_name, ''::text)) || chr(31)) || COALESCE(investors.contact_email, ''::text)) || chr(31)) || COALESCE(investors.contact_phone, ''::text)) || chr(31)) || COALESCE(investors.reference, ''::text)) AS words,
    ((((((((COALESCE(investors.company_name, ''::text) || chr(31)) || COALESCE(investors.contact_name, ''::text)) || chr(31)) || COALESCE(investors.contact_email, ''::text)) || chr(31)) || COALESCE(investors.contact_phone, ''::text)) || chr(31)) || COALESCE(investors.reference, ''::text)) AS names
   FROM public.investors
UNION ALL
 SELECT ARRAY[job_applications.email, job_applications.phone] AS addresses,
    ((((((COALESCE(job_applications.full_name, ''::text) || chr(31)) || COALESCE(job_applications.email, ''::text)) || chr(31)) || COALESCE(job_applications.phone, ''::text)) || chr(31)) || COALESCE(job_applications.position_title, ''::text)) AS words,
    ((((COALESCE(job_applications.full_name, ''::text) || chr(31)) || COALESCE(job_applications.email, ''::text)) || chr(31)) || COALESCE(job_applications.phone, ''::text)) AS names
   FROM public.job_applications
UNION ALL
 SELECT ARRAY[order_contacts.phone, order_contacts.email] AS addresses,
    ((((COALESCE(order_contacts.name, ''::text) || chr(31)) || COALESCE(order_contacts.phone, ''::text)) || chr(31)) || COALESCE(order_contacts.email, ''::text)) AS words,
    ((((COALESCE(order_contacts.name, ''::text) || chr(31)) || COALESCE(order_contacts.phone, ''::text)) || chr(31)) || COALESCE(order_contacts.email, ''::text)) AS names
   FROM public.order_contacts
UNION ALL
 SELECT ARRAY[order_requests.email, order_requests.phone] AS addresses,
    ((((((COALESCE(order_requests.company_name, ''::text) || chr(31)) || COALESCE(order_requests.contact_person, ''::text)) || chr(31)) || COALESCE(order_requests.email, ''::text)) || chr(31)) || COALESCE(order_requests.phone, ''::text)) AS words,
    ((((((COALESCE(order_requests.company_name, ''::text) || chr(31)) || COALESCE(order_requests.contact_person, ''::text)) || chr(31)) || COALESCE(order_requests.email, ''::text)) || chr(31)) || COALESCE(order_requests.phone, ''::text)) AS names
   FROM public.order_requests
UNION ALL
 SELECT ARRAY[partnership_applications.email, partnership_applications.phone] AS addresses,
    ((((((((COALESCE(partnership_applications.company_name, ''::text) || chr(31)) || COALESCE(partnership_applications.contact_person, ''::text)) || chr(31)) || COALESCE(partnership_applications.email, ''::text)) || chr(31)) || COALESCE(partnership_applications.phone, ''::text)) || chr(31)) || COALESCE(partnership_applications.country, ''::text)) AS words,
    ((((((COALESCE(partnership_applications.company_name, ''::text) || chr(31)) || COALESCE(partnership_applications.contact_person, ''::text)) || chr(31)) || COALESCE(partnership_applications.email, ''::text)) || chr(31)) || COALESCE(partnership_applications.phone, ''::text)) AS names
   FROM public.partnership_applications
UNION ALL
 SELECT ARRAY[profiles.email, profiles.phone] AS addresses,
    ((((COALESCE(profiles.full_name, ''::text) || chr(31)) || COALESCE(profiles.email, ''::text)) || chr(31)) || COALESCE(profiles.phone, ''::text)) AS words,
    ((((COALESCE(profiles.full_name, ''::text) || chr(31)) || COALESCE(profiles.email, ''::text)) || chr(31)) || COALESCE(profiles.phone, ''::text)) AS names
   FROM public.profiles
UNION ALL
 SELECT ARRAY[training_enrolments.contact_email, training_enrolments.phone] AS addresses,
    ((((((((COALESCE(training_enrolments.contact_name, ''::text) || chr(31)) || COALESCE(training_enrolments.contact_email, ''::text)) || chr(31)) || COALESCE(training_enrolments.phone, ''::text)) || chr(31)) || COALESCE(training_enrolments.city, ''::text)) || chr(31)) || COALESCE(training_enrolments.reference, ''::text)) AS words,
    ((((((COALESCE(training_enrolments.contact_name, ''::text) || chr(31)) || COALESCE(training_enrolments.contact_email, ''::text)) || chr(31)) || COALESCE(training_enrolments.phone, ''::text)) || chr(31)) || COALESCE(training_enrolments.reference, ''::text)) AS names
   FROM public.training_enrolments;

CREATE VIEW "private"."buyers_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (created_at + ( SELECT private.promised_time('buyers'::text, 'decision'::text) AS promised_time)) AS due_at
   FROM public.buyers;

CREATE VIEW "private"."buyers_texts" WITH (security_invoker=true) AS  SELECT t.id,
    ((((((((((((COALESCE(t.company_name, ''::text) || chr(31)) || COALESCE(t.business_type, ''::text)) || chr(31)) || COALESCE(t.contact_first_name, ''::text)) || chr(31)) || COALESCE(t.contact_last_name, ''::text)) || chr(31)) || COALESCE(t.contact_email, ''::text)) || chr(31)) || COALESCE(t.contact_phone, ''::text)) || chr(31)) || COALESCE(t.reference, ''::text)) AS words
   FROM public.buyers t
UNION ALL
 SELECT t.id,
    ((((COALESCE(s.full_name, ''::text) || chr(31)) || COALESCE(s.email, ''::text)) || chr(31)) || COALESCE(s.phone, ''::text)) AS words
   FROM (public.profiles s
     JOIN public.buyers t ON ((t.user_id = s.id)));

CREATE VIEW "private"."contact_messages_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (created_at + ( SELECT private.promised_time('contact_messages'::text, 'decision'::text) AS promised_time)) AS due_at
   FROM public.contact_messages;

CREATE VIEW "private"."contact_messages_texts" WITH (security_invoker=true) AS  SELECT id,
    ((((((COALESCE(name, ''::text) || chr(31)) || COALESCE(email, ''::text)) || chr(31)) || COALESCE(phone, ''::text)) || chr(31)) || COALESCE(message, ''::text)) AS words
   FROM public.contact_messages t;

CREATE VIEW "private"."farmers_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (created_at + ( SELECT private.promised_time('farmers'::text, 'decision'::text) AS promised_time)) AS due_at
   FROM public.farmers;

CREATE VIEW "private"."farmers_texts" WITH (security_invoker=true) AS  SELECT t.id,
    ((((((((((COALESCE(t.farm_name, ''::text) || chr(31)) || COALESCE(t.location, ''::text)) || chr(31)) || COALESCE(t.contact_name, ''::text)) || chr(31)) || COALESCE(t.phone, ''::text)) || chr(31)) || COALESCE(t.contact_email, ''::text)) || chr(31)) || COALESCE(t.reference, ''::text)) AS words
   FROM public.farmers t
UNION ALL
 SELECT t.id,
    ((((COALESCE(s.full_name, ''::text) || chr(31)) || COALESCE(s.email, ''::text)) || chr(31)) || COALESCE(s.phone, ''::text)) AS words
   FROM (public.profiles s
     JOIN public.farmers t ON ((t.user_id = s.id)));

CREATE VIEW "private"."investors_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (created_at + ( SELECT private.promised_time('investors'::text, 'decision'::text) AS promised_time)) AS due_at
   FROM public.investors;

CREATE VIEW "private"."investors_texts" WITH (security_invoker=true) AS  SELECT t.id,
    ((((((((((COALESCE(t.company_name, ''::text) || chr(31)) || COALESCE(t.investor_type, ''::text)) || chr(31)) || COALESCE(t.contact_name, ''::text)) || chr(31)) || COALESCE(t.contact_email, ''::text)) || chr(31)) || COALESCE(t.contact_phone, ''::text)) || chr(31)) || COALESCE(t.reference, ''::text)) AS words
   FROM public.investors t
UNION ALL
 SELECT t.id,
    ((((COALESCE(s.full_name, ''::text) || chr(31)) || COALESCE(s.email, ''::text)) || chr(31)) || COALESCE(s.phone, ''::text)) AS words
   FROM (public.profiles s
     JOIN public.investors t ON ((t.user_id = s.id)));

CREATE VIEW "private"."job_applications_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (created_at + ( SELECT private.promised_time('job_applications'::text, 'decision'::text) AS promised_time)) AS due_at
   FROM public.job_applications;

CREATE VIEW "private"."job_applications_texts" WITH (security_invoker=true) AS  SELECT id,
    ((((((COALESCE(full_name, ''::text) || chr(31)) || COALESCE(email, ''::text)) || chr(31)) || COALESCE(phone, ''::text)) || chr(31)) || COALESCE(position_title, ''::text)) AS words
   FROM public.job_applications t;

CREATE VIEW "private"."mails" WITH (security_invoker=true) AS  SELECT id,
    channel,
    template,
    recipient,
    status AS state,
    attempts,
    last_error,
    created_at,
        CASE
            WHEN (status = 'waiting'::text) THEN next_attempt_at
            ELSE NULL::timestamp with time zone
        END AS next_attempt_at,
    sent_at,
    (((status = 'failed'::text) AND (data <> '{}'::jsonb)) OR (status = 'waiting'::text)) AS can_resend,
    record_type,
    record_id,
    COALESCE(record_type,
        CASE
            WHEN (template IN ( SELECT mail_templates.template
               FROM private.mail_templates
              WHERE (mail_templates.about = 'newsletter_subscriptions'::text))) THEN 'newsletter_subscriptions'::text
            ELSE 'accounts'::text
        END) AS subject
   FROM private.mail_outbox mail;

CREATE VIEW "private"."newsletter_subscriptions_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
        CASE
            WHEN (unsubscribed_at IS NOT NULL) THEN 'left'::text
            WHEN (confirmed_at IS NOT NULL) THEN 'confirmed'::text
            ELSE 'waiting'::text
        END AS list_status,
    true AS is_default,
    false AS is_promised,
    NULL::timestamp with time zone AS due_at
   FROM public.newsletter_subscriptions;

CREATE VIEW "private"."newsletter_subscriptions_texts" WITH (security_invoker=true) AS  SELECT id,
    COALESCE(email, ''::text) AS words
   FROM public.newsletter_subscriptions t;

CREATE VIEW "private"."orders_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    ((status = 'pending'::text) AND (kind = 'bulk'::text)) AS is_promised,
    (created_at + LEAST(( SELECT private.promised_time('orders'::text, 'decision'::text) AS promised_time),
        CASE
            WHEN (NOT (EXISTS ( SELECT
               FROM public.record_work contact
              WHERE ((contact.record_id = t.id) AND (contact.record_type = 'orders'::text) AND (contact.contacted_at IS NOT NULL))))) THEN ( SELECT private.promised_time('orders'::text, 'first_contact'::text) AS promised_time)
            ELSE NULL::interval
        END)) AS due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo
   FROM public.orders t;

CREATE VIEW "private"."disputes_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    list_status,
    is_default,
    is_promised,
    due_at
   FROM private.orders_list
  WHERE (fulfilment_status = 'disputed'::text);

CREATE VIEW "private"."orders_texts" WITH (security_invoker=true) AS  SELECT t.id,
    ((((COALESCE(t.code, ''::text) || chr(31)) || COALESCE(t.crop_type, ''::text)) || chr(31)) || COALESCE(t.delivery_address, ''::text)) AS words
   FROM public.orders t
UNION ALL
 SELECT s.order_id AS id,
    ((((((COALESCE(s.company_name, ''::text) || chr(31)) || COALESCE(s.contact_person, ''::text)) || chr(31)) || COALESCE(s.email, ''::text)) || chr(31)) || COALESCE(s.phone, ''::text)) AS words
   FROM public.order_requests s
UNION ALL
 SELECT s.order_id AS id,
    ((((COALESCE(s.name, ''::text) || chr(31)) || COALESCE(s.phone, ''::text)) || chr(31)) || COALESCE(s.email, ''::text)) AS words
   FROM public.order_contacts s
UNION ALL
 SELECT t.id,
    ((((COALESCE(s.full_name, ''::text) || chr(31)) || COALESCE(s.email, ''::text)) || chr(31)) || COALESCE(s.phone, ''::text)) AS words
   FROM (public.profiles s
     JOIN public.orders t ON ((t.user_id = s.id)))
UNION ALL
 SELECT s.order_id AS id,
    COALESCE(s.bank_reference, ''::text) AS words
   FROM public.payments s;

CREATE VIEW "private"."partnership_applications_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (created_at + ( SELECT private.promised_time('partnership_applications'::text, 'decision'::text) AS promised_time)) AS due_at
   FROM public.partnership_applications;

CREATE VIEW "private"."partnership_applications_texts" WITH (security_invoker=true) AS  SELECT id,
    ((((((((COALESCE(company_name, ''::text) || chr(31)) || COALESCE(contact_person, ''::text)) || chr(31)) || COALESCE(email, ''::text)) || chr(31)) || COALESCE(phone, ''::text)) || chr(31)) || COALESCE(country, ''::text)) AS words
   FROM public.partnership_applications t;

CREATE VIEW "private"."payments_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    payment_status AS list_status,
    (payment_status = ANY (ARRAY['claimed'::text, 'underpaid'::text, 'overpaid'::text, 'refund_due'::text])) AS is_default,
    is_promised,
    due_at
   FROM private.orders_list
  WHERE (total_amount_kobo IS NOT NULL);

CREATE VIEW "private"."products_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    false AS is_promised,
    NULL::timestamp with time zone AS due_at
   FROM public.products;

CREATE VIEW "private"."products_texts" WITH (security_invoker=true) AS  SELECT t.id,
    ((((((COALESCE(t.name, ''::text) || chr(31)) || COALESCE(t.farmer_name, ''::text)) || chr(31)) || COALESCE(t.location, ''::text)) || chr(31)) || COALESCE(t.category, ''::text)) AS words
   FROM public.products t
UNION ALL
 SELECT t.id,
    ((((((((((COALESCE(s.farm_name, ''::text) || chr(31)) || COALESCE(s.location, ''::text)) || chr(31)) || COALESCE(s.contact_name, ''::text)) || chr(31)) || COALESCE(s.phone, ''::text)) || chr(31)) || COALESCE(s.contact_email, ''::text)) || chr(31)) || COALESCE(s.reference, ''::text)) AS words
   FROM (public.farmers s
     JOIN public.products t ON ((t.farmer_id = s.id)));

CREATE VIEW "private"."quotes_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    list_status,
    is_default,
    is_promised,
    due_at
   FROM private.orders_list
  WHERE ((kind = 'bulk'::text) AND (total_amount_kobo IS NULL) AND (list_status = ANY (ARRAY['pending'::text, 'approved'::text])));

CREATE VIEW "private"."training_enrolments_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (created_at + ( SELECT private.promised_time('training_enrolments'::text, 'decision'::text) AS promised_time)) AS due_at
   FROM public.training_enrolments;

CREATE VIEW "private"."training_enrolments_texts" WITH (security_invoker=true) AS  SELECT t.id,
    ((((((((COALESCE(t.contact_name, ''::text) || chr(31)) || COALESCE(t.contact_email, ''::text)) || chr(31)) || COALESCE(t.phone, ''::text)) || chr(31)) || COALESCE(t.city, ''::text)) || chr(31)) || COALESCE(t.reference, ''::text)) AS words
   FROM public.training_enrolments t
UNION ALL
 SELECT t.id,
    ((((COALESCE(s.full_name, ''::text) || chr(31)) || COALESCE(s.email, ''::text)) || chr(31)) || COALESCE(s.phone, ''::text)) AS words
   FROM (public.profiles s
     JOIN public.training_enrolments t ON ((t.user_id = s.id)));

CREATE INDEX mail_outbox_template_idx ON private.mail_outbox USING btree (template);

CREATE TRIGGER note_unreached_mail AFTER UPDATE OF status ON private.mail_outbox FOR EACH ROW WHEN (((new.status = 'failed'::text) AND (old.status <> 'failed'::text))) EXECUTE FUNCTION private.note_unreached_mail();

COMMENT ON COLUMN "private"."mail_templates"."choice" IS 'The column of notification_choices that switches it off; null: it is always sent.';

COMMENT ON COLUMN "private"."mail_templates"."limited" IS 'Five an hour to one address: of public forms, of new orders, or of what else a buyer does.';

COMMENT ON COLUMN "private"."mail_templates"."purpose" IS 'sign_in: prompted by the account itself, and secret; staff: for colleagues. Both go to whoever wants no notices.';

COMMENT ON COLUMN "private"."mail_templates"."repeats" IS 'How often the buyer of one order is notified: each time, once an hour, or once until it is reopened.';

COMMENT ON TABLE "private"."desk_queues" IS 'source is the kind of record that it is a part of; permission is asked for where it is no kind of record.';

REVOKE ALL ON FUNCTION "private"."count_records"(text, text, text, timestamp with time zone, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_rows"(uuid, uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_platform_rows"(uuid, uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_rows"(uuid, uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_secret_mail"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_condition"(text, text, boolean, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_list"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."promised_before"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."promised_time"(text, text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION private.claim_mails(batch integer, lease_seconds integer)
 RETURNS SETOF private.mail_outbox
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.mail_outbox set status = 'failed', last_error = 'suppressed', lease_until = null,
    data = case when private.is_secret_mail(template, data) then '{}' else data end
  where status = 'waiting' and next_attempt_at <= now() and channel = 'email' and private.is_suppressed(recipient, template);
  with due as (
    select id from private.mail_outbox
    where (status = 'waiting' and next_attempt_at <= now()) or (status = 'sending' and lease_until <= now())
    order by next_attempt_at, created_at
    limit batch
    for update skip locked
  ), claimed as (
    update private.mail_outbox set
      status = 'sending',
      attempts = attempts + 1,
      lease_until = now() + make_interval(secs => lease_seconds)
    from due where mail_outbox.id = due.id
    returning mail_outbox.*
  )
  select * from claimed order by next_attempt_at, created_at
$function$;

CREATE OR REPLACE FUNCTION private.export_person(user_id uuid, person_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.export_rows($1, $2, address) || private.export_platform_rows($1, $2, address)
  from private.proved_address($1) as address
$function$;

REVOKE ALL ON FUNCTION "private"."export_person"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_person"(uuid, uuid[]) TO "service_role";
