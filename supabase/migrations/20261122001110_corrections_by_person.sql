-- Corrections are found by the name, the phone and the reference of the person who owes them.

drop view public.correction_states;
create view public.correction_states with (security_invoker = true) as
  select request.id, request.record_type, request.record_id, request.submission_version, request.notes, request.message,
    request.created_at,
    case when exists (
      select from public.registration_submissions as sent
      where sent.record_id = request.record_id and sent.version > request.submission_version
    ) then 'completed' else 'pending' end as status,
    record.reference, record.contact_name, record.contact_email, record.contact_phone
  from public.correction_requests as request
  left join private.registrations as record
    on record.record_type = request.record_type and record.id = request.record_id;
comment on view public.correction_states is 'status: pending while no later version was sent, completed since. Whoever may read requests and submissions reads it.';

revoke all on table public.correction_states from public, anon, authenticated, service_role;
grant select on table public.correction_states to authenticated;
