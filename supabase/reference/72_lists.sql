insert into private.admin_queues (queue, source, permission)
values
  ('disputes', 'orders', null),
  ('low_stock', 'products', null),
  ('newsletter_subscriptions', 'newsletter_subscriptions', 'newsletter_subscriptions.read'),
  ('payments', 'orders', null),
  ('quotes', 'orders', null);
