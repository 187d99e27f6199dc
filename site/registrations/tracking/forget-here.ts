/**
 * Takes what this device remembers of one record off it: the next person on it is neither shown nor offered any of it.
 * Of a record that could not be read, and of whose link nothing was remembered, nobody knows which that is: of all of them.
 */
import { forgetAnswersAbout } from '#site/lib/form/stored-answers.ts'
import { forgetSentHere } from '#site/lib/sent-here.ts'
import { forgetCorrectionsOf } from '#site/registrations/records/correction-draft.ts'
import { dropLink, readLinks } from '#site/registrations/records/links-of-this-tab.ts'

export interface Shown {
  /** Not known of one that could not be read. */
  id?: string
  reference: string
}

export function forgetHere(shown: Shown | undefined): void {
  for (const { token, reference } of readLinks()) {
    if (!shown || reference === shown.reference) dropLink(token)
  }
  forgetSentHere(shown?.reference)
  forgetCorrectionsOf(shown?.id)
  forgetAnswersAbout(shown?.reference)
}
