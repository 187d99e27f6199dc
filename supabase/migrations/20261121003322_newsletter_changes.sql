-- As before (20261121002310), and: each change stands in the ledger for years, so that a day has room for so many.
-- Leaving is never refused.
create or replace function public.choose_newsletter(wanted boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  address text := (
    select lower(email) from auth.users where id = caller_id and email_confirmed_at is not null
  );
begin
  if address is null then
    raise exception 'Please confirm your e-mail address first' using errcode = '42501';
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
