// What the table of couplings says to the pages: where money can be recorded.
import { expect, it } from 'vitest'
import { canTakeMoney } from './order-axes.ts'
import { fulfilmentStatuses, paymentStatuses } from './orders.ts'

const order = { status: 'approved', payment_status: 'unpaid', fulfilment_status: 'none' }

it('money that came is recorded whatever came or went back before', () => {
  for (const status of ['pending', 'approved', 'completed'])
    for (const payment_status of paymentStatuses)
      for (const fulfilment_status of fulfilmentStatuses)
        expect(canTakeMoney({ status, payment_status, fulfilment_status })).toBe(true)
})

it('of a declined order, only where it goes back, and never where there is no such state', () => {
  const declined = { ...order, status: 'declined' }
  expect(paymentStatuses.filter((payment_status) => canTakeMoney({ ...declined, payment_status }))).toEqual(
    paymentStatuses.filter((payment) => ['unpaid', 'claimed', 'refund_due', 'refunded'].includes(payment)),
  )
  expect(canTakeMoney({ ...order, payment_status: 'gold' })).toBe(false)
  expect(canTakeMoney({ ...order, status: 'toString' })).toBe(false)
})
