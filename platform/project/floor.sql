-- What a project folder written for Supabase finds there beyond the floor, above all its generous default rights:
-- new tables of schema public are open to the API's roles, and row level security alone protects them.
-- https://supabase.com/docs/guides/database/hardening-data-api

do $$
declare
  role_name text;
begin
  foreach role_name in array array['supabase_admin', 'dashboard_user'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin', role_name);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end $$;

create schema if not exists graphql_public;
grant usage on schema public, graphql_public to public;
alter default privileges grant execute on functions to public;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

-- After the rights, so that everybody may call what they bring.
create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists pg_stat_statements with schema extensions;
