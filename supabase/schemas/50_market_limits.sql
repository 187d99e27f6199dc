-- Limits of the market: what reads them, and how staff change them, each with its reason, and what protects money from one person alone by two.

create table private.market_limits (
  name text primary key,
  value integer not null,
  constraint market_limits_value_positive check (value > 0)
);
comment on table private.market_limits is 'What staff may tune.';

create table private.market_limit_changes (
  id bigint generated always as identity primary key,
  name text not null references private.market_limits (name) on delete cascade,
  value_before integer not null,
  value integer not null,
  reason text not null,
  proposed_by uuid not null,
  proposed_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  outcome text,
  constraint market_limit_changes_reason_length check (char_length(reason) between 10 and 500),
  constraint market_limit_changes_decided_whole check (num_nonnulls(decided_by, decided_at, outcome) in (0, 3)),
  constraint market_limit_changes_outcome_known check (outcome in ('alone', 'approved', 'dropped')),
  constraint market_limit_changes_two_people check (outcome <> 'approved' or decided_by <> proposed_by)
);
comment on column private.market_limit_changes.outcome is 'alone: it counted at once, by one person. Null: it waits for a second one.';
create unique index market_limit_changes_one_waiting on private.market_limit_changes (name) where outcome is null;
create index market_limit_changes_name_idx on private.market_limit_changes (name, id desc);

create function private.market_limit(name text) returns integer
language sql stable security definer set search_path = ''
as $$
  select value from private.market_limits where market_limits.name = $1
$$;

-- The limits that buyers are told, and no other.
create function private.order_limits() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('linesMax', private.market_limit('order_lines_max'), 'quantityMax', private.market_limit('line_quantity_max'),
    'priceLockHours', private.market_limit('price_lock_hours'),
    -- So long the order of anybody lives at its prices.
    'payHours', least(private.market_limit('price_lock_hours'), private.market_limit('guest_expiry_hours'),
      private.market_limit('member_expiry_hours')),
    'quoteWaitHours', private.market_limit('quote_wait_hours'), 'claimHoldHours', private.market_limit('claim_hold_hours'))
$$;

-- A limit that stands between one person and the money is raised by two; to lower it makes nobody freer.
create function private.needs_second_for_limit(name text, value_before integer, value integer) returns boolean
language sql immutable set search_path = ''
as $$
  select $1 ~ '_alone_max_(kobo|cents)$' and $3 > $2
$$;

-- Why a limit cannot have this value, in words for staff; null where it can.
create function private.find_limit_obstacle(name text, value integer) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when $2 is null or $2 < 1 then 'Enter a whole number of 1 or more'
    when $1 like '%\_percent' and $2 > 100 then 'A share is at most 100 percent'
    when $1 like '%\_hours' and $2 > 2160 then 'At most 2,160 hours, which are 90 days'
    when $1 !~ '_(percent|hours|kobo|cents)$' and $2 > 1000000 then 'At most 1,000,000'
    when $1 = 'member_reminder_hours' and $2 >= private.market_limit('member_expiry_hours')
      or $1 = 'guest_reminder_hours' and $2 >= private.market_limit('guest_expiry_hours')
      then 'The reminder goes out before the order ends: enter fewer hours than an unpaid order has'
    when $1 = 'member_expiry_hours' and $2 <= private.market_limit('member_reminder_hours')
      or $1 = 'guest_expiry_hours' and $2 <= private.market_limit('guest_reminder_hours')
      then 'The reminder goes out before the order ends: enter more hours than it waits'
  end
$$;

-- Each limit with its last change, and the one that waits for a second person.
create function public.list_market_limits()
returns table (name text, value integer, changed_by text, changed_at timestamptz, reason text, waiting jsonb)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('settings.read') then
    raise exception 'permission denied: settings.read' using errcode = '42501';
  end if;
  return query
    select market_limit.name, market_limit.value, private.name_staff(coalesce(last.decided_by, last.proposed_by)), last.decided_at,
      last.reason,
      case when waits.id is not null then jsonb_build_object('id', waits.id, 'value', waits.value, 'reason', waits.reason,
        'proposedBy', private.name_staff(waits.proposed_by), 'proposedAt', waits.proposed_at,
        'obstacle', (select why.sentence from private.limit_change_obstacle(waits, (select auth.uid())) as why)) end
    from private.market_limits as market_limit
    left join lateral (
      select * from private.market_limit_changes as change
      where change.name = market_limit.name and change.outcome in ('alone', 'approved') order by change.decided_at desc, change.id desc limit 1
    ) as last on true
    left join private.market_limit_changes as waits on waits.name = market_limit.name and waits.outcome is null
    order by market_limit.name;
end $$;

-- Answers whether the change counts; false: it waits for a second person. `seen` is the value that was on the screen.
create function public.change_market_limit(name text, value integer, seen integer, reason text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_strong_right('settings.write');
  why text := coalesce(private.clean_line(reason), '');
  current_value integer;
  obstacle text := private.find_limit_obstacle(change_market_limit.name, change_market_limit.value);
  waits boolean;
begin
  select market_limit.value into current_value from private.market_limits as market_limit
  where market_limit.name = change_market_limit.name for update;
  if current_value is null then
    raise exception 'There is no such limit' using errcode = 'P0002';
  elsif obstacle is not null then
    raise exception '%', obstacle using errcode = '23514', hint = 'value';
  end if;
  perform private.require_reason(why);
  if seen is distinct from current_value then
    raise exception 'Somebody else changed this limit in the meantime. Please look again.' using errcode = 'PT409', hint = 'seen';
  elsif value = current_value then
    raise exception 'It is this already' using errcode = '23514', hint = 'value';
  elsif exists (select from private.market_limit_changes as earlier
      where earlier.name = change_market_limit.name and earlier.outcome is null) then
    raise exception 'A change of this limit waits for a second person already' using errcode = 'PT409', hint = 'waiting';
  end if;
  perform private.refuse_secrets('reason', null, why);
  waits := private.needs_second_for_limit(name, current_value, value);
  insert into private.market_limit_changes (name, value_before, value, reason, proposed_by, decided_by, decided_at, outcome)
  values (change_market_limit.name, current_value, change_market_limit.value, why, person_id,
    case when not waits then person_id end, case when not waits then now() end, case when not waits then 'alone' end);
  if waits then
    perform private.record_audit('propose', 'market_limits', name, jsonb_build_object('value', current_value),
      jsonb_build_object('value', value, 'reason', why));
  else
    perform private.put_limit_in_force(name, current_value, value, why);
  end if;
  return not waits;
end $$;

create function private.put_limit_in_force(name text, value_before integer, value integer, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.market_limits as market_limit set value = put_limit_in_force.value
  where market_limit.name = put_limit_in_force.name;
  perform private.record_audit('update', 'market_limits', name, jsonb_build_object('value', value_before),
    jsonb_build_object('value', value, 'reason', reason));
end $$;

-- Why a person may not approve a change that waits; no row: they may, as far as their right goes. As with a bank account, the second
-- was not brought in by the first and works here, so that nobody makes a second person of their own.
create function private.limit_change_obstacle(change private.market_limit_changes, person_id uuid)
returns table (hint text, sentence text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if change.proposed_by = person_id then
    return query select 'own_entry', 'You proposed this. Somebody else must approve it.';
  elsif person_id = any (private.related_staff(change.proposed_by)) then
    return query select 'own_making',
      'You and the person who proposed this were brought in by one another, or by the same person. Somebody else must approve it.';
  elsif not private.is_at_work(person_id) then
    return query select 'not_at_work',
      'The person who approves this has worked at the desk with a second step on three different days of the last 30. You have not yet.';
  end if;
end $$;

-- The second person's word on a change that waits; who proposed it may drop it.
create function public.decide_market_limit(change_id bigint, is_approved boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person_id uuid := private.require_strong_right('settings.write');
  change private.market_limit_changes;
  current_value integer;
  obstacle text;
  second_obstacle record;
begin
  select * into change from private.market_limit_changes where id = change_id for update;
  if change.id is null or change.outcome is not null then
    raise exception 'Somebody else has decided on this change. Please look again.' using errcode = 'P0002';
  end if;
  if is_approved then
    select * into second_obstacle from private.limit_change_obstacle(change, person_id);
    if found then
      raise exception '%', second_obstacle.sentence using errcode = '42501', hint = second_obstacle.hint;
    end if;
  end if;
  select market_limit.value into current_value from private.market_limits as market_limit
  where market_limit.name = change.name for update;
  obstacle := private.find_limit_obstacle(change.name, change.value);
  if is_approved and (obstacle is not null or current_value <> change.value_before) then
    raise exception '%', coalesce(obstacle, 'The limit was changed in the meantime. Drop this and propose it again.')
      using errcode = 'PT409', hint = 'seen';
  end if;
  update private.market_limit_changes set decided_by = person_id, decided_at = now(),
    outcome = case when is_approved then 'approved' else 'dropped' end
  where id = change.id;
  if is_approved then
    perform private.put_limit_in_force(change.name, change.value_before, change.value, change.reason);
  else
    perform private.record_audit('withdraw', 'market_limits', change.name, jsonb_build_object('value', change.value), null);
  end if;
end $$;

-- The page of a product says what one order takes.
create trigger notify_content_changed after update on private.market_limits
  for each statement execute function private.notify_content_changed();

alter table private.market_limits enable row level security;
revoke all on table private.market_limits from public, anon, authenticated, service_role;
grant select, update on table private.market_limits to service_role;

alter table private.market_limit_changes enable row level security;
revoke all on table private.market_limit_changes from public, anon, authenticated, service_role;
revoke all on sequence private.market_limit_changes_id_seq from public, anon, authenticated, service_role;

revoke all on function
  private.find_limit_obstacle(text, integer), private.limit_change_obstacle(private.market_limit_changes, uuid), private.market_limit(text), private.order_limits(), private.needs_second_for_limit(text, integer, integer),
  private.put_limit_in_force(text, integer, integer, text), public.change_market_limit(text, integer, integer, text),
  public.decide_market_limit(bigint, boolean), public.list_market_limits()
  from public, anon, authenticated, service_role;
grant execute on function
  public.change_market_limit(text, integer, integer, text), public.decide_market_limit(bigint, boolean),
  public.list_market_limits()
  to authenticated;
-- A change of a cart runs with the rights of its owner.
grant execute on function private.order_limits() to authenticated, service_role;
