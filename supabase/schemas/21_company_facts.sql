-- Facts about the company: name, addresses, numbers.

create table public.company_facts (
  key text primary key,
  value text,
  is_demo boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint company_facts_value_length check (char_length(value) between 1 and 500),
  constraint company_facts_value_plain check (value = private.clean_line(value)),
  constraint company_facts_email_form check (
    key not in ('email', 'hr_email', 'data_protection_email') or private.is_email(value)),
  constraint company_facts_phone_form check (
    key not in ('phone_primary', 'phone_secondary', 'chat_number') or private.phone_problem(value) is null),
  constraint company_facts_page_address_form check (
    key not in ('facebook', 'twitter', 'instagram', 'linkedin', 'youtube') or value ~ '^https://[^[:space:]"<>]+$'),
  constraint company_facts_logo_form check (key <> 'logo' or value ~ '^/[A-Za-z0-9][A-Za-z0-9/_.-]*$'),
  constraint company_facts_key_known check (key in (
    'company_name', 'logo', 'blurb', 'head_office', 'branch_office', 'phone_primary', 'phone_secondary', 'email',
    'hr_email', 'chat_number', 'facebook', 'twitter', 'instagram', 'linkedin', 'youtube', 'crypto_licence_reference',
    'registration_number', 'tax_number', 'legal_name', 'head_office_street', 'branch_office_street',
    'data_protection_contact', 'data_protection_email')),
  constraint company_facts_number_short check (key not in ('registration_number', 'tax_number') or char_length(value) <= 30)
);
comment on table public.company_facts is 'Offices as the specification names them; the rest is null until someone enters it.';

-- A demo value that someone replaces is a demo value no longer.
create function private.prepare_company_fact() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.value := nullif(private.clean_line(new.value), '');
  if new.value is distinct from old.value and new.is_demo = old.is_demo then
    new.is_demo := false;
  end if;
  new.updated_at := now();
  return new;
end $$;

create trigger audit_change after insert or update or delete on public.company_facts for each row
  execute function private.audit_change('staff', 'key', 'value');

create trigger prepare_company_fact before update on public.company_facts
  for each row execute function private.prepare_company_fact();

create trigger notify_content_changed after insert or update or delete or truncate on public.company_facts
  for each statement execute function private.notify_content_changed();

alter table public.company_facts enable row level security;
revoke all on table public.company_facts from public, anon, authenticated;
grant select on table public.company_facts to anon, authenticated;
grant update (value, is_demo) on table public.company_facts to authenticated;
create policy "Everybody reads the company's facts" on public.company_facts
  for select to anon, authenticated
  using (true);
create policy "Staff with the right and a second factor change the company's facts" on public.company_facts
  for update to authenticated
  using ((select private.has_strong_permission('settings.write')))
  with check ((select private.has_strong_permission('settings.write')));

revoke all on function private.prepare_company_fact() from public, anon, authenticated, service_role;
