/** Orders of the marketplace: the questions of the checkout, and what every address under /market is sent and answers. */
import { rule } from '../fields.ts'
import { trackPaths } from '../guest-links.ts'
import { limits } from '../limits.ts'
import { formatMoney } from '../money.ts'
import { nigerianStates } from '../nigeria/states.ts'
import { phoneMessages } from '../phones.ts'
import type { Delivery, DeliveryChoice, DeliveryOptions } from './delivery.ts'
import type { FulfilmentStatus, PaymentStatus } from './order-axes.ts'
import type { OrderLimits } from './order-limits.ts'
import type { OrderStatus } from './orders.ts'
import type { VatLine } from './vat.ts'

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

/** A line as the buyer saw it; another price in the database is confirmed by the buyer first, never charged silently. */
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
  deliveryKobo: number
  vatKobo: number
  vat: VatLine[] | null
  /** Its delivery is quoted first: nothing is to be paid yet, and nothing runs out. */
  awaitsDelivery: boolean
  delivery: Delivery | null
  currency: string
  createdAt: string
  expiresAt: string | null
  priceLockedUntil: string | null
  isNew: boolean
}

export type PlaceOrderAnswer =
  | PlacedOrder
  | { ok: false; code: 'lines_changed'; lines: ChangedLine[] }
  | DeliveryChanged
  | { ok: false; code: 'too_many_open_orders' }
  | TooMuchUnpaid

/** Price or day of the delivery are others by now: what there is to choose from. */
export interface DeliveryChanged {
  ok: false
  code: 'delivery_changed'
  delivery: DeliveryOptions
}

/** More than someone may hold without having paid: of which products, and of all together where the sum is too much. */
export interface TooMuchUnpaid {
  ok: false
  code: 'too_much_unpaid'
  lines: { productId: string; name: string; quantity: number; allowed: number }[]
  sumKobo: number
  /** What is left of the sum; null: the sum is not what is too much. */
  leftKobo: number | null
}

/** How much is possible, in words for the checkout. */
export function describeTooMuch({ lines, sumKobo, leftKobo }: Omit<TooMuchUnpaid, 'ok' | 'code'>): string {
  const sentences = lines.map(({ name, allowed }) =>
    allowed > 0
      ? `${name}: at most ${allowed.toLocaleString('en-NG')} ${allowed === 1 ? 'pack' : 'packs'} in one order.`
      : `${name}: your orders that are not paid yet hold as many packs as they can.`,
  )
  if (leftKobo !== null)
    sentences.push(
      `Orders that are not paid yet can hold goods worth ${formatMoney(sumKobo, 'NGN')} together; ${formatMoney(leftKobo, 'NGN')} of it is left.`,
    )
  return `This is more than we can reserve before it is paid. ${sentences.join(' ')} Please order less, or call us if you need more.`
}

/** What payment_details answers: the account to pay into, or why it is not shown. */
export type PaymentDetails =
  | {
      ok: true
      bankName: string
      accountName: string
      accountNumber: string
      /** For an account that is not in naira, as the two below. */
      bankAddress?: string
      swiftBic?: string
      /** The bank that money from abroad passes through, where there is one. */
      correspondent?: string
      /** When the account last changed. */
      changedAt: string
      /** The reference; the phone number is the second one. */
      code: string
      phone: string | null
      currency: string
      totalKobo: number
      dueKobo: number
      /** After it the page hides the account; a claim is heard until the order is declined. Null: it no longer runs out. */
      expiresAt: string | null
      limits: OrderLimits
    }
  /** A letter of credit is paid by a bank, against documents. */
  | { ok: false; code: 'not_payable' | 'letter_of_credit' }
  | { ok: false; code: 'account_not_set'; currency?: string }
  | {
      ok: false
      code: 'price_changed'
      lines: { productId: string; name: string; quantity: number; seenPriceKobo: number; priceKobo: number }[]
      totalKobo: number
    }

/**
 * Addresses of server/market. Guests show their link by its cookie, or its secret in `trackingTokenHeader`. Members call the functions
 * by rpc with their own token, and come here with `authorization: Bearer …` only where a path takes an order's id.
 * Every refusal is a Refusal (domain/refusals.ts).
 */
export const marketPaths = {
  /** GET: a challenge (see registrationPaths.proof), and the device's name as a cookie. */
  proof: '/market/proof',
  /** POST GuestOrderRequest -> GuestOrderAnswer, for guests; 201 for a new order, 200 for the same attempt again. */
  orders: '/market/orders',
  /** GET -> OrderRow; 404 for the link of a registration, as for any other that leads to no order of a guest. */
  track: trackPaths.order,
  /** POST {} -> PaymentDetails */
  trackPaymentDetails: '/market/track/payment-details',
  /** POST { totalKobo } -> PaymentDetails */
  trackConfirmPrices: '/market/track/confirm-prices',
  /** POST ClaimRequest -> ClaimAnswer */
  trackClaim: '/market/track/claim',
  /** POST { priceKobo, day } -> AcceptDeliveryAnswer */
  trackAcceptDelivery: '/market/track/accept-delivery',
  /** POST {} -> OrderSummary */
  trackWithdraw: '/market/track/withdraw',
  /** POST { body } -> { ok: true } */
  trackMessage: '/market/track/message',
  /** POST DisputeRequest -> { ok: true } */
  trackDispute: '/market/track/dispute',
  /** POST { productId, stars, comment? } -> { ok: true } */
  trackRate: '/market/track/rate',
  /** POST { kind } -> UploadSlot */
  trackUpload: '/market/track/upload',
  /** POST { path } -> { ok: true, path } */
  trackUploadFinish: '/market/track/upload/finish',
  /** POST { paths } -> ShownPhotos */
  trackPhotos: '/market/track/photos',
} as const

/** For members, whose token only the server may act on here: as trackWithdraw, trackUpload, trackUploadFinish and trackPhotos. */
export const memberOrderPaths = {
  withdraw: (orderId: string) => `/market/orders/${orderId}/withdraw`,
  upload: (orderId: string) => `/market/orders/${orderId}/upload`,
  uploadFinish: (orderId: string) => `/market/orders/${orderId}/upload/finish`,
  photos: (orderId: string) => `/market/orders/${orderId}/photos`,
} as const

/** POST /market/orders. */
export interface GuestOrderRequest {
  request: {
    items: MarketOrderLine[]
    /** As typed: the server and the database read it by marketOrderRules. */
    contact: Partial<Record<keyof typeof marketOrderRules, string>>
    delivery?: DeliveryChoice
    /** As it was shown; another one is answered like another delivery. */
    vatKobo?: number
  }
  /** A uuid for each filled-in checkout: the same one again, also after a reload, is the same order and the same link. */
  idempotencyKey: string
  /** btoa(JSON.stringify({ challenge, solution })) for marketPaths.proof. A proof serves one idempotencyKey. */
  proof: string
  /** The field that people do not see (honeypotField). */
  homepage?: string
}

/** 201 or 200 when ok; 409 with what the page has to confirm or show otherwise, and then nothing is stored. */
export type GuestOrderAnswer =
  | (PlacedOrder & {
      /** '/track#…', the secret link of this order: the guest's only key to it. */
      trackingPath: string
    })
  | { ok: false; code: 'lines_changed'; message: string; lines: ChangedLine[] }
  | (DeliveryChanged & { message: string })
  | { ok: false; code: 'too_many_open_orders'; message: string }
  | (TooMuchUnpaid & { message: string })

/** What most functions on an order answer. */
export type OrderSummary = PlacedOrder

/** claim_payment, and POST /market/track/claim. */
export interface ClaimRequest {
  /** The words of the button. */
  words: string
  note?: string
  /** How much was sent; without it, what is due, or all that is left where nothing is due yet. */
  amountKobo?: number
  /** What upload/finish answered; without it there is no proof. A claimed order takes one later in the same way. */
  proofPath?: string
}

/**
 * The order with paymentStatus 'claimed'; or the question that has to be answered before (a price has changed). What
 * cannot be paid any more is refused with the hint (by rpc) or field `not_payable` and a sentence for the buyer.
 */
export type ClaimAnswer = OrderSummary | Exclude<PaymentDetails, { ok: true }>

/** accept_delivery, and POST /market/track/accept-delivery: the order, or what is offered by now. */
export type AcceptDeliveryAnswer = OrderSummary | { ok: false; code: 'delivery_changed'; offer: Delivery }

/** open_order_dispute, and POST /market/track/dispute. */
export interface DisputeRequest {
  reason: string
  /** What upload/finish answered; at most disputePhotosMax. */
  photoPaths?: string[]
  /** The line's position; left out, it is about the whole order. */
  line?: number
  /** How much of the line, as a plain number. */
  amount?: string
  wish?: DisputeWish
}

/** What a buyer wishes for goods that are not as they should be; the answer is what staff decide. */
export const disputeWishes = ['replace', 'refund', 'credit'] as const
export type DisputeWish = (typeof disputeWishes)[number]

export const disputePhotosMax = 6

export type OrderUploadKind = 'proof' | 'dispute'

/** Private buckets; nobody writes there but through a slot. Staff who may read the orders sign addresses of objects. */
export const orderUploadBuckets: Readonly<Record<OrderUploadKind, string>> = {
  proof: 'payment-proofs',
  dispute: 'dispute-photos',
}
export const orderUploadBytesMax = 2 * 1024 * 1024

/**
 * A place for one file: PUT it to `/storage/v1/object/upload/sign/{bucket}/{path}?token={token}` (storage.from(bucket)
 * .uploadToSignedUrl(path, token, file)), then POST { path } to upload/finish. JPEG, PNG, WebP, and PDF for a proof.
 */
export interface UploadSlot {
  ok: true
  bucket: string
  path: string
  token: string
}

/** Addresses of the photos of a complaint, good for a minute, in the order of their paths. */
export interface ShownPhotos {
  ok: true
  urls: string[]
}

export const marketMessages = {
  notYours: 'This is none of your orders.',
  notFound: 'This link does not lead to an order.',
  signIn: 'Please sign in to see your orders.',
  linesChanged: 'A price or the stock has changed. Please look at your order again.',
  tooManyOpenOrders:
    'You have several orders that are not paid yet. Please pay or withdraw one of them before you order again.',
  tooManyOpenOrdersOfGuest:
    'With this phone number, or from this device, several orders are not paid yet. Please pay or withdraw one of them. If they are not yours, sign in to order, or call us.',
  fileMissing: 'The file has not arrived yet. Please send it again.',
  proofActive:
    'This PDF has a password, a script or another file in it, so we do not open it. Please print it to a new PDF, or send a picture of it.',
  proofUnreadable: 'This file could not be read. Please use a PDF, or a JPEG, PNG or WebP picture.',
  photoUnreadable: 'This photo could not be read. Please use a JPEG, PNG or WebP picture.',
} as const
