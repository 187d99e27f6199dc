/** The poultry training enrolment: its questions, their options with labels, and the sentences of the specification. */
import type { AnswersInput } from '../forms.ts'
import { limits } from '../limits.ts'
import { acceptTermsRule, checkReachable, identityRules, identitySteps } from './identity.ts'
import { type Circumstances, type RegistrationVerdict, readRegistration } from './read.ts'
import { type Condition, defineQuestion, type FormWords } from './rules.ts'
import { educationLevels, trainingExperiences } from './training-options.ts'

/** Someone under 18 may enrol with a guardian who agrees (decision 56). */
const forMinors: Condition = { field: 'isMinor', is: ['true'] }

export const trainingRules = {
  ...identityRules,
  guardianName: defineQuestion('Guardian name', 'line', {
    min: limits.fullNameMin,
    max: limits.fullNameMax,
    appliesWhen: forMinors,
    words: {
      label: 'Name of a parent or guardian',
      why: 'You are under 18: the law wants an adult to agree, and us to be able to reach them.',
    },
  }),
  guardianPhone: defineQuestion('Guardian phone number', 'phone', {
    max: 40,
    appliesWhen: forMinors,
    words: { label: 'Phone number of the parent or guardian' },
  }),
  guardianConsent: defineQuestion('Guardian consent', 'accepted', {
    max: 1,
    message: 'A parent or guardian must agree to the enrolment',
    appliesWhen: forMinors,
    words: {
      label: 'I am the parent or guardian, and I agree to this enrolment and to what is kept about my child.',
      shortLabel: 'The parent or guardian agrees',
    },
  }),
  educationLevel: defineQuestion('Education level', 'option', {
    options: educationLevels,
    message: 'Education level is required',
  }),
  experience: defineQuestion('Experience level', 'option', {
    options: trainingExperiences,
    message: 'Experience level is required',
    words: { label: 'Experience with poultry' },
  }),
  motivation: defineQuestion('Motivation', 'text', {
    min: 10,
    max: limits.remarksMax,
    message: 'Please describe your motivation',
    words: { help: 'Why you want to keep poultry, in a sentence or two (at least 10 characters).' },
  }),
  trainingGoals: defineQuestion('Training goals', 'text', {
    min: 10,
    max: limits.remarksMax,
    message: 'Please describe your training goals',
    words: { help: 'What you want to be able to do afterwards, in a sentence (at least 10 characters).' },
  }),
  acceptTerms: acceptTermsRule,
}

export const trainingWords = {
  title: 'Poultry Training Enrolment',
  steps: {
    ...identitySteps,
    knowledge: { title: 'What you know', lead: 'So that the group fits you. No level is too low.' },
    aims: { title: 'What you want', lead: 'So that the trainers prepare for it.' },
  },
  submitLabel: 'Submit Enrolment',
  busyLabel: 'Submitting...',
  failure: {
    title: 'Submission Failed',
    description: 'There was an error submitting your enrolment. Please try again.',
  },
} satisfies FormWords

export const trainingMessages = {
  submitted: 'Enrollment submitted successfully! We will contact you soon with training details.',
} as const

export function readTrainingEnrolment(
  input: AnswersInput,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof trainingRules> {
  return readRegistration(trainingRules, input, circumstances, checkReachable)
}
