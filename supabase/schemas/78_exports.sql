-- Exports of lists, and their progress.

create table private.export_progress (
  user_id uuid not null,
  id uuid not null,
  rows integer not null default 0,
  total integer not null,
  is_done boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);
comment on table private.export_progress is 'Exports of the last day. What was exported stands in the audit trail.';

create function public.start_export(list text, format text, filters jsonb default '{}', unmasked boolean default false)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_strong_right('exports.make');
  if list in ('correction_requests', 'people_to_phone') then
    if private.registrations_with('read') = '{}' then
      raise exception 'permission denied to read %', list using errcode = '42501';
    end if;
  elsif list = 'mails' then
    perform private.require_strong_right('mails.read');
  elsif list = 'audit_trail' then
    perform private.require_strong_right('audit_events.read');
  elsif list = 'breaches' then
    perform private.require_strong_right('breaches.read');
  else
    perform private.open_list(list);
  end if;
  if unmasked then
    perform private.require_strong_right('exports.unmasked');
  end if;
  perform private.record_audit('export', list, null, null,
    jsonb_build_object('format', substring(format from '^(?:csv|xlsx)$'), 'filters', private.audited_filters(filters), 'unmasked', coalesce(unmasked, false)));
  return coalesce(unmasked, false);
end $$;

-- The caller's own exports alone, as is the question below; only forwards, since two such calls may overtake each other.
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

alter table private.export_progress enable row level security;
revoke all on table private.export_progress from public, anon, authenticated, service_role;

revoke all on function
  public.export_progress(uuid), public.note_export_progress(uuid, integer, integer, boolean),
  public.start_export(text, text, jsonb, boolean)
  from public, anon, authenticated, service_role;
grant execute on function
  public.export_progress(uuid), public.note_export_progress(uuid, integer, integer, boolean),
  public.start_export(text, text, jsonb, boolean)
  to authenticated;
