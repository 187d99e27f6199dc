-- The orders of a member's overview: what waits for them first, then a page at a time.

-- Whether there is an account in its currency: nobody is asked for money that they can send nowhere.
create function private.has_account(own public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.settlement_accounts as account
    where account.kind = 'bank_account' and account.currency = own.currency and account.effective_at <= now() and account.withdrawn_at is null);
end $$;

-- The same beside an order, for its buyer and for staff; of any other order it is null.
create function public.has_account(public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.has_account(own) from public.orders as own
  where own.id = ($1).id and (own.user_id = (select auth.uid()) or (select private.has_permission('orders.read')))
$$;

-- What the next step of an order that is to be paid depends on: until when its goods wait for the rest of their money, and whether a price
-- is to be confirmed before anything is transferred.
create function private.order_hold(own public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_open boolean := own.kind = 'marketplace' and own.status = 'pending';
begin
  return jsonb_build_object('keptUntil', case when is_open then private.kept_until(own) end,
    'pricesChanged', is_open and own.payment_status = 'unpaid' and private.find_changed_prices(own) is not null);
end $$;

-- The same beside an order, for its buyer and for staff; of any other order it is null.
create function public.order_hold(public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.order_hold(own) from public.orders as own
  where own.id = ($1).id and (own.user_id = (select auth.uid()) or (select private.has_permission('orders.read')))
$$;

-- Whether the buyer has the next step: a quote to answer, unless they have offered other terms, money that is due now and can be paid,
-- or by a letter of credit the draft of their bank, and its issue once we have taken the draft. As describeNextStep of the site.
create function private.waits_for_buyer(own public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (own).status <> 'declined' and (
    exists (select from public.quotes as quote
      where quote.order_id = (own).id and quote.status = 'open' and quote.expires_at > now()
        and not exists (select from public.counter_offers as offer where offer.quote_id = quote.id))
    or ((own).awaits_delivery and (own).status = 'pending' and exists (select from public.order_deliveries as delivery
      where delivery.order_id = (own).id and delivery.quoted_at is not null and delivery.accepted_at is null)
      and coalesce((own).expires_at > now(), true))
    or (not (own).awaits_delivery and (own).total_amount_kobo is not null and (own).payment_status = any (private.payable_statuses())
      and not ((own).status = 'pending' and coalesce((own).expires_at <= now(), false))
      and case when private.has_letter_of_credit((own).id) then (own).status in ('pending', 'approved')
          and (own).credit_terms_reason is null and (own).fulfilment_status in ('none', 'preparing')
          and not exists (select from public.letters_of_credit as letter where letter.order_id = (own).id and letter.status not in ('awaited', 'draft_accepted'))
        else private.due_now_kobo(own) > 0 and private.has_account(own) end))
$$;

-- What is due now and what later, when that is, and whether it can be paid; null when nothing is open, or the buyer says that it is paid.
create function private.describe_due(own public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  left_kobo bigint;
  now_kobo bigint;
  later text;
begin
  if own.status = 'declined' or own.payment_status <> all (private.payable_statuses()) or own.awaits_delivery then
    return null;
  end if;
  left_kobo := own.total_amount_kobo - private.credited_kobo(own.id);
  if left_kobo is null or left_kobo <= 0 then
    return null;
  end if;
  now_kobo := private.due_now_kobo(own);
  if left_kobo <> now_kobo then
    later := case
      when own.credit_terms_reason is not null then 'on_credit'
      -- The goods are there, and what is due on delivery waits for our answer.
      when own.fulfilment_status = 'disputed' then 'complaint'
      else (select due from public.order_instalments
        where order_id = own.id and not private.is_part_due(due, own.status, own.fulfilment_status) order by position limit 1)
    end;
  end if;
  return jsonb_build_object('now_kobo', now_kobo, 'later_kobo', left_kobo - now_kobo, 'later', later,
    'has_account', private.has_account(own));
end $$;

-- Until when the buyer has the next step of an order that waits for them: to answer our quote, or to say yes or pay before its time is over.
create function private.wait_ends(own public.orders) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select coalesce(least(
    case when (own).status = 'pending' then (own).expires_at end,
    (select min(quote.expires_at) from public.quotes as quote where quote.order_id = (own).id and quote.status = 'open')
  ), 'infinity')
$$;

-- `only`: all, waiting, open or done. `words`: in the code or in what was ordered, each product and each line that was agreed. The page after the order of that time and
-- id, newest first; of those that wait, what ends first. Security definer, because nobody calls private.waits_for_buyer; the caller's own orders alone.
create function public.list_own_orders(
  only_state text default 'all', words text default '', before_time timestamptz default null, before_id uuid default null,
  page_size integer default 25
) returns setof public.orders
language sql stable security definer set search_path = ''
as $$
  select own.* from public.orders as own
  where own.user_id = (select auth.uid())
    and case only_state
      when 'waiting' then private.waits_for_buyer(own)
      when 'open' then own.status in ('pending', 'approved')
      when 'done' then own.status in ('declined', 'completed')
      else true end
    and (btrim(words) = '' or position(lower(btrim(words)) in lower(own.code || ' ' || own.crop_type)) > 0
      or exists (select from public.order_request_lines as line
        where line.order_id = own.id and position(lower(btrim(words)) in lower(line.product)) > 0)
      or exists (select from public.order_items as item
        where item.order_id = own.id and position(lower(btrim(words)) in lower(item.product_name)) > 0)
      or exists (select from public.quotes as quote join public.quote_lines as line on line.quote_id = quote.id
        where quote.order_id = own.id and quote.status = 'accepted' and line.kind = 'goods'
          and position(lower(btrim(words)) in lower(line.description)) > 0))
    and (before_time is null
      or (only_state <> 'waiting' or private.wait_ends(own) = (select private.wait_ends(last) from public.orders as last where last.id = before_id))
        and own.created_at <= before_time and (own.created_at < before_time or own.id > before_id)
      or only_state = 'waiting' and private.wait_ends(own) > (select private.wait_ends(last) from public.orders as last where last.id = before_id))
  order by case when only_state = 'waiting' then private.wait_ends(own) end, own.created_at desc, own.id
  limit least(greatest(page_size, 1), 100)
$$;

revoke all on function
  private.describe_due(public.orders), private.has_account(public.orders), private.order_hold(public.orders), private.wait_ends(public.orders), private.waits_for_buyer(public.orders),
  public.has_account(public.orders), public.order_hold(public.orders), public.list_own_orders(text, text, timestamptz, uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.has_account(public.orders), public.order_hold(public.orders), public.list_own_orders(text, text, timestamptz, uuid, integer) to authenticated;
