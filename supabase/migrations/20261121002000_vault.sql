-- The vault: what is secret about a person (BVN, identity numbers, bank account, wallet, date of birth, where their
-- photo lies). The server encrypts it before it reaches a statement, with a key of the person's own, which is kept
-- here only wrapped by a master key that no database holds. Whoever has this database alone, or a copy of it, can
-- read none of it; whoever destroys a person's wrapped key has destroyed what it opened.
--
-- The schema is called strongroom, since a project on Supabase has a schema vault of Supabase's own. No API exposes
-- it and no role holds a right in it: everything goes through the functions below.

create schema if not exists strongroom;
revoke all on schema strongroom from public;

-- What AES-256-GCM by the server looks like: a version byte, 12 bytes of nonce, text padded to 32s, 16 bytes of tag.
-- Words and numbers never pass, whatever they are wrapped in: random bytes without one above 127 do not happen.
create function private.looks_encrypted(value bytea) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select octet_length(value) >= 61 and (octet_length(value) - 29) % 32 = 0 and get_byte(value, 0) = 1
    and exists (
      select from generate_series(1, octet_length(value) - 1) as place where get_byte(value, place) > 127
    )
$$;

create table strongroom.people (
  id uuid primary key,
  user_id uuid references auth.users (id) on delete set null,
  wrapped_key bytea,
  master_key_id text not null,
  erased_at timestamptz,
  created_at timestamptz not null default now(),
  constraint people_wrapped_key_encrypted check (private.looks_encrypted(wrapped_key)),
  constraint people_master_key_id_form check (master_key_id ~ '^[0-9a-f]{16}$'),
  constraint people_erased_at_decides check ((erased_at is null) = (wrapped_key is not null))
)
-- A key that was destroyed shall not linger among dead rows: vacuumed within the minute.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 0);
comment on table strongroom.people is 'A person''s key. Somebody may have several: as a guest, and as the account that claimed it later.';
create index people_user_id_idx on strongroom.people (user_id, created_at);
create index people_master_key_id_idx on strongroom.people (master_key_id) where wrapped_key is not null;

create table strongroom.records (
  record_type text not null,
  record_id uuid not null,
  person_id uuid not null references strongroom.people (id),
  is_shown boolean not null default true,
  primary key (record_type, record_id),
  constraint records_record_type_form check (record_type ~ '^[a-z_]{1,60}$')
);
comment on table strongroom.records is 'Whose registration it is, also where nobody has an account.';
comment on column strongroom.records.is_shown is 'False: an account claimed it by its address or number alone, which may have been mistyped. Its secrets stay masked for that account.';
create index records_person_id_idx on strongroom.records (person_id);

create table strongroom.secrets (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references strongroom.people (id),
  record_type text not null,
  record_id uuid not null,
  field text not null,
  ciphertext bytea not null,
  last_four text,
  match_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint secrets_record_fkey foreign key (record_type, record_id)
    references strongroom.records (record_type, record_id) on delete cascade,
  constraint secrets_record_field_unique unique (record_type, record_id, field),
  constraint secrets_field_form check (field ~ '^[a-zA-Z]{2,40}$'),
  constraint secrets_ciphertext_encrypted check (private.looks_encrypted(ciphertext)),
  constraint secrets_last_four_form check (last_four ~ '^[0-9A-Za-z]{4}$'),
  constraint secrets_match_hash_length check (octet_length(match_hash) = 32)
)
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 0);
create index secrets_person_id_idx on strongroom.secrets (person_id);
create index secrets_match_hash_idx on strongroom.secrets (match_hash, field);

create table strongroom.matches (
  record_type text not null,
  record_id uuid not null,
  kind text not null,
  match_hash bytea not null,
  primary key (record_type, record_id, kind),
  constraint matches_record_fkey foreign key (record_type, record_id)
    references strongroom.records (record_type, record_id) on delete cascade,
  constraint matches_kind_form check (kind ~ '^[a-z_]{2,40}$'),
  constraint matches_match_hash_length check (octet_length(match_hash) = 32)
);
comment on table strongroom.matches is 'Keyed hashes of what is not secret, such as names, for hints at duplicates.';
create index matches_match_hash_idx on strongroom.matches (match_hash, kind);

create table strongroom.keys (
  name text primary key,
  wrapped_key bytea not null,
  master_key_id text not null,
  constraint keys_wrapped_key_encrypted check (private.looks_encrypted(wrapped_key)),
  constraint keys_master_key_id_form check (master_key_id ~ '^[0-9a-f]{16}$')
);
comment on table strongroom.keys is 'Keys of the house, wrapped like a person''s: the one of the keyed hashes.';

alter table strongroom.people enable row level security;
alter table strongroom.records enable row level security;
alter table strongroom.secrets enable row level security;
alter table strongroom.matches enable row level security;
alter table strongroom.keys enable row level security;
revoke all on table strongroom.people from public, anon, authenticated, service_role;
revoke all on table strongroom.records from public, anon, authenticated, service_role;
revoke all on table strongroom.secrets from public, anon, authenticated, service_role;
revoke all on table strongroom.matches from public, anon, authenticated, service_role;
revoke all on table strongroom.keys from public, anon, authenticated, service_role;

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

-- Keeps what the server sealed for a record, in the transaction that writes the record; answers the person's id.
-- A field that is there already is replaced, the others stay. Raises 55000 with the hint seal_again when the person's
-- key was destroyed after it was used: sealing anew makes a new person.
-- Security definer, as all functions of the vault are, because nobody holds a right in strongroom.
create function private.store_sealed(sealed jsonb, record_type text, record_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  given jsonb := sealed -> 'person';
  given_user uuid := (sealed -> 'person' ->> 'userId')::uuid;
  person strongroom.people;
  owner_of_record strongroom.people;
  item jsonb;
begin
  if jsonb_typeof(given) is distinct from 'object' or jsonb_typeof(sealed -> 'secrets') is distinct from 'array'
    or jsonb_typeof(coalesce(sealed -> 'matches', '[]')) <> 'array' or store_sealed.record_id is null
  then
    raise exception 'The vault takes what is encrypted, and nothing else' using errcode = '22023';
  end if;

  if given ? 'wrappedKey' then
    insert into strongroom.people (id, user_id, wrapped_key, master_key_id)
    values (
      (given ->> 'id')::uuid, given_user, private.read_encrypted(given ->> 'wrappedKey'), given ->> 'masterKeyId'
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

  insert into strongroom.records (record_type, record_id, person_id)
  values (store_sealed.record_type, store_sealed.record_id, person.id)
  on conflict on constraint records_pkey do nothing;
  select people.* into strict owner_of_record
  from strongroom.records join strongroom.people on people.id = records.person_id
  where records.record_type = store_sealed.record_type and records.record_id = store_sealed.record_id;
  if owner_of_record.id <> person.id
    and (owner_of_record.user_id is null or owner_of_record.user_id is distinct from person.user_id)
  then
    raise exception 'This record is somebody else''s' using errcode = '42501';
  end if;

  for item in select value from jsonb_array_elements(sealed -> 'secrets') loop
    insert into strongroom.secrets
      (person_id, record_type, record_id, field, ciphertext, last_four, match_hash)
    values (
      person.id, store_sealed.record_type, store_sealed.record_id, item ->> 'field',
      private.read_encrypted(item ->> 'ciphertext'), item ->> 'lastFour', decode(item ->> 'matchHash', 'hex')
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

-- The key under which the server seals more for a person: the one that is named, or the account's oldest.
create function private.find_person_key(user_id uuid, person_id uuid)
returns table (id uuid, wrapped_key bytea, master_key_id text, is_erased boolean)
language sql stable security definer set search_path = ''
as $$
  select people.id, people.wrapped_key, people.master_key_id, people.erased_at is not null
  from strongroom.people
  where case when $2 is not null then people.id = $2 else people.user_id = $1 and people.erased_at is null end
  order by people.created_at, people.id limit 1
$$;

-- The house's key of that name; the first that is offered stays.
create function private.keep_house_key(key_name text, offered bytea, offered_by text)
returns table (wrapped_key bytea, master_key_id text)
language plpgsql security definer set search_path = ''
as $$
begin
  if offered is not null then
    insert into strongroom.keys (name, wrapped_key, master_key_id)
    values (key_name, offered, offered_by)
    on conflict on constraint keys_pkey do nothing;
  end if;
  return query select keys.wrapped_key, keys.master_key_id from strongroom.keys where keys.name = key_name;
end $$;

-- What is secret about these people, with the keys that open it: for their own export, and to find their photos.
create function private.read_sealed(person_ids uuid[])
returns table (person_id uuid, wrapped_key bytea, master_key_id text, record_type text, record_id uuid, field text,
  ciphertext bytea, last_four text, is_shown boolean)
language sql stable security definer set search_path = ''
as $$
  select people.id, people.wrapped_key, people.master_key_id, secrets.record_type, secrets.record_id, secrets.field,
    secrets.ciphertext, secrets.last_four, records.is_shown
  from strongroom.secrets join strongroom.people on people.id = secrets.person_id
  join strongroom.records on records.record_type = secrets.record_type and records.record_id = secrets.record_id
  where people.id = any ($1)
  order by secrets.record_type, secrets.record_id, secrets.field
$$;

-- Everybody that an account is in the vault, and whose a record is.
create function private.vault_person_ids(user_id uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(people.id order by people.created_at), '{}') from strongroom.people
  where people.user_id = $1
$$;

create function private.vault_person_of(record_type text, record_id uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select records.person_id from strongroom.records where records.record_type = $1 and records.record_id = $2
$$;

-- A guest becomes an account: called by whatever proved that they are the same. A person who has an account stays with it.
create function private.claim_vault_person(person_id uuid, user_id uuid, is_shown boolean default true) returns void
language sql security definer set search_path = ''
as $$
  update strongroom.records set is_shown = $3 where records.person_id = $1
    and exists (select from strongroom.people where people.id = $1 and people.user_id is null);
  update strongroom.people set user_id = $2 where people.id = $1 and people.user_id is null
$$;

-- Other records with the same secret, or the same of what is only hashed.
create function private.find_vault_matches(record_type text, record_id uuid)
returns table (other_type text, other_id uuid, kind text)
language sql stable security definer set search_path = ''
as $$
  select other.record_type, other.record_id, other.field
  from strongroom.secrets as mine join strongroom.secrets as other using (field, match_hash)
  where mine.record_type = $1 and mine.record_id = $2 and (other.record_type, other.record_id) <> ($1, $2)
  union
  select other.record_type, other.record_id, other.kind
  from strongroom.matches as mine join strongroom.matches as other using (kind, match_hash)
  where mine.record_type = $1 and mine.record_id = $2 and (other.record_type, other.record_id) <> ($1, $2)
$$;

-- When a record goes, what was secret in it goes with it, and a key that opens nothing any more is destroyed.
create function private.forget_sealed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  delete from strongroom.records where record_type = tg_table_name and record_id = old.id
  returning person_id into owner_id;
  update strongroom.people set wrapped_key = null, erased_at = now()
  where id = owner_id and erased_at is null
    and not exists (select from strongroom.records where person_id = owner_id)
    and not exists (select from strongroom.secrets where person_id = owner_id);
  return null;
end $$;

create trigger forget_sealed after delete on public.farmers
  for each row execute function private.forget_sealed();
create trigger forget_sealed after delete on public.buyers
  for each row execute function private.forget_sealed();
create trigger forget_sealed after delete on public.investors
  for each row execute function private.forget_sealed();

revoke all on function private.looks_encrypted(bytea), private.read_encrypted(text),
  private.store_sealed(jsonb, text, uuid), private.find_person_key(uuid, uuid),
  private.keep_house_key(text, bytea, text), private.read_sealed(uuid[]), private.vault_person_ids(uuid),
  private.vault_person_of(text, uuid), private.claim_vault_person(uuid, uuid, boolean),
  private.find_vault_matches(text, uuid), private.forget_sealed() from public;
grant execute on function private.store_sealed(jsonb, text, uuid), private.find_person_key(uuid, uuid),
  private.keep_house_key(text, bytea, text), private.read_sealed(uuid[]), private.vault_person_ids(uuid),
  private.vault_person_of(text, uuid) to service_role;
