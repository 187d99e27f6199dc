-- The one door for registrations: whole or not at all, once for each attempt, without a secret in clear.

-- Who sends it, and how: raises what a caller of the two functions below got wrong.
create function private.check_context(context jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  staff_id uuid := (context ->> 'enteredBy')::uuid;
begin
  if (context ->> 'idempotencyKey')::uuid is null then
    raise exception 'idempotencyKey is required' using errcode = '23502';
  elsif coalesce(context ->> 'channel', '') not in ('web', 'walk_in', 'phone')
    or jsonb_typeof(coalesce(context -> 'consents', '[]')) <> 'array'
  then
    raise exception 'This is no context of a registration' using errcode = '22023';
  elsif context ->> 'channel' = 'web' and staff_id is not null
    or context ->> 'channel' <> 'web' and (staff_id is null or context ->> 'userId' is not null
      or not private.person_has_permission(staff_id, 'registrations.enter'))
  then
    raise exception 'permission denied to enter a registration for somebody' using errcode = '42501';
  elsif context ->> 'channel' <> 'web' and jsonb_array_length(coalesce(context -> 'consents', '[]')) = 0 then
    raise exception 'Please record that the person agreed.' using errcode = '23514', hint = 'consents', detail = 'consents';
  end if;
end $$;

-- Secrets that the form does not ask for are not taken; those that it demands must be here, or in the vault already.
-- Answers the names of those that came.
create function private.check_sealed(form text, answers jsonb, sealed jsonb, context jsonb, record_id uuid) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  given text[] := (
    select coalesce(array_agg(item ->> 'field' order by item ->> 'field'), '{}')
    from jsonb_array_elements(coalesce(sealed -> 'secrets', '[]')) as item
  );
  stored text[] := (
    select coalesce(array_agg(secrets.field::text), '{}') from strongroom.secrets
    where secrets.record_id = check_sealed.record_id
  );
  missing private.secret_fields := private.find_missing_secret(form, answers, context, given || stored);
begin
  if exists (
    select from unnest(given) as name
    where name <> 'selfie' and not exists (
      select from private.secret_fields where secret_fields.form = check_sealed.form and field = name
    )
  ) then
    raise exception 'The form does not ask for this secret' using errcode = '22023';
  elsif missing.field is not null then
    raise exception '%', missing.message using errcode = '23514', detail = missing.field, hint = missing.field;
  end if;
  return given;
end $$;

-- What else came with the answers: secrets, consents, photo, and the version that is kept whole.
create function private.keep_submission(
  record_type text, record_id uuid, version integer, form text, answers jsonb, sealed jsonb, context jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := (context ->> 'userId')::uuid;
  secrets text[] := private.check_sealed(form, answers, sealed, context, record_id);
  wallet jsonb := jsonb_path_query_first(sealed, '$.secrets[*] ? (@.field == "sidraWalletAddress")');
begin
  insert into public.registration_submissions
    (record_type, record_id, version, form, answers, secret_fields, channel, locale, terms_version)
  values (
    keep_submission.record_type, keep_submission.record_id, keep_submission.version, keep_submission.form,
    keep_submission.answers, secrets, context ->> 'channel', private.answer(context, 'locale'),
    private.answer(context, 'termsVersion')
  );
  insert into private.submission_keys (idempotency_key, form, record_type, record_id, version, user_id)
  values (
    (context ->> 'idempotencyKey')::uuid, keep_submission.form, keep_submission.record_type, keep_submission.record_id,
    keep_submission.version, person_id
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
  -- A number that the account did not have yet, where the person agreed to that (decision 32).
  if exists (
    select from jsonb_array_elements(coalesce(context -> 'consents', '[]')) as given
    where given ->> 'purpose' = 'profile_phone'
  ) then
    update public.profiles set phone = coalesce(private.answer(answers, 'phoneNumber'), private.answer(answers, 'phone'))
    where id = person_id and phone is null;
  end if;
end $$;

create function private.keep_tracking_link(record_type text, record_id uuid, token_hash text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.tracking_links (token_hash, record_type, record_id)
  select token_hash, record_type, record_id where token_hash is not null
  on conflict (token_hash) do nothing
$$;

create function private.describe_registration(record_id uuid, is_new boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('recordType', record_type, 'id', id, 'form', form, 'reference', reference,
    'status', status, 'hasPhoto', has_photo, 'createdAt', created_at, 'isNew', is_new)
  from private.registrations where id = record_id
$$;

-- The record of an attempt that was made before: the answer to a second tap, and to a page that never heard the first
-- answer. A guest's gets the link that the second one brings, within a day of the first.
create function private.find_attempt(form text, context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  attempt private.submission_keys;
begin
  -- The same key at the same moment: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('registration ' || (context ->> 'idempotencyKey'), 0));
  select * into attempt from private.submission_keys where idempotency_key = (context ->> 'idempotencyKey')::uuid;
  if not found then
    return null;
  elsif attempt.form is distinct from find_attempt.form or attempt.user_id is distinct from (context ->> 'userId')::uuid then
    raise exception 'This was sent before, as something else. Please fill in the form anew.' using errcode = 'PT409';
  end if;
  if attempt.user_id is null and attempt.created_at > now() - interval '1 day' and exists (
    select from private.registrations where id = attempt.record_id and user_id is null
  ) then
    perform private.keep_tracking_link(attempt.record_type, attempt.record_id, context ->> 'trackingTokenHash');
  end if;
  return private.describe_registration(attempt.record_id, false);
end $$;

-- Security definer, because nobody may write a registration by any other door; called by the server, which has
-- encrypted what is secret and knows who the person is. Answers {recordType, id, form, reference, status, hasPhoto,
-- createdAt, isNew}; somebody who is registered as such a buyer already gets that record, with isOther (decision 49).
create function public.submit_registration(form text, answers jsonb, sealed jsonb, context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  record_type text := private.registration_table(form);
  person_id uuid := (context ->> 'userId')::uuid;
  checked jsonb;
  columns jsonb;
  known jsonb;
  made_id uuid := gen_random_uuid();
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
  checked := private.check_form(form, answers, context);
  columns := private.registration_columns(form, checked);
  -- An account whose profile could not be made at sign-up gets it now.
  insert into public.profiles (id, email)
  select id, email from auth.users where id = person_id and email is not null
  on conflict (id) do nothing;
  if record_type = 'buyers' then
    perform private.record_audit_event('BUYER_REGISTRATION_ATTEMPT', person_id,
      jsonb_build_object('email', checked ->> 'email', 'businessType', checked ->> 'businessType'),
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
      jsonb_build_object('email', checked ->> 'email', 'businessType', checked ->> 'businessType',
        'error', 'Registered already as ' || reference || '.'),
      (context ->> 'idempotencyKey')::uuid)
    from public.buyers where id = made_id;
    return private.describe_registration(made_id, false) || '{"isOther": true}';
  end;
  if columns ? 'private' then
    perform private.insert_row(name, columns -> 'private' || jsonb_build_object(key, made_id, 'updated_at', now()))
    from private.private_table(record_type);
  end if;
  perform private.keep_submission(record_type, made_id, 1, form, checked, sealed, context);
  if person_id is null then
    perform private.keep_tracking_link(record_type, made_id, context ->> 'trackingTokenHash');
  else
    delete from public.registration_drafts where user_id = person_id and registration_drafts.form = submit_registration.form;
  end if;
  perform private.tell_registrant(made_id, 'registration_received');
  return private.describe_registration(made_id, true);
end $$;

-- One change after the other for each record: what is read after this stays true until the transaction ends.
create function private.lock_registration(record_type text, record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if record_type in ('farmers', 'training_enrolments', 'buyers', 'investors') then
    execute format('select from public.%I where id = $1 for update', record_type) using record_id;
  end if;
end $$;

-- Whether the record is theirs who send: by their account, or, where no account owns it, by a link to it.
create function private.may_change_registration(record_id uuid, owner_id uuid, context jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when owner_id is not null then owner_id is not distinct from (context ->> 'userId')::uuid
    else exists (
      select from private.tracking_links as link
      where link.token_hash = context ->> 'trackingTokenHash' and link.record_id = $1 and link.expires_at > now()
    )
  end
$$;

-- Answers a correction that staff asked for: the record takes the new answers, the old ones stay in the ledger. The
-- person proves themselves by their account or by their link; secrets that are not sent again stay as they are.
create function public.resubmit_registration(record_type text, record_id uuid, answers jsonb, sealed jsonb, context jsonb)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_record private.registrations;
  checked jsonb;
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
  checked := private.check_form(found_record.form, answers, context);
  columns := private.registration_columns(found_record.form, checked);
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
  perform private.keep_submission(found_record.record_type, found_record.id, next_version, found_record.form, checked,
    sealed, context);
  return private.describe_registration(found_record.id, true);
end $$;

-- What the secret link shows; null for a link that leads nowhere. Called by the server with the hash of the token.
create function public.track_registration(token_hash text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'recordType', record.record_type, 'id', record.id, 'form', record.form, 'reference', record.reference,
    'status', record.status, 'declineReason', record.decline_reason, 'nextStep', record.next_step,
    'correction', record.open_correction, 'hasPhoto', record.has_photo, 'createdAt', record.created_at,
    'answers', coalesce((
      select sent.answers from public.registration_submissions as sent
      where sent.record_id = record.id order by sent.version desc limit 1
    ), '{}'),
    'consents', coalesce((
      select jsonb_agg(jsonb_build_object('purpose', latest.purpose, 'textVersion', latest.text_version,
        'isGiven', latest.is_given, 'createdAt', latest.created_at) order by latest.purpose)
      from (select distinct on (purpose) * from public.consents where consents.record_id = record.id
        order by purpose, id desc) as latest
    ), '[]'),
    'personId', private.vault_person_of(record.record_type, record.id)
  )
  from private.tracking_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = track_registration.token_hash and link.expires_at > now() and record.user_id is null
$$;

-- The uploaded photo of a registration that is there: the sealed reference goes to the vault, the record says that
-- there is one. Who may: whoever holds the receipt of the slot, and the record by account, link or entry.
create function public.attach_photo(record_type text, record_id uuid, sealed jsonb, context jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  found_record private.registrations;
begin
  perform private.lock_registration(attach_photo.record_type, attach_photo.record_id);
  select * into found_record from private.registrations as record
  where record.record_type = attach_photo.record_type and record.id = attach_photo.record_id;
  if found_record.id is null or found_record.record_type = 'investors'
    or not private.may_change_registration(found_record.id, found_record.user_id, context)
  then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  -- Whoever decided on it saw that photo.
  if found_record.has_photo and found_record.status <> 'pending' then
    return false;
  end if;
  if not private.use_photo_upload(context ->> 'photoReceiptHash', found_record.record_type, (context ->> 'userId')::uuid) then
    return false;
  end if;
  perform private.store_sealed(sealed, found_record.record_type, found_record.id);
  execute format('update public.%I set has_photo = true where id = $1', found_record.record_type) using found_record.id;
  return true;
end $$;

-- What shows that there is a secret goes with it: the end of a wallet address, the mark of a photo.
create function private.forget_masks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.field = 'sidraWalletAddress' then
    update public.investors set wallet_address = null where id = old.record_id;
  elsif old.field = 'selfie' and old.record_type in ('farmers', 'training_enrolments', 'buyers') then
    execute format('update public.%I set has_photo = false where id = $1', old.record_type) using old.record_id;
  end if;
  return null;
end $$;
create trigger forget_masks after delete on strongroom.secrets
  for each row when (old.field in ('sidraWalletAddress', 'selfie')) execute function private.forget_masks();

revoke all on function private.check_context(jsonb), private.check_sealed(text, jsonb, jsonb, jsonb, uuid),
  private.keep_submission(text, uuid, integer, text, jsonb, jsonb, jsonb), private.keep_tracking_link(text, uuid, text),
  private.describe_registration(uuid, boolean), private.find_attempt(text, jsonb),
  private.may_change_registration(uuid, uuid, jsonb), private.lock_registration(text, uuid), private.forget_masks() from public;
revoke all on function public.submit_registration(text, jsonb, jsonb, jsonb),
  public.resubmit_registration(text, uuid, jsonb, jsonb, jsonb), public.track_registration(text),
  public.attach_photo(text, uuid, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.submit_registration(text, jsonb, jsonb, jsonb),
  public.resubmit_registration(text, uuid, jsonb, jsonb, jsonb), public.track_registration(text),
  public.attach_photo(text, uuid, jsonb, jsonb) to service_role;
