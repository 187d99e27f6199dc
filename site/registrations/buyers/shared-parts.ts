/** What both buyer registrations say in the same words. */

import { paths } from '#site/paths.ts'
import { acceptTerms } from '#site/registrations/long-form/accept-terms.tsx'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'

export const acceptBuyerTerms = acceptTerms(paths.termsAndConditions)

export const buyerFailure: LongFormDefinition['failure'] = {
  title: 'Registration Failed',
  description: 'There was an error processing your registration. Please try again.',
}

/** Said when the session ended between opening the form and sending it. */
export const signInToRegister = {
  title: 'Authentication Required',
  description: 'Please sign in to submit your registration.',
}
