import { expect, test } from 'vitest'
import { describeTotal, findReached } from './order-words.ts'

const quote = {
  currency: 'USD',
  total_kobo: 85_300,
  expires_at: '2999-01-01T10:00:00Z',
  counter_offers: [] as object[],
}
const unpriced = { total_amount_kobo: null, currency: 'NGN' }

test.each([
  ['nobody quoted it', [], 'Not quoted'],
  ['its quote was declined', [{ ...quote, status: 'declined' }], 'Not quoted'],
  ['a second person has to agree', [{ ...quote, status: 'waiting' }], 'US$853, to agree'],
  [
    'the buyer has one, a dearer one waits',
    [
      { ...quote, total_kobo: 99_900, status: 'waiting' },
      { ...quote, status: 'open' },
    ],
    /^US\$853, quoted/,
  ],
  [
    'the buyer asked for other terms',
    [{ ...quote, status: 'open', counter_offers: [{}] }],
    'Counter-offer, waits for us',
  ],
])('the total of an order in words: %s', (_, quotes, words) => {
  expect(describeTotal({ ...unpriced, quotes })).toMatch(words)
})

test('goods are delivered when they came, and not when a complaint was answered', () => {
  const events = [
    ['dispatched', '2026-11-20T08:00:00+00:00'],
    ['delivered', '2026-11-21T08:00:00+00:00'],
    ['disputed', '2026-11-22T08:00:00+00:00'],
    ['delivered', '2026-11-23T08:00:00+00:00'],
  ].map(([to_value = '', created_at = '']) => ({ axis: 'fulfilment', to_value, created_at }))
  expect(findReached(events, 'delivered')).toBe('2026-11-21T08:00:00+00:00')
  // What comes in its place is delivered on a day of its own.
  const replaced = [
    ...events,
    { axis: 'fulfilment', to_value: 'dispatched', created_at: '2026-11-25T08:00:00+00:00' },
  ]
  expect(findReached(replaced, 'delivered')).toBeUndefined()
  const again = { axis: 'fulfilment', to_value: 'delivered', created_at: '2026-11-26T08:00:00+00:00' }
  expect(findReached([...replaced, again], 'delivered')).toBe(again.created_at)
  expect(findReached([...replaced, again], 'dispatched')).toBe('2026-11-25T08:00:00+00:00')
})
