-- Who owns this database cannot have the vault opened for somebody else. What is encrypted is bound to its person, record and
-- field. Whose a person is, and whether a record is shown whole to its account, are bound by seals: MACs under a key that
-- SQL never sees. The server checks them before it decrypts, and alone can write new ones (ADR 0053).

-- As before (20261121002000), and: form 2, whose authenticated text names the record too.
create or replace function private.looks_encrypted(value bytea) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select octet_length(value) >= 61 and (octet_length(value) - 29) % 32 = 0 and get_byte(value, 0) in (1, 2)
    and exists (
      select from generate_series(1, octet_length(value) - 1) as place where get_byte(value, place) > 127
    )
$$;

alter table strongroom.people
  add column seal bytea,
  add column sealed_for uuid,
  add constraint people_seal_length check (octet_length(seal) = 32),
  add constraint people_seal_needs_key check (seal is null or wrapped_key is not null);
comment on column strongroom.people.seal is 'HMAC-SHA-256 by the server over id and sealed_for. Null: of before seals, and refused once all were sealed.';
comment on column strongroom.people.sealed_for is 'The account that the seal names; stays when an account goes without its data, so that staff can still read what it sent.';
create index people_unsealed_idx on strongroom.people (id) where seal is null and wrapped_key is not null;

alter table strongroom.records
  add column seal bytea,
  add column sender_link_hash text,
  add constraint records_seal_length check (octet_length(seal) = 32),
  add constraint records_sender_link_hash_form check (sender_link_hash ~ '^[0-9a-f]{64}$');
comment on column strongroom.records.seal is 'HMAC-SHA-256 by the server over the record, its person and account, is_shown and sender_link_hash.';
comment on column strongroom.records.sender_link_hash is 'Of the link that stood on the screen of a guest who sent it: whoever claims it with that link sees it whole. Null: nobody does.';

update private.personal_data set hidden = hidden || '{seal,sealed_for}' where table_name = 'strongroom.people';
update private.personal_data set hidden = hidden || '{seal,sender_link_hash}' where table_name = 'strongroom.records';

-- A key that is destroyed takes its seal along.
create function private.drop_seal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.seal := null;
  new.sealed_for := null;
  return new;
end $$;
create trigger drop_seal before update of wrapped_key on strongroom.people
  for each row when (new.wrapped_key is null) execute function private.drop_seal();

-- ---- The ledger of what the server opens for its own work ----

create table private.vault_openings (
  id bigint generated always as identity primary key,
  purpose text not null,
  person_id uuid not null,
  record_type text not null,
  record_id uuid not null,
  created_at timestamptz not null default now(),
  constraint vault_openings_purpose_known check (purpose in ('correction', 'erasure', 'sealing'))
);
comment on table private.vault_openings is 'What was decrypted without anybody seeing it: to judge a correction, to find photos that go, to encrypt anew. Append-only; looks and exports have ledgers of their own.';
create index vault_openings_person_id_idx on private.vault_openings (person_id, created_at desc);
create index vault_openings_created_at_idx on private.vault_openings (created_at);
alter table private.vault_openings enable row level security;
revoke all on table private.vault_openings from public, anon, authenticated, service_role;
create trigger refuse_change before update on private.vault_openings
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on private.vault_openings
  for each statement execute function private.refuse_change();
create trigger refuse_early_delete before delete on private.vault_openings
  for each row execute function private.refuse_early_delete();
insert into public.retention_periods (subject, keep, at_least, description)
values ('vault_openings', '7 years', '1 year', 'What the server decrypted for its own work, from then');
insert into private.personal_data (table_name, belongs, hidden, acts, erasure, note)
values ('private.vault_openings', 'person_id = any ($2)', '{}', '{}', 'keep',
  'What was decrypted for a correction, an erasure or a new encryption, and when. Holds none of it.');

-- As before (20261125020000), and: the ledger of openings.
create or replace function private.forget_account_safety() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint;
begin
  delete from private.alarm_links where created_at < now() - interval '30 days';
  delete from private.own_secret_requests where closes_at < now();
  delete from private.account_freezes where thaws_at < now();
  delete from private.vault_openings where created_at < private.kept_since('vault_openings');
  delete from private.own_exports where created_at < private.kept_since('own_exports');
  get diagnostics gone = row_count;
  return gone;
end $$;

-- ---- Reading what is sealed ----

create type private.sealed_secret as (
  person_id uuid, user_id uuid, sealed_for uuid, person_seal bytea, wrapped_key bytea, master_key_id text,
  record_type text, record_id uuid, record_person_id uuid, is_shown boolean, sender_link_hash text, record_seal bytea,
  field text, ciphertext bytea, last_four text
);

create function private.sealed_of(person_ids uuid[]) returns setof private.sealed_secret
language sql stable security definer set search_path = ''
as $$
  select people.id, people.user_id, people.sealed_for, people.seal, people.wrapped_key, people.master_key_id,
    records.record_type, records.record_id, records.person_id, records.is_shown, records.sender_link_hash, records.seal,
    secrets.field, secrets.ciphertext, secrets.last_four
  from strongroom.secrets join strongroom.people on people.id = secrets.person_id
  join strongroom.records on records.record_type = secrets.record_type and records.record_id = secrets.record_id
  where people.id = any ($1)
  order by secrets.record_type, secrets.record_id, secrets.field
$$;

-- The two that answered less go; what calls them is replaced below.
drop function private.read_own_sealed(uuid);
drop function private.read_sealed(uuid[]);
drop function private.read_revealed(uuid);
drop function private.find_person_key(uuid, uuid);

-- What is secret about these people, for work in which nobody sees it: the entry is written with the reading.
create function private.read_sealed(person_ids uuid[], purpose text) returns setof private.sealed_secret
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.vault_openings (purpose, person_id, record_type, record_id)
  select distinct read_sealed.purpose, sealed.person_id, sealed.record_type, sealed.record_id
  from private.sealed_of(person_ids) as sealed;
  return query select * from private.sealed_of(person_ids);
end $$;

-- What an entry in clear of this minute was written for, and of nobody else.
create function private.read_own_sealed(export_id uuid) returns setof private.sealed_secret
language sql stable security definer set search_path = ''
as $$
  select sealed.* from private.own_exports as made,
    lateral private.sealed_of(private.vault_person_ids(made.user_id)) as sealed
  where made.id = $1 and made.in_clear and made.created_at > now() - interval '1 minute'
    and not private.is_frozen(made.user_id)
$$;

-- What an entry of this minute was written for.
create function private.read_revealed(reveal_id uuid) returns setof private.sealed_secret
language sql stable security definer set search_path = ''
as $$
  select sealed.* from public.vault_reveals as reveals, lateral private.sealed_of(array[reveals.person_id]) as sealed
  where reveals.id = $1 and reveals.created_at > now() - interval '1 minute'
    and sealed.record_type = reveals.record_type and sealed.record_id = reveals.record_id
    and sealed.field = reveals.field
$$;

-- The key under which the server seals more for a person: the one that is named, or the account's oldest.
create function private.find_person_key(user_id uuid, person_id uuid)
returns table (
  id uuid, account_id uuid, sealed_for uuid, seal bytea, wrapped_key bytea, master_key_id text, is_erased boolean
)
language sql stable security definer set search_path = ''
as $$
  select people.id, people.user_id, people.sealed_for, people.seal, people.wrapped_key, people.master_key_id,
    people.erased_at is not null
  from strongroom.people
  where case when $2 is not null then people.id = $2 else people.user_id = $1 and people.erased_at is null end
  order by people.created_at, people.id limit 1
$$;

-- ---- The key of the seals ----

-- Under one of two names, which its wrapping authenticates: "seal" while something may be left of before seals, "seal_closed"
-- from then on. Without it nothing that is sealed opens any more.
create function private.read_seal_key() returns table (name text, wrapped_key bytea, master_key_id text, is_used boolean)
language sql stable security definer set search_path = ''
as $$
  select keys.name, keys.wrapped_key, keys.master_key_id, true from strongroom.keys where keys.name in ('seal', 'seal_closed')
  union all
  select null, null, null, exists (select from strongroom.secrets where get_byte(ciphertext, 0) = 2)
    or exists (select from strongroom.people where people.seal is not null)
  where not exists (select from strongroom.keys where keys.name in ('seal', 'seal_closed'))
$$;

-- Keeps the first that is offered: closed at once where nothing of before is there.
create function private.keep_seal_key(open_key bytea, closed_key bytea, master_key_id text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('seal key', 0));
  if exists (select from strongroom.keys where keys.name in ('seal', 'seal_closed')) then
    return;
  elsif exists (select from strongroom.people where people.seal is null and people.wrapped_key is not null) then
    insert into strongroom.keys (name, wrapped_key, master_key_id) values ('seal', open_key, keep_seal_key.master_key_id);
  else
    insert into strongroom.keys (name, wrapped_key, master_key_id) values ('seal_closed', closed_key, keep_seal_key.master_key_id);
  end if;
end $$;

create function private.close_seal_key(before bytea, after bytea, master_key_id text) returns void
language sql security definer set search_path = ''
as $$
  update strongroom.keys set name = 'seal_closed', wrapped_key = $2, master_key_id = $3
  where name = 'seal' and wrapped_key = $1
$$;

-- ---- People of before seals ----

create function private.list_unsealed_people(after uuid, batch integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from strongroom.people
  where seal is null and wrapped_key is not null and ($1 is null or id > $1) order by id limit $2
$$;

-- All that the server needs to seal one; null when there is nothing to do.
create function private.read_unsealed_person(person_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person strongroom.people;
begin
  select * into person from strongroom.people where id = person_id and seal is null and wrapped_key is not null;
  if person.id is null then
    return null;
  end if;
  insert into private.vault_openings (purpose, person_id, record_type, record_id)
  select distinct 'sealing', person.id, secrets.record_type, secrets.record_id
  from strongroom.secrets where secrets.person_id = person.id;
  return jsonb_build_object(
    'userId', person.user_id, 'wrappedKey', encode(person.wrapped_key, 'base64'), 'masterKeyId', person.master_key_id,
    'records', (
      select coalesce(jsonb_agg(jsonb_build_object('type', record_type, 'id', record_id, 'personId', records.person_id,
        'isShown', is_shown, 'linkHash', (
          select link.token_hash from private.tracking_links as link
          where link.record_id = records.record_id and not link.is_mailed and not link.is_seen_by_staff
          order by link.created_at limit 1))), '[]')
      from strongroom.records where seal is null and (records.person_id = person.id or (record_type, record_id) in (
        select secrets.record_type, secrets.record_id from strongroom.secrets where secrets.person_id = person.id))),
    'secrets', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'recordType', record_type, 'recordId', record_id,
        'field', field, 'ciphertext', encode(ciphertext, 'base64'))), '[]')
      from strongroom.secrets where secrets.person_id = person.id));
end $$;

-- In one step: seals and new ciphertexts, or nothing. False when anything changed since it was read.
create function private.seal_person(person_id uuid, given jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  person strongroom.people;
  touched integer;
begin
  select * into person from strongroom.people where id = person_id for update;
  if person.id is null or person.wrapped_key is null or person.seal is not null
    or person.user_id is distinct from (given ->> 'userId')::uuid
  then
    return false;
  end if;
  update strongroom.people set seal = decode(given ->> 'seal', 'base64'), sealed_for = person.user_id where id = person.id;
  update strongroom.records set seal = decode(item ->> 'seal', 'base64'), sender_link_hash = item ->> 'linkHash'
  from jsonb_array_elements(given -> 'records') as item
  where records.record_type = item ->> 'type' and records.record_id = (item ->> 'id')::uuid
    and records.person_id = (item ->> 'personId')::uuid and records.is_shown = (item ->> 'isShown')::boolean
    and records.seal is null;
  update strongroom.secrets set ciphertext = private.read_encrypted(item ->> 'after')
  from jsonb_array_elements(given -> 'secrets') as item
  where secrets.id = (item ->> 'id')::uuid and secrets.person_id = person.id
    and secrets.ciphertext = decode(item ->> 'before', 'base64');
  get diagnostics touched = row_count;
  if touched <> jsonb_array_length(given -> 'secrets')
    or (select count(*) from strongroom.secrets where secrets.person_id = person.id) <> (given ->> 'count')::integer
    or exists (select from strongroom.records where records.person_id = person.id and records.seal is null)
  then
    raise exception 'This person changed meanwhile' using errcode = '55000', hint = 'seal_again';
  end if;
  return true;
end $$;

-- ---- Writing ----

-- As before (20261121002000), and: what is stored is of form 2, for the record that it was encrypted for, and sealed.
create or replace function private.store_sealed(sealed jsonb, record_type text, record_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  given jsonb := sealed -> 'person';
  given_user uuid := (sealed -> 'person' ->> 'userId')::uuid;
  person strongroom.people;
  owner_of_record strongroom.people;
  sealed_record bytea;
  ciphertext bytea;
  item jsonb;
begin
  if jsonb_typeof(given) is distinct from 'object' or jsonb_typeof(sealed -> 'secrets') is distinct from 'array'
    or jsonb_typeof(coalesce(sealed -> 'matches', '[]')) <> 'array' or store_sealed.record_id is null
    or sealed -> 'record' ->> 'type' is distinct from store_sealed.record_type
    or sealed -> 'record' ->> 'id' is distinct from store_sealed.record_id::text
    or sealed -> 'record' ->> 'seal' is null
  then
    raise exception 'The vault takes what is encrypted, and nothing else' using errcode = '22023';
  end if;

  if given ? 'wrappedKey' then
    insert into strongroom.people (id, user_id, wrapped_key, master_key_id, seal, sealed_for)
    values (
      (given ->> 'id')::uuid, given_user, private.read_encrypted(given ->> 'wrappedKey'), given ->> 'masterKeyId',
      decode(given ->> 'seal', 'base64'), given_user
    )
    returning * into person;
  else
    select * into person from strongroom.people where id = (given ->> 'id')::uuid for share;
    if person.id is null or person.erased_at is not null then
      raise exception 'This key was destroyed' using errcode = '55000', hint = 'seal_again';
    elsif given_user is not null and given_user is distinct from person.user_id then
      raise exception 'This key is somebody else''s' using errcode = '42501';
    end if;
  end if;
  if person.seal is null then
    raise exception 'This person is not sealed yet' using errcode = '55000', hint = 'seal_again';
  end if;

  insert into strongroom.records (record_type, record_id, person_id, sender_link_hash, seal)
  values (store_sealed.record_type, store_sealed.record_id, person.id, sealed -> 'record' ->> 'linkHash',
    decode(sealed -> 'record' ->> 'seal', 'base64'))
  on conflict on constraint records_pkey do nothing;
  select people.* into strict owner_of_record
  from strongroom.records join strongroom.people on people.id = records.person_id
  where records.record_type = store_sealed.record_type and records.record_id = store_sealed.record_id;
  select records.seal into strict sealed_record from strongroom.records
  where records.record_type = store_sealed.record_type and records.record_id = store_sealed.record_id;
  if owner_of_record.id <> person.id
    and (owner_of_record.user_id is null or owner_of_record.user_id is distinct from person.user_id)
  then
    raise exception 'This record is somebody else''s' using errcode = '42501';
  elsif sealed_record is null then
    raise exception 'This record is not sealed yet' using errcode = '55000', hint = 'seal_again';
  end if;

  for item in select value from jsonb_array_elements(sealed -> 'secrets') loop
    ciphertext := private.read_encrypted(item ->> 'ciphertext');
    if get_byte(ciphertext, 0) <> 2 then
      raise exception 'The vault takes what is encrypted, and nothing else' using errcode = '22023';
    end if;
    insert into strongroom.secrets
      (person_id, record_type, record_id, field, ciphertext, last_four, match_hash)
    values (
      person.id, store_sealed.record_type, store_sealed.record_id, item ->> 'field',
      ciphertext, item ->> 'lastFour', decode(item ->> 'matchHash', 'hex')
    )
    on conflict on constraint secrets_record_field_unique do update set
      person_id = excluded.person_id, ciphertext = excluded.ciphertext, last_four = excluded.last_four,
      match_hash = excluded.match_hash, updated_at = now();
  end loop;
  for item in select value from jsonb_array_elements(coalesce(sealed -> 'matches', '[]')) loop
    insert into strongroom.matches (record_type, record_id, kind, match_hash)
    values (store_sealed.record_type, store_sealed.record_id, item ->> 'kind', decode(item ->> 'hash', 'hex'))
    on conflict on constraint matches_pkey do update set match_hash = excluded.match_hash;
  end loop;
  return person.id;
end $$;

-- As before (20261121002255), under the number that the server has encrypted what is secret for.
create or replace function public.submit_registration(form text, answers jsonb, sealed jsonb, context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  record_type text := private.registration_table(form);
  person_id uuid := (context ->> 'userId')::uuid;
  checked jsonb;
  columns jsonb;
  known jsonb;
  made_id uuid := coalesce((sealed -> 'record' ->> 'id')::uuid, gen_random_uuid());
  broken text;
begin
  if record_type is null then
    raise exception 'There is no such form' using errcode = '22023';
  end if;
  perform private.check_context(context);
  known := private.find_attempt(form, context);
  if known is not null then
    return known;
  end if;
  if record_type = 'buyers' and person_id is null and context ->> 'enteredBy' is null then
    raise exception 'Please sign in to submit your registration.' using errcode = '42501';
  end if;
  checked := private.check_form(form, answers, context);
  columns := private.registration_columns(form, checked);
  -- An account whose profile could not be made at sign-up gets it now.
  insert into public.profiles (id, email)
  select id, email from auth.users where id = person_id and email is not null
  on conflict (id) do nothing;
  if record_type = 'buyers' then
    perform private.record_audit_event('BUYER_REGISTRATION_ATTEMPT', person_id,
      jsonb_build_object('email', checked ->> 'email', 'businessType', checked ->> 'businessType'),
      (context ->> 'idempotencyKey')::uuid);
  end if;
  begin
    perform private.insert_row(record_type, columns -> 'record' || jsonb_build_object(
      'id', made_id,
      'user_id', person_id,
      'entered_by', context ->> 'enteredBy',
      'channel', context ->> 'channel',
      'locale', private.answer(context, 'locale'),
      'terms_version', private.answer(context, 'termsVersion'),
      'terms_accepted_at', now(),
      'status', 'pending',
      'is_demo', false,
      'created_at', now(),
      'updated_at', now()
    ) || case record_type
      when 'investors' then '{}'
      else '{"has_photo": false}'
    end::jsonb || case record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  exception when unique_violation then
    get stacked diagnostics broken = constraint_name;
    if broken <> 'buyers_one_open_per_person' then
      raise;
    end if;
    select id into strict made_id from public.buyers
    where user_id = person_id and buyer_type = split_part(form, '_', 2) and status in ('pending', 'approved');
    -- What was sent now is not taken, and admins see that it was tried.
    perform private.record_audit_event('BUYER_REGISTRATION_ERROR', person_id,
      jsonb_build_object('email', checked ->> 'email', 'businessType', checked ->> 'businessType',
        'error', 'Registered already as ' || reference || '.'),
      (context ->> 'idempotencyKey')::uuid)
    from public.buyers where id = made_id;
    return private.describe_registration(made_id, false) || '{"isOther": true}';
  end;
  if columns ? 'private' then
    perform private.insert_row(name, columns -> 'private' || jsonb_build_object(key, made_id, 'updated_at', now()))
    from private.private_table(record_type);
  end if;
  perform private.keep_submission(record_type, made_id, 1, form, checked, sealed, context);
  if person_id is null then
    perform private.keep_tracking_link(record_type, made_id, context ->> 'trackingTokenHash');
  else
    delete from public.registration_drafts where user_id = person_id and registration_drafts.form = submit_registration.form;
  end if;
  perform private.tell_registrant(made_id, 'registration_received');
  return private.describe_registration(made_id, true);
end $$;

-- ---- A guest's registration comes into an account ----

-- Its contact hears of it, with a link that freezes the account ("this was not me"); by text where texts are sent.
create function private.tell_of_claim(claimed private.registrations, account_id uuid) returns void
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

drop function private.claim_record(private.registrations, uuid, text[]);
drop function public.claim_registrations(text[]);
drop function public.claim_tracked_registration(text);
drop function private.claim_vault_person(uuid, uuid, boolean);
drop function private.has_proved_contact(text, text);

-- Whether this account has proved the address or number of a registration.
create function private.has_proved_contact(user_id uuid, contact_email text, contact_phone text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(lower($2) = private.proved_address($1), false) or coalesce($3 = private.proved_number($1), false)
$$;

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
    from strongroom.records as own where own.person_id = people.id)
  from private.registrations as record
  join strongroom.records as kept on kept.record_type = record.record_type and kept.record_id = record.id
  join strongroom.people on people.id = kept.person_id
  where record.user_id is null and not record.is_demo and people.user_id is null and people.wrapped_key is not null
    and (lower(record.contact_email) = (select private.proved_address($1))
      or record.contact_phone = (select private.proved_number($1)))
$$;

-- A guest in the vault becomes this account's, by what the server has judged and sealed: {before, seal, isShown, records}.
-- Shown is what both say: the server, that the link is the sealed one; the database, that it still counts.
-- False: the server would not seal them. Nothing to do where no key is left, or an account has the person already.
create function private.claim_vault_person(person_id uuid, user_id uuid, is_shown boolean, given jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  person strongroom.people;
  touched integer;
begin
  select * into person from strongroom.people where id = person_id for update;
  if person.id is null or person.wrapped_key is null or person.user_id is not null then
    return true;
  elsif given is null then
    return false;
  end if;
  update strongroom.people set user_id = claim_vault_person.user_id, sealed_for = claim_vault_person.user_id,
    seal = decode(given ->> 'seal', 'base64')
  where id = person.id and seal = decode(given ->> 'before', 'base64');
  get diagnostics touched = row_count;
  update strongroom.records set is_shown = (given ->> 'isShown')::boolean, seal = decode(item ->> 'seal', 'base64')
  from jsonb_array_elements(given -> 'records') as item
  where records.record_type = item ->> 'type' and records.record_id = (item ->> 'id')::uuid
    and records.person_id = person.id;
  if touched = 0 or (given ->> 'isShown')::boolean and not claim_vault_person.is_shown
    or jsonb_array_length(given -> 'records') <> (select count(*) from strongroom.records where records.person_id = person.id)
  then
    raise exception 'This person changed meanwhile' using errcode = '55000', hint = 'seal_again';
  end if;
  return true;
end $$;

-- Makes a guest's registration the account's; false when the account has one of its kind already, when it is somebody's, or
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
  delete from private.tracking_links where record_id = claimed.id;
  perform private.tell_of_claim(claimed, account_id);
  return true;
exception when unique_violation or sqlstate 'PT409' then
  return false;
end $$;

-- As before (20261123001400), but called by the server, which knows the account and brings the new seals.
create function private.claim_registrations(user_id uuid, hashes text[], seals jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := user_id;
  proved_email text := private.proved_address(user_id);
  proved_phone text := private.proved_number(user_id);
  found_record private.registrations;
  claimed jsonb := '[]';
begin
  insert into public.profiles (id, email)
  select account.id, account.email from auth.users as account where account.id = account_id and account.email is not null
  on conflict (id) do nothing;
  update public.partnership_applications as sent set user_id = account_id
  where sent.user_id is null and not is_demo and lower(email) = proved_email;
  update public.job_applications as sent set user_id = account_id
  where sent.user_id is null and not is_demo and lower(email) = proved_email;
  for found_record in
    select * from private.registrations as record
    where record.user_id is null and not is_demo and (lower(contact_email) = proved_email or contact_phone = proved_phone)
    order by created_at
  loop
    if private.claim_record(found_record, account_id, hashes, seals) then
      claimed := claimed || jsonb_build_object('recordType', found_record.record_type, 'id', found_record.id,
        'reference', found_record.reference);
    end if;
  end loop;
  return claimed;
end $$;

-- As before (20261123000200), called by the server too, and: no link claims alone, whoever has seen it. It takes the address
-- or number of the registration, proved.
create function private.claim_tracked_registration(user_id uuid, token_hash text, seals jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := user_id;
  found_record private.registrations;
begin
  insert into public.profiles (id, email)
  select account.id, account.email from auth.users as account where account.id = account_id and account.email is not null
  on conflict (id) do nothing;
  -- The record before its link, as everybody else locks them; read afterwards, when the waiting is over.
  perform private.lock_registration(link.record_type, link.record_id)
  from private.tracking_links as link where link.token_hash = claim_tracked_registration.token_hash;
  select record.* into found_record
  from private.tracking_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = claim_tracked_registration.token_hash and link.expires_at > now() and record.user_id is null
    and not record.is_demo;
  if found_record.id is null then
    raise exception 'This link does not lead to a registration.' using errcode = 'P0002';
  elsif not private.has_proved_contact(account_id, found_record.contact_email, found_record.contact_phone) then
    raise exception 'It takes more than the link: confirm the % of this registration in your account, and it comes into it.',
      case when private.sends_sms() then 'email address or phone number' else 'email address' end
      using errcode = '42501', hint = 'contact';
  elsif private.has_handed_over(found_record.id, account_id) then
    raise exception 'You gave out this link for somebody else: they bring it into their own account.' using errcode = '42501';
  elsif not private.claim_record(found_record, account_id, array[claim_tracked_registration.token_hash], seals) then
    raise exception 'Your account has such a registration already.' using errcode = 'PT409';
  end if;
  return jsonb_build_object('recordType', found_record.record_type, 'id', found_record.id,
    'reference', found_record.reference);
end $$;

-- A seal that does not hold is a change past the server: it stands in the audit trail, once an hour for each record.
create function private.note_broken_seal(person_id uuid, record_type text, record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('broken seal', 0));
  if not exists (select from public.audit_trail where action = 'alarm' and subject_type = 'vault_seal'
    and subject_id = note_broken_seal.record_id::text and created_at > now() - interval '1 hour')
  then
    perform private.record_audit('alarm', 'vault_seal', record_id::text, null,
      jsonb_build_object('record_type', record_type, 'person_id', person_id));
  end if;
end $$;

revoke all on function private.drop_seal(), private.sealed_of(uuid[]), private.read_sealed(uuid[], text),
  private.read_own_sealed(uuid), private.read_revealed(uuid), private.find_person_key(uuid, uuid),
  private.read_seal_key(), private.keep_seal_key(bytea, bytea, text), private.close_seal_key(bytea, bytea, text),
  private.list_unsealed_people(uuid, integer), private.read_unsealed_person(uuid), private.seal_person(uuid, jsonb),
  private.tell_of_claim(private.registrations, uuid), private.has_proved_contact(uuid, text, text),
  private.list_claims(uuid, text[]), private.claim_vault_person(uuid, uuid, boolean, jsonb),
  private.claim_record(private.registrations, uuid, text[], jsonb), private.claim_registrations(uuid, text[], jsonb),
  private.claim_tracked_registration(uuid, text, jsonb), private.note_broken_seal(uuid, text, uuid) from public;
grant execute on function private.read_sealed(uuid[], text), private.read_own_sealed(uuid), private.read_revealed(uuid),
  private.find_person_key(uuid, uuid), private.read_seal_key(), private.keep_seal_key(bytea, bytea, text),
  private.close_seal_key(bytea, bytea, text), private.list_unsealed_people(uuid, integer),
  private.read_unsealed_person(uuid), private.seal_person(uuid, jsonb), private.list_claims(uuid, text[]),
  private.claim_registrations(uuid, text[], jsonb), private.claim_tracked_registration(uuid, text, jsonb),
  private.note_broken_seal(uuid, text, uuid) to service_role;
