COMMENT ON COLUMN "private"."audit_seals"."hash" IS 'After ''3:'': HMAC by the server''s audit key. Before 0.2.0, without a key: after ''2:'' SHA-256 of private.seal_text; else of the hash before and of each entry''s own.';

COMMENT ON COLUMN "private"."ledger_transfers"."amount_minor" IS 'Kobo or cents. For a void: what the pending row had.';

COMMENT ON COLUMN "private"."ledger_transfers"."source_table" IS 'Where the row is that caused it: one event is all transfers of one source and event. For orders: the change of the order itself.';

COMMENT ON COLUMN "public"."vat_rates"."rate_bp" IS 'In hundredths of a percent: 750 is 7.5 %. Null for delivery: it bears what the goods bear that it brings.';

COMMENT ON TABLE "public"."message_files" IS 'Files of messages, checked by the server; each lies in the bucket message-files. Without a message it stays for a day.';
