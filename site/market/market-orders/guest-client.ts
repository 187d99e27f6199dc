/** A guest's order by its link: open in this browser by a cookie, or by its secret in a header, never in an address. */

import { formMessages } from '#domain/form-messages.ts'
import { otherLinkMessage } from '#domain/guest-link-words.ts'
import {
  type AcceptDeliveryAnswer,
  type ClaimAnswer,
  type ClaimRequest,
  marketPaths,
  type PaymentDetails,
  type ShownPhotos,
  type UploadSlot,
} from '#domain/market/market-orders.ts'
import type { OrderRow } from '#domain/market/order.ts'
import { claimWords } from '#domain/market/payment-words.ts'
import { readOrder } from '#domain/market/read-order.ts'
import { type Caller, callServer, ServerError } from '#site/lib/call-server.ts'
import type { OrderClient } from './order-client.ts'
import { uploadToSlot } from './upload-file.ts'

/**
 * `token`: of the order that was just placed in this tab. `opening`: which opening of a link the cookie stands for; what is done names
 * the order that this page shows, since another tab may open another link.
 */
export function openGuestClient(link: { token: string } | { opening: number; orderId: string }): OrderClient {
  const holder: Caller = 'token' in link ? { trackingToken: link.token } : { trackedRecord: link.orderId }
  const post = <Answer>(path: string, body: object = {}) => call<Answer>(holder, 'POST', path, body)
  return {
    key: ['tracked-order', 'token' in link ? link.token : `opening ${link.opening} ${link.orderId}`],
    async read() {
      const row = await call<OrderRow>('token' in link ? holder : 'nobody', 'GET', marketPaths.track)
      if ('orderId' in link && link.orderId !== row.id) throw new ServerError(409, otherLinkMessage)
      return readOrder(row)
    },
    readPaymentDetails: () => post<PaymentDetails>(marketPaths.trackPaymentDetails),
    confirmPrices: (totalKobo) => post<PaymentDetails>(marketPaths.trackConfirmPrices, { totalKobo }),
    claim(proofPath, amountKobo) {
      const claim: ClaimRequest = {
        words: claimWords.label,
        ...(proofPath && { proofPath }),
        ...(amountKobo && { amountKobo }),
      }
      return post<ClaimAnswer>(marketPaths.trackClaim, claim)
    },
    acceptDelivery: (priceKobo, day) =>
      post<AcceptDeliveryAnswer>(marketPaths.trackAcceptDelivery, { priceKobo, day }),
    withdraw: () => post(marketPaths.trackWithdraw),
    sendMessage: (body) => post(marketPaths.trackMessage, { body }),
    openDispute: (dispute) => post(marketPaths.trackDispute, dispute),
    rate: (productId, stars, comment) => post(marketPaths.trackRate, { productId, stars, comment }),
    async upload(kind, file, onProgress) {
      const slot = await post<UploadSlot>(marketPaths.trackUpload, { kind })
      return uploadToSlot(slot, file, onProgress, (path) => post(marketPaths.trackUploadFinish, { path }))
    },
    showPhotos: async (paths) => (await post<ShownPhotos>(marketPaths.trackPhotos, { paths })).urls,
  }
}

/** What a question back (409) says: the page prompts for it. */
const questions = ['not_payable', 'account_not_set', 'price_changed']

async function call<Answer>(
  as: Caller,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await callServer(method, path, body, { as, answers: [409] })
  const answer = await response.json()
  if (response.ok || questions.includes(answer?.code)) return answer
  throw new ServerError(
    response.status,
    answer?.message ?? formMessages.unavailable,
    answer?.errors,
    answer?.code,
  )
}
