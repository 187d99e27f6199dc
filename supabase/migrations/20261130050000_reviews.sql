DROP POLICY "Staff remove their own views" ON "public"."saved_views";

DROP TRIGGER "notify_followers_of_reply" ON "public"."record_messages";

DROP VIEW "private"."disputes_list";

DROP VIEW "private"."payments_list";

DROP VIEW "private"."quotes_list";

DROP VIEW "private"."orders_list";

ALTER TABLE "private"."vault_openings" DROP CONSTRAINT "vault_openings_purpose_known";

ALTER TABLE "public"."staff_notices" DROP CONSTRAINT "staff_notices_kind_known";

DROP FUNCTION "private"."prove_change_code"(text, text, uuid);

DROP FUNCTION "private"."request_change_code"(text, text, text, text);

DROP FUNCTION "public"."accept_delivery"(uuid, bigint, date, jsonb);

ALTER TABLE "private"."change_codes" ADD COLUMN "purpose" text NOT NULL DEFAULT 'change'::text;

CREATE OR REPLACE FUNCTION private.agree_on_delivery(order_id uuid, price_kobo bigint, day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders;
  offered public.order_deliveries;
begin
  select * into own from public.orders where id = agree_on_delivery.order_id for update;
  select * into offered from public.order_deliveries as delivery where delivery.order_id = own.id;
  if offered.accepted_at is not null and offered.price_kobo = agree_on_delivery.price_kobo and offered.day = agree_on_delivery.day then
    return private.describe_market_order(own, false);
  elsif not own.awaits_delivery or own.status <> 'pending' or offered.quoted_at is null or own.expires_at <= now()
    or private.end_of_day(offered.day) <= now()
  then
    raise exception 'This offer of a delivery is not open any more' using errcode = '23514', hint = 'delivery';
  elsif offered.price_kobo is distinct from agree_on_delivery.price_kobo or offered.day is distinct from agree_on_delivery.day then
    return jsonb_build_object('ok', false, 'code', 'delivery_changed', 'offer', private.describe_delivery(own.id));
  end if;
  update public.order_deliveries as delivery set accepted_at = now() where delivery.order_id = own.id;
  update public.orders set awaits_delivery = false, reminded_at = null, delivery_kobo = offered.price_kobo,
    vat_kobo = vat_kobo + coalesce(offered.vat_kobo, 0),
    total_amount_kobo = total_amount_kobo + offered.price_kobo + coalesce(offered.vat_kobo, 0), expires_at = now() + private.time_to_pay(user_id),
    price_locked_until = now() + make_interval(hours => private.market_limit('price_lock_hours'))
  where id = own.id returning * into own;
  update public.orders set vat_lines = private.count_vat_lines(own) where id = own.id returning * into own;
  update public.orders set refund_due_kobo = private.ledger_balance('refundable', id) where id = own.id returning * into own;
  -- Money that came before anybody had asked for it.
  if own.payment_status = 'underpaid' and private.balance_kobo(own.id) <= 0 then
    own := private.apply_order_event(own.id,
      case when private.ledger_balance('refundable', own.id) = 0 then 'pay_exactly' else 'pay_over' end);
  end if;
  perform private.notify_buyer(own.id, 'order_delivery_accepted');
  return private.describe_market_order(own, false);
end $function$;

CREATE OR REPLACE FUNCTION private.audited_tables(kind text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case $1
    when 'orders' then array['orders', 'payments', 'money_entries', 'order_credits', 'quotes', 'disputes', 'letters_of_credit']
    when 'people' then array['farmers', 'training_enrolments', 'buyers', 'investors', 'correction_requests', 'people_to_phone']
    when 'messages' then array['contact_messages', 'job_applications', 'partnership_applications', 'newsletter_subscriptions',
      'mails', 'mail_suppressions']
    when 'catalogue' then array['products', 'order_products', 'low_stock']
    when 'content' then array['content_drafts', 'company_facts', 'legal_texts', 'board_members', 'board_contacts',
      'career_categories', 'career_positions', 'courses', 'crop_seasons', 'impact_figures', 'page_actions', 'page_facts',
      'page_texts', 'photographs', 'projects', 'stories']
    when 'staff' then array['roles', 'role_permissions', 'user_roles', 'staff_departures', 'staff_invitations']
    when 'secrets' then array['vault_reveals', 'vault_seal', 'photo_sittings', 'own_secrets', 'own_data', 'account', 'breaches']
    when 'settings' then array['settlement_accounts', 'market_limits', 'vat_rates', 'delivery_zones', 'depots', 'retention_periods',
      'decline_reasons', 'reply_templates', 'saved_views', 'audit_trail']
    else array[$1]
  end
$function$;

CREATE OR REPLACE FUNCTION private.bank_in_words(currency text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select concat_ws(', ', bank_name, bank_address, swift_bic)
  from private.current_settlement_account('bank_account', $1)
$function$;

CREATE OR REPLACE FUNCTION private.count_late_of_nobody()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(clock.record_type, private.count_records(clock.record_type,
    private.list_condition(clock.record_type, null, true, 'nobody', null), null, private.promised_before(clock.record_type),
    clock.record_type)), '{}')
  from (select distinct record_type from private.due_clocks) as clock
$function$;

CREATE OR REPLACE FUNCTION private.end_of_day(day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select (day + 1)::timestamp at time zone 'Africa/Lagos'
$function$;

CREATE OR REPLACE FUNCTION private.filter_condition(source text, filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  name text;
  value text;
  conditions text[] := '{}';
  condition text;
begin
  for name, value in select key, chosen.value from jsonb_each_text(filters) as chosen (key, value) loop
    condition := case
      when name = 'ids' then format('t.id = any (string_to_array(%L, '','')::uuid[])', value)
      when name = 'since' then format($sql$t.created_at >= %L::date::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when name = 'until' then format($sql$t.created_at < (%L::date + 1)::timestamp at time zone 'Africa/Lagos'$sql$, value)
      when source = 'orders' and name = 'payment' then format('t.payment_status = %L', value)
      when source = 'orders' and name = 'delivery' then format('t.fulfilment_status = %L', value)
      when source = 'orders' and name = 'day' then
        format('t.delivers_until >= %1$L::date and t.delivers_from <= %1$L::date', value)
      when source = 'orders' and name = 'kind' then format('t.kind = %L', value)
      when source = 'orders' and name = 'crop' then format('t.crop_type = any ((select private.crops_with(%L))::text[])', value)
      when source = 'orders' and name = 'money' and private.open_money_condition(value) is not null then
        format('t.id in (select own.id from public.orders as own where %s)', private.open_money_condition(value))
      when source = 'orders' and name = 'received' then format(
        $sql$t.id in (select payment.order_id from public.payments as payment where payment.kind = 'receipt' and private.came_kobo(payment.id) > 0
          and payment.created_at >= %1$L::date::timestamp at time zone 'Africa/Lagos'
          and payment.created_at < (%1$L::date + 1)::timestamp at time zone 'Africa/Lagos')$sql$, value)
      when source = 'orders' and name = 'step' then private.step_condition(value)
      when source = 'orders' and name = 'state' then format('t.delivery_state = %L', value)
      when source in ('contact_messages', 'job_applications', 'partnership_applications') and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.record_messages as came where came.record_id = t.id and came.is_proved and not came.is_from_staff
          and not exists (select from public.record_messages as later
            where later.record_id = t.id and later.is_from_staff and later.id > came.id))$sql$
      -- From an unknown address, and since then nobody wrote to the record's person, or a note about it.
      when source in ('contact_messages', 'job_applications', 'partnership_applications', 'orders') and name = 'reply' and value = 'unproved' then
        $sql$t.id in (select came.record_id from public.record_messages as came where not came.is_proved
          and not exists (select from public.record_messages as later
            where later.record_id = came.record_id and later.is_from_staff and later.id > came.id)
          and not exists (select from public.order_messages as later
            where later.order_id = came.record_id and later.is_from_staff and later.created_at > came.created_at)
          and not exists (select from public.record_notes as note
            where note.record_id = came.record_id and note.created_at > came.created_at))$sql$
      when source = 'contact_messages' and name = 'topic' or source = 'products' and name in ('category', 'state')
        or source = 'partnership_applications' and name = 'partnership_type'
      then format('exists (select from public.%I as own where own.id = t.id and own.%I = %L)', source, name, value)
      when source = 'job_applications' and name = 'position' then case value
        when 'general' then 'exists (select from public.job_applications as own where own.id = t.id and own.position_title is null)'
        else format('exists (select from public.job_applications as own where own.id = t.id and own.position_id::text = %L)', value) end
      when source = 'products' and name = 'photo' and value = 'missing' then
        'exists (select from public.products as own where own.id = t.id and own.photo_path is null)'
      when source = 'orders' and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.order_messages as came where came.order_id = t.id and not came.is_from_staff
          and not exists (select from public.order_messages as later
            where later.order_id = t.id and later.is_from_staff and later.id > came.id))$sql$
      when source = 'farmers' and name = 'crop' then
        format('exists (select from public.farmers as own where own.id = t.id and %L = any (own.crops_grown))', value)
      when source in ('farmers', 'training_enrolments', 'buyers', 'investors') and name in ('state', 'channel') then
        format('exists (select from public.%I as own where own.id = t.id and own.%I = %L)', source, name, value)
      when source = 'training_enrolments' and name = 'minor' and value = 'yes' then
        'exists (select from public.training_enrolments as own where own.id = t.id and own.is_minor)'
      when source in ('farmers', 'training_enrolments', 'buyers') and name = 'photo' and value = 'missing' then
        format('exists (select from public.%I as own where own.id = t.id and not own.has_photo)', source)
      when source in ('farmers', 'training_enrolments', 'buyers', 'investors') and name = 'twin' and value = 'possible' then
        format('t.id in (select twin.record_id from private.open_twins as twin where twin.record_type = %L
          and twin.other_type = any ((select private.registrations_with(''read''))::text[]))', source)
    end;
    if condition is null then
      raise exception 'This list has no such filter' using errcode = '22023', hint = name;
    end if;
    conditions := conditions || condition;
  end loop;
  return nullif(array_to_string(conditions, ' and '), '');
end $function$;

CREATE OR REPLACE FUNCTION private.find_news(since timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('since', $1,
    'arrived', coalesce((
      select jsonb_object_agg(arrived.record_type, arrived.count) from (
        select 'orders' as record_type, count(*) as count from public.orders where created_at > $1
        union all select 'farmers' as record_type, count(*) as count from public.farmers where created_at > $1
        union all select 'training_enrolments' as record_type, count(*) as count from public.training_enrolments where created_at > $1
        union all select 'buyers' as record_type, count(*) as count from public.buyers where created_at > $1
        union all select 'investors' as record_type, count(*) as count from public.investors where created_at > $1
        union all select 'contact_messages' as record_type, count(*) as count from public.contact_messages where created_at > $1
        union all select 'job_applications' as record_type, count(*) as count from public.job_applications where created_at > $1
        union all
        select 'partnership_applications' as record_type, count(*) as count from public.partnership_applications where created_at > $1
        union all select 'products' as record_type, count(*) as count from public.products where created_at > $1
      ) as arrived
      where arrived.count > 0 and arrived.record_type = any (private.admin_types_with('read'))
    ), '{}'),
    'decided', coalesce((
      select jsonb_object_agg(decided.record_type, decided.count) from (
        select event.record_type, count(*) as count from private.standing_decisions as event
        where event.created_at > $1 and event.actor_id <> (select auth.uid()) and event.to_status <> 'pending'
          and event.from_status <> 'completed' and event.actor_id in (select user_id from public.user_roles)
          and event.record_type = any (private.admin_types_with('read'))
        group by event.record_type
      ) as decided
    ), '{}'),
    'moved', (
      select count(distinct event.order_id) from public.order_events as event
      where (select private.has_permission('orders.read')) and event.created_at > $1 and event.axis <> 'status'
        and event.actor_id is distinct from (select auth.uid())
    ))
$function$;

CREATE OR REPLACE FUNCTION private.has_words(text text, words text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select position(' ' || regexp_replace(lower(words), '[^[:alnum:]]+', ' ', 'g') || ' '
    in ' ' || regexp_replace(lower(text), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
$function$;

CREATE OR REPLACE FUNCTION private.list_photo_looks(person_id uuid)
 RETURNS TABLE(id text, at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select opening.id::text, opening.created_at from private.vault_openings as opening
  where opening.person_id = $1 and opening.purpose = 'own_photo'
$function$;

CREATE OR REPLACE FUNCTION private.list_prices_of(words text)
 RETURNS TABLE(currency text, price_kobo numeric, list_unit text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with listed as (
    select products.unit_price_kobo, products.pack_unit from public.products
    where products.status = 'published' and (
      position(lower(products.name) in lower(private.clean_line(words))) > 0
      or char_length(private.clean_line(words)) > 2 and position(lower(private.clean_line(words)) in lower(products.name)) > 0)
  )
  select 'NGN' as currency, listed.unit_price_kobo::numeric as price_kobo, listed.pack_unit as list_unit from listed
  union all
  select product.price_currency as currency, product.price_kobo / coalesce(private.unit_amount(product.price_unit, 'kg'),
    private.container_kilograms(product.label, product.price_unit)) as price_kobo, 'kg' as list_unit
  from public.order_products as product
  where not exists (select from listed) and product.price_kobo is not null
    and private.has_words(private.clean_line(words), product.label)
$function$;

CREATE OR REPLACE FUNCTION private.name_audited(subject_type text, subject_id text, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  uuid_form constant text := '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
  kind text := case
    when $1 in ('vault_reveals', 'vault_seal') and $3 ? 'record_type' then $3 ->> 'record_type'
    when $1 in ('payments', 'quotes', 'money_entries', 'order_credits', 'letters_of_credit') then 'orders'
    when $1 in ('vault_reveals', 'photo_sittings', 'user_roles', 'staff_departures', 'account', 'own_secrets', 'own_data')
      then 'account'
    when $1 = 'board_contacts' then 'board_members'
    else $1 end;
  label text := case kind
    when 'board_members' then 'name' when 'delivery_zones' then 'name' when 'depots' then 'name'
    when 'career_categories' then 'title' when 'career_positions' then 'title' when 'courses' then 'title'
    when 'projects' then 'title' when 'stories' then 'title' when 'content_drafts' then 'title' when 'breaches' then 'title'
    when 'roles' then 'title' when 'saved_views' then 'title' when 'reply_templates' then 'title'
    when 'crop_seasons' then 'crop' when 'photographs' then 'caption'
    when 'page_facts' then 'label' when 'impact_figures' then 'label' when 'order_products' then 'label'
    when 'decline_reasons' then 'body' end;
  named text;
begin
  if kind = any (private.admin_types()) and $2 ~ uuid_form then
    named := private.name_record(kind, $2::uuid);
  elsif kind = 'account' and $2 ~ uuid_form then
    named := private.name_account($2::uuid);
  elsif label is not null and $2 is not null then
    if kind <> 'breaches' or private.has_permission('breaches.read') then
      execute format('select t.%I::text from public.%I as t where t.%I::text = $1', label, kind,
        case kind when 'roles' then 'name' else 'id' end) into named using $2;
    end if;
    named := left(coalesce(named, $3 ->> label), 120);
  end if;
  return jsonb_build_object('type', kind, 'id', $2, 'name', named);
end $function$;

CREATE OR REPLACE FUNCTION private.needs_second_quoter(current_order public.orders, currency text, lines jsonb, person_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (private.role_of(person_id)).quote_below_list_percent is not null and (exists (
    select from (
      select (current_order).crop_type as product
      union all
      select further.product from public.order_request_lines as further where further.order_id = (current_order).id
    ) as ordered
    where not exists (select from private.list_prices_of(ordered.product))
  ) or exists (
    select from public.order_request_lines as further where further.order_id = (current_order).id and (
      exists (select from jsonb_array_elements(lines) as line where line ->> 'kind' = 'discount')
      or exists (
        select from unnest(array[further.product, (current_order).crop_type]) as product
        where not exists (
          select from jsonb_array_elements(lines) as line
          where coalesce(line ->> 'kind', 'goods') = 'goods'
            and position(lower(product) in lower(private.clean_line(line ->> 'description'))) > 0)))
  ) or exists (
    select from (
      select line ->> 'description' as words, line ->> 'unit' as unit, (line ->> 'priceKobo')::numeric as price_kobo
      from jsonb_array_elements(lines) as line where coalesce(line ->> 'kind', 'goods') = 'goods'
      union all
      select (current_order).crop_type as words, (current_order).unit as unit,
        sum(round((line ->> 'quantity')::numeric * private.quote_line_price(line)))
          / coalesce(private.quoted_quantity(current_order, lines), (current_order).quantity) as price_kobo
      from jsonb_array_elements(lines) as line where coalesce(line ->> 'kind', 'goods') in ('goods', 'discount')
      union all
      select (current_order).crop_type as words, line.unit as unit, 'Infinity'::numeric as price_kobo
      from private.lines_of_order(current_order, lines) as line where private.order_kilograms(current_order, line.unit) is null
    ) as offered
    where private.is_below_list(offered.words, offered.unit, offered.price_kobo, needs_second_quoter.currency,
      (private.role_of(person_id)).quote_below_list_percent)))
$function$;

CREATE OR REPLACE FUNCTION private.notify_buyer(order_id uuid, template text, more jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders;
  request public.order_requests;
  contact public.order_contacts;
  policy private.mail_templates;
  own_mailbox text;
  recipient text;
  token text;
begin
  select * into strict current_order from public.orders where id = order_id;
  if current_order.is_demo then
    return null;
  end if;
  select * into strict policy from private.mail_templates where mail_templates.template = notify_buyer.template;
  select * into request from public.order_requests where order_requests.order_id = current_order.id;
  select * into contact from public.order_contacts where order_contacts.order_id = current_order.id;
  select email into own_mailbox from public.profiles where id = current_order.user_id;
  recipient := coalesce(request.email, contact.email, own_mailbox);
  if policy.limited = 'form' and not private.may_write_form_mail(recipient) then
    return null;
  end if;
  -- The form takes any address, a stranger's too: of what a buyer's own doing sends, a mailbox that nobody proved gets
  -- five in an hour from everybody together, and the account's own gets what is beyond.
  if recipient is distinct from own_mailbox
    and (policy.limited in ('new_order', 'order') or current_order.decline_code = 'withdrawn_by_buyer') then
    if policy.limited = 'new_order' then
      -- One after the other for each address, or many at once would all count the same few. Not for the others, which
      -- come from orders that are there: a withdrawal locks its products after this, a new order before.
      perform pg_advisory_xact_lock(hashtextextended('order mail ' || private.mailbox_of(recipient), 0));
    end if;
    if (select count(*) >= 5 from private.mail_outbox
        where private.mailbox_of(mail_outbox.recipient) in (private.mailbox_of(coalesce(request.email, contact.email)),
            private.erased_recipient(coalesce(request.email, contact.email)))
          and created_at > now() - interval '1 hour') then
      recipient := own_mailbox;
    end if;
  end if;
  if recipient is null then
    return null;
  end if;
  if current_order.kind = 'marketplace' and current_order.user_id is null then
    token := private.make_token();
    insert into private.order_guest_links (token_hash, order_id, expires_at)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), current_order.id,
      now() + case when template = 'order_link_again' then interval '7 days' else interval '400 days' end);
  end if;
  return private.enqueue_mail(template, recipient, jsonb_strip_nulls(more || jsonb_build_object(
    'order_id', current_order.id,
    'code', current_order.code,
    'contact_person', coalesce(request.contact_person, contact.name),
    'product', current_order.crop_type, 'quantity', current_order.quantity_text, 'unit', current_order.unit,
    'reason', case when template = 'order_reopened' then (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = current_order.id order by event.id desc limit 1)
      else current_order.decline_reason end,
    'decline_code', current_order.decline_code, 'total_kobo', current_order.total_amount_kobo,
    -- Of a delivery that comes later than agreed the day is left out: staff name another one.
    'delivery', (select case when said ->> 'kind' <> 'collect' and private.end_of_day((said ->> 'day')::date) <= now() then said - 'day' else said end
      from private.describe_delivery(current_order.id) as said),
    'vat', current_order.vat_lines,
    'currency', case when current_order.total_amount_kobo is not null then current_order.currency end,
    'expires_at', current_order.expires_at,
    'payment_status', case when current_order.kind = 'marketplace' then current_order.payment_status end,
    'refund_due_kobo', nullif(current_order.refund_due_kobo, 0), 'fulfilment_status', nullif(current_order.fulfilment_status, 'none'),
    'contract', case when current_order.kind = 'bulk' then private.contract_in_mail(current_order, recipient is not distinct from own_mailbox) end,
    'due', private.describe_due(current_order),
    'payment', case when policy.has_payment_account then private.payment_block(current_order) end,
    'dispute', case when template = 'order_dispute_answered' then (
      select jsonb_build_object('resolution', resolution, 'note', resolution_note, 'refund_kobo', refund_kobo,
        'taken_off_kobo', nullif(refund_kobo - coalesce((
          select sum(transfer.amount_minor) from private.ledger_transfers as transfer
          where transfer.order_id = dispute.order_id and transfer.source_table = 'order_disputes' and transfer.source_id = dispute.id::text
            and transfer.credit_account = 'refundable'), 0)::bigint, 0),
        -- Of the transaction that answered it.
        'credit_note', (select document.number from public.order_documents as document
          join public.order_credits as credit on credit.id = document.credit_id
          where credit.order_id = dispute.order_id and credit.kind = 'complaint' and credit.created_at = dispute.resolved_at
          order by document.issued_at desc limit 1))
      from public.order_disputes as dispute where dispute.order_id = current_order.id and resolved_at is not null
      order by resolved_at desc limit 1) end,
    'token', token
  )), case policy.repeats
    when 'hourly' then template || ':' || current_order.id || ':' || to_char(now(), 'YYYYMMDDHH24')
    when 'once' then concat_ws(':', template, current_order.id, extract(epoch from current_order.reopened_at))
  end);
end $function$;

CREATE OR REPLACE FUNCTION private.notify_followers_of_reply()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.is_proved then
    perform private.notify_followers(new.record_type, new.record_id);
  else
    perform private.notify_of_unproved(new.record_type, new.record_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_unproved(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with owner as (
    select work.assignee_id as user_id from public.record_work as work
    where work.record_type = $1 and work.record_id = $2 and work.assignee_id is not null
      and private.person_has_permission(work.assignee_id, private.task_permission($1))
  )
  select private.notify_staff(reader.user_id, 'unproved', $1, $2)
  from (
    select owner.user_id from owner
    union all
    select held.user_id from public.user_roles as held
    where not exists (select from owner) and private.person_has_permission(held.user_id, private.admin_permission($1, 'decide'))
      and private.person_has_permission(held.user_id, 'records.work')
  ) as reader
  where not exists (
    select from public.staff_notices as earlier
    where earlier.user_id = reader.user_id and earlier.record_id = $2 and earlier.kind = 'unproved' and earlier.read_at is null
  )
$function$;

CREATE OR REPLACE FUNCTION private.notify_staff(user_id uuid, kind text, record_type text, record_id uuid, task_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.staff_notices (user_id, kind, record_type, record_id, task_id, actor_id, actor_name)
  select $1, $2, $3, $4, $5, colleague.id, colleague.full_name
  from (select) as once
  left join lateral (
    select person.id, person.full_name from public.user_roles as held join public.profiles as person on person.id = held.user_id
    where held.user_id = (select auth.uid()) and $2 not in ('answer', 'unproved')
  ) as colleague on true
  where $1 is distinct from (select auth.uid())
    and private.person_has_permission($1, private.task_permission($3))
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.prove_change_code(link_hash text, code_hash text, attempt uuid, purpose text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent private.change_codes;
  is_right boolean;
begin
  select stored.* into sent from private.change_codes as stored
  where stored.link_hash = prove_change_code.link_hash and stored.purpose = prove_change_code.purpose
  order by stored.id desc limit 1 for update;
  perform private.refuse_often_refused(sent.record_id);
  if sent.id is null or sent.used_at is not null or sent.expires_at <= now() or sent.attempts >= 5 then
    return false;
  end if;
  is_right := sent.code_hash = prove_change_code.code_hash;
  update private.change_codes as stored set attempts = stored.attempts + 1,
    proved_at = case when is_right then now() end, proved_for = case when is_right then attempt end
  where stored.id = sent.id;
  return is_right;
end $function$;

CREATE OR REPLACE FUNCTION private.read_guest_photo(link_hash text, attempt uuid)
 RETURNS SETOF private.sealed_secret
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  looked_at private.sealed_secret;
begin
  select sealed.* into looked_at
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type,
    lateral private.sealed_of(array[private.vault_person_of(record.record_type, record.id)]) as sealed
  where link.token_hash = read_guest_photo.link_hash and link.expires_at > now() and record.user_id is null and exists (
      select from private.change_codes as sent
      where sent.link_hash = link.token_hash and sent.record_id = record.id and sent.purpose = 'photo'
        and sent.proved_for = read_guest_photo.attempt and sent.proved_at > now() - interval '15 minutes'
    )
    and sealed.record_type = record.record_type and sealed.record_id = record.id and sealed.field = 'selfie';
  if looked_at.record_id is null then
    return;
  end if;
  insert into private.vault_openings (purpose, person_id, record_type, record_id)
  values ('own_photo', looked_at.person_id, looked_at.record_type, looked_at.record_id);
  perform private.record_audit_of(null, null, 'look', looked_at.record_type, looked_at.record_id::text, null,
    jsonb_build_object('what', 'own_photo'));
  return next looked_at;
end $function$;

CREATE OR REPLACE FUNCTION private.read_quote(current_order public.orders, quote jsonb)
 RETURNS public.quotes
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  result public.quotes;
  wrong record;
  total numeric;
  largest numeric;
begin
  result := jsonb_populate_record(result, case when quote ? 'terms' then private.read_terms_for_order((current_order).id, quote -> 'terms')
    else private.last_contract_terms((current_order).id) end);
  result.id := gen_random_uuid();
  result.order_id := (current_order).id;
  result.currency := coalesce(quote ->> 'currency', 'NGN');
  result.agreed_rate := case when result.currency <> 'NGN' then nullif(private.clean_line(quote ->> 'agreedRate'), '') end;
  result.note := nullif(private.clean_text(quote ->> 'note'), '');
  result.created_by := (select auth.uid());
  result.created_at := clock_timestamp();
  result.payment_terms := coalesce(quote ->> 'paymentTerms',
    (select payment_terms from public.order_requests as bulk_request where bulk_request.order_id = (current_order).id));
  begin
    result.expires_at := (quote ->> 'expiresAt')::timestamptz;
  exception when data_exception then
    result.expires_at := null;
  end;
  if coalesce(result.expires_at, now()) not between now() + interval '1 hour' and now() + interval '1 year' then
    raise exception 'A quote is good for an hour at least and a year at most' using errcode = '23514', hint = 'expiresAt';
  elsif not exists (select from private.payment_schedules as schedule where schedule.terms = result.payment_terms) then
    raise exception 'Please select payment terms' using errcode = '23514', hint = 'paymentTerms';
  elsif result.currency not in ('NGN', 'USD', 'EUR', 'GBP') then
    raise exception 'A quote is in naira (NGN), US dollars (USD), euros (EUR) or pounds (GBP)' using errcode = '23514', hint = 'currency';
  elsif char_length(result.agreed_rate) not between 2 and 60 then
    raise exception 'The rate has 2 to 60 characters' using errcode = '23514', hint = 'agreedRate';
  elsif char_length(result.note) > 2000 then
    raise exception 'A note has at most 2,000 characters' using errcode = '23514', hint = 'note';
  elsif jsonb_typeof(quote -> 'lines') is distinct from 'array' or jsonb_array_length(quote -> 'lines') not between 1 and 100 then
    raise exception 'A quote has 1 to 100 lines' using errcode = '23514', hint = 'lines';
  end if;
  select place, private.quote_line_problem(line) as field into wrong
  from jsonb_array_elements(quote -> 'lines') with ordinality as input (line, place)
  where private.quote_line_problem(line) is not null order by place limit 1;
  if found then
    raise exception 'Line %: %', wrong.place, case wrong.field
      when 'kind' then 'say whether it is goods, delivery, a discount or tax'
      when 'description' then 'say what it is, in 2 to 200 characters'
      when 'quantity' then 'the quantity must be greater than 0, and at most 1,000,000,000'
      when 'unit' then 'the unit must have 1 to 40 characters'
      when 'discount' then 'a discount must be more than nothing'
      when 'whole' then 'bags, containers and other packs are counted whole'
      else 'the price of one unit must be an amount of at most 1,000,000,000'
    end using errcode = '23514', hint = case wrong.field when 'discount' then 'priceKobo' when 'whole' then 'quantity' else wrong.field end;
  end if;
  if not exists (
    select from jsonb_array_elements(quote -> 'lines') as line where coalesce(line ->> 'kind', 'goods') = 'goods'
  ) then
    raise exception 'A quote has at least one line of goods' using errcode = '23514', hint = 'lines';
  end if;
  select sum(amount), max(abs(amount)) into total, largest
  from (
    select round((line ->> 'quantity')::numeric * private.quote_line_price(line)) as amount
    from jsonb_array_elements(quote -> 'lines') as line
  ) as amounts;
  if total not between 1 and 9000000000000000 or largest > 9000000000000000 then
    raise exception 'The total must be more than nothing, and at most 90,000,000,000,000' using errcode = '23514', hint = 'priceKobo';
  end if;
  result.total_kobo := total;
  -- Nobody accepts what could not be delivered any more.
  result.expires_at := least(result.expires_at, private.end_of_day(result.window_to));
  if result.expires_at < now() + interval '1 hour' then
    raise exception 'The delivery window ends in less than an hour, and the quote with it' using errcode = '23514', hint = 'windowTo';
  end if;
  return private.read_quote_vat(result, quote);
end $function$;

CREATE OR REPLACE FUNCTION private.read_search(typed text, OUT words text, OUT alternatives text[], OUT further text[], OUT indexed text[], OUT phone text, OUT amount_kobo bigint, OUT currency text)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  legal constant text := '[2-9A-HJKMNP-Z]';
  compact text;
  parts text[];
  number text[];
begin
  words := left(btrim(regexp_replace(coalesce(typed, ''), '\s+', ' ', 'g')), 100);
  further := '{}';
  if char_length(words) < 3 then
    return;
  end if;
  compact := upper(regexp_replace(words, '[\s-]', '', 'g'));
  if words ~ '^[0-9+()./ -]+$' and char_length(regexp_replace(words, '[^0-9]', '', 'g')) >= 6 then
    alternatives := private.search_patterns(words) || ('%' || private.normalise_phone(words) || '%');
    phone := private.normalise_phone(words);
    indexed := array['%' || right(regexp_replace(words, '[^0-9]', '', 'g'), 7) || '%'];
  elsif compact ~ ('^(AG|FM|TR|BY|IV)' || legal || '{7}$') then
    alternatives := array['%' || left(compact, 5) || '-' || substr(compact, 6) || '%'];
  else
    -- The longest word is looked up, and the others are compared.
    select array_agg(word order by char_length(word) desc, place) into parts
    from regexp_split_to_table(words, ' ') with ordinality as split (word, place);
    alternatives := private.search_patterns(parts[1]);
    further := array(select (private.search_patterns(part))[1] from unnest(parts[2:]) as part);
    -- A reference without its hyphen, whole or begun.
    if cardinality(parts) = 1 and compact ~ ('^(AG|FM|TR|BY|IV)' || legal || '{4,6}$') then
      alternatives := alternatives || ('%' || left(compact, 5) || '-' || substr(compact, 6) || '%');
    elsif cardinality(parts) = 1 and compact ~ ('^' || legal || '{7}$') and compact ~ '[0-9]' then
      alternatives := alternatives || ('%' || left(compact, 3) || '-' || substr(compact, 4) || '%');
    end if;
  end if;
  -- Many share what stands behind the @.
  if cardinality(further) = 0 and char_length(split_part(words, '@', 1)) between 3 and char_length(words) - 1 then
    indexed := private.search_patterns(split_part(words, '@', 1));
  end if;
  indexed := coalesce(indexed, alternatives);
  number := regexp_match(words,
    '^(₦|NGN|N|US\$|USD|\$|€|EUR|£|GBP)? ?((?:[1-9][0-9]{0,2}(?:,[0-9]{3}){1,4}|[1-9][0-9]{0,12}))(?:\.([0-9]{1,2}))?$', 'i');
  if number is not null then
    amount_kobo := replace(number[2], ',', '')::bigint * 100 + rpad(coalesce(number[3], ''), 2, '0')::bigint;
    currency := case when number[1] is null then null when upper(number[1]) in ('₦', 'NGN', 'N') then 'NGN'
      when upper(number[1]) in ('€', 'EUR') then 'EUR' when upper(number[1]) in ('£', 'GBP') then 'GBP' else 'USD' end;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_often_refused(record_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (
    select count(*) >= 20 from private.change_refusals as refused
    where refused.record_id = $1 and refused.created_at > now() - interval '1 day'
  ) then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.remind_unpaid_orders(batch integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due public.orders;
  contact public.order_contacts;
  reminded integer := 0;
begin
  for due in
    select * from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and reminded_at is null
      and (not awaits_delivery or exists (select from public.order_deliveries as offer join public.order_contacts as reached using (order_id)
        where offer.order_id = orders.id and offer.quoted_at is not null and (orders.user_id is not null or reached.email is not null)))
      and expires_at > now() and expires_at <= now() + make_interval(
        hours => private.market_limit(case when user_id is null then 'guest_reminder_hours' else 'member_reminder_hours' end))
    order by expires_at
    limit batch for update skip locked
  loop
    update public.orders set reminded_at = now() where id = due.id;
    select * into contact from public.order_contacts where order_id = due.id;
    if due.user_id is not null or contact.email is not null then
      perform private.notify_buyer(due.id, case when due.awaits_delivery then 'order_delivery_unanswered' else 'order_unpaid' end);
      reminded := reminded + 1;
    elsif not due.is_demo and private.enqueue_sms('order_unpaid', contact.phone,
        jsonb_build_object('code', due.code, 'expires_at', due.expires_at), 'sms:' || due.id || ':unpaid') is not null then
      reminded := reminded + 1;
    end if;
  end loop;
  return reminded;
end $function$;

CREATE OR REPLACE FUNCTION private.request_change_code(link_hash text, channel text, digits text, code_hash text, purpose text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_record private.registrations;
  way jsonb;
begin
  perform private.lock_registration(link.record_type, link.record_id)
  from private.registration_guest_links as link where link.token_hash = request_change_code.link_hash;
  select record.* into current_record
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = request_change_code.link_hash and link.expires_at > now() and record.user_id is null;
  if current_record.id is null then
    raise exception 'There is no such registration' using errcode = 'P0002';
  end if;
  if purpose <> 'photo' then
    perform private.refuse_closed(current_record);
  elsif not exists (
    select from app_vault.secrets
    where secrets.record_type = current_record.record_type and secrets.record_id = current_record.id and secrets.field = 'selfie'
  ) then
    raise exception 'There is no photo of yours here.' using errcode = 'PT409';
  end if;
  way := jsonb_path_query_first(private.change_code_channels(current_record), '$[*] ? (@.channel == $channel)',
    jsonb_build_object('channel', request_change_code.channel));
  if way is null then
    raise exception 'We have nowhere to send a code to. Please call us or write to us.' using errcode = 'PT409';
  elsif (
    select count(*) filter (where sent.created_at > now() - interval '1 hour') >= 3 or count(*) >= 8
    from private.change_codes as sent
    where sent.record_id = current_record.id and sent.created_at > now() - interval '1 day'
  ) or not (
    case request_change_code.channel
      when 'email' then private.may_write_form_mail(current_record.contact_email)
      else private.may_text_code(current_record.contact_phone)
    end
  ) then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  insert into private.change_codes (record_type, record_id, link_hash, channel, code_hash, purpose)
  values (current_record.record_type, current_record.id, request_change_code.link_hash, request_change_code.channel,
    request_change_code.code_hash, request_change_code.purpose);
  if request_change_code.channel = 'email' then
    perform private.enqueue_mail('registration_change_code', current_record.contact_email, jsonb_build_object(
      'code', current_record.reference, 'form', current_record.form, 'digits', digits, 'minutes', 15, 'purpose', purpose));
  else
    perform private.enqueue_sms('registration_change_code', current_record.contact_phone, jsonb_build_object(
      'code', current_record.reference, 'digits', digits, 'minutes', 15, 'purpose', purpose));
  end if;
  return way;
end $function$;

CREATE OR REPLACE FUNCTION private.search_orders(alternatives text[], further text[], by_text uuid[], by_bank_reference uuid[], amount_kobo bigint, currency text, hits private.person_records[], max_rows integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return (
    with candidates as (
      select t.id, 1 as distance, 'code' as via from public.orders as t
      where further = '{}' and t.code ilike any (alternatives)
        and t.id = any (by_text)
      union all (
        select t.id, 2 as distance, 'amount' as via from public.orders as t
        where t.total_amount_kobo = search_orders.amount_kobo and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      -- What the buyer may still say yes to.
      union all (
        select t.order_id as id, 2 as distance, 'quote' as via from public.quotes as t
        where t.total_kobo = search_orders.amount_kobo and t.status = 'open' and t.expires_at > now()
          and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      union all (
        select t.order_id as id, 2 as distance, 'payment' as via from public.payments as t
        where t.amount_kobo = search_orders.amount_kobo and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      union all (
        select t.order_id as id, 2 as distance, 'payment' as via from public.payments as t
        where t.transfer_kobo = search_orders.amount_kobo and (search_orders.currency is null or t.currency = search_orders.currency)
        order by t.created_at desc limit max_rows)
      union all
      select bank.id, 3 as distance, 'bank_reference' as via
      from unnest(by_bank_reference) as bank (id)
      union all
      select hit.id, 4 as distance, 'buyer' as via from unnest(hits) as hit where hit.record_type = 'orders'
    ),
    near as (
      select candidate.id, min(candidate.distance) as distance, (array_agg(candidate.via order by candidate.distance))[1] as via
      from candidates as candidate group by candidate.id
    ),
    shown as (
      select t.*, near.distance, near.via from near join public.orders as t on t.id = near.id
      order by near.distance, t.created_at desc limit max_rows
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', shown.id, 'code', shown.code, 'via', shown.via, 'kind', shown.kind,
        'crop', shown.crop_type, 'quantity', shown.quantity_text, 'unit', shown.unit,
        'buyer', coalesce(
          (select request.company_name from public.order_requests as request where request.order_id = shown.id),
          (select contact.name from public.order_contacts as contact where contact.order_id = shown.id),
          (select account.full_name from public.profiles as account where account.id = shown.user_id)), 'totalKobo', shown.total_amount_kobo,
        'quote', case when shown.total_amount_kobo is null then (
          select case when quote.status = 'open' and exists (select from public.counter_offers as answer where answer.quote_id = quote.id)
            then 'answered' else quote.status end
          from public.quotes as quote
          where quote.order_id = shown.id and quote.status in ('open', 'waiting') and quote.expires_at > now()
          -- As its page says: what the buyer has comes first.
          order by quote.status limit 1) end,
        'currency', shown.currency, 'status', shown.status, 'paymentStatus', shown.payment_status,
        'isUnderpaid', (select private.is_underpaid(own) from public.orders as own where own.id = shown.id),
        'fulfilmentStatus', shown.fulfilment_status, 'createdAt', shown.created_at) order by shown.distance, shown.created_at desc), '[]')
    from shown
  );
end $function$;

CREATE OR REPLACE FUNCTION private.send_morning_mails(at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (at at time zone 'Africa/Lagos')::date;
  colleague record;
  readable text[];
  work record;
  late_of_nobody constant jsonb := private.count_late_of_nobody();
  untaken bigint;
  sent integer := 0;
begin
  delete from public.staff_notices where created_at < at - interval '90 days';
  for colleague in
    select person.id, person.email, person.full_name
    from public.user_roles as held join public.profiles as person on person.id = held.user_id
    where private.is_let_in(person.id) order by person.id
  loop
    readable := array(select record_type from unnest(private.task_types()) as record_type
      where private.person_has_permission(colleague.id, private.task_permission(record_type)));
    insert into public.staff_notices (user_id, kind, record_type, record_id, task_id)
    select colleague.id, 'task_due', task.record_type, task.record_id, task.id from private.open_tasks as task
    where task.assignee_id = colleague.id and task.due_on <= today and task.record_type = any (readable)
    on conflict do nothing;
    select count(*) filter (where waits.kind = 'task' and waits.due_on < today) as late_tasks,
      count(*) filter (where waits.kind = 'task' and waits.due_on = today) as tasks_today,
      count(*) filter (where waits.kind = 'record') as late_records,
      coalesce((array_agg(distinct waits.code) filter (where waits.code is not null))[1:10], '{}') as codes
    into work
    from (
      select 'task' as kind, task.due_on, case when private.has_code(task.record_type)
        then private.label_record(task.record_type, task.record_id) end as code
      from private.open_tasks as task
      where task.assignee_id = colleague.id and task.due_on <= today and task.record_type = any (readable)
      union all
      select 'record' as kind, null as due_on, case when private.has_code(open.record_type)
        then private.label_record(open.record_type, open.record_id) end as code
      from private.open_work_of(colleague.id, readable) as open where open.due_at < at
    ) as waits;
    select coalesce(sum(late.count::bigint), 0) into untaken from jsonb_each_text(late_of_nobody) as late (record_type, count)
    where private.person_has_permission(colleague.id, private.admin_permission(late.record_type, 'decide'));
    continue when work.late_tasks + work.tasks_today + work.late_records + untaken = 0;
    if private.enqueue_mail('staff_morning', colleague.email, jsonb_build_object('full_name', colleague.full_name,
        'late_tasks', work.late_tasks, 'tasks_today', work.tasks_today, 'late_records', work.late_records, 'late_of_nobody', untaken, 'codes', work.codes),
        'staff_morning ' || colleague.id || ' ' || today) is not null
    then
      sent := sent + 1;
    end if;
  end loop;
  return sent;
end $function$;

CREATE OR REPLACE FUNCTION private.step_condition(step text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case step
    when 'to_quote' then $sql$(t.kind = 'bulk' and t.total_amount_kobo is null and t.list_status in ('pending', 'approved')
        and t.id not in (select offered.order_id from private.quotes_with_others as offered)
      or t.awaits_delivery and t.list_status = 'pending'
        and (select chosen.quoted_at is null or coalesce(own.expires_at <= now(), false) from public.order_deliveries as chosen
          join public.orders as own on own.id = chosen.order_id where chosen.order_id = t.id))$sql$
    when 'paid_to_approve' then $sql$t.list_status = 'pending' and t.total_amount_kobo is not null and not t.awaits_delivery
      and t.payment_status not in ('claimed', 'refund_due')
      and (t.kind = 'bulk' or t.payment_status in ('confirmed', 'overpaid') or t.credit_terms_reason is not null)
      and $sql$ || goods.are_receipts_sure
    when 'to_prepare' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'none' and $sql$ || goods.may_leave || ' and ' || goods.are_receipts_sure
    when 'to_dispatch' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'preparing' and $sql$ || goods.may_leave
      || ' and ' || goods.are_receipts_sure
    when 'to_complete' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'delivered'
      and (t.payment_status in ('confirmed', 'overpaid', 'refunded')
        or t.credit_terms_reason is not null and t.payment_status not in ('claimed', 'refund_due'))
      and $sql$ || goods.are_receipts_sure
    when 'to_ring' then private.to_ring_condition()
    when 'waits_for_buyer' then 't.waits_for_buyer'
  end
  -- What private.couple_order_axes refuses otherwise: credit terms can be taken back while the goods are prepared.
  from (values ($sql$t.total_amount_kobo is not null
      and (t.payment_status in ('confirmed', 'overpaid') or t.payment_status in ('unpaid', 'claimed', 'underpaid')
        and (t.credit_terms_reason is not null
          or (select private.is_paid_enough(own) from public.orders as own where own.id = t.id)))$sql$,
      -- As private.has_shortfall_waiting: read once, and few.
      $sql$t.id not in (select entry.order_id from private.money_entries as entry
        where entry.decided_at is null and entry.kind = 'correction' and entry.amount_kobo < (entry.details ->> 'wasKobo')::bigint)$sql$))
    as goods (may_leave, are_receipts_sure)
$function$;

CREATE OR REPLACE FUNCTION private.use_change_proof(current_record private.registrations, context jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_proved boolean := false;
begin
  perform private.refuse_often_refused(current_record.id);
  if current_record.user_id is not null then
    if private.is_frozen(current_record.user_id) then
      raise exception 'You told us that somebody else was in your account: contacts and numbers stay as they are for now'
        using errcode = 'PT409', hint = 'frozen';
    end if;
    is_proved := coalesce(lower(context ->> 'provedMailbox') = private.proved_address(current_record.user_id), false);
  else
    update private.change_codes as sent set used_at = now()
    where sent.id = (
        select newest.id from private.change_codes as newest
        where newest.record_id = current_record.id and newest.link_hash = context ->> 'trackingTokenHash'
          and newest.purpose = 'change'
        order by newest.id desc limit 1
      )
      and sent.proved_for = (context ->> 'idempotencyKey')::uuid
      and sent.proved_at > now() - interval '15 minutes' and sent.used_at is null;
    is_proved := found;
  end if;
  if not is_proved then
    raise exception 'Please type the code that we send to you' using errcode = '23514', detail = 'code', hint = 'code';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.waits_for_buyer(own public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (own).status <> 'declined' and (
    exists (select from public.quotes as quote
      where quote.order_id = (own).id and quote.status = 'open' and quote.expires_at > now()
        and not exists (select from public.counter_offers as offer where offer.quote_id = quote.id))
    or ((own).awaits_delivery and (own).status = 'pending' and exists (select from public.order_deliveries as delivery
      where delivery.order_id = (own).id and delivery.quoted_at is not null and delivery.accepted_at is null)
      and coalesce((own).expires_at > now(), true))
    or (not (own).awaits_delivery and (own).total_amount_kobo is not null and (own).payment_status in ('unpaid', 'underpaid')
      and not ((own).status = 'pending' and coalesce((own).expires_at <= now(), false))
      and case when private.has_letter_of_credit((own).id) then (own).status in ('pending', 'approved') and (own).fulfilment_status = 'none'
          and not exists (select from public.letters_of_credit as letter where letter.order_id = (own).id and letter.status <> 'awaited')
        else private.due_now_kobo(own) > 0 end))
$function$;

CREATE OR REPLACE FUNCTION public.accept_delivery(order_id uuid, price_kobo bigint, day date, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.agree_on_delivery((private.find_own_order(order_id, context)).id, price_kobo, day)
$function$;

CREATE OR REPLACE FUNCTION public.accept_delivery_by_phone(order_id uuid, price_kobo bigint, day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to agree on a delivery' using errcode = '42501';
  elsif private.is_own_record('orders', accept_delivery_by_phone.order_id) then
    raise exception 'Somebody else must see to your own order' using errcode = '42501', hint = 'own_record';
  elsif not exists (
    select from public.phone_calls as call
    join public.order_deliveries as offer on offer.order_id = call.record_id and call.created_at > offer.quoted_at
    where call.record_type = 'orders' and call.record_id = accept_delivery_by_phone.order_id and call.outcome = 'reached')
  then
    raise exception 'Log the call that reached the buyer first' using errcode = '23514', hint = 'call';
  end if;
  answer := private.agree_on_delivery(order_id, price_kobo, day);
  if answer ->> 'code' = 'delivery_changed' then
    raise exception 'Somebody else has changed this order. Please look again.' using errcode = 'PT409';
  end if;
  perform private.record_audit('accept_delivery_by_phone', 'orders', order_id::text, null,
    jsonb_build_object('price_kobo', price_kobo, 'day', day));
end $function$;

REVOKE ALL ON FUNCTION "public"."accept_delivery_by_phone"(uuid, bigint, date) FROM "service_role";

CREATE OR REPLACE FUNCTION public.accept_quote(quote_id uuid, total_kobo bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.quotes;
  own public.orders;
  parts bigint[];
  sums record;
begin
  chosen := private.lock_own_quote(quote_id);
  select * into own from public.orders where id = chosen.order_id;
  if chosen.status = 'accepted' and chosen.total_kobo = accept_quote.total_kobo then
    return private.describe_market_order(own, false);
  end if;
  perform private.require_answerable(chosen);
  -- Quotes end with their window since December 2026; some of before do not.
  if private.end_of_day(chosen.window_to) <= now() then
    raise exception 'The delivery window of this quote is over. Please offer us another one, or write to us.'
      using errcode = '23514', hint = 'quote';
  elsif chosen.total_kobo is distinct from accept_quote.total_kobo then
    raise exception 'The total of this quote is another one' using errcode = '23514', hint = 'total_kobo';
  end if;
  update public.quotes set status = 'accepted', accepted_at = now() where id = chosen.id;
  -- Less a discount, goods are what is left of the total; where that is more than the goods, delivery is what is left.
  select least(coalesce(sum(line.total_kobo) filter (where line.kind = 'tax'), 0), chosen.total_kobo)::bigint as vat_kobo,
    coalesce(sum(line.total_kobo) filter (where line.kind = 'delivery'), 0)::bigint as delivery_kobo
  into strict sums from public.quote_lines as line where line.quote_id = chosen.id;
  -- Where the request asked for it stays with the request: the same request again is judged by it.
  update public.order_requests as request set delivery_location = own.delivery_address
  where request.order_id = own.id and chosen.deliver_to <> own.delivery_address;
  update public.orders set total_amount_kobo = chosen.total_kobo, currency = chosen.currency, vat_kobo = sums.vat_kobo,
    delivery_kobo = least(sums.delivery_kobo, chosen.total_kobo - sums.vat_kobo),
    vat_lines = private.quote_vat_lines(chosen, sums.vat_kobo),
    delivery_address = coalesce(chosen.deliver_to, delivery_address),
    delivers_from = coalesce(chosen.window_from, chosen.window_to), delivers_until = coalesce(chosen.window_to, chosen.window_from)
  where id = own.id returning * into own;
  parts := private.split_amount(chosen.total_kobo, array(
    select percent from private.payment_schedules where terms = chosen.payment_terms order by position));
  insert into public.order_instalments (order_id, position, percent, due, amount_kobo)
  select own.id, position, percent, due, parts[position]
  from private.payment_schedules where terms = chosen.payment_terms;
  perform private.issue_document_of_quote(chosen.id, 'contract');
  perform private.notify_staff_of_answer(own.id, 'accepted', chosen.total_kobo, chosen.currency);
  perform private.notify_buyer(own.id, 'order_quote_accepted');
  return private.describe_market_order(own, false);
end $function$;

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
        'isOwn', entry.recorded_by = person_id) order by entry.recorded_at)
      from (select * from private.money_entries where decided_at is null order by recorded_at limit 20) as entry
      join public.orders on orders.id = entry.order_id), '[]');
  end if;
  if private.has_permission('orders.decide') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'quote_waits', 'id', orders.id, 'code', orders.code,
        'isOwn', quote.created_by = person_id) order by quote.created_at)
      from (select * from public.quotes where status = 'waiting' and expires_at > now() order by created_at limit 20) as quote
      join public.orders on orders.id = quote.order_id), '[]');
  end if;
  if private.has_permission('orders.read') then
    notices := notices || coalesce((
      select jsonb_agg(jsonb_build_object('kind', 'holds_much', 'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at from public.orders
        where holds_much and status = 'pending' and payment_status in ('unpaid', 'claimed', 'underpaid')
          and stock_released_at is null and not is_demo
        order by created_at desc limit 20
      ) as held), '[]') || coalesce((
      select jsonb_agg(jsonb_build_object('kind', case when payment_status = 'claimed' then 'claim_ran_out' else 'stock_missing' end,
        'id', id, 'code', code) order by created_at)
      from (
        select id, code, created_at, payment_status from public.orders
        where stock_released_at is not null and status = 'pending' and not is_demo order by created_at desc limit 20
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

CREATE OR REPLACE FUNCTION public.decide_waiting_quote(quote_id uuid, is_approved boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  current_order public.orders;
  chosen public.quotes;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  -- The order first, as everybody locks it.
  select orders.* into current_order from public.orders
  where orders.id = (select one.order_id from public.quotes as one where one.id = quote_id) for update;
  select * into chosen from public.quotes where quotes.id = quote_id for update;
  if chosen.id is null or chosen.status <> 'waiting' then
    raise exception 'Somebody else has decided on this quote. Please look again.' using errcode = 'P0002';
  elsif is_approved is not true then
    update public.quotes set status = 'refused' where quotes.id = chosen.id;
    return;
  elsif chosen.created_by = person_id then
    raise exception 'You wrote this quote. Somebody else must approve it.' using errcode = '42501', hint = 'own_entry';
  elsif private.is_own_order(current_order) then
    raise exception 'Somebody else must quote your own order' using errcode = '42501', hint = 'own_record';
  elsif private.needs_second_quoter(current_order, chosen.currency, (
    select jsonb_agg(jsonb_build_object('description', description, 'unit', unit, 'quantity', quantity, 'kind', kind,
      'priceKobo', abs(price_kobo)))
    from public.quote_lines as line where line.quote_id = chosen.id), person_id)
  then
    raise exception 'This has no list price, or is further below it than your role may quote. Somebody whose role may quote it must approve it.'
      using errcode = '42501', hint = 'role_limit';
  elsif chosen.expires_at <= now() then
    raise exception 'The day of this quote has passed. Quote the order again.' using errcode = '23514', hint = 'quote';
  elsif current_order.status not in ('pending', 'approved') or current_order.total_amount_kobo is not null then
    raise exception 'This order cannot be quoted any more' using errcode = '23514', hint = 'quote';
  end if;
  update public.quotes set status = 'replaced' where quotes.order_id = current_order.id and status = 'open';
  update public.quotes set status = 'open' where quotes.id = chosen.id;
  perform private.issue_document_of_quote(chosen.id, 'quote');
  perform private.note_contact('orders', current_order.id, person_id);
  perform private.mail_quote(chosen.id);
end $function$;

CREATE OR REPLACE FUNCTION public.find_records(list text, only_status text DEFAULT NULL::text, search text DEFAULT NULL::text, only_overdue boolean DEFAULT false, page_index integer DEFAULT 0, page_size integer DEFAULT 10, assignee text DEFAULT NULL::text, filters jsonb DEFAULT NULL::jsonb, sort text DEFAULT NULL::text)
 RETURNS public.record_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text := private.open_list(list);
  words text := nullif(btrim(search), '');
  condition text := concat_ws(' and ', private.list_condition(source, only_status, only_overdue, assignee, words),
    private.filter_condition(source, filters));
  row_order text := private.list_order(list, source, sort, only_overdue);
  promised_before timestamptz := private.promised_before(source);
  assignee_id uuid := private.read_assignee(assignee);
  answer public.record_page;
  -- Where and how many: a page far behind the end is an empty one.
  max_rows integer := least(greatest(page_size, 1), 500);
  skipped bigint := greatest(page_index, 0)::bigint * max_rows;
begin
  -- What is searched for, or one person's, is found once for both; else each is answered by an index of its own. A window counts
  -- what is found: a materialized table would work out every column of every row of it.
  if words is null and (assignee is null or assignee = 'nobody') then
    answer.count := private.count_records(list, condition, only_status, promised_before, source, assignee_id);
    -- By an index alone, however far behind the page is.
    execute format('select array(select t.id from private.%I as t where %s
        order by %s limit $6 offset $7)', list || '_list', condition, row_order)
      into answer.ids using null, only_status, promised_before, source, assignee_id, max_rows, skipped;
  else
    execute format('select max(page.total), coalesce(array_agg(page.id order by page.place), ''{}'') from (
        select t.id, count(*) over () as total, row_number() over (order by %2$s) as place from private.%1$I as t where %3$s
        order by %2$s limit $6 offset $7) as page', list || '_list', row_order, condition)
      into answer.count, answer.ids
      using private.search_patterns(words), only_status, promised_before, source, assignee_id, max_rows, skipped;
    -- A page behind the end has no row to say it.
    if answer.ids = '{}' then
      execute format('select count(*) from private.%I as t where %s', list || '_list', condition) into answer.count
        using private.search_patterns(words), only_status, promised_before, source, assignee_id;
    end if;
  end if;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.find_tracked_status(reference text, phone text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'registration', 'form', record.form, 'reference', record.reference,
    'status', record.status, 'at', record.created_at, 'nextStep', record.next_step,
    'consentWithdrawnAt', record.consent_withdrawn_at, 'mergedInto', private.merged_into(record.id))
  from private.registrations as record
  where record.reference = find_tracked_status.reference and exists (
      select from private.registration_phones as given
      where given.id = record.id and given.record_type = record.record_type and given.phone = find_tracked_status.phone
    )
    -- What stands in place of an erased number is nobody's.
    and find_tracked_status.phone ~ '[1-9]'
  union all
  select jsonb_build_object('kind', 'order', 'form', null, 'reference', orders.code, 'status', orders.status,
    'at', orders.created_at, 'declineCode', orders.decline_code, 'orderKind', orders.kind,
    'totalKobo', orders.total_amount_kobo, 'nextStep', case
      when orders.status = 'declined' and orders.payment_status = 'refund_due' then 'Closed. We are sending your money back.'
      when orders.decline_code = 'withdrawn_by_buyer' then 'You withdrew it. You are welcome to order again.'
      when orders.decline_code = 'payment_expired' then 'The time to pay ran out. You are welcome to order again.'
      when orders.status = 'declined' then 'Closed. You are welcome to order again.'
      when orders.payment_status in ('unpaid', 'underpaid') and orders.kind = 'marketplace'
        then 'We are waiting for your transfer. Your link shows where to pay.'
      when orders.payment_status = 'claimed' then 'We are looking for your transfer.'
      when orders.fulfilment_status = 'preparing' then 'We are preparing your goods.'
      when orders.fulfilment_status = 'dispatched' and delivery.kind = 'collect' then 'Your goods are ready to collect.'
      when orders.fulfilment_status = 'dispatched' then 'Your goods are on their way.'
      when orders.fulfilment_status = 'delivered' and delivery.kind = 'collect' then 'You have collected your goods.'
      when orders.fulfilment_status = 'delivered' then 'Your goods were delivered.'
      when orders.fulfilment_status = 'disputed' then 'We are looking into what you reported.'
      else 'We are working on it. We will contact you.'
    end)
  from public.orders
  left join public.order_contacts as contact on contact.order_id = orders.id
  left join public.order_requests as request on request.order_id = orders.id
  left join public.order_deliveries as delivery on delivery.order_id = orders.id
  where orders.code = find_tracked_status.reference
    and find_tracked_status.phone in (contact.phone, request.phone) and find_tracked_status.phone ~ '[1-9]'
  limit 1
$function$;

CREATE OR REPLACE FUNCTION public.letter_of_credit(order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders;
  letter public.letters_of_credit;
begin
  select * into own from public.orders where id = letter_of_credit.order_id
    and (user_id = (select auth.uid()) or (select private.has_permission('orders.read')));
  if own.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif not private.has_letter_of_credit(own.id) then
    return null;
  end if;
  select * into letter from public.letters_of_credit as one where one.order_id = own.id;
  return jsonb_build_object('status', coalesce(letter.status, 'awaited'), 'documents', letter.documents,
    'draftAt', letter.draft_at, 'draftPath', letter.draft_path, 'currency', own.currency, 'ownBank', letter.advising_bank,
    'draftProblem', case when letter.status = 'awaited' and letter.draft_path is not null then letter.step_back_reason end,
    -- For staff alone.
    'stepBackReason', case when (select private.has_permission('orders.read')) then letter.step_back_reason end,
    'advisingBank', coalesce(letter.advising_bank, private.bank_in_words(own.currency)));
end $function$;

CREATE OR REPLACE FUNCTION public.list_tasks(which text DEFAULT 'mine'::text, page_index integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.readable_task_types();
  caller_id uuid := (select auth.uid());
  answer jsonb;
begin
  if not private.has_permission('records.work') then
    raise exception 'permission denied to read tasks' using errcode = '42501';
  elsif which is null or which not in ('mine', 'late', 'open', 'nobody', 'done') then
    raise exception 'There is no such list of tasks' using errcode = '22023';
  end if;
  select jsonb_build_object(
    'count', count(*),
    'late', count(*) filter (where task.done_at is null and
      (task.due_on + coalesce(task.due_time, time '23:59:59')) at time zone 'Africa/Lagos' < now())) into answer
  from public.tasks as task
  where task.record_type = any (readable) and (task.done_at is not null) = (which = 'done')
    and (which not in ('mine', 'late') or task.assignee_id = caller_id) and (which <> 'nobody' or task.assignee_id is null)
    and (which <> 'late' or task.id in (select open.id from private.open_tasks as open where open.due_at < now()));
  return answer || jsonb_build_object('tasks', (
    select coalesce(jsonb_agg(private.describe_task(page) order by page.done_at desc, page.due_on, page.due_time nulls last, page.id), '[]')
    from (
      select task.* from public.tasks as task
      where task.record_type = any (readable) and (task.done_at is not null) = (which = 'done')
        and (which not in ('mine', 'late') or task.assignee_id = caller_id) and (which <> 'nobody' or task.assignee_id is null)
        and (which <> 'late' or task.id in (select open.id from private.open_tasks as open where open.due_at < now()))
      order by task.done_at desc, task.due_on, task.due_time nulls last, task.id
      limit 50 offset 50 * greatest(page_index, 0)::bigint
    ) as page));
end $function$;

CREATE OR REPLACE FUNCTION public.quote_delivery(order_id uuid, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- With its VAT.
  asked_kobo bigint;
  quoted public.orders;
  contact public.order_contacts;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  elsif private.is_own_record('orders', order_id) then
    raise exception 'Somebody else must quote your own order' using errcode = '42501', hint = 'own_record';
  end if;
  select * into quoted from public.orders where id = quote_delivery.order_id for update;
  if quoted.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif not quoted.awaits_delivery or quoted.status <> 'pending' then
    raise exception 'The delivery of this order is not open any more' using errcode = '23514', hint = 'delivery';
  elsif coalesce(details ->> 'priceKobo', '') !~ '^[0-9]{1,11}$' then
    raise exception 'Say what the delivery costs, in naira; 0 is free' using errcode = '23514', hint = 'price';
  elsif coalesce(private.read_day(details ->> 'day')
    not between (now() at time zone 'Africa/Lagos')::date and (now() at time zone 'Africa/Lagos')::date + 180, true)
  then
    raise exception 'Say on which day it is delivered, from today on' using errcode = '23514', hint = 'day';
  end if;
  update public.order_deliveries as delivery set price_kobo = (details ->> 'priceKobo')::bigint,
    vat_kobo = private.vat_of_delivery((details ->> 'priceKobo')::bigint, quoted.goods_kobo, quoted.vat_kobo, private.vat_day(quoted)),
    day = (details ->> 'day')::date, quoted_at = now(), quoted_by = (select auth.uid())
  where delivery.order_id = quoted.id
  returning delivery.price_kobo + coalesce(delivery.vat_kobo, 0) into asked_kobo;
  update public.orders set reminded_at = null,
    expires_at = least(now() + private.time_to_pay(quoted.user_id), private.end_of_day((details ->> 'day')::date)),
    delivers_from = (details ->> 'day')::date, delivers_until = (details ->> 'day')::date
  where id = quoted.id
  returning * into quoted;
  perform private.record_audit('quote_delivery', 'orders', quoted.id::text, null,
    jsonb_build_object('price_kobo', details -> 'priceKobo', 'day', details -> 'day'));
  perform private.notify_buyer(quoted.id, 'order_delivery_quoted');
  -- Who gave no address gets a short message, where those are sent, and is rung (private.to_ring_condition).
  select * into contact from public.order_contacts where order_contacts.order_id = quoted.id;
  if quoted.user_id is null and contact.email is null and not quoted.is_demo then
    perform private.enqueue_sms('order_delivery_quoted', contact.phone, jsonb_build_object('code', quoted.code,
      'price_kobo', asked_kobo, 'day', details -> 'day', 'expires_at', quoted.expires_at));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.request_stock_alert(request jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token text := private.make_token();
  product public.products;
  wanted public.stock_alerts;
begin
  perform private.require_sold_out((request ->> 'productId')::uuid);
  select * into strict product from public.products where id = (request ->> 'productId')::uuid;
  perform pg_advisory_xact_lock(hashtextextended('stock alerts ' || (request ->> 'email'), 0));
  if (select count(*) >= 50 from public.stock_alerts where email = request ->> 'email' and notified_at is null) then
    return;
  end if;
  insert into public.stock_alerts (product_id, email, end_token)
  values (product.id, request ->> 'email', private.make_token())
  on conflict on constraint stock_alerts_email_unique do nothing;
  select * into strict wanted from public.stock_alerts
  where product_id = product.id and email = request ->> 'email' for update;
  if wanted.confirmed_at is not null and wanted.notified_at is null then
    return;
  end if;
  if private.may_write_form_mail(wanted.email) then
    update public.stock_alerts set confirmed_at = null, notified_at = null, confirm_sent_at = now(),
      confirm_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    where id = wanted.id;
    perform private.confirm_form('stock_alert_confirm', wanted.email, jsonb_build_object(
      'token', token, 'unsubscribe_token', wanted.end_token, 'product', product.name));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.send_tracked_link(reference text, phone text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tracked jsonb;
  registration private.registrations;
  guest_order public.orders;
  -- Numbers abroad get no texts that anybody can request.
  can_text boolean := phone ~ '^\+234[1-9]' and private.sends_sms();
  token text := private.make_token();
  has_email boolean;
begin
  -- One after the other for each reference, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('send link ' || reference, 0));
  tracked := public.find_tracked_status(reference, phone);
  if tracked is null then
    return null;
  end if;
  select * into registration from private.registrations as record
  where record.reference = send_tracked_link.reference and tracked ->> 'kind' = 'registration';
  if registration.id is not null then
    can_text := can_text and registration.contact_phone is not distinct from send_tracked_link.phone;
    if registration.user_id is not null then
      return 'account';
    elsif registration.is_demo or registration.contact_email is null and not can_text then
      return 'phone';
    elsif (select count(*) < 5 from private.registration_guest_links as link
        where link.record_id = registration.id and link.created_at > now() - interval '1 day') then
      if registration.contact_email is not null then
        perform private.notify_registrant(registration.id, 'registration_link_again');
      elsif private.text_link_again('registration_link_again', phone, registration.reference, token) then
        insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed, expires_at)
        values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), registration.record_type, registration.id, true,
          now() + interval '1 day');
      end if;
    end if;
    return case when registration.contact_email is null then 'text' else 'mail' end;
  end if;
  select * into guest_order from public.orders where orders.code = send_tracked_link.reference;
  if guest_order.user_id is not null then
    return 'account';
  end if;
  has_email := exists (
    select from public.order_contacts as contact where contact.order_id = guest_order.id and contact.email is not null
  );
  if guest_order.is_demo or not has_email and not can_text then
    return 'phone';
  elsif (select count(*) < 5 from private.order_guest_links as link
      where link.order_id = guest_order.id and link.created_at > now() - interval '1 day') then
    if has_email then
      perform private.notify_buyer(guest_order.id, 'order_link_again');
    elsif private.text_link_again('order_link_again', phone, guest_order.code, token) then
      insert into private.order_guest_links (token_hash, order_id, expires_at)
      values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), guest_order.id, now() + interval '1 day');
    end if;
  end if;
  return case when has_email then 'mail' else 'text' end;
end $function$;

CREATE OR REPLACE FUNCTION public.set_letter_of_credit(order_id uuid, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant text[] := '{awaited,draft_received,issued,documents_presented,paid}';
  current_order public.orders;
  letter public.letters_of_credit;
  written public.letters_of_credit;
  next_status text := details ->> 'status';
  bank text := nullif(private.clean_line(details ->> 'advisingBank'), '');
  documents_named text := nullif(private.clean_text(details ->> 'documents'), '');
  why text := nullif(private.clean_line(details ->> 'reason'), '');
  steps integer;
begin
  perform private.require_record_work('orders');
  perform private.require_admin_right('orders', 'decide');
  select * into current_order from public.orders where id = set_letter_of_credit.order_id for update;
  if current_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(current_order) then
    raise exception 'Somebody else must see to your own order' using errcode = '42501';
  elsif not private.has_letter_of_credit(current_order.id) then
    raise exception 'No letter of credit was agreed on for this order' using errcode = '23514', hint = 'status';
  elsif current_order.status = 'declined' then
    raise exception 'This order has ended' using errcode = '23514', hint = 'status';
  elsif char_length(documents_named) not between 2 and 2000 then
    raise exception 'Name the documents in 2 to 2,000 characters' using errcode = '23514', hint = 'documents';
  end if;
  insert into public.letters_of_credit (order_id) values (current_order.id) on conflict on constraint letters_of_credit_pkey do nothing;
  select * into letter from public.letters_of_credit as one where one.order_id = current_order.id for update;
  next_status := coalesce(next_status, letter.status);
  steps := array_position(known, next_status) - array_position(known, letter.status);
  if bank is not null and bank is distinct from letter.advising_bank then
    raise exception 'The advising bank is that of our account in this currency, which two people change together'
      using errcode = '42501', hint = 'advisingBank';
  elsif steps is null or steps < 0 and next_status is distinct from (case letter.status when 'draft_received' then 'awaited'
    when 'issued' then case when letter.draft_path is null then 'awaited' else 'draft_received' end when 'documents_presented' then 'issued' end)
  then
    raise exception 'It goes forward, or one step back' using errcode = '23514', hint = 'status';
  elsif steps < 0 and next_status in ('awaited', 'draft_received') and current_order.fulfilment_status in ('dispatched', 'delivered', 'disputed') then
    raise exception 'The goods have left on this letter: it stays issued' using errcode = '23514', hint = 'status';
  elsif steps < 0 and coalesce(char_length(why), 0) not between 5 and 300 then
    raise exception 'Say in 5 to 300 characters why it goes back' using errcode = '23514', hint = 'reason';
  elsif next_status = 'paid' and letter.status <> 'paid' then
    perform private.require_strong_right('payments.confirm');
    -- What a complaint took off or sent back since changes nothing about it.
    if current_order.status = 'declined' or private.paid_kobo(current_order.id) <= 0 or private.balance_kobo(current_order.id) > 0 then
      raise exception 'The money is not confirmed yet: it is found on the statement first' using errcode = '23514', hint = 'status';
    end if;
  end if;
  update public.letters_of_credit as one set status = next_status,
    advising_bank = case when details ? 'advisingBank' then bank else one.advising_bank end,
    documents = case when details ? 'documents' then documents_named else one.documents end,
    step_back_reason = case when steps < 0 then why else one.step_back_reason end
  where one.order_id = current_order.id returning * into written;
  if (written.status, written.advising_bank, written.documents) is distinct from (letter.status, letter.advising_bank, letter.documents) then
    perform private.notify_buyer(current_order.id, 'order_credit_letter', jsonb_build_object('credit', jsonb_build_object(
      'status', written.status, 'isBack', nullif(steps < 0, false), 'isSame', nullif(steps = 0, false), 'documents', written.documents,
      'draftProblem', case when steps < 0 and letter.status = 'draft_received' then why end,
      'bank', coalesce(written.advising_bank, private.bank_in_words(current_order.currency)))));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.watch_stock(product_id uuid, wanted boolean DEFAULT true)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := (select auth.uid());
begin
  if caller_id is null then
    raise exception 'Please sign in first' using errcode = '42501';
  elsif not wanted then
    delete from public.stock_alerts as alert where alert.user_id = caller_id and alert.product_id = watch_stock.product_id;
    return false;
  end if;
  perform private.require_sold_out(watch_stock.product_id);
  if not exists (select from auth.users where id = caller_id and email is not null and email_confirmed_at is not null) then
    raise exception 'Please confirm your email address first' using errcode = '42501';
  end if;
  -- One after the other for each account, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('stock alerts ' || caller_id, 0));
  if (select count(*) >= 50 from public.stock_alerts as alert
      where alert.user_id = caller_id and alert.product_id <> watch_stock.product_id and alert.notified_at is null) then
    raise exception 'You wait for 50 products already' using errcode = '23514', hint = 'productId';
  end if;
  insert into public.stock_alerts (product_id, user_id, confirmed_at, end_token)
  values (watch_stock.product_id, caller_id, now(), private.make_token())
  on conflict on constraint stock_alerts_account_unique do update set confirmed_at = now(), notified_at = null;
  return true;
end $function$;

ALTER TABLE "private"."change_codes" ADD CONSTRAINT "change_codes_purpose_known" CHECK ((purpose = ANY (ARRAY['change'::text, 'photo'::text])));

ALTER TABLE "private"."vault_openings" ADD CONSTRAINT "vault_openings_purpose_known" CHECK ((purpose = ANY (ARRAY['correction'::text, 'erasure'::text, 'sealing'::text, 'own_photo'::text])));

ALTER TABLE "public"."staff_notices" ADD CONSTRAINT "staff_notices_kind_known" CHECK ((kind = ANY (ARRAY['mention'::text, 'assigned'::text, 'task_assigned'::text, 'task_due'::text, 'answer'::text, 'unproved'::text])));

CREATE VIEW "private"."orders_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    ((status = 'pending'::text) AND (kind = 'bulk'::text) AND (NOT (EXISTS ( SELECT
           FROM private.quotes_with_buyer offered
          WHERE (offered.order_id = t.id))))) AS is_promised,
    (created_at + LEAST(( SELECT private.promised_time('orders'::text, 'decision'::text) AS promised_time),
        CASE
            WHEN (NOT (EXISTS ( SELECT
               FROM public.record_work contact
              WHERE ((contact.record_id = t.id) AND (contact.record_type = 'orders'::text) AND (contact.contacted_at IS NOT NULL))))) THEN ( SELECT private.promised_time('orders'::text, 'first_contact'::text) AS promised_time)
            ELSE NULL::interval
        END)) AS due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo,
    crop_type,
    awaits_delivery,
    delivers_from,
    delivers_until,
    credit_terms_reason,
    delivery_state,
    sort_name AS buyer_name,
    code,
    delivered_at,
    ((status = ANY (ARRAY['pending'::text, 'approved'::text])) AND (payment_status = ANY (ARRAY['unpaid'::text, 'underpaid'::text])) AND (fulfilment_status <> 'disputed'::text) AND
        CASE
            WHEN (total_amount_kobo IS NULL) THEN (id IN ( SELECT offered.order_id
               FROM private.quotes_with_buyer offered))
            WHEN awaits_delivery THEN COALESCE(( SELECT ((chosen.quoted_at IS NOT NULL) AND COALESCE((own.expires_at > now()), true))
               FROM (public.order_deliveries chosen
                 JOIN public.orders own ON ((own.id = chosen.order_id)))
              WHERE (chosen.order_id = t.id)), false)
            WHEN (status = 'pending'::text) THEN ((kind = 'marketplace'::text) AND (credit_terms_reason IS NULL))
            WHEN (fulfilment_status = 'delivered'::text) THEN (credit_terms_reason IS NULL)
            ELSE ((fulfilment_status = ANY (ARRAY['none'::text, 'preparing'::text])) AND ( SELECT (private.is_paid_enough(own.*) IS NOT TRUE)
               FROM public.orders own
              WHERE (own.id = t.id)))
        END) AS waits_for_buyer
   FROM public.orders t;

revoke all on table private.orders_list from public, anon, authenticated;

CREATE VIEW "private"."disputes_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    list_status,
    is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo,
    crop_type,
    awaits_delivery,
    delivers_from,
    delivers_until,
    credit_terms_reason,
    delivery_state,
    buyer_name,
    code,
    delivered_at,
    waits_for_buyer
   FROM private.orders_list
  WHERE (fulfilment_status = 'disputed'::text);

revoke all on table private.disputes_list from public, anon, authenticated;

CREATE VIEW "private"."payments_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    payment_status AS list_status,
    ((payment_status = ANY (ARRAY['claimed'::text, 'underpaid'::text, 'overpaid'::text, 'refund_due'::text])) AND ((payment_status <> 'underpaid'::text) OR ((credit_terms_reason IS NULL) AND (NOT awaits_delivery) AND ((NOT (EXISTS ( SELECT
           FROM public.order_instalments part
          WHERE (part.order_id = orders_list.id)))) OR ( SELECT private.is_underpaid(own.*) AS is_underpaid
           FROM public.orders own
          WHERE (own.id = orders_list.id)))))) AS is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo,
    crop_type,
    awaits_delivery,
    delivers_from,
    delivers_until,
    credit_terms_reason,
    delivery_state,
    buyer_name,
    code,
    delivered_at,
    waits_for_buyer
   FROM private.orders_list
  WHERE (total_amount_kobo IS NOT NULL);

revoke all on table private.payments_list from public, anon, authenticated;

CREATE VIEW "private"."quotes_with_others" WITH (security_invoker=true) AS  SELECT offered.order_id
   FROM private.quotes_with_buyer offered
UNION ALL
 SELECT judged.order_id
   FROM public.quotes judged
  WHERE ((judged.status = 'waiting'::text) AND (judged.expires_at > now()));

revoke all on table private.quotes_with_others from public, anon, authenticated;

CREATE VIEW "private"."quotes_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    list_status,
        CASE
            WHEN awaits_delivery THEN ( SELECT ((chosen.quoted_at IS NULL) OR COALESCE((own.expires_at <= now()), false))
               FROM (public.order_deliveries chosen
                 JOIN public.orders own ON ((own.id = chosen.order_id)))
              WHERE (chosen.order_id = orders_list.id))
            ELSE (NOT (id IN ( SELECT offered.order_id
               FROM private.quotes_with_others offered)))
        END AS is_default,
    is_promised,
    due_at,
    kind,
    payment_status,
    fulfilment_status,
    total_amount_kobo,
    crop_type,
    awaits_delivery,
    delivers_from,
    delivers_until,
    credit_terms_reason,
    delivery_state,
    buyer_name,
    code,
    delivered_at,
    waits_for_buyer
   FROM private.orders_list
  WHERE (((kind = 'bulk'::text) AND (total_amount_kobo IS NULL) AND (list_status = ANY (ARRAY['pending'::text, 'approved'::text]))) OR (awaits_delivery AND (list_status = 'pending'::text)));

revoke all on table private.quotes_list from public, anon, authenticated;

CREATE INDEX quotes_open_total_kobo_idx ON public.quotes USING btree (total_kobo) WHERE (status = 'open'::text);

CREATE INDEX record_messages_unproved_idx ON public.record_messages USING btree (record_id) WHERE (NOT is_proved);

CREATE TRIGGER notify_followers_of_reply AFTER INSERT ON public.record_messages FOR EACH ROW WHEN ((NOT new.is_from_staff)) EXECUTE FUNCTION private.notify_followers_of_reply();

CREATE POLICY "Staff remove their own views, role managers shared ones" ON "public"."saved_views" FOR DELETE TO "authenticated" USING ((( SELECT private.is_in_admin() AS is_in_admin) AND ((owner_id = ( SELECT auth.uid() AS uid)) OR (is_shared AND ( SELECT private.has_permission('roles.manage'::text) AS has_permission)))));

COMMENT ON COLUMN "private"."change_codes"."purpose" IS 'What the digits were sent for: those for a change show no photo, and those for the photo change nothing.';

COMMENT ON COLUMN "public"."letters_of_credit"."step_back_reason" IS 'Why its status went back last: of a draft that was not taken its buyer reads it, of anything else colleagues alone.';

COMMENT ON TABLE "private"."change_refusals" IS 'That a change of contacts or numbers, or a look at the photo, was refused for want of a code; a day.';

COMMENT ON TABLE "private"."vault_openings" IS 'What was decrypted without staff seeing it: to judge a correction, to find photos that go, to encrypt again; and the photo that a guest saw by a code. Append-only; other looks and exports have ledgers of their own.';

REVOKE ALL ON FUNCTION "private"."agree_on_delivery"(uuid, bigint, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_late_of_nobody"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_of_day"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_words"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_photo_looks"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_photo_looks"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."list_prices_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_of_unproved"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."prove_change_code"(text, text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prove_change_code"(text, text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."read_guest_photo"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_guest_photo"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_often_refused"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_change_code"(text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_change_code"(text, text, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."accept_delivery"(uuid, bigint, date, jsonb) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."accept_delivery"(uuid, bigint, date, jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."accept_delivery"(uuid, bigint, date, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."accept_delivery_by_phone"(uuid, bigint, date) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."accept_delivery_by_phone"(uuid, bigint, date) TO "authenticated";

CREATE OR REPLACE FUNCTION private.count_places()
 RETURNS TABLE(place text, permission text, waiting bigint, late bigint, oldest_due_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'orders' as place, 'orders.read' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.orders_list as t where (select private.has_permission('orders.read')) and t.list_status = 'pending'
    and not t.waits_for_buyer
  union all
  select 'quotes' as place, 'orders.decide' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.quotes_list as t where (select private.has_permission('orders.decide')) and t.is_default
  union all
  select 'payments' as place, 'orders.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.payments_list as t where (select private.has_permission('orders.read')) and t.is_default
  union all
  select 'disputes' as place, 'orders.decide' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.disputes_list as t where (select private.has_permission('orders.decide'))
  union all
  select 'listings' as place, 'products.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.products_list as t where (select private.has_permission('products.read')) and t.list_status = 'pending'
  union all
  select 'farmers' as place, 'farmers.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.farmers_list as t where (select private.has_permission('farmers.read')) and t.list_status = 'pending'
  union all
  select 'training' as place, 'training_enrolments.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.training_enrolments_list as t
  where (select private.has_permission('training_enrolments.read')) and t.list_status = 'pending'
  union all
  select 'buyers' as place, 'buyers.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.buyers_list as t where (select private.has_permission('buyers.read')) and t.list_status = 'pending'
  union all
  select 'investors' as place, 'investors.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.investors_list as t where (select private.has_permission('investors.read')) and t.list_status = 'pending'
  union all
  select 'corrections' as place, 'farmers.decide' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from public.correction_requests as t
  where (select private.has_permission('farmers.decide'))
    and t.record_type = any ((select private.registrations_with('decide'))::text[])
    and exists (
      select from public.registration_submissions as sent
      where sent.record_id = t.record_id and sent.version > t.submission_version
    )
    and exists (
      select from private.registrations as record
      where record.record_type = t.record_type and record.id = t.record_id and record.status = 'pending'
    )
  union all
  select 'people-to-phone' as place, 'farmers.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from public.people_to_phone as t where (select private.has_permission('farmers.read'))
  union all
  select 'messages' as place, 'contact_messages.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.contact_messages_list as t
  where (select private.has_permission('contact_messages.read')) and t.list_status = 'pending'
  union all
  select 'partnership' as place, 'partnership_applications.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.partnership_applications_list as t
  where (select private.has_permission('partnership_applications.read')) and t.list_status = 'pending'
  union all
  select 'job-applications' as place, 'job_applications.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from private.job_applications_list as t
  where (select private.has_permission('job_applications.read')) and t.list_status = 'pending'
  union all
  select 'breaches' as place, 'breaches.read' as permission, count(*) as waiting,
    count(*) filter (where t.due_at < now()) as late, min(t.due_at) as oldest_due_at
  from public.breach_register as t where (select private.has_permission('breaches.read')) and t.closed_at is null
  union all
  select 'mails' as place, 'mails.read' as permission, count(*) as waiting, 0 as late, null as oldest_due_at
  from private.mail_outbox as t
  where (select private.has_permission('mails.read')) and t.status = 'failed' and t.created_at > now() - interval '7 days'
  union all
  select 'tasks' as place, 'records.work' as permission, count(*) as waiting, count(*) filter (where t.due_at < now()) as late,
    min(t.due_at) as oldest_due_at
  from private.open_tasks as t
  where (select private.has_permission('records.work')) and t.assignee_id = (select auth.uid())
    and t.record_type = any ((select private.readable_task_types())::text[])
$function$;

CREATE OR REPLACE FUNCTION private.is_below_list(words text, unit text, price_kobo numeric, currency text, percent integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) > 0 and (bool_or(listed.currency <> is_below_list.currency or listed.price_kobo * amount is null)
    or is_below_list.price_kobo < min(listed.price_kobo * amount) * (100 - percent) / 100)
  from private.list_prices_of(words) as listed, lateral (
    select coalesce(private.unit_amount(is_below_list.unit, listed.list_unit),
      case when listed.list_unit = 'kg' then private.container_kilograms(is_below_list.words, is_below_list.unit) end) as amount
  ) as converted
$function$;

update private.registration_fields set guard = 'identity' where form = 'buyer_corporate' and field = 'registrationNumber';

update private.registration_fields set guard = 'identity' where form = 'investor_corporate' and field = 'registrationNumber';

update private.registration_fields set guard = 'identity' where form = 'investor_corporate' and field = 'taxId';

update public.retention_periods set description = 'What the server decrypted for its own work, and photos that guests saw by a code, from then' where subject = 'vault_openings';

-- An offer of a delivery ends with its day, those of before too.
update public.orders set expires_at = private.end_of_day(offer.day)
from public.order_deliveries as offer
where offer.order_id = orders.id and orders.awaits_delivery and orders.status = 'pending' and offer.quoted_at is not null
  and orders.expires_at > private.end_of_day(offer.day);

-- These were written for colleagues: the buyer of a letter reads them from now on.
update public.letters_of_credit set step_back_reason = null where status = 'awaited' and draft_path is not null;

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo, name) values ('order_delivery_unanswered', '{email}', 'orders', 'notice', 'order', 'always', false, null, false, 'Price of the delivery waits for an answer');
