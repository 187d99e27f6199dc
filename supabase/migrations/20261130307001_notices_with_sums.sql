CREATE OR REPLACE FUNCTION public.admin_notices()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  notices jsonb := '[]';
begin
  if not exists (select from public.user_roles where user_id = person_id) or not private.is_signed_in_as_staff() then
    return notices;
  end if;
  notices := notices || coalesce((
    select jsonb_agg(private.describe_settlement(account) || jsonb_build_object('kind', 'settlement', 'id', account.id,
      'of', account.kind, 'step', case when account.approved_at is null then 'proposed' else 'approved' end)
      order by account.proposed_at)
    from public.settlement_accounts as account
    where account.withdrawn_at is null and not account.is_demo
      and (account.effective_at is null or account.effective_at > now())), '[]');
  if private.has_permission('settings.settlement') and private.settlement_alarm_email() is null
    and exists (select from private.app_settings where name = 'staff_second_factor' and value = 'demanded')
  then
    notices := notices || '[{"kind": "no_alarm_address"}]'::jsonb;
  end if;
  if private.has_permission('payments.confirm') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'money_waits', 'id', entry.order_id, 'code', orders.code, 'of', entry.kind,
          'amount_kobo', entry.amount_kobo, 'currency', entry.currency)
        order by entry.recorded_at)
      from (select waits.* from private.money_entries as waits
        where waits.decided_at is null and not exists (select from private.entry_obstacle(waits, person_id))
        order by waits.recorded_at limit 20) as entry
      join public.orders on orders.id = entry.order_id), '[]');
  end if;
  if private.has_permission('orders.decide') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'quote_waits', 'id', orders.id, 'code', orders.code)
        order by quote.created_at)
      from (select waits.* from public.quotes as waits
        where waits.status = 'waiting' and not exists (select from private.quote_obstacle(waits, person_id))
        order by waits.created_at limit 20) as quote
      join public.orders on orders.id = quote.order_id), '[]');
  end if;
  if private.has_permission('orders.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'holds_much', 'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at from public.orders
        where holds_much and status = 'pending' and payment_status = any (private.owed_statuses())
          and stock_released_at is null and not is_demo
        order by created_at desc limit 20
      ) as held), '[]') || coalesce((
      select jsonb_agg(jsonb_build_object('kind', case when payment_status = 'claimed' then 'claim_ran_out' else 'stock_missing' end,
        'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at, payment_status from public.orders
        where stock_released_at is not null and status = 'pending' and payment_status <> 'unpaid' and not is_demo order by created_at desc limit 20
      ) as released), '[]');
  end if;
  if private.has_permission('audit_events.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'vault_alarm', 'id', alarm.id, 'of', alarm.kind, 'count', alarm.count,
        'at', alarm.created_at, 'isOwn', alarm.actor_id = person_id,
        'name', (select coalesce(full_name, email) from public.profiles where id = alarm.actor_id)) order by alarm.created_at)
      from (select * from private.vault_alarms where seen_at is null order by created_at desc limit 20) as alarm), '[]');
  end if;
  return notices;
end $function$;
