-- Generated from domain/admin/admin.ts by npm run generate; change it there.
insert into private.admin_queues (queue, source, permission)
values
  ('payments', 'orders', null),
  ('quotes', 'orders', null),
  ('disputes', 'orders', null),
  ('low_stock', 'products', null),
  ('newsletter_subscriptions', 'newsletter_subscriptions', 'newsletter_subscriptions.read');
