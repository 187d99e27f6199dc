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

-- Makes the pairs of these records again, by what find_duplicates says: the same phone number, e-mail address, account or secret (by its
-- hash), or the date of birth and a like name. Not by a name alone, which hundreds share. The noughts that stand for an erased number
-- are nobody's.
create function private.find_twins(record_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- With its kind a record is found by the index of its secrets.
  kinds text[] := private.registration_types();
  -- All who share a birth date with one of them.
  born_with uuid[] := array(
    select other.record_id from app_vault.secrets as mine
    join app_vault.secrets as other on other.match_hash = mine.match_hash and other.field = mine.field
    where mine.record_type = any (kinds) and mine.record_id = any (record_ids) and mine.field = 'dateOfBirth');
begin
  -- The words of a name are taken once for each record: those who share a birth date are many.
  with born as materialized (
    select secret.record_type, secret.record_id, secret.match_hash, private.name_words(person.contact_name) as words
    from app_vault.secrets as secret
    join private.registrations as person on person.record_type = secret.record_type and person.id = secret.record_id
    where secret.field = 'dateOfBirth' and secret.record_type = any (kinds)
      and secret.record_id = any (born_with) and person.id = any (born_with)
  ),
  by_sign as (
    select mine.record_type, mine.id as record_id, other.record_type as other_type, other.id as other_id
    from private.registration_phones as mine
    join private.registration_phones as other on other.phone = mine.phone and other.id <> mine.id
    where mine.id = any (record_ids) and mine.phone ~ '[1-9]'
    union
    select mine.record_type, mine.id, other.record_type, other.id
    from private.registration_contacts as mine
    join private.registration_contacts as other on other.email = mine.email and other.id <> mine.id
    where mine.id = any (record_ids)
    union
    select mine.record_type, mine.id, other.record_type, other.id
    from private.registration_contacts as mine
    join private.registration_contacts as other on other.user_id = mine.user_id and other.id <> mine.id
    where mine.id = any (record_ids)
    union
    select mine.record_type, mine.record_id, other.record_type, other.record_id
    from app_vault.secrets as mine
    join app_vault.secrets as other
      on other.match_hash = mine.match_hash and other.field = mine.field and other.record_id <> mine.record_id
    where mine.record_type = any (kinds) and mine.record_id = any (record_ids) and mine.field = any (private.own_secret_fields())
  ),
  -- To compare names is dear: not of those who are a pair already.
  born_too as materialized (
    select mine.record_type, mine.record_id, mine.words, other.record_type as other_type, other.record_id as other_id,
      other.words as other_words
    from born as mine join born as other on other.match_hash = mine.match_hash and other.record_id <> mine.record_id
    where mine.record_id = any (record_ids)
      and not exists (select from by_sign where by_sign.record_id = mine.record_id and by_sign.other_id = other.record_id)
  ),
  matches as (
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
  pairs as (
    select * from matches
    union
    select other_type, other_id, record_type, record_id from matches
  ),
  -- Twenty pairs say enough of a number that hundreds share, for example an agent's: all of them would be its square.
  nearest as (
    select record_type, record_id, other_type, other_id
    from (select *, row_number() over (partition by record_id order by other_id) as nr from matches) as numbered where nr <= 20
  ),
  gone as (
    delete from private.twins as twin
    where (twin.record_id = any (record_ids) or twin.other_id = any (record_ids))
      and (twin.record_type, twin.record_id, twin.other_type, twin.other_id) not in (select * from pairs)
  )
  insert into private.twins (record_type, record_id, other_type, other_id)
  select * from nearest
  union
  select other_type, other_id, record_type, record_id from nearest
  on conflict do nothing;
end $$;

-- At the end of the transaction, when all that was sent of a record is there. Two that come at once wait for each other, by
-- what they have in common, or neither would see the other.
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
  perform pg_advisory_xact_lock(sign.key)
  from (
    select hashtextextended('twin ' || phone, 0) as key from private.registration_phones where id = changed_id and phone ~ '[1-9]'
    union
    select hashtextextended('twin ' || sign, 0)
    from private.registration_contacts as own, unnest(array[own.email, own.user_id::text]) as sign
    where own.id = changed_id and sign is not null
    union
    select hashtextextended('twin ' || encode(match_hash, 'hex'), 0) from app_vault.secrets
    where record_type = any (private.registration_types()) and record_id = changed_id
      and field = any ('dateOfBirth'::text || private.own_secret_fields()) and match_hash is not null
    order by key
  ) as sign;
  perform private.find_twins(array[changed_id]);
  return null;
end $$;

alter table private.twins enable row level security;
revoke all on table private.twins from public, anon, authenticated, service_role;
revoke all on table private.open_twins from public, anon, authenticated, service_role;

revoke all on function private.find_twins(uuid[]), private.note_twins() from public, anon, authenticated, service_role;
