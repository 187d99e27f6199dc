insert into public.reply_templates (record_type, title, body, position)
values
  (null, 'Greeting', E'Dear {name},\n\nthank you for writing to us.', 10),
  (null, 'Ask for a document', E'Dear {name},\n\nplease send us this document as an answer to this mail, as a PDF or a photo:', 20),
  (null, 'Thank you', E'Dear {name},\n\nthank you. We have everything that we need for now.', 30);
