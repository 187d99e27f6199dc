-- Generated from domain/company/content-defaults.ts by npm run generate; change it there.
insert into public.impact_figures (page, position, value, label)
values
  ('agriculture', 1, '5,000+', 'farmers reached'),
  ('agriculture', 2, '25,000', 'hectares'),
  ('company-representation', 1, '15+', 'years'),
  ('company-representation', 2, '500+', 'projects'),
  ('company-representation', 3, '95%', 'satisfaction'),
  ('general-contract', 1, '15+', 'years'),
  ('general-contract', 2, '500+', 'projects'),
  ('general-contract', 3, '95%', 'satisfaction'),
  ('home', 1, '1000+', 'farmers supported'),
  ('home', 2, '50+', 'projects completed'),
  ('home', 3, '15', 'states reached'),
  ('poultry-development', 1, '3,500+', 'poultry farmers supported'),
  ('real-estate-construction', 1, '15+', 'years'),
  ('real-estate-construction', 2, '500+', 'projects'),
  ('real-estate-construction', 3, '95%', 'satisfaction'),
  ('rural-education', 1, '15,000+', 'farmers trained'),
  ('sustainable-farming', 1, '5,000+', 'farmers reached'),
  ('sustainable-farming', 2, '25,000', 'hectares');
