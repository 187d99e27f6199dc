/** Applying for a position, or for any: its questions, and what a CV may be (decision 19). */
import { emailQuestion, phoneQuestion } from '../contact-questions.ts'
import { rule } from '../fields.ts'
import { type AnswersInput, type FormDefinition, type FormGuide, readForm } from '../forms.ts'
import { limits, promises } from '../limits.ts'
import { rulesOf } from '../questions.ts'

/** Above the form where a page without scripts shows it again. */
export const aboutApplication = {
  position: (title: string) => `Position: ${title}`,
  general: 'A general application, for any position',
} as const

export const jobApplicationMessages = {
  positionClosed: 'This position is not open any more. You can send a general application instead.',
  cvMissing: 'Please attach your CV as a PDF, DOC or DOCX file',
  cvTooLarge: `The CV must be at most ${limits.cvMegabytesMax} MB`,
  cvUnreadable:
    'We could not read this file: it is damaged, or only a part of it has arrived. Please open it on your device, save it again as PDF, and attach that.',
  cvActive:
    'This file has a password, macros, a script or another file in it, so we do not open it. Please print it to a new PDF and attach that.',
  submitted: 'Thank you. We have your application and will write to you.',
} as const

/** Where CVs lie. */
export const cvBucket = 'cvs'

export const jobApplicationQuestions = {
  positionId: {
    label: 'Position',
    control: 'hidden',
    /** Empty: a general application, for any position. */
    rule: rule('Position', { kind: 'line', min: 0, max: 80, message: 'Please choose a position' }),
  },
  fullName: {
    label: 'Full name',
    shortLabel: 'Name',
    control: 'line',
    autoComplete: 'name',
    rule: rule('Full name', {
      kind: 'line',
      min: limits.fullNameMin,
      max: limits.fullNameMax,
      message: 'Full name must be at least 2 characters',
    }),
  },
  email: emailQuestion,
  phone: phoneQuestion,
  cv: {
    label: 'Your CV',
    control: 'file',
    help: `PDF, DOC or DOCX, up to ${limits.cvMegabytesMax} MB.`,
    accept: '.pdf,.doc,.docx',
    maxBytes: limits.cvBytesMax,
    missing: jobApplicationMessages.cvMissing,
    tooLarge: jobApplicationMessages.cvTooLarge,
  },
  coverNote: {
    label: 'Cover note',
    control: 'area',
    rows: 5,
    help: 'What you have done that fits, in a few sentences.',
    rule: rule('Cover note', {
      kind: 'text',
      min: 0,
      max: limits.longTextMax,
      message: 'Cover note must be text',
    }),
  },
} as const satisfies FormDefinition['questions']

const jobApplicationRules = rulesOf(jobApplicationQuestions)

export const jobApplicationForm: FormDefinition<typeof jobApplicationQuestions> = {
  name: 'jobApplication',
  path: '/forms/job-application',
  table: 'job_applications',
  record: 'Application for a job',
  id: 'application',
  label: 'Application form',
  title: 'Job application',
  page: '/careers',
  submit: 'Send application',
  busy: 'Sending application...',
  note: 'Only the people who choose see your application and your CV. Nobody may ask you for money to apply.',
  success: jobApplicationMessages.submitted,
  next: [{ label: 'Other positions', path: '/careers' }],
  questions: jobApplicationQuestions,
  read: (input: AnswersInput) => readForm(jobApplicationRules, input),
}

export const jobApplicationGuide: FormGuide = {
  ready: [
    `Your CV as a PDF, DOC or DOCX file, up to ${limits.cvMegabytesMax} MB`,
    'An email address and a phone number',
  ],
  next: [
    'You get a letter by email that says we have your application.',
    `The department reads your CV and note within ${promises.applicationAnswerHours / 24} days, and writes to you whatever it decides.`,
    'Who is invited has one talk with the team and one with the people to work for.',
  ],
}
