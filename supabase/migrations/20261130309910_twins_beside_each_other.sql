DROP INDEX "app_vault"."secrets_match_hash_idx";

DROP INDEX "public"."buyers_alternative_phone_idx";

DROP INDEX "public"."buyers_contact_email_idx";

DROP INDEX "public"."buyers_contact_phone_idx";

DROP INDEX "public"."farmers_contact_email_idx";

DROP INDEX "public"."farmers_phone_idx";

DROP INDEX "public"."investor_private_company_phone_idx";

DROP INDEX "public"."investors_contact_email_idx";

DROP INDEX "public"."investors_contact_phone_idx";

DROP INDEX "public"."training_enrolment_private_guardian_phone_idx";

DROP INDEX "public"."training_enrolments_contact_email_idx";

DROP INDEX "public"."training_enrolments_phone_idx";

CREATE OR REPLACE FUNCTION private.claim_registrations(user_id uuid, hashes text[], seals jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account_id uuid := user_id;
  proved_email text := private.proved_address(user_id);
  proved_phone text := private.proved_number(user_id);
  current_record private.registrations;
  claimed jsonb := '[]';
begin
  insert into public.profiles (id, email)
  select account.id, account.email from auth.users as account where account.id = account_id and account.email is not null
  on conflict (id) do nothing;
  update public.partnership_applications as sent set user_id = account_id
  where sent.user_id is null and not is_demo and lower(email) = proved_email;
  update public.job_applications as sent set user_id = account_id
  where sent.user_id is null and not is_demo and lower(email) = proved_email;
  for current_record in
    select * from private.registrations as record
    where record.user_id is null and not is_demo and (lower(contact_email) = proved_email or contact_phone = proved_phone)
    order by created_at
  loop
    if private.claim_record(current_record, account_id, hashes, seals) then
      claimed := claimed || jsonb_build_object('recordType', current_record.record_type, 'id', current_record.id,
        'reference', current_record.reference);
    end if;
  end loop;
  -- Here, because the triggers at the end of the transaction take them record by record.
  perform private.lock_signs(array(select (record ->> 'id')::uuid from jsonb_array_elements(claimed) as record));
  return claimed;
end $function$;

CREATE OR REPLACE FUNCTION private.erase_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3)) or (bucket_id = 'message-files' and name in (select path from public.message_files where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3 or m.email is null and m.about_id is null and m.phone = (select private.proved_number($1)) or m.about_id in (select private.registrations_of($1, $2))) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3)));
  update public.training_enrolments as t set contact_name = 'Erased',
    contact_email = null,
    phone = '00000000',
    city = 'Erased',
    state = 'Erased',
    motivation = 'Erased at the request of the person',
    training_goals = 'Erased at the request of the person',
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2));
  delete from public.tasks as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1) or record_id in (select id from public.newsletter_subscriptions where email = $3);
  delete from public.stock_alerts as t where user_id = $1 or lower(email) = $3;
  delete from public.staff_notices as t where user_id = $1;
  delete from public.staff_invitations as t where lower(email) = $3;
  delete from public.saved_views as t where owner_id = $1;
  delete from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2));
  delete from public.registration_drafts as t where user_id = $1;
  delete from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.record_messages as t where is_proved and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3 or m.email is null and m.about_id is null and m.phone = (select private.proved_number($1)) or m.about_id in (select private.registrations_of($1, $2)))) or not is_from_staff and lower(from_address) = $3;
  delete from public.product_wishes as t where user_id = $1;
  update public.phone_calls as t set note = null
  where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.partnership_applications as t where user_id = $1 or lower(email) = $3;
  delete from public.order_templates as t where user_id = $1;
  delete from public.newsletter_subscriptions as t where lower(email) = $3;
  delete from public.message_files as t where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3 or m.email is null and m.about_id is null and m.phone = (select private.proved_number($1)) or m.about_id in (select private.registrations_of($1, $2))) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3);
  delete from public.job_applications as t where user_id = $1 or lower(email) = $3;
  update public.investors as t set company_name = case when company_name is not null then 'Erased' end,
    contact_name = null,
    contact_email = null,
    contact_phone = null,
    city = null,
    state = null,
    country = null,
    investment_goals = null,
    wallet_address = null
  where id in (select private.registrations_of($1, $2));
  delete from public.investor_private as t where investor_id in (select private.registrations_of($1, $2));
  update public.farmers as t set contact_name = null,
    contact_email = null,
    phone = null,
    farm_name = 'Erased',
    location = 'Erased',
    city = null,
    state = null,
    other_crops = null,
    challenges = null,
    goals = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2));
  delete from public.correction_requests as t where record_id in (select private.registrations_of($1, $2));
  delete from public.contact_messages as t where lower(email) = $3 or email is null and about_id is null and phone = (select private.proved_number($1)) or about_id in (select private.registrations_of($1, $2));
  update public.buyers as t set user_id = null,
    company_name = case when company_name is not null then 'Erased' end,
    registration_number = case when registration_number is not null then 'Erased' end,
    address = 'Erased at the request of the person',
    city = 'Erased',
    state = 'Erased',
    contact_first_name = null,
    contact_last_name = null,
    contact_title = null,
    contact_email = null,
    contact_phone = null,
    alternative_phone = null,
    website = null,
    products_of_interest = null,
    target_markets = null,
    quality_certifications = null,
    additional_info = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  update private.submission_keys as t set fingerprint = null
  where user_id = $1 or record_id in (select private.registrations_of($1, $2));
  delete from private.staff_visits as t where user_id = $1;
  delete from private.registration_merges as t where younger_id in (select private.registrations_of($1, $2)) or older_id in (select private.registrations_of($1, $2));
  delete from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1)) or (record_id in (select private.registrations_of($1, $2)) or record_id in (select m.id from public.contact_messages as m where m.about_id in (select private.registrations_of($1, $2)))) and recipient not like 'erased:%' and template not in (select s.template from private.mail_templates as s where s.purpose = 'staff');
  delete from private.export_progress as t where user_id = $1;
  delete from private.change_refusals as t where record_id in (select private.registrations_of($1, $2));
  delete from private.change_codes as t where record_id in (select private.registrations_of($1, $2));
  delete from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2));
  delete from app_vault.matches as t where record_id in (select private.registrations_of($1, $2));
$function$;

CREATE OR REPLACE FUNCTION private.find_twins(record_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.lock_signs(record_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.lock_signs(array[changed_id]);
  perform private.find_twins(array[changed_id]);
  return null;
end $function$;

CREATE INDEX secrets_match_hash_idx ON app_vault.secrets USING btree (match_hash, field, record_id);

CREATE INDEX buyers_alternative_phone_idx ON public.buyers USING btree (alternative_phone, id);

CREATE INDEX buyers_contact_email_idx ON public.buyers USING btree (lower(contact_email), id);

CREATE INDEX buyers_contact_phone_idx ON public.buyers USING btree (contact_phone, id);

CREATE INDEX farmers_contact_email_idx ON public.farmers USING btree (lower(contact_email), id);

CREATE INDEX farmers_phone_idx ON public.farmers USING btree (phone, id);

CREATE INDEX investor_private_company_phone_idx ON public.investor_private USING btree (company_phone, investor_id);

CREATE INDEX investors_contact_email_idx ON public.investors USING btree (lower(contact_email), id);

CREATE INDEX investors_contact_phone_idx ON public.investors USING btree (contact_phone, id);

CREATE INDEX training_enrolment_private_guardian_phone_idx ON public.training_enrolment_private USING btree (guardian_phone, training_enrolment_id);

CREATE INDEX training_enrolments_contact_email_idx ON public.training_enrolments USING btree (lower(contact_email), id);

CREATE INDEX training_enrolments_phone_idx ON public.training_enrolments USING btree (phone, id);

CREATE CONSTRAINT TRIGGER note_twins AFTER INSERT OR DELETE ON private.registration_merges DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.note_twins('younger_id');

REVOKE ALL ON FUNCTION "private"."lock_signs"(uuid[]) FROM PUBLIC;

-- All pairs again, also of registrations of before, by some thousands at a time: one statement over all would be too large.
TRUNCATE private.twins;

DO $$
DECLARE
  ids uuid[];
  last_id uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  -- A plan for thousands, not for one.
  PERFORM set_config('plan_cache_mode', 'force_custom_plan', true);
  LOOP
    ids := array(SELECT id FROM private.registration_contacts WHERE id > last_id ORDER BY id LIMIT 2000);
    EXIT WHEN cardinality(ids) = 0;
    PERFORM private.find_twins(ids);
    last_id := ids[cardinality(ids)];
  END LOOP;
END $$;
