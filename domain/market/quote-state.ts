/** How a quote stands, in the words of a list. */
import { getLagosDay } from '../dates.ts'

/** "quoted, waits for answer, expires tomorrow", after its amount: how the last quote of an order stands. Days are those of Lagos. */
export function describeQuoteState(expiresAt: string, now: Date): string {
  if (new Date(expiresAt) <= now) return 'quoted, no answer, expired'
  const days = countDays(expiresAt, now)
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
  return `quoted, waits for answer, expires ${when}`
}

function countDays(at: string, now: Date): number {
  const dayOf = (date: Date) => Date.parse(`${getLagosDay(date)}T00:00:00Z`) / 86_400_000
  return dayOf(new Date(at)) - dayOf(now)
}
