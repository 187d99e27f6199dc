-- place_market_order looks for an attempt with "user_id is not distinct from", which the index that begins with user_id
-- answers by reading all of it: a third of a millisecond at 5,000 orders, and more with each.
create index orders_idempotency_key_idx on public.orders (idempotency_key);
