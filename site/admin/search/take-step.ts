/** Another dialog, of the notices, stays in the page when it is closed. */
const findRecord = () =>
  document.querySelector('.record-page') ?? document.querySelector('dialog[data-place=side][open]')

/** The steps whose places the open record shows. */
export const listDrawnSteps = (): string[] =>
  [...(findRecord()?.querySelectorAll<HTMLElement>('[data-step]') ?? [])].map(
    ({ dataset }) => dataset.step ?? '',
  )

/** Focuses the place of a step in the opened record, in its drawer or on its page, once it is there; a user who goes on by hand meanwhile is not called back. */
export function takeStep(step: string, over: AbortSignal, onEnd: () => void): void {
  const record = findRecord()
  const waiting = new AbortController()
  const { signal } = waiting
  function end() {
    waiting.abort()
    onEnd()
  }
  function find() {
    const place = record?.querySelector<HTMLElement>(`[data-step="${CSS.escape(step)}"]:not(:disabled)`)
    if (!place) {
      // It comes once what is folded away is opened.
      for (const fold of record?.querySelectorAll<HTMLDetailsElement>(
        `details[data-opens="${CSS.escape(step)}"]`,
      ) ?? [])
        fold.open = true
      return
    }
    // What is folded away cannot have the focus.
    for (let fold = place.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.open = true
    place.focus()
    // The Enter that chose the step may still be held down: it decides nothing here.
    const hold = (event: KeyboardEvent) => event.repeat && event.preventDefault()
    place.addEventListener('keydown', hold)
    document.addEventListener('keyup', () => place.removeEventListener('keydown', hold), { once: true })
    end()
  }
  // The parts of a record come one after the other.
  const observer = new MutationObserver(find)
  signal.addEventListener('abort', () => observer.disconnect())
  over.addEventListener('abort', () => waiting.abort(), { signal })
  for (const sign of ['pointerdown', 'keydown']) document.addEventListener(sign, end, { signal })
  if (record) observer.observe(record, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  find()
}
