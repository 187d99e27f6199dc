CREATE OR REPLACE FUNCTION private.describe_delivery_done(order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said jsonb := private.describe_delivery(order_id);
  came_on date := (
    select (max(event.created_at) at time zone 'Africa/Lagos')::date
    from public.orders as own join public.order_events as event on event.order_id = own.id
    where own.id = describe_delivery_done.order_id and own.fulfilment_status in ('delivered', 'disputed')
      and event.axis = 'fulfilment' and event.to_value = 'delivered');
begin
  if came_on is null then
    return said;
  end if;
  return said || jsonb_build_object('cameOn', came_on)
    || case when said ->> 'kind' = 'collect' then '{}' else jsonb_build_object('day', came_on) end;
end $function$;
