/** Boxes with the keyboard that fits them, and the questions that several registrations share. */
import type { LongFormField } from './definition.ts'

export const emailBox = { control: 'line', type: 'email', inputMode: 'email' } as const
export const phoneBox = { control: 'line', type: 'tel', inputMode: 'tel' } as const
export const urlBox = { control: 'line', type: 'url', inputMode: 'url' } as const

/** Where to reach the person who registers to buy or to invest. */
export const reachFields: readonly LongFormField[] = [
  {
    name: 'email',
    label: 'Email',
    ...emailBox,
    autoComplete: 'email',
    help: 'The decision on your registration goes there.',
  },
  {
    name: 'phone',
    label: 'Phone number',
    ...phoneBox,
    autoComplete: 'tel',
    help: 'We call this number about your registration. Nothing else.',
  },
]

export const companyNameField: LongFormField = {
  name: 'companyName',
  label: 'Company name',
  control: 'line',
  autoComplete: 'organization',
}

export const websiteField: LongFormField = {
  name: 'website',
  label: 'Website',
  ...urlBox,
  autoComplete: 'url',
}
