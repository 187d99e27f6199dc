/** After an erasure: what this device has of it. What a guest left here stays, and an order that is not sent yet. */
import { clearMemory, draftPrefix } from '#site/lib/draft.ts'
import { forgetAnswersAbout } from '#site/lib/form/stored-answers.ts'
import { forgetSentHere } from '#site/lib/sent-here.ts'

const begun = new RegExp(`^${draftPrefix}(registration:|correction:|buyer-start)`)

export function forgetHere(userId: string, references: readonly string[]): void {
  // Secrets that were typed in this tab.
  clearMemory('')
  for (const store of [window.localStorage, window.sessionStorage])
    for (const [name, text] of Object.entries<string>(store))
      if (begun.test(name) && text.includes(`"userId":"${userId}"`)) store.removeItem(name)
  for (const reference of references) {
    forgetSentHere(reference)
    forgetAnswersAbout(reference)
  }
}
