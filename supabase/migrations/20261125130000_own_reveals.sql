-- The desk is no shorter way to one's own secrets than the member area, where they wait for 72 hours; and an account whose
-- owner said "this was not me" looks at nobody's (ADR 0052).

-- As in 20261125050500, and: not for a frozen account, nor of what is one's own.
create or replace function public.reveal_secret(record_type text, record_id uuid, field text, reason text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  why text := coalesce(private.clean_line(reason), '');
  sitting private.photo_sittings;
  looked_at uuid;
  reveal_id uuid;
begin
  if caller_id is null or not private.has_permission('vault.reveal')
    or not private.has_permission(coalesce(record_type, '') || '.read')
  then
    raise exception 'permission denied to reveal this' using errcode = '42501';
  elsif not private.has_strong_permission('vault.reveal') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  elsif private.is_frozen(caller_id) then
    raise exception 'You told us that somebody else was in your account: nothing leaves it for now' using errcode = '42501', hint = 'frozen';
  end if;
  -- One after the other for each member of staff, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('reveal ' || caller_id, 0));
  if field = 'selfie' then
    sitting := private.open_sitting(caller_id);
    if sitting.queue is distinct from record_type then
      sitting := null;
    elsif why = '' then
      why := sitting.reason;
    end if;
  end if;
  if char_length(why) < 10 then
    raise exception 'Please give a reason of at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif char_length(why) > 500 then
    raise exception 'The reason must be at most 500 characters' using errcode = '23514', hint = 'reason';
  elsif why ~ '([0-9][ .-]?){10}' then
    raise exception 'Please leave the number itself out of the reason' using errcode = '23514', hint = 'reason';
  elsif sitting.id is null and (select count(*) >= 60 from public.vault_reveals
      where actor_id = caller_id and sitting_id is null and created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  select secrets.person_id into looked_at from strongroom.secrets
  where secrets.record_type = reveal_secret.record_type and secrets.record_id = reveal_secret.record_id
    and secrets.field = reveal_secret.field;
  if looked_at is null then
    raise exception 'There is nothing to reveal here' using errcode = 'P0002';
  elsif private.is_own_record(record_type, record_id) then
    raise exception 'What is your own is under Privacy, where your download has it' using errcode = '42501', hint = 'own_record';
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
