/** One order with all that belongs to it: the same shape for a member who queries the tables and for a guest who holds a link. */
import type { FulfilmentStatus, PaymentStatus } from './order-axes.ts'
import type { DeclineCode, OrderStatus, orderKinds } from './orders.ts'
import type { PaymentDue } from './quotes.ts'

/** What a member selects from the tables by PostgREST; public.track_market_order answers a guest under the same names. */
export const orderColumns =
  'id,code,kind,status,payment_status,fulfilment_status,total_amount_kobo,currency,created_at,expires_at,decline_reason,decline_code,delivery_address,special_requirements,delivered_at,refund_due_kobo,credit_terms_reason,crop_type,quantity_text,unit,order_contacts(name,phone,email),order_requests(contact_person,phone,email),order_items(product_id,product_name,farmer_name,pack_amount,pack_unit,price_kobo,quantity,total_kobo,has_reserved_stock,position),order_events(axis,from_value,to_value,created_at),payment_claims(words,note,proof_path,created_at),payments(kind,amount_kobo,value_date,created_at),order_messages(is_from_staff,body,created_at),order_disputes(reason,resolution,resolution_note,refund_kobo,created_at),product_ratings(product_id,stars),quotes(id,status,currency,payment_terms,total_kobo,note,expires_at,created_at,accepted_at,quote_lines(description,quantity,unit,price_kobo,total_kobo,position)),order_instalments(percent,due,amount_kobo,position)'

interface Contact {
  phone: string
  email: string | null
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
  order_requests: (Contact & { contact_person: string }) | null
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
  }[]
  product_ratings: { product_id: string; stars: number }[]
  quotes: {
    id: string
    status: string
    currency: string
    payment_terms: string
    total_kobo: number
    note: string | null
    expires_at: string
    created_at: string
    accepted_at: string | null
    quote_lines: {
      description: string
      quantity: number
      unit: string
      price_kobo: number
      total_kobo: number | null
      position: number
    }[]
  }[]
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

export interface OrderQuote {
  id: string
  status: string
  currency: string
  paymentTerms: string
  totalKobo: number
  note: string | null
  expiresAt: string
  createdAt: string
  acceptedAt: string | null
  lines: {
    position: number
    description: string
    quantity: number
    unit: string
    priceKobo: number
    totalKobo: number
  }[]
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
  requested: { product: string; quantity: string; unit: string } | null
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
  }[]
  ratings: readonly { productId: string; stars: number }[]
  quotes: readonly OrderQuote[]
  instalments: readonly OrderInstalment[]
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
    requested:
      row.kind === 'bulk' ? { product: row.crop_type, quantity: row.quantity_text, unit: row.unit } : null,
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
    })),
    ratings: row.product_ratings.map((rating) => ({ productId: rating.product_id, stars: rating.stars })),
    quotes: row.quotes.map((quote) => ({
      id: quote.id,
      status: quote.status,
      currency: quote.currency,
      paymentTerms: quote.payment_terms,
      totalKobo: quote.total_kobo,
      note: quote.note,
      expiresAt: quote.expires_at,
      createdAt: quote.created_at,
      acceptedAt: quote.accepted_at,
      lines: quote.quote_lines
        .toSorted((one, other) => one.position - other.position)
        .map((line) => ({
          position: line.position,
          description: line.description,
          quantity: line.quantity,
          unit: line.unit,
          priceKobo: line.price_kobo,
          totalKobo: line.total_kobo ?? 0,
        })),
    })),
    instalments: row.order_instalments.map((part) => ({
      percent: part.percent,
      due: part.due as PaymentDue,
      amountKobo: part.amount_kobo,
    })),
  }
}

/**
 * What the buyer has paid towards the total, in minor units: what came, less what went back of a surplus. What went back
 * after a complaint was paid all the same. As private.credited_kobo.
 */
export function countPaid({
  payments,
  disputes,
}: {
  payments: readonly Pick<OrderPayment, 'kind' | 'amountKobo'>[]
  disputes: readonly Pick<Order['disputes'][number], 'refundKobo'>[]
}): number {
  const sum = (wanted: OrderPayment['kind']) =>
    payments.reduce((total, { kind, amountKobo }) => total + (kind === wanted ? amountKobo : 0), 0)
  const conceded = disputes.reduce((total, { refundKobo }) => total + (refundKobo ?? 0), 0)
  return sum('receipt') - Math.max(0, sum('refund') - conceded)
}
