-- Which mails a member wants: obeyed where a mail enters the outbox. Receipts and the mails of the account always come.

create table public.notification_choices (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  order_mails boolean not null default true,
  registration_mails boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.notification_choices is 'No row: everything is wanted.';

create trigger touch_updated_at before update on public.notification_choices
  for each row execute function private.touch_updated_at();

alter table public.notification_choices enable row level security;
revoke all on table public.notification_choices from public, anon, authenticated;
grant select on table public.notification_choices to authenticated;
grant insert (user_id, order_mails, registration_mails) on table public.notification_choices to authenticated;
grant update (order_mails, registration_mails) on table public.notification_choices to authenticated;
grant select, insert, update, delete on table public.notification_choices to service_role;

create policy "People read their own choices" on public.notification_choices
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "People make their own choices" on public.notification_choices
  for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "People change their own choices" on public.notification_choices
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

-- The templates that a choice is about; all others are sent whatever was chosen.
create table private.chosen_mails (
  template text primary key,
  choice text not null,
  constraint chosen_mails_choice_known check (choice in ('order_mails', 'registration_mails'))
);
alter table private.chosen_mails enable row level security;
revoke all on table private.chosen_mails from public, anon, authenticated;

insert into private.chosen_mails (template, choice)
values
  ('order_approved', 'order_mails'),
  ('order_declined', 'order_mails'),
  ('order_completed', 'order_mails'),
  ('registration_approved', 'registration_mails'),
  ('registration_declined', 'registration_mails'),
  ('registration_correction', 'registration_mails');

create index profiles_email_idx on public.profiles (lower(email));

-- Whether the account of this mailbox, if there is one, wants such mails.
create function private.is_mail_wanted(template text, recipient text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from private.chosen_mails m
    join public.profiles p on lower(p.email) = lower(is_mail_wanted.recipient)
    join public.notification_choices c on c.user_id = p.id
    where m.template = is_mail_wanted.template
      and not case m.choice when 'order_mails' then c.order_mails else c.registration_mails end
  )
$$;

-- As before (20261121000400), and: a mail that its reader has switched off is not written. The answer is then null.
create or replace function private.enqueue_mail(template text, recipient text, data jsonb, dedupe_key text default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  mail_id uuid;
begin
  if not private.is_mail_wanted(enqueue_mail.template, enqueue_mail.recipient) then
    return null;
  end if;
  insert into private.mail_outbox (template, recipient, data, dedupe_key)
  values (enqueue_mail.template, enqueue_mail.recipient, coalesce(enqueue_mail.data, '{}'), enqueue_mail.dedupe_key)
  on conflict on constraint mail_outbox_dedupe_key_unique do nothing
  returning id into mail_id;
  if mail_id is null then
    select id into mail_id from private.mail_outbox where mail_outbox.dedupe_key = enqueue_mail.dedupe_key;
  else
    perform pg_notify('mail_outbox', '');
  end if;
  return mail_id;
end $$;

-- The newsletter of the account's own address. The address is confirmed already: no mail has to ask for it again.
-- Security definer, because nobody reads or writes subscriptions, not even their own.
create function public.has_newsletter() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.newsletter_subscriptions s
    join auth.users u on s.email = lower(u.email)
    where u.id = (select auth.uid()) and s.confirmed_at is not null and s.unsubscribed_at is null
  )
$$;

create function public.choose_newsletter(wanted boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address text := (
    select lower(email) from auth.users where id = (select auth.uid()) and email_confirmed_at is not null
  );
begin
  if address is null then
    raise exception 'Please confirm your e-mail address first' using errcode = '42501';
  end if;
  if wanted then
    insert into public.newsletter_subscriptions (email, confirmed_at, unsubscribe_token)
    values (address, now(), private.make_token())
    on conflict on constraint newsletter_subscriptions_email_unique do update
      set confirmed_at = now(), unsubscribed_at = null, confirm_token_hash = null;
  else
    update public.newsletter_subscriptions set unsubscribed_at = now(), confirm_token_hash = null
    where email = address and unsubscribed_at is null;
  end if;
  return public.has_newsletter();
end $$;

revoke all on function private.is_mail_wanted(text, text) from public, anon, authenticated, service_role;
revoke all on function public.has_newsletter(), public.choose_newsletter(boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.has_newsletter(), public.choose_newsletter(boolean) to authenticated;
