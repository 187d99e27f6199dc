/** The limits of the market and the periods of retention in sentences, with their units, and what a change of one brings. */

import { sayHours } from '#domain/hours.ts'
import type { marketLimits } from '#domain/market/market-limits.ts'
import { formatMoney, parseNaira } from '#domain/money.ts'
import { formatCount } from '#domain/numbers.ts'

type LimitName = keyof typeof marketLimits

interface LimitWords {
  /** `{}` stands for the value with its unit. */
  sentence: string
  /** What a higher value brings, where it could do harm. */
  risk?: string
}

const alone = 'One person alone could then move more money. Somebody else has to approve it first.'
const held = 'More goods wait for people who have not paid, and nobody else can buy them meanwhile.'
const ends = 'Orders that are open now keep the hours that they began with.'

export const limitWords: Readonly<Record<LimitName, LimitWords>> = {
  confirm_alone_max_kobo: { sentence: 'One person alone records a payment of up to {}.', risk: alone },
  confirm_alone_max_cents: { sentence: 'In dollars, one person alone records up to {}.', risk: alone },
  refund_alone_max_kobo: {
    sentence: 'One person alone sends back, or takes off a balance, up to {}.',
    risk: alone,
  },
  refund_alone_max_cents: {
    sentence: 'In dollars, one person alone sends back, or takes off a balance, up to {}.',
    risk: alone,
  },
  line_quantity_max: { sentence: 'A buyer orders at most {} packs of one product at a time.' },
  order_lines_max: { sentence: 'An order has at most {} different products.' },
  farmer_products_max: { sentence: 'A farm offers at most {} products.' },
  price_lock_hours: { sentence: 'The price of an order stays as it is for {}.' },
  member_expiry_hours: { sentence: 'An unpaid order of a member ends after {}.', risk: ends },
  guest_expiry_hours: { sentence: 'An unpaid order of a guest ends after {}.', risk: ends },
  quote_wait_hours: { sentence: 'An order whose delivery nobody has priced ends after {}.', risk: ends },
  member_reminder_hours: { sentence: 'A member is reminded to pay {} before the order ends.' },
  guest_reminder_hours: { sentence: 'A guest is reminded to pay {} before the order ends.' },
  claim_hold_hours: { sentence: 'Goods that a buyer says are paid wait for our bank for {}.', risk: held },
  part_paid_hold_hours: { sentence: 'Goods that are paid in part wait for the rest for {}.', risk: held },
  member_open_orders_max: { sentence: 'A member has at most {} unpaid orders at a time.', risk: held },
  guest_phone_open_orders_max: {
    sentence: 'A guest’s phone number has at most {} unpaid orders.',
    risk: held,
  },
  guest_device_open_orders_max: { sentence: 'A guest’s device has at most {} unpaid orders.', risk: held },
  member_hold_packs: { sentence: 'A member holds {} packs of a product unpaid in any case.', risk: held },
  guest_hold_packs: { sentence: 'A guest holds {} packs of a product unpaid in any case.', risk: held },
  member_hold_percent: {
    sentence: 'Beyond that, a member holds at most {} of what is for sale.',
    risk: held,
  },
  guest_hold_percent: { sentence: 'Beyond that, a guest holds at most {} of what is for sale.', risk: held },
  member_hold_sum_kobo: { sentence: 'A member holds goods of at most {} unpaid.', risk: held },
  guest_hold_sum_kobo: { sentence: 'A guest holds goods of at most {} unpaid.', risk: held },
}

export function unitOfLimit(name: string): string {
  if (name.endsWith('_kobo')) return '₦'
  if (name.endsWith('_cents')) return 'US$'
  if (name.endsWith('_hours')) return 'hours'
  return name.endsWith('_percent') ? '%' : ''
}

export function sayLimit(name: string, value: number): string {
  if (name.endsWith('_kobo')) return formatMoney(value, 'NGN')
  if (name.endsWith('_cents')) return formatMoney(value, 'USD')
  if (name.endsWith('_percent')) return `${value}%`
  return name.endsWith('_hours') ? sayHours(value) : formatCount(value)
}

const sentenceOf = (name: string) =>
  name in limitWords ? limitWords[name as LimitName].sentence : `${name}: {}`

export function describeLimit(name: string, value: number): string {
  return sentenceOf(name).replace('{}', sayLimit(name, value))
}

/** The sentence of a limit, whatever its value: "An order has at most ... different products" */
export function nameLimit(name: string): string {
  return sentenceOf(name).replace('{}', '...').replace(/\.$/, '')
}

/** As it is typed, in the unit of the limit; null: it cannot be read. */
export function readLimit(name: string, text: string): number | null {
  const isMoney = /_(kobo|cents)$/.test(name)
  const plain = text.trim().replaceAll(',', '')
  const value = isMoney ? parseNaira(text) : /^\d{1,9}$/.test(plain) ? Number(plain) : null
  return value && value <= 2_147_483_647 ? value : null
}

/** As it is typed. */
export function writeLimit(name: string, value: number): string {
  return /_(kobo|cents)$/.test(name) ? (value / 100).toLocaleString('en-NG') : String(value)
}

export const retentionUnits = ['days', 'months', 'years'] as const

/** '7 years' of PostgreSQL's '7 years', '30 days' and '1 mon'; null for what is none of these alone. */
export function sayPeriod(interval: string): string {
  return interval === '00:00:00'
    ? 'not at all'
    : interval.replace(/\bmons?\b/, (unit) => (unit === 'mon' ? 'month' : 'months'))
}
