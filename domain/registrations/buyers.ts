/** What both buyer registrations share: the page where they begin, the questions and the words that stand in both. */
import { limits } from '../limits.ts'
import { nigerianStates } from '../nigeria/states.ts'
import { acceptTermsWords } from './accept-terms.ts'
import { reachWords } from './reach-words.ts'
import { defineQuestion, type QuestionWords } from './rules.ts'

export const contactRules = {
  email: defineQuestion('Email address', 'email', { max: limits.emailMax, words: reachWords.email }),
  phone: defineQuestion('Phone number', 'phone', { max: 40, words: reachWords.phone }),
}

/** The state comes from the list in Nigeria, and is any name elsewhere (decision 55). */
export const placeRules = {
  city: defineQuestion('City', 'line', { min: 2, max: 100, message: 'City is required' }),
  state: defineQuestion('State', 'line', {
    min: 2,
    max: 100,
    options: nigerianStates,
    optionsWhen: { field: 'country', is: ['nigeria'] },
    malformed: 'Please select state',
  }),
  country: defineQuestion('Country', 'line', {
    min: 2,
    max: 100,
    words: { help: 'Choose from the list or type it.' },
  }),
}

export const stateWords = { placeholder: 'Select a state' } satisfies QuestionWords
/** In place of the state, outside Nigeria. */
export const regionWords = { label: 'State or region' } satisfies QuestionWords

export const acceptTermsRule = defineQuestion('Terms and conditions', 'accepted', {
  max: 1,
  message: 'You must accept the terms and conditions to proceed',
  words: acceptTermsWords('/terms-and-conditions'),
})

/** What both forms say around their questions. */
export const buyerWords = {
  busyLabel: 'Processing Registration...',
  failure: {
    title: 'Registration Failed',
    description: 'There was an error processing your registration. Please try again.',
  },
}

export const buyerSuccessTitle = 'Registration Successful'
