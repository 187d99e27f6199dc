-- Photos that no registration refers to (any more), and proofs of work that serve once.

-- The place that was given out with that receipt, while it is open, and for as long as its photo is kept.
create function private.find_photo_upload(receipt_hash text)
returns table (path text, user_id uuid, is_attached boolean)
language sql stable security definer set search_path = ''
as $$
  select upload.path, upload.user_id, upload.attached_at is not null
  from private.photo_uploads as upload
  where upload.receipt_hash = $1
    and (upload.attached_at is not null or upload.created_at > private.kept_since('unattached_photos'))
$$;

-- Photos whose place is closed, for an hour at least: nobody can be about to attach them. A page of them after `after`.
create function private.list_old_photos(after text, most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select upload.path from private.photo_uploads as upload
  where upload.path > $1 and upload.created_at < private.kept_since('unattached_photos') - interval '1 hour'
  order by upload.path limit $2
$$;

-- Of these photos those whose reference is in the vault for nobody: never attached, replaced, erased or expired. The
-- hashes are the vault's own, in the same order.
-- Security definer, because nobody holds a right in strongroom.
create function private.find_orphan_photos(paths text[], hashes text[]) returns setof text
language sql stable security definer set search_path = ''
as $$
  select given.path from unnest($1, $2) as given (path, hash)
  where not exists (
    select from strongroom.secrets
    where secrets.field = 'selfie' and secrets.match_hash = decode(given.hash, 'hex')
  )
$$;

-- Whoever has no session proves some work for each registration. A proof serves one attempt, in all processes.
create table private.used_proofs (
  id text primary key,
  attempt uuid not null,
  expires_at timestamptz not null,
  constraint used_proofs_id_form check (id ~ '^[0-9a-f]{64}$')
);
comment on table private.used_proofs is 'Proofs of work that were used, until they expire.';
create index used_proofs_expires_at_idx on private.used_proofs (expires_at);

alter table private.used_proofs enable row level security;
revoke all on table private.used_proofs from public, anon, authenticated, service_role;

-- True for the first attempt that brings it, and for that attempt again, since its answer may have been lost.
-- Security definer, because nobody may take a proof back.
create function private.use_proof(id text, attempt uuid, expires_at timestamptz) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.used_proofs (id, attempt, expires_at)
  values (use_proof.id, use_proof.attempt, use_proof.expires_at)
  on conflict on constraint used_proofs_pkey do nothing;
  return exists (
    select from private.used_proofs
    where used_proofs.id = use_proof.id and used_proofs.attempt = use_proof.attempt
  );
end $$;

create function private.forget_proofs(before timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from private.used_proofs where used_proofs.expires_at < before;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

revoke all on function private.find_photo_upload(text), private.list_old_photos(text, integer),
  private.find_orphan_photos(text[], text[]), private.use_proof(text, uuid, timestamptz),
  private.forget_proofs(timestamptz) from public;
grant execute on function private.find_photo_upload(text), private.list_old_photos(text, integer),
  private.find_orphan_photos(text[], text[]), private.use_proof(text, uuid, timestamptz),
  private.forget_proofs(timestamptz) to service_role;
