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

REVOKE ALL ON FUNCTION "public"."send_tracked_link"(text, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."send_tracked_link"(text, text) TO "service_role";

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice) values ('order_link_again', '{email}', 'orders', 'notice', null, 'always', 'false', null);

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice) values ('registration_link_again', '{email}', 'registrations', 'notice', null, 'always', 'false', null);
