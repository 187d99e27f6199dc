CREATE OR REPLACE FUNCTION private.notify_staff_of_answer(order_id uuid, answer text, total_kobo bigint DEFAULT NULL::bigint, currency text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.notify_followers('orders', $1);
  select private.enqueue_mail(case $2 when 'draft_sent' then 'staff_credit_draft' else 'staff_order_answered' end, colleague.email, jsonb_strip_nulls(jsonb_build_object(
    'full_name', colleague.full_name, 'order_id', orders.id, 'code', orders.code, 'answer', $2, 'total_kobo', $3, 'currency', $4)))
  from public.orders join private.followers_of('orders', $1) as follower on true join public.profiles as colleague on colleague.id = follower
  where orders.id = $1 and not orders.is_demo and private.person_has_permission(follower, 'orders.read')
$function$;

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo, name) values ('staff_credit_draft', '{email}', 'accounts', 'staff', null, 'always', 'false', null, 'false', 'Draft of a letter of credit has come');
