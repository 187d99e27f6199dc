-- Deciding on registrations: approving, requesting corrections, looking for twins.

create table public.correction_requests (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  submission_version integer not null,
  notes jsonb not null,
  message text,
  created_at timestamptz not null default now(),
  constraint correction_requests_record_type_known check (record_type = any (private.registration_types())),
  constraint correction_requests_notes_array check (jsonb_typeof(notes) = 'array'),
  constraint correction_requests_message_length check (char_length(message) between 1 and 1000)
);
comment on table public.correction_requests is 'Please correct: requested on a pending record, answered by sending it again. Notes are [{field, note}].';
comment on column public.correction_requests.submission_version is 'What it is about: the request is open while no later version was sent. 0: a record without a stored form.';
create index correction_requests_record_id_idx on public.correction_requests (record_id, id desc);

-- Who requested it: for staff alone, so beside the request.
create table private.correction_authors (
  correction_request_id bigint primary key references public.correction_requests (id) on delete cascade,
  requested_by uuid,
  constraint correction_authors_requested_by_fkey foreign key (requested_by)
    references public.profiles (id) on delete set null
);
create index correction_authors_requested_by_idx on private.correction_authors (requested_by);

-- Someone without an account gets a link of their own in each mail: the token is in the mail, here is its hash.
-- Security definer, because staff and members may not write mail or links by themselves.
create function private.notify_registrant(record_id uuid, template text, details jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reported private.registrations;
  recipient text;
  token text;
begin
  select * into strict reported from private.registrations where id = notify_registrant.record_id;
  recipient := coalesce(reported.contact_email, (select email from public.profiles where id = reported.user_id));
  -- Nobody to write to: they stand in people_to_phone.
  if recipient is null or reported.is_demo then
    return;
  end if;
  if reported.user_id is null then
    token := private.make_token();
    insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed, expires_at)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), reported.record_type, reported.id, true,
      now() + case when template = 'registration_link_again' then private.link_again_period() else private.guest_link_period() end);
  end if;
  details := jsonb_strip_nulls(details || jsonb_build_object(
    'name', reported.contact_name,
    'code', reported.reference,
    'form', reported.form,
    'token', token,
    'reason', reported.decline_reason
  ));
  perform private.confirm_form(template, recipient, details);
end $$;

-- Anyone who has a phone and no address to which a mail goes hears of a decision there.
create function private.text_registrant_of_decision(record jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  phone text := coalesce(record ->> 'phone', record ->> 'contact_phone');
begin
  if (record ->> 'contact_email' is null or private.is_suppressed(record ->> 'contact_email', 'registration_' || (record ->> 'status')))
    and record ->> 'user_id' is null and phone ~ '[1-9]' then
    perform private.enqueue_sms('decision', phone,
      jsonb_build_object('code', record -> 'reference', 'status', record -> 'status'),
      'sms:' || (record ->> 'id') || ':' || (record ->> 'status'));
  end if;
end $$;

-- The secrets that two people seldom share: the same one is a hint that two records are of one person.
create function private.own_secret_fields() returns text[]
language sql immutable set search_path = ''
as $$
  select '{accountNumber,bvn,idNumber,sidraWalletAddress}'::text[]
$$;

-- Other registrations that may be the same person or firm: a hint to anyone who decides, never a refusal. private.find_twins stores
-- the same pairs for the lists, except those by name alone and by the account alone of two kinds; change both. Only kinds
-- that the caller may read are named; the noughts that stand for an erased number are nobody's. Security definer, because the hashes lie in the vault.
create function public.find_duplicates(record_type text, record_id uuid)
returns table (other_type text, other_id uuid, reference text, contact_name text, status text, created_at timestamptz, reasons text[])
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable text[] := private.registrations_with('read');
  mine private.registrations;
  near uuid[];
  -- The noughts that stand for an erased number are nobody's.
  phones text[] := array(select phone from private.registration_phones where id = find_duplicates.record_id and phone ~ '[1-9]');
  same_phone uuid[];
begin
  if find_duplicates.record_type is null or find_duplicates.record_type <> all (readable) then
    raise exception 'permission denied to read %', find_duplicates.record_type using errcode = '42501';
  end if;
  select * into mine from private.registrations as record
  where record.record_type = find_duplicates.record_type and record.id = find_duplicates.record_id;
  if mine.id is null or private.merged_into(mine.id) is not null then
    return;
  end if;
  same_phone := array(select id from private.registration_phones where phone = any (phones));
  -- Each by an index of its own.
  near := array(
    select vault.other_id from private.find_vault_matches(mine.record_type, mine.id) as vault
    union select unnest(same_phone)
    union select id from private.registrations where lower(contact_email) = lower(mine.contact_email)
    union select id from private.registrations where user_id = mine.user_id
  );
  return query
    with sealed as (
      select vault.other_id as id, array_agg(vault.kind order by vault.kind) as kinds
      from private.find_vault_matches(mine.record_type, mine.id) as vault
      where vault.kind <> 'selfie'
      group by vault.other_id
    ),
    hinted as (
      select record.*, array_remove(
        array(select 'same_' || kind from unnest(sealed.kinds) as kind where kind = 'name' or kind = any (private.own_secret_fields()))
        || case when record.id = any (same_phone) then 'same_phone' end
        || case when lower(record.contact_email) = lower(mine.contact_email) then 'same_email' end
        || case when record.user_id = mine.user_id then 'same_member' end
        || case when 'dateOfBirth' = any (sealed.kinds)
            and ('name' = any (sealed.kinds) or private.are_like_names(record.contact_name, mine.contact_name))
          then 'near_name_and_birth_date' end, null) as reasons
      from private.registrations as record
      left join sealed on sealed.id = record.id
      where record.id = any (near) and record.id <> mine.id
    )
    select hinted.record_type, hinted.id, hinted.reference, hinted.contact_name, hinted.status, hinted.created_at,
      hinted.reasons
    from hinted
    where hinted.record_type = any (readable) and cardinality(hinted.reasons) > 0 and private.merged_into(hinted.id) is null
    order by cardinality(hinted.reasons) desc, hinted.created_at desc limit 50;
end $$;

-- Notes are [{field, note}], about fields that the form has, or about the photo (selfieImage). Answers the request's id.
-- Security definer, because the ledger of requests is written by this function alone.
create function public.request_correction(record_type text, record_id uuid, notes jsonb, message text default null)
returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
  current_record private.registrations;
  cleaned jsonb;
  request_id bigint;
begin
  if record_type is null or record_type <> all (private.registration_types()) then
    raise exception 'There is no such kind of registration' using errcode = '22023';
  elsif person_id is null or not private.has_permission(record_type || '.decide') then
    raise exception 'permission denied to decide on %', record_type using errcode = '42501';
  end if;
  perform private.lock_registration(record_type, record_id);
  select * into current_record from private.registrations as record
  where record.record_type = request_correction.record_type and record.id = request_correction.record_id;
  if current_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif current_record.status <> 'pending' then
    raise exception 'It is % by now. Please look at it again.', current_record.status
      using errcode = 'PT409', hint = current_record.status;
  elsif private.is_own_record(current_record.record_type, current_record.id) then
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
        select from private.registration_fields where form = current_record.form and field = note ->> 'field'
        union all
        select where note ->> 'field' = 'selfieImage' and current_record.record_type <> 'investors'
      )
  ) then
    raise exception 'Each note names a field of the form and says in at most 500 characters what to correct'
      using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
  insert into public.correction_requests (record_type, record_id, submission_version, notes, message)
  values (
    current_record.record_type, current_record.id,
    (select coalesce(max(version), 0) from public.registration_submissions as sent where sent.record_id = current_record.id),
    cleaned, nullif(private.clean_text(request_correction.message), '')
  )
  returning id into request_id;
  insert into private.correction_authors (correction_request_id, requested_by) values (request_id, person_id);
  perform private.notify_registrant(current_record.id, 'registration_correction', jsonb_build_object(
    'notes', cleaned, 'message', nullif(private.clean_text(request_correction.message), '')));
  return request_id;
end $$;

-- Who requested it takes it back within undo_period: the request is gone with its mail, and the trail has both. Since nobody
-- has answered it, nobody's words go with it.
-- Security definer, because the ledger of requests is written by these functions alone.
create function public.undo_correction(request_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  request public.correction_requests;
begin
  select sent.* into request from public.correction_requests as sent
  join private.correction_authors as author on author.correction_request_id = sent.id
  where sent.id = request_id and author.requested_by = caller_id;
  if request.id is null then
    raise exception 'Only who asked for it can undo it' using errcode = '42501';
  end if;
  perform private.require_admin_right(request.record_type, 'decide');
  perform private.lock_registration(request.record_type, request.record_id);
  if clock_timestamp() > request.created_at + private.undo_period() then
    raise exception 'It can be undone for ten seconds, which are over' using errcode = 'PT409', hint = 'late';
  elsif exists (
    select from public.registration_submissions as sent
    where sent.record_id = request.record_id and sent.version > request.submission_version
  ) or exists (
    select from public.phone_calls as call
    where call.record_id = request.record_id and call.record_type = request.record_type and call.created_at > request.created_at
  ) then
    raise exception 'It was answered since, so it cannot be undone' using errcode = 'PT409', hint = 'changed';
  elsif not private.take_back_mails(request.record_type, request.record_id, request.created_at) then
    raise exception 'Its mail has left, so it cannot be undone' using errcode = 'PT409', hint = 'mailed';
  end if;
  delete from public.correction_requests where id = request.id;
  perform private.record_audit('undo', request.record_type, request.record_id::text,
    jsonb_build_object('correction', request.id));
end $$;

-- The same of up to 500 records, and taken back. Answers {changed: [record ids], requests: [request ids], skipped: [{id,
-- message}]}: each record is judged by itself, in one order, so that two such calls never wait in a circle.
create function public.request_corrections(record_type text, record_ids uuid[], notes jsonb, message text default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  chosen uuid;
  changed uuid[] := '{}';
  requests bigint[] := '{}';
  skipped jsonb := '[]';
  words text;
begin
  if coalesce(cardinality(record_ids), 0) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 records' using errcode = '23514', hint = 'record_ids';
  end if;
  perform private.require_admin_right(record_type, 'decide');
  for chosen in select distinct id from unnest(record_ids) as id where id is not null order by id loop
    begin
      requests := requests || public.request_correction(record_type, chosen, notes, message);
      changed := changed || chosen;
    exception when check_violation or insufficient_privilege or no_data_found or sqlstate 'PT409' then
      get stacked diagnostics words = message_text;
      skipped := skipped || jsonb_build_object('id', chosen, 'message', words);
    end;
  end loop;
  return jsonb_build_object('changed', to_jsonb(changed), 'requests', to_jsonb(requests), 'skipped', skipped);
end $$;

create function public.undo_corrections(request_ids bigint[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  request record;
  undone uuid[] := '{}';
  skipped jsonb := '[]';
  words text;
begin
  if coalesce(cardinality(request_ids), 0) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 requests' using errcode = '23514', hint = 'request_ids';
  end if;
  for request in
    select sent.id, sent.record_id from public.correction_requests as sent where sent.id = any (request_ids)
    order by sent.record_id, sent.id
  loop
    begin
      perform public.undo_correction(request.id);
      undone := undone || request.record_id;
    exception when check_violation or insufficient_privilege or no_data_found or sqlstate 'PT409' then
      get stacked diagnostics words = message_text;
      skipped := skipped || jsonb_build_object('id', request.record_id, 'message', words);
    end;
  end loop;
  return jsonb_build_object('undone', to_jsonb(undone), 'skipped', skipped);
end $$;

-- Who took back what they agreed to: for staff to see before they decide or write. Agreed to again, it is gone from here.
create view public.withdrawn_consents with (security_invoker = true) as
  select record.record_type, record.id, record.form, record.reference, record.contact_name, record.status,
    record.is_demo, latest.purpose, latest.text_version, latest.created_at as withdrawn_at
  from (
    select distinct on (record_id, purpose) record_type, record_id, purpose, text_version, is_given, created_at
    from public.consents
    where record_type = any ((select private.registrations_with('decide'))::text[])
    order by record_id, purpose, id desc
  ) as latest
  join private.registrations as record on record.record_type = latest.record_type and record.id = latest.record_id
  where not latest.is_given;

-- Whether a request to correct stands that no later version has answered, as far as the caller may read it.
create function private.awaits_correction(record_type text, record_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.correction_requests as request
    where request.record_type = $1 and request.record_id = $2 and not exists (
      select from public.registration_submissions as sent
      where sent.record_id = request.record_id and sent.version > request.submission_version))
$$;

create view public.correction_states with (security_invoker = true) as
  select request.id, request.record_type, request.record_id, request.submission_version, request.notes, request.message,
    request.created_at,
    case when exists (
      select from public.registration_submissions as sent
      where sent.record_id = request.record_id and sent.version > request.submission_version
    ) then case when record.status = 'pending' and private.consent_withdrawn_at(request.record_type, request.record_id) is null
        then 'answered' else 'completed' end
      else 'pending' end as status,
    record.reference, record.contact_name, record.contact_email, record.contact_phone, record.form
  from public.correction_requests as request
  left join private.registrations as record
    on record.record_type = request.record_type and record.id = request.record_id;
comment on view public.correction_states is 'status: pending while no later version was sent; answered since, while that waits for us; completed once it was decided, or stopped by its person. Anyone who may read requests and submissions reads it.';

-- As a list says whose a registration is: of an account its name, else the form's.
create function private.name_contact(user_id uuid, named text) returns text
language sql stable security definer set search_path = ''
as $$
  select lower(coalesce((select account.full_name from public.profiles as account where account.id = $1), $2))
$$;

-- The steps before a registration of any kind is written, in order. Each step gets `new` as the steps above it left it.
-- Its argument: the first letters of the references.
create function private.before_registration_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  case tg_table_name
    when 'farmers', 'investors' then new.sort_contact := private.name_contact(new.user_id, new.contact_name);
    when 'buyers' then
      new.sort_contact := private.name_contact(new.user_id, concat_ws(' ', new.contact_first_name, new.contact_last_name));
    else null;
  end case;
  if tg_op = 'INSERT' then
    if tg_table_name = 'buyers' then perform private.check_state_of_buyer(new); end if;
    new.reference := private.give_reference(tg_argv[0], tg_table_name, new.reference);
    if tg_table_name = 'buyers' then new := private.prepare_buyer(new); end if;
    perform private.refuse_secrets('reason', null, new.decline_reason);
    return new;
  end if;
  -- That the account has another name changes nothing of the registration: neither how long it is stored nor whether it can be undone.
  if to_jsonb(new) -> 'sort_contact' <> to_jsonb(old) -> 'sort_contact' and to_jsonb(new) - 'sort_contact' = to_jsonb(old) - 'sort_contact' then
    return new;
  end if;
  new.updated_at := now();
  -- Who decides names the answers that they have read; the applicant's own change waits for nobody.
  if new.answers_version is distinct from old.answers_version and coalesce((select auth.role()), '') in ('anon', 'authenticated') then
    raise exception 'The applicant changed their answers at %; read them first', private.say_when_sent(old.id)
      using errcode = 'PT409', hint = 'answers_version';
  end if;
  -- Decide: the right, the transition and the reason. Approve: the person still consents.
  if (new.status, new.decline_reason) is distinct from (old.status, old.decline_reason) then
    if old.status = 'declined' and private.merged_into(old.id) is not null then
      raise exception 'It is one with % and stays so: what was secret in it is erased.', private.merged_into(old.id)
        using errcode = 'PT409', hint = old.status;
    end if;
    new := private.decide(tg_table_name, old, new);
    perform private.refuse_secrets('reason', old.decline_reason, new.decline_reason);
    if old.status <> 'approved' and new.status = 'approved' then
      perform private.refuse_without_consent(tg_table_name, new.id);
    end if;
  end if;
  return new;
end $$;

-- The steps after a registration is written, in order. On approve: audit entry, a farmer's products, mail
-- registration_approved, SMS to a person without an address.
create function private.after_registration_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if tg_table_name = 'buyers' and not new.is_demo then perform private.record_buyer_success(new); end if;
    return null;
  end if;
  perform private.audit_change(tg_table_name, 'staff', 'id', 'status,decline_reason', old, new);
  if tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
    perform private.forget_sealed(tg_table_name, old.id);
    perform private.forget_submissions(old.id);
    return null;
  end if;
  if tg_table_name = 'farmers' then perform private.carry_farmer_to_products(old, new); end if;
  -- merge_registrations notifies the person of one that was made a part of another.
  if new.status <> old.status and new.status <> 'pending' and not new.is_demo and private.merged_into(new.id) is null then
    perform private.notify_registrant(new.id, case new.status
      when 'approved' then 'registration_approved'
      when 'declined' then 'registration_declined' end);
    perform private.text_registrant_of_decision(to_jsonb(new));
  end if;
  return null;
end $$;

create function private.before_correction_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    perform private.refuse_change('correction_requests');
  end if;
  perform private.refuse_secrets('message', null, new.message);
  perform private.refuse_secrets_in_notes(new.notes);
  return new;
end $$;

create trigger before_correction_change before insert or update on public.correction_requests
  for each row execute function private.before_correction_change();

create function private.after_correction_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_audit('correction', new.record_type, new.record_id::text, null,
    jsonb_build_object('fields', jsonb_path_query_array(new.notes, '$[*].field')));
  return null;
end $$;

create trigger after_correction_insert after insert on public.correction_requests
  for each row execute function private.after_correction_insert();

create trigger refuse_truncate before truncate on public.correction_requests
  for each statement execute function private.refuse_change();

create trigger notify_admin after insert on public.correction_requests
  for each statement execute function private.notify_admin('correction_requests');

revoke all on table public.withdrawn_consents from public, anon, authenticated, service_role;
grant select on table public.withdrawn_consents to authenticated;

alter table public.correction_requests enable row level security;
revoke all on table public.correction_requests from public, anon, authenticated, service_role;
revoke all on sequence public.correction_requests_id_seq from public, anon, authenticated, service_role;
grant select on table public.correction_requests to authenticated, service_role;
create policy "People read what they are asked to correct, and staff who may read" on public.correction_requests
  for select to authenticated
  using (
    record_type = any ((select private.registrations_with('read'))::text[])
    or record_id in (select private.own_registration_ids())
  );

alter table private.correction_authors enable row level security;
revoke all on table private.correction_authors from public, anon, authenticated, service_role;

revoke all on table public.correction_states from public, anon, authenticated, service_role;
grant select on table public.correction_states to authenticated;

revoke all on function
  private.after_correction_insert(), private.after_registration_change(), private.awaits_correction(text, uuid),
  private.before_correction_change(), private.before_registration_change(), private.name_contact(uuid, text), private.own_secret_fields(), private.notify_registrant(uuid, text, jsonb), private.text_registrant_of_decision(jsonb),
  public.find_duplicates(text, uuid),
  public.request_correction(text, uuid, jsonb, text), public.request_corrections(text, uuid[], jsonb, text),
  public.undo_correction(bigint), public.undo_corrections(bigint[])
  from public, anon, authenticated, service_role;
grant execute on function
  private.awaits_correction(text, uuid), public.find_duplicates(text, uuid),
  public.request_correction(text, uuid, jsonb, text), public.request_corrections(text, uuid[], jsonb, text),
  public.undo_correction(bigint), public.undo_corrections(bigint[])
  to authenticated;
