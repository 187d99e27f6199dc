import { expect, it } from 'vitest'
import { describeNextStep, describeStepInList } from './describe-order.ts'
import { formatOrderTime } from './order-time.ts'
import { inAnHour, order } from './sample-order.ts'

const keptUntil = inAnHour()
const before = `transfer before ${formatOrderTime(keptUntil)}. After that the goods are for sale again.`

it('sends to the box first where a price is another one, since nobody transfers the sum of before', () => {
  const changed = order({ expiresAt: keptUntil, pricesChanged: true })
  const words = `The price has changed: please look at it before you pay. Then ${before}`
  expect([describeNextStep(changed), describeStepInList(changed)]).toEqual([words, words])
  expect(describeNextStep({ ...changed, pricesChanged: false })).toBe(`Please ${before}`)
})

it('says until when the goods are kept for the rest, where a part of the money came', () => {
  const part = { kind: 'receipt', amountKobo: 2_000_000, valueDate: '2026-11-20' } as const
  const short = order({
    ...{ paymentStatus: 'underpaid', paidKobo: 2_000_000, keptUntil },
    payments: [{ ...part, at: '2026-11-20T11:00:00Z' }],
  })
  expect(describeNextStep(short)).toBe(`₦50,000 is due now. Please ${before}`)
  expect(describeNextStep({ ...short, keptUntil: null })).toBe('₦50,000 is due now.')
  const delivery = { kind: 'deliver', day: '2026-11-25', isAgreed: true } as const
  expect(describeNextStep({ ...short, delivery })).toMatch(/it comes on another day, which we tell you\.$/)
})
