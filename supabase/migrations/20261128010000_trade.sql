REVOKE ALL ON FUNCTION "private"."require_conversation"(text, uuid) FROM "authenticated";

DROP POLICY "Whoever may read an order reads whom it goes to" ON "public"."order_contacts";

DROP POLICY "Whoever may read an order reads its disputes" ON "public"."order_disputes";

DROP POLICY "Whoever may read an order reads its papers" ON "public"."order_documents";

DROP POLICY "Whoever may read an order reads what happened to it" ON "public"."order_events";

DROP POLICY "Whoever may read an order reads how it is paid" ON "public"."order_instalments";

DROP POLICY "Whoever may read an order reads its lines" ON "public"."order_items";

DROP POLICY "Whoever may read an order reads its messages" ON "public"."order_messages";

DROP POLICY "Whoever may read an order reads its request" ON "public"."order_requests";

DROP POLICY "Whoever may read an order reads what was claimed" ON "public"."payment_claims";

DROP POLICY "Whoever may read an order reads its payments" ON "public"."payments";

DROP POLICY "Staff read the calls about what they may read" ON "public"."phone_calls";

DROP POLICY "Whoever may read an order reads its ratings" ON "public"."product_ratings";

DROP POLICY "Whoever may read a quote reads its lines" ON "public"."quote_lines";

DROP POLICY "Whoever may read an order reads its quotes" ON "public"."quotes";

DROP POLICY "Whoever may read a paper reads its PDF" ON "storage"."objects";

DROP POLICY "Whoever sees a product sees its photo" ON "storage"."objects";

DROP TRIGGER "notify_admin_of_new" ON "private"."mail_outbox";

DROP TRIGGER "notify_admin" ON "private"."mail_outbox";

DROP TRIGGER "audit_suppression" ON "public"."mail_suppressions";

DROP TRIGGER "note_unreached_address" ON "public"."mail_suppressions";

DROP TRIGGER "refuse_removal" ON "public"."order_documents";

DROP TRIGGER "audit_contact" ON "public"."order_messages";

DROP TRIGGER "note_contact" ON "public"."order_messages";

DROP TRIGGER "notify_followers_of_message" ON "public"."order_messages";

DROP TRIGGER "audit_change" ON "public"."order_products";

DROP TRIGGER "notify_admin" ON "public"."products";

DROP TRIGGER "audit_change" ON "public"."quotes";

DROP TRIGGER "note_contact" ON "public"."quotes";

DROP INDEX "public"."orders_claim_holds_idx";

DROP INDEX "public"."orders_counted_idx";

DROP INDEX "public"."orders_idempotency_key_idx";

DROP INDEX "public"."orders_total_amount_kobo_idx";

DROP INDEX "public"."settlement_accounts_effective_at_idx";

DROP INDEX "public"."settlement_accounts_one_proposal";

DROP VIEW "private"."buyers_list";

DROP VIEW "private"."disputes_list";

DROP VIEW "private"."farmers_list";

DROP VIEW "private"."investors_list";

DROP VIEW "private"."mails";

DROP VIEW "private"."money_of_day";

DROP VIEW "private"."payments_list";

DROP VIEW "private"."quotes_list";

DROP VIEW "private"."orders_list";

DROP VIEW "private"."registration_phones";

DROP VIEW "private"."training_enrolments_list";

DROP VIEW "public"."correction_states";

DROP VIEW "public"."my_consents";

DROP VIEW "public"."my_registrations";

DROP VIEW "public"."people_to_phone";

DROP VIEW "public"."withdrawn_consents";

ALTER TABLE "private"."money_entries" DROP CONSTRAINT "money_entries_kind_known";

ALTER TABLE "public"."order_documents" DROP CONSTRAINT "order_documents_kind_known";

ALTER TABLE "public"."order_documents" DROP CONSTRAINT "order_documents_payment_id_belongs";

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_code_unique";

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_currency_known";

ALTER TABLE "public"."payments" DROP CONSTRAINT "payments_currency_known";

ALTER TABLE "public"."phone_calls" DROP CONSTRAINT "phone_calls_record_type_known";

ALTER TABLE "public"."quotes" DROP CONSTRAINT "quotes_currency_known";

ALTER TABLE "public"."quotes" DROP CONSTRAINT "quotes_status_known";

ALTER TABLE "public"."settlement_accounts" DROP CONSTRAINT "settlement_accounts_account_number_digits";

DROP FUNCTION "private"."audit_contact"();

DROP FUNCTION "private"."audit_suppression"();

DROP FUNCTION "private"."change_code_channels"(private.registrations);

DROP FUNCTION "private"."claim_record"(private.registrations, uuid, text[], jsonb);

DROP FUNCTION "private"."current_settlement_account"(text);

DROP FUNCTION "private"."describe_account"();

DROP FUNCTION "private"."describe_twin"(private.registrations);

DROP FUNCTION "private"."find_changes"(private.registrations, jsonb, jsonb, jsonb);

DROP FUNCTION "private"."find_merge_obstacle"(private.registrations, private.registrations);

DROP FUNCTION "private"."find_pair"(text, uuid, uuid);

DROP FUNCTION "private"."has_unrequested_guard"(private.registrations, jsonb);

DROP FUNCTION "private"."issue_document"(uuid, text, jsonb, uuid);

DROP FUNCTION "private"."list_order"(text, text, boolean);

DROP FUNCTION "private"."mark_pair"(private.registrations, private.registrations);

DROP FUNCTION "private"."name_likeness"(text, text);

DROP FUNCTION "private"."note_contact_of_row"();

DROP FUNCTION "private"."note_unreached_address"();

DROP FUNCTION "private"."notify_buyer_of_payment"(uuid);

DROP FUNCTION "private"."notify_followers_of_message"();

DROP FUNCTION "private"."notify_of_change"(private.registrations, jsonb);

DROP FUNCTION "private"."notify_of_claim"(private.registrations, uuid);

DROP FUNCTION "private"."refuse_closed"(private.registrations);

DROP FUNCTION "private"."require_product_photo"(public.products);

DROP FUNCTION "private"."store_changed"(private.registrations, jsonb, jsonb, jsonb, jsonb);

DROP FUNCTION "private"."use_change_proof"(private.registrations, jsonb);

DROP VIEW "private"."registrations";

DROP FUNCTION "public"."find_mail"(uuid);

DROP FUNCTION "public"."list_mails"(text, text, integer, integer);

DROP FUNCTION "public"."list_money_entries"(uuid);

DROP FUNCTION "public"."list_record_mails"(text, uuid);

DROP FUNCTION "public"."next_mails"(text, text, text, uuid);

DROP FUNCTION "public"."settlement_ways"();

CREATE TABLE "private"."ledger_transfers" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "event" text NOT NULL, "order_id" uuid NOT NULL, "debit_account" text NOT NULL, "credit_account" text NOT NULL, "currency" text NOT NULL, "amount_minor" bigint NOT NULL, "phase" text NOT NULL DEFAULT 'posted'::text, "pending_id" bigint, "expires_at" timestamp with time zone, "source_table" text NOT NULL DEFAULT 'orders'::text, "source_id" text, "recorded_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "ledger_transfers_amount_minor_positive" CHECK ((amount_minor > 0)), CONSTRAINT "ledger_transfers_currency_form" CHECK ((currency ~ '^[A-Z]{3}$'::text)), CONSTRAINT "ledger_transfers_event_known" CHECK ((event = ANY (ARRAY['order_priced'::text, 'order_ended'::text, 'goods_delivered'::text, 'payment_claimed'::text, 'claim_rejected'::text, 'payment_received'::text, 'surplus_received'::text, 'surplus_used'::text, 'complaint_credited'::text, 'refund_paid'::text, 'fee_kept'::text, 'rest_written_off'::text]))), CONSTRAINT "ledger_transfers_expires_at_belongs" CHECK (((phase = 'pending'::text) = (expires_at IS NOT NULL))), CONSTRAINT "ledger_transfers_pending_id_belongs" CHECK (((phase = ANY (ARRAY['post'::text, 'void'::text])) = (pending_id IS NOT NULL))), CONSTRAINT "ledger_transfers_phase_known" CHECK ((phase = ANY (ARRAY['posted'::text, 'pending'::text, 'post'::text, 'void'::text]))), CONSTRAINT "ledger_transfers_pkey" PRIMARY KEY (id), CONSTRAINT "ledger_transfers_source_id_belongs" CHECK (((source_table = 'orders'::text) = (source_id IS NULL))), CONSTRAINT "ledger_transfers_source_table_known" CHECK ((source_table = ANY (ARRAY['orders'::text, 'quotes'::text, 'payment_claims'::text, 'payments'::text, 'order_credits'::text, 'order_disputes'::text]))), CONSTRAINT "ledger_transfers_two_accounts" CHECK ((debit_account <> credit_account)));

revoke all on table private.ledger_transfers from public, anon, authenticated;

ALTER TABLE "private"."ledger_transfers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."market_limit_changes" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "name" text NOT NULL, "value_before" integer NOT NULL, "value" integer NOT NULL, "reason" text NOT NULL, "proposed_by" uuid NOT NULL, "proposed_at" timestamp with time zone NOT NULL DEFAULT now(), "decided_by" uuid, "decided_at" timestamp with time zone, "outcome" text, CONSTRAINT "market_limit_changes_decided_whole" CHECK ((num_nonnulls(decided_by, decided_at, outcome) = ANY (ARRAY[0, 3]))), CONSTRAINT "market_limit_changes_outcome_known" CHECK ((outcome = ANY (ARRAY['alone'::text, 'approved'::text, 'dropped'::text]))), CONSTRAINT "market_limit_changes_pkey" PRIMARY KEY (id), CONSTRAINT "market_limit_changes_reason_length" CHECK (((char_length(reason) >= 10) AND (char_length(reason) <= 500))), CONSTRAINT "market_limit_changes_two_people" CHECK (((outcome <> 'approved'::text) OR (decided_by <> proposed_by))));

revoke all on table private.market_limit_changes from public, anon, authenticated;

ALTER TABLE "private"."market_limit_changes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."twins" ("record_type" text NOT NULL, "record_id" uuid NOT NULL, "other_type" text NOT NULL, "other_id" uuid NOT NULL, CONSTRAINT "twins_pkey" PRIMARY KEY (record_type, record_id, other_type, other_id), CONSTRAINT "twins_two" CHECK ((record_id <> other_id)));

revoke all on table private.twins from public, anon, authenticated;

ALTER TABLE "private"."twins" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."counter_offers" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid NOT NULL, "quote_id" uuid NOT NULL, "prices_kobo" bigint[] NOT NULL, "quantities" numeric[] NOT NULL, "currency" text NOT NULL, "total_kobo" bigint NOT NULL, "payment_terms" text NOT NULL, "incoterms" text, "named_place" text, "window_from" date, "window_to" date, "tolerance_percent" numeric, "grade" text, "moisture_max_percent" numeric, "packing" text, "hs_code" text, "origin" text, "note" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "buyer_company" text, "buyer_contact" text, "buyer_address" text, "buyer_country" text, "deliver_to" text, CONSTRAINT "counter_offers_buyer_address_length" CHECK (((char_length(buyer_address) >= 10) AND (char_length(buyer_address) <= 500))), CONSTRAINT "counter_offers_buyer_company_length" CHECK (((char_length(buyer_company) >= 2) AND (char_length(buyer_company) <= 200))), CONSTRAINT "counter_offers_buyer_contact_length" CHECK (((char_length(buyer_contact) >= 2) AND (char_length(buyer_contact) <= 200))), CONSTRAINT "counter_offers_buyer_country_length" CHECK (((char_length(buyer_country) >= 2) AND (char_length(buyer_country) <= 100))), CONSTRAINT "counter_offers_currency_known" CHECK ((currency = ANY (ARRAY['NGN'::text, 'USD'::text, 'EUR'::text, 'GBP'::text]))), CONSTRAINT "counter_offers_deliver_to_length" CHECK (((char_length(deliver_to) >= 5) AND (char_length(deliver_to) <= 500))), CONSTRAINT "counter_offers_note_length" CHECK (((char_length(note) >= 1) AND (char_length(note) <= 2000))), CONSTRAINT "counter_offers_pkey" PRIMARY KEY (id), CONSTRAINT "counter_offers_prices_kobo_range" CHECK ((('-100000000000'::bigint <= ALL (prices_kobo)) AND ('100000000000'::bigint >= ALL (prices_kobo)))), CONSTRAINT "counter_offers_prices_kobo_some" CHECK (((cardinality(prices_kobo) >= 1) AND (cardinality(prices_kobo) <= 100))), CONSTRAINT "counter_offers_quantities_each" CHECK ((cardinality(quantities) = cardinality(prices_kobo))), CONSTRAINT "counter_offers_total_kobo_positive" CHECK ((total_kobo > 0)));

revoke all on table public.counter_offers from public, anon, authenticated;

ALTER TABLE "public"."counter_offers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."delivery_zones" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "name" text NOT NULL, "areas" text[] NOT NULL, "step_grams" integer[] NOT NULL, "step_kobo" bigint[] NOT NULL, "weekdays" smallint[] NOT NULL, "cutoff_days" integer NOT NULL DEFAULT 1, "capacity_kg" integer, "capacity_orders" integer, "is_active" boolean NOT NULL DEFAULT true, "is_demo" boolean NOT NULL DEFAULT false, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "delivery_zones_capacity_kg_positive" CHECK (((capacity_kg >= 1) AND (capacity_kg <= 1000000))), CONSTRAINT "delivery_zones_capacity_orders_positive" CHECK (((capacity_orders >= 1) AND (capacity_orders <= 100000))), CONSTRAINT "delivery_zones_cutoff_days_range" CHECK (((cutoff_days >= 0) AND (cutoff_days <= 30))), CONSTRAINT "delivery_zones_name_length" CHECK (((char_length(name) >= 2) AND (char_length(name) <= 100))), CONSTRAINT "delivery_zones_name_unique" UNIQUE (name), CONSTRAINT "delivery_zones_pkey" PRIMARY KEY (id), CONSTRAINT "delivery_zones_name_plain" CHECK ((name = private.clean_line(name))));

revoke all on table public.delivery_zones from public, anon, authenticated;

ALTER TABLE "public"."delivery_zones" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."delivery_zones" FROM "service_role";

CREATE TABLE "public"."depots" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "name" text NOT NULL, "address" text NOT NULL, "state" text NOT NULL, "lga" text NOT NULL, "hours" text NOT NULL, "weekdays" smallint[] NOT NULL, "lead_days" integer NOT NULL DEFAULT 1, "is_active" boolean NOT NULL DEFAULT true, "is_demo" boolean NOT NULL DEFAULT false, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "depots_address_length" CHECK (((char_length(address) >= 5) AND (char_length(address) <= 300))), CONSTRAINT "depots_hours_length" CHECK (((char_length(hours) >= 3) AND (char_length(hours) <= 200))), CONSTRAINT "depots_lead_days_range" CHECK (((lead_days >= 0) AND (lead_days <= 30))), CONSTRAINT "depots_lga_length" CHECK (((char_length(lga) >= 2) AND (char_length(lga) <= 100))), CONSTRAINT "depots_name_length" CHECK (((char_length(name) >= 2) AND (char_length(name) <= 100))), CONSTRAINT "depots_name_unique" UNIQUE (name), CONSTRAINT "depots_pkey" PRIMARY KEY (id), CONSTRAINT "depots_state_length" CHECK (((char_length(state) >= 2) AND (char_length(state) <= 100))), CONSTRAINT "depots_address_plain" CHECK ((address = private.clean_line(address))), CONSTRAINT "depots_hours_plain" CHECK ((hours = private.clean_line(hours))), CONSTRAINT "depots_name_plain" CHECK ((name = private.clean_line(name))));

revoke all on table public.depots from public, anon, authenticated;

ALTER TABLE "public"."depots" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."depots" FROM "service_role";

CREATE TABLE "public"."letters_of_credit" ("order_id" uuid NOT NULL, "status" text NOT NULL DEFAULT 'awaited'::text, "advising_bank" text, "documents" text, "draft_path" text, "draft_at" timestamp with time zone, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "letters_of_credit_advising_bank_length" CHECK (((char_length(advising_bank) >= 5) AND (char_length(advising_bank) <= 300))), CONSTRAINT "letters_of_credit_documents_length" CHECK (((char_length(documents) >= 2) AND (char_length(documents) <= 2000))), CONSTRAINT "letters_of_credit_draft_path_form" CHECK ((draft_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}$'::text)), CONSTRAINT "letters_of_credit_draft_whole" CHECK (((draft_path IS NULL) = (draft_at IS NULL))), CONSTRAINT "letters_of_credit_pkey" PRIMARY KEY (order_id), CONSTRAINT "letters_of_credit_status_known" CHECK ((status = ANY (ARRAY['awaited'::text, 'draft_received'::text, 'issued'::text, 'documents_presented'::text, 'paid'::text]))));

revoke all on table public.letters_of_credit from public, anon, authenticated;

ALTER TABLE "public"."letters_of_credit" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."order_credits" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid NOT NULL, "kind" text NOT NULL, "amount_kobo" bigint NOT NULL, "reason" text NOT NULL, "recorded_by" uuid, "second_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "idempotency_key" uuid, CONSTRAINT "order_credits_amount_kobo_positive" CHECK ((amount_kobo > 0)), CONSTRAINT "order_credits_idempotency_key_unique" UNIQUE (idempotency_key), CONSTRAINT "order_credits_kind_known" CHECK ((kind = ANY (ARRAY['complaint'::text, 'fee'::text, 'write_off'::text]))), CONSTRAINT "order_credits_pkey" PRIMARY KEY (id), CONSTRAINT "order_credits_reason_length" CHECK (((char_length(reason) >= 3) AND (char_length(reason) <= 2000))), CONSTRAINT "order_credits_two_people" CHECK ((second_by <> recorded_by)));

revoke all on table public.order_credits from public, anon, authenticated;

ALTER TABLE "public"."order_credits" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."order_deliveries" ("order_id" uuid NOT NULL, "kind" text NOT NULL, "zone_id" uuid, "depot_id" uuid, "name" text, "address" text, "hours" text, "day" date, "weight_grams" bigint, "price_kobo" bigint, "quoted_at" timestamp with time zone, "quoted_by" uuid, "accepted_at" timestamp with time zone, "vat_kobo" bigint, CONSTRAINT "order_deliveries_accepted_belongs" CHECK (((accepted_at IS NULL) OR (quoted_at IS NOT NULL))), CONSTRAINT "order_deliveries_collect_free" CHECK (((kind <> 'collect'::text) OR (price_kobo = 0))), CONSTRAINT "order_deliveries_deliver_whole" CHECK (((kind <> 'deliver'::text) OR (num_nulls(name, day, price_kobo) = 0))), CONSTRAINT "order_deliveries_depot_id_belongs" CHECK (((depot_id IS NULL) OR (kind = 'collect'::text))), CONSTRAINT "order_deliveries_kind_known" CHECK ((kind = ANY (ARRAY['collect'::text, 'deliver'::text, 'quote'::text]))), CONSTRAINT "order_deliveries_pkey" PRIMARY KEY (order_id), CONSTRAINT "order_deliveries_price_kobo_range" CHECK (((price_kobo >= 0) AND (price_kobo <= '100000000000'::bigint))), CONSTRAINT "order_deliveries_quote_whole" CHECK (((kind <> 'quote'::text) OR (num_nulls(day, price_kobo, quoted_at) = ANY (ARRAY[0, 3])))), CONSTRAINT "order_deliveries_vat_kobo_belongs" CHECK (((vat_kobo IS NULL) OR ((vat_kobo >= 0) AND (price_kobo IS NOT NULL)))), CONSTRAINT "order_deliveries_weight_grams_positive" CHECK ((weight_grams > 0)), CONSTRAINT "order_deliveries_zone_id_belongs" CHECK (((zone_id IS NOT NULL) = (kind = 'deliver'::text))));

revoke all on table public.order_deliveries from public, anon, authenticated;

ALTER TABLE "public"."order_deliveries" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."order_request_lines" ("order_id" uuid NOT NULL, "position" integer NOT NULL, "product" text NOT NULL, "quantity" numeric NOT NULL, "quantity_text" text NOT NULL, "unit" text NOT NULL, CONSTRAINT "order_request_lines_pkey" PRIMARY KEY (order_id, "position"), CONSTRAINT "order_request_lines_position_range" CHECK ((("position" >= 2) AND ("position" <= 20))), CONSTRAINT "order_request_lines_product_length" CHECK (((char_length(product) >= 1) AND (char_length(product) <= 200))), CONSTRAINT "order_request_lines_quantity_positive" CHECK (((quantity > (0)::numeric) AND (quantity <= (1000000000)::numeric))), CONSTRAINT "order_request_lines_quantity_text_length" CHECK (((char_length(quantity_text) >= 1) AND (char_length(quantity_text) <= 40))), CONSTRAINT "order_request_lines_unit_known" CHECK ((unit = ANY (ARRAY['Tons'::text, 'Kilograms'::text, 'Bags (50kg)'::text, 'Bags (100kg)'::text, 'Containers (20ft)'::text, 'Containers (40ft)'::text]))));

revoke all on table public.order_request_lines from public, anon, authenticated;

ALTER TABLE "public"."order_request_lines" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."order_templates" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid NOT NULL, "name" text NOT NULL, "answers" jsonb NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "order_templates_answers_form" CHECK (((jsonb_typeof(answers) = 'object'::text) AND (answers <> '{}'::jsonb) AND (char_length((answers)::text) <= 8000) AND (NOT jsonb_path_exists(answers, 'strict $.*?(@.type() != "string")'::jsonpath)))), CONSTRAINT "order_templates_name_length" CHECK (((char_length(name) >= 2) AND (char_length(name) <= 60))), CONSTRAINT "order_templates_name_trimmed" CHECK ((name = btrim(name))), CONSTRAINT "order_templates_name_unique" UNIQUE (user_id, name), CONSTRAINT "order_templates_pkey" PRIMARY KEY (id));

revoke all on table public.order_templates from public, anon, authenticated;

ALTER TABLE "public"."order_templates" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."page_texts" ("page" text NOT NULL, "key" text NOT NULL, "text" text NOT NULL, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "page_texts_pkey" PRIMARY KEY (page, key), CONSTRAINT "page_texts_text_length" CHECK (((char_length(text) >= 1) AND (char_length(text) <= 600))), CONSTRAINT "page_texts_text_plain" CHECK (((text = private.clean_text(text)) AND (strpos(text, '

'::text) = 0))));

revoke all on table public.page_texts from public, anon, authenticated;

ALTER TABLE "public"."page_texts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."product_wishes" ("user_id" uuid NOT NULL, "product_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "product_wishes_pkey" PRIMARY KEY (user_id, product_id));

revoke all on table public.product_wishes from public, anon, authenticated;

ALTER TABLE "public"."product_wishes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."stock_alerts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "product_id" uuid NOT NULL, "user_id" uuid, "email" text, "confirm_token_hash" text, "confirm_sent_at" timestamp with time zone, "confirmed_at" timestamp with time zone, "end_token" text NOT NULL, "notified_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "stock_alerts_account_unique" UNIQUE (product_id, user_id), CONSTRAINT "stock_alerts_confirm_token_hash_form" CHECK ((confirm_token_hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "stock_alerts_email_unique" UNIQUE (product_id, email), CONSTRAINT "stock_alerts_end_token_length" CHECK ((char_length(end_token) = 64)), CONSTRAINT "stock_alerts_end_token_unique" UNIQUE (end_token), CONSTRAINT "stock_alerts_one_recipient" CHECK (((user_id IS NULL) <> (email IS NULL))), CONSTRAINT "stock_alerts_pkey" PRIMARY KEY (id), CONSTRAINT "stock_alerts_email_form" CHECK ((private.is_email(email) AND (email = lower(email)))));

revoke all on table public.stock_alerts from public, anon, authenticated;

ALTER TABLE "public"."stock_alerts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."vat_rates" ("vat_class" text NOT NULL, "valid_from" date NOT NULL, "rate_bp" integer, "reason" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "vat_rates_exempt_bears_none" CHECK (((vat_class <> 'exempt'::text) OR (rate_bp = 0))), CONSTRAINT "vat_rates_pkey" PRIMARY KEY (vat_class, valid_from), CONSTRAINT "vat_rates_rate_bp_belongs" CHECK (((rate_bp IS NOT NULL) OR (vat_class = 'delivery'::text))), CONSTRAINT "vat_rates_rate_bp_range" CHECK (((rate_bp >= 0) AND (rate_bp <= 10000))), CONSTRAINT "vat_rates_reason_length" CHECK (((char_length(reason) >= 3) AND (char_length(reason) <= 160))), "created_by" uuid DEFAULT auth.uid(), CONSTRAINT "vat_rates_reason_plain" CHECK ((reason = private.clean_line(reason))));

revoke all on table public.vat_rates from public, anon, authenticated;

ALTER TABLE "public"."vat_rates" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."vat_rates" FROM "service_role";

ALTER TABLE "private"."mail_templates" ADD COLUMN "name" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."buyers" ADD COLUMN "sent_again_at" timestamp with time zone;

ALTER TABLE "public"."farmers" ADD COLUMN "sent_again_at" timestamp with time zone;

ALTER TABLE "public"."investors" ADD COLUMN "sent_again_at" timestamp with time zone;

ALTER TABLE "public"."order_disputes" ADD COLUMN "line_position" integer;

ALTER TABLE "public"."order_disputes" ADD COLUMN "line_name" text;

ALTER TABLE "public"."order_disputes" ADD COLUMN "amount" numeric;

ALTER TABLE "public"."order_disputes" ADD COLUMN "amount_unit" text;

ALTER TABLE "public"."order_disputes" ADD COLUMN "wish" text;

ALTER TABLE "public"."order_documents" ADD COLUMN "quote_id" uuid;

ALTER TABLE "public"."order_documents" ADD COLUMN "credit_id" uuid;

ALTER TABLE "public"."order_items" ADD COLUMN "vat_class" text NOT NULL DEFAULT 'basic_food'::text;

ALTER TABLE "public"."order_items" ADD COLUMN "vat_rate_bp" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."order_items" ADD COLUMN "vat_reason" text;

ALTER TABLE "public"."order_items" ADD COLUMN "vat_kobo" bigint GENERATED ALWAYS AS ((round(((((price_kobo)::numeric * (quantity)::numeric) * (vat_rate_bp)::numeric) * 0.0001)))::bigint) STORED NOT NULL;

ALTER TABLE "public"."order_products" ADD COLUMN "grade" text;

ALTER TABLE "public"."order_products" ADD COLUMN "season" text;

ALTER TABLE "public"."order_products" ADD COLUMN "origin_states" text;

ALTER TABLE "public"."order_products" ADD COLUMN "minimum_lot" numeric(12,3);

ALTER TABLE "public"."order_products" ADD COLUMN "minimum_lot_unit" text;

ALTER TABLE "public"."order_products" ADD COLUMN "packing" text;

ALTER TABLE "public"."order_products" ADD COLUMN "hs_code" text;

ALTER TABLE "public"."order_products" ADD COLUMN "price_kobo" bigint;

ALTER TABLE "public"."order_products" ADD COLUMN "price_currency" text;

ALTER TABLE "public"."order_products" ADD COLUMN "price_unit" text;

ALTER TABLE "public"."order_products" ADD COLUMN "price_basis" text;

ALTER TABLE "public"."order_products" ADD COLUMN "price_on" date;

ALTER TABLE "public"."order_products" ADD COLUMN "photo_path" text;

ALTER TABLE "public"."order_products" ADD COLUMN "is_demo" boolean;

ALTER TABLE "public"."order_requests" ADD COLUMN "named_place" text;

ALTER TABLE "public"."order_requests" ADD COLUMN "grade" text;

ALTER TABLE "public"."order_requests" ADD COLUMN "packing" text;

ALTER TABLE "public"."order_requests" ADD COLUMN "tolerance_percent" numeric;

ALTER TABLE "public"."order_requests" ADD COLUMN "target_price" text;

ALTER TABLE "public"."order_requests" ADD COLUMN "purchase_order_number" text;

ALTER TABLE "public"."order_requests" ADD COLUMN "delivery_location" text;

ALTER TABLE "public"."orders" ADD COLUMN "delivery_kobo" bigint NOT NULL DEFAULT 0;

ALTER TABLE "public"."orders" ADD COLUMN "vat_kobo" bigint NOT NULL DEFAULT 0;

ALTER TABLE "public"."orders" ADD COLUMN "goods_kobo" bigint GENERATED ALWAYS AS (((total_amount_kobo - delivery_kobo) - vat_kobo)) STORED;

ALTER TABLE "public"."orders" ADD COLUMN "awaits_delivery" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."orders" ADD COLUMN "withdrawal_reason" text;

ALTER TABLE "public"."orders" ADD COLUMN "vat_lines" jsonb;

ALTER TABLE "public"."orders" ADD COLUMN "delivers_from" date;

ALTER TABLE "public"."orders" ADD COLUMN "delivers_until" date;

ALTER TABLE "public"."orders" ADD COLUMN "sort_name" text COLLATE pg_catalog."C";

ALTER TABLE "public"."payment_claims" ADD COLUMN "amount_kobo" bigint;

ALTER TABLE "public"."products" ADD COLUMN "more_photo_paths" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."products" ADD COLUMN "weight_grams" integer;

ALTER TABLE "public"."products" ADD COLUMN "vat_class" text NOT NULL DEFAULT 'basic_food'::text;

ALTER TABLE "public"."quotes" ADD COLUMN "incoterms" text;

ALTER TABLE "public"."quotes" ADD COLUMN "named_place" text;

ALTER TABLE "public"."quotes" ADD COLUMN "window_from" date;

ALTER TABLE "public"."quotes" ADD COLUMN "window_to" date;

ALTER TABLE "public"."quotes" ADD COLUMN "tolerance_percent" numeric;

ALTER TABLE "public"."quotes" ADD COLUMN "grade" text;

ALTER TABLE "public"."quotes" ADD COLUMN "moisture_max_percent" numeric;

ALTER TABLE "public"."quotes" ADD COLUMN "packing" text;

ALTER TABLE "public"."quotes" ADD COLUMN "hs_code" text;

ALTER TABLE "public"."quotes" ADD COLUMN "origin" text;

ALTER TABLE "public"."quotes" ADD COLUMN "declined_at" timestamp with time zone;

ALTER TABLE "public"."quotes" ADD COLUMN "decline_reason" text;

ALTER TABLE "public"."quotes" ADD COLUMN "agreed_rate" text;

ALTER TABLE "public"."quotes" ADD COLUMN "vat_class" text;

ALTER TABLE "public"."quotes" ADD COLUMN "vat_rate_bp" integer;

ALTER TABLE "public"."quotes" ADD COLUMN "vat_reason" text;

ALTER TABLE "public"."quotes" ADD COLUMN "buyer_company" text;

ALTER TABLE "public"."quotes" ADD COLUMN "buyer_contact" text;

ALTER TABLE "public"."quotes" ADD COLUMN "buyer_address" text;

ALTER TABLE "public"."quotes" ADD COLUMN "buyer_country" text;

ALTER TABLE "public"."quotes" ADD COLUMN "deliver_to" text;

ALTER TABLE "public"."settlement_accounts" ADD COLUMN "currency" text NOT NULL DEFAULT 'NGN'::text;

ALTER TABLE "public"."settlement_accounts" ADD COLUMN "bank_address" text;

ALTER TABLE "public"."settlement_accounts" ADD COLUMN "swift_bic" text;

ALTER TABLE "public"."settlement_accounts" ADD COLUMN "correspondent" text;

ALTER TABLE "public"."training_enrolments" ADD COLUMN "sent_again_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION private.add_message_file(file jsonb, added_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('message files ' || added_by, 0));
  perform private.refuse_too_many_message_files(added_by);
  insert into public.message_files (path, record_type, record_id, name, type, bytes, added_by)
  values (file ->> 'path', file ->> 'recordType', (file ->> 'recordId')::uuid, file ->> 'name', file ->> 'type',
    (file ->> 'bytes')::integer, add_message_file.added_by);
end $function$;

CREATE OR REPLACE FUNCTION private.add_vat_to_options(options jsonb, items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'Africa/Lagos')::date;
  goods jsonb := private.vat_of_basket(items);
  goods_kobo bigint := private.sum_of(goods, 'amountKobo');
  goods_vat_kobo bigint := private.sum_of(goods, 'vatKobo');
begin
  return options || jsonb_build_object(
    'vat', coalesce(private.describe_vat_lines(goods, 0, 0, today), '[]'),
    'options', (
      select jsonb_agg(case when option ->> 'kind' = 'deliver' then option || jsonb_build_object('vat',
          coalesce(private.describe_vat_lines(goods, (option ->> 'priceKobo')::bigint,
            private.vat_of_delivery((option ->> 'priceKobo')::bigint, goods_kobo, goods_vat_kobo, today), today), '[]'))
        else option end order by place)
      from jsonb_array_elements(options -> 'options') with ordinality as input (option, place)));
end $function$;

CREATE OR REPLACE FUNCTION private.after_credit_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  credited public.orders;
begin
  select * into strict credited from public.orders where id = new.order_id;
  perform private.audit_change('order_credits', 'staff', 'order_id', 'kind,amount_kobo,reason', old, new);
  case new.kind
    when 'complaint' then
      perform private.post_allowance(credited, 'receivable', new.amount_kobo, 'order_credits', new.id::text);
      perform private.issue_credit_note(new);
    when 'fee' then perform private.post_transfer('fee_kept', credited, 'bank_fees', 'receivable', new.amount_kobo, 'order_credits', new.id::text);
    when 'write_off' then perform private.post_transfer('rest_written_off', credited, 'write_offs', 'receivable', new.amount_kobo, 'order_credits', new.id::text);
  end case;
  return null;
end $function$;

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
    perform private.post_order_change(null, new);
    return null;
  elsif tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
    if old.status <> 'declined' then perform private.post_order_end(old); end if;
    return null;
  end if;
  moved := (new.status, new.payment_status, new.fulfilment_status)
    is distinct from (old.status, old.payment_status, old.fulfilment_status);
  decided := new.status <> old.status and not new.is_demo;
  -- What staff decide. A record's own words about a person are no part of it.
  perform private.audit_change('orders', 'staff', 'id', 'status,decline_reason,credit_terms_reason,payment_status,'
    || 'fulfilment_status,total_amount_kobo,refund_due_kobo,delivery_date', old, new);
  if moved or (new.total_amount_kobo, new.delivery_kobo, new.vat_kobo)
    is distinct from (old.total_amount_kobo, old.delivery_kobo, old.vat_kobo)
  then
    perform private.post_order_change(old, new);
  end if;
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

CREATE OR REPLACE FUNCTION private.after_order_message_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.is_from_staff then
    perform private.record_audit('message', 'orders', new.order_id::text);
    perform private.note_contact('orders', new.order_id, (select auth.uid()));
  else
    perform private.notify_followers('orders', new.order_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.after_payment_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid_order public.orders;
begin
  perform private.audit_change('payments', 'staff', 'order_id', 'kind,amount_kobo,currency,value_date', old, new);
  select * into strict paid_order from public.orders where id = new.order_id;
  if new.kind = 'refund' then
    perform private.post_transfer('refund_paid', paid_order, 'refundable', 'bank', new.amount_kobo, 'payments', new.id::text);
    perform private.issue_credit_note(new);
  else
    perform private.post_receipt(paid_order, new.amount_kobo, new.id);
    perform private.issue_receipt(new);
  end if;
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
    'name,category,farmer_id,pack_amount,pack_unit,weight_grams,vat_class,price_kobo,stock,low_stock_at,season,state,photo_path,more_photo_paths,status,review_note', old, new);
  if tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
  elsif (new.stock, new.price_kobo) is distinct from (old.stock, old.price_kobo) then
    perform private.record_product_numbers(old, new);
  end if;
  -- Pages are drawn again when what they show changes: not at every sale, only when the last pack goes or the first comes.
  -- 10 is fewPacks of domain/market/products.ts; unlimited is plenty.
  if (new.name, new.category, new.description, new.farmer_name, new.location, new.is_verified, new.pack_amount,
      new.pack_unit, new.price_kobo, new.season, new.state, new.photo_path, new.more_photo_paths, new.status, new.rating_count, least(new.stock, 10 + 1))
    is distinct from (old.name, old.category, old.description, old.farmer_name, old.location, old.is_verified, old.pack_amount,
      old.pack_unit, old.price_kobo, old.season, old.state, old.photo_path, old.more_photo_paths, old.status, old.rating_count, least(old.stock, 10 + 1))
  then
    perform pg_notify('content_changed', 'products');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.after_quote_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit_change('quotes', 'staff', 'order_id',
    'total_kobo,currency,payment_terms,incoterms,named_place,expires_at,status', old, new);
  if tg_op = 'INSERT' and new.status <> 'waiting' then
    perform private.note_contact('orders', new.order_id, (select auth.uid()));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.after_registration_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    if tg_table_name = 'buyers' and not new.is_demo then perform private.record_buyer_success(new); end if;
    return null;
  end if;
  perform private.audit_change(tg_table_name, 'staff', 'id', 'status,decline_reason', old, new);
  if tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
    perform private.forget_sealed(tg_table_name, old.id);
    perform private.forget_submissions(old.id);
    return null;
  end if;
  if tg_table_name = 'farmers' then perform private.carry_farmer_to_products(old, new); end if;
  -- Of one that was made a part of another, merge_registrations notifies the person.
  if new.status <> old.status and new.status <> 'pending' and not new.is_demo and private.merged_into(new.id) is null then
    perform private.notify_registrant(new.id, case new.status
      when 'approved' then 'registration_approved'
      when 'declined' then 'registration_declined' end);
    perform private.text_registrant_of_decision(to_jsonb(new));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.after_settlement_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit_change('settlement_accounts', 'all', 'id',
    'kind,currency,bank_name,bank_address,swift_bic,correspondent,account_name,account_number,wallet_address,approved_at,effective_at,withdrawn_at', old, new, 'account_number');
  -- Of a proposal, and of its approval.
  if not new.is_demo and ((tg_op = 'INSERT' and new.approved_at is null)
    or (tg_op = 'UPDATE' and old.approved_at is null and new.approved_at is not null))
  then
    perform private.notify_staff_of_settlement(new);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.after_suppression_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.user_roles where user_id = (select auth.uid())) then
    perform private.record_audit(lower(tg_op), tg_table_name::text, private.mask_email(coalesce(new.email, old.email)),
      case when tg_op <> 'INSERT' then jsonb_build_object('reason', old.reason) end,
      case when tg_op <> 'DELETE' then jsonb_build_object('reason', new.reason) end);
  end if;
  if tg_op <> 'DELETE' and new.reason = 'bounced' then
    perform private.note_unreached_address(new.email);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.alone_kobo(order_id uuid, kind text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(recorded.amount_kobo), 0)::bigint
  from (
    select payments.amount_kobo from public.payments
    where payments.order_id = $1 and payments.second_by is null
      and payments.kind = case $2 when 'receipt' then 'receipt' else 'refund' end
    union all
    select credit.amount_kobo from public.order_credits as credit
    where credit.order_id = $1 and credit.second_by is null and $2 <> 'receipt'
  ) as recorded
$function$;

CREATE OR REPLACE FUNCTION private.answer_dispute(current_order public.orders, resolution text, note text, granted_kobo bigint, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  dispute public.order_disputes := private.open_dispute(current_order.id);
  owed bigint := private.balance_kobo(current_order.id);
begin
  current_order := private.apply_order_event(current_order.id, case
    when answer_dispute.resolution = 'rejected' then 'reject_dispute'
    when answer_dispute.resolution = 'replaced' then 'replace_disputed'
    when granted_kobo > owed then 'refund_disputed'
    when granted_kobo = owed then 'credit_disputed_in_full'
    else 'credit_disputed' end);
  if granted_kobo is not null then
    perform private.grant_complaint(current_order, granted_kobo, dispute.id, recorded_by, second_by);
    select * into current_order from public.orders where id = current_order.id;
  end if;
  update public.order_disputes as answered set resolution = answer_dispute.resolution, resolution_note = note,
    refund_kobo = granted_kobo, resolved_by = recorded_by, resolved_at = now()
  where answered.id = dispute.id;
  return private.describe_market_order(current_order, false);
end $function$;

CREATE OR REPLACE FUNCTION private.apply_retention()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone jsonb := '{}';
  kind text;
  touched bigint;
begin
  foreach kind in array array['farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications'] loop
    execute format('delete from public.%I as record
      where not is_demo and updated_at < private.retained_since(record.status || ''_registrations'')', kind);
    get diagnostics touched = row_count;
    gone := gone || jsonb_build_object(kind, touched);
  end loop;
  delete from app_vault.secrets using public.investors, public.investor_private
  where secrets.record_type = 'investors' and secrets.record_id = investors.id and secrets.field = 'idNumber'
    and investor_private.investor_id = investors.id and investor_private.valid_id_type = 'nin'
    and investors.status <> 'pending' and investors.updated_at <= private.retained_since('national_identity_numbers');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('national_identity_numbers', touched);
  delete from public.registration_drafts where updated_at < private.retained_since('registration_drafts');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('registration_drafts', touched);
  delete from public.audit_events where created_at < private.retained_since('audit_events');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('audit_events', touched);
  delete from public.vault_reveals where created_at < private.retained_since('vault_reveals');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('vault_reveals', touched);
  delete from public.consents where created_at < private.retained_since('consents')
    and not exists (select from private.registrations where registrations.id = consents.record_id);
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('consents', touched);
  -- Not of orders: the decisions on them stay with the orders.
  delete from public.decision_events
  where created_at < private.retained_since('decision_events')
    and record_type in
      ('farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications', 'job_applications')
    and not exists (select from private.registrations where registrations.id = decision_events.record_id)
    and not exists (select from public.partnership_applications as application where application.id = decision_events.record_id)
    and not exists (select from public.job_applications as application where application.id = decision_events.record_id);
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('decision_events', touched);
  touched := private.forget_guests();
  gone := gone || jsonb_build_object('guest_contacts', touched);
  -- Requested again is a new request. The ledger of consents stays: it says when a subscription began and ended, not whose.
  delete from public.newsletter_subscriptions
  where confirmed_at is null and unsubscribed_at is null
    and greatest(created_at, confirm_sent_at) < private.retained_since('unconfirmed_subscriptions');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('unconfirmed_subscriptions', touched);
  delete from public.newsletter_subscriptions
  where greatest(unsubscribed_at, confirm_sent_at) < private.retained_since('ended_subscriptions') and unsubscribed_at is not null;
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('ended_subscriptions', touched);
  delete from public.stock_alerts
  where greatest(created_at, confirm_sent_at, confirmed_at, notified_at) < private.retained_since('ended_subscriptions')
    or confirmed_at is null and greatest(created_at, confirm_sent_at) < private.retained_since('unconfirmed_subscriptions');
  get diagnostics touched = row_count;
  gone := gone || jsonb_build_object('stock_alerts', touched);
  delete from private.registration_guest_links where expires_at < now();
  get diagnostics touched = row_count;
  return gone || jsonb_build_object('registration_guest_links', touched);
end $function$;

CREATE OR REPLACE FUNCTION private.apply_rows(changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  change jsonb;
  verb text;
  target text;
  new_values jsonb;
  contact jsonb;
  columns text;
  condition text;
  changed_row jsonb;
  touched bigint;
begin
  for change in select * from jsonb_array_elements(changes) loop
    target := change ->> 'table';
    verb := coalesce(change ->> 'verb', '');
    if target is null or target not in ('company_facts', 'impact_figures', 'board_members', 'career_categories',
      'career_positions', 'page_actions', 'courses', 'crop_seasons', 'projects', 'stories', 'photographs', 'page_facts', 'page_texts')
    then
      raise exception 'Drafts do not change %', coalesce(target, 'this') using errcode = '23514', hint = 'changes';
    elsif target = 'company_facts' then
      perform private.require_strong_right('settings.write');
    end if;
    new_values := coalesce(change -> 'values', '{}');
    contact := null;
    if target = 'board_members' then
      select jsonb_object_agg(key, value) into contact
      from jsonb_each(new_values) where key in ('email', 'phone', 'public_contact');
      new_values := new_values - array['email', 'phone', 'public_contact'];
    end if;
    select string_agg(quote_ident(key), ', ' order by key) into columns from jsonb_object_keys(new_values) as key;
    select string_agg(format('t.%1$I = (jsonb_populate_record(null::public.%2$I, $2)).%1$I', key, target), ' and ') into condition
    from jsonb_object_keys(coalesce(change -> 'key', '{}')) as key;
    if verb not in ('insert', 'update', 'delete') or (verb <> 'insert' and condition is null)
      or (verb = 'insert' and columns is null) or (verb = 'update' and columns is null and contact is null)
    then
      raise exception 'A change names its row and its values' using errcode = '23514', hint = 'changes';
    end if;
    execute format(case
      when verb = 'insert' then
        'insert into public.%1$I as t (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) where $2 is null or true'
      when verb = 'delete' then 'delete from public.%1$I as t where %3$s and ($1 is null or true)'
      -- Only how to reach them: the row is touched, so that it is there and the caller's to change.
      when columns is null then 'update public.%1$I as t set name = t.name where %3$s and ($1 is null or true)'
      else 'update public.%1$I as t set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where %3$s'
    end || ' returning to_jsonb(t)', target, columns, condition) into changed_row using new_values, change -> 'key';
    get diagnostics touched = row_count;
    if touched <> 1 then
      raise exception 'What the draft changes in % is not there any more, or not yours to change', target
        using errcode = 'PT409', hint = target;
    elsif contact is not null and verb <> 'delete' then
      perform private.save_board_contact((changed_row ->> 'id')::integer, contact);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.are_areas(areas text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select cardinality(areas) between 1 and 800
    and not exists (select from unnest(areas) as area where area is null or area !~ '^[^:]{2,60}(: [^:]{2,60})?$')
$function$;

CREATE OR REPLACE FUNCTION private.are_like_words(one text[], other text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 3 * (select count(*) from pg_catalog.unnest(one) as word where word = any (other))
    >= greatest(pg_catalog.cardinality(one) + pg_catalog.cardinality(other), 1)
$function$;

CREATE OR REPLACE FUNCTION private.are_weekdays(weekdays smallint[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]
    and weekdays = array(select distinct day from unnest(weekdays) as day order by day)
$function$;

CREATE OR REPLACE FUNCTION private.audited_tables(kind text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case $1
    when 'orders' then array['orders', 'payments', 'money_entries', 'quotes', 'disputes', 'letters_of_credit']
    when 'people' then array['farmers', 'training_enrolments', 'buyers', 'investors', 'correction_requests', 'people_to_phone']
    when 'messages' then array['contact_messages', 'job_applications', 'partnership_applications', 'newsletter_subscriptions',
      'mails', 'mail_suppressions']
    when 'catalogue' then array['products', 'order_products', 'low_stock']
    when 'content' then array['content_drafts', 'company_facts', 'legal_texts', 'board_members', 'board_contacts',
      'career_categories', 'career_positions', 'courses', 'crop_seasons', 'impact_figures', 'page_actions', 'page_facts',
      'page_texts', 'photographs', 'projects', 'stories']
    when 'staff' then array['roles', 'role_permissions', 'user_roles', 'staff_departures', 'staff_invitations']
    when 'secrets' then array['vault_reveals', 'vault_seal', 'photo_sittings', 'own_secrets', 'own_data', 'account', 'breaches']
    when 'settings' then array['settlement_accounts', 'market_limits', 'retention_periods', 'decline_reasons', 'saved_views', 'audit_trail']
    else array[$1]
  end
$function$;

CREATE OR REPLACE FUNCTION private.balance_kobo(order_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(case when transfer.debit_account = 'receivable' then transfer.amount_minor else - transfer.amount_minor end), 0)::bigint
  from private.ledger_transfers as transfer
  where transfer.order_id = $1 and 'receivable' in (transfer.debit_account, transfer.credit_account)
    and transfer.phase in ('posted', 'post')
$function$;

CREATE OR REPLACE FUNCTION private.before_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pending private.ledger_transfers;
begin
  if tg_op <> 'INSERT' then
    perform private.refuse_change('ledger_transfers');
  elsif new.pending_id is not null then
    select * into pending from private.ledger_transfers where id = new.pending_id;
    if pending.phase is distinct from 'pending'
      or (new.order_id, new.debit_account, new.credit_account, new.currency)
        is distinct from (pending.order_id, pending.debit_account, pending.credit_account, pending.currency)
      or new.amount_minor > pending.amount_minor
      or new.phase = 'post' and pending.expires_at <= new.recorded_at
    then
      raise exception 'This is not what was pending' using errcode = '23514', hint = 'pending_id';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.before_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    new.code := private.give_order_code(new.code);
    new.sort_name := coalesce(new.sort_name, private.find_buyer_name(new.id, new.user_id));
    perform private.refuse_secrets('credit_terms_reason', null, new.credit_terms_reason);
    return new;
  end if;
  new.updated_at := now();
  if new.user_id is distinct from old.user_id then new.sort_name := private.find_buyer_name(new.id, new.user_id); end if;
  -- Most updates (reminders, claims, clocks) change none of these columns, and no step below applies to them.
  if (new.status, new.payment_status, new.fulfilment_status, new.decline_reason, new.credit_terms_reason, new.reopened_at)
    is not distinct from
    (old.status, old.payment_status, old.fulfilment_status, old.decline_reason, old.credit_terms_reason, old.reopened_at)
  then
    return new;
  end if;
  -- Who may decide, and which step: reopening goes back, which private.decide never allows.
  if new.reopened_at is distinct from old.reopened_at then new := private.reopen(old, new);
  else new := private.decide('orders', old, new);
  end if;
  -- Approve, of the marketplace only: its money has arrived and its goods are still reserved.
  if old.status = 'pending' and new.status = 'approved' and new.kind = 'marketplace' then
    new := private.require_money_for_approval(new);
  end if;
  -- Complete: it is paid, or on credit terms.
  if old.status <> 'completed' and new.status = 'completed' then perform private.require_payment(new); end if;
  -- Every change: payment and fulfilment follow the status.
  new := private.couple_order_axes(old, new);
  -- Decline: what was received goes back.
  if old.status <> 'declined' and new.status = 'declined' then new.refund_due_kobo := private.received_kobo(new.id); end if;
  -- Credit terms: who may give them, and when.
  if new.credit_terms_reason is distinct from old.credit_terms_reason then
    perform private.guard_credit_terms(old, new);
    perform private.refuse_secrets('credit_terms_reason', old.credit_terms_reason, new.credit_terms_reason);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.before_order_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.grade := nullif(private.clean_line(new.grade), '');
  new.season := nullif(private.clean_line(new.season), '');
  new.origin_states := nullif(private.clean_line(new.origin_states), '');
  new.packing := nullif(private.clean_line(new.packing), '');
  new.hs_code := nullif(private.clean_line(new.hs_code), '');
  new.price_basis := nullif(private.clean_line(new.price_basis), '');
  if new.price_on > (now() at time zone 'Africa/Lagos')::date then
    raise exception 'The day of a price is not in the future' using errcode = '23514', hint = 'price_on';
  end if;
  -- As every price that the site shows (private.guard_price).
  if coalesce((select auth.role()), '') = 'authenticated' and not private.has_strong_permission('products.write')
    and (new.price_kobo, new.price_currency, new.price_unit, new.price_basis, new.price_on)
      is distinct from (old.price_kobo, old.price_currency, old.price_unit, old.price_basis, old.price_on)
  then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  end if;
  if new.photo_path is not null and (tg_op = 'INSERT' or new.photo_path is distinct from old.photo_path)
    and not exists (
      select from private.product_photos as photo
      where photo.path = new.photo_path and photo.farmer_id is null and photo.ready_at is not null
        and photo.created_at > now() - interval '1 day')
  then
    raise exception 'The photo has not arrived yet. Please send it again.' using errcode = '23514', hint = 'photo_path';
  end if;
  if coalesce((select auth.role()), '') = 'authenticated'
    and (tg_op = 'INSERT' or to_jsonb(new) - '{position,is_active}'::text[] is distinct from to_jsonb(old) - '{position,is_active}'::text[])
  then
    new.is_demo := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.before_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then new.updated_at := now(); end if;
  -- Sales, ratings and a stock that the farmer counts need no review.
  if (new.stock, new.rating_average, new.rating_count) is distinct from (old.stock, old.rating_average, old.rating_count)
    and (new.name, new.category, new.description, new.farmer_id, new.farmer_name, new.location, new.is_verified,
      new.pack_amount, new.pack_unit, new.weight_grams, new.vat_class, new.price_kobo, new.season, new.state, new.photo_path, new.more_photo_paths, new.status, new.review_note)
    is not distinct from (old.name, old.category, old.description, old.farmer_id, old.farmer_name, old.location, old.is_verified,
      old.pack_amount, old.pack_unit, old.weight_grams, old.vat_class, old.price_kobo, old.season, old.state, old.photo_path, old.more_photo_paths, old.status, old.review_note)
  then
    return new;
  end if;
  perform private.guard_price(old, new);
  new := private.guard_product(old, new);
  if tg_op = 'INSERT' and new.farmer_id is not null then perform private.limit_farmer_products(new.farmer_id); end if;
  perform private.refuse_secrets('review_note', old.review_note, new.review_note);
  if new.status = 'published' and new.farmer_id is not null
    and (tg_op = 'INSERT' or (new.status, new.farmer_id) is distinct from (old.status, old.farmer_id))
  then
    perform private.refuse_to_publish_without_consent(new.farmer_id, is_new => tg_op = 'INSERT');
  end if;
  if (new.photo_path, new.more_photo_paths) is distinct from (old.photo_path, old.more_photo_paths) then
    perform private.require_product_photos(new, array(
      select path from unnest(array_append(new.more_photo_paths, new.photo_path)) as named (path)
      where path is not null and path <> all (array_append(coalesce(old.more_photo_paths, '{}'), coalesce(old.photo_path, '')))));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.book_grant(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  granted_kobo bigint := private.check_grant(current_order, details ->> 'amountKobo');
begin
  if (private.open_dispute(current_order.id)).id::text is distinct from details ->> 'disputeId' then
    raise exception 'This complaint has another answer already' using errcode = '23514', hint = 'dispute';
  end if;
  return private.answer_dispute(current_order, 'refunded', details ->> 'reason', granted_kobo, recorded_by, second_by);
end $function$;

CREATE OR REPLACE FUNCTION private.book_receipt(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  had_to_go_back bigint := current_order.refund_due_kobo;
  goes_back bigint;
  owed bigint;
begin
  perform private.add_payment(current_order, 'receipt', details, recorded_by, second_by);
  owed := private.balance_kobo(current_order.id);
  goes_back := private.ledger_balance('refundable', current_order.id);
  current_order := private.apply_order_event(current_order.id, case
    when current_order.status = 'declined' then 'pay_after_decline'
    when current_order.payment_status in ('refund_due', 'refunded') then 'pay_after_refund'
    -- Of an order whose delivery has no price yet, any sum is a part.
    when owed > 0 or current_order.awaits_delivery then 'pay_short'
    when goes_back = had_to_go_back then 'pay_exactly'
    else 'pay_over'
  end);
  update public.orders set
    refund_due_kobo = goes_back,
    stock_released_at = case
      when stock_released_at is null or status <> 'pending' then null
      when owed > 0 and private.part_paid_hold(id) <= now() then stock_released_at
      when private.reserve_again(id) then null
      else stock_released_at
    end
  where id = current_order.id
  returning * into current_order;
  perform private.notify_buyer_of_payment(current_order.id, (details ->> 'amountKobo')::bigint);
  return private.describe_market_order(current_order, false) || jsonb_build_object('receivedKobo', private.received_kobo(current_order.id))
    || case when current_order.stock_released_at is null then '{}'::jsonb else '{"stockMissing": true}' end;
end $function$;

CREATE OR REPLACE FUNCTION private.book_refund(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rest bigint;
begin
  perform private.check_refund(current_order, details, recorded_by);
  perform private.add_payment(current_order, 'refund', details, recorded_by, second_by);
  rest := private.ledger_balance('refundable', current_order.id);
  update public.orders set refund_due_kobo = rest where id = current_order.id;
  if rest = 0 then
    current_order := private.apply_order_event(current_order.id, case
      when current_order.payment_status = 'overpaid' then 'return_surplus'
      when current_order.payment_status = 'refund_due' and current_order.status <> 'declined'
        and private.balance_kobo(current_order.id) > 0 then 'refund_before_rest'
      else 'refund' end);
    perform private.notify_buyer(current_order.id, 'order_payment_refunded',
      jsonb_build_object('moved_kobo', (details ->> 'amountKobo')::bigint));
  end if;
  return private.describe_market_order(current_order, false) || jsonb_build_object('refundDueKobo', rest);
end $function$;

CREATE OR REPLACE FUNCTION private.book_remainder(current_order public.orders, details jsonb, recorded_by uuid, second_by uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  credit_id uuid;
begin
  perform private.check_remainder(current_order, details);
  insert into public.order_credits (order_id, kind, amount_kobo, reason, recorded_by, second_by, idempotency_key)
  values ((current_order).id, details ->> 'kind', (details ->> 'amountKobo')::bigint, private.clean_text(details ->> 'reason'),
    book_remainder.recorded_by, book_remainder.second_by, (details ->> 'idempotencyKey')::uuid)
  returning id into credit_id;
  if private.balance_kobo(current_order.id) = 0 then
    current_order := private.apply_order_event(current_order.id, 'pay_exactly');
    perform private.void_claim(current_order, 'order_credits', credit_id::text);
    perform private.notify_buyer_of_payment(current_order.id);
  end if;
  return private.describe_market_order(current_order, false);
end $function$;

CREATE OR REPLACE FUNCTION private.cheapest_delivery(grams bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select min(price.kobo)
  from public.delivery_zones as zone
  cross join lateral (
    select zone.step_kobo[place] as kobo from generate_subscripts(zone.step_grams, 1) as place
    where zone.step_grams[place] >= $1 order by place limit 1
  ) as price
  where zone.is_active
$function$;

CREATE OR REPLACE FUNCTION private.check_grant(current_order public.orders, typed text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(typed, '') !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter the amount' using errcode = '23514', hint = 'refundKobo';
  elsif typed::bigint > (current_order).total_amount_kobo - (select kobo from private.granted_of((current_order).id))
      - (select sum(private.ledger_balance(account, (current_order).id)) from unnest(array['bank_fees', 'write_offs']) as account)
  then
    raise exception 'The amount must be between 1 kobo and what the order is worth' using errcode = '23514', hint = 'refundKobo';
  end if;
  return typed::bigint;
end $function$;

CREATE OR REPLACE FUNCTION private.check_market_lines(items jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) = 0 then
    raise exception 'Your cart is empty' using errcode = '23514', hint = 'items', detail = 'items';
  elsif jsonb_array_length(items) > private.market_limit('order_lines_max') then
    raise exception 'At most % different products in one order', private.market_limit('order_lines_max')
      using errcode = '23514', hint = 'items', detail = 'items';
  elsif exists (
    select from jsonb_array_elements(items) as item
    where coalesce(item ->> 'productId', '') !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
      or coalesce(item ->> 'quantity', '') !~ '^[1-9][0-9]{0,8}$' or coalesce(item ->> 'priceKobo', '') !~ '^[0-9]{1,15}$'
  ) or (select count(*) <> count(distinct lower(item ->> 'productId')) from jsonb_array_elements(items) as item) then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  elsif exists (
    select from jsonb_array_elements(items) as item
    where (item ->> 'quantity')::integer > private.market_limit('line_quantity_max')
  ) then
    raise exception 'At most % of one product in an order', to_char(private.market_limit('line_quantity_max'), 'FM999,999,999')
      using errcode = '23514', hint = 'items', detail = 'items';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_order_request(request jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answers jsonb := private.check_form('order', request);
  wrong record;
begin
  select place, private.request_line_problem(line) as problem into wrong
  from (
    select 1 as place, answers as line
    union all
    select 1 + input.place as place, input.line
    from jsonb_array_elements(case jsonb_typeof(request -> 'lines') when 'array' then request -> 'lines' else '[]' end)
      with ordinality as input (line, place)
  ) as lines
  where private.request_line_problem(line) is not null order by place limit 1;
  if found then
    wrong.problem := jsonb_set(wrong.problem, '{field}',
      to_jsonb(wrong.problem ->> 'field' || case when wrong.place > 1 then wrong.place::text else '' end));
    raise exception '%', wrong.problem ->> 'message'
      using errcode = '23514', detail = wrong.problem ->> 'field', hint = wrong.problem ->> 'field';
  elsif jsonb_typeof(request -> 'lines') = 'array' and jsonb_array_length(request -> 'lines') > 19 then
    raise exception 'At most 20 products in one request' using errcode = '23514', detail = 'product', hint = 'product';
  elsif not private.is_percent(private.answer(answers, 'tolerancePercent')) then
    raise exception 'Enter a percentage from 0 to 100, such as 2 or 7.5'
      using errcode = '23514', detail = 'tolerancePercent', hint = 'tolerancePercent';
  end if;
  return answers;
end $function$;

CREATE OR REPLACE FUNCTION private.check_remainder(current_order public.orders, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(details ->> 'kind', '') not in ('fee', 'write_off') then
    raise exception 'Say whether a bank kept it or it is written off' using errcode = '23514', hint = 'kind';
  elsif coalesce(details ->> 'amountKobo', '') !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter the amount' using errcode = '23514', hint = 'amountKobo';
  elsif char_length(coalesce(private.clean_text(details ->> 'reason'), '')) not between 3 and 500 then
    raise exception 'Say why in 3 to 500 characters' using errcode = '23514', hint = 'reason';
  elsif (current_order).awaits_delivery then
    raise exception 'The delivery of this order has no price yet: nobody knows the rest' using errcode = '23514', hint = 'delivery';
  elsif (current_order).status = 'declined' or (details ->> 'amountKobo')::bigint > private.balance_kobo((current_order).id) then
    raise exception 'This is more than is still to be paid' using errcode = '23514', hint = 'amountKobo';
  elsif (current_order).status = 'pending' and private.paid_in_kobo((current_order).id) = 0 then
    raise exception 'Nothing has come of this order yet: it can be declined' using errcode = '23514', hint = 'payment_status';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_statement_line(current_order public.orders, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(details ->> 'amountKobo', '') !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter the amount' using errcode = '23514', hint = 'amountKobo';
  elsif coalesce(details ->> 'transferKobo', '1') !~ '^[1-9][0-9]{0,14}$'
    or (details ->> 'transferKobo')::bigint < (details ->> 'amountKobo')::bigint
  then
    raise exception 'The whole transfer cannot be less than the part of this order' using errcode = '23514', hint = 'transferKobo';
  elsif coalesce(private.read_day(details ->> 'valueDate') not between ((current_order).created_at at time zone 'Africa/Lagos')::date - 1
      and (now() at time zone 'Africa/Lagos')::date, true)
  then
    raise exception 'Enter the day that stands on the statement, between the order and today'
      using errcode = '23514', hint = 'valueDate';
  elsif char_length(coalesce(private.clean_line(details ->> 'bankReference'), '')) not between 3 and 100
    or char_length(coalesce(private.reference_key(private.clean_line(details ->> 'bankReference')), '')) < 3
  then
    raise exception 'Enter the reference that stands on the statement' using errcode = '23514', hint = 'bankReference';
  elsif not private.is_plain_reference(private.clean_line(details ->> 'bankReference')) then
    raise exception 'Write the reference in plain letters, A to Z: it holds a letter of another script'
      using errcode = '23514', hint = 'bankReference';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.choose_delivery(choice jsonb, items jsonb, state text, lga text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  options jsonb;
  chosen jsonb;
begin
  if coalesce(jsonb_typeof(choice), 'null') = 'null' then
    if private.keeps_delivery() then
      raise exception 'Please choose how you get your goods: collect them, or have them delivered'
        using errcode = '23514', hint = 'delivery';
    end if;
    choice := '{"kind": "collect"}';
  elsif coalesce(choice ->> 'kind', '') not in ('collect', 'deliver', 'quote')
    or coalesce(choice ->> 'date', '2026-01-01') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
    or coalesce(choice ->> 'priceKobo', '0') !~ '^[0-9]{1,12}$'
  then
    raise exception 'This is no way of delivery' using errcode = '22023', hint = 'delivery';
  end if;
  if choice ->> 'kind' = 'deliver' and exists (
    select from public.delivery_zones as zone
    where zone.id::text = choice ->> 'zoneId' and (zone.capacity_kg is not null or zone.capacity_orders is not null)
  ) then
    perform pg_advisory_xact_lock(hashtextextended(concat('delivery day ', choice ->> 'zoneId', ' ', choice ->> 'date'), 0));
  end if;
  options := private.price_delivery(private.basket_grams(items), state, lga);
  select option into chosen
  from jsonb_array_elements(options -> 'options') as option
  where option ->> 'kind' = choice ->> 'kind'
    and case choice ->> 'kind'
      when 'deliver' then option ->> 'zoneId' = choice ->> 'zoneId' and option -> 'days' ? (choice ->> 'date')
        and (option ->> 'priceKobo')::bigint = (choice ->> 'priceKobo')::bigint
      when 'collect' then option ->> 'depotId' is not distinct from choice ->> 'depotId'
        and (option ->> 'depotId' is null or option -> 'days' ? (choice ->> 'date'))
      else true
    end;
  if chosen is null then
    return private.answer_delivery_changed(items, state, lga);
  end if;
  return jsonb_strip_nulls(chosen - 'days' || jsonb_build_object('weightGrams', options -> 'weightGrams',
    'date', case when chosen ->> 'zoneId' is not null or chosen ->> 'depotId' is not null then choice -> 'date' end));
end $function$;

CREATE OR REPLACE FUNCTION private.contract_terms_of(columns jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(columns)
  where key = any ('{incoterms,named_place,window_from,window_to,tolerance_percent,grade,moisture_max_percent,packing,hs_code,origin,buyer_company,buyer_contact,buyer_address,buyer_country,deliver_to}'::text[])
$function$;

CREATE OR REPLACE FUNCTION private.crops_with(words text)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive names as (
    (select t.crop_type from public.orders as t order by t.crop_type limit 1)
    union all
    select (select t.crop_type from public.orders as t where t.crop_type > names.crop_type order by t.crop_type limit 1)
    from names where names.crop_type is not null
  )
  select coalesce(array_agg(names.crop_type), '{}')
  from names
  where strpos(' ' || lower(translate(names.crop_type, ',()', '   ')) || ' ', ' ' || lower(words) || ' ') > 0
$function$;

CREATE OR REPLACE FUNCTION private.current_settlement_account(kind text, currency text DEFAULT 'NGN'::text)
 RETURNS SETOF public.settlement_accounts
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from public.settlement_accounts
  where settlement_accounts.kind = $1 and settlement_accounts.currency = $2 and effective_at <= now() and withdrawn_at is null
  order by effective_at desc, proposed_at desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.delete_account(user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  obstacle text;
  own_orders uuid[];
begin
  -- Two admins who leave at the same time leave one after the other.
  perform pg_advisory_xact_lock(hashtextextended('delete account', 0));
  obstacle := private.find_deletion_obstacle(user_id);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = '55000';
  end if;
  perform private.erase_person(user_id, private.vault_person_ids(user_id));
  delete from public.audit_events where audit_events.user_id = delete_account.user_id;

  select coalesce(array_agg(id), '{}') into own_orders from public.orders where orders.user_id = delete_account.user_id;
  update public.orders set status = 'declined', decline_reason = 'withdrawn_by_buyer', decline_code = 'withdrawn_by_buyer'
  where id = any (own_orders) and status = 'pending' and fulfilment_status = 'none';
  perform private.forget_recipients(own_orders);
  perform private.forget_buyer(own_orders);

  delete from auth.users where id = delete_account.user_id;
end $function$;

CREATE OR REPLACE FUNCTION private.depot_days(depot public.depots)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(open.day order by open.day), '[]')
  from (
    select calendar.day::date as day
    from (select (now() at time zone 'Africa/Lagos')::date + (depot).lead_days as first) as begins,
      generate_series(begins.first, begins.first + 13, interval '1 day') as calendar (day)
    where extract(isodow from calendar.day)::smallint = any ((depot).weekdays)
    order by calendar.day
    limit 6
  ) as open
$function$;

CREATE OR REPLACE FUNCTION private.describe_contract_terms(columns jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('paymentTerms', columns ->> 'payment_terms',
    'incoterms', columns ->> 'incoterms', 'namedPlace', columns ->> 'named_place',
    'windowFrom', columns ->> 'window_from', 'windowTo', columns ->> 'window_to',
    'tolerancePercent', columns -> 'tolerance_percent', 'grade', columns ->> 'grade',
    'moistureMaxPercent', columns -> 'moisture_max_percent', 'packing', columns ->> 'packing',
    'hsCode', columns ->> 'hs_code', 'origin', columns ->> 'origin')
    || jsonb_strip_nulls(jsonb_build_object('agreedRate', columns ->> 'agreed_rate'))
$function$;

CREATE OR REPLACE FUNCTION private.describe_delivery(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', kind, 'name', name, 'address', address, 'hours', hours, 'day', day,
    'weightGrams', weight_grams, 'priceKobo', price_kobo, 'vatKobo', vat_kobo, 'isAgreed', kind <> 'quote' or accepted_at is not null)
  from public.order_deliveries as delivery where delivery.order_id = $1
$function$;

CREATE OR REPLACE FUNCTION private.describe_due(own public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Each is computed once, however often it is named.
  with account as materialized (
    select private.due_now_kobo(own) as now_kobo, (own).total_amount_kobo - private.credited_kobo((own).id) as left_kobo
  )
  select jsonb_build_object('now_kobo', now_kobo, 'later_kobo', left_kobo - now_kobo, 'later', case
      when left_kobo = now_kobo then null
      when (own).credit_terms_reason is not null then 'on_credit'
      else (select due from public.order_instalments
        where order_id = (own).id and not private.is_part_due(due, (own).fulfilment_status) order by position limit 1)
    end)
  from account
  where (own).status <> 'declined' and (own).payment_status in ('unpaid', 'underpaid') and left_kobo > 0
    and not (own).awaits_delivery
$function$;

CREATE OR REPLACE FUNCTION private.describe_invoice(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('number', invoice.number, 'issuedAt', invoice.content -> 'issuedAt')
  from public.order_documents as invoice where invoice.order_id = $1 and invoice.kind = 'invoice'
$function$;

CREATE OR REPLACE FUNCTION private.describe_lines(order_id uuid, quote_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select jsonb_agg(jsonb_build_object('name', product_name, 'detail', farmer_name, 'quantity', quantity::text,
        'unit', trim_scale(pack_amount) || ' ' || pack_unit, 'priceKobo', price_kobo, 'totalKobo', total_kobo) order by position)
      || coalesce((select jsonb_build_array(jsonb_build_object('name', 'Delivery', 'detail', delivery.name, 'quantity', '1', 'unit', '',
          'priceKobo', delivery.price_kobo, 'totalKobo', delivery.price_kobo, 'kind', 'delivery'))
        from public.order_deliveries as delivery
        where delivery.order_id = $1 and (delivery.kind = 'deliver' or delivery.accepted_at is not null)), '[]')
      from public.order_items as item where item.order_id = $1),
    (select jsonb_agg(private.describe_quote_line(line) order by line.position)
      from public.quote_lines as line join public.quotes as quote on quote.id = line.quote_id
      where quote.order_id = $1 and case when $2 is null then quote.status = 'accepted' else quote.id = $2 end),
    (select jsonb_agg(jsonb_build_object('name', product, 'detail', null, 'quantity', quantity_text, 'unit', unit,
        'priceKobo', null, 'totalKobo', null) order by position)
      from (
        select 1 as position, crop_type as product, quantity_text, unit from public.orders where id = $1
        union all
        select line.position, line.product, line.quantity_text, line.unit
        from public.order_request_lines as line where line.order_id = $1
      ) as requested))
$function$;

CREATE OR REPLACE FUNCTION private.describe_market_order(order_row public.orders, is_new boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('ok', true, 'id', (order_row).id, 'code', (order_row).code, 'status', (order_row).status,
    'paymentStatus', (order_row).payment_status, 'fulfilmentStatus', (order_row).fulfilment_status,
    'totalKobo', (order_row).total_amount_kobo, 'deliveryKobo', (order_row).delivery_kobo,
    'vatKobo', (order_row).vat_kobo, 'vat', (order_row).vat_lines,
    'awaitsDelivery', (order_row).awaits_delivery, 'delivery', private.describe_delivery((order_row).id), 'currency', (order_row).currency, 'createdAt', (order_row).created_at,
    'expiresAt', (order_row).expires_at, 'priceLockedUntil', (order_row).price_locked_until, 'isNew', is_new)
$function$;

CREATE OR REPLACE FUNCTION private.describe_order_credits(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when sum(credit.amount_kobo) > 0 then jsonb_build_object('creditedKobo', sum(credit.amount_kobo)) else '{}' end
  from public.order_credits as credit where credit.order_id = $1
$function$;

CREATE OR REPLACE FUNCTION private.describe_request_in_mail(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.describe_contract_terms(to_jsonb(request)) || jsonb_build_object(
    'buyer', concat_ws(', ', request.company_name, request.contact_person, request.address, request.country),
    'deliverTo', coalesce(request.delivery_location, orders.delivery_address),
    'products', jsonb_build_array(jsonb_build_object('product', orders.crop_type, 'quantity', orders.quantity_text, 'unit', orders.unit))
      || coalesce((select jsonb_agg(jsonb_build_object('product', line.product, 'quantity', line.quantity_text, 'unit', line.unit)
          order by line.position)
        from public.order_request_lines as line where line.order_id = orders.id), '[]'))
  from public.order_requests as request join public.orders on orders.id = request.order_id
  where request.order_id = $1
$function$;

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
    || to_char((sent_at + promised) at time zone 'Africa/Lagos', 'FMDD FMMonth YYYY') || '.';
end $function$;

CREATE OR REPLACE FUNCTION private.describe_settlement(account public.settlement_accounts)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object(
    'kind', (account).kind,
    'name', (select coalesce(full_name, email) from public.profiles
      where id = coalesce((account).approved_by, (account).proposed_by)),
    'bank_name', (account).bank_name,
    'currency', nullif((account).currency, 'NGN'),
    'ending', right(coalesce((account).account_number, (account).wallet_address), 4),
    'effective_at', (account).effective_at,
    'is_outside', case when (account).confirmed_outside then true end))
$function$;

CREATE OR REPLACE FUNCTION private.drop_unowned_documents(order_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.order_documents
  where order_documents.order_id = $1 and kind in ('pro_forma', 'delivery_note', 'quote')
$function$;

CREATE OR REPLACE FUNCTION private.due_now_kobo(own public.orders)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when (own).credit_terms_reason is not null or (own).awaits_delivery then 0 else greatest(0, coalesce(
      (select sum(case when private.is_part_due(due, (own).fulfilment_status) then amount_kobo else 0 end)
        from public.order_instalments where order_id = (own).id),
      (own).total_amount_kobo) - private.credited_kobo((own).id))
    end::bigint
$function$;

CREATE OR REPLACE FUNCTION private.earned_account(unearned text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case unearned when 'unearned_goods' then 'sales' when 'unearned_delivery' then 'delivery_income'
    when 'unearned_vat' then 'vat_payable' end
$function$;

CREATE OR REPLACE FUNCTION private.erase_person(user_id uuid, person_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text := private.proved_address(user_id);
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  their_records uuid[];
  their_addresses text[];
  everybody uuid[];
  closed_type text;
begin
  -- Anyone else the vault knows as the owner of one of their registrations is them, claimed or not.
  select coalesce(array_agg(id), '{}') into everybody from (
    select unnest(person_ids) as id
    union
    select records.person_id from app_vault.records
    where records.record_id in (select private.registrations_of(user_id, person_ids))
  ) as known;
  perform from app_vault.people where id = any (everybody) order by id for update;
  select coalesce(array_agg(id), '{}') into their_records from private.registrations_of(user_id, everybody) as id;
  update app_vault.people set wrapped_key = null, erased_at = now()
  where id = any (everybody) and erased_at is null;

  -- The application does what follows, and not the person: nobody decides on their own record.
  perform set_config('request.jwt.claims', '', true);
  foreach closed_type in array array['farmers', 'training_enrolments', 'buyers', 'investors'] loop
    execute format($sql$
      update public.%I set status = 'declined', decline_reason = 'Withdrawn: erased at the request of the person.'
      where id = any ($1) and status = 'pending'
    $sql$, closed_type) using their_records;
  end loop;
  -- Those that wait have names in them, and nobody wants to read "declined" after "erase". A farmer's listings are theirs.
  perform private.forget_recipients(their_records || array(
    select id from public.products where farmer_id = any (their_records)));
  -- What staff entered for them was noted under no account, by which it could be found later: by its attempt, and by an
  -- address that they proved or that staff typed. One that somebody typed themselves may be anybody's.
  select coalesce(array_agg(lower(contact.email)), '{}') into their_addresses from (
    select address as email
    union select contact_email from public.buyers where id = any (their_records) and channel <> 'web'
    union select answers ->> 'email' from public.registration_submissions
      where record_id = any (their_records) and registration_submissions.channel <> 'web'
  ) as contact where contact.email <> '';
  delete from public.audit_events
  where audit_events.user_id is null and (
    lower(audit_events.email) = any (their_addresses) or attempt_id = any (their_records) or attempt_id in (
      select idempotency_key from private.submission_keys where record_id = any (their_records)
    )
  );
  -- Without this, storage refuses; the bytes of a file whose row is gone are swept away within a day.
  perform set_config('storage.can_delete', 'true', true), set_config('storage.allow_delete_query', 'true', true);
  perform private.erase_rows(user_id, everybody, address);
  perform set_config('storage.can_delete', '', true), set_config('storage.allow_delete_query', '', true);
  perform set_config('request.jwt.claims', claims, true);
end $function$;

CREATE OR REPLACE FUNCTION private.erase_rows(account_id uuid, person_ids uuid[], confirmed_address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3)) or (bucket_id = 'message-files' and name in (select path from public.message_files where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3)));
  update public.training_enrolments as t set contact_name = 'Erased',
    contact_email = null,
    phone = '00000000',
    city = 'Erased',
    state = 'Erased',
    motivation = 'Erased at the request of the person',
    training_goals = 'Erased at the request of the person',
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2));
  delete from public.tasks as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.stock_alerts as t where user_id = $1 or lower(email) = $3;
  delete from public.staff_notices as t where user_id = $1;
  delete from public.staff_invitations as t where lower(email) = $3;
  delete from public.saved_views as t where owner_id = $1;
  delete from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2));
  delete from public.registration_drafts as t where user_id = $1;
  delete from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.record_messages as t where is_proved and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3)) or not is_from_staff and lower(from_address) = $3;
  delete from public.product_wishes as t where user_id = $1;
  update public.phone_calls as t set note = null
  where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1);
  delete from public.partnership_applications as t where user_id = $1 or lower(email) = $3;
  delete from public.order_templates as t where user_id = $1;
  delete from public.newsletter_subscriptions as t where lower(email) = $3;
  delete from public.message_files as t where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3);
  delete from public.job_applications as t where user_id = $1 or lower(email) = $3;
  update public.investors as t set company_name = case when company_name is not null then 'Erased' end,
    contact_name = null,
    contact_email = null,
    contact_phone = null,
    city = null,
    state = null,
    country = null,
    investment_goals = null,
    wallet_address = null
  where id in (select private.registrations_of($1, $2));
  delete from public.investor_private as t where investor_id in (select private.registrations_of($1, $2));
  update public.farmers as t set contact_name = null,
    contact_email = null,
    phone = null,
    farm_name = 'Erased',
    location = 'Erased',
    city = null,
    state = null,
    other_crops = null,
    challenges = null,
    goals = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from public.farmer_private as t where farmer_id in (select private.registrations_of($1, $2));
  delete from public.correction_requests as t where record_id in (select private.registrations_of($1, $2));
  delete from public.contact_messages as t where lower(email) = $3;
  update public.buyers as t set user_id = null,
    company_name = case when company_name is not null then 'Erased' end,
    registration_number = case when registration_number is not null then 'Erased' end,
    address = 'Erased at the request of the person',
    city = 'Erased',
    state = 'Erased',
    contact_first_name = null,
    contact_last_name = null,
    contact_title = null,
    contact_email = null,
    contact_phone = null,
    alternative_phone = null,
    website = null,
    products_of_interest = null,
    target_markets = null,
    quality_certifications = null,
    additional_info = null,
    has_photo = false
  where id in (select private.registrations_of($1, $2));
  delete from private.twins as t where record_id in (select private.registrations_of($1, $2)) or other_id in (select private.registrations_of($1, $2));
  update private.submission_keys as t set fingerprint = null
  where user_id = $1 or record_id in (select private.registrations_of($1, $2));
  delete from private.staff_visits as t where user_id = $1;
  delete from private.registration_merges as t where younger_id in (select private.registrations_of($1, $2)) or older_id in (select private.registrations_of($1, $2));
  delete from private.mail_outbox as t where lower(recipient) = $3 or recipient = (select private.proved_number($1));
  delete from private.export_progress as t where user_id = $1;
  delete from private.change_refusals as t where record_id in (select private.registrations_of($1, $2));
  delete from private.change_codes as t where record_id in (select private.registrations_of($1, $2));
  delete from app_vault.secrets as t where person_id = any ($2) or record_id in (select private.registrations_of($1, $2));
  delete from app_vault.matches as t where record_id in (select private.registrations_of($1, $2));
$function$;

CREATE OR REPLACE FUNCTION private.erased_recipient(recipient text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 'erased:' || left(encode(sha256(convert_to(private.mailbox_of($1), 'UTF8')), 'hex'), 16)
$function$;

CREATE OR REPLACE FUNCTION private.expire_market_orders(batch integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due_ids uuid[] := array(
    select id from public.orders
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and expires_at <= now()
      and not private.has_money_waiting(id)
    order by user_id is not null, expires_at
    limit batch for update skip locked);
  due_id uuid;
begin
  perform private.lock_reserved_products(due_ids);
  foreach due_id in array due_ids loop
    if exists (select from public.orders where id = due_id and awaits_delivery) then
      perform private.apply_order_event(due_id, 'expire',
        'Our price for the delivery was not answered in time, so the goods are for sale again. You are welcome to order again.',
        'payment_expired');
      continue;
    end if;
    perform private.apply_order_event(due_id, 'expire',
      'No payment arrived in time, so the goods are for sale again. You are welcome to order again.', 'payment_expired');
  end loop;
  return cardinality(due_ids);
end $function$;

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
    union all select 'private.change_refusals' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.change_refusals as t where record_id in (select private.registrations_of($1, $2))) as records
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
    union all select 'private.registration_merges' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id', 'actor_name']), '[]')
      from private.registration_merges as t where younger_id in (select private.registrations_of($1, $2)) or older_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.staff_grants' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.staff_grants as t where user_id = $1) as records
    union all select 'private.staff_invitation_links' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['token_hash']), '[]')
      from private.staff_invitation_links as t where invitation_id in (select i.id from public.staff_invitations as i where lower(i.email) = $3)) as records
    union all select 'private.staff_visits' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from private.staff_visits as t where user_id = $1) as records
    union all select 'private.submission_keys' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key', 'fingerprint']), '[]')
      from private.submission_keys as t where user_id = $1 or record_id in (select private.registrations_of($1, $2))) as records
    union all select 'private.twins' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['record_id', 'other_id']), '[]')
      from private.twins as t where record_id in (select private.registrations_of($1, $2)) or other_id in (select private.registrations_of($1, $2))) as records
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
    union all select 'public.counter_offers' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.counter_offers as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
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
    union all select 'public.letters_of_credit' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.letters_of_credit as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.mail_suppressions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.mail_suppressions as t where email = $3) as records
    union all select 'public.message_files' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['added_by']), '[]')
      from public.message_files as t where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3)) as records
    union all select 'public.newsletter_subscriptions' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['confirm_token_hash', 'unsubscribe_token']), '[]')
      from public.newsletter_subscriptions as t where lower(email) = $3) as records
    union all select 'public.notification_choices' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.notification_choices as t where user_id = $1) as records
    union all select 'public.order_contacts' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['device_hash']), '[]')
      from public.order_contacts as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_credits' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by', 'reason', 'idempotency_key']), '[]')
      from public.order_credits as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_deliveries' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['quoted_by']), '[]')
      from public.order_deliveries as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
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
    union all select 'public.order_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'attempt', 'mail_id', 'mail_message_id']), '[]')
      from public.order_messages as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_request_lines' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_request_lines as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_requests' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_requests as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.order_templates' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.order_templates as t where user_id = $1) as records
    union all select 'public.orders' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key', 'sort_name']), '[]')
      from public.orders as t where user_id = $1) as records
    union all select 'public.partnership_applications' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['idempotency_key']), '[]')
      from public.partnership_applications as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.payment_claims' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.payment_claims as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.payments' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['recorded_by']), '[]')
      from public.payments as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.phone_calls' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['called_by']), '[]')
      from public.phone_calls as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.product_prices' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id']), '[]')
      from public.product_prices as t where product_id in (select p.id from public.products as p join public.farmers as f on f.id = p.farmer_id where f.user_id = $1)) as records
    union all select 'public.product_ratings' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.product_ratings as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.product_wishes' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.product_wishes as t where user_id = $1) as records
    union all select 'public.products' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['search_text']), '[]')
      from public.products as t where farmer_id in (select id from public.farmers as f where f.user_id = $1)) as records
    union all select 'public.profiles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.profiles as t where id = $1) as records
    union all select 'public.quote_lines' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.quote_lines as t where quote_id in (select q.id from public.quotes as q join public.orders as o on o.id = q.order_id where o.user_id = $1)) as records
    union all select 'public.quotes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['created_by']), '[]')
      from public.quotes as t where order_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_messages' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'author_name', 'attempt', 'mail_id', 'mail_message_id']), '[]')
      from public.record_messages as t where is_proved and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3)) or not is_from_staff and lower(from_address) = $3) as records
    union all select 'public.record_notes' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['author_id', 'author_name']), '[]')
      from public.record_notes as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.record_work' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['assignee_id', 'assignee_name', 'assigned_by', 'contacted_by']), '[]')
      from public.record_work as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.registration_drafts' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.registration_drafts as t where user_id = $1) as records
    union all select 'public.registration_submissions' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.registration_submissions as t where record_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.saved_views' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.saved_views as t where owner_id = $1) as records
    union all select 'public.staff_departures' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.staff_departures as t where user_id = $1) as records
    union all select 'public.staff_invitations' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.staff_invitations as t where lower(email) = $3) as records
    union all select 'public.staff_notices' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id', 'actor_name']), '[]')
      from public.staff_notices as t where user_id = $1) as records
    union all select 'public.stock_alerts' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['confirm_token_hash', 'end_token']), '[]')
      from public.stock_alerts as t where user_id = $1 or lower(email) = $3) as records
    union all select 'public.stock_movements' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['actor_id', 'idempotency_key', 'order_id']), '[]')
      from public.stock_movements as t where product_id in (select p.id from public.products as p join public.farmers as f on f.id = p.farmer_id where f.user_id = $1)) as records
    union all select 'public.tasks' as name, (select coalesce(jsonb_agg(to_jsonb(t) - array['assignee_id', 'assignee_name', 'created_by', 'done_by']), '[]')
      from public.tasks as t where record_id in (select private.registrations_of($1, $2)) or record_id in (select o.id from public.orders as o where o.user_id = $1)) as records
    union all select 'public.training_enrolment_private' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolment_private as t where training_enrolment_id in (select private.registrations_of($1, $2))) as records
    union all select 'public.training_enrolments' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.training_enrolments as t where id in (select private.registrations_of($1, $2))) as records
    union all select 'public.user_roles' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.user_roles as t where user_id = $1) as records
    union all select 'public.vault_reveals' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from public.vault_reveals as t where person_id = any ($2)) as records
    union all select 'storage.objects' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from storage.objects as t where (bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3)) or (bucket_id = 'message-files' and name in (select path from public.message_files where (message_id is null or message_id not in (select u.id from public.record_messages as u where not u.is_proved)) and (record_id in (select a.id from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select a.id from public.partnership_applications as a where a.user_id = $1 or lower(a.email) = $3) or record_id in (select m.id from public.contact_messages as m where lower(m.email) = $3) or record_type = 'orders' and record_id in (select o.id from public.orders as o where o.user_id = $1)) or message_id in (select u.id from public.record_messages as u where not u.is_proved and lower(u.from_address) = $3)))) as records
  ) as part
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
        $sql$t.id in (select payment.order_id from public.payments as payment where payment.kind = 'receipt'
          and payment.created_at >= %1$L::date::timestamp at time zone 'Africa/Lagos'
          and payment.created_at < (%1$L::date + 1)::timestamp at time zone 'Africa/Lagos')$sql$, value)
      when source = 'orders' and name = 'step' then private.step_condition(value)
      when source = 'orders' and name = 'state' then format('t.delivery_state = %L', value)
      when source in ('contact_messages', 'job_applications', 'partnership_applications') and name = 'reply' and value = 'waiting' then
        $sql$exists (select from public.record_messages as came where came.record_id = t.id and came.is_proved and not came.is_from_staff
          and not exists (select from public.record_messages as later
            where later.record_id = t.id and later.is_from_staff and later.id > came.id))$sql$
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

CREATE OR REPLACE FUNCTION private.find_attempt(form text, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  attempt private.submission_keys;
  made_reference text;
begin
  -- The same key at the same time: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('registration ' || (context ->> 'idempotencyKey'), 0));
  select * into attempt from private.submission_keys where idempotency_key = (context ->> 'idempotencyKey')::uuid;
  if not found then
    return null;
  elsif attempt.form is distinct from find_attempt.form or attempt.user_id is distinct from (context ->> 'userId')::uuid then
    raise exception 'This was sent before, as something else. Please fill in the form again.' using errcode = 'PT409';
  elsif attempt.fingerprint <> context ->> 'fingerprint' then
    select reference into made_reference from private.registrations where id = attempt.record_id;
    raise exception 'This arrived before with other answers, as %. Nothing was changed: to correct it, follow its link or contact us. Sending it again makes another registration.',
      made_reference using errcode = 'PT409';
  end if;
  if attempt.user_id is null and attempt.created_at > now() - interval '1 day' and exists (
    select from private.registrations where id = attempt.record_id and user_id is null
  ) and not exists (
    select from private.link_reissues where record_id = attempt.record_id and created_at > attempt.created_at
  ) then
    perform private.store_guest_link(attempt.record_type, attempt.record_id, context ->> 'trackingTokenHash');
  end if;
  return private.describe_registration(attempt.record_id, false) || jsonb_build_object('hasLink', exists (
    select from private.registration_guest_links as link
    where link.token_hash = context ->> 'trackingTokenHash' and link.record_id = attempt.record_id and link.expires_at > now()
  ));
end $function$;

CREATE OR REPLACE FUNCTION private.find_buyer_name(order_id uuid, user_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select lower(coalesce(
    (select request.company_name from public.order_requests as request where request.order_id = $1),
    (select contact.name from public.order_contacts as contact where contact.order_id = $1),
    (select account.full_name from public.profiles as account where account.id = $2)))
$function$;

CREATE OR REPLACE FUNCTION private.find_limit_obstacle(name text, value integer)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when $2 is null or $2 < 1 then 'Enter a whole number of 1 or more'
    when $1 like '%\_percent' and $2 > 100 then 'A share is at most 100 percent'
    when $1 like '%\_hours' and $2 > 2160 then 'At most 2,160 hours, which are 90 days'
    when $1 !~ '_(percent|hours|kobo|cents)$' and $2 > 1000000 then 'At most 1,000,000'
    when $1 like '%\_reminder_hours' and $2 >= private.market_limit(replace($1, 'reminder', 'expiry'))
      then 'The reminder goes out before the order ends: enter fewer hours than an unpaid order has'
    when $1 like '%\_expiry_hours' and $2 <= private.market_limit(replace($1, 'expiry', 'reminder'))
      then 'The reminder goes out before the order ends: enter more hours than it waits'
  end
$function$;

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
        where event.created_at > $1 and event.actor_id is distinct from (select auth.uid())
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

CREATE OR REPLACE FUNCTION private.find_orphan_board_photos(max_rows integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select object.name from storage.objects as object
  where object.bucket_id = 'board-photos' and object.created_at < now() - interval '7 days'
    and not exists (select from public.board_members as member
      where member.image = '/storage/v1/object/public/board-photos/' || object.name)
    and not exists (select from public.projects as project
      where project.image = '/storage/v1/object/public/board-photos/' || object.name)
    and not exists (select from public.photographs as photograph
      where photograph.image = '/storage/v1/object/public/board-photos/' || object.name)
    and not exists (select from public.company_facts as fact
      where fact.key = 'logo' and fact.value = '/storage/v1/object/public/board-photos/' || object.name)
    and not exists (select from public.page_texts as text
      where strpos(text.text, '/storage/v1/object/public/board-photos/' || object.name || E'\n') = 1)
    -- What was published is kept for texts of pages alone: their versions can be used again.
    and not exists (select from public.content_drafts as draft
      cross join lateral jsonb_array_elements(draft.changes) as change
      where (draft.published_at is null or change ->> 'table' = 'page_texts') and strpos(change::text, object.name) > 0)
  order by object.name limit max_rows
$function$;

CREATE OR REPLACE FUNCTION private.find_orphan_order_uploads(after text, max_rows integer)
 RETURNS TABLE(path text, kind text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select upload.path, upload.kind
  from private.order_uploads as upload
  where upload.path > $1 and upload.created_at < now() - interval '25 hours'
    and not exists (select from public.payment_claims as claim
      where claim.order_id = upload.order_id and claim.proof_path = upload.path)
    and not exists (select from public.letters_of_credit as letter
      where letter.order_id = upload.order_id and letter.draft_path = upload.path)
    and not exists (select from public.order_disputes as dispute
      where dispute.order_id = upload.order_id and upload.path = any (dispute.photo_paths))
  order by upload.path limit $2
$function$;

CREATE OR REPLACE FUNCTION private.find_orphan_product_photos(after text, max_rows integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select photo.path from private.product_photos as photo
  where photo.path > $1 and photo.created_at < now() - interval '25 hours'
    and not exists (select from public.products where photo_path = photo.path or photo.path = any (more_photo_paths))
    and not exists (select from public.order_products where photo_path = photo.path)
  order by photo.path limit $2
$function$;

CREATE OR REPLACE FUNCTION private.find_repeated_remainder(current_order public.orders, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  attempt uuid := (details ->> 'idempotencyKey')::uuid;
  before record;
begin
  select earlier.* into before
  from (
    select null::uuid as entry_id, credit.order_id, credit.recorded_by, credit.kind, credit.amount_kobo, credit.reason, null as outcome
    from public.order_credits as credit where credit.idempotency_key = attempt
    union all
    select entry.id, entry.order_id, entry.recorded_by, entry.kind, entry.amount_kobo, entry.details ->> 'reason', entry.outcome
    from private.money_entries as entry
    where (entry.details ->> 'idempotencyKey')::uuid = attempt
      and entry.outcome is distinct from 'approved'
  ) as earlier
  limit 1;
  if not found then
    return null;
  elsif (before.order_id, before.recorded_by, before.kind, before.amount_kobo::text, before.reason)
    is distinct from ((current_order).id, (select auth.uid()), details ->> 'kind', details ->> 'amountKobo', private.clean_text(details ->> 'reason'))
  then
    raise exception 'This was sent before with other contents. Nothing was changed. Please send it once more.' using errcode = 'PT409';
  elsif before.outcome = 'dropped' then
    raise exception 'This was dropped, and nothing was settled. Is it right all the same? Please send it once more.' using errcode = 'PT409';
  end if;
  return private.describe_market_order(current_order, false) || case when before.entry_id is null then '{}'
    else jsonb_build_object('waitsForSecondPerson', true, 'entryId', before.entry_id) end;
end $function$;

CREATE OR REPLACE FUNCTION private.find_same_quote(offer public.quotes, quote jsonb, is_waiting boolean)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select standing.id
  from (
    select * from public.quotes as one
    where one.order_id = (offer).order_id and one.status in ('waiting', 'open')
    order by one.created_at desc limit 1
  ) as standing, (select '{id,status,expires_at,created_by,created_at}'::text[] as columns) as own
  where (standing.status = 'open' or is_waiting)
    and (offer).expires_at - standing.expires_at between interval '-10 minutes' and interval '10 minutes'
    and to_jsonb(offer) - own.columns = to_jsonb(standing) - own.columns
    and (select array_agg(to_jsonb(line) - 'quote_id' order by line.position) from public.quote_lines as line where line.quote_id = standing.id)
      = (select array_agg(to_jsonb(line) - 'quote_id' order by line.position) from private.read_quote_lines((offer).id, quote) as line)
    and not exists (select from public.counter_offers as answer where answer.quote_id = standing.id)
$function$;

CREATE OR REPLACE FUNCTION private.find_too_much(buyer_id uuid, phone text, device_hash text, items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  who text := case when buyer_id is null then 'guest' else 'member' end;
  free_packs integer := private.market_limit(who || '_hold_packs');
  share integer := private.market_limit(who || '_hold_percent');
  sum_max bigint := private.market_limit(who || '_hold_sum_kobo');
  own_orders uuid[];
  wanted bigint;
  held bigint;
  lines jsonb;
begin
  if buyer_id is not null then
    own_orders := array(
      select id from public.orders
      where user_id = buyer_id and kind = 'marketplace' and status = 'pending'
        and payment_status in ('unpaid', 'claimed', 'underpaid'));
  else
    own_orders := array(select order_id from private.open_guest_orders($2, $3));
  end if;
  select coalesce(sum(total_kobo), 0) into held from public.order_items
  where order_id = any (own_orders) and (has_reserved_stock or is_released);
  select sum(line.quantity * line.price_kobo), jsonb_agg(jsonb_build_object('productId', line.product_id,
      'name', product.name, 'quantity', line.quantity, 'allowed', greatest(0, cap.packs - own.packs)) order by line.place)
      filter (where line.quantity + own.packs > cap.packs)
  into wanted, lines
  from private.read_market_lines(items) as line
  join public.products as product on product.id = line.product_id and product.stock is not null
  cross join lateral (
    select coalesce(sum(item.quantity), 0)::integer as packs,
      coalesce(sum(item.quantity) filter (where item.has_reserved_stock), 0)::integer as reserved
    from public.order_items as item
    where item.order_id = any (own_orders) and item.product_id = line.product_id
      and (item.has_reserved_stock or item.is_released)
  ) as own
  cross join lateral (
    select greatest(free_packs, (product.stock + own.reserved)::bigint * share / 100)::integer as packs
  ) as cap;
  if lines is null and coalesce(wanted, 0) + held <= sum_max then
    return null;
  end if;
  return jsonb_build_object('lines', coalesce(lines, '[]'), 'sumKobo', sum_max,
    'leftKobo', case when coalesce(wanted, 0) + held > sum_max then greatest(0, sum_max - held) end);
end $function$;

CREATE OR REPLACE FUNCTION private.find_twins(record_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- All who share a birth date with one of them.
  born_with uuid[] := array(
    select other.record_id from app_vault.secrets as mine
    join app_vault.secrets as other on other.match_hash = mine.match_hash and other.field = mine.field
    where mine.record_id = any (record_ids) and mine.field = 'dateOfBirth');
begin
  -- The words of a name are taken once for each record: those who share a birth date are many.
  with born as materialized (
    select secret.record_type, secret.record_id, secret.match_hash, private.name_words(person.contact_name) as words
    from app_vault.secrets as secret
    join private.registrations as person on person.record_type = secret.record_type and person.id = secret.record_id
    where secret.field = 'dateOfBirth' and secret.record_id = any (born_with) and person.id = any (born_with)
  ),
  by_phone as (
    select mine.record_type, mine.id as record_id, other.record_type as other_type, other.id as other_id
    from private.registration_phones as mine
    join private.registration_phones as other on other.phone = mine.phone and other.id <> mine.id
    where mine.id = any (record_ids) and mine.phone ~ '[1-9]'
  ),
  -- To compare names is dear: not of those who are a pair by their number.
  born_too as materialized (
    select mine.record_type, mine.record_id, mine.words, other.record_type as other_type, other.record_id as other_id,
      other.words as other_words
    from born as mine join born as other on other.match_hash = mine.match_hash and other.record_id <> mine.record_id
    where mine.record_id = any (record_ids)
      and not exists (select from by_phone where by_phone.record_id = mine.record_id and by_phone.other_id = other.record_id)
  ),
  found as (
    select * from by_phone
    union
    select record_type, record_id, other_type, other_id from born_too
    where words && other_words and private.are_like_words(words, other_words)
    union
    select pair.record_type, pair.record_id, pair.other_type, pair.other_id
    from born_too as pair
    join app_vault.matches as name
      on name.record_type = pair.record_type and name.record_id = pair.record_id and name.kind = 'name'
    join app_vault.matches as other_name
      on other_name.match_hash = name.match_hash and other_name.kind = name.kind and other_name.record_id = pair.other_id
  ),
  pairs as (
    select * from found
    union
    select other_type, other_id, record_type, record_id from found
  ),
  -- Of those who share a number with hundreds, an agent's say, twenty pairs say enough: all of them would be its square.
  kept as (
    select record_type, record_id, other_type, other_id
    from (select *, row_number() over (partition by record_id order by other_id) as nr from found) as numbered where nr <= 20
  ),
  gone as (
    delete from private.twins as twin
    where (twin.record_id = any (record_ids) or twin.other_id = any (record_ids))
      and (twin.record_type, twin.record_id, twin.other_type, twin.other_id) not in (select * from pairs)
  )
  insert into private.twins (record_type, record_id, other_type, other_id)
  select * from kept
  union
  select other_type, other_id, record_type, record_id from kept
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION private.followers_of(record_type text, record_id uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select work.assignee_id from public.record_work as work
  where work.record_type = $1 and work.record_id = $2 and work.assignee_id is not null
  union
  select task.assignee_id from public.tasks as task
  where task.record_type = $1 and task.record_id = $2 and task.done_at is null and task.assignee_id is not null
  union
  select author.requested_by from private.correction_authors as author
  join public.correction_requests as request on request.id = author.correction_request_id
  where request.record_type = $1 and request.record_id = $2
  union
  (select quote.created_by from public.quotes as quote
    where $1 = 'orders' and quote.order_id = $2 and quote.created_by is not null order by quote.created_at desc limit 1)
  union
  (select message.author_id from public.record_messages as message
    where message.record_type = $1 and message.record_id = $2 and message.author_id is not null order by message.id desc limit 1)
  union
  (select message.author_id from public.order_messages as message
    where $1 = 'orders' and message.order_id = $2 and message.is_from_staff and message.author_id is not null order by message.id desc limit 1)
$function$;

CREATE OR REPLACE FUNCTION private.forget_buyer(order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The state stays, as with whom it went to: orders are counted by it. The name of the list goes here, so that private.rename_order
  -- has nothing to write below; an order with neither a request nor a contact is named by its account.
  update public.orders as own set special_requirements = null, withdrawal_reason = null,
    sort_name = case when exists (select from public.order_requests as request where request.order_id = own.id)
      or exists (select from public.order_contacts as contact where contact.order_id = own.id) then 'erased' else own.sort_name end,
    delivery_address = concat_ws(', ', 'Erased', (select contact.state from public.order_contacts as contact where contact.order_id = own.id))
  where id = any (order_ids);
  update public.order_requests set
    company_name = 'Erased', contact_person = 'Erased', email = 'erased@example.invalid', phone = '00000000',
    address = 'Erased at the request of the person', named_place = null, target_price = null, purchase_order_number = null,
    delivery_location = null
  where order_id = any (order_ids);
  update public.order_contacts set name = 'Erased', email = null, phone = '00000000', device_hash = null
  where order_id = any (order_ids);
  update public.order_messages set body = 'Erased', author_id = null
  where order_id = any (order_ids) and not is_from_staff;
  update public.order_messages set whole_body = null where order_id = any (order_ids);
  delete from public.message_files where record_type = 'orders' and record_id = any (order_ids);
  delete from public.record_messages where record_type = 'orders' and record_id = any (order_ids);
  update public.phone_calls set note = null where record_type = 'orders' and record_id = any (order_ids);
  delete from public.record_notes where record_type = 'orders' and record_id = any (order_ids);
  update public.counter_offers set note = null, buyer_company = null, buyer_contact = null, buyer_address = null, buyer_country = null,
    deliver_to = null
  where order_id = any (order_ids);
  update public.quotes set buyer_company = null, buyer_contact = null, buyer_address = null, buyer_country = null, deliver_to = null
  where order_id = any (order_ids) and num_nonnulls(buyer_company, buyer_contact, buyer_address, buyer_country, deliver_to) > 0;
  update public.quotes set decline_reason = null where order_id = any (order_ids) and decline_reason is not null;
  update public.letters_of_credit set draft_path = null, draft_at = null where order_id = any (order_ids);
  update public.payment_claims set note = null, proof_path = null where order_id = any (order_ids);
  update public.order_disputes set photo_paths = '{}' where order_id = any (order_ids);
  update public.product_ratings set comment = null where order_id = any (order_ids);
  delete from public.order_documents where order_id = any (order_ids) and kind in ('pro_forma', 'delivery_note', 'quote');
  delete from private.order_guest_links where order_id = any (order_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.forget_mails(before timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  forgotten integer;
begin
  delete from private.mail_outbox where status in ('sent', 'failed') and (
    created_at < before or recipient like 'erased:%' and created_at <= now() - interval '1 day'
  );
  get diagnostics forgotten = row_count;
  return forgotten;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_recipients(record_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.mail_outbox
  where record_id = any ($1)
    and (status = 'waiting' or status in ('sent', 'failed') and created_at <= now() - interval '1 day');
  update private.mail_outbox set recipient = private.erased_recipient(recipient), data = '{}', last_error = null,
    status = case when status in ('sending', 'waiting') then 'failed' else status end, lease_until = null
  where record_id = any ($1) and recipient not like 'erased:%';
$function$;

CREATE OR REPLACE FUNCTION private.forget_record_work(record_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.record_notes where record_notes.record_id = $1;
  delete from public.record_work where record_work.record_id = $1;
  delete from public.tasks where tasks.record_id = $1;
  delete from public.staff_notices where staff_notices.record_id = $1;
  delete from public.phone_calls where phone_calls.record_id = $1;
  delete from public.record_messages where record_messages.record_id = $1;
$function$;

CREATE OR REPLACE FUNCTION private.forget_submissions(record_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.registration_submissions where registration_submissions.record_id = $1;
  delete from public.correction_requests where correction_requests.record_id = $1;
  delete from private.submission_keys where submission_keys.record_id = $1;
  delete from private.change_codes where change_codes.record_id = $1;
  delete from private.change_refusals where change_refusals.record_id = $1;
  delete from private.registration_guest_links where registration_guest_links.record_id = $1;
  delete from private.link_reissues where link_reissues.record_id = $1;
  delete from private.registration_merges where $1 in (older_id, younger_id);
$function$;

CREATE OR REPLACE FUNCTION private.goods_lines(order_id uuid)
 RETURNS TABLE("position" integer, name text, quantity numeric, unit text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select item.position, item.product_name || ', ' || trim_scale(item.pack_amount) || ' ' || item.pack_unit,
    item.quantity::numeric, 'packs'
  from public.order_items as item where item.order_id = $1
  union all
  select line.position, line.description, line.quantity, line.unit
  from public.quotes as quote join public.quote_lines as line on line.quote_id = quote.id
  where quote.order_id = $1 and quote.status = 'accepted' and line.kind = 'goods'
$function$;

CREATE OR REPLACE FUNCTION private.grant_complaint(of_order public.orders, amount_kobo bigint, dispute_id uuid, recorded_by uuid, second_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  off_balance bigint := private.off_balance_kobo((of_order).id, amount_kobo);
begin
  if off_balance > 0 then
    insert into public.order_credits (order_id, kind, amount_kobo, reason, recorded_by, second_by)
    values ((of_order).id, 'complaint', off_balance, 'Granted after a complaint', grant_complaint.recorded_by, grant_complaint.second_by);
  end if;
  perform private.post_allowance(of_order, 'refundable', amount_kobo - off_balance, 'order_disputes', dispute_id::text);
  update public.orders set refund_due_kobo = private.ledger_balance('refundable', id) where id = (of_order).id;
  if private.balance_kobo((of_order).id) = 0 then
    perform private.void_claim(of_order, 'order_disputes', dispute_id::text);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_credit_terms(old public.orders, new public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select auth.uid()) is null then
    return;
  end if;
  perform private.require_strong_right('orders.credit');
  if private.is_own_order(new) then
    raise exception 'Somebody else must give credit terms to your own order' using errcode = '42501';
  elsif old.awaits_delivery or old.status not in ('pending', 'approved') or new.total_amount_kobo is null
    or new.payment_status not in ('unpaid', 'claimed', 'underpaid')
  then
    raise exception 'Credit terms are for an order that has a price and is not paid' using errcode = '23514', hint = 'credit_terms_reason';
  elsif new.credit_terms_reason is null
    and (new.fulfilment_status not in ('none', 'preparing') or (new.kind = 'marketplace' and new.status = 'approved'))
  then
    raise exception 'The order went on by these terms: they cannot be taken back' using errcode = '23514', hint = 'credit_terms_reason';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_price(old public.products, new public.products)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sets_price boolean := old.id is null;
  publishes boolean := new.status = 'published';
  farmer jsonb;
begin
  if old.id is not null then
    sets_price := (new.price_kobo, new.vat_class) is distinct from (old.price_kobo, old.vat_class);
    publishes := publishes and (sets_price or old.status <> 'published');
  end if;
  if not (sets_price or publishes) or coalesce((select auth.role()), '') <> 'authenticated'
    or not private.has_permission('products.write')
  then
    return;
  elsif sets_price and not private.has_strong_permission('products.write') then
    raise exception 'Please confirm with your second factor first' using errcode = '42501', hint = 'aal2';
  elsif publishes and new.farmer_id is not null then
    select to_jsonb(owner) into farmer from public.farmers as owner where owner.id = new.farmer_id;
    if farmer ->> 'user_id' = (select auth.uid())::text
      or private.is_own_contact(coalesce(farmer ->> 'contact_email', farmer ->> 'email'),
        coalesce(farmer ->> 'contact_phone', farmer ->> 'phone'))
    then
      raise exception 'Somebody else must publish the products of your own farm' using errcode = '42501', hint = 'own_record';
    end if;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_product(old public.products, new public.products)
 RETURNS public.products
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_farmers_own_change boolean := coalesce((select auth.role()), '') = 'authenticated'
    and not private.has_permission('products.write');
begin
  if is_farmers_own_change and new.vat_class is distinct from coalesce(old.vat_class, 'basic_food') then
    raise exception 'permission denied to set the VAT of products' using errcode = '42501', hint = 'vat_class';
  end if;
  new.name := private.clean_line(new.name);
  new.description := nullif(private.clean_text(new.description), '');
  new.season := nullif(private.clean_line(new.season), '');
  new.state := nullif(private.clean_line(new.state), '');
  new.review_note := nullif(private.clean_text(new.review_note), '');
  if new.farmer_id is null and old.id is not null and old.farmer_id is not null then
    -- Whose record was erased is not named here either.
    new.farmer_name := 'No longer listed';
    new.status := 'hidden';
  end if;
  if new.farmer_id is null then
    new.farmer_name := private.clean_line(new.farmer_name);
    new.location := private.clean_line(new.location);
    new.is_verified := false;
  else
    select farm_name, farmers.location, farmers.status = 'approved'
    into new.farmer_name, new.location, new.is_verified
    from public.farmers where id = new.farmer_id;
  end if;
  if old.id is not null and new.farmer_id is not null and is_farmers_own_change then
    new.review_note := old.review_note;
    if new.status is distinct from old.status then
      raise exception 'permission denied to review products' using errcode = '42501';
    elsif (new.name, new.category, new.description, new.farmer_id, new.pack_amount, new.pack_unit, new.weight_grams, new.price_kobo,
        new.season, new.state, new.photo_path, new.more_photo_paths)
      is distinct from (old.name, old.category, old.description, old.farmer_id, old.pack_amount, old.pack_unit,
        old.weight_grams, old.price_kobo, old.season, old.state, old.photo_path, old.more_photo_paths)
    then
      new.status := 'pending';
    end if;
  end if;
  if old.id is not null then
    perform private.require_axis_step('product', old.status, new.status);
  end if;
  if new.status <> 'hidden' then
    new.review_note := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_quote()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  parties constant text[] := '{buyer_company,buyer_contact,buyer_address,buyer_country,deliver_to}';
  before constant jsonb := to_jsonb(old) - parties;
  after constant jsonb := to_jsonb(new) - parties;
begin
  if after - '{status,accepted_at,declined_at,decline_reason,created_by,expires_at}'::text[]
    <> before - '{status,accepted_at,declined_at,decline_reason,created_by,expires_at}'::text[]
    or old.status = 'accepted' and after - 'created_by' <> before - 'created_by'
    or exists (select from unnest(parties) as party
      where to_jsonb(new) ->> party is not null and to_jsonb(new) ->> party is distinct from to_jsonb(old) ->> party)
  then
    raise exception 'What a quote says is never changed: a new quote takes its place' using errcode = '42501';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_settlement_account(old public.settlement_accounts, new public.settlement_accounts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (new.id, new.kind, new.bank_name, new.account_name, new.account_number, new.wallet_address, new.proposed_by,
      new.proposed_at, new.is_demo, new.holders, new.currency, new.bank_address, new.swift_bic, new.correspondent)
    is distinct from
    (old.id, old.kind, old.bank_name, old.account_name, old.account_number, old.wallet_address, old.proposed_by,
      old.proposed_at, old.is_demo, old.holders, old.currency, old.bank_address, old.swift_bic, old.correspondent)
    or (old.approved_at is not null
      and (new.approved_by, new.approved_at, new.effective_at, new.confirmed_outside)
        is distinct from (old.approved_by, old.approved_at, old.effective_at, old.confirmed_outside))
    or old.withdrawn_at is not null
  then
    perform private.refuse_change('settlement_accounts');
  elsif old.approved_at is null and not new.is_demo and new.effective_at < new.approved_at + interval '24 hours' then
    raise exception 'A change counts 24 hours after its approval at the earliest' using errcode = '23514';
  elsif old.approved_at is null and new.confirmed_outside and new.effective_at < new.approved_at + interval '7 days'
    and not private.is_first_settlement(new)
  then
    raise exception 'A change that nobody else here could approve counts after 7 days at the earliest' using errcode = '23514';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_vat_rate()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'Africa/Lagos')::date;
begin
  if tg_op = 'UPDATE' then
    perform private.refuse_change('vat_rates');
  elsif tg_op = 'DELETE' then
    if old.valid_from <= today then
      raise exception 'This rate holds already, and stays: add a new one with a later day' using errcode = '42501', hint = 'valid_from';
    end if;
    return old;
  elsif new.valid_from <= today and (select auth.role()) is not null then
    raise exception 'A rate begins tomorrow at the earliest: orders of today have theirs' using errcode = '23514', hint = 'valid_from';
  elsif new.valid_from > today + 1830 then
    raise exception 'A rate begins within five years' using errcode = '23514', hint = 'valid_from';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.has_demo_rows()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.orders where is_demo)
    or exists (select from public.products where is_demo)
    or exists (select from public.order_products where is_demo)
    or exists (select from public.delivery_zones where is_demo)
    or exists (select from public.depots where is_demo)
    or exists (select from public.farmers where is_demo)
    or exists (select from public.training_enrolments where is_demo)
    or exists (select from public.buyers where is_demo)
    or exists (select from public.investors where is_demo)
    or exists (select from public.company_facts where is_demo)
    or exists (select from public.impact_figures where is_demo)
    or exists (select from public.board_members where is_demo)
    or exists (select from public.career_positions where is_demo)
    or exists (select from public.courses where is_demo)
    or exists (select from public.crop_seasons where is_demo)
    or exists (select from public.projects where is_demo)
    or exists (select from public.stories where is_demo)
    or exists (select from public.photographs where is_demo)
    or exists (select from public.page_facts where is_demo)
    or exists (select from public.settlement_accounts where is_demo)
    or exists (select from public.partnership_applications where is_demo)
    or exists (select from public.contact_messages where is_demo)
    or exists (select from public.job_applications where is_demo)
$function$;

CREATE OR REPLACE FUNCTION private.has_letter_of_credit(order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.quotes as quote
    where quote.order_id = $1 and quote.status = 'accepted' and quote.payment_terms = 'Letter of Credit')
$function$;

CREATE OR REPLACE FUNCTION private.has_too_many_open_orders(buyer_id uuid, phone text, device_hash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if buyer_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('market buyer ' || buyer_id, 0));
    if (select count(*) >= 60 from public.orders
        where user_id = buyer_id and kind = 'marketplace' and created_at > now() - interval '1 hour') then
      raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
    end if;
    return (
      select count(*) >= private.market_limit('member_open_orders_max') from public.orders
      where user_id = buyer_id and kind = 'marketplace' and status = 'pending' and payment_status in ('unpaid', 'claimed')
    );
  end if;
  perform pg_advisory_xact_lock(hashtextextended('market phone ' || phone, 0));
  if device_hash is not null then
    perform pg_advisory_xact_lock(hashtextextended('market device ' || device_hash, 0));
  end if;
  return exists (
    select from private.open_guest_orders($2, $3) as own
    where own.payment_status in ('unpaid', 'claimed')
    having count(*) filter (where own.phone = $2) >= private.market_limit('guest_phone_open_orders_max')
      or count(*) filter (where own.device_hash = $3) >= private.market_limit('guest_device_open_orders_max')
  );
end $function$;

CREATE OR REPLACE FUNCTION private.hold_money(current_order public.orders, kind text, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- What is settled or granted without money has no line of a statement: one of its kind waits at a time.
  key text := coalesce(private.reference_key(private.clean_line(details ->> 'bankReference')), upper(kind));
  created_id uuid;
begin
  if exists (
    select from public.payments
    where payments.order_id = (current_order).id and payments.kind = hold_money.kind
      and private.reference_key(payments.bank_reference) = key
  ) or exists (
    select from private.money_entries as entry
    where entry.order_id = (current_order).id and entry.kind = hold_money.kind and entry.reference_key = key
      and entry.decided_at is null
  ) then
    raise exception 'This line of the statement has been recorded already' using errcode = '23505', hint = 'bankReference';
  end if;
  insert into private.money_entries (order_id, kind, amount_kobo, currency, reference_key, details, recorded_by)
  values ((current_order).id, hold_money.kind, (details ->> 'amountKobo')::bigint, (current_order).currency, key,
    jsonb_strip_nulls(jsonb_build_object('amountKobo', (details ->> 'amountKobo')::bigint, 'transferKobo', (details ->> 'transferKobo')::bigint,
      'valueDate', details ->> 'valueDate', 'bankReference', private.clean_line(details ->> 'bankReference'),
      'kind', details ->> 'kind', 'reason', private.clean_text(details ->> 'reason'), 'disputeId', details ->> 'disputeId',
      'idempotencyKey', (details ->> 'idempotencyKey')::uuid)),
    (select auth.uid()))
  returning id into created_id;
  return private.describe_market_order(current_order, false)
    || jsonb_build_object('waitsForSecondPerson', true, 'entryId', created_id);
end $function$;

CREATE OR REPLACE FUNCTION private.is_account_number(written text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when written !~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' then true
    else (
      select string_agg(case when symbol ~ '[0-9]' then symbol else (ascii(symbol) - 55)::text end, '' order by place)::numeric % 97 = 1
      from regexp_split_to_table(substr(written, 5) || left(written, 4), '') with ordinality as spelt (symbol, place)) end
$function$;

CREATE OR REPLACE FUNCTION private.is_first_settlement(candidate public.settlement_accounts)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (
    select from public.settlement_accounts as used
    where used.kind = (candidate).kind and used.currency = (candidate).currency and used.id <> (candidate).id and not used.is_demo
      and used.approved_at is not null and used.withdrawn_at is null
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_percent(typed text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select typed ~ '^(100|[0-9]{1,2}([.][0-9]{1,2})?)$'
$function$;

CREATE OR REPLACE FUNCTION private.is_price_ladder(step_grams integer[], step_kobo bigint[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select cardinality(step_grams) between 1 and 20 and cardinality(step_kobo) = cardinality(step_grams)
    and array_position(step_grams, null) is null and array_position(step_kobo, null) is null
    and 0 < all (step_grams) and 0 <= all (step_kobo) and 100000000000 >= all (step_kobo)
    and step_grams = array(select distinct grams from unnest(step_grams) as grams order by grams)
$function$;

CREATE OR REPLACE FUNCTION private.is_proved_contact(person_id uuid, email text, phone text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(lower($2) = lower(private.proved_address($1)), false)
    or coalesce(private.normalise_phone($3) = private.proved_number($1), false)
$function$;

CREATE OR REPLACE FUNCTION private.is_replaced(document public.order_documents)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (document).kind in ('pro_forma', 'quote') and exists (
    select from public.order_documents as later
    where later.order_id = (document).order_id and later.kind = (document).kind and later.issued_at > (document).issued_at)
$function$;

CREATE OR REPLACE FUNCTION private.is_role(name text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.roles where roles.name = $1 and roles.ended_at is null for key share)
$function$;

CREATE OR REPLACE FUNCTION private.is_same_order(order_row public.orders, request jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answers jsonb := private.check_form('market_order', request -> 'contact');
begin
  perform private.check_market_lines(request -> 'items');
  return exists (
    select from public.order_contacts as contact
    where contact.order_id = (order_row).id and contact.name = answers ->> 'name' and contact.phone = answers ->> 'phone'
      and coalesce(contact.email, '') = coalesce(answers ->> 'email', '')
  ) and (order_row).delivery_address = concat_ws(', ', answers ->> 'address', answers ->> 'lga', answers ->> 'state')
    and coalesce((order_row).special_requirements, '') = coalesce(answers ->> 'remarks', '')
    and (select count(*) from public.order_items as item where item.order_id = (order_row).id) = jsonb_array_length(request -> 'items')
    and not exists (
      select from private.read_market_lines(request -> 'items') as line
      join public.order_items as item on item.order_id = (order_row).id and item.position = line.place
      where item.quantity <> line.quantity or item.product_id <> line.product_id
    )
    and exists (
      select from public.order_deliveries as delivery
      where delivery.order_id = (order_row).id and delivery.kind = coalesce(request #>> '{delivery,kind}', 'collect')
        and delivery.zone_id is not distinct from (request #>> '{delivery,zoneId}')::uuid
        and delivery.depot_id is not distinct from (request #>> '{delivery,depotId}')::uuid
        and (delivery.kind = 'quote' or delivery.day is not distinct from (request #>> '{delivery,date}')::date)
    );
end $function$;

CREATE OR REPLACE FUNCTION private.is_same_request(made public.orders, request jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answers jsonb := private.check_form('order', request);
begin
  return ((made).crop_type, (made).quantity_text, (made).unit, (made).special_requirements, (made).delivery_date)
    is not distinct from (answers ->> 'product', answers ->> 'quantity', answers ->> 'unit',
      private.answer(answers, 'additionalRequirements'), private.read_day(private.answer(answers, 'preferredDate')))
  and exists (
    select from public.order_requests as stored where stored.order_id = (made).id
      and (stored.company_name, stored.contact_person, stored.email, stored.phone, stored.address, stored.country, stored.payment_terms,
        stored.incoterms, stored.named_place, stored.grade, stored.packing, stored.target_price, stored.purchase_order_number,
        coalesce(stored.delivery_location, (made).delivery_address))
      is not distinct from (answers ->> 'companyName', answers ->> 'contactPerson', answers ->> 'email', answers ->> 'phone',
        answers ->> 'address', answers ->> 'country', answers ->> 'paymentTerms', answers ->> 'incoterms',
        private.answer(answers, 'namedPlace'), private.answer(answers, 'grade'), private.answer(answers, 'packing'),
        private.answer(answers, 'targetPrice'), private.answer(answers, 'purchaseOrderNumber'), answers ->> 'deliveryLocation')
      and stored.tolerance_percent is not distinct from case when private.is_percent(private.answer(answers, 'tolerancePercent'))
        then private.answer(answers, 'tolerancePercent')::numeric end
  ) and (
    select coalesce(jsonb_agg(jsonb_build_array(line.product, line.quantity_text, line.unit) order by line.position), '[]')
    from public.order_request_lines as line where line.order_id = (made).id
  ) = (
    select coalesce(jsonb_agg(jsonb_build_array(private.clean_line(line ->> 'product'), private.clean_line(line ->> 'quantity'),
      line ->> 'unit') order by place), '[]')
    from jsonb_array_elements(case jsonb_typeof(request -> 'lines') when 'array' then request -> 'lines' else '[]' end)
      with ordinality as input (line, place)
  );
end $function$;

CREATE OR REPLACE FUNCTION private.is_underpaid(own public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (own).payment_status = 'underpaid' and private.due_now_kobo(own) > 0
$function$;

CREATE OR REPLACE FUNCTION private.is_vat_class(vat_class text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select vat_class in ('basic_food', 'export', 'exempt', 'standard')
$function$;

CREATE OR REPLACE FUNCTION private.is_whole_unit(unit text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select lower(private.clean_line(unit)) ~ '^(bags?|containers?)( |[(]|$)'
$function$;

CREATE OR REPLACE FUNCTION private.issue_credit_note(new public.order_credits)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.issue_document(new.order_id, 'credit_note', (
    select jsonb_build_object('totalKobo', orders.total_amount_kobo, 'takenOffKobo', new.amount_kobo,
      'receivedKobo', private.paid_kobo(orders.id), 'credited', private.describe_invoice(orders.id), 'reason', 'complaint')
      || private.describe_order_credits(orders.id)
      || jsonb_strip_nulls(jsonb_build_object('vatKobo', (
        select sum(transfer.amount_minor) from private.ledger_transfers as transfer
        where transfer.order_id = orders.id and transfer.source_table = 'order_credits' and transfer.source_id = new.id::text
          and transfer.debit_account in ('vat_payable', 'unearned_vat'))))
    from public.orders where orders.id = new.order_id), credit_id => new.id);
end $function$;

CREATE OR REPLACE FUNCTION private.issue_credit_note(new public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.issue_document(new.order_id, 'credit_note', (
    select jsonb_build_object(
      'totalKobo', orders.total_amount_kobo,
      'payment', jsonb_build_object('amountKobo', new.amount_kobo, 'valueDate', new.value_date,
        'bankReference', new.bank_reference, 'receivedKobo', private.received_kobo(orders.id)),
      'credited', private.describe_invoice(orders.id),
      'reason', case when orders.status = 'declined' then 'declined'
        when private.paid_in_kobo(orders.id) > orders.total_amount_kobo
          and not exists (select from public.order_disputes as dispute where dispute.order_id = orders.id and dispute.resolution = 'refunded')
          then 'surplus'
        else 'complaint' end)
      || jsonb_strip_nulls(jsonb_build_object('vatKobo', nullif(private.vat_of_refund(new), 0)))
    from public.orders where orders.id = new.order_id), new.id);
end $function$;

CREATE OR REPLACE FUNCTION private.issue_document(order_id uuid, kind text, details jsonb, payment_id uuid DEFAULT NULL::uuid, quote_id uuid DEFAULT NULL::uuid, credit_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document_id uuid := gen_random_uuid();
  code text;
  issued_at timestamptz;
  its_year integer;
  nr integer;
  its_number text;
  content jsonb;
begin
  if kind = 'pro_forma' then
    issued_at := clock_timestamp();
    select 'PF-' || orders.code || case when count(document.id) > 0 then '-' || count(document.id) + 1 else '' end into its_number
    from public.orders left join public.order_documents as document
      on document.order_id = orders.id and document.kind = 'pro_forma'
    where orders.id = $1 group by orders.code;
  else
    -- Read inside the lock, so that a later number is never of an earlier day.
    perform pg_advisory_xact_lock(hashtextextended('document numbers ' || issue_document.kind, 0));
    issued_at := clock_timestamp();
    its_year := extract(year from issued_at at time zone 'Africa/Lagos');
    insert into private.document_counters as counter (kind, year, last_number)
    values (issue_document.kind, its_year, 1)
    on conflict on constraint document_counters_pkey do update set last_number = counter.last_number + 1
    returning last_number into nr;
    its_number := case issue_document.kind when 'invoice' then 'INV' when 'receipt' then 'RCT' when 'credit_note' then 'CN'
        when 'quote' then 'QT' when 'contract' then 'CT' else 'DN' end
      || '-' || its_year || '-' || lpad(nr::text, greatest(5, length(nr::text)), '0');
  end if;
  loop
    code := private.make_verification_code();
    exit when not exists (select from public.order_documents where verification_code = code);
  end loop;
  content := jsonb_build_object('kind', issue_document.kind, 'number', its_number, 'verificationCode', code,
    'issuedAt', private.utc_text(issued_at)) || private.describe_parties(issue_document.order_id) || details;
  insert into public.order_documents
    (id, order_id, payment_id, quote_id, credit_id, kind, number, verification_code, content, content_sha256, issued_at)
  values (document_id, issue_document.order_id, issue_document.payment_id, issue_document.quote_id, issue_document.credit_id,
    issue_document.kind, its_number, code, content, encode(sha256(convert_to(content::text, 'UTF8')), 'hex'), issued_at);
  return document_id;
end $function$;

CREATE OR REPLACE FUNCTION private.issue_document_of_quote(quote_id uuid, kind text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  offer public.quotes;
  document_id uuid;
begin
  select * into strict offer from public.quotes where quotes.id = issue_document_of_quote.quote_id;
  select document.id into document_id from public.order_documents as document
  where document.quote_id = offer.id and document.kind = issue_document_of_quote.kind;
  return coalesce(document_id, private.issue_document(offer.order_id, issue_document_of_quote.kind,
    private.describe_offer(offer, private.describe_lines(offer.order_id, offer.id)), null, offer.id));
end $function$;

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
    received := private.paid_kobo(new.id);
    perform private.issue_document(new.id, 'invoice', jsonb_build_object(
      'lines', private.describe_lines(new.id),
      'totalKobo', new.total_amount_kobo,
      'receivedKobo', received,
      'schedule', private.describe_schedule(new.id),
      'account', case when private.balance_kobo(new.id) > 0 then private.describe_account(new) end)
      || private.describe_order_credits(new.id) || private.vat_on_document(new.vat_lines));
  end if;
  if new.fulfilment_status = 'dispatched' and old.fulfilment_status <> 'dispatched' then
    perform private.issue_document(new.id, 'delivery_note', jsonb_build_object('lines', (
      select jsonb_agg(line - 'priceKobo' - 'totalKobo' order by place)
      from jsonb_array_elements(private.describe_lines(new.id)) with ordinality as input (line, place)
      where not line ? 'kind'))
      -- A delivery note names no price.
      || coalesce((select jsonb_build_object('delivery', said - 'priceKobo' - 'vatKobo') from private.describe_delivery(new.id) as said where said is not null), '{}')
      -- The quote names a contact without a number: the goods reach their buyer by that of who ordered.
      || coalesce((select jsonb_build_object('orderedBy', jsonb_build_object('name', request.contact_person, 'phone', request.phone))
        from public.order_requests as request join public.quotes as agreed on agreed.order_id = request.order_id
        where request.order_id = new.id and agreed.status = 'accepted' and agreed.buyer_contact is not null), '{}'));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.issue_receipt(new public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.issue_document(new.order_id, 'receipt', (
    select jsonb_build_object('totalKobo', orders.total_amount_kobo, 'payment', jsonb_strip_nulls(jsonb_build_object(
      'amountKobo', new.amount_kobo, 'transferKobo', new.transfer_kobo, 'valueDate', new.value_date,
      'bankReference', new.bank_reference, 'receivedKobo', private.paid_kobo(orders.id))))
      || private.describe_order_credits(orders.id) || private.vat_on_document(orders.vat_lines)
    from public.orders where orders.id = new.order_id), new.id);
end $function$;

CREATE OR REPLACE FUNCTION private.judge_reply(record_type text, record_id uuid, from_address text, message_id text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  addresses text[] := private.conversation_addresses(record_type, record_id);
  proved boolean := exists (select from unnest(addresses) as known (email) where lower(known.email) = lower(from_address));
  in_an_hour integer;
  in_a_day integer;
begin
  if addresses is null then
    return 'unknown';
  elsif exists (select from public.record_messages as came
      where came.record_id = judge_reply.record_id and came.mail_message_id = judge_reply.message_id)
    or exists (select from public.order_messages as came
      where came.order_id = judge_reply.record_id and came.mail_message_id = judge_reply.message_id)
  then
    return 'again';
  end if;
  -- Each by its own kind: what strangers send never takes the place of what the record's person writes.
  select count(*) filter (where came.created_at > now() - interval '1 hour'), count(*) into in_an_hour, in_a_day from (
    select message.created_at from public.record_messages as message
    where message.record_id = judge_reply.record_id and not message.is_from_staff and message.is_proved = proved
      and message.created_at > now() - interval '1 day'
    union all
    select message.created_at from public.order_messages as message
    where proved and message.order_id = judge_reply.record_id and not message.is_from_staff
      and message.created_at > now() - interval '1 day'
  ) as came;
  return case when in_an_hour >= 20 or in_a_day >= 60 then 'too_many' when proved then 'proved' else 'unproved' end;
end $function$;

CREATE OR REPLACE FUNCTION private.keeps_delivery()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.delivery_zones where is_active) or exists (select from public.depots where is_active)
$function$;

CREATE OR REPLACE FUNCTION private.last_contract_terms(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select private.contract_terms_of(to_jsonb(quote)) from public.quotes as quote
      where quote.order_id = $1 and quote.status <> 'refused' order by quote.created_at desc limit 1),
    (select private.contract_terms_of(to_jsonb(request)) from public.order_requests as request where request.order_id = $1),
    '{}')
$function$;

CREATE OR REPLACE FUNCTION private.ledger_balance(account text, order_id uuid DEFAULT NULL::uuid, currency text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  debited numeric;
begin
  if private.ledger_side(account) is null or (order_id is null and currency is null) then
    raise exception 'Name an account of the chart, and an order or a currency' using errcode = '22023';
  elsif order_id is not null then
    select sum(case when transfer.debit_account = $1 then transfer.amount_minor else - transfer.amount_minor end) into debited
    from private.ledger_transfers as transfer
    where transfer.order_id = $2 and $1 in (transfer.debit_account, transfer.credit_account)
      and transfer.phase in ('posted', 'post') and transfer.recorded_at <= $4 and ($3 is null or transfer.currency = $3);
  else
    select sum(case when transfer.debit_account = $1 then transfer.amount_minor else - transfer.amount_minor end) into debited
    from private.ledger_transfers as transfer
    where transfer.currency = $3 and $1 in (transfer.debit_account, transfer.credit_account)
      and transfer.phase in ('posted', 'post') and transfer.recorded_at <= $4;
  end if;
  return case private.ledger_side(account) when 'debit' then 1 else -1 end * coalesce(debited, 0);
end $function$;

CREATE OR REPLACE FUNCTION private.ledger_balance_as_of(account text, as_of timestamp with time zone, order_id uuid DEFAULT NULL::uuid, currency text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '5s'
AS $function$
begin
  if as_of is null or as_of > clock_timestamp() then
    raise exception 'Nobody knows the balance of an instant that is to come' using errcode = '22023';
  end if;
  begin
    lock table private.ledger_transfers in share mode;
    raise exception 'Everybody has written';
  exception when raise_exception then null; -- what was locked since the inner begin is free again
  end;
  return private.ledger_balance(account, order_id, currency, as_of);
end $function$;

CREATE OR REPLACE FUNCTION private.ledger_side(account text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when account in ('bank', 'receivable', 'allowances', 'bank_fees', 'write_offs') then 'debit'
    when account in ('unearned_goods', 'unearned_delivery', 'unearned_vat', 'sales', 'delivery_income', 'vat_payable', 'refundable')
      then 'credit'
  end
$function$;

CREATE OR REPLACE FUNCTION private.limit_cart()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- One after the other, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || new.user_id, 0));
  if (select count(*) >= 50 from public.cart_items where user_id = new.user_id and product_id <> new.product_id) then
    raise exception 'At most 50 different products in one cart' using errcode = '23514', hint = 'items';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_order_templates()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- One after the other, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('order templates ' || new.user_id, 0));
  if (select count(*) >= 30 from public.order_templates where user_id = new.user_id) then
    raise exception 'You have 30 templates. Delete one that you do not need any more.' using errcode = '23514', hint = 'name';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_wishes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- One after the other, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('wishes ' || new.user_id, 0));
  if (select count(*) >= 200 from public.product_wishes where user_id = new.user_id and product_id <> new.product_id) then
    raise exception 'At most 200 wishes' using errcode = '23514', hint = 'items';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.lines_of_order(current_order public.orders, lines jsonb)
 RETURNS TABLE(quantity numeric, unit text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (line ->> 'quantity')::numeric, line ->> 'unit'
  from jsonb_array_elements(lines) as line
  where coalesce(line ->> 'kind', 'goods') = 'goods' and not exists (
    select from public.order_request_lines as further
    where further.order_id = (current_order).id
      and position(lower(further.product) in lower(private.clean_line(line ->> 'description'))) > 0)
$function$;

CREATE OR REPLACE FUNCTION private.list_order(list text, source text, sort text, only_overdue boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  chosen text := coalesce(sort, case when only_overdue then 'due' else 'newest' end);
  expression text := private.sorted_column(list, source, regexp_replace(chosen, '_last$', ''));
  row_order text := case chosen
    when 'due' then 't.due_at, t.created_at, t.id desc'
    when 'status' then 't.list_status, t.created_at desc, t.id'
    when 'status_last' then 't.list_status desc, t.created_at, t.id desc'
    when 'newest' then 't.created_at desc, t.id'
    when 'oldest' then 't.created_at, t.id desc'
    when 'name' then case when source in ('farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications',
      'job_applications', 'contact_messages', 'products') then 't.list_name, t.id' end
    when 'name_last' then case when source in ('farmers', 'training_enrolments', 'buyers', 'investors', 'partnership_applications',
      'job_applications', 'contact_messages', 'products') then 't.list_name desc, t.id desc' end
    -- No two have the same.
    when 'code' then case when source = 'orders' then 't.code' end
    when 'code_last' then case when source = 'orders' then 't.code desc' end
    when 'total' then case when source = 'orders' then 't.total_amount_kobo desc nulls last, t.created_at desc, t.id' end
    -- By the same index: what has no price is the least.
    when 'least' then case when source = 'orders' then 't.total_amount_kobo nulls first, t.created_at, t.id desc' end
    when 'delivery' then case when source = 'orders' then 't.delivers_until, t.created_at, t.id' end
    else expression || case when chosen like '%\_last' then ' desc, t.created_at, t.id desc' else ', t.created_at desc, t.id' end
  end;
begin
  if row_order is null then
    raise exception 'This list cannot be sorted so' using errcode = '22023', hint = 'sort';
  end if;
  return row_order;
end $function$;

CREATE OR REPLACE FUNCTION private.list_person_entries(sections text[], types text[], ids uuid[], vias text[], phones text[], emails text[], mail_subjects text[], consent_types text[], has_profiles boolean)
 RETURNS TABLE(section text, at timestamp with time zone, record_type text, record_id uuid, code text, words text, state text, amount_kobo bigint, currency text, by_name text, due_on date, via text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  with own as materialized (select * from unnest(types, ids, vias) as listed (record_type, id, via)),
  entries as (
    select 'registrations' as section, t.created_at as at, t.record_type, t.id as record_id, t.reference as code,
      concat_ws(', ', t.name, t.organisation) as words, t.status as state, null::bigint as amount_kobo, null::text as currency,
      null::text as by_name, null::date as due_on, own.via
    from own join private.person_records as t on t.record_type = own.record_type and t.id = own.id
    where own.record_type = any (array['farmers', 'training_enrolments', 'buyers', 'investors']) and t.id = any (ids)
    union all
    select 'orders' as section, t.created_at as at, 'orders' as record_type, t.id as record_id, t.code,
      case t.kind when 'bulk' then concat_ws(' ', t.crop_type || ',', t.quantity_text, t.unit, (
        select format('and %s more', count(*)) from public.order_request_lines as line where line.order_id = t.id having count(*) > 0))
        else 'Marketplace' end as words,
      t.status as state, t.total_amount_kobo as amount_kobo, t.currency, null as by_name, null as due_on, own.via
    from own join public.orders as t on t.id = own.id where own.record_type = 'orders' and t.id = any (ids)
    union all
    select 'quotes' as section, t.created_at as at, 'orders' as record_type, t.order_id as record_id, orders.code, null as words,
      t.status as state, t.total_kobo as amount_kobo, t.currency, null as by_name,
      (t.expires_at at time zone 'Africa/Lagos')::date as due_on, own.via
    from own join public.quotes as t on t.order_id = own.id join public.orders as orders on orders.id = t.order_id
    where own.record_type = 'orders' and t.order_id = any (ids) and orders.id = any (ids)
    union all
    select 'documents' as section, t.issued_at as at, 'orders' as record_type, t.order_id as record_id, t.number as code,
      orders.code as words, t.kind as state, null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.order_documents as t on t.order_id = own.id join public.orders as orders on orders.id = t.order_id
    where own.record_type = 'orders' and t.order_id = any (ids) and orders.id = any (ids)
    union all
    select 'messages' as section, t.created_at as at, 'contact_messages' as record_type, t.id as record_id, null as code,
      left(t.message, 160) as words, t.status as state, null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.contact_messages as t on t.id = own.id where own.record_type = 'contact_messages' and t.id = any (ids)
    union all
    select 'messages' as section, t.created_at as at, 'orders' as record_type, t.order_id as record_id, orders.code,
      left(t.body, 160) as words, case when t.is_from_staff then 'from_staff' else 'from_buyer' end as state, null as amount_kobo,
      null as currency, null as by_name, null as due_on, own.via
    from own join public.order_messages as t on t.order_id = own.id join public.orders as orders on orders.id = t.order_id
    where own.record_type = 'orders' and t.order_id = any (ids) and orders.id = any (ids)
    union all
    select 'messages' as section, t.created_at as at, t.record_type, t.record_id, null as code, left(t.body, 160) as words,
      case when t.is_from_staff then 'from_staff' when t.is_proved then 'from_person' else 'unproved' end as state,
      null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.record_messages as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'applications' as section, t.created_at as at, 'partnership_applications' as record_type, t.id as record_id, null as code,
      t.company_name as words, t.status as state, null as amount_kobo, null as currency, null as by_name, null as due_on, own.via
    from own join public.partnership_applications as t on t.id = own.id where own.record_type = 'partnership_applications' and t.id = any (ids)
    union all
    select 'applications' as section, t.created_at as at, 'job_applications' as record_type, t.id as record_id, null as code,
      coalesce(t.position_title, 'General application') as words, t.status as state, null as amount_kobo, null as currency,
      null as by_name, null as due_on, own.via
    from own join public.job_applications as t on t.id = own.id where own.record_type = 'job_applications' and t.id = any (ids)
    union all
    select 'calls' as section, t.created_at as at, t.record_type, t.record_id, null as code, t.note as words, t.outcome as state,
      null as amount_kobo, null as currency,
      (select caller.full_name from public.profiles as caller where caller.id = t.called_by and has_profiles) as by_name,
      null as due_on, own.via
    from own join public.phone_calls as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'mails' as section, t.created_at as at, 'mails' as record_type, t.id as record_id, null as code, private.name_mail(t.template) as words,
      t.state, null as amount_kobo, null as currency, null as by_name, null as due_on,
      case when t.record_id = any (ids) then 'record' when t.channel = 'sms' then 'phone' else 'email' end as via
    from private.mails as t
    where (t.record_id = any (ids) or lower(t.address) = any (emails)
        or t.address = any (phones))
      and t.subject = any (mail_subjects)
    union all
    select 'notes' as section, t.created_at as at, t.record_type, t.record_id, null as code, left(t.body, 300) as words,
      null as state, null as amount_kobo, null as currency, t.author_name as by_name, null as due_on, own.via
    from own join public.record_notes as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'tasks' as section, coalesce(t.done_at, t.created_at) as at, t.record_type, t.record_id, null as code, t.title as words,
      case when t.done_at is not null then 'done' when t.due_on < (now() at time zone 'Africa/Lagos')::date then 'late'
        else 'open' end as state,
      null as amount_kobo, null as currency, t.assignee_name as by_name, t.due_on, own.via
    from own join public.tasks as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids)
    union all
    select 'consents' as section, t.created_at as at, t.record_type, t.record_id, null as code, t.purpose as words,
      case when t.is_given then 'given' else 'withdrawn' end as state, null as amount_kobo, null as currency, null as by_name,
      null as due_on, own.via
    from own join public.consents as t on t.record_id = own.id and t.record_type = own.record_type
    where t.record_id = any (ids) and t.record_type = any (consent_types)
  )
  select * from entries where entries.section = any (sections);
end $function$;

CREATE OR REPLACE FUNCTION private.list_week_prices()
 RETURNS TABLE(product text, unit text, price_kobo bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with sales as (
    select item.product_name as product, item.pack_unit as unit,
      sum(item.price_kobo * item.quantity) / sum(item.pack_amount * item.quantity) as price, orders.user_id, contact.phone
    from public.orders
    join public.order_contacts as contact on contact.order_id = orders.id
    join public.order_items as item on item.order_id = orders.id
    join public.products as product on product.id = item.product_id and not product.is_demo
    where orders.kind = 'marketplace' and orders.currency = 'NGN' and not orders.is_demo
      and orders.status <> 'declined' and orders.payment_status in ('confirmed', 'overpaid')
      -- Nobody pays so late: it spares a look at orders of years.
      and orders.created_at > now() - interval '60 days'
      and exists (select from public.order_events as event where event.order_id = orders.id and event.axis = 'payment'
        and event.to_value in ('confirmed', 'overpaid') and event.created_at > now() - interval '7 days')
    group by orders.id, contact.phone, item.product_name, item.pack_unit
  )
  select sales.product, sales.unit, round(percentile_cont(0.5) within group (order by sales.price))::bigint
  from sales
  group by sales.product, sales.unit
  having count(*) >= 5 and least(count(distinct sales.phone), count(distinct coalesce(sales.user_id::text, sales.phone))) >= 3
  order by sales.product, sales.unit
$function$;

CREATE OR REPLACE FUNCTION private.lock_own_quote(quote_id uuid)
 RETURNS public.quotes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.quotes;
  own public.orders;
begin
  select * into chosen from public.quotes where id = quote_id;
  if chosen.id is null or (select auth.uid()) is null then
    raise exception 'There is no such order' using errcode = 'P0002';
  end if;
  own := private.find_own_order(chosen.order_id, '{}');
  perform from public.orders where id = own.id for update;
  select * into chosen from public.quotes where id = quote_id for update;
  return chosen;
end $function$;

CREATE OR REPLACE FUNCTION private.may_read_topic(topic text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select topic ~ '^desk:[a-z_]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and split_part(topic, ':', 2) = any (private.admin_types_with('read'))
$function$;

CREATE OR REPLACE FUNCTION private.may_write_form_mail(recipient text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One after the other for each address, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('form mail ' || private.mailbox_of(recipient), 0));
  return (
    select count(*) filter (where written.created_at > now() - interval '1 hour') < 5 and count(*) < 10
    from private.mail_outbox as written
    where private.mailbox_of(written.recipient) in (private.mailbox_of(may_write_form_mail.recipient),
        private.erased_recipient(may_write_form_mail.recipient))
      and written.created_at > now() - interval '1 day'
      and written.template in (select form.template from private.mail_templates as form where form.limited = 'form')
  );
end $function$;

CREATE OR REPLACE FUNCTION private.ms_until_next_mail()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select least(greatest(ceil(extract(epoch from next_attempt_at - clock_timestamp()) * 1000), 0), 86400000)::integer
  from private.mail_outbox where status = 'waiting' order by next_attempt_at limit 1
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
    when $1 in ('payments', 'quotes', 'money_entries', 'letters_of_credit') then 'orders'
    when $1 in ('vault_reveals', 'photo_sittings', 'user_roles', 'staff_departures', 'account', 'own_secrets', 'own_data')
      then 'account'
    when $1 = 'board_contacts' then 'board_members'
    else $1 end;
  label text := case kind
    when 'board_members' then 'name'
    when 'career_categories' then 'title' when 'career_positions' then 'title' when 'courses' then 'title'
    when 'projects' then 'title' when 'stories' then 'title' when 'content_drafts' then 'title' when 'breaches' then 'title'
    when 'roles' then 'title' when 'saved_views' then 'title'
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

CREATE OR REPLACE FUNCTION private.name_mail(template text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select nullif(known.name, '') from private.mail_templates as known where known.template = $1),
    upper(left($1, 1)) || replace(substr($1, 2), '_', ' '))
$function$;

CREATE OR REPLACE FUNCTION private.name_mail_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  policy private.mail_templates;
begin
  select * into policy from private.mail_templates where template = new.template;
  if new.data ->> 'record_id' is not null then
    new.record_type := new.data ->> 'record_type';
    new.record_id := (new.data ->> 'record_id')::uuid;
  elsif new.data ->> 'order_id' is not null then
    new.record_type := 'orders';
    new.record_id := (new.data ->> 'order_id')::uuid;
  elsif policy.about = 'registrations' or new.channel = 'sms' then
    select record_type, id into new.record_type, new.record_id
    from private.registrations where reference = coalesce(new.data ->> 'code', new.data ->> 'reference');
    if new.record_id is null then
      select 'orders', id into new.record_type, new.record_id from public.orders where code = new.data ->> 'code';
    end if;
  elsif policy.limited = 'form' and policy.about = any (private.admin_types()) then
    execute format('select id from public.%I where created_at = now() and email = $1', policy.about)
      into new.record_id using new.recipient;
    new.record_type := case when new.record_id is not null then policy.about end;
  end if;
  if policy.waits_for_undo and private.is_undoable(new.record_type) and (select auth.uid()) is not null then
    new.next_attempt_at := new.created_at + private.undo_period();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.name_staff(person_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(nullif(full_name, ''), email) from public.profiles where id = $1
$function$;

CREATE OR REPLACE FUNCTION private.name_words(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array(
    select distinct word
    from regexp_split_to_table(lower(regexp_replace(normalize(coalesce($1, ''), nfd), '[\u0300-\u036f]', '', 'g')), '[^[:alnum:]]+') as word
    where word <> '')
$function$;

CREATE OR REPLACE FUNCTION private.needs_second_for_grant(current_order public.orders, granted_kobo bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  off_balance bigint := private.off_balance_kobo((current_order).id, granted_kobo);
begin
  if off_balance > 0 then
    perform private.refuse_own_refund((current_order).id, person_id);
  end if;
  return off_balance > 0 and private.needs_second_person(current_order, 'complaint', off_balance)
    or private.exceeds_refund_limit(person_id, (current_order).currency,
      granted_kobo + private.gone_back_kobo((current_order).id, 'complaint'));
end $function$;

CREATE OR REPLACE FUNCTION private.needs_second_for_limit(name text, value_before integer, value integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select $1 ~ '_alone_max_(kobo|cents)$' and $3 > $2
$function$;

CREATE OR REPLACE FUNCTION private.note_twins()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  changed_id uuid := changed ->> tg_argv[0];
begin
  -- Several rows of one record come one behind the other, and nothing changes between their triggers.
  if tg_table_schema = 'app_vault' and changed ->> 'field' <> 'dateOfBirth'
    or current_setting('private.twins_of', true) = pg_current_xact_id()::text || changed_id then
    return null;
  end if;
  perform set_config('private.twins_of', pg_current_xact_id()::text || changed_id, true);
  perform pg_advisory_xact_lock(sign.key)
  from (
    select hashtextextended('twin ' || phone, 0) as key from private.registration_phones where id = changed_id and phone ~ '[1-9]'
    union
    select hashtextextended('twin ' || encode(match_hash, 'hex'), 0) from app_vault.secrets
    where record_id = changed_id and field = 'dateOfBirth' and match_hash is not null
    order by key
  ) as sign;
  perform private.find_twins(array[changed_id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_unreached_address(address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if lower(address) = lower(private.settlement_alarm_email()) then
    perform private.notify_of_unreached_outside('alarm', address);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  list text := tg_argv[0];
  setting text := 'admin.notified_' || list;
begin
  if current_setting(setting, true) is distinct from pg_current_xact_id()::text then
    perform set_config(setting, pg_current_xact_id()::text, true);
    perform realtime.send(jsonb_strip_nulls(jsonb_build_object('list', list, 'record', to_jsonb(new) ->> tg_argv[1])),
      'changed', 'desk', true);
  end if;
  return null;
end $function$;

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
    'product', current_order.crop_type,
    'quantity', current_order.quantity_text,
    'unit', current_order.unit,
    'reason', case when template = 'order_reopened' then (
      select event.reason from public.decision_events as event
      where event.record_type = 'orders' and event.record_id = current_order.id order by event.id desc limit 1)
      else current_order.decline_reason end,
    'decline_code', current_order.decline_code,
    'total_kobo', current_order.total_amount_kobo,
    'delivery', private.describe_delivery(current_order.id),
    'vat', current_order.vat_lines,
    'currency', case when current_order.total_amount_kobo is not null then current_order.currency end,
    'expires_at', current_order.expires_at,
    'payment_status', case when current_order.kind = 'marketplace' then current_order.payment_status end,
    'refund_due_kobo', nullif(current_order.refund_due_kobo, 0),
    'fulfilment_status', nullif(current_order.fulfilment_status, 'none'),
    'contract', case when current_order.kind = 'bulk' then private.contract_in_mail(current_order) end,
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

CREATE OR REPLACE FUNCTION private.notify_buyer_of_payment(order_id uuid, arrived_kobo bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  template text := (
    select case payment_status
      when 'confirmed' then 'order_payment_confirmed' when 'underpaid' then 'order_payment_short' when 'overpaid' then 'order_payment_over'
      when 'unpaid' then 'order_payment_not_found'
    end
    from public.orders where id = $1 and not is_demo
  );
begin
  if template is not null then
    perform private.notify_buyer($1, template, jsonb_build_object('moved_kobo', arrived_kobo));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_followers(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.notify_staff(follower, 'answer', $1, $2)
  from private.followers_of($1, $2) as follower
  where not exists (
    select from public.staff_notices as earlier
    where earlier.user_id = follower and earlier.record_id = $2 and earlier.kind = 'answer' and earlier.read_at is null
  )
$function$;

CREATE OR REPLACE FUNCTION private.notify_followers_of_reply()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.notify_followers(new.record_type, new.record_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_staff_of_answer(order_id uuid, answer text, total_kobo bigint DEFAULT NULL::bigint, currency text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.notify_followers('orders', $1);
  select private.enqueue_mail('staff_order_answered', colleague.email, jsonb_strip_nulls(jsonb_build_object(
    'full_name', colleague.full_name, 'order_id', orders.id, 'code', orders.code, 'answer', $2, 'total_kobo', $3, 'currency', $4)))
  from public.orders join private.followers_of('orders', $1) as follower on true join public.profiles as colleague on colleague.id = follower
  where orders.id = $1 and not orders.is_demo and private.person_has_permission(follower, 'orders.read')
$function$;

CREATE OR REPLACE FUNCTION private.off_balance_kobo(order_id uuid, amount_kobo bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select least($2, greatest(0, private.balance_kobo($1)))
$function$;

CREATE OR REPLACE FUNCTION private.open_claim(order_id uuid)
 RETURNS private.ledger_transfers
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select pending.* from private.ledger_transfers as pending
  where pending.order_id = $1 and pending.phase = 'pending' and pending.expires_at > clock_timestamp()
    and not exists (select from private.ledger_transfers as ending where ending.pending_id = pending.id)
  order by pending.id desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.open_dispute(order_id uuid)
 RETURNS public.order_disputes
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiting public.order_disputes;
begin
  select * into waiting from public.order_disputes as one where one.order_id = $1 and one.resolved_at is null;
  if waiting.id is null then
    raise exception 'No complaint of this order waits for an answer' using errcode = '23514', hint = 'dispute';
  end if;
  return waiting;
end $function$;

CREATE OR REPLACE FUNCTION private.open_guest_orders(phone text, device_hash text)
 RETURNS TABLE(order_id uuid, phone text, device_hash text, payment_status text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
  select orders.id, contact.phone, contact.device_hash, orders.payment_status
  from (
    select * from public.order_contacts as by_phone where by_phone.phone = $1
    union select * from public.order_contacts as by_device where by_device.device_hash = $2
  ) as contact
  join public.orders on orders.id = contact.order_id
  where orders.user_id is null and orders.status = 'pending' and orders.payment_status in ('unpaid', 'claimed', 'underpaid')
$function$;

CREATE OR REPLACE FUNCTION private.open_money_condition(part text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case part
    when 'claimed' then $sql$own.payment_status = 'claimed' and own.total_amount_kobo is not null$sql$
    when 'outstanding' then $sql$own.status in ('approved', 'completed') and own.payment_status in ('unpaid', 'claimed', 'underpaid')
      and own.total_amount_kobo is not null$sql$
    when 'to_refund' then 'own.refund_due_kobo > 0' end
$function$;

CREATE OR REPLACE FUNCTION private.order_amounts(of_order public.orders)
 RETURNS TABLE(account text, amount_minor bigint)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select part.account, part.amount_minor
  from (values
    ('unearned_goods', (of_order).total_amount_kobo - (of_order).delivery_kobo - (of_order).vat_kobo),
    ('unearned_delivery', (of_order).delivery_kobo), ('unearned_vat', (of_order).vat_kobo)) as part (account, amount_minor)
  where (of_order).total_amount_kobo is not null and (part.account = 'unearned_goods' or part.amount_minor > 0)
$function$;

CREATE OR REPLACE FUNCTION private.order_kilograms(current_order public.orders, unit text)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(private.unit_amount(unit, 'kg'), private.container_kilograms((current_order).crop_type, unit))
$function$;

CREATE OR REPLACE FUNCTION private.own_erasures()
 RETURNS TABLE(record_id uuid, erased_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select records.record_id, people.erased_at
  from app_vault.records join app_vault.people on people.id = records.person_id
  where people.erased_at is not null and records.record_id in (select private.own_registration_ids())
$function$;

CREATE OR REPLACE FUNCTION private.pack_grams(product public.products)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce((product).weight_grams::bigint,
    case when (product).pack_unit = 'kg' then round((product).pack_amount * 1000)::bigint end)
$function$;

CREATE OR REPLACE FUNCTION private.page_text_rules()
 RETURNS TABLE(place integer, page text, key text, kind text, maximum integer, original text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  values
    (1, 'home', 'hero.eyebrow', 'line', 60, 'From the soil to the ship, written down'),
    (2, 'home', 'hero.title', 'line', 90, 'Growing Nigeria''s Agricultural Future'),
    (3, 'home', 'hero.lead', 'paragraph', 400, 'We advance agricultural practices, food security and sustainable farming: better yields this season, food that people can count on, and soil that is still good for the next.'),
    (4, 'home', 'doors.title', 'line', 90, 'Which door is yours?'),
    (5, 'home', 'doors.cells.farm.title', 'line', 90, 'I farm'),
    (6, 'home', 'doors.cells.farm.text', 'paragraph', 400, 'Register your farm. It is free.'),
    (7, 'home', 'doors.cells.training.title', 'line', 90, 'I want training'),
    (8, 'home', 'doors.cells.training.text', 'paragraph', 400, 'Learn to keep poultry that pays.'),
    (9, 'home', 'doors.cells.buy.title', 'line', 90, 'I buy'),
    (10, 'home', 'doors.cells.buy.text', 'paragraph', 400, 'By the bag, or in bulk by contract.'),
    (11, 'home', 'doors.cells.invest.title', 'line', 90, 'I invest'),
    (12, 'home', 'doors.cells.invest.text', 'paragraph', 400, 'Three ways, and what each asks.'),
    (13, 'home', 'doors.cells.work.title', 'line', 90, 'I look for work'),
    (14, 'home', 'doors.cells.work.text', 'paragraph', 400, 'Open positions, and how to apply.'),
    (15, 'home', 'doors.cells.partner.title', 'line', 90, 'I want to partner'),
    (16, 'home', 'doors.cells.partner.text', 'paragraph', 400, 'Franchise or representation.'),
    (17, 'home', 'areas.eyebrow', 'line', 60, 'What we do'),
    (18, 'home', 'areas.title', 'line', 90, 'Core Business Areas'),
    (19, 'home', 'areas.lead', 'paragraph', 400, 'Five lines of work that feed one another. The land gives the produce, the produce needs roads and stores, and both need partners who know the market and the rules. We do each of them ourselves.'),
    (20, 'home', 'areas.cards.agriculture.title', 'line', 90, 'Agriculture'),
    (21, 'home', 'areas.cards.agriculture.text', 'paragraph', 400, 'Sustainable farming solutions and agricultural innovation'),
    (22, 'home', 'areas.cards.agriculture.lines', 'list', 600, concat_ws(E'\n', 'Crop production and farming consultancy', 'Poultry and livestock', 'A trading platform connecting farmers to markets', 'Sustainable farming practices', 'Farm equipment supply and maintenance')),
    (23, 'home', 'areas.cards.real-estate.title', 'line', 90, 'Real Estate'),
    (24, 'home', 'areas.cards.real-estate.text', 'paragraph', 400, 'Property development and investment solutions'),
    (25, 'home', 'areas.cards.real-estate.lines', 'list', 600, concat_ws(E'\n', 'Residential and commercial development', 'Investment consulting', 'Property management', 'Land acquisition', 'Construction project management')),
    (26, 'home', 'areas.cards.general-contract.title', 'line', 90, 'General Contract'),
    (27, 'home', 'areas.cards.general-contract.text', 'paragraph', 400, 'Construction and infrastructure development'),
    (28, 'home', 'areas.cards.general-contract.lines', 'list', 600, concat_ws(E'\n', 'Infrastructure', 'Civil engineering', 'Building construction and renovation', 'Project management and consulting', 'Quality assurance and compliance')),
    (29, 'home', 'areas.cards.franchise-partnership.title', 'line', 90, 'Franchise & Partnership'),
    (30, 'home', 'areas.cards.franchise-partnership.text', 'paragraph', 400, 'Strategic business partnerships and franchise operations'),
    (31, 'home', 'areas.cards.franchise-partnership.lines', 'list', 600, concat_ws(E'\n', 'Franchise development', 'Partnerships', 'Market entry support', 'Brand licensing', 'Joint venture facilitation')),
    (32, 'home', 'areas.cards.company-representation.title', 'line', 90, 'Company Representation'),
    (33, 'home', 'areas.cards.company-representation.text', 'paragraph', 400, 'Business representation and corporate services'),
    (34, 'home', 'areas.cards.company-representation.lines', 'list', 600, concat_ws(E'\n', 'Corporate representation', 'Business development consulting', 'Market research', 'Regulatory compliance assistance', 'Corporate communications and PR')),
    (35, 'home', 'quick.title', 'line', 90, 'Quick Access'),
    (36, 'home', 'quick.lead', 'paragraph', 400, 'Where would you like to begin?'),
    (37, 'home', 'quick.cells.marketplace.title', 'line', 90, 'Marketplace'),
    (38, 'home', 'quick.cells.marketplace.text', 'paragraph', 400, 'Rice, yam, maize, palm oil and more from Nigerian farms, by the bag.'),
    (39, 'home', 'quick.cells.marketplace.action', 'line', 40, 'See the produce'),
    (40, 'home', 'quick.cells.investors.title', 'line', 90, 'Investor Hub'),
    (41, 'home', 'quick.cells.investors.text', 'paragraph', 400, 'Register as an individual, a company or a SIDRA holder.'),
    (42, 'home', 'quick.cells.investors.action', 'line', 40, 'Open the hub'),
    (43, 'home', 'quick.cells.franchise.title', 'line', 90, 'Franchise Partnership'),
    (44, 'home', 'quick.cells.franchise.text', 'paragraph', 400, 'Bring the model to your state, or enter Nigeria with us.'),
    (45, 'home', 'quick.cells.franchise.action', 'line', 40, 'Work with us'),
    (46, 'home', 'quick.cells.careers.title', 'line', 90, 'Careers'),
    (47, 'home', 'quick.cells.careers.text', 'paragraph', 400, 'Seven departments, from the farm gate to the export desk.'),
    (48, 'home', 'quick.cells.careers.action', 'line', 40, 'See positions'),
    (49, 'home', 'touch.title', 'line', 90, 'Get in Touch'),
    (50, 'home', 'touch.text', 'paragraph', 400, 'Talk to a person who knows the farms and the paperwork. Say what you grow, need or plan to build, and where.'),
    (51, 'home', 'search.metaTitle', 'line', 70, 'Growing Nigeria''s Agricultural Future'),
    (52, 'home', 'search.metaDescription', 'line', 200, 'A Nigerian agribusiness: farming consultancy and produce trade, real estate, construction, franchise and company representation.'),
    (53, 'agriculture', 'hero.eyebrow', 'line', 60, 'Agriculture'),
    (54, 'agriculture', 'hero.title', 'line', 90, 'Agriculture Division'),
    (55, 'agriculture', 'hero.lead', 'paragraph', 400, 'We work with producers on the farm and with buyers at the port, and we carry the produce and its papers between them.'),
    (56, 'agriculture', 'hero.picture', 'picture', 300, ''),
    (57, 'agriculture', 'work.eyebrow', 'line', 60, 'General Services'),
    (58, 'agriculture', 'work.title', 'line', 90, 'What the division does'),
    (59, 'agriculture', 'services.crops.title', 'line', 90, 'Crops and consultancy'),
    (60, 'agriculture', 'services.crops.text', 'paragraph', 400, 'From the soil test to the store.'),
    (61, 'agriculture', 'services.crops.lines', 'list', 600, concat_ws(E'\n', 'Crop production and farming consultancy', 'Planting calendars by state', 'Post-harvest handling and storage')),
    (62, 'agriculture', 'services.livestock.title', 'line', 90, 'Poultry and livestock'),
    (63, 'agriculture', 'services.livestock.text', 'paragraph', 400, 'Birds that live, lay and sell.'),
    (64, 'agriculture', 'services.livestock.lines', 'list', 600, concat_ws(E'\n', 'Housing and brooding', 'Feed and vaccination plans', 'Training for new and working farmers')),
    (65, 'agriculture', 'services.trade.title', 'line', 90, 'Trade'),
    (66, 'agriculture', 'services.trade.text', 'paragraph', 400, 'A trading platform connecting farmers to markets.'),
    (67, 'agriculture', 'services.trade.lines', 'list', 600, concat_ws(E'\n', 'Ginger, sesame, hibiscus, cocoa and more', 'Tons, bags or containers', 'FOB, CIF, CFR, EXW or DDP')),
    (68, 'agriculture', 'services.land.title', 'line', 90, 'Land that lasts'),
    (69, 'agriculture', 'services.land.text', 'paragraph', 400, 'Sustainable farming practices.'),
    (70, 'agriculture', 'services.land.lines', 'list', 600, concat_ws(E'\n', 'Rotation and cover crops', 'Organic matter and composting', 'Water kept where it falls')),
    (71, 'agriculture', 'services.equipment.title', 'line', 90, 'Equipment'),
    (72, 'agriculture', 'services.equipment.text', 'paragraph', 400, 'Farm equipment supply and maintenance.'),
    (73, 'agriculture', 'services.equipment.lines', 'list', 600, concat_ws(E'\n', 'Tillage and planting', 'Irrigation', 'Threshing, drying and bagging')),
    (74, 'agriculture', 'record.title', 'line', 90, 'What this work has reached'),
    (75, 'agriculture', 'ways.eyebrow', 'line', 60, 'Programmes'),
    (76, 'agriculture', 'ways.title', 'line', 90, 'Ways in for farmers'),
    (77, 'agriculture', 'programmes.registration.title', 'line', 90, 'Farmer Registration'),
    (78, 'agriculture', 'programmes.registration.text', 'paragraph', 400, 'Put your farm on record, with its size, crops and needs.'),
    (79, 'agriculture', 'programmes.registration.action', 'line', 40, 'Register a farm'),
    (80, 'agriculture', 'programmes.farming.title', 'line', 90, 'Sustainable Farming'),
    (81, 'agriculture', 'programmes.farming.text', 'paragraph', 400, 'How to take a harvest and leave the soil better.'),
    (82, 'agriculture', 'programmes.farming.action', 'line', 40, 'Read the practice'),
    (83, 'agriculture', 'programmes.education.title', 'line', 90, 'Rural Education'),
    (84, 'agriculture', 'programmes.education.text', 'paragraph', 400, 'Lessons held where the farmers are.'),
    (85, 'agriculture', 'programmes.education.action', 'line', 40, 'See the lessons'),
    (86, 'agriculture', 'programmes.poultry.title', 'line', 90, 'Poultry Development'),
    (87, 'agriculture', 'programmes.poultry.text', 'paragraph', 400, 'From day-old chicks to a paying flock.'),
    (88, 'agriculture', 'programmes.poultry.action', 'line', 40, 'See the programme'),
    (89, 'agriculture', 'callout.title', 'line', 90, 'Buying in bulk?'),
    (90, 'agriculture', 'callout.text', 'paragraph', 400, 'Say what you need, how much and where it should arrive. Our team will contact you within 24 hours.'),
    (91, 'agriculture', 'search.metaTitle', 'line', 70, 'Agriculture Division'),
    (92, 'agriculture', 'search.metaDescription', 'line', 200, 'Farming consultancy, inputs and equipment, poultry and livestock, and a trading platform that links Nigerian producers with buyers at home and abroad.'),
    (93, 'sustainable-farming', 'hero.eyebrow', 'line', 60, 'Agriculture'),
    (94, 'sustainable-farming', 'hero.title', 'line', 90, 'Sustainable Farming'),
    (95, 'sustainable-farming', 'hero.lead', 'paragraph', 400, 'A field is a living thing. We help farmers take a good harvest from it this year and hand it on in better heart.'),
    (96, 'sustainable-farming', 'hero.picture', 'picture', 300, ''),
    (97, 'sustainable-farming', 'work.eyebrow', 'line', 60, 'Practice'),
    (98, 'sustainable-farming', 'work.title', 'line', 90, 'Four habits of land that lasts'),
    (99, 'sustainable-farming', 'services.soil.title', 'line', 90, 'Soil first'),
    (100, 'sustainable-farming', 'services.soil.lines', 'list', 600, concat_ws(E'\n', 'Soil tests before fertiliser', 'Compost and manure returned to the field', 'Legumes between cereals')),
    (101, 'sustainable-farming', 'services.water.title', 'line', 90, 'Water kept'),
    (102, 'sustainable-farming', 'services.water.lines', 'list', 600, concat_ws(E'\n', 'Tied ridges and contour bunds', 'Mulch through the dry spell', 'Drip lines for vegetables')),
    (103, 'sustainable-farming', 'services.chemicals.title', 'line', 90, 'Fewer chemicals'),
    (104, 'sustainable-farming', 'services.chemicals.lines', 'list', 600, concat_ws(E'\n', 'Scouting before spraying', 'Resistant and early varieties', 'Safe handling and safe containers')),
    (105, 'sustainable-farming', 'services.income.title', 'line', 90, 'Income that holds'),
    (106, 'sustainable-farming', 'services.income.lines', 'list', 600, concat_ws(E'\n', 'Two crops, two incomes', 'Storage that beats the glut', 'Records a buyer can check')),
    (107, 'sustainable-farming', 'record.title', 'line', 90, 'What this has reached so far'),
    (108, 'sustainable-farming', 'callout.title', 'line', 90, 'Farm with us'),
    (109, 'sustainable-farming', 'callout.text', 'paragraph', 400, 'Register your farm and say what you want to change. We start from your land, not from a brochure.'),
    (110, 'sustainable-farming', 'search.metaTitle', 'line', 70, 'Sustainable Farming'),
    (111, 'sustainable-farming', 'search.metaDescription', 'line', 200, 'Soil, water, seed and income: the sustainable farming practices we teach and finance with farmers across Nigeria.'),
    (112, 'rural-education', 'hero.eyebrow', 'line', 60, 'Agriculture'),
    (113, 'rural-education', 'hero.title', 'line', 90, 'Rural Farmer Education'),
    (114, 'rural-education', 'hero.lead', 'paragraph', 400, 'The classroom is a tree near the field, the blackboard travels, and the lesson ends with something that works on Monday.'),
    (115, 'rural-education', 'hero.picture', 'picture', 300, ''),
    (116, 'rural-education', 'work.eyebrow', 'line', 60, 'Lessons'),
    (117, 'rural-education', 'work.title', 'line', 90, 'Growing, keeping, counting, selling'),
    (118, 'rural-education', 'services.growing.title', 'line', 90, 'Growing'),
    (119, 'rural-education', 'services.growing.lines', 'list', 600, concat_ws(E'\n', 'Seed choice and spacing', 'Pests and diseases by sight', 'Fertiliser in the right dose')),
    (120, 'rural-education', 'services.keeping.title', 'line', 90, 'Keeping'),
    (121, 'rural-education', 'services.keeping.lines', 'list', 600, concat_ws(E'\n', 'Drying and moisture', 'Stores without weevils', 'Grading and bagging')),
    (122, 'rural-education', 'services.counting.title', 'line', 90, 'Counting'),
    (123, 'rural-education', 'services.counting.lines', 'list', 600, concat_ws(E'\n', 'A farm book for every season', 'Cost per bag', 'Saving groups and credit')),
    (124, 'rural-education', 'services.selling.title', 'line', 90, 'Selling'),
    (125, 'rural-education', 'services.selling.lines', 'list', 600, concat_ws(E'\n', 'Prices by phone', 'What a buyer checks', 'Selling together')),
    (126, 'rural-education', 'record.title', 'line', 90, 'People who have sat under the tree'),
    (127, 'rural-education', 'callout.title', 'line', 90, 'Bring a lesson to your village'),
    (128, 'rural-education', 'callout.text', 'paragraph', 400, 'Enrol yourself, or apply as a partner to bring the programme to a community.'),
    (129, 'rural-education', 'search.metaTitle', 'line', 70, 'Rural Farmer Education'),
    (130, 'rural-education', 'search.metaDescription', 'line', 200, 'Lessons held where farmers are: growing, keeping, counting and selling, in the language of the place.'),
    (131, 'poultry-development', 'hero.eyebrow', 'line', 60, 'Poultry Services'),
    (132, 'poultry-development', 'hero.title', 'line', 90, 'Poultry Development'),
    (133, 'poultry-development', 'hero.lead', 'paragraph', 400, 'A flock pays when few birds die, feed is not wasted and the buyer is known before the chicks arrive. That is what we teach and support.'),
    (134, 'poultry-development', 'hero.picture', 'picture', 300, ''),
    (135, 'poultry-development', 'work.eyebrow', 'line', 60, 'Support'),
    (136, 'poultry-development', 'work.title', 'line', 90, 'From day-old chick to market day'),
    (137, 'poultry-development', 'services.housing.title', 'line', 90, 'Housing'),
    (138, 'poultry-development', 'services.housing.lines', 'list', 600, concat_ws(E'\n', 'Open sides, shaded roofs', 'Litter that stays dry', 'Room counted per bird')),
    (139, 'poultry-development', 'services.birds.title', 'line', 90, 'Birds and brooding'),
    (140, 'poultry-development', 'services.birds.lines', 'list', 600, concat_ws(E'\n', 'Broilers and layers', 'The first three weeks', 'Records from day one')),
    (141, 'poultry-development', 'services.health.title', 'line', 90, 'Health'),
    (142, 'poultry-development', 'services.health.lines', 'list', 600, concat_ws(E'\n', 'Vaccination calendar', 'Biosecurity at the gate', 'A vet to call')),
    (143, 'poultry-development', 'services.market.title', 'line', 90, 'Feed and market'),
    (144, 'poultry-development', 'services.market.lines', 'list', 600, concat_ws(E'\n', 'Feed by age and cost', 'Eggs graded and crated', 'Buyers before the birds are ready')),
    (145, 'poultry-development', 'record.title', 'line', 90, 'Flocks behind the figure'),
    (146, 'poultry-development', 'callout.title', 'line', 90, 'Start with the training'),
    (147, 'poultry-development', 'callout.text', 'paragraph', 400, 'No flock yet is no obstacle: the training begins at the beginning.'),
    (148, 'poultry-development', 'search.metaTitle', 'line', 70, 'Poultry Development'),
    (149, 'poultry-development', 'search.metaDescription', 'line', 200, 'Housing, birds, feed, health and market: support for poultry farmers from day-old chicks to a paying flock.'),
    (150, 'poultry-training', 'hero.eyebrow', 'line', 60, 'Poultry Services'),
    (151, 'poultry-training', 'hero.title', 'line', 90, 'Poultry Training Enrolment'),
    (152, 'poultry-training', 'hero.lead', 'paragraph', 400, 'Learn to keep birds that live, lay and sell, from people who keep them.'),
    (153, 'poultry-training', 'search.metaTitle', 'line', 70, 'Poultry Training Enrolment'),
    (154, 'poultry-training', 'search.metaDescription', 'line', 200, 'Enrol in poultry training: housing, brooding, feed, health and market, for beginners and for working farmers.'),
    (155, 'real-estate-construction', 'hero.eyebrow', 'line', 60, 'Real Estate'),
    (156, 'real-estate-construction', 'hero.title', 'line', 90, 'Real Estate & Construction'),
    (157, 'real-estate-construction', 'hero.lead', 'paragraph', 400, 'Property development and investment solutions: land whose papers are in order, buildings that are finished, and figures you can follow.'),
    (158, 'real-estate-construction', 'hero.picture', 'picture', 300, ''),
    (159, 'real-estate-construction', 'work.eyebrow', 'line', 60, 'Services'),
    (160, 'real-estate-construction', 'work.title', 'line', 90, 'From the first peg to the last quarter''s account'),
    (161, 'real-estate-construction', 'services.development.title', 'line', 90, 'Development'),
    (162, 'real-estate-construction', 'services.development.lines', 'list', 600, concat_ws(E'\n', 'Residential and commercial development', 'Farm settlements and stores', 'Approvals and drawings')),
    (163, 'real-estate-construction', 'services.land.title', 'line', 90, 'Land'),
    (164, 'real-estate-construction', 'services.land.lines', 'list', 600, concat_ws(E'\n', 'Land acquisition', 'Title search before payment', 'Survey, pegs and plan')),
    (165, 'real-estate-construction', 'services.investment.title', 'line', 90, 'Investment'),
    (166, 'real-estate-construction', 'services.investment.lines', 'list', 600, concat_ws(E'\n', 'Investment consulting', 'Yield and risk on paper', 'Exit agreed at the start')),
    (167, 'real-estate-construction', 'services.management.title', 'line', 90, 'Management'),
    (168, 'real-estate-construction', 'services.management.lines', 'list', 600, concat_ws(E'\n', 'Property management', 'Construction project management', 'Accounts every quarter')),
    (169, 'real-estate-construction', 'record.title', 'line', 90, 'What has been built so far'),
    (170, 'real-estate-construction', 'callout.title', 'line', 90, 'Invest, buy or build'),
    (171, 'real-estate-construction', 'callout.text', 'paragraph', 400, 'Begin in the investor hub, or tell us about the land you have or the one you look for.'),
    (172, 'real-estate-construction', 'search.metaTitle', 'line', 70, 'Real Estate & Construction'),
    (173, 'real-estate-construction', 'search.metaDescription', 'line', 200, 'Residential and commercial development, investment consulting, property management, land acquisition and construction project management in Nigeria.'),
    (174, 'general-contract', 'hero.eyebrow', 'line', 60, 'General Contract'),
    (175, 'general-contract', 'hero.title', 'line', 90, 'General Contract'),
    (176, 'general-contract', 'hero.lead', 'paragraph', 400, 'Construction and infrastructure development, priced item by item, built to the drawing and handed over with its file.'),
    (177, 'general-contract', 'hero.picture', 'picture', 300, ''),
    (178, 'general-contract', 'work.eyebrow', 'line', 60, 'Works'),
    (179, 'general-contract', 'work.title', 'line', 90, 'What we build'),
    (180, 'general-contract', 'services.infrastructure.title', 'line', 90, 'Infrastructure'),
    (181, 'general-contract', 'services.infrastructure.lines', 'list', 600, concat_ws(E'\n', 'Feeder roads and culverts', 'Water and irrigation', 'Markets and stores')),
    (182, 'general-contract', 'services.engineering.title', 'line', 90, 'Civil engineering'),
    (183, 'general-contract', 'services.engineering.lines', 'list', 600, concat_ws(E'\n', 'Earthworks and drainage', 'Bridges and retaining walls', 'Soil investigation')),
    (184, 'general-contract', 'services.building.title', 'line', 90, 'Building construction and renovation'),
    (185, 'general-contract', 'services.building.lines', 'list', 600, concat_ws(E'\n', 'Warehouses and processing halls', 'Offices and housing', 'Repair and extension')),
    (186, 'general-contract', 'services.management.title', 'line', 90, 'Project management and consulting'),
    (187, 'general-contract', 'services.management.lines', 'list', 600, concat_ws(E'\n', 'Bills of quantities', 'Programme and cash flow', 'Site meetings with minutes')),
    (188, 'general-contract', 'services.quality.title', 'line', 90, 'Quality assurance and compliance'),
    (189, 'general-contract', 'services.quality.lines', 'list', 600, concat_ws(E'\n', 'Material tests', 'Safety on site', 'Permits and handover files')),
    (190, 'general-contract', 'record.title', 'line', 90, 'Contracts carried out so far'),
    (191, 'general-contract', 'callout.title', 'line', 90, 'Have a project?'),
    (192, 'general-contract', 'callout.text', 'paragraph', 400, 'Tell us where it is, what stage it is at and when it must be ready.'),
    (193, 'general-contract', 'search.metaTitle', 'line', 70, 'General Contract'),
    (194, 'general-contract', 'search.metaDescription', 'line', 200, 'Construction and infrastructure development: civil engineering, building and renovation, project management, quality assurance and compliance.'),
    (195, 'company-representation', 'hero.eyebrow', 'line', 60, 'Company Representation'),
    (196, 'company-representation', 'hero.title', 'line', 90, 'Company Representation'),
    (197, 'company-representation', 'hero.lead', 'paragraph', 400, 'Business representation for local and international firms entering Nigeria. We are your people here before you have people here.'),
    (198, 'company-representation', 'hero.picture', 'picture', 300, ''),
    (199, 'company-representation', 'work.eyebrow', 'line', 60, 'Services'),
    (200, 'company-representation', 'work.title', 'line', 90, 'Presence without an office of your own'),
    (201, 'company-representation', 'services.representation.title', 'line', 90, 'Corporate representation'),
    (202, 'company-representation', 'services.representation.lines', 'list', 600, concat_ws(E'\n', 'A named person and an address', 'Meetings held on your behalf', 'Minutes the same day')),
    (203, 'company-representation', 'services.consulting.title', 'line', 90, 'Business development consulting'),
    (204, 'company-representation', 'services.consulting.lines', 'list', 600, concat_ws(E'\n', 'Buyers, suppliers and distributors', 'Tenders and offers', 'Trade fairs')),
    (205, 'company-representation', 'services.research.title', 'line', 90, 'Market research'),
    (206, 'company-representation', 'services.research.lines', 'list', 600, concat_ws(E'\n', 'Prices at the gate and at the port', 'Who buys, where and when', 'Competitors and substitutes')),
    (207, 'company-representation', 'services.compliance.title', 'line', 90, 'Regulatory compliance assistance'),
    (208, 'company-representation', 'services.compliance.lines', 'list', 600, concat_ws(E'\n', 'Registration and permits', 'Customs and export papers', 'Tax calendar')),
    (209, 'company-representation', 'services.communications.title', 'line', 90, 'Corporate communications and PR'),
    (210, 'company-representation', 'services.communications.lines', 'list', 600, concat_ws(E'\n', 'Press and community', 'Local languages', 'A voice on the ground in a crisis')),
    (211, 'company-representation', 'record.title', 'line', 90, 'What we have done in the name of others'),
    (212, 'company-representation', 'callout.title', 'line', 90, 'Entering Nigeria?'),
    (213, 'company-representation', 'callout.text', 'paragraph', 400, 'Read how our partnerships work and choose the form that fits: representation, franchise, distribution or a strategic alliance.'),
    (214, 'company-representation', 'search.metaTitle', 'line', 70, 'Company Representation'),
    (215, 'company-representation', 'search.metaDescription', 'line', 200, 'Business representation for local and international firms entering Nigeria: presence, market research, regulatory compliance and corporate communications.'),
    (216, 'franchise-partnership', 'hero.eyebrow', 'line', 60, 'Franchise & Partnership'),
    (217, 'franchise-partnership', 'hero.title', 'line', 90, 'Franchise & Partnership'),
    (218, 'franchise-partnership', 'hero.lead', 'paragraph', 400, 'Strategic business partnerships and franchise operations, for people who want to build something that is still there in ten years.'),
    (219, 'franchise-partnership', 'work.eyebrow', 'line', 60, 'Three ways'),
    (220, 'franchise-partnership', 'work.title', 'line', 90, 'How we work together'),
    (221, 'franchise-partnership', 'services.franchise.title', 'line', 90, 'Franchise Opportunities'),
    (222, 'franchise-partnership', 'services.franchise.text', 'paragraph', 400, 'Our name, methods and supply, your town and your team.'),
    (223, 'franchise-partnership', 'services.franchise.lines', 'list', 600, concat_ws(E'\n', 'Franchise development', 'Brand licensing', 'Training before opening')),
    (224, 'franchise-partnership', 'services.representation.title', 'line', 90, 'Business Representation'),
    (225, 'franchise-partnership', 'services.representation.text', 'paragraph', 400, 'We stand for you in Nigeria, or you stand for us where you are.'),
    (226, 'franchise-partnership', 'services.representation.lines', 'list', 600, concat_ws(E'\n', 'Market entry support', 'Introductions and follow-up', 'Reports in writing')),
    (227, 'franchise-partnership', 'services.partnership.title', 'line', 90, 'Strategic Partnerships'),
    (228, 'franchise-partnership', 'services.partnership.text', 'paragraph', 400, 'Two companies, one venture, the terms on paper first.'),
    (229, 'franchise-partnership', 'services.partnership.lines', 'list', 600, concat_ws(E'\n', 'Joint venture facilitation', 'Processing and export projects', 'Shared risk, agreed exit')),
    (230, 'franchise-partnership', 'application.eyebrow', 'line', 60, 'Apply'),
    (231, 'franchise-partnership', 'application.title', 'line', 90, 'Partnership Application Form'),
    (232, 'franchise-partnership', 'application.lead', 'paragraph', 400, 'Seven answers are needed; the rest helps us answer well. A person reads every application.'),
    (233, 'franchise-partnership', 'search.metaTitle', 'line', 70, 'Franchise & Partnership'),
    (234, 'franchise-partnership', 'search.metaDescription', 'line', 200, 'Franchise opportunities, business representation, strategic partnerships and distribution with a Nigerian agribusiness company.'),
    (235, 'board', 'hero.eyebrow', 'line', 60, 'Company Info'),
    (236, 'board', 'hero.title', 'line', 90, 'Our Leadership & Investors'),
    (237, 'board', 'hero.lead', 'paragraph', 400, 'The people who answer for the company, by name, with what they do and how to reach them.'),
    (238, 'board', 'members.title', 'line', 90, 'Who we are'),
    (239, 'board', 'search.metaTitle', 'line', 70, 'Our Leadership & Investors'),
    (240, 'board', 'search.metaDescription', 'line', 200, 'The board members and investors who answer for the company.'),
    (241, 'careers', 'hero.eyebrow', 'line', 60, 'Careers'),
    (242, 'careers', 'hero.title', 'line', 90, 'Careers, from the farm gate to the export desk'),
    (243, 'careers', 'hero.lead', 'paragraph', 400, 'Seven departments, entry-level to senior, all full-time.'),
    (244, 'careers', 'why.eyebrow', 'line', 60, 'Why here'),
    (245, 'careers', 'why.title', 'line', 90, 'Three reasons to join'),
    (246, 'careers', 'reasons.growth.title', 'line', 90, 'Growth and development'),
    (247, 'careers', 'reasons.growth.text', 'paragraph', 400, 'You begin with one task and are shown the next. Seniors here were juniors here.'),
    (248, 'careers', 'reasons.training.title', 'line', 90, 'Training and certification'),
    (249, 'careers', 'reasons.training.text', 'paragraph', 400, 'Time and fees for the certificate that your work asks for.'),
    (250, 'careers', 'reasons.impact.title', 'line', 90, 'Meaningful impact'),
    (251, 'careers', 'reasons.impact.text', 'paragraph', 400, 'What you do well on Monday is eaten, earned or built by Friday.'),
    (252, 'careers', 'positions.eyebrow', 'line', 60, 'Positions'),
    (253, 'careers', 'positions.title', 'line', 90, 'Where you could work'),
    (254, 'careers', 'apply.eyebrow', 'line', 60, 'Four steps, no agents, no fees'),
    (255, 'careers', 'apply.title', 'line', 90, 'How to Apply'),
    (256, 'careers', 'steps.browse.title', 'line', 90, 'Browse positions'),
    (257, 'careers', 'steps.browse.text', 'paragraph', 400, 'Find the department and the level that fit you.'),
    (258, 'careers', 'steps.submit.title', 'line', 90, 'Submit application'),
    (259, 'careers', 'steps.submit.text', 'paragraph', 400, 'Say what you have done, and attach your CV.'),
    (260, 'careers', 'steps.interview.title', 'line', 90, 'Interview process'),
    (261, 'careers', 'steps.interview.text', 'paragraph', 400, 'One talk with the team, one with the people you would work for.'),
    (262, 'careers', 'steps.join.title', 'line', 90, 'Join the team'),
    (263, 'careers', 'steps.join.text', 'paragraph', 400, 'A written offer, a start date, and somebody to show you round.'),
    (264, 'careers', 'benefits.eyebrow', 'line', 60, 'What comes with the work'),
    (265, 'careers', 'benefits.title', 'line', 90, 'Employee benefits'),
    (266, 'careers', 'benefits.lines', 'list', 600, concat_ws(E'\n', 'Competitive salary packages', 'Health insurance coverage', 'Professional development opportunities', 'Training and certification programs', 'Performance-based bonuses', 'Flexible working arrangements', 'Career advancement pathways', 'Research and innovation support')),
    (267, 'careers', 'callout.title', 'line', 90, 'Ready to apply?'),
    (268, 'careers', 'callout.text', 'paragraph', 400, 'Send one application for any position that may fit, or ask first. Nobody may ask you for money to apply.'),
    (269, 'careers', 'hr.eyebrow', 'line', 60, 'HR Department'),
    (270, 'careers', 'hr.title', 'line', 90, 'Contact HR Department'),
    (271, 'careers', 'hr.text', 'paragraph', 400, 'Ask about a position, an application that you have sent, or training. People read every message and answer it.'),
    (272, 'careers', 'search.metaTitle', 'line', 70, 'Careers'),
    (273, 'careers', 'search.metaDescription', 'line', 200, 'Seven departments, three levels, all full-time: work in farming, storage, trade, processing, export, research and supply.'),
    (274, 'contact', 'hero.eyebrow', 'line', 60, 'Contact'),
    (275, 'contact', 'hero.title', 'line', 90, 'Contact us'),
    (276, 'contact', 'hero.lead', 'paragraph', 400, 'Say what it is about, and you reach the people who do that work.'),
    (277, 'contact', 'message.eyebrow', 'line', 60, 'Message'),
    (278, 'contact', 'message.title', 'line', 90, 'Write to us'),
    (279, 'contact', 'ways.eyebrow', 'line', 60, 'Shorter ways'),
    (280, 'contact', 'ways.title', 'line', 90, 'You know what you need?'),
    (281, 'contact', 'links.order.title', 'line', 90, 'You need produce'),
    (282, 'contact', 'links.order.text', 'paragraph', 400, 'A bulk order reaches the trading team with your phone number. We contact you within 24 hours.'),
    (283, 'contact', 'links.order.action', 'line', 40, 'Place an order'),
    (284, 'contact', 'links.farm.title', 'line', 90, 'You farm'),
    (285, 'contact', 'links.farm.text', 'paragraph', 400, 'See what a farm registration asks and what it brings.'),
    (286, 'contact', 'links.farm.action', 'line', 40, 'Farmer registration'),
    (287, 'contact', 'links.partner.title', 'line', 90, 'You want to work with us'),
    (288, 'contact', 'links.partner.text', 'paragraph', 400, 'Franchise, representation, distribution or an alliance.'),
    (289, 'contact', 'links.partner.action', 'line', 40, 'Ways to work together'),
    (290, 'contact', 'search.metaTitle', 'line', 70, 'Contact us'),
    (291, 'contact', 'search.metaDescription', 'line', 200, 'Where our offices are, and the ways to reach the people who answer.')
$function$;

CREATE OR REPLACE FUNCTION private.parties_of(order_id uuid, columns jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('buyer_company', request.company_name, 'buyer_contact', request.contact_person,
      'buyer_address', request.address, 'buyer_country', request.country,
      'deliver_to', coalesce(request.delivery_location, orders.delivery_address))
    || coalesce((select jsonb_object_agg(said.key, said.value) from jsonb_each(columns) as said
      where said.value <> 'null' and said.key = any ('{buyer_company,buyer_contact,buyer_address,buyer_country,deliver_to}'::text[])), '{}')
  from public.orders left join public.order_requests as request on request.order_id = orders.id
  where orders.id = $1
$function$;

CREATE OR REPLACE FUNCTION private.payment_block(own public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('bank_name', account.bank_name, 'account_name', account.account_name,
    'account_number', account.account_number, 'bank_address', account.bank_address, 'swift_bic', account.swift_bic,
    'correspondent', account.correspondent, 'changed_at', account.effective_at,
    'due_kobo', due.kobo,
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = (own).id),
      (select phone from public.order_requests as bulk_request where bulk_request.order_id = (own).id)))
  from private.current_settlement_account('bank_account', (own).currency) as account
  cross join (select private.due_now_kobo(own) as kobo offset 0) as due
  where (own).status in ('pending', 'approved') and (own).payment_status in ('unpaid', 'underpaid')
    and due.kobo > 0 and not private.has_letter_of_credit((own).id)
    and ((own).payment_status <> 'unpaid' or private.find_changed_prices(own) is null)
$function$;

CREATE OR REPLACE FUNCTION private.place_letters(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select translate(lower(words), ' -‐‑–''’‘`/.,()', '')
$function$;

CREATE OR REPLACE FUNCTION private.post_allowance(of_order public.orders, credit_account text, amount_kobo bigint, source_table text, source_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  granted record;
  vat_part bigint := 0;
begin
  if (of_order).vat_kobo > 0 then
    select * into granted from private.granted_of((of_order).id);
    vat_part := round((of_order).vat_kobo::numeric * (granted.kobo + amount_kobo) / (of_order).total_amount_kobo)::bigint - granted.vat_kobo;
  end if;
  perform private.post_transfer('complaint_credited', of_order, 'allowances', credit_account, amount_kobo - vat_part, source_table, source_id);
  perform private.post_transfer('complaint_credited', of_order,
    case when private.ledger_balance('unearned_vat', (of_order).id) > 0 then 'unearned_vat' else 'vat_payable' end,
    credit_account, vat_part, source_table, source_id);
end $function$;

CREATE OR REPLACE FUNCTION private.post_claim(of_order public.orders, amount_minor bigint, expires_at timestamp with time zone, claim_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source_table text := case when claim_id is null then 'orders' else 'payment_claims' end;
begin
  perform private.void_claim(of_order, source_table, claim_id::text);
  insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor, phase, expires_at,
    source_table, source_id)
  select 'payment_claimed', (of_order).id, 'bank', 'receivable', (of_order).currency, $2, 'pending', $3,
    source_table, $4::text
  where $2 > 0;
end $function$;

CREATE OR REPLACE FUNCTION private.post_order_change(old public.orders, new public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  accepted_id text;
begin
  if old.id is null then
    insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor)
    select 'order_priced', new.id, 'receivable', part.account, new.currency, part.amount_minor
    from private.order_amounts(new) as part where part.amount_minor > 0 and new.status <> 'declined';
    return;
  end if;
  if new.status <> 'declined' and (new.total_amount_kobo, new.delivery_kobo, new.vat_kobo)
    is distinct from (old.total_amount_kobo, old.delivery_kobo, old.vat_kobo)
  then
    select quote.id into accepted_id from public.quotes as quote where quote.order_id = new.id and quote.status = 'accepted';
    perform private.post_transfer('order_priced', new, 'receivable', coalesce(part.account, posted.account),
      coalesce(part.amount_minor, 0) - coalesce(posted.amount_minor, 0),
      case when accepted_id is null then 'orders' else 'quotes' end, accepted_id)
    from private.order_amounts(new) as part full join private.unearned_of(new.id) as posted on posted.account = part.account;
    -- Money above the total of before pays what was added to it.
    perform private.post_transfer('surplus_used', new, 'refundable', 'receivable',
      greatest(0, least(private.ledger_balance('refundable', new.id), private.balance_kobo(new.id))));
  end if;
  if new.status = 'declined' and old.status <> 'declined' then
    perform private.post_order_end(new);
  end if;
  -- By completion, where nobody recorded the way of the goods.
  if (new.fulfilment_status = 'delivered' and old.fulfilment_status = 'dispatched')
    or (new.status = 'completed' and old.status <> 'completed')
  then
    perform private.post_transfer('goods_delivered', new, part.account, private.earned_account(part.account), part.amount_minor)
    from private.unearned_of(new.id) as part;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.post_order_end(ended public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.void_claim(ended);
  perform private.post_transfer('order_ended', ended, part.account, 'receivable', part.amount_minor)
  from private.unearned_of(ended.id) as part;
  perform private.post_transfer('order_ended', ended, 'receivable', settled.account, private.ledger_balance(settled.account, ended.id))
  from unnest(array['bank_fees', 'write_offs']) as settled (account);
  perform private.post_transfer('order_ended', ended, 'receivable', 'refundable', - private.balance_kobo(ended.id));
end $function$;

CREATE OR REPLACE FUNCTION private.post_receipt(of_order public.orders, amount_minor bigint, payment_id uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owed bigint := greatest(0, private.balance_kobo((of_order).id));
  pending private.ledger_transfers := private.open_claim((of_order).id);
  claimed bigint := case when pending.id is null then 0 else least(amount_minor, owed, pending.amount_minor) end;
  more bigint;
begin
  if claimed > 0 then
    insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor, phase,
      pending_id, source_table, source_id)
    values ('payment_received', (of_order).id, 'bank', 'receivable', (of_order).currency, claimed, 'post', pending.id,
      'payments', payment_id::text);
  else
    perform private.void_claim(of_order, 'payments', payment_id::text);
  end if;
  more := least(amount_minor, owed) - claimed;
  perform private.post_transfer('payment_received', of_order, 'bank', 'receivable', more, 'payments', payment_id::text);
  perform private.post_transfer('surplus_received', of_order, 'bank', 'refundable', amount_minor - claimed - more,
    'payments', payment_id::text);
  return amount_minor - claimed - more;
end $function$;

CREATE OR REPLACE FUNCTION private.post_transfer(event text, of_order public.orders, debit_account text, credit_account text, amount_minor bigint, source_table text DEFAULT 'orders'::text, source_id text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor, source_table, source_id)
  select $1, ($2).id, case when $5 > 0 then $3 else $4 end, case when $5 > 0 then $4 else $3 end, ($2).currency, abs($5), $6, $7
  where $5 <> 0
$function$;

CREATE OR REPLACE FUNCTION private.prepare_page_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rule record;
begin
  select known.kind, known.maximum into rule from private.page_text_rules() as known
  where known.page = new.page and known.key = new.key;
  if rule.kind is null then
    raise exception 'The page % has no such text: %', new.page, new.key using errcode = '23514', hint = 'key';
  elsif rule.kind = 'picture' and new.text !~ E'^/storage/v1/object/public/board-photos/[A-Za-z0-9_-]+[.](jpg|png)\n[^\n]{3,160}$' then
    raise exception 'A picture is one that was sent here, with a few words that say what it shows.'
      using errcode = '23514', hint = 'text';
  elsif rule.kind not in ('list', 'picture') and strpos(new.text, E'\n') > 0 then
    raise exception 'This text is one line: leave the line breaks out.' using errcode = '23514', hint = 'text';
  elsif char_length(new.text) > rule.maximum then
    raise exception 'This text has % characters; there is room for %.', char_length(new.text), rule.maximum
      using errcode = '23514', hint = 'text';
  end if;
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.price_delivery(grams bigint, state text, lga text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  whole_state text := lower(private.clean_line(state));
  area text := lower(private.clean_line(state)) || ': ' || lower(coalesce(private.clean_line(lga), ''));
  collecting jsonb;
  delivering jsonb;
begin
  select jsonb_agg(near.option order by near.distance, near.name, near.id) into collecting
  from (
    select depot.id, depot.name, private.distance_of(depot, whole_state, area) as distance,
      jsonb_build_object('kind', 'collect', 'depotId', depot.id, 'name', depot.name, 'address', depot.address,
        'state', depot.state, 'lga', depot.lga, 'hours', depot.hours, 'priceKobo', 0, 'days', private.depot_days(depot)) as option
    from public.depots as depot where depot.is_active
    order by distance, depot.name, depot.id limit 5
  ) as near;
  select jsonb_agg(offer.option order by offer.price_kobo, offer.name, offer.id) into delivering
  from (
    select zone.id, zone.name, price.kobo as price_kobo, jsonb_build_object('kind', 'deliver', 'zoneId', zone.id,
      'name', zone.name, 'priceKobo', price.kobo, 'days', private.zone_days(zone, grams)) as option
    from public.delivery_zones as zone
    cross join lateral (
      select zone.step_kobo[place] as kobo from generate_subscripts(zone.step_grams, 1) as place
      where zone.step_grams[place] >= grams order by place limit 1
    ) as price
    where zone.is_active and private.exactness_of(zone, whole_state, area) = (
      select max(private.exactness_of(other, whole_state, area)) from public.delivery_zones as other where other.is_active)
  ) as offer
  where offer.option -> 'days' <> '[]';
  return jsonb_build_object('weightGrams', grams, 'options',
    case when private.keeps_delivery() then coalesce(collecting, '[]')
      else '[{"kind": "collect", "depotId": null, "priceKobo": 0, "days": []}]' end
    || coalesce(delivering, '[{"kind": "quote"}]'));
end $function$;

CREATE OR REPLACE FUNCTION private.put_limit_in_force(name text, value_before integer, value integer, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.market_limits as market_limit set value = put_limit_in_force.value
  where market_limit.name = put_limit_in_force.name;
  perform private.record_audit('update', 'market_limits', name, jsonb_build_object('value', value_before),
    jsonb_build_object('value', value, 'reason', reason));
end $function$;

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
    when coalesce(line ->> 'kind', 'goods') = 'goods' and private.is_whole_unit(line ->> 'unit')
      and (line ->> 'quantity')::numeric <> trunc((line ->> 'quantity')::numeric) then 'whole'
  end
$function$;

CREATE OR REPLACE FUNCTION private.quote_vat_lines(offer public.quotes, tax_kobo bigint)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when (offer).vat_reason is not null then jsonb_build_array(jsonb_build_object('rateBp', (offer).vat_rate_bp,
    'reason', (offer).vat_reason, 'baseKobo', (offer).total_kobo - tax_kobo, 'vatKobo', tax_kobo)) end
$function$;

CREATE OR REPLACE FUNCTION private.quoted_quantity(current_order public.orders, lines jsonb)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest((current_order).quantity, sum(line.quantity * private.order_kilograms(current_order, line.unit))
    / private.order_kilograms(current_order, (current_order).unit))
  from private.lines_of_order(current_order, lines) as line
$function$;

CREATE OR REPLACE FUNCTION private.read_contract_terms(terms jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answers jsonb := private.check_form('contract_terms', case jsonb_typeof(terms) when 'object' then terms else '{}' end);
  wrong text;
  problem text;
begin
  select field into wrong from unnest('{windowFrom,windowTo}'::text[]) as field
  where private.answer(answers, field) is not null and private.read_day(private.answer(answers, field)) is null limit 1;
  if wrong is not null then
    problem := 'Choose a day that exists';
  elsif private.answer(answers, 'windowTo') < private.answer(answers, 'windowFrom') then
    wrong := 'windowTo';
    problem := 'The last day must not be before the first one';
  elsif private.read_day(private.answer(answers, 'windowTo')) < (now() at time zone 'Africa/Lagos')::date then
    wrong := 'windowTo';
    problem := 'The delivery window must not be over already';
  else
    select field into wrong from unnest('{tolerancePercent,moistureMaxPercent}'::text[]) as field
    where not private.is_percent(private.answer(answers, field)) limit 1;
    if wrong is not null then
      problem := 'Enter a percentage from 0 to 100, such as 2 or 7.5';
    elsif private.answer(answers, 'hsCode') !~ '^[0-9]{4}([.]?[0-9]{2}){0,3}(, ?[0-9]{4}([.]?[0-9]{2}){0,3})*$' then
      wrong := 'hsCode';
      problem := 'An HS code has 4 to 10 digits: 1801.00, 0910.11';
    else
      -- As short as an order takes them.
      select field into wrong
      from (values ('buyerCompany', 2), ('buyerContact', 2), ('buyerAddress', 10), ('buyerCountry', 2), ('deliverTo', 5)) as party (field, min)
      where char_length(private.answer(answers, field)) < min limit 1;
      problem := 'Write it in full, or leave it empty';
    end if;
  end if;
  if wrong is not null then
    raise exception '%', problem using errcode = '23514', detail = wrong, hint = wrong;
  end if;
  return private.answer_columns(answers);
end $function$;

CREATE OR REPLACE FUNCTION private.read_market_lines(items jsonb)
 RETURNS TABLE(product_id uuid, quantity integer, price_kobo bigint, place integer)
 LANGUAGE plpgsql
 IMMUTABLE ROWS 5
 SET search_path TO ''
AS $function$
begin
  return query
    select (item ->> 'productId')::uuid, (item ->> 'quantity')::integer, (item ->> 'priceKobo')::bigint, nr::integer
    from jsonb_array_elements(items) with ordinality as input (item, nr);
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
      when 'whole' then 'bags and containers are counted whole'
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
  return private.read_quote_vat(result, quote);
end $function$;

CREATE OR REPLACE FUNCTION private.read_quote_vat(result public.quotes, quote jsonb)
 RETURNS public.quotes
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed text := nullif(quote ->> 'vatClass', '');
  rate record;
  tax bigint;
  owed bigint;
begin
  select coalesce(sum(round((line ->> 'quantity')::numeric * private.quote_line_price(line))), 0) into tax
  from jsonb_array_elements(quote -> 'lines') as line where line ->> 'kind' = 'tax';
  if not private.is_vat_class(typed) then
    raise exception 'Choose what VAT the quote bears' using errcode = '23514', hint = 'vatClass';
  end if;
  select * into rate from private.vat_on() as each where each.vat_class = coalesce(typed, case when tax > 0 then 'standard' end);
  owed := private.vat_of((result).total_kobo - tax, rate.rate_bp);
  if typed is not null and owed = 0 and tax > 0 then
    raise exception 'What you chose bears no VAT: remove the line of tax, or choose the standard rate' using errcode = '23514', hint = 'vatClass';
  elsif typed is not null and owed <> tax then
    raise exception 'VAT of % percent on the other lines is %, and the line of tax says %', trim_scale(rate.rate_bp * 0.01),
      to_char(owed * 0.01, 'FM999,999,999,999,990.00'), to_char(tax * 0.01, 'FM999,999,999,999,990.00')
      using errcode = '23514', hint = 'vatClass';
  end if;
  if rate.rate_bp is null or owed <> tax then
    return result;
  end if;
  result.vat_class := rate.vat_class;
  result.vat_rate_bp := rate.rate_bp;
  result.vat_reason := rate.reason;
  return result;
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
    '^(₦|NGN|N|US\$|USD|\$)? ?((?:[1-9][0-9]{0,2}(?:,[0-9]{3}){1,4}|[1-9][0-9]{0,12}))(?:\.([0-9]{1,2}))?$', 'i');
  if number is not null then
    amount_kobo := replace(number[2], ',', '')::bigint * 100 + rpad(coalesce(number[3], ''), 2, '0')::bigint;
    currency := case when number[1] is null then null when upper(number[1]) in ('₦', 'NGN', 'N') then 'NGN' else 'USD' end;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.read_terms_for_order(order_id uuid, terms jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select read.columns || coalesce((select jsonb_object_agg(party.key, null) from jsonb_each(private.parties_of($1)) as party
    where read.columns -> party.key = party.value), '{}')
  from private.read_contract_terms(terms) as read (columns)
$function$;

CREATE OR REPLACE FUNCTION private.received_kobo(order_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.ledger_balance('bank', $1)
$function$;

CREATE OR REPLACE FUNCTION private.record_bounce(mail_id uuid, status text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text;
begin
  if record_bounce.status !~ '^[45]\.[0-9]{1,3}\.[0-9]{1,3}$' then
    raise exception 'This is no status of RFC 3463' using errcode = '22023';
  end if;
  update private.mail_outbox as mail set status = 'failed', last_error = 'bounced ' || record_bounce.status
  where mail.id = record_bounce.mail_id and mail.channel = 'email'
    and (mail.status = 'sent' or (mail.status = 'failed' and mail.sent_at is not null))
    and mail.recipient not like 'erased:%'
  returning lower(mail.recipient) into address;
  if address is null then
    return 'unknown';
  elsif record_bounce.status !~ '^5\.(1\.(1|2|3|6|10)|2\.1)$' then
    return 'failed';
  end if;
  insert into public.mail_suppressions (email, reason, expires_at) values (address, 'bounced', now() + interval '30 days')
  on conflict (email) do update set expires_at = excluded.expires_at where mail_suppressions.reason = 'bounced';
  return 'suppressed';
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_too_many_message_files(added_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select count(*) >= 100 from public.message_files as earlier
      where earlier.added_by = refuse_too_many_message_files.added_by and earlier.created_at > now() - interval '1 day') then
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
    where kind = 'marketplace' and status = 'pending' and payment_status = 'unpaid' and reminded_at is null and not awaits_delivery
      and expires_at > now() and expires_at <= now() + make_interval(
        hours => private.market_limit(case when user_id is null then 'guest_reminder_hours' else 'member_reminder_hours' end))
    order by expires_at
    limit batch for update skip locked
  loop
    update public.orders set reminded_at = now() where id = due.id;
    select * into contact from public.order_contacts where order_id = due.id;
    if due.user_id is not null or contact.email is not null then
      perform private.notify_buyer(due.id, 'order_unpaid');
      reminded := reminded + 1;
    elsif not due.is_demo and private.enqueue_sms('order_unpaid', contact.phone,
        jsonb_build_object('code', due.code, 'expires_at', due.expires_at), 'sms:' || due.id || ':unpaid') is not null then
      reminded := reminded + 1;
    end if;
  end loop;
  return reminded;
end $function$;

CREATE OR REPLACE FUNCTION private.rename_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  name text;
begin
  select private.find_buyer_name(own.id, own.user_id) into name from public.orders as own
  where own.id = new.order_id and own.sort_name is distinct from private.find_buyer_name(own.id, own.user_id);
  if found then
    update public.orders set sort_name = name where id = new.order_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.rename_orders_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.orders as own set sort_name = private.find_buyer_name(own.id, own.user_id)
  where own.user_id = new.id and own.sort_name is distinct from private.find_buyer_name(own.id, own.user_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.request_line_problem(line jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rule private.field_rules;
  typed text;
  problem text;
begin
  for rule in select * from private.field_rules
    where form = 'order' and field in ('product', 'quantity', 'unit') order by position
  loop
    typed := case when jsonb_typeof(line -> rule.field) = 'string' then private.clean_answer(rule.kind, line ->> rule.field) end;
    problem := case when typed is null then rule.message else private.answer_problem(rule, typed) end;
    if problem is null and rule.field = 'product'
      and not exists (select from public.order_products where label = typed and is_active)
    then
      problem := rule.message;
    end if;
    if problem is not null then
      return jsonb_build_object('field', rule.field, 'message', problem);
    end if;
  end loop;
  if private.is_whole_unit(line ->> 'unit') and private.typed_quantity(line) <> trunc(private.typed_quantity(line)) then
    return jsonb_build_object('field', 'quantity',
      'message', 'Bags and containers are counted whole: enter a number without decimals');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.require_answerable(chosen public.quotes)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if chosen.status = 'replaced' then
    raise exception 'We have replaced this quote by a newer one. Please look at it first.' using errcode = '23514', hint = 'quote';
  elsif chosen.status <> 'open' or chosen.expires_at <= now() or not exists (
    select from public.orders
    where orders.id = chosen.order_id and orders.status in ('pending', 'approved') and orders.total_amount_kobo is null
  ) then
    raise exception 'This quote is not open any more' using errcode = '23514', hint = 'quote';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.require_message_file(record_type text, record_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_too_many_message_files(private.require_conversation(record_type, record_id));
end $function$;

CREATE OR REPLACE FUNCTION private.require_money_for_approval(new public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.awaits_delivery then
    raise exception 'The delivery of this order is not agreed yet' using errcode = '23514', hint = 'delivery';
  elsif new.payment_status not in ('confirmed', 'overpaid') and new.credit_terms_reason is null then
    raise exception 'This order can be approved when its payment is confirmed' using errcode = '23514', hint = 'payment_status';
  elsif new.stock_released_at is not null then
    if not private.reserve_again(new.id) then
      raise exception 'The goods of this order were sold to others before its money was found. Wait until there is stock again, or decline it and send the money back.'
        using errcode = '23514', hint = 'stock';
    end if;
    new.stock_released_at := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.require_product_photos(new public.products, paths text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from unnest(paths) as named (path)
    where not exists (
      select from private.product_photos as photo
      where photo.path = named.path and photo.ready_at is not null and photo.created_at > now() - interval '1 day'
        and (photo.farmer_id = new.farmer_id or (photo.farmer_id is null and private.has_permission('products.write'))))
  ) then
    raise exception 'The photo has not arrived yet. Please send it again.' using errcode = '23514', hint = 'photo_path';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.require_sold_out(product_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.products where id = product_id and status = 'published') then
    raise exception 'This product is not in the marketplace any more' using errcode = '23514', hint = 'productId', detail = 'productId';
  elsif not exists (select from public.products where id = product_id and stock = 0) then
    raise exception 'It is for sale now: put it into your cart' using errcode = '23514', hint = 'productId', detail = 'productId';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.run_market_jobs()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('market jobs', 0)) then
    return null;
  end if;
  return jsonb_build_object('expired', private.expire_market_orders(), 'reminded', private.remind_unpaid_orders(),
    'released', private.release_claimed_stock(), 'backInStock', private.send_stock_alerts(), 'accountsInForce', private.notify_settlements_in_force());
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
        'currency', shown.currency, 'status', shown.status, 'paymentStatus', shown.payment_status,
        'isUnderpaid', (select private.is_underpaid(own) from public.orders as own where own.id = shown.id),
        'fulfilmentStatus', shown.fulfilment_status, 'createdAt', shown.created_at) order by shown.distance, shown.created_at desc), '[]')
    from shown
  );
end $function$;

CREATE OR REPLACE FUNCTION private.send_stock_alerts(batch integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
  sent integer := 0;
begin
  for due in
    select alert.id, alert.end_token, product.id as product_id, product.name, product.farmer_name,
      coalesce(alert.email, (select lower(account.email) from auth.users as account
        where account.id = alert.user_id and account.email_confirmed_at is not null)) as recipient
    from public.stock_alerts as alert
    join public.products as product on product.id = alert.product_id
    where alert.confirmed_at is not null and alert.notified_at is null
      and product.status = 'published' and (product.stock is null or product.stock > 0)
    order by alert.confirmed_at
    limit batch for update of alert skip locked
  loop
    update public.stock_alerts set notified_at = now(), confirm_token_hash = null where id = due.id;
    if due.recipient is not null then
      perform private.enqueue_mail('stock_back', due.recipient, jsonb_build_object('product', due.name,
        'farmer', due.farmer_name, 'product_id', due.product_id, 'unsubscribe_token', due.end_token));
      sent := sent + 1;
    end if;
  end loop;
  return sent;
end $function$;

CREATE OR REPLACE FUNCTION private.sorted_column(list text, source text, name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when known.expression like '%own.%' then
      format('(select %s from public.%I as own where own.id = t.id)', known.expression, known.source)
    else known.expression end
  from (values
    ('orders', 'product', 't.crop_type'),
    ('orders', 'buyer', 't.buyer_name'),
    ('orders', 'money', 't.payment_status'),
    ('disputes', 'delivered', 't.delivered_at'),
    -- As it stands in the list: of an account its name.
    ('farmers', 'contact', 'lower(t.contact_name) collate "C"'),
    ('farmers', 'place', 'lower(t.location) collate "C"'),
    ('buyers', 'contact', 'lower(t.contact_name) collate "C"'),
    ('buyers', 'type', 't.business_type'),
    ('buyers', 'place', 'lower(t.city) collate "C"'),
    ('investors', 'contact', 'lower(t.contact_name) collate "C"'),
    ('investors', 'type', 't.investor_type'),
    -- Each currency by itself, from the least that the range begins with.
    ('investors', 'investment', '(t.currency, t.investment_amount_min)'),
    ('training_enrolments', 'place', 'lower(t.city) collate "C"'),
    -- As the form offers them: from the least to the most.
    ('training_enrolments', 'education', $sql$array_position((select rule.options from private.field_rules as rule
      where rule.form = 'training' and rule.field = 'educationLevel'), t.education_level)$sql$),
    ('training_enrolments', 'experience', $sql$array_position((select rule.options from private.field_rules as rule
      where rule.form = 'training' and rule.field = 'experience'), t.experience)$sql$),
    ('products', 'farmer', 'lower(own.farmer_name)'),
    ('products', 'price', 'own.price_kobo'),
    -- On hand: what can be ordered, and what is reserved.
    ('products', 'stock', 'own.stock + coalesce((select level.reserved from public.product_stock as level where level.product_id = own.id), 0)'),
    ('products', 'reserved', 'coalesce((select level.reserved from public.product_stock as level where level.product_id = own.id), 0)'),
    ('products', 'available', 'own.stock'),
    ('contact_messages', 'topic', 'own.topic'),
    ('job_applications', 'position', 'lower(coalesce(own.position_title, ''''))'),
    ('partnership_applications', 'contact', 'lower(own.contact_person)'),
    ('partnership_applications', 'type', 'own.partnership_type'),
    ('partnership_applications', 'country', 'lower(own.country)')
  ) as known (source, name, expression)
  where known.source in (sorted_column.list, sorted_column.source) and known.name = sorted_column.name
$function$;

CREATE OR REPLACE FUNCTION private.stated_state(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- Once for each part and not for each name: every order is read by it as it comes in, and a million when an upgrade adds the column.
  with parts as materialized (
    select place, ' ' || lower(regexp_replace(btrim(words, E' \t\r.'), '(\s+state)?(\W+\d{6})?(\W+nigeria)?$', '', 'i')) as words
    from regexp_split_to_table(address, '[,;/\n]') with ordinality as part (words, place)
  )
  select coalesce(also.state, known.name)
  from parts
  join unnest(array['Abia', 'Adamawa', 'Akwa Ibom', 'Anambra', 'Bauchi', 'Bayelsa', 'Benue', 'Borno', 'Cross River', 'Delta',
    'Ebonyi', 'Edo', 'Ekiti', 'Enugu', 'FCT', 'Gombe', 'Imo', 'Jigawa', 'Kaduna', 'Kano', 'Katsina', 'Kebbi', 'Kogi', 'Kwara',
    'Lagos', 'Nasarawa', 'Niger', 'Ogun', 'Ondo', 'Osun', 'Oyo', 'Plateau', 'Rivers', 'Sokoto', 'Taraba', 'Yobe', 'Zamfara',
    'Abuja', 'Federal Capital Territory']) as known (name)
    on right(parts.words, char_length(known.name) + 1) = ' ' || lower(known.name)
  left join (values ('Abuja', 'FCT'), ('Federal Capital Territory', 'FCT')) as also (name, state) on also.name = known.name
  where (known.name <> 'Niger' or address !~* ('\m(republic of|r[eé]publique du|(niamey|zinder|maradi|agadez|tahoua|dosso|diffa|tillab[eé]r[iy]'
      || '|arlit|birni.?n.{0,2}konni|gaya|tessaoua|dogondoutchi)(\W+\d+)?)\W+niger\M'))
  order by place desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.store_delivery(order_id uuid, chosen jsonb, vat_kobo bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.order_deliveries (order_id, kind, zone_id, depot_id, name, address, hours, day, weight_grams, price_kobo, vat_kobo)
  values ($1, chosen ->> 'kind', (chosen ->> 'zoneId')::uuid, (chosen ->> 'depotId')::uuid, chosen ->> 'name',
    chosen ->> 'address', chosen ->> 'hours', (chosen ->> 'date')::date, (chosen ->> 'weightGrams')::bigint,
    (chosen ->> 'priceKobo')::bigint, case when chosen ->> 'priceKobo' is not null then vat_kobo end)
$function$;

CREATE OR REPLACE FUNCTION private.sum_of(goods jsonb, field text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum((line ->> field)::bigint), 0)::bigint from jsonb_array_elements(goods) as line
$function$;

CREATE OR REPLACE FUNCTION private.take_back_mails(record_type text, record_id uuid, written_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with taken as (
    delete from private.mail_outbox as mail
    where mail.record_type = $1 and mail.record_id = $2 and mail.created_at = $3
      and mail.status = 'waiting' and mail.attempts = 0
      -- What staff wrote themselves beside the decision was not waiting for it.
      and exists (select from private.mail_templates as known where known.template = mail.template and known.waits_for_undo)
    returning mail.data ->> 'token' as token
  )
  delete from private.registration_guest_links as link using taken
  where link.token_hash = encode(sha256(convert_to(taken.token, 'UTF8')), 'hex');
  return not exists (
    select from private.mail_outbox as mail
    where mail.record_type = $1 and mail.record_id = $2 and mail.created_at = $3
  );
end $function$;

CREATE OR REPLACE FUNCTION private.takes_offer(quote_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select offer.payment_terms = chosen.payment_terms and offer.currency = chosen.currency
      and (offer.prices_kobo, offer.quantities) = (
        select array_agg(line.price_kobo order by line.position), array_agg(line.quantity order by line.position)
        from public.quote_lines as line where line.quote_id = chosen.id)
      and (select array_agg((line.kind, line.description, line.unit)::text order by line.position)
          from public.quote_lines as line where line.quote_id = offer.quote_id)
        = (select array_agg((line.kind, line.description, line.unit)::text order by line.position)
          from public.quote_lines as line where line.quote_id = chosen.id)
      and jsonb_strip_nulls(private.contract_terms_of(to_jsonb(offer))) = jsonb_strip_nulls(private.contract_terms_of(to_jsonb(chosen)))
      -- The rate that was agreed is of its currency: in another one none was.
      and chosen.agreed_rate is not distinct from case when offer.currency = answered.currency then answered.agreed_rate end
    from public.quotes as chosen
    join public.counter_offers as offer on offer.order_id = chosen.order_id
    join public.quotes as answered on answered.id = offer.quote_id
    where chosen.id = $1 order by offer.created_at desc limit 1), false)
$function$;

CREATE OR REPLACE FUNCTION private.time_to_pay(buyer_id uuid)
 RETURNS interval
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select make_interval(hours => private.market_limit(case when buyer_id is null then 'guest' else 'member' end || '_expiry_hours'))
$function$;

CREATE OR REPLACE FUNCTION private.to_ring_condition()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- From the few orders that may be meant, not from all that have a delivery.
  select $sql$t.id in (
    select meant.id
    from (
      select own.id, chosen.quoted_at as since
      from public.orders as own
      join public.order_deliveries as chosen on chosen.order_id = own.id and chosen.kind <> 'collect' and chosen.quoted_at is not null
      join public.order_contacts as contact on contact.order_id = own.id and contact.phone ~ '[1-9]' and contact.email is null
      where own.awaits_delivery and own.status = 'pending' and own.user_id is null
      union all
      select own.id, (chosen.day - 2)::timestamp at time zone 'Africa/Lagos'
      from public.orders as own
      join public.order_deliveries as chosen on chosen.order_id = own.id and chosen.kind <> 'collect'
      join public.order_contacts as contact on contact.order_id = own.id and contact.phone ~ '[1-9]'
      where not own.awaits_delivery and own.status = 'approved' and own.fulfilment_status in ('preparing', 'dispatched')
        and own.delivers_until between (now() at time zone 'Africa/Lagos')::date - 7 and (now() at time zone 'Africa/Lagos')::date + 1
    ) as meant
    where not exists (
      select from public.phone_calls as made
      where made.record_id = meant.id and made.record_type = 'orders'
        and made.outcome in ('reached', 'chat_sent', 'wrong_number', 'refused') and made.created_at >= meant.since))$sql$
$function$;

CREATE OR REPLACE FUNCTION private.typed_quantity(line jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select replace(private.clean_line(line ->> 'quantity'), ',', '')::numeric
$function$;

CREATE OR REPLACE FUNCTION private.use_proof(id text, attempt uuid, expires_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '1s'
AS $function$
begin
  insert into private.used_proofs (id, attempt, expires_at)
  values (use_proof.id, use_proof.attempt, use_proof.expires_at)
  on conflict on constraint used_proofs_pkey do nothing;
  return exists (
    select from private.used_proofs
    where used_proofs.id = use_proof.id and used_proofs.attempt = use_proof.attempt
  );
exception when lock_not_available then
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.vat_day(of_order public.orders)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select ((of_order).created_at at time zone 'Africa/Lagos')::date
$function$;

CREATE OR REPLACE FUNCTION private.vat_of(amount_kobo bigint, rate_bp integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select round(amount_kobo::numeric * rate_bp * 0.0001)::bigint
$function$;

CREATE OR REPLACE FUNCTION private.vat_of_refund(new public.payments)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (round(granted.vat_kobo * greatest(0, least(sent.kobo, granted.kobo)) / granted.kobo)
    - round(granted.vat_kobo * greatest(0, least(sent.kobo - new.amount_kobo, granted.kobo)) / granted.kobo))::bigint
  from (
    select nullif(sum(transfer.amount_minor), 0) as kobo,
      coalesce(sum(transfer.amount_minor) filter (where transfer.debit_account in ('vat_payable', 'unearned_vat')), 0) as vat_kobo
    from private.ledger_transfers as transfer
    where transfer.order_id = new.order_id and transfer.event = 'complaint_credited' and transfer.credit_account = 'refundable'
  ) as granted, (
    -- What came above the total goes back before what a complaint granted.
    select sum(payment.amount_kobo) - (
      select coalesce(sum(case transfer.event when 'surplus_used' then -transfer.amount_minor else transfer.amount_minor end), 0)
      from private.ledger_transfers as transfer
      where transfer.order_id = new.order_id and transfer.event in ('surplus_received', 'surplus_used')) as kobo
    from public.payments as payment
    where payment.order_id = new.order_id and payment.kind = 'refund'
  ) as sent
$function$;

CREATE OR REPLACE FUNCTION private.vat_on(day date DEFAULT ((now() AT TIME ZONE 'Africa/Lagos'::text))::date)
 RETURNS TABLE(vat_class text, rate_bp integer, reason text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
  select distinct on (rate.vat_class) rate.vat_class, rate.rate_bp, rate.reason
  from public.vat_rates as rate where rate.valid_from <= $1 order by rate.vat_class, rate.valid_from desc
$function$;

CREATE OR REPLACE FUNCTION private.vat_on_document(vat_lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when vat_lines is null then '{}' else jsonb_build_object('vat', vat_lines) end
$function$;

CREATE OR REPLACE FUNCTION private.void_claim(of_order public.orders, source_table text DEFAULT 'orders'::text, source_id text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor, phase, pending_id,
    source_table, source_id)
  select 'claim_rejected', pending.order_id, pending.debit_account, pending.credit_account, pending.currency,
    pending.amount_minor, 'void', pending.id, $2, $3
  from private.open_claim(($1).id) as pending where pending.id is not null
$function$;

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
      where delivery.order_id = (own).id and delivery.quoted_at is not null and delivery.accepted_at is null))
    or (not (own).awaits_delivery and (own).total_amount_kobo is not null and (own).payment_status in ('unpaid', 'underpaid')
      and not ((own).status = 'pending' and coalesce((own).expires_at <= now(), false))
      and case when private.has_letter_of_credit((own).id) then (own).status in ('pending', 'approved') and (own).fulfilment_status = 'none'
          and not exists (select from public.letters_of_credit as letter where letter.order_id = (own).id and letter.status <> 'awaited')
        else private.due_now_kobo(own) > 0 end))
$function$;

CREATE OR REPLACE FUNCTION private.zone_days(zone public.delivery_zones, grams bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(open.day order by open.day), '[]')
  from (
    select calendar.day::date as day
    from (select (now() at time zone 'Africa/Lagos')::date + (zone).cutoff_days as first) as begins,
      generate_series(begins.first, begins.first + 27, interval '1 day') as calendar (day)
    left join lateral (
      select coalesce(sum(taken.weight_grams), 0) as grams, count(*) as orders
      from public.order_deliveries as taken join public.orders on orders.id = taken.order_id
      where taken.zone_id = (zone).id and taken.day = calendar.day::date and orders.status <> 'declined'
    ) as taken on (zone).capacity_kg is not null or (zone).capacity_orders is not null
    where extract(isodow from calendar.day)::smallint = any ((zone).weekdays)
      and ((zone).capacity_kg is null or taken.grams + zone_days.grams <= (zone).capacity_kg::bigint * 1000)
      and ((zone).capacity_orders is null or taken.orders < (zone).capacity_orders)
    order by calendar.day
    limit 6
  ) as open
$function$;

CREATE OR REPLACE FUNCTION public.accept_delivery(order_id uuid, price_kobo bigint, day date, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  offered public.order_deliveries;
begin
  select * into own from public.orders where id = own.id for update;
  select * into offered from public.order_deliveries as delivery where delivery.order_id = own.id;
  if offered.accepted_at is not null and offered.price_kobo = accept_delivery.price_kobo and offered.day = accept_delivery.day then
    return private.describe_market_order(own, false);
  elsif not own.awaits_delivery or own.status <> 'pending' or offered.quoted_at is null or own.expires_at <= now() then
    raise exception 'This offer of a delivery is not open any more' using errcode = '23514', hint = 'delivery';
  elsif offered.price_kobo is distinct from accept_delivery.price_kobo or offered.day is distinct from accept_delivery.day then
    return jsonb_build_object('ok', false, 'code', 'delivery_changed', 'offer', private.describe_delivery(own.id));
  end if;
  update public.order_deliveries as delivery set accepted_at = now() where delivery.order_id = own.id;
  update public.orders set awaits_delivery = false, delivery_kobo = offered.price_kobo,
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
  if chosen.total_kobo is distinct from accept_quote.total_kobo then
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
  return private.describe_market_order(own, false);
end $function$;

CREATE OR REPLACE FUNCTION public.change_market_limit(name text, value integer, seen integer, reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := private.require_strong_right('settings.write');
  why text := coalesce(private.clean_line(reason), '');
  current_value integer;
  obstacle text := private.find_limit_obstacle(change_market_limit.name, change_market_limit.value);
  waits boolean;
begin
  select market_limit.value into current_value from private.market_limits as market_limit
  where market_limit.name = change_market_limit.name for update;
  if current_value is null then
    raise exception 'There is no such limit' using errcode = 'P0002';
  elsif obstacle is not null then
    raise exception '%', obstacle using errcode = '23514', hint = 'value';
  elsif char_length(why) not between 10 and 500 then
    raise exception 'Please give a reason of 10 to 500 characters' using errcode = '23514', hint = 'reason';
  elsif seen is distinct from current_value then
    raise exception 'Somebody else changed this limit in the meantime. Please look again.' using errcode = 'PT409', hint = 'seen';
  elsif value = current_value then
    raise exception 'It is this already' using errcode = '23514', hint = 'value';
  elsif exists (select from private.market_limit_changes as earlier
      where earlier.name = change_market_limit.name and earlier.outcome is null) then
    raise exception 'A change of this limit waits for a second person already' using errcode = 'PT409', hint = 'waiting';
  end if;
  perform private.refuse_secrets('reason', null, why);
  waits := private.needs_second_for_limit(name, current_value, value);
  insert into private.market_limit_changes (name, value_before, value, reason, proposed_by, decided_by, decided_at, outcome)
  values (change_market_limit.name, current_value, change_market_limit.value, why, person_id,
    case when not waits then person_id end, case when not waits then now() end, case when not waits then 'alone' end);
  if waits then
    perform private.record_audit('propose', 'market_limits', name, jsonb_build_object('value', current_value),
      jsonb_build_object('value', value, 'reason', why));
  else
    perform private.put_limit_in_force(name, current_value, value, why);
  end if;
  return not waits;
end $function$;

REVOKE ALL ON FUNCTION "public"."change_market_limit"(text, integer, integer, text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.change_task(task_id uuid, title text, due_on date, due_time time without time zone, assignee_id uuid, expected_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  task public.tasks := private.take_task(task_id);
  words text := nullif(private.clean_line(title), '');
begin
  if task.done_at is not null then
    raise exception 'This task is done. Please open it again first.' using errcode = '55000';
  elsif task.updated_at is distinct from expected_at then
    raise exception 'Somebody else has changed this task by now. Please look at it again.' using errcode = 'PT409';
  end if;
  perform private.check_task(task, task.record_type, words, due_on, assignee_id);
  update public.tasks as known set title = words, due_on = change_task.due_on, due_time = change_task.due_time,
    assignee_id = change_task.assignee_id,
    assignee_name = (select person.full_name from public.profiles as person where person.id = change_task.assignee_id),
    updated_at = clock_timestamp()
  where known.id = change_task.task_id;
  -- It is due on another day, or assigned to another: who was reminded of it is reminded again, when it is time.
  if due_on is distinct from task.due_on or assignee_id is distinct from task.assignee_id then
    delete from public.staff_notices as notice where notice.task_id = change_task.task_id and notice.kind = 'task_due';
  end if;
  perform private.record_audit('task', task.record_type, task.record_id::text,
    jsonb_build_object('due_on', task.due_on, 'assignee_id', task.assignee_id),
    jsonb_build_object('due_on', due_on, 'assignee_id', assignee_id));
  if assignee_id is not null and assignee_id is distinct from task.assignee_id then
    perform private.notify_staff(assignee_id, 'task_assigned', task.record_type, task.record_id, task.id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_payment(order_id uuid, claim jsonb, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  proof text := nullif(claim ->> 'proofPath', '');
  said text := nullif(claim ->> 'amountKobo', '');
  is_first boolean;
  claim_id bigint;
begin
  select * into own from public.orders where id = own.id for update;
  if own.total_amount_kobo is null then
    raise exception 'This order has no price yet' using errcode = '23514', hint = 'claim';
  elsif private.has_letter_of_credit(own.id) then
    raise exception 'A bank pays this order by the letter of credit: there is nothing to transfer. If you have transferred already, write to us on the page of the order.'
      using errcode = '23514', hint = 'letter_of_credit';
  elsif said !~ '^[1-9][0-9]{0,14}$' then
    raise exception 'Enter how much you sent' using errcode = '23514', hint = 'amountKobo';
  end if;
  perform private.require_order_uploads(own.id, 'proof', array_remove(array[proof], null));
  is_first := own.claimed_at is null;
  if own.payment_status = 'claimed' then
    if proof is null or exists (
      select from public.payment_claims as reported where reported.order_id = own.id and reported.proof_path = proof
    ) then
      return private.describe_market_order(own, false);
    end if;
  else
    if own.payment_status = 'unpaid' and private.find_changed_prices(own) is not null then
      return public.payment_details(own.id, context);
    end if;
    if own.status not in ('pending', 'approved') or own.payment_status not in ('unpaid', 'underpaid')
      or own.fulfilment_status = 'disputed' or own.awaits_delivery
    then
      raise exception '% If you have transferred already, do not transfer again: tell us, and we look for it on our statement.',
        case when own.decline_code = 'payment_expired'
          then 'This order ran out on ' || to_char(own.expires_at at time zone 'Africa/Lagos', 'DD/MM/YYYY, HH24:MI') || ' (Lagos).'
          else 'There is nothing to pay on this order now.'
        end
        using errcode = '23514', hint = 'not_payable';
    end if;
    own := private.apply_order_event(own.id, 'claim');
    perform private.notify_buyer(own.id, 'order_payment_claimed');
  end if;
  insert into public.payment_claims (order_id, words, note, proof_path, amount_kobo)
  values (
    own.id, coalesce(nullif(private.clean_line(claim ->> 'words'), ''), 'Mark as Payment Successful'),
    nullif(private.clean_text(claim ->> 'note'), ''), proof, said::bigint
  ) returning id into claim_id;
  if own.kind = 'marketplace' and own.status = 'pending' and own.stock_released_at is null then
    own.claimed_at := coalesce(own.claimed_at, now());
    update public.orders set claimed_at = own.claimed_at, claim_holds_until = private.claim_hold(own, is_first)
    where id = own.id returning * into own;
  end if;
  -- A proof that comes later says nothing of the amount.
  if said is not null or (private.open_claim(own.id)).id is null then
    perform private.post_claim(own, coalesce(said::bigint, private.due_now_kobo(own)),
      greatest(own.claim_holds_until, clock_timestamp() + interval '14 days'), claim_id);
  end if;
  return private.describe_market_order(own, false);
end $function$;

CREATE OR REPLACE FUNCTION public.confirm_order_prices(order_id uuid, total_kobo bigint, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  question jsonb;
  sums record;
begin
  select * into own from public.orders where id = own.id for update;
  perform from public.products
  where id in (select product_id from public.order_items as item where item.order_id = own.id) order by id for share;
  question := public.payment_details(own.id, context);
  if question ->> 'code' is distinct from 'price_changed' or (question ->> 'totalKobo')::bigint is distinct from total_kobo then
    return question;
  end if;
  update public.order_items as item set price_kobo = product.price_kobo
  from public.products as product
  where item.order_id = own.id and product.id = item.product_id;
  select * into strict sums from private.repriced_sums(own);
  update public.order_deliveries as delivery set vat_kobo = sums.delivery_vat_kobo
  where delivery.order_id = own.id and delivery.price_kobo is not null;
  update public.orders set vat_kobo = sums.vat_kobo,
    total_amount_kobo = sums.goods_kobo + own.delivery_kobo + sums.vat_kobo,
    price_locked_until = now() + make_interval(hours => private.market_limit('price_lock_hours'))
  where id = own.id returning * into own;
  update public.orders set vat_lines = private.count_vat_lines(own) where id = own.id;
  return public.payment_details(own.id, context);
end $function$;

CREATE OR REPLACE FUNCTION public.confirm_stock_alert(token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.stock_alerts set confirmed_at = coalesce(confirmed_at, now())
  where confirm_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and confirm_sent_at > now() - interval '7 days';
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.deactivate_staff(user_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_strong_right('roles.manage');
  found_role text;
  why text := coalesce(private.clean_text(reason), '');
begin
  if char_length(why) not between 3 and 500 then
    raise exception 'Please say in 3 to 500 characters why' using errcode = '23514', hint = 'reason';
  end if;
  delete from public.user_roles where user_roles.user_id = deactivate_staff.user_id returning role into found_role;
  if found_role is null then
    raise exception 'This person has no role' using errcode = 'P0002';
  end if;
  insert into public.staff_departures (user_id, former_role, reason, deactivated_by)
  values (deactivate_staff.user_id, found_role, why, caller_id)
  on conflict on constraint staff_departures_pkey do update set former_role = excluded.former_role,
    reason = excluded.reason, deactivated_by = excluded.deactivated_by, deactivated_at = now();
  -- What was assigned to them is assigned to nobody.
  update public.record_work set assignee_id = null, assignee_name = null, assigned_by = null, assigned_at = null
  where assignee_id = deactivate_staff.user_id;
  update public.tasks set assignee_id = null, assignee_name = null where assignee_id = deactivate_staff.user_id and done_at is null;
  delete from public.staff_notices where staff_notices.user_id = deactivate_staff.user_id;
  delete from auth.sessions where sessions.user_id = deactivate_staff.user_id;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_market_limit(change_id bigint, is_approved boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := private.require_strong_right('settings.write');
  change private.market_limit_changes;
  current_value integer;
  obstacle text;
begin
  select * into change from private.market_limit_changes where id = change_id for update;
  if change.id is null or change.outcome is not null then
    raise exception 'Somebody else has decided on this change. Please look again.' using errcode = 'P0002';
  elsif is_approved and change.proposed_by = person_id then
    raise exception 'You proposed this. Somebody else must approve it.' using errcode = '42501', hint = 'own_entry';
  elsif is_approved and person_id = any (private.related_staff(change.proposed_by)) then
    raise exception 'You and whoever proposed this were brought in by one another, or by the same person. Somebody else must approve it.'
      using errcode = '42501', hint = 'own_making';
  elsif is_approved and not private.is_at_work(person_id) then
    raise exception 'Whoever approves this has worked at the desk with a second step on three different days of the last 30. You have not yet.'
      using errcode = '42501', hint = 'not_at_work';
  end if;
  select market_limit.value into current_value from private.market_limits as market_limit
  where market_limit.name = change.name for update;
  obstacle := private.find_limit_obstacle(change.name, change.value);
  if is_approved and (obstacle is not null or current_value <> change.value_before) then
    raise exception '%', coalesce(obstacle, 'The limit was changed in the meantime. Drop this and propose it again.')
      using errcode = 'PT409', hint = 'seen';
  end if;
  update private.market_limit_changes set decided_by = person_id, decided_at = now(),
    outcome = case when is_approved then 'approved' else 'dropped' end
  where id = change.id;
  if is_approved then
    perform private.put_limit_in_force(change.name, change.value_before, change.value, change.reason);
  else
    perform private.record_audit('withdraw', 'market_limits', change.name, jsonb_build_object('value', change.value), null);
  end if;
end $function$;

REVOKE ALL ON FUNCTION "public"."decide_market_limit"(bigint, boolean) FROM "service_role";

CREATE OR REPLACE FUNCTION public.decide_money_entry(entry_id uuid, is_approved boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  current_order public.orders;
  entry private.money_entries;
begin
  -- The order first, as everybody locks it.
  current_order := private.order_for_finance((select one.order_id from private.money_entries as one where one.id = entry_id));
  select * into entry from private.money_entries where id = entry_id for update;
  if entry.decided_at is not null then
    raise exception 'Somebody else has decided on this entry. Please look again.' using errcode = 'P0002';
  elsif is_approved is null then
    raise exception 'Say yes or no' using errcode = '22004', hint = 'is_approved';
  elsif is_approved and entry.recorded_by = person_id then
    raise exception 'You entered this. Somebody else must confirm it.' using errcode = '42501', hint = 'own_entry';
  elsif is_approved and entry.kind <> 'receipt' and private.exceeds_refund_limit(person_id, entry.currency,
    entry.amount_kobo + private.gone_back_kobo(entry.order_id, entry.kind))
  then
    raise exception 'This is more than your role may pay back. Somebody with a higher limit must confirm it.'
      using errcode = '42501', hint = 'role_limit';
  end if;
  update private.money_entries set decided_by = person_id, decided_at = now(),
    outcome = case when is_approved then 'approved' else 'dropped' end
  where id = entry.id;
  if not is_approved then
    return private.describe_market_order(current_order, false);
  elsif entry.kind = 'receipt' then
    return private.book_receipt(current_order, entry.details, entry.recorded_by, person_id);
  elsif entry.kind in ('fee', 'write_off') then
    return private.book_remainder(current_order, entry.details, entry.recorded_by, person_id);
  elsif entry.kind = 'complaint' then
    return private.book_grant(current_order, entry.details, entry.recorded_by, person_id);
  end if;
  return private.book_refund(current_order, entry.details, entry.recorded_by, person_id);
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
    raise exception 'This is further below the list price than your role may quote. Somebody with a higher limit must approve it.'
      using errcode = '42501', hint = 'role_limit';
  elsif current_order.status not in ('pending', 'approved') or current_order.total_amount_kobo is not null or chosen.expires_at <= now() then
    raise exception 'This order cannot be quoted any more' using errcode = '23514', hint = 'quote';
  end if;
  update public.quotes set status = 'replaced' where quotes.order_id = current_order.id and status = 'open';
  update public.quotes set status = 'open' where quotes.id = chosen.id;
  perform private.issue_document_of_quote(chosen.id, 'quote');
  perform private.note_contact('orders', current_order.id, person_id);
  perform private.mail_quote(chosen.id);
end $function$;

CREATE OR REPLACE FUNCTION public.decline_quote(quote_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.quotes := private.lock_own_quote(quote_id);
  words text := coalesce(private.clean_text(reason), '');
begin
  perform private.require_answerable(chosen);
  if char_length(words) not between 3 and 500 then
    raise exception 'Say why in 3 to 500 characters' using errcode = '23514', hint = 'reason';
  end if;
  update public.quotes set status = 'declined', declined_at = now(), decline_reason = words where quotes.id = chosen.id;
  perform private.notify_staff_of_answer(chosen.order_id, 'declined', chosen.total_kobo, chosen.currency);
end $function$;

REVOKE ALL ON FUNCTION "public"."decline_quote"(uuid, text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.delivery_options(items jsonb, state text, lga text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  grams bigint;
begin
  if jsonb_typeof(items) is distinct from 'array'
    or jsonb_array_length(items) not between 1 and private.market_limit('order_lines_max')
    or char_length(coalesce(state, '')) > 0 and char_length(state) not between 2 and 100 or char_length(lga) > 100
    or exists (
      select from jsonb_array_elements(items) as item
      where coalesce(item ->> 'productId', '') !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
        or coalesce(item ->> 'quantity', '') !~ '^[1-9][0-9]{0,5}$'
        or coalesce(item ->> 'priceKobo', '0') !~ '^[0-9]{1,15}$')
  then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  grams := private.basket_grams(items);
  return private.add_vat_to_options(private.price_delivery(grams, coalesce(state, ''), lga), items)
    || case when coalesce(state, '') = '' then jsonb_build_object('fromKobo', private.cheapest_delivery(grams)) else '{}' end;
end $function$;

CREATE OR REPLACE FUNCTION public.end_stock_alerts(token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.stock_alerts as alert using public.stock_alerts as named
  where named.end_token = token and (alert.email = named.email or alert.user_id = named.user_id);
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.figures_by(subject text, dimension text, since date, until date)
 RETURNS TABLE(value text, count bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  span tstzrange := private.figure_span(since, until);
  source text := case subject || ' ' || dimension
    when 'orders crop' then 'left join public.order_items as item on item.order_id = record.id'
    when 'farmers crop' then 'cross join lateral unnest(record.crops_grown) as crop'
    else ''
  end;
  expression text := case subject || ' ' || dimension
    when 'orders state' then 'record.delivery_state'
    when 'orders crop' then 'coalesce(item.product_name, record.crop_type)'
    when 'farmers crop' then 'crop'
    else case dimension when 'status' then 'record.status' when 'state' then 'record.state' end
  end;
begin
  perform private.require_figures_right(subject);
  if expression is null then
    raise exception 'There is no such division of %', subject using errcode = '23514', hint = 'dimension';
  end if;
  return query execute format($query$
    select coalesce(%1$s, '') as value, count(distinct record.id)
    from public.%2$I as record %3$s
    where record.created_at >= lower($1) and record.created_at < upper($1) and not record.is_demo
    group by 1 order by 2 desc, 1 $query$, expression, subject, source) using span;
end $function$;

CREATE OR REPLACE FUNCTION public.figures_promise_kept(since date, until date)
 RETURNS TABLE(record_type text, clock text, kept bigint, broken bigint, open bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  span tstzrange := private.figure_span(since, until);
  due private.due_clocks;
begin
  if not private.has_permission('figures.read') then
    raise exception 'permission denied to read figures' using errcode = '42501';
  end if;
  for due in
    select * from private.due_clocks as known where known.record_type = any (private.admin_types_with('read'))
    order by known.record_type, known.clock
  loop
    return query execute format($query$
      select $1, $2,
        count(*) filter (where met_at <= due_at),
        count(*) filter (where met_at > due_at or (met_at is null and due_at < now())),
        count(*) filter (where met_at is null and due_at >= now())
      from (
        select coalesce(%5$s, record.created_at) + make_interval(hours => $3) as due_at, least(%1$s, %2$s) as met_at
        from public.%3$I as record
        where record.created_at >= lower($4) and record.created_at < upper($4) and not record.is_demo %4$s
      ) as clocks $query$,
      case when due.record_type = 'contact_messages' then
          -- The first answer: a message is open again when its person writes again.
          'coalesce((select min(event.created_at) from private.standing_decisions as event
            where event.record_type = $1 and event.record_id = record.id and event.to_status = ''completed''), record.answered_at)'
        else '(select min(event.created_at) from private.standing_decisions as event
          where event.record_type = $1 and event.record_id = record.id)' end,
      case when due.clock = 'first_contact' then '(select work.contacted_at from public.record_work as work
          where work.record_id = record.id and work.record_type = $1)' else 'null' end,
      due.record_type,
      case when due.record_type = 'orders' then 'and record.kind = ''bulk''' else '' end,
      -- What was sent again counts from then, unless the promise was broken before it: a correction that was asked for in time
      -- stopped the clock.
      case when due.record_type in ('farmers', 'training_enrolments', 'buyers', 'investors') then
          '(select record.sent_again_at where record.sent_again_at <= record.created_at + make_interval(hours => $3) or exists (
            select from public.correction_requests as request where request.record_type = $1 and request.record_id = record.id
              and request.created_at <= record.created_at + make_interval(hours => $3)))'
        else 'null::timestamptz' end)
    using due.record_type, due.clock, due.hours, span;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.find_mail(mail_id uuid)
 RETURNS TABLE(id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text, created_at timestamp with time zone, next_attempt_at timestamp with time zone, sent_at timestamp with time zone, can_resend boolean, record_type text, record_id uuid, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subjects text[] := private.own_mail_subjects();
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.channel, mail.template, mail.recipient, mail.state, mail.attempts, mail.last_error,
      mail.created_at, mail.next_attempt_at, mail.sent_at, mail.can_resend, mail.record_type, mail.record_id,
      private.name_mail(mail.template)
    from private.mails as mail where mail.id = find_mail.mail_id and mail.subject = any (subjects);
end $function$;

REVOKE ALL ON FUNCTION "public"."find_mail"(uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.find_person(record_type text, record_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  max_entries constant integer := 20;
  registration_kinds constant text[] := array['farmers', 'training_enrolments', 'buyers', 'investors'];
  person_kinds constant text[] := registration_kinds
    || array['orders', 'contact_messages', 'partnership_applications', 'job_applications'];
  readable text[];
  decidable text[];
  mail_subjects text[];
  opened private.person_records;
  person record;
  has_profiles boolean := private.has_permission('profiles.read');
  allowed text[];
  -- Every record of theirs: its kind, its id and by what it is theirs.
  types text[];
  ids uuid[];
  vias text[];
begin
  perform private.require_admin_right(find_person.record_type, 'read');
  if find_person.record_type <> all (person_kinds) then
    raise exception 'This kind of record is about nobody' using errcode = '22023';
  end if;
  readable := array(select unnest(person_kinds) intersect select unnest(private.admin_types_with('read')));
  decidable := array(select unnest(registration_kinds) intersect select unnest(private.admin_types_with('decide')));
  mail_subjects := private.own_mail_subjects();
  select known.* into opened from private.person_records as known
  where known.record_type = find_person.record_type and known.id = find_person.record_id;
  if opened.id is null then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  select * into person from private.identify_person(opened, readable);
  select array_agg(near.record_type), array_agg(near.id), array_agg(near.via) into types, ids, vias
  from (
    select known.record_type, known.id, known.via
    from private.list_person_records(readable, person.accounts, person.phones, person.emails) as known where known.id <> opened.id
    union all
    select opened.record_type, opened.id, 'record' as via
  ) as near;
  allowed := array(select section from (values
      ('registrations', readable && registration_kinds),
      ('orders', 'orders' = any (readable)), ('quotes', 'orders' = any (readable)), ('documents', 'orders' = any (readable)),
      ('messages', readable && array['orders', 'contact_messages', 'partnership_applications', 'job_applications']),
      ('applications', readable && array['partnership_applications', 'job_applications']),
      ('calls', readable && (registration_kinds || array['orders'])), ('mails', mail_subjects <> '{}'), ('notes', readable <> '{}'),
      ('tasks', readable <> '{}'), ('consents', decidable <> '{}')
    ) as known (section, is_open) where is_open);
  return (
    with placed as (
      select entries.*, row_number() over (partition by entries.section order by entries.at desc, entries.record_id) as place,
        count(*) over (partition by entries.section) as how_many
      from private.list_person_entries(
        allowed, types, ids, vias, person.phones, person.emails, mail_subjects, decidable, has_profiles
      ) as entries
    ),
    sections as (
      select placed.section, jsonb_build_object('count', max(placed.how_many), 'entries',
        jsonb_agg(jsonb_build_object('at', placed.at, 'recordType', placed.record_type, 'recordId', placed.record_id,
          'code', placed.code, 'words', placed.words, 'state', placed.state, 'amountKobo', placed.amount_kobo,
          'currency', placed.currency, 'byName', placed.by_name, 'dueOn', placed.due_on, 'via', placed.via)
          order by placed.place)) as content
      from placed where placed.place <= max_entries group by placed.section
    )
    select jsonb_build_object(
      'who', jsonb_build_object(
        'recordType', opened.record_type, 'recordId', opened.id, 'label', private.label_record(opened.record_type, opened.id),
        'name', coalesce(opened.name, opened.organisation), 'organisation', opened.organisation, 'place', opened.place,
        'phone', case when opened.phone ~ '[1-9]' then opened.phone end, 'email', opened.email,
        'accounts', cardinality(person.accounts),
        -- What an account says of itself is for those who may read accounts.
        'account', case when has_profiles then (
          select jsonb_build_object('name', account.full_name, 'email', account.email, 'phone', account.phone, 'since', account.created_at)
          from public.profiles as account where account.id = person.accounts[1]) end),
      'sections', (
        select coalesce(jsonb_object_agg(known.section, coalesce(sections.content, '{"count": 0, "entries": []}')), '{}')
        from unnest(allowed) as known (section) left join sections on sections.section = known.section))
  );
end $function$;

CREATE OR REPLACE FUNCTION public.find_record_flags(record_type text, record_ids uuid[])
 RETURNS TABLE(record_id uuid, flags text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.registrations_with('read');
  twins uuid[];
begin
  perform private.require_admin_right(record_type, 'read');
  if find_record_flags.record_type = 'orders' then
    return query
      select own.id, array_remove(array[
        case when own.fulfilment_status = 'disputed' then 'disputed' end,
        case when own.kind = 'bulk' and own.total_amount_kobo is null and own.status in ('pending', 'approved') then 'unquoted' end,
        case when private.is_underpaid(own) then 'underpaid' end
      ], null)
      from public.orders as own where own.id = any (record_ids[1:500]);
    return;
  end if;
  if find_record_flags.record_type = any (readable) then
    twins := array(select twin.record_id from private.open_twins as twin where twin.record_type = find_record_flags.record_type
      and twin.other_type = any (readable) and twin.record_id = any (record_ids[1:500]));
  end if;
  return query
    select own.id, array_remove(array[
      case when own.id = any (twins) then 'twin' end,
      case when find_record_flags.record_type = 'training_enrolments' and exists (
        select from public.training_enrolments as enrolment where enrolment.id = own.id and enrolment.is_minor) then 'minor' end,
      case when find_record_flags.record_type in ('farmers', 'training_enrolments', 'buyers') and exists (
        select from private.registrations as record
        where record.record_type = find_record_flags.record_type and record.id = own.id and not record.has_photo) then 'photo' end
    ], null)
    from unnest(record_ids[1:500]) as own (id);
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
  if words is null then
    answer.count := private.count_records(list, condition, only_status, promised_before, source, assignee_id);
    -- By an index alone, however far behind the page is.
    execute format('select array(select t.id from private.%I as t where %s
        order by %s limit $6 offset $7)', list || '_list', condition, row_order)
      into answer.ids using null, only_status, promised_before, source, assignee_id, max_rows, skipped;
  else
    execute format('with hits as materialized (select t.* from private.%I as t where %s)
        select (select count(*) from hits), array(select t.id from hits as t order by %s limit $6 offset $7)',
        list || '_list', condition, row_order)
      into answer.count, answer.ids
      using private.search_patterns(words), only_status, promised_before, source, assignee_id, max_rows, skipped;
  end if;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.goods_may_leave(public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_paid_enough($1) where (select private.has_permission('orders.read'))
$function$;

REVOKE ALL ON FUNCTION "public"."goods_may_leave"(public.orders) FROM "service_role";

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
begin
  select * into own from public.orders where id = own.id for update;
  offer := private.find_open_offer(own);
  if offer.id is not null then
    details := private.describe_offer(offer, private.describe_lines(own.id, offer.id));
  else
    payable := public.payment_details(own.id, context);
    if not (payable ->> 'ok')::boolean and payable ->> 'code' <> 'letter_of_credit' then
      return payable;
    end if;
    details := jsonb_build_object(
      'lines', private.describe_lines(own.id), 'totalKobo', own.total_amount_kobo, 'account', private.describe_account(own),
      'goodUntil', private.utc_text(own.expires_at), 'schedule', private.describe_schedule(own.id))
      || private.vat_on_document(own.vat_lines);
    details := jsonb_set(private.describe_parties(own.id) || details, '{order,currency}', to_jsonb(own.currency));
  end if;
  return private.issue_pro_forma_once(own.id, details);
end $function$;

CREATE OR REPLACE FUNCTION public.issue_quote_document(order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  quoted public.orders;
  offer public.quotes;
  document_id uuid;
begin
  perform private.require_record_work('orders');
  perform private.require_admin_right('orders', 'decide');
  select * into quoted from public.orders where id = issue_quote_document.order_id for update;
  offer := private.find_open_offer(quoted);
  if offer.id is null then
    raise exception 'No quote of this order is open' using errcode = 'PT409';
  end if;
  document_id := private.issue_document_of_quote(offer.id, 'quote');
  return jsonb_build_object('ok', true, 'id', document_id,
    'number', (select number from public.order_documents where id = document_id));
end $function$;

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
    'advisingBank', coalesce(letter.advising_bank, private.bank_in_words(own.currency)));
end $function$;

REVOKE ALL ON FUNCTION "public"."letter_of_credit"(uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_last_actions()
 RETURNS TABLE(user_id uuid, action text, subject_type text, at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (private.has_permission('roles.read') and private.has_permission('audit_events.read')) then
    raise exception 'permission denied to read what colleagues did' using errcode = '42501';
  end if;
  return query
    select held.user_id, entry.action, entry.subject_type, entry.created_at
    from (
      select known.user_id from public.user_roles as known
      union
      select left_us.user_id from public.staff_departures as left_us
    ) as held
    cross join lateral (
      select trail.id, trail.action, trail.subject_type, trail.created_at from public.audit_trail as trail
      where trail.actor_id = held.user_id order by trail.created_at desc, trail.id desc limit 3
    ) as entry
    order by entry.created_at desc, entry.id desc;
end $function$;

CREATE OR REPLACE FUNCTION public.list_mails(only_state text DEFAULT NULL::text, search text DEFAULT NULL::text, page_index integer DEFAULT 0, page_size integer DEFAULT 10)
 RETURNS TABLE(id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text, created_at timestamp with time zone, next_attempt_at timestamp with time zone, sent_at timestamp with time zone, can_resend boolean, total bigint, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := nullif(btrim(list_mails.search), '');
  patterns text[] := private.search_patterns(words);
  subjects text[] := private.own_mail_subjects();
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.channel, mail.template, mail.recipient, mail.state, mail.attempts, mail.last_error,
      mail.created_at, mail.next_attempt_at, mail.sent_at, mail.can_resend, count(*) over (),
      private.name_mail(mail.template)
    from private.mails as mail
    where mail.subject = any (subjects)
      and (list_mails.only_state is null or mail.state = list_mails.only_state)
      and (words is null or mail.address ilike any (patterns) or mail.template in
          (select known.template from private.mail_templates as known where known.name ilike any (patterns))
        or mail.address in (select private.addresses_named(patterns)))
    order by mail.created_at desc, mail.id
    limit least(greatest(page_size, 1), 100) offset greatest(page_index, 0)::bigint * least(greatest(page_size, 1), 100);
end $function$;

REVOKE ALL ON FUNCTION "public"."list_mails"(text, text, integer, integer) FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_market_limits()
 RETURNS TABLE(name text, value integer, changed_by text, changed_at timestamp with time zone, reason text, waiting jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('settings.read') then
    raise exception 'permission denied: settings.read' using errcode = '42501';
  end if;
  return query
    select market_limit.name, market_limit.value, private.name_staff(coalesce(last.decided_by, last.proposed_by)), last.decided_at,
      last.reason,
      case when waits.id is not null then jsonb_build_object('id', waits.id, 'value', waits.value, 'reason', waits.reason,
        'proposedBy', private.name_staff(waits.proposed_by), 'proposedAt', waits.proposed_at,
        'isOwn', waits.proposed_by = (select auth.uid())) end
    from private.market_limits as market_limit
    left join lateral (
      select * from private.market_limit_changes as change
      where change.name = market_limit.name and change.outcome in ('alone', 'approved') order by change.decided_at desc, change.id desc limit 1
    ) as last on true
    left join private.market_limit_changes as waits on waits.name = market_limit.name and waits.outcome is null
    order by market_limit.name;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_market_limits"() FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_money_entries(order_id uuid)
 RETURNS TABLE(id uuid, kind text, amount_kobo bigint, currency text, value_date date, bank_reference text, reason text, recorded_at timestamp with time zone, recorded_by_name text, is_own boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('orders.read') then
    raise exception 'permission denied to read orders' using errcode = '42501';
  end if;
  return query
    select entry.id, entry.kind, entry.amount_kobo, entry.currency, (entry.details ->> 'valueDate')::date,
      entry.details ->> 'bankReference', entry.details ->> 'reason', entry.recorded_at, coalesce(person.full_name, person.email),
      entry.recorded_by = (select auth.uid())
    from private.money_entries as entry left join public.profiles as person on person.id = entry.recorded_by
    where entry.order_id = list_money_entries.order_id and entry.decided_at is null
    order by entry.recorded_at;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_money_entries"(uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_order_ledger(order_id uuid)
 RETURNS TABLE(id bigint, event text, phase text, debit_account text, credit_account text, currency text, amount_minor bigint, balance_minor bigint, expires_at timestamp with time zone, recorded_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('orders.read') then
    raise exception 'permission denied to read orders' using errcode = '42501';
  end if;
  return query
    select transfer.id, transfer.event, transfer.phase, transfer.debit_account, transfer.credit_account, transfer.currency,
      transfer.amount_minor,
      sum(case when transfer.phase in ('pending', 'void') then 0 when transfer.debit_account = 'receivable' then transfer.amount_minor
        when transfer.credit_account = 'receivable' then - transfer.amount_minor else 0 end) over (order by transfer.id)::bigint,
      transfer.expires_at, transfer.recorded_at
    from private.ledger_transfers as transfer where transfer.order_id = $1 order by transfer.id;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_order_ledger"(uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_own_orders(only_state text DEFAULT 'all'::text, words text DEFAULT ''::text, before_time timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 25)
 RETURNS SETOF public.orders
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select own.* from public.orders as own
  where own.user_id = (select auth.uid())
    and case only_state
      when 'waiting' then private.waits_for_buyer(own)
      when 'open' then own.status in ('pending', 'approved')
      when 'done' then own.status in ('declined', 'completed')
      else true end
    and (btrim(words) = '' or position(lower(btrim(words)) in lower(own.code || ' ' || own.crop_type)) > 0
      or exists (select from public.order_request_lines as line
        where line.order_id = own.id and position(lower(btrim(words)) in lower(line.product)) > 0))
    and (before_time is null or (own.created_at <= before_time and (own.created_at < before_time or own.id > before_id)))
  order by own.created_at desc, own.id
  limit least(greatest(page_size, 1), 100)
$function$;

REVOKE ALL ON FUNCTION "public"."list_own_orders"(text, text, timestamp with time zone, uuid, integer) FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_page_text_versions(page text, key text)
 RETURNS TABLE(text text, published_at timestamp with time zone, published_by text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('content.write') then
    raise exception 'permission denied to read the versions of a text' using errcode = '42501';
  end if;
  return query
    select change -> 'values' ->> 'text', draft.published_at, coalesce(person.full_name, person.email)
    from public.content_drafts as draft
    cross join lateral jsonb_array_elements(draft.changes) as change
    left join public.profiles as person on person.id = draft.published_by
    where draft.published_at is not null and change ->> 'table' = 'page_texts'
      and change -> 'key' = jsonb_build_object('page', $1, 'key', $2)
    order by draft.published_at desc
    limit 50;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_page_text_versions"(text, text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_page_texts(page text)
 RETURNS TABLE(key text, original text, text text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select rule.key, rule.original, stored.text
  from private.page_text_rules() as rule
  left join public.page_texts as stored on stored.page = rule.page and stored.key = rule.key
  where rule.page = $1
  order by rule.place
$function$;

REVOKE ALL ON FUNCTION "public"."list_page_texts"(text) FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_record_mails(record_type text, record_id uuid)
 RETURNS TABLE(id uuid, channel text, template text, recipient text, state text, attempts integer, last_error text, created_at timestamp with time zone, next_attempt_at timestamp with time zone, sent_at timestamp with time zone, can_resend boolean, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  may_read boolean;
begin
  perform private.require_admin_right(list_record_mails.record_type, 'read');
  may_read := private.has_permission('mails.read');
  return query
    select mail.id, mail.channel, mail.template, case when may_read then mail.recipient end, mail.state, mail.attempts,
      case when may_read then mail.last_error end, mail.created_at, mail.next_attempt_at, mail.sent_at, mail.can_resend,
      private.name_mail(mail.template)
    from private.mails as mail
    where mail.record_id = list_record_mails.record_id and mail.record_type = list_record_mails.record_type
    order by mail.created_at desc, mail.id
    limit 50;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_record_mails"(text, uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_retention_periods()
 RETURNS TABLE(subject text, description text, keep interval, at_least interval, counts_from timestamp with time zone, changed_by text, changed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('settings.read') then
    raise exception 'permission denied: settings.read' using errcode = '42501';
  end if;
  return query
    select period.subject, period.description, period.keep, period.at_least,
      (select max(since) from private.retention_in_force as later where later.subject = period.subject and later.since > now()),
      private.name_staff(entry.actor_id), entry.created_at
    from public.retention_periods as period
    left join lateral (
      select audit_trail.actor_id, audit_trail.created_at from public.audit_trail
      where audit_trail.subject_id = period.subject and audit_trail.subject_type = 'retention_periods'
      order by audit_trail.created_at desc, audit_trail.id desc limit 1
    ) as entry on true
    order by period.description;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_retention_periods"() FROM "service_role";

CREATE OR REPLACE FUNCTION public.list_vat_rates()
 RETURNS TABLE(vat_class text, valid_from date, rate_bp integer, reason text, set_by text, set_at timestamp with time zone, holds text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'Africa/Lagos')::date;
begin
  if not private.has_permission('settings.read') then
    raise exception 'permission denied: settings.read' using errcode = '42501';
  end if;
  return query
    select rate.vat_class, rate.valid_from, rate.rate_bp, rate.reason, private.name_staff(rate.created_by), rate.created_at,
      case when rate.valid_from > today then 'later'
        when rate.valid_from = max(rate.valid_from) filter (where rate.valid_from <= today) over (partition by rate.vat_class) then 'now'
        else 'before' end
    from public.vat_rates as rate order by rate.vat_class, rate.valid_from desc;
end $function$;

REVOKE ALL ON FUNCTION "public"."list_vat_rates"() FROM "service_role";

CREATE OR REPLACE FUNCTION public.log_call(record_type text, record_id uuid, outcome text, note text DEFAULT NULL::text, again_on date DEFAULT NULL::date, again_time time without time zone DEFAULT NULL::time without time zone, again_by uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select auth.uid()) is null or log_call.record_type is null
    or log_call.record_type not in ('farmers', 'training_enrolments', 'buyers', 'investors', 'orders')
    or not private.has_permission(log_call.record_type || '.read')
    or not private.has_permission('records.work')
  then
    raise exception 'permission denied to log a call about %', log_call.record_type using errcode = '42501';
  end if;
  if not exists (
    select from private.registrations as record
    where record.record_type = log_call.record_type and record.id = log_call.record_id
    union all
    select from public.orders where log_call.record_type = 'orders' and orders.id = log_call.record_id
  ) then
    raise exception 'There is no such record' using errcode = 'P0002';
  end if;
  insert into public.phone_calls (record_type, record_id, called_by, outcome, note)
  values (log_call.record_type, log_call.record_id, (select auth.uid()), log_call.outcome,
    nullif(private.clean_text(log_call.note), ''));
  if log_call.again_on is not null then
    perform private.store_task(log_call.record_type, log_call.record_id, 'Ring again', log_call.again_on, log_call.again_time,
      coalesce(log_call.again_by, (select auth.uid())));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.make_counter_offer(quote_id uuid, offer jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.quotes := private.lock_own_quote(quote_id);
  made public.counter_offers;
  total numeric;
  wrong text;
begin
  perform private.require_answerable(chosen);
  if (select count(*) >= 20 from public.counter_offers as earlier
      where earlier.order_id = chosen.order_id and earlier.created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  elsif jsonb_typeof(offer -> 'prices') is distinct from 'array'
    or jsonb_array_length(offer -> 'prices') <> (select count(*) from public.quote_lines as line where line.quote_id = chosen.id)
    or exists (select from jsonb_array_elements_text(offer -> 'prices') as price
      where coalesce(price, '') !~ '^[0-9]{1,12}$' or price::bigint > 100000000000)
  then
    raise exception 'Enter a price for one unit of each line' using errcode = '23514', hint = 'prices';
  elsif offer ? 'quantities' and (jsonb_typeof(offer -> 'quantities') is distinct from 'array'
    or jsonb_array_length(offer -> 'quantities') <> jsonb_array_length(offer -> 'prices')) then
    raise exception 'Enter a quantity for each line' using errcode = '23514', hint = 'quantities';
  elsif coalesce(offer ->> 'currency', chosen.currency) not in ('NGN', 'USD', 'EUR', 'GBP') then
    raise exception 'An offer is in naira (NGN), US dollars (USD), euros (EUR) or pounds (GBP)' using errcode = '23514', hint = 'currency';
  elsif not exists (select from private.payment_schedules as schedule where schedule.terms = offer ->> 'paymentTerms') then
    raise exception 'Please select payment terms' using errcode = '23514', hint = 'paymentTerms';
  end if;
  made := jsonb_populate_record(made, private.read_terms_for_order(chosen.order_id, offer -> 'terms'));
  made.id := gen_random_uuid();
  made.order_id := chosen.order_id;
  made.quote_id := chosen.id;
  made.currency := coalesce(offer ->> 'currency', chosen.currency);
  made.payment_terms := offer ->> 'paymentTerms';
  made.note := nullif(private.clean_text(offer ->> 'note'), '');
  made.created_at := clock_timestamp();
  if char_length(made.note) > 2000 then
    raise exception 'A note has at most 2,000 characters' using errcode = '23514', hint = 'note';
  end if;
  -- As private.read_quote judges the lines that staff write.
  select private.quote_line_problem(jsonb_build_object('description', line.description, 'quantity', typed.quantity, 'unit', line.unit,
      'priceKobo', 0)) into wrong
  from (select *, row_number() over (order by quote_lines.position) as place from public.quote_lines
    where quote_lines.quote_id = chosen.id) as line
  join jsonb_array_elements_text(offer -> 'quantities') with ordinality as typed (quantity, place) on typed.place = line.place
  where line.kind = 'goods' and private.quote_line_problem(jsonb_build_object('description', line.description,
    'quantity', typed.quantity, 'unit', line.unit, 'priceKobo', 0)) is not null
  order by line.place limit 1;
  if wrong is not null then
    raise exception '%', case wrong when 'whole' then 'Bags and containers are counted whole: enter a number without decimals'
      else 'Enter a quantity greater than 0, and at most 1,000,000,000' end using errcode = '23514', hint = 'quantities';
  end if;
  -- Tax by the rate that the quote names follows the other lines as they are offered.
  select array_agg(price order by position), array_agg(quantity order by position), sum(round(quantity * price))
  into made.prices_kobo, made.quantities, total
  from (
    select offered.position, offered.quantity, case when offered.is_by_rate
      then private.vat_of(least(sum(case when offered.is_by_rate then 0 else round(offered.quantity * offered.price) end) over (),
        9000000000000000)::bigint, chosen.vat_rate_bp)
      else offered.price end as price
    from (
      select line.position,
        line.kind = 'tax' and line.quantity = 1 and line.taxes = 1 and chosen.vat_rate_bp is not null
          and made.currency = chosen.currency as is_by_rate,
        case when line.kind = 'goods' and offer ? 'quantities' then (offer -> 'quantities' ->> (line.place - 1)::integer)::numeric
          else line.quantity end as quantity,
        case when line.kind = 'goods' then (offer -> 'prices' ->> (line.place - 1)::integer)::bigint
          when made.currency = chosen.currency then line.price_kobo else 0 end as price
      from (
        select *, row_number() over (order by quote_lines.position) as place,
          count(*) filter (where quote_lines.kind = 'tax') over () as taxes
        from public.quote_lines where quote_lines.quote_id = chosen.id
      ) as line
    ) as offered
  ) as priced;
  if total not between 1 and 9000000000000000 then
    raise exception 'The total must be more than nothing, and at most 90,000,000,000,000' using errcode = '23514', hint = 'prices';
  end if;
  -- What a line of a quote may say: no quote of ours could take the offer otherwise.
  if 100000000000 < any (made.prices_kobo) then
    raise exception 'The VAT on these prices is more than 1,000,000,000, the most that one quote can say. Offer a smaller quantity, or write to us.'
      using errcode = '23514', hint = 'prices';
  end if;
  made.total_kobo := total;
  if made.total_kobo = chosen.total_kobo and made.currency = chosen.currency and made.payment_terms = chosen.payment_terms
    and (made.prices_kobo, made.quantities) = (select array_agg(price_kobo order by position), array_agg(quantity order by position)
      from public.quote_lines as line where line.quote_id = chosen.id)
    and jsonb_strip_nulls(private.contract_terms_of(to_jsonb(made))) = jsonb_strip_nulls(private.contract_terms_of(to_jsonb(chosen)))
  then
    raise exception 'This is what our quote says already. Change a price or a term first.' using errcode = '23514', hint = 'prices';
  end if;
  insert into public.counter_offers select made.*;
  perform private.notify_staff_of_answer(made.order_id, 'offered', made.total_kobo, made.currency);
  return made.id;
end $function$;

REVOKE ALL ON FUNCTION "public"."make_counter_offer"(uuid, jsonb) FROM "service_role";

CREATE OR REPLACE FUNCTION public.merge_wishes(product_ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if cardinality(product_ids) > 200 then
    raise exception 'These are too many wishes' using errcode = '22023', hint = 'items';
  end if;
  insert into public.product_wishes (user_id, product_id)
  select (select auth.uid()), id from public.products where id = any (product_ids) and status = 'published'
  on conflict do nothing;
  return query
    select product_id from public.product_wishes where user_id = (select auth.uid()) order by created_at desc, product_id;
end $function$;

REVOKE ALL ON FUNCTION "public"."merge_wishes"(uuid[]) FROM "service_role";

CREATE OR REPLACE FUNCTION public.move_order(order_id uuid, expected text, fulfilment text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved text;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to move orders' using errcode = '42501';
  elsif fulfilment not in ('preparing', 'dispatched', 'delivered') or expected = 'disputed' then
    raise exception 'Fulfilment cannot change from % to %', expected, fulfilment using errcode = '23514', hint = 'fulfilment_status';
  elsif private.is_own_record('orders', order_id) then
    raise exception 'Somebody else must move the goods of your own order' using errcode = '42501', hint = 'own_record';
  end if;
  update public.orders set fulfilment_status = fulfilment
  where id = order_id and fulfilment_status = expected
  returning fulfilment_status into moved;
  if moved is null then
    raise exception 'Somebody else has changed this order. Please look again.' using errcode = 'PT409';
  end if;
  return moved;
end $function$;

CREATE OR REPLACE FUNCTION public.next_mails(only_state text DEFAULT NULL::text, search text DEFAULT NULL::text, after_time text DEFAULT NULL::text, after_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, list_time text, channel text, template text, recipient text, state text, attempts integer, last_error text, created_at timestamp with time zone, sent_at timestamp with time zone, record_type text, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := nullif(btrim(next_mails.search), '');
  patterns text[] := private.search_patterns(words);
  subjects text[] := private.own_mail_subjects();
  last_time timestamptz := after_time;
begin
  if not private.has_permission('mails.read') then
    raise exception 'permission denied to read mails' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.created_at::text, mail.channel, mail.template, mail.recipient, mail.state, mail.attempts,
      mail.last_error, mail.created_at, mail.sent_at, mail.record_type, private.name_mail(mail.template)
    from private.mails as mail
    where mail.subject = any (subjects)
      and (next_mails.only_state is null or mail.state = next_mails.only_state)
      and (words is null or mail.address ilike any (patterns) or mail.template in
          (select known.template from private.mail_templates as known where known.name ilike any (patterns))
        or mail.address in (select private.addresses_named(patterns)))
      and (last_time is null or (mail.created_at <= last_time and (mail.created_at < last_time or mail.id > after_id)))
    order by mail.created_at desc, mail.id
    limit 1000;
end $function$;

REVOKE ALL ON FUNCTION "public"."next_mails"(text, text, text, uuid) FROM "service_role";

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
  elsif amount_given::numeric not between 0.001 and goods.quantity then
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

CREATE OR REPLACE FUNCTION public.payment_details(order_id uuid, context jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  account public.settlement_accounts;
  changed_lines jsonb := private.find_changed_prices(own);
begin
  if own.status not in ('pending', 'approved') or own.payment_status not in ('unpaid', 'claimed', 'underpaid')
    or own.total_amount_kobo is null or own.awaits_delivery
  then
    return jsonb_build_object('ok', false, 'code', 'not_payable');
  elsif changed_lines is not null and own.payment_status = 'unpaid' then
    return jsonb_build_object('ok', false, 'code', 'price_changed', 'lines', changed_lines, 'totalKobo', (
      select sums.goods_kobo + own.delivery_kobo + sums.vat_kobo from private.repriced_sums(own) as sums));
  elsif private.has_letter_of_credit(own.id) then
    return jsonb_build_object('ok', false, 'code', 'letter_of_credit');
  end if;
  select * into account from private.current_settlement_account('bank_account', own.currency);
  if account.id is null then
    return jsonb_build_object('ok', false, 'code', 'account_not_set', 'currency', own.currency);
  end if;
  return jsonb_strip_nulls(jsonb_build_object('bankAddress', account.bank_address, 'swiftBic', account.swift_bic,
    'correspondent', account.correspondent)) || jsonb_build_object('ok', true, 'bankName', account.bank_name, 'accountName', account.account_name,
    'accountNumber', account.account_number, 'changedAt', account.effective_at, 'code', own.code,
    'phone', coalesce((select phone from public.order_contacts as contact where contact.order_id = own.id),
      (select phone from public.order_requests as bulk_request where bulk_request.order_id = own.id)),
    'currency', own.currency, 'totalKobo', own.total_amount_kobo,
    'dueKobo', own.total_amount_kobo - private.credited_kobo(own.id), 'expiresAt', case
      when own.kind = 'marketplace' and own.status = 'pending' and own.payment_status = 'unpaid' then own.expires_at end);
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
  delivery jsonb;
  goods jsonb;
  goods_kobo bigint;
  goods_vat_kobo bigint;
  delivery_vat_kobo bigint;
  created public.orders;
begin
  if attempt is null then
    raise exception 'idempotencyKey is required' using errcode = '23502';
  elsif buyer_id is null and coalesce(link_hash, '') !~ '^[0-9a-f]{64}$' then
    raise exception 'trackingTokenHash is required' using errcode = '23502';
  end if;
  -- The same attempt at the same time: one after the other, and the second one gets the first one's answer.
  perform pg_advisory_xact_lock(hashtextextended('market order ' || attempt, 0));
  -- Each of the two is found by an index that has to be there; `is not distinct from` is found by none.
  select * into created from public.orders
  where idempotency_key = attempt and kind = 'marketplace'
    and (user_id = buyer_id or (user_id is null and buyer_id is null));
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
  perform private.check_market_lines(request -> 'items');
  if private.has_too_many_open_orders(buyer_id, answers ->> 'phone', context ->> 'deviceHash') then
    return jsonb_build_object('ok', false, 'code', 'too_many_open_orders');
  end if;

  -- Locked in one order, so that two carts with the same products wait for each other instead of for ever; looked at
  -- afterwards, in a statement that sees what the waiting let happen.
  perform from public.products
  where id in (select product_id from private.read_market_lines(request -> 'items')) and stock is not null
  order by id for no key update;
  -- Summed before stock and price are read: what changes from here on is either seen by that read, or not charged.
  goods := private.vat_of_basket(request -> 'items');
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
  -- Priced here once more, whatever the page said.
  delivery := private.choose_delivery(request -> 'delivery', request -> 'items', answers ->> 'state', answers ->> 'lga');
  if delivery ? 'code' then
    return delivery;
  end if;
  goods_kobo := private.sum_of(goods, 'amountKobo');
  goods_vat_kobo := private.sum_of(goods, 'vatKobo');
  delivery_vat_kobo := private.vat_of_delivery(coalesce((delivery ->> 'priceKobo')::bigint, 0), goods_kobo, goods_vat_kobo,
    (now() at time zone 'Africa/Lagos')::date);
  if coalesce(request ->> 'vatKobo', '0') !~ '^[0-9]{1,15}$' then
    raise exception 'This is no amount of VAT' using errcode = '22023', hint = 'vatKobo';
  elsif (request ->> 'vatKobo')::bigint <> goods_vat_kobo + delivery_vat_kobo then
    return private.answer_delivery_changed(request -> 'items', answers ->> 'state', answers ->> 'lga');
  end if;

  if buyer_id is not null then
    -- An account whose profile could not be made at sign-up gets it now.
    insert into public.profiles (id, email)
    select id, email from auth.users where id = buyer_id and email is not null
    on conflict (id) do nothing;
  end if;
  insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, total_amount_kobo,
    delivery_kobo, vat_kobo, vat_lines, awaits_delivery, delivery_address, special_requirements, idempotency_key, expires_at, price_locked_until,
    delivers_from, delivers_until, holds_much, sort_name)
  select buyer_id, 'marketplace', left(string_agg(product.name, ', ' order by line.place), 200), sum(line.quantity),
    sum(line.quantity)::text, 'Packs',
    goods_kobo + coalesce((delivery ->> 'priceKobo')::bigint, 0) + goods_vat_kobo + delivery_vat_kobo,
    coalesce((delivery ->> 'priceKobo')::bigint, 0), goods_vat_kobo + delivery_vat_kobo,
    private.describe_vat_lines(goods, coalesce((delivery ->> 'priceKobo')::bigint, 0), delivery_vat_kobo,
      (now() at time zone 'Africa/Lagos')::date),
    delivery ->> 'kind' = 'quote',
    concat_ws(', ', answers ->> 'address', answers ->> 'lga', answers ->> 'state'), nullif(answers ->> 'remarks', ''),
    attempt,
    -- Where delivery is quoted first, the hours begin with the accepted quote.
    case when delivery ->> 'kind' <> 'quote' then now() + private.time_to_pay(buyer_id) end,
    case when delivery ->> 'kind' <> 'quote' then now() + make_interval(hours => private.market_limit('price_lock_hours')) end,
    (delivery ->> 'date')::date, (delivery ->> 'date')::date,
    coalesce(bool_or(line.quantity::bigint * 4 > product.stock), false), lower(answers ->> 'name')
  from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id
  returning * into created;
  with item as (
    insert into public.order_items (order_id, position, product_id, product_name, farmer_name, pack_amount, pack_unit,
      price_kobo, quantity, has_reserved_stock, vat_class, vat_rate_bp, vat_reason)
    select created.id, line.place, product.id, product.name, product.farmer_name, product.pack_amount, product.pack_unit,
      line.price_kobo, line.quantity, product.stock is not null, product.vat_class, rate.rate_bp, rate.reason
    from private.read_market_lines(request -> 'items') as line join public.products as product on product.id = line.product_id
    left join private.vat_on() as rate on rate.vat_class = product.vat_class
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
  perform private.store_delivery(created.id, delivery, delivery_vat_kobo);
  if buyer_id is null then
    insert into private.order_guest_links (token_hash, order_id) values (link_hash, created.id);
  end if;
  perform private.notify_buyer(created.id, 'order_placed');
  return private.describe_market_order(created, true);
end $function$;

CREATE OR REPLACE FUNCTION public.preview_delivery(weight_kg numeric, state text, lga text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (private.has_permission('delivery.write') or private.has_permission('settings.read')) then
    raise exception 'permission denied to preview delivery' using errcode = '42501';
  elsif coalesce(weight_kg not between 0.001 and 1000000, true) then
    raise exception 'Say what it weighs, in kilograms' using errcode = '23514', hint = 'weight';
  elsif char_length(coalesce(state, '')) not between 2 and 100 then
    raise exception 'Choose a state' using errcode = '23514', hint = 'state';
  end if;
  return private.price_delivery((weight_kg * 1000)::bigint, state, lga);
end $function$;

REVOKE ALL ON FUNCTION "public"."preview_delivery"(numeric, text, text) FROM "service_role";

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
  return jsonb_build_object('kind', 'quote', 'number', current_order.code, 'isPreview', true,
      'verificationCode', '', 'issuedAt', private.utc_text(now()))
    || private.describe_offer(offer, (
      select jsonb_agg(private.describe_quote_line(line) order by line.position)
      from private.read_quote_lines(offer.id, quote) as line));
end $function$;

CREATE OR REPLACE FUNCTION public.propose_settlement_account(kind text, details jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := private.require_settlement_right();
  bank text := private.clean_line(details ->> 'bankName');
  holder text := private.clean_line(details ->> 'accountName');
  digits text := private.clean_line(details ->> 'accountNumber');
  wallet text := private.clean_line(details ->> 'walletAddress');
  its_currency text := coalesce(nullif(details ->> 'currency', ''), 'NGN');
  its_address text := nullif(private.clean_line(details ->> 'bankAddress'), '');
  bic text := nullif(upper(regexp_replace(coalesce(details ->> 'swiftBic', ''), '[[:space:]]', '', 'g')), '');
  passes_through text := nullif(private.clean_line(details ->> 'correspondent'), '');
  proposal_id uuid;
begin
  if propose_settlement_account.kind = 'bank_account' then
    if its_currency not in ('NGN', 'USD', 'EUR', 'GBP') then
      raise exception 'Enter the currency: NGN, USD, EUR or GBP' using errcode = '23514', hint = 'currency';
    end if;
    if char_length(coalesce(bank, '')) not between 2 and 100 then
      raise exception 'Enter the name of the bank, in 2 to 100 characters' using errcode = '23514', hint = 'bankName';
    elsif char_length(coalesce(holder, '')) not between 2 and 100 then
      raise exception 'Enter the name of the account, in 2 to 100 characters' using errcode = '23514', hint = 'accountName';
    elsif its_currency = 'NGN' and coalesce(digits, '') !~ '^[0-9]{10}$' then
      raise exception 'Enter the account number: 10 digits' using errcode = '23514', hint = 'accountNumber';
    end if;
    if its_currency <> 'NGN' then
      digits := upper(regexp_replace(coalesce(digits, ''), '[[:space:]-]', '', 'g'));
      if digits !~ '^[A-Z0-9]{5,34}$' or not private.is_account_number(digits) then
        raise exception 'Enter the IBAN or the account number as the bank writes it: this one has a letter or digit that is wrong'
          using errcode = '23514', hint = 'accountNumber';
      elsif coalesce(bic, '') !~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' then
        raise exception 'Enter the SWIFT code (BIC): 8 or 11 letters and digits' using errcode = '23514', hint = 'swiftBic';
      elsif char_length(coalesce(its_address, '')) not between 5 and 300 then
        raise exception 'Enter the address of the bank, in 5 to 300 characters' using errcode = '23514', hint = 'bankAddress';
      elsif char_length(passes_through) not between 5 and 300 then
        raise exception 'Enter the correspondent bank in 5 to 300 characters, or leave it empty' using errcode = '23514', hint = 'correspondent';
      end if;
    end if;
  elsif propose_settlement_account.kind = 'crypto_wallet' and coalesce(wallet, '') !~ '^[^[:space:]]{20,100}$' then
    raise exception 'Enter the wallet address: 20 to 100 characters without spaces' using errcode = '23514', hint = 'walletAddress';
  end if;
  if exists (
    select from public.settlement_accounts as open_one
    where open_one.kind = propose_settlement_account.kind and open_one.currency = its_currency and open_one.approved_at is null and open_one.withdrawn_at is null
  ) then
    raise exception 'Another change is proposed already. Stop it first.' using errcode = '23505';
  end if;
  insert into public.settlement_accounts
    (kind, bank_name, account_name, account_number, wallet_address, proposed_by, proposed_at, currency, bank_address,
      swift_bic, correspondent)
  values (propose_settlement_account.kind, bank, holder, digits, wallet, person_id, now(), its_currency, its_address,
    bic, passes_through)
  returning id into proposal_id;
  return proposal_id;
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
  update public.orders set expires_at = now() + private.time_to_pay(quoted.user_id), reminded_at = null,
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

REVOKE ALL ON FUNCTION "public"."quote_delivery"(uuid, jsonb) FROM "service_role";

CREATE OR REPLACE FUNCTION public.quote_order(order_id uuid, quote jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders := private.require_quotable(order_id, is_locked => true);
  offer public.quotes := private.read_quote(current_order, quote);
  is_waiting boolean;
  standing_id uuid;
begin
  is_waiting := private.needs_second_quoter(current_order, offer.currency, quote -> 'lines', offer.created_by);
  standing_id := private.find_same_quote(offer, quote, is_waiting);
  if standing_id is not null then
    return standing_id;
  end if;
  -- One that waited was never shown to the buyer.
  update public.quotes set status = case status when 'open' then 'replaced' else 'refused' end
  where quotes.order_id = current_order.id and status = any (case when is_waiting then '{waiting}' else '{waiting,open}' end::text[]);
  offer.status := case when is_waiting then 'waiting' else 'open' end;
  insert into public.quotes select offer.*;
  insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo, kind)
  select line.quote_id, line.position, line.description, line.quantity, line.unit, line.price_kobo, line.kind
  from private.read_quote_lines(offer.id, quote) as line;
  if not is_waiting then
    perform private.issue_document_of_quote(offer.id, 'quote');
    perform private.mail_quote(offer.id);
  end if;
  return offer.id;
end $function$;

CREATE OR REPLACE FUNCTION public.record_access(record_type text, record_id uuid, what text, path text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id uuid := private.require_admin_right(record_type, 'read');
  place text;
  bucket text;
begin
  if what = 'payment_proof' and not private.has_permission('payments.confirm') then
    raise exception 'permission denied to see proofs of payment' using errcode = '42501';
  elsif record_type = 'job_applications' and what = 'cv' then
    bucket := 'cvs';
    select cv_path into place from public.job_applications where id = record_id;
  elsif record_type = 'orders' and what = 'payment_proof' then
    bucket := 'payment-proofs';
    select proof_path into place from public.payment_claims as claim
    where claim.order_id = record_id and claim.proof_path = record_access.path limit 1;
  elsif record_type = 'orders' and what = 'credit_draft' then
    bucket := 'payment-proofs';
    select draft_path into place from public.letters_of_credit as letter
    where letter.order_id = record_id and letter.draft_path = record_access.path;
  elsif record_type = 'orders' and what = 'dispute_photo' then
    bucket := 'dispute-photos';
    select record_access.path into place from public.order_disputes as dispute
    where dispute.order_id = record_id and record_access.path = any (dispute.photo_paths) limit 1;
  elsif what = 'message_file' then
    bucket := 'message-files';
    select file.path into place from public.message_files as file
    where file.record_type = record_access.record_type and file.record_id = record_access.record_id
      and file.path = record_access.path;
  end if;
  if place is null then
    raise exception 'There is no such file' using errcode = 'P0002';
  end if;
  perform private.record_audit('look', record_type, record_id::text, null,
    jsonb_build_object('what', what, 'path', place));
  return jsonb_build_object('bucket', bucket, 'path', place);
end $function$;

CREATE OR REPLACE FUNCTION public.record_history(record_type text, record_id uuid)
 RETURNS TABLE(axis text, from_value text, to_value text, reason text, actor_role text, actor_name text, own_record boolean, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sees_names boolean;
begin
  perform private.require_admin_right(record_history.record_type, 'read');
  sees_names := private.has_permission('profiles.read');
  return query
    with decided as (
      select 'status' as axis, event.from_status as from_value, event.to_status as to_value, event.reason, event.actor_id,
        event.actor_role, event.own_record, event.created_at, event.id
      from public.decision_events as event
      where event.record_type = record_history.record_type and event.record_id = record_history.record_id
      union all
      select event.axis, event.from_value, event.to_value, null, event.actor_id, null, false, event.created_at, event.id
      from public.order_events as event
      where record_history.record_type = 'orders' and event.order_id = record_history.record_id and event.axis <> 'status'
      union all
      select 'correction', null, 'requested', request.message, author.requested_by, null, false, request.created_at, request.id
      from public.correction_requests as request
      left join private.correction_authors as author on author.correction_request_id = request.id
      where request.record_type = record_history.record_type and request.record_id = record_history.record_id
      union all
      select 'change' as axis, null as from_value, sent.requested_by as to_value, (
          select string_agg(coalesce(form_field.label, change ->> 'field'), ', ' order by form_field.label)
          from jsonb_array_elements(sent.changes) as change
          left join private.registration_fields as form_field
            on form_field.form = sent.form and form_field.field = change ->> 'field'
        ) as reason, null as actor_id, case sent.channel when 'web' then 'applicant' else 'staff' end as actor_role,
        false as own_record, sent.created_at, sent.id
      from public.registration_submissions as sent
      where sent.record_type = record_history.record_type and sent.record_id = record_history.record_id
        and sent.requested_by is not null
      union all
      select 'call' as axis, null as from_value, made.outcome as to_value, made.note as reason, made.called_by as actor_id,
        null as actor_role, false as own_record, made.created_at, made.id
      from public.phone_calls as made
      where made.record_type = record_history.record_type and made.record_id = record_history.record_id
    )
    select decided.axis, decided.from_value, decided.to_value, decided.reason,
      coalesce(decided.actor_role, role.role, case when decided.actor_id is null then 'system' else 'member' end),
      case when sees_names then person.full_name end, decided.own_record, decided.created_at
    from decided
    left join public.user_roles as role on role.user_id = decided.actor_id
    left join public.profiles as person on person.id = decided.actor_id
    order by decided.created_at desc, decided.id desc
    limit 100;
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
  before public.stock_movements;
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
  select * into before from public.stock_movements as move where move.idempotency_key = attempt;
  if found then
    if (before.product_id, before.reason, case before.reason when 'counted' then before.counted else abs(before.available_change) end, before.note)
      is distinct from (product.id, reason, quantity, note)
    then
      raise exception 'This was sent before with other contents. Nothing was changed. Please send it once more.' using errcode = 'PT409';
    end if;
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

CREATE OR REPLACE FUNCTION public.reject_payment_claim(order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders := private.order_for_finance(order_id);
  another_day timestamptz := now() + interval '24 hours';
begin
  if current_order.payment_status <> 'claimed' then
    raise exception 'Nobody says that this order is paid' using errcode = '23514', hint = 'reject_claim';
  end if;
  current_order := private.apply_order_event(current_order.id,
    case
      when private.credited_kobo(current_order.id) = 0 then 'reject_claim'
      when current_order.status = 'declined' then 'pay_after_decline'
      else 'reject_further_claim'
    end);
  perform private.void_claim(current_order);
  if current_order.stock_released_at is not null and current_order.status = 'pending' and current_order.payment_status = 'unpaid' then
    -- Its time is over: the next run of the jobs ends it, and that is what its buyer hears.
    update public.orders set expires_at = least(expires_at, now()) where id = current_order.id returning * into current_order;
    return private.describe_market_order(current_order, false);
  end if;
  update public.orders set expires_at = greatest(expires_at, another_day),
    price_locked_until = greatest(price_locked_until, another_day)
  where id = current_order.id and status = 'pending' and kind = 'marketplace' and (
    select count(*) <= 1 from public.order_events as step
    where step.order_id = current_order.id and step.axis = 'payment' and step.from_value = 'claimed'
  );
  select * into current_order from public.orders where id = current_order.id;
  perform private.notify_buyer_of_payment(current_order.id);
  return private.describe_market_order(current_order, false);
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
  if (select count(*) >= 50 from public.stock_alerts where email = request ->> 'email') then
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

CREATE OR REPLACE FUNCTION public.resolve_order_dispute(order_id uuid, answer jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  current_order public.orders;
  note text := coalesce(private.clean_text(answer ->> 'note'), '');
  granted_kobo bigint;
begin
  if not private.has_permission('orders.decide') then
    raise exception 'permission denied to decide on disputes' using errcode = '42501';
  end if;
  select * into current_order from public.orders where id = order_id for update;
  if private.is_own_order(current_order) then
    raise exception 'Somebody else must decide on your own dispute' using errcode = '42501';
  elsif coalesce(answer ->> 'resolution', '') not in ('rejected', 'replaced', 'refunded') or char_length(note) not between 3 and 2000 then
    raise exception 'Choose a resolution and say why' using errcode = '23514', hint = 'note';
  end if;
  update private.money_entries as entry set decided_by = person_id, decided_at = now(), outcome = 'dropped'
  where entry.order_id = current_order.id and entry.kind = 'complaint' and entry.decided_at is null;
  if answer ->> 'resolution' = 'refunded' then
    granted_kobo := private.check_grant(current_order, answer ->> 'refundKobo');
    if private.needs_second_for_grant(current_order, granted_kobo) then
      return private.hold_money(current_order, 'complaint', jsonb_build_object('amountKobo', granted_kobo, 'reason', note,
        'disputeId', (private.open_dispute(current_order.id)).id));
    end if;
  end if;
  return private.answer_dispute(current_order, answer ->> 'resolution', note, granted_kobo, person_id, null);
end $function$;

CREATE OR REPLACE FUNCTION public.save_cart(items jsonb)
 RETURNS SETOF public.cart_items
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 100 then
    raise exception 'These are no lines of a cart' using errcode = '22023', hint = 'items';
  end if;
  -- Before the rows that it deletes, as everybody who adds to a cart: nobody waits in a circle.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || (select auth.uid()), 0));
  delete from public.cart_items
  using jsonb_to_recordset(items) as line ("productId" uuid, "quantity" integer)
  where user_id = (select auth.uid()) and product_id = line."productId" and coalesce(line."quantity", 0) < 1;
  insert into public.cart_items (user_id, product_id, quantity, seen_price_kobo)
  select (select auth.uid()), product.id, least(max(line."quantity"), 10000), max(coalesce(line."priceKobo", product.price_kobo))
  from jsonb_to_recordset(items) as line ("productId" uuid, "quantity" integer, "priceKobo" bigint)
  join public.products as product on product.id = line."productId" and product.status = 'published'
  where line."quantity" > 0
  group by product.id
  on conflict (user_id, product_id) do update
    set quantity = excluded.quantity, seen_price_kobo = excluded.seen_price_kobo;
  return query select * from public.cart_items where user_id = (select auth.uid()) order by created_at, product_id;
end $function$;

CREATE OR REPLACE FUNCTION public.search_everything(query text, max_rows integer DEFAULT 6)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  -- From how many that match the nearest are chosen.
  max_candidates constant integer := 60;
  person_kinds constant text[] := array['farmers', 'training_enrolments', 'buyers', 'investors', 'orders', 'contact_messages'];
  own_rows integer := least(greatest(max_rows, 1), 20);
  readable text[];
  own_kinds text[];
  sought record;
  pattern text;
  accounts uuid[] := '{}';
  hits private.person_records[] := '{}';
  more private.person_records[];
  kind text;
  ids uuid[];
  found jsonb;
  answer jsonb := '{}';
begin
  if (select auth.uid()) is null or not private.is_in_admin() then
    raise exception 'permission denied to search' using errcode = '42501';
  end if;
  readable := private.admin_types_with('read');
  own_kinds := array(select unnest(person_kinds) intersect select unnest(readable));
  sought := private.read_search(query);
  if sought.alternatives is null then
    return answer;
  end if;
  pattern := (private.search_patterns(sought.words))[1];

  if cardinality(own_kinds) > 0 then
    if own_kinds <> array['contact_messages'] then
      accounts := private.search_texts('profiles', sought.indexed, sought.further, max_candidates / 2);
    end if;
    foreach kind in array own_kinds loop
      more := array(select record
        from private.search_person_records(kind, sought.indexed, sought.further, accounts, max_candidates) as record);
      hits := hits || more;
    end loop;
    answer := jsonb_build_object('people', private.describe_people(hits, own_kinds, sought.alternatives, sought.further,
      sought.words, sought.phone, own_rows));
  end if;

  select coalesce(jsonb_agg(jsonb_build_object('recordType', hit.record_type, 'id', hit.id, 'reference', hit.reference,
      'name', coalesce(hit.name, hit.organisation), 'status', hit.status)), '[]') into found
  from (
    select * from unnest(hits) as every
    where every.record_type not in ('orders', 'contact_messages') and every.reference ilike any (sought.alternatives)
      and sought.further = '{}'
    order by every.created_at desc limit own_rows
  ) as hit;
  if own_kinds && array['farmers', 'training_enrolments', 'buyers', 'investors'] then
    answer := answer || jsonb_build_object('registrations', found);
  end if;

  if 'orders' = any (readable) then
    answer := answer
      || jsonb_build_object('orders', private.search_orders(sought.alternatives, sought.further,
        private.search_texts('orders', sought.indexed, sought.further, max_candidates),
        private.search_texts('payments', sought.indexed, sought.further, max_candidates), sought.amount_kobo, sought.currency,
        hits, own_rows))
      || jsonb_build_object('documents', (
        select coalesce(jsonb_agg(jsonb_build_object('number', document.number, 'kind', document.kind,
            'orderId', document.order_id, 'code', orders.code, 'issuedAt', document.issued_at)), '[]')
        from public.order_documents as document join public.orders on orders.id = document.order_id
        where document.number = upper(replace(sought.words, ' ', '-'))));
  end if;

  if 'products' = any (readable) then
    ids := private.search_texts('products', sought.indexed, sought.further, max_candidates);
    answer := answer || jsonb_build_object('products', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'name', near.name, 'farmerName', near.farmer_name,
          'status', near.status, 'priceKobo', near.price_kobo)), '[]')
      from (select product.* from public.products as product
        where product.id = any (ids)
        order by product.name not ilike ltrim(pattern, '%'), product.created_at desc limit own_rows) as near));
  end if;
  if 'contact_messages' = any (readable) then
    ids := private.search_texts('contact_messages', sought.indexed, sought.further, max_candidates);
    answer := answer || jsonb_build_object('messages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'name', near.name, 'status', near.status,
          'text', left(near.message, 80), 'createdAt', near.created_at)), '[]')
      from (select message.* from public.contact_messages as message
        where message.id = any (ids)
        order by message.created_at desc limit own_rows) as near));
  end if;
  if 'partnership_applications' = any (readable) then
    ids := private.search_texts('partnership_applications', sought.indexed, sought.further, max_candidates);
    answer := answer || jsonb_build_object('partners', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'companyName', near.company_name, 'name', near.contact_person,
          'status', near.status, 'createdAt', near.created_at)), '[]')
      from (select partner.* from public.partnership_applications as partner
        where partner.id = any (ids)
        order by partner.created_at desc limit own_rows) as near));
  end if;
  if 'job_applications' = any (readable) then
    ids := private.search_texts('job_applications', sought.indexed, sought.further, max_candidates);
    answer := answer || jsonb_build_object('applications', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'name', near.full_name, 'position', near.position_title,
          'status', near.status, 'createdAt', near.created_at)), '[]')
      from (select application.* from public.job_applications as application
        where application.id = any (ids)
        order by application.created_at desc limit own_rows) as near));
  end if;
  if private.has_permission('mails.read') then
    answer := answer || jsonb_build_object('mails', (
      select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'name', private.name_mail(near.template), 'recipient', near.recipient,
          'state', near.state, 'createdAt', near.created_at)), '[]')
      from (select mail.* from private.mails as mail
        where (strpos(sought.words, '@') > 0 and lower(mail.address) = lower(sought.words) or mail.address = sought.phone)
          and mail.subject = any (private.own_mail_subjects())
        order by mail.created_at desc limit own_rows) as near));
  end if;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.send_credit_draft(order_id uuid, path text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, '{}');
begin
  select * into own from public.orders where id = own.id for update;
  if own.status not in ('pending', 'approved') or not private.has_letter_of_credit(own.id)
    or exists (select from public.letters_of_credit as letter
      where letter.order_id = own.id and letter.status not in ('awaited', 'draft_received'))
  then
    raise exception 'No draft is needed now' using errcode = '23514', hint = 'path';
  end if;
  -- Sent once more by a retry: staff have it.
  if exists (select from public.letters_of_credit as letter where letter.order_id = own.id and letter.draft_path = path) then
    return;
  elsif (select count(*) >= 20 from public.audit_trail as entry
      where entry.subject_id = own.id::text and entry.subject_type = 'letters_of_credit' and entry.actor_id = (select auth.uid())
        and entry.created_at > now() - interval '1 hour') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  perform private.require_order_uploads(own.id, 'proof', array[path]);
  insert into public.letters_of_credit as letter (order_id, status, draft_path, draft_at)
  values (own.id, 'draft_received', path, now())
  on conflict on constraint letters_of_credit_pkey do update
    set status = 'draft_received', draft_path = excluded.draft_path, draft_at = excluded.draft_at;
  perform private.notify_staff_of_answer(own.id, 'draft_sent');
end $function$;

REVOKE ALL ON FUNCTION "public"."send_credit_draft"(uuid, text) FROM "service_role";

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
  elsif char_length(bank) not between 5 and 300 then
    raise exception 'Name the bank in 5 to 300 characters' using errcode = '23514', hint = 'advisingBank';
  elsif char_length(documents_named) not between 2 and 2000 then
    raise exception 'Name the documents in 2 to 2,000 characters' using errcode = '23514', hint = 'documents';
  end if;
  insert into public.letters_of_credit (order_id) values (current_order.id) on conflict on constraint letters_of_credit_pkey do nothing;
  select * into letter from public.letters_of_credit as one where one.order_id = current_order.id for update;
  next_status := coalesce(next_status, letter.status);
  if array_position(known, next_status) is null or array_position(known, next_status) < array_position(known, letter.status) then
    raise exception 'It goes forward only' using errcode = '23514', hint = 'status';
  elsif next_status = 'paid' and letter.status <> 'paid' then
    perform private.require_strong_right('payments.confirm');
    if current_order.payment_status not in ('confirmed', 'overpaid') then
      raise exception 'The money is not confirmed yet: it is found on the statement first' using errcode = '23514', hint = 'status';
    end if;
  end if;
  update public.letters_of_credit as one set status = next_status,
    advising_bank = case when details ? 'advisingBank' then bank else one.advising_bank end,
    documents = case when details ? 'documents' then documents_named else one.documents end
  where one.order_id = current_order.id returning * into written;
  if (written.status, written.advising_bank, written.documents) is distinct from (letter.status, letter.advising_bank, letter.documents) then
    perform private.notify_buyer(current_order.id, 'order_credit_letter', jsonb_build_object('credit', jsonb_build_object(
      'status', written.status, 'documents', written.documents,
      'bank', coalesce(written.advising_bank, private.bank_in_words(current_order.currency)))));
  end if;
end $function$;

REVOKE ALL ON FUNCTION "public"."set_letter_of_credit"(uuid, jsonb) FROM "service_role";

CREATE OR REPLACE FUNCTION public.set_role_permission(role text, permission text, is_granted boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_strong_right('roles.manage');
  if set_role_permission.role = 'admin' or set_role_permission.permission = 'roles.manage' then
    raise exception 'Admins keep every right, and theirs alone is that of giving rights' using errcode = '23514', hint = 'role';
  elsif not private.is_role(set_role_permission.role) then
    raise exception 'There is no such role' using errcode = 'P0002';
  elsif not exists (select from public.role_permissions as known
    where known.role = 'admin' and known.permission = set_role_permission.permission)
  then
    raise exception 'There is no such right' using errcode = '23514', hint = 'permission';
  end if;
  if is_granted then
    insert into public.role_permissions (role, permission)
    values (set_role_permission.role, set_role_permission.permission) on conflict do nothing;
  else
    delete from public.role_permissions as granted
    where granted.role = set_role_permission.role and granted.permission = set_role_permission.permission;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.settle_remainder(order_id uuid, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_order public.orders := private.order_for_finance(order_id);
  repeated jsonb;
begin
  if coalesce(details ->> 'idempotencyKey', '') !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then
    raise exception 'idempotencyKey is required' using errcode = '23502', hint = 'idempotencyKey';
  end if;
  -- The same attempt on two orders at the same time: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('settle_remainder ' || lower(details ->> 'idempotencyKey'), 0));
  repeated := private.find_repeated_remainder(current_order, details);
  if repeated is not null then
    return repeated;
  end if;
  perform private.check_remainder(current_order, details);
  perform private.refuse_own_refund(current_order.id, (select auth.uid()));
  if private.needs_second_person(current_order, details ->> 'kind', (details ->> 'amountKobo')::bigint) then
    return private.hold_money(current_order, details ->> 'kind', details);
  end if;
  return private.book_remainder(current_order, details, (select auth.uid()), null);
end $function$;

REVOKE ALL ON FUNCTION "public"."settle_remainder"(uuid, jsonb) FROM "service_role";

CREATE OR REPLACE FUNCTION public.settlement_ways()
 RETURNS TABLE(proposal_id uuid, way text, can_approve boolean, waits_days integer, code_sent_at timestamp with time zone, proposed_by_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('settings.read') then
    raise exception 'permission denied to read the settings' using errcode = '42501';
  end if;
  return query
    select open_one.id,
      case when cardinality(seconds) > 0 then 'person'
        when private.settlement_alarm_email() is not null then 'outside' else 'nobody' end,
      (select auth.uid()) = any (seconds),
      case when cardinality(seconds) > 0 or private.is_first_settlement(open_one.whole) then 1 else 7 end,
      (select sent_at from private.settlement_codes as sent where sent.proposal_id = open_one.id
        and sent_at > now() - interval '24 hours' and tries < 5),
      (select coalesce(person.full_name, person.email) from public.profiles as person
        where person.id = (open_one.whole).proposed_by)
    from (
      select account.id, account as whole, private.settlement_seconds(account) as seconds
      from public.settlement_accounts as account
      where account.approved_at is null and account.withdrawn_at is null
    ) as open_one;
end $function$;

REVOKE ALL ON FUNCTION "public"."settlement_ways"() FROM "service_role";

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
      delivery_date, idempotency_key, sort_name)
    values (
      buyer_id, 'bulk', answers ->> 'product', replace(answers ->> 'quantity', ',', '')::numeric,
      answers ->> 'quantity', answers ->> 'unit', answers ->> 'deliveryLocation',
      nullif(answers ->> 'additionalRequirements', ''), preferred_date, submit_order.idempotency_key,
      lower(answers ->> 'companyName')
    )
    returning * into created;
    insert into public.order_requests
      (order_id, company_name, contact_person, email, phone, address, country, payment_terms, incoterms, named_place, grade,
      packing, tolerance_percent, target_price, purchase_order_number)
    values (
      created.id, answers ->> 'companyName', answers ->> 'contactPerson', answers ->> 'email', answers ->> 'phone',
      answers ->> 'address', answers ->> 'country', answers ->> 'paymentTerms', answers ->> 'incoterms',
      private.answer(answers, 'namedPlace'), private.answer(answers, 'grade'), private.answer(answers, 'packing'),
      private.answer(answers, 'tolerancePercent')::numeric, private.answer(answers, 'targetPrice'),
      private.answer(answers, 'purchaseOrderNumber')
    );
    insert into public.order_request_lines (order_id, position, product, quantity, quantity_text, unit)
    select created.id, place + 1, private.clean_line(line ->> 'product'), private.typed_quantity(line),
      private.clean_line(line ->> 'quantity'), line ->> 'unit'
    from jsonb_array_elements(case jsonb_typeof(request -> 'lines') when 'array' then request -> 'lines' else '[]' end)
      with ordinality as input (line, place);
    perform private.notify_buyer(created.id, 'order_received');
  elsif created.kind <> 'bulk' or not private.is_same_request(created, request) then
    raise exception 'This order was sent before with other contents, as %. Nothing was changed. Please send it once more.', created.code
      using errcode = 'PT409';
  end if;
  return jsonb_build_object('id', created.id, 'code', created.code, 'status', created.status, 'created_at', created.created_at);
end $function$;

CREATE OR REPLACE FUNCTION public.swap_order_products(first_id uuid, second_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  first_at integer;
  second_at integer;
  found_count integer;
begin
  perform from public.order_products where id in (first_id, second_id) order by id for update;
  get diagnostics found_count = row_count;
  if found_count <> 2 then
    raise exception 'permission denied to move products' using errcode = '42501';
  end if;
  select position into first_at from public.order_products where id = first_id;
  select position into second_at from public.order_products where id = second_id;
  if second_at < first_at then
    return;
  end if;
  update public.order_products as product
    set position = case product.id when first_id then greatest(second_at, first_at + 1) else first_at end
    where product.id in (first_id, second_id);
end $function$;

REVOKE ALL ON FUNCTION "public"."swap_order_products"(uuid, uuid) FROM "service_role";

CREATE OR REPLACE FUNCTION public.track_market_order(token_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', orders.id, 'code', orders.code, 'kind', orders.kind, 'status', orders.status,
    'payment_status', orders.payment_status, 'fulfilment_status', orders.fulfilment_status,
    'total_amount_kobo', orders.total_amount_kobo, 'delivery_kobo', orders.delivery_kobo, 'vat_kobo', orders.vat_kobo, 'vat_lines', orders.vat_lines,
    'awaits_delivery', orders.awaits_delivery, 'currency', orders.currency, 'created_at', orders.created_at,
    'expires_at', orders.expires_at, 'decline_reason', orders.decline_reason, 'decline_code', orders.decline_code,
    'delivery_address', orders.delivery_address, 'special_requirements', orders.special_requirements,
    'delivered_at', orders.delivered_at, 'refund_due_kobo', orders.refund_due_kobo,
    'has_credit_terms', orders.credit_terms_reason is not null, 'crop_type', orders.crop_type,
    'quantity_text', orders.quantity_text, 'unit', orders.unit,
    'order_contacts', (select jsonb_build_object('name', name, 'phone', phone, 'email', email, 'state', state, 'lga', lga)
      from public.order_contacts as contact where contact.order_id = orders.id),
    'order_deliveries', (select jsonb_build_object('kind', kind, 'name', name, 'address', address, 'hours', hours, 'day', day,
        'weight_grams', weight_grams, 'price_kobo', price_kobo, 'quoted_at', quoted_at, 'accepted_at', accepted_at, 'vat_kobo', vat_kobo)
      from public.order_deliveries as delivery where delivery.order_id = orders.id),
    'order_requests', null, 'quotes', jsonb_build_array(), 'order_instalments', jsonb_build_array(),
    'order_items', (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'product_name', product_name,
        'farmer_name', farmer_name, 'pack_amount', pack_amount, 'pack_unit', pack_unit, 'price_kobo', price_kobo,
        'quantity', quantity, 'total_kobo', total_kobo, 'has_reserved_stock', has_reserved_stock) order by position), '[]')
      from public.order_items as item where item.order_id = orders.id),
    'order_events', (select coalesce(jsonb_agg(jsonb_build_object('axis', axis, 'from_value', from_value,
        'to_value', to_value, 'created_at', event.created_at) order by event.id), '[]')
      from public.order_events as event where event.order_id = orders.id),
    'payment_claims', (select coalesce(jsonb_agg(jsonb_build_object('words', words, 'note', note,
        'has_proof', proof_path is not null, 'created_at', claim.created_at) order by claim.id), '[]')
      from public.payment_claims as claim where claim.order_id = orders.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('kind', payment.kind, 'amount_kobo', amount_kobo,
        'value_date', value_date, 'created_at', payment.created_at) order by payment.created_at), '[]')
      from public.payments as payment where payment.order_id = orders.id),
    'order_credits', (select coalesce(jsonb_agg(jsonb_build_object('kind', credit.kind, 'amount_kobo', credit.amount_kobo)
        order by credit.created_at), '[]')
      from public.order_credits as credit where credit.order_id = orders.id),
    'order_messages', (select coalesce(jsonb_agg(jsonb_build_object('is_from_staff', is_from_staff, 'body', body,
        'created_at', message.created_at) order by message.id), '[]')
      from public.order_messages as message where message.order_id = orders.id),
    'order_disputes', (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'photo_paths', photo_paths, 'resolution', resolution,
        'resolution_note', resolution_note, 'refund_kobo', refund_kobo, 'created_at', dispute.created_at,
        'line_position', line_position, 'line_name', line_name, 'amount', amount, 'amount_unit', amount_unit, 'wish', wish)
        order by dispute.created_at), '[]')
      from public.order_disputes as dispute where dispute.order_id = orders.id),
    'product_ratings', (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'stars', stars)), '[]')
      from public.product_ratings as rating where rating.order_id = orders.id)
  )
  from private.order_guest_links as link join public.orders on orders.id = link.order_id
  where link.token_hash = $1 and link.expires_at > now() and orders.user_id is null
$function$;

CREATE OR REPLACE FUNCTION public.verify_document(code text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', document.kind, 'number', document.number, 'issuedAt', document.content -> 'issuedAt',
    'orderCode', document.content -> 'order' -> 'code', 'currency', document.content -> 'order' -> 'currency',
    'amountKobo', coalesce(document.content -> 'payment' -> 'amountKobo', document.content -> 'takenOffKobo', document.content -> 'totalKobo'),
    'isTakenOff', document.content ? 'takenOffKobo',
    'isDemo', coalesce((document.content -> 'order' ->> 'isDemo')::boolean, false),
    'isLapsed', private.is_lapsed(document),
    'isReplaced', private.is_replaced(document))
  from public.order_documents as document where document.verification_code = $1
$function$;

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
    raise exception 'Please confirm your e-mail address first' using errcode = '42501';
  end if;
  -- One after the other for each account, or many at once would all count the same few.
  perform pg_advisory_xact_lock(hashtextextended('stock alerts ' || caller_id, 0));
  if (select count(*) >= 50 from public.stock_alerts as alert
      where alert.user_id = caller_id and alert.product_id <> watch_stock.product_id) then
    raise exception 'You wait for 50 products already' using errcode = '23514', hint = 'productId';
  end if;
  insert into public.stock_alerts (product_id, user_id, confirmed_at, end_token)
  values (watch_stock.product_id, caller_id, now(), private.make_token())
  on conflict on constraint stock_alerts_account_unique do update set confirmed_at = now(), notified_at = null;
  return true;
end $function$;

REVOKE ALL ON FUNCTION "public"."watch_stock"(uuid, boolean) FROM "service_role";

CREATE OR REPLACE FUNCTION public.withdraw_market_order(order_id uuid, context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.orders := private.find_own_order(order_id, context);
  words text := coalesce(private.clean_text(context ->> 'reason'), '');
begin
  select * into own from public.orders where id = own.id for update;
  if own.kind = 'bulk' and own.total_amount_kobo is not null then
    if char_length(words) not between 3 and 500 then
      raise exception 'Say why you withdraw, in 3 to 500 characters' using errcode = '23514', hint = 'reason';
    end if;
    update public.orders set withdrawal_reason = words where id = own.id;
  end if;
  own := private.apply_order_event(own.id, 'decline', 'withdrawn_by_buyer', 'withdrawn_by_buyer');
  return private.describe_market_order(own, false);
end $function$;

ALTER TABLE "private"."ledger_transfers" ADD CONSTRAINT "ledger_transfers_pending_id_fkey" FOREIGN KEY (pending_id) REFERENCES private.ledger_transfers(id);

ALTER TABLE "private"."market_limit_changes" ADD CONSTRAINT "market_limit_changes_name_fkey" FOREIGN KEY (name) REFERENCES private.market_limits(name) ON DELETE CASCADE;

ALTER TABLE "private"."money_entries" ADD CONSTRAINT "money_entries_kind_known" CHECK ((kind = ANY (ARRAY['receipt'::text, 'refund'::text, 'fee'::text, 'write_off'::text, 'complaint'::text])));

ALTER TABLE "public"."counter_offers" ADD CONSTRAINT "counter_offers_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE;

ALTER TABLE "public"."counter_offers" ADD CONSTRAINT "counter_offers_quote_id_fkey" FOREIGN KEY (quote_id) REFERENCES public.quotes(id) ON DELETE CASCADE;

ALTER TABLE "public"."letters_of_credit" ADD CONSTRAINT "letters_of_credit_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_credits" ADD CONSTRAINT "order_credits_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.orders(id);

ALTER TABLE "public"."order_deliveries" ADD CONSTRAINT "order_deliveries_depot_id_fkey" FOREIGN KEY (depot_id) REFERENCES public.depots(id);

ALTER TABLE "public"."order_deliveries" ADD CONSTRAINT "order_deliveries_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_deliveries" ADD CONSTRAINT "order_deliveries_zone_id_fkey" FOREIGN KEY (zone_id) REFERENCES public.delivery_zones(id);

ALTER TABLE "public"."order_disputes" ADD CONSTRAINT "order_disputes_amount_positive" CHECK ((amount > (0)::numeric));

ALTER TABLE "public"."order_disputes" ADD CONSTRAINT "order_disputes_line_whole" CHECK ((((line_position IS NULL) = (line_name IS NULL)) AND ((amount IS NULL) = (amount_unit IS NULL)) AND ((amount IS NULL) OR (line_name IS NOT NULL))));

ALTER TABLE "public"."order_disputes" ADD CONSTRAINT "order_disputes_wish_known" CHECK ((wish = ANY (ARRAY['replace'::text, 'refund'::text, 'credit'::text])));

ALTER TABLE "public"."order_documents" ADD CONSTRAINT "order_documents_credit_id_belongs" CHECK (((credit_id IS NULL) OR ((kind = 'credit_note'::text) AND (payment_id IS NULL))));

ALTER TABLE "public"."order_documents" ADD CONSTRAINT "order_documents_credit_id_fkey" FOREIGN KEY (credit_id) REFERENCES public.order_credits(id);

ALTER TABLE "public"."order_documents" ADD CONSTRAINT "order_documents_kind_known" CHECK ((kind = ANY (ARRAY['pro_forma'::text, 'invoice'::text, 'receipt'::text, 'delivery_note'::text, 'credit_note'::text, 'quote'::text, 'contract'::text])));

ALTER TABLE "public"."order_documents" ADD CONSTRAINT "order_documents_payment_id_belongs" CHECK (((kind = ANY (ARRAY['receipt'::text, 'credit_note'::text])) = (num_nonnulls(payment_id, credit_id) = 1)));

ALTER TABLE "public"."order_documents" ADD CONSTRAINT "order_documents_quote_id_belongs" CHECK (((kind = ANY (ARRAY['quote'::text, 'contract'::text])) = (quote_id IS NOT NULL)));

ALTER TABLE "public"."order_documents" ADD CONSTRAINT "order_documents_quote_id_fkey" FOREIGN KEY (quote_id) REFERENCES public.quotes(id);

ALTER TABLE "public"."order_items" ADD CONSTRAINT "order_items_vat_rate_bp_range" CHECK (((vat_rate_bp >= 0) AND (vat_rate_bp <= 10000)));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_grade_length" CHECK (((char_length(grade) >= 2) AND (char_length(grade) <= 200)));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_hs_code_form" CHECK ((hs_code ~ '^[0-9]{4}([.][0-9]{2}([.][0-9]{2}){0,2})?$'::text));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_minimum_lot_positive" CHECK ((minimum_lot > (0)::numeric));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_minimum_lot_unit_known" CHECK ((minimum_lot_unit = ANY (ARRAY['Tons'::text, 'Kilograms'::text, 'Bags (50kg)'::text, 'Bags (100kg)'::text, 'Containers (20ft)'::text, 'Containers (40ft)'::text])));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_minimum_lot_whole" CHECK (((minimum_lot IS NULL) = (minimum_lot_unit IS NULL)));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_origin_states_length" CHECK (((char_length(origin_states) >= 2) AND (char_length(origin_states) <= 300)));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_packing_length" CHECK (((char_length(packing) >= 2) AND (char_length(packing) <= 200)));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_photo_path_form" CHECK ((photo_path ~ '^staff/[0-9a-f-]{36}$'::text));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_price_basis_length" CHECK (((char_length(price_basis) >= 2) AND (char_length(price_basis) <= 60)));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_price_currency_known" CHECK ((price_currency = ANY (ARRAY['NGN'::text, 'USD'::text, 'EUR'::text, 'GBP'::text])));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_price_kobo_range" CHECK (((price_kobo >= 1) AND (price_kobo <= '100000000000'::bigint)));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_price_unit_known" CHECK ((price_unit = ANY (ARRAY['Tons'::text, 'Kilograms'::text, 'Bags (50kg)'::text, 'Bags (100kg)'::text, 'Containers (20ft)'::text, 'Containers (40ft)'::text])));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_price_whole" CHECK (((num_nulls(price_kobo, price_currency, price_unit, price_on) = ANY (ARRAY[0, 4])) AND ((price_basis IS NULL) OR (price_kobo IS NOT NULL))));

ALTER TABLE "public"."order_products" ADD CONSTRAINT "order_products_season_length" CHECK (((char_length(season) >= 2) AND (char_length(season) <= 100)));

ALTER TABLE "public"."order_request_lines" ADD CONSTRAINT "order_request_lines_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.order_requests(order_id) ON DELETE CASCADE;

ALTER TABLE "public"."order_requests" ADD CONSTRAINT "order_requests_delivery_location_length" CHECK (((char_length(delivery_location) >= 5) AND (char_length(delivery_location) <= 500)));

ALTER TABLE "public"."order_requests" ADD CONSTRAINT "order_requests_grade_length" CHECK ((char_length(grade) <= 200));

ALTER TABLE "public"."order_requests" ADD CONSTRAINT "order_requests_named_place_length" CHECK ((char_length(named_place) <= 120));

ALTER TABLE "public"."order_requests" ADD CONSTRAINT "order_requests_packing_length" CHECK ((char_length(packing) <= 200));

ALTER TABLE "public"."order_requests" ADD CONSTRAINT "order_requests_purchase_order_number_length" CHECK ((char_length(purchase_order_number) <= 60));

ALTER TABLE "public"."order_requests" ADD CONSTRAINT "order_requests_target_price_length" CHECK ((char_length(target_price) <= 100));

ALTER TABLE "public"."order_requests" ADD CONSTRAINT "order_requests_tolerance_percent_range" CHECK (((tolerance_percent >= (0)::numeric) AND (tolerance_percent <= (100)::numeric)));

ALTER TABLE "public"."order_templates" ADD CONSTRAINT "order_templates_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_amounts_not_negative" CHECK (((delivery_kobo >= 0) AND (vat_kobo >= 0) AND (goods_kobo >= 0)));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_awaits_delivery_belongs" CHECK (((NOT awaits_delivery) OR (kind = 'marketplace'::text)));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_code_unique" UNIQUE (code) INCLUDE (id);

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_currency_known" CHECK ((currency = ANY (ARRAY['NGN'::text, 'USD'::text, 'EUR'::text, 'GBP'::text])));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_delivers_whole" CHECK (((num_nulls(delivers_from, delivers_until) = ANY (ARRAY[0, 2])) AND (delivers_from <= delivers_until)));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_withdrawal_reason_length" CHECK (((char_length(withdrawal_reason) >= 3) AND (char_length(withdrawal_reason) <= 500)));

ALTER TABLE "public"."payment_claims" ADD CONSTRAINT "payment_claims_amount_kobo_positive" CHECK ((amount_kobo > 0));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_currency_known" CHECK ((currency = ANY (ARRAY['NGN'::text, 'USD'::text, 'EUR'::text, 'GBP'::text])));

ALTER TABLE "public"."phone_calls" ADD CONSTRAINT "phone_calls_record_type_known" CHECK ((record_type = ANY (ARRAY['farmers'::text, 'training_enrolments'::text, 'buyers'::text, 'investors'::text, 'orders'::text])));

ALTER TABLE "public"."product_wishes" ADD CONSTRAINT "product_wishes_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;

ALTER TABLE "public"."product_wishes" ADD CONSTRAINT "product_wishes_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."products" ADD CONSTRAINT "products_more_photo_paths_few" CHECK (((cardinality(more_photo_paths) <= 5) AND ((photo_path IS NOT NULL) OR (cardinality(more_photo_paths) = 0)) AND (array_to_string(more_photo_paths, '/'::text, '*'::text) ~ '^[A-Za-z0-9/_.-]*$'::text) AND (char_length(array_to_string(more_photo_paths, '/'::text)) <= 500)));

ALTER TABLE "public"."products" ADD CONSTRAINT "products_weight_grams_range" CHECK (((weight_grams >= 1) AND (weight_grams <= 1000000000)));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_agreed_rate_belongs" CHECK (((agreed_rate IS NULL) OR (currency <> 'NGN'::text)));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_agreed_rate_length" CHECK (((char_length(agreed_rate) >= 2) AND (char_length(agreed_rate) <= 60)));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_buyer_address_length" CHECK (((char_length(buyer_address) >= 10) AND (char_length(buyer_address) <= 500)));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_buyer_company_length" CHECK (((char_length(buyer_company) >= 2) AND (char_length(buyer_company) <= 200)));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_buyer_contact_length" CHECK (((char_length(buyer_contact) >= 2) AND (char_length(buyer_contact) <= 200)));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_buyer_country_length" CHECK (((char_length(buyer_country) >= 2) AND (char_length(buyer_country) <= 100)));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_currency_known" CHECK ((currency = ANY (ARRAY['NGN'::text, 'USD'::text, 'EUR'::text, 'GBP'::text])));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_decline_reason_belongs" CHECK (((decline_reason IS NULL) OR (status = 'declined'::text)));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_decline_reason_length" CHECK (((char_length(decline_reason) >= 3) AND (char_length(decline_reason) <= 500)));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_declined_at_belongs" CHECK (((status = 'declined'::text) = (declined_at IS NOT NULL)));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_deliver_to_length" CHECK (((char_length(deliver_to) >= 5) AND (char_length(deliver_to) <= 500)));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_grade_length" CHECK ((char_length(grade) <= 200));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_hs_code_form" CHECK ((hs_code ~ '^[0-9]{4}([.]?[0-9]{2}){0,3}(, ?[0-9]{4}([.]?[0-9]{2}){0,3})*$'::text));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_incoterms_known" CHECK ((incoterms = ANY (ARRAY['FOB'::text, 'CIF'::text, 'CFR'::text, 'EXW'::text, 'DDP'::text])));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_moisture_max_percent_range" CHECK (((moisture_max_percent >= (0)::numeric) AND (moisture_max_percent <= (100)::numeric)));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_named_place_length" CHECK ((char_length(named_place) <= 120));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_origin_length" CHECK ((char_length(origin) <= 120));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_packing_length" CHECK ((char_length(packing) <= 200));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_status_known" CHECK ((status = ANY (ARRAY['waiting'::text, 'open'::text, 'replaced'::text, 'refused'::text, 'accepted'::text, 'declined'::text])));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_tolerance_percent_range" CHECK (((tolerance_percent >= (0)::numeric) AND (tolerance_percent <= (100)::numeric)));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_vat_whole" CHECK ((num_nulls(vat_class, vat_rate_bp, vat_reason) = ANY (ARRAY[0, 3])));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_window_to_after" CHECK ((window_from <= window_to));

ALTER TABLE "public"."settlement_accounts" ADD CONSTRAINT "settlement_accounts_bank_address_length" CHECK (((char_length(bank_address) >= 5) AND (char_length(bank_address) <= 300)));

ALTER TABLE "public"."settlement_accounts" ADD CONSTRAINT "settlement_accounts_correspondent_length" CHECK (((char_length(correspondent) >= 5) AND (char_length(correspondent) <= 300)));

ALTER TABLE "public"."settlement_accounts" ADD CONSTRAINT "settlement_accounts_currency_belongs" CHECK (
CASE
    WHEN ((kind = 'bank_account'::text) AND (currency <> 'NGN'::text)) THEN ((bank_address IS NOT NULL) AND (swift_bic IS NOT NULL))
    ELSE ((currency = 'NGN'::text) AND (num_nonnulls(bank_address, swift_bic, correspondent) = 0))
END);

ALTER TABLE "public"."settlement_accounts" ADD CONSTRAINT "settlement_accounts_currency_known" CHECK ((currency = ANY (ARRAY['NGN'::text, 'USD'::text, 'EUR'::text, 'GBP'::text])));

ALTER TABLE "public"."settlement_accounts" ADD CONSTRAINT "settlement_accounts_swift_bic_form" CHECK ((swift_bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'::text));

ALTER TABLE "public"."stock_alerts" ADD CONSTRAINT "stock_alerts_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;

ALTER TABLE "public"."stock_alerts" ADD CONSTRAINT "stock_alerts_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE VIEW "private"."buyers_list" WITH (security_invoker=true) AS  SELECT t.id,
    t.created_at,
    t.status AS list_status,
    true AS is_default,
    (t.status = 'pending'::text) AS is_promised,
    (COALESCE(t.sent_again_at, t.created_at) + ( SELECT private.promised_time('buyers'::text, 'decision'::text) AS promised_time)) AS due_at,
    (lower(COALESCE(t.company_name, (t.contact_first_name || COALESCE((' '::text || t.contact_last_name), ''::text)))) COLLATE "C") AS list_name,
    COALESCE(account.full_name, concat_ws(' '::text, t.contact_first_name, t.contact_last_name)) AS contact_name,
    t.business_type,
    t.city
   FROM (public.buyers t
     LEFT JOIN public.profiles account ON ((account.id = t.user_id)));

revoke all on table private.buyers_list from public, anon, authenticated;

CREATE VIEW "private"."farmers_list" WITH (security_invoker=true) AS  SELECT t.id,
    t.created_at,
    t.status AS list_status,
    true AS is_default,
    (t.status = 'pending'::text) AS is_promised,
    (COALESCE(t.sent_again_at, t.created_at) + ( SELECT private.promised_time('farmers'::text, 'decision'::text) AS promised_time)) AS due_at,
    (lower(t.farm_name) COLLATE "C") AS list_name,
    COALESCE(account.full_name, t.contact_name) AS contact_name,
    t.location
   FROM (public.farmers t
     LEFT JOIN public.profiles account ON ((account.id = t.user_id)));

revoke all on table private.farmers_list from public, anon, authenticated;

CREATE VIEW "private"."investors_list" WITH (security_invoker=true) AS  SELECT t.id,
    t.created_at,
    t.status AS list_status,
    true AS is_default,
    (t.status = 'pending'::text) AS is_promised,
    (COALESCE(t.sent_again_at, t.created_at) + ( SELECT private.promised_time('investors'::text, 'decision'::text) AS promised_time)) AS due_at,
    (lower(COALESCE(t.company_name, t.contact_name)) COLLATE "C") AS list_name,
    COALESCE(account.full_name, t.contact_name) AS contact_name,
    t.investor_type,
    t.currency,
    t.investment_amount_min
   FROM (public.investors t
     LEFT JOIN public.profiles account ON ((account.id = t.user_id)));

revoke all on table private.investors_list from public, anon, authenticated;

CREATE VIEW "private"."ledger_postings" WITH (security_invoker=true) AS  SELECT transfer.id AS transfer_id,
    transfer.event,
    transfer.order_id,
    side.account,
    transfer.currency,
    side.amount_minor,
    transfer.source_table,
    transfer.source_id,
    transfer.recorded_at
   FROM private.ledger_transfers transfer,
    LATERAL ( VALUES (transfer.debit_account,transfer.amount_minor), (transfer.credit_account,(- transfer.amount_minor))) side(account, amount_minor)
  WHERE (transfer.phase = ANY (ARRAY['posted'::text, 'post'::text]));

revoke all on table private.ledger_postings from public, anon, authenticated;

CREATE VIEW "private"."mails" WITH (security_invoker=true) AS  SELECT id,
    channel,
    template,
        CASE
            WHEN (recipient ~~ 'erased:%'::text) THEN 'Erased'::text
            ELSE recipient
        END AS recipient,
    status AS state,
    attempts,
    last_error,
    created_at,
        CASE
            WHEN (status = 'waiting'::text) THEN next_attempt_at
            ELSE NULL::timestamp with time zone
        END AS next_attempt_at,
    sent_at,
    (((status = 'failed'::text) AND (data <> '{}'::jsonb)) OR (status = 'waiting'::text)) AS can_resend,
    record_type,
    record_id,
    COALESCE(record_type,
        CASE
            WHEN (template IN ( SELECT mail_templates.template
               FROM private.mail_templates
              WHERE (mail_templates.about = 'newsletter_subscriptions'::text))) THEN 'newsletter_subscriptions'::text
            ELSE 'accounts'::text
        END) AS subject,
    recipient AS address
   FROM private.mail_outbox mail;

revoke all on table private.mails from public, anon, authenticated;

CREATE VIEW "private"."money_of_day" WITH (security_invoker=true) AS  WITH today AS (
         SELECT (date_trunc('day'::text, (now() AT TIME ZONE 'Africa/Lagos'::text)) AT TIME ZONE 'Africa/Lagos'::text) AS began_at
        ), entries AS (
         SELECT came.currency,
            'received'::text AS part,
            (sum(came.amount_minor))::bigint AS amount_kobo
           FROM private.ledger_transfers came,
            today
          WHERE ((came.debit_account = 'bank'::text) AND (came.phase = ANY (ARRAY['posted'::text, 'post'::text])) AND (came.recorded_at >= today.began_at))
          GROUP BY came.currency, came.source_table, came.source_id
        UNION ALL
         SELECT t.currency,
            'claimed'::text AS part,
            COALESCE(( SELECT pending.amount_minor
                   FROM private.ledger_transfers pending
                  WHERE ((pending.order_id = t.id) AND (pending.phase = 'pending'::text))
                  ORDER BY pending.id DESC
                 LIMIT 1), private.balance_kobo(t.id)) AS amount_kobo
           FROM public.orders t
          WHERE ((t.payment_status = 'claimed'::text) AND (t.total_amount_kobo IS NOT NULL))
        UNION ALL
         SELECT t.currency,
            'outstanding'::text AS part,
            private.balance_kobo(t.id) AS amount_kobo
           FROM public.orders t
          WHERE ((t.payment_status = ANY (ARRAY['unpaid'::text, 'claimed'::text, 'underpaid'::text])) AND (t.status = ANY (ARRAY['approved'::text, 'completed'::text])) AND (t.total_amount_kobo IS NOT NULL))
        UNION ALL
         SELECT t.currency,
            'to_refund'::text AS part,
            private.ledger_balance('refundable'::text, t.id) AS amount_kobo
           FROM public.orders t
          WHERE (t.refund_due_kobo > 0)
        )
 SELECT currency,
    part,
    count(*) AS entries,
    (sum(amount_kobo))::bigint AS amount_kobo
   FROM entries
  GROUP BY currency, part;

revoke all on table private.money_of_day from public, anon, authenticated;

CREATE VIEW "private"."open_twins" WITH (security_invoker=true) AS  SELECT record_type,
    record_id,
    other_type,
    other_id
   FROM private.twins twin
  WHERE ((NOT (EXISTS ( SELECT
           FROM private.registration_merges merged
          WHERE (merged.younger_id = twin.record_id)))) AND (NOT (EXISTS ( SELECT
           FROM private.registration_merges merged
          WHERE (merged.younger_id = twin.other_id)))));

revoke all on table private.open_twins from public, anon, authenticated;

CREATE VIEW "private"."quotes_with_buyer" WITH (security_invoker=true) AS  SELECT order_id
   FROM public.quotes quote
  WHERE ((status = 'open'::text) AND (expires_at > now()) AND (NOT (EXISTS ( SELECT
           FROM public.counter_offers answer
          WHERE (answer.quote_id = quote.id)))));

revoke all on table private.quotes_with_buyer from public, anon, authenticated;

CREATE VIEW "private"."registration_phones" WITH (security_invoker=true) AS  SELECT farmers.id,
    farmers.phone,
    'farmers'::text AS record_type
   FROM public.farmers
UNION ALL
 SELECT training_enrolments.id,
    training_enrolments.phone,
    'training_enrolments'::text AS record_type
   FROM public.training_enrolments
UNION ALL
 SELECT training_enrolment_private.training_enrolment_id AS id,
    training_enrolment_private.guardian_phone AS phone,
    'training_enrolments'::text AS record_type
   FROM public.training_enrolment_private
UNION ALL
 SELECT buyers.id,
    buyers.contact_phone AS phone,
    'buyers'::text AS record_type
   FROM public.buyers
UNION ALL
 SELECT buyers.id,
    buyers.alternative_phone AS phone,
    'buyers'::text AS record_type
   FROM public.buyers
UNION ALL
 SELECT investors.id,
    investors.contact_phone AS phone,
    'investors'::text AS record_type
   FROM public.investors
UNION ALL
 SELECT investor_private.investor_id AS id,
    investor_private.company_phone AS phone,
    'investors'::text AS record_type
   FROM public.investor_private;

revoke all on table private.registration_phones from public, anon, authenticated;

CREATE VIEW "private"."registrations" WITH (security_invoker=true) AS  SELECT record.record_type,
    record.id,
    record.form,
    record.reference,
    record.user_id,
    record.contact_name,
    record.contact_email,
    record.contact_phone,
    record.status,
    record.decline_reason,
    record.has_photo,
    record.is_demo,
    record.created_at,
    record.updated_at,
    open_request.correction AS open_correction,
        CASE
            WHEN (record.status = 'declined'::text) THEN COALESCE((('This registration is one with '::text || private.merged_into(record.id)) || '. It goes on there, and you do not have to do anything.'::text), 'Closed. You are welcome to register again when things have changed.'::text)
            WHEN (record.consent_withdrawn_at IS NOT NULL) THEN 'You took back your consent. It goes no further unless you agree again.'::text
            WHEN (record.status = 'approved'::text) THEN 'Approved. Our team will contact you about what comes next.'::text
            WHEN (open_request.correction IS NOT NULL) THEN 'Please correct what we marked and send it again.'::text
            ELSE private.describe_review(record.record_type, COALESCE(record.sent_again_at, record.created_at))
        END AS next_step,
    record.consent_withdrawn_at,
    record.answers_version
   FROM (( SELECT one.record_type,
            one.id,
            one.form,
            one.reference,
            one.user_id,
            one.contact_name,
            one.contact_email,
            one.contact_phone,
            one.status,
            one.decline_reason,
            one.has_photo,
            one.is_demo,
            one.created_at,
            one.updated_at,
            one.answers_version,
            one.sent_again_at,
                CASE
                    WHEN (one.status <> 'declined'::text) THEN private.consent_withdrawn_at(one.record_type, one.id)
                    ELSE NULL::timestamp with time zone
                END AS consent_withdrawn_at
           FROM ( SELECT 'farmers'::text AS record_type,
                    farmers.id,
                    'farmer'::text AS form,
                    farmers.reference,
                    farmers.user_id,
                    farmers.contact_name,
                    farmers.contact_email,
                    farmers.phone AS contact_phone,
                    farmers.status,
                    farmers.decline_reason,
                    farmers.has_photo,
                    farmers.is_demo,
                    farmers.created_at,
                    farmers.updated_at,
                    farmers.answers_version,
                    farmers.sent_again_at
                   FROM public.farmers
                UNION ALL
                 SELECT 'training_enrolments'::text AS record_type,
                    training_enrolments.id,
                    'training'::text AS form,
                    training_enrolments.reference,
                    training_enrolments.user_id,
                    training_enrolments.contact_name,
                    training_enrolments.contact_email,
                    training_enrolments.phone,
                    training_enrolments.status,
                    training_enrolments.decline_reason,
                    training_enrolments.has_photo,
                    training_enrolments.is_demo,
                    training_enrolments.created_at,
                    training_enrolments.updated_at,
                    training_enrolments.answers_version,
                    training_enrolments.sent_again_at
                   FROM public.training_enrolments
                UNION ALL
                 SELECT 'buyers'::text AS record_type,
                    buyers.id,
                        CASE buyers.buyer_type
                            WHEN 'individual'::text THEN 'buyer_individual'::text
                            WHEN 'corporate'::text THEN 'buyer_corporate'::text
                            ELSE NULL::text
                        END AS form,
                    buyers.reference,
                    buyers.user_id,
                    COALESCE(NULLIF(concat_ws(' '::text, buyers.contact_first_name, buyers.contact_last_name), ''::text), buyers.company_name) AS contact_name,
                    buyers.contact_email,
                    buyers.contact_phone,
                    buyers.status,
                    buyers.decline_reason,
                    buyers.has_photo,
                    buyers.is_demo,
                    buyers.created_at,
                    buyers.updated_at,
                    buyers.answers_version,
                    buyers.sent_again_at
                   FROM public.buyers
                UNION ALL
                 SELECT 'investors'::text AS record_type,
                    investors.id,
                        CASE investors.investor_type
                            WHEN 'individual'::text THEN 'investor_individual'::text
                            WHEN 'corporate'::text THEN 'investor_corporate'::text
                            WHEN 'crypto'::text THEN 'investor_crypto'::text
                            ELSE NULL::text
                        END AS form,
                    investors.reference,
                    investors.user_id,
                    COALESCE(investors.contact_name, investors.company_name) AS contact_name,
                    investors.contact_email,
                    investors.contact_phone,
                    investors.status,
                    investors.decline_reason,
                    false AS has_photo,
                    investors.is_demo,
                    investors.created_at,
                    investors.updated_at,
                    investors.answers_version,
                    investors.sent_again_at
                   FROM public.investors) one) record
     LEFT JOIN LATERAL ( SELECT jsonb_build_object('id', request.id, 'message', request.message, 'notes', request.notes, 'createdAt', request.created_at) AS correction
           FROM public.correction_requests request
          WHERE ((request.record_id = record.id) AND (record.status = 'pending'::text) AND (NOT (EXISTS ( SELECT
                   FROM public.registration_submissions sent
                  WHERE ((sent.record_id = request.record_id) AND (sent.version > request.submission_version))))))
          ORDER BY request.id DESC
         LIMIT 1) open_request ON (true));

revoke all on table private.registrations from public, anon, authenticated;

CREATE OR REPLACE FUNCTION private.change_code_channels(current_record private.registrations)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'to', masked)), '[]')
  from (
    select 'email' as channel, private.mask_address(($1).contact_email) as masked
    where ($1).contact_email <> '' and not private.is_suppressed(($1).contact_email, 'registration_change_code')
    union all
    select 'sms' as channel, '•••• ' || right(($1).contact_phone, 4) as masked
    where ($1).contact_phone ~ '^\+234[1-9]' and private.sends_sms()
  ) as ways
  where ($1).user_id is null and not ($1).is_demo
$function$;

CREATE OR REPLACE FUNCTION private.claim_record(claimed private.registrations, account_id uuid, hashes text[], seals jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  touched integer;
  vault_person uuid := private.vault_person_of(claimed.record_type, claimed.id);
begin
  execute format('update public.%I set user_id = $1 where id = $2 and user_id is null', claimed.record_type)
    using account_id, claimed.id;
  get diagnostics touched = row_count;
  if touched = 0 then
    return false;
  elsif not private.claim_vault_person(vault_person, account_id, private.proves_sender(claimed.id, hashes),
    seals -> vault_person::text)
  then
    raise exception 'The vault does not vouch for this person' using errcode = 'PT409';
  end if;
  delete from private.registration_guest_links where record_id = claimed.id;
  perform private.notify_of_claim(claimed, account_id);
  return true;
exception when unique_violation or sqlstate 'PT409' then
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.describe_twin(record private.registrations)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', ($1).id, 'reference', ($1).reference, 'name', ($1).contact_name, 'email', ($1).contact_email,
    'phone', ($1).contact_phone, 'status', ($1).status, 'createdAt', ($1).created_at, 'hasAccount', ($1).user_id is not null,
    'hasPhoto', ($1).has_photo)
$function$;

CREATE OR REPLACE FUNCTION private.find_changes(current_record private.registrations, answers jsonb, sealed jsonb, context jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with known as (
    select form_field.*,
      private.given_answer((
        select sent.answers from public.registration_submissions as sent
        where sent.record_id = ($1).id order by sent.version desc limit 1
      ) -> form_field.field) as answer_before,
      private.given_answer($2 -> form_field.field) as answer_after,
      secret.id is not null as had_secret, secret.last_four, secret.match_hash,
      jsonb_path_query_first($3, '$.secrets[*] ? (@.field == $name)', jsonb_build_object('name', form_field.field)) as item
    from private.registration_fields as form_field
    left join app_vault.secrets as secret on form_field.is_secret and secret.field = form_field.field
      and secret.record_type = ($1).record_type and secret.record_id = ($1).id
    where form_field.form = ($1).form
  )
  select coalesce(jsonb_agg(jsonb_build_object('field', field, 'label', label,
    'guard', case when answer_after is not null or not coalesce($4 -> 'notAsked' ? field, false) then guard end,
    'before', case when not is_secret then answer_before when had_secret then to_jsonb('••••••' || coalesce(last_four, '')) end,
    'after', case when is_secret then to_jsonb('••••••' || coalesce(item ->> 'lastFour', '')) else answer_after end
  ) order by label, field), '[]')
  from known
  where case when is_secret
    then item is not null and (not had_secret or match_hash is distinct from decode(item ->> 'matchHash', 'hex')
      or coalesce($4 -> 'sentSecrets' ? field, true))
    else answer_before is distinct from answer_after end
$function$;

CREATE OR REPLACE FUNCTION private.find_merge_obstacle(older private.registrations, younger private.registrations)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case
    when private.merged_into(younger.id) is not null
      then format('%s is one with %s already.', younger.reference, private.merged_into(younger.id))
    when private.merged_into(older.id) is not null
      then format('%s is one with %s already. Compare with that one.', older.reference, private.merged_into(older.id))
    when older.form is distinct from younger.form then 'They are of two forms, so each says something of its own.'
    when older.is_demo <> younger.is_demo then 'One of them is a demonstration.'
    when older.user_id <> younger.user_id then 'They belong to two accounts, and two accounts are never made one.'
    when older.user_id is null and younger.user_id is not null
      then format('%s is in an account and %s is not. Its person brings it there first, by its link.', younger.reference, older.reference)
    -- The younger would be its account's to read and erase, so what the account has proved says that it is theirs.
    when older.user_id is not null and younger.user_id is null
      and not private.is_proved_contact(older.user_id, younger.contact_email, younger.contact_phone)
      then format('%s is in an account, and %s names neither its proved e-mail address nor its proved phone. Its person brings it there first, by its link.',
        older.reference, younger.reference)
    when older.status = 'approved' and younger.status = 'approved' then 'Both are approved, and two approved records are never made one.'
    when younger.status = 'approved'
      then format('%s is approved, and what is approved is not erased. Decide on %s instead.', younger.reference, older.reference)
    when older.status = 'declined'
      then format('%s is declined, so %s is a new try that waits for an answer of its own.', older.reference, younger.reference)
    when private.consent_withdrawn_at(older.record_type, older.id) is not null
      or private.consent_withdrawn_at(younger.record_type, younger.id) is not null
      then 'The person took back a consent of one of them. What becomes of it is theirs to say.'
    when exists (select from public.products where farmer_id = younger.id)
      then format('%s has products, which would lose their farmer.', younger.reference)
    when not exists (select from public.find_duplicates(older.record_type, older.id) as twin where twin.other_id = younger.id)
      and not exists (select from public.find_duplicates(older.record_type, younger.id) as twin where twin.other_id = older.id)
      then 'Nothing says that these two are the same person.'
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.find_pair(record_type text, record_id uuid, other_id uuid)
 RETURNS private.registrations[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_agg(record order by record.created_at, record.id) from private.registrations as record
  where record.record_type = $1 and record.id in ($2, $3)
$function$;

CREATE OR REPLACE FUNCTION private.has_unrequested_guard(current_record private.registrations, changes jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from jsonb_array_elements($2) as change
    where change ->> 'guard' is not null and not exists (
      select from jsonb_array_elements(($1).open_correction -> 'notes') as note
      where note ->> 'field' = change ->> 'field'
        -- One document has a kind and a number, one account a bank and a number, who has no e-mail gives none, and who turns
        -- out to be under 18 has a guardian.
        or array[note ->> 'field', change ->> 'field'] <@ array['bankName', 'accountNumber']
        or array[note ->> 'field', change ->> 'field'] <@ array['validIdType', 'idNumber']
        or array[note ->> 'field', change ->> 'field'] <@ array['email', 'noEmail']
        or array[note ->> 'field', change ->> 'field'] <@ array['dateOfBirth', 'guardianPhone']
    )
  )
$function$;

CREATE OR REPLACE FUNCTION private.mark_pair(older private.registrations, younger private.registrations)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select encode(sha256(convert_to(concat_ws(' ', ($1).id, ($1).status, ($1).answers_version, extract(epoch from ($1).updated_at),
    ($1).user_id, ($2).id, ($2).status, ($2).answers_version, extract(epoch from ($2).updated_at), ($2).user_id), 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_change(record_before private.registrations, changes jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  guarded jsonb := jsonb_path_query_array(changes, '$[*] ? (@.guard != null).label');
  recipient text;
  is_notified boolean := false;
  details jsonb := jsonb_build_object('code', record_before.reference, 'form', record_before.form, 'at', now(), 'labels', guarded);
begin
  if jsonb_array_length(guarded) = 0 or record_before.is_demo then
    return null;
  end if;
  for recipient in
    select lower(record_before.contact_email) where record_before.contact_email <> ''
    union
    select private.proved_address(record_before.user_id) where private.proved_address(record_before.user_id) is not null
  loop
    is_notified := true;
    if record_before.user_id is not null then
      perform private.enqueue_alarm_mail('registration_changed', record_before.user_id, recipient, details);
    else
      perform private.enqueue_mail('registration_changed', recipient, details);
    end if;
  end loop;
  if record_before.contact_phone ~ '^\+[1-9]' and private.sends_sms() then
    perform private.enqueue_sms('registration_changed', record_before.contact_phone,
      jsonb_build_object('code', record_before.reference));
    is_notified := true;
  end if;
  return case when not is_notified and record_before.contact_phone ~ '[1-9]' then record_before.contact_phone end;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_claim(claimed private.registrations, account_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if claimed.contact_email <> '' then
    perform private.enqueue_alarm_mail('registration_claimed', account_id, claimed.contact_email,
      jsonb_build_object('at', now(), 'reference', claimed.reference));
  end if;
  if claimed.contact_phone ~ '^\+[1-9]' and private.sends_sms() then
    perform private.enqueue_sms('registration_claimed', claimed.contact_phone, jsonb_build_object('reference', claimed.reference));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_closed(current_record private.registrations)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from app_vault.people
    where id = private.vault_person_of(current_record.record_type, current_record.id) and erased_at is not null
  ) then
    raise exception 'Your data is erased: there is nothing to change any more.' using errcode = 'PT409';
  elsif current_record.status <> 'pending' then
    raise exception 'It is % by now, so it cannot be changed here any more. Please call us or write to us.', current_record.status
      using errcode = 'PT409', hint = current_record.status;
  elsif current_record.consent_withdrawn_at is not null then
    raise exception 'You took back your consent, so nothing is changed. Agree again first.' using errcode = 'PT409';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.store_changed(current_record private.registrations, answers jsonb, sealed jsonb, context jsonb, changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  columns jsonb := private.registration_columns(current_record.form, answers);
  next_version integer := current_record.answers_version + 1;
begin
  perform private.update_row(current_record.record_type, 'id', current_record.id, columns -> 'record' ||
    jsonb_build_object('answers_version', next_version, 'sent_again_at', now()) ||
    case current_record.record_type
      when 'training_enrolments' then jsonb_build_object('is_minor', coalesce((context ->> 'isMinor')::boolean, false))
      else '{}'
    end);
  if columns ? 'private' then
    perform private.update_row(name, key, current_record.id, columns -> 'private')
    from private.private_table(current_record.record_type);
  end if;
  perform private.store_submission(current_record.record_type, current_record.id, next_version, current_record.form, answers,
    sealed, context || jsonb_build_object('phoneToCall', private.notify_of_change(current_record, changes), 'changes', (
      select coalesce(jsonb_agg(change - 'guard' - 'label' order by change ->> 'label'), '[]')
      from jsonb_array_elements(changes) as change)));
end $function$;

CREATE OR REPLACE FUNCTION private.use_change_proof(current_record private.registrations, context jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_proved boolean := false;
begin
  if (
    select count(*) >= 20 from private.change_refusals as refused
    where refused.record_id = current_record.id and refused.created_at > now() - interval '1 day'
  ) then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
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

CREATE VIEW "private"."training_enrolments_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    (status = 'pending'::text) AS is_promised,
    (COALESCE(sent_again_at, created_at) + ( SELECT private.promised_time('training_enrolments'::text, 'decision'::text) AS promised_time)) AS due_at,
    (lower(contact_name) COLLATE "C") AS list_name,
    city,
    education_level,
    experience
   FROM public.training_enrolments;

revoke all on table private.training_enrolments_list from public, anon, authenticated;

CREATE VIEW "public"."correction_states" WITH (security_invoker=true) AS  SELECT request.id,
    request.record_type,
    request.record_id,
    request.submission_version,
    request.notes,
    request.message,
    request.created_at,
        CASE
            WHEN (EXISTS ( SELECT
               FROM public.registration_submissions sent
              WHERE ((sent.record_id = request.record_id) AND (sent.version > request.submission_version)))) THEN 'completed'::text
            ELSE 'pending'::text
        END AS status,
    record.reference,
    record.contact_name,
    record.contact_email,
    record.contact_phone
   FROM (public.correction_requests request
     LEFT JOIN private.registrations record ON (((record.record_type = request.record_type) AND (record.id = request.record_id))));

revoke all on table public.correction_states from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."correction_states" FROM "service_role";

CREATE VIEW "public"."my_registrations" WITH (security_invoker=true) AS  SELECT record.record_type,
    record.id,
    record.form,
    record.reference,
    record.status,
    record.decline_reason,
    record.next_step,
    record.open_correction,
    record.has_photo,
    record.created_at,
    record.updated_at,
    record.consent_withdrawn_at,
    private.merged_into(record.id) AS merged_into,
        CASE
            WHEN (private.merged_into(record.id) IS NULL) THEN erasure.erased_at
            ELSE NULL::timestamp with time zone
        END AS erased_at
   FROM (private.registrations record
     LEFT JOIN private.own_erasures() erasure(record_id, erased_at) ON ((erasure.record_id = record.id)))
  WHERE (record.user_id = ( SELECT auth.uid() AS uid));

revoke all on table public.my_registrations from public, anon, authenticated;

CREATE VIEW "public"."my_consents" WITH (security_invoker=true) AS  SELECT DISTINCT ON (purpose, record_id) id,
    purpose,
    record_type,
    record_id,
    text_version,
    is_given,
    channel,
    created_at,
    ((NOT is_given) AND (record_id IN ( SELECT mine.id
           FROM public.my_registrations mine
          WHERE ((mine.status = ANY (ARRAY['pending'::text, 'approved'::text])) AND (mine.erased_at IS NULL))))) AS is_renewable
   FROM public.consents
  WHERE ((user_id = ( SELECT auth.uid() AS uid)) OR (record_id IN ( SELECT private.own_registration_ids() AS own_registration_ids)) OR (record_id IN ( SELECT private.own_newsletter_ids() AS own_newsletter_ids)))
  ORDER BY purpose, record_id, id DESC;

revoke all on table public.my_consents from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."my_consents" FROM "service_role";

REVOKE ALL ON TABLE "public"."my_registrations" FROM "service_role";

CREATE VIEW "public"."people_to_phone" WITH (security_invoker=true) AS  SELECT record.record_type,
    record.id,
    record.form,
    record.reference,
    record.contact_name,
    COALESCE(latest.phone, record.contact_phone) AS contact_phone,
    record.status,
    record.decline_reason,
    record.open_correction,
    record.is_demo,
    latest.topic,
    latest.since,
    last_call.outcome AS last_outcome,
    last_call.created_at AS last_called_at,
    work.assignee_id,
    work.assignee_name
   FROM (((private.registrations record
     LEFT JOIN public.record_work work ON (((work.record_id = record.id) AND (work.record_type = record.record_type))))
     CROSS JOIN LATERAL ( SELECT happened.topic,
            happened.happened_at AS since,
            happened.phone
           FROM ( SELECT 'received'::text AS topic,
                    record.created_at AS happened_at,
                    NULL::text AS phone
                  WHERE (record.contact_email IS NULL)
                UNION ALL
                 SELECT event.to_status AS topic,
                    event.created_at AS happened_at,
                    NULL::text AS phone
                   FROM private.standing_decisions event
                  WHERE ((record.contact_email IS NULL) AND (event.record_type = record.record_type) AND (event.record_id = record.id))
                UNION ALL
                 SELECT 'correction'::text AS topic,
                    request.created_at AS happened_at,
                    NULL::text AS phone
                   FROM public.correction_requests request
                  WHERE ((record.contact_email IS NULL) AND (request.record_id = record.id) AND (record.open_correction IS NOT NULL))
                UNION ALL
                 SELECT 'changed'::text AS topic,
                    sent.created_at AS happened_at,
                    sent.phone_to_call AS phone
                   FROM public.registration_submissions sent
                  WHERE ((sent.record_id = record.id) AND (sent.phone_to_call IS NOT NULL))) happened
          ORDER BY happened.happened_at DESC
         LIMIT 1) latest)
     LEFT JOIN LATERAL ( SELECT phone_call.outcome,
            phone_call.created_at
           FROM public.phone_calls phone_call
          WHERE (phone_call.record_id = record.id)
          ORDER BY phone_call.id DESC
         LIMIT 1) last_call ON (true))
  WHERE ((record.user_id IS NULL) AND (record.contact_phone ~ '[1-9]'::text) AND (record.record_type = ANY (( SELECT private.registrations_with('read'::text) AS registrations_with)::text[])) AND (NOT COALESCE(((last_call.created_at >= latest.since) AND (last_call.outcome = ANY (ARRAY['reached'::text, 'chat_sent'::text, 'wrong_number'::text, 'refused'::text]))), false)));

revoke all on table public.people_to_phone from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."people_to_phone" FROM "service_role";

CREATE VIEW "public"."withdrawn_consents" WITH (security_invoker=true) AS  SELECT record.record_type,
    record.id,
    record.form,
    record.reference,
    record.contact_name,
    record.status,
    record.is_demo,
    latest.purpose,
    latest.text_version,
    latest.created_at AS withdrawn_at
   FROM (( SELECT DISTINCT ON (consents.record_id, consents.purpose) consents.record_type,
            consents.record_id,
            consents.purpose,
            consents.text_version,
            consents.is_given,
            consents.created_at
           FROM public.consents
          WHERE (consents.record_type = ANY (( SELECT private.registrations_with('decide'::text) AS registrations_with)::text[]))
          ORDER BY consents.record_id, consents.purpose, consents.id DESC) latest
     JOIN private.registrations record ON (((record.record_type = latest.record_type) AND (record.id = latest.record_id))))
  WHERE (NOT latest.is_given);

revoke all on table public.withdrawn_consents from public, anon, authenticated;

REVOKE ALL ON TABLE "public"."withdrawn_consents" FROM "service_role";

CREATE UNIQUE INDEX ledger_transfers_one_end ON private.ledger_transfers USING btree (pending_id);

CREATE INDEX ledger_transfers_order_id_idx ON private.ledger_transfers USING btree (order_id, id);

CREATE INDEX ledger_transfers_recorded_at_idx ON private.ledger_transfers USING btree (recorded_at);

CREATE INDEX market_limit_changes_name_idx ON private.market_limit_changes USING btree (name, id DESC);

CREATE UNIQUE INDEX market_limit_changes_one_waiting ON private.market_limit_changes USING btree (name) WHERE (outcome IS NULL);

CREATE INDEX twins_other_id_idx ON private.twins USING btree (other_id, record_id);

CREATE INDEX counter_offers_order_id_idx ON public.counter_offers USING btree (order_id, created_at);

CREATE INDEX counter_offers_quote_id_idx ON public.counter_offers USING btree (quote_id, created_at);

CREATE INDEX order_credits_order_id_idx ON public.order_credits USING btree (order_id, created_at);

CREATE INDEX order_deliveries_day_idx ON public.order_deliveries USING btree (day) WHERE (day IS NOT NULL);

CREATE INDEX order_deliveries_depot_id_idx ON public.order_deliveries USING btree (depot_id);

CREATE INDEX order_deliveries_zone_day_idx ON public.order_deliveries USING btree (zone_id, day);

CREATE UNIQUE INDEX order_documents_one_paper_of_a_credit ON public.order_documents USING btree (credit_id);

CREATE UNIQUE INDEX order_documents_one_paper_of_a_quote ON public.order_documents USING btree (quote_id, kind);

CREATE INDEX order_events_created_at_idx ON public.order_events USING btree (created_at);

CREATE INDEX orders_counted_idx ON public.orders USING btree (status, payment_status, fulfilment_status, kind);

CREATE INDEX orders_crop_type_idx ON public.orders USING btree (crop_type, created_at DESC, id);

CREATE INDEX orders_delivers_until_idx ON public.orders USING btree (delivers_until, created_at, id) INCLUDE (delivers_from);

CREATE INDEX orders_delivery_waits_idx ON public.orders USING btree (created_at DESC, id) WHERE (awaits_delivery AND (status = 'pending'::text));

CREATE INDEX orders_on_their_way_idx ON public.orders USING btree (delivers_until) WHERE ((status = 'approved'::text) AND (fulfilment_status = ANY (ARRAY['preparing'::text, 'dispatched'::text])));

CREATE INDEX orders_outstanding_idx ON public.orders USING btree (created_at DESC, id) WHERE ((status = ANY (ARRAY['approved'::text, 'completed'::text])) AND (payment_status = ANY (ARRAY['unpaid'::text, 'claimed'::text, 'underpaid'::text])) AND (total_amount_kobo IS NOT NULL));

CREATE INDEX orders_payment_status_idx ON public.orders USING btree (payment_status, created_at DESC, id);

CREATE INDEX orders_quote_waits_idx ON public.orders USING btree (created_at DESC, id) WHERE ((kind = 'bulk'::text) AND (total_amount_kobo IS NULL) AND (status = ANY (ARRAY['pending'::text, 'approved'::text])));

CREATE INDEX orders_refund_due_idx ON public.orders USING btree (created_at DESC, id) WHERE (refund_due_kobo > 0);

CREATE INDEX orders_sort_name_idx ON public.orders USING btree (sort_name, created_at DESC, id);

CREATE INDEX orders_to_approve_idx ON public.orders USING btree (created_at DESC, id) WHERE ((status = 'pending'::text) AND (total_amount_kobo IS NOT NULL) AND (NOT awaits_delivery) AND (payment_status <> ALL (ARRAY['claimed'::text, 'refund_due'::text])) AND ((kind = 'bulk'::text) OR (payment_status = ANY (ARRAY['confirmed'::text, 'overpaid'::text])) OR (credit_terms_reason IS NOT NULL)));

CREATE INDEX orders_to_complete_idx ON public.orders USING btree (created_at DESC, id) WHERE ((status = 'approved'::text) AND (fulfilment_status = 'delivered'::text) AND ((payment_status = ANY (ARRAY['confirmed'::text, 'overpaid'::text, 'refunded'::text])) OR ((credit_terms_reason IS NOT NULL) AND (payment_status <> ALL (ARRAY['claimed'::text, 'refund_due'::text])))));

CREATE INDEX orders_to_prepare_idx ON public.orders USING btree (delivers_until, created_at, id) INCLUDE (payment_status, total_amount_kobo, credit_terms_reason) WHERE ((status = 'approved'::text) AND (fulfilment_status = 'none'::text));

CREATE INDEX orders_total_amount_kobo_idx ON public.orders USING btree (total_amount_kobo DESC NULLS LAST, created_at DESC, id);

CREATE INDEX orders_unpaid_idx ON public.orders USING btree (created_at DESC, id) INCLUDE (status, kind, fulfilment_status, total_amount_kobo, awaits_delivery, credit_terms_reason) WHERE ((status = ANY (ARRAY['pending'::text, 'approved'::text])) AND (payment_status = ANY (ARRAY['unpaid'::text, 'underpaid'::text])) AND (fulfilment_status <> 'disputed'::text));

CREATE INDEX payments_created_at_idx ON public.payments USING btree (created_at) WHERE (kind = 'receipt'::text);

CREATE INDEX product_wishes_product_id_idx ON public.product_wishes USING btree (product_id);

CREATE INDEX products_more_photo_paths_idx ON public.products USING gin (more_photo_paths) WHERE (more_photo_paths <> '{}'::text[]);

CREATE INDEX settlement_accounts_effective_at_idx ON public.settlement_accounts USING btree (kind, currency, effective_at DESC);

CREATE UNIQUE INDEX settlement_accounts_one_proposal ON public.settlement_accounts USING btree (kind, currency) WHERE ((approved_at IS NULL) AND (withdrawn_at IS NULL));

CREATE UNIQUE INDEX stock_alerts_confirm_token_hash_idx ON public.stock_alerts USING btree (confirm_token_hash);

CREATE INDEX stock_alerts_email_idx ON public.stock_alerts USING btree (email);

CREATE INDEX stock_alerts_user_id_idx ON public.stock_alerts USING btree (user_id);

CREATE INDEX stock_alerts_waiting_idx ON public.stock_alerts USING btree (confirmed_at) WHERE ((confirmed_at IS NOT NULL) AND (notified_at IS NULL));

CREATE CONSTRAINT TRIGGER note_twins AFTER INSERT OR DELETE OR UPDATE OF match_hash ON app_vault.secrets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.note_twins('record_id');

CREATE TRIGGER before_ledger_change BEFORE INSERT OR DELETE OR UPDATE ON private.ledger_transfers FOR EACH ROW EXECUTE FUNCTION private.before_ledger_change();

CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON private.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER notify_admin AFTER UPDATE OF status ON private.mail_outbox FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) AND (new.status <> 'sending'::text))) EXECUTE FUNCTION private.notify_admin('mails', 'record_id');

CREATE CONSTRAINT TRIGGER note_twins AFTER INSERT OR DELETE OR UPDATE OF contact_phone, alternative_phone, contact_first_name, contact_last_name, company_name ON public.buyers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.note_twins('id');

CREATE TRIGGER refuse_change BEFORE UPDATE ON public.counter_offers FOR EACH ROW WHEN (((num_nonnulls(new.note, new.buyer_company, new.buyer_contact, new.buyer_address, new.buyer_country, new.deliver_to) > 0) OR ((to_jsonb(new.*) - '{note,buyer_company,buyer_contact,buyer_address,buyer_country,deliver_to}'::text[]) <> (to_jsonb(old.*) - '{note,buyer_company,buyer_contact,buyer_address,buyer_country,deliver_to}'::text[])))) EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER audit_change AFTER INSERT OR UPDATE ON public.delivery_zones FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'id', 'name,areas,step_grams,step_kobo,weekdays,cutoff_days,capacity_kg,capacity_orders,is_active');

CREATE TRIGGER demand_second_factor BEFORE INSERT OR UPDATE ON public.delivery_zones FOR EACH STATEMENT EXECUTE FUNCTION private.demand_second_factor('delivery.write');

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.delivery_zones FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER audit_change AFTER INSERT OR UPDATE ON public.depots FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'id', 'name,address,state,lga,hours,weekdays,lead_days,is_active');

CREATE TRIGGER demand_second_factor BEFORE INSERT OR UPDATE ON public.depots FOR EACH STATEMENT EXECUTE FUNCTION private.demand_second_factor('delivery.write');

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.depots FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE CONSTRAINT TRIGGER note_twins AFTER INSERT OR DELETE OR UPDATE OF phone, contact_name ON public.farmers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.note_twins('id');

CREATE CONSTRAINT TRIGGER note_twins AFTER INSERT OR UPDATE OF company_phone ON public.investor_private DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.note_twins('investor_id');

CREATE CONSTRAINT TRIGGER note_twins AFTER INSERT OR DELETE OR UPDATE OF contact_phone, contact_name, company_name ON public.investors DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.note_twins('id');

CREATE TRIGGER audit_change AFTER INSERT OR UPDATE ON public.letters_of_credit FOR EACH ROW EXECUTE FUNCTION private.audit_change('all', 'order_id', 'status,advising_bank,documents,draft_path');

CREATE TRIGGER notify_admin AFTER INSERT OR UPDATE OF status ON public.letters_of_credit FOR EACH ROW EXECUTE FUNCTION private.notify_admin('orders');

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.letters_of_credit FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER after_suppression_change AFTER INSERT OR DELETE OR UPDATE ON public.mail_suppressions FOR EACH ROW EXECUTE FUNCTION private.after_suppression_change();

CREATE TRIGGER rename_order AFTER INSERT OR UPDATE OF name ON public.order_contacts FOR EACH ROW EXECUTE FUNCTION private.rename_order();

CREATE TRIGGER after_credit_insert AFTER INSERT ON public.order_credits FOR EACH ROW EXECUTE FUNCTION private.after_credit_insert();

CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON public.order_credits FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.order_credits FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER refuse_removal BEFORE DELETE ON public.order_documents FOR EACH ROW WHEN ((old.kind = ANY (ARRAY['invoice'::text, 'receipt'::text, 'credit_note'::text, 'contract'::text]))) EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER after_order_message_insert AFTER INSERT ON public.order_messages FOR EACH ROW EXECUTE FUNCTION private.after_order_message_insert();

CREATE TRIGGER audit_change AFTER INSERT OR UPDATE ON public.order_products FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'id', 'label,position,is_active,container_20ft_kg,container_40ft_kg,grade,season,origin_states,minimum_lot,minimum_lot_unit,packing,hs_code,price_kobo,price_currency,price_unit,price_basis,price_on,photo_path');

CREATE TRIGGER before_order_product_change BEFORE INSERT OR UPDATE ON public.order_products FOR EACH ROW EXECUTE FUNCTION private.before_order_product_change();

CREATE TRIGGER notify_content_changed AFTER INSERT OR UPDATE ON public.order_products FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();

CREATE TRIGGER rename_order AFTER INSERT OR UPDATE OF company_name ON public.order_requests FOR EACH ROW EXECUTE FUNCTION private.rename_order();

CREATE TRIGGER limit_order_templates BEFORE INSERT ON public.order_templates FOR EACH ROW EXECUTE FUNCTION private.limit_order_templates();

CREATE TRIGGER audit_change AFTER INSERT OR DELETE OR UPDATE ON public.page_texts FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'page,key', '*');

CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.page_texts FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();

CREATE TRIGGER prepare_page_text BEFORE INSERT OR UPDATE ON public.page_texts FOR EACH ROW EXECUTE FUNCTION private.prepare_page_text();

CREATE TRIGGER limit_wishes BEFORE INSERT ON public.product_wishes FOR EACH ROW EXECUTE FUNCTION private.limit_wishes();

CREATE TRIGGER notify_admin AFTER INSERT OR DELETE OR UPDATE OF status, name, price_kobo, photo_path, more_photo_paths, farmer_id ON public.products FOR EACH ROW EXECUTE FUNCTION private.notify_admin('products');

CREATE TRIGGER rename_orders AFTER UPDATE OF full_name ON public.profiles FOR EACH ROW WHEN ((new.full_name IS DISTINCT FROM old.full_name)) EXECUTE FUNCTION private.rename_orders_of_account();

CREATE TRIGGER refuse_change BEFORE UPDATE ON public.quote_lines FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER after_quote_change AFTER INSERT OR UPDATE ON public.quotes FOR EACH ROW EXECUTE FUNCTION private.after_quote_change();

CREATE TRIGGER guard_quote BEFORE UPDATE ON public.quotes FOR EACH ROW EXECUTE FUNCTION private.guard_quote();

CREATE TRIGGER notify_followers_of_reply AFTER INSERT ON public.record_messages FOR EACH ROW WHEN (((NOT new.is_from_staff) AND new.is_proved)) EXECUTE FUNCTION private.notify_followers_of_reply();

CREATE CONSTRAINT TRIGGER note_twins AFTER INSERT OR UPDATE OF guardian_phone ON public.training_enrolment_private DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.note_twins('training_enrolment_id');

CREATE CONSTRAINT TRIGGER note_twins AFTER INSERT OR DELETE OR UPDATE OF phone, contact_name ON public.training_enrolments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.note_twins('id');

CREATE TRIGGER audit_change AFTER INSERT OR DELETE ON public.vat_rates FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'vat_class,valid_from', 'vat_class,valid_from,rate_bp,reason');

CREATE TRIGGER demand_second_factor BEFORE INSERT OR DELETE ON public.vat_rates FOR EACH STATEMENT EXECUTE FUNCTION private.demand_second_factor('settings.write');

CREATE TRIGGER guard_vat_rate BEFORE INSERT OR DELETE OR UPDATE ON public.vat_rates FOR EACH ROW EXECUTE FUNCTION private.guard_vat_rate();

CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.vat_rates FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE POLICY "People who may read an order read its counter-offers" ON "public"."counter_offers" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = counter_offers.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "Staff who may add zones, with a second factor" ON "public"."delivery_zones" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_strong_permission('delivery.write'::text) AS has_strong_permission));

CREATE POLICY "Staff who may change zones, with a second factor" ON "public"."delivery_zones" FOR UPDATE TO "authenticated" USING (( SELECT private.has_strong_permission('delivery.write'::text) AS has_strong_permission)) WITH CHECK (( SELECT private.has_strong_permission('delivery.write'::text) AS has_strong_permission));

CREATE POLICY "Staff who may see settings or manage zones read them" ON "public"."delivery_zones" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('settings.read'::text) AS has_permission) OR ( SELECT private.has_permission('delivery.write'::text) AS has_permission)));

CREATE POLICY "Staff who may add depots, with a second factor" ON "public"."depots" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_strong_permission('delivery.write'::text) AS has_strong_permission));

CREATE POLICY "Staff who may change depots, with a second factor" ON "public"."depots" FOR UPDATE TO "authenticated" USING (( SELECT private.has_strong_permission('delivery.write'::text) AS has_strong_permission)) WITH CHECK (( SELECT private.has_strong_permission('delivery.write'::text) AS has_strong_permission));

CREATE POLICY "Staff who may see settings or manage depots read them" ON "public"."depots" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('settings.read'::text) AS has_permission) OR ( SELECT private.has_permission('delivery.write'::text) AS has_permission)));

CREATE POLICY "People who may read an order read its letter of credit" ON "public"."letters_of_credit" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = letters_of_credit.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "Readers of an order read its contact" ON "public"."order_contacts" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = order_contacts.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "People who may read an order read its credits" ON "public"."order_credits" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = order_credits.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "People who may read an order read how it is delivered" ON "public"."order_deliveries" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = order_deliveries.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "Readers of an order read its disputes" ON "public"."order_disputes" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = order_disputes.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "Readers of an order read its documents" ON "public"."order_documents" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = order_documents.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "Readers of an order read its events" ON "public"."order_events" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = order_events.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "Readers of an order read its instalments" ON "public"."order_instalments" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = order_instalments.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "Readers of an order read its lines" ON "public"."order_items" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = order_items.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "Readers of an order read its messages" ON "public"."order_messages" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = order_messages.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "Visitors read what can be ordered" ON "public"."order_products" FOR SELECT TO "anon" USING (is_active);

CREATE POLICY "People who may read a request read its further products" ON "public"."order_request_lines" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.order_requests
  WHERE (order_requests.order_id = order_request_lines.order_id))));

CREATE POLICY "Readers of an order read its request" ON "public"."order_requests" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = order_requests.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "People add to their own templates" ON "public"."order_templates" FOR INSERT TO "authenticated" WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "People delete their own templates" ON "public"."order_templates" FOR DELETE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "People read their own templates" ON "public"."order_templates" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Everybody reads the texts of pages" ON "public"."page_texts" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff who may add a text of a page" ON "public"."page_texts" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Staff who may change a text of a page" ON "public"."page_texts" FOR UPDATE TO "authenticated" USING (( SELECT private.has_permission('content.write'::text) AS has_permission)) WITH CHECK (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Staff who may remove a text of a page" ON "public"."page_texts" FOR DELETE TO "authenticated" USING (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Readers of an order read its payment claims" ON "public"."payment_claims" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = payment_claims.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "Readers of an order read its payments" ON "public"."payments" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = payments.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "Staff read the calls about what they may read" ON "public"."phone_calls" FOR SELECT TO "authenticated" USING (((record_type = ANY (( SELECT private.registrations_with('read'::text) AS registrations_with)::text[])) OR ((record_type = 'orders'::text) AND ( SELECT private.has_permission('orders.read'::text) AS has_permission))));

CREATE POLICY "Readers of an order read its ratings" ON "public"."product_ratings" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = product_ratings.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "People add to their own wishes" ON "public"."product_wishes" FOR INSERT TO "authenticated" WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "People read their own wishes" ON "public"."product_wishes" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "People take back their own wishes" ON "public"."product_wishes" FOR DELETE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Readers of a quote read its lines" ON "public"."quote_lines" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.quotes
  WHERE (quotes.id = quote_lines.quote_id))));

CREATE POLICY "Readers of an order read its quotes" ON "public"."quotes" FOR SELECT TO "authenticated" USING ((( SELECT private.has_permission('orders.read'::text) AS has_permission) OR ((status <> ALL (ARRAY['waiting'::text, 'refused'::text])) AND (EXISTS ( SELECT
   FROM public.orders
  WHERE ((orders.id = quotes.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid))))))));

CREATE POLICY "People read their own stock alerts" ON "public"."stock_alerts" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Staff who may change settings add rates, with a second factor" ON "public"."vat_rates" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_strong_permission('settings.write'::text) AS has_strong_permission));

CREATE POLICY "Staff who may change settings delete rates before their first d" ON "public"."vat_rates" FOR DELETE TO "authenticated" USING (( SELECT private.has_strong_permission('settings.write'::text) AS has_strong_permission));

CREATE POLICY "Staff who may see settings read the rates" ON "public"."vat_rates" FOR SELECT TO "authenticated" USING (( SELECT private.has_permission('settings.read'::text) AS has_permission));

CREATE POLICY "Staff who may read a kind of record say which one they read" ON "realtime"."messages" FOR INSERT TO "authenticated" WITH CHECK (((extension = 'presence'::text) AND ( SELECT private.may_read_topic(( SELECT realtime.topic() AS topic)) AS may_read_topic)));

CREATE POLICY "Staff who may read a kind of record see who else reads one of i" ON "realtime"."messages" FOR SELECT TO "authenticated" USING (((extension = 'presence'::text) AND ( SELECT private.may_read_topic(( SELECT realtime.topic() AS topic)) AS may_read_topic)));

CREATE POLICY "People who see a product of the order form see its photo" ON "storage"."objects" FOR SELECT TO "authenticated" USING (((bucket_id = 'product-photos'::text) AND (EXISTS ( SELECT
   FROM public.order_products
  WHERE (order_products.photo_path = objects.name)))));

CREATE POLICY "Readers of a document read its PDF" ON "storage"."objects" FOR SELECT TO "authenticated" USING (((bucket_id = 'documents'::text) AND (EXISTS ( SELECT
   FROM public.order_documents document
  WHERE (((document.id)::text || '.pdf'::text) = objects.name)))));

CREATE POLICY "Readers of a product read its photo" ON "storage"."objects" FOR SELECT TO "authenticated" USING (((bucket_id = 'product-photos'::text) AND (EXISTS ( SELECT
   FROM public.products
  WHERE ((products.photo_path = objects.name) OR ((products.more_photo_paths <> '{}'::text[]) AND (products.more_photo_paths @> ARRAY[objects.name])))))));

COMMENT ON COLUMN "private"."ledger_transfers"."amount_minor" IS 'Kobo or cents. Of a void: what the pending row had.';

COMMENT ON COLUMN "private"."ledger_transfers"."order_id" IS 'No foreign key: what was booked outlives an order that is erased, and names nobody.';

COMMENT ON COLUMN "private"."ledger_transfers"."source_id" IS 'The id of that row. Null of orders: it is order_id.';

COMMENT ON COLUMN "private"."ledger_transfers"."source_table" IS 'Where the row is that caused it: one event is all transfers of one source and event. Of orders: the change of the order itself.';

COMMENT ON COLUMN "private"."mail_templates"."name" IS 'What staff call it, and find it by (domain/mail-names.ts).';

COMMENT ON COLUMN "private"."market_limit_changes"."outcome" IS 'alone: it counted at once, by one person. Null: it waits for a second one.';

COMMENT ON COLUMN "public"."buyers"."sent_again_at" IS 'When other answers were last sent, by its person or by staff for them: what was promised counts from then.';

COMMENT ON COLUMN "public"."counter_offers"."deliver_to" IS 'This and buyer_*: null where they are as in the order and its request.';

COMMENT ON COLUMN "public"."counter_offers"."note" IS 'Beside the terms: it changes nothing of what the other columns say.';

COMMENT ON COLUMN "public"."counter_offers"."prices_kobo" IS 'Of one unit of each line of the quote, in their order, in minor units of the offer''s currency; what is no goods has the price of the quote, or in another currency none yet; a single line of tax follows the goods.';

COMMENT ON COLUMN "public"."counter_offers"."quantities" IS 'Of each line of the quote, in their order; what is no goods has the quantity of the quote.';

COMMENT ON COLUMN "public"."delivery_zones"."areas" IS 'States, or single local government areas of one. The most exact one that is named counts.';

COMMENT ON COLUMN "public"."delivery_zones"."capacity_kg" IS 'What one day takes; null: as much as comes.';

COMMENT ON COLUMN "public"."delivery_zones"."cutoff_days" IS 'So many days ahead of a delivery the last order for it is taken.';

COMMENT ON COLUMN "public"."delivery_zones"."step_grams" IS 'Up to so many grams the price of the same place in step_kobo holds; above the last one delivery is quoted.';

COMMENT ON COLUMN "public"."delivery_zones"."weekdays" IS 'On which days of the week goods are brought; 1 is Monday.';

COMMENT ON COLUMN "public"."depots"."lead_days" IS 'So many days after the order the goods lie ready.';

COMMENT ON COLUMN "public"."farmers"."sent_again_at" IS 'When other answers were last sent, by its person or by staff for them: what was promised counts from then.';

COMMENT ON COLUMN "public"."investors"."sent_again_at" IS 'When other answers were last sent, by its person or by staff for them: what was promised counts from then.';

COMMENT ON COLUMN "public"."letters_of_credit"."advising_bank" IS 'Null: the bank of our account in the currency of the order.';

COMMENT ON COLUMN "public"."letters_of_credit"."documents" IS 'What the bank is to ask for, one a line, as staff wrote it.';

COMMENT ON COLUMN "public"."letters_of_credit"."draft_path" IS 'A picture or PDF, looked at and kept as proofs of payment are.';

COMMENT ON COLUMN "public"."order_credits"."second_by" IS 'Who confirmed it after the one who recorded it, where the amount requires two people.';

COMMENT ON COLUMN "public"."order_deliveries"."name" IS 'Of the zone or the depot; null: collected where both agree, or quoted.';

COMMENT ON COLUMN "public"."order_deliveries"."price_kobo" IS 'Null until staff have quoted it.';

COMMENT ON COLUMN "public"."order_deliveries"."vat_kobo" IS 'On top of price_kobo; null as that is, and in orders from before.';

COMMENT ON COLUMN "public"."order_deliveries"."weight_grams" IS 'Of the goods; null: not known.';

COMMENT ON COLUMN "public"."order_disputes"."amount" IS 'How much of the line is not as it should be.';

COMMENT ON COLUMN "public"."order_disputes"."line_name" IS 'What the line was called when it was reported. Null: the whole order.';

COMMENT ON COLUMN "public"."order_disputes"."wish" IS 'What the buyer wishes; the answer is what staff decide.';

COMMENT ON COLUMN "public"."order_items"."vat_reason" IS 'Rate and reason are those of the day of the order. Null: an order from before VAT stood with its lines.';

COMMENT ON COLUMN "public"."order_products"."is_demo" IS 'What the catalogue says of it is demo; null: it is not.';

COMMENT ON COLUMN "public"."order_products"."photo_path" IS 'Brought by staff, as the photos of products; shown while the row can be ordered.';

COMMENT ON COLUMN "public"."order_products"."price_kobo" IS 'Of one price_unit, in the minor unit of price_currency: what it cost about on price_on, and no offer.';

COMMENT ON COLUMN "public"."order_requests"."delivery_location" IS 'Where it was asked for, once the order goes where its accepted quote says. Null: as the order has it.';

COMMENT ON COLUMN "public"."order_templates"."answers" IS 'As the form has them, by name. Nothing is ordered with it: the form is judged when it is sent.';

COMMENT ON COLUMN "public"."orders"."awaits_delivery" IS 'Its delivery is quoted first: until the buyer accepts price and day, nothing is asked and nothing runs out.';

COMMENT ON COLUMN "public"."orders"."delivers_until" IS 'The day of its delivery, or the last of the agreed window that began on delivers_from: lists are ordered by it. Null: none is named.';

COMMENT ON COLUMN "public"."orders"."goods_kobo" IS 'What of the total is neither delivery nor VAT, so that the three are the total by definition.';

COMMENT ON COLUMN "public"."orders"."sort_name" IS 'Whose order it is, as lists name its buyer, in small letters (private.find_buyer_name): they are ordered by it.';

COMMENT ON COLUMN "public"."orders"."vat_lines" IS 'How vat_kobo comes about, by rate and reason, as documents print it. Null: not priced yet, or from before VAT was named.';

COMMENT ON COLUMN "public"."orders"."withdrawal_reason" IS 'Why the buyer took back a contract that both sides had agreed on.';

COMMENT ON COLUMN "public"."page_texts"."key" IS 'One of private.page_text_rules(): a text of a page, by the names on the way to it.';

COMMENT ON COLUMN "public"."payment_claims"."amount_kobo" IS 'What the buyer says that they sent; null: they did not say.';

COMMENT ON COLUMN "public"."products"."low_stock_at" IS 'With so many packs left or fewer, staff are notified that it runs low.';

COMMENT ON COLUMN "public"."products"."more_photo_paths" IS 'Shown on its own page after photo_path, in this order.';

COMMENT ON COLUMN "public"."products"."vat_class" IS 'What it bears on top of its price stands in vat_rates. Written by staff alone.';

COMMENT ON COLUMN "public"."products"."weight_grams" IS 'What one pack weighs, where its unit is no weight; null: not known, and its delivery is quoted.';

COMMENT ON COLUMN "public"."quotes"."agreed_rate" IS 'The rate that both sides took, as they write it; nothing is converted by it.';

COMMENT ON COLUMN "public"."quotes"."deliver_to" IS 'This and buyer_*: null where they are as in the order and its request.';

COMMENT ON COLUMN "public"."quotes"."named_place" IS 'The port or place that belongs to the Incoterm. Null in quotes of before there was a place for it.';

COMMENT ON COLUMN "public"."quotes"."note" IS 'Beside the terms: it changes nothing of what the other columns and the lines say.';

COMMENT ON COLUMN "public"."quotes"."vat_class" IS 'Its rate and reason are those of the day of the quote. Null: a quote from before says nothing of VAT but its lines.';

COMMENT ON COLUMN "public"."settlement_accounts"."account_number" IS 'Ten digits in naira; in another currency the IBAN or the number that the bank gives for transfers from abroad.';

COMMENT ON COLUMN "public"."settlement_accounts"."correspondent" IS 'The bank that money from abroad passes through, as the bank writes it.';

COMMENT ON COLUMN "public"."settlement_accounts"."currency" IS 'Of a bank account; what was entered before there were several is in naira.';

COMMENT ON COLUMN "public"."stock_alerts"."email" IS 'Of a visitor. A member is written to at the address that the account has then.';

COMMENT ON COLUMN "public"."stock_alerts"."end_token" IS 'In every mail (RFC 8058): opens nothing but the way out. Not readable by people.';

COMMENT ON COLUMN "public"."stock_movements"."counted" IS 'How many packs staff counted on hand.';

COMMENT ON COLUMN "public"."training_enrolments"."sent_again_at" IS 'When other answers were last sent, by its person or by staff for them: what was promised counts from then.';

COMMENT ON COLUMN "public"."vat_rates"."rate_bp" IS 'In hundredths of a percent: 750 is 7.5 %. Of delivery null: it bears what the goods bear that it brings.';

COMMENT ON COLUMN "public"."vat_rates"."reason" IS 'As documents print it beside the rate.';

COMMENT ON TABLE "private"."money_entries" IS 'Payments, refunds, remainders and what complaints are granted, above what one person records alone: they count when a second person has confirmed them.';

COMMENT ON TABLE "private"."twins" IS 'Each pair stands in both directions. Derived: private.find_twins makes it again whenever a number, a name or a birth date changes.';

COMMENT ON TABLE "public"."counter_offers" IS 'What a buyer would agree to instead of a quote. It binds nobody until a quote says it and is accepted.';

COMMENT ON TABLE "public"."delivery_zones" IS 'Where the company delivers at a price that stands before anybody pays. Managed by staff; what an order agreed on is stored with the order.';

COMMENT ON TABLE "public"."depots" IS 'Where buyers collect their goods for nothing.';

COMMENT ON TABLE "public"."letters_of_credit" IS 'One for an order, from the first that was said about it.';

COMMENT ON TABLE "public"."order_deliveries" IS 'As it was agreed: a later change of the zone or the depot changes nothing here. Where a day of a zone is full is counted from it.';

COMMENT ON TABLE "public"."order_documents" IS 'Documents as they were issued. What one says is never changed; a quote, a pro-forma and a delivery note go with the account, the law keeps the rest.';

COMMENT ON TABLE "public"."order_request_lines" IS 'Further products of one bulk order request.';

COMMENT ON TABLE "public"."stock_alerts" IS 'Waits: confirmed_at is set and notified_at is not.';

COMMENT ON TABLE "public"."vat_rates" IS 'A row holds from its day until the next one of its class. What has begun to hold is never changed or removed.';

COMMENT ON VIEW "public"."correction_states" IS 'status: pending while no later version was sent, completed since. Anyone who may read requests and submissions reads it.';

COMMENT ON VIEW "public"."my_consents" IS 'The latest entry for each purpose and record.';

COMMENT ON VIEW "public"."my_registrations" IS 'What a member has registered as, how it stands and what comes next.';

COMMENT ON VIEW "public"."people_to_phone" IS 'topic says what the call is about: received, correction, changed, approved or declined. Who has the record rings.';

REVOKE ALL ON FUNCTION "private"."add_vat_to_options"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_credit_insert"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_order_message_insert"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_quote_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_suppression_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."alone_kobo"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_dispute"(public.orders, text, text, bigint, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_areas"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_areas"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."are_like_words"(text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_weekdays"(smallint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_weekdays"(smallint[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."balance_kobo"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_ledger_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_order_product_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_grant"(public.orders, jsonb, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_remainder"(public.orders, jsonb, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_code_channels"(private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."cheapest_delivery"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_grant"(public.orders, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_market_lines"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_remainder"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."choose_delivery"(jsonb, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_record"(private.registrations, uuid, text[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."contract_terms_of"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."crops_with"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."current_settlement_account"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."current_settlement_account"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."depot_days"(public.depots) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_contract_terms"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_delivery"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_invoice"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_order_credits"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_request_in_mail"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_review"(text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."describe_review"(text, timestamp with time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."describe_review"(text, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."describe_twin"(private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."earned_account"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erased_recipient"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_buyer_name"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_changes"(private.registrations, jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_limit_obstacle"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_merge_obstacle"(private.registrations, private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_pair"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_repeated_remainder"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_same_quote"(public.quotes, jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_twins"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."followers_of"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_recipients"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."goods_lines"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."grant_complaint"(public.orders, bigint, uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_quote"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_vat_rate"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_letter_of_credit"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_unrequested_guard"(private.registrations, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_account_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_percent"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_price_ladder"(integer[], bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_price_ladder"(integer[], bigint[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_proved_contact"(uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_replaced"(public.order_documents) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_replaced"(public.order_documents) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."is_replaced"(public.order_documents) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_same_request"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_underpaid"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_vat_class"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_vat_class"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."is_vat_class"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_whole_unit"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_credit_note"(public.order_credits) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_document"(uuid, text, jsonb, uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_document_of_quote"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keeps_delivery"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_contract_terms"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ledger_balance"(text, uuid, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ledger_balance_as_of"(text, timestamp with time zone, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ledger_side"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_order_templates"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_wishes"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lines_of_order"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_order"(text, text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_person_entries"(text[], text[], uuid[], text[], text[], text[], text[], text[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_own_quote"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_pair"(private.registrations, private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_read_topic"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_read_topic"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."name_mail"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_staff"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_second_for_grant"(public.orders, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_second_for_limit"(text, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_twins"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_unreached_address"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_buyer_of_payment"(uuid, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_followers_of_reply"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_of_change"(private.registrations, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_of_claim"(private.registrations, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_staff_of_answer"(uuid, text, bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."off_balance_kobo"(uuid, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_claim"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_dispute"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_guest_orders"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_money_condition"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_amounts"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_kilograms"(public.orders, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_erasures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_erasures"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."own_erasures"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."pack_grams"(public.products) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."page_text_rules"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."page_text_rules"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."page_text_rules"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."parties_of"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_letters"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."post_allowance"(public.orders, text, bigint, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."post_claim"(public.orders, bigint, timestamp with time zone, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."post_order_change"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."post_order_end"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."post_receipt"(public.orders, bigint, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."post_transfer"(text, public.orders, text, text, bigint, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."prepare_page_text"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_delivery"(bigint, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."put_limit_in_force"(text, integer, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quote_vat_lines"(public.quotes, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quoted_quantity"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_contract_terms"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_quote_vat"(public.quotes, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_terms_for_order"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_closed"(private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_too_many_message_files"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rename_order"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rename_orders_of_account"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_line_problem"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_answerable"(public.quotes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_message_file"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_message_file"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."require_product_photos"(public.products, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_sold_out"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_stock_alerts"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_stock_alerts"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sorted_column"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stated_state"(text) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."stated_state"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_changed"(private.registrations, jsonb, jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_delivery"(uuid, jsonb, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sum_of"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."takes_offer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."time_to_pay"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_ring_condition"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."typed_quantity"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."use_change_proof"(private.registrations, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_day"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_of"(bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_of_refund"(public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_on"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_on_document"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."void_claim"(public.orders, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waits_for_buyer"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."zone_days"(public.delivery_zones, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."accept_delivery"(uuid, bigint, date, jsonb) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."accept_delivery"(uuid, bigint, date, jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."accept_delivery"(uuid, bigint, date, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_market_limit"(text, integer, integer, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."change_market_limit"(text, integer, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."confirm_stock_alert"(text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."confirm_stock_alert"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."decide_market_limit"(bigint, boolean) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."decide_market_limit"(bigint, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decline_quote"(uuid, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."decline_quote"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."delivery_options"(jsonb, text, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."delivery_options"(jsonb, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."delivery_options"(jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."end_stock_alerts"(text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."end_stock_alerts"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_mail"(uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."find_mail"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."goods_may_leave"(public.orders) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."goods_may_leave"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."letter_of_credit"(uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."letter_of_credit"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_mails"(text, text, integer, integer) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_mails"(text, text, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_market_limits"() FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_market_limits"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_money_entries"(uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_money_entries"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_order_ledger"(uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_order_ledger"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_own_orders"(text, text, timestamp with time zone, uuid, integer) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_own_orders"(text, text, timestamp with time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_page_text_versions"(text, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_page_text_versions"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_page_texts"(text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_page_texts"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_record_mails"(text, uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_record_mails"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_retention_periods"() FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_retention_periods"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_vat_rates"() FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."list_vat_rates"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."make_counter_offer"(uuid, jsonb) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."make_counter_offer"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."merge_wishes"(uuid[]) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."merge_wishes"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."next_mails"(text, text, text, uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."next_mails"(text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_delivery"(numeric, text, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."preview_delivery"(numeric, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."quote_delivery"(uuid, jsonb) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."quote_delivery"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_stock_alert"(jsonb) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."request_stock_alert"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_credit_draft"(uuid, text) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."send_credit_draft"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_letter_of_credit"(uuid, jsonb) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."set_letter_of_credit"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."settle_remainder"(uuid, jsonb) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."settle_remainder"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."settlement_ways"() FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."settlement_ways"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."swap_order_products"(uuid, uuid) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."swap_order_products"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."watch_stock"(uuid, boolean) FROM PUBLIC, anon, authenticated;

GRANT EXECUTE ON FUNCTION "public"."watch_stock"(uuid, boolean) TO "authenticated";

GRANT SELECT ON TABLE "public"."counter_offers" TO "authenticated";

REVOKE ALL ON TABLE "public"."counter_offers" FROM "service_role";

GRANT SELECT ON TABLE "public"."counter_offers" TO "service_role";

GRANT INSERT ("areas"), UPDATE ("areas") ON TABLE "public"."delivery_zones" TO "authenticated";

GRANT INSERT ("capacity_kg"), UPDATE ("capacity_kg") ON TABLE "public"."delivery_zones" TO "authenticated";

GRANT INSERT ("capacity_orders"), UPDATE ("capacity_orders") ON TABLE "public"."delivery_zones" TO "authenticated";

GRANT INSERT ("cutoff_days"), UPDATE ("cutoff_days") ON TABLE "public"."delivery_zones" TO "authenticated";

GRANT INSERT ("is_active"), UPDATE ("is_active") ON TABLE "public"."delivery_zones" TO "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."delivery_zones" TO "authenticated";

GRANT INSERT ("step_grams"), UPDATE ("step_grams") ON TABLE "public"."delivery_zones" TO "authenticated";

GRANT INSERT ("step_kobo"), UPDATE ("step_kobo") ON TABLE "public"."delivery_zones" TO "authenticated";

GRANT INSERT ("weekdays"), UPDATE ("weekdays") ON TABLE "public"."delivery_zones" TO "authenticated";

GRANT SELECT ON TABLE "public"."delivery_zones" TO "authenticated";

GRANT INSERT ("address"), UPDATE ("address") ON TABLE "public"."depots" TO "authenticated";

GRANT INSERT ("hours"), UPDATE ("hours") ON TABLE "public"."depots" TO "authenticated";

GRANT INSERT ("is_active"), UPDATE ("is_active") ON TABLE "public"."depots" TO "authenticated";

GRANT INSERT ("lead_days"), UPDATE ("lead_days") ON TABLE "public"."depots" TO "authenticated";

GRANT INSERT ("lga"), UPDATE ("lga") ON TABLE "public"."depots" TO "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."depots" TO "authenticated";

GRANT INSERT ("state"), UPDATE ("state") ON TABLE "public"."depots" TO "authenticated";

GRANT INSERT ("weekdays"), UPDATE ("weekdays") ON TABLE "public"."depots" TO "authenticated";

GRANT SELECT ON TABLE "public"."depots" TO "authenticated";

GRANT SELECT ON TABLE "public"."letters_of_credit" TO "authenticated";

REVOKE ALL ON TABLE "public"."letters_of_credit" FROM "service_role";

GRANT SELECT ON TABLE "public"."letters_of_credit" TO "service_role";

GRANT SELECT ("amount_kobo") ON TABLE "public"."order_credits" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."order_credits" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."order_credits" TO "authenticated";

GRANT SELECT ("kind") ON TABLE "public"."order_credits" TO "authenticated";

GRANT SELECT ("order_id") ON TABLE "public"."order_credits" TO "authenticated";

REVOKE ALL ON TABLE "public"."order_credits" FROM "service_role";

GRANT SELECT ON TABLE "public"."order_credits" TO "service_role";

GRANT SELECT ("accepted_at") ON TABLE "public"."order_deliveries" TO "authenticated";

GRANT SELECT ("address") ON TABLE "public"."order_deliveries" TO "authenticated";

GRANT SELECT ("day") ON TABLE "public"."order_deliveries" TO "authenticated";

GRANT SELECT ("depot_id") ON TABLE "public"."order_deliveries" TO "authenticated";

GRANT SELECT ("hours") ON TABLE "public"."order_deliveries" TO "authenticated";

GRANT SELECT ("kind") ON TABLE "public"."order_deliveries" TO "authenticated";

GRANT SELECT ("name") ON TABLE "public"."order_deliveries" TO "authenticated";

GRANT SELECT ("order_id") ON TABLE "public"."order_deliveries" TO "authenticated";

GRANT SELECT ("price_kobo") ON TABLE "public"."order_deliveries" TO "authenticated";

GRANT SELECT ("quoted_at") ON TABLE "public"."order_deliveries" TO "authenticated";

GRANT SELECT ("vat_kobo") ON TABLE "public"."order_deliveries" TO "authenticated";

GRANT SELECT ("weight_grams") ON TABLE "public"."order_deliveries" TO "authenticated";

GRANT SELECT ("zone_id") ON TABLE "public"."order_deliveries" TO "authenticated";

REVOKE ALL ("amount_unit") ON TABLE "public"."order_disputes" FROM "authenticated";

GRANT SELECT ("amount_unit") ON TABLE "public"."order_disputes" TO "authenticated";

REVOKE ALL ("amount") ON TABLE "public"."order_disputes" FROM "authenticated";

GRANT SELECT ("amount") ON TABLE "public"."order_disputes" TO "authenticated";

REVOKE ALL ("line_name") ON TABLE "public"."order_disputes" FROM "authenticated";

GRANT SELECT ("line_name") ON TABLE "public"."order_disputes" TO "authenticated";

REVOKE ALL ("line_position") ON TABLE "public"."order_disputes" FROM "authenticated";

GRANT SELECT ("line_position") ON TABLE "public"."order_disputes" TO "authenticated";

REVOKE ALL ("wish") ON TABLE "public"."order_disputes" FROM "authenticated";

GRANT SELECT ("wish") ON TABLE "public"."order_disputes" TO "authenticated";

REVOKE ALL ON TABLE "public"."order_products" FROM "anon";

GRANT SELECT ON TABLE "public"."order_products" TO "anon";

REVOKE ALL ("grade") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("grade"), UPDATE ("grade") ON TABLE "public"."order_products" TO "authenticated";

REVOKE ALL ("hs_code") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("hs_code"), UPDATE ("hs_code") ON TABLE "public"."order_products" TO "authenticated";

REVOKE ALL ("minimum_lot_unit") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("minimum_lot_unit"), UPDATE ("minimum_lot_unit") ON TABLE "public"."order_products" TO "authenticated";

REVOKE ALL ("minimum_lot") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("minimum_lot"), UPDATE ("minimum_lot") ON TABLE "public"."order_products" TO "authenticated";

REVOKE ALL ("origin_states") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("origin_states"), UPDATE ("origin_states") ON TABLE "public"."order_products" TO "authenticated";

REVOKE ALL ("packing") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("packing"), UPDATE ("packing") ON TABLE "public"."order_products" TO "authenticated";

REVOKE ALL ("photo_path") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("photo_path"), UPDATE ("photo_path") ON TABLE "public"."order_products" TO "authenticated";

REVOKE ALL ("price_basis") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("price_basis"), UPDATE ("price_basis") ON TABLE "public"."order_products" TO "authenticated";

REVOKE ALL ("price_currency") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("price_currency"), UPDATE ("price_currency") ON TABLE "public"."order_products" TO "authenticated";

REVOKE ALL ("price_kobo") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("price_kobo"), UPDATE ("price_kobo") ON TABLE "public"."order_products" TO "authenticated";

REVOKE ALL ("price_on") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("price_on"), UPDATE ("price_on") ON TABLE "public"."order_products" TO "authenticated";

REVOKE ALL ("price_unit") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("price_unit"), UPDATE ("price_unit") ON TABLE "public"."order_products" TO "authenticated";

REVOKE ALL ("season") ON TABLE "public"."order_products" FROM "authenticated";

GRANT INSERT ("season"), UPDATE ("season") ON TABLE "public"."order_products" TO "authenticated";

GRANT SELECT ON TABLE "public"."order_request_lines" TO "authenticated";

REVOKE ALL ON TABLE "public"."order_request_lines" FROM "service_role";

GRANT SELECT ON TABLE "public"."order_request_lines" TO "service_role";

GRANT INSERT ("answers") ON TABLE "public"."order_templates" TO "authenticated";

GRANT INSERT ("name") ON TABLE "public"."order_templates" TO "authenticated";

GRANT INSERT ("user_id") ON TABLE "public"."order_templates" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."order_templates" TO "authenticated";

GRANT SELECT ON TABLE "public"."page_texts" TO "anon";

GRANT INSERT ("key") ON TABLE "public"."page_texts" TO "authenticated";

GRANT INSERT ("page") ON TABLE "public"."page_texts" TO "authenticated";

GRANT INSERT ("text"), UPDATE ("text") ON TABLE "public"."page_texts" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."page_texts" TO "authenticated";

GRANT INSERT ("product_id") ON TABLE "public"."product_wishes" TO "authenticated";

GRANT INSERT ("user_id") ON TABLE "public"."product_wishes" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."product_wishes" TO "authenticated";

REVOKE ALL ("more_photo_paths") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("more_photo_paths"), UPDATE ("more_photo_paths") ON TABLE "public"."products" TO "authenticated";

REVOKE ALL ("vat_class") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("vat_class"), UPDATE ("vat_class") ON TABLE "public"."products" TO "authenticated";

REVOKE ALL ("weight_grams") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("weight_grams"), UPDATE ("weight_grams") ON TABLE "public"."products" TO "authenticated";

REVOKE ALL ("agreed_rate") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("agreed_rate") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("buyer_address") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("buyer_address") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("buyer_company") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("buyer_company") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("buyer_contact") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("buyer_contact") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("buyer_country") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("buyer_country") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("decline_reason") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("decline_reason") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("declined_at") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("declined_at") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("deliver_to") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("deliver_to") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("grade") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("grade") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("hs_code") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("hs_code") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("incoterms") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("incoterms") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("moisture_max_percent") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("moisture_max_percent") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("named_place") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("named_place") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("origin") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("origin") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("packing") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("packing") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("tolerance_percent") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("tolerance_percent") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("vat_class") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("vat_class") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("vat_rate_bp") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("vat_rate_bp") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("vat_reason") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("vat_reason") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("window_from") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("window_from") ON TABLE "public"."quotes" TO "authenticated";

REVOKE ALL ("window_to") ON TABLE "public"."quotes" FROM "authenticated";

GRANT SELECT ("window_to") ON TABLE "public"."quotes" TO "authenticated";

GRANT SELECT ("confirmed_at") ON TABLE "public"."stock_alerts" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."stock_alerts" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."stock_alerts" TO "authenticated";

GRANT SELECT ("notified_at") ON TABLE "public"."stock_alerts" TO "authenticated";

GRANT SELECT ("product_id") ON TABLE "public"."stock_alerts" TO "authenticated";

GRANT SELECT ("user_id") ON TABLE "public"."stock_alerts" TO "authenticated";

GRANT INSERT ("rate_bp"), SELECT ("rate_bp") ON TABLE "public"."vat_rates" TO "authenticated";

GRANT INSERT ("reason"), SELECT ("reason") ON TABLE "public"."vat_rates" TO "authenticated";

GRANT INSERT ("valid_from"), SELECT ("valid_from") ON TABLE "public"."vat_rates" TO "authenticated";

GRANT INSERT ("vat_class"), SELECT ("vat_class") ON TABLE "public"."vat_rates" TO "authenticated";

GRANT DELETE ON TABLE "public"."vat_rates" TO "authenticated";

GRANT SELECT ON TABLE "private"."registrations" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."correction_states" TO "authenticated";

GRANT SELECT ON TABLE "public"."my_consents" TO "authenticated";

GRANT SELECT ON TABLE "public"."my_registrations" TO "authenticated";

GRANT SELECT ON TABLE "public"."people_to_phone" TO "authenticated";

GRANT SELECT ON TABLE "public"."withdrawn_consents" TO "authenticated";

ALTER TABLE "public"."orders" ADD COLUMN "delivery_state" text GENERATED ALWAYS AS (private.stated_state(delivery_address)) STORED;

CREATE VIEW "private"."orders_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    status AS list_status,
    true AS is_default,
    ((status = 'pending'::text) AND (kind = 'bulk'::text)) AS is_promised,
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
    delivered_at
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
    delivered_at
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
    delivered_at
   FROM private.orders_list
  WHERE (total_amount_kobo IS NOT NULL);

revoke all on table private.payments_list from public, anon, authenticated;

CREATE VIEW "private"."quotes_list" WITH (security_invoker=true) AS  SELECT id,
    created_at,
    list_status,
        CASE
            WHEN awaits_delivery THEN ( SELECT (chosen.quoted_at IS NULL)
               FROM public.order_deliveries chosen
              WHERE (chosen.order_id = orders_list.id))
            ELSE (NOT (id IN ( SELECT offered.order_id
               FROM private.quotes_with_buyer offered)))
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
    delivered_at
   FROM private.orders_list
  WHERE (((kind = 'bulk'::text) AND (total_amount_kobo IS NULL) AND (list_status = ANY (ARRAY['pending'::text, 'approved'::text]))) OR (awaits_delivery AND (list_status = 'pending'::text)));

revoke all on table private.quotes_list from public, anon, authenticated;

COMMENT ON COLUMN "public"."orders"."delivery_state" IS 'Where it goes, by the end of its address: the checkout writes its state there. Null: no state of Nigeria is named.';

ALTER TABLE "private"."ledger_transfers" ADD CONSTRAINT "ledger_transfers_credit_account_known" CHECK ((private.ledger_side(credit_account) IS NOT NULL));

ALTER TABLE "private"."ledger_transfers" ADD CONSTRAINT "ledger_transfers_debit_account_known" CHECK ((private.ledger_side(debit_account) IS NOT NULL));

ALTER TABLE "public"."delivery_zones" ADD CONSTRAINT "delivery_zones_areas_form" CHECK (private.are_areas(areas));

ALTER TABLE "public"."delivery_zones" ADD CONSTRAINT "delivery_zones_steps_rise" CHECK (private.is_price_ladder(step_grams, step_kobo));

ALTER TABLE "public"."delivery_zones" ADD CONSTRAINT "delivery_zones_weekdays_known" CHECK (private.are_weekdays(weekdays));

ALTER TABLE "public"."depots" ADD CONSTRAINT "depots_weekdays_known" CHECK (private.are_weekdays(weekdays));

ALTER TABLE "public"."order_items" ADD CONSTRAINT "order_items_vat_class_known" CHECK (private.is_vat_class(vat_class));

ALTER TABLE "public"."products" ADD CONSTRAINT "products_vat_class_known" CHECK (private.is_vat_class(vat_class));

ALTER TABLE "public"."quotes" ADD CONSTRAINT "quotes_vat_class_known" CHECK (private.is_vat_class(vat_class));

ALTER TABLE "public"."settlement_accounts" ADD CONSTRAINT "settlement_accounts_account_number_form" CHECK (
CASE
    WHEN (currency = 'NGN'::text) THEN (account_number ~ '^[0-9]{10}$'::text)
    ELSE ((account_number ~ '^[A-Z0-9]{5,34}$'::text) AND private.is_account_number(account_number))
END);

ALTER TABLE "public"."vat_rates" ADD CONSTRAINT "vat_rates_vat_class_known" CHECK (((vat_class = 'delivery'::text) OR private.is_vat_class(vat_class)));

CREATE INDEX orders_delivery_state_idx ON public.orders USING btree (delivery_state, created_at DESC, id) WHERE (delivery_state IS NOT NULL);

revoke all on sequence private.ledger_transfers_id_seq from public, anon, authenticated, service_role;

revoke all on sequence private.market_limit_changes_id_seq from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.are_like_names(one text, other text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select private.are_like_words(private.name_words(one), private.name_words(other)) $function$;

CREATE OR REPLACE FUNCTION private.bank_in_words(currency text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select concat_ws(', ', bank_name, bank_address, swift_bic)
  from private.current_settlement_account('bank_account', $1) where swift_bic is not null
$function$;

CREATE OR REPLACE FUNCTION private.basket_grams(items jsonb)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when count(*) = count(private.pack_grams(product)) then
    sum(private.pack_grams(product) * line.quantity)::bigint end
  from private.read_market_lines(items) as line
  left join public.products as product on product.id = line.product_id and product.status = 'published'
$function$;

CREATE OR REPLACE FUNCTION private.count_places()
 RETURNS TABLE(place text, permission text, waiting bigint, late bigint, oldest_due_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'orders' as place, 'orders.read' as permission, count(*) as waiting,
    count(*) filter (where t.is_promised and t.due_at < now()) as late, min(t.due_at) filter (where t.is_promised) as oldest_due_at
  from private.orders_list as t where (select private.has_permission('orders.read')) and t.list_status = 'pending'
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
    and t.record_type = any ((select private.admin_types_with('read'))::text[])
$function$;

CREATE OR REPLACE FUNCTION private.credited_kobo(order_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(- sum(posting.amount_minor), 0)::bigint
  from private.ledger_postings as posting
  where posting.order_id = $1 and posting.account = 'receivable' and posting.event not in ('order_priced', 'order_ended')
$function$;

CREATE OR REPLACE FUNCTION private.describe_account(of_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('bankName', bank_name, 'accountName', account_name, 'accountNumber', account_number,
    'changedAt', private.utc_text(effective_at), 'isDemo', is_demo)
    || jsonb_strip_nulls(jsonb_build_object('bankAddress', bank_address, 'swiftBic', swift_bic, 'correspondent', correspondent))
  from private.current_settlement_account('bank_account', (of_order).currency)
  where not private.has_letter_of_credit((of_order).id)
$function$;

CREATE OR REPLACE FUNCTION private.describe_buyer(order_id uuid, columns jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('deliveryAddress', said ->> 'deliver_to',
    'buyer', jsonb_build_object('name', coalesce(contact.name, said ->> 'buyer_contact'), 'company', said ->> 'buyer_company',
      'phone', case when columns ->> 'buyer_contact' is null then coalesce(contact.phone, bulk_request.phone) end,
      'email', case when columns ->> 'buyer_contact' is null then coalesce(contact.email, bulk_request.email) end,
      'address', nullif(concat_ws(', ', said ->> 'buyer_address', said ->> 'buyer_country'), '')))
  from private.parties_of($1, columns) as said
  left join public.order_contacts as contact on contact.order_id = $1
  left join public.order_requests as bulk_request on bulk_request.order_id = $1
$function$;

CREATE OR REPLACE FUNCTION private.describe_offer(offer public.quotes, lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_set(private.describe_parties((offer).order_id), '{order,currency}', to_jsonb((offer).currency))
    || private.describe_buyer((offer).order_id, to_jsonb(offer))
    || jsonb_build_object('incoterms', (offer).incoterms, 'terms', private.describe_contract_terms(to_jsonb(offer)),
      'lines', lines, 'totalKobo', (offer).total_kobo, 'account', null,
      'paymentTerms', (offer).payment_terms, 'goodUntil', private.utc_text((offer).expires_at), 'note', (offer).note,
      'schedule', (
        select jsonb_agg(jsonb_build_object('percent', percent, 'due', due, 'amountKobo', parts[position]) order by position)
        from private.payment_schedules as schedule, private.split_amount((offer).total_kobo, array(
          select percent from private.payment_schedules where terms = (offer).payment_terms order by position)) as parts
        where schedule.terms = (offer).payment_terms))
    || private.vat_on_document(private.quote_vat_lines(offer, (
      select coalesce(sum((line ->> 'totalKobo')::bigint), 0)::bigint from jsonb_array_elements(lines) as line where line ->> 'kind' = 'tax')))
$function$;

CREATE OR REPLACE FUNCTION private.describe_parties(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'company', (select jsonb_build_object('name', facts ->> 'company_name', 'headOffice', facts ->> 'head_office',
        'branchOffice', facts ->> 'branch_office', 'phone', facts ->> 'phone_primary', 'email', facts ->> 'email',
        'logo', facts ->> 'logo', 'registrationNumber', facts ->> 'registration_number', 'taxNumber', facts ->> 'tax_number',
        'legalName', facts ->> 'legal_name', 'street', facts ->> 'head_office_street')
      from (select jsonb_object_agg(key, value) as facts from public.company_facts) as known),
    'order', jsonb_build_object('code', orders.code, 'kind', orders.kind, 'placedAt', private.utc_text(orders.created_at),
      'currency', orders.currency, 'isDemo', orders.is_demo),
    'incoterms', coalesce(agreed.incoterms, bulk_request.incoterms),
    'purchaseOrderNumber', bulk_request.purchase_order_number,
    'terms', case when agreed.id is not null then private.describe_contract_terms(to_jsonb(agreed)) end)
    || private.describe_buyer(orders.id, to_jsonb(agreed))
    || coalesce((select jsonb_build_object('delivery', said) from private.describe_delivery(orders.id) as said where said is not null), '{}')
  from public.orders
  left join public.quotes as agreed on agreed.order_id = orders.id and agreed.status = 'accepted'
  left join public.order_requests as bulk_request on bulk_request.order_id = orders.id
  where orders.id = $1
$function$;

CREATE OR REPLACE FUNCTION private.describe_quote_in_mail(quote public.quotes)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.describe_contract_terms(to_jsonb(quote)) || jsonb_build_object(
    'totalKobo', (quote).total_kobo, 'currency', (quote).currency,
    'buyer', concat_ws(', ', said ->> 'buyer_company', said ->> 'buyer_contact', said ->> 'buyer_address', said ->> 'buyer_country'),
    'deliverTo', said ->> 'deliver_to')
  from private.parties_of((quote).order_id, to_jsonb(quote)) as said
$function$;

CREATE OR REPLACE FUNCTION private.describe_vat_lines(goods jsonb, price_kobo bigint, delivery_vat_kobo bigint, day date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with lines as (
    select (line ->> 'rateBp')::integer as rate_bp, line ->> 'reason' as reason, sum((line ->> 'amountKobo')::bigint) as base_kobo,
      sum((line ->> 'vatKobo')::bigint) as vat_kobo, count(*) over () as kinds
    from jsonb_array_elements(goods) as line where line ->> 'reason' is not null
    group by line ->> 'rateBp', line ->> 'reason'
  ), delivery as (
    select rate.rate_bp, rate.reason from private.vat_on(day) as rate where rate.vat_class = 'delivery'
  )
  select jsonb_agg(said.line order by said.place, said.rate_bp, said.reason)
  from (
    select 1 as place, lines.rate_bp, lines.reason, jsonb_build_object('rateBp', lines.rate_bp, 'reason', lines.reason,
      'baseKobo', lines.base_kobo + case when follows.with_goods then price_kobo else 0 end,
      'vatKobo', lines.vat_kobo + case when follows.with_goods then delivery_vat_kobo else 0 end) as line
    from lines, lateral (select lines.kinds = 1 and (select delivery.rate_bp from delivery) is null as with_goods) as follows
    union all
    select 2 as place, delivery.rate_bp, delivery.reason, jsonb_build_object('rateBp', delivery.rate_bp, 'reason', delivery.reason,
      'baseKobo', price_kobo, 'vatKobo', delivery_vat_kobo, 'isDelivery', true) as line
    from delivery
    where price_kobo > 0 and exists (select from lines where lines.kinds > 1 or delivery.rate_bp is not null)
  ) as said
$function$;

CREATE OR REPLACE FUNCTION private.distance_of(depot public.depots, whole_state text, area text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when private.place_letters((depot).state || ': ' || (depot).lga) = private.place_letters(area) then 0
    when private.place_letters((depot).state) = private.place_letters(whole_state) then 1 else 2 end
$function$;

CREATE OR REPLACE FUNCTION private.exactness_of(zone public.delivery_zones, whole_state text, area text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select max(case private.place_letters(named) when private.place_letters(area) then 2 when private.place_letters(whole_state) then 1 end)
  from unnest((zone).areas) as named
$function$;

CREATE OR REPLACE FUNCTION private.granted_of(order_id uuid)
 RETURNS TABLE(kobo bigint, vat_kobo bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(posting.amount_minor), 0)::bigint,
    coalesce(sum(posting.amount_minor) filter (where posting.account in ('vat_payable', 'unearned_vat')), 0)::bigint
  from private.ledger_postings as posting
  where posting.order_id = $1 and posting.event = 'complaint_credited' and posting.amount_minor > 0
$function$;

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
  ) else (document).kind = 'pro_forma' and exists (
    select from public.orders where orders.id = (document).order_id and (
      orders.status = 'declined'
      or case when jsonb_typeof((document).content -> 'account') = 'object'
        then (document).content -> 'account' is distinct from private.describe_account(orders)
          or ((document).content ->> 'totalKobo')::bigint is distinct from orders.total_amount_kobo
          or (orders.payment_status = 'unpaid' and orders.kind = 'marketplace' and orders.status = 'pending' and orders.expires_at <= now())
        else not exists (
          select from public.quotes as quote
          where quote.order_id = orders.id and quote.total_kobo = ((document).content ->> 'totalKobo')::bigint
            -- Without a day it is that of a letter of credit, which was agreed.
            and case when (document).content ->> 'goodUntil' is null then quote.status = 'accepted'
              else private.utc_text(quote.expires_at) = (document).content ->> 'goodUntil'
                and (quote.status = 'accepted' or (quote.status = 'open' and quote.expires_at > now())) end)
      end)) end
$function$;

CREATE OR REPLACE FUNCTION private.is_open_registration(record_type text, record_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.registrations as record
    where record.record_type = $1 and record.id = $2 and record.status in ('pending', 'approved') and not exists (
      select from app_vault.people
      where people.id = private.vault_person_of($1, $2) and people.erased_at is not null
    )
  )
$function$;

CREATE OR REPLACE FUNCTION private.mail_quote(quote_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.notify_buyer(quote.order_id, 'order_quoted', jsonb_build_object('takes_offer', private.takes_offer(quote.id)))
  from public.quotes as quote where quote.id = $1
$function$;

CREATE OR REPLACE FUNCTION private.needs_second_quoter(current_order public.orders, currency text, lines jsonb, person_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (private.role_of(person_id)).quote_below_list_percent is not null and (exists (
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

CREATE OR REPLACE FUNCTION private.paid_in_kobo(order_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(posting.amount_minor), 0)::bigint from private.ledger_postings as posting
  where posting.order_id = $1 and posting.account = 'bank' and posting.amount_minor > 0
$function$;

CREATE OR REPLACE FUNCTION private.paid_kobo(order_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (private.paid_in_kobo($1) - greatest(0, - coalesce(sum(posting.amount_minor) filter (
      where posting.account = 'bank' and posting.amount_minor < 0), 0)
    + coalesce(sum(posting.amount_minor) filter (where posting.account = 'refundable' and posting.event = 'complaint_credited'), 0)))::bigint
  from private.ledger_postings as posting where posting.order_id = $1
$function$;

CREATE OR REPLACE FUNCTION private.step_condition(step text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case step
    when 'to_quote' then $sql$(t.kind = 'bulk' and t.total_amount_kobo is null and t.list_status in ('pending', 'approved')
        and t.id not in (select offered.order_id from private.quotes_with_buyer as offered
          union all select judged.order_id from public.quotes as judged where judged.status = 'waiting')
      or t.awaits_delivery and t.list_status = 'pending'
        and (select chosen.quoted_at is null from public.order_deliveries as chosen where chosen.order_id = t.id))$sql$
    when 'paid_to_approve' then $sql$t.list_status = 'pending' and t.total_amount_kobo is not null and not t.awaits_delivery
      and t.payment_status not in ('claimed', 'refund_due')
      and (t.kind = 'bulk' or t.payment_status in ('confirmed', 'overpaid') or t.credit_terms_reason is not null)$sql$
    when 'to_prepare' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'none' and $sql$ || goods.may_leave
    when 'to_dispatch' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'preparing' and $sql$ || goods.may_leave
    when 'to_complete' then $sql$t.list_status = 'approved' and t.fulfilment_status = 'delivered'
      and (t.payment_status in ('confirmed', 'overpaid', 'refunded')
        or t.credit_terms_reason is not null and t.payment_status not in ('claimed', 'refund_due'))$sql$
    when 'to_ring' then private.to_ring_condition()
    when 'waits_for_buyer' then $sql$t.list_status in ('pending', 'approved') and t.payment_status in ('unpaid', 'underpaid')
      and t.fulfilment_status <> 'disputed' and case
        when t.total_amount_kobo is null then t.id in (select offered.order_id from private.quotes_with_buyer as offered)
        when t.awaits_delivery then (select chosen.quoted_at is not null from public.order_deliveries as chosen where chosen.order_id = t.id)
        when t.list_status = 'pending' then t.kind = 'marketplace' and t.credit_terms_reason is null
        when t.fulfilment_status = 'delivered' then t.credit_terms_reason is null
        else t.fulfilment_status in ('none', 'preparing')
          and (select private.is_paid_enough(own) is not true from public.orders as own where own.id = t.id)
      end$sql$
  end
  -- What private.couple_order_axes refuses otherwise: credit terms can be taken back while the goods are prepared.
  from (values ($sql$t.total_amount_kobo is not null
      and (t.payment_status in ('confirmed', 'overpaid') or t.payment_status in ('unpaid', 'claimed', 'underpaid')
        and (t.credit_terms_reason is not null
          or (select private.is_paid_enough(own) from public.orders as own where own.id = t.id)))$sql$)) as goods (may_leave)
$function$;

CREATE OR REPLACE FUNCTION private.unearned_of(order_id uuid)
 RETURNS TABLE(account text, amount_minor bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select posting.account, - sum(posting.amount_minor)::bigint
  from private.ledger_postings as posting
  where posting.order_id = $1 and private.earned_account(posting.account) is not null
  group by posting.account having sum(posting.amount_minor) <> 0
$function$;

CREATE OR REPLACE FUNCTION private.vat_of_basket(items jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('amountKobo', line.amount_kobo, 'rateBp', rate.rate_bp, 'reason', rate.reason,
    'vatKobo', private.vat_of(line.amount_kobo, rate.rate_bp))), '[]')
  from (
    select product.vat_class, product.price_kobo * wanted.quantity as amount_kobo
    from private.read_market_lines(items) as wanted
    join public.products as product on product.id = wanted.product_id and product.status = 'published'
  ) as line
  join private.vat_on() as rate on rate.vat_class = line.vat_class
$function$;

CREATE OR REPLACE FUNCTION private.vat_of_delivery(price_kobo bigint, goods_kobo bigint, goods_vat_kobo bigint, day date)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(private.vat_of(price_kobo, (select rate.rate_bp from private.vat_on(day) as rate where rate.vat_class = 'delivery')),
    case when goods_kobo > 0 then
      div(2::numeric * price_kobo * goods_vat_kobo + goods_kobo, 2::numeric * goods_kobo)::bigint end, 0)
$function$;

CREATE OR REPLACE FUNCTION public.find_duplicates(record_type text, record_id uuid)
 RETURNS TABLE(other_type text, other_id uuid, reference text, contact_name text, status text, created_at timestamp with time zone, reasons text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable text[] := private.registrations_with('read');
  mine private.registrations;
  near uuid[];
  -- The noughts that stand for an erased number are nobody's.
  phones text[] := array(select phone from private.registration_phones where id = find_duplicates.record_id and phone ~ '[1-9]');
  same_phone uuid[];
begin
  if find_duplicates.record_type is null or find_duplicates.record_type <> all (readable) then
    raise exception 'permission denied to read %', find_duplicates.record_type using errcode = '42501';
  end if;
  select * into mine from private.registrations as record
  where record.record_type = find_duplicates.record_type and record.id = find_duplicates.record_id;
  if mine.id is null or private.merged_into(mine.id) is not null then
    return;
  end if;
  same_phone := array(select id from private.registration_phones where phone = any (phones));
  -- Each by an index of its own.
  near := array(
    select vault.other_id from private.find_vault_matches(mine.record_type, mine.id) as vault
    union select unnest(same_phone)
    union select id from private.registrations where lower(contact_email) = lower(mine.contact_email)
    union select id from private.registrations where user_id = mine.user_id
  );
  return query
    with sealed as (
      select vault.other_id as id, array_agg(vault.kind order by vault.kind) as kinds
      from private.find_vault_matches(mine.record_type, mine.id) as vault
      where vault.kind <> 'selfie'
      group by vault.other_id
    ),
    hinted as (
      select record.*, array_remove(
        array(select case kind when 'name' then 'same_name' when 'bvn' then 'same_bvn' when 'idNumber' then 'same_idNumber'
            when 'accountNumber' then 'same_accountNumber' when 'sidraWalletAddress' then 'same_sidraWalletAddress' end
          from unnest(sealed.kinds) as kind)
        || case when record.id = any (same_phone) then 'same_phone' end
        || case when lower(record.contact_email) = lower(mine.contact_email) then 'same_email' end
        || case when record.user_id = mine.user_id then 'same_member' end
        || case when 'dateOfBirth' = any (sealed.kinds)
            and ('name' = any (sealed.kinds) or private.are_like_names(record.contact_name, mine.contact_name))
          then 'near_name_and_birth_date' end, null) as reasons
      from private.registrations as record
      left join sealed on sealed.id = record.id
      where record.id = any (near) and record.id <> mine.id
    )
    select hinted.record_type, hinted.id, hinted.reference, hinted.contact_name, hinted.status, hinted.created_at,
      hinted.reasons
    from hinted
    where hinted.record_type = any (readable) and cardinality(hinted.reasons) > 0 and private.merged_into(hinted.id) is null
    order by cardinality(hinted.reasons) desc, hinted.created_at desc limit 50;
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
  where record.reference = find_tracked_status.reference and record.contact_phone = find_tracked_status.phone
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

CREATE OR REPLACE FUNCTION public.track_registration(token_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'recordType', record.record_type, 'id', record.id, 'form', record.form, 'reference', record.reference,
    'status', record.status, 'declineReason', record.decline_reason, 'nextStep', record.next_step,
    'correction', record.open_correction, 'hasPhoto', record.has_photo, 'createdAt', record.created_at,
    'version', record.answers_version, 'consentWithdrawnAt', record.consent_withdrawn_at, 'codeChannels', private.change_code_channels(record),
    'mergedInto', private.merged_into(record.id),
    'erasedAt', (select erased_at from app_vault.people where id = private.vault_person_of(record.record_type, record.id)
      and private.merged_into(record.id) is null),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object('kind', event.kind, 'at', event.at) order by event.at, event.kind)
      from (
        select 'correction_requested' as kind, request.created_at as at from public.correction_requests as request
        where request.record_type = record.record_type and request.record_id = record.id
        union all
        select case sent.requested_by when 'applicant' then 'changed' else 'sent_again' end as kind, sent.created_at as at
        from public.registration_submissions as sent
        where sent.record_id = record.id and sent.version > 1
        union all
        select decision.to_status as kind, decision.created_at as at from private.standing_decisions as decision
        where decision.record_type = record.record_type and decision.record_id = record.id
          and not exists (select from private.registration_merges as merge
            where merge.younger_id = record.id and merge.created_at = decision.created_at)
        union all
        -- What it needs was taken back, or given again.
        select case when entry.is_given then 'renewed' else 'stopped' end as kind, entry.created_at as at
        from public.consents as entry
        where entry.record_type = record.record_type and entry.record_id = record.id
          and entry.purpose in ('terms', 'guardian') and (not entry.is_given or exists (
            select from public.consents as earlier
            where earlier.record_id = entry.record_id and earlier.purpose = entry.purpose and earlier.id < entry.id
              and not earlier.is_given
          ))
        union all
        select 'merged' as kind, merge.created_at as at from private.registration_merges as merge
        where merge.younger_id = record.id
      ) as event
    ), '[]'),
    'answers', coalesce((
      select sent.answers from public.registration_submissions as sent
      where sent.record_id = record.id order by sent.version desc limit 1
    ), '{}'),
    'consents', coalesce((
      select jsonb_agg(jsonb_build_object('purpose', latest.purpose, 'textVersion', latest.text_version,
        'isGiven', latest.is_given, 'createdAt', latest.created_at,
        'isRenewable', not latest.is_given and private.is_open_registration(record.record_type, record.id)) order by latest.purpose)
      from (select distinct on (purpose) * from public.consents where consents.record_id = record.id
        order by purpose, id desc) as latest
    ), '[]'),
    'personId', private.vault_person_of(record.record_type, record.id)
  )
  from private.registration_guest_links as link
  join private.registrations as record on record.id = link.record_id and record.record_type = link.record_type
  where link.token_hash = track_registration.token_hash and link.expires_at > now() and record.user_id is null
$function$;

REVOKE ALL ON FUNCTION "private"."are_like_names"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bank_in_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."basket_grams"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_account"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_buyer"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_quote_in_mail"(public.quotes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."describe_vat_lines"(jsonb, bigint, bigint, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."distance_of"(public.depots, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exactness_of"(public.delivery_zones, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."granted_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_quote"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."paid_kobo"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."step_condition"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unearned_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_of_basket"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_of_delivery"(bigint, bigint, bigint, date) FROM PUBLIC;

CREATE OR REPLACE FUNCTION private.answer_delivery_changed(items jsonb, state text, lga text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('ok', false, 'code', 'delivery_changed', 'delivery',
    private.add_vat_to_options(private.price_delivery(private.basket_grams(items), state, lga), items))
$function$;

CREATE OR REPLACE FUNCTION private.contract_in_mail(own public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select private.describe_quote_in_mail(quote) || jsonb_build_object(
        'isAgreed', quote.status = 'accepted',
        'before', case when quote.status = 'open' then (select private.describe_quote_in_mail(earlier) from public.quotes as earlier
          where earlier.order_id = quote.order_id and earlier.status in ('replaced', 'declined') and earlier.created_at < quote.created_at
          order by earlier.created_at desc limit 1) end,
        'requested', case when quote.status = 'open' then private.describe_request_in_mail(quote.order_id) end,
        'expiresAt', case when quote.status = 'open' then private.utc_text(quote.expires_at) end,
        'seller', (select coalesce(facts ->> 'legal_name', facts ->> 'company_name')
            || coalesce(', ' || (facts ->> 'registration_number'), '') || coalesce(', ' || (facts ->> 'head_office'), '')
          from (select jsonb_object_agg(key, value) as facts from public.company_facts) as known),
        'goods', (select jsonb_agg(jsonb_build_object('name', description, 'quantity', trim_scale(quantity)::text, 'unit', unit)
            order by position)
          from public.quote_lines as line where line.quote_id = quote.id and line.kind = 'goods'))
      from public.quotes as quote where quote.order_id = ($1).id and quote.status in ('open', 'accepted')
      order by quote.status limit 1),
    -- Where several products are requested, each of them: their names are of the list of the order form.
    (select jsonb_build_object('paymentTerms', payment_terms, 'incoterms', incoterms, 'goods', (
        select jsonb_agg(jsonb_build_object('name', product, 'quantity', trim_scale(quantity)::text, 'unit', unit) order by position)
        from (
          select 1 as position, ($1).crop_type as product, ($1).quantity, ($1).unit
          union all
          select line.position, line.product, line.quantity, line.unit
          from public.order_request_lines as line where line.order_id = ($1).id
        ) as goods having count(*) > 1))
      from public.order_requests as request where request.order_id = ($1).id))
$function$;

CREATE OR REPLACE FUNCTION private.count_vat_lines(own public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.describe_vat_lines(goods.lines, (own).delivery_kobo, (own).vat_kobo - private.sum_of(goods.lines, 'vatKobo'),
    private.vat_day(own))
  from (
    select jsonb_agg(jsonb_build_object('amountKobo', item.total_kobo, 'vatKobo', item.vat_kobo, 'rateBp', item.vat_rate_bp,
      'reason', item.vat_reason)) as lines
    from public.order_items as item where item.order_id = (own).id
  ) as goods
$function$;

CREATE OR REPLACE FUNCTION private.gone_back_kobo(order_id uuid, kind text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (refunded.kobo + settled.kobo + case $2 when 'complaint' then least(
      (select refund_due_kobo from public.orders where orders.id = $1),
      (select granted.kobo from private.granted_of($1) as granted) - settled.complaint_kobo) else 0 end)::bigint
  from (select coalesce(sum(payments.amount_kobo), 0) as kobo from public.payments
      where payments.order_id = $1 and payments.kind = 'refund') as refunded,
    (select coalesce(sum(credit.amount_kobo), 0) as kobo,
        coalesce(sum(credit.amount_kobo) filter (where credit.kind = 'complaint'), 0) as complaint_kobo
      from public.order_credits as credit where credit.order_id = $1) as settled
$function$;

CREATE OR REPLACE FUNCTION private.needs_second_person(current_order public.orders, kind text, amount_kobo bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select $3 + private.alone_kobo((current_order).id, $2) > private.market_limit(case
      when $2 = 'receipt' and (current_order).currency = 'NGN' then 'confirm_alone_max_kobo'
      when $2 = 'receipt' then 'confirm_alone_max_cents'
      when (current_order).currency = 'NGN' then 'refund_alone_max_kobo'
      else 'refund_alone_max_cents' end)
    or $2 <> 'receipt' and private.exceeds_refund_limit((select auth.uid()), (current_order).currency,
      $3 + private.gone_back_kobo((current_order).id, $2))
$function$;

CREATE OR REPLACE FUNCTION private.repriced_sums(own public.orders)
 RETURNS TABLE(goods_kobo bigint, vat_kobo bigint, delivery_vat_kobo bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select goods.kobo, goods.vat_kobo + delivery.vat_kobo, delivery.vat_kobo
  from (
    select sum(item.quantity * price.kobo)::bigint as kobo,
      sum(private.vat_of(item.quantity * price.kobo, item.vat_rate_bp))::bigint as vat_kobo
    from public.order_items as item left join public.products as product on product.id = item.product_id
    cross join lateral (select coalesce(product.price_kobo, item.price_kobo) as kobo) as price
    where item.order_id = (own).id
  ) as goods
  cross join lateral (
    select private.vat_of_delivery((own).delivery_kobo, goods.kobo, goods.vat_kobo, private.vat_day(own)) as vat_kobo
  ) as delivery
$function$;

REVOKE ALL ON FUNCTION "private"."answer_delivery_changed"(jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."contract_in_mail"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_vat_lines"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."gone_back_kobo"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."repriced_sums"(public.orders) FROM PUBLIC;

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '1', 'incoterms', 'option', '1', '10', '{FOB,CIF,CFR,EXW,DDP}', 'Please select incoterms', 'Incoterms must be at most 10 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '10', 'origin', 'line', '0', '120', null, 'Origin must be text', 'Origin must be at most 120 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '11', 'buyerCompany', 'line', '0', '200', null, 'Buyer must be text', 'Buyer must be at most 200 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '12', 'buyerContact', 'line', '0', '200', null, 'Contact person must be text', 'Contact person must be at most 200 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '13', 'buyerAddress', 'text', '0', '500', null, 'Address of the buyer must be text', 'Address of the buyer must be at most 500 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '14', 'buyerCountry', 'line', '0', '100', null, 'Country must be text', 'Country must be at most 100 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '15', 'deliverTo', 'text', '0', '500', null, 'Deliver to must be text', 'Deliver to must be at most 500 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '2', 'namedPlace', 'line', '2', '120', null, 'Name the port or place that belongs to the Incoterm', 'Named place must be at most 120 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '3', 'windowFrom', 'line', '0', '10', null, 'Choose a day that exists', 'Delivery from must be at most 10 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '4', 'windowTo', 'line', '0', '10', null, 'Choose a day that exists', 'Delivery until must be at most 10 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '5', 'tolerancePercent', 'line', '0', '6', null, 'Enter a percentage from 0 to 100, such as 2 or 7.5', 'Tolerance, ± % must be at most 6 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '6', 'moistureMaxPercent', 'line', '0', '6', null, 'Enter a percentage from 0 to 100, such as 2 or 7.5', 'Moisture, at most % must be at most 6 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '7', 'grade', 'line', '0', '200', null, 'Grade must be text', 'Grade must be at most 200 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '8', 'packing', 'line', '0', '200', null, 'Packing must be text', 'Packing must be at most 200 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('contract_terms', '9', 'hsCode', 'line', '0', '100', null, 'HS code must be text', 'HS code must be at most 100 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('order', '15', 'namedPlace', 'line', '0', '120', null, 'Port or place must be text', 'Port or place must be at most 120 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('order', '16', 'grade', 'line', '0', '200', null, 'Grade must be text', 'Grade must be at most 200 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('order', '17', 'packing', 'line', '0', '200', null, 'Packing must be text', 'Packing must be at most 200 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('order', '18', 'tolerancePercent', 'line', '0', '6', null, 'Enter a percentage from 0 to 100, such as 2 or 7.5', 'Tolerance must be at most 6 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('order', '19', 'targetPrice', 'line', '0', '100', null, 'The price must be text', 'The price must be at most 100 characters', null);

insert into private.field_rules (form, position, field, kind, min, max, options, message, too_long, malformed) values ('order', '20', 'purchaseOrderNumber', 'line', '0', '60', null, 'Your order number must be text', 'Your order number must be at most 60 characters', null);

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo, name) values ('order_credit_letter', '{email}', 'orders', 'notice', null, 'always', 'false', null, 'false', 'Letter of credit');

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo, name) values ('order_delivery_accepted', '{email}', 'orders', 'notice', 'order', 'once', 'true', null, 'false', 'Order can be paid now');

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo, name) values ('order_delivery_quoted', '{email,sms}', 'orders', 'notice', null, 'always', 'false', null, 'false', 'Price of the delivery');

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo, name) values ('staff_order_answered', '{email}', 'accounts', 'staff', null, 'always', 'false', null, 'false', 'Buyer has answered a quote');

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo, name) values ('stock_alert_confirm', '{email}', 'accounts', 'notice', 'form', 'always', 'false', null, 'false', 'Confirm a notice of stock');

insert into private.mail_templates (template, channels, about, purpose, limited, repeats, has_payment_account, choice, waits_for_undo, name) values ('stock_back', '{email}', 'accounts', 'notice', null, 'always', 'false', null, 'false', 'Product is back in stock');

update private.mail_templates set name = 'Account is frozen' where template = 'account_frozen';

update private.mail_templates set name = 'Account is open again' where template = 'account_thawed';

update private.mail_templates set name = 'Account is to be opened again' where template = 'account_thaw_asked';

update private.mail_templates set name = 'An address outside cannot be reached' where template = 'staff_outside_unreached';

update private.mail_templates set name = 'Audit trail was tampered with' where template = 'audit_damaged';

update private.mail_templates set name = 'Bank account or wallet approved' where template = 'staff_settlement_approved';

update private.mail_templates set name = 'Bank account or wallet in force' where template = 'staff_settlement_in_force';

update private.mail_templates set name = 'Bank account or wallet proposed' where template = 'staff_settlement_proposed';

update private.mail_templates set name = 'Breach is not notified yet' where template = 'breach_reminder';

update private.mail_templates set name = 'Breach of data protection registered' where template = 'breach_opened';

update private.mail_templates set name = 'Bulk order approved' where template = 'order_approved';

update private.mail_templates set name = 'Bulk order complete' where template = 'order_completed';

update private.mail_templates set name = 'Bulk order declined' where template = 'order_declined';

update private.mail_templates set name = 'Bulk order received' where template = 'order_received';

update private.mail_templates set name = 'Choose a new password' where template = 'auth_recovery';

update private.mail_templates set name = 'Code for a bank account or wallet' where template = 'staff_settlement_code';

update private.mail_templates set name = 'Code to change the registration' where template = 'registration_change_code';

update private.mail_templates set name = 'Code to confirm who it is' where template = 'auth_reauthentication';

update private.mail_templates set name = 'Colleague looks at many secrets' where template = 'staff_vault_alarm';

update private.mail_templates set name = 'Colleague looks through photos' where template = 'staff_sitting_begun';

update private.mail_templates set name = 'Complaint answered' where template = 'order_dispute_answered';

update private.mail_templates set name = 'Complaint received' where template = 'order_dispute_received';

update private.mail_templates set name = 'Confirm a new e-mail address' where template = 'auth_email_change';

update private.mail_templates set name = 'Confirm a new phone number' where template = 'auth_phone_change';

update private.mail_templates set name = 'Confirm the e-mail address' where template = 'auth_signup';

update private.mail_templates set name = 'Confirm the newsletter' where template = 'newsletter_confirm';

update private.mail_templates set name = 'Decision' where template = 'decision';

update private.mail_templates set name = 'Document of an order' where template = 'order_document';

update private.mail_templates set name = 'E-mail address was changed' where template = 'auth_email_changed';

update private.mail_templates set name = 'Goods delivered, or collected' where template = 'order_delivered';

update private.mail_templates set name = 'Goods sent off, or ready to collect' where template = 'order_dispatched';

update private.mail_templates set name = 'Invitation to an account' where template = 'auth_invite';

update private.mail_templates set name = 'Invitation to the team' where template = 'staff_invitation';

update private.mail_templates set name = 'Job application approved' where template = 'application_approved';

update private.mail_templates set name = 'Job application declined' where template = 'application_declined';

update private.mail_templates set name = 'Job application received' where template = 'application_received';

update private.mail_templates set name = 'Link to sign in' where template = 'auth_magiclink';

update private.mail_templates set name = 'Link to the order, again' where template = 'order_link_again';

update private.mail_templates set name = 'Link to the registration, again' where template = 'registration_link_again';

update private.mail_templates set name = 'Listing is hidden' where template = 'listing_hidden';

update private.mail_templates set name = 'Listing is in the marketplace' where template = 'listing_published';

update private.mail_templates set name = 'Marketplace order approved' where template = 'order_market_approved';

update private.mail_templates set name = 'Marketplace order complete' where template = 'order_market_completed';

update private.mail_templates set name = 'Marketplace order declined' where template = 'order_market_declined';

update private.mail_templates set name = 'Marketplace order received' where template = 'order_placed';

update private.mail_templates set name = 'Message about an order' where template = 'order_message';

update private.mail_templates set name = 'Message from us' where template = 'record_message';

update private.mail_templates set name = 'Message received' where template = 'contact_received';

update private.mail_templates set name = 'Money goes back' where template = 'order_payment_refunded';

update private.mail_templates set name = 'New link to the registration' where template = 'registration_link';

update private.mail_templates set name = 'Order has expired' where template = 'order_expired';

update private.mail_templates set name = 'Order is not paid yet' where template = 'order_unpaid';

update private.mail_templates set name = 'Order is open again' where template = 'order_reopened';

update private.mail_templates set name = 'Own data was read or downloaded' where template = 'account_data_exported';

update private.mail_templates set name = 'Own secret numbers were asked for' where template = 'account_secrets_requested';

update private.mail_templates set name = 'Part of the payment has arrived' where template = 'order_payment_short';

update private.mail_templates set name = 'Partnership application approved' where template = 'partnership_approved';

update private.mail_templates set name = 'Partnership application declined' where template = 'partnership_declined';

update private.mail_templates set name = 'Partnership application received' where template = 'partnership_received';

update private.mail_templates set name = 'Password was changed' where template = 'auth_password_changed';

update private.mail_templates set name = 'Payment cannot be found' where template = 'order_payment_not_found';

update private.mail_templates set name = 'Payment has arrived' where template = 'order_payment_confirmed';

update private.mail_templates set name = 'Payment not found yet' where template = 'order_payment_not_seen';

update private.mail_templates set name = 'Payment was reported' where template = 'order_payment_claimed';

update private.mail_templates set name = 'Phone number was changed' where template = 'auth_phone_changed';

update private.mail_templates set name = 'Quote' where template = 'order_quoted';

update private.mail_templates set name = 'Recovery code was used' where template = 'auth_recovery_code_used';

update private.mail_templates set name = 'Recovery codes were made' where template = 'auth_recovery_codes_made';

update private.mail_templates set name = 'Recovery codes were removed' where template = 'auth_recovery_codes_removed';

update private.mail_templates set name = 'Registration approved' where template = 'registration_approved';

update private.mail_templates set name = 'Registration declined' where template = 'registration_declined';

update private.mail_templates set name = 'Registration is in an account now' where template = 'registration_claimed';

update private.mail_templates set name = 'Registration received' where template = 'registration_received';

update private.mail_templates set name = 'Registration to be corrected' where template = 'registration_correction';

update private.mail_templates set name = 'Registration was changed' where template = 'registration_changed';

update private.mail_templates set name = 'Rest of the payment has not arrived' where template = 'order_payment_rest_not_seen';

update private.mail_templates set name = 'Seal of the audit trail' where template = 'audit_head';

update private.mail_templates set name = 'Second step is to be reset' where template = 'account_factor_reset_requested';

update private.mail_templates set name = 'Second step of somebody was reset' where template = 'staff_factor_reset';

update private.mail_templates set name = 'Second step was added' where template = 'auth_factor_added';

update private.mail_templates set name = 'Second step was removed' where template = 'auth_factor_removed';

update private.mail_templates set name = 'Second step was reset' where template = 'account_factor_reset';

update private.mail_templates set name = 'Sign-in by another provider was added' where template = 'auth_identity_linked';

update private.mail_templates set name = 'Sign-in by another provider was removed' where template = 'auth_identity_unlinked';

update private.mail_templates set name = 'There is an account already' where template = 'auth_already_registered';

update private.mail_templates set name = 'Too much was paid' where template = 'order_payment_over';

update private.mail_templates set name = 'Two registrations became one' where template = 'registration_merged';

update private.mail_templates set name = 'What waits this morning' where template = 'staff_morning';

insert into private.order_couplings (event, axis, from_value, to_value) values ('credit_disputed', 'fulfilment', 'disputed', 'delivered');

insert into private.order_couplings (event, axis, from_value, to_value) values ('credit_disputed', 'payment', 'claimed', 'claimed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('credit_disputed', 'payment', 'underpaid', 'underpaid');

insert into private.order_couplings (event, axis, from_value, to_value) values ('credit_disputed', 'payment', 'unpaid', 'unpaid');

insert into private.order_couplings (event, axis, from_value, to_value) values ('credit_disputed', 'status', 'approved', 'approved');

insert into private.order_couplings (event, axis, from_value, to_value) values ('credit_disputed', 'status', 'completed', 'completed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('credit_disputed_in_full', 'fulfilment', 'disputed', 'delivered');

insert into private.order_couplings (event, axis, from_value, to_value) values ('credit_disputed_in_full', 'payment', 'claimed', 'confirmed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('credit_disputed_in_full', 'payment', 'underpaid', 'confirmed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('credit_disputed_in_full', 'payment', 'unpaid', 'confirmed');

insert into private.order_couplings (event, axis, from_value, to_value) values ('credit_disputed_in_full', 'status', 'approved', 'approved');

insert into private.order_couplings (event, axis, from_value, to_value) values ('credit_disputed_in_full', 'status', 'completed', 'completed');

update public.retention_periods set description = 'Addresses for the newsletter, or for a product that is back, that nobody confirmed, from the last request' where subject = 'unconfirmed_subscriptions';

update public.retention_periods set description = 'Addresses that left the newsletter, or wait to hear that a product is back, from the last step: so that the exit in an old letter answers, and we can say when somebody left' where subject = 'ended_subscriptions';

insert into public.role_permissions (role, permission) values ('admin', 'delivery.write');

insert into public.role_permissions (role, permission) values ('sales', 'delivery.write');

insert into public.vat_rates (vat_class, valid_from, rate_bp, reason, created_by) values ('basic_food', '2026-01-01', '0', 'zero-rated: basic food, Nigeria Tax Act 2025, section 187', null);

insert into public.vat_rates (vat_class, valid_from, rate_bp, reason, created_by) values ('delivery', '2026-01-01', null, 'as the goods that it brings', null);

insert into public.vat_rates (vat_class, valid_from, rate_bp, reason, created_by) values ('exempt', '2026-01-01', '0', 'exempt, Nigeria Tax Act 2025', null);

insert into public.vat_rates (vat_class, valid_from, rate_bp, reason, created_by) values ('export', '2026-01-01', '0', 'zero-rated: exported goods, Nigeria Tax Act 2025, section 187', null);

insert into public.vat_rates (vat_class, valid_from, rate_bp, reason, created_by) values ('standard', '2026-01-01', '750', 'standard rate, Nigeria Tax Act 2025', null);
