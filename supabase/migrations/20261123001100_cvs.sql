-- A job application that is sent again is the one that is there, whatever happened since; and a CV that no application
-- names goes.

-- As before (20261121001340), and: the attempt is looked for before its answers are judged, since the position may have
-- closed after it was taken. Answers which object the row names; one that was put for this call alone is not it.
create or replace function public.submit_job_application(request jsonb, cv jsonb, idempotency_key uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answers jsonb;
  wanted text;
  found_title text;
  made public.job_applications;
begin
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  select * into made from public.job_applications
  where job_applications.idempotency_key = submit_job_application.idempotency_key;
  if found then
    return jsonb_build_object('id', made.id, 'cvPath', made.cv_path);
  end if;
  answers := private.check_form('job_application', request);
  wanted := nullif(answers ->> 'positionId', '');
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
  returning * into made;
  if made.id is null then
    select * into strict made from public.job_applications
    where job_applications.idempotency_key = submit_job_application.idempotency_key;
  else
    perform private.confirm_form('application_received', answers ->> 'email', jsonb_strip_nulls(jsonb_build_object(
      'full_name', answers ->> 'fullName',
      'position_title', found_title
    )));
  end if;
  return jsonb_build_object('id', made.id, 'cvPath', made.cv_path);
end $$;

create index job_applications_cv_path_idx on public.job_applications (cv_path);

-- Files that no application names, a day after they came: of a server that died between the file and the row, and of
-- applications that are gone.
create function private.find_orphan_cvs(after text, most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select object.name from storage.objects as object
  where object.bucket_id = 'cvs' and object.name > after and object.created_at < now() - interval '1 day'
    and not exists (select from public.job_applications where cv_path = object.name)
  order by object.name limit most
$$;
revoke all on function private.find_orphan_cvs(text, integer) from public;
grant execute on function private.find_orphan_cvs(text, integer) to service_role;
