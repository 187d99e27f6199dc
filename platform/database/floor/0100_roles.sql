-- What Supabase's own database brings before any migration: roles, schemas, extensions, privileges, publication.
-- Roles belong to the whole cluster, so another database may have made them already.

do $$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin noinherit', role_name);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end $$;

-- service_role passes row level security, as on Supabase; only an owner with that right can give it.
alter role service_role bypassrls;

-- The login role of the API: by itself it may do nothing, and it can only become these three.
grant anon, authenticated, service_role to authenticator;

-- The owner may act for the roles whose schemas it makes.
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant anon, authenticated, service_role, authenticator, supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to %I', current_user);
  end if;
end $$;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role authenticator set idle_in_transaction_session_timeout = '30s';
alter role supabase_auth_admin set search_path = auth;
alter role supabase_auth_admin set statement_timeout = '8s';
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '30s';

create schema if not exists extensions;
create schema if not exists auth authorization supabase_auth_admin;
create schema if not exists storage authorization supabase_storage_admin;
create schema if not exists realtime authorization supabase_realtime_admin;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists citext with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- Default deny: nobody but the service role gets a right that no migration gives.
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role, supabase_auth_admin;
grant usage on schema extensions to anon, authenticated, service_role, supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

-- Bare names of extension functions and operators resolve, as on Supabase.
do $$
begin
  execute format('alter database %I set search_path = "$user", public, extensions', current_database());
end $$;
