DROP FUNCTION "public"."find_record_work"(text, uuid[]);

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
      when source = 'contact_messages' and name = 'topic' or source = 'products' and name in ('category', 'state')
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

CREATE OR REPLACE FUNCTION public.admin_home()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  visit private.staff_visits;
begin
  if not private.is_in_admin() then
    raise exception 'permission denied to read the home of staff' using errcode = '42501';
  end if;
  insert into private.staff_visits as known (user_id) values ((select auth.uid()))
  on conflict (user_id) do update set
    previous_at = case when known.seen_at < now() - interval '30 minutes' then known.seen_at else known.previous_at end,
    begun_at = case when known.seen_at < now() - interval '30 minutes' then now() else known.begun_at end,
    seen_at = now()
  returning * into visit;
  return jsonb_build_object(
    'mine', private.find_own_work(),
    'tasks', case when private.has_permission('records.work') then private.find_own_tasks() end,
    'news', case when visit.previous_at is not null then private.find_news(visit.previous_at) end,
    'money', case when private.has_permission('payments.confirm') then (
      select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'part', part, 'entries', entries, 'amountKobo', amount_kobo)
        order by currency, part), '[]') from private.money_of_day) end,
    'missing', to_jsonb(private.find_missing_setup()));
end $function$;

CREATE OR REPLACE FUNCTION public.find_record_flags(record_type text, record_ids uuid[])
 RETURNS TABLE(record_id uuid, flags text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.registrations_with('read');
  decidable text[] := private.registrations_with('decide');
  twins uuid[];
begin
  perform private.require_admin_right(record_type, 'read');
  if find_record_flags.record_type = 'orders' then
    return query
      select own.id, array_remove(array[
        case when own.fulfilment_status = 'disputed' then 'disputed' end,
        case when own.kind = 'bulk' and own.total_amount_kobo is null and own.status in ('pending', 'approved') then 'unquoted' end,
        case when private.is_underpaid(own) then 'underpaid' end
      ], null)
      from public.orders as own where own.id = any (record_ids[1:500]);
    return;
  end if;
  if find_record_flags.record_type = any (readable) then
    twins := array(select twin.record_id from private.open_twins as twin where twin.record_type = find_record_flags.record_type
      and twin.other_type = any (readable) and twin.record_id = any (record_ids[1:500]));
  end if;
  return query
    select own.id, array_remove(array[
      case when own.id = any (twins) then 'twin' end,
      case when find_record_flags.record_type = 'training_enrolments' and exists (
        select from public.training_enrolments as enrolment where enrolment.id = own.id and enrolment.is_minor) then 'minor' end,
      case when find_record_flags.record_type = any (private.photo_types()) and exists (
        select from private.registrations as record
        where record.record_type = find_record_flags.record_type and record.id = own.id and not record.has_photo)
        and private.merged_into(own.id) is null then 'photo' end,
      case when find_record_flags.record_type = any (decidable) and private.awaits_correction(find_record_flags.record_type, own.id)
        then 'correction' end
    ], null)
    from unnest(record_ids[1:500]) as own (id);
end $function$;

CREATE OR REPLACE FUNCTION public.find_record_work(record_type text, record_ids uuid[])
 RETURNS TABLE(record_id uuid, assignee_id uuid, assignee_name text, assigned_at timestamp with time zone, contacted_at timestamp with time zone, due_at timestamp with time zone, merged_into text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin_right(record_type, 'read');
  return query execute format('select t.id, work.assignee_id, work.assignee_name, work.assigned_at, work.contacted_at,
      case when t.is_promised then t.due_at end, private.merged_into(t.id)
    from private.%I as t left join public.record_work as work on work.record_id = t.id and work.record_type = $2
    where t.id = any ($1)', record_type || '_list')
    using record_ids[1:500], record_type;
end $function$;

REVOKE ALL ON FUNCTION "public"."find_record_work"(text, uuid[]) FROM "service_role";

CREATE OR REPLACE FUNCTION public.record_stock(product_id uuid, movement jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  product public.products;
  reason text := movement ->> 'reason';
  quantity integer;
  note text := nullif(private.clean_line(movement ->> 'note'), '');
  attempt uuid;
  before public.stock_movements;
  reserved integer;
  set_aside integer;
  available integer;
  reserved_change integer := 0;
begin
  if (select auth.uid()) is null or not private.has_permission('products.write') then
    raise exception 'permission denied to change the stock' using errcode = '42501';
  elsif coalesce(reason, '') <> all (private.stock_reasons()) then
    raise exception 'Please say why the stock changes' using errcode = '23514', hint = 'reason';
  elsif char_length(note) > 300 then
    raise exception 'A note has at most 300 characters' using errcode = '23514', hint = 'note';
  elsif reason <> 'counted' and movement ->> 'quantity' ~ '^(0+|-[0-9]+)$' then
    raise exception 'Enter 1 or more' using errcode = '23514', hint = 'quantity';
  elsif not (reason = 'counted' and coalesce(movement -> 'quantity', 'null') = 'null')
    and (coalesce(movement ->> 'quantity', '') !~ '^[0-9]{1,7}$' or (movement ->> 'quantity')::integer > 1000000)
  then
    raise exception 'Enter a whole number of packs, at most 1,000,000' using errcode = '23514', hint = 'quantity';
  end if;
  begin
    attempt := (movement ->> 'idempotencyKey')::uuid;
  exception when data_exception then
    raise exception 'idempotencyKey is no key' using errcode = '23514', hint = 'idempotencyKey';
  end;
  quantity := (movement ->> 'quantity')::integer;
  select * into product from public.products where products.id = record_stock.product_id for no key update;
  if product.id is null then
    raise exception 'There is no such product' using errcode = 'P0002';
  end if;
  select coalesce(sum(move.reserved_change), 0) into reserved
  from public.stock_movements as move where move.product_id = product.id;
  available := product.stock;
  select * into before from public.stock_movements as move where move.idempotency_key = attempt;
  if found then
    if (before.product_id, before.reason, case before.reason when 'counted' then before.counted else abs(before.available_change) end, before.note)
      is distinct from (product.id, reason, quantity, note)
    then
      raise exception 'This was sent before with other contents. Nothing was changed. Please send it once more.' using errcode = 'PT409';
    end if;
    return jsonb_build_object('available', available, 'reserved', reserved, 'onHand', available + reserved, 'isNew', false);
  elsif product.stock is null and reason <> 'counted' then
    raise exception 'This product has no limit. Count it first: type how many packs are on hand.'
      using errcode = '23514', hint = 'quantity';
  end if;
  case reason
    when 'counted' then
      if quantity < reserved then
        raise exception '% are reserved, so there must be at least as many on hand. Release or decline what cannot be sent.',
          private.count_packs(reserved) using errcode = '23514', hint = 'quantity';
      end if;
      available := quantity - reserved;
    when 'received' then
      available := available + quantity;
    when 'released' then
      select coalesce(sum(move.reserved_change), 0) into set_aside
      from public.stock_movements as move
      where move.product_id = product.id and move.order_id is null and move.reserved_change <> 0;
      if quantity > set_aside then
        raise exception 'Only % are set aside by hand. What orders have reserved is released by their decline.',
          private.count_packs(set_aside) using errcode = '23514', hint = 'quantity';
      end if;
      available := available + quantity;
      reserved_change := - quantity;
    else
      if quantity > available then
        raise exception 'Only % are free; % are reserved.', private.count_packs(available), private.count_packs(reserved)
          using errcode = '23514', hint = 'quantity';
      end if;
      available := available - quantity;
      reserved_change := case reason when 'reserved' then quantity else 0 end;
  end case;
  if available > 1000000 then
    raise exception 'A stock is at most 1,000,000 packs' using errcode = '23514', hint = 'quantity';
  end if;
  perform private.record_stock_here(true);
  update public.products set stock = available where id = product.id;
  perform private.record_stock_here(false);
  insert into public.stock_movements
    (product_id, reason, available_change, reserved_change, counted, note, actor_id, idempotency_key)
  values (product.id, reason, coalesce(available, 0) - coalesce(product.stock, 0), reserved_change,
    case when reason = 'counted' then quantity end, note, (select auth.uid()), attempt);
  reserved := reserved + reserved_change;
  return jsonb_build_object('available', available, 'reserved', reserved, 'onHand', available + reserved, 'isNew', true);
end $function$;

REVOKE ALL ON FUNCTION "public"."find_record_work"(text, uuid[]) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."find_record_work"(text, uuid[]) TO "authenticated";
