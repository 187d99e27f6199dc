-- Export, erasure and deletion of an account; what they do with each table is generated from the register of personal data.

-- The registrations of an account, or of a guest whom only the vault knows.
create function private.registrations_of(user_id uuid, person_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  return query
    with recursive own (id) as (
      select known.id from (
        select records.record_id as id from app_vault.records where records.person_id = any (registrations_of.person_ids)
        union select t.id from public.farmers as t where t.user_id = registrations_of.user_id
        union select t.id from public.training_enrolments as t where t.user_id = registrations_of.user_id
        union select t.id from public.buyers as t where t.user_id = registrations_of.user_id
        union select t.id from public.investors as t where t.user_id = registrations_of.user_id
      ) as known
      union
      -- What was made a part of theirs, unless another account has it.
      select merge.younger_id from own join private.registration_merges as merge on merge.older_id = own.id
      where not exists (
        select from private.registrations as record
        where record.id = merge.younger_id and record.user_id <> coalesce(registrations_of.user_id, '00000000-0000-0000-0000-000000000000')
      )
    )
    select own.id from own;
end $$;

-- Every row that is about them, by table; what is secret comes from the server, which can open it.
create function private.export_person(user_id uuid, person_ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.export_rows($1, $2, address) || private.export_platform_rows($1, $2, address)
  from private.proved_address($1) as address
$$;

-- Destroys what is secret about a person, for good: their keys first, then secrets, last fours and hashes, wherever a
-- copy of this database lies. The rest as the register says. What still waited for a decision is closed, and what a farm offered
-- is hidden.
-- Erasing the same person twice changes nothing more.
create function private.erase_person(user_id uuid, person_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text := private.proved_address(user_id);
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  their_records uuid[];
  their_addresses text[];
  everybody uuid[];
  closed_type text;
  farm_id uuid;
begin
  -- Anyone else the vault knows as the owner of one of their registrations is them, claimed or not.
  select coalesce(array_agg(id), '{}') into everybody from (
    select unnest(person_ids) as id
    union
    select records.person_id from app_vault.records
    where records.record_id in (select private.registrations_of(user_id, person_ids))
  ) as known;
  perform from app_vault.people where id = any (everybody) order by id for update;
  select coalesce(array_agg(id), '{}') into their_records from private.registrations_of(user_id, everybody) as id;
  update app_vault.people set wrapped_key = null, erased_at = now()
  where id = any (everybody) and erased_at is null;

  -- The application does what follows, and not the person: nobody decides on their own record.
  perform set_config('request.jwt.claims', '', true);
  foreach closed_type in array private.registration_types() loop
    execute format($sql$
      update public.%I set status = 'declined', decline_reason = 'Withdrawn: erased at the request of the person.'
      where id = any ($1) and status = 'pending'
    $sql$, closed_type) using their_records;
  end loop;
  -- Locked first: who adds a product to one of these farms waits, and is refused.
  for farm_id in select id from public.farmers where id = any (their_records) order by id for update loop
    perform private.hide_listings(farm_id, 'The farmer has had their data erased.');
  end loop;
  -- Those that wait have names in them, and nobody wants to read "declined" after "erase". A farmer's listings are theirs.
  perform private.forget_recipients(their_records || array(
    select id from public.products where farmer_id = any (their_records)
    union all select id from public.contact_messages where about_id = any (their_records)));
  -- What staff entered for them was noted under no account, by which it could be found later: by its attempt, and by an
  -- address that they proved or that staff typed. One that the person typed themselves may be anybody's.
  select coalesce(array_agg(lower(contact.email)), '{}') into their_addresses from (
    select address as email
    union select contact_email from public.buyers where id = any (their_records) and channel <> 'web'
    union select answers ->> 'email' from public.registration_submissions
      where record_id = any (their_records) and registration_submissions.channel <> 'web'
  ) as contact where contact.email <> '';
  delete from public.audit_events
  where audit_events.user_id is null and (
    lower(audit_events.email) = any (their_addresses) or attempt_id = any (their_records) or attempt_id in (
      select idempotency_key from private.submission_keys where record_id = any (their_records)
    )
  );
  -- Without this, storage refuses; the bytes of a file whose row is gone are swept away within a day.
  perform set_config('storage.can_delete', 'true', true), set_config('storage.allow_delete_query', 'true', true);
  perform private.erase_rows(user_id, everybody, address);
  perform set_config('storage.can_delete', '', true), set_config('storage.allow_delete_query', '', true);
  perform set_config('request.jwt.claims', claims, true);
end $$;

-- For the signed-in user, as strongly as their account can: a password alone does not erase what a second factor guards.
create function public.erase_my_data() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
begin
  if caller_id is null then
    raise exception 'Please sign in to erase your data' using errcode = '42501';
  elsif coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2'
    and exists (select from auth.mfa_factors as factor where factor.user_id = caller_id and factor.status = 'verified')
  then
    raise exception 'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.'
      using errcode = '42501', hint = 'aal2';
  end if;
  perform private.erase_person(caller_id, private.vault_person_ids(caller_id));
end $$;

create function private.find_deletion_obstacle(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select 'You are the only admin. Make somebody else an admin first.'
  where exists (select from public.user_roles r where r.user_id = $1 and r.role = 'admin')
    and not private.has_admin_besides($1)
$$;

create function private.delete_account(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  obstacle text;
  own_orders uuid[];
begin
  -- Two admins who leave at the same time leave one after the other.
  perform pg_advisory_xact_lock(hashtextextended('delete account', 0));
  obstacle := private.find_deletion_obstacle(user_id);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = '55000';
  end if;
  perform private.erase_person(user_id, private.vault_person_ids(user_id));
  delete from public.audit_events where audit_events.user_id = delete_account.user_id;

  select coalesce(array_agg(id), '{}') into own_orders from public.orders where orders.user_id = delete_account.user_id;
  update public.orders set status = 'declined', decline_reason = 'withdrawn_by_buyer', decline_code = 'withdrawn_by_buyer'
  where id = any (own_orders) and status = 'pending' and fulfilment_status = 'none';
  perform private.forget_recipients(own_orders);
  perform private.forget_buyer(own_orders);

  delete from auth.users where id = delete_account.user_id;
end $$;
comment on function private.delete_account(uuid) is 'security definer: nobody deletes accounts, and nobody changes what an order says.';

revoke all on function
  private.delete_account(uuid), private.erase_person(uuid, uuid[]), private.export_person(uuid, uuid[]),
  private.find_deletion_obstacle(uuid), private.registrations_of(uuid, uuid[]), public.erase_my_data()
  from public, anon, authenticated, service_role;
grant execute on function
  private.delete_account(uuid), private.erase_person(uuid, uuid[]), private.export_person(uuid, uuid[]),
  private.find_deletion_obstacle(uuid)
  to service_role;
grant execute on function public.erase_my_data() to authenticated;
