-- One click in a mail that its reader may switch off does so (RFC 8058), for members: what a choice is about, chosen_mails
-- says. The mail's own id is the key: nobody else has it.

-- The choice that such a mail falls under, when its address belongs to an account; null for all others.
create function private.choice_of_mail(template text, recipient text) returns text
language sql stable security definer set search_path = ''
as $$
  select chosen.choice from private.chosen_mails as chosen
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
    insert into public.notification_choices as chosen (user_id, order_mails, registration_mails)
    select person.id, stopped <> 'order_mails', stopped <> 'registration_mails'
    from public.profiles as person where lower(person.email) = lower(mail.recipient)
    on conflict (user_id) do update set
      order_mails = chosen.order_mails and excluded.order_mails,
      registration_mails = chosen.registration_mails and excluded.registration_mails;
  end if;
  return stopped;
end $$;

revoke all on function private.choice_of_mail(text, text), private.stop_mails_like(uuid) from public;
grant execute on function private.choice_of_mail(text, text), private.stop_mails_like(uuid) to service_role;
