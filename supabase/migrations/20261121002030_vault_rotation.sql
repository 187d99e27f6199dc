-- A new master key: every key that the old one wrapped is wrapped anew. The secrets themselves stay as they are.

-- A batch of what another master key wrapped; owner is whose key it is, or which of the house's.
create function private.list_old_keys(master_key_id text, batch integer)
returns table (owner text, wrapped_key bytea, wrapped_by text)
language sql stable security definer set search_path = ''
as $$
  (
    select people.id::text, people.wrapped_key, people.master_key_id from strongroom.people
    where people.wrapped_key is not null and people.master_key_id <> $1 limit $2
  )
  union all
  select 'house ' || keys.name, keys.wrapped_key, keys.master_key_id from strongroom.keys
  where keys.master_key_id <> $1
$$;

-- True when the key was still as it was read: not destroyed and not wrapped by another rotation meanwhile.
create function private.rewrap_key(owner text, before bytea, after bytea, master_key_id text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if owner like 'house %' then
    update strongroom.keys set wrapped_key = after, master_key_id = rewrap_key.master_key_id
    where name = substr(owner, 7) and wrapped_key = before;
  else
    update strongroom.people set wrapped_key = after, master_key_id = rewrap_key.master_key_id
    where id = owner::uuid and wrapped_key = before;
  end if;
  return found;
end $$;

-- Which master keys are still needed: the vault does not open without them.
create function private.list_master_key_ids() returns setof text
language sql stable security definer set search_path = ''
as $$
  select people.master_key_id from strongroom.people where people.wrapped_key is not null
  union
  select keys.master_key_id from strongroom.keys
$$;

revoke all on function private.list_old_keys(text, integer), private.rewrap_key(text, bytea, bytea, text),
  private.list_master_key_ids() from public;
grant execute on function private.list_old_keys(text, integer), private.rewrap_key(text, bytea, bytea, text),
  private.list_master_key_ids() to service_role;
