DROP FUNCTION "private"."find_changes"(private.registrations, jsonb, jsonb);

CREATE OR REPLACE FUNCTION private.find_changes(current_record private.registrations, answers jsonb, sealed jsonb, sent_secrets jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with known as (
    select form_field.*,
      private.given_answer((
        select sent.answers from public.registration_submissions as sent
        where sent.record_id = ($1).id order by sent.version desc limit 1
      ) -> form_field.field) as answer_before,
      private.given_answer($2 -> form_field.field) as answer_after,
      secret.id is not null as had_secret, secret.last_four, secret.match_hash,
      jsonb_path_query_first($3, '$.secrets[*] ? (@.field == $name)', jsonb_build_object('name', form_field.field)) as item
    from private.registration_fields as form_field
    left join app_vault.secrets as secret on form_field.is_secret and secret.field = form_field.field
      and secret.record_type = ($1).record_type and secret.record_id = ($1).id
    where form_field.form = ($1).form
  )
  select coalesce(jsonb_agg(jsonb_build_object('field', field, 'label', label, 'guard', guard,
    'before', case when not is_secret then answer_before when had_secret then to_jsonb('••••••' || coalesce(last_four, '')) end,
    'after', case when is_secret then to_jsonb('••••••' || coalesce(item ->> 'lastFour', '')) else answer_after end
  ) order by label, field), '[]')
  from known
  where case when is_secret
    then item is not null and (not had_secret or match_hash is distinct from decode(item ->> 'matchHash', 'hex')
      or coalesce($4 ? field, false))
    else answer_before is distinct from answer_after end
$function$;

CREATE OR REPLACE FUNCTION private.has_unrequested_guard(current_record private.registrations, changes jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from jsonb_array_elements($2) as change
    where change ->> 'guard' is not null and change ->> 'before' is not null and not exists (
      select from jsonb_array_elements(($1).open_correction -> 'notes') as note
      where note ->> 'field' = change ->> 'field'
        -- One document has a kind and a number, one account a bank and a number, and who has no e-mail gives none.
        or array[note ->> 'field', change ->> 'field'] <@ array['bankName', 'accountNumber']
        or array[note ->> 'field', change ->> 'field'] <@ array['validIdType', 'idNumber']
        or array[note ->> 'field', change ->> 'field'] <@ array['email', 'noEmail']
    )
  )
$function$;

CREATE OR REPLACE FUNCTION public.change_registration(record_type text, record_id uuid, answers jsonb, sealed jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_record private.registrations;
  known jsonb;
  found_changes jsonb;
begin
  perform private.check_context(context);
  if context ->> 'enteredBy' is not null then
    raise exception 'Staff request a correction; they do not change answers by themselves' using errcode = '42501';
  end if;
  perform private.lock_registration(change_registration.record_type, change_registration.record_id);
  select * into current_record from private.registrations as record
  where record.record_type = change_registration.record_type and record.id = change_registration.record_id;
  if current_record.id is null
    or not private.may_change_registration(current_record.id, current_record.user_id, context)
  then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  known := private.find_attempt(current_record.form, context);
  if known is not null then
    return known || jsonb_build_object('changes', (
      select sent.changes from private.submission_keys as attempt
      join public.registration_submissions as sent on sent.record_id = attempt.record_id and sent.version = attempt.version
      where attempt.idempotency_key = (context ->> 'idempotencyKey')::uuid));
  end if;
  perform private.refuse_closed(current_record);
  if current_record.open_correction is not null then
    raise exception 'We asked you to correct something. Please answer that first.' using errcode = 'PT409';
  elsif not exists (select from public.registration_submissions as sent where sent.record_id = current_record.id) then
    raise exception 'The form is not stored any more. Please call us or write to us.' using errcode = 'PT409';
  elsif (
    select count(*) >= 10 from public.registration_submissions as sent
    where sent.record_id = current_record.id and sent.requested_by = 'applicant'
      and sent.created_at > now() - interval '1 day'
  ) then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.refuse_clear_secrets(answers);
  found_changes := private.find_changes(current_record, answers, sealed, context -> 'sentSecrets');
  if jsonb_array_length(found_changes) = 0 then
    raise exception 'Nothing is different from what we have.' using errcode = 'PT409', hint = 'same';
  elsif jsonb_path_exists(found_changes, '$[*] ? (@.guard != null)') then
    perform private.use_change_proof(current_record, context);
  end if;
  perform private.store_changed(current_record, answers, sealed, context || '{"requestedBy": "applicant"}', found_changes);
  perform private.record_audit_of(current_record.user_id, null, 'change', current_record.record_type, current_record.id::text,
    null, jsonb_build_object('fields', jsonb_path_query_array(found_changes, '$[*].field')));
  return private.describe_registration(current_record.id, true) || jsonb_build_object('changes', (
    select sent.changes from public.registration_submissions as sent
    where sent.record_id = current_record.id order by sent.version desc limit 1));
end $function$;

CREATE OR REPLACE FUNCTION public.resubmit_registration(record_type text, record_id uuid, answers jsonb, sealed jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_record private.registrations;
  known jsonb;
  changes jsonb;
begin
  perform private.check_context(context);
  perform private.lock_registration(resubmit_registration.record_type, resubmit_registration.record_id);
  select * into current_record from private.registrations as record
  where record.record_type = resubmit_registration.record_type and record.id = resubmit_registration.record_id;
  if current_record.id is null or not (
    context ->> 'enteredBy' is not null and current_record.user_id is null
    or private.may_change_registration(current_record.id, current_record.user_id, context)
  ) then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  known := private.find_attempt(current_record.form, context);
  if known is not null then
    return known;
  elsif current_record.open_correction is null then
    raise exception 'There is nothing to correct' using errcode = 'PT409';
  end if;
  perform private.refuse_clear_secrets(answers);
  changes := private.find_changes(current_record, answers, sealed, context -> 'sentSecrets');
  -- Staff have marked what they doubt; whatever else says where money or mail goes takes a code, as without them.
  if context ->> 'enteredBy' is null and private.has_unrequested_guard(current_record, changes) then
    perform private.use_change_proof(current_record, context);
  end if;
  perform private.store_changed(current_record, answers, sealed, context || '{"requestedBy": "staff"}', changes);
  return private.describe_registration(current_record.id, true);
end $function$;

REVOKE ALL ON FUNCTION "private"."find_changes"(private.registrations, jsonb, jsonb, jsonb) FROM PUBLIC;
