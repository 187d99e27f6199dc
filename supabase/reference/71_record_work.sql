insert into private.due_clocks (record_type, clock, hours)
values
  ('buyers', 'decision', 48),
  ('contact_messages', 'decision', 24),
  ('farmers', 'decision', 48),
  ('investors', 'decision', 48),
  ('job_applications', 'decision', 48),
  ('orders', 'decision', 48),
  ('orders', 'first_contact', 24),
  ('partnership_applications', 'decision', 48),
  ('training_enrolments', 'decision', 48);
