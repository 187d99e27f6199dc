-- Generated from domain/company/content-defaults.ts by npm run generate; change it there.
insert into public.page_actions (label, page, target)
values
  ('Apply for Program', '', '/franchise-partnership'),
  ('Apply for Program', 'poultry-development', '/poultry-training'),
  ('Enroll Now', '', '/farmer-registration?interest={page}'),
  ('Enroll Now', 'poultry-development', '/poultry-training'),
  ('Get Involved', '', '/farmer-registration');
