-- An address outside that cannot be reached is told to the admins, once a day each: alarms, codes and heads go there, and
-- without it nobody hears of them.

create function private.tell_of_unreached_outside(whom text, address text) returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue_mail('staff_outside_unreached', person.email, jsonb_build_object('whom', $1),
    concat_ws(':', 'staff_outside_unreached', $1, person.id, (now() at time zone 'Africa/Lagos')::date))
  from public.user_roles as staff join public.profiles as person on person.id = staff.user_id
  where staff.role = 'admin' and person.email is not null and lower(person.email) <> lower($2)
$$;

create function private.note_unreached_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.template = 'audit_head' then
    perform private.tell_of_unreached_outside('witness', new.recipient);
  elsif lower(new.recipient) = lower(private.settlement_alarm_email()) then
    perform private.tell_of_unreached_outside('alarm', new.recipient);
  end if;
  return null;
end $$;
create trigger note_unreached_mail after update of status on private.mail_outbox
  for each row when (new.status = 'failed' and old.status <> 'failed' and new.template ~ '^(staff|audit|breach)_')
  execute function private.note_unreached_mail();

create function private.note_unreached_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if lower(new.email) = lower(private.settlement_alarm_email()) then
    perform private.tell_of_unreached_outside('alarm', new.email);
  end if;
  return null;
end $$;
create trigger note_unreached_address after insert or update on public.mail_suppressions
  for each row when (new.reason = 'bounced') execute function private.note_unreached_address();

revoke all on function private.tell_of_unreached_outside(text, text), private.note_unreached_mail(),
  private.note_unreached_address() from public;
