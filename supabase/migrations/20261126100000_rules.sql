-- by hand: rules of forms that domain/ alone judges, before the check of their kinds is narrowed
delete from private.field_rules where form not in ('order', 'market_order');

-- generated
ALTER TABLE "private"."field_rules" DROP CONSTRAINT "field_rules_kind_known";

ALTER TABLE "public"."investors" DROP CONSTRAINT "investors_contact_name_length";

DROP FUNCTION "private"."check_filled"(text, jsonb);

DROP FUNCTION "private"."check_form"(text, jsonb);

DROP FUNCTION "private"."check_form"(text, jsonb, jsonb);

DROP FUNCTION "private"."check_sealed"(text, jsonb, jsonb, jsonb, uuid);

DROP FUNCTION "private"."condition_holds"(jsonb, jsonb);

DROP FUNCTION "private"."find_missing_secret"(text, jsonb, jsonb, text[]);

DROP FUNCTION "private"."normalise_amount"(text);

DROP FUNCTION "private"."normalise_url"(text);

DROP FUNCTION "private"."read_answer"(private.field_rules, jsonb, integer);

DROP FUNCTION "private"."read_several"(private.field_rules, jsonb, boolean);

DROP FUNCTION "private"."read_text"(private.field_rules, text, jsonb, integer);

ALTER TABLE "private"."field_rules" DROP COLUMN "applies_when";

ALTER TABLE "private"."field_rules" DROP COLUMN "optional_when";

ALTER TABLE "private"."field_rules" DROP COLUMN "options_when";

DROP TABLE "private"."secret_fields";

CREATE TABLE "private"."registration_fields" ("form" text NOT NULL, "field" text NOT NULL, "is_secret" boolean NOT NULL, CONSTRAINT "registration_fields_pkey" PRIMARY KEY (form, field));

ALTER TABLE "private"."registration_fields" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."registration_fields" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.answer_columns(answers jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(lower(regexp_replace(field, '([A-Z])', '_\1', 'g')), nullif(answer, '""')), '{}')
  from jsonb_each(answers) as given (field, answer)
$function$;

ALTER FUNCTION "private"."answer_columns"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.check_form(form text, answers jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  rule private.field_rules;
  answer jsonb;
  typed text;
  problem text;
  checked jsonb := '{}';
begin
  for rule in select * from private.field_rules where field_rules.form = check_form.form order by position loop
    answer := answers -> rule.field;
    continue when answer is null and rule.min = 0;
    typed := case when jsonb_typeof(answer) = 'string' then private.clean_answer(rule.kind, answer #>> '{}') end;
    problem := case when typed is null then rule.message else private.answer_problem(rule, typed) end;
    if problem is not null then
      raise exception '%', problem using errcode = '23514', detail = rule.field, hint = rule.field;
    end if;
    checked := checked || jsonb_build_object(rule.field, case
      when rule.kind = 'phone' and typed <> '' then private.normalise_phone(typed)
      when rule.kind = 'email' then lower(typed)
      else typed
    end);
  end loop;
  return checked;
end $function$;

ALTER FUNCTION "private"."check_form"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.check_sealed(form text, sealed jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given text[] := (
    select coalesce(array_agg(item ->> 'field' order by item ->> 'field'), '{}')
    from jsonb_array_elements(coalesce(sealed -> 'secrets', '[]')) as item
  );
begin
  if exists (
    select from unnest(given) as name
    where name <> 'selfie' and not exists (
      select from private.registration_fields as asked
      where asked.form = check_sealed.form and asked.field = name and asked.is_secret
    )
  ) then
    raise exception 'The form does not ask for this secret' using errcode = '22023';
  end if;
  return given;
end $function$;

ALTER FUNCTION "private"."check_sealed"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.check_state_of_buyer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if lower(private.clean_line(new.country) collate "C") = 'nigeria' and not exists (
    select from private.field_rules
    where form = 'market_order' and field = 'state' and private.clean_line(new.state) = any (options)
  ) then
    raise exception 'Please select state' using errcode = '23514', detail = 'state', hint = 'state';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.insert_once(target text, columns jsonb, idempotency_key uuid, OUT id uuid, OUT is_new boolean)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  names text := (select string_agg(quote_ident(key), ', ' order by key) from jsonb_object_keys(columns) as key);
begin
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  execute format('insert into public.%I (%s, idempotency_key) select %s, $2 from jsonb_populate_record(null::public.%I, $1)
    on conflict (idempotency_key) do nothing returning id', target, names, names, target)
    into insert_once.id using columns, idempotency_key;
  is_new := insert_once.id is not null;
  if not is_new then
    execute format('select id from public.%I where idempotency_key = $1', target)
      into strict insert_once.id using idempotency_key;
  end if;
end $function$;

ALTER FUNCTION "private"."insert_once"(text, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keep_secrets_out()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  secret text;
begin
  select answer.key into secret
  from jsonb_path_query(new.answers, 'strict $.** ? (@.type() == "object")') as part, jsonb_each(part) as answer
  where answer.key in (select field from private.registration_fields where is_secret)
    or (answer.key = 'selfieImage' and answer.value not in ('true', 'false'))
  limit 1;
  if secret is not null then
    raise exception 'A draft never holds this answer' using errcode = '23514', detail = secret, hint = secret;
  end if;
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_submission(record_type text, record_id uuid, version integer, form text, answers jsonb, sealed jsonb, context jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (context ->> 'userId')::uuid;
  secrets text[] := private.check_sealed(form, sealed);
  wallet jsonb := jsonb_path_query_first(sealed, '$.secrets[*] ? (@.field == "sidraWalletAddress")');
begin
  insert into public.registration_submissions
    (record_type, record_id, version, form, answers, secret_fields, channel, locale, terms_version)
  values (
    keep_submission.record_type, keep_submission.record_id, keep_submission.version, keep_submission.form,
    keep_submission.answers, secrets, context ->> 'channel', private.answer(context, 'locale'),
    private.answer(context, 'termsVersion')
  );
  insert into private.submission_keys (idempotency_key, form, record_type, record_id, version, user_id, fingerprint)
  values (
    (context ->> 'idempotencyKey')::uuid, keep_submission.form, keep_submission.record_type, keep_submission.record_id,
    keep_submission.version, person_id, context ->> 'fingerprint'
  );
  insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel, recorded_by)
  select person_id, keep_submission.record_type, keep_submission.record_id, given ->> 'purpose',
    given ->> 'textVersion', true, context ->> 'channel', (context ->> 'enteredBy')::uuid
  from jsonb_array_elements(coalesce(context -> 'consents', '[]')) as given;
  if jsonb_typeof(sealed) = 'object' then
    perform private.store_sealed(sealed, keep_submission.record_type, keep_submission.record_id);
  end if;
  if wallet is not null then
    update public.investors set wallet_address = '…' || coalesce(wallet ->> 'lastFour', '')
    where id = keep_submission.record_id;
  end if;
  if context ->> 'photoReceiptHash' is not null and record_type <> 'investors'
    and private.use_photo_upload(context ->> 'photoReceiptHash', keep_submission.record_type, person_id)
  then
    execute format('update public.%I set has_photo = true where id = $1', record_type) using record_id;
  end if;
  if context ->> 'enteredBy' is not null then
    perform private.record_audit_of((context ->> 'enteredBy')::uuid, context ->> 'enteredFrom', 'enter',
      keep_submission.record_type, keep_submission.record_id::text, null,
      jsonb_build_object('channel', context ->> 'channel', 'version', keep_submission.version));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_clear_secrets(answers jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  secret text := (
    select min(field) from private.registration_fields where is_secret and answers ? field
  );
begin
  if secret is not null then
    raise exception 'This answer comes encrypted, or not at all' using errcode = '23514', detail = secret, hint = secret;
  end if;
end $function$;

ALTER FUNCTION "private"."refuse_clear_secrets"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.request_correction(record_type text, record_id uuid, notes jsonb, message text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  found_record private.registrations;
  cleaned jsonb;
  made bigint;
begin
  if record_type is null or record_type not in ('farmers', 'training_enrolments', 'buyers', 'investors') then
    raise exception 'There is no such kind of registration' using errcode = '22023';
  elsif person_id is null or not private.has_permission(record_type || '.decide') then
    raise exception 'permission denied to decide on %', record_type using errcode = '42501';
  end if;
  perform private.lock_registration(record_type, record_id);
  select * into found_record from private.registrations as record
  where record.record_type = request_correction.record_type and record.id = request_correction.record_id;
  if found_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif found_record.status <> 'pending' then
    raise exception 'It is % by now. Please look at it again.', found_record.status
      using errcode = 'PT409', hint = found_record.status;
  elsif private.is_own_record(found_record.record_type, found_record.id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  elsif jsonb_typeof(notes) is distinct from 'array' or jsonb_array_length(notes) not between 1 and 40 then
    raise exception 'Please mark at least one field' using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
  select jsonb_agg(jsonb_build_object('field', note ->> 'field', 'note', private.clean_text(note ->> 'note')))
    into cleaned from jsonb_array_elements(notes) as note;
  if exists (
    select from jsonb_array_elements(cleaned) as note
    where coalesce(char_length(note ->> 'note'), 0) not between 1 and 500
      or not exists (
        select from private.registration_fields where form = found_record.form and field = note ->> 'field'
        union all
        select where note ->> 'field' = 'selfieImage' and found_record.record_type <> 'investors'
      )
  ) then
    raise exception 'Each note names a field of the form and says in at most 500 characters what to correct'
      using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
  insert into public.correction_requests (record_type, record_id, submission_version, notes, message)
  values (
    found_record.record_type, found_record.id,
    (select coalesce(max(version), 0) from public.registration_submissions as sent where sent.record_id = found_record.id),
    cleaned, nullif(private.clean_text(request_correction.message), '')
  )
  returning id into made;
  insert into private.correction_authors (correction_request_id, requested_by) values (made, person_id);
  perform private.tell_registrant(found_record.id, 'registration_correction', jsonb_build_object(
    'notes', cleaned, 'message', nullif(private.clean_text(request_correction.message), '')));
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.request_newsletter(request jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token text := private.make_token();
  wanted public.newsletter_subscriptions;
begin
  insert into public.newsletter_subscriptions (email, unsubscribe_token)
  values (request ->> 'email', private.make_token())
  on conflict on constraint newsletter_subscriptions_email_unique do nothing;
  select * into strict wanted from public.newsletter_subscriptions where email = request ->> 'email' for update;
  if wanted.confirmed_at is not null and wanted.unsubscribed_at is null then
    return;
  end if;
  if private.count_form_mails(wanted.email) < 5 then
    update public.newsletter_subscriptions set
      confirm_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex'),
      confirm_sent_at = now()
    where id = wanted.id;
    perform private.confirm_form('newsletter_confirm', wanted.email,
      jsonb_build_object('token', token, 'unsubscribe_token', wanted.unsubscribe_token));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.resubmit_registration(record_type text, record_id uuid, answers jsonb, sealed jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_record private.registrations;
  columns jsonb;
  known jsonb;
  next_version integer;
begin
  perform private.check_context(context);
  perform private.lock_registration(resubmit_registration.record_type, resubmit_registration.record_id);
  select * into found_record from private.registrations as record
  where record.record_type = resubmit_registration.record_type and record.id = resubmit_registration.record_id;
  if found_record.id is null or not (
    context ->> 'enteredBy' is not null and found_record.user_id is null
    or private.may_change_registration(found_record.id, found_record.user_id, context)
  ) then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  known := private.find_attempt(found_record.form, context);
  if known is not null then
    return known;
  elsif found_record.open_correction is null then
    raise exception 'There is nothing to correct' using errcode = 'PT409';
  end if;
  perform private.refuse_clear_secrets(answers);
  columns := private.registration_columns(found_record.form, answers);
  perform private.update_row(found_record.record_type, 'id', found_record.id, columns -> 'record' ||
    case found_record.record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  if columns ? 'private' then
    perform private.update_row(name, key, found_record.id, columns -> 'private')
    from private.private_table(found_record.record_type);
  end if;
  select coalesce(max(version), 0) + 1 into next_version from public.registration_submissions
  where registration_submissions.record_id = found_record.id;
  perform private.keep_submission(found_record.record_type, found_record.id, next_version, found_record.form, answers,
    sealed, context);
  return private.describe_registration(found_record.id, true);
end $function$;

CREATE OR REPLACE FUNCTION public.submit_contact_message(request jsonb, idempotency_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made record := private.insert_once('contact_messages', private.answer_columns(request), idempotency_key);
begin
  if made.is_new and request ->> 'email' <> '' then
    perform private.confirm_form('contact_received', request ->> 'email', jsonb_build_object(
      'name', request ->> 'name',
      'topic', request ->> 'topic'
    ));
  end if;
  return jsonb_build_object('id', made.id);
end $function$;

CREATE OR REPLACE FUNCTION public.submit_job_application(request jsonb, cv jsonb, idempotency_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  columns jsonb := private.answer_columns(request) || jsonb_build_object(
    'cv_path', cv -> 'path', 'cv_name', cv -> 'name', 'cv_type', cv -> 'type', 'cv_bytes', cv -> 'bytes');
  found_title text;
  made record;
begin
  if columns ->> 'position_id' is not null and not exists (
    select from public.job_applications
    where job_applications.idempotency_key = submit_job_application.idempotency_key
  ) then
    select title into found_title from public.career_positions
    where career_positions.id = columns ->> 'position_id' and is_published;
    if found_title is null then
      raise exception 'This position is not open any more. You can send a general application instead.'
        using errcode = '23514', detail = 'positionId', hint = 'positionId';
    end if;
  end if;
  made := private.insert_once('job_applications', columns || jsonb_build_object('position_title', found_title), idempotency_key);
  if made.is_new then
    perform private.confirm_form('application_received', request ->> 'email', jsonb_strip_nulls(jsonb_build_object(
      'full_name', request ->> 'fullName',
      'position_title', found_title
    )));
  end if;
  return jsonb_build_object('id', made.id, 'cvPath', (select cv_path from public.job_applications where id = made.id));
end $function$;

CREATE OR REPLACE FUNCTION public.submit_partnership(request jsonb, idempotency_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made record := private.insert_once('partnership_applications', private.answer_columns(request - 'termsAccepted'),
    idempotency_key);
begin
  if made.is_new then
    perform private.confirm_form('partnership_received', request ->> 'email', jsonb_build_object(
      'contact_person', request ->> 'contactPerson',
      'partnership_type', request ->> 'partnershipType'
    ));
  end if;
  return jsonb_build_object('id', made.id);
end $function$;

CREATE OR REPLACE FUNCTION public.submit_registration(form text, answers jsonb, sealed jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  record_type text := private.registration_table(form);
  person_id uuid := (context ->> 'userId')::uuid;
  columns jsonb;
  known jsonb;
  made_id uuid := coalesce((sealed -> 'record' ->> 'id')::uuid, gen_random_uuid());
  broken text;
begin
  if record_type is null then
    raise exception 'There is no such form' using errcode = '22023';
  end if;
  perform private.check_context(context);
  known := private.find_attempt(form, context);
  if known is not null then
    return known;
  end if;
  if record_type = 'buyers' and person_id is null and context ->> 'enteredBy' is null then
    raise exception 'Please sign in to submit your registration.' using errcode = '42501';
  end if;
  perform private.refuse_clear_secrets(answers);
  columns := private.registration_columns(form, answers);
  -- An account whose profile could not be made at sign-up gets it now.
  insert into public.profiles (id, email)
  select id, email from auth.users where id = person_id and email is not null
  on conflict (id) do nothing;
  if record_type = 'buyers' then
    perform private.record_audit_event('BUYER_REGISTRATION_ATTEMPT', person_id,
      jsonb_build_object('email', answers ->> 'email', 'businessType', answers ->> 'businessType'),
      (context ->> 'idempotencyKey')::uuid);
  end if;
  begin
    perform private.insert_row(record_type, columns -> 'record' || jsonb_build_object(
      'id', made_id,
      'user_id', person_id,
      'entered_by', context ->> 'enteredBy',
      'channel', context ->> 'channel',
      'locale', private.answer(context, 'locale'),
      'terms_version', private.answer(context, 'termsVersion'),
      'terms_accepted_at', now(),
      'status', 'pending',
      'is_demo', false,
      'created_at', now(),
      'updated_at', now()
    ) || case record_type
      when 'investors' then '{}'
      else '{"has_photo": false}'
    end::jsonb || case record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  exception when unique_violation then
    get stacked diagnostics broken = constraint_name;
    if broken <> 'buyers_one_open_per_person' then
      raise;
    end if;
    select id into strict made_id from public.buyers
    where user_id = person_id and buyer_type = split_part(form, '_', 2) and status in ('pending', 'approved');
    -- What was sent now is not taken, and admins see that it was tried.
    perform private.record_audit_event('BUYER_REGISTRATION_ERROR', person_id,
      jsonb_build_object('email', answers ->> 'email', 'businessType', answers ->> 'businessType',
        'error', 'Registered already as ' || reference || '.'),
      (context ->> 'idempotencyKey')::uuid)
    from public.buyers where id = made_id;
    return private.describe_registration(made_id, false) || '{"isOther": true}';
  end;
  if columns ? 'private' then
    perform private.insert_row(name, columns -> 'private' || jsonb_build_object(key, made_id, 'updated_at', now()))
    from private.private_table(record_type);
  end if;
  perform private.keep_submission(record_type, made_id, 1, form, answers, sealed, context);
  if person_id is null then
    perform private.keep_tracking_link(record_type, made_id, context ->> 'trackingTokenHash');
  else
    delete from public.registration_drafts where user_id = person_id and registration_drafts.form = submit_registration.form;
  end if;
  perform private.tell_registrant(made_id, 'registration_received');
  return private.describe_registration(made_id, true);
end $function$;

ALTER TABLE "private"."field_rules" ADD CONSTRAINT "field_rules_kind_known" CHECK ((kind = ANY (ARRAY['line'::text, 'text'::text, 'email'::text, 'phone'::text, 'quantity'::text, 'option'::text])));

ALTER TABLE "public"."investor_private" ADD CONSTRAINT "investor_private_bank_name_length" CHECK (((char_length(bank_name) >= 2) AND (char_length(bank_name) <= 100)));

ALTER TABLE "public"."investor_private" ADD CONSTRAINT "investor_private_contact_person_title_length" CHECK (((char_length(contact_person_title) >= 1) AND (char_length(contact_person_title) <= 200)));

ALTER TABLE "public"."investor_private" ADD CONSTRAINT "investor_private_employer_name_length" CHECK (((char_length(employer_name) >= 1) AND (char_length(employer_name) <= 200)));

ALTER TABLE "public"."investor_private" ADD CONSTRAINT "investor_private_nationality_length" CHECK (((char_length(nationality) >= 1) AND (char_length(nationality) <= 100)));

ALTER TABLE "public"."investor_private" ADD CONSTRAINT "investor_private_occupation_length" CHECK (((char_length(occupation) >= 1) AND (char_length(occupation) <= 200)));

ALTER TABLE "public"."investor_private" ADD CONSTRAINT "investor_private_previous_crypto_investments_length" CHECK (((char_length(previous_crypto_investments) >= 1) AND (char_length(previous_crypto_investments) <= 2000)));

ALTER TABLE "public"."investor_private" ADD CONSTRAINT "investor_private_previous_partnerships_length" CHECK (((char_length(previous_partnerships) >= 1) AND (char_length(previous_partnerships) <= 2000)));

ALTER TABLE "public"."investor_private" ADD CONSTRAINT "investor_private_registration_number_length" CHECK (((char_length(registration_number) >= 1) AND (char_length(registration_number) <= 200)));

ALTER TABLE "public"."investor_private" ADD CONSTRAINT "investor_private_tax_id_length" CHECK (((char_length(tax_id) >= 1) AND (char_length(tax_id) <= 200)));

ALTER TABLE "public"."investors" ADD CONSTRAINT "investors_contact_name_length" CHECK (((char_length(contact_name) >= 2) AND (char_length(contact_name) <=
CASE investor_type
    WHEN 'corporate'::text THEN 200
    ELSE 100
END)));

ALTER TABLE "public"."job_applications" ADD CONSTRAINT "job_applications_position_title_length" CHECK (((char_length(position_title) >= 2) AND (char_length(position_title) <= 100)));

ALTER TABLE "public"."registration_submissions" ADD CONSTRAINT "registration_submissions_locale_length" CHECK (((char_length(locale) >= 2) AND (char_length(locale) <= 35)));

ALTER TABLE "public"."registration_submissions" ADD CONSTRAINT "registration_submissions_secret_fields_few" CHECK ((cardinality(secret_fields) <= 20));

ALTER TABLE "public"."registration_submissions" ADD CONSTRAINT "registration_submissions_terms_version_length" CHECK (((char_length(terms_version) >= 1) AND (char_length(terms_version) <= 40)));

COMMENT ON TABLE "private"."axis_transitions" IS 'Machines beside the status of records: listings, payment and fulfilment.';

COMMENT ON TABLE "private"."market_limits" IS 'What staff of the house may tune.';

COMMENT ON TABLE "private"."payment_schedules" IS 'What the payment terms of the order form mean.';

COMMENT ON TABLE "private"."registration_fields" IS 'The questions of the registration forms: what a correction may name, and which answers lie in the vault alone.';

COMMENT ON TABLE "private"."status_transitions" IS 'The status machines: which status may follow which.';

COMMENT ON TABLE "public"."role_permissions" IS 'What each role may do.';

REVOKE ALL ON FUNCTION "private"."answer_columns"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_columns"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_columns"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_form"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_form"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_form"(text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_sealed"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_sealed"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_sealed"(text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."insert_once"(text, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_once"(text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_once"(text, jsonb, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_clear_secrets"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_clear_secrets"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_clear_secrets"(jsonb) TO "postgres";

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'acceptTerms', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'additionalInfo', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'alternativePhone', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'annualPurchaseVolume', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'businessType', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'city', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'companyAddress', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'companyName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'contactPersonName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'contactPersonTitle', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'country', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'email', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'hearAboutUs', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'paymentTermsPreference', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'phone', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'productsOfInterest', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'qualityCertifications', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'registrationNumber', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'state', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'targetMarkets', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'website', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_corporate', 'yearsInBusiness', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'acceptTerms', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'additionalInfo', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'address', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'averageOrderQuantity', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'businessName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'businessType', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'city', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'country', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'email', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'firstName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'hearAboutUs', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'lastName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'phone', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'productsOfInterest', 'false');

insert into private.registration_fields (form, field, is_secret) values ('buyer_individual', 'state', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'acceptTerms', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'address', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'challenges', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'city', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'cropTypes', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'dateOfBirth', 'true');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'email', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'farmName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'farmSize', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'farmingExperience', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'farmingMethods', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'fullName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'gender', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'goals', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'noEmail', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'phoneNumber', 'false');

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'state', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'acceptTerms', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'accountNumber', 'true');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'additionalInfo', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'annualRevenue', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'bankName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'businessGoals', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'businessType', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'city', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'companyAddress', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'companyEmail', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'companyName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'companyPhone', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'contactPersonEmail', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'contactPersonName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'contactPersonPhone', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'contactPersonTitle', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'country', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'employeeCount', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'establishedYear', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'industry', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'investmentAmount', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'linkedinProfile', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'partnershipInterest', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'partnershipType', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'previousPartnerships', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'registrationNumber', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'state', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'taxId', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_corporate', 'website', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'acceptTerms', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'additionalInfo', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'address', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'city', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'country', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'cryptoExperience', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'customInvestmentAmount', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'dateOfBirth', 'true');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'email', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'fullName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'idNumber', 'true');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'investmentAmount', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'investmentInterest', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'linkedinProfile', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'motivation', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'nationality', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'phone', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'previousCryptoInvestments', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'riskTolerance', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'sidraWalletAddress', 'true');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'state', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_crypto', 'validIdType', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'acceptTerms', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'accountNumber', 'true');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'additionalInfo', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'address', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'annualIncome', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'bankName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'bvn', 'true');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'city', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'country', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'dateOfBirth', 'true');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'email', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'employerName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'fullName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'idNumber', 'true');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'investmentAmount', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'investmentExperience', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'investmentInterest', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'linkedinProfile', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'motivation', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'nationality', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'occupation', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'phone', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'riskTolerance', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'state', 'false');

insert into private.registration_fields (form, field, is_secret) values ('investor_individual', 'validIdType', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'acceptTerms', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'address', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'city', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'dateOfBirth', 'true');

insert into private.registration_fields (form, field, is_secret) values ('training', 'educationLevel', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'email', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'experience', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'fullName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'gender', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'guardianConsent', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'guardianName', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'guardianPhone', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'motivation', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'noEmail', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'phoneNumber', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'state', 'false');

insert into private.registration_fields (form, field, is_secret) values ('training', 'trainingGoals', 'false');
