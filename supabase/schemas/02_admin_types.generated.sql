-- Generated from adminRecordTypes in domain/admin/admin.ts and taskRecordTypes in domain/admin/tasks.ts by npm run generate.
create function private.admin_types() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array['orders', 'farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications', 'contact_messages', 'products']
$$;

create function private.task_types() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array['orders', 'farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications', 'contact_messages', 'products', 'breaches', 'newsletter_subscriptions']
$$;
