-- The newsletter's entries in the ledger of consents are read by staff who may see who is subscribed; and whoever comes
-- second with a link is told that it leads nowhere any more, and not that they have such a registration.

alter policy "People read what they agreed to, and staff who may decide" on public.consents
  using (
    user_id = (select auth.uid())
    or record_type = any ((select private.registrations_with('decide'))::text[])
    or record_type = 'newsletter_subscriptions' and (select private.has_permission('newsletter_subscriptions.read'))
    or record_id in (select private.own_registration_ids())
    or record_id in (select private.own_newsletter_ids())
  );

-- As before (20261121003320), and: the second of two waits for the first.
create or replace function public.claim_tracked_registration(token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := (select auth.uid());
  hash text := encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex');
  found_record private.registrations;
begin
  if account_id is null then
    raise exception 'Please sign in first' using errcode = '42501';
  end if;
  insert into public.profiles (id, email)
  select id, email from auth.users where id = account_id and email is not null
  on conflict (id) do nothing;
  -- The record before its link, as everybody else locks them; read afterwards, when the waiting is over.
  perform private.lock_registration(link.record_type, link.record_id)
  from private.tracking_links as link where link.token_hash = hash;
  select record.* into found_record
  from private.tracking_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = hash and link.expires_at > now() and record.user_id is null and not record.is_demo;
  if found_record.id is null then
    raise exception 'This link does not lead to a registration.' using errcode = 'P0002';
  elsif private.has_handed_over(found_record.id, account_id) then
    raise exception 'You gave out this link for somebody else: they bring it into their own account.' using errcode = '42501';
  elsif not private.claim_record(found_record, account_id, array[hash]) then
    raise exception 'Your account has such a registration already.' using errcode = 'PT409';
  end if;
  return jsonb_build_object('recordType', found_record.record_type, 'id', found_record.id,
    'reference', found_record.reference);
end $$;
