-- Applications for a franchise, representation, alliance or distribution.

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
create index partnership_applications_email_idx on public.partnership_applications (lower(email)) where user_id is null;
create index partnership_applications_list_name_idx on public.partnership_applications ((lower(company_name) collate "C"), id);
create index partnership_applications_phone_idx on public.partnership_applications (private.normalise_phone(phone));
create index partnership_applications_status_idx on public.partnership_applications (status, created_at desc);
create index partnership_applications_user_id_idx on public.partnership_applications (user_id, created_at desc);

create function public.partnership_applications(public.record_page) returns setof public.partnership_applications
language sql stable set search_path = ''
as $$select t.* from public.partnership_applications as t where t.id = any ($1.ids) order by array_position($1.ids, t.id)$$;

-- Security definer, because nobody may insert an application by any other way. Called by the server, which has
-- judged the answers and looked at where they come from and how often. The same key again is the same application.
create function public.submit_partnership(request jsonb, idempotency_key uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  created record := private.insert_once('partnership_applications', private.answer_columns(request - '{termsAccepted,inMail}'::text[]),
    idempotency_key);
begin
  if created.is_new then
    perform private.confirm_form('partnership_received', request ->> 'email', jsonb_build_object(
      'contact_person', request ->> 'contactPerson',
      'answers', request -> 'inMail'
    ));
  end if;
  return jsonb_build_object('id', created.id);
end $$;

-- By its arguments: the mail when it is approved, the mail when it is declined, and the columns that both name.
create function private.notify_applicant() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_mail(tg_argv[case new.status when 'approved' then 0 else 1 end], new.email, jsonb_strip_nulls(
    jsonb_build_object('record_type', tg_table_name, 'record_id', new.id, 'reason', new.decline_reason) || (
      select coalesce(jsonb_object_agg(named.name, to_jsonb(new) -> named.name), '{}') from unnest(tg_argv[2:]) as named (name))));
  return null;
end $$;

create trigger audit_change after update or delete on public.partnership_applications for each row
  execute function private.audit_change('staff', 'id', 'status,decline_reason');

create trigger decide before update on public.partnership_applications
  for each row execute function private.decide();

create trigger forget_record_work after delete on public.partnership_applications for each row execute function private.forget_record_work();

create trigger notify_applicant after update of status on public.partnership_applications
  for each row when (new.status <> old.status and new.status in ('approved', 'declined'))
  execute function private.notify_applicant('partnership_approved', 'partnership_declined', 'contact_person', 'partnership_type');

create view private.partnership_applications_list with (security_invoker = true) as
  select id, created_at, status as list_status, true as is_default, status = 'pending' as is_promised,
    created_at + (select private.promised_time('partnership_applications', 'decision')) as due_at,
    lower(company_name) collate "C" as list_name
  from public.partnership_applications;
revoke all on table private.partnership_applications_list from public, anon, authenticated, service_role;

alter table public.partnership_applications enable row level security;
revoke all on table public.partnership_applications from public, anon, authenticated;
grant select on table public.partnership_applications to authenticated;
grant update (status, decline_reason, updated_at) on table public.partnership_applications to authenticated;
create policy "People read their own applications for partnership, and staff who may, all" on public.partnership_applications
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('partnership_applications.read')));
create policy "Staff who may decide change an application's status" on public.partnership_applications
  for update to authenticated
  using ((select private.has_permission('partnership_applications.decide')))
  with check ((select private.has_permission('partnership_applications.decide')));

revoke all on function
  private.notify_applicant(), public.partnership_applications(public.record_page), public.submit_partnership(jsonb, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.partnership_applications(public.record_page) to authenticated;
grant execute on function public.submit_partnership(jsonb, uuid) to service_role;

alter publication supabase_realtime add table public.partnership_applications;
