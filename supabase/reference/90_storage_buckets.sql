insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, type)
values
  ('board-photos', 'board-photos', true, 204800, '{image/jpeg,image/png}', 'STANDARD'),
  ('cvs', 'cvs', false, private.cv_bytes_max(), null, 'STANDARD'),
  ('dispute-photos', 'dispute-photos', false, 2097152, '{image/jpeg,image/png,image/webp}', 'STANDARD'),
  ('documents', 'documents', false, 204800, '{application/pdf}', 'STANDARD'),
  ('message-files', 'message-files', false, 2097152, null, 'STANDARD'),
  ('payment-proofs', 'payment-proofs', false, 2097152, '{image/jpeg,image/png,image/webp,application/pdf}', 'STANDARD'),
  ('product-photos', 'product-photos', false, 2097152, '{image/jpeg,image/png,image/webp}', 'STANDARD'),
  ('selfies', 'selfies', false, 307200, '{image/jpeg,image/png,image/webp}', 'STANDARD')
on conflict (id) do nothing;
