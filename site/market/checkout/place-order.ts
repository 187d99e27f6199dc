/** Makes the order: for a member by the client library, for a guest through our server; the same attempt is one order. */
import { type FieldProblem, honeypotField } from '#domain/forms.ts'
import type { DeliveryChoice, DeliveryOptions } from '#domain/market/delivery.ts'
import {
  type ChangedLine,
  describeTooMuch,
  type GuestOrderAnswer,
  type GuestOrderRequest,
  marketMessages,
  marketOrderRules,
  marketPaths,
  type PlacedOrder,
  type PlaceOrderAnswer,
} from '#domain/market/market-orders.ts'
import { type Refusal, readFieldRefusal } from '#domain/refusals.ts'
import { fetchJson, longTimeoutMs, ServerError } from '#site/lib/call-server.ts'
import { toServerError } from '#site/lib/database-error.ts'
import type { Attempt } from '#site/lib/form/attempt.ts'
import { networkHint } from '#site/lib/network.ts'
import { makeProof, type Proof } from '#site/lib/proof.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export type OrderContent = GuestOrderRequest['request']

export type PlaceOutcome =
  | { kind: 'placed'; order: PlacedOrder; trackingPath: string | null }
  | { kind: 'changed'; lines: readonly ChangedLine[] }
  | { kind: 'deliveryChanged'; options: DeliveryOptions }
  | { kind: 'invalid'; problems: readonly FieldProblem[] }
  | { kind: 'sessionLost' }
  /** `isSpent`: no order was made of it, or its key stands for something else: the next try is another attempt. */
  | { kind: 'failed'; message: string; isSpent?: boolean }

export async function placeAsMember(content: OrderContent, { key }: Attempt): Promise<PlaceOutcome> {
  try {
    const client = await getSupabase()
    const { data, error, status } = await client.rpc('place_market_order', {
      request: {
        items: content.items.map((item) => ({ ...item })),
        contact: { ...content.contact },
        ...asJson(content.delivery),
        ...(content.vatKobo !== undefined && { vatKobo: content.vatKobo }),
      },
      context: { idempotencyKey: key },
    })
    if (!error) return readAnswer(data as unknown as PlaceOrderAnswer)
    if (status === 401) return { kind: 'sessionLost' }
    const problem = readFieldRefusal(error, isContactField)
    if (problem) return { kind: 'invalid', problems: [problem] }
    const { message, mayTryAgain } = toServerError(error)
    return { kind: 'failed', message, isSpent: !mayTryAgain }
  } catch {
    return { kind: 'failed', message: networkHint } // the client itself could not be loaded
  }
}

/** Work that is done while the person is still typing; a proof serves one attempt. */
export interface EarlyProof {
  proof: Promise<Proof>
  usedFor?: string
}

export function beginProof(): EarlyProof {
  const proof = makeProof(marketPaths.proof)
  proof.catch(() => {}) // it is computed again when the order is sent
  return { proof }
}

export async function placeAsGuest(
  content: OrderContent,
  attempt: Attempt,
  homepage: string,
  early: EarlyProof | null,
): Promise<PlaceOutcome> {
  try {
    return await postAsGuest(content, attempt, homepage, early, true)
  } catch {
    return { kind: 'failed', message: networkHint }
  }
}

async function postAsGuest(
  content: OrderContent,
  attempt: Attempt,
  homepage: string,
  early: EarlyProof | null,
  mayRepeat: boolean,
): Promise<PlaceOutcome> {
  const request: GuestOrderRequest = {
    request: content,
    idempotencyKey: attempt.key,
    proof: (await findProof(early, attempt.key)).text,
    ...(homepage && { [honeypotField]: homepage }),
  }
  try {
    const answer = await fetchJson<GuestOrderAnswer | Refusal>('POST', marketPaths.orders, request, {
      as: 'nobody',
      timeoutMs: longTimeoutMs,
      answers: [409],
    })
    if (isAnswer(answer)) return readAnswer(answer)
    return { kind: 'failed', message: answer.message, isSpent: true }
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    if (mayRepeat && error.code === 'proof') return postAsGuest(content, attempt, homepage, null, false)
    const problems = error.problems.filter(({ field }) => isContactField(field))
    if (problems.length > 0) return { kind: 'invalid', problems }
    return { kind: 'failed', message: error.message, isSpent: !error.mayTryAgain }
  }
}

const isAnswer = (answer: GuestOrderAnswer | Refusal): answer is GuestOrderAnswer =>
  answer.ok ||
  ['lines_changed', 'delivery_changed', 'too_many_open_orders', 'too_much_unpaid'].includes(answer.code)

async function findProof(early: EarlyProof | null, key: string): Promise<Proof> {
  if (early && (early.usedFor ?? key) === key) {
    early.usedFor = key
    const created = await early.proof.catch(() => null)
    if (created && created.expiresAt > Date.now()) return created
  }
  return makeProof(marketPaths.proof)
}

function readAnswer(answer: GuestOrderAnswer | PlaceOrderAnswer): PlaceOutcome {
  if (answer.ok)
    return {
      kind: 'placed',
      order: answer,
      trackingPath: 'trackingPath' in answer ? answer.trackingPath : null,
    }
  if (answer.code === 'delivery_changed') return { kind: 'deliveryChanged', options: answer.delivery }
  if (answer.code === 'lines_changed') return { kind: 'changed', lines: answer.lines }
  if (answer.code === 'too_much_unpaid')
    return { kind: 'failed', message: describeTooMuch(answer), isSpent: true }
  return {
    kind: 'failed',
    isSpent: true,
    message: 'message' in answer ? answer.message : marketMessages.tooManyOpenOrders,
  }
}

function asJson(delivery: DeliveryChoice | undefined) {
  return delivery && { delivery: { ...delivery } }
}

/** The page's prompts. */
function isContactField(name: string): name is 'delivery' | keyof typeof marketOrderRules {
  return name === 'delivery' || Object.hasOwn(marketOrderRules, name)
}
