/** A member's own order, by the client library with their own token; the tables show them theirs and nobody else's. */

import type { PostgrestError } from '@supabase/supabase-js'
import {
  type AcceptDeliveryAnswer,
  type ClaimAnswer,
  type ClaimRequest,
  marketMessages,
  memberOrderPaths,
  type PaymentDetails,
  type ShownPhotos,
  type UploadSlot,
} from '#domain/market/market-orders.ts'
import { claimWords } from '#domain/market/payment-words.ts'
import { fetchJson, ServerError } from '#site/lib/call-server.ts'
import { toServerError } from '#site/lib/database-error.ts'
import { networkHint } from '#site/lib/network.ts'
import { type AppClient, getSupabase } from '#site/lib/supabase.ts'
import type { OrderClient } from './order-client.ts'
import { readOwnOrder } from './own-order.ts'
import { uploadToSlot } from './upload-file.ts'

export function openMemberClient(orderId: string): OrderClient {
  const order = { order_id: orderId }
  const post = <Answer>(path: string, body: object = {}) => fetchJson<Answer>('POST', path, body)
  return {
    key: ['orders', 'one', orderId],
    async read() {
      const order = await request((client) => readOwnOrder(client, orderId))
      if (!order) throw new ServerError(404, marketMessages.notYours)
      return order
    },
    readPaymentDetails: () => callJson<PaymentDetails>((client) => client.rpc('payment_details', order)),
    confirmPrices: (totalKobo) =>
      callJson<PaymentDetails>((client) =>
        client.rpc('confirm_order_prices', { ...order, total_kobo: totalKobo }),
      ),
    acceptDelivery: (priceKobo, day) =>
      callJson<AcceptDeliveryAnswer>((client) =>
        client.rpc('accept_delivery', { ...order, price_kobo: priceKobo, day }),
      ),
    claim(proofPath, amountKobo) {
      const claim: ClaimRequest = {
        words: claimWords.label,
        ...(proofPath && { proofPath }),
        ...(amountKobo && { amountKobo }),
      }
      return callJson<ClaimAnswer>((client) => client.rpc('claim_payment', { ...order, claim: { ...claim } }))
    },
    withdraw: (reason) => post(memberOrderPaths.withdraw(orderId), { reason }),
    sendMessage: (body) => callJson((client) => client.rpc('send_order_message', { ...order, body })),
    openDispute: (dispute) =>
      callJson((client) => client.rpc('open_order_dispute', { ...order, dispute: { ...dispute } })),
    rate: (productId, stars, comment) =>
      callJson((client) =>
        productId === null
          ? client.rpc('rate_order', { ...order, stars, comment })
          : client.rpc('rate_product', { ...order, product_id: productId, stars, comment }),
      ),
    async upload(kind, file, onProgress) {
      const slot = await post<UploadSlot>(memberOrderPaths.upload(orderId), { kind })
      return uploadToSlot(slot, file, onProgress, (path) =>
        post(memberOrderPaths.uploadFinish(orderId), { path }),
      )
    },
    showPhotos: async (paths) => (await post<ShownPhotos>(memberOrderPaths.photos(orderId), { paths })).urls,
    readCredit: () => callJson((client) => client.rpc('letter_of_credit', order)),
    sendCreditDraft: (path) => callJson((client) => client.rpc('send_credit_draft', { ...order, path })),
    acceptQuote: (quoteId, totalKobo) =>
      callJson((client) => client.rpc('accept_quote', { quote_id: quoteId, total_kobo: totalKobo })),
    declineQuote: (quoteId, reason) =>
      callJson((client) => client.rpc('decline_quote', { quote_id: quoteId, reason })),
    makeCounterOffer: (quoteId, offer) =>
      callJson((client) => client.rpc('make_counter_offer', { quote_id: quoteId, offer: { ...offer } })),
  }
}

/** The functions answer JSON, whose shape domain/market/market-orders.ts defines. */
function callJson<Answer>(run: (client: AppClient) => PromiseLike<Answered<unknown>>): Promise<Answer> {
  return request(run) as Promise<Answer>
}

interface Answered<Data> {
  data: Data | null
  error: PostgrestError | null
}

async function request<Data>(run: (client: AppClient) => PromiseLike<Answered<Data>>): Promise<Data> {
  let answer: Answered<Data>
  try {
    answer = await run(await getSupabase())
  } catch {
    throw new ServerError(0, networkHint) // the client itself could not be loaded
  }
  if (answer.error) throw toServerError(answer.error)
  return answer.data as Data
}
