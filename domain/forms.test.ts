import { describe, expect, it } from 'vitest'
import { shortPartnership } from '#tests/harness/partnerships.ts'
import { contactForm } from './company/contact-messages.ts'
import { jobApplicationForm } from './company/job-applications.ts'
import { newsletterForm } from './company/newsletter.ts'
import { partnershipForm, partnershipMessages, partnershipRules } from './company/partnerships.ts'
import { phoneMessages } from './phones.ts'

const partnership = { ...shortPartnership, termsAccepted: true, partnershipType: 'franchise' }

const problemsOf = (verdict: ReturnType<typeof partnershipForm.read>) => (verdict.ok ? [] : verdict.problems)

describe('the partnership application', () => {
  it('speaks of the terms before anything else', () => {
    for (const input of [
      {},
      { ...partnership, termsAccepted: false },
      { ...partnership, termsAccepted: 'on', email: '' },
    ])
      expect(problemsOf(partnershipForm.read(input))).toEqual([
        { field: 'termsAccepted', message: 'Please accept the terms and conditions to proceed.' },
      ])
  })

  it('then of all that is empty, in one sentence', () => {
    const problems = problemsOf(partnershipForm.read({ termsAccepted: true, email: 'no address' }))
    expect(problems.map(({ field }) => field)).toEqual([
      'partnershipType',
      'companyName',
      'contactPerson',
      'phone',
      'country',
      'businessDescription',
    ])
    expect(new Set(problems.map(({ message }) => message))).toEqual(
      new Set(['Please fill in all required fields.']),
    )
  })

  it('then of the shape of the address and the phone number, of any country', () => {
    expect(problemsOf(partnershipForm.read({ ...partnership, email: 'ada' }))).toEqual([
      { field: 'email', message: 'Invalid email address' },
    ])
    expect(problemsOf(partnershipForm.read({ ...partnership, phone: 'ask for Ada' }))).toEqual([
      { field: 'phone', message: phoneMessages.notANumber },
    ])
    expect(problemsOf(partnershipForm.read({ ...partnership, phone: '0803' }))).toEqual([
      { field: 'phone', message: phoneMessages.tooShort },
    ])
    expect(partnershipForm.read({ ...partnership, phone: '+44 (0)20 7946 0018' })).toMatchObject({
      answers: { phone: '+442079460018' },
    })
  })

  it('cleans what it takes, and an optional field that is not there is empty', () => {
    const verdict = partnershipForm.read({
      ...partnership,
      companyName: ' Ada <b>Foods</b> ',
      email: 'ADA@example.com',
    })
    const optional = Object.entries(partnershipRules).filter(([, { min }]) => min === 0)
    expect(optional.length).toBeGreaterThan(4)
    expect(verdict).toEqual({
      ok: true,
      answers: {
        ...partnership,
        ...Object.fromEntries(optional.map(([field]) => [field, ''])),
      },
    })
  })

  it('says what the specification says', () => {
    expect(partnershipMessages.submitted).toBe(
      'Partnership application submitted successfully! We will contact you soon.',
    )
  })
})

describe('the other forms', () => {
  it('a message needs an address or a number, reported after the fields’ own problems', () => {
    const input = { topic: 'general', name: 'Ada Obi', message: 'When do you buy sesame?' }
    expect(contactForm.read(input)).toMatchObject({ ok: false, problems: [{ field: 'email' }] })
    expect(contactForm.read({ ...input, phone: '0803 123 4567' })).toMatchObject({
      ok: true,
      answers: { phone: '+2348031234567', email: '' },
    })
    expect(contactForm.read({ ...input, phone: '1' })).toMatchObject({ problems: [{ field: 'phone' }] })
  })

  it('an application may be for no position, and a newsletter needs an address', () => {
    const input = { fullName: 'Ada Obi', email: 'ada@example.com', phone: '08031234567' }
    expect(jobApplicationForm.read(input)).toMatchObject({
      ok: true,
      answers: { positionId: '', coverNote: '' },
    })
    expect(newsletterForm.read({ email: '' })).toEqual({
      ok: false,
      problems: [{ field: 'email', message: 'Please enter a valid email address' }],
    })
  })
})
