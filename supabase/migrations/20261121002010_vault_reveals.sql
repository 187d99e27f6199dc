-- Looking into the vault: by staff who have the right, with a second factor and a reason, one field at a time, and
-- never without an entry that the person themselves can read.

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
  constraint vault_reveals_reason_length check (char_length(reason) between 10 and 500)
);
comment on table public.vault_reveals is 'Who looked at what is secret about whom, when and why. Append-only; references no account, since it outlives all of them.';
comment on column public.vault_reveals.person_id is 'Whose secret it was, as the vault knows them; with or without an account.';

create index vault_reveals_person_id_idx on public.vault_reveals (person_id, created_at desc);
create index vault_reveals_record_id_idx on public.vault_reveals (record_id, created_at desc);
create index vault_reveals_actor_id_idx on public.vault_reveals (actor_id, created_at desc);

create trigger refuse_change before update or delete on public.vault_reveals
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.vault_reveals
  for each statement execute function private.refuse_change();

create function private.own_vault_person_ids() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select private.vault_person_ids((select auth.uid()))
$$;

alter table public.vault_reveals enable row level security;
revoke all on table public.vault_reveals from public, anon, authenticated, service_role;
grant select on table public.vault_reveals to authenticated, service_role;

create policy "People read who looked at their own secrets, and staff who may look, all" on public.vault_reveals
  for select to authenticated
  using (
    person_id = any ((select private.own_vault_person_ids())::uuid[])
    or (select private.has_permission('vault.reveal'))
  );

-- Writes the entry and answers its id, by which the server (and nobody else) fetches what it then decrypts. So the
-- entry is there before anything is seen, and whoever calls this without the server has told on themselves for nothing.
-- Security definer, because nobody holds a right in the strongroom or writes the ledger.
create function public.reveal_secret(record_type text, record_id uuid, field text, reason text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  why text := coalesce(private.clean_line(reason), '');
  looked_at uuid;
  reveal_id uuid;
begin
  if caller_id is null or not private.has_permission('vault.reveal')
    or not private.has_permission(coalesce(record_type, '') || '.read')
  then
    raise exception 'permission denied to reveal this' using errcode = '42501';
  elsif not private.has_strong_permission('vault.reveal') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  elsif char_length(why) < 10 then
    raise exception 'Please give a reason of at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif char_length(why) > 500 then
    raise exception 'The reason must be at most 500 characters' using errcode = '23514', hint = 'reason';
  elsif why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave the number itself out of the reason' using errcode = '23514', hint = 'reason';
  end if;
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('reveal ' || caller_id, 0));
  if (select count(*) >= 60 from public.vault_reveals
      where actor_id = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  select secrets.person_id into looked_at from strongroom.secrets
  where secrets.record_type = reveal_secret.record_type and secrets.record_id = reveal_secret.record_id
    and secrets.field = reveal_secret.field;
  if looked_at is null then
    raise exception 'There is nothing to reveal here' using errcode = 'P0002';
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
create function private.read_revealed(reveal_id uuid)
returns table (person_id uuid, wrapped_key bytea, master_key_id text, field text, ciphertext bytea)
language sql stable security definer set search_path = ''
as $$
  select people.id, people.wrapped_key, people.master_key_id, secrets.field, secrets.ciphertext
  from public.vault_reveals as reveals
  join strongroom.secrets using (record_type, record_id, field)
  join strongroom.people on people.id = secrets.person_id
  where reveals.id = $1 and reveals.created_at > now() - interval '1 minute'
$$;

-- What a record holds in the vault, masked: for its owner, and for staff who may read the record.
create function public.masked_secrets(record_type text, record_id uuid)
returns table (field text, last_four text, updated_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select secrets.field, secrets.last_four, secrets.updated_at from strongroom.secrets
  where secrets.record_type = $1 and secrets.record_id = $2
    and (
      secrets.person_id = any (private.own_vault_person_ids())
      or private.has_permission($1 || '.read')
    )
  order by secrets.field
$$;

revoke all on function private.own_vault_person_ids(), private.read_revealed(uuid) from public;
grant execute on function private.own_vault_person_ids() to authenticated, service_role;
grant execute on function private.read_revealed(uuid) to service_role;
revoke all on function public.reveal_secret(text, uuid, text, text), public.masked_secrets(text, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.reveal_secret(text, uuid, text, text), public.masked_secrets(text, uuid)
  to authenticated;
