/** What happens between the first script of a page (`site/first-script.ts`) and React. */

/** What the first script has put on it. */
const early = globalThis as { answers?: boolean; tapped?: HTMLElement | null }

/** As a ref, in the first commit: an event that made React hydrate at once is answered by it, and not repeated. */
export function stopStoringTaps(): void {
  early.answers = true
}

/** Once the page answers, and after an event that may be under way: does what the last tap on a button requested before. */
export function repeatEarlyTap(): void {
  setTimeout(() => early.tapped?.click())
}

/** Synchronises the mark on <html> with the known state of the session. */
export function markDocument(isSignedIn: boolean): void {
  document.documentElement.dataset.session = isSignedIn ? 'in' : 'out'
}
