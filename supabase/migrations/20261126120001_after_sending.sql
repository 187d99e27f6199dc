CREATE OR REPLACE FUNCTION public.send_tracked_link(reference text, phone text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  registration private.registrations;
  guest_order public.orders;
begin
  -- One after the other for each reference, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('send link ' || reference, 0));
  if public.find_tracked_status(reference, phone) is null then
    return null;
  end if;
  select * into registration from private.registrations as record
  where record.reference = send_tracked_link.reference and record.contact_phone = send_tracked_link.phone;
  if registration.id is not null then
    if registration.user_id is not null then
      return 'account';
    elsif registration.contact_email is null or registration.is_demo then
      return 'phone';
    elsif (select count(*) < 5 from private.registration_guest_links as link
        where link.record_id = registration.id and link.created_at > now() - interval '1 day') then
      perform private.notify_registrant(registration.id, 'registration_link_again');
    end if;
    return 'mail';
  end if;
  select * into guest_order from public.orders where orders.code = send_tracked_link.reference;
  if guest_order.user_id is not null then
    return 'account';
  elsif guest_order.is_demo or not exists (
    select from public.order_contacts as contact where contact.order_id = guest_order.id and contact.email is not null
  ) then
    return 'phone';
  elsif (select count(*) < 5 from private.order_guest_links as link
      where link.order_id = guest_order.id and link.created_at > now() - interval '1 day') then
    perform private.notify_buyer(guest_order.id, 'order_link_again');
  end if;
  return 'mail';
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
    'consentWithdrawnAt', record.consent_withdrawn_at,
    'erasedAt', (select erased_at from app_vault.people where id = private.vault_person_of(record.record_type, record.id)),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object('kind', event.kind, 'at', event.at) order by event.at, event.kind)
      from (
        select 'correction_requested' as kind, request.created_at as at from public.correction_requests as request
        where request.record_type = record.record_type and request.record_id = record.id
        union all
        select 'sent_again' as kind, sent.created_at as at from public.registration_submissions as sent
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

REVOKE ALL ON FUNCTION "public"."send_tracked_link"(text, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."send_tracked_link"(text, text) TO "service_role";

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice) values ('order_link_again', '{email}', 'orders', 'notice', null, 'always', 'false', null);

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice) values ('registration_link_again', '{email}', 'registrations', 'notice', null, 'always', 'false', null);
