DROP TRIGGER "after_mail_outcome" ON "private"."mail_outbox";

CREATE OR REPLACE FUNCTION private.after_mail_outcome()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.template = any (private.registration_news()) then
    perform private.note_untold_registration(new);
  end if;
  if new.status = 'failed' then
    perform private.note_unreached_mail(new);
  elsif new.record_type = 'orders' then
    -- Sent again, or the same news later: its buyer has it now.
    delete from private.untold_news as untold
    where untold.order_id = new.record_id and untold.template = new.template and untold.since <= new.created_at;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.is_lapsed(document public.order_documents)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when (document).kind in ('quote', 'contract') then exists (
    select from public.orders join public.quotes as quote on quote.order_id = orders.id
    where quote.id = (document).quote_id and (orders.status = 'declined'
      or not (quote.status = 'accepted' or (quote.status = 'open' and quote.expires_at > now())))
  ) when (document).kind = 'invoice' then exists (
    select from public.order_documents as note where note.cancels_id = (document).id
  ) else (document).kind = 'pro_forma' and exists (
    select from public.orders where orders.id = (document).order_id and (
      orders.status = 'declined'
      or (document).content -> 'creditedKobo' is distinct from private.describe_order_credits(orders.id) -> 'creditedKobo'
      or case when jsonb_typeof((document).content -> 'account') = 'object'
        then (document).content -> 'account' is distinct from private.describe_account(orders)
          or ((document).content ->> 'totalKobo')::bigint is distinct from orders.total_amount_kobo
          or (orders.payment_status = 'unpaid' and orders.kind = 'marketplace' and orders.status = 'pending' and orders.expires_at <= now()
            and orders.credit_terms_reason is null)
          -- As public.payment_details: its buyer is asked for another total first. It says until when its price holds.
          or orders.payment_status = 'unpaid' and (private.find_changed_prices(orders) is not null
            or ((document).content ->> 'goodUntil')::timestamptz <= now())
        else not exists (
          select from public.quotes as quote
          where quote.order_id = orders.id and quote.total_kobo = ((document).content ->> 'totalKobo')::bigint
            -- Without a day it is that of a letter of credit, which was agreed.
            and case when (document).content ->> 'goodUntil' is null then quote.status = 'accepted'
              else private.utc_text(quote.expires_at) = (document).content ->> 'goodUntil'
                and (quote.status = 'accepted' or (quote.status = 'open' and quote.expires_at > now())) end)
      end)) end
$function$;

CREATE OR REPLACE FUNCTION private.notify_staff_of_answer(order_id uuid, answer text, total_kobo bigint DEFAULT NULL::bigint, currency text DEFAULT NULL::text, is_of_goods boolean DEFAULT NULL::boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Who answers on the page of the order has read there what nobody told them.
  delete from private.untold_news as untold where untold.order_id = $1;
  select private.notify_followers('orders', $1);
  select private.enqueue_mail(case $2 when 'draft_sent' then 'staff_credit_draft' else 'staff_order_answered' end, colleague.email,
    jsonb_strip_nulls(jsonb_build_object('full_name', colleague.full_name, 'order_id', orders.id, 'code', orders.code, 'answer', $2,
      'total_kobo', $3, 'currency', $4, 'is_of_goods', $5)))
  from public.orders join private.followers_of('orders', $1) as follower on true join public.profiles as colleague on colleague.id = follower
  where orders.id = $1 and not orders.is_demo and private.person_has_permission(follower, 'orders.read')
$function$;

CREATE OR REPLACE FUNCTION private.order_link_channel(of_order public.orders, phone text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when of_order.user_id is not null then 'account'
    when of_order.is_demo then 'phone'
    when exists (
      select from public.order_contacts as contact
      where contact.order_id = of_order.id and contact.email is not null and not private.is_suppressed(contact.email, 'order_link_again')
    ) then 'mail'
    when private.can_text_number(phone) then 'text'
    else 'phone'
  end
$function$;

CREATE OR REPLACE FUNCTION private.price_holds_until(own public.orders)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when own.credit_terms_reason is not null then null
    -- As its page says it.
    when own.payment_status = 'underpaid' and own.kind = 'marketplace' and own.status = 'pending' then private.kept_until(own)
    when own.payment_status <> 'unpaid' or own.status <> 'pending' or own.price_locked_until is null then own.expires_at
    when own.price_locked_until > now() then least(own.expires_at, own.price_locked_until)
  end
$function$;

CREATE OR REPLACE FUNCTION private.registration_link_channel(registration private.registrations, phone text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when registration.user_id is not null then 'account'
    when registration.is_demo then 'phone'
    when registration.contact_email is not null
      and not private.is_suppressed(registration.contact_email, 'registration_link_again') then 'mail'
    when registration.contact_phone = phone and private.can_text_number(phone) then 'text'
    else 'phone'
  end
$function$;

CREATE OR REPLACE FUNCTION public.to_ring(public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (
    select nullif(concat_ws(', and ',
      case when bool_or(rung.about is null) then 'the goods that come' end,
      case when bool_or(rung.about = priced and priced <> '') then 'the price of the delivery' end,
      case when bool_or(rung.about = '') then 'the last news of the order' end,
      'this news: ' || string_agg(private.name_mail(rung.about), ', ' order by rung.about) filter (where rung.about not in ('', priced))), '')
    from private.orders_to_ring as rung, coalesce(case when ($1).awaits_delivery then 'order_delivery_quoted' end, '') as priced
    where rung.id = ($1).id)
  where (select private.has_permission('orders.read'))
$function$;

CREATE TRIGGER after_mail_outcome AFTER UPDATE OF status ON private.mail_outbox FOR EACH ROW WHEN (((new.status <> old.status) AND ((new.status = 'failed'::text) OR ((new.status = 'sent'::text) AND ((new.record_type = 'orders'::text) OR (new.template = ANY (private.registration_news()))))))) EXECUTE FUNCTION private.after_mail_outcome();
