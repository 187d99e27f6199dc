// One date for the terms: what the page shows is what people are recorded to have agreed to.
import { describe, expect, it } from 'vitest'
import { consentTexts } from './consents.ts'
import { dateTerms, describeAcceptedTerms, describeTextVersion, nameTermsVersion } from './terms.ts'

const now = '2027-03-01T23:30:00Z'

describe('the terms', () => {
  it('are of today in Lagos as long as none are published, and are agreed to as a draft', () => {
    expect(dateTerms(now, null)).toEqual({ day: '2027-03-02', inWords: '2\u00a0March 2027' })
    expect(nameTermsVersion(null)).toBe('draft-2026-11-21')
  })

  it('are of the day of their publication from then on, on the page and in what is recorded', () => {
    expect(dateTerms(now, '2027-01-15')).toEqual({ day: '2027-01-15', inWords: '15\u00a0January 2027' })
    expect(nameTermsVersion('2027-01-15')).toBe('2027-01-15')
  })

  it('name the text that was agreed to in words, and one whose name is no day as it is', () => {
    expect(describeTextVersion(nameTermsVersion(null))).toBe('draft of 21\u00a0November 2026')
    expect(describeTextVersion('2027-01-15')).toBe('text of 15\u00a0January 2027')
    expect(describeTextVersion('2')).toBe('text of 2')
    expect(describeAcceptedTerms(nameTermsVersion(null))).toBe(
      'The draft of 21\u00a0November 2026: no terms were published yet',
    )
    expect(describeAcceptedTerms('2027-01-15')).toBe('The text of 15\u00a0January 2027')
  })

  it('are agreed to by the version that is in force', () => {
    expect(consentTexts.terms.textVersion).toBe(nameTermsVersion())
  })
})
