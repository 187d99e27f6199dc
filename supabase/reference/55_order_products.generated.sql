-- Generated from domain/order-products.ts by npm run generate; change it there.
insert into public.order_products (label, position)
values
  ('Ginger', 1),
  ('Sesame Seeds', 2),
  ('Groundnut', 3),
  ('Hibiscus Flowers', 4),
  ('Garlic', 5),
  ('Raw Cashew Nuts', 6),
  ('Soya Beans', 7),
  ('Gum Arabic', 8),
  ('Moringa Seeds', 9),
  ('Rice', 10),
  ('Palm Oil', 11),
  ('Cocoa Beans', 12),
  ('Yam', 13),
  ('Cassava', 14),
  ('Plantain', 15);
