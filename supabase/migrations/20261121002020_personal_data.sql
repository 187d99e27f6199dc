-- One register of where people are named: whose a row is, what their own export leaves out, and what erasing does to
-- it. Export and erasure obey these rows; a test reads the catalogue and fails when a table that names people is not
-- among them. Tables of later migrations may stand here before they exist; a later one may also add its own row.

create table private.personal_data (
  table_name text primary key,
  belongs text,
  hidden text[] not null default '{}',
  acts text[] not null default '{}',
  erasure text not null default 'keep',
  scrub text,
  note text not null,
  constraint personal_data_erasure_known check (erasure in ('keep', 'delete', 'scrub')),
  constraint personal_data_scrub_belongs check ((erasure = 'scrub') = (scrub is not null)),
  constraint personal_data_erasure_whose check (erasure = 'keep' or belongs is not null)
);
comment on column private.personal_data.belongs is 'The condition on t: $1 the account (or null), $2 who they are in the vault, $3 the account''s confirmed address (or null). Null: nothing here is about a customer.';
comment on column private.personal_data.hidden is 'Columns that an export leaves out: what opens something, or would.';
comment on column private.personal_data.acts is 'Columns that name staff who did something: records of the house, and no part of anybody''s export.';
comment on column private.personal_data.scrub is 'The assignments that leave the record without its person.';
comment on column private.personal_data.note is 'What the table holds, or why it is kept.';

alter table private.personal_data enable row level security;
revoke all on table private.personal_data from public, anon, authenticated, service_role;

-- The registrations of an account, or of a guest whom only the vault knows.
create function private.registrations_of(user_id uuid, person_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select records.record_id from strongroom.records where records.person_id = any (registrations_of.person_ids)
    union select id from public.farmers as t where t.user_id = registrations_of.user_id
    union select id from public.training_enrolments as t where t.user_id = registrations_of.user_id
    union select id from public.buyers as t where t.user_id = registrations_of.user_id
    union select id from public.investors as t where t.user_id = registrations_of.user_id;
end $$;

insert into private.personal_data (table_name, belongs, hidden, acts, erasure, scrub, note)
values
  ('auth.users', 'id = $1', '{encrypted_password,confirmation_token,recovery_token,email_change_token_new,email_change_token_current,phone_change_token,reauthentication_token}', '{}', 'keep', null,
    'The account. It goes when the account is deleted.'),
  ('auth.identities', 'user_id = $1', '{}', '{}', 'keep', null, 'How the account signs in.'),
  ('auth.mfa_factors', 'user_id = $1', '{secret}', '{}', 'keep', null, 'Second factors of the account.'),
  ('auth.mfa_challenges', 'factor_id in (select id from auth.mfa_factors where user_id = $1)', '{otp_code}', '{}', 'keep', null,
    'Uses of a second factor; two days.'),
  ('auth.mfa_recovery_codes', 'factor_id in (select id from auth.mfa_factors where user_id = $1)', '{code_hash}', '{}', 'keep', null,
    'Which recovery codes were used.'),
  ('auth.sessions', 'user_id = $1', '{}', '{}', 'keep', null, 'Where the account is signed in; 90 days.'),
  ('auth.mfa_amr_claims', 'session_id in (select id from auth.sessions where user_id = $1)', '{}', '{}', 'keep', null,
    'How each session signed in.'),
  ('auth.refresh_tokens', 'user_id = $1::text', '{token,parent}', '{}', 'keep', null, 'What renews a session.'),
  ('auth.flow_state', 'user_id = $1', '{auth_code,code_challenge,provider_access_token,provider_refresh_token}', '{}', 'keep', null,
    'A sign-in that is under way; two days.'),
  ('auth.one_time_tokens', 'user_id = $1', '{token_hash,code_hash,sign_up}', '{}', 'keep', null, 'Links and codes that were mailed; two days, of an unfinished sign-up thirty.'),
  ('auth.oauth_states', 'linking_user_id = $1', '{state_hash}', '{}', 'keep', null, 'A sign-in elsewhere that is under way; two days.'),
  ('auth.audit_log_entries', 'payload ->> ''actor_id'' = $1::text', '{}', '{}', 'keep', null,
    'What the account did to itself: kept, since it shows who took over an account.'),
  ('storage.buckets', null, '{}', '{owner,owner_id}', 'keep', null, 'Names of buckets.'),
  ('storage.objects', '(bucket_id in (''selfies'', ''cvs'') and owner_id = $1::text) or (bucket_id = ''cvs'' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3))',
    '{}', '{owner}', 'delete', null, 'Files of the buckets that hold people''s own; what staff upload for the site is the house''s. Whose photo is whose is known to the vault alone: the server adds it to an export, and removes it.'),
  ('realtime.changes', null, '{}', '{}', 'keep', null, 'Changed rows on their way to open pages; ten minutes.'),
  ('realtime.messages', null, '{}', '{}', 'keep', null, 'Messages between open pages; not stored by us.'),

  ('strongroom.people', 'user_id = $1 or id = any ($2)', '{wrapped_key,master_key_id}', '{}', 'keep', null,
    'That a key was destroyed, and when. The key itself, all secrets and hashes go.'),
  ('strongroom.records', 'record_id in (select private.registrations_of($1, $2))', '{}', '{}', 'keep', null, 'Which registrations are one person''s.'),
  ('strongroom.secrets', 'person_id = any ($2) or record_id in (select private.registrations_of($1, $2))', '{ciphertext,match_hash,person_id}', '{}', 'delete', null,
    'What is secret; in clear it is in the export''s part "secrets".'),
  ('strongroom.matches', 'record_id in (select private.registrations_of($1, $2))', '{match_hash}', '{}', 'delete', null, 'Keyed hashes of names, for hints at duplicates.'),
  ('public.vault_reveals', 'person_id = any ($2)', '{}', '{actor_id,actor_name}', 'keep', null,
    'Who looked at what is secret, and why: accounted for also when the secret is gone. Holds none of it.'),

  ('public.profiles', 'id = $1', '{}', '{}', 'keep', null, 'What the account tells about itself. It can be changed there, and goes with the account.'),
  ('public.user_roles', 'user_id = $1', '{}', '{}', 'keep', null, 'Staff roles.'),
  ('public.notification_choices', 'user_id = $1', '{}', '{}', 'keep', null, 'Which mails the account wants.'),
  ('public.orders', 'user_id = $1', '{idempotency_key}', '{}', 'keep', null, 'Commerce and tax law ask for orders to be kept.'),
  ('public.order_requests', 'order_id in (select id from public.orders as o where o.user_id = $1)', '{}', '{}', 'keep', null, 'The buyer and the terms of an order: kept like the order.'),
  ('public.decision_events', 'record_owner = $1 or record_id in (select private.registrations_of($1, $2))', '{actor_id}', '{actor_id}', 'keep', null,
    'What was decided, when and why: kept to answer for decisions.'),
  ('public.farmers', 'id in (select private.registrations_of($1, $2))', '{}', '{entered_by}', 'scrub',
    $scrub$contact_name = null, contact_email = null, phone = null, farm_name = 'Erased', location = 'Erased', city = null,
      state = null, challenges = null, goals = null, has_photo = false$scrub$, 'A registration. Size, crops and the decision stay, without the person.'),
  ('public.farmer_private', 'farmer_id in (select private.registrations_of($1, $2))', '{}', '{}', 'delete', null, 'What no list shows.'),
  ('public.training_enrolments', 'id in (select private.registrations_of($1, $2))', '{}', '{entered_by}', 'scrub',
    $scrub$contact_name = 'Erased', contact_email = null, phone = '00000000', city = 'Erased', state = 'Erased',
      motivation = 'Erased at the request of the person', training_goals = 'Erased at the request of the person',
      has_photo = false$scrub$, 'An enrolment. Level and decision stay, without the person.'),
  ('public.training_enrolment_private', 'training_enrolment_id in (select private.registrations_of($1, $2))', '{}', '{}', 'delete', null, 'What no list shows.'),
  ('public.buyers', 'id in (select private.registrations_of($1, $2))', '{}', '{entered_by}', 'scrub',
    $scrub$user_id = null, company_name = case when company_name is not null then 'Erased' end,
      registration_number = case when registration_number is not null then 'Erased' end,
      address = 'Erased at the request of the person', city = 'Erased', state = 'Erased',
      contact_first_name = null, contact_last_name = null, contact_title = null, contact_email = null,
      contact_phone = null, alternative_phone = null, website = null, products_of_interest = null,
      target_markets = null, quality_certifications = null, additional_info = null, has_photo = false$scrub$,
    'A registration. Kind, volumes and the decision stay, without the person; nor does the account own it any more, so that it may register anew.'),
  ('public.investors', 'id in (select private.registrations_of($1, $2))', '{}', '{entered_by}', 'scrub',
    $scrub$company_name = case when company_name is not null then 'Erased' end, contact_name = null,
      contact_email = null, contact_phone = null, city = null, state = null, country = null, investment_goals = null,
      wallet_address = null$scrub$, 'A registration. Kind, amounts and the decision stay, without the person.'),
  ('public.investor_private', 'investor_id in (select private.registrations_of($1, $2))', '{}', '{}', 'delete', null, 'What no list shows.'),
  ('public.registration_submissions', 'record_id in (select private.registrations_of($1, $2))', '{}', '{}', 'delete', null, 'What was sent, each time.'),
  ('public.correction_requests', 'record_id in (select private.registrations_of($1, $2))', '{}', '{}', 'delete', null, 'What staff asked to be corrected.'),
  ('private.correction_authors', null, '{}', '{requested_by}', 'keep', null, 'Who asked for a correction.'),
  ('private.submission_keys', 'user_id = $1 or record_id in (select private.registrations_of($1, $2))', '{idempotency_key}', '{}', 'keep', null,
    'Attempts to send: the same one again must not make a new record.'),
  ('private.tracking_links', 'record_id in (select private.registrations_of($1, $2))', '{token_hash}', '{}', 'keep', null, 'That there is a secret link; it goes on showing what became of the registration.'),
  ('private.photo_uploads', 'user_id = $1', '{receipt_hash}', '{}', 'keep', null, 'Photos on their way to a registration; a day.'),
  ('public.registration_drafts', 'user_id = $1', '{}', '{}', 'delete', null, 'Half-filled forms.'),
  ('public.consents', 'user_id = $1 or record_id in (select private.registrations_of($1, $2))', '{}', '{recorded_by}', 'keep', null,
    'What was agreed to and taken back: kept as proof of it. Names nobody.'),
  ('public.audit_events', 'user_id = $1 or attempt_id in (select private.registrations_of($1, $2))', '{}', '{}', 'keep', null,
    'Attempts of an account to register as a buyer: kept for their period, against abuse. Those that staff made for somebody go at once.'),

  ('public.partnership_applications', 'user_id = $1 or lower(email) = $3', '{idempotency_key}', '{}', 'delete', null, 'Applications for a partnership.'),
  ('public.job_applications', 'user_id = $1 or lower(email) = $3', '{idempotency_key}', '{}', 'delete', null, 'Applications for a position.'),
  ('public.contact_messages', 'lower(email) = $3', '{idempotency_key}', '{answered_by}', 'delete', null, 'Messages to us.'),
  ('public.newsletter_subscriptions', 'lower(email) = $3', '{confirm_token_hash,unsubscribe_token}', '{}', 'delete', null, 'The newsletter.'),
  ('private.mail_outbox', 'lower(recipient) = $3', '{data,dedupe_key,last_error}', '{}', 'delete', null, 'Mails that were sent, or wait; 90 days. What they said is not kept.'),

  ('public.board_members', null, '{}', '{}', 'keep', null, 'Published pages about the company''s directors.'),
  ('public.board_contacts', 'lower(email) = $3', '{}', '{}', 'keep', null, 'How directors may be reached; edited by staff.'),
  ('public.settlement_accounts', null, '{}', '{proposed_by,approved_by,withdrawn_by}', 'keep', null, 'The company''s own accounts.');

-- Only an address that its owner has proved says whose the letters and forms are that came without an account.
create function private.proved_address(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select lower(email) from auth.users where id = $1 and email_confirmed_at is not null
$$;

-- Every row that is about them, by table; what is secret comes from the server, which can open it.
create function private.export_person(user_id uuid, person_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  address text := private.proved_address(user_id);
  entry private.personal_data;
  rows_of_table jsonb;
  exported jsonb := '{}';
begin
  for entry in select * from private.personal_data where belongs is not null order by table_name loop
    continue when to_regclass(entry.table_name) is null;
    execute format('select coalesce(jsonb_agg(to_jsonb(t) - $4), ''[]'') from %s as t where %s',
      to_regclass(entry.table_name), entry.belongs)
      into rows_of_table using user_id, person_ids, address, entry.hidden;
    exported := exported || jsonb_build_object(entry.table_name, rows_of_table);
  end loop;
  return exported;
end $$;

-- Destroys what is secret about a person, for good: their keys first, then secrets, last fours and hashes, wherever a
-- copy of this database lies. The rest as the register says. What still waited for a decision is closed.
-- Again is the same as once.
create function private.erase_person(user_id uuid, person_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text := private.proved_address(user_id);
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  their_records uuid[];
  their_addresses text[];
  everybody uuid[];
  entry private.personal_data;
  closed_type text;
begin
  -- Whoever else the vault knows as the owner of one of their registrations is them, claimed or not.
  select coalesce(array_agg(id), '{}') into everybody from (
    select unnest(person_ids) as id
    union
    select records.person_id from strongroom.records
    where records.record_id in (select private.registrations_of(user_id, person_ids))
  ) as known;
  perform from strongroom.people where id = any (everybody) order by id for update;
  select coalesce(array_agg(id), '{}') into their_records from private.registrations_of(user_id, everybody) as id;
  update strongroom.people set wrapped_key = null, erased_at = now()
  where id = any (everybody) and erased_at is null;

  -- The house does what follows, and not the person: nobody decides on their own record.
  perform set_config('request.jwt.claims', '', true);
  foreach closed_type in array array['farmers', 'training_enrolments', 'buyers', 'investors'] loop
    execute format($sql$
      update public.%I set status = 'declined', decline_reason = 'Withdrawn: erased at the request of the person.'
      where id = any ($1) and status = 'pending'
    $sql$, closed_type) using their_records;
  end loop;
  -- Mails about them that still wait have names in them, and nobody wants to read "declined" after "erase". Of those
  -- that were sent only the address is left: every one that they gave, also before it was corrected.
  select coalesce(array_agg(lower(given.email)), '{}') into their_addresses from (
    select contact_email as email from private.registrations where id = any (their_records)
    union select answers ->> 'email' from public.registration_submissions where record_id = any (their_records)
  ) as given where given.email <> '';
  delete from private.mail_outbox
  where status = 'waiting' and data ->> 'code' in (
      select reference from private.registrations where id = any (their_records)
    )
    or status in ('sent', 'failed') and lower(recipient) = any (their_addresses);
  -- What staff entered for them was noted under no account, by which it could be found later.
  delete from public.audit_events
  where audit_events.user_id is null and (
    lower(audit_events.email) = any (their_addresses) or attempt_id = any (their_records) or attempt_id in (
      select idempotency_key from private.submission_keys where record_id = any (their_records)
    )
  );
  -- Without this, storage refuses; the bytes of a file whose row is gone are swept away within a day.
  perform set_config('storage.can_delete', 'true', true), set_config('storage.allow_delete_query', 'true', true);
  -- Backwards, so that files go before the applications that say whose they are.
  for entry in select * from private.personal_data where erasure <> 'keep' order by table_name desc loop
    continue when to_regclass(entry.table_name) is null;
    execute case entry.erasure
      when 'delete' then format('delete from %s as t where %s', to_regclass(entry.table_name), entry.belongs)
      else format('update %s as t set %s where %s', to_regclass(entry.table_name), entry.scrub, entry.belongs)
    end using user_id, everybody, address;
  end loop;
  perform set_config('storage.can_delete', '', true), set_config('storage.allow_delete_query', '', true);
  perform set_config('request.jwt.claims', claims, true);
end $$;

-- For whoever is signed in, as strongly as their account can: a password alone does not erase what a second factor guards.
create function public.erase_my_data() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
begin
  if caller_id is null then
    raise exception 'Please sign in to erase your data' using errcode = '42501';
  elsif coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2'
    and exists (select from auth.mfa_factors as factor where factor.user_id = caller_id and factor.status = 'verified')
  then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  end if;
  perform private.erase_person(caller_id, private.vault_person_ids(caller_id));
end $$;

revoke all on function private.registrations_of(uuid, uuid[]), private.proved_address(uuid),
  private.export_person(uuid, uuid[]), private.erase_person(uuid, uuid[]) from public;
grant execute on function private.export_person(uuid, uuid[]), private.erase_person(uuid, uuid[]) to service_role;
revoke all on function public.erase_my_data() from public, anon, authenticated, service_role;
grant execute on function public.erase_my_data() to authenticated;
