/** What happens between the first script of a page (`site/first-script.ts`) and React. */

/** Once the page answers: does what the last tap on a button requested before. */
export function repeatEarlyTap(): void {
  const { earlyTap } = window as { earlyTap?: HTMLElement | null }
  if (earlyTap?.isConnected) earlyTap.click()
}

/** Synchronises the mark on <html> with the known state of the session. */
export function markDocument(isSignedIn: boolean): void {
  document.documentElement.dataset.session = isSignedIn ? 'in' : 'out'
}
