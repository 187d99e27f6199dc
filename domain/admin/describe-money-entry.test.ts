import { expect, it } from 'vitest'
import { type DescribedEntry, describeEntry, formatSentence } from './describe-entry.ts'

const ada = '11111111-1111-4111-8111-111111111111'
const bola = '22222222-2222-4222-8222-222222222222'

/** As the trail sends what is about an order. */
const say = (entry: Partial<DescribedEntry>, currency?: string) =>
  formatSentence(
    describeEntry(
      {
        ...{ action: 'update', subject_type: 'orders', actor_id: ada, names: {}, before: null, after: null },
        about: { type: 'orders', id: '3', name: 'AG2DA-QXHB', ...(currency && { currency }) },
        ...entry,
      },
      [],
    ),
  )

it('what changed of an order is an amount in the currency of the order', () => {
  const refund = { before: { refund_due_kobo: 0 }, after: { refund_due_kobo: 495_000 } }
  expect(say(refund, 'USD')).toBe('changed the refund that is due of order AG2DA-QXHB from US$0 to US$4,950')
  expect(say(refund, 'NGN')).toBe('changed the refund that is due of order AG2DA-QXHB from ₦0 to ₦4,950')
  // Of an order that is gone.
  expect(say(refund)).toBe('changed the refund that is due of order AG2DA-QXHB from ₦0 to ₦4,950')
  const { changes } = describeEntry(
    {
      ...{ action: 'update', subject_type: 'orders', actor_id: ada, names: {} },
      about: { type: 'orders', id: '3', name: 'AG2DA-QXHB', currency: 'USD' },
      before: { total_amount_kobo: 100_000, delivery_date: null },
      after: { total_amount_kobo: 200_000, delivery_date: '2027-01-02' },
    },
    [],
  )
  expect(changes[0]).toEqual({ label: 'total', before: 'US$1,000', after: 'US$2,000' })
  const fee = { kind: 'fee', amount_kobo: 125_000, reason: 'Charges' }
  expect(say({ action: 'insert', subject_type: 'order_credits', after: fee }, 'USD')).toBe(
    'recorded a bank fee of US$1,250 for order AG2DA-QXHB, settled without money, because: Charges',
  )
  // What a row says of itself stays.
  const payment = { kind: 'receipt', amount_kobo: 500, currency: 'USD' }
  expect(say({ action: 'insert', subject_type: 'payments', after: payment }, 'NGN')).toContain('US$5')
})

it('an entry of money is taken back by who recorded it, and decided on by a second person', () => {
  const decide = (after: DescribedEntry['after']) =>
    say({ subject_type: 'money_entries', before: { outcome: null }, after })
  expect(decide({ outcome: 'dropped', recorded_by: ada })).toBe(
    'took back their own entry of money of order AG2DA-QXHB',
  )
  expect(decide({ outcome: 'dropped', recorded_by: bola })).toBe(
    'decided as second person about money of order AG2DA-QXHB: dropped',
  )
  expect(decide({ outcome: 'approved', recorded_by: bola })).toBe(
    'decided as second person about money of order AG2DA-QXHB: approved',
  )
  // An entry from before does not say who had recorded it.
  expect(decide({ outcome: 'dropped' })).toBe('dropped an entry of money of order AG2DA-QXHB')
  expect(decide({ outcome: 'approved' })).toBe(
    'decided as second person about money of order AG2DA-QXHB: approved',
  )
})
