CREATE OR REPLACE FUNCTION private.describe_review(record_type text, sent_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  promised interval := private.promised_time(record_type, 'decision');
  hours numeric := extract(epoch from promised) / 3600;
  within text := case when hours = 24 then '1 day' when hours = 1 then '1 hour'
    when hours % 24 = 0 then trunc(hours / 24) || ' days' else trunc(hours) || ' hours' end;
begin
  if sent_at + promised < now() then
    return 'We are reviewing it. It takes longer than the ' || within || ' that we promised: please call us, and we tell you why.';
  end if;
  return 'We are reviewing it. '
    || case record_type when 'buyers' then 'Our team contacts you within ' else 'A person reads it within ' end || within || ': by '
    || to_char((sent_at + promised) at time zone 'Africa/Lagos', U&'FMDD\00A0FMMonth YYYY') || '.';
end $function$;

CREATE OR REPLACE FUNCTION private.say_when_sent(record_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_char(sent_at, case when sent_at::date = (now() at time zone 'Africa/Lagos')::date then 'HH24:MI'
    else U&'HH24:MI "on" FMDD\00A0FMMonth' end)
  from (
    select created_at at time zone 'Africa/Lagos' as sent_at from public.registration_submissions as sent
    where sent.record_id = $1 order by sent.version desc limit 1
  ) as newest
$function$;

CREATE OR REPLACE FUNCTION public.open_order_dispute(order_id uuid, dispute jsonb, context jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  photos text[] := array(select jsonb_array_elements_text(coalesce(dispute -> 'photoPaths', '[]')));
  said text := private.clean_text(dispute ->> 'reason');
  line_given text := nullif(dispute ->> 'line', '');
  amount_given text := nullif(dispute ->> 'amount', '');
  goods record;
  dispute_id uuid;
begin
  select * into own from public.orders where id = own.id for update;
  if own.delivered_at is null or own.delivered_at < now() - interval '48 hours' then
    raise exception 'The quality can be disputed within 48 hours of the delivery' using errcode = '23514', hint = 'dispute';
  elsif char_length(coalesce(said, '')) not between 10 and 2000 then
    raise exception 'Please describe what is wrong, in at least 10 characters' using errcode = '23514', hint = 'reason';
  elsif cardinality(photos) > 6 then
    raise exception 'At most 6 photos' using errcode = '23514', hint = 'photoPaths';
  end if;
  if line_given !~ '^[0-9]{1,6}$' or amount_given !~ '^[0-9]{1,9}(\.[0-9]{1,3})?$' or amount_given is not null and line_given is null
    or nullif(dispute ->> 'wish', '') not in ('replace', 'refund', 'credit')
  then
    raise exception 'This is no complaint about a line of the order' using errcode = '22023', hint = 'line';
  end if;
  select * into goods from private.goods_lines(own.id) as line where line.position = line_given::integer;
  if line_given is not null and goods.position is null then
    raise exception 'Please choose which goods it is about' using errcode = '23514', hint = 'line';
  elsif amount_given::numeric = 0 then
    raise exception 'Enter a quantity greater than 0' using errcode = '23514', hint = 'amount';
  elsif amount_given::numeric > goods.quantity then
    raise exception 'At most % were ordered', trim_scale(goods.quantity) using errcode = '23514', hint = 'amount';
  elsif exists (select from public.order_disputes as earlier
      where earlier.order_id = own.id and earlier.resolved_at is not null and earlier.reason = said
        and earlier.line_position = line_given::integer) then
    raise exception 'We have answered this complaint. Say what else is wrong, or write to us below.'
      using errcode = '23514', hint = 'reason';
  end if;
  perform private.require_order_uploads(own.id, 'dispute', photos);
  perform private.apply_order_event(own.id, 'dispute');
  insert into public.order_disputes (order_id, reason, photo_paths, line_position, line_name, amount, amount_unit, wish)
  values (own.id, said, photos, line_given::integer, left(goods.name, 300), amount_given::numeric,
    case when amount_given is not null then goods.unit end, nullif(dispute ->> 'wish', ''))
  returning id into dispute_id;
  perform private.notify_buyer(own.id, 'order_dispute_received');
  return dispute_id;
end $function$;

update private.mail_templates set name = 'Confirm a new email address' where template = 'auth_email_change';

update private.mail_templates set name = 'Confirm the email address' where template = 'auth_signup';

update private.mail_templates set name = 'Email address was changed' where template = 'auth_email_changed';
