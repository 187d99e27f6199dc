CREATE OR REPLACE FUNCTION private.find_message_subject(about jsonb)
 RETURNS private.registrations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subject private.registrations;
  whole_id uuid;
begin
  if about is null then
    return null;
  end if;
  select * into subject from private.registrations as record where record.id = (about ->> 'recordId')::uuid;
  whole_id := private.whole_of(subject.id);
  perform from app_vault.people
  where id in (private.vault_person_of(subject.record_type, subject.id), private.vault_person_of(subject.record_type, whole_id))
  order by id for share;
  if subject.id is null or not private.may_change_registration(subject.id, subject.user_id, about)
    or private.is_erased_registration(subject.record_type, whole_id)
  then
    raise exception 'permission denied to write about this registration' using errcode = '42501';
  end if;
  return subject;
end $function$;
