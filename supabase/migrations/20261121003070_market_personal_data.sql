-- The marketplace in the register of personal data: what an export tells, and what is kept because the order is.

insert into private.personal_data (table_name, belongs, hidden, acts, erasure, scrub, note)
values
  ('public.products', 'farmer_id in (select id from public.farmers as f where f.user_id = $1)', '{search_text}', '{}', 'keep', null,
    'What a farmer offers. It names the farm, and is hidden without it when the farmer''s record goes.'),
  ('public.cart_items', 'user_id = $1', '{}', '{}', 'keep', null, 'The cart. It can be emptied there, and goes with the account.'),
  ('public.order_items', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{}', '{}', 'keep', null, 'The lines of an order: kept like the order.'),
  ('public.order_contacts', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{device_hash}', '{}', 'keep', null, 'To whom an order goes: kept like the order, and emptied with the account.'),
  ('private.order_links', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{token_hash}', '{}', 'keep', null, 'Links of guests, one year. They end when an account takes the order.'),
  ('public.order_events', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{actor_id}', '{actor_id}', 'keep', null, 'What happened to an order: kept like the order.'),
  ('public.payment_claims', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{}', '{}', 'keep', null, 'That the buyer said to have paid: kept like the order.'),
  ('public.payments', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{recorded_by}', '{recorded_by}', 'keep', null, 'Money that came and went: tax law asks for it to be kept.'),
  ('public.order_messages', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{author_id}', '{author_id}', 'keep', null, 'Messages on an order: kept like the order; the buyer''s are emptied with the account.'),
  ('public.order_disputes', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{resolved_by}', '{resolved_by}', 'keep', null, 'A complaint about the goods and its answer: kept like the order.'),
  ('public.product_ratings', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{}', '{}', 'keep', null, 'Stars and words on a product. The words go with the account.'),
  ('public.quotes', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{created_by}', '{created_by}', 'keep', null, 'Prices that were offered: kept like the order.'),
  ('public.quote_lines', 'quote_id in (select q.id from public.quotes as q join public.orders as o on o.id = q.order_id where o.user_id = $1)', '{}', '{}', 'keep', null, 'The lines of a quote: kept like the order.'),
  ('public.order_instalments', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{}', '{}', 'keep', null, 'How an order is paid: kept like the order.');
