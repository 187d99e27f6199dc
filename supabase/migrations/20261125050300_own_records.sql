-- Nobody decides on what is their own, of whatever kind (decision 109); and prices ask for the second factor, whoever
-- may change products and wherever.

-- As before (20261124001100), for every kind.
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
  if private.is_own_record(tg_table_name, old.id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
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
comment on column public.decision_events.own_record is 'Somebody decided on what is their own: refused since release 0.2.0, and flagged here of before.';

-- As before (20261124001100), for every kind.
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
  elsif private.is_own_record(found_record.record_type, found_record.id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
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

-- As before (20261121003010), and never the goods of one's own order.
create or replace function public.move_order(order_id uuid, expected text, fulfilment text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  moved text;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to move orders' using errcode = '42501';
  elsif fulfilment not in ('preparing', 'dispatched', 'delivered') or expected = 'disputed' then
    raise exception 'Fulfilment cannot change from % to %', expected, fulfilment using errcode = '23514', hint = 'fulfilment_status';
  elsif private.is_own_record('orders', order_id) then
    raise exception 'Somebody else must move the goods of your own order' using errcode = '42501', hint = 'own_record';
  end if;
  update public.orders set fulfilment_status = fulfilment
  where id = order_id and fulfilment_status = expected
  returning fulfilment_status into moved;
  if moved is null then
    raise exception 'Somebody else has changed this order. Please look again.' using errcode = '40001';
  end if;
  return moved;
end $$;

-- As before (20261122001200), of listings and messages: refused as any other, where the person decides by a right.
create or replace function private.record_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  decided jsonb := to_jsonb(new);
begin
  if private.is_own_record(tg_table_name, new.id)
    and private.has_permission(private.desk_permission(tg_table_name, 'decide'))
  then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    tg_table_name, new.id,
    (select user_id from public.farmers where id = (decided ->> 'farmer_id')::uuid), caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), nullif((select auth.role()), ''), 'system'),
    old.status, new.status, decided ->> 'review_note'
  );
  return null;
end $$;

-- Staff who may change products: a price is set with the second factor, and never published for one's own farm.
create function private.guard_price() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sets_price boolean := tg_op = 'INSERT';
  publishes boolean := new.status = 'published';
  farmer jsonb;
begin
  if tg_op = 'UPDATE' then
    sets_price := new.price_kobo is distinct from old.price_kobo;
    publishes := publishes and (sets_price or old.status <> 'published');
  end if;
  if not (sets_price or publishes) or coalesce((select auth.role()), '') <> 'authenticated'
    or not private.has_permission('products.write')
  then
    return new;
  elsif sets_price and not private.has_strong_permission('products.write') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  elsif publishes and new.farmer_id is not null then
    select to_jsonb(owner) into farmer from public.farmers as owner where owner.id = new.farmer_id;
    if farmer ->> 'user_id' = (select auth.uid())::text
      or private.is_own_contact(coalesce(farmer ->> 'contact_email', farmer ->> 'email'),
        coalesce(farmer ->> 'contact_phone', farmer ->> 'phone'))
    then
      raise exception 'Somebody else must publish the products of your own farm' using errcode = '42501', hint = 'own_record';
    end if;
  end if;
  return new;
end $$;
create trigger guard_price before insert or update of price_kobo, status on public.products
  for each row execute function private.guard_price();
revoke all on function private.guard_price() from public;
