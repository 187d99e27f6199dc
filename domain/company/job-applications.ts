/** Applying for a position, or for any: what is asked, and what a CV may be (decision 19). */
import { rule } from '../fields.ts'
import { type GivenAnswers, readForm, type Verdict } from '../forms.ts'
import { limits } from '../limits.ts'
import { phoneMessages } from '../phones.ts'

export const jobApplicationRules = {
  /** Empty: a general application, for any position. */
  positionId: rule('Position', { kind: 'line', min: 0, max: 80, message: 'Please choose a position' }),
  fullName: rule('Full name', {
    kind: 'line',
    min: limits.fullNameMin,
    max: limits.fullNameMax,
    message: 'Full name must be at least 2 characters',
  }),
  email: rule('Email address', {
    kind: 'email',
    min: 1,
    max: limits.emailMax,
    message: 'Invalid email address',
  }),
  phone: rule('Phone number', { kind: 'phone', min: 1, max: 40, message: phoneMessages.tooShort }),
  coverNote: rule('Cover note', {
    kind: 'text',
    min: 0,
    max: limits.longTextMax,
    message: 'Cover note must be text',
  }),
}

export const jobApplicationMessages = {
  positionClosed: 'This position is not open any more. You can send a general application instead.',
  cvMissing: 'Please attach your CV as a PDF, DOC or DOCX file',
  cvTooLarge: 'The CV must be at most 2 MB',
  cvActive:
    'This PDF has a password, a script or another file in it, so we do not open it. Please print it to a new PDF and attach that.',
  submitted: 'Thank you. We have your application and will write to you.',
} as const

/** The form's file field, and what a browser offers to choose from. */
export const cvField = 'cv'
export const cvAccept = '.pdf,.doc,.docx'

/** The kinds of file that a CV may be, told by its content and never by its name. */
export const cvTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const
export type CvKind = keyof typeof cvTypes

export function readJobApplication(given: GivenAnswers): Verdict<typeof jobApplicationRules> {
  return readForm(jobApplicationRules, given)
}
