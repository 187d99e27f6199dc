/** Every public form of one page. The server takes, exports and reports their questions. */
import type { FormDefinition } from '../forms.ts'
import { contactForm } from './contact-messages.ts'
import { jobApplicationForm } from './job-applications.ts'
import { newsletterForm } from './newsletter.ts'
import { partnershipForm } from './partnerships.ts'

export const publicForms: readonly FormDefinition[] = [
  partnershipForm,
  newsletterForm,
  contactForm,
  jobApplicationForm,
]
