-- What registered people are told, in the same transaction as what happened: received, decided, to be corrected.

-- How many mails of the public forms went, or wait to go, to an address within the last hour; registrations too.
create or replace function private.count_form_mails(recipient text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from private.mail_outbox
  where mail_outbox.recipient = $1 and created_at > now() - interval '1 hour'
    and template in ('partnership_received', 'newsletter_confirm', 'contact_received', 'application_received',
      'registration_received')
$$;

-- Somebody without an account gets a link of their own in each mail: the token is in the mail, here is its hash.
-- Security definer, because staff and members may not write mail or links by themselves.
create function private.tell_registrant(record_id uuid, template text, details jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  told private.registrations;
  recipient text;
  token text;
begin
  select * into strict told from private.registrations where id = tell_registrant.record_id;
  recipient := coalesce(told.contact_email, (select email from public.profiles where id = told.user_id));
  -- Nobody to write to: they stand in people_to_phone.
  if recipient is null or told.is_demo then
    return;
  end if;
  if told.user_id is null then
    token := private.make_token();
    insert into private.tracking_links (token_hash, record_type, record_id, is_mailed)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), told.record_type, told.id, true);
  end if;
  details := jsonb_strip_nulls(details || jsonb_build_object(
    'name', told.contact_name,
    'code', told.reference,
    'form', told.form,
    'token', token,
    'reason', told.decline_reason
  ));
  if template = 'registration_received' then
    perform private.confirm_form(template, recipient, details);
  else
    perform private.enqueue_mail(template, recipient, details);
  end if;
end $$;

create function private.tell_registrant_of_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_registrant(new.id, 'registration_' || new.status);
  return null;
end $$;

create trigger tell_registrant_of_decision after update of status on public.farmers
  for each row when (new.status is distinct from old.status and not new.is_demo)
  execute function private.tell_registrant_of_decision();
create trigger tell_registrant_of_decision after update of status on public.training_enrolments
  for each row when (new.status is distinct from old.status and not new.is_demo)
  execute function private.tell_registrant_of_decision();
create trigger tell_registrant_of_decision after update of status on public.buyers
  for each row when (new.status is distinct from old.status and not new.is_demo)
  execute function private.tell_registrant_of_decision();
create trigger tell_registrant_of_decision after update of status on public.investors
  for each row when (new.status is distinct from old.status and not new.is_demo)
  execute function private.tell_registrant_of_decision();

revoke all on function private.tell_registrant(uuid, text, jsonb), private.tell_registrant_of_decision() from public;
