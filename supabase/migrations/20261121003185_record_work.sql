-- How staff work on a record: notes, who has it, the first contact, the clocks that run, reasons to choose from,
-- decisions on many at once, and looks at what a record holds in files.

-- Notes of staff among themselves; the person never reads them here, and gets them with their own export.
create table public.record_notes (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  author_id uuid,
  author_name text,
  body text not null,
  created_at timestamptz not null default now(),
  constraint record_notes_record_type_known check (record_type = any (private.desk_types())),
  constraint record_notes_body_length check (char_length(body) between 1 and 2000)
);
create index record_notes_record_id_idx on public.record_notes (record_id, id desc);

-- Who took a record up, and when its person first heard from somebody. A record that nobody took up has no row.
create table public.record_work (
  record_type text not null,
  record_id uuid not null,
  assignee_id uuid,
  assignee_name text,
  assigned_by uuid,
  assigned_at timestamptz,
  contacted_by uuid,
  contacted_at timestamptz,
  primary key (record_id, record_type),
  constraint record_work_record_type_known check (record_type = any (private.desk_types())),
  constraint record_work_assignment_whole check ((assignee_id is null) = (assigned_at is null)),
  constraint record_work_contact_whole check ((contacted_by is null) = (contacted_at is null))
);
create index record_work_assignee_id_idx on public.record_work (assignee_id) where assignee_id is not null;

insert into private.personal_data (table_name, belongs, hidden, acts, erasure, note)
values
  ('public.record_notes', 'record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)',
    '{author_id,author_name}', '{author_id,author_name}', 'delete', 'What staff noted about a record.'),
  ('public.record_work', 'record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)',
    '{assignee_id,assignee_name,assigned_by,contacted_by}', '{assignee_id,assignee_name,assigned_by,contacted_by}', 'keep',
    'Which member of staff has a record, and when its person was first contacted. Names nobody else.');

create trigger refuse_change before update on public.record_notes
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.record_notes
  for each statement execute function private.refuse_change();

-- The promises of the site, in hours; equal to dueClocks in domain/desk.ts.
create table private.due_clocks (
  record_type text not null,
  clock text not null,
  hours integer not null,
  primary key (record_type, clock),
  constraint due_clocks_record_type_known check (record_type = any (private.desk_types())),
  constraint due_clocks_clock_known check (clock in ('first_contact', 'decision')),
  constraint due_clocks_hours_range check (hours between 1 and 720)
);
insert into private.due_clocks (record_type, clock, hours)
values
  ('orders', 'first_contact', 24),
  ('orders', 'decision', 48),
  ('farmers', 'decision', 48),
  ('training_enrolments', 'decision', 48),
  ('buyers', 'decision', 48),
  ('investors', 'decision', 48),
  ('partnership_applications', 'decision', 48),
  ('job_applications', 'decision', 48),
  ('contact_messages', 'decision', 24);

-- Templates for a decline; without a kind they serve all.
create table public.decline_reasons (
  id integer generated always as identity primary key,
  record_type text,
  body text not null,
  position integer not null default 100,
  updated_at timestamptz not null default now(),
  constraint decline_reasons_record_type_known check (record_type = any (private.desk_types())),
  constraint decline_reasons_body_length check (char_length(body) between 3 and 500),
  constraint decline_reasons_body_plain check (body = private.clean_text(body)),
  constraint decline_reasons_position_range check (position between 1 and 1000)
);
create index decline_reasons_record_type_idx on public.decline_reasons (record_type, position);
insert into public.decline_reasons (record_type, body, position)
values
  (null, 'Some details could not be confirmed. Please send your application again with complete information.', 10),
  (null, 'We received this twice. Your other record stays with us, and you do not have to do anything.', 20),
  ('orders', 'We cannot supply this product in the quantity that you asked for at the moment.', 10),
  ('orders', 'We do not deliver to this place at the moment.', 20),
  ('orders', 'We could not reach you under the contact details of this order.', 30),
  ('farmers', 'We do not work with farms in your area yet. We keep your interest in mind.', 10),
  ('farmers', 'The photo is missing or cannot be recognised. Please register again with a clear photo.', 20),
  ('training_enrolments', 'This course is full. Please enrol again for the next one.', 10),
  ('buyers', 'We could not confirm the registration number of your company.', 10),
  ('investors', 'We could not confirm the identity documents that you named.', 10),
  ('partnership_applications', 'We are not looking for partners in this field at the moment.', 10),
  ('job_applications', 'We have chosen somebody else for this position. Thank you for your interest.', 10),
  ('products', 'Please add a clear photo of the product itself.', 10),
  ('products', 'Please check the price and the size of the pack.', 20);

create trigger touch_updated_at before update on public.decline_reasons
  for each row execute function private.touch_updated_at();
create trigger audit_change after insert or update or delete on public.decline_reasons for each row
  execute function private.audit_change('staff', 'id', 'record_type,body,position');

-- Answers the note's id. Security definer, as are the two below: these functions alone write the tables.
create function public.add_record_note(record_type text, record_id uuid, body text) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := private.require_desk_right(record_type, 'read');
  words text := coalesce(private.clean_text(body), '');
  made bigint;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif char_length(words) not between 1 and 2000 then
    raise exception 'Please write a note of at most 2000 characters' using errcode = '23514', hint = 'body';
  end if;
  insert into public.record_notes (record_type, record_id, author_id, author_name, body)
  values (add_record_note.record_type, add_record_note.record_id, author,
    (select full_name from public.profiles where id = author), words)
  returning id into made;
  perform private.record_audit('note', add_record_note.record_type, add_record_note.record_id::text);
  return made;
end $$;

-- Gives the record to somebody, or to nobody. Whoever has it by now is told (409), never passed over.
create function public.assign_record(
  record_type text, record_id uuid, assignee_id uuid, expected_assignee_id uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_desk_right(record_type, 'read');
  now_assigned uuid;
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif assign_record.assignee_id is not null and not private.person_has_permission(
    assign_record.assignee_id, private.desk_permission(assign_record.record_type, 'read'))
  then
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
    assignee_name = (select full_name from public.profiles where id = assign_record.assignee_id),
    assigned_by = case when assign_record.assignee_id is not null then caller_id end,
    assigned_at = case when assign_record.assignee_id is not null then now() end
  where work.record_id = assign_record.record_id and work.record_type = assign_record.record_type;
  perform private.record_audit('assign', assign_record.record_type, assign_record.record_id::text,
    jsonb_build_object('assignee_id', now_assigned), jsonb_build_object('assignee_id', assign_record.assignee_id));
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
  caller_id uuid := private.require_desk_right(record_type, 'read');
begin
  if not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  perform private.note_contact(record_type, record_id, caller_id);
  perform private.record_audit('contact', record_type, record_id::text);
end $$;

-- A message to the buyer, a quote or a call is a contact by itself.
create function private.note_contact_of_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  written jsonb := to_jsonb(new);
begin
  if coalesce((written ->> 'is_from_staff')::boolean, true)
    and coalesce(written ->> 'outcome', 'reached') in ('reached', 'chat_sent')
  then
    perform private.note_contact(coalesce(written ->> 'record_type', 'orders'),
      coalesce(written ->> 'record_id', written ->> 'order_id')::uuid, (select auth.uid()));
  end if;
  return null;
end $$;
create trigger note_contact after insert on public.order_messages
  for each row execute function private.note_contact_of_row();
create trigger note_contact after insert on public.quotes
  for each row execute function private.note_contact_of_row();
create trigger note_contact after insert on public.phone_calls
  for each row execute function private.note_contact_of_row();

-- With a record goes what was noted about it.
create function private.forget_record_work() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.record_notes where record_id = old.id;
  delete from public.record_work where record_id = old.id;
  return null;
end $$;
do $$
declare
  kind text;
begin
  foreach kind in array private.desk_types() loop
    execute format('create trigger forget_record_work after delete on public.%I
      for each row execute function private.forget_record_work()', kind);
  end loop;
end $$;

-- Open records whose clock has run out, once for each clock; only of kinds that the caller may read.
create view public.overdue_records with (security_invoker = true) as
  with open_records as (
    select 'orders' as record_type, id, created_at from public.orders
    where status = 'pending' and kind = 'bulk' and 'orders' = any ((select private.desk_types_with('read'))::text[])
    union all select 'farmers', id, created_at from public.farmers
    where status = 'pending' and 'farmers' = any ((select private.desk_types_with('read'))::text[])
    union all select 'training_enrolments', id, created_at from public.training_enrolments
    where status = 'pending' and 'training_enrolments' = any ((select private.desk_types_with('read'))::text[])
    union all select 'buyers', id, created_at from public.buyers
    where status = 'pending' and 'buyers' = any ((select private.desk_types_with('read'))::text[])
    union all select 'investors', id, created_at from public.investors
    where status = 'pending' and 'investors' = any ((select private.desk_types_with('read'))::text[])
    union all select 'partnership_applications', id, created_at from public.partnership_applications
    where status = 'pending' and 'partnership_applications' = any ((select private.desk_types_with('read'))::text[])
    union all select 'job_applications', id, created_at from public.job_applications
    where status = 'pending' and 'job_applications' = any ((select private.desk_types_with('read'))::text[])
    union all select 'contact_messages', id, created_at from public.contact_messages
    where status = 'pending' and 'contact_messages' = any ((select private.desk_types_with('read'))::text[])
  )
  select open_records.record_type, open_records.id as record_id, due.clock,
    open_records.created_at + make_interval(hours => due.hours) as due_at, work.assignee_id
  from open_records
  join private.due_clocks as due on due.record_type = open_records.record_type
  left join public.record_work as work on work.record_id = open_records.id and work.record_type = open_records.record_type
  where open_records.created_at < now() - make_interval(hours => due.hours)
    and (due.clock = 'decision' or work.contacted_at is null);

-- Decides on up to 500 records, each with the status that the caller saw. Nothing is overwritten: what somebody else
-- changed, and what the record's own rules refuse, is left out and named. Security invoker: the tables' policies,
-- grants and triggers judge each row. Records are taken in one order, so that two such calls never wait in a circle.
create function public.decide_records(record_type text, rows jsonb, new_status text, reason text default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  reason_column text := case
    when new_status = 'declined' and record_type <> 'contact_messages' then 'decline_reason'
    when new_status = 'completed' and record_type = 'orders' and reason is not null then 'credit_terms_reason'
    when new_status = 'hidden' and record_type = 'products' then 'review_note'
  end;
  given record;
  touched boolean;
  found_status text;
  words text;
  changed uuid[] := '{}';
  skipped jsonb := '[]';
begin
  perform private.require_desk_right(record_type, 'decide');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 records' using errcode = '23514', hint = 'rows';
  end if;
  for given in
    select id, max(expected) as expected from jsonb_to_recordset(rows) as asked (id uuid, expected text)
    where id is not null group by id order by id
  loop
    words := null;
    touched := null;
    begin
      execute format('update public.%I set status = $1 %s where id = $2 and status = $3 and status <> $1 returning true',
        record_type, case when reason_column is not null then format(', %I = $4', reason_column) else '' end)
        into touched using new_status, given.id, given.expected, reason;
    exception when check_violation or insufficient_privilege then
      get stacked diagnostics words = message_text;
    end;
    if touched then
      changed := changed || given.id;
    else
      execute format('select status from public.%I where id = $1', record_type) into found_status using given.id;
      skipped := skipped || jsonb_build_object('id', given.id, 'status', found_status,
        'why', case when words is null then 'changed_meanwhile' else 'refused' end, 'message', words);
    end if;
  end loop;
  return jsonb_build_object('changed', to_jsonb(changed), 'skipped', skipped);
end $$;

-- Writes down that the caller looks at a file of a record, and answers where it lies: {bucket, path}. The server alone
-- turns that into an address, which is good for a minute. The photo of a person is the vault's: see reveal_secret.
create function public.record_look(record_type text, record_id uuid, what text, path text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_desk_right(record_type, 'read');
  place text;
  bucket text;
begin
  if record_type = 'job_applications' and what = 'cv' then
    bucket := 'cvs';
    select cv_path into place from public.job_applications where id = record_id;
  elsif record_type = 'orders' and what = 'payment_proof' then
    bucket := 'payment-proofs';
    select proof_path into place from public.payment_claims as claim
    where claim.order_id = record_id and claim.proof_path = record_look.path limit 1;
  elsif record_type = 'orders' and what = 'dispute_photo' then
    bucket := 'dispute-photos';
    select record_look.path into place from public.order_disputes as dispute
    where dispute.order_id = record_id and record_look.path = any (dispute.photo_paths) limit 1;
  end if;
  if place is null then
    raise exception 'There is no such file' using errcode = 'P0002';
  end if;
  perform private.record_audit('look', record_type, record_id::text, null,
    jsonb_build_object('what', what, 'path', place));
  return jsonb_build_object('bucket', bucket, 'path', place);
end $$;

revoke all on function private.note_contact(text, uuid, uuid), private.note_contact_of_row(),
  private.forget_record_work() from public;
revoke all on function public.add_record_note(text, uuid, text), public.assign_record(text, uuid, uuid, uuid),
  public.log_first_contact(text, uuid), public.decide_records(text, jsonb, text, text),
  public.record_look(text, uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.add_record_note(text, uuid, text), public.assign_record(text, uuid, uuid, uuid),
  public.log_first_contact(text, uuid), public.decide_records(text, jsonb, text, text),
  public.record_look(text, uuid, text, text) to authenticated;

alter table public.record_notes enable row level security;
revoke all on table public.record_notes from public, anon, authenticated, service_role;
revoke all on sequence public.record_notes_id_seq from public, anon, authenticated, service_role;
grant select on table public.record_notes to authenticated, service_role;
create policy "Staff read the notes on what they may read" on public.record_notes
  for select to authenticated
  using (record_type = any ((select private.desk_types_with('read'))::text[]));

alter table public.record_work enable row level security;
revoke all on table public.record_work from public, anon, authenticated, service_role;
grant select on table public.record_work to authenticated, service_role;
create policy "Staff read who works on what they may read" on public.record_work
  for select to authenticated
  using (record_type = any ((select private.desk_types_with('read'))::text[]));

alter table private.due_clocks enable row level security;
revoke all on table private.due_clocks from public, anon, authenticated, service_role;
grant select on table private.due_clocks to authenticated, service_role;
create policy "Staff read the promises of what they may read" on private.due_clocks
  for select to authenticated
  using (record_type = any ((select private.desk_types_with('read'))::text[]));

alter table public.decline_reasons enable row level security;
revoke all on table public.decline_reasons from public, anon, authenticated, service_role;
revoke all on sequence public.decline_reasons_id_seq from public, anon, authenticated, service_role;
grant select, insert (record_type, body, position), update (record_type, body, position), delete
  on table public.decline_reasons to authenticated;
grant select on table public.decline_reasons to service_role;
create policy "Staff read reasons for what they may read" on public.decline_reasons
  for select to authenticated
  using (record_type = any ((select private.desk_types_with('read'))::text[])
    or (record_type is null and (select private.desk_types_with('read'))::text[] <> '{}'));
create policy "Staff who may add reasons" on public.decline_reasons
  for insert to authenticated
  with check ((select private.has_permission('decline_reasons.write')));
create policy "Staff who may change reasons" on public.decline_reasons
  for update to authenticated
  using ((select private.has_permission('decline_reasons.write')))
  with check ((select private.has_permission('decline_reasons.write')));
create policy "Staff who may remove reasons" on public.decline_reasons
  for delete to authenticated
  using ((select private.has_permission('decline_reasons.write')));

revoke all on table public.overdue_records from public, anon, authenticated, service_role;
grant select on table public.overdue_records to authenticated;

alter publication supabase_realtime add table public.record_notes;
alter publication supabase_realtime add table public.record_work;
