-- As before (20261123003100), and: the name of somebody who left finds what they did.
create or replace function public.search_audit(
  search text default null, actor uuid default null, kind text default null, subject text default null,
  since timestamptz default null, until timestamptz default null, before_id bigint default null, most integer default 50
) returns table (id bigint, at timestamptz, actor_id uuid, actor_name text, actor_role text, address text, action text,
  subject_type text, subject_id text, before jsonb, after jsonb, is_sealed boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  words text := nullif(btrim(search_audit.search), '');
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  actors uuid[];
  named text[];
begin
  if not private.has_permission('audit_events.read') then
    raise exception 'permission denied to read the audit trail' using errcode = '42501';
  end if;
  if words is not null then
    actors := array(select profiles.id from public.profiles join (
        select user_id from public.user_roles union select user_id from public.staff_departures
      ) as staff on staff.user_id = profiles.id
      where profiles.full_name ilike pattern or profiles.email ilike pattern);
    named := array(select orders.id::text from public.orders where code = upper(words)
      union all select record.id::text from private.registrations as record where reference = upper(words));
  end if;
  return query
    select entry.id, entry.created_at, entry.actor_id, coalesce(person.full_name, person.email), entry.actor_role,
      entry.address, entry.action, entry.subject_type, entry.subject_id, entry.before, entry.after,
      not exists (select from private.audit_unsealed where entry_id = entry.id)
    from public.audit_trail as entry
    left join public.profiles as person on person.id = entry.actor_id
    where (words is null or entry.action ilike pattern or entry.subject_type ilike pattern or entry.subject_id ilike pattern
        or entry.subject_id = any (named) or entry.address = words or entry.actor_id = any (actors))
      and (search_audit.actor is null or entry.actor_id = search_audit.actor)
      and (search_audit.kind is null or entry.subject_type = search_audit.kind)
      and (search_audit.subject is null or entry.subject_id = search_audit.subject)
      and (search_audit.since is null or entry.created_at >= search_audit.since)
      and (search_audit.until is null or entry.created_at < search_audit.until)
      and (search_audit.before_id is null or entry.id < search_audit.before_id)
    order by entry.id desc limit least(greatest(most, 1), 1000);
end $$;
