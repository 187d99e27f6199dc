/** The box under every registration: the terms, and the consent to store and use what was written. */
import { consentTexts } from '#domain/consents.ts'
import { paths } from '#site/paths.ts'
import type { TickField } from './definition.ts'

/** Each form links to the terms at an address of its own (decision 2). */
export function acceptTerms(termsPath: string): TickField {
  return {
    name: 'acceptTerms',
    control: 'tick',
    label: (
      <>
        I accept the{' '}
        <a href={termsPath} target="_blank" rel="noopener">
          terms and conditions
        </a>
        , and I agree that you keep and use what I have written here, as the{' '}
        <a href={paths.privacy} target="_blank" rel="noopener">
          privacy notice
        </a>{' '}
        says. I can take this back at any time.
      </>
    ),
    shortLabel: 'I accept the terms and conditions',
    consent: consentTexts.terms,
  }
}
