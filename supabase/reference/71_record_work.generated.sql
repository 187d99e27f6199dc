-- Generated from domain/admin/admin.ts by npm run generate; change it there.
insert into private.due_clocks (record_type, clock, hours)
values
  ('orders', 'first_contact', 24),
  ('orders', 'decision', 48),
  ('farmers', 'decision', 48),
  ('training_enrolments', 'decision', 48),
  ('buyers', 'decision', 48),
  ('investors', 'decision', 48),
  ('partnership_applications', 'decision', 48),
  ('job_applications', 'decision', 48),
  ('contact_messages', 'decision', 24);
