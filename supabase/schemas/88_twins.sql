-- Twins: registrations that may be of one person, as pairs, so that a list can be filtered by them.

create table private.twins (
  record_type text not null,
  record_id uuid not null,
  other_type text not null,
  other_id uuid not null,
  primary key (record_type, record_id, other_type, other_id),
  constraint twins_two check (record_id <> other_id)
);
comment on table private.twins is 'Each pair stands in both directions. Derived: private.find_twins makes it again whenever something changes that it compares.';
create index twins_other_id_idx on private.twins (other_id, record_id);

-- What was made one is no pair any more.
create view private.open_twins with (security_invoker = true) as
  select twin.* from private.twins as twin
  where not exists (select from private.registration_merges as merged where merged.younger_id = twin.record_id)
    and not exists (select from private.registration_merges as merged where merged.younger_id = twin.other_id);

-- Makes the pairs of these records again, by what find_duplicates says: the same phone number, e-mail address or secret (by its hash),
-- the same account where both are of one kind, or the date of birth and a like name. Not by a name alone, which hundreds share, and not
-- by the account alone where a member registered as two things. The noughts that stand for an erased number are nobody's.
-- Of a number that hundreds share, for example an agent's, all pairs would be its square: each record looks for the ten before it and
-- the ten after it, in the order of ids, of each kind of the other. So no record is the partner of all; with those that looked
-- for it, it may have more than twenty. Who loses the last pair of a kind by this is looked for again, 100 at the most.
-- Planned once for a connection, by keys (ADR 0105), for a few at once: to plan it takes ten times as long as to run it.
create function private.find_twins(record_ids uuid[]) returns void
language plpgsql security definer set search_path = '' set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  -- With its kind a record is found by the index of its secrets.
  kinds text[] := private.registration_types();
  -- What was made one with an older one is no pair.
  open_ids uuid[] := array(select id from unnest(record_ids) as id where private.merged_into(id) is null);
  -- All who share a birth date with one of them.
  born_with uuid[] := array(
    select other.record_id from app_vault.secrets as mine
    join app_vault.secrets as other on other.match_hash = mine.match_hash and other.field = mine.field
    where mine.record_type = any (kinds) and mine.record_id = any (open_ids) and mine.field = 'dateOfBirth');
  lost uuid[];
begin
  -- The words of a name are taken once for each record: those who share a birth date are many.
  with born as materialized (
    select secret.record_type, secret.record_id, secret.match_hash, private.name_words(person.contact_name) as words
    from app_vault.secrets as secret
    join private.registrations as person on person.record_type = secret.record_type and person.id = secret.record_id
    where secret.field = 'dateOfBirth' and secret.record_type = any (kinds)
      and secret.record_id = any (born_with) and person.id = any (born_with)
      and not exists (select from private.registration_merges as merged where merged.younger_id = secret.record_id)
  ),
  contacts as not materialized (
    select record_type, id, phone as sign from private.registration_phones where phone ~ '[1-9]'
    union all
    select record_type, id, email from private.registration_contacts
  ),
  -- Each reads the next ten on both sides by an index, and its pairs of before, which stay where they still hold.
  by_sign as materialized (
    select mine.record_type, mine.id as record_id, kind as other_type, near.id as other_id
    from contacts as mine cross join unnest(kinds) as kind cross join lateral (
      (select other.id from contacts as other
        where other.sign = mine.sign and other.record_type = kind and other.id > mine.id
          and not exists (select from private.registration_merges as merged where merged.younger_id = other.id)
        order by other.id limit 10)
      union all
      (select other.id from contacts as other
        where other.sign = mine.sign and other.record_type = kind and other.id < mine.id
          and not exists (select from private.registration_merges as merged where merged.younger_id = other.id)
        order by other.id desc limit 10)
      union all
      select twin.other_id from private.open_twins as twin
      where twin.record_type = mine.record_type and twin.record_id = mine.id and twin.other_type = kind
        and exists (select from contacts as other where other.id = twin.other_id and other.record_type = kind and other.sign = mine.sign)
    ) as near
    where mine.id = any (open_ids)
    union
    select mine.record_type, mine.record_id, kind, near.record_id
    from app_vault.secrets as mine cross join unnest(kinds) as kind cross join lateral (
      (select other.record_id from app_vault.secrets as other
        where other.match_hash = mine.match_hash and other.field = mine.field and other.record_type = kind and other.record_id > mine.record_id
          and not exists (select from private.registration_merges as merged where merged.younger_id = other.record_id)
        order by other.record_id limit 10)
      union all
      (select other.record_id from app_vault.secrets as other
        where other.match_hash = mine.match_hash and other.field = mine.field and other.record_type = kind and other.record_id < mine.record_id
          and not exists (select from private.registration_merges as merged where merged.younger_id = other.record_id)
        order by other.record_id desc limit 10)
      union all
      select twin.other_id from private.open_twins as twin
      where twin.record_type = mine.record_type and twin.record_id = mine.record_id and twin.other_type = kind
        and exists (select from app_vault.secrets as other
          where other.record_type = kind and other.record_id = twin.other_id and other.field = mine.field and other.match_hash = mine.match_hash)
    ) as near
    where mine.record_type = any (kinds) and mine.record_id = any (open_ids) and mine.field = any (private.own_secret_fields())
    union
    -- An account has few of one kind.
    select mine.record_type, mine.id, other.record_type, other.id
    from private.registration_contacts as mine
    join private.registration_contacts as other
      on other.user_id = mine.user_id and other.record_type = mine.record_type and other.id <> mine.id
    where mine.id = any (open_ids)
      and not exists (select from private.registration_merges as merged where merged.younger_id = other.id)
  ),
  -- To compare names is dear: not of those who are a pair already.
  born_too as materialized (
    select mine.record_type, mine.record_id, mine.words, other.record_type as other_type, other.record_id as other_id,
      other.words as other_words
    from born as mine join born as other on other.match_hash = mine.match_hash and other.record_id <> mine.record_id
    where mine.record_id = any (open_ids)
      and not exists (select from by_sign where by_sign.record_id = mine.record_id and by_sign.other_id = other.record_id)
  ),
  matches as materialized (
    select * from by_sign
    union
    select record_type, record_id, other_type, other_id from born_too
    where words && other_words and private.are_like_words(words, other_words)
    union
    select pair.record_type, pair.record_id, pair.other_type, pair.other_id
    from born_too as pair
    join app_vault.matches as name
      on name.record_type = pair.record_type and name.record_id = pair.record_id and name.kind = 'name'
    join app_vault.matches as other_name
      on other_name.match_hash = name.match_hash and other_name.kind = name.kind and other_name.record_id = pair.other_id
  ),
  nearest as (
    select record_type, record_id, other_type, other_id
    from (
      select *, row_number() over (partition by record_id, other_type, other_id > record_id
        order by case when other_id > record_id then other_id end, other_id desc) as nr
      from matches
    ) as numbered where nr <= 10
  ),
  gone as (
    delete from private.twins as twin
    where (twin.record_type = any (kinds) and twin.record_id = any (record_ids) or twin.other_id = any (record_ids))
      and not exists (select from matches where matches.record_id = twin.record_id and matches.other_id = twin.other_id)
      and not exists (select from matches where matches.record_id = twin.other_id and matches.other_id = twin.record_id)
    returning *
  ),
  -- Always in one order: two that add the same pairs at once wait for each other, and not in a circle.
  added as (
    insert into private.twins (record_type, record_id, other_type, other_id)
    select * from (
      select * from nearest
      union
      select other_type, other_id, record_type, record_id from nearest
    ) as pairs
    order by record_id, other_id
    on conflict do nothing
  )
  select array_agg(distinct gone.record_id) into lost from gone
  where gone.record_id <> all (record_ids) and not exists (
    select from private.twins as kept
    where kept.record_type = gone.record_type and kept.record_id = gone.record_id and kept.other_type = gone.other_type
      and kept.other_id <> all (record_ids));
  if lost is not null then
    -- One transaction at a time, after all locks on signs.
    perform pg_advisory_xact_lock(hashtextextended('twins lost', 0));
    perform private.find_twins(lost[1:100]);
  end if;
end $$;

-- Two that come at once wait for each other, by what they have in common, or neither would see the other. All signs of these records
-- in one order: a transaction that changes several records calls this with all of them, or two such could wait in a circle.
create function private.lock_signs(record_ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  perform pg_advisory_xact_lock(sign.key)
  from (
    select hashtextextended('twin ' || phone, 0) as key from private.registration_phones where id = any (record_ids) and phone ~ '[1-9]'
    union
    select hashtextextended('twin ' || sign, 0)
    from private.registration_contacts as own, unnest(array[own.email, own.user_id::text]) as sign
    where own.id = any (record_ids) and sign is not null
    union
    select hashtextextended('twin ' || encode(match_hash, 'hex'), 0) from app_vault.secrets
    where record_type = any (private.registration_types()) and record_id = any (record_ids)
      and field = any ('dateOfBirth'::text || private.own_secret_fields()) and match_hash is not null
    order by key
  ) as sign;
end $$;

-- At the end of the transaction, when all that was sent of a record is there.
create function private.note_twins() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  changed_id uuid := changed ->> tg_argv[0];
begin
  -- Several rows of one record come one behind the other, and nothing changes between their triggers.
  if tg_table_schema = 'app_vault' and changed ->> 'field' <> all ('dateOfBirth'::text || private.own_secret_fields())
    or current_setting('private.twins_of', true) = pg_current_xact_id()::text || changed_id then
    return null;
  end if;
  perform set_config('private.twins_of', pg_current_xact_id()::text || changed_id, true);
  perform private.lock_signs(array[changed_id]);
  perform private.find_twins(array[changed_id]);
  return null;
end $$;

alter table private.twins enable row level security;
revoke all on table private.twins from public, anon, authenticated, service_role;
revoke all on table private.open_twins from public, anon, authenticated, service_role;

revoke all on function private.find_twins(uuid[]), private.lock_signs(uuid[]), private.note_twins() from public, anon, authenticated, service_role;
