insert into private.chosen_mails (template, choice)
values
  ('order_approved', 'order_mails'),
  ('order_completed', 'order_mails'),
  ('order_declined', 'order_mails'),
  ('order_reopened', 'order_mails'),
  ('registration_approved', 'registration_mails'),
  ('registration_correction', 'registration_mails'),
  ('registration_declined', 'registration_mails');
