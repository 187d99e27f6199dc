// What must be so of every order's money at any time, in one statement and therefore of one instant: the ledger against payments,
// credits and complaints, and what orders store of it against the ledger.
import type pg from 'pg'

const statement = `
with sums as (
  select order_id, account, sum(amount_minor)::bigint as minor,
    coalesce(sum(amount_minor) filter (where event = 'complaint_credited'), 0)::bigint as complaint
  from private.ledger_postings group by order_id, account
), money as (
  select orders.id, orders.status, orders.payment_status as state, orders.total_amount_kobo as total,
    orders.refund_due_kobo as due_back, orders.awaits_delivery, orders.delivered_at is not null or orders.status = 'completed' as is_delivered,
    coalesce(sum(minor) filter (where account = 'bank'), 0) as bank,
    coalesce(sum(minor) filter (where account = 'receivable'), 0) as receivable,
    - coalesce(sum(minor) filter (where account = 'refundable'), 0) as refundable,
    coalesce(sum(minor) filter (where account = 'allowances'), 0) as allowances,
    - coalesce(sum(minor) filter (where account like 'unearned_%'), 0) as unearned,
    - coalesce(sum(minor) filter (where account in ('sales', 'delivery_income', 'vat_payable')), 0) as earned,
    -- The VAT in what complaints took off, which the company does not owe any more.
    coalesce(sum(complaint) filter (where account in ('unearned_vat', 'vat_payable')), 0) as vat_off,
    coalesce(sum(minor), 0) as everything
  from public.orders left join sums on sums.order_id = orders.id
  where orders.total_amount_kobo is not null
  group by orders.id
), caused as (
  select source_table, source_id, account, sum(amount_minor)::bigint as minor from private.ledger_postings
  where source_id is not null group by source_table, source_id, account
), steps as (
  select id, order_id, event, source_id, sum(case when event = 'complaint_credited' then 0 when credit_account = 'refundable' then amount_minor
    else - amount_minor end) over (partition by order_id order by id) as above
  from private.ledger_transfers where 'refundable' in (debit_account, credit_account) and phase in ('posted', 'post')
), depths as (
  -- What is above the total goes first: each time that more of it went than ever before had come, that was a complaint's money.
  select *, greatest(0, - min(above) over (partition by order_id order by id)) as depth from steps
), taken as (
  select order_id, event, source_id, (depth - lag(depth, 1, 0::numeric) over (partition by order_id order by id))::bigint as minor from depths
), faults as (
  select 'a currency does not add up to nothing' as fault, currency as of from private.ledger_postings
  group by currency having sum(amount_minor) <> 0
  union all
  select 'a payment is not posted as it was recorded', payment.id::text from public.payments as payment
  left join caused on caused.source_table = 'payments' and caused.source_id = payment.id::text and caused.account = 'bank'
  where coalesce(caused.minor, 0) <> case payment.kind when 'refund' then - payment.amount_kobo else payment.amount_kobo end
  union all
  select 'a payment is posted and not recorded', source_id from caused
  where source_table = 'payments' and source_id not in (select id::text from public.payments)
  union all
  select 'a credit is not posted as it was recorded', credit.id::text from public.order_credits as credit
  left join caused on caused.source_table = 'order_credits' and caused.source_id = credit.id::text and caused.account = 'receivable'
  where caused.minor is distinct from - credit.amount_kobo
  union all
  select 'what a complaint took off the balance has not its paper, with its VAT', credit.id::text from public.order_credits as credit
  left join public.order_documents as paper on paper.credit_id = credit.id
  left join lateral (select sum(minor) as vat from caused where caused.source_table = 'order_credits'
    and caused.source_id = credit.id::text and caused.account in ('unearned_vat', 'vat_payable')) as posted on true
  where (credit.kind = 'complaint') <> (paper.id is not null)
    or (paper.content ->> 'takenOffKobo')::bigint <> credit.amount_kobo
    or coalesce((paper.content ->> 'vatKobo')::bigint, 0) <> coalesce(posted.vat, 0)
  union all
  select 'what corrections took of a complaint''s money has not its paper', format('%s (%s, noted %s)', order_id, minor, noted) from (
    select order_id, coalesce(sum(minor) filter (where event = 'receipt_corrected'), 0) as minor,
      coalesce((select sum((paper.content ->> 'takenOffKobo')::bigint) from public.order_documents as paper
        join public.payments as correction on correction.id = paper.payment_id and correction.kind = 'correction'
        where paper.kind = 'credit_note' and paper.order_id = taken.order_id), 0) as noted
    from taken group by order_id
  ) as turned where minor <> noted
  union all
  select 'a paper of money that was sent back says of another cause, or more VAT than of a complaint''s money', taken.source_id from taken
  join public.order_documents as paper on paper.payment_id::text = taken.source_id and paper.kind = 'credit_note'
  where taken.event = 'refund_paid'
    and ((paper.content ->> 'reason' = 'complaint') <> (minor > 0) or coalesce((paper.content ->> 'vatKobo')::bigint, 0) > minor)
  union all
  select 'an invoice of a declined order is not taken back', invoice.id::text from public.order_documents as invoice
  join public.orders on orders.id = invoice.order_id and orders.status = 'declined'
  where invoice.kind = 'invoice' and not exists (select from public.order_documents as note where note.cancels_id = invoice.id)
  union all
  select broken.fault, format('%s (%s, %s, of %s: bank %s, receivable %s, refundable %s)', money.id, status, state, total, bank, receivable, refundable)
  from money, lateral (values
    ('the sums of an order do not add up to nothing', everything <> 0),
    ('orders.refund_due_kobo is not what the ledger says', due_back <> refundable),
    ('what was sold is not the total', unearned + earned + vat_off <> case status when 'declined' then 0 else total end),
    ('what was delivered is not earned', is_delivered and unearned <> 0 or not is_delivered and earned <> 0),
    ('more goes back than came', refundable not between 0 and bank or bank < 0),
    ('less than nothing is to be paid', receivable < 0),
    ('a declined order has money that is nobody''s', status = 'declined' and (receivable <> 0 or bank <> refundable)),
    ('payment_status is not what the sums say', not case state
      when 'unpaid' then bank = 0 and refundable = 0
      when 'claimed' then status = 'declined' or refundable = 0 and receivable > 0
      when 'underpaid' then awaits_delivery or refundable = 0 and receivable > 0
      when 'confirmed' then refundable = 0 and receivable = 0
      when 'overpaid' then refundable > 0 and receivable = 0
      when 'refund_due' then refundable > 0
      when 'refunded' then refundable = 0 end),
    ('a complaint is not posted as it was answered', allowances + vat_off <> (
      select coalesce(sum(refund_kobo), 0) from public.order_disputes as dispute where dispute.order_id = money.id)),
    ('a claim is open and the order says nothing of it', state <> 'claimed' and (private.open_claim(money.id)).id is not null),
    -- One that lapsed still has its row.
    ('the order says that it is paid, and no claim is posted', state = 'claimed' and status <> 'declined' and not exists (
      select from private.ledger_transfers as pending where pending.order_id = money.id and pending.phase = 'pending'
        and not exists (select from private.ledger_transfers as ending where ending.pending_id = pending.id))),
    ('the instalments are not the total', (
      select sum(part.amount_kobo) <> money.total from public.order_instalments as part where part.order_id = money.id))
  ) as broken (fault, is_so)
  where broken.is_so
)
select fault || ': ' || string_agg(of, ', ') as fault from faults group by fault order by fault`

/** Nothing where all is well; else each rule that is broken, with the ids that break it. */
export async function findLedgerFaults(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>(statement)
  return rows.map(({ fault }) => fault)
}
