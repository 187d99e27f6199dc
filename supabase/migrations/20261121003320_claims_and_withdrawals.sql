-- Who hands a link over does not claim by it; consents are taken back one after the other with decisions; and whoever
-- repeats an attempt is shown no link that leads nowhere.

-- Staff who entered something of a registration for somebody, or gave out a link to it, act for that person.
create function private.has_handed_over(record_id uuid, account_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.consents where consents.record_id = $1 and recorded_by = $2)
    or exists (select from private.link_reissues where link_reissues.record_id = $1 and actor_id = $2)
$$;

-- As before (20261121003161), and: not by whoever handed the link over.
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

-- As before (20261121002225), and: a decision on one of the records, or a correction of it, comes before or after this.
create or replace function private.take_consents_back(user_id uuid, record_ids uuid[], purpose text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  about record;
  taken integer;
begin
  for about in
    select distinct consents.record_type, consents.record_id from public.consents
    where consents.purpose = take_consents_back.purpose and consents.record_id is not null
      and (consents.user_id = take_consents_back.user_id or consents.record_id = any (record_ids))
    order by consents.record_id
  loop
    perform private.lock_registration(about.record_type, about.record_id);
  end loop;
  insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel)
  select latest.user_id, latest.record_type, latest.record_id, latest.purpose, latest.text_version, false, 'web'
  from (
    select distinct on (consents.record_id) consents.* from public.consents
    where consents.purpose = take_consents_back.purpose
      and (consents.user_id = take_consents_back.user_id or consents.record_id = any (record_ids))
    order by consents.record_id, consents.id desc
  ) as latest
  where latest.is_given;
  get diagnostics taken = row_count;
  return taken;
end $$;

-- As before (20261121003163), and: a new product waits for a farmer who is just taking it back.
create or replace function private.refuse_to_publish_without_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform from public.farmers where id = new.farmer_id for key share;
  end if;
  if private.is_consent_withdrawn('farmers', new.farmer_id) then
    raise exception 'The farmer has taken back the consent to be shown here.' using errcode = '23514', hint = 'status';
  end if;
  return new;
end $$;

-- As before (20261121003164), and: hasLink tells a guest's repeated attempt whether its link leads anywhere.
create or replace function private.find_attempt(form text, context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  attempt private.submission_keys;
  made_reference text;
begin
  -- The same key at the same moment: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('registration ' || (context ->> 'idempotencyKey'), 0));
  select * into attempt from private.submission_keys where idempotency_key = (context ->> 'idempotencyKey')::uuid;
  if not found then
    return null;
  elsif attempt.form is distinct from find_attempt.form or attempt.user_id is distinct from (context ->> 'userId')::uuid then
    raise exception 'This was sent before, as something else. Please fill in the form anew.' using errcode = 'PT409';
  elsif attempt.fingerprint <> context ->> 'fingerprint' then
    select reference into made_reference from private.registrations where id = attempt.record_id;
    raise exception 'This arrived before with other answers, as %. Nothing was changed: to correct it, follow its link or contact us. Sending it again makes another registration.',
      made_reference using errcode = 'PT409';
  end if;
  if attempt.user_id is null and attempt.created_at > now() - interval '1 day' and exists (
    select from private.registrations where id = attempt.record_id and user_id is null
  ) and not exists (
    select from private.link_reissues where record_id = attempt.record_id and created_at > attempt.created_at
  ) then
    perform private.keep_tracking_link(attempt.record_type, attempt.record_id, context ->> 'trackingTokenHash');
  end if;
  return private.describe_registration(attempt.record_id, false) || jsonb_build_object('hasLink', exists (
    select from private.tracking_links as link
    where link.token_hash = context ->> 'trackingTokenHash' and link.record_id = attempt.record_id and link.expires_at > now()
  ));
end $$;

revoke all on function private.has_handed_over(uuid, uuid) from public;
