/** What can be done with an order by the member or guest that it belongs to. */

import type { LetterOfCredit } from '#domain/market/letters-of-credit.ts'
import type {
  AcceptDeliveryAnswer,
  ClaimAnswer,
  DisputeRequest,
  OrderUploadKind,
  PaymentDetails,
} from '#domain/market/market-orders.ts'
import type { Order } from '#domain/market/order.ts'
import { ServerError } from '#site/lib/call-server.ts'

export interface OrderClient {
  /** Names the order in the memory of this page. */
  key: readonly string[]
  read(): Promise<Order>
  readPaymentDetails(): Promise<PaymentDetails>
  /** The buyer has seen this total and agrees to it. */
  confirmPrices(totalKobo: number): Promise<PaymentDetails>
  /** Without an amount: what is due. */
  claim(proofPath: string | null, amountKobo?: number): Promise<ClaimAnswer>
  /** The buyer agrees to this price and day of a delivery that was quoted. */
  acceptDelivery(priceKobo: number, day: string): Promise<AcceptDeliveryAnswer>
  /** A contract that was agreed on needs the reason. */
  withdraw(reason?: string): Promise<void>
  sendMessage(body: string): Promise<void>
  openDispute(dispute: DisputeRequest): Promise<void>
  /** Without a product: a bulk order as a whole. */
  rate(productId: string | null, stars: number, comment: string): Promise<void>
  /** Answers the path under which a claim or a dispute names the file. */
  upload(kind: OrderUploadKind, file: Blob, onProgress: (share: number) => void): Promise<string>
  /** Addresses, good for a minute, of the photos of a complaint. */
  showPhotos(paths: readonly string[]): Promise<readonly string[]>
  /** For a member's order: what is agreed on its letter of credit; null: none is. */
  readCredit?(): Promise<LetterOfCredit | null>
  /** The path that `upload` answered. */
  sendCreditDraft?(path: string): Promise<void>
  /** Only members have quotes; the buyer has seen this total. */
  acceptQuote?(quoteId: string, totalKobo: number): Promise<void>
  declineQuote?(quoteId: string, reason: string): Promise<void>
  makeCounterOffer?(quoteId: string, offer: object): Promise<void>
}

/** How old what a page says of an order and its payment may be while its buyer looks at it. */
export const readAgainMs = 60_000

/** It cannot be paid any more: the rule that refuses names this in place of a field. */
export const isOver = (error: unknown): error is ServerError =>
  error instanceof ServerError && error.problems[0]?.field === 'not_payable'
