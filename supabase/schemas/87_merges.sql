-- Two registrations of one person made one: the older keeps its reference and its secrets, the secrets of the younger are erased.

create table private.registration_merges (
  id bigint generated always as identity primary key,
  record_type text not null,
  older_id uuid not null,
  older_reference text not null,
  younger_id uuid not null,
  younger_reference text not null,
  reason text not null,
  actor_id uuid not null,
  actor_name text,
  created_at timestamptz not null default now(),
  constraint registration_merges_younger_id_unique unique (younger_id),
  constraint registration_merges_two check (older_id <> younger_id),
  constraint registration_merges_record_type_known check (record_type = any (private.registration_types())),
  constraint registration_merges_reason_length check (char_length(reason) between 10 and 500)
);
comment on table private.registration_merges is 'Append-only; goes with either registration. Both keep their rows: what was said and done about the younger is read under the older.';
create index registration_merges_actor_id_idx on private.registration_merges (actor_id, created_at desc);
create index registration_merges_older_id_idx on private.registration_merges (older_id);

-- The reference of the registration that this one is a part of now; null: it stands for itself. Security definer, because
-- people read it about their own, by views that know whose a registration is.
create function private.merged_into(record_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select older_reference from private.registration_merges where younger_id = $1
$$;

-- The same for staff who may read such registrations, with what leads to it: {id, reference}.
create function private.merged_with(record_type text, record_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', older_id, 'reference', older_reference) from private.registration_merges
  where younger_id = $2 and registration_merges.record_type = $1 and (select private.has_permission($1 || '.read'))
$$;

-- As a field of each row: what is a part of another one says so wherever it is read.
create function public.merged_with(public.farmers) returns jsonb
language sql stable set search_path = ''
as $$select private.merged_with('farmers', $1.id)$$;

create function public.merged_with(public.buyers) returns jsonb
language sql stable set search_path = ''
as $$select private.merged_with('buyers', $1.id)$$;

create function public.merged_with(public.investors) returns jsonb
language sql stable set search_path = ''
as $$select private.merged_with('investors', $1.id)$$;

create function public.merged_with(public.training_enrolments) returns jsonb
language sql stable set search_path = ''
as $$select private.merged_with('training_enrolments', $1.id)$$;

-- The registration that this one is a part of by now, through however many merges; itself where it stands for itself.
create function private.whole_of(record_id uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  with recursive above as (
    select record_id as id, 0 as step
    union all
    select merge.older_id, above.step + 1 from above join private.registration_merges as merge on merge.younger_id = above.id
  )
  select id from above order by step desc limit 1
$$;

-- All that is a part of this registration.
create function private.parts_of(record_id uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  with recursive below as (
    select younger_id from private.registration_merges where older_id = record_id
    union
    select merge.younger_id from below join private.registration_merges as merge on merge.older_id = below.younger_id
  )
  select younger_id from below
$$;

-- Which is the older of two: {older, younger}. At the same instant, the one with the smaller id.
create function private.find_pair(record_type text, record_id uuid, other_id uuid) returns private.registrations[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(record order by record.created_at, record.id) from private.registrations as record
  where record.record_type = $1 and record.id in ($2, $3)
$$;

-- Whether one of these is what an account has proved to be its own: by a mail or a message that it answered.
create function private.is_proved_contact(person_id uuid, email text, phone text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(lower($2) = lower(private.proved_address($1)), false)
    or coalesce(private.normalise_phone($3) = private.proved_number($1), false)
$$;

-- Why these two cannot be made one, in words for staff; null where they can. What the caller may do is judged elsewhere.
create function private.find_merge_obstacle(older private.registrations, younger private.registrations) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when private.merged_into(younger.id) is not null
      then format('%s is one with %s already.', younger.reference, private.merged_into(younger.id))
    when private.merged_into(older.id) is not null
      then format('%s is one with %s already. Compare with that one.', older.reference, private.merged_into(older.id))
    when older.form is distinct from younger.form then 'They are of two forms, so each says something of its own.'
    when older.is_demo <> younger.is_demo then 'One of them is a demonstration.'
    when older.user_id <> younger.user_id then 'They belong to two accounts, and two accounts are never made one.'
    when older.user_id is null and younger.user_id is not null
      then format('%s is in an account and %s is not. Its person brings it there first, by its link.', younger.reference, older.reference)
    -- The younger would be its account's to read and erase, so what the account has proved says that it is theirs.
    when older.user_id is not null and younger.user_id is null
      and not private.is_proved_contact(older.user_id, younger.contact_email, younger.contact_phone)
      then format('%s is in an account, and %s names neither its proved email address nor its proved phone. Its person brings it there first, by its link.',
        older.reference, younger.reference)
    when older.status = 'approved' and younger.status = 'approved' then 'Both are approved, and two approved records are never made one.'
    when younger.status = 'approved'
      then format('%s is approved, and what is approved is not erased. Decide on %s instead.', younger.reference, older.reference)
    when older.status = 'declined'
      then format('%s is declined, so %s is a new try that waits for an answer of its own.', older.reference, younger.reference)
    when private.consent_withdrawn_at(older.record_type, older.id) is not null
      or private.consent_withdrawn_at(younger.record_type, younger.id) is not null
      then 'The person took back a consent of one of them. What becomes of it is theirs to say.'
    when exists (select from public.products where farmer_id = younger.id)
      then format('%s has products, which would lose their farmer.', younger.reference)
    when not exists (select from public.find_duplicates(older.record_type, older.id) as twin where twin.other_id = younger.id)
      and not exists (select from public.find_duplicates(older.record_type, younger.id) as twin where twin.other_id = older.id)
      then 'Nothing says that these two are the same person.'
  end;
end $$;

-- Distinguishes the two as they are now from the two as they were compared.
create function private.mark_pair(older private.registrations, younger private.registrations) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(concat_ws(' ', ($1).id, ($1).status, ($1).answers_version, extract(epoch from ($1).updated_at),
    ($1).user_id, ($2).id, ($2).status, ($2).answers_version, extract(epoch from ($2).updated_at), ($2).user_id), 'UTF8')), 'hex')
$$;

-- What is secret of one record and its hashes go for good, and the key with them that opens nothing else. The record stays
-- its person's: by its link they read, take along and erase what is left.
create function private.erase_sealed(record_type text, record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid := private.vault_person_of(record_type, record_id);
begin
  perform from app_vault.people where id = owner_id for update;
  delete from app_vault.secrets where secrets.record_type = $1 and secrets.record_id = $2;
  delete from app_vault.matches where matches.record_type = $1 and matches.record_id = $2;
  update app_vault.people set wrapped_key = null, erased_at = now()
  where id = owner_id and erased_at is null
    and not exists (select from app_vault.secrets where person_id = owner_id)
    and not exists (select from app_vault.records as other
      where other.person_id = owner_id and (other.record_type, other.record_id) <> ($1, $2));
end $$;

-- One registration's part of what is compared.
create function private.describe_twin(record private.registrations) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', ($1).id, 'reference', ($1).reference, 'name', ($1).contact_name, 'email', ($1).contact_email,
    'phone', ($1).contact_phone, 'status', ($1).status, 'createdAt', ($1).created_at, 'hasAccount', ($1).user_id is not null,
    'hasPhoto', ($1).has_photo)
$$;

-- Two registrations beside each other, for anyone who may read them: {older, younger, secrets, obstacle, seen}. Secrets by their ends
-- alone, and whether they are the same; `seen` is what a merge names.
create function public.compare_registrations(record_type text, record_id uuid, other_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  pair private.registrations[];
begin
  perform private.require_admin_right(compare_registrations.record_type, 'read');
  pair := private.find_pair(compare_registrations.record_type, compare_registrations.record_id, compare_registrations.other_id);
  if coalesce(cardinality(pair), 0) <> 2 then
    raise exception 'There are no two such registrations' using errcode = 'P0002';
  end if;
  return jsonb_build_object('older', private.describe_twin(pair[1]), 'younger', private.describe_twin(pair[2]),
    'secrets', (
      select coalesce(jsonb_agg(jsonb_build_object('field', field, 'hasOlder', older.id is not null, 'older', older.last_four,
        'hasYounger', younger.id is not null, 'younger', younger.last_four,
        'isSame', coalesce(older.match_hash = younger.match_hash, false)) order by field), '[]')
      from (select * from app_vault.secrets
        where secrets.record_type = pair[1].record_type and secrets.record_id = pair[1].id and secrets.field <> 'selfie') as older
      full join (select * from app_vault.secrets
        where secrets.record_type = pair[2].record_type and secrets.record_id = pair[2].id and secrets.field <> 'selfie') as younger
        using (field)),
    'obstacle', private.find_merge_obstacle(pair[1], pair[2]), 'seen', private.mark_pair(pair[1], pair[2]));
end $$;

-- What a registration was made one with: those that are a part of it, and the one that it is a part of.
create function public.find_merges(record_type text, record_id uuid)
returns table (older_id uuid, older_reference text, younger_id uuid, younger_reference text, reason text, actor_name text,
  created_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin_right(find_merges.record_type, 'read');
  return query
    with recursive parts as (
      select merge.* from private.registration_merges as merge
      where merge.record_type = find_merges.record_type and merge.older_id = find_merges.record_id
      union
      select merge.* from parts join private.registration_merges as merge on merge.older_id = parts.younger_id
    )
    select merge.older_id, merge.older_reference, merge.younger_id, merge.younger_reference, merge.reason,
      case when private.has_permission('profiles.read') then merge.actor_name end, merge.created_at
    from (
      select * from parts
      union all
      select * from private.registration_merges as whole
      where whole.record_type = find_merges.record_type and whole.younger_id = find_merges.record_id
    ) as merge
    order by merge.id desc;
end $$;

-- Whether the caller may make these two one now; raises where not, and locks both until the end of the transaction. Answers the
-- id of the younger. The server calls it first: it looks for the photo of nobody whom the caller may not erase.
create function private.check_merge(record_type text, record_id uuid, other_id uuid, reason text, seen text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid;
  why text := coalesce(private.clean_line(reason), '');
  pair private.registrations[];
  obstacle text;
begin
  if record_type is null or record_type <> all (private.registration_types()) then
    raise exception 'There is no such kind of registration' using errcode = '22023';
  end if;
  caller_id := private.require_record_work(record_type);
  perform private.require_strong_right(record_type || '.decide');
  if private.is_frozen(caller_id) then
    raise exception 'You told us that somebody else was in your account: nothing is erased from it for now'
      using errcode = '42501', hint = 'frozen';
  end if;
  perform private.require_reason(why);
  perform private.refuse_secrets('reason', null, why);
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('merge ' || caller_id, 0));
  if (select count(*) >= 30 from private.registration_merges
      where actor_id = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.lock_registration(record_type, least(record_id, other_id));
  perform private.lock_registration(record_type, greatest(record_id, other_id));
  pair := private.find_pair(record_type, record_id, other_id);
  if coalesce(cardinality(pair), 0) <> 2 then
    raise exception 'There are no two such registrations' using errcode = 'P0002';
  elsif private.is_own_record(record_type, record_id) or private.is_own_record(record_type, other_id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  end if;
  obstacle := private.find_merge_obstacle(pair[1], pair[2]);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = 'PT409', hint = 'merge';
  elsif seen is distinct from private.mark_pair(pair[1], pair[2]) then
    raise exception 'One of the two was changed meanwhile. Please compare them again.' using errcode = 'PT409', hint = 'seen';
  end if;
  return pair[2].id;
end $$;

-- In one step: the younger is a part of the older, its secrets are gone, it is closed, and its person is notified. Answers {older, younger}:
-- their references. In private, because the server removes the photo that it names no more (server/admin/merge.ts).
create function private.merge_registrations(record_type text, record_id uuid, other_id uuid, reason text, seen text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  pair private.registrations[];
begin
  perform private.check_merge(record_type, record_id, other_id, reason, seen);
  pair := private.find_pair(record_type, record_id, other_id);
  insert into private.registration_merges
    (record_type, older_id, older_reference, younger_id, younger_reference, reason, actor_id, actor_name)
  values (merge_registrations.record_type, pair[1].id, pair[1].reference, pair[2].id, pair[2].reference,
    private.clean_line(merge_registrations.reason), caller_id, private.name_staff(caller_id));
  perform private.erase_sealed(merge_registrations.record_type, pair[2].id);
  delete from private.change_codes where change_codes.record_id = pair[2].id;
  if pair[2].status = 'pending' then
    execute format('update public.%I set status = ''declined'', decline_reason = $1 where id = $2', merge_registrations.record_type)
      using format('We received this twice. It is one with %s, which stays with us.', pair[1].reference), pair[2].id;
    perform private.notify_registrant(pair[2].id, 'registration_merged', jsonb_build_object('kept', pair[1].reference));
  end if;
  perform private.record_audit('merge', merge_registrations.record_type, pair[1].id::text, null,
    jsonb_build_object('younger_id', pair[2].id, 'younger', pair[2].reference, 'secrets', 'kept'));
  perform private.record_audit('merge', merge_registrations.record_type, pair[2].id::text, null,
    jsonb_build_object('older_id', pair[1].id, 'older', pair[1].reference, 'secrets', 'erased'));
  return jsonb_build_object('older', pair[1].reference, 'younger', pair[2].reference);
end $$;

-- The secrets of one record, for work in which nobody sees them: the entry is written with the reading.
create function private.read_sealed_record(record_type text, record_id uuid, purpose text) returns setof private.sealed_secret
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid := (
    select secrets.person_id from app_vault.secrets
    where secrets.record_type = read_sealed_record.record_type and secrets.record_id = read_sealed_record.record_id limit 1);
begin
  if owner_id is null then
    return;
  end if;
  insert into private.vault_openings (purpose, person_id, record_type, record_id)
  values (read_sealed_record.purpose, owner_id, read_sealed_record.record_type, read_sealed_record.record_id);
  return query select sealed.* from private.sealed_of(array(
      select distinct secrets.person_id from app_vault.secrets
      where secrets.record_type = read_sealed_record.record_type and secrets.record_id = read_sealed_record.record_id)) as sealed
    where sealed.record_type = read_sealed_record.record_type and sealed.record_id = read_sealed_record.record_id;
end $$;

create trigger refuse_change before update on private.registration_merges
  for each row execute function private.refuse_change();

create trigger refuse_truncate before truncate on private.registration_merges
  for each statement execute function private.refuse_change();

-- The younger is no pair any more, nor are the others its.
create constraint trigger note_twins after insert or delete on private.registration_merges
  deferrable initially deferred for each row execute function private.note_twins('younger_id');

alter table private.registration_merges enable row level security;
revoke all on table private.registration_merges from public, anon, authenticated, service_role;

revoke all on function
  private.check_merge(text, uuid, uuid, text, text), private.describe_twin(private.registrations), private.erase_sealed(text, uuid),
  private.find_merge_obstacle(private.registrations, private.registrations), private.find_pair(text, uuid, uuid),
  private.is_proved_contact(uuid, text, text),
  private.mark_pair(private.registrations, private.registrations), private.merge_registrations(text, uuid, uuid, text, text),
  private.merged_into(uuid), private.merged_with(text, uuid), private.parts_of(uuid), private.read_sealed_record(text, uuid, text), private.whole_of(uuid),
  public.compare_registrations(text, uuid, uuid), public.find_merges(text, uuid),
  public.merged_with(public.farmers),
  public.merged_with(public.buyers),
  public.merged_with(public.investors),
  public.merged_with(public.training_enrolments)
  from public, anon, authenticated, service_role;
grant execute on function private.check_merge(text, uuid, uuid, text, text), private.merge_registrations(text, uuid, uuid, text, text)
  to authenticated;
grant execute on function private.merged_into(uuid) to authenticated, service_role;
grant execute on function private.read_sealed_record(text, uuid, text) to service_role;
grant execute on function
  private.merged_with(text, uuid), public.compare_registrations(text, uuid, uuid), public.find_merges(text, uuid),
  public.merged_with(public.farmers),
  public.merged_with(public.buyers),
  public.merged_with(public.investors),
  public.merged_with(public.training_enrolments)
  to authenticated;
