-- Schema storage: the rows behind /storage/v1, under Supabase's own table, column and function names. The bytes of an
-- object lie elsewhere under its `version`, which never changes its content; policies on storage.objects decide who
-- may do what. https://supabase.com/docs/guides/storage/schema/design

set local role supabase_storage_admin;
set local search_path = storage;

grant usage on schema storage to anon, authenticated, service_role;

create type buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type buckettype not null default 'STANDARD',
  constraint buckets_id_length check (length(id) between 1 and 100)
);
comment on table buckets is 'Where objects lie: public or private, with a size limit and allowed types.';
comment on column buckets.owner is 'Deprecated, use owner_id.';
create unique index bname on buckets (name);

create table objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references buckets (id),
  -- In byte order, as listings walk it.
  name text collate "C",
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  constraint objects_name_check check (name !~ '[\u0001-\u001f\u007f]' and octet_length(name) between 1 and 1024)
);
comment on table objects is 'One row for each file: what policies judge. Its bytes are stored under `version`.';
comment on column objects.owner is 'Deprecated, use owner_id.';
create unique index bucketid_objname on objects (bucket_id, name);
-- The sweep asks which of the stored versions still have a row.
create index objects_version on objects (version);

-- Upload tokens that do not overwrite serve once, even when the object is removed before they expire.
create table used_upload_tokens (
  id uuid primary key,
  expires_at timestamptz not null
);
comment on table used_upload_tokens is 'Signed upload URLs that have been used, kept until they expire.';
create index used_upload_tokens_expires_at on used_upload_tokens (expires_at);

alter table buckets enable row level security;
alter table objects enable row level security;
alter table used_upload_tokens enable row level security;
-- As upstream: the grants are wide, and without a policy nobody but service_role sees or changes a row.
grant select, insert, update, delete on buckets, objects to anon, authenticated, service_role;
grant select, insert, delete on used_upload_tokens to service_role;

create function foldername(name text) returns text[]
language sql immutable parallel safe
as $$ select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1] $$;

create function filename(name text) returns text
language sql immutable parallel safe
as $$ select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))] $$;

create function extension(name text) returns text
language sql immutable parallel safe
as $$ select reverse(split_part(reverse(storage.filename(name)), '.', 1)) $$;

create function operation() returns text
language sql stable
as $$ select current_setting('storage.operation', true) $$;
comment on function operation is 'Which request a policy judges: storage.object.upload, storage.object.list…';

create function allow_only_operation(expected_operation text) returns boolean
language sql stable
as $$
  select regexp_replace(storage.operation(), '^storage\.', '') = regexp_replace(expected_operation, '^storage\.', '')
$$;

create function allow_any_operation(expected_operations text[]) returns boolean
language sql stable
as $$ select coalesce(bool_or(storage.allow_only_operation(expected)), false) from unnest(expected_operations) as expected $$;

create function get_size_by_bucket() returns table (size bigint, bucket_id text)
language sql stable
as $$ select sum((metadata ->> 'size')::bigint)::bigint, o.bucket_id from storage.objects o group by o.bucket_id $$;

create function touch_updated_at() returns trigger
language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end $$;
create trigger update_objects_updated_at before update on objects
  for each row execute function touch_updated_at();

create function protect_delete() returns trigger
language plpgsql
as $$
begin
  if coalesce(current_setting('storage.can_delete', true), '') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using hint = 'This prevents accidental data loss from orphaned objects.', errcode = '42501';
  end if;
  return null;
end $$;
create trigger protect_buckets_delete before delete on buckets
  for each statement execute function protect_delete();
create trigger protect_objects_delete before delete on objects
  for each statement execute function protect_delete();

/*
 * The entries directly under a prefix, in byte order of their names: files as they are, folders as `prefix/name/`
 * without an id. It skips from entry to entry, so that a folder of a million files costs one step.
 * `after` is the last key of the page before; `search` keeps entries that begin with it, in any case.
 */
create function list_entries(
  bucket text, prefix text, search text, after text, descending boolean, skip integer, most integer
) returns table (
  key text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb,
  version text
)
language plpgsql stable
set search_path = storage
as $$
declare
  -- No name holds a character below U+0020, and none sorts above U+10FFFF (1114111).
  low text := prefix;
  high text := prefix || chr(1114111);
  entry objects;
  slash integer;
  emitted integer := -skip;
begin
  if after <> '' then
    if descending then high := after;
    elsif right(after, 1) = '/' then low := left(after, -1) || '0';
    else low := after || chr(1);
    end if;
  end if;
  while emitted < most loop
    if descending then
      select * into entry from objects o
      where o.bucket_id = bucket and o.name >= low and o.name < high
        and (search = '' or lower(substr(o.name, length(prefix) + 1, length(search)) collate "default") = lower(search))
      order by o.name desc limit 1;
    else
      select * into entry from objects o
      where o.bucket_id = bucket and o.name >= low and o.name < high
        and (search = '' or lower(substr(o.name, length(prefix) + 1, length(search)) collate "default") = lower(search))
      order by o.name limit 1;
    end if;
    exit when not found;
    slash := position('/' in substr(entry.name, length(prefix) + 1));
    if slash > 0 then
      key := left(entry.name, length(prefix) + slash);
      id := null; updated_at := null; created_at := null; last_accessed_at := null; metadata := null; version := null;
      -- '0' is the character after '/'.
      if descending then high := key; else low := left(key, -1) || '0'; end if;
    else
      key := entry.name;
      id := entry.id; updated_at := entry.updated_at; created_at := entry.created_at;
      last_accessed_at := entry.last_accessed_at; metadata := entry.metadata; version := entry.version;
      if descending then high := key; else low := key || chr(1); end if;
    end if;
    emitted := emitted + 1;
    if emitted > 0 then return next; end if;
  end loop;
end $$;

create function search(
  prefix text, bucketname text, limits integer default 100, levels integer default 1, offsets integer default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
)
language plpgsql stable
set search_path = storage
as $$
#variable_conflict use_column
declare
  most integer := least(limits, 1500);
  descending boolean := lower(sortorder) = 'desc';
begin
  if sortcolumn in ('updated_at', 'created_at', 'last_accessed_at') then
    -- Folders have no times: they come first, by name.
    return query execute format(
      $query$
        with entries as (
          select substr(o.name, length($1) + 1) as entry, o.* from objects o
          where o.bucket_id = $2 and o.name >= $1 and o.name < $1 || chr(1114111)
            and ($3 = '' or lower(substr(o.name, length($1) + 1, length($3)) collate "default") = lower($3))
        ), listed as (
          select distinct split_part(entry, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
            null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
          from entries where position('/' in entry) > 0
          union all
          select entry, id, updated_at, created_at, last_accessed_at, metadata
          from entries where position('/' in entry) = 0
        )
        select * from listed order by id is not null, %1$I %2$s, name %2$s limit $4 offset $5
      $query$, sortcolumn, case when descending then 'desc' else 'asc' end)
      using prefix, bucketname, search, most, offsets;
  else
    return query
      select rtrim(substr(e.key, length($1) + 1), '/'), e.id, e.updated_at, e.created_at, e.last_accessed_at, e.metadata
      from list_entries(bucketname, $1, $6, '', descending, offsets, most) e;
  end if;
end $$;

grant execute on all functions in schema storage to anon, authenticated, service_role;

reset role;
