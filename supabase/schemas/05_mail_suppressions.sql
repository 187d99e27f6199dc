-- Addresses that are not written to: they bounced, or staff stopped them.

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
comment on column public.mail_suppressions.expires_at is 'For a bounce: a mailbox may be made again.';

-- Anyone who wants no mail still gets what they request themselves (a link to sign in, a new password), and staff what could
-- send money elsewhere. Where there is no mailbox, nothing goes.
create function private.is_suppressed(recipient text, template text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.mail_suppressions
    where email = lower($1) and (expires_at is null or expires_at > now())
      and (reason = 'bounced'
        or exists (select from private.mail_templates where mail_templates.template = $2 and purpose = 'notice')))
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

-- What is stopped once more after its end is stopped from now on: what was sent in between has arrived.
create function private.restart_suppression() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.created_at := now();
  return new;
end $$;

-- Bounces are the worker's, and no act of staff.
create function private.after_suppression_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.user_roles where user_id = (select auth.uid())) then
    perform private.record_audit(lower(tg_op), tg_table_name::text, private.mask_email(coalesce(new.email, old.email)),
      case when tg_op <> 'INSERT' then jsonb_build_object('reason', old.reason) end,
      case when tg_op <> 'DELETE' then jsonb_build_object('reason', new.reason) end);
  end if;
  if tg_op <> 'DELETE' and new.reason = 'bounced' then
    perform private.note_unreached_address(new.email);
    -- Of what was sent within a week before, nothing says that it has arrived (private.stopped_addresses).
    perform private.mark_untold(array(select mail.id from private.mail_outbox as mail
      where lower(mail.recipient) = new.email and mail.status in ('sent', 'failed')
        and coalesce(mail.sent_at, mail.created_at) >= now() - interval '7 days'));
  end if;
  return null;
end $$;

create function private.record_bounce(mail_id uuid, status text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
begin
  if record_bounce.status !~ '^[45]\.[0-9]{1,3}\.[0-9]{1,3}$' then
    raise exception 'This is no status of RFC 3463' using errcode = '22023';
  end if;
  update private.mail_outbox as mail set status = 'failed', last_error = 'bounced ' || record_bounce.status
  where mail.id = record_bounce.mail_id and mail.channel = 'email'
    and (mail.status = 'sent' or (mail.status = 'failed' and mail.sent_at is not null))
    and mail.recipient not like 'erased:%'
  returning lower(mail.recipient) into address;
  if address is null then
    return 'unknown';
  elsif record_bounce.status !~ '^5\.(1\.(1|2|3|6|10)|2\.1)$' then
    return 'failed';
  end if;
  insert into public.mail_suppressions (email, reason, expires_at) values (address, 'bounced', now() + interval '30 days')
  on conflict (email) do update set expires_at = excluded.expires_at where mail_suppressions.reason = 'bounced';
  return 'suppressed';
end $$;

create trigger restart_suppression before update on public.mail_suppressions for each row
  when (old.expires_at <= now() and (new.expires_at is null or new.expires_at > now()))
  execute function private.restart_suppression();

create trigger after_suppression_change after insert or update or delete on public.mail_suppressions for each row
  execute function private.after_suppression_change();

-- By the row: each mail that was sent asks whether its address is stopped, and stops none.
create trigger notify_admin after insert or update or delete on public.mail_suppressions
  for each row execute function private.notify_admin('mail_suppressions');

create trigger notify_admin_of_call after insert or update or delete on public.mail_suppressions
  for each row execute function private.notify_admin('people_to_phone');

alter table public.mail_suppressions enable row level security;
revoke all on table public.mail_suppressions from public, anon, authenticated, service_role;
grant select on table public.mail_suppressions to authenticated, service_role;
create policy "Staff who may see mails see who is not written to" on public.mail_suppressions
  for select to authenticated
  using ((select private.has_permission('mails.read')));

revoke all on function
  private.after_suppression_change(), private.is_suppressed(text, text), private.record_bounce(uuid, text), private.restart_suppression(),
  public.lift_suppression(text), public.suppress_address(text, text)
  from public, anon, authenticated, service_role;
grant execute on function private.record_bounce(uuid, text) to service_role;
grant execute on function public.lift_suppression(text), public.suppress_address(text, text) to authenticated;
