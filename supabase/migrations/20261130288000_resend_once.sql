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
      where sent.id = resend_mail.id and sent.subject = any (subjects) and sent.can_resend)
    -- Asked of the row that is locked too: a worker may have sent it since it was read.
    and (mail.status = 'waiting' and mail.attempts > 0 or mail.status = 'failed' and mail.data <> '{}');
  if not found then
    raise exception 'This mail cannot be sent again' using errcode = 'P0002';
  end if;
  perform private.record_audit('resend', 'mails', resend_mail.id::text);
  perform pg_notify('mail_outbox', '');
end $function$;
