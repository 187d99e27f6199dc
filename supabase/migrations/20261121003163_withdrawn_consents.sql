-- A consent that is taken back stops by itself what hangs on it: a registration whose person no longer agrees is not
-- approved, and what is shown of a farm to everybody is taken down. Agreed to anew (with a correction), it goes on.

-- Whether somebody has taken back what the registration rests on: the terms, or, of a minor, the guardian's agreement.
create function private.is_consent_withdrawn(record_type text, record_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(bool_or(not latest.is_given), false)
  from (
    select distinct on (consents.purpose) consents.is_given from public.consents
    where consents.record_type = $1 and consents.record_id = $2 and (
      consents.purpose = 'terms' or consents.purpose = 'guardian' and exists (
        select from public.training_enrolments as enrolment where enrolment.id = $2 and enrolment.is_minor
      )
    )
    order by consents.purpose, consents.id desc
  ) as latest
$$;

create function private.refuse_without_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_consent_withdrawn(tg_table_name, new.id) then
    raise exception 'The person has taken back their consent: it can be declined, and not approved.'
      using errcode = '23514', hint = 'status';
  end if;
  return new;
end $$;

create trigger refuse_without_consent before update of status on public.farmers
  for each row when (new.status = 'approved' and old.status <> 'approved')
  execute function private.refuse_without_consent();
create trigger refuse_without_consent before update of status on public.training_enrolments
  for each row when (new.status = 'approved' and old.status <> 'approved')
  execute function private.refuse_without_consent();
create trigger refuse_without_consent before update of status on public.buyers
  for each row when (new.status = 'approved' and old.status <> 'approved')
  execute function private.refuse_without_consent();
create trigger refuse_without_consent before update of status on public.investors
  for each row when (new.status = 'approved' and old.status <> 'approved')
  execute function private.refuse_without_consent();

-- What a farm offers names it to everybody. The house takes it down, and not the farmer, who reviews no products.
create function private.stop_what_hangs_on_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
begin
  -- In the order in which carts and orders lock products.
  perform from public.products where farmer_id = new.record_id and status <> 'hidden' order by id for update;
  perform set_config('request.jwt.claims', '', true);
  update public.products set status = 'hidden', review_note = 'The farmer has taken back the consent to be shown here.'
  where farmer_id = new.record_id and status <> 'hidden';
  perform set_config('request.jwt.claims', claims, true);
  return null;
end $$;

create trigger stop_what_hangs_on_consent after insert on public.consents
  for each row when (not new.is_given and new.record_type = 'farmers' and new.purpose = 'terms')
  execute function private.stop_what_hangs_on_consent();

create function private.refuse_to_publish_without_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_consent_withdrawn('farmers', new.farmer_id) then
    raise exception 'The farmer has taken back the consent to be shown here.' using errcode = '23514', hint = 'status';
  end if;
  return new;
end $$;

create trigger refuse_to_publish_without_consent before insert or update of status, farmer_id on public.products
  for each row when (new.status = 'published' and new.farmer_id is not null)
  execute function private.refuse_to_publish_without_consent();

revoke all on function private.is_consent_withdrawn(text, uuid), private.refuse_without_consent(),
  private.stop_what_hangs_on_consent(), private.refuse_to_publish_without_consent() from public;
