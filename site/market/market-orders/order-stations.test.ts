import { expect, it } from 'vitest'
import type { Order } from '#domain/market/order.ts'
import { listStations } from './order-stations.ts'
import { order } from './sample-order.ts'

const receipt = (amountKobo: number, valueDate: string) =>
  ({ kind: 'receipt', amountKobo, valueDate, at: `${valueDate}T11:00:00Z` }) as const
const contract = order({
  ...{ kind: 'bulk', currency: 'EUR', totalKobo: 5_000_000, status: 'approved', paymentStatus: 'underpaid' },
  instalments: [
    { percent: 30, due: 'in_advance', amountKobo: 1_500_000 },
    { percent: 70, due: 'on_delivery', amountKobo: 3_500_000 },
  ],
})
const station = (of: Order, label: string) => listStations(of).find((step) => step.label === label)

it('an advance of which a bank kept its fee is received once that was settled, on the day of its transfer', () => {
  const short = { ...contract, paidKobo: 1_498_000, payments: [receipt(1_498_000, '2026-11-25')] }
  expect(station(short, 'Advance received')).toMatchObject({ at: null, detail: '€14,980 of €15,000' })
  expect(
    station(
      { ...short, credits: [{ kind: 'fee', amountKobo: 2_000, at: '2026-11-21T09:00:00Z' }] },
      'Advance received',
    ),
  ).toEqual({
    ...{ label: 'Advance received', at: '2026-11-25', detail: '€14,980 of €15,000, €20 taken off' },
  })
  // What was taken off is more than the advance: no transfer brought it.
  const granted = {
    ...contract,
    credits: [{ kind: 'write_off', amountKobo: 1_500_000, at: '2026-11-21T09:00:00Z' }] as const,
  }
  expect(station(granted, 'Advance received')?.at).toBeNull()
})

it('a contract that has a surplus after a credit is settled', () => {
  const over = order({
    ...{ ...contract, paymentStatus: 'overpaid', paidKobo: 4_910_567, refundDueKobo: 50 },
    payments: [receipt(1_500_000, '2026-11-25'), receipt(3_410_567, '2026-11-28')],
    credits: [{ kind: 'complaint', amountKobo: 89_483, at: '2026-11-21T09:00:00Z' }],
    disputes: [{ refundKobo: 89_483, resolution: 'refunded' }] as unknown as Order['disputes'],
    events: [{ axis: 'payment', from: 'underpaid', to: 'overpaid', at: '2026-11-28T11:00:00Z' }],
  })
  expect(station(over, 'Settled')).toEqual({
    ...{ label: 'Settled', at: '2026-11-28T11:00:00Z', detail: '€49,105.17 of €49,105.17' },
  })
})
