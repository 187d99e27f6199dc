/** Makes the order: for a member by the client library, for a guest through our server; the same attempt is one order. */
import { type FieldProblem, formMessages, honeypotField } from '#domain/forms.ts'
import {
  type ChangedLine,
  describeTooMuch,
  type GuestOrderAnswer,
  type GuestOrderRequest,
  type MarketRefusal,
  marketMessages,
  marketOrderRules,
  marketPaths,
  type PlacedOrder,
  type PlaceOrderAnswer,
} from '#domain/market/market-orders.ts'
import { isNetworkError, networkHint } from '#site/lib/network.ts'
import { makeProof, type Proof } from '#site/lib/proof.ts'
import { makeUuid } from '#site/lib/random-uuid.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import type { CheckoutAttempt } from './checkout-memory.ts'

const patienceMs = 60_000

export type OrderContent = GuestOrderRequest['request']

export type PlaceOutcome =
  | { kind: 'placed'; order: PlacedOrder; trackingPath: string | null }
  | { kind: 'changed'; lines: readonly ChangedLine[] }
  | { kind: 'invalid'; problems: readonly FieldProblem[] }
  | { kind: 'sessionLost' }
  /** `isSpent`: the attempt's key stands for something else already; the next try is another attempt. */
  | { kind: 'failed'; message: string; isSpent?: boolean }

/** A repeated attempt keeps its key, also after a reload; other content is another order. */
export function planAttempt(content: OrderContent, last: CheckoutAttempt | undefined): CheckoutAttempt {
  const text = JSON.stringify(content)
  return last?.content === text ? last : { key: makeUuid(), content: text }
}

export async function placeAsMember(content: OrderContent, { key }: CheckoutAttempt): Promise<PlaceOutcome> {
  try {
    const client = await getSupabase()
    const { data, error, status } = await client.rpc('place_market_order', {
      request: { items: content.items.map((item) => ({ ...item })), contact: { ...content.contact } },
      context: { idempotencyKey: key },
    })
    if (!error) return readAnswer(data as unknown as PlaceOrderAnswer)
    if (status === 401) return { kind: 'sessionLost' }
    if (isNetworkError(error)) return { kind: 'failed', message: networkHint }
    const field = [error.details, error.hint].find(isContactField)
    if (error.code === '23514' && field)
      return { kind: 'invalid', problems: [{ field, message: error.message }] }
    return { kind: 'failed', message: error.code === '23514' ? error.message : formMessages.unavailable }
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
  proof.catch(() => {}) // it is made again when the order is sent
  return { proof }
}

export async function placeAsGuest(
  content: OrderContent,
  attempt: CheckoutAttempt,
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
  attempt: CheckoutAttempt,
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
  const response = await fetch(marketPaths.orders, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(patienceMs),
  })
  const answer: GuestOrderAnswer | MarketRefusal | null = await response.json().catch(() => null)
  if (!answer) return { kind: 'failed', message: formMessages.unavailable }
  if (
    answer.ok ||
    answer.code === 'lines_changed' ||
    answer.code === 'too_many_open_orders' ||
    answer.code === 'too_much_unpaid'
  )
    return readAnswer(answer)
  if (mayRepeat && answer.code === 'proof') return postAsGuest(content, attempt, homepage, null, false)
  const problems = (answer.errors ?? []).filter(({ field }) => isContactField(field))
  if (problems.length > 0) return { kind: 'invalid', problems }
  return { kind: 'failed', message: answer.message, isSpent: answer.code === 'conflict' }
}

async function findProof(early: EarlyProof | null, key: string): Promise<Proof> {
  if (early && (early.usedFor ?? key) === key) {
    early.usedFor = key
    const made = await early.proof.catch(() => null)
    if (made && made.expiresAt > Date.now()) return made
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
  if (answer.code === 'lines_changed') return { kind: 'changed', lines: answer.lines }
  if (answer.code === 'too_much_unpaid') return { kind: 'failed', message: describeTooMuch(answer) }
  return {
    kind: 'failed',
    message: 'message' in answer ? answer.message : marketMessages.tooManyOpenOrders,
  }
}

function isContactField(name: string | null): name is keyof typeof marketOrderRules {
  return name !== null && Object.hasOwn(marketOrderRules, name)
}
