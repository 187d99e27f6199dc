// Dates: stored in UTC, read in Lagos.
import { describe, expect, it } from 'vitest'
import { formatDate, formatDateInWords, formatDateTime, getLagosDay } from './dates.ts'

describe('a moment shortly before midnight in London', () => {
  const moment = '2026-11-20T23:30:00Z'

  it('is the next day in Lagos, in every form', () => {
    expect(formatDate(moment)).toBe('21/11/2026')
    expect(formatDateTime(moment)).toBe('21/11/2026, 00:30')
    expect(formatDateInWords(new Date(moment))).toBe('21 November 2026')
    expect(getLagosDay(moment)).toBe('2026-11-21')
  })
})
