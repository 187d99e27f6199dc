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
        SELECT 1 AS place, 'order_priced' AS event, known.total_amount_kobo AS amount, known.id AS source,
          coalesce((SELECT accepted_at FROM public.quotes WHERE order_id = known.id AND status = 'accepted'), known.created_at) AS at
        UNION ALL
        SELECT 2, payments.kind, payments.amount_kobo, payments.id, payments.created_at
        FROM public.payments WHERE order_id = known.id
        UNION ALL
        SELECT 3, 'goods_delivered', known.total_amount_kobo, known.id, known.delivered_at WHERE known.delivered_at IS NOT NULL
        UNION ALL
        SELECT 4, 'complaint_credited', dispute.refund_kobo, dispute.id, dispute.resolved_at
        FROM public.order_disputes AS dispute WHERE order_id = known.id AND refund_kobo IS NOT NULL
        UNION ALL
        SELECT 5, 'order_ended', known.total_amount_kobo, known.id,
          coalesce((SELECT max(created_at) FROM public.order_events WHERE order_id = known.id AND axis = 'status' AND to_value = 'declined'),
            known.updated_at)
        WHERE known.status = 'declined'
      ) AS steps
      -- A transaction has one time: what it was about comes first.
      ORDER BY at, place
    LOOP
      moved := CASE WHEN step.event = 'receipt' THEN least(step.amount, owed) ELSE step.amount END;
      INSERT INTO private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor, source_id, recorded_at)
      SELECT part.event, known.id, part.debit_account, part.credit_account, known.currency, part.amount, step.source, step.at
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
        greatest(known.claim_holds_until, now() + interval '14 days'));
    END IF;
  END LOOP;
END $$;
