import { expect, it } from 'vitest'
import { type DeliveryOption, describeDayAndPlace, describeDelivery, describeOffer } from './delivery.ts'

it("says beside 'You collect' and its price the place and the day alone, and nothing before they are known", () => {
  const depot = { name: 'Ikeja depot', address: '4 Allen Avenue, Ikeja', hours: 'Monday to Friday, 8 to 16' }
  const collect = { kind: 'collect', priceKobo: 0, isAgreed: true } as const
  expect(describeDayAndPlace({ ...collect, ...depot, day: '2026-12-01' })).toBe(
    'Ikeja depot, 4 Allen Avenue, Ikeja, from Tuesday 1\u00a0December, Monday to Friday, 8 to 16',
  )
  expect(describeDayAndPlace({ ...collect, ...depot })).toBe(
    'Ikeja depot, 4 Allen Avenue, Ikeja, Monday to Friday, 8 to 16',
  )
  expect(describeDayAndPlace(collect)).toBe('')
})

it('says what delivery costs to a place, and beside it where the goods are collected for nothing', () => {
  const deliver = {
    kind: 'deliver',
    zoneId: 'z',
    name: 'Lagos',
    priceKobo: 250_000,
    days: ['2026-11-26'],
    vat: [],
  } as const
  const collect = {
    ...{ kind: 'collect', depotId: 'd', name: 'Ikeja depot', address: '4 Allen Avenue', state: 'Lagos' },
    ...{ lga: 'Ikeja', hours: '8 to 16', priceKobo: 0, days: [] },
  } as const
  const say = (options: readonly object[], ...place: [string, string]) =>
    describeOffer(
      { weightGrams: 50_000, options: options as DeliveryOption[], vat: [], fromKobo: 150_000 },
      ...place,
    )
  expect(say([collect, deliver], 'Lagos', 'Ikeja')).toBe(
    'Delivery to Ikeja, Lagos: ₦2,500, on Thursday 26\u00a0November. You can collect it for free at Ikeja depot, Lagos.',
  )
  expect(say([deliver], 'Lagos', '')).toBe(
    'Delivery to Lagos: ₦2,500, on Thursday 26\u00a0November. Your own area may have another price.',
  )
  expect(say([collect, { kind: 'quote' }], 'Kano', '')).toBe(
    'Delivery to Kano: we tell you the price before you pay. You can collect it for free at Ikeja depot, Lagos.',
  )
  expect(say([collect], '', '')).toBe(
    'Delivery from ₦1,500: choose your state for its price and day. You can collect it for free at Ikeja depot, Lagos.',
  )
})

it('a delivery names no zone, whose name is a word of staff', () => {
  const delivery = { kind: 'deliver', name: 'Demo: Lagos mainland', day: '2026-11-26' } as const
  expect(describeDelivery({ ...delivery, priceKobo: 250_000, isAgreed: true })).toBe(
    '₦2,500, on Thursday 26\u00a0November',
  )
})
