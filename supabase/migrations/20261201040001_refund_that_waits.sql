CREATE OR REPLACE FUNCTION private.search_orders(alternatives text[], further text[], by_text uuid[], by_bank_reference uuid[], amount_kobo bigint, currency text, hits private.person_records[], knows_accounts boolean, max_rows integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return (
    with candidates as (
      select t.id, 1 as distance, 'code' as via from public.orders as t
      where further = '{}' and t.code ilike any (alternatives)
        and t.id = any (by_text)
      union all (
        select t.id, 2 as distance, 'amount' as via from public.orders as t
        where t.total_amount_kobo = search_orders.amount_kobo and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      -- What the buyer may still say yes to.
      union all (
        select t.order_id as id, 2 as distance, 'quote' as via from public.quotes as t
        where t.total_kobo = search_orders.amount_kobo and t.status = 'open' and t.expires_at > now()
          and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      union all (
        select t.order_id as id, 2 as distance, 'payment' as via from public.payments as t
        where t.amount_kobo = search_orders.amount_kobo and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      union all (
        select t.order_id as id, 2 as distance, 'payment' as via from public.payments as t
        where t.transfer_kobo = search_orders.amount_kobo and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      union all
      select bank.id, 3 as distance, 'bank_reference' as via
      from unnest(by_bank_reference) as bank (id)
      union all
      select hit.id, 4 as distance, 'buyer' as via from unnest(hits) as hit where hit.record_type = 'orders'
    ),
    near as (
      select candidate.id, min(candidate.distance) as distance, (array_agg(candidate.via order by candidate.distance))[1] as via
      from candidates as candidate group by candidate.id
    ),
    shown as (
      select t.*, near.distance, near.via from near join public.orders as t on t.id = near.id
      order by near.distance, t.created_at desc limit max_rows
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', shown.id, 'code', shown.code, 'via', shown.via, 'kind', shown.kind,
        'crop', shown.crop_type, 'quantity', shown.quantity_text, 'unit', shown.unit,
        'buyer', coalesce(
          (select request.company_name from public.order_requests as request where request.order_id = shown.id),
          (select contact.name from public.order_contacts as contact where contact.order_id = shown.id),
          (select account.full_name from public.profiles as account where account.id = shown.user_id and knows_accounts)),
        'totalKobo', shown.total_amount_kobo,
        'quote', case when shown.total_amount_kobo is null then (
          select case when quote.status = 'open' and exists (select from public.counter_offers as answer where answer.quote_id = quote.id)
            then 'answered' else quote.status end
          from public.quotes as quote
          where quote.order_id = shown.id and quote.status in ('open', 'waiting') and quote.expires_at > now()
          -- As its page says: what the buyer has comes first.
          order by quote.status limit 1) end,
        'currency', shown.currency, 'status', shown.status, 'paymentStatus', shown.payment_status,
        'isUnderpaid', (select private.is_underpaid(own) from public.orders as own where own.id = shown.id),
        'refundToSendKobo', (select public.refund_to_send_kobo(own) from public.orders as own where own.id = shown.id),
        'fulfilmentStatus', shown.fulfilment_status, 'createdAt', shown.created_at) order by shown.distance, shown.created_at desc), '[]')
    from shown
  );
end $function$;

CREATE OR REPLACE FUNCTION public.refund_to_send_kobo(public.orders)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when ($1).refund_due_kobo > 0 then greatest(0, ($1).refund_due_kobo - coalesce((
    select sum(entry.amount_kobo) from private.money_entries as entry
    where entry.order_id = ($1).id and entry.decided_at is null and entry.kind = 'refund'), 0))::bigint else 0 end
  where (select private.has_permission('orders.read'))
$function$;

REVOKE ALL ON FUNCTION "public"."refund_to_send_kobo"(public.orders) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."refund_to_send_kobo"(public.orders) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."refund_to_send_kobo"(public.orders) TO "authenticated";
