// Money: whole kobo inside, naira with separators outside.
import { describe, expect, it } from 'vitest'
import { formatMoney, formatNaira, formatOnPaper, parseNaira } from './money.ts'

describe('an amount', () => {
  it.each([
    [0, '₦0'],
    [5, '₦0.05'],
    [3500000, '₦35,000'],
    [3500050, '₦35,000.50'],
    [-123456, '-₦1,234.56'],
    [9_007_199_254_740_993n, '₦90,071,992,547,409.93'],
  ])('of %s kobo is shown as %s', (kobo, shown) => {
    expect(formatNaira(kobo)).toBe(shown)
  })

  it('may be in dollars', () => {
    expect(formatMoney(1250000, 'USD')).toBe('US$12,500')
    expect(formatOnPaper(6_859_200, 'USD')).toBe('USD 68,592.00')
    expect(formatOnPaper(185_050, 'EUR')).toBe('EUR 1,850.50')
    expect(formatOnPaper(3_500_000, 'NGN')).toBe('₦35,000')
  })

  it.each([
    ['35,000', 3500000],
    ['₦35,000.5', 3500050],
    ['0.05', 5],
  ])('typed as %s is read', (typed, kobo) => {
    expect(parseNaira(typed)).toBe(kobo)
  })

  it.each(['', '-1', '1.234', '35,00', 'abc', '9'.repeat(20)])('typed as %j is refused', (typed) => {
    expect(parseNaira(typed)).toBeNull()
  })
})
