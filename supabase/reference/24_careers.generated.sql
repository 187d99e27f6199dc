-- Generated from domain/company/content-defaults.ts by npm run generate; change it there.
insert into public.career_categories (id, title, icon, colour, sort_order)
values
  ('farming', 'Farming & Agriculture', 'agriculture', 'leaf', 1),
  ('warehousing', 'Warehousing & Storage', 'marketplace', 'indigo', 2),
  ('trading', 'Trading & Sales', 'scale', 'clay', 3),
  ('processing', 'Processing & Value Addition', 'contract', 'forest', 4),
  ('export', 'Export & International Trade', 'ship', 'indigo', 5),
  ('research', 'Research & Development', 'search', 'leaf', 6),
  ('supply-chain', 'Inventory & Supply Chain', 'order', 'forest', 7);
