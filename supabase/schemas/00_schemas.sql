-- Schemas: public is served by the API, each table under its own policies and grants; private and strongroom are not.

-- What lies in public is served by the API, each table under its own policies and grants; private and strongroom are not.
create schema if not exists private;
create schema if not exists strongroom;
revoke all on schema private, strongroom from public;
grant usage on schema private to authenticated, service_role, supabase_auth_admin;
