-- The PDFs of documents: which are to be made, which are made, and which are still there although the document is gone.

create table private.document_files (
  document_id uuid primary key,
  attempts integer not null default 0,
  leased_until timestamptz,
  sha256 text,
  byte_count integer,
  created_at timestamptz,
  dropped_at timestamptz,
  constraint document_files_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint document_files_created_whole check ((created_at is null) = (sha256 is null) and (created_at is null) = (byte_count is null))
);
comment on table private.document_files is 'One for each document: whether its PDF is made, and after the document is gone, whether its PDF still is there. No foreign key, for that reason.';
comment on column private.document_files.created_at is 'Of the PDF; null: it waits to be made.';
create index document_files_waiting_idx on private.document_files (leased_until) where created_at is null or dropped_at is not null;

-- Documents that wait for their PDF, leased: nobody else gets them until the lease is over. Failures wait longer each time.
create function private.claim_documents(batch integer, lease_seconds integer)
returns table (id uuid, content jsonb)
language sql security definer set search_path = ''
as $$
  with claimed as (
    update private.document_files as file set attempts = attempts + 1,
      leased_until = now() + make_interval(secs => lease_seconds * least(attempts + 1, 60))
    where document_id in (
      select document_id from private.document_files
      where created_at is null and dropped_at is null and (leased_until is null or leased_until <= now())
      order by leased_until nulls first limit batch for update skip locked
    )
    returning document_id
  )
  select document.id, document.content from claimed join public.order_documents as document on document.id = claimed.document_id
$$;

-- The first PDF of a document stays its PDF; answers the hash that holds.
create function private.mark_document_created(document_id uuid, sha256 text, byte_count integer) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  held text;
begin
  update private.document_files as file set sha256 = mark_document_created.sha256, byte_count = mark_document_created.byte_count, created_at = now()
  where file.document_id = mark_document_created.document_id and created_at is null;
  select file.sha256 into held from private.document_files as file where file.document_id = mark_document_created.document_id;
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

alter table private.document_files enable row level security;
revoke all on table private.document_files from public, anon, authenticated, service_role;

-- Objects are named <id of the document>.pdf. Read with the caller's own rights: anyone who reads the document reads its PDF.
create policy "Readers of a document read its PDF" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'documents'
    and exists (select from public.order_documents as document where document.id::text || '.pdf' = objects.name)
  );

revoke all on function
  private.claim_documents(integer, integer), private.forget_dropped_documents(uuid[]),
  private.list_dropped_documents(integer), private.mark_document_created(uuid, text, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  private.claim_documents(integer, integer), private.forget_dropped_documents(uuid[]),
  private.list_dropped_documents(integer), private.mark_document_created(uuid, text, integer)
  to service_role;
