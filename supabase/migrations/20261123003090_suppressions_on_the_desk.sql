-- The list of addresses that are not written to is worked on at the desk: who put whom on it stands in the trail; nobody
-- is kept from their own account by it, and no colleague from what they have to hear.

-- Enough to know it by: the first letter and the server.
create function private.mask_email(email text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace($1, '^(.)[^@]*@', '\1•••@')
$$;

-- Bounces are the worker's, and no act of staff.
create function private.audit_suppression() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.user_roles where user_id = (select auth.uid())) then
    perform private.record_audit(lower(tg_op), tg_table_name::text, private.mask_email(coalesce(new.email, old.email)),
      case when tg_op <> 'INSERT' then jsonb_build_object('reason', old.reason) end,
      case when tg_op <> 'DELETE' then jsonb_build_object('reason', new.reason) end);
  end if;
  return null;
end $$;
drop trigger audit_change on public.mail_suppressions;
create trigger audit_suppression after insert or update or delete on public.mail_suppressions for each row
  execute function private.audit_suppression();
update private.personal_data set
  note = 'What staff did: names them alone, and of others nothing but the ids of records, and masked addresses that are not written to.'
where table_name = 'public.audit_trail';

drop function private.is_suppressed(text);
-- Whoever wants no mail still gets what they ask for themselves (a link to sign in, a new password), and staff what could
-- send money elsewhere. Where there is no mailbox, nothing goes.
create function private.is_suppressed(recipient text, template text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.mail_suppressions
    where email = lower($1) and (expires_at is null or expires_at > now())
      and (reason = 'bounced' or $2 !~ '^(auth_|staff_settlement_)'))
$$;

-- As before (20261121003230), with that.
create or replace function private.claim_mails(batch integer, lease_seconds integer) returns setof private.mail_outbox
language sql security definer set search_path = ''
as $$
  update private.mail_outbox set status = 'failed', last_error = 'suppressed', lease_until = null,
    data = case when template like 'auth\_%' or data ?| array['token', 'url', 'code_hash'] then '{}' else data end
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
$$;

-- As before (20261121003230), and: no colleague is put on the list. Refused rather than asked for a second factor, since
-- nobody needs it: who wants fewer mails of the desk says so to the desk.
create or replace function public.suppress_address(email text, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  address text := lower(private.clean_line(suppress_address.email));
begin
  if (select auth.uid()) is null or not private.has_permission('mails.resend') then
    raise exception 'permission denied to change who is written to' using errcode = '42501';
  elsif private.is_email(address) is not true then
    raise exception 'Invalid email address' using errcode = '23514', hint = 'email';
  elsif suppress_address.reason is null or suppress_address.reason not in ('complained', 'asked') then
    raise exception 'Please choose why' using errcode = '23514', hint = 'reason';
  elsif exists (select from public.user_roles as staff join auth.users as account on account.id = staff.user_id
    where lower(account.email) = address) then
    raise exception 'This is the address of a colleague, who has to hear from us' using errcode = '23514', hint = 'email';
  end if;
  insert into public.mail_suppressions (email, reason, created_by)
  values (address, suppress_address.reason, (select auth.uid()))
  on conflict (email) do update set reason = excluded.reason, created_by = excluded.created_by, expires_at = null;
end $$;

revoke all on function private.mask_email(text), private.audit_suppression(), private.is_suppressed(text, text) from public;
