-- The PDFs of papers: drawn by the server from what was written, kept in a private bucket, read by whoever may read the
-- paper. What waits survives any crash: it is a row, leased to whoever draws it.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('documents', 'documents', false, 204800, array['application/pdf'])
on conflict (id) do nothing;

-- Objects are named <id of the paper>.pdf. Asked with the caller's own rights: whoever reads the paper reads its PDF.
create policy "Whoever may read a paper reads its PDF" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'documents'
    and exists (select from public.order_documents as document where document.id::text || '.pdf' = objects.name)
  );

create table private.document_files (
  document_id uuid primary key,
  attempts integer not null default 0,
  leased_until timestamptz,
  sha256 text,
  byte_count integer,
  made_at timestamptz,
  dropped_at timestamptz,
  constraint document_files_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint document_files_made_whole check ((made_at is null) = (sha256 is null) and (made_at is null) = (byte_count is null))
);
comment on table private.document_files is 'One for each paper: whether its PDF is made, and after the paper is gone, whether its PDF still is there. No foreign key, for that reason.';
create index document_files_waiting_idx on private.document_files (leased_until) where made_at is null or dropped_at is not null;
alter table private.document_files enable row level security;
revoke all on table private.document_files from public, anon, authenticated, service_role;

create function private.follow_document() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.document_files (document_id) values (new.id);
  else
    update private.document_files set dropped_at = now(), leased_until = null where document_id = old.id;
  end if;
  perform pg_notify('order_documents', '');
  return null;
end $$;
create trigger follow_document after insert or delete on public.order_documents
  for each row execute function private.follow_document();

-- Papers that wait for their PDF, leased: nobody else gets them until the lease is over. Failures wait longer each time.
create function private.claim_documents(batch integer, lease_seconds integer)
returns table (id uuid, content jsonb)
language sql security definer set search_path = ''
as $$
  with claimed as (
    update private.document_files as file set attempts = attempts + 1,
      leased_until = now() + make_interval(secs => lease_seconds * least(attempts + 1, 60))
    where document_id in (
      select document_id from private.document_files
      where made_at is null and dropped_at is null and (leased_until is null or leased_until <= now())
      order by leased_until nulls first limit batch for update skip locked
    )
    returning document_id
  )
  select document.id, document.content from claimed join public.order_documents as document on document.id = claimed.document_id
$$;

-- The first PDF of a paper stays its PDF; answers the hash that holds.
create function private.mark_document_made(document_id uuid, sha256 text, byte_count integer) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  held text;
begin
  update private.document_files as file set sha256 = mark_document_made.sha256, byte_count = mark_document_made.byte_count, made_at = now()
  where file.document_id = mark_document_made.document_id and made_at is null;
  select file.sha256 into held from private.document_files as file where file.document_id = mark_document_made.document_id;
  return held;
end $$;

create function private.list_dropped_documents(batch integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select document_id from private.document_files where dropped_at is not null limit batch
$$;

create function private.forget_dropped_documents(document_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  delete from private.document_files where document_id = any (document_ids) and dropped_at is not null
$$;

revoke all on function private.follow_document(), private.claim_documents(integer, integer),
  private.mark_document_made(uuid, text, integer), private.list_dropped_documents(integer),
  private.forget_dropped_documents(uuid[]) from public;
grant execute on function private.claim_documents(integer, integer), private.mark_document_made(uuid, text, integer),
  private.list_dropped_documents(integer), private.forget_dropped_documents(uuid[]) to service_role;
