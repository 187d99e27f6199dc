/** "This is a shared phone", at sign-in: what its person typed before goes on where from now on everything is stored. */
import { closeOpenLink } from '#site/lib/auth-state.ts'
import { draftPrefix, sentHereKey } from '#site/lib/draft.ts'
import { isSharedPhone, setSharedPhone } from '#site/lib/session-storage.ts'

/** By whom it is set: `use-form-draft.ts`. */
const typedHereKey = `${draftPrefix}typed-here`

/** Chosen before the sign-in, whose session is stored by it. `moveTyped`: it succeeded; `takeBack`: it did not. */
export function choosePhone(isShared: boolean) {
  const wasShared = isSharedPhone()
  setSharedPhone(isShared)
  return {
    takeBack: () => setSharedPhone(wasShared),
    moveTyped(userId: string) {
      if (isShared) closeOpenLink()
      if (isShared === wasShared) return
      try {
        const { localStorage: device, sessionStorage: tab } = window
        // What was sent from it is not remembered on a shared phone; `shared-phone-question.tsx` has asked.
        if (isShared) device.removeItem(sentHereKey)
        const [from, to] = isShared ? [device, tab] : [tab, device]
        for (const [key, text] of Object.entries<string>(from)) {
          if (to.getItem(key) !== null || !isTheirs(key, text, userId)) continue
          to.setItem(key, text)
          from.removeItem(key)
        }
      } catch {
        // nothing was stored
      }
    },
  }
}

/** A form that was begun in this tab before the sign-in, and the order that they had begun on their account. */
function isTheirs(key: string, text: string, userId: string): boolean {
  if (key.startsWith(`${draftPrefix}registration:`))
    return window.sessionStorage.getItem(typedHereKey) !== null
  return key === `${draftPrefix}order` && JSON.parse(text).userId === userId
}
