DROP FUNCTION "private"."count_form_mails"(text);

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
  if private.may_write_form_mail(recipient) then
    perform private.enqueue_mail(template, recipient, data);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.is_secret_mail(template text, data jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select $2 ?| array['token', 'url', 'code_hash', 'digits']
    or exists (select from private.mail_templates where mail_templates.template = $1 and purpose = 'sign_in')
$function$;

CREATE OR REPLACE FUNCTION private.may_text_code(phone text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('texted codes', 0));
  return private.may_write_form_mail(phone) and (
    select count(*) < 200 from private.mail_outbox as written
    where written.channel = 'sms' and written.created_at > now() - interval '1 hour'
      and written.template in (select form.template from private.mail_templates as form where form.limited = 'form')
  );
end $function$;

CREATE OR REPLACE FUNCTION private.may_write_form_mail(recipient text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One after the other for each address, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('form mail ' || lower(recipient), 0));
  return (
    select count(*) filter (where written.created_at > now() - interval '1 hour') < 5 and count(*) < 10
    from private.mail_outbox as written
    where lower(written.recipient) = lower(may_write_form_mail.recipient)
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

CREATE OR REPLACE FUNCTION private.notify_registrant(record_id uuid, template text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reported private.registrations;
  recipient text;
  token text;
begin
  select * into strict reported from private.registrations where id = notify_registrant.record_id;
  recipient := coalesce(reported.contact_email, (select email from public.profiles where id = reported.user_id));
  -- Nobody to write to: they stand in people_to_phone.
  if recipient is null or reported.is_demo then
    return;
  end if;
  if reported.user_id is null then
    token := private.make_token();
    insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed, expires_at)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), reported.record_type, reported.id, true,
      now() + case when template = 'registration_link_again' then interval '7 days' else interval '400 days' end);
  end if;
  details := jsonb_strip_nulls(details || jsonb_build_object(
    'name', reported.contact_name,
    'code', reported.reference,
    'form', reported.form,
    'token', token,
    'reason', reported.decline_reason
  ));
  perform private.confirm_form(template, recipient, details);
end $function$;

CREATE OR REPLACE FUNCTION private.request_change_code(link_hash text, channel text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_record private.registrations;
  way jsonb;
  digits text;
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
  -- The first twelve digits of a random UUID are random.
  digits := lpad((('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint % 1000000)::text, 6, '0');
  insert into private.change_codes (record_type, record_id, link_hash, channel, code_hash)
  values (current_record.record_type, current_record.id, request_change_code.link_hash, request_change_code.channel,
    private.hash_change_code(current_record.id, request_change_code.link_hash, digits));
  if request_change_code.channel = 'email' then
    perform private.enqueue_mail('registration_change_code', current_record.contact_email, jsonb_build_object(
      'code', current_record.reference, 'form', current_record.form, 'digits', digits, 'minutes', 15));
  else
    perform private.enqueue_sms('registration_change_code', current_record.contact_phone, jsonb_build_object(
      'code', current_record.reference, 'digits', digits, 'minutes', 15));
  end if;
  return way;
end $function$;

CREATE OR REPLACE FUNCTION public.request_newsletter(request jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token text := private.make_token();
  wanted public.newsletter_subscriptions;
begin
  insert into public.newsletter_subscriptions (email, unsubscribe_token)
  values (request ->> 'email', private.make_token())
  on conflict on constraint newsletter_subscriptions_email_unique do nothing;
  select * into strict wanted from public.newsletter_subscriptions where email = request ->> 'email' for update;
  if wanted.confirmed_at is not null and wanted.unsubscribed_at is null then
    return;
  end if;
  if private.may_write_form_mail(wanted.email) then
    update public.newsletter_subscriptions set
      confirm_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex'),
      confirm_sent_at = now()
    where id = wanted.id;
    perform private.confirm_form('newsletter_confirm', wanted.email,
      jsonb_build_object('token', token, 'unsubscribe_token', wanted.unsubscribe_token));
  end if;
end $function$;

CREATE INDEX mail_outbox_lower_recipient_idx ON private.mail_outbox USING btree (lower(recipient), created_at DESC);

COMMENT ON COLUMN "private"."mail_templates"."limited" IS 'Five an hour to one address: of public forms and of what anyone who knows a reference can ask for (ten a day of these two), of new orders, or of what else a buyer does.';

REVOKE ALL ON FUNCTION "private"."may_text_code"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_write_form_mail"(text) FROM PUBLIC;

update private.mail_templates set limited = 'form' where template = 'order_link_again';

update private.mail_templates set limited = 'form' where template = 'registration_link_again';

update private.mail_templates set purpose = 'notice', limited = 'form' where template = 'registration_change_code';
