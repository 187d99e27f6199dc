ALTER TABLE "public"."quote_lines" DROP CONSTRAINT "quote_lines_price_kobo_range";

CREATE TABLE "public"."order_products" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "label" text NOT NULL, "position" integer NOT NULL, "is_active" boolean NOT NULL DEFAULT true, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "order_products_label_length" CHECK (((char_length(label) >= 2) AND (char_length(label) <= 100))), CONSTRAINT "order_products_label_unique" UNIQUE (label), CONSTRAINT "order_products_pkey" PRIMARY KEY (id), CONSTRAINT "order_products_position_range" CHECK ((("position" >= 1) AND ("position" <= 1000))), CONSTRAINT "order_products_label_plain" CHECK ((label = private.clean_line(label))));

revoke all on table public.order_products from public, anon, authenticated;

ALTER TABLE "public"."order_products" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."order_products" FROM "service_role";

CREATE TABLE "public"."product_prices" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "product_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "price_kobo" bigint NOT NULL, "actor_id" uuid, CONSTRAINT "product_prices_pkey" PRIMARY KEY (id), CONSTRAINT "product_prices_price_kobo_positive" CHECK ((price_kobo > 0)));

revoke all on table public.product_prices from public, anon, authenticated;

ALTER TABLE "public"."product_prices" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."product_prices" FROM "service_role";

CREATE TABLE "public"."stock_movements" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "product_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "reason" text NOT NULL, "available_change" integer NOT NULL, "reserved_change" integer NOT NULL DEFAULT 0, "counted" integer, "note" text, "order_id" uuid, "actor_id" uuid, "idempotency_key" uuid, CONSTRAINT "stock_movements_counted_belongs" CHECK (((counted IS NULL) OR (reason = 'counted'::text))), CONSTRAINT "stock_movements_counted_range" CHECK (((counted >= 0) AND (counted <= 2000000))), CONSTRAINT "stock_movements_note_length" CHECK (((char_length(note) >= 1) AND (char_length(note) <= 300))), CONSTRAINT "stock_movements_pkey" PRIMARY KEY (id), CONSTRAINT "stock_movements_reason_known" CHECK ((reason = ANY (ARRAY['received'::text, 'sold'::text, 'reserved'::text, 'released'::text, 'spoiled'::text, 'counted'::text]))));

revoke all on table public.stock_movements from public, anon, authenticated;

ALTER TABLE "public"."stock_movements" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."stock_movements" FROM "service_role";

ALTER TABLE "public"."order_items" ADD COLUMN "has_left" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."products" ADD COLUMN "low_stock_at" integer NOT NULL DEFAULT 10;

ALTER TABLE "public"."quote_lines" ADD COLUMN "kind" text NOT NULL DEFAULT 'goods'::text;

CREATE OR REPLACE FUNCTION private.after_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved boolean;
  decided boolean;
begin
  if tg_op = 'INSERT' then
    perform private.record_order_events(null, new);
    return null;
  elsif tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
    return null;
  end if;
  moved := (new.status, new.payment_status, new.fulfilment_status)
    is distinct from (old.status, old.payment_status, old.fulfilment_status);
  decided := new.status <> old.status and not new.is_demo;
  -- What staff decide. A record's own words about a person are no part of it.
  perform private.audit_change('orders', 'staff', 'id', 'status,decline_reason,credit_terms_reason,payment_status,'
    || 'fulfilment_status,total_amount_kobo,refund_due_kobo,delivery_date', old, new);
  if old.user_id is not null and new.user_id is null then perform private.drop_unowned_documents(new.id); end if;
  if moved and new.status in ('approved', 'completed')
    and (new.payment_status in ('confirmed', 'overpaid') or new.fulfilment_status in ('dispatched', 'delivered'))
  then
    perform private.issue_order_documents(old, new);
  end if;
  if moved then perform private.record_order_events(old, new); end if;
  -- Reopening sends its own mail: public.reopen_order.
  if decided and new.reopened_at is not distinct from old.reopened_at then
    perform private.notify_buyer(new.id, case
      when new.kind <> 'marketplace' then case new.status
        when 'approved' then 'order_approved'
        when 'declined' then 'order_declined'
        when 'completed' then 'order_completed' end
      when new.decline_code = 'payment_expired' then 'order_expired'
      else case new.status
        when 'approved' then 'order_market_approved'
        when 'declined' then 'order_market_declined'
        when 'completed' then 'order_market_completed' end
    end);
  end if;
  if old.fulfilment_status = 'preparing' and new.fulfilment_status = 'dispatched' then
    perform private.sell_reserved_stock(new.id);
    perform private.notify_buyer(new.id, 'order_dispatched');
  end if;
  if old.fulfilment_status = 'dispatched' and new.fulfilment_status = 'delivered' then
    perform private.notify_buyer(new.id, 'order_delivered');
  end if;
  if decided then perform private.text_buyer_of_decision(new); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.after_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit_change('products', 'staff', 'id',
    'name,category,farmer_id,pack_amount,pack_unit,price_kobo,stock,low_stock_at,season,state,photo_path,status,review_note', old, new);
  if tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
  elsif (new.stock, new.price_kobo) is distinct from (old.stock, old.price_kobo) then
    perform private.record_product_numbers(old, new);
  end if;
  -- Pages are drawn again when what they show changes: not at every sale, only when the last pack goes or the first comes.
  -- 10 is fewPacks of domain/market/products.ts; unlimited is plenty.
  if (new.name, new.category, new.description, new.farmer_name, new.location, new.is_verified, new.pack_amount,
      new.pack_unit, new.price_kobo, new.season, new.state, new.photo_path, new.status, new.rating_count, least(new.stock, 10 + 1))
    is distinct from (old.name, old.category, old.description, old.farmer_name, old.location, old.is_verified, old.pack_amount,
      old.pack_unit, old.price_kobo, old.season, old.state, old.photo_path, old.status, old.rating_count, least(old.stock, 10 + 1))
  then
    perform pg_notify('content_changed', 'products');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.check_order_request(request jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answers jsonb := private.check_form('order', request);
begin
  if not exists (select from public.order_products where label = answers ->> 'product' and is_active) then
    raise exception 'Please select a product' using errcode = '23514', detail = 'product', hint = 'product';
  end if;
  return answers;
end $function$;

CREATE OR REPLACE FUNCTION private.count_packs(packs integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$select to_char(packs, 'FM9,999,999') || case packs when 1 then ' pack' else ' packs' end$function$;

CREATE OR REPLACE FUNCTION private.describe_offer(offer public.quotes, lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_set(private.describe_parties((offer).order_id), '{order,currency}', to_jsonb((offer).currency))
    || jsonb_build_object(
      'lines', lines, 'totalKobo', (offer).total_kobo, 'account', null,
      'paymentTerms', (offer).payment_terms, 'goodUntil', private.utc_text((offer).expires_at), 'note', (offer).note,
      'schedule', (
        select jsonb_agg(jsonb_build_object('percent', percent, 'due', due, 'amountKobo', parts[position]) order by position)
        from private.payment_schedules as schedule, private.split_amount((offer).total_kobo, array(
          select percent from private.payment_schedules where terms = (offer).payment_terms order by position)) as parts
        where schedule.terms = (offer).payment_terms))
$function$;

CREATE OR REPLACE FUNCTION private.describe_quote_line(line public.quote_lines)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('name', (line).description, 'detail', null, 'quantity', trim_scale((line).quantity)::text,
      'unit', (line).unit, 'priceKobo', (line).price_kobo, 'totalKobo', (line).total_kobo)
    || case when (line).kind = 'goods' then '{}' else jsonb_build_object('kind', (line).kind) end
$function$;

CREATE OR REPLACE FUNCTION private.export_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(part.name, part.records) from (
    select 'app_vault.matches' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['match_hash']), '[]')
      from app_vault.matches as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'app_vault.people' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['wrapped_key', 'master_key_id', 'seal', 'sealed_for']), '[]')
      from app_vault.people as t where user_id = $1 or id = any ($2)) as records
    union all select 'app_vault.records' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['seal', 'sender_link_hash']), '[]')
      from app_vault.records as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'app_vault.secrets' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['ciphertext', 'match_hash', 'person_id']), '[]')
      from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'auth.audit_log_entries' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.audit_log_entries as t where payload ->> 'actor_id' = $1::text) as records
    union all select 'auth.flow_state' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['auth_code', 'code_challenge', 'provider_access_token', 'provider_refresh_token']), '[]')
      from auth.flow_state as t where user_id = $1) as records
    union all select 'auth.identities' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.identities as t where user_id = $1) as records
    union all select 'auth.mfa_amr_claims' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.mfa_amr_claims as t where session_id in (select id from auth.sessions where user_id = $1)) as records
    union all select 'auth.mfa_challenges' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['otp_code', 'web_authn_session_data']), '[]')
      from auth.mfa_challenges as t where factor_id in (select id from auth.mfa_factors where user_id = $1)) as records
    union all select 'auth.mfa_factors' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['secret', 'web_authn_credential', 'last_webauthn_challenge_data']), '[]')
      from auth.mfa_factors as t where user_id = $1) as records
    union all select 'auth.one_time_tokens' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash', 'code_hash', 'sign_up']), '[]')
      from auth.one_time_tokens as t where user_id = $1) as records
    union all select 'auth.refresh_tokens' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token', 'parent']), '[]')
      from auth.refresh_tokens as t where user_id = $1::text) as records
    union all select 'auth.sessions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from auth.sessions as t where user_id = $1) as records
    union all select 'auth.users' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['encrypted_password', 'confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token', 'reauthentication_token']), '[]')
      from auth.users as t where id = $1) as records
    union all select 'private.account_freezes' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.account_freezes as t where user_id = $1) as records
    union all select 'private.alarm_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.alarm_links as t where user_id = $1) as records
    union all select 'private.change_codes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['link_hash', 'code_hash']), '[]')
      from private.change_codes as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.export_progress' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.export_progress as t where user_id = $1) as records
    union all select 'private.factor_resets' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.factor_resets as t where user_id = $1) as records
    union all select 'private.link_reissues' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from private.link_reissues as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.mail_outbox' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['data', 'dedupe_key', 'last_error']), '[]')
      from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1))) as records
    union all select 'private.money_entries' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by']), '[]')
      from private.money_entries as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.order_guest_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.order_guest_links as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.order_uploads' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.order_uploads as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'private.own_exports' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.own_exports as t where user_id = $1) as records
    union all select 'private.own_secret_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.own_secret_requests as t where user_id = $1) as records
    union all select 'private.photo_sittings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.photo_sittings as t where person_id = $1) as records
    union all select 'private.photo_uploads' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['receipt_hash']), '[]')
      from private.photo_uploads as t where user_id = $1) as records
    union all select 'private.product_photos' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.product_photos as t where user_id = $1) as records
    union all select 'private.registration_guest_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.registration_guest_links as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.staff_grants' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.staff_grants as t where user_id = $1) as records
    union all select 'private.submission_keys' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key', 'fingerprint']), '[]')
      from private.submission_keys as t where user_id = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.vault_alarms' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.vault_alarms as t where actor_id = $1) as records
    union all select 'private.vault_openings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.vault_openings as t where person_id = any ($2)) as records
    union all select 'public.audit_events' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.audit_events as t where user_id = $1 or attempt_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.board_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.board_contacts as t where lower(email) = $3) as records
    union all select 'public.buyers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.buyers as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.cart_items' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.cart_items as t where user_id = $1) as records
    union all select 'public.consents' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.consents as t where user_id = $1 or record_id in (select private.registrations_of($1, $2)) or record_id in (select id from public.newsletter_subscriptions where email = $3)) as records
    union all select 'public.contact_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.contact_messages as t where lower(email) = $3) as records
    union all select 'public.correction_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.correction_requests as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.decision_events' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.decision_events as t where record_owner = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.farmer_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.farmers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.farmers as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.investor_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.investor_private as t where investor_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.investors' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.investors as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.job_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.job_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.mail_suppressions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.mail_suppressions as t where email = $3) as records
    union all select 'public.newsletter_subscriptions' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['confirm_token_hash', 'unsubscribe_token']), '[]')
      from public.newsletter_subscriptions as t where lower(email) = $3) as records
    union all select 'public.notification_choices' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.notification_choices as t where user_id = $1) as records
    union all select 'public.order_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['device_hash']), '[]')
      from public.order_contacts as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_disputes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['resolved_by']), '[]')
      from public.order_disputes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_documents' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_documents as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_events' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.order_events as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_instalments' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_instalments as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_items' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_items as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id']), '[]')
      from public.order_messages as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_requests as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.orders' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.orders as t where user_id = $1) as records
    union all select 'public.partnership_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.partnership_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.payment_claims' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.payment_claims as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.payments' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by']), '[]')
      from public.payments as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.phone_calls' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['called_by']), '[]')
      from public.phone_calls as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.product_prices' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.product_prices as t where product_id in (select p.id from public.products as p join public.farmers as f on f.id = p.farmer_id where f.user_id = $1)) as records
    union all select 'public.product_ratings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.product_ratings as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.products' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['search_text']), '[]')
      from public.products as t where farmer_id in (select id from public.farmers as f where f.user_id = $1)) as records
    union all select 'public.profiles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.profiles as t where id = $1) as records
    union all select 'public.quote_lines' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.quote_lines as t where quote_id in (select q.id from public.quotes as q join public.orders as o on o.id = q.order_id where o.user_id = $1)) as records
    union all select 'public.quotes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['created_by']), '[]')
      from public.quotes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_notes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'author_name']), '[]')
      from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_work' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['assignee_id', 'assignee_name', 'assigned_by', 'contacted_by']), '[]')
      from public.record_work as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.registration_drafts' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.registration_drafts as t where user_id = $1) as records
    union all select 'public.registration_submissions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.staff_departures' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.staff_departures as t where user_id = $1) as records
    union all select 'public.staff_invitations' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.staff_invitations as t where lower(email) = $3) as records
    union all select 'public.stock_movements' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id', 'idempotency_key', 'order_id']), '[]')
      from public.stock_movements as t where product_id in (select p.id from public.products as p join public.farmers as f on f.id = p.farmer_id where f.user_id = $1)) as records
    union all select 'public.training_enrolment_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.training_enrolments' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolments as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.user_roles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.user_roles as t where user_id = $1) as records
    union all select 'public.vault_reveals' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.vault_reveals as t where person_id = any ($2)) as records
    union all select 'storage.objects' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3))) as records
  ) as part
$function$;

CREATE OR REPLACE FUNCTION private.issue_order_documents(old public.orders, new public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  received bigint;
begin
  if new.total_amount_kobo > 0
    and not exists (select from public.order_documents where order_id = new.id and kind = 'invoice')
  then
    received := private.credited_kobo(new.id);
    perform private.issue_document(new.id, 'invoice', jsonb_build_object(
      'lines', private.describe_lines(new.id),
      'totalKobo', new.total_amount_kobo,
      'receivedKobo', received,
      'schedule', private.describe_schedule(new.id),
      'account', case when received < new.total_amount_kobo then private.describe_account() end));
  end if;
  if new.fulfilment_status = 'dispatched' and old.fulfilment_status <> 'dispatched' then
    perform private.issue_document(new.id, 'delivery_note', jsonb_build_object('lines', (
      select jsonb_agg(line - 'priceKobo' - 'totalKobo' order by place)
      from jsonb_array_elements(private.describe_lines(new.id)) with ordinality as input (line, place)
      where not line ? 'kind')));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.put_back_stock(order_ids uuid[], stays_open boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.record_stock_here(true);
  with freed as (
    update public.order_items set has_reserved_stock = false, is_released = stays_open
    where order_id = any (order_ids) and has_reserved_stock
    returning order_id, product_id, quantity
  ),
  total as (select product_id, sum(quantity)::integer as quantity from freed group by product_id),
  put_back as (
    update public.products set stock = least(stock + total.quantity, 1000000)
    from total where products.id = total.product_id and products.stock is not null
  )
  insert into public.stock_movements (product_id, reason, available_change, reserved_change, order_id)
  select product.id, 'released', case when product.stock is null then 0 else freed.quantity end, - freed.quantity, freed.order_id
  from freed join public.products as product on product.id = freed.product_id
  union all
  -- What is above the maximum of a stock is not for sale again.
  select product.id, 'counted', 1000000 - product.stock - total.quantity, 0, null
  from total join public.products as product on product.id = total.product_id
  where product.stock + total.quantity > 1000000;
  perform private.record_stock_here(false);
end $function$;

CREATE OR REPLACE FUNCTION private.quote_line_price(line jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case line ->> 'kind' when 'discount' then - (line ->> 'priceKobo')::bigint else (line ->> 'priceKobo')::bigint end
$function$;

CREATE OR REPLACE FUNCTION private.quote_line_problem(line jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when coalesce(line ->> 'kind', 'goods') not in ('goods', 'delivery', 'discount', 'tax') then 'kind'
    when char_length(coalesce(private.clean_line(line ->> 'description'), '')) not between 2 and 200 then 'description'
    when coalesce(line ->> 'quantity', '') !~ '^[0-9]{1,10}([.][0-9]{1,30})?$' then 'quantity'
    when (line ->> 'quantity')::numeric not between 0.000000001 and 1000000000 then 'quantity'
    when char_length(coalesce(private.clean_line(line ->> 'unit'), '')) not between 1 and 40 then 'unit'
    when coalesce(line ->> 'priceKobo', '') !~ '^[0-9]{1,12}$' then 'priceKobo'
    when (line ->> 'priceKobo')::bigint > 100000000000 then 'priceKobo'
    when line ->> 'kind' = 'discount' and (line ->> 'priceKobo')::bigint = 0 then 'discount'
  end
$function$;

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
  result.id := gen_random_uuid();
  result.order_id := (current_order).id;
  result.currency := coalesce(quote ->> 'currency', 'NGN');
  result.note := nullif(private.clean_text(quote ->> 'note'), '');
  result.created_by := (select auth.uid());
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
  elsif result.currency not in ('NGN', 'USD') then
    raise exception 'A quote is in naira (NGN) or US dollars (USD)' using errcode = '23514', hint = 'currency';
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
      else 'the price of one unit must be an amount of at most 1,000,000,000'
    end using errcode = '23514', hint = case wrong.field when 'discount' then 'priceKobo' else wrong.field end;
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
  return result;
end $function$;

CREATE OR REPLACE FUNCTION private.read_quote_lines(quote_id uuid, quote jsonb)
 RETURNS SETOF public.quote_lines
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select read.quote_id, read.position, read.description, read.quantity, read.unit, read.price_kobo,
    round(read.quantity * read.price_kobo)::bigint, read.kind
  from (
    select $1 as quote_id, place::integer as position, private.clean_line(line ->> 'description') as description,
      (line ->> 'quantity')::numeric as quantity, private.clean_line(line ->> 'unit') as unit,
      private.quote_line_price(line) as price_kobo,
      coalesce(line ->> 'kind', 'goods') as kind
    from jsonb_array_elements(quote -> 'lines') with ordinality as input (line, place)
  ) as read
$function$;

CREATE OR REPLACE FUNCTION private.record_product_numbers(old public.products, new public.products)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.stock is distinct from old.stock and coalesce(current_setting('app.stock_is_recorded', true), '') = '' then
    insert into public.stock_movements (product_id, reason, available_change, actor_id)
    values (new.id, 'counted', coalesce(new.stock, 0) - coalesce(old.stock, 0), (select auth.uid()));
  end if;
  if new.price_kobo is distinct from old.price_kobo then
    insert into public.product_prices (product_id, price_kobo, actor_id) values (new.id, new.price_kobo, (select auth.uid()));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.record_stock_here(is_recorded boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select set_config('app.stock_is_recorded', case when is_recorded then 'yes' else '' end, true)$function$;

CREATE OR REPLACE FUNCTION private.refuse_removal_before_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.products where id = old.product_id) then
    perform private.refuse_change(tg_table_name);
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.release_claimed_stock(batch integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status in ('claimed', 'underpaid')
      and stock_released_at is null and not private.has_money_waiting(id)
      and case when private.credited_kobo(id) = 0 then payment_status = 'claimed' and claim_holds_until <= now()
        else credit_terms_reason is null and private.part_paid_hold(id) <= now() end
    order by created_at
    limit batch for update skip locked);
  due_id uuid;
begin
  perform private.lock_reserved_products(due_ids);
  perform private.put_back_stock(due_ids, true);
  update public.orders set stock_released_at = now() where id = any (due_ids);
  foreach due_id in array due_ids loop
    perform private.notify_buyer(due_id,
      case when private.credited_kobo(due_id) = 0 then 'order_payment_not_seen' else 'order_payment_rest_not_seen' end);
  end loop;
  return cardinality(due_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.release_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  order_ids uuid[] := array(
    select changed.id from changed join unchanged using (id)
    where changed.kind = 'marketplace' and changed.status = 'declined' and unchanged.status <> 'declined');
begin
  if cardinality(order_ids) > 0 then
    perform private.lock_reserved_products(order_ids);
    perform private.put_back_stock(order_ids, false);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.require_quotable(order_id uuid, is_locked boolean)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to quote orders' using errcode = '42501';
  end if;
  if is_locked then
    select * into current_order from public.orders where id = order_id for update;
  else
    select * into current_order from public.orders where id = order_id;
  end if;
  if current_order.id is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  elsif private.is_own_order(current_order) then
    raise exception 'Somebody else must quote your own order' using errcode = '42501';
  elsif current_order.kind <> 'bulk' or current_order.status not in ('pending', 'approved') or current_order.total_amount_kobo is not null then
    raise exception 'This order cannot be quoted any more' using errcode = '23514', hint = 'quote';
  end if;
  return current_order;
end $function$;

CREATE OR REPLACE FUNCTION private.reserve_again(order_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.products
  where id in (select product_id from public.order_items as item where item.order_id = $1 and item.is_released)
  order by id for no key update;
  if exists (
    select from public.order_items as item left join public.products as product on product.id = item.product_id
    where item.order_id = $1 and item.is_released and (product.id is null or product.stock < item.quantity)
  ) then
    return false;
  end if;
  perform private.record_stock_here(true);
  update public.products set stock = stock - item.quantity
  from public.order_items as item
  where item.order_id = $1 and item.is_released and products.id = item.product_id and products.stock is not null;
  perform private.record_stock_here(false);
  with again as (
    update public.order_items as item set is_released = false, has_reserved_stock = product.stock is not null
    from public.products as product
    where item.order_id = $1 and item.is_released and product.id = item.product_id
    returning item.product_id, item.quantity, item.has_reserved_stock
  )
  insert into public.stock_movements (product_id, reason, available_change, reserved_change, order_id)
  select product_id, 'reserved', - quantity, quantity, $1 from again where has_reserved_stock;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.sell_reserved_stock(order_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with sold as (
    update public.order_items as item set has_left = true
    where item.order_id = $1 and has_reserved_stock and not has_left and product_id is not null
    returning item.product_id, item.quantity
  )
  insert into public.stock_movements (product_id, reason, available_change, reserved_change, order_id, actor_id)
  select product_id, 'sold', 0, - quantity, $1, (select auth.uid()) from sold
$function$;

CREATE OR REPLACE FUNCTION public.find_approved_farmers(search text)
 RETURNS TABLE(id uuid, farm_name text, location text, reference text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed text := btrim(coalesce(search, ''));
begin
  if (select auth.uid()) is null or not private.has_permission('products.write') then
    raise exception 'permission denied to choose a farmer' using errcode = '42501';
  elsif char_length(typed) < 3 then
    return;
  end if;
  return query
    select farmer.id, farmer.farm_name, farmer.location, farmer.reference
    from public.farmers as farmer
    where farmer.status = 'approved' and farmer.id in (
      select texts.id from private.farmers_texts as texts where texts.words ilike any (private.search_patterns(typed)))
    order by farmer.farm_name, farmer.id
    limit 8;
end $function$;

REVOKE ALL ON FUNCTION "public"."find_approved_farmers"(text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.issue_pro_forma(order_id uuid, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  offer public.quotes;
  payable jsonb;
  details jsonb;
  latest public.order_documents;
  document_id uuid;
begin
  select * into own from public.orders where id = own.id for update;
  select * into offer from public.quotes
  where quotes.order_id = own.id and status = 'open' and expires_at > now() and own.status in ('pending', 'approved')
    and own.total_amount_kobo is null;
  if offer.id is not null then
    details := private.describe_offer(offer, private.describe_lines(own.id, offer.id));
  else
    payable := public.payment_details(own.id, context);
    if not (payable ->> 'ok')::boolean then
      return payable;
    end if;
    details := jsonb_build_object(
      'lines', private.describe_lines(own.id), 'totalKobo', own.total_amount_kobo, 'account', private.describe_account(),
      'goodUntil', private.utc_text(own.expires_at), 'schedule', private.describe_schedule(own.id));
    details := jsonb_set(private.describe_parties(own.id) || details, '{order,currency}', to_jsonb(own.currency));
  end if;
  select * into latest from public.order_documents as document
  where document.order_id = own.id and document.kind = 'pro_forma' order by document.issued_at desc limit 1;
  if latest.id is not null and latest.content - '{kind,number,verificationCode,issuedAt}'::text[] = details then
    document_id := latest.id;
  else
    document_id := private.issue_document(own.id, 'pro_forma', details);
  end if;
  return jsonb_build_object('ok', true, 'id', document_id,
    'number', (select number from public.order_documents where id = document_id));
end $function$;

CREATE OR REPLACE FUNCTION public.place_market_order(request jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer_id uuid := private.buyer_in(context);
  attempt uuid := (context ->> 'idempotencyKey')::uuid;
  link_hash text := case when buyer_id is null then context ->> 'trackingTokenHash' end;
  answers jsonb;
  changed_lines jsonb;
  too_much jsonb;
  created public.orders;
begin
  if attempt is null then
    raise exception 'idempotencyKey is required' using errcode = '23502';
  elsif buyer_id is null and coalesce(link_hash, '') !~ '^[0-9a-f]{64}$' then
    raise exception 'trackingTokenHash is required' using errcode = '23502';
  end if;
  -- The same attempt at the same time: one after the other, and the second one gets the first one's answer.
  perform pg_advisory_xact_lock(hashtextextended('market order ' || attempt, 0));
  select * into created from public.orders
  where idempotency_key = attempt and kind = 'marketplace' and user_id is not distinct from buyer_id;
  if found then
    if buyer_id is null and not exists (
      select from private.order_guest_links where token_hash = link_hash and order_id = created.id
    ) then
      raise exception 'This attempt was another one' using errcode = '23505';
    elsif not private.is_same_order(created, request) then
      raise exception 'This order was sent before with other contents, as %. Nothing was changed. Please send it once more.', created.code
        using errcode = 'PT409';
    end if;
    return private.describe_market_order(created, false);
  end if;

  answers := private.check_form('market_order', request -> 'contact');
  perform from private.read_market_lines(request -> 'items');
  if private.has_too_many_open_orders(buyer_id, answers ->> 'phone', context ->> 'deviceHash') then
    return jsonb_build_object('ok', false, 'code', 'too_many_open_orders');
  end if;

  -- Locked in one order, so that two carts with the same products wait for each other instead of for ever; looked at
  -- afterwards, in a statement that sees what the waiting let happen.
  perform from public.products
  where id in (select product_id from private.read_market_lines(request -> 'items')) and stock is not null
  order by id for no key update;
  select jsonb_agg(jsonb_build_object('productId', line.product_id, 'name', product.name,
    'isAvailable', coalesce(product.status = 'published', false), 'priceKobo', product.price_kobo,
    'seenPriceKobo', line.price_kobo, 'stock', product.stock, 'quantity', line.quantity) order by line.place)
  into changed_lines
  from private.read_market_lines(request -> 'items') as line
  left join public.products as product on product.id = line.product_id and product.status = 'published'
  where product.id is null or product.price_kobo <> line.price_kobo or product.stock < line.quantity;
  if changed_lines is not null then
    return jsonb_build_object('ok', false, 'code', 'lines_changed', 'lines', changed_lines);
  end if;
  too_much := private.find_too_much(buyer_id, answers ->> 'phone', context ->> 'deviceHash', request -> 'items');
  if too_much is not null then
    return jsonb_build_object('ok', false, 'code', 'too_much_unpaid') || too_much;
  end if;

  if buyer_id is not null then
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
  end if;
  insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, total_amount_kobo,
    delivery_address, special_requirements, idempotency_key, expires_at, price_locked_until, holds_much)
  select buyer_id, 'marketplace', left(string_agg(product.name, ', ' order by line.place), 200), sum(line.quantity),
    sum(line.quantity)::text, 'Packs', sum(line.quantity * line.price_kobo),
    concat_ws(', ', answers ->> 'address', answers ->> 'lga', answers ->> 'state'), nullif(answers ->> 'remarks', ''),
    attempt,
    now() + make_interval(hours => private.market_limit(case when buyer_id is null then 'guest' else 'member' end || '_expiry_hours')),
    now() + make_interval(hours => private.market_limit('price_lock_hours')),
    coalesce(bool_or(line.quantity::bigint * 4 > product.stock), false)
  from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id
  returning * into created;
  with item as (
    insert into public.order_items (order_id, position, product_id, product_name, farmer_name, pack_amount, pack_unit,
      price_kobo, quantity, has_reserved_stock)
    select created.id, line.place, product.id, product.name, product.farmer_name, product.pack_amount, product.pack_unit,
      line.price_kobo, line.quantity, product.stock is not null
    from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id
    returning product_id, quantity, has_reserved_stock
  )
  insert into public.stock_movements (product_id, reason, available_change, reserved_change, order_id)
  select product_id, 'reserved', - quantity, quantity, created.id from item where has_reserved_stock;
  perform private.record_stock_here(true);
  update public.products set stock = stock - item.quantity
  from public.order_items as item
  where item.order_id = created.id and products.id = item.product_id and item.has_reserved_stock;
  perform private.record_stock_here(false);
  insert into public.order_contacts (order_id, name, phone, email, state, lga, device_hash)
  values (created.id, answers ->> 'name', answers ->> 'phone', nullif(answers ->> 'email', ''), answers ->> 'state',
    answers ->> 'lga', case when buyer_id is null then context ->> 'deviceHash' end);
  if buyer_id is null then
    insert into private.order_guest_links (token_hash, order_id) values (link_hash, created.id);
  end if;
  perform private.notify_buyer(created.id, 'order_placed');
  return private.describe_market_order(created, true);
end $function$;

CREATE OR REPLACE FUNCTION public.preview_quote(order_id uuid, quote jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders := private.require_quotable(order_id, is_locked => false);
  offer public.quotes := private.read_quote(current_order, quote);
begin
  return jsonb_build_object('kind', 'pro_forma', 'number', 'PF-' || current_order.code, 'isPreview', true,
      'verificationCode', '', 'issuedAt', private.utc_text(now()))
    || private.describe_offer(offer, (
      select jsonb_agg(private.describe_quote_line(line) order by line.position)
      from private.read_quote_lines(offer.id, quote) as line));
end $function$;

REVOKE ALL ON FUNCTION "public"."preview_quote"(uuid, jsonb) FROM "service_role";

CREATE OR REPLACE FUNCTION public.product_history(product_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sees_names boolean := private.has_permission('profiles.read');
begin
  if (select auth.uid()) is null or not private.has_permission('products.write') then
    raise exception 'permission denied to read the history of products' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'movements', (
      select coalesce(jsonb_agg(jsonb_build_object('id', move.id, 'at', move.created_at, 'reason', move.reason,
        'onHandChange', move.available_change + move.reserved_change, 'reservedChange', move.reserved_change,
        'counted', move.counted, 'note', move.note, 'orderId', orders.id, 'orderCode', orders.code,
        'by', case when sees_names then person.full_name end) order by move.id desc), '[]')
      from (
        select * from public.stock_movements as m where m.product_id = product_history.product_id order by m.id desc limit 100
      ) as move
      left join public.orders on orders.id = move.order_id
      left join public.profiles as person on person.id = move.actor_id),
    'prices', (
      select coalesce(jsonb_agg(jsonb_build_object('id', price.id, 'at', price.created_at, 'priceKobo', price.price_kobo,
        'by', case when sees_names then person.full_name end) order by price.id desc), '[]')
      from (
        select * from public.product_prices as p where p.product_id = product_history.product_id order by p.id desc limit 100
      ) as price
      left join public.profiles as person on person.id = price.actor_id));
end $function$;

REVOKE ALL ON FUNCTION "public"."product_history"(uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.quote_order(order_id uuid, quote jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders := private.require_quotable(order_id, is_locked => true);
  offer public.quotes := private.read_quote(current_order, quote);
begin
  update public.quotes set status = 'replaced' where quotes.order_id = current_order.id and status = 'open';
  insert into public.quotes (id, order_id, currency, payment_terms, total_kobo, note, expires_at, created_by)
  values (offer.id, offer.order_id, offer.currency, offer.payment_terms, offer.total_kobo, offer.note, offer.expires_at,
    offer.created_by);
  insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo, kind)
  select line.quote_id, line.position, line.description, line.quantity, line.unit, line.price_kobo, line.kind
  from private.read_quote_lines(offer.id, quote) as line;
  perform private.notify_buyer(current_order.id, 'order_quoted');
  return offer.id;
end $function$;

CREATE OR REPLACE FUNCTION public.record_stock(product_id uuid, movement jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  product public.products;
  reason text := movement ->> 'reason';
  quantity integer;
  note text := nullif(private.clean_line(movement ->> 'note'), '');
  attempt uuid;
  reserved integer;
  set_aside integer;
  available integer;
  reserved_change integer := 0;
begin
  if (select auth.uid()) is null or not private.has_permission('products.write') then
    raise exception 'permission denied to change the stock' using errcode = '42501';
  elsif coalesce(reason, '') not in ('received', 'sold', 'reserved', 'released', 'spoiled', 'counted') then
    raise exception 'Please say why the stock changes' using errcode = '23514', hint = 'reason';
  elsif char_length(note) > 300 then
    raise exception 'A note has at most 300 characters' using errcode = '23514', hint = 'note';
  elsif not (reason = 'counted' and coalesce(movement -> 'quantity', 'null') = 'null')
    and (coalesce(movement ->> 'quantity', '') !~ '^[0-9]{1,7}$' or (movement ->> 'quantity')::integer > 1000000
      or (reason <> 'counted' and (movement ->> 'quantity')::integer = 0))
  then
    raise exception 'Enter a whole number of packs, at most 1,000,000' using errcode = '23514', hint = 'quantity';
  end if;
  begin
    attempt := (movement ->> 'idempotencyKey')::uuid;
  exception when data_exception then
    raise exception 'idempotencyKey is no key' using errcode = '23514', hint = 'idempotencyKey';
  end;
  quantity := (movement ->> 'quantity')::integer;
  select * into product from public.products where products.id = record_stock.product_id for no key update;
  if product.id is null then
    raise exception 'There is no such product' using errcode = 'P0002';
  end if;
  select coalesce(sum(move.reserved_change), 0) into reserved
  from public.stock_movements as move where move.product_id = product.id;
  available := product.stock;
  if attempt is not null and exists (select from public.stock_movements as move where move.idempotency_key = attempt) then
    return jsonb_build_object('available', available, 'reserved', reserved, 'onHand', available + reserved, 'isNew', false);
  elsif product.stock is null and reason <> 'counted' then
    raise exception 'This product has no limit. Count it first: type how many packs are on hand.'
      using errcode = '23514', hint = 'quantity';
  end if;
  case reason
    when 'counted' then
      if quantity < reserved then
        raise exception '% are reserved, so there must be at least as many on hand. Release or decline what cannot be sent.',
          private.count_packs(reserved) using errcode = '23514', hint = 'quantity';
      end if;
      available := quantity - reserved;
    when 'received' then
      available := available + quantity;
    when 'released' then
      select coalesce(sum(move.reserved_change), 0) into set_aside
      from public.stock_movements as move
      where move.product_id = product.id and move.order_id is null and move.reserved_change <> 0;
      if quantity > set_aside then
        raise exception 'Only % are set aside by hand. What orders have reserved is released by their decline.',
          private.count_packs(set_aside) using errcode = '23514', hint = 'quantity';
      end if;
      available := available + quantity;
      reserved_change := - quantity;
    else
      if quantity > available then
        raise exception 'Only % are free; % are reserved.', private.count_packs(available), private.count_packs(reserved)
          using errcode = '23514', hint = 'quantity';
      end if;
      available := available - quantity;
      reserved_change := case reason when 'reserved' then quantity else 0 end;
  end case;
  if available > 1000000 then
    raise exception 'A stock is at most 1,000,000 packs' using errcode = '23514', hint = 'quantity';
  end if;
  perform private.record_stock_here(true);
  update public.products set stock = available where id = product.id;
  perform private.record_stock_here(false);
  insert into public.stock_movements
    (product_id, reason, available_change, reserved_change, counted, note, actor_id, idempotency_key)
  values (product.id, reason, coalesce(available, 0) - coalesce(product.stock, 0), reserved_change,
    case when reason = 'counted' then quantity end, note, (select auth.uid()), attempt);
  reserved := reserved + reserved_change;
  return jsonb_build_object('available', available, 'reserved', reserved, 'onHand', available + reserved, 'isNew', true);
end $function$;

REVOKE ALL ON FUNCTION "public"."record_stock"(uuid, jsonb) FROM "service_role";

CREATE OR REPLACE FUNCTION public.submit_order(request jsonb, idempotency_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer_id uuid := (select auth.uid());
  answers jsonb;
  preferred_date date;
  created public.orders;
begin
  if buyer_id is null then
    raise exception 'Please sign in to submit your order' using errcode = '42501';
  end if;
  if idempotency_key is null then
    raise exception 'idempotency_key is required' using errcode = '23502';
  end if;
  -- One order of a person after the other: what is counted below stays true until this order is stored.
  perform pg_advisory_xact_lock(hashtextextended('submit_order ' || buyer_id, 0));
  select * into created from public.orders
  where user_id = buyer_id and orders.idempotency_key = submit_order.idempotency_key;
  if not found then
    answers := private.check_order_request(request);
    if answers ->> 'preferredDate' <> '' then
      preferred_date := private.read_day(answers ->> 'preferredDate');
      if preferred_date is null or preferred_date < (now() at time zone 'Africa/Lagos')::date then
        raise exception 'Please choose a day that is not in the past'
          using errcode = '23514', detail = 'preferredDate', hint = 'preferredDate';
      end if;
    end if;
    if (select count(*) >= 60 from public.orders
        where user_id = buyer_id and created_at > now() - interval '1 hour') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
    insert into public.orders
      (user_id, kind, crop_type, quantity, quantity_text, unit, delivery_address, special_requirements,
      delivery_date, idempotency_key)
    values (
      buyer_id, 'bulk', answers ->> 'product', replace(answers ->> 'quantity', ',', '')::numeric,
      answers ->> 'quantity', answers ->> 'unit', answers ->> 'deliveryLocation',
      nullif(answers ->> 'additionalRequirements', ''), preferred_date, submit_order.idempotency_key
    )
    returning * into created;
    insert into public.order_requests
      (order_id, company_name, contact_person, email, phone, address, country, payment_terms, incoterms)
    values (
      created.id, answers ->> 'companyName', answers ->> 'contactPerson', answers ->> 'email', answers ->> 'phone',
      answers ->> 'address', answers ->> 'country', answers ->> 'paymentTerms', answers ->> 'incoterms'
    );
    perform private.notify_buyer(created.id, 'order_received');
  end if;
  return jsonb_build_object('id', created.id, 'code', created.code, 'status', created.status, 'created_at', created.created_at);
end $function$;

ALTER TABLE "public"."product_prices" ADD CONSTRAINT "product_prices_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;

ALTER TABLE "public"."products" ADD CONSTRAINT "products_low_stock_at_range" CHECK (((low_stock_at >= 0) AND (low_stock_at <= 1000000)));

ALTER TABLE "public"."quote_lines" ADD CONSTRAINT "quote_lines_kind_known" CHECK ((kind = ANY (ARRAY['goods'::text, 'delivery'::text, 'discount'::text, 'tax'::text])));

ALTER TABLE "public"."quote_lines" ADD CONSTRAINT "quote_lines_price_kobo_range" CHECK (
CASE
    WHEN (kind = 'discount'::text) THEN ((price_kobo >= '-100000000000'::bigint) AND (price_kobo <= '-1'::integer))
    ELSE ((price_kobo >= 0) AND (price_kobo <= '100000000000'::bigint))
END);

ALTER TABLE "public"."stock_movements" ADD CONSTRAINT "stock_movements_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;

CREATE VIEW "private"."low_stock_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    false AS is_promised,
    NULL::timestamp with time zone AS due_at
   FROM public.products
  WHERE ((stock <= low_stock_at) AND (status <> 'hidden'::text));

revoke all on table private.low_stock_list from public, anon, authenticated;

CREATE VIEW "public"."product_stock" WITH (security_invoker=true) AS  SELECT product_id,
    (sum(reserved_change))::integer AS reserved
   FROM public.stock_movements
  GROUP BY product_id;

revoke all on table public.product_stock from public, anon, authenticated;

CREATE OR REPLACE FUNCTION public.product_stock(public.products)
 RETURNS SETOF public.product_stock
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
AS $function$select t.* from public.product_stock as t where t.product_id = $1.id$function$;

REVOKE ALL ON FUNCTION "public"."product_stock"(public.products) FROM "service_role";

REVOKE ALL ON TABLE "public"."product_stock" FROM "service_role";

CREATE INDEX product_prices_product_id_idx ON public.product_prices USING btree (product_id, id DESC);

CREATE UNIQUE INDEX stock_movements_idempotency_key_idx ON public.stock_movements USING btree (idempotency_key) WHERE (idempotency_key IS NOT NULL);

CREATE INDEX stock_movements_product_id_idx ON public.stock_movements USING btree (product_id, id DESC) INCLUDE (reserved_change);

CREATE TRIGGER audit_change AFTER INSERT OR UPDATE ON public.order_products FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'id', 'label,position,is_active');

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.order_products FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER refuse_change BEFORE UPDATE ON public.product_prices FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER refuse_removal BEFORE DELETE ON public.product_prices FOR EACH ROW EXECUTE FUNCTION private.refuse_removal_before_product();

CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.product_prices FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER refuse_change BEFORE UPDATE ON public.stock_movements FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER refuse_removal BEFORE DELETE ON public.stock_movements FOR EACH ROW EXECUTE FUNCTION private.refuse_removal_before_product();

CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.stock_movements FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE POLICY "Members read what can be ordered, and staff who may, all" ON "public"."order_products" FOR SELECT TO "authenticated" USING ((is_active OR ( SELECT private.has_permission('products.write'::text) AS has_permission)));

CREATE POLICY "Staff who may add products of the order form" ON "public"."order_products" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_permission('products.write'::text) AS has_permission));

CREATE POLICY "Staff who may change products of the order form" ON "public"."order_products" FOR UPDATE TO "authenticated" USING (( SELECT private.has_permission('products.write'::text) AS has_permission)) WITH CHECK (( SELECT private.has_permission('products.write'::text) AS has_permission));

CREATE POLICY "Staff who may change products read what they cost before" ON "public"."product_prices" FOR SELECT TO "authenticated" USING (( SELECT private.has_permission('products.write'::text) AS has_permission));

CREATE POLICY "Staff who may change products read how their stock moved" ON "public"."stock_movements" FOR SELECT TO "authenticated" USING (( SELECT private.has_permission('products.write'::text) AS has_permission));

COMMENT ON COLUMN "public"."order_items"."has_left" IS 'Its reserved packs have left the store, and are reserved no more.';

COMMENT ON COLUMN "public"."products"."low_stock_at" IS 'With so many packs left or fewer, staff are told that it runs low.';

COMMENT ON COLUMN "public"."quote_lines"."kind" IS 'A discount has a price below nothing: the lines add up to the total as they stand.';

COMMENT ON COLUMN "public"."stock_movements"."counted" IS 'How many packs somebody counted on hand.';

COMMENT ON COLUMN "public"."stock_movements"."order_id" IS 'The order that reserved, released or took the packs. References nothing: a checkout does not pay for it.';

COMMENT ON TABLE "public"."order_products" IS 'What can be ordered in bulk. An order holds the label as it was chosen, so a later change of it changes no order.';

COMMENT ON TABLE "public"."product_prices" IS 'Append-only: each price of a product from when it was set.';

COMMENT ON TABLE "public"."stock_movements" IS 'Append-only. available_change adds up to products.stock (0 where there is no limit), reserved_change to what is reserved; both together to what is on hand.';

COMMENT ON VIEW "public"."product_stock" IS 'Packs that orders and staff have reserved and that have not left the store.';

REVOKE ALL ON FUNCTION "private"."check_order_request"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_packs"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_offer"(public.quotes, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_quote_line"(public.quote_lines) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."put_back_stock"(uuid[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quote_line_price"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_quote"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_quote_lines"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_product_numbers"(public.products, public.products) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_stock_here"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_removal_before_product"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_quotable"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sell_reserved_stock"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_approved_farmers"(text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."find_approved_farmers"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_quote"(uuid, jsonb) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."preview_quote"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."product_history"(uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."product_history"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."product_stock"(public.products) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."product_stock"(public.products) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_stock"(uuid, jsonb) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."record_stock"(uuid, jsonb) TO "authenticated";

GRANT INSERT ("is_active"), UPDATE ("is_active") ON TABLE "public"."order_products" TO "authenticated";

GRANT INSERT ("label"), UPDATE ("label") ON TABLE "public"."order_products" TO "authenticated";

GRANT INSERT ("position"), UPDATE ("position") ON TABLE "public"."order_products" TO "authenticated";

GRANT SELECT ON TABLE "public"."order_products" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."product_prices" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."product_prices" TO "authenticated";

GRANT SELECT ("price_kobo") ON TABLE "public"."product_prices" TO "authenticated";

GRANT SELECT ("product_id") ON TABLE "public"."product_prices" TO "authenticated";

REVOKE ALL ("low_stock_at") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("low_stock_at"), UPDATE ("low_stock_at") ON TABLE "public"."products" TO "authenticated";

GRANT SELECT ("available_change") ON TABLE "public"."stock_movements" TO "authenticated";

GRANT SELECT ("counted") ON TABLE "public"."stock_movements" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."stock_movements" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."stock_movements" TO "authenticated";

GRANT SELECT ("note") ON TABLE "public"."stock_movements" TO "authenticated";

GRANT SELECT ("order_id") ON TABLE "public"."stock_movements" TO "authenticated";

GRANT SELECT ("product_id") ON TABLE "public"."stock_movements" TO "authenticated";

GRANT SELECT ("reason") ON TABLE "public"."stock_movements" TO "authenticated";

GRANT SELECT ("reserved_change") ON TABLE "public"."stock_movements" TO "authenticated";

GRANT SELECT ON TABLE "public"."product_stock" TO "authenticated";

revoke all on sequence stock_movements_id_seq from public, anon, authenticated, service_role;

revoke all on sequence product_prices_id_seq from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.describe_lines(order_id uuid, quote_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select jsonb_agg(jsonb_build_object('name', product_name, 'detail', farmer_name, 'quantity', quantity::text,
        'unit', trim_scale(pack_amount) || ' ' || pack_unit, 'priceKobo', price_kobo, 'totalKobo', total_kobo) order by position)
      from public.order_items as item where item.order_id = $1),
    (select jsonb_agg(private.describe_quote_line(line) order by line.position)
      from public.quote_lines as line join public.quotes as quote on quote.id = line.quote_id
      where quote.order_id = $1 and case when $2 is null then quote.status = 'accepted' else quote.id = $2 end),
    (select jsonb_build_array(jsonb_build_object('name', crop_type, 'detail', null, 'quantity', quantity_text, 'unit', unit,
        'priceKobo', null, 'totalKobo', null))
      from public.orders where id = $1))
$function$;

insert into private.admin_queues (queue, source, permission) values ('low_stock', 'products', null);

update private.field_rules set kind = 'line', options = null where form = 'order' and field = 'product';

insert into public.order_products (label, position, is_active) values ('Cassava', '14', 'true');

insert into public.order_products (label, position, is_active) values ('Cocoa Beans', '12', 'true');

insert into public.order_products (label, position, is_active) values ('Garlic', '5', 'true');

insert into public.order_products (label, position, is_active) values ('Ginger', '1', 'true');

insert into public.order_products (label, position, is_active) values ('Groundnut', '3', 'true');

insert into public.order_products (label, position, is_active) values ('Gum Arabic', '8', 'true');

insert into public.order_products (label, position, is_active) values ('Hibiscus Flowers', '4', 'true');

insert into public.order_products (label, position, is_active) values ('Moringa Seeds', '9', 'true');

insert into public.order_products (label, position, is_active) values ('Palm Oil', '11', 'true');

insert into public.order_products (label, position, is_active) values ('Plantain', '15', 'true');

insert into public.order_products (label, position, is_active) values ('Raw Cashew Nuts', '6', 'true');

insert into public.order_products (label, position, is_active) values ('Rice', '10', 'true');

insert into public.order_products (label, position, is_active) values ('Sesame Seeds', '2', 'true');

insert into public.order_products (label, position, is_active) values ('Soya Beans', '7', 'true');

insert into public.order_products (label, position, is_active) values ('Yam', '13', 'true');

-- What is there already: the packs of orders whose goods have left are no longer reserved, and the ledger begins with what
-- is on hand, what is reserved, and the prices of today.
update public.order_items set has_left = true
from public.orders
where orders.id = order_items.order_id and has_reserved_stock
  and (orders.delivered_at is not null or orders.fulfilment_status in ('dispatched', 'delivered', 'disputed'));

insert into public.stock_movements (product_id, reason, available_change)
select products.id, 'counted', products.stock + coalesce(item.reserved, 0)
from public.products
left join (
  select product_id, sum(quantity)::integer as reserved from public.order_items
  where has_reserved_stock and not has_left group by product_id
) as item on item.product_id = products.id
where products.stock is not null
order by products.created_at, products.id;

insert into public.stock_movements (product_id, reason, available_change, reserved_change, order_id, created_at)
select item.product_id, 'reserved', case when products.stock is null then 0 else - item.quantity end, item.quantity, orders.id, orders.created_at
from public.order_items as item
join public.orders on orders.id = item.order_id
join public.products on products.id = item.product_id
where item.has_reserved_stock and not item.has_left
order by orders.created_at, orders.id, item.position;

insert into public.product_prices (product_id, price_kobo, created_at)
select id, price_kobo, updated_at from public.products order by created_at, id;
