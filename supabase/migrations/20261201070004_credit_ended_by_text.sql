CREATE OR REPLACE FUNCTION public.set_credit_terms(order_id uuid, reason text, expected text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

update private.mail_templates set channels = '{email,sms}' where template = 'order_credit_ended';
