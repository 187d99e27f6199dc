DROP FUNCTION "private"."claim_mails"(integer, integer);

CREATE OR REPLACE FUNCTION private.claim_mails(batch integer, lease_seconds integer)
 RETURNS SETOF private.mail_outbox
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due uuid[];
begin
  loop
    due := array(
      select id from private.mail_outbox
      where (status = 'waiting' and next_attempt_at <= now()) or (status = 'sending' and lease_until <= now())
      order by next_attempt_at, created_at
      limit batch
      for update skip locked);
    exit when due = '{}';
    update private.mail_outbox set status = 'failed', last_error = 'suppressed', lease_until = null,
      data = case when private.is_secret_mail(template, data) then '{}' else data end
    where id = any (due) and status = 'waiting' and channel = 'email' and private.is_suppressed(recipient, template);
    -- Switched off since it was written, or since an attempt to send it.
    delete from private.mail_outbox
    where id = any (due) and status <> 'failed' and channel = 'email' and not private.is_mail_wanted(template, recipient);
    return query
      with claimed as (
        update private.mail_outbox set
          status = 'sending',
          attempts = attempts + 1,
          lease_until = now() + make_interval(secs => lease_seconds)
        where id = any (due) and status <> 'failed'
        returning mail_outbox.*
      )
      select * from claimed order by next_attempt_at, created_at;
    exit when found;
  end loop;
end $function$;

REVOKE ALL ON FUNCTION "private"."claim_mails"(integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_mails"(integer, integer) TO "service_role";
