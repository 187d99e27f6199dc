-- The machine of decisions: which steps are allowed, who took them, and why.

create table private.status_transitions (
  record_type text not null,
  from_status text not null,
  to_status text not null,
  primary key (record_type, from_status, to_status)
);
comment on table private.status_transitions is 'The status machines: which status may follow which.';

create table public.decision_events (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id uuid not null,
  record_owner uuid,
  actor_id uuid,
  actor_role text not null,
  from_status text not null,
  to_status text not null,
  reason text,
  own_record boolean not null default false,
  created_at timestamptz not null default now(),
  undoes bigint,
  constraint decision_events_undoes_unique unique (undoes),
  constraint decision_events_record_type_known   check (record_type = any (private.admin_types()))
);
comment on table public.decision_events is 'Who changed which status, when and why. Append-only; outlives the records, so it references none.';
comment on column public.decision_events.own_record is 'Someone decided on what is their own: refused since release 0.2.0, and flagged here of before.';
comment on column public.decision_events.undoes is 'The entry that this one took back. Both stay; for the person neither was.';
create index decision_events_created_at_idx on public.decision_events (created_at desc);
create index decision_events_record_idx on public.decision_events (record_type, record_id, created_at desc);

-- What was decided and not undone: what counts for the person, the promises and the call lists.
create view private.standing_decisions with (security_invoker = true) as
  select event.record_type, event.record_id, event.record_owner, event.actor_id, event.from_status, event.to_status,
    event.created_at
  from public.decision_events as event
  where event.undoes is null
    and not exists (select from public.decision_events as undo where undo.undoes = event.id);

-- Whether this very transaction takes a decision back: its entry, which only undo_decision writes, stands there already.
create function private.is_being_undone(record_type text, record_id uuid, from_status text, to_status text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.decision_events as undo
    where undo.record_type = $1 and undo.record_id = $2 and undo.created_at = now() and undo.undoes is not null
      and undo.from_status = $3 and undo.to_status = $4
  )
$$;

-- Templates for a decline; without a kind they serve all.
create table public.decline_reasons (
  id integer generated always as identity primary key,
  record_type text,
  body text not null,
  position integer not null default 100,
  updated_at timestamptz not null default now(),
  constraint decline_reasons_record_type_known check (record_type = any (private.admin_types())),
  constraint decline_reasons_body_length check (char_length(body) between 3 and 500),
  constraint decline_reasons_body_plain check (body = private.clean_text(body)),
  constraint decline_reasons_position_range check (position between 1 and 1000)
);
create index decline_reasons_record_type_idx on public.decline_reasons (record_type, position);

-- Before an update: the status machine, the right to decide, the reason and the time of the change.
-- Security definer, because it reads the machine and writes the ledger, which no caller may touch.
create function private.decide(record_type text, old anyelement, new anyelement) returns anyelement
language plpgsql security definer set search_path = ''
as $$
declare
  decided record := new;
  caller_role text := coalesce((select auth.role()), '');
  caller_id uuid := (select auth.uid());
begin
  decided.updated_at := now();
  if new.status = old.status then
    if new.decline_reason is distinct from old.decline_reason then
      raise exception 'A reason is given together with the decision' using errcode = '23514', hint = 'decline_reason';
    end if;
    return decided;
  end if;
  -- The service's own work (no caller in the claims, or the service role) is trusted; people need the right.
  if caller_role in ('anon', 'authenticated') and not private.has_permission(record_type || '.decide') then
    raise exception 'permission denied to decide on %', record_type using errcode = '42501';
  end if;
  if private.is_own_record(record_type, old.id) then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  end if;
  if new.status = 'pending' and private.is_being_undone(record_type, old.id, old.status, new.status) then
    decided.decline_reason := null;
    return decided;
  end if;
  if not exists (
    select from private.status_transitions as step
    where step.record_type = decide.record_type and step.from_status = old.status and step.to_status = new.status
  ) then
    raise exception 'Status cannot change from % to %', old.status, new.status using errcode = '23514', hint = 'status';
  end if;
  if new.status = 'declined' then
    decided.decline_reason := coalesce(
      nullif(private.clean_text(new.decline_reason), ''),
      'We are unable to take this further at the moment. Please contact us if you would like to know more.'
    );
    if char_length(decided.decline_reason) > 500 then
      raise exception 'The reason must be at most 500 characters' using errcode = '23514', hint = 'decline_reason';
    end if;
  else
    decided.decline_reason := null;
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    record_type, old.id, old.user_id, caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), nullif(caller_role, ''), 'system'),
    old.status, new.status, decided.decline_reason
  );
  return decided;
end $$;

-- For tables that have no further steps.
create function private.decide() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  return private.decide(tg_table_name, old, new);
end $$;

-- For tables whose rules are their own (private.decide judges the others, and writes down what it lets pass).
-- Security definer, because nobody may write the ledger.
create function private.record_decision(record_type text, old anyelement, new anyelement) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  decided jsonb := to_jsonb(new);
begin
  if private.is_own_record(record_type, new.id)
    and private.has_permission(private.admin_permission(record_type, 'decide'))
  then
    raise exception 'Somebody else must decide on your own record' using errcode = '42501', hint = 'own_record';
  end if;
  if private.is_being_undone(record_type, new.id, old.status, new.status) then
    return;
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason)
  values (
    record_type, new.id,
    (select user_id from public.farmers where id = (decided ->> 'farmer_id')::uuid), caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), nullif((select auth.role()), ''), 'system'),
    old.status, new.status, decided ->> 'review_note'
  );
end $$;

-- For tables that have no further steps.
create function private.record_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_decision(tg_table_name, old, new);
  return null;
end $$;

-- Decides on up to 500 records, each with the status that the caller saw, and of a registration the version of its answers
-- (optional). Nothing is overwritten: what someone else
-- changed, and what the record's own rules refuse, is left out and named. Answers the ids of what changed, the entries of it
-- (events, for undo_decisions), and what was left out. Security invoker: the tables' policies,
-- grants and triggers judge each row. Records are taken in one order, so that two such calls never wait in a circle.
create function public.decide_records(record_type text, rows jsonb, new_status text, reason text default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  reason_column text := case
    when new_status = 'declined' and record_type <> 'contact_messages' then 'decline_reason'
    when new_status = 'completed' and record_type = 'orders' and reason is not null then 'credit_terms_reason'
    when new_status = 'hidden' and record_type = 'products' then 'review_note'
  end;
  requested record;
  touched boolean;
  current_status text;
  words text;
  changed uuid[] := '{}';
  skipped jsonb := '[]';
begin
  perform private.require_admin_right(record_type, 'decide');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 records' using errcode = '23514', hint = 'rows';
  end if;
  perform private.lock_for_decisions(record_type, array(
    select id from jsonb_to_recordset(rows) as input (id uuid) where id is not null), new_status);
  for requested in
    select id, max(expected) as expected, max(version) as version
    from jsonb_to_recordset(rows) as input (id uuid, expected text, version integer)
    where id is not null group by id order by id
  loop
    words := null;
    touched := null;
    -- Of many at once nobody looks at what each was asked: it is approved by itself, or once it is answered.
    if new_status = 'approved' and requested.expected = 'pending' and private.awaits_correction(record_type, requested.id) then
      skipped := skipped || jsonb_build_object('id', requested.id, 'status', 'pending', 'why', 'refused',
        'message', 'a correction was requested and is not answered yet; open one to approve it all the same');
      continue;
    end if;
    begin
      execute format('update public.%I set status = $1 %s %s where id = $2 and status = $3 and status <> $1 returning true',
        record_type, case
          -- Terms that stand already are the reason: they are not overwritten.
          when reason_column = 'credit_terms_reason' then ', credit_terms_reason = coalesce(credit_terms_reason, $4)'
          when reason_column is not null then format(', %I = $4', reason_column) else '' end,
        case when requested.version is not null and record_type = any (private.registration_types())
          then ', answers_version = $5' else '' end)
        into touched using new_status, requested.id, requested.expected, reason, requested.version;
    exception when check_violation or insufficient_privilege or sqlstate 'PT409' then
      get stacked diagnostics words = message_text;
    end;
    if touched then
      changed := changed || requested.id;
    else
      execute format('select status from public.%I where id = $1', record_type) into current_status using requested.id;
      skipped := skipped || jsonb_build_object('id', requested.id, 'status', current_status,
        'why', case when words is null then 'changed_meanwhile' else 'refused' end, 'message', words);
    end if;
  end loop;
  return jsonb_build_object('changed', to_jsonb(changed), 'skipped', skipped, 'events', coalesce((
    select jsonb_agg(event.id order by event.id) from public.decision_events as event
    where event.record_type = decide_records.record_type and event.record_id = any (changed) and event.created_at = now()
  ), '[]'));
end $$;

-- Deletes what was written about a record in that transaction and waits still, with the links that only these mails would
-- have carried. Answers whether none of it has left.
create function private.take_back_mails(record_type text, record_id uuid, written_at timestamptz) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  with taken as (
    delete from private.mail_outbox as mail
    where mail.record_type = $1 and mail.record_id = $2 and mail.created_at = $3
      and mail.status = 'waiting' and mail.attempts = 0
      -- What staff wrote themselves beside the decision was not waiting for it.
      and exists (select from private.mail_templates as known where known.template = mail.template and known.waits_for_undo)
    returning mail.data ->> 'token' as token
  )
  delete from private.registration_guest_links as link using taken
  where link.token_hash = encode(sha256(convert_to(taken.token, 'UTF8')), 'hex');
  return not exists (
    select from private.mail_outbox as mail
    where mail.record_type = $1 and mail.record_id = $2 and mail.created_at = $3
  );
end $$;

-- Who decided takes it back within undo_period, while nothing came of it: the record is pending again, its mail is gone, and
-- the undoing is an entry of its own.
-- Security definer, because nobody may write the ledger, and no grant leads back to pending.
create function public.undo_decision(event_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller_id uuid := (select auth.uid());
  event public.decision_events;
  stored_status text;
  changed_at timestamptz;
begin
  select * into event from public.decision_events as decided where decided.id = event_id;
  if caller_id is null or event.actor_id is distinct from caller_id then
    raise exception 'Only who decided can undo it' using errcode = '42501';
  end if;
  perform private.require_admin_right(event.record_type, 'decide');
  if event.record_type <> all (private.undoable_types()) or event.undoes is not null or event.from_status <> 'pending' then
    raise exception 'This is not undone so: it has steps of its own' using errcode = '23514', hint = 'event_id';
  end if;
  execute format('select status, updated_at from public.%I where id = $1 for update', event.record_type)
    into stored_status, changed_at using event.record_id;
  if stored_status is null then
    raise exception 'There is no such record' using errcode = 'P0002';
  elsif exists (select from public.decision_events as undo where undo.undoes = event.id) then
    raise exception 'It was undone before' using errcode = 'PT409', hint = 'undone';
  elsif clock_timestamp() > event.created_at + private.undo_period() then
    raise exception 'It can be undone for ten seconds, which are over' using errcode = 'PT409', hint = 'late';
  elsif (stored_status, changed_at) is distinct from (event.to_status, event.created_at) then
    raise exception 'It was changed since, so it cannot be undone' using errcode = 'PT409', hint = 'changed';
  elsif exists (
    select from public.phone_calls as call
    where call.record_id = event.record_id and call.record_type = event.record_type and call.created_at > event.created_at
  ) then
    raise exception 'Somebody has rung them up since, so it cannot be undone' using errcode = 'PT409', hint = 'called';
  elsif not private.take_back_mails(event.record_type, event.record_id, event.created_at) then
    raise exception 'Its mail has left, so it cannot be undone' using errcode = 'PT409', hint = 'mailed';
  end if;
  insert into public.decision_events
    (record_type, record_id, record_owner, actor_id, actor_role, from_status, to_status, reason, undoes)
  values (
    event.record_type, event.record_id, event.record_owner, caller_id,
    coalesce((select role from public.user_roles where user_id = caller_id), 'system'),
    event.to_status, event.from_status, 'Undone', event.id
  );
  execute format('update public.%I set status = $1 %s where id = $2', event.record_type,
    case when event.to_status = 'declined' then ', decline_reason = null' else '' end)
    using event.from_status, event.record_id;
  perform private.record_audit('undo', event.record_type, event.record_id::text,
    jsonb_build_object('status', event.to_status), jsonb_build_object('status', event.from_status, 'decision', event.id));
end $$;

-- Up to 500 at once, each by itself. Answers {undone: [record ids], skipped: [{id, message}]}. Records are taken in one order,
-- so that two such calls never wait in a circle. Security invoker: undo_decision judges each.
create function public.undo_decisions(event_ids bigint[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  decided record;
  undone uuid[] := '{}';
  skipped jsonb := '[]';
  words text;
begin
  if coalesce(cardinality(event_ids), 0) not between 1 and 500 then
    raise exception 'Please choose between 1 and 500 decisions' using errcode = '23514', hint = 'event_ids';
  end if;
  for decided in
    select event.id, event.record_id from public.decision_events as event where event.id = any (event_ids)
    order by event.record_id, event.id
  loop
    begin
      perform public.undo_decision(decided.id);
      undone := undone || decided.record_id;
    exception when check_violation or insufficient_privilege or no_data_found or sqlstate 'PT409' then
      get stacked diagnostics words = message_text;
      skipped := skipped || jsonb_build_object('id', decided.record_id, 'message', words);
    end;
  end loop;
  return jsonb_build_object('undone', to_jsonb(undone), 'skipped', skipped);
end $$;

create function private.before_decision_event_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then
      new.own_record := coalesce(new.actor_id = new.record_owner, false) or private.is_own_record(new.record_type, new.record_id);
      perform private.refuse_secrets('reason', null, new.reason);
      return new;
    when 'UPDATE' then
      perform private.refuse_change('decision_events');
    when 'DELETE' then
      perform private.refuse_early_delete('decision_events', old.created_at);
  end case;
  return old;
end $$;

create trigger before_decision_event_change before insert or update or delete on public.decision_events
  for each row execute function private.before_decision_event_change();

create trigger refuse_truncate before truncate on public.decision_events
  for each statement execute function private.refuse_change();

create trigger demand_second_factor before insert or update or delete on public.decline_reasons
  for each statement execute function private.demand_second_factor('decline_reasons.write');

create trigger audit_change after insert or update or delete on public.decline_reasons for each row
  execute function private.audit_change('staff', 'id', 'record_type,body,position');

create trigger refuse_secrets before insert or update of body on public.decline_reasons
  for each row execute function private.refuse_secrets('body', 'body');

create trigger touch_updated_at before update on public.decline_reasons
  for each row execute function private.touch_updated_at();

alter table private.status_transitions enable row level security;
revoke all on table private.status_transitions from public, anon, authenticated, service_role;

alter table public.decision_events enable row level security;
revoke all on table public.decision_events from public, anon, authenticated, service_role;
revoke all on sequence public.decision_events_id_seq from public, anon, authenticated, service_role;
grant select on table public.decision_events to authenticated, service_role;
create policy "Staff read the decisions on what they may read" on public.decision_events
  for select to authenticated
  using (record_type = any ((select private.admin_types_with('read'))::text[]));

alter table public.decline_reasons enable row level security;
revoke all on table public.decline_reasons from public, anon, authenticated, service_role;
revoke all on sequence public.decline_reasons_id_seq from public, anon, authenticated, service_role;
grant select, delete on table public.decline_reasons to authenticated;
grant select on table public.decline_reasons to service_role;
grant insert (record_type, body, position) on table public.decline_reasons to authenticated;
grant update (record_type, body, position) on table public.decline_reasons to authenticated;
create policy "Staff read reasons for what they may read" on public.decline_reasons
  for select to authenticated
  using (record_type = any ((select private.admin_types_with('read'))::text[])
    or (record_type is null and (select private.admin_types_with('read'))::text[] <> '{}'));
create policy "Staff who may add reasons, with a second factor" on public.decline_reasons
  for insert to authenticated
  with check ((select private.has_strong_permission('decline_reasons.write')));
create policy "Staff who may change reasons, with a second factor" on public.decline_reasons
  for update to authenticated
  using ((select private.has_strong_permission('decline_reasons.write')))
  with check ((select private.has_strong_permission('decline_reasons.write')));
create policy "Staff who may remove reasons, with a second factor" on public.decline_reasons
  for delete to authenticated
  using ((select private.has_strong_permission('decline_reasons.write')));

revoke all on table private.standing_decisions from public, anon, authenticated, service_role;
grant select on table private.standing_decisions to authenticated, service_role;

revoke all on function
  private.before_decision_event_change(), private.decide(), private.decide(text, anyelement, anyelement),
  private.is_being_undone(text, uuid, text, text), private.record_decision(),
  private.record_decision(text, anyelement, anyelement), private.take_back_mails(text, uuid, timestamptz),
  public.decide_records(text, jsonb, text, text), public.undo_decision(bigint), public.undo_decisions(bigint[])
  from public, anon, authenticated, service_role;
grant execute on function
  public.decide_records(text, jsonb, text, text), public.undo_decision(bigint), public.undo_decisions(bigint[])
  to authenticated;
