-- Proofs of payment and photos of disputes, until they are attached.

create table private.order_uploads (
  path text primary key,
  order_id uuid references public.orders (id) on delete set null,
  kind text not null,
  ready_at timestamptz,
  created_at timestamptz not null default now(),
  constraint order_uploads_path_form check (path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}$'),
  constraint order_uploads_kind_known check (kind in ('proof', 'dispute'))
);
comment on table private.order_uploads is 'Places given out for files of an order; the file lies in payment-proofs or dispute-photos.';
comment on column private.order_uploads.order_id is 'Null when the order is gone: the file goes with the next sweep.';
comment on column private.order_uploads.ready_at is 'The server has looked at the file, and drawn it again when it is a picture. No claim or dispute names it before.';
create index order_uploads_created_at_idx on private.order_uploads (created_at);
create index order_uploads_order_id_idx on private.order_uploads (order_id, created_at);

-- A place for one file of the caller's own order (context as in find_own_order); answers its path.
create function private.open_order_upload(order_id uuid, kind text, context jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  new_path text := own.id || '/' || gen_random_uuid();
begin
  perform pg_advisory_xact_lock(hashtextextended('order upload ' || own.id, 0));
  if (select count(*) >= 30 from private.order_uploads as upload
      where upload.order_id = own.id and created_at > now() - interval '1 day') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  insert into private.order_uploads (path, order_id, kind) values (new_path, own.id, open_order_upload.kind);
  return new_path;
end $$;

-- What a path of the caller's own order is: {kind, isReady}.
create function private.find_order_upload(order_id uuid, path text, context jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  stored_upload private.order_uploads;
begin
  select * into stored_upload from private.order_uploads as upload
  where upload.path = find_order_upload.path and upload.order_id = own.id;
  if stored_upload.path is null then
    raise exception 'There is no such file' using errcode = 'P0002';
  end if;
  return jsonb_build_object('kind', stored_upload.kind, 'isReady', stored_upload.ready_at is not null);
end $$;

create function private.mark_order_upload_ready(path text) returns void
language sql security definer set search_path = ''
as $$
  update private.order_uploads set ready_at = now() where order_uploads.path = $1 and ready_at is null
$$;

-- Files that no claim and no dispute names, of places older than a day and an hour: nothing may name them any more.
-- A page of them after `after`.
create function private.find_orphan_order_uploads(after text, max_rows integer) returns table (path text, kind text)
language sql stable security definer set search_path = ''
as $$
  select upload.path, upload.kind
  from private.order_uploads as upload
  where upload.path > $1 and upload.created_at < now() - interval '25 hours'
    and not exists (select from public.payment_claims as claim
      where claim.order_id = upload.order_id and claim.proof_path = upload.path)
    and not exists (select from public.letters_of_credit as letter
      where letter.order_id = upload.order_id and letter.draft_path = upload.path)
    and not exists (select from public.order_disputes as dispute
      where dispute.order_id = upload.order_id and upload.path = any (dispute.photo_paths))
  order by upload.path limit $2
$$;

create function private.forget_order_uploads(paths text[]) returns void
language sql security definer set search_path = ''
as $$
  delete from private.order_uploads where path = any ($1)
$$;

-- Raises unless each of the paths is a file of this kind that this order's buyer sent and the server has looked at.
-- Within a day of the place, so that no file is named while the sweep takes it away.
create function private.require_order_uploads(order_id uuid, kind text, paths text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from unnest(paths) as input (path)
    where not exists (
      select from private.order_uploads as upload
      where upload.path = input.path and upload.order_id = require_order_uploads.order_id
        and upload.kind = require_order_uploads.kind and upload.ready_at is not null
        and upload.created_at > now() - interval '1 day')
  ) then
    raise exception 'The file has not arrived yet. Please send it again.'
      using errcode = '23514', hint = case kind when 'proof' then 'proofPath' else 'photoPaths' end;
  end if;
end $$;

alter table private.order_uploads enable row level security;
revoke all on table private.order_uploads from public, anon, authenticated, service_role;

create policy "Buyers see the photos of their own disputes" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'dispute-photos'
    and split_part(name, '/', 1) in (select id::text from public.orders where user_id = (select auth.uid()))
  );

create policy "Buyers see the proofs of their own payments" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'payment-proofs'
    and split_part(name, '/', 1) in (select id::text from public.orders where user_id = (select auth.uid()))
  );

revoke all on function
  private.find_order_upload(uuid, text, jsonb), private.find_orphan_order_uploads(text, integer),
  private.forget_order_uploads(text[]), private.mark_order_upload_ready(text), private.open_order_upload(uuid, text, jsonb),
  private.require_order_uploads(uuid, text, text[])
  from public, anon, authenticated, service_role;
grant execute on function
  private.find_order_upload(uuid, text, jsonb), private.find_orphan_order_uploads(text, integer),
  private.forget_order_uploads(text[]), private.mark_order_upload_ready(text), private.open_order_upload(uuid, text, jsonb)
  to service_role;
