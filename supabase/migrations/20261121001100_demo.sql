-- Demo rows (supabase/seed.sql) are marked as such; a production server asks here and refuses to start beside them.

create function private.has_demo_rows() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.orders where is_demo)
    or exists (select from public.farmers where is_demo)
    or exists (select from public.buyers where is_demo)
    or exists (select from public.investors where is_demo)
$$;
revoke all on function private.has_demo_rows() from public;
grant execute on function private.has_demo_rows() to service_role;
