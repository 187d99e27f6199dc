import { expect, it } from 'vitest'
import type { OrderRequest } from '#domain/market/order-request.ts'
import { planAttempt } from './attempt.ts'

const request: OrderRequest = {
  companyName: 'Lowland Foods',
  contactPerson: 'Ada Eze',
  email: 'ada@buyers.test',
  phone: '+2348031234567',
  address: '12 Marina Road, Lagos',
  country: 'Nigeria',
  product: 'Ginger',
  quantity: '20',
  unit: 'Tons',
  deliveryLocation: 'Apapa port',
  paymentTerms: 'Letter of Credit',
  incoterms: 'FOB',
}

it('the same order sent again has the same key, also after a reload', () => {
  const first = planAttempt(request, undefined)
  expect(planAttempt({ ...request }, JSON.parse(JSON.stringify(first)))).toEqual(first)
})

it('a changed order is another order', () => {
  const first = planAttempt(request, undefined)
  expect(planAttempt({ ...request, quantity: '21' }, first).key).not.toBe(first.key)
})
