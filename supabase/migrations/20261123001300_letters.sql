-- Letters are sent by hand, from the list that is taken out: each with the link by which its reader leaves, and to nobody
-- whom staff have taken off it.

-- The sentence beside the box promises no time any more: the same as in domain/newsletter.ts.
create or replace function private.newsletter_text_version() returns text
language sql immutable set search_path = ''
as $$
  select '2026-11-23'
$$;

-- For an export of whole addresses alone, and only of those who are written to. Security definer, because nobody else
-- reads the token.
create function private.newsletter_exit(subscription_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select '/newsletter/unsubscribe?token=' || unsubscribe_token from public.newsletter_subscriptions
  where id = subscription_id and confirmed_at is not null and unsubscribed_at is null
    and (select private.has_permission('newsletter_subscriptions.read'))
    and (select private.has_strong_permission('exports.unmasked'))
$$;

-- As before (20261121003321), and: who of the staff was told, where somebody else than the reader ends it.
create or replace function private.note_newsletter_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_given boolean := tg_op <> 'INSERT' and old.confirmed_at is not null and old.unsubscribed_at is null;
  is_given boolean := tg_op <> 'DELETE' and new.confirmed_at is not null and new.unsubscribed_at is null;
  subscription public.newsletter_subscriptions := case tg_op when 'DELETE' then old else new end;
begin
  if was_given <> is_given then
    insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel, recorded_by)
    values (
      (select id from auth.users where email = subscription.email and email_confirmed_at is not null limit 1),
      'newsletter_subscriptions', subscription.id, 'newsletter',
      coalesce(case when not is_given then (
        select text_version from public.consents where record_id = subscription.id and purpose = 'newsletter'
        order by id desc limit 1
      ) end, private.newsletter_text_version()),
      is_given, 'web', nullif(current_setting('house.told_by', true), '')::uuid
    );
  end if;
  return null;
end $$;

insert into public.role_permissions (role, permission)
values ('admin', 'newsletter_subscriptions.end'), ('content', 'newsletter_subscriptions.end');

-- Somebody asked by phone, or in answer to a letter. Only they themselves begin again.
create function public.end_subscription(subscription_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null or not private.has_permission('newsletter_subscriptions.end') then
    raise exception 'permission denied to end a subscription' using errcode = '42501';
  end if;
  perform set_config('house.told_by', (select auth.uid())::text, true);
  update public.newsletter_subscriptions set unsubscribed_at = now(), confirm_token_hash = null
  where id = subscription_id and unsubscribed_at is null;
  if not found then
    raise exception 'This address is not subscribed any more' using errcode = 'P0002';
  end if;
  perform set_config('house.told_by', '', true);
  perform private.record_audit('unsubscribe', 'newsletter_subscriptions', subscription_id::text);
end $$;

revoke all on function private.newsletter_exit(uuid) from public;
grant execute on function private.newsletter_exit(uuid) to authenticated;
revoke all on function public.end_subscription(uuid) from public, anon, authenticated, service_role;
grant execute on function public.end_subscription(uuid) to authenticated;
