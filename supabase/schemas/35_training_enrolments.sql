-- Enrolments for poultry training.

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
  answers_version integer not null default 1 constraint training_enrolments_answers_version_positive check (answers_version > 0),
  sent_again_at timestamptz,
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
  constraint training_enrolments_channel_known check (channel = any (private.registration_channels())),
  constraint training_enrolments_status_known check (status in ('pending', 'approved', 'declined')),
  constraint training_enrolments_decline_reason_length check (char_length(decline_reason) between 1 and 500),
  constraint training_enrolments_decline_reason_belongs check ((status = 'declined') = (decline_reason is not null))
);
comment on column public.training_enrolments.answers_version is 'The version of the newest submission, 1 where none is stored. Who decides names the one that they have read; another one is refused.';
comment on column public.training_enrolments.sent_again_at is 'When other answers were last sent, by its person or by staff for them, or when it was agreed to again: what was promised counts from then.';
comment on column public.training_enrolments.is_minor is 'Under 18 when they enrolled: the guardian stands in training_enrolment_private. The birth date lies in the vault.';
create index training_enrolments_contact_email_idx on public.training_enrolments (lower(contact_email), id);
create index training_enrolments_created_at_idx on public.training_enrolments (created_at desc, id);
create index training_enrolments_phone_idx on public.training_enrolments (phone, id);
create index training_enrolments_list_name_idx on public.training_enrolments ((lower(contact_name) collate "C"), id);
-- Whose photo has not come is counted by it (private.filter_condition).
create index training_enrolments_photo_missing_idx on public.training_enrolments (id) where not has_photo;
create index training_enrolments_status_idx on public.training_enrolments (status, created_at desc);
create index training_enrolments_user_id_idx on public.training_enrolments (user_id, created_at desc);

create table public.training_enrolment_private (
  training_enrolment_id uuid primary key references public.training_enrolments (id) on delete cascade,
  gender text,
  address text,
  guardian_name text,
  guardian_phone text,
  guardian_consent boolean,
  updated_at timestamptz not null default now(),
  constraint training_enrolment_private_gender_known check (gender in ('male', 'female', 'other')),
  constraint training_enrolment_private_address_length check (char_length(address) between 5 and 500),
  constraint training_enrolment_private_guardian_name_length check (char_length(guardian_name) between 2 and 100),
  constraint training_enrolment_private_guardian_phone_digits check (guardian_phone ~ '^\+?[0-9]{8,15}$'),
  constraint training_enrolment_private_guardian_whole check (
    (guardian_name is null) = (guardian_phone is null) and (guardian_name is null) = (guardian_consent is not true))
);
comment on column public.training_enrolment_private.guardian_consent is 'A parent or guardian agreed to the enrolment of someone under 18 (NDPA, section 31).';
create index training_enrolment_private_guardian_phone_idx on public.training_enrolment_private (guardian_phone, training_enrolment_id);

create function public.training_enrolments(public.record_page) returns setof public.training_enrolments
language sql stable set search_path = ''
as $$select t.* from public.training_enrolments as t where t.id = any ($1.ids) order by array_position($1.ids, t.id)$$;

create function private.training_columns(answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'record', jsonb_build_object(
      'contact_name', private.answer(answers, 'fullName'),
      'contact_email', private.answer(answers, 'email'),
      'phone', private.answer(answers, 'phoneNumber'),
      'city', private.answer(answers, 'city'),
      'state', private.answer(answers, 'state'),
      'education_level', private.answer(answers, 'educationLevel'),
      'experience', private.answer(answers, 'experience'),
      'motivation', private.answer(answers, 'motivation'),
      'training_goals', private.answer(answers, 'trainingGoals')
    ),
    'private', jsonb_build_object(
      'gender', private.answer(answers, 'gender'),
      'address', private.answer(answers, 'address'),
      'guardian_name', private.answer(answers, 'guardianName'),
      'guardian_phone', private.answer(answers, 'guardianPhone'),
      'guardian_consent', answers -> 'guardianConsent'
    )
  )
$$;

create trigger touch_updated_at before update on public.training_enrolment_private
  for each row execute function private.touch_updated_at();

create constraint trigger note_twins after insert or update of guardian_phone on public.training_enrolment_private
  deferrable initially deferred for each row execute function private.note_twins('training_enrolment_id');

create trigger before_registration_change before insert or update on public.training_enrolments
  for each row execute function private.before_registration_change('TR');

create trigger after_registration_change after insert or update or delete on public.training_enrolments
  for each row execute function private.after_registration_change();

create constraint trigger note_twins after insert or delete or update of phone, contact_name, contact_email, user_id
  on public.training_enrolments
  deferrable initially deferred for each row execute function private.note_twins('id');

create view private.training_enrolments_list with (security_invoker = true) as
  select id, created_at, status as list_status, true as is_default,
    status = 'pending' and id not in (select private.stopped_registrations('training_enrolments')) as is_promised,
    coalesce(sent_again_at, created_at) + (select private.promised_time('training_enrolments', 'decision')) as due_at,
    lower(contact_name) collate "C" as list_name, city, education_level, experience
  from public.training_enrolments;
revoke all on table private.training_enrolments_list from public, anon, authenticated, service_role;

alter table public.training_enrolments enable row level security;
revoke all on table public.training_enrolments from public, anon, authenticated;
grant select on table public.training_enrolments to authenticated;
grant update (status, decline_reason, updated_at, answers_version) on table public.training_enrolments to authenticated;
create policy "People read their own enrolments, and staff who may, all" on public.training_enrolments
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('training_enrolments.read')));
create policy "Staff who may decide change an enrolment's status" on public.training_enrolments
  for update to authenticated
  using ((select private.has_permission('training_enrolments.decide')))
  with check ((select private.has_permission('training_enrolments.decide')));

alter table public.training_enrolment_private enable row level security;
revoke all on table public.training_enrolment_private from public, anon, authenticated;
grant select on table public.training_enrolment_private to authenticated;
create policy "People read their own answers, and staff who may decide" on public.training_enrolment_private
  for select to authenticated
  using (
    (select private.has_permission('training_enrolments.decide'))
    or training_enrolment_id in (select id from public.training_enrolments where user_id = (select auth.uid()))
  );

revoke all on function
  private.training_columns(jsonb), public.training_enrolments(public.record_page)
  from public, anon, authenticated, service_role;
grant execute on function public.training_enrolments(public.record_page) to authenticated;

alter publication supabase_realtime add table public.training_enrolments;
