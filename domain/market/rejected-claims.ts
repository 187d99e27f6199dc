/** Claims that finance did not find on our statement: their buyers must not pay twice. */
import { formatMoney } from '../money.ts'
import type { Order, OrderPayment } from './order.ts'

export interface ClaimStory {
  claims: readonly Pick<Order['claims'][number], 'amountKobo' | 'at'>[]
  events: readonly { axis: string; from: string | null; to: string; at: string }[]
  payments: readonly Pick<OrderPayment, 'kind' | 'at'>[]
}

/** A claim that ends without money: what had come before is as it was. */
export const isRejection = (
  { axis, from, to, at }: ClaimStory['events'][number],
  payments: ClaimStory['payments'],
): boolean =>
  axis === 'payment' &&
  from === 'claimed' &&
  (to === 'unpaid' ||
    (to === 'underpaid' && !payments.some((payment) => payment.kind === 'receipt' && payment.at === at)))

/** The step that ended the claim; a proof that came later is a claim, too, and ends with the first. */
const findEnd = (claimedAt: string, events: ClaimStory['events']) =>
  events.find(({ axis, from, at }) => axis === 'payment' && from === 'claimed' && at > claimedAt)

export function isRejected(claimedAt: string, { events, payments }: Omit<ClaimStory, 'claims'>): boolean {
  const end = findEnd(claimedAt, events)
  return end !== undefined && isRejection(end, payments)
}

/** What the claims said that one step ended, or that none has ended yet; null: no amount. */
export const findClaimedUntil = (
  end: { at: string } | null,
  { claims, events }: Omit<ClaimStory, 'payments'>,
): number | null =>
  claims.findLast(({ amountKobo, at }) => amountKobo !== null && findEnd(at, events)?.at === end?.at)
    ?.amountKobo ?? null

/** Said while the last claim is the one that was not found, and nothing came since; else empty. */
export function describeNotFound(story: ClaimStory, currency: string): string {
  const end = findEnd(story.claims.at(-1)?.at ?? '', story.events)
  if (!end || !isRejection(end, story.payments)) return ''
  if (story.payments.some(({ kind, at }) => kind === 'receipt' && at > end.at)) return ''
  const amountKobo = findClaimedUntil(end, story)
  const ofIt = amountKobo === null ? '' : ` of ${formatMoney(amountKobo, currency)}`
  return `We did not find your transfer${ofIt} on our statement.`
}

export const notTwice = 'If you have sent it, attach the proof or write to us; do not send it twice.'
