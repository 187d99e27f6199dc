-- Generated from domain/market/quotes.ts by npm run generate; change it there.
insert into private.payment_schedules (terms, position, percent, due)
values
  ('30% Advance 70% on Delivery', 1, 30, 'in_advance'),
  ('30% Advance 70% on Delivery', 2, 70, 'on_delivery'),
  ('50% Advance 50% on Delivery', 1, 50, 'in_advance'),
  ('50% Advance 50% on Delivery', 2, 50, 'on_delivery'),
  ('Letter of Credit', 1, 100, 'against_documents'),
  ('Cash on Delivery', 1, 100, 'on_delivery'),
  ('Bank Transfer', 1, 100, 'in_advance');
