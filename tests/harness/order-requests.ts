// Bulk orders to test with: a request whose every answer is fine, and how a person sends it. domain/market/orders.test.ts
// spells its own, to the letter of the specification.
import { randomUUID } from 'node:crypto'
import type { App, Person } from './migrated-database.ts'

/** An order request whose every answer is fine. */
export const goodRequest = {
  companyName: 'Rotterdam Cocoa BV',
  contactPerson: 'Ada Obi',
  email: 'ada@example.com',
  phone: '0803 123 4567',
  address: '12 Marina Road, Lagos',
  country: 'Nigeria',
  product: 'Cocoa Beans',
  quantity: '1,250.5',
  unit: 'Tons',
  deliveryLocation: 'Apapa Port',
  paymentTerms: 'Letter of Credit',
  incoterms: 'FOB',
  namedPlace: 'Apapa Port',
  additionalRequirements: 'Fermented beans',
}

/** Sends an order as the person; answers what submit_order answers. */
export async function submitOrder(app: App, person: Person, request: object = goodRequest) {
  const { rows } = await app.as<{ order: { id: string; code: string; status: string } }>(
    person.caller,
    'select public.submit_order($1, $2) as order',
    [JSON.stringify(request), randomUUID()],
  )
  const order = rows[0]?.order
  if (!order) throw new Error('submit_order answered nothing')
  return order
}
