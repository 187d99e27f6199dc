import { expect, it } from 'vitest'
import { describeNextStep, describePayment, describeStepInList } from './describe-order.ts'
import { describePaid, listStations } from './order-stations.ts'
import { order } from './sample-order.ts'

it('what came above the total stands in the head and beside the payment until it was sent back, however far the order is', () => {
  const over = { paymentStatus: 'overpaid', paidKobo: 7_000_050, refundDueKobo: 50 } as const
  const back = 'More than the total has arrived: ₦0.50 goes back to you'
  for (const status of ['pending', 'approved', 'completed'] as const)
    for (const fulfilmentStatus of ['none', 'preparing', 'dispatched', 'delivered', 'disputed'] as const) {
      const paid = order({ ...over, status, fulfilmentStatus })
      for (const words of [describeNextStep(paid), describeStepInList(paid)])
        expect(words).toContain(`. ${back}. We tell you when it has been sent.`)
      expect(describePayment(paid)).toBe(back)
      const sent = { ...paid, paymentStatus: 'confirmed', paidKobo: 7_000_000, refundDueKobo: 0 } as const
      expect(describeNextStep(sent)).not.toContain('back')
      expect(describePayment(sent)).toBe('Confirmed against our bank statement')
    }
})

it('the bar of a contract says the price as its last step does, and what came above it beside', () => {
  const contract = order({
    ...{ kind: 'bulk', currency: 'EUR', totalKobo: 18_988_950, status: 'approved' },
    ...{ paymentStatus: 'overpaid', paidKobo: 18_989_000, refundDueKobo: 50 },
    payments: [
      { kind: 'receipt', amountKobo: 18_989_000, valueDate: '2026-11-20', at: '2026-11-20T11:00:00Z' },
    ],
  })
  const net = '€189,889.50 of €189,889.50'
  expect(describePaid(contract, 18_988_950)).toBe(`${net} paid, €0.50 more goes back to you`)
  expect(listStations(contract).at(-1)?.detail).toBe(net)
  // A fee that a bank kept is taken off, and is no money that came.
  const credits = [{ kind: 'fee', amountKobo: 950, at: '2026-11-21T09:00:00Z' }] as const
  const less = { ...contract, credits, refundDueKobo: 1000 }
  expect(describePaid(less, 18_988_950)).toBe(
    '€189,880 of €189,889.50 paid, €9.50 taken off, €10 more goes back to you',
  )
  const sent = { ...contract, paymentStatus: 'confirmed', paidKobo: 18_988_950, refundDueKobo: 0 } as const
  expect(describePaid(sent, 18_988_950)).toBe(`${net} paid`)
})
