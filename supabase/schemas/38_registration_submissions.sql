-- Each sending of a registration's form: checked, stored once, and sent again after a correction.

create table public.registration_submissions (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  version integer not null,
  form text not null,
  answers jsonb not null,
  secret_fields text[] not null default '{}',
  channel text not null,
  locale text,
  terms_version text,
  created_at timestamptz not null default now(),
  requested_by text,
  changes jsonb not null default '[]',
  phone_to_call text,
  constraint registration_submissions_version_unique unique (record_id, version),
  constraint registration_submissions_record_type_known check (record_type = any (private.registration_types())),
  constraint registration_submissions_form_known check (form in ('farmer', 'training', 'buyer_individual',
    'buyer_corporate', 'investor_individual', 'investor_corporate', 'investor_crypto')),
  constraint registration_submissions_answers_object check (jsonb_typeof(answers) = 'object'),
  constraint registration_submissions_channel_known check (channel = any (private.registration_channels())),
  constraint registration_submissions_locale_length check (char_length(locale) between 2 and 35),
  constraint registration_submissions_terms_version_length check (char_length(terms_version) between 1 and 40),
  constraint registration_submissions_secret_fields_few check (cardinality(secret_fields) <= 20),
  constraint registration_submissions_requested_by_known check (requested_by in ('applicant', 'staff')),
  constraint registration_submissions_changes_array check (jsonb_typeof(changes) = 'array'),
  constraint registration_submissions_phone_to_call_digits check (phone_to_call ~ '^\+?[0-9]{8,15}$')
);
create index registration_submissions_phone_to_call_idx on public.registration_submissions (record_id)
  where phone_to_call is not null;
comment on column public.registration_submissions.requested_by is 'For a later version: staff requested a correction, or the applicant changed it unasked. Null: the first, and older ones.';
comment on column public.registration_submissions.changes is 'What a later version changed: [{field, before, after}], a secret by its end alone.';
comment on column public.registration_submissions.phone_to_call is 'The number of before, where contacts or numbers changed and neither mail nor text could say so: staff ring it.';
comment on column public.registration_submissions.secret_fields is 'Which secrets came with it; they themselves lie in the vault.';

-- One attempt to send, known by the key that the page made: the same key again is the same record and version.
create table private.submission_keys (
  idempotency_key uuid primary key,
  form text not null,
  record_type text not null,
  record_id uuid not null,
  version integer not null,
  user_id uuid,
  created_at timestamptz not null default now(),
  fingerprint text,
  constraint submission_keys_fingerprint_form check (fingerprint ~ '^[0-9a-f]{64}$')
);
comment on column private.submission_keys.fingerprint is 'HMAC of the attempt''s key, answers and secrets. Null: an attempt of before it was stored, or of a person who was erased.';
create index submission_keys_record_id_idx on private.submission_keys (record_id);

-- Anyone who has no session proves some work for each registration. A proof serves one attempt, in all processes.
create table private.used_proofs (
  id text primary key,
  attempt uuid not null,
  expires_at timestamptz not null,
  constraint used_proofs_id_form check (id ~ '^[0-9a-f]{64}$')
);
comment on table private.used_proofs is 'Proofs of work that were used, until they expire.';
create index used_proofs_expires_at_idx on private.used_proofs (expires_at);

-- What hangs on a record goes when the record goes. Consents stay: they prove what was agreed, and name nobody.
create function private.forget_submissions(record_id uuid) returns void
language sql security definer set search_path = ''
as $$
  delete from public.registration_submissions where registration_submissions.record_id = $1;
  delete from public.correction_requests where correction_requests.record_id = $1;
  delete from private.submission_keys where submission_keys.record_id = $1;
  delete from private.change_codes where change_codes.record_id = $1;
  delete from private.change_refusals where change_refusals.record_id = $1;
  delete from private.registration_guest_links where registration_guest_links.record_id = $1;
  delete from private.link_reissues where link_reissues.record_id = $1;
  delete from private.registration_merges where $1 in (older_id, younger_id);
$$;

create function private.check_context(context jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  staff_id uuid := (context ->> 'enteredBy')::uuid;
begin
  if (context ->> 'idempotencyKey')::uuid is null then
    raise exception 'idempotencyKey is required' using errcode = '23502';
  elsif coalesce(context ->> 'channel', '') <> all (private.registration_channels())
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

-- A secret is stored sealed or not at all, whatever the server makes of the form.
create function private.refuse_clear_secrets(answers jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  secret text := (
    select min(field) from private.registration_fields where is_secret and answers ? field
  );
begin
  if secret is not null then
    raise exception 'This answer comes encrypted, or not at all' using errcode = '23514', detail = secret, hint = secret;
  end if;
end $$;

-- The names of the secrets that came; those that the form does not have are not taken.
create function private.check_sealed(form text, sealed jsonb) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  secret_names text[] := (
    select coalesce(array_agg(item ->> 'field' order by item ->> 'field'), '{}')
    from jsonb_array_elements(coalesce(sealed -> 'secrets', '[]')) as item
  );
begin
  if exists (
    select from unnest(secret_names) as name
    where name <> 'selfie' and not exists (
      select from private.registration_fields as form_field
      where form_field.form = check_sealed.form and form_field.field = name and form_field.is_secret
    )
  ) then
    raise exception 'The form does not ask for this secret' using errcode = '22023';
  end if;
  return secret_names;
end $$;

-- What else came with the answers: secrets, consents, photo, and the version that is stored whole.
create function private.store_submission(
  record_type text, record_id uuid, version integer, form text, answers jsonb, sealed jsonb, context jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := (context ->> 'userId')::uuid;
  secrets text[] := private.check_sealed(form, sealed);
  wallet jsonb := jsonb_path_query_first(sealed, '$.secrets[*] ? (@.field == "sidraWalletAddress")');
begin
  insert into public.registration_submissions
    (record_type, record_id, version, form, answers, secret_fields, channel, locale, terms_version, requested_by, changes,
      phone_to_call)
  values (
    store_submission.record_type, store_submission.record_id, store_submission.version, store_submission.form,
    store_submission.answers, secrets, context ->> 'channel', private.answer(context, 'locale'),
    private.answer(context, 'termsVersion'), context ->> 'requestedBy', coalesce(context -> 'changes', '[]'),
    context ->> 'phoneToCall'
  );
  if store_submission.version > 1 then
    perform private.notify_followers(store_submission.record_type, store_submission.record_id);
  end if;
  insert into private.submission_keys (idempotency_key, form, record_type, record_id, version, user_id, fingerprint)
  values (
    (context ->> 'idempotencyKey')::uuid, store_submission.form, store_submission.record_type, store_submission.record_id,
    store_submission.version, person_id, context ->> 'fingerprint'
  );
  insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel, recorded_by)
  select person_id, store_submission.record_type, store_submission.record_id, consent ->> 'purpose',
    consent ->> 'textVersion', true, context ->> 'channel', (context ->> 'enteredBy')::uuid
  from jsonb_array_elements(coalesce(context -> 'consents', '[]')) as consent;
  if jsonb_typeof(sealed) = 'object' then
    perform private.store_sealed(sealed, store_submission.record_type, store_submission.record_id);
  end if;
  if wallet is not null then
    update public.investors set wallet_address = '…' || coalesce(wallet ->> 'lastFour', '')
    where id = store_submission.record_id;
  end if;
  if context ->> 'photoReceiptHash' is not null and record_type <> 'investors'
    and private.use_photo_upload(context ->> 'photoReceiptHash', store_submission.record_type, person_id)
  then
    execute format('update public.%I set has_photo = true where id = $1', record_type) using record_id;
  end if;
  if context ->> 'enteredBy' is not null then
    perform private.record_audit_of((context ->> 'enteredBy')::uuid, context ->> 'enteredFrom', 'enter',
      store_submission.record_type, store_submission.record_id::text, null,
      jsonb_build_object('channel', context ->> 'channel', 'version', store_submission.version));
  end if;
end $$;

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
  created_reference text;
begin
  -- The same key at the same time: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('registration ' || (context ->> 'idempotencyKey'), 0));
  select * into attempt from private.submission_keys where idempotency_key = (context ->> 'idempotencyKey')::uuid;
  if not found then
    return null;
  elsif attempt.form is distinct from find_attempt.form or attempt.user_id is distinct from (context ->> 'userId')::uuid then
    raise exception 'This was sent before, as something else. Please fill in the form again.' using errcode = 'PT409';
  elsif attempt.fingerprint <> context ->> 'fingerprint' then
    select reference into created_reference from private.registrations where id = attempt.record_id;
    raise exception 'This arrived before with other answers, as %. Nothing was changed: to correct it, follow its link or contact us. Sending it again makes another registration.',
      created_reference using errcode = 'PT409';
  end if;
  if attempt.user_id is null and attempt.created_at > now() - interval '1 day' and exists (
    select from private.registrations where id = attempt.record_id and user_id is null
  ) and not exists (
    select from private.link_reissues where record_id = attempt.record_id and created_at > attempt.created_at
  ) then
    perform private.store_guest_link(attempt.record_type, attempt.record_id, context ->> 'trackingTokenHash');
  end if;
  return private.describe_registration(attempt.record_id, false) || jsonb_build_object('hasLink', exists (
    select from private.registration_guest_links as link
    where link.token_hash = context ->> 'trackingTokenHash' and link.record_id = attempt.record_id and link.expires_at > now()
  ));
end $$;

-- Security definer, because nobody may write a registration by any other way; called by the server, which has
-- judged the answers, encrypted what is secret and knows who the person is. Answers {recordType, id, form, reference, status, hasPhoto,
-- createdAt, isNew}; someone who is registered as such a buyer already gets that record, with isOther (decision 49).
create function public.submit_registration(form text, answers jsonb, sealed jsonb, context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  record_type text := private.registration_table(form);
  person_id uuid := (context ->> 'userId')::uuid;
  columns jsonb;
  known jsonb;
  created_id uuid := coalesce((sealed -> 'record' ->> 'id')::uuid, gen_random_uuid());
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
      'id', created_id,
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
    select id into strict created_id from public.buyers
    where user_id = person_id and buyer_type = split_part(form, '_', 2) and status in ('pending', 'approved');
    -- What was sent now is not taken, and admins see that it was tried.
    perform private.record_audit_event('BUYER_REGISTRATION_ERROR', person_id,
      jsonb_build_object('email', answers ->> 'email', 'businessType', answers ->> 'businessType',
        'error', 'Registered already as ' || reference || '.'),
      (context ->> 'idempotencyKey')::uuid)
    from public.buyers where id = created_id;
    return private.describe_registration(created_id, false) || '{"isOther": true}';
  end;
  if columns ? 'private' then
    perform private.insert_row(name, columns -> 'private' || jsonb_build_object(key, created_id, 'updated_at', now()))
    from private.private_table(record_type);
  end if;
  perform private.store_submission(record_type, created_id, 1, form, answers, sealed, context);
  if person_id is null then
    perform private.store_guest_link(record_type, created_id, context ->> 'trackingTokenHash');
  else
    delete from public.registration_drafts where user_id = person_id and registration_drafts.form = submit_registration.form;
  end if;
  perform private.notify_registrant(created_id, 'registration_received');
  return private.describe_registration(created_id, true);
end $$;

-- Answers a correction that staff requested: the record takes the new answers, the old ones stay in the ledger. The
-- person proves themselves by their account or by their link; secrets that are not sent again stay as they are.
create function public.resubmit_registration(record_type text, record_id uuid, answers jsonb, sealed jsonb, context jsonb)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
  changes := private.find_changes(current_record, answers, sealed, context);
  -- Staff have marked what they doubt; whatever else says where money or mail goes takes a code, as without them.
  if context ->> 'enteredBy' is null and private.has_unrequested_guard(current_record, changes) then
    perform private.use_change_proof(current_record, context);
  end if;
  perform private.store_changed(current_record, answers, sealed, context || '{"requestedBy": "staff"}', changes);
  return private.describe_registration(current_record.id, true);
end $$;

-- Writes the new answers over the record's, and a new version of its form; notifies the contact of before.
create function private.store_changed(
  current_record private.registrations, answers jsonb, sealed jsonb, context jsonb, changes jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  columns jsonb := private.registration_columns(current_record.form, answers);
  next_version integer := current_record.answers_version + 1;
begin
  perform private.update_row(current_record.record_type, 'id', current_record.id, columns -> 'record' ||
    jsonb_build_object('answers_version', next_version, 'sent_again_at', now()) ||
    case current_record.record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  if columns ? 'private' then
    perform private.update_row(name, key, current_record.id, columns -> 'private')
    from private.private_table(current_record.record_type);
  end if;
  perform private.store_submission(current_record.record_type, current_record.id, next_version, current_record.form, answers,
    sealed, context || jsonb_build_object('phoneToCall', private.notify_of_change(current_record, changes, context ->> 'channel'), 'changes', (
      select coalesce(jsonb_agg(change - 'guard' - 'label' order by change ->> 'label'), '[]')
      from jsonb_array_elements(changes) as change)));
end $$;

-- True for the first attempt that brings it, and for that attempt again, since its answer may have been lost.
-- Until the transaction ends that spends it, nobody knows whether it is spent: another request waits for it, and is refused after a second.
-- Security definer, because nobody may take a proof back.
create function private.use_proof(id text, attempt uuid, expires_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '1s'
as $$
begin
  insert into private.used_proofs (id, attempt, expires_at)
  values (use_proof.id, use_proof.attempt, use_proof.expires_at)
  on conflict on constraint used_proofs_pkey do nothing;
  return exists (
    select from private.used_proofs
    where used_proofs.id = use_proof.id and used_proofs.attempt = use_proof.attempt
  );
exception when lock_not_available then
  return false;
end $$;

create function private.forget_proofs(before timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from private.used_proofs where used_proofs.expires_at < before;
  get diagnostics forgotten = row_count;
  delete from private.change_codes where change_codes.created_at < before - interval '1 day';
  delete from private.change_refusals where change_refusals.created_at < before - interval '1 day';
  return forgotten;
end $$;

-- A ledger's entry goes only together with its record (retention), never alone and never by a client.
create trigger refuse_change before update on public.registration_submissions
  for each row execute function private.refuse_change();

create trigger refuse_truncate before truncate on public.registration_submissions
  for each statement execute function private.refuse_change();

-- What was sent again may answer a correction.
create trigger notify_admin after insert on public.registration_submissions
  for each row when (new.version > 1) execute function private.notify_admin('correction_requests');

create trigger notify_admin_of_call after insert on public.registration_submissions
  for each row when (new.phone_to_call is not null) execute function private.notify_admin('people_to_phone');

alter table public.registration_submissions enable row level security;
revoke all on table public.registration_submissions from public, anon, authenticated, service_role;
revoke all on sequence public.registration_submissions_id_seq from public, anon, authenticated, service_role;
grant select on table public.registration_submissions to authenticated, service_role;
create policy "People read what they sent, and staff who may decide" on public.registration_submissions
  for select to authenticated
  using (
    record_type = any ((select private.registrations_with('decide'))::text[])
    or record_id in (select private.own_registration_ids())
  );

alter table private.submission_keys enable row level security;
revoke all on table private.submission_keys from public, anon, authenticated, service_role;

alter table private.used_proofs enable row level security;
revoke all on table private.used_proofs from public, anon, authenticated, service_role;

revoke all on function
  private.check_context(jsonb), private.check_sealed(text, jsonb),
  private.describe_registration(uuid, boolean), private.find_attempt(text, jsonb),
  private.forget_proofs(timestamp with time zone), private.forget_submissions(uuid),
  private.store_changed(private.registrations, jsonb, jsonb, jsonb, jsonb),
  private.store_submission(text, uuid, integer, text, jsonb, jsonb, jsonb), private.refuse_clear_secrets(jsonb),
  private.use_proof(text, uuid, timestamp with time zone), public.resubmit_registration(text, uuid, jsonb, jsonb, jsonb),
  public.submit_registration(text, jsonb, jsonb, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function
  private.forget_proofs(timestamp with time zone), private.use_proof(text, uuid, timestamp with time zone),
  public.resubmit_registration(text, uuid, jsonb, jsonb, jsonb), public.submit_registration(text, jsonb, jsonb, jsonb)
  to service_role;
