-- What people agreed to, and took back: a ledger of purpose, version of the text, time and channel.

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
  constraint consents_record_type_known check (record_type in
    ('farmers', 'training_enrolments', 'buyers', 'investors')),
  constraint consents_purpose_form check (purpose ~ '^[a-z][a-z_]{1,39}$'),
  constraint consents_text_version_length check (char_length(text_version) between 1 and 40),
  constraint consents_channel_known check (channel in ('web', 'walk_in', 'phone'))
);
comment on table public.consents is 'Append-only; the latest entry for a purpose and record holds. Outlives records and accounts, so it references none.';
comment on column public.consents.recorded_by is 'The member of staff who was told so, for somebody at the desk or on the phone.';

create index consents_user_id_idx on public.consents (user_id, purpose, id desc);
create index consents_record_id_idx on public.consents (record_id, purpose, id desc);

create trigger refuse_change before update or delete on public.consents
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.consents
  for each statement execute function private.refuse_change();

alter table public.consents enable row level security;
revoke all on table public.consents from public, anon, authenticated, service_role;
grant select on table public.consents to authenticated, service_role;
revoke all on sequence public.consents_id_seq from public, anon, authenticated, service_role;

create policy "People read what they agreed to, and staff who may decide" on public.consents
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or record_type = any ((select private.registrations_with('decide'))::text[])
    or record_id in (select private.own_registration_ids())
  );

-- Takes back what is still given among these; answers how many there were.
create function private.take_consents_back(user_id uuid, record_ids uuid[], purpose text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  taken integer;
begin
  insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel)
  select latest.user_id, latest.record_type, latest.record_id, latest.purpose, latest.text_version, false, 'web'
  from (
    select distinct on (consents.record_id) consents.* from public.consents
    where consents.purpose = take_consents_back.purpose
      and (consents.user_id = take_consents_back.user_id or consents.record_id = any (record_ids))
    order by consents.record_id, consents.id desc
  ) as latest
  where latest.is_given;
  get diagnostics taken = row_count;
  return taken;
end $$;

-- Security definer, because the ledger is written by functions alone.
create function public.withdraw_consent(purpose text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  taken integer := 0;
begin
  if (select auth.uid()) is not null then
    taken := private.take_consents_back((select auth.uid()),
      (select coalesce(array_agg(own), '{}') from private.own_registration_ids() as own), purpose);
  end if;
  if taken = 0 then
    raise exception 'There is no such consent to take back' using errcode = 'P0002';
  end if;
  return taken;
end $$;

-- The same for somebody without an account, by the link to their registration; called by the server.
create function public.withdraw_tracked_consent(token_hash text, purpose text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  taken integer := 0;
begin
  select private.take_consents_back(null, array[link.record_id], withdraw_tracked_consent.purpose) into taken
  from private.tracking_links as link
  where link.token_hash = withdraw_tracked_consent.token_hash and link.expires_at > now();
  if coalesce(taken, 0) = 0 then
    raise exception 'There is no such consent to take back' using errcode = 'P0002';
  end if;
  return taken;
end $$;

revoke all on function private.take_consents_back(uuid, uuid[], text) from public;
revoke all on function public.withdraw_consent(text), public.withdraw_tracked_consent(text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.withdraw_consent(text) to authenticated;
grant execute on function public.withdraw_tracked_consent(text, text) to service_role;
