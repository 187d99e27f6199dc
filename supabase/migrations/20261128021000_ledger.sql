-- Demo orders were called paid and had no payment.
ALTER TABLE public.payments DISABLE TRIGGER USER;

INSERT INTO public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, reference_key, recorded_by, created_at)
SELECT id, 'receipt', total_amount_kobo, currency, created_at::date, 'DEMO ' || code, private.reference_key('DEMO ' || code), gen_random_uuid(),
  created_at
FROM public.orders AS known
WHERE is_demo AND payment_status = 'confirmed' AND NOT EXISTS (SELECT FROM public.payments WHERE order_id = known.id);

ALTER TABLE public.payments ENABLE TRIGGER USER;

-- The money of before in the ledger, each event at its own time. What a complaint granted went back then as a whole.
DO $$
DECLARE
  known public.orders;
  step record;
  owed bigint;
  moved bigint;
BEGIN
  FOR known IN SELECT * FROM public.orders WHERE total_amount_kobo > 0 ORDER BY created_at LOOP
    owed := 0;
    FOR step IN
      SELECT * FROM (
        SELECT 1 AS place, 'order_priced' AS event, known.total_amount_kobo AS amount,
          CASE WHEN accepted.id IS NULL THEN 'orders' ELSE 'quotes' END AS source, accepted.id::text AS source_id,
          coalesce(accepted.accepted_at, known.created_at) AS at
        FROM (SELECT) AS once LEFT JOIN public.quotes AS accepted ON accepted.order_id = known.id AND accepted.status = 'accepted'
        UNION ALL
        SELECT 2, payments.kind, payments.amount_kobo, 'payments', payments.id::text, payments.created_at
        FROM public.payments WHERE order_id = known.id
        UNION ALL
        -- At the first delivery, or the completion of an order whose way nobody recorded; those of a demo have no steps.
        SELECT 3, 'goods_delivered', known.total_amount_kobo, 'orders', NULL, coalesce(
          (SELECT min(created_at) FROM public.order_events WHERE order_id = known.id
            AND (axis, to_value) IN (('fulfilment', 'delivered'), ('status', 'completed'))), known.delivered_at, known.updated_at)
        WHERE known.delivered_at IS NOT NULL OR known.status = 'completed' OR EXISTS (SELECT FROM public.order_events
          WHERE order_id = known.id AND axis = 'status' AND to_value = 'completed')
        UNION ALL
        SELECT 4, 'complaint_credited', dispute.refund_kobo, 'order_disputes', dispute.id::text, dispute.resolved_at
        FROM public.order_disputes AS dispute WHERE order_id = known.id AND refund_kobo IS NOT NULL
        UNION ALL
        SELECT 5, 'order_ended', known.total_amount_kobo, 'orders', NULL,
          coalesce((SELECT max(created_at) FROM public.order_events WHERE order_id = known.id AND axis = 'status' AND to_value = 'declined'),
            known.updated_at)
        WHERE known.status = 'declined'
      ) AS steps
      -- A transaction has one time: what it was about comes first.
      ORDER BY at, place
    LOOP
      moved := CASE WHEN step.event = 'receipt' THEN least(step.amount, owed) ELSE step.amount END;
      INSERT INTO private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor, source_table, source_id,
        recorded_at)
      SELECT part.event, known.id, part.debit_account, part.credit_account, known.currency, part.amount, step.source, step.source_id,
        step.at
      FROM (VALUES
        ('order_priced', 'order_priced', 'receivable', 'unearned_goods', moved),
        ('receipt', 'payment_received', 'bank', 'receivable', moved),
        ('receipt', 'surplus_received', 'bank', 'refundable', step.amount - moved),
        ('refund', 'refund_paid', 'refundable', 'bank', moved),
        ('goods_delivered', 'goods_delivered', 'unearned_goods', 'sales', moved),
        ('complaint_credited', 'complaint_credited', 'allowances', 'refundable', moved),
        ('order_ended', 'order_ended', 'unearned_goods', 'receivable', moved),
        ('order_ended', 'order_ended', 'receivable', 'refundable', known.total_amount_kobo - owed)
      ) AS part (step, event, debit_account, credit_account, amount)
      WHERE part.step = step.event AND part.amount > 0;
      owed := CASE step.event WHEN 'order_priced' THEN moved WHEN 'receipt' THEN owed - moved WHEN 'order_ended' THEN 0 ELSE owed END;
    END LOOP;
    IF known.payment_status = 'claimed' AND owed > 0 THEN
      PERFORM private.post_claim(known, least(owed, private.due_now_kobo(known)),
        greatest(known.claim_holds_until, now() + interval '14 days'),
        (SELECT max(id) FROM public.payment_claims WHERE order_id = known.id));
    END IF;
  END LOOP;
END $$;
