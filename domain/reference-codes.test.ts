// Reference codes, here of orders: short, and every typing error is noticed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeAlphabet, formatReference, isLikeReference, parseReference } from './reference-codes.ts'

const code = fc
  .array(fc.constantFrom(...codeAlphabet), { minLength: 6, maxLength: 6 })
  .map((payload) => formatReference('AG', payload.join('')))
const symbolPlaces = [2, 3, 4, 6, 7, 8, 9]

describe('a reference code', () => {
  it('has at most ten characters, none of which looks like another', () => {
    expect(codeAlphabet).not.toMatch(/[01ILO]/)
    fc.assert(
      fc.property(code, (text) => {
        expect(text.length).toBeLessThanOrEqual(10)
        expect(text).toMatch(/^AG[2-9A-Z]{3}-[2-9A-Z]{4}$/)
      }),
    )
  })

  it('is understood in small letters, with spaces, without its dash', () => {
    fc.assert(
      fc.property(code, (text) => {
        expect(parseReference('AG', ` ${text.toLowerCase().replace('-', ' ')} `)).toBe(text)
      }),
    )
  })

  it('has its shape though it is mistyped, and no code of a paper has it', () => {
    fc.assert(
      fc.property(code, fc.constantFrom(...symbolPlaces), (text, place) => {
        expect(isLikeReference(`${text.slice(0, place)}0${text.slice(place + 1)}`.toLowerCase())).toBe(true)
        expect(isLikeReference(text.slice(0, -1))).toBe(false)
      }),
    )
    expect(isLikeReference('AAAA-BBBB-CCCC')).toBe(false)
  })

  it('is refused when any one character is wrong', () => {
    fc.assert(
      fc.property(
        code,
        fc.constantFrom(...symbolPlaces),
        fc.constantFrom(...codeAlphabet),
        (text, place, symbol) => {
          fc.pre(text[place] !== symbol)
          expect(parseReference('AG', text.slice(0, place) + symbol + text.slice(place + 1))).toBeNull()
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('is refused when any two characters change places', () => {
    fc.assert(
      fc.property(
        code,
        fc.constantFrom(...symbolPlaces),
        fc.constantFrom(...symbolPlaces),
        (text, one, other) => {
          fc.pre(text[one] !== text[other])
          const swapped = [...text]
          ;[swapped[one], swapped[other]] = [text[other] ?? '', text[one] ?? '']
          expect(parseReference('AG', swapped.join(''))).toBeNull()
        },
      ),
      { numRuns: 2000 },
    )
  })

  it.each(['', 'AG', 'AG222-2222X', '2222222', 'XX222-2222', 'AG22O-2222', 'AG222-222'])(
    'is not %j',
    (text) => {
      expect(parseReference('AG', text)).toBeNull()
    },
  )
})
