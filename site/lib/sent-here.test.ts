/** On which day of Lagos something was sent, as the forms say it. */
import { describe, expect, it } from 'vitest'
import { nameDay } from './sent-here.ts'

describe('what was sent from this device', () => {
  it.each([
    ['2026-12-03T23:05:00+01:00', '2026-12-03T23:55:00+01:00', 'today'],
    ['2026-12-03T00:05:00+01:00', '2026-12-03T23:55:00+01:00', 'today'],
    // Before midnight in Lagos, where it is an hour later than in London.
    ['2026-12-03T23:55:00+01:00', '2026-12-04T00:05:00+01:00', 'yesterday'],
    ['2026-12-03T00:05:00+01:00', '2026-12-04T23:55:00+01:00', 'yesterday'],
    ['2026-12-02T23:55:00+01:00', '2026-12-04T00:05:00+01:00', null],
  ])('at %s was sent, at %s, %s', (sent, now, day) => {
    expect(nameDay({ sentAt: Date.parse(sent) }, Date.parse(now))).toBe(day)
  })
})
