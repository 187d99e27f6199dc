-- Corrections as the desk lists them: each with whether its person has answered it, so that the list can be filtered.

create view public.correction_states with (security_invoker = true) as
  select request.id, request.record_type, request.record_id, request.submission_version, request.notes, request.message,
    request.created_at,
    case when exists (
      select from public.registration_submissions as sent
      where sent.record_id = request.record_id and sent.version > request.submission_version
    ) then 'completed' else 'pending' end as status
  from public.correction_requests as request;
comment on view public.correction_states is 'status: pending while no later version was sent, completed since. Whoever may read requests and submissions reads it.';

revoke all on table public.correction_states from public, anon, authenticated, service_role;
grant select on table public.correction_states to authenticated;
