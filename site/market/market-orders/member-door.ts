/** A member's own order, by the client library with their own token; the tables show them theirs and nobody else's. */
import type { PostgrestError } from '@supabase/supabase-js'
import { formMessages } from '#domain/forms.ts'
import {
  type ClaimAnswer,
  type ClaimRequest,
  type DisputeRequest,
  memberOrderPaths,
  type PaymentDetails,
  type UploadSlot,
} from '#domain/market/market-orders.ts'
import { callServer, ServerRefusal } from '#site/lib/call-server.ts'
import { isNetworkError, networkHint } from '#site/lib/network.ts'
import { getSupabase, type HouseClient } from '#site/lib/supabase.ts'
import { claimWords, type OrderDoor, OrderProblem } from './order-door.ts'
import { readOwnOrder } from './own-order.ts'
import { uploadToSlot } from './upload-file.ts'

export function openMemberDoor(orderId: string): OrderDoor {
  const order = { order_id: orderId }
  const post = <Answer>(path: string, body: object = {}) => postAsMember<Answer>(path, body)
  return {
    key: ['orders', 'one', orderId],
    async read() {
      const order = await ask((client) => readOwnOrder(client, orderId))
      if (!order) throw new OrderProblem('This is none of your orders.', { isUnknown: true })
      return order
    },
    readPaymentDetails: () => askJson<PaymentDetails>((client) => client.rpc('payment_details', order)),
    confirmPrices: (totalKobo) =>
      askJson<PaymentDetails>((client) =>
        client.rpc('confirm_order_prices', { ...order, total_kobo: totalKobo }),
      ),
    claim(proofPath) {
      const claim: ClaimRequest = { words: claimWords, ...(proofPath && { proofPath }) }
      return askJson<ClaimAnswer>((client) => client.rpc('claim_payment', { ...order, claim: { ...claim } }))
    },
    withdraw: () => post(memberOrderPaths.withdraw(orderId)),
    sendMessage: (body) => askJson((client) => client.rpc('send_order_message', { ...order, body })),
    openDispute(reason, photoPaths) {
      const dispute: DisputeRequest = { reason, photoPaths: [...photoPaths] }
      return askJson((client) => client.rpc('open_order_dispute', { ...order, dispute: { ...dispute } }))
    },
    rate: (productId, stars, comment) =>
      askJson((client) => client.rpc('rate_product', { ...order, product_id: productId, stars, comment })),
    async upload(kind, file, onProgress) {
      const slot = await post<UploadSlot>(memberOrderPaths.upload(orderId), { kind })
      return uploadToSlot(slot, file, onProgress, (path) =>
        post(memberOrderPaths.uploadFinish(orderId), { path }),
      )
    },
    acceptQuote: (quoteId, totalKobo) =>
      askJson((client) => client.rpc('accept_quote', { quote_id: quoteId, total_kobo: totalKobo })),
  }
}

/** The functions answer JSON, whose shape domain/market/market-orders.ts tells. */
function askJson<Answer>(run: (client: HouseClient) => PromiseLike<Answered<unknown>>): Promise<Answer> {
  return ask(run) as Promise<Answer>
}

interface Answered<Data> {
  data: Data | null
  error: PostgrestError | null
}

async function ask<Data>(run: (client: HouseClient) => PromiseLike<Answered<Data>>): Promise<Data> {
  let answer: Answered<Data>
  try {
    answer = await run(await getSupabase())
  } catch {
    throw new OrderProblem(networkHint) // the client itself could not be loaded
  }
  if (answer.error) throw tellProblem(answer.error)
  return answer.data as Data
}

/** The database's own sentences are for people where it refuses a rule (23514) or a flood (PT429). */
function tellProblem(error: PostgrestError): OrderProblem {
  if (isNetworkError(error)) return new OrderProblem(networkHint)
  if (error.code === 'P0002') return new OrderProblem(error.message, { isUnknown: true })
  if (error.code === '23514') return new OrderProblem(error.message, { isOver: error.hint === 'not_payable' })
  if (error.code === 'PT429') return new OrderProblem(formMessages.tooMany)
  return new OrderProblem(formMessages.unavailable)
}

async function postAsMember<Answer>(path: string, body: object): Promise<Answer> {
  try {
    return await (await callServer('POST', path, body)).json()
  } catch (error) {
    if (!(error instanceof ServerRefusal)) throw new OrderProblem(networkHint)
    throw new OrderProblem(error.problems[0]?.message ?? error.message, { isUnknown: error.status === 404 })
  }
}
