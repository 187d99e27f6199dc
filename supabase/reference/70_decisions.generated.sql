-- Generated from the status machines in domain/market/orders.ts and domain/registrations/registrations.ts by npm run generate; change it there.
insert into private.status_transitions (record_type, from_status, to_status)
values
  ('orders', 'pending', 'approved'),
  ('orders', 'pending', 'declined'),
  ('orders', 'approved', 'declined'),
  ('orders', 'approved', 'completed'),
  ('farmers', 'pending', 'approved'),
  ('farmers', 'pending', 'declined'),
  ('training_enrolments', 'pending', 'approved'),
  ('training_enrolments', 'pending', 'declined'),
  ('buyers', 'pending', 'approved'),
  ('buyers', 'pending', 'declined'),
  ('investors', 'pending', 'approved'),
  ('investors', 'pending', 'declined'),
  ('partnership_applications', 'pending', 'approved'),
  ('partnership_applications', 'pending', 'declined'),
  ('job_applications', 'pending', 'approved'),
  ('job_applications', 'pending', 'declined');
