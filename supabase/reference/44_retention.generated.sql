-- Generated from domain/retention.ts and retention-periods.ts by npm run generate; change it there.
insert into public.retention_periods (subject, keep, description, at_least)
values
  ('approved_registrations', '7 years', 'Registrations and applications for a partnership that were approved, from the last change', '5 years'),
  ('audit_events', '2 years', 'Attempts to register as a buyer', '30 days'),
  ('audit_trail', '7 years', 'What staff changed, and who looked at photos and documents', '1 year'),
  ('breaches', '10 years', 'The register of personal data breaches, from the day one was closed', '5 years'),
  ('consents', '7 years', 'What was agreed to and taken back, once its registration is gone', '1 year'),
  ('decision_events', '7 years', 'What was decided, once its record is gone', '1 year'),
  ('declined_registrations', '1 year', 'Registrations and applications for a partnership that were declined, from the decision', '30 days'),
  ('ended_subscriptions', '1 year', 'Addresses that left the newsletter, or wait to hear that a product is back, from the last step: so that the exit in an old letter answers, and we can say when somebody left', '0 days'),
  ('guest_contacts', '1 year', 'Name, phone, email, address, words and links of a guest''s order that is over, from its last change', '30 days'),
  ('national_identity_numbers', '0 days', 'NIN and vNIN in the vault, from the decision on the investor', '0 days'),
  ('own_exports', '7 years', 'That somebody took their own data along, from then', '1 year'),
  ('pending_registrations', '2 years', 'Registrations and applications for a partnership that nobody decided on, from the last change', '30 days'),
  ('registration_drafts', '30 days', 'Half-filled forms, from the last change', '1 day'),
  ('unattached_photos', '1 day', 'Photos that belong to no registration, from the upload', '1 hour'),
  ('unconfirmed_subscriptions', '30 days', 'Addresses for the newsletter, or for a product that is back, that nobody confirmed, from the last request', '0 days'),
  ('vault_openings', '7 years', 'What the server decrypted for its own work, and photos that guests saw by a code, from then', '1 year'),
  ('vault_reveals', '7 years', 'Who looked at what is secret, from the look', '1 year');

insert into private.retention_in_force (subject, since, keep)
values
  ('approved_registrations', '-infinity', '7 years'),
  ('audit_events', '-infinity', '2 years'),
  ('audit_trail', '-infinity', '7 years'),
  ('breaches', '-infinity', '10 years'),
  ('consents', '-infinity', '7 years'),
  ('decision_events', '-infinity', '7 years'),
  ('declined_registrations', '-infinity', '1 year'),
  ('ended_subscriptions', '-infinity', '1 year'),
  ('guest_contacts', '-infinity', '1 year'),
  ('national_identity_numbers', '-infinity', '0 days'),
  ('own_exports', '-infinity', '7 years'),
  ('pending_registrations', '-infinity', '2 years'),
  ('registration_drafts', '-infinity', '30 days'),
  ('unattached_photos', '-infinity', '1 day'),
  ('unconfirmed_subscriptions', '-infinity', '30 days'),
  ('vault_openings', '-infinity', '7 years'),
  ('vault_reveals', '-infinity', '7 years');
