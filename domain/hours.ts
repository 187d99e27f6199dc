/** A limit in hours, in words: '1 hour', '24 hours', '7 days'. */
export function sayHours(hours: number): string {
  if (hours % 24 === 0 && hours > 24) return `${hours / 24} days`
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}
