/** Orders of the marketplace: what the checkout asks, and what place_market_order answers. */
import * as z from 'zod/mini'
import { answerSchema } from './answer-schema.ts'
import { rule } from './fields.ts'
import { limits } from './limits.ts'
import { nigerianStates } from './nigeria/states.ts'
import type { FulfilmentStatus, PaymentStatus } from './order-axes.ts'
import type { OrderStatus } from './orders.ts'
import { phoneMessages } from './phones.ts'

/** The fields of the checkout in their order on the page. Everything but the email and the remarks is required. */
export const marketOrderRules = {
  name: rule('Name', { kind: 'line', min: 2, max: 100, message: 'Name must be at least 2 characters' }),
  phone: rule('Phone number', { kind: 'phone', min: 1, max: 40, message: phoneMessages.tooShort }),
  email: rule('Email address', {
    kind: 'email',
    min: 0,
    max: limits.emailMax,
    message: 'Invalid email address',
  }),
  address: rule('Delivery address', {
    kind: 'text',
    min: 5,
    max: 300,
    message: 'Delivery address must be at least 5 characters',
  }),
  state: rule('State', {
    kind: 'option',
    min: 1,
    max: limits.shortTextMax,
    options: nigerianStates.map(({ value }) => value),
    message: 'Please select state',
  }),
  lga: rule('Local government area', {
    kind: 'line',
    min: 2,
    max: 100,
    message: 'Local government area is required',
  }),
  remarks: rule('Remarks', { kind: 'text', min: 0, max: limits.remarksMax, message: 'Remarks must be text' }),
}

export const marketOrderSchema = z.object({
  name: answerSchema(marketOrderRules.name),
  phone: answerSchema(marketOrderRules.phone),
  email: z.optional(answerSchema(marketOrderRules.email)),
  address: answerSchema(marketOrderRules.address),
  state: answerSchema(marketOrderRules.state),
  lga: answerSchema(marketOrderRules.lga),
  remarks: z.optional(answerSchema(marketOrderRules.remarks)),
})
export type MarketOrderContact = z.output<typeof marketOrderSchema>

/** A line as the buyer saw it; another price in the database is asked about, never charged. */
export interface MarketOrderLine {
  productId: string
  quantity: number
  priceKobo: number
}

/** A line that is not as the buyer saw it: gone (isAvailable false), dearer, cheaper, or short of stock. */
export interface ChangedLine {
  productId: string
  name: string | null
  isAvailable: boolean
  priceKobo: number | null
  seenPriceKobo: number
  stock: number | null
  quantity: number
}

export interface PlacedOrder {
  ok: true
  id: string
  code: string
  status: OrderStatus
  paymentStatus: PaymentStatus
  fulfilmentStatus: FulfilmentStatus
  totalKobo: number
  currency: string
  createdAt: string
  expiresAt: string
  priceLockedUntil: string
  isNew: boolean
}

export type PlaceOrderAnswer =
  | PlacedOrder
  | { ok: false; code: 'lines_changed'; lines: ChangedLine[] }
  | { ok: false; code: 'too_many_open_orders' }

/** What payment_details answers: the account to pay into, or why it is not shown. */
export type PaymentDetails =
  | {
      ok: true
      bankName: string
      accountName: string
      accountNumber: string
      /** When the account last changed. */
      changedAt: string
      /** The reference; the phone number is the second one. */
      code: string
      phone: string | null
      currency: string
      totalKobo: number
      dueKobo: number
      expiresAt: string | null
    }
  | { ok: false; code: 'not_payable' | 'account_not_set' }
  | {
      ok: false
      code: 'price_changed'
      lines: { productId: string; name: string; quantity: number; seenPriceKobo: number; priceKobo: number }[]
      totalKobo: number
    }
