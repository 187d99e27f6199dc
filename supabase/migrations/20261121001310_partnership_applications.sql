-- Applications for a franchise, representation, alliance or distribution; decided by staff like registrations.

create table public.partnership_applications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  partnership_type text not null,
  company_name text not null,
  contact_person text not null,
  email text not null,
  phone text not null,
  country text not null,
  address text,
  business_description text not null,
  experience text,
  investment_capacity text,
  expected_revenue text,
  marketing_strategy text,
  terms_accepted_at timestamptz not null default now(),
  status text not null default 'pending',
  decline_reason text,
  idempotency_key uuid,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint partnership_applications_idempotency_key_unique unique (idempotency_key),
  constraint partnership_applications_partnership_type_known check (partnership_type in
    ('franchise', 'representative', 'strategic', 'distribution')),
  constraint partnership_applications_company_name_length check (char_length(company_name) between 1 and 200),
  constraint partnership_applications_contact_person_length check (char_length(contact_person) between 1 and 200),
  constraint partnership_applications_email_form check (private.is_email(email)),
  constraint partnership_applications_phone_length check (char_length(phone) between 1 and 200),
  constraint partnership_applications_country_length check (char_length(country) between 1 and 200),
  constraint partnership_applications_address_length check (char_length(address) <= 5000),
  constraint partnership_applications_business_description_length
    check (char_length(business_description) between 1 and 5000),
  constraint partnership_applications_experience_length check (char_length(experience) <= 5000),
  constraint partnership_applications_investment_capacity_length check (char_length(investment_capacity) <= 200),
  constraint partnership_applications_expected_revenue_length check (char_length(expected_revenue) <= 200),
  constraint partnership_applications_marketing_strategy_length check (char_length(marketing_strategy) <= 5000),
  constraint partnership_applications_status_known check (status in ('pending', 'approved', 'declined')),
  constraint partnership_applications_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint partnership_applications_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null))
);
comment on column public.partnership_applications.user_id is 'Null: sent without an account. Filled when the same confirmed address claims it.';

create index partnership_applications_created_at_idx on public.partnership_applications (created_at desc, id);
create index partnership_applications_status_idx on public.partnership_applications (status, created_at desc);
create index partnership_applications_user_id_idx on public.partnership_applications (user_id, created_at desc);

create trigger decide before update on public.partnership_applications
  for each row execute function private.decide();

insert into private.status_transitions (record_type, from_status, to_status)
values
  ('partnership_applications', 'pending', 'approved'),
  ('partnership_applications', 'pending', 'declined');

-- The ledger of decisions takes the applications of the public forms too (job applications follow below).
alter table public.decision_events drop constraint decision_events_record_type_known;
alter table public.decision_events add constraint decision_events_record_type_known check (record_type in
  ('orders', 'farmers', 'buyers', 'investors', 'partnership_applications', 'job_applications'));
drop policy "Staff read the decisions on what they may read" on public.decision_events;
create policy "Staff read the decisions on what they may read" on public.decision_events
  for select to authenticated
  using (
    (record_type = 'orders' and (select private.has_permission('orders.read')))
    or (record_type = 'farmers' and (select private.has_permission('farmers.read')))
    or (record_type = 'buyers' and (select private.has_permission('buyers.read')))
    or (record_type = 'investors' and (select private.has_permission('investors.read')))
    or (record_type = 'partnership_applications' and (select private.has_permission('partnership_applications.read')))
    or (record_type = 'job_applications' and (select private.has_permission('job_applications.read')))
  );

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed)
values
  ('partnership', 1, 'termsAccepted', 'accepted', 1, 1, null,
    'Please accept the terms and conditions to proceed.', 'Terms must be at most 1 characters', null),
  ('partnership', 2, 'partnershipType', 'option', 1, 200,
    array['franchise', 'representative', 'strategic', 'distribution'],
    'Please fill in all required fields.', 'Partnership type must be at most 200 characters', null),
  ('partnership', 3, 'companyName', 'line', 1, 200, null,
    'Please fill in all required fields.', 'Company name must be at most 200 characters', null),
  ('partnership', 4, 'contactPerson', 'line', 1, 200, null,
    'Please fill in all required fields.', 'Contact person must be at most 200 characters', null),
  ('partnership', 5, 'email', 'email', 1, 254, null,
    'Please fill in all required fields.', 'Email address must be at most 254 characters', 'Invalid email address'),
  ('partnership', 6, 'phone', 'line', 1, 200, null,
    'Please fill in all required fields.', 'Phone number must be at most 200 characters', null),
  ('partnership', 7, 'country', 'line', 1, 200, null,
    'Please fill in all required fields.', 'Country must be at most 200 characters', null),
  ('partnership', 8, 'address', 'text', 0, 5000, null,
    'Address must be text', 'Address must be at most 5000 characters', null),
  ('partnership', 9, 'businessDescription', 'text', 1, 5000, null,
    'Please fill in all required fields.', 'Business description must be at most 5000 characters', null),
  ('partnership', 10, 'experience', 'text', 0, 5000, null,
    'Experience must be text', 'Experience must be at most 5000 characters', null),
  ('partnership', 11, 'investmentCapacity', 'line', 0, 200, null,
    'Investment capacity must be text', 'Investment capacity must be at most 200 characters', null),
  ('partnership', 12, 'expectedRevenue', 'line', 0, 200, null,
    'Expected revenue must be text', 'Expected revenue must be at most 200 characters', null),
  ('partnership', 13, 'marketingStrategy', 'text', 0, 5000, null,
    'Marketing strategy must be text', 'Marketing strategy must be at most 5000 characters', null);

-- Security definer, because nobody may insert an application by any other door. Called by the server, which has
-- looked at where the form comes from and how often. The same key again is the same application.
create function public.submit_partnership(request jsonb, idempotency_key uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answers jsonb;
  made uuid;
begin
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  perform private.check_filled('partnership', request);
  answers := private.check_form('partnership', request);
  insert into public.partnership_applications
    (partnership_type, company_name, contact_person, email, phone, country, address, business_description, experience,
      investment_capacity, expected_revenue, marketing_strategy, idempotency_key)
  values (
    answers ->> 'partnershipType', answers ->> 'companyName', answers ->> 'contactPerson', answers ->> 'email',
    answers ->> 'phone', answers ->> 'country', nullif(answers ->> 'address', ''), answers ->> 'businessDescription',
    nullif(answers ->> 'experience', ''), nullif(answers ->> 'investmentCapacity', ''),
    nullif(answers ->> 'expectedRevenue', ''), nullif(answers ->> 'marketingStrategy', ''),
    submit_partnership.idempotency_key
  )
  on conflict on constraint partnership_applications_idempotency_key_unique do nothing
  returning id into made;
  if made is null then
    select id into strict made from public.partnership_applications
    where partnership_applications.idempotency_key = submit_partnership.idempotency_key;
  else
    perform private.confirm_form('partnership_received', answers ->> 'email', jsonb_build_object(
      'contact_person', answers ->> 'contactPerson',
      'partnership_type', answers ->> 'partnershipType'
    ));
  end if;
  return jsonb_build_object('id', made);
end $$;
revoke all on function public.submit_partnership(jsonb, uuid) from public, anon, authenticated, service_role;
grant execute on function public.submit_partnership(jsonb, uuid) to service_role;

alter table public.partnership_applications enable row level security;
revoke all on table public.partnership_applications from public, anon, authenticated;
grant select on table public.partnership_applications to authenticated;
grant update (status, updated_at, decline_reason) on table public.partnership_applications to authenticated;
grant select, insert, update, delete on table public.partnership_applications to service_role;

create policy "People read their own applications for partnership, and staff who may, all" on public.partnership_applications
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('partnership_applications.read')));

create policy "Staff who may decide change an application's status" on public.partnership_applications
  for update to authenticated
  using ((select private.has_permission('partnership_applications.decide')))
  with check ((select private.has_permission('partnership_applications.decide')));

alter publication supabase_realtime add table public.partnership_applications;
