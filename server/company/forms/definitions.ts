// The public forms as data: what each asks, where it stands, and what is said when it is taken.
import {
  contactMessages,
  contactRules,
  contactTopics,
  readContactMessage,
} from '#domain/company/contact-messages.ts'
import {
  jobApplicationMessages,
  jobApplicationRules,
  readJobApplication,
} from '#domain/company/job-applications.ts'
import { newsletterMessages, newsletterRules, readNewsletter } from '#domain/company/newsletter.ts'
import {
  partnershipMessages,
  partnershipRules,
  partnershipTypes,
  readPartnership,
} from '#domain/company/partnerships.ts'
import {
  type FieldProblem,
  type FormRules,
  formPaths,
  type GivenAnswers,
  type Verdict,
} from '#domain/forms.ts'

export interface FormField {
  name: string
  label: string
  control: 'line' | 'email' | 'tel' | 'area' | 'select' | 'tick' | 'file' | 'hidden'
  rows?: number
  options?: readonly { value: string; label: string }[]
  required?: boolean
  /** Under the label, as on the page. */
  help?: string
  /** Of a select: what stands for "nothing chosen yet"; without it the first option is chosen. */
  placeholder?: string
  autocomplete?: string
  /** What the label speaks of, to be read first. */
  link?: { href: string; label: string }
}

export type FormName = keyof typeof formPaths

export interface FormDefinition {
  name: FormName
  path: string
  title: string
  /** The page of the site that holds the form. */
  page: string
  submit: string
  rules: FormRules
  fields: readonly FormField[]
  read(given: GivenAnswers): Verdict<FormRules>
  /** What we do with the answers, beside the button. */
  note: string
  /** What stands beside a field, where it says more than the sentence for all of them. */
  describe?(field: FormField | undefined, problem: FieldProblem): string
  /** Said on success: by the page after a plain post, and as a toast by the script. */
  success: string
}

const contactFields: FormField[] = [
  { name: 'name', label: 'Your name', control: 'line', required: true, autocomplete: 'name' },
  {
    name: 'email',
    label: 'E-mail address',
    control: 'email',
    autocomplete: 'email',
    help: 'Or a phone number: one way back is enough.',
  },
  {
    name: 'phone',
    label: 'Phone number',
    control: 'tel',
    autocomplete: 'tel',
    help: 'With the country code when it is not Nigeria.',
  },
]

const partnership: FormDefinition = {
  name: 'partnership',
  path: formPaths.partnership,
  title: 'Partnership Application Form',
  page: '/franchise-partnership',
  submit: 'Submit Application',
  rules: partnershipRules,
  read: readPartnership,
  note: 'We use your answers to consider this application and to reply to it.',
  describe: (field, { message }) =>
    field && message === partnershipMessages.fillRequired ? `${field.label} is required` : message,
  success: partnershipMessages.submitted,
  fields: [
    {
      name: 'partnershipType',
      label: 'Partnership type',
      control: 'select',
      options: partnershipTypes,
      placeholder: 'Choose a partnership type',
      required: true,
    },
    {
      name: 'companyName',
      label: 'Company name',
      control: 'line',
      required: true,
      autocomplete: 'organization',
    },
    { name: 'contactPerson', label: 'Contact person', control: 'line', required: true, autocomplete: 'name' },
    { name: 'email', label: 'E-mail address', control: 'email', required: true, autocomplete: 'email' },
    { name: 'phone', label: 'Phone number', control: 'tel', required: true, autocomplete: 'tel' },
    { name: 'country', label: 'Country', control: 'line', required: true, autocomplete: 'country-name' },
    { name: 'address', label: 'Address', control: 'area', rows: 2, autocomplete: 'street-address' },
    {
      name: 'businessDescription',
      label: 'Business description',
      help: 'What you do today, where, with how many people.',
      control: 'area',
      rows: 3,
      required: true,
    },
    { name: 'experience', label: 'Experience', control: 'line' },
    {
      name: 'investmentCapacity',
      label: 'Investment capacity',
      control: 'line',
      help: 'An amount with its currency.',
    },
    {
      name: 'expectedRevenue',
      label: 'Expected revenue',
      control: 'line',
      help: 'What you expect in the first year.',
    },
    { name: 'marketingStrategy', label: 'Marketing strategy', control: 'area', rows: 3 },
    {
      name: 'termsAccepted',
      label: 'I accept the terms and conditions',
      control: 'tick',
      required: true,
      link: { href: '/terms', label: 'Read the terms and conditions' },
    },
  ],
}

const newsletter: FormDefinition = {
  name: 'newsletter',
  path: formPaths.newsletter,
  title: 'Newsletter',
  page: '/',
  submit: 'Subscribe',
  rules: newsletterRules,
  read: readNewsletter,
  note: 'You confirm by mail and can leave with one click.',
  success: newsletterMessages.requested,
  fields: [{ name: 'email', label: 'Your e-mail', control: 'email', required: true, autocomplete: 'email' }],
}

const contact: FormDefinition = {
  name: 'contact',
  path: formPaths.contact,
  title: 'Write to us',
  page: '/contact',
  submit: 'Send message',
  rules: contactRules,
  read: readContactMessage,
  note: 'We keep your message to answer it, and nothing else.',
  success: contactMessages.submitted,
  fields: [
    { name: 'topic', label: 'What is it about?', control: 'select', options: contactTopics, required: true },
    ...contactFields,
    { name: 'message', label: 'Message', control: 'area', rows: 6, required: true },
  ],
}

const jobApplication: FormDefinition = {
  name: 'jobApplication',
  path: formPaths.jobApplication,
  title: 'Job application',
  page: '/careers',
  submit: 'Send application',
  rules: jobApplicationRules,
  read: readJobApplication,
  note: 'Only the people who choose see your application and your CV. Nobody may ask you for money to apply.',
  success: jobApplicationMessages.submitted,
  fields: [
    { name: 'positionId', label: 'Position', control: 'hidden' },
    { name: 'fullName', label: 'Full name', control: 'line', required: true, autocomplete: 'name' },
    { name: 'email', label: 'E-mail address', control: 'email', required: true, autocomplete: 'email' },
    { name: 'phone', label: 'Phone number', control: 'tel', required: true, autocomplete: 'tel' },
    {
      name: 'cv',
      label: 'Your CV',
      control: 'file',
      required: true,
      help: 'PDF, DOC or DOCX, up to 2 MB. Please choose the file again.',
    },
    {
      name: 'coverNote',
      label: 'Cover note',
      control: 'area',
      rows: 5,
      help: 'What you have done that fits, in a few sentences.',
    },
  ],
}

export const formDefinitions: Record<FormName, FormDefinition> = {
  partnership,
  newsletter,
  contact,
  jobApplication,
}
