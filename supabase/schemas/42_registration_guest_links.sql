-- Links that show one registration without an account, and bringing it into an account.

-- Secret links of people without an account; only the hash of each is stored. Those in mails are made here.
create table private.registration_guest_links (
  token_hash text primary key,
  record_type text not null,
  record_id uuid not null,
  is_mailed boolean not null default false,
  expires_at timestamptz not null default now() + private.guest_link_period(),
  created_at timestamptz not null default now(),
  is_seen_by_staff boolean not null default false,
  constraint registration_guest_links_token_hash_form check (token_hash ~ '^[0-9a-f]{64}$')
);
comment on column private.registration_guest_links.is_mailed is 'It left by another way than the screen of the person who sent the form: by mail, or handed over by staff. Such a link proves less: what is secret stays masked for the account that claims by it.';
comment on column private.registration_guest_links.is_seen_by_staff is 'It stood on the screen of a member of staff: nobody claims by it alone.';
create index registration_guest_links_expires_at_idx on private.registration_guest_links (expires_at);
create index registration_guest_links_record_id_idx on private.registration_guest_links (record_id);

create table private.link_reissues (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  actor_id uuid not null,
  reason text not null,
  is_mailed boolean not null,
  created_at timestamptz not null default now(),
  constraint link_reissues_record_type_known check (record_type = any (private.registration_types())),
  constraint link_reissues_reason_length check (char_length(reason) between 10 and 500)
);
comment on table private.link_reissues is 'Append-only; goes with its registration.';
comment on column private.link_reissues.is_mailed is 'False: it was shown to the member of staff, to be read out.';
create index link_reissues_actor_id_idx on private.link_reissues (actor_id, created_at desc);
create index link_reissues_record_id_idx on private.link_reissues (record_id, id desc);

create function private.store_guest_link(record_type text, record_id uuid, token_hash text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.registration_guest_links (token_hash, record_type, record_id, is_seen_by_staff)
  select $3, $1, $2, exists (
    select from public.registration_submissions as sent
    where sent.record_id = $2 and sent.version = 1 and sent.channel <> 'web'
  )
  where $3 is not null
  on conflict (token_hash) do nothing
$$;

-- What happened to a registration, in the order of time: [{kind, at}].
create function private.registration_events(record_type text, record_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object('kind', event.kind, 'at', event.at) order by event.at, event.kind)
    from (
      select 'correction_requested' as kind, request.created_at as at from public.correction_requests as request
      where request.record_type = $1 and request.record_id = $2
      union all
      select case when sent.requested_by = 'applicant' then 'changed' when sent.channel = 'web' then 'sent_again'
        else 'entered_' || sent.channel end as kind, sent.created_at as at
      from public.registration_submissions as sent
      where sent.record_id = $2 and sent.version > 1
      union all
      select decision.to_status as kind, decision.created_at as at from private.standing_decisions as decision
      where decision.record_type = $1 and decision.record_id = $2
        and not exists (select from private.registration_merges as merge
          where merge.younger_id = $2 and merge.created_at = decision.created_at)
      union all
      select changed.kind, changed.at from private.consent_changes($1, $2) as changed
      union all
      select 'merged' as kind, merge.created_at as at from private.registration_merges as merge
      where merge.younger_id = $2
      union all
      select 'message_sent' as kind, written.created_at as at from public.contact_messages as written
      where written.about_type = $1 and written.about_id = $2
      union all
      -- By mail, each time; what was answered by a call alone is marked.
      select 'message_answered' as kind, answer.created_at as at
      from public.contact_messages as written
      join public.record_messages as answer on answer.record_type = 'contact_messages' and answer.record_id = written.id
      where written.about_type = $1 and written.about_id = $2 and answer.is_from_staff
      union all
      select 'message_answered' as kind, written.answered_at as at from public.contact_messages as written
      where written.about_type = $1 and written.about_id = $2 and written.answered_at is not null
        and not exists (select from public.record_messages as answer
          where answer.record_type = 'contact_messages' and answer.record_id = written.id and answer.is_from_staff)
    ) as event
  ), '[]')
$$;

-- For a registration of the account; null for any other.
create function public.own_registration_events(record_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.registration_events(record.record_type, record.id) from private.registrations as record
  where record.id = own_registration_events.record_id and record.user_id = (select auth.uid())
$$;

-- Whether a link or a code can go to this number by text. Numbers abroad get no texts that anybody can request.
create function private.can_text_number(phone text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(phone ~ '^\+234[1-9]', false) and private.sends_sms()
$$;

-- Where the link of a registration goes once more for someone who names this number: 'mail' to the address that the person gave,
-- 'text' to their number because they gave none that mails reach, 'account' where an account shows it, 'phone' where neither reaches anyone.
create function private.registration_link_channel(registration private.registrations, phone text) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when registration.user_id is not null then 'account'
    when registration.is_demo then 'phone'
    when registration.contact_email is not null
      and not private.is_suppressed(registration.contact_email, 'registration_link_again') then 'mail'
    when registration.contact_phone = phone and private.can_text_number(phone) then 'text'
    else 'phone'
  end
$$;

-- What the secret link shows; null for a link that leads nowhere. Called by the server with the hash of the token.
create function public.track_registration(token_hash text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'recordType', record.record_type, 'id', record.id, 'form', record.form, 'reference', record.reference,
    'status', record.status, 'declineReason', record.decline_reason, 'nextStep', record.next_step,
    'correction', record.open_correction, 'hasPhoto', record.has_photo, 'createdAt', record.created_at,
    'version', record.answers_version, 'consentWithdrawnAt', record.consent_withdrawn_at, 'codeChannels', private.change_code_channels(record),
    'mergedInto', private.merged_into(record.id),
    'linkEndsAt', case when link.expires_at <= now() + private.link_again_period() then link.expires_at end,
    'linkChannel', private.registration_link_channel(record, record.contact_phone),
    'erasedAt', (select erased_at from app_vault.people where id = private.vault_person_of(record.record_type, record.id)
      and private.merged_into(record.id) is null),
    'events', private.registration_events(record.record_type, record.id),
    'answers', coalesce((
      select sent.answers from public.registration_submissions as sent
      where sent.record_id = record.id order by sent.version desc limit 1
    ), '{}'),
    'consents', coalesce((
      select jsonb_agg(jsonb_build_object('purpose', latest.purpose, 'textVersion', latest.text_version,
        'isGiven', latest.is_given, 'createdAt', latest.created_at,
        'isRenewable', not latest.is_given and private.is_open_registration(record.record_type, record.id)) order by latest.purpose)
      from (select distinct on (purpose) * from public.consents where consents.record_id = record.id
        order by purpose, id desc) as latest
    ), '[]'),
    'personId', private.vault_person_of(record.record_type, record.id)
  )
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = track_registration.token_hash and link.expires_at > now() and record.user_id is null
$$;

-- The server makes the token and brings its hash, which counts only where nobody can be written to. Answers {reference,
-- isMailed}. Security definer, because nobody may write links or the ledger by any other way.
create function public.reissue_guest_link(record_type text, record_id uuid, reason text, token_hash text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  why text := coalesce(private.clean_line(reason), '');
  current_record private.registrations;
  can_mail boolean;
begin
  if caller_id is null or not private.has_permission('registrations.relink')
    or not private.has_permission(coalesce(record_type, '') || '.read')
  then
    raise exception 'permission denied to give out a link' using errcode = '42501';
  elsif not private.has_strong_permission('registrations.relink') then
    raise exception 'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.'
      using errcode = '42501', hint = 'aal2';
  end if;
  perform private.require_reason(why);
  if why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave numbers of the person out of the reason' using errcode = '23514', hint = 'reason';
  elsif token_hash is null or token_hash !~ '^[0-9a-f]{64}$' then
    raise exception 'This is no hash of a link' using errcode = '22023';
  end if;
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('relink ' || caller_id, 0));
  if (select count(*) >= 30 from private.link_reissues
      where actor_id = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.lock_registration(reissue_guest_link.record_type, reissue_guest_link.record_id);
  select * into current_record from private.registrations as record
  where record.record_type = reissue_guest_link.record_type and record.id = reissue_guest_link.record_id;
  if current_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif current_record.user_id is not null then
    raise exception 'This registration belongs to an account, where its owner sees it. It needs no link.' using errcode = 'PT409';
  elsif current_record.contact_email is null and coalesce(current_record.contact_phone, '') !~ '[1-9]' then
    raise exception 'This registration was erased: there is nobody to give a link to.' using errcode = 'PT409';
  end if;
  -- No mail about demo rows.
  can_mail := current_record.contact_email is not null and not current_record.is_demo;
  delete from private.registration_guest_links as link where link.record_id = current_record.id;
  if can_mail then
    perform private.notify_registrant(current_record.id, 'registration_link');
  else
    insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed, is_seen_by_staff)
    values (reissue_guest_link.token_hash, current_record.record_type, current_record.id, true, true);
  end if;
  insert into private.link_reissues (record_type, record_id, actor_id, reason, is_mailed)
  values (current_record.record_type, current_record.id, caller_id, why, can_mail);
  return jsonb_build_object('reference', current_record.reference, 'isMailed', can_mail);
end $$;

-- Any of the numbers of a form shows the status: a guardian or a company follows it by its own.
create function public.find_tracked_status(reference text, phone text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', 'registration', 'form', record.form, 'reference', record.reference,
    'status', record.status, 'at', record.created_at, 'nextStep', record.next_step,
    'consentWithdrawnAt', record.consent_withdrawn_at, 'mergedInto', private.merged_into(record.id),
    'hasPhoto', record.has_photo,
    'linkChannel', private.registration_link_channel(record, find_tracked_status.phone))
  from private.registrations as record
  where record.reference = find_tracked_status.reference and exists (
      select from private.registration_phones as reachable
      where reachable.id = record.id and reachable.record_type = record.record_type and reachable.phone = find_tracked_status.phone
    )
    -- What stands in place of an erased number is nobody's.
    and find_tracked_status.phone ~ '[1-9]'
  union all
  select jsonb_build_object('kind', 'order', 'form', null, 'reference', orders.code, 'status', orders.status,
    'at', orders.created_at, 'declineCode', orders.decline_code, 'orderKind', orders.kind,
    'totalKobo', orders.total_amount_kobo, 'nextStep', case
      when orders.status = 'declined' and orders.payment_status = 'refund_due' then 'Closed. We are sending your money back.'
      when orders.decline_code = 'withdrawn_by_buyer' then 'You withdrew it. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' and orders.awaits_delivery and delivery.quoted_at is null
        then 'Closed. We could not price the delivery in time, and we are sorry. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' and orders.awaits_delivery
        then 'The time to answer our price for the delivery ran out. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' then 'The time to pay ran out. You are welcome to order again.'
      when orders.status = 'declined' then 'Closed. You are welcome to order again.'
      -- What has become of the goods comes first: on credit terms they are on their way before anything is paid.
      when orders.fulfilment_status = 'preparing' then 'We are preparing your goods.'
      when orders.fulfilment_status = 'dispatched' and delivery.kind = 'collect' then 'Your goods are ready to collect.'
      when orders.fulfilment_status = 'dispatched' then 'Your goods are on their way.'
      when orders.fulfilment_status = 'delivered' and delivery.kind = 'collect' then 'You have collected your goods.'
      when orders.fulfilment_status = 'delivered' then 'Your goods were delivered.'
      when orders.fulfilment_status = 'disputed' then 'We are looking into what you reported.'
      when orders.payment_status = 'claimed' then 'We are looking for your transfer.'
      when orders.awaits_delivery and delivery.quoted_at is null
        then 'We are pricing the delivery, and tell you. You do not pay anything yet.'
      when orders.awaits_delivery then 'We have priced the delivery. ' || case when orders.user_id is null
        then 'Your link' else 'Your account' end || ' shows price and day: you pay only after you have said yes.'
      when orders.payment_status = any (private.payable_statuses()) and orders.kind = 'marketplace' and orders.credit_terms_reason is null
        then 'We are waiting for your transfer. ' || case when orders.user_id is null
          then 'Your link' else 'Your account' end || ' shows where to pay.'
      else 'We are working on it. We will contact you.'
    end, 'linkChannel', private.order_link_channel(orders, find_tracked_status.phone))
  from public.orders
  left join public.order_contacts as contact on contact.order_id = orders.id
  left join public.order_requests as request on request.order_id = orders.id
  left join public.order_deliveries as delivery on delivery.order_id = orders.id
  where orders.code = find_tracked_status.reference
    and find_tracked_status.phone in (contact.phone, request.phone) and find_tracked_status.phone ~ '[1-9]'
  limit 1
$$;
comment on function public.find_tracked_status(text, text) is 'Status, date, next step and where the link can be sent once more, for a reference and its phone number; null when the two do not belong together.';

-- A text with a link of one day: a number may be anybody's sooner than an address.
create function private.text_link_again(template text, phone text, code text, token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  return private.may_text_code(phone)
    and private.enqueue_sms(template, phone, jsonb_build_object('code', code, 'token', token)) is not null;
end $$;

-- The link once more, to the contact on record and to no other number of the form. Answers where, as registration_link_channel and
-- order_link_channel say it; null when the two do not belong together. The links of before go on leading there: a reference and a
-- number are too little to end them.
create function public.send_tracked_link(reference text, phone text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  tracked jsonb;
  channel text;
  registration private.registrations;
  guest_order public.orders;
  token text := private.make_token();
begin
  -- One after the other for each reference, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('send link ' || reference, 0));
  tracked := public.find_tracked_status(reference, phone);
  channel := tracked ->> 'linkChannel';
  if channel is null or channel not in ('mail', 'text') then
    return channel;
  elsif tracked ->> 'kind' = 'registration' then
    select * into registration from private.registrations as record
    where record.reference = send_tracked_link.reference;
    if (select count(*) >= 5 from private.registration_guest_links as link
        where link.record_id = registration.id and link.created_at > now() - interval '1 day') then
      return channel;
    elsif channel = 'mail' then
      perform private.notify_registrant(registration.id, 'registration_link_again');
    elsif private.text_link_again('registration_link_again', phone, registration.reference, token) then
      insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed, expires_at)
      values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), registration.record_type, registration.id, true,
        now() + interval '1 day');
    end if;
    return channel;
  end if;
  select * into guest_order from public.orders where orders.code = send_tracked_link.reference;
  if (select count(*) >= 5 from private.order_guest_links as link
      where link.order_id = guest_order.id and link.created_at > now() - interval '1 day') then
    return channel;
  elsif channel = 'mail' then
    perform private.notify_buyer(guest_order.id, 'order_link_again');
  elsif private.text_link_again('order_link_again', phone, guest_order.code, token) then
    insert into private.order_guest_links (token_hash, order_id, expires_at)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), guest_order.id, now() + interval '1 day');
  end if;
  return channel;
end $$;

-- Whether this account has proved the address or number of a registration.
create function private.has_proved_contact(user_id uuid, contact_email text, contact_phone text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(lower($2) = private.proved_address($1), false) or coalesce($3 = private.proved_number($1), false)
$$;

-- Whether this is a link that stood on the screen of the person themselves, after sending.
create function private.proves_sender(record_id uuid, hashes text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.registration_guest_links as link
    where link.record_id = $1 and link.token_hash = any ($2) and link.expires_at > now()
      and not link.is_mailed and not link.is_seen_by_staff
  )
$$;

-- Makes a guest's registration the account's; false when the account has one of its kind already, when it is someone's, or
-- when the vault's seals of it do not hold.
create function private.claim_record(claimed private.registrations, account_id uuid, hashes text[], seals jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  touched integer;
  vault_person uuid := private.vault_person_of(claimed.record_type, claimed.id);
begin
  execute format('update public.%I set user_id = $1 where id = $2 and user_id is null', claimed.record_type)
    using account_id, claimed.id;
  get diagnostics touched = row_count;
  if touched = 0 then
    return false;
  elsif not private.claim_vault_person(vault_person, account_id, private.proves_sender(claimed.id, hashes),
    seals -> vault_person::text)
  then
    raise exception 'The vault does not vouch for this person' using errcode = 'PT409';
  end if;
  delete from private.registration_guest_links where record_id = claimed.id;
  perform private.notify_of_claim(claimed, account_id);
  return true;
exception when unique_violation or sqlstate 'PT409' then
  return false;
end $$;

-- ---- A guest's registration comes into an account ----
-- Its contact hears of it, with a link that freezes the account ("this was not me"); by text where texts are sent.
create function private.notify_of_claim(claimed private.registrations, account_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if claimed.contact_email <> '' then
    perform private.enqueue_alarm_mail('registration_claimed', account_id, claimed.contact_email,
      jsonb_build_object('at', now(), 'reference', claimed.reference));
  end if;
  if claimed.contact_phone ~ '^\+[1-9]' and private.sends_sms() then
    perform private.enqueue_sms('registration_claimed', claimed.contact_phone, jsonb_build_object('reference', claimed.reference));
  end if;
end $$;

-- What the server has to judge and to seal before this account can claim: guests in the vault whose registration it has
-- proved the contact of, each with the seals of now, and whether it will be shown whole.
create function private.list_claims(user_id uuid, hashes text[]) returns table (
  person_id uuid, sealed_for uuid, seal bytea, is_shown boolean, records jsonb
)
language sql stable security definer set search_path = ''
as $$
  select people.id, people.sealed_for, people.seal, private.proves_sender(record.id, $2), (
    select jsonb_agg(jsonb_build_object('type', own.record_type, 'id', own.record_id, 'isShown', own.is_shown,
      'linkHash', own.sender_link_hash, 'seal', encode(own.seal, 'base64')))
    from app_vault.records as own where own.person_id = people.id)
  from private.registrations as record
  join app_vault.records as vault_record on vault_record.record_type = record.record_type and vault_record.record_id = record.id
  join app_vault.people on people.id = vault_record.person_id
  where record.user_id is null and not record.is_demo and people.user_id is null and people.wrapped_key is not null
    and (lower(record.contact_email) = (select private.proved_address($1))
      or record.contact_phone = (select private.proved_number($1)))
$$;

create function private.claim_registrations(user_id uuid, hashes text[], seals jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := user_id;
  proved_email text := private.proved_address(user_id);
  proved_phone text := private.proved_number(user_id);
  current_record private.registrations;
  claimed jsonb := '[]';
begin
  insert into public.profiles (id, email)
  select account.id, account.email from auth.users as account where account.id = account_id and account.email is not null
  on conflict (id) do nothing;
  update public.partnership_applications as sent set user_id = account_id
  where sent.user_id is null and not is_demo and lower(email) = proved_email;
  update public.job_applications as sent set user_id = account_id
  where sent.user_id is null and not is_demo and lower(email) = proved_email;
  for current_record in
    select * from private.registrations as record
    where record.user_id is null and not is_demo and (lower(contact_email) = proved_email or contact_phone = proved_phone)
    order by created_at
  loop
    if private.claim_record(current_record, account_id, hashes, seals) then
      claimed := claimed || jsonb_build_object('recordType', current_record.record_type, 'id', current_record.id,
        'reference', current_record.reference);
    end if;
  end loop;
  -- Here, because the triggers at the end of the transaction take them record by record.
  perform private.lock_signs(array(select (record ->> 'id')::uuid from jsonb_array_elements(claimed) as record));
  return claimed;
end $$;

create function private.claim_tracked_registration(user_id uuid, token_hash text, seals jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := user_id;
  current_record private.registrations;
begin
  insert into public.profiles (id, email)
  select account.id, account.email from auth.users as account where account.id = account_id and account.email is not null
  on conflict (id) do nothing;
  -- The record before its link, as everybody else locks them; read afterwards, when the waiting is over.
  perform private.lock_registration(link.record_type, link.record_id)
  from private.registration_guest_links as link where link.token_hash = claim_tracked_registration.token_hash;
  select record.* into current_record
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = claim_tracked_registration.token_hash and link.expires_at > now() and record.user_id is null
    and not record.is_demo;
  if current_record.id is null then
    raise exception 'This link does not lead to a registration.' using errcode = 'P0002';
  elsif not private.has_proved_contact(account_id, current_record.contact_email, current_record.contact_phone) then
    raise exception 'It takes more than the link: confirm the % of this registration in your account, and it comes into it.',
      case when private.sends_sms() then 'email address or phone number' else 'email address' end
      using errcode = '42501', hint = 'contact';
  elsif private.has_handed_over(current_record.id, account_id) then
    raise exception 'You gave out this link for somebody else: they bring it into their own account.' using errcode = '42501';
  elsif not private.claim_record(current_record, account_id, array[claim_tracked_registration.token_hash], seals) then
    raise exception 'Your account has such a registration already.' using errcode = 'PT409';
  end if;
  return jsonb_build_object('recordType', current_record.record_type, 'id', current_record.id,
    'reference', current_record.reference);
end $$;

create trigger refuse_change before update on private.link_reissues
  for each row execute function private.refuse_change();

create trigger refuse_truncate before truncate on private.link_reissues
  for each statement execute function private.refuse_change();

alter table private.registration_guest_links enable row level security;
revoke all on table private.registration_guest_links from public, anon, authenticated, service_role;

alter table private.link_reissues enable row level security;
revoke all on table private.link_reissues from public, anon, authenticated, service_role;

revoke all on function
  private.claim_record(private.registrations, uuid, text[], jsonb), private.claim_registrations(uuid, text[], jsonb),
  private.claim_tracked_registration(uuid, text, jsonb), private.has_proved_contact(uuid, text, text),
  private.can_text_number(text), private.registration_link_channel(private.registrations, text),
  private.store_guest_link(text, uuid, text), private.list_claims(uuid, text[]), private.proves_sender(uuid, text[]),
  private.notify_of_claim(private.registrations, uuid), private.registration_events(text, uuid),
  public.find_tracked_status(text, text), public.own_registration_events(uuid),
  public.reissue_guest_link(text, uuid, text, text), public.send_tracked_link(text, text), public.track_registration(text),
  private.text_link_again(text, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function
  private.claim_registrations(uuid, text[], jsonb), private.claim_tracked_registration(uuid, text, jsonb),
  private.list_claims(uuid, text[]), public.find_tracked_status(text, text), public.send_tracked_link(text, text),
  public.track_registration(text)
  to service_role;
grant execute on function public.own_registration_events(uuid), public.reissue_guest_link(text, uuid, text, text) to authenticated;
