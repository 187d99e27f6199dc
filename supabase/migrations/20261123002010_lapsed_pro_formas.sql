-- As before (20261122001310), and: a pro-forma that names an account which is not in force, or another total than the
-- order's, is out of date too, whatever came of the order since: nobody may pay by it. A fresh one names both as they are.
create or replace function private.is_lapsed(document public.order_documents) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (document).kind = 'pro_forma' and exists (
    select from public.orders where orders.id = (document).order_id and (
      orders.status = 'declined'
      or case when jsonb_typeof((document).content -> 'account') = 'object'
        then (document).content -> 'account' is distinct from private.describe_account()
          or ((document).content ->> 'totalKobo')::bigint is distinct from orders.total_amount_kobo
          or (orders.payment_status = 'unpaid' and orders.kind = 'marketplace' and orders.status = 'pending' and orders.expires_at <= now())
        else not exists (
          select from public.quotes as quote
          where quote.order_id = orders.id and quote.total_kobo = ((document).content ->> 'totalKobo')::bigint
            and private.utc_text(quote.expires_at) = (document).content ->> 'goodUntil'
            and (quote.status = 'accepted' or (quote.status = 'open' and quote.expires_at > now())))
      end))
$$;
