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

-- generated
DROP TRIGGER "note_unreached_mail" ON "private"."mail_outbox";

ALTER TABLE "private"."mail_outbox" DROP CONSTRAINT "mail_outbox_template_form";

DROP FUNCTION "private"."mail_subject"(text, text);

DROP TABLE "private"."chosen_mails";

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

CREATE VIEW "private"."mails" WITH (security_invoker=true) AS  SELECT mail.id,
    mail.channel,
    mail.template,
    mail.recipient,
    mail.status AS state,
    mail.attempts,
    mail.last_error,
    mail.created_at,
        CASE
            WHEN (mail.status = 'waiting'::text) THEN mail.next_attempt_at
            ELSE NULL::timestamp with time zone
        END AS next_attempt_at,
    mail.sent_at,
    (((mail.status = 'failed'::text) AND (mail.data <> '{}'::jsonb)) OR (mail.status = 'waiting'::text)) AS can_resend,
    mail.record_type,
    mail.record_id,
    COALESCE(mail.record_type,
        CASE
            WHEN (policy.about = 'newsletter_subscriptions'::text) THEN policy.about
            ELSE 'accounts'::text
        END) AS subject
   FROM (private.mail_outbox mail
     JOIN private.mail_templates policy ON ((policy.template = mail.template)));

CREATE INDEX mail_outbox_template_idx ON private.mail_outbox USING btree (template);

CREATE TRIGGER note_unreached_mail AFTER UPDATE OF status ON private.mail_outbox FOR EACH ROW WHEN (((new.status = 'failed'::text) AND (old.status <> 'failed'::text))) EXECUTE FUNCTION private.note_unreached_mail();

COMMENT ON COLUMN "private"."mail_templates"."choice" IS 'The column of notification_choices that switches it off; null: it is always sent.';

COMMENT ON COLUMN "private"."mail_templates"."limited" IS 'Five an hour to one address: of public forms, of new orders, or of what else a buyer does.';

COMMENT ON COLUMN "private"."mail_templates"."purpose" IS 'sign_in: prompted by the account itself, and secret; staff: for colleagues. Both go to whoever wants no notices.';

COMMENT ON COLUMN "private"."mail_templates"."repeats" IS 'How often the buyer of one order is notified: each time, once an hour, or once until it is reopened.';

REVOKE ALL ON FUNCTION "private"."is_secret_mail"(text, jsonb) FROM PUBLIC;

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
