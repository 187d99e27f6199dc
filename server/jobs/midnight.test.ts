import { describe, expect, it } from 'vitest'
import { msUntilHourInLagos, msUntilMidnightInLagos } from './midnight.ts'

describe('midnight in Lagos', () => {
  it.each([
    ['2026-11-20T22:59:59.000Z', 1_000],
    ['2026-11-20T23:00:00.000Z', 24 * 3_600_000],
    ['2026-11-20T11:00:00.000Z', 12 * 3_600_000],
  ])('from %s is %i ms away', (now, ms) => {
    expect(msUntilMidnightInLagos(new Date(now))).toBe(ms)
  })
})

describe('seven in the morning in Lagos', () => {
  it.each([
    ['2026-11-20T05:59:59.000Z', 1_000],
    ['2026-11-20T06:00:00.000Z', 24 * 3_600_000],
    ['2026-11-19T23:30:00.000Z', 6.5 * 3_600_000],
  ])('from %s is %i ms away', (now, ms) => {
    expect(msUntilHourInLagos(new Date(now), 7)).toBe(ms)
  })
})
