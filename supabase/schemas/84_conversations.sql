-- Conversations: what staff and people write to each other about a record, by mail. The thread of an order is order_messages;
-- beside it, here, only mails whose sender did not prove to be its buyer.

create table public.record_messages (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  is_from_staff boolean not null,
  author_id uuid,
  author_name text,
  from_address text,
  is_proved boolean not null default true,
  body text not null,
  whole_body text,
  files_left_out integer not null default 0,
  attempt uuid,
  mail_id uuid,
  mail_message_id text,
  created_at timestamptz not null default now(),
  constraint record_messages_record_type_known check (record_type = any (private.conversation_types())),
  constraint record_messages_sides check (is_from_staff = (from_address is null)),
  constraint record_messages_from_address_length check (char_length(from_address) between 1 and 320),
  constraint record_messages_body_length check (char_length(body) between 1 and 5000),
  constraint record_messages_whole_body_length check (char_length(whole_body) <= 50000),
  constraint record_messages_mail_message_id_length check (char_length(mail_message_id) <= 500),
  constraint record_messages_of_orders check (record_type <> 'orders' or not is_proved),
  constraint record_messages_attempt_unique unique (attempt)
);
comment on column public.record_messages.is_proved is 'Written by staff, or from the address that the record knows. Anything else is shown and changes nothing.';
comment on column public.record_messages.whole_body is 'The whole text of a mail, where less is shown: without what it quotes.';
comment on column public.record_messages.mail_id is 'The row of mail_outbox by which it went out; that one is forgotten after 90 days.';
comment on column public.record_messages.mail_message_id is 'For a mail that came: the same one again adds nothing.';
create index record_messages_record_id_idx on public.record_messages (record_id, id);
create index record_messages_unproved_idx on public.record_messages (record_id) where not is_proved;
create unique index record_messages_mail_message_id_idx on public.record_messages (record_id, mail_message_id)
  where mail_message_id is not null;

create table public.message_files (
  path text primary key,
  record_type text not null,
  record_id uuid not null,
  message_id bigint references public.record_messages (id) on delete cascade,
  order_message_id bigint references public.order_messages (id) on delete cascade,
  name text not null,
  type text not null,
  bytes integer not null,
  added_by uuid,
  created_at timestamptz not null default now(),
  constraint message_files_record_type_known check (record_type = any (private.conversation_types())),
  constraint message_files_path_form check (path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}$'),
  constraint message_files_name_length check (char_length(name) between 1 and 200),
  constraint message_files_type_known check (type in ('image/jpeg', 'application/pdf', 'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  constraint message_files_bytes_range check (bytes between 1 and 2097152),
  constraint message_files_one_message check (num_nonnulls(message_id, order_message_id) <= 1)
);
comment on table public.message_files is 'Files of messages, checked by the server; each lies in the bucket message-files. Without a message it stays for a day.';
comment on column public.message_files.added_by is 'The member of staff who put it there; null: it came with a mail.';
create index message_files_message_id_idx on public.message_files (message_id);
create index message_files_order_message_id_idx on public.message_files (order_message_id);
create index message_files_record_id_idx on public.message_files (record_id);

-- Words that answers begin with; {name} stands for who is written to. Without a kind they serve all.
create table public.reply_templates (
  id integer generated always as identity primary key,
  record_type text,
  title text not null,
  body text not null,
  position integer not null default 100,
  updated_at timestamptz not null default now(),
  constraint reply_templates_record_type_known check (record_type = any (private.conversation_types())),
  constraint reply_templates_title_length check (char_length(title) between 2 and 60),
  constraint reply_templates_title_plain check (title = private.clean_line(title)),
  constraint reply_templates_body_length check (char_length(body) between 3 and 2000),
  constraint reply_templates_body_plain check (body = private.clean_text(body)),
  constraint reply_templates_position_range check (position between 1 and 1000)
);
create index reply_templates_record_type_idx on public.reply_templates (record_type, position);

-- The addresses by which the person of a record is known to it, the one that is written to first; null: there is no such
-- record.
create function private.conversation_addresses(record_type text, record_id uuid) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  addresses text[];
begin
  if record_type = 'orders' then
    select array_remove(array[request.email, contact.email, person.email], null) into addresses
    from public.orders as t
    left join public.order_requests as request on request.order_id = t.id
    left join public.order_contacts as contact on contact.order_id = t.id
    left join public.profiles as person on person.id = t.user_id
    where t.id = conversation_addresses.record_id;
  elsif record_type = any (private.conversation_types()) then
    execute format('select array_remove(array[t.email], null) from public.%I as t where t.id = $1', record_type)
      into addresses using record_id;
  end if;
  -- Nobody writes as, or to, an erased person.
  return case when 'erased@example.invalid' = any (addresses) then null else addresses end;
end $$;

-- What a message about a registration gives as its way back, and the registration does not know: {kinds, reference, type,
-- email, phone}, with the contact on record. Null: it knows them all, or the message is about none. It is judged by what is known now
-- and by the answers of when it was written: a number that was proved since is known, and one that was changed since was theirs.
create function private.find_other_contacts(message_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kinds', other.kinds, 'reference', written.about_reference, 'type', written.about_type,
    'email', record.contact_email, 'phone', record.contact_phone)
  from public.contact_messages as written
  left join private.registrations as record on record.record_type = written.about_type
    and record.id = private.whole_of(written.about_id)
  cross join lateral (
    select jsonb_agg(given.kind order by given.kind) as kinds
    from (values ('email', lower(written.email)), ('phone', private.normalise_phone(written.phone))) as given (kind, contact)
    where given.contact <> ''
      and not exists (select from private.known_contacts(written.about_id, written.created_at) as known
        where known.kind = given.kind and known.contact = given.contact)
  ) as other
  where written.id = $1 and written.about_id is not null and other.kinds is not null
$$;

-- Whether the caller may write about a record; answers who they are.
create function private.require_conversation(record_type text, record_id uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_record_work(record_type);
begin
  perform private.require_admin_right(record_type, 'decide');
  if record_type <> all (private.conversation_types()) then
    raise exception 'This kind of record has no messages' using errcode = '22023';
  elsif not private.has_record(record_type, record_id) then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif private.is_own_record(record_type, record_id) then
    raise exception 'Somebody else must answer your own record' using errcode = '42501', hint = 'own_record';
  end if;
  return caller_id;
end $$;

-- Writes to the person of a record, by mail, and with files that the caller put there before. The same attempt again is the same
-- message. Answers its id: of an order, in order_messages.
create function public.send_record_message(
  record_type text, record_id uuid, body text, attempt uuid, files text[] default '{}', mark_answered boolean default false
) returns bigint
language plpgsql security definer set search_path = ''
as $$
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
      private.name_staff(caller_id), said, send_record_message.attempt)
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
end $$;

-- The mail by which a message of staff goes out, as an answer to the newest that came.
create function private.mail_record_message(message_id bigint, recipient text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sent public.record_messages;
  asked record;
begin
  select * into strict sent from public.record_messages where id = message_id;
  select first.about_reference, record.user_id is not null as has_account, left(coalesce((
      select came.body from public.record_messages as came
      where came.record_id = first.id and not came.is_from_staff and came.is_proved order by came.id desc limit 1
    ), first.message), 2000) as question
  into asked
  from public.contact_messages as first
  join private.registrations as record on record.id = first.about_id and record.record_type = first.about_type
  where sent.record_type = 'contact_messages' and first.id = sent.record_id;
  update public.record_messages as message set mail_id = private.enqueue_mail('record_message', recipient, jsonb_strip_nulls(
    jsonb_build_object(
      'record_type', sent.record_type,
      'record_id', sent.record_id,
      'position_title', (select application.position_title from public.job_applications as application
        where application.id = sent.record_id),
      'message', sent.body,
      -- Of a message about a registration: which one, and the words that this answers.
      'about_reference', asked.about_reference,
      'has_account', asked.has_account,
      'question', asked.question,
      'files', private.files_to_send(sent.id, null),
      'in_reply_to', (select came.mail_message_id from public.record_messages as came
        where came.record_id = sent.record_id and came.is_proved and came.mail_message_id is not null
        order by came.id desc limit 1))), sent.attempt::text)
  where message.id = sent.id;
end $$;

create function private.files_to_send(message_id bigint, order_message_id bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('path', file.path, 'name', file.name, 'type', file.type) order by file.name, file.path)
  from public.message_files as file
  where file.message_id = $1 or file.order_message_id = $2
$$;

-- The newest 200 of a thread, oldest first; a message to us begins its own. Names are for colleagues.
create function public.list_conversation(record_type text, record_id uuid)
returns table (id text, is_from_staff boolean, author_name text, from_address text, is_proved boolean, body text,
  whole_body text, files_left_out integer, files jsonb, mail_id uuid, created_at timestamptz, other_contacts jsonb)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin_right(list_conversation.record_type, 'read');
  return query
    with thread as (
      select 'first' as id, false as is_from_staff, first.name as author_name, first.email as from_address, other.contacts is null as is_proved,
        first.message as body, null::text as whole_body, 0 as files_left_out, null::jsonb as files, null::uuid as mail_id,
        first.created_at,
        -- What is on record is for who may read the registration.
        case when private.has_permission((other.contacts ->> 'type') || '.read') then other.contacts
          else other.contacts - array['email', 'phone'] end as other_contacts
      from public.contact_messages as first
      cross join lateral (select private.find_other_contacts(first.id) as contacts) as other
      where list_conversation.record_type = 'contact_messages' and first.id = list_conversation.record_id
      union all
      select 'record ' || message.id as id, message.is_from_staff, message.author_name, message.from_address, message.is_proved,
        message.body, message.whole_body, message.files_left_out, private.describe_message_files(message.id, null) as files,
        message.mail_id, message.created_at, null::jsonb as other_contacts
      from public.record_messages as message
      where message.record_type = list_conversation.record_type and message.record_id = list_conversation.record_id
      union all
      select 'order ' || message.id as id, message.is_from_staff,
        case when message.is_from_staff then coalesce(nullif(person.full_name, ''), person.email) end as author_name, null as from_address, true as is_proved,
        message.body, message.whole_body, message.files_left_out, private.describe_message_files(null, message.id) as files,
        message.mail_id, message.created_at, null::jsonb as other_contacts
      from public.order_messages as message left join public.profiles as person on person.id = message.author_id
      where list_conversation.record_type = 'orders' and message.order_id = list_conversation.record_id
    ), newest as (
      select thread.* from thread order by thread.created_at desc, thread.id desc limit 200
    )
    select newest.* from newest order by newest.created_at, newest.id;
end $$;

create function private.describe_message_files(message_id bigint, order_message_id bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('path', file.path, 'name', file.name, 'bytes', file.bytes) order by file.name, file.path)
  from public.message_files as file
  where file.message_id = $1 or file.order_message_id = $2
$$;

-- What a mail to the key of a thread is: 'unknown' (no such record), 'again' (it is here already), 'too_many', 'proved' (from the
-- address that the record knows) or 'unproved'.
create function private.judge_reply(record_type text, record_id uuid, from_address text, message_id text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  addresses text[] := private.conversation_addresses(record_type, record_id);
  proved boolean := exists (select from unnest(addresses) as known (email) where lower(known.email) = lower(from_address));
  in_an_hour integer;
  in_a_day integer;
begin
  if addresses is null then
    return 'unknown';
  elsif exists (select from public.record_messages as came
      where came.record_id = judge_reply.record_id and came.mail_message_id = judge_reply.message_id)
    or exists (select from public.order_messages as came
      where came.order_id = judge_reply.record_id and came.mail_message_id = judge_reply.message_id)
  then
    return 'again';
  end if;
  -- Each by its own kind: what strangers send never takes the place of what the record's person writes.
  select count(*) filter (where came.created_at > now() - interval '1 hour'), count(*) into in_an_hour, in_a_day from (
    select message.created_at from public.record_messages as message
    where message.record_id = judge_reply.record_id and not message.is_from_staff and message.is_proved = proved
      and message.created_at > now() - interval '1 day'
    union all
    select message.created_at from public.order_messages as message
    where proved and message.order_id = judge_reply.record_id and not message.is_from_staff
      and message.created_at > now() - interval '1 day'
  ) as came;
  return case when in_an_hour >= 20 or in_a_day >= 60 then 'too_many' when proved then 'proved' else 'unproved' end;
end $$;

-- Takes a mail into the thread that its key names; reply = {from, messageId, body, wholeBody, filesLeftOut, files: [{path, name, type,
-- bytes}]}. Answers what it was, as judge_reply does. Only who proved to be the record's person opens a message again.
create function private.take_reply(record_type text, record_id uuid, reply jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  said text := left(coalesce(nullif(private.clean_text(reply ->> 'body'), ''), '(A mail without words.)'),
    case when record_type = 'orders' then 2000 else 5000 end);
  whole text := nullif(left(private.clean_text(reply ->> 'wholeBody'), 50000), said);
  outcome text;
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  taken_id bigint;
  into_order boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('conversation ' || record_id, 0));
  outcome := private.judge_reply(record_type, record_id, reply ->> 'from', reply ->> 'messageId');
  if outcome not in ('proved', 'unproved') then
    return outcome;
  end if;
  into_order := record_type = 'orders' and outcome = 'proved';
  if into_order then
    insert into public.order_messages (order_id, is_from_staff, author_id, body, whole_body, files_left_out, mail_message_id)
    select orders.id, false, orders.user_id, said, whole, (reply ->> 'filesLeftOut')::integer, reply ->> 'messageId'
    from public.orders where orders.id = take_reply.record_id returning id into taken_id;
  else
    insert into public.record_messages (record_type, record_id, is_from_staff, from_address, is_proved, body, whole_body,
      files_left_out, mail_message_id)
    values (take_reply.record_type, take_reply.record_id, false, left(reply ->> 'from', 320), outcome = 'proved', said, whole,
      (reply ->> 'filesLeftOut')::integer, reply ->> 'messageId')
    returning id into taken_id;
  end if;
  insert into public.message_files (path, record_type, record_id, message_id, order_message_id, name, type, bytes)
  select file.path, take_reply.record_type, take_reply.record_id, case when not into_order then taken_id end,
    case when into_order then taken_id end, file.name, file.type, file.bytes
  from jsonb_to_recordset(reply -> 'files') as file (path text, name text, type text, bytes integer);
  if outcome = 'proved' and record_type = 'contact_messages' then
    -- The application opens it again, and no member of staff.
    perform set_config('request.jwt.claims', '', true);
    update public.contact_messages set status = 'pending', replied_at = now()
    where contact_messages.id = take_reply.record_id and status = 'completed';
    perform set_config('request.jwt.claims', claims, true);
  end if;
  return outcome;
end $$;

create function private.refuse_too_many_message_files(added_by uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select count(*) >= 100 from public.message_files as earlier
      where earlier.added_by = refuse_too_many_message_files.added_by and earlier.created_at > now() - interval '1 day') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
end $$;

-- Whether the caller may add a file to a message about a record: the server checks before it stores one.
create function private.require_message_file(record_type text, record_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_too_many_message_files(private.require_conversation(record_type, record_id));
end $$;

-- A file that the server has looked at, for a message that its member of staff is writing.
create function private.add_message_file(file jsonb, added_by uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('message files ' || added_by, 0));
  perform private.refuse_too_many_message_files(added_by);
  insert into public.message_files (path, record_type, record_id, name, type, bytes, added_by)
  values (file ->> 'path', file ->> 'recordType', (file ->> 'recordId')::uuid, file ->> 'name', file ->> 'type',
    (file ->> 'bytes')::integer, add_message_file.added_by);
end $$;

-- A page of files that no message names, a day after they came: the server removes them. What nobody sent along is forgotten first.
create function private.find_orphan_message_files(after text, max_rows integer) returns setof text
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.message_files as file
  where file.message_id is null and file.order_message_id is null and file.created_at < now() - interval '1 day';
  return query
    select object.name from storage.objects as object
    where object.bucket_id = 'message-files' and object.name > find_orphan_message_files.after
      and object.created_at < now() - interval '1 day'
      and not exists (select from public.message_files as file where file.path = object.name)
    order by object.name limit find_orphan_message_files.max_rows;
end $$;

create trigger notify_followers_of_reply after insert on public.record_messages
  for each row when (not new.is_from_staff) execute function private.notify_followers_of_reply();

create trigger demand_second_factor before insert or update or delete on public.reply_templates
  for each statement execute function private.demand_second_factor('decline_reasons.write');

create trigger audit_change after insert or update or delete on public.reply_templates for each row
  execute function private.audit_change('staff', 'id', 'record_type,title,body,position');

create trigger refuse_secrets before insert or update of body on public.reply_templates
  for each row execute function private.refuse_secrets('body', 'body');

create trigger touch_updated_at before update on public.reply_templates
  for each row execute function private.touch_updated_at();

alter table public.record_messages enable row level security;
revoke all on table public.record_messages from public, anon, authenticated, service_role;
revoke all on sequence public.record_messages_id_seq from public, anon, authenticated, service_role;
grant select on table public.record_messages to authenticated, service_role;
create policy "Staff read the messages on what they may read" on public.record_messages
  for select to authenticated
  using (record_type = any ((select private.admin_types_with('read'))::text[]));

alter table public.message_files enable row level security;
revoke all on table public.message_files from public, anon, authenticated, service_role;
grant select on table public.message_files to authenticated, service_role;
create policy "Staff read which files came with what they may read" on public.message_files
  for select to authenticated
  using (record_type = any ((select private.admin_types_with('read'))::text[]));

alter table public.reply_templates enable row level security;
revoke all on table public.reply_templates from public, anon, authenticated, service_role;
revoke all on sequence public.reply_templates_id_seq from public, anon, authenticated, service_role;
grant select, delete on table public.reply_templates to authenticated;
grant select on table public.reply_templates to service_role;
grant insert (record_type, title, body, position) on table public.reply_templates to authenticated;
grant update (record_type, title, body, position) on table public.reply_templates to authenticated;
create policy "Staff read templates for what they may read" on public.reply_templates
  for select to authenticated
  using (record_type = any ((select private.admin_types_with('read'))::text[])
    or (record_type is null and (select private.admin_types_with('read'))::text[] <> '{}'));
create policy "Staff who may add templates, with a second factor" on public.reply_templates
  for insert to authenticated
  with check ((select private.has_strong_permission('decline_reasons.write')));
create policy "Staff who may change templates, with a second factor" on public.reply_templates
  for update to authenticated
  using ((select private.has_strong_permission('decline_reasons.write')))
  with check ((select private.has_strong_permission('decline_reasons.write')));
create policy "Staff who may remove templates, with a second factor" on public.reply_templates
  for delete to authenticated
  using ((select private.has_strong_permission('decline_reasons.write')));

revoke all on function
  private.add_message_file(jsonb, uuid), private.conversation_addresses(text, uuid),
  private.describe_message_files(bigint, bigint), private.files_to_send(bigint, bigint),
  private.find_other_contacts(uuid), private.find_orphan_message_files(text, integer), private.judge_reply(text, uuid, text, text),
  private.mail_record_message(bigint, text), private.refuse_too_many_message_files(uuid),
  private.require_conversation(text, uuid), private.require_message_file(text, uuid), private.take_reply(text, uuid, jsonb),
  public.list_conversation(text, uuid), public.send_record_message(text, uuid, text, uuid, text[], boolean)
  from public, anon, authenticated, service_role;
grant execute on function
  private.add_message_file(jsonb, uuid), private.find_orphan_message_files(text, integer),
  private.judge_reply(text, uuid, text, text), private.take_reply(text, uuid, jsonb)
  to service_role;
grant execute on function
  private.require_message_file(text, uuid), public.list_conversation(text, uuid),
  public.send_record_message(text, uuid, text, uuid, text[], boolean)
  to authenticated;

alter publication supabase_realtime add table public.record_messages;
