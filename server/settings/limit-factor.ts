// One setting for all limits of the public forms: an operator gives more, or less, of everything at once.
import type { Limit } from '#platform/settings.ts'

/** The same limits with `factor` times as many uses; of each kind at least one. */
export function multiplyLimits<Limits extends object>(limits: Limits, factor: number): Limits {
  const entries = Object.entries(limits).map(([kind, value]) => [
    kind,
    isLimit(value)
      ? { ...value, count: Math.max(1, Math.round(value.count * factor)) }
      : multiplyLimits(value, factor),
  ])
  return Object.fromEntries(entries)
}

function isLimit(value: object): value is Limit {
  return 'count' in value && 'windowSeconds' in value
}
