/** The person's identity in the farmer form and the training enrolment, and the consent that both end with. */

import { consentTexts } from '#domain/consents.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { genders } from '#domain/registrations/identity.ts'
import { paths } from '#site/paths.ts'
import { acceptTerms } from './accept-terms.tsx'
import { emailBox, phoneBox } from './contact-fields.ts'
import type { LongFormField, LongFormStep, TickField } from './definition.ts'

const contactFields: readonly LongFormField[] = [
  { name: 'fullName', label: 'Full name', control: 'line', autoComplete: 'name' },
  {
    name: 'phoneNumber',
    label: 'Phone number',
    ...phoneBox,
    autoComplete: 'tel',
    help: 'For example 0803 123 4567. We call this number about your registration.',
  },
  {
    name: 'email',
    label: 'Email',
    ...emailBox,
    autoComplete: 'email',
    help: 'Your reference and our decision go there.',
  },
  {
    name: 'noEmail',
    label: 'I have no e-mail',
    control: 'tick',
    help: 'Then we call you instead.',
  },
]

const personFields: readonly LongFormField[] = [
  {
    name: 'dateOfBirth',
    label: 'Date of birth',
    control: 'date',
    autoComplete: 'bday',
    help: 'For example 9 3 1990.',
    why: 'To know your age and to tell two people of the same name apart. It is kept encrypted; few people here may see it, and you see who did.',
  },
  { name: 'gender', label: 'Gender', control: 'choice', options: genders },
]

const placeFields: readonly LongFormField[] = [
  {
    name: 'address',
    label: 'Address',
    control: 'area',
    rows: 2,
    autoComplete: 'street-address',
    help: 'Street, or village and what stands near.',
  },
  {
    name: 'city',
    label: 'City',
    control: 'line',
    autoComplete: 'address-level2',
    half: true,
    suggest: async () => (await import('#domain/nigeria/local-governments.ts')).listAllLocalGovernments(),
  },
  {
    name: 'state',
    label: 'State',
    control: 'select',
    options: nigerianStates,
    placeholder: 'Select your state',
    autoComplete: 'address-level1',
    half: true,
  },
]

/** With the questions about a person that only one of the forms has, after the birth date. */
export function identitySteps(furtherPersonFields: readonly LongFormField[] = []): LongFormStep[] {
  return [
    { id: 'you', title: 'You', fields: [...contactFields, ...personFields, ...furtherPersonFields] },
    { id: 'place', title: 'Where you live', fields: placeFields },
  ]
}

export function photoStep(lead: string): LongFormStep {
  return {
    id: 'photo',
    title: 'A photo of you',
    lead,
    fields: [
      {
        name: 'selfieImage',
        label: 'Selfie',
        control: 'selfie',
        help: 'Your face, straight on, in good light. It is made small on your own device, and the place where it was taken is removed.',
        why: 'So that nobody registers in your name. Only the people who check registrations see it; no machine compares faces.',
      },
    ],
  }
}

export const acceptTermsField: TickField = acceptTerms(paths.terms)

export const guardianConsentField: TickField = {
  name: 'guardianConsent',
  control: 'tick',
  label: 'I am the parent or guardian, and I agree to this enrolment and to what is kept about my child.',
  shortLabel: 'The parent or guardian agrees',
  consent: consentTexts.guardian,
}
