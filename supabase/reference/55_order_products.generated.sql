-- Generated from domain/order-products.ts by npm run generate; change it there.
insert into public.order_products (label, position, vat_class)
values
  ('Ginger', 1, 'basic_food'),
  ('Sesame Seeds', 2, 'basic_food'),
  ('Groundnut', 3, 'basic_food'),
  ('Hibiscus Flowers', 4, 'basic_food'),
  ('Garlic', 5, 'basic_food'),
  ('Raw Cashew Nuts', 6, 'basic_food'),
  ('Soya Beans', 7, 'basic_food'),
  ('Gum Arabic', 8, 'standard'),
  ('Moringa Seeds', 9, 'basic_food'),
  ('Rice', 10, 'basic_food'),
  ('Palm Oil', 11, 'basic_food'),
  ('Cocoa Beans', 12, 'basic_food'),
  ('Yam', 13, 'basic_food'),
  ('Cassava', 14, 'basic_food'),
  ('Plantain', 15, 'basic_food');
