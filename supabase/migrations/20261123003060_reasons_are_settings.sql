-- Reasons for a decline stand among the settings, and every decline sends one: changing them takes a second factor.

drop policy "Staff who may add reasons" on public.decline_reasons;
drop policy "Staff who may change reasons" on public.decline_reasons;
drop policy "Staff who may remove reasons" on public.decline_reasons;
create policy "Staff who may add reasons, with a second factor" on public.decline_reasons
  for insert to authenticated
  with check ((select private.has_strong_permission('decline_reasons.write')));
create policy "Staff who may change reasons, with a second factor" on public.decline_reasons
  for update to authenticated
  using ((select private.has_strong_permission('decline_reasons.write')))
  with check ((select private.has_strong_permission('decline_reasons.write')));
create policy "Staff who may remove reasons, with a second factor" on public.decline_reasons
  for delete to authenticated
  using ((select private.has_strong_permission('decline_reasons.write')));

-- Says so to whoever has the right: under the policies alone a removal would touch no row, in silence.
create function private.ask_for_second_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.has_permission(tg_argv[0]) then
    perform private.require_strong_right(tg_argv[0]);
  end if;
  return null;
end $$;
create trigger ask_for_second_factor before insert or update or delete on public.decline_reasons
  for each statement execute function private.ask_for_second_factor('decline_reasons.write');
revoke all on function private.ask_for_second_factor() from public;
