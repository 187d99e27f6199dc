DROP VIEW "public"."correction_states";

CREATE OR REPLACE FUNCTION private.count_waiting(list text, has_due boolean)
 RETURNS TABLE(waiting bigint, late bigint, oldest_due_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query execute format('select count(*), count(*) filter (where %2$s and t.due_at < now()), min(t.due_at) filter (where %2$s)
      from private.%1$I as t where %3$s',
    list || '_list', case when has_due then 't.is_promised' else 'false' end, private.waiting_condition(list));
end $function$;

CREATE OR REPLACE FUNCTION private.entry_obstacle(entry private.money_entries, person_id uuid)
 RETURNS TABLE(hint text, sentence text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if entry.recorded_by = person_id then
    return query select 'own_entry', 'You entered this. Somebody else must confirm it.';
  elsif exists (select from public.orders where orders.id = entry.order_id and private.is_own_order(orders)) then
    return query select 'own_record', 'Somebody else must confirm payments of your own order';
  elsif private.needs_untied_second(entry, person_id) then
    return query select 'own_making',
      'You and the person who entered this were brought in by one another, or by the same person. Somebody else must confirm it.';
  elsif private.exceeds_limit_of(person_id, entry) then
    return query select 'role_limit', 'This is more than your role may pay back. Somebody with a higher limit must confirm it.';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.filter_condition(source text, filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  name text;
  value text;
  conditions text[] := '{}';
  condition text;
begin
  for name, value in select key, chosen.value from jsonb_each_text(filters) as chosen (key, value) loop
    condition := case
      when name = 'ids' then format('t.id = any (string_to_array(%L, '','')::uuid[])', value)
      when name = 'since' then format($sql$t.created_at >= %L::date::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when name = 'until' then format($sql$t.created_at < (%L::date + 1)::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when source = 'orders' and name = 'payment' then format('t.payment_status = %L', value)
      when source = 'orders' and name = 'delivery' then format('t.fulfilment_status = %L', value)
      when source = 'orders' and name = 'day' then
        format('t.delivers_until >= %1$L::date and t.delivers_from <= %1$L::date', value)
      when source = 'orders' and name = 'kind' then format('t.kind = %L', value)
      when source = 'orders' and name = 'crop' then format('t.crop_type = any ((select private.crops_with(%L))::text[])', value)
      when source = 'orders' and name = 'money' and private.open_money_condition(value) is not null then
        format('t.id in (select own.id from public.orders as own where %s)', private.open_money_condition(value))
      when source = 'orders' and name = 'received' then format(
        $sql$t.id in (select payment.order_id from public.payments as payment where payment.kind = 'receipt' and private.came_kobo(payment.id) > 0
          and payment.created_at >= %1$L::date::timestamp at time zone 'Africa/Lagos'
          and payment.created_at < (%1$L::date + 1)::timestamp at time zone 'Africa/Lagos')$sql$, value)
      when source = 'orders' and name = 'step' then private.step_condition(value)
      when source = 'orders' and name = 'state' then format('t.delivery_state = %L', value)
      when source = any (private.conversation_types()) and source <> 'orders' and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.record_messages as came where came.record_id = t.id and came.is_proved and not came.is_from_staff
          and not exists (select from public.record_messages as later
            where later.record_id = t.id and later.is_from_staff and later.id > came.id))$sql$
      -- From an unknown address, and since then nobody wrote to the record's person, or a note about it.
      when source = any (private.conversation_types()) and name = 'reply' and value = 'unproved' then
        $sql$t.id in (select came.record_id from public.record_messages as came where not came.is_proved
          and not exists (select from public.record_messages as later
            where later.record_id = came.record_id and later.is_from_staff and later.id > came.id)
          and not exists (select from public.order_messages as later
            where later.order_id = came.record_id and later.is_from_staff and later.created_at > came.created_at)
          and not exists (select from public.record_notes as note
            where note.record_id = came.record_id and note.created_at > came.created_at))$sql$
      when source = 'orders' and name = 'waits' and value = 'us' then private.waiting_condition('orders')
      -- What was written from the page of a registration is about that, and not general.
      when source = 'contact_messages' and name = 'topic' then
        format('exists (select from public.contact_messages as own where own.id = t.id and coalesce(own.about_type, own.topic) = %L)', value)
      when source = 'products' and name in ('category', 'state')
        or source = 'partnership_applications' and name = 'partnership_type'
      then format('exists (select from public.%I as own where own.id = t.id and own.%I = %L)', source, name, value)
      when source = 'job_applications' and name = 'position' then case value
        when 'general' then 'exists (select from public.job_applications as own where own.id = t.id and own.position_title is null)'
        else format('exists (select from public.job_applications as own where own.id = t.id and own.position_id::text = %L)', value) end
      when source = 'products' and name = 'photo' and value = 'missing' then
        'exists (select from public.products as own where own.id = t.id and own.photo_path is null)'
      when source = 'orders' and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.order_messages as came where came.order_id = t.id and not came.is_from_staff
          and not exists (select from public.order_messages as later
            where later.order_id = t.id and later.is_from_staff and later.id > came.id))$sql$
      when source = 'farmers' and name = 'crop' then
        format('exists (select from public.farmers as own where own.id = t.id and %L = any (own.crops_grown))', value)
      when source = any (private.registration_types()) and name in ('state', 'channel') then
        format('exists (select from public.%I as own where own.id = t.id and own.%I = %L)', source, name, value)
      when source = 'training_enrolments' and name = 'minor' and value = 'yes' then
        'exists (select from public.training_enrolments as own where own.id = t.id and own.is_minor)'
      when source = any (private.photo_types()) and name = 'photo' and value = 'missing' then
        format('exists (select from public.%I as own where own.id = t.id and not own.has_photo
          and not exists (select from private.registration_merges as merge where merge.younger_id = own.id))', source)
      when source = any (private.registration_types()) and name = 'twin' and value = 'possible' then
        format('t.id in (select twin.record_id from private.open_twins as twin where twin.record_type = %L
          and twin.other_type = any ((select private.registrations_with(''read''))::text[]))', source)
    end;
    if condition is null then
      raise exception 'This list has no such filter' using errcode = '22023', hint = name;
    end if;
    conditions := conditions || condition;
  end loop;
  return nullif(array_to_string(conditions, ' and '), '');
end $function$;

CREATE OR REPLACE FUNCTION private.limit_change_obstacle(change private.market_limit_changes, person_id uuid)
 RETURNS TABLE(hint text, sentence text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.open_work_of(person_id uuid, readable text[])
 RETURNS TABLE(record_type text, record_id uuid, name text, due_at timestamp with time zone, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with own as (
    select work.record_type, work.record_id from public.record_work as work
    where work.assignee_id = $1 and work.record_type = any ($2)
  )
  select own.record_type, own.record_id, coalesce(record.contact_name, record.reference) as name, t.due_at, t.created_at
  from own join private.registrations as record on record.record_type = own.record_type and record.id = own.record_id
  cross join lateral (
    select list.due_at, list.created_at from private.farmers_list as list
    where own.record_type = 'farmers' and list.id = own.record_id and list.is_promised
    union all
    select list.due_at, list.created_at from private.training_enrolments_list as list
    where own.record_type = 'training_enrolments' and list.id = own.record_id and list.is_promised
    union all
    select list.due_at, list.created_at from private.buyers_list as list
    where own.record_type = 'buyers' and list.id = own.record_id and list.is_promised
    union all
    select list.due_at, list.created_at from private.investors_list as list
    where own.record_type = 'investors' and list.id = own.record_id and list.is_promised
  ) as t
  union all
  select own.record_type, own.record_id, orders.code as name, case when t.is_promised then t.due_at end as due_at, t.created_at
  from own join private.orders_list as t on t.id = own.record_id join public.orders as orders on orders.id = t.id
  where own.record_type = 'orders' and t.list_status in ('pending', 'approved')
  union all
  select own.record_type, own.record_id, t.name, t.due_at, t.created_at
  from own join private.form_records as t on t.record_type = own.record_type and t.id = own.record_id
  where t.list_status = 'pending'
$function$;

CREATE OR REPLACE FUNCTION private.quote_obstacle(quote public.quotes, person_id uuid)
 RETURNS TABLE(hint text, sentence text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders;
begin
  select orders.* into current_order from public.orders where orders.id = quote.order_id;
  if quote.created_by = person_id then
    return query select 'own_entry', 'You wrote this quote. Somebody else must approve it.';
  elsif private.is_own_order(current_order) then
    return query select 'own_record', 'Somebody else must quote your own order';
  elsif private.needs_second_quoter(current_order, quote.currency, (
    select jsonb_agg(jsonb_build_object('description', description, 'unit', unit, 'quantity', quantity, 'kind', kind,
      'priceKobo', abs(price_kobo)))
    from public.quote_lines as line where line.quote_id = quote.id), person_id)
  then
    return query select 'role_limit',
      'This has no list price, or is further below it than your role may quote. Somebody whose role may quote it must approve it.';
  elsif quote.expires_at <= now() then
    return query select 'quote', 'The day of this quote has passed. Quote the order again.';
  elsif current_order.status not in ('pending', 'approved') or current_order.total_amount_kobo is not null then
    return query select 'quote', 'This order cannot be quoted any more';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.settlement_obstacle(proposal public.settlement_accounts, person_id uuid)
 RETURNS TABLE(hint text, sentence text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if proposal.proposed_by = person_id then
    return query select 'own_entry', 'Somebody else must approve your proposal';
  elsif person_id <> all (proposal.holders) then
    return query select 'later_right', 'Somebody who held this right before the proposal was made must approve it. You got it later.';
  elsif person_id = any (private.related_staff(proposal.proposed_by)) then
    return query select 'own_making',
      'You and the person who proposed this were brought in by one another, or by the same person. Somebody else must approve it.';
  elsif not private.is_at_work(person_id) then
    return query select 'not_at_work',
      'The person who approves this has worked at the desk with a second step on three different days of the last 30. You have not yet.';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.settlement_seconds(proposal public.settlement_accounts)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(holder), '{}')
  from unnest((proposal).holders) as holder
  where not exists (select from private.settlement_obstacle(proposal, holder))
    and private.person_has_permission(holder, 'settings.settlement')
    and exists (select from auth.users as account where account.id = holder
      and account.deleted_at is null and (account.banned_until is null or account.banned_until <= now()))
$function$;

CREATE OR REPLACE FUNCTION private.sorted_column(list text, source text, name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when known.expression like '%own.%' then
      format('(select %s from public.%I as own where own.id = t.id)', known.expression, known.source)
    else known.expression end
  from (values
    ('orders', 'product', 't.crop_type'),
    ('orders', 'buyer', 't.buyer_name'),
    ('orders', 'money', 't.payment_status'),
    ('disputes', 'delivered', 't.delivered_at'),
    -- As it stands in the list: of an account its name.
    ('farmers', 'contact', 't.sort_contact'),
    ('farmers', 'place', 'lower(t.location) collate "C"'),
    ('buyers', 'contact', 't.sort_contact'),
    ('buyers', 'type', 't.business_type'),
    ('buyers', 'place', 'lower(t.city) collate "C"'),
    ('investors', 'contact', 't.sort_contact'),
    ('investors', 'type', 't.investor_type'),
    -- Each currency by itself, from the least that the range begins with.
    ('investors', 'investment', '(t.currency, t.investment_amount_min)'),
    ('training_enrolments', 'place', 'lower(t.city) collate "C"'),
    -- As the form offers them: from the least to the most.
    ('training_enrolments', 'education', $sql$array_position((select rule.options from private.field_rules as rule
      where rule.form = 'training' and rule.field = 'educationLevel'), t.education_level)$sql$),
    ('training_enrolments', 'experience', $sql$array_position((select rule.options from private.field_rules as rule
      where rule.form = 'training' and rule.field = 'experience'), t.experience)$sql$),
    ('products', 'farmer', 'lower(own.farmer_name)'),
    ('products', 'price', 'own.price_kobo'),
    -- On hand: what can be ordered, and what is reserved.
    ('products', 'stock', 'own.stock + coalesce((select level.reserved from public.product_stock as level where level.product_id = own.id), 0)'),
    ('products', 'reserved', 'coalesce((select level.reserved from public.product_stock as level where level.product_id = own.id), 0)'),
    ('products', 'available', 'own.stock'),
    ('contact_messages', 'topic', 'coalesce(own.about_type, own.topic)'),
    ('job_applications', 'position', 'lower(coalesce(own.position_title, ''''))'),
    ('partnership_applications', 'contact', 'lower(own.contact_person)'),
    ('partnership_applications', 'type', 'own.partnership_type'),
    ('partnership_applications', 'country', 'lower(own.country)')
  ) as known (source, name, expression)
  where known.source in (sorted_column.list, sorted_column.source) and known.name = sorted_column.name
$function$;

CREATE OR REPLACE FUNCTION private.waiting_condition(list text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when list = 'orders' then $sql$t.list_status = 'pending' and not t.waits_for_buyer and not t.needs_account$sql$
    when list in ('quotes', 'payments', 'disputes') then 't.is_default'
    when list = any (private.registration_types()) then $sql$t.list_status = 'pending' and t.is_promised$sql$
    else $sql$t.list_status = 'pending'$sql$ end
$function$;

CREATE OR REPLACE FUNCTION public.admin_counts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind text;
  counts jsonb := '{}';
begin
  foreach kind in array private.admin_types_with('read') loop
    counts := counts || jsonb_build_object(kind, jsonb_build_object(
      'total', private.count_records(kind, 'true', null),
      'pending', private.count_records(kind, private.list_condition(kind, 'pending', false, null, null), 'pending')));
  end loop;
  return counts;
end $function$;

CREATE OR REPLACE FUNCTION public.admin_notices()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  notices jsonb := '[]';
begin
  if not exists (select from public.user_roles where user_id = person_id) or not private.is_signed_in_as_staff() then
    return notices;
  end if;
  notices := notices || coalesce((
    select jsonb_agg(private.describe_settlement(account) || jsonb_build_object('kind', 'settlement', 'id', account.id,
      'of', account.kind, 'step', case when account.approved_at is null then 'proposed' else 'approved' end)
      order by account.proposed_at)
    from public.settlement_accounts as account
    where account.withdrawn_at is null and not account.is_demo
      and (account.effective_at is null or account.effective_at > now())), '[]');
  if private.has_permission('settings.settlement') and private.settlement_alarm_email() is null
    and exists (select from private.app_settings where name = 'staff_second_factor' and value = 'demanded')
  then
    notices := notices || '[{"kind": "no_alarm_address"}]'::jsonb;
  end if;
  if private.has_permission('payments.confirm') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'money_waits', 'id', entry.order_id, 'code', orders.code, 'of', entry.kind)
        order by entry.recorded_at)
      from (select waits.* from private.money_entries as waits
        where waits.decided_at is null and not exists (select from private.entry_obstacle(waits, person_id))
        order by waits.recorded_at limit 20) as entry
      join public.orders on orders.id = entry.order_id), '[]');
  end if;
  if private.has_permission('orders.decide') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'quote_waits', 'id', orders.id, 'code', orders.code)
        order by quote.created_at)
      from (select waits.* from public.quotes as waits
        where waits.status = 'waiting' and not exists (select from private.quote_obstacle(waits, person_id))
        order by waits.created_at limit 20) as quote
      join public.orders on orders.id = quote.order_id), '[]');
  end if;
  if private.has_permission('orders.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'holds_much', 'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at from public.orders
        where holds_much and status = 'pending' and payment_status = any (private.owed_statuses())
          and stock_released_at is null and not is_demo
        order by created_at desc limit 20
      ) as held), '[]') || coalesce((
      select jsonb_agg(jsonb_build_object('kind', case when payment_status = 'claimed' then 'claim_ran_out' else 'stock_missing' end,
        'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at, payment_status from public.orders
        where stock_released_at is not null and status = 'pending' and payment_status <> 'unpaid' and not is_demo order by created_at desc limit 20
      ) as released), '[]');
  end if;
  if private.has_permission('audit_events.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'vault_alarm', 'id', alarm.id, 'of', alarm.kind, 'count', alarm.count,
        'at', alarm.created_at, 'isOwn', alarm.actor_id = person_id,
        'name', (select coalesce(full_name, email) from public.profiles where id = alarm.actor_id)) order by alarm.created_at)
      from (select * from private.vault_alarms where seen_at is null order by created_at desc limit 20) as alarm), '[]');
  end if;
  return notices;
end $function$;

CREATE OR REPLACE FUNCTION public.approve_settlement_account(proposal_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := private.require_settlement_right();
  proposal public.settlement_accounts;
  obstacle record;
begin
  select * into proposal from public.settlement_accounts where id = proposal_id for update;
  if proposal.id is null or proposal.approved_at is not null or proposal.withdrawn_at is not null then
    raise exception 'There is no such proposal to approve' using errcode = 'P0002';
  end if;
  select * into obstacle from private.settlement_obstacle(proposal, person_id);
  if found then
    raise exception '%', obstacle.sentence using errcode = '42501', hint = obstacle.hint;
  end if;
  update public.settlement_accounts set
    approved_by = person_id,
    approved_at = now(),
    effective_at = now() + interval '24 hours'
  where id = proposal_id
  returning effective_at into proposal.effective_at;
  return proposal.effective_at;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_market_limit(change_id bigint, is_approved boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.decide_waiting_quote(quote_id uuid, is_approved boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  current_order public.orders;
  chosen public.quotes;
  obstacle record;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  -- The order first, as everybody locks it.
  select orders.* into current_order from public.orders
  where orders.id = (select one.order_id from public.quotes as one where one.id = quote_id) for update;
  select * into chosen from public.quotes where quotes.id = quote_id for update;
  if chosen.id is null or chosen.status <> 'waiting' then
    raise exception 'Somebody else has decided on this quote. Please look again.' using errcode = 'P0002';
  elsif is_approved is not true then
    update public.quotes set status = 'refused' where quotes.id = chosen.id;
    return;
  end if;
  select * into obstacle from private.quote_obstacle(chosen, person_id);
  if found then
    raise exception '%', obstacle.sentence
      using errcode = case obstacle.hint when 'quote' then '23514' else '42501' end, hint = obstacle.hint;
  end if;
  update public.quotes set status = 'replaced' where quotes.order_id = current_order.id and status = 'open';
  update public.quotes set status = 'open' where quotes.id = chosen.id;
  perform private.issue_document_of_quote(chosen.id, 'quote');
  perform private.note_contact('orders', current_order.id, person_id);
  perform private.mail_quote(chosen.id);
end $function$;

CREATE OR REPLACE FUNCTION public.list_market_limits()
 RETURNS TABLE(name text, value integer, changed_by text, changed_at timestamp with time zone, reason text, waiting jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.waiting_quote_obstacle(quote_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  return (select why.sentence from public.quotes as quote cross join lateral private.quote_obstacle(quote, (select auth.uid())) as why
    where quote.id = waiting_quote_obstacle.quote_id and quote.status = 'waiting');
end $function$;

REVOKE ALL ON FUNCTION "public"."waiting_quote_obstacle"(uuid) FROM "service_role";

CREATE VIEW "public"."correction_states" WITH (security_invoker=true) AS  SELECT request.id,
    request.record_type,
    request.record_id,
    request.submission_version,
    request.notes,
    request.message,
    request.created_at,
        CASE
            WHEN (EXISTS ( SELECT
               FROM public.registration_submissions sent
              WHERE ((sent.record_id = request.record_id) AND (sent.version > request.submission_version)))) THEN
            CASE
                WHEN ((record.status = 'pending'::text) AND (private.consent_withdrawn_at(request.record_type, request.record_id) IS NULL)) THEN 'answered'::text
                ELSE 'completed'::text
            END
            ELSE 'pending'::text
        END AS status,
    record.reference,
    record.contact_name,
    record.contact_email,
    record.contact_phone,
    record.form
   FROM (public.correction_requests request
     LEFT JOIN private.registrations record ON (((record.record_type = request.record_type) AND (record.id = request.record_id))));

revoke all on table public.correction_states from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."correction_states" FROM "service_role";

COMMENT ON VIEW "public"."correction_states" IS 'status: pending while no later version was sent; answered since, while that waits for us; completed once it was decided, or stopped by its person. Anyone who may read requests and submissions reads it.';

REVOKE ALL ON FUNCTION "private"."count_waiting"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_change_obstacle"(private.market_limit_changes, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quote_obstacle"(public.quotes, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settlement_obstacle"(public.settlement_accounts, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waiting_condition"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."waiting_quote_obstacle"(uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."waiting_quote_obstacle"(uuid) TO "authenticated";

GRANT SELECT ON TABLE "public"."correction_states" TO "authenticated";

CREATE OR REPLACE FUNCTION private.count_places()
 RETURNS TABLE(place text, permission text, waiting bigint, late bigint, oldest_due_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select list.place, list.permission, counted.waiting, counted.late, counted.oldest_due_at
  from (values
    ('orders', 'orders', 'orders.read', true),
    ('quotes', 'quotes', 'orders.decide', true),
    ('payments', 'payments', 'orders.read', false),
    ('disputes', 'disputes', 'orders.decide', false),
    ('listings', 'products', 'products.read', false),
    ('farmers', 'farmers', 'farmers.read', true),
    ('training', 'training_enrolments', 'training_enrolments.read', true),
    ('buyers', 'buyers', 'buyers.read', true),
    ('investors', 'investors', 'investors.read', true)
  ) as list (place, list, permission, has_due)
  cross join lateral private.count_waiting(list.list, list.has_due) as counted
  where private.has_permission(list.permission)
  union all
  select form.place, form.record_type || '.read' as permission, counted.waiting, counted.late, counted.oldest_due_at
  from private.form_places() as form
  cross join lateral private.count_waiting(form.record_type, true) as counted
  where form.record_type = any ((select private.admin_types_with('read'))::text[])
  union all
  select 'letters' as place, 'orders.decide' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.letters_with_us as t where (select private.has_permission('orders.decide'))
  union all
  select 'accounts' as place, 'orders.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.orders_list as t where (select private.has_permission('orders.read')) and t.needs_account
  union all
  select 'corrections' as place, ((select private.registrations_with('decide'))::text[])[1] || '.decide' as permission,
    count(*) as waiting, 0 as late, null as oldest_due_at
  from public.correction_states as t
  where t.record_type = any ((select private.registrations_with('decide'))::text[]) and t.status = 'answered'
  union all
  select 'people-to-phone' as place, ((select private.registrations_with('read'))::text[])[1] || '.read' as permission,
    count(*) as waiting, 0 as late, null as oldest_due_at
  from public.people_to_phone as t where (select private.registrations_with('read'))::text[] <> '{}'
  union all
  select 'breaches' as place, 'breaches.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from public.breach_register as t where (select private.has_permission('breaches.read')) and t.closed_at is null
  union all
  select 'mails' as place, 'mails.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.mails as t
  where (select private.has_permission('mails.read')) and t.state = 'failed' and t.created_at > now() - interval '7 days'
    and t.subject = any ((select private.own_mail_subjects())::text[])
  union all
  select 'tasks' as place, 'records.work' as permission, count(*) as waiting, count(*) filter (where t.due_at < now()) as late,
    min(t.due_at) as oldest_due_at
  from private.open_tasks as t
  where (select private.has_permission('records.work')) and t.assignee_id = (select auth.uid())
    and t.record_type = any ((select private.readable_task_types())::text[])
$function$;

CREATE OR REPLACE FUNCTION private.list_condition(source text, only_status text, only_overdue boolean, assignee text, words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ',
    case when only_status is null then 't.is_default'
      when source <> all (private.registration_types()) or only_status not in ('pending', 'stopped') then 't.list_status = $2'
      when only_status = 'pending' then private.waiting_condition(source)
      else $sql$t.list_status = 'pending' and not t.is_promised$sql$ end,
    case when only_overdue then 't.is_promised and t.created_at < $3 and t.due_at < now()' end,
    case when assignee = 'nobody' then 'not exists (select from public.record_work as work
        where work.record_id = t.id and work.record_type = $4 and work.assignee_id is not null)'
      when assignee is not null then 'exists (select from public.record_work as work
        where work.record_id = t.id and work.record_type = $4 and work.assignee_id = $5)' end,
    case when words is not null then
      format('t.id in (select texts.id from private.%I as texts where texts.words ilike any ($1))', source || '_texts') end)
$function$;
