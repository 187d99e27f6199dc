-- Photos of registrations, under a receipt, until they are attached.

-- Whose photo it is stands nowhere in clear: a record's reference to its photo lies in the vault.
create table private.photo_uploads (
  path text primary key,
  receipt_hash text not null,
  record_type text,
  user_id uuid references public.profiles (id) on delete set null,
  attached_at timestamptz,
  created_at timestamptz not null default now(),
  constraint photo_uploads_receipt_hash_unique unique (receipt_hash),
  constraint photo_uploads_receipt_hash_form check (receipt_hash ~ '^[0-9a-f]{64}$'),
  constraint photo_uploads_path_form check (path ~ '^[0-9A-Za-z._/-]{8,200}$'),
  constraint photo_uploads_record_type_known check (record_type = any (private.photo_types()))
);
comment on column private.photo_uploads.receipt_hash is 'SHA-256 of what the uploader holds: shows at the attachment that the slot was theirs.';
comment on column private.photo_uploads.attached_at is 'Null: belongs to no record yet, and is purged after the period of retention_periods.';
create index photo_uploads_created_at_idx on private.photo_uploads (created_at) where attached_at is null;
create index photo_uploads_user_id_idx on private.photo_uploads (user_id);

-- Whose slot it is is forgotten at the attachment: from then on nothing says whose photo lies there. False: there is
-- no such slot, it is used, or it was given to someone else.
create function private.use_photo_upload(receipt_hash text, record_type text, user_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update private.photo_uploads set attached_at = now(), user_id = null, record_type = use_photo_upload.record_type
  where photo_uploads.receipt_hash = use_photo_upload.receipt_hash and attached_at is null
    and (photo_uploads.user_id is null or photo_uploads.user_id = use_photo_upload.user_id);
  return found;
end $$;

-- The uploaded photo of a registration that is there: the sealed reference goes to the vault, the record says that
-- there is one. Who may: anyone who holds the receipt of the slot, and the record by account, link or entry.
create function public.attach_photo(record_type text, record_id uuid, sealed jsonb, context jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  current_record private.registrations;
begin
  perform private.lock_registration(attach_photo.record_type, attach_photo.record_id);
  select * into current_record from private.registrations as record
  where record.record_type = attach_photo.record_type and record.id = attach_photo.record_id;
  if current_record.id is null or current_record.record_type = 'investors'
    or not private.may_change_registration(current_record.id, current_record.user_id, context)
  then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  -- Anyone who decided on it saw that photo.
  if current_record.has_photo and current_record.status <> 'pending' then
    return false;
  end if;
  if not private.use_photo_upload(context ->> 'photoReceiptHash', current_record.record_type, (context ->> 'userId')::uuid) then
    return false;
  end if;
  perform private.store_sealed(sealed, current_record.record_type, current_record.id);
  execute format('update public.%I set has_photo = true where id = $1', current_record.record_type) using current_record.id;
  return true;
end $$;

create function private.find_photo_upload(receipt_hash text)
returns table (path text, user_id uuid, is_attached boolean)
language sql stable security definer set search_path = ''
as $$
  select upload.path, upload.user_id, upload.attached_at is not null
  from private.photo_uploads as upload
  where upload.receipt_hash = $1
    and (upload.attached_at is not null or upload.created_at > private.retained_since('unattached_photos'))
$$;

-- Photos whose place is closed, for an hour at least: nobody can be about to attach them. A page of them after `after`.
create function private.list_old_photos(after text, max_rows integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select upload.path from private.photo_uploads as upload
  where upload.path > $1 and upload.created_at < private.retained_since('unattached_photos') - interval '1 hour'
  order by upload.path limit $2
$$;

-- Those among these photos whose reference is in the vault for nobody: never attached, replaced, erased or expired. The
-- hashes are the vault's own, in the same order.
-- Security definer, because nobody holds a right in vault.
create function private.find_orphan_photos(paths text[], hashes text[]) returns setof text
language sql stable security definer set search_path = ''
as $$
  select candidate.path from unnest($1, $2) as candidate (path, hash)
  where not exists (
    select from app_vault.secrets
    where secrets.field = 'selfie' and secrets.match_hash = decode(candidate.hash, 'hex')
  )
$$;

alter table private.photo_uploads enable row level security;
revoke all on table private.photo_uploads from public, anon, authenticated, service_role;
grant select, insert, update, delete on table private.photo_uploads to service_role;

revoke all on function
  private.find_orphan_photos(text[], text[]), private.find_photo_upload(text), private.list_old_photos(text, integer),
  private.use_photo_upload(text, text, uuid), public.attach_photo(text, uuid, jsonb, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function
  private.find_orphan_photos(text[], text[]), private.find_photo_upload(text), private.list_old_photos(text, integer),
  public.attach_photo(text, uuid, jsonb, jsonb)
  to service_role;
