-- A buyer who is written straight into the table names a state of Nigeria too, where the country is Nigeria (decision 55).
-- The states are those of the form's rule, so that there is one list; checked when a buyer is added, as the form is.
create function private.check_state_of_buyer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if lower(private.clean_line(new.country) collate "C") = 'nigeria' and not exists (
    select from private.field_rules
    where form = 'buyer_' || new.buyer_type and field = 'state' and private.clean_line(new.state) = any (options)
  ) then
    raise exception 'Please select state' using errcode = '23514', detail = 'state', hint = 'state';
  end if;
  return new;
end $$;
revoke all on function private.check_state_of_buyer() from public;
create trigger check_state before insert on public.buyers
  for each row execute function private.check_state_of_buyer();
