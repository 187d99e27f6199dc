import { describe, expect, it } from 'vitest'
import { defaultContent } from '#domain/company/content-defaults.ts'
import { asName, chatUrl, describeCompany, dialUrl } from './page-company.ts'

describe('what pages say about the company', () => {
  it('opens the chat app on the digits of the number with the message written', () => {
    expect(chatUrl('+234 803 000 0000', 'Hello & welcome')).toBe(
      'https://wa.me/2348030000000?text=Hello%20%26%20welcome',
    )
  })

  it('gives the company’s name a capital where it stands as a name', () => {
    expect(asName('the company')).toBe('The company')
    expect(asName('Ọ̀yọ́ Farms')).toBe('Ọ̀yọ́ Farms')
  })

  it('leaves out whatever is not set, so that nothing dead is shown', () => {
    // Spelled out beside unknownCompany: that one is what a page shows without any content.
    expect(describeCompany(defaultContent.facts, 'the company')).toEqual({
      companyName: 'the company',
      logo: null,
      blurb: null,
      offices: [
        { kind: 'Head office', place: 'Lagos, Nigeria', street: null, address: 'Lagos, Nigeria' },
        { kind: 'Branch office', place: 'Nasarawa, Nigeria', street: null, address: 'Nasarawa, Nigeria' },
      ],
      phones: [],
      email: null,
      hrEmail: null,
      chatNumber: null,
      socialLinks: [],
      registration: null,
      legalName: null,
      dataProtection: null,
    })
  })

  it('takes what staff have published before the operator’s setting', () => {
    const facts = {
      ...defaultContent.facts,
      companyName: 'Keffi Farms',
      headOffice: '1 Marina Road, Lagos, Nigeria',
      phoneSecondary: '+234 700 000 0002',
      youtube: 'https://www.youtube.com/@keffi',
    }
    const company = describeCompany(facts, 'the company')
    expect(company.companyName).toBe('Keffi Farms')
    expect(company.offices[0]?.place).toBe('1 Marina Road, Lagos, Nigeria')
    expect(company.phones).toEqual(['+234 700 000 0002'])
    expect(company.socialLinks).toEqual([{ name: 'YouTube', url: 'https://www.youtube.com/@keffi' }])
  })

  it('names the company as the register does, as far as that is known', () => {
    const named = (legalName: string | null, registrationNumber: string | null) =>
      describeCompany({ ...defaultContent.facts, legalName, registrationNumber }, 'x').registration
    expect(named(null, null)).toBeNull()
    expect(named('Keffi Farms Limited', null)).toBe('Keffi Farms Limited')
    expect(named('Keffi Farms Limited', '1234567')).toBe('Keffi Farms Limited, RC\u00a01234567')
    expect(named(null, 'RC 1234567')).toBe('Registered under RC\u00a01234567')
    // Nor is it broken behind a hyphen.
    expect(named(null, 'RC-DEMO-0000')).toBe('Registered under RC\u2011DEMO\u20110000')
  })

  it('dials a number without its spaces', () => {
    expect(dialUrl('+234 (0) 700-000')).toBe('tel:+2340700000')
  })
})
