/** What farmers, trainees, buyers and investors have in common: forms and their tables, statuses, reference codes. */
import type { RegistrationRecordType } from '../record-types.ts'
import type { StatusMachine } from '../status-machines.ts'

export const registrationStatuses = ['pending', 'approved', 'declined'] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

export const registrationMachine: StatusMachine<RegistrationStatus> = {
  statuses: registrationStatuses,
  initial: 'pending',
  transitions: { pending: ['approved', 'declined'], approved: [], declined: [] },
}

interface RegistrationForm {
  table: RegistrationRecordType
  /** The type column's value, where the table has one. */
  type: 'individual' | 'corporate' | 'crypto' | null
  title: string
  /** Where the form is filled in. */
  path: string
  /** Whether only signed-in people send it. */
  needsAccount: boolean
}

export const registrationForms = {
  farmer: {
    table: 'farmers',
    type: null,
    title: 'Farmer Bio Data',
    path: '/farmer-registration',
    needsAccount: false,
  },
  training: {
    table: 'training_enrolments',
    type: null,
    title: 'Poultry Training Enrolment',
    path: '/poultry-training',
    needsAccount: false,
  },
  buyer_individual: {
    table: 'buyers',
    type: 'individual',
    title: 'Individual Buyer Registration',
    path: '/buyer-form/individual',
    needsAccount: true,
  },
  buyer_corporate: {
    table: 'buyers',
    type: 'corporate',
    title: 'Corporate Buyer Registration',
    path: '/buyer-form/corporate',
    needsAccount: true,
  },
  investor_individual: {
    table: 'investors',
    type: 'individual',
    title: 'Individual Investor Bio Data',
    path: '/investor-form/individual',
    needsAccount: false,
  },
  investor_corporate: {
    table: 'investors',
    type: 'corporate',
    title: 'Corporate Partnership Bio Data',
    path: '/investor-form/corporate',
    needsAccount: false,
  },
  investor_crypto: {
    table: 'investors',
    type: 'crypto',
    title: 'Crypto Investment Bio Data',
    path: '/investor-form/crypto',
    needsAccount: false,
  },
} as const satisfies Record<string, RegistrationForm>
export type RegistrationFormName = keyof typeof registrationForms
export const registrationFormNames = Object.keys(registrationForms) as RegistrationFormName[]

export function isRegistrationForm(name: string): name is RegistrationFormName {
  return Object.hasOwn(registrationForms, name)
}

/** The forms that require a photo: only there is a photo missing. */
export const formsWithPhoto: readonly string[] = ['farmer', 'training', 'buyer_individual', 'buyer_corporate']

/** The kinds of these forms. */
export function listPhotoRecordTypes(): RegistrationRecordType[] {
  const forms = registrationFormNames.filter((form) => formsWithPhoto.includes(form))
  return [...new Set(forms.map((form) => registrationForms[form].table))]
}

/** What the state of a registration is called where it has another word than its status; null where it has not. */
export function findStatusWord(registration: {
  status: string
  consentWithdrawnAt?: string | null
  /** The reference of the registration that it is a part of now. */
  mergedInto?: string | null
  erasedAt?: string | null
}): string | null {
  const { status, consentWithdrawnAt, mergedInto, erasedAt } = registration
  if (mergedInto) return `One with ${mergedInto}`
  if (erasedAt) return 'Erased'
  return consentWithdrawnAt && status === 'pending' ? 'Stopped' : null
}
