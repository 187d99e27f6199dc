import { describe, expect, it } from 'vitest'
import { describeNextStep, describeStepInList } from './describe-order.ts'
import { listHistory } from './list-history.ts'
import { order, placed } from './sample-order.ts'

describe('an order that was declined', () => {
  const at = '2026-11-21T10:00:00Z'
  const declined = order({
    ...{ status: 'declined', declineReason: 'The harvest is sold.', refundDueKobo: 1_500_025 },
    ...{ paymentStatus: 'refund_due', paidKobo: 1_500_025 },
    events: [
      ...placed.events,
      { axis: 'status', from: 'pending', to: 'declined', at },
      { axis: 'payment', from: 'underpaid', to: 'refund_due', at },
    ],
  })
  const back = '₦15,000.25 goes back to you. We tell you when it has been sent.'

  it('says why, while money goes back and after it', () => {
    const sent = order({ ...declined, paymentStatus: 'refunded', refundDueKobo: 0 })
    for (const say of [describeNextStep, describeStepInList]) {
      expect(say(declined)).toBe(`The harvest is sold. ${back}`)
      expect(say({ ...declined, declineReason: 'The harvest is sold' })).toBe(`The harvest is sold. ${back}`)
      expect(say(sent)).toBe('The harvest is sold.')
    }
    const withdrawn = { ...declined, declineCode: 'withdrawn_by_buyer', declineReason: 'withdrawn_by_buyer' }
    expect(describeNextStep(order(withdrawn as typeof declined))).toBe(`You withdrew this order. ${back}`)
  })

  it('says why in its history; of an earlier time, of which no reason is known, it says none', () => {
    const again = order({
      ...declined,
      events: [
        { axis: 'status', from: 'pending', to: 'declined', at: '2026-11-20T10:00:00Z' },
        { axis: 'status', from: 'declined', to: 'pending', at: '2026-11-20T12:00:00Z' },
        ...declined.events.slice(1),
      ],
    })
    expect(
      listHistory(again)
        .filter(({ text }) => text === 'Declined')
        .map(({ detail }) => detail),
    ).toEqual([null, 'The harvest is sold.'])
    const withdrawn = order({
      ...declined,
      declineCode: 'withdrawn_by_buyer',
      declineReason: 'withdrawn_by_buyer',
    })
    expect(listHistory(withdrawn).find(({ text }) => text === 'You withdrew the order')?.detail).toBeNull()
  })
})
