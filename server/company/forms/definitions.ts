// Every public form by its address; the questions of each stand in domain/.
import { contactForm } from '#domain/company/contact-messages.ts'
import { jobApplicationForm } from '#domain/company/job-applications.ts'
import { newsletterForm } from '#domain/company/newsletter.ts'
import { partnershipForm } from '#domain/company/partnerships.ts'
import { type FormDefinition, formPaths } from '#domain/forms.ts'

const forms: Record<FormDefinition['name'], FormDefinition> = {
  partnership: partnershipForm,
  newsletter: newsletterForm,
  contact: contactForm,
  jobApplication: jobApplicationForm,
}
export const publicForms: readonly FormDefinition[] = Object.values(forms)

export function findForm(path: string): FormDefinition | undefined {
  return publicForms.find(({ name }) => formPaths[name] === path)
}
