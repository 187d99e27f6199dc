insert into public.decline_reasons (record_type, body, position)
values
  (null, 'Some details could not be confirmed. Please send it again with complete information.', 10),
  (null, 'We received this twice. Your other record stays with us, and you do not have to do anything.', 20),
  ('buyers', 'We could not confirm the registration number of your company.', 10),
  ('farmers', 'We do not work with farms in your area yet. We keep your interest in mind.', 10),
  ('farmers', 'The photo is missing or cannot be recognised. Please register again with a clear photo.', 20),
  ('investors', 'We could not confirm the identity documents that you named.', 10),
  ('job_applications', 'We have chosen somebody else for this position. Thank you for your interest.', 10),
  ('orders', 'We cannot supply this product in the quantity that you asked for at the moment.', 10),
  ('orders', 'We do not deliver to this place at the moment.', 20),
  ('orders', 'We could not reach you under the contact details of this order.', 30),
  ('partnership_applications', 'We are not looking for partners in this field at the moment.', 10),
  ('products', 'Please add a clear photo of the product itself.', 10),
  ('products', 'Please check the price and the size of the pack.', 20),
  ('training_enrolments', 'This course is full. Please enrol again for the next one.', 10);
