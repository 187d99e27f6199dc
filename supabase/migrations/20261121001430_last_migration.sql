-- The newest migration that ran here: a server whose own files go further is not ready for requests (/readyz).
-- Security definer, because the ledger of migrations belongs to the owner alone.
create function private.last_migration() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select max(version) from supabase_migrations.schema_migrations);
end $$;
revoke all on function private.last_migration() from public;
grant execute on function private.last_migration() to service_role;
