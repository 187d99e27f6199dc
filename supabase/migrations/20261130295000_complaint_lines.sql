DROP FUNCTION "private"."post_allowance"(public.orders, text, bigint, text, text);

ALTER TABLE "public"."order_credits" ADD COLUMN "line_position" integer;

CREATE OR REPLACE FUNCTION private.after_credit_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  credited public.orders;
begin
  select * into strict credited from public.orders where id = new.order_id;
  perform private.audit_change('order_credits', 'staff', 'order_id', 'kind,amount_kobo,reason', old, new);
  case new.kind
    when 'complaint' then
      perform private.post_allowance(credited, 'receivable', new.amount_kobo, new.line_position, 'order_credits', new.id::text);
      perform private.issue_credit_note(new);
    when 'fee' then perform private.post_transfer('fee_kept', credited, 'bank_fees', 'receivable', new.amount_kobo, 'order_credits', new.id::text);
    when 'write_off' then perform private.post_transfer('rest_written_off', credited, 'write_offs', 'receivable', new.amount_kobo, 'order_credits', new.id::text);
  end case;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.check_grant(current_order public.orders, typed text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(typed, '') !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter the amount' using errcode = '23514', hint = 'refundKobo';
  elsif typed::bigint > private.net_kobo(current_order) then
    raise exception 'The amount must be between % and what the order is worth',
      case (current_order).currency when 'NGN' then '1 kobo' when 'GBP' then '1 penny' else '1 cent' end
      using errcode = '23514', hint = 'refundKobo';
  end if;
  return typed::bigint;
end $function$;

CREATE OR REPLACE FUNCTION private.grant_complaint(of_order public.orders, amount_kobo bigint, dispute_id uuid, recorded_by uuid, second_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  off_balance bigint := private.off_balance_kobo((of_order).id, amount_kobo);
  line integer := (select dispute.line_position from public.order_disputes as dispute where dispute.id = dispute_id);
begin
  if off_balance > 0 then
    insert into public.order_credits (order_id, kind, amount_kobo, reason, recorded_by, second_by, line_position)
    values ((of_order).id, 'complaint', off_balance, 'Granted after a complaint', grant_complaint.recorded_by, grant_complaint.second_by, line);
  end if;
  perform private.post_allowance(of_order, 'refundable', amount_kobo - off_balance, line, 'order_disputes', dispute_id::text);
  update public.orders set refund_due_kobo = private.ledger_balance('refundable', id) where id = (of_order).id;
  if private.balance_kobo((of_order).id) = 0 then
    perform private.void_claim(of_order, 'order_disputes', dispute_id::text);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.issue_credit_note(new public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.issue_document(new.order_id, 'credit_note', (
    select jsonb_build_object(
      'totalKobo', orders.total_amount_kobo,
      'payment', jsonb_build_object('amountKobo', new.amount_kobo, 'valueDate', new.value_date,
        'bankReference', new.bank_reference, 'receivedKobo', private.received_kobo(orders.id)),
      'reason', case when orders.status = 'declined' then 'declined' when money.last_kobo = 0 then 'surplus' else 'complaint' end)
      || private.describe_invoice(orders.id)
      || jsonb_strip_nulls(jsonb_build_object(
        'grantedKobo', case when orders.status <> 'declined' and money.last_kobo between 1 and new.amount_kobo - 1 then money.last_kobo end,
        'vatKobo', nullif(private.vat_of_note(orders.id, money.last_kobo, private.turned_kobo(orders.id)), 0)))
    from public.orders, private.follow_granted_money(orders.id) as money where orders.id = new.order_id), new.id);
end $function$;

CREATE OR REPLACE FUNCTION private.list_vat_parts(of_order public.orders)
 RETURNS TABLE("position" integer, gross_kobo numeric, vat_kobo numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with bought as (
    select item.position, (item.total_kobo + item.vat_kobo)::numeric as gross_kobo, item.vat_kobo::numeric as vat_kobo
    from public.order_items as item where item.order_id = (of_order).id
  ), agreed as (
    select line.position, line.vat_class, quote.vat_lines,
      case when sum(line.total_kobo) over (partition by line.vat_class) = 0 then 1::numeric(50, 30) / count(*) over (partition by line.vat_class)
        else line.total_kobo::numeric(50, 30) / sum(line.total_kobo) over (partition by line.vat_class) end as share
    from public.quotes as quote join public.quote_lines as line on line.quote_id = quote.id and line.kind = 'goods'
    where quote.order_id = (of_order).id and quote.status = 'accepted'
  ), parts as (
    select bought.position, bought.gross_kobo, bought.vat_kobo from bought
    union all
    select null::integer as position, (of_order).delivery_kobo + rest.vat_kobo as gross_kobo, rest.vat_kobo as vat_kobo
    from (select (of_order).vat_kobo - sum(bought.vat_kobo) as vat_kobo from bought) as rest where exists (select from bought)
    union all
    select agreed.position, ((said.line ->> 'baseKobo')::numeric + (said.line ->> 'vatKobo')::numeric) * agreed.share as gross_kobo,
      (said.line ->> 'vatKobo')::numeric * agreed.share as vat_kobo
    from agreed, lateral (select line from jsonb_array_elements(agreed.vat_lines) as line where line ->> 'vatClass' = agreed.vat_class) as said
  ), sums as (
    select coalesce(round(sum(parts.gross_kobo), 6) = (of_order).total_amount_kobo and round(sum(parts.vat_kobo), 6) = (of_order).vat_kobo
      and min(parts.gross_kobo - parts.vat_kobo) >= 0 and min(parts.vat_kobo) >= 0, false) as are_whole
    from parts
  )
  select parts.position, parts.gross_kobo, parts.vat_kobo from parts, sums where sums.are_whole
  union all
  select null::integer as position, (of_order).total_amount_kobo::numeric as gross_kobo, (of_order).vat_kobo::numeric as vat_kobo
  from sums where not sums.are_whole
$function$;

CREATE OR REPLACE FUNCTION private.post_allowance(of_order public.orders, credit_account text, amount_kobo bigint, line_position integer, source_table text, source_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  vat_part bigint := 0;
begin
  if (of_order).vat_kobo > 0 then
    select greatest(0, least(amount_kobo, private.vat_of_complaints(of_order, amount_kobo, line_position) - granted.vat_kobo)) into vat_part
    from private.granted_of((of_order).id) as granted;
  end if;
  perform private.post_transfer('complaint_credited', of_order, 'allowances', credit_account, amount_kobo - vat_part, source_table, source_id);
  perform private.post_transfer('complaint_credited', of_order,
    case when private.ledger_balance('unearned_vat', (of_order).id) > 0 then 'unearned_vat' else 'vat_payable' end,
    credit_account, vat_part, source_table, source_id);
end $function$;

CREATE OR REPLACE FUNCTION private.vat_of_complaints(of_order public.orders, amount_kobo bigint, line_position integer)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  places integer[];
  left_kobo numeric[];
  rates numeric[];
  step record;
  place integer;
  taken_kobo numeric;
  rest_kobo numeric;
  all_left_kobo numeric;
begin
  select array_agg(part.position), array_agg(part.gross_kobo), array_agg(coalesce(part.vat_kobo::numeric(50, 30) / nullif(part.gross_kobo, 0), 0))
  into places, left_kobo, rates
  from private.list_vat_parts(of_order) as part;
  for step in
    select granted.kobo, granted.line_position
    from (
      select min(transfer.id) as id, sum(transfer.amount_minor) as kobo, coalesce(credit.line_position, dispute.line_position) as line_position
      from private.ledger_transfers as transfer
      left join public.order_credits as credit on credit.order_id = transfer.order_id
        and transfer.source_table = 'order_credits' and credit.id::text = transfer.source_id
      left join public.order_disputes as dispute on dispute.order_id = transfer.order_id
        and transfer.source_table = 'order_disputes' and dispute.id::text = transfer.source_id
      where transfer.order_id = (of_order).id and transfer.event = 'complaint_credited' and transfer.phase in ('posted', 'post')
      group by transfer.source_table, transfer.source_id, credit.line_position, dispute.line_position
      union all
      select null::bigint as id, vat_of_complaints.amount_kobo as kobo, vat_of_complaints.line_position
    ) as granted
    order by granted.id nulls last
  loop
    rest_kobo := step.kobo;
    place := case when step.line_position is not null then array_position(places, step.line_position) end;
    if place is not null then
      taken_kobo := least(rest_kobo, left_kobo[place]);
      left_kobo[place] := left_kobo[place] - taken_kobo;
      rest_kobo := rest_kobo - taken_kobo;
    end if;
    all_left_kobo := (select sum(one.kobo) from unnest(left_kobo) as one (kobo));
    if rest_kobo > 0 and all_left_kobo > 0 then
      left_kobo := array(
        select round(one.kobo * greatest(0, all_left_kobo - rest_kobo)::numeric(50, 30) / all_left_kobo, 30)
        from unnest(left_kobo) with ordinality as one (kobo, place) order by one.place);
    end if;
  end loop;
  -- Half a kobo is rounded up, also where a third of one stands in between.
  return round(round((of_order).vat_kobo - (
    select sum(one.kobo * one.rate) from unnest(left_kobo, rates) as one (kobo, rate)), 12))::bigint;
end $function$;

ALTER TABLE "public"."order_credits" ADD CONSTRAINT "order_credits_line_position_belongs" CHECK (((line_position IS NULL) OR (kind = 'complaint'::text)));

COMMENT ON COLUMN "public"."order_credits"."line_position" IS 'The line that the complaint is about, whose VAT is in it. Null: the whole order.';

REVOKE ALL ON FUNCTION "private"."list_vat_parts"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."post_allowance"(public.orders, text, bigint, integer, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_of_complaints"(public.orders, bigint, integer) FROM PUBLIC;
