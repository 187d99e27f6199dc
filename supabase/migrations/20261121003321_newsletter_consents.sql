-- The newsletter stands in the ledger of consents too: every beginning and every end of a subscription, by whichever door.

alter table public.consents drop constraint consents_record_type_known;
alter table public.consents add constraint consents_record_type_known check (record_type in
  ('farmers', 'training_enrolments', 'buyers', 'investors', 'newsletter_subscriptions'));

-- Which sentence beside the box was agreed to: the same as in domain/newsletter.ts.
create function private.newsletter_text_version() returns text
language sql immutable set search_path = ''
as $$
  select '2026-11-21'
$$;

-- The account whose proved address it is, if there is one, finds the entry among its own.
create function private.note_newsletter_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_given boolean := tg_op <> 'INSERT' and old.confirmed_at is not null and old.unsubscribed_at is null;
  is_given boolean := tg_op <> 'DELETE' and new.confirmed_at is not null and new.unsubscribed_at is null;
  subscription public.newsletter_subscriptions := case tg_op when 'DELETE' then old else new end;
begin
  if was_given <> is_given then
    insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel)
    values (
      (select id from auth.users where email = subscription.email and email_confirmed_at is not null limit 1),
      'newsletter_subscriptions', subscription.id, 'newsletter',
      coalesce(case when not is_given then (
        select text_version from public.consents where record_id = subscription.id and purpose = 'newsletter'
        order by id desc limit 1
      ) end, private.newsletter_text_version()),
      is_given, 'web'
    );
  end if;
  return null;
end $$;

create trigger note_consent after insert or update or delete on public.newsletter_subscriptions
  for each row execute function private.note_newsletter_consent();

-- Those who subscribed before this was noted.
insert into public.consents (record_type, record_id, purpose, text_version, is_given, channel, created_at)
select 'newsletter_subscriptions', id, 'newsletter', private.newsletter_text_version(), true, 'web', confirmed_at
from public.newsletter_subscriptions where confirmed_at is not null and unsubscribed_at is null;

-- What somebody agreed to is kept as long as it is acted upon, however long ago it was.
create function private.keep_newsletter_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.newsletter_subscriptions
    where id = old.record_id and confirmed_at is not null and unsubscribed_at is null
  ) then
    return null;
  end if;
  return old;
end $$;

create trigger keep_newsletter_consent before delete on public.consents
  for each row when (old.record_type = 'newsletter_subscriptions')
  execute function private.keep_newsletter_consent();

-- The caller's own subscriptions: of their proved address, and those that their account began under an older one.
-- Security definer, because nobody reads subscriptions, not even their own.
create function private.own_newsletter_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select subscription.id from public.newsletter_subscriptions as subscription
  join auth.users as account on lower(account.email) = subscription.email
  where account.id = (select auth.uid()) and account.email_confirmed_at is not null
  union
  select record_id from public.consents where user_id = (select auth.uid()) and record_type = 'newsletter_subscriptions'
$$;

alter policy "People read what they agreed to, and staff who may decide" on public.consents
  using (
    user_id = (select auth.uid())
    or record_type = any ((select private.registrations_with('decide'))::text[])
    or record_id in (select private.own_registration_ids())
    or record_id in (select private.own_newsletter_ids())
  );

create or replace view public.my_consents with (security_invoker = true) as
  select distinct on (purpose, record_id) id, purpose, record_type, record_id, text_version, is_given, channel, created_at
  from public.consents
  where user_id = (select auth.uid()) or record_id in (select private.own_registration_ids())
    or record_id in (select private.own_newsletter_ids())
  order by purpose, record_id, id desc;

update private.personal_data set
  belongs = 'user_id = $1 or record_id in (select private.registrations_of($1, $2)) or record_id in (select id from public.newsletter_subscriptions where email = $3)'
where table_name = 'public.consents';

-- As before (20261121002225), and: taking back the newsletter ends it, and the ledger hears of it from there.
create or replace function public.withdraw_consent(purpose text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  taken integer := 0;
begin
  if (select auth.uid()) is null then
    null;
  elsif withdraw_consent.purpose = 'newsletter' then
    update public.newsletter_subscriptions set unsubscribed_at = now(), confirm_token_hash = null
    where id in (select private.own_newsletter_ids()) and confirmed_at is not null and unsubscribed_at is null;
    get diagnostics taken = row_count;
  else
    taken := private.take_consents_back((select auth.uid()),
      (select coalesce(array_agg(own), '{}') from private.own_registration_ids() as own), purpose);
  end if;
  if taken = 0 then
    raise exception 'There is no such consent to take back' using errcode = 'P0002';
  end if;
  return taken;
end $$;

revoke all on function private.newsletter_text_version(), private.note_newsletter_consent(),
  private.keep_newsletter_consent(), private.own_newsletter_ids() from public;
grant execute on function private.own_newsletter_ids() to authenticated, service_role;
