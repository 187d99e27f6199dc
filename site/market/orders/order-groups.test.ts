import { expect, it } from 'vitest'
import { orderRequestRules } from '#domain/market/orders.ts'
import { orderFieldNames } from './order-groups.ts'

it('the form asks every question of an order once, in the order in which the answers are checked', () => {
  expect(orderFieldNames).toEqual(Object.keys(orderRequestRules))
})
