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
  constraint decision_events_record_type_known   check (record_type = any (private.admin_types()))
);
comment on table public.decision_events is 'Who changed which status, when and why. Append-only; outlives the records, so it references none.';
comment on column public.decision_events.own_record is 'Someone decided on what is their own: refused since release 0.2.0, and flagged here of before.';
create index decision_events_created_at_idx on public.decision_events (created_at desc);
create index decision_events_record_idx on public.decision_events (record_type, record_id, created_at desc);

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

-- Decides on up to 500 records, each with the status that the caller saw. Nothing is overwritten: what someone else
-- changed, and what the record's own rules refuse, is left out and named. Security invoker: the tables' policies,
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
    select id, max(expected) as expected from jsonb_to_recordset(rows) as input (id uuid, expected text)
    where id is not null group by id order by id
  loop
    words := null;
    touched := null;
    begin
      execute format('update public.%I set status = $1 %s where id = $2 and status = $3 and status <> $1 returning true',
        record_type, case when reason_column is not null then format(', %I = $4', reason_column) else '' end)
        into touched using new_status, requested.id, requested.expected, reason;
    exception when check_violation or insufficient_privilege then
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
  return jsonb_build_object('changed', to_jsonb(changed), 'skipped', skipped);
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

revoke all on function
  private.before_decision_event_change(), private.decide(), private.decide(text, anyelement, anyelement), private.record_decision(),
  private.record_decision(text, anyelement, anyelement), public.decide_records(text, jsonb, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.decide_records(text, jsonb, text, text) to authenticated;
