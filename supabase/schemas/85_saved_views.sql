-- Views of admin lists that staff save: for themselves, or for everybody who may read the list.

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  list text not null,
  title text not null,
  query text not null,
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  constraint saved_views_list_length check (list ~ '^[a-z_-]{2,40}$'),
  constraint saved_views_title_length check (char_length(title) between 2 and 40),
  constraint saved_views_title_plain check (title = private.clean_line(title)),
  constraint saved_views_query_form check (query ~ '^[a-z_]+=[A-Za-z0-9%+._-]+(&[a-z_]+=[A-Za-z0-9%+._-]+)*$' and char_length(query) <= 500
    and query !~ '(^|&)(q|record|page)=')
);
comment on table public.saved_views is 'query is the filters and the order of the list as they stand in its address; never a search, since words may name a person.';
create index saved_views_list_idx on public.saved_views (list, title);
create index saved_views_owner_id_idx on public.saved_views (owner_id);

-- The lists that the caller may read, by the names under which their views are saved; called once for each statement.
create function private.readable_lists() returns text[]
language sql stable security definer set search_path = ''
as $$
  select private.admin_types_with('read')
    || array(select part.queue from private.admin_queues as part
      where private.has_permission(coalesce(part.permission, private.admin_permission(part.source, 'read'))))
    || case when private.registrations_with('read') <> '{}' then array['correction_requests', 'people_to_phone'] else '{}' end
    || case when private.has_permission('mails.read') then array['mails'] else '{}' end
    || case when private.has_permission('breaches.read') then array['breaches'] else '{}' end
$$;

create function private.limit_saved_views() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- One after the other, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('saved views ' || new.owner_id, 0));
  if (select count(*) from public.saved_views as own where own.owner_id = new.owner_id and own.list = new.list) >= 30 then
    raise exception 'You have 30 views of this list. Please remove one first.' using errcode = '23514', hint = 'list';
  end if;
  return new;
end $$;

create trigger limit_saved_views before insert on public.saved_views
  for each row execute function private.limit_saved_views();

create trigger audit_change after insert or update or delete on public.saved_views for each row
  execute function private.audit_change('all', 'id', 'list,title,query,is_shared');

alter table public.saved_views enable row level security;
revoke all on table public.saved_views from public, anon, authenticated, service_role;
grant select, delete on table public.saved_views to authenticated;
grant insert (list, title, query, is_shared) on table public.saved_views to authenticated;
create policy "Staff read own and shared views of lists that they may read" on public.saved_views
  for select to authenticated
  using (list = any ((select private.readable_lists())::text[]) and (is_shared or owner_id = (select auth.uid())));
create policy "Staff save own views of lists that they may read" on public.saved_views
  for insert to authenticated
  with check (list = any ((select private.readable_lists())::text[]) and owner_id = (select auth.uid())
    and (not is_shared or (select private.has_permission('records.work'))));
-- Who shared one may have left, and nobody else can take it away.
create policy "Staff remove their own views, role managers shared ones" on public.saved_views
  for delete to authenticated
  using ((select private.is_in_admin()) and (owner_id = (select auth.uid())
    or is_shared and (select private.has_permission('roles.manage'))));

revoke all on function private.limit_saved_views(), private.readable_lists() from public, anon, authenticated, service_role;
grant execute on function private.readable_lists() to authenticated;
