// What Nigeria brings along: states, local governments, account numbers, identity numbers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { banks, findNubanWarning } from './banks.ts'
import { findIdNumberProblem, ninMessage } from './identity-numbers.ts'
import { listAllLocalGovernments, listLocalGovernments } from './local-governments.ts'
import { computeNubanCheckDigit, matchesNuban, padInstitutionCode } from './nuban.ts'
import { nigerianStates } from './states.ts'

const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((all) => all.join(''))

describe('an account number', () => {
  it('has the check digits of the Central Bank’s own examples', () => {
    expect(computeNubanCheckDigit('011', '000001457')).toBe(9)
    expect(computeNubanCheckDigit('011', '000000022')).toBe(0)
    expect(matchesNuban('011', '0000014579')).toBe(true)
    expect(matchesNuban('011', '0000000220')).toBe(true)
  })

  it('is refused with a letter, a digit more or less, or another bank’s code of the wrong length', () => {
    for (const account of ['000001457', '00000145790', '000001457x', '', '0000014578', ' 000014579']) {
      expect(matchesNuban('011', account), account).toBe(false)
    }
    for (const code of ['', '11', '0011', '01a', '0000011', '９９９']) {
      expect(computeNubanCheckDigit(code, '000001457'), code).toBeNull()
    }
  })

  it('is judged by six digits for every institution: a bank’s three after zeros, another’s five after a 9', () => {
    expect(padInstitutionCode('232')).toBe('000232')
    expect(padInstitutionCode('50547')).toBe('950547')
    expect(padInstitutionCode('950547')).toBe('950547')
    fc.assert(
      fc.property(digits(5), digits(9), (code, serial) => {
        expect(computeNubanCheckDigit(code, serial)).toBe(computeNubanCheckDigit(`9${code}`, serial))
      }),
    )
    fc.assert(
      fc.property(digits(3), digits(9), (code, serial) => {
        expect(computeNubanCheckDigit(code, serial)).toBe(computeNubanCheckDigit(`000${code}`, serial))
      }),
    )
  })

  it('with one digit mistyped belongs to no account of that bank', () => {
    fc.assert(
      fc.property(
        digits(3),
        digits(9),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (code, serial, place, shift) => {
          const right = `${serial}${computeNubanCheckDigit(code, serial)}`
          const slipped = String((Number(right.charAt(place)) + shift) % 10)
          expect(matchesNuban(code, right)).toBe(true)
          expect(matchesNuban(code, right.slice(0, place) + slipped + right.slice(place + 1))).toBe(false)
        },
      ),
    )
  })

  it('that does not fit the chosen bank earns a hint, and none where the bank or the number is unknown', () => {
    expect(findNubanWarning('First Bank of Nigeria', '0000 0145 79')).toBeNull()
    expect(findNubanWarning('First Bank of Nigeria', '0000014578')).toContain('First Bank of Nigeria')
    expect(findNubanWarning(' first bank of nigeria', '0000014578')).toContain('First Bank of Nigeria')
    expect(findNubanWarning('First Bank of Nigeria', '00000')).toBeNull()
    expect(findNubanWarning('OPay', '8031234567')).toBeNull()
    expect(findNubanWarning('A bank of one’s own', '0000014578')).toBeNull()
  })
})

describe('the lists', () => {
  it('name 36 states and the FCT, and their 774 local governments once each', () => {
    expect(nigerianStates).toHaveLength(37)
    const all = nigerianStates.map(({ value }) => listLocalGovernments(value))
    expect(all.flat()).toHaveLength(774)
    for (const names of all) {
      expect(names.length).toBeGreaterThanOrEqual(6)
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z'/ -]+$/)
    }
    expect(listLocalGovernments('Kano')).toHaveLength(44)
    expect(listLocalGovernments('FCT')).toHaveLength(6)
    expect(listLocalGovernments('toString')).toEqual([])
    const unique = listAllLocalGovernments()
    expect(new Set(unique)).toEqual(new Set(all.flat()))
    expect(new Set(unique).size).toBe(unique.length)
  })

  it('name every bank once, with a code of its own or none', () => {
    const codes = banks.flatMap(({ code }) => code ?? [])
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of codes) expect(padInstitutionCode(code)).not.toBeNull()
    expect(new Set(banks.map(({ name }) => name)).size).toBe(banks.length)
  })
})

describe('an identity number', () => {
  it('of a NIN is its virtual form or its eleven digits', () => {
    for (const number of ['AB012345678910YZ', '12345678901'])
      expect(findIdNumberProblem('nin', number)).toBeNull()
    for (const number of ['1234567890', '123456789012', '1234567890123456', 'AB01234567891YZ', 'A1234']) {
      expect(findIdNumberProblem('nin', number), number).toBe(ninMessage)
    }
  })

  it('of another document is taken as it stands there', () => {
    expect(findIdNumberProblem('passport', 'A01234567')).toBeNull()
    expect(findIdNumberProblem(undefined, 'A01234567')).toBeNull()
  })
})
