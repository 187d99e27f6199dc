-- An order whose time is over is paid and claimed like any other until it is declined: whoever has transferred in the last
-- minute is heard. The page hides the account by expiresAt, and whoever comes too late is answered in words for people.

-- As before (20261122001500), but answers the details until the order is declined; expiresAt is null where it no longer
-- runs out.
create or replace function public.payment_details(order_id uuid, context jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  account public.settlement_accounts;
  changed_lines jsonb := private.find_changed_prices(own);
begin
  if own.status not in ('pending', 'approved') or own.payment_status not in ('unpaid', 'claimed', 'underpaid')
    or own.total_amount_kobo is null
  then
    return jsonb_build_object('ok', false, 'code', 'not_payable');
  elsif changed_lines is not null and own.payment_status = 'unpaid' then
    return jsonb_build_object('ok', false, 'code', 'price_changed', 'lines', changed_lines, 'totalKobo', (
      select sum(item.quantity * coalesce(product.price_kobo, item.price_kobo))
      from public.order_items as item left join public.products as product on product.id = item.product_id
      where item.order_id = own.id
    ));
  end if;
  select * into account from private.current_settlement_account('bank_account');
  if account.id is null then
    return jsonb_build_object('ok', false, 'code', 'account_not_set');
  end if;
  return jsonb_build_object('ok', true, 'bankName', account.bank_name, 'accountName', account.account_name,
    'accountNumber', account.account_number, 'changedAt', account.effective_at, 'code', own.code,
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = own.id),
      (select phone from public.order_requests as asked where asked.order_id = own.id)),
    'currency', own.currency, 'totalKobo', own.total_amount_kobo,
    'dueKobo', own.total_amount_kobo - private.credited_kobo(own.id), 'expiresAt', case
      when own.kind = 'marketplace' and own.status = 'pending' and own.payment_status = 'unpaid' then own.expires_at end);
end $$;

-- As before (20261121003100), and: what cannot be claimed any more is refused with what to do now.
create or replace function public.claim_payment(order_id uuid, claim jsonb, context jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.orders := private.find_own_order(order_id, context);
  proof text := nullif(claim ->> 'proofPath', '');
begin
  select * into own from public.orders where id = own.id for update;
  if own.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'claim';
  end if;
  perform private.require_order_uploads(own.id, 'proof', array_remove(array[proof], null));
  if own.payment_status = 'claimed' then
    if proof is null or exists (
      select from public.payment_claims as told where told.order_id = own.id and told.proof_path = proof
    ) then
      return private.describe_market_order(own, false);
    end if;
  else
    if own.payment_status = 'unpaid' and private.find_changed_prices(own) is not null then
      return public.payment_details(own.id, context);
    end if;
    if own.status not in ('pending', 'approved') or own.payment_status not in ('unpaid', 'underpaid')
      or own.fulfilment_status = 'disputed'
    then
      raise exception '% If you have transferred already, do not transfer again: tell us, and we look for it on our statement.',
        case when own.decline_reason like 'No payment arrived in time%'
          then 'This order ran out on ' || to_char(own.expires_at at time zone 'Africa/Lagos', 'DD/MM/YYYY, HH24:MI') || ' (Lagos).'
          else 'There is nothing to pay on this order now.'
        end
        using errcode = '23514', hint = 'not_payable';
    end if;
    own := private.apply_order_event(own.id, 'claim');
    perform private.tell_buyer(own.id, 'order_payment_claimed');
  end if;
  insert into public.payment_claims (order_id, words, note, proof_path)
  values (
    own.id, coalesce(nullif(private.clean_line(claim ->> 'words'), ''), 'Mark as Payment Successful'),
    nullif(private.clean_text(claim ->> 'note'), ''), proof
  );
  return private.describe_market_order(own, false);
end $$;
