-- Periods for what had none: subscriptions that never began or are over, and applications for a partnership.

insert into public.retention_periods (subject, keep, description)
values
  ('unconfirmed_subscriptions', '30 days', 'Addresses for the newsletter that nobody confirmed, from the last request'),
  ('ended_subscriptions', '1 year', 'Addresses that left the newsletter, from then: so that the exit in an old letter answers, and we can say when somebody left');

update public.retention_periods set description = 'Registrations and applications for a partnership that were declined, from the decision'
where subject = 'declined_registrations';
update public.retention_periods set description = 'Registrations and applications for a partnership that nobody decided on, from the last change'
where subject = 'pending_registrations';
update public.retention_periods set description = 'Registrations and applications for a partnership that were approved, from the last change'
where subject = 'approved_registrations';

-- As before (20261122001520), and: applications for a partnership, subscriptions that never began or are over, and what
-- was decided on applications that are gone.
create or replace function private.apply_retention() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  gone jsonb := '{}';
  kind text;
  touched bigint;
begin
  foreach kind in array array['farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications'] loop
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
  -- Not of orders: the decisions on them stay with the orders.
  delete from public.decision_events
  where created_at < private.kept_since('decision_events')
    and record_type in
      ('farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications')
    and not exists (select from private.registrations where registrations.id = decision_events.record_id)
    and not exists (select from public.partnership_applications as application where application.id = decision_events.record_id)
    and not exists (select from public.job_applications as application where application.id = decision_events.record_id);
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('decision_events', touched);
  touched := private.forget_guests();
  gone := gone || jsonb_build_object('guest_contacts', touched);
  -- Asked for again is a new request. The ledger of consents stays: it tells when somebody began and left, not who.
  delete from public.newsletter_subscriptions
  where confirmed_at is null and unsubscribed_at is null
    and greatest(created_at, confirm_sent_at) < private.kept_since('unconfirmed_subscriptions');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('unconfirmed_subscriptions', touched);
  delete from public.newsletter_subscriptions
  where greatest(unsubscribed_at, confirm_sent_at) < private.kept_since('ended_subscriptions') and unsubscribed_at is not null;
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('ended_subscriptions', touched);
  delete from private.tracking_links where expires_at < now();
  get diagnostics touched = row_count;
  return gone || jsonb_build_object('tracking_links', touched);
end $$;
