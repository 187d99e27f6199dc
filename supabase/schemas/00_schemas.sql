-- Schemas: public is served by the API, each table under its own policies and grants; private and vault are not.

-- What lies in public is served by the API, each table under its own policies and grants; private and vault are not.
create schema if not exists private;
create schema if not exists app_vault;
revoke all on schema private, app_vault from public;
grant usage on schema private to authenticated, service_role, supabase_auth_admin;
