import { expect, it } from 'vitest'
import { namePayment } from '#domain/admin/order-state-words.ts'
import type { AdminOrder } from './order-data.ts'
import { ordersKind } from './order-kinds.tsx'

it('the history of an order calls its money as the badge does', () => {
  const read = (value: string) => ordersKind.nameValue?.('payment', value, {} as AdminOrder)
  expect(read('less_than_due')).toBe(namePayment('underpaid', true))
  expect([read('less_than_due'), read('underpaid'), read('confirmed')]).toEqual([
    'Underpaid',
    'Part paid',
    'Confirmed',
  ])
})
