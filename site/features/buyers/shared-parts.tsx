/** What both buyer registrations say in the same words. */
import { consentTexts } from '#domain/consents.ts'
import type { LongFormDefinition, TickField } from '#site/lib/long-form/definition.ts'
import { paths } from '#site/paths.ts'

export const acceptBuyerTerms: TickField = {
  name: 'acceptTerms',
  control: 'tick',
  label: (
    <>
      I accept the{' '}
      <a href={paths.termsAndConditions} target="_blank" rel="noopener">
        terms and conditions
      </a>
      , and I agree that you keep and use what I have written here, as the{' '}
      <a href={paths.privacy} target="_blank" rel="noopener">
        privacy notice
      </a>{' '}
      says.
    </>
  ),
  shortLabel: 'I accept the terms and conditions',
  consent: consentTexts.terms,
}

export const buyerFailure: LongFormDefinition['failure'] = {
  title: 'Registration Failed',
  description: 'There was an error processing your registration. Please try again.',
}

/** Said when the session ended between opening the form and sending it. */
export const signInToRegister = {
  title: 'Authentication Required',
  description: 'Please sign in to submit your registration.',
}
