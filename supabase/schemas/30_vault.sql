-- The vault: what is secret of people, encrypted by the server, and the keys; SQL never sees the clear text.

-- ---- Reading what is sealed ----
create type private.sealed_secret as (
  person_id uuid, user_id uuid, sealed_for uuid, person_seal bytea, wrapped_key bytea, master_key_id text,
  record_type text, record_id uuid, record_person_id uuid, is_shown boolean, sender_link_hash text, record_seal bytea,
  field text, ciphertext bytea, last_four text
);

create table app_vault.people (
  id uuid primary key,
  user_id uuid references auth.users (id) on delete set null,
  wrapped_key bytea,
  master_key_id text not null,
  erased_at timestamptz,
  created_at timestamptz not null default now(),
  seal bytea,
  sealed_for uuid,
  constraint people_wrapped_key_encrypted check (private.looks_encrypted(wrapped_key)),
  constraint people_master_key_id_form check (master_key_id ~ '^[0-9a-f]{16}$'),
  constraint people_erased_at_decides check ((erased_at is null) = (wrapped_key is not null)),
  constraint people_seal_length check (octet_length(seal) = 32),
  constraint people_seal_needs_key check (seal is null or wrapped_key is not null)
)
-- A key that was destroyed shall not linger among dead rows: vacuumed within the minute.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 0);
comment on table app_vault.people is 'A person''s key. Someone may have several: as a guest, and as the account that claimed it later.';
comment on column app_vault.people.seal is 'HMAC-SHA-256 by the server over id and sealed_for. Null: of before seals, and refused once all were sealed.';
comment on column app_vault.people.sealed_for is 'The account that the seal names; stays when an account goes without its data, so that staff can still read what it sent.';
create index people_master_key_id_idx on app_vault.people (master_key_id) where wrapped_key is not null;
create index people_unsealed_idx on app_vault.people (id) where seal is null and wrapped_key is not null;
create index people_user_id_idx on app_vault.people (user_id, created_at);

create table app_vault.records (
  record_type text not null,
  record_id uuid not null,
  person_id uuid not null references app_vault.people (id),
  is_shown boolean not null default true,
  seal bytea,
  sender_link_hash text,
  primary key (record_type, record_id),
  constraint records_record_type_form check (record_type ~ '^[a-z_]{1,60}$'),
  constraint records_seal_length check (octet_length(seal) = 32),
  constraint records_sender_link_hash_form check (sender_link_hash ~ '^[0-9a-f]{64}$')
);
comment on table app_vault.records is 'Whose registration it is, also where nobody has an account.';
comment on column app_vault.records.is_shown is 'False: an account claimed it by its address or number alone, which may have been mistyped. Its secrets stay masked for that account.';
comment on column app_vault.records.seal is 'HMAC-SHA-256 by the server over the record, its person and account, is_shown and sender_link_hash.';
comment on column app_vault.records.sender_link_hash is 'The hash of the link that stood on the screen of a guest who sent it: anyone who claims it with that link sees it whole. Null: nobody does.';
create index records_person_id_idx on app_vault.records (person_id);

create table app_vault.secrets (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references app_vault.people (id),
  record_type text not null,
  record_id uuid not null,
  field text not null,
  ciphertext bytea not null,
  last_four text,
  match_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint secrets_record_fkey foreign key (record_type, record_id)
    references app_vault.records (record_type, record_id) on delete cascade,
  constraint secrets_record_field_unique unique (record_type, record_id, field),
  constraint secrets_field_form check (field ~ '^[a-zA-Z]{2,40}$'),
  constraint secrets_ciphertext_encrypted check (private.looks_encrypted(ciphertext)),
  constraint secrets_last_four_form check (last_four ~ '^[0-9A-Za-z]{4}$'),
  constraint secrets_match_hash_length check (octet_length(match_hash) = 32)
)
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 0);
create index secrets_match_hash_idx on app_vault.secrets (match_hash, field, record_id);
create index secrets_person_id_idx on app_vault.secrets (person_id);

create table app_vault.matches (
  record_type text not null,
  record_id uuid not null,
  kind text not null,
  match_hash bytea not null,
  primary key (record_type, record_id, kind),
  constraint matches_record_fkey foreign key (record_type, record_id)
    references app_vault.records (record_type, record_id) on delete cascade,
  constraint matches_kind_form check (kind ~ '^[a-z_]{2,40}$'),
  constraint matches_match_hash_length check (octet_length(match_hash) = 32)
);
comment on table app_vault.matches is 'Keyed hashes of what is not secret, such as names, for hints at duplicates.';
create index matches_match_hash_idx on app_vault.matches (match_hash, kind);

create table app_vault.keys (
  name text primary key,
  wrapped_key bytea not null,
  master_key_id text not null,
  constraint keys_wrapped_key_encrypted check (private.looks_encrypted(wrapped_key)),
  constraint keys_master_key_id_form check (master_key_id ~ '^[0-9a-f]{16}$')
);
comment on table app_vault.keys is 'Keys of the application, wrapped like a person''s: the one of the keyed hashes.';

-- ---- The ledger of what the server opens for its own work ----
create table private.vault_openings (
  id bigint generated always as identity primary key,
  purpose text not null,
  person_id uuid not null,
  record_type text not null,
  record_id uuid not null,
  created_at timestamptz not null default now(),
  constraint vault_openings_purpose_known check (purpose in ('correction', 'erasure', 'sealing', 'own_photo'))
);
comment on table private.vault_openings is 'What was decrypted without staff seeing it: to judge a correction, to find photos that go, to encrypt again; and the photo that a guest saw by a code. Append-only; other looks and exports have ledgers of their own.';
create index vault_openings_created_at_idx on private.vault_openings (created_at);
create index vault_openings_person_id_idx on private.vault_openings (person_id, created_at desc);

-- What AES-256-GCM by the server looks like: a version byte, 12 bytes of nonce, text padded to 32s, 16 bytes of tag.
-- Words and numbers never pass, whatever they are wrapped in: random bytes without one above 127 do not happen.
create function private.looks_encrypted(value bytea) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select octet_length(value) >= 61 and (octet_length(value) - 29) % 32 = 0 and get_byte(value, 0) in (1, 2)
    and exists (
      select from generate_series(1, octet_length(value) - 1) as place where get_byte(value, place) > 127
    )
$$;

-- Bytes out of base64, and a refusal without a word of what was given when it is none or is not encrypted.
create function private.read_encrypted(value text) returns bytea
language plpgsql immutable set search_path = ''
as $$
declare
  bytes bytea;
begin
  if value ~ '^[A-Za-z0-9+/]+={0,2}$' and length(value) % 4 = 0 then
    bytes := decode(value, 'base64');
  end if;
  if bytes is null or not private.looks_encrypted(bytes) then
    raise exception 'The vault takes what is encrypted, and nothing else' using errcode = '22023';
  end if;
  return bytes;
end $$;

-- Stores what the server sealed for a record, in the transaction that writes the record; answers the person's id.
-- A field that is there already is replaced, the others stay. Raises 55000 with the hint seal_again when the person's
-- key was destroyed after it was used: sealing again makes a new person.
-- Security definer, as all functions of the vault are, because nobody holds a right in app_vault.
create function private.store_sealed(sealed jsonb, record_type text, record_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  person_input jsonb := sealed -> 'person';
  owner_id uuid := (sealed -> 'person' ->> 'userId')::uuid;
  person app_vault.people;
  owner_of_record app_vault.people;
  sealed_record bytea;
  ciphertext bytea;
  item jsonb;
begin
  if jsonb_typeof(person_input) is distinct from 'object' or jsonb_typeof(sealed -> 'secrets') is distinct from 'array'
    or jsonb_typeof(coalesce(sealed -> 'matches', '[]')) <> 'array' or store_sealed.record_id is null
    or sealed -> 'record' ->> 'type' is distinct from store_sealed.record_type
    or sealed -> 'record' ->> 'id' is distinct from store_sealed.record_id::text
    or sealed -> 'record' ->> 'seal' is null
  then
    raise exception 'The vault takes what is encrypted, and nothing else' using errcode = '22023';
  elsif private.merged_into(store_sealed.record_id) is not null then
    raise exception 'This registration is one with %: nothing is added to it.', private.merged_into(store_sealed.record_id)
      using errcode = 'PT409';
  end if;

  if person_input ? 'wrappedKey' then
    insert into app_vault.people (id, user_id, wrapped_key, master_key_id, seal, sealed_for)
    values (
      (person_input ->> 'id')::uuid, owner_id, private.read_encrypted(person_input ->> 'wrappedKey'), person_input ->> 'masterKeyId',
      decode(person_input ->> 'seal', 'base64'), owner_id
    )
    returning * into person;
  else
    select * into person from app_vault.people where id = (person_input ->> 'id')::uuid for share;
    if person.id is null or person.erased_at is not null then
      raise exception 'This key was destroyed' using errcode = '55000', hint = 'seal_again';
    elsif owner_id is not null and owner_id is distinct from person.user_id then
      raise exception 'This key is somebody else''s' using errcode = '42501';
    end if;
  end if;
  if person.seal is null then
    raise exception 'This person is not sealed yet' using errcode = '55000', hint = 'seal_again';
  end if;

  insert into app_vault.records (record_type, record_id, person_id, sender_link_hash, seal)
  values (store_sealed.record_type, store_sealed.record_id, person.id, sealed -> 'record' ->> 'linkHash',
    decode(sealed -> 'record' ->> 'seal', 'base64'))
  on conflict on constraint records_pkey do nothing;
  select people.* into strict owner_of_record
  from app_vault.records join app_vault.people on people.id = records.person_id
  where records.record_type = store_sealed.record_type and records.record_id = store_sealed.record_id;
  select records.seal into strict sealed_record from app_vault.records
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
    insert into app_vault.secrets
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
    insert into app_vault.matches (record_type, record_id, kind, match_hash)
    values (store_sealed.record_type, store_sealed.record_id, item ->> 'kind', decode(item ->> 'hash', 'hex'))
    on conflict on constraint matches_pkey do update set match_hash = excluded.match_hash;
  end loop;
  return person.id;
end $$;

-- The key under which the server seals more for a person: the one that is named, or the account's oldest.
create function private.find_person_key(user_id uuid, person_id uuid)
returns table (
  id uuid, account_id uuid, sealed_for uuid, seal bytea, wrapped_key bytea, master_key_id text, is_erased boolean
)
language sql stable security definer set search_path = ''
as $$
  select people.id, people.user_id, people.sealed_for, people.seal, people.wrapped_key, people.master_key_id,
    people.erased_at is not null
  from app_vault.people
  where case when $2 is not null then people.id = $2 else people.user_id = $1 and people.erased_at is null end
  order by people.created_at, people.id limit 1
$$;

-- The application's key of that name; the first that is offered stays.
create function private.store_app_key(key_name text, offered bytea, offered_by text)
returns table (wrapped_key bytea, master_key_id text)
language plpgsql security definer set search_path = ''
as $$
begin
  if offered is not null then
    insert into app_vault.keys (name, wrapped_key, master_key_id)
    values (key_name, offered, offered_by)
    on conflict on constraint keys_pkey do nothing;
  end if;
  return query select keys.wrapped_key, keys.master_key_id from app_vault.keys where keys.name = key_name;
end $$;

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

-- Everybody that an account is in the vault, and whose a record is.
create function private.vault_person_ids(user_id uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(people.id order by people.created_at), '{}') from app_vault.people
  where people.user_id = $1
$$;

create function private.vault_person_of(record_type text, record_id uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select records.person_id from app_vault.records where records.record_type = $1 and records.record_id = $2
$$;

-- A guest in the vault becomes this account's, by what the server has judged and sealed: {before, seal, isShown, records}.
-- Shown is what both say: the server, that the link is the sealed one; the database, that it still counts.
-- False: the server would not seal them. Nothing to do where no key is left, or an account has the person already.
create function private.claim_vault_person(person_id uuid, user_id uuid, is_shown boolean, sealed jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  person app_vault.people;
  touched integer;
begin
  select * into person from app_vault.people where id = person_id for update;
  if person.id is null or person.wrapped_key is null or person.user_id is not null then
    return true;
  elsif sealed is null then
    return false;
  end if;
  update app_vault.people set user_id = claim_vault_person.user_id, sealed_for = claim_vault_person.user_id,
    seal = decode(sealed ->> 'seal', 'base64')
  where id = person.id and seal = decode(sealed ->> 'before', 'base64');
  get diagnostics touched = row_count;
  update app_vault.records set is_shown = (sealed ->> 'isShown')::boolean, seal = decode(item ->> 'seal', 'base64')
  from jsonb_array_elements(sealed -> 'records') as item
  where records.record_type = item ->> 'type' and records.record_id = (item ->> 'id')::uuid
    and records.person_id = person.id;
  if touched = 0 or (sealed ->> 'isShown')::boolean and not claim_vault_person.is_shown
    or jsonb_array_length(sealed -> 'records') <> (select count(*) from app_vault.records where records.person_id = person.id)
  then
    raise exception 'This person changed meanwhile' using errcode = '55000', hint = 'seal_again';
  end if;
  return true;
end $$;

-- Other records with the same secret, or the same of what is only hashed.
create function private.find_vault_matches(record_type text, record_id uuid)
returns table (other_type text, other_id uuid, kind text)
language sql stable security definer set search_path = ''
as $$
  select other.record_type, other.record_id, other.field
  from app_vault.secrets as mine join app_vault.secrets as other using (field, match_hash)
  where mine.record_type = $1 and mine.record_id = $2 and (other.record_type, other.record_id) <> ($1, $2)
  union
  select other.record_type, other.record_id, other.kind
  from app_vault.matches as mine join app_vault.matches as other using (kind, match_hash)
  where mine.record_type = $1 and mine.record_id = $2 and (other.record_type, other.record_id) <> ($1, $2)
$$;

-- When a record goes, what was secret in it goes with it, and a key that opens nothing any more is destroyed.
create function private.forget_sealed(record_type text, record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  delete from app_vault.records as record where record.record_type = $1 and record.record_id = $2
  returning person_id into owner_id;
  update app_vault.people set wrapped_key = null, erased_at = now()
  where id = owner_id and erased_at is null
    and not exists (select from app_vault.records where person_id = owner_id)
    and not exists (select from app_vault.secrets where person_id = owner_id);
end $$;

create function private.list_old_keys(master_key_id text, batch integer)
returns table (owner text, wrapped_key bytea, wrapped_by text)
language sql stable security definer set search_path = ''
as $$
  (
    select people.id::text, people.wrapped_key, people.master_key_id from app_vault.people
    where people.wrapped_key is not null and people.master_key_id <> $1 limit $2
  )
  union all
  select 'house ' || keys.name, keys.wrapped_key, keys.master_key_id from app_vault.keys
  where keys.master_key_id <> $1
  union all
  (
    select 'object ' || object.version || ' ' || object.bucket_id || '/' || object.name, keys.wrapped_key, keys.master_key_id
    from app_vault.object_keys as keys join storage.objects as object on object.version = keys.version
    where keys.master_key_id <> $1 limit $2
  )
$$;

-- True when the key was still as it was read: not destroyed and not wrapped by another rotation meanwhile.
create function private.rewrap_key(owner text, before bytea, after bytea, master_key_id text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if owner like 'house %' then
    update app_vault.keys set wrapped_key = after, master_key_id = rewrap_key.master_key_id
    where name = substr(owner, 7) and wrapped_key = before;
  elsif owner like 'object %' then
    update app_vault.object_keys set wrapped_key = after, master_key_id = rewrap_key.master_key_id
    where version = split_part(owner, ' ', 2) and wrapped_key = before;
  else
    update app_vault.people set wrapped_key = after, master_key_id = rewrap_key.master_key_id
    where id = owner::uuid and wrapped_key = before;
  end if;
  return found;
end $$;

-- Which master keys are still needed: the vault does not open without them.
create function private.list_master_key_ids() returns setof text
language sql stable security definer set search_path = ''
as $$
  select people.master_key_id from app_vault.people where people.wrapped_key is not null
  union
  select keys.master_key_id from app_vault.keys
  union
  select keys.master_key_id from app_vault.object_keys as keys
$$;

-- What shows that there is a secret goes with it: the end of a wallet address, the mark of a photo.
create function private.forget_masks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.field = 'sidraWalletAddress' then
    update public.investors set wallet_address = null where id = old.record_id;
  elsif old.field = 'selfie' and old.record_type = any (private.photo_types()) then
    execute format('update public.%I set has_photo = false where id = $1', old.record_type) using old.record_id;
  end if;
  return null;
end $$;

-- A key that is destroyed takes its seal along.
create function private.drop_seal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.seal := null;
  new.sealed_for := null;
  return new;
end $$;

create function private.sealed_of(person_ids uuid[]) returns setof private.sealed_secret
language sql stable security definer set search_path = ''
as $$
  select people.id, people.user_id, people.sealed_for, people.seal, people.wrapped_key, people.master_key_id,
    records.record_type, records.record_id, records.person_id, records.is_shown, records.sender_link_hash, records.seal,
    secrets.field, secrets.ciphertext, secrets.last_four
  from app_vault.secrets join app_vault.people on people.id = secrets.person_id
  join app_vault.records on records.record_type = secrets.record_type and records.record_id = secrets.record_id
  where people.id = any ($1)
  order by secrets.record_type, secrets.record_id, secrets.field
$$;

-- ---- The key of the seals ----
-- Under one of two names, which its wrapping authenticates: "seal" while something may be left of before seals, "seal_closed"
-- from then on. Without it nothing that is sealed opens any more.
create function private.read_seal_key() returns table (name text, wrapped_key bytea, master_key_id text, is_used boolean)
language sql stable security definer set search_path = ''
as $$
  select keys.name, keys.wrapped_key, keys.master_key_id, true from app_vault.keys where keys.name in ('seal', 'seal_closed')
  union all
  select null, null, null, exists (select from app_vault.secrets where get_byte(ciphertext, 0) = 2)
    or exists (select from app_vault.people where people.seal is not null)
  where not exists (select from app_vault.keys where keys.name in ('seal', 'seal_closed'))
$$;

-- Stores the first that is offered: closed at once where nothing of before is there.
create function private.store_seal_key(open_key bytea, closed_key bytea, master_key_id text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('seal key', 0));
  if exists (select from app_vault.keys where keys.name in ('seal', 'seal_closed')) then
    return;
  elsif exists (select from app_vault.people where people.seal is null and people.wrapped_key is not null) then
    insert into app_vault.keys (name, wrapped_key, master_key_id) values ('seal', open_key, store_seal_key.master_key_id);
  else
    insert into app_vault.keys (name, wrapped_key, master_key_id) values ('seal_closed', closed_key, store_seal_key.master_key_id);
  end if;
end $$;

create function private.close_seal_key(before bytea, after bytea, master_key_id text) returns void
language sql security definer set search_path = ''
as $$
  update app_vault.keys set name = 'seal_closed', wrapped_key = $2, master_key_id = $3
  where name = 'seal' and wrapped_key = $1
$$;

-- ---- People of before seals ----
create function private.list_unsealed_people(after uuid, batch integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from app_vault.people
  where seal is null and wrapped_key is not null and ($1 is null or id > $1) order by id limit $2
$$;

-- All that the server needs to seal one; null when there is nothing to do.
create function private.read_unsealed_person(person_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person app_vault.people;
begin
  select * into person from app_vault.people where id = person_id and seal is null and wrapped_key is not null;
  if person.id is null then
    return null;
  end if;
  insert into private.vault_openings (purpose, person_id, record_type, record_id)
  select distinct 'sealing', person.id, secrets.record_type, secrets.record_id
  from app_vault.secrets where secrets.person_id = person.id;
  return jsonb_build_object(
    'userId', person.user_id, 'wrappedKey', encode(person.wrapped_key, 'base64'), 'masterKeyId', person.master_key_id,
    'records', (
      select coalesce(jsonb_agg(jsonb_build_object('type', record_type, 'id', record_id, 'personId', records.person_id,
        'isShown', is_shown, 'linkHash', (
          select link.token_hash from private.registration_guest_links as link
          where link.record_id = records.record_id and not link.is_mailed and not link.is_seen_by_staff
          order by link.created_at limit 1))), '[]')
      from app_vault.records where seal is null and (records.person_id = person.id or (record_type, record_id) in (
        select secrets.record_type, secrets.record_id from app_vault.secrets where secrets.person_id = person.id))),
    'secrets', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'recordType', record_type, 'recordId', record_id,
        'field', field, 'ciphertext', encode(ciphertext, 'base64'))), '[]')
      from app_vault.secrets where secrets.person_id = person.id));
end $$;

-- In one step: seals and new ciphertexts, or nothing. False when anything changed since it was read.
create function private.seal_person(person_id uuid, sealed jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  person app_vault.people;
  touched integer;
begin
  select * into person from app_vault.people where id = person_id for update;
  if person.id is null or person.wrapped_key is null or person.seal is not null
    or person.user_id is distinct from (sealed ->> 'userId')::uuid
  then
    return false;
  end if;
  update app_vault.people set seal = decode(sealed ->> 'seal', 'base64'), sealed_for = person.user_id where id = person.id;
  update app_vault.records set seal = decode(item ->> 'seal', 'base64'), sender_link_hash = item ->> 'linkHash'
  from jsonb_array_elements(sealed -> 'records') as item
  where records.record_type = item ->> 'type' and records.record_id = (item ->> 'id')::uuid
    and records.person_id = (item ->> 'personId')::uuid and records.is_shown = (item ->> 'isShown')::boolean
    and records.seal is null;
  update app_vault.secrets set ciphertext = private.read_encrypted(item ->> 'after')
  from jsonb_array_elements(sealed -> 'secrets') as item
  where secrets.id = (item ->> 'id')::uuid and secrets.person_id = person.id
    and secrets.ciphertext = decode(item ->> 'before', 'base64');
  get diagnostics touched = row_count;
  if touched <> jsonb_array_length(sealed -> 'secrets')
    or (select count(*) from app_vault.secrets where secrets.person_id = person.id) <> (sealed ->> 'count')::integer
    or exists (select from app_vault.records where records.person_id = person.id and records.seal is null)
  then
    raise exception 'This person changed meanwhile' using errcode = '55000', hint = 'seal_again';
  end if;
  return true;
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

create trigger refuse_change before update on private.vault_openings
  for each row execute function private.refuse_change();

create trigger refuse_early_delete before delete on private.vault_openings
  for each row execute function private.refuse_early_delete();

create trigger refuse_truncate before truncate on private.vault_openings
  for each statement execute function private.refuse_change();

create trigger drop_seal before update of wrapped_key on app_vault.people
  for each row when (new.wrapped_key is null) execute function private.drop_seal();

create trigger forget_masks after delete on app_vault.secrets
  for each row when (old.field in ('sidraWalletAddress', 'selfie')) execute function private.forget_masks();

create constraint trigger note_twins after insert or delete or update of match_hash on app_vault.secrets
  deferrable initially deferred for each row execute function private.note_twins('record_id');

alter table app_vault.people enable row level security;
revoke all on table app_vault.people from public, anon, authenticated, service_role;

alter table app_vault.records enable row level security;
revoke all on table app_vault.records from public, anon, authenticated, service_role;

alter table app_vault.secrets enable row level security;
revoke all on table app_vault.secrets from public, anon, authenticated, service_role;

alter table app_vault.matches enable row level security;
revoke all on table app_vault.matches from public, anon, authenticated, service_role;

alter table app_vault.keys enable row level security;
revoke all on table app_vault.keys from public, anon, authenticated, service_role;

alter table private.vault_openings enable row level security;
revoke all on table private.vault_openings from public, anon, authenticated, service_role;

revoke all on function
  private.claim_vault_person(uuid, uuid, boolean, jsonb), private.close_seal_key(bytea, bytea, text), private.drop_seal(),
  private.find_person_key(uuid, uuid), private.find_vault_matches(text, uuid), private.forget_masks(),
  private.forget_sealed(text, uuid), private.store_app_key(text, bytea, text), private.store_seal_key(bytea, bytea, text),
  private.list_master_key_ids(), private.list_old_keys(text, integer), private.list_unsealed_people(uuid, integer),
  private.looks_encrypted(bytea), private.note_broken_seal(uuid, text, uuid), private.read_encrypted(text),
  private.read_seal_key(), private.read_sealed(uuid[], text), private.read_unsealed_person(uuid),
  private.rewrap_key(text, bytea, bytea, text), private.seal_person(uuid, jsonb), private.sealed_of(uuid[]),
  private.store_sealed(jsonb, text, uuid), private.vault_person_ids(uuid), private.vault_person_of(text, uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  private.close_seal_key(bytea, bytea, text), private.find_person_key(uuid, uuid),
  private.store_app_key(text, bytea, text), private.store_seal_key(bytea, bytea, text), private.list_master_key_ids(),
  private.list_old_keys(text, integer), private.list_unsealed_people(uuid, integer),
  private.note_broken_seal(uuid, text, uuid), private.read_seal_key(), private.read_sealed(uuid[], text),
  private.read_unsealed_person(uuid), private.rewrap_key(text, bytea, bytea, text), private.seal_person(uuid, jsonb),
  private.store_sealed(jsonb, text, uuid), private.vault_person_ids(uuid), private.vault_person_of(text, uuid)
  to service_role;
