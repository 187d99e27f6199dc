-- Messages to the company, and that they were answered.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  name text not null,
  email text,
  phone text,
  message text not null,
  status text not null default 'pending',
  answered_by uuid,
  answered_at timestamptz,
  idempotency_key uuid,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  replied_at timestamptz,
  about_type text,
  about_id uuid,
  about_reference text,
  constraint contact_messages_idempotency_key_unique unique (idempotency_key),
  constraint contact_messages_name_length check (char_length(name) between 2 and 200),
  constraint contact_messages_email_form check (private.is_email(email)),
  constraint contact_messages_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint contact_messages_way_back check (email is not null or phone is not null),
  constraint contact_messages_message_length check (char_length(message) between 10 and 5000),
  constraint contact_messages_status_known check (status in ('pending', 'completed')),
  constraint contact_messages_answered_whole check ((status = 'completed') = (answered_at is not null)),
  constraint contact_messages_topic_known check (topic in ('general', 'hr')),
  constraint contact_messages_about_type_known check (about_type = any (private.registration_types())),
  constraint contact_messages_about_whole check (num_nulls(about_type, about_id, about_reference) in (0, 3))
);
comment on column public.contact_messages.about_id is 'The registration from whose page it was written, by its link or by its account: it is exported, erased and deleted with it.';
comment on column public.contact_messages.replied_at is 'When its person last wrote again: what was promised counts from then.';
create index contact_messages_about_id_idx on public.contact_messages (about_id) where about_id is not null;
create index contact_messages_created_at_idx on public.contact_messages (created_at desc, id);
create index contact_messages_phone_idx on public.contact_messages (phone);
create index contact_messages_email_idx on public.contact_messages (lower(email));
create index contact_messages_list_name_idx on public.contact_messages ((lower(name) collate "C"), id);
create index contact_messages_status_idx on public.contact_messages (status, created_at desc);

create function public.contact_messages(public.record_page) returns setof public.contact_messages
language sql stable set search_path = ''
as $$select t.* from public.contact_messages as t where t.id = any ($1.ids) order by array_position($1.ids, t.id)$$;

-- Who answered, and when, is written by the database; a message may be opened again.
create function private.mark_answered() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  if new.status is distinct from old.status then
    new.answered_by := case when new.status = 'completed' then (select auth.uid()) end;
    new.answered_at := case when new.status = 'completed' then now() end;
  else
    new.answered_by := old.answered_by;
    new.answered_at := old.answered_at;
  end if;
  return new;
end $$;

-- The registration that a message is about; about = {recordId, and from the server alone: userId? or trackingTokenHash?}. Refused is
-- what is somebody else's, or erased: who erases at the same moment is waited for. One that was made a part of another is
-- erased with that one: the merge itself erased its secrets alone.
create function private.find_message_subject(about jsonb) returns private.registrations
language plpgsql security definer set search_path = ''
as $$
declare
  subject private.registrations;
  whole_id uuid;
begin
  if about is null then
    return null;
  end if;
  select * into subject from private.registrations as record where record.id = (about ->> 'recordId')::uuid;
  whole_id := private.whole_of(subject.id);
  perform from app_vault.people
  where id in (private.vault_person_of(subject.record_type, subject.id), private.vault_person_of(subject.record_type, whole_id))
  order by id for share;
  if subject.id is null or not private.may_change_registration(subject.id, subject.user_id, about)
    or private.is_erased_registration(subject.record_type, whole_id)
  then
    raise exception 'permission denied to write about this registration' using errcode = '42501';
  end if;
  return subject;
end $$;

-- Security definer, because nobody may insert a message by any other way. Called by the server, which has judged the
-- answers, and says who writes about a registration.
create function public.submit_contact_message(request jsonb, idempotency_key uuid, about jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  subject private.registrations := private.find_message_subject(about);
  created record := private.insert_once('contact_messages', private.answer_columns(request - 'inMail') || jsonb_build_object(
    'about_type', subject.record_type, 'about_id', subject.id, 'about_reference', subject.reference), idempotency_key);
begin
  if created.is_new and request ->> 'email' <> '' then
    perform private.confirm_form('contact_received', request ->> 'email', jsonb_strip_nulls(jsonb_build_object(
      'name', request ->> 'name',
      'answers', request -> 'inMail',
      'about_reference', subject.reference,
      'has_account', case when subject.id is not null then subject.user_id is not null end
    )));
  end if;
  if created.is_new and subject.id is not null then
    perform private.notify_of_other_contacts(subject, private.find_other_contacts(created.id));
  end if;
  return jsonb_build_object('id', created.id);
end $$;

create trigger audit_change after update or delete on public.contact_messages for each row
  execute function private.audit_change('staff', 'id', 'status');

create trigger forget_record_work after delete on public.contact_messages for each row execute function private.forget_record_work();

create trigger mark_answered before update on public.contact_messages
  for each row execute function private.mark_answered();

create trigger record_decision after update of status on public.contact_messages
  for each row when (new.status is distinct from old.status) execute function private.record_decision();

create view private.contact_messages_list with (security_invoker = true) as
  select id, created_at, status as list_status, true as is_default, status = 'pending' as is_promised,
    coalesce(replied_at, created_at) + (select private.promised_time('contact_messages', 'decision')) as due_at,
    lower(name) collate "C" as list_name
  from public.contact_messages;
revoke all on table private.contact_messages_list from public, anon, authenticated, service_role;

alter table public.contact_messages enable row level security;
revoke all on table public.contact_messages from public, anon, authenticated;
grant select on table public.contact_messages to authenticated;
grant update (status, updated_at) on table public.contact_messages to authenticated;
create policy "Staff who may answer mark a message as answered" on public.contact_messages
  for update to authenticated
  using ((select private.has_permission('contact_messages.answer')))
  with check ((select private.has_permission('contact_messages.answer')));
create policy "Staff who may read messages" on public.contact_messages
  for select to authenticated
  using ((select private.has_permission('contact_messages.read')));

revoke all on function
  private.find_message_subject(jsonb), private.mark_answered(), public.contact_messages(public.record_page),
  public.submit_contact_message(jsonb, uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.contact_messages(public.record_page) to authenticated;
grant execute on function public.submit_contact_message(jsonb, uuid, jsonb) to service_role;

alter publication supabase_realtime add table public.contact_messages;
