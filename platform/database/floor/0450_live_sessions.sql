-- What stands of the sessions that tokens name: asked by the services for every user's request, some seconds apart.

set local role supabase_auth_admin;

-- By primary key alone. Deleted accounts have no session that stands. Security definer, because the login role of the
-- API reads nothing of the auth schema by itself; it learns no more than what stands of an id that it knows.
create function auth.live_sessions(ids uuid[])
returns table (id uuid, user_id uuid, aal text, not_after timestamptz, banned_until timestamptz)
language sql stable security definer set search_path = ''
as $$
  select sessions.id, sessions.user_id, coalesce(sessions.aal::text, 'aal1'), sessions.not_after, users.banned_until
  from auth.sessions join auth.users on users.id = sessions.user_id
  where sessions.id = any (ids) and users.deleted_at is null
$$;
comment on function auth.live_sessions is 'The sessions of these ids that have not ended.';
revoke all on function auth.live_sessions(uuid[]) from public, anon, authenticated, service_role;
grant execute on function auth.live_sessions(uuid[]) to authenticator;
grant usage on schema auth to authenticator;

reset role;
