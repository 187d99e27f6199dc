-- Photos of people: a private bucket that nobody but the service reads or writes, and the slots given out for it.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('selfies', 'selfies', false, 307200, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

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
  constraint photo_uploads_record_type_known check (record_type in ('farmers', 'training_enrolments', 'buyers'))
);
comment on column private.photo_uploads.receipt_hash is 'SHA-256 of what the uploader holds: shows at the attachment that the slot was theirs.';
comment on column private.photo_uploads.attached_at is 'Null: belongs to no record yet, and is purged after the period of retention_periods.';

create index photo_uploads_user_id_idx on private.photo_uploads (user_id);
create index photo_uploads_created_at_idx on private.photo_uploads (created_at) where attached_at is null;

alter table private.photo_uploads enable row level security;
revoke all on table private.photo_uploads from public, anon, authenticated;
grant select, insert, update, delete on table private.photo_uploads to service_role;

-- Whose slot it is is forgotten at the attachment: from then on nothing tells whose photo lies there. False: there is
-- no such slot, it is used, or it was given to somebody else.
create function private.use_photo_upload(receipt_hash text, record_type text, user_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update private.photo_uploads set attached_at = now(), user_id = null, record_type = use_photo_upload.record_type
  where photo_uploads.receipt_hash = use_photo_upload.receipt_hash and attached_at is null
    and (photo_uploads.user_id is null or photo_uploads.user_id = use_photo_upload.user_id);
  return found;
end $$;
revoke all on function private.use_photo_upload(text, text, uuid) from public;
