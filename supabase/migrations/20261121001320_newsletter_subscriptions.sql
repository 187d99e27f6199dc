-- The newsletter: an address is written to only after its owner has confirmed it, and never after they left.

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

create trigger touch_updated_at before update on public.newsletter_subscriptions
  for each row execute function private.touch_updated_at();

-- 244 random bits in 64 characters.
create function private.make_token() returns text
language sql volatile set search_path = ''
as $$
  select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
$$;

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long)
values
  ('newsletter', 1, 'email', 'email', 1, 254, null,
    'Please enter a valid email address', 'Email address must be at most 254 characters');

-- The same answer whatever is known of the address. The link goes to who is not subscribed; each new link ends the
-- one before.
create function public.request_newsletter(request jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  answers jsonb := private.check_form('newsletter', request);
  token text := private.make_token();
  wanted public.newsletter_subscriptions;
begin
  insert into public.newsletter_subscriptions (email, unsubscribe_token)
  values (answers ->> 'email', private.make_token())
  on conflict on constraint newsletter_subscriptions_email_unique do nothing;
  select * into strict wanted from public.newsletter_subscriptions where email = answers ->> 'email' for update;
  if wanted.confirmed_at is not null and wanted.unsubscribed_at is null then
    return;
  end if;
  if private.count_form_mails(wanted.email) < 5 then
    update public.newsletter_subscriptions set
      confirm_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex'),
      confirm_sent_at = now()
    where id = wanted.id;
    perform private.confirm_form('newsletter_confirm', wanted.email,
      jsonb_build_object('token', token, 'unsubscribe_token', wanted.unsubscribe_token));
  end if;
end $$;

-- True for a link that is valid: it works again for whoever clicks twice, until it is seven days old or followed by
-- another. Leaving ends it.
create function public.confirm_newsletter(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.newsletter_subscriptions set
    confirmed_at = case when unsubscribed_at is null then coalesce(confirmed_at, now()) else now() end,
    unsubscribed_at = null
  where confirm_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and confirm_sent_at > now() - interval '7 days';
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

revoke all on function private.make_token() from public;
revoke all on function public.request_newsletter(jsonb), public.confirm_newsletter(text),
  public.unsubscribe_newsletter(text) from public, anon, authenticated, service_role;
grant execute on function public.request_newsletter(jsonb), public.confirm_newsletter(text),
  public.unsubscribe_newsletter(text) to service_role;

alter table public.newsletter_subscriptions enable row level security;
revoke all on table public.newsletter_subscriptions from public, anon, authenticated;
grant select (id, email, confirm_sent_at, confirmed_at, unsubscribed_at, created_at, updated_at)
  on table public.newsletter_subscriptions to authenticated;
grant select, insert, update, delete on table public.newsletter_subscriptions to service_role;

create policy "Staff who may read who is subscribed" on public.newsletter_subscriptions
  for select to authenticated
  using ((select private.has_permission('newsletter_subscriptions.read')));
