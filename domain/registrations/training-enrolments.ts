/** The poultry training enrolment: its questions, their options with labels, and the sentences of the specification. */
import type { AnswersInput } from '../forms.ts'
import { limits } from '../limits.ts'
import { acceptTermsRule, identityRules } from './identity.ts'
import { type Circumstances, type RegistrationVerdict, readRegistration } from './read.ts'
import { type Condition, defineQuestion } from './rules.ts'

export const educationLevels = [
  { value: 'primary', label: 'Primary' },
  { value: 'secondary', label: 'Secondary' },
  { value: 'tertiary', label: 'Tertiary' },
  { value: 'vocational', label: 'Vocational' },
  { value: 'other', label: 'Other' },
] as const

export const trainingExperiences = [
  { value: 'beginner', label: 'Beginner' },
  { value: 'basic', label: 'Basic' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'advanced', label: 'Advanced' },
] as const

/** Someone under 18 may enrol with a guardian who agrees (decision 56). */
const forMinors: Condition = { field: 'isMinor', is: ['true'] }

export const trainingRules = {
  ...identityRules,
  guardianName: defineQuestion('Guardian name', 'line', {
    min: limits.fullNameMin,
    max: limits.fullNameMax,
    appliesWhen: forMinors,
  }),
  guardianPhone: defineQuestion('Guardian phone number', 'phone', {
    max: 40,
    appliesWhen: forMinors,
  }),
  guardianConsent: defineQuestion('Guardian consent', 'accepted', {
    max: 1,
    message: 'A parent or guardian must agree to the enrolment',
    appliesWhen: forMinors,
  }),
  educationLevel: defineQuestion('Education level', 'option', {
    options: educationLevels,
    message: 'Education level is required',
  }),
  experience: defineQuestion('Experience level', 'option', {
    options: trainingExperiences,
    message: 'Experience level is required',
  }),
  motivation: defineQuestion('Motivation', 'text', {
    min: 10,
    max: limits.remarksMax,
    message: 'Please describe your motivation',
  }),
  trainingGoals: defineQuestion('Training goals', 'text', {
    min: 10,
    max: limits.remarksMax,
    message: 'Please describe your training goals',
  }),
  acceptTerms: acceptTermsRule,
}

export const trainingMessages = {
  submitted: 'Enrollment submitted successfully! We will contact you soon with training details.',
} as const

export function readTrainingEnrolment(
  input: AnswersInput,
  circumstances?: Circumstances,
): RegistrationVerdict<typeof trainingRules> {
  return readRegistration(trainingRules, input, circumstances)
}
