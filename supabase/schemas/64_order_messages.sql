-- What buyers and staff write to each other about an order.

create table public.order_messages (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  is_from_staff boolean not null,
  author_id uuid,
  body text not null,
  created_at timestamptz not null default now(),
  whole_body text,
  files_left_out integer not null default 0,
  attempt uuid,
  mail_id uuid,
  mail_message_id text,
  constraint order_messages_attempt_unique unique (attempt),
  constraint order_messages_whole_body_length check (char_length(whole_body) <= 50000),
  constraint order_messages_mail_message_id_length check (char_length(mail_message_id) <= 500),
  constraint order_messages_body_length check (char_length(body) between 1 and 2000)
);
comment on column public.order_messages.whole_body is 'For a mail that came: its whole text, where less is shown.';
comment on column public.order_messages.mail_id is 'The row of mail_outbox by which it went out; null: the buyer has no address, or reads it on the order''s page.';
create index order_messages_order_id_idx on public.order_messages (order_id, id);
create unique index order_messages_mail_message_id_idx on public.order_messages (order_id, mail_message_id)
  where mail_message_id is not null;

-- What the buyer writes. Staff write by send_record_message, which judges their rights and counts.
create function public.send_order_message(order_id uuid, body text, context jsonb default '{}') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  message_id bigint;
  own public.orders := private.find_own_order(order_id, context);
  said text := coalesce(private.clean_text(body), '');
begin
  perform pg_advisory_xact_lock(hashtextextended('order message ' || own.id, 0));
  if (select count(*) >= 30 from public.order_messages as message
      where message.order_id = own.id and not is_from_staff and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  elsif said = '' then
    raise exception 'Write your message first.' using errcode = '23514', hint = 'body';
  elsif char_length(said) > 2000 then
    raise exception 'Write a message of at most 2000 characters' using errcode = '23514', hint = 'body';
  end if;
  insert into public.order_messages (order_id, is_from_staff, author_id, body)
  values (own.id, false, (select auth.uid()), said)
  returning id into message_id;
  return message_id;
end $$;

-- The mail by which a message of staff reaches the buyer, as an answer to the newest that came by mail.
create function private.mail_order_message(message_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sent public.order_messages;
begin
  select * into strict sent from public.order_messages where id = message_id;
  update public.order_messages as message set mail_id = private.notify_buyer(sent.order_id, 'order_message',
    jsonb_build_object(
      'message', sent.body,
      'files', private.files_to_send(null, sent.id),
      'in_reply_to', (select came.mail_message_id from public.order_messages as came
        where came.order_id = sent.order_id and came.mail_message_id is not null order by came.id desc limit 1)))
  where message.id = sent.id;
end $$;

-- A message of staff is written down as a contact with the buyer; one of the buyer is a notice to those who follow the order, else to those who may answer.
create function private.after_order_message_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_from_staff then
    perform private.record_audit('message', 'orders', new.order_id::text);
    perform private.note_contact('orders', new.order_id, (select auth.uid()));
  else
    perform private.notify_followers('orders', new.order_id);
  end if;
  return null;
end $$;

create trigger after_order_message_insert after insert on public.order_messages
  for each row execute function private.after_order_message_insert();

create trigger notify_admin after insert on public.order_messages
  for each statement execute function private.notify_admin('orders');

alter table public.order_messages enable row level security;
revoke all on table public.order_messages from public, anon, authenticated, service_role;
revoke all on sequence public.order_messages_id_seq from public, anon, authenticated, service_role;
grant select on table public.order_messages to service_role;
grant select (id, order_id, is_from_staff, body, created_at) on table public.order_messages to authenticated;
create policy "Readers of an order read its messages" on public.order_messages
  for select to authenticated
  using (
    (select private.has_permission('orders.read'))
    or exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

revoke all on function
  private.after_order_message_insert(), private.mail_order_message(bigint), public.send_order_message(uuid, text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.send_order_message(uuid, text, jsonb) to authenticated, service_role;
