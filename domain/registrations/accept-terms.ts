/** The box under every registration: the terms, and the consent to store and use what was written. */
import type { QuestionWords } from './rules.ts'

const besideForm = { target: '_blank', rel: 'noopener' } as const

/** Each form links to the terms at an address of its own (decision 2). */
export function acceptTermsWords(termsPath: '/terms' | '/terms-and-conditions'): QuestionWords {
  return {
    label:
      'I accept the terms and conditions, and I agree that you keep and use what I have written here, as the privacy notice says. I can take this back at any time.',
    links: [
      { words: 'terms and conditions', href: termsPath, ...besideForm },
      { words: 'privacy notice', href: '/privacy', ...besideForm },
    ],
    shortLabel: 'I accept the terms and conditions',
  }
}
