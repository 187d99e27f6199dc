-- "The same phone number" of two registrations: whichever of the numbers that a form asks for.

create view private.registration_phones with (security_invoker = true) as
  select id, phone from public.farmers
  union all select id, phone from public.training_enrolments
  union all select training_enrolment_id, guardian_phone from public.training_enrolment_private
  union all select id, contact_phone from public.buyers
  union all select id, alternative_phone from public.buyers
  union all select id, contact_phone from public.investors
  union all select investor_id, company_phone from public.investor_private;
revoke all on table private.registration_phones from public, anon, authenticated, service_role;

create index buyers_alternative_phone_idx on public.buyers (alternative_phone);
create index training_enrolment_private_guardian_phone_idx on public.training_enrolment_private (guardian_phone);
create index investor_private_company_phone_idx on public.investor_private (company_phone);

-- As before, but for the numbers.
create or replace function public.find_duplicates(record_type text, record_id uuid)
returns table (other_type text, other_id uuid, reference text, contact_name text, status text, created_at timestamptz, reasons text[])
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable text[] := private.registrations_with('read');
  mine private.registrations;
  near uuid[];
  -- The noughts that stand for an erased number are nobody's.
  phones text[] := array(select phone from private.registration_phones where id = find_duplicates.record_id and phone ~ '[1-9]');
  same_phone uuid[];
begin
  if find_duplicates.record_type is null or find_duplicates.record_type <> all (readable) then
    raise exception 'permission denied to read %', find_duplicates.record_type using errcode = '42501';
  end if;
  select * into mine from private.registrations as record
  where record.record_type = find_duplicates.record_type and record.id = find_duplicates.record_id;
  if mine.id is null then
    return;
  end if;
  same_phone := array(select id from private.registration_phones where phone = any (phones));
  -- Each by an index of its own.
  near := array(
    select vault.other_id from private.find_vault_matches(mine.record_type, mine.id) as vault
    union select unnest(same_phone)
    union select id from private.registrations where lower(contact_email) = lower(mine.contact_email)
    union select id from private.registrations where user_id = mine.user_id
  );
  return query
    with sealed as (
      select vault.other_id as id, array_agg(vault.kind order by vault.kind) as kinds
      from private.find_vault_matches(mine.record_type, mine.id) as vault
      where vault.kind <> 'selfie'
      group by vault.other_id
    ),
    hinted as (
      select record.*, array_remove(
        array(select case kind when 'name' then 'same_name' when 'dateOfBirth' then null else 'same_' || kind end
          from unnest(sealed.kinds) as kind)
        || case when record.id = any (same_phone) then 'same_phone' end
        || case when lower(record.contact_email) = lower(mine.contact_email) then 'same_email' end
        || case when record.user_id = mine.user_id then 'same_member' end
        || case when 'dateOfBirth' = any (sealed.kinds)
            and ('name' = any (sealed.kinds) or private.name_likeness(record.contact_name, mine.contact_name) >= 0.5)
          then 'near_name_and_birth_date' end, null) as reasons
      from private.registrations as record
      left join sealed on sealed.id = record.id
      where record.id = any (near) and record.id <> mine.id
    )
    select hinted.record_type, hinted.id, hinted.reference, hinted.contact_name, hinted.status, hinted.created_at,
      hinted.reasons
    from hinted
    where hinted.record_type = any (readable) and cardinality(hinted.reasons) > 0
    order by cardinality(hinted.reasons) desc, hinted.created_at desc limit 50;
end $$;
