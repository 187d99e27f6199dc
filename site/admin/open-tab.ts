/** An address that has to be requested first, opened in a tab of its own; refused, no empty tab stays behind. */
import type { Action } from './use-action.ts'

const blocked = 'Your browser kept the tab from opening. Allow pop-ups of this site, then try again.'

export async function openTab(action: Action, find: () => Promise<string>): Promise<void> {
  // Opened while the tap is still being handled: later it would be blocked as a pop-up.
  const tab = window.open('', '_blank')
  if (!tab) return action.refuse(blocked)
  const isDone = await action.run(async () => {
    const url = await find()
    tab.opener = null
    tab.location.replace(url)
    return null
  })
  if (!isDone) tab.close()
}
