/** '1 hour', '48 hours': in hours, however many. */
export const inHours = (hours: number) => `${hours} ${hours === 1 ? 'hour' : 'hours'}`

/** A limit in hours, in words: '1 hour', '24 hours', '7 days'. */
export function sayHours(hours: number): string {
  return hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : inHours(hours)
}
