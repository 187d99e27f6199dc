-- Generated from domain/company/content-defaults.ts by npm run generate; change it there.
insert into public.company_facts (key, value)
values
  ('company_name', null),
  ('logo', null),
  ('blurb', null),
  ('head_office', 'Lagos'),
  ('branch_office', 'Nasarawa'),
  ('phone_primary', null),
  ('phone_secondary', null),
  ('email', null),
  ('hr_email', null),
  ('chat_number', null),
  ('facebook', null),
  ('twitter', null),
  ('instagram', null),
  ('linkedin', null),
  ('youtube', null),
  ('crypto_licence_reference', null),
  ('registration_number', null),
  ('tax_number', null);
