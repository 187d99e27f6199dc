-- Registrations that were sent without an account become the account's that has proved the same address or number.

-- Security definer, because a member may write no registration. Answers what was claimed. What was proved is asked of
-- the auth service's own rows, never of the token or of metadata. The links of a claimed registration end: from now
-- on its door is the account. A buyer who is registered as such already keeps that record alone.
-- An address may have been mistyped: what is secret is shown whole only to whoever also holds a link that stood on the
-- screen after sending (tokens), for the links that were mailed prove no more than the mailbox does.
create function public.claim_registrations(tokens text[] default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person record;
  found_record private.registrations;
  hashes text[] := array(
    select encode(sha256(convert_to(token, 'UTF8')), 'hex') from unnest(claim_registrations.tokens[1:50]) as token
  );
  claimed jsonb := '[]';
  touched integer;
begin
  select id, case when email_confirmed_at is not null then lower(email) end as email,
    case when phone_confirmed_at is not null then '+' || ltrim(phone, '+') end as phone
  into person from auth.users where id = (select auth.uid());
  if person.id is null then
    raise exception 'Please sign in first' using errcode = '42501';
  end if;
  insert into public.profiles (id, email)
  select id, email from auth.users where id = person.id and email is not null
  on conflict (id) do nothing;
  for found_record in
    select * from private.registrations
    where user_id is null and not is_demo and (lower(contact_email) = person.email or contact_phone = person.phone)
    order by created_at
  loop
    begin
      execute format('update public.%I set user_id = $1 where id = $2 and user_id is null', found_record.record_type)
        using person.id, found_record.id;
      get diagnostics touched = row_count;
    exception when unique_violation then
      touched := 0;
    end;
    if touched = 1 then
      perform private.claim_vault_person(private.vault_person_of(found_record.record_type, found_record.id), person.id,
        exists (
          select from private.tracking_links as link
          where link.record_id = found_record.id and link.token_hash = any (hashes) and not link.is_mailed
            and link.expires_at > now()
        ));
      delete from private.tracking_links where record_id = found_record.id;
      claimed := claimed || jsonb_build_object('recordType', found_record.record_type, 'id', found_record.id,
        'reference', found_record.reference);
    end if;
  end loop;
  return claimed;
end $$;
revoke all on function public.claim_registrations(text[]) from public, anon, authenticated, service_role;
grant execute on function public.claim_registrations(text[]) to authenticated;
