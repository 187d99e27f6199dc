/** What can be done with an order by the member or guest that it belongs to. */
import type { ClaimAnswer, OrderUploadKind, PaymentDetails } from '#domain/market/market-orders.ts'
import type { Order } from '#domain/market/order.ts'
import { ServerError } from '#site/lib/call-server.ts'

/** The words of the button, which are stored with the claim. */
export const claimWords = 'Mark as Payment Successful'

/** What is said when it was pressed, wherever that was: a title and a text. */
export const claimedToast = ['Payment Successful', 'Your order has been placed successfully!'] as const

export interface OrderClient {
  /** Names the order in the memory of this page. */
  key: readonly string[]
  read(): Promise<Order>
  readPaymentDetails(): Promise<PaymentDetails>
  /** The buyer has seen this total and agrees to it. */
  confirmPrices(totalKobo: number): Promise<PaymentDetails>
  claim(proofPath: string | null): Promise<ClaimAnswer>
  withdraw(): Promise<void>
  sendMessage(body: string): Promise<void>
  openDispute(reason: string, photoPaths: readonly string[]): Promise<void>
  rate(productId: string, stars: number, comment: string): Promise<void>
  /** Answers the path under which a claim or a dispute names the file. */
  upload(kind: OrderUploadKind, file: Blob, onProgress: (share: number) => void): Promise<string>
  /** Only members have quotes; the buyer has seen this total. */
  acceptQuote?(quoteId: string, totalKobo: number): Promise<void>
}

/** It cannot be paid any more: the rule that refuses names this in place of a field. */
export const isOver = (error: unknown): error is ServerError =>
  error instanceof ServerError && error.problems[0]?.field === 'not_payable'
