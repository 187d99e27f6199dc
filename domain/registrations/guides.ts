/** Beside each registration form: what to have ready before it, and what happens with it afterwards. */
import type { FormGuide } from '../forms.ts'
import { promises } from '../limits.ts'
import { buyerKinds } from './buyer-start.ts'
import type { RegistrationFormName } from './registrations.ts'

const reference = 'You get a reference at once, and a link that shows how it stands.'
const answered = `A person reads it within ${promises.registrationAnswerHours / 24} days, and tells you what we decide and why.`
const called = 'Without an email address we call you on the number that you give.'
const corrected = 'If something is unclear, we ask you to correct just that.'
const secrets = 'Never send a BVN, an account or an identity number by email or chat.'

const photo = 'A photo of your face: take it here, or choose one that you have'

const visitor = [reference, answered, corrected, called]
const buyer = [
  'You get a reference here and by email.',
  `Our team contacts you within ${promises.buyerFollowUpHours} hours.`,
  'Your account shows where the registration stands, and why.',
]
const investor = [reference, answered, corrected, secrets]

/** For the training: a course may have a price, which is no price of the form. */
const enrolMoneyWords = {
  free: 'Enrolling costs nothing.',
  warning:
    'A course that has a price says so on this page, under “Dates and prices”. Anyone who asks you for money to enrol you, or to accept you, is not from us.',
} as const

export const registrationGuides: Readonly<Record<RegistrationFormName, FormGuide>> = {
  farmer: {
    ready: [
      'Your phone number; an email address only if you have one',
      'About how big your farm is, and what grows there',
      photo,
    ],
    next: visitor,
  },
  training: {
    ready: [
      'Your phone number; an email address only if you have one',
      photo,
      'Under 18: a parent or guardian, and their phone number',
    ],
    next: [
      reference,
      `A person reads it within ${promises.registrationAnswerHours / 24} days, and calls or writes to you about dates and place.`,
      called,
    ],
    money: enrolMoneyWords,
  },
  buyer_individual: { ready: buyerKinds.individual.ready, next: buyer },
  buyer_corporate: { ready: buyerKinds.corporate.ready, next: buyer },
  investor_individual: {
    ready: [
      'A valid ID: NIN, passport, driving licence or voter’s card',
      'Your bank account, and your BVN where the form asks for it',
      'What you would invest, and what you expect',
    ],
    next: investor,
  },
  investor_corporate: {
    ready: [
      'The registration number and tax number of the company',
      'Its bank account',
      'A contact person, and what the company would invest',
    ],
    next: investor,
  },
  investor_crypto: {
    ready: ['A valid ID', 'Your SIDRA wallet address', 'What you would invest, and what you expect'],
    next: investor,
  },
}

/** For the page where a buyer begins: what each form asks for stands beside it. */
export const buyerStartGuide: FormGuide = {
  ready: [photo, 'Whether you buy for yourself, or for a registered company'],
  next: ['The form for your kind of buyer opens.', ...buyer],
}

/** Where no script runs, the photo follows by the link. */
export function guideWithoutPhoto(form: RegistrationFormName): FormGuide {
  const guide = registrationGuides[form]
  return { ...guide, ready: guide.ready.filter((thing) => thing !== photo) }
}
