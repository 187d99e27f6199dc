-- Addresses that are not written to: those whose mailbox said for good that there is nobody, for a month, and those that
-- staff have put here because somebody asked. What would go there stands among the failed mails, and says why.

create table public.mail_suppressions (
  email text primary key,
  reason text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  constraint mail_suppressions_email_form check (email = lower(email) and char_length(email) between 3 and 320),
  constraint mail_suppressions_reason_known check (reason in ('bounced', 'complained', 'asked')),
  constraint mail_suppressions_bounce_ends check ((reason = 'bounced') = (expires_at is not null))
);
comment on column public.mail_suppressions.expires_at is 'Of a bounce: a mailbox may be made again.';

insert into private.personal_data (table_name, belongs, hidden, acts, erasure, note)
values ('public.mail_suppressions', 'email = $3', '{}', '{created_by}', 'keep',
  'That nothing is sent to an address: kept, since it was asked for, or since nobody is there.');

create trigger audit_change after insert or update or delete on public.mail_suppressions for each row
  execute function private.audit_change('staff', 'reason', 'reason,expires_at');

-- A recipient that the other side refuses for good (RCPT TO, 550, 551 or 553) bounces.
create or replace function private.mark_mail_failed(mail_id uuid, error text, retry_at timestamptz) returns void
language sql security definer set search_path = ''
as $$
  with failed as (
    update private.mail_outbox set
      status = case when $3 is null then 'failed' else 'waiting' end,
      next_attempt_at = coalesce($3, next_attempt_at),
      data = case when $3 is null and (template like 'auth\_%' or data ?| array['token', 'url', 'code_hash']) then '{}' else data end,
      last_error = left($2, 500),
      lease_until = null
    where id = $1 and status = 'sending'
    returning recipient, channel
  )
  insert into public.mail_suppressions (email, reason, expires_at)
  select lower(recipient), 'bounced', now() + interval '30 days' from failed
  where $3 is null and channel = 'email' and $2 ~ 'EENVELOPE (550|551|553)$'
  on conflict (email) do update set expires_at = excluded.expires_at where mail_suppressions.reason = 'bounced'
$$;

create function private.is_suppressed(recipient text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.mail_suppressions
    where email = lower($1) and (expires_at is null or expires_at > now()))
$$;

-- As before (20261121000400), and: nothing goes to an address on the list.
create or replace function private.claim_mails(batch integer, lease_seconds integer) returns setof private.mail_outbox
language sql security definer set search_path = ''
as $$
  update private.mail_outbox set status = 'failed', last_error = 'suppressed', lease_until = null,
    data = case when template like 'auth\_%' or data ?| array['token', 'url', 'code_hash'] then '{}' else data end
  where status = 'waiting' and next_attempt_at <= now() and channel = 'email' and private.is_suppressed(recipient);
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

create function public.suppress_address(email text, reason text) returns void
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
  elsif suppress_address.reason not in ('complained', 'asked') then
    raise exception 'Please choose why' using errcode = '23514', hint = 'reason';
  end if;
  insert into public.mail_suppressions (email, reason, created_by)
  values (address, suppress_address.reason, (select auth.uid()))
  on conflict (email) do update set reason = excluded.reason, created_by = excluded.created_by, expires_at = null;
end $$;

create function public.lift_suppression(email text) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if (select auth.uid()) is null or not private.has_permission('mails.resend') then
    raise exception 'permission denied to change who is written to' using errcode = '42501';
  end if;
  delete from public.mail_suppressions where email = lower(private.clean_line(lift_suppression.email));
  if not found then
    raise exception 'This address is not on the list' using errcode = 'P0002';
  end if;
end $$;

revoke all on function private.is_suppressed(text) from public;
revoke all on function public.suppress_address(text, text), public.lift_suppression(text)
  from public, anon, authenticated, service_role;
grant execute on function public.suppress_address(text, text), public.lift_suppression(text) to authenticated;

alter table public.mail_suppressions enable row level security;
revoke all on table public.mail_suppressions from public, anon, authenticated, service_role;
grant select on table public.mail_suppressions to authenticated, service_role;
create policy "Staff who may see mails see who is not written to" on public.mail_suppressions
  for select to authenticated
  using ((select private.has_permission('mails.read')));
