-- How long what is kept is kept: periods as rows, which staff may change, and one job that obeys them.

create table public.retention_periods (
  subject text primary key,
  keep interval not null,
  description text not null,
  updated_at timestamptz not null default now(),
  constraint retention_periods_subject_form check (subject ~ '^[a-z_]{3,60}$'),
  constraint retention_periods_keep_range check (keep between interval '0' and interval '30 years'),
  constraint retention_periods_description_length check (char_length(description) between 5 and 300)
);
comment on table public.retention_periods is 'Obeyed daily by private.apply_retention. The law of the longest duty wins over a shorter wish: see docs/operations.md.';

insert into public.retention_periods (subject, keep, description)
values
  ('declined_registrations', '1 year', 'Registrations that were declined, from the decision'),
  ('pending_registrations', '2 years', 'Registrations that nobody decided on, from the last change'),
  ('approved_registrations', '7 years', 'Registrations that were approved, from the last change'),
  ('national_identity_numbers', '0 days', 'NIN and vNIN in the vault, from the decision on the investor'),
  ('registration_drafts', '30 days', 'Half-filled forms, from the last change'),
  ('unattached_photos', '1 day', 'Photos that belong to no registration, from the upload'),
  ('audit_events', '2 years', 'Attempts to register as a buyer'),
  ('vault_reveals', '7 years', 'Who looked at what is secret, from the look'),
  ('consents', '7 years', 'What was agreed to and taken back, once its registration is gone'),
  ('decision_events', '7 years', 'What was decided, once its record is gone');

create trigger touch_updated_at before update on public.retention_periods
  for each row execute function private.touch_updated_at();

alter table public.retention_periods enable row level security;
revoke all on table public.retention_periods from public, anon, authenticated;
grant select on table public.retention_periods to authenticated;
grant update (keep) on table public.retention_periods to authenticated;
grant select, insert, update, delete on table public.retention_periods to service_role;

create policy "Staff who may read the settings" on public.retention_periods
  for select to authenticated
  using ((select private.has_permission('settings.read')));
create policy "Staff who may change the settings, with a second factor" on public.retention_periods
  for update to authenticated
  using ((select private.has_strong_permission('settings.write')))
  with check ((select private.has_strong_permission('settings.write')));

create function private.kept_since(subject text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select now() - keep from public.retention_periods where retention_periods.subject = $1
$$;

-- A ledger's entry is nobody's to take away before its period is over.
create function private.refuse_early_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.created_at >= private.kept_since(tg_table_name) then
    raise exception '% keeps what was written', tg_table_name using errcode = '42501';
  end if;
  return old;
end $$;
revoke all on function private.refuse_early_delete() from public;
create or replace trigger refuse_change before update on public.vault_reveals
  for each row execute function private.refuse_change();
create or replace trigger refuse_change before update on public.consents
  for each row execute function private.refuse_change();
create or replace trigger refuse_change before update on public.decision_events
  for each row execute function private.refuse_change();
create trigger refuse_early_delete before delete on public.vault_reveals
  for each row execute function private.refuse_early_delete();
create trigger refuse_early_delete before delete on public.consents
  for each row execute function private.refuse_early_delete();
create trigger refuse_early_delete before delete on public.decision_events
  for each row execute function private.refuse_early_delete();

-- Obeys the periods; answers how much went of each. With a registration go its ledger, links, calls and secrets; the
-- decision on it and the consents stay for their own period. Photos that nothing refers to any more are the server's to
-- remove. Safe at any time, and in several processes at once.
create function private.apply_retention() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  gone jsonb := '{}';
  kind text;
  touched bigint;
begin
  foreach kind in array array['farmers', 'training_enrolments', 'buyers', 'investors'] loop
    execute format('delete from public.%I as record
      where not is_demo and updated_at < private.kept_since(record.status || ''_registrations'')', kind);
    get diagnostics touched = row_count;
    gone := gone || jsonb_build_object(kind, touched);
  end loop;
  delete from strongroom.secrets using public.investors, public.investor_private
  where secrets.record_type = 'investors' and secrets.record_id = investors.id and secrets.field = 'idNumber'
    and investor_private.investor_id = investors.id and investor_private.valid_id_type = 'nin'
    and investors.status <> 'pending' and investors.updated_at <= private.kept_since('national_identity_numbers');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('national_identity_numbers', touched);
  delete from public.registration_drafts where updated_at < private.kept_since('registration_drafts');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('registration_drafts', touched);
  delete from public.audit_events where created_at < private.kept_since('audit_events');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('audit_events', touched);
  delete from public.vault_reveals where created_at < private.kept_since('vault_reveals');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('vault_reveals', touched);
  delete from public.consents where created_at < private.kept_since('consents')
    and not exists (select from private.registrations where registrations.id = consents.record_id);
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('consents', touched);
  -- Of registrations alone: the decisions on orders stay with the orders.
  delete from public.decision_events
  where created_at < private.kept_since('decision_events')
    and record_type in ('farmers', 'training_enrolments', 'buyers', 'investors')
    and not exists (select from private.registrations where registrations.id = decision_events.record_id);
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('decision_events', touched);
  delete from private.tracking_links where expires_at < now();
  get diagnostics touched = row_count;
  return gone || jsonb_build_object('tracking_links', touched);
end $$;

revoke all on function private.kept_since(text), private.apply_retention() from public;
grant execute on function private.apply_retention() to service_role;
