/** An address that has to be requested first, opened in a tab of its own; refused, no empty tab stays behind. */

interface TabAction {
  refuse: (sentence: string) => void
  run: (call: () => Promise<null>) => Promise<boolean>
}

const blocked = 'Your browser kept the tab from opening. Allow pop-ups of this site, then try again.'

export async function openTab(
  action: TabAction,
  find: () => Promise<string>,
  /** Once it is loaded; for an address of our own. */
  onLoad?: (tab: Window) => void,
): Promise<void> {
  // Opened while the tap is still being handled: later it would be blocked as a pop-up.
  const tab = window.open('', '_blank')
  if (!tab) return action.refuse(blocked)
  const isDone = await action.run(async () => {
    const url = await find()
    tab.opener = null
    tab.location.replace(url)
    if (onLoad) whenLoaded(tab, url, () => onLoad(tab))
    return null
  })
  if (!isDone) tab.close()
}

const pollMs = 200
const checksMax = 150

/** The other page is a new one, of which no event is heard here: it is looked at until it is there, closed, or out of reach. */
function whenLoaded(tab: Window, url: string, done: () => void): void {
  let checks = 0
  const timer = setInterval(() => {
    checks += 1
    try {
      const isThere = tab.location.href === url && tab.document.readyState === 'complete'
      if (!isThere && !tab.closed && checks < checksMax) return
      clearInterval(timer)
      if (isThere) done()
    } catch {
      // A browser that draws PDFs by a page of its own prints from there.
      clearInterval(timer)
    }
  }, pollMs)
}
