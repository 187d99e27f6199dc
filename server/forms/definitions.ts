// The public forms as data: what each asks, where it stands, and what is said when it is taken.
import { contactMessages, contactRules, contactTopics, readContactMessage } from '#domain/contact-messages.ts'
import { type FormRules, formPaths, type GivenAnswers, type Verdict } from '#domain/forms.ts'
import { jobApplicationMessages, jobApplicationRules, readJobApplication } from '#domain/job-applications.ts'
import { newsletterMessages, newsletterRules, readNewsletter } from '#domain/newsletter.ts'
import {
  partnershipMessages,
  partnershipRules,
  partnershipTypes,
  readPartnership,
} from '#domain/partnerships.ts'

export interface FormField {
  name: string
  label: string
  control: 'line' | 'email' | 'tel' | 'area' | 'select' | 'tick' | 'file' | 'hidden'
  rows?: number
  options?: readonly { value: string; label: string }[]
  required?: boolean
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
  /** Said on success: by the page after a plain post, and as a toast by the script. */
  success: string
}

const contactFields: FormField[] = [
  { name: 'name', label: 'Name', control: 'line', required: true, autocomplete: 'name' },
  { name: 'email', label: 'E-mail address', control: 'email', autocomplete: 'email' },
  { name: 'phone', label: 'Phone number', control: 'tel', autocomplete: 'tel' },
]

const partnership: FormDefinition = {
  name: 'partnership',
  path: formPaths.partnership,
  title: 'Partnership Application Form',
  page: '/franchise-partnership',
  submit: 'Submit Application',
  rules: partnershipRules,
  read: readPartnership,
  success: partnershipMessages.submitted,
  fields: [
    {
      name: 'partnershipType',
      label: 'Partnership type',
      control: 'select',
      options: partnershipTypes,
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
      control: 'area',
      rows: 3,
      required: true,
    },
    { name: 'experience', label: 'Experience', control: 'area', rows: 3 },
    { name: 'investmentCapacity', label: 'Investment capacity', control: 'line' },
    { name: 'expectedRevenue', label: 'Expected revenue', control: 'line' },
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
  success: newsletterMessages.requested,
  fields: [
    { name: 'email', label: 'E-mail address', control: 'email', required: true, autocomplete: 'email' },
  ],
}

const contact: FormDefinition = {
  name: 'contact',
  path: formPaths.contact,
  title: 'Write to us',
  page: '/contact',
  submit: 'Send message',
  rules: contactRules,
  read: readContactMessage,
  success: contactMessages.submitted,
  fields: [
    { name: 'topic', label: 'What it is about', control: 'select', options: contactTopics, required: true },
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
  success: jobApplicationMessages.submitted,
  fields: [
    { name: 'positionId', label: 'Position', control: 'hidden' },
    { name: 'fullName', label: 'Full name', control: 'line', required: true, autocomplete: 'name' },
    { name: 'email', label: 'E-mail address', control: 'email', required: true, autocomplete: 'email' },
    { name: 'phone', label: 'Phone number', control: 'tel', required: true, autocomplete: 'tel' },
    { name: 'coverNote', label: 'Cover note', control: 'area', rows: 5 },
    { name: 'cv', label: 'CV (PDF, DOC or DOCX, up to 2 MB)', control: 'file', required: true },
  ],
}

export const formDefinitions: Record<FormName, FormDefinition> = {
  partnership,
  newsletter,
  contact,
  jobApplication,
}
