CREATE OR REPLACE FUNCTION private.text_link_again(template text, phone text, code text, token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.may_text_code(phone)
    and private.enqueue_sms(template, phone, jsonb_build_object('code', code, 'token', token)) is not null;
end $function$;

CREATE OR REPLACE FUNCTION public.send_tracked_link(reference text, phone text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  registration private.registrations;
  guest_order public.orders;
  -- Numbers abroad get no texts that anybody can request.
  can_text boolean := phone ~ '^\+234[1-9]' and private.sends_sms();
  token text := private.make_token();
  has_email boolean;
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
    elsif registration.is_demo or registration.contact_email is null and not can_text then
      return 'phone';
    elsif (select count(*) < 5 from private.registration_guest_links as link
        where link.record_id = registration.id and link.created_at > now() - interval '1 day') then
      if registration.contact_email is not null then
        perform private.notify_registrant(registration.id, 'registration_link_again');
      elsif private.text_link_again('registration_link_again', phone, registration.reference, token) then
        insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed, expires_at)
        values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), registration.record_type, registration.id, true,
          now() + interval '1 day');
      end if;
    end if;
    return case when registration.contact_email is null then 'text' else 'mail' end;
  end if;
  select * into guest_order from public.orders where orders.code = send_tracked_link.reference;
  if guest_order.user_id is not null then
    return 'account';
  end if;
  has_email := exists (
    select from public.order_contacts as contact where contact.order_id = guest_order.id and contact.email is not null
  );
  if guest_order.is_demo or not has_email and not can_text then
    return 'phone';
  elsif (select count(*) < 5 from private.order_guest_links as link
      where link.order_id = guest_order.id and link.created_at > now() - interval '1 day') then
    if has_email then
      perform private.notify_buyer(guest_order.id, 'order_link_again');
    elsif private.text_link_again('order_link_again', phone, guest_order.code, token) then
      insert into private.order_guest_links (token_hash, order_id, expires_at)
      values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), guest_order.id, now() + interval '1 day');
    end if;
  end if;
  return case when has_email then 'mail' else 'text' end;
end $function$;

REVOKE ALL ON FUNCTION "private"."text_link_again"(text, text, text, text) FROM PUBLIC;

update private.mail_templates set channels = '{email,sms}' where template = 'order_link_again';

update private.mail_templates set channels = '{email,sms}' where template = 'registration_link_again';
