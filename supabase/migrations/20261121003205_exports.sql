-- Taking a list out of the house: with the right, a second factor, and an entry in the audit trail before the first row.

-- Answers whether the caller gets contact details whole. The server calls this as the caller, then reads the rows as
-- the caller too: what somebody may not read, their file does not hold.
create function public.start_export(list text, format text, filters jsonb default '{}', unmasked boolean default false)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_strong_right('exports.make');
  if list = 'newsletter_subscriptions' then
    if not private.has_permission('newsletter_subscriptions.read') then
      raise exception 'permission denied to read %', list using errcode = '42501';
    end if;
  else
    perform private.require_desk_right(list, 'read');
  end if;
  if unmasked then
    perform private.require_strong_right('exports.unmasked');
  end if;
  perform private.record_audit('export', list, null, null,
    jsonb_build_object('format', left(format, 10), 'filters', filters, 'unmasked', coalesce(unmasked, false)));
  return coalesce(unmasked, false);
end $$;
revoke all on function public.start_export(text, text, jsonb, boolean) from public, anon, authenticated, service_role;
grant execute on function public.start_export(text, text, jsonb, boolean) to authenticated;
