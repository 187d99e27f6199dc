COMMENT ON TABLE "private"."axis_transitions" IS 'Machines beside the status of records: listings, payment and fulfilment.';

COMMENT ON TABLE "private"."market_limits" IS 'What staff of the house may tune.';

COMMENT ON TABLE "private"."payment_schedules" IS 'What the payment terms of the order form mean.';

COMMENT ON TABLE "private"."status_transitions" IS 'The status machines: which status may follow which.';

COMMENT ON TABLE "public"."role_permissions" IS 'What each role may do.';
