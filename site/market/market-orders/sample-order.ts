/** An order as its buyer reads it, for the tests of what is said about it. */
import type { Order } from '#domain/market/order.ts'

const hour = 60 * 60 * 1000
export const inAnHour = () => new Date(Date.now() + hour).toISOString()

export const placed: Order = {
  id: '1',
  code: 'AG7K4-2X9Q',
  kind: 'marketplace',
  status: 'pending',
  paymentStatus: 'unpaid',
  fulfilmentStatus: 'none',
  totalKobo: 7_000_000,
  deliveryKobo: 0,
  vatKobo: 0,
  vat: null,
  awaitsDelivery: false,
  delivery: null,
  currency: 'NGN',
  createdAt: '2026-11-20T09:00:00Z',
  expiresAt: inAnHour(),
  declineReason: null,
  declineCode: null,
  deliveryAddress: '12 Marina Road, Lagos Island, Lagos',
  remarks: null,
  deliveredAt: null,
  refundDueKobo: 0,
  paidKobo: 0,
  isOnCredit: false,
  goodsReleased: false,
  keptUntil: null,
  pricesChanged: false,
  contact: null,
  requested: null,
  items: [],
  events: [{ axis: 'status', from: null, to: 'pending', at: '2026-11-20T09:00:00Z' }],
  claims: [],
  payments: [],
  messages: [],
  disputes: [],
  credits: [],
  ratings: [],
  quotes: [],
  instalments: [],
}
export const order = (changes: Partial<Order>): Order => ({ ...placed, ...changes })
