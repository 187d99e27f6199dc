-- Work on a record: notes, who it is assigned to, first contact, and by when it is due.

create table public.record_notes (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  author_id uuid,
  author_name text,
  body text not null,
  created_at timestamptz not null default now(),
  constraint record_notes_record_type_known check (record_type = any (private.admin_types())),
  constraint record_notes_body_length check (char_length(body) between 1 and 2000)
);
create index record_notes_record_id_idx on public.record_notes (record_id, id desc);

-- Who took a record up, and when its person first heard from someone. A record that nobody took up has no row.
create table public.record_work (
  record_type text not null,
  record_id uuid not null,
  assignee_id uuid,
  assignee_name text,
  assigned_by uuid,
  assigned_at timestamptz,
  contacted_by uuid,
  contacted_at timestamptz,
  untold_since timestamptz,
  primary key (record_id, record_type),
  constraint record_work_record_type_known check (record_type = any (private.admin_types())),
  constraint record_work_assignment_whole check ((assignee_id is null) = (assigned_at is null)),
  constraint record_work_contact_whole check ((contacted_by is null) = (contacted_at is null))
);
comment on column public.record_work.untold_since is 'When the last news was written that a stopped mailbox did not take; null: none, or it was sent since. Until a call it stands in people_to_phone.';
create index record_work_assignee_id_idx on public.record_work (assignee_id, record_type, record_id) where assignee_id is not null;

-- The promises of the site, in hours.
create table private.due_clocks (
  record_type text not null,
  clock text not null,
  hours integer not null,
  primary key (record_type, clock),
  constraint due_clocks_record_type_known check (record_type = any (private.admin_types())),
  constraint due_clocks_clock_known check (clock in ('first_contact', 'decision')),
  constraint due_clocks_hours_range check (hours between 1 and 720)
);

-- Answers the note's id; each colleague whom it mentions hears of it. Security definer, as are the two below: these functions
-- alone write the tables.
create function public.add_record_note(record_type text, record_id uuid, body text, mentions uuid[] default '{}') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := private.require_record_work(record_type);
  words text := coalesce(private.clean_text(body), '');
  created_id bigint;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif char_length(words) not between 1 and 2000 then
    raise exception 'Please write a note of at most 2000 characters' using errcode = '23514', hint = 'body';
  elsif exists (
    select from unnest(mentions) as mentioned
    where not private.may_work_on(mentioned, add_record_note.record_type)
  ) then
    raise exception 'Somebody whom the note mentions may not read this record' using errcode = '23514', hint = 'body';
  elsif cardinality(mentions) > 20 then
    raise exception 'A note may mention at most 20 colleagues' using errcode = '23514', hint = 'body';
  end if;
  insert into public.record_notes (record_type, record_id, author_id, author_name, body)
  values (add_record_note.record_type, add_record_note.record_id, author,
    private.name_staff(author), words)
  returning id into created_id;
  perform private.record_audit('note', add_record_note.record_type, add_record_note.record_id::text);
  perform private.notify_staff(mentioned, 'mention', add_record_note.record_type, add_record_note.record_id)
  from (select distinct unnest(mentions) as mentioned) as colleagues;
  return created_id;
end $$;

-- Gives the record to someone, or to nobody. Refused (409) when another person has it by now.
create function public.assign_record(
  record_type text, record_id uuid, assignee_id uuid, expected_assignee_id uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_record_work(record_type);
  now_assigned uuid;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif assign_record.assignee_id is not null and not private.may_work_on(assign_record.assignee_id, assign_record.record_type) then
    raise exception 'This person may not work on it' using errcode = '23514', hint = 'assignee_id';
  end if;
  insert into public.record_work (record_type, record_id)
  values (assign_record.record_type, assign_record.record_id) on conflict on constraint record_work_pkey do nothing;
  select work.assignee_id into now_assigned from public.record_work as work
  where work.record_id = assign_record.record_id and work.record_type = assign_record.record_type for update;
  if now_assigned is distinct from expected_assignee_id then
    raise exception 'Somebody else has taken it by now. Please look at it again.'
      using errcode = 'PT409', hint = coalesce(now_assigned::text, '');
  end if;
  update public.record_work as work set
    assignee_id = assign_record.assignee_id,
    assignee_name = private.name_staff(assign_record.assignee_id),
    assigned_by = case when assign_record.assignee_id is not null then caller_id end,
    assigned_at = case when assign_record.assignee_id is not null then now() end
  where work.record_id = assign_record.record_id and work.record_type = assign_record.record_type;
  perform private.record_audit('assign', assign_record.record_type, assign_record.record_id::text,
    jsonb_build_object('assignee_id', now_assigned), jsonb_build_object('assignee_id', assign_record.assignee_id));
  if assign_record.assignee_id is distinct from now_assigned and assign_record.assignee_id is not null then
    perform private.notify_staff(assign_record.assignee_id, 'assigned', assign_record.record_type, assign_record.record_id);
  end if;
end $$;

-- Gives up to 500 records to one person. Answers {changed: [ids], skipped: [{id, message}]}: what a colleague has already stays
-- theirs. assign_record judges each. Records are taken in one order, so that two such calls never wait in a circle.
create function public.assign_records(record_type text, record_ids uuid[], assignee_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  chosen uuid;
  changed uuid[] := '{}';
  skipped jsonb := '[]';
  words text;
begin
  if assignee_id is null or coalesce(cardinality(record_ids), 0) not between 1 and 500 then
    raise exception 'Please choose a person, and between 1 and 500 records' using errcode = '23514', hint = 'record_ids';
  end if;
  perform private.require_record_work(record_type);
  for chosen in select distinct id from unnest(record_ids) as id where id is not null order by id loop
    begin
      perform public.assign_record(record_type, chosen, assignee_id);
      changed := changed || chosen;
    exception when no_data_found or sqlstate 'PT409' then
      get stacked diagnostics words = message_text;
      skipped := skipped || jsonb_build_object('id', chosen,
        'message', case when sqlstate = 'PT409' then 'a colleague has it already' else words end);
    end;
  end loop;
  return jsonb_build_object('changed', to_jsonb(changed), 'skipped', skipped);
end $$;

create function private.note_contact(record_type text, record_id uuid, contacted_by uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.record_work (record_type, record_id, contacted_by, contacted_at)
  select $1, $2, $3, now() where $3 is not null
  on conflict on constraint record_work_pkey
    do update set contacted_by = excluded.contacted_by, contacted_at = excluded.contacted_at
    where record_work.contacted_at is null
$$;

-- "I have spoken to them": once; a second time changes nothing.
create function public.log_first_contact(record_type text, record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_record_work(record_type);
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  perform private.note_contact(record_type, record_id, caller_id);
  perform private.record_audit('contact', record_type, record_id::text);
end $$;

-- With a record goes what was noted about it, and what its person wrote about it.
create function private.forget_record_work(record_id uuid) returns void
language sql security definer set search_path = ''
as $$
  delete from public.record_notes where record_notes.record_id = $1;
  delete from public.record_work where record_work.record_id = $1;
  delete from public.tasks where tasks.record_id = $1;
  delete from public.staff_notices where staff_notices.record_id = $1;
  delete from public.phone_calls where phone_calls.record_id = $1;
  delete from public.record_messages where record_messages.record_id = $1;
  delete from public.contact_messages where contact_messages.about_id = $1;
$$;

create function private.forget_record_work() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_record_work(old.id);
  return null;
end $$;

-- Writes down that the caller looks at a file of a record, and answers where it lies: {bucket, path}. The server alone
-- turns that into an address, which is good for a minute. The photo of a person is the vault's: see reveal_secret.
create function public.record_access(record_type text, record_id uuid, what text, path text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_admin_right(record_type, 'read');
  place text;
  bucket text;
begin
  if what = 'payment_proof' and not private.has_permission('payments.confirm') then
    raise exception 'permission denied to see proofs of payment' using errcode = '42501';
  elsif record_type = 'job_applications' and what = 'cv' then
    bucket := 'cvs';
    select cv_path into place from public.job_applications where id = record_id;
  elsif record_type = 'orders' and what = 'payment_proof' then
    bucket := 'payment-proofs';
    select proof_path into place from public.payment_claims as claim
    where claim.order_id = record_id and claim.proof_path = record_access.path limit 1;
  elsif record_type = 'orders' and what = 'credit_draft' then
    bucket := 'payment-proofs';
    select draft_path into place from public.letters_of_credit as letter
    where letter.order_id = record_id and letter.draft_path = record_access.path;
  elsif record_type = 'orders' and what = 'dispute_photo' then
    bucket := 'dispute-photos';
    select record_access.path into place from public.order_disputes as dispute
    where dispute.order_id = record_id and record_access.path = any (dispute.photo_paths) limit 1;
  elsif what = 'message_file' then
    bucket := 'message-files';
    select file.path into place from public.message_files as file
    where file.record_type = record_access.record_type and file.record_id = record_access.record_id
      and file.path = record_access.path;
  end if;
  if place is null then
    raise exception 'There is no such file' using errcode = 'P0002';
  end if;
  perform private.record_audit('look', record_type, record_id::text, null,
    jsonb_build_object('what', what, 'path', place));
  return jsonb_build_object('bucket', bucket, 'path', place);
end $$;

create function private.holds_secret(words text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  with plain as (
    -- Dates of this decade and the ones to come, and our references, are nobody's secret.
    select regexp_replace(words,
      '\m20[2-9][0-9]-[0-9]{1,2}-[0-9]{1,2}\M|\m[0-9]{1,2}-[0-9]{1,2}-20[2-9][0-9]\M|\m[A-Z]{2}[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}\M',
      ' ; ', 'g') as text
  ),
  runs as (
    select left(run, 1) = '+' as is_international, regexp_replace(run, '[^0-9]', '', 'g') as digits
    from plain, regexp_matches(text, '\+?[0-9](?:[ -]?[0-9])+', 'g') as matched (matches), unnest(matches) as run
  )
  select coalesce(
    -- BVN and NIN (11), account (10), card and other numbers, unless it is how a telephone number is written.
    exists (
      select from runs
      where char_length(digits) >= 10 and not (
        is_international and char_length(digits) <= 15
        or digits ~ '^0[0-9]{10}$' or digits ~ '^[789][01][0-9]{8}$' or digits ~ '^(00)?234[0-9]{8,10}$'
      )
    )
    -- vNIN, voter's card, driver's licence, wallet, the secret part of a guest link: long words with many digits.
    or exists (
      select from plain, regexp_matches(text, '[0-9A-Za-z_-]{11,}', 'g') as matched (matches), unnest(matches) as word
      where word ~ '[A-Za-z]' and char_length(regexp_replace(word, '[^0-9]', '', 'g')) >= 5
    )
    -- A passport.
    or (select text from plain) ~ '\m[A-Za-z] ?[0-9]{8}\M'
    -- A birth date.
    or (select text from plain) ~* (
      '\m[0-9]{1,2}[ /.-][0-9]{1,2}[ /.-](19[0-9]{2}|20[01][0-9])\M|\m(19[0-9]{2}|20[01][0-9])[/.-][0-9]{1,2}[/.-][0-9]{1,2}\M'
      || '|\m[0-9]{1,2}(st|nd|rd|th)?[ ,.-]+(of +)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ ,.-]+(19[0-9]{2}|20[01][0-9])\M'
      || '|\m(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ .-]+[0-9]{1,2}(st|nd|rd|th)?[ ,.-]+(19[0-9]{2}|20[01][0-9])\M'
    ),
    false)
$$;
comment on function private.holds_secret(text) is 'Whether words seem to hold a BVN, NIN, vNIN, ID or account number, a wallet, a link''s secret part or a birth date.';

-- Refuses changed words that hold a number which belongs in the vault. `field` is the name that the caller knows them by.
create function private.refuse_secrets(field text, previous text, words text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if words is distinct from previous and private.holds_secret(words) then
    raise exception 'Please leave out the number itself (BVN, NIN, ID, account, wallet) and birth dates: say what is wrong with it'
      using errcode = '23514', detail = field, hint = field;
  end if;
end $$;

-- Its arguments: the name that the caller knows the text by, then the columns.
create function private.refuse_secrets() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  for position in 1 .. tg_nargs - 1 loop
    perform private.refuse_secrets(tg_argv[0], to_jsonb(old) ->> tg_argv[position], to_jsonb(new) ->> tg_argv[position]);
  end loop;
  return new;
end $$;

-- In the notes as the person reads them, one after the other: a number in one and the next number in another are two.
create function private.refuse_secrets_in_notes(notes jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from jsonb_array_elements(notes) as marked where private.holds_secret(marked ->> 'note')) then
    raise exception 'Please leave out the number itself (BVN, NIN, ID, account, wallet) and birth dates: say what is wrong with it'
      using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
end $$;

create function public.record_history(record_type text, record_id uuid)
returns table (axis text, from_value text, to_value text, reason text, actor_role text, actor_name text, own_record boolean,
  created_at timestamptz, message_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  sees_names boolean;
begin
  perform private.require_admin_right(record_history.record_type, 'read');
  sees_names := private.has_permission('profiles.read');
  return query
    with decided as (
      select 'status' as axis, event.from_status as from_value, event.to_status as to_value, event.reason, event.actor_id,
        event.actor_role, event.own_record, event.created_at, event.id, null::uuid as message_id
      from public.decision_events as event
      where event.record_type = record_history.record_type and event.record_id = record_history.record_id
      union all
      -- Underpaid is said of what is due now, as beside the order; before, a part was paid.
      select event.axis, event.from_value, case when event.to_value = 'underpaid' and own.payment_status = 'underpaid'
          and private.is_underpaid(own) and event.id = (select max(latest.id) from public.order_events as latest
            where latest.order_id = own.id and latest.axis = 'payment')
        then 'less_than_due' else event.to_value end, null, event.actor_id, null, false, event.created_at, event.id, null
      from public.order_events as event join public.orders as own on own.id = event.order_id
      where record_history.record_type = 'orders' and event.order_id = record_history.record_id and event.axis <> 'status'
      union all
      -- A quote of ours: sent, held for a second person, and what that person said. The trail notes what staff do.
      select 'quote', case when entry.action = 'update' then 'held_for_a_second_person' end, case entry.after ->> 'status' when 'open' then 'sent'
          when 'waiting' then 'held_for_a_second_person' else 'not_sent' end, null, entry.actor_id, entry.actor_role, false, entry.created_at, entry.id, null
      from public.audit_trail as entry
      where record_history.record_type = 'orders' and entry.subject_id = record_history.record_id::text and entry.subject_type = 'quotes'
        and (entry.action = 'insert' or entry.action = 'update' and entry.before ->> 'status' = 'waiting')
        and entry.after ->> 'status' in ('open', 'waiting', 'refused') and not entry.after ? 'replaced_by'
      union all
      select 'quote', 'sent', answered.status, answered.decline_reason, null, 'buyer', false,
        coalesce(answered.accepted_at, answered.declined_at), 0, null
      from public.quotes as answered
      where record_history.record_type = 'orders' and answered.order_id = record_history.record_id
        and answered.status in ('accepted', 'declined')
      union all
      -- Money above what one person records alone: entered, and the second person's word.
      select 'money', null, entry.kind || ' ' || step.name, null, step.person_id, null, false, step.at, 0, null
      from private.money_entries as entry, lateral (values ('entered', entry.recorded_by, entry.recorded_at),
        (entry.outcome, entry.decided_by, entry.decided_at)) as step (name, person_id, at)
      where record_history.record_type = 'orders' and entry.order_id = record_history.record_id and step.at is not null
      union all
      select 'correction', null, 'requested', request.message, author.requested_by, null, false, request.created_at, request.id,
        null
      from public.correction_requests as request
      left join private.correction_authors as author on author.correction_request_id = request.id
      where request.record_type = record_history.record_type and request.record_id = record_history.record_id
      union all
      select 'change' as axis, null as from_value, sent.requested_by as to_value, (
          select string_agg(coalesce(form_field.label, change ->> 'field'), ', ' order by form_field.label)
          from jsonb_array_elements(sent.changes) as change
          left join private.registration_fields as form_field
            on form_field.form = sent.form and form_field.field = change ->> 'field'
        ) as reason, null as actor_id, case sent.channel when 'web' then 'applicant' else 'staff' end as actor_role,
        false as own_record, sent.created_at, sent.id, null as message_id
      from public.registration_submissions as sent
      where sent.record_type = record_history.record_type and sent.record_id = record_history.record_id
        and sent.requested_by is not null
      union all
      select 'call' as axis, null as from_value, call.outcome as to_value, call.note as reason, call.called_by as actor_id,
        null as actor_role, false as own_record, call.created_at, call.id, null as message_id
      from public.phone_calls as call
      where call.record_type = record_history.record_type and call.record_id = record_history.record_id
      union all
      -- What it needs was taken back, or given again.
      select 'consent' as axis, null as from_value, changed.kind as to_value, null as reason, null as actor_id, 'applicant' as actor_role,
        false as own_record, changed.at, changed.id, null as message_id
      from private.consent_changes(record_history.record_type, record_history.record_id) as changed
      union all
      select 'message' as axis, null as from_value, written.status as to_value, left(written.message, 300) as reason, null as actor_id,
        'applicant' as actor_role, false as own_record, written.created_at, 0 as id, written.id as message_id
      from public.contact_messages as written
      where written.about_type = record_history.record_type and written.about_id = record_history.record_id
        and private.has_permission('contact_messages.read')
    )
    select decided.axis, decided.from_value, decided.to_value, decided.reason,
      coalesce(decided.actor_role, role.role, case when decided.actor_id is null then 'system' else 'member' end),
      case when sees_names then private.name_staff(decided.actor_id) end, decided.own_record, decided.created_at,
      decided.message_id
    from decided
    left join public.user_roles as role on role.user_id = decided.actor_id
    order by decided.created_at desc, decided.id desc
    limit 100;
end $$;

create trigger refuse_change before update on public.record_notes
  for each row execute function private.refuse_change();

-- Notes of staff among themselves: of registrations alone, since an order is paid with numbers that have to be named.
create trigger refuse_secrets before insert on public.record_notes
  for each row when (new.record_type = any (private.registration_types()))
  execute function private.refuse_secrets('body', 'body');

create trigger refuse_truncate before truncate on public.record_notes
  for each statement execute function private.refuse_change();

-- The news went out after all.
create trigger notify_admin after update of untold_since on public.record_work
  for each row when (new.untold_since is distinct from old.untold_since) execute function private.notify_admin('people_to_phone');

alter table public.record_notes enable row level security;
revoke all on table public.record_notes from public, anon, authenticated, service_role;
revoke all on sequence public.record_notes_id_seq from public, anon, authenticated, service_role;
grant select on table public.record_notes to authenticated, service_role;
create policy "Staff read the notes on what they may read" on public.record_notes
  for select to authenticated
  using (record_type = any ((select private.admin_types_with('read'))::text[]));

alter table public.record_work enable row level security;
revoke all on table public.record_work from public, anon, authenticated, service_role;
grant select on table public.record_work to authenticated, service_role;
create policy "Staff read who works on what they may read" on public.record_work
  for select to authenticated
  using (record_type = any ((select private.admin_types_with('read'))::text[]));

alter table private.due_clocks enable row level security;
revoke all on table private.due_clocks from public, anon, authenticated, service_role;
grant select on table private.due_clocks to authenticated, service_role;
create policy "Staff read the promises of what they may read" on private.due_clocks
  for select to authenticated
  using (record_type = any ((select private.admin_types_with('read'))::text[]));

revoke all on function
  private.forget_record_work(), private.forget_record_work(uuid), private.holds_secret(text), private.note_contact(text, uuid, uuid),
  private.refuse_secrets(), private.refuse_secrets(text, text, text), private.refuse_secrets_in_notes(jsonb),
  public.add_record_note(text, uuid, text, uuid[]), public.assign_record(text, uuid, uuid, uuid), public.assign_records(text, uuid[], uuid),
  public.log_first_contact(text, uuid), public.record_history(text, uuid), public.record_access(text, uuid, text, text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.add_record_note(text, uuid, text, uuid[]), public.assign_record(text, uuid, uuid, uuid), public.assign_records(text, uuid[], uuid),
  public.log_first_contact(text, uuid), public.record_history(text, uuid), public.record_access(text, uuid, text, text)
  to authenticated;

alter publication supabase_realtime add table public.record_notes;

alter publication supabase_realtime add table public.record_work;
