-- Events of the buyers' forms (decision 77).

create table public.audit_events (
  id bigint generated always as identity primary key,
  event text not null,
  user_id uuid,
  email text,
  business_type text,
  error_message text,
  attempt_id uuid,
  created_at timestamptz not null default now(),
  constraint audit_events_event_known check (event in
    ('BUYER_REGISTRATION_ATTEMPT', 'BUYER_REGISTRATION_ERROR', 'BUYER_REGISTRATION_SUCCESS')),
  constraint audit_events_email_length check (char_length(email) <= 254),
  constraint audit_events_business_type_length check (char_length(business_type) <= 100),
  constraint audit_events_error_message_length check (char_length(error_message) <= 500)
);
comment on table public.audit_events is 'Append-only. Goes by age alone (retention_periods).';
comment on column public.audit_events.attempt_id is 'The idempotency key of the attempt, of a success the record''s id: each event once for each.';
create unique index audit_events_attempt_idx on public.audit_events (attempt_id, event);
create index audit_events_created_at_idx on public.audit_events (created_at desc, id);
create index audit_events_event_idx on public.audit_events (event, id desc);
create index audit_events_email_idx on public.audit_events (lower(email), id desc);
create index audit_events_user_id_idx on public.audit_events (user_id, created_at desc);

-- Called by the server, which knows who the person is; the same event of the same attempt is written once.
create function private.record_audit_event(event text, user_id uuid, details jsonb, attempt_id uuid default null)
returns void
language sql security definer set search_path = ''
as $$
  insert into public.audit_events (event, user_id, email, business_type, error_message, attempt_id)
  values (
    $1, $2, left(coalesce(details ->> 'email', (select email from public.profiles where id = $2)), 254),
    left(details ->> 'businessType', 100),
    case when $1 = 'BUYER_REGISTRATION_ERROR' then left(details ->> 'error', 500) end, $4
  )
  on conflict (attempt_id, event) do nothing
$$;

-- For a page that inserts its row itself: about the caller alone, and a success is nobody's to claim.
create function public.record_audit_event(event text, details jsonb default '{}', attempt_id uuid default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
begin
  if person_id is null then
    raise exception 'Please sign in to submit your registration.' using errcode = '42501';
  elsif event is null or event not in ('BUYER_REGISTRATION_ATTEMPT', 'BUYER_REGISTRATION_ERROR') then
    raise exception 'This event is not yours to write' using errcode = '42501';
  elsif (select count(*) >= 60 from public.audit_events
      where user_id = person_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.record_audit_event(event, person_id,
    details || jsonb_build_object('email', (select email from public.profiles where id = person_id)), attempt_id);
end $$;

-- A success is a row that is there: whichever way it came, in the transaction that wrote it.
create function private.record_buyer_success(new public.buyers) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.audit_events (event, user_id, email, business_type, attempt_id)
  values (
    'BUYER_REGISTRATION_SUCCESS', new.user_id,
    coalesce(new.contact_email, (select email from public.profiles where id = new.user_id)), new.business_type, new.id
  );
end $$;

create trigger refuse_change before update on public.audit_events
  for each row execute function private.refuse_change();

create trigger refuse_truncate before truncate on public.audit_events
  for each statement execute function private.refuse_change();

alter table public.audit_events enable row level security;
revoke all on table public.audit_events from public, anon, authenticated, service_role;
revoke all on sequence public.audit_events_id_seq from public, anon, authenticated, service_role;
grant select on table public.audit_events to authenticated, service_role;
create policy "Admins read the events" on public.audit_events
  for select to authenticated
  using ((select private.has_permission('audit_events.read')));

revoke all on function
  private.record_audit_event(text, uuid, jsonb, uuid), private.record_buyer_success(public.buyers),
  public.record_audit_event(text, jsonb, uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.record_audit_event(text, uuid, jsonb, uuid) to service_role;
grant execute on function public.record_audit_event(text, jsonb, uuid) to authenticated;
