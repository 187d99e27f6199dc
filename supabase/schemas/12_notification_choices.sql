-- Which mails an account wants.

create table public.notification_choices (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  order_mails boolean not null default true,
  registration_mails boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  morning_mails boolean not null default true
);
comment on table public.notification_choices is 'No row: everything is wanted.';

-- Whether the account of this mailbox, if there is one, wants such mails.
create function private.is_mail_wanted(template text, recipient text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from private.mail_templates m
    join public.profiles p on lower(p.email) = lower(is_mail_wanted.recipient)
    join public.notification_choices c on c.user_id = p.id
    where m.template = is_mail_wanted.template and m.choice is not null
      and not case m.choice when 'order_mails' then c.order_mails when 'morning_mails' then c.morning_mails else c.registration_mails end
  )
$$;

create function private.choice_of_mail(template text, recipient text) returns text
language sql stable security definer set search_path = ''
as $$
  select chosen.choice from private.mail_templates as chosen
  where chosen.template = choice_of_mail.template
    and exists (select from public.profiles as person where lower(person.email) = lower(choice_of_mail.recipient))
$$;

-- The same again changes nothing. Answers the choice; null when there is no such mail (any more), or none to choose about.
create function private.stop_mails_like(mail_id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.mail_outbox;
  stopped text;
begin
  select * into mail from private.mail_outbox where id = mail_id and channel = 'email';
  stopped := private.choice_of_mail(mail.template, mail.recipient);
  if stopped is not null then
    insert into public.notification_choices as chosen (user_id, order_mails, registration_mails, morning_mails)
    select person.id, stopped <> 'order_mails', stopped <> 'registration_mails', stopped <> 'morning_mails'
    from public.profiles as person where lower(person.email) = lower(mail.recipient)
    on conflict (user_id) do update set
      order_mails = chosen.order_mails and excluded.order_mails,
      registration_mails = chosen.registration_mails and excluded.registration_mails,
      morning_mails = chosen.morning_mails and excluded.morning_mails;
  end if;
  return stopped;
end $$;

create trigger touch_updated_at before update on public.notification_choices
  for each row execute function private.touch_updated_at();

alter table public.notification_choices enable row level security;
revoke all on table public.notification_choices from public, anon, authenticated;
grant select on table public.notification_choices to authenticated;
grant insert (user_id, order_mails, registration_mails, morning_mails) on table public.notification_choices to authenticated;
grant update (order_mails, registration_mails, morning_mails) on table public.notification_choices to authenticated;
create policy "People change their own choices" on public.notification_choices
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "People make their own choices" on public.notification_choices
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "People read their own choices" on public.notification_choices
  for select to authenticated
  using (user_id = (select auth.uid()));

revoke all on function
  private.choice_of_mail(text, text), private.is_mail_wanted(text, text), private.stop_mails_like(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.choice_of_mail(text, text), private.stop_mails_like(uuid) to service_role;
