-- Secrets and photos shown to staff: written down before they are shown, counted, and stopped when they are too many.

create table public.vault_reveals (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null,
  record_type text not null,
  record_id uuid not null,
  field text not null,
  reason text not null,
  actor_id uuid not null,
  actor_name text,
  actor_role text not null,
  created_at timestamptz not null default now(),
  sitting_id uuid,
  constraint vault_reveals_reason_length check (char_length(reason) between 10 and 500)
);
comment on table public.vault_reveals is 'Who looked at what is secret about whom, when and why. Append-only; references no account, since it outlives all of them.';
comment on column public.vault_reveals.person_id is 'Whose secret it was, as the vault knows them; with or without an account.';
comment on column public.vault_reveals.sitting_id is 'The announced sitting that this photo was looked at in.';
create index vault_reveals_actor_id_idx on public.vault_reveals (actor_id, created_at desc);
create index vault_reveals_person_id_idx on public.vault_reveals (person_id, created_at desc);
create index vault_reveals_record_id_idx on public.vault_reveals (record_id, created_at desc);

create table private.photo_sittings (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null,
  queue text not null,
  reason text not null,
  began_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '4 hours',
  photos integer not null default 0,
  constraint photo_sittings_queue_known check (queue = any (private.registration_types())),
  constraint photo_sittings_reason_length check (char_length(reason) between 10 and 500),
  constraint photo_sittings_photos_max check (photos between 0 and 300)
);
comment on table private.photo_sittings is 'Announced times in which someone looks through the photos of a queue: four hours or 300 photos.';
create index photo_sittings_person_id_idx on private.photo_sittings (person_id, ends_at desc);

create table private.vault_alarms (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid not null,
  kind text not null,
  count integer not null,
  created_at timestamptz not null default now(),
  seen_by uuid,
  seen_at timestamptz,
  constraint vault_alarms_kind_known check (kind in ('reveals', 'photos', 'reasons')),
  constraint vault_alarms_seen_by_other check (seen_by <> actor_id),
  constraint vault_alarms_seen_whole check ((seen_by is null) = (seen_at is null))
);
create index vault_alarms_actor_id_idx on private.vault_alarms (actor_id, created_at desc);
create index vault_alarms_open_idx on private.vault_alarms (created_at) where seen_at is null;

create function private.own_vault_person_ids() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select private.vault_person_ids((select auth.uid()))
$$;

-- Writes the entry and answers its id, by which the server (and nobody else) fetches what it then decrypts. So the
-- entry is there before anything is seen, and anyone who calls this without the server has left an entry and seen nothing.
-- Security definer, because nobody holds a right in the vault or writes the ledger.
create function public.reveal_secret(record_type text, record_id uuid, field text, reason text) returns uuid
language plpgsql security definer set search_path = ''
as $$
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
end $$;

-- What an entry of this minute was written for.
create function private.read_revealed(reveal_id uuid) returns setof private.sealed_secret
language sql stable security definer set search_path = ''
as $$
  select sealed.* from public.vault_reveals as reveals, lateral private.sealed_of(array[reveals.person_id]) as sealed
  where reveals.id = $1 and reveals.created_at > now() - interval '1 minute'
    and sealed.record_type = reveals.record_type and sealed.record_id = reveals.record_id
    and sealed.field = reveals.field
$$;

-- What a record holds in the vault, masked: for its owner, and for staff who may read the record.
create function public.masked_secrets(record_type text, record_id uuid)
returns table (field text, last_four text, updated_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select secrets.field, secrets.last_four, secrets.updated_at from app_vault.secrets
  where secrets.record_type = $1 and secrets.record_id = $2
    and (
      secrets.person_id = any (private.own_vault_person_ids())
      or private.has_permission($1 || '.read')
    )
  order by secrets.field
$$;

create function private.open_sitting(person_id uuid) returns private.photo_sittings
language sql stable security definer set search_path = ''
as $$
  select * from private.photo_sittings
  where photo_sittings.person_id = $1 and ends_at > now() and photos < 300
  order by began_at desc limit 1
$$;

create function public.begin_sitting(queue text, reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_strong_right('vault.reveal');
  why text := coalesce(private.clean_line(reason), '');
  sitting private.photo_sittings;
begin
  if coalesce(queue, '') <> all (private.registration_types()) then
    raise exception 'There is no such queue with photos' using errcode = '22023';
  elsif not private.has_permission(queue || '.read') then
    raise exception 'permission denied to read %', queue using errcode = '42501';
  end if;
  perform private.require_reason(why);
  if why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave numbers of people out of the reason' using errcode = '23514', hint = 'reason';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reveal ' || person_id, 0));
  sitting := private.open_sitting(person_id);
  if sitting.id is not null then
    raise exception 'Your sitting is still open. End it first.' using errcode = 'PT409', hint = 'sitting';
  end if;
  insert into private.photo_sittings (person_id, queue, reason) values (person_id, begin_sitting.queue, why)
  returning * into sitting;
  if private.mail_other_admins(person_id, 'staff_sitting_begun', jsonb_build_object(
      'name', (select coalesce(full_name, email) from public.profiles where id = person_id),
      'queue', sitting.queue, 'reason', sitting.reason, 'ends_at', sitting.ends_at)) = 0
  then
    raise exception 'Nobody else would hear of it: a sitting needs another admin, or SETTLEMENT_ALARM_EMAIL.'
      using errcode = '23514', hint = 'settlement_alarm_email';
  end if;
  return private.describe_sitting(sitting);
end $$;

create function private.describe_sitting(sitting private.photo_sittings) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when (sitting).id is not null then jsonb_build_object('id', (sitting).id, 'queue', (sitting).queue,
    'reason', (sitting).reason, 'endsAt', (sitting).ends_at, 'photos', (sitting).photos, 'photosMax', 300) end
$$;

-- Null: none is open.
create function public.my_sitting() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.describe_sitting(private.open_sitting((select auth.uid())))
$$;

create function public.end_sitting() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sitting private.photo_sittings := private.open_sitting(private.require_strong_right('vault.reveal'));
begin
  if sitting.id is null then
    raise exception 'No sitting of yours is open' using errcode = 'P0002';
  end if;
  update private.photo_sittings set ends_at = now() where id = sitting.id;
end $$;

-- The open sitting of the person who looks, to which a photo of its queue counts; null for all else.
create function private.count_to_sitting(new public.vault_reveals) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  sitting private.photo_sittings;
begin
  if new.field = 'selfie' then
    sitting := private.open_sitting(new.actor_id);
    if sitting.queue = new.record_type then
      update private.photo_sittings set photos = photos + 1 where id = sitting.id;
      return sitting.id;
    end if;
  end if;
  return null;
end $$;

-- Ten secrets an hour, twenty photos outside of a sitting, or the same words for five: more than a day's work needs.
create function private.sound_vault_alarm(new public.vault_reveals) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  counted record;
  alarm record;
begin
  select count(*) filter (where field <> 'selfie') as reveals,
    count(*) filter (where field = 'selfie' and sitting_id is null) as photos,
    count(distinct record_id) filter (where lower(reason) = lower(new.reason) and sitting_id is null) as reasons
  into counted
  from public.vault_reveals where actor_id = new.actor_id and created_at > now() - interval '1 hour';
  for alarm in
    select * from (values ('reveals', counted.reveals, 10), ('photos', counted.photos, 20), ('reasons', counted.reasons, 5))
      as rule (kind, count, count_max)
    where rule.count >= rule.count_max and not exists (
      select from private.vault_alarms as earlier
      where earlier.actor_id = new.actor_id and earlier.kind = rule.kind and earlier.created_at > now() - interval '1 hour')
  loop
    insert into private.vault_alarms (actor_id, kind, count) values (new.actor_id, alarm.kind, alarm.count);
    perform private.record_audit('alarm', 'vault_reveals', new.actor_id::text, null,
      jsonb_build_object('kind', alarm.kind, 'count', alarm.count));
    perform private.mail_other_admins(new.actor_id, 'staff_vault_alarm', jsonb_build_object(
      'name', coalesce(new.actor_name, (select email from public.profiles where id = new.actor_id)),
      'kind', alarm.kind, 'count', alarm.count));
  end loop;
end $$;

-- Someone else than the one whom it is about has looked into it.
create function public.close_vault_alarm(alarm_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_strong_right('vault_alarms.close');
begin
  if exists (select from private.vault_alarms where id = alarm_id and actor_id = person_id) then
    raise exception 'This alarm is about you. Somebody else must look into it.' using errcode = '42501', hint = 'own_record';
  end if;
  update private.vault_alarms set seen_by = person_id, seen_at = now() where id = alarm_id and seen_at is null;
  if not found then
    raise exception 'Somebody else has looked into it already' using errcode = 'P0002';
  end if;
end $$;

-- ---- What everybody in the admin area is shown above their work ----
-- [{kind, ...}], by the caller's rights: changes of where money goes (all staff), what waits for a second person whom the caller can be,
-- orders that hold much or lost their goods, alarms of the vault, and a missing address outside.
create function public.admin_notices() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  person_id uuid := (select auth.uid());
  notices jsonb := '[]';
begin
  if not exists (select from public.user_roles where user_id = person_id) or not private.is_signed_in_as_staff() then
    return notices;
  end if;
  notices := notices || coalesce((
    select jsonb_agg(private.describe_settlement(account) || jsonb_build_object('kind', 'settlement', 'id', account.id,
      'of', account.kind, 'step', case when account.approved_at is null then 'proposed' else 'approved' end)
      order by account.proposed_at)
    from public.settlement_accounts as account
    where account.withdrawn_at is null and not account.is_demo
      and (account.effective_at is null or account.effective_at > now())), '[]');
  if private.has_permission('settings.settlement') and private.settlement_alarm_email() is null
    and exists (select from private.app_settings where name = 'staff_second_factor' and value = 'demanded')
  then
    notices := notices || '[{"kind": "no_alarm_address"}]'::jsonb;
  end if;
  if private.has_permission('payments.confirm') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'money_waits', 'id', entry.order_id, 'code', orders.code, 'of', entry.kind,
          'amount_kobo', entry.amount_kobo, 'currency', entry.currency)
        order by entry.recorded_at)
      from (select waits.* from private.money_entries as waits
        where waits.decided_at is null and not exists (select from private.entry_obstacle(waits, person_id))
        order by waits.recorded_at limit 20) as entry
      join public.orders on orders.id = entry.order_id), '[]');
  end if;
  if private.has_permission('orders.decide') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'quote_waits', 'id', orders.id, 'code', orders.code)
        order by quote.created_at)
      from (select waits.* from public.quotes as waits
        where waits.status = 'waiting' and not exists (select from private.quote_obstacle(waits, person_id))
        order by waits.created_at limit 20) as quote
      join public.orders on orders.id = quote.order_id), '[]');
  end if;
  if private.has_permission('orders.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'holds_much', 'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at from public.orders
        where holds_much and status = 'pending' and payment_status = any (private.owed_statuses())
          and stock_released_at is null and not is_demo
        order by created_at desc limit 20
      ) as held), '[]') || coalesce((
      select jsonb_agg(jsonb_build_object('kind', case when payment_status = 'claimed' then 'claim_ran_out' else 'stock_missing' end,
        'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at, payment_status from public.orders
        where stock_released_at is not null and status = 'pending' and payment_status <> 'unpaid' and not is_demo order by created_at desc limit 20
      ) as released), '[]');
  end if;
  if private.has_permission('audit_events.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'vault_alarm', 'id', alarm.id, 'of', alarm.kind, 'count', alarm.count,
        'at', alarm.created_at, 'isOwn', alarm.actor_id = person_id,
        'name', (select coalesce(full_name, email) from public.profiles where id = alarm.actor_id)) order by alarm.created_at)
      from (select * from private.vault_alarms where seen_at is null order by created_at desc limit 20) as alarm), '[]');
  end if;
  return notices;
end $$;

-- Everybody who hears of what someone does with secrets: the other admins, and the address outside.
create function private.mail_other_admins(person_id uuid, template text, data jsonb) returns integer
language sql security definer set search_path = ''
as $$
  select count(private.enqueue_mail($2, recipient, $3))::integer
  from (
    select person.email as recipient from public.user_roles as staff join public.profiles as person on person.id = staff.user_id
    where staff.role = 'admin' and staff.user_id <> $1 and person.email is not null
    union
    select private.settlement_alarm_email() where private.settlement_alarm_email() is not null
  ) as others
$$;

create trigger audit_change after insert on private.photo_sittings for each row
  execute function private.audit_change('all', 'person_id', 'queue,reason,ends_at');

create function private.before_reveal_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then
      new.sitting_id := private.count_to_sitting(new);
      perform private.refuse_secrets('reason', null, new.reason);
      return new;
    when 'UPDATE' then
      perform private.refuse_change('vault_reveals');
    when 'DELETE' then
      perform private.refuse_early_delete('vault_reveals', old.created_at);
  end case;
  return old;
end $$;

create trigger before_reveal_change before insert or update or delete on public.vault_reveals
  for each row execute function private.before_reveal_change();

create function private.after_reveal_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit_change('vault_reveals', 'all', 'record_id', 'record_type,field,reason', old, new);
  if new.sitting_id is null then perform private.sound_vault_alarm(new); end if;
  return null;
end $$;

create trigger after_reveal_insert after insert on public.vault_reveals
  for each row execute function private.after_reveal_insert();

create trigger refuse_truncate before truncate on public.vault_reveals
  for each statement execute function private.refuse_change();

alter table public.vault_reveals enable row level security;
revoke all on table public.vault_reveals from public, anon, authenticated, service_role;
grant select on table public.vault_reveals to authenticated, service_role;
create policy "People read who looked at their own secrets, and staff who may look, all" on public.vault_reveals
  for select to authenticated
  using (
    person_id = any ((select private.own_vault_person_ids())::uuid[])
    or (select private.has_permission('vault.reveal'))
    or (select private.has_permission('audit_events.read'))
  );

alter table private.photo_sittings enable row level security;
revoke all on table private.photo_sittings from public, anon, authenticated, service_role;

alter table private.vault_alarms enable row level security;
revoke all on table private.vault_alarms from public, anon, authenticated, service_role;

revoke all on function
  private.after_reveal_insert(), private.before_reveal_change(), private.count_to_sitting(public.vault_reveals),
  private.describe_sitting(private.photo_sittings),
  private.mail_other_admins(uuid, text, jsonb), private.open_sitting(uuid), private.own_vault_person_ids(),
  private.read_revealed(uuid), private.sound_vault_alarm(public.vault_reveals), public.begin_sitting(text, text),
  public.close_vault_alarm(uuid), public.admin_notices(), public.end_sitting(), public.masked_secrets(text, uuid),
  public.my_sitting(), public.reveal_secret(text, uuid, text, text)
  from public, anon, authenticated, service_role;
grant execute on function private.own_vault_person_ids() to authenticated, service_role;
grant execute on function private.read_revealed(uuid) to service_role;
grant execute on function
  public.begin_sitting(text, text), public.close_vault_alarm(uuid), public.admin_notices(), public.end_sitting(),
  public.masked_secrets(text, uuid), public.my_sitting(), public.reveal_secret(text, uuid, text, text)
  to authenticated;
