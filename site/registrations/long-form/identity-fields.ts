/** The person's identity in the farmer form and the training enrolment, and their photo. */

import { consentTexts } from '#domain/consents.ts'
import { photoWords } from '#domain/registrations/identity.ts'
import { boxOf } from './boxes.ts'
import type { FieldLayout } from './definition.ts'

const contactFields: readonly FieldLayout[] = [
  { name: 'fullName', control: 'line', autoComplete: 'name' },
  { name: 'phoneNumber', ...boxOf('tel'), autoComplete: 'tel' },
  { name: 'email', ...boxOf('email'), autoComplete: 'email' },
  { name: 'noEmail', control: 'tick' },
]

const personFields: readonly FieldLayout[] = [
  { name: 'dateOfBirth', control: 'date', autoComplete: 'bday' },
  { name: 'gender', control: 'choice' },
]

const placeFields: readonly FieldLayout[] = [
  { name: 'address', control: 'area', rows: 2, autoComplete: 'street-address' },
  {
    name: 'city',
    control: 'line',
    autoComplete: 'address-level2',
    half: true,
    suggest: async () => (await import('#domain/nigeria/local-governments.ts')).listAllLocalGovernments(),
  },
  { name: 'state', control: 'select', autoComplete: 'address-level1', half: true },
]

/** With the questions about a person that only one of the forms has, after the birth date. */
export function identityFields(furtherPersonFields: readonly FieldLayout[] = []) {
  return { you: [...contactFields, ...personFields, ...furtherPersonFields], place: placeFields }
}

export const photoFields: readonly FieldLayout[] = [{ name: 'selfieImage', control: 'selfie', ...photoWords }]

export const guardianConsentField: FieldLayout = {
  name: 'guardianConsent',
  control: 'tick',
  consent: consentTexts.guardian,
}
