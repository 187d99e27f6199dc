-- Orders as the lists of the admin area read them.

create view private.orders_list with (security_invoker = true) as
  select t.id, t.created_at, t.status as list_status, true as is_default,
    -- What has an offer of ours waits for its buyer: nothing of it is late.
    t.status = 'pending' and t.kind = 'bulk'
      and not exists (select from private.quotes_with_buyer as offered where offered.order_id = t.id) as is_promised,
    t.created_at + least((select private.promised_time('orders', 'decision')),
      case when not exists (select from public.record_work as contact where contact.record_id = t.id
          and contact.record_type = 'orders' and contact.contacted_at is not null)
        then (select private.promised_time('orders', 'first_contact')) end) as due_at,
    t.kind, t.payment_status, t.fulfilment_status, t.total_amount_kobo, t.crop_type, t.awaits_delivery, t.delivers_from, t.delivers_until,
    t.credit_terms_reason, t.delivery_state, t.sort_name as buyer_name, t.code, t.delivered_at,
    step.is_theirs and not money.is_sent_nowhere as waits_for_buyer, step.is_theirs and money.is_sent_nowhere as needs_account
  from public.orders as t
  -- A transfer in a currency without an account waits for us: nobody can send it. Which currencies have one is read once, not for
  -- each of the orders, and a letter of credit by its index.
  cross join lateral (select t.total_amount_kobo is not null and not t.awaits_delivery
    and t.currency <> all ((select private.currencies_with_account())::text[])
    and not exists (select from private.letter_contracts as agreed where agreed.order_id = t.id) as is_sent_nowhere) as money
  cross join lateral (select t.status in ('pending', 'approved', 'completed') and t.payment_status = any (private.payable_statuses()) and t.fulfilment_status <> 'disputed'
      and t.id not in (select with_us.order_id from private.letters_with_us as with_us) and case
      when t.status = 'completed' then t.total_amount_kobo is not null and t.credit_terms_reason is null
      when t.total_amount_kobo is null then t.id in (select offered.order_id from private.quotes_with_buyer as offered)
      when t.awaits_delivery then coalesce((
        select chosen.quoted_at is not null and coalesce(own.expires_at > now(), true) from public.order_deliveries as chosen
        join public.orders as own on own.id = chosen.order_id where chosen.order_id = t.id), false)
      when t.status = 'pending' then t.kind = 'marketplace' and t.credit_terms_reason is null
      when t.fulfilment_status = 'delivered' then t.credit_terms_reason is null
      else t.fulfilment_status in ('none', 'preparing')
        and (select private.is_paid_enough(own) is not true from public.orders as own where own.id = t.id)
    end as is_theirs) as step;

-- What finance works on: without a choice, what waits for them. Where a part came, that is what is due and not there: an order
-- that keeps to its terms waits for the next part (private.is_underpaid; without parts and terms all of it is due).
create view private.payments_list with (security_invoker = true) as
  select id, created_at, payment_status as list_status,
    payment_status in ('claimed', 'underpaid', 'overpaid', 'refund_due') and (payment_status <> 'underpaid'
      or credit_terms_reason is null and not awaits_delivery
        and (not exists (select from public.order_instalments as part where part.order_id = orders_list.id)
          or (select private.is_underpaid(own) from public.orders as own where own.id = orders_list.id))) as is_default, is_promised, due_at,
    kind, payment_status, fulfilment_status, total_amount_kobo, crop_type, awaits_delivery, delivers_from, delivers_until, credit_terms_reason,
    delivery_state, buyer_name, code, delivered_at, waits_for_buyer, needs_account
  from private.orders_list where total_amount_kobo is not null;

-- The orders whose buyer has an offer of ours to answer: a quote that is open still, and to which they offered nothing else. As
-- findStep of the site.
create view private.quotes_with_buyer with (security_invoker = true) as
  select quote.order_id from public.quotes as quote
  where quote.status = 'open' and quote.expires_at > now()
    and not exists (select from public.counter_offers as answer where answer.quote_id = quote.id);

-- The orders whose letter of credit has its next step here: a draft to read, before the order is approved, too, or, once the goods
-- have left, documents to present. As findLetterStep of the site.
create view private.letters_with_us with (security_invoker = true) as
  select letter.order_id from public.letters_of_credit as letter join public.orders as own on own.id = letter.order_id
  where own.status in ('pending', 'approved') and own.payment_status = any (private.payable_statuses()) and own.credit_terms_reason is null
    and (letter.status = 'draft_received' and own.fulfilment_status in ('none', 'preparing', 'delivered')
      or letter.status = 'issued' and own.fulfilment_status in ('dispatched', 'delivered'))
    and private.has_letter_of_credit(own.id);

-- The orders whose offer another person judges: their buyer, or a second person before its day has passed.
create view private.quotes_with_others with (security_invoker = true) as
  select offered.order_id from private.quotes_with_buyer as offered
  union all
  select judged.order_id from public.quotes as judged where judged.status = 'waiting' and judged.expires_at > now();

-- What has no price yet: without a choice, what waits for us and not for another person. As 'to_quote' of private.step_condition.
create view private.quotes_list with (security_invoker = true) as
  select id, created_at, list_status, case when awaits_delivery
      then (select chosen.quoted_at is null or coalesce(own.expires_at <= now(), false) from public.order_deliveries as chosen
        join public.orders as own on own.id = chosen.order_id where chosen.order_id = orders_list.id)
      else id not in (select offered.order_id from private.quotes_with_others as offered) end as is_default,
    is_promised, due_at, kind, payment_status, fulfilment_status,
    total_amount_kobo, crop_type, awaits_delivery, delivers_from, delivers_until, credit_terms_reason,
    delivery_state, buyer_name, code, delivered_at, waits_for_buyer, needs_account
  from private.orders_list
  where kind = 'bulk' and total_amount_kobo is null and list_status in ('pending', 'approved')
    or awaits_delivery and list_status = 'pending';

create view private.disputes_list with (security_invoker = true) as
  select id, created_at, list_status, is_default, is_promised, due_at, kind, payment_status, fulfilment_status,
    total_amount_kobo, crop_type, awaits_delivery, delivers_from, delivers_until, credit_terms_reason,
    delivery_state, buyer_name, code, delivered_at, waits_for_buyer, needs_account
  from private.orders_list where fulfilment_status = 'disputed';

-- Everything that orders name as their product and that has this word or these words in it: "Rice" is in "Ofada Rice, Yam". From
-- name to name by the index: they are few beside the orders.
create function private.crops_with(words text) returns text[]
language sql stable security definer set search_path = ''
as $$
  with recursive names as (
    (select t.crop_type from public.orders as t order by t.crop_type limit 1)
    union all
    select (select t.crop_type from public.orders as t where t.crop_type > names.crop_type order by t.crop_type limit 1)
    from names where names.crop_type is not null
  )
  select coalesce(array_agg(names.crop_type), '{}')
  from names
  where strpos(' ' || lower(translate(names.crop_type, ',()', '   ')) || ' ', ' ' || lower(words) || ' ') > 0
$$;

revoke all on table private.orders_list from public, anon, authenticated, service_role;
revoke all on table private.payments_list from public, anon, authenticated, service_role;
revoke all on table private.quotes_list from public, anon, authenticated, service_role;
revoke all on table private.letters_with_us from public, anon, authenticated, service_role;
revoke all on table private.quotes_with_others from public, anon, authenticated, service_role;
revoke all on table private.quotes_with_buyer from public, anon, authenticated, service_role;
revoke all on table private.disputes_list from public, anon, authenticated, service_role;
revoke all on function private.crops_with(text) from public, anon, authenticated, service_role;
