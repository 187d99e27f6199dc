/** Questions and texts that several investor forms share. */

import {
  acceptInvestorTermsMessage,
  investmentInterests,
  riskTolerances,
  validIdTypes,
} from '#domain/registrations/investors.ts'
import { paths } from '#site/paths.ts'
import { acceptTerms } from '#site/registrations/long-form/accept-terms.tsx'
import { reachFields, urlBox } from '#site/registrations/long-form/contact-fields.ts'
import type {
  FormValues,
  LongFormDefinition,
  LongFormField,
} from '#site/registrations/long-form/definition.ts'

export const acceptInvestorTerms = acceptTerms(paths.termsAndConditions)

/** Said in a dialog too, when the box is not ticked (decision 64). */
export const investorAlert = { field: 'acceptTerms', message: acceptInvestorTermsMessage }

export const investorFailure: LongFormDefinition['failure'] = {
  title: 'Registration Failed',
  description: 'There was an error processing your registration. Please try again.',
}

/** What the forms of the individual and the crypto investor end with. */
export const personalForm = {
  reviewFields: [acceptInvestorTerms],
  success: {
    kind: 'toast',
    title: 'Registration Received',
    description: 'Thank you. We have your bio data and will write to you about the next step.',
  },
  failure: investorFailure,
  alertUnless: investorAlert,
} satisfies Partial<LongFormDefinition>

/** Offered, never demanded: the form of the specification asks for an address only (decision 65). */
export const placeFields: readonly LongFormField[] = [
  { name: 'city', label: 'City', control: 'line', autoComplete: 'address-level2', half: true },
  { name: 'state', label: 'State', control: 'line', autoComplete: 'address-level1', half: true },
  { name: 'country', label: 'Country', control: 'country' },
]

/** The person, in the individual and the crypto investor form. */
export const personFields: readonly LongFormField[] = [
  {
    name: 'fullName',
    label: 'Full name',
    control: 'line',
    autoComplete: 'name',
    help: 'As on your identity document.',
  },
  ...reachFields,
  { name: 'address', label: 'Address', control: 'area', autoComplete: 'street-address' },
  {
    name: 'dateOfBirth',
    label: 'Date of birth',
    control: 'date',
    autoComplete: 'bday',
    why: 'Investors must be 18 or older. Stored encrypted.',
  },
  {
    name: 'nationality',
    label: 'Nationality',
    control: 'country',
    help: 'The country of your passport. Choose from the list or type it.',
  },
  ...placeFields,
]

/** The person's plans, in the individual and the crypto investor form. */
export const planFields = {
  interest: {
    name: 'investmentInterest',
    label: 'Investment interest',
    control: 'select',
    options: investmentInterests,
    placeholder: 'Select an area',
  },
  risk: {
    name: 'riskTolerance',
    label: 'Risk tolerance',
    control: 'select',
    options: riskTolerances,
    placeholder: 'Select risk tolerance',
    help: 'How much you could bear to lose for the chance of more.',
  },
  motivation: {
    name: 'motivation',
    label: 'Motivation',
    control: 'area',
    help: 'Why agriculture, and why with us.',
  },
} satisfies Record<string, LongFormField>

export const linkedinField: LongFormField = {
  name: 'linkedinProfile',
  label: 'LinkedIn profile',
  ...urlBox,
}

export const additionalInfoField: LongFormField = {
  name: 'additionalInfo',
  label: 'Additional information',
  control: 'area',
}

/** Decision 69: the list and "other". A name that is typed is worth more, so the field stays free. */
const otherBank = 'Other bank'

export const bankFields: readonly LongFormField[] = [
  {
    name: 'bankName',
    label: 'Bank name',
    control: 'line',
    suggest: async () => [
      ...(await import('#domain/nigeria/banks.ts')).banks.map(({ name }) => name),
      otherBank,
    ],
    help: `Choose from the list. Not there? Type its name, or choose "${otherBank}".`,
  },
  {
    name: 'accountNumber',
    label: 'Account number',
    control: 'line',
    inputMode: 'numeric',
    help: 'The 10 digits of your NUBAN.',
    why: 'To pay you, and nobody else. Stored encrypted; we show only its last four digits.',
    hint: checkAccountNumber,
  },
]

async function checkAccountNumber({ bankName, accountNumber }: FormValues): Promise<string | null> {
  if (typeof bankName !== 'string' || typeof accountNumber !== 'string') return null
  const { findNubanWarning } = await import('#domain/nigeria/banks.ts')
  return findNubanWarning(bankName, accountNumber)
}

/** Which identity document, and its number; then the free text that closes the form. */
export const documentFields: readonly LongFormField[] = [
  {
    name: 'validIdType',
    label: 'ID type',
    control: 'select',
    options: validIdTypes,
    placeholder: 'Select an ID type',
  },
  {
    name: 'idNumber',
    label: 'ID number',
    control: 'line',
    help: 'With a NIN, give the 16 characters of a virtual NIN (from the NIMC app or *346*3#) rather than the 11 digits.',
    why: 'The law asks us to know who invests. Stored encrypted; a NIN is dropped once your registration is decided.',
  },
  additionalInfoField,
]
