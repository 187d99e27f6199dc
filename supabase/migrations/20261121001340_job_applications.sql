-- Applications for a position, or for any; the CV lies in a private bucket and only its reference here.

-- Nobody but the service reads or writes it: there is no policy for it. The server judges the whole file before it
-- comes here (server/forms/cv-kind.ts); a look at the first bytes alone would take many a letter for some zip.
insert into storage.buckets (id, name, public, file_size_limit)
values ('cvs', 'cvs', false, 2097152)
on conflict (id) do nothing;

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
  constraint job_applications_full_name_length check (char_length(full_name) between 2 and 100),
  constraint job_applications_email_form check (private.is_email(email)),
  constraint job_applications_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint job_applications_cover_note_length check (char_length(cover_note) <= 5000),
  constraint job_applications_cv_path_form check (cv_path ~ '^[0-9a-f-]{36}[.](pdf|doc|docx)$'),
  constraint job_applications_cv_name_length check (char_length(cv_name) between 1 and 200),
  constraint job_applications_cv_type_known check (cv_type in ('application/pdf', 'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  constraint job_applications_cv_bytes_range check (cv_bytes between 1 and 2097152),
  constraint job_applications_status_known check (status in ('pending', 'approved', 'declined')),
  constraint job_applications_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint job_applications_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null))
);
comment on column public.job_applications.position_id is 'Null: a general application, or the position is gone; position_title tells which it was.';
comment on column public.job_applications.cv_path is 'The object''s name in the bucket cvs.';

create index job_applications_created_at_idx on public.job_applications (created_at desc, id);
create index job_applications_status_idx on public.job_applications (status, created_at desc);
create index job_applications_user_id_idx on public.job_applications (user_id, created_at desc);
create index job_applications_position_id_idx on public.job_applications (position_id, created_at desc);

create trigger decide before update of status, decline_reason, updated_at on public.job_applications
  for each row execute function private.decide();

insert into private.status_transitions (record_type, from_status, to_status)
values
  ('job_applications', 'pending', 'approved'),
  ('job_applications', 'pending', 'declined');

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long)
values
  ('job_application', 1, 'positionId', 'line', 0, 80, null,
    'Please choose a position', 'Position must be at most 80 characters'),
  ('job_application', 2, 'fullName', 'line', 2, 100, null,
    'Full name must be at least 2 characters', 'Full name must be at most 100 characters'),
  ('job_application', 3, 'email', 'email', 1, 254, null,
    'Invalid email address', 'Email address must be at most 254 characters'),
  ('job_application', 4, 'phone', 'phone', 1, 40, null,
    'Phone number must be at least 10 digits', 'Phone number must be at most 40 characters'),
  ('job_application', 5, 'coverNote', 'text', 0, 5000, null,
    'Cover note must be text', 'Cover note must be at most 5000 characters');

-- Security definer, because nobody may insert an application by any other door. The CV is stored before, under a
-- name that follows from the key: the same key again is the same application and the same object.
create function public.submit_job_application(request jsonb, cv jsonb, idempotency_key uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answers jsonb := private.check_form('job_application', request);
  wanted text := nullif(answers ->> 'positionId', '');
  found_title text;
  made uuid;
begin
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  if coalesce(cv ->> 'path', '') = '' then
    raise exception 'Please attach your CV as a PDF, DOC or DOCX file'
      using errcode = '23514', detail = 'cv', hint = 'cv';
  end if;
  if wanted is not null then
    select title into found_title from public.career_positions where id = wanted and is_published;
    if found_title is null then
      raise exception 'This position is not open any more. You can send a general application instead.'
        using errcode = '23514', detail = 'positionId', hint = 'positionId';
    end if;
  end if;
  insert into public.job_applications
    (position_id, position_title, full_name, email, phone, cover_note, cv_path, cv_name, cv_type, cv_bytes,
      idempotency_key)
  values (
    wanted, found_title, answers ->> 'fullName', answers ->> 'email', answers ->> 'phone',
    nullif(answers ->> 'coverNote', ''), cv ->> 'path',
    coalesce(nullif(left(private.clean_line(cv ->> 'name'), 200), ''), 'CV'), cv ->> 'type', (cv ->> 'bytes')::integer,
    submit_job_application.idempotency_key
  )
  on conflict on constraint job_applications_idempotency_key_unique do nothing
  returning id into made;
  if made is null then
    select id into strict made from public.job_applications
    where job_applications.idempotency_key = submit_job_application.idempotency_key;
  else
    perform private.confirm_form('application_received', answers ->> 'email', jsonb_strip_nulls(jsonb_build_object(
      'full_name', answers ->> 'fullName',
      'position_title', found_title
    )));
  end if;
  return jsonb_build_object('id', made);
end $$;
revoke all on function public.submit_job_application(jsonb, jsonb, uuid) from public, anon, authenticated, service_role;
grant execute on function public.submit_job_application(jsonb, jsonb, uuid) to service_role;

alter table public.job_applications enable row level security;
revoke all on table public.job_applications from public, anon, authenticated;
grant select on table public.job_applications to authenticated;
grant update (status, updated_at, decline_reason) on table public.job_applications to authenticated;
grant select, insert, update, delete on table public.job_applications to service_role;

create policy "People read their own job applications, and staff who may, all" on public.job_applications
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('job_applications.read')));

create policy "Staff who may decide change a job application's status" on public.job_applications
  for update to authenticated
  using ((select private.has_permission('job_applications.decide')))
  with check ((select private.has_permission('job_applications.decide')));

alter publication supabase_realtime add table public.job_applications;
