CREATE OR REPLACE FUNCTION private.after_role_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Who gave a role that is new: of an invitation it is not who accepts it.
  if tg_op = 'INSERT' then
    perform private.audit_change('user_roles', 'all', 'user_id', 'role,granted_by', old, new);
  else
    perform private.audit_change('user_roles', 'all', 'user_id', 'role', old, new);
  end if;
  if tg_op <> 'INSERT' then perform private.end_invitations(old.user_id, new.role); end if;
  if tg_op <> 'DELETE' then perform private.note_grant(new); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.before_order_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  no_state text;
begin
  new.grade := nullif(private.clean_line(new.grade), '');
  new.season := nullif(private.clean_line(new.season), '');
  new.origin_states := nullif(private.clean_line(new.origin_states), '');
  new.packing := nullif(private.clean_line(new.packing), '');
  new.hs_code := nullif(private.clean_line(new.hs_code), '');
  new.price_basis := nullif(private.clean_line(new.price_basis), '');
  select btrim(said) into no_state from regexp_split_to_table(new.origin_states, ',') as said
  where private.local_governments(btrim(said)) is null limit 1;
  if no_state is not null and (tg_op = 'INSERT' or new.origin_states is distinct from old.origin_states) then
    raise exception 'Name states of Nigeria, with commas; “%” is none', no_state using errcode = '23514', hint = 'origin_states';
  end if;
  if new.price_on > (now() at time zone 'Africa/Lagos')::date then
    raise exception 'The day of a price is not in the future' using errcode = '23514', hint = 'price_on';
  end if;
  -- As every price that the site shows (private.guard_price).
  if coalesce((select auth.role()), '') = 'authenticated' and not private.has_strong_permission('products.write')
    and (new.price_kobo, new.price_currency, new.price_unit, new.price_basis, new.price_on, new.vat_class)
      is distinct from (old.price_kobo, old.price_currency, old.price_unit, old.price_basis, old.price_on, coalesce(old.vat_class, 'basic_food'))
  then
    raise exception 'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.'
      using errcode = '42501', hint = 'aal2';
  end if;
  if new.photo_path is not null and (tg_op = 'INSERT' or new.photo_path is distinct from old.photo_path)
    and not exists (
      select from private.product_photos as photo
      where photo.path = new.photo_path and photo.farmer_id is null and photo.ready_at is not null
        and photo.created_at > now() - interval '1 day')
  then
    raise exception 'The photo has not arrived yet. Please send it again.' using errcode = '23514', hint = 'photo_path';
  end if;
  if coalesce((select auth.role()), '') = 'authenticated'
    and (tg_op = 'INSERT' or to_jsonb(new) - '{position,is_active}'::text[] is distinct from to_jsonb(old) - '{position,is_active}'::text[])
  then
    new.is_demo := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_price(old public.products, new public.products)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sets_price boolean := old.id is null;
  publishes boolean := new.status = 'published';
  farmer jsonb;
begin
  if old.id is not null then
    sets_price := (new.price_kobo, new.vat_class) is distinct from (old.price_kobo, old.vat_class);
    publishes := publishes and (sets_price or old.status <> 'published');
  end if;
  if not (sets_price or publishes) or coalesce((select auth.role()), '') <> 'authenticated'
    or not private.has_permission('products.write')
  then
    return;
  elsif sets_price and not private.has_strong_permission('products.write') then
    raise exception 'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.'
      using errcode = '42501', hint = 'aal2';
  elsif publishes and new.farmer_id is not null then
    select to_jsonb(owner) into farmer from public.farmers as owner where owner.id = new.farmer_id;
    if farmer ->> 'user_id' = (select auth.uid())::text
      or private.is_own_contact(coalesce(farmer ->> 'contact_email', farmer ->> 'email'),
        coalesce(farmer ->> 'contact_phone', farmer ->> 'phone'))
    then
      raise exception 'Somebody else must publish the products of your own farm' using errcode = '42501', hint = 'own_record';
    end if;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.name_values(details jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(named.id, named.name), '{}')
  from (
    select value as id, case when key in ('role', 'former_role') then (select roles.title from public.roles where roles.name = value)
      when key = 'farmer_id' then private.name_record('farmers', value::uuid)
      else private.name_account(value::uuid) end as name
    from jsonb_each_text($1)
    where key in ('role', 'former_role') or key in ('assignee_id', 'farmer_id', 'granted_by') and value ~ '^[0-9a-f-]{36}$'
  ) as named
  where named.name is not null
$function$;

CREATE OR REPLACE FUNCTION private.request_own_secrets(user_id uuid, session_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text := private.proved_address(user_id);
  created private.own_secret_requests;
begin
  perform from auth.users where id = request_own_secrets.user_id for update;
  if not exists (select from auth.sessions as session
    where session.id = request_own_secrets.session_id and session.user_id = request_own_secrets.user_id) then
    raise exception 'Please sign in' using errcode = '42501';
  elsif address is null then
    raise exception 'This account has no confirmed mailbox' using errcode = '42501';
  elsif private.is_frozen(user_id) then
    raise exception 'You told us that somebody else was in your account: nothing leaves it for now' using errcode = '42501', hint = 'frozen';
  elsif private.has_old_factor(user_id) then
    raise exception 'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.'
      using errcode = '42501', hint = 'aal2';
  end if;
  -- Again moves it to this sign-in while the first still counts, and neither hastens nor delays it.
  update private.own_secret_requests as request set session_id = request_own_secrets.session_id
  where request.user_id = request_own_secrets.user_id and request.closes_at > now() and request.mailbox = address;
  insert into private.own_secret_requests as request (user_id, mailbox, session_id)
  values (request_own_secrets.user_id, address, request_own_secrets.session_id)
  on conflict on constraint own_secret_requests_pkey do update set mailbox = excluded.mailbox, session_id = excluded.session_id,
    requested_at = excluded.requested_at, opens_at = excluded.opens_at, closes_at = excluded.closes_at
    where request.closes_at <= now() or request.mailbox <> excluded.mailbox
  returning * into created;
  if created.user_id is null then
    return (select opens_at from private.own_secret_requests as request where request.user_id = request_own_secrets.user_id);
  end if;
  perform private.record_audit('request', 'own_secrets', user_id::text, null, jsonb_build_object('opens_at', created.opens_at));
  perform private.notify_owner('account_secrets_requested', user_id,
    jsonb_build_object('opens_at', created.opens_at, 'closes_at', created.closes_at));
  return created.opens_at;
end $function$;

CREATE OR REPLACE FUNCTION private.require_settlement_right()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
begin
  if person_id is null or not private.has_permission('settings.settlement') then
    raise exception 'permission denied to change where money is sent to' using errcode = '42501';
  elsif not private.has_strong_permission('settings.settlement') then
    raise exception 'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.'
      using errcode = '42501', hint = 'aal2';
  end if;
  return person_id;
end $function$;

CREATE OR REPLACE FUNCTION private.require_strong_right(permission text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if (select auth.uid()) is null or not private.has_permission($1) then
    raise exception 'permission denied: %', $1 using errcode = '42501';
  elsif not private.has_strong_permission($1) then
    raise exception 'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.'
      using errcode = '42501', hint = 'aal2';
  end if;
  return (select auth.uid());
end $function$;

CREATE OR REPLACE FUNCTION public.erase_my_data()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.reissue_guest_link(record_type text, record_id uuid, reason text, token_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  why text := coalesce(private.clean_line(reason), '');
  current_record private.registrations;
  can_mail boolean;
begin
  if caller_id is null or not private.has_permission('registrations.relink')
    or not private.has_permission(coalesce(record_type, '') || '.read')
  then
    raise exception 'permission denied to give out a link' using errcode = '42501';
  elsif not private.has_strong_permission('registrations.relink') then
    raise exception 'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.'
      using errcode = '42501', hint = 'aal2';
  end if;
  perform private.require_reason(why);
  if why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave numbers of the person out of the reason' using errcode = '23514', hint = 'reason';
  elsif token_hash is null or token_hash !~ '^[0-9a-f]{64}$' then
    raise exception 'This is no hash of a link' using errcode = '22023';
  end if;
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('relink ' || caller_id, 0));
  if (select count(*) >= 30 from private.link_reissues
      where actor_id = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.lock_registration(reissue_guest_link.record_type, reissue_guest_link.record_id);
  select * into current_record from private.registrations as record
  where record.record_type = reissue_guest_link.record_type and record.id = reissue_guest_link.record_id;
  if current_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif current_record.user_id is not null then
    raise exception 'This registration belongs to an account, where its owner sees it. It needs no link.' using errcode = 'PT409';
  elsif current_record.contact_email is null and coalesce(current_record.contact_phone, '') !~ '[1-9]' then
    raise exception 'This registration was erased: there is nobody to give a link to.' using errcode = 'PT409';
  end if;
  -- No mail about demo rows.
  can_mail := current_record.contact_email is not null and not current_record.is_demo;
  delete from private.registration_guest_links as link where link.record_id = current_record.id;
  if can_mail then
    perform private.notify_registrant(current_record.id, 'registration_link');
  else
    insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed, is_seen_by_staff)
    values (reissue_guest_link.token_hash, current_record.record_type, current_record.id, true, true);
  end if;
  insert into private.link_reissues (record_type, record_id, actor_id, reason, is_mailed)
  values (current_record.record_type, current_record.id, caller_id, why, can_mail);
  return jsonb_build_object('reference', current_record.reference, 'isMailed', can_mail);
end $function$;

CREATE OR REPLACE FUNCTION public.reveal_secret(record_type text, record_id uuid, field text, reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  why text := coalesce(private.clean_line(reason), '');
  sitting private.photo_sittings;
  looked_at uuid;
  reveal_id uuid;
begin
  if caller_id is null or not private.has_permission('vault.reveal')
    or not private.has_permission(coalesce(record_type, '') || '.read')
  then
    raise exception 'permission denied to reveal this' using errcode = '42501';
  elsif not private.has_strong_permission('vault.reveal') then
    raise exception 'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.'
      using errcode = '42501', hint = 'aal2';
  elsif private.is_frozen(caller_id) then
    raise exception 'You told us that somebody else was in your account: nothing leaves it for now' using errcode = '42501', hint = 'frozen';
  end if;
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('reveal ' || caller_id, 0));
  if field = 'selfie' then
    sitting := private.open_sitting(caller_id);
    if sitting.queue is distinct from record_type then
      sitting := null;
    elsif why = '' then
      why := sitting.reason;
    end if;
  end if;
  perform private.require_reason(why);
  if why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave the number itself out of the reason' using errcode = '23514', hint = 'reason';
  elsif sitting.id is null and (select count(*) >= 60 from public.vault_reveals
      where actor_id = caller_id and sitting_id is null and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  select secrets.person_id into looked_at from app_vault.secrets
  where secrets.record_type = reveal_secret.record_type and secrets.record_id = reveal_secret.record_id
    and secrets.field = reveal_secret.field;
  if looked_at is null then
    raise exception 'There is nothing to reveal here' using errcode = 'P0002';
  elsif private.is_own_record(record_type, record_id) then
    raise exception 'What is your own is under Privacy, where your download has it' using errcode = '42501', hint = 'own_record';
  end if;
  insert into public.vault_reveals
    (person_id, record_type, record_id, field, reason, actor_id, actor_name, actor_role)
  values (
    looked_at, reveal_secret.record_type, reveal_secret.record_id, reveal_secret.field, why, caller_id,
    (select full_name from public.profiles where id = caller_id),
    (select role from public.user_roles where user_id = caller_id)
  )
  returning id into reveal_id;
  return reveal_id;
end $function$;
