-- What staff did, for every table that they change.

create table public.audit_trail (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_role text not null,
  address text,
  action text not null,
  subject_type text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  aal text default private.claimed_aal(),
  constraint audit_trail_action_form check (action ~ '^[a-z_]{2,40}$'),
  constraint audit_trail_subject_type_form check (subject_type ~ '^[a-z_]{2,60}$'),
  constraint audit_trail_subject_id_length check (char_length(subject_id) <= 300),
  constraint audit_trail_address_length check (char_length(address) <= 60)
);
comment on table public.audit_trail is 'Append-only; goes by age alone (retention_periods). References nothing, since it outlives all of it.';
comment on column public.audit_trail.address is 'From where: null where the application itself acted.';
comment on column public.audit_trail.aal is 'The assurance level of the session that did it: aal2 after a second factor. Null: no session, or an entry of before release 0.2.0.';
-- Newest first, by time and then by id: the order in which private.find_audit_entries reads.
create index audit_trail_created_at_idx on public.audit_trail (created_at desc, id desc);
create index audit_trail_actor_id_idx on public.audit_trail (actor_id, created_at desc, id desc);
create index audit_trail_strong_idx on public.audit_trail (actor_id, created_at) where aal = 'aal2';
create index audit_trail_subject_idx on public.audit_trail (subject_id, created_at desc, id desc);
create index audit_trail_subject_type_idx on public.audit_trail (subject_type, created_at desc, id desc);
create index audit_trail_action_idx on public.audit_trail (action, created_at desc, id desc);
create index audit_trail_address_idx on public.audit_trail (address, created_at desc, id desc) where address is not null;
-- What was approved, declined, published: the condition is that of private.find_audit_entries.
create index audit_trail_status_idx on public.audit_trail ((after ->> 'status'), created_at desc, id desc)
  where action = 'update' and after ->> 'status' is not null;
-- What was done to a kind of row, and what kind of file was looked at: as private.find_audit_entries looks them up.
create index audit_trail_type_action_idx on public.audit_trail (subject_type, action, created_at desc, id desc);
create index audit_trail_file_idx on public.audit_trail ((after ->> 'what'), created_at desc, id desc)
  where action = 'look' and after ->> 'what' is not null;
-- Who looked at what: the condition is that of private.find_audit_entries.
create index audit_trail_access_idx on public.audit_trail (created_at desc, id desc)
  where action in ('look', 'export') or subject_type in ('vault_reveals', 'photo_sittings');

-- The client's address, as the server that took the request passed it on.
create function private.client_address() returns text
language plpgsql stable set search_path = ''
as $$
begin
  return nullif(left(btrim(split_part(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',', 1)), 60), '');
exception when invalid_text_representation then
  return null;
end $$;

-- One entry. Security definer, because nobody writes the trail by any other way.
create function private.record_audit(action text, subject_type text, subject_id text, before jsonb default null, after jsonb default null)
returns bigint
language sql security definer set search_path = ''
as $$
  select private.record_audit_of((select auth.uid()), private.client_address(), $1, $2, $3, $4, $5)
$$;

create function private.record_audit_of(
  actor uuid, address text, action text, subject_type text, subject_id text, before jsonb, after jsonb
) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  created_id bigint;
begin
  insert into public.audit_trail (actor_id, actor_role, address, action, subject_type, subject_id, before, after)
  values (
    $1,
    coalesce((select role from public.user_roles where user_id = $1), case when $1 is not null then 'member' else 'system' end),
    left($2, 60), $3, $4, $5, $6, $7
  )
  returning id into created_id;
  return created_id;
end $$;

-- `whose`: 'all' for every change or 'staff' for those that staff make; the key's columns; the columns that are written
-- down ('*' for all but times); the columns of which only the change is written, not the value. A row is null where there is none.
create function private.audit_change(
  table_name text, whose text, key_columns text, columns text, old anyelement, new anyelement, withheld_columns text default ''
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  action text := case when old is null then 'insert' when new is null then 'delete' else 'update' end;
  whole_before jsonb;
  whole_after jsonb;
  reported text[] := string_to_array(columns, ',');
  withheld text[] := string_to_array(withheld_columns, ',');
  before jsonb := '{}';
  after jsonb := '{}';
  subject text;
  field text;
begin
  if whose = 'staff' and not exists (select from public.user_roles where user_id = (select auth.uid())) then
    return;
  end if;
  -- After the question above, which is all that a sale pays for.
  whole_before := case when action <> 'insert' then to_jsonb(old) end;
  whole_after := case when action <> 'delete' then to_jsonb(new) end;
  for field in
    select key from jsonb_object_keys(coalesce(whole_after, whole_before)) as key
    where (reported = '{*}' and key not in ('created_at', 'updated_at')) or key = any (reported)
  loop
    if whole_before -> field is distinct from whole_after -> field then
      before := before || jsonb_build_object(field,
        case when field = any (withheld) and whole_before -> field <> 'null' then '"•••"'::jsonb else whole_before -> field end);
      after := after || jsonb_build_object(field,
        case when field = any (withheld) and whole_after -> field <> 'null' then '"•••"'::jsonb else whole_after -> field end);
    end if;
  end loop;
  if action = 'update' and after = '{}' then
    return;
  end if;
  select string_agg(coalesce(whole_after, whole_before) ->> key, ' ' order by place) into subject
  from unnest(string_to_array(key_columns, ',')) with ordinality as keys (key, place);
  perform private.record_audit(action, table_name, subject,
    case when action <> 'insert' then jsonb_strip_nulls(before) end,
    case when action <> 'delete' then case when action = 'insert' then jsonb_strip_nulls(after) else after end end);
end $$;

-- For tables that have no further steps; its arguments: `whose`, the key's columns, the columns, the withheld ones.
create function private.audit_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit_change(tg_table_name, tg_argv[0], tg_argv[1], tg_argv[2], old, new, coalesce(tg_argv[3], ''));
  return null;
end $$;

-- The text that is hashed: the same for the same row on every server, whatever its settings.
create function private.audit_text(entry public.audit_trail) returns text
language sql immutable set search_path = ''
as $$
  select (jsonb_build_array((entry).id, extract(epoch from (entry).created_at)::text, (entry).actor_id, (entry).actor_role,
    (entry).address, (entry).action, (entry).subject_type, (entry).subject_id, (entry).before, (entry).after)
    || case when (entry).aal is null then '[]'::jsonb else jsonb_build_array((entry).aal) end)::text
$$;

-- Batches whose every entry has had its time go as a whole; their hashes stay.
create function private.forget_audit_trail() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint := 0;
  batch private.audit_seals;
begin
  -- A period that changes meanwhile waits, so that the one that counted is known afterwards.
  perform from public.retention_periods where subject = 'audit_trail' for share;
  for batch in
    select * from private.audit_seals where forgotten_at is null order by id limit 1000
  loop
    exit when batch.newest_at >= private.retained_since('audit_trail');
    update private.audit_seals set forgotten_at = now() where id = batch.id;
    delete from public.audit_trail where id = any (batch.entry_ids);
    gone := gone + cardinality(batch.entry_ids);
  end loop;
  return gone;
end $$;

create function private.audited_filters(filters jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_build_object(
      'status', substring(filters ->> 'status' from '^[a-z_.]{1,64}$'),
      'searched', coalesce(filters -> 'searched' = 'true', false),
      'overdue', coalesce(filters -> 'overdue' = 'true', false),
      'assignee', substring(filters ->> 'assignee' from
        '^(?:mine|nobody|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$')
    ) || coalesce(jsonb_object_agg(name, day_text) filter (where day_text is not null), '{}')
    || coalesce((
      select jsonb_build_object('filters', jsonb_object_agg(key, value)) from jsonb_each_text(filters -> 'filters') as chosen (key, value)
      where key ~ '^[a-z_]{1,20}$' and value ~ '^[A-Za-z0-9 /_-]{1,60}$' having count(*) > 0
    ), '{}')
  from (
    select name, substring(filters ->> name from
      '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})$') as day_text
    from unnest(array['since', 'until']) as name
  ) as days
$$;

create trigger queue_audit_entry after insert on public.audit_trail
  for each row execute function private.queue_audit_entry();

create trigger refuse_change before update on public.audit_trail
  for each row execute function private.refuse_change();

create trigger refuse_early_delete before delete on public.audit_trail
  for each row execute function private.refuse_early_delete();

create trigger refuse_truncate before truncate on public.audit_trail
  for each statement execute function private.refuse_change();

alter table public.audit_trail enable row level security;
revoke all on table public.audit_trail from public, anon, authenticated, service_role;
revoke all on sequence public.audit_trail_id_seq from public, anon, authenticated, service_role;
grant select on table public.audit_trail to authenticated, service_role;
create policy "Staff who may read the audit trail" on public.audit_trail
  for select to authenticated
  using ((select private.has_permission('audit_events.read')));

revoke all on function
  private.audit_change(), private.audit_change(text, text, text, text, anyelement, anyelement, text),
  private.audit_text(public.audit_trail), private.client_address(),
  private.forget_audit_trail(), private.record_audit(text, text, text, jsonb, jsonb),
  private.record_audit_of(uuid, text, text, text, text, jsonb, jsonb), private.audited_filters(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function private.forget_audit_trail() to service_role;
