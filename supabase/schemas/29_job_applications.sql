-- Applications for a position, with a CV.

create table public.job_applications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  position_id text references public.career_positions (id) on update cascade on delete set null,
  position_title text,
  full_name text not null,
  email text not null,
  phone text not null,
  cover_note text,
  cv_path text not null,
  cv_name text not null,
  cv_type text not null,
  cv_bytes integer not null,
  status text not null default 'pending',
  decline_reason text,
  idempotency_key uuid,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint job_applications_idempotency_key_unique unique (idempotency_key),
  constraint job_applications_position_title_length check (char_length(position_title) between 2 and 100),
  constraint job_applications_full_name_length check (char_length(full_name) between 2 and 100),
  constraint job_applications_email_form check (private.is_email(email)),
  constraint job_applications_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint job_applications_cover_note_length check (char_length(cover_note) <= 5000),
  constraint job_applications_cv_path_form check (cv_path ~ '^[0-9a-f-]{36}[.](pdf|doc|docx)$'),
  constraint job_applications_cv_name_length check (char_length(cv_name) between 1 and 200),
  constraint job_applications_cv_type_known check (cv_type in ('application/pdf', 'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  constraint job_applications_cv_bytes_range check (cv_bytes between 1 and private.cv_bytes_max()),
  constraint job_applications_status_known check (status in ('pending', 'approved', 'declined')),
  constraint job_applications_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint job_applications_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null))
);
comment on column public.job_applications.position_id is 'Null: a general application, or the position is gone; position_title tells which it was.';
comment on column public.job_applications.cv_path is 'The object''s name in the bucket cvs.';
create index job_applications_created_at_idx on public.job_applications (created_at desc, id);
create index job_applications_cv_path_idx on public.job_applications (cv_path);
create index job_applications_email_idx on public.job_applications (lower(email)) where user_id is null;
create index job_applications_phone_idx on public.job_applications (phone);
create index job_applications_position_id_idx on public.job_applications (position_id, created_at desc);
create index job_applications_list_name_idx on public.job_applications ((lower(full_name) collate "C"), id);
create index job_applications_status_idx on public.job_applications (status, created_at desc);
create index job_applications_user_id_idx on public.job_applications (user_id, created_at desc);

create function public.job_applications(public.record_page) returns setof public.job_applications
language sql stable set search_path = ''
as $$select t.* from public.job_applications as t where t.id = any ($1.ids) order by array_position($1.ids, t.id)$$;

-- Security definer, because nobody may insert an application by any other way. Called by the server, which has judged
-- the answers and stored the CV before, as {path, name, type, bytes}. The same key again is the same application.
create function public.submit_job_application(request jsonb, cv jsonb, idempotency_key uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  columns jsonb := private.answer_columns(request - 'inMail') || jsonb_build_object(
    'cv_path', cv -> 'path', 'cv_name', cv -> 'name', 'cv_type', cv -> 'type', 'cv_bytes', cv -> 'bytes');
  stored_title text;
  created record;
begin
  if columns ->> 'position_id' is not null and not exists (
    select from public.job_applications
    where job_applications.idempotency_key = submit_job_application.idempotency_key
  ) then
    select title into stored_title from public.career_positions
    where career_positions.id = columns ->> 'position_id' and is_published;
    if stored_title is null then
      raise exception 'This position is not open any more. You can send a general application instead.'
        using errcode = '23514', detail = 'positionId', hint = 'positionId';
    end if;
  end if;
  created := private.insert_once('job_applications', columns || jsonb_build_object('position_title', stored_title), idempotency_key);
  if created.is_new then
    perform private.confirm_form('application_received', request ->> 'email', jsonb_strip_nulls(jsonb_build_object(
      'full_name', request ->> 'fullName',
      'position_title', stored_title,
      'answers', request -> 'inMail'
    )));
  end if;
  return jsonb_build_object('id', created.id, 'cvPath', (select cv_path from public.job_applications where id = created.id));
end $$;

-- Files that no application names, a day after they came: of a server that died between the file and the row, and of
-- applications that are gone.
create function private.find_orphan_cvs(after text, max_rows integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select object.name from storage.objects as object
  where object.bucket_id = 'cvs' and object.name > after and object.created_at < now() - interval '1 day'
    and not exists (select from public.job_applications where cv_path = object.name)
  order by object.name limit max_rows
$$;

create trigger audit_change after update or delete on public.job_applications for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason');

create trigger decide before update of status, decline_reason, updated_at on public.job_applications
  for each row execute function private.decide();

create trigger forget_record_work after delete on public.job_applications for each row execute function private.forget_record_work();

create trigger notify_applicant after update of status on public.job_applications
  for each row when (new.status <> old.status and new.status in ('approved', 'declined'))
  execute function private.notify_applicant('application_approved', 'application_declined', 'full_name', 'position_title');

create view private.job_applications_list with (security_invoker = true) as
  select id, created_at, status as list_status, true as is_default, status = 'pending' as is_promised,
    created_at + (select private.promised_time('job_applications', 'decision')) as due_at,
    lower(full_name) collate "C" as list_name
  from public.job_applications;
revoke all on table private.job_applications_list from public, anon, authenticated, service_role;

alter table public.job_applications enable row level security;
revoke all on table public.job_applications from public, anon, authenticated;
grant select on table public.job_applications to authenticated;
grant update (status, decline_reason, updated_at) on table public.job_applications to authenticated;
create policy "People read their own job applications, and staff who may, all" on public.job_applications
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('job_applications.read')));
create policy "Staff who may decide change a job application's status" on public.job_applications
  for update to authenticated
  using ((select private.has_permission('job_applications.decide')))
  with check ((select private.has_permission('job_applications.decide')));

revoke all on function
  private.find_orphan_cvs(text, integer), public.job_applications(public.record_page),
  public.submit_job_application(jsonb, jsonb, uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  private.find_orphan_cvs(text, integer), public.submit_job_application(jsonb, jsonb, uuid)
  to service_role;
grant execute on function public.job_applications(public.record_page) to authenticated;

alter publication supabase_realtime add table public.job_applications;
