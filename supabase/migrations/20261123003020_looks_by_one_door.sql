-- Staff see proofs of payment and photos of disputes by record_look alone, which writes the look down; the server signs an
-- address that is good for a minute. A policy for them would let a session sign one for a year, and nobody would know.

drop policy "Buyers see the proofs of their own payments, and staff who confirm payments, all" on storage.objects;
drop policy "Buyers see the photos of their own disputes, and staff who may read orders, all" on storage.objects;
create policy "Buyers see the proofs of their own payments" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'payment-proofs'
    and split_part(name, '/', 1) in (select id::text from public.orders where user_id = (select auth.uid()))
  );
create policy "Buyers see the photos of their own disputes" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'dispute-photos'
    and split_part(name, '/', 1) in (select id::text from public.orders where user_id = (select auth.uid()))
  );

-- As before (20261121003185), and as the policy asked: a proof may show somebody's bank account, and is for whoever
-- compares it with the statement.
create or replace function public.record_look(record_type text, record_id uuid, what text, path text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := private.require_desk_right(record_type, 'read');
  place text;
  bucket text;
begin
  if what = 'payment_proof' and not private.has_permission('payments.confirm') then
    raise exception 'permission denied to see proofs of payment' using errcode = '42501';
  elsif record_type = 'job_applications' and what = 'cv' then
    bucket := 'cvs';
    select cv_path into place from public.job_applications where id = record_id;
  elsif record_type = 'orders' and what = 'payment_proof' then
    bucket := 'payment-proofs';
    select proof_path into place from public.payment_claims as claim
    where claim.order_id = record_id and claim.proof_path = record_look.path limit 1;
  elsif record_type = 'orders' and what = 'dispute_photo' then
    bucket := 'dispute-photos';
    select record_look.path into place from public.order_disputes as dispute
    where dispute.order_id = record_id and record_look.path = any (dispute.photo_paths) limit 1;
  end if;
  if place is null then
    raise exception 'There is no such file' using errcode = 'P0002';
  end if;
  perform private.record_audit('look', record_type, record_id::text, null,
    jsonb_build_object('what', what, 'path', place));
  return jsonb_build_object('bucket', bucket, 'path', place);
end $$;
