/** The page where a buyer begins: photo, type and terms. */

export const buyerStartWords = {
  title: 'Buyer Registration',
  description: 'Register as an individual or a corporate buyer.',
  lead: 'Register once, then every order starts from what we know about you. We come back to you within 48 hours.',
  backLabel: 'Back',
  before: 'Before the form',
  haveReady: 'What each form asks for',
  selfieImage: {
    label: 'Your selfie',
    help: 'A clear picture of your face, so that we know who registers. It lies in a private place that only the people who check registrations can open, and no machine compares faces.',
  },
  buyerType: { label: 'Buyer type', placeholder: 'Select buyer type' },
  acceptTerms: {
    label: 'I accept the terms and conditions',
    links: [{ words: 'terms and conditions', href: '/terms', target: '_blank', rel: 'noopener' }],
  },
  photoProgress: 'Sending your photo…',
  photoMissing: {
    title: 'Your photo did not arrive.',
    text: 'Check your connection and try again, or go on without it: your registration will say that the photo is missing.',
    goOn: 'Continue without the photo',
  },
  note: 'We keep your photo with your registration and nowhere else.',
  submitLabel: 'Continue to Registration Form',
  busyLabel: 'Sending photo...',
} as const

export const buyerStartMessages = {
  buyerType: 'Buyer type is required',
  acceptTerms: 'You must accept the terms and conditions',
  selfieImage: 'Selfie is required for verification',
} as const

export const buyerTypes = [
  { value: 'individual', label: 'Individual' },
  { value: 'corporate', label: 'Corporate' },
] as const

/** Each kind as it is described beside the start, with what to have ready; the forms' guides take that from here. */
export const buyerKinds = {
  individual: {
    title: 'Individual buyer',
    text: 'You buy for yourself, a shop or a restaurant.',
    ready: ['Your name, email and phone', 'Where you are', 'What you buy, and how much on average'],
  },
  corporate: {
    title: 'Corporate buyer',
    text: 'You buy for a registered company, to process, distribute or export.',
    ready: [
      'The registration number',
      'A contact person and their title',
      'Yearly volume, products and markets',
    ],
  },
} as const

/** Around both buyer forms. */
export const buyerPageWords = {
  label: 'Registration form',
  encrypted: 'Your data is secured with encryption.',
  howEncrypted: 'It travels encrypted, and your photo is stored encrypted, with a key of its own.',
  noPhoto: {
    text: 'There is no photo of you yet. Begin with a selfie, or send it later from your account.',
    link: 'Begin with a selfie',
  },
} as const

/** One that is pending or approved is enough (decision 49). */
export const alreadyBuyerWords = {
  title: 'You are registered already',
  enough: 'One registration of each kind is enough. Yours has the reference',
  notTaken: 'What you typed now was not taken. It is kept, and comes back here when you may register again.',
  open: 'Open it in my account',
  order: 'Place an order',
} as const
