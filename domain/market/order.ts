/** One order with all that belongs to it: the same shape for a member who queries the tables and for a guest who holds a link. */
import { columnOf } from '../columns.ts'
import type { LinkChannel } from '../guest-links.ts'
import { formatAmount } from '../quantities.ts'
import { type ContractParties, type PartyColumns, readParties } from './contract-parties.ts'
import { type ContractTerms, readTerms } from './contract-terms.ts'
import type { CreditStatus } from './credit-states.ts'
import type { Delivery, DeliveryKind } from './delivery.ts'
import { goodsTermNames, type LineTerms } from './goods-terms.ts'
import type { DisputeWish } from './market-orders.ts'
import type { FulfilmentStatus, PaymentStatus } from './order-axes.ts'
import type { DeclineCode, OrderStatus, orderKinds } from './orders.ts'
import type { PaymentDue, QuoteLineKind } from './quotes.ts'
import type { GoodsVat, QuoteVatLine, VatLine } from './vat.ts'

interface Contact {
  phone: string
  email: string | null
}

export interface RequestRow extends Contact {
  company_name: string
  contact_person: string
  address: string
  country: string
  payment_terms: string
  incoterms: string
  named_place: string | null
  grade: string | null
  packing: string | null
  tolerance_percent: number | null
  target_price: string | null
  purchase_order_number: string | null
  /** Null: where the order goes. */
  delivery_location?: string | null
  order_request_lines: { position: number; product: string; quantity_text: string; unit: string }[]
}

interface TermColumns extends PartyColumns {
  payment_terms: string
  incoterms: string | null
  named_place: string | null
  window_from: string | null
  window_to: string | null
  tolerance_percent: number | null
  grade: string | null
  moisture_max_percent: number | null
  packing: string | null
  hs_code: string | null
  origin: string | null
}

export interface QuoteRow extends TermColumns {
  id: string
  status: string
  currency: string
  total_kobo: number
  note: string | null
  expires_at: string
  created_at: string
  accepted_at: string | null
  declined_at: string | null
  decline_reason: string | null
  agreed_rate?: string | null
  vat_class?: string | null
  vat_rate_bp?: number | null
  vat_reason?: string | null
  vat_lines?: unknown
  counter_offers: (TermColumns & {
    id: string
    prices_kobo: number[]
    quantities: number[]
    currency: string
    total_kobo: number
    note: string | null
    created_at: string
  })[]
  quote_lines: {
    kind: string
    description: string
    quantity: number
    unit: string
    price_kobo: number
    total_kobo: number | null
    position: number
    vat_class?: string | null
    grade?: string | null
    moisture_max_percent?: number | null
    packing?: string | null
    hs_code?: string | null
    origin?: string | null
  }[]
}

/** As the columns are named. A guest learns of credit terms and of a proof that they are there, and no more. */
export interface OrderRow {
  id: string
  code: string
  kind: string
  status: string
  payment_status: string
  fulfilment_status: string
  total_amount_kobo: number | null
  delivery_kobo: number
  vat_kobo: number
  /** VatLine[], as the database wrote it. */
  vat_lines?: unknown
  awaits_delivery: boolean
  currency: string
  created_at: string
  expires_at: string | null
  /** Of a guest's link that ends within days: there is no use in keeping it. */
  link_ends_at?: string | null
  /** Where that link can be sent once more. */
  link_channel?: LinkChannel
  decline_reason: string | null
  decline_code: string | null
  delivery_address: string
  special_requirements: string | null
  delivered_at: string | null
  refund_due_kobo: number
  /** Null of a row that the reader may not read. */
  paid_kobo: number | null
  has_credit_terms: boolean
  goods_released: boolean
  /** OrderHold, as the database wrote it. */
  order_hold?: unknown
  crop_type: string
  quantity_text: string
  unit: string
  order_contacts: (Contact & { name: string }) | null
  /** What is said of it by a bulk order, and by no guest's. */
  delivery_date?: string | null
  order_deliveries: {
    kind: string
    name: string | null
    address: string | null
    hours: string | null
    day: string | null
    weight_grams: number | null
    price_kobo: number | null
    quoted_at: string | null
    accepted_at: string | null
    vat_kobo?: number | null
    earlier_price_kobo?: number | null
    earlier_vat_kobo?: number | null
    earlier_day?: string | null
    day_before?: string | null
    day_changed_at?: string | null
  } | null
  /** None of a guest's. */
  letters_of_credit?: { status: string; draft_at: string | null } | null
  order_requests: RequestRow | null
  order_items: {
    product_id: string | null
    product_name: string
    farmer_name: string
    pack_amount: number
    pack_unit: string
    price_kobo: number
    quantity: number
    total_kobo: number
    has_reserved_stock: boolean
    vat_class: string
    vat_rate_bp: number
  }[]
  order_events: { axis: string; from_value: string | null; to_value: string; created_at: string }[]
  payment_claims: {
    words: string
    note: string | null
    amount_kobo: number | null
    has_proof: boolean
    created_at: string
  }[]
  payments: { kind: string; amount_kobo: number; value_date: string; created_at: string }[]
  order_messages: { is_from_staff: boolean; body: string; created_at: string }[]
  order_disputes: {
    reason: string
    photo_paths: string[]
    resolution: string | null
    resolution_note: string | null
    refund_kobo: number | null
    created_at: string
    line_name: string | null
    amount: number | null
    amount_unit: string | null
    wish: string | null
  }[]
  order_credits: { kind: string; amount_kobo: number; created_at: string }[]
  product_ratings: { product_id: string; stars: number }[]
  /** For a bulk order. */
  order_ratings?: { stars: number } | null
  quotes: QuoteRow[]
  order_instalments: { percent: number; due: string; amount_kobo: number }[]
}

export interface OrderItem {
  productId: string | null
  name: string
  farmer: string
  packAmount: number
  packUnit: string
  priceKobo: number
  quantity: number
  totalKobo: number
  /** These packs are stored for the order; of what is never short none are. */
  hasReservedStock: boolean
  vat: GoodsVat
}

export interface OrderPayment {
  /** A correction's amount is the difference, below nothing where less came than had been recorded. */
  kind: 'receipt' | 'refund' | 'correction'
  amountKobo: number
  valueDate: string
  /** When it was found on the statement: the time of the event that it caused. */
  at: string
}

/** Granted after a complaint, deducted by a bank, or written off. */
export interface OrderCredit {
  kind: 'complaint' | 'fee' | 'write_off'
  amountKobo: number
}

export interface CounterOffer extends ContractTerms {
  id: string
  /** The price of one unit for each line of its quote, in their order. */
  pricesKobo: readonly number[]
  quantities: readonly number[]
  currency: string
  totalKobo: number
  note: string | null
  at: string
}

export interface OrderQuote extends ContractTerms {
  id: string
  status: string
  currency: string
  totalKobo: number
  /** What was written beside it; it changes none of the terms. */
  note: string | null
  expiresAt: string
  createdAt: string
  acceptedAt: string | null
  declinedAt: string | null
  declineReason: string | null
  /** Why it bears the tax of its lines, or none; null in quotes of before. */
  vat: readonly QuoteVatLine[] | null
  /** What the buyer would have agreed to instead. */
  offers: readonly CounterOffer[]
  lines: {
    position: number
    /** A discount has a price below nothing. */
    kind: QuoteLineKind
    description: string
    quantity: number
    unit: string
    priceKobo: number
    totalKobo: number
    /** For goods; null in older quotes that say nothing of VAT. */
    vatClass?: string | null
    /** For goods: what is said of them alone. */
    terms?: LineTerms | null
  }[]
}

/** What a bulk order requested, and who requested it. */
export interface Requested {
  product: string
  quantity: string
  unit: string
  /** Further products of the same request. */
  lines: readonly { product: string; quantity: string; unit: string }[]
  preferredDate: string | null
  terms: ContractTerms
  /** The buyer's country. */
  country: string
  targetPrice: string | null
  purchaseOrderNumber: string | null
}

export interface OrderInstalment {
  percent: number
  due: PaymentDue
  amountKobo: number
}

/** What the next step of an order that is to be paid depends on, as private.order_hold answers it. */
export interface OrderHold {
  /** Until when the goods wait for the rest of their money; null where no part of it came. */
  keptUntil: string | null
  /** A price is another one since its 24 hours are over: it is confirmed before anything is transferred. */
  pricesChanged: boolean
}

export interface Order extends OrderHold {
  id: string
  code: string
  kind: (typeof orderKinds)[number]
  status: OrderStatus
  paymentStatus: PaymentStatus
  fulfilmentStatus: FulfilmentStatus
  /** Null until it is quoted. */
  totalKobo: number | null
  /** What of the total is delivery, and what VAT. */
  deliveryKobo: number
  vatKobo: number
  /** How the VAT comes about; null of orders from before. */
  vat: readonly VatLine[] | null
  /** Its delivery is quoted first, and the buyer has not accepted yet. */
  awaitsDelivery: boolean
  /** How it reaches its buyer; null of a bulk order, and of orders from before there was a choice. */
  delivery: Delivery | null
  currency: string
  createdAt: string
  expiresAt: string | null
  declineReason: string | null
  declineCode: DeclineCode | null
  deliveryAddress: string
  remarks: string | null
  deliveredAt: string | null
  refundDueKobo: number
  /** What the buyer has paid, as the ledger has it: what came, less what went back of a surplus. As private.paid_kobo. */
  paidKobo: number
  /** The goods leave before their money; when it is due was agreed in person. */
  isOnCredit: boolean
  /** Since nobody found its money in time its goods are for sale again, or since then its day was given to others. */
  goodsReleased: boolean
  /** Counts where both sides agreed on a letter of credit. */
  creditStatus?: CreditStatus
  /** Its draft has come; while one is awaited all the same, it was not taken. */
  hasCreditDraft?: boolean
  contact: { name: string; phone: string; email: string | null } | null
  /** What a bulk order requests; a marketplace order has items instead. */
  requested: Requested | null
  items: readonly OrderItem[]
  events: readonly {
    axis: 'status' | 'payment' | 'fulfilment' | 'credit'
    from: string | null
    to: string
    at: string
  }[]
  claims: readonly {
    words: string
    note: string | null
    /** Null: they did not say. */
    amountKobo: number | null
    hasProof: boolean
    at: string
  }[]
  payments: readonly OrderPayment[]
  messages: readonly { isFromStaff: boolean; body: string; at: string }[]
  disputes: readonly {
    reason: string
    photoPaths: readonly string[]
    resolution: 'rejected' | 'replaced' | 'refunded' | null
    note: string | null
    refundKobo: number | null
    at: string
    lineName: string | null
    amount: number | null
    amountUnit: string | null
    wish: DisputeWish | null
  }[]
  /** What was taken off without money. */
  credits: readonly (OrderCredit & { at: string })[]
  /** Without a product: of the whole order. */
  ratings: readonly { productId: string | null; stars: number }[]
  quotes: readonly OrderQuote[]
  instalments: readonly OrderInstalment[]
}

/** "2 Containers (20ft) of Cocoa Beans, 10 Tons of Ginger". */
export function describeRequested(requested: Requested): string {
  return [requested, ...requested.lines]
    .map(({ product, quantity, unit }) => `${formatAmount(quantity, unit)} of ${product}`)
    .join(', ')
}

type OrderedRow = Pick<
  OrderRow,
  'crop_type' | 'quantity_text' | 'unit' | 'delivery_address' | 'delivery_date'
>

export function readRequest(row: OrderedRow, request: RequestRow): Requested {
  return {
    product: row.crop_type,
    quantity: row.quantity_text,
    unit: row.unit,
    lines: request.order_request_lines
      .toSorted((one, other) => one.position - other.position)
      .map(({ product, quantity_text, unit }) => ({ product, quantity: quantity_text, unit })),
    preferredDate: row.delivery_date ?? null,
    terms: {
      ...readTerms({ ...request }),
      buyerCompany: request.company_name,
      buyerContact: request.contact_person,
      buyerAddress: request.address,
      buyerCountry: request.country,
      deliverTo: request.delivery_location ?? row.delivery_address,
    },
    country: request.country,
    targetPrice: request.target_price,
    purchaseOrderNumber: request.purchase_order_number,
  }
}

/** `ofRequest`: the parties as the request has them, for what a quote leaves open. */
export function readQuotes(
  quotes: readonly QuoteRow[],
  ofRequest: Partial<ContractParties> = {},
): OrderQuote[] {
  return quotes.map((quote) => readQuote(quote, ofRequest))
}

function readQuote(quote: QuoteRow, ofRequest: Partial<ContractParties>): OrderQuote {
  return {
    ...readTerms({ ...quote }),
    ...readParties(quote, ofRequest),
    id: quote.id,
    status: quote.status,
    currency: quote.currency,
    totalKobo: quote.total_kobo,
    note: quote.note,
    expiresAt: quote.expires_at,
    createdAt: quote.created_at,
    acceptedAt: quote.accepted_at,
    declinedAt: quote.declined_at,
    declineReason: quote.decline_reason,
    vat: readQuoteVat(quote),
    offers: quote.counter_offers.map((offer) => ({
      ...readTerms({ ...offer }),
      ...readParties(offer, ofRequest),
      id: offer.id,
      pricesKobo: offer.prices_kobo,
      quantities: offer.quantities,
      currency: offer.currency,
      totalKobo: offer.total_kobo,
      note: offer.note,
      at: offer.created_at,
    })),
    lines: quote.quote_lines
      .toSorted((one, other) => one.position - other.position)
      .map((line) => ({
        position: line.position,
        kind: line.kind as QuoteLineKind,
        description: line.description,
        quantity: line.quantity,
        unit: line.unit,
        priceKobo: line.price_kobo,
        totalKobo: line.total_kobo ?? 0,
        vatClass: line.kind === 'goods' ? (line.vat_class ?? quote.vat_class ?? null) : null,
        terms: readLineTerms(line),
      })),
  }
}

function readLineTerms(line: Readonly<Record<string, unknown>>): LineTerms | null {
  const said = goodsTermNames.flatMap((name) => {
    const value = line[columnOf(name)]
    return value == null ? [] : [[name, String(value)]]
  })
  return said.length > 0 ? Object.fromEntries(said) : null
}

/** In quotes of before goods had classes of their own, the one of all. */
export function readQuoteVat(quote: QuoteRow): readonly QuoteVatLine[] | null {
  if (quote.vat_lines) return quote.vat_lines as readonly QuoteVatLine[]
  const { vat_class: vatClass, vat_rate_bp: rateBp, vat_reason: reason } = quote
  if (!vatClass || rateBp == null || !reason) return null
  const taxes = quote.quote_lines.filter(({ kind }) => kind === 'tax')
  const vatKobo = taxes.reduce((sum, line) => sum + (line.total_kobo ?? 0), 0)
  return [{ vatClass, rateBp, reason, baseKobo: quote.total_kobo - vatKobo, vatKobo }]
}

export function readDelivery(row: NonNullable<OrderRow['order_deliveries']>): Delivery {
  const kind = row.kind as DeliveryKind
  return {
    kind,
    name: row.name,
    address: row.address,
    hours: row.hours,
    day: row.day,
    weightGrams: row.weight_grams,
    priceKobo: row.price_kobo,
    vatKobo: row.vat_kobo,
    isAgreed: kind !== 'quote' || row.accepted_at !== null,
    quotedAt: row.quoted_at,
    agreedAt: row.accepted_at,
    dayBefore: row.day_before,
    dayChangedAt: row.day_changed_at,
  }
}

export const readCredit = ({
  kind,
  amount_kobo,
}: Pick<OrderRow['order_credits'][number], 'kind' | 'amount_kobo'>): OrderCredit => ({
  kind: kind as OrderCredit['kind'],
  amountKobo: amount_kobo,
})

/** What the money of an order is counted from. */
export interface OrderMoney {
  payments: readonly Pick<OrderPayment, 'kind' | 'amountKobo'>[]
  disputes: readonly Pick<Order['disputes'][number], 'refundKobo'>[]
  credits: readonly OrderCredit[]
  /** What still has to go back. */
  refundDueKobo: number
}

/** What the complaints of an order were granted in all. */
export const countGranted = ({
  disputes,
}: {
  disputes: readonly Pick<Order['disputes'][number], 'refundKobo'>[]
}): number => disputes.reduce((total, { refundKobo }) => total + (refundKobo ?? 0), 0)

/** What was taken off the balance, of one kind or in all. */
export const countTakenOff = ({ credits }: Pick<OrderMoney, 'credits'>, kind?: OrderCredit['kind']): number =>
  credits.reduce((total, credit) => total + (!kind || credit.kind === kind ? credit.amountKobo : 0), 0)

/** What complaints granted as money, beside what they took off the balance. */
export const countGrantedAsMoney = (money: Pick<OrderMoney, 'disputes' | 'credits'>): number =>
  countGranted(money) - countTakenOff(money, 'complaint')

/** What the net price has less than the total: what was granted in any way, kept by a bank or written off. */
export const countDeducted = (money: Pick<OrderMoney, 'disputes' | 'credits'>): number =>
  countGrantedAsMoney(money) + countTakenOff(money)

export interface Net {
  grantedKobo: number
  /** Kept by a bank, or written off. */
  settledKobo: number
  netKobo: number
}

/** What is left of the price in the end, as page and desk say it; null where nothing was granted or settled. As private.net_kobo. */
export function countNet(
  money: Pick<OrderMoney, 'disputes' | 'credits'>,
  status: string,
  totalKobo: number | null,
): Net | null {
  const grantedKobo = countGranted(money)
  const settledKobo = countDeducted(money) - grantedKobo
  if (totalKobo === null || status === 'declined' || grantedKobo + settledKobo === 0) return null
  return { grantedKobo, settledKobo, netKobo: totalKobo - grantedKobo - settledKobo }
}

/** What counts towards the total: money that does not go back, and what was granted or taken off. As private.credited_kobo. */
export const countTowards = (money: OrderMoney): number =>
  countReceived(money) - money.refundDueKobo + countDeducted(money)

/** What was paid of the net price: not the money that a complaint granted, sent back or not. */
export const countPaidOfNet = (money: OrderMoney & Pick<Order, 'paidKobo'>): number =>
  countGrantedAsMoney(money) > 0 ? countReceived(money) - money.refundDueKobo : money.paidKobo

const sumOf = ({ payments }: Pick<OrderMoney, 'payments'>, ...wanted: OrderPayment['kind'][]): number =>
  payments.reduce((total, { kind, amountKobo }) => total + (wanted.includes(kind) ? amountKobo : 0), 0)

/** What the company has of it: what came, less what went back. As private.received_kobo. */
export const countReceived = (money: Pick<OrderMoney, 'payments'>): number =>
  sumOf(money, 'receipt', 'correction') - sumOf(money, 'refund')
