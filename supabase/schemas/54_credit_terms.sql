-- Credit terms: goods that leave before their money, with the reason.

-- Gives credit terms to an order, with the reason; an empty one takes them back. `expected` is what the person saw, or
-- empty: another user's words are not overwritten. Terms that stand change here alone. Once they are gone, an order that waits for
-- its money has a day at least for it, and its buyer is told at once.
-- Security definer, because anyone who handles money decides on no order.
create function public.set_credit_terms(order_id uuid, reason text, expected text default '') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  words text := nullif(private.clean_text(reason), '');
  current_terms text;
  another_day timestamptz := now() + interval '24 hours';
  ended public.orders;
  kept_until timestamptz;
begin
  perform private.require_strong_right('orders.credit');
  select credit_terms_reason into current_terms from public.orders where id = order_id for update;
  if not found then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif current_terms is distinct from nullif(expected, '') then
    raise exception 'Somebody else has changed the credit terms of this order' using errcode = 'PT409', hint = 'credit_terms_reason';
  elsif char_length(words) not between 3 and 500 then
    raise exception 'Say why in 3 to 500 characters' using errcode = '23514', hint = 'credit_terms_reason';
  end if;
  perform set_config('app.sets_credit_terms', 'yes', true);
  update public.orders set credit_terms_reason = words where id = order_id;
  perform set_config('app.sets_credit_terms', '', true);
  if words is null and current_terms is not null then
    -- The mail itself is the reminder of what ends within a day.
    update public.orders set expires_at = greatest(expires_at, another_day), price_locked_until = greatest(price_locked_until, another_day),
      claim_holds_until = greatest(claim_holds_until, another_day), reminded_at = case when expires_at > another_day then reminded_at else now() end
    where id = order_id and kind = 'marketplace' and status = 'pending';
    select * into ended from public.orders where id = order_id;
    kept_until := private.goods_kept_until(ended);
    perform private.notify_buyer(order_id, 'order_credit_ended', jsonb_build_object('kept_until', kept_until));
    -- What they say is paid is not asked for again, and nothing that can be paid nowhere yet.
    if private.number_to_text(ended) is not null and not ended.is_demo then
      perform private.enqueue_sms('order_credit_ended', private.number_to_text(ended), jsonb_strip_nulls(jsonb_build_object('code', ended.code,
        'kept_until', case when ended.payment_status <> 'claimed' and private.has_account(ended) then kept_until end)));
    end if;
  end if;
end $$;

create function private.guard_credit_terms(old public.orders, new public.orders) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then
    return;
  end if;
  perform private.require_strong_right('orders.credit');
  if private.is_own_order(new) then
    raise exception 'Somebody else must give credit terms to your own order' using errcode = '42501';
  elsif old.credit_terms_reason is not null and coalesce(current_setting('app.sets_credit_terms', true), '') = '' then
    raise exception 'Somebody else has given this order credit terms. Please look again.'
      using errcode = 'PT409', hint = 'credit_terms_reason';
  elsif old.awaits_delivery or old.status not in ('pending', 'approved') or new.total_amount_kobo is null
    or new.payment_status <> all (private.owed_statuses())
  then
    raise exception 'Credit terms are for an order that has a price and is not paid' using errcode = '23514', hint = 'credit_terms_reason';
  elsif new.credit_terms_reason is null
    and (new.fulfilment_status not in ('none', 'preparing') or (new.kind = 'marketplace' and new.status = 'approved'))
  then
    raise exception 'The order went on by these terms: they cannot be taken back' using errcode = '23514', hint = 'credit_terms_reason';
  end if;
end $$;

revoke all on function
  private.guard_credit_terms(public.orders, public.orders), public.set_credit_terms(uuid, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.set_credit_terms(uuid, text, text) to authenticated;
