-- Generated from formRecords in domain/admin/admin.ts by npm run generate.
create view private.form_records with (security_invoker = true) as
  select 'partnership_applications' as record_type, 'partnership' as place, t.id, t.created_at, t.list_status, t.due_at,
    (select own.company_name from public.partnership_applications as own where own.id = t.id) as name
  from private.partnership_applications_list as t
  union all
  select 'job_applications' as record_type, 'job-applications' as place, t.id, t.created_at, t.list_status, t.due_at,
    (select own.full_name from public.job_applications as own where own.id = t.id) as name
  from private.job_applications_list as t
  union all
  select 'contact_messages' as record_type, 'messages' as place, t.id, t.created_at, t.list_status, t.due_at,
    (select own.name from public.contact_messages as own where own.id = t.id) as name
  from private.contact_messages_list as t;
revoke all on table private.form_records from public, anon, authenticated, service_role;

create function private.form_places() returns table (record_type text, place text)
language sql immutable set search_path = ''
as $$
  values ('partnership_applications', 'partnership'), ('job_applications', 'job-applications'), ('contact_messages', 'messages')
$$;
revoke all on function private.form_places() from public, anon, authenticated, service_role;
