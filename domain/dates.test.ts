// Dates: stored in UTC, read in Lagos.
import { describe, expect, it } from 'vitest'
import { formatDate, formatDateInWords, formatDateTime, getLagosDay, readDay } from './dates.ts'

describe('a moment shortly before midnight in London', () => {
  const at = '2026-11-20T23:30:00Z'

  it('is the next day in Lagos, in every form', () => {
    expect(formatDate(at)).toBe('21/11/2026')
    expect(formatDateTime(at)).toBe('21/11/2026, 00:30')
    expect(formatDateInWords(new Date(at))).toBe('21\u00a0November 2026')
    expect(getLagosDay(at)).toBe('2026-11-21')
  })
})

it('a day is read as fields and addresses write it, and nothing else counts as one', () => {
  expect(readDay('2028-02-29')).toBe('2028-02-29')
  for (const text of [null, '', 'abc', '2026-02-29', '2026-13-01', '2026-1-1', '2026-11-22T00:00'])
    expect(readDay(text)).toBe('')
})
