import { expect, it } from 'vitest'
import type { DeliveryOptions } from '#domain/market/delivery.ts'
import type { VatLine } from '#domain/market/vat.ts'
import { describeChange, describeVatChange } from './use-delivery-choice.ts'

const vatOf = (vatKobo: number): VatLine[] => [
  { rateBp: 750, reason: 'standard rate', baseKobo: 1_400_000, vatKobo },
]
const offer = (priceKobo: number, vatKobo: number, days = ['2026-12-03']): DeliveryOptions => ({
  weightGrams: 50_000,
  options: [
    { kind: 'deliver', zoneId: 'one', name: 'Lagos', priceKobo, days, vat: vatOf(vatKobo) },
    { kind: 'collect', depotId: null, priceKobo: 0, days: [] },
  ],
  vat: vatOf(vatKobo),
})
const chosen = { option: offer(400_000, 0).options[0] ?? null, day: '2026-12-03', priceKobo: 400_000 }

it('blames the VAT alone for a VAT that changed, and says the total of before and of now', () => {
  expect(describeVatChange(chosen, offer(400_000, 105_000), 1_000_000n, 0)).toBe(
    'VAT is ₦1,050 now, not ₦0: the total is ₦15,050, not ₦14,000. Press the button once more to order for ₦15,050.',
  )
  const collected = { option: offer(1, 1).options[1] ?? null, day: undefined, priceKobo: 0 }
  expect(describeVatChange(collected, offer(400_000, 0), 1_000_000n, 75_000)).toContain('not ₦750')
})

it('names the delivery where its price or its day is another one', () => {
  const dearer = offer(450_000, 108_750)
  expect(describeVatChange(chosen, dearer, 1_000_000n, 0)).toBeNull()
  expect(describeChange(chosen.option, dearer)).toContain('Delivery costs ₦4,500 now, not ₦4,000')
  const full = offer(400_000, 105_000, ['2026-12-04'])
  expect(describeVatChange(chosen, full, 1_000_000n, 0)).toBeNull()
  expect(describeChange(chosen.option, full)).toContain('the day is full')
})
