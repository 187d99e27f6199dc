/** Bulk orders: what the form asks, which answers it takes, and the statuses an order passes through. */
import * as z from 'zod/mini'
import { answerSchema } from '../answer-schema.ts'
import { getLagosDay } from '../dates.ts'
import { rule } from '../fields.ts'
import { limits } from '../limits.ts'
import { orderProducts } from '../order-products.ts'
import { phoneMessages } from '../phones.ts'
import { quantityMessages, units } from '../quantities.ts'
import type { StatusMachine } from '../status-machines.ts'

export const orderUnits = units

export const paymentTerms = [
  '30% Advance 70% on Delivery',
  '50% Advance 50% on Delivery',
  'Letter of Credit',
  'Cash on Delivery',
  'Bank Transfer',
] as const

export const incoterms = ['FOB', 'CIF', 'CFR', 'EXW', 'DDP'] as const

const shortMax = limits.shortTextMax

/** The form's fields in their order on the page, with the specification's sentences. */
export const orderRequestRules = {
  companyName: rule('Company name', {
    kind: 'line',
    min: 2,
    max: shortMax,
    message: 'Company name must be at least 2 characters',
  }),
  contactPerson: rule('Contact person name', {
    kind: 'line',
    min: 2,
    max: shortMax,
    message: 'Contact person name is required',
  }),
  email: rule('Email address', {
    kind: 'email',
    min: 1,
    max: limits.emailMax,
    message: 'Invalid email address',
  }),
  phone: rule('Phone number', { kind: 'phone', min: 1, max: 40, message: phoneMessages.tooShort }),
  address: rule('Address', {
    kind: 'text',
    min: 10,
    max: limits.addressMax,
    message: 'Address must be at least 10 characters',
  }),
  country: rule('Country', { kind: 'line', min: 2, max: 100, message: 'Country is required' }),
  product: rule('Product', {
    kind: 'option',
    min: 1,
    max: shortMax,
    options: orderProducts,
    message: 'Please select a product',
  }),
  quantity: rule('Quantity', { kind: 'quantity', min: 1, max: 40, message: quantityMessages.required }),
  unit: rule('Unit', {
    kind: 'option',
    min: 1,
    max: shortMax,
    options: orderUnits,
    message: 'Please select a unit',
  }),
  deliveryLocation: rule('Delivery location', {
    kind: 'text',
    min: 5,
    max: limits.addressMax,
    message: 'Delivery location is required',
  }),
  paymentTerms: rule('Payment terms', {
    kind: 'option',
    min: 1,
    max: shortMax,
    options: paymentTerms,
    message: 'Please select payment terms',
  }),
  incoterms: rule('Incoterms', {
    kind: 'option',
    min: 1,
    max: shortMax,
    options: incoterms,
    message: 'Please select incoterms',
  }),
  additionalRequirements: rule('Additional requirements', {
    kind: 'text',
    min: 0,
    max: limits.remarksMax,
    message: 'Additional requirements must be text',
  }),
  preferredDate: rule('Preferred delivery date', {
    kind: 'line',
    min: 0,
    max: 10,
    message: 'Please choose a day that is not in the past',
  }),
}

export type OrderRequestField = keyof typeof orderRequestRules

export const orderRequestSchema = z.object({
  companyName: answerSchema(orderRequestRules.companyName),
  contactPerson: answerSchema(orderRequestRules.contactPerson),
  email: answerSchema(orderRequestRules.email),
  phone: answerSchema(orderRequestRules.phone),
  address: answerSchema(orderRequestRules.address),
  country: answerSchema(orderRequestRules.country),
  product: answerSchema(orderRequestRules.product),
  quantity: answerSchema(orderRequestRules.quantity),
  unit: answerSchema(orderRequestRules.unit),
  deliveryLocation: answerSchema(orderRequestRules.deliveryLocation),
  paymentTerms: answerSchema(orderRequestRules.paymentTerms),
  incoterms: answerSchema(orderRequestRules.incoterms),
  additionalRequirements: z.optional(answerSchema(orderRequestRules.additionalRequirements)),
  preferredDate: z.optional(
    answerSchema(orderRequestRules.preferredDate).check(
      z.refine((day) => day === '' || isDayToCome(day), orderRequestRules.preferredDate.message),
    ),
  ),
})

/** A day that exists, written YYYY-MM-DD, from today in Lagos on. */
function isDayToCome(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== day) return false
  return day >= getLagosDay(new Date())
}

export type OrderRequest = z.output<typeof orderRequestSchema>

/** What submit_order answers. */
export interface SubmittedOrder {
  id: string
  code: string
  status: OrderStatus
  created_at: string
}

export const orderStatuses = ['pending', 'approved', 'declined', 'completed'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const orderMachine: StatusMachine<OrderStatus> = {
  statuses: orderStatuses,
  initial: 'pending',
  transitions: { pending: ['approved', 'declined'], approved: ['completed'], declined: [], completed: [] },
}

export const orderKinds = ['bulk', 'marketplace'] as const
export const paymentStatuses = [
  'unpaid',
  'claimed',
  'confirmed',
  'underpaid',
  'overpaid',
  'refund_due',
  'refunded',
] as const
export const fulfilmentStatuses = ['none', 'preparing', 'dispatched', 'delivered', 'disputed'] as const

/** Stored when the buyer takes an order back: cancellation is a decline with this reason (decision 83). */
export const withdrawnByBuyer = 'withdrawn_by_buyer'

const liquids: readonly string[] = ['Palm Oil']

/** A hint beside the unit when the pair is unusual; never a refusal (decision 85). */
export function findUnitWarning(product: string, unit: string): string | null {
  if (liquids.includes(product) && unit.startsWith('Bags')) {
    return `${product} is not packed in bags. Please choose another unit, or tell us how it should be packed.`
  }
  return null
}

/** A remark for staff when terms seldom go together; the order is taken all the same (decision 86). */
export function findTermsNote(payment: string, incoterm: string): string | null {
  const sellerShipsFar = incoterm === 'CIF' || incoterm === 'CFR' || incoterm === 'FOB'
  if (payment === 'Cash on Delivery' && sellerShipsFar) {
    return `Cash on delivery with ${incoterm}: goods would travel unpaid. Please agree the terms before approving.`
  }
  return null
}
