-- The links of orders live as long as those of registrations, so that one sentence is true of both: 400 days.
alter table private.order_links alter column expires_at set default now() + interval '400 days';
update private.order_links set expires_at = created_at + interval '400 days' where expires_at = created_at + interval '1 year';
update private.personal_data set note = 'Links of guests, 400 days. They end when an account takes the order.'
where table_name = 'private.order_links';
