-- A key for each encrypted file of a person.

create table app_vault.object_keys (
  version text primary key,
  wrapped_key bytea not null,
  master_key_id text not null,
  created_at timestamptz not null default now(),
  constraint object_keys_wrapped_key_encrypted check (private.looks_encrypted(wrapped_key)),
  constraint object_keys_master_key_id_form check (master_key_id ~ '^[0-9a-f]{16}$')
)
-- As in app_vault.people: a key that was destroyed shall not linger among dead rows.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 0);
comment on table app_vault.object_keys is 'The key of each version of an encrypted file, wrapped for that version, bucket and name.';
create index object_keys_master_key_id_idx on app_vault.object_keys (master_key_id);

-- Anyone who removes the row of a file, by whatever way, makes its bytes unreadable in the same transaction.
-- Security definer, because nobody holds a right in vault.
create function private.drop_object_key() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from app_vault.object_keys where version = old.version;
  return null;
end $$;

-- Called in the transaction that makes or moves the file. Without that file there is nothing to store a key for.
create function private.store_object_key(bucket text, name text, version text, wrapped bytea, wrapped_by text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from storage.objects as object
  where object.bucket_id = store_object_key.bucket and object.name = store_object_key.name
    and object.version = store_object_key.version
  for update;
  if not found then
    raise exception 'There is no such file' using errcode = 'P0002';
  end if;
  insert into app_vault.object_keys (version, wrapped_key, master_key_id)
  values (store_object_key.version, wrapped, wrapped_by)
  on conflict on constraint object_keys_pkey do update
    set wrapped_key = excluded.wrapped_key, master_key_id = excluded.master_key_id;
end $$;

-- No row: there is no such file. A null key: the file is in clear, since it is older than this.
create function private.find_object_key(bucket text, name text)
returns table (version text, wrapped_key bytea, master_key_id text)
language sql stable security definer set search_path = ''
as $$
  select object.version, keys.wrapped_key, keys.master_key_id
  from storage.objects as object left join app_vault.object_keys as keys on keys.version = object.version
  where object.bucket_id = $1 and object.name = $2
$$;

create function private.list_clear_objects(buckets text[], after uuid, batch integer)
returns table (id uuid, bucket_id text, name text, version text, metadata jsonb)
language sql stable security definer set search_path = ''
as $$
  select object.id, object.bucket_id, object.name, object.version, object.metadata from storage.objects as object
  where object.bucket_id = any ($1) and object.id > $2 and object.version is not null and object.metadata is not null
    and not exists (select from app_vault.object_keys as keys where keys.version = object.version)
  order by object.id limit $3
$$;

create function private.count_clear_objects(buckets text[]) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from storage.objects as object
  where object.bucket_id = any ($1) and object.version is not null and object.metadata is not null
    and not exists (select from app_vault.object_keys as keys where keys.version = object.version)
$$;

create trigger drop_object_key_with_row after delete on storage.objects
  for each row execute function private.drop_object_key();

create trigger drop_object_key_with_version after update of version on storage.objects
  for each row when (old.version is distinct from new.version) execute function private.drop_object_key();

alter table app_vault.object_keys enable row level security;
revoke all on table app_vault.object_keys from public, anon, authenticated, service_role;

revoke all on function
  private.count_clear_objects(text[]), private.drop_object_key(), private.find_object_key(text, text),
  private.store_object_key(text, text, text, bytea, text), private.list_clear_objects(text[], uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  private.count_clear_objects(text[]), private.find_object_key(text, text),
  private.store_object_key(text, text, text, bytea, text), private.list_clear_objects(text[], uuid, integer)
  to service_role;
