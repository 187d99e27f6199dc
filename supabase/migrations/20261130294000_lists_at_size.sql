DROP INDEX "public"."orders_unpaid_idx";

DROP INDEX "public"."record_work_assignee_id_idx";

CREATE OR REPLACE FUNCTION private.currencies_with_account()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(currency order by currency), '{}')
  from unnest(private.currencies()) as currency
  where exists (select from private.current_settlement_account('bank_account', currency))
$function$;

CREATE OR REPLACE FUNCTION private.list_condition(source text, only_status text, only_overdue boolean, assignee text, words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ',
    case when only_status is null then 't.is_default' else 't.list_status = $2' end,
    case when only_overdue then 't.is_promised and t.created_at < $3 and t.due_at < now()' end,
    case when assignee is not null then case assignee when 'nobody' then 'not ' else '' end
      || 'exists (select from public.record_work as work where work.record_id = t.id and work.record_type = $4 and work.assignee_id '
      || case when assignee in ('nobody', 'anybody') then 'is not null)' else '= $5)' end end,
    case when words is not null then
      format('t.id in (select texts.id from private.%I as texts where texts.words ilike any ($1))', source || '_texts') end)
$function$;

CREATE OR REPLACE FUNCTION public.find_records(list text, only_status text DEFAULT NULL::text, search text DEFAULT NULL::text, only_overdue boolean DEFAULT false, page_index integer DEFAULT 0, page_size integer DEFAULT 10, assignee text DEFAULT NULL::text, filters jsonb DEFAULT NULL::jsonb, sort text DEFAULT NULL::text)
 RETURNS public.record_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text := private.open_list(list);
  words text := nullif(btrim(search), '');
  further text := private.filter_condition(source, filters);
  condition text := concat_ws(' and ', private.list_condition(source, only_status, only_overdue, assignee, words), further);
  row_order text := private.list_order(list, source, sort, only_overdue);
  promised_before timestamptz := private.promised_before(source);
  assignee_id uuid := private.read_assignee(assignee);
  answer public.record_page;
  -- Where and how many: a page far behind the end is an empty one.
  max_rows integer := least(greatest(page_size, 1), 500);
  skipped bigint := greatest(page_index, 0)::bigint * max_rows;
begin
  -- What is searched for is found once for both; else each is answered by an index of its own. A window counts what is found: a
  -- materialized table would work out every column of every row of it.
  if words is null then
    -- Few of many are somebody's: nobody's are all but those, which is half the work of comparing each.
    answer.count := case when assignee = 'nobody' then
        private.count_records(list, concat_ws(' and ', private.list_condition(source, only_status, only_overdue, null, null), further),
          only_status, promised_before, source)
        - private.count_records(list, concat_ws(' and ', private.list_condition(source, only_status, only_overdue, 'anybody', null), further),
          only_status, promised_before, source)
      else private.count_records(list, condition, only_status, promised_before, source, assignee_id) end;
    answer.ids := '{}';
    -- By an index alone, however far behind the page is; where there is none, it would be walked through to its end.
    if answer.count > skipped then
      execute format('select array(select t.id from private.%I as t where %s
          order by %s limit $6 offset $7)', list || '_list', condition, row_order)
        into answer.ids using null, only_status, promised_before, source, assignee_id, max_rows, skipped;
    end if;
  else
    execute format('select max(page.total), coalesce(array_agg(page.id order by page.place), ''{}'') from (
        select t.id, count(*) over () as total, row_number() over (order by %2$s) as place from private.%1$I as t where %3$s
        order by %2$s limit $6 offset $7) as page', list || '_list', row_order, condition)
      into answer.count, answer.ids
      using private.search_patterns(words), only_status, promised_before, source, assignee_id, max_rows, skipped;
    -- A page behind the end has no row to say it.
    if answer.ids = '{}' then
      execute format('select count(*) from private.%I as t where %s', list || '_list', condition) into answer.count
        using private.search_patterns(words), only_status, promised_before, source, assignee_id;
    end if;
  end if;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.payable_currencies()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when (select private.has_permission('orders.decide')) then private.currencies_with_account() else '{}' end
$function$;

CREATE VIEW "private"."letter_contracts" WITH (security_invoker=true) AS  SELECT order_id
   FROM public.quotes quote
  WHERE ((status = 'accepted'::text) AND (payment_terms = 'Letter of Credit'::text));

revoke all on table private.letter_contracts from public, anon, authenticated;

CREATE OR REPLACE VIEW "private"."orders_list" WITH (security_invoker=true) AS  SELECT t.id,
    t.created_at,
    t.status AS list_status,
    true AS is_default,
    ((t.status = 'pending'::text) AND (t.kind = 'bulk'::text) AND (NOT (EXISTS ( SELECT
           FROM private.quotes_with_buyer offered
          WHERE (offered.order_id = t.id))))) AS is_promised,
    (t.created_at + LEAST(( SELECT private.promised_time('orders'::text, 'decision'::text) AS promised_time),
        CASE
            WHEN (NOT (EXISTS ( SELECT
               FROM public.record_work contact
              WHERE ((contact.record_id = t.id) AND (contact.record_type = 'orders'::text) AND (contact.contacted_at IS NOT NULL))))) THEN ( SELECT private.promised_time('orders'::text, 'first_contact'::text) AS promised_time)
            ELSE NULL::interval
        END)) AS due_at,
    t.kind,
    t.payment_status,
    t.fulfilment_status,
    t.total_amount_kobo,
    t.crop_type,
    t.awaits_delivery,
    t.delivers_from,
    t.delivers_until,
    t.credit_terms_reason,
    t.delivery_state,
    t.sort_name AS buyer_name,
    t.code,
    t.delivered_at,
    (step.is_theirs AND (NOT money.is_sent_nowhere)) AS waits_for_buyer,
    (step.is_theirs AND money.is_sent_nowhere) AS needs_account
   FROM ((public.orders t
     CROSS JOIN LATERAL ( SELECT ((t.total_amount_kobo IS NOT NULL) AND (NOT t.awaits_delivery) AND (t.currency <> ALL (( SELECT private.currencies_with_account() AS currencies_with_account)::text[])) AND (NOT (EXISTS ( SELECT
                   FROM private.letter_contracts agreed
                  WHERE (agreed.order_id = t.id))))) AS is_sent_nowhere) money)
     CROSS JOIN LATERAL ( SELECT ((t.status = ANY (ARRAY['pending'::text, 'approved'::text, 'completed'::text])) AND (t.payment_status = ANY (private.payable_statuses())) AND (t.fulfilment_status <> 'disputed'::text) AND (NOT (t.id IN ( SELECT with_us.order_id
                   FROM private.letters_with_us with_us))) AND
                CASE
                    WHEN (t.status = 'completed'::text) THEN ((t.total_amount_kobo IS NOT NULL) AND (t.credit_terms_reason IS NULL))
                    WHEN (t.total_amount_kobo IS NULL) THEN (t.id IN ( SELECT offered.order_id
                       FROM private.quotes_with_buyer offered))
                    WHEN t.awaits_delivery THEN COALESCE(( SELECT ((chosen.quoted_at IS NOT NULL) AND COALESCE((own.expires_at > now()), true))
                       FROM (public.order_deliveries chosen
                         JOIN public.orders own ON ((own.id = chosen.order_id)))
                      WHERE (chosen.order_id = t.id)), false)
                    WHEN (t.status = 'pending'::text) THEN ((t.kind = 'marketplace'::text) AND (t.credit_terms_reason IS NULL))
                    WHEN (t.fulfilment_status = 'delivered'::text) THEN (t.credit_terms_reason IS NULL)
                    ELSE ((t.fulfilment_status = ANY (ARRAY['none'::text, 'preparing'::text])) AND ( SELECT (private.is_paid_enough(own.*) IS NOT TRUE)
                       FROM public.orders own
                      WHERE (own.id = t.id)))
                END) AS is_theirs) step);

CREATE INDEX orders_unpaid_idx ON public.orders USING btree (created_at DESC, id) INCLUDE (status, kind, fulfilment_status, total_amount_kobo, awaits_delivery, credit_terms_reason, currency) WHERE ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'completed'::text])) AND (payment_status = ANY (ARRAY['unpaid'::text, 'underpaid'::text])) AND (fulfilment_status <> 'disputed'::text));

CREATE INDEX record_work_assignee_id_idx ON public.record_work USING btree (assignee_id, record_type, record_id) WHERE (assignee_id IS NOT NULL);

REVOKE ALL ON FUNCTION "private"."currencies_with_account"() FROM PUBLIC;

CREATE OR REPLACE FUNCTION private.has_letter_of_credit(order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.letter_contracts as agreed where agreed.order_id = $1)
$function$;
