-- A lost tracking link: staff give out a new one, and the old ones end. It goes to the address that the person gave; to
-- whoever has none, staff read it out. Never silently: who did it and why is kept as long as the registration.

insert into public.role_permissions (role, permission)
values ('admin', 'registrations.relink'), ('reviewer', 'registrations.relink');

create table private.link_reissues (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  actor_id uuid not null,
  reason text not null,
  is_mailed boolean not null,
  created_at timestamptz not null default now(),
  constraint link_reissues_record_type_known check (record_type in
    ('farmers', 'training_enrolments', 'buyers', 'investors')),
  constraint link_reissues_reason_length check (char_length(reason) between 10 and 500)
);
comment on table private.link_reissues is 'Append-only; goes with its registration.';
comment on column private.link_reissues.is_mailed is 'False: it was shown to the member of staff, to be read out.';
create index link_reissues_record_id_idx on private.link_reissues (record_id, id desc);
create index link_reissues_actor_id_idx on private.link_reissues (actor_id, created_at desc);

create trigger refuse_change before update on private.link_reissues
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on private.link_reissues
  for each statement execute function private.refuse_change();

alter table private.link_reissues enable row level security;
revoke all on table private.link_reissues from public, anon, authenticated, service_role;

insert into private.personal_data (table_name, belongs, hidden, acts, note)
values
  ('private.link_reissues', 'record_id in (select private.registrations_of($1, $2))', '{actor_id}', '{actor_id}',
    'That staff gave out a new tracking link, and why: kept as long as the registration.');

create or replace function private.forget_submissions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.registration_submissions where record_id = old.id;
  delete from public.correction_requests where record_id = old.id;
  delete from public.phone_calls where record_id = old.id;
  delete from private.submission_keys where record_id = old.id;
  delete from private.tracking_links where record_id = old.id;
  delete from private.link_reissues where record_id = old.id;
  return null;
end $$;

-- The server makes the token and brings its hash, which counts only where nobody can be written to. Answers {reference,
-- isMailed}. Security definer, because nobody may write links or the ledger by any other door.
create function public.reissue_tracking_link(record_type text, record_id uuid, reason text, token_hash text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  why text := coalesce(private.clean_line(reason), '');
  found_record private.registrations;
  can_mail boolean;
begin
  if caller_id is null or not private.has_permission('registrations.relink')
    or not private.has_permission(coalesce(record_type, '') || '.read')
  then
    raise exception 'permission denied to give out a link' using errcode = '42501';
  elsif not private.has_strong_permission('registrations.relink') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  elsif char_length(why) < 10 then
    raise exception 'Please give a reason of at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif char_length(why) > 500 then
    raise exception 'The reason must be at most 500 characters' using errcode = '23514', hint = 'reason';
  elsif why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave numbers of the person out of the reason' using errcode = '23514', hint = 'reason';
  elsif token_hash is null or token_hash !~ '^[0-9a-f]{64}$' then
    raise exception 'This is no hash of a link' using errcode = '22023';
  end if;
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('relink ' || caller_id, 0));
  if (select count(*) >= 30 from private.link_reissues
      where actor_id = caller_id and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.lock_registration(reissue_tracking_link.record_type, reissue_tracking_link.record_id);
  select * into found_record from private.registrations as record
  where record.record_type = reissue_tracking_link.record_type and record.id = reissue_tracking_link.record_id;
  if found_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  elsif found_record.user_id is not null then
    raise exception 'This registration belongs to an account, where its owner sees it. It needs no link.' using errcode = 'PT409';
  elsif found_record.contact_email is null and coalesce(found_record.contact_phone, '') !~ '[1-9]' then
    raise exception 'This registration was erased: there is nobody to give a link to.' using errcode = 'PT409';
  end if;
  -- Mail about what is made up goes to nobody.
  can_mail := found_record.contact_email is not null and not found_record.is_demo;
  delete from private.tracking_links as link where link.record_id = found_record.id;
  if can_mail then
    perform private.tell_registrant(found_record.id, 'registration_link');
  else
    insert into private.tracking_links (token_hash, record_type, record_id, is_mailed)
    values (reissue_tracking_link.token_hash, found_record.record_type, found_record.id, true);
  end if;
  insert into private.link_reissues (record_type, record_id, actor_id, reason, is_mailed)
  values (found_record.record_type, found_record.id, caller_id, why, can_mail);
  return jsonb_build_object('reference', found_record.reference, 'isMailed', can_mail);
end $$;

-- One registration by its reference, for staff who help somebody with it; null for what the caller may not read.
-- Security invoker: the policies of the tables behind decide.
create function public.find_registration(reference text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'recordType', record.record_type, 'id', record.id, 'form', record.form, 'reference', record.reference,
    'status', record.status, 'declineReason', record.decline_reason, 'nextStep', record.next_step,
    'correction', record.open_correction, 'hasPhoto', record.has_photo, 'createdAt', record.created_at,
    'contactName', record.contact_name, 'hasAccount', record.user_id is not null,
    'hasEmail', record.contact_email is not null,
    'answers', coalesce((
      select sent.answers from public.registration_submissions as sent
      where sent.record_id = record.id order by sent.version desc limit 1
    ), '{}')
  )
  from private.registrations as record
  where record.reference = upper(btrim(find_registration.reference))
$$;

revoke all on function public.reissue_tracking_link(text, uuid, text, text), public.find_registration(text)
  from public, anon, authenticated, service_role;
grant execute on function public.reissue_tracking_link(text, uuid, text, text), public.find_registration(text)
  to authenticated;
