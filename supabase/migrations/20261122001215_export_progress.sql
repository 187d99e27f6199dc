-- How far an export is, where every process of the server can tell it: the one that is asked is rarely the one that makes it.

create table private.export_progress (
  user_id uuid not null,
  id uuid not null,
  rows integer not null default 0,
  total integer not null,
  is_done boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);
alter table private.export_progress enable row level security;
revoke all on table private.export_progress from public, anon, authenticated, service_role;
comment on table private.export_progress is 'Of the last day. What was exported stands in the audit trail.';

insert into private.personal_data (table_name, belongs, hidden, acts, erasure, note)
values ('private.export_progress', 'user_id = $1', '{}', '{}', 'delete', 'How far the exports of the last day are.');

-- Of the caller's own exports alone, as is the question below; only forwards, since two such calls may overtake each other.
create function public.note_export_progress(id uuid, rows integer, total integer, is_done boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
begin
  if caller_id is null or not private.has_permission('exports.make') then
    raise exception 'permission denied: exports.make' using errcode = '42501';
  end if;
  delete from private.export_progress as old where old.user_id = caller_id and old.updated_at < now() - interval '1 day';
  insert into private.export_progress as known (user_id, id, rows, total, is_done)
  values (caller_id, note_export_progress.id, note_export_progress.rows, note_export_progress.total, note_export_progress.is_done)
  on conflict on constraint export_progress_pkey do update set
    rows = greatest(known.rows, excluded.rows), is_done = known.is_done or excluded.is_done, updated_at = now();
end $$;

-- {rows, total, isDone}; null: there is none of that name (any more).
create function public.export_progress(id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('rows', known.rows, 'total', known.total, 'isDone', known.is_done)
  from private.export_progress as known
  where known.user_id = (select auth.uid()) and known.id = export_progress.id
$$;

revoke all on function public.note_export_progress(uuid, integer, integer, boolean), public.export_progress(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.note_export_progress(uuid, integer, integer, boolean), public.export_progress(uuid)
  to authenticated;
