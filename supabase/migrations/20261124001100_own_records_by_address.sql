-- Somebody's own record is also what they sent without an account: it becomes theirs as soon as it is decided. It is known,
-- as an order is, by the mailbox and the number that it names.

-- Whether a mailbox or a number is the caller's, by their profile or by what they proved.
create function private.is_own_contact(email text, phone text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.users as account left join public.profiles as person on person.id = account.id
    where account.id = (select auth.uid()) and (
      lower($1) in (lower(person.email), private.proved_address(account.id))
      or private.normalise_phone($2) in (person.phone, private.proved_number(account.id))
    )
  )
$$;

-- As before (20261121003305), with is_own_contact.
create or replace function private.is_own_order(candidate public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((candidate).user_id = (select auth.uid()), false)
    or exists (select from public.order_contacts as contact
      where contact.order_id = (candidate).id and private.is_own_contact(contact.email, contact.phone))
    or exists (select from public.order_requests as asked
      where asked.order_id = (candidate).id and private.is_own_contact(asked.email, asked.phone))
$$;

-- Whether a record is the caller's. Of an investor also, if they entered the form for somebody: two people see to it.
create function private.is_own_record(record_type text, record_id uuid) returns boolean
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
      coalesce(found_record ->> 'contact_phone', found_record ->> 'phone'));
end $$;

-- The owner's id alone cannot tell, so whoever writes the ledger is asked.
alter table public.decision_events alter column own_record drop expression;
alter table public.decision_events alter column own_record set default false;
comment on column public.decision_events.own_record is 'Somebody decided on what is their own: refused for investors, allowed elsewhere, and flagged here.';
create function private.flag_own_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.own_record := coalesce(new.actor_id = new.record_owner, false) or private.is_own_record(new.record_type, new.record_id);
  return new;
end $$;
create trigger flag_own_record before insert on public.decision_events
  for each row execute function private.flag_own_record();

revoke all on function private.is_own_contact(text, text), private.is_own_record(text, uuid), private.flag_own_record() from public;

-- As before (20261121000500), with is_own_record.
create or replace function private.decide() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller_role text := coalesce((select auth.role()), '');
  caller_id uuid := (select auth.uid());
begin
  new.updated_at := now();
  if new.status = old.status then
    if new.decline_reason is distinct from old.decline_reason then
      raise exception 'A reason is given together with the decision' using errcode = '23514', hint = 'decline_reason';
    end if;
    return new;
  end if;
  -- The service's own work (no caller in the claims, or the service role) is trusted; people need the right.
  if caller_role in ('anon', 'authenticated') and not private.has_permission(tg_table_name || '.decide') then
    raise exception 'permission denied to decide on %', tg_table_name using errcode = '42501';
  end if;
  if tg_table_name = 'investors' and private.is_own_record('investors', old.id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501';
  end if;
  if not exists (
    select from private.status_transitions
    where record_type = tg_table_name and from_status = old.status and to_status = new.status
  ) then
    raise exception 'Status cannot change from % to %', old.status, new.status using errcode = '23514', hint = 'status';
  end if;
  if new.status = 'declined' then
    new.decline_reason := coalesce(
      nullif(private.clean_text(new.decline_reason), ''),
      'We are unable to take this further at the moment. Please contact us if you would like to know more.'
    );
    if char_length(new.decline_reason) > 500 then
      raise exception 'The reason must be at most 500 characters' using errcode = '23514', hint = 'decline_reason';
    end if;
  else
    new.decline_reason := null;
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    tg_table_name, old.id, old.user_id, caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), nullif(caller_role, ''), 'system'),
    old.status, new.status, new.decline_reason
  );
  return new;
end $$;

-- As before (20261121002260), with is_own_record.
create or replace function public.request_correction(record_type text, record_id uuid, notes jsonb, message text default null)
returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
  found_record private.registrations;
  cleaned jsonb;
  made bigint;
begin
  if record_type is null or record_type not in ('farmers', 'training_enrolments', 'buyers', 'investors') then
    raise exception 'There is no such kind of registration' using errcode = '22023';
  elsif person_id is null or not private.has_permission(record_type || '.decide') then
    raise exception 'permission denied to decide on %', record_type using errcode = '42501';
  end if;
  perform private.lock_registration(record_type, record_id);
  select * into found_record from private.registrations as record
  where record.record_type = request_correction.record_type and record.id = request_correction.record_id;
  if found_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif found_record.status <> 'pending' then
    raise exception 'It is % by now. Please look at it again.', found_record.status
      using errcode = 'PT409', hint = found_record.status;
  elsif found_record.record_type = 'investors' and private.is_own_record('investors', found_record.id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501';
  elsif jsonb_typeof(notes) is distinct from 'array' or jsonb_array_length(notes) not between 1 and 40 then
    raise exception 'Please mark at least one field' using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
  select jsonb_agg(jsonb_build_object('field', note ->> 'field', 'note', private.clean_text(note ->> 'note')))
    into cleaned from jsonb_array_elements(notes) as note;
  if exists (
    select from jsonb_array_elements(cleaned) as note
    where coalesce(char_length(note ->> 'note'), 0) not between 1 and 500
      or not exists (
        select from private.field_rules where form = found_record.form and field = note ->> 'field'
        union all
        select from private.secret_fields where form = found_record.form and field = note ->> 'field'
        union all
        select where note ->> 'field' = 'selfieImage' and found_record.record_type <> 'investors'
      )
  ) then
    raise exception 'Each note names a field of the form and says in at most 500 characters what to correct'
      using errcode = '23514', detail = 'notes', hint = 'notes';
  end if;
  insert into public.correction_requests (record_type, record_id, submission_version, notes, message)
  values (
    found_record.record_type, found_record.id,
    (select coalesce(max(version), 0) from public.registration_submissions as sent where sent.record_id = found_record.id),
    cleaned, nullif(private.clean_text(request_correction.message), '')
  )
  returning id into made;
  insert into private.correction_authors (correction_request_id, requested_by) values (made, person_id);
  perform private.tell_registrant(found_record.id, 'registration_correction', jsonb_build_object(
    'notes', cleaned, 'message', nullif(private.clean_text(request_correction.message), '')));
  return made;
end $$;
