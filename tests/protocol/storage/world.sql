-- A small project: what its policies say is what the tests expect.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('private', 'private', false, null, null),
  ('avatars', 'avatars', true, null, null),
  ('selfies', 'selfies', false, 300000, array['image/jpeg', 'image/png', 'image/webp']),
  ('papers', 'papers', false, 2097152, array['application/pdf', 'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'text/plain']);

-- Everybody has a folder of their own: its name is their id.
create policy "people read their own folder" on storage.objects for select to authenticated
  using (bucket_id in ('private', 'papers') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "people add to their own folder" on storage.objects for insert to authenticated
  with check (bucket_id in ('private', 'papers') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "people change their own folder" on storage.objects for update to authenticated
  using (bucket_id in ('private', 'papers') and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id in ('private', 'papers') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "people remove from their own folder" on storage.objects for delete to authenticated
  using (bucket_id in ('private', 'papers') and (storage.foldername(name))[1] = (select auth.uid())::text);

-- Visitors may leave a picture, and never see one.
create policy "visitors leave a selfie" on storage.objects for insert to anon
  with check (bucket_id = 'selfies' and storage.extension(name) = 'jpg');
