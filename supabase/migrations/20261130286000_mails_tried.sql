DROP VIEW "private"."mails";

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
      where sent.id = resend_mail.id and sent.subject = any (subjects) and sent.can_resend);
  if not found then
    raise exception 'This mail cannot be sent again' using errcode = 'P0002';
  end if;
  perform private.record_audit('resend', 'mails', resend_mail.id::text);
  perform pg_notify('mail_outbox', '');
end $function$;

CREATE VIEW "private"."mails" WITH (security_invoker=true) AS  SELECT id,
    channel,
    template,
        CASE
            WHEN (recipient ~~ 'erased:%'::text) THEN 'Erased'::text
            ELSE recipient
        END AS recipient,
    status AS state,
    attempts,
    last_error,
    created_at,
        CASE
            WHEN (status = 'waiting'::text) THEN next_attempt_at
            ELSE NULL::timestamp with time zone
        END AS next_attempt_at,
    sent_at,
    (((status = 'failed'::text) AND (data <> '{}'::jsonb)) OR ((status = 'waiting'::text) AND (attempts > 0))) AS can_resend,
    record_type,
    record_id,
    COALESCE(record_type,
        CASE
            WHEN (template IN ( SELECT mail_templates.template
               FROM private.mail_templates
              WHERE (mail_templates.about = 'newsletter_subscriptions'::text))) THEN 'newsletter_subscriptions'::text
            ELSE 'accounts'::text
        END) AS subject,
    recipient AS address
   FROM private.mail_outbox mail;

revoke all on table private.mails from public, anon, authenticated;
