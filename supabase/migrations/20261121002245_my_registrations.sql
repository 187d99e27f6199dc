-- One list over the four kinds of registration: for the person, for the tracking page, and for staff on the phone.

create view private.registrations with (security_invoker = true) as
  select record.*,
    asked.correction as open_correction,
    case
      when record.status = 'approved' then 'Approved. Our team will contact you about what comes next.'
      when record.status = 'declined' then 'Closed. You are welcome to register again when things have changed.'
      when asked.correction is not null then 'Please correct what we marked and send it again.'
      when record.record_type = 'buyers' then 'We are reviewing it. Our team will contact you within 48 hours.'
      else 'We are reviewing it. We will contact you soon.'
    end as next_step
  from (
    select 'farmers' as record_type, id, 'farmer' as form, reference, user_id, contact_name, contact_email,
      phone as contact_phone, status, decline_reason, has_photo, is_demo, created_at, updated_at
    from public.farmers
    union all
    select 'training_enrolments', id, 'training', reference, user_id, contact_name, contact_email, phone, status,
      decline_reason, has_photo, is_demo, created_at, updated_at
    from public.training_enrolments
    union all
    select 'buyers', id, 'buyer_' || buyer_type, reference, user_id,
      coalesce(nullif(concat_ws(' ', contact_first_name, contact_last_name), ''), company_name), contact_email,
      contact_phone, status, decline_reason, has_photo, is_demo, created_at, updated_at
    from public.buyers
    union all
    select 'investors', id, 'investor_' || investor_type, reference, user_id, coalesce(contact_name, company_name),
      contact_email, contact_phone, status, decline_reason, false, is_demo, created_at, updated_at
    from public.investors
  ) as record
  -- The correction that is open: the last one asked for, while nothing later was sent and nothing is decided.
  left join lateral (
    select jsonb_build_object('id', request.id, 'message', request.message, 'notes', request.notes,
      'createdAt', request.created_at) as correction
    from public.correction_requests as request
    where request.record_id = record.id and record.status = 'pending' and not exists (
      select from public.registration_submissions as sent
      where sent.record_id = request.record_id and sent.version > request.submission_version
    )
    order by request.id desc limit 1
  ) as asked on true;

create view public.my_registrations with (security_invoker = true) as
  select record_type, id, form, reference, status, decline_reason, next_step, open_correction, has_photo, created_at,
    updated_at
  from private.registrations
  where user_id = (select auth.uid());
comment on view public.my_registrations is 'What a member has registered as, how it stands and what comes next.';

revoke all on table private.registrations from public, anon, authenticated, service_role;
revoke all on table public.my_registrations from public, anon, authenticated, service_role;
grant select on table private.registrations to authenticated, service_role;
grant select on table public.my_registrations to authenticated;
