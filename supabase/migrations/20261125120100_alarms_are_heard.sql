-- What is said to the address outside, to admins and to the witness of the audit trail is not silenced from the desk; a code
-- is good for the address that it was mailed to; and one's own contact is one's own in each of its spellings.

-- As before (20261123003090), and: alarms, notices of sittings and breaches, and heads, which staff could silence for others.
create or replace function private.is_suppressed(recipient text, template text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.mail_suppressions
    where email = lower($1) and (expires_at is null or expires_at > now())
      and (reason = 'bounced' or $2 !~ '^(auth|staff|audit|breach)_'))
$$;

-- A code that went to a mailbox which is not the address outside any more confirms nothing.
create function private.end_settlement_codes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.settlement_codes;
  return null;
end $$;
create trigger end_settlement_codes after update of value on private.house_settings
  for each row when (new.name = 'settlement_alarm_email' and lower(new.value) <> lower(old.value))
  execute function private.end_settlement_codes();

-- A mailbox without what stands after a plus: name+shop@example.com is name@example.com.
create function private.mailbox_of(email text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(lower($1), '^([^+@]+)\+[^@]*@', '\1@')
$$;

-- As before (20261124001100), by the mailbox.
create or replace function private.is_own_contact(email text, phone text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.users as account left join public.profiles as person on person.id = account.id
    where account.id = (select auth.uid()) and (
      private.mailbox_of($1) in (private.mailbox_of(person.email), private.mailbox_of(private.proved_address(account.id)))
      or private.normalise_phone($2) in (person.phone, private.proved_number(account.id))
    )
  )
$$;

-- As before (20261124001100), and: a buyer's other number, and the company that an investor names.
create or replace function private.is_own_record(record_type text, record_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller_id text := (select auth.uid());
  found_record jsonb;
begin
  if caller_id is null then
    return false;
  elsif record_type = 'orders' then
    return exists (select from public.orders where id = record_id and private.is_own_order(orders));
  elsif record_type = 'products' then
    select to_jsonb(farmer) into found_record
    from public.products join public.farmers as farmer on farmer.id = products.farmer_id where products.id = record_id;
  else
    execute format('select to_jsonb(t) from public.%I as t where id = $1', record_type) into found_record using record_id;
  end if;
  return coalesce(found_record ->> 'user_id' = caller_id, false)
    or coalesce(record_type = 'investors' and found_record ->> 'entered_by' = caller_id, false)
    or private.is_own_contact(
      coalesce(found_record ->> 'contact_email', found_record ->> 'email'),
      coalesce(found_record ->> 'contact_phone', found_record ->> 'phone'))
    or private.is_own_contact(null, found_record ->> 'alternative_phone')
    or (record_type = 'investors' and exists (select from public.investor_private as behind
      where behind.investor_id = record_id and private.is_own_contact(behind.company_email, behind.company_phone)));
end $$;

revoke all on function private.end_settlement_codes(), private.mailbox_of(text) from public;
