import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { msUntilMidnightInLagos, onMidnightInLagos } from './midnight.ts'

describe('midnight in Lagos', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['2026-11-20T22:59:59.000Z', 1_000],
    ['2026-11-20T23:00:00.000Z', 24 * 3_600_000],
    ['2026-11-20T11:00:00.000Z', 12 * 3_600_000],
  ])('from %s is %i ms away', (now, ms) => {
    expect(msUntilMidnightInLagos(new Date(now))).toBe(ms)
  })

  it('comes every day until it is called off', () => {
    vi.setSystemTime('2026-11-20T22:00:00.000Z')
    let days = 0
    const callOff = onMidnightInLagos(() => days++)
    vi.advanceTimersByTime(3_600_000)
    expect(days).toBe(1)
    vi.advanceTimersByTime(24 * 3_600_000)
    expect(days).toBe(2)
    callOff()
    vi.advanceTimersByTime(48 * 3_600_000)
    expect(days).toBe(2)
  })
})
