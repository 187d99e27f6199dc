/** A limit of the market in hours, in words. */
import { countHours } from './checkout-questions.ts'

/** '1 hour', '24 hours', '7 days'. */
export function sayHours(hours: number): string {
  return hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : countHours(hours)
}
