/** What is in a long form: no answer to a hidden question is sent, and nothing secret is stored. */
import { describe, expect, it } from 'vitest'
import { joinDate } from '#domain/registrations/checks.ts'
import { defineQuestion } from '#domain/registrations/rules.ts'
import type { LongFormDefinition } from './definition.ts'
import {
  dropHidden,
  dropSecrets,
  isOptional,
  joinChips,
  listConsents,
  readAnswers,
  splitChips,
  splitDate,
} from './values.ts'

const definition: LongFormDefinition = {
  form: 'example',
  title: 'Example',
  rules: {
    fullName: defineQuestion('Full name', 'line', { min: 2 }),
    noEmail: defineQuestion('No e-mail', 'flag', { min: 0, max: 1 }),
    email: defineQuestion('Email', 'email', { appliesWhen: { field: 'noEmail', not: ['true'] } }),
    nationality: defineQuestion('Nationality', 'line', { min: 2 }),
    bvn: defineQuestion('BVN', 'digits', {
      max: 11,
      secret: true,
      appliesWhen: { field: 'collectBvn', not: ['false'] },
      optionalWhen: { field: 'nationality', not: ['nigerian'] },
    }),
    amount: defineQuestion('Amount', 'line', {}),
    custom: defineQuestion('Custom', 'amount', { appliesWhen: { field: 'amount', is: ['custom'] } }),
    crops: defineQuestion('Crops', 'several', { options: [{ value: 'yam', label: 'Yam' }] }),
    acceptTerms: defineQuestion('Terms', 'accepted', {}),
  },
  steps: [
    {
      id: 'one',
      title: 'One',
      fields: [
        { control: 'line', name: 'fullName', label: 'Full name' },
        { control: 'tick', name: 'noEmail', label: 'None' },
        { control: 'line', name: 'email', label: 'Email' },
        { control: 'line', name: 'nationality', label: 'Nationality' },
        { control: 'line', name: 'bvn', label: 'BVN' },
        { control: 'line', name: 'amount', label: 'Amount' },
        { control: 'line', name: 'custom', label: 'Custom' },
        { control: 'several', name: 'crops', label: 'Crops', options: ['yam'] },
        { control: 'selfie', name: 'selfieImage', label: 'Photo' },
      ],
    },
  ],
  reviewFields: [
    {
      control: 'tick',
      name: 'acceptTerms',
      label: 'I agree',
      consent: { purpose: 'registration', textVersion: '1' },
    },
  ],
  read: () => ({ ok: true }),
  submitLabel: 'Send',
  busyLabel: 'Sending...',
  success: { kind: 'alert', message: 'Sent', to: '/' },
  failure: { title: 'Failed', description: 'Again' },
}

const field = (name: string) => {
  const result = definition.steps[0]?.fields.find((known) => known.name === name)
  if (!result) throw new Error(name)
  return result
}

describe('what is sent', () => {
  it('leaves out what the operator has switched off', () => {
    const typed = { bvn: '12345678901' }
    expect(readAnswers(definition, typed)).toHaveProperty('bvn')
    expect(readAnswers({ ...definition, settings: { collectBvn: false } }, typed)).not.toHaveProperty('bvn')
  })

  it('holds every visible question and no hidden one', () => {
    expect(readAnswers(definition, { fullName: 'Ada', noEmail: true, email: 'old@example.com' })).toEqual({
      fullName: 'Ada',
      noEmail: true,
      nationality: '',
      bvn: '',
      amount: '',
      crops: [],
    })
  })

  it('forgets the answer of a question that is hidden now', () => {
    const before = { amount: 'custom', custom: '25' }
    const after = dropHidden(definition, before, { ...before, amount: '20-100' })
    expect(after).toEqual({ amount: '20-100' })
  })

  it('names a consent only when its box is ticked', () => {
    expect(listConsents(definition, {})).toEqual([])
    expect(listConsents(definition, { acceptTerms: true })).toEqual([
      { purpose: 'registration', textVersion: '1' },
    ])
  })
})

describe('what is stored as a draft', () => {
  it('has no secret, no photo and no consent in it', () => {
    const values = {
      fullName: 'Ada',
      bvn: '22123456789',
      selfieImage: true,
      acceptTerms: true,
      crops: ['yam'],
    }
    expect(dropSecrets(definition, values)).toEqual({ fullName: 'Ada', crops: ['yam'] })
  })
})

describe('what is optional', () => {
  it('depends on the other answers where the rules say so', () => {
    expect(isOptional(definition, field('bvn'), { nationality: 'Nigerian' })).toBe(false)
    expect(isOptional(definition, field('bvn'), { nationality: 'Ghanaian' })).toBe(true)
    expect(isOptional(definition, field('fullName'), {})).toBe(false)
  })
})

describe('dates and chips', () => {
  it('joins day, month and year, and takes them apart again', () => {
    expect(joinDate({ day: '9', month: '3', year: '1990' })).toBe('1990-03-09')
    expect(joinDate({ day: '', month: '', year: '' })).toBe('')
    const partial = { day: '', month: '03', year: '1990' }
    expect(splitDate(joinDate(partial))).toEqual(partial)
  })

  it('joins ticked chips and typed words, and takes them apart again', () => {
    const options = ['Rice', 'Yam']
    expect(joinChips(['Rice'], ' dried fish, pepper ')).toBe('Rice, dried fish, pepper')
    expect(splitChips(options, 'Rice, dried fish, pepper')).toEqual({
      chips: ['Rice'],
      typed: 'dried fish, pepper',
    })
    expect(splitChips(options, undefined)).toEqual({ chips: [], typed: '' })
  })
})
