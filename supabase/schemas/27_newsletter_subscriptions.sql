-- The newsletter: one address, confirmed by its owner before anything is sent to it.

create table public.newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  confirm_token_hash text,
  confirm_sent_at timestamptz,
  confirmed_at timestamptz,
  unsubscribe_token text not null,
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint newsletter_subscriptions_email_unique unique (email),
  constraint newsletter_subscriptions_email_form check (private.is_email(email) and email = lower(email)),
  constraint newsletter_subscriptions_confirm_token_hash_form check (confirm_token_hash ~ '^[0-9a-f]{64}$'),
  constraint newsletter_subscriptions_unsubscribe_token_unique unique (unsubscribe_token),
  constraint newsletter_subscriptions_unsubscribe_token_length check (char_length(unsubscribe_token) = 64)
);
comment on table public.newsletter_subscriptions is 'Subscribed: confirmed_at is set and unsubscribed_at is not.';
comment on column public.newsletter_subscriptions.unsubscribe_token is 'In every letter (RFC 8058): opens nothing but the way out. Not readable by people.';
create unique index newsletter_subscriptions_confirm_token_hash_idx
  on public.newsletter_subscriptions (confirm_token_hash);
create index newsletter_subscriptions_created_at_idx on public.newsletter_subscriptions (created_at desc, id);

-- Without its tokens, which are not for people to read.
create function public.newsletter_subscriptions(public.record_page) returns setof public.newsletter_subscriptions
language sql stable set search_path = ''
as $$
  select t.id, t.email, null::text, t.confirm_sent_at, t.confirmed_at, null::text, t.unsubscribed_at, t.created_at, t.updated_at
  from public.newsletter_subscriptions as t where t.id = any ($1.ids) order by array_position($1.ids, t.id)
$$;

-- Called by the server, which has judged the address. The same answer whatever is known of it. The link goes to who is
-- not subscribed; each new link ends the one before.
create function public.request_newsletter(request jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  token text := private.make_token();
  wanted public.newsletter_subscriptions;
begin
  insert into public.newsletter_subscriptions (email, unsubscribe_token)
  values (request ->> 'email', private.make_token())
  on conflict on constraint newsletter_subscriptions_email_unique do nothing;
  select * into strict wanted from public.newsletter_subscriptions where email = request ->> 'email' for update;
  if wanted.confirmed_at is not null and wanted.unsubscribed_at is null then
    return;
  end if;
  if private.may_write_form_mail(wanted.email) then
    update public.newsletter_subscriptions set
      confirm_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex'),
      confirm_sent_at = now()
    where id = wanted.id;
    perform private.confirm_form('newsletter_confirm', wanted.email,
      jsonb_build_object('token', token, 'unsubscribe_token', wanted.unsubscribe_token));
  end if;
end $$;

-- True for a link that is valid: it works again for anyone who clicks twice, until it is seven days old or followed by
-- another. Leaving ends it.
create function public.confirm_newsletter(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.newsletter_subscriptions set
    confirmed_at = case when unsubscribed_at is null then coalesce(confirmed_at, now()) else now() end,
    unsubscribed_at = null
  where confirm_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and confirm_sent_at > now() - private.newsletter_confirm_period();
  return found;
end $$;

-- True for a link that is ours, also when it is used again.
create function public.unsubscribe_newsletter(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.newsletter_subscriptions set
    unsubscribed_at = coalesce(unsubscribed_at, now()), confirm_token_hash = null
  where unsubscribe_token = token;
  return found;
end $$;

-- Requested by phone, or in answer to a letter. Only they themselves begin again.
create function public.end_subscription(subscription_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null or not private.has_permission('newsletter_subscriptions.end') then
    raise exception 'permission denied to end a subscription' using errcode = '42501';
  end if;
  perform set_config('app.reported_by', (select auth.uid())::text, true);
  update public.newsletter_subscriptions set unsubscribed_at = now(), confirm_token_hash = null
  where id = subscription_id and unsubscribed_at is null;
  if not found then
    raise exception 'This address is not subscribed any more' using errcode = 'P0002';
  end if;
  perform set_config('app.reported_by', '', true);
  perform private.record_audit('unsubscribe', 'newsletter_subscriptions', subscription_id::text);
end $$;

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

-- Which sentence beside the box was agreed to: newsletterConsent in domain/consents.ts.
create function private.newsletter_text_version() returns text
language sql immutable set search_path = ''
as $$
  select '2026-11-23'
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
    insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel, recorded_by)
    values (
      (select id from auth.users where email = subscription.email and email_confirmed_at is not null limit 1),
      'newsletter_subscriptions', subscription.id, 'newsletter',
      coalesce(case when not is_given then (
        select text_version from public.consents where record_id = subscription.id and purpose = 'newsletter'
        order by id desc limit 1
      ) end, private.newsletter_text_version()),
      is_given, 'web', nullif(current_setting('app.reported_by', true), '')::uuid
    );
  end if;
  return null;
end $$;

-- What someone agreed to is stored as long as it is acted upon, however long ago it was.
create function private.is_newsletter_consent_in_use(subscription_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.newsletter_subscriptions
    where id = $1 and confirmed_at is not null and unsubscribed_at is null
  )
$$;

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

-- The newsletter of the account's own address. The address is confirmed already: no mail has to confirm it again.
-- Security definer, because nobody reads or writes subscriptions, not even their own.
create function public.has_newsletter() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.newsletter_subscriptions s
    join auth.users u on s.email = lower(u.email)
    where u.id = (select auth.uid()) and s.confirmed_at is not null and s.unsubscribed_at is null
  )
$$;

create function public.choose_newsletter(wanted boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  address text := (
    select lower(email) from auth.users where id = caller_id and email_confirmed_at is not null
  );
begin
  if address is null then
    raise exception 'Please confirm your email address first' using errcode = '42501';
  end if;
  if wanted then
    -- One after the other for each account, or many at once would all count the same few.
    perform pg_advisory_xact_lock(hashtextextended('newsletter ' || caller_id, 0));
    if (select count(*) >= 20 from public.consents
        where user_id = caller_id and purpose = 'newsletter' and created_at > now() - interval '1 day') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
    insert into public.newsletter_subscriptions (email, confirmed_at, unsubscribe_token)
    values (address, now(), private.make_token())
    on conflict on constraint newsletter_subscriptions_email_unique do update
      set confirmed_at = now(), unsubscribed_at = null, confirm_token_hash = null;
  else
    update public.newsletter_subscriptions set unsubscribed_at = now(), confirm_token_hash = null
    where email = address and unsubscribed_at is null;
  end if;
  return public.has_newsletter();
end $$;

create trigger forget_record_work after delete on public.newsletter_subscriptions for each row execute function private.forget_record_work();

create trigger note_consent after insert or update or delete on public.newsletter_subscriptions
  for each row execute function private.note_newsletter_consent();

create trigger notify_admin after insert or update or delete on public.newsletter_subscriptions
  for each statement execute function private.notify_admin('newsletter_subscriptions');

create trigger touch_updated_at before update on public.newsletter_subscriptions
  for each row execute function private.touch_updated_at();

create view private.newsletter_subscriptions_list with (security_invoker = true) as
  select id, created_at, case when unsubscribed_at is not null then 'left' when confirmed_at is not null then 'confirmed'
    else 'waiting' end as list_status, true as is_default, false as is_promised, null::timestamptz as due_at
  from public.newsletter_subscriptions;
revoke all on table private.newsletter_subscriptions_list from public, anon, authenticated, service_role;

alter table public.newsletter_subscriptions enable row level security;
revoke all on table public.newsletter_subscriptions from public, anon, authenticated;
grant select (
  id, email, confirm_sent_at, confirmed_at, unsubscribed_at, created_at, updated_at
  ) on table public.newsletter_subscriptions to authenticated;
create policy "Staff who may read who is subscribed" on public.newsletter_subscriptions
  for select to authenticated
  using ((select private.has_permission('newsletter_subscriptions.read')));

revoke all on function
  private.is_newsletter_consent_in_use(uuid), private.newsletter_exit(uuid), private.newsletter_text_version(),
  private.note_newsletter_consent(), private.own_newsletter_ids(), public.choose_newsletter(boolean),
  public.confirm_newsletter(text), public.end_subscription(uuid), public.has_newsletter(),
  public.newsletter_subscriptions(public.record_page), public.request_newsletter(jsonb),
  public.unsubscribe_newsletter(text)
  from public, anon, authenticated, service_role;
grant execute on function
  private.newsletter_exit(uuid), public.choose_newsletter(boolean), public.end_subscription(uuid), public.has_newsletter(),
  public.newsletter_subscriptions(public.record_page)
  to authenticated;
grant execute on function private.own_newsletter_ids() to authenticated, service_role;
grant execute on function
  public.confirm_newsletter(text), public.request_newsletter(jsonb), public.unsubscribe_newsletter(text)
  to service_role;
