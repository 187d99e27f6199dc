-- A decision on an application or a listing is told in the transaction that makes it, as those on orders and registrations are.

-- Security definer, because staff may not write mail by themselves.
create function private.tell_applicant() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  decided jsonb := to_jsonb(new);
  prefix text := case tg_table_name when 'partnership_applications' then 'partnership' else 'application' end;
begin
  perform private.enqueue_mail(prefix || '_' || new.status, new.email, jsonb_strip_nulls(jsonb_build_object(
    'record_type', tg_table_name, 'record_id', new.id, 'reason', new.decline_reason,
    'contact_person', decided -> 'contact_person', 'partnership_type', decided -> 'partnership_type',
    'full_name', decided -> 'full_name', 'position_title', decided -> 'position_title'
  )));
  return null;
end $$;

create trigger tell_applicant after update of status on public.partnership_applications
  for each row when (new.status <> old.status and new.status in ('approved', 'declined')) execute function private.tell_applicant();
create trigger tell_applicant after update of status on public.job_applications
  for each row when (new.status <> old.status and new.status in ('approved', 'declined')) execute function private.tell_applicant();

-- To the farmer whose listing it is, unless the farmer did it.
create function private.tell_farmer_of_listing() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  farmer public.farmers;
  recipient text;
begin
  select * into farmer from public.farmers where id = new.farmer_id;
  recipient := coalesce((select email from public.profiles where id = farmer.user_id), farmer.contact_email);
  if recipient is null or farmer.user_id is not distinct from (select auth.uid()) then
    return null;
  end if;
  perform private.enqueue_mail('listing_' || new.status, recipient, jsonb_strip_nulls(jsonb_build_object(
    'record_type', 'products', 'record_id', new.id,
    'name', farmer.contact_name, 'listing', new.name, 'reason', new.review_note
  )));
  return null;
end $$;
create trigger tell_farmer after update of status on public.products
  for each row when (new.status <> old.status and new.status in ('published', 'hidden') and not new.is_demo)
  execute function private.tell_farmer_of_listing();

revoke all on function private.tell_applicant(), private.tell_farmer_of_listing() from public;
