/** One order with all that belongs to it: the same shape for a member who queries the tables and for a guest who holds a link. */
import { type ContractTerms, readTerms } from './contract-terms.ts'
import type { Delivery, DeliveryKind } from './delivery.ts'
import type { DisputeWish } from './market-orders.ts'
import type { FulfilmentStatus, PaymentStatus } from './order-axes.ts'
import type { DeclineCode, OrderStatus, orderKinds } from './orders.ts'
import type { PaymentDue, QuoteLineKind } from './quotes.ts'
import type { VatLine } from './vat.ts'

/** What a member selects from the tables by PostgREST; public.track_market_order answers a guest under the same names. */
export const orderColumns =
  'id,code,kind,status,payment_status,fulfilment_status,total_amount_kobo,delivery_kobo,vat_kobo,vat_lines,awaits_delivery,currency,created_at,expires_at,decline_reason,decline_code,delivery_address,special_requirements,delivered_at,refund_due_kobo,credit_terms_reason,crop_type,quantity_text,unit,order_contacts(name,phone,email),order_deliveries(kind,name,address,hours,day,weight_grams,price_kobo,quoted_at,accepted_at,vat_kobo),delivery_date,order_requests(company_name,contact_person,phone,email,address,country,payment_terms,incoterms,named_place,grade,packing,tolerance_percent,target_price,purchase_order_number,order_request_lines(position,product,quantity_text,unit)),order_items(product_id,product_name,farmer_name,pack_amount,pack_unit,price_kobo,quantity,total_kobo,has_reserved_stock,position),order_events(axis,from_value,to_value,created_at),payment_claims(words,note,proof_path,created_at),payments(kind,amount_kobo,value_date,created_at),order_messages(is_from_staff,body,created_at),order_disputes(reason,resolution,resolution_note,refund_kobo,created_at,line_name,amount,amount_unit,wish),order_credits(kind,amount_kobo),product_ratings(product_id,stars),quotes(id,status,currency,payment_terms,incoterms,named_place,window_from,window_to,tolerance_percent,grade,moisture_max_percent,packing,hs_code,origin,total_kobo,note,expires_at,created_at,accepted_at,declined_at,decline_reason,agreed_rate,vat_class,vat_rate_bp,vat_reason,counter_offers(id,prices_kobo,total_kobo,payment_terms,incoterms,named_place,window_from,window_to,tolerance_percent,grade,moisture_max_percent,packing,hs_code,origin,note,created_at),quote_lines(kind,description,quantity,unit,price_kobo,total_kobo,position)),order_instalments(percent,due,amount_kobo,position)'

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
  order_request_lines: { position: number; product: string; quantity_text: string; unit: string }[]
}

interface TermColumns {
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
  counter_offers: (TermColumns & {
    id: string
    prices_kobo: number[]
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
  decline_reason: string | null
  decline_code: string | null
  delivery_address: string
  special_requirements: string | null
  delivered_at: string | null
  refund_due_kobo: number
  has_credit_terms: boolean
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
  } | null
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
  }[]
  order_events: { axis: string; from_value: string | null; to_value: string; created_at: string }[]
  payment_claims: { words: string; note: string | null; has_proof: boolean; created_at: string }[]
  payments: { kind: string; amount_kobo: number; value_date: string }[]
  order_messages: { is_from_staff: boolean; body: string; created_at: string }[]
  order_disputes: {
    reason: string
    resolution: string | null
    resolution_note: string | null
    refund_kobo: number | null
    created_at: string
    line_name: string | null
    amount: number | null
    amount_unit: string | null
    wish: string | null
  }[]
  order_credits: { kind: string; amount_kobo: number }[]
  product_ratings: { product_id: string; stars: number }[]
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
}

export interface OrderPayment {
  kind: 'receipt' | 'refund'
  amountKobo: number
  valueDate: string
}

/** Granted after a complaint, deducted by a bank, or written off. */
export interface OrderCredit {
  kind: 'complaint' | 'fee' | 'write_off'
  amountKobo: number
}

export interface CounterOffer extends ContractTerms {
  id: string
  /** Of one unit of each line of its quote, in their order. */
  pricesKobo: readonly number[]
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
  vat: { vatClass: string; rateBp: number; reason: string } | null
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
  buyer: { company: string; contactPerson: string; address: string; country: string }
  targetPrice: string | null
  purchaseOrderNumber: string | null
}

export interface OrderInstalment {
  percent: number
  due: PaymentDue
  amountKobo: number
}

export interface Order {
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
  /** The goods leave before their money; when it is due was agreed in person. */
  isOnCredit: boolean
  contact: { name: string; phone: string; email: string | null } | null
  /** What a bulk order requests; a marketplace order has items instead. */
  requested: Requested | null
  items: readonly OrderItem[]
  events: readonly {
    axis: 'status' | 'payment' | 'fulfilment'
    from: string | null
    to: string
    at: string
  }[]
  claims: readonly { words: string; note: string | null; hasProof: boolean; at: string }[]
  payments: readonly OrderPayment[]
  messages: readonly { isFromStaff: boolean; body: string; at: string }[]
  disputes: readonly {
    reason: string
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
  credits: readonly OrderCredit[]
  ratings: readonly { productId: string; stars: number }[]
  quotes: readonly OrderQuote[]
  instalments: readonly OrderInstalment[]
}

/** "2 Containers (20ft) of Cocoa Beans, 10 Tons of Ginger". */
export function describeRequested(requested: Requested): string {
  return [requested, ...requested.lines]
    .map(({ product, quantity, unit }) => `${quantity} ${unit} of ${product}`)
    .join(', ')
}

type OrderedRow = Pick<OrderRow, 'crop_type' | 'quantity_text' | 'unit' | 'delivery_date'>

export function readRequest(row: OrderedRow, request: RequestRow): Requested {
  const { company_name, contact_person, address, country } = request
  return {
    product: row.crop_type,
    quantity: row.quantity_text,
    unit: row.unit,
    lines: request.order_request_lines
      .toSorted((one, other) => one.position - other.position)
      .map(({ product, quantity_text, unit }) => ({ product, quantity: quantity_text, unit })),
    preferredDate: row.delivery_date ?? null,
    terms: readTerms({ ...request }),
    buyer: { company: company_name, contactPerson: contact_person, address, country },
    targetPrice: request.target_price,
    purchaseOrderNumber: request.purchase_order_number,
  }
}

export function readQuote(quote: QuoteRow): OrderQuote {
  return {
    ...readTerms({ ...quote }),
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
    vat:
      quote.vat_class && quote.vat_rate_bp != null && quote.vat_reason
        ? { vatClass: quote.vat_class, rateBp: quote.vat_rate_bp, reason: quote.vat_reason }
        : null,
    offers: quote.counter_offers.map((offer) => ({
      ...readTerms({ ...offer }),
      id: offer.id,
      pricesKobo: offer.prices_kobo,
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
      })),
  }
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
    agreedAt: row.accepted_at,
  }
}

export function readOrder(row: OrderRow): Order {
  const request = row.order_requests
  const contact = row.order_contacts ?? (request && { ...request, name: request.contact_person })
  return {
    id: row.id,
    code: row.code,
    kind: row.kind as Order['kind'],
    status: row.status as OrderStatus,
    paymentStatus: row.payment_status as PaymentStatus,
    fulfilmentStatus: row.fulfilment_status as FulfilmentStatus,
    totalKobo: row.total_amount_kobo,
    deliveryKobo: row.delivery_kobo,
    vatKobo: row.vat_kobo,
    vat: (row.vat_lines ?? null) as Order['vat'],
    awaitsDelivery: row.awaits_delivery,
    delivery: row.order_deliveries && readDelivery(row.order_deliveries),
    currency: row.currency,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    declineReason: row.decline_reason,
    declineCode: row.decline_code as DeclineCode | null,
    deliveryAddress: row.delivery_address,
    remarks: row.special_requirements,
    deliveredAt: row.delivered_at,
    refundDueKobo: row.refund_due_kobo,
    isOnCredit: row.has_credit_terms,
    contact: contact && { name: contact.name, phone: contact.phone, email: contact.email },
    requested: row.kind === 'bulk' && request ? readRequest(row, request) : null,
    items: row.order_items.map((item) => ({
      productId: item.product_id,
      name: item.product_name,
      farmer: item.farmer_name,
      packAmount: item.pack_amount,
      packUnit: item.pack_unit,
      priceKobo: item.price_kobo,
      quantity: item.quantity,
      totalKobo: item.total_kobo,
      hasReservedStock: item.has_reserved_stock,
    })),
    events: row.order_events.map((event) => ({
      axis: event.axis as Order['events'][number]['axis'],
      from: event.from_value,
      to: event.to_value,
      at: event.created_at,
    })),
    claims: row.payment_claims.map(({ words, note, has_proof, created_at }) => ({
      words,
      note,
      hasProof: has_proof,
      at: created_at,
    })),
    payments: row.payments.map((payment) => ({
      kind: payment.kind as OrderPayment['kind'],
      amountKobo: payment.amount_kobo,
      valueDate: payment.value_date,
    })),
    messages: row.order_messages.map((message) => ({
      isFromStaff: message.is_from_staff,
      body: message.body,
      at: message.created_at,
    })),
    disputes: row.order_disputes.map((dispute) => ({
      reason: dispute.reason,
      resolution: dispute.resolution as Order['disputes'][number]['resolution'],
      note: dispute.resolution_note,
      refundKobo: dispute.refund_kobo,
      at: dispute.created_at,
      lineName: dispute.line_name,
      amount: dispute.amount,
      amountUnit: dispute.amount_unit,
      wish: dispute.wish as DisputeWish | null,
    })),
    credits: row.order_credits.map(readCredit),
    ratings: row.product_ratings.map((rating) => ({ productId: rating.product_id, stars: rating.stars })),
    quotes: row.quotes.map(readQuote),
    instalments: row.order_instalments.map((part) => ({
      percent: part.percent,
      due: part.due as PaymentDue,
      amountKobo: part.amount_kobo,
    })),
  }
}

export const readCredit = ({ kind, amount_kobo }: OrderRow['order_credits'][number]): OrderCredit => ({
  kind: kind as OrderCredit['kind'],
  amountKobo: amount_kobo,
})

/** What the money of an order is counted from. */
export interface OrderMoney {
  payments: readonly Pick<OrderPayment, 'kind' | 'amountKobo'>[]
  disputes: readonly Pick<Order['disputes'][number], 'refundKobo'>[]
  credits: readonly OrderCredit[]
}

/** What the complaints of an order were granted in all. */
export const countGranted = ({ disputes }: Pick<OrderMoney, 'disputes'>): number =>
  disputes.reduce((total, { refundKobo }) => total + (refundKobo ?? 0), 0)

/** What was taken off the balance, of one kind or in all. */
export const countTakenOff = ({ credits }: Pick<OrderMoney, 'credits'>, kind?: OrderCredit['kind']): number =>
  credits.reduce((total, credit) => total + (!kind || credit.kind === kind ? credit.amountKobo : 0), 0)

/** What counts towards the total: money, and what was taken off. As private.credited_kobo. */
export const countTowards = (money: OrderMoney): number => countPaid(money) + countTakenOff(money)

/**
 * What the buyer has paid, in minor units: what came, less what went back of a surplus. What went back after a complaint
 * was paid all the same. As private.paid_kobo.
 */
export function countPaid({ payments, disputes, credits }: OrderMoney): number {
  const sum = (wanted: OrderPayment['kind']) =>
    payments.reduce((total, { kind, amountKobo }) => total + (kind === wanted ? amountKobo : 0), 0)
  const conceded = countGranted({ disputes }) - countTakenOff({ credits }, 'complaint')
  return sum('receipt') - Math.max(0, sum('refund') - conceded)
}
