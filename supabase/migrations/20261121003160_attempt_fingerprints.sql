-- The same attempt again is the same content: what was sent under one key is told from something else under that key
-- by a keyed hash, which the server makes with the vault's own key. Of what is secret nothing else is kept here.

alter table private.submission_keys
  add column fingerprint text,
  add constraint submission_keys_fingerprint_form check (fingerprint ~ '^[0-9a-f]{64}$');
comment on column private.submission_keys.fingerprint is 'HMAC of the attempt''s key, answers and secrets. Null: an attempt of before it was kept, or of a person who was erased.';

-- Erased with the person, like every other hash of theirs.
update private.personal_data set
  hidden = '{idempotency_key,fingerprint}', erasure = 'scrub', scrub = 'fingerprint = null',
  note = 'Attempts to send: the same one again must not make a new record. What they were told apart by is erased.'
where table_name = 'private.submission_keys';

-- As before (20261121002255), and: the same key with other answers, or another secret, is no repetition.
create or replace function private.find_attempt(form text, context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  attempt private.submission_keys;
  made_reference text;
begin
  -- The same key at the same moment: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('registration ' || (context ->> 'idempotencyKey'), 0));
  select * into attempt from private.submission_keys where idempotency_key = (context ->> 'idempotencyKey')::uuid;
  if not found then
    return null;
  elsif attempt.form is distinct from find_attempt.form or attempt.user_id is distinct from (context ->> 'userId')::uuid then
    raise exception 'This was sent before, as something else. Please fill in the form anew.' using errcode = 'PT409';
  elsif attempt.fingerprint <> context ->> 'fingerprint' then
    select reference into made_reference from private.registrations where id = attempt.record_id;
    raise exception 'This arrived before with other answers, as %. Nothing was changed: to correct it, follow its link or contact us. Sending it again makes another registration.',
      made_reference using errcode = 'PT409';
  end if;
  if attempt.user_id is null and attempt.created_at > now() - interval '1 day' and exists (
    select from private.registrations where id = attempt.record_id and user_id is null
  ) then
    perform private.keep_tracking_link(attempt.record_type, attempt.record_id, context ->> 'trackingTokenHash');
  end if;
  return private.describe_registration(attempt.record_id, false);
end $$;

-- As before (20261121002255), and: what the attempt is told from another by.
create or replace function private.keep_submission(
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
  -- A number that the account did not have yet, where the person agreed to that (decision 32).
  if exists (
    select from jsonb_array_elements(coalesce(context -> 'consents', '[]')) as given
    where given ->> 'purpose' = 'profile_phone'
  ) then
    update public.profiles set phone = coalesce(private.answer(answers, 'phoneNumber'), private.answer(answers, 'phone'))
    where id = person_id and phone is null;
  end if;
end $$;
