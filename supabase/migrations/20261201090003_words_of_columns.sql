-- Columns by the field's words: when a PDF was created, when the end of a freeze was requested, how a breach was detected.
alter table private.document_files rename column made_at to created_at;
alter table private.document_files rename constraint document_files_made_whole to document_files_created_whole;
alter table private.account_freezes rename column asked_at to requested_at;
alter table private.account_freezes rename constraint account_freezes_asked_whole to account_freezes_requested_whole;
alter table public.breaches rename column found_how to detection;
alter table public.breaches rename constraint breaches_found_how_length to breaches_detection_length;
alter function private.mark_document_made(uuid, text, integer) rename to mark_document_created;
alter view public.breach_register rename column found_how to detection;

CREATE OR REPLACE FUNCTION private.before_breach_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case tg_op
    when 'INSERT' then
      perform private.refuse_secrets('facts', null, new.title);
      perform private.refuse_secrets('facts', null, new.facts);
      perform private.refuse_secrets('facts', null, new.detection);
      perform private.refuse_secrets('facts', null, new.consequences);
      perform private.refuse_secrets('facts', null, new.measures);
    when 'UPDATE' then
      perform private.guard_breach(old, new);
      new.updated_at := now();
    when 'DELETE' then
      perform private.refuse_early_breach_delete(old);
      perform private.forget_record_work(old.id);
      return old;
  end case;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.claim_documents(batch integer, lease_seconds integer)
 RETURNS TABLE(id uuid, content jsonb)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with claimed as (
    update private.document_files as file set attempts = attempts + 1,
      leased_until = now() + make_interval(secs => lease_seconds * least(attempts + 1, 60))
    where document_id in (
      select document_id from private.document_files
      where created_at is null and dropped_at is null and (leased_until is null or leased_until <= now())
      order by leased_until nulls first limit batch for update skip locked
    )
    returning document_id
  )
  select document.id, document.content from claimed join public.order_documents as document on document.id = claimed.document_id
$function$;

CREATE OR REPLACE FUNCTION private.mark_document_created(document_id uuid, sha256 text, byte_count integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held text;
begin
  update private.document_files as file set sha256 = mark_document_created.sha256, byte_count = mark_document_created.byte_count, created_at = now()
  where file.document_id = mark_document_created.document_id and created_at is null;
  select file.sha256 into held from private.document_files as file where file.document_id = mark_document_created.document_id;
  return held;
end $function$;

CREATE OR REPLACE FUNCTION private.own_secrets_state()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
  frozen private.account_freezes;
  request private.own_secret_requests;
  has_factor boolean;
  young_until timestamptz;
begin
  if caller_id is null then
    return '{"state": "closed"}';
  end if;
  if private.is_frozen(caller_id) then
    select * into frozen from private.account_freezes where user_id = caller_id;
    return jsonb_build_object('state', 'frozen', 'frozenAt', frozen.frozen_at, 'requestedAt', frozen.requested_at,
      'opensAt', frozen.thaws_at, 'obstacle', private.thaw_obstacle(caller_id));
  end if;
  select count(*) > 0, min(greatest(created_at, updated_at)) + private.own_secrets_wait() into has_factor, young_until
  from auth.mfa_factors where user_id = caller_id and status = 'verified';
  if has_factor and private.shown_factor_since() is null then
    return '{"state": "second_factor"}';
  elsif private.shown_factor_since() <= now() - private.own_secrets_wait() then
    return '{"state": "open", "basis": "factor"}';
  elsif private.has_old_factor(caller_id) then
    return '{"state": "other_factor"}';
  end if;
  select * into request from private.own_secret_requests where user_id = caller_id and closes_at > now()
    and mailbox = private.proved_address(caller_id);
  if request.user_id is null then
    return jsonb_build_object('state', 'closed', 'factorOpensAt', young_until);
  end if;
  return jsonb_build_object('state', case when request.opens_at > now() then 'waiting'
      when request.session_id::text is distinct from (select auth.jwt()) ->> 'session_id' then 'other_session'
      else 'open' end,
    'basis', 'waited', 'opensAt', request.opens_at, 'closesAt', request.closes_at, 'factorOpensAt', young_until);
end $function$;

CREATE OR REPLACE FUNCTION private.request_thaw(user_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  obstacle text;
  ends_at timestamptz;
begin
  perform from auth.users where id = request_thaw.user_id for update;
  if not private.is_frozen(user_id) then
    raise exception 'This account is not frozen' using errcode = 'P0002';
  end if;
  obstacle := private.thaw_obstacle(user_id);
  if obstacle is not null then
    raise exception '%', case obstacle when 'mailbox' then 'The address of this account has changed since: only our staff can open it again'
      else 'Please choose a new password first' end using errcode = '42501', hint = obstacle;
  end if;
  update private.account_freezes as frozen set requested_at = now(), thaws_at = now() + private.own_secrets_wait()
  where frozen.user_id = request_thaw.user_id and frozen.requested_at is null
  returning thaws_at into ends_at;
  if ends_at is null then
    return (select thaws_at from private.account_freezes as frozen where frozen.user_id = request_thaw.user_id);
  end if;
  perform private.record_audit('ask_thaw', 'account', user_id::text, null, jsonb_build_object('thaws_at', ends_at));
  perform private.notify_owner('account_thaw_asked', user_id, jsonb_build_object('opens_at', ends_at));
  return ends_at;
end $function$;

CREATE OR REPLACE FUNCTION private.use_alarm_link(token_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link private.alarm_links;
  person auth.users;
  is_reset boolean;
begin
  select stored.* into link from private.alarm_links as stored
  where stored.token_hash = use_alarm_link.token_hash and stored.created_at > now() - private.alarm_link_period();
  if link.user_id is null then
    return null;
  end if;
  select * into person from auth.users where id = link.user_id for update;
  update private.alarm_links as own set used_at = now()
  where own.token_hash = link.token_hash and own.used_at is null;
  if not found then
    return private.read_alarm_link(link.token_hash);
  end if;
  delete from auth.sessions where user_id = person.id;
  delete from auth.one_time_tokens where user_id = person.id;
  delete from auth.flow_state where user_id = person.id;
  update auth.users set encrypted_password = null, email_change = '', updated_at = now() where id = person.id;
  is_reset := not private.has_old_factor(person.id)
    and not exists (select from public.user_roles where user_id = person.id);
  if is_reset then
    delete from auth.mfa_factors where user_id = person.id;
    is_reset := found;
  end if;
  delete from private.own_secret_requests where user_id = person.id;
  insert into private.account_freezes as frozen (user_id, mailbox) values (person.id, link.mailbox)
  on conflict on constraint account_freezes_pkey do update set
    -- Two mailboxes that say so of each other: neither ends it, staff do.
    mailbox = case when frozen.thaws_at <= now() or frozen.mailbox = excluded.mailbox then excluded.mailbox else '' end,
    frozen_at = now(), requested_at = null, thaws_at = null;
  perform private.record_audit('freeze', 'account', person.id::text, null,
    jsonb_build_object('template', link.template, 'second_step_removed', is_reset));
  perform private.enqueue_mail('account_frozen', recipient, jsonb_build_object(
    'full_name', person.raw_user_meta_data ->> 'full_name', 'at', now(), 'second_step_removed', is_reset))
  from (select link.mailbox as recipient union select lower(person.email) where person.email <> '') as both_addresses;
  return private.read_alarm_link(link.token_hash);
end $function$;

CREATE OR REPLACE FUNCTION public.open_breach(breach jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_strong_right('breaches.write');
  created public.breaches;
begin
  if (breach ->> 'aware_at')::timestamptz > now() + interval '5 minutes'
    or (breach ->> 'aware_at')::timestamptz < now() - interval '10 years'
  then
    raise exception 'The company became aware at a time that has passed' using errcode = '23514', hint = 'aware_at';
  end if;
  insert into public.breaches (title, facts, detection, aware_at, data_categories, people_categories, people_count,
    records_count, consequences, measures, risk, opened_by)
  values (btrim(breach ->> 'title'), btrim(breach ->> 'facts'), btrim(breach ->> 'detection'),
    (breach ->> 'aware_at')::timestamptz,
    array(select jsonb_array_elements_text(breach -> 'data_categories')),
    array(select jsonb_array_elements_text(breach -> 'people_categories')),
    (breach ->> 'people_count')::integer, (breach ->> 'records_count')::integer,
    btrim(breach ->> 'consequences'), btrim(breach ->> 'measures'), nullif(breach ->> 'risk', ''), caller_id)
  returning * into created;
  insert into public.breach_events (breach_id, kind, happened_at, body, changes, author_id)
  values (created.id, 'opened', created.created_at, created.title,
    jsonb_strip_nulls(jsonb_build_object('risk', created.risk, 'people_count', created.people_count, 'records_count', created.records_count)),
    caller_id);
  perform private.mail_admins_of_breach(created, 0);
  return created.id;
end $function$;

COMMENT ON COLUMN "private"."document_files"."created_at" IS 'Of the PDF; null: it waits to be made.';
