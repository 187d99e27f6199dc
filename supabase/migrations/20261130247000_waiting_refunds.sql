DROP FUNCTION "public"."list_money_entries"(uuid);

CREATE OR REPLACE FUNCTION private.check_refund(current_order public.orders, details jsonb, person_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- What waits for a second person has left the account too: the same money does not go back twice.
  free_kobo bigint := (current_order).refund_due_kobo - (
    select coalesce(sum(entry.amount_kobo), 0) from private.money_entries as entry
    where entry.order_id = (current_order).id and entry.kind = 'refund' and entry.decided_at is null);
begin
  if (current_order).payment_status not in ('refund_due', 'overpaid') then
    raise exception 'Nothing of this order is to go back' using errcode = '23514', hint = 'refund';
  end if;
  perform private.refuse_while_less_may_have_come((current_order).id);
  perform private.check_statement_line(current_order, details);
  perform private.refuse_own_refund((current_order).id, person_id);
  if (details ->> 'amountKobo')::bigint > free_kobo then
    raise exception 'At most % % is to go back, beside what waits for a second person', (current_order).currency,
      to_char(greatest(free_kobo, 0) / 100.0, 'FM999,999,999,999,990.00') using errcode = '23514', hint = 'amountKobo';
  end if;
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
  elsif private.needs_untied_second(entry, person_id) then
    return query select 'own_making',
      'You and the person who entered this were brought in by one another, or by the same person. Somebody else must confirm it.';
  elsif private.exceeds_limit_of(person_id, entry) then
    return query select 'role_limit', 'This is more than your role may pay back. Somebody with a higher limit must confirm it.';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_money_entry(entry_id uuid, is_approved boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  current_order public.orders;
  entry private.money_entries;
  obstacle record;
begin
  -- The order first, as everybody locks it.
  current_order := private.order_for_finance((select one.order_id from private.money_entries as one where one.id = entry_id));
  select * into entry from private.money_entries where id = entry_id for update;
  if entry.decided_at is not null then
    raise exception 'Somebody else has decided on this entry. Please look again.' using errcode = 'P0002';
  elsif is_approved is null then
    raise exception 'Say yes or no' using errcode = '22004', hint = 'is_approved';
  end if;
  if is_approved then
    select * into obstacle from private.entry_obstacle(entry, person_id);
    if found then
      raise exception '%', obstacle.sentence using errcode = '42501', hint = obstacle.hint;
    end if;
  end if;
  update private.money_entries set decided_by = person_id, decided_at = now(),
    outcome = case when is_approved then 'approved' else 'dropped' end
  where id = entry.id;
  if not is_approved then
    return private.describe_market_order(current_order, false);
  elsif entry.kind = 'receipt' then
    return private.book_receipt(current_order, entry.details, entry.recorded_by, person_id);
  elsif entry.kind = 'correction' then
    return private.book_correction(current_order, entry.details, entry.recorded_by, person_id);
  elsif entry.kind in ('fee', 'write_off') then
    return private.book_remainder(current_order, entry.details, entry.recorded_by, person_id);
  elsif entry.kind = 'complaint' then
    return private.book_grant(current_order, entry.details, entry.recorded_by, person_id);
  end if;
  return private.book_refund(current_order, entry.details, entry.recorded_by, person_id);
end $function$;

CREATE OR REPLACE FUNCTION public.list_money_entries(order_id uuid)
 RETURNS TABLE(id uuid, kind text, amount_kobo bigint, was_kobo bigint, transfer_kobo bigint, currency text, value_date date, bank_reference text, reason text, recorded_at timestamp with time zone, recorded_by_name text, is_own boolean, obstacle text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('orders.read') then
    raise exception 'permission denied to read orders' using errcode = '42501';
  end if;
  return query
    select entry.id, entry.kind, entry.amount_kobo, (entry.details ->> 'wasKobo')::bigint,
      (entry.details ->> 'transferKobo')::bigint, entry.currency, (entry.details ->> 'valueDate')::date,
      entry.details ->> 'bankReference', entry.details ->> 'reason', entry.recorded_at, coalesce(person.full_name, person.email),
      entry.recorded_by = (select auth.uid()), (select why.sentence from private.entry_obstacle(entry, (select auth.uid())) as why)
    from private.money_entries as entry left join public.profiles as person on person.id = entry.recorded_by
    where entry.order_id = list_money_entries.order_id and entry.decided_at is null
    order by entry.recorded_at;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_money_entries"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "private"."entry_obstacle"(private.money_entries, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."list_money_entries"(uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_money_entries"(uuid) TO "authenticated";
