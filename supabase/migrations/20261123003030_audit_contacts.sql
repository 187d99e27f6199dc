-- What staff say to people stands in the trail too: that they rang, wrote or asked for a correction, and what they entered
-- for somebody. That it was said, and never what.

-- One entry, of somebody who is not the session's own person: the server tells who entered a form, and from where.
create function private.record_audit_of(
  actor uuid, address text, action text, subject_type text, subject_id text, before jsonb, after jsonb
) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  made bigint;
begin
  insert into public.audit_trail (actor_id, actor_role, address, action, subject_type, subject_id, before, after)
  values (
    $1,
    coalesce((select role from public.user_roles where user_id = $1), case when $1 is not null then 'member' else 'system' end),
    left($2, 60), $3, $4, $5, $6, $7
  )
  returning id into made;
  return made;
end $$;

-- As before (20261121003182), by the function above.
create or replace function private.record_audit(action text, subject_type text, subject_id text, before jsonb default null, after jsonb default null)
returns bigint
language sql security definer set search_path = ''
as $$
  select private.record_audit_of((select auth.uid()), private.client_address(), $1, $2, $3, $4, $5)
$$;

-- Its argument is the action.
create function private.audit_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  written jsonb := to_jsonb(new);
begin
  perform private.record_audit(tg_argv[0], coalesce(written ->> 'record_type', 'orders'),
    coalesce(written ->> 'record_id', written ->> 'order_id'), null,
    case tg_argv[0]
      when 'call' then jsonb_build_object('outcome', written ->> 'outcome')
      when 'correction' then jsonb_build_object('fields', jsonb_path_query_array(written, '$.notes[*].field'))
    end);
  return null;
end $$;
create trigger audit_contact after insert on public.phone_calls
  for each row execute function private.audit_contact('call');
create trigger audit_contact after insert on public.correction_requests
  for each row execute function private.audit_contact('correction');
create trigger audit_contact after insert on public.order_messages
  for each row when (new.is_from_staff) execute function private.audit_contact('message');
revoke all on function private.record_audit_of(uuid, text, text, text, text, jsonb, jsonb), private.audit_contact() from public;

-- As before (20261122001515), and: what staff entered for somebody stands in the trail.
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
  if context ->> 'enteredBy' is not null then
    perform private.record_audit_of((context ->> 'enteredBy')::uuid, context ->> 'enteredFrom', 'enter',
      keep_submission.record_type, keep_submission.record_id::text, null,
      jsonb_build_object('channel', context ->> 'channel', 'version', keep_submission.version));
  end if;
end $$;
