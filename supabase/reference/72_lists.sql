insert into private.searched_texts (list, position, source, link, columns)
values
  ('buyers', 1, 'buyers', 'id', '{company_name,business_type,contact_first_name,contact_last_name,contact_email,contact_phone,reference}'),
  ('buyers', 2, 'profiles', 'user_id', '{full_name,email,phone}'),
  ('contact_messages', 1, 'contact_messages', 'id', '{name,email,phone,message}'),
  ('farmers', 1, 'farmers', 'id', '{farm_name,location,contact_name,phone,contact_email,reference}'),
  ('farmers', 2, 'profiles', 'user_id', '{full_name,email,phone}'),
  ('investors', 1, 'investors', 'id', '{company_name,investor_type,contact_name,contact_email,contact_phone,reference}'),
  ('investors', 2, 'profiles', 'user_id', '{full_name,email,phone}'),
  ('job_applications', 1, 'job_applications', 'id', '{full_name,email,phone,position_title}'),
  ('newsletter_subscriptions', 1, 'newsletter_subscriptions', 'id', '{email}'),
  ('orders', 1, 'orders', 'id', '{code,crop_type,delivery_address}'),
  ('orders', 2, 'order_requests', 'order_id', '{company_name,contact_person,email,phone}'),
  ('orders', 3, 'order_contacts', 'order_id', '{name,phone,email}'),
  ('orders', 4, 'profiles', 'user_id', '{full_name,email,phone}'),
  ('orders', 5, 'payments', 'order_id', '{bank_reference}'),
  ('partnership_applications', 1, 'partnership_applications', 'id', '{company_name,contact_person,email,phone,country}'),
  ('products', 1, 'products', 'id', '{name,farmer_name,location,category}'),
  ('products', 2, 'farmers', 'farmer_id', '{farm_name,location,contact_name,phone,contact_email,reference}'),
  ('training_enrolments', 1, 'training_enrolments', 'id', '{contact_name,contact_email,phone,city,reference}'),
  ('training_enrolments', 2, 'profiles', 'user_id', '{full_name,email,phone}');

insert into private.desk_queues (queue, source, narrowed, state, unchosen, permission)
values
  ('disputes', 'orders', 't.fulfilment_status = ''disputed''', 't.status', 'true', null),
  ('newsletter_subscriptions', 'newsletter_subscriptions', 'true', 'case when t.unsubscribed_at is not null then ''left'' when t.confirmed_at is not null then ''confirmed'' else ''waiting'' end', 'true', 'newsletter_subscriptions.read'),
  ('payments', 'orders', 't.total_amount_kobo is not null', 't.payment_status', 't.payment_status in (''claimed'', ''underpaid'', ''overpaid'', ''refund_due'')', null),
  ('quotes', 'orders', 't.kind = ''bulk'' and t.total_amount_kobo is null and t.status in (''pending'', ''approved'')', 't.status', 'true', null);
