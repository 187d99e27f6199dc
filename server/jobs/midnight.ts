// The clock of the company: the day changes at midnight in Lagos, and pages that show a date are drawn again then.

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
// West Africa Time is UTC+1 the whole year; Nigeria has no summer time.
const lagosOffsetMs = hourMs

export function msUntilMidnightInLagos(now: Date): number {
  return msUntilHourInLagos(now, 0)
}

export function msUntilHourInLagos(now: Date, hour: number): number {
  return dayMs - ((now.getTime() + lagosOffsetMs - hour * hourMs + dayMs) % dayMs)
}
