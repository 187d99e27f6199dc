/** The farmer bio form: its questions, their options with labels, and the sentences of the specification. */
import type { AnswersInput } from '../forms.ts'
import { limits } from '../limits.ts'
import { adultsOnlyMessage } from './checks.ts'
import { cropTypes, farmingExperiences, farmingMethods, farmSizes } from './farmer-options.ts'
import { acceptTermsRule, checkReachable, identityRules, identitySteps } from './identity.ts'
import { type Circumstances, type RegistrationVerdict, readRegistration } from './read.ts'
import { defineQuestion, type FormWords, whenBlank } from './rules.ts'

export const farmerRules = {
  ...identityRules,
  dateOfBirth: { ...identityRules.dateOfBirth, adultsOnly: adultsOnlyMessage },
  /** Without one it is called after its farmer (decision 54). */
  farmName: defineQuestion('Farm name', 'line', {
    min: 2,
    max: limits.shortTextMax,
    optionalWhen: whenBlank('farmName'),
    words: { help: 'Leave it empty, and your farm is called after you.' },
  }),
  farmSize: defineQuestion('Farm size', 'option', {
    options: farmSizes,
    words: {
      placeholder: 'Select farm size',
      help: 'All your plots together. A football field is a little less than two acres.',
    },
  }),
  farmingExperience: defineQuestion('Farming experience', 'option', {
    options: farmingExperiences,
    words: { placeholder: 'Select experience' },
  }),
  cropTypes: defineQuestion('Crop types', 'several', {
    options: cropTypes,
    words: { help: 'Tick all that you grow.' },
  }),
  otherCrops: defineQuestion('Other crops', 'line', {
    min: 0,
    max: limits.shortTextMax,
    appliesWhen: { field: 'cropTypes', has: 'Other' },
    words: {
      label: 'Which other crops?',
      shortLabel: 'Other crops',
      help: 'For example beans, onion, wheat. Animals too.',
    },
  }),
  farmingMethods: defineQuestion('Farming methods', 'option', { options: farmingMethods }),
  challenges: defineQuestion('Challenges', 'text', {
    min: 0,
    max: limits.remarksMax,
    words: { help: 'Water, seed, prices, roads, thieves: whatever holds you back.' },
  }),
  goals: defineQuestion('Goals', 'text', {
    min: 10,
    max: limits.remarksMax,
    message: 'Please describe your farming goals',
    words: { help: 'What your farm should be in a few years, in a sentence (at least 10 characters).' },
  }),
  acceptTerms: acceptTermsRule,
}

export const farmerWords = {
  title: 'Farmer Bio Data',
  steps: {
    ...identitySteps,
    farm: { title: 'Your farm', lead: 'So that advice, inputs and buyers fit it.' },
    aims: { title: 'Your aims', lead: 'So that we begin where you want to go.' },
  },
  submitLabel: 'Submit Bio Data',
  busyLabel: 'Submitting...',
  failure: {
    title: 'Submission Failed',
    description: 'There was an error submitting your bio data. Please try again.',
  },
} satisfies FormWords

export const farmerMessages = {
  submitted: 'Bio data submitted successfully! We will contact you soon.',
} as const

export function readFarmer(
  input: AnswersInput,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof farmerRules> {
  return readRegistration(farmerRules, input, circumstances, checkReachable)
}
