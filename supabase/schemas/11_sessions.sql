-- The sessions of one's own account.

-- Security definer, because nobody reads the sessions of the auth schema. The last use is the last refresh: within
-- the hour.
create function public.list_my_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text, aal text, is_current boolean)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.created_at, coalesce(s.refreshed_at::timestamptz, s.created_at), s.user_agent, host(s.ip), s.aal::text,
    s.id::text is not distinct from (select auth.jwt()) ->> 'session_id'
  from auth.sessions s
  where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
    and (select private.has_shown_factors())
  order by 3 desc, 1
$$;

-- Ends one other session: it gets no new token; the one it holds runs out within the hour. Answers whether there was
-- one. Security definer, because nobody writes to the auth schema.
create function public.end_my_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.has_shown_factors() then
    raise exception 'Please confirm your second step first' using errcode = '42501', hint = 'aal2';
  end if;
  delete from auth.sessions where id = end_my_session.session_id and user_id = (select auth.uid());
  return found;
end $$;

revoke all on function public.end_my_session(uuid), public.list_my_sessions() from public, anon, authenticated, service_role;
grant execute on function public.end_my_session(uuid), public.list_my_sessions() to authenticated;
