// Orders in a report of one's data: in the words of their pages, times in Lagos.
import { expect, it } from 'vitest'
import { describeExport } from './describe-export.ts'

const event = (order_id: string, axis: string, to_value: string, from_value: string | null = 'pending') => ({
  ...{ order_id, axis, from_value, to_value, created_at: '2026-11-30T08:00:00+00:00' },
})
const report = describeExport(
  {
    exportedAt: '2026-11-30T09:00:00Z',
    ...{ userId: '1', secretsInClear: false, secrets: [], photos: [], withheld: [] },
    tables: {
      'public.orders': [
        {
          ...{ id: 'a', code: 'AGAAA-AAAA', fulfilment_status: 'delivered', payment_status: 'confirmed' },
          ...{
            delivered_at: '2026-11-30T08:00:00+00:00',
            claim_holds_until: '2026-12-02T07:47:42.789712+00:00',
          },
        },
        {
          ...{ id: 'b', code: 'AGBBB-BBBB', fulfilment_status: 'dispatched', payment_status: 'claimed' },
          decline_code: 'withdrawn_by_buyer',
        },
      ],
      'public.order_deliveries': [
        { order_id: 'a', kind: 'collect', weight_grams: 1_250_000, vat_kobo: 0 },
        { order_id: 'b', kind: 'deliver', weight_grams: 1_250_500, vat_kobo: 7_500 },
      ],
      'public.order_events': [
        event('a', 'status', 'pending', null),
        event('a', 'status', 'approved'),
        event('a', 'fulfilment', 'dispatched'),
        event('b', 'payment', 'refunded'),
        event('b', 'fulfilment', 'dispatched'),
        event('b', 'payment', 'claimed'),
        event('b', 'credit', 'draft_received'),
        event('b', 'status', 'declined'),
      ],
    },
  },
  'The company',
)
const parts = report.sections.find(({ title }) => title === 'Your orders and payments')?.parts ?? []
const factsOf = (title: string) =>
  parts
    .find((part) => part.title === title)
    ?.facts.map(({ term, detail }) => `${term}: ${detail}`.replaceAll('\u00a0', ' '))

it('says of each order what becomes of its goods, sent or collected, and each time as people read it', () => {
  expect(factsOf('Order AGAAA-AAAA')).toEqual([
    'Preparation and delivery: Collected',
    'Payment: Confirmed against our bank statement',
    'Collected: 30 November 2026, 09:00',
    'Goods kept for you until: 2 December 2026, 08:47',
  ])
  expect(factsOf('Order AGBBB-BBBB')?.[0]).toBe('Preparation and delivery: On its way')
  expect(factsOf('How order AGAAA-AAAA is delivered')).toEqual(['How: You collect it', 'Weight: 1,250 kg'])
  expect(factsOf('How order AGBBB-BBBB is delivered')).toEqual([
    'How: We bring it',
    'Weight: 1,250.5 kg',
    'VAT: ₦75',
  ])
})

it('says what happened to an order in the words of its page', () => {
  expect(factsOf('What happened')).toEqual(
    [
      'Order AGAAA-AAAA: Ordered',
      'Order AGAAA-AAAA: Approved',
      'Order AGAAA-AAAA: Ready to collect',
      'Order AGBBB-BBBB: Money sent back to you',
      'Order AGBBB-BBBB: Sent on its way',
      'Order AGBBB-BBBB: You told us that you have paid; we confirm against our bank statement',
      'Order AGBBB-BBBB: The draft of your letter of credit has arrived',
      'Order AGBBB-BBBB: You withdrew the order',
    ].map((words) => `30 November 2026, 09:00: ${words}`),
  )
})
