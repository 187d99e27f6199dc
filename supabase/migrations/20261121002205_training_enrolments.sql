-- Enrolments in poultry training: people who want to learn, with or without an account, of any age.

create table public.training_enrolments (
  id uuid primary key default gen_random_uuid(),
  reference text not null default '',
  user_id uuid references public.profiles (id) on delete set null,
  contact_name text not null,
  contact_email text,
  phone text not null,
  city text not null,
  state text not null,
  education_level text not null,
  experience text not null,
  motivation text not null,
  training_goals text not null,
  is_minor boolean not null default false,
  has_photo boolean not null default false,
  terms_version text,
  terms_accepted_at timestamptz,
  locale text,
  channel text,
  entered_by uuid,
  status text not null default 'pending',
  decline_reason text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint training_enrolments_reference_unique unique (reference),
  constraint training_enrolments_reference_form check (reference ~ '^TR[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$'),
  constraint training_enrolments_contact_name_length check (char_length(contact_name) between 2 and 100),
  constraint training_enrolments_contact_email_form check (private.is_email(contact_email)),
  constraint training_enrolments_phone_digits check (phone ~ '^\+?[0-9]{8,15}$'),
  constraint training_enrolments_city_length check (char_length(city) between 2 and 100),
  constraint training_enrolments_state_length check (char_length(state) between 2 and 100),
  constraint training_enrolments_education_level_known check (education_level in
    ('primary', 'secondary', 'tertiary', 'vocational', 'other')),
  constraint training_enrolments_experience_known check (experience in
    ('beginner', 'basic', 'intermediate', 'advanced')),
  constraint training_enrolments_motivation_length check (char_length(motivation) between 10 and 2000),
  constraint training_enrolments_training_goals_length check (char_length(training_goals) between 10 and 2000),
  constraint training_enrolments_terms_version_length check (char_length(terms_version) between 1 and 40),
  constraint training_enrolments_locale_length check (char_length(locale) between 2 and 35),
  constraint training_enrolments_channel_known check (channel in ('web', 'walk_in', 'phone')),
  constraint training_enrolments_status_known check (status in ('pending', 'approved', 'declined')),
  constraint training_enrolments_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint training_enrolments_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null))
);
comment on column public.training_enrolments.is_minor is 'Under 18 when they enrolled: the guardian stands in training_enrolment_private. The birth date lies in the vault.';

create index training_enrolments_created_at_idx on public.training_enrolments (created_at desc, id);
create index training_enrolments_status_idx on public.training_enrolments (status, created_at desc);
create index training_enrolments_user_id_idx on public.training_enrolments (user_id, created_at desc);
create index training_enrolments_phone_idx on public.training_enrolments (phone);
create index training_enrolments_contact_email_idx on public.training_enrolments (lower(contact_email));

create trigger give_reference before insert on public.training_enrolments
  for each row execute function private.give_reference('TR');
create trigger decide before update on public.training_enrolments
  for each row execute function private.decide();

insert into private.status_transitions (record_type, from_status, to_status)
values
  ('training_enrolments', 'pending', 'approved'),
  ('training_enrolments', 'pending', 'declined');

alter table public.decision_events drop constraint decision_events_record_type_known;
alter table public.decision_events add constraint decision_events_record_type_known check (record_type in
  ('orders', 'farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications'));
drop policy "Staff read the decisions on what they may read" on public.decision_events;
create policy "Staff read the decisions on what they may read" on public.decision_events
  for select to authenticated
  using (
    record_type = any ((select private.registrations_with('read'))::text[])
    or (record_type = 'orders' and (select private.has_permission('orders.read')))
    or (record_type = 'partnership_applications' and (select private.has_permission('partnership_applications.read')))
    or (record_type = 'job_applications' and (select private.has_permission('job_applications.read')))
  );

alter table public.training_enrolments enable row level security;
revoke all on table public.training_enrolments from public, anon, authenticated;
grant select on table public.training_enrolments to authenticated;
grant update (status, updated_at, decline_reason) on table public.training_enrolments to authenticated;
grant select, insert, update, delete on table public.training_enrolments to service_role;

create policy "People read their own enrolments, and staff who may, all" on public.training_enrolments
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('training_enrolments.read')));

create policy "Staff who may decide change an enrolment's status" on public.training_enrolments
  for update to authenticated
  using ((select private.has_permission('training_enrolments.decide')))
  with check ((select private.has_permission('training_enrolments.decide')));

alter publication supabase_realtime add table public.training_enrolments;

-- When a record goes, so does what the vault holds of it.
create trigger forget_sealed after delete on public.training_enrolments
  for each row execute function private.forget_sealed();

create or replace function private.has_demo_rows() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.orders where is_demo)
    or exists (select from public.farmers where is_demo)
    or exists (select from public.training_enrolments where is_demo)
    or exists (select from public.buyers where is_demo)
    or exists (select from public.investors where is_demo)
    or exists (select from public.company_facts where is_demo)
    or exists (select from public.impact_figures where is_demo)
    or exists (select from public.board_members where is_demo)
    or exists (select from public.career_positions where is_demo)
    or exists (select from public.settlement_accounts where is_demo)
    or exists (select from public.partnership_applications where is_demo)
    or exists (select from public.contact_messages where is_demo)
    or exists (select from public.job_applications where is_demo)
$$;
