DROP TRIGGER "note_twins" ON "public"."buyers";

DROP TRIGGER "note_twins" ON "public"."farmers";

DROP TRIGGER "note_twins" ON "public"."investors";

DROP TRIGGER "note_twins" ON "public"."training_enrolments";

CREATE OR REPLACE FUNCTION private.find_twins(record_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.note_twins()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.own_secret_fields()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{accountNumber,bvn,idNumber,sidraWalletAddress}'::text[]
$function$;

CREATE OR REPLACE FUNCTION public.find_duplicates(record_type text, record_id uuid)
 RETURNS TABLE(other_type text, other_id uuid, reference text, contact_name text, status text, created_at timestamp with time zone, reasons text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.registrations_with('read');
  mine private.registrations;
  near uuid[];
  -- The noughts that stand for an erased number are nobody's.
  phones text[] := array(select phone from private.registration_phones where id = find_duplicates.record_id and phone ~ '[1-9]');
  same_phone uuid[];
begin
  if find_duplicates.record_type is null or find_duplicates.record_type <> all (readable) then
    raise exception 'permission denied to read %', find_duplicates.record_type using errcode = '42501';
  end if;
  select * into mine from private.registrations as record
  where record.record_type = find_duplicates.record_type and record.id = find_duplicates.record_id;
  if mine.id is null or private.merged_into(mine.id) is not null then
    return;
  end if;
  same_phone := array(select id from private.registration_phones where phone = any (phones));
  -- Each by an index of its own.
  near := array(
    select vault.other_id from private.find_vault_matches(mine.record_type, mine.id) as vault
    union select unnest(same_phone)
    union select id from private.registrations where lower(contact_email) = lower(mine.contact_email)
    union select id from private.registrations where user_id = mine.user_id
  );
  return query
    with sealed as (
      select vault.other_id as id, array_agg(vault.kind order by vault.kind) as kinds
      from private.find_vault_matches(mine.record_type, mine.id) as vault
      where vault.kind <> 'selfie'
      group by vault.other_id
    ),
    hinted as (
      select record.*, array_remove(
        array(select 'same_' || kind from unnest(sealed.kinds) as kind where kind = 'name' or kind = any (private.own_secret_fields()))
        || case when record.id = any (same_phone) then 'same_phone' end
        || case when lower(record.contact_email) = lower(mine.contact_email) then 'same_email' end
        || case when record.user_id = mine.user_id then 'same_member' end
        || case when 'dateOfBirth' = any (sealed.kinds)
            and ('name' = any (sealed.kinds) or private.are_like_names(record.contact_name, mine.contact_name))
          then 'near_name_and_birth_date' end, null) as reasons
      from private.registrations as record
      left join sealed on sealed.id = record.id
      where record.id = any (near) and record.id <> mine.id
    )
    select hinted.record_type, hinted.id, hinted.reference, hinted.contact_name, hinted.status, hinted.created_at,
      hinted.reasons
    from hinted
    where hinted.record_type = any (readable) and cardinality(hinted.reasons) > 0 and private.merged_into(hinted.id) is null
    order by cardinality(hinted.reasons) desc, hinted.created_at desc limit 50;
end $function$;

CREATE VIEW "private"."registration_contacts" WITH (security_invoker=true) AS  SELECT farmers.id,
    lower(farmers.contact_email) AS email,
    farmers.user_id,
    'farmers'::text AS record_type
   FROM public.farmers
UNION ALL
 SELECT training_enrolments.id,
    lower(training_enrolments.contact_email) AS email,
    training_enrolments.user_id,
    'training_enrolments'::text AS record_type
   FROM public.training_enrolments
UNION ALL
 SELECT buyers.id,
    lower(buyers.contact_email) AS email,
    buyers.user_id,
    'buyers'::text AS record_type
   FROM public.buyers
UNION ALL
 SELECT investors.id,
    lower(investors.contact_email) AS email,
    investors.user_id,
    'investors'::text AS record_type
   FROM public.investors;

revoke all on table private.registration_contacts from public, anon, authenticated;

CREATE CONSTRAINT TRIGGER note_twins AFTER INSERT OR DELETE OR UPDATE OF contact_phone, alternative_phone, contact_first_name, contact_last_name, company_name, contact_email, user_id ON public.buyers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.note_twins('id');

CREATE CONSTRAINT TRIGGER note_twins AFTER INSERT OR DELETE OR UPDATE OF phone, contact_name, contact_email, user_id ON public.farmers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.note_twins('id');

CREATE CONSTRAINT TRIGGER note_twins AFTER INSERT OR DELETE OR UPDATE OF contact_phone, contact_name, company_name, contact_email, user_id ON public.investors DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.note_twins('id');

CREATE CONSTRAINT TRIGGER note_twins AFTER INSERT OR DELETE OR UPDATE OF phone, contact_name, contact_email, user_id ON public.training_enrolments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.note_twins('id');

COMMENT ON TABLE "private"."twins" IS 'Each pair stands in both directions. Derived: private.find_twins makes it again whenever something changes that it compares.';

REVOKE ALL ON FUNCTION "private"."own_secret_fields"() FROM PUBLIC;

-- Pairs of registrations of before are made by 20261130309910, in batches.
