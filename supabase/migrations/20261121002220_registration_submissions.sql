-- What was sent, whole and as it was sent each time, except for what is secret; and what staff asked to be corrected.
-- Both are ledgers: the latest entry decides, the ones before it stay.

-- The caller's own registrations of every kind.
create function private.own_registration_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.farmers where user_id = (select auth.uid())
  union all select id from public.training_enrolments where user_id = (select auth.uid())
  union all select id from public.buyers where user_id = (select auth.uid())
  union all select id from public.investors where user_id = (select auth.uid())
$$;
revoke all on function private.own_registration_ids() from public;
grant execute on function private.own_registration_ids() to authenticated, service_role;

create table public.registration_submissions (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  version integer not null,
  form text not null,
  answers jsonb not null,
  secret_fields text[] not null default '{}',
  channel text not null,
  locale text,
  terms_version text,
  created_at timestamptz not null default now(),
  constraint registration_submissions_version_unique unique (record_id, version),
  constraint registration_submissions_record_type_known check (record_type in
    ('farmers', 'training_enrolments', 'buyers', 'investors')),
  constraint registration_submissions_form_known check (form in ('farmer', 'training', 'buyer_individual',
    'buyer_corporate', 'investor_individual', 'investor_corporate', 'investor_crypto')),
  constraint registration_submissions_answers_object check (jsonb_typeof(answers) = 'object'),
  constraint registration_submissions_channel_known check (channel in ('web', 'walk_in', 'phone'))
);
comment on column public.registration_submissions.secret_fields is 'Which secrets came with it; they themselves lie in the vault.';

create table public.correction_requests (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  submission_version integer not null,
  notes jsonb not null,
  message text,
  created_at timestamptz not null default now(),
  constraint correction_requests_record_type_known check (record_type in
    ('farmers', 'training_enrolments', 'buyers', 'investors')),
  constraint correction_requests_notes_array check (jsonb_typeof(notes) = 'array'),
  constraint correction_requests_message_length check (char_length(message) between 1 and 1000)
);
comment on table public.correction_requests is 'Please correct: asked on a pending record, answered by sending it again. Notes are [{field, note}].';
comment on column public.correction_requests.submission_version is 'What it is about: the request is open while no later version was sent. 0: a record without a stored form.';

create index correction_requests_record_id_idx on public.correction_requests (record_id, id desc);

-- Who asked: for staff alone, so beside the request.
create table private.correction_authors (
  correction_request_id bigint primary key references public.correction_requests (id) on delete cascade,
  requested_by uuid,
  constraint correction_authors_requested_by_fkey foreign key (requested_by)
    references public.profiles (id) on delete set null
);
create index correction_authors_requested_by_idx on private.correction_authors (requested_by);

-- A ledger's entry goes only together with its record (retention), never alone and never by a client.
create trigger refuse_change before update on public.registration_submissions
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.registration_submissions
  for each statement execute function private.refuse_change();
create trigger refuse_change before update on public.correction_requests
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.correction_requests
  for each statement execute function private.refuse_change();

-- One attempt to send, told by the key that the page made: the same key again is the same record and version.
create table private.submission_keys (
  idempotency_key uuid primary key,
  form text not null,
  record_type text not null,
  record_id uuid not null,
  version integer not null,
  user_id uuid,
  created_at timestamptz not null default now()
);
create index submission_keys_record_id_idx on private.submission_keys (record_id);

-- Secret links of people without an account; only the hash of each is kept. Those in mails are made here.
create table private.tracking_links (
  token_hash text primary key,
  record_type text not null,
  record_id uuid not null,
  is_mailed boolean not null default false,
  expires_at timestamptz not null default now() + interval '400 days',
  created_at timestamptz not null default now(),
  constraint tracking_links_token_hash_form check (token_hash ~ '^[0-9a-f]{64}$')
);
create index tracking_links_record_id_idx on private.tracking_links (record_id);
create index tracking_links_expires_at_idx on private.tracking_links (expires_at);

-- What hangs on a record goes when the record goes. Consents stay: they prove what was agreed, and name nobody.
create function private.forget_submissions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.registration_submissions where record_id = old.id;
  delete from public.correction_requests where record_id = old.id;
  delete from private.submission_keys where record_id = old.id;
  delete from private.tracking_links where record_id = old.id;
  return null;
end $$;
revoke all on function private.forget_submissions() from public;

create trigger forget_submissions after delete on public.farmers
  for each row execute function private.forget_submissions();
create trigger forget_submissions after delete on public.training_enrolments
  for each row execute function private.forget_submissions();
create trigger forget_submissions after delete on public.buyers
  for each row execute function private.forget_submissions();
create trigger forget_submissions after delete on public.investors
  for each row execute function private.forget_submissions();

alter table public.registration_submissions enable row level security;
revoke all on table public.registration_submissions from public, anon, authenticated, service_role;
grant select on table public.registration_submissions to authenticated, service_role;
revoke all on sequence public.registration_submissions_id_seq from public, anon, authenticated, service_role;
alter table public.correction_requests enable row level security;
revoke all on table public.correction_requests from public, anon, authenticated, service_role;
grant select on table public.correction_requests to authenticated, service_role;
revoke all on sequence public.correction_requests_id_seq from public, anon, authenticated, service_role;
alter table private.correction_authors enable row level security;
revoke all on table private.correction_authors from public, anon, authenticated, service_role;
alter table private.submission_keys enable row level security;
revoke all on table private.submission_keys from public, anon, authenticated, service_role;
alter table private.tracking_links enable row level security;
revoke all on table private.tracking_links from public, anon, authenticated, service_role;

create policy "People read what they sent, and staff who may decide" on public.registration_submissions
  for select to authenticated
  using (
    record_type = any ((select private.registrations_with('decide'))::text[])
    or record_id in (select private.own_registration_ids())
  );

create policy "People read what they are asked to correct, and staff who may read" on public.correction_requests
  for select to authenticated
  using (
    record_type = any ((select private.registrations_with('read'))::text[])
    or record_id in (select private.own_registration_ids())
  );
