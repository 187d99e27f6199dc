CREATE OR REPLACE FUNCTION private.refuse_closed(current_record private.registrations)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_erased(current_record.record_type, current_record.id);
  if current_record.status <> 'pending' then
    raise exception 'It is % by now, so it cannot be changed here any more. Please call us or write to us.', current_record.status
      using errcode = 'PT409', hint = current_record.status;
  elsif current_record.consent_withdrawn_at is not null then
    raise exception 'You took back your consent, so nothing is changed. Agree again first.' using errcode = 'PT409';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_erased(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_erased_registration($1, $2) then
    raise exception 'Your data is erased: there is nothing to change any more.' using errcode = 'PT409';
  end if;
end $function$;

REVOKE ALL ON FUNCTION "private"."refuse_erased"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_erased"(text, uuid) TO "service_role";
