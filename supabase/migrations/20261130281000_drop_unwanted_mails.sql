CREATE OR REPLACE FUNCTION private.drop_unwanted_mails()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.mail_outbox as mail using public.profiles as person
  where person.id = new.user_id and lower(mail.recipient) = lower(person.email)
    and mail.status = 'waiting' and mail.channel = 'email'
    and not private.is_mail_wanted(mail.template, mail.recipient);
  return null;
end $function$;

CREATE TRIGGER drop_unwanted_mails AFTER INSERT OR UPDATE ON public.notification_choices FOR EACH ROW EXECUTE FUNCTION private.drop_unwanted_mails();

REVOKE ALL ON FUNCTION "private"."drop_unwanted_mails"() FROM PUBLIC;
