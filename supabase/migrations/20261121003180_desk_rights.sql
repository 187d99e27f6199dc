-- The rights of the desk beyond the lists, and which right each kind of record asks for.

insert into public.role_permissions (role, permission)
values
  ('admin', 'roles.manage'),
  ('admin', 'exports.make'),
  ('admin', 'exports.unmasked'),
  ('admin', 'figures.read'),
  ('admin', 'mails.read'),
  ('admin', 'mails.resend'),
  ('admin', 'decline_reasons.write'),
  ('reviewer', 'exports.make'),
  ('reviewer', 'figures.read'),
  ('reviewer', 'mails.read'),
  ('reviewer', 'mails.resend'),
  ('reviewer', 'decline_reasons.write'),
  ('finance', 'exports.make'),
  ('finance', 'figures.read');

-- The kinds of record that staff work on; equal to deskRecordTypes in domain/desk.ts.
create function private.desk_types() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array['orders', 'farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications',
    'job_applications', 'contact_messages', 'products']
$$;

-- The name of the right; null for what is no such kind.
create function private.desk_permission(record_type text, verb text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when record_type <> all (private.desk_types()) then null
    when record_type = 'products' then 'products.write'
    when record_type = 'contact_messages' and verb = 'decide' then 'contact_messages.answer'
    else record_type || '.' || verb
  end
$$;

-- The kinds whose records the caller may read, or decide on; asked once for each statement.
create function private.desk_types_with(verb text) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(record_type), '{}') from unnest(private.desk_types()) as record_type
  where private.has_permission(private.desk_permission(record_type, desk_types_with.verb))
$$;

-- For functions: the caller's id, or a refusal.
create function private.require_desk_right(record_type text, verb text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  permission text := private.desk_permission(record_type, verb);
begin
  if permission is null then
    raise exception 'There is no such kind of record' using errcode = '22023';
  elsif (select auth.uid()) is null or not private.has_permission(permission) then
    raise exception 'permission denied to % %', verb, record_type using errcode = '42501';
  end if;
  return (select auth.uid());
end $$;

-- For functions whose right takes a second factor: the caller's id, or a refusal.
create function private.require_strong_right(permission text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  if (select auth.uid()) is null or not private.has_permission($1) then
    raise exception 'permission denied: %', $1 using errcode = '42501';
  elsif not private.has_strong_permission($1) then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  end if;
  return (select auth.uid());
end $$;

-- Whether there is such a record, whoever asks: its functions have asked for the right before.
create function private.has_record(record_type text, record_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_there boolean;
begin
  if record_type = any (private.desk_types()) then
    execute format('select exists (select from public.%I where id = $1)', record_type) into is_there using record_id;
  end if;
  return coalesce(is_there, false);
end $$;

revoke all on function private.desk_types(), private.desk_permission(text, text), private.desk_types_with(text),
  private.require_desk_right(text, text), private.require_strong_right(text), private.has_record(text, uuid) from public;
grant execute on function private.desk_types(), private.desk_permission(text, text), private.desk_types_with(text),
  private.require_desk_right(text, text), private.require_strong_right(text) to authenticated, service_role;
