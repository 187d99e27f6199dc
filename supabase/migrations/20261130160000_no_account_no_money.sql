CREATE OR REPLACE FUNCTION private.contract_in_mail(own public.orders, is_own_mailbox boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select private.describe_quote_in_mail(quote) || jsonb_build_object(
        'isAgreed', quote.status = 'accepted',
        'before', case when quote.status = 'open' then (select private.describe_quote_in_mail(earlier) from public.quotes as earlier
          where earlier.order_id = quote.order_id and earlier.status in ('replaced', 'declined') and earlier.created_at < quote.created_at
          order by earlier.created_at desc limit 1) end,
        'requested', case when quote.status = 'open' then private.describe_request_in_mail(quote.order_id) end,
        'expiresAt', case when quote.status = 'open' then private.utc_text(quote.expires_at) end,
        'seller', private.seller_in_mail())
      from public.quotes as quote where quote.order_id = ($1).id and quote.status in ('open', 'accepted')
      order by quote.status limit 1),
    -- Where several products are requested, each of them: their names are of the list of the order form.
    (select case when $2 then private.describe_request_in_mail(($1).id) - 'products' || jsonb_build_object(
          'seller', private.seller_in_mail(), 'wishedDay', ($1).delivery_date,
          'purchaseOrderNumber', request.purchase_order_number)
        else jsonb_build_object('paymentTerms', payment_terms, 'incoterms', incoterms) end
      || jsonb_build_object('goods', (
        select jsonb_agg(jsonb_build_object('name', product, 'quantity', trim_scale(quantity)::text, 'unit', unit) order by position)
        from (
          select 1 as position, ($1).crop_type as product, ($1).quantity, ($1).unit
          union all
          select line.position, line.product, line.quantity, line.unit
          from public.order_request_lines as line where line.order_id = ($1).id
        ) as goods having count(*) > 1))
      from public.order_requests as request where request.order_id = ($1).id))
$function$;

CREATE OR REPLACE FUNCTION private.describe_quote_in_mail(quote public.quotes)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.describe_contract_terms(to_jsonb(quote)) || jsonb_build_object(
    'totalKobo', (quote).total_kobo, 'currency', (quote).currency,
    'vat', private.quote_vat_lines(quote, (select coalesce(sum(line.total_kobo), 0)::bigint from public.quote_lines as line
      where line.quote_id = (quote).id and line.kind = 'tax')),
    'buyer', concat_ws(', ', said ->> 'buyer_company', said ->> 'buyer_contact', said ->> 'buyer_address', said ->> 'buyer_country'),
    'deliverTo', said ->> 'deliver_to',
    -- Each of its lines, freight, discount and tax too.
    'goods', (select jsonb_agg(private.describe_quote_line(line) order by line.position)
      from public.quote_lines as line where line.quote_id = (quote).id))
  from private.parties_of((quote).order_id, to_jsonb(quote)) as said
$function$;

CREATE OR REPLACE FUNCTION private.has_account(own public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.current_settlement_account('bank_account', (own).currency))
$function$;

CREATE OR REPLACE FUNCTION private.waits_for_buyer(own public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (own).status <> 'declined' and (
    exists (select from public.quotes as quote
      where quote.order_id = (own).id and quote.status = 'open' and quote.expires_at > now()
        and not exists (select from public.counter_offers as offer where offer.quote_id = quote.id))
    or ((own).awaits_delivery and (own).status = 'pending' and exists (select from public.order_deliveries as delivery
      where delivery.order_id = (own).id and delivery.quoted_at is not null and delivery.accepted_at is null)
      and coalesce((own).expires_at > now(), true))
    or (not (own).awaits_delivery and (own).total_amount_kobo is not null and (own).payment_status in ('unpaid', 'underpaid')
      and not ((own).status = 'pending' and coalesce((own).expires_at <= now(), false))
      and case when private.has_letter_of_credit((own).id) then (own).status in ('pending', 'approved') and (own).fulfilment_status = 'none'
          and not exists (select from public.letters_of_credit as letter where letter.order_id = (own).id and letter.status <> 'awaited')
        else private.due_now_kobo(own) > 0 and private.has_account(own) end))
$function$;

CREATE OR REPLACE FUNCTION public.has_account(public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.has_account(own) from public.orders as own
  where own.id = ($1).id and (own.user_id = (select auth.uid()) or (select private.has_permission('orders.read')))
$function$;

REVOKE ALL ON FUNCTION "public"."has_account"(public.orders) FROM "service_role";

CREATE OR REPLACE FUNCTION public.issue_pro_forma(order_id uuid, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  offer public.quotes;
  payable jsonb;
  details jsonb;
begin
  select * into own from public.orders where id = own.id for update;
  offer := private.find_open_offer(own);
  if offer.id is not null then
    details := private.describe_offer(offer, private.describe_lines(own.id, offer.id));
  else
    payable := public.payment_details(own.id, context);
    if not (payable ->> 'ok')::boolean and payable ->> 'code' <> 'letter_of_credit' then
      return payable;
    end if;
    details := jsonb_build_object(
      'lines', private.describe_lines(own.id), 'totalKobo', own.total_amount_kobo, 'account', private.describe_account(own),
      'goodUntil', case when own.credit_terms_reason is null then private.utc_text(own.expires_at) end, 'schedule', private.describe_schedule(own.id))
      || private.vat_on_document(own.vat_lines)
      || coalesce((select jsonb_build_object('note', quote.note) from public.quotes as quote
        where quote.order_id = own.id and quote.status = 'accepted' and quote.note is not null), '{}');
    details := jsonb_set(private.describe_parties(own.id) || details, '{order,currency}', to_jsonb(own.currency));
  end if;
  return private.issue_pro_forma_once(own.id, details);
end $function$;

REVOKE ALL ON FUNCTION "private"."has_account"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."has_account"(public.orders) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."has_account"(public.orders) TO "authenticated";

CREATE OR REPLACE FUNCTION private.describe_due(own public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Each is computed once, however often it is named.
  with account as materialized (
    select private.due_now_kobo(own) as now_kobo, (own).total_amount_kobo - private.credited_kobo((own).id) as left_kobo
  )
  select jsonb_build_object('now_kobo', now_kobo, 'later_kobo', left_kobo - now_kobo, 'later', case
      when left_kobo = now_kobo then null
      when (own).credit_terms_reason is not null then 'on_credit'
      else (select due from public.order_instalments
        where order_id = (own).id and not private.is_part_due(due, (own).status, (own).fulfilment_status) order by position limit 1)
    end, 'has_account', private.has_account(own))
  from account
  where (own).status <> 'declined' and (own).payment_status in ('unpaid', 'underpaid') and left_kobo > 0
    and not (own).awaits_delivery
$function$;
