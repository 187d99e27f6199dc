/** Takes what this device remembers of one record off it: the next person on it is neither shown nor offered any of it. */
import { forgetSentHere } from '#site/lib/sent-here.ts'
import { forgetCorrectionsOf } from '#site/registrations/records/correction-draft.ts'
import { dropLink, findLink } from '#site/registrations/records/links-of-this-tab.ts'

export function forgetHere({ id, reference }: { id: string; reference: string }): void {
  const link = findLink(reference)
  if (link) dropLink(link.token)
  forgetSentHere(reference)
  forgetCorrectionsOf(id)
}
