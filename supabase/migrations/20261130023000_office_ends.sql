CREATE OR REPLACE FUNCTION private.find_merge_obstacle(older private.registrations, younger private.registrations)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case
    when private.merged_into(younger.id) is not null
      then format('%s is one with %s already.', younger.reference, private.merged_into(younger.id))
    when private.merged_into(older.id) is not null
      then format('%s is one with %s already. Compare with that one.', older.reference, private.merged_into(older.id))
    when older.form is distinct from younger.form then 'They are of two forms, so each says something of its own.'
    when older.is_demo <> younger.is_demo then 'One of them is a demonstration.'
    when older.user_id <> younger.user_id then 'They belong to two accounts, and two accounts are never made one.'
    when older.user_id is null and younger.user_id is not null
      then format('%s is in an account and %s is not. Its person brings it there first, by its link.', younger.reference, older.reference)
    -- The younger would be its account's to read and erase, so what the account has proved says that it is theirs.
    when older.user_id is not null and younger.user_id is null
      and not private.is_proved_contact(older.user_id, younger.contact_email, younger.contact_phone)
      then format('%s is in an account, and %s names neither its proved email address nor its proved phone. Its person brings it there first, by its link.',
        older.reference, younger.reference)
    when older.status = 'approved' and younger.status = 'approved' then 'Both are approved, and two approved records are never made one.'
    when younger.status = 'approved'
      then format('%s is approved, and what is approved is not erased. Decide on %s instead.', younger.reference, older.reference)
    when older.status = 'declined'
      then format('%s is declined, so %s is a new try that waits for an answer of its own.', older.reference, younger.reference)
    when private.consent_withdrawn_at(older.record_type, older.id) is not null
      or private.consent_withdrawn_at(younger.record_type, younger.id) is not null
      then 'The person took back a consent of one of them. What becomes of it is theirs to say.'
    when exists (select from public.products where farmer_id = younger.id)
      then format('%s has products, which would lose their farmer.', younger.reference)
    when not exists (select from public.find_duplicates(older.record_type, older.id) as twin where twin.other_id = younger.id)
      and not exists (select from public.find_duplicates(older.record_type, younger.id) as twin where twin.other_id = older.id)
      then 'Nothing says that these two are the same person.'
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.send_order_document(document_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.order_documents;
begin
  perform private.require_record_work('orders');
  if not (private.has_permission('orders.decide') or private.has_permission('payments.confirm')) then
    raise exception 'permission denied to send documents' using errcode = '42501';
  end if;
  select * into document from public.order_documents where id = document_id;
  if document.id is null then
    raise exception 'There is no such document' using errcode = 'P0002';
  elsif private.is_lapsed(document) then
    raise exception 'This document is out of date, and nobody may pay by it' using errcode = 'PT409';
  elsif document.kind = 'receipt' and private.is_replaced(document) then
    raise exception 'The amount of this receipt was corrected, and it counts no more' using errcode = 'PT409';
  elsif not exists (
    select from public.orders left join public.order_contacts as contact on contact.order_id = orders.id
      left join public.order_requests as request on request.order_id = orders.id
      left join public.profiles as person on person.id = orders.user_id
    where orders.id = document.order_id and not orders.is_demo and coalesce(request.email, contact.email, person.email) is not null
  ) then
    raise exception 'There is no email address to send it to' using errcode = 'PT409';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('send document ' || document.order_id, 0));
  if (select count(*) >= 5 from public.audit_trail
      where subject_id = document.order_id::text and action = 'send_document' and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.notify_buyer(document.order_id, 'order_document',
    jsonb_build_object('document', jsonb_build_object('kind', document.kind, 'number', document.number)));
  perform private.record_audit('send_document', 'orders', document.order_id::text, null,
    jsonb_build_object('kind', document.kind, 'number', document.number));
end $function$;

CREATE OR REPLACE FUNCTION public.send_record_message(record_type text, record_id uuid, body text, attempt uuid, files text[] DEFAULT '{}'::text[], mark_answered boolean DEFAULT false)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_conversation(record_type, record_id);
  said text := coalesce(private.clean_text(body), '');
  addresses text[] := private.conversation_addresses(record_type, record_id);
  recipient text := addresses[1];
  is_order boolean := record_type = 'orders';
  max_length integer := case when record_type = 'orders' then 2000 else 5000 end;
  chosen text[] := array(select distinct unnest(files));
  known_id bigint;
  sent_id bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('conversation ' || record_id, 0));
  select message.id into known_id from public.record_messages as message
  where message.attempt = send_record_message.attempt and message.author_id = caller_id;
  if known_id is null then
    select message.id into known_id from public.order_messages as message
    where message.attempt = send_record_message.attempt and message.author_id = caller_id;
  end if;
  if known_id is not null then
    return known_id;
  elsif attempt is null then
    raise exception 'A message names its attempt' using errcode = '22023', hint = 'attempt';
  elsif said = '' then
    raise exception 'Write your message first.' using errcode = '23514', hint = 'body';
  elsif char_length(said) > max_length then
    raise exception 'Write a message of at most % characters', max_length using errcode = '23514', hint = 'body';
  elsif addresses is null then
    raise exception 'Its person is erased, so nobody can be written to' using errcode = '23514', hint = 'body';
  elsif recipient is null and (not is_order or cardinality(chosen) > 0) then
    raise exception 'There is no email address to write to' using errcode = '23514', hint = 'body';
  elsif cardinality(chosen) > 5 then
    raise exception 'At most 5 files' using errcode = '23514', hint = 'files';
  elsif (
    select count(*) from public.record_messages as message
    where message.record_id = send_record_message.record_id and message.is_from_staff
      and message.created_at > now() - interval '1 hour'
  ) + (
    select count(*) from public.order_messages as message
    where message.order_id = send_record_message.record_id and message.is_from_staff
      and message.created_at > now() - interval '1 hour'
  ) >= 30 then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;

  if is_order then
    insert into public.order_messages (order_id, is_from_staff, author_id, body, attempt)
    values (send_record_message.record_id, true, caller_id, said, send_record_message.attempt) returning id into sent_id;
  else
    perform private.refuse_secrets('body', null, said);
    insert into public.record_messages (record_type, record_id, is_from_staff, author_id, author_name, body, attempt)
    values (send_record_message.record_type, send_record_message.record_id, true, caller_id,
      (select coalesce(nullif(full_name, ''), email) from public.profiles where id = caller_id), said, send_record_message.attempt)
    returning id into sent_id;
  end if;
  update public.message_files as file set
    message_id = case when not is_order then sent_id end, order_message_id = case when is_order then sent_id end
  where file.path = any (chosen) and file.added_by = caller_id and file.record_type = send_record_message.record_type
    and file.record_id = send_record_message.record_id and file.message_id is null and file.order_message_id is null;
  if (select count(*) from public.message_files as file where file.path = any (chosen)
      and sent_id = case when is_order then file.order_message_id else file.message_id end) < cardinality(chosen) then
    raise exception 'A file has not arrived, or is too old by now. Please choose it again.' using errcode = '23514', hint = 'files';
  end if;
  if is_order then
    perform private.mail_order_message(sent_id);
  else
    perform private.mail_record_message(sent_id, recipient);
    perform private.note_contact(record_type, record_id, caller_id);
    perform private.record_audit('message', record_type, record_id::text);
  end if;
  if mark_answered and record_type = 'contact_messages' then
    update public.contact_messages set status = 'completed'
    where contact_messages.id = send_record_message.record_id and status = 'pending';
  end if;
  return sent_id;
end $function$;

COMMENT ON COLUMN "public"."board_contacts"."public_contact" IS 'The person agreed that everybody sees email and phone.';
