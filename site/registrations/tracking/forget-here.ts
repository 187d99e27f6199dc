/**
 * Takes what this device remembers of one record off it: the next person on it is neither shown nor offered any of it.
 * Of a record that could not be read, nobody knows which that is: of all of them.
 */
import { forgetSentHere } from '#site/lib/sent-here.ts'
import { forgetCorrectionsOf } from '#site/registrations/records/correction-draft.ts'
import { dropLink, readLinks } from '#site/registrations/records/links-of-this-tab.ts'

export function forgetHere(shown: { id: string; reference: string } | undefined): void {
  for (const { token, reference } of readLinks()) {
    if (!shown || reference === shown.reference) dropLink(token)
  }
  forgetSentHere(shown?.reference)
  forgetCorrectionsOf(shown?.id)
}
