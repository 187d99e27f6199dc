/** Questions that several investor forms share, as they are laid out; their words stand in `domain/`. */

import { acceptInvestorTermsMessage, otherBank, personSuccess } from '#domain/registrations/investors.ts'
import { boxOf } from '#site/registrations/long-form/boxes.ts'
import type { FieldLayout, FormValues } from '#site/registrations/long-form/definition.ts'

/** For every investor form: said in a dialog too, when the box is not ticked (decision 64). */
export const closing = {
  alertUnless: { field: 'acceptTerms', message: acceptInvestorTermsMessage },
}

/** What the forms of the individual and the crypto investor end with. */
export const personClosing = {
  ...closing,
  success: { kind: 'toast' as const, ...personSuccess },
}

/** Offered, never demanded: the form of the specification asks for an address only (decision 65). */
export const placeFields: readonly FieldLayout[] = [
  { name: 'city', control: 'line', autoComplete: 'address-level2', half: true },
  { name: 'state', control: 'line', autoComplete: 'address-level1', half: true },
  { name: 'country', control: 'country' },
]

/** The person, in the individual and the crypto investor form. */
export const personFields: readonly FieldLayout[] = [
  { name: 'fullName', control: 'line', autoComplete: 'name' },
  { name: 'email', ...boxOf('email'), autoComplete: 'email' },
  { name: 'phone', ...boxOf('tel'), autoComplete: 'tel' },
  { name: 'address', control: 'area', autoComplete: 'street-address' },
  { name: 'dateOfBirth', control: 'date', autoComplete: 'bday' },
  { name: 'nationality', control: 'country' },
  ...placeFields,
]

export const linkedinField: FieldLayout = { name: 'linkedinProfile', ...boxOf('url') }

export const additionalInfoField: FieldLayout = { name: 'additionalInfo', control: 'area' }

export const bankFields: readonly FieldLayout[] = [
  {
    name: 'bankName',
    control: 'line',
    suggest: async () => [
      ...(await import('#domain/nigeria/banks.ts')).banks.map(({ name }) => name),
      otherBank,
    ],
  },
  { name: 'accountNumber', control: 'line', inputMode: 'numeric', hint: checkAccountNumber },
]

async function checkAccountNumber({ bankName, accountNumber }: FormValues): Promise<string | null> {
  if (typeof bankName !== 'string' || typeof accountNumber !== 'string') return null
  const { findNubanWarning } = await import('#domain/nigeria/banks.ts')
  return findNubanWarning(bankName, accountNumber)
}

/** Which identity document, and its number; then the free text that closes the form. */
export const documentFields: readonly FieldLayout[] = [
  // The longest of its answers has no room in a list on a phone.
  { name: 'validIdType', control: 'choice' },
  { name: 'idNumber', control: 'line' },
  additionalInfoField,
]
