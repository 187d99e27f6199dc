-- Consents, as a ledger: given, and taken back.

create table public.consents (
  id bigint generated always as identity primary key,
  user_id uuid,
  record_type text,
  record_id uuid,
  purpose text not null,
  text_version text not null,
  is_given boolean not null,
  channel text not null,
  recorded_by uuid,
  created_at timestamptz not null default now(),
  constraint consents_somebody check (user_id is not null or record_id is not null),
  constraint consents_record_whole check ((record_type is null) = (record_id is null)),
  constraint consents_purpose_form check (purpose ~ '^[a-z][a-z_]{1,39}$'),
  constraint consents_text_version_length check (char_length(text_version) between 1 and 40),
  constraint consents_channel_known check (channel = any (private.registration_channels())),
  constraint consents_record_type_known check (record_type = any (private.registration_types() || array['newsletter_subscriptions']))
);
comment on table public.consents is 'Append-only; the latest entry for a purpose and record holds. Outlives records and accounts, so it references none.';
comment on column public.consents.recorded_by is 'The member of staff who recorded it, for someone in the admin area or on the phone.';
create index consents_record_id_idx on public.consents (record_id, purpose, id desc);
create index consents_taken_back_idx on public.consents (record_type, record_id) where not is_given;
create index consents_user_id_idx on public.consents (user_id, purpose, id desc);

-- Writes an opposite entry after each latest one of theirs that differs from is_given, or after that of one record alone; answers how many
-- there were.
-- Agreed to again is the same text as before, and only for a registration that is open: declined or erased is over. What is erased is
-- not taken back either: it ended with the erasure.
create function private.change_consents(user_id uuid, record_ids uuid[], purpose text, is_given boolean, only_record uuid default null)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  about record;
  changed integer;
begin
  for about in
    select distinct consents.record_type, consents.record_id from public.consents
    where consents.purpose = change_consents.purpose and consents.record_id is not null
      and (consents.user_id = change_consents.user_id or consents.record_id = any (record_ids))
      and (only_record is null or consents.record_id = only_record)
    order by consents.record_id
  loop
    perform private.lock_registration(about.record_type, about.record_id);
  end loop;
  insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel)
  select latest.user_id, latest.record_type, latest.record_id, latest.purpose, latest.text_version, change_consents.is_given, 'web'
  from (
    select distinct on (consents.record_id) consents.* from public.consents
    where consents.purpose = change_consents.purpose
      and (consents.user_id = change_consents.user_id or consents.record_id = any (record_ids))
      and (only_record is null or consents.record_id = only_record)
    order by consents.record_id, consents.id desc
  ) as latest
  where latest.is_given <> change_consents.is_given and (
    not change_consents.is_given and (private.merged_into(latest.record_id) is not null or not exists (
      select from app_vault.people
      where people.id = private.vault_person_of(latest.record_type, latest.record_id) and people.erased_at is not null
    ))
    or change_consents.is_given and latest.record_id = any (record_ids) and private.is_open_registration(latest.record_type, latest.record_id)
  );
  get diagnostics changed = row_count;
  return changed;
end $$;

-- Whether a consent to it still decides something.
create function private.is_open_registration(record_type text, record_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.registrations as record
    where record.record_type = $1 and record.id = $2 and record.status in ('pending', 'approved')
      and not private.is_erased_registration($1, $2)
  )
$$;

create function private.require_changed_consents(changed integer, is_given boolean) returns integer
language plpgsql set search_path = ''
as $$
begin
  if coalesce(changed, 0) = 0 then
    raise exception '%', case when is_given then 'You have agreed to it already, or your application is closed.'
      else 'You have taken it back already, or it ended when your data was erased.' end using errcode = 'P0002';
  end if;
  return changed;
end $$;

-- For the account that is signed in.
create function private.change_own_consents(purpose text, is_given boolean, record_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  changed integer;
begin
  if (select auth.uid()) is null then
    null;
  elsif purpose = 'newsletter' and not is_given then
    update public.newsletter_subscriptions set unsubscribed_at = now(), confirm_token_hash = null
    where id in (select private.own_newsletter_ids()) and confirmed_at is not null and unsubscribed_at is null
      and (change_own_consents.record_id is null or id = change_own_consents.record_id);
    get diagnostics changed = row_count;
  else
    changed := private.change_consents((select auth.uid()),
      (select coalesce(array_agg(own), '{}') from private.own_registration_ids() as own), purpose, is_given,
      change_own_consents.record_id);
  end if;
  return private.require_changed_consents(changed, is_given);
end $$;

-- For the registration behind a guest link.
create function private.change_tracked_consents(token_hash text, purpose text, is_given boolean) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  changed integer;
begin
  select private.change_consents(null, array[link.record_id], purpose, is_given) into changed
  from private.registration_guest_links as link
  where link.token_hash = change_tracked_consents.token_hash and link.expires_at > now();
  return private.require_changed_consents(changed, is_given);
end $$;

-- For one record of the account, or for all. Security definer, because the ledger is written by functions alone.
create function public.withdraw_consent(purpose text, record_id uuid default null) returns integer
language sql security definer set search_path = ''
as $$select private.change_own_consents(purpose, is_given => false, record_id => record_id)$$;

-- The way back, for registrations of the account that are open.
create function public.renew_consent(purpose text, record_id uuid default null) returns integer
language sql security definer set search_path = ''
as $$select private.change_own_consents(purpose, is_given => true, record_id => record_id)$$;

-- The same for someone without an account, by the link to their registration; called by the server.
create function public.withdraw_tracked_consent(token_hash text, purpose text) returns integer
language sql security definer set search_path = ''
as $$select private.change_tracked_consents(token_hash, purpose, is_given => false)$$;

create function public.renew_tracked_consent(token_hash text, purpose text) returns integer
language sql security definer set search_path = ''
as $$select private.change_tracked_consents(token_hash, purpose, is_given => true)$$;

-- The entries about consents without which a registration goes no further.
create view private.needed_consents with (security_invoker = true) as
  select entry.id, entry.record_type, entry.record_id, entry.purpose, entry.is_given, entry.created_at
  from public.consents as entry
  where entry.purpose = 'terms' or entry.purpose = 'guardian' and exists (
    select from public.training_enrolments as enrolment where enrolment.id = entry.record_id and enrolment.is_minor
  );

-- Since when a registration lacks a consent that it needs; null when it has all of them.
create function private.consent_withdrawn_at(record_type text, record_id uuid) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select max(latest.created_at) filter (where not latest.is_given)
  from (
    select distinct on (needed.purpose) needed.is_given, needed.created_at from private.needed_consents as needed
    where needed.record_type = $1 and needed.record_id = $2
    order by needed.purpose, needed.id desc
  ) as latest
$$;

-- When the first of what a registration needs was taken back ('stopped') and each further one ('taken_back'), when one was given
-- again while another was missing ('agreed_to_one'), and when nothing was missing any more ('renewed').
create function private.consent_changes(record_type text, record_id uuid) returns table (id bigint, kind text, at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select entry.id, case when entry.is_given then case when before.missing = 0 then 'renewed' else 'agreed_to_one' end
    when before.missing = 0 then 'stopped' else 'taken_back' end, entry.created_at
  from private.needed_consents as entry
  cross join lateral (
    select count(*) filter (where latest.purpose = entry.purpose and not latest.is_given) as taken_back,
      count(*) filter (where latest.purpose <> entry.purpose and not latest.is_given) as missing
    from (
      select distinct on (earlier.purpose) earlier.purpose, earlier.is_given from private.needed_consents as earlier
      where earlier.record_type = $1 and earlier.record_id = $2 and earlier.id < entry.id
      order by earlier.purpose, earlier.id desc
    ) as latest
  ) as before
  where entry.record_type = $1 and entry.record_id = $2
    and (not entry.is_given or before.taken_back > 0)
$$;

-- The registrations of this kind that lack a consent which they need: nobody waits for us there.
create function private.stopped_registrations(record_type text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct taken.record_id from public.consents as taken
  where taken.record_type = $1 and not taken.is_given and private.consent_withdrawn_at($1, taken.record_id) is not null
$$;

create function private.refuse_without_consent(record_type text, record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.consent_withdrawn_at(record_type, record_id) is not null then
    raise exception 'The person has taken back their consent: it can be declined, and not approved.'
      using errcode = '23514', hint = 'status';
  end if;
end $$;

-- What a farm offers names it to everybody: it is hidden where the consent was taken back or the farmer's data erased. The
-- application takes it down, and not the farmer, who reviews no products.
create function private.hide_listings(farmer_id uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
begin
  -- In the order in which carts and orders lock products; of those that are hidden, too, one may just be published.
  perform from public.products where products.farmer_id = $1 order by id for update;
  perform set_config('request.jwt.claims', '', true);
  update public.products set status = 'hidden', review_note = reason
  where products.farmer_id = $1 and status <> 'hidden';
  perform set_config('request.jwt.claims', claims, true);
end $$;

-- Nothing is offered in the name of a person whose data is erased, nor published without their consent.
create function private.refuse_to_offer(farmer_id uuid, status text, is_new boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if is_new then
    perform from public.farmers where id = farmer_id for key share;
  end if;
  if private.is_erased_registration('farmers', farmer_id) then
    raise exception 'The farmer has had their data erased.' using errcode = '23514', hint = 'status';
  elsif status = 'published' and private.consent_withdrawn_at('farmers', farmer_id) is not null then
    raise exception 'The farmer has taken back the consent to be shown here.' using errcode = '23514', hint = 'status';
  end if;
end $$;

create view public.my_consents with (security_invoker = true) as
  select distinct on (consents.purpose, consents.record_id) consents.id, consents.purpose, consents.record_type, consents.record_id,
    consents.text_version, consents.is_given, consents.channel, consents.created_at,
    not consents.is_given and coalesce(mine.status in ('pending', 'approved') and mine.erased_at is null, false) as is_renewable,
    mine.reference, mine.erased_at is not null as is_over
  from public.consents left join public.my_registrations as mine on mine.id = consents.record_id
  where consents.user_id = (select auth.uid()) or consents.record_id in (select private.own_registration_ids())
    or consents.record_id in (select private.own_newsletter_ids())
  order by consents.purpose, consents.record_id, consents.id desc;
comment on view public.my_consents is 'The latest entry for each purpose and record.';

-- When the photo of a registration of the account was seen by its link and a code: before it joined the account, which has no such page.
create function private.list_own_photo_accesses() returns table (id uuid, record_type text, record_id uuid, created_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select ('00000000-0000-0000-0000-' || lpad(to_hex(opening.id), 12, '0'))::uuid, opening.record_type, opening.record_id, opening.created_at
  from private.vault_openings as opening
  where opening.person_id = any ((select private.own_vault_person_ids())::uuid[]) and opening.purpose = 'own_photo'
$$;

create view public.my_vault_reveals with (security_invoker = true) as
  select id, record_type, record_id, field, reason, actor_name, actor_role, created_at
  from public.vault_reveals
  where person_id = any ((select private.own_vault_person_ids())::uuid[])
  union all
  select id, record_type, record_id, 'selfie', null, null, null, created_at from private.list_own_photo_accesses();
comment on view public.my_vault_reveals is 'Who looked at what is secret about the caller; without a role: the client had the link and a code, and is none of staff.';

create function private.before_consent_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    perform private.refuse_change('consents');
  end if;
  -- The row stays and nothing is raised, so that what deletes many goes on.
  if old.record_type = 'newsletter_subscriptions' and private.is_newsletter_consent_in_use(old.record_id) then
    return null;
  end if;
  perform private.refuse_early_delete('consents', old.created_at);
  return old;
end $$;

create trigger before_consent_change before update or delete on public.consents
  for each row execute function private.before_consent_change();

create function private.after_consent_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not new.is_given and new.record_type = 'farmers' and new.purpose = 'terms' then
    perform private.hide_listings(new.record_id, 'The farmer has taken back the consent to be shown here.');
  elsif new.is_given and new.record_type = any (private.registration_types())
    and private.consent_withdrawn_at(new.record_type, new.record_id) is null
  then
    -- Agreed to again, what was promised counts from now, unless the promise was broken before it was stopped.
    execute format($sql$
      update public.%I as record set sent_again_at = now()
      where record.id = $1 and record.status = 'pending' and coalesce(record.sent_again_at, record.created_at) + $3 >= (
        select max(taken.created_at) from private.needed_consents as taken
        where taken.record_type = $2 and taken.record_id = $1 and not taken.is_given)
      $sql$, new.record_type)
    using new.record_id, new.record_type, private.promised_time(new.record_type, 'decision');
  end if;
  return null;
end $$;

create trigger after_consent_insert after insert on public.consents
  for each row execute function private.after_consent_insert();

create trigger refuse_truncate before truncate on public.consents
  for each statement execute function private.refuse_change();

alter table public.consents enable row level security;
revoke all on table public.consents from public, anon, authenticated, service_role;
revoke all on sequence public.consents_id_seq from public, anon, authenticated, service_role;
grant select on table public.consents to authenticated, service_role;
create policy "People read what they agreed to, and staff who may decide" on public.consents
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or record_type = any ((select private.registrations_with('decide'))::text[])
    or record_type = 'newsletter_subscriptions' and (select private.has_permission('newsletter_subscriptions.read'))
    or record_id in (select private.own_registration_ids())
    or record_id in (select private.own_newsletter_ids())
  );

revoke all on table private.needed_consents from public, anon, authenticated, service_role;

revoke all on table public.my_consents from public, anon, authenticated, service_role;
grant select on table public.my_consents to authenticated;

revoke all on table public.my_vault_reveals from public, anon, authenticated, service_role;
grant select on table public.my_vault_reveals to authenticated;

revoke all on function
  private.after_consent_insert(), private.before_consent_change(), private.change_consents(uuid, uuid[], text, boolean, uuid),
  private.change_own_consents(text, boolean, uuid), private.change_tracked_consents(text, text, boolean),
  private.consent_changes(text, uuid), private.consent_withdrawn_at(text, uuid), private.hide_listings(uuid, text), private.is_open_registration(text, uuid), private.list_own_photo_accesses(),
  private.require_changed_consents(integer, boolean),
  private.refuse_to_offer(uuid, text, boolean), private.refuse_without_consent(text, uuid), private.stopped_registrations(text),
  public.renew_consent(text, uuid), public.renew_tracked_consent(text, text),
  public.withdraw_consent(text, uuid), public.withdraw_tracked_consent(text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.renew_consent(text, uuid), public.withdraw_consent(text, uuid) to authenticated;
grant execute on function public.renew_tracked_consent(text, text), public.withdraw_tracked_consent(text, text) to service_role;
-- The view of registrations calls it for everyone who may read the record.
grant execute on function private.consent_withdrawn_at(text, uuid) to authenticated, service_role;
grant execute on function private.list_own_photo_accesses() to authenticated;
