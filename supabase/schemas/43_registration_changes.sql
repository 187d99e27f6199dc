-- What applicants change unasked while their registration is pending: what differs, the code that guards some of it, and
-- who is notified. The same code shows a guest the photo that they sent.

-- Codes sent to the contact on record of a guest. The newest of a link counts, for five tries.
create table private.change_codes (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  link_hash text not null,
  channel text not null,
  code_hash text not null,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '15 minutes',
  proved_at timestamptz,
  used_at timestamptz,
  proved_for uuid,
  purpose text not null default 'change',
  constraint change_codes_record_type_known check (record_type = any (private.registration_types())),
  constraint change_codes_channel_known check (channel in ('email', 'sms')),
  constraint change_codes_link_hash_form check (link_hash ~ '^[0-9a-f]{64}$'),
  constraint change_codes_code_hash_form check (code_hash ~ '^[0-9a-f]{64}$'),
  constraint change_codes_attempts_few check (attempts between 0 and 5),
  constraint change_codes_proved_for_whole check ((proved_at is null) = (proved_for is null)),
  constraint change_codes_purpose_known check (purpose in ('change', 'photo'))
);
comment on table private.change_codes is 'Six digits, mailed or texted: the person who types them reads what goes to the contact on record.';
comment on column private.change_codes.code_hash is 'HMAC by the server over the link and the digits.';
comment on column private.change_codes.proved_for is 'The attempt that the digits were typed for: they pass no other one.';
comment on column private.change_codes.purpose is 'What the digits were sent for: those for a change show no photo, and those for the photo change nothing.';
create index change_codes_link_hash_idx on private.change_codes (link_hash, id desc);
create index change_codes_record_id_idx on private.change_codes (record_id, id desc);

-- Refused attempts at guarded answers and at the photo, a row for each: after too many in a day there are no more that day.
create table private.change_refusals (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  created_at timestamptz not null default now(),
  constraint change_refusals_record_type_known check (record_type = any (private.registration_types()))
);
comment on table private.change_refusals is 'That a change of contacts or numbers, or access to the photo, was refused for want of a code; a day.';
create index change_refusals_record_id_idx on private.change_refusals (record_id, created_at);

-- The server calls it after the refusal, which took back all that its own transaction wrote.
create function private.count_change_refusal(record_type text, record_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into private.change_refusals (record_type, record_id)
  select record.record_type, record.id from private.registrations as record
  where record.record_type = $1 and record.id = $2
$$;

-- Twenty refusals a day end it for that day.
create function private.refuse_often_refused(record_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (
    select count(*) >= 20 from private.change_refusals as refused
    where refused.record_id = $1 and refused.created_at > now() - interval '1 day'
  ) then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
end $$;

-- When the newest answers were sent: '14:05', and the day where it was another one.
create function private.say_when_sent(record_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select to_char(sent_at, case when sent_at::date = (now() at time zone 'Africa/Lagos')::date then 'HH24:MI'
    else U&'HH24:MI "on" FMDD\00A0FMMonth' end)
  from (
    select created_at at time zone 'Africa/Lagos' as sent_at from public.registration_submissions as sent
    where sent.record_id = $1 order by sent.version desc limit 1
  ) as newest
$$;

-- What a form leaves empty, however it is written.
create function private.non_empty_answer(answer jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select case when $1 not in ('null', '""', '[]', 'false') then $1 end
$$;

-- [{field, label, guard, before, after}]: what was sent now against what is stored. A secret differs by its keyed hash and is
-- shown by its end; one that was typed again (context.sentSecrets) counts as changed even when it is the same, or the difference
-- between the two answers would show a guess to be right. An answer that goes because the form has no such question any more
-- (context.notAsked) is not guarded: what it follows from is judged by itself.
create function private.find_changes(current_record private.registrations, answers jsonb, sealed jsonb, context jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with known as (
    select form_field.*,
      private.non_empty_answer((
        select sent.answers from public.registration_submissions as sent
        where sent.record_id = ($1).id order by sent.version desc limit 1
      ) -> form_field.field) as answer_before,
      private.non_empty_answer($2 -> form_field.field) as answer_after,
      secret.id is not null as had_secret, secret.last_four, secret.match_hash,
      jsonb_path_query_first($3, '$.secrets[*] ? (@.field == $name)', jsonb_build_object('name', form_field.field)) as item
    from private.registration_fields as form_field
    left join app_vault.secrets as secret on form_field.is_secret and secret.field = form_field.field
      and secret.record_type = ($1).record_type and secret.record_id = ($1).id
    where form_field.form = ($1).form
  )
  select coalesce(jsonb_agg(jsonb_build_object('field', field, 'label', label,
    'guard', case when answer_after is not null or not coalesce($4 -> 'notAsked' ? field, false) then guard end,
    'before', case when not is_secret then answer_before when had_secret then to_jsonb('••••••' || coalesce(last_four, '')) end,
    'after', case when is_secret then to_jsonb('••••••' || coalesce(item ->> 'lastFour', '')) else answer_after end
  ) order by label, field), '[]')
  from known
  where case when is_secret
    then item is not null and (not had_secret or match_hash is distinct from decode(item ->> 'matchHash', 'hex')
      or coalesce($4 -> 'sentSecrets' ? field, true))
    else answer_before is distinct from answer_after end
$$;

-- Whether a correction changes what is guarded, also where there was nothing before, and is none of what staff have marked.
create function private.has_unrequested_guard(current_record private.registrations, changes jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from jsonb_array_elements($2) as change
    where change ->> 'guard' is not null and not exists (
      select from jsonb_array_elements(($1).open_correction -> 'notes') as note
      where note ->> 'field' = change ->> 'field'
        -- One document has a kind and a number, one account a bank and a number, who has no e-mail gives none, and who turns
        -- out to be under 18 has a guardian.
        or array[note ->> 'field', change ->> 'field'] <@ array['bankName', 'accountNumber']
        or array[note ->> 'field', change ->> 'field'] <@ array['validIdType', 'idNumber']
        or array[note ->> 'field', change ->> 'field'] <@ array['email', 'noEmail']
        or array[note ->> 'field', change ->> 'field'] <@ array['dateOfBirth', 'guardianPhone']
    )
  )
$$;

-- In words for the applicant. The server requests it before it opens secrets, which are gone with the person's key.
create function private.refuse_erased(record_type text, record_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_erased_registration($1, $2) then
    raise exception 'Your data is erased: there is nothing to change any more.' using errcode = 'PT409';
  end if;
end $$;

-- Refuses what is over, in words for the applicant.
create function private.refuse_closed(current_record private.registrations) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_erased(current_record.record_type, current_record.id);
  if current_record.status <> 'pending' then
    raise exception 'It is % by now, so it cannot be changed here any more. Please call us or write to us.', current_record.status
      using errcode = 'PT409', hint = current_record.status;
  elsif current_record.consent_withdrawn_at is not null then
    raise exception 'You took back your consent, so nothing is changed. Agree again first.' using errcode = 'PT409';
  end if;
end $$;

-- Passes a person who has just shown that they read what goes to the contact that was proved before: a member by the code from
-- their mailbox, which the server has seen in this request, a guest by a code to the contact on record, typed for this attempt,
-- once.
create function private.use_change_proof(current_record private.registrations, context jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_proved boolean := false;
begin
  perform private.refuse_often_refused(current_record.id);
  if current_record.user_id is not null then
    if private.is_frozen(current_record.user_id) then
      raise exception 'You told us that somebody else was in your account: contacts and numbers stay as they are for now'
        using errcode = 'PT409', hint = 'frozen';
    end if;
    is_proved := coalesce(lower(context ->> 'provedMailbox') = private.proved_address(current_record.user_id), false);
  else
    update private.change_codes as sent set used_at = now()
    where sent.id = (
        select newest.id from private.change_codes as newest
        where newest.record_id = current_record.id and newest.link_hash = context ->> 'trackingTokenHash'
          and newest.purpose = 'change'
        order by newest.id desc limit 1
      )
      and sent.proved_for = (context ->> 'idempotencyKey')::uuid
      and sent.proved_at > now() - interval '15 minutes' and sent.used_at is null;
    is_proved := found;
  end if;
  if not is_proved then
    raise exception 'Please type the code that we send to you' using errcode = '23514', detail = 'code', hint = 'code';
  end if;
end $$;

-- Where a code can go for a guest: [{channel, to}], masked. Empty: staff change it.
create function private.change_code_channels(current_record private.registrations) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'to', masked)), '[]')
  from (
    select 'email' as channel, private.mask_address(($1).contact_email) as masked
    where ($1).contact_email <> '' and not private.is_suppressed(($1).contact_email, 'registration_change_code')
    union all
    select 'sms' as channel, '•••• ' || right(($1).contact_phone, 4) as masked
    where private.can_text_number(($1).contact_phone)
  ) as ways
  where ($1).user_id is null and not ($1).is_demo
$$;

-- Sends six digits to the contact on record of the guest who holds this link, for a change or for the photo. Answers {channel, to};
-- the server calls it, which draws the digits and has the key of their hash.
create function private.request_change_code(link_hash text, channel text, digits text, code_hash text, purpose text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  current_record private.registrations;
  way jsonb;
  template text := case purpose when 'photo' then 'registration_photo_code' else 'registration_change_code' end;
begin
  perform private.lock_registration(link.record_type, link.record_id)
  from private.registration_guest_links as link where link.token_hash = request_change_code.link_hash;
  select record.* into current_record
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = request_change_code.link_hash and link.expires_at > now() and record.user_id is null;
  if current_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  if purpose <> 'photo' then
    perform private.refuse_closed(current_record);
  elsif not exists (
    select from app_vault.secrets
    where secrets.record_type = current_record.record_type and secrets.record_id = current_record.id and secrets.field = 'selfie'
  ) then
    raise exception 'There is no photo of yours here.' using errcode = 'PT409';
  end if;
  way := jsonb_path_query_first(private.change_code_channels(current_record), '$[*] ? (@.channel == $channel)',
    jsonb_build_object('channel', request_change_code.channel));
  if way is null then
    raise exception 'We have nowhere to send a code to. Please call us or write to us.' using errcode = 'PT409';
  elsif (
    select count(*) filter (where sent.created_at > now() - interval '1 hour') >= 3 or count(*) >= 8
    from private.change_codes as sent
    where sent.record_id = current_record.id and sent.created_at > now() - interval '1 day'
  ) or not (
    case request_change_code.channel
      when 'email' then private.may_write_form_mail(current_record.contact_email)
      else private.may_text_code(current_record.contact_phone)
    end
  ) then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  insert into private.change_codes (record_type, record_id, link_hash, channel, code_hash, purpose)
  values (current_record.record_type, current_record.id, request_change_code.link_hash, request_change_code.channel,
    request_change_code.code_hash, request_change_code.purpose);
  if request_change_code.channel = 'email' then
    perform private.enqueue_mail(template, current_record.contact_email, jsonb_build_object(
      'code', current_record.reference, 'form', current_record.form, 'digits', digits, 'minutes', 15));
  else
    perform private.enqueue_sms(template, current_record.contact_phone, jsonb_build_object(
      'code', current_record.reference, 'digits', digits, 'minutes', 15));
  end if;
  return way;
end $$;

-- Whether these are the digits that were sent last for this to the holder of this link; they pass this attempt alone. Each try
-- counts, also a right one again.
create function private.prove_change_code(link_hash text, code_hash text, attempt uuid, purpose text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  sent private.change_codes;
  is_right boolean;
begin
  select stored.* into sent from private.change_codes as stored
  where stored.link_hash = prove_change_code.link_hash and stored.purpose = prove_change_code.purpose
  order by stored.id desc limit 1 for update;
  perform private.refuse_often_refused(sent.record_id);
  if sent.id is null or sent.used_at is not null or sent.expires_at <= now() or sent.attempts >= 5 then
    return false;
  end if;
  is_right := sent.code_hash = prove_change_code.code_hash;
  update private.change_codes as stored set attempts = stored.attempts + 1,
    proved_at = case when is_right then now() end, proved_for = case when is_right then attempt end
  where stored.id = sent.id;
  return is_right;
end $$;

-- The sealed photo of the registration behind this link, for the page that has typed the digits for it within a quarter of an
-- hour; nothing for any other. The entries are written with the reading.
create function private.read_guest_photo(link_hash text, attempt uuid) returns setof private.sealed_secret
language plpgsql security definer set search_path = ''
as $$
declare
  looked_at private.sealed_secret;
begin
  select sealed.* into looked_at
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type,
    lateral private.sealed_of(array[private.vault_person_of(record.record_type, record.id)]) as sealed
  where link.token_hash = read_guest_photo.link_hash and link.expires_at > now() and record.user_id is null and exists (
      select from private.change_codes as sent
      where sent.link_hash = link.token_hash and sent.record_id = record.id and sent.purpose = 'photo'
        and sent.proved_for = read_guest_photo.attempt and sent.proved_at > now() - interval '15 minutes'
    )
    and sealed.record_type = record.record_type and sealed.record_id = record.id and sealed.field = 'selfie';
  if looked_at.record_id is null then
    return;
  end if;
  insert into private.vault_openings (purpose, person_id, record_type, record_id)
  values ('own_photo', looked_at.person_id, looked_at.record_type, looked_at.record_id);
  perform private.record_audit_of(null, null, 'look', looked_at.record_type, looked_at.record_id::text, null,
    jsonb_build_object('what', 'own_photo'));
  return next looked_at;
end $$;

-- When the photo of a guest was looked at by a code; for their page.
create function private.list_photo_accesses(person_id uuid) returns table (id text, at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select opening.id::text, opening.created_at from private.vault_openings as opening
  where opening.person_id = $1 and opening.purpose = 'own_photo'
$$;

-- The contact of before hears of what guards it, without what was written: by mail, an account's with a link that freezes the
-- account, and by text where texts are sent; the mail says where staff entered it (channel).
-- Answers the number that staff have to ring where neither could be: a mailbox that is not written to is none.
create function private.notify_of_change(record_before private.registrations, changes jsonb, channel text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  guarded jsonb := jsonb_path_query_array(changes, '$[*] ? (@.guard != null).label');
  recipient text;
  is_notified boolean := false;
  details jsonb := jsonb_build_object('code', record_before.reference, 'form', record_before.form, 'at', now(), 'labels', guarded)
    || case when channel = 'web' then '{}' else jsonb_build_object('channel', channel) end;
begin
  if jsonb_array_length(guarded) = 0 or record_before.is_demo then
    return null;
  end if;
  for recipient in
    select lower(record_before.contact_email) where record_before.contact_email <> ''
    union
    select private.proved_address(record_before.user_id) where private.proved_address(record_before.user_id) is not null
  loop
    is_notified := is_notified or not private.is_suppressed(recipient, 'registration_changed');
    if record_before.user_id is not null then
      perform private.enqueue_alarm_mail('registration_changed', record_before.user_id, recipient, details);
    else
      perform private.enqueue_mail('registration_changed', recipient, details);
    end if;
  end loop;
  if record_before.contact_phone ~ '^\+[1-9]' and private.sends_sms() then
    perform private.enqueue_sms('registration_changed', record_before.contact_phone,
      jsonb_build_object('code', record_before.reference));
    is_notified := true;
  end if;
  return case when not is_notified and record_before.contact_phone ~ '[1-9]' then record_before.contact_phone end;
end $$;

-- How the registration's person is known: [{kind, contact}], by the record itself (and the one that it was made a part of), by its
-- newest answers and those that were the newest at this instant, and by its account. Numbers as they are stored, addresses in small letters.
create function private.known_contacts(record_id uuid, instant timestamptz) returns table (kind text, contact text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with records as (
      select record.* from private.registrations as record
      where record.id in (known_contacts.record_id, private.whole_of(known_contacts.record_id))
    )
    select found.kind, case found.kind when 'email' then lower(found.contact) else private.normalise_phone(found.contact) end
    from (
      select 'email' as kind, record.contact_email as contact from records as record
      union all
      select 'phone' as kind, record.contact_phone as contact from records as record
      union all
      select 'email' as kind, private.proved_address(record.user_id) as contact from records as record
      union all
      select 'phone' as kind, private.proved_number(record.user_id) as contact from records as record
      union all
      select form_field.guard as kind, sent.answers ->> form_field.field as contact
      from records as record
      join private.registration_fields as form_field
        on form_field.form = record.form and form_field.guard in ('email', 'phone') and not form_field.is_secret
      join public.registration_submissions as sent on sent.record_id = record.id and sent.version in (
        (select max(version) from public.registration_submissions as newest where newest.record_id = record.id),
        (select max(version) from public.registration_submissions as earlier
        where earlier.record_id = record.id and earlier.created_at <= known_contacts.instant))
    ) as found
    where found.contact <> '';
end $$;

-- The contact on record hears that somebody wrote about the registration with another one, without that one: five times a day at
-- most. What nobody has proved may be a stranger's, and is written to within the limits of what forms send. Answers nothing: staff see it at the message.
create function private.notify_of_other_contacts(subject private.registrations, other_contacts jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  recipient text;
  phone text;
  details jsonb := jsonb_build_object('code', subject.reference, 'form', subject.form, 'at', now(), 'kinds', other_contacts -> 'kinds');
begin
  if other_contacts is null or subject.is_demo or (
    select count(distinct earlier.created_at) >= 5 from private.mail_outbox as earlier
    where earlier.record_id = subject.id and earlier.template = 'registration_message'
      and earlier.created_at > now() - interval '1 day'
  ) then
    return;
  end if;
  for recipient in
    select lower(record.contact_email) from private.registrations as record
    where record.id in (subject.id, private.whole_of(subject.id)) and record.contact_email <> ''
    union
    select private.proved_address(subject.user_id) where private.proved_address(subject.user_id) is not null
  loop
    if recipient = private.proved_address(subject.user_id) then
      perform private.enqueue_alarm_mail('registration_message', subject.user_id, recipient, details);
    elsif private.may_write_form_mail(recipient) then
      perform private.enqueue_mail('registration_message', recipient, details);
    end if;
  end loop;
  for phone in
    select distinct record.contact_phone from private.registrations as record
    where record.id in (subject.id, private.whole_of(subject.id)) and record.contact_phone ~ '^\+[1-9]'
  loop
    if phone = private.proved_number(subject.user_id) or private.may_text_code(phone) then
      perform private.enqueue_sms('registration_message', phone, jsonb_build_object('code', subject.reference));
    end if;
  end loop;
end $$;

-- An applicant changes answers without a request, while the registration is pending and no question of staff is open. Its
-- owner proves themselves by their account or by their link; what is guarded takes a code besides. context.version is the one
-- that the form was filled from: what another window sent meanwhile is not written over. Answers what describe_registration
-- answers, and the changes.
create function public.change_registration(record_type text, record_id uuid, answers jsonb, sealed jsonb, context jsonb)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  current_record private.registrations;
  known jsonb;
  field_changes jsonb;
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
  elsif (context ->> 'version')::integer is distinct from current_record.answers_version then
    raise exception 'Your answers were changed at %, perhaps in another window. Look at them once more, then send it again.',
      private.say_when_sent(current_record.id) using errcode = 'PT409', hint = 'version';
  elsif (
    select count(*) >= 10 from public.registration_submissions as sent
    where sent.record_id = current_record.id and sent.requested_by = 'applicant'
      and sent.created_at > now() - interval '1 day'
  ) then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.refuse_clear_secrets(answers);
  field_changes := private.find_changes(current_record, answers, sealed, context);
  if jsonb_array_length(field_changes) = 0 then
    raise exception 'Nothing is different from what we have.' using errcode = 'PT409', hint = 'same';
  elsif jsonb_path_exists(field_changes, '$[*] ? (@.guard != null)') then
    perform private.use_change_proof(current_record, context);
  end if;
  perform private.store_changed(current_record, answers, sealed, context || '{"requestedBy": "applicant"}', field_changes);
  perform private.record_audit_of(current_record.user_id, null, 'change', current_record.record_type, current_record.id::text,
    null, jsonb_build_object('fields', jsonb_path_query_array(field_changes, '$[*].field')));
  return private.describe_registration(current_record.id, true) || jsonb_build_object('changes', (
    select sent.changes from public.registration_submissions as sent
    where sent.record_id = current_record.id order by sent.version desc limit 1));
end $$;

alter table private.change_codes enable row level security;
revoke all on table private.change_codes from public, anon, authenticated, service_role;

alter table private.change_refusals enable row level security;
revoke all on table private.change_refusals from public, anon, authenticated, service_role;

revoke all on function
  private.change_code_channels(private.registrations), private.count_change_refusal(text, uuid),
  private.find_changes(private.registrations, jsonb, jsonb, jsonb),
  private.non_empty_answer(jsonb), private.has_unrequested_guard(private.registrations, jsonb), private.known_contacts(uuid, timestamp with time zone),
  private.list_photo_accesses(uuid), private.notify_of_other_contacts(private.registrations, jsonb),
  private.notify_of_change(private.registrations, jsonb, text), private.prove_change_code(text, text, uuid, text),
  private.read_guest_photo(text, uuid), private.refuse_closed(private.registrations), private.refuse_erased(text, uuid), private.refuse_often_refused(uuid),
  private.request_change_code(text, text, text, text, text), private.say_when_sent(uuid),
  private.use_change_proof(private.registrations, jsonb),
  public.change_registration(text, uuid, jsonb, jsonb, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function
  private.count_change_refusal(text, uuid), private.list_photo_accesses(uuid),
  private.prove_change_code(text, text, uuid, text), private.read_guest_photo(text, uuid), private.refuse_erased(text, uuid),
  private.request_change_code(text, text, text, text, text),
  public.change_registration(text, uuid, jsonb, jsonb, jsonb)
  to service_role;
