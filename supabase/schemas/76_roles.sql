-- Roles that admins make, and what each role may do and how far.

-- details = {title, description, permissions: [...], refundUpToKobo, quoteBelowListPercent}. Answers the role's name.
create function public.create_role(details jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  base text;
  created_name text;
  place integer := 1;
begin
  perform private.require_strong_right('roles.manage');
  perform private.check_role(details, null);
  -- Trails and reports name a role by it, also when it is gone: of its title, and never one that there was before.
  base := 'own_' || coalesce(
    nullif(btrim(left(regexp_replace(lower(private.clean_line(details ->> 'title')), '[^a-z0-9]+', '_', 'g'), 28), '_'), ''), 'role');
  created_name := base;
  while exists (select from public.roles where name = created_name) loop
    place := place + 1;
    created_name := base || '_' || place;
  end loop;
  insert into public.roles (name, title, description)
  values (created_name, private.clean_line(details ->> 'title'), private.clean_line(details ->> 'description'));
  perform private.store_role_rights(created_name, details);
  return created_name;
end $$;

-- All of a role at once, when it is still as it was seen; the title of a built-in role stays.
create function public.change_role(name text, details jsonb, expected_at timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored_role public.roles;
begin
  perform private.require_strong_right('roles.manage');
  select roles.* into stored_role from public.roles where roles.name = change_role.name and roles.ended_at is null for update;
  if stored_role.name is null then
    raise exception 'There is no such role' using errcode = 'P0002';
  elsif stored_role.name = 'admin' then
    raise exception 'Admins keep every right, and theirs alone is that of giving rights' using errcode = '23514', hint = 'role';
  elsif stored_role.updated_at is distinct from expected_at then
    raise exception 'Somebody else has changed this role by now. Please look again.' using errcode = 'PT409';
  end if;
  perform private.check_role(details, stored_role.name);
  update public.roles set updated_at = now(),
    title = case when is_built_in then roles.title else private.clean_line(details ->> 'title') end,
    description = case when is_built_in then roles.description else private.clean_line(details ->> 'description') end
  where roles.name = stored_role.name;
  perform private.store_role_rights(stored_role.name, details);
end $$;

-- Deletes a role that nobody has and nobody is invited to. Its row stays, since invitations of former times name it.
create function public.delete_role(name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored_role public.roles;
begin
  perform private.require_strong_right('roles.manage');
  select roles.* into stored_role from public.roles where roles.name = delete_role.name and roles.ended_at is null for update;
  if stored_role.name is null then
    raise exception 'There is no such role' using errcode = 'P0002';
  elsif stored_role.is_built_in then
    raise exception 'This role is a part of the application, and stays' using errcode = '23514', hint = 'role';
  elsif exists (select from public.user_roles where role = stored_role.name) then
    raise exception 'Somebody has this role. Please give them another one first.' using errcode = '23514', hint = 'role';
  elsif exists (select from public.staff_invitations
    where role = stored_role.name and accepted_at is null and withdrawn_at is null and expires_at > now())
  then
    raise exception 'Somebody is invited to this role. Please withdraw the invitation first.' using errcode = '23514', hint = 'role';
  end if;
  delete from public.role_permissions where role = stored_role.name;
  update public.roles set ended_at = now(), updated_at = now() where roles.name = stored_role.name;
end $$;

create function private.check_role(details jsonb, own_name text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  role_title text := coalesce(private.clean_line(details ->> 'title'), '');
begin
  if char_length(role_title) not between 2 and 40 then
    raise exception 'Please name the role in 2 to 40 characters' using errcode = '23514', hint = 'title';
  elsif exists (select from public.roles where lower(title) = lower(role_title) and ended_at is null and name is distinct from own_name) then
    raise exception 'There is a role of this name already' using errcode = '23514', hint = 'title';
  elsif char_length(coalesce(private.clean_line(details ->> 'description'), '')) not between 2 and 200 then
    raise exception 'Please say in 2 to 200 characters what it is for' using errcode = '23514', hint = 'description';
  elsif jsonb_typeof(details -> 'permissions') is distinct from 'array' or jsonb_array_length(details -> 'permissions') = 0 then
    raise exception 'Please give the role one right at least' using errcode = '23514', hint = 'permissions';
  elsif exists (
    select from jsonb_array_elements_text(details -> 'permissions') as wanted
    where wanted = 'roles.manage' or not exists (
      select from public.role_permissions as known where known.role = 'admin' and known.permission = wanted))
  then
    raise exception 'There is no such right, or admins alone have it' using errcode = '23514', hint = 'permissions';
  end if;
  perform private.check_needed_rights(array(select jsonb_array_elements_text(details -> 'permissions')));
  if coalesce(details ->> 'refundUpToKobo', '0') !~ '^[0-9]{1,15}$' then
    raise exception 'Please enter an amount, or nothing for no limit' using errcode = '23514', hint = 'refundUpToKobo';
  elsif coalesce(details ->> 'quoteBelowListPercent', '0') !~ '^([0-9]{1,2}|100)$' then
    raise exception 'Please enter a number from 0 to 100, or nothing for no limit' using errcode = '23514', hint = 'quoteBelowListPercent';
  end if;
end $$;

-- The right without which another one opens nothing: who acts on something sees it. As findNeededRight of domain/ says it.
create function private.needed_right(permission text) returns text
language sql stable security definer set search_path = ''
as $$
  select case needed_right.permission when 'payments.confirm' then 'orders.read' when 'exports.unmasked' then 'exports.make' else (
    select known.permission from public.role_permissions as known
    where known.role = 'admin' and known.permission = split_part(needed_right.permission, '.', 1) || '.read'
      and known.permission <> needed_right.permission) end
$$;

-- `changed` is the one right that is given or taken: what a role lacks besides is no matter of this change. Null: all of them.
create function private.check_needed_rights(held text[], changed text default null) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  needed text := (select private.needed_right(permission) from unnest(held) as permission
    where private.needed_right(permission) <> all (held)
      and (changed is null or changed in (permission, private.needed_right(permission))) order by permission limit 1);
begin
  if needed = 'exports.make' then
    raise exception 'A role that downloads lists in clear needs the right to download them' using errcode = '23514', hint = 'permissions';
  elsif needed is not null then
    raise exception 'A role that acts on % needs the right to see them', replace(split_part(needed, '.', 1), '_', ' ')
      using errcode = '23514', hint = 'permissions';
  end if;
end $$;

create function private.store_role_rights(role_name text, details jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  wanted text[] := array(select jsonb_array_elements_text(details -> 'permissions'));
begin
  update public.roles set refund_up_to_kobo = (details ->> 'refundUpToKobo')::bigint,
    quote_below_list_percent = (details ->> 'quoteBelowListPercent')::integer
  where name = role_name;
  delete from public.role_permissions where role = role_name and permission <> all (wanted);
  insert into public.role_permissions (role, permission) select distinct role_name, unnest(wanted) on conflict do nothing;
  perform private.free_work_of_role(role_name);
end $$;

-- The last things that a colleague did, present or former, for those who may read the audit trail too. Who accepted an invitation
-- wrote the row of their own role: which one it was, and who gave it.
create function public.list_last_actions()
returns table (user_id uuid, action text, subject_type text, at timestamptz, given_role text, given_by text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.has_permission('roles.read') and private.has_permission('audit_events.read')) then
    raise exception 'permission denied to read what colleagues did' using errcode = '42501';
  end if;
  return query
    select held.user_id, entry.action, entry.subject_type, entry.created_at,
      (select given.title from public.roles as given where given.name = entry.own_role),
      case when entry.own_role is not null then private.name_account(entry.granted_by::uuid) end
    from (
      select known.user_id from public.user_roles as known
      union
      select left_us.user_id from public.staff_departures as left_us
    ) as held
    cross join lateral (
      select trail.id, trail.action, trail.subject_type, trail.created_at, trail.after ->> 'granted_by' as granted_by,
        case when trail.action = 'insert' and trail.subject_type = 'user_roles' and trail.subject_id = trail.actor_id::text
          then trail.after ->> 'role' end as own_role
      from public.audit_trail as trail
      where trail.actor_id = held.user_id order by trail.created_at desc, trail.id desc limit 3
    ) as entry
    order by entry.created_at desc, entry.id desc;
end $$;

revoke all on function
  private.check_needed_rights(text[], text), private.check_role(jsonb, text), private.needed_right(text), private.store_role_rights(text, jsonb), public.change_role(text, jsonb, timestamptz),
  public.create_role(jsonb), public.delete_role(text), public.list_last_actions()
  from public, anon, authenticated, service_role;
grant execute on function
  public.change_role(text, jsonb, timestamptz), public.create_role(jsonb), public.delete_role(text),
  public.list_last_actions()
  to authenticated;
