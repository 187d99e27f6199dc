-- The trail takes no words of whoever asks for a file: of the filters only those that a list has, each in the form it has.

create function private.told_filters(filters jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_build_object(
      'status', substring(filters ->> 'status' from '^[a-z_.]{1,64}$'),
      'searched', coalesce(filters -> 'searched' = 'true', false),
      'overdue', coalesce(filters -> 'overdue' = 'true', false),
      'assignee', substring(filters ->> 'assignee' from
        '^(?:mine|nobody|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$')
    ) || coalesce(jsonb_object_agg(name, moment) filter (where moment is not null), '{}')
  from (
    select name, substring(filters ->> name from
      '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})$') as moment
    from unnest(array['since', 'until']) as name
  ) as moments
$$;
revoke all on function private.told_filters(jsonb) from public;

-- As before (20261123003110), with told_filters, and of the format only what there is.
create or replace function public.start_export(list text, format text, filters jsonb default '{}', unmasked boolean default false)
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
  else
    perform private.open_list(list);
  end if;
  if unmasked then
    perform private.require_strong_right('exports.unmasked');
  end if;
  perform private.record_audit('export', list, null, null,
    jsonb_build_object('format', substring(format from '^(?:csv|xlsx)$'), 'filters', private.told_filters(filters), 'unmasked', coalesce(unmasked, false)));
  return coalesce(unmasked, false);
end $$;
