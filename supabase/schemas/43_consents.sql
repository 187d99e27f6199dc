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
  constraint consents_channel_known check (channel in ('web', 'walk_in', 'phone')),
  constraint consents_record_type_known check (record_type in
  ('farmers', 'training_enrolments', 'buyers', 'investors', 'newsletter_subscriptions'))
);
comment on table public.consents is 'Append-only; the latest entry for a purpose and record holds. Outlives records and accounts, so it references none.';
comment on column public.consents.recorded_by is 'The member of staff who recorded it, for someone in the admin area or on the phone.';
create index consents_record_id_idx on public.consents (record_id, purpose, id desc);
create index consents_user_id_idx on public.consents (user_id, purpose, id desc);

-- Writes an opposite entry after each latest one of theirs that differs from is_given; answers how many there were.
-- Agreed to again is the same text as before, and only for a registration that is open: declined or erased is over.
create function private.change_consents(user_id uuid, record_ids uuid[], purpose text, is_given boolean) returns integer
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
    order by consents.record_id, consents.id desc
  ) as latest
  where latest.is_given <> change_consents.is_given and (
    not change_consents.is_given
    or latest.record_id = any (record_ids) and private.is_open_registration(latest.record_type, latest.record_id)
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
    where record.record_type = $1 and record.id = $2 and record.status in ('pending', 'approved') and not exists (
      select from app_vault.people
      where people.id = private.vault_person_of($1, $2) and people.erased_at is not null
    )
  )
$$;

create function private.require_changed_consents(changed integer, is_given boolean) returns integer
language plpgsql set search_path = ''
as $$
begin
  if coalesce(changed, 0) = 0 then
    raise exception 'There is no such consent to %', case when is_given then 'give again' else 'take back' end
      using errcode = 'P0002';
  end if;
  return changed;
end $$;

-- Of the account that is signed in.
create function private.change_own_consents(purpose text, is_given boolean) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  changed integer;
begin
  if (select auth.uid()) is null then
    null;
  elsif purpose = 'newsletter' and not is_given then
    update public.newsletter_subscriptions set unsubscribed_at = now(), confirm_token_hash = null
    where id in (select private.own_newsletter_ids()) and confirmed_at is not null and unsubscribed_at is null;
    get diagnostics changed = row_count;
  else
    changed := private.change_consents((select auth.uid()),
      (select coalesce(array_agg(own), '{}') from private.own_registration_ids() as own), purpose, is_given);
  end if;
  return private.require_changed_consents(changed, is_given);
end $$;

-- Of the registration behind a guest link.
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

-- Security definer, because the ledger is written by functions alone.
create function public.withdraw_consent(purpose text) returns integer
language sql security definer set search_path = ''
as $$select private.change_own_consents(purpose, is_given => false)$$;

-- The way back, for registrations of the account that are open.
create function public.renew_consent(purpose text) returns integer
language sql security definer set search_path = ''
as $$select private.change_own_consents(purpose, is_given => true)$$;

-- The same for someone without an account, by the link to their registration; called by the server.
create function public.withdraw_tracked_consent(token_hash text, purpose text) returns integer
language sql security definer set search_path = ''
as $$select private.change_tracked_consents(token_hash, purpose, is_given => false)$$;

create function public.renew_tracked_consent(token_hash text, purpose text) returns integer
language sql security definer set search_path = ''
as $$select private.change_tracked_consents(token_hash, purpose, is_given => true)$$;

-- Since when a registration lacks a consent that it needs; null when it has all of them.
create function private.consent_withdrawn_at(record_type text, record_id uuid) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select max(latest.created_at) filter (where not latest.is_given)
  from (
    select distinct on (consents.purpose) consents.is_given, consents.created_at from public.consents
    where consents.record_type = $1 and consents.record_id = $2 and (
      consents.purpose = 'terms' or consents.purpose = 'guardian' and exists (
        select from public.training_enrolments as enrolment where enrolment.id = $2 and enrolment.is_minor
      )
    )
    order by consents.purpose, consents.id desc
  ) as latest
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

-- What a farm offers names it to everybody. The application takes it down, and not the farmer, who reviews no products.
create function private.stop_what_hangs_on_consent(farmer_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
begin
  -- In the order in which carts and orders lock products.
  perform from public.products where products.farmer_id = $1 and status <> 'hidden' order by id for update;
  perform set_config('request.jwt.claims', '', true);
  update public.products set status = 'hidden', review_note = 'The farmer has taken back the consent to be shown here.'
  where products.farmer_id = $1 and status <> 'hidden';
  perform set_config('request.jwt.claims', claims, true);
end $$;

create function private.refuse_to_publish_without_consent(farmer_id uuid, is_new boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if is_new then
    perform from public.farmers where id = farmer_id for key share;
  end if;
  if private.consent_withdrawn_at('farmers', farmer_id) is not null then
    raise exception 'The farmer has taken back the consent to be shown here.' using errcode = '23514', hint = 'status';
  end if;
end $$;

create view public.my_consents with (security_invoker = true) as
  select distinct on (purpose, record_id) id, purpose, record_type, record_id, text_version, is_given, channel, created_at,
    not is_given and record_id in (
      select mine.id from public.my_registrations as mine
      where mine.status in ('pending', 'approved') and mine.erased_at is null
    ) as is_renewable
  from public.consents
  where user_id = (select auth.uid()) or record_id in (select private.own_registration_ids())
    or record_id in (select private.own_newsletter_ids())
  order by purpose, record_id, id desc;
comment on view public.my_consents is 'The latest entry for each purpose and record.';

create view public.my_vault_reveals with (security_invoker = true) as
  select id, record_type, record_id, field, reason, actor_name, actor_role, created_at
  from public.vault_reveals
  where person_id = any ((select private.own_vault_person_ids())::uuid[]);

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
    perform private.stop_what_hangs_on_consent(new.record_id);
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

revoke all on table public.my_consents from public, anon, authenticated, service_role;
grant select on table public.my_consents to authenticated;

revoke all on table public.my_vault_reveals from public, anon, authenticated, service_role;
grant select on table public.my_vault_reveals to authenticated;

revoke all on function
  private.after_consent_insert(), private.before_consent_change(), private.change_consents(uuid, uuid[], text, boolean),
  private.change_own_consents(text, boolean), private.change_tracked_consents(text, text, boolean),
  private.consent_withdrawn_at(text, uuid), private.is_open_registration(text, uuid),
  private.require_changed_consents(integer, boolean),
  private.refuse_to_publish_without_consent(uuid, boolean), private.refuse_without_consent(text, uuid),
  private.stop_what_hangs_on_consent(uuid), public.renew_consent(text), public.renew_tracked_consent(text, text),
  public.withdraw_consent(text), public.withdraw_tracked_consent(text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.renew_consent(text), public.withdraw_consent(text) to authenticated;
grant execute on function public.renew_tracked_consent(text, text), public.withdraw_tracked_consent(text, text) to service_role;
-- The view of registrations calls it for everyone who may read the record.
grant execute on function private.consent_withdrawn_at(text, uuid) to authenticated, service_role;
