-- Lists of the desk whose rows are not sent to subscribers: addresses (newsletter), an outbox that nobody may read (mails),
-- products, which change with every sale, and lists that are views. Staff are told that one has changed, and nothing else.

-- Once in a transaction for each list, however many rows it changed.
create function private.tell_desk() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  list text := tg_argv[0];
  setting text := 'desk.told_' || list;
begin
  if current_setting(setting, true) is distinct from pg_current_xact_id()::text then
    perform set_config(setting, pg_current_xact_id()::text, true);
    perform realtime.send(jsonb_build_object('list', list), 'changed', 'desk', true);
  end if;
  return null;
end $$;
revoke all on function private.tell_desk() from public;

create trigger tell_desk_of_new after insert or delete on public.products
  for each statement execute function private.tell_desk('products');
-- What the desk decides on; not its stock.
create trigger tell_desk after update of status, name, price_kobo, photo_path, farmer_id on public.products
  for each row when (new is distinct from old) execute function private.tell_desk('products');
create trigger tell_desk after insert or update or delete on public.newsletter_subscriptions
  for each statement execute function private.tell_desk('newsletter_subscriptions');
create trigger tell_desk_of_new after insert on private.mail_outbox
  for each statement execute function private.tell_desk('mails');
-- That a worker has taken it up is over in a moment.
create trigger tell_desk after update of status on private.mail_outbox
  for each row when (new.status is distinct from old.status and new.status <> 'sending')
  execute function private.tell_desk('mails');

create trigger tell_desk after insert on public.correction_requests
  for each statement execute function private.tell_desk('correction_requests');
-- What was sent again may answer a correction.
create trigger tell_desk after insert on public.registration_submissions
  for each row when (new.version > 1) execute function private.tell_desk('correction_requests');
create trigger tell_desk after insert on public.phone_calls
  for each statement execute function private.tell_desk('people_to_phone');

-- The channel of the desk: received by whoever has any right at it, sent to by the database alone.
create policy "Staff hear that a list of the desk has changed" on realtime.messages
  for select to authenticated
  using (
    (select realtime.topic()) = 'desk' and extension in ('broadcast', 'presence')
    and exists (select from public.user_roles where user_id = (select auth.uid()))
  );

update private.personal_data set note = 'Messages between open pages; ours say which list of the desk has changed, and nothing of anybody.'
where table_name = 'realtime.messages';
